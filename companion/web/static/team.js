// The detectives: where they stand, what they have left, who may move.

import { make } from "./dom.js";
import { pawn, purse } from "./tickets.js";
import { pawnName, say, ticketName } from "./words.js";

export const mayMove = (state) => (Array.isArray(state.turn) ? state.turn : state.turn ? [state.turn] : []);

export function playerOf(state, name) {
  const called = pawnName(name, state.words);
  const player = state.players?.[name];
  return player ? `${called} · ${player}` : called;
}

export function team(state) {
  const active = mayMove(state);
  const rows = Object.entries(state.pawns).map(([name, one]) =>
    make(
      "tr",
      { class: active.includes(name) ? "active" : "" },
      make("th", { scope: "row" }, make("span", { class: "who" }, pawn(state.pawns, name, state.words), make("span", {}, playerOf(state, name)))),
      make("td", { class: "number station" }, one.station ? String(one.station) : say("in_the_air")),
      make("td", {}, one.tickets === null ? make("span", { class: "soft" }, say("free")) : state.common_purse ? "" : purse(one.tickets, state.words)),
      Object.keys(state.characters).length > 0 && make("td", { class: "number tokens" }, one.bobby ? "" : tokens(one.tokens)),
    ),
  );
  const his = make(
    "tr",
    { class: active.includes("mister_x") ? "active" : "" },
    make("th", { scope: "row" }, make("span", { class: "who" }, make("span", { class: "hat", "aria-hidden": "true" }), make("span", {}, playerOf(state, "mister_x")))),
    make("td", { class: "number station" }, state.mister_x.station ? String(state.mister_x.station) : "?"),
    make("td", { colspan: Object.keys(state.characters).length ? 2 : 1 }, purse(state.mister_x.tickets, state.words)),
  );
  const common = state.common_purse && Object.values(state.pawns).find((one) => one.tickets);
  return [
    make("table", {}, make("caption", { class: "hidden" }, say("detectives")), make("tbody", {}, rows, his)),
    common && make("p", { class: "common" }, make("span", {}, say("common_purse")), purse(common.tickets, state.words)),
  ];
}

// As short as a ticket and its count.
const tokens = (count) => [make("span", { "aria-hidden": "true" }, `◆${count}`), make("span", { class: "hidden" }, say("tokens", { count }))];

// What the special rules have put on the table.
export function pieces(state) {
  const lines = [];
  if (state.helicopter) lines.push(say("flies_to", { pawn: pawnName(state.helicopter.pawn, state.words), to: state.helicopter.to }));
  if (state.helicopters_left) lines.push(say("flights_left", { count: state.helicopters_left }));
  if (state.barriers.length) lines.push(say("barriers_on", { stations: state.barriers.join(", ") }));
  if (state.barriers_left) lines.push(say("barriers_left", { count: state.barriers_left }));
  if (state.banned) lines.push(say("banned", { ticket: ticketName(state.banned, state.words) }));
  if (state.crimes_to_win) lines.push(say("crimes_done", { count: state.crimes, all: state.crimes_to_win }));
  return lines.map((line) => make("li", {}, line));
}
