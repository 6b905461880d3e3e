// How long this phone was away from its game, also when the browser was closed meanwhile. It keeps a time, the number of
// the game and that of a step, no more.

const LONG = 4000; // milliseconds: who looks away for a moment was not away
const NAME = "last-seen";

function read() {
  try {
    return JSON.parse(localStorage.getItem(NAME));
  } catch {
    return null;
  }
}

export class Away {
  constructor() {
    this.before = read();
    this.looking = false;
    this.game = null;
    this.step = null;
    document.addEventListener("visibilitychange", () => document.hidden && this.leave());
    addEventListener("pagehide", () => this.leave());
  }

  // The table was heard: the answer says for how many seconds it was not, if that was long.
  heard(game, step) {
    const before = this.looking ? null : (this.before ?? read());
    Object.assign(this, { looking: true, game, step });
    this.note();
    if (!before || before.game !== game || !(Date.now() - before.at > LONG)) return null;
    return { seconds: Math.round((Date.now() - before.at) / 1000), moved: before.step !== step };
  }

  // Nothing more is heard from now on.
  leave() {
    if (!this.looking) return;
    this.looking = false;
    this.before = null;
    this.note();
  }

  note() {
    try {
      localStorage.setItem(NAME, JSON.stringify({ at: Date.now(), game: this.game, step: this.step }));
    } catch {
      // then it only knows while it is open
    }
  }
}
