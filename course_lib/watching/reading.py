"""What a tree tells, node by node: values, windows, cuts, answers from memory."""

from __future__ import annotations

import dis
import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from functools import cached_property
from itertools import pairwise
from types import CodeType
from typing import Any, NamedTuple

from course_lib.game import Action, Game, has_chance
from course_lib.watching.links import Kind, LinkedTree
from course_lib.watching.record import Function, Record
from course_lib.watching.trace import (
    PLAIN,
    SCALAR,
    Reason,
    Remark,
    Window,
    alike,
    as_number,
    as_plain,
    inside,
    is_number,
    lies_in,
    short,
    turned_window,
    vector_of,
)
from course_lib.watching.tree import Node, Tree, nested

Name = Callable[[Action], str]


NESTED = (list, tuple, dict)


def parts_in(state: Any) -> dict[Any, Any]:
    """The parts of a nested list or dict by their places or names; of anything else none."""
    if isinstance(state, dict):
        return state
    return dict(enumerate(state)) if isinstance(state, list | tuple) else {}


class Reading(NamedTuple):
    """The value and the action in what a function returned; `None` where there is none."""

    value: float | None
    action: Action | None


NOTHING = Reading(None, None)


def value_comes_first(returns: Iterable[tuple[Any, Collection[Action]]]) -> bool | None:
    """Whether a function returns `(value, action)` or `(action, value)`; `None`: nobody can tell.

    Each of `returns` is what one call gave back with the actions of its state. A single pair of
    numbers such as `(1, 2)` may leave it open; all the pairs of one function seldom do.
    """
    value_first = action_first = True
    pairs = 0
    for returned, actions in returns:
        if is_pair(returned) and not is_in(returned, actions):
            first, second = returned[:2]
            value_first &= is_number(first) and _may_be_action(second, actions)
            action_first &= is_number(second) and _may_be_action(first, actions)
            pairs += 1
    if pairs and value_first and action_first:
        return None
    return value_first or not action_first


def read(returned: Any, actions: Collection[Action], *, value_first: bool | None) -> Reading:
    """The value and the action in what a call gave back for a state with these actions."""
    if is_number(returned):
        return Reading(as_number(returned), None)
    if is_in(returned, actions):
        return Reading(None, returned)
    if is_pair(returned) and value_first is not None:
        value, action = returned[:2] if value_first else returned[1::-1]
        if is_number(value):
            line = action if isinstance(action, tuple | list) and not is_in(action, actions) else ()
            first = line[0] if line and is_in(line[0], actions) else action
            return Reading(as_number(value), first)  # of a line of play the first action
    return NOTHING


def is_pair(thing: Any) -> bool:
    """Whether this may be a value with an action."""
    if not isinstance(thing, tuple | list) or len(thing) < 2:
        return False
    return len(thing) == 2 or not all(map(is_number, thing))


def is_in(thing: Any, actions: Collection[Action]) -> bool:
    """Whether this is one of these actions, or equal to one."""
    return any(alike(action, thing) for action in actions)


def _may_be_action(thing: Any, actions: Collection[Action]) -> bool:
    return thing is None or not actions or is_in(thing, actions)


CHOICES: dict[str, Callable[[list[float]], float]]
CHOICES = {"max": max, "min": min, "turned": lambda values: -min(values)}
"""What a call may make of the values of its children."""


