"""Let a player wait and play at a server that `course serve` has opened, here or elsewhere.

course connect havannah --player "mcts 500" --port 4455
course connect connect-four --player solver --port 4456 --host 192.0.2.7 --games 10

A player that has a clock, such as havannah, uses the time for a move that the server tells.
"""

from __future__ import annotations

import argparse
import sys
from random import Random


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course connect`."""
    parser.add_argument("game", metavar="GAME", help="the port's game; the server says its size")
    parser.add_argument("--size", type=int, metavar="N", help="what is got ready; seldom needed")
    parser.add_argument("--player", default="mcts 500", help="who plays (default: mcts 500)")
    parser.add_argument("--port", type=int, required=True, help="the server's port for this game")
    parser.add_argument("--host", default="127.0.0.1", help="the server (default: this computer)")
    parser.add_argument("--games", type=int, default=1, help="how many games (default: 1)")
    parser.add_argument("--name", help="what the others see (default: the player's name)")
    parser.add_argument("--seed", type=int, help="the seed of its chance")


def run(arguments: argparse.Namespace) -> int:
    """0 after the games, 1 when one could not be played, 2 when what was asked makes no sense."""
    from course_lib.play.gtp import check_speakable
    from course_lib.play.gtp_client import check_dialling, connect_once
    from course_tools.arena.named import HUMAN, PlayerMaker
    from course_tools.arena.which_game import sized_game

    host, port, name = arguments.host, arguments.port, arguments.name or arguments.player
    make = PlayerMaker(arguments.player, Random(arguments.seed))
    try:
        check_dialling(port, arguments.games)
        game = check_speakable(sized_game(arguments.game, arguments.size))
        if arguments.player.strip().lower() == HUMAN:
            return _sorry("a person plays on the server's page; name a player", 2)
        make.ready(game)
        for number in range(1, arguments.games + 1):
            result = connect_once(make, host, port, game=game, name=name, news=_tell)
            print(f"{number}: {result}", flush=True)
    except ValueError as error:
        return _sorry(str(error), 2)
    except OSError as error:
        return _sorry(str(error), 1)
    finally:
        make.close()
    return 0


def _tell(words: str) -> None:
    """Say what is waited for, beside the output."""
    print(words, file=sys.stderr, flush=True)


def _sorry(words: str, code: int) -> int:
    """The exit code, after saying why."""
    print(f"course connect: {words}", file=sys.stderr)
    return code
