"""Who wins Three Musketeers from one position, proven in plain Python: `MusketeersProof`.

A search without estimates and without a window, because there are no draws. The side to move stops
at its first winning move, and only it does: a reply that suits the other side proves nothing. A
position is a folded placement and a bit for each guard (`musketeers_folding.py`); each placement
keeps what was found out about its sets of guards.

All moves are looked up before any is searched. Then the guards first try what leaves fewest
musketeers a capture, and among those what leaves few guards beside them and the guards many steps;
the musketeers go first where fewest guards are near.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from course_lib.game import Action, Game, State
from course_lib.play.progress import MOMENT, ProgressLine
from course_tools.engines.musketeers_folding import Folding, musketeers_game, squares_of
from course_tools.engines.proofs import (
    BestLine,
    Counts,
    TooManyStatesError,
    best_line,
    nothing_known,
)

HALF = 11
"""So many bits of the guards are carried over to another placement at once."""

LOW = (1 << HALF) - 1
"""Those bits."""

WEIGHT = 32
"""One musketeer more who can capture is worse for the guards than all else in the order."""

Spread = tuple[list[int], list[int]]
"""Where the guards of one placement stand in another's numbering: lowest bits, other bits."""


class Capture(NamedTuple):
    """A capture that leaves the musketeers out of line: whom it takes, and where it leads."""

    taken: int
    after: int
    spread: Spread


class Step(NamedTuple):
    """A step of a guard: its bit, that of the square it enters, and the free squares beside both.

    `squares` is how many more of them there are afterwards.
    """

    leave: int
    both: int
    beside_before: int
    beside_after: int
    squares: int


class Place:
    """What there is to know about a placement, and which of its positions the guards win."""

    def __init__(self, folding: Folding, number: int) -> None:
        """Work it out."""
        bits = {at: 1 << bit for bit, at in enumerate(folding.free(number))}
        beside = {
            one: sum(bits.get(to, 0) for to in folding.next_to[at]) for at, one in bits.items()
        }
        around = [sum(bits.get(to, 0) for to in folding.next_to[at]) for at in folding.kept[number]]
        self.near = folding.near(number)
        self.captures = [
            Capture(1 << taken, after, _spread(where))
            for taken, after, where in folding.captures(number)
            if after is not None
        ]
        self.harmful = 0
        """The guards whose capture does not put the musketeers in line."""
        for capture in self.captures:
            self.harmful |= capture.taken
        self.steps = [
            _step(1 << leave, 1 << enter, beside) for leave, enter in folding.steps(number)
        ]
        self.turns = [
            _spread(where) for where in folding.turns(number) if where != [*range(folding.bits)]
        ]
        self.threat = {
            some: WEIGHT * sum(some & one != 0 for one in around) + some.bit_count()
            for some in _subsets(self.near)
        }
        """For the guards near the musketeers, how bad they are for the guards."""
        self.to_move: dict[int, bool] = {}
        self.not_to_move: dict[int, bool] = {}

    def least(self, guards: int) -> int:
        """The least of the sets of guards that are mirror images on this placement."""
        least = guards
        for first, second in self.turns:
            least = min(least, first[guards & LOW] | second[guards >> HALF])
        return least


def _step(leave: int, enter: int, beside: Mapping[int, int]) -> Step:
    """A step from one bit to another; `beside` has the free squares beside each."""
    before, after = beside[leave], beside[enter]
    return Step(
        leave, leave | enter, before, after & ~leave, after.bit_count() - before.bit_count()
    )


def _subsets(some: int) -> Iterator[int]:
    """Every set of these bits."""
    part = some
    while True:
        yield part
        if not part:
            return
        part = part - 1 & some


def _spread(where: list[int | None]) -> Spread:
    """The guards carried over: `where` has the bit for each bit, or `None` for no guard."""
    halves = []
    for part in (where[:HALF], where[HALF:]):
        table = [0]
        for bit in part:
            table += [one | (0 if bit is None else 1 << bit) for one in table]
        halves.append(table)
    return halves[0], halves[1]


