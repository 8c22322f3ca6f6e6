// The room: how far a class is; for its teacher also who is stuck, and with what.

import { at, follow, send } from "./news.js";

const made = (tag, words = "", more = {}) => Object.assign(document.createElement(tag), { textContent: words, ...more });
const counted = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

// A case of the course: its line, and its board, which the course has drawn.
function figure({ exercise, line, board }) {
  const one = made("figure");
  one.append(made("div", "", { innerHTML: board }), made("code", line, { title: exercise }));
  return one;
}

function bar([name, done, there], here) {
  const item = made("li"), line = made("span", "", { className: "share" }), all = Math.max(here, done + there, 1);
  for (const [kind, many] of [["done", done], ["there", there]]) {
    line.append(made("span", "", { className: kind }));
    line.lastChild.style.flexBasis = `${(100 * many) / all}%`;
  }
  item.append(made("code", name), line, made("small", `${done} right${there ? `, ${there} at it` : ""}`));
  return item;
}

function group({ exercise, words, kinds, places, case: shown, on_wall, id }) {
  const item = made("li"), text = made("div");
  text.append(made("strong", `${places.length}`), made("code", exercise), made("span", words));
  if (kinds.length) text.append(made("small", `wrong: ${kinds.join(" · ")}`));
  text.append(made("small", places.join(" · ") || "nobody now"));
  if (shown) {
    const wall = made("button", on_wall ? "Take it off the wall" : "Show the case on the wall", { type: "button" });
    wall.onclick = async () => { at("line").textContent = await send("do", { group: id }); };
    text.append(wall);
  }
  item.append(text, ...(shown ? [figure(shown)] : []));
  return item;
}

function visit([place, exercise, why, name]) {
  const item = made("li"), there = made("button", "I was there", { type: "button", ariaLabel: `I was there: ${place}` });
  there.onclick = async () => { at("line").textContent = await send("do", { visited: name }); };
  item.append(made("span", `${place}: ${exercise ? `${exercise}, ` : ""}${why}`), there);
  return item;
}

// Rows that say the same stay, so that what somebody points at does not move away.
const rows = new Map();
function row(one) {
  const text = JSON.stringify(one), [before, item] = rows.get(one.id) ?? [];
  const made = before === text ? item : group(one);
  rows.set(one.id, [text, made]);
  return made;
}

let [news, held] = [null, false];
addEventListener("pointerdown", () => { held = true; });
for (const ends of ["pointerup", "pointercancel"]) addEventListener(ends, () => { held = false; setTimeout(show); });

function show() {
  if (!news || held) return;
  const { here, progress, groups, visits, addresses, case: shown } = news;
  at("here").textContent = `${counted(here, "notebook")} here`;
  at("progress").replaceChildren(...progress.map((one) => bar(one, here)));
  if (!groups) {
    at("case").replaceChildren(...(shown ? [made("h2", "What should come out here, and what does yours say?"), figure(shown)] : []));
    at("case").hidden = !shown;
    return;
  }
  at("visits").replaceChildren(...(visits.length ? visits.map(visit) : [made("li", "Nobody, as far as can be seen.")]));
  const [list, items] = [at("groups"), groups.length ? groups.map(row) : [made("li", "Nothing.")]];
  if (items.some((one, place) => one !== list.children[place]) || items.length < list.children.length) list.replaceChildren(...items);
  at("addresses").textContent = addresses.length ? `Notebooks by address: ${addresses.map(([one, many]) => `${one}: ${many}`).join(", ")}` : "";
}

follow((fresh) => { news = fresh; show(); }, at("line"));
