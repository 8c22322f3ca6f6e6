"""Textbook trees: a game drawn as nested lists, with the numbers at the leaves."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any

from course_lib.game import CHANCE, Action, Chances, Game, Player, State, equal_action
from course_lib.plain import letters, number_of

Tree = float | tuple["Tree", ...]
"""A leaf's number, or the subtrees in their order."""

_LETTERS = re.compile("[a-z]{1,3}")
_BRANCH = re.compile(r"\s*(?P<name>[^\s:@]+)\s*(?:@\s*(?P<chance>[\d./]+)\s*)?")
_LISTS, _TEXTS = (list, tuple), (str, bytes)


@dataclass(frozen=True, repr=False)
class TextbookTree(Game):
    """The game of this tree: MAX chooses a child, then MIN, then MAX... until a leaf is reached.

    `tree` is nested lists (or tuples) with numbers as leaves. A leaf's number is its utility to
    MAX and, with the sign changed, to MIN; whoever has more than 0 counts as the winner.
    A state is the path to it: `(0, 2)` is the third child of the first child of the root.
    An action is the child's number, counted from 0; actions come from left to right. People call
    them `a`, `b`, `c`..., for a number on an edge would look like a leaf's.

    A dict names its branches: `{"b1": 3, "b2": [12, 8]}`; then these names are the actions. Where
    they end with probabilities that add up to 1, nobody chooses: `{"heads @ 1/2": 3, "tails @ 1/2":
    [0, 1]}`. With `first="MIN"` MIN chooses at the root. More `players` take turns, and then a leaf
    has a number for each of them: `TextbookTree([[[1, 2, 6], [4, 2, 3]], [[6, 1, 2], [7, 4, 1]]],
    players="ABC")`.

    >>> game = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> game.render((0,))
    'root 0: MIN to move, 3 choices'
    >>> game.utility((0, 2), "MIN")
    -8
    """

    tree: Any
    players: tuple[Player, ...] = field(default=("MAX", "MIN"), kw_only=True)
    first: Player | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        """Freeze the lists to tuples; refuse what is no leaf and what is no choice."""
        own: Any = type(self).players if self.players == TextbookTree.players else self.players
        players = tuple(own)
        if len(players) < 2 or len(set(players)) < len(players):
            raise ValueError(f"players are two names or more, all different; found {players!r}")
        if self.first is not None and self.first not in players:
            names = ", ".join(map(str, players))
            raise ValueError(f"first is {self.first!r}, and must be one of {names}")
        object.__setattr__(self, "players", players)
        leaf = len(players) if self._vectors else 0
        object.__setattr__(self, "tree", _frozen(self.tree, (), leaf))

    def __hash__(self) -> int:
        try:
            return hash((self.tree, self.players, self.first))
        except TypeError:  # a dict in it
            return hash((repr(self.tree), self.players, self.first))

    # --- the rules ---------------------------------------------------------------------------

    initial = ()

    def to_move(self, state: State) -> Player:
        """MAX at the root, MIN one level below, and so on in turns; nobody where chance decides."""
        turns = len(state)
        if self._plain:  # it is asked at every step of a search
            return self.players[turns % 2]
        if self._dice:
            if self.chance(state):
                return CHANCE
            turns -= sum(1 for at in range(turns) if self.chance(state[:at]))
        begins = 0 if self.first is None else self.players.index(self.first)
        return self.players[(begins + turns) % len(self.players)]

    def chance(self, state: State) -> Chances:
        """The branches with their probabilities, where nobody chooses."""
        node = self.subtree(state) if self._dice else None
        if not isinstance(node, dict) or _chance_of(next(iter(node))) is None:
            return ()
        return tuple((name, float(_chance_of(name) or 0)) for name in node)

    @property
    def _luck(self) -> bool:
        """Whether chance decides anywhere."""
        return self._dice or type(self).chance is not TextbookTree.chance

    @property
    def all_actions(self) -> tuple[Action, ...]:
        """The numbers of children, up to the most that any node has, and all names."""
        return (*range(self._last_child + 1), *self._names)

    def actions(self, state: State) -> tuple[Action, ...]:
        """The numbers of the children, from left to right, or the names of the branches."""
        node = self.subtree(state)
        if self._plain:
            return tuple(range(len(node))) if isinstance(node, tuple) else ()
        if isinstance(node, dict):
            return tuple(node)
        return tuple(range(len(node))) if self._inner(node) else ()

    def result(self, state: State, action: Action) -> State:
        """The path to this child."""
        if type(action) is int and self._plain:  # as it is at almost every step of a search
            node = self.subtree(state)
            if isinstance(node, tuple) and 0 <= action < len(node):
                return (*state, action)
        return (*state, self.legal(state, action))

    def is_terminal(self, state: State) -> bool:
        """Whether this is a leaf."""
        node = self.subtree(state)
        return not (isinstance(node, tuple) if self._plain else self._inner(node))

    def utility(self, state: State, player: Player) -> float:
        """The leaf's number for MAX, minus the number for MIN; each player's own, of more."""
        leaf = self.subtree(state)
        if isinstance(leaf, tuple | dict) and self._inner(leaf):
            raise self.not_final(state)
        if player not in self.players:
            raise self.no_such_player(player)
        if not self._plain and self._vectors:
            number: float = leaf[self.players.index(player)]
            return number
        return leaf if player == self.players[0] else -leaf

    @cached_property
    def utility_range(self) -> tuple[float, float]:
        """From minus to plus the greatest size of a leaf, so that both players' numbers fit."""
        leaves = (leaf for leaf in _nodes(self.tree) if not isinstance(leaf, tuple | dict))
        most = max(map(abs, leaves))
        return (-most, most)

    def has_state(self, state: State) -> bool:
        """Whether this is a path in this tree: a tuple of children's numbers or names."""
        if not isinstance(state, tuple) or not all(isinstance(one, int | str) for one in state):
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
        path = " ".join(("root", *(str(one).partition(" @")[0] for one in state)))
        if not self._inner(node):
            return f"{path}: leaf {node!r}"
        choices = "1 choice" if len(node) == 1 else f"{len(node)} choices"
        return f"{path}: {self.to_move(state)} to move, {choices}"

    def parse(self, text: str) -> State:
        """The state at the end of such a path; what comes after the colon may be left out."""
        path, colon, _ = text.strip().partition(":")
        root, *steps = path.split() or [""]
        named = {_name_of(name): name for name in self._names}
        if root != "root" or not all(step.isdecimal() or step in named for step in steps):
            raise ValueError(f"{text!r} is not a path in a tree: write it like 'root 0 2'")
        state = tuple(named.get(step) or int(step) for step in steps)
        self.subtree(state)
        if colon and text.strip() != self.render(state):
            raise ValueError(f"{text!r} is not what is there, which is {self.render(state)!r}")
        return state

    def action_name(self, action: Action) -> str:
        """The child's letter, `a` for the first one, which is action 0; or the branch's name."""
        if isinstance(action, str) and action in self._names:
            return _name_of(action)
        child = equal_action(self.all_actions, action)
        if child is None:
            raise ValueError(
                f"{action!r} is not an action of this tree: a child's number from 0 to"
                f" {self._last_child}"
            )
        return letters(child + 1)

    def action_named(self, text: str) -> Action:
        """The child with this letter or name."""
        name = text.strip().lower()
        if found := [each for each in self._names if _name_of(each).lower() == name]:
            return found[0]
        if not _LETTERS.fullmatch(name):
            raise ValueError(
                f"{text!r} is not an action of a tree: write a child's letter, such as a"
            )
        return number_of(name) - 1

    # --- what is below a state -----------------------------------------------------------------

    @cached_property
    def _plain(self) -> bool:
        """Whether it is lists alone, for two players of whom the first begins."""
        return len(self.players) == 2 and self.first is None and not _has_names(self.tree)

    @cached_property
    def _vectors(self) -> bool:
        """Whether a leaf has a number for each player; who writes a class says so there."""
        return len(self.players) > 2 and self.players != type(self).players

    def _inner(self, node: Any) -> bool:
        """Whether this part of the tree is no leaf."""
        if isinstance(node, tuple):
            return self._plain or not self._vectors or isinstance(node[0], tuple | dict)
        return isinstance(node, dict)

    @cached_property
    def _last_child(self) -> int:
        """The number of the last child in a list with most of them; -1 where there is no list."""
        lists = (node for node in _nodes(self.tree) if isinstance(node, tuple))
        below = (len(node) for node in lists if self._inner(node))
        return max(below, default=0) - 1

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """The names of all branches, each once."""
        named = (node for node in _nodes(self.tree) if isinstance(node, dict))
        return tuple(dict.fromkeys(name for node in named for name in node))

    @cached_property
    def _dice(self) -> bool:
        """Whether chance decides anywhere."""
        return any(_chance_of(name) is not None for name in self._names)

    def subtree(self, state: State) -> Any:
        """What the tree has at the end of this path: a tuple of subtrees, or a leaf's number."""
        found, plain = self.tree, self._plain
        try:  # it is asked at every step of a search, so it is quick
            for child in state:
                if (plain or child.__class__ is int) and child < 0:
                    raise IndexError  # noqa: TRY301 - as where it is too large
                found = found[child]
        except (IndexError, TypeError, KeyError):
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

    def grown(levels: int, value: int, worse: int) -> Tree:
        """A subtree of this value; `worse` is -1 where MAX chooses and 1 where MIN does."""
        if levels == 0:
            return value
        values = (value + worse * number for number in range(branching))
        return tuple(grown(levels - 1, child, -worse) for child in values)

    return TextbookTree(grown(depth, 0, -1))


