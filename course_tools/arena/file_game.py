"""A game whose rules are the functions of a student's file, and a player that is its `minimax`."""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.checks.answer import Answer, Strange
from course_lib.game import Action, Game, Player, State
from course_lib.games.board_functions import Board, BoardFunctions
from course_lib.games.from_functions import FunctionGame
from course_lib.games.frozen import frozen, thawed
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.squares import square_named
from course_lib.play.faults import Forfeit
from course_lib.play.players import PlayerFunction
from course_tools.arena.file_rules import FileRules, row_of
from course_tools.arena.student_file import FileFault, StudentFile, trouble

MINIMAX = "minimax"
"""The function that chooses a move, as the assignment calls it."""

THINKING = 120.0
"""Seconds that a file's own player gets: a plain minimax takes its time on an empty board."""


_PARTS = 2
"""An action has a row and a column."""


class FileGame(FunctionGame):
    """The game that a file's functions describe.

    A board comes into the game only when all functions have been asked about it and nothing was
    wrong; so only `result` can fail, with a `ValueError`, and nothing that merely shows the game.
    """

    def result(self, state: State, action: Action) -> State:
        """What the file's `result` gives."""
        if action not in self.actions(state):
            raise self.illegal(state, action)
        try:
            return frozen(self.functions.result(thawed(state), action))
        except FileFault as fault:
            # Who shows it puts the kind of error before it, and this one is known to everybody.
            raise ValueError(str(fault)) from None

    def action_named(self, text: str) -> Action:
        """The square with this name; no function is asked, where the board is rows of squares."""
        if self._board_size is None:
            return super().action_named(text)
        return square_named(text.strip().lower(), *self._board_size)


def file_game(rules: FileRules) -> FileGame:
    """The game of these functions, under the name of their file."""
    about = rules.facts

    def winner(board: Board) -> Player | None:
        return about(frozen(board)).winner

    def utility(board: Board) -> float:
        return about(frozen(board)).utility or 0

    functions = BoardFunctions(
        initial_state=lambda: thawed(rules.initial),
        player=lambda board: about(frozen(board)).player or "",
        actions=lambda board: about(frozen(board)).actions,
        result=lambda board, action: thawed(rules.after(frozen(board), action)),
        winner=None if "winner" in rules.missing else winner,
        terminal=lambda board: about(frozen(board)).terminal,
        utility=None if "utility" in rules.missing else utility,
    )
    if not rules.players:
        rules.meet(functions.players_met())
    return FileGame(functions, rules.players, name=rules.file.path.name)


class FilePlayer:
    """The `minimax` of a student's file as a player; what is wrong with its answer loses."""

    def __init__(self, file: StudentFile, *, seconds: float | None = None) -> None:
        """Remember the file, which has a process of its own for this."""
        self.file = file
        self.seconds = THINKING if seconds is None else seconds
        self._busy = False

    def __call__(self, game: Game, state: State) -> Action:
        """What `minimax` gives; whoever asks again does not wait for what was asked before."""
        if self._busy:
            self.file.end()
        self._busy = True
        try:
            board = thawed(state)
            answer = self.file.ask(MINIMAX, board, seconds=self.seconds)
        finally:
            self._busy = False
        if why := trouble(answer, self.seconds) or changed(answer, board):
            sentence = f"minimax(board) {why} on {row_of(board)}"
            raise Forfeit(sentence, "time" if answer.out_of_time else "error")
        return str(answer.value) if isinstance(answer.value, Strange) else as_action(answer.value)

    def close(self) -> None:
        """End its process."""
        self.file.close()

    def __repr__(self) -> str:
        return f"minimax of {self.file.path.name}"


def changed(answer: Answer, board: Board) -> str:
    """That a function has changed its board, to follow its name, or `""`.

    Whoever called it goes on with that board, and finds a move made there that nobody has made.
    """
    return "" if answer.afterwards[:1] == (board,) else "changed the board that it was given"


def as_action(value: Any) -> Any:
    """The tuple for an action that was given as a list; anything else as it is.

    `actions` may give a list in place of a set, and `minimax` likewise a list in place of a tuple.

    >>> as_action([0, 2]), as_action((0, 2))
    ((0, 2), (0, 2))
    """
    return tuple(value) if isinstance(value, list) and len(value) == _PARTS else value


class TrueSeat:
    """One of our players at a file's game: it searches in our game, where nothing is slow."""

    def __init__(self, player: PlayerFunction, rules: FileRules, game: KInARow) -> None:
        """Remember the player, and both games."""
        self.player, self.rules, self.game = player, rules, game

    def new_game(self, _game: Game, seat: Player, rng: Random | None) -> None:
        """Tell the player, if it wants to know."""
        begin = getattr(self.player, "new_game", None)
        if begin is not None:
            begin(self.game, seat, rng)

    def __call__(self, game: Game, state: State) -> Action:
        """The player's move on the same board in our game."""
        return self.player(self.game, self.rules.twin(state))

    def close(self) -> None:
        """End what the player has started."""
        close = getattr(self.player, "close", None)
        if close is not None:
            close()

    def __repr__(self) -> str:
        return repr(self.player)
