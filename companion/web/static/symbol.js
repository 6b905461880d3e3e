// What is printed on the board, as a sign in a sentence: a park, a monument, a river.

import { PRINTED } from "./board/shapes.js";
import { make } from "./board/svg.js";

// Nothing for a symbol that the board does not draw.
export const symbolSign = (name) => name in PRINTED && make("svg", { class: "symbol", viewBox: "-10 -17 20 23", "aria-hidden": "true" }, make("path", { d: PRINTED[name] }));
