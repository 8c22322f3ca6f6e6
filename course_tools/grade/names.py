"""Which names of a notebook a piece of code binds, changes and uses, without running it."""

from __future__ import annotations

import ast
import re
import symtable
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

from course_tools.grade.known import NOTHING, Known, parsed

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


@dataclass(frozen=True)
class Names:
    """The names of the notebook that a piece of code binds, changes and uses."""

    binds: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()
    changes: frozenset[str] = frozenset()
    """The names of things that it may change from inside, such as a list that it appends to."""
    later: frozenset[str] = frozenset()
    """The same, for the functions that it defines: they are changed when those are called."""
    at_once: frozenset[str] = frozenset()
    """Of the names used, those used when the code runs, not only in the functions it defines."""
    always: bool = False
    """Whether it has to run, whoever uses what it binds."""


def names_in(source: str, known: Known = NOTHING) -> Names:
    """The names that this code binds and uses; code that is not plain Python may use any word.

    `known` says what is known of names from all of the notebook.
    """
    tree = parsed(source)
    try:
        if tree is not None:
            return _names_of(tree, source, known)
    except (SyntaxError, RecursionError):
        pass  # such as a `return` outside of a function, or nested deeper than we look
    words = frozenset(re.findall(r"[^\W\d]\w*", source))
    return Names(words, words, words, words, words, always=True)


def together(several: list[Names]) -> Names:
    """The names of several pieces of code as those of one."""
    return Names(
        frozenset().union(*(one.binds for one in several)),
        frozenset().union(*(one.uses for one in several)),
        frozenset().union(*(one.changes for one in several)),
        frozenset().union(*(one.later for one in several)),
        frozenset().union(*(one.at_once for one in several)),
        any(one.always for one in several),
    )


def _names_of(tree: ast.Module, source: str, known: Known) -> Names:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        binds, uses = _bound_and_used(symtable.symtable(source, "<cell>", "exec"))
    now = list(_run_at_once(tree))
    at_once = {one.id for one in now if isinstance(one, ast.Name)} & uses
    ours = binds | uses
    changes = _changed(now, known)
    if changes - ours:
        # What has a name only in there may be a part of anything that it uses.
        changes |= at_once - known.fixed
    inside = _changed(list(_inside_functions(tree)), known)
    later = inside | (uses if inside - ours else set())
    always = any(isinstance(one, _DEFINITIONS) or _sets_up(one, known) for one in now)
    return Names(
        frozenset(binds),
        frozenset(uses),
        frozenset(changes & ours),
        frozenset(later & ours - known.fixed),
        frozenset(at_once),
        always,
    )


def _bound_and_used(table: symtable.SymbolTable) -> tuple[set[str], set[str]]:
    """The notebook's names that the code of this table, and all inside it, binds and uses."""
    top = table.get_type() == "module"
    binds, uses = set(), set()
    for symbol in table.get_symbols():
        if top or symbol.is_global():
            if symbol.is_assigned() or symbol.is_imported():
                binds.add(symbol.get_name())
            if symbol.is_referenced():
                uses.add(symbol.get_name())
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


def _inside_functions(tree: ast.Module) -> Iterator[ast.AST]:
    """The parts of the code that run only when a function is called that it defines."""
    for node in ast.walk(tree):
        if isinstance(node, _FUNCTIONS):
            yield from ast.walk(node)


def _changed(nodes: list[ast.AST], known: Known) -> set[str]:
    """The names whose things these parts of the code may change from inside."""
    changed: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            changed |= _base(node)
        elif isinstance(node, ast.Call):
            changed |= _changed_by(node, known)
    return changed


def _changed_by(call: ast.Call, known: Known) -> set[str]:
    """The names of what this call is handed, unless it is known to change nothing."""
    function = call.func
    base = _base(function)
    name = function.attr if isinstance(function, ast.Attribute) else "".join(base)
    handed = [*call.args, *(keyword.value for keyword in call.keywords)]
    inside = [one for part in handed for one in ast.walk(part)]
    names = {one.id for one in inside if isinstance(one, ast.Name)}
    calls_back = names & known.functions or any(isinstance(one, ast.Lambda) for one in inside)
    if (name in _HARMLESS or base & known.library) and not calls_back:
        return set()
    return names - known.fixed | (base if isinstance(function, ast.Attribute) else set())


def _sets_up(node: ast.AST, known: Known) -> bool:
    """Whether this is a call like `random.seed(1)`: who draws later does not name what changed."""
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        return False
    function = node.value.func
    return isinstance(function, ast.Attribute) and bool(_base(function) & known.modules)


def _base(node: ast.AST) -> set[str]:
    """The name at the beginning of `name.part[0].other`."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
        node = node.value
    return {node.id} if isinstance(node, ast.Name) else set()
