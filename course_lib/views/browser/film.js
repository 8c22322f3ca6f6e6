// A film that Python has made: its pieces, where they stand, and from which step on each looks how
// and says what. The same shapes and words as `Still` in course_lib/views/trees/draw.py.

export const esc = (text) =>
  String(text).replace(/[&<>"]/g, (sign) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot" }[sign]};`);

// The first place from `low` to `high` at which `reached` holds.
export function firstWhere(high, reached, low = 0) {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (reached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export const tenth = (number) => Math.floor(number * 10 + 0.5) / 10;

export const word = (x, y, text, size, fill, bold = false) =>
  `<text x="${x}" y="${y}" dy="0.35em" font-size="${size}" fill="${fill}"${bold ? ' font-weight="bold"' : ""}>${esc(text)}</text>`;

// So far down an edge scissors stand, and so high is the band of a number line.
const NEAR = 0.36;
const BAR = 6;
const CLOSE = 30; // between levels so close a name stands in the middle

export class Film {
  constructor(film) {
    const { pieces, steps, look } = film;
    Object.assign(this, { film, pieces, steps, look, t: 0, landed: true });
    this.count = pieces.parent.length;
    this.last = steps.kind.length - 1;
    this.line = new Set(film.line);
    this.ghosts = new Map(film.ghosts);
    const { step } = film.looks;
    this.begin = Int32Array.from(pieces.parent, (_, at) => this.ghosts.get(at) ?? (pieces.first[at] < pieces.first[at + 1] ? step[pieces.first[at]] : -1));
    this.kids = pieces.parent.map(() => []);
    this.depth = pieces.parent.map(() => 0);
    pieces.parent.forEach((above, at) => {
      if (above < 0) return;
      this.depth[at] = this.depth[above] + 1;
      this.kids[above].push(at);
    });
    this.starting = new Map(); // by step the pieces that look another way from then on
    pieces.parent.forEach((_, at) => {
      for (let look = pieces.first[at]; look < pieces.first[at + 1]; look++) {
        if (!this.starting.has(step[look])) this.starting.set(step[look], []);
        this.starting.get(step[look]).push(at);
      }
    });
  }

  // In a small frame each piece has a single line, and its number line no words.
  squeeze(on) {
    const { pieces, look, film } = this;
    this.sizes ??= [false, true].map((small) => {
      const lined = (at) => film.looks.bounds?.slice(pieces.first[at], pieces.first[at + 1]).some((each) => each >= 0);
      const high = small ? pieces.high.map((all, at) => (film.pictures[pieces.picture[at]] ? all : look.row + look.pad + 1 + (lined(at) ? look.band + (this.leans(at) && look.slant) : 0))) : pieces.high;
      const levels = small ? film.levels.map(() => [0, 0]) : film.levels;
      if (small) high.forEach((own, at) => { levels[this.depth[at]][1] = Math.max(levels[this.depth[at]][1], own); });
      return { high, levels };
    });
    this.squeezed = Boolean(on);
    ({ high: pieces.high, levels: film.levels } = this.sizes[Number(this.squeezed)]);
  }

  text(column, at) { return this.film.texts[this.pieces[column][at]]; }
  // The pieces from the root to this one.
  way(at) { return at < 0 ? [] : [...this.way(this.pieces.parent[at]), at]; }
  outline(at) { return this.film.outlines[this.pieces.outline[at]]; }
  // Whether it stands for what is not there, and whether it counts as one that was visited.
  isBox(at) { return this.outline(at)[1] != null; }
  counts(at) { return this.outline(at)[3]; }
  // A ghost knows what another film knows by now: `clock` is the step of that one.
  now(at) { return this.ghosts.has(at) ? this.clock ?? this.t : this.t; }
  // The step at which it appears; -1 is never.
  start(at) { return this.begin[at]; }

  // Whether the effects of this step have come to a piece: `landed` is true, or holds those.
  isReached(at) { return this.landed === true || this.landed.has(at); }

  // Which of its looks a piece has; -1 while it is not there.
  seen(at) {
    const { step, beat } = this.film.looks;
    const own = this.ghosts.get(at) ?? 0;
    if (own < 0 || own > this.t || (own === this.t && this.landed !== true)) return -1;
    const [first, t] = [this.pieces.first[at], this.now(at)];
    let found = firstWhere(this.pieces.first[at + 1], (k) => step[k] > t, first) - 1;
    if (found >= first && step[found] === this.t && beat[found] && !this.isReached(at)) found -= 1;
    return found < first ? -1 : found;
  }

  isThere(at) { return this.begin[at] >= 0 && this.begin[at] <= this.t && this.seen(at) >= 0; }
  // A piece of the game that is still to come; a ghost only where the search will cut.
  waits(at) {
    if (this.film.grows || this.isThere(at) || (this.film.near && !this.isThere(this.pieces.parent[at]))) return false;
    return !this.ghosts.has(at) || this.pieces.branches[at] > 0 || (this.ghosts.has(this.pieces.parent[at]) && this.waits(this.pieces.parent[at]));
  }
  // What travels in this step: its words, the pieces on its way, and -1 or 1 where it then leaves the
  // tree, above or below.
  get carrier() {
    const at = this.steps.at[this.t];
    const words = this.film.texts[this.steps.carrier[this.t]];
    const [, , , way] = this.kind();
    if (!words || !way || at < 0) return ["", [], 0];
    const up = this.way(at).reverse();
    if (way === "parent") return [words, up.slice(0, 2), up.length > 1 ? 0 : -1];
    return [words, way === "below" ? [at] : way === "to root" ? up : this.way(at), way === "below" ? 1 : 0];
  }
  // The pieces that change in this step only when its effect has come.
  get effects() {
    const { step, beat } = this.film.looks;
    return (this.starting.get(this.t) ?? []).filter((at) => {
      for (let look = this.pieces.first[at]; look < this.pieces.first[at + 1]; look++) if (step[look] === this.t) return beat[look] > 0;
      return false;
    });
  }

  isSettled(at) { return this.pieces.settled[at] >= 0 && this.pieces.settled[at] <= this.now(at); }
  isBest(at) { return this.t === this.last && this.line.has(at); }
  isNow(at) { return this.t > 0 && this.t < this.last && this.steps.at[this.t] === at; }
  face(at) { return this.film.faces[this.film.looks.face[this.seen(at)]]; }

  lines(at) {
    const seen = this.seen(at);
    return seen < 0 ? [] : this.film.texts[this.film.looks.words[seen]].split("\n").filter(Boolean).slice(0, this.squeezed ? 1 : undefined);
  }

  // What stands on its number line: [low, words, high, words].
  bounds(at) {
    const seen = this.seen(at);
    const own = this.film.bounds[this.film.looks.bounds?.[seen] ?? -1];
    return own && this.squeezed ? [own[0], "", own[2], ""] : own;
  }

  kind(t = this.t) { return this.film.kinds[this.steps.kind[t]]; }
  sentence(t = this.t) { return (this.poster ? `Step ${t}: ` : "") + this.film.texts[this.steps.say[t]]; }

  // The pieces that this step paints: its own, or all on the way to it; they change with the step.
  lit() {
    if (this.litAt !== this.t) {
      const [, fill, whole] = this.kind();
      const at = this.steps.at[this.t];
      this.litAt = this.t;
      this.painted = new Set(!fill ? [] : whole ? this.way(at) : [at]);
    }
    return this.painted;
  }

  // --- shapes ---------------------------------------------------------------------------------------

  path([outline], wide, high) {
    const [right, slant] = [wide / 2, this.look.slant];
    const sizes = { left: -right, right, near: slant - right, far: right - slant, high, half: Math.floor(high / 2), foot: high - slant, slant };
    return outline.replace(/\{(\w+)\}/g, (_, name) => sizes[name]);
  }

  // A piece's shape and what stands in it.
  node(at) {
    const { pieces, look, film } = this;
    let [stroke, thick, , large] = this.face(at);
    if (this.isBest(at)) [stroke, thick] = [look.ink, 2.5];
    if (this.isNow(at)) [stroke, thick] = [look.ink, 3.5];
    const fill = (this.lit().has(at) && this.kind()[1]) || film.fills[pieces.fill[at]];
    const [lines, bounds] = [this.lines(at), this.bounds(at)];
    const picture = film.pictures[pieces.picture[at]];
    const tall = look.row * lines.length + this.lineHeight(bounds);
    const lean = bounds ? this.leans(at) : 0;
    const top = picture ? pieces.high[at] - look.pad - tall : (pieces.high[at] - tall) / 2 + lean * look.slant;
    const colour = this.isBox(at) ? look.quiet : look.ink;
    return this.shape(at, { stroke, thick, fill, dashes: this.outline(at)[1] }) +
      (picture ? `<g transform="translate(0 ${look.pad})">${picture}</g>` : "") +
      lines.map((line, row) => {
        const big = large && !row;
        return word(0, tenth(top + look.row * (row + 0.5)), line, big ? look.large : look.small, colour, big);
      }).join("") + (bounds ? this.numberLine(at, bounds, top + look.row * lines.length) : "");
  }

  // Whether what stands in it leaves room at its top or at its foot.
  leans(at) { return { up: 0.5, down: -0.5 }[this.film.shapes[this.pieces.outline[at]]] ?? 0; }
  lineHeight(bounds) { return bounds ? this.look.band + (bounds[1] || bounds[3] ? this.look.row : 0) : 0; }

  // The number line in a piece: its words, and below them a band between two bounds.
  numberLine(at, bounds, top) {
    const { look } = this;
    const half = this.halfLine(at);
    const foot = top + this.lineHeight(bounds);
    const ends = [[-half, "start", bounds[1]], [half, "end", bounds[3]]].filter(([, , words]) => words);
    const { x, width, fill } = this.band(at, bounds[0], bounds[2]);
    return ends.map(([right, side, words]) => word(tenth(right), tenth(top + look.row / 2), words, look.small, look.ink).replace("<text", `<text text-anchor="${side}"`)).join("") +
      [[look.ground, 10, -3], [look.line, 1.5, 0]].map(([stroke, thick, up]) => // MIN's fill would swallow them
        `<path d="M${tenth(-half)} ${tenth(foot)}H${tenth(half)}" stroke="${stroke}" stroke-width="${thick}" transform="translate(0 ${up})"/>`).join("") +
      `<rect data-band="${at}" x="${x}" y="${tenth(foot - BAR)}" width="${width}" height="${BAR}" fill="${fill}"/>`;
  }

  halfLine(at) { return this.pieces.wide[at] / 2 - this.look.pad - this.look.slant / 2; }

  band(at, low, high) {
    const half = this.halfLine(at);
    const place = (part) => -half + 2 * half * part;
    return { x: tenth(place(Math.min(low, high))), width: tenth(2 * half * Math.abs(high - low)), fill: low > high ? this.look.ink : this.look.blue };
  }

  // How high it is by now.
  tall(at) {
    const own = this.pieces.high[at];
    return this.isThere(at) ? own : Math.min(this.film.waiting[this.pieces.waiting[at]][2], own);
  }

  // While it waits all of its level and kind look alike.
  shapeToCome(at, look) {
    const [outline, wide] = this.film.waiting[this.pieces.waiting[at]];
    return this.drawn(this.path(this.film.outlines[outline], wide, this.tall(at)), look);
  }
  shape(at, look) { return this.drawn(this.path(this.outline(at), this.pieces.wide[at], this.pieces.high[at]), look); }
  drawn(path, { stroke, thick, fill, dashes }) {
    return `<path d="${path}" stroke-linejoin="round" fill="${fill}" stroke="${stroke}" stroke-width="${thick}"${dashes ? ` stroke-dasharray="${dashes}"` : ""}/>`;
  }

  // How the edge to a piece is drawn: its colour and how thick it is.
  edge(at) {
    const [stroke, , thick] = this.face(at);
    if (this.lit().has(at)) return { stroke: this.look.blue, thick: Math.max(thick, 3) };
    return this.isBest(at) ? { stroke: this.look.ink, thick: Math.max(thick, 3) } : { stroke, thick };
  }

  // The place of scissors on an edge between two places.
  nearTop([x, , turn], [to, end]) { return `translate(${tenth(x + NEAR * (to - x))} ${tenth(turn + NEAR * (end - turn))})`; }
  isCut(at) { return this.isThere(at) && this.face(at)[4]; }
  scissors() {
    const blades = (stroke, thick) => `<path d="${this.look.scissors}" fill="none" stroke-linecap="round" stroke="${stroke}" stroke-width="${thick}"/>`;
    return blades(this.look.ground, 6) + blades(this.look.vermilion, 2);
  }

  // The way of the edge from one piece to another, between two places `[x, y, turn]`: down past the level above, then across.
  edgePath(at, from, [x, y, turn], [to, end]) {
    const { wide, branches } = this.pieces;
    const foot = tenth(y + this.tall(from));
    const count = Math.max(1, Math.min(branches[at], 3));
    const part = wide[at] / (count + 1);
    return Array.from({ length: count }, (_, branch) =>
      `M${tenth(x)} ${foot}V${tenth(turn)}L${tenth(to - wide[at] / 2 + part * (branch + 1))} ${tenth(end)}`).join("");
  }

  // What stands beside the edge from one piece to another: the action, or the last of several.
  action(at, from) { return `${this.pieces.parent[at] === Number(from) ? "" : "\u2026 "}${this.text("name", at)}`; }

  // Where it stands: always on the same side.
  beside(at, from, [x, , turn], [to, end]) {
    const [run, fall] = [to - x, end - turn];
    const part = fall < CLOSE ? 0.5 : run <= 0 ? 0.8 : 0.55;
    const long = Math.hypot(run, fall) || 1;
    return [x + run * part - (fall / long) * (3.5 * [...this.action(at, from)].length + 6), turn + fall * part + (run / long) * 8];
  }
}
