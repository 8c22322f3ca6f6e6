// The projector: the film obeys this page, and what is voted stands on the branches of its tree.

import { at, follow, keys } from "./news.js";

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
at("film").src = "film?bare";

follow((fresh) => {
  news = fresh;
  const { question, open, voted, phones, joining, address } = news;
  at("hall").classList.toggle("joining", joining);
  at("question").textContent = joining ? "Join with your phone, and vote" : question;
  at("voted").textContent = joining ? `${phones} here` : !question ? "" : `${voted} of ${phones} ${open ? "have voted" : "voted"}`;
  at("address").textContent = address;
  tell();
}, at("line"));
keys(at("line"));
