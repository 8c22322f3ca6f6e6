"""Problems to solve by hand, drawn by lot: `problem(kind, rng, level)`.

All problems of one kind and level are equally hard by count: as many leaves, as many cuts, as many
heaps. The answer is worked out here and drawn, and a test works it out once more by other means.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from functools import reduce
from operator import xor
from random import Random
from typing import Any

from course_lib import (
    TextbookTree,
    TicTacToe,
    alphabeta_search,
    minimax_search,
    watch,
)
from course_lib.games.squares import letters
from course_lib.views import draw_tree
from course_lib.views.boards import board_svg
from course_tools.grader.papers.questions import Question

LEVELS = ("easy", "usual", "hard")

_TRIES = 20_000
"""So often a problem is drawn again until it is as hard as it should be."""

Maker = Callable[[Random, int], "Question | None"]
"""Draws a problem of a level (0, 1, 2), or `None` if this one is too easy or too hard."""


def problem(
    kind: str, rng: Random, level: str = "usual", without: Collection[Question] = ()
) -> Question:
    """A problem of this kind, as hard as all others of its level, and none of those."""
    for _ in range(_TRIES):
        made = KINDS[kind](rng, LEVELS.index(level))
        if made and made not in without:
            return made
    raise ValueError(
        f"there are no more {level} problems of the kind {kind}: after {len(without)}, {_TRIES:,}"
        " tries drew none that is new"
    )


# --- trees ----------------------------------------------------------------------------------------


@dataclass
class ByHand:
    """What alpha-beta does on a tree, from left to right, as one writes it down with a pencil."""

    leaves: list[tuple[int, ...]] = field(default_factory=list)
    """The paths to the leaves it looks at, in this order."""
    windows: dict[tuple[int, ...], tuple[float, float]] = field(default_factory=dict)
    """Alpha and beta with which it comes to each node."""
    cuts: list[tuple[int, ...]] = field(default_factory=list)
    """The nodes where it stops before the last child."""
    deep: int = 0
    """How many of these cuts come from a bound that was not the parent's own."""

    def search(self, tree: Any, path: tuple[int, ...], alpha: float, beta: float) -> float:
        """The value that comes back from this node; it stops as soon as alpha >= beta."""
        self.windows[path] = alpha, beta
        if not isinstance(tree, tuple):
            self.leaves.append(path)
            return float(tree)
        is_max = len(path) % 2 == 0
        value, given = (-math.inf if is_max else math.inf), (alpha, beta)
        for number, child in enumerate(tree):
            found = self.search(child, (*path, number), alpha, beta)
            value = max(value, found) if is_max else min(value, found)
            alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
            if alpha >= beta and number < len(tree) - 1:
                self.cuts.append(path)
                bound = given[1 if is_max else 0]
                # The parent's own bound is what it has found so far; it came to it with another.
                self.deep += len(path) > 1 and bound == self.windows[path[:-1]][1 if is_max else 0]
            if alpha >= beta:
                break
        return value


def _leaves(tree: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], int]]:
    """Each leaf's path and number, from left to right."""
    if not isinstance(tree, tuple):
        yield path, tree
    else:
        for number, child in enumerate(tree):
            yield from _leaves(child, (*path, number))


def _named(path: tuple[int, ...]) -> str:
    """A node as one points at it in the picture: the letters on the way down."""
    return "".join(map(_letter, path)) if path else "the root"


def _letter(number: int) -> str:
    """What a child is called: a, b, c, counted from 0."""
    return letters(number + 1)


def _tree(rng: Random, *branching: int) -> tuple[TextbookTree, ByHand]:
    """A tree with so many children on each level, its leaves all different, and its search."""
    count = math.prod(branching)
    numbers = iter(rng.sample(range(1, 3 * count), count))

    def grown(levels: tuple[int, ...]) -> Any:
        if not levels:
            return next(numbers)
        return tuple(grown(levels[1:]) for _ in range(levels[0]))

    game, by_hand = TextbookTree(grown(branching)), ByHand()
    by_hand.search(game.tree, (), -math.inf, math.inf)
    return game, by_hand


