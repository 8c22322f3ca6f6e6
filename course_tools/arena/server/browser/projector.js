// The projector: the film obeys this page, and what is voted stands on its branches and beside it.

import { at, countdown, follow, keys } from "./news.js";

const film = at("film").contentWindow;
let news = null;
let shown = null; // the step at which the film is

function tell() {
  if (!news || shown === null) return;
  const { step, votes } = news;
  film.postMessage(step === shown ? { votes } : { votes, step }, "*");
}

// The film says where it is, and first of all that it is there.
addEventListener("message", ({ data, source }) => {
  if (source !== film || !Number.isInteger(data?.step)) return;
  const first = shown === null;
  shown = data.step;
  if (first || shown !== news?.step) tell();
});
at("film").src = "film?bare#step=0"; // not with its most telling moment, which is asked about

const make = (className, ...inside) => {
  const one = Object.assign(document.createElement("div"), { className });
  one.append(...inside);
  return one;
};

// An answer with its bar, and above it the bar from before the class has talked.
function answer({ letter, label, count, before, right, reason }, most) {
  const bar = (number, kind) => {
    const one = make(`bar ${kind}`, make("fill"), `${number}`);
    one.firstChild.style.width = `${(80 * number) / most}%`;
    return one;
  };
  return make(`answer${right ? " right" : ""}`, make("words", `${letter}  ${label}${right ? " \u2713" : ""}`),
    ...(before === null ? [] : [bar(before, "before")]), bar(count, ""), ...(reason ? [make("reason", reason)] : []));
}

follow((fresh) => {
  news = fresh;
  const { question, open, voted, phones, joining, address, bars, seconds } = news;
  at("hall").classList.toggle("joining", joining);
  at("hall").classList.toggle("asking", bars.length > 0);
  at("hall").classList.toggle("many", bars.length > 4);
  at("question").textContent = joining ? "Join with your phone, and vote" : question || `${phones} here`;
  const most = Math.max(1, ...bars.flatMap(({ count, before }) => [count, before ?? 0]));
  at("bars").replaceChildren(...bars.map((one) => answer(one, most)));
  const counted = joining ? `${phones} here` : !question ? "" : `${voted} of ${phones} ${open ? "have voted" : "voted"}`;
  countdown(at("voted"), counted, seconds);
  at("address").textContent = address;
  tell();
}, at("line"));
keys(at("line"), () => news?.keys ?? {});
