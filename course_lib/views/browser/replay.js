// A game that was played, move by move. All boards came with the widget: nothing is asked of Python.

import { make } from "./controls.js";
import { lay } from "./stones.js";

export class Replay {
  constructor({ title, pieces, frames, lines }) {
    Object.assign(this, { pieces, frames, lines, last: frames.length - 1, t: 0, moving: "Move" });
    this.board = make("div", { class: "cl-film", tabindex: 0, role: "group", "aria-label": "The board: arrow keys step, space plays" });
    new ResizeObserver(() => this.fit()).observe(this.board);
    this.say = make("p", { class: "cl-say", role: "status" });
    this.root = make("section", { class: "cl-pane", "aria-label": "A game to replay" }, make("p", { class: "cl-who" }, title), this.say, this.board);
  }

  // A frame names its pieces as runs: the first one, and how many.
  go(t) {
    this.t = Math.max(0, Math.min(t, this.last));
    const runs = this.frames[this.t];
    let svg = "";
    for (let i = 0; i < runs.length; i += 2) svg += this.pieces.slice(runs[i], runs[i] + runs[i + 1]).join("");
    lay(this.board, svg);
    this.fit();
    this.say.textContent = this.words();
  }

  // On a stage the letters at the rim are large enough for the last row; on a phone they would
  // stand on each other.
  fit() {
    const drawing = this.board.firstElementChild;
    const scale = drawing?.getScreenCTM()?.a;
    if (!scale || !this.board.closest(".cl-full")) return;
    const least = Math.max(10, 0.0255 * Math.min(window.innerHeight, window.innerWidth));
    for (const word of drawing.querySelectorAll("text")) {
      const size = parseFloat(getComputedStyle(word).fontSize);
      word.style.fontSize = `${Math.max(size, least / scale)}px`;
    }
  }

  words(t = this.t) { return this.lines[t]; }
  question(t) { return t < this.last ? "Which move would you play here?" : ""; }
}
