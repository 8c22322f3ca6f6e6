"""Makes the positions of known value that `course_lib.lessons.known_positions` reads.

`python -m benchmarks.known_positions` writes the file again, the same byte for byte.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from random import Random

from course_lib.game import State
from course_lib.games import ConnectFour
from course_lib.lessons.known_positions import KNOWN, KnownPosition
from course_lib.play.progress import with_progress
from course_tools.arena.engines.connect_four import Solver

STONES = range(8, 31)
EACH = 14
"""How many positions with each number of stones."""

SEED = 1


def sign(score: int) -> int:
    """1, 0 or -1: a win, a draw or a loss."""
    return (score > 0) - (score < 0)


def main() -> None:
    """Write the file."""
    text = written(with_progress(made(), len(STONES) * EACH, "positions"))
    KNOWN.write_text(text, encoding="utf-8", newline="\n")


def made(stones: range = STONES, each: int = EACH) -> Iterator[KnownPosition]:
    """The positions, first those with the fewest stones."""
    game = ConnectFour()
    solver = Solver(game)
    for number in stones:
        # A generator for each number, so that a few of them can be made without the others.
        rng = Random(SEED * 100 + number)
        seen: set[State] = set()
        while len(seen) < each:
            line, state = random_line(game, number, rng)
            if state in seen or not is_quiet(game, state):
                continue
            scores = solver.scores(state)
            if len({sign(score) for score in scores.values()}) > 1:
                seen.add(state)
                yield line, {game.action_name(action): scores[action] for action in scores}


def random_line(game: ConnectFour, stones: int, rng: Random) -> tuple[str, State]:
    """So many columns at random as digits, and where they lead, nobody having won on the way."""
    line, state = "", game.initial
    while len(line) < stones:
        if game.is_terminal(state):
            line, state = "", game.initial
        action = rng.choice(game.actions(state))
        line += str(action[1] + 1)  # type: ignore[index]
        state = game.result(state, action)
    return line, state


def is_quiet(game: ConnectFour, state: State) -> bool:
    """Whether the game goes on, and neither player could finish a four with the next stone."""
    other = state._replace(to_move=next(one for one in game.players if one != state.to_move))
    return not game.is_terminal(state) and not any(
        game.winner(game.result(turn, action))
        for turn in (state, other)
        for action in game.actions(state)
    )


def written(positions: Iterable[KnownPosition]) -> str:
    """The positions as JSON, one a line."""
    return "[\n" + ",\n".join(map(json.dumps, positions)) + "\n]\n"


if __name__ == "__main__":
    main()
