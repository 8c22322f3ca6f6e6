"""Play a game in the terminal, in the browser or at a server.

course play tic-tac-toe --against minimax
course play connect-four --against solver --second --analysis
course play gomoku --size 9 --against "mcts 2000" --to game.json
course play gomoku --against "engine: ./pbrain-mine" --seconds 5
course play connect-four --x "alphabeta 6" --o "mcts 1000"     two programs play each other
course play --load game.json --against random                  go on with a saved game
course play three-musketeers --browser                         a board to click, on this computer
course play tic-tac-toe --with tictactoe.py --browser          by the functions in your own file
course play havannah --at 192.0.2.7:4455 --player "mcts 500"   send a player to a server
course play --players                                          who there is to play against

Without --against, people at this keyboard play both sides. Type a move by its name, such as b2,
with or without capitals; help lists the commands. --to game.json saves a game that --load can read;
.html is a page to step through; .txt and .sgf (Havannah) work, too.

--with FILE.py plays by a file's own functions: initial_state, player, actions, result, winner,
terminal and utility. Your opponent is the file's own minimax, unless you name another (it is called
file). Every answer is compared with the rules of the game that you name, and a wrong one is
explained: the function, the board, and what would be right. The file runs in a process of its own,
so not even an endless loop does any harm.

--at connects to a port that `course serve` has opened, here or elsewhere; the server decides the
size of the board. A player with a clock, such as havannah, uses the server's time for a move.
"""

from __future__ import annotations

import argparse
import functools
import os
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from course_lib.game import Action, Game, Player, State
    from course_lib.play.players import PlayerFunction
    from course_lib.play.record import GameRecord
    from course_tools.arena.advice import Adviser
    from course_tools.arena.controller import ArenaController
    from course_tools.arena.file_game import PlayedFile
    from course_tools.arena.terminal import Paint

    Seats = Mapping[Player, PlayerFunction | None]

SHORTEST, LONGEST = 0.001, 86_400
"""Seconds for a move."""

AT_A_SERVER = ("player", "games", "name")
ONLY_WITH = {
    **dict.fromkeys(AT_A_SERVER, "at"),
    **dict.fromkeys(("first", "second"), "against file"),
    "no_open": "browser",
}
"""What some options go with."""

NOT_WITH = {
    "at": "against x o load to file browser no_open analysis first second seconds players",
    "against": "x o",
}
"""What does not go together."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course play`."""
    parser.add_argument("game", nargs="?", help="such as connect-four or gomoku:size=9")
    parser.add_argument("--size", type=int, metavar="N", help="its size, as in gomoku:size=N")
    parser.add_argument("--against", metavar="PLAYER", help="who plays against you")
    side = parser.add_mutually_exclusive_group()
    side.add_argument("--first", action="store_true", help="you begin (the default)")
    side.add_argument("--second", action="store_true", help="your opponent begins")
    parser.add_argument("--x", metavar="PLAYER", help="who plays for the first player")
    parser.add_argument("--o", metavar="PLAYER", help="who plays for the second player")
    parser.add_argument("--players", action="store_true", help="list the players")
    parser.add_argument(
        "--seconds",
        type=float,
        help="the longest that a player may think about a move (half a second more is forgiven); an"
        " outside program gets a minute more to start",
    )
    parser.add_argument("--seed", type=int, default=1, help="for all random choices (default: 1)")
    parser.add_argument("--analysis", action="store_true", help="say what your moves are worth")
    parser.add_argument("--to", metavar="FILE", type=Path, help="save the game when it ends")
    parser.add_argument("--load", metavar="FILE", type=Path, help="go on with a saved game")
    parser.add_argument(
        "--with", dest="file", metavar="FILE.py", type=Path, help="play by this file's functions"
    )
    parser.add_argument("--browser", action="store_true", help="show a board to click")
    parser.add_argument(
        "--no-open", action="store_true", help="with --browser: print the address, open nothing"
    )
    parser.add_argument("--at", metavar="HOST:PORT", help="send a player to this server")
    parser.add_argument("--player", help="with --at: who plays there (default: mcts 500)")
    parser.add_argument(
        "--games", type=int, metavar="N", help="with --at: how many games (default: 1)"
    )
    parser.add_argument("--name", help="with --at: what the others see (default: the player)")


