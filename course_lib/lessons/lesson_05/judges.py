"""The judges of lesson 05: trees that grow, and what is drawn by lot.

A node is a dictionary as the lesson makes it: state, chooser, visits, total, untried, children.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from course_lib.checks.calling import Answer
from course_lib.checks.cases import Case, Objection, call_in, is_number, same
from course_lib.checks.judges import Ask, conversation, gives, shown
from course_lib.lessons.search_judges import best_action
from course_lib.plain import many
from course_lib.words import Say

Node = dict[str, Any]


_KEYS = {"state", "chooser", "visits", "total", "untried", "children"}


# --- the way down ---------------------------------------------------------------------------------


def goes_down(case: Case, answer: Answer) -> Objection | None:
    """Objects unless the nodes with the expected states came back, and the tree is as it was."""
    tree, wanted = case.arguments[0], " ".join(case.expected)
    found = states_of(answer.value)
    where = f", in the tree {tree_in_words(tree)},"
    if found is None:
        got = shown(answer.value)
        words = f"{where} gave {got}, expected the list of the nodes {wanted}"
        return case.wrong(words, f"nodes {wanted}", got, joint="")
    if found != case.expected:
        nodes = f"nodes {' '.join(found)}" if found else "empty list"
        words = f"{where} gave {'the' if found else 'an'} {nodes}, expected {wanted}"
        return case.wrong(words, f"nodes {wanted}", nodes, joint="")
    if answer.afterwards and not same(tree, answer.afterwards[0]):
        return case.wrong(f"{where} changed the tree; selecting is only looking", joint="")
    if not answer.shares_rows:
        words = f"{where} gave copies of the nodes; what is counted there would miss the tree"
        return case.wrong(words, "the nodes themselves", "copies", joint="")
    return None


def keeps_node(case: Case, answer: Answer) -> Objection | None:
    """Objects unless the node came back that is in the tree, and no copy of it."""
    objection, node = gives(case, answer), answer.value
    if isinstance(node, dict) and node.get("visits") == 0 < case.expected["visits"]:
        kept = f"0 of {many(case.expected['visits'], 'visit')}"
        words = f"gave a node that keeps {kept}: the search would begin anew"
        return case.wrong(words, f"all {many(case.expected['visits'], 'visit')}", kept)
    if objection is not None or answer.shares_rows:
        return objection
    return case.wrong(
        "gave a copy of the node; the node itself is still good", "the node itself", "a copy"
    )


def states_of(value: Any) -> list[str] | None:
    """The states of these nodes, which are letters, or An objection unless there are no nodes."""
    if not isinstance(value, list | tuple):
        return None
    if not all(isinstance(each, dict) and isinstance(each.get("state"), str) for each in value):
        return None
    return [each["state"] for each in value]


def way_in_pieces(value: Any) -> list[str]:
    """The letters of a way in one piece, or what came instead."""
    found = states_of(value)
    return [" ".join(found) if found is not None else f"no way: {type(value).__name__}"]


def tree_in_words(tree: Node) -> str:
    """A small tree in one line: letter, total/visits, untried actions, children in brackets.

    >>> leaf = {"state": "B", "total": 3, "visits": 3, "untried": [0], "children": {}}
    >>> tree_in_words({**leaf, "state": "A", "visits": 4, "untried": [], "children": {10: leaf}})
    'A 3/4 (B 3/3 with 1 untried)'
    """
    line = f"{tree['state']} {tree['total']}/{tree['visits']}"
    if tree["untried"]:
        line += f" with {len(tree['untried'])} untried"
    if tree["children"]:
        line += f" ({', '.join(map(tree_in_words, tree['children'].values()))})"
    return line


# --- a new child ----------------------------------------------------------------------------------


def adds_a_child(case: Case, answer: Answer, *, children: Mapping[Any, Node]) -> Objection | None:
    """Objects unless exactly what should be new is new: the right child, in the right place.

    `children` are the right ones, one for each action that is untried.
    """
    before, value = case.arguments[1], answer.value
    after: Any = answer.afterwards[1] if len(answer.afterwards) > 1 else None
    if not before["untried"]:
        if same(before, after) and same(before, value):
            return None
        words = "no action is left there, so return the node itself"
        return case.wrong(words, "the node itself", _kind(value), joint=": ")
    if not is_node(after):
        words = "the node, or its child, no longer looks like what new_node makes"
        return case.wrong(words, "a node", _kind(value), joint=": ")
    added = [action for action in after["children"] if action not in before["children"]]
    objection = _in_the_tree(case, before, after, added)
    if objection is not None:
        return objection
    [action] = added
    child = after["children"][action]
    objection = _as_it_begins(case, action, child, children[action])
    if objection is not None or same(child, value):
        return objection
    words = f"gave back {_kind(value)}, expected the new child"
    return case.wrong(words, "the new child", _kind(value))


def _in_the_tree(case: Case, before: Node, after: Node, added: list[Any]) -> Objection | None:
    """Objects unless one untried action has become one child."""
    for action, child in before["children"].items():
        if not same(child, after["children"].get(action)):
            words = Say(
                "changed the child for the action {one}, which was tried before", one=action
            )
            return case.wrong(words)
    if not added:
        lost = len(before["untried"]) - len(after["untried"])
        words = Say('ended, and node["children"] has no new child')
        if lost == 1:
            words = Say('took an action from untried, and node["children"] has no new child')
        return case.wrong(words, "1 new child", "none")
    if len(added) > 1:
        words = Say("made {n} children; one simulation adds one", n=len(added))
        return case.wrong(words, "1 new child", f"{len(added)}")
    if added[0] not in before["untried"]:
        return case.wrong(f"made a child for {added[0]!r}, which is not an untried action")
    left = [action for action in before["untried"] if action != added[0]]
    found = sorted(after["untried"], key=repr)
    if found == sorted(before["untried"], key=repr):
        template = "made a child for the action {one}, which is still in untried"
        words = Say(template, one=added[0])
        return case.wrong(words, f"{left}", f"{after['untried']}")
    if found != sorted(left, key=repr):
        words = Say("left {found} untried, expected {left}", found=after["untried"], left=left)
        return case.wrong(words, f"{left}", f"{after['untried']}")
    if (before["visits"], before["total"]) != (after["visits"], after["total"]):
        return case.wrong(Say("changed visits or total of the node; that is backup's job"))
    return None


NEW = {
    "state": 'the child for the action {one} has "state": {found}, expected {wanted}',
    "chooser": 'the child for the action {one} has "chooser": {found}, expected {wanted}',
    "visits": 'the child for the action {one} has "visits": {found}, expected {wanted}',
    "untried": 'the child for the action {one} has "untried": {found}, expected {wanted}',
}
"""What is said of each part of a new child."""


def _as_it_begins(case: Case, action: Any, child: Node, right: Node) -> Objection | None:
    """Objects unless the new child is what `new_node` makes of the state after the action."""
    for key, template in NEW.items():
        wanted, found = right[key], child[key]
        if key == "untried":
            wanted, found = (sorted(each, key=repr) for each in (wanted, found))
        if not same(wanted, found):
            words = Say(template, one=action, found=repr(found), wanted=repr(wanted))
            return case.wrong(words, repr(wanted), repr(found), joint=": ")
    if child["children"] or child["total"]:
        return case.wrong("the child is new, so it has no total and no children yet", joint=": ")
    return None


# --- what is counted ------------------------------------------------------------------------------


def counts(case: Case, answer: Answer, *, right: Sequence[Node]) -> Objection | None:
    """Objects unless each node of the path has a visit more, and the value for its chooser."""
    game, path, value = case.arguments
    after = answer.afterwards[1] if len(answer.afterwards) > 1 else None
    if not isinstance(after, list) or len(after) != len(path):
        left = f"{len(after)}" if isinstance(after, list) else "none"
        words = f"has changed the path: {left} of its {many(len(path), 'node')} left"
        wrong = case.wrong(f"{words}; change only the numbers in the nodes")
        return wrong._replace(change=True)
    for depth, (before, wanted, found) in enumerate(zip(path, right, after, strict=True)):
        for key in ("visits", "total"):
            number = found.get(key) if isinstance(found, dict) else None
            if not same(wanted[key], number):
                words = (
                    f'left "{key}": {number} in the node of the tree at depth {depth}, which counts'
                    f" for {before['chooser']} and had {before[key]}; expected {wanted[key]},"
                    f" because the game was worth {value} to {game.players[0]}"
                )
                return case.wrong(words, f"{key} {wanted[key]}", f"{key} {number}")
        if not same({**wanted, "visits": 0, "total": 0}, {**found, "visits": 0, "total": 0}):
            return case.wrong(f"changed more than visits and total at depth {depth}")
    return None


def counts_in_nodes(
    case: Case, answer: Answer, *, nodes: Sequence[tuple[Any, Node]]
) -> Objection | None:
    """Objects unless each state's node is what it should be after this simulation, and its worth.

    `nodes` are the right ones with their states, those on the simulation's way first.
    """
    after: Any = answer.afterwards[2] if len(answer.afterwards) > 2 else None
    if not isinstance(after, dict):
        return case.wrong("left no dictionary of nodes", "a dictionary", _kind(after))
    for state, right in nodes:
        node = after.get(state)
        if not isinstance(node, dict):
            return case.wrong(f"left no node for the state {state}", "a node", _kind(node))
        for key in ("tries", "visits", "total"):
            mine = node.get(key)
            if key == "tries" and isinstance(mine, dict):
                mine = dict.fromkeys(right[key], 0) | mine
            if not same(right[key], mine):
                words = f"left nodes[{state}][{key!r}] as {mine!r}, expected {right[key]!r}"
                return case.wrong(words, repr(right[key]), repr(mine))
    more = set(after) - {state for state, _ in nodes}
    if more:
        words = f"made a node for {min(more, key=repr)!r}, where this simulation doesn't come"
        return case.wrong(words, "no node", "a node")
    return gives(case, answer)


# --- a whole search -------------------------------------------------------------------------------


def grows_a_tree(case: Case, answer: Answer) -> Objection | None:
    """Objects unless an action and a tree came back, in which each simulation is counted once."""
    return _not_a_pair(case, answer.value) or (
        _of_this_game(case, answer.value[1])
        or _counted(case, answer.value[1])
        or _adds_up(case, answer.value[1])
        or _most_visited(case, *answer.value)
    )


def one_game_each(case: Case, answer: Answer) -> Objection | None:
    """Objects unless every simulation has added a child of the root, and played on from there."""
    wrong = grows_a_tree(case, answer)
    if wrong is not None:
        return wrong
    root = answer.value[1]
    _, state, simulations, *_ = case.arguments
    if len(root["children"]) != simulations:
        return case.wrong(
            f"after {simulations} simulations {len(root['children'])} actions were tried; as long"
            " as some are untried, each simulation adds one of them",
            joint=": ",
        )
    missing = sorted(set(root["children"]) - {leaf[len(state)] for leaf in answer.leaves})
    if not missing:
        return None
    return case.wrong(
        f"added a child for the action {missing[0]}, and no random game went through it;"
        " it has to start from the new child"
    )


def visits_by_bound(
    case: Case,
    answer: Answer,
    *,
    mover: str,
    worth: Mapping[Any, float],
    visits: Mapping[Any, int],
) -> Objection | None:
    """Objects unless the root's children have the visits and totals that UCB1 gives them.

    Below each action every game is `worth` the same to the `mover`, so that the `visits` do not
    depend on chance.
    """
    wrong = grows_a_tree(case, answer)
    if wrong is not None:
        return wrong
    children = answer.value[1]["children"]
    for action, child in sorted(children.items()):
        right, total = child["visits"] * worth[action], child["total"]
        if total != right:
            words = (
                f"the child for the action {action} has {_visits(child['visits'])} and the total"
                f" {total}; every game there was worth {worth[action]} to {mover}, who chose it"
            )
            return case.wrong(words, f"total {right}", f"total {total}", joint=": ")
    found = {action: child["visits"] for action, child in children.items()}
    if found == visits:
        return None
    wanted, got = (
        ", ".join(f"{action} {many(count, 'time')}" for action, count in sorted(each.items()))
        for each in (visits, found)
    )
    words = f"visited the actions {got}; UCB1 with this c leads to {wanted}"
    return case.wrong(words, wanted, got)


def finds_best(case: Case, answer: Answer, **known: Any) -> Objection | None:
    """Objects unless the action beside the tree is one of the best; `best_action` says more."""
    return _not_a_pair(case, answer.value) or best_action(
        case, replace(answer, value=answer.value[0]), **known
    )


def _not_a_pair(case: Case, value: Any) -> Objection | None:
    """Objects unless this is an action and the root of a tree."""
    pair = isinstance(value, tuple | list) and len(value) == 2
    if pair and is_node(value[1]) and not is_node(value[0]):
        return None
    words = f"gave {_kind(value)}, expected a pair: the action, and the root of the tree"
    return case.wrong(words, "(action, root)", _kind(value))


def _of_this_game(case: Case, root: Node) -> Objection | None:
    """Objects unless the root's children and its untried actions are all actions there are."""
    tree = case.arguments[0]
    game = tree
    wanted = ", ".join(sorted(map(repr, game.actions(case.arguments[1]))))
    found = ", ".join(sorted(map(repr, [*root["children"], *root["untried"]])))
    if found == wanted:
        return None
    words = f"the root's children and untried actions are {found}, expected {wanted}"
    return case.wrong(words, wanted, found, joint=": ")


