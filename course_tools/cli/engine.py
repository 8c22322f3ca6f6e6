"""Play for other people's programs, by GTP or Gomocup's protocol.

course engine gomoku                                Gomocup's protocol, with our Gomoku player
course engine connect-four --player solver          GTP, as in Havannah and all other games of rows
course engine havannah --size 5 --player "mcts 500"
course engine gomoku --protocol gtp --player "mcts 2000" --seed 7

It reads commands from standard input and writes only answers to standard output; anything that a
player prints goes to standard error. In Havannah white moves first, and A1 is the lower left
corner. Gomocup boards have 5 to 40 rows; SWAP2BOARD, YXBOARD and SUGGEST are not supported. A
manager such as piskvork wants one program called pbrain-...: put the first line above into a
script of that name.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from random import Random

AUDIENCE = "students"
PROTOCOLS = ("gomocup", "gtp")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course engine`."""
    parser.add_argument("game", metavar="GAME", help="such as gomoku or connect-four:rows=5")
    parser.add_argument("--size", type=int, metavar="N", help="its size, as in havannah:size=N")
    parser.add_argument(
        "--protocol", choices=PROTOCOLS, help="default: gomocup for gomoku, gtp for other games"
    )
    parser.add_argument("--player", metavar="PLAYER", help="who plays, as in course play --players")
    parser.add_argument("--seed", type=int, default=1, help="for all random choices (default: 1)")


def run(arguments: argparse.Namespace) -> int:
    """0 when the other side has ended the conversation."""
    from course_lib.commands import version
    from course_lib.play.gtp import GtpEngine
    from course_tools.arena.gomocup import GomocupBrain
    from course_tools.arena.named import PlayerMaker
    from course_tools.arena.which_game import sized_game
    from course_tools.cli._common import lines_in
    from course_tools.engines.gomoku import five_in_a_row

    game = sized_game(arguments.game, arguments.size)
    fives = five_in_a_row(game)
    if arguments.protocol == "gomocup" and not fives:
        raise ValueError(f"Gomocup's protocol is for five in a row; {game!r} can have gtp")
    name = arguments.player or ("gomoku" if fives else "mcts 1000")
    about = {"name": f"course {name}", "version": version(), "author": "the course authors"}
    make = PlayerMaker(name, Random(arguments.seed))
    try:
        make.named(game)
        gtp = arguments.protocol == "gtp" or not fives
        talker = GtpEngine(game, make, about) if gtp else GomocupBrain(make, about)
        # Standard output is for answers alone: one stray line of a player would end a protocol.
        output = sys.stdout
        with contextlib.redirect_stdout(sys.stderr):
            for line in lines_in(sys.stdin):
                for answer in talker.answer(line):
                    print(answer, file=output, flush=True)
                if talker.over:
                    break
    finally:
        make.close()
    return 0
