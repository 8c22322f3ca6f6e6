// What the browser edition adds to JupyterLab, so that no work is lost. "Hand in" saves the open
// notebook as a file named after its lesson and its writer, which is the name that `course grade`
// understands, or puts it into the drop box of a class server; either gives a receipt. "Save all"
// makes one file of all lessons and `my_work`, and "Bring back" reads it. "Update" brings in what is
// newer in the lessons. A link in a lesson's page leads to its cell here, and the guesses made there
// come along. The browser is asked to keep what is saved, and a copy of the site for times without a
// network; where it keeps nothing, a line says so.

import { strFromU8, strToU8, unzipSync, zipSync } from "./fflate.mjs";

const ROOT = new URL("../../../", import.meta.url);
const HAND_IN = "course:hand-in";
const SAVE_ALL = "course:save-all";
const BRING_BACK = "course:bring-back";
const UPDATE = "course:update";
const NAME = "course-hand-in-name";
const TOKEN = "course-hand-in-token";
const COPIED = "course-last-copy ";
const EVERYTHING = "everything";
const GUESSES = "course-guesses"; // where the pages of the site keep them
const PREDICTIONS = "my_work/predictions.json"; // where a lesson keeps them
const ASKED = new URLSearchParams(location.search); // JupyterLab changes the address
const ELSEWHERE = { name: "python3", display_name: "Python 3 (ipykernel)", language: "python" };
const HERE = { name: "python", display_name: "Python (Pyodide)", language: "python" };
const STYLE = `
  .course-dialog { max-width: 34rem; padding: 1.5rem; border: 1px solid #767676;
    border-radius: 8px; font: 1rem/1.5 system-ui, sans-serif;
    color: var(--jp-ui-font-color1); background: var(--jp-layout-color1); }
  .course-dialog::backdrop { background: rgb(0 0 0 / 40%); }
  .course-dialog h2 { margin: 0 0 0.5rem; font-size: 1.2rem; }
  .course-dialog ul { max-height: 40vh; overflow-y: auto; }
  .course-dialog input { width: 100%; box-sizing: border-box; font: inherit; padding: 0.3rem; }
  .course-dialog button { font: inherit; padding: 0.3rem 1rem; margin-right: 0.5rem; }
  .course-receipt { padding: 0.5rem; border: 1px solid #767676; user-select: all; }
  .course-banner { position: fixed; inset: 0 0 auto; z-index: 10; box-sizing: border-box;
    height: 2.5rem; overflow: hidden; padding: 0.5rem 1rem; font: 1rem/1.5 system-ui, sans-serif;
    color: #1b1b1b; background: #ffd9b0; border-bottom: 2px solid #d55e00; }
  .course-banner ~ #main { top: 2.5rem !important; }`;

let kept = true; // whether this browser keeps anything at all

// --- dialogs ------------------------------------------------------------------------------------

