"""What a function is called with when it is asked about: a tree, a table, or calls of its check."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from course_lib.checks.cases import is_number
from course_lib.games.textbook_tree import TextbookTree
from course_lib.plain import letters
from course_lib.questions.observing import DEPTH, SERVED

Path = tuple[int, ...]

BOUND = 19
"""No leaf's number is larger."""


class Scene(NamedTuple):
    """What a function is called with."""

    game: TextbookTree
    given: Any = None
    """What it gets beside the tree, as `observed` takes it."""


class Calls(NamedTuple):
    """Calls that the function's check shows, in place of a tree; the first is the one that runs."""

    lines: tuple[str, ...]

    @property
    def given(self) -> str:
        """The call that runs, as `observed` takes it."""
        return self.lines[0]


def leaves_of(game: TextbookTree, path: Path) -> Iterator[Path]:
    """The leaves below this node, from left to right."""
    if game.is_terminal(path):
        yield path
    for action in game.actions(path):
        yield from leaves_of(game, game.result(path, action))


def named(path: Path) -> str:
    """A node as one points at it in the picture: the letters on the way down."""
    return "".join(letters(number + 1) for number in path) if path else "the root"


def shown(value: Any) -> str:
    """A value as it is written on paper: a number with two decimals at most."""
    if is_number(value):
        return f"{round(value, 2):g}".replace("-", "\u2212")
    if isinstance(value, list) and value and all(isinstance(one, tuple) for one in value):
        return ", ".join(map(named, value))[:60]
    return value[:60] if isinstance(value, str) else repr(value)[:60]


def new_tree(rng: Random) -> TextbookTree:
    """A tree that a pencil can search in a few minutes: 8 to 12 leaves, no two of them alike."""
    while True:
        shape = [[rng.randint(2, 3) for _ in range(2)] for _ in range(rng.choice((2, 2, 3)))]
        count = sum(map(sum, shape))
        if 8 <= count <= 12:
            numbers = iter(rng.sample([*range(-BOUND, 0), *range(1, BOUND + 1)], count))
            return TextbookTree(
                [[[next(numbers) for _ in range(n)] for n in part] for part in shape]
            )


def new_scene(name: str, rng: Random) -> Scene:
    """A tree, and what this exercise's function gets beside it."""
    match SERVED[name]:
        case "counts":
            return _with_counts(rng)
        case "nodes":
            return _with_nodes(rng)
    return Scene(new_tree(rng))


def _with_counts(rng: Random) -> Scene:
    """For `select`: visits and totals of nodes, whose bounds are never nearly equal."""
    while True:
        shape = [rng.randint(2, 3) for _ in range(rng.randint(2, 3))]
        game = TextbookTree([[0] * count for count in shape])
        # A node of which one child was not tried yet ends the way down.
        untried = rng.randrange(2 * len(shape))
        counts: dict[Path, tuple[int, int]] = {}
        for leaf in leaves_of(game, ()):
            visits = rng.randint(1, 8)
            if leaf != (untried, 0):
                counts[leaf] = visits, rng.randint(-visits, visits)
        for node in [*((at,) for at in range(len(shape))), ()]:
            below = [one for path, one in counts.items() if path[:-1] == node and path]
            visits = 1 + sum(one for one, _ in below)
            total = rng.choice((-1, 0, 1)) - sum(one for _, one in below)
            counts[node] = visits, max(-visits, min(visits, total))
        bounds = [
            sorted(total / visits + sign * math.sqrt(math.log(counts[node][0]) / visits)
                   for path, (visits, total) in counts.items() if path and path[:-1] == node)
            for node in counts
            for sign in (1, 0, -1)
        ]  # fmt: skip
        if all(two - one > 0.04 for some in bounds for one, two in pairwise(some)):
            listed = [(path, *counts[path]) for path in sorted(counts)]
            return Scene(game, {"nodes": listed, "c": 1})


