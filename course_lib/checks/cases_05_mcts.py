"""The visible cases of `mcts(game, state, simulations, rng, c)`."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from functools import partial
from random import Random
from typing import Any, NamedTuple

from course_lib.checks.answer import Answer, Dice, Position
from course_lib.checks.cases import Case, Exercise, Group, Objection
from course_lib.checks.cases_02_states import At, call_of, played, value_for_max
from course_lib.checks.draws_05 import SAME_EVERY_TIME, all_drawn, drawn_alike
from course_lib.checks.grown_05 import a_tree, is_node
from course_lib.checks.references_05 import Node, mcts
from course_lib.checks.secret import Secret
from course_lib.game import Game, State
from course_lib.games import Count, Nim, TextbookTree, TicTacToe

BUDGET = 100_000
SIMULATIONS = 300


class Settled(NamedTuple):
    """A tree in which the root's visits do not hang on chance: below each action all is alike."""

    values: tuple[float, ...]
    """What each action leads to, for MAX."""
    state: State
    """The root, or the only state after it, where MIN moves."""
    simulations: int
    c: float

    @property
    def game(self) -> TextbookTree:
        """The tree, each action leading to five leaves."""
        below = [[value] * 5 for value in self.values]
        return TextbookTree([below] if self.state else below)


class Turning(Secret):
    """A tree that looks good at first: the leaves of its second branch get their numbers late.

    Those looked at first are worth 1, the later ones -1; the first branch is worth a little more
    than a draw. So the second gets most visits, and at the end the first has the better mean.
    """

    def __init__(self, good: int) -> None:
        super().__init__([0.05, [0] * 80], bound=1)
        self.good = good
        self.given: dict[Any, float] = {}

    def answer(self, path: Any) -> float:
        """The number of this leaf, which is the same each time."""
        value = super().answer(path)
        if len(path) == 1:
            return value
        late = len(self.given) >= self.good
        return self.given.setdefault(tuple(path), -1 if late else 1)


def wide_case(
    width: int, simulations: int, seed: int, *, state: State = (), hidden: bool = False
) -> Case:
    """A search that is over before any action is tried twice."""
    below = [[0, 1, -1, 0, 1]] * width
    tree = [below] if state else below
    shown = "a tree" if hidden else f"a tree with {width} actions"
    return Case(
        (Secret(tree, bound=1), state, simulations, Dice(seed)),
        "an action and the tree",
        f"mcts({shown}, {state}, {simulations}, rng)",
        simulations,
        partial(one_game_each, len(state)),
        budget=BUDGET,
    )


def one_game_each(depth: int, case: Case, answer: Answer) -> Objection | None:
    """Nothing if every simulation has added a child of the root, and played on from there."""
    wrong = a_tree(case, answer)
    if wrong is not None:
        return wrong
    root = answer.value[1]
    simulations = case.arguments[2]
    if len(root["children"]) != simulations:
        sentence = (
            f"{case.shown}: after {simulations} simulations {len(root['children'])} actions were"
            " tried; as long as some are untried, each simulation adds one of them"
        )
        return Objection(sentence, "an action is tried again while others are untried")
    begun = {leaf[depth] for leaf in answer.leaves}
    if begun == set(root["children"]):
        return None
    missing = sorted(set(root["children"]) - begun)
    return Objection(
        f"{case.shown} added a child for the action {missing[0]}, and no random game went through"
        " it; it has to start from the new child",
        "the random game starts from the parent, not from the new child",
    )


def counts_case(asked: Settled, *, hidden: bool = False) -> Case:
    """A search in which it is certain how often each action is visited."""
    game, state, simulations, c = asked.game, asked.state, asked.simulations, asked.c
    shown = "a tree" if hidden else f"the tree {game!r}"
    return Case(
        (game, state, simulations, Dice(1), c),
        "an action and the tree",
        f"mcts({shown}, {state}, {simulations}, rng, c={c})",
        simulations,
        partial(right_counts, asked),
        budget=BUDGET,
    )


def right_counts(asked: Settled, case: Case, answer: Answer) -> Objection | None:
    """Nothing if the root's children have the visits and totals that UCB1 gives them."""
    wrong = a_tree(case, answer)
    if wrong is not None:
        return wrong
    first = asked.game.to_move(asked.state) == "MAX"
    root = answer.value[1]
    for action, child in sorted(root["children"].items()):
        mine = asked.values[action] if first else -asked.values[action]
        if child["total"] != child["visits"] * mine:
            swapped = child["total"] == -child["visits"] * mine
            whose = asked.game.to_move(asked.state)
            return Objection(
                f"{case.shown}: the child for the action {action} has {child['visits']} visits and"
                f" the total {child['total']}; every game there was worth {mine} to {whose}, who"
                " chose it",
                "the value counts for the wrong player" if swapped else None,
                f"total {child['visits'] * mine}",
                f"total {child['total']}",
            )
    right, found = _visits(asked, asked.c), _root_visits(root)
    if found == right:
        return None
    return Objection(
        f"{case.shown} visited the actions {_told(found)}; UCB1 with this c leads to"
        f" {_told(right)}",
        "the c that is handed in is not used" if found == _visits(asked, 1.4) else None,
        _told(right),
        _told(found),
    )


