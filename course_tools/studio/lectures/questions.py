"""What a class can vote on in a film: which move next, which value, cut or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

MOST_OPTIONS = 9
"""More buttons than that nobody reads on a phone; such a question is left out."""

_ABSENT = {"cut", "more", "ghost"}
"""The shapes that stand for what the search never looked at."""

CUT, GOES_ON = "cut", "goes on"


class Option(NamedTuple):
    """One answer to choose: its words, the piece of the film it stands on, whether it is right."""

    label: str
    at: int
    right: bool


class Question(NamedTuple):
    """A question about the step that comes next, in one part of a film."""

    text: str
    part: int
    options: tuple[Option, ...]


def questions_of(story: Mapping[str, Any]) -> dict[int, Question]:
    """The questions of a film by the step at which each is asked; the next step answers it.

    Where somebody has told a story of it, they are those of the story.
    """
    if "told" in story:
        return {one["step"]: Question(one["ask"]["text"], one["part"], tuple(
                    Option(label, at, right) for label, right, _, at in one["ask"]["options"]))
                for one in story["told"] if one["ask"]}  # fmt: skip
    asked: dict[int, Question] = {}
    for number, part in enumerate(story.get("parts", [story])):
        for step, text, options in _asked(part):
            if len({one.label for one in options}) > 1 and len(options) <= MOST_OPTIONS:
                asked.setdefault(step, Question(text, number, tuple(options)))
    return dict(sorted(asked.items()))


def _asked(film: Mapping[str, Any]) -> Iterator[tuple[int, str, Sequence[Option]]]:
    """Each step, what to ask there, and the options."""
    pieces, texts, steps = film["pieces"], film["texts"], film["steps"]
    parents, places = pieces["parent"], steps["at"]
    kinds = [film["kinds"][kind][0] for kind in steps["kind"]]
    shapes = [film["shapes"][outline] for outline in pieces["outline"]]
    names, worth = ([texts[one] for one in pieces[column]] for column in ("name", "worth"))
    kids: dict[int, list[int]] = {}
    for at, above in enumerate(parents):
        if shapes[at] not in _ABSENT:
            kids.setdefault(above, []).append(at)
    cuts = {parents[at] if shapes[at] == "cut" else at
            for at, kind in zip(places, kinds, strict=True) if kind == "cut"}  # fmt: skip

    def after(node: int) -> str:
        """Where this node is, by the moves that lead to it."""
        way = []
        while node >= 0:
            way.append(names[node])
            node = parents[node]
        moves = " ".join(filter(None, reversed(way)))
        return f"After {moves}" if moves else "At the root"

    begun: set[int] = set()
    """The nodes of which something has been searched."""
    for answer, (kind, at) in enumerate(zip(kinds, places, strict=True)):
        ask, step = texts[steps["ask"][answer]], answer - 1
        above = parents[at] if at >= 0 else -1
        node = above if kind == "enter" or shapes[at] == "cut" else at
        could = node in cuts or (bool(cuts) and parents[node] >= 0)  # at the root hardly ever
        if kind == "cut" or (kind == "enter" and node in begun and could):
            text = f"{after(node)}: is the rest cut, or does the search go on?"
            right = kind == "cut"
            yield step, text, [Option(CUT, at, right), Option(GOES_ON, at, not right)]
        elif kind == "enter" and above >= 0 and above not in begun:
            text = f"{after(above)}: which move is searched first?"
            yield step, text, [Option(names[kid], kid, kid == at) for kid in kids[above]]
        elif kind == "leave":
            settled = [kid for kid in kids.get(at, ()) if 0 <= pieces["settled"][kid] < answer]
            known = {worth[kid]: kid for kid in reversed(settled) if worth[kid]}
            if len(settled) > 1 and worth[at]:
                stands = {worth[at]: at} | known  # a mean is worth what no child is
                values = sorted(stands, key=_size)
                yield step, ask, [Option(one, stands[one], one == worth[at]) for one in values]
        elif kind == "select" and at > 0:
            yield step, ask, _ways_down(film, kids[0], at, step)
        elif kind == "end":
            best = [Option(names[kid], kid, kid in film["line"]) for kid in kids.get(0, ())]
            if any(one.right for one in best):
                yield step, "Which move does the search choose in the end?", best
        if kind == "enter":
            begun.add(above)


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
