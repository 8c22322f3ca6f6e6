"""What a recorder asks about states: of a game, or of a student's functions on boards."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from types import CodeType, ModuleType
from typing import Any, NamedTuple

from course_lib.game import Action, Player, State
from course_lib.watch.trace import as_plain
from course_lib.watch.watched import Counts, Watched

RULES = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility")
"""The names of the functions that together are the rules of a game on boards."""


class Reached(NamedTuple):
    """A state with the action that led to it, and the state before."""

    state: State
    action: Action | None
    before: State


class GameStates:
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

    def board(self, state: State) -> Any:
        """Nothing: the game itself can draw a state again from the path to it."""
        return None

    def changed(self, state: State, content: Any, thing: Any) -> Reached | None:
        """How a state that no rule gave back came from this one: never, in a game."""
        return None


class BoardStates:
    """Boards that may change; only copies of them are asked about, so that nothing does."""

    def __init__(
        self, root: Any, functions: Mapping[str, Callable[..., Any]], counts: Counts
    ) -> None:
        self.counts = counts
        self.functions = functions
        self._shape = _shape_of(root)

    def seen(self, state: State) -> None:
        """Nothing to note: all boards of a game have one form."""

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

    def board(self, state: State) -> Any:
        """The board as nested tuples of plain data."""
        return as_plain(_frozen(state))

    def changed(self, state: State, content: Any, thing: Any) -> Reached | None:
        """The change from one board to another that the search made by itself."""
        self.counts.changed(thing)
        return Reached(thing, _changed_square(content, _frozen(thing)), state)

    def _ask(self, name: str, board: Any) -> Any:
        function = self.functions.get(name)
        return None if function is None else _answer(lambda: function(_thawed(board)), None)


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
    return "\n".join(
        " ".join(map(_cell_text, row)) if isinstance(row, list | tuple) else _cell_text(row)
        for row in rows
    )


def _cell_text(cell: Any) -> str:
    return "." if cell is None or str(cell).strip() == "" else str(cell)


def _frozen(board: Any) -> Any:
    """A board as nested tuples, which nobody can change."""
    return tuple(map(_frozen, board)) if isinstance(board, list | tuple) else board


def _thawed(board: Any) -> Any:
    """A copy of a board that may be changed without harm."""
    return type(board)(map(_thawed, board)) if type(board) in (list, tuple) else board


def _shape_of(board: Any) -> tuple[Any, ...]:
    """The type and the size of a board, the same for all boards of one game."""
    if not isinstance(board, list | tuple):
        return (type(board),)
    inner = [_shape_of(row) if isinstance(row, list) else None for row in board]
    return (type(board), len(board), tuple(inner))


def _changed_square(before: Any, after: Any) -> Action | None:
    """The one square in which two boards differ: `(row, column)`, or a number on a flat board."""
    if not isinstance(before, tuple) or len(before) != len(after):
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
            f"functions are given as a dict, a list or a module; found {functions!r}, and "
            "functions={'result': result, 'actions': actions, ...} would be right"
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
                f"a `def {name}(...)` that calls it would be right"
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
