// What is wrong with the box, a line each. Nothing changes while nothing does, so that it is read aloud once.

import { make } from "./dom.js";

export function showTroubles(lines) {
  const list = document.getElementById("troubles");
  const shown = [...(list?.children ?? [])].map((item) => item.textContent);
  if (!list || JSON.stringify(shown) === JSON.stringify(lines)) return;
  list.replaceChildren(...lines.map((line) => make("li", {}, line)));
}
