// A stream of events, open while somebody looks. One that has gone quiet is opened anew.

const BEAT_MISSED = 30000; // milliseconds; the table says something every twelve seconds

export function stream(path, hear, lost = () => {}) {
  let events = null;
  let watchdog = 0;

  function close() {
    clearTimeout(watchdog);
    events?.close();
    events = null;
  }

  function again(after) {
    clearTimeout(watchdog);
    watchdog = setTimeout(open, after);
  }

  function open() {
    close();
    if (document.hidden) return;
    const mine = new EventSource(path);
    events = mine;
    again(BEAT_MISSED);
    for (const [name, call] of Object.entries({ ...hear, beat: () => {} })) {
      mine.addEventListener(name, (event) => {
        again(BEAT_MISSED);
        call(JSON.parse(event.data));
      });
    }
    mine.addEventListener("error", () => {
      if (events !== mine) return;
      lost();
      // The browser tries again by itself, unless it was turned away.
      if (mine.readyState === EventSource.CLOSED) again(2000);
    });
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && open());
  open();
}
