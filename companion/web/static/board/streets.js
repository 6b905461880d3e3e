// The way each link takes: a gentle curve that gives way to stations where it doesn't stop, and to its neighbours.

import { RADIUS } from "./places.js";

const CLEAR = RADIUS + 5; // from the middle of a station that it only passes
const LANE = 4; // between lines that join the same two stations
const BENDS = [0, 6, -6, 12, -12, 18, -18, 25, -25, 33, -33];
const STEPS = [0.12, 0.25, 0.38, 0.5, 0.62, 0.75, 0.88];

const round = (number) => Math.round(number * 10) / 10;

// A curve is as far off the straight way in its middle as half of its control point.
function bent(from, to, bend) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const across = (2 * bend) / length;
  return {
    from,
    to,
    x: (from.x + to.x) / 2 - (to.y - from.y) * across,
    y: (from.y + to.y) / 2 + (to.x - from.x) * across,
  };
}

export function along({ from, to, x, y }, t) {
  const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
  return { x: a * from.x + b * x + c * to.x, y: a * from.y + b * y + c * to.y };
}

function clearance(curve, stations) {
  let least = CLEAR;
  for (const t of STEPS) {
    const { x, y } = along(curve, t);
    for (const station of stations) least = Math.min(least, Math.hypot(station.x - x, station.y - y));
  }
  return least;
}

// The stations that a link between these two could run into.
function inTheWay(from, to, stations) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy || 1;
  const reach = CLEAR + BENDS.at(-2);
  return stations.filter((station) => {
    if (station === from || station === to) return false;
    const t = Math.max(0, Math.min(1, ((station.x - from.x) * dx + (station.y - from.y) * dy) / square));
    return Math.hypot(from.x + t * dx - station.x, from.y + t * dy - station.y) < reach;
  });
}

function winding(from, to, lane, stations) {
  const others = inTheWay(from, to, stations);
  let best = null;
  let widest = -1;
  for (const bend of BENDS) {
    const curve = bent(from, to, bend + lane);
    const free = clearance(curve, others);
    if (free >= CLEAR) return curve;
    if (free > widest + 0.5) [best, widest] = [curve, free];
  }
  return best;
}

const key = (a, b) => `${Math.min(a, b)}-${Math.max(a, b)}`;

export class Streets {
  constructor(links, places) {
    this.places = places;
    this.modes = {};
    const lines = new Map(); // how many join the same two stations
    const pairs = Object.entries(links).filter(([mode]) => mode !== "ferry");
    for (const [, ends] of pairs) for (const [a, b] of ends) lines.set(key(a, b), (lines.get(key(a, b)) ?? 0) + 1);
    const drawn = new Map();
    const stations = places.all();
    for (const [mode, ends] of pairs) {
      this.modes[mode] = new Map();
      for (const [a, b] of ends) {
        const count = drawn.get(key(a, b)) ?? 0;
        drawn.set(key(a, b), count + 1);
        const lane = LANE * (count - (lines.get(key(a, b)) - 1) / 2);
        this.modes[mode].set(key(a, b), winding(places.get(a), places.get(b), lane, stations));
      }
    }
  }

  // All links of a mode as one path: there are hundreds, and a phone has to draw them again and again.
  path(mode) {
    return [...(this.modes[mode]?.values() ?? [])].map(trace).join("");
  }

  // The links of each mode that lead from a station to some of these.
  between(from, numbers) {
    const ways = Object.entries(this.modes).map(([mode, links]) => [
      mode,
      numbers.map((to) => links.get(key(from, to))).filter(Boolean).map(trace).join(""),
    ]);
    return ways.filter(([, d]) => d);
  }

  // The way from one station to another, for whoever rides it; drawn on the right, so that back is not on forth.
  ride(from, to, ticket) {
    const [start, end] = [this.places.get(from), this.places.get(to)];
    if (!start || !end) return null;
    const modes = this.modes[ticket] ? [ticket] : Object.keys(this.modes);
    const link = modes.map((mode) => this.modes[mode].get(key(from, to))).find(Boolean);
    const { x, y } = link ?? bent(start, end, 0);
    const aside = bent(start, end, 2);
    return { from: start, to: end, x: x + aside.x - (start.x + end.x) / 2, y: y + aside.y - (start.y + end.y) / 2 };
  }
}

export const trace = ({ from, to, x, y }) =>
  `M${round(from.x)} ${round(from.y)}Q${round(x)} ${round(y)} ${round(to.x)} ${round(to.y)}`;
