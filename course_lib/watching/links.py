"""Searches of games that are none of the course's: who searches, and how a call got its state.

A state is linked to that of the call above by the best witness that there is: a call gave it back
(`GIVEN`), it stands inside the one above (`PART`), the same object looks different and is put back
(`CHANGED`), a call gave an equal number or text back (`TOLD`), it is another object of the same
kind (`FRESH`). Where no function has such an argument, its calls alone are known (`ARGUMENTS`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from enum import IntEnum
from types import CodeType
from typing import Any, NamedTuple

from course_lib.plain import letters
from course_lib.watching.record import (
    ACTIONS,
    BEGUN,
    FINAL,
    PLAYER,
    RULES,
    Fields,
    Function,
    Record,
    Thing,
    fields_of,
    is_fixed,
    snapshot,
)
from course_lib.watching.trace import PLAIN, SCALAR, alike, short
from course_lib.watching.tree import Node, Tree

_MOST, _PAIR = 400, 4


class Kind(IntEnum):
    """How a state is linked to that of the call above, the best first."""

    GIVEN, PART, CHANGED, TOLD, FRESH, SAME, ARGUMENTS = range(7)


class Link(NamedTuple):
    """Where an argument came from."""

    kind: Kind
    by: int
    """The call that gave it back, or the one above."""
    how: Any = None
    """Its place in a pair and the rest; its places in the thing above; the argument there."""


class LinkedTree(Tree):
    """The tree of a search without a watched game."""

    def __init__(self, record: Record, code: CodeType | None) -> None:
        super().__init__(record, None, code)
        self.lists = False
        """Whether the states are lists, each in the one above."""
        self.placed: list[Node] = []
        """The nodes whose action is the place where their state differs from the one above."""
        self.found: dict[int, dict[int, Link]] = {}
        """For each call of a searching function its linked arguments, by place."""
        self.matched: dict[tuple[Function, Function], list[int]] = {}
        self.makers: dict[Function, int] = {}
        """The functions that give states back, and the place of the state in a pair; -1: alone."""
        self.places: dict[Function, tuple[Kind, int]] = {}
        """For each searching function how its state is linked, and which argument it is."""
        self.first: Any = None
        """Without a searching function: what the first maker was handed."""
        self.above = self.callers(self.searching)
        """For each call that of a searching function that it ran in."""
        if self.searching:
            self.look_at_calls()
            self.choose_places()
        else:
            self.look_at_makers()
        functions = set(record.functions)
        self.silent = {each for each in functions - set(self.places) - self.thin
                       if self.searching or each.name in RULES or each in self.makers}  # fmt: skip
        self.tells = {each for each in functions if each in self.makers or each.name in RULES}
        self.tells |= self.thin
        outside = self.callers(self.places)
        self.outer = [row for row, each in enumerate(record.functions)
                      if each in self.places and outside[row] < 0]  # fmt: skip
        self.alone = len(self.outer) == 1 and self.outer[0] > 0
        """Whether one call begins it all inside another function."""
        self.root.state = self.first_state()
        self.at = {id(self.root.state): self.root}

    # --- before the tree is made ------------------------------------------------------------------

    def callers(self, functions: Collection[Function]) -> list[int]:
        """For each call that of one of these functions that it ran in; -1 where it ran in none."""
        found = list[int]()
        for row in self.record.above:
            outside = row < 0 or self.record.functions[row] in functions
            found.append(row if outside else found[row])
        return found

    def look_at_calls(self) -> None:
        """Link the arguments of all searching calls."""
        record, searching = self.record, self.searching
        functions, origin = record.functions, dict[int, tuple[Any, Link]]()
        told: dict[int, list[tuple[Any, int]]] = {}
        gives = {
            each: (each not in searching or each.pauses)
            and each.name not in ACTIONS | PLAYER | FINAL
            for each in set(functions)
        }
        """Whether what a function gives back may be a state."""
        for row, given in record.given_back():
            function = functions[row]
            if given is BEGUN:
                if function in searching:
                    self.found[row] = dict(self.links_of(row, origin, told))
                continue
            new = function.name == "__init__"
            back = record.arguments[row][0] if new else given
            if isinstance(back, SCALAR):
                number = isinstance(back, int | str) and type(back) is not bool
                if number and function not in searching:
                    told.setdefault(record.above[row], []).append((back, row))
            elif gives[function] and (new or not any(back is x for x in record.arguments[row])):
                for thing, at, beside in (*list(pieces(back))[1:], (back, -1, ())):
                    if not isinstance(thing, SCALAR) and not callable(thing):
                        origin[id(thing)] = (thing, Link(Kind.GIVEN, row, (at, beside)))

    def links_of(
        self, row: int, origin: dict[int, Any], told: dict[int, Any]
    ) -> Iterator[tuple[int, Link]]:
        """Each argument of this call that is linked to the call above, with its link."""
        record, caller = self.record, self.above[row]
        up = max(caller, 0)
        before = record.arguments[up] if row else ()
        partners = self.partners(record.functions[row], record.functions[up])
        for at, thing in enumerate(record.arguments[row]):
            if type(thing) is bool:  # no state, and the same as half of all others
                continue
            place = partners[at] if at < len(partners) else at
            partner = before[place] if place < len(before) else None
            if isinstance(thing, SCALAR):
                if not isinstance(partner, SCALAR) and (where := places(partner, thing)):
                    yield at, Link(Kind.PART, up, where)
                    continue
                said = reversed(told.get(record.above[row], ()))
                if (by := next((by for x, by in said if alike(x, thing)), None)) is not None:
                    yield at, Link(Kind.TOLD, by)
                elif partner is not None and alike(partner, thing):
                    yield at, Link(Kind.SAME, up, place)
                continue
            came = origin.get(id(thing))
            same = next((k for k, x in enumerate(before) if x is thing), -1)
            if came and came[0] is thing and (came[1].by > up or caller < 0):
                yield at, came[1]
            elif same >= 0:
                changed = differ(self.look(up, same), self.look(row, at))
                yield at, Link(Kind.CHANGED if changed else Kind.SAME, up, same)
            elif not isinstance(partner, SCALAR) and (where := places(partner, thing)):
                yield at, Link(Kind.PART, up, where)
            elif type(partner) is type(thing):
                yield at, Link(Kind.FRESH, up, place)

    def partners(self, function: Function, above: Function) -> list[int]:
        """For each parameter which one of the function above is its own: by name, or by place."""
        if (function, above) not in self.matched:
            theirs = above.parameters
            self.matched[function, above] = [
                theirs.index(name) if name in theirs else at
                for at, name in enumerate(function.parameters)
            ]
        return self.matched[function, above]

    def look(self, row: int, at: int) -> Any:
        """What this argument looked like when the call began, as far as that was seen."""
        looks, thing = self.record.looks.get(row), self.record.arguments[row][at]
        return (
            snapshot(thing) if type(thing) is tuple and is_fixed(thing) else looks and looks.get(at)
        )

    def choose_places(self) -> None:
        """Find each function's state: the argument with the best link that all its calls have."""
        record = self.record
        inner: Counter[Function] = Counter()
        votes: dict[tuple[Function, int], list[tuple[Kind, bool]]] = {}
        for row, links in self.found.items():
            function = record.functions[row]
            below = self.above[row] >= 0
            inner[function] += below
            for at, link in links.items():
                votes.setdefault((function, at), []).append((link.kind, below))
        for (function, at), given in sorted(votes.items(), key=lambda each: each[0][1]):
            count = Counter(kind for kind, _ in given)
            others = inner[function] - sum(below for _, below in given)  # it has no link in these
            others += sum(count.values()) - count[Kind.SAME] - count[Kind.GIVEN]
            kept = not function.changed[at]
            for kind in (Kind.GIVEN, Kind.PART, Kind.CHANGED, Kind.TOLD, Kind.FRESH):
                loose = kind == Kind.GIVEN or (kind == Kind.CHANGED and kept)
                strict = kind != Kind.CHANGED and others <= count[kind]
                if count[kind] and (loose or strict):
                    if function not in self.places or kind < self.places[function][0]:
                        self.places[function] = (kind, at)
                    break
        for row, links in self.found.items():
            place = self.places.get(record.functions[row])
            state = links.get(place[1]) if place else None
            if state and state.kind == Kind.GIVEN:
                self.makers[record.functions[state.by]] = state.how[0]
        if not self.places:
            for row in self.found:
                things = record.arguments[row]
                at = next((k for k, one in enumerate(things) if isinstance(one, list | tuple)), -1)
                self.places.setdefault(record.functions[row], (Kind.ARGUMENTS, at))

    def look_at_makers(self) -> None:
        """Without recursion: who is handed later what it gave back makes the tree."""
        record, given = self.record, dict[int, tuple[Any, Function, int]]()
        for row, back in record.given_back():
            if back is BEGUN:
                for thing in record.arguments[row]:
                    found = given.get(id(thing))
                    if found and found[0] is thing and found[1] is record.functions[row]:
                        self.makers.setdefault(found[1], found[2])
            elif record.functions[row].name not in RULES - {"result", "generateSuccessor"}:
                for thing, at, _ in pieces(back):
                    if not isinstance(thing, SCALAR) and not callable(thing):
                        given.setdefault(id(thing), (thing, record.functions[row], at))
        kinds = {type(thing) for thing, function, _ in given.values() if function in self.makers}
        made = (record.arguments[row] for row, function in enumerate(record.functions)
                if function in self.makers)  # fmt: skip
        self.first = next((one for each in made for one in each if type(one) in kinds), None)

    def first_state(self) -> Any:
        """The state that the search begins with: of its first call, or what that was made from."""
        record = self.record
        things = record.arguments[0] if record.arguments else ()
        if not self.searching:
            objects = [one for one in things if not isinstance(one, SCALAR)]
            return self.first if self.first is not None else next(iter((*objects, *things)), None)
        for row in self.outer:
            kind, at = self.places[record.functions[row]]
            if at < 0:
                return None
            state, link = record.arguments[row][at], self.found[row].get(at)
            if row == 0 or link is None or link.kind in (Kind.CHANGED, Kind.SAME, Kind.FRESH):
                return state
            made = link.kind in (Kind.GIVEN, Kind.TOLD)
            held = (*things, *record.arguments[link.by]) if made else things
            if Kind.PART in (kind, link.kind):
                return next((one for one in held if places(one, state)), None)
            return next((one for one in held if type(one) is type(state)), None)
        return None

    # --- while the tree is made ------------------------------------------------------------------

    def grow(self) -> None:
        """Go through all that happened; a place that changes in two ways is no action."""
        super().grow()
        ways = dict[Any, str | None]()
        if any(ways.setdefault((node.above, repr(node.action)), node.label) != node.label
               for node in self.placed):  # fmt: skip
            for node in self.placed:
                node.action = None
                if node.above is not None:
                    node.above.tried = []

    def holding(self, things: tuple[Any, ...]) -> Node | None:
        """The node whose state is the first of these; a number or a text may be that of many."""
        for thing in things:
            if type(thing) not in PLAIN and not isinstance(thing, SCALAR):
                node = self.at.get(id(thing))
                if node is not None and node.state is thing:
                    return node
        return None

    def node_for(self, row: int) -> Node | None:
        """The node that this call is for, made now where no call gave its state back."""
        record = self.record
        function, arguments = record.functions[row], record.arguments[row]
        if function not in self.places:
            free = not self.searching and function not in self.makers and function.name not in RULES
            node = self.holding(arguments) if free else None
            return node if node is not None and node.entered is None else None
        kind, at = self.places[function]
        thing, link = arguments[at] if at >= 0 else None, self.found[row].get(at)
        above = self.running[-1] if self.running else self.root
        weak = link is None or link.kind in (Kind.SAME, Kind.FRESH)
        if self.alone and row == self.outer[0] and weak:
            self.root.state = thing
            return above
        if kind == Kind.GIVEN:
            known = self.holding((thing,))
        else:
            known = above if at >= 0 and above.state is thing else None
        if known is not None and kind != Kind.ARGUMENTS:
            if isinstance(thing, SCALAR):
                if link is None or link.kind == Kind.SAME:
                    return above
            elif not self.has_changed(row, at, known):
                if known.entered is None and known.action is None:
                    self.name(known, row, at, None)
                return known
            else:
                above = known if known.is_open else above
        node = self.make(above, None, thing)
        if node is not None:
            self.name(node, row, at, None if kind == Kind.ARGUMENTS else link)
            if kind == Kind.PART and len(above.kids) > 1:
                self.tell_apart(above.kids[-2], node, row)
        return node

    def tell_apart(self, last: Node, node: Node, row: int) -> None:
        """Two calls in turn for one part: the same once more, or the part is not all that it is."""
        if last.row is None or last.state is not node.state:
            return
        function, arguments = self.record.functions[row], self.record.arguments
        pairs = zip(function.parameters, arguments[row], arguments[last.row], strict=False)
        if all(name in function.bounds or alike(one, other) for name, one, other in pairs):
            node.attempt += last.attempt * (node.action is not None)
        elif not isinstance(node.state, SCALAR):
            up = node.above.row or 0 if node.above else 0
            for each, call in ((last, last.row), (node, row)):
                each.action, each.label = None, self.changed_arguments(call, up)

    def place_name(self, place: Any) -> str:
        """The name of a place in lists is a letter, as the numbers there are values."""
        is_place = self.lists and type(place) is int
        return letters(place + 1) if is_place else place if type(place) is str else short(place)

    def has_changed(self, row: int, at: int, node: Node) -> bool:
        """Whether this object looks otherwise than when the call for its node began."""
        before = self.record.arguments[node.row] if node.row is not None else ()
        place = next((place for place, thing in enumerate(before) if thing is node.state), -1)
        then, now = self.look(node.row or 0, place) if place >= 0 else None, self.look(row, at)
        return differ(then, now)

    def name(self, node: Node, row: int, at: int, link: Link | None) -> None:
        """Say what led to this call in the words of the search: a move, a place, a cell."""
        above = node.above
        if above is None:
            return
        how: Any = link.how if link else None
        by = link.by if link else -1
        if link and link.kind == Kind.PART:
            self.lists |= isinstance(self.root.state, list | tuple)
            node.label = " or ".join(map(self.place_name, how))
            node.action = how[0] if len(how) == 1 else None
        elif link and link.kind in (Kind.GIVEN, Kind.TOLD):
            made = [each for each in (how[1] if how else ()) if not callable(each)]
            node.action = move_in(made or self.moved(by, above), above)
        if node.action is None and (not link or link.kind != Kind.PART):
            node.action = move_in(self.pushed(row, at, above), above)
        if node.action is None and link and link.kind in (Kind.CHANGED, Kind.FRESH):
            then, now = self.look(by, how), self.look(row, at)
            apart = difference(then, now) if then is not None and now is not None else None
            node.label, node.action = apart or (None, None)
            self.placed += [node] * (node.action is not None)
            if apart or link.kind == Kind.CHANGED:
                if node.action is not None:
                    above.tries(node.action)
                return
        if node.action is not None:
            above.tries(node.action)
        elif node.label is None:
            node.label = self.changed_arguments(row, above.row or 0)

    def moved(self, maker: int, above: Node) -> tuple[Any, ...]:
        """What a maker was handed beside the state: the move, where it was handed that."""
        record, state = self.record, above.state
        things, held = record.arguments[maker], record.arguments[above.row or 0]
        beside = [one for one in things if not alike(one, state)]
        if len(beside) == len(things):
            return ()
        new = things[:1] if record.functions[maker].name == "__init__" else ()
        return tuple([one for one in beside if type(one) in PLAIN - {bool} or (
            type(one) is not bool and not any(one is each for each in (*held, *new))
        )])  # fmt: skip

    def pushed(self, row: int, at: int, above: Node) -> tuple[Any, ...]:
        """The arguments of the one call that made a move on this board, as `push` does."""
        record = self.record
        thing = record.arguments[row][at] if at >= 0 else None
        if isinstance(thing, SCALAR):
            return ()
        for each in range(row - 1, above.row or 0, -1):
            function, found = record.functions[each], record.arguments[each]
            if function in self.places:
                break
            for place, one in enumerate(found if record.above[each] == record.above[row] else ()):
                rest = found[:place] + found[place + 1 :]
                if one is thing and rest and function.changed[place]:
                    return rest
        return ()

    def changed_arguments(self, row: int, up: int) -> str | None:
        """The arguments that differ from those of the call above."""
        record = self.record
        names, theirs = (record.functions[each].parameters for each in (row, up))
        others = dict(zip(theirs, record.arguments[up], strict=False))
        looks, changed = record.looks.get(row, {}), list[str]()
        for at, (name, one) in enumerate(zip(names, record.arguments[row], strict=False)):
            plain = isinstance(one, (*SCALAR, tuple, list, frozenset)) and name != "self"
            if plain and not (name in others and alike(others[name], one)):
                other = type(one) is list and looks.get(at, snapshot(one)) != snapshot(one)
                changed.append(f"{name}={short(list(looks[at]) if other else one)}")  # as it was
        return ", ".join(changed) or None

    def ended(self, row: int, returned: Any, node: Node | None) -> None:
        """A call has ended, or a generator waits: makers give states back, rules tell of them."""
        record = self.record
        function, arguments = record.functions[row], record.arguments[row]
        if function not in self.tells:
            return
        last = len(record.functions) == row + 1 or record.above[row + 1] != row
        if node is None and function in self.thin and last and self.running:
            self.answered(row, short_of(arguments))  # a wrapper has answered by itself
        if function in self.makers and row not in record.raised:
            above = self.holding(arguments)
            back = arguments[0] if function.name == "__init__" else returned
            for thing, at, beside in pieces(back):
                known = self.holding((thing,))
                if (
                    above is not None
                    and at == self.makers[function]
                    and type(thing) is type(above.state)
                    and thing is not above.state
                    and (known is None or known.above is not above)
                ):
                    self.make(above, move_in(beside or self.moved(row, above), above), thing)
        node = self.holding(arguments)
        if node is None and self.running and isinstance(self.running[-1].state, SCALAR):
            running = self.running[-1]
            node = running if any(alike(one, running.state) for one in arguments) else None
        if node is None:
            return
        if function.name in FINAL and isinstance(returned, bool):
            node.final = returned or bool(node.final)
        elif function.name in PLAYER and node.player is None and isinstance(returned, str | int):
            node.player = str(returned)
        elif function.name in ACTIONS and isinstance(returned, list | tuple | set | frozenset):
            node.listed = node.listed or tuple(returned)


