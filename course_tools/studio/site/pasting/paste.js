// The page "Paste your own": it hands code to Python in a worker, and plays the film that comes
// back beside the line that is running. Python is loaded when it is first asked for.

import player from "./player.js";

const SECONDS = 30; // so long a run may take once Python is there, and a check
const MOST = 200_000; // letters of code, also in a link
const BROKEN = { film: null, said: ["This code went so deep that Python had to be started anew. Is there a call that has no end?"], judge: [], text: "" };
const at = (id) => document.getElementById(id);
const [code, lines, state, said, film, verdicts] = ["code", "lines", "state", "said", "film", "verdicts"].map(at);

// --- light and dark, as the widgets know it ------------------------------------------------------

const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => { document.body.dataset.jpThemeLight = String(!dark.matches); };
dark.addEventListener("change", paint);
paint();

// --- Python --------------------------------------------------------------------------------------

let python = null; // the worker, and whether it has said that it is ready
let asked = 0; // the number of the last question: answers to earlier ones are dropped

function begin() {
  // A worker made of a blob has this page's own policy: it may load from here, and from nowhere else.
  const source = `import ${JSON.stringify(new URL("python.mjs", location).href)};`;
  const blob = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(blob, { type: "module" });
  const made = { worker, waiting: new Map() };
  made.ready = new Promise((done, failed) => {
    worker.onmessage = ({ data }) => {
      if (data.ready) { done(); keep(data.files); }
      else if (data.failed) failed(new Error(data.failed));
      else made.waiting.get(data.id)?.(data.broken ? BROKEN : JSON.parse(data.text));
    };
    worker.onerror = (event) => failed(new Error(event.message || "its worker could not be started"));
  });
  worker.postMessage({ base: new URL(".", location).href });
  return made;
}

// Kept for times without a network, where the browser allows it: what the worker has loaded, too.
async function keep(files) {
  try {
    const kept = await caches.open("paste-your-own");
    for (const file of files) if (!await kept.match(file)) await kept.add(file);
    await navigator.serviceWorker.ready;
    document.documentElement.dataset.offline = "ready";
  } catch { /* it runs all the same */ }
}

function end() {
  python?.worker.terminate();
  python = null;
}

// What Python answers; `null` where it took too long, and was ended.
async function ask(what, ...given) {
  const id = ++asked;
  const mine = (python ??= begin());
  try {
    await mine.ready;
  } catch (error) {
    if (python === mine) end();
    throw error;
  }
  if (id === asked && what !== "judge") tell("Running \u2026");
  return new Promise((done) => {
    const timer = setTimeout(() => { if (python === mine) end(); done(null); }, SECONDS * 1000);
    mine.waiting.set(id, (answer) => {
      clearTimeout(timer);
      if (answer === BROKEN && python === mine) end();
      done(answer);
    });
    mine.stopped = () => { clearTimeout(timer); done(undefined); };
    mine.worker.postMessage({ id, what, given });
  });
}

// --- running -------------------------------------------------------------------------------------

let leave = null; // takes the last film away
let light = () => {}; // lights a line of the code

function tell(words) { state.textContent = words; }

function clear() {
  leave?.();
  leave = null;
  for (const place of [said, film, verdicts]) place.replaceChildren();
  at("output").hidden = at("address").hidden = true;
  at("link").disabled = at("bare").disabled = true;
  editing();
}

async function run() {
  const source = code.value;
  if (!source.trim()) { tell("There is no code yet: paste a search, or choose one above."); return code.focus(); }
  if (source.length > MOST) return tell(`This is longer than ${MOST.toLocaleString("en")} letters: paste the search alone.`);
  clear();
  busy(true);
  tell(python ? "Running \u2026" : "Loading Python \u2026");
  try {
    const answer = await ask("play", source);
    if (answer === undefined) return tell("Stopped.");
    if (answer === null) return sentence(`Stopped after ${SECONDS} seconds: this code does not come to an end, or takes too long for a page. Try a smaller tree, or a position nearer to the end of its game.`);
    const read = answer.source ?? source; // without a forum's fences, a console's prompts and the like
    shown(answer, read);
    tell(answer.film ? "Press \u2192 to step, or the play button." : "");
    for (const name of answer.judge) await judge(read, name);
  } catch (error) {
    sentence(`Python could not be loaded: ${error.message}.`);
  } finally {
    busy(false);
  }
}

async function judge(source, name) {
  const waiting = Object.assign(document.createElement("p"), { textContent: `Checking ${name} on the lesson's small trees \u2026` });
  verdicts.append(waiting);
  const verdict = await ask("judge", source, name);
  waiting.remove();
  if (!verdict) { if (verdict === null) sentence(`The check of ${name} was stopped after ${SECONDS} seconds.`); return; }
  const place = document.createElement("div");
  place.className = "verdict";
  if (verdict.html) place.append(...harmless(verdict.html));
  else place.textContent = verdict.text;
  verdicts.append(place);
  if (!verdict.line) return;
  const watch = Object.assign(document.createElement("button"), { type: "button", textContent: "Watch it go wrong there" });
  watch.onclick = () => { code.value = `${source.trimEnd()}\n\n${verdict.line}\n`; run(); };
  verdicts.append(watch);
}

