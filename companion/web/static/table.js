// The table page: what lies open, large enough to be read across the room.

import { Board } from "./board/board.js";
import { Clock } from "./clock.js";
import { fill, get } from "./dom.js";
import { preference } from "./menu.js";
import { showNames } from "./players.js";
import { boardWords, hovering, lit, pins } from "./pins.js";
import { post } from "./post.js";
import { news, verdict } from "./scene.js";
import { squeeze } from "./squeeze.js";
import { stream } from "./stream.js";
import { mayMove, pieces, playerOf, team } from "./team.js";
import { ride, special } from "./told.js";
import { Touch } from "./touch.js";
import { track } from "./track.js";
import { showTroubles } from "./troubles.js";
import { pawnName, reason, say, trouble } from "./words.js";

const NEWEST = 2; // of what was told
const SHORT = 26; // letters that fit a line of the headline
const FEW = 12; // places where he can be, so few that each is worth its number

let state = null;
let drawn = null; // the game whose board is drawn

const wall = matchMedia("(orientation: landscape) and (min-width: 60.01rem)");
const clock = new Clock(get("clock"));
const heat = preference("heat_table", true, () => show());
const touch = new Touch(get("touch"), { send, changed: () => showBoard() });
const board = new Board(get("board"), {
  pick: (station) => touch.pick(station),
  label: (station, kinds) => lit(station, kinds, state.words),
  words: boardWords(),
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
    case "card": return say(state.paired ? "card_awaited" : "no_phone", { name });
    case "paused": return say("paused_short");
    case "over": return verdict(state);
    default:
  }
  if (state.turn === "mister_x") return state.paired ? say("is_moving", { name }) : say("no_phone", { name });
  const movers = mayMove(state);
  if (movers.length === 1) return say("to_move", { pawn: playerOf(state, movers[0]) });
  return movers.length ? say("any_of", { pawns: movers.map((pawn) => pawnName(pawn, state.words)).join(", ") }) : say("round_ends");
}

const places = (count) => (count === 1 ? say("place_known") : say("places", { count }));

// The last thing that happened to him, in a sentence.
function lastNews() {
  if (state.outcome) return reason(state.outcome);
  const last = state.log?.at(-1);
  if (last) return ride(last, state);
  return state.paired || state.phase !== "play" ? "" : say("no_phone_hint");
}

function show() {
  const playing = state.game !== undefined;
  document.body.classList.toggle("empty", !playing);
  const turn = get("turn");
  turn.textContent = headline();
  turn.className = `turn ${state.turn === "mister_x" && state.phase === "play" ? "his" : "now"} ${turn.textContent.length > SHORT ? "long" : ""}`;
  get("last").textContent = lastNews();
  get("told").textContent = playing && !state.outcome ? special(state).slice(-NEWEST).join(" ") : "";
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
  get("track").style.setProperty("--windows", state.windows);
  fill(get("team"), team(state));
  fill(get("pieces"), pieces(state));
  get("places").textContent = state.possible && !state.outcome ? places(state.possible.length) : "";
  showBoard();
}

async function showBoard() {
  if (drawn !== state.game) {
    const game = state.game;
    const answer = await fetch(`/board/${game}.json`).catch(() => null);
    if (!answer?.ok || drawn === game || state.game !== game) return;
    board.draw(await answer.json());
    arrange(get("main"), board.aspect);
    drawn = game;
  }
  const seen = state.log.filter((row) => (state.outcome ? row.seen : row.station)).at(-1);
  const heated = heat() && state.possible && !state.outcome && !touch.anywhere ? state.possible : [];
  board.show({
    pawns: pins(state.pawns, state.words, mayMove(state)),
    here: state.mister_x.station,
    seen: seen && seen.station !== state.mister_x.station ? [{ station: seen.station, window: seen.window }] : [],
    targets: touch.targets(),
    chosen: touch.draft?.to ?? null,
    heat: heated,
    named: heated.length <= FEW ? heated : [],
    danger: [],
    barriers: state.barriers,
    helicopter: hovering(state),
    open: touch.anywhere,
    trail: [],
  });
}

// A board that is wide has the travel log below it, one that is high beside it.
function arrange(main, aspect) {
  main.style.setProperty("--aspect", aspect.toFixed(3));
  main.classList.toggle("high", aspect < 1);
}

function heard(now) {
  get("lost").hidden = true;
  const before = state;
  state = now;
  if (state.game !== undefined) news(before, state);
  show();
}

// No word from the table: why, if it has said so.
function lost(why) {
  const line = get("lost");
  line.textContent = why || say("lost");
  line.hidden = false;
  clock.rest();
}

stream("/table/events", { table: heard, clock: (face) => clock.set(face) }, lost, (_, why) => lost(why));
showNames(() => state);
squeeze(get("side"), () => (state?.touch || !wall.matches ? 1 : 2));
const full = get("fullscreen");
full.hidden = !document.fullscreenEnabled;
full.addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {}));
