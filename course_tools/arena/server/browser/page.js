// A table to watch: its board comes anew with each move.

import board from "./board.js";
import { at, follow } from "./news.js";

const values = { svg: "", view: {} };
const listeners = new Map(); // event -> set of functions

const listen = (event) => listeners.get(event) ?? listeners.set(event, new Set()).get(event);
const model = {
  get: (name) => values[name],
  on: (event, listener) => listen(event).add(listener),
  off: (event, listener) => listen(event).delete(listener),
  send: () => {}, // who watches has nothing to click
};

follow(({ svg, view, over }) => {
  const [first, redrawn] = [!values.svg, svg !== values.svg];
  Object.assign(values, { svg, view });
  at("record").hidden = !over;
  if (first) board.render({ model, el: at("root") });
  for (const listener of listen(redrawn ? "change:svg" : "change:view")) listener();
}, at("line"));
