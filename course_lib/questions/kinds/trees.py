"""Questions about small trees, which one answers with a pencil: values, cuts, windows, order."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from course_lib.games.textbook_tree import TextbookTree
from course_lib.questions.question import Facts, Question
from course_lib.questions.scenes import Path, named
from course_lib.search import alphabeta_search, minimax_search
from course_lib.views.trees import draw_tree
from course_lib.watching import Watched, watch
from course_lib.words import Say, Text, _


@dataclass
class ByHand:
    """What alpha-beta does on a tree, from left to right, as one writes it down with a pencil."""

    leaves: list[Path] = field(default_factory=list)
    """The paths to the leaves it looks at, in this order."""
    windows: dict[Path, tuple[float, float]] = field(default_factory=dict)
    """Alpha and beta with which it comes to each node."""
    cuts: list[Path] = field(default_factory=list)
    """The nodes where it stops before the last child."""
    deep: int = 0
    """How many of these cuts come from a bound that was not the parent's own."""

    def search(self, tree: Any, path: Path, alpha: float, beta: float) -> float:
        """The value that comes back from this node; it stops as soon as the window is closed."""
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


def by_hand(tree: Any) -> ByHand:
    """The whole search of this tree."""
    search = ByHand()
    search.search(tree, (), -math.inf, math.inf)
    return search


def leaves_of(tree: Any, path: Path = ()) -> Iterator[tuple[Path, int]]:
    """Each leaf's path and number, from left to right."""
    if not isinstance(tree, tuple):
        yield path, tree
    else:
        for number, child in enumerate(tree):
            yield from leaves_of(child, (*path, number))


SHAPES = ((2, 2, 2), (3, 2, 2), (2, 2, 2, 2))
"""How many children the nodes of each level of the tree have; 16 leaves can be read on paper.

Only where four levels are is there a bound that comes from above the parent, for a deep cut.
"""

WHOLE = 40
"""Trees of up to so many nodes are drawn whole."""


def new_tree(rng: Random, *branching: int) -> Any:
    """A tree with so many children on each level, its leaves all different."""
    count = math.prod(branching)
    numbers = iter(rng.sample(range(1, 3 * count), count))

    def grown(levels: tuple[int, ...]) -> Any:
        if not levels:
            return next(numbers)
        return tuple(grown(levels[1:]) for _ in range(levels[0]))

    return grown(branching)


def value_of(tree: Any, *, is_max: bool = True, depth: float = math.inf) -> float:
    """Minimax over nested numbers; below this depth a node counts as its leftmost leaf."""
    if not isinstance(tree, tuple):
        return float(tree)
    if depth <= 0:
        return float(next(leaves_of(tree))[1])
    values = [value_of(child, is_max=not is_max, depth=depth - 1) for child in tree]
    return max(values) if is_max else min(values)


def _numbers(tree: Any) -> list[int]:
    return [number for _, number in leaves_of(tree)]


def _mirrored(tree: Any) -> Any:
    return tuple(map(_mirrored, reversed(tree))) if isinstance(tree, tuple) else tree


def _drawn(tree: Any, **_: Any) -> str:
    return draw_tree(TextbookTree(tree), most=WHOLE, values=False).svg


def _in_brackets(tree: Any, **_: Any) -> str:
    """A tree as nested lists, as a notebook writes it."""
    return f"{tree}".replace("(", "[").replace(")", "]")


def _with_cuts(tree: Any, **_: Any) -> str:
    game = TextbookTree(tree)
    return draw_tree(watch(alphabeta_search, game, ()), most=WHOLE, windows=True).svg


def _with_values(tree: Any, **_: Any) -> str:
    return draw_tree(watch(minimax_search, TextbookTree(tree), ()), most=WHOLE).svg


def _of_tree(
    lesson: str, draw: Callable[[Random, int], Facts | None], ask: Callable[..., Text], **more: Any
) -> Question:
    """A question below whose words a tree is drawn."""
    return Question(lesson, draw, ask, picture=_drawn, words=_in_brackets, **more)


