"""Questions about calls of a function that its check shows, whose answers come from running it.

`interview_by_calls` makes five for a page: how often a line runs, which lines run next, what one
changed line would do, which change somebody made, and a call that tells two programs apart.
`own_card` makes the short question about one's own code that comes back when a sitting begins.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

from course_lib.checks.cases import Case, exercise_named, exercises
from course_lib.plain import many, visible
from course_lib.questions.breaking import lines_of
from course_lib.questions.changing import Change, changes
from course_lib.questions.observing import SERVED, is_silent
from course_lib.questions.question import LEAST, Card
from course_lib.questions.scenes import Calls, named
from course_lib.questions.seen import Interview, Run, Seen, seen_here
from course_lib.words import Say, told

LETTERS = "ABCD"
"""What the calls of a page are called."""

TRIED, CHANGES, SPARE = 40, 10, 6
"""So many calls are tried for a page, so many changes in each that is taken, and so many of the
others where a call has to be found."""

FEWEST, MOST = 2, 60
"""A call on a page reaches at least and at most so many lines."""

AFTER = 4
"""So many lines are asked for that run next."""

_LONGEST, _CALL = 60, 100
"""The longest value, and the longest call, that one writes by hand."""

_LONG = re.compile(r"\.\d{4}| at 0x|\d{5}")
"""What nobody works out in the head, or reads."""

_NOT_ASKED = {"minimax", "least_leaves", "mcts", "has_ring", "win_kinds", "defence",
              "stones_missing", "my_evaluation", "my_player", "priors", "puct",
              "random_playout", "player", "actions", "terminal", "drop_actions", "ucb1",
              "chain_of", "evidence"}  # fmt: skip
"""Their calls run more lines than anybody follows with a pencil, or end in no short value.

