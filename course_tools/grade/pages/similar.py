"""Which answers have been written together: pairs whose statements are alike as few others are.

Compared is the form of statements: names that a student has chosen, the order of statements,
comments and layout are seen through, and what was handed out does not count. A form that many in
the class have written, or that is among the usual ones, says nothing about anybody and does not
count either. What remains is a reason to look at two answers side by side, never a verdict.
"""

from __future__ import annotations

import ast
import builtins
import hashlib
import keyword
import re
import textwrap
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from course_tools.grade.pages.rendering import amount
from course_tools.grade.records import Result

LEAST_SHARE = 0.6
"""Of one of the two answers, at least so much must be alike."""

LEAST_TOKENS = 40
"""Two answers that are alike in fewer tokens, some four lines, may be so by chance."""

MOST_PAIRS = 40

NEIGHBOURS = 3
"""So many statements in a row are compared as one, so that common ones count in company."""

PARTS = ("body", "orelse", "finalbody", "handlers", "cases")
"""Where a statement keeps the statements inside it."""

_SILENT = {"annotation", "returns", "type_comment", "ctx", "type_params", "kind"}
_TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.]*|\"[^\"]*\"|'[^']*'|[^\s\w]")
_FLIPPED = {ast.Gt: ast.Lt, ast.GtE: ast.LtE}


class Alike(NamedTuple):
    """An exercise in which two answers are alike."""

    exercise: str
    share: float
    """How much of the shorter answer stands in the other one, too."""
    tokens: int
    others: int
    """So many more students, at most, have written any of what the two have in common."""
    lines: tuple[frozenset[int], frozenset[int]]
    """The lines that are alike, of the one answer and of the other, counted from 1."""
    sources: tuple[str, str]

    @property
    def word_for_word(self) -> bool:
        """Whether the two answers are the same text, comments and all."""
        one, other = (source.split() for source in self.sources)
        return one == other


class Pair(NamedTuple):
    """Two students whose answers in one lesson are alike, and in what."""

    students: tuple[str, str]
    parts: tuple[Alike, ...]

    @property
    def tokens(self) -> int:
        """How much they have in common that few others have."""
        return sum(part.tokens for part in self.parts)


def most_who_count(students: int) -> int:
    """A form that more students than this have written counts as what everybody writes.

    >>> most_who_count(4), most_who_count(30), most_who_count(300)
    (2, 5, 8)
    """
    return max(2, min(students // 6, 8))


def similar(
    results: Sequence[Result],
    given: Mapping[str, str] | None = None,
    usual: Mapping[str, Iterable[str]] | None = None,
) -> list[Pair]:
    """The pairs among these results of one lesson that somebody should look at, clearest first.

    `given` is what was handed out of each exercise, `usual` some answers that anybody may write.
    """
    given, usual = given or {}, usual or {}
    answers: dict[str, dict[str, str]] = defaultdict(dict)
    for result in results:
        for grade in result.exercises:
            if grade.source.strip():
                answers[grade.name][result.student] = grade.source
    found: dict[tuple[str, str], list[Alike]] = defaultdict(list)
    for exercise, sources in answers.items():
        stub = given.get(exercise, "")
        common = {
            feature
            for text in usual.get(exercise, ())
            for one in statements(text, stub)
            for feature in one.features
        }
        for students, part in _alike(exercise, sources, stub, common):
            found[students].append(part)
    pairs = [Pair(students, tuple(parts)) for students, parts in found.items()]
    kept = [pair for pair in pairs if pair.tokens >= LEAST_TOKENS]
    return sorted(kept, key=lambda pair: (-pair.tokens, pair.students))


def _alike(
    exercise: str, sources: Mapping[str, str], stub: str, common: set[str]
) -> Iterable[tuple[tuple[str, str], Alike]]:
    """Each pair of students whose answers to this exercise are alike."""
    written = {student: statements(source, stub) for student, source in sorted(sources.items())}
    writers: dict[str, list[str]] = defaultdict(list)
    for student, forms in written.items():
        for feature in sorted({feature for one in forms for feature in one.features} - common):
            writers[feature].append(student)
    most = most_who_count(len(written))
    shared: dict[tuple[str, str], set[str]] = defaultdict(set)
    for feature, students in writers.items():
        if 2 <= len(students) <= most:
            for one, other in combinations(students, 2):
                shared[one, other].add(feature)
    numbers = Counter({feature: len(students) for feature, students in writers.items()})
    for (one, other), features in sorted(shared.items()):
        sides = [_matched(written[student], features) for student in (one, other)]
        share, size = max(
            (size / sum(part.size for part in written[student]), size)
            for student, (size, _, _) in zip((one, other), sides, strict=True)
        )
        if share >= LEAST_SHARE:
            others = max(numbers[feature] for _, _, used in sides for feature in used) - 2
            lines = (sides[0][1], sides[1][1])
            part = Alike(exercise, share, size, others, lines, (sources[one], sources[other]))
            yield (one, other), part


def _matched(
    written: Sequence[Statement], features: set[str]
) -> tuple[int, frozenset[int], set[str]]:
    """How many tokens of these statements are alike, in which lines, and by which features."""
    hits = [one for one in written if one.features & features]
    lines = frozenset(line for one in hits for line in range(one.first, one.last + 1))
    used = {feature for one in hits for feature in one.features & features}
    return sum(one.size for one in hits), lines, used


def explained(part: Alike) -> str:
    """In plain words, what two answers have in common."""
    if part.word_for_word:
        what = "The two answers are the same, word for word"
    else:
        what = (
            f"{part.share:.0%} of the shorter answer also stands in the other one,"
            " names and order aside"
        )
    others = (
        "nobody else in the class has written it so"
        if not part.others
        else f"at most {amount(part.others, 'other student has', 'other students have')}"
        " written some of it so"
    )
    return f"{what}; {others}. These lines are marked."


# --- the form of an answer: its statements without names, comments, layout and what was given ----


class Statement(NamedTuple):
    """One statement; of a loop or a condition, only its first line."""

    size: int
    """How many tokens it consists of: names, numbers, calls, operators."""
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
    found = list(tokens(node, own, numbers, top=True))
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
    found = [(number, line_tokens(line)) for number, line in enumerate(source.splitlines(), 1)]
    return [_Tree(_Draft(len(one), at, at, _digest(*one))) for at, one in found if one]


def _digest(*parts: str) -> str:
    return hashlib.blake2b("\0".join(parts).encode(errors="replace"), digest_size=9).hexdigest()


# --- what a statement consists of ----------------------------------------------------------------


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
    tokens_ = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            tokens_.add(node.id)
        elif isinstance(node, ast.arg):
            tokens_.add(node.arg)
        elif isinstance(
            node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.ExceptHandler
        ):
            tokens_.add(node.name or "")
        elif isinstance(node, ast.alias):
            tokens_.add(node.asname or node.name)
    return tokens_


def tokens(
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
                    yield from tokens(one, own, numbers)
                elif isinstance(one, ast.arguments):
                    yield from list(tokens(one, own, numbers))[1:]
            elif isinstance(one, str):
                yield name(one)


def line_tokens(line: str) -> list[str]:
    """What a line consists of that is no Python, as far as its tokens tell."""
    numbers: dict[str, int] = {}
    tokens_ = []
    for token in _TOKEN.findall(line.partition("#")[0]):
        if token[0] in "\"'":
            tokens_.append("a text")
        elif token.isidentifier() and not keyword.iskeyword(token) and not hasattr(builtins, token):
            tokens_.append(f"#{numbers.setdefault(token, len(numbers))}")
        else:
            tokens_.append(token)
    return tokens_
