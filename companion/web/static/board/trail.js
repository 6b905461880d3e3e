// Mister X's way so far: the last leg strongest, each with its ticket.

import { along, trace } from "./streets.js";
import { isTicket, ticketShape } from "./shapes.js";
import { layer, make } from "./svg.js";

const FADE = 0.09; // from a leg to the one before it
const FAINTEST = 0.5;
const TIP = 0.76; // of the way
const COIN = 0.42; // not in the middle: there it would meet the one of the way back
const ARROW = "M-4-4.5L3 0L-4 4.5";

function heading(curve, t) {
  const [before, after] = [along(curve, t - 0.02), along(curve, t + 0.02)];
  return (Math.atan2(after.y - before.y, after.x - before.x) * 180) / Math.PI;
}

export class Trail {
  constructor() {
    this.legs = layer("trail"); // below the stations
    this.badges = layer("badges"); // above them
    this.shown = "";
  }

  // The next board has other streets.
  forget() {
    this.shown = "";
  }

  show(trail, streets) {
    const now = JSON.stringify(trail);
    if (now === this.shown) return;
    this.shown = now;
    this.legs.replaceChildren();
    this.badges.replaceChildren();
    trail.forEach(({ from, to, ticket }, place) => {
      const curve = streets.ride(from, to, ticket);
      if (curve) this.draw(curve, ticket, trail.length - 1 - place);
    });
  }

  draw(curve, ticket, age) {
    const opacity = Math.max(FAINTEST, 1 - FADE * age).toFixed(2);
    const name = `leg ride-${ticket}${age ? "" : " last"}`;
    const path = (part) => make("path", { class: part, d: trace(curve) });
    this.legs.append(make("g", { class: name, opacity }, path("edge"), path("way")));
    const at = (t) => `translate(${along(curve, t).x.toFixed(1)} ${along(curve, t).y.toFixed(1)})`;
    const arrow = make("g", { class: "grown" }, make("path", { class: "edge", d: ARROW }), make("path", { class: "way", d: ARROW }));
    // A balloon flies without a ticket.
    const coin = isTicket(ticket) ? [make("circle", { class: "coin", r: 7.5 }), ticketShape(ticket)] : [];
    this.badges.append(
      make(
        "g",
        { class: name, opacity },
        make("g", { transform: `${at(TIP)} rotate(${heading(curve, TIP).toFixed(0)})` }, arrow),
        make("g", { transform: at(COIN) }, make("g", { class: "grown" }, ...coin)),
      ),
    );
  }
}
