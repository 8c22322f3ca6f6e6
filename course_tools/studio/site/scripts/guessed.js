// What was guessed at the beginning of a lesson, beside what has come out since.

import { judged, keptGuesses, say } from "./guess.js";

export function mount(el, data) {
  const { question, name, told, words: said } = data, kept = keptGuesses()[name];
  const words = document.createElement("p"), answer = document.createElement("p");
  words.innerHTML = question;
  const sure = ["sure", "fairly sure"].includes(kept?.stake) ? ` ${say(said, "(You were {sure}.)", { sure: say(said, kept.stake) })}` : "";
  answer.textContent = kept ? judged(data, kept.guess)[1] + sure : say(said, "You made no guess. It is {right}.", { right: say(said, told) });
  el.append(words, answer);
}