def _with_nodes(rng: Random) -> Scene:
    """For `settled`: wins and losses at the leaves, and nodes, of which one is missing."""
    shape = new_tree(rng).tree
    wins = (-1, -1, 0, 1, 1)
    game = TextbookTree([[[rng.choice(wins) for _ in deep] for deep in part] for part in shape])
    paths = [(), *((at,) for at in range(len(shape)))]
    paths += [(*leaf[:2],) for leaf in leaves_of(game, ()) if leaf[2] == 0] + [*leaves_of(game, ())]
    missing = rng.choice([path for path in paths if len(path) > 1])
    kept = [path for path in paths if path[: len(missing)] != missing]
    return Scene(game, {"nodes": [(path, 1, 0) for path in sorted(kept)]})


def table_of(name: str, scene: Scene | Calls) -> str:
    """What the function gets beside the tree, or is called with, as a table; "" if nothing."""
    if isinstance(scene, Calls):
        return "\n".join(
            f"{letter}   {line}" for letter, line in zip("ABCD", scene.lines, strict=False)
        )
    if SERVED[name] != "counts":
        return ""
    counts = {path: visits for path, visits, _ in scene.given["nodes"]}
    lines = ["node       visits  total   mean   \u221a(ln N / n)"]
    for path, visits, total in scene.given["nodes"]:
        mean = total / visits
        bonus = math.sqrt(math.log(counts[path[:-1]]) / visits) if path else 0
        numbers = f"{mean:6.2f}   {bonus:8.2f}" if path else ""
        lines.append(f"{named(path):9} {visits:7} {total:6} {numbers}".rstrip())
    return "\n".join(lines).replace("-", "\u2212")


def variants(name: str, scene: Scene) -> list[tuple[str, Scene]]:
    """The same with another number here or there, and what is said of it."""
    if SERVED[name] != "counts":
        return []
    given = scene.given
    nodes = [
        (f"the total of {named(path)} were {shown(visits)}", at, (path, visits, visits))
        for at, (path, visits, total) in enumerate(given["nodes"])
        if path and total < visits
    ]
    made = [
        (words, [*given["nodes"][:at], new, *given["nodes"][at + 1 :]]) for words, at, new in nodes
    ]
    told = [(words, Scene(scene.game, given | {"nodes": new})) for words, new in made]
    return [("`c` were 0", Scene(scene.game, given | {"c": 0})), *told]


def intro(name: str, scene: Scene | Calls) -> str:
    """What all questions are about: this function's call for a tree, or some calls."""
    if isinstance(scene, Calls):
        return f"All questions are about `{name}` and these calls of it. {_DELETED}"
    more, about = "", f", where `game` is this tree. {_TURNS} {_DELETED}"
    match SERVED[name]:
        case "depth":
            more = f", (), {DEPTH}, leftmost"
            about += (
                " `leftmost` estimates a node by the number of the leaf at the far left below it,"
                " for the player that it is given; so it looks at that leaf."
            )
        case "window":
            more = ", (), -inf, inf, {}"
        case "memory":
            more = ", (), {}"
        case "nodes":
            more = ", root"
            about += (
                " `root` is a tree of nodes as it grows in Monte Carlo tree search. It has a node"
                f" for everything in the tree but {_not_tried(scene)}, which was never tried, and"
                " what is below. Each node has 1 visit and a total of 0."
            )
        case "counts":
            missing = _not_tried(scene)
            tried = f"But {missing} was never tried." if missing else "Nothing is left to try."
            return (
                f"All questions are about `{name}(root, 1)`, where `root` is a tree of nodes as it"
                " grows in Monte Carlo tree search, and the 1 is the `c` of UCB1. The table has"
                " visits and totals, and what you need for the bounds (N is the parent's visits, n"
                f" the node's own). {tried} A node that none stands below has no children."
                f" Write two decimals. {_DELETED}"
            )
        case _:
            more = ", ()"
    if name == "proven_winner":
        about += " MAX wins at a leaf with a number above 0, and MIN at all others."
    return f"All questions are about `{name}(game{more})`{about}"


_DELETED = "A deleted line has `pass` in its place."
_TURNS = (
    "MAX and MIN take turns, also at a leaf. A leaf's number is its utility for MAX, and for MIN"
    " minus that."
)


def _not_tried(scene: Scene) -> str:
    """The nodes that are missing, without those below them."""
    there = {tuple(path) for path, *_ in scene.given["nodes"]}
    missing = {
        (*path, action)
        for path in there
        for action in scene.game.actions(path)
        if (*path, action) not in there
    }
    return " and ".join(map(named, sorted(missing)))