def _name_of(branch: str) -> str:
    """The name of a branch without its probability."""
    return branch.partition(" @")[0]


def _chance_of(branch: Any) -> Fraction | None:
    """The probability behind the name of a branch, if there is one."""
    _, at, chance = str(branch).partition(" @ ")
    return Fraction(chance) if at else None


def _has_names(node: Any) -> bool:
    """Whether there is a dict in this tree."""
    return isinstance(node, dict) or (type(node) is tuple and any(map(_has_names, node)))


def _nodes(node: Any) -> Iterator[Any]:
    """This node and all below it, leaves too."""
    yield node
    for child in node.values() if isinstance(node, dict) else node if type(node) is tuple else ():
        yield from _nodes(child)


def _frozen_dict(node: dict[Any, Any], path: tuple[Any, ...], where: str, leaf: int) -> Any:
    """The branches by their names, each as it is written in an action."""
    named: dict[str, Any] = {}
    for written, child in node.items():
        found = _BRANCH.fullmatch(written) if isinstance(written, str) else None
        if found is None or found["name"].isdecimal():
            raise ValueError(f"{where} a branch is called {written!r}; a name is a word without"
                             " blanks, and may end with its chance: 'heads @ 1/2'")  # fmt: skip
        try:
            chance = Fraction(found["chance"]) if found["chance"] else None
        except (ValueError, ZeroDivisionError):
            raise ValueError(f"{where} {found['chance']!r} is no probability; write 1/2 or 0.5"
                             ) from None  # fmt: skip
        name = found["name"] if chance is None else f"{found['name']} @ {found['chance']}"
        if found["name"].lower() in (_name_of(each).lower() for each in named):
            raise ValueError(f"{where} two branches are called {found['name']!r}")
        named[name] = _frozen(child, (*path, found["name"]), leaf)
    chances = [chance for name in named if (chance := _chance_of(name)) is not None]
    whole = abs(float(sum(chances)) - 1) < 0.001  # 0.33 three times is meant as a third each
    if chances and (len(chances) < len(named) or not whole):
        raise ValueError(f"{where} the chances are {', '.join(map(str, chances))}; each branch"
                         " needs one, and together they make 1")  # fmt: skip
    return named


