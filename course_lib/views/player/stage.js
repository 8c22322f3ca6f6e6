// A tree of any size in a box that scrolls: only what is in sight is drawn.

import { firstWhere, make, tenth, word } from "./draw.js";

const MANY = 1500; // so many nodes in sight are drawn as dots on a canvas...
const TINY = 0.25; // ...and so are all nodes where the tree is made smaller than this

export class Stage {
  // `pen` says what to draw: shown(at), node(at), edge(at), dot(at), and hears pick(at), fold(at).
  constructor(scene, label, pen) {
    Object.assign(this, { scene, look: scene.look, kids: scene.kids, parent: scene.nodes.parent, pen, zoom: 1 });
    this.levels = scene.scene.levels.map(() => []);
    scene.depth.forEach((depth, at) => this.levels[depth].push(at));
    this.width = scene.scene.width;
    this.height = scene.scene.height;
    this.folded = new Set();
    this.hidden = new Uint8Array(this.parent.length);
    this.space = make("div", { class: "cl-space" });
    this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.svg.setAttribute("font-family", this.look.font);
    this.svg.setAttribute("text-anchor", "middle");
    this.svg.setAttribute("aria-hidden", "true"); // what matters is said in words beside it
    this.canvas = make("canvas", { "aria-hidden": "true" });
    this.space.append(this.canvas, this.svg);
    this.box = make("div", { class: "cl-stage", tabindex: 0, role: "group", "aria-label": label }, this.space);
    this.box.style.background = this.look.ground;
    this.box.addEventListener("scroll", () => this.outside() && this.draw(), { passive: true });
    // A click among the dots goes there.
    this.canvas.addEventListener("click", (event) => {
      const x = (event.clientX - this.box.getBoundingClientRect().left + this.box.scrollLeft) / this.zoom;
      this.scale(0.9);
      this.box.scrollLeft = x * this.zoom - this.box.clientWidth / 2;
      this.draw();
    });
    this.svg.addEventListener("click", (event) => {
      const hit = event.target.closest("[data-node]");
      if (!hit) return;
      const at = Number(hit.dataset.node);
      if (event.target.closest("[data-fold]")) pen.fold(at);
      else pen.pick(at);
    });
    // Nothing has a size before the notebook has put it on the page; then, and later, this tells.
    this.watcher = new ResizeObserver(() => {
      if (!this.seen && this.box.clientWidth) {
        this.seen = true;
        this.fit(0.6);
        this.box.style.height = `${Math.min(Math.max(this.height * this.zoom, 150), 480) + 18}px`;
        pen.ready?.();
      } else this.draw();
    });
    this.watcher.observe(this.box);
    this.box.style.height = `${Math.min(Math.max(this.height, 150), 480) + 18}px`;
  }

  // A great tree is far wider than high; as dots it keeps the height of its box.
  get zoomDown() {
    return this.zoom >= TINY ? this.zoom : Math.min(1, Math.max(this.zoom, (this.box.clientHeight - 8) / this.height));
  }

  // `least` keeps a great tree readable when it is first shown, whatever it will grow to.
  fit(least = 0) {
    const [wide, high] = [this.box.clientWidth - 4, this.box.clientHeight - 4];
    const all = Math.min(wide / (least ? this.scene.scene.width : this.width), high / this.height, 1.3);
    this.scale(all < least ? 0.9 : all);
  }

  scale(zoom) {
    const { box } = this;
    const middle = (box.scrollLeft + box.clientWidth / 2) / this.zoom;
    const centre = (box.scrollTop + box.clientHeight / 2) / this.zoomDown;
    this.zoom = Math.min(Math.max(zoom, 0.0005), 3);
    this.stretch();
    box.scrollLeft = middle * this.zoom - box.clientWidth / 2;
    box.scrollTop = centre * this.zoomDown - box.clientHeight / 2;
    this.draw();
  }

  stretch(width = this.width) {
    this.width = width;
    this.space.style.width = `${this.width * this.zoom}px`;
    this.space.style.height = `${this.height * this.zoomDown}px`;
  }

  // Bring a node into sight at once, with its parent and as many above as there is room for:
  // a jump disturbs nobody who asked for less motion.
  follow(at) {
    const { box, zoom, scene } = this;
    for (const [side, size, place] of [
      ["scrollLeft", box.clientWidth, (node) => scene.x[node] * zoom],
      ["scrollTop", box.clientHeight, (node) => (scene.top(node) + scene.nodes.high[node] / 2) * this.zoomDown],
    ]) {
      const margin = Math.min(70, size / 4);
      let [low, high] = [place(at), place(at)];
      for (let above = this.parent[at]; above >= 0; above = this.parent[above]) {
        const [least, most] = [Math.min(low, place(above)), Math.max(high, place(above))];
        if (most - least > size - 2 * margin) break;
        [low, high] = [least, most];
      }
      if (low < box[side] + margin || high > box[side] + size - margin) box[side] = (low + high - size) / 2;
    }
  }

