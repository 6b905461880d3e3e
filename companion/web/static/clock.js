// A clock that counts down by itself between two words from the table.

export class Clock {
  constructor(dial) {
    this.dial = dial;
    this.face = null;
    this.since = 0;
    setInterval(() => this.face?.running && this.show(), 250);
  }

  set(face) {
    this.face = face;
    this.since = performance.now();
    this.show();
  }

  // Nothing is heard of it any more: it stands where it is.
  rest() {
    if (!this.face?.running) return;
    const passed = (performance.now() - this.since) / 1000;
    this.set({ ...this.face, left: this.face.left - passed, running: false });
  }

  show() {
    const passed = this.face?.running ? (performance.now() - this.since) / 1000 : 0;
    const seconds = this.face ? Math.ceil(this.face.left - passed) : 0;
    const rest = Math.abs(seconds);
    const text = `${seconds < 0 ? "-" : ""}${Math.floor(rest / 60)}:${String(rest % 60).padStart(2, "0")}`;
    this.dial.hidden = !this.face;
    this.dial.parentElement.classList.toggle("timed", Boolean(this.face)); // room for it
    this.dial.classList.toggle("late", seconds <= 10);
    if (this.dial.textContent !== text) this.dial.textContent = text;
  }
}
