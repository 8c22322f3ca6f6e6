// One search at one of its steps: the tree so far, the line of words, the counters, the board.

import { make } from "./controls.js";
import { Scene, meanText } from "./draw.js";
import { Stage } from "./stage.js";

export class Search {
  constructor(story, compact, cuts) {
    this.scene = new Scene(story);
    Object.assign(this, { story, compact, cuts, look: story.look, picked: null, id: `cl-${Math.random().toString(36).slice(2)}` });
    this.nodes = story.nodes;
    this.last = this.scene.last;
    this.grows = this.scene.grows;
    this.count();
    const about = `Tree of ${story.label}. Left and right arrow step, space plays, up and down pick a node, Enter opens or closes it.`;
    this.stage = new Stage(this.scene, about, {
      shown: (at) => this.scene.isShown(at),
      node: (at) => this.ring(at) + this.scene.node(at),
      edge: (at) => this.scene.edge(at),
      dot: (at) => this.dot(at),
      pick: (at) => this.pick(at),
      fold: (at) => this.fold(at),
      ready: () => this.go(this.t),
    });
    // For those who can't see it, the tree is an outline to walk through.
    this.outline = make("div", { class: "cl-spoken" });
    this.stage.box.setAttribute("role", "tree");
    this.stage.box.append(this.outline);
    this.say = make("p", { class: "cl-say", role: "status" });
    this.counters = make("div", { class: "cl-counters" });
    this.detail = make("p", { class: "cl-detail" });
    this.list = make("ol", { class: "cl-open", tabindex: 0, "aria-label": this.grows ? "Actions of the root" : "Open positions" });
    this.board = make("div", { class: "cl-board" });
    this.crumbs = make("p", { class: "cl-crumbs" });
    const side = make("div", { class: "cl-side" }, this.board, this.detail, this.list);
    this.root = make("section", { class: "cl-pane", "aria-label": story.label },
      ...(compact ? [make("h3", {}, story.label)] : []), this.say,
      make("div", { class: "cl-counts" }, this.counters, this.crumbs, this.stage.map),
      compact ? this.stage.box : make("div", { class: "cl-both" }, this.stage.box, side));
  }

  get t() { return this.scene.t; }
  get current() { return Math.max(this.story.steps.node[this.t], this.nodes.parent.length ? 0 : -1); }
  get focus() { return this.picked ?? this.current; }
  text(column, at) { return this.scene.text(column, at); }

  // Counters of every step, once: of a tree that grows its nodes, else the visits, leaves and cuts.
  count() {
    const { kind, node } = this.story.steps;
    const grown = kind.map(() => 0);
    if (this.grows) this.nodes.enter.forEach((t, at) => { grown[t] += !this.scene.isBox(at); });
    const [visits, leaves, cut] = (this.counts = [0, 0, 0].map(() => new Int32Array(kind.length)));
    kind.forEach((_, t) => {
      const [what, at, before] = [this.scene.kind(t), node[t], t && t - 1];
      visits[t] = this.grows ? (t && visits[before]) + grown[t] : this.story.steps.visits[t];
      leaves[t] = leaves[before] + (what === "enter" && this.scene.shapes[at] === "square" && visits[t] > visits[before]);
      cut[t] = cut[before] + (what === "cut" ? this.nodes.branches[at] : 0);
    });
    // In the end stands what the search itself counted: it may have seen more than was drawn.
    if (!this.grows) [visits[this.last], cut[this.last]] = [this.story.totals.visits, this.story.totals.cut];
  }

  // Around the node that was picked.
  ring(at) {
    if (at !== this.picked) return "";
    const [wide, high] = [this.nodes.wide[at] + 10, this.nodes.high[at] + 10];
    return `<rect x="${-wide / 2}" y="-5" width="${wide}" height="${high}" rx="4" fill="none" stroke="${this.look.vermilion}" stroke-width="2" stroke-dasharray="6 3"/>`;
  }

  dot(at) {
    const { scene } = this;
    if (at === this.current) return { colour: "vermilion", size: 9 };
    if (scene.isBest(at)) return { colour: "ink", size: 7 };
    if (scene.shapes[at] === "cut") return { colour: "faded", size: 2 };
    return scene.isOpen(at) ? { colour: "blue", size: 6 } : { colour: "line", size: 3 };
  }

