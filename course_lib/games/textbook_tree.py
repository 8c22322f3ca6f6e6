"""Textbook trees: a game drawn as nested lists, with the numbers at the leaves."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from course_lib.game import Action, Game, Player, State, equal_action
from course_lib.games.squares import letters, number_of

Tree = float | tuple["Tree", ...]
"""A leaf's number, or the subtrees in their order."""

_LETTERS = re.compile("[a-z]{1,3}")
_LISTS, _TEXTS = (list, tuple), (str, bytes)


@dataclass(frozen=True, repr=False)
class TextbookTree(Game):
    """The game of this tree: MAX chooses a child, then MIN, then MAX... until a leaf is reached.

    `tree` is nested lists (or tuples) with numbers as leaves. A leaf's number is its utility to
    MAX and, with the sign changed, to MIN; whoever has more than 0 counts as the winner.
    A state is the path to it: `(0, 2)` is the third child of the first child of the root.
    An action is the child's number, counted from 0; actions come from left to right. People call
    them `a`, `b`, `c`..., for a number on an edge would look like a leaf's.

    >>> game = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> game.render((0,))
    'root 0: MIN to move, 3 choices'
    >>> game.utility((0, 2), "MIN")
    -8
    """

    tree: Any

    def __post_init__(self) -> None:
        """Freeze the lists to tuples; refuse what is no leaf and what is no choice."""
        object.__setattr__(self, "tree", _frozen(self.tree, ()))

    # --- the rules ---------------------------------------------------------------------------

    players: ClassVar[tuple[Player, ...]] = ("MAX", "MIN")
    initial = ()

    def to_move(self, state: State) -> Player:
        """MAX at the root, MIN one level below, and so on in turns."""
        return "MIN" if len(state) % 2 else "MAX"

    @property
    def all_actions(self) -> tuple[Action, ...]:
        """The numbers of children, up to the most that any node has."""
        return tuple(range(self._last_child + 1))

    def actions(self, state: State) -> tuple[Action, ...]:
        """The numbers of the children, from left to right."""
        node = self.subtree(state)
        return tuple(range(len(node))) if isinstance(node, tuple) else ()

    def result(self, state: State, action: Action) -> State:
        """The path to this child."""
        return (*state, self.legal(state, action))

    def is_terminal(self, state: State) -> bool:
        """Whether this is a leaf."""
        return not isinstance(self.subtree(state), tuple)

    def utility(self, state: State, player: Player) -> float:
        """The leaf's number for MAX, minus the number for MIN."""
        leaf = self.subtree(state)
        if isinstance(leaf, tuple):
            raise self.not_final(state)
        if player not in self.players:
            raise self.no_such_player(player)
        return leaf if player == "MAX" else -leaf

    @cached_property
    def utility_range(self) -> tuple[float, float]:
        """From minus to plus the greatest size of a leaf, so that both players' numbers fit."""
        most = _largest(self.tree)
        return (-most, most)

    def has_state(self, state: State) -> bool:
        """Whether this is a path in this tree: a tuple of children's numbers."""
        if not isinstance(state, tuple) or not all(isinstance(child, int) for child in state):
            return False
        try:
            self.subtree(state)
        except ValueError:
            return False
        return True

    # --- texts and names ---------------------------------------------------------------------

    def render(self, state: State) -> str:
        """The path and what is there: `root 0: MIN to move, 3 choices` or `root 0 2: leaf 8`."""
        node = self.subtree(state)
        path = " ".join(("root", *map(str, state)))
        if not isinstance(node, tuple):
            return f"{path}: leaf {node!r}"
        choices = "1 choice" if len(node) == 1 else f"{len(node)} choices"
        return f"{path}: {self.to_move(state)} to move, {choices}"

    def parse(self, text: str) -> State:
        """The state at the end of such a path; what comes after the colon may be left out."""
        path, colon, _ = text.strip().partition(":")
        root, *steps = path.split() or [""]
        if root != "root" or not all(step.isdecimal() for step in steps):
            raise ValueError(f"{text!r} is not a path in a tree: write it like 'root 0 2'")
        state = tuple(int(step) for step in steps)
        self.subtree(state)
        if colon and text.strip() != self.render(state):
            raise ValueError(f"{text!r} is not what is there, which is {self.render(state)!r}")
        return state

    def action_name(self, action: Action) -> str:
        """The child's letter: `a` for the first one, which is action 0."""
        child = equal_action(self.all_actions, action)
        if child is None:
            raise ValueError(
                f"{action!r} is not an action of this tree: a child's number from 0 to"
                f" {self._last_child}"
            )
        return letters(child + 1)

    def action_named(self, text: str) -> Action:
        """The child with this letter."""
        name = text.strip().lower()
        if not _LETTERS.fullmatch(name):
            raise ValueError(
                f"{text!r} is not an action of a tree: write a child's letter, such as a"
            )
        return number_of(name) - 1

    # --- what is below a state -----------------------------------------------------------------

    @cached_property
    def _last_child(self) -> int:
        """The number of the last child where there are most of them; -1 if the root is a leaf."""
        return _most_children(self.tree) - 1

    def subtree(self, state: State) -> Tree:
        """What the tree has at the end of this path: a tuple of subtrees, or a leaf's number."""
        found: Any = self.tree
        try:  # it is asked at every step of a search, so it is quick
            for child in state:
                if child < 0:
                    raise IndexError  # noqa: TRY301 - as where it is too large
                found = found[child]
        except (IndexError, TypeError):
            if not isinstance(state, tuple):
                why = f"a state of a tree is a path such as (0, 2), and no {type(state).__name__}"
                raise TypeError(f"{why}: {state!r}") from None
            raise ValueError(f"path {state} leaves the tree at child {child}") from None
        return found


