// Mister X's page: it hears his game, shows it while he looks, and sends what he confirms.

import { Away } from "./away.js";
import { Board } from "./board/board.js";
import { Clock } from "./clock.js";
import { Cover } from "./cover.js";
import { fill, get, make } from "./dom.js";
import { preference } from "./menu.js";
import { boardWords, hovering, lit, pins } from "./pins.js";
import { post } from "./post.js";
import { tapWithSecondFinger } from "./second-finger.js";
import { Sheet } from "./sheet.js";
import { stream } from "./stream.js";
import { pawn, purse, ticket } from "./tickets.js";
import { showTroubles } from "./troubles.js";
import { pawnName, reason, say, ticketName, trouble } from "./words.js";

let state = null;
let drawn = null; // the game whose board is drawn
const NEAR = 3; // detectives that he sees around him while he waits
let sending = false;

const clock = new Clock(get("clock"));
const cover = new Cover(get("hold"), () => show());
const away = new Away();
const warns = preference("warn", true, () => show());
const heat = preference("heat_his", false, () => show());
const sheet = new Sheet(get("sheet"), { send, changed: () => show(), warns });
const board = new Board(get("board"), {
  pick: (station) => state?.his_turn && sheet.choose(station),
  label: (station, kinds) => lit(station, kinds, state.words),
  words: boardWords(),
});

async function send(said) {
  if (sending) return;
  sending = true;
  document.body.classList.add("sending");
  sheet.refusal = "";
  const { taken, why } = await post("/x/do", { ...said, step: state.step });
  sending = false;
  document.body.classList.remove("sending");
  if (taken) navigator.vibrate?.(20);
  else {
    // Not written at once: he may have covered the page meanwhile, and reads it when he looks again.
    sheet.refuse(why || say("lost"));
    show();
  }
}

const verdict = ({ winner }) => (winner === "mister_x" ? say("you_won") : winner ? say("you_lost") : say("nobody_won"));

function hint() {
  if (state.phase === "over") return `${verdict(state.outcome)} ${reason(state.outcome)}`;
  if (!state.his_turn) return say("cover");
  return state.may_end ? say("cover_end_turn") : say("cover_your_turn");
}

// What can be seen with the cover on: no more than the table knows.
function showBar() {
  const name = pawnName("mister_x", state.words);
  get("name").textContent = name;
  document.title = name;
  const turn = get("turn");
  const text = { card: say("your_card"), none: say("no_game"), paused: say("paused_short"), over: say("over") }[state.phase];
  turn.textContent = text ?? (state.his_turn ? (state.may_end ? say("end_your_turn") : say("your_turn")) : say("their_turn"));
  turn.classList.toggle("now", Boolean(state.his_turn) || state.phase === "card");
  get("round").textContent = state.round && state.phase !== "over" ? say("round", { round: state.round }) : "";
  get("hint").textContent = cover.open ? "" : hint();
  get("hint").classList.toggle("verdict", state.phase === "over");
  get("replay").hidden = state.phase !== "over";
  get("replay").href = `/games/${state.game}`;
  showTroubles(state.troubles.map(trouble));
}

function show() {
  if (!state) return;
  const open = cover.open;
  document.body.classList.toggle("covered", !open);
  document.body.classList.toggle("kept", cover.kept);
  get("hold-text").textContent = cover.kept ? say("cover_again") : open ? say("slide_up") : say("hold");
  showBar();
  const inside = get("secret").contains(document.activeElement);
  get("cover").hidden = open;
  get("secret").hidden = !open;
  if (open) showSecret();
  else forget();
  if (!open && inside) get("hold").focus({ preventScroll: true }); // where else would a keyboard go on?
}

// With the cover on, nothing secret is left in the page: not for a screen reader, not for a picture of it, and not in
// which part of the map is in view.
function forget() {
  looked = "";
  board.fit([], { animate: false });
  for (const id of ["where", "sheet", "log", "team"]) get(id).replaceChildren();
  board.show({ pawns: [], here: null, seen: [], targets: {}, chosen: null, heat: [], danger: [], barriers: [], trail: [] });
}

function showSecret() {
  const playing = state.game !== undefined;
  for (const id of ["where", "leaves"]) get(id).hidden = !playing;
  sheet.show(state);
  if (!playing) return;
  showWhere();
  showBoard();
  showLog();
  showTeam();
}

function showWhere() {
  const station = state.mister_x.station;
  const [done, all] = state.crimes;
  fill(
    get("where"),
    make("p", { class: "here" }, make("span", { class: "hidden" }, station ? say("you_are_at") : say("nowhere")), make("span", { class: "hat", "aria-hidden": "true" }), make("strong", { class: "number" }, station ? String(station) : "–")),
    purse(state.mister_x.tickets, state.words),
    state.outcome && make("p", { class: "verdict" }, verdict(state.outcome), " ", reason(state.outcome)),
    all > 0 && make("p", { class: "crimes" }, [say("crimes_done", { count: done, all }), state.crime_tiles.length > 0 && `${say("crimes")}: ${state.crime_tiles.map((tile) => tile.join("/")).join("  ")}`].filter(Boolean).join(" · ")),
    state.banned && make("p", { class: "crimes" }, say("banned", { ticket: ticketName(state.banned, state.words) })),
  );
}

