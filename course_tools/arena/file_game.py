"""A game whose rules are the functions of a student's file, each of their answers checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from course_lib.checks.answer import Answer, Before, Strange
from course_lib.game import Action, Game, Player, State
from course_lib.games.from_functions import (
    BoardFunctions,
    FunctionGame,
    PlainBoard,
    frozen,
    in_order,
    thawed,
)
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.squares import EMPTY, square_named
from course_lib.play.match import Forfeit
from course_lib.play.players import PlayerFunction, prepare
from course_tools.arena.advice import Appraiser, MoveValues
from course_tools.arena.named import player_named
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


class Facts(NamedTuple):
    """What the functions say about one board; what has no meaning there is left empty."""

    terminal: bool
    player: Player | None = None
    actions: tuple[Action, ...] = ()
    winner: Player | None = None
    utility: float | None = None


class FileRules:
    """Asks the functions about each board once, and compares them with `game`, where one is given.

    A state is a frozen board. Whatever is wrong is a `FileFault` whose sentence names the function,
    the board, what was found, and what would have been right.
    """

    def __init__(self, file: StudentFile, game: KInARow | None) -> None:
        """Ask for the first board, and for what there is to know about it."""
        self.file, self.game = file, game
        self.players: tuple[Player, ...] = () if game is None else game.players
        self.missing: frozenset[str] = frozenset()
        """What of `winner` and `utility` is not in the file."""
        self.remark = ""
        """What is not as the assignment asks, although one can play with it, or nothing."""
        self._facts: dict[State, Facts] = {}
        self._twins: dict[State, State] = {}
        self._after: dict[tuple[State, Action], State] = {}
        [answer] = file.ask_all([("initial_state",)], SECONDS)
        board = _got("initial_state()", answer, None)
        self.empty = first_square(board)
        twin = None if game is None else game.initial
        self._check_board("initial_state()", board, None, twin)
        self.initial = frozen(board)
        self._learn(self.initial, self._asked(board), twin)
        self._check_rows(board)

    def meet(self, players: tuple[Player, ...]) -> None:
        """Take these for the players of the game; what is known already is asked for again."""
        self.players = players
        self._facts.clear()
        self._after.clear()
        self.facts(self.initial)

    def facts(self, state: State) -> Facts:
        """What is known about this state; one that nobody has met yet is asked about now."""
        if state not in self._facts:
            self._learn(state, self._asked(thawed(state)), None)
        return self._facts[state]

    def twin(self, state: State) -> State:
        """The same position in our game."""
        return self._twins[state]

    def after(self, state: State, action: Action) -> State:
        """The state after this legal action; when it is given, all about it is known and right."""
        known = self._after.get((state, action))
        if known is not None:
            return known
        board, call = thawed(state), f"result(board, {action!r})"
        answer, *about = self.file.ask_all(
            [("result", board, action), *((name, Before(0)) for name in RULES)], SECONDS
        )
        if ended(answer):  # which of the six it was, they say one by one
            answer = self.file.ask("result", board, action, seconds=SECONDS)
            about = [] if ended(answer) else self._one_by_one(answer.value)
        found = _got(call, answer, board)
        if answer.afterwards[:1] != (board,):
            raise FileFault(f"{call} changed the board {row_of(board)}; it should leave it alone")
        twin = None if self.game is None else self.game.result(self._twins[state], action)
        self._check_board(call, found, board, twin)
        after = frozen(found)
        self._learn(after, about, twin)
        self._after[state, action] = after
        return after

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

    def _check_board(self, call: str, found: Any, before: Any, twin: State) -> None:
        """Refuse what is no board, or not the board that our game has."""
        on = "" if before is None else f" on {row_of(before)}"
        if self.game is None or twin is None:
            if not isinstance(found, list | tuple | dict) or not found:
                raise FileFault(f"{call} gave {_short(found)}{on}; a board would be right")
            return
        right = board_of(self.game, twin, self.empty)
        if not isinstance(found, list | tuple) or [_row(row) for row in found] != right:
            raise FileFault(f"{call} gave {row_of(found)}{on}; {row_of(right)} would be right")

    def _check_rows(self, board: Any) -> None:
        """Refuse a first board in which a mark on one row is on others, too, as they are one list.

        It looks all right, and so does a copy of it that was sent: so `result` gets the very board.
        """
        actions = self._facts[self.initial].actions
        if not actions:
            return
        call = ("result", Before(0), actions[0])
        started, own, sent = self.file.ask_all(
            [("initial_state",), call, ("result", board, actions[0])], SECONDS
        )
        if trouble(own, SECONDS) or trouble(sent, SECONDS) or started.value != board:
            return  # who plays there will hear of it
        if own.value != sent.value:
            raise FileFault(
                f"result(initial_state(), {actions[0]!r}) gave {row_of(own.value)};"
                f" {row_of(sent.value)} would be right; is one list several rows of the first"
                " board? [[EMPTY] * 3 for _ in range(3)] makes three lists"
            )

    def _learn(self, state: State, answers: Sequence[Answer], twin: State) -> None:
        """Remember what the functions say about this state, if it can be right."""
        board, given = thawed(state), dict(zip(RULES, answers, strict=True))
        right = {} if self.game is None or twin is None else truth(self.game, twin)
        for name, answer in given.items():
            if answer.afterwards and answer.afterwards[:1] != (board,):
                where = f"the board {row_of(board)}; it should leave it alone"
                raise FileFault(f"{name}(board) changed {where}")
        self.missing = frozenset(name for name in _EITHER if given[name].missing)
        over: bool = _checked("terminal", given["terminal"], board, right)
        found: dict[str, Any] = {"terminal": over}
        for name in ("winner", "utility") if over else ("player", "actions", "winner"):
            if name not in self.missing:
                found[name] = _checked(name, given[name], board, right)
        if self.missing == {*_EITHER}:
            raise FileFault("winner and utility are both missing; one must say how it has ended")
        for name in ("player", "winner"):
            if self.players and found.get(name) not in (None, *self.players):
                raise FileFault(
                    f"{name}(board) gave {_short(found[name])}; one of {self.players} would be"
                    f" right; the board is {row_of(board)}"
                )
        if "actions" in found:
            if twin is not None and not isinstance(found["actions"], set | frozenset):
                kind = type(found["actions"]).__name__
                self.remark = f"actions(board) gives a {kind}; the assignment asks for a set"
            found["actions"] = tuple(in_order(found["actions"]))
            if not found["actions"]:
                raise FileFault(f"actions gave none on {row_of(board)}, and terminal gave False")
        if twin is not None:
            self._twins[state] = twin
        self._facts[state] = Facts(**found)


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
    """What is wrong with what this function gave, or `""`; `right` may know the right value.

    >>> wrong_value("actions", {(0, 0)}, {"actions": {(0, 1)}})
    'lists (0, 0), which is not legal, and lacks (0, 1)'
    """
    kind, words = _KINDS[name]
    if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
        return f"gave {_short(value)}; {words} would be right"
    if name == "actions" and (wrong := [one for one in value if not _may_be_action(one)]):
        return f"lists {_short(wrong[0])}; tuples, numbers or text would be right"
    if name not in right:
        return ""
    if name != "actions":
        same = value == right[name]
        return "" if same else f"gave {_short(value)}; {right[name]!r} would be right"
    more, less = in_order(set(value) - right[name]), in_order(right[name] - set(value))
    faults = [f"lists {_short(more[0])}, which is not legal"] if more else []
    return ", and ".join([*faults, *([f"lacks {less[0]!r}"] if less else [])])


def _got(call: str, answer: Answer, board: Any) -> Any:
    """The value, if there is one."""
    if why := trouble(answer, SECONDS):
        where = "" if board is None or answer.missing else f"; the board is {row_of(board)}"
        raise FileFault(f"{call} {why}{where}")
    return answer.value


def _checked(name: str, answer: Answer, board: Any, right: dict[str, Any]) -> Any:
    """What this function says, if it can be right."""
    value = _got(f"{name}(board)", answer, board)
    if why := wrong_value(name, value, right):
        raise FileFault(f"{name}(board) {why}; the board is {row_of(board)}")
    return value


def _row(row: Any) -> Any:
    return list(row) if isinstance(row, list | tuple) else row


def _may_be_action(value: Any) -> bool:
    """Whether this can be looked up, as every action can; a list, say, can't."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


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

    def winner(board: PlainBoard) -> Player | None:
        return about(frozen(board)).winner

    def utility(board: PlainBoard) -> float:
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