def _any_tree(rng: Random, level: int) -> Facts:
    return {"tree": new_tree(rng, *SHAPES[level])}


# --- lesson 02 ------------------------------------------------------------------------------------


def _best_by_search(tree: Any) -> str:
    place: Any = minimax_search(TextbookTree(tree), ())[1]
    return named((place,))


_VALUES = _of_tree(
    "02",
    _any_tree,
    lambda tree: _("MAX moves at the root, then MIN, in turns. Which value does the root have?"),
    key=lambda tree: minimax_search(TextbookTree(tree), ())[0],
    slips={
        _("letting MIN begin"): lambda tree: value_of(tree, is_max=False),
        _("taking the largest leaf of all"): lambda tree: max(_numbers(tree)),
        _("taking the smallest leaf of all"): lambda tree: min(_numbers(tree)),
        _("always going down the first branch"): lambda tree: _numbers(tree)[0],
    },
    because=lambda tree: Say(
        "The best move is {move}, where {value:g} comes from.",
        move=_best_by_search(tree),
        value=minimax_search(TextbookTree(tree), ())[0],
    ),
    solution=_with_values,
)


def _best_by(worth: Callable[[Any], float]) -> Callable[..., str]:
    """The root's child that is largest by this number."""

    def best(tree: Any) -> str:
        worths = [worth(child) for child in tree]
        return named((worths.index(max(worths)),))

    return best


_BEST_MOVE = _of_tree(
    "02",
    lambda rng, level: {"tree": new_tree(rng, 3, (2, 3, 4)[level])},
    lambda tree: _("MAX moves at the root, and then MIN. Which move is MAX's best?"),
    key=_best_by_search,
    slips={
        _("hoping for the largest leaf"): _best_by(max),
        _("taking the largest mean"): _best_by(sum),
        _("taking the worst move for MAX"): _best_by(lambda child: -min(child)),
    },
    options=lambda tree: [named((number,)) for number in range(len(tree))],
    because=lambda tree: Say(
        "MIN answers with the smallest number: {values}.",
        values=", ".join(f"{named((at,))} {min(child)}" for at, child in enumerate(tree)),
    ),
    solution=_with_values,
)

_DEPTH_LIMIT = _of_tree(
    "02",
    _any_tree,
    lambda tree: _(
        "A search that stops two moves below the root estimates each node there by its leftmost"
        " leaf. MAX moves at the root. Which value does it give the root?"
    ),
    key=lambda tree: alphabeta_search(
        TextbookTree(tree),
        (),
        depth=2,
        evaluate=lambda _, path, player: _leftmost(tree, path, player),
    )[0],
    slips={
        _("searching to the end"): value_of,
        _("stopping after one move"): lambda tree: value_of(tree, depth=1),
        _("letting MIN begin"): lambda tree: value_of(tree, is_max=False, depth=2),
        _("estimating the root itself"): lambda tree: _numbers(tree)[0],
    },
    because=lambda tree: Say(
        "The estimates are {numbers}, from left to right.",
        numbers=", ".join(str(next(leaves_of(deep))[1]) for child in tree for deep in child),
    ),
)


def _leftmost(tree: Any, path: Path, player: str) -> float:
    for number in path:
        tree = tree[number]
    return float(_numbers(tree)[0]) * (1 if player == "MAX" else -1)


def _visited(levels: tuple[int, ...]) -> int:
    game = Watched(TextbookTree(new_tree(Random(1), *levels)))
    minimax_search(game, ())
    return game.visits


def _widths(levels: tuple[int, ...]) -> list[int]:
    """How many nodes each level has, from the root's one."""
    return [math.prod(levels[:depth]) for depth in range(len(levels) + 1)]


