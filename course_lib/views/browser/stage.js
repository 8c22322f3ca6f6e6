// A tree of any size in a box. Two ways to look at it: "read", where letters have a least size, and
// as much of the tree around one node stands there as fits, the rest in boxes that say what is in
// them; and "free", a picture to zoom and to drag, of which only what is in sight is drawn, or, where
// that is too much, an icicle.

import { make } from "./controls.js";
import { firstWhere, tenth, word } from "./film.js";
import { Motion, SIGN } from "./motion.js";

const MANY = 1500; // so many nodes in sight are drawn as an icicle...
const TINY = 0.25; // ...and so is a tree that is made smaller than this
const LARGEST = 6; // times its own size
const GAPS = [40, 200]; // between two levels, where one reads, at least and at most
const LOW = 300; // in a box no higher than this levels stand closer, and nearer to its sides
const WIDER = 4; // times its own width a tree is stretched at most
const MOST = 80; // so many nodes are tried for one view
const EDGE = 3;
const QUARTER = 0.22; // of the window, and a little less
// Whether the level below comes along, and how much of the width and of the height is filled.
const PARTS = [1, 0.7].flatMap((down) => [true, false].flatMap((below) => [1, 0.75, 0.5].map((across) => [below, across, down])));
const SMALLEST = 16; // no letter on a stage is smaller, however small its frame is
const [FEW, ALMOST] = [13, 0.75]; // so small a tree is whole in letters a little smaller, too

export class Stage {
  // `pen` says what to draw: node(at), edge(at), and hears pick(at), fold(at).
  constructor(film, label, pen) {
    Object.assign(this, { film, look: film.look, kids: film.kids, parent: film.pieces.parent, home: film.pieces.x, pen, zoom: 1 });
    this.levels = film.film.levels.map(() => []);
    film.depth.forEach((depth, at) => this.levels[depth].push(at));
    this.width = film.film.width;
    this.height = film.film.height;
    // From the name on the far left to the last edge on the right.
    this.reach = [-1, 1].reduce((sum, side) => sum + this.home.reduce((most, x, at) => Math.max(most, side * x + this.half(at)), -Infinity), 2 * EDGE);
    this.order = [...this.home.keys()].sort((one, other) => this.home[one] - this.home[other]);
    this.hidden = new Uint8Array(film.count);
    this.mode = "read";
    this.ahead = true; // whether what is still to come stands there faint
    this.votes = new Map(); // what a class has voted, by the pieces it stands on
    this.root = -1; // the node that is drawn as the root, or none
    this.view = null; // where what is read stands; none where the picture is zoomed and dragged
    this.space = make("div", { class: "cl-space" });
    this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.svg.setAttribute("font-family", this.look.font);
    this.svg.setAttribute("text-anchor", "middle");
    this.svg.setAttribute("aria-hidden", "true"); // what matters is said in words beside it
    this.canvas = make("canvas", { "aria-hidden": "true" });
    this.space.append(this.canvas, this.svg);
    this.motion = new Motion(film, this.svg);
    this.bands = new Map(); // where the bounds of each piece were drawn last
    this.box = make("div", { class: "cl-stage", tabindex: 0, role: "group", "aria-label": label }, this.space);
    this.listen();
    // Nothing has a size before the notebook has put it on the page; then, and later, this tells. A
    // part of a pixel is no other size: what is on its way would be drawn anew and stop.
    this.watcher = new ResizeObserver(() => {
      const size = `${this.box.clientWidth} ${this.box.clientHeight}`;
      if (!this.box.clientWidth || size === this.size || this.onPaper) return;
      this.size = size;
      if (!this.seen) this.settleHeight();
      const first = !this.seen;
      this.seen = true;
      if (first || this.mode === "read") pen.ready?.();
      else this.draw();
    });
    this.watcher.observe(this.box);
    this.settleHeight();
  }

  // What is printed is scaled, and nothing is drawn anew.
  get onPaper() { return matchMedia("print").matches; }

  get isFull() { return this.box.closest(".cl-full") != null; }

  // In a notebook the box is as high as its tree, up to a point; on a stage of its own it is given.
  settleHeight() {
    this.box.style.height = this.isFull ? "" : `${Math.min(Math.max(this.height, 150), 480) + 18}px`;
  }

