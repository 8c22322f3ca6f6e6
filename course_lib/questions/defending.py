"""`defend`: questions about what your own function does, whose answers come from running it.

`course defend` prints the same questions for a class, from runs in a sandbox. Every question has
one right answer: the leaves that the game was asked for, what a call got and gave back, the lines
that ran, or what came of the same function with one change.
"""

from __future__ import annotations

import ast
import io
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cached_property
from html import escape
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from course_lib.checks.cases import is_number
from course_lib.checks.checking import callers_names
from course_lib.checks.keeping import NotKeptError, source_of
from course_lib.checks.secret import Secret
from course_lib.checks.secret_tree import SecretTree
from course_lib.games.textbook_tree import TextbookTree
from course_lib.plain import many, visible
from course_lib.play.clock import OutOfTime, within
from course_lib.questions.breaking import SECONDS
from course_lib.questions.changing import Change, changes
from course_lib.questions.observing import (
    HELPERS,
    SERVED,
    observed,
)
from course_lib.questions.predicting import prose
from course_lib.questions.scenes import (
    BOUND,
    GIVEN,
    Path,
    Scene,
    intro,
    leaves_of,
    named,
    new_scene,
    shown,
    table_of,
    variants,
)
from course_lib.views.svg import static_html
from course_lib.views.trees import draw_tree

WHOLE = 40
"""A tree of so many nodes is drawn whole."""

TREES, CHANGES, VARIANTS = 3, 8, 3
"""So many trees are tried, and on the one that is taken so many changes of the function, and so
many of what it is called with."""

AFTER = 4
"""So many lines are asked for that run next."""


class Asked(NamedTuple):
    """A question about somebody's function, and its one right answer."""

    kind: str
    text: str
    answer: str
    good: str
    """What a good answer contains, in five words or so."""
    own: bool = True
    """Whether the answer depends on the lines of the function, not only on the tree."""


# --- what was seen --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seen:
    """What a function did on a tree: nothing that a student's process says is taken unchecked."""

    source: str
    name: str
    scene: Scene
    leaves: tuple[Path, ...]
    """Those that it looked at, in this order, as the game was asked."""
    data: Any
    """What `observed` gave."""

    def __post_init__(self) -> None:
        """Refuse what `observed` never gives with this source."""
        try:
            sound = self._is_sound()
        except (TypeError, KeyError, ValueError, AttributeError) as error:
            raise ValueError("the run told something that is no observation") from error
        if not sound:
            raise ValueError("the run told of lines or functions that are not in the source")

    def _is_sound(self) -> bool:
        names, last = self._names, self.source.count("\n") + 1
        calls = all(
            name in names
            and all(key.isidentifier() and is_number(one) for key, one in numbers.items())
            and type(ended) is bool
            and type(above) is int
            for name, _, numbers, _, ended, above in self.data["calls"]
        )
        lines = all(
            type(line) is type(call) is int and 1 <= line <= last for line, call in self.lines
        )
        return calls and lines and self.end.isidentifier()

    @cached_property
    def _names(self) -> set[str]:
        own = {one.name for one in ast.walk(self.tree) if isinstance(one, ast.FunctionDef)}
        return own | {HELPERS[kind] for kind in HELPERS if kind == SERVED.get(self.name)}

    @property
    def game(self) -> TextbookTree:
        """The tree that it was called for."""
        return self.scene.game

    @property
    def looks(self) -> bool:
        """Whether it is about a tree's leaves."""
        return SERVED.get(self.name) not in GIVEN

    @cached_property
    def tree(self) -> ast.Module:
        """The source, parsed."""
        return ast.parse(self.source)

    @property
    def lines(self) -> Sequence[tuple[int, int]]:
        """Each line that was reached, with the number of the call in which it was."""
        return self.data["lines"]

    @property
    def end(self) -> str:
        """How it ended: with a `value`, `never`, or with an error, by the error's name."""
        return self.data["end"]

    @property
    def value(self) -> Any:
        """What it gave back."""
        return self.data.get("value")

    @property
    def outcome(self) -> str:
        """How it ended, in words."""
        return self.outcome_by(self.counted)

    @property
    def counted(self) -> str:
        """The function whose calls are counted where there are no leaves."""
        return self.searcher or self.name

    def outcome_by(self, counted: str) -> str:
        """How it ended, in words, with the calls of this function."""
        if self.end == "never":
            return "it never ends"
        if self.end != "value":
            return f"it stops with an error ({self.end})"
        words = f"it returns {shown(self.value)}"
        if self.leaves:
            looks = many(len(self.leaves), "leaf", "leaves")
            return f"{words} and looks at {looks}, {named(self.leaves[-1])} last"
        if self.looks:
            return f"{words} and looks at no leaf"
        count = sum(name == counted for name, *_ in self.data["calls"])
        return f"{words} after {many(count, 'call')} of {counted}"

    @cached_property
    def all_leaves(self) -> list[Path]:
        """Every leaf of the tree, from left to right."""
        return list(leaves_of(self.game, ()))

    @cached_property
    def searcher(self) -> str | None:
        """The function that was called for most nodes, if calls for nodes were seen at all.

        Where nothing is about leaves it is the one that was called most often, but itself.
        """
        calls = self.data["calls"]
        counts = Counter(
            name
            for name, path, *_ in calls
            if (path is not None if self.looks else name != self.name)
        )
        return max(counts, key=lambda name: counts[name]) if counts else None

    @cached_property
    def calls(self) -> list[Call]:
        """The calls of that function that came back: number from 1, node, numbers, value."""
        own = [one for one in self.data["calls"] if one[0] == self.searcher]
        return [
            (number, tuple(path or ()), numbers, value)
            for number, (_, path, numbers, value, ended, _) in enumerate(own, 1)
            if ended and (not self.looks or (path is not None and self.game.has_state(tuple(path))))
        ]