_VISITS = Question(
    "02",
    lambda rng, level: {"levels": tuple(rng.randint(2, 4) for _ in range(rng.randint(2, 3)))},
    lambda levels: Say(
        "The nodes of a tree have {levels} children, level by level from the root; below that are"
        " the leaves. How many nodes does minimax visit, the root and the leaves included?",
        levels=", ".join(map(str, levels)),
    ),
    key=_visited,
    slips={
        _("counting the leaves alone"): lambda levels: _widths(levels)[-1],
        _("leaving out the leaves"): lambda levels: sum(_widths(levels)[:-1]),
        _("counting children of the leaves, too"): lambda levels: sum(
            _widths((*levels, levels[-1]))
        ),
        _("forgetting the root"): lambda levels: sum(_widths(levels)[1:]),
    },
    because=lambda levels: Say("Level by level: {sum}.", sum=" + ".join(map(str, _widths(levels)))),
)

# --- lesson 03 ------------------------------------------------------------------------------------

_SEARCHED = (
    "MAX moves at the root. Alpha-beta goes through this tree from left to right, with strict"
    " windows: it stops looking at a node as soon as alpha is not smaller than beta."
)


def _some_cuts(rng: Random, level: int) -> Facts | None:
    tree = new_tree(rng, *SHAPES[level])
    done = by_hand(tree)
    return (
        {"tree": tree} if (len(done.cuts), done.deep) == ((1, 0), (2, 0), (3, 1))[level] else None
    )


def _left_out(tree: Any) -> list[Path]:
    seen = set(by_hand(tree).leaves)
    return [path for path, _ in leaves_of(tree) if path not in seen]


def _never(tree: Any) -> int:
    return len(_left_out(tree))


_CUTS = _of_tree(
    "03",
    _some_cuts,
    lambda tree: f"{_SEARCHED} How many leaves does it never look at? (On paper: cross them out.)",
    key=_never,
    slips={
        "counting the leaves that it does look at": lambda tree: len(by_hand(tree).leaves),
        "finding no cut": lambda tree: 0,
        "going from right to left": lambda tree: _never(_mirrored(tree)),
        "counting the cuts": lambda tree: len(by_hand(tree).cuts),
    },
    because=lambda tree: f"It never looks at {', '.join(map(named, _left_out(tree)))}.",
    solution=_with_cuts,
)


def _closed_window(rng: Random, level: int) -> Facts | None:
    tree = new_tree(rng, *SHAPES[level])
    done = by_hand(tree)
    closed = [path for path in done.leaves if all(map(math.isfinite, done.windows[path]))]
    return {"tree": tree, "path": rng.choice(closed)} if closed else None


def _window(tree: Any, path: Path) -> tuple[float, float]:
    return by_hand(tree).windows[path]


_WINDOWS = _of_tree(
    "03",
    _closed_window,
    lambda tree, path: (
        f"{_SEARCHED} With which window, alpha and beta, does it come to the leaf {named(path)}?"
    ),
    key=_window,
    slips={
        "exchanging alpha and beta": lambda tree, path: _window(tree, path)[::-1],
        "forgetting alpha": lambda tree, path: (-math.inf, _window(tree, path)[1]),
        "forgetting beta": lambda tree, path: (_window(tree, path)[0], math.inf),
        "taking the window with which it came to the parent": lambda tree, path: _window(
            tree, path[:-1]
        ),
    },
    because=lambda tree, path: "Above it MAX is sure of {:g}, and MIN of {:g} or less.".format(
        *_window(tree, path)
    ),
    solution=_with_cuts,
)


def _last_looked_at(rng: Random, level: int) -> Facts | None:
    tree = new_tree(rng, *SHAPES[level])
    done = by_hand(tree)
    if len(done.cuts) != (1, 2, 3)[level] or not _never(tree):
        return None
    place = len(done.leaves)
    every = [path for path, _ in leaves_of(tree)]
    return None if done.leaves[-1] == every[place - 1] else {"tree": tree, "place": place}


