// The presenter: what the film says now and next, what can be asked, how long it has taken.

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

const made = (tag, words) => Object.assign(document.createElement(tag), { textContent: words });
const list = (tag, lines) => lines.map((words) => made(tag, words));
const button = (name) => document.querySelector(`[data-do=${name}]`);

for (const one of document.querySelectorAll("[data-do]")) {
  one.onclick = async () => { at("line").textContent = await send("do", { do: one.dataset.do }); };
}

follow((news) => {
  const { step, last, open, voted, phones, left, votes } = news;
  at("now").replaceChildren(...list("p", news.now));
  at("next").replaceChildren(...list("p", news.next.length ? news.next : ["This is the end."]));
  at("notes").textContent = news.notes;
  at("where").textContent = `step ${step} of ${last}, ${phones} phones`;
  const asked = `${news.question} ${voted} of ${phones} have voted.`;
  at("question").textContent = news.question ? asked : news.to_ask || `Nothing here; ${left} questions come later.`;
  at("options").replaceChildren(...list("li", (votes?.options ?? []).map(([, label, count, right]) => `${label}: ${count}${right ? " \u2713" : ""}`)));
  at("addresses").textContent = voted ? `Votes by address: ${news.addresses.map(([one, count]) => `${one}: ${count}`).join(", ")}` : "";
  button("back").disabled = step === 0;
  button("forward").disabled = step === last;
  button("forward").textContent = open ? "Show the answer" : "Forward";
  button("ask").disabled = !news.to_ask;
  button("next").disabled = !left;
  button("join").setAttribute("aria-pressed", news.joining);
}, at("line"));
keys(at("line"));
