// The presenter: what can be done, what there is to say, and how long it has taken.

import { at, follow, keys, send } from "./news.js";

const began = Date.now();
const two = (number) => String(number).padStart(2, "0");

function tick() {
  const [now, passed] = [new Date(), Math.floor((Date.now() - began) / 1000)];
  at("clock").textContent = `${two(now.getHours())}:${two(now.getMinutes())} · ${Math.floor(passed / 60)}:${two(passed % 60)}`;
}
tick();
setInterval(tick, 1000);

// The projector as it is, only smaller.
new ResizeObserver(([{ contentRect: { width } }]) => {
  at("preview").firstElementChild.style.transform = `scale(${width / 1280})`;
}).observe(at("preview"));

const make = (tag, textContent, more = {}) => Object.assign(document.createElement(tag), { textContent, ...more });

// Buttons stay the same elements, so that whoever is about to press one still does.
function press([name, label, can, on], key) {
  const id = `do-${name}`;
  const button = at(id) ?? at("buttons").appendChild(make("button", "", { id, type: "button" }));
  button.onclick = async () => { at("line").textContent = await send("do", { do: name }); };
  button.disabled = !can;
  button.setAttribute("aria-pressed", on);
  if (button.dataset.label !== label) button.replaceChildren(label, ...(key ? [" ", make("kbd", key)] : []));
  button.dataset.label = label;
}

let known = {};

follow((news) => {
  known = news.keys;
  const letters = Object.fromEntries(Object.entries(known).filter(([key]) => key.length === 1 && key !== " ").map(([key, name]) => [name, key]));
  for (const one of news.buttons) press(one, letters[one[0]]);
  at("where").textContent = news.where;
  at("sections").replaceChildren(...news.sections.filter(([, lines]) => lines.length).flatMap(([title, lines]) => [make("h2", title), ...lines.map((one) => make("p", one))]));
  at("keep").replaceChildren(...(news.keep ?? []).flatMap((name) => [make("a", name, { href: `keep/${name}`, target: "_blank" }), " "]));
}, at("line"), "desk/");
keys(at("line"), () => known);
