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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from nbformat import NotebookNode

_BY_TEXT = frozenset(
    ("globals", "locals", "vars", "eval", "exec", "get_ipython", "In", "Out", "_", "__main__")
)
_DEFINITIONS = (ast.Import, ast.ImportFrom, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_CONTAINERS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
_MAKES_CONTAINER = re.compile(r"\b(list|dict|set|Counter|defaultdict|deque|Random|Table)$")
_CHANGES = re.compile(
    r"\.(add|append|appendleft|clear|discard|extend|insert|pop|popitem|popleft|remove|reverse"
    r"|setdefault|sort|store|update|choice|getrandbits|randint|random|randrange|sample|seed"
    r"|shuffle)$"
)
"""Methods that change a thing from inside; who draws from a generator changes it, too."""
_SETS_UP = re.compile(r"(random|np|numpy|sys|os|locale|decimal|warnings)\.[\w.]+\(")
"""What a lesson may set up once and for all: who draws later does not name what changed."""


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
    parts: list[Part] = []
    given: list[Part] = []
    for index, cell in enumerate(notebook.cells):
        mark = cell.metadata.get("nbgrader", {})
        if cell.cell_type != "code" or not cell.source.strip() or mark.get("grade"):
            continue
        exercise = str(mark["grade_id"]) if mark.get("solution") else ""
        own = cell.source.strip() not in ours
        part = Part(index, cell.source, names_in(cell.source), exercise, own)
        (parts if own or exercise else given).append(part)
    if not everything and not any(part.own and part.names.uses & _BY_TEXT for part in parts):
        pieces = [piece for part in given for piece in _pieces(part)]
        # A function that nobody uses needs nothing but what its definition mentions.
        always = {piece for piece in pieces if piece.names.always}
        used = {name for part in parts for name in part.names.uses}
        used |= {name for piece in always for name in piece.names.at_once}
        kept = always | _needed([*parts, *pieces], used)
        given = [
            _together(part, [one for one in pieces if one in kept and one.index == part.index])
            for part in given
        ]
    return sorted((part for part in [*parts, *given] if part.source), key=lambda part: part.index)


def last_needed(parts: Iterable[Part], notebook: NotebookNode, exercise: str, check: str) -> int:
    """The number of the first cell that the check of this exercise does not need any more.

    That is the check's own cell, below which nothing has run in a notebook, either; but an answer
    that stands only further down counts, too.
    """
    marks = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in notebook.cells]
    place = marks.index(check) if check in marks else len(marks)
    answers = [part.index for part in parts if part.own and exercise in part.names.binds]
    return max(place, min(answers) + 1) if answers else place


def needed_for(name: str, parts: Sequence[Part]) -> list[Part]:
    """Those of a student's parts that bind or may change this name, or anything that they use."""
    stars = {part for part in parts if "import *" in part.source}
    kept = stars | _needed(parts, {name}.union(*(part.names.uses for part in stars)))
    if any(part.names.uses & _BY_TEXT for part in kept):
        return list(parts)  # it may ask for any name
    return [part for part in parts if part in kept]


def reached(part: Part, parts: Iterable[Part]) -> frozenset[str]:
    """The names that are looked at when this part runs, also by the functions it calls."""
    return _closure(part.names.at_once, _leads(parts))


def _leads(parts: Iterable[Part]) -> dict[str, frozenset[str]]:
    """For each name that is bound the names that are used there, in all places taken together."""
    leads: dict[str, frozenset[str]] = {}
    for part in parts:
        for name in part.names.binds:
            leads[name] = leads.get(name, frozenset()) | part.names.uses
    return leads


