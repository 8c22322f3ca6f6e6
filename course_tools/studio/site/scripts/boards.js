// A board to play on, against a perfect or a random opponent that needs no Python: `board.js` shows
// it, and what `PlayController` does in a notebook is done here. The rules are a table of all
// states (`_table` in `living.py`): who moves, who has won, how many moves are best, and the moves.

import widget from "./board.js";
import { choice, make } from "./controls.js";
import { modelOf } from "./living.js";

const OPPONENTS = [["perfect", "a perfect opponent"], ["random", "a random opponent"]];

// What the table says of this state: the moves are `[name, number of the state]`, the best first.
export function read({ names, states }, number) {
  const [mover, winner, best, ...flat] = states[number];
  const moves = Array.from({ length: flat.length / 2 }, (_, at) => [names[flat[2 * at]], flat[2 * at + 1]]);
  return { number, mover, winner, moves, best: moves.slice(0, best) };
}

export function mount(el, data) {
  const { players } = data, draw = data.pieces ? pictured(data) : drawn(data);
  let [you, who, states, names, turn] = [data.you, "perfect", [], [], 0];
  const model = modelOf({ svg: "", view: {} }, heard);
  const state = () => states.at(-1);
  const over = () => !state().moves.length;

  const against = choice("Opponent", OPPONENTS, (chosen) => begin({ who: chosen }));
  const side = choice("You play", players.map((name, seat) => [seat, `${name}, who moves ${seat ? "second" : "first"}`]), (chosen) => begin({ you: Number(chosen) }));
  side.value = you;
  const setting = make("p", { class: "course-setting" }, "You play ", side, " against ", against, data.note ? ` ${data.note}` : "");
  const board = make("div", {});

  function begin(chosen = {}) {
    ({ you = you, who = who } = chosen);
    [states, names] = [[read(data, 0)], []];
    go();
  }

  function play([name, number]) {
    states.push(read(data, number));
    names.push(name);
  }

  function go() {
    while (!over() && state().mover !== you) {
      const moves = who === "perfect" ? state().best : state().moves;
      play(moves[Math.floor(Math.random() * moves.length)]);
    }
    show();
  }

  function heard({ do: what, name, turn: seen }) {
    if (what === "control") ({ undo, new: begin })[name]();
    else if (seen === turn && what === "square") {
      const square = falls()[name] ?? name, move = state().moves.find(([each]) => each === square);
      if (move) {
        play(move);
        go();
      } else show(over() ? "The game is over: undo, or begin a new game." : `${name} can't be played now.`);
    }
  }

  // The square that is meant by a click on any of its column.
  function falls() {
    const legal = state().moves.map(([name]) => name);
    return Object.fromEntries((data.columns ?? []).flatMap((column) => {
      const lowest = column.find((name) => legal.includes(name));
      return lowest ? column.map((name) => [name, lowest]) : [];
    }));
  }

  // Back to before your last move.
  function undo() {
    do {
      states.pop();
      names.pop();
    } while (states.length > 1 && state().mover !== you);
    go();
  }

  function show(note = "") {
    turn += 1;
    const yours = states.slice(0, -1).some(({ mover }) => mover === you);
    model.set("svg", draw(state(), names.map((name, at) => [name, states[at].mover])));
    model.set("view", {
      legal: state().moves.map(([name]) => name), falls: falls(), chosen: [], marked: [], buttons: [],
      turn, note, status: status(), controls: [["undo", "Undo", yours], ["new", "New game", true]],
    });
  }

  function status() {
    if (over()) {
      const { winner } = state();
      if (winner === null) return "The game is over: a draw.";
      return `${players[winner]} won: ${winner === you ? "that's you." : "that's your opponent."}`;
    }
    const last = names.length ? `${players[1 - you]} played ${names.at(-1)}. ` : "";
    return `${last}Your turn: you play ${players[you]}.`;
  }

  begin();
  widget.render({ model, el: board });
  el.append(setting, board);
}

// A drawing put together from that of the first square: empty, one's or the other's, the last one.
function drawn({ head, tail, looks, points, squares, lines, players, title }) {
  return ({ number }, played) => {
    const stones = new Map(played), [last] = played.at(-1) ?? [];
    const parts = squares.map((name, place) => {
      const [across, down] = points[place].map((each, axis) => each - points[0][axis]);
      const look = looks[stones.has(name) ? 1 + stones.get(name) + (name === last ? 2 : 0) : 0];
      return `<g data-square="${name}" transform="translate(${across} ${down})">${look}</g>`;
    });
    const ends = lines[number]?.map((place) => points[place]);
    const stroke = ends ? `<path d="M${ends[0]}L${ends[1]}" stroke="#1B1F24" stroke-width="5" stroke-linecap="round" stroke-opacity="0.8" pointer-events="none"/>` : "";
    const told = squares.filter((name) => stones.has(name)).map((name) => `${players[stones.get(name)]} on ${name}`);
    return head.replace("[[told]]", `${title}: ${told.join(", ") || "nothing on the board"}`) + parts.join("") + stroke + tail;
  };
}

// A drawing of each state, in pieces that many of them share.
function pictured({ pieces, frames }) {
  return ({ number }) => {
    const runs = frames[number];
    let svg = "";
    for (let at = 0; at < runs.length; at += 2) svg += pieces.slice(runs[at], runs[at] + runs[at + 1]).join("");
    return svg;
  };
}
