// The line between the board and the course's program: it asks for news, and passes clicks on.

import board from "./board.js";

const values = { svg: "", view: {} };
const listeners = new Map(); // event -> set of functions
const line = document.getElementById("line");
const advice = document.getElementById("advice"); // hint and analysis; a class's page has none
const replay = document.getElementById("replay"); // only a class's page has it
let known = -1; // the number of the news that this page shows

const listen = (event) => listeners.get(event) ?? listeners.set(event, new Set()).get(event);
const model = {
  get: (name) => values[name],
  on: (event, listener) => listen(event).add(listener),
  off: (event, listener) => listen(event).delete(listener),
  send: (content) =>
    fetch("do", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(content),
    }).catch(lost),
};

function lost() {
  line.textContent = "The course's program has ended: start it again in the terminal.";
}

// The answer comes when there is news, or after a while without any.
async function news() {
  const answer = await fetch(`news?known=${known}`);
  if (!answer.ok) throw new Error(`the program answered ${answer.status}`);
  const { number, svg, view, advice: words, over } = await answer.json();
  if (number === known) return;
  known = number;
  if (advice) advice.textContent = words;
  if (replay) replay.hidden = !over;
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
