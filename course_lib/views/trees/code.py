"""The code of a search, to stand beside its tree with the line of each step lit."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator

from course_lib.watching import SearchTrace

Listing = list[tuple[int, str]]
"""Lines with their numbers; 0 stands for lines that are left out."""


def code_of_search(trace: SearchTrace) -> tuple[Listing, int]:
    """The functions of the file in which this search has run, and the line where it begins.

    Nothing, and 0, where the file can't be read any more.
    """
    linecache.checkcache(trace.file)
    lines = linecache.getlines(trace.file)
    try:
        tree = ast.parse("".join(lines))
    except (SyntaxError, ValueError):
        return [], 0
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
    return listing, next(named, 0)


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
