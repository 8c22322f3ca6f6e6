"""Let a player wait and play at a server that `course serve` has opened, here or elsewhere.

course connect havannah --player "mcts 500" --port 4455
course connect connect-four --player solver --port 4456 --host 192.0.2.7 --games 10
"""

from __future__ import annotations

import argparse
import sys
from random import Random


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course connect`."""
    parser.add_argument("game", metavar="GAME", help="the port's game; the server says its size")
    parser.add_argument("--player", default="mcts 500", help="who plays (default: mcts 500)")
    parser.add_argument("--port", type=int, required=True, help="the server's port for this game")
    parser.add_argument("--host", default="127.0.0.1", help="the server (default: this computer)")
    parser.add_argument("--games", type=int, default=1, help="how many games (default: 1)")
    parser.add_argument("--name", help="what the others see (default: the player's name)")
    parser.add_argument("--seed", type=int, help="the seed of its chance")


def run(arguments: argparse.Namespace) -> int:
    """0 after the games, 1 when the server can't be reached, 2 when there is no such player."""
    from course_lib.meet import connect
    from course_lib.play.games_by_name import game_called
    from course_lib.serve.named import close_player, player_named

    rng, player = Random(arguments.seed), None
    try:
        game = game_called(arguments.game)
        player = player_named(arguments.player, game, rng)
        if player is None:
            return _sorry("a person plays on the server's page; name a player", 2)
        host, port, name = arguments.host, arguments.port, arguments.name or arguments.player
        for number in range(1, arguments.games + 1):
            [told] = connect(player, host, port, game=game, name=name, rng=rng)
            print(f"{number}: {told}", flush=True)
    except ValueError as error:
        return _sorry(str(error), 2)
    except OSError as error:
        return _sorry(str(error), 1)
    finally:
        close_player(player)
    return 0


def _sorry(words: str, code: int) -> int:
    """The exit code, after saying why."""
    print(f"course connect: {words}", file=sys.stderr)
    return code
