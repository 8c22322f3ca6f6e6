"""A student's functions for a game of rows: compared with the rules, and asked for moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from course_lib.checks.calling import Answer, Strange
from course_lib.game import Action, Game, Player, State
from course_lib.games.from_functions import in_order
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.squares import EMPTY
from course_lib.play.match import Forfeit
from course_lib.play.players import PlayerFunction, prepare
from course_tools.arena.named import close_player, player_named
from course_tools.arena.student_file import (
    ABSENT,
    ANSWERS,
    SHARES,
    FileFault,
    StudentFile,
    trouble,
)
from course_tools.sandbox.session import Session

# --- what the functions are asked ----------------------------------------------------------------

RULES = ("player", "actions", "result", "winner", "terminal", "utility")
"""The functions that say the rules, beside `initial_state`."""

RAISED = ["raised"]
"""The right answer to an illegal action."""


class Question(NamedTuple):
    """What to ask about a board, whose rows are parted by `/`, and the right answer."""

    name: str
    text: str
    more: tuple[Any, ...]
    right: Any

    @property
    def call(self) -> str:
        """How somebody would write it."""
        return f"{self.name}(board{''.join(f', {one!r}' for one in self.more)})"


def questions_about(game: KInARow, state: State) -> Iterator[Question]:
    """What the functions are asked of this position itself."""
    over, text = game.is_terminal(state), text_of(game, state)
    yield Question("terminal", text, (), over)
    yield Question("winner", text, (), game.winner(state))
    if over:
        yield Question("utility", text, (), game.utility(state, game.players[0]))
    else:
        yield Question("player", text, (), game.to_move(state))
        yield Question("actions", text, (), set(game.actions(state)))


def question_of_result(game: KInARow, state: State, action: Action) -> Question:
    """Where this action leads."""
    after = game.result(state, action) if action in game.actions(state) else None
    right = RAISED if after is None else text_of(game, after)
    return Question("result", text_of(game, state), (action,), right)


def text_of(game: KInARow, state: State) -> str:
    """The position as text, its rows parted by `/`."""
    marks, width = "".join(state.board), game.columns
    return "/".join(marks[at : at + width] for at in range(0, len(marks), width))


def board_of(text: str, empty: Any) -> list[list[Any]]:
    """The position that this text shows as a list of rows, with this on empty squares."""
    return [[empty if mark == EMPTY else mark for mark in row] for row in text.split("/")]


def first_square(board: Any) -> Any:
    """What lies on the first square of the first board: nothing, as this file writes it."""
    try:
        return board[0][0]
    except (TypeError, LookupError):
        return None


# --- their answers, compared with the rules ------------------------------------------------------

SECONDS = 5.0
"""What a function that says a rule may take for one board."""

TOGETHER = 600
"""So many questions are asked in one line, and get twice the seconds of one."""

_EITHER = ("winner", "utility")
"""One of these may be missing where somebody plays."""

_KINDS: dict[str, tuple[Any, str]] = {
    "player": (str, "the player to move"),
    "actions": (set | frozenset | list | tuple, "a set of actions"),
    "terminal": (bool, "True or False"),
    "winner": (str | None, "a player or None"),
    "utility": (int | float, "a number"),
}

_SHARED = {
    "one": "initial_state() gave one list as several rows, so that a mark in one of them is in all;"
    " three lists would be right, as [[EMPTY] * 3 for _ in range(3)] makes them",
    "two": "initial_state() gave the same lists again when it was called again, so that one game"
    " changes the next; new lists each time would be right",
}

_LONGEST = 60


class FileRules:
    """Asks the functions of a file about boards, and compares what they say with `game`.

    Each sentence names the function, the board, what was found, and what would have been right.
    """

    def __init__(self, file: StudentFile, game: KInARow) -> None:
        """Ask for the first board; a wrong one is a `FileFault`."""
        self.file, self.game = file, game
        self.remarks: dict[str, str] = {}
        """By function what is right, but not as the assignment asks."""
        self._right: set[tuple[State, Action]] = set()
        answer = file.ask("initial_state", seconds=SECONDS)
        self.empty = first_square(answer.value)
        right = board_of(text_of(game, game.initial), self.empty)
        why = trouble(answer, SECONDS)
        if not why and (type(answer.value) is not list or answer.value != right):
            size = f"{game.rows} lists of {game.columns} EMPTY"
            why = f"gave {row_of(answer.value)}; {size} would be right"
        if why:
            raise FileFault(f"initial_state() {why}")
        if shared := _SHARED.get(str(file.ask(SHARES, seconds=SECONDS).value)):
            self.remarks["initial_state"] = shared

    def wrong(
        self, questions: Sequence[Question], news: Callable[[str], None] = lambda _: None
    ) -> dict[str, str]:
        """A sentence for each function that is wrong somewhere, about the first such board.

        `news` hears how far it is.
        """
        wrong: dict[str, str] = {}
        for start in range(0, len(questions), TOGETHER):
            news(f"functions: {start:,} of {len(questions):,} answers looked at")
            together = [one for one in questions[start : start + TOGETHER] if one.name not in wrong]
            for question, value in zip(together, self._values(together), strict=True):
                if question.name in wrong:
                    continue
                if not _is_right(question, value):
                    if why := self._alone(question):
                        wrong[question.name] = why
                elif question.name == "actions" and not isinstance(value, set | frozenset):
                    said = f"gave the right actions as a {type(value).__name__}"
                    where = f"a set would be right; {_at(question)}"
                    self.remarks.setdefault("actions", f"{question.call} {said}; {where}")
        return wrong

    def check(self, state: State, action: Action) -> None:
        """Refuse what is wrong about this legal action, and the board after it; once is enough."""
        if (state, action) not in self._right:
            after = self.game.result(state, action)
            result = question_of_result(self.game, state, action)
            self._refuse([result, *questions_about(self.game, after)])
            self._right.add((state, action))

    def check_start(self) -> None:
        """Refuse what is wrong about the first board."""
        if fault := self.remarks.get("initial_state"):
            raise FileFault(fault)
        self._refuse([*questions_about(self.game, self.game.initial)])

    def _refuse(self, questions: Sequence[Question]) -> None:
        wrong = self.wrong(questions)
        absent = [one for one in _EITHER if wrong.get(one, "").endswith(ABSENT)]
        if len(absent) == 1:
            del wrong[absent[0]]
        for sentence in wrong.values():
            raise FileFault(sentence)

    def _values(self, together: Sequence[Question]) -> list[Any]:
        """What they all say, if each answers in time and ends nothing; else no right answer."""
        seconds = SECONDS * max(1, 2 * len(together) / TOGETHER)
        asked = [one[:3] for one in together]
        answers = self.file.ask(ANSWERS, asked, self.empty, seconds=seconds)
        values = answers.value
        if isinstance(values, list) and len(values) == len(asked) and not trouble(answers, seconds):
            return values
        return [["unknown"]] * len(asked)

    def _alone(self, question: Question) -> str:
        """What is wrong about this answer, found by asking for it alone; or `""`."""
        board = board_of(question.text, self.empty)
        answer = self.file.ask(question.name, board, *question.more, seconds=SECONDS)
        raised = answer.error is not None and answer.error.type != "NoAnswer"
        if question.right == RAISED and raised and not answer.not_attempted:
            return ""
        why = trouble(answer, SECONDS) or changed(answer, board)
        if not why and question.right == RAISED:
            why = f"gave {row_of(answer.value)}; an exception would be right, since it is not legal"
        elif not why and question.name == "result":
            if answer.value != board_of(question.right, self.empty):
                why = f"gave {row_of(answer.value)}; {_spaced(question.right)} would be right"
        elif not why:
            why = wrong_value(question.name, answer.value, question.right)
        where = "" if why == ABSENT else f"; {_at(question)}"
        return f"{question.call} {why}{where}" if why else ""


def _is_right(question: Question, value: Any) -> bool:
    if question.name == "result":
        return bool(value == question.right)
    return not wrong_value(question.name, value, question.right)


def wrong_value(name: str, value: Any, right: Any) -> str:
    """What is wrong with what this function gave, or `""`.

    >>> wrong_value("actions", {(0, 0)}, {(0, 1)})
    'lists (0, 0), which is not legal, and lacks (0, 1)'
    """
    kind, words = _KINDS[name]
    if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
        return f"gave {_short(value)}; {words} would be right"
    if name != "actions":
        return "" if value == right else f"gave {_short(value)}; {right!r} would be right"
    try:
        found = set(value)
    except TypeError:
        strange = next((one for one in value if isinstance(one, list | dict | set)), value)
        return f"lists {_short(strange)}; tuples, numbers or text would be right"
    more, less = in_order(found - right), in_order(right - found)
    faults = [f"lists {_short(more[0])}, which is not legal"] if more else []
    return ", and ".join([*faults, *([f"lacks {less[0]!r}"] if less else [])])


def changed(answer: Answer, board: Any) -> str:
    """That a function has changed its board, to follow its name, or `""`.

    Whoever called it goes on with that board, and finds a move made there that nobody has made.
    """
    return "" if answer.afterwards[:1] == (board,) else "changed the board that it was given"


def row_of(board: Any) -> str:
    """A board in one line, such as `X O . / . X . / . . .`; what has no rows, as Python has it."""
    rows: Any = board if isinstance(board, list | tuple) and board else [None]
    if not all(isinstance(row, list | tuple) for row in rows):
        return _short(board)
    return _cut(" / ".join(" ".join(_mark(one) for one in row) for row in rows), 2 * _LONGEST)


def _at(question: Question) -> str:
    return f"the board is {_spaced(question.text)}"


def _spaced(text: str) -> str:
    return row_of([*map(list, text.split("/"))])


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
    rules.check_start()
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
    """The `minimax` of a student's file as a player; what is wrong with its answer loses.

    Where `remarks` are kept, a board that was changed only brings one, and so does a list in place
    of a tuple.
    """

    def __init__(
        self,
        file: StudentFile,
        game: KInARow,
        *,
        seconds: float | None = None,
        remarks: dict[str, str] | None = None,
    ) -> None:
        """Ask the file, which has a process of its own for this, how it writes an empty square."""
        self.file, self.game, self.remarks = file, game, remarks
        self.seconds = THINKING if seconds is None else seconds
        self.empty = first_square(file.ask("initial_state", seconds=SECONDS).value)
        self._busy = False

    def __call__(self, game: Game, state: State) -> Action:
        """What `minimax` gives; whoever asks again does not wait for what was asked before."""
        if self._busy:
            self.file.end()
        self._busy = True
        board = board_of(text_of(self.game, state), self.empty)
        try:
            answer = self.file.ask(MINIMAX, board, seconds=self.seconds)
        except FileFault as fault:
            raise Forfeit(str(fault)) from None
        finally:
            self._busy = False
        why = trouble(answer, self.seconds)
        if not why and (wrote := changed(answer, board)):
            if self.remarks is None:
                why = wrote
            else:
                wrote = f"{MINIMAX}(board) {wrote}; the board is {row_of(board)}"
                self.remarks.setdefault("changed", wrote)
        if why:
            raise Forfeit(f"{MINIMAX}(board) {why}", "time" if answer.out_of_time else "error")
        value = answer.value
        if isinstance(value, list) and len(value) == 2:
            # `actions` may give a list in place of a set, and `minimax` one in place of a tuple.
            if self.remarks is not None:
                right = f"{tuple(value)!r} would be right"
                self.remarks.setdefault("list", f"{MINIMAX}(board) gave {value!r}; {right}")
            return tuple(value)
        return str(value) if isinstance(value, Strange) else value

    def close(self) -> None:
        """End its process."""
        self.file.close()

    def __repr__(self) -> str:
        return f"minimax of {self.file.path.name}"


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
        self, path: Path, game: Game, begin: Callable[[], Session], stack: ExitStack
    ) -> None:
        """Load the file in a process that `begin` starts, and ask about its first board."""
        if not isinstance(game, KInARow):
            raise ValueError(
                "--with compares functions with games of rows, such as tic-tac-toe, and not with"
                f" {game!r}"
            )
        self.ours, self.path, self._begin, self._stack = game, path, begin, stack
        rules = FileRules(self._opened(), game)
        self.game, self.has_player = file_game(rules), rules.file.defines(MINIMAX)
        remarks = "".join(f" {remark}." for remark in rules.remarks.values())
        self.about = f"; its answers are compared with {game!r}.{remarks}"
        """What its answers are compared with, and what is not as the assignment asks."""

    def player(self, name: str, rng: Random, seconds: float | None) -> PlayerFunction | None:
        """The player with this name: `file` is the file's own, `None` a person."""
        if name.strip().lower() == self.NAME:
            if not self.has_player:
                raise ValueError(f"{self.path.name} has no function {MINIMAX}, so it can't play")
            return FilePlayer(self._opened(), self.ours, seconds=seconds)
        player = player_named(name, self.ours, rng, seconds=seconds)
        return None if player is None else OurPlayer(player, self.ours)

    def _opened(self) -> StudentFile:
        """The file in another process."""
        return self._stack.enter_context(StudentFile(self.path, self._begin))