def _drawn(game: TextbookTree) -> str:
    return draw_tree(game, most=_WHOLE, values=False).svg


def _solved(game: TextbookTree) -> str:
    return draw_tree(watch(alphabeta_search, game, game.initial), most=_WHOLE, windows=True).svg


_SHAPES = ((2, 2, 2), (3, 2, 2), (2, 2, 2, 2))
"""How many children the nodes of each level of the tree have; 16 leaves can be read on paper.

Only where four levels are is there a bound that comes from above the parent, for a deep cut.
"""

_WHOLE = 40
"""Trees of up to so many nodes are drawn whole."""

_SEARCHED = (
    "Alpha-beta goes through this tree from left to right, with strict windows: it stops looking"
    " at a node as soon as alpha is not smaller than beta."
)


def _values(rng: Random, level: int) -> Question | None:
    game, _ = _tree(rng, *_SHAPES[level])
    value, action = minimax_search(game, game.initial)
    return Question(
        "Which value does the root have?",
        answer=value,
        picture=_drawn(game),
        solution=draw_tree(watch(minimax_search, game, game.initial), most=_WHOLE).svg,
        because=f"The best move is {game.action_name(action)}, where {value:g} comes from.",
    )


def _cuts(rng: Random, level: int) -> Question | None:
    game, by_hand = _tree(rng, *_SHAPES[level])
    if (len(by_hand.cuts), by_hand.deep) != ((1, 0), (2, 0), (3, 1))[level]:
        return None
    seen = set(by_hand.leaves)
    never = [_named(path) for path, _ in _leaves(game.tree) if path not in seen]
    return Question(
        f"{_SEARCHED} How many leaves does it never look at? (On paper: cross them out.)",
        answer=float(len(never)),
        picture=_drawn(game),
        solution=_solved(game),
        because=f"It never looks at {', '.join(never)}.",
    )


def _windows(rng: Random, level: int) -> Question | None:
    game, by_hand = _tree(rng, *_SHAPES[level])
    closed = [path for path in by_hand.leaves if all(map(math.isfinite, by_hand.windows[path]))]
    if not closed:
        return None
    path = rng.choice(closed)
    alpha, beta = by_hand.windows[path]
    numbers = [number for _, number in _leaves(game.tree)]
    wrong = {(beta, alpha), (-math.inf, beta), (alpha, math.inf)}
    while len(wrong) < 3 + level:
        pair = rng.sample(numbers, 2)
        wrong.add((min(pair), max(pair)))
    choices = sorted({_window(one) for one in wrong - {(alpha, beta)}} | {_window((alpha, beta))})
    return Question(
        f"{_SEARCHED} With which window, alpha and beta, does it come to the leaf {_named(path)}?",
        answer=_window((alpha, beta)),
        choices=tuple(choices),
        picture=_drawn(game),
        solution=_solved(game),
        because=f"Above it MAX is sure of {alpha:g}, and MIN of {beta:g} or less.",
    )


def _window(pair: tuple[float, float]) -> str:
    """A window as it is written."""
    low, high = (f"{end:g}".replace("inf", "∞").replace("-", "\u2212") for end in pair)
    return f"({low}, {high})"


def _order(rng: Random, level: int) -> Question | None:
    game, by_hand = _tree(rng, *_SHAPES[level])
    if len(by_hand.cuts) != (1, 2, 3)[level]:
        return None
    skipped = len(list(_leaves(game.tree))) - len(by_hand.leaves)
    place = len(by_hand.leaves)
    path = by_hand.leaves[place - 1]
    if not skipped or path == [*_leaves(game.tree)][place - 1][0]:
        return None
    return Question(
        f"{_SEARCHED} Which number stands at the leaf that it looks at in {place}th place?",
        answer=float(dict(_leaves(game.tree))[path]),
        picture=_drawn(game),
        solution=_solved(game),
        because=f"In this order: {', '.join(map(_named, by_hand.leaves))}.",
    )


# --- numbers --------------------------------------------------------------------------------------

_C = 1.4