  go(t, find = null) {
    this.scene.t = Math.max(0, Math.min(t, this.last));
    this.picked = find;
    this.say.textContent = this.words();
    const kind = this.scene.kind(this.t);
    this.say.dataset.phase = kind in this.look.phases ? kind : "";
    if (this.stage.mode === "free") this.stage.stretch(this.scene.settle());
    this.show(this.focus);
  }

  // The names of the actions from the root to this node.
  wayTo(at) {
    return this.scene.way(at).slice(1).map((node) => this.text("name", node)).join(" ") || "the root";
  }

  words(t = this.t) { return this.story.texts[this.story.steps.say[t]]; }

  // What there is to predict before this step is shown; nothing where it only goes on.
  question(t) {
    if (t > this.last) return "";
    const [kind, at] = [this.scene.kind(t), this.story.steps.node[t]];
    const name = at < 0 ? "" : this.text("who", at);
    if (kind === "leave" && this.text("value", at)) return `What does ${at ? name === "?" ? "the leaf" : name : "the root"} return here?`;
    if (kind === "cut") return "What happens next, and why?";
    return { select: "Which way down does the search choose?", end: "What does the search answer?" }[kind] ?? "";
  }

  // Bring a node into sight, and draw and tell all.
  show(at) {
    if (at >= 0) this.stage.follow(at);
    this.stage.draw();
    this.tell();
  }

  pick(at) {
    this.picked = at === this.picked ? null : at;
    if (this.stage.mode === "read") return this.show(this.focus);
    this.stage.draw();
    this.tell();
  }

  // Where one reads, what is closed for want of room opens when it is picked.
  fold(at) {
    const { stage } = this;
    if (stage.view && !stage.folded.has(at) && !stage.family(at).some((kid) => stage.view.chosen.has(kid)))
      return this.show((this.picked = at));
    stage.fold(at);
    this.tell();
  }

  // One reads around the node of the step; or sees the whole tree, to be zoomed and dragged.
  read() {
    this.stage.mode = "read";
    this.stage.box.style.height = "";
    this.show(this.focus);
  }

  whole() {
    this.stage.fit();
  }

  // Only a part of the tree: the best line, the cuts, the first levels, what is below a node.
  only(what) {
    const { stage, scene } = this;
    const [to, level] = what.split(" ");
    stage.root = to === "below" ? this.focus : to === "pass" ? Number(level) : -1;
    const below = (at) => at >= 0 && (at === stage.root || below(this.nodes.parent[at]));
    stage.only({
      line: (at) => scene.line.has(at), cuts: (at) => scene.shapes[at] === "cut",
      level: (at) => scene.depth[at] <= level, below, pass: below,
    }[to]);
    if (stage.mode === "free") stage.draw();
    else this.show(stage.root >= 0 && !below(this.focus) ? stage.root : stage.hidden[this.focus] ? 0 : this.focus);
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
    if (to < 0 || !this.scene.isShown(to)) return;
    this.show((this.picked = to));
  }

  // To the best reply, and on to the step at which it has answered.
  best() {
    const to = this.focus < 0 ? -1 : this.scene.bestKid(this.focus);
    if (to >= 0) this.go(Math.max(this.t, this.nodes.leave[to]), to);
  }

  // An action, the way to one ("root b2 a1"), a value, or "cut": where it comes first, or after
  // `again` others. At the end nothing moves but the mark.
  find(words, again) {
    const asked = words.trim().toLowerCase().replace(/\s+/g, " ");
    const wanted = asked.replace(/^root /, "");
    const anywhere = asked === wanted && !wanted.includes(" ");
    const last = wanted.split(" ").at(-1);
    const found = [];
    this.scene.shapes.forEach((kind, at) => {
      if (!wanted) return;
      const named = kind !== "cut" && this.text("name", at).toLowerCase() === last;
      if (wanted === "cut" ? kind === "cut" : named && (anywhere || this.wayTo(at).toLowerCase() === wanted)) found.push([at, this.nodes.enter[at]]);
      else if (kind !== "cut" && this.text("value", at) === wanted.replace("-", "\u2212")) found.push([at, this.nodes.leave[at]]);
    });
    if (!found.length) return "nothing";
    found.sort(([, one], [, other]) => one - other);
    const place = ((again % found.length) + found.length) % found.length;
    const [at, t] = found[place];
    this.go(t >= 0 && this.t < this.last ? t : this.last, at);
    return `${place + 1} of ${found.length}`;
  }