def _counted(case: Case, root: Node) -> Objection | None:
    """Objects unless each simulation is a visit of the root, and no child is without one."""
    simulations, visits = case.arguments[2], root["visits"]
    new = [child for child in root["children"].values() if not child["visits"]]
    if new:
        words = (
            f"{len(new)} of the {len(root['children'])} children of the root have no"
            " visits; each was added for a random game that has to count for it, too"
        )
        return case.wrong(words, got="0 visits", joint=": ")
    if visits == simulations:
        return None
    words = f"the root has {_visits(visits)} after {simulations} simulations"
    return case.wrong(words, _visits(simulations), _visits(visits), joint=": ")


def _adds_up(case: Case, root: Node) -> Objection | None:
    """Objects unless at each node the visits are those of its children, and one of its own."""
    waiting = [(root, 0)]
    while waiting:
        node, own = waiting.pop()
        children = node["children"].values()
        below = sum(child["visits"] for child in children)
        waiting += [(child, 1) for child in children]
        if not children or node["visits"] == own + below:
            continue
        visits = _visits(node["visits"])
        if node is root:
            words = (
                f"the root has {visits}, one for each simulation, but its children have"
                f" {below} together; each simulation counts once at each node that it passes"
            )
            return case.wrong(words, f"{visits} together", f"{_visits(below)} together", joint=": ")
        words = (
            f"the node of {node['state']!r} has {visits}, and its children have {below} together;"
            " it should have one more than they, from the simulation that added it"
        )
        return case.wrong(
            words, "one visit more than its children", f"{visits}, theirs {below}", joint=": "
        )
    return None


