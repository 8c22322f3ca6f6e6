"""What a recorder asks about states: of a game, or of a student's functions on boards."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Mapping
from types import CodeType, ModuleType
from typing import Any, NamedTuple

from course_lib.game import Action, Chances, Player, State
from course_lib.watch.trace import as_plain
from course_lib.watch.watched import Counts, Watched

RULES = (
    "initial_state", "player", "actions", "result", "winner", "terminal", "utility", "chance",
)  # fmt: skip
"""The names of the functions that together are the rules of a game on boards."""

MAKE = "make a move"
"""What such a method does, beside the rules."""

MOVES = ("push", "make", "make_move", "do", "do_move", "play", "apply", "place", "drop")
"""What a board's own method that makes a move is called."""


class Reached(NamedTuple):
    """A state with the action that led to it, and the state before."""

    state: State
    action: Action | None
    before: State


class AnyStates:
    """What holds for the states of most games: they never change, and draw themselves."""

    counts: Counts
    tree = True
    """Whether calls of the search for single states can be told apart."""

    def seen(self, state: State) -> None:
        """Note the type of a state, where a game has several."""

    def board(self, state: State) -> Any:
        """No text: the game itself can draw a state again from the path to it."""
        return None

    def changed(self, state: State, content: Any, thing: Any, *, expected: bool) -> Reached | None:
        """How a state that no rule gave back came from this one: never."""
        return None


class GameStates(AnyStates):
    """The states of a game; nothing that is asked here is counted."""

    def __init__(self, watched: Watched) -> None:
        self.counts: Counts = watched
        self.game = watched.game
        self._types: set[type] = set()

    def seen(self, state: State) -> None:
        """Note the type of a state: a textbook tree has lists and numbers."""
        self._types.add(type(state))

    def looks_like_state(self, thing: Any) -> bool:
        """Whether the game has ever shown a state of this type: a quick look."""
        return type(thing) in self._types

    def content(self, state: State) -> Any:
        """What makes two states equal: the state itself, which never changes."""
        return state

    def player(self, state: State) -> Player | None:
        """Whose turn it is, if the game can say."""
        return _answer(lambda: self.game.to_move(state), None)

    def is_final(self, state: State) -> bool:
        """Whether the game is over, if the game can say."""
        return _answer(lambda: bool(self.game.is_terminal(state)), False)

    def chance(self, state: State) -> Chances:
        """What may happen if nobody chooses here, with probabilities."""
        return _answer(lambda: self.game.chance(state), ())


class BoardStates(AnyStates):
    """Boards that may change; only copies of them are asked about, so that nothing does."""

    def __init__(
        self, root: Any, functions: Mapping[str, Callable[..., Any]], counts: Counts
    ) -> None:
        self.counts = counts
        self.functions = functions
        self._shape = _shape_of(root)

    def looks_like_state(self, thing: Any) -> bool:
        """Whether this has the form of the board that the search began with."""
        return type(thing) is self._shape[0] and _shape_of(thing) == self._shape

    def content(self, state: State) -> Any:
        """The board as nested tuples, as it is now."""
        return _frozen(state)

    def player(self, state: State) -> Player | None:
        """Whose turn it is, if there is a function that says so."""
        player = self._ask("player", state)
        return None if player is None else str(player)

    def is_final(self, state: State) -> bool:
        """Whether the game is over, if there is a function that says so."""
        return bool(self._ask("terminal", state))

    def chance(self, state: State) -> Chances:
        """What may happen if nobody chooses here, if there is a function that says so."""
        return tuple(self._ask("chance", state) or ())

    def board(self, state: State) -> Any:
        """The board as nested tuples of plain data."""
        return as_plain(_frozen(state))

    def changed(self, state: State, content: Any, thing: Any, *, expected: bool) -> Reached | None:
        """The change from one board to another that the search made by itself.

        Where no board is `expected`, only one square of rows may differ: lists of values, or pairs
        of numbers, can look like boards.
        """
        square: Any = _changed_square(content, _frozen(thing))
        if not expected and not isinstance(square, tuple):
            return None
        if isinstance(thing, dict) and square is not None:
            at, inner = square
            key = sorted(thing, key=repr)[at]
            square = key if inner == 1 else (key, inner[1])
        self.counts.changed(thing)
        return Reached(thing, square, state)

    def _ask(self, name: str, board: Any) -> Any:
        function = self.functions.get(name)
        return None if function is None else _answer(lambda: function(_thawed(board)), None)


class MovedBoard(BoardStates):
    """One board that makes moves and takes them back: its moves are counted, and no tree is seen.

    When a call begins, nobody outside knows which of the moves made so far are still standing.
    """

    tree = False

    def __init__(self, root: Any, counts: Counts) -> None:
        makes = [getattr(type(root), name) for name in MOVES if hasattr(type(root), name)]
        super().__init__(root, {MAKE: makes[0]}, counts)
        counts.asked(root)

    def board(self, state: State) -> Any:
        """The board as its own text, or as the lists that it holds."""
        own = {name for kind in type(state).__mro__[:-1] for name in vars(kind)}
        if not own.isdisjoint({"__str__", "__repr__"}):
            return _answer(lambda: str(state), None)
        held = [each for each in vars(state).values() if isinstance(each, list | tuple)]
        return as_plain(_frozen(held[0] if held else vars(state)))


