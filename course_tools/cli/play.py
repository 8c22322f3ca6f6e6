"""Play a game in the terminal or at a server, or show a saved one.

course play tic-tac-toe --against minimax
course play connect-four --x solver                            the solver begins
course play gomoku:size=9 --against "mcts 2000" --to game.json
course play connect-four --x "alphabeta 6" --o "mcts 1000"     two programs play each other
course play --load game.json --against random                  go on with a saved game
course play havannah --at 192.0.2.7:4455 --player "mcts 500"   send a player to a server
course play havannah --gtp --player "mcts 500"                 answer somebody's interface, by GTP
course play --players                                          who there is to play against
course play --show game.json                                   a saved game, with its boards
course play --show game.json --to game.html                    a page to step through
course play --show                                             the printed game of T. Rogers, 2004

Without --against, people at this keyboard play both sides. Type a move by its name, such as b2,
with or without capitals; help lists the commands, such as analysis. --to game.json saves a game
that --load and --show can read; .html is a page to step through, .txt is text.

--at connects to a port that `course serve` has opened, here or elsewhere; the server decides the
size of the board.

--gtp reads commands of the Go Text Protocol from standard input, for Havannah and games of rows,
and writes only answers to standard output; what a player prints goes to standard error. In Havannah
white moves first, and A1 is the lower left corner.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
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
    from course_tools.arena.terminal.controller import ArenaController

    Seats = Mapping[Player, PlayerFunction | None]

PLAYER = "mcts 500"
"""Who plays at a server and by GTP, if nobody else is named."""

ONLY_WITH = {
    **dict.fromkeys(("games", "name"), "at"),
    "player": "at gtp",
}
"""What some options go with."""

_HERE = "against x o load to players"

NOT_WITH = {
    "at": f"{_HERE} gtp show",
    "gtp": f"{_HERE} show",
    "show": f"game seed {_HERE.replace(' to ', ' ')}",
    "against": "x o",
}
"""What does not go together."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course play`."""
    parser.add_argument("game", nargs="?", help="such as connect-four or gomoku:size=9")
    parser.add_argument("--against", metavar="PLAYER", help="who plays against you")
    parser.add_argument("--x", metavar="PLAYER", help="who plays for the first player")
    parser.add_argument("--o", metavar="PLAYER", help="who plays for the second player")
    parser.add_argument("--players", action="store_true", help="list the players")
    parser.add_argument("--seed", type=int, default=1, help="for all random choices (default: 1)")
    parser.add_argument("--to", metavar="FILE", type=Path, help="save the game when it ends")
    parser.add_argument("--load", metavar="FILE", type=Path, help="go on with a saved game")
    parser.add_argument(
        "--show",
        metavar="FILE",
        nargs="?",
        const="",
        help="show a saved game, or with --to write it in another form",
    )
    parser.add_argument("--at", metavar="HOST:PORT", help="send a player to this server")
    parser.add_argument("--gtp", action="store_true", help="answer GTP's commands")
    parser.add_argument("--player", help="with --at or --gtp: who plays (default: mcts 500)")
    parser.add_argument(
        "--games", type=int, metavar="N", help="with --at: how many games (default: 1)"
    )
    parser.add_argument("--name", help="with --at: what the others see (default: the player)")


def run(arguments: argparse.Namespace) -> int:
    """0 when the game has ended or was left."""
    from course_lib.play.match import record_so_far
    from course_tools.arena.named import players_for
    from course_tools.arena.record_forms import form_of, in_form, read_record
    from course_tools.arena.which_game import game_called
    from course_tools.cli._common import check_company, check_writable

    check_company(arguments, ONLY_WITH, NOT_WITH)
    if arguments.at is not None:
        return _at_server(arguments)
    if arguments.gtp:
        return _by_gtp(arguments)
    if arguments.show is not None:
        return _show(arguments.show, arguments.to)
    loaded = None if arguments.load is None else read_record(arguments.load)
    game = _game(arguments, loaded)
    if arguments.players or game is None:
        print(f"Players{f' for {game!r}' if game else ''}:\n{players_for(game)}")
        if arguments.players:
            return 0
        game = game_called("")  # an error that says which there are
    if arguments.to is not None:
        check_writable(arguments.to)
        # What can't be written so is told before anybody has played.
        start = game.initial if loaded is None else loaded.start
        nobody = dict.fromkeys(game.players, "")
        in_form(record_so_far(game, nobody, start, []), form_of(arguments.to))
    seats = _seats(arguments, game)
    match = None not in seats.values()
    if match:
        _match(game, seats, loaded, arguments)
    else:
        _with_people(game, seats, loaded, arguments)
    return 0


# --- a game here ----------------------------------------------------------------------------------


