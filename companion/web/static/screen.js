// The display, dot for dot: eight pages from the top, a byte for each column, the lowest bit uppermost.

const WIDTH = 128;
const HEIGHT = 64;

export class Screen {
  constructor(canvas) {
    this.pen = canvas.getContext("2d");
    this.picture = this.pen.createImageData(WIDTH, HEIGHT);
  }

  show(box) {
    const lit = box.power && box.shown && box.contrast > 0;
    // Even the lowest contrast of a real display can be read in the dark.
    const strength = lit ? Math.round(90 + (165 * box.contrast) / 255) : 0;
    const bytes = atob(box.screen);
    const dots = this.picture.data;
    for (let y = 0; y < HEIGHT; y += 1) {
      for (let x = 0; x < WIDTH; x += 1) {
        const on = (bytes.charCodeAt((y >> 3) * WIDTH + x) >> (y & 7)) & 1;
        dots.set([207, 233, 255, on ? strength : 0], 4 * (y * WIDTH + x));
      }
    }
    this.pen.putImageData(this.picture, 0, 0);
  }
}