  tell() {
    const { story, t, scene } = this;
    const pairs = this.grows
      ? [["simulations", `${scene.numbers(0).over} of ${scene.done.length}`],
         ["nodes in the tree", this.counts[0][t]]]
      : ["visits", "leaves", ...(this.cuts ? [story.leaves_out ? "branches left out" : "branches cut"] : [])].map((name, place) => [name, this.counts[place][t]]);
    if (story.totals.minimax != null) pairs.push(["visits of minimax", story.totals.minimax]);
    this.counters.replaceChildren(...pairs.map(([name, value]) =>
      make("span", {}, `${name} `, make("b", {}, value.toLocaleString("en")))));
    const { by, than } = this.ahead ?? {};
    if (by) this.counters.append(make("span", {}, make("b", {}, Math.abs(by).toLocaleString("en")),
      ` ${by > 0 ? "more" : "fewer"} ${this.grows ? "nodes" : "visits"} than ${than}`));
    if (this.focus < 0) return;
    const at = this.focus;
    const way = scene.way(at);
    this.speak(way, at);
    const { view } = this.stage;
    const above = view ? way.slice(0, way.indexOf(view.root)) : [];
    this.crumbs.textContent = above.length ? `${above.map((node) => this.text("name", node) || "root").join(" \u25b8 ")} \u25b8 \u2026` : "";
    if (this.compact) return;
    const names = way.slice(1).map((node) => this.text("name", node) || this.text("who", node));
    const note = scene.isDone(at) || this.grows ? this.text("note", at) : "";
    this.detail.textContent = `${names.length ? names.join(" ") : "root"}${note ? ` (${note})` : ""}` +
      (this.stage.folded.has(at) ? ", closed" : "");
    this.showBoard(at);
    if (this.grows) this.bars();
    else this.list.replaceChildren(...way.filter((node) => !scene.isDone(node)).map((node) => make("li", {},
      [this.text("name", node) || "root", this.text("who", node), scene.soFar(node), this.text("under", node), scene.soFar(node, "now")].filter(Boolean).join(" \u00b7 "))));
  }

  // The way to this node, and what lies below it, as the items of a tree; this one has the focus.
  speak(way, at) {
    const id = (node) => `${this.id}-${node}`;
    const item = (node) => {
      const family = this.stage.family(this.nodes.parent[node] < 0 ? node : this.nodes.parent[node]);
      const alone = this.nodes.parent[node] < 0;
      const below = this.scene.kids[node].some((kid) => this.scene.isShown(kid));
      return make("div", {
        role: "treeitem", id: id(node), "aria-level": this.scene.depth[node] + 1, "aria-selected": String(node === at),
        "aria-setsize": alone ? 1 : Math.max(1, family.length), "aria-posinset": alone ? 1 : Math.max(1, family.indexOf(node) + 1),
        "aria-expanded": below ? String(!this.stage.folded.has(node)) : null, "aria-label": this.spoken(node),
      });
    };
    this.outline.replaceChildren(...way.map(item), ...this.stage.family(at).slice(0, 40).map(item));
    this.stage.box.setAttribute("aria-activedescendant", id(at));
  }

  // One node in words: what leads to it, and all that stands in it.
  spoken(at) {
    const role = { up: "MAX chooses", down: "MIN chooses", square: "leaf" }[this.scene.shapes[at]];
    const now = this.scene.soFar(at, "now");
    return [this.text("name", at) || (this.nodes.parent[at] < 0 ? "root" : ""), role, ...this.scene.lines(at)[0], now].filter(Boolean).join(", ");
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

  // How the visits have spread over the root's actions by now.
  bars() {
    const kids = (this.stage.kids[0] ?? []).filter((at) => this.scene.isShown(at) && !this.scene.isBox(at))
      .map((at) => ({ name: this.text("name", at), ...this.scene.numbers(at) })).sort((a, b) => b.visits - a.visits).slice(0, 12);
    const most = Math.max(1, ...kids.map((kid) => kid.visits));
    const next = kids.reduce((best, kid) => (kid.ucb > (best?.ucb ?? -1) ? kid : best), null);
    this.list.replaceChildren(...kids.map((kid) => {
      const bar = make("span", { class: "cl-bar" });
      bar.style.width = `${(100 * kid.visits) / most}%`;
      const mean = Number.isFinite(kid.mean) ? `, mean ${meanText(kid.mean)}, UCB ${meanText(kid.ucb)}` : "";
      return make("li", {}, `${kid.name}: ${kid.visits}${mean}${kid === next ? " \u25c0 greatest" : ""}`, bar);
    }));
  }
}
