"""A whole game of Havannah that others have played: the printed one of T. Rogers, 2004."""

from __future__ import annotations

from collections.abc import Callable

from course_lib.games.havannah import Havannah
from course_lib.lessons.lesson_06.havannah_pictures import cells_named
from course_lib.plain import tagged
from course_lib.play.record import GameRecord

MOVES = """
    J19 H16 K19 I16 I18 G16 I17 J17 J18 H15 G15 H14 K18 F15 K17 H17 K16 I15 K15 E14 K14 G14
    F14 F13 E13 E12 G13 D13 D12 I14 K13 J15 J16 I13 H13 F12 K12 J13 J14 J12 I12 E11 K11 C12
    K10 D11 C11 C10 D10 G12 H12 J11 F11 J10 K9 I9 I10 J9 K8 I11 K7 H11 G11 H10 H9 G10 K6 H8 I8
    G8 G9 E10 F10 E9 F9 D9 C9 D8 K5 B9 K4 J8 K3 K2 L3
"""
"""X, white in print, moves first; with L3 it joins three sides, at L3, K19 and I18: a fork."""


def printed_game() -> GameRecord:
    """The 85 moves of the thesis's Appendix B, straight with defence against the example player.

    >>> printed_game()
    <GameRecord of Havannah(), 85 actions: X won: fork>
    >>> print(printed_game().text().splitlines()[2])
    1 : Put J19, 2 : Put H16
    """
    game = Havannah(10)
    data = {
        "players": {"X": "straight, with defence", "O": "example"},
        "start": None,
        "actions": [tagged(game.action_named(name)) for name in MOVES.split()],
        "reason": "win",
        "detail": "X won: fork",
        "culprit": None,
        "winner": "X",
    }
    return GameRecord.from_data(game, data)


def missing_after(stones_missing: Callable[..., int | None], move: int) -> int | None:
    """How many stones X lacks between L3 and K19 after so many moves of this game."""
    names = MOVES.split()[:move]
    own, other = (cells_named(" ".join(names[seat::2]), 10) for seat in (0, 1))
    [start], [goal] = cells_named("L3", 10), cells_named("K19", 10)
    return stones_missing(start, goal, own, other, 10)
