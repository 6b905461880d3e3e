// What lies on the board now: targets, pawns, hats, barriers. On the screen they keep about their size.

import { Pile } from "./pile.js";
import { BRIM, LAMP, PLATE, TAG, barrier, carry, entitle, hang, high, hovering, landing, pawn, plate, seenHat, stand, tag, target, tilt } from "./pieces.js";
import { RADIUS } from "./places.js";
import { lean, spread } from "./room.js";
import { CROWN } from "./shapes.js";
import { layer, make } from "./svg.js";

const LAMPS_APART = 2.4 * LAMP; // from middle to middle, side by side
const TALL = 0.84; // one above the other they need more: there are the strips of their tickets
const FREE = 4; // from a station to its barrier: the number stays legible

export class Marks {
  constructor(glow, label) {
    Object.assign(this, { glow, label, places: null, scale: 1, size: 1, lamps: [], plates: [] });
    this.tags = new Pile(layer("tags"));
    this.landings = new Pile(layer("landings"));
    this.barriers = new Pile(layer("barriers"));
    this.plate = new Pile(layer("plates"));
    this.targets = new Pile(make("g", { class: "targets" }));
    this.pins = new Pile(layer("pins"));
    this.piles = [this.tags, this.landings, this.barriers, this.plate, this.targets, this.pins];
    this.group = make("g", { class: "marks" }, ...this.piles.map((pile) => pile.group));
  }

  on(places) {
    Object.assign(this, { places, lamps: [], plates: [] });
    for (const pile of this.piles) pile.show([]);
  }

  show(state) {
    const { here, targets, barriers, helicopter } = state;
    const lit = this.places.these(Object.keys(targets));
    this.plates = this.places.these([here]).filter((station) => !lit.includes(station));
    this.tags.show(this.tagged(state).map((station) => ({ name: station.number, make: () => tag(station), change: (element) => element.classList.toggle("warm", state.heat.includes(station.number)) })));
    this.landings.show(this.places.these(helicopter ? [helicopter.station] : []).map((station) => ({ name: station.number, make: () => landing(station) })));
    this.barriers.show(this.places.these(barriers).map((station) => ({ name: station.number, make: () => barrier(station) })));
    const carried = (station) => (element) => carry(element, station);
    this.plate.show(this.plates.map((station) => ({ name: "his", make: () => plate(station), change: carried(station) })));
    this.targets.show(lit.map((station) => this.target(station, state)));
    this.lamps = lit.map((station) => ({ station }));
    this.pins.show(this.wanted(state));
    this.grow();
    this.settle();
  }

  target(station, { targets, chosen, danger }) {
    const tickets = targets[station.number];
    return {
      name: `${station.number} ${tickets.join(" ")}`,
      make: () => target(station, tickets, this.glow),
      change: (element) => {
        element.classList.toggle("chosen", station.number === chosen);
        element.classList.toggle("threatened", danger.includes(station.number));
        element.setAttribute("aria-pressed", String(station.number === chosen));
        element.setAttribute("aria-label", this.label(station.number, tickets));
      },
    };
  }

  // The stations whose numbers matter now, but for those that a lamp or his plate says anyway.
  tagged({ pawns, seen, named, helicopter, targets, here }) {
    const numbers = [...named, ...[...pawns, ...seen, helicopter].filter(Boolean).map((one) => one.station)];
    return this.places.these([...new Set(numbers)]).filter(({ number }) => !(number in targets) && number !== here);
  }

  wanted({ pawns, seen, helicopter }) {
    const latest = Math.max(...seen.map((one) => one.window));
    const hats = seen.map((one) => ({
      at: one.station,
      name: `seen ${one.window} ${one.station}`,
      make: (station) => seenHat(one, station),
      change: (element) => element.classList.toggle("latest", one.window === latest),
    }));
    const team = pawns.map((one) => ({
      at: one.station,
      name: `pawn ${one.name} ${one.look} ${one.initial}`,
      make: (station) => pawn(one, station, this.glow),
      change: (element) => {
        element.classList.toggle("active", Boolean(one.active));
        entitle(element, one.title ?? "");
      },
    }));
    const flying = [helicopter].filter(Boolean).map((one) => ({
      at: one.station,
      name: `flying ${one.look} ${one.initial}`,
      make: (station) => hovering(one, station),
      change: (element) => entitle(element, one.title ?? ""),
    }));
    return [...hats, ...team, ...flying]
      .map((pin) => ({ ...pin, station: this.places.get(pin.at) }))
      .filter(({ station }) => station)
      .map(({ name, station, make, change }) => ({
        name,
        make: () => make(station),
        change: (element) => {
          stand(element, station);
          change?.(element);
        },
      }));
  }

