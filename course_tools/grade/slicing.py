"""Which parts of a notebook have to run before its functions can be checked.

All that the student has written or changed runs, and so does every cell with an exercise. Of the
cells that came with the course and are unchanged, only these statements do:

- what binds, or may change, a name that is used, directly or not, by anything else that runs;
- imports, definitions of functions, and the numbers, games and states that these functions use;
- calls that set up a module from elsewhere, such as `random.seed(1)`.

What is left only shows something. In doubt a statement runs: whatever it mentions it may change,
unless that is a function, a game, a state or a number. A student who looks names up by text
(`globals()`, `eval`...) has everything run.
"""

from __future__ import annotations

import ast
import re
import symtable
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from nbformat import NotebookNode

import course_lib.games
from course_lib.game import Game

_BY_TEXT = frozenset(
    ("globals", "locals", "vars", "eval", "exec", "get_ipython", "In", "Out", "_", "__main__")
)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_DEFINITIONS = (ast.Import, ast.ImportFrom, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_OF_PYTHON = """
abs all any bool dict divmod enumerate filter float format frozenset hash id int isinstance
issubclass len list map max min pow print range repr reversed round set sorted str sum tuple type
zip copy count endswith get index isdigit items join keys lower replace split splitlines startswith
strip upper values display
"""
_OF_GAMES = """
action_name action_named actions is_terminal parse play render result to_move utility win_line
winner
"""
_HARMLESS = frozenset(_OF_PYTHON.split()) | frozenset(_OF_GAMES.split())
"""Functions and methods that change nothing that they are handed."""

_DISPLAYS = {"matplotlib", "IPython", "ipywidgets"}
_MAKE_GAMES = {"best_ordered_tree", "compact", "game_from_functions", "random_tree"}
_STATES = {"initial", "parse", "play", "result"}


@dataclass(frozen=True)
class Names:
    """The names of the notebook that a piece of code binds and uses."""

    binds: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()
    at_once: frozenset[str] = frozenset()
    """Of the names used, those used when the code runs, not only in the functions it defines."""
    changes: frozenset[str] = frozenset()
    """Names of things that the functions it defines may change from inside."""
    always: bool = False
    """Whether it has to run, whoever uses what it binds."""


@dataclass(frozen=True)
class Part:
    """What runs of one cell."""

    index: int
    """Which cell of the notebook it is."""
    source: str
    """The cell's text; lines that do not run are empty, so that the others keep their numbers."""
    names: Names
    exercise: str = ""
    """The exercise whose cell it is, if it is one's."""
    own: bool = False
    """Whether the student has written or changed it."""


def parts_to_run(
    notebook: NotebookNode, released: NotebookNode, *, everything: bool = False
) -> list[Part]:
    """What has to run of this notebook, in order; with `everything`, all cells but the checks."""
    ours = {cell.source.strip() for cell in released.cells if cell.cell_type == "code"}
    known = _known_of(cell.source for cell in notebook.cells if cell.cell_type == "code")
    parts, given = [], []
    for index, cell in enumerate(notebook.cells):
        mark = cell.metadata.get("nbgrader", {})
        if cell.cell_type != "code" or not cell.source.strip() or mark.get("grade"):
            continue
        exercise = str(mark["grade_id"]) if mark.get("solution") else ""
        own = cell.source.strip() not in ours
        if own or exercise:
            parts.append(Part(index, cell.source, names_in(cell.source, known), exercise, own))
        else:
            given.append((index, cell.source))
    by_text = any(part.own and part.names.uses & _BY_TEXT for part in parts)
    if everything or by_text:
        parts += [Part(index, source, names_in(source)) for index, source in given]
    else:
        parts += _needed(parts, given, known)
    return sorted(parts, key=lambda part: part.index)


def last_needed(parts: Iterable[Part], notebook: NotebookNode, exercise: str, check: str) -> int:
    """The number of the first cell that the check of this exercise does not need any more.

    That is the check's own cell, below which nothing has run in a notebook, either; but an answer
    that stands only further down counts, too.
    """
    marks = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in notebook.cells]
    place = marks.index(check) if check in marks else len(marks)
    answers = [part.index for part in parts if part.own and exercise in part.names.binds]
    return max(place, min(answers) + 1) if answers else place


def reached(part: Part, parts: Iterable[Part]) -> frozenset[str]:
    """The names that are looked at when this part runs, also by the functions it calls."""
    uses = _leads(part.names for part in parts)
    return _closure(part.names.at_once, uses) & frozenset(uses)


def changed_by_each(parts: Iterable[Part], notebook: NotebookNode) -> dict[Part, frozenset[str]]:
    """For each of these parts of a notebook the names that it binds, or whose things it changes."""
    known = _known_of(cell.source for cell in notebook.cells if cell.cell_type == "code")
    parts = list(parts)
    everything = [part.names for part in parts]
    leads = _leads(everything)
    return {part: _changed(part.names, everything, leads, known.fixed) for part in parts}


