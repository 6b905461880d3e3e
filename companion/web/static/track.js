// His travel log as the table sees it: a cell for each window, tickets in their shapes, stations where he was seen.

import { make } from "./dom.js";
import { ticket } from "./tickets.js";
import { say, ticketName } from "./words.js";

function told(row, state) {
  const words = [say("window_number", { window: row.window })];
  if (row.ticket) words.push(ticketName(row.ticket, state.words));
  if (row.note) words.push(say(`note_${row.note}`));
  if (row.station) words.push(row.seen ? say("seen_at", { station: row.station }) : String(row.station));
  return words.join(", ");
}

export function track(state) {
  const shows = state.in_the_open ? state.vanish_windows : state.reveal_windows;
  // Not only seen: what a token told, and at the end every station, is written there too.
  return Array.from({ length: state.windows }, (_, place) => {
    const window = place + 1;
    const row = state.log[place];
    const revealed = row?.seen && (!state.in_the_open || shows.includes(window));
    const looks = ["window", shows.includes(window) && "shows", row && "filled", revealed && "seen", window === state.window && "last"];
    return make(
      "li",
      { class: looks.filter(Boolean).join(" ") },
      make("span", { class: "hidden" }, row ? told(row, state) : shows.includes(window) ? say(state.in_the_open ? "vanish_next" : "shown_next", { window }) : say("window_number", { window })),
      make("span", { class: "count", "aria-hidden": "true" }, String(window)),
      row?.ticket ? hide(ticket(row.ticket, state.words, { named: true })) : row ? make("span", { class: "ticket none", "aria-hidden": "true" }, row.note === "balloon" ? "◍" : "–") : null,
      row?.station ? make("strong", { class: "number", "aria-hidden": "true" }, String(row.station)) : null,
    );
  });
}

function hide(element) {
  element.setAttribute("aria-hidden", "true");
  return element;
}