# --- the questions --------------------------------------------------------------------------------

Run = Callable[[Sequence[tuple[str, Scene]]], "Sequence[Seen | None]"]
"""What each source does there; `None` where it can't be said."""

Call = tuple[int, Path, dict[str, float], Any]
"""Of a call: its number from 1, the node, the arguments that are numbers, and what it returned."""


class Interview(NamedTuple):
    """What a function did on a tree, and five questions about it."""

    seen: Seen
    asked: list[Asked]


def interview(
    source: str,
    name: str,
    rng: Random,
    run: Run,
    other: Callable[[TextbookTree], Sequence[Path]] | None = None,
) -> Interview:
    """Five questions about this function; a `ValueError` if nothing can be asked.

    `other` gives the leaves that a search with cuts looks at.
    """
    scenes = [new_scene(name, rng) for _ in range(TREES)]
    found = [one for one in run([(source, scene) for scene in scenes]) if one is not None]
    if not found:
        raise ValueError(f"{name} gave no answer on any of {TREES} trees")
    seen = max(found, key=_worth)
    if seen.end == "NotImplementedError":
        raise ValueError(f"{name} is not written yet")
    if (helper := HELPERS.get(SERVED[name])) and seen.searcher != helper:
        raise ValueError(f"{name} does not use {helper}, of which the questions are made")
    some = changes(source, {line for line, _ in seen.lines})
    rng.shuffle(some)
    some = some[:CHANGES]
    others = variants(name, seen.scene, rng)
    rng.shuffle(others)
    others = others[:VARIANTS]
    raised = Scene(_raised(seen.game, rng), seen.scene.given)
    came = run(
        [
            *((one.source, seen.scene) for one in some),
            *((source, scene) for _, scene in others),
            (source, raised),
        ]
    )
    changed = [(one, after) for one, after in zip(some, came, strict=False) if after is not None]
    after_variants = zip(others, came[len(some) :], strict=False)
    varied = [(words, after) for (words, _), after in after_variants if after is not None]
    kinds = (
        [*_about_leaves(seen, rng), *_about_result(seen)],
        list(_about_calls(seen, rng)),
        # In a loop around a table, everybody's next lines would be the same.
        [] if SERVED[name] == "prices" else list(_about_lines(seen, rng)),
        list(_about_changes(seen, changed, rng)),
        [
            *_about_origin(seen, came[-1], raised.game),
            *_about_parting(seen, other),
            *_about_variants(seen, varied),
        ],
    )
    taken = [one for kind in kinds for one in kind[:1]]
    # Where a kind has nothing to ask, the function's own lines have most to say.
    order = (3, 2, 1, 4, 0) if seen.looks else (4, 3, 2, 1, 0)
    spare = [one for at in order for one in kinds[at][1:]]
    taken += spare[: 5 - len(taken)]
    if not taken:
        raise ValueError(f"{seen.outcome}, and there is nothing to ask about")
    return Interview(seen, sorted(taken, key=lambda one: _ORDER.index(one.kind)))


