// What was guessed at the beginning of a lesson, beside what has come out since.

import { judged, keptGuesses } from "./guess.js";

export function mount(el, data) {
  const { question, name, told } = data, kept = keptGuesses()[name];
  const words = document.createElement("p"), answer = document.createElement("p");
  words.innerHTML = question;
  const sure = ["sure", "fairly sure"].includes(kept?.stake) ? ` (You were ${kept.stake}.)` : "";
  answer.textContent = kept ? judged(data, kept.guess)[1] + sure : `You made no guess. It is ${told}.`;
  el.append(words, answer);
}