function made(tag, words = "", attributes = {}) {
  const element = document.createElement(tag);
  element.textContent = words; // never HTML: names of files stand in it
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

// The value of the button that was pressed, or "" where the question was closed.
function ask(title, parts, buttons) {
  const dialog = made("dialog", "", { class: "course-dialog" });
  const form = made("form", "", { method: "dialog", "aria-label": title });
  const pressed = Object.entries(buttons).map(([value, words]) =>
    made("button", words, value ? { value } : { value, formnovalidate: "" }));
  form.append(made("h2", title), ...parts, ...pressed);
  dialog.append(form);
  document.body.append(dialog);
  // JupyterLab must not take the letters of a name for its commands.
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  dialog.showModal();
  return new Promise((answer) => dialog.addEventListener("close", () => {
    dialog.remove();
    answer(dialog.returnValue);
  }));
}

// --- what is remembered -------------------------------------------------------------------------

const forNow = new Map(); // where the browser keeps nothing; the banner says so

const remembered = (name) => (kept ? localStorage.getItem(name) : forNow.get(name)) ?? "";

const remember = (name, value) =>
  kept ? localStorage.setItem(name, value) : forNow.set(name, value);

async function keepsAnything() {
  try {
    localStorage.getItem(NAME);
    await new Promise((fine, wrong) => {
      const opened = indexedDB.open("course-storage");
      opened.onerror = () => wrong(opened.error);
      opened.onsuccess = () => fine(opened.result.close());
    });
    return true;
  } catch (error) { // cookies are off, or a frame may store nothing
    console.warn(`Nothing is kept here: ${error}`);
    return false;
  }
}

async function whatIsKept() {
  if (!kept) {
    return "Nothing is kept here: this browser stores nothing for this site. Save what you want to"
      + " keep before you close this page.";
  }
  const place = "Your work itself is kept in this browser, on this computer only. ";
  return place + (await navigator.storage?.persisted?.()
    ? "It stays until the data of this site is cleared."
    : "A browser may clear it to make room, and Safari does after seven days without a visit, so"
      + " save all now and then.") + ("caches" in window ? ""
    : " The page itself is not kept, as its address begins with http: it needs the network each time, and"
      + " my_work lasts until Python restarts.");
}

// --- copies -------------------------------------------------------------------------------------

const lessonOf = (app) =>
  app.shell.currentWidget?.context?.path?.match(/([^/]+)\.ipynb$/)?.[1];

function lastCopy(app) {
  const dates = [EVERYTHING, lessonOf(app)].map((what) => Number(remembered(COPIED + what)));
  const date = Math.max(...dates);
  if (!date) return "no copy yet";
  const midnight = (time) => new Date(time).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(Date.now()) - midnight(date)) / 86_400_000);
  const ago = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  return `last copy: ${ago.format(-days, "day")}`;
}

function copied(app, what) {
  remember(COPIED + what, Date.now());
  app.commands.notifyCommandChanged(SAVE_ALL);
}

function download(bytes, name, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// As handed out: this browser's kernel is nowhere else.
const textOf = (notebook) => {
  const metadata = { ...notebook.metadata, kernelspec: ELSEWHERE };
  return `${JSON.stringify({ ...notebook, metadata }, null, 1)}\n`;
};

function bytesOf({ type, format, content }) {
  if (type === "notebook") return strToU8(textOf(content));
  if (format === "base64") return Uint8Array.from(atob(content), (one) => one.charCodeAt(0));
  return strToU8(format === "json" ? JSON.stringify(content) : content);
}

async function pathsIn(contents, folder = "") {
  const { content } = await contents.get(folder, { content: true });
  const found = content.map((one) =>
    one.type === "directory" ? pathsIn(contents, one.path) : [one.path]);
  return (await Promise.all(found)).flat();
}

async function saveAll(app) {
  const { contents } = app.serviceManager;
  await app.commands.execute("docmanager:save-all");
  const files = {};
  for (const path of await pathsIn(contents)) {
    files[path] = bytesOf(await contents.get(path, { content: true }));
  }
  const day = new Date().toLocaleDateString("sv"); // 2026-11-26
  download(zipSync(files), `adversarial-search_${day}.zip`, "application/zip");
  copied(app, EVERYTHING);
}

function modelOf(path, bytes) {
  if (path.endsWith(".ipynb")) {
    const content = JSON.parse(strFromU8(bytes));
    content.metadata.kernelspec = HERE;
    return { type: "notebook", format: "json", content };
  }
  try {
    const content = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { type: "file", format: "text", content };
  } catch { // no text
    const content = btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(""));
    return { type: "file", format: "base64", content };
  }
}