def random_tree(
    depth: int, branching: int | tuple[int, int], rng: Random, *, low: int = -9, high: int = 9
) -> TextbookTree:
    """A tree with whole numbers from `low` to `high` at its leaves, all `depth` levels down.

    `branching` is the number of children, or a range such as `(1, 3)` to draw it from each time.

    >>> from random import Random
    >>> random_tree(2, 2, Random(1))
    TextbookTree(tree=((-1, -6), (5, 6)))
    """
    fewest, most = (branching, branching) if isinstance(branching, int) else branching
    _check_shape(depth, fewest)
    if fewest > most or low > high:
        raise ValueError(
            f"branching {branching} and leaves from {low} to {high}: the first number of a range"
            " must not be the greater one"
        )

    def grown(levels: int) -> Tree:
        """A subtree of so many levels."""
        if levels == 0:
            return rng.randint(low, high)
        return tuple(grown(levels - 1) for _ in range(rng.randint(fewest, most)))

    return TextbookTree(grown(depth))


def best_ordered_tree(depth: int, branching: int) -> TextbookTree:
    """A tree of value 0 whose children come best first at every node: alpha-beta's best case.

    Each next child is worse by one for the player who chooses, so that a cut on `>` and one on
    `>=` save the same: b^ceil(d/2) + b^floor(d/2) - 1 leaves of b^d remain to be looked at.

    >>> best_ordered_tree(2, 3).tree
    ((0, 1, 2), (-1, 0, 1), (-2, -1, 0))
    """
    _check_shape(depth, branching)

    def grown(levels: int, value: int, worse: int) -> Tree:
        """A subtree of this value; `worse` is -1 where MAX chooses and 1 where MIN does."""
        if levels == 0:
            return value
        values = (value + worse * number for number in range(branching))
        return tuple(grown(levels - 1, child, -worse) for child in values)

    return TextbookTree(grown(depth, 0, -1))


def _frozen(node: Any, path: tuple[int, ...]) -> Tree:
    """The lists below this node as tuples, or an error that says where something is wrong."""
    if type(node) is int:
        return node
    where = f"at path {path}" if path else "at the root"
    if isinstance(node, _LISTS) or (isinstance(node, Sequence) and not isinstance(node, _TEXTS)):
        if not node:
            raise ValueError(f"{where} is an empty list; give it children, or write a number")
        return tuple(_frozen(child, (*path, number)) for number, child in enumerate(node))
    if isinstance(node, bool) or not isinstance(node, int | float) or not math.isfinite(node):
        raise ValueError(
            f"{where} is {node!r}; a leaf must be a finite number, and a node a list of children"
        )
    return node


def _largest(node: Tree) -> float:
    """The greatest size, without its sign, of a leaf below this node."""
    return max(map(_largest, node)) if isinstance(node, tuple) else abs(node)


def _most_children(node: Tree) -> int:
    """The greatest number of children that a node from here on has."""
    return max(len(node), *map(_most_children, node)) if isinstance(node, tuple) else 0


def _check_shape(depth: int, branching: int) -> None:
    """Refuse a depth or a number of children that makes no tree."""
    if depth < 0 or branching < 1:
        raise ValueError(
            f"depth {depth} with {branching} children makes no tree; "
            "depth must be 0 or more and every node needs at least 1 child"
        )
