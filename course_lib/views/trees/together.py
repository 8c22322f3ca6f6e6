"""Searches of one tree side by side: where each of them stands when the longest is at a node."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from course_lib.views.trees.pieces import Film
from course_lib.words import Say, _, told

_SAME = 0.5
"""So much of the smaller tree must be in the greater one to call them the same."""

Place = tuple[int, int, str]
"""A step, the piece to look at (-1: that of the step), and what is said there instead."""

Key = tuple[str, ...]


def together(films: Sequence[Film]) -> list[list[Place]] | None:
    """For each search where it stands at each step of the longest; `None` for no searches alike."""
    known = [_Known(film) for film in films]
    if len({film["unit"] for film in films}) > 1:
        return None
    leader = max(known, key=lambda each: each.last)
    grows, first = films[0]["unit"] == "nodes", set(leader.own)
    least = 0 if grows else _SAME  # two searches by chance share what they share
    if any(sum(key in first for key in each.own) <= least * len(each.own) for each in known):
        return None
    follow = _in_the_same_simulation if grows else _at_the_same_node
    return [
        [(t, -1, "") for t in range(each.last + 1)]
        if each is leader
        else list(follow(each, leader))
        for each in known
    ]


class _Known:
    """What is asked of a film: its steps, and its pieces by the way that leads to each."""

    def __init__(self, film: Film) -> None:
        pieces, texts, self.label = film["pieces"], film["texts"], film["label"]
        self.parent, self.at = pieces["parent"], film["steps"]["at"]
        self.kind = [film["kinds"][kind][0] for kind in film["steps"]["kind"]]
        self.last = len(self.at) - 1
        self.shapes = [film["shapes"][outline] for outline in pieces["outline"]]
        self.ghosts = dict(film["ghosts"])
        self.start = [
            self.ghosts.get(at, film["looks"]["step"][first] if first < end else self.last + 1)
            for at, (first, end) in enumerate(
                zip(pieces["first"], pieces["first"][1:], strict=False)
            )
        ]
        self.keys: list[Key] = []
        for at, above in enumerate(self.parent):
            name = texts[pieces["name"][at]]
            self.keys.append((*self.keys[above], name) if above >= 0 else ())
        self.places = {key: at for at, key in enumerate(self.keys)}
        self.own = [key for key in self.keys if not self.is_passed_over(key)]
        self.steps: dict[tuple[str, Key], int] = {}
        for t, (kind, at) in enumerate(zip(self.kind, self.at, strict=True)):
            self.steps[kind, self.keys[at] if at >= 0 else ("",)] = t
        # Of simulations: how many are over before each step, and when each is over.
        over = list(accumulate(film["counters"][0][1]))
        self.number = [0, *over[:-1]]
        self.done = [t for t, count in enumerate(over) if t and count > over[t - 1]]

    def shows(self, key: Key, step: int) -> bool:
        """Whether the piece at the end of this way is there by this step."""
        return key in self.places and 0 <= self.start[self.places[key]] <= step

    def is_passed_over(self, key: Key) -> bool:
        """Whether this search never comes there, and has a ghost or what it cut in its place."""
        return self.shapes[self.places[key]].split()[0] in ("ghost", "cut")


def _skips(leader: _Known, key: Key) -> str:
    template = _("{name} is at {place}, which this search skips.")
    template = template if key else _("{name} is at the root, which this search skips.")
    return told(Say(template, name=leader.label, place=" ".join(key)))


def _at_the_same_node(each: _Known, leader: _Known) -> Iterator[Place]:
    """The steps of a search by recursion."""
    before = 0
    for t, (kind, at) in enumerate(zip(leader.kind, leader.at, strict=True)):
        key = leader.keys[at]
        if t in (0, leader.last):
            yield t and each.last, -1, ""
        elif (kind, key) in each.steps:
            before = each.steps[kind, key]
            yield before, -1, ""
        elif kind == "cut" or (key in each.places and not each.is_passed_over(key)):
            yield before, -1, ""
        elif key in each.places:
            before = max(before, each.start[each.places[key]])
            yield before, each.places[key], _skips(leader, key)
        else:
            # Too much is left out for ghosts: it stands where it cut, or above.
            above = key
            while above not in each.places:
                above = above[:-1]
            there = each.places[above]
            if 0 <= each.start[there] <= each.last:
                before = each.start[there]
            yield before, there, _skips(leader, key)


def _in_the_same_simulation(each: _Known, leader: _Known) -> Iterator[Place]:
    """The steps of a Monte Carlo search: the same simulation and phase, at the leader's node."""
    phases = {(number, kind): t for t, (number, kind) in enumerate(zip(each.number, each.kind,
                                                                       strict=True))}  # fmt: skip
    for t, (number, kind, at) in enumerate(zip(leader.number, leader.kind, leader.at, strict=True)):
        there = each.last
        if t < leader.last:
            done = each.done[min(number, len(each.done) - 1)]
            there = phases.get((number, kind), done)
        key = shown = leader.keys[max(at, 0)]
        while shown and not each.shows(shown, there):
            shown = shown[:-1]
        skipped = key not in each.places or each.is_passed_over(key)
        said = f" {_skips(leader, key)}" if skipped else ""
        yield there, each.places[shown], said