def run(arguments: argparse.Namespace) -> int:
    """0 when the game has ended or was left."""
    from course_lib.play.match import record_so_far
    from course_lib.play.record import GameRecord
    from course_tools.arena.advice import Adviser
    from course_tools.arena.named import close_player, players_for
    from course_tools.arena.record_forms import form_of, in_form
    from course_tools.arena.which_game import sized_game
    from course_tools.cli._common import check_company, check_writable

    check_company(arguments, ONLY_WITH, NOT_WITH)
    if arguments.at is not None:
        return _at_server(arguments)
    loaded = None if arguments.load is None else GameRecord.load(arguments.load)
    game = _game(arguments, loaded)
    if arguments.players or game is None:
        print(f"Players{f' for {game!r}' if game else ''}:\n{players_for(game)}")
        if arguments.players:
            return 0
        game = sized_game("")  # an error that says which there are
    if arguments.to is not None:
        check_writable(arguments.to)
        # What can't be written so is told before anybody has played.
        start = game.initial if loaded is None else loaded.start
        nobody = dict.fromkeys(game.players, "")
        in_form(record_so_far(game, nobody, start, []), form_of(arguments.to))
    seats: Seats = {}
    with ExitStack() as stack:
        file = None if arguments.file is None else _file(arguments, game, stack)
        try:
            seats = _seats(arguments, game, file)
            match = None not in seats.values() and not arguments.browser
            if arguments.analysis and match:
                raise ValueError("--analysis is for people; where players meet, --browser shows it")
            if arguments.seconds is not None and not any(seats.values()):
                raise ValueError("--seconds is a player's time; --against names a player")
            advise = Adviser(game, Random(arguments.seed))
            game = game if file is None else file.game
            if match:
                _match(game, seats, loaded, arguments)
            else:
                _with_people(game, seats, loaded, arguments, advise)
        finally:
            for player in seats.values():
                close_player(player)
    return 0


# --- a game here ----------------------------------------------------------------------------------


def _with_people(
    game: Game,
    seats: Seats,
    loaded: GameRecord | None,
    arguments: argparse.Namespace,
    advise: Adviser,
) -> None:
    """Play at this terminal, with what comes over a pipe, or on a page; it is saved at the end."""
    import webbrowser

    from course_tools.arena.play_page import BoardServer
    from course_tools.arena.terminal import Terminal

    play = _controller(game, seats, loaded, _limit(arguments))
    try:
        if not arguments.browser:
            options = {"analysis": arguments.analysis, "file": arguments.to}
            Terminal(play, advise, read=_read, say=_say, paint=_paint(), **options).run()
            return
        with BoardServer(play, advise, analysis=arguments.analysis) as server:
            address = server.address
            _say(f"The board is at {address}\nOnly this computer can open it; Ctrl-C ends it.")
            if not arguments.no_open:
                webbrowser.open(address)
            server.serve_forever()
    finally:
        play.stop()
        _save(play.record, arguments.to)


def _match(
    game: Game, seats: Seats, loaded: GameRecord | None, arguments: argparse.Namespace
) -> None:
    """Let players play the game; each board is printed as it comes, and the game is saved."""
    from course_lib.game import CHANCE
    from course_lib.play import play_game
    from course_lib.play.match import record_so_far
    from course_lib.play.players import label_of
    from course_lib.play.progress import patience
    from course_tools.arena.terminal import drawn

    paint, start = _paint(), game.initial if loaded is None else loaded.final
    actions: list[Action] = []
    states = [start]

    def show(player: Player, action: Action, state: State) -> None:
        actions.append(action)
        states.append(state)
        name = game.action_name(action)
        move = (
            f"{name} comes up" if player == CHANCE else f"{paint.seat(game, player)} plays {name}"
        )
        _say(f"{move}\n{drawn(game, state, action, paint)}\n")

    _say(", ".join(f"{paint.seat(game, seat)}: {who!r}" for seat, who in seats.items()) + "\n")
    record = None

    def waiting() -> str:
        return f"{paint.seat(game, game.to_move(states[-1]))} has not moved yet"

    try:
        with patience(waiting):
            record = play_game(
                game,
                {seat: who for seat, who in seats.items() if who is not None},
                state=start,
                rng=Random(arguments.seed),
                seconds=_limit(arguments),  # a program's own clock comes first, and says more
                on_action=show,
            )
        _say(record.detail)
    finally:
        # Interrupted, it is saved as far as it went.
        if record is None:
            labels = {seat: label_of(who) for seat, who in seats.items() if who is not None}
            record = record_so_far(game, labels, start, actions)
        if loaded is not None:
            record = replace(record, start=loaded.start, actions=loaded.actions + record.actions)
        _save(record, arguments.to)


def _save(record: GameRecord, path: Path | None) -> None:
    """Write the game, if that was asked for."""
    from course_tools.arena.record_forms import save_record

    if path is not None:
        save_record(record, path)
        _say(f"Saved: {path}")


def _paint() -> Paint:
    """The terminal's colours, if it has any and nobody has asked for none (NO_COLOR)."""
    from course_tools.arena.terminal import Paint

    able = sys.platform != "win32" or bool({"WT_SESSION", "ANSICON"} & set(os.environ))
    refused = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return Paint(colours=able and not refused and sys.stdout.isatty())


def _read(prompt: str) -> str | None:
    """The next line, or `None` at the end; what comes over a pipe is shown, too."""
    if sys.stdin.isatty():
        try:
            return input(prompt)
        except EOFError:
            return None
    print(prompt, end="", flush=True)
    from course_tools.cli._common import lines_in

    line = next(lines_in(sys.stdin), None)
    if line is None:
        return None
    print(line.rstrip("\n"), flush=True)
    return line


def _say(text: str) -> None:
    """Print at once: over a pipe nothing may wait for more."""
    print(text, flush=True)