def changed(answer: Answer, board: PlainBoard) -> str:
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

    def prepare(self, _game: Game) -> None:
        """Let the player compile or load now what it needs."""
        prepare(self.player, self.game)

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


# --- what `course play --with` brings -------------------------------------------------------------


class PlayedFile:
    """The game of a file, its own player, and our players and advice at its boards.

    `rules` is the game that the functions should describe, if anybody has said so: then each of
    their answers is compared with it, and our players search there. The file runs in processes of
    its own until `stack` is closed, one for the rules and one for each player.
    """

    NAME = "file"
    """The name of the player that is the file's own `minimax`."""

    def __init__(
        self, path: Path, rules: Game | None, begin: Callable[[], Process], stack: ExitStack
    ) -> None:
        """Load the file in a process that `begin` starts, and ask about its first board."""
        if rules is not None and not isinstance(rules, KInARow):
            raise ValueError(
                f"--with compares functions with games of rows, such as tic-tac-toe, and not with"
                f" {rules!r}; without a game, the file alone says the rules"
            )
        self._true, self.path, self._begin, self._stack = rules, path, begin, stack
        self.file = self._opened()
        self.rules = FileRules(self.file, rules)
        self.game = file_game(self.rules)

    @property
    def about(self) -> str:
        """What its answers are compared with, and what is not as the assignment asks."""
        compared = "" if self._true is None else f"; its answers are compared with {self._true!r}"
        remark = f" {self.rules.remark}." if self.rules.remark else ""
        return f"{compared}.{remark}"

    @property
    def has_player(self) -> bool:
        """Whether there is a `minimax` in the file."""
        return self.file.defines(MINIMAX)

    def player(self, name: str, rng: Random, seconds: float | None) -> PlayerFunction | None:
        """The player with this name: `file` is the file's own, `None` a person."""
        if name.strip().lower() == self.NAME:
            if not self.has_player:
                raise ValueError(f"{self.path.name} has no function {MINIMAX}, so it can't play")
            return FilePlayer(self._opened(), seconds=seconds)
        if self._true is None:
            return player_named(name, self.game, rng, seconds=seconds)
        player = player_named(name, self._true, rng, seconds=seconds)
        return None if player is None else TrueSeat(player, self.rules, self._true)

    def appraiser(self, rng: Random) -> Callable[[State], MoveValues] | None:
        """What says what moves are worth, where the game is known; else `None`."""
        if self._true is None:
            return None
        appraise = Appraiser(self._true, rng)
        return lambda state: appraise(self.rules.twin(state))

    def shown_as(self, state: State) -> tuple[Game, State]:
        """The game and the state that a terminal should draw: ours, if there is one, says more."""
        return (self.game, state) if self._true is None else (self._true, self.rules.twin(state))

    def _opened(self) -> StudentFile:
        """The file in another process."""
        return self._stack.enter_context(StudentFile(self.path, self._begin))
