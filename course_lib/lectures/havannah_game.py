"""A whole game of Havannah between two players of size 10, as its 85 moves and as a record."""

from __future__ import annotations

from dataclasses import replace

from course_lib.game import Action, Game, State
from course_lib.games import Havannah
from course_lib.play import GameRecord, play_game

MOVES = """
    J19 H16 K19 I16 I18 G16 I17 J17 J18 H15 G15 H14 K18 F15 K17 H17 K16 I15 K15 E14 K14 G14
    F14 F13 E13 E12 G13 D13 D12 I14 K13 J15 J16 I13 H13 F12 K12 J13 J14 J12 I12 E11 K11 C12
    K10 D11 C11 C10 D10 G12 H12 J11 F11 J10 K9 I9 I10 J9 K8 I11 K7 H11 G11 H10 H9 G10 K6 H8 I8
    G8 G9 E10 F10 E9 F9 D9 C9 D8 K5 B9 K4 J8 K3 K2 L3
"""
"""X moves first; with L3 it joins three sides of the board, at L3, K19 and I18: a fork."""


def havannah_game() -> GameRecord:
    """The game, played again by two players who know their moves beforehand."""
    game = Havannah(10)
    moves = iter(MOVES.split())

    def from_the_book(game: Game, _state: State) -> Action:
        """The next move of the game as it was played."""
        return game.action_named(next(moves))

    record = play_game(game, {"X": from_the_book, "O": from_the_book})
    return replace(record, players={"X": "straight, with defence", "O": "example"})
