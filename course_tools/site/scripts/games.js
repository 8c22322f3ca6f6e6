// The rules of games that are played on a page, and perfect play where a game is small.
//
// A game has `initial`, `actions(state)` (names, none when it is over), `result(state, name)`,
// `winner(state)` (0, 1, or null), `key(state)`, and a state's `mover` is 0 or 1.

// So many in a row, on a board of squares with these names, in reading order.
export function grid({ rows, columns, length, gravity, exact, squares }) {
  const at = new Map(squares.map((name, place) => [name, place]));
  const inside = (row, column) => row >= 0 && row < rows && column >= 0 && column < columns;
  const lines = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      for (const [down, right] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
        const spot = (step) => [row + step * down, column + step * right];
        const place = ([one, other]) => one * columns + other;
        if (!inside(...spot(length - 1))) continue;
        const ends = exact ? [spot(-1), spot(length)].filter((each) => inside(...each)).map(place) : [];
        lines.push({ line: Array.from({ length }, (_, step) => place(spot(step))), ends });
      }
    }
  }
  const won = ({ board }) => lines.find(({ line, ends }) => board[line[0]] !== "."
    && line.every((each) => board[each] === board[line[0]]) && ends.every((each) => board[each] !== board[line[0]]));
  const winner = (state) => {
    const found = won(state);
    return found ? "XO".indexOf(state.board[found.line[0]]) : null;
  };
  const lands = (board, column) => {
    for (let row = rows - 1; row >= 0; row -= 1) if (board[row * columns + column] === ".") return row * columns + column;
    return -1;
  };
  return {
    initial: { board: ".".repeat(rows * columns), mover: 0 },
    key: ({ board }) => board,
    winner,
    line: (state) => won(state)?.line.map((place) => squares[place]) ?? [],
    actions(state) {
      if (won(state)) return [];
      const places = gravity ? Array.from({ length: columns }, (_, column) => lands(state.board, column)).filter((place) => place >= 0)
        : squares.keys().filter((place) => state.board[place] === ".");
      return [...places].map((place) => squares[place]);
    },
    result({ board, mover }, name) {
      const place = at.get(name);
      return { board: board.slice(0, place) + "XO"[mover] + board.slice(place + 1), mover: 1 - mover };
    },
    // The square that is meant by a click on another one of its column.
    falls: ({ board }) => Object.fromEntries(gravity ? squares.flatMap((name, place) => {
      const land = lands(board, place % columns);
      return land < 0 ? [] : [[name, squares[land]]];
    }) : []),
  };
}

// A game whose states Python has listed: of each who moves, who has won, and where moves lead.
export function listed({ states }) {
  const state = (number) => ({ number, mover: states[number].mover });
  return {
    initial: state(0),
    key: ({ number }) => number,
    winner: ({ number }) => states[number].winner,
    line: () => [],
    actions: ({ number }) => Object.keys(states[number].moves),
    result: ({ number }, name) => state(states[number].moves[name]),
    falls: () => ({}),
  };
}

// A function that gives `[value, plies]` of a state: +1, 0 or -1 for whoever is to move, and how far
// the end is if the winner hurries and the loser holds out. What it has found it remembers.
export function solver(game) {
  const known = new Map();
  return function solved(state) {
    const key = game.key(state);
    if (known.has(key)) return known.get(key);
    const names = game.actions(state), winner = game.winner(state);
    let best = names.length ? [-2, 0] : [winner === null ? 0 : winner === state.mover ? 1 : -1, 0];
    for (const name of names) {
      const next = game.result(state, name), [value, plies] = solved(next);
      const mine = [next.mover === state.mover ? value : -value, plies + 1];
      if (better(mine, best)) best = mine;
    }
    known.set(key, best);
    return best;
  };
}

// A win is the better the sooner, everything else the later it comes.
function better([value, plies], [than, later]) {
  return value === than ? (value > 0 ? plies < later : plies > later) : value > than;
}

// Who answers: each takes a state and gives the name of an action.
export function opponents(game, random = Math.random) {
  const solved = solver(game), one = (names) => names[Math.floor(random() * names.length)];
  return {
    random: (state) => one(game.actions(state)),
    perfect(state) {
      const [value, plies] = solved(state);
      return one(game.actions(state).filter((name) => {
        const next = game.result(state, name), [theirs, left] = solved(next);
        return (next.mover === state.mover ? theirs : -theirs) === value && left + 1 === plies;
      }));
    },
  };
}