MOST_KEPT = 8_000_000
"""With more positions kept, a new question begins with empty tables, to spare memory."""

_SELDOM = (1 << 8) - 1
"""The search looks up from its work after so many positions."""

_EFFORT = 4_000
"""So many positions are looked at for each move of a line before a quicker win is given up."""

_PLACES = 16
_PLACE = (1 << _PLACES) - 1
"""So many bits hold the number of a placement."""


class MusketeersProof:
    """Answers who wins, and keeps what it finds out for the next question.

    It reads the rules as they are usual: guards who can't move lose, musketeers who can capture
    nobody win when it is their turn.
    """

    def __init__(self, game: Game, most: int | None = None) -> None:
        """Get ready; `most` positions are searched at most for each question."""
        self.rules = musketeers_game(game)
        if (self.rules.stuck_guards, self.rules.stuck_musketeers) != ("lose", "to move"):
            raise ValueError(
                f"this proof knows the usual rules only, not those of {self.rules!r}: take"
                " stuck_guards='lose' and stuck_musketeers='to move', or --strong"
            )
        placement, _ = squares_of(self.rules.initial)
        self.folding = Folding(self.rules.rows, self.rules.columns, len(placement))
        self.most, self.limit = most, most
        self.counts, self.line = Counts(), ProgressLine("positions", MOMENT)
        self._places: list[Place | None] = [None] * len(self.folding.kept)
        self._all = (1 << self.folding.bits) - 1

    def winner(self, state: State) -> str:
        """Who wins from this state if both sides play their best."""
        rules = self.rules
        if rules.is_terminal(state):
            return str(rules.winner(state))
        self.limit = None if self.most is None else self.counts.positions + self.most
        if self._kept() > MOST_KEPT:
            for table in self._tables():
                table.clear()
        place, guards, known = self._found(state)
        guards_win = known.get(guards)
        if guards_win is None:
            to_move = known is place.to_move
            choose = self._musketeers_choose if to_move else self._guards_choose
            guards_win = choose(place, guards, 0)
            self.line.close()
        return "guards" if guards_win else "musketeers"

    def values(self, state: State) -> dict[Action, float]:
        """1 for every action that wins, and -1 for every one that loses."""
        return {
            action: 1 if self.winner(self.rules.result(state, action)) == state.to_move else -1
            for action in self.rules.actions(state)
        }

    def best_line(self, state: State) -> BestLine:
        """A line to the end in which the winner hurries and the loser holds out."""
        rules = self.rules

        def value_of(state: State) -> float:
            return 1 if self.winner(state) == rules.to_move(state) else -1

        def look_up(state: State) -> tuple[float, float]:
            if rules.is_terminal(state):
                value = rules.utility(state, rules.to_move(state))
            else:
                place, guards, known = self._found(state)
                if (guards_win := known.get(guards)) is None:
                    return nothing_known(state)
                value = 1 if guards_win == (known is place.not_to_move) else -1
            return value, value

        return best_line(rules, state, value_of, look_up=look_up, effort=_EFFORT)

    def counted(self) -> Counts:
        """What it has cost so far, with the size of both tables."""
        counts = self.counts
        counts.inner = counts.positions
        counts.entries = self._kept()
        if counts.entries:
            tables = sum(map(sys.getsizeof, self._tables()))
            counts.bytes_each = tables / counts.entries + sys.getsizeof(self._all)
        return counts

    def _found(self, state: State) -> tuple[Place, int, dict[int, bool]]:
        """The placement of a state, its guards there, and where its winner is kept."""
        number, guards = self.folding.find(*squares_of(state))
        place = self._place(number)
        to_move = state.to_move == self.rules.players[0]
        return place, place.least(guards), place.to_move if to_move else place.not_to_move

    def _tables(self) -> Iterator[dict[int, bool]]:
        """Where it is kept what was found out."""
        for place in filter(None, self._places):
            yield place.to_move
            yield place.not_to_move

    def _kept(self) -> int:
        """How many positions are kept."""
        return sum(map(len, self._tables()))

    # --- the search ------------------------------------------------------------------------------

    def _musketeers_choose(self, place: Place, guards: int, depth: int) -> bool:
        """Whether the guards win, the musketeers to move: every capture must lead there."""
        counts, places, all_guards = self.counts, self._places, self._all
        counts.positions += 1
        if counts.positions & _SELDOM == 0 or depth > counts.depth:
            self._look_up(depth)
        won, tries, seen = bool(guards & place.near), [], 0
        for taken, after, (first, second) in place.captures:
            if guards & taken:
                seen += 1
                there = places[after] or self._place(after)
                rest = guards ^ taken
                rest = first[rest & LOW] | second[rest >> HALF]
                if there.turns:
                    rest = there.least(rest)
                found = there.not_to_move.get(rest)
                if found is None:
                    # The search wants the order, the placement and the guards: one number sorts
                    # faster than three.
                    order = (rest & there.near).bit_count() << _PLACES | after
                    tries.append(order << self.folding.bits | rest)
                elif not found:
                    won = False
                    break
        counts.moves += seen
        counts.hits += seen - len(tries)
        if won:
            tries.sort()
            for one in tries:
                rest = one & all_guards
                there = self._place(one >> self.folding.bits & _PLACE)
                found = there.not_to_move.get(rest)
                if found is None:
                    found = self._guards_choose(there, rest, depth + 1)
                if not found:
                    won = False
                    break
        counts.cuts += not won
        place.to_move[guards] = won
        return won

    def _guards_choose(self, place: Place, guards: int, depth: int) -> bool:
        """Whether the guards win, the guards to move: one step that leads there is enough."""
        counts, known = self.counts, place.to_move
        counts.positions += 1
        if counts.positions & _SELDOM == 0 or depth > counts.depth:
            self._look_up(depth)
        near, harmful, threat, bits = place.near, place.harmful, place.threat, self.folding.bits
        won, tries, seen = False, [], 0
        for leave, both, beside_before, beside_after, squares in place.steps:
            if guards & both == leave:
                moved = guards ^ both
                if not moved & harmful:
                    if not moved & near:
                        continue  # nobody to capture: the musketeers have won
                    won = True  # whoever is captured, it puts the musketeers in line
                    break
                seen += 1
                if place.turns:
                    moved = place.least(moved)
                found = known.get(moved)
                if found is None:
                    rest = guards ^ leave
                    fewer = (rest & beside_after).bit_count() - (rest & beside_before).bit_count()
                    order = threat[moved & near] + 2 * fewer - squares
                    tries.append(order << bits | moved)
                elif found:
                    won = True
                    break
        counts.moves += seen
        counts.hits += seen - len(tries)
        if not won:
            tries.sort()
            for one in tries:
                moved = one & self._all
                found = known.get(moved)
                if found is None:
                    found = self._musketeers_choose(place, moved, depth + 1)
                if found:
                    won = True
                    break
        counts.cuts += won
        place.not_to_move[guards] = won
        return won

    def _look_up(self, depth: int) -> None:
        """Show how far the search is, and stop it when it was too long."""
        counts = self.counts
        counts.depth = max(counts.depth, depth)
        self.line.count(counts.positions)
        if self.limit is not None and counts.positions > self.limit:
            raise TooManyStatesError(
                f"{self.rules!r} is too large to be solved from here: it takes more than"
                f" {self.most:,} positions. Play further, make the table (course solve"
                " three-musketeers --strong), or allow more"
            )

    def _place(self, number: int) -> Place:
        """What there is to know about this placement, worked out when first asked for."""
        if (found := self._places[number]) is None:
            found = self._places[number] = Place(self.folding, number)
        return found
