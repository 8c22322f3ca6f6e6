"""The visible cases of `expand(game, node, rng)`."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from typing import Any

from course_lib.checks.answer import Answer, Dice
from course_lib.checks.cases import NO_RETURN, Case, Exercise, Group, Objection, same
from course_lib.checks.draws_05 import SAME_EVERY_TIME, all_drawn, drawn_alike
from course_lib.checks.grown_05 import is_node
from course_lib.checks.references_05 import Node, expand, new_node
from course_lib.game import Action, State
from course_lib.games import TextbookTree

BUDGET = 500
TREE = TextbookTree([[1, [0, -1], 1], [[[1, 0], -1, 0], [0, 1]], -1, [1, 1, 0, -1]])

Place = tuple[TextbookTree, State, tuple[Action, ...]]
"""A game, a state, and the actions that were tried there before."""


def node_at(place: Place) -> Node:
    """The node of this state, in which these actions have a child with a visit each."""
    game, state, tried = place
    node = new_node(game, state, _chooser(game, state))
    for number, action in enumerate(tried):
        node["untried"].remove(action)
        after = game.result(state, action)
        child = new_node(game, after, game.to_move(state))
        node["children"][action] = {**child, "visits": 1, "total": (-1) ** number}
    inner = sum(child["total"] for child in node["children"].values())
    return {**node, "visits": 1 + len(tried), "total": -inner}


def expand_case(place: Place, seed: int = 1, *, hidden: bool = False) -> Case:
    """The question what is new in the tree."""
    game, state, tried = place
    tree = "tree" if hidden else repr(game)
    node = f"the node of {state}" + (f" with {list(tried)} tried" if tried else "")
    return Case(
        (game, node_at(place), Dice(seed)),
        "the new child, or the node itself where it is final",
        f"expand({tree}, {node}, rng)",
        len(game.actions(state)),
        a_child,
        budget=BUDGET,
    )


def a_child(case: Case, answer: Answer) -> Objection | None:
    """Nothing if exactly what should be new is new: the right child, in the right place."""
    before = case.arguments[1]
    after: Any = answer.afterwards[1] if len(answer.afterwards) > 1 else None
    if not before["untried"]:
        if same(before, after) and same(before, answer.value):
            return None
        mistake = NO_RETURN if answer.value is None else "a final node is expanded"
        sentence = f"{case.shown}: nothing can be played there, so the node itself comes back"
        return Objection(sentence, mistake, "the node itself", _kind(answer.value))
    if not is_node(after):
        sentence = f"{case.shown}: the node, or its child, is not such as new_node makes them"
        return Objection(sentence, "the child is no node", "a node", _kind(answer.value))
    return (
        _in_the_tree(case, before, after)
        or _as_it_begins(case, before, after)
        or _given_back(case, before, after, answer.value)
    )


def _in_the_tree(case: Case, before: Node, after: Node) -> Objection | None:
    """Nothing if one untried action has become one child."""
    added = [action for action in after["children"] if action not in before["children"]]
    shown = case.shown
    if not added:
        lost = len(before["untried"]) - len(after["untried"])
        why = "took an action from untried, and" if lost == 1 else "ended, and"
        sentence = f'{shown} {why} node["children"] has no new child'
        return Objection(sentence, "the child is not put into the tree", "1 new child", "none")
    if len(added) > 1:
        sentence = f"{shown} made {len(added)} children; one simulation adds one"
        mistake = "all actions are expanded at once"
        return Objection(sentence, mistake, "1 new child", f"{len(added)}")
    if added[0] not in before["untried"]:
        return Objection(f"{shown} made a child for {added[0]!r}, which is no untried action")
    left = [action for action in before["untried"] if action != added[0]]
    found = sorted(after["untried"], key=repr)
    if found == sorted(before["untried"]):
        sentence = f"{shown} made a child for the action {added[0]}, which is still in untried"
        return Objection(sentence, "the action is not taken out of untried", f"{left}")
    if found != left:
        sentence = f"{shown} left {after['untried']} untried, expected {left}"
        return Objection(sentence, None, f"{left}", f"{after['untried']}")
    if (before["visits"], before["total"]) != (after["visits"], after["total"]):
        sentence = f"{shown} changed visits or total of the node; that is for backup to do"
        return Objection(sentence, "visits are counted while expanding")
    return None


def _as_it_begins(case: Case, before: Node, after: Node) -> Objection | None:
    """Nothing if the new child is what `new_node` makes of the state after the action."""
    game = case.arguments[0]
    [action] = [action for action in after["children"] if action not in before["children"]]
    child = after["children"][action]
    state = game.result(before["state"], action)
    right = new_node(game, state, game.to_move(before["state"]))
    for key, mistake in (
        ("state", "the child has the state of its parent"),
        ("chooser", "the child counts for who moves there, not for who chose it"),
        ("visits", "visits are counted while expanding"),
        ("untried", "the child has untried actions that are not its own"),
    ):
        wanted, found = right[key], child[key]
        if key == "untried":
            wanted, found = sorted(wanted), sorted(found, key=repr)
        if not same(wanted, found):
            named = None if key == "state" and found != before["state"] else mistake
            words = f'{case.shown}: the child for the action {action} has "{key}": {found!r}'
            return Objection(f"{words}, expected {wanted!r}", named, repr(wanted), repr(found))
    if child["children"] or child["total"]:
        return Objection(f"{case.shown}: the child is new, so it has no total and no children yet")
    return None


def _given_back(case: Case, before: Node, after: Node, value: Any) -> Objection | None:
    """Nothing if the new child came back."""
    [action] = [action for action in after["children"] if action not in before["children"]]
    child = after["children"][action]
    if same(child, value):
        return None
    mistakes = (
        (None, NO_RETURN),
        (action, "the action is given back, not the child"),
        (child["state"], "the state is given back, not the child"),
        (after, "the parent is given back, not the child"),
    )
    named = next((name for wrong, name in mistakes if same(wrong, value)), None)
    sentence = f"{case.shown} gave back {_kind(value)}, expected the new child"
    return Objection(sentence, named, "the new child", _kind(value))


def drawn(case: Case, answer: Answer) -> Hashable:
    """The action for which there is a new child."""
    before, after = case.arguments[1], answer.afterwards[1]
    return next(action for action in after["children"] if action not in before["children"])


def drawn_cases(place: Place, seeds: Iterable[int], *, hidden: bool = False) -> tuple[Case, ...]:
    """One node with these seeds, by which every untried action has to be drawn."""
    open_ = node_at(place)["untried"]
    seeds = list(seeds)

    def words(found: Collection[Any]) -> Objection:
        """What is missing, and what that looks like."""
        missing = [action for action in open_ if action not in found]
        mistake = None
        if len(found) == 1:
            ends = {open_[0]: "first", open_[-1]: "last"}
            which = ends.get(next(iter(found)))
            mistake = f"the {which} untried action is always taken" if which else SAME_EVERY_TIME
        elif missing == open_[-1:]:
            mistake = "the last action is never drawn"
        return Objection(
            f"expand was called with {len(seeds)} different seeds, and never took the action"
            f" {missing[0]} of the untried {open_}; each has to be drawn as often as the others",
            mistake,
            f"all of {open_}",
            f"{sorted(found)}",
        )

    def make(seed: int) -> Case:
        """The question with this seed."""
        return expand_case(place, seed, hidden=hidden)

    return all_drawn(make, seeds, drawn, open_, words)


def groups_of(
    new: Iterable[Place],
    final: Iterable[Place],
    some: Place,
    *,
    hidden: bool = False,
) -> tuple[Group, ...]:
    """What is new, what to do at the end of a game, and chance."""
    alike = drawn_alike(lambda seed: expand_case(some, seed, hidden=hidden), range(70, 84), drawn)
    return (
        Group(
            "a new child, in the tree and given back",
            tuple(expand_case(place, hidden=hidden) for place in new),
            weight=1.5,
        ),
        Group(
            "a final node stays as it is",
            tuple(expand_case(place, hidden=hidden) for place in final),
            weight=0.75,
        ),
        Group("every untried action can be drawn", drawn_cases(some, range(60), hidden=hidden)),
        Group("the same seed gives the same child", alike, weight=0.5),
    )


NEW: tuple[Place, ...] = (
    (TREE, (), ()),
    (TREE, (), (0, 1, 2)),
    (TREE, (0,), (0, 2)),
    (TREE, (0, 1), (0,)),
    (TREE, (1, 0), ()),
    (TREE, (3,), (1, 2)),
)
FINAL: tuple[Place, ...] = ((TREE, (2,), ()), (TREE, (0, 0), ()), (TREE, (1, 0, 0, 1), ()))


def _chooser(game: TextbookTree, state: State) -> str:
    return game.to_move(state[:-1]) if state else game.to_move(state)


def _kind(value: Any) -> str:
    """What came back, in few words."""
    if isinstance(value, dict):
        return f"a node for the state {value['state']!r}" if "state" in value else "a dict"
    return repr(value)


def _visible() -> tuple[Group, ...]:
    return groups_of(NEW, FINAL, (TREE, (3,), (1,)))


EXPAND = Exercise("expand", "05", _visible, reference=expand, budget=BUDGET)
