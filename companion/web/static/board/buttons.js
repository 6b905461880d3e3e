// The buttons beside the board, for whoever has no second finger free.

import { make } from "./svg.js";

const ICONS = {
  zoom_in: "M5 12H19M12 5V19",
  zoom_out: "M5 12H19",
  whole_board: "M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15",
};

// *acts* has a function for each icon, *words* what it is called.
export function buttons(acts, words) {
  const group = document.createElement("div");
  group.className = "zoom";
  for (const [name, path] of Object.entries(ICONS)) {
    const button = document.createElement("button");
    button.type = "button";
    button.title = words[name] ?? "";
    button.setAttribute("aria-label", button.title);
    button.append(make("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, make("path", { d: path })));
    button.addEventListener("click", acts[name]);
    group.append(button);
  }
  return group;
}