def _frozen(node: Any, path: tuple[Any, ...], leaf: int = 0) -> Any:
    """The lists below this node as tuples, or an error that says where something is wrong.

    Where a `leaf` has several numbers, it is a list of so many.
    """
    if type(node) is int and not leaf:
        return node
    where = f"at path {path}" if path else "at the root"
    if isinstance(node, dict) and node:
        return _frozen_dict(node, path, where, leaf)
    if leaf and isinstance(node, _LISTS) and any(isinstance(one, int | float) for one in node):
        if len(node) != leaf or not all(isinstance(one, int | float) for one in node):
            raise ValueError(f"{where} is {node!r}; a leaf here has {leaf} numbers, one a player")
        return tuple(_frozen(one, (*path, number)) for number, one in enumerate(node))
    if leaf and isinstance(node, int | float):
        raise ValueError(f"{where} is {node!r}; a leaf here has {leaf} numbers, one a player")
    if isinstance(node, _LISTS) or (isinstance(node, Sequence) and not isinstance(node, _TEXTS)):
        if not node:
            raise ValueError(f"{where} is an empty list; give it children, or write a number")
        return tuple(_frozen(child, (*path, number), leaf) for number, child in enumerate(node))
    if isinstance(node, bool) or not isinstance(node, int | float) or not math.isfinite(node):
        raise ValueError(
            f"{where} is {node!r}; a leaf must be a finite number, and a node a list of children"
        )
    return node
