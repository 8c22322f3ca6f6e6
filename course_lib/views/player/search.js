// One search at one of its steps: the tree so far, the line of words, the counters, the board.

import { HIGH, esc, firstWhere, make, shape, word } from "./shapes.js";
import { Stage } from "./stage.js";

export class Search {
  constructor(story, compact) {
    Object.assign(this, { story, compact, look: story.look, t: 0, picked: null, c: story.c });
    this.nodes = story.nodes;
    this.last = story.steps.kind.length - 1;
    this.grows = story.kind === "mcts";
    this.line = new Set(story.line);
    this.kinds = story.nodes.kind.map((kind) => story.node_kinds[kind]);
    this.count();
    if (this.grows) this.simulate();
    const about = `Tree of ${story.label}. Left and right arrow step, space plays, up and down pick a node, Enter opens or closes it.`;
    this.stage = new Stage(this.nodes.parent, this.nodes.x, this.look, about, {
      shown: (at) => this.nodes.enter[at] >= 0 && this.nodes.enter[at] <= this.t,
      node: (at) => this.node(at),
      edge: (at) => this.edge(at),
      dot: (at) => this.dot(at),
      pick: (at) => this.pick(at),
      fold: (at) => this.fold(at),
      ready: () => this.go(this.t),
    });
    this.say = make("p", { class: "cl-say", role: "status" });
    this.counters = make("div", { class: "cl-counters" });
    this.detail = make("p", { class: "cl-detail" });
    this.list = make("ol", { class: "cl-open", tabindex: 0, "aria-label": this.grows ? "Actions of the root" : "Open positions" });
    this.board = make("div", { class: "cl-board" });
    const side = make("div", { class: "cl-side" }, this.board, this.detail, this.list);
    this.root = make("section", { class: "cl-pane", "aria-label": story.label },
      ...(compact ? [make("h3", {}, story.label)] : []), this.say, this.counters,
      compact ? this.stage.box : make("div", { class: "cl-both" }, this.stage.box, side));
  }

  text(column, at) { return this.story.texts[this.nodes[column][at]]; }
  step(t) { return this.story.step_kinds[this.story.steps.kind[t]]; }

  // Counters of every step, once.
  count() {
    const { kind, node } = this.story.steps;
    this.counts = { visits: new Int32Array(kind.length), leaves: new Int32Array(kind.length), cut: new Int32Array(kind.length) };
    const now = { visits: 0, leaves: 0, cut: 0 };
    kind.forEach((_, t) => {
      const [what, at] = [this.step(t), node[t]];
      if (what === "enter") {
        now.visits += 1;
        now.leaves += this.kinds[at] === "leaf";
      } else if (what === "cut") now.cut += this.nodes.cut[at];
      for (const name in now) this.counts[name][t] = now[name];
    });
    // In the end stands what the search itself counted: it may have seen more than was drawn.
    for (const name of ["visits", "cut"]) this.counts[name][this.last] = this.story.totals[name];
  }

  // For each node the simulations that went through it, and the sum of rewards after each.
  simulate() {
    this.through = this.kinds.map(() => []);
    this.sums = this.kinds.map(() => []);
    this.story.simulations.forEach(({ path, rewards }, number) => path.forEach((at, place) => {
      this.through[at].push(number);
      const sum = this.sums[at].at(-1) ?? 0;
      this.sums[at].push(rewards ? sum + rewards[place] : NaN);
    }));
    this.done = this.story.simulations.map((each) => each.done);
  }

  // Visits, mean and UCB of a node after the simulations that are over by now.
  numbers(at) {
    const over = firstWhere(this.done.length, (k) => this.done[k] > this.t);
    const counted = (node) => firstWhere(this.through[node].length, (k) => this.through[node][k] >= over);
    // In the end the search's own number counts: not every search shows all its simulations.
    const seen = (node) => Math.max(counted(node), this.t === this.last ? this.nodes.visits[node] : 0);
    const visits = seen(at);
    const mean = visits ? this.sums[at][counted(at) - 1] / counted(at) : NaN;
    const above = this.nodes.parent[at];
    const ucb = above < 0 || !visits ? NaN : mean + this.c * Math.sqrt(Math.log(Math.max(1, seen(above))) / visits);
    return { visits, mean, ucb, over };
  }

  // The last child that has answered by now: it knows the window and the best value of its parent.
  answered(at) {
    const kids = this.stage.kids[at];
    for (let i = kids.length - 1; i >= 0; i--)
      if (this.kinds[kids[i]] !== "cut" && this.nodes.leave[kids[i]] >= 0 && this.nodes.leave[kids[i]] <= this.t) return kids[i];
    return -1;
  }

  isDone(at) { return this.nodes.leave[at] >= 0 && this.nodes.leave[at] <= this.t; }
  isOpen(at) { return this.nodes.enter[at] <= this.t && !this.isDone(at); }

  valueNow(at) {
    if (this.isDone(at)) return this.text("value", at);
    const child = this.answered(at);
    return child < 0 ? "" : `so far ${this.text("best", child) || "?"}`;
  }

