"""`observed`: what a function does in one call of it, call by call and line by line.

The function runs with a note in front of each of its lines. Which leaves it looks at is not said
here: whoever holds the numbers of the secret tree sees what the game is asked, whether by calls or
by a stack.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, wraps
from math import inf
from types import CodeType
from typing import Any

from course_lib.checks.calling import Strange, as_plain
from course_lib.checks.cases import arguments_of, is_number, text_of
from course_lib.game import Game, Player, State
from course_lib.plain import visible

MOST_STEPS = 4_000
"""What has run so many lines on a tree of a dozen leaves goes round for ever."""

DEPTH = 2
"""How far a search with a limited depth looks ahead."""

SERVED = {
    "minimax_value": "state",
    "depth_limited": "depth",
    "remembering": "memory",
    "alphabeta": "state",
    "limited_alphabeta": "depth",
    "select": "counts",
    "settled": "nodes",
    "bounded_alphabeta": "window",
    "proven_winner": "memory",
}
"""The exercises that are asked about a tree, and by which of `_arguments` they are called."""

_KEPT_STEPS, _KEPT_CALLS = 2_500, 300
_STEP, _EACH, _NOTED = "_step_noted", "_each_noted", "_call_noted"
"""What the notes are called in the function; no student calls anything like that."""


class NeverEndsError(BaseException):
    """Ends a function that goes round for ever; what catches every `Exception` lets it pass."""


def observed(source: str, name: str, game: Game | None, given: Any = None) -> dict[str, Any]:
    """What the function of this name in this source does at the root of a tree, as plain data.

    `given` is what it is called with beside the tree, such as a node's visits. Without a tree it is
    the whole call as a line of Python, and the value is told as text.
    `calls` has the function, the node, the arguments that are numbers, what came back, whether
    anything did, and the number of the call in which it was made. `lines` has each line that was
    reached, and the number of the call it was in.
    """
    notes = _Notes(on_tree=game is not None)
    names: dict[str, Any] = {"__name__": "__main__"}
    names |= {_STEP: notes.step, _EACH: notes.each, _NOTED: notes.noted}
    try:
        exec(_with_notes(source), names)  # noqa: S102 - running it is the purpose
        if game is None:
            value = names[name](*arguments_of(given, names, fresh=True))
            return notes.plain() | {"value": text_of(as_plain(value)), "end": "value"}
        value = names[name](*_arguments(SERVED[name], game, given))
        return notes.plain() | {"value": _plain(value), "end": "value"}
    except (NeverEndsError, RecursionError):
        return notes.plain() | {"end": "never"}
    except Exception as error:  # noqa: BLE001 - a student's function may raise anything
        return notes.plain() | {"end": visible(type(error).__name__[:60])}


@lru_cache(maxsize=8)
def _with_notes(source: str) -> CodeType:
    """The source with a note in front of each of its lines."""
    tree = ast.fix_missing_locations(_WithNotes().visit(ast.parse(source)))
    return compile(tree, "<answer>", "exec")


def _arguments(kind: str, game: Game, given: Any) -> tuple[Any, ...]:
    """What a function of this kind is called with."""
    match kind:
        case "depth":
            return game, game.initial, DEPTH, leftmost
        case "memory":
            return game, game.initial, {}
        case "window":
            return game, game.initial, -inf, inf, {}
        case "nodes":
            return game, nodes(game, given["nodes"])
        case "counts":
            return nodes(game, given["nodes"]), given["c"]
    return game, game.initial


def nodes(game: Game, counts: Sequence[tuple[State, int, float]]) -> dict[str, Any]:
    """The root of a tree of nodes as in lesson 05, from each node's state, visits and total."""
    made: dict[State, dict[str, Any]] = {}
    for state, visits, total in counts:
        above = state[:-1]
        made[state] = {
            "state": state,
            "chooser": game.to_move(above),
            "visits": visits,
            "total": total,
            "untried": list(game.actions(state)),
            "children": {},
        }
        if state:
            made[above]["untried"].remove(state[-1])
            made[above]["children"][state[-1]] = made[state]
    return made[game.initial]


def leftmost(game: Game, state: State, player: Player) -> float:
    """An estimate that a pencil can make: the number of the leaf at the far left below a node."""
    while not game.is_terminal(state):
        state = game.result(state, game.actions(state)[0])
    return game.utility(state, player)


