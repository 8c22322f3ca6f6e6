"""Play a game in the terminal, in the browser or at a server.

course play tic-tac-toe --against minimax
course play connect-four --against solver --second --analysis
course play gomoku --size 9 --against "mcts 2000" --to game.json
course play gomoku --against "engine: ./pbrain-mine" --seconds 5
course play connect-four --x "alphabeta 6" --o "mcts 1000"     two players meet
course play --load game.json --against random                  go on with a game
course play three-musketeers --browser                         a board to click, on this computer
course play tic-tac-toe --with tictactoe.py --browser          by the functions in your own file
course play havannah --at 192.0.2.7:4455 --player "mcts 500"   let a player play at a server
course play --players                                          who there is to play against

Without --against, people at this keyboard play for everybody. A move is written by its name, with
or without capitals; help lists the commands. A game saved as .json can be loaded again.

--with FILE.py plays by the functions of a file: initial_state, player, actions, result, winner,
terminal and utility. The player called file is the file's own minimax; it is against you where you
name nobody else. Each answer is compared with the rules of the game that you name, and a wrong one
is explained, with the function, the board and what would be right. The file runs in processes of
its own, so not even an endless loop does any harm.

--at waits at a port that `course serve` has opened, here or elsewhere; the server says the size of
the board. A player that has a clock, such as havannah, uses the server's time for a move.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from course_lib.game import Action, Game, Player, State
    from course_lib.play.players import PlayerFunction
    from course_lib.play.record import GameRecord
    from course_lib.views.playing import PlayController
    from course_tools.arena.advice import Adviser
    from course_tools.arena.file_game import PlayedFile
    from course_tools.arena.terminal import Paint

    Seats = Mapping[Player, PlayerFunction | None]

AT_A_SERVER = ("player", "games", "name")
ONLY_HERE = ("against", "x", "o", "load", "to", "file", "browser", "analysis", "second")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course play`."""
    parser.add_argument("game", nargs="?", help="such as connect-four or gomoku:size=9")
    parser.add_argument("--size", type=int, metavar="N", help="its size, as in gomoku:size=N")
    parser.add_argument("--against", metavar="PLAYER", help="who plays against you")
    side = parser.add_mutually_exclusive_group()
    side.add_argument("--first", action="store_true", help="you begin (the default)")
    side.add_argument("--second", action="store_true", help="the other one begins")
    parser.add_argument("--x", metavar="PLAYER", help="who plays for the first player")
    parser.add_argument("--o", metavar="PLAYER", help="who plays for the second player")
    parser.add_argument("--players", action="store_true", help="list the players, and end")
    parser.add_argument(
        "--seconds",
        type=float,
        help="the longest that a player may think; an outside program has a minute to start",
    )
    parser.add_argument("--seed", type=int, default=1, help="the seed of all chance (default: 1)")
    parser.add_argument("--analysis", action="store_true", help="say what your moves are worth")
    parser.add_argument("--to", metavar="FILE", type=Path, help="write the game when it ends")
    parser.add_argument("--load", metavar="FILE", type=Path, help="go on with a game from a file")
    parser.add_argument(
        "--with", dest="file", metavar="FILE.py", type=Path, help="play by this file's functions"
    )
    parser.add_argument("--browser", action="store_true", help="show a board to click")
    parser.add_argument("--no-open", action="store_true", help="with --browser: only its address")
    parser.add_argument("--at", metavar="HOST:PORT", help="let a player play at this server")
    parser.add_argument("--player", help="with --at: who plays there (default: mcts 500)")
    parser.add_argument("--games", type=int, metavar="N", help="with --at: how many (default: 1)")
    parser.add_argument("--name", help="with --at: what the others see (default: the player)")


def run(arguments: argparse.Namespace) -> int:
    """0 when the game has ended or was left."""
    from course_tools.arena.named import close_player, players_for
    from course_tools.cli._common import check_writable

    given = [name for name in (*AT_A_SERVER, *ONLY_HERE) if getattr(arguments, name)]
    wrong = [name for name in given if (name in AT_A_SERVER) != (arguments.at is not None)]
    if wrong:
        option = "with" if wrong[0] == "file" else wrong[0]
        raise ValueError(f"--{option} {'does not go' if arguments.at else 'goes only'} with --at")
    if arguments.at is not None:
        return _at_server(arguments)
    seats: Seats = {}
    with ExitStack() as stack:
        loaded = _loaded(arguments.load)
        game = _game(arguments, loaded)
        if arguments.players or (game is None and arguments.file is None):
            print(f"Players{f' for {game!r}' if game else ''}:\n{players_for(game)}")
            if arguments.players:
                return 0
            raise ValueError(f"which game? There are {_game_names()}")
        check_writable(arguments.to)
        setup = _what_is_played(arguments, game, stack)
        try:
            seats = _seats(arguments, setup)
            if None not in seats.values() and not arguments.browser:
                _match(setup, seats, loaded, arguments)
            else:
                _with_people(setup, seats, loaded, arguments)
        finally:
            for player in seats.values():
                close_player(player)
    return 0


# --- a game here ----------------------------------------------------------------------------------


def _with_people(
    setup: Setup, seats: Seats, loaded: GameRecord | None, arguments: argparse.Namespace
) -> None:
    """Play at this terminal, with what comes over a pipe, or on a page; it is saved at the end."""
    from course_tools.arena.terminal import Terminal

    play = _controller(setup, seats, loaded, arguments.seconds)
    try:
        if arguments.browser:
            _in_browser(play, setup.advise, open_it=not arguments.no_open)
            return
        Terminal(
            play,
            setup.advise,
            read=_read,
            say=_say,
            paint=setup.paint,
            draw=setup.drawn,
            analysis=arguments.analysis,
            file=arguments.to,
        ).run()
    finally:
        play.stop()
        _save(play.record, arguments.to)


