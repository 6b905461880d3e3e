// What shines on the streets: where he can be, and the lines that lead from where he is to what is lit.

import { dots } from "./ground.js";
import { RADIUS } from "./places.js";
import { layer, make } from "./svg.js";

const GLOW = 3.2 * RADIUS;
const BRIGHT = 24; // so many places shine; more are fainter, or the board would drown in them
const FAINTEST = 0.4;

export class Light {
  // *warmth* fills a glow that fades outwards.
  constructor(warmth) {
    this.warmth = warmth;
    this.heat = layer("heat");
    this.rays = layer("rays");
  }

  show({ heat, here, targets }, places, streets) {
    this.showHeat(places.these(heat));
    const ways = streets.between(here, Object.keys(targets));
    this.rays.replaceChildren(...ways.map(([mode, d]) => make("path", { class: `line ${mode}`, d })));
  }

  showHeat(stations) {
    const core = dots(stations);
    if (this.heat.firstChild?.getAttribute("d") === core) return;
    const glows = stations.map(({ x, y }) => make("circle", { cx: x, cy: y, r: GLOW, fill: this.warmth }));
    this.heat.style.opacity = Math.min(1, Math.max(FAINTEST, BRIGHT / stations.length));
    this.heat.replaceChildren(make("path", { d: core }), ...glows);
  }
}