  windowNow(at) {
    const child = this.answered(at);
    return child < 0 ? this.text("window", at) : this.text("after", child);
  }

  get current() {
    const at = this.story.steps.node[this.t];
    return at >= 0 ? at : this.kinds.length ? 0 : -1;
  }
  get focus() { return this.picked ?? this.current; }

  onPath(at) {
    const phase = this.step(this.t);
    if (!this.grows || !(phase in this.look.phases)) return null;
    const now = this.story.simulations[firstWhere(this.done.length, (k) => this.done[k] >= this.t)];
    const place = now ? now.path.indexOf(at) : -1;
    const here = this.current;
    if (place < 0 || ((phase === "expand" || phase === "simulate") && at !== here)) return null;
    return phase;
  }

  node(at) {
    const { look } = this;
    const kind = this.kinds[at];
    const atEnd = this.t === this.last && this.line.has(at);
    if (kind === "cut") {
      const first = this.kinds[at - 1] !== "cut" || this.nodes.parent[at - 1] !== this.nodes.parent[at];
      const why = this.text("note", this.nodes.parent[at]).split(";")[0];
      const wide = why.length * 6.4 + 6;
      const middle = (this.stage.x[this.stage.kids[this.nodes.parent[at]].at(-1)] - this.stage.x[at]) / 2;
      return `<title>cut: ${esc(why)}</title>${shape("leaf", 40, 26)} fill="${look.paper}" stroke="${look.line}" stroke-dasharray="4 3"/>` +
        word(0, 0, "\u00d7", `font-size="16" fill="${look.quiet}"`) +
        (first && this.stage.zoom >= 0.5 && why
          ? `<rect x="${middle - wide / 2}" y="25" width="${wide}" height="17" rx="4" fill="${look.ground}"/>` +
            word(middle, 34, why, `font-size="11.5" fill="${look.quiet}"`)
          : "");
    }
    const wide = this.grows || kind !== "leaf" ? look.widths.inner : look.widths.leaf;
    const open = this.isOpen(at) && !this.grows;
    const current = at === this.current && this.t > 0 && this.t < this.last;
    const phase = this.onPath(at);
    const plain = this.grows ? [look.first_fill, look.second_fill][this.nodes.seat[at]] ?? look.paper
      : { max: look.first_fill, min: look.second_fill }[kind] ?? look.paper;
    const stroke = current || atEnd ? look.ink : open ? look.blue : look.line;
    const thick = current || atEnd ? 3.5 : open ? 2.5 : 1.2;
    const ring = at === this.picked ? `${shape("leaf", wide + 10, HIGH + 10)} fill="none" stroke="${look.vermilion}" stroke-width="2" stroke-dasharray="6 3"/>` : "";
    const body = `${ring}${shape(this.grows ? "player" : kind, wide, HIGH)} fill="${phase ? look.phases[phase] : plain}" stroke="${stroke}" stroke-width="${thick}"/>`;
    return body + this.lines(at, kind).map(([text, size, colour], row, all) =>
      word(0, (row - (all.length - 1) / 2) * 15, text, `font-size="${size}" fill="${look[colour]}"`)).join("");
  }

  // The words inside a node: what it is worth, and below that its window, or its UCB.
  lines(at, kind) {
    if (this.grows) {
      const { visits, mean, ucb } = this.numbers(at);
      const bound = Number.isFinite(ucb) ? `UCB ${ucb.toFixed(2)}` : "";
      const value = Number.isFinite(mean) ? mean.toFixed(2) : this.t === this.last ? this.text("value", at) : "\u2013";
      return [[`${value} / ${visits}`, 13, "ink"], ...(bound ? [[bound, 11, "quiet"]] : [])];
    }
    const [value, around] = [this.valueNow(at), this.windowNow(at)];
    const name = { max: "MAX", min: "MIN" }[kind] ?? "";
    const rows = [[value || (kind === "leaf" ? "?" : name || "?"), value.startsWith("so") ? 12 : 15, "ink"]];
    if (around && kind !== "leaf") rows.push([around, 11, "quiet"]);
    return rows;
  }

  edge(at) {
    const { look } = this;
    const label = this.text("name", at);
    if (this.kinds[at] === "cut") return { label, style: `stroke="${look.line}" stroke-dasharray="5 4"` };
    const best = this.t === this.last && this.line.has(at);
    const way = this.onPath(at) || (!this.grows && this.isOpen(at));
    const style = best ? `stroke="${look.ink}" stroke-width="4"` : way ? `stroke="${look.blue}" stroke-width="3"` : `stroke="${look.line}"`;
    return { label, style };
  }

  dot(at) {
    const { look } = this;
    if (at === this.current) return { colour: look.vermilion, size: 9 };
    if (this.t === this.last && this.line.has(at)) return { colour: look.ink, size: 7 };
    if (this.kinds[at] === "cut") return { colour: look.faded, size: 2 };
    return { colour: this.isOpen(at) && !this.grows ? look.blue : look.line, size: this.isOpen(at) ? 6 : 3 };
  }