def _leads(everything: Iterable[Names]) -> dict[str, frozenset[str]]:
    """For each name that is bound the names that are used there, in all places taken together."""
    leads: dict[str, frozenset[str]] = {}
    for one in everything:
        for name in one.binds:
            leads[name] = leads.get(name, frozenset()) | one.uses
    return leads


def _closure(names: Iterable[str], more: dict[str, frozenset[str]]) -> frozenset[str]:
    """These names, and all that they lead to."""
    reached_names: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in reached_names:
            reached_names.add(name)
            waiting += more.get(name, ())
    return frozenset(reached_names)


# --- the course's own cells ----------------------------------------------------------------------


@dataclass(frozen=True)
class _Piece:
    """Lines of a cell that run together: a statement, and others on the same lines."""

    index: int
    """The cell's number."""
    first: int
    last: int
    names: Names


def _needed(parts: list[Part], given: list[tuple[int, str]], known: _Known) -> list[Part]:
    """What of the cells that came with the course is needed by these parts, or by itself."""
    used = {name for part in parts for name in part.names.uses}
    waiting = [piece for index, source in given for piece in _pieces(index, source, known)]
    everything = [*(part.names for part in parts), *(piece.names for piece in waiting)]
    leads = _leads(everything)
    changed = {piece: _changed(piece.names, everything, leads, known.fixed) for piece in waiting}

    def pulled(waiting: list[_Piece], needed: Callable[[_Piece], object]) -> list[_Piece]:
        """The pieces that are left; those that are needed are kept, and use others in turn."""
        while more := [piece for piece in waiting if needed(piece)]:
            kept.update(more)
            waiting = [piece for piece in waiting if piece not in kept]
            for piece in more:
                # What is got from a thing that can be changed may be a part of it.
                used.update(piece.names.uses | (piece.names.binds - known.fixed))
        return waiting

    kept: set[_Piece] = set()
    rest = pulled(waiting, lambda piece: changed[piece] & used)
    # Functions that nobody uses cost nothing, and may be asked for by name; what they use is
    # there for them, unless it had to be worked out.
    rest = pulled(rest, lambda piece: piece.names.always)
    pulled(rest, lambda piece: piece.names.binds & used & known.fixed)
    found = []
    for index, source in given:
        lines = {
            line for one in kept if one.index == index for line in range(one.first, one.last + 1)
        }
        if lines:
            numbered = enumerate(source.splitlines(), 1)
            text = "\n".join(line if number in lines else "" for number, line in numbered)
            found.append(Part(index, text, names_in(text, known)))
    return found


def _changed(
    names: Names,
    everything: list[Names],
    leads: dict[str, frozenset[str]],
    fixed: frozenset[str],
) -> frozenset[str]:
    """The names that this code binds, or whose things it may change, also by its functions."""
    called = _closure(names.at_once, leads)
    inside = {name for one in everything if one.binds & called for name in one.changes}
    # From a thing it goes to those whose part it may be: a row was got from its board.
    parts_of = {name: uses - fixed for name, uses in leads.items()}
    return names.binds | _closure((names.at_once | inside) - fixed, parts_of) & frozenset(leads)


def _pieces(index: int, source: str, known: _Known) -> Iterator[_Piece]:
    """The statements of a cell; one piece if it is not plain Python."""
    tree = _parsed(source)
    if tree is None:
        yield _Piece(index, 1, len(source.splitlines()), names_in(source))
        return
    lines = source.splitlines()
    spans: list[list[int]] = []
    for statement in tree.body:
        decorators = [one.lineno for one in getattr(statement, "decorator_list", [])]
        first, last = min([statement.lineno, *decorators]), statement.end_lineno or 1
        if spans and first <= spans[-1][1]:
            spans[-1][1] = max(last, spans[-1][1])
        else:
            spans.append([first, last])
    for first, last in spans:
        names = names_in("\n".join(lines[first - 1 : last]), known)
        yield _Piece(index, first, last, names)


# --- the names in a piece of code, without running it --------------------------------------------


class _Known(NamedTuple):
    """What all cells of a notebook together tell of its names."""

    library: frozenset[str] = frozenset()
    """Names that are imported from the library, of which no function changes what it is handed."""
    modules: frozenset[str] = frozenset()
    """Modules from elsewhere, without those that only show something."""
    fixed: frozenset[str] = frozenset()
    """Names of what can't be changed from inside: functions, games, states, numbers, texts."""


