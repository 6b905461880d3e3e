// The cover: what is Mister X's shows only while he holds his thumb on the bar. Sliding the thumb up keeps it open until
// he covers it, looks elsewhere, turns the phone, locks it, or does nothing for a while.

const SLIDE = 44; // pixels upwards that keep it open
const IDLE = 45000; // milliseconds without a touch until an open page covers itself

export class Cover {
  constructor(bar, changed) {
    this.bar = bar;
    this.changed = changed;
    this.held = false;
    this.kept = false;
    this.thumb = null; // the pointer that holds it
    this.from = 0;
    this.idle = 0;
    this.listenToThumb();
    this.listenToKeys();
    this.coverWhenLeft();
  }

  get open() {
    return this.held || this.kept;
  }

  listenToThumb() {
    const { bar } = this;
    bar.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      event.preventDefault();
      if (this.kept) return this.set(false, false);
      if (this.held) return; // another finger on the bar: the thumb goes on holding
      bar.setPointerCapture(event.pointerId);
      this.thumb = event.pointerId;
      this.from = event.clientY;
      this.set(true, false);
    });
    bar.addEventListener("pointermove", (event) => {
      if (this.held && event.pointerId === this.thumb && this.from - event.clientY > SLIDE) this.set(true, true);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      bar.addEventListener(end, (event) => this.held && event.pointerId === this.thumb && this.set(false, this.kept));
    }
    for (const other of ["contextmenu", "mousedown"]) bar.addEventListener(other, (event) => event.preventDefault());
    // A click without a pointer or a key comes from a screen reader or a voice.
    bar.addEventListener("click", (event) => {
      if (event.detail === 0 && !event.pointerType) this.set(false, !this.open);
    });
    for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => this.wait(), { capture: true });
  }

  // Held like a thumb: the space bar. Enter keeps it open, and covers it again.
  listenToKeys() {
    this.bar.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      if (event.repeat) return;
      if (event.key === "Enter") this.set(false, !this.open);
      else {
        this.thumb = null;
        this.set(!this.kept, false);
      }
    });
    // Wherever the focus has gone meanwhile.
    addEventListener("keyup", (event) => {
      if (event.key !== " ") return;
      if (event.target === this.bar) event.preventDefault();
      if (this.held && this.thumb === null) this.set(false, false);
    });
    addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  coverWhenLeft() {
    const close = () => this.close();
    for (const leaving of ["blur", "pagehide", "orientationchange"]) addEventListener(leaving, close);
    document.addEventListener("visibilitychange", close);
    // The screen's, not the window's: that is broader than high as well while a keyboard takes room from it.
    screen.orientation?.addEventListener?.("change", close);
  }

  wait() {
    clearTimeout(this.idle);
    if (this.kept) this.idle = setTimeout(() => this.close(), IDLE);
  }

  close() {
    this.thumb = null;
    if (this.open) this.set(false, false);
  }

  set(held, kept) {
    const before = `${this.open} ${this.kept}`;
    this.held = held;
    this.kept = kept;
    this.wait();
    this.bar.setAttribute("aria-pressed", String(this.open));
    if (before !== `${this.open} ${this.kept}`) this.changed();
  }
}
