"""Makes the perfect player's replies that lesson 08 measures players by.

`python -m benchmarks.perfect_connect_four` writes `perfect_player.json` of that lesson again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from course_lib.game import State
from course_lib.games import ConnectFour
from course_lib.lessons.known_positions import known_positions
from course_lib.lessons.lesson_08.perfect_player import MOST, PERFECT
from course_lib.play.progress import with_progress
from course_tools.arena.engines.connect_four import Solver

STONES = (8, 10, 12)
"""The games begin at all known positions with so many stones."""


def starts() -> list[str]:
    """How the positions came about where the games begin."""
    return [line for line, _ in known_positions() if len(line) in STONES]


def replies(solver: Solver, state: State, most: int = MOST) -> Iterator[tuple[str, str]]:
    """All that a player can play here without a mistake, as digits, and the perfect reply.

    The reply holds out longest or wins soonest; of equal ones it is the nearest to the middle.
    There is none if the player has won.
    """
    if most == 0:
        return
    game = ConnectFour()
    scores = solver.scores(state)
    best = max(map(sign, scores.values()))
    for action in (each for each in scores if sign(scores[each]) == best):
        after, column = game.result(state, action), digit(action)
        answers = solver.scores(after)
        if not answers:
            yield column, ""
            continue
        reply = max(answers, key=lambda each: (answers[each], -abs(each[1] - 3)))
        yield column, digit(reply)
        for line, last in replies(solver, game.result(after, reply), most - 1):
            yield column + digit(reply) + line, last


def sign(score: int) -> int:
    """1, 0 or -1: a win, a draw or a loss."""
    return (score > 0) - (score < 0)


def digit(action: tuple[int, int]) -> str:
    """The column of this action, counted from 1."""
    return str(action[1] + 1)


def main() -> None:
    """Write the file."""
    game, lines = ConnectFour(), starts()
    solver = Solver(game)
    found = [
        f"{json.dumps(line)}: {json.dumps(dict(replies(solver, game.play(line))))}"
        for line in with_progress(lines, len(lines), "positions")
    ]
    text = "{\n" + ",\n".join(found) + "\n}\n"
    PERFECT.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
