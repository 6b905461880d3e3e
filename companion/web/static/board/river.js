// Ferries: where they go there is water, and a line of waves on it.

const WAVE = 11; // from crest to crest
const HEIGHT = 2;
const ROUND = 6; // a river takes its bends wide

const round = (number) => Math.round(number * 10) / 10;

// The direction of the water at a station: from what comes before it to what comes after.
function flow(station, next, others) {
  const before = others.find((other) => other !== next);
  return before ? { x: (next.x - before.x) / ROUND, y: (next.y - before.y) / ROUND } : { x: 0, y: 0 };
}

function reaches(links, places) {
  const joined = new Map();
  const join = (a, b) => joined.set(a, [...(joined.get(a) ?? []), b]);
  const ends = links.map((link) => link.map((number) => places.get(number)));
  for (const [a, b] of ends) {
    join(a, b);
    join(b, a);
  }
  return ends.map(([a, b]) => {
    const [out, back] = [flow(a, b, joined.get(a)), flow(b, a, joined.get(b))];
    return [a, { x: a.x + out.x, y: a.y + out.y }, { x: b.x + back.x, y: b.y + back.y }, b];
  });
}

function at([a, b, c, d], t) {
  const [i, j, k, l] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
  return { x: i * a.x + j * b.x + k * c.x + l * d.x, y: i * a.y + j * b.y + k * c.y + l * d.y };
}

function waves(reach) {
  const [a, , , d] = reach;
  const crests = Math.max(2, Math.round(Math.hypot(d.x - a.x, d.y - a.y) / WAVE));
  let path = `M${round(a.x)} ${round(a.y)}`;
  for (let crest = 0; crest < crests; crest += 1) {
    const [from, to] = [at(reach, crest / crests), at(reach, (crest + 1) / crests)];
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const side = ((crest % 2 ? -2 : 2) * HEIGHT) / length;
    const x = (from.x + to.x) / 2 - (to.y - from.y) * side;
    const y = (from.y + to.y) / 2 + (to.x - from.x) * side;
    path += `Q${round(x)} ${round(y)} ${round(to.x)} ${round(to.y)}`;
  }
  return path;
}

function water(reach) {
  const [a, b, c, d] = reach.map(({ x, y }) => `${round(x)} ${round(y)}`);
  return `M${a}C${b} ${c} ${d}`;
}

export function river(links, places) {
  const all = reaches(links, places);
  return { water: all.map(water).join(""), waves: all.map(waves).join("") };
}
