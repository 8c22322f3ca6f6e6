// The controls of every widget: what a button is called, how it looks, which key presses it. A
// widget says only what each of them does.

export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made[name] = value;
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

// By its name the key of each control, and a picture where it has one in place of words: drawn
// here, because not every computer has letters for them.
const KNOWN = {
  "First step": ["Home", "M3 2h2v12h-2zM14 2v12l-8-6z"], Back: ["ArrowLeft", "M11 2v12l-8-6zM12 2h2v12h-2z"],
  Play: [" ", "M4 2v12l10-6z"], Pause: [" ", "M3 2h4v12h-4zM9 2h4v12h-4z"],
  Forward: ["ArrowRight", "M2 2h2v12h-2zM5 2v12l8-6z"], "Last step": ["End", "M11 2h2v12h-2zM2 2v12l8-6z"],
  "One step forward": ["PageDown"], "One step back": ["PageUp"], "Next moment": ["PageDown"], "Moment before": ["PageUp"],
  "Zoom out": ["-", "M2 7h12v2h-12z"], "Zoom in": ["+", "M7 2h2v5h5v2h-5v5h-2v-5h-5v-2h5z"],
  "Large letters or whole tree": ["r", "M1 3h8v2h-8zM1 7h8v2h-8zM1 11h5v2h-5zM11 2a3 3 0 0 1 1 5.8l2.5 3-1.2 1-2.6-3.3a3 3 0 0 1 .3-6.5z"],
  "Hide what comes": ["h", "M8 3c4 0 7 5 7 5s-3 5-7 5-7-5-7-5 3-5 7-5zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM2 14l11-13 1 1-11 13z"],
  Code: ["c", "M5 3l1.4 1.4-3.6 3.6 3.6 3.6-1.4 1.4-5-5zM11 3l-1.4 1.4 3.6 3.6-3.6 3.6 1.4 1.4 5-5z"],
  "Full screen": ["f", "M1 1h6l-2 2 2 2-2 2-2-2-2 2zM15 15h-6l2-2-2-2 2-2 2 2 2-2z"],
  More: ["m", "M2 6.5h3v3h-3zM6.5 6.5h3v3h-3zM11 6.5h3v3h-3z"],
  Keys: ["?", "M1 4h14v9h-14zM3 6v1h2v-1zM6 6v1h2v-1zM9 6v1h2v-1zM3 9v2h10v-2z"],
  Parent: ["ArrowUp"], Child: ["ArrowDown"], "Node on the left": ["Shift+ArrowLeft"], "Node on the right": ["Shift+ArrowRight"],
  "Put the numbers back": ["o"], Undo: ["PageUp"],
};
const SIGNS = { ArrowLeft: "\u2190", ArrowRight: "\u2192", ArrowUp: "\u2191", ArrowDown: "\u2193", " ": "space" };
const sign = (name) => KNOWN[name]?.[0].replace(/Arrow\w+|^ $/, (key) => SIGNS[key]);

// A bar of buttons, one stop of the Tab key, and the keys that press them wherever the focus is.
export class Controls {
  // `does` says by name what each button does, and `keys` the same of what has a key alone. Beyond
  // the first `most` buttons they stand with their names in a menu.
  constructor(root, does, keys = {}, most = Infinity) {
    this.keys = keys;
    [this.buttons, this.worded] = [[], []];
    this.bar = make("div", { class: "cl-bar-of-buttons", role: "toolbar", "aria-label": "Controls", "aria-orientation": "vertical" });
    this.help = make("p", { class: "cl-keys", hidden: true });
    const all = Object.entries(does);
    for (const [name, press] of all.slice(0, most)) this.button(name, press);
    if (all.length > most) this.fold(root, all.slice(most));
    const known = this.button("Keys", () => {
      this.help.hidden = !this.help.hidden;
      known.setAttribute("aria-pressed", !this.help.hidden);
      this.help.replaceChildren(...[...this.buttons, ...this.worded].map((each) => each.name).concat(Object.keys(this.keys)).filter(sign)
        .map((name) => make("span", {}, make("kbd", {}, sign(name)), ` ${name.toLowerCase()}`)));
    });
    known.setAttribute("aria-pressed", false);
    this.bar.addEventListener("focusin", ({ target }) => this.stopAt(target));
    // A page of its own has nobody else who would want the keys.
    (root.classList.contains("cl-full") ? document : root).addEventListener("keydown", (event) => this.press(event));
  }