Of the last eight there is too little to ask: neighbours would have the same answers.
"""


@cache
def short_calls(name: str) -> tuple[str, ...]:
    """The visible cases of this exercise that can be read and run by themselves."""
    cases = (case for group in exercise_named(name).groups() for case in group.cases)
    return tuple(dict.fromkeys(case.line for case in cases if _plain(case)))


def _plain(case: Case) -> bool:
    apart = case.secret or case.world or case.given or case.covered
    return not apart and is_short(case.line, _CALL)


def can_be_asked(name: str) -> bool:
    """Whether there are questions about this exercise."""
    if name in SERVED or name in _NOT_ASKED:
        return name in SERVED
    return name in exercises() and len(short_calls(name)) > 2 * len(LETTERS)


def is_short(text: str, longest: int = _LONGEST) -> bool:
    """Whether this value can be written by hand."""
    return len(text) <= longest and text.isprintable() and not _LONG.search(text)


# --- five questions for a page --------------------------------------------------------------------

Row = tuple[str, ...]
"""How each call on the page ends."""


def interview_by_calls(source: str, name: str, rng: Random, run: Run) -> Interview:
    """Five questions about this function in some calls; a `ValueError` if there are none."""
    seen = _followed(source, name, rng, run)
    page, spare = seen[: len(LETTERS)], seen[len(LETTERS) :][:SPARE]
    page.sort(key=lambda one: len(one.lines), reverse=True)
    some = changes(source, {line for one in page for line, _ in one.lines})
    rng.shuffle(some)
    telling = _telling(some[:CHANGES], page, rng, run)
    ending = [one for one in telling if _stops(one[1]) < len(page)]
    kinds = (
        list(_about_counts(page, rng)),
        [
            replace(one, text=f"This is about call A. {one.text}")
            for one in about_lines(page[0], rng)
        ],
        list(_about_changes(name, ending)),
        list(_about_which(telling, rng)),
        list(_about_constructing(name, telling, spare, run)),
        # Where every call stops with an error there is little to say.
        list(_about_changes(name, [one for one in telling if one not in ending])),
    )
    taken = [one for kind in kinds[:-1] for one in kind[:1]]
    spare_ones = [one for at in (2, 0, 3, 4) for one in kinds[at][1:]] + kinds[-1]
    taken += spare_ones[: 5 - len(taken)]
    if len(taken) < 3:
        raise ValueError(f"there is too little to ask about what {name} does")
    lines = tuple(one.scene.given for one in page)
    subject = Seen(source, name, Calls(lines), (), page[0].data)
    return Interview(subject, sorted(taken, key=lambda one: _ORDER.index(one.name)))


_ORDER = ("counts", "lines", "change", "which", "construct")


def _followed(source: str, name: str, rng: Random, run: Run) -> list[Seen]:
    """Calls that one can follow with a pencil; the first of them differ in what they give."""
    calls = [*short_calls(name)]
    rng.shuffle(calls)
    came = [one for one in run([(source, Calls((line,))) for line in calls[:TRIED]]) if one]
    if any(one.end == "NotImplementedError" for one in came):
        raise ValueError(f"{name} is not written yet")
    often = Counter[str]()
    found: list[tuple[int, Seen]] = []
    for one in came:
        if _followable(one):
            found.append((often[one.value], one))
            often[one.value] += 1
    if len(found) < len(LETTERS):
        raise ValueError(f"{name} has too few calls that can be followed with a pencil")
    return [one for _, one in sorted(found, key=lambda pair: pair[0])]


def _followable(one: Seen) -> bool:
    return (
        one.end == "value"
        and FEWEST <= len(one.lines) <= MOST
        and _ends_short(one)
        and one.value != "None"
    )


def _ends_short(one: Seen) -> bool:
    """Whether its end can be written by hand; what ran for long may end after all."""
    return is_short(one.value) if one.end == "value" else one.end != "never"


def _telling(some: Sequence[Change], page: Sequence[Seen], rng: Random, run: Run) -> list[Telling]:
    """The changes that show in one of these calls, those first that few others are like."""
    tries = [(one.source, Calls((seen.scene.given,))) for one in some for seen in page]
    came = run(tries)
    before = tuple(seen.outcome for seen in page)
    found: list[Telling] = []
    for at, change in enumerate(some):
        after = came[at * len(page) : (at + 1) * len(page)]
        row = tuple(one.outcome for one in after if one is not None and _ends_short(one))
        if len(row) == len(page) and {*row} != {"it returns None"}:
            found.append((change, row, before))
    # A missing return is no question. Best is what shows in two of the calls, without an error.
    return sorted(
        found, key=lambda one: abs(_differing(one) - 2) + 9 * _stops(one[1]) + rng.random() * 2
    )


Telling = tuple[Change, Row, Row]
"""A change, how each call ends with it, and how each ends without."""


def _differing(telling: Telling) -> int:
    _, row, before = telling
    return sum(new != old for new, old in zip(row, before, strict=True))


def _stops(row: Row) -> int:
    return sum(not words.startswith("it returns") for words in row)


def _about_counts(page: Sequence[Seen], rng: Random) -> Iterator[Card]:
    """How often a line runs in one call, and one in another, where everybody counts alike."""
    clear = _counted_alike(page[0].tree)
    counts = [Counter(line for line, _ in seen.lines) for seen in page]
    places = sorted({line for one in counts for line in one} & clear)
    # A line that runs once says little: those are asked about that run more often, or never.
    telling = [
        [(letter, line, count[line]) for line in places if count[line] != 1]
        for letter, count in zip(LETTERS, counts, strict=True)
    ]
    two = [rng.choice(some) for some in sorted(filter(None, telling), key=lambda _: rng.random())]
    for one, other in pairwise(two):
        (first, line, often), (second, another, oftener) = sorted((one, other))
        if often > 1 or oftener > 1:
            yield Card(
                f"How often does Python reach line {line} in call {first}, and line {another} in"
                f" call {second}?",
                f"{many(often, 'time')} and {many(oftener, 'time')}",
                because="rounds of the loop, calls of itself",
                name="counts",
            )


def _counted_alike(tree: ast.Module) -> set[int]:
    """The lines with one simple statement, or one condition, that no loop goes round inside."""
    simple = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.Expr, ast.If,
              ast.Continue, ast.Break)  # fmt: skip
    found = {
        node.lineno for node in ast.walk(tree) if isinstance(node, simple) and not is_silent(node)
    }
    return found - _unclear(tree) - _loops_inside(tree)


def _about_changes(name: str, telling: Sequence[Telling]) -> Iterator[Card]:
    for change, row, before in telling:
        new = [
            f"{letter}: {after}"
            for letter, after, old in zip(LETTERS, row, before, strict=True)
            if after != old
        ]
        if new:
            yield Card(
                f"If {change.said}, in which of the calls would `{name}` do something else, and"
                " what would it return there? Or would it never end, or stop with an error?",
                "; ".join(new),
                because="what the line is there for",
                name="change",
            )


def _about_which(telling: Sequence[Telling], rng: Random) -> Iterator[Card]:
    """Which of three changes somebody made, by what the calls give now."""
    for at in rng.sample(range(1, len(telling)), len(telling) - 1) if telling else ():
        row = telling[at][1]
        others = [one for one in telling if one[1] != row]
        distinct = list({one[1]: one for one in others}.values())
        if not _differing(telling[at]) or len(set(row)) == 1 or len(distinct) < 2:
            continue
        three = [telling[at], *rng.sample(distinct, 2)]
        rng.shuffle(three)
        right = next(n for n, one in enumerate(three) if one[1] == row)
        said = "; ".join(f"({'abc'[n]}) {one[0].said}" for n, one in enumerate(three))
        now = "; ".join(f"{letter}: {words}" for letter, words in zip(LETTERS, row, strict=True))
        rest = "; ".join(f"({'abc'[n]}) {one[1][0]}" for n, one in enumerate(three) if n != right)
        yield Card(
            f"Somebody has changed one line, and now this comes of the calls: {now}. Which change"
            f" was it, as if {said}? And what would come of A with each of the other two?",
            f"({'abc'[right]}); {rest}",
            because="a call in which they differ",
            name="which",
        )


def _about_constructing(
    name: str, telling: Sequence[Telling], spare: Sequence[Seen], run: Run
) -> Iterator[Card]:
    """A call to find that tells the function from a changed one: many are right, one is shown."""
    some = sorted(telling, key=lambda one: _stops(one[1]))[1:4]
    came = run([(one[0].source, Calls((seen.scene.given,))) for one in some for seen in spare])
    for at, (change, *_) in enumerate(some):
        after = came[at * len(spare) : (at + 1) * len(spare)]
        for before, other in zip(spare, after, strict=False):
            if other and _ends_short(other) and other.outcome != before.outcome:
                yield Card(
                    f"Write a call of `{name}`, none of these, that would do something else if"
                    f" {change.said}. What comes of it with and without that change?",
                    f"such as {before.scene.given}: {other.outcome}, and as it is"
                    f" {before.outcome}; any call counts in which the two differ",
                    because="it has to reach that line",
                    name="construct",
                )
                break


# --- one short question for the start of a sitting ------------------------------------------------

CARD_STEPS, _CARD_VALUE, _CARD_CODE = 12, 24, 24
"""The most lines that run, the longest answer, and the most lines to read in half a minute."""

_CASES, _CHANGES, _CHOICES = 8, 16, 4

_IDLE = 0.5
"""How often a change is asked about that changes nothing in the call, where there is one.

