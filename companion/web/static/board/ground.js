// What never changes during a game: the ground, the lines, the stations. Drawn once, as few elements as can be.

import { RADIUS } from "./places.js";
import { river } from "./river.js";
import { PRINTED } from "./shapes.js";
import { layer, make, number, text } from "./svg.js";

const round = (number) => Math.round(number * 10) / 10;
const LINES = ["underground", "bus", "taxi"]; // the thick ones lie below

const HALF = RADIUS - 1.1; // the middle of the ring
const LOWER = `M${-HALF} 0A${HALF} ${HALF} 0 0 0 ${HALF} 0`;
const QUAY = "M-10 12.5q2.5-3 5 0t5 0t5 0t5 0";
const MANY = 3; // fewer stations are no quarter yet

const straight = (links, places) =>
  links
    .map((ends) => places.these(ends))
    .map(([a, b]) => `M${round(a.x)} ${round(a.y)}L${round(b.x)} ${round(b.y)}`)
    .join("");

export const dots = (stations) => stations.map(({ x, y }) => `M${round(x)} ${round(y)}h0`).join("");

// A quarter is the ground around its stations and the streets between them.
function quarter(stations, { links }, places) {
  const inside = new Set(stations);
  const own = Object.values(links).flat().filter((ends) => ends.every((end) => inside.has(end)));
  return straight(own, places) + dots(places.these(stations));
}

function quarters(drawing, places) {
  const known = Object.entries(drawing.quarters).filter(([, stations]) => stations.length >= MANY);
  return known.flatMap(([name, stations]) => {
    const there = places.these(stations);
    const middle = (axis) => round(there.reduce((sum, station) => sum + station[axis], 0) / there.length);
    return [
      make("path", { class: `quarter quarter-${name}`, d: quarter(stations, drawing, places) }),
      text(name, { class: "quarter-name", x: middle("x"), y: middle("y"), dy: "0.35em" }),
    ];
  });
}

export function lines(drawing, places, streets, lamp) {
  const { water, waves } = river(drawing.links.ferry ?? [], places);
  const land = straight(Object.values(drawing.links).flat(), places);
  const path = (name, d) => make("path", { class: name, d });
  const lamps = places
    .all()
    .filter((station) => station.stops.includes("underground"))
    .map(({ x, y }) => make("circle", { cx: round(x), cy: round(y), r: 58, fill: lamp }));
  const group = layer("lines");
  group.append(
    path("land far-land", land),
    path("land", land),
    ...quarters(drawing, places),
    path("water", water),
    path("street", streets.path("taxi") + streets.path("bus")),
    ...lamps,
    path("line ferry", waves),
    ...LINES.map((mode) => path(`line ${mode}`, streets.path(mode))),
  );
  return group;
}

// As on the printed boards: taxis above, buses below, a red plate for the underground, waves for the ferry.
function station({ number: digits, x, y, stops }) {
  const group = make("g", { class: ["station", ...stops].join(" "), transform: `translate(${round(x)} ${round(y)})` });
  if (stops.includes("ferry")) group.append(make("path", { class: "quay", d: QUAY }));
  group.append(make("circle", { class: "disc", r: HALF }));
  if (stops.includes("bus")) group.append(make("path", { class: "lower", d: LOWER }));
  if (stops.includes("underground")) group.append(make("rect", { class: "sign", x: -12, y: -5.8, width: 24, height: 11.6, rx: 2 }));
  group.append(number(digits, "0.36em", stops.includes("underground") ? 20 : 16.4));
  return group;
}

// Below the station, so far to the side.
function printed(name, numbers, places, aside) {
  return places.these(numbers).map(({ x, y }) => {
    const transform = `translate(${round(x + aside)} ${round(y + 15)}) scale(0.55)`;
    return make("path", { class: `printed ${name}`, d: PRINTED[name], transform });
  });
}

export function stations(drawing, places) {
  const group = layer("stations");
  const symbols = Object.entries(drawing.symbols).filter(([name]) => name in PRINTED);
  group.append(
    ...places.all().map(station),
    ...printed("hideout", drawing.hideouts, places, 11),
    ...symbols.flatMap(([name, numbers], place) => printed(name, numbers, places, -12 + 8 * place)),
  );
  return group;
}