def _plain(value: Any) -> Any:
    """The value as plain data, or what kind of thing it is; of a node its state."""
    if isinstance(value, list):
        value = [one["state"] if _is_node(one) else one for one in value]
    plain = as_plain(value["state"] if _is_node(value) else value)
    return f"a {plain.kind}" if isinstance(plain, Strange) else plain


def _is_node(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("state"), tuple)


class _Notes:
    """What has happened so far."""

    def __init__(self, *, on_tree: bool) -> None:
        self.on_tree = on_tree
        self.count = 0
        self.calls: list[list[Any]] = []
        self.lines: list[tuple[int, int]] = []
        self._open: list[int] = []
        """The calls that have begun and not ended, by their numbers."""

    def step(self, line: int) -> bool:
        """Note that this line is reached: true, so that it can stand in front of a condition."""
        self.count += 1
        if self.count > MOST_STEPS:
            raise NeverEndsError
        if len(self.lines) < _KEPT_STEPS:
            self.lines.append((line, self._open[-1] if self._open else -1))
        return True

    def each(self, line: int, values: Any) -> Iterator[Any]:
        """The values of a `for`, whose line is reached again after each of them."""
        for value in values:
            yield value
            self.step(line)

    def noted(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, whose calls are noted."""
        parameters = inspect.signature(function)

        @wraps(function)
        def noting(*given: Any, **options: Any) -> Any:
            call = len(self.calls)
            if call < _KEPT_CALLS:
                try:
                    named = parameters.bind(*given, **options)
                    named.apply_defaults()
                except TypeError:
                    return function(*given, **options)  # which says what is wrong
                above = self._open[-1] if self._open else -1
                self.calls.append([*self._begun(function.__name__, named.arguments), above])
            self._open.append(call)
            try:
                value = function(*given, **options)
            finally:
                self._open.pop()
            if call < _KEPT_CALLS:
                self.calls[call][3:5] = [_plain(value), True]
            return value

        return noting

    def _begun(self, name: str, given: dict[str, Any]) -> list[Any]:
        """What is noted of a call when it begins."""
        values = [one["state"] if _is_node(one) else one for one in given.values()]
        places = (one for one in values if isinstance(one, tuple) and self.on_tree)
        place = next((one for one in places if all(type(step) is int for step in one)), None)
        numbers = {key: one for key, one in given.items() if is_number(one)}
        return [name, place, numbers, None, False]

    def plain(self) -> dict[str, Any]:
        """All of it, as plain data."""
        return {"calls": self.calls, "lines": self.lines}


class _WithNotes(ast.NodeTransformer):
    """Puts a note in front of each line of a function, and around the function."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """The function with its notes."""
        self.generic_visit(node)
        self._note_lines(node)
        if not any(isinstance(one, ast.Yield | ast.YieldFrom) for one in ast.walk(node)):
            noted = ast.copy_location(ast.Name(_NOTED, ast.Load()), node)
            node.decorator_list.append(noted)
        return node

    def _note_lines(self, node: ast.AST) -> None:
        """Put notes into all blocks of this statement, but not those of functions inside."""
        for block in ("body", "orelse", "finalbody"):
            statements = getattr(node, block, None)
            if isinstance(statements, list):
                setattr(node, block, [new for one in statements for new in self._with_note(one)])
        for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            self._note_lines(part)

    def _with_note(self, node: ast.stmt) -> Iterator[ast.stmt]:
        """This statement behind its note."""
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            self._note_lines(node)
        line = ast.Constant(first_line(node))
        step = ast.Call(ast.Name(_STEP, ast.Load()), [line], [])
        if isinstance(node, ast.While):
            node.test = ast.BoolOp(ast.And(), [step, node.test])
        elif not is_silent(node):
            yield ast.Expr(step)
        if isinstance(node, ast.For):
            node.iter = ast.Call(ast.Name(_EACH, ast.Load()), [line, node.iter], [])
        yield node


def first_line(node: ast.stmt) -> int:
    """The line on which this statement begins, its decorators included."""
    return min(node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ())), 10**9)


def is_silent(node: ast.stmt) -> bool:
    """Whether Python does nothing here: a docstring, or a word about names."""
    text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return text or isinstance(node, ast.Global | ast.Nonlocal)