def differ(then: Any, now: Any) -> bool:
    """Whether a thing that was looked at twice has changed."""
    return then is not None and now is not None and then != now


def short_of(things: tuple[Any, ...]) -> str | None:
    """The plain things among these in few letters."""
    plain = [one for one in things if one is not None and isinstance(one, SCALAR)]
    return ", ".join(map(short, plain)) or None


def difference(before: Any, after: Any, way: tuple[Any, ...] = (),
               words: str = "") -> tuple[str, Any] | None:  # fmt: skip
    """The one place where two snapshots differ, in words and as a key, if it is one."""
    if type(before) is not type(after) or not isinstance(before, tuple) or type(before) is Thing:
        if not words or not isinstance(after, SCALAR):
            return None
        return f"{words.lstrip('.')}={short(after)}", way[0] if len(way) == 1 else way or None
    names: Any = range(len(before))
    mark, old, new = "[]", before, after
    if type(before) is Fields:
        (mark, names, old), (_, others, new) = before, after
        if names != others:
            return None
    elif len(after) == len(before) + 1 and after[:-1] == before and isinstance(after[-1], SCALAR):
        return f"{words.lstrip('.')}+{short(after[-1])}", None
    apart = [at for at, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]]
    if len(old) != len(new) or len(apart) != 1:
        return None
    key, one, other = names[apart[0]], old[apart[0]], new[apart[0]]
    if mark == ".":
        return difference(one, other, way, f"{words}.{key}")
    return difference(one, other, (*way, key), f"{words}[{key!r}]")


