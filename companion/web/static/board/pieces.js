// The pieces that lie on a board, one element each. Inside `grown` they are drawn in css pixels, around their station.

import { CROWN, HEAD, PIN, hat, isTicket, ticketShape } from "./shapes.js";
import { make, number, text } from "./svg.js";

export const LAMP = 17; // the radius of a lit target
export const PLATE = 16; // and of the station where he is
export const BRIM = -9; // his hat sits this high on it
export const TAG = 11; // and of one that is named, when the board is seen from far away
const CELL = 13; // one ticket on a strip

const circle = (name, r, more = {}) => make("circle", { class: name, r, ...more });
const path = (name, d) => make("path", { class: name, d });

function piece(name, station, ...inside) {
  const element = make("g", { class: name }, make("g", { class: "grown" }, ...inside));
  stand(element, station);
  return element;
}

export function stand(element, { number, x, y }) {
  element.dataset.station = number;
  element.style.transform = `translate(${x}px, ${y}px)`;
}

// Each ticket as colour and shape, in a row below the number. Where one begins or lands, there is none.
function strip(all) {
  const tickets = all.filter(isTicket);
  if (!tickets.length) return make("g");
  const wide = tickets.length * CELL + 5;
  const at = (place) => `translate(${(place - (tickets.length - 1) / 2) * CELL} 0)`;
  return make(
    "g",
    { transform: "translate(0 17)" },
    make("rect", { class: "strip", x: -wide / 2, y: -8, width: wide, height: 16, rx: 8 }),
    ...tickets.map((ticket, place) => ticketShape(ticket, { transform: at(place) })),
  );
}

const warning = () =>
  make("g", { class: "warning" }, path("", "M14-26L23-11H5Z"), text("!", { x: 14, y: -13 }));

export function target(station, tickets, glow) {
  const lamp = [
    circle("halo", 1.7 * LAMP, { fill: glow }),
    circle("ring", LAMP + 4.5),
    circle("lit", LAMP),
    number(station.number, tickets.length ? "0.2em" : "0.36em", 27),
    strip(tickets),
    warning(),
  ];
  const leader = make("line", { class: "leader" });
  const element = piece("target", station, leader, make("g", { class: "lantern" }, ...lamp));
  element.setAttribute("tabindex", "0");
  element.setAttribute("role", "button");
  return element;
}

// A lamp that had to give way hangs beside its station, on a line.
export function hang(element, at, home) {
  const [leader, lantern] = element.firstChild.children;
  const [x, y] = [(at.x - home.x).toFixed(1), (at.y - home.y).toFixed(1)];
  lantern.setAttribute("transform", `translate(${x} ${y})`);
  leader.setAttribute("x2", x);
  leader.setAttribute("y2", y);
}

export const barrier = (station) =>
  piece("barrier", station, path("rail", "M-20 4L20-4"), path("stripes", "M-18.5 3.7L18.5-3.7"));

// A station again, so large that its number can be read.
export const tag = (station) => piece("tag", station, circle("plain", TAG), number(station.number, "0.36em", 17));

// Where the helicopter will come down.
export const landing = (station) => piece("landing", station, circle("ground", LAMP), circle("field", LAMP));

// Where he is: his hat on the number.
export function plate(station) {
  const worn = make("g", { transform: `translate(0 ${BRIM})` }, hat(1.35));
  return piece("plate", station, circle("lit", PLATE), digits(station), worn);
}

const digits = (station) => number(station.number, "0.42em", 23);

export function carry(element, station) {
  element.querySelector(".digits").replaceWith(digits(station));
  stand(element, station);
}

// Pins stand with their tip on the station; when they lean, their letters stay upright.

const LOFT = HEAD + 11; // from the landing place to the middle of a pawn that hovers

const upright = (inside) => make("g", { class: "upright" }, inside);

export const pawn = ({ look, initial }, station, glow) =>
  piece(
    `pin figure look-${look}`,
    station,
    circle("halo", 2 * LAMP, { fill: glow, cy: -HEAD }),
    path("body", PIN),
    upright(text(initial, { dy: "0.36em" })),
  );

// A pawn in the air: it touches nothing, and has a rotor.
export function hovering({ look, initial }, station) {
  const top = -LOFT - CROWN;
  const element = piece(
    `pin figure hovering look-${look}`,
    station,
    path("hangs", `M0-3V${CROWN - LOFT}`),
    path("rotor", `M0${top}V${top - 5}M-17${top - 5}H17`),
    circle("body", CROWN, { cy: -LOFT }),
    upright(text(initial, { dy: "0.36em" })),
  );
  element.dataset.high = LOFT;
  return element;
}

// How high above its tip the middle of its head is.
export const high = ({ dataset }) => Number(dataset.high ?? HEAD);

export const seenHat = ({ window }, station) => piece("pin seen", station, hat(1.9), text(window, { y: -17 }));

export function tilt(element, degrees, lift, grown) {
  element.lastChild.setAttribute("transform", `${grown} rotate(${degrees}) translate(0 ${-lift.toFixed(1)})`);
  element.querySelector(".upright")?.setAttribute("transform", `translate(0 ${-high(element)}) rotate(${-degrees})`);
}

// What a mouse hears that rests on it.
export function entitle(element, words) {
  const title = element.querySelector("title") ?? element.insertBefore(make("title"), element.firstChild);
  title.textContent = words;
}
