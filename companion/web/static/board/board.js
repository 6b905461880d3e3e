// The board as a drawing, made from the map's own coordinates. It draws what it is given and knows no secrets.

import { buttons } from "./buttons.js";
import { TAKEN, freeCorner } from "./corner.js";
import { Gestures } from "./gestures.js";
import { lines, stations } from "./ground.js";
import { Light } from "./light.js";
import { Marks } from "./marks.js";
import { Places, RADIUS } from "./places.js";
import { Streets } from "./streets.js";
import { fading, make } from "./svg.js";
import { Trail } from "./trail.js";
import { View } from "./view.js";

const LEGIBLE = 6.5; // css pixels: smaller numbers are left out
const NUMBER = 12; // units of the board: the size of a station's number
const THUMB = 24; // css pixels around a lit target that still hit it
const FINGER = 16; // and around any other station
const STEP = 1.6; // of the zoom buttons
const SHOVE = 0.2; // of the window, for an arrow key
const EDGE = 40; // css pixels: nearer to it a focused target is not well in view
const LOW = 260; // css pixels: on a lower board there is no room for all the buttons
const LEANING = 18; // css pixels that a pawn may lean towards the buttons
const EDGES = { top: 36, right: 8, bottom: 8, left: 8 }; // css pixels around the whole board; a pawn stands above it

// *named* are stations whose numbers are to be read from across the room, a *helicopter* hovers as a pawn over its
// station, and where the choice is *open*, every station can be picked.
const NOTHING = { pawns: [], here: null, seen: [], targets: {}, chosen: null, heat: [], named: [], danger: [], barriers: [], helicopter: null, open: false, trail: [] };
const ARROWS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const ZOOMS = { "+": STEP, "=": STEP, "-": 1 / STEP };

const clamp = (value, least, most) => Math.min(most, Math.max(least, value));
let boards = 0;

export class Board {
  // *pick* hears which station was tapped; label(station, tickets) says what a target is, for whoever listens.
  constructor(container, { pick = () => {}, label = String, words = {} } = {}) {
    Object.assign(this, { container, pick, state: NOTHING, places: null, turning: 0, large: 1 });
    this.free = { extent: 2 * RADIUS }; // around what is to be seen
    boards += 1;
    const fades = ["glow", "lamp", "heat"].map((name) => fading(`fading-${name}`, `board-${boards}-${name}`));
    const [glow, lamp, warmth] = fades.map((fade) => `url(#${fade.id})`);
    this.lamp = lamp;
    this.light = new Light(warmth);
    this.trail = new Trail();
    this.marks = new Marks(glow, label);
    this.marks.group.prepend(this.trail.badges);
    this.world = make("g", { class: "world" });
    const about = { role: "group", tabindex: "0", "aria-label": words.board ?? "" };
    this.svg = make("svg", about, make("defs", {}, ...fades), this.world, this.marks.group);
    container.classList.add("board");
    container.replaceChildren(this.svg, buttons(this.acts(), words));
    this.view = new View(
      () => this.turn(),
      () => this.settle(),
    );
    this.listen();
  }

  // What never changes during a game.
  draw(drawing) {
    this.places = new Places(drawing);
    this.streets = new Streets(drawing.links, this.places);
    this.lines = lines(drawing, this.places, this.streets, this.lamp);
    const { rays, heat } = this.light;
    this.world.replaceChildren(this.lines, rays, heat, this.trail.legs, stations(drawing, this.places));
    this.marks.on(this.places);
    this.trail.forget();
    this.view.board = this.places;
    this.resize(this.container.getBoundingClientRect());
    this.show(this.state);
    this.fit([], { animate: false });
  }

  // What does.
  show(state) {
    this.state = { ...NOTHING, ...state };
    if (!this.places) return;
    const focused = this.marks.group.contains(document.activeElement) ? document.activeElement : null;
    this.light.show(this.state, this.places, this.streets);
    this.trail.show(this.state.trail, this.streets);
    this.svg.classList.toggle("traced", this.state.trail.length > 0);
    this.svg.classList.toggle("open", this.state.open);
    this.marks.show(this.state);
    if (focused && document.activeElement !== focused) this.refocus(focused.dataset.station);
  }

  refocus(station) {
    const again = this.marks.group.querySelector(`.target[data-station="${station}"]`);
    (again ?? this.svg).focus({ preventScroll: true });
  }

  // What is in view.

  // How much wider than high the board is.
  get aspect() {
    return this.places.width / this.places.height;
  }

  fit(numbers = [], { animate = true, padding = 0.2 } = {}) {
    if (!this.places) return;
    this.view.fit(this.places.these(numbers), padding, animate, this.free);
  }

  // As it is, if *number* can be seen well; else moved so that it can.
  reveal(number) {
    const station = this.places?.get(number);
    if (station && !this.view.sees(station, EDGE)) this.view.center(station, 0);
  }

