// The list of games: its statistics lie open where there is room for them beside it, and are folded where there is not.

import { get } from "./dom.js";

const wide = matchMedia("(min-width: 70rem)"); // as in games.css

function unfold() {
  get("statistics").open = wide.matches;
}

wide.addEventListener("change", unfold);
unfold();
