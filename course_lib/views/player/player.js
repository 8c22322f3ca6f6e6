// One widget for four uses: step through a search, compare searches, look at a game again, practise.
// Python has worked out the tree, its layout and every line of words; here they are only played.
// The model needs get() and on() of the names `story` and `step`, so a plain page can play it too.

import { make } from "./draw.js";
import { Search } from "./search.js";
import { Replay } from "./replay.js";
import { practice } from "./practice.js";
import { together } from "./together.js";

// Drawn here, because not every computer has letters for them.
const ICONS = {
  "First step": "M3 2h2v12h-2zM14 2v12l-8-6z", Back: "M11 2v12l-8-6zM12 2h2v12h-2z", Play: "M4 2v12l10-6z",
  Pause: "M3 2h4v12h-4zM9 2h4v12h-4z", Forward: "M2 2h2v12h-2zM5 2v12l8-6z", "Last step": "M11 2h2v12h-2zM2 2v12l8-6z",
  "Zoom out": "M2 7h12v2h-12z", "Zoom in": "M7 2h2v5h5v2h-5v5h-2v-5h-5v-2h5z",
  Fit: "M1 1h5v2h-3v3h-2zM10 1h5v5h-2v-3h-3zM1 10h2v3h3v2h-5zM13 10h2v5h-5v-2h3z",
  "Read or see all": "M1 3h8v2h-8zM1 7h8v2h-8zM1 11h5v2h-5zM11 2a3 3 0 0 1 1 5.8l2.5 3-1.2 1-2.6-3.3a3 3 0 0 1 .3-6.5z",
  "Hide what comes": "M8 3c4 0 7 5 7 5s-3 5-7 5-7-5-7-5 3-5 7-5zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM2 14l11-13 1 1-11 13z",
  "Full screen": "M1 1h6l-2 2 2 2-2 2-2-2-2 2zM15 15h-6l2-2-2-2 2-2 2 2 2-2z",
};
const icon = (name) => `<svg aria-hidden="true" viewBox="0 0 16 16" width="1em" height="1em"><path fill="currentColor" d="${ICONS[name]}"/></svg>`;

