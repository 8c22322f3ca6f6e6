// A tree of any size in a box. Two ways to look at it: "free", a picture to zoom and to drag, of
// which only what is in sight is drawn; and "read", where letters have a least size, and as much of
// the tree around one node stands there as fits, the rest in boxes that say what is in them.

import { make } from "./controls.js";
import { firstWhere, tenth, word } from "./draw.js";

const MANY = 1500; // so many nodes in sight are drawn as dots on a canvas...
const TINY = 0.25; // ...and so are all nodes where the tree is made smaller than this
const LARGEST = 6; // times its own size
const LEVEL_GAP = 32; // between two levels, where one reads
const MOST = 80; // so many nodes are tried for one view
const EDGE = 14;
const PAPER = 1000; // a tree as wide as this can be read on a sheet

export class Stage {
  // `pen` says what to draw: shown(at), node(at), edge(at), dot(at), and hears pick(at), fold(at).
  constructor(scene, label, pen) {
    Object.assign(this, { scene, look: scene.look, kids: scene.kids, parent: scene.nodes.parent, pen, zoom: 1 });
    this.levels = scene.levels.map(() => []);
    scene.depth.forEach((depth, at) => this.levels[depth].push(at));
    this.width = scene.scene.width;
    this.height = scene.scene.height;
    this.folded = new Set();
    this.hidden = new Uint8Array(this.parent.length);
    this.mode = "free";
    this.root = -1; // the node that is drawn as the root, or none
    this.view = null; // what is there to be read, where that is not all
    this.space = make("div", { class: "cl-space" });
    this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.svg.setAttribute("font-family", this.look.font);
    this.svg.setAttribute("text-anchor", "middle");
    this.svg.setAttribute("aria-hidden", "true"); // what matters is said in words beside it
    this.canvas = make("canvas", { "aria-hidden": "true" });
    this.space.append(this.canvas, this.svg);
    this.box = make("div", { class: "cl-stage", tabindex: 0, role: "group", "aria-label": label }, this.space);
    this.map = make("canvas", { class: "cl-map", "aria-hidden": "true" });
    this.listen();
    // Nothing has a size before the notebook has put it on the page; then, and later, this tells.
    this.watcher = new ResizeObserver(() => {
      if (!this.seen && this.box.clientWidth) {
        this.seen = true;
        this.fit(0.6);
        this.settleHeight();
        pen.ready?.();
        this.ready?.();
      } else if (this.mode === "read") pen.ready?.();
      else this.draw();
    });
    this.watcher.observe(this.box);
    this.settleHeight();
  }

  get isFull() { return this.box.closest(".cl-full") != null; }

  // In a notebook the box is as high as its tree, up to a point; on a stage of its own it is given.
  settleHeight() {
    this.box.style.height = this.isFull ? "" : `${Math.min(Math.max(this.height * this.zoom, 150), 480) + 18}px`;
  }

