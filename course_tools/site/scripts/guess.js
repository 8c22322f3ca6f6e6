// A guess on a page without Python: `predict.js` asks, this judges, and the browser keeps it.

import { modelOf } from "./living.js";
import widget from "./predict.js";

const KEPT = "course-guesses";
const STAKES = ["sure", "fairly sure", "a coin"];
const [CLOSE, FEW] = [0.1, 20]; // as in `predicting.py`, and so is all of `judged`

// Whether the guess is right, or null if it is none, and a sentence that says so.
export function judged({ answer, written, choices, board }, guess) {
  if (board) {
    if (answer.includes(guess)) return [true, `You chose ${guess}, and that is right.`];
    return [false, `You chose ${guess}. It is ${answer.join(" or ")}.`];
  }
  if (choices) {
    if (guess === answer) return [true, `You said ${guess}, and so it is.`];
    return [false, `You said ${guess}. It is ${answer}.`];
  }
  const number = numberIn(guess);
  if (number === null) return [null, `'${guess}' is not a number; 1000 or 2.5 would be one.`];
  if (number === answer) return [true, `You guessed ${guess}. Exactly right.`];
  const verdict = `You guessed ${guess}. It is ${written}`;
  if (Math.abs(number - answer) <= CLOSE * Math.abs(answer)) return [false, `${verdict}: very close.`];
  if (number > 0 && answer >= Math.max(FEW, 2 * number)) {
    return [false, `${verdict}, about ${rounded(answer / number)} times as much.`];
  }
  return [false, `${verdict}.`];
}

// What Python's `float` makes of it: 1,000 and 1_000 are a thousand.
function numberIn(guess) {
  const plain = guess.replace(/[,_]/g, "").replaceAll("\u2212", "-").trim();
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : null;
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

// How often those were right who were sure, fairly sure, or might have thrown a coin.
export function calibration(kept) {
  const counts = STAKES.map((stake) => [stake, Object.values(kept).filter((one) => one.stake === stake)]);
  const said = counts.filter(([, all]) => all.length)
    .map(([stake, all]) => `${stake}: ${all.filter(({ right }) => right).length} of ${all.length} right`);
  return said.length ? `Your guesses so far. ${said.join("; ")}.`.replace(/\. (.)/, (_, first) => `. ${first.toUpperCase()}`) : "";
}

// --- the question -------------------------------------------------------------------------------

const safe = (words) => words.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

// `settled` is called once there is a verdict; with `stake` one first says how sure one is.
export function mount(el, data, settled = () => {}) {
  const { name, question, choices, board, because, stake = true } = data;
  const model = modelOf({ question: { question, choices, board }, guess: "", result: "", done: false }, ask);

  function ask() {
    const guess = model.get("guess"), [right, verdict] = judged(data, guess);
    if (right === null) {
      model.set("result", `<p>${safe(verdict)}</p>`);
      return;
    }
    model.set("result", "");
    if (!stake) answer({ guess, right });
    else bet(guess, (sure) => answer({ guess, right, stake: sure }));
    model.set("done", true); // after the focus has gone on: what is hidden must not have it
  }

  function bet(guess, then) {
    const words = document.createElement("p"), row = document.createElement("div");
    words.textContent = `Your guess is ${guess}. How sure are you?`;
    row.append(words, ...STAKES.map((sure) => Object.assign(document.createElement("button"), {
      type: "button", textContent: sure, onclick: () => (row.remove(), then(sure)),
    })));
    Object.assign(row, { className: "stake", role: "group", ariaLabel: "How sure are you?" });
    result.before(row);
    row.querySelector("button").focus({ preventScroll: true });
  }

  function answer(guess) {
    keep(name, guess);
    show(guess);
    result.focus({ preventScroll: true });
  }

  function show({ guess, right }) {
    const said = calibration(keptGuesses()), [, verdict] = judged(data, guess);
    model.set("done", true);
    model.set("result", `${board ? `<div class="board">${board}</div>` : ""}<p><strong>${safe(verdict)}</strong></p>${because}`
      + (stake && said ? `<p class="so-far">${safe(said)}</p>` : ""));
    settled(right);
  }

  widget.render({ model, el });
  const result = el.querySelector(".result");
  result.tabIndex = -1;
  const kept = keptGuesses()[name];
  if (kept && judged(data, kept.guess)[0] !== null) show(kept);
}