def _most_visited(case: Case, action: Any, root: Node) -> Objection | None:
    """Objects unless no action of the root has more visits than the one given back."""
    visits = {each: child["visits"] for each, child in root["children"].items()}
    best = [each for each, count in visits.items() if count == max(visits.values())]
    if action in best:
        return None
    told = ", ".join(
        f"{each!r}: {_visits(child['visits'])}, mean {child['total'] / child['visits']:.2f}"
        for each, child in root["children"].items()
    )
    words = f"gave the action {action!r}; the root's children are {told}"
    return case.wrong(words, repr(best[0]) if action in list(visits) else "", repr(action))


def is_node(thing: Any) -> bool:
    """Whether this is a node such as `new_node` makes, with nodes below it.

    What comes back may be anything: of a node, all that is worked with here is looked at first.
    """
    return (
        isinstance(thing, dict)
        and set(thing) >= _KEYS
        and type(thing["visits"]) is int
        and type(thing["total"]) in {int, float}
        and isinstance(thing["untried"], list)
        and isinstance(thing["children"], dict)
        and all(map(is_node, thing["children"].values()))
    )


def _kind(value: Any) -> str:
    """What came back, in few words."""
    if is_node(value):
        return f"a node for the state {value['state']!r:.60}"
    if isinstance(value, tuple | list):
        return f"({', '.join(map(_kind, value))})"
    return f"{value!r:.60}"


