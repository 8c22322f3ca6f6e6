// One search at one of its steps: the tree so far, the line of words, the counters, the board.

import { make } from "./controls.js";
import { Film } from "./film.js";
import { Stage } from "./stage.js";

export class Search {
  constructor(story, compact) {
    const film = new Film(story);
    Object.assign(this, { film, story, compact, look: story.look, picked: null, id: `cl-${Math.random().toString(36).slice(2)}` });
    this.pieces = story.pieces;
    this.last = film.last;
    this.counts = story.counters.map(([, steps]) => steps.reduce((sums, by) => (sums.push((sums.at(-1) ?? 0) + by), sums), []));
    const about = `Tree of ${story.label}. Left and right arrow step, space plays, up and down pick a node, Enter opens or closes it.`;
    this.stage = new Stage(film, about, {
      compact,
      node: (at) => this.ring(at) + film.node(at),
      edge: (at) => film.edge(at),
      pick: (at) => this.pick(at),
      landed: () => this.tell(),
      ready: () => {
        this.stage.set = true; // what has another size has nowhere to come from
        this.show(this.focus);
        this.stage.set = false;
      },
    });
    // For those who can't see it, the tree is an outline to walk through.
    this.outline = make("div", { class: "cl-spoken" });
    this.stage.box.setAttribute("role", "tree");
    this.stage.box.append(this.outline);
    // It has room for the longest of its sentences: the tree below must not jump.
    const longest = film.steps.say.reduce((most, _, t) => (film.sentence(t).length > most.length ? film.sentence(t) : most), "");
    this.say = make("p", { class: "cl-say", role: "status", "data-longest": longest });
    this.counters = make("div", { class: "cl-counters" });
    this.detail = make("p", { class: "cl-detail" });
    this.board = make("div", { class: "cl-board" });
    const counts = make("div", { class: "cl-counts" }, ...(compact ? [make("h3", {}, story.label)] : []), this.counters, this.detail);
    this.root = make("section", { class: "cl-pane", "aria-label": story.label }, counts, this.say,
      make("div", { class: "cl-both" }, make("div", { class: "cl-around" }, this.stage.box), ...(compact ? [] : [this.board])));
  }

  get t() { return this.film.t; }
  get current() { return Math.max(this.story.steps.at[this.t], this.film.count ? 0 : -1); }
  get focus() { return this.picked ?? this.current; }
  text(column, at) { return this.film.text(column, at); }

  // Around the node that was picked.
  ring(at) {
    if (at !== this.picked) return "";
    const [wide, high] = [this.pieces.wide[at] + 10, this.pieces.high[at] + 10];
    return `<rect x="${-wide / 2}" y="-5" width="${wide}" height="${high}" rx="4" fill="none" stroke="${this.look.vermilion}" stroke-width="2" stroke-dasharray="6 3"/>`;
  }

  go(t, find = null) {
    const before = this.t;
    this.film.t = Math.max(0, Math.min(t, this.last));
    this.picked = find;
    // One step forward is told in its order; else all is set as it is then.
    const next = this.t === before + 1 && !this.stage.motion.calm;
    this.film.landed = next ? new Set() : true;
    this.stage.set = Math.abs(this.t - before) > 1;
    this.say.textContent = this.words();
    const [name, fill] = this.film.kind();
    this.say.dataset.phase = fill ? name : "";
    this.show(this.focus, Math.abs(this.t - before) === 1);
    this.stage.set = false;
  }

  words(t = this.t) { return this.film.sentence(t); }
  // What there is to predict before this step is shown; nothing where it only goes on.
  question(t) { return t > this.last ? "" : this.story.texts[this.story.steps.ask[t]]; }

  // Bring a node into sight, and draw and tell all.
  show(at, near = false) {
    if (at >= 0) this.stage.follow(at, near);
    this.stage.draw();
    this.tell();
  }

  pick(at) {
    this.picked = at === this.picked ? null : at;
    if (this.stage.mode === "read") return this.show(this.focus);
    this.stage.draw();
    this.tell();
  }

  // One reads around the node of the step; or sees the whole tree, to be zoomed and dragged.
  read() {
    this.stage.mode = "read";
    this.show(this.focus);
  }

