// A game that is over, step by step: on the map, in the log, and how near they were.

import { Board } from "./board/board.js";
import { fill, get, make } from "./dom.js";
import "./menu.js";
import { boardWords, pins } from "./pins.js";
import { showNames } from "./players.js";
import { Plot } from "./plot.js";
import { ticket } from "./tickets.js";
import { pawnName, reason, say, ticketName } from "./words.js";

const PACE = 900; // milliseconds a step
const game = document.querySelector("main").dataset.game;
const slider = get("slider");
const play = get("play");
const controls = [get("back"), play, get("on"), slider]; // nothing can be pressed until there is something to play

let replay = null;
let at = 1;
let running = 0;
let plot = null;

const board = new Board(get("board"), {
  pick: () => {},
  label: (station) => String(station),
  words: boardWords(),
});

const seats = () => Object.fromEntries(Object.keys(replay.steps[0].pawns).map((name) => [name, { bobby: !replay.summary.detectives.includes(name) }]));

// Where everybody stood after a step.
const standing = (step) => Object.fromEntries(Object.entries(seats()).map(([name, seat]) => [name, { ...seat, station: step.pawns[name] }]));

function sentence(step) {
  const name = step.who === "detectives" || !step.who ? say("detectives") : pawnName(step.who, replay.words);
  if (step.what === "new") return say("did_new");
  if ((step.what === "travel" || step.what === "descend") && step.to) return say("went", { name, ticket: ticketName(step.ticket, replay.words), to: step.to });
  const where = step.to ? ` (${step.to})` : "";
  return say("did", { name, what: say(`did_${step.what}`) }) + where;
}

// What the table knew of him after a step.
const known = (places) => (places === 1 ? say("place_known") : say("places", { count: places }));

// His way up to a step, one leg for each window.
function trail(step) {
  return replay.log.filter((row) => row.step <= step.number && row.left && row.left !== row.to).map((row) => ({ from: row.left, to: row.to, ticket: row.ticket }));
}

function show() {
  const step = replay.steps[at - 1];
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", say("step_of", { step: at, steps: replay.steps.length }));
  fill(
    get("now"),
    make("span", { class: "deed" }, make("span", { class: "round" }, say("round", { round: step.round })), " ", sentence(step)),
    make("span", { class: "soft" }, step.places !== null && `${known(step.places)} `, make("span", { class: step.checked ? "good" : "bad" }, step.checked ? "✓" : `✗ ${step.why}`)),
  );
  board.show({
    pawns: pins(standing(step), replay.words, [step.who]),
    here: step.mister_x,
    seen: [],
    targets: {},
    chosen: null,
    heat: step.possible ?? [],
    danger: [],
    barriers: step.barriers,
    trail: trail(step),
  });
  for (const row of get("log").querySelectorAll("[data-step]")) row.classList.toggle("now", Number(row.dataset.window) === step.window);
  follow(get("log").querySelector(".now"));
  plot.mark(step.window);
}

// Scrolls the log in its own box. The page stays where it is: who watches the map keeps it in view.
function follow(row) {
  const box = get("log").parentElement;
  if (!row) {
    box.scrollTop = 0;
    return;
  }
  const [around, here] = [box.getBoundingClientRect(), row.getBoundingClientRect()];
  const top = around.top + get("log").tHead.offsetHeight; // which lies over the rows
  if (here.top < top) box.scrollTop -= top - here.top;
  else if (here.bottom > around.bottom) box.scrollTop += here.bottom - around.bottom;
}

function goTo(step) {
  at = Math.min(Math.max(step, 1), replay.steps.length);
  if (at === replay.steps.length) pause();
  show();
}

function pause() {
  clearInterval(running);
  running = 0;
  play.textContent = play.dataset.play;
}

function start() {
  if (at === replay.steps.length) at = 0;
  running = setInterval(() => goTo(at + 1), PACE);
  play.textContent = play.dataset.pause;
  goTo(at + 1);
}

function showLog() {
  const head = make("thead", {}, make("tr", {}, ["window", "ride", "from", "to", "was_seen", "checked"].map((name) => make("th", { scope: "col" }, say(name)))));
  const rows = replay.log.map((row) =>
    make(
      "tr",
      { "data-step": row.step, "data-window": row.window, class: row.seen ? "seen" : "" },
      make("th", { scope: "row" }, make("button", { type: "button", class: "quiet number", onclick: () => (pause(), goTo(row.step)) }, String(row.window))),
      make("td", {}, row.ticket ? ticket(row.ticket, replay.words) : "", row.note ? ` ${say(`note_${row.note}`)}` : ""),
      make("td", { class: "number" }, row.left ? String(row.left) : ""),
      make("td", { class: "number" }, String(row.to)),
      make("td", {}, row.seen ? say("seen") : ""),
      make("td", { class: row.legal ? "good" : "bad" }, make("span", { "aria-hidden": "true" }, row.legal ? "✓" : "✗"), make("span", { class: row.legal ? "hidden" : "" }, row.legal ? say("by_the_rules") : ` ${row.why || say("against_the_rules")}`)),
    ),
  );
  fill(get("log"), make("caption", {}, say("began_on", { station: replay.start })), head, make("tbody", {}, rows));
}

function showVerdict() {
  const { summary, steps, faults } = replay;
  const name = pawnName("mister_x", replay.words);
  const who = summary.winner === "mister_x" ? say("he_wins", { name }) : summary.winner ? say("they_win") : say("won_by_nobody");
  get("verdict").textContent = `${who}. ${reason(summary)}`;
  get("checked").textContent = faults.length ? say("not_checked", { wrong: faults.length, steps: steps.length }) : say("all_checked", { steps: steps.length });
  get("checked").className = `check-line ${faults.length ? "bad" : "good"}`;
}

async function load() {
  const answer = await fetch(`/games/${game}/replay.json`).catch(() => null);
  if (!answer?.ok) {
    get("lost").hidden = false;
    setTimeout(load, 2000);
    return;
  }
  get("lost").hidden = true;
  replay = await answer.json();
  board.draw(replay.board);
  board.fit();
  slider.max = String(replay.steps.length);
  plot = new Plot(get("plot"), replay.traces, (window) => {
    pause();
    goTo(replay.log[window - 1].step);
  });
  showVerdict();
  showLog();
  show();
  for (const control of controls) control.disabled = false;
}

play.addEventListener("click", () => (running ? pause() : start()));
get("back").addEventListener("click", () => (pause(), goTo(at - 1)));
get("on").addEventListener("click", () => (pause(), goTo(at + 1)));
slider.addEventListener("input", () => (pause(), goTo(Number(slider.value))));
showNames(
  () => replay && { game: Number(game), pawns: seats(), words: replay.words, players: replay.summary.players },
  (names) => Object.assign(replay.summary.players, names),
);
load();
