// The line between a board and the server: it asks for news.

import board from "./board.js";

const values = { svg: "", view: {} };
const listeners = new Map(); // event -> set of functions
const line = document.getElementById("line");
const record = document.getElementById("record");
let known = -1; // the number of the news that this page shows

const listen = (event) => listeners.get(event) ?? listeners.set(event, new Set()).get(event);
const model = {
  get: (name) => values[name],
  on: (event, listener) => listen(event).add(listener),
  off: (event, listener) => listen(event).delete(listener),
  send: () => {}, // who watches has nothing to click
};

function lost() {
  line.textContent = "The server does not answer.";
}

// The answer comes when there is news, or after a while without any.
async function news() {
  const answer = await fetch(`news?known=${known}`);
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  const { number, svg, view, over } = await answer.json();
  if (number === known) return;
  known = number;
  record.hidden = !over;
  const redrawn = svg !== values.svg;
  Object.assign(values, { svg, view });
  for (const listener of listen(redrawn ? "change:svg" : "change:view")) listener();
}

try {
  await news();
  board.render({ model, el: document.getElementById("root") });
  for (;;) await news();
} catch {
  lost();
}