  fold(at) {
    if (!this.kids[at].length) return;
    this.folded.has(at) ? this.folded.delete(at) : this.folded.add(at);
    this.parent.forEach((above, node) => {
      this.hidden[node] = above >= 0 && (this.hidden[above] || this.folded.has(above)) ? 1 : 0;
    });
    this.draw();
  }

  outside() {
    const { box, drawn } = this;
    return !drawn || box.scrollLeft < drawn.left || box.scrollTop < drawn.top ||
      box.scrollLeft + box.clientWidth > drawn.right || box.scrollTop + box.clientHeight > drawn.bottom;
  }

  // Draw what is in sight and as much again around it.
  draw() {
    const { box, zoom, zoomDown, scene: { x, scene: { levels } } } = this;
    if (!box.clientWidth) return;
    const [wide, high] = [box.clientWidth, box.clientHeight];
    const [fullWide, fullHigh] = [Math.max(this.width * zoom, wide), Math.max(this.height * zoomDown, high)];
    const left = Math.max(0, box.scrollLeft - wide);
    const top = Math.max(0, box.scrollTop - high);
    const right = Math.min(fullWide, box.scrollLeft + 2 * wide);
    const bottom = Math.min(fullHigh, box.scrollTop + 2 * high);
    this.drawn = {
      left, top, right: right >= fullWide ? Infinity : right, bottom: bottom >= fullHigh ? Infinity : bottom,
    };
    // A tree that is narrower than its box stands in the middle.
    const shift = Math.max(0, (wide - this.width * zoom) / 2) / zoom;
    const [from, to] = [left / zoom - shift - 60, right / zoom - shift + 60];
    const shown = (at) => !this.hidden[at] && this.pen.shown(at);
    const nodes = [];
    const edges = [];
    this.levels.forEach((row, depth) => {
      if (levels[depth][1] < top / zoomDown || (levels[depth - 1]?.[0] ?? 0) > bottom / zoomDown) return;
      for (let i = firstWhere(row.length, (k) => x[row[k]] >= from); i < row.length && x[row[i]] <= to; i++)
        if (shown(row[i])) nodes.push(row[i]);
      if (!depth) return;
      // Edges do not cross, so those that come into sight are neighbours in their row.
      const over = (k) => x[this.parent[row[k]]];
      const begin = firstWhere(row.length, (k) => Math.max(over(k), x[row[k]]) >= from);
      for (let i = begin; i < row.length && Math.min(over(i), x[row[i]]) <= to; i++)
        if (shown(row[i])) edges.push(row[i]);
    });
    const place = `left:${left}px;top:${top}px;width:${right - left}px;height:${bottom - top}px`;
    const dots = nodes.length > MANY || zoom < TINY;
    this.svg.style.cssText = `${place};display:${dots ? "none" : "block"}`;
    this.canvas.style.cssText = `${place};display:${dots ? "block" : "none"}`;
    if (dots) return this.drawDots(nodes, edges, right - left, bottom - top, left - shift * zoom, top);
    this.scene.unnamed = zoom < 0.4;
    // The best line is drawn over the edges that begin where it does.
    edges.sort((one, other) => this.scene.isBest(one) - this.scene.isBest(other));
    const inner = edges.map((at) => this.pen.edge(at)).join("") + nodes.map((at) =>
      `<g data-node="${at}" transform="translate(${tenth(x[at])} ${this.scene.top(at)})">${this.pen.node(at)}${this.handle(at)}</g>`
    ).join("");
    // Places are relative to what is in sight: numbers in the millions would be drawn unsharp.
    const inverse = (part) => part / zoom;
    this.svg.innerHTML = `<g transform="scale(${zoom}) translate(${shift - inverse(left)} ${-inverse(top)})">${inner}</g>`;
  }

  // What opens and closes the part of the tree below a node.
  handle(at) {
    if (!this.kids[at].some((kid) => this.pen.shown(kid))) return "";
    const closed = this.folded.has(at);
    const y = this.scene.nodes.high[at] + 1;
    return `<g data-fold="" class="cl-fold"><title>${closed ? "Open" : "Close"} this part</title>` +
      `<circle cy="${y}" r="8" fill="${this.look.ground}" stroke="${this.look.line}"/>` +
      `${word(0, y, closed ? "+" : "\u2212", 13, this.look.ink)}</g>`;
  }

  drawDots(nodes, edges, wide, high, left, top) {
    const { canvas, zoom, zoomDown, look, scene } = this;
    const sharp = window.devicePixelRatio || 1;
    canvas.width = wide * sharp;
    canvas.height = high * sharp;
    const pencil = canvas.getContext("2d");
    pencil.scale(sharp, sharp);
    const at = (node) => [scene.x[node] * zoom - left, (scene.top(node) + scene.nodes.high[node] / 2) * zoomDown - top];
    pencil.strokeStyle = look.faded;
    pencil.beginPath();
    for (const node of edges) {
      pencil.moveTo(...at(this.parent[node]));
      pencil.lineTo(...at(node));
    }
    pencil.stroke();
    for (const node of nodes) {
      const { colour, size } = this.pen.dot(node);
      const [x, y] = at(node);
      pencil.fillStyle = colour;
      pencil.fillRect(x - size / 2, y - size / 2, size, size);
    }
  }
}
