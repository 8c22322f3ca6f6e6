"""Speak the Go Text Protocol on standard input and output, for other people's interfaces.

course gtp havannah --player mcts
course gtp connect-four --player solver

In Havannah white moves first, and A1 is the lower left corner. Only answers go to standard output.
"""

from __future__ import annotations

import argparse
import sys
from random import Random


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course gtp`."""
    parser.add_argument("game", metavar="GAME", help="such as havannah or havannah:size=5")
    parser.add_argument(
        "--size", type=int, metavar="N", help="the game's size, as in havannah:size=N"
    )
    parser.add_argument("--player", default="mcts", help="who plays (default: mcts)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of its chance (default: 1)")


def run(arguments: argparse.Namespace) -> int:
    """0 when the other side has ended the conversation, 2 when it could not begin."""
    from course_lib.play.meet import GtpEngine
    from course_tools.arena.lines import converse, only_answers
    from course_tools.arena.named import PlayerMaker
    from course_tools.arena.sized_game import sized_game
    from course_tools.cli import version

    make = PlayerMaker(arguments.player, Random(arguments.seed))
    try:
        game = sized_game(arguments.game, arguments.size)
        make.ready(game)
        about = {"name": f"course {arguments.player}", "version": version()}
        talker = GtpEngine(game, make, about)
    except ValueError as error:
        print(f"course gtp: {error}", file=sys.stderr)
        return 2
    try:
        with only_answers() as send:
            converse(talker, sys.stdin, send)
    finally:
        make.close()
    return 0
