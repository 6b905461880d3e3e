// The table page: what lies open, large enough to be read across the room.

import { Board } from "./board/board.js";
import { Clock } from "./clock.js";
import { fill, get } from "./dom.js";
import { preference } from "./menu.js";
import { showNames } from "./players.js";
import { post } from "./post.js";
import { news } from "./scene.js";
import { stream } from "./stream.js";
import { mayMove, pieces, playerOf, team } from "./team.js";
import { Touch } from "./touch.js";
import { track } from "./track.js";
import { showTroubles } from "./troubles.js";
import { initial, lookOf, pawnName, reason, say, ticketName, took, trouble } from "./words.js";

let state = null;
let drawn = null; // the game whose board is drawn

const clock = new Clock(get("clock"));
const heat = preference("heat", true, () => show());
const touch = new Touch(get("touch"), { send, changed: () => showBoard() });
const board = new Board(get("board"), {
  pick: (station) => touch.pick(station),
  label: (station, kinds) => say("target", { to: station, tickets: kinds.map((kind) => ticketName(kind, state.words)).join(", ") }),
  words: { zoom_in: say("zoom_in"), zoom_out: say("zoom_out"), whole_board: say("whole_board"), board: say("board") },
});

async function send(said) {
  const { taken, why } = await post("/table/do", { ...said, step: state.step });
  if (!taken) touch.say(why || say("lost"));
}

function headline() {
  const name = pawnName("mister_x", state.words);
  switch (state.phase) {
    case "off": return say("off");
    case "none": return say("no_game");
    case "card": return say("card_awaited", { name });
    case "paused": return say("paused_short");
    case "over": return verdict(name);
    default:
  }
  if (state.turn === "mister_x") return state.paired ? say("is_moving", { name }) : say("no_phone", { name });
  const movers = mayMove(state);
  if (movers.length === 1) return say("to_move", { pawn: playerOf(state, movers[0]) });
  return movers.length ? say("any_of", { pawns: movers.map((pawn) => pawnName(pawn, state.words)).join(", ") }) : say("round_ends");
}

function verdict(name) {
  if (!state.outcome.winner) return say("nobody_won");
  return state.outcome.winner === "mister_x" ? say("he_wins", { name }) : say("they_win");
}

// The last thing that happened to him, in a sentence.
function lastNews() {
  if (state.outcome) return reason(state.outcome);
  const last = state.log?.at(-1);
  if (!last) return state.paired || state.phase !== "play" ? "" : say("no_phone_hint");
  const name = pawnName("mister_x", state.words);
  const parts = [last.ticket ? took(last.ticket, name, state.words) : last.note ? `${name}: ${say(`note_${last.note}`)}` : ""];
  if (last.station) parts.push(say("seen_at", { station: last.station }));
  return parts.filter(Boolean).join(" ");
}

function show() {
  const playing = state.game !== undefined;
  document.body.classList.toggle("empty", !playing);
  const turn = get("turn");
  turn.textContent = headline();
  turn.className = `turn ${state.turn === "mister_x" && state.phase === "play" ? "his" : "now"}`;
  get("last").textContent = lastNews();
  get("round").textContent = playing ? (state.rounds ? say("round_of", { round: state.round, rounds: state.rounds }) : say("round", { round: state.round })) : "";
  get("edition").textContent = state.title ?? say("table");
  showTroubles((state.troubles ?? []).map(trouble));
  get("replay").hidden = state.phase !== "over";
  get("replay").href = `/games/${state.game}`;
  get("name-players").hidden = !playing;
  get("heat-label").hidden = !state.possible;
  touch.show(state);
  if (!playing) return;
  fill(get("track"), track(state));
  fill(get("team"), team(state));
  fill(get("pieces"), pieces(state));
  get("places").textContent = state.possible && !state.outcome ? say("places", { count: state.possible.length }) : "";
  showBoard();
}

async function showBoard() {
  if (drawn !== state.game) {
    const game = state.game;
    const answer = await fetch(`/board/${game}.json`).catch(() => null);
    if (!answer?.ok || drawn === game || state.game !== game) return;
    board.draw(await answer.json());
    board.fit();
    drawn = game;
  }
  const active = mayMove(state);
  const seen = state.log.filter((row) => row.station).at(-1);
  board.show({
    pawns: Object.entries(state.pawns)
      .filter(([, one]) => one.station)
      .map(([name, one]) => ({ name, look: lookOf(state.pawns, name), initial: initial(name), station: one.station, title: pawnName(name, state.words), active: active.includes(name) })),
    here: state.mister_x.station,
    seen: seen && seen.station !== state.mister_x.station ? [{ station: seen.station, window: seen.window }] : [],
    targets: touch.targets(),
    chosen: touch.draft?.to ?? null,
    heat: heat() && state.possible && !state.outcome ? state.possible : [],
    danger: [],
    barriers: state.barriers,
    trail: [],
  });
}

function heard(now) {
  get("lost").hidden = true;
  const before = state;
  state = now;
  if (state.game !== undefined) news(before, state, { seen: say("seen_scene"), caught: say("caught_scene"), over: say("over") });
  show();
}

stream("/table/events", { table: heard, clock: (face) => clock.set(face) }, () => (get("lost").hidden = false));
showNames(() => state);
const full = get("fullscreen");
full.hidden = !document.fullscreenEnabled;
full.addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {}));
