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

function show({ rooms, games, tokens: needed }) {
  tokens = needed;
  const place = document.getElementById("rooms"), list = document.getElementById("games");
  place.replaceChildren();
  list.replaceChildren();
  for (const one of rooms) room(place, one);
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