# --- a game at a server ---------------------------------------------------------------------------


def _at_server(arguments: argparse.Namespace) -> int:
    """0 after the games, which a player of ours has played at somebody's server."""
    from course_lib.play.gtp import check_dialling, check_speakable, connect_once
    from course_tools.arena.named import HUMAN, PlayerMaker
    from course_tools.arena.which_game import sized_game

    host, _, number = arguments.at.rpartition(":")
    if not (host and number.isdecimal()):
        raise ValueError(f"--at {arguments.at}: HOST:PORT, such as 127.0.0.1:4455, would be right")
    port, games = int(number), 1 if arguments.games is None else arguments.games
    check_dialling(port, games)
    game = check_speakable(sized_game(arguments.game or "", arguments.size))
    player = arguments.player or "mcts 500"
    if player.strip().lower() == HUMAN:
        raise ValueError("a person plays on the server's page; name a player")
    make, name = PlayerMaker(player, Random(arguments.seed)), arguments.name or player
    news = functools.partial(print, file=sys.stderr, flush=True)
    try:
        make(game, None)
        for done in range(games):
            result = connect_once(make, host, port, game=game, name=name, news=news)
            _say(f"{done + 1}: {result}")
    finally:
        make.close()
    return 0


# --- what is played, and by whom -----------------------------------------------------------------


def _game(arguments: argparse.Namespace, loaded: GameRecord | None) -> Game | None:
    """The game that was named, or the one in the file; both must be the same."""
    from course_tools.arena.which_game import sized_game

    if arguments.game is None and arguments.size is not None:
        raise ValueError(f"--size {arguments.size} goes with the name of a game, such as havannah")
    named = None if arguments.game is None else sized_game(arguments.game, arguments.size)
    if loaded is None:
        return named
    if named is not None and named != loaded.game:
        raise ValueError(f"the file holds a game of {loaded.game!r}, not of {named!r}")
    return loaded.game


def _file(arguments: argparse.Namespace, game: Game, stack: ExitStack) -> PlayedFile:
    """The file whose functions are to say the rules of this game."""
    from course_tools.arena.file_game import PlayedFile
    from course_tools.arena.record_forms import form_of
    from course_tools.cli._common import file_sandbox

    if arguments.load is not None or (arguments.to and form_of(arguments.to) != "text"):
        raise ValueError(
            "a game by a file's own functions can't be loaded, or saved but as text; --to"
            " game.txt would be right"
        )
    sandbox = stack.enter_context(file_sandbox(own=True))
    file = PlayedFile(arguments.file, game, sandbox.begin, stack)
    _say(f"{file.path.name} {sandbox.sentence.removesuffix('.')}{file.about}\n")
    return file


def _limit(arguments: argparse.Namespace) -> float | None:
    """The seconds after which a move has taken too long."""
    from course_lib.play.match import check_limit
    from course_tools.arena.programs import GRACE

    check_limit(arguments.seconds)
    if arguments.seconds is not None and not SHORTEST <= arguments.seconds <= LONGEST:
        raise ValueError(
            f"--seconds {arguments.seconds:g}: a move has from {SHORTEST} to {LONGEST:,} seconds"
        )
    return None if arguments.seconds is None else float(arguments.seconds) + GRACE


def _seats(arguments: argparse.Namespace, game: Game, file: PlayedFile | None) -> Seats:
    """Who plays for whom, by what was asked."""
    from course_tools.arena.named import HUMAN, player_named

    against = arguments.against
    if file is not None and file.has_player and not (against or arguments.x or arguments.o):
        against = file.NAME
    names = dict.fromkeys(game.players, HUMAN)
    if against:
        yours = game.players[1 if arguments.second else 0]
        names = {seat: HUMAN if seat == yours else against for seat in names}
    for seat, name in zip(game.players, (arguments.x, arguments.o), strict=False):
        if name:
            names[seat] = name
    chance = Random(arguments.seed)
    made: dict[Player, PlayerFunction | None] = {}
    for seat, name in names.items():
        rng = Random(chance.getrandbits(64))
        if file is not None:
            made[seat] = file.player(name, rng, arguments.seconds)
        else:
            made[seat] = player_named(name, game, rng, seconds=arguments.seconds)
    return made


def _controller(
    game: Game, seats: Seats, loaded: GameRecord | None, seconds: float | None
) -> ArenaController:
    """The game at the board, where the loaded one stood."""
    from course_tools.arena.controller import ArenaController
    from course_tools.arena.file_game import FilePlayer
    from course_tools.arena.programs import EnginePlayer

    # A program has a clock of its own, which leaves it time to start.
    if any(isinstance(player, EnginePlayer | FilePlayer) for player in seats.values()):
        seconds = None
    start = None if loaded is None else loaded.start
    # Loaded moves are played by nobody in particular, so that they can be taken back, too.
    play = ArenaController(game, dict.fromkeys(game.players), state=start, seconds=seconds)
    play.replay(() if loaded is None else loaded.actions, seats)
    return play
