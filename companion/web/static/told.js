// What the table is told, a sentence for each thing: the words are those of the box.

import { pawnName, say, symbolName, ticketName, took } from "./words.js";

const his = (state) => pawnName("mister_x", state.words);
const names = (pawns, state) => pawns.map((pawn) => pawnName(pawn, state.words)).join(", ");

const SENTENCES = {
  hid: (one, state) => say("told_hid", { name: his(state) }),
  tickets_taken: ({ tickets }, state) => tickets.map(([pawn, kind]) => say("told_loses", { pawn: pawnName(pawn), ticket: ticketName(kind, state.words) })).join(" "),
  crossed: (one, state) => say("told_crossed", { name: his(state) }),
  lingered: (one, state) => say("told_lingered", { name: his(state) }),
  crime_committed: () => say("told_crime"),
  hideout_took: ({ what }, state) => say("told_took", { ticket: ticketName(what, state.words) }),
  tile_turned: ({ tile }) => say("told_tile", { stations: tile.join(", ") }),
  flew: () => say("told_flew"),
  passed: ({ pawns, declined }, state) => say(declined ? "told_declined" : "told_passed", { names: names(pawns, state) }),
  boarded: ({ pawn, to }) => say("flies_to", { pawn: pawnName(pawn), to }),
  barrier_put: ({ at }) => say("told_barrier", { at }),
  corrected: ({ pawn, to }, state) => say("told_corrected", { pawn: pawnName(pawn, state.words), to }),
  quarter_told: ({ quarter }) => say("told_quarter", { quarter }),
  symbol_told: ({ symbol, there }) => say(there ? "told_yes" : "told_no", { symbol: symbolName(symbol) }),
  ticket_banned: ({ ticket }, state) => say("told_banned", { name: his(state), ticket: ticketName(ticket, state.words) }),
  recalled: ({ window, at }) => say("told_recalled", { window, at }),
};
const IN_THE_LOG = ["shown", "flew", "crossed", "lingered"]; // and said with its last window

export const sentence = (one, state) => SENTENCES[one.event](one, state);

// What the special rules brought in the last two turns, the newest last.
export function special(state) {
  if (!state.log.length && state.told.some((one) => one.event === "shown")) return [say("told_begins", { name: his(state) })];
  const told = state.told.filter((one) => !IN_THE_LOG.includes(one.event)).map((one) => sentence(one, state));
  return state.taken_back ? [...told, undone(state.taken_back, state)] : told;
}

function undone({ whose, by_clock: clock }, state) {
  if (whose === "detectives" || clock) return say("told_undone");
  return say("told_undone_by", { pawn: pawnName(whose, state.words) });
}

// What the last window of his log says, in a sentence or two.
export function ride(row, state) {
  const notes = { crossed: "told_crossed", time: "told_lingered", balloon: "told_flew" };
  const name = his(state);
  const how = row.ticket ? took(row.ticket, name, state.words) : say(notes[row.note] ?? "told_vanished", { name });
  return row.station ? `${how} ${say("seen_at", { station: row.station })}` : how;
}