def boards_like(
    board: Any, functions: Any, search: Callable[..., Any], counts: Counts
) -> BoardStates:
    """What can be asked about boards like this one: by plain functions, or by its own methods."""
    if functions is None and any(hasattr(type(board), name) for name in MOVES):
        return MovedBoard(board, counts)
    return BoardStates(board, rules_among(functions, search), counts)


States = GameStates | BoardStates


def _answer(question: Callable[[], Any], otherwise: Any) -> Any:
    """The answer to a question that only the recording asks."""
    try:
        return question()
    except Exception:  # noqa: BLE001 - a fault in the rules must show in the search, not here
        return otherwise


# --- boards ----------------------------------------------------------------------------------


def board_text(board: Any) -> str:
    """A board as text: a line for each row, a dot for what is empty."""
    rows = board if isinstance(board, list | tuple) else [board]
    cells = (row if isinstance(row, list | tuple) else [row] for row in rows)
    return "\n".join(" ".join(map(_cell_text, row)) for row in cells)


def _cell_text(cell: Any) -> str:
    return "." if cell is None or str(cell).strip() == "" else str(cell)


def _frozen(board: Any) -> Any:
    """A board as nested tuples, which nobody can change; an object by its attributes."""
    if isinstance(board, list | tuple):
        return tuple(map(_frozen, board))
    if isinstance(board, dict):
        return tuple((repr(key), _frozen(board[key])) for key in sorted(board, key=repr))
    if isinstance(board, set):
        return frozenset(board)
    if hasattr(board, "tolist"):  # an array
        return _frozen(board.tolist())
    return _frozen(vars(board)) if hasattr(board, "__dict__") else board


def _thawed(board: Any) -> Any:
    """A copy of a board that may be changed without harm."""
    if type(board) in (list, tuple):
        return type(board)(map(_thawed, board))
    return board if board is None or type(board) in (str, int, float) else copy.deepcopy(board)


def _shape_of(board: Any) -> tuple[Any, ...]:
    """The type and the size of a board, the same for all boards of one game."""
    if not isinstance(board, list | tuple):
        return (type(board), getattr(board, "shape", None), getattr(board, "dtype", None))
    inner = [_shape_of(row) if isinstance(row, list) else None for row in board]
    return (type(board), len(board), tuple(inner))


def _changed_square(before: Any, after: Any) -> Action | None:
    """The one square in which two boards differ: `(row, column)`, or a number on a flat board."""
    if not isinstance(before, tuple | str) or len(before) != len(after):
        return None
    different = [at for at, (one, two) in enumerate(zip(before, after, strict=True)) if one != two]
    if len(different) != 1:
        return None
    [at] = different
    if not isinstance(before[at], tuple):
        return at
    inner = _changed_square(before[at], after[at])
    return None if inner is None else (at, inner)


# --- a student's functions ---------------------------------------------------------------------


def rules_among(functions: Any, function: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """The functions that are the rules, by name, from a dict, a list, a module or the globals."""
    if functions is None:
        given = getattr(inspect.unwrap(getattr(function, "func", function)), "__globals__", {})
    elif isinstance(functions, Mapping):
        given = functions
    elif isinstance(functions, list | tuple | set):
        given = {getattr(each, "__name__", ""): each for each in functions}
    elif isinstance(functions, ModuleType) or hasattr(functions, "__dict__"):
        given = {name: getattr(functions, name) for name in RULES if hasattr(functions, name)}
    else:
        raise TypeError(
            f"functions are given as a dict, a list or a module; found {functions!r}; "
            "write functions={'result': result, 'actions': actions, ...}"
        )
    rules = {name: given[name] for name in RULES if callable(given.get(name))}
    if not rules:
        where = "among `functions`" if functions is not None else f"beside {name_of(function)}"
        raise ValueError(
            f"watch looks for the rules of the game, functions called {', '.join(RULES)}; "
            f"found none of them {where}, and functions={{'result': my_result, ...}} would help"
        )
    for name, rule in rules.items():
        if code_of(rule) is None:
            raise ValueError(
                f"calls of {name} cannot be watched: {rule!r} is not written in Python; "
                f"write a `def {name}(...)` that calls it"
            )
    return rules


def code_of(function: Any) -> CodeType | None:
    """The code that runs when this function is called, wrappers taken off."""
    function = inspect.unwrap(getattr(function, "func", function))
    function = getattr(function, "__func__", function)
    code = getattr(function, "__code__", None)
    if code is None:  # an object that can be called like a function
        code = getattr(vars(type(function)).get("__call__"), "__code__", None)
    return code


def name_of(function: Any) -> str:
    """What to call this function."""
    function = getattr(function, "func", function)
    return str(getattr(function, "__name__", type(function).__name__))