  go(t, find = null) {
    this.t = Math.max(0, Math.min(t, this.last));
    this.picked = find;
    this.say.textContent = this.story.texts[this.story.steps.say[this.t]];
    const phase = this.step(this.t);
    this.say.style.cssText = phase in this.look.phases
      ? `background:${this.look.phases[phase]};color:${this.look.ink}` : "";
    this.stage.settle();
    if (this.focus >= 0) this.stage.follow(this.focus);
    this.stage.draw();
    this.tell();
  }

  pick(at) {
    this.picked = at === this.picked ? null : at;
    this.stage.draw();
    this.tell();
  }

  fold(at) {
    this.stage.fold(at);
    this.tell();
  }

  // Up, down and sideways through what has been drawn so far.
  walk(direction) {
    const here = this.focus;
    if (here < 0) return;
    const above = this.nodes.parent[here];
    const family = above < 0 ? [here] : this.stage.kids[above];
    const beside = family.indexOf(here);
    const to = { up: above, down: this.stage.folded.has(here) ? -1 : this.stage.kids[here][0] ?? -1,
      left: family[beside - 1] ?? -1, right: family[beside + 1] ?? -1 }[direction];
    if (to < 0 || this.nodes.enter[to] > this.t) return;
    this.picked = to;
    this.stage.follow(to);
    this.stage.draw();
    this.tell();
  }

  find(words, again) {
    const wanted = words.trim().toLowerCase().replace("\u2212", "-");
    const found = [];
    this.kinds.forEach((kind, at) => {
      if (kind === "cut" || !wanted) return;
      if (this.text("name", at).toLowerCase() === wanted) found.push([at, this.nodes.enter[at]]);
      else if (this.text("value", at) === wanted) found.push([at, this.nodes.leave[at]]);
    });
    if (!found.length) return "nothing";
    const place = again % found.length;
    const [at, t] = found[place];
    this.go(t >= 0 ? t : this.last, at);
    return `${place + 1} of ${found.length}`;
  }

  tell() {
    const { story, t } = this;
    const pairs = this.grows
      ? [["simulations", `${this.numbers(0).over} of ${this.done.length}`],
         ["nodes in the tree", this.nodes.enter.filter((each) => each >= 0 && each <= t).length]]
      : [["positions", this.counts.visits[t]], ["leaves", this.counts.leaves[t]], ["branches cut", this.counts.cut[t]]];
    if (story.totals.minimax !== null) pairs.push(["minimax would have visited", story.totals.minimax]);
    this.counters.replaceChildren(...pairs.map(([name, value]) =>
      make("span", {}, `${name} `, make("b", {}, value.toLocaleString("en")))));
    if (this.compact || this.focus < 0) return;
    const at = this.focus;
    const way = [];
    for (let node = at; node >= 0; node = this.nodes.parent[node]) way.unshift(node);
    const names = way.slice(1).map((node) => this.text("name", node));
    const note = this.isDone(at) || this.kinds[at] === "cut" ? this.text("note", at) : "";
    this.detail.textContent = `${names.length ? names.join(" ") : "root"}${note ? ` (${note})` : ""}` +
      (this.stage.folded.has(at) ? ", closed" : "");
    this.showBoard(at);
    if (this.grows) this.bars();
    else this.list.replaceChildren(...way.filter((node) => this.isOpen(node)).map((node) => make("li", {},
      [this.text("name", node) || "root", story.players[this.nodes.seat[node]], this.valueNow(node), this.windowNow(node)].filter(Boolean).join(" \u00b7 "))));
  }

  showBoard(at) {
    const { kind, list, of } = this.story.boards;
    const drawing = list[of[at]];
    if (this.drawing === drawing) return;
    this.drawing = drawing;
    this.board.replaceChildren();
    if (!drawing) return;
    if (kind === "text") this.board.append(make("pre", {}, drawing));
    else this.board.innerHTML = drawing;
  }

  // How the visits have spread over the root's actions by now.
  bars() {
    const kids = (this.stage.kids[0] ?? []).filter((at) => this.nodes.enter[at] <= this.t)
      .map((at) => ({ name: this.text("name", at), ...this.numbers(at) })).sort((a, b) => b.visits - a.visits).slice(0, 12);
    const most = Math.max(1, ...kids.map((kid) => kid.visits));
    const next = kids.reduce((best, kid) => (kid.ucb > (best?.ucb ?? -1) ? kid : best), null);
    this.list.replaceChildren(...kids.map((kid) => {
      const bar = make("span", { class: "cl-bar" });
      bar.style.cssText = `width:${(100 * kid.visits) / most}%;background:${this.look.blue}`;
      const mean = Number.isFinite(kid.mean) ? `, mean ${kid.mean.toFixed(2)}, UCB ${kid.ucb.toFixed(2)}` : "";
      return make("li", {}, `${kid.name}: ${kid.visits}${mean}${kid === next ? " \u25c0 greatest" : ""}`, bar);
    }));
  }
}