// The files of this copy that are not here, or are otherwise here, with what they hold.
async function differing(contents, bytes) {
  const there = new Set(await pathsIn(contents));
  const found = [];
  for (const [path, inCopy] of Object.entries(unzipSync(bytes))) {
    if (path.endsWith("/")) continue; // a folder
    const model = modelOf(path, inCopy);
    const now = there.has(path) ? await contents.get(path, { content: true }) : undefined;
    if (now && strFromU8(bytesOf(now)) === strFromU8(bytesOf(model))) continue;
    found.push({ path, model, changed: now?.last_modified });
  }
  return found;
}

async function write(contents, path, model) {
  const folders = path.split("/").slice(0, -1);
  for (let depth = 1; depth <= folders.length; depth += 1) {
    const folder = folders.slice(0, depth).join("/");
    const around = await contents.get(folders.slice(0, depth - 1).join("/"), { content: true });
    if (!around.content.some((one) => one.path === folder)) {
      await contents.save(folder, { type: "directory", format: "json", content: null });
    }
  }
  await contents.save(path, model);
}

function chosenFile() {
  const chooser = made("input", "", { type: "file", accept: ".zip", "aria-label": "A copy" });
  return new Promise((answer) => {
    chooser.addEventListener("change", () => answer(chooser.files[0]));
    chooser.addEventListener("cancel", () => answer(undefined));
    chooser.click();
  });
}

async function bringBack(app) {
  const file = await chosenFile();
  if (!file) return;
  const { contents } = app.serviceManager;
  const title = "Bring back a copy";
  await app.commands.execute("docmanager:save-all");
  let changes;
  try {
    changes = await differing(contents, new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    const words = `${file.name} can't be read as a copy that "Save all" has made (${error.message}).`
      + " Nothing was changed.";
    await ask(title, [made("p", words)], { "": "Close" });
    return;
  }
  if (!changes.length) {
    const words = `Everything in ${file.name} is here already.`;
    await ask(title, [made("p", words)], { "": "Close" });
    return;
  }
  const list = made("ul");
  list.append(...changes.map(({ path, changed }) => {
    const when = changed && new Date(changed).toLocaleString();
    return made("li", changed ? `${path}, changed here on ${when}` : `${path}, not here`);
  }));
  const words = `${file.name} holds something else than this browser for:`;
  const parts = [made("p", words), list,
    made("p", "What is here under these names is replaced, and can't be had again.")];
  if (await ask(title, parts, { replace: "Take them from the file", "": "Cancel" }) !== "replace") {
    return;
  }
  for (const { path, model } of changes) await write(contents, path, model);
  await showAgain(app, Object.fromEntries(changes.map((one) => [one.path, one])));
}

// Open notebooks as they are stored now.
async function showAgain(app, written) {
  for (const panel of app.shell.widgets("main")) {
    if (panel.context?.path in written) await panel.context.revert();
  }
}

// --- a newer edition ----------------------------------------------------------------------------

const LESSONS = "notebooks/", BEFORE = "before_update/"; // what is there, and what was there before

// What this code prints.
async function printed(kernel, code) {
  let told = "";
  const future = kernel.requestExecute({ code, store_history: false });
  future.onIOPub = ({ content }) => { told += content.text ?? ""; };
  const { content } = await future.done;
  if (content.status !== "ok") throw new Error(content.evalue);
  return told;
}

// What `course update` makes of these texts, in a Python of its own.
async function merged(manager, question) {
  const kernel = await manager.startNew({ name: HERE.name });
  const code = "from course_lib.commands.update import in_browser\n"
    + `print(in_browser(${JSON.stringify(JSON.stringify(question))}))`;
  try {
    return JSON.parse(await printed(kernel, code));
  } finally {
    await kernel.shutdown();
  }
}

async function update(app) {
  const { contents, kernels } = app.serviceManager;
  const title = "Update the lessons";
  const paths = (await pathsIn(contents)).filter((path) =>
    path.startsWith(BEFORE) || (path.startsWith(LESSONS) && path.endsWith(".ipynb")));
  const parts = [made("p", "This brings in what is newer in the lessons. What you have written, run"
    + " and guessed stays; where you and your teacher have changed the same cell, yours stays and"
    + " the newer one stands below it.")];
  const buttons = { in: "Bring it in", "": "Cancel" };
  if (paths.some((path) => path.startsWith(BEFORE))) buttons.back = "Take the last one back";
  const pressed = await ask(title, parts, buttons);
  if (!pressed) return;
  const close = (lines) => ask(title, lines.map((line) => made("p", line)), { "": "Close" });
  try {
    await app.commands.execute("docmanager:save-all");
    const edition = {}, files = {};
    const { files: all } = await (await fetch(new URL("offline.json", ROOT), { cache: "no-cache" })).json();
    for (const name of pressed === "in" ? all : []) {
      if (!name.startsWith(`files/${LESSONS}`)) continue;
      const answer = await fetch(new URL(name, ROOT), { cache: "no-cache" });
      if (!answer.ok) throw new Error(`${name} can't be had`);
      edition[name.slice("files/".length)] = await answer.text();
    }
    for (const path of paths) {
      files[path] = strFromU8(bytesOf(await contents.get(path, { content: true })));
    }
    const { lines, files: changed, gone } = await merged(kernels, { files, edition });
    for (const [path, text] of Object.entries(changed)) {
      await write(contents, path, modelOf(path, strToU8(text)));
    }
    for (const path of gone) await contents.delete(path);
    await showAgain(app, changed);
    await close(lines.length ? [...lines, "Reload this page: its Python is then the newer one, too."]
      : ["All of it is here already."]);
  } catch (error) {
    await close([`The lessons can't be updated now: ${error.message}. Reload this page and try again.`]);
  }
}

// --- handing in ---------------------------------------------------------------------------------

// What every system takes in a file's name, and the grader as the parts of one name.
const plain = (name) => name.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}.'-]+/gu, " ").trim()
  .replaceAll(" ", "_");

