"""Which answers have been written together: pairs whose statements are alike as few others are.

Compared are tokens, statement by statement: names that a student may choose, the order of nearby
statements, comments and layout are seen through, and what was handed out does not count. What many
in the class have written, or what is among the usual answers, says nothing about anybody and does
not count either. What remains is a reason to look at two answers side by side, never a verdict.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from course_tools.classroom.pages.rendering import amount
from course_tools.judge.result import Result

LEAST_SHARE = 0.6
"""Of one of the two answers, at least so much must be alike."""

LEAST_TOKENS = 40
"""Two answers that are alike in fewer tokens, some four lines, may be so by chance."""

MOST_PAIRS = 40

NEIGHBOURS = 3
"""So many statements in a row are compared as one, so that common ones count in company."""

SHORT = 3
"""A statement of fewer tokens, such as `else:`, says nothing."""

_TOKEN = re.compile(
    r"(?P<silent>#.*|\\\n|[^\S\n]+)|(?P<end>\n)"
    r"|(?P<text>'''(?:.|\n)*?'''|\"\"\"(?:.|\n)*?\"\"\"|'[^'\n]*'|\"[^\"\n]*\")"
    r"|(?P<name>[^\W\d]\w*)|\d[\w.]*|\S"
)


class Statement(NamedTuple):
    """One statement; of a loop or a condition, its head."""

    size: int
    """How many tokens it consists of."""
    lines: range
    """Its lines in the source, counted from 1."""
    features: frozenset[str]
    """Its own form, and that of each row of neighbours in which it stands."""


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
    """What more students than this have written counts as what everybody writes.

    >>> most_who_count(4), most_who_count(30), most_who_count(300)
    (2, 5, 8)
    """
    return max(2, min(students // 6, 8))


def similar(
    results: Sequence[Result],
    given: Mapping[str, str] | None = None,
    usual: Mapping[str, Iterable[str]] | None = None,
    groups: Iterable[Sequence[str]] = (),
) -> list[Pair]:
    """The pairs among these results of one lesson that somebody should look at, clearest first.

    `given` is what was handed out of each exercise, `usual` some answers that anybody may write.
    Those in one of the `groups` count as one author.
    """
    given, usual = given or {}, usual or {}
    author = {student: group[0] for group in groups for student in group}
    seen: set[tuple[str, str, str]] = set()
    answers: dict[str, dict[str, str]] = defaultdict(dict)
    for result in sorted(results, key=lambda result: result.student):
        for grade in result.exercises:
            key = (grade.name, author.get(result.student, result.student), grade.source)
            if key not in seen:
                seen.add(key)
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
            one, other = students
            if author.get(one, one) != author.get(other, other):
                found[students].append(part)
    pairs = [Pair(students, tuple(parts)) for students, parts in found.items()]
    kept = [pair for pair in pairs if pair.tokens >= LEAST_TOKENS]
    return sorted(kept, key=lambda pair: (-pair.tokens, pair.students))


def _alike(
    exercise: str, sources: Mapping[str, str], stub: str, common: set[str]
) -> Iterator[tuple[tuple[str, str], Alike]]:
    """Each pair of students whose answers to this exercise are alike."""
    written = {student: statements(source, stub) for student, source in sources.items()}
    writers: dict[str, list[str]] = defaultdict(list)
    for student, own in written.items():
        for feature in {feature for one in own for feature in one.features} - common:
            writers[feature].append(student)
    shared: dict[tuple[str, str], set[str]] = defaultdict(set)
    for feature, students in writers.items():
        if len(students) <= most_who_count(len(written)):
            for pair in combinations(students, 2):
                shared[pair].add(feature)
    for pair, features in sorted(shared.items()):
        hits = [[one for one in written[who] if one.features & features] for who in pair]
        tokens = [sum(one.size for one in side) for side in hits]
        whole = [sum(one.size for one in written[who]) for who in pair]
        share, size = max(zip((tokens[0] / whole[0], tokens[1] / whole[1]), tokens, strict=True))
        if share >= LEAST_SHARE:
            others = max(len(writers[feature]) for feature in features) - 2
            one, other = (frozenset(at for each in side for at in each.lines) for side in hits)
            texts = sources[pair[0]], sources[pair[1]]
            yield pair, Alike(exercise, share, size, others, (one, other), texts)


def explained(part: Alike) -> str:
    """In plain words, what two answers have in common."""
    what = (
        "The two answers are the same, word for word"
        if part.word_for_word
        else f"{part.share:.0%} of the shorter answer also stands in the other one,"
        " names and order aside"
    )
    others = (
        f"at most {amount(part.others, 'other student has', 'other students have')}"
        " written some of it so"
        if part.others
        else "nobody else in the class has written it so"
    )
    return f"{what}; {others}. These lines are marked."


def statements(source: str, given: str = "") -> list[Statement]:
    """The statements that somebody has written into the cell that was given like this."""
    handed_out = _handed_out(given)
    written = [one for one in _forms(source) if one[0] not in handed_out]
    rows = [
        "\n".join(sorted(form for form, _, _ in written[start : start + NEIGHBOURS]))
        for start in range(len(written) - NEIGHBOURS + 1)
    ]
    return [
        Statement(size, lines, frozenset((form, *rows[max(0, at - NEIGHBOURS + 1) : at + 1])))
        for at, (form, size, lines) in enumerate(written)
    ]


@lru_cache(maxsize=64)
def _handed_out(given: str) -> frozenset[str]:
    """The forms of what everybody was given."""
    return frozenset(form for form, _, _ in _forms(given))


def _forms(source: str) -> Iterator[tuple[str, int, range]]:
    """The form of each statement, how many tokens it has, and its lines.

    Names are numbered as they come, but for Python's own and those behind a dot: a renamed copy
    has the same form. Nothing is parsed, so that any text has a form.
    """
    tokens: list[str] = []
    names: dict[str, str] = {}
    first = line = 1
    depth = 0
    for match in _TOKEN.finditer(f"{source}\n"):
        token = match[0]
        if not tokens:
            first = line
        if match["end"] and depth <= 0:
            if len(tokens) >= SHORT:
                yield " ".join(tokens), len(tokens), range(first, line + 1)
            tokens, names, depth = [], {}, 0
        elif match["text"]:
            tokens.append("a text")
        elif match["name"]:
            known = keyword.iskeyword(token) or hasattr(builtins, token) or tokens[-1:] == ["."]
            tokens.append(token if known else names.setdefault(token, f"#{len(names)}"))
        elif not match["end"] and not match["silent"]:
            tokens.append(token)
            depth += (token in "([{") - (token in ")]}")
        line += token.count("\n")
