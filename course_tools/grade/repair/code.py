"""What a cell's text is as Python: which names it binds, and which functions it writes."""

from __future__ import annotations

import ast
import re
import textwrap
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field

LONGEST = 50_000  # letters; who writes more by hand?
MAGIC = re.compile(r"^([ \t]*+)(?:[%!?].*|[^#\"'\n]*\?\??)$", re.MULTILINE)
HEADER = re.compile(r"\A\s*%%(?:time|capture|prun)\b.*$", re.MULTILINE)
BEGUN = re.compile(r"^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)", re.MULTILINE)
FENCE = re.compile(r"\A\s*```\w*[ \t]*\n(.*?)\n?```\s*\Z", re.DOTALL)
UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError)


@dataclass(frozen=True)
class Code:
    """What is known of a piece of code without running it."""

    readable: bool = False
    """Whether Python can read it at all."""
    functions: dict[str, str] = field(default_factory=dict)
    """Its own functions and classes by name, in a form that knows no comments and no layout."""
    binds: frozenset[str] = frozenset()
    """All names that it gives a value."""
    begun: frozenset[str] = frozenset()
    """Functions that somebody began to write here, in code that Python can't read."""


def code_of(source: str) -> Code:
    """What this text is as Python; nothing that it holds can raise an error here."""
    if len(source) > LONGEST:
        return Code()
    try:
        tree = parsed(source)
        if tree is None:
            return Code(begun=frozenset(BEGUN.findall(source)))
        statements = list(outer(tree.body))
        functions = {
            one.name: ast.dump(one)
            for one in statements
            if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        }
        functions |= {
            one.targets[0].id: ast.dump(one.value)
            for one in statements
            if isinstance(one, ast.Assign)
            and isinstance(one.targets[0], ast.Name)
            and isinstance(one.value, ast.Lambda)
        }
        binds = frozenset(name for one in statements for name in _bound(one))
    except UNREADABLE:
        return Code(begun=frozenset(BEGUN.findall(source)))
    return Code(readable=True, functions=functions, binds=binds)


def parsed(source: str) -> ast.Module | None:
    """The text as Python sees it, IPython's own lines passed over; `None` if it cannot be read."""
    for text in (source, _without_magics(source)):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ast.parse(text)
        except UNREADABLE:
            continue
    return None


def without_fence(source: str) -> str:
    """The code inside a fence of three backticks, if that is all there is; else the text itself."""
    match = FENCE.match(source)
    return match[1] if match else source


def plain(text: str) -> str:
    """The text without spaces at the ends of lines, and without empty lines around it."""
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def goes_on(source: str) -> bool:
    """Whether this text can only be the rest of a function: IPython runs what is only indented."""
    first = next((line for line in source.splitlines() if line.strip()), "")
    if not first.startswith((" ", "\t")):
        return False
    tree = parsed(textwrap.dedent(source))
    return tree is None or any(isinstance(one, ast.Return) for one in outer(tree.body))


def outer(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """These statements and those inside them, as long as they run when the cell does."""
    for one in body:
        yield one
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        for part in ("body", "orelse", "finalbody"):
            yield from outer(getattr(one, part, []))
        for handler in getattr(one, "handlers", []):
            yield from outer(handler.body)


def _without_magics(source: str) -> str:
    """The text with each line that only IPython knows as `pass`."""
    text = HEADER.sub("", textwrap.dedent(source), count=1)
    return MAGIC.sub(r"\1pass", text)


def _bound(one: ast.stmt) -> Iterator[str]:
    """The names that this statement gives a value, not looking into the statements inside it."""
    if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield one.name
        return
    if isinstance(one, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in one.names)
        return
    for node in ast.walk(one):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
