// Where the buttons lie while the whole board is seen: where they cover no station, nor what may stand on it.

const BUTTON = 48; // css pixels
const GAP = 6; // between them, and to the edge
const TALL = 42; // a pawn above its station
const DEEP = 28; // the tickets below a lit one
const WIDE = 20;

export const TAKEN = BUTTON + 2 * GAP; // by a row or a column of them

// As *count* buttons lie in a window of this size.
const CORNERS = {
  column: ({ width, height }, long) => ({ left: width - TAKEN, top: height - GAP - long, right: width, bottom: height }),
  row: ({ width, height }, long) => ({ left: width - GAP - long, top: height - TAKEN, right: width, bottom: height }),
  "row left": ({ height }, long) => ({ left: 0, top: height - TAKEN, right: GAP + long, bottom: height }),
};

// The name of a corner that is free, or nothing; *stations* are points on the screen, *large* how large pieces are.
export function freeCorner(stations, window, count, large) {
  const long = count * BUTTON + (count - 1) * GAP;
  const inside = ({ left, top, right, bottom }) => ({ x, y }) =>
    x + WIDE * large > left && x - WIDE * large < right && y + DEEP * large > top && y - TALL * large < bottom;
  return Object.keys(CORNERS).find((name) => !stations.some(inside(CORNERS[name](window, long))));
}