// The controls around one search or game, or several searches side by side.
function player(model, el, story) {
  const parts = story.kind === "compare" ? story.parts : [story];
  const panes = parts.map((part) => (part.kind === "replay" ? new Replay(part) : new Search(part, parts.length > 1)));
  const trees = panes.filter((pane) => pane.stage);
  const last = Math.max(...panes.map((pane) => pane.last));
  const same = together(panes);
  let byNode = same != null;
  const moments = story.moments ?? [];
  let [t, timer, hiding, asked] = [0, null, false, false];

  const slider = make("input", { type: "range", min: 0, max: last, value: 0, "aria-label": panes[0].moving ?? "Step", oninput: () => go(Number(slider.value)) });
  const where = make("output", { class: "cl-where" });
  const speed = make("select", { "aria-label": "Speed", onchange: () => timer && play() },
    ...[0.5, 1, 2, 5, 20, 100].map((each) => make("option", { value: each, selected: each === (trees.length ? 2 : 1) }, `${each} a second`)));
  const button = (name, press, pressed = null) => {
    const made = make("button", { type: "button", "aria-label": name, title: name, tabindex: -1, "aria-pressed": pressed, onclick: press });
    made.innerHTML = icon(name);
    return made;
  };
  const toggle = button("Play", () => (timer ? pause() : play()));
  const zoom = (by) => trees.forEach(({ stage }) => {
    if (by) stage.free();
    if (by) stage.scale(stage.zoom * by);
    else stage.fit();
  });
  const hide = button("Hide what comes", () => {
    hiding = !hiding;
    hide.setAttribute("aria-pressed", hiding);
  }, "false");
  const reading = button("Read or see all", () => read(trees[0].stage.mode !== "read"), "false");
  const buttons = [
    button("First step", () => move(-Infinity)), button("Back", () => move(-1)), toggle,
    button("Forward", () => move(1)), button("Last step", () => move(Infinity)),
    ...(trees.length ? [button("Zoom out", () => zoom(0.8)), button("Zoom in", () => zoom(1.25)), button("Fit", () => zoom(0)), reading] : []),
    hide, button("Full screen", fullscreen),
  ];
  buttons[2].tabIndex = 0;
  const bar = make("div", { class: "cl-bar-of-buttons", role: "toolbar", "aria-label": "Steps", "aria-orientation": "vertical" }, ...buttons);
  const tools = make("div", { class: "cl-tools" }, bar, slider, where, speed);
  if (moments.length) tools.append(choice("Moment", [["", "moments"], ...moments.map(([name, step]) => [step, name])], (step) => step !== "" && go(Number(step))));
  if (panes.length === 1 && trees.length) tools.append(finder(panes[0], (step) => go(step, false)));
  if (trees.length) tools.append(choice("What is drawn", [["", "all of the tree"], ["line", "only the best line"], ["cuts", "only the cuts"], ["below", "below this node"],
    ...(panes.length === 1 ? story.passes.map(([name, at]) => [`pass ${at}`, name]) : []),
    ...[1, 2, 3, 4, 5, 6].filter((level) => trees.some(({ stage }) => stage.levels.length > level + 1)).map((level) => [`level ${level}`, `${level} level${level > 1 ? "s" : ""}`])],
  (what) => trees.forEach((pane) => pane.only(what))));
  if (same) tools.append(choice("Together", [["node", "at the same position"], ["step", "step by step"]], (how) => {
    byNode = how === "node";
    panes.forEach((pane) => { pane.behind = null; });
    go(t);
  }));
  // Searches of one tree are zoomed and moved together.
  if (same) trees.forEach((pane) => {
    pane.stage.moved = (stage) => trees.forEach((other) => other !== pane && other.stage.join(stage));
  });
  if (trees.some((pane) => pane.grows)) tools.append(exploring(trees));
  const grid = make("div", { class: "cl-panes" }, ...panes.map((pane) => pane.root));
  const paper = make("div", { class: "cl-paper" });
  const root = make("div", { class: "cl-player", role: "group", "aria-label": `Player: ${parts.map((part) => part.label ?? part.title).join(", ")}` }, tools, grid, paper);
  root.classList.toggle("cl-full", el.dataset.full === "yes");
  el.append(root);

  function go(step, redraw = true) {
    t = Math.max(0, Math.min(step, last));
    asked = false;
    if (redraw && byNode) goTogether();
    else if (redraw) panes.forEach((pane) => pane.go(t));
    slider.value = t;
    slider.setAttribute("aria-valuetext", panes[0].words(Math.min(t, panes[0].last)));
    where.textContent = `${t.toLocaleString("en")} / ${last.toLocaleString("en")}`;
    if (t === last) pause();
    el.dispatchEvent(new CustomEvent("cl-step", { detail: t, bubbles: true }));
  }
  // The same position in all of them; what one of them never looks at is told there, and counted.
  function goTogether() {
    const { leader, columns } = same;
    panes.forEach((pane, number) => {
      const { t: there, ghost, box } = columns[number][t];
      pane.behind = number === leader ? null : panes[leader].counts[0][t] - pane.counts[0][there];
      pane.go(there, box ?? null);
      if (ghost === undefined) return;
      pane.say.textContent = `${panes[leader].story.label} looks at ${panes[leader].wayTo(ghost)} now; here nobody ever does.`;
    });
  }
  function move(by) {
    pause();
    forward(by);
  }
  // With what comes hidden, a step forward first asks, and the next one shows.
  function forward(by) {
    const questions = hiding && by === 1 && !asked ? panes.map((pane) => pane.question(t + 1)) : [];
    if (!questions.some(Boolean)) return go(t + by);
    asked = true;
    panes.forEach((pane, number) => { if (questions[number]) pane.say.textContent = `${questions[number]} Space shows it.`; });
    return undefined;
  }
  function pause() {
    clearInterval(timer);
    timer = null;
    show("Play", "polite");
  }
  function play() {
    clearInterval(timer);
    if (t === last) go(0);
    const each = Number(speed.value);
    timer = setInterval(() => go(t + Math.max(1, Math.round(each / 50))), 1000 / Math.min(each, 50));
    show("Pause", "off"); // a screen reader would fall behind
  }
  function show(name, live) {
    toggle.setAttribute("aria-label", name);
    toggle.title = name;
    toggle.innerHTML = icon(name);
    panes.forEach((pane) => pane.say.setAttribute("aria-live", live));
  }
  // Letters for the last row, as much as fits; or the whole tree, to be zoomed and dragged.
  function read(on) {
    reading.setAttribute("aria-pressed", on);
    trees.forEach((pane) => (on ? pane.read() : pane.whole()));
  }
  function fullscreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else root.requestFullscreen();
  }
  function moment(by) {
    const steps = moments.map(([, step]) => step);
    const next = by > 0 ? steps.find((step) => step > t) : steps.findLast((step) => step < t);
    if (next === undefined) forward(by);
    else go(next);
  }

  root.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (target.closest("input:not([type=range]), select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const inBar = bar.contains(target);
    if (inBar && (key === " " || key === "Enter")) return event.stopPropagation(); // presses the button
    const side = event.shiftKey && { ArrowLeft: "left", ArrowRight: "right" }[key];
    const act = side ? () => trees.forEach((pane) => pane.walk(side)) : {
      ArrowRight: () => move(1), ArrowLeft: () => move(-1), Home: () => move(-Infinity), End: () => move(Infinity),
      PageDown: () => moment(1), PageUp: () => moment(-1), f: fullscreen, h: () => hide.click(),
      " ": () => (timer ? pause() : asked || hiding ? move(1) : play()), "+": () => zoom(1.25), "-": () => zoom(0.8), 0: () => zoom(0),
      r: () => trees.length && reading.click(),
      // Left and right are steps everywhere, so the buttons are walked through up and down.
      ArrowUp: () => (inBar ? rove(target, -1) : trees.forEach((pane) => pane.walk("up"))),
      ArrowDown: () => (inBar ? rove(target, 1) : trees.forEach((pane) => pane.walk("down"))),
      b: () => trees.forEach((pane) => { pane.best(); if (panes.length === 1) go(pane.t, false); }),
      Enter: () => trees.forEach((pane) => pane.focus >= 0 && pane.fold(pane.focus)),
    }[key];
    if (!act || (target.type === "range" && key.startsWith("Arrow"))) return;
    // Jupyter would take these keys for moving between cells, and the page for scrolling.
    event.preventDefault();
    event.stopPropagation();
    act();
  });
  bar.addEventListener("focusin", ({ target }) => buttons.forEach((each) => (each.tabIndex = each === target ? 0 : -1)));
  function rove(from, by) {
    buttons[(buttons.indexOf(from.closest("button")) + by + buttons.length) % buttons.length].focus();
  }

  const stop = new AbortController();
  addEventListener("beforeprint", () => {
    paper.replaceChildren(...panes.map((pane, number) => {
      const made = make("div", {}, trees.length > 1 ? make("h3", {}, parts[number].label) : "");
      made.insertAdjacentHTML("beforeend", (pane.stage ?? pane).printed());
      return made;
    }));
  }, { signal: stop.signal });
  root.addEventListener("fullscreenchange", () => {
    const full = document.fullscreenElement === root || el.dataset.full === "yes";
    root.classList.toggle("cl-full", full);
    trees.forEach(({ stage }) => stage.settleHeight());
    read(full);
  });
  const follow = () => go(model.get("step"));
  model.on("change:step", follow);
  pause();
  go(model.get("step") ?? 0);
  if (root.classList.contains("cl-full")) trees.forEach((pane) => { pane.stage.ready = () => read(true); });
  return () => {
    clearInterval(timer);
    model.off?.("change:step", follow);
    stop.abort();
    trees.forEach((pane) => pane.stage.end());
  };
}

