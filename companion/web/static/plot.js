// How well he hid: at how many stations he could have been in each window of his log.

import { say } from "./words.js";

const WIDTH = 480;
const HEIGHT = 160;
const LEFT = 30;
const BOTTOM = 20;
const SVG = "http://www.w3.org/2000/svg";

function make(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text) element.textContent = text;
  return element;
}

// A round number of stations for the top line.
const ceiling = (most) => [5, 10, 20, 50, 100, 150, 200, 300, 600].find((top) => top >= most) ?? most;

export class Plot {
  constructor(root, traces, pick) {
    const top = ceiling(Math.max(1, ...traces.map((trace) => trace.places)));
    const x = (window) => LEFT + ((window - 0.5) * (WIDTH - LEFT)) / Math.max(traces.length, 1);
    const y = (places) => HEIGHT - BOTTOM - (places * (HEIGHT - BOTTOM - 12)) / top;
    this.svg = make("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "plot", role: "img", "aria-label": traces.map((trace) => say("plot_point", trace)).join("; ") });
    for (const line of [0, top / 2, top]) {
      this.svg.append(make("line", { class: "grid", x1: LEFT, x2: WIDTH, y1: y(line), y2: y(line) }), make("text", { class: "axis", x: LEFT - 5, y: y(line) + 4, "text-anchor": "end" }, String(line)));
    }
    const points = traces.map((trace) => `${x(trace.window)},${y(trace.places)}`);
    if (points.length) this.svg.append(make("polygon", { class: "area", points: `${x(traces[0].window)},${y(0)} ${points.join(" ")} ${x(traces.at(-1).window)},${y(0)}` }), make("polyline", { class: "line", points: points.join(" ") }));
    this.dots = new Map();
    for (const trace of traces) {
      const dot = make("circle", { class: trace.seen ? "dot seen" : "dot", cx: x(trace.window), cy: y(trace.places), r: 4 });
      const wide = (WIDTH - LEFT) / traces.length;
      const hit = make("rect", { class: "hit", x: x(trace.window) - wide / 2, y: 0, width: wide, height: HEIGHT });
      hit.addEventListener("click", () => pick(trace.window));
      this.svg.append(dot, hit);
      this.dots.set(trace.window, dot);
      if (trace.window === 1 || trace.window % 5 === 0) this.svg.append(make("text", { class: "axis", x: x(trace.window), y: HEIGHT - 4, "text-anchor": "middle" }, String(trace.window)));
    }
    root.replaceChildren(this.svg);
  }

  mark(window) {
    for (const [number, dot] of this.dots) dot.classList.toggle("now", number === window);
  }
}
