// Moves what is drawn from where it stood to where it stands now. It knows pieces by their names,
// places and lines between two of them, and nothing of what they mean.

import { tenth, word } from "./film.js";

const TIME = 280; // of a move, in milliseconds
export const SIGN = 9.5; // so far below its node a sign stands
const FRAME = 40; // a longer frame counts as one of so many: nothing leaps where a machine is slow

const ease = (part) => (part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2);
const between = (from, to, part) => to.map((end, at) => from[at] + (end - from[at]) * part);
const same = (one, other) => one.every((each, at) => Math.abs(each - other[at]) < 0.05);

export class Motion {
  constructor(film, svg) {
    Object.assign(this, { film, svg, spots: new Map(), camera: null, speed: 1, running: new Set() });
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

  // These shapes, whose places have names; what stood elsewhere before goes on from there, unless
  // all is to be `set`.
  draw(shapes, spots, camera, set) {
    this.end();
    const from = new Map([...spots].map(([key, spot]) => [key, this.spots.get(key) ?? spot]));
    const [before, after] = [this.camera ?? camera, camera];
    const moving = !same(before, after) || [...spots].some(([key, spot]) => !same(from.get(key), spot));
    this.svg.innerHTML = `<g transform="${this.transform(camera)}">${shapes}</g>`;
    [this.spots, this.camera, this.target] = [spots, camera, camera];
    if (!moving || set || this.calm) return;
    const group = this.svg.firstElementChild;
    const elements = [...group.children].map((element) => [element, element.dataset]);
    this.play((part) => {
      this.camera = between(before, after, part);
      this.spots = new Map([...spots].map(([key, spot]) => [key, between(from.get(key), spot, part)]));
      group.setAttribute("transform", this.transform(this.camera));
      for (const [element, data] of elements) this.place(element, data);
    });
  }

  // Something travels through these points; `reached` hears the number of each as it passes.
  send(words, points, reached) {
    const { look } = this.film;
    const token = document.createElementNS("http://www.w3.org/2000/svg", "g");
    token.setAttribute("class", "cl-token");
    const wide = 12 + 8 * words.length;
    token.innerHTML = `<rect x="${-wide / 2}" y="-10" width="${wide}" height="20" rx="10" fill="${look.blue}"/>${word(0, 0, words, look.small, look.ground, true)}`;
    this.svg.firstElementChild.append(token);
    const last = points.length - 1;
    let passed = 0;
    this.play((part) => {
      const at = Math.min(Math.floor(part * last), last - 1);
      const [x, y] = between(points[at], points[at + 1], part * last - at);
      token.setAttribute("transform", `translate(${x} ${y})`);
      while (passed < at) reached(++passed);
      if (part === 1) token.remove();
    });
  }

  // This happens once nothing moves any more, unless something else begins before.
  then(next) {
    if (!this.running.size) return next();
    this.next = next;
  }

  transform([zoom, right, down]) { return `scale(${zoom}) translate(${right} ${down})`; }

  place(element, { key, edge, name, fold, cut, from }) {
    const { film } = this;
    const [spot, above] = [this.spots.get(key ?? edge ?? name ?? fold ?? cut), this.spots.get(from)];
    if (!spot) return;
    if (edge !== undefined && above) element.setAttribute("d", this.line(edge, from, above, spot));
    else if (name !== undefined && above) {
      const [x, y] = film.beside(name, from, above, spot);
      element.setAttribute("x", x);
      element.setAttribute("y", y);
    } else if (cut !== undefined && above) element.setAttribute("transform", this.film.nearTop(above, spot));
    else if (key !== undefined) element.setAttribute("transform", `translate(${spot[0]} ${spot[1]})`);
    else if (fold !== undefined) element.setAttribute("transform", `translate(${spot[0]} ${spot[1] + film.pieces.high[fold] + SIGN})`);
  }

  line(edge, from, above, spot) {
    if (Number.isInteger(Number(edge))) return this.film.edgePath(edge, from, above, spot);
    const high = this.film.pieces.high[edge.split(" ")[1]];
    return `M${tenth(above[0])} ${tenth(above[1] + high)}V${tenth(above[2])}L${tenth(spot[0])} ${tenth(spot[1])}`;
  }

  // From 0 to 1, a frame at a time.
  play(paint) {
    const clock = { passed: 0, last: null };
    paint(0);
    this.running.add(clock);
    this.svg.dataset.moving = "yes";
    const frame = (now) => {
      clock.passed += Math.min(now - (clock.last ?? now), FRAME) * this.speed;
      clock.last = now;
      paint(ease(Math.min(1, clock.passed / TIME)));
      if (clock.passed < TIME) clock.frame = requestAnimationFrame(frame);
      else this.stop(clock);
    };
    clock.frame = requestAnimationFrame(frame);
  }

  stop(clock) {
    cancelAnimationFrame(clock.frame);
    this.running.delete(clock);
    if (this.running.size) return;
    const { next } = this;
    this.next = null;
    next?.();
    if (!this.running.size) delete this.svg.dataset.moving;
  }

  end() {
    this.next = null;
    this.running.forEach((clock) => this.stop(clock));
  }
}