_ORDER = ("leaves", "result", "call", "lines", "change", "parting", "origin", "varied")


def _worth(seen: Seen) -> tuple[bool, bool, int]:
    """How good this tree is for questions: some leaves are left out, but not most of them."""
    left_out = len(seen.all_leaves) - len(seen.leaves)
    return seen.end == "value", 2 <= left_out <= 4, -len(seen.all_leaves)


def _raised(game: TextbookTree, rng: Random) -> TextbookTree:
    """The tree with a little more at each leaf, which changes the order of no two leaves."""

    def copied(node: Any) -> Any:
        if isinstance(node, tuple):
            return tuple(map(copied, node))
        return node + rng.randint(1, 1_000_000) / 4_000_001

    return TextbookTree(copied(game.tree))


def _about_leaves(seen: Seen, rng: Random) -> Iterator[Asked]:
    never = [leaf for leaf in seen.all_leaves if leaf not in seen.leaves]
    if never and seen.leaves:
        yield Asked(
            "leaves",
            f"Cross out the leaves that `{seen.name}` never looks at in the tree. Which are they,"
            " and what is the sum of their numbers?",
            _with_sum(seen.game, never),
            "the bound, and which node stops",
            own=False,
        )
    if len(seen.leaves) > 4:
        place = rng.randint(3, len(seen.leaves) - 2)
        yield Asked(
            "leaves",
            f"Which leaves does `{seen.name}` look at as numbers {place}, {place + 1} and"
            f" {place + 2}, counted from 1, if a leaf counts only the first time? What is the sum"
            " of their numbers?",
            _with_sum(seen.game, seen.leaves[place - 1 : place + 2]),
            "down first, then on",
            own=False,
        )


def _with_sum(game: TextbookTree, leaves: Sequence[Path]) -> str:
    total = sum(game.utility(leaf, "MAX") for leaf in leaves)
    return f"{', '.join(map(named, leaves))}; sum {shown(total)}"


def _about_result(seen: Seen) -> Iterator[Asked]:
    if seen.looks or seen.end != "value":
        return
    more = last = ""
    if seen.calls:
        _, _, numbers, value = seen.calls[-1]
        if "visits" in numbers and SERVED[seen.name] == "prices":
            more = f" In its last call of `{seen.searcher}`, what is `visits`?"
            last = f"; last {shown(numbers['visits'])}"
        elif is_number(value):
            more = f" And what does the last call of `{seen.searcher}` return?"
            last = f"; last {shown(value)}"
    yield Asked(
        "result",
        f"What does `{seen.name}` return?{more}",
        f"{shown(seen.value)}{last}",
        "step by step, as the lines say",
        own=False,
    )


def _about_variants(seen: Seen, varied: Sequence[tuple[str, Seen]]) -> Iterator[Asked]:
    after = [(words, other.outcome_by(seen.counted)) for words, other in varied]
    for words, outcome in sorted(after, key=lambda pair: pair[1] == seen.outcome):
        same = ", as before" if outcome == seen.outcome else ""
        yield Asked(
            "varied",
            f"If {words}, what would `{seen.name}` return, and after how many calls of"
            f" `{seen.counted}`? Or would it never end, or stop with an error?",
            outcome + same,
            "what this number decides",
        )