def places(whole: Any, part: Any, deep: int = 0) -> list[Any]:
    """Where in the whole this very thing stands: indices, keys or names."""
    if plain := isinstance(whole, list | tuple):
        found: list[Any] = [at for at, one in enumerate(whole[:_MOST]) if one is part]
        if found:
            return found
    elif isinstance(whole, SCALAR) or callable(whole):
        return []
    inside = dict(enumerate(whole[:_MOST])) if plain else whole
    if not isinstance(inside, dict):
        inside = fields_of(whole)
    found = [key for key, one in inside.items() if one is part]
    if not found and plain and not deep:  # in a pair, such as (action, child)
        found = [key for key, one in inside.items() if isinstance(one, tuple)
                 and len(one) <= _PAIR and any(each is part for each in one)]  # fmt: skip
    kinds = list if plain else list | tuple | dict
    inner = (one for one in inside.values() if isinstance(one, kinds)) if not deep else ()
    return found or [key for one in inner for key in places(one, part, 1)]


def pieces(whole: Any) -> Iterator[tuple[Any, int, tuple[Any, ...]]]:
    """What a call gave back and what is in it, each with its place in a pair, and the rest."""
    yield whole, -1, ()
    if isinstance(whole, dict):
        yield from ((one, 1, (key,)) for key, one in list(whole.items())[:_MOST])
        return
    if not isinstance(whole, list | tuple):
        return
    many = isinstance(whole, list) or all(isinstance(one, tuple) for one in whole)
    for one in whole[:_MOST] if many else (whole,):
        if many:
            yield one, -1, ()
        if isinstance(one, tuple) and 2 <= len(one) <= _PAIR:
            yield from ((part, at, one[:at] + one[at + 1 :]) for at, part in enumerate(one)
                        if not isinstance(part, SCALAR))  # fmt: skip


def move_in(things: Any, above: Node) -> Any:
    """The action among these: what was listed as one, else all of them."""
    listed = (
        [one for one in things if any(alike(one, each) for each in above.listed)]
        if above.listed
        else []
    )
    found = listed if len(listed) == 1 else list(things)
    return None if not found else found[0] if len(found) == 1 else tuple(found)