// What came from a worker in which somebody's code has run: words and pictures, and nothing else.
const ELEMENTS = new Set("DIV B BR CODE PRE IMG DETAILS SUMMARY UL LI SPAN".split(" "));
function harmless(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const one of body.querySelectorAll("*")) {
    if (!ELEMENTS.has(one.tagName)) one.remove();
    for (const { name } of [...one.attributes]) if (!["style", "src", "alt", "aria-hidden", "data-status", "class"].includes(name)) one.removeAttribute(name);
  }
  return body.childNodes;
}

function sentence(words) {
  const made = document.createElement("p");
  made.textContent = words;
  said.append(made);
  tell("");
}

function busy(on) {
  at("run").disabled = on;
  at("stop").hidden = !on;
  film.setAttribute("aria-busy", on);
}

// --- showing -------------------------------------------------------------------------------------

function shown(answer, source = "") {
  answer.said.forEach(sentence);
  at("output").hidden = !answer.printed;
  at("printed").textContent = answer.printed ?? "";
  if (source) listed(source);
  if (answer.line) light(answer.line, "wrong");
  if (!answer.film) { if (source && !answer.line) editing(); return; }
  const steps = answer.film.steps.line;
  const place = document.createElement("div");
  film.replaceChildren(place);
  place.addEventListener("cl-step", ({ detail }) => steps && light(steps[detail]));
  leave = player.render({ model: modelOf({ story: answer.film, step: 0 }), el: place });
  for (const one of place.querySelectorAll("h3")) one.setAttribute("aria-level", "2");
  if (steps) light(steps[answer.film.poster ?? 0]);
  place.querySelector('[aria-label="Play"]')?.focus({ preventScroll: true });
  if (getComputedStyle(lines).position === "sticky") lines.scrollIntoView({ block: "start" });
  at("link").disabled = !source;
  at("bare").disabled = false;
  at("bare").dataset.tree = answer.tree ?? at("bare").dataset.tree;
}

function modelOf(values) {
  return { get: (name) => values[name], set() {}, on() {}, off() {}, save_changes() {}, send() {} };
}

// The code line by line, in the place of the field that it was typed into.
function listed(source) {
  light = player.listing(lines, source.trimEnd().split("\n").map((text, at) => [at + 1, text]));
  code.hidden = true;
  lines.hidden = at("edit").hidden = false;
}

function editing() {
  code.hidden = false;
  lines.hidden = at("edit").hidden = true;
}

// --- links: all they hold stands behind the #, which no server is told ----------------------------

const bytesOf = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());
const packed = async (text) => btoa(String.fromCharCode(...await bytesOf(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))))).replace(/[+/=]/g, (sign) => ({ "+": "-", "/": "_", "=": "" })[sign]);

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replace(/[-_]/g, (sign) => ({ "-": "+", "_": "/" })[sign])), (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let whole = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    whole += decoder.decode(part.value, { stream: true });
    if (whole.length > MOST) throw new Error("too long");
  }
  return whole;
}

const LONG = 2_000; // letters; some programs for mail and chat cut what is longer
async function give(fragment) {
  const letters = `a link of ${fragment.length.toLocaleString("en")} letters behind the address${fragment.length > LONG ? ", which some programs for mail and chat cut: try a smaller tree" : ""}`;
  const address = `${location.href.split("#")[0]}#${fragment}`;
  history.replaceState(null, "", address);
  at("copied").value = address;
  at("address").hidden = false;
  try {
    await navigator.clipboard.writeText(address);
    tell(`Copied: ${letters}.`);
  } catch {
    tell(`Not copied yet: ${letters}.`);
    at("copied").select();
  }
}

async function open() {
  const [kind, text] = location.hash.slice(1).split("=");
  try {
    if (kind === "code") {
      code.value = await unpacked(text);
      clear();
      tell("This code came with the link. Look at it, and press Run it to see its tree.");
    } else if (kind === "tree") {
      code.value = "";
      clear();
      at("left").classList.add("bare");
      tell("This link holds a tree and no code: whose search is it? Press Run it to see the tree.");
      at("bare").dataset.tree = text;
    }
  } catch {
    sentence("This link can't be read: perhaps a part of it is missing.");
  }
}

async function showTree() {
  const tree = at("bare").dataset.tree;
  clear();
  busy(true);
  tell(python ? "Running \u2026" : "Loading Python \u2026");
  try {
    const answer = await ask("show", tree);
    if (!answer) return tell("Stopped.");
    shown(answer);
    tell(answer.film ? "Whose code is this? Paste your guess on the left; the link brings this tree back." : "");
  } catch (error) {
    sentence(`Python could not be loaded: ${error.message}.`);
  } finally {
    at("left").classList.remove("bare");
    busy(false);
  }
}

// --- the controls ----------------------------------------------------------------------------------

const examples = JSON.parse(at("examples").textContent);
at("example").append(...examples.map(({ name }, number) => new Option(name, number)));
at("example").onchange = () => {
  clear();
  code.value = examples[at("example").value].code;
  tell("");
};
code.value = examples[0].code;
at("run").onclick = () => (at("left").classList.contains("bare") && !code.value.trim() ? showTree() : run());
at("stop").onclick = () => { python?.stopped?.(); end(); busy(false); tell("Stopped."); };
at("edit").onclick = () => { editing(); code.focus(); };
at("link").onclick = async () => give(`code=${await packed(code.value)}`);
at("bare").onclick = () => give(`tree=${at("bare").dataset.tree}`);
code.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); run(); }
});
addEventListener("hashchange", open);
open();

navigator.serviceWorker?.register("service-worker.js").catch(() => {});
