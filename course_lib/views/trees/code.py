"""The code of a search, to stand beside its tree with the line of each step lit."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator

from course_lib.watching import SearchTrace

Listing = list[tuple[int, str]]
"""Lines with their numbers; 0 stands for lines that are left out."""


def code_of_search(trace: SearchTrace) -> tuple[Listing, int, dict[int, int]]:
    """The functions of the file in which this search has run, and the line where it begins.

    Besides, of a `return` behind a loop that a single `break` can leave early, the line of that
    `break`: a call that ended there and has left something out came by it. Nothing, and 0, where
    the file can't be read any more.
    """
    linecache.checkcache(trace.file)
    lines = linecache.getlines(trace.file)
    try:
        tree = ast.parse("".join(lines))
    except (SyntaxError, ValueError):
        return [], 0, {}
    seen = {line for node in trace.nodes for line in (node.line, node.left_line) if line}
    functions = [one for one in _functions(tree) if seen.intersection(_span(one))]
    listing: Listing = []
    for one in functions:
        span = _span(one)
        if listing and listing[-1][0] + 1 < span.start:
            blank = not "".join(lines[listing[-1][0] : span.start - 1]).strip()
            listing.append((0, "" if blank else "\u22ee"))
        listing += [(number, lines[number - 1].rstrip("\n")) for number in span]
    inside = [each for one in functions for each in ast.walk(one)]
    defined = [each for each in inside if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
    named = (each.lineno for each in defined if each.name == trace.function)
    return listing, next(named, 0), {at: way for one in defined for at, way in _ways_out(one)}


def _ways_out(function: ast.AST) -> Iterator[tuple[int, int]]:
    """Each `return` behind the only loop with a `break`, and the line of that `break`."""
    own = [*_own(function)]
    breaks = [one for one in own if isinstance(one, ast.Break)]
    loops = [one for one in own if isinstance(one, ast.For | ast.AsyncFor | ast.While)
             and any(each in breaks for each in _own(one))]  # fmt: skip
    if len(breaks) == 1 and len(loops) == 1 and not isinstance(loops[0], ast.While):
        ends = [one.lineno for one in own if isinstance(one, ast.Return)]
        yield from ((end, breaks[0].lineno) for end in ends if end > (loops[0].end_lineno or end))


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """All that stands in this node, but not in a function of its own."""
    for one in ast.iter_child_nodes(node):
        if not isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield one
            yield from _own(one)


def _functions(tree: ast.AST) -> Iterator[ast.stmt]:
    """The functions and methods that stand in no other, and the other statements, in order."""
    for one in getattr(tree, "body", ()):
        if isinstance(one, ast.ClassDef):
            yield from _functions(one)
        else:
            yield one


def _span(one: ast.stmt) -> range:
    """The numbers of its lines, those of its decorators too."""
    first = min([one.lineno, *(each.lineno for each in getattr(one, "decorator_list", ()))])
    return range(first, (one.end_lineno or one.lineno) + 1)
