// A small tree to touch: its leaves can be dragged, and values, cuts and sentences follow at once.
// Every number in the sentences lights the node it stands for. Nothing here asks Python.

import { Controls, kept, make } from "./controls.js";

const [WIDE, HIGH, TOP, LEAF, MOST] = [66, 92, 30, 20, 99];
const BY_KEY = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

// The nodes of nested lists, each before its children, the root first.
export function nodesOf(tree) {
  const nodes = [];
  const add = (part, parent, name) => {
    const at = nodes.length, inner = Array.isArray(part);
    const depth = parent < 0 ? 0 : nodes[parent].depth + 1;
    nodes.push({ parent, name, depth, kids: [], isMax: depth % 2 === 0, leaf: inner ? null : part });
    if (inner) nodes[at].kids = part.map((child, number) => add(child, at, `${name} ${LETTERS[number]}`.trim()));
    return at;
  };
  add(tree, -1, "");
  return nodes;
}

// Search these nodes, from left to right, with cuts or without. Each node gets its `value`, or what
// a search that cuts returns for it; between `low` and `high` lies its true value. `seen` says
// whether it was looked at, `cut` after which child the rest was skipped, `by` whose value allowed that.
export function searched(nodes, cuts) {
  for (const node of nodes) Object.assign(node, { seen: false, cut: null, by: null });
  const visit = (at, alpha, beta) => {
    const node = nodes[at], { isMax, kids } = node;
    node.seen = true;
    if (!kids.length) return Object.assign(node, { value: node.leaf, low: node.leaf, high: node.leaf });
    const better = isMax ? Math.max : Math.min, worst = isMax ? -Infinity : Infinity;
    Object.assign(node, { value: worst, low: worst, high: worst });
    for (const kid of kids) {
      const child = visit(kid, alpha, beta);
      for (const each of ["value", "low", "high"]) node[each] = better(node[each], child[each]);
      const bound = isMax ? beta : alpha;
      if (cuts && kid !== kids.at(-1) && (isMax ? node.value >= bound.value : node.value <= bound.value)) {
        Object.assign(node, { cut: kid, by: bound.at, [isMax ? "high" : "low"]: isMax ? Infinity : -Infinity });
        break;
      }
      if (isMax && node.value > alpha.value) alpha = { value: node.value, at: kid };
      if (!isMax && node.value < beta.value) beta = { value: node.value, at: kid };
    }
    return node;
  };
  visit(0, { value: -Infinity, at: null }, { value: Infinity, at: null });
  return nodes;
}

// How far a leaf can be dragged: to 99, or as far as a number of this tree lies.
const reach = (nodes) => Math.max(MOST, ...nodes.map(({ leaf }) => Math.abs(leaf ?? 0)));

const signed = (number) => String(number).replace("-", "\u2212");

// A node's value as far as the search knows it.
export function known(node) {
  if (!node.seen) return node.kids.length ? "?" : signed(node.leaf);
  const sign = node.low === node.high ? "" : node.value === node.high ? "\u2264 " : "\u2265 ";
  return sign + signed(node.value);
}

// What the search does, a sentence for each node with children that it comes to: lists of words
// and of numbers, each number with the node it stands for.
export function told(nodes) {
  const lines = [];
  const number = (at) => ({ at, words: known(nodes[at]) });
  const listed = (kids) => kids.flatMap((at, place) => [...(place ? [place === kids.length - 1 ? " and " : ", "] : []), number(at)]);
  const tell = (at) => {
    const node = nodes[at], { kids, isMax, cut } = node;
    if (!node.seen || !kids.length) return;
    kids.forEach(tell);
    const [player, other] = isMax ? ["MAX", "MIN"] : ["MIN", "MAX"];
    const start = node.parent < 0 ? "The root: " : `Node ${node.name}: `;
    if (cut == null) {
      const choice = kids.length === 1 ? `${player} has only one choice, ` : `${player} takes the ${isMax ? "greatest" : "least"} of `;
      lines.push([start + choice, ...listed(kids), ". It is worth ", number(at), "."]);
      return;
    }
    const after = kids.slice(kids.indexOf(cut) + 1);
    const rest = after.every((each) => !nodes[each].kids.length) ? listed(after)
      : [`the other branch${after.length > 1 ? "es" : ""}`];
    lines.push([`${start}${player} has found `, number(cut), `, and ${other} is already sure of `, number(node.by), " elsewhere. So ",
      ...rest, after.length > 1 ? " are" : " is", " never looked at."]);
  };
  tell(0);
  return lines;
}

