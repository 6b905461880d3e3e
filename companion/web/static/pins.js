// What stands on the board, as it wants it: pawns, a helicopter, and the board's own words.

import { initial, lookOf, pawnName, say, ticketName } from "./words.js";

const figure = (pawns, name, words) => ({ name, look: lookOf(pawns, name), initial: initial(name), title: pawnName(name, words) });

// All *pawns* that stand somewhere; *active* are those who may move.
export function pins(pawns, words, active = []) {
  return Object.entries(pawns)
    .filter(([, one]) => one.station)
    .map(([name, one]) => ({ ...figure(pawns, name, words), station: one.station, active: active.includes(name) }));
}

// The pawn in the air, over where it will land.
export function hovering({ helicopter, pawns, words }) {
  if (!helicopter) return null;
  const { pawn, to } = helicopter;
  return { ...figure(pawns, pawn, words), station: to, title: say("flies_to", { pawn: pawnName(pawn, words), to }) };
}

export const boardWords = () => Object.fromEntries(["zoom_in", "zoom_out", "whole_board", "board"].map((name) => [name, say(name)]));

// What a lit station is, for whoever does not see it.
export function lit(station, kinds, words) {
  if (!kinds.length) return `${say("station")} ${station}`;
  return say("target", { to: station, tickets: kinds.map((kind) => ticketName(kind, words)).join(", ") });
}
