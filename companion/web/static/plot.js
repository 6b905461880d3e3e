// How well he hid: at how many stations he could have been in each window of his log.

import { make } from "./board/svg.js";
import { say } from "./words.js";

const HEIGHT = 160;
const LEFT = 34;
const RIGHT = 8;
const TOP = 12;
const BOTTOM = 24;

// A round number of stations for the top line.
const ceiling = (most) => [5, 10, 20, 50, 100, 150, 200, 300, 600].find((top) => top >= most) ?? most;

const sentence = (trace) => say(trace.places === 1 ? "plot_known" : "plot_point", trace);

export class Plot {
  constructor(root, traces, pick) {
    Object.assign(this, { root, traces, pick, width: 0, window: 0, dots: new Map() });
    // Drawn anew for another width, not stretched: letters and dots keep their size.
    new ResizeObserver(([{ contentRect }]) => this.draw(Math.round(contentRect.width))).observe(root);
  }

  draw(width) {
    if (!width || width === this.width) return;
    this.width = width;
    const { traces } = this;
    const top = ceiling(Math.max(1, ...traces.map((trace) => trace.places)));
    const wide = (width - LEFT - RIGHT) / Math.max(traces.length, 1);
    const x = (window) => LEFT + (window - 0.5) * wide;
    const y = (places) => HEIGHT - BOTTOM - (places * (HEIGHT - BOTTOM - TOP)) / top;
    const svg = make("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, class: "plot", role: "img", "aria-label": traces.map(sentence).join("; ") });
    for (const line of [0, top / 2, top]) {
      svg.append(make("line", { class: "grid", x1: LEFT, x2: width, y1: y(line), y2: y(line) }), make("text", { class: "axis", x: LEFT - 6, y: y(line) + 5, "text-anchor": "end" }, String(line)));
    }
    const points = traces.map((trace) => `${x(trace.window)},${y(trace.places)}`);
    if (points.length) svg.append(make("polygon", { class: "area", points: `${x(traces[0].window)},${y(0)} ${points.join(" ")} ${x(traces.at(-1).window)},${y(0)}` }), make("polyline", { class: "line", points: points.join(" ") }));
    for (const trace of traces) {
      const dot = make("circle", { class: trace.seen ? "dot seen" : "dot", cx: x(trace.window), cy: y(trace.places), r: 4 });
      const hit = make("rect", { class: "hit", x: x(trace.window) - wide / 2, y: 0, width: wide, height: HEIGHT });
      hit.addEventListener("click", () => this.pick(trace.window));
      svg.append(dot, hit);
      this.dots.set(trace.window, dot);
      if (trace.window === 1 || trace.window % 5 === 0) svg.append(make("text", { class: "axis", x: x(trace.window), y: HEIGHT - 4, "text-anchor": "middle" }, String(trace.window)));
    }
    this.root.replaceChildren(svg);
    this.mark(this.window);
  }

  mark(window) {
    this.window = window;
    for (const [number, dot] of this.dots) dot.classList.toggle("now", number === window);
  }
}
