// The words of this page in its language, as the server put them into it.

const words = JSON.parse(document.getElementById("words").textContent);

// say("round", { round: 4 })
export function say(name, gaps = {}) {
  return words.texts[name].replace(/\{(\w+)\}/g, (gap, key) => gaps[key] ?? gap);
}

const capital = (name) => name.charAt(0).toUpperCase() + name.slice(1);

// What a pawn is called; an edition may have a word of its own for Mister X.
export function pawnName(pawn, own = {}) {
  if (pawn === "mister_x" && own.mister_x) return own.mister_x;
  return words.pawns[pawn] ?? capital(pawn.slice(0, 8));
}

export const initial = (pawn) => words.initials[pawn] ?? pawn.charAt(0).toUpperCase();

export function ticketName(ticket, own = {}) {
  const called = own[ticket] ?? ticket;
  return words.tickets[called] ?? called;
}

export function took(ticket, name, own = {}) {
  return words.took[own[ticket] ?? ticket].replace("{name}", name);
}

export const symbolName = (symbol) => words.symbols[symbol] ?? symbol;

export function reason(outcome) {
  return words.reasons[outcome.reason].replace("{at}", outcome.at);
}

export const trouble = (what) => words.troubles[what] ?? words.stuck.replace("{key}", what);

const COLOURS = ["red", "blue", "green", "yellow", "brown"];

// The colour of a pawn: its own, or its seat's where pawns have other names.
export function lookOf(pawns, name) {
  if (pawns[name]?.bobby) return "bobby";
  if (COLOURS.includes(name)) return name;
  return COLOURS[Object.keys(pawns).indexOf(name)] ?? "other";
}
