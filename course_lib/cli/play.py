"""Play a game in the terminal or in the browser, against a player or between two of them.

course play tic-tac-toe --against minimax
course play connect-four --against solver --second --analysis
course play gomoku:size=9 --against "mcts 2000" --save game.json
course play gomoku --against "engine: ./pbrain-mine" --seconds 5
course play connect-four --x "alphabeta 6" --o "mcts 1000"     two players meet
course play --load game.json --against random                  go on with a game
course play three-musketeers --browser                         a board to click, on this computer
course play --players                                          who there is to play against

Without --against, people at this keyboard play for everybody. A move is written by its name, with
or without capitals; help lists the commands. A game saved as .json can be loaded again.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from course_lib.game import Action, Game, Player, State
    from course_lib.play.players import PlayerFunction
    from course_lib.play.record import GameRecord
    from course_lib.serve.board_text import Paint
    from course_lib.views.playing import PlayController

    Seats = Mapping[Player, PlayerFunction | None]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course play`."""
    parser.add_argument("game", nargs="?", help="such as connect-four or gomoku:size=9")
    parser.add_argument("--against", metavar="PLAYER", help="who plays against you")
    side = parser.add_mutually_exclusive_group()
    side.add_argument("--first", action="store_true", help="you begin (the default)")
    side.add_argument("--second", action="store_true", help="the other one begins")
    parser.add_argument("--x", metavar="PLAYER", help="who plays for the first player")
    parser.add_argument("--o", metavar="PLAYER", help="who plays for the second player")
    parser.add_argument("--players", action="store_true", help="list the players, and end")
    parser.add_argument("--seconds", type=float, help="the longest that a player may think")
    parser.add_argument("--seed", type=int, default=1, help="the seed of all chance (default: 1)")
    parser.add_argument("--analysis", action="store_true", help="say what your moves are worth")
    parser.add_argument("--save", metavar="FILE", type=Path, help="write the game when it ends")
    parser.add_argument("--load", metavar="FILE", type=Path, help="go on with a game from a file")
    parser.add_argument("--browser", action="store_true", help="show a board to click")
    parser.add_argument("--no-open", action="store_true", help="with --browser: only its address")


def run(arguments: argparse.Namespace) -> int:
    """0 when the game has ended or was left, 2 when it could not begin."""
    from course_lib.serve.named import close_player, players_for

    seats: Seats = {}
    try:
        loaded = _loaded(arguments.load)
        game = _game(arguments.game, loaded)
        if arguments.players or game is None:
            print(f"Players{f' for {game!r}' if game else ''}:\n{players_for(game)}")
            return 0 if arguments.players else _sorry(f"which game? There are {_games()}")
        _check_writable(arguments.save)
        seats = _seats(arguments, game)
        return _played(arguments, game, seats, loaded)
    except BrokenPipeError:
        # Nobody reads any more, as after `course play ... | head`; Python must not try again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValueError, OSError) as error:
        return _sorry(error)
    finally:
        for player in seats.values():
            close_player(player)


def _played(
    arguments: argparse.Namespace, game: Game, seats: Seats, loaded: GameRecord | None
) -> int:
    """The exit code after the game, which is saved however it ends."""
    from course_lib.serve.board_text import Paint

    paint = Paint(colours=_colours())
    if None not in seats.values() and not arguments.browser:
        _match(game, seats, loaded, arguments, paint)
        return 0
    play = _controller(game, seats, loaded, arguments.seconds)
    try:
        if arguments.browser:
            _in_browser(play, open_it=not arguments.no_open)
        else:
            _in_terminal(play, arguments, paint)
    except KeyboardInterrupt:
        print("\nStopped.")
        return 130
    finally:
        play.stop()
        _save(play.record, arguments.save)
    return 0


def _in_terminal(play: PlayController, arguments: argparse.Namespace, paint: Paint) -> None:
    """Play at this terminal, or with what comes over a pipe."""
    from course_lib.serve.terminal import Terminal
    from course_lib.serve.values import Appraiser

    Terminal(
        play,
        Appraiser(play.game, Random(arguments.seed)),
        read=_read,
        say=_say,
        paint=paint,
        analysis=arguments.analysis,
        file=arguments.save,
    ).run()


def _in_browser(play: PlayController, *, open_it: bool) -> None:
    """Show the board on a page of this computer until Ctrl-C."""
    import webbrowser

    from course_lib.serve.page import BoardServer

    with BoardServer(play) as server:
        _say(f"The board is at {server.address}\nOnly this computer can open it; Ctrl-C ends it.")
        if open_it:
            webbrowser.open(server.address)
        server.serve_forever()


