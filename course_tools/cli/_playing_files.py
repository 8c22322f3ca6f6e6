"""A student's file of functions as the game that `course play` plays: what `--with` brings."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from course_lib.game import Game, State
    from course_lib.play.players import PlayerFunction
    from course_tools.arena.student_file import StudentFile
    from course_tools.arena.values import Worth

FILE = "file"
"""The name of the player that is the file's own `minimax`."""


class PlayedFile:
    """The game of a file, its own player, and our players and advice at its boards.

    `rules` is the game that the functions should describe, if anybody has said so: then each of
    their answers is compared with it, and our players search there. The file runs in processes of
    its own until `stack` is closed, one for the rules and one for each player.
    """

    def __init__(self, path: Path, rules: Game | None, stack: ExitStack) -> None:
        """Load the file, and ask about its first board."""
        from course_lib.games.k_in_a_row import KInARow
        from course_tools.arena.file_game import file_game
        from course_tools.arena.file_rules import FileRules
        from course_tools.arena.student_file import source_of
        from course_tools.cli._shut_in import shut_in

        if rules is not None and not isinstance(rules, KInARow):
            raise ValueError(
                f"--with compares functions with games of rows, such as tic-tac-toe, and not with"
                f" {rules!r}; without a game, the file alone says the rules"
            )
        self._true, self.path, self._stack = rules, path, stack
        source_of(path)  # whether it can be read is said before anything starts
        self._shut_in = stack.enter_context(shut_in(unsafe=True))
        self.file = self._opened()
        self.rules = FileRules(self.file, rules)
        self.game = file_game(self.rules)

    @property
    def sentence(self) -> str:
        """How the file is kept away from everything else, and what is compared."""
        compared = "" if self._true is None else f"; its answers are compared with {self._true!r}"
        remark = f" {self.rules.remark}." if self.rules.remark else ""
        return f"{self.path.name} {self._shut_in.sentence.removesuffix('.')}{compared}.{remark}"

    @property
    def has_player(self) -> bool:
        """Whether there is a `minimax` in the file."""
        from course_tools.arena.file_game import MINIMAX

        return self.file.defines(MINIMAX)

    def player(self, name: str, rng: Random, seconds: float | None) -> PlayerFunction | None:
        """The player with this name: `file` is the file's own, `None` a person."""
        from course_tools.arena.file_game import MINIMAX, FilePlayer, TrueSeat
        from course_tools.arena.named import player_named

        if name.strip().lower() == FILE:
            if not self.has_player:
                raise ValueError(f"{self.path.name} has no function {MINIMAX}, so it can't play")
            return FilePlayer(self._opened(), seconds=seconds)
        if self._true is None:
            return player_named(name, self.game, rng, seconds=seconds)
        player = player_named(name, self._true, rng, seconds=seconds)
        return None if player is None else TrueSeat(player, self.rules, self._true)

    def appraiser(self, rng: Random) -> Callable[[State], Worth] | None:
        """What says what moves are worth, where the game is known; else `None`."""
        from course_tools.arena.values import Appraiser

        if self._true is None:
            return None
        appraise = Appraiser(self._true, rng)
        return lambda state: appraise(self.rules.twin(state))

    def shown_as(self, state: State) -> tuple[Game, State]:
        """The game and the state that a terminal should draw: ours, if there is one, says more."""
        return (self.game, state) if self._true is None else (self._true, self.rules.twin(state))

    def _opened(self) -> StudentFile:
        """The file in another process."""
        from course_tools.arena.student_file import StudentFile

        return self._stack.enter_context(StudentFile(self.path, self._shut_in.begin))