def names_in(source: str, known: _Known | None = None) -> Names:
    """The names that this code binds and uses; code that is not plain Python may use any word."""
    known = known or _Known()
    tree = _parsed(source)
    try:
        if tree is not None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                binds, uses = _bound_and_used(symtable.symtable(source, "<cell>", "exec"))
            now = list(_run_at_once(tree))
            return Names(
                frozenset(binds),
                frozenset(uses),
                frozenset({one.id for one in now if isinstance(one, ast.Name)} & uses),
                frozenset(_changed_by_functions(tree, known) & (binds | uses)),
                any(isinstance(one, _DEFINITIONS) or _sets_up(one, known) for one in now),
            )
    except (SyntaxError, RecursionError):
        pass  # such as a `return` outside of a function, or nested deeper than we look
    words = frozenset(re.findall(r"[^\W\d]\w*", source))
    return Names(words, words, words, words, always=True)


def _parsed(source: str) -> ast.Module | None:
    """The code as a tree, or `None` if it is not plain Python; nobody is warned of anything."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


def _bound_and_used(table: symtable.SymbolTable) -> tuple[set[str], set[str]]:
    """The notebook's names that the code of this table, and all inside it, binds and uses."""
    top = table.get_type() == "module"
    symbols = [symbol for symbol in table.get_symbols() if top or symbol.is_global()]
    binds = {one.get_name() for one in symbols if one.is_assigned() or one.is_imported()}
    uses = {one.get_name() for one in symbols if one.is_referenced()}
    for child in table.get_children():
        more_bound, more_used = _bound_and_used(child)
        binds |= more_bound
        uses |= more_used
    return binds, uses


def _run_at_once(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of the code that run when it runs, not those in functions that it defines."""
    for child in ast.iter_child_nodes(node):
        yield child
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            for outside in (*child.decorator_list, *child.args.defaults, *child.args.kw_defaults):
                if outside is not None:
                    yield outside
                    yield from _run_at_once(outside)
        else:
            yield from _run_at_once(child)


def _changed_by_functions(tree: ast.Module, known: _Known) -> set[str]:
    """The names whose things may be changed from inside when a function is called."""
    changed: set[str] = set()
    for function in (one for one in ast.walk(tree) if isinstance(one, _FUNCTIONS)):
        for node in ast.walk(function):
            if isinstance(node, ast.Call):
                base = _base(node.func)
                name = node.func.attr if isinstance(node.func, ast.Attribute) else base
                if name not in _HARMLESS and base not in known.library:
                    changed |= {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
            elif isinstance(node, ast.Attribute | ast.Subscript):
                changed |= set() if isinstance(node.ctx, ast.Load) else {_base(node)}
    return changed


def _sets_up(node: ast.AST, known: _Known) -> bool:
    """Whether this is a call like `random.seed(1)`: who draws later does not name what changed."""
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        return False
    function = node.value.func
    return isinstance(function, ast.Attribute) and _base(function) in known.modules


def _base(node: ast.AST) -> str:
    """The name at the beginning of `name.part[0].other`, or nothing."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _known_of(sources: Iterable[str]) -> _Known:
    """What these cells tell of their names; nothing where one is nested too deep to look at."""
    library: set[str] = set()
    modules: set[str] = set()
    fixed: set[str] = set()
    bound: dict[str, int] = {}
    given: dict[str, list[ast.expr]] = {}
    try:
        for node in (node for source in sources for node in _nodes(source)):
            if isinstance(node, ast.ImportFrom | ast.Import):
                for one in node.names:
                    name = (one.asname or one.name).partition(".")[0]
                    of = getattr(node, "module", None) or one.name
                    fixed.add(name)
                    if of.startswith("course_lib"):
                        library.add(name)
                    elif isinstance(node, ast.Import) and of.partition(".")[0] not in _DISPLAYS:
                        modules.add(name)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                fixed.add(node.name)
            elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                bound[node.id] = bound.get(node.id, 0) + 1
            elif isinstance(node, ast.Assign):
                for name, value in (p for one in node.targets for p in _pairs(one, node.value)):
                    given.setdefault(name, []).append(value)
    except RecursionError:
        return _Known()
    games = {name for name in library if name in _MAKE_GAMES or _is_game(name)}
    # A name that is bound in any other way, such as by `for`, is bound more often than given.
    values = {name for name in given if bound.get(name) == len(given[name])}
    while wrong := {
        name for name in values if not all(_is_fixed(one, games, values) for one in given[name])
    }:
        values -= wrong
    return _Known(frozenset(library), frozenset(modules), frozenset(fixed - set(bound) | values))


@cache
def _is_game(name: str) -> bool:
    thing = getattr(course_lib.games, name, None)
    return isinstance(thing, type) and issubclass(thing, Game)


def _nodes(source: str) -> Iterator[ast.AST]:
    tree = _parsed(source)
    return ast.walk(tree) if tree is not None else iter(())


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