Or else who only knows what the function gives could leave that out, without reading the line.
"""


def own_card(name: str, source: str, rng: Random) -> Card | None:
    """What this function would give with one line changed, or `None` if no question is short."""
    try:
        return _card(name, source.strip(), rng)
    except (Exception, SystemExit):  # noqa: BLE001 - whatever a file holds, no lesson stops for it
        return None


def _card(name: str, source: str, rng: Random) -> Card | None:
    lines = lines_of(source, name)
    if not lines or len(lines) > _CARD_CODE:
        return None
    some, calls = changes(source, lines), [*short_calls(name)]
    rng.shuffle(some)
    rng.shuffle(calls)
    for line in calls[:_CASES]:
        whole, steps = _value(source, name, line)
        if whole is None or steps > CARD_STEPS:
            continue
        found: dict[str, Change] = {}
        for change in some[:_CHANGES]:
            value, _ = _value(change.source, name, line)
            if value is not None:
                found.setdefault(value, change)
        idle = found.pop(whole, None)
        if len(found) >= LEAST - 1:
            others = [*found.items()][: _CHOICES - 1]
            asked = (whole, idle) if idle and rng.random() < _IDLE else others[0]
            return _asked(name, source, (line, whole), asked, others)
    return None


def _value(source: str, name: str, line: str) -> tuple[str | None, int]:
    """What the function gives in this call, as short text, and how many of its lines ran."""
    seen = seen_here(source, name, Calls((line,)))
    if seen is None or seen.end != "value" or seen.value == "None":
        return None, 0
    return seen.value if is_short(seen.value, _CARD_VALUE) else None, len(seen.lines)


def _asked(
    name: str,
    source: str,
    call: tuple[str, str],
    asked: tuple[str, Change],
    others: Sequence[tuple[str, Change]],
) -> Card:
    """The card about one change: what others give, and the function as it is, are the mistakes."""
    (line, whole), (right, change) = call, asked
    code = "\n".join(f"{at:3}  {visible(text)}" for at, text in enumerate(source.split("\n"), 1))
    text = Say("This is your `{name}`. If {change}, what would `{line}` give?",
               name=name, change=change.said, line=line)  # fmt: skip
    slips = {
        value: told(Say("another change, as if {change}", change=other.said))
        for value, other in others
    }
    slips = {whole: told(Say("leaving the function as it is"))} | slips
    slips.pop(right)
    because = Say("As you wrote it, it gives {whole}.", whole=whole)
    return Card(
        told(text),
        right,
        tuple(sorted({right, *slips})),
        because=told(because),
        words=code,
        slips=slips,
    )


# --- the lines that run next ----------------------------------------------------------------------


def about_lines(seen: Seen, rng: Random) -> Iterator[Card]:
    """Which lines run next, the moments first at which that is hardest to say."""
    lines, calls = seen.lines, seen.data["calls"]
    unclear = _unclear(seen.tree)
    doubtful = _doubtful(seen, unclear | _loops_inside(seen.tree))
    places: dict[int, int] = {}
    counts: Counter[str] = Counter()
    for at, (name, *_) in enumerate(calls):
        counts[name] += 1
        places[at] = counts[name]
    reached: Counter[tuple[int, int]] = Counter()
    moments: list[tuple[tuple[int, float], Card]] = []
    for at, (line, call) in enumerate(lines[:-AFTER]):
        reached[line, call] += 1
        following = [one for one, _ in lines[at + 1 : at + 1 + AFTER]]
        last = lines[at + AFTER][1]
        if call not in places or reached[line, call] > 4 or places[call] > 9:
            continue
        if unclear & {line, *following} or line == following[0]:
            continue
        if not doubtful.isdisjoint(range(at + 1, at + 1 + AFTER)):
            continue
        within = [one for _, one in lines[at : at + 1 + AFTER]]
        leaps = sum(then < now for now, then in zip([line, *following], following, strict=False))
        changes_call = len(set(within)) > 1
        name, path, *_ = calls[call]
        where = f" (for {named(tuple(path))})" if path is not None else ""
        often = ("first", "second", "third", "fourth")[reached[line, call] - 1]
        # In which call it then is, is the harder half.
        there = calls[last][1] if last in places else None
        asks = seen.looks and there is not None
        which = " And for which node is the call that it is then in?" if asks else ""
        then = f"; in the call for {named(tuple(there or ()))}" if asks else ""
        asked = Card(
            f"In call {places[call]} of `{name}`{where}, Python reaches line {line} for the"
            f" {often} time. Which are the next four lines it reaches, in whatever function of"
            " this program? (A line counts where it begins: not again when a call comes back to it,"
            f" nor for each round of a list that it makes.){which}",
            ", ".join(map(str, following)) + then,
            because="values decide, not the layout",
            name="lines",
        )
        interest = min(leaps + changes_call + (call > 0), 2)
        moments.append(((interest, rng.random()), asked))
    moments.sort(key=lambda one: one[0], reverse=True)
    return (asked for _, asked in moments)


def _unclear(tree: ast.Module) -> set[int]:
    """The lines of which people might say different things when asked what runs next."""
    found: set[int] = set()
    starts: Counter[int] = Counter()
    for node in ast.walk(tree):
        match node:
            case ast.While(test=ast.Constant()) | ast.With() | ast.Try() | ast.Match():
                found.add(node.lineno)
            case ast.Lambda() | ast.ClassDef():
                found |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        if isinstance(node, ast.stmt):
            starts[node.lineno] += 1
            inside = getattr(node, "body", None)
            last = inside[0].lineno - 1 if inside else node.end_lineno or node.lineno
            # Python comes back to the first line of what is written over several.
            if last > node.lineno and not isinstance(node, ast.FunctionDef):
                found.add(node.lineno)
    return found | {line for line, many in starts.items() if many > 1}


def _loops_inside(tree: ast.Module) -> set[int]:
    """The lines that go round by themselves, such as a list made by a `for` in brackets."""
    inner = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)
    return {
        line
        for node in ast.walk(tree)
        if isinstance(node, inner)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }


def _doubtful(seen: Seen, busy: set[int]) -> set[int]:
    """The steps between which Python comes back to one of these lines, or not, as one sees it."""
    parents = dict(enumerate(above for *_, above in seen.data["calls"]))
    found, current, before = set[int](), dict[int, int](), -1
    for at, (line, call) in enumerate(seen.lines):
        if call != before:
            owner = call if call in current else parents.get(call, -1)
            if current.get(owner) in busy and not (owner == before and call not in current):
                found.add(at)
        current[call], before = line, call
    return found
