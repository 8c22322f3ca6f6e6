// One widget for three uses: step through a search, compare searches, look at a game again.
// Python has worked out the tree, its layout and every line of words; here they are only played.
// The model needs get() and on() of the names `story` and `step`, so a plain page can play it too.

import { listing } from "./code.js";
import { Controls, choice, kept, make, screen, speeds, zooming } from "./controls.js";
import { Search } from "./search.js";
import { Replay } from "./replay.js";

const MOST_LINES = 45; // longer code waits until somebody asks for it
const MOST_SECONDS = 6; // it plays no longer from one moment of a story to the next

// The controls around one search or game, or several searches side by side.
function player(model, el, story) {
  const parts = story.parts ?? [story];
  const panes = parts.map((part) => (part.frames ? new Replay(part) : new Search(part, parts.length > 1)));
  const trees = panes.filter((pane) => pane.stage);
  const last = Math.max(...panes.map((pane) => pane.last));
  const told = story.told ?? []; // the moments at which a story stops
  let [t, timer, hiding, asked, moment, voting] = [0, null, false, false, null, false];
  const stops = make("datalist", { id: `cl-${Math.random().toString(36).slice(2)}` }, ...told.map(({ step }) => make("option", { value: step })));
  const slider = make("input", { type: "range", min: 0, max: last, list: told.length ? stops.id : null, value: 0, "aria-label": panes[0].moving ?? "Step", oninput: () => go(Number(slider.value)) });
  const where = make("output", { class: "cl-where" });
  const speed = speeds(trees.length ? 2 : 1, () => timer && play());
  const grid = make("div", { class: "cl-panes" }, ...panes.map((pane) => pane.root));
  const code = story.code?.length && make("ol", { class: "cl-code", tabindex: 0, "aria-label": "The code, with the line of this step marked" });
  const short = story.code?.length <= MOST_LINES;
  const light = code && listing(code, story.code);
  const question = new Question();
  const root = make("div", { class: "cl-player cl-controls", role: "group", "aria-label": `Player: ${parts.map((part) => part.label ?? part.title).join(", ")}` });
  const walk = (where) => () => trees.forEach((pane) => pane.walk(where));
  const whole = screen(el, root, (full) => {
    trees.forEach(({ stage }) => stage.settleHeight());
    if (full) read(true);
  });
  const controls = new Controls(root, {
    "First step": () => move(-Infinity), Back: () => move(-1),
    Play: ({ detail }) => (timer ? pause() : (!detail && !told.length && (asked || hiding)) || question.open ? move(1) : play()),
    Forward: () => move(1), "Last step": () => move(Infinity),
    ...(trees.length && { ...zooming(() => trees.map(({ stage }) => stage)), "Large letters or whole tree": () => read(trees[0].stage.mode !== "read") }),
    "Hide what comes": () => {
      hide(!hiding);
      trees.forEach(({ stage }) => stage.draw());
    }, ...(code && { Code: () => showCode(code.hidden) }), ...whole,
  }, {
    ...(told.length ? { "Next moment": () => jump(1), "Moment before": () => jump(-1) } : { "One step forward": () => forward(1), "One step back": () => forward(-1) }),
    ...(trees.length && {
      Parent: walk("up"), Child: walk("down"), "Node on the left": walk("left"), "Node on the right": walk("right"),
    }),
  }, 5);
  const toggle = controls.named("Play");
  const pressed = (name, on) => controls.named(name)?.setAttribute("aria-pressed", on);
  pressed("Hide what comes", false);
  controls.stopAt(toggle);
  const tools = make("div", { class: "cl-tools" }, controls.bar, slider, where);
  const chosen = [["Speed", speed]];
  if (trees.length) chosen.push(["Drawn", choice("What is drawn", [["", "all of the tree"], ["line", "only the best line"], ["cuts", "only the cuts"], ["below", "below this node"],
    ...(panes.length === 1 ? story.passes.map(([name, at]) => [`pass ${at}`, name]) : []),
    ...[1, 2, 3, 4, 5, 6].filter((level) => trees.some(({ stage }) => stage.levels.length > level + 1)).map((level) => [`level ${level}`, `${level} level${level > 1 ? "s" : ""}`])],
  (what) => trees.forEach((pane) => pane.only(what)))]);
  controls.menu.prepend(...chosen.map(([name, control]) => make("span", { class: "cl-choice" }, `${name} `, control)));
  tools.append(controls.menu);
  // Searches of one tree are zoomed and moved together.
  if (story.alike) trees.forEach((pane) => {
    pane.stage.moved = (stage) => trees.forEach((other) => other !== pane && other.stage.join(stage));
  });
  root.append(tools, stops, controls.help, code ? make("div", { class: "cl-beside" }, code, grid) : grid);
  el.append(root);

  function go(step) {
    t = Math.max(0, Math.min(step, last));
    asked = false;
    arrive();
    show(t);
    tell(t);
    if (t === last) pause();
    el.dispatchEvent(new CustomEvent("cl-step", { detail: t, bubbles: true }));
  }
  function tell(step) {
    slider.value = step;
    slider.setAttribute("aria-valuetext", panes[0].words(Math.min(step, panes[0].last)));
    where.textContent = `${step.toLocaleString("en")} / ${last.toLocaleString("en")}`;
    light?.(story.steps.line[step]);
  }
  function show(step, poster = false) {
    panes.forEach((pane) => {
      Object.assign(pane.film ?? pane, { clock: step, poster });
      const zoomed = moment?.step === step && moment.part === panes.indexOf(pane) ? moment.zoom : null;
      pane.go(step, zoomed);
    });
  }
  // From a moment of a story on, all is hidden that it wants hidden; its question stands there as
  // long as it does.
  function arrive() {
    if (!told.length) return;
    const now = told.findLast(({ step }) => step <= t) ?? null;
    if (now !== moment) {
      hide(now?.hide.includes("future") ?? false);
      moment = now;
      if (code) showCode(besideTree());
    }
    question.show(moment?.step === t ? moment.ask : null, panes[moment?.part ?? 0].say);
  }
  function jump(by) {
    if (by > 0 && question.answer()) return;
    const next = by > 0 ? told.find(({ step }) => step > t)?.step ?? last : told.findLast(({ step }) => step < t)?.step ?? 0;
    pause();
    go(next);
  }
  function hide(on) {
    pressed("Hide what comes", (hiding = on));
    trees.forEach(({ stage }) => { stage.ahead = !hiding; });
  }
  // Where a class votes the tree has all the room.
  function besideTree() { return short && !moment?.hide.includes("code") && !model.get("votes"); }
  function showCode(on) {
    code.hidden = !on;
    pressed("Code", on);
    if (on) light(story.steps.line[+slider.value]);
  }
  function move(by) {
    pause();
    forward(by);
  }
  // With what comes hidden, a step forward first asks, and the next one shows.
  function forward(by) {
    if (by === 1 && question.answer()) return undefined;
    const questions = hiding && by === 1 && !asked && question.root.hidden ? panes.map((pane) => pane.question(t + 1)) : [];
    if (!questions.some(Boolean)) return go(t + by);
    asked = true;
    panes.forEach((pane, number) => { if (questions[number]) pane.say.textContent = `${questions[number]} Space shows it.`; });
    return undefined;
  }
  function pause() {
    clearInterval(timer);
    trees.forEach(({ stage }) => { stage.motion.speed = 1; });
    timer = null;
    playing("Play", "polite");
  }
  function play() {
    clearInterval(timer);
    if (t === last) go(0);
    // From one moment of a story to the next in a few seconds.
    const next = told.find(({ step }) => step > t)?.step ?? last;
    const each = Math.max(Number(speed.value), told.length && (next - t) / MOST_SECONDS);
    trees.forEach(({ stage }) => { stage.motion.speed = Math.max(1, 0.9 * each); });
    timer = setInterval(() => {
      const to = t + Math.max(1, Math.round(each / 50));
      go(told.length ? Math.min(to, next) : to);
      if (told.length && t === next) pause();
    }, 1000 / Math.min(each, 50));
    playing("Pause", "off"); // a screen reader would fall behind
  }
  function playing(name, live) {
    controls.call(toggle, name);
    panes.forEach((pane) => pane.say.setAttribute("aria-live", live));
  }
  // Letters for the last row, as much as fits; or the whole tree, to be zoomed and dragged.
  function read(on) {
    pressed("Large letters or whole tree", on);
    if (on) return trees.forEach((pane) => pane.read());
    // Of those tied together the widest one decides.
    const fitted = trees.map(({ stage }) => [stage, (stage.fit(), stage.zoom)]);
    return fitted.reduce((least, each) => (each[1] < least[1] ? each : least))[0].fit();
  }

  const follow = () => go(model.get("step"));
  model.on("change:step", follow);
  // A class votes: what comes is hidden, and the votes for it stand on the branches of one part.
  const voted = () => {
    const votes = model.get("votes");
    if (code && voting !== Boolean(votes)) {
      voting = !voting;
      showCode(besideTree());
    }
    panes.forEach((pane, number) => pane.stage?.ballot(votes?.part === number ? votes.options : []));
  };
  model.on("change:votes", voted);
  pause();
  go(model.get("step") ?? 0);
  // Before anybody steps another moment may stand there, and any key goes on from the start.
  if (!model.get("step") && story.poster && !told.length) {
    show(story.poster, true);
    tell(story.poster);
  }
  pressed("Large letters or whole tree", true);
  if (code) showCode(besideTree());
  return () => {
    clearInterval(timer);
    model.off?.("change:step", follow);
    model.off?.("change:votes", voted);
    trees.forEach((pane) => pane.stage.end());
  };
}

