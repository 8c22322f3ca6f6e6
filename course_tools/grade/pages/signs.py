"""What a piece of code consists of: its signs, with the names that it binds itself numbered."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
import textwrap
import warnings
from collections.abc import Iterator

PARTS = ("body", "orelse", "finalbody", "handlers", "cases")
"""Where a statement keeps the statements inside it."""

_SILENT = {"annotation", "returns", "type_comment", "ctx", "type_params", "kind"}
_SIGN = re.compile(r"[A-Za-z_]\w*|\d[\w.]*|\"[^\"]*\"|'[^']*'|[^\s\w]")
_FLIPPED = {ast.Gt: ast.Lt, ast.GtE: ast.LtE}


def parsed_cell(source: str) -> ast.Module | None:
    """The code of a cell, without its magics; `None` if it is no Python."""
    lines = ["" if line.lstrip().startswith(("%", "!")) else line for line in source.splitlines()]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(textwrap.dedent("\n".join(lines)))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


def bound_names(tree: ast.AST) -> set[str]:
    """The names that are given a meaning somewhere in this code."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(
            node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.ExceptHandler
        ):
            found.add(node.name or "")
        elif isinstance(node, ast.alias):
            found.add(node.asname or node.name)
    return found


def signs(
    node: ast.AST, own: set[str], numbers: dict[str, int], *, top: bool = False
) -> Iterator[str]:
    """What this piece of code consists of, its own names numbered as they come."""

    def name(word: str) -> str:
        return f"#{numbers.setdefault(word, len(numbers))}" if word in own else word

    if isinstance(node, ast.Name):
        yield name(node.id)
        return
    if isinstance(node, ast.arg):
        yield name(node.arg)
        return
    if isinstance(node, ast.JoinedStr):
        yield "a text"
        return
    if isinstance(node, ast.Constant):
        # A number of thousands of digits can't even be written as text.
        long = isinstance(node.value, int) and node.value.bit_length() > 64
        is_text = isinstance(node.value, str | bytes)
        yield "a text" if is_text else "a long number" if long else repr(node.value)
        return
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _FLIPPED and len(node.ops) == 1:
        flipped = _FLIPPED[type(node.ops[0])]()
        node = ast.Compare(node.comparators[0], [flipped], [node.left])
    yield type(node).__name__
    for key, value in ast.iter_fields(node):
        if key in _SILENT or (top and key in PARTS):
            continue
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, ast.AST):
                if not isinstance(one, ast.arguments | ast.Load | ast.Store | ast.Del):
                    yield from signs(one, own, numbers)
                elif isinstance(one, ast.arguments):
                    yield from list(signs(one, own, numbers))[1:]
            elif isinstance(one, str):
                yield name(one)


def line_signs(line: str) -> list[str]:
    """What a line consists of that is no Python, as far as its signs tell."""
    numbers: dict[str, int] = {}
    found = []
    for sign in _SIGN.findall(line.partition("#")[0]):
        if sign[0] in "\"'":
            found.append("a text")
        elif sign.isidentifier() and not keyword.iskeyword(sign) and not hasattr(builtins, sign):
            found.append(f"#{numbers.setdefault(sign, len(numbers))}")
        else:
            found.append(sign)
    return found
