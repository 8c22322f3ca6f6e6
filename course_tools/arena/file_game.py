"""A game by the functions of a student's file, each of their answers compared with the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

from course_lib.checks.answer import Answer, Before, Strange
from course_lib.game import Action, Game, Player, State
from course_lib.games.from_functions import in_order
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.squares import EMPTY
from course_lib.play.match import Forfeit
from course_lib.play.players import PlayerFunction, prepare
from course_tools.arena.named import close_player, player_named
from course_tools.arena.student_file import FileFault, StudentFile, ended, trouble
from course_tools.grade.sandbox.pipe import Process

# --- what the functions say -----------------------------------------------------------------------

SECONDS = 5.0
"""What a function that says a rule may take for one board."""

RULES = ("player", "actions", "terminal", "winner", "utility")

_EITHER = ("winner", "utility")
"""One of these may be missing."""

_KINDS: dict[str, tuple[Any, str]] = {
    "player": (str, "the player to move"),
    "actions": (set | frozenset | list | tuple, "a set of actions"),
    "terminal": (bool, "True or False"),
    "winner": (str | None, "a player or None"),
    "utility": (int | float, "a number"),
}

_LONGEST = 60


class FileRules:
    """Asks the functions about each board that comes up, and compares them with `game`.

    Whatever is wrong is a `FileFault` whose sentence names the function, the board, what was found,
    and what would have been right.
    """

    def __init__(self, file: StudentFile, game: KInARow) -> None:
        """Ask for the first board, and for what there is to know about it."""
        self.file, self.game = file, game
        self.remark = ""
        """What is not as the assignment asks, although one can play with it, or nothing."""
        self._boards: dict[State, Any] = {}
        self._right: set[tuple[State, Action]] = set()
        [answer] = file.ask_all([("initial_state",)], SECONDS)
        board = _got("initial_state()", answer, None)
        self.empty = first_square(board)
        self._check_board("initial_state()", board, None, game.initial)
        self._check_rules(game.initial, board, self._asked(board))
        self._check_rows(board)

    def board(self, state: State) -> Any:
        """The position as the file has it: as its own `result` gave it, if that was asked."""
        return self._boards.get(state) or board_of(self.game, state, self.empty)

    def check(self, state: State, action: Action) -> None:
        """Ask for the board after this legal action, and all about it; once is enough."""
        if (state, action) in self._right:
            return
        board, call = self.board(state), f"result(board, {action!r})"
        answer, *about = self.file.ask_all(
            [("result", board, action), *((name, Before(0)) for name in RULES)], SECONDS
        )
        if ended(answer):  # which of the six it was, they say one by one
            answer = self.file.ask("result", board, action, seconds=SECONDS)
            about = [] if ended(answer) else self._one_by_one(answer.value)
        found = _got(call, answer, board)
        _check_unchanged(call, answer, board)
        after = self.game.result(state, action)
        self._check_board(call, found, board, after)
        self._check_rules(after, found, about)
        self._right.add((state, action))

    def _asked(self, board: Any) -> list[Answer]:
        answers = self.file.ask_all([(name, board) for name in RULES], SECONDS)
        return self._one_by_one(board) if ended(answers[0]) else answers

    def _one_by_one(self, board: Any) -> list[Answer]:
        """The same, in questions of their own; a function that ends its process is named."""
        answers = []
        for name in RULES:
            answers.append(answer := self.file.ask(name, board, seconds=SECONDS))
            if ended(answer):
                _got(f"{name}(board)", answer, board)
        return answers

    def _check_board(self, call: str, found: Any, before: Any, state: State) -> None:
        """Refuse what is not the board that our game has."""
        right = board_of(self.game, state, self.empty)
        if not isinstance(found, list | tuple) or [_row(row) for row in found] != right:
            on = "" if before is None else f" on {row_of(before)}"
            raise FileFault(f"{call} gave {row_of(found)}{on}; {row_of(right)} would be right")

    def _check_rows(self, board: Any) -> None:
        """Refuse a first board in which a mark on one row is on others, too, as they are one list.

        It looks all right, and so does a copy of it that was sent: so `result` gets the very board.
        """
        action = self.game.actions(self.game.initial)[0]
        started, own, sent = self.file.ask_all(
            [("initial_state",), ("result", Before(0), action), ("result", board, action)], SECONDS
        )
        if trouble(own, SECONDS) or trouble(sent, SECONDS) or started.value != board:
            return  # who plays there will hear of it
        if own.value != sent.value:
            raise FileFault(
                f"result(initial_state(), {action!r}) gave {row_of(own.value)};"
                f" {row_of(sent.value)} would be right; is one list several rows of the first"
                " board? [[EMPTY] * 3 for _ in range(3)] makes three lists"
            )

    def _check_rules(self, state: State, board: Any, answers: Sequence[Answer]) -> None:
        """Refuse what the functions say about this board, if it is not right; else remember it."""
        given, right = dict(zip(RULES, answers, strict=True)), truth(self.game, state)
        for name, answer in given.items():
            if answer.afterwards:
                _check_unchanged(f"{name}(board)", answer, board)
        missing = [name for name in _EITHER if given[name].missing]
        if len(missing) == len(_EITHER):
            raise FileFault("winner and utility are both missing; one must say how it has ended")
        for name in (one for one in right if one not in missing):
            value = _got(f"{name}(board)", given[name], board)
            if why := wrong_value(name, value, right):
                raise FileFault(f"{name}(board) {why}; the board is {row_of(board)}")
            if name == "actions" and not isinstance(value, set | frozenset):
                kind = type(value).__name__
                self.remark = f"actions(board) gives a {kind}; the assignment asks for a set"
        self._boards[state] = board


def truth(game: KInARow, state: State) -> dict[str, Any]:
    """What the functions should say of this position; only what they are asked for there."""
    over = game.is_terminal(state)
    values: dict[str, Any] = {"terminal": over, "winner": game.winner(state)}
    if over:
        return values | {"utility": game.utility(state, game.players[0])}
    return values | {"player": game.to_move(state), "actions": set(game.actions(state))}


def board_of(game: KInARow, state: State, empty: Any) -> list[list[Any]]:
    """The position as a list of rows, with this on empty squares."""
    marks = [empty if mark == EMPTY else mark for mark in state.board]
    return [marks[at : at + game.columns] for at in range(0, len(marks), game.columns)]


def first_square(board: Any) -> Any:
    """What lies on the first square of the first board: nothing, as this file writes it."""
    try:
        return board[0][0]
    except (TypeError, LookupError):
        return None


def row_of(board: Any) -> str:
    """A board in one line, such as `X O . / . X . / . . .`; what has no rows, as Python has it."""
    rows: Any = board if isinstance(board, list | tuple) and board else [None]
    if not all(isinstance(row, list | tuple) for row in rows):
        return _short(board)
    return _cut(" / ".join(" ".join(_mark(one) for one in row) for row in rows), 2 * _LONGEST)


def wrong_value(name: str, value: Any, right: dict[str, Any]) -> str:
    """What is wrong with what this function gave, or `""`.

    >>> wrong_value("actions", {(0, 0)}, {"actions": {(0, 1)}})
    'lists (0, 0), which is not legal, and lacks (0, 1)'
    """
    kind, words = _KINDS[name]
    if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
        return f"gave {_short(value)}; {words} would be right"
    if name != "actions":
        same = value == right[name]
        return "" if same else f"gave {_short(value)}; {right[name]!r} would be right"
    if strange := [one for one in value if not _may_be_action(one)]:
        return f"lists {_short(strange[0])}; tuples, numbers or text would be right"
    more, less = in_order(set(value) - right[name]), in_order(right[name] - set(value))
    faults = [f"lists {_short(more[0])}, which is not legal"] if more else []
    return ", and ".join([*faults, *([f"lacks {less[0]!r}"] if less else [])])


def _got(call: str, answer: Answer, board: Any) -> Any:
    """The value, if there is one."""
    if why := trouble(answer, SECONDS):
        where = "" if board is None or answer.missing else f"; the board is {row_of(board)}"
        raise FileFault(f"{call} {why}{where}")
    return answer.value


def _check_unchanged(call: str, answer: Answer, board: Any) -> None:
    """Refuse a function that has changed its board."""
    if answer.afterwards[:1] != (board,):
        raise FileFault(f"{call} changed the board {row_of(board)}; it should leave it alone")


def _may_be_action(value: Any) -> bool:
    """Whether this can be looked up, as every action can; a list, say, can't."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _row(row: Any) -> Any:
    return list(row) if isinstance(row, list | tuple) else row