  // Those of *numbers* that lie next to *here*, at most *count*.
  nearest(here, numbers, count) {
    const home = this.places?.get(here);
    if (!home) return numbers;
    const far = ({ x, y }) => Math.hypot(x - home.x, y - home.y);
    return this.places.these(numbers).sort((a, b) => far(a) - far(b)).slice(0, count).map(({ number }) => number);
  }

  acts() {
    return {
      zoom_in: () => this.view.step(STEP),
      zoom_out: () => this.view.step(1 / STEP),
      whole_board: () => this.fit(),
    };
  }

  resize({ width, height }) {
    // From across a room, everything that stands on the board has to be larger.
    this.large = clamp(Math.min(width, height) / 560, 1, 1.7);
    this.drawn = 0;
    this.view.insets = { ...EDGES, top: EDGES.top * this.large };
    this.placeButtons({ width, height });
    this.view.resize(width, height);
  }

  // In a free corner, or else the whole board leaves their column to them.
  placeButtons(window) {
    const low = window.height < LOW;
    this.container.classList.toggle("low", low);
    if (!this.places || !window.width || !window.height) return;
    const stations = this.view.whereAll(this.places.all(), window);
    const corner = freeCorner(stations, window, low ? 1 : 3, this.large);
    this.container.dataset.buttons = corner ?? "column";
    if (!corner) this.view.insets.right = TAKEN + LEANING;
    const row = corner?.startsWith("row");
    Object.assign(this.free, { side: row ? 0 : TAKEN, below: row ? TAKEN : 0 });
  }

  // However often the view turns, it is drawn once a frame.
  turn() {
    this.turning ||= requestAnimationFrame(() => {
      this.turning = 0;
      this.frame();
    });
  }

  frame() {
    const { x, y, scale } = this.view;
    const seen = `translate(${x}px, ${y}px) scale(${scale})`;
    this.world.style.transform = seen;
    this.marks.group.style.transform = seen;
    if (scale === this.drawn) return;
    this.drawn = scale;
    const far = scale * NUMBER < LEGIBLE;
    const size = Math.max(this.large * clamp(0.5 + 0.5 * scale, 0.82, 1), 0.68 * scale);
    this.svg.classList.toggle("far", far);
    if (this.places) this.marks.grow(scale, size, far);
  }

  // What would cost too much in every frame.
  settle() {
    this.svg.classList.remove("moving");
    this.frame();
    if (!this.places) return;
    this.marks.settle();
    for (const group of [this.lines, this.light.rays]) group.style.setProperty("--dot", 1 / this.view.scale);
    this.trail.legs.style.setProperty("--dot", this.marks.size / this.view.scale);
  }

  // What a hand does.

  listen() {
    new Gestures(this.svg, {
      begin: () => this.svg.classList.add("moving"),
      pan: (dx, dy) => this.view.pan(dx, dy),
      zoom: (factor, point) => this.view.zoom(factor, point),
      end: () => this.settle(),
      tap: (point, element, again) => this.tap(point, element, again),
    });
    new ResizeObserver(([{ contentRect }]) => this.resize(contentRect)).observe(this.container);
    this.svg.addEventListener("keydown", (event) => this.typed(event));
    this.svg.addEventListener("focusin", ({ target }) => this.bring(target));
    // A click that no pointer made comes from a screen reader or a voice.
    this.svg.addEventListener("click", (event) => event.detail || event.pointerType || this.press(event.target));
  }

  // A lit target first, then what the finger is on, then the nearest station.
  tap(point, element, again) {
    if (!this.places) return;
    const at = this.view.toBoard(point);
    const reach = Math.max(FINGER / this.view.scale, RADIUS);
    const lit = this.marks.hit(at, THUMB);
    const on = element.closest("[data-station]")?.dataset.station;
    const station = lit ?? this.places.get(on) ?? this.places.nearest(at, reach);
    if (again && !lit) this.view.step(2, point);
    else if (station) this.pick(station.number);
  }

  typed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) this.view.shove(arrow[0] * SHOVE, arrow[1] * SHOVE);
    else if (ZOOMS[event.key]) this.view.step(ZOOMS[event.key]);
    else if (event.key === "Enter" || event.key === " ") {
      if (!event.repeat) this.press(event.target);
    } else return;
    event.preventDefault();
  }

  press(element) {
    const pressed = element.closest(".target");
    if (pressed) this.pick(Number(pressed.dataset.station));
  }

  // Whoever came by keyboard sees where. A finger is there already.
  bring(element) {
    const station = this.places?.get(element.dataset.station);
    if (station && element.matches(":focus-visible") && !this.view.sees(station, EDGE)) this.view.center(station, 0);
  }
}
