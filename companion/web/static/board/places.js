// Where the stations lie, in units of the board: on every map a station has the same radius.

export const RADIUS = 10;

const APART = 44; // from a station to its nearest neighbour, in the middle of all of them
const LEAST = 2 * RADIUS + 2; // no two discs overlap
const MARGIN = 32;

// How far the nearest neighbour of each station is, in rising order.
function gaps(stations) {
  const nearest = stations.map((one) =>
    Math.min(...stations.map((other) => (one === other ? Infinity : Math.hypot(one.x - other.x, one.y - other.y)))),
  );
  return nearest.filter((gap) => gap > 0 && gap < Infinity).sort((a, b) => a - b);
}

export class Places {
  constructor({ aspect, stations }) {
    const raw = stations.map(([number, x, y, stops]) => ({ number, x: x * aspect, y, stops }));
    const apart = gaps(raw);
    const unit = apart.length ? Math.max(APART / apart[apart.length >> 1], LEAST / apart[0]) : 300;
    const left = Math.min(...raw.map((station) => station.x));
    const top = Math.min(...raw.map((station) => station.y));
    this.stations = new Map(
      raw.map(({ number, x, y, stops }) => [
        number,
        { number, x: (x - left) * unit + MARGIN, y: (y - top) * unit + MARGIN, stops },
      ]),
    );
    this.width = Math.max(...this.all().map((station) => station.x)) + MARGIN;
    this.height = Math.max(...this.all().map((station) => station.y)) + MARGIN;
  }

  all() {
    return [...this.stations.values()];
  }

  get(number) {
    return this.stations.get(Number(number));
  }

  // Those of *numbers* that are on this board.
  these(numbers) {
    return numbers.map((number) => this.get(number)).filter(Boolean);
  }

  // The station that is nearest to a point, if it is not further away than *reach*.
  nearest({ x, y }, reach) {
    const far = (station) => Math.hypot(station.x - x, station.y - y);
    const nearest = this.all().reduce((least, station) => (far(station) < far(least) ? station : least));
    return far(nearest) <= reach ? nearest : null;
  }
}