def _visits(count: int) -> str:
    return many(count, "visit")


# --- chance ---------------------------------------------------------------------------------------


Each = tuple[str, Mapping[str, Any]]
"""The judge of a single answer, and what it has to know."""


def _new_child(case: Case, answer: Answer) -> Hashable:
    """The action for which the node, the second argument, has a new child."""
    before, after = case.arguments[1], answer.afterwards[1]
    return next(action for action in after["children"] if action not in before["children"])


OUTCOMES: dict[str, Callable[[Case, Answer], Hashable]] = {
    "leaf": lambda _, answer: answer.leaves[0],
    "leaves": lambda _, answer: answer.leaves,
    "child": _new_child,
    "value": lambda _, answer: answer.value,
    "tried": lambda _, answer: tuple(sorted(answer.value[1]["children"])),
}
"""What was drawn by lot, as it can be seen from an answer that is right."""


def plays_to_a_leaf(case: Case, answer: Answer, *, start: tuple[int, ...]) -> Objection | None:
    """Objects unless one leaf of the tree, below the start, was looked at and is the answer."""
    value, leaves = answer.value, answer.leaves
    if not is_number(value):
        return gives(case, answer)
    if len(leaves) != 1:
        words = f"looked at {len(leaves)} leaves; one random game ends at one leaf"
        return case.wrong(words, "1 leaf", f"{len(leaves)} leaves")
    [leaf] = leaves
    if leaf[: len(start)] != start:
        words = (
            f"ended at the leaf {leaf}, which is not below {start}: play on from the state that is"
            " handed in"
        )
        return case.wrong(words, f"a leaf below {start}", repr(leaf))
    worth = case.arguments[0].utility(leaf, "MAX")
    if same(worth, value):
        return None
    words = f"ended at a leaf that is worth {worth} to the first player, and gave {value!r}"
    return case.wrong(words, repr(worth), repr(value))