def _ucb(rng: Random, level: int) -> Question | None:
    children = [
        (visits, rng.randint(0, visits)) for visits in rng.sample(range(2, 30), (2, 3, 4)[level])
    ]
    total = sum(visits for visits, _ in children)
    bounds = [wins / n + _C * math.sqrt(math.log(total) / n) for n, wins in children]
    *_, second, best = sorted(bounds)
    chosen, most_won = bounds.index(best), max(wins / n for n, wins in children)
    if best - second < 0.05 or children[chosen][1] / children[chosen][0] == most_won:
        return None
    rows = "\n".join(
        f"- {_letter(at)}: {n} visits, {wins} won" for at, (n, wins) in enumerate(children)
    )
    worked = ", ".join(f"{_letter(at)} {bound:.2f}" for at, bound in enumerate(bounds))
    return Question(
        "A Monte Carlo search has to choose a child by the mean plus"
        f" `{_C} * sqrt(ln(visits of the parent) / visits of the child)`. A win counts 1 and a loss"
        f" 0, and the parent has {total} visits. Which child does it choose?\n{rows}",
        answer=_letter(chosen),
        choices=tuple(_letter(at) for at in range(len(children))),
        because=f"The bounds are {worked}. The child that has won most often is not chosen.",
    )


def _nim(rng: Random, level: int) -> Question | None:
    heaps = tuple(rng.sample(range(1, (8, 16, 32)[level]), 3))
    total = reduce(xor, heaps)
    winning = [(at, heap - (heap ^ total)) for at, heap in enumerate(heaps) if heap ^ total < heap]
    if not total or len(winning) != 1:
        return None
    (at, take), after = winning[0], list(heaps)
    after[at] -= take
    return Question(
        f"In Nim there are heaps of {heaps[0]}, {heaps[1]} and {heaps[2]}; who takes the last"
        " counter wins. There is exactly one winning move. How many counters does it take?",
        answer=float(take),
        because=f"From the heap of {heaps[at]}: then {' xor '.join(map(str, after))} is 0.",
    )


def _marking(rng: Random, level: int) -> Question | None:
    takes = sorted(rng.sample(range(1, (13, 11, 13)[level]), (2, 3, 4)[level]))
    most = (10, 12, 16)[level]
    lost: list[int] = []
    for heap in range(most + 1):
        if all(heap - take not in lost for take in takes if take <= heap):
            lost.append(heap)
    if len(lost) < 3 or lost == list(range(0, most + 1, lost[1])):
        return None
    words = f"{', '.join(map(str, takes[:-1]))} or {takes[-1]}"
    return Question(
        f"Two players take counters from one heap in turns, {words} at a time; who can't move"
        f" loses. Mark the heaps from 0 to {most} backwards from the end. In how many of these"
        f" {most + 1} heaps does the player to move lose?",
        answer=float(len(lost)),
        because=f"They lose with {', '.join(map(str, lost))}: every move leads to a won heap.",
    )


def _wins(rng: Random, level: int) -> Question | None:
    game = TicTacToe()
    state = game.initial
    for _ in range((6, 4, 4)[level]):
        actions = game.actions(state)
        if not actions:
            return None
        state = game.result(state, rng.choice(actions))
    if game.is_terminal(state):
        return None
    values = {
        action: -minimax_search(game, game.result(state, action))[0]
        if not game.is_terminal(game.result(state, action))
        else game.utility(game.result(state, action), game.to_move(state))
        for action in game.actions(state)
    }
    winning = [action for action, value in values.items() if value == 1]
    at_once = any(game.is_terminal(game.result(state, action)) for action in winning)
    if len(winning) != 1 or at_once:
        return None
    return Question(
        "X moves, and can force a win with one square only. Which one?",
        answer=game.action_name(winning[0]),
        choices=tuple(sorted(map(game.action_name, values))),
        picture=board_svg(game, state),
        solution=board_svg(game, game.result(state, winning[0])),
        because=f"After {game.action_name(winning[0])} X wins, whatever O does.",
    )


KINDS: dict[str, Maker] = {
    "values": _values,
    "cuts": _cuts,
    "windows": _windows,
    "order": _order,
    "ucb": _ucb,
    "nim": _nim,
    "marking": _marking,
    "wins": _wins,
}
"""What can be asked."""
