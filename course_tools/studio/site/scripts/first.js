// The first thing on the site: a square to find, then the tree that minimax sees from there, in
// which one value is missing.

import { mount as guess } from "./guess.js";
import { make } from "./controls.js";
import { drawn, nodesOf, searched } from "./touch.js";

const VALUES = [1, 0, -1];
const written = (value) => (value > 0 ? `+${value}` : String(value).replace("-", "\u2212"));

export function mount(el, { question, tree, names, missing, words, go }) {
  const next = make("div", {});
  el.append(next);
  const asked = make("div", {});
  next.before(asked);
  guess(asked, question, () => next.childNodes.length || put(next, { tree, names, missing, words, go }));
}

function put(el, { tree, names, missing, words, go }) {
  const nodes = nodesOf(tree);
  nodes[0].kids.forEach((at, place) => (nodes[at].label = names[place]));
  nodes.forEach((node) => { if (node.depth > 1) node.label = ""; });
  searched(nodes, false);
  const figure = make("div", { class: "cl-touch" });
  figure.innerHTML = drawn(nodes, nodes.flatMap(({ kids }, at) => (kids.length ? [] : [at])), false);
  const hole = figure.querySelector(`[data-node="${missing}"]`);
  nodes.forEach((node, at) => {
    figure.querySelector(`[data-node="${at}"] text`).textContent = at === missing ? "?" : written(node.value);
  });
  hole.classList.add("cl-lit");
  const said = make("p", { class: "cl-say", role: "status" });
  const tokens = VALUES.map((value) => token(value, figure, hole, () => judge(value)));
  const row = make("p", { class: "course-tokens" }, words.drag, ...tokens);
  el.append(make("div", { class: "cl-controls cl-root" },
    make("p", {}, words.ask), figure, row, said));

  function judge(value) {
    const right = value === nodes[missing].value;
    said.textContent = `${right ? "\u2713 " : "\u2717 "}${right ? words.right : words.again}`;
    if (!right) return;
    hole.querySelector("text").textContent = written(nodes[missing].value);
    hole.classList.remove("cl-lit");
    row.remove();
    const link = make("a", { class: "course-run", href: go }, words.go);
    el.append(make("p", {}, link));
  }
}

// A number that can be clicked, or dragged into the hole.
function token(value, figure, hole, put) {
  const made = make("button", { type: "button" }, written(value));
  let from = null, dragged = false;
  made.onpointerdown = (event) => {
    from = [event.clientX, event.clientY];
    dragged = false;
    made.setPointerCapture(event.pointerId);
  };
  made.onpointermove = ({ clientX, clientY }) => {
    if (!from) return;
    const [right, down] = [clientX - from[0], clientY - from[1]];
    dragged ||= Math.hypot(right, down) > 6;
    made.style.translate = `${right}px ${down}px`;
  };
  made.onpointerup = ({ clientX, clientY }) => {
    const { left, right, top, bottom } = hole.getBoundingClientRect();
    from = null;
    made.style.translate = "";
    if (dragged && clientX > left - 20 && clientX < right + 20 && clientY > top - 20 && clientY < bottom + 20) put();
  };
  made.onpointercancel = () => {
    from = null;
    made.style.translate = "";
  };
  made.onclick = ({ detail }) => {
    if (!detail || !dragged) put(); // a key has no detail
  };
  return made;
}
