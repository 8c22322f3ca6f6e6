// A board to click on. Python says what the board looks like and what may be done; this file shows
// it and passes clicks and keys on. It knows no rules.

import { Controls, kept, make, screen } from "./controls.js";
import { lay } from "./stones.js";

const PATIENCE = 3000; // milliseconds, until the board says how to stop a player that still thinks
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The nearest square in this direction; a way aside counts double, so that rows are kept to.
function neighbour(from, squares, [right, down]) {
  const start = from.getBoundingClientRect();
  let best = null, least = Infinity;
  for (const one of squares) {
    const box = one.getBoundingClientRect();
    const x = box.left + box.width / 2 - start.left - start.width / 2;
    const y = box.top + box.height / 2 - start.top - start.height / 2;
    const ahead = x * right + y * down, aside = Math.abs(x * down) + Math.abs(y * right);
    if (ahead > 1 && aside < 2 * ahead && ahead + 2 * aside < least) {
      least = ahead + 2 * aside;
      best = one;
    }
  }
  return best;
}

function render({ model, el }) {
  kept(el);
  // Both are read aloud when they change.
  const status = make("p", { class: "course-status", role: "status" });
  const note = make("p", { class: "course-note", role: "alert" });
  const [board, moves] = [make("div", { class: "course-board" }), make("div", { class: "course-moves" })];
  const root = make("div", { class: "course-play cl-controls" });
  const controls = new Controls(root, screen(el, root, () => rings()));
  root.append(status, board, note, moves, make("div", { class: "cl-tools" }, controls.bar), controls.help);
  el.append(root);
  const known = new Map(); // the controls, kept so that the one with the focus keeps it
  let squares = new Map(), here = null, view = {}, patience = null;

  const tell = (what, name) => model.send({ do: what, name, turn: view.turn });
  const meant = (name) => view.falls[name] ?? name;
  const may = (name) => view.legal.includes(meant(name)) || view.chosen.includes(name);
  const under = (state) => board.querySelector(`[data-square]:${state}`)?.dataset.square;

  function ring(name, kind) {
    const square = squares.get(meant(name));
    if (!square) return;
    const outer = board.getBoundingClientRect(), box = square.getBoundingClientRect();
    const style = { left: box.left - outer.left, top: box.top - outer.top, width: box.width, height: box.height };
    for (const side in style) style[side] += "px";
    const drawn = make("span", { class: `course-ring ${kind}` });
    Object.assign(drawn.style, style);
    board.append(drawn);
  }
  function rings() {
    for (const old of board.querySelectorAll(".course-ring")) old.remove();
    for (const name of view.marked) ring(name, "can");
    for (const name of view.chosen) ring(name, "chosen");
    if (may(under("hover"))) ring(under("hover"), "at");
    ring(under("focus-visible"), "focus");
  }

  function draw() {
    const hadFocus = board.contains(document.activeElement);
    lay(board, model.get("svg"));
    // As an "img" it would hide its squares from screen readers.
    board.querySelector("svg").setAttribute("role", "group");
    squares = new Map();
    for (const square of board.querySelectorAll("[data-square]")) {
      squares.set(square.dataset.square, square);
      square.setAttribute("role", "button");
      square.setAttribute("tabindex", -1);
    }
    if (!squares.has(here)) here = squares.keys().next().value;
    squares.get(here)?.setAttribute("tabindex", 0);
    if (hadFocus) squares.get(here)?.focus({ preventScroll: true });
  }

  function show() {
    view = model.get("view");
    status.textContent = view.status;
    note.textContent = view.note;
    clearTimeout(patience);
    if (view.waiting) patience = setTimeout(() => (note.textContent = view.waiting), PATIENCE);
    for (const [name, square] of squares) {
      square.setAttribute("aria-label", may(name) ? `${name}, can be played` : name);
      square.classList.toggle("may", may(name));
    }
    moves.replaceChildren(...view.buttons.map((name) => make("button", { type: "button", onclick: () => tell("action", name) }, name)));
    for (const [name, words, able] of view.controls) {
      if (!known.has(name)) known.set(name, controls.button(words));
      const button = controls.call(known.get(name), words);
      // Not `disabled`: that would throw the focus away in the middle of a game.
      button.setAttribute("aria-disabled", !able);
      button.onclick = () => able && tell("control", name);
    }
    rings();
  }

  function go(square, play) {
    squares.get(here)?.setAttribute("tabindex", -1);
    here = square.dataset.square;
    square.setAttribute("tabindex", 0);
    square.focus({ preventScroll: play });
    if (play) tell("square", here);
  }
  board.onclick = ({ target }) => {
    const square = target.closest("[data-square]");
    if (square) go(square, true);
  };
  for (const event of ["pointerover", "pointerout", "focusin", "focusout"]) {
    board.addEventListener(event, rings);
  }
  board.onkeydown = (event) => {
    const square = event.target.closest("[data-square]");
    if (!square || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key], next = arrow && neighbour(square, squares.values(), arrow);
    if (next) go(next, false);
    else if (event.key === "Enter" || event.key === " ") go(square, true);
    else if (!arrow) return;
    event.stopPropagation();
    event.preventDefault(); // the page must not scroll
  };

  const redraw = () => (draw(), show());
  const resized = new ResizeObserver(rings);
  resized.observe(board);
  model.on("change:svg", redraw);
  model.on("change:view", show);
  redraw();
  return () => {
    clearTimeout(patience);
    resized.disconnect();
    model.off("change:svg", redraw);
    model.off("change:view", show);
  };
}

export default { render };
