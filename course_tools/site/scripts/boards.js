// A board to play on, against a perfect or a random opponent that needs no Python: `board.js` shows
// it, and what `PlayController` does in a notebook is done here.

import widget from "./board.js";
import { choice, make } from "./controls.js";
import { grid, listed, opponents } from "./games.js";
import { modelOf } from "./living.js";

const OPPONENTS = { perfect: "a perfect opponent", random: "a random opponent" };

export function mount(el, data) {
  const { players } = data, game = data.states ? listed(data) : grid(data);
  const answer = opponents(game), draw = data.states ? drawnFrom(data) : drawing(data, game);
  let [you, who, states, names, turn] = [data.you, data.opponents[0], [game.initial], [], 0];
  const model = modelOf({ svg: "", view: {} }, heard);
  const state = () => states.at(-1);
  const over = () => !game.actions(state()).length;

  const against = choice("Opponent", data.opponents.map((each) => [each, OPPONENTS[each]]), (chosen) => begin({ who: chosen }));
  const side = choice("You play", players.map((name, seat) => [seat, `${name}, who moves ${seat ? "second" : "first"}`]), (chosen) => begin({ you: Number(chosen) }));
  side.value = you;
  const setting = make("p", { class: "course-setting" }, "You play ", side, " against ", against, data.note ? ` ${data.note}` : "");
  const board = make("div", {});

  function begin(chosen = {}) {
    ({ you = you, who = who } = chosen);
    [states, names] = [[game.initial], []];
    go();
  }

  function play(name) {
    states.push(game.result(state(), name));
    names.push(name);
  }

  function go() {
    while (!over() && state().mover !== you) play(answer[who](state()));
    show();
  }

  function heard({ do: what, name, turn: seen }) {
    if (what === "control") ({ undo, new: begin })[name]();
    else if (seen === turn && what === "square") {
      const square = game.falls(state())[name] ?? name;
      if (game.actions(state()).includes(square)) {
        play(square);
        go();
      } else show(over() ? "The game is over: undo, or begin a new game." : `${name} can't be played now.`);
    }
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
    model.set("svg", draw(state(), names.at(-1)));
    model.set("view", {
      legal: game.actions(state()), falls: game.falls(state()), chosen: [], marked: [], buttons: [],
      turn, note, status: status(), controls: [["undo", "Undo", yours], ["new", "New game", true]],
    });
  }

  function status() {
    if (over()) {
      const winner = game.winner(state());
      if (winner === null) return "The game is over: a draw.";
      return `${players[winner]} won: ${winner === you ? "that's you." : "that's your opponent."}`;
    }
    const last = names.length ? `${players[1 - you]} played ${names.at(-1)}. ` : "";
    return `${last}Your turn: you play ${players[you]}.`;
  }

  go();
  widget.render({ model, el: board });
  el.append(setting, board);
}

// A drawing put together from that of the first square: empty, one's or the other's, the last one.
function drawing({ head, tail, looks, points, squares, players, title }, game) {
  return (state, last) => {
    const marks = [...state.board].map((mark) => "XO".indexOf(mark) + 1);
    const parts = squares.map((name, place) => {
      const [across, down] = points[place].map((each, axis) => each - points[0][axis]);
      const look = looks[marks[place] + (name === last ? 2 : 0)];
      return `<g data-square="${name}" transform="translate(${across} ${down})">${look}</g>`;
    });
    const line = game.line(state), [start, end] = [line[0], line.at(-1)].map((name) => points[squares.indexOf(name)]);
    const stroke = line.length ? `<path d="M${start}L${end}" stroke="#1B1F24" stroke-width="5" stroke-linecap="round" stroke-opacity="0.8" pointer-events="none"/>` : "";
    const told = squares.flatMap((name, place) => (marks[place] ? [`${players[marks[place] - 1]} on ${name}`] : []));
    return head.replace("[[told]]", `${title}: ${told.join(", ") || "nothing on the board"}`) + parts.join("") + stroke + tail;
  };
}

// A drawing of each state, in pieces that many of them share.
function drawnFrom({ pieces, states }) {
  return ({ number }) => {
    const runs = states[number].frame;
    let svg = "";
    for (let at = 0; at < runs.length; at += 2) svg += pieces.slice(runs[at], runs[at] + runs[at + 1]).join("");
    return svg;
  };
}
