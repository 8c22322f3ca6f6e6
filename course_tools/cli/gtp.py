"""Speak the Go Text Protocol on standard input and output, for other people's interfaces.

course gtp havannah --player mcts
course gtp connect-four --player solver

In Havannah white moves first, and A1 is the lower left corner. Only answers go to standard output.
"""

from __future__ import annotations

import argparse

from course_tools.arena.which_game import sized_game
from course_tools.cli import plain_errors
from course_tools.cli.engine import speak


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course gtp`."""
    parser.add_argument("game", metavar="GAME", help="such as havannah or havannah:size=5")
    parser.add_argument(
        "--size", type=int, metavar="N", help="the game's size, as in havannah:size=N"
    )
    parser.add_argument("--player", default="mcts", help="who plays (default: mcts)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of its chance (default: 1)")


@plain_errors
def run(arguments: argparse.Namespace) -> int:
    """0 when the other side has ended the conversation, 2 when it could not begin."""
    game = sized_game(arguments.game, arguments.size)
    return speak("gtp", game, arguments.player, arguments.seed)