def _about_calls(seen: Seen, rng: Random) -> Iterator[Asked]:
    def is_good(call: Call) -> bool:
        number, *_, value = call
        return 1 < number <= 10 and (
            is_number(value) or type(value) is tuple or value in (None, "MAX", "MIN")
        )

    def interest(call: Call) -> tuple[int, float]:
        _, path, numbers, _ = call
        inner = not seen.game.is_terminal(path)
        closed = sum(map(math.isfinite, numbers.values()))
        return (2 * inner + closed, rng.random())

    def told(call: Call) -> str:
        _, path, numbers, value = call
        given = [f"{name} = {shown(one)}" for name, one in numbers.items()]
        node = [named(path)] if seen.looks else []
        return "; ".join([*node, *given, f"returns {shown(value)}"])

    good = sorted(filter(is_good, seen.calls), key=interest, reverse=True)
    head = f"The calls of `{seen.searcher}` are numbered from 1 as they begin."
    # A node and one of two or three results could be guessed: then two calls are asked about.
    few = SERVED[seen.name] == "nodes"
    plain = [one for one in good if not one[2] and (few or not is_number(one[3]))]
    rng.shuffle(plain)
    for one, other in pairwise(plain):
        first, second = sorted((one, other))
        yield Asked(
            "call",
            f"{head} For which nodes are calls {first[0]} and {second[0]}, and what does each of"
            " them return?",
            f"{told(first)} / {told(second)}",
            "down first, then on",
        )
    for call in good:
        number, _, numbers, _ = call
        if call in plain:
            continue
        *most, last = [f"`{name}`" for name in numbers] or [""]
        arguments = f"{', '.join(most)} and {last}" if most else last
        parts = ["For which node"] * seen.looks + [f"with which {arguments}"] * bool(numbers)
        if parts:
            what = f"{parts[0][0].upper()}{parts[0][1:]} is call {number}"
            what += f", {parts[1]}" if len(parts) > 1 else ""
            yield Asked(
                "call",
                f"{head} {what}, and what does it return?",
                told(call),
                "bounds go down, values come back" if len(numbers) > 1 else "down first, then on",
            )


