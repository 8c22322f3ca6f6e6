// The list of tables: it asks every second, and draws anew only what has changed.

const line = document.getElementById("line");
let before = "";
let tokens = false; // whether people say who they are

function make(tag, parent, textContent = "", more = {}) {
  const one = Object.assign(document.createElement(tag), { textContent, ...more });
  parent.append(one);
  return one;
}

const versus = (players) =>
  Object.entries(players).map(([seat, name]) => `${seat}: ${name}`).join(", ");

async function sit(port, partner, first) {
  const token = tokens ? sessionStorage.token || prompt("Your token:") || "" : "";
  const answer = await fetch("sit", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ port, partner, first, token }),
  });
  if (tokens) sessionStorage.token = answer.ok ? token : "";
  if (answer.ok) location.href = `/seat/${(await answer.json()).seat}/`;
  else line.textContent = await answer.text();
}

// A class's ladder: who stands where, and the story of everybody's last game.
function standings(parent, rows) {
  const table = make("table", parent), head = make("tr", make("thead", table));
  for (const word of ["", "player", "rating", "won", "drawn", "lost", "the last game"]) make("th", head, word);
  const body = make("tbody", table);
  rows.forEach(({ name, ours, elo, low, high, won, drawn, lost, last, story }, at) => {
    const row = make("tr", body, "", { className: ours ? "ours" : "" });
    make("td", row, `${at + 1}`);
    make("th", row, name, { scope: "row" });
    make("td", row, `${elo}`).append(make("small", row, ` ${low} to ${high}`));
    for (const count of [won, drawn, lost]) make("td", row, `${count}`);
    const cell = make("td", row, story && `${story[0].toUpperCase()}${story.slice(1)} `);
    if (story) make("a", cell, "Replay", { href: `/replay/${last}` });
  });
}

function ladder(parent, { game, seconds, waiting, playing, ladder: rows }, address) {
  make("h2", parent, `${game}: the class's ladder`);
  const where = `at="${address}", me="${tokens ? "your token" : "a name you choose"}"`;
  make("p", parent, "To join, write this in your notebook: ").append(make("code", parent, where));
  make("p", parent, `${seconds} s for a move. Games going on: ${playing}. Players waiting: ${waiting.length}.`);
  if (rows.length) standings(parent, rows);
}

function room(parent, { port, game, seconds, against, waiting, playing, tables }) {
  make("h2", parent, `${game}: port ${port}`);
  const whom = against === "people" ? " Programs here wait for people." : "";
  make("p", parent, `${seconds} s for a move. ${playing} playing, ${waiting.length} waiting.${whom}`);
  const list = make("ul", parent);
  for (const { id, name } of waiting) {
    const item = make("li", list, `${name} waits. `);
    for (const [words, first] of [["Play first", true], ["Play second", false]]) {
      const button = make("button", item, words, { onclick: () => sit(port, id, first) });
      button.setAttribute("aria-label", `${words} against ${name}`);
      item.append(" ");
    }
  }
  const wait = make("li", list);
  make("button", wait, "Wait for a person", { onclick: () => sit(port, "", true) });
  for (const { name, players, moves } of tables) {
    const item = make("li", list, `${versus(players)}: ${moves} moves. `);
    make("a", item, "Watch", { href: `/table/${name}/` });
  }
}

function show({ rooms, games, tokens: needed, address }) {
  tokens = needed;
  const place = document.getElementById("rooms"), list = document.getElementById("games");
  place.replaceChildren();
  list.replaceChildren();
  for (const one of rooms) one.ladder ? ladder(place, one, address) : room(place, one);
  for (const { name, players, detail, moves, kept } of games) {
    const words = `${versus(players)}: ${detail} (${moves} moves). `;
    const item = make("li", list, kept ? words : `${words}Not kept yet! `);
    make("a", item, "Replay", { href: `/replay/${name}` });
  }
  document.getElementById("none").hidden = games.length > 0;
}

for (;;) {
  try {
    const text = await (await fetch("lobby.json")).text();
    if (text !== before) show(JSON.parse(text));
    before = text;
    line.textContent = "";
  } catch {
    line.textContent = "The server does not answer.";
  }
  await new Promise((resume) => setTimeout(resume, 1000));
}
