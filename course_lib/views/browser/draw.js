// What is drawn of a scene at a step, and how: the same shapes and words as `Still` in
// course_lib/views/trees/draw.py.

export const esc = (text) =>
  String(text).replace(/[&<>"]/g, (sign) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot" }[sign]};`);

// The first place in a sorted list of `length` at which `reached` holds.
export function firstWhere(length, reached) {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (reached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export const tenth = (number) => Math.floor(number * 10 + 0.5) / 10;
const DASH = { cut: "5 4", more: "2 4", ghost: "2 3" };
const dash = (kind) => (DASH[kind] ? ` stroke-dasharray="${DASH[kind]}"` : "");

export const word = (x, y, text, size, fill, bold = false) =>
  `<text x="${x}" y="${y}" dy="0.35em" font-size="${size}" fill="${fill}"${bold ? ' font-weight="bold"' : ""}>${esc(text)}</text>`;

// MAX points up, MIN points down: the shape says it where the colour does not.
export function shape(kind, wide, high, slant) {
  const [left, right, half] = [-wide / 2, wide / 2, Math.floor(high / 2)];
  const [near, far, foot] = [left + slant, right - slant, high - slant];
  const path = {
    up: `M${near} 0H${far}L${right} ${high}H${left}Z`,
    down: `M${left} 0H${right}L${far} ${high}H${near}Z`,
    six: `M${near} 0H${far}L${right} ${half}L${far} ${high}H${near}L${left} ${half}Z`,
    card: `M${left} 0H${far}L${right} ${slant}V${high}H${left}Z`,
    eight: `M${near} 0H${far}L${right} ${slant}V${foot}L${far} ${high}H${near}L${left} ${foot}V${slant}Z`,
  }[kind];
  if (path) return `<path d="${path}" stroke-linejoin="round"`;
  return `<rect x="${left}" y="0" width="${wide}" height="${high}" rx="${{ square: 1, cut: 3, ghost: 3 }[kind] ?? 9}"`;
}

export const meanText = (mean) => String(Math.floor(mean * 1000 + 0.5) / 1000).replace("-", "\u2212");

export class Scene {
  constructor(scene) {
    Object.assign(this, { scene, nodes: scene.nodes, look: scene.look, t: 0, c: scene.c });
    const { parent, shape } = scene.nodes;
    this.levels = scene.levels;
    this.shapes = shape.map((each) => scene.shapes[each]);
    this.last = scene.steps.kind.length - 1;
    this.grows = scene.kind === "mcts";
    this.line = new Set(scene.line);
    this.kids = parent.map(() => []);
    this.depth = parent.map(() => 0);
    parent.forEach((above, at) => {
      if (above < 0) return;
      this.depth[at] = this.depth[above] + 1;
      this.kids[above].push(at);
    });
    this.home = scene.nodes.x;
    this.x = this.home.slice();
    this.order = [...this.home.keys()].sort((one, other) => this.home[one] - this.home[other]);
    if (this.grows) this.simulate();
  }

  text(column, at) { return this.scene.texts[this.nodes[column][at]]; }
  kind(t) { return this.scene.step_kinds[this.scene.steps.kind[t]]; }
  top(at) { return this.levels[this.depth[at]][0]; }
  // The nodes from the root to this one.
  way(at) { return at < 0 ? [] : [...this.way(this.nodes.parent[at]), at]; }

  isBy(at, column) { return this.nodes[column][at] >= 0 && this.nodes[column][at] <= this.t; }
  // A ghost knows what the other search knows by now: `clock` is the other's step.
  isShown(at) { return this.isBy(at, "enter") && this.nodes.other[at] <= (this.clock ?? this.t); }
  isDone(at) {
    const t = this.shapes[at] === "ghost" ? this.clock ?? this.t : this.t;
    return this.nodes.leave[at] >= 0 && this.nodes.leave[at] <= t;
  }
  isOpen(at) { return !this.grows && !this.isBox(at) && !this.isDone(at); }
  isBest(at) { return this.t === this.last && this.line.has(at); }
  isBox(at) { return this.shapes[at] in DASH; }
  // The number that stands in a node as its value, and how much whoever chooses above wants it.
  worth(at) {
    const value = Number(this.text("value", at).replace("\u2212", "-").replace("\u221e", "Infinity"));
    return value * ({ up: 1 }[this.shapes[this.nodes.parent[at]]] ?? -1);
  }
  // The reply that gives a node its value: the one that most simulations took, or the best of all.
  bestKid(at) {
    const kids = this.kids[at].filter((kid) => !this.isBox(kid) && (this.grows ? this.isShown(kid) : this.text("value", kid)));
    const worth = (kid) => (this.grows ? this.numbers(kid).visits : this.worth(kid));
    return kids.reduce((best, kid) => (best < 0 || worth(kid) > worth(best) ? kid : best), -1);
  }
  isNow(at) { return this.t > 0 && this.t < this.last && this.scene.steps.node[this.t] === at; }

  // In a wide tree what is shown by now moves together: else a node would stand far from its
  // parent, with nothing but room for later nodes between them. The right end of what is shown.
  settle() {
    const { home, order, x, look } = this;
    if (this.scene.width <= look.wide) return this.scene.width;
    let [reach, shift] = [-look.gap, 0];
    for (const at of order) {
      const half = this.nodes.wide[at] / 2;
      const most = reach + 2 * look.gap + half;
      if (this.isShown(at)) {
        shift += Math.max(0, home[at] - most);
        reach = Math.max(reach, home[at] + half);
        x[at] = home[at] - shift;
      } else x[at] = Math.min(home[at], most) - shift;
    }
    return reach - shift + look.gap;
  }

  // For each node the simulations that went through it, and the sum of rewards after each.
  simulate() {
    this.through = this.shapes.map(() => []);
    this.sums = this.shapes.map(() => []);
    this.scene.simulations.forEach(({ path, rewards }, number) => path.forEach((at, place) => {
      this.through[at].push(number);
      const sum = this.sums[at].at(-1) ?? 0;
      this.sums[at].push(rewards ? sum + rewards[place] : NaN);
    }));
    this.done = this.scene.simulations.map((each) => each.done);
  }

  // Visits, mean and UCB of a node after the simulations that are over by now.
  numbers(at) {
    const over = firstWhere(this.done.length, (k) => this.done[k] > this.t);
    const counted = (node) => firstWhere(this.through[node].length, (k) => this.through[node][k] >= over);
    // In the end the search's own number counts: not every search shows all its simulations.
    const seen = (node) => Math.max(counted(node), this.t === this.last ? this.nodes.visits[node] : 0);
    const [visits, known] = [seen(at), counted(at)];
    const mean = visits && known ? this.sums[at][known - 1] / known : NaN;
    const above = this.nodes.parent[at];
    const ucb = above < 0 || !visits ? NaN : mean + this.c * Math.sqrt(Math.log(Math.max(1, seen(above))) / visits);
    return { visits, mean, ucb, over };
  }

  // The phase of a simulation that is about this node now.
  phase(at) {
    const phase = this.kind(this.t);
    if (!this.grows || !(phase in this.look.phases)) return null;
    const { path } = this.scene.simulations.find((each) => each.done >= this.t);
    const alone = phase === "expand" || phase === "simulate";
    return path.includes(at) && (!alone || at === this.scene.steps.node[this.t]) ? phase : null;
  }

  // The best value by now of a node that is not done, or its window; its last child to answer knows.
  soFar(at, column = "best") {
    if (this.isDone(at) || this.grows) return "";
    const kid = this.kids[at].findLast((each) => this.isDone(each) && !this.isBox(each));
    return kid === undefined ? "" : this.text(column, kid);
  }

  // The words in a node, and whether the first of them are its value.
  lines(at) {
    if (this.grows && !this.isBox(at)) {
      const { visits, mean, ucb } = this.numbers(at);
      const value = Number.isFinite(mean) ? `value ${meanText(mean)}` : this.t === this.last && this.text("under", at);
      const seen = visits === 1 ? "1 visit" : `${visits.toLocaleString("en")} visits`;
      return [[seen, value, Number.isFinite(ucb) && `UCB ${meanText(ucb)}`].filter(Boolean), false];
    }
    const done = this.isDone(at);
    const value = done ? this.text("value", at) : "";
    const head = value || this.soFar(at) || this.text("who", at);
    const below = [this.text("under", at), done ? this.text("after", at) : ""].join("\n").split("\n");
    return [[head, ...below].filter(Boolean), Boolean(value)];
  }

  node(at) {
    const { look } = this;
    const [stroke, thick] = this.isNow(at) ? [look.ink, 3.5] : this.isBest(at) ? [look.ink, 2.5]
      : this.isOpen(at) ? [look.blue, 2.5] : [look.line, 1.5];
    const phase = this.phase(at);
    const drawn = this.box(at, { stroke, thick, fill: phase && look.phases[phase], lines: this.lines(at) });
    const now = this.soFar(at, "now");
    const beside = `x="${this.nodes.wide[at] / 2 + 6}" y="${tenth(this.nodes.high[at] / 2)}" dy="0.35em"`;
    return now && `${drawn}<text ${beside} font-size="${look.small}" fill="${look.blue}" font-style="italic" text-anchor="start">${esc(now)}</text>` || drawn;
  }

  // A node's shape with words in it.
  box(at, { stroke, thick, fill, lines: [lines, large], dashed = dash(this.shapes[at]), ink }) {
    const { nodes, look, scene } = this;
    const [kind, wide, high] = [this.shapes[at], nodes.wide[at], nodes.high[at]];
    const picture = scene.pictures[nodes.picture[at]];
    const top = picture ? high - look.pad - look.row * lines.length : (high - look.row * lines.length) / 2;
    const colour = ink ?? (this.isBox(at) ? look.quiet : look.ink);
    return `${shape(kind, wide, high, look.slant)} fill="${fill || scene.fills[nodes.fill[at]]}" stroke="${stroke}" stroke-width="${thick}"${dashed}/>` +
      (picture ? `<g transform="translate(0 ${look.pad})">${picture}</g>` : "") +
      lines.map((line, row) => {
        const big = large && !row;
        return word(0, tenth(top + look.row * (row + 0.5)), line, big ? look.large : look.small, colour, big);
      }).join("");
  }

  edge(at) {
    const { look } = this;
    const [stroke, thick] = this.isBest(at) ? [look.ink, 3] : this.phase(at) || this.isOpen(at) ? [look.blue, 3] : [look.line, 1.5];
    return this.path(at, { stroke, thick, bold: this.isBest(at) });
  }

  // The line from the node above: down past its level, then across; with its name.
  path(at, { stroke, thick, bold = false, dashed = dash(this.shapes[at]) }) {
    const { nodes, look, x } = this;
    const above = nodes.parent[at];
    const [top, turn] = this.levels[this.depth[above]];
    const [foot, end] = [top + nodes.high[above], this.top(at)];
    const beside = this.kids[above].filter((kid) => this.shapes[kid] === "ghost").length;
    const count = Math.max(1, Math.min(nodes.branches[at] - beside, 3));
    const part = nodes.wide[at] / (count + 1);
    let drawn = "";
    for (let branch = 0; branch < count; branch++) {
      const to = tenth(x[at] - nodes.wide[at] / 2 + part * (branch + 1));
      drawn += `<path d="M${tenth(x[above])} ${foot}V${turn}L${to} ${end}" fill="none" stroke="${stroke}" stroke-width="${thick}"${dashed}/>`;
    }
    const name = this.text("name", at);
    if (!name || this.unnamed) return drawn;
    const [middle, y, wide] = [tenth(x[above] + (x[at] - x[above]) * 0.68), tenth(turn + (end - turn) * 0.68), 7 * [...name].length + 4];
    return `${drawn}<rect x="${tenth(middle - wide / 2)}" y="${tenth(y - 8)}" width="${wide}" height="16" rx="4" fill="${look.ground}"/>` +
      word(middle, y, name, look.small, look.ink, bold);
  }
}