class Reader:
    """Makes the nodes of a trace from a tree that has grown."""

    def __init__(self, tree: Tree, game: Game | None, returned: Any, name: Name) -> None:
        self.tree, self.record, self.game = tree, tree.record, game
        self.returned, self.plain, self.name = returned, remembering(as_plain), remembering(name)
        self.players = len(game.players) if game is not None else 0
        self.luck = game is not None and has_chance(game)
        tree.leave_walks()
        tree.settle_passes()
        self.kept = self.nodes_that_count()
        for at, node in enumerate(self.kept):
            node.number = at
        rows = [node.row for node in self.kept]
        self.depth = [0]
        """For each node how many steps lead there from the root."""
        for node in self.kept[1:]:
            above = node.above.number if node.above else 0
            self.depth.append(self.depth[above] + (node.pass_number is None))
        self.functions = [None if row is None else tree.record.functions[row] for row in rows]
        self.backs = list(map(self.back, self.kept))
        self.final = [bool(node.final and not node.kids) for node in self.kept]
        if game is not None:
            self.final = [bool(asked(game.is_terminal, node.state)) for node in self.kept]
            for node in self.kept:
                node.player = asked(game.to_move, node.state)
        self.pairs = window_places(self.record, self.kept)
        self.windows = [self.window(node, start=True) for node in self.kept]
        self.hidden: dict[Node, tuple[str, ...]] = {}
        """Of nested lists the places of which no call was seen, and no bound tells why."""
        self.own_moves = len(self.kept) > 1 and not any(node.tried for node in self.kept)
        """Whether the search makes its moves on boards of its own, where no game sees them."""
        returns: dict[Any, list[tuple[Any, Collection[Action]]]] = {}
        for node, function, back in zip(self.kept, self.functions, self.backs, strict=True):
            returns.setdefault(function, []).append((back, self.actions(node)))
        self.first = {function: value_comes_first(each) for function, each in returns.items()}
        self.counted = set[Any]()
        """The functions that give another number beside the value."""
        self.found = list(map(self.reading, self.kept))
        self.leave_other_numbers()

    def nodes_that_count(self) -> list[Node]:
        """Those that calls were for, or in a loop all that were made.

        A helper that looked at a state, such as an evaluation for the order, is no search of it:
        it counts only where no call searched a state beside it.
        """
        tree, root, phases = self.tree, self.tree.root, self.record.phases
        self.jumps = False
        if phases.recognised or phases.kept:
            return [root]
        searched = {node.above for node in tree.nodes if node.entered and not node.helped}
        called = [root, *(node for node in tree.nodes[1:] if node.entered
                          and not (node.helped and node.above in searched))]  # fmt: skip
        known = set(called)
        gap = any(node.above not in known or not is_inside(node) for node in called[1:])
        made = any(node.pass_number is None for node in tree.nodes[1:])
        if gap or (len(called) <= 1 and made):
            self.jumps = True
            for node in tree.nodes:
                if node.above is not None and node.above.pass_number is not None:
                    node.above = root  # in a loop there are no passes
            called = [node for node in tree.nodes if node.pass_number is None]
        else:
            called.sort(key=lambda n: (n.entered or 0, -1 if n.pass_number else 0))
        if self.jumps or self.game is not None:
            times: Counter[tuple[Node | None, str]] = Counter()
            for node in called:
                if node.action is not None:
                    times[node.above, repr(node.action)] += 1
                    node.attempt = times[node.above, repr(node.action)]
        return called[: tree.limit]

    # --- what came back --------------------------------------------------------------------------

    def back(self, node: Node) -> Any:
        """What the call for this node gave back."""
        returned = None if node.row is None else self.record.returned[node.row]
        if node is self.tree.root:
            return self.returned if returned is None else returned
        if returned is None and node.row in self.record.yielded:
            returned = self.record.yielded[node.row][-1]  # a generator gives by yielding
        return returned

    def actions(self, node: Node) -> tuple[Action, ...]:
        """What may be done here, as the rules said, or as was seen; at the end of a game `None`."""
        return node.listed or tuple(node.tried) or ((None,) if self.final[node.number] else ())

    def reading(self, node: Node) -> Reading:
        """The value and the action in what the call for this node gave back."""
        returned, actions = self.backs[node.number], self.actions(node)
        if self.jumps and node.row:
            arguments = self.record.arguments[node.row]
            if any(is_in(one, actions) for one in arguments):
                return NOTHING  # it was asked about an action, not about the state
        function = self.functions[node.number]
        found = read(returned, actions, value_first=self.first[function])
        return self.without_count(found, node, function)

    def without_count(self, found: Reading, node: Node, function: Any) -> Reading:
        """The same without a number that is no action there, nor a place in its list."""
        actions, state = self.actions(node), node.state
        lists = self.game is None and not node.listed and isinstance(state, list | tuple)
        places = range(len(state) if lists else 0)
        if not is_number(found.action) or not actions or is_in(found.action, (*actions, *places)):
            return found
        self.counted.add(function)
        return found._replace(action=None)

    def leave_other_numbers(self) -> None:
        """Of two numbers the value is that which always came from a child, if one is no action.

        The other may be a count. Where both may have come from there, or neither, nobody can tell.
        """
        families: dict[Any, list[tuple[Any, list[Any]]]] = {}
        pairs = {node: back for node, back in zip(self.kept, self.backs, strict=True)
                 if is_pair(back) and all(map(is_number, back))}  # fmt: skip
        for node, back in pairs.items():
            below = [pairs[kid] for kid in node.kids if kid in pairs]
            families.setdefault(self.functions[node.number], []).append((back, below))
        for function in self.counted & families.keys():
            came = [all(not below or any(back[at] in (one[at], -one[at]) for one in below)
                        for back, below in families[function]) for at in (0, 1)]  # fmt: skip
            if came != [first := self.first[function], not first]:
                for node in pairs:
                    if self.functions[node.number] is function:
                        self.found[node.number] = NOTHING

    def answer(self) -> Reading:
        """The value and the action of the whole search."""
        self.found[0] = found = self.answer_in(self.backs[0])
        return found

    def answer_in(self, back: Any) -> Reading:
        """The value and the action in what the search gave back in the end.

        A function that only begins the search may give back what it likes: a number is its value
        if a child's could have become it, an action if it is one, and unknown if it may be both.
        """
        root, links = self.tree.root, self.game is None
        found, actions = self.found[0], self.actions(root)
        vector = vector_of(back, self.players) if self.players > 2 else None
        if vector:
            chosen = back[1] if is_pair(back) and len(back) == 2 else None
            return Reading(None, None if chosen in vector else chosen)
        within = NOTHING
        if root.inner is not None:
            inner = self.record.returned[root.inner]
            first = value_comes_first([(inner, actions)])
            within = read(inner, actions, value_first=first is not False)
            within = self.without_count(within, root, None)
        last = root.kids[-1] if root.kids and root.kids[-1].pass_number else root
        values = {kid: self.found[kid.number].value for kid in last.kids if kid.number >= 0}
        below = {kid: value for kid, value in values.items() if value is not None}
        if is_pair(back) and self.first[self.functions[0]] is None:
            one, other = (
                any(
                    alike(kid.action, action) and value in (below[kid], -below[kid])
                    for kid in below
                )
                for value, action in (back[:2], back[1::-1])
            )
            found = read(back, actions, value_first=one >= other)
        if root.inner is None and self.functions[0] in self.tree.searching:
            return self.unless_a_move(found) if found.action is None else found
        best = self.found[last.number].value if last is not root else None
        numbers = [*below.values()] if last is root else [] if best is None else [best]
        named = [
            kid.action
            for kid in root.kids
            if is_in(back, (kid.action,))
            or (links and isinstance(kid.action, tuple) and is_in(back, kid.action))
        ]
        named += [back] if is_in(back, actions) else []
        if not is_number(back):
            square = links and is_pair(back) and not named and is_number(back[1])
            found = NOTHING if square and not is_in(back[1], actions) else found
        elif within.value is None or named:
            could = {max(numbers), min(numbers), -min(numbers)} if numbers else set[float]()
            fits = back in could if could else not (links and len(self.kept) > 1)
            fits = fits if links else fits or any(back in (one, -one) for one in numbers)
            if within.value == back or (fits and not named):
                found = Reading(as_number(back), None)
            elif named:  # without recursion a number that is an action may be a value as well
                either = self.jumps or not self.tree.searching or (fits and not within.value)
                found = Reading(None, None if either else named[0])
            elif links:
                found = NOTHING  # a count? Nothing says that it is a value
        elif abs(within.value) != abs(back):
            found = NOTHING  # the call inside had another value
        value = found.value if found.value is not None else within.value
        return Reading(value, found.action if found.action is not None else within.action)

    def unless_a_move(self, found: Reading) -> Reading:
        """What the root's call gave back, where all others gave what they chose of the children's.

        It is a value if the root may choose it as they do, and an action if that leads to what the
        root would choose. If it may be both it is a value where another call was handed the same
        beside its state: then the function can't know which call is the first. What is neither is
        no value beyond all of these: a mean is between them.
        """
        root, value, kids = self.tree.root, found.value, self.values(self.tree.root.kids)
        mine = [each for each in self.kept if self.functions[each.number] is self.functions[0]]
        inner = [node for node in mine[1:] if self.came_up(node) is not None]
        if value is None or not kids or not all(map(self.came_up, inner)):
            return found
        same, other = (
            {name for name, best in CHOICES.items()
             if all(best(self.values(node.kids)) == self.found[node.number].value
                    for node in inner if self.depth[node.number] % 2 == odd)}
            for odd in (0, 1)
        )  # fmt: skip
        same -= {"turned"} - other if len(other) < len(CHOICES) else set()
        same -= other - {"turned"} if len(other) == 1 else set()
        theirs = self.values(kid for kid in root.kids if alike(kid.action, value))
        as_value = {name for name in same or CHOICES if CHOICES[name](kids) == value}
        as_move = {
            name for name in same or CHOICES if (max if name == "max" else min)(kids) in theirs
        }
        parts = root.state if isinstance(self.tree, LinkedTree) and self.tree.lists else ()
        could = {*(self.windows[0] or ()), *filter(is_number, parts)}
        could |= {-one for one in could if one is not None}  # a part that no call was handed
        either = as_value or value in could
        if not as_move or as_move <= as_value:
            beyond = inner and abs(value) > max(map(abs, kids))
            return NOTHING if beyond and not either else found
        first, *others = map(self.beside, mine)
        if not either and all(best(kids) != value for best in CHOICES.values()):
            return Reading(None, self.backs[0]) if inner and first not in others else NOTHING
        return found if first in others else NOTHING

    def beside(self, node: Node) -> list[tuple[type, Any]]:
        """The plain things that its call was handed beside a state and a window."""
        things, top = self.record.arguments[node.row or 0], self.record.arguments[self.tree.top]
        window, state = self.windows[node.number] or (), self.tree.root.state
        return [(type(one), one) for one, first in zip(things, top, strict=False)
                if type(one) in PLAIN and first is not state and one not in window]  # fmt: skip

    def values(self, nodes: Iterable[Node]) -> list[float]:
        """The values of those of these nodes that have one."""
        numbers = (self.found[node.number].value for node in nodes if node.number >= 0)
        return [value for value in numbers if value is not None]

    def came_up(self, node: Node) -> bool | None:
        """Whether its value is that of a child, perhaps turned; `None` where one is missing."""
        value, below = self.found[node.number].value, self.values(node.kids)
        return None if value is None or not below else value in below or -value in below

    # --- nodes ---------------------------------------------------------------------------------

    def columns(self) -> dict[str, list[Any]]:
        """All that is known of each node, as plain data: a list for each field of a `TraceNode`."""
        record, game, kept, name = self.record, self.game, self.kept, self.name
        plain = remembering(lambda actions: tuple(map(self.plain, actions)))
        rows = [node.row for node in kept]
        self.list_parts()
        # In a loop a call says a number, or nothing.
        called = [not self.jumps or found.value is not None for found in self.found]
        facts = list(map(self.cuts, kept))
        top = "" if self.functions[0] is None else self.functions[0].name
        columns: dict[str, list[Any]] = {
            "parent": [node.above.number if node.above else None for node in kept],
            "action": [
                node.label if node.action is None else self.plain(node.action) for node in kept
            ],
            "action_name": [
                f"pass {node.pass_number}" if node.pass_number
                else node.label if node.label or node.action is None else name(node.action)
                for node in kept
            ],
            "depth": self.depth,
            "player": [node.player for node in kept],
            "function": [
                each.name if each else top if node.pass_number else ""
                for node, each in zip(kept, self.functions, strict=True)
            ],
            "window_in": self.windows,
            "window_out": [self.window(node, start=False) for node in kept],
            "value": [found.value for found in self.found],
            "entered": [node.made if self.jumps else node.entered or 0 for node in kept],
            "left": [node.left if each else None for node, each in zip(kept, called, strict=True)],
            "actions": [plain(node.listed) for node in kept],
            "cut": [plain(cut) for cut, _, _ in facts],
            "cut_names": [tuple(map(name, cut)) for cut, _, _ in facts],
            "unseen": [unseen for _, unseen, _ in facts],
            "note": [remark for _, _, remark in facts],
            "final": self.final,
            "pass_number": [node.pass_number for node in kept],
            "attempt": [node.attempt for node in kept],
            "line": [None if row is None else record.lines[row] or None for row in rows],
            "left_line": [
                None if row is None or node.left is None else record.last[row] or None
                for node, row in zip(kept, rows, strict=True)
            ],
            "cached": [node.cached for node in kept],
            "answer": [
                self.own_answer(node) if each or (node.number, found.action) == (0, None) else None
                for node, each, found in zip(kept, called, self.found, strict=True)
            ],
        }  # fmt: skip
        columns["line"][0] = None
        columns["reason"] = [
            self.closed.get(node, Reason.UNSEEN) if cut else None
            for node, cut in zip(kept, columns["cut"], strict=True)
        ]
        if game is not None and record.game is not None:
            for which, at in (("visits_in", 0), ("visits_out", -1)):
                visits = record.after if at else record.before
                calls = [node if node.row is not None or not node.pass_number else node.kids[at]
                         for node in kept]  # fmt: skip
                columns[which] = [None if each.row is None or (at and each.left is None)
                                 else visits[each.row] for each in calls]  # fmt: skip
            if self.jumps:
                columns["visits_in"] = [
                    each if node.visits is None else node.visits  # of one made in this order
                    for node, each in zip(kept, columns["visits_in"], strict=True)
                ]
        if self.luck and game is not None:
            columns["chance"] = [bool(asked(game.chance, node.state)) for node in kept]
            columns["probability"] = [
                next((float(p) for a, p in asked(game.chance, node.above.state) or ()
                      if alike(a, node.action)), None) if node.above else None
                for node in kept
            ]  # fmt: skip
        if self.players > 2:
            columns["vector"] = [vector_of(back, self.players) for back in self.backs]
        self.keep_one_kind(columns)
        self.look_back(columns)
        leave_out(columns)
        return columns

    def cuts(self, node: Node) -> tuple[tuple[Action, ...], tuple[str, ...], Remark | None]:
        """What was cut here, what was made and searched by no call, and what is unusual."""
        if node.row in self.record.raised:
            return (), self.unseen(node)[0], Remark.EXCEPTION
        if node.left is None:
            return (), (), None if self.jumps else Remark.UNFINISHED
        cut, (unseen, walks) = self.cut(node), self.unseen(node)
        if unseen and walks is not None:  # it looked at them itself, nobody saw at how many
            return (), () if walks else unseen, Remark.WALKS if walks else None
        back = self.backs[node.number]
        return cut, unseen, Remark.NAN if isinstance(back, float) and math.isnan(back) else None

    def cut(self, node: Node) -> tuple[Action, ...]:
        """What was listed here and never tried."""
        tried = node.tried
        seen = bool(tried) or (self.game is not None and not self.own_moves)
        if not node.listed or self.jumps or not seen or tuple(tried) == node.listed:
            return ()
        if self.game is None and not all(is_in(each, node.listed) for each in tried):
            return ()
        return tuple(each for each in node.listed if not is_in(each, tried))

    def list_parts(self) -> None:
        """Of nested lists or dicts note the parts of each where a bound explains what no call got.

        A part that the search looks at by itself is handed to no call, either: so nothing is cut
        where no call was handed a part of its kind, or of some list no part at all, or where a
        place before the others was left out. Then the parts that no call got are unseen.
        """
        tree, told = self.tree, True
        if self.jumps or not isinstance(tree, LinkedTree):
            return
        families: list[tuple[Node, list[list[int]]]] = []
        kinds, ways, again = set[bool](), set[bool](), False
        for node in self.kept:
            kids = [kid for kid in node.kids if kid.number >= 0]
            if any(kid.pass_number for kid in kids):
                continue
            whole = parts_in(node.state)
            if not kids:  # nobody saw at how many of its parts it has looked
                told &= not whole or node.left is None
                continue
            links = [tree.places.get(each) if (each := self.functions[kid.number]) else None
                     for kid in kids]  # fmt: skip
            spots = [
                [at for at, one in enumerate(whole.values()) if one is kid.state] for kid in kids
            ]
            parts = all(spots) and all(link and link[0] == Kind.PART for link in links)
            if node.listed or not parts:
                return
            kinds |= {isinstance(kid.state, NESTED) for kid in kids}
            sure = [found[0] for found in spots if len(found) == 1]
            ways |= {one < other for one, other in pairwise(sure) if one != other}
            again |= len(set(sure)) < len(sure)
            families.append((node, spots))
        found = []
        for node, spots in families:
            tried = list[int]()
            for equal in spots:  # equal numbers in a list are one object
                free = [at for at in equal if at not in tried] or equal
                tried.append(free[-1 if ways == {False} else 0])
            names, values = zip(*parts_in(node.state).items(), strict=True)
            count = len(names)
            rest = [at for at in range(count) if at not in tried]
            if rest and node.left is not None and node.row not in self.record.raised:
                guessed = any(len(equal) > 1 for equal in spots) and (again or len(ways) != 1)
                last = range(count - len(rest), count) if ways == {True} else range(len(rest))
                handed = {isinstance(values[at], NESTED) for at in rest} <= kinds
                in_turn = len(ways) != 1 or rest == list(last)
                told &= not guessed and handed and in_turn and node in self.closed
            found.append((node, names, [names[at] for at in tried], tuple(map(str, rest))))
        for node, names, used, left in found:
            if told:
                node.listed, node.tried = names, used
            elif left:
                self.hidden[node] = left

    @cached_property
    def closed(self) -> dict[Node, Reason]:
        """The nodes whose search a bound has ended, and which bound.

        A function may stop where a value reaches a bound, or only beyond it, or never; it may try
        the first so many actions alone, at each depth others if it takes slices; and values may be
        turned. Each of these ways that explains all its calls must say that it was this bound.
        """
        families: dict[Any, list[Node]] = {}
        for node in self.kept:
            if node.left is not None and node.count and node.row not in self.record.raised:
                families.setdefault(self.functions[node.number], []).append(node)
        sure: dict[Node, set[Reason | None]] = {}
        compared = names_compared(set(self.record.functions))
        for function, family in families.items():
            places = self.pairs.get((function, True), ())
            if compared.isdisjoint(function.parameters[at] for at in places):
                continue  # who compares no bound stops at none
            short = [node for node in family if node.count < len(self.parts(node))]
            sliced = takes_slices(function.code)
            depth = {node: self.depth[node.number] if sliced else 0 for node in family}
            most: dict[int, int] = {}
            for node in family:
                most[depth[node]] = max(node.count, most.get(depth[node], 0))
            full = {node for node in short if node.count == most[depth[node]]}
            sides = [1, -1] if all(node.player for node in family) else [0]
            ways = [(0, 1), (-1, 1), *((1, side) for side in sides)]
            for sign, side in ways if short else ():
                ended = list[tuple[set[Reason | None], ...]]()
                while len(ended) < len(family) and (not ended or any(ended[-1])):
                    ended.append(self.ends(family[len(ended)], sign, side))
                for ends in zip(*ended, strict=True):
                    if len(ends) < len(family) or not all(ends):
                        continue
                    found = dict(zip(family, ends, strict=True))
                    if all(any(found[node]) or node in full for node in short):
                        for node in short:
                            why = found[node] if node in full else found[node] - {None}
                            sure.setdefault(node, set()).update(why)
        return {node: why for node, (why, *more) in sure.items() if why and not more}

    def parts(self, node: Node) -> Collection[Any]:
        """What may be done here: the actions, or the parts of a list."""
        return node.listed or ([*parts_in(node.state)] if self.game is None else [])

    def ends(self, node: Node, sign: int, first: int) -> tuple[set[Reason | None], ...]:
        """How the search of this node may have ended if its function stops at a bound, or beyond.

        By the bound of who chooses there, or by none; empty where it would have stopped before,
        handed on another window or come to another value. With the sign -1 values are turned, with
        0 there are no bounds; the first player is MAX, or with -1 MIN, or with 0 nobody knows.
        """
        window, value = self.windows[node.number], self.found[node.number].value
        if not sign or window is None or value is None:
            nothing: set[Reason | None] = {None}
            return (nothing,) * (1 + abs(sign))
        ends = set[Reason | None](), set[Reason | None]()
        handed = [self.windows[kid.number] for kid in node.kids if kid.number >= 0]
        inner = [one if sign > 0 else turned_window(one) for one in handed if one]
        if not all(lies_in(one, window) for one in inner):
            return ends
        kids = node.kids
        if node.count < len(kids):  # of what was tried again the last time counts
            last = {(kid.action, kid.action is None and kid.made): kid for kid in kids}
            kids = sorted(last.values(), key=lambda kid: kid.made)
        below = [self.found[kid.number].value if kid.number >= 0 else None for kid in kids]
        known = [each for each in below if each is not None]
        own = None in below or abs(value) not in map(abs, (*known, *filter(None, window)))
        mover = first if sign < 0 or node.player == self.tree.root.player else -first
        for side in (mover,) if mover else (1, -1):  # for MIN all is the other way round
            low, bound = window if side > 0 else turned_window(window)
            mine, worth = [side * sign * each for each in known], side * value
            best = max(mine, default=worth)
            if own or worth in (best, inside(best, (low, None)), inside(best, (low, bound))):
                end = worth if below[-1] is None else mine.pop()
                before = max(mine, default=-math.inf)
                for beyond, found in enumerate(ends):
                    if not passes(before, bound, beyond=bool(beyond)):
                        why = Reason.BETA if side > 0 else Reason.ALPHA
                        found.add(why if passes(end, bound, beyond=bool(beyond)) else None)
        return ends

    def unseen(self, node: Node) -> tuple[tuple[str, ...], bool | None]:
        """What was made here with no call for it; if all was, whether the search went on there."""
        if node in self.hidden:
            return self.hidden[node], None
        made = [kid for kid in node.kids if kid.number < 0]
        if not made or self.jumps:
            return (), None
        told = {repr(kid.action) for kid in node.kids if kid.number >= 0}
        names = dict.fromkeys(
            self.name(kid.action)
            for kid in made
            if kid.action is not None and repr(kid.action) not in told
        )
        return tuple(names), None if told else any(kid.kids or kid.row is not None for kid in made)

    def own_answer(self, node: Node) -> str | None:
        """What came back, as text, where it is no value: the exception that ended the call, too."""
        error = self.record.raised.get(-1 if node.row is None else node.row)
        if self.found[node.number].value is not None or self.players > 2:
            return None
        back = self.backs[node.number] if error is None else error
        silent = back is None or node.left is None or node.cached
        return None if silent and error is None else short(back)

    def window(self, node: Node, *, start: bool) -> Window | None:
        """Alpha and beta when the call began or ended; of the root perhaps a call's inside."""
        root = node is self.tree.root
        if node.row is None or (root and any(kid.pass_number for kid in node.kids)):
            return None
        found = self.bounds(node.row, start=start)
        if root and not found and node.inner is not None:
            found = self.bounds(node.inner, start=start)
        return found

    def bounds(self, row: int, *, start: bool) -> Window | None:
        """The two bounds of this call."""
        pair = self.pairs.get((self.record.functions[row], start))
        whole = self.record.arguments[row] if start else self.record.ends.get(row)
        if pair is None or whole is None:
            return None
        low, high = (as_number(one) if is_number(one) else None
                     for one in (whole[pair[0]], whole[pair[1]]))  # fmt: skip
        return None if low is None and high is None else (low, high)

    # --- what only the others tell ---------------------------------------------------------------

    def keep_one_kind(self, columns: dict[str, list[Any]]) -> None:
        """What another function gave back is no value where it is of another kind."""
        values, kinds = columns["value"], dict[Any, set[bool]]()
        for function, value in zip(self.functions, values, strict=True):
            if value is not None:
                kinds.setdefault(function, set()).add(isinstance(value, bool))
        if self.jumps or len(set(map(frozenset, kinds.values()))) < 2:
            return
        for at, above in enumerate(columns["parent"][1:], 1):
            mine, theirs = (kinds.get(self.functions[each], set()) for each in (at, above))
            if values[at] is not None and mine and theirs and not mine & theirs:
                values[at], columns["answer"][at] = None, short(self.backs[at])
                columns["reason"][at] = Reason.UNSEEN if columns["cut"][at] else None

    def look_back(self, columns: dict[str, list[Any]]) -> None:
        """Note what only the others tell: answers from memory, cuts made up for elsewhere."""
        keys = keys_of(self.kept, fixed=self.game is not None)
        values, depth, cut = columns["value"], columns["depth"], columns["cut"]
        columns["known"] = [None] * len(keys)
        columns["elsewhere"] = [False] * len(keys)
        if any(cut):
            tried: dict[Any, set[str]] = {}
            for node, key in zip(self.kept, keys, strict=True):
                tried.setdefault(key, set()).update(map(repr, node.tried))
            columns["elsewhere"] = [
                any(repr(action) in tried[key] for action in actions)
                for key, actions in zip(keys, cut, strict=True)
            ]
        inner, searched = set(columns["parent"]), dict[Any, list[int]]()
        spots = list(zip(self.functions, columns["left_line"], strict=True))
        estimates = set[Any]()
        """The lines that have ended a call for a state that was new, without a look further."""
        for at, (node, key) in enumerate(zip(self.kept, keys, strict=True)):
            if key not in searched and at not in inner and not columns["final"][at]:
                estimates.add(spots[at])
            others = searched.setdefault(key, [])
            if at in inner and not node.pass_number and columns["left"][at] is not None:
                others.append(at)
            elif others and not columns["final"][at] and self.asks_nothing(node, values[at]):
                columns["known"][at] = next((
                    other for other in reversed(others)
                    if values[other] == values[at] and depth[other] >= depth[at]
                    and (self.kept[other].left or math.inf) < (node.entered or 0)
                    and self.functions[other] is self.functions[at]
                ), None)  # fmt: skip
        for at, (_, line) in enumerate(spots):
            if line and spots[at] in estimates:
                columns["known"][at] = None

    def asks_nothing(self, node: Node, value: Any) -> bool:
        """Whether this call came to its value without a look at the actions, or an estimate.

        Only a watched game is witness that nothing was asked. An estimate is a function that was
        called meanwhile and gave the same number back.
        """
        if value is None or node.listed or node.tried or not node.above or self.jumps:
            return False
        if self.game is None or node.row is None:
            return False
        within = self.record.returned[node.row + 1 : self.record.closed[node.row]]
        return not any(is_number(back) and back == value for back in within)


