// The keypad: mouse, fingers and the keyboard. A key is down as long as somebody holds it.

import { post } from "./post.js";

const NAMES = { "*": "star", "#": "hash", Enter: "hash", Backspace: "star", Escape: "star" };

function named(pressed) {
  if (/^[0-9]$/.test(pressed)) return pressed;
  if (/^[a-dA-D]$/.test(pressed)) return pressed.toUpperCase();
  return NAMES[pressed];
}

export class Keypad {
  constructor(pad, told) {
    this.told = told;
    this.held = new Map(); // by finger or keyboard key, so that two on one key release it once
    this.buttons = new Map([...pad.querySelectorAll("[data-key]")].map((b) => [b.dataset.key, b]));
    for (const [name, button] of this.buttons) this.listen(name, button);
    addEventListener("keydown", (event) => this.typed(event));
    addEventListener("keyup", (event) => {
      // Else a browser makes a click of it as well.
      if (this.held.has(event.code)) event.preventDefault();
      this.up(event.code);
    });
    for (const leaving of ["blur", "pagehide"]) addEventListener(leaving, () => this.letGo());
    document.addEventListener("visibilitychange", () => document.hidden && this.letGo());
  }

  listen(name, button) {
    button.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      // Without focus: Enter stays the # key for somebody who clicks and types.
      event.preventDefault();
      button.setPointerCapture(event.pointerId);
      this.down(`pointer ${event.pointerId}`, name);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      button.addEventListener(end, (event) => this.up(`pointer ${event.pointerId}`));
    }
    for (const other of ["contextmenu", "mousedown"]) {
      button.addEventListener(other, (event) => event.preventDefault());
    }
    // A click without a pointer or a key comes from a screen reader or a voice.
    button.addEventListener("click", (event) => {
      if (event.detail > 0 || event.pointerType) return;
      this.down("click", name);
      setTimeout(() => this.up("click"), 80);
    });
  }

  typed(event) {
    // On some keyboards # takes AltGr, which also looks like Ctrl and Alt.
    const shortcut = (event.ctrlKey || event.altKey) && !event.getModifierState("AltGraph");
    if (shortcut || event.metaKey) return;
    const focused = document.activeElement?.closest("button, a, select, input, summary");
    const presses = event.key === "Enter" || event.key === " ";
    let name = named(event.key);
    if (focused?.dataset.key && presses) name = focused.dataset.key;
    else if (focused && (presses || focused.tagName === "SELECT")) return;
    if (!name) return;
    event.preventDefault();
    if (!event.repeat) this.down(event.code, name);
  }

  down(holder, name) {
    if (this.held.has(holder)) return;
    const first = ![...this.held.values()].includes(name);
    this.held.set(holder, name);
    if (first) this.say(name, "down");
  }

  up(holder) {
    const name = this.held.get(holder);
    if (name === undefined) return;
    this.held.delete(holder);
    if (![...this.held.values()].includes(name)) this.say(name, "up");
  }

  letGo() {
    for (const holder of [...this.held.keys()]) this.up(holder);
  }

  say(name, way) {
    this.buttons.get(name).classList.toggle("down", way === "down");
    post(`/key/${name}/${way}`).then(this.told);
  }

  stuck(value) {
    for (const [name, button] of this.buttons) button.classList.toggle("stuck", name === named(value ?? ""));
  }
}
