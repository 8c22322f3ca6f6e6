"""What all cells of a notebook together tell of its names: whose they are, what can't change."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable
from typing import NamedTuple

import course_lib.games
from course_lib.game import Game

_DISPLAYS = {"matplotlib", "IPython", "ipywidgets"}
_MAKE_GAMES = {"best_ordered_tree", "compact", "game_from_functions", "random_tree"}
_STATES = {"initial", "parse", "play", "result"}


class Known(NamedTuple):
    """What is known of names, wherever in the notebook they stand."""

    library: frozenset[str]
    """Names that are imported from the library, of which no function changes what it is handed."""
    modules: frozenset[str]
    """Modules from elsewhere, without those that only show something."""
    functions: frozenset[str]
    """Functions and classes that are defined in the notebook itself."""
    fixed: frozenset[str]
    """Names of what can't be changed from inside: functions, games, states, numbers, texts."""


NOTHING = Known(frozenset(), frozenset(), frozenset(), frozenset())


def known_of(sources: Iterable[str]) -> Known:
    """What these cells tell of their names; nothing where one is nested too deep to look at."""
    try:
        return _known_of([tree for tree in map(parsed, sources) if tree is not None])
    except RecursionError:
        return NOTHING


def _known_of(trees: list[ast.Module]) -> Known:
    library, modules = set(), set()
    imported: set[str] = set()
    functions: set[str] = set()
    loose: set[str] = set()
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                names = {one.asname or one.name for one in node.names}
                imported |= names
                library |= names if (node.module or "").startswith("course_lib") else set()
            elif isinstance(node, ast.Import):
                ours, others = _modules(node)
                library |= ours
                modules |= others
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                functions.add(node.name)
            elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                loose.add(node.id)
    games = {name for name in library if name in _MAKE_GAMES or _is_game(name)}
    return Known(
        frozenset(library),
        frozenset(modules),
        frozenset(functions),
        frozenset((functions | imported | library | modules) - loose)
        | _values(trees, games, loose),
    )


def parsed(source: str) -> ast.Module | None:
    """The code as a tree, or `None` if it is not plain Python; nobody is warned of anything."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


def _modules(node: ast.Import) -> tuple[set[str], set[str]]:
    """The names of modules of the library, and of others that can be set up."""
    ours, others = set(), set()
    for one in node.names:
        name, top = (one.asname or one.name).partition(".")[0], one.name.partition(".")[0]
        if top == "course_lib":
            ours.add(name)
        elif top not in _DISPLAYS:
            others.add(name)
    return ours, others


def _is_game(name: str) -> bool:
    thing = getattr(course_lib.games, name, None)
    return isinstance(thing, type) and issubclass(thing, Game)


def _values(trees: list[ast.Module], games: set[str], loose: set[str]) -> frozenset[str]:
    """The names that are only ever given a value that can't be changed from inside."""
    given: dict[str, list[ast.expr]] = {}
    times: dict[str, int] = {}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                times[node.id] = times.get(node.id, 0) + 1
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    for name, value in _pairs(target, node.value):
                        given.setdefault(name, []).append(value)
    # A name that is bound in any other way, such as by `for`, is bound more often than given.
    found = {name for name in given if name in loose and times[name] == len(given[name])}
    while True:
        wrong = {
            name for name in found if not all(_is_fixed(one, games, found) for one in given[name])
        }
        if not wrong:
            return frozenset(found)
        found -= wrong


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[str, ast.expr]]:
    """The names and the expressions that they are given, as far as that is plain to see."""
    if isinstance(target, ast.Name):
        return [(target.id, value)]
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        pairs = zip(target.elts, value.elts, strict=False)
        return [pair for one, other in pairs for pair in _pairs(one, other)]
    return []


def _is_fixed(value: ast.expr, games: set[str], fixed: set[str]) -> bool:
    """Whether the value of this expression can't be changed from inside."""
    if isinstance(value, ast.Constant):
        return True
    if isinstance(value, ast.Tuple):
        return all(_is_fixed(one, games, fixed) for one in value.elts)
    if isinstance(value, ast.Name):
        return value.id in fixed
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id in games
    thing = value.func if isinstance(value, ast.Call) else value
    return (
        isinstance(thing, ast.Attribute)
        and thing.attr in _STATES
        and _is_fixed(thing.value, games, fixed)
    )