  listen() {
    const { box, pen } = this;
    box.addEventListener("scroll", () => {
      if (this.outside()) this.draw();
      else this.drawMap();
    }, { passive: true });
    // A click among the dots goes there.
    this.canvas.addEventListener("click", (event) => this.dragged || this.scaleAt(0.9, event));
    this.svg.addEventListener("click", (event) => {
      const hit = event.target.closest("[data-node]");
      if (!hit || this.dragged) return;
      const at = Number(hit.dataset.node);
      if (event.target.closest("[data-fold]")) pen.fold(at);
      else pen.pick(at);
    });
    box.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !this.isFull) return; // in a notebook the wheel scrolls the page
      event.preventDefault();
      this.scaleAt(this.zoom * Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event);
    }, { passive: false });
    const fingers = new Map();
    const apart = () => {
      const [one, other] = [...fingers.values()];
      return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    };
    box.addEventListener("pointerdown", (event) => {
      fingers.set(event.pointerId, event);
      this.dragged = false;
    });
    const { signal } = (this.ended = new AbortController());
    addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const [right, down] = [event.clientX - before.clientX, event.clientY - before.clientY];
      if (!this.dragged && Math.abs(right) + Math.abs(down) < 6) return;
      const wide = fingers.size === 2 ? apart() : 0;
      fingers.set(event.pointerId, event);
      this.dragged = true;
      if (fingers.size === 2) this.scaleAt((this.zoom * apart()) / wide, event);
      else if (event.pointerType === "mouse" || this.isFull) {
        this.free();
        box.scrollLeft -= right;
        box.scrollTop -= down;
        this.moved?.(this);
      }
    }, { signal });
    for (const end of ["pointerup", "pointercancel"]) {
      addEventListener(end, (event) => fingers.delete(event.pointerId), { signal });
    }
    this.map.addEventListener("click", (event) => {
      const { left, top, width, height } = this.map.getBoundingClientRect();
      const [x, y] = [((event.clientX - left) / width) * this.scene.scene.width, ((event.clientY - top) / height) * this.scene.scene.height];
      let [best, least] = [-1, Infinity];
      this.scene.home.forEach((home, at) => {
        if (!this.pen.shown(at)) return;
        const far = Math.abs(home - x) + Math.abs(this.scene.scene.levels[this.scene.depth[at]][0] - y);
        if (far < least) [best, least] = [at, far];
      });
      if (best >= 0) pen.pick(best);
    });
  }

  // Nobody looks any more.
  end() {
    this.watcher.disconnect();
    this.ended.abort();
    clearTimeout(this.later);
  }

  // --- how large ---------------------------------------------------------------------------------

  // The zoom at which the smallest letters are just large enough: for the last row of a hall.
  get least() {
    return this.isFull ? (0.0255 * window.innerHeight) / this.look.small : 1;
  }

  // A great tree is far wider than high; as dots it keeps the height of its box.
  get zoomDown() {
    return this.zoom >= TINY ? this.zoom : Math.min(1, Math.max(this.zoom, (this.box.clientHeight - 8) / this.height));
  }

  // `least` keeps a great tree readable when it is first shown, whatever it will grow to.
  fit(least = 0) {
    this.free();
    const [wide, high] = [this.box.clientWidth - 4, this.box.clientHeight - 4];
    const all = Math.min(wide / (least ? this.scene.scene.width : this.width), high / this.height, least ? 1.3 : LARGEST);
    this.scale(all < least ? 0.9 : all);
  }

  // The picture to be zoomed and dragged, from wherever one reads now.
  free() {
    if (this.mode === "free") return;
    this.mode = "free";
    const here = this.focus;
    this.show(null);
    if (here >= 0) {
      this.zoom = Math.max(this.zoom, this.least);
      this.stretch();
      this.follow(here);
    }
  }

  zoomBy(by) {
    this.free();
    this.scale(this.zoom * by);
  }

  scaleAt(zoom, { clientX, clientY }) {
    this.free();
    const { left, top } = this.box.getBoundingClientRect();
    this.scale(zoom, clientX - left, clientY - top);
  }

  scale(zoom, x = this.box.clientWidth / 2, y = this.box.clientHeight / 2) {
    const { box } = this;
    const [right, down] = [(box.scrollLeft + x - this.aside) / this.zoom, (box.scrollTop + y) / this.zoomDown];
    this.zoom = Math.min(Math.max(zoom, 0.0005), LARGEST);
    this.stretch();
    box.scrollLeft = right * this.zoom + this.aside - x;
    box.scrollTop = down * this.zoomDown - y;
    this.draw();
    this.moved?.(this);
  }

  // The same part of the tree as on another stage beside this one.
  join({ zoom, box: { scrollLeft, scrollTop } }) {
    this.free();
    this.zoom = zoom;
    this.stretch();
    Object.assign(this.box, { scrollLeft, scrollTop });
    this.draw();
  }

  // A tree that is narrower than its box stands in the middle.
  get aside() { return Math.max(0, (this.box.clientWidth - this.width * this.zoom) / 2); }

  stretch(width = this.width) {
    this.width = width;
    const all = this.mode === "free" || !this.view;
    this.space.style.width = all ? `${this.width * this.zoom}px` : "100%";
    this.space.style.height = all ? `${this.height * this.zoomDown}px` : "100%";
  }

  // Bring a node into sight at once, with its parent and as many above as there is room for:
  // a jump disturbs nobody who asked for less motion.
  follow(at) {
    this.focus = at;
    if (this.mode === "read") return this.read(at);
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

  // --- what is there ------------------------------------------------------------------------------

  isShown(at) { return !this.hidden[at] && this.pen.shown(at); }
  family(at) { return this.kids[at].filter((kid) => this.isShown(kid)); }

  fold(at) {
    if (!this.kids[at].length) return;
    this.folded.has(at) ? this.folded.delete(at) : this.folded.add(at);
    this.hide();
    if (this.mode === "read") this.read(at);
    this.draw();
  }

  // Only the nodes that `wanted` wants, with all above them; without it, all.
  only(wanted) {
    this.kept = null;
    if (wanted) {
      this.kept = new Uint8Array(this.parent.length);
      for (let at = this.parent.length - 1; at >= 0; at--) {
        if (wanted(at)) this.kept[at] = 1;
        if (this.kept[at] && this.parent[at] >= 0) this.kept[this.parent[at]] = 1;
      }
    }
    this.hide();
  }

  hide() {
    this.parent.forEach((above, node) => {
      const away = above >= 0 && (this.hidden[above] || this.folded.has(above));
      this.hidden[node] = away || (this.kept && !this.kept[node]) ? 1 : 0;
    });
  }

  // --- reading ------------------------------------------------------------------------------------

  // As much around this node as can be read. The whole tree keeps its place where it fits.
  read(focus) {
    const { scene, box, least } = this;
    if (!box.clientWidth || focus < 0) return;
    const [wide, high] = [box.clientWidth / least - 2 * EDGE, box.clientHeight / least - 2 * EDGE - 12];
    const { width, height, levels } = scene.scene;
    if (this.root < 0 && !this.kept && !this.folded.size && width <= wide && height <= high + 12) {
      this.zoom = Math.min((box.clientWidth - 4) / width, (box.clientHeight - 4) / height, LARGEST);
      return this.show(null);
    }
    // As many levels as fit, those above the node first.
    const tall = (depth) => levels[depth][1] - levels[depth][0];
    const first = this.root >= 0 ? scene.depth[this.root] : 0;
    let bottom = scene.depth[focus];
    // What lies below the node comes before what lies above its parent, but not before the parent.
    const around = (bottom > first ? tall(bottom - 1) + LEVEL_GAP : 0) + tall(bottom) + LEVEL_GAP;
    if (this.family(focus).length && around + tall(bottom + 1) <= high) bottom += 1;
    let [top, used] = [bottom, tall(bottom)];
    while (top > first && used + LEVEL_GAP + tall(top - 1) <= high) used += LEVEL_GAP + tall(--top);
    while (bottom + 1 < levels.length && used + LEVEL_GAP + tall(bottom + 1) <= high) used += LEVEL_GAP + tall(++bottom);
    let root = focus;
    while (scene.depth[root] > top) root = this.parent[root];
    const chosen = new Set();
    for (let at = focus; at !== this.parent[root]; at = this.parent[at]) chosen.add(at);
    // Then the best line and what is nearest, as long as there is room for it.
    this.brief = false;
    let [plan, failed] = [this.plan(root, chosen), 0];
    this.brief = plan.wide > wide; // then what is missing is told as short as can be
    if (this.brief) plan = this.plan(root, chosen);
    const best = [...scene.line].filter((at) => scene.isBest(at) && scene.depth[at] <= bottom && this.isShown(at));
    for (const at of [...best, ...this.nearest(focus, root, top, bottom)]) {
      if (chosen.has(at) || !chosen.has(this.parent[at])) continue;
      chosen.add(at);
      const next = this.plan(root, chosen);
      if (next.wide <= wide) plan = next;
      else chosen.delete(at);
      if (next.wide > wide && ++failed > 8) break;
    }
    const places = levels.map(() => [0, 0]);
    let y = EDGE;
    for (let depth = top; depth <= bottom; depth++) {
      const there = [...chosen].filter((at) => scene.depth[at] === depth).map((at) => scene.nodes.high[at]);
      const most = Math.max(0, ...there, ...plan.groups.filter((group) => group.depth === depth).map((group) => group.high));
      places[depth] = [y, y + most];
      if (most) y += most + LEVEL_GAP;
    }
    const size = { wide: plan.wide + 2 * EDGE, high: y - LEVEL_GAP + EDGE + 12 };
    this.zoom = Math.max(least, Math.min(box.clientWidth / size.wide, box.clientHeight / size.high, 1.6 * least));
    this.show({ ...plan, ...size, root, places, chosen });
  }

  show(view) {
    this.view = view;
    this.scene.levels = view ? view.places : this.scene.scene.levels;
    if (view) view.nodes.forEach(({ at, x }) => { this.scene.x[at] = x + EDGE; });
    this.stretch(view ? this.width : this.scene.settle());
  }

  // The nodes around this one, nearest first; of siblings those beside the way to it.
  nearest(focus, root, top, bottom) {
    const { parent, scene } = this;
    const [queue, seen] = [[focus], new Set([focus, parent[root]])];
    for (const at of queue) {
      if (queue.length > MOST) break;
      const family = scene.depth[at] < bottom ? this.family(at) : [];
      const way = Math.max(0, family.findIndex((kid) => seen.has(kid) || scene.isBest(kid)));
      const beside = family.map((kid, place) => [Math.abs(place - way), kid]).sort(([one], [other]) => one - other);
      for (const next of [...beside.slice(0, MOST).map(([, kid]) => kid), parent[at]]) {
        if (next < 0 || seen.has(next) || scene.depth[next] < top) continue;
        seen.add(next);
        queue.push(next);
      }
    }
    return queue;
  }

  // Where these nodes stand, and the boxes for what is missing beside them; a tidy layout.
  plan(root, chosen) {
    const { scene: { nodes, depth }, look } = this;
    const [placed, groups] = [[], []];
    const lay = (at) => {
      const parts = [];
      const family = this.family(at);
      let missing = [];
      const group = () => {
        if (missing.length) parts.push(this.group(at, missing));
        missing = [];
      };
      if (family.some((kid) => chosen.has(kid))) {
        for (const kid of family) {
          if (!chosen.has(kid)) missing.push(kid);
          else {
            group();
            parts.push(lay(kid));
          }
        }
        group();
      }
      const right = [];
      const left = [];
      for (const part of parts) {
        part.shift = Math.max(0, ...part.left.map((reach, level) => (right[level] ?? -Infinity) - reach + look.gap));
        part.left.forEach((reach, level) => { left[level] ??= reach + part.shift; });
        part.right.forEach((reach, level) => { right[level] = reach + part.shift; });
      }
      const middle = parts.length ? (parts[0].shift + parts.at(-1).shift) / 2 : 0;
      for (const part of parts) part.shift -= middle;
      const half = Math.max(nodes.wide[at], 9 * [...this.scene.text("name", at)].length) / 2;
      const beside = 7.5 * this.scene.soFar(at, "now").length;
      return { at, parts, left: [-half, ...left.map((reach) => reach - middle)], right: [half + beside, ...right.map((reach) => reach - middle)] };
    };
    const tree = lay(root);
    const edge = Math.min(...tree.left);
    const put = (part, x) => {
      (part.lines ? groups : placed).push({ ...part, x, depth: part.depth ?? depth[part.at] });
      part.parts?.forEach((each) => put(each, x + each.shift));
    };
    put(tree, -edge);
    return { nodes: placed, groups, wide: Math.max(...tree.right) - edge };
  }

  // What is in the parts of the tree that are not drawn, in a few lines.
  group(at, missing) {
    const depth = this.scene.depth[at] + 1;
    const [top, foot] = this.scene.scene.levels[depth];
    const words = [`${missing.length} more`, ...this.sums(missing)];
    const lines = this.brief ? [`+${missing.length}`] : words.slice(0, Math.max(1, Math.floor((foot - top - 2 * this.look.pad) / this.look.row)));
    const wide = Math.max(...lines.map((line) => 7.4 * line.length)) + 2 * this.look.pad;
    return { at, first: missing[0], words, lines, wide, depth, high: this.look.row * lines.length + 2 * this.look.pad, left: [-wide / 2], right: [wide / 2] };
  }

  // How many visits these parts hold, their best value and what was cut: "312 visits", "best 3"...
  sums(tops) {
    // Only what is there by now counts.
    if (this.summed !== this.scene.t) this.totals = null;
    this.summed = this.scene.t;
    this.totals ??= this.parent.reduceRight(([sizes, cuts], above, at) => {
      if (!this.pen.shown(at)) return [sizes, cuts];
      cuts[at] += this.scene.nodes.branches[at];
      sizes[at] += this.scene.isBox(at) ? 0 : 1;
      if (above >= 0) [sizes[above], cuts[above]] = [sizes[above] + sizes[at], cuts[above] + cuts[at]];
      return [sizes, cuts];
    }, [this.parent.map(() => 0), this.parent.map(() => 0)]);
    const [many, cut] = this.totals.map((column) => tops.reduce((sum, at) => sum + column[at], 0));
    const { scene } = this;
    const known = tops.filter((at) => scene.isDone(at) && scene.text("value", at));
    const best = known.length && scene.text("value", known.reduce((most, at) => (scene.worth(at) > scene.worth(most) ? at : most)));
    return [many > tops.length && `${many.toLocaleString("en")} ${scene.grows ? "nodes" : "visits"}`, best && `best ${best}`, cut > 0 && `${cut.toLocaleString("en")} cut`].filter(Boolean);
  }

  // --- drawing ------------------------------------------------------------------------------------

  outside() {
    const { box, drawn } = this;
    return !drawn || box.scrollLeft < drawn.left || box.scrollTop < drawn.top ||
      box.scrollLeft + box.clientWidth > drawn.right || box.scrollTop + box.clientHeight > drawn.bottom;
  }

  draw() {
    if (!this.box.clientWidth) return;
    if (this.view) this.drawView();
    else this.drawSight();
    this.drawMap();
  }

  // The nodes that were chosen to be read.
  drawView() {
    const { view, zoom, box, look, scene } = this;
    const nodes = view.nodes.map(({ at }) => at).filter((at) => this.isShown(at));
    const groups = view.groups.map((group) => {
      const [x, y] = [group.x + EDGE, scene.levels[group.depth][0]];
      const above = group.at;
      const [top, turn] = scene.levels[scene.depth[above]];
      return `<path d="M${tenth(scene.x[above])} ${top + scene.nodes.high[above]}V${turn}L${tenth(x)} ${y}" fill="none" stroke="${look.line}" stroke-width="1.5" stroke-dasharray="2 4"/>` +
        `<g data-node="${group.first}" class="cl-group" transform="translate(${tenth(x)} ${y})"><title>${group.words.join(", ")}</title><rect x="${-group.wide / 2}" width="${group.wide}" height="${group.high}" rx="9" fill="${look.ground}" stroke="${look.line}" stroke-dasharray="2 4"/>` +
        group.lines.map((line, row) => word(0, look.pad + look.row * (row + 0.5), line, look.small, look.quiet)).join("") + "</g>";
    });
    scene.unnamed = false;
    this.canvas.style.display = "none";
    this.svg.style.cssText = "left:0;top:0;width:100%;height:100%;display:block";
    const [right, down] = [(box.clientWidth / zoom - view.wide) / 2, Math.max(0, (box.clientHeight / zoom - view.high) / 2)];
    const edges = nodes.filter((at) => at !== view.root);
    this.svg.innerHTML = `<g transform="scale(${zoom}) translate(${tenth(right)} ${tenth(down)})">${groups.join("")}${this.shapesOf(nodes, edges)}</g>`;
  }

  // What is in sight of the whole tree, and as much again around it.
  drawSight() {
    const { box, zoom, zoomDown, scene: { x, levels } } = this;
    const [wide, high] = [box.clientWidth, box.clientHeight];
    const [fullWide, fullHigh] = [Math.max(this.width * zoom, wide), Math.max(this.height * zoomDown, high)];
    const left = Math.max(0, box.scrollLeft - wide);
    const top = Math.max(0, box.scrollTop - high);
    const right = Math.min(fullWide, box.scrollLeft + 2 * wide);
    const bottom = Math.min(fullHigh, box.scrollTop + 2 * high);
    this.drawn = {
      left, top, right: right >= fullWide ? Infinity : right, bottom: bottom >= fullHigh ? Infinity : bottom,
    };
    const shift = this.aside / zoom;
    const [from, to] = [left / zoom - shift - 60, right / zoom - shift + 60];
    const nodes = [];
    const edges = [];
    this.levels.forEach((row, depth) => {
      if (levels[depth][1] < top / zoomDown || (levels[depth - 1]?.[0] ?? 0) > bottom / zoomDown) return;
      for (let i = firstWhere(row.length, (k) => x[row[k]] >= from); i < row.length && x[row[i]] <= to; i++)
        if (this.isShown(row[i])) nodes.push(row[i]);
      if (!depth) return;
      // Edges do not cross, so those that come into sight are neighbours in their row.
      const over = (k) => x[this.parent[row[k]]];
      const begin = firstWhere(row.length, (k) => Math.max(over(k), x[row[k]]) >= from);
      for (let i = begin; i < row.length && Math.min(over(i), x[row[i]]) <= to; i++)
        if (this.isShown(row[i])) edges.push(row[i]);
    });
    const place = `left:${left}px;top:${top}px;width:${right - left}px;height:${bottom - top}px`;
    const dots = nodes.length > MANY || zoom < TINY;
    this.svg.style.cssText = `${place};display:${dots ? "none" : "block"}`;
    this.canvas.style.cssText = `${place};display:${dots ? "block" : "none"}`;
    if (dots) return this.drawDots(nodes, edges, right - left, bottom - top, left - shift * zoom, top);
    this.scene.unnamed = zoom < 0.4;
    // Places are relative to what is in sight: numbers in the millions would be drawn unsharp.
    const inverse = (part) => part / zoom;
    this.svg.innerHTML = `<g transform="scale(${zoom}) translate(${shift - inverse(left)} ${Math.max(0, (high - this.height * zoomDown) / 2 / zoom) - inverse(top)})">${this.shapesOf(nodes, edges)}</g>`;
  }

  // The best line is drawn over the edges that begin where it does.
  shapesOf(nodes, edges) {
    const { scene, pen } = this;
    edges.sort((one, other) => scene.isBest(one) - scene.isBest(other));
    return edges.map((at) => pen.edge(at)).join("") + nodes.map((at) =>
      `<g data-node="${at}" transform="translate(${tenth(scene.x[at])} ${scene.top(at)})">${pen.node(at)}${this.handle(at)}</g>`
    ).join("");
  }

  // What opens and closes the part of the tree below a node; where nothing of it is there, how much.
  handle(at) {
    const { look, scene, view } = this;
    const family = this.kids[at].filter((kid) => this.pen.shown(kid) && !(this.kept && !this.kept[kid]));
    if (!family.length || this.onPaper) return "";
    const closed = this.folded.has(at);
    const away = view && !family.some((kid) => view.chosen.has(kid));
    if (view && !away && !closed && at !== this.focus) return ""; // it would hide the names of actions
    const y = scene.nodes.high[at] + (away ? 4 : 1.5); // above the names of the actions
    const sums = closed || away ? this.sums(family) : [];
    const sign = away ? `+${sums[0]?.split(" ")[0].match(/^[\d,]+$/)?.[0] ?? family.length}` : closed ? "+" : "\u2212";
    const title = [closed || away ? "Open" : "Close", "this part", ...sums.map((each) => `\u00b7 ${each}`)].join(" ");
    const radius = view ? 10 : 8;
    const plate = view && away ? Math.max(24, 8.5 * sign.length + 10) / 2 : radius;
    return `<g data-fold="" class="cl-fold" transform="translate(0 ${y})"><title>${title}</title>` +
      `<rect x="-12" y="-12" width="24" height="24" fill="none" pointer-events="all"/>` +
      `<rect x="${-plate}" y="${-radius}" width="${2 * plate}" height="${2 * radius}" rx="${radius}" fill="${look.ground}" stroke="${look.line}"/>` +
      `${word(0, 0, sign, 13, look.ink)}</g>`;
  }

  // A colour of the theme that the page has now.
  tone(name) {
    return getComputedStyle(this.box).getPropertyValue(`--cl-${name}`).trim() || this.look[name];
  }

  // A clean canvas of this size, as sharp as the screen.
  pencil(canvas, wide, high) {
    const sharp = window.devicePixelRatio || 1;
    Object.assign(canvas, { width: wide * sharp, height: high * sharp });
    const pencil = canvas.getContext("2d");
    pencil.scale(sharp, sharp);
    return pencil;
  }

  drawDots(nodes, edges, wide, high, left, top) {
    const { canvas, zoom, zoomDown, scene } = this;
    const pencil = this.pencil(canvas, wide, high);
    const at = (node) => [scene.x[node] * zoom - left, (scene.top(node) + scene.nodes.high[node] / 2) * zoomDown - top];
    this.dots(pencil, at, nodes, edges, 1);
  }

  dots(pencil, place, nodes, edges, size) {
    pencil.strokeStyle = this.tone("faded");
    pencil.beginPath();
    for (const node of edges) {
      pencil.moveTo(...place(this.parent[node]));
      pencil.lineTo(...place(node));
    }
    pencil.stroke();
    const tones = {};
    for (const node of nodes) {
      const dot = this.pen.dot(node);
      const [x, y] = place(node);
      pencil.fillStyle = tones[dot.colour] ??= this.tone(dot.colour);
      pencil.fillRect(x - (size * dot.size) / 2, y - (size * dot.size) / 2, size * dot.size, size * dot.size);
    }
  }

  // All of the tree, small, with a frame around what is in sight. It may come a moment later.
  drawMap() {
    const { box, view, zoom } = this;
    const part = view || this.width * zoom > box.clientWidth + 4 || this.height * this.zoomDown > box.clientHeight + 4;
    this.map.hidden = !part || this.parent.length < 12;
    clearTimeout(this.later);
    if (!this.map.hidden) this.later = setTimeout(() => this.paintMap(), 60);
  }

  paintMap() {
    const { map, scene, box, view } = this;
    const { width, height, levels } = scene.scene;
    const [wide, high] = [map.clientWidth, map.clientHeight];
    if (!wide) return;
    const pencil = this.pencil(map, wide, high);
    const [right, down] = [(x) => 4 + (x / width) * (wide - 8), (y) => 5 + (y / height) * (high - 10)];
    const place = (at) => [right(scene.home[at]), down((levels[scene.depth[at]][0] + levels[scene.depth[at]][1]) / 2)];
    const shown = scene.order.filter((at) => this.isShown(at));
    this.dots(pencil, place, shown, shown.length > 4_000 ? [] : shown.filter((at) => this.parent[at] >= 0), 0.6);
    pencil.strokeStyle = pencil.fillStyle = this.tone("vermilion");
    if (view) return view.nodes.forEach(({ at }) => {
      const [x, y] = place(at);
      pencil.fillRect(x - 2, y - 2, 4, 4);
    });
    const [x, y] = [right(box.scrollLeft / this.zoom), down(box.scrollTop / this.zoomDown)];
    pencil.strokeRect(x, y, right((box.scrollLeft + box.clientWidth) / this.zoom) - x, down((box.scrollTop + box.clientHeight) / this.zoomDown) - y);
  }

  // The whole tree by now, for paper; one that is too wide to be read there as it is on the stage.
  printed() {
    const { view, box, scene } = this;
    const picture = (wide, high, shapes) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" font-family="${this.look.font}" text-anchor="middle">${shapes}</svg>`;
    if (view && scene.settle() > PAPER) {
      this.show(view);
      return picture(box.clientWidth, box.clientHeight, this.svg.innerHTML);
    }
    const nodes = scene.order.filter((at) => this.isShown(at)).slice(0, MANY);
    this.show(null);
    this.onPaper = true;
    const svg = picture(scene.settle(), this.height, this.shapesOf(nodes, nodes.filter((at) => this.parent[at] >= 0)));
    this.onPaper = false;
    this.show(view);
    return svg;
  }
}
