// Moves what is drawn from where it stood to where it stands now. It knows pieces by their names,
// places and lines between two of them, and nothing of what they mean.

import { tenth } from "./film.js";

const TIME = 280; // of a move, in milliseconds
export const SIGN = 9.5; // so far below its node a sign stands
const FRAME = 40; // a longer frame counts as one of so many: nothing leaps where a machine is slow

const ease = (part) => (part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2);
const between = (from, to, part) => to.map((end, at) => from[at] + (end - from[at]) * part);
const same = (one, other) => one.every((each, at) => Math.abs(each - other[at]) < 0.05);

export class Motion {
  constructor(film, svg) {
    Object.assign(this, { film, svg, spots: new Map(), camera: null, speed: 1 });
    this.less = matchMedia("(prefers-reduced-motion: reduce)");
  }

  get calm() { return this.less.matches; }

  // These shapes, with nothing to move from.
  still(shapes, camera) {
    this.end();
    this.spots.clear();
    this.camera = null;
    this.svg.innerHTML = `<g transform="${this.transform(camera)}">${shapes}</g>`;
  }

  // These shapes, whose places have names; what stood elsewhere before goes on from there.
  draw(shapes, spots, camera) {
    this.end();
    const from = new Map([...spots].map(([key, spot]) => [key, this.spots.get(key) ?? spot]));
    const [before, after] = [this.camera ?? camera, camera];
    const moving = !same(before, after) || [...spots].some(([key, spot]) => !same(from.get(key), spot));
    this.svg.innerHTML = `<g transform="${this.transform(camera)}">${shapes}</g>`;
    [this.spots, this.camera] = [spots, camera];
    if (!moving) return;
    const group = this.svg.firstElementChild;
    if (this.calm) return this.run((part) => group.setAttribute("opacity", part));
    const elements = [...group.children].map((element) => [element, element.dataset]);
    this.run((part) => {
      this.camera = between(before, after, part);
      this.spots = new Map([...spots].map(([key, spot]) => [key, between(from.get(key), spot, part)]));
      group.setAttribute("transform", this.transform(this.camera));
      for (const [element, data] of elements) this.place(element, data);
    });
  }

  transform([zoom, right, down]) { return `scale(${zoom}) translate(${right} ${down})`; }

  place(element, { key, edge, name, fold, from }) {
    const { film } = this;
    const [spot, above] = [this.spots.get(key ?? edge ?? name ?? fold), this.spots.get(from)];
    if (!spot) return;
    if (edge !== undefined && above) element.setAttribute("d", this.line(edge, above, spot));
    else if (name !== undefined && above) {
      const [x, y] = film.beside(name, above, spot);
      element.setAttribute("x", x);
      element.setAttribute("y", y);
    } else if (key !== undefined) element.setAttribute("transform", `translate(${spot[0]} ${spot[1]})`);
    else if (fold !== undefined) element.setAttribute("transform", `translate(${spot[0]} ${spot[1] + film.pieces.high[fold] + SIGN})`);
  }

  line(edge, above, spot) {
    if (Number.isInteger(Number(edge))) return this.film.edgePath(edge, above, spot);
    const high = this.film.pieces.high[edge.split(" ")[1]];
    return `M${tenth(above[0])} ${tenth(above[1] + high)}V${tenth(above[2])}L${tenth(spot[0])} ${tenth(spot[1])}`;
  }

  // From 0 to 1, a frame at a time.
  run(paint) {
    let [passed, last] = [0, null];
    paint(0);
    this.svg.dataset.moving = "yes";
    const frame = (now) => {
      passed += Math.min(now - (last ?? now), FRAME) * this.speed;
      last = now;
      paint(ease(Math.min(1, passed / TIME)));
      if (passed < TIME) this.frame = requestAnimationFrame(frame);
      else this.end();
    };
    this.frame = requestAnimationFrame(frame);
  }

  end() {
    cancelAnimationFrame(this.frame);
    delete this.svg.dataset.moving;
  }
}