  // Only a part of the tree: the best line, the cuts, the first levels, what is below a node.
  only(what) {
    const { stage, film } = this;
    const [to, level] = what.split(" ");
    stage.root = to === "below" ? this.focus : to === "pass" ? Number(level) : -1;
    const below = (at) => at >= 0 && (at === stage.root || below(this.pieces.parent[at]));
    stage.only({
      line: (at) => film.line.has(at), cuts: (at) => this.pieces.branches[at] > 0,
      level: (at) => film.depth[at] <= level, below, pass: below,
    }[to]);
    if (stage.mode === "free") stage.draw();
    else this.show(stage.root >= 0 && !below(this.focus) ? stage.root : stage.hidden[this.focus] ? 0 : this.focus);
    this.tell();
  }

  // Up, down and sideways through what has been drawn so far.
  walk(direction) {
    const here = this.focus;
    if (here < 0) return;
    const above = this.pieces.parent[here];
    const family = above < 0 ? [here] : this.stage.kids[above];
    const beside = family.indexOf(here);
    const to = { up: above, down: this.stage.kids[here][0] ?? -1,
      left: family[beside - 1] ?? -1, right: family[beside + 1] ?? -1 }[direction];
    if (to < 0 || !this.film.isThere(to)) return;
    this.show((this.picked = to));
  }

  showCounts(t) {
    const { story } = this;
    const written = (value) => value.toLocaleString("en");
    const many = (value, most = value) => make("b", { style: `min-width:${written(most).length}ch` }, written(value));
    const pairs = [...story.counters.map(([name], place) => [name, this.counts[place][t], this.counts[place][this.last]]), ...(this.compact ? [] : story.facts)];
    this.counters.replaceChildren(...pairs.map(([name, ...values]) => make("span", {}, `${name} `, many(...values))));
  }

  tell() {
    const { story, t, film } = this;
    this.showCounts(t);
    const at = this.focus;
    if (at < 0) return;
    const way = film.way(at);
    this.speak(way, at);
    const names = way.slice(1).map((node) => this.text("name", node) || film.lines(node)[0] || "?");
    const note = film.isSettled(at) ? this.text("note", at) : "";
    this.detail.textContent = this.picked === null ? "" : `${names.length ? names.join(" ") : "root"}${note ? ` (${note})` : ""}`;
    if (!this.compact) this.showBoard(at);
  }

  // The way to this node, and what lies below it, as the items of a tree; this one has the focus.
  speak(way, at) {
    const id = (node) => `${this.id}-${node}`;
    const item = (node) => {
      const family = this.stage.family(this.pieces.parent[node] < 0 ? node : this.pieces.parent[node]);
      const alone = this.pieces.parent[node] < 0;
      const below = this.film.kids[node].some((kid) => this.film.isThere(kid));
      return make("div", {
        role: "treeitem", id: id(node), "aria-level": this.film.depth[node] + 1, "aria-selected": String(node === at),
        "aria-setsize": alone ? 1 : Math.max(1, family.length), "aria-posinset": alone ? 1 : Math.max(1, family.indexOf(node) + 1),
        "aria-expanded": below ? "true" : null, "aria-label": this.spoken(node),
      });
    };
    this.outline.replaceChildren(...way.map(item), ...this.stage.family(at).slice(0, 40).map(item));
    this.stage.box.setAttribute("aria-activedescendant", id(at));
  }

  // One node in words: what leads to it, and all that stands in it.
  spoken(at) {
    return [this.text("name", at) || (this.pieces.parent[at] < 0 ? "root" : ""), this.film.outline(at)[2], ...this.film.lines(at), ...(this.film.bounds(at) ?? []).filter(isNaN)].filter(Boolean).join(", ");
  }

  showBoard(at) {
    const { kind, list, of } = this.story.boards;
    const drawing = list[of[at]];
    if (this.drawing === drawing) return;
    this.drawing = drawing;
    this.board.replaceChildren();
    if (!drawing) return;
    if (kind === "text") this.board.append(make("pre", {}, drawing));
    else {
      this.board.innerHTML = drawing;
      const svg = this.board.firstElementChild;
      // An empty square is said: a lone point would be passed over.
      svg.setAttribute("aria-label", svg.querySelector("desc").textContent.replace(/(?<= )\.(?= |;|$)/g, "empty"));
    }
  }
}
