// The simulated table: what the box shows comes in as events, what a person does goes out as posts.

import { Keypad } from "./keys.js";
import { post } from "./post.js";
import { Screen } from "./screen.js";
import { Sound } from "./sound.js";

const get = (id) => document.getElementById(id);
const notice = get("notice");
const box = {};

function note(text) {
  notice.textContent = text;
  notice.hidden = !text;
}

// A refusal leaves the switches where the hand put them; the state that was kept puts them back.
function told(taken) {
  if (taken) return;
  note(notice.dataset.refused);
  if (box.faults) showFaults();
}

const screen = new Screen(get("screen"));
const sound = new Sound(get("sound"));
const keypad = new Keypad(get("keypad"), told);
const power = get("power");
const stuck = get("stuck");
const switches = [...document.querySelectorAll("[data-fault]")];

power.addEventListener("click", () => post("/power", { on: !box.power }).then(told));
stuck.addEventListener("change", () => post("/fault", { stuck: stuck.value || null }).then(told));
for (const one of switches) {
  one.addEventListener("change", () => post("/fault", { [one.dataset.fault]: one.checked }).then(told));
}

function showLights() {
  for (const light of document.querySelectorAll("[data-light]")) {
    const glow = box.power ? box.lights[light.dataset.light] ?? 0 : 0;
    light.classList.toggle("lit", glow > 0.35);
    light.firstElementChild.style.setProperty("--glow", glow);
  }
}

function showFaults() {
  for (const one of switches) one.checked = Boolean(box.faults[one.dataset.fault]);
  stuck.value = box.stuck ?? "";
  keypad.stuck(box.stuck);
}

function showPower() {
  get("box").classList.toggle("off", !box.power);
  power.textContent = box.power ? power.dataset.cut : power.dataset.on;
  power.classList.toggle("on", !box.power);
  document.querySelector("[data-shows=dead]").hidden = box.power;
  document.querySelector("[data-shows=oled]").hidden = !box.power || !box.faults.oled;
  if (!box.power) sound.stop();
}

function changed(event) {
  Object.assign(box, JSON.parse(event.data));
  screen.show(box);
  showLights();
  showFaults();
  showPower();
  note("");
}

function listen() {
  const events = new EventSource("/events");
  events.addEventListener("state", changed);
  events.addEventListener("tune", (event) => sound.play(JSON.parse(event.data)));
  events.addEventListener("error", () => {
    note(notice.dataset.lost);
    // The browser tries again by itself, unless it was turned away.
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  });
}

// On a small screen the plugs are out of the way until somebody wants them.
if (matchMedia("(max-width: 55.99rem)").matches) get("faults").open = false;
listen();