function render({ model, el }) {
  const { tree, cuts } = model.get("story");
  kept(el);
  const nodes = nodesOf(tree), leaves = nodes.flatMap((node, at) => (node.kids.length ? [] : [at]));
  const first = leaves.map((at) => nodes[at].leaf), most = reach(nodes);
  const text = make("div", { class: "cl-told" });
  const said = make("p", { class: "cl-say", role: "status" });
  const figure = make("div", { class: "cl-touch" });
  figure.innerHTML = drawn(nodes, leaves);
  const both = make("div", { class: "cl-both" }, figure, text);
  const root = make("div", { class: "cl-controls", role: "group", "aria-label": "A tree to touch" });
  const controls = new Controls(root, { "Put the numbers back": () => (leaves.forEach((at, place) => (nodes[at].leaf = first[place])), show("")) });
  root.append(said, both, make("div", { class: "cl-tools" }, controls.bar), controls.help);
  el.append(root);
  const part = (kind, at) => figure.querySelector(`[data-${kind}="${at}"]`);
  let drag = null;

  function show(words) {
    searched(nodes, cuts);
    for (const [at, node] of nodes.entries()) {
      const shape = part("node", at), gone = !node.seen;
      shape.classList.toggle("cl-gone", gone);
      part("edge", at)?.classList.toggle("cl-gone", gone);
      shape.querySelector("text").textContent = known(node);
      if (!node.kids.length) {
        shape.setAttribute("aria-valuenow", node.leaf);
        shape.setAttribute("aria-label", `Leaf ${node.name}${gone ? ", never looked at" : ""}`);
      }
    }
    text.replaceChildren(...told(nodes).map((line) => make("p", {}, ...line.map((each) => (each.words == null ? each
      : make("span", { role: "button", class: "cl-number", tabindex: -1, "data-at": each.at }, each.words))))));
    text.querySelector(".cl-number")?.setAttribute("tabindex", 0);
    said.textContent = words || `${cuts ? "Drag a leaf up or down" : "Drag a number up or down"}, or go there with the Tab key and use the arrow keys.`;
    controls.buttons[0].setAttribute("aria-disabled", leaves.every((at, place) => nodes[at].leaf === first[place]));
  }

  function change(at, number) {
    const node = nodes[at], root = known(nodes[0]);
    node.leaf = Math.max(-most, Math.min(most, number));
    searched(nodes, cuts);
    const now = known(nodes[0]);
    show(!node.seen ? `Nobody looks at leaf ${node.name}. Whatever number stands there, the root is worth ${now}.`
      : `Leaf ${node.name} is ${known(node)} now, and the root ${now === root ? "is still" : "is now"} worth ${now}.`);
  }

  // The node with this number is lit in the figure and wherever its number stands.
  function light(at) {
    for (const one of el.querySelectorAll(".cl-lit")) one.classList.remove("cl-lit");
    if (at == null) return;
    for (const one of [part("node", at), part("edge", at), ...text.querySelectorAll(`[data-at="${at}"]`)]) one?.classList.add("cl-lit");
  }
  const meant = ({ target }) => {
    const one = target.closest?.("[data-node], [data-at]");
    return one ? one.dataset.node ?? one.dataset.at : null;
  };
  for (const event of ["pointerover", "focusin"]) el.addEventListener(event, (one) => drag == null && light(meant(one)));
  el.addEventListener("pointerleave", () => light(null));

  const leafAt = (event) => event.target.closest("[role=slider]");
  // The leaves are one stop of the Tab key, and so are the numbers; arrows lead from one to the next.
  function rove(one) {
    for (const each of stops(one)) each.setAttribute("tabindex", each === one ? 0 : -1);
    one.focus({ preventScroll: true });
  }
  const stops = (one) => (text.contains(one) ? [...text.querySelectorAll(".cl-number")] : leaves.map((at) => part("node", at)));
  figure.onpointerdown = (event) => {
    const leaf = leafAt(event);
    if (!leaf) return;
    event.preventDefault(); // or the words would be selected
    rove(leaf);
    figure.setPointerCapture(event.pointerId);
    drag = { leaf, at: Number(leaf.dataset.node), from: event.clientY };
    drag.number = nodes[drag.at].leaf;
  };
  figure.onpointermove = (event) => {
    if (!drag) return;
    const way = event.clientY - drag.from, number = drag.number - Math.round(way / 8);
    drag.leaf.style.translate = `0 ${Math.max(-24, Math.min(24, way))}px`;
    if (number !== nodes[drag.at].leaf) change(drag.at, number);
    light(drag.at);
  };
  figure.onpointerup = figure.onpointercancel = () => {
    if (drag) drag.leaf.style.translate = "";
    drag = null;
  };
  both.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const leaf = leafAt(event), by = leaf && BY_KEY[event.key], aside = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) {
      change(Number(leaf.dataset.node), nodes[leaf.dataset.node].leaf + by);
      light(leaf.dataset.node);
    } else if (aside && (leaf || text.contains(event.target))) {
      const all = stops(event.target), next = all[all.indexOf(event.target) + aside];
      if (next) rove(next);
    } else return;
    event.stopPropagation();
    event.preventDefault(); // the page must not scroll
  });
  show("");
}

