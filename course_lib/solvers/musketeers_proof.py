"""Who wins Three Musketeers from one position, proven in plain Python: `MusketeersProof`.

A search without estimates and without a window, because there are no draws. Each position is one
number: its folded placement, and a bit for each guard (`musketeers_folded.py`). The side to move
stops at its first winning move, and only it does: a reply that suits the other side proves nothing.
Where the guards are to move, all their moves are looked up before any is searched; then come those
first that leave fewest musketeers a capture. The musketeers first go where fewest guards are near.
"""

from __future__ import annotations

import sys
from functools import cached_property
from typing import NamedTuple

from course_lib.game import Action, Game, State
from course_lib.solvers.counting import Counts, Ticker
from course_lib.solvers.musketeers_folded import Folding, musketeers_game, squares_of

_HALF = 11
"""So many bits of the guards are carried over to another placement at once."""

MOST_KEPT = 4_000_000
"""With more positions kept, a new question begins with empty tables, to spare memory."""

_SELDOM = (1 << 8) - 1
"""The search looks up from its work after so many positions."""

Spread = tuple[list[int], list[int]]
"""Where the guards of one placement stand in another's numbering: lowest bits, other bits."""


class Capture(NamedTuple):
    """A capture that leaves the musketeers out of line: whom it takes, and where it leads."""

    taken: int
    after: int
    spread: Spread