def _with_people(
    game: Game,
    seats: Seats,
    loaded: GameRecord | None,
    arguments: argparse.Namespace,
) -> None:
    """Play at this terminal, or with what comes over a pipe; it is saved at the end."""
    from course_tools.arena.terminal.advice import Adviser
    from course_tools.arena.terminal.terminal import Terminal

    play, advise = (
        _controller(game, seats, loaded),
        Adviser(game, Random(arguments.seed)),
    )
    try:
        Terminal(play, advise, read=_read, say=_say, file=arguments.to).run()
    finally:
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
    from course_tools.arena.terminal.terminal import drawn

    start = game.initial if loaded is None else loaded.final
    actions: list[Action] = []
    states = [start]

    def show(player: Player, action: Action, state: State) -> None:
        actions.append(action)
        states.append(state)
        name = game.action_name(action)
        move = f"{name} comes up" if player == CHANCE else f"{player} plays {name}"
        _say(f"{move}\n{drawn(game, state, action)}\n")

    _say(", ".join(f"{seat}: {who!r}" for seat, who in seats.items()) + "\n")
    record = None

    def waiting() -> str:
        return f"{game.to_move(states[-1])} has not moved yet"

    try:
        with patience(waiting):
            record = play_game(
                game,
                {seat: who for seat, who in seats.items() if who is not None},
                state=start,
                rng=Random(arguments.seed),
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


def _show(path: str, to: Path | None) -> int:
    """0 after the game in this file was shown, or written in another form."""
    from course_lib.lessons.lesson_06.printed_game import printed_game
    from course_tools.arena.record_forms import form_of, in_form, read_record
    from course_tools.cli._common import check_writable

    check_writable(to)
    form = "text" if to is None else form_of(to)
    record = read_record(Path(path)) if path else printed_game()
    if to is None:
        sys.stdout.write(in_form(record, form))
    else:
        _save(record, to)
    return 0


# --- a game at a server ---------------------------------------------------------------------------


def _at_server(arguments: argparse.Namespace) -> int:
    """0 after the games, which a player of ours has played at somebody's server."""
    from course_lib.play.gtp import check_dialling, check_speakable, connect_once
    from course_tools.arena.named import PlayerMaker
    from course_tools.arena.which_game import game_called

    host, _, number = arguments.at.rpartition(":")
    if not (host and number.isdecimal()):
        raise ValueError(f"--at {arguments.at}: HOST:PORT, such as 127.0.0.1:4455, would be right")
    port, games = int(number), 1 if arguments.games is None else arguments.games
    check_dialling(port, games)
    game = check_speakable(game_called(arguments.game or ""))
    player = arguments.player or PLAYER
    make, name = PlayerMaker(player, Random(arguments.seed)), arguments.name or player
    news = functools.partial(print, file=sys.stderr, flush=True)
    make(game, None)
    for done in range(games):
        result = connect_once(make, host, port, game=game, name=name, news=news)
        _say(f"{done + 1}: {result}")
    return 0


# --- a game by GTP --------------------------------------------------------------------------------


def _by_gtp(arguments: argparse.Namespace) -> int:
    """0 when the other side has ended the conversation."""
    from course_tools.arena.gtp import GtpProgram
    from course_tools.arena.named import PlayerMaker
    from course_tools.arena.which_game import game_called
    from course_tools.cli._common import lines_in

    game, name = game_called(arguments.game or ""), arguments.player or PLAYER
    make = PlayerMaker(name, Random(arguments.seed))
    make(game, None)
    program = GtpProgram(game, make, f"course {name}")
    # Standard output is for answers alone: one stray line of a player would end a protocol.
    output = sys.stdout
    with contextlib.redirect_stdout(sys.stderr):
        for line in lines_in(sys.stdin):
            for answer in program.answer(line):
                print(answer, file=output, flush=True)
            if program.over:
                break
    return 0


# --- what is played, and by whom -----------------------------------------------------------------


def _game(arguments: argparse.Namespace, loaded: GameRecord | None) -> Game | None:
    """The game that was named, or the one in the file; both must be the same."""
    from course_tools.arena.which_game import game_called

    named = None if arguments.game is None else game_called(arguments.game)
    if loaded is None:
        return named
    if named is not None and named != loaded.game:
        raise ValueError(f"the file holds a game of {loaded.game!r}, not of {named!r}")
    return loaded.game


def _seats(arguments: argparse.Namespace, game: Game) -> Seats:
    """Who plays for whom, by what was asked."""
    from course_tools.arena.named import HUMAN, player_named

    against = arguments.against
    names = dict.fromkeys(game.players, HUMAN)
    if against:
        names = {seat: HUMAN if seat == game.players[0] else against for seat in names}
    for seat, name in zip(game.players, (arguments.x, arguments.o), strict=False):
        if name:
            names[seat] = name
    chance = Random(arguments.seed)
    made: dict[Player, PlayerFunction | None] = {}
    for seat, name in names.items():
        rng = Random(chance.getrandbits(64))
        made[seat] = player_named(name, game, rng)
    return made


def _controller(game: Game, seats: Seats, loaded: GameRecord | None) -> ArenaController:
    """The game at the board, where the loaded one stood."""
    from course_tools.arena.terminal.controller import ArenaController

    start = None if loaded is None else loaded.start
    # Loaded moves are played by nobody in particular, so that they can be taken back, too.
    play = ArenaController(game, dict.fromkeys(game.players), state=start)
    play.replay(() if loaded is None else loaded.actions, seats)
    return play
