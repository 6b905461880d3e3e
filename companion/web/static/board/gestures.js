// Fingers and the mouse on the board. Only pointers that came down here count: a thumb may hold a button elsewhere.

const SLOP = 8; // css pixels: less than this is a tap that trembles
const TWICE = 320; // milliseconds from one tap to the next
const NEAR = 40; // css pixels between them
const LINE = 16; // css pixels, for wheels that count in lines
const REST = 160; // milliseconds after which a wheel has stopped

const middle = ([a, b]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distance = ([a, b]) => Math.hypot(a.x - b.x, a.y - b.y) || 1;

export class Gestures {
  // *hears* has begin(), pan(dx, dy), zoom(factor, point) and end(), and tap(point, element, again).
  constructor(surface, hears) {
    Object.assign(this, { surface, hears, pointers: new Map(), moving: false, last: { time: -TWICE } });
    surface.addEventListener("pointerdown", (event) => this.down(event));
    surface.addEventListener("pointermove", (event) => this.move(event));
    surface.addEventListener("pointerup", (event) => this.up(event, true));
    for (const end of ["pointercancel", "lostpointercapture"]) {
      surface.addEventListener(end, (event) => this.up(event, false));
    }
    surface.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  point({ clientX, clientY }) {
    return { x: clientX - this.corner.left, y: clientY - this.corner.top };
  }

  down(event) {
    if (event.button > 0) return;
    // The first finger of a hand: of others that we still know of, nobody told us that they left.
    if (event.isPrimary) this.pointers.clear();
    if (!this.pointers.size) {
      this.corner = this.surface.getBoundingClientRect();
      this.element = event.target;
    }
    this.pointers.set(event.pointerId, this.point(event));
    this.surface.setPointerCapture(event.pointerId);
    if (this.pointers.size > 1) this.begin(); // two fingers are no tap
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = this.point(event);
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    if (!this.moving && Math.hypot(dx, dy) < SLOP) return;
    const two = [...this.pointers.values()].slice(0, 2);
    const was = two.length > 1 && { middle: middle(two), distance: distance(two) };
    const trembled = !this.moving;
    Object.assign(before, now);
    this.begin();
    if (trembled) return; // not made up for: the board would jump
    if (!was) this.hears.pan(dx, dy);
    else if (two.includes(before)) this.pinch(was, { middle: middle(two), distance: distance(two) });
  }

  pinch(was, is) {
    this.hears.pan(is.middle.x - was.middle.x, is.middle.y - was.middle.y);
    this.hears.zoom(is.distance / was.distance, is.middle);
  }

  up(event, lifted) {
    if (!this.pointers.delete(event.pointerId) || this.pointers.size) return;
    if (this.moving) this.end();
    else if (lifted) this.tap(this.point(event), event.timeStamp);
  }

  tap(point, time) {
    const again = time - this.last.time < TWICE && distance([point, this.last.point]) < NEAR;
    // A third tap begins anew.
    this.last = again ? { time: -TWICE } : { time, point };
    this.hears.tap(point, this.element, again);
  }

  wheel(event) {
    event.preventDefault();
    this.corner = this.surface.getBoundingClientRect();
    this.begin();
    const turned = event.deltaY * (event.deltaMode ? LINE : 1);
    // Two fingers on a touchpad come as small turns of a wheel with Ctrl.
    this.hears.zoom(Math.exp(-turned * (event.ctrlKey ? 0.01 : 0.0018)), this.point(event));
    clearTimeout(this.wheeling);
    this.wheeling = setTimeout(() => this.pointers.size || this.end(), REST);
  }

  begin() {
    if (!this.moving) this.hears.begin();
    this.moving = true;
  }

  end() {
    this.moving = false;
    this.hears.end();
  }
}
