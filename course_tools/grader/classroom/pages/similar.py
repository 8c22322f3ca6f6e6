"""Which answers have been written together: those whose statements are alike as few others are.

Compared are tokens, statement by statement: names that a student may choose, the order of nearby
statements, comments and layout are seen through, and what was handed out does not count. What many
in the class have written, or what is among the usual answers, says nothing about anybody and does
not count either. What remains is a reason to look at answers side by side, never a verdict.
Who is alike is one group, however many they are. Answers of earlier years are known by marks of
their statements alone.
"""

from __future__ import annotations

import builtins
import hashlib
import keyword
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from course_lib.plain import many
from course_tools.grader.judge.result import Result

LEAST_SHARE = 0.6
"""Of one of the two answers, at least so much must be alike."""

LEAST_TOKENS = 40
"""Two answers that are alike in fewer tokens, some four lines, may be so by chance."""

MOST_GROUPS = 40

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
    """A mark of its own form, and one of each row of neighbours in which it stands."""


Earlier = Mapping[str, Mapping[str, Sequence[Statement]]]
"""Answers of earlier years: of each student, under a name that says the year, by exercise."""


class Pair(NamedTuple):
    """Two answers to one exercise that are alike."""

    students: tuple[str, str]
    share: float
    """How much of the shorter answer stands in the other one, too."""
    tokens: int
    writers: frozenset[str]
    """All who have written any of what the two have in common."""
    lines: tuple[frozenset[int], frozenset[int]]
    """The lines that are alike, of the one answer and of the other, counted from 1."""


class Alike(NamedTuple):
    """An exercise in which the answers of a group are alike."""

    exercise: str
    share: float
    """How much of the shorter answer stands in the other one, of the two that are most alike."""
    others: int
    """So many more students have written any of what they have in common."""
    lines: dict[str, frozenset[int]]
    """Of each one's answer, the lines that are alike."""
    sources: dict[str, str]
    """What they wrote; of earlier years nobody knows any more."""

    @property
    def word_for_word(self) -> bool:
        """Whether the answers are the same text, comments and all."""
        return len({" ".join(text.split()) for text in self.sources.values()}) == 1


class Group(NamedTuple):
    """Students whose answers in one lesson are alike, and in what."""

    students: tuple[str, ...]
    """Those of earlier years come last."""
    parts: tuple[Alike, ...]
    tokens: int
    """How much two of them have in common that few others have."""


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
    earlier: Earlier | None = None,
) -> list[Group]:
    """Those among these results of one lesson that somebody should look at, clearest first.

    `given` is what was handed out of each exercise, `usual` some answers that anybody may write.
    Those in one of the `groups` count as one author. Nobody is held against the answers that they
    gave themselves in an `earlier` year.
    """
    given, usual, earlier = given or {}, usual or {}, earlier or {}
    author = {student: group[0] for group in groups for student in group}
    author |= {name: name.partition(OF_CLASS)[0] for name in earlier}
    seen: set[tuple[str, str, str]] = set()
    answers: dict[str, dict[str, str]] = defaultdict(dict)
    for result in sorted(results, key=lambda result: result.student):
        for grade in result.exercises:
            key = (grade.name, author.get(result.student, result.student), grade.source)
            if key not in seen:
                seen.add(key)
                answers[grade.name][result.student] = grade.source
    found: dict[tuple[str, str], dict[str, Pair]] = defaultdict(dict)
    for exercise, sources in answers.items():
        stub = given.get(exercise, "")
        common = {
            feature
            for text in usual.get(exercise, ())
            for one in statements(text, stub)
            for feature in one.features
        }
        written = {student: statements(source, stub) for student, source in sources.items()}
        before = {name: own[exercise] for name, own in earlier.items() if exercise in own}
        for pair in _alike(written, before, common):
            one, other = pair.students
            if author.get(one, one) != author.get(other, other):
                found[pair.students][exercise] = pair
    kept = {
        students: parts
        for students, parts in found.items()
        if sum(pair.tokens for pair in parts.values()) >= LEAST_TOKENS
    }
    made = [_group(students, kept, answers) for students in _linked(kept)]
    return sorted(made, key=lambda group: (-group.tokens, group.students))


