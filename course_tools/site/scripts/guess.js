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

// How often those were right, or close, who were sure, fairly sure, or might have tossed a coin.
export function calibration(kept) {
  const said = STAKES.flatMap((stake) => {
    const all = Object.values(kept).filter((one) => one.stake === stake);
    return all.length ? [`${stake}: ${all.filter(({ right, close }) => right || close).length} of ${all.length} right`] : [];
  });
  return said.length && `Your guesses so far: ${said.join("; ")}.`;
}

// --- the question -------------------------------------------------------------------------------

const safe = (words) => words.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

// `settled` is called once there is a verdict; with `stake` one may say how sure one is.
export function mount(el, data, settled = () => {}) {
  const { name, question, choices, board, because, later, stake = true } = data;
  const asked = { question, choices, board, stakes: stake ? STAKES : [] };
  const model = modelOf({ question: asked, guess: "", result: "", stake: "", done: false }, answer);

  function answer() {
    const guess = model.get("guess"), sure = model.get("stake");
    if (!guess) return; // only the stake, so far
    const [right, verdict] = judged(data, guess);
    if (right === null) {
      model.set("result", `<p>${safe(verdict)}</p>`);
      return;
    }
    const close = verdict.endsWith("very close.");
    keep(name, { guess, right, ...(close && { close }), ...(sure && { stake: sure }) });
    show(guess);
    result.focus({ preventScroll: true });
  }

  function show(guess) {
    const [right, verdict] = judged(data, guess), so = stake && calibration(keptGuesses());
    const said = later ? `You guessed ${guess}. Your guess comes back when you can answer it.` : verdict;
    model.set("done", true);
    model.set("result", `${board ? `<div class="board">${board}</div>` : ""}<p><strong>${safe(said)}</strong></p>${because}`
      + (so && !later ? `<p class="so-far">${safe(so)}</p>` : ""));
    settled(right);
  }

  widget.render({ model, el });
  const result = el.querySelector(".result");
  result.tabIndex = -1;
  const kept = keptGuesses()[name];
  if (kept && judged(data, kept.guess)[0] !== null) show(kept.guess);
}