// What a story asks: one chooses an answer and reads why, or a step forward tells it.
class Question {
  constructor() {
    this.why = make("p", { class: "cl-why", role: "status" });
    this.words = make("b", {});
    this.options = make("div", { class: "cl-options" });
    this.root = make("div", { class: "cl-ask", hidden: true }, this.words, this.options, this.why);
  }

  show(asked, below) {
    this.open = Boolean(asked);
    this.root.hidden = !asked;
    if (!asked) return;
    below.after(this.root);
    this.words.textContent = asked.text;
    this.why.textContent = "";
    this.right = [];
    this.options.replaceChildren(...asked.options.map(([label, right, why]) => {
      const button = make("button", { type: "button", onclick: () => this.choose(button, right, why) }, label);
      if (right) this.right.push(() => this.choose(button, right, why));
      return button;
    }));
  }

  choose(button, right, why) {
    button.classList.add(right ? "cl-right" : "cl-wrong");
    this.why.textContent = [`${right ? "Right" : "Not right"}: ${button.textContent}.`, why].filter(Boolean).join(" ");
    this.open &&= !right;
  }

  // Tell what is right, if nobody has; whether there was something to tell.
  answer() {
    const was = this.open;
    if (was) this.right.forEach((tell) => tell());
    this.open = false;
    return was;
  }
}

function render({ model, el }) {
  kept(el);
  return player(model, el, model.get("story"));
}

export default { render, listing };