def leave_out(columns: dict[str, list[Any]]) -> None:
    """A function that looks at some actions alone leaves the others out: no bound cuts them.

    Quiescence search does so: it left out actions in a way that neither a bound nor an early end
    explains, and nobody can tell which of its others a bound would have cut. A function that has
    an order of its own may have tried the last actions first.
    """
    cuts, reasons, functions = columns["cut"], columns["reason"], columns["function"]
    places: list[list[int]] = [[] for _ in cuts]
    for parent, action in zip(columns["parent"][1:], columns["action"][1:], strict=True):
        listed = columns["actions"][parent]
        places[parent] += [listed.index(action)] if action in listed else []
    orders = {functions[at] for at, found in enumerate(places) if found != sorted(found)}
    selective = set()
    for at, cut in enumerate(cuts):
        listed = columns["actions"][at]
        tried = tuple(action for action in listed if action not in cut)
        bound = functions[at] in orders and reasons[at] in (Reason.ALPHA, Reason.BETA)
        if cut and not (tried and (tried == listed[: len(tried)] or bound)):
            selective.add(functions[at])
    for at, cut in enumerate(cuts):
        if cut and functions[at] in selective:
            reasons[at] = Reason.LEFT_OUT


def remembering(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The same function, which works each action out once, where it can be a key."""
    known: dict[Any, Any] = {}

    def answer(thing: Any) -> Any:
        try:
            if (type(thing), thing) not in known:
                known[type(thing), thing] = f(thing)
            return known[type(thing), thing]
        except TypeError:  # no hash
            return f(thing)

    return answer


def is_inside(node: Node) -> bool:
    """Whether the call for this node ran inside that for the one above."""
    above, begun = node.above, node.entered or 0
    if above is None or above.above is None:  # the root's call is running all the time
        return True
    ended = above.left is not None and above.left < begun
    return above.entered is not None and above.entered <= begun and not ended


def names_compared(functions: Iterable[Function], *, moved: bool = False) -> set[str]:
    """The names that stand on a line with a comparison, or with `moved` get another value."""
    used = set[Any]()
    for each in functions:
        for code in nested(each.code) if each.windows else ():
            steps = [(step.positions and step.positions.lineno, step)
                     for step in dis.get_instructions(code)]  # fmt: skip
            lines = {line for line, step in steps if step.opname == "COMPARE_OP"}
            for line, step in steps:
                if line in lines or (moved and step.opname.startswith("STORE")):
                    used.update(step.argval if type(step.argval) is tuple else (step.argval,))
    return used


def takes_slices(code: CodeType) -> bool:
    """Whether this function looks at a part of something."""
    return any("SLICE" in step.opname for step in dis.get_instructions(code))


def passes(value: float, bound: float | None, *, beyond: bool) -> bool:
    """Whether a value stops whoever stops at this bound, or only beyond it."""
    return bound is not None and (value > bound or (value == bound and not beyond))


def asked(rule: Callable[[Any], Any], thing: Any) -> Any:
    """The answer to a question that only the recording asks; `None` where the rule fails."""
    try:
        return rule(thing)
    except Exception:  # noqa: BLE001 - a fault in the rules must show in the search, not here
        return None


def keys_of(nodes: list[Node], *, fixed: bool) -> list[Any]:
    """A key for each node, the same for equal states; one that may change is its own."""
    known: dict[Any, int] = {}
    keys = []
    for node in nodes:
        plain = fixed or isinstance(node.state, (*SCALAR, tuple, frozenset))
        try:
            keys.append(known.setdefault(node.state, len(known)) if plain else -id(node))
        except Exception:  # noqa: BLE001 - a state needs neither hash nor comparison
            keys.append(-id(node))
    return keys


Places = dict[tuple[Function, bool], tuple[int, int]]


def window_places(record: Record, nodes: list[Node]) -> Places:
    """For each function the places of its window, where its calls begin (`True`) and end.

    A pair bounds something only where some function compares or moves one of the two.
    """
    functions, places = set(record.functions), Places()
    used = names_compared(functions, moved=True)
    unnamed = any(each.windows and not each.bounds for each in functions)
    pair = numbers_that_close(record, nodes) if unnamed else ()
    for each in functions:
        names = each.bounds or pair
        if used.isdisjoint(names):
            continue
        if set(names) <= set(each.parameters):  # its own variables nobody handed to it
            low, high = map(each.parameters.index, names)
            places[each, True] = places[each, False] = low, high
        if each.bounds:
            places[each, False] = 0, 1
    return places


def numbers_that_close(record: Record, nodes: list[Node]) -> tuple[str, ...]:
    """The names of two arguments that are a window, if there are any.

    Two numbers that only close on the way down, turned or not, and begin without bounds or hold
    all values, are a window whatever their names. With bounds each first child is handed its
    parent's own: nothing has moved them yet.
    """
    numeric: dict[Function, bool] = {}
    rows = []
    for node in nodes:
        if node.row is not None:
            function = record.functions[node.row]
            if function not in numeric:
                numeric[function] = sum(map(is_number, record.arguments[node.row])) > 1
            if numeric[function]:
                rows.append(node.row)
    edges = [(node.above.row, node.row) for node in nodes
             if node.above and node.row is not None and node.above.row is not None]  # fmt: skip
    named = [dict(zip(record.functions[row].parameters, record.arguments[row], strict=False))
             for row in rows]  # fmt: skip
    numbers = {row: {name: one for name, one in held.items()
                     if is_number(one) and not isinstance(one, bool)}
               for row, held in zip(rows, named, strict=True)}  # fmt: skip
    values = [back for row in rows if is_number(back := record.returned[row])]
    candidates = Counter(pair for held in numbers.values() for pair in pairwise(held))
    for (one, other), _ in candidates.most_common():
        tops = {row: (held[one], held[other]) for row, held in numbers.items()
                if one in held and other in held}  # fmt: skip
        inner = [(tops[up], tops[row]) for up, row in edges if up in tops and row in tops]
        if not inner or any(low > high for low, high in tops.values()):
            continue
        within = all(a[0] <= b[0] and b[1] <= a[1] for a, b in inner)
        turned = all(-a[1] <= b[0] and b[1] <= -a[0] for a, b in inner)
        low, high = next(iter(tops.values()))
        wide = all(low < v < high or (turned and -high < v < -low) for v in values)
        moved = all(any(abs(b[i]) not in (abs(a[0]), abs(a[1])) for a, b in inner) for i in (0, 1))
        without = math.isinf(low) and math.isinf(high)
        first = {up: tops[row] for up, row in reversed(edges) if up in tops and row in tops}
        opened = all(pair in (tops[up], (-tops[up][1], -tops[up][0])) for up, pair in first.items())
        if (within or turned) and (without or (moved and wide and opened and values)):
            return one, other
    return ()
