"""Makes the nodes of a trace from what a recorder drafted while the search ran."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import CodeType
from typing import Any

from course_lib.game import Action
from course_lib.watch import own_nodes
from course_lib.watch.drafts import Draft
from course_lib.watch.reading import (
    Reading,
    Window,
    as_number,
    as_plain,
    cut_reason,
    is_number,
    read,
    value_comes_first,
)
from course_lib.watch.recorder import Recorder
from course_lib.watch.trace import TraceNode

Name = Callable[[Action], str]


def root_reading(drafts: list[Draft], returned: Any) -> Reading:
    """The value and the action of the whole search."""
    if not drafts:
        return read(returned, (), value_first=value_comes_first([(returned, ())]))
    root = drafts[0]
    if root.left is None:
        root.returned = returned
    if is_number(root.returned) and root.returned in root.listed:
        # A number that could be an action is one, if no child's value could have become it.
        below = [_reading(draft, _orders(drafts)).value for draft in drafts if draft.parent is root]
        values = {sign * value for value in below if value is not None for sign in (1, -1)}
        if values and root.returned not in values:
            action, root.returned = root.returned, None
            return Reading(_reading(root, _orders(drafts)).value, action)
    return _reading(root, _orders(drafts))


def nodes_from(
    drafts: list[Draft], named: Name, *, own_boards: bool = False
) -> tuple[TraceNode, ...]:
    """The nodes of the tree, without the calls that only had a look at a state.

    With `own_boards` nothing is cut where `result` was never asked: the search tried its actions
    on boards of its own, and nobody saw which.
    """
    orders = _orders(drafts)
    looks = _only_looks(drafts)
    kept = [draft for draft in drafts if draft not in looks]
    numbers = {draft: number for number, draft in enumerate(kept)}
    return tuple(
        _node(draft, numbers, orders, named, seen=bool(draft.applied) or not own_boards)
        for draft in kept
    )


def nodes_of_tree(recorder: Recorder, named: Name) -> tuple[TraceNode, ...]:
    """The nodes of a Monte Carlo search's own tree as it was at the end, parents first."""
    nodes: list[TraceNode] = []
    rules = recorder.drafts[0] if recorder.drafts else None
    todo: list[tuple[Any, Action | None, int | None, int]]
    todo = [(recorder.phases.links.root, None, None, 0)]
    while todo and len(nodes) < recorder.limit:
        own, action, parent, depth = todo.pop(0)
        state = own_nodes.state_of(own)
        known = state is not None and recorder.facts.looks_like_state(state)
        nodes.append(
            TraceNode(
                id=len(nodes),
                parent=parent,
                action=action,
                action_name=None if action is None else named(action),
                depth=depth,
                player=recorder.facts.player(state) if known else None,
                function=rules.function if rules and parent is None else "",
                value=own_nodes.value_of(own),
                entered=len(nodes),
                final=known and recorder.facts.is_final(state),
                visits=own_nodes.visits_of(own),
                board=recorder.facts.board(state) if known else None,
            )
        )
        below = own_nodes.children_of(own)
        todo += [(child, action, nodes[-1].id, depth + 1) for action, child in below]
    if todo and recorder.stopped is None:
        recorder.stopped = f"the search's tree has more nodes than the limit of {recorder.limit:,}"
    return tuple(nodes)


def tree_reading(root: Any, reading: Reading, returned: Any) -> Reading:
    """The same with what the search's own tree tells: an action beside a node, and its mean."""
    children = own_nodes.children_of(root)
    things = list(returned) if isinstance(returned, tuple | list) else [returned]
    beside_a_node = any(map(own_nodes.is_node, things))
    if beside_a_node or reading.action is None:
        plain = [as_plain(thing) for thing in things if not own_nodes.is_node(thing)]
        actions = [action for action, _ in children]
        found = next((thing for thing in plain if thing in actions), None)
        reading = Reading(None if beside_a_node else reading.value, found)
    if reading.value is None:
        means = (own_nodes.mean_of(child) for action, child in children if action == reading.action)
        reading = Reading(next(means, None), reading.action)
    return reading


def _only_looks(drafts: list[Draft]) -> set[Draft]:
    """The nodes of helpers that looked at a state which was then searched, or could have been.

    An example is an evaluation called for each child to choose an order. Such a function has no
    children anywhere, and beside its nodes another function has searched the same action.
    """
    with_children = {draft.parent.code for draft in drafts if draft.parent}
    families: dict[Draft, list[Draft]] = {}
    for draft in drafts:
        if draft.parent:
            families.setdefault(draft.parent, []).append(draft)
    looks: set[Draft] = set()
    for family in families.values():
        searched = {draft.action for draft in family if draft.code in with_children}
        helpers = {
            draft.code
            for draft in family
            if draft.code not in with_children and draft.action in searched
        }
        looks.update(draft for draft in family if draft.code in helpers)
    return looks


def _orders(drafts: list[Draft]) -> dict[CodeType, bool]:
    """For each function, whether its pairs have the value first."""
    returns: dict[CodeType, list[tuple[Any, tuple[Action, ...]]]] = {}
    for draft in drafts:
        returns.setdefault(draft.code, []).append((draft.returned, draft.listed))
    return {code: value_comes_first(pairs) for code, pairs in returns.items()}


def _reading(draft: Draft, orders: dict[CodeType, bool]) -> Reading:
    reading = read(draft.returned, draft.listed, value_first=orders[draft.code])
    if draft.inner is None:
        return reading
    inner_order = value_comes_first([(draft.inner, draft.listed)])
    inner = read(draft.inner, draft.listed, value_first=inner_order)
    if reading.value is None:
        return Reading(inner.value, reading.action if reading.action is not None else inner.action)
    is_action = is_number(draft.returned) and draft.returned in draft.listed
    if is_action and inner.value != reading.value:
        # The call gave back a number that is an action; the call inside it had the value.
        return Reading(inner.value, draft.returned)
    return reading if reading.action is not None else Reading(reading.value, inner.action)


def _node(
    draft: Draft,
    numbers: dict[Draft, int],
    orders: dict[CodeType, bool],
    named: Name,
    *,
    seen: bool,
) -> TraceNode:
    """The node of this draft; `seen` says whether what was tried here could be seen."""
    reading = _reading(draft, orders)
    cut = tuple(action for action in draft.listed if action not in draft.applied)
    if draft.left is None:
        draft.add_note("recording ended while this call was running")
    elif isinstance(draft.returned, float) and math.isnan(draft.returned):
        draft.add_note("gave back nan, which is not a number")
    if draft.left is None or draft.failed or not seen:
        cut = ()  # what would have been tried next, or has been tried, nobody knows
    return TraceNode(
        id=numbers[draft],
        parent=None if draft.parent is None else numbers[draft.parent],
        action=as_plain(draft.action),
        action_name=None if draft.action is None else named(draft.action),
        depth=draft.depth,
        player=draft.player,
        function=draft.function,
        window_in=_plain_window(draft.window_in),
        window_out=_plain_window(draft.window_out),
        value=reading.value,
        entered=draft.entered,
        left=draft.left,
        actions=tuple(as_plain(action) for action in draft.listed),
        cut=tuple(as_plain(action) for action in cut),
        cut_names=tuple(named(action) for action in cut),
        reason=cut_reason(reading.value, draft.window_in) if cut else None,
        final=draft.final,
        note=draft.note,
        board=draft.board,
    )


def _plain_window(window: Window | None) -> Window | None:
    if window is None:
        return None
    low, high = (None if bound is None else as_number(bound) for bound in window)
    return (low, high)