// The figure with its shapes in place: roofs up and down for those who choose, squares for leaves, which
// can be touched or not. A branch has its node's `label`, or the last letter of its name.
export function drawn(nodes, leaves, touchable = true) {
  const most = reach(nodes), width = Math.max(5, leaves.length) * WIDE, deepest = Math.max(...nodes.map((node) => node.depth));
  const place = nodes.map(({ depth }) => [0, TOP + depth * HIGH]);
  leaves.forEach((at, number) => (place[at][0] = (number + 0.5) * (width / leaves.length)));
  for (let at = nodes.length - 1; at >= 0; at -= 1) {
    const { kids } = nodes[at];
    if (kids.length) place[at][0] = (place[kids[0]][0] + place[kids.at(-1)][0]) / 2;
  }
  const edges = nodes.map(({ parent, name, label }, at) => {
    if (parent < 0) return "";
    const [[x, y], [left, top]] = [place[at], place[parent]];
    const [across, down] = [x - left, HIGH - 42], aside = (x < left ? -10 : 10) / Math.hypot(across, down); // beside the line
    const [labelX, labelY] = [left + across / 2 + down * aside, top + 22 + down / 2 - across * aside + 4];
    return `<g data-edge="${at}"><path d="M${left} ${top + 22}L${x} ${y - LEAF}"/><text x="${labelX}" y="${labelY}">${label ?? name.at(-1)}</text></g>`;
  });
  const shapes = nodes.map(({ kids, isMax }, at) => {
    const [x, y] = place[at];
    const slider = kids.length || !touchable ? "" : ` role="slider" tabindex="${at === leaves[0] ? 0 : -1}" aria-valuemin="${-most}" aria-valuemax="${most}" aria-orientation="vertical"`;
    const outline = kids.length ? `<path d="M${x - 34} ${y - 22 + 9 * isMax}L${x} ${y - 22}L${x + 34} ${y - 22 + 9 * isMax}V${y + 22 - 9 * !isMax}L${x} ${y + 22}L${x - 34} ${y + 22 - 9 * !isMax}Z"/>`
      : `<rect x="${x - LEAF}" y="${y - LEAF}" width="${2 * LEAF}" height="${2 * LEAF}" rx="3"/>${touchable ? `<path class="cl-grip" d="M${x - 4} ${y - LEAF - 5}l4 -5l4 5M${x - 4} ${y + LEAF + 5}l4 5l4 -5"/>` : ""}`;
    const player = kids.length ? `<text class="cl-player-name" x="${x}" y="${y + 16}">${isMax ? "MAX" : "MIN"}</text>` : "";
    return `<g data-node="${at}" class="${kids.length ? (isMax ? "cl-max" : "cl-min") : "cl-leaf"}"${slider}>${outline}<text x="${x}" y="${y + (kids.length ? 1 : 6)}"></text>${player}</g>`;
  });
  return `<svg viewBox="0 0 ${width} ${TOP + deepest * HIGH + LEAF + 18}" width="${width}" role="group" aria-label="The tree">${edges.join("")}${shapes.join("")}</svg>`;
}

export default { render };
