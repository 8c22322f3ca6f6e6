"""Which parts of a notebook have to run before its functions can be checked.

All that the student has written or changed runs, and so does every cell with an exercise. Of the
cells that came with the course and are unchanged, these statements do:

- what binds a name that is used, directly or not, by anything else that runs, or touches a list, a
  dictionary or another thing of that name which can be changed;
- imports and definitions of functions, which cost nothing;
- calls that set up a module from elsewhere, such as `random.seed(1)`.

What is left only shows something. A student who looks names up by text (`globals()`, `eval`...) has
everything run.
"""

from __future__ import annotations

import ast
import re
import symtable
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from nbformat import NotebookNode

_BY_TEXT = frozenset(
    ("globals", "locals", "vars", "eval", "exec", "get_ipython", "In", "Out", "_", "__main__")
)
_DEFINITIONS = (ast.Import, ast.ImportFrom, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_CHANGING = """
add append appendleft clear discard extend insert pop popitem popleft remove reverse setdefault sort
store update choice getrandbits randint random randrange sample seed shuffle
"""
"""Methods that change a thing from inside; who draws from a generator changes it, too."""
_CONTAINERS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
_MAKE_CONTAINERS = {"list", "dict", "set", "Counter", "defaultdict", "deque", "Random", "Table"}
_MODULES = frozenset(("random", "np", "numpy", "sys", "os", "locale", "decimal", "warnings"))
"""What a lesson may set up once and for all."""


@dataclass(frozen=True)
class Names:
    """The names of the notebook that a piece of code binds and uses."""

    binds: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()
    at_once: frozenset[str] = frozenset()
    """Of the names used, those used when the code runs, not only in the functions it defines."""
    changes: frozenset[str] = frozenset()
    """Names of things that the functions it defines change from inside."""
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
    parts, given = [], []
    for index, cell in enumerate(notebook.cells):
        mark = cell.metadata.get("nbgrader", {})
        if cell.cell_type != "code" or not cell.source.strip() or mark.get("grade"):
            continue
        exercise = str(mark["grade_id"]) if mark.get("solution") else ""
        own = cell.source.strip() not in ours
        if own or exercise:
            parts.append(Part(index, cell.source, names_in(cell.source), exercise, own))
        else:
            given.append((index, cell.source))
    by_text = any(part.own and part.names.uses & _BY_TEXT for part in parts)
    if everything or by_text:
        parts += [Part(index, source, names_in(source)) for index, source in given]
    else:
        parts += _needed(parts, given)
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


def needed_for(name: str, parts: Iterable[Part]) -> list[Part]:
    """Those of a student's parts that bind or may change this name, or anything that they use."""
    waiting, needed = list(parts), []
    everything = [part.names for part in waiting]
    can_change = frozenset(_leads(everything)) - _functions(part.source for part in waiting)
    changed = {part: _changed(part.names, everything, can_change) for part in waiting}
    used = {name}
    while more := [one for one in waiting if changed[one] & used or "import *" in one.source]:
        needed += more
        waiting = [part for part in waiting if part not in more]
        used = used.union(*(part.names.uses for part in more))
    if used & _BY_TEXT:
        needed += waiting  # it may ask for any name
    return sorted(needed, key=lambda part: part.index)


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
    source: str
    names: Names


def _needed(parts: list[Part], given: list[tuple[int, str]]) -> list[Part]:
    """What of the cells that came with the course is needed by these parts, or by itself."""
    pieces = [piece for index, source in given for piece in _pieces(index, source)]
    everything = [*(part.names for part in parts), *(piece.names for piece in pieces)]
    can_change = _can_change([(part.index, part.source) for part in parts] + given)
    changed = {piece: _changed(piece.names, everything, can_change) for piece in pieces}
    used = {name for part in parts for name in part.names.uses}
    kept: set[_Piece] = set()

    def pull(needed: Callable[[_Piece], object], *, at_once: bool = False) -> None:
        """Keep the pieces that are needed; they use others in turn, at once or at any time."""
        while more := [piece for piece in pieces if piece not in kept and needed(piece)]:
            kept.update(more)
            for piece in more:
                uses = piece.names.at_once if at_once else piece.names.uses
                used.update(uses | (piece.names.binds & can_change))

    pull(lambda piece: changed[piece] & used)
    # A function that nobody uses needs nothing but what its definition mentions, such as defaults.
    pull(lambda piece: piece.names.always, at_once=True)
    pull(lambda piece: changed[piece] & used)
    found = []
    for index, source in given:
        lines = {
            line for one in kept if one.index == index for line in range(one.first, one.last + 1)
        }
        if lines:
            numbered = enumerate(source.splitlines(), 1)
            text = "\n".join(line if number in lines else "" for number, line in numbered)
            found.append(Part(index, text, names_in(text)))
    return found


def _changed(
    names: Names, everything: Iterable[Names], can_change: frozenset[str]
) -> frozenset[str]:
    """The names that this code binds, or whose things it may change, also by its functions."""
    everything = list(everything)
    called = _closure(names.at_once, _leads(everything))
    inside = {name for one in everything if one.binds & called for name in one.changes}
    return names.binds | (names.at_once | inside) & can_change


def _can_change(cells: Iterable[tuple[int, str]]) -> frozenset[str]:
    """The names of lists, dictionaries and the like, and of what was got from them.

    Whatever else a lesson gives a name to, such as a game or a state, stays as it is.
    """
    pieces = [piece for index, source in cells for piece in _pieces(index, source)]
    fixed = _functions(piece.source for piece in pieces)
    found: set[str] = set()
    for node in _nodes(piece.source for piece in pieces):
        if isinstance(node, ast.Assign | ast.AnnAssign) and _is_container(node.value):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = (name for target in targets for name in ast.walk(target))
            found |= {name.id for name in names if isinstance(name, ast.Name)}
    everything = [piece.names for piece in pieces]
    while more := {
        name for one in everything if one.at_once & found for name in one.binds - fixed - found
    }:
        found |= more
    return frozenset(found)


def _is_container(value: ast.expr | None) -> bool:
    """Whether this expression makes something that can be changed from inside."""
    if isinstance(value, ast.Call):
        function = value.func
        name = function.attr if isinstance(function, ast.Attribute) else _base(function)
        return name in _MAKE_CONTAINERS
    if isinstance(value, ast.Tuple):
        return any(map(_is_container, value.elts))
    return isinstance(value, _CONTAINERS)


def _functions(sources: Iterable[str]) -> frozenset[str]:
    """The names of functions, classes and what is imported, which nobody changes from inside."""
    names: set[str] = set()
    for node in _nodes(sources):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names |= {(one.asname or one.name).partition(".")[0] for one in node.names}
        elif isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
    return frozenset(names)


def _nodes(sources: Iterable[str]) -> Iterator[ast.AST]:
    for source in sources:
        tree = _parsed(source)
        if tree is not None:
            yield from ast.walk(tree)


def _pieces(index: int, source: str) -> Iterator[_Piece]:
    """The statements of a cell; one piece if it is not plain Python."""
    tree = _parsed(source)
    if tree is None:
        yield _Piece(index, 1, len(source.splitlines()), source, names_in(source))
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
        text = "\n".join(lines[first - 1 : last])
        yield _Piece(index, first, last, text, names_in(text))


# --- the names in a piece of code, without running it --------------------------------------------


def names_in(source: str) -> Names:
    """The names that this code binds and uses; code that is not plain Python may use any word."""
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
                frozenset({one.id for one in now if isinstance(one, ast.Name)} & (uses | binds)),
                frozenset(_changed_by_functions(tree) & (uses | binds)),
                any(isinstance(one, _DEFINITIONS) or _sets_up(one) for one in now),
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


def _changed_by_functions(tree: ast.Module) -> set[str]:
    """The names whose things are changed from inside when a function is called."""
    changed: set[str] = set()
    for function in (one for one in ast.walk(tree) if isinstance(one, _FUNCTIONS)):
        for node in ast.walk(function):
            if isinstance(node, ast.Attribute | ast.Subscript) and (
                not isinstance(node.ctx, ast.Load)
                or (isinstance(node, ast.Attribute) and node.attr in _CHANGING.split())
            ):
                changed.add(_base(node))
    return changed


def _sets_up(node: ast.AST) -> bool:
    """Whether this is a call like `random.seed(1)`: who draws later does not name what changed."""
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        return False
    function = node.value.func
    return isinstance(function, ast.Attribute) and _base(function) in _MODULES


def _base(node: ast.AST) -> str:
    """The name at the beginning of `name.part[0].other`, or nothing."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
