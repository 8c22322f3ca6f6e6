"""What `course play` plays, and who plays it, as its arguments say."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from course_tools.cli._playing_files import FILE, PlayedFile

if TYPE_CHECKING:
    from course_lib.game import Action, Game, Player, State
    from course_lib.play.players import PlayerFunction
    from course_lib.play.record import GameRecord
    from course_lib.views.playing import PlayController
    from course_tools.arena.advice import Adviser
    from course_tools.arena.board_text import Paint

    Seats = Mapping[Player, PlayerFunction | None]


class Table(NamedTuple):
    """What is played: the game, what knows its moves' worth, and whose file it is, if anybody's."""

    game: Game
    advise: Adviser | None
    file: PlayedFile | None

    def drawn(self, state: State, last: Action | None, paint: Paint) -> str:
        """The board as a text for a terminal."""
        from course_tools.arena.board_text import drawn

        game, state = (self.game, state) if self.file is None else self.file.shown_as(state)
        return drawn(game, state, last, paint)


def table_for(arguments: argparse.Namespace, game: Game | None, stack: ExitStack) -> Table:
    """The game that was named, or the one that the functions of a file describe."""
    from course_tools.arena.advice import Adviser
    from course_tools.arena.values import Appraiser

    chance = Random(arguments.seed)
    if arguments.file is not None:
        if arguments.load is not None or str(arguments.save).endswith(".json"):
            raise ValueError(
                "a game by a file's own functions can't be loaded, or saved as .json; --save"
                " game.txt would be right"
            )
        file = PlayedFile(arguments.file, game, stack)
        print(f"{file.sentence}\n", flush=True)
        appraise = file.appraiser(chance)
        advise = None if appraise is None else Adviser(file.game, appraise)
        return Table(file.game, advise, file)
    if game is None:
        raise ValueError("no game was named")
    return Table(game, Adviser(game, Appraiser(game, chance)), None)


def controller_for(
    table: Table, seats: Seats, loaded: GameRecord | None, seconds: float | None
) -> PlayController:
    """The game at the board, where the loaded one stood."""
    from course_lib.views.playing import PlayController
    from course_tools.arena.engine_player import EnginePlayer
    from course_tools.arena.file_game import FilePlayer

    # A program has a clock of its own, which leaves it time to start.
    if any(isinstance(player, EnginePlayer | FilePlayer) for player in seats.values()):
        seconds = None
    game, values = table.game, None if table.advise is None else table.advise.values
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


def seats_for(arguments: argparse.Namespace, table: Table) -> Seats:
    """Who plays for whom, by what was asked."""
    from course_tools.arena.named import HUMAN, player_named

    game, file, against = table.game, table.file, arguments.against
    if against and (arguments.x or arguments.o):
        raise ValueError("give either --against, or --x and --o, but not both")
    if file is not None and file.has_player and not (against or arguments.x or arguments.o):
        against = FILE
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


def game_for(text: str | None, size: int | None, loaded: GameRecord | None) -> Game | None:
    """The game that was named, or the one in the file; both must be the same."""
    from course_tools.arena.sized_game import sized_game

    if text is None and size is not None:
        raise ValueError(f"--size {size} goes with the name of a game, such as havannah")
    named = None if text is None else sized_game(text, size)
    if loaded is None:
        return named
    if named is not None and named != loaded.game:
        raise ValueError(f"the file holds a game of {loaded.game!r}, not of {named!r}")
    return loaded.game


def game_names() -> str:
    """The names of all games, as the error for a wrong one lists them."""
    from course_lib.play.games_by_name import game_called

    try:
        game_called("")
    except ValueError as error:
        return str(error).partition("there are: ")[2]
    return ""


def loaded_game(path: Path | None) -> GameRecord | None:
    """The game in this file, if one was named."""
    from course_lib.play.record import GameRecord

    return None if path is None else GameRecord.load(path)
