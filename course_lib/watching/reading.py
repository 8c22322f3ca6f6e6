"""What a tree tells, node by node: values, windows, cuts, answers from memory."""

from __future__ import annotations

import ast
import linecache
import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
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
    is_number,
    lies_in,
    short,
    turned_window,
    vector_of,
)
from course_lib.watching.tree import Node, Tree

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

_NO_SOURCE = ast.Module([], [])
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPARING = {"max": max, "min": min, "abs": abs, "len": len}


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
        same = {name for name, best in CHOICES.items()
                if all(best(self.values(node.kids)) == self.found[node.number].value
                       for node in inner if not self.depth[node.number] % 2)}  # fmt: skip
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
            "line": [line_in(record.lines, row) for row in rows],
            "left_line": [
                None if node.left is None else line_in(record.last, row)
                for node, row in zip(kept, rows, strict=True)
            ],
            "cached": [node.cached for node in kept],
            "answer": [
                self.own_answer(node) if each or (node.number, found.action) == (0, None) else None
                for node, each, found in zip(kept, called, self.found, strict=True)
            ],
        }  # fmt: skip
        columns["line"][0] = None
        ends = [self.closed.get(node, (Reason.LEFT_OUT, None)) if cut else (None, None)
                for node, cut in zip(kept, columns["cut"], strict=True)]  # fmt: skip
        columns["reason"] = [reason for reason, _ in ends]
        columns["cut_line"] = [line if line and line > 0 else None for _, line in ends]
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
        where no call was handed a part of its kind, or of some list no part at all. Then the parts
        that no call got are unseen.
        """
        tree, told = self.tree, True
        if self.jumps or not isinstance(tree, LinkedTree):
            return
        families: list[tuple[Node, list[list[int]]]] = []
        kinds, ways = set[bool](), set[bool]()
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
            families.append((node, spots))
        found = []
        for node, spots in families:
            tried = list[int]()
            for equal in spots:  # equal numbers in a list are one object
                free = [at for at in equal if at not in tried] or equal
                tried.append(free[-1 if ways == {False} else 0])
            names, values = zip(*parts_in(node.state).items(), strict=True)
            rest = [at for at in range(len(names)) if at not in tried]
            if rest and node.left is not None and node.row not in self.record.raised:
                handed = {isinstance(values[at], NESTED) for at in rest} <= kinds
                told &= handed and node in self.closed
            found.append((node, names, [names[at] for at in tried], tuple(map(str, rest))))
        for node, names, used, left in found:
            if told:
                node.listed, node.tried = names, used
            elif left:
                self.hidden[node] = left

    @cached_property
    def closed(self) -> dict[Node, tuple[Reason, int]]:
        """The nodes whose search a bound has ended, which bound, and at which line.

        The source is the witness: the way out of the loop in which the children were asked depends
        on a comparison with a bound that came true, and the value is beyond that bound.
        """
        found, ways = dict[Node, tuple[Reason, int]](), remembering(ways_out_of)
        for node in self.kept:
            window, value = self.windows[node.number], self.found[node.number].value
            whole = 0 < node.count < len(self.parts(node)) and node.left is not None
            if window is None or value is None or not whole or node.row in self.record.raised:
                continue
            sides = [side for side, bound, sign in zip(
                         (Reason.ALPHA, Reason.BETA), window, (-1, 1), strict=True)
                     if bound is not None and sign * value >= sign * bound]  # fmt: skip
            if len(sides) == 1 and (line := self.left_at(node, ways)):
                found[node] = sides[0], line
        return found

    def left_at(self, node: Node, ways: Callable[[CodeType], list[WayOut]]) -> int:
        """The line of a way out that names a bound, open as its call or one inside it ended; 0."""
        record, call = self.record, max(kid.row or 0 for kid in node.kids)
        while call != node.row and (up := record.above[call]) >= 0:
            function = record.functions[up]
            bounds = {function.variables[at] for at in self.pairs.get(function, ())}
            ended = zip(function.variables, record.ends.get(up, ()), strict=False)
            known = {name: one for name, one in ended if type(one) in PLAIN}
            for way in ways(function.code) if bounds else ():
                named = abs(record.lines[call]) in way.lines and way.names & bounds
                if named and holds(way.test, known):
                    return way.line if record.lines[call] > 0 else -1
            call = up
        return 0

    def parts(self, node: Node) -> Collection[Any]:
        """What may be done here: the actions, or the parts of a list."""
        return node.listed or ([*parts_in(node.state)] if self.game is None else [])

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
        function = self.record.functions[row]
        places = self.pairs.get(function, ())
        whole = self.record.arguments[row] if start else self.record.ends.get(row, ())
        if not places or max(places) >= len(function.parameters if start else whole):
            return None  # its own variables nobody handed to it
        low, high = (as_number(one) if is_number(one := whole[at]) else None for at in places)
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
                columns["reason"][at] = Reason.LEFT_OUT if columns["cut"][at] else None

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


class WayOut(NamedTuple):
    """A way out of a loop, or of a function: by `break`, `return`, or the loop's own condition."""

    line: int
    lines: range
    """Where what is done before it stands."""
    test: ast.expr
    names: frozenset[str]


def function_in(code: CodeType) -> ast.AST:
    """The function with this code in its source; something empty where nobody can read that."""
    name = "" if code.co_name == "<lambda>" else code.co_name
    functions = _functions_in("".join(linecache.getlines(code.co_filename)))
    return functions.get((code.co_firstlineno, name), _NO_SOURCE)


