// The list of tables: it asks every second, and draws anew only what has changed.

const line = document.getElementById("line");
let before = "";

function make(tag, parent, textContent = "", more = {}) {
  const one = Object.assign(document.createElement(tag), { textContent, ...more });
  parent.append(one);
  return one;
}

const versus = (players) =>
  Object.entries(players).map(([seat, name]) => `${seat}: ${name}`).join(", ");

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
    if (story) make("a", cell, "Record", { href: `/record/${last}.json` });
  });
}

function ladder(parent, { game, seconds, waiting, playing, ladder: rows }, address, tokens) {
  make("h2", parent, `${game}: the class's ladder`);
  const where = `at="${address}", me="${tokens ? "your token" : "a name you choose"}"`;
  make("p", parent, "To join, write this in your notebook: ").append(make("code", parent, where));
  make("p", parent, `${seconds} s for a move. Games going on: ${playing}. Players waiting: ${waiting.length}.`);
  if (rows.length) standings(parent, rows);
}

function room(parent, { port, game, seconds, waiting, playing, tables }) {
  make("h2", parent, `${game}: port ${port}`);
  make("p", parent, `${seconds} s for a move. ${playing} playing, ${waiting.length} waiting.`);
  const list = make("ul", parent);
  for (const name of waiting) make("li", list, `${name} waits.`);
  for (const { name, players, moves } of tables) {
    const item = make("li", list, `${versus(players)}: ${moves} moves. `);
    make("a", item, "Watch", { href: `/table/${name}/` });
  }
}

function show({ rooms, games, tokens, address }) {
  const place = document.getElementById("rooms"), list = document.getElementById("games");
  place.replaceChildren();
  list.replaceChildren();
  for (const one of rooms) one.ladder ? ladder(place, one, address, tokens) : room(place, one);
  for (const { name, players, detail, moves, kept } of games) {
    const words = `${versus(players)}: ${detail} (${moves} moves). `;
    const item = make("li", list, kept ? words : `${words}Not kept yet! `);
    make("a", item, "Record", { href: `/record/${name}.json` });
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
    line.textContent = "The server can't be reached just now.";
  }
  await new Promise((resume) => setTimeout(resume, 1000));
}