class Place(NamedTuple):
    """What there is to know about a placement."""

    near: int
    around: tuple[int, ...]
    captures: list[Capture]
    steps: list[tuple[int, int]]
    turns: list[Spread]


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
        placement, _ = squares_of(self.rules, self.rules.initial)
        self.folding = Folding(self.rules.rows, self.rules.columns, len(placement))
        self.most, self.limit = most, most
        self.counts, self.ticker = Counts(), Ticker("positions")
        self._places: dict[int, Place] = {}
        # Whether the guards win, with the musketeers to move and with the guards to move.
        self._known: tuple[dict[int, bool], dict[int, bool]] = ({}, {})

    def winner(self, state: State) -> str:
        """Who wins from this state if both sides play their best."""
        rules = self.rules
        if rules.is_terminal(state):
            return str(rules.winner(state))
        self.limit = None if self.most is None else self.counts.positions + self.most
        if sum(map(len, self._known)) > MOST_KEPT:
            for table in self._known:
                table.clear()
        number, guards = self.folding.find(*squares_of(rules, state))
        key = number << self.folding.bits | self._least(self._place(number), guards)
        side = rules.players.index(state.to_move)
        known = self._known[side].get(key)
        if known is None:
            known = (self._guards_choose if side else self._musketeers_choose)(key, 0)
            self.ticker.end()
        return "guards" if known else "musketeers"

    def values(self, state: State) -> dict[Action, float]:
        """1 for every action that wins, and -1 for every one that loses."""
        return {
            action: 1 if self.winner(self.rules.result(state, action)) == state.to_move else -1
            for action in self.rules.actions(state)
        }

    def best_line(self, state: State) -> tuple[str, ...]:
        """The names of moves to the end, each the first that wins, or the first of all."""
        names = []
        while actions := self.rules.actions(state):
            for action in actions:
                after = self.rules.result(state, action)
                if self.winner(after) == state.to_move:
                    break
            else:
                after = self.rules.result(state, action := actions[0])
            names.append(self.rules.action_name(action))
            state = after
        return tuple(names)

    def counted(self) -> Counts:
        """What it has cost so far, with the size of both tables."""
        counts = self.counts
        counts.inner = counts.positions
        counts.entries = sum(map(len, self._known))
        if counts.entries:
            one = next(iter(self._known[0] or self._known[1]))
            tables = sum(map(sys.getsizeof, self._known))
            counts.bytes_each = tables / counts.entries + sys.getsizeof(one)
        return counts

    # --- the search ------------------------------------------------------------------------------

    def _musketeers_choose(self, key: int, depth: int) -> bool:
        """Whether the guards win, the musketeers to move: every capture must lead there."""
        counts, known, places = self.counts, self._known[1], self._places
        counts.positions += 1
        if counts.positions & _SELDOM == 0 or depth > counts.depth:
            self._look_up(depth)
        place, guards = self._place(key >> self.folding.bits), key & self._all
        won, tries, seen = bool(guards & place.near), [], 0
        for taken, after, (first, second) in place.captures:
            if guards & taken:
                seen += 1
                there = places.get(after) or self._place(after)
                rest = guards ^ taken
                rest = first[rest & 2047] | second[rest >> _HALF]
                if there.turns:
                    rest = self._least(there, rest)
                following = after << self.folding.bits | rest
                found = known.get(following)
                if found is None:
                    tries.append(((rest & there.near).bit_count(), following))
                elif not found:
                    won = False
                    counts.cuts += 1
                    break
        counts.moves += seen
        counts.hits += seen - len(tries)
        if won:
            tries.sort()
            for _, following in tries:
                found = known.get(following)
                if found is None:
                    found = self._guards_choose(following, depth + 1)
                if not found:
                    counts.cuts += 1
                    won = False
                    break
        self._known[0][key] = won
        return won

    def _guards_choose(self, key: int, depth: int) -> bool:
        """Whether the guards win, the guards to move: one step that leads there is enough."""
        counts, known = self.counts, self._known[0]
        counts.positions += 1
        if counts.positions & _SELDOM == 0 or depth > counts.depth:
            self._look_up(depth)
        number, guards = key >> self.folding.bits, key & self._all
        place = self._places.get(number) or self._place(number)
        base, near, turns = number << self.folding.bits, place.near, place.turns
        won, tries, seen = False, [], 0
        for leave, enter in place.steps:
            if guards & leave and not guards & enter:
                moved = guards ^ leave ^ enter
                if not moved & near:
                    continue  # nobody to capture: the musketeers have won
                seen += 1
                if turns:
                    moved = self._least(place, moved)
                found = known.get(base | moved)
                if found is None:
                    tries.append(base | moved)
                elif found:
                    won = True
                    counts.cuts += 1
                    break
        counts.moves += seen
        counts.hits += seen - len(tries)
        if not won:
            around = place.around
            order = []
            for following in tries:
                able = sum([following & one != 0 for one in around])
                order.append((able, (following & near).bit_count(), following))
            order.sort()
            for _, _, following in order:
                found = known.get(following)
                if found is None:
                    found = self._musketeers_choose(following, depth + 1)
                if found:
                    counts.cuts += 1
                    won = True
                    break
        self._known[1][key] = won
        return won

    def _look_up(self, depth: int) -> None:
        """Show how far the search is, and stop it when it was too long."""
        counts = self.counts
        counts.depth = max(counts.depth, depth)
        self.ticker(counts.positions)
        if self.limit is not None and counts.positions > self.limit:
            raise ValueError(
                f"{self.rules!r} is too large to be solved from here: it takes more than"
                f" {self.most:,} positions. Play further, allow more, or make the table:"
                " course solve three-musketeers --strong"
            )

    # --- placements ------------------------------------------------------------------------------

    def _place(self, number: int) -> Place:
        """What there is to know about this placement, worked out when first asked for."""
        if (found := self._places.get(number)) is None:
            found = self._places[number] = self._new_place(number)
        return found

    def _new_place(self, number: int) -> Place:
        folding = self.folding
        placement, squares = folding.kept[number], folding.free(number)
        bits = {at: 1 << bit for bit, at in enumerate(squares)}
        around = [sum(bits.get(to, 0) for to in folding.next_to[at]) for at in placement]
        captures = [
            Capture(1 << taken, after, _spread(where))
            for taken, after, where in folding.captures(number)
            if after is not None
        ]
        turns = [
            _spread(where) for where in folding.turns(number) if where != [*range(folding.bits)]
        ]
        steps = [(1 << leave, 1 << enter) for leave, enter in folding.steps(number)]
        return Place(folding.near(number), tuple(around), captures, steps, turns)

    @staticmethod
    def _least(place: Place, guards: int) -> int:
        """The least of the sets of guards that are mirror images on this placement."""
        least = guards
        for first, second in place.turns:
            least = min(least, first[guards & 2047] | second[guards >> _HALF])
        return least

    @cached_property
    def _all(self) -> int:
        return (1 << self.folding.bits) - 1


def _spread(where: list[int | None]) -> Spread:
    """The guards carried over: `where` has the bit for each bit, or `None` for no guard."""
    halves = []
    for part in (where[:_HALF], where[_HALF:]):
        table = [0]
        for bit in part:
            table += [one | (0 if bit is None else 1 << bit) for one in table]
        halves.append(table)
    return halves[0], halves[1]