def _closure(names: frozenset[str], leads: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Those of these names that are bound somewhere, and all that they lead to."""
    found: frozenset[str] = frozenset()
    while names := (names & leads.keys()) - found:
        found |= names
        names = frozenset(use for name in names for use in leads[name])
    return found


def _needed(parts: Sequence[Part], used: set[str]) -> set[Part]:
    """The parts that bind or may change one of the names that are used, or that those use."""
    can_change = _can_change([piece for part in parts for piece in _pieces(part)])
    leads = _leads(parts)
    changed = {}
    for part in parts:
        called = _closure(part.names.at_once, leads)
        inside = {name for one in parts if one.names.binds & called for name in one.names.changes}
        changed[part] = part.names.binds | (part.names.at_once | inside) & can_change
    kept: set[Part] = set()
    while more := {part for part in parts if part not in kept and changed[part] & used}:
        kept |= more
        used = used.union(*(one.names.uses | one.names.binds & can_change for one in more))
    return kept


def _can_change(parts: Sequence[Part]) -> set[str]:
    """The names of lists, dictionaries and the like, and of what was got from them.

    Whatever else a lesson gives a name to, such as a game or a state, stays as it is.
    """
    kinds = [_containers_and_fixed(part.source) for part in parts]
    found = {name for containers, _ in kinds for name in containers}
    fixed = {name for _, others in kinds for name in others}
    got = found
    while got:
        got = {name for one in parts if one.names.at_once & found for name in one.names.binds}
        got -= fixed | found
        found = found | got
    return found


@lru_cache(10_000)
def _containers_and_fixed(source: str) -> tuple[frozenset[str], frozenset[str]]:
    """The names that this code gives to containers; and to functions, classes and imports."""
    found: set[str] = set()
    fixed: set[str] = set()
    for node in ast.walk(_parsed(source) or ast.Pass()):
        if isinstance(node, _DEFINITIONS):
            fixed.add(getattr(node, "name", ""))
            imported = (one.asname or one.name for one in getattr(node, "names", []))
            fixed |= {name.partition(".")[0] for name in imported}
        elif isinstance(node, ast.Assign | ast.AnnAssign) and _is_container(node.value):
            names = (one for one in ast.walk(node) if isinstance(one, ast.Name))
            found |= {one.id for one in names if isinstance(one.ctx, ast.Store)}
    return frozenset(found), frozenset(fixed)


def _is_container(value: ast.expr | None) -> bool:
    """Whether this expression makes something that can be changed from inside."""
    if isinstance(value, ast.Call):
        return _MAKES_CONTAINER.search(ast.unparse(value.func)) is not None
    if isinstance(value, ast.Tuple):
        return any(map(_is_container, value.elts))
    return isinstance(value, _CONTAINERS)


def _pieces(part: Part) -> Iterator[Part]:
    """The statements of a cell, each with all other lines empty."""
    for text in _statements(part.source):
        yield replace(part, source=text, names=names_in(text))


@lru_cache(10_000)
def _statements(source: str) -> tuple[str, ...]:
    tree = _parsed(source)
    lines = source.split("\n")
    spans = [(1, len(lines))]
    if tree is not None:
        decorated = [(one, getattr(one, "decorator_list", [])) for one in tree.body]
        spans = [
            (min(one.lineno, *(d.lineno for d in ds), one.lineno), one.end_lineno or 1)
            for one, ds in decorated
        ]
    return tuple(
        "\n".join(line if first <= at <= last else "" for at, line in enumerate(lines, 1))
        for first, last in spans
    )


def _together(part: Part, pieces: Sequence[Part]) -> Part:
    """The part with only those lines that stand in one of these pieces of it."""
    columns = zip(*(piece.source.split("\n") for piece in pieces), strict=True)
    text = "\n".join(max(lines, key=len) for lines in columns)
    return Part(part.index, text, names_in(text))


# --- the names in a piece of code, without running it --------------------------------------------


@lru_cache(10_000)  # most cells of a class are the lesson's own
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
                frozenset(one.id for one in now if isinstance(one, ast.Name)) & (uses | binds),
                frozenset(_changed_by_functions(tree)) & (uses | binds),
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
        inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and child in node.body
        if not inside:
            yield from _run_at_once(child)


def _changed_by_functions(tree: ast.Module) -> Iterator[str]:
    """The names whose things are changed from inside when a function is called."""
    for function in (one for one in ast.walk(tree) if isinstance(one, _FUNCTIONS)):
        for node in ast.walk(function):
            if isinstance(node, ast.Attribute | ast.Subscript) and (
                not isinstance(node.ctx, ast.Load) or _CHANGES.search(ast.unparse(node))
            ):
                yield re.split(r"\W", ast.unparse(node))[0]


def _sets_up(node: ast.AST) -> bool:
    """Whether this is a call like `random.seed(1)`."""
    return isinstance(node, ast.Expr) and _SETS_UP.match(ast.unparse(node)) is not None