  listen() {
    const { box, pen } = this;
    box.addEventListener("scroll", () => {
      if (this.outside()) this.draw();
    }, { passive: true });
    // A click among the many goes there, to read.
    this.canvas.addEventListener("click", ({ offsetX, offsetY }) => {
      const at = this.dragged ? undefined : this.pieceAt(offsetX, offsetY);
      if (at === undefined) return;
      this.mode = "read";
      pen.pick(at);
    });
    this.svg.addEventListener("click", (event) => {
      const [sign, hit] = ["[data-fold]", "[data-node]"].map((each) => event.target.closest(each));
      if (this.dragged) return;
      if (sign) this.planned = ""; // there shall be room for what is below it
      if (sign ?? hit) pen.pick(Number(sign?.dataset.fold ?? hit.dataset.node));
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
    addEventListener("resize", () => this.draw(), { signal }); // the page turns dark
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
  }

  // --- how large ---------------------------------------------------------------------------------

  // The zoom at which the smallest letters are just large enough: for the last row of a hall.
  get least() {
    const hall = window.innerWidth > 700 ? 0.0255 * window.innerHeight : 0; // a phone is held in the hand
    return this.isFull ? Math.max(hall, SMALLEST) / this.look.small : 1;
  }

  // A great tree is far wider than high; as an icicle it has the height of its box.
  get zoomDown() {
    return this.zoom >= TINY ? this.zoom : Math.min(1, Math.max(this.zoom, (this.box.clientHeight - 8) / this.height));
  }

  // All of the tree.
  fit() {
    this.free();
    this.scale(Math.min((this.box.clientWidth - 4) / this.width, (this.box.clientHeight - 4) / this.height, LARGEST));
  }

  // The picture to be zoomed and dragged, from wherever one reads now.
  free() {
    if (this.mode === "free") return;
    this.mode = "free";
    this.film.squeeze(false);
    this.show(null);
    this.follow(this.focus ?? 0);
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

  stretch() {
    const all = this.mode === "free";
    this.space.style.width = all ? `${this.width * this.zoom}px` : "100%";
    this.space.style.height = all ? `${this.height * this.zoomDown}px` : "100%";
  }

  // Bring a node into sight, with its parent and as many above as there is room for. Where it is
  // `near`, a step from the node before, that one is to be found again.
  follow(at, near = false) {
    [this.before, this.focus] = [near ? this.focus : -1, at];
    if (this.mode === "read") return this.read(at);
    const { box, zoom, film } = this;
    const to = {};
    for (const [side, size, place] of [
      ["left", box.clientWidth, (node) => this.home[node] * zoom],
      ["top", box.clientHeight, (node) => (film.film.levels[film.depth[node]][0] + film.pieces.high[node] / 2) * this.zoomDown],
    ]) {
      const margin = Math.min(70, size / 4);
      let [low, high] = [place(at), place(at)];
      for (let above = this.parent[at]; above >= 0; above = this.parent[above]) {
        const [least, most] = [Math.min(low, place(above)), Math.max(high, place(above))];
        if (most - least > size - 2 * margin) break;
        [low, high] = [least, most];
      }
      const begin = side === "left" ? box.scrollLeft : box.scrollTop;
      if (low < begin + margin || high > begin + size - margin) to[side] = (low + high - size) / 2;
    }
    if ("left" in to || "top" in to) box.scrollTo({ ...to, behavior: this.motion.calm || this.view === null && !this.drawn ? "auto" : "smooth" });
  }

  // --- what is there ------------------------------------------------------------------------------

  isShown(at) { return !this.hidden[at] && this.film.isThere(at); }
  family(at) { return this.kids[at].filter((kid) => this.isShown(kid)); }
  // Those that are there or have their place there later.
  places(at) { return this.kids[at].filter((kid) => !this.hidden[kid] && (!this.film.film.grows || this.film.isThere(kid))); }
  // The piece from which the edge to this one comes: where levels are left out, one further up.
  above(at) { return this.view?.jumps?.get(at) ?? this.parent[at]; }
  // A piece that is still to come stands there faint.
  isFaint(at) { return (this.ahead || this.votes.has(at)) && !this.hidden[at] && this.film.waits(at); }

  // Only the nodes that `wanted` wants, with all above them; without it, all.
  only(wanted) {
    this.kept = null;
    if (wanted) {
      this.kept = new Uint8Array(this.film.count);
      for (let at = this.film.count - 1; at >= 0; at--) {
        if (wanted(at)) this.kept[at] = 1;
        if (this.kept[at] && this.parent[at] >= 0) this.kept[this.parent[at]] = 1;
      }
    }
    this.hide();
  }

  hide() {
    this.planned = ""; // whoever reads needs a new plan
    this.parent.forEach((above, node) => {
      this.hidden[node] = this.hidden[above] || (this.kept && !this.kept[node]) ? 1 : 0;
    });
  }

  // --- reading ------------------------------------------------------------------------------------

  // As much around this node as can be read. What is there keeps its place as long as the node and
  // the one above it, to which it returns, are in sight: the whole tree, where it fits, or the part
  // that was planned around an earlier node.
  read(focus) {
    const { film, box, least, view } = this;
    const wanted = [...this.votes.keys()];
    if (wanted.length) focus = Math.max(0, this.parent[wanted[0]]); // all that is voted on is in sight
    if (!box.clientWidth || focus < 0) return;
    film.squeeze(this.isFull && box.clientHeight < LOW);
    const ends = film.t === film.last && film.line.size > 1;
    const planned = [box.clientWidth, box.clientHeight, least, this.root, ends, this.margins[2]].join();
    // The one above, to which it returns; or what is cut here.
    const struck = film.effects.find((at) => this.parent[at] === focus);
    const next = struck ?? (focus === this.root || focus === view?.focus ? -1 : this.parent[focus]);
    const held = view && (view.whole || [focus, next, ...wanted].every((at) => at < 0 || view.chosen.has(at)));
    const stays = held && this.planned === planned;
    if (stays && (view.whole || view.part === 1)) return;
    this.planned = planned;
    const { levels } = film.film;
    const [least_between, edge, foot] = this.margins;
    const [wide, high] = [box.clientWidth / least - 2 * edge, box.clientHeight / least - foot - edge];
    const rows = levels.map((_, depth) => depth);
    const zoom = Math.min(box.clientWidth / this.reach, box.clientHeight / (this.tall(rows, least_between) + edge + this.foot(rows)), this.isFull ? LARGEST : 1.3);
    const fits = this.reach <= wide && this.tall(rows, least_between) <= high;
    if (this.root < 0 && !this.kept && (fits || (film.count <= FEW && zoom >= ALMOST * least))) {
      const nodes = [...film.depth.keys()].map((at) => ({ at, x: this.home[at], depth: film.depth[at] }));
      return this.show(this.placed(this.filled({ whole: true, zoom, groups: [], nodes, rows, root: 0 }, 1, 1)));
    }
    // Who was looking at a node is to find it again: a smaller part of the tree leaves it nearer.
    // Such a part grows with the next step, as soon as that leads no farther.
    let nearest = null;
    for (const [below, across, down] of PARTS) {
      if (stays && across * down <= view.part) continue;
      const part = this.placed(this.filled(this.around(focus, [across * wide, down * high], below, wanted, struck), across, down));
      part.part = across * down;
      if (!nearest || part.moved < nearest.moved) nearest = part;
      if (nearest.moved <= QUARTER || this.set) break; // nobody follows a jump
    }
    if (!stays || nearest?.moved <= QUARTER) this.show(nearest);
  }

  // How high these levels are together, with such a gap between two.
  tall(rows, gap) { return rows.reduce((sum, depth) => sum + this.film.film.levels[depth][1] - this.film.film.levels[depth][0] + gap, -gap); }

  // Which levels have room: of the node, the one above and the root, and the one below if it is
  // wanted; then those on the way to the root, and those below.
  rows(focus, high, below) {
    const { film } = this;
    const here = film.depth[focus];
    const first = this.root >= 0 ? film.depth[this.root] : 0;
    const up = Array.from({ length: here - first }, (_, by) => here - 1 - by);
    const down = this.levels.map((_, depth) => depth).filter((depth) => depth > here);
    const wanted = below && this.places(focus).length ? down.slice(0, 1) : [];
    const chosen = new Set([here]);
    for (const depth of [...up.slice(0, 1), first, ...wanted, ...up, ...(below ? down : [])]) {
      if (!chosen.has(depth) && this.tall([...chosen, depth], this.margins[0]) <= high) chosen.add(depth);
    }
    return [...chosen].sort((one, other) => one - other);
  }

  // As much around this node as has room, and the level below it if it is wanted. Where levels on
  // the way from the root have none, the edge over them is dotted.
  around(focus, [wide, high], below, wanted, struck) {
    const { film, least, box } = this;
    const rows = this.rows(focus, high, below);
    const way = film.way(focus).filter((at) => rows.includes(film.depth[at]));
    const root = way[0];
    this.next = new Map();
    const jumps = new Map();
    way.slice(1).forEach((at, place) => {
      if (this.parent[at] === way[place]) return;
      jumps.set(at, way[place]);
      this.next.set(way[place], at);
    });
    const chosen = new Set([...way, ...wanted, ...(rows.includes(film.depth[struck]) ? [struck] : [])]);
    // Then the best line and what is nearest, as long as there is room: first what is there by now.
    const best = [...film.line].filter((at) => film.isBest(at) && rows.includes(film.depth[at]) && this.isShown(at));
    const first = best.find((at) => !chosen.has(at) && chosen.has(this.parent[at])) ?? root;
    // In a pane, and where not even the best move has room, what is missing is told as short as can be.
    this.brief = this.pen.compact;
    this.brief ||= this.plan(root, new Set([...chosen, first])).wide > wide;
    let [plan, failed] = [this.plan(root, chosen), 0];
    const near = this.nearest(focus, root, rows);
    for (const at of [...best, ...near.filter((each) => this.isShown(each)), ...near]) {
      if (chosen.has(at) || !chosen.has(this.parent[at]) || this.next.has(this.parent[at])) continue;
      chosen.add(at);
      const next = this.plan(root, chosen);
      if (next.wide <= wide) plan = next;
      else chosen.delete(at);
      if (next.wide > wide && ++failed > 8) break;
    }
    const [gap, edge] = this.margins;
    const used = rows.filter((depth) => plan.nodes.some((node) => node.depth === depth) || plan.groups.some((group) => group.depth === depth));
    const fits = Math.min(box.clientWidth / (plan.wide + 2 * edge), box.clientHeight / (this.tall(used, gap) + edge + this.foot(used)), 1.6 * least);
    return { ...plan, jumps, next: this.next, root, chosen, focus, zoom: Math.max(wanted.length ? 0.2 : least, fits), rows: used, brief: this.brief };
  }

  // The same, stretched until it fills this part of the box across and down: nodes keep their size.
  filled(view, across, down) {
    const { box, film } = this;
    const [gap, edge] = this.margins;
    const foot = this.foot(view.rows);
    const [wide, high] = [(across * box.clientWidth) / view.zoom - 2 * edge, (down * box.clientHeight) / view.zoom - edge - foot];
    const room = view.rows.length > 1 ? (high - this.tall(view.rows, 0)) / (view.rows.length - 1) : 0;
    const between = Math.max(gap, Math.min(room, GAPS[1]));
    const levels = film.film.levels.map(() => [0, 0]);
    let y = edge;
    for (const depth of view.rows) {
      const [top, end] = film.film.levels[depth];
      levels[depth] = [y, y + end - top];
      y += end - top + between;
    }
    const all = [...view.nodes, ...view.groups];
    const half = (each) => (each.missing ? each.wide / 2 : this.half(each.at));
    const side = (sign) => all.reduce((most, each) => (sign * each.x + half(each) > sign * most.x + half(most) ? each : most));
    const [left, right] = [side(-1), side(1)];
    const free = wide - half(left) - half(right);
    const by = right.x > left.x ? Math.max(1, Math.min(free / (right.x - left.x), WIDER)) : 1;
    const x = (each) => edge + half(left) + by * (each.x - left.x);
    const put = (each) => ({ ...each, x: x(each) });
    return { ...view, nodes: view.nodes.map(put), groups: view.groups.map(put), levels, wide: x(right) + half(right) + edge, high: y - between + foot };
  }

  // The view in the middle of its box, or as near to the middle as can be: the node that one was
  // looking at shall not move farther than a quarter of the window. `moved` says how far it does.
  placed(view) {
    const { motion, box, before } = this;
    view.x = new Map(view.nodes.map(({ at, x }) => [at, x]));
    const known = before < 0 ? [] : [before, view.focus]; // the one that it goes to, where the other is gone
    const held = known.find((at) => view.x.has(at) && motion.spots.has(String(at)));
    const old = motion.camera && motion.spots.get(String(held));
    const now = [view.x.get(held), view.levels[this.film.depth[held]]?.[0]];
    const sides = [[box.clientWidth, view.wide, window.innerWidth], [box.clientHeight, view.high, window.innerHeight]];
    view.moved = 0;
    view.camera = [view.zoom, ...sides.map(([room, taken, all], side) => {
      const free = Math.max(0, room / view.zoom - taken);
      if (!old) return free / 2;
      const place = motion.target[0] * (old[side] + motion.target[side + 1]);
      const [low, high] = [place - QUARTER * all, place + QUARTER * all].map((end) => end / view.zoom - now[side]);
      const shift = Math.min(Math.max(free / 2, Math.min(low, free)), Math.max(high, 0));
      view.moved = Math.max(view.moved, Math.abs(view.zoom * (now[side] + shift) - place) / all);
      return shift;
    })];
    return view;
  }

  // The least gap between two levels, and the room above and below the tree.
  // Below the lowest row stand the words of answers that are voted on side by side.
  get margins() {
    const words = [...this.votes.values()].some((own) => own.length > 1) ? this.look.row : 0;
    return this.box.clientHeight < LOW ? [17, 4, 6 + words] : [GAPS[0], EDGE, SIGN + 9 + words];
  }

  // The room below these levels; no sign stands below the last of all.
  foot(rows) { return this.margins[2] - (rows.at(-1) === this.levels.length - 1 && this.box.clientHeight >= LOW ? SIGN + 6 : 0); }

  show(view) {
    this.view = view;
    if (view) [this.zoom, this.brief] = [view.zoom, view.brief];
    this.stretch();
  }

  // Where a piece stands: its x, its top, and where the edges below it turn.
  spot(at) {
    const { view, film } = this;
    const [top, turn] = (view?.levels ?? film.film.levels)[film.depth[at]];
    return [view ? view.x.get(at) : this.home[at], top, turn];
  }

  // The nodes around this one, nearest first; of siblings those beside the way to it.
  nearest(focus, root, rows) {
    const { parent, film } = this;
    const [queue, seen] = [[focus], new Set([focus, parent[root]])];
    for (const at of queue) {
      if (queue.length > MOST) break;
      const family = rows.includes(film.depth[at] + 1) ? this.places(at) : [];
      const way = Math.max(0, family.findIndex((kid) => seen.has(kid) || film.isBest(kid)));
      const beside = family.map((kid, place) => [Math.abs(place - way), kid]).sort(([one], [other]) => one - other);
      for (const next of [...beside.slice(0, MOST).map(([, kid]) => kid), parent[at]]) {
        if (next < 0 || seen.has(next) || film.depth[next] < rows[0]) continue;
        seen.add(next);
        queue.push(next);
      }
    }
    return queue;
  }

  // Where these nodes stand, and the boxes for what is missing beside them; a tidy layout.
  plan(root, chosen) {
    const { film: { depth }, look } = this;
    const [placed, groups] = [[], []];
    const lay = (at) => {
      const parts = [];
      const family = this.next?.has(at) ? [this.next.get(at)] : this.places(at);
      let missing = [];
      const group = () => {
        if (missing.length) parts.push(this.group(at, missing));
        missing = [];
      };
      if (family.some((kid) => chosen.has(kid))) {
        for (const kid of family) {
          if (chosen.has(kid)) {
            group();
            parts.push(lay(kid));
          } else if (!this.film.ghosts.has(kid)) missing.push(kid); // those stand in the other tree
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
      const half = this.half(at);
      return { at, parts, left: [-half, ...left.map((reach) => reach - middle)], right: [half, ...right.map((reach) => reach - middle)] };
    };
    const tree = lay(root);
    const edge = Math.min(...tree.left);
    const put = (part, x) => {
      (part.missing ? groups : placed).push({ ...part, x: x + EDGE, depth: part.depth ?? depth[part.at] });
      part.parts?.forEach((each) => put(each, x + each.shift));
    };
    put(tree, -edge);
    return { nodes: placed, groups, wide: Math.max(...tree.right) - edge };
  }

  // How far a piece reaches to its sides, with the name on the left of its edge.
  half(at) { return Math.max(this.film.pieces.wide[at] / 2, 7 * [...this.film.text("name", at)].length + 4); }

  // The room for the parts of the tree that are not drawn: for what they hold in the end.
  group(at, missing) {
    const depth = this.film.depth[at] + 1;
    const [top, foot] = this.film.film.levels[depth];
    const rows = this.brief ? 1 : Math.max(1, Math.floor((foot - top - 2 * this.look.pad) / this.look.row));
    const lines = this.brief ? [`+${missing.length}`] : this.contents(missing, this.atEnd()).slice(0, rows);
    const wide = Math.max(...lines.map((line) => 7.4 * line.length)) + 2 * this.look.pad;
    return { at, missing, rows, wide, depth, high: this.look.row * lines.length + 2 * this.look.pad, left: [-wide / 2], right: [wide / 2] };
  }

  contents(tops, totals) { return [`${tops.length} more`, ...this.sums(tops, totals)]; }

  // How many visits these parts hold, their best value and what was cut: "312 visits", "best 3"...
  sums(tops, [sizes, cuts, known] = this.byNow()) {
    const { film } = this;
    const [many, cut] = [sizes, cuts].map((column) => tops.reduce((sum, at) => sum + column[at], 0));
    const best = tops.filter((at) => film.pieces.rank[at] >= 0 && known(at) && film.text("worth", at))
      .sort((one, other) => film.pieces.rank[one] - film.pieces.rank[other])[0];
    return [many > tops.length && `${many.toLocaleString("en")} ${film.film.unit}`, best !== undefined && `best ${film.text("worth", best)}`, cut > 0 && `${cut.toLocaleString("en")} cut`].filter(Boolean);
  }

  // How much lies in and below each piece: only what is there by now counts.
  byNow() {
    if (this.summed !== this.film.t) this.totals = this.count((at) => this.film.isThere(at));
    this.summed = this.film.t;
    return [...this.totals, (at) => this.film.isSettled(at)];
  }

  atEnd() { return [...(this.whole ??= this.count(() => true)), () => true]; }

  count(isThere) {
    const [sizes, cuts] = [new Int32Array(this.film.count), new Int32Array(this.film.count)];
    for (let at = this.film.count - 1; at >= 0; at--) {
      if (!isThere(at)) continue;
      cuts[at] += this.film.pieces.branches[at];
      sizes[at] += this.film.counts(at);
      const above = this.parent[at];
      if (above >= 0) [sizes[above], cuts[above]] = [sizes[above] + sizes[at], cuts[above] + cuts[at]];
    }
    return [sizes, cuts];
  }

  // --- drawing ------------------------------------------------------------------------------------

  outside() {
    const { box, drawn } = this;
    return !drawn || box.scrollLeft < drawn.left || box.scrollTop < drawn.top ||
      box.scrollLeft + box.clientWidth > drawn.right || box.scrollTop + box.clientHeight > drawn.bottom;
  }

  draw() {
    if (!this.box.clientWidth || this.onPaper) return;
    if (this.view) this.drawView();
    else this.drawSight();
  }

  // What is to be read; what stood somewhere else before goes to its place.
  drawView() {
    const { view, film } = this;
    this.canvas.style.display = "none";
    this.svg.style.cssText = "left:0;top:0;width:100%;height:100%;display:block";
    this.svg.setAttribute("viewBox", `0 0 ${this.box.clientWidth} ${this.box.clientHeight}`); // for paper
    const nodes = view.nodes.map(({ at }) => at).filter((at) => this.isShown(at) || this.isFaint(at));
    const spots = new Map(nodes.map((at) => [String(at), this.spot(at)]));
    const groups = view.groups.map((group) => ({ ...group, here: group.missing.filter((at) => this.isShown(at)) }))
      .filter(({ here, missing }) => here.length || missing.some((at) => this.isFaint(at)));
    groups.forEach(({ at, missing, x, depth }) => spots.set(this.groupKey(at, missing), [x, view.levels[depth][0], 0]));
    const shapes = groups.map((group) => this.groupShape(group)).join("") + this.shapesOf(nodes, nodes.filter((at) => at !== view.root && spots.has(String(this.above(at)))));
    this.motion.draw(shapes, spots, view.camera, this.set);
    this.slide(nodes);
    if (film.landed !== true) this.motion.then(() => this.act());
  }

  // The bands of number lines go from where they were to where they are.
  slide(nodes) {
    const { film, motion } = this;
    const moves = [];
    for (const at of nodes.filter((each) => this.isShown(each))) {
      const [low, , high] = film.bounds(at) ?? [0, "", film.film.grows ? 0 : 1];
      const before = this.bands.get(at);
      this.bands.set(at, [low, high]);
      const band = before && (low !== before[0] || high !== before[1]) && this.svg.querySelector(`[data-band="${at}"]`);
      if (band) moves.push({ at, band, before, after: [low, high] });
    }
    if (moves.length && !motion.calm && !this.set) motion.play((part) => {
      for (const { at, band, before, after } of moves) {
        const places = before.map((from, end) => from + (after[end] - from) * part);
        for (const [name, value] of Object.entries(film.band(at, ...places))) band.setAttribute(name, value);
      }
    });
  }

  // What a step does once its cause is there: something travels, and changes what it reaches; then
  // the rest of its effects.
  act() {
    const { film, motion } = this;
    const [words, all, out] = film.carrier;
    const way = all.filter((at) => motion.spots.has(String(at)));
    const points = way.map((at) => {
      const [x, y] = motion.spots.get(String(at));
      return [x, y + film.pieces.high[at] / 2];
    });
    if (out && points.length) {
      const [[x, y]] = points;
      const far = film.pieces.high[way[0]] / 2 + 2 * this.look.row;
      points.push(...(out < 0 ? [[x, y - far]] : [0.4, 0.6, 0.8, 1].map((part, turn) => [x + (turn % 2 ? -9 : 9), y + part * far])));
    }
    if (points.length > 1) motion.send(words, points, (number) => way[number] !== undefined && this.land(way[number]));
    motion.then(() => {
      const effects = film.effects.filter((at) => film.landed !== true && !film.landed.has(at));
      film.landed = true;
      this.pen.landed();
      if (!effects.length) return;
      this.drawView();
      const fresh = effects.flatMap((at) => [...this.svg.querySelectorAll(`[data-key="${at}"], [data-cut="${at}"]`)]);
      motion.play((part) => fresh.forEach((one) => one.setAttribute("opacity", 0.3 + 0.7 * part)));
    });
  }

  // What travels has come to this piece.
  land(at) {
    this.film.landed.add(at);
    const shown = this.svg.querySelector(`[data-key="${at}"]`);
    if (!shown || !this.isShown(at)) return;
    shown.innerHTML = this.pen.node(at);
    this.slide([at]);
  }

  // A box for what has no room here: what it holds by now, or, faint, how much is still to come.
  groupShape({ at, here, missing, rows, wide, x, depth }) {
    const { look, view } = this;
    const words = this.contents(here);
    const lines = this.brief || !here.length ? [`+${(here.length ? here : missing).length}`] : words.slice(0, rows);
    const [above, y, high] = [this.spot(at), view.levels[depth][0], look.row * lines.length + 2 * look.pad];
    const key = this.groupKey(at, missing);
    const box = here.length ? `data-node="${here[0]}" class="cl-group"` : 'class="cl-faint"';
    const path = `M${tenth(above[0])} ${above[1] + this.film.pieces.high[at]}V${above[2]}L${tenth(x)} ${y}`;
    return `<path data-edge="${key}" data-from="${at}" d="${path}" fill="none" stroke="${look.line}" stroke-width="1.5" stroke-dasharray="2 4"/>` +
      `<g ${box} data-key="${key}" transform="translate(${tenth(x)} ${y})"><title>${words.join(", ")}</title>` +
      `<rect x="${-wide / 2}" width="${wide}" height="${high}" rx="9" fill="${look.ground}" stroke="${look.line}" stroke-dasharray="2 4"/>` +
      lines.map((line, row) => word(0, look.pad + look.row * (row + 0.5), line, look.small, look.quiet)).join("") + "</g>";
  }

  groupKey(at, missing) { return `more ${at} ${missing[0]}`; }

  // What is in sight of the whole tree, and as much again around it.
  drawSight() {
    const { box, zoom, zoomDown, home: x, film: { film: { levels } } } = this;
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
        if (this.isShown(row[i]) || this.isFaint(row[i])) nodes.push(row[i]);
      if (!depth) return;
      // Edges do not cross, so those that come into sight are neighbours in their row.
      const over = (k) => x[this.parent[row[k]]];
      const begin = firstWhere(row.length, (k) => Math.max(over(k), x[row[k]]) >= from);
      for (let i = begin; i < row.length && Math.min(over(i), x[row[i]]) <= to; i++)
        if (this.isShown(row[i]) || this.isFaint(row[i])) edges.push(row[i]);
    });
    if (nodes.length > MANY || zoom < TINY) return this.drawIcicle();
    this.svg.style.cssText = `left:${left}px;top:${top}px;width:${right - left}px;height:${bottom - top}px;display:block`;
    this.svg.setAttribute("viewBox", `0 0 ${right - left} ${bottom - top}`);
    this.canvas.style.display = "none";
    // Places are relative to what is in sight: numbers in the millions would be drawn unsharp.
    const inverse = (part) => part / zoom;
    this.film.landed = true;
    this.motion.still(this.shapesOf(nodes, edges, zoom < 0.4), [zoom, shift - inverse(left), Math.max(0, (high - this.height * zoomDown) / 2 / zoom) - inverse(top)]);
  }

  // A tree too great to be drawn node by node: each level is a row, and each node as wide there as
  // what lies below it. Its colour is its value; what was cut throws a shadow down to the last row.
  drawIcicle() {
    const { film, box, canvas } = this;
    const [wide, high] = [box.clientWidth - 2, box.clientHeight - 2];
    this.motion.still("", [1, 0, 0]);
    this.svg.style.display = "none";
    canvas.style.cssText = `left:${box.scrollLeft}px;top:${box.scrollTop}px;width:${wide}px;height:${high}px;display:block`;
    const pencil = this.pencil(canvas, wide, high);
    const { begin, ends, least, most } = (this.icicle ??= this.extents());
    const row = high / this.levels.length;
    const letters = Math.max(SMALLEST, 0.025 * window.innerHeight);
    const tones = Object.fromEntries(["blue", "vermilion", "paper", "faded", "ink"].map((name) => [name, this.tone(name)]));
    pencil.font = `${Math.max(letters, Math.min(28, row / 3))}px ${this.look.font}`;
    Object.assign(pencil, { textAlign: "center", textBaseline: "middle" });
    for (let at = 0; at < film.count; at++) {
      if (!this.isShown(at) || film.ghosts.has(at)) continue;
      const [x, y, size] = [begin[at] * wide, film.depth[at] * row, (ends[at] - begin[at]) * wide];
      const cut = film.pieces.branches[at] > 0;
      const value = cut || !film.isSettled(at) ? NaN : this.worth(at);
      pencil.fillStyle = cut ? tones.faded : tones.paper;
      if (!Number.isNaN(value)) {
        const part = most > least ? (2 * (value - least)) / (most - least) - 1 : 0;
        pencil.fillStyle = `color-mix(in oklab, ${part < 0 ? tones.vermilion : tones.blue} ${55 * Math.abs(part)}%, ${tones.paper})`;
      }
      pencil.fillRect(x, y, Math.max(0.4, size - (size > 4)), (cut ? high - y : row) - 1);
      const now = at === this.focus;
      if (now || film.isBest(at)) {
        pencil.strokeStyle = now ? tones.vermilion : tones.ink;
        pencil.lineWidth = 3;
        pencil.strokeRect(x + 1, y + 1, Math.max(2, size - 3), row - 4);
      }
      pencil.fillStyle = tones.ink;
      if (size < letters || row < letters) continue;
      const words = [film.text("name", at), Number.isNaN(value) ? "" : film.text("worth", at)].filter(Boolean).join(": ");
      if (pencil.measureText(words).width < size - 4) pencil.fillText(words, x + size / 2, y + row / 2);
    }
  }

  // The value in a piece as a number.
  worth(at) { return Number(this.film.text("worth", at).replace("\u2212", "-").replace("\u221e", "Infinity") || NaN); }

  // Where each piece begins and ends in its row, as parts of the whole; and the ends of the values.
  extents() {
    const { film, parent } = this;
    const weight = Float64Array.from(parent, (_, at) => (film.ghosts.has(at) ? 0 : film.pieces.branches[at] || (this.kids[at].length ? 0 : 1)));
    for (let at = film.count - 1; at > 0; at--) if (parent[at] >= 0) weight[parent[at]] += weight[at];
    const [begin, ends, used] = [0, 0, 0].map(() => new Float64Array(film.count));
    const roots = this.levels[0].reduce((sum, at) => sum + weight[at], 0);
    let first = 0;
    for (let at = 0; at < film.count; at++) {
      const above = parent[at];
      begin[at] = above < 0 ? first : begin[above] + used[above];
      ends[at] = begin[at] + weight[at] / roots;
      if (above < 0) first = ends[at];
      else used[above] += weight[at] / roots;
    }
    const known = parent.map((_, at) => this.worth(at)).filter(Number.isFinite);
    const [least, most] = known.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
    return { begin, ends, least, most };
  }

  // The piece at this point of the icicle.
  pieceAt(x, y) {
    const { begin, ends } = (this.icicle ??= this.extents());
    const depth = Math.floor((y / this.box.clientHeight) * this.levels.length);
    return (this.levels[depth] ?? []).find((at) => this.isShown(at) && begin[at] <= x / this.box.clientWidth && x / this.box.clientWidth < ends[at]);
  }

  // Edges first, and the best line over those that begin where it does; signs and names last.
  shapesOf(nodes, edges, unnamed = false) {
    const { film, pen } = this;
    const faint = { stroke: this.look.line, thick: 1, fill: "none", dashes: "" };
    edges.sort((one, other) => film.isBest(one) - film.isBest(other) || this.isShown(one) - this.isShown(other));
    const ends = (at) => [this.above(at), this.spot(this.above(at)), this.spot(at)];
    const lines = edges.map((at) => {
      const { stroke, thick, dashes = film.outline(at)[1] } = this.isShown(at) ? pen.edge(at) : faint;
      const dotted = this.above(at) === this.parent[at] ? dashes : "2 6";
      return `<path data-edge="${at}" data-from="${this.above(at)}" d="${film.edgePath(at, ...ends(at))}" fill="none" stroke="${stroke}" stroke-width="${thick}"${dotted ? ` stroke-dasharray="${dotted}"` : ""}/>`;
    });
    const scissors = edges.filter((at) => this.isShown(at) && film.isCut(at)).map((at) => {
      const [from, above, spot] = ends(at);
      return `<g data-cut="${at}" data-from="${from}" transform="${film.nearTop(above, spot)}">${film.scissors()}</g>`;
    });
    const shapes = nodes.map((at) => {
      const [x, y] = this.spot(at);
      const here = this.isShown(at);
      const hidden = this.votes.has(at) ? "" : film.shapeToCome(at, faint);
      return `<g data-node="${at}" data-key="${at}"${here ? "" : ' class="cl-faint"'} transform="translate(${tenth(x)} ${y})">${here ? pen.node(at) : hidden}</g>`;
    });
    const names = unnamed ? [] : edges.filter((at) => this.isShown(at) && !this.votes.has(at) && film.text("name", at)).map((at) => {
      const [from, above, spot] = ends(at);
      const [x, y] = film.beside(at, from, above, spot);
      return word(tenth(x), tenth(y), film.action(at, from), this.look.small, this.look.ink, film.isBest(at)).replace("<text", `<text stroke="${this.look.ground}" stroke-width="2.5" paint-order="stroke" data-name="${at}" data-from="${from}"`);
    });
    const signs = nodes.filter((at) => this.isShown(at)).map((at) => this.handle(at));
    const votes = nodes.filter((at) => this.votes.has(at)).map((at) => this.columns(at));
    return [...lines, ...scissors, ...shapes, ...votes, ...names, ...signs].join("");
  }

  // What a class has voted, as [piece, words, count, whether it is right]; what comes is hidden now.
  ballot(options) {
    this.ahead = false;
    this.votes = new Map();
    const most = Math.max(1, ...options.map(([, , count]) => count));
    for (const [at, words, count, right] of options) {
      this.votes.set(at, [...(this.votes.get(at) ?? []), { words, count, right, part: count / most }]);
    }
    if (this.mode === "read" && this.view) this.read(this.focus);
    this.draw();
  }

  // The columns of a histogram, on the branch that they are votes for. The words of an answer stand
  // below its column, and below the piece once that is there: on both sides are other branches.
  columns(at) {
    const { look, film } = this;
    const [x, y] = this.spot(at);
    const own = this.votes.get(at);
    const tall = (film.depth[at] ? y - this.spot(this.above(at))[2] : y) - look.row - 4;
    const wide = 26;
    const below = (this.isShown(at) ? film.pieces.high[at] : 0) + look.row / 2 + 3;
    const say = (right, down, words) => word(tenth(right), tenth(down), words, look.small, look.ink, true)
      .replace("<text", `<text stroke="${look.ground}" stroke-width="3" paint-order="stroke"`);
    const bars = own.map(({ words, count, right, part }, place) => {
      const side = own.length > 1 ? 2 * place - 1 : 0;
      const high = Math.max(2, part * tall);
      const named = !side && this.isShown(at) && words === film.text("name", at) ? `${words}: ` : "";
      return `<rect x="${tenth((side * (wide + 12) - wide) / 2)}" y="${tenth(-high)}" width="${wide}" height="${tenth(high)}" fill="${look.blue}"${right ? ` stroke="${look.ink}" stroke-width="3"` : ""}/>` +
        say((side * (wide + 12)) / 2, -high - look.row / 2, `${named}${count}${right ? " \u2713" : ""}`) +
        (side ? say(side * 6, below, words).replace("<text", `<text text-anchor="${side < 0 ? "end" : "start"}"`) : this.isShown(at) ? "" : say(0, below, words));
    });
    return `<g class="cl-votes" data-key="${at}" transform="translate(${tenth(x)} ${y})">${bars.join("")}</g>`;
  }

  // Where nothing of what is below a node has room, how much there is; a click makes room for it.
  handle(at) {
    const { look, film, view } = this;
    const family = this.family(at);
    if (!view || view.whole || !family.length || film.isBox(at) || film.squeezed || view.next?.has(at) || family.some((kid) => view.chosen.has(kid))) return "";
    const sums = this.sums(family);
    const sign = `+${sums[0]?.split(" ")[0].match(/^[\d,]+$/)?.[0] ?? family.length}`;
    const title = ["Open this part", ...sums.map((each) => `\u00b7 ${each}`)].join(" ");
    const [x, y] = this.spot(at);
    const plate = Math.max(20, 8.5 * sign.length + 8) / 2;
    const place = `translate(${tenth(x)} ${tenth(y + film.pieces.high[at] + SIGN)})`;
    return `<g data-fold="${at}" class="cl-fold" transform="${place}"><title>${title}</title>` +
      `<rect x="-12" y="-12" width="24" height="24" fill="none" pointer-events="all"/>` +
      `<rect x="${-plate}" y="-8.5" width="${2 * plate}" height="17" rx="8.5" fill="${look.ground}" stroke="${look.line}"/>` +
      `${word(0, 0, sign, 12, look.ink)}</g>`;
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

  // Nobody looks any more.
  end() {
    this.motion.end();
    this.watcher.disconnect();
    this.ended.abort();
  }
}
