// One widget for three uses: step through a search, compare searches, practise predictions.
// Python has worked out the tree, its layout and every line of words; here they are only played.
// The model needs get() and on() of the names `story` and `step`, so a plain page can play it too.

import { make } from "./draw.js";
import { Search } from "./search.js";
import { practice } from "./practice.js";

// Drawn here, because not every computer has letters for them.
const ICONS = {
  "First step": "M3 2h2v12h-2zM14 2v12l-8-6z", Back: "M11 2v12l-8-6zM12 2h2v12h-2z", Play: "M4 2v12l10-6z",
  Pause: "M3 2h4v12h-4zM9 2h4v12h-4z", Forward: "M2 2h2v12h-2zM5 2v12l8-6z", "Last step": "M11 2h2v12h-2zM2 2v12l8-6z",
  "Zoom out": "M2 7h12v2h-12z", "Zoom in": "M7 2h2v5h5v2h-5v5h-2v-5h-5v-2h5z",
  Fit: "M1 1h5v2h-3v3h-2zM10 1h5v5h-2v-3h-3zM1 10h2v3h3v2h-5zM13 10h2v5h-5v-2h3z",
};
const icon = (name) => `<svg aria-hidden="true" viewBox="0 0 16 16" width="14" height="14"><path fill="currentColor" d="${ICONS[name]}"/></svg>`;

// The controls around one search, or several side by side.
function player(model, el, story) {
  const parts = story.kind === "compare" ? story.parts : [story];
  const panes = parts.map((part) => new Search(part, parts.length > 1));
  const last = Math.max(...panes.map((pane) => pane.last));
  let [t, timer] = [0, null];

  const slider = make("input", { type: "range", min: 0, max: last, value: 0, "aria-label": "Step", oninput: () => go(Number(slider.value)) });
  const where = make("output", { class: "cl-where" });
  const speed = make("select", { "aria-label": "Speed", onchange: () => timer && play() },
    ...[1, 2, 5, 20, 100].map((each) => make("option", { value: each, selected: each === 2 }, `${each} a second`)));
  const button = (name, press) => {
    const made = make("button", { type: "button", "aria-label": name, title: name, tabindex: -1, onclick: press });
    made.innerHTML = icon(name);
    return made;
  };
  const toggle = button("Play", () => (timer ? pause() : play()));
  const zoom = (by) => panes.forEach((pane) => (by ? pane.stage.scale(pane.stage.zoom * by) : pane.stage.fit()));
  const buttons = [
    button("First step", () => move(-Infinity)), button("Back", () => move(-1)), toggle,
    button("Forward", () => move(1)), button("Last step", () => move(Infinity)),
    button("Zoom out", () => zoom(0.8)), button("Zoom in", () => zoom(1.25)), button("Fit", () => zoom(0)),
  ];
  buttons[2].tabIndex = 0;
  const bar = make("div", { class: "cl-bar-of-buttons", role: "toolbar", "aria-label": "Steps", "aria-orientation": "vertical" }, ...buttons);
  const tools = make("div", { class: "cl-tools" }, bar, slider, where, speed);
  if (panes.length === 1) tools.append(finder(panes[0], (step) => go(step, false)));
  if (panes.some((pane) => pane.grows)) tools.append(exploring(panes));
  const grid = make("div", { class: "cl-panes" }, ...panes.map((pane) => pane.root));
  const root = make("div", { class: "cl-player", role: "group", "aria-label": `Player: ${parts.map((part) => part.label).join(", ")}` }, tools, grid);
  el.append(root);

  function go(step, redraw = true) {
    t = Math.max(0, Math.min(step, last));
    if (redraw) panes.forEach((pane) => pane.go(t));
    slider.value = t;
    where.textContent = `${t.toLocaleString("en")} / ${last.toLocaleString("en")}`;
    if (t === last) pause();
  }
  function move(by) {
    pause();
    go(t + by);
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

  root.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (target.closest("input:not([type=range]), select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const inBar = bar.contains(target);
    if (inBar && (key === " " || key === "Enter")) return event.stopPropagation(); // presses the button
    const side = event.shiftKey && { ArrowLeft: "left", ArrowRight: "right" }[key];
    const act = side ? () => panes.forEach((pane) => pane.walk(side)) : {
      ArrowRight: () => move(1), ArrowLeft: () => move(-1), Home: () => move(-Infinity), End: () => move(Infinity),
      " ": () => (timer ? pause() : play()), "+": () => zoom(1.25), "-": () => zoom(0.8), 0: () => zoom(0),
      // Left and right are steps everywhere, so the buttons are walked through up and down.
      ArrowUp: () => (inBar ? rove(target, -1) : panes.forEach((pane) => pane.walk("up"))),
      ArrowDown: () => (inBar ? rove(target, 1) : panes.forEach((pane) => pane.walk("down"))),
      Enter: () => panes.forEach((pane) => pane.focus >= 0 && pane.fold(pane.focus)),
    }[key];
    if (!act) return;
    // Jupyter would take these keys for moving between cells, and the page for scrolling.
    event.preventDefault();
    event.stopPropagation();
    act();
  });
  bar.addEventListener("focusin", ({ target }) => buttons.forEach((each) => (each.tabIndex = each === target ? 0 : -1)));
  function rove(from, by) {
    buttons[(buttons.indexOf(from.closest("button")) + by + buttons.length) % buttons.length].focus();
  }

  const follow = () => go(model.get("step"));
  model.on("change:step", follow);
  pause();
  go(model.get("step") ?? 0);
  return () => {
    clearInterval(timer);
    model.off?.("change:step", follow);
    panes.forEach((pane) => pane.stage.watcher.disconnect());
  };
}

function finder(pane, moved) {
  let again = 0;
  const found = make("output", {});
  const field = make("input", { type: "search", placeholder: "action or value", "aria-label": "Find an action or a value", size: 13,
    oninput: () => { again = 0; found.textContent = ""; } });
  const look = () => {
    found.textContent = pane.find(field.value, again++);
    moved(pane.t);
  };
  field.onkeydown = (event) => {
    event.stopPropagation();
    if (event.key === "Enter") look();
  };
  return make("span", { class: "cl-find" }, field, make("button", { type: "button", onclick: look }, "Find next"), found);
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
