// Which part of the board is seen: a point of the board is at scale * point + (x, y) on the screen.

const CLOSEST = 3.4; // a station is as large as a thumb
const READING = 2; // where a look at one station stops
const GLIDE = 420; // milliseconds
const LOOSE = 0.42; // of the window: so far an edge of the board may come in, once zoomed in

const clamp = (value, least, most) => Math.min(most, Math.max(least, value));
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class View {
  // *turned* hears about every change, *settled* when the hand or the glide has come to rest.
  constructor(turned, settled) {
    Object.assign(this, { turned, settled, x: 0, y: 0, scale: 1, width: 1, height: 1 });
    this.board = { width: 1, height: 1 };
    this.insets = { top: 0, right: 0, bottom: 0, left: 0 };
    this.wanted = null; // what was asked to be seen, until a hand moves it
    this.gliding = 0;
  }

  // The window has this size now; what is in its middle stays there.
  resize(width, height) {
    if (!width || !height || (width === this.width && height === this.height)) return;
    const middle = this.toBoard({ x: this.width / 2, y: this.height / 2 });
    const closeness = this.scale / this.whole();
    [this.width, this.height] = [width, height];
    if (this.wanted) this.fit(...this.wanted);
    else this.look(middle, closeness * this.whole());
    this.settled();
  }

  toBoard({ x, y }) {
    return { x: (x - this.x) / this.scale, y: (y - this.y) / this.scale };
  }

  toScreen({ x, y }) {
    return { x: x * this.scale + this.x, y: y * this.scale + this.y };
  }

  // The scale at which the whole board is seen.
  whole() {
    const { width, height } = this.room();
    return Math.min(width / this.board.width, height / this.board.height);
  }

  // Where these stations are in a *window* in which the whole board is seen.
  whereAll(stations, window) {
    const { top, right, bottom, left } = this.insets;
    const [width, height] = [window.width - left - right, window.height - top - bottom];
    const scale = Math.min(width / this.board.width, height / this.board.height);
    const [x, y] = [left + (width - this.board.width * scale) / 2, top + (height - this.board.height * scale) / 2];
    return stations.map((station) => ({ x: station.x * scale + x, y: station.y * scale + y }));
  }

  limited(scale) {
    return clamp(scale, this.whole(), Math.max(CLOSEST, 2 * this.whole()));
  }

  room() {
    const { top, right, bottom, left } = this.insets;
    return { width: Math.max(1, this.width - left - right), height: Math.max(1, this.height - top - bottom) };
  }

  place(x, y, scale) {
    const whole = this.whole();
    this.scale = this.limited(scale);
    const loose = LOOSE * clamp(2 * (this.scale / whole - 1), 0, 1);
    const { top, right, bottom, left } = this.insets;
    this.x = within(x, this.board.width * this.scale, this.width, loose * this.width, left, right);
    this.y = within(y, this.board.height * this.scale, this.height, loose * this.height, top, bottom);
    this.turned();
  }

  // A point of the board in the middle of the window.
  look({ x, y }, scale) {
    this.place(this.width / 2 - x * scale, this.height / 2 - y * scale, scale);
  }

  // By hand

  pan(dx, dy) {
    this.rest();
    this.place(this.x + dx, this.y + dy, this.scale);
  }

  zoom(factor, { x, y }) {
    this.rest();
    const before = this.scale;
    const scale = this.limited(before * factor);
    this.place(x - ((x - this.x) * scale) / before, y - ((y - this.y) * scale) / before, scale);
  }

  // By a share of the window.
  shove(x, y) {
    this.pan(x * this.width, y * this.height);
  }

  // One step closer or further, around a point of the window.
  step(factor, { x, y } = { x: this.width / 2, y: this.height / 2 }) {
    const scale = this.limited(this.scale * factor);
    const still = this.toBoard({ x, y });
    const middle = { x: still.x + (this.width / 2 - x) / scale, y: still.y + (this.height / 2 - y) / scale };
    this.glide(middle, scale, true);
  }

  rest() {
    this.wanted = null;
    cancelAnimationFrame(this.gliding);
    this.gliding = 0;
  }

  // By wish

  // The points in view, with *padding* as a share of their extent on each side; without any, the whole board.
  fit(points, padding = 0.2, animate = false, free = {}) {
    const goal = points.length ? this.around(points, padding, free) : this.middle();
    this.glide(goal.point, goal.scale, animate);
    this.wanted = [points, padding, false, free];
  }

  middle() {
    return { point: { x: this.board.width / 2, y: this.board.height / 2 }, scale: this.whole() };
  }

  // *side* css pixels on the right are taken and *below* at the bottom; a point is a thing that reaches *extent* around.
  around(points, padding, { side = 0, below = 0, extent = 0 }) {
    const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
    const [left, top] = [Math.min(...xs) - extent, Math.min(...ys) - extent];
    const [wide, high] = [Math.max(...xs) + extent - left, Math.max(...ys) + extent - top];
    const spread = 1 + 2 * padding;
    const fitting = Math.min((this.width - side) / (wide * spread), (this.height - below) / (high * spread));
    const scale = clamp(fitting, this.whole(), Math.max(READING, this.whole()));
    return { point: { x: left + wide / 2 + side / 2 / scale, y: top + high / 2 + below / 2 / scale }, scale };
  }

  center(point, least) {
    this.glide(point, Math.max(this.scale, least), true);
  }

  sees(point, edge) {
    const { x, y } = this.toScreen(point);
    return x >= edge && y >= edge && x <= this.width - edge && y <= this.height - edge;
  }

  glide(point, scale, animate) {
    this.rest();
    if (!animate || calm.matches) {
      this.look(point, scale);
      this.settled();
      return;
    }
    const from = this.toBoard({ x: this.width / 2, y: this.height / 2 });
    const start = { time: performance.now(), scale: this.scale };
    const step = (now) => {
      const t = clamp((now - start.time) / GLIDE, 0, 1);
      const eased = 1 - (1 - t) ** 3;
      const middle = { x: from.x + (point.x - from.x) * eased, y: from.y + (point.y - from.y) * eased };
      this.look(middle, start.scale * (scale / start.scale) ** eased);
      this.gliding = t < 1 ? requestAnimationFrame(step) : 0;
      if (t === 1) this.settled();
    };
    this.gliding = requestAnimationFrame(step);
  }
}

// Where a board of this length may begin, so that it is never lost: between its insets, a bit looser when zoomed in.
function within(at, length, window, loose, before, after) {
  const [least, most] = [window - after - length - loose, before + loose];
  return least > most ? (window - after + before - length) / 2 : clamp(at, least, most);
}
