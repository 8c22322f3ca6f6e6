"""`changes`: a program with one line deleted, or one sign turned, as its author typed it."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from course_lib.checks.breaking import NAMES, OTHERS
from course_lib.checks.observing import first_line, is_silent


class Change(NamedTuple):
    """A function with one line deleted, or one sign turned."""

    said: str
    """What would be different, as in `line 3 were deleted`."""
    source: str


def changes(source: str, lines: Collection[int]) -> list[Change]:
    """The source with one of these lines deleted, or one sign in them turned, each a new one."""
    found: dict[str, Change] = {}
    starts = Counter(
        first_line(one) for one in ast.walk(ast.parse(source)) if isinstance(one, ast.stmt)
    )
    text = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        number = getattr(node, "lineno", 0)
        if number not in lines:
            continue
        place = text[number - 1]
        for new in _turned(node, place):
            other = _with_line(text, number, new)
            found[other] = Change(f"line {number} were `{new.strip()}`", other)
        if not isinstance(node, _DELETED) or number != node.end_lineno or starts[number] > 1:
            continue
        if not is_silent(node):
            indent = place[: len(place) - len(place.lstrip())]
            other = _with_line(text, number, f"{indent}pass")
            found[other] = Change(f"line {number} were deleted", other)
    return [one for one in found.values() if one.source != source and _is_python(one.source)]


_DELETED = (ast.Assign, ast.AugAssign, ast.Break, ast.Continue, ast.Expr, ast.Return)
_SIGNS: dict[type[ast.AST], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Add: "+",
    ast.Sub: "-",
}


def _turned(node: Any, line: str) -> Iterator[str]:
    """This line with the sign at this node turned, or its function; the rest stays as it is."""
    raw = line.encode()

    def between(start: int, end: int, old: str, new: str) -> Iterator[str]:
        part = raw[start:end].decode()
        if part.count(old) == 1:
            yield (raw[:start] + part.replace(old, new).encode() + raw[end:]).decode()

    kind: type[ast.AST]
    match node:
        case ast.Compare(left=left, ops=[sign], comparators=[right]) if type(sign) in OTHERS:
            sides, kind = (left, right), type(sign)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in OTHERS:
            sides, kind = (left, right), type(operator)
        case ast.Name(id=called, ctx=ast.Load()) if called in NAMES:
            end = node.col_offset + len(called.encode())
            yield from between(node.col_offset, end, called, NAMES[called])
            return
        case ast.UnaryOp(op=ast.USub()) if node.lineno == node.operand.lineno:
            yield from between(node.col_offset, node.operand.col_offset, "-", "")
            return
        case _:
            return
    left, right = sides
    if left.end_lineno == right.lineno == node.lineno:
        ends = left.end_col_offset or 0, right.col_offset
        yield from between(*ends, _SIGNS[kind], _SIGNS[OTHERS[kind]])


def _with_line(text: Sequence[str], number: int, new: str) -> str:
    return "\n".join([*text[: number - 1], new, *text[number:]])


def _is_python(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True