// The drop box of a class server; any other server has none.
async function dropBox() {
  try {
    const { to, token } = await (await fetch(new URL("hand-in.json", ROOT))).json();
    return to ? { to: new URL(to, ROOT), token } : null;
  } catch (error) { // there is no network
    console.warn(`No drop box can be reached: ${error}`);
    return null;
  }
}

// The beginning of the file's SHA-256, worked out here: over plain http a browser has none.
function codeOf(text) {
  const bytes = strToU8(text), primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((one) => n % one)) primes.push(n);
  const rootOf = (n, power) => Math.trunc((n ** power % 1) * 2 ** 32) | 0;
  const keys = primes.map((one) => rootOf(one, 1 / 3));
  const hash = primes.slice(0, 8).map((one) => rootOf(one, 1 / 2));
  const whole = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer), words = new Int32Array(64);
  view.setUint32(whole.length - 8, Math.trunc(bytes.length / 2 ** 29));
  view.setUint32(whole.length - 4, bytes.length * 8);
  const turned = (word, ...by) => by.reduce((all, n) => all ^ ((word >>> n) | (word << (32 - n))), 0);
  for (let at = 0; at < whole.length; at += 64) {
    for (let t = 0; t < 64; t += 1) {
      const [early, late] = [words[t - 15], words[t - 2]];
      words[t] = t < 16 ? view.getInt32(at + 4 * t) : words[t - 16] + words[t - 7]
        + (turned(early, 7, 18) ^ (early >>> 3)) + (turned(late, 17, 19) ^ (late >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let t = 0; t < 64; t += 1) {
      const first = (h + turned(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + keys[t] + words[t]) | 0;
      const second = (turned(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, n) => { hash[n] = (hash[n] + word) | 0; });
  }
  const begin = (hash[0] >>> 0).toString(16).padStart(8, "0").toUpperCase();
  return `${begin.slice(0, 4)}-${begin.slice(4)}`;
}

// The receipt from the drop box; an error says why it took nothing.
async function deliver({ to }, { lesson, name, token, text }) {
  const answer = await fetch(`${to}?${new URLSearchParams({ lesson, name })}`, {
    method: "POST", body: text,
    headers: { "Content-Type": "application/json", Authorization: encodeURIComponent(token) },
  });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
}

async function handIn(app) {
  const panel = app.shell.currentWidget;
  const lesson = lessonOf(app);
  const title = `Hand in ${lesson}`;
  const box = await dropBox();
  const field = (words, key, more = {}) => {
    const input = made("input", "", { name: key, required: "", ...more });
    input.value = remembered(key);
    const label = made("label", words);
    label.append(input);
    const line = made("p");
    line.append(label);
    return [line, input];
  };
  const [line, who] = field("Your name, as your teacher knows it", NAME, {
    pattern: ".*\\p{L}.*", autocomplete: "name",
  });
  const [tokenLine, token] = field("The token that your teacher gave you", TOKEN, { autocomplete: "off" });
  const parts = [line, ...(box?.token ? [tokenLine] : []), made("p", box
    ? "This sends the notebook to your teacher's computer."
    : "This saves a file on your computer. Give it to your teacher in the way that was agreed."),
    made("p", await whatIsKept())];
  const buttons = { ...(box ? { send: "Hand it in" } : {}), save: "Save the file", "": "Cancel" };
  const pressed = await ask(title, parts, buttons);
  const name = pressed ? plain(who.value) : "";
  if (!name) return;
  remember(NAME, who.value);
  remember(TOKEN, token.value);
  await panel.context.save();
  const text = textOf(panel.content.model.toJSON());
  let receipt = { name: who.value, when: new Date().toLocaleString("sv"), code: codeOf(text) };
  if (pressed === "send") {
    try {
      receipt = await deliver(box, { lesson, name: who.value, token: token.value, text });
    } catch (error) {
      await ask(title, [made("p", `Nothing was handed in: ${error.message}.`),
        made("p", "Your work is still here. Try again, or save the file.")], { "": "Close" });
      return;
    }
  } else {
    download(text, `${lesson}_${name}.ipynb`, "application/x-ipynb+json");
  }
  copied(app, lesson);
  const words = `${lesson}, ${receipt.name}, ${receipt.when}, code ${receipt.code}`;
  const said = pressed === "send" ? "It is on your teacher's computer. Your receipt:" : "What you saved:";
  await ask(pressed === "send" ? "Handed in" : "Saved", [made("p", said),
    made("p", words, { class: "course-receipt" })], { "": "Close" });
}

// --- from the pages of the site -----------------------------------------------------------------

// What was guessed on the pages is known to the lessons; a guess that was made here first stays.
async function bringGuesses({ contents }) {
  const ours = JSON.parse(localStorage.getItem(GUESSES) ?? "{}");
  const there = (await pathsIn(contents)).includes(PREDICTIONS);
  const known = there ? JSON.parse((await contents.get(PREDICTIONS, { content: true })).content) : {};
  if (Object.keys(ours).every((name) => name in known)) return;
  const content = `${JSON.stringify({ ...ours, ...known }, null, 1)}\n`;
  await write(contents, PREDICTIONS, { type: "file", format: "text", content });
}

// To the cell that a link has named.
async function goToCell(app) {
  const cell = ASKED.get("cell"), path = ASKED.get("path");
  if (!cell || !path) return;
  await app.restored;
  const panel = await app.commands.execute("docmanager:open", { path });
  await panel.context.ready;
  await panel.revealed;
  const { content } = panel;
  const index = content.widgets.findIndex(({ model }) => model.id === cell);
  if (index < 0) return; // the lesson has changed since that page was made
  content.activeCellIndex = index;
  await content.scrollToItem(index, "start");
  const here = new URL(location.href);
  here.searchParams.delete("cell"); // a reload stays where its reader is
  history.replaceState(history.state, "", here);
}

// --- what is kept -------------------------------------------------------------------------------

// Some browsers ask their reader, so this waits until there is something to keep.
function askToKeep(app) {
  const { fileChanged } = app.serviceManager.contents;
  const first = async (_, { type }) => {
    if (type !== "save") return;
    fileChanged.disconnect(first);
    if (await navigator.storage?.persisted?.() === false) await navigator.storage.persist();
  };
  fileChanged.connect(first);
}

function sayThatNothingIsKept(app) {
  const words = "Nothing is kept here, because this browser stores nothing for this site."
    + " Save all before you close this page.";
  document.body.prepend(made("div", words, { class: "course-banner", role: "status" }));
  window.dispatchEvent(new Event("resize"));
  let unsaved = false;
  app.serviceManager.contents.fileChanged.connect(() => { unsaved = true; });
  app.commands.commandExecuted.connect((_, { id }) => {
    if (id === SAVE_ALL) unsaved = false;
  });
  window.addEventListener("beforeunload", (event) => {
    if (unsaved) event.preventDefault();
  });
}

// Copies the site, as soon as Python is there: the next visit then needs no network.
async function keepForLater(app) {
  if (!("caches" in window)) return; // a server without https, or not this computer's own
  await app.restored;
  const session = app.shell.currentWidget?.sessionContext;
  await session?.ready;
  await session?.session?.kernel?.info;
  const { version, files } = await (await fetch(new URL("offline.json", ROOT))).json();
  const mine = `course ${ROOT.pathname} `;
  const cache = await caches.open(mine + version);
  const there = new Set((await cache.keys()).map(({ url }) => url));
  for (const file of files) {
    const { href } = new URL(file, ROOT);
    // The server is asked whether what the browser has is still what it should be.
    if (!there.has(href)) await cache.add(new Request(href, { cache: "no-cache" }));
  }
  // At its next start JupyterLite gets itself a new worker, for which it needs a network, unless it
  // finds this note; it writes it itself only then.
  const { appVersion } = JSON.parse(document.querySelector("#jupyter-config-data").textContent);
  const { active } = await navigator.serviceWorker.ready;
  localStorage.setItem(`${active.scriptURL}-version`, appVersion);
  for (const name of await caches.keys()) {
    if (name.startsWith(mine) && name !== mine + version) await caches.delete(name);
  }
  document.documentElement.dataset.offline = "ready";
}

// --- the extension ------------------------------------------------------------------------------

async function activate(app) {
  document.head.append(made("style", STYLE));
  kept = await keepsAnything();
  const inNotebook = () => Boolean(lessonOf(app));
  app.commands.addCommand(HAND_IN, {
    label: "Hand in",
    caption: "Save this notebook as a file with your name, to give to your teacher",
    isEnabled: inNotebook,
    execute: () => handIn(app),
  });
  app.commands.addCommand(SAVE_ALL, {
    label: () => `Save all (${lastCopy(app)})`,
    caption: "Save all lessons and my_work as one file on this computer",
    execute: () => saveAll(app),
  });
  app.commands.addCommand(BRING_BACK, {
    label: "Bring back",
    caption: 'Take lessons and my_work from a file that "Save all" has made',
    execute: () => bringBack(app),
  });
  app.commands.addCommand(UPDATE, {
    label: "Update",
    caption: "Bring in what is newer in the lessons; what you wrote stays",
    execute: () => update(app),
  });
  app.shell.currentChanged?.connect(() => app.commands.notifyCommandChanged(SAVE_ALL));
  goToCell(app).catch((error) => console.warn(`The cell can't be shown: ${error}`));
  if (kept) {
    bringGuesses(app.serviceManager).catch((error) => console.warn(`No guesses came along: ${error}`));
    askToKeep(app);
    keepForLater(app).catch((error) => console.warn(`This page needs a network: ${error}`));
  } else {
    sayThatNothingIsKept(app);
  }
}

export const plugin = { id: "course-hand-in:plugin", autoStart: true, activate };