def turning_case(good: int, simulations: int) -> Case:
    """A search after which the most visited action has not the best mean."""
    return Case(
        (Turning(good), (), simulations, Dice(good), 0),
        "the action with most visits",
        f"mcts(a tree, (), {simulations}, rng, c=0)",
        simulations,
        a_tree,
        budget=BUDGET,
    )


def best_case(game: Game, state: State, seed: int, size: int = 0) -> Case:
    """A search that is long enough to find the best action."""
    best = best_actions(game, state)
    return Case(
        (game, Position(game, state), SIMULATIONS, Dice(seed)),
        best,
        call_of("mcts", game, state, SIMULATIONS, "rng"),
        size,
        partial(finds, best),
        budget=BUDGET,
    )


def finds(best: list[Any], case: Case, answer: Answer) -> Objection | None:
    """Nothing if the action is one of the best."""
    value = answer.value
    pair = isinstance(value, tuple | list) and len(value) == 2 and is_node(value[1])
    action = value[0] if pair else value
    if pair and action in best:
        return None
    wanted = " or ".join(map(repr, best))
    shown = repr(action) if pair else "no pair of an action and the root"
    sentence = f"{case.shown} gave {shown:.80}; with best play {wanted} leads to more"
    return Objection(sentence, None, wanted, f"{shown:.80}")


def best_actions(game: Game, state: State) -> list[Any]:
    """The actions that are best if both play as well as possible."""
    turned = -1 if game.players.index(game.to_move(state)) else 1
    values = {a: turned * value_for_max(game, game.result(state, a)) for a in game.actions(state)}
    best = max(values.values())
    return [a for a in values if values[a] == best]


def chance_cases(*, hidden: bool = False) -> tuple[Case, ...]:
    """The same search with equal seeds, and with others."""

    def drawn(_case: Case, answer: Answer) -> Hashable:
        """The ends of the random games, in their order."""
        return answer.leaves

    def words(found: Collection[Any]) -> Objection | None:
        """What it means if they have always been the same."""
        if len(found) > 1:
            return None
        sentence = "mcts, called with 8 different seeds, did the same each time"
        return Objection(sentence, SAME_EVERY_TIME, "different games", "the same games")

    make = partial(wide_case, 9, 6, hidden=hidden)
    alike = drawn_alike(make, range(30, 34), drawn)
    return (*alike, *all_drawn(make, range(40, 48), drawn, {None}, words))


def groups_of(
    wide: Iterable[Case],
    counts: Iterable[Case],
    turning: Iterable[Case],
    best: Iterable[Case],
    chance: Iterable[Case],
) -> tuple[Group, ...]:
    """The tree, which way it grows, the final choice, whether it works, and chance."""
    return (
        Group("each simulation adds a child and plays a game from there", tuple(wide), weight=1.25),
        Group("the visits at the root are those of UCB1", tuple(counts)),
        Group("the most visited action is chosen", tuple(turning), weight=0.75),
        Group("good actions are found", tuple(best), weight=1.25),
        Group("the rng that is handed in decides, and it alone", tuple(chance), weight=0.75),
    )


TRAPS: tuple[At, ...] = (
    (TextbookTree([[0, 0, 0], [1, 1, -1]]), ()),
    (TextbookTree([[[0, 0, 0], [-1, -1, 1]]]), (0,)),
    (TextbookTree([[-1, 1, 1, 1], [1, -1, 1, 1], [0, 0, 0, 0]]), ()),
    (TextbookTree([[[1, 1], [-1, 0], [1, 0]], -1]), (0,)),
)
THREE = TicTacToe()
LATE = ("b2 a3 c3 a1 a2 c2", "b2 a3 a1 c3 b3 b1", "b2 a3 a1 c3 c2", "b2 a3 a1 c3 c2 a2")


def _visible() -> tuple[Group, ...]:
    counts = [
        *(Settled((0, 1, -1), (), simulations, c) for simulations, c in ((9, 1.4), (24, 0.5))),
        *(Settled((1, 0.5, -1), (0,), simulations, c) for simulations, c in ((10, 3), (25, 0.7))),
    ]
    games = [*TRAPS, *played(THREE, *LATE), *played(Nim((1, 2)), ""), *played(Count(4, 2), "")]
    return groups_of(
        wide=[
            wide_case(2, 1, 1),
            wide_case(4, 3, 2),
            wide_case(9, 9, 3),
            wide_case(9, 9, 4, state=(0,)),
        ],
        counts=map(counts_case, counts),
        turning=[turning_case(5, 16), turning_case(8, 24)],
        best=[best_case(*at, seed, seed) for seed, at in enumerate(games)],
        chance=chance_cases(),
    )


def _visits(asked: Settled, c: float) -> dict[Any, int]:
    """The visits of the root's children in the library's own search."""
    _, root = mcts(asked.game, asked.state, asked.simulations, Random(1), c)
    return _root_visits(root)


def _root_visits(root: Node) -> dict[Any, int]:
    return {action: child["visits"] for action, child in sorted(root["children"].items())}


def _told(visits: dict[Any, int]) -> str:
    return ", ".join(f"{action}: {count} times" for action, count in visits.items())


MCTS = Exercise("mcts", "05", _visible, reference=mcts, seconds=20, budget=BUDGET)
