// Moments that everybody should notice, over the whole page: a reveal, an answer, the end. A touch or a few seconds
// close one, and then comes the next.

import { fill, get, make } from "./dom.js";
import { symbolSign } from "./symbol.js";
import { ticket } from "./tickets.js";
import { sentence } from "./told.js";
import { pawnName, reason, say } from "./words.js";

const SHOWN = 3500; // milliseconds
const READ = 5000; // for what has to be remembered
const stage = get("scene");
const waiting = [];
let fading = 0;

function next() {
  clearTimeout(fading);
  const one = waiting.shift();
  stage.hidden = !one;
  if (!one) return;
  stage.className = `scene ${one.look}`;
  fill(stage, make("p", {}, one.title), one.big && make("strong", { class: "number" }, one.big), one.why && make("p", { class: "why" }, one.why));
  fading = setTimeout(next, one.look.startsWith("answer") ? READ : SHOWN);
}

stage.addEventListener("pointerdown", next);

// What has come out between two states of the same game.
export function news(before, now) {
  if (before?.game !== now.game) {
    waiting.length = 0;
    return;
  }
  const fresh = now.told.filter((one) => one.place >= before.heard);
  waiting.push(...fresh.filter((one) => one.event in SCENES).map((one) => SCENES[one.event](one, now)));
  if (now.outcome && !before.outcome) waiting.push(end(now));
  if (waiting.length && stage.hidden) next();
}

const seen = (station) => ({ look: "reveal", title: say("seen_scene"), big: String(station) });
const answer = (one, state, big) => ({ look: "answer", title: sentence(one, state), big });
const chip = (kind, state) => ticket(kind, state.words, { named: true });

const SCENES = {
  shown: ({ at }) => seen(at),
  flew: ({ to }) => seen(to),
  recalled: (one, state) => ({ ...answer(one, state, String(one.at)), look: "answer reveal" }),
  quarter_told: (one, state) => answer(one, state, one.quarter),
  symbol_told: (one, state) => answer(one, state, make("span", { class: one.there ? "yes" : "no" }, symbolSign(one.symbol) || (one.there ? "✓" : "✗"))),
  ticket_banned: (one, state) => answer(one, state, make("span", { class: "no" }, chip(one.ticket, state))),
  crime_committed: (one, state) => answer(one, state, `${state.crimes}/${state.crimes_to_win}`),
  hideout_took: (one, state) => answer(one, state, chip(one.what, state)),
  tile_turned: (one, state) => answer(one, state, one.tile.join(" · ")),
};

function end(state) {
  const { outcome } = state;
  if (outcome.reason === "captured") return { look: "capture", title: say("caught_scene"), big: String(outcome.at) };
  return { look: "end", title: verdict(state), why: reason(outcome) };
}

export function verdict({ outcome, words }) {
  if (!outcome.winner) return say("nobody_won");
  return outcome.winner === "mister_x" ? say("he_wins", { name: pawnName("mister_x", words) }) : say("they_win");
}