def _mark(value: Any) -> str:
    return "." if value is None or value == " " else str(value)[:8]


def _short(value: Any) -> str:
    """A value as Python writes it, cut where it is long."""
    return _cut(repr(value), _LONGEST)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 4]} ..."


# --- the game, and players at it ------------------------------------------------------------------

MINIMAX = "minimax"
"""The function that chooses a move, as the assignment calls it."""

THINKING = 120.0
"""Seconds that a file's own player gets: a plain minimax takes its time on an empty board."""


def file_game(rules: FileRules) -> KInARow:
    """The game that the file should describe; a move in it fails where its functions are wrong."""
    kind = type(rules.game)

    def result(game: KInARow, state: State, action: Action) -> State:
        after = kind.result(game, state, action)
        try:
            rules.check(state, action)
        except FileFault as fault:
            # Who shows it puts the kind of error before it, and this one is known to everybody.
            raise ValueError(str(fault)) from None
        return after

    made: KInARow = type(kind.__name__, (kind,), {"result": result})(**rules.game.options)
    return made


class FilePlayer:
    """The `minimax` of a student's file as a player; what is wrong with its answer loses."""

    def __init__(
        self, file: StudentFile, rules: FileRules, *, seconds: float | None = None
    ) -> None:
        """Remember the file, which has a process of its own for this, and its boards."""
        self.file, self.rules = file, rules
        self.seconds = THINKING if seconds is None else seconds
        self._busy = False

    def __call__(self, game: Game, state: State) -> Action:
        """What `minimax` gives; whoever asks again does not wait for what was asked before."""
        if self._busy:
            self.file.end()
        self._busy = True
        board = self.rules.board(state)
        try:
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


