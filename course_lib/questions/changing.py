"""`changes`: a program with one slip, as its author typed it: a line deleted, a sign turned..."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from course_lib.questions.observing import first_line, is_silent
from course_lib.words import Say, Text

OTHERS = {"<": "<=", ">": ">=", "==": "!=", "+": "-", "and": "or"}
OTHERS |= {new: old for old, new in OTHERS.items()}
"""What is written in place of a sign."""

NAMES = {"max": "min", "min": "max", "any": "all", "all": "any"}
"""What is written in place of a function."""


class Change(NamedTuple):
    """A function with one line deleted, or one sign turned, or a number that is one too large."""

    said: Text
    """What would be different, as in `line 3 were deleted`."""
    source: str


def changes(source: str, lines: Collection[int]) -> list[Change]:
    """The source with one such change in one of these lines, each a new one."""
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
            found[other] = Change(
                Say("line {number} were `{new}`", number=number, new=new.strip()), other
            )
        if not isinstance(node, _DELETED) or number != node.end_lineno or starts[number] > 1:
            continue
        if not is_silent(node):
            indent = place[: len(place) - len(place.lstrip())]
            other = _with_line(text, number, f"{indent}pass")
            found[other] = Change(Say("line {number} were deleted", number=number), other)
    return [one for one in found.values() if one.source != source and _is_python(one.source)]


_DELETED = (ast.Assign, ast.AugAssign, ast.Break, ast.Continue, ast.Expr, ast.Return)
_SIGN = re.compile(r"[\s()]*([^\s()]+)[\s()]*")


def _turned(node: Any, line: str) -> Iterator[str]:
    """This line with the sign at this node turned, its function or number; the rest stays."""
    raw, start, end, other = line.encode(), node.col_offset, 0, {}
    match node:
        case (
            ast.Compare(left=left, comparators=[right])
            | ast.BinOp(left=left, right=right)
            | ast.BoolOp(values=[left, right])
        ) if left.end_lineno == right.lineno == node.lineno:
            start, end, other = left.end_col_offset or 0, right.col_offset, OTHERS
        case ast.Name(id=called, ctx=ast.Load()):
            end, other = start + len(called.encode()), NAMES
        case ast.UnaryOp(op=ast.USub()) if node.lineno == node.operand.lineno:
            end, other = node.operand.col_offset, {"-": ""}
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            end, other = node.end_col_offset or 0, {f"{number}": f"{number + 1}"}
    part = raw[start:end].decode() if other else ""
    if (found := _SIGN.fullmatch(part)) and found[1] in other:
        new = part.replace(found[1], other[found[1]])
        yield (raw[:start] + new.encode() + raw[end:]).decode()


def _with_line(text: Sequence[str], number: int, new: str) -> str:
    return "\n".join([*text[: number - 1], new, *text[number:]])


def _is_python(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True
