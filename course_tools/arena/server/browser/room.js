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
  const item = made("li"), all = Math.max(here, done + there, 1);
  const line = made("span", "", { className: "bar" });
  for (const [kind, many] of [["done", done], ["there", there]]) {
    const part = made("span", many ? `${many}` : "", { className: kind });
    part.style.flexBasis = `${(100 * many) / all}%`;
    line.append(part);
  }
  item.append(made("code", name), line);
  return item;
}

function group({ exercise, words, kinds, places, case: shown, on_wall, id }) {
  const item = made("li"), text = made("div");
  text.append(made("strong", `${places.length}`), made("code", exercise), made("span", words));
  if (kinds.length) text.append(made("small", `wrong: ${kinds.join(" · ")}`));
  text.append(made("small", places.join(" · ")));
  if (shown) {
    const wall = made("button", on_wall ? "Take it off the wall" : "Show the case on the wall", { type: "button" });
    wall.onclick = async () => { at("line").textContent = await send("do", { group: id }); };
    text.append(wall);
  }
  item.append(text, ...(shown ? [figure(shown)] : []));
  return item;
}

follow(({ here, progress, groups, visits, case: shown }) => {
  at("here").textContent = `${counted(here, "notebook")} here`;
  at("progress").replaceChildren(...progress.map((one) => bar(one, here)));
  at("case").replaceChildren(...(shown ? [made("h2", "What should come out here, and what does yours say?"), figure(shown)] : []));
  at("case").hidden = !shown;
  if (!groups) return;
  const people = visits.map(([name, exercise, why]) => made("li", `${name}: ${exercise ? `${exercise}, ` : ""}${why}`));
  at("visits").replaceChildren(...(people.length ? people : [made("li", "Nobody, as far as can be seen.")]));
  at("groups").replaceChildren(...(groups.length ? groups.map(group) : [made("li", "Nothing.")]));
}, at("line"));