  // In every frame of a zoom: *scale* is the board's, *size* how many css pixels one of ours takes; from *far* away
  // no number of a station can be read.
  grow(scale = this.scale, size = this.size, far = this.far) {
    Object.assign(this, { scale, size, far, grown: `scale(${(size / scale).toFixed(4)})` });
    for (const element of this.group.querySelectorAll(":scope > :not(.pins) .grown")) element.setAttribute("transform", this.grown);
    this.named = this.disc() < TAG; // smaller than its tag, a station is tagged
    this.tags.group.classList.toggle("away", !this.named);
    this.hang();
    for (const element of this.barriers.elements()) {
      const below = this.lift(element) + FREE;
      element.firstChild.setAttribute("transform", `${this.grown} translate(0 ${below.toFixed(1)})`);
    }
    for (const element of this.pins.elements()) this.tilt(element);
  }

  // Every lamp beside the others, and none on his plate or his hat.
  hang() {
    const squeezed = ({ x, y }) => ({ x, y: y * TALL });
    const homes = this.lamps.map(({ station }) => this.home(station));
    const hats = this.plates.map((station) => this.home(station)).map(({ x, y }) => ({ x, y: y + BRIM }));
    const hung = spread(homes.map(squeezed), LAMPS_APART, hats.map(squeezed));
    this.targets.elements().forEach((element, place) => {
      this.lamps[place].hung = { x: hung[place].x, y: hung[place].y / TALL };
      hang(element, this.lamps[place].hung, homes[place]);
    });
  }

  // When the zoom has come to rest: pins that turned in every frame would flutter. Hats come first.
  settle() {
    const pins = this.pins.elements();
    const stood = pins.map((element) => ({
      tip: this.home(this.station(element)),
      reach: this.lift(element) + high(element),
      most: element.classList.contains("figure") ? 180 : 0, // a hat on its side is no hat
    }));
    lean(stood, this.taken(), CROWN).forEach((degrees, place) => {
      pins[place].dataset.lean = degrees;
      this.tilt(pins[place]);
    });
  }

  // What a pin should not cover, as circles: lamps, his plate with the hat, and numbers where they can be read.
  taken() {
    const lamps = this.lamps.map(({ hung }) => ({ ...hung, radius: LAMP, weight: 3 }));
    const strips = lamps.map(({ x, y }) => ({ x, y: y + LAMP, radius: LAMP / 2, weight: 3 }));
    const plates = this.plates.map((station) => ({ ...this.home(station), radius: PLATE, weight: 3 }));
    const hats = plates.map(({ x, y }) => ({ x, y: y + 2 * BRIM, radius: PLATE / 2, weight: 3 }));
    const legible = this.far ? [] : this.places.all();
    const numbers = legible.map((station) => ({ ...this.home(station), radius: 0.6 * this.disc(), weight: 1 }));
    const tags = this.named ? this.tags.elements().map((element) => ({ ...this.home(this.station(element)), radius: TAG, weight: 2 })) : [];
    return [...lamps, ...strips, ...plates, ...hats, ...tags, ...numbers];
  }

  // The radius of a station, in our pixels.
  disc() {
    return (RADIUS * this.scale) / this.size;
  }

  station(element) {
    return this.places.get(element.dataset.station);
  }

  // Where a station is, in our pixels.
  home({ x, y }) {
    return { x: (x * this.scale) / this.size, y: (y * this.scale) / this.size };
  }

  // How high above the middle of its station a pin stands.
  lift(element) {
    const station = this.station(element);
    if (this.plates.includes(station)) return PLATE;
    if (this.lamps.some((lamp) => lamp.station === station)) return LAMP;
    return this.named && this.tags.has(station.number) ? TAG : this.disc();
  }

  tilt(element) {
    tilt(element, element.dataset.lean ?? 0, this.lift(element), this.grown);
  }

  // The lit target at a point of the board, or not further from it than *reach* css pixels.
  hit(point, reach) {
    const { x, y } = this.home(point);
    const far = ({ hung }) => Math.hypot(hung.x - x, hung.y - y);
    const nearest = this.lamps.reduce((least, lamp) => (least && far(least) <= far(lamp) ? least : lamp), null);
    return nearest && far(nearest) <= Math.max(LAMP, reach / this.size) ? nearest.station : null;
  }
}
