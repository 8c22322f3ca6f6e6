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

export const meanText = (mean) => String(Math.floor(mean * 1000 + 0.5) / 1000).replace("-", "\u2212");

export class Film {
  constructor(film) {
    const { pieces, steps, look } = film;
    Object.assign(this, { film, pieces, steps, look, t: 0, dial: film.dial?.[1] });
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

  // Which of its looks a piece has; -1 while it is not there.
  seen(at) {
    const { step } = this.film.looks;
    const own = this.ghosts.get(at) ?? 0;
    if (own < 0 || own > this.t) return -1;
    const [first, t] = [this.pieces.first[at], this.now(at)];
    const found = firstWhere(this.pieces.first[at + 1], (k) => step[k] > t, first) - 1;
    return found < first ? -1 : found;
  }

  isThere(at) {
    if (this.ghosts.has(at)) return this.seen(at) >= 0;
    return this.begin[at] >= 0 && this.begin[at] <= this.t;
  }

  isSettled(at) { return this.pieces.settled[at] >= 0 && this.pieces.settled[at] <= this.now(at); }
  isBest(at) { return this.t === this.last && this.line.has(at); }
  isNow(at) { return this.t > 0 && this.t < this.last && this.steps.at[this.t] === at; }
  face(at) { return this.film.faces[this.film.looks.face[this.seen(at)]]; }

  // The words that a piece has now, and behind them a number that those below it need.
  said(at) {
    const seen = this.seen(at);
    return seen < 0 ? [""] : this.film.texts[this.film.looks.words[seen]].split("\t");
  }

  // A sum and its count in braces stand for the mean and what the dial adds to it.
  lines(at) {
    const bound = (_, sum, count) => {
      const around = Math.max(1, Number(this.said(this.pieces.parent[at])[1]));
      return meanText(sum / count + (this.dial * Math.sqrt(Math.log(around))) / Math.sqrt(count));
    };
    return this.said(at)[0].replace(/\{(.*?)\/(.*?)\}/g, bound).split("\n").filter(Boolean);
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

  path(at) {
    const { wide, high } = this.pieces;
    const [right, slant] = [wide[at] / 2, this.look.slant];
    const sizes = { left: -right, right, near: slant - right, far: right - slant, high: high[at], half: Math.floor(high[at] / 2), foot: high[at] - slant, slant };
    return this.outline(at)[0].replace(/\{(\w+)\}/g, (_, name) => sizes[name]);
  }

  // A piece's shape and what stands in it.
  node(at) {
    const { look } = this;
    let [stroke, thick, , large] = this.face(at);
    if (this.isNow(at)) [stroke, thick] = [look.ink, 3.5];
    return this.box(at, { stroke, thick, fill: this.lit().has(at) ? this.kind()[1] : null, lines: this.lines(at), large });
  }

  box(at, { stroke, thick, fill, lines, large, dashes = this.outline(at)[1], ink }) {
    const { pieces, look, film } = this;
    const high = pieces.high[at];
    const picture = film.pictures[pieces.picture[at]];
    const top = picture ? high - look.pad - look.row * lines.length : (high - look.row * lines.length) / 2;
    const colour = ink ?? (this.isBox(at) ? look.quiet : look.ink);
    return this.shape(at, { stroke, thick, fill: fill || film.fills[pieces.fill[at]], dashes }) +
      (picture ? `<g transform="translate(0 ${look.pad})">${picture}</g>` : "") +
      lines.map((line, row) => {
        const big = large && !row;
        return word(0, tenth(top + look.row * (row + 0.5)), line, big ? look.large : look.small, colour, big);
      }).join("");
  }

  shape(at, { stroke, thick, fill, dashes }) {
    return `<path d="${this.path(at)}" stroke-linejoin="round" fill="${fill}" stroke="${stroke}" stroke-width="${thick}"${dashes ? ` stroke-dasharray="${dashes}"` : ""}/>`;
  }

  // How the edge to a piece is drawn: its colour and how thick it is.
  edge(at) {
    if (this.lit().has(at)) return { stroke: this.look.blue, thick: 3 };
    const [stroke, , thick] = this.face(at);
    return { stroke, thick };
  }

  // The way of that edge between two places `[x, y, turn]`: down past the level above, then across.
  edgePath(at, [x, y, turn], [to, end]) {
    const { wide, high, branches, parent } = this.pieces;
    const count = this.isThere(at) ? Math.max(1, Math.min(branches[at], 3)) : 1; // nor does a faint line tell what is cut
    const part = wide[at] / (count + 1);
    return Array.from({ length: count }, (_, branch) =>
      `M${tenth(x)} ${tenth(y + high[parent[at]])}V${tenth(turn)}L${tenth(to - wide[at] / 2 + part * (branch + 1))} ${tenth(end)}`).join("");
  }

  // Where the name of an action stands: beside its edge, always on the same side.
  beside(at, [x, , turn], [to, end]) {
    const [run, fall] = [to - x, end - turn];
    const [long, part] = [Math.hypot(run, fall) || 1, run <= 0 ? 0.8 : 0.55];
    return [x + run * part - (fall / long) * (3.5 * [...this.text("name", at)].length + 6), turn + fall * part + (run / long) * 8];
  }
}
