"""Play for other people's programs: speak Gomocup's protocol or GTP on standard input and output.

course engine gomoku                                Gomocup's protocol, with our Gomoku player
course engine connect-four --player solver          GTP, as for Havannah and all other games of rows
course engine tic-tac-toe --player minimax --seed 7
course engine gomoku --protocol gtp --player "mcts 2000"

Of Gomocup's protocol SWAP2BOARD, YXBOARD and SUGGEST are not spoken; boards have 5 to 40 rows.
A manager such as piskvork wants one program called pbrain-...: a script with the first line above
is one. Only answers go to standard output; what a player prints goes to standard error.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from typing import TYPE_CHECKING

from course_tools.cli import plain_errors, version

if TYPE_CHECKING:
    from course_lib.game import Game

PROTOCOLS = ("gomocup", "gtp")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course engine`."""
    parser.add_argument("game", metavar="GAME", help="such as gomoku or connect-four:rows=5")
    parser.add_argument(
        "--protocol", choices=PROTOCOLS, help="default: gomocup for gomoku, gtp for other games"
    )
    parser.add_argument("--player", metavar="PLAYER", help="who plays, as in course play --players")
    parser.add_argument("--seed", type=int, default=1, help="the seed of its chance (default: 1)")


@plain_errors
def run(arguments: argparse.Namespace) -> int:
    """0 when the other side has ended the conversation, 2 when it could not begin."""
    from course_lib.play.games_by_name import game_called
    from course_tools.arena.which_game import five_in_a_row

    game = game_called(arguments.game)
    fives = five_in_a_row(game)
    protocol = _protocol(arguments.protocol, game, fives=fives)
    name = arguments.player or ("gomoku" if fives else "mcts 1000")
    return speak(protocol, game, name, arguments.seed)


def speak(protocol: str, game: Game, player: str, seed: int) -> int:
    """0 after a conversation in this protocol, in which the player with this name is asked."""
    from course_lib.play.gtp import GtpEngine
    from course_tools.arena.gomocup import GomocupBrain
    from course_tools.arena.named import PlayerMaker
    from course_tools.arena.programs import Talker, converse, only_answers

    make = PlayerMaker(player, Random(seed))
    try:
        make.ready(game)
        about = {"name": f"course {player}", "version": version(), "author": "the course authors"}
        talker: Talker = (
            GtpEngine(game, make, about) if protocol == "gtp" else GomocupBrain(make, about)
        )
        with only_answers() as send:
            converse(talker, sys.stdin, send)
    finally:
        make.close()
    return 0


def _protocol(wanted: str | None, game: Game, *, fives: bool) -> str:
    """The protocol to speak; Gomocup's has words for five in a row only."""
    if wanted == "gomocup" and not fives:
        raise ValueError(f"Gomocup's protocol is for five in a row; {game!r} can have gtp")
    return wanted or ("gomocup" if fives else "gtp")
