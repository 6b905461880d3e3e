// A moment that everybody should notice, over the whole page: a reveal, a capture. A touch or a few seconds close it.

import { fill, get, make } from "./dom.js";

const SHOWN = 3500; // milliseconds
let fading = 0;

export function scene(title, number, look) {
  const stage = get("scene");
  fill(stage, make("p", {}, title), number ? make("strong", { class: "number" }, String(number)) : null);
  stage.className = `scene ${look}`;
  stage.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => (stage.hidden = true), SHOWN);
}

get("scene").addEventListener("pointerdown", () => (get("scene").hidden = true));

// What has just come out between two states of the same game.
export function news(before, now, words) {
  if (!before || before.game !== now.game || now.step <= before.step) return;
  if (now.outcome && !before.outcome) {
    if (now.outcome.reason === "captured") scene(words.caught, now.outcome.at, "capture");
    else scene(words.over, now.mister_x.station, "capture");
    return;
  }
  const last = now.log.at(-1);
  const was = before.log[(last?.window ?? 0) - 1];
  if (last?.station && !was?.station && !now.in_the_open) scene(words.seen, last.station, "reveal");
}
