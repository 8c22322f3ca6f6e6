"""Our strong Havannah player against the thesis's: `python -m benchmarks.match_havannah`.

Every finished game is a line in a file; the same command picks up where the last one stopped. Each
match is with one opponent on one size, our player moving first in every other game. It ends when it
is clear on which side of 97 % the score is: Wald's sequential test of 99 % against 95 %, wrong at
most once in twenty either way. The two are in balance at 97.5 %: below that, a game adds more to
the case for 95 % than to that for 99 %, so "yes" says that more than 97 % is the better
explanation. It takes 72 games won in a row, and 39 more for each one lost.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from typing import Any

from benchmarks.sequential import Match, Series, Timed, Wald
from course_lib.games import Havannah
from course_lib.play import play_game
from course_lib.play.havannah_example import example_player
from course_lib.play.players import PlayerFunction
from course_tools.engines.havannah import havannah_player
from course_tools.engines.havannah_thesis import defence_player, straight_player

TEST = Wald(good=0.99, bad=0.95, wrong=0.05)

SIZES = (5, 8, 10)

SIMULATIONS = 5_000
"""For each of our moves."""


def opponents() -> dict[str, Callable[[Random], PlayerFunction]]:
    """Whom we play against: what makes a player from a source of chance."""
    return {"straight": straight_player, "defence": defence_player, "example": example_player}


def one_game(match: Match, number: int) -> dict[str, Any]:
    """What came of one game: our points, the moves, and the CPU seconds that our moves took."""
    game, seat = Havannah(match["size"]), number % 2
    ours = Timed(havannah_player(simulations=SIMULATIONS, rng=Random(f"ours {number}")))
    theirs = opponents()[match["opponent"]](Random(f"{match} {number // 2}"))
    players: list[PlayerFunction] = [ours, theirs] if seat == 0 else [theirs, ours]
    record = play_game(game, players)
    points = 0.5 if record.winner is None else float(record.winner == game.players[seat])
    return {
        "simulations": SIMULATIONS,
        "points": points,
        "reason": record.reason,
        "seconds": round(ours.seconds, 3),
        "moves": " ".join(map(game.action_name, record.actions)),
    }


MATCHES = [{"opponent": name, "size": size} for size in SIZES for name in opponents()]

SERIES = Series(TEST, "at least 97 %", MATCHES, one_game)


if __name__ == "__main__":
    sys.exit(SERIES.run("python -m benchmarks.match_havannah", __doc__))
