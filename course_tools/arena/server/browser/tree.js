// The projector of a class that is a tree: nodes light up, numbers climb, who was never asked is dark.

import { at, follow, keys } from "./news.js";
import { draw, node, words } from "./node.js";

const svg = at("tree");
const [sides, edges, shapes, flights] = [draw("g", { class: "node" }), draw("g"), draw("g", { id: "nodes" }), draw("g")];
svg.append(sides, edges, shapes, flights);
const SIDE = 80; // at the left, where it says who chooses
const still = matchMedia("(prefers-reduced-motion: reduce)");
let [news, drawn, busy] = [null, null, false];

// Where each node stands: leaves side by side, whoever has children above their middle.
function places(nodes, wide, high) {
  const depth = nodes.map(() => 0);
  nodes.forEach(({ above }, one) => { if (above >= 0) depth[one] = depth[above] + 1; });
  const [levels, leaves] = [Math.max(...depth), nodes.filter(({ kids }) => !kids.length).length];
  const x = [];
  let next = 0;
  const put = (one) => {
    const { kids } = nodes[one];
    kids.forEach(put);
    x[one] = kids.length ? (x[kids[0]] + x[kids.at(-1)]) / 2 : SIDE + ((next++ + 0.5) * (wide - SIDE)) / leaves;
  };
  put(0);
  // The nodes of a level are as large as those that stand closest together allow.
  const room = (level) => {
    const row = x.filter((_, one) => depth[one] === level).sort((one, other) => one - other);
    const gaps = row.slice(1).map((each, place) => each - row[place]);
    return Math.min((0.26 * high) / (levels + 1), 0.4 * Math.min(wide - SIDE, ...gaps));
  };
  const rooms = Array.from({ length: levels + 1 }, (_, level) => room(level));
  const [top, foot] = [rooms[0] * 1.5, high - rooms[levels] * 1.5];
  return x.map((each, one) => ({ x: each, y: top + (depth[one] * (foot - top)) / levels, half: rooms[depth[one]] }));
}

function paint({ nodes, title }) {
  const { clientWidth: wide, clientHeight: high } = svg;
  svg.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  const spots = places(nodes, wide, high);
  const order = JSON.stringify(nodes.map(({ kids }) => kids));
  const moves = svg.dataset.order && order !== svg.dataset.order && !still.matches;
  svg.dataset.order = order;
  // In another order all nodes wander to their new places, and then the edges come back.
  if (moves) edges.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], 1200);
  edges.replaceChildren(...nodes.flatMap(({ above, stand, wrong, path }, one) => {
    if (above < 0) return [];
    const [{ x, y, half }, up] = [spots[one], spots[above]];
    const kind = wrong ? "wrong" : stand === "done" ? "come" : path || stand === "open" ? "path" : stand;
    return [draw("path", { class: `edge ${kind}`, d: `M${up.x} ${up.y + up.half}L${x} ${y - half}` })];
  }));
  nodes.forEach((one, place) => {
    const { name, player, stand, asks, wrong, slip, phones, tapped, window } = one;
    const { x, y, half } = spots[place];
    const more = [asks ? "asks" : "", wrong ? "wrong" : ""].join(" ");
    const group = shapes.children[place] ?? shapes.appendChild(draw("g"));
    group.style.transform = `translate(${x}px, ${y}px)`;
    group.dataset.node = name;
    const dots = Array.from({ length: Math.min(phones, 8) }, (_, dot) =>
      draw("circle", { class: dot < tapped ? "dot tapped" : "dot", r: half / 11, cx: (dot - (Math.min(phones, 8) - 1) / 2) * half * 0.25, cy: half * 0.75 }));
    group.replaceChildren(node([name, player, one.value ?? one.leaf, stand], half, more, window), ...(asks ? dots : []),
      ...(slip ? [words(half * 1.4, -half * 0.4, half * 0.9, "!", { class: "slip" })] : []));
  });
  while (shapes.children.length > nodes.length) shapes.lastChild.remove();
  // Who chooses on each level stands at its left, once.
  const levels = new Map(nodes.map(({ player }, place) => [spots[place].y, player]));
  sides.replaceChildren(...[...levels].filter(([, player]) => player).map(([y, player]) => words(0, y + 10, 28, player, { class: "name", "text-anchor": "start" })));
  return spots;
}

// A number leaves its node and climbs; only when it has landed does the node above change.
function climb(value, from, to, wrong) {
  const token = draw("g", { class: wrong ? "token wrong" : "token" }, draw("circle", { r: from.half * 0.62 }), words(0, from.half * 0.26, from.half * 0.75, value));
  flights.append(token);
  const ends = [[from.x, from.y - from.half], [to.x, to.y + to.half]].map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
  const way = token.animate(ends, { duration: 700, easing: "ease-in-out", fill: "forwards" });
  return way.finished.then(() => token.remove());
}

async function show(fresh) {
  const { nodes, joining, title, dark, over, paused, address, phones, rounds, truth } = fresh;
  at("hall").classList.toggle("joining", joining || !nodes.length);
  const waits = joining || !nodes.length;
  const ended = over ? `${title}: ${nodes[0].value}${truth === null ? "" : truth === nodes[0].value ? " \u2713" : `, and should be ${truth}`}` : title;
  at("title").textContent = waits ? "Join with your phone: you will be a node of a tree" : paused ? `${title}: pause` : ended || "Find your node";
  at("dark").textContent = waits ? `${phones} here` : dark[0] ? `${dark[0]} of ${nodes.length} nodes dark \u00b7 ${dark[1]} phone${dark[1] === 1 ? "" : "s"}` : "";
  at("address").textContent = address;
  at("rounds").replaceChildren(...rounds.slice(-4).map(bar));
  if (!nodes.length) return;
  const same = drawn && drawn.nodes.length === nodes.length && drawn.title === title;
  const news = same ? nodes.map(({ value, above }, one) => above >= 0 && value !== null && drawn.nodes[one].value === null) : [];
  if (news.some(Boolean) && !still.matches) {
    const before = drawn.nodes.map((one, place) => (news[place] ? { ...nodes[place], wrong: false } : one));
    const spots = paint({ nodes: before, title });
    await Promise.all(news.map((is, one) => (is ? climb(nodes[one].value, spots[one], spots[nodes[one].above], nodes[one].wrong) : null)));
  }
  paint(fresh);
  drawn = { nodes, title };
}

// A round that is over: how many were asked, and how many never.
function bar({ title, value, asked, dark, phones }) {
  const make = (className, text = "") => Object.assign(document.createElement("div"), { className, textContent: text });
  const one = make("round");
  const parts = [make("asked", `${asked}`), ...(dark ? [make("dark", `${dark}`)] : [])];
  parts[0].style.flexGrow = asked;
  if (dark) parts[1].style.flexGrow = dark;
  const line = make("parts");
  line.append(...parts);
  one.append(make("words", `${title}: ${value}`), line, make("words", dark ? `${phones} phone${phones === 1 ? "" : "s"} dark` : "nobody dark"));
  return one;
}

async function work(fresh) {
  news = fresh;
  if (busy) return;
  busy = true;
  for (let latest = null; latest !== news;) {
    latest = news;
    await show(latest);
  }
  busy = false;
}

addEventListener("resize", () => { if (drawn) paint(drawn); });
follow(work, at("line"));
keys(at("line"), () => news?.keys ?? {});
