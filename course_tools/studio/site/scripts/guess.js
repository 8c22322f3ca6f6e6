// A guess on a page without Python: `predict.js` asks, this judges, and the browser keeps it.

import { modelOf } from "./living.js";
import widget from "./predict.js";

const KEPT = "course-guesses";
const STAKES = ["sure", "fairly sure", "a coin"];
const [CLOSE, FEW] = [0.1, 20]; // as in `predicting.py`, and so is all of `judged`

// A sentence in the language of the page, with these values in its places.
export function say(words, english, values = {}) {
  return (words?.[english] ?? english).replace(/\{(\w+)[^}]*\}/g, (_, name) => values[name]);
}

// Whether the guess is right, or null if it is none, and a sentence that says so.
export function judged({ answer, written, choices, board, words }, guess) {
  if (board) {
    if (answer.includes(guess)) return [true, say(words, "You chose {guess}, and that is right.", { guess })];
    return [false, say(words, "You chose {guess}. It is {right}.", { guess, right: answer.join(" or ") })];
  }
  if (choices) {
    const said = { guess: say(words, guess), right: say(words, answer) };
    if (guess === answer) return [true, say(words, "You said {guess}, and so it is.", said)];
    return [false, say(words, "You said {guess}. It is {right}.", said)];
  }
  const number = numberIn(guess, words);
  if (number === null) return [null, say(words, "{guess!r} is not a number; 1000 or 2.5 would be one.", { guess: `'${guess}'` })];
  if (number === answer) return [true, say(words, "You guessed {guess}. Exactly right.", { guess })];
  const right = words?.["1,000"] === "1.000" ? written.replace(/[,.]/g, (sign) => (sign === "," ? "." : ",")) : written;
  if (isClose(answer, number)) return [false, say(words, "You guessed {guess}. It is {right:,}: very close.", { guess, right })];
  if (number > 0 && answer >= Math.max(FEW, 2 * number)) {
    const times = rounded(answer / number);
    return [false, say(words, "You guessed {guess}. It is {right:,}, about {times} times as much.", { guess, right, times })];
  }
  return [false, say(words, "You guessed {guess}. It is {right:,}.", { guess, right })];
}

const isClose = (answer, number) => Math.abs(number - answer) <= CLOSE * Math.abs(answer);

// The number that somebody means: 1,000, 1_000, 1 000 and 1'000 are a thousand; in German it is 1.000.
function numberIn(guess, words) {
  const german = words?.["1,000"] === "1.000" && /^-?(\d{1,3}(\.\d{3})+(,\d+)?|\d+,\d+)$/.test(guess);
  const english = german ? guess.replaceAll(".", "").replace(",", ".") : guess;
  const close = english.replace(/(\d)[\s'\u2019](?=\d{3}(?!\d))/g, "$1");
  const text = close.replace(/[%\s]+$/, "").replaceAll("\u2212", "-");
  const plain = text.replace(/^(-?\d+),(\d{1,2}|\d{4,})$/, "$1.$2").replace(/[,_]/g, "");
  const parts = plain.split("/").map((part) => part.trim());
  if (!parts.every((part) => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(part))) return null;
  const number = parts.map(Number).reduce((above, below) => above / below);
  return Number.isFinite(number) ? number : null;
}

// To a whole number; a half goes to the even one.
function rounded(number) {
  const down = Math.floor(number), rest = number - down;
  return BigInt(down + Number(rest > 0.5 || (rest === 0.5 && down % 2 === 1)));
}

// --- what is kept -------------------------------------------------------------------------------

const forNow = {}; // where the browser keeps nothing

export function keptGuesses() {
  try {
    return { ...JSON.parse(localStorage.getItem(KEPT)), ...forNow };
  } catch (error) { // cookies are off, or somebody else has written there
    console.warn(`Guesses can't be read here: ${error}`);
    return { ...forNow };
  }
}

function keep(name, guess) {
  forNow[name] = guess;
  try {
    localStorage.setItem(KEPT, JSON.stringify(keptGuesses()));
  } catch (error) {
    console.warn(`Guesses are not kept here: ${error}`);
  }
}

// How often those were right, or close, who were sure, fairly sure, or might have tossed a coin.
export function calibration(kept, words) {
  const said = STAKES.flatMap((stake) => {
    const all = Object.values(kept).filter((one) => one.stake === stake);
    const good = all.filter(({ right, close }) => right || close).length;
    return all.length ? [`${say(words, stake)}: ${say(words, "{right} of {made} right", { right: good, made: all.length })}`] : [];
  });
  return said.length && say(words, "Your guesses so far: {all}.", { all: said.join("; ") });
}

// --- the question -------------------------------------------------------------------------------

const safe = (words) => words.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

// `settled` is called once there is a verdict; with `stake` one may say how sure one is.
export function mount(el, data, settled = () => {}) {
  const { name, question, board, because, later, words, stake = true } = data;
  const inEnglish = Object.fromEntries([...(data.choices ?? []), ...STAKES].map((each) => [say(words, each), each]));
  const choices = data.choices?.map((choice) => say(words, choice));
  const asked = { question, choices, board, words, stakes: stake ? STAKES.map((each) => say(words, each)) : [] };
  const model = modelOf({ question: asked, guess: "", result: "", stake: "", done: false }, answer);

  function answer() {
    const said = model.get("guess"), guess = inEnglish[said] ?? said, sure = inEnglish[model.get("stake")];
    if (!guess) return; // only the stake, so far
    const [right, verdict] = judged(data, guess);
    if (right === null) {
      model.set("result", `<p>${safe(verdict)}</p>`);
      return;
    }
    const close = right === false && !board && !choices && isClose(data.answer, numberIn(guess, words));
    keep(name, { guess, right, ...(close && { close }), ...(sure && { stake: sure }) });
    show(guess);
  }

  function show(guess) {
    const [right, verdict] = judged(data, guess), so = stake && calibration(keptGuesses(), words);
    const wait = say(words, "You guessed {guess}. Your guess comes back when you can answer it.", { guess: say(words, guess) });
    const said = later ? wait : verdict;
    model.set("done", true);
    model.set("result", `${board ? `<div class="board">${board}</div>` : ""}<p><strong>${safe(said)}</strong></p>${because}`
      + (so && !later ? `<p class="so-far">${safe(so)}</p>` : ""));
    settled(right);
  }

  widget.render({ model, el });
  const kept = keptGuesses()[name];
  if (kept && judged(data, kept.guess)[0] !== null) show(kept.guess);
}