_ORDER = _of_tree(
    "03",
    _last_looked_at,
    lambda tree, place: (
        f"{_SEARCHED} Which number stands at the leaf that it looks at in {place}th place?"
    ),
    key=lambda tree, place: dict(leaves_of(tree))[by_hand(tree).leaves[place - 1]],
    slips={
        "finding no cut": lambda tree, place: _numbers(tree)[place - 1],
        "going from right to left": lambda tree, place: _numbers(_mirrored(tree))[place - 1],
        "counting from 0": lambda tree, place: _numbers(tree)[min(place, len(_numbers(tree)) - 1)],
    },
    because=lambda tree, place: f"In this order: {', '.join(map(named, by_hand(tree).leaves))}.",
    solution=_with_cuts,
)


def _children_in_window(rng: Random, _level: int) -> Facts | None:
    alpha, beta = sorted(rng.sample(range(1, 20), 2))
    return {"alpha": alpha, "beta": beta, "children": tuple(rng.sample(range(1, 20), 5))}


def _looked(children: tuple[int, ...], alpha: float, beta: float, *, is_max: bool = True) -> int:
    search = ByHand()
    search.search(children, () if is_max else (0,), alpha, beta)
    return len(search.leaves)


_STOPS_AFTER = Question(
    "03",
    _children_in_window,
    lambda alpha, beta, children: (
        f"Alpha-beta comes to a MAX node with the window ({alpha}, {beta}). From left to right its"
        f" children are leaves with {', '.join(map(str, children))}. How many of them does it look"
        " at?"
    ),
    key=lambda alpha, beta, children: _looked(children, alpha, beta),
    slips={
        "taking it for a MIN node": lambda alpha, beta, children: _looked(
            children, alpha, beta, is_max=False
        ),
        "stopping at the first child above alpha": lambda alpha, beta, children: _looked(
            children, -math.inf, alpha
        ),
        "never stopping": lambda alpha, beta, children: len(children),
        "not counting the child that closes the window": lambda alpha, beta, children: (
            _looked(children, alpha, beta) - 1
        ),
    },
    because=lambda alpha, beta, children: (
        f"It stops at the first child that is worth {beta} or more, if there is one."
    ),
)

_AT_MOST, _EXACTLY, _AT_LEAST = "at most {}", "exactly {}", "at least {}"


def _meaning(alpha: int, beta: int, value: int) -> str:
    words = _AT_MOST if value <= alpha else _AT_LEAST if value >= beta else _EXACTLY
    return words.format(value)


_MEANING = Question(
    "03",
    lambda rng, level: dict(
        zip(("alpha", "beta"), sorted(rng.sample(range(1, 12), 2)), strict=True),
        value=rng.randint(1, 12),
    ),
    lambda alpha, beta, value: (
        f"Alpha-beta searched a state with the window ({alpha}, {beta}), and {value} came back."
        f" What"
        " is the state worth?"
    ),
    key=_meaning,
    slips={
        "exchanging the two kinds of bounds": lambda alpha, beta, value: _meaning(
            -beta, -alpha, -value
        ).replace(f"-{value}", str(value)),
        "taking every number for a value": lambda alpha, beta, value: _EXACTLY.format(value),
        "taking an exact value for a bound": lambda alpha, beta, value: (
            _AT_LEAST.format(value) if alpha < value < beta else None
        ),
    },
    options=lambda alpha, beta, value: [
        words.format(value) for words in (_AT_MOST, _EXACTLY, _AT_LEAST)
    ],
    because=lambda alpha, beta, value: (
        "Alpha or less fails low, beta or more fails high, and between them the number is exact."
    ),
)

KINDS = {
    "values": _VALUES,
    "best-move": _BEST_MOVE,
    "depth-limit": _DEPTH_LIMIT,
    "visits": _VISITS,
    "cuts": _CUTS,
    "windows": _WINDOWS,
    "order": _ORDER,
    "stops-after": _STOPS_AFTER,
    "meaning": _MEANING,
}
"""The kinds of questions about trees."""