  // The rest in a menu that opens and closes.
  fold(root, rest) {
    this.menu = make("div", { class: "cl-menu", hidden: true });
    const open = (on) => {
      this.menu.hidden = !on;
      more.setAttribute("aria-expanded", on);
    };
    const more = this.button("More", () => open(this.menu.hidden));
    open(false);
    for (const [name, press] of rest) this.button(name, press);
    root.addEventListener("pointerdown", ({ target }) => this.menu.contains(target) || more.contains(target) || open(false));
    root.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || this.menu.hidden) return;
      open(false);
      more.focus();
    });
  }

  button(name, press) {
    const made = make("button", { type: "button", onclick: press });
    if (this.menu && this.named("More")) {
      this.menu.append(made);
      this.worded.push(made);
      return this.call(made, name, true);
    }
    this.bar.insertBefore(made, this.named("Keys") ?? this.named("Full screen") ?? null);
    this.buttons = [...this.bar.children];
    this.stopAt(this.buttons[0]);
    return this.call(made, name);
  }

  named(name) { return [...this.buttons, ...this.worded].find((button) => button.name === name); }

  // Give a button this name, as a picture if there is one; in a menu beside it.
  call(button, name, words = false) {
    if (button.name === name) return button;
    const path = KNOWN[name]?.[1];
    Object.assign(button, { name, title: sign(name) ? `${name} (${sign(name)})` : name });
    button.setAttribute("aria-label", name);
    if (path) button.innerHTML = `<svg aria-hidden="true" viewBox="0 0 16 16" width="1em" height="1em"><path fill="currentColor" d="${path}"/></svg>`;
    else button.textContent = name;
    if (path && words) button.append(` ${name}`);
    return button;
  }

  stopAt(button) {
    this.buttons.forEach((each) => (each.tabIndex = each === button ? 0 : -1));
  }

  press(event) {
    const { target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || event.key === "Tab") return;
    event.stopPropagation(); // Jupyter would take it for a command of its own
    if (target.closest("input:not([type=range]), select")) return;
    const inBar = this.bar.contains(target);
    const key = event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key;
    if ((target.tagName === "BUTTON" && (key === " " || key === "Enter")) || (target.type === "range" && key.startsWith("Arrow"))) return;
    const by = inBar && { ArrowUp: -1, ArrowDown: 1 }[key];
    const act = by ? () => this.rove(target, by) : this.act(key) ?? this.act({ " ": "Enter" }[key] ?? `Shift+${key}`);
    if (!act) return;
    event.preventDefault(); // the page must not scroll
    act();
  }

  act(key) {
    const named = (name) => KNOWN[name]?.[0] === key;
    const button = [...this.buttons, ...this.worded].find(({ name }) => named(name));
    return button ? () => button.click() : this.keys[Object.keys(this.keys).find(named)];
  }

  // Left and right are steps everywhere, so the buttons are walked through up and down.
  rove(from, by) {
    const { buttons } = this;
    buttons[(buttons.indexOf(from.closest("button")) + by + buttons.length) % buttons.length].focus();
  }
}

// A list to choose from: pairs of what is chosen and how it is called.
export function choice(label, options, chosen) {
  const made = make("select", { "aria-label": label, onchange: () => chosen(made.value) }, ...options.map(([value, words]) => make("option", { value }, words)));
  return made;
}

// How fast it plays, in steps a second.
export function speeds(usual, chosen) {
  const each = [...new Set([0.5, 1, 2, 5, 20, 100, usual])].sort((one, other) => one - other);
  const made = choice("Speed", each.map((many) => [many, `${many} a second`]), chosen);
  made.value = usual;
  return made;
}

// The controls that make trees larger and smaller.
export const zooming = (stages) => ({ "Zoom out": () => stages().forEach((stage) => stage.zoomBy(0.8)),
  "Zoom in": () => stages().forEach((stage) => stage.zoomBy(1.25)) });

// The whole screen for a widget, and back; on a page of its own it always has all there is.
export function screen(el, root, changed = () => {}) {
  const turn = () => root.classList.toggle("cl-full", document.fullscreenElement === root || el.dataset.full === "yes");
  turn();
  root.addEventListener("fullscreenchange", () => changed(turn()));
  return { "Full screen": () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen()) };
}

// Jupyter's own shortcuts must not hear the keys that are meant for us (d twice deletes a cell).
// They look at the very element that has the focus, so each one is marked when it gets it.
export function kept(el) {
  el.classList.add("cl-root");
  el.addEventListener("focusin", ({ target }) => target.setAttribute("data-lm-suppress-shortcuts", "true"));
}