def _about_lines(seen: Seen, rng: Random) -> Iterator[Asked]:
    lines, calls = seen.lines, seen.data["calls"]
    unclear = _unclear(seen.tree)
    doubtful = _doubtful(seen, unclear | _loops_inside(seen.tree))
    places: dict[int, int] = {}
    counts: Counter[str] = Counter()
    for at, (name, *_) in enumerate(calls):
        counts[name] += 1
        places[at] = counts[name]
    reached: Counter[tuple[int, int]] = Counter()
    moments: list[tuple[tuple[int, float], Asked]] = []
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
        asked = Asked(
            "lines",
            f"In call {places[call]} of `{name}`{where}, Python reaches line {line} for the"
            f" {often} time. Which are the next four lines it reaches, in whatever function? (A"
            f" line to which a call comes back is not reached again.){which}",
            ", ".join(map(str, following)) + then,
            "values decide, not the layout",
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


def _about_changes(
    seen: Seen, changed: Sequence[tuple[Change, Seen]], rng: Random
) -> Iterator[Asked]:
    def interest(pair: tuple[Change, Seen]) -> tuple[int, float]:
        _, other = pair
        if other.outcome_by(seen.counted) == seen.outcome:
            return 0, rng.random()
        if other.end == "value":
            dull = other.value is None or other.value in (math.inf, -math.inf)
            return 2 if dull else 3, rng.random()
        return (3 if rng.random() < 0.1 else 2) if other.end == "never" else 1, rng.random()

    counted = (
        "how many different leaves would it look at, and which would be the last new one, if any"
        if seen.looks
        else f"and after how many calls of `{seen.counted}`"
    )
    for change, other in sorted(changed, key=interest, reverse=True):
        outcome = other.outcome_by(seen.counted)
        yield Asked(
            "change",
            f"If {change.said}, what would `{seen.name}` return, {counted}? Or would it never"
            " end, or stop with an error?",
            outcome + (", as before" if outcome == seen.outcome else ""),
            "what the line is there for",
        )


def _about_parting(
    seen: Seen, other: Callable[[TextbookTree], Sequence[Path]] | None
) -> Iterator[Asked]:
    if not seen.looks:
        return
    what, leaves = "A minimax that goes from left to right", seen.all_leaves
    if leaves == [*seen.leaves]:
        if other is None:
            return
        what, leaves = "Alpha-beta from left to right", [*other(seen.game)]
    pairs = zip([*seen.leaves, None], [*leaves, None], strict=False)
    at, yours, theirs = next(
        ((at, one, two) for at, (one, two) in enumerate(pairs, 1) if one != two), (0, None, None)
    )
    if at > 1:
        first, second = (
            "no other leaf"
            if one is None
            else f"{named(one)} ({shown(seen.game.utility(one, 'MAX'))})"
            for one in (yours, theirs)
        )
        yield Asked(
            "parting",
            f"{what} looks at {', '.join(map(named, leaves))}. At which of these leaves do it and"
            f" `{seen.name}` part, counted from 1, and what does each of them look at then, with"
            " which number?",
            f"number {at}: {seen.name} looks at {first}, the other at {second}",
            "which of them may skip it, and why",
            own=False,
        )


def _about_origin(seen: Seen, raised: Seen | None, game: TextbookTree) -> Iterator[Asked]:
    """Ask for the leaf that decides the value: `raised` is what came of this other tree."""
    if raised is None or not is_number(seen.value) or not is_number(raised.value):
        return
    if SERVED[seen.name] == "nodes":
        return  # a little more than a win is no win
    change = raised.value - seen.value
    deciding = [
        leaf
        for leaf in seen.all_leaves
        if abs(abs(change) - (game.utility(leaf, "MAX") - seen.game.utility(leaf, "MAX"))) < 1e-9
    ]
    if len(deciding) == 1:
        yield Asked(
            "origin",
            f"One leaf decides what `{seen.name}` returns: if its number were 0.25 more,"
            " something else would come back. Which leaf is it, and what does"
            f" `{seen.name}` return as the tree is?",
            f"{named(deciding[0])}; returns {shown(seen.value)}",
            "each player's best choice there",
            own=False,
        )


# --- in a notebook --------------------------------------------------------------------------------


def defend(name: str) -> Practice:
    """Five questions about what your own function does on a tree, with answers to unfold.

    The tree is a new one each time. There are no points for them: they are what `course defend`
    asks a class on paper.

    >>> try:
    ...     defend("alphabeta")
    ... except ValueError as first:
    ...     print(first)
    nothing can be asked about alphabeta: its source does not define it
    """
    if name not in SERVED:
        raise ValueError(f"defend asks about {', '.join(SERVED)}, not about {name!r}")
    try:
        source = source_of(name, callers_names())
    except NotKeptError as error:
        raise ValueError(f"nothing can be asked about {name}: {error}") from None
    rng = Random(random.randrange(10**9))

    def run(tries: Sequence[tuple[str, Scene]]) -> list[Seen | None]:
        return [_seen_here(one, name, scene) for one, scene in tries]

    return Practice(*interview(source, name, rng, run))


def _seen_here(source: str, name: str, scene: Scene) -> Seen | None:
    """What it does, in this process."""
    secret = Secret(scene.game, bound=BOUND)
    tree = SecretTree(scene.game.tree, BOUND, ask=secret.answer)
    try:
        with redirect_stdout(io.StringIO()):
            data = within(
                SECONDS,
                lambda: observed(source, name, tree, scene.given),
            )
    except OutOfTime:
        return None
    return Seen(source, name, scene, tuple(secret.asked), data)


class Practice:
    """Five questions about a function, as a notebook shows them."""

    def __init__(self, seen: Seen, asked: Sequence[Asked]) -> None:
        self.seen, self.asked = seen, asked

    def _repr_html_(self) -> str:
        listed = "".join(
            f"<li>{prose(one.text)}<details><summary>The answer</summary>{prose(one.answer)}."
            f" Worth saying: {prose(one.good)}.</details></li>"
            for one in self.asked
        )
        about = f"<p>{prose(intro(self.seen.name, self.seen.scene))}</p>"
        table, picture = table_of(self.seen.name, self.seen.scene), ""
        if not table:
            drawn = draw_tree(self.seen.game, most=WHOLE, values=False).svg
            picture = static_html(drawn, "the tree")
        parts = [f"<pre>{escape(one)}</pre>" for one in (table, numbered(self.seen.source)) if one]
        return f"{about}{picture}{''.join(parts)}<ol>{listed}</ol>"

    def __repr__(self) -> str:
        listed = (f"{at}. {one.text}" for at, one in enumerate(self.asked, 1))
        about = intro(self.seen.name, self.seen.scene), table_of(self.seen.name, self.seen.scene)
        return "\n".join([*filter(None, about), numbered(self.seen.source), *listed])


def numbered(source: str) -> str:
    """The source with the numbers of its lines, and with every sign visible."""
    return "\n".join(f"{at:3}  {visible(line)}" for at, line in enumerate(source.split("\n"), 1))
