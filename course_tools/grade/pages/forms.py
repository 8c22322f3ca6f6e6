"""The form of an answer: its statements without names, comments, layout and what was given."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from course_tools.grade.pages.signs import PARTS, bound_names, line_signs, parsed_cell, signs

NEIGHBOURS = 3
"""So many statements in a row are compared as one, so that common ones count in company."""


class Statement(NamedTuple):
    """One statement; of a loop or a condition, only its first line."""

    size: int
    """How many signs it consists of: names, numbers, calls, operators."""
    first: int
    last: int
    """Its first and last line in the source, counted from 1."""
    features: frozenset[str]
    """Its own form, that of what it stands in, and that of its neighbours, each as a digest."""


@dataclass
class _Draft:
    size: int
    first: int
    last: int
    form: str
    around: tuple[str, ...] = ()


@dataclass
class _Tree:
    """A statement with those inside it."""

    draft: _Draft
    parts: list[list[_Tree]] = field(default_factory=list)
    whole: str = ""


def statements(source: str, given: str = "") -> list[Statement]:
    """The statements that somebody has written into the cell that was given like this.

    Names that the source itself binds are numbered, so that a renamed copy has the same form.
    Code that can't be parsed, or is nested too deep to look at, is taken line by line.
    """
    handed_out = {draft.form for draft in _drafts(given, given)}
    written = [one for one in _drafts(source, given) if one.size and one.form not in handed_out]
    return [_with_neighbours(written, place) for place in range(len(written))]


def _drafts(source: str, given: str) -> list[_Draft]:
    """The statements from top to bottom, each knowing what it stands in."""
    tree, outside = parsed_cell(source), parsed_cell(given)
    if tree is not None:
        kept = {getattr(one, "name", "") for one in outside.body} if outside else set()
        with suppress(RecursionError):
            return _in_order(_read(tree.body, bound_names(tree) - kept))
    return _in_order(_lines(source))


def _in_order(trees: list[_Tree]) -> list[_Draft]:
    for tree in trees:
        _note_whole(tree)
        _note_around(tree, ())
    return [inner.draft for tree in trees for inner in _all(tree)]


def _with_neighbours(written: Sequence[_Draft], place: int) -> Statement:
    one = written[place]
    features = {one.form, *one.around}
    for start in range(max(0, place - NEIGHBOURS + 1), place + 1):
        row = written[start : start + NEIGHBOURS]
        if len(row) == NEIGHBOURS:
            features.add(_digest("row", *(draft.form for draft in row)))
    return Statement(one.size, one.first, one.last, frozenset(features))


def _all(tree: _Tree) -> Iterator[_Tree]:
    yield tree
    for part in tree.parts:
        for inner in part:
            yield from _all(inner)


def _note_whole(tree: _Tree) -> None:
    """Note the form of the statement with all that is in it, whatever the order of that."""
    for part in tree.parts:
        for inner in part:
            _note_whole(inner)
    parts = ["/".join(sorted(inner.whole for inner in part)) for part in tree.parts]
    tree.whole = _digest("whole", tree.draft.form, *parts) if any(tree.parts) else tree.draft.form


def _note_around(tree: _Tree, around: tuple[str, ...]) -> None:
    tree.draft.around = (*around, tree.whole)
    for part in tree.parts:
        for inner in part:
            _note_around(inner, tree.draft.around)


def _read(body: Sequence[ast.AST], own: set[str]) -> list[_Tree]:
    """The statements of a block, without texts that stand alone."""
    return [_tree(node, own) for node in body if not _is_text(node)]


def _tree(node: ast.AST, own: set[str]) -> _Tree:
    numbers: dict[str, int] = {}
    found = list(signs(node, own, numbers, top=True))
    parts = [getattr(node, name, None) or [] for name in PARTS]
    inner = next((part[0] for part in parts if part), None)
    first = getattr(node, "lineno", 1)
    last = getattr(node, "end_lineno", None) or first
    if inner is not None and hasattr(inner, "lineno"):
        last = max(first, inner.lineno - 1)
    # `pass` says nothing, and stands for nothing that could be alike.
    size = 0 if isinstance(node, ast.Pass) else len(found)
    draft = _Draft(size, first, last, _digest(*found))
    return _Tree(draft, [_read(part, own) for part in parts])


def _is_text(node: ast.AST) -> bool:
    """Whether this statement is a text that nobody uses, such as a docstring."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _lines(source: str) -> list[_Tree]:
    """The lines of code that can't be parsed, each for itself."""
    found = [(number, line_signs(line)) for number, line in enumerate(source.splitlines(), 1)]
    return [_Tree(_Draft(len(one), at, at, _digest(*one))) for at, one in found if one]


def _digest(*parts: str) -> str:
    return hashlib.blake2b("\0".join(parts).encode(errors="replace"), digest_size=9).hexdigest()