OF_CLASS = ", class of "
"""Between the name and the year of somebody from an earlier class."""


def _linked(pairs: Iterable[tuple[str, str]]) -> list[set[str]]:
    """Who is linked by these pairs, directly or through others."""
    groups: list[set[str]] = []
    for pair in pairs:
        touched = [group for group in groups if group.intersection(pair)]
        groups = [group for group in groups if group not in touched]
        groups.append(set(pair).union(*touched))
    return groups


def _group(
    students: set[str],
    kept: Mapping[tuple[str, str], Mapping[str, Pair]],
    answers: Mapping[str, Mapping[str, str]],
) -> Group:
    """What these students have in common."""
    inside = {pair: parts for pair, parts in kept.items() if pair[0] in students}
    parts: dict[str, list[Pair]] = defaultdict(list)
    for exercise in answers:
        for one in inside.values():
            if exercise in one:
                parts[exercise].append(one[exercise])
    alike = []
    for exercise, pairs in parts.items():
        lines: dict[str, frozenset[int]] = {}
        for pair in pairs:
            for student, own in zip(pair.students, pair.lines, strict=True):
                lines[student] = lines.get(student, frozenset()) | own
        writers = frozenset[str]().union(*(pair.writers for pair in pairs))
        share, there = max(pair.share for pair in pairs), answers[exercise]
        sources = {student: there[student] for student in sorted(lines) if student in there}
        alike.append(Alike(exercise, share, len(writers - students), lines, sources))
    tokens = max(sum(pair.tokens for pair in one.values()) for one in inside.values())
    return Group(
        tuple(sorted(students, key=lambda who: (OF_CLASS in who, who))), tuple(alike), tokens
    )


def _alike(
    written: Mapping[str, Sequence[Statement]],
    before: Mapping[str, Sequence[Statement]],
    common: set[str],
) -> Iterator[Pair]:
    """Each pair of students whose answers to one exercise are alike, one of them of this class."""
    every = {**written, **before}
    writers: dict[str, list[str]] = defaultdict(list)
    for student, own in every.items():
        for feature in {feature for one in own for feature in one.features} - common:
            writers[feature].append(student)
    shared: dict[tuple[str, str], set[str]] = defaultdict(set)
    for feature, students in writers.items():
        if len(students) <= most_who_count(len(every)):
            for pair in combinations(students, 2):
                if pair[0] in written:
                    shared[pair].add(feature)
    for pair, features in sorted(shared.items()):
        hits = [[one for one in every[who] if one.features & features] for who in pair]
        tokens = [sum(one.size for one in side) for side in hits]
        whole = [sum(one.size for one in every[who]) for who in pair]
        share, size = max(zip((tokens[0] / whole[0], tokens[1] / whole[1]), tokens, strict=True))
        if share >= LEAST_SHARE:
            one, other = (frozenset(at for each in side for at in each.lines) for side in hits)
            of_all = frozenset(who for feature in features for who in writers[feature])
            yield Pair(pair, share, size, of_all, (one, other))


def explained(part: Alike) -> str:
    """In plain words, what the answers have in common."""
    two = "The two answers" if len(part.lines) == 2 else "The answers"
    if part.word_for_word and len(part.sources) == len(part.lines):
        what = f"{two} are the same, word for word"
    else:
        which = "" if len(part.lines) == 2 else " of the two that are most alike"
        what = (
            f"{part.share:.0%} of the shorter answer{which} also stands in the other one,"
            " names and order aside"
        )
    others = (
        f"{many(part.others, 'other student has', 'other students have')} written some of it so"
        if part.others
        else "nobody else has written it so"
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
        Statement(
            size,
            lines,
            frozenset(map(_mark, (form, *rows[max(0, at - NEIGHBOURS + 1) : at + 1]))),
        )
        for at, (form, size, lines) in enumerate(written)
    ]


def _mark(form: str) -> str:
    """Ten letters in place of a form, from which nobody can read what was written."""
    return hashlib.blake2b(form.encode(), digest_size=5).hexdigest()


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
