"""What a class can vote on in a search: its values, its windows, cut or not and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from course_lib.views.trees.sources import edge_name
from course_lib.views.trees.words import window_words
from course_lib.watching import SearchTrace, TraceNode
from course_lib.watching.trace import Reason

MOST_OPTIONS = 9
"""More buttons than that nobody reads on a phone; such a question is left out."""

_ABSENT = {"cut", "more", "ghost"}
"""The shapes that stand for what the search never looked at."""

CUT, GOES_ON = "cut", "goes on"
CUT_BY_BOUND, CUT_BY_LUCK = f"{CUT}: somebody above has better", f"{CUT}: nothing better can come"
GOES_ON_OPEN = f"{GOES_ON}: what comes can still change the result"

_WANTS = {"up": ("largest", "MIN"), "down": ("smallest", "MAX")}
"""By the shape of a node: what its player wants, and who wants the contrary."""


class Option(NamedTuple):
    """One answer to choose: its words, the piece of the film it stands on, whether it is right.

    The piece is -1 where an answer is no branch: a window, a cut, or what a story says. The reason
    is said with the answer.
    """

    label: str
    at: int
    right: bool
    reason: str = ""


class Question(NamedTuple):
    """What is asked at this step, in one part of the film; the next step answers it."""

    step: int
    text: str
    part: int
    options: tuple[Option, ...]


def questions_of(
    story: Mapping[str, Any], traces: Sequence[SearchTrace] = ()
) -> dict[int, Question]:
    """The questions of a film by the step at which each is asked, in the order of the steps.

    Windows are asked for, and reasons said, where the `traces` of its parts are given. Where
    somebody has told a story of it, the questions are those of the story.
    """
    if "told" in story:
        return {
            one["step"]: Question(one["step"], one["ask"]["text"], one["part"], tuple(
                Option(label, at, right, why) for label, right, why, at in one["ask"]["options"]
            ))
            for one in story["told"] if one["ask"]
        }  # fmt: skip
    by_step: dict[int, Question] = {}
    for number, part in enumerate(story.get("parts", [story])):
        found = _asked(part, _by_way(traces[number]) if number < len(traces) else {})
        for step, text, options in found:
            several = 1 < len({one.label for one in options}) <= len(options) <= MOST_OPTIONS
            if several and any(one.right for one in options):
                by_step.setdefault(step, Question(step, text, number, tuple(options)))
    return dict(sorted(by_step.items()))


def _by_way(trace: SearchTrace) -> dict[tuple[str, ...], TraceNode]:
    """The nodes of a search by the names of the moves that lead there, where one alone has them."""
    ways: list[tuple[str, ...]] = []
    for node in trace.nodes:
        ways.append(() if node.parent is None else (*ways[node.parent], edge_name(node) or ""))
    count = Counter(ways)
    return {way: node for way, node in zip(ways, trace.nodes, strict=True) if count[way] == 1}


def _asked(
    film: Mapping[str, Any], nodes: Mapping[tuple[str, ...], TraceNode]
) -> Iterator[tuple[int, str, Sequence[Option]]]:
    """Each step, what to ask there, and the options."""
    pieces, texts, steps = film["pieces"], film["texts"], film["steps"]
    parents, places = pieces["parent"], steps["at"]
    kinds = [film["kinds"][kind][0] for kind in steps["kind"]]
    shapes = [film["shapes"][outline].split()[0] for outline in pieces["outline"]]
    names, worth = ([texts[one] for one in pieces[column]] for column in ("name", "worth"))
    kids: dict[int, list[int]] = {}
    for at, above in enumerate(parents):
        if shapes[at] not in _ABSENT:
            kids.setdefault(above, []).append(at)
    cuts = {at for at, kind in zip(places, kinds, strict=True) if kind == "cut"}

    ways: list[tuple[str, ...]] = []
    for above, name in zip(parents, names, strict=True):
        ways.append(() if above < 0 else (*ways[above], name))
    last: dict[int, int] = {}
    """The child of each node that was searched last."""
    chosen = -1
    for answer, (kind, at) in enumerate(zip(kinds, places, strict=True)):
        ask, step = texts[steps["ask"][answer]], answer - 1
        above = parents[at] if at >= 0 else -1
        node = above if kind == "enter" else at
        could = node in cuts or (bool(cuts) and parents[node] >= 0)  # at the root hardly ever
        new = nodes.get(ways[at]) if kind == "enter" and above in last else None
        before = nodes.get(ways[last[above]]) if new else None
        if windows := _windows(new, before, names[last.get(above, -1)]):
            yield step, f"{_place(ways[above])}: which window does {names[at]} get?", windows
        elif kind == "cut" or (kind == "enter" and above in last and could):
            text = f"{_place(ways[node])}: is the rest cut, or does the search go on?"
            looked = nodes.get(ways[at if new else node])
            yield step, text, _cut_or_not(kind == "cut", looked)
        elif kind == "leave":
            settled = [kid for kid in kids.get(at, ()) if 0 <= pieces["settled"][kid] < answer]
            known = {worth[kid]: kid for kid in reversed(settled) if worth[kid]}
            if len(settled) > 1 and worth[at]:
                stands = {worth[at]: at} | known  # a mean is worth what no child is
                text = f"{_place(ways[at])}: {ask[:1].lower()}{ask[1:]}" if at else ask
                yield step, text, _values(stands, worth[at], shapes[at])
        elif kind == "select" and at > 0:
            options = _ways_down(film, kids[0], at, step)
            before_that, chosen = chosen, next((one.at for one in options if one.right), chosen)
            if chosen != before_that:  # where it stays the same there is little to ask
                yield step, ask, options
        elif kind == "end":
            best = [Option(names[kid], kid, kid in film["line"]) for kid in kids.get(0, ())]
            yield step, "Which move does the search choose in the end?", best
        if kind == "enter":
            last[above] = at


def _place(way: Sequence[str]) -> str:
    """Where a node is, by the moves that lead to it."""
    moves = " ".join(filter(None, way))
    return f"At {moves}" if moves else "At the root"


def _cut_or_not(is_cut: bool, known: TraceNode | None) -> list[Option]:  # noqa: FBT001 - one of two answers
    """The answers about a cut at this node: with reasons, where the search's own facts prove one.

    `known` is the node that stops, or the child that is looked at next.
    """
    if known is not None and is_cut:
        proven = known.reason in (Reason.ALPHA, Reason.BETA)
    else:
        low, high = (known.window_in if known else None) or (None, None)
        proven = low is not None and high is not None and low < high
    if not proven:
        return [Option(CUT, -1, is_cut), Option(GOES_ON, -1, not is_cut)]
    why = "Whatever comes, the root stays the same." if is_cut else "The window is still open."
    return [
        Option(CUT_BY_BOUND, -1, is_cut, why),
        Option(CUT_BY_LUCK, -1, right=False, reason="Nobody knows what was not looked at."),
        Option(GOES_ON_OPEN, -1, not is_cut, why),
    ]


def _windows(new: TraceNode | None, before: TraceNode | None, sibling: str) -> list[Option]:
    """The window of this node, and those that a slip would hand on; none where nothing moved.

    `sibling` is the name of the one `before` it.
    """
    if new is None or before is None:
        return []
    now, old = new.window_in, before.window_in
    if now is None or old is None or now == old:
        return []
    (low, high), (had_low, had_high) = now, old
    if low is None or high is None or had_low is None or had_high is None:
        return []
    moved = "alpha" if low != had_low else "beta"
    bound, same = (low, high == had_high) if moved == "alpha" else (high, True)
    if not same or before.value is None or abs(bound) != abs(before.value):
        return []  # something else than what came back has moved it
    swapped = (had_low, bound) if moved == "alpha" else (bound, had_high)
    reasons = {
        (low, high): f"{sibling} came back, and moved {moved}.",
        (had_low, had_high): f"That was the window before {sibling} came back.",
        swapped: f"It is {moved} that moves here.",
    }
    shown = sorted((one for one in reasons if one[0] < one[1]), key=lambda one: (*one,))
    return [Option(window_words(one), -1, one == now, reasons[one]) for one in shown]


def _values(stands: Mapping[str, int], right: str, shape: str) -> list[Option]:
    """The values that may come back, by size, and the pieces on which they stand."""
    values = sorted(stands, key=_size)
    return [
        Option(one, stands[one], one == right, _why(one, right, values, shape)) for one in values
    ]


def _why(value: str, right: str, values: Sequence[str], shape: str) -> str:
    """Why a node has or has not this value, where its shape says who chooses there."""
    if shape not in _WANTS:
        return ""
    wants, other = _WANTS[shape]
    if value == right:
        return (
            f"It is the {wants} of {', '.join(values)}." if _extreme(values, wants) == right else ""
        )
    contrary = {"largest": "smallest", "smallest": "largest"}[wants]
    return f"{other} would take that one." if _extreme(values, contrary) == value else ""


def _extreme(values: Sequence[str], which: str) -> str:
    return values[-1] if which == "largest" else values[0]


def _size(value: str) -> tuple[float, str]:
    """What puts values in order: numbers by their size, and other words behind them."""
    try:
        return float(value.replace("\u2212", "-").replace("\u221e", "inf")), value
    except ValueError:
        return float("inf"), value


def _start(film: Mapping[str, Any], at: int) -> float:
    """The step from which on a piece is there."""
    first, end = film["pieces"]["first"][at : at + 2]
    return film["looks"]["step"][first] if first < end else float("inf")


def _ways_down(film: Mapping[str, Any], kids: Sequence[int], at: int, step: int) -> list[Option]:
    """The root's children that are there, of which one is on the way to this piece.

    None where another one has the same visits and mean: nobody can know which of them is chosen.
    """
    parents, names = film["pieces"]["parent"], film["pieces"]["name"]
    way = at
    while parents[way] > 0:
        way = parents[way]
    there = [kid for kid in kids if _start(film, kid) <= step]
    if [_words(film, kid, step) for kid in there].count(_words(film, way, step)) > 1:
        return []
    return [Option(film["texts"][names[kid]], kid, kid == way) for kid in there]


def _words(film: Mapping[str, Any], at: int, step: int) -> int:
    """Which text stands in a piece at this step: visits and mean, in a Monte Carlo search."""
    first, end = film["pieces"]["first"][at : at + 2]
    looks = film["looks"]
    return [
        int(words)
        for since, words in zip(looks["step"][first:end], looks["words"][first:end], strict=True)
        if since <= step
    ][-1]
