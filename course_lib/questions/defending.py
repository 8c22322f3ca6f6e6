"""`defend`: questions about what your own function does, whose answers come from running it.

`course defend` prints the same questions for a class, from runs in a sandbox. Every question has
one right answer: the leaves that the game was asked for, what a call got and gave back, the lines
that ran, or what came of the same function with one change.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import pairwise
from random import Random
from typing import Any

from course_lib.checks.cases import is_number
from course_lib.checks.checking import callers_names
from course_lib.checks.keeping import NotKeptError, source_of
from course_lib.games.textbook_tree import TextbookTree
from course_lib.questions.calls import about_lines, can_be_asked, interview_by_calls
from course_lib.questions.changing import Change, changes
from course_lib.questions.observing import SERVED
from course_lib.questions.predicting import prose
from course_lib.questions.question import Card
from course_lib.questions.scenes import (
    BOUND,
    Calls,
    Path,
    Scene,
    intro,
    named,
    new_scene,
    shown,
    table_of,
    variants,
)
from course_lib.questions.seen import Call, Interview, Run, Seen, numbered, seen_here
from course_lib.views.svg import static_html
from course_lib.views.trees import draw_tree

WHOLE = 40
"""A tree of so many nodes is drawn whole."""

TREES, CHANGES, VARIANTS, LEAVES = 3, 8, 3, 8
"""So many trees are tried, and on the one that is taken so many changes of the function, so many of
what it is called with, and so many of a leaf."""


# --- the questions --------------------------------------------------------------------------------


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
    if name not in SERVED:
        return interview_by_calls(source, name, rng, run)
    scenes = [new_scene(name, rng) for _ in range(TREES)]
    found = [one for one in run([(source, scene) for scene in scenes]) if one is not None]
    if not found:
        raise ValueError(f"{name} gave no answer on any of {TREES} trees")
    seen = max(found, key=_worth)
    if seen.end == "NotImplementedError":
        raise ValueError(f"{name} is not written yet")
    some = changes(source, {line for line, _ in seen.lines})
    rng.shuffle(some)
    some = some[:CHANGES]
    others = variants(name, Scene(seen.game, seen.scene.given))
    rng.shuffle(others)
    others = others[:VARIANTS]
    raised = Scene(_raised(seen.game, rng), seen.scene.given)
    leaves = [*_with_another_leaf(seen)]
    came = run(
        [
            *((one.source, seen.scene) for one in some),
            *((source, scene) for _, scene in others),
            *((source, Scene(game, seen.scene.given)) for *_, game in leaves),
            (source, raised),
        ]
    )
    changed = [(one, after) for one, after in zip(some, came, strict=False) if after is not None]
    after_variants = zip(others, came[len(some) :], strict=False)
    varied = [(words, after) for (words, _), after in after_variants if after is not None]
    kinds = (
        [*_about_leaves(seen, rng), *_about_result(seen)],
        list(_about_calls(seen, rng)),
        list(about_lines(seen, rng)),
        list(_about_changes(seen, changed, rng)),
        [
            *_about_constructing(seen, leaves, came[len(some) + len(others) :]),
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
    return Interview(seen, sorted(taken, key=lambda one: _ORDER.index(one.name)))


_ORDER = ("leaves", "result", "call", "lines", "change", "parting", "origin", "varied", "construct")


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


def _with_another_leaf(seen: Seen) -> Iterator[tuple[Path, int, TextbookTree]]:
    """Some leaves that it looked at, each with another number, and the tree with that."""
    if not seen.looks or SERVED[seen.name] == "nodes":
        return
    rng = Random(f"{seen.game.tree}")
    numbers = {one: seen.game.utility(one, "MAX") for one in seen.all_leaves}
    unused = {*range(-BOUND, BOUND + 1)} - {*numbers.values()}
    some = rng.sample(seen.leaves, min(LEAVES, len(seen.leaves)))
    for leaf, number in zip(some, rng.sample(sorted(unused), len(some)), strict=True):
        yield leaf, number, TextbookTree(_tree_of(numbers | {leaf: number}))


def _tree_of(numbers: dict[Path, Any]) -> Any:
    """The tree with these leaves, as nested lists."""
    if () in numbers:
        return numbers[()]
    first = dict.fromkeys(path[0] for path in numbers)
    return [
        _tree_of({path[1:]: one for path, one in numbers.items() if path[0] == at}) for at in first
    ]


def _about_constructing(
    seen: Seen, leaves: Sequence[tuple[Path, int, TextbookTree]], came: Sequence[Seen | None]
) -> Iterator[Card]:
    """A leaf to change so that more or fewer are looked at: many are right, one is shown."""
    before = len(seen.leaves)
    for (leaf, number, _), other in zip(leaves, came, strict=False):
        if other and other.end == "value" and len(other.leaves) != before:
            wanted = "more" if len(other.leaves) > before else "fewer"
            yield Card(
                f"Give one leaf another number, so that `{seen.name}` looks at {wanted} leaves"
                " than before. Which leaf and which number, and how many does it look at then?",
                f"such as {named(leaf)} = {shown(number)}: {len(other.leaves)} in place of"
                f" {before}; any change counts with which it looks at {wanted}",
                because="which bound it moves",
                name="construct",
            )


def _about_leaves(seen: Seen, rng: Random) -> Iterator[Card]:
    never = [leaf for leaf in seen.all_leaves if leaf not in seen.leaves]
    if never and seen.leaves:
        yield Card(
            f"Cross out the leaves that `{seen.name}` never looks at in the tree. Which are they,"
            " and what is the sum of their numbers?",
            _with_sum(seen.game, never),
            because="the bound, and which node stops",
            name="leaves",
        )
    if len(seen.leaves) > 4:
        place = rng.randint(3, len(seen.leaves) - 2)
        yield Card(
            f"Which leaves does `{seen.name}` look at as numbers {place}, {place + 1} and"
            f" {place + 2}, counted from 1, if a leaf counts only the first time? What is the sum"
            " of their numbers?",
            _with_sum(seen.game, seen.leaves[place - 1 : place + 2]),
            because="down first, then on",
            name="leaves",
        )


def _with_sum(game: TextbookTree, leaves: Sequence[Path]) -> str:
    total = sum(game.utility(leaf, "MAX") for leaf in leaves)
    return f"{', '.join(map(named, leaves))}; sum {shown(total)}"


def _about_result(seen: Seen) -> Iterator[Card]:
    if seen.looks or seen.end != "value":
        return
    more = last = ""
    if seen.calls:
        *_, value = seen.calls[-1]
        if is_number(value):
            more = f" And what does the last call of `{seen.searcher}` return?"
            last = f"; last {shown(value)}"
    yield Card(
        f"What does `{seen.name}` return?{more}",
        f"{shown(seen.value)}{last}",
        because="step by step, as the lines say",
        name="result",
    )


def _about_variants(seen: Seen, varied: Sequence[tuple[str, Seen]]) -> Iterator[Card]:
    after = [(words, other.outcome_by(seen.counted)) for words, other in varied]
    for words, outcome in sorted(after, key=lambda pair: pair[1] == seen.outcome):
        same = ", as before" if outcome == seen.outcome else ""
        yield Card(
            f"If {words}, what would `{seen.name}` return, and after how many calls of"
            f" `{seen.counted}`? Or would it never end, or stop with an error?",
            outcome + same,
            because="what this number decides",
            name="varied",
        )


def _about_calls(seen: Seen, rng: Random) -> Iterator[Card]:
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
        yield Card(
            f"{head} For which nodes are calls {first[0]} and {second[0]}, and what does each of"
            " them return?",
            f"{told(first)} / {told(second)}",
            because="down first, then on",
            name="call",
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
            yield Card(
                f"{head} {what}, and what does it return?",
                told(call),
                because="bounds go down, values come back"
                if len(numbers) > 1
                else "down first, then on",
                name="call",
            )


def _about_changes(
    seen: Seen, changed: Sequence[tuple[Change, Seen]], rng: Random
) -> Iterator[Card]:
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
        yield Card(
            f"If {change.said}, what would `{seen.name}` return, {counted}? Or would it never"
            " end, or stop with an error?",
            outcome + (", as before" if outcome == seen.outcome else ""),
            because="what the line is there for",
            name="change",
        )


def _about_parting(
    seen: Seen, other: Callable[[TextbookTree], Sequence[Path]] | None
) -> Iterator[Card]:
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
        yield Card(
            f"{what} looks at {', '.join(map(named, leaves))}. At which of these leaves do it and"
            f" `{seen.name}` part, counted from 1, and what does each of them look at then, with"
            " which number?",
            f"number {at}: {seen.name} looks at {first}, the other at {second}",
            because="which of them may skip it, and why",
            name="parting",
        )


def _about_origin(seen: Seen, raised: Seen | None, game: TextbookTree) -> Iterator[Card]:
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
        yield Card(
            f"One leaf decides what `{seen.name}` returns: if its number were 0.25 more,"
            " something else would come back. Which leaf is it, and what does"
            f" `{seen.name}` return as the tree is?",
            f"{named(deciding[0])}; returns {shown(seen.value)}",
            because="each player's best choice there",
            name="origin",
        )


# --- in a notebook --------------------------------------------------------------------------------


def defend(name: str) -> Practice:
    """Five questions about what your own function does, with answers to unfold.

    They are about a new tree each time, or about other calls of it. There are no points for them:
    they are what `course defend` asks a class on paper.

    >>> try:
    ...     defend("alphabeta")
    ... except ValueError as first:
    ...     print(first)
    nothing can be asked about alphabeta: its source does not define it
    """
    if not can_be_asked(name):
        raise ValueError(f"{name!r} is no exercise that defend can ask about")
    try:
        source = source_of(name, callers_names())
    except NotKeptError as error:
        raise ValueError(f"nothing can be asked about {name}: {error}") from None
    rng = Random(random.randrange(10**9))

    def run(tries: Sequence[tuple[str, Scene | Calls]]) -> list[Seen | None]:
        return [seen_here(one, name, scene) for one, scene in tries]

    return Practice(*interview(source, name, rng, run))


class Practice:
    """Five questions about a function, as a notebook shows them."""

    def __init__(self, seen: Seen, asked: Sequence[Card]) -> None:
        self.seen, self.asked = seen, asked

    def _repr_html_(self) -> str:
        listed = "".join(
            f"<li>{prose(one.text)}<details><summary>The answer</summary>{prose(one.right[0])}."
            f" Worth saying: {prose(one.because)}.</details></li>"
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
