// A stream of events, open while somebody looks. One that has gone quiet is opened anew.

const BEAT_MISSED = 30000; // milliseconds; the table says something every twelve seconds

// Why a stream is refused: the status of the answer and its sentence. EventSource itself does not tell.
async function refusal(path) {
  const enough = new AbortController();
  try {
    const answer = await fetch(path, { signal: enough.signal });
    return [answer.status, answer.ok ? "" : (await answer.text()).trim()];
  } catch {
    return [0, ""];
  } finally {
    enough.abort();
  }
}

export function stream(path, hear, lost = () => {}, refused = () => {}) {
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
      if (mine.readyState !== EventSource.CLOSED) return;
      again(2000);
      refusal(path).then(([status, why]) => refused(status, why));
    });
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && open());
  open();
}