def _match(
    game: Game,
    seats: Seats,
    loaded: GameRecord | None,
    arguments: argparse.Namespace,
    paint: Paint,
) -> None:
    """Let players play the game; each board is printed as it comes, and the game is saved."""
    from course_lib.play import play_game
    from course_lib.serve.board_text import drawn
    from course_lib.serve.engine_player import GRACE
    from course_lib.views.playing.history import History

    start = game.initial if loaded is None else loaded.final
    history = History(game, start)

    def show(player: Player, action: Action, state: State) -> None:
        history.play(action)
        move = f"{paint.seat(game, player)} plays {game.action_name(action)}"
        _say(f"{move}\n{drawn(game, state, action, paint)}\n")

    _say(", ".join(f"{paint.seat(game, seat)}: {who!r}" for seat, who in seats.items()) + "\n")
    record = None
    try:
        record = play_game(
            game,
            {seat: who for seat, who in seats.items() if who is not None},
            state=start,
            rng=Random(arguments.seed),
            # A program has a clock of its own, which comes first and says more.
            seconds=None if arguments.seconds is None else arguments.seconds + 2 * GRACE,
            on_action=show,
        )
        _say(record.detail)
    finally:
        # Interrupted, it is saved as far as it went.
        played = history.record(seats) if record is None else record
        if loaded is not None:
            played = replace(played, start=loaded.start, actions=loaded.actions + played.actions)
        _save(played, arguments.save)


def _controller(
    game: Game, seats: Seats, loaded: GameRecord | None, seconds: float | None
) -> PlayController:
    """The game at the board, where the loaded one stood."""
    from course_lib.serve.engine_player import EnginePlayer
    from course_lib.views.playing import PlayController

    # A program has a clock of its own, which leaves it time to start.
    if any(isinstance(player, EnginePlayer) for player in seats.values()):
        seconds = None
    if loaded is None:
        return PlayController(game, seats, seconds=seconds)
    # Its moves are played by nobody in particular, so that they can be taken back, too.
    nobody = dict.fromkeys(game.players)
    play = PlayController(game, nobody, state=loaded.start, seconds=seconds)
    for action in loaded.actions:
        play.on_action(action)
    play.seats = dict(seats)
    play.go()
    return play


def _seats(arguments: argparse.Namespace, game: Game) -> Seats:
    """Who plays for whom, by what was asked."""
    from course_lib.serve.named import HUMAN, player_named

    if arguments.against and (arguments.x or arguments.o):
        raise ValueError("give either --against, or --x and --o, but not both")
    names = dict.fromkeys(game.players, HUMAN)
    if arguments.against:
        yours = game.players[1 if arguments.second else 0]
        names = {seat: HUMAN if seat == yours else arguments.against for seat in names}
    for seat, name in zip(game.players, (arguments.x, arguments.o), strict=False):
        if name:
            names[seat] = name
    chance = Random(arguments.seed)
    return {
        seat: player_named(name, game, Random(chance.getrandbits(64)), seconds=arguments.seconds)
        for seat, name in names.items()
    }


def _game(text: str | None, loaded: GameRecord | None) -> Game | None:
    """The game that was named, or the one in the file; both must be the same."""
    from course_lib.play.games_by_name import game_called

    named = None if text is None else game_called(text)
    if loaded is None:
        return named
    if named is not None and named != loaded.game:
        raise ValueError(f"the file holds a game of {loaded.game!r}, not of {named!r}")
    return loaded.game


def _loaded(path: Path | None) -> GameRecord | None:
    """The game in this file, if one was named."""
    from course_lib.play.record import GameRecord

    return None if path is None else GameRecord.load(path)


def _games() -> str:
    """The names of all games, as the error for a wrong one lists them."""
    from course_lib.play.games_by_name import game_called

    try:
        game_called("")
    except ValueError as error:
        return str(error).partition("there are: ")[2]
    return ""


def _check_writable(path: Path | None) -> None:
    """Refuse a file that can't be written before anybody has played."""
    if path is not None and not path.absolute().parent.is_dir():
        raise ValueError(f"--save {path}: there is no folder {path.absolute().parent}")


def _save(record: GameRecord, path: Path | None) -> None:
    """Write the game, if that was asked for."""
    from course_lib.serve.terminal import save_record

    if path is not None:
        save_record(record, path)
        _say(f"Saved: {path}")


def _colours() -> bool:
    """Whether the terminal shows colours and nobody has asked for none (NO_COLOR)."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    able = sys.platform != "win32" or bool({"WT_SESSION", "ANSICON"} & set(os.environ))
    return able and sys.stdout.isatty()


def _read(prompt: str) -> str | None:
    """The next line, or `None` at the end; what comes over a pipe is shown, too."""
    if sys.stdin.isatty():
        try:
            return input(prompt)
        except EOFError:
            return None
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        return None
    print(line.rstrip("\n"), flush=True)
    return line


def _say(text: str) -> None:
    """Print at once: over a pipe nothing may wait for more."""
    print(text, flush=True)


def _sorry(error: object) -> int:
    """2, after saying what was wrong."""
    print(f"course play: {error}", file=sys.stderr)
    return 2