def gives_a_number(case: Case, answer: Answer) -> Objection | None:
    """Objects to all but a number."""
    return None if is_number(answer.value) else gives(case, answer)


@conversation
def draws_all(
    case: Case,
    ask: Ask,
    *,
    seeds: tuple[int, int],
    each: Each,
    outcome: str,
    possible: Sequence[Hashable] = (),
    did: str = "",
) -> Objection | None:
    """Objects unless each answer is right, and all that is possible comes up, about as often.

    Where nothing is said to be `possible`, any two outcomes do. `did` are the words for one that
    comes up. Chance alone would refuse one right answer in many millions.
    """
    found: Counter[Hashable] = Counter()
    for seed in range(*seeds):
        drawn, objection = _drawn(case, ask, seed, each, outcome)
        if objection is not None:
            return objection
        found[drawn] += 1
    missing = [wanted for wanted in possible if wanted not in found]
    [(most, times)] = found.most_common(1)
    often = bool(possible) and _is_uneven([found[one] for one in possible])
    if not missing and not often and (possible or len(found) > 1):
        return None
    sentence = f"{call_in(case.line).name}, called with {found.total()} different seeds,"
    got, wanted = f"{len(found)}", f"{len(possible) or 'several'} different outcomes"
    if missing:
        sentence += f" never {did} {missing[0]}; all should come up about as often"
    elif often:
        sentence += f" {did} {most} {times} times; all should come up about as often"
        got, wanted = f"{times} times", f"about {found.total() // len(possible)} times"
    else:
        sentence += " did the same each time; draw with the rng that is handed in"
    return Objection(sentence, wanted, got, line=_many_times(case, range(*seeds)))


MOST_UNEVEN = 6.0
"""So many standard deviations chance alone passes once in a thousand million tries."""


def _many_times(case: Case, seeds: Iterable[int]) -> str:
    """A line that makes the call with each of these seeds."""
    call = re.sub(r"Random\(\d+\)", "Random(seed)", case.line)
    return f"[{call} for seed in {seeds}]"


def _is_uneven(times: Sequence[int]) -> bool:
    """Whether equal kinds come so unevenly only once in a thousand million tries.

    Their chi-square, and its probability by Wilson and Hilferty's cube root.
    """
    mean, free = sum(times) / len(times), len(times) - 1
    if free < 1:
        return False
    square = sum((one - mean) ** 2 for one in times) / mean
    part = 2 / (9 * free)
    return ((square / free) ** (1 / 3) - 1 + part) / part**0.5 > MOST_UNEVEN


@conversation
def draws_alike(
    case: Case, ask: Ask, *, seeds: tuple[int, int], each: Each, outcome: str
) -> Objection | None:
    """Objects unless each answer is right, and the same seed draws the same twice."""
    for seed in range(*seeds):
        first, objection = _drawn(case, ask, seed, each, outcome)
        if objection is None:
            second, objection = _drawn(case, ask, seed, each, outcome)
        if objection is not None:
            return objection
        if first != second:
            words = (
                "called twice with the same seed, did not do the same twice; draw with the rng"
                " that is handed in, and with nothing else"
            )
            wrong = case.with_seed(seed).wrong(
                words, "the same twice", "two different games", joint=", "
            )
            return wrong._replace(line=_many_times(case, (seed, seed)))
    return None


def _drawn(
    case: Case, ask: Ask, seed: int, each: Each, outcome: str
) -> tuple[Hashable, Objection | None]:
    """What is drawn with this seed, or the objection to the answer."""
    seeded = case.with_seed(seed)
    answer, objection = ask(seeded)
    if objection is None:
        judge, known = each
        objection = _JUDGES_OF_ONE[judge](seeded, answer, **known)
    if objection is not None:
        return None, objection._replace(line=seeded.line)
    return OUTCOMES[outcome](seeded, answer), None


_JUDGES_OF_ONE = {
    judge.__name__: judge
    for judge in (adds_a_child, gives_a_number, grows_a_tree, one_game_each, plays_to_a_leaf)
}
"""The judges of each single answer of a conversation."""
