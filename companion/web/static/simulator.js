// The simulated table: what the box shows comes in as events, what a person does goes out as posts.

import { Keypad } from "./keys.js";
import { page, post } from "./post.js";
import { Screen } from "./screen.js";
import { Sound } from "./sound.js";
import { stream } from "./stream.js";
import { showTroubles } from "./troubles.js";

const get = (id) => document.getElementById(id);
const notice = get("notice");
const box = {};
const REFUSAL_SHOWN = 6000; // milliseconds

let lost = "";
let refusal = "";
let fading = 0;

function showNotice() {
  notice.textContent = refusal || lost;
  notice.hidden = !notice.textContent;
}

// A refusal leaves the switches where the hand put them; the state that was kept puts them back.
function told({ taken, why }) {
  if (taken) return;
  refusal = why || notice.dataset.refused;
  clearTimeout(fading);
  fading = setTimeout(() => {
    refusal = "";
    showNotice();
  }, REFUSAL_SHOWN);
  showNotice();
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

function changed(news) {
  Object.assign(box, news);
  screen.show(box);
  showLights();
  showFaults();
  showPower();
  showTroubles(box.troubles);
}

// Whatever comes in shows that the table is there.
function found(call) {
  return (news) => {
    lost = "";
    showNotice();
    call(news);
  };
}

function missed() {
  lost = notice.dataset.lost;
  showNotice();
}

// A hand that leaves the mouse goes back to the keypad: Enter and digits belong there. Whoever came by Tab stays.
const OPEN = CSS.supports("selector(:open)") ? ":open" : ":focus";
let pointed = false;
const letGo = () => pointed && document.activeElement?.blur();
addEventListener("pointerdown", () => (pointed = true), { capture: true });
addEventListener("click", (event) => event.target !== stuck && letGo());
addEventListener("change", letGo);
addEventListener(
  "keydown",
  (event) => {
    if (event.key === "Tab") pointed = false;
    // A list that is opened and closed without a choice tells nobody.
    else if (!stuck.matches(OPEN)) letGo();
  },
  { capture: true },
);

// On a small screen the plugs are out of the way until somebody wants them.
if (matchMedia("(max-width: 55.99rem)").matches) get("faults").open = false;
stream(`/events?page=${page}`, { state: found(changed), tune: found((tune) => sound.play(tune)) }, missed);
