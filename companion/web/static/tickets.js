// The picture language: tickets as colour, shape and letter, pawns as colour and initial.

import { make } from "./dom.js";
import { initial, lookOf, pawnName, ticketName } from "./words.js";

export const TICKETS = ["taxi", "bus", "underground", "black"];
const LETTERS = { taxi: "T", bus: "B", underground: "U", black: "X" };

// With its name beside it for those who do not see it, unless the name is written there anyway.
export function ticket(kind, own, { named = false } = {}) {
  const chip = make("span", { class: `ticket ${kind}` });
  if (kind === "double") chip.append(make("span", { "aria-hidden": "true" }, "2×"));
  else chip.append(make("span", { class: `shape ${kind}`, "aria-hidden": "true" }), make("span", { "aria-hidden": "true" }, LETTERS[kind]));
  if (!named) chip.append(make("span", { class: "hidden" }, ticketName(kind, own)));
  return chip;
}

export function pawn(pawns, name, own) {
  return make(
    "span",
    { class: `pawn ${lookOf(pawns, name)}`, title: pawnName(name, own) },
    make("span", { "aria-hidden": "true" }, initial(name)),
  );
}

// A purse as a row of chips with counts.
export function purse(tickets, own) {
  const kinds = [...TICKETS, "double"].filter((kind) => kind in tickets);
  return make(
    "ul",
    { class: "purse" },
    kinds.map((kind) => make("li", {}, ticket(kind, own), make("span", { class: "number" }, String(tickets[kind])))),
  );
}