def changed(answer: Answer, board: Any) -> str:
    """That a function has changed its board, to follow its name, or `""`.

    Whoever called it goes on with that board, and finds a move made there that nobody has made.
    """
    return "" if answer.afterwards[:1] == (board,) else "changed the board that it was given"


def as_action(value: Any) -> Any:
    """The tuple for a square that was given as a list; anything else as it is.

    `actions` may give a list in place of a set, and `minimax` likewise a list in place of a tuple.

    >>> as_action([0, 2]), as_action((0, 2))
    ((0, 2), (0, 2))
    """
    return tuple(value) if isinstance(value, list) and len(value) == 2 else value


class OurPlayer:
    """One of our players at a file's game: it searches in our own, where nothing is slow."""

    def __init__(self, player: PlayerFunction, game: Game) -> None:
        """Remember the player, and our game."""
        self.player, self.game = player, game

    def prepare(self, _game: Game) -> None:
        """Let the player compile or load now what it needs."""
        prepare(self.player, self.game)

    def new_game(self, _game: Game, seat: Player, rng: Random | None) -> None:
        """Tell the player, if it wants to know."""
        begin = getattr(self.player, "new_game", None)
        if begin is not None:
            begin(self.game, seat, rng)

    def __call__(self, _game: Game, state: State) -> Action:
        """The player's move."""
        return self.player(self.game, state)

    def close(self) -> None:
        """End what the player has started."""
        close_player(self.player)

    def __repr__(self) -> str:
        return repr(self.player)


# --- what `course play --with` brings -------------------------------------------------------------


class PlayedFile:
    """The game of a file, its own player, and our players at its boards.

    The file runs in processes of its own until `stack` is closed, one for the rules and one for
    each player.
    """

    NAME = "file"
    """The name of the player that is the file's own `minimax`."""

    def __init__(
        self, path: Path, game: Game, begin: Callable[[], Process], stack: ExitStack
    ) -> None:
        """Load the file in a process that `begin` starts, and ask about its first board."""
        if not isinstance(game, KInARow):
            raise ValueError(
                "--with compares functions with games of rows, such as tic-tac-toe, and not with"
                f" {game!r}"
            )
        self.ours, self.path, self._begin, self._stack = game, path, begin, stack
        self.rules = FileRules(self._opened(), game)
        self.game = file_game(self.rules)

    @property
    def about(self) -> str:
        """What its answers are compared with, and what is not as the assignment asks."""
        remark = f" {self.rules.remark}." if self.rules.remark else ""
        return f"; its answers are compared with {self.ours!r}.{remark}"

    @property
    def has_player(self) -> bool:
        """Whether there is a `minimax` in the file."""
        return self.rules.file.defines(MINIMAX)

    def player(self, name: str, rng: Random, seconds: float | None) -> PlayerFunction | None:
        """The player with this name: `file` is the file's own, `None` a person."""
        if name.strip().lower() == self.NAME:
            if not self.has_player:
                raise ValueError(f"{self.path.name} has no function {MINIMAX}, so it can't play")
            return FilePlayer(self._opened(), self.rules, seconds=seconds)
        player = player_named(name, self.ours, rng, seconds=seconds)
        return None if player is None else OurPlayer(player, self.ours)

    def _opened(self) -> StudentFile:
        """The file in another process."""
        return self._stack.enter_context(StudentFile(self.path, self._begin))