@lru_cache(maxsize=20)
def _functions_in(text: str) -> dict[tuple[int, str], ast.AST]:
    """The functions of a source by their first line and name."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return {}
    return {(lines_of(each).start, getattr(each, "name", "")): each
            for each in ast.walk(tree) if isinstance(each, _FUNCTIONS)}  # fmt: skip


def ways_out_of(code: CodeType) -> list[WayOut]:
    """The ways out of this function that depend on something, each with what that is made of."""
    function = function_in(code)
    flags = {
        name: names_in(one.value)
        for one in ast.walk(function)
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Compare | ast.IfExp)
        for name in names_in(*one.targets)
    }
    body = [] if isinstance(function, ast.Lambda) else ast.iter_child_nodes(function)
    return [
        way._replace(names=way.names.union(*(flags.get(name, ()) for name in way.names)))
        for way in ways_out(body, None, ())
    ]


def names_in(*things: ast.AST) -> frozenset[str]:
    """The names of variables in these."""
    return frozenset(one.id for thing in things for one in ast.walk(thing)
                     if isinstance(one, ast.Name))  # fmt: skip


def ways_out(
    body: Iterable[ast.AST], loop: range | None, given: tuple[ast.expr, ...]
) -> Iterator[WayOut]:
    """The ways out of these statements, to which one comes where all that is given holds."""
    for one in body:
        if isinstance(one, ast.Return | ast.Break) and given:
            test = ast.BoolOp(ast.And(), list(given))
            yield WayOut(one.lineno, loop or range(1, one.lineno + 1), test, names_in(*given))
        elif isinstance(one, ast.If):
            yield from ways_out(one.body, loop, (*given, one.test))
            yield from ways_out(one.orelse, loop, (*given, ast.UnaryOp(ast.Not(), one.test)))
        elif isinstance(one, ast.For | ast.AsyncFor | ast.While):
            if isinstance(one, ast.While):
                ended = ast.UnaryOp(ast.Not(), one.test)
                yield WayOut(one.lineno, lines_of(one), ended, names_in(one.test))
            yield from ways_out(one.body, lines_of(one), ())
        elif not isinstance(one, (*_FUNCTIONS, ast.ClassDef)):
            yield from ways_out(ast.iter_child_nodes(one), loop, given)


def holds(test: ast.expr, known: dict[str, Any]) -> bool | None:
    """Whether this holds where variables are as known; `None`: they do not tell."""
    if isinstance(test, ast.BoolOp):
        ends = isinstance(test.op, ast.Or)
        found = [holds(each, known) for each in test.values]
        return ends if ends in found else None if None in found else not ends
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = holds(test.operand, known)
        return None if inner is None else not inner
    with suppress(Exception):  # whatever it asks for that is not known
        return bool(eval(_code_of(test), {"__builtins__": _COMPARING}, known))  # noqa: S307
    return None


@lru_cache(maxsize=1_000)
def _code_of(test: ast.expr) -> CodeType:
    return compile(ast.Expression(test), "<test>", "eval")


def line_in(column: Sequence[int], row: int | None) -> int | None:
    """The line of this call, where it is in the file of the search."""
    return None if row is None or column[row] <= 0 else column[row]


def lines_of(one: Any) -> range:
    """The numbers of the lines of a statement, those of its decorators too."""
    first = min([one.lineno, *(each.lineno for each in getattr(one, "decorator_list", ()))])
    return range(first, (one.end_lineno or one.lineno) + 1)


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


def names_used(code: CodeType) -> Iterator[str]:
    """The names that this function compares or gives another value; all, where nobody can read."""
    function = function_in(code)
    for one in ast.walk(function):
        if isinstance(one, ast.Compare):
            yield from names_in(one)
        elif isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
            yield one.id
    if function is _NO_SOURCE:
        yield from code.co_varnames


def window_places(record: Record, nodes: list[Node]) -> dict[Function, tuple[int, int]]:
    """For each function the places of its window among its variables.

    A pair bounds something only where some function compares or moves one of the two.
    """
    functions, places = set(record.functions), dict[Function, tuple[int, int]]()
    used = {name for each in functions if each.windows for name in names_used(each.code)}
    unnamed = any(each.windows and not each.bounds for each in functions)
    pair = numbers_that_close(record, nodes) if unnamed else ()
    for each in functions:
        names = each.bounds or pair
        if not used.isdisjoint(names) and {*names} <= {*each.variables}:
            low, high = map(each.variables.index, names)
            places[each] = low, high
    return places


def numbers_that_close(record: Record, nodes: list[Node]) -> tuple[str, ...]:
    """The names of two arguments that are a window, if there are any.

    Two numbers that only close on the way down, turned or not, are a window whatever their names,
    where the way out of a loop names one of them.
    """
    codes = {each.code for each in set(record.functions) if each.windows}
    names = {name for code in codes for way in ways_out_of(code) if way.lines.start > 1
             for name in way.names}  # fmt: skip
    held = dict[int, dict[str, Any]]()
    for node in nodes:
        if node.row is not None:
            named = zip(
                record.functions[node.row].parameters, record.arguments[node.row], strict=False
            )
            held[node.row] = {name: one for name, one in named
                              if is_number(one) and not isinstance(one, bool)}  # fmt: skip
    candidates = Counter(pair for one in held.values() for pair in pairwise(one))
    for pair, _ in candidates.most_common():
        tops = {row: (one[pair[0]], one[pair[1]]) for row, one in held.items() if {*pair} <= {*one}}
        inner = [(tops[node.above.row], tops[node.row]) for node in nodes
                 if node.above and node.above.row in tops and node.row in tops]  # fmt: skip
        closes = all(map(lies_in, (own for _, own in inner), (above for above, _ in inner)))
        turns = all(lies_in(turned_window(own), above) for above, own in inner)
        if names.intersection(pair) and inner and (closes or turns):
            return pair
    return ()
