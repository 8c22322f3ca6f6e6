"""The top of lesson 08's ladder: Connect Four's perfect player, who waits for the first mistake.

A solver has worked out its replies; `python -m benchmarks.perfect_connect_four` writes them again.
"""

from __future__ import annotations

import json
from pathlib import Path

from course_lib.games import ConnectFour
from course_lib.play.players import PlayerFunction

PERFECT = Path(__file__).with_suffix(".json")

MOST = 4
"""So many moves of a player are judged in each game: with more, the file would be large."""


def moves_before_mistakes(player: PlayerFunction) -> list[int]:
    """For each game against the perfect player: how many moves come before the first mistake.

    A mistake is a move that throws a win or a draw away. The games begin at 42 of the
    `known_positions()` with the player to move, and end with a mistake, after `MOST` moves, or with
    a win.

    >>> sum(moves_before_mistakes(lambda game, state: game.actions(state)[0]))
    14
    """
    game, found = ConnectFour(), []
    for line, replies in json.loads(PERFECT.read_text(encoding="utf-8")).items():
        state, played, right = game.play(line), "", 0
        while right < MOST:
            action = player(game, state)
            played += str(action[1] + 1)  # type: ignore[index]
            if played not in replies:
                break
            right += 1
            if not replies[played]:
                right = MOST
                break
            played += replies[played]
            state = game.play(line + played)
        found.append(right)
    return found