function choice(label, options, chosen) {
  const made = make("select", { "aria-label": label, onchange: () => chosen(made.value) }, ...options.map(([value, words]) => make("option", { value }, words)));
  return made;
}

function finder(pane, moved) {
  let again = -1;
  const found = make("output", {});
  const field = make("input", { type: "search", placeholder: "action, value, cut", "aria-label": "Find an action, a way, a value or a cut", size: 13,
    oninput: () => { again = -1; found.textContent = ""; } });
  const look = (by = 1) => {
    again = again < 0 && by < 0 ? -1 : again + by;
    found.textContent = pane.find(field.value, again);
    moved(pane.t);
  };
  field.onkeydown = (event) => {
    event.stopPropagation();
    if (event.key === "Enter") look(event.shiftKey ? -1 : 1);
  };
  return make("span", { class: "cl-find" }, field, make("button", { type: "button", onclick: () => look() }, "Find next"), found);
}

function exploring(panes) {
  const shown = make("output", {}, "c = 1.4");
  const slider = make("input", { type: "range", min: 0, max: 4, step: 0.1, value: 1.4, "aria-label": "Exploration constant c",
    oninput: () => {
      shown.textContent = `c = ${slider.value}`;
      panes.forEach((pane) => { pane.scene.c = Number(slider.value); pane.stage.draw(); pane.tell(); });
    } });
  return make("label", { class: "cl-find" }, "Exploration ", slider, shown);
}

function render({ model, el }) {
  const story = model.get("story");
  // Jupyter's own shortcuts must not hear the keys that are meant for us (d twice deletes a cell).
  // They look at the very element that has the focus, so each one is marked when it gets it.
  el.addEventListener("focusin", ({ target }) => target.setAttribute("data-lm-suppress-shortcuts", "true"));
  el.classList.add("cl-root");
  return story.kind === "practice" ? practice(el, story) : player(model, el, story);
}

export default { render };
