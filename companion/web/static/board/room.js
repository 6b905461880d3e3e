// Room for everything that keeps its size while the board shrinks under it. Lengths are css pixels.

const ROUNDS = 40;
const HOMEWARD = 0.06; // of the way back, each round
const MOST = 40; // so many lamps can't be told apart anyway
const LEANS = [0, 48, -48, 96, -96, 144, -144]; // degrees

// Points that moved apart until they are *apart* from each other, as near to their homes as that allows.
export function spread(homes, apart, fixed = []) {
  const points = homes.map(({ x, y }) => ({ x, y }));
  if (points.length > MOST) return points;
  for (let round = 0; round < ROUNDS; round += 1) {
    let still = true;
    points.forEach((point, place) => {
      for (const other of points.slice(place + 1)) still = part(point, other, apart, 0.5) && still;
      for (const other of fixed) still = part(point, other, apart, 1) && still;
    });
    if (still) break;
    points.forEach((point, place) => {
      point.x += (homes[place].x - point.x) * HOMEWARD;
      point.y += (homes[place].y - point.y) * HOMEWARD;
    });
  }
  return points;
}

// Push *point* away, and *other* by what remains; true if there was room enough.
function part(point, other, apart, share) {
  const [dx, dy] = [point.x - other.x || 0.01, point.y - other.y];
  const distance = Math.hypot(dx, dy);
  if (distance >= apart - 0.5) return true;
  const push = (apart - distance) / distance;
  point.x += dx * push * share;
  point.y += dy * push * share;
  other.x -= dx * push * (1 - share);
  other.y -= dy * push * (1 - share);
  return false;
}

// Where the head of a pin is that leans by so many degrees.
const head = ({ x, y }, reach, degrees) => {
  const turn = (degrees * Math.PI) / 180;
  return { x: x + reach * Math.sin(turn), y: y - reach * Math.cos(turn) };
};

// How far each pin leans so that its head covers nothing that is *taken*, nor the heads before it: upright, if it can.
// What is taken are circles; the greater their *weight*, the worse it is to cover them.
export function lean(pins, taken, size) {
  const full = [...taken];
  return pins.map(({ tip, reach, most }) => {
    const leans = LEANS.filter((degrees) => Math.abs(degrees) <= most);
    const free = leans.map((degrees) => {
      const { x, y } = head(tip, reach, degrees);
      const over = (other) => (Math.hypot(other.x - x, other.y - y) - other.radius - size) * other.weight;
      return Math.min(0, ...full.map(over));
    });
    const degrees = leans[free.indexOf(Math.max(...free))];
    full.push({ ...head(tip, reach, degrees), radius: size, weight: 3 });
    return degrees;
  });
}