async function showBoard() {
  if (drawn !== state.game) {
    const game = state.game;
    const answer = await fetch(`/board/${game}.json`).catch(() => null);
    if (!answer?.ok || drawn === game || state.game !== game) return;
    board.draw(await answer.json());
    drawn = game;
    looked = "";
  }
  if (!cover.open) return;
  const targets = state.his_turn ? sheet.targets() : {};
  board.show({
    pawns: pins(state.pawns, state.words),
    here: state.mister_x.station,
    seen: lastSeen(),
    targets,
    chosen: sheet.draft?.to ?? null,
    heat: heat() ? state.possible : [],
    danger: warns() ? state.danger.filter((station) => station in targets) : [],
    barriers: state.barriers,
    named: state.crime_tiles.flat(), // the scenes of the crimes that he has in hand
    helicopter: hovering(state),
    trail: [],
  });
  lookAround();
}

let looked = "";

// His own corner of the town: where he is and where he can go, or who is near while he waits.
function lookAround() {
  const chosen = sheet.draft?.to;
  const before = looked;
  looked = `${state.step}`;
  // After the sheet below has taken its room. Who chooses keeps his view of all the others.
  if (before === looked) return chosen && requestAnimationFrame(() => board.reveal(chosen));
  const here = state.mister_x.station;
  const targets = state.his_turn ? Object.keys(sheet.targets()).map(Number) : board.nearest(here, stationsOfTeam(), NEAR);
  const near = [...targets, here].filter(Boolean);
  const glide = { animate: Boolean(before), padding: 0.25 }; // who has just uncovered it wants to see, not to travel
  requestAnimationFrame(() => (near.length ? board.fit(near, glide) : board.fit([], glide)));
}

const stationsOfTeam = () => Object.values(state.pawns).map((one) => one.station).filter(Boolean);

function lastSeen() {
  const seen = state.log.filter((row) => row.seen).at(-1);
  return seen ? [{ station: seen.station, window: seen.window }] : [];
}

function showLog() {
  const rows = [...state.log].reverse().map((row) =>
    make(
      "tr",
      { class: row.seen ? "seen" : "" },
      make("td", { class: "number" }, String(row.window)),
      make("td", {}, row.ticket ? ticket(row.ticket, state.words) : "", row.note ? ` ${say(`note_${row.note}`)}` : ""),
      make("td", { class: "number" }, String(row.station)),
      make("td", {}, row.seen ? say("seen") : ""),
    ),
  );
  if (state.start) rows.push(make("tr", {}, make("td", { class: "number" }, "0"), make("td", {}, say("began")), make("td", { class: "number" }, String(state.start)), make("td", {})));
  const coming = state.phase !== "over" && (state.sight.reveals[0] ?? state.sight.vanishes[0]);
  fill(
    get("log"),
    coming && make("p", { class: "hint" }, say(state.sight.in_the_open ? "coming_vanish" : "coming_reveal", { window: coming })),
    make("table", {}, make("thead", {}, make("tr", {}, ["window", "ride", "station", "was_seen"].map((name) => make("th", { scope: "col" }, say(name))))), make("tbody", {}, rows)),
  );
}

function showTeam() {
  const rows = Object.entries(state.pawns).map(([name, one]) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, make("span", { class: "who" }, pawn(state.pawns, name, state.words), make("span", {}, pawnName(name, state.words)))),
      make("td", { class: "number" }, one.station ? String(one.station) : say("in_the_air")),
      make("td", {}, one.tickets === null ? say("free") : state.common_purse ? "" : purse(one.tickets, state.words)),
    ),
  );
  const common = state.common_purse && Object.values(state.pawns).find((one) => one.tickets);
  fill(get("team"), common && make("p", { class: "common" }, say("common_purse"), purse(common.tickets, state.words)), make("table", {}, make("tbody", {}, rows)));
}

// Map, log and detectives: one leaf at a time.
const tabs = [...document.querySelectorAll("[role=tab]")];
function turnTo(tab) {
  for (const one of tabs) {
    one.setAttribute("aria-selected", String(one === tab));
    one.tabIndex = one === tab ? 0 : -1;
    get(one.getAttribute("aria-controls")).hidden = one !== tab;
  }
}
for (const tab of tabs) {
  tab.addEventListener("click", () => turnTo(tab));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    turnTo(next);
    next.focus();
  });
}

function notice(text, fades) {
  const line = get("away");
  line.textContent = text;
  line.hidden = !text;
  line.classList.toggle("back", Boolean(fades));
  clearTimeout(notice.fading);
  if (fades) notice.fading = setTimeout(() => notice(""), 8000);
}

function howLong(seconds) {
  if (seconds < 90) return say("seconds", { count: seconds });
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? say("minutes", { count: minutes }) : say("hours", { count: Math.round(minutes / 60) });
}

function heard(now) {
  const gone = away.heard(now.game ?? null, now.step);
  if (gone) notice(say(gone.moved ? "back_moved" : "back_same", { time: howLong(gone.seconds) }), true);
  else if (!get("away").classList.contains("back")) notice("");
  const mine = state?.his_turn;
  state = now;
  get("sheet").inert = false;
  // When his turn is over there is nothing more to look at: the phone covers itself.
  if (mine && !state.his_turn && cover.kept) cover.close();
  show();
}

// Nothing is heard of the table, so nothing can be said to it either.
function cutOff(why) {
  notice(why);
  clock.rest();
  get("sheet").inert = true;
}

function lost() {
  away.leave();
  cutOff(say("lost"));
}

// The phone is his no more: the page that says so, and the way in, are the server's.
const leave = () => {
  cover.close();
  location.reload();
};

const told = { state: heard, clock: (face) => clock.set(face), off: () => cutOff(say("off")), gone: leave, knocking: leave };
stream("/x/events", told, lost, (status, why) => (status === 403 ? leave() : why && cutOff(why)));
tapWithSecondFinger(get("secret"));
turnTo(tabs[0]);