def _in_browser(play: PlayController, advise: Adviser | None, *, open_it: bool) -> None:
    """Show the board on a page of this computer until Ctrl-C."""
    import webbrowser

    from course_tools.arena.play_page import BoardServer

    with BoardServer(play, advise) as server:
        _say(f"The board is at {server.address}\nOnly this computer can open it; Ctrl-C ends it.")
        if open_it:
            webbrowser.open(server.address)
        server.serve_forever()


def _match(
    setup: Setup, seats: Seats, loaded: GameRecord | None, arguments: argparse.Namespace
) -> None:
    """Let players play the game; each board is printed as it comes, and the game is saved."""
    from course_lib.play import play_game
    from course_lib.views.playing.history import History
    from course_tools.arena.programs import GRACE

    game, paint = setup.game, setup.paint
    start = game.initial if loaded is None else loaded.final
    history = History(game, start)

    def show(player: Player, action: Action, state: State) -> None:
        history.play(action)
        move = f"{paint.seat(game, player)} plays {game.action_name(action)}"
        _say(f"{move}\n{setup.drawn(state, action)}\n")

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
        _save(played, arguments.to)


def _save(record: GameRecord, path: Path | None) -> None:
    """Write the game, if that was asked for."""
    from course_tools.arena.terminal import save_record

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
    make = PlayerMaker(player, Random(arguments.seed))
    try:
        make.ready(game)
        for done in range(games):
            name = arguments.name or player
            result = connect_once(make, host, port, game=game, name=name, news=_beside)
            print(f"{done + 1}: {result}", flush=True)
    finally:
        make.close()
    return 0


def _beside(words: str) -> None:
    """Say what is waited for, beside the output."""
    print(words, file=sys.stderr, flush=True)


# --- what is played, and by whom -----------------------------------------------------------------


class Setup(NamedTuple):
    """What is played: the game, what knows its moves' worth, and a file that says the rules."""

    game: Game
    advise: Adviser | None
    file: PlayedFile | None = None

    @property
    def paint(self) -> Paint:
        """The colours of this terminal."""
        from course_tools.arena.terminal import Paint

        return Paint(colours=_colours())

    def drawn(self, state: State, last: Action | None) -> str:
        """The board as a text for this terminal."""
        from course_tools.arena.terminal import drawn

        game, state = (self.game, state) if self.file is None else self.file.shown_as(state)
        return drawn(game, state, last, self.paint)


def _what_is_played(arguments: argparse.Namespace, game: Game | None, stack: ExitStack) -> Setup:
    """The game that was named, or the one that the functions of a file describe."""
    from course_tools.arena.advice import Adviser, Appraiser

    chance = Random(arguments.seed)
    if arguments.file is None:
        if game is None:
            raise ValueError("no game was named")
        return Setup(game, Adviser(game, Appraiser(game, chance)))
    if arguments.load is not None or str(arguments.to).endswith(".json"):
        raise ValueError(
            "a game by a file's own functions can't be loaded, or saved as .json; --to"
            " game.txt would be right"
        )
    from course_tools.arena.file_game import PlayedFile
    from course_tools.cli._common import file_sandbox

    sandbox = stack.enter_context(file_sandbox(unsafe=True))
    file = PlayedFile(arguments.file, game, sandbox.begin, stack)
    print(f"{file.path.name} {sandbox.sentence.removesuffix('.')}{file.about}\n", flush=True)
    appraise = file.appraiser(chance)
    return Setup(file.game, None if appraise is None else Adviser(file.game, appraise), file)


def _controller(
    setup: Setup, seats: Seats, loaded: GameRecord | None, seconds: float | None
) -> PlayController:
    """The game at the board, where the loaded one stood."""
    from course_lib.views.playing import PlayController
    from course_tools.arena.file_game import FilePlayer
    from course_tools.arena.programs import EnginePlayer

    # A program has a clock of its own, which leaves it time to start.
    if any(isinstance(player, EnginePlayer | FilePlayer) for player in seats.values()):
        seconds = None
    game, values = setup.game, None if setup.advise is None else setup.advise.values
    if loaded is None:
        return PlayController(game, seats, seconds=seconds, values=values)
    # Its moves are played by nobody in particular, so that they can be taken back, too.
    nobody = dict.fromkeys(game.players)
    play = PlayController(game, nobody, state=loaded.start, seconds=seconds, values=values)
    for action in loaded.actions:
        play.on_action(action)
    play.seats = dict(seats)
    play.go()
    return play


def _seats(arguments: argparse.Namespace, setup: Setup) -> Seats:
    """Who plays for whom, by what was asked."""
    from course_tools.arena.named import HUMAN, player_named

    game, file, against = setup.game, setup.file, arguments.against
    if against and (arguments.x or arguments.o):
        raise ValueError("give either --against, or --x and --o, but not both")
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


def _game_names() -> str:
    """The names of all games, as the error for a wrong one lists them."""
    from course_lib.play.games_by_name import game_called

    try:
        game_called("")
    except ValueError as error:
        return str(error).partition("there are: ")[2]
    return ""


def _loaded(path: Path | None) -> GameRecord | None:
    """The game in this file, if one was named."""
    from course_lib.play.record import GameRecord

    return None if path is None else GameRecord.load(path)
