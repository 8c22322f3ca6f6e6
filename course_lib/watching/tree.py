"""The tree in a record: a node is a state that was given back, and calls say what it is worth.

Whoever asks for a state, a call, a loop, a generator or a queue, the tree is the same. A call that
is handed such a state is *for* that node: what it gives back is the node's value. A watched game
tells itself which states it makes; where there is none, `links.py` finds them.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType
from typing import Any

from course_lib.game import Action, State
from course_lib.watching.record import CACHED, LISTED, MADE, PAUSED, RULES, Function, Record
from course_lib.watching.trace import alike, is_number

_NONE: list[Any] = []
"""What a node has tried that has tried nothing; never changed."""

_MOST_MADE = 40
"""So many states are made for each node that may be recorded."""


class Node:
    """A state of the tree, and what the record tells of it."""

    __slots__ = (
        "above", "action", "attempt", "cached", "entered", "final", "helped",
        "inner", "kids", "label", "left", "listed", "made", "number", "pass_number", "player",
        "row", "state", "tried", "visits",
    )  # fmt: skip

    def __init__(self, above: Node | None, action: Action | None, state: State, made: int) -> None:
        self.above, self.action, self.state, self.made = above, action, state, made
        self.label: str | None = None
        """The step that led here in words, where there is no action."""
        self.row: int | None = None
        """The call that says what it is worth, and whether that is a helper, which searches no
        further; `inner`: at the root a call with its state inside its own."""
        self.inner: int | None = None
        self.helped = self.cached = False
        self.listed: tuple[Action, ...] = ()
        self.tried: list[Action] = _NONE
        self.kids: list[Node] = _NONE
        self.entered: int | None = None
        self.left: int | None = None
        """When the call began and ended, on the clock."""
        self.attempt = 1
        self.pass_number: int | None = None
        self.player: Any = None
        self.final: bool | None = None
        self.visits: int | None = None
        """How many visits of the game there had been when its state was made."""
        self.number = -1
        """Its place among those that count."""

    def add(self, kid: Node, action: Action | None) -> None:
        """A state was given back below this one, by this action where it is known."""
        if self.kids is _NONE:
            self.kids = []
        self.kids.append(kid)
        if action is not None:
            self.tries(action)

    def tries(self, action: Action) -> None:
        """This action was tried here."""
        if self.tried is _NONE:
            self.tried = []
        self.tried.append(action)

    @property
    def count(self) -> int:
        """How many states were made below it, each once."""
        return sum(kid.attempt == 1 for kid in self.kids)

    @property
    def is_open(self) -> bool:
        """Whether the call for it is running."""
        return self.entered is not None and self.left is None


class Tree:
    """Goes through a record once, and makes the nodes."""

    def __init__(self, record: Record, root: State, code: CodeType | None) -> None:
        self.record, self.limit = record, record.most
        called = (row for row, each in enumerate(record.functions) if each.code is code)
        self.top = next(called, 0)
        """The call of the function that was watched."""
        self.searching, self.thin = searching_in(record)
        """The functions that call themselves; where there are none, all count. The thin ones hand
        on all that they are handed, as a decorator's does."""
        self.clock = self.count = 0
        self.full = False
        """Whether more nodes had calls than the limit."""
        self.root = Node(None, None, root, 0)
        self.nodes = [self.root]
        self.at = {id(self.root.state): self.root}
        self.running: list[Node] = []
        self.calls: dict[int, Node] = {}
        """The nodes of the calls that run or wait."""
        self.kind = type(root)
        self.torn: list[Node] = []
        """Those of which, in a loop, two functions give two numbers: neither is the value."""
        self.silent: set[Function] = set()
        """The functions whose calls are for no node."""

    def grow(self) -> None:  # noqa: PLR0912 - all that may happen
        """Go through all that happened."""
        begun, functions, silent = 0, self.record.functions, self.silent
        for what in self.record.moments:
            if self.full:
                return
            if type(what) is int:
                if what < begun:
                    self.end(what)
                else:
                    begun = what + 1
                    if functions[what] not in silent or what == self.top:
                        self.begin(what)
            elif what[0] is MADE:
                node = self.at.get(id(what[1]))
                if node is not None and (made := self.make(node, what[2], what[3])) is not None:
                    made.visits = what[4]
            elif what[0] is LISTED:
                if (node := self.at.get(id(what[1]))) is not None:
                    node.listed = node.listed or tuple(what[3])
            elif what[0] is CACHED:
                for _ in range(what[1] if self.running else 0):
                    self.answered(None, None)
            elif what[0] is PAUSED:
                self.pause(what[1], what[2])
            elif (node := self.calls.get(what[1])) is not None:  # it goes on
                self.running.append(node)
                node.left = None
        for node in self.torn:
            node.entered = node.left = node.row = None
        if self.root.entered is None:  # a function that is not written in Python
            self.root.entered, self.root.left = 1, 2

    def make(self, above: Node, action: Action | None, state: State) -> Node | None:
        """The node of a state that has just been given back below this one."""
        if len(self.nodes) >= _MOST_MADE * self.limit:
            self.full = True
            return None
        self.clock += 1
        node = Node(above, action, state, self.clock)
        self.nodes.append(node)
        above.add(node, action)
        self.at[id(state)] = node
        return node

    def holding(self, things: tuple[Any, ...]) -> Node | None:
        """The node whose state is the first of these that is one."""
        for thing in things:
            node = self.at.get(id(thing))
            if node is not None and node.state is thing:
                return node
        return None

    # --- calls -----------------------------------------------------------------------------------

    def begin(self, row: int) -> None:
        """A call begins: perhaps it is for a node."""
        node = self.root if row == self.top else self.node_for(row) if row > self.top else None
        if node is not None:
            self.enter(row, node)

    def node_for(self, row: int) -> Node | None:
        """The node that this call is for, if it is for one."""
        function, arguments = self.record.functions[row], self.record.arguments[row]
        if function.name in RULES and function.parameters[:1] == ("self",):
            return None  # another game around this one
        if function.name == "<lambda>" and not function.recursive:
            return None  # what it calls says more
        return self.holding(arguments) or self.copied(arguments)

    def copied(self, things: tuple[Any, ...]) -> Node | None:
        """The node near the call that is running whose state one of these is equal to."""
        for thing in things:
            if type(thing) is not self.kind:
                continue
            for each in reversed(self.running):
                for node in (*reversed(each.kids), each):
                    if alike(node.state, thing):  # a copy, which stands for it from now on
                        self.at[id(thing)], node.state = node, thing
                        return node
        return None

    def enter(self, row: int, node: Node) -> None:
        """A call for this node begins; of several inside each other the outermost counts."""
        function, searching = self.record.functions[row], self.searching
        helps = bool(searching) and row != self.top and function not in searching | self.thin
        if node.is_open:
            if node.helped and not helps:  # a helper hands its state to the search
                del self.calls[node.row or 0]
                self.calls[row], node.row, node.helped = node, row, False
                return
            root = node is self.root or (node.pass_number and not helps)
            if self.running[-1] is not node or not root:
                return
            above = node  # a call for the root's state inside the root's own: perhaps a pass
            node = Node(above, None, above.state, self.clock)
            node.pass_number = 1
            self.nodes.append(node)
            above.add(node, None)
            self.at[id(node.state)] = node
        elif node.entered is not None and not node.helped:
            before = self.record.functions[node.row or 0]
            if not helps and (searching or function is before):
                again = self.make(node.above or self.root, None, node.state)
                if again is None:
                    return
                again.attempt, again.label = node.attempt + 1, node.label
                again.action, node = node.action, again
            elif helps or is_number(first := self.record.returned[node.row or 0]):
                other = self.record.returned[row]
                if not searching and is_number(other) and other != first:
                    self.torn.append(node)
                return
        elif self.walks_to(node):
            return
        self.count += 1
        self.full = self.count > self.limit
        if self.full:
            return
        self.clock += 1
        node.entered, node.left, node.row = self.clock, None, row
        node.helped = helps
        self.running.append(node)
        self.calls[row] = node

    def walks_to(self, node: Node) -> bool:
        """Whether the running call has gone on to this state by itself, as a random game does."""
        running = self.running[-1] if self.running else self.root
        above = node.above
        if running is self.root or running.pass_number or above is None or above.entered:
            return False
        while above is not None and above.entered is None:
            above = above.above
        return above is running

    def end(self, row: int) -> None:
        """A call ends."""
        node = self.calls.pop(row, None)
        if node is not None:
            if self.running and self.running[-1] is node:
                self.running.pop()
            elif node in self.running:
                del self.running[self.running.index(node) :]  # those further in ended unseen
            self.clock += 1
            node.left = self.clock
            if node.pass_number is not None and node.above is not None:
                self.at[id(node.state)] = node.above
        self.ended(row, self.record.returned[row], node)

    def ended(self, row: int, returned: Any, node: Node | None) -> None:
        """A call has ended, or a generator waits; where no game is watched this may tell more."""

    def pause(self, row: int, given: Any) -> None:
        """A generator waits: what is asked meanwhile is not its own."""
        node = self.calls.get(row)
        if node is not None and node in self.running:
            self.running.remove(node)
            self.clock += 1
            node.left = self.clock  # perhaps nobody wakes it
        self.ended(row, given, self.root)

    def answered(self, row: int | None, label: str | None) -> None:
        """A cache has answered in place of a call."""
        node = self.make(self.running[-1], None, None)
        if node is not None:
            self.clock += 2
            node.entered, node.left, node.row = self.clock - 1, self.clock, row
            node.cached, node.label = True, label

    # --- walks -----------------------------------------------------------------------------------

    def leave_walks(self) -> None:
        """A function that neither calls itself nor tries two actions of any state goes its way.

        So does a random game: what is looked at on the way is searched by nobody.
        """
        several, ways = set[Function](), dict[Node, Function]()
        for node in self.nodes[1:]:
            if node.row is None or node.left is None or node.pass_number is not None:
                continue
            function, begun = self.record.functions[node.row], node.entered or 0
            inner = [kid for kid in node.kids if begun < (kid.entered or 0) < node.left]
            if function not in self.searching | self.thin and inner:
                ways[node] = function
                if len(node.kids) > 1 or inner[0].action is None:
                    several.add(function)
        for node, function in ways.items():
            todo = [] if function in several else [*node.kids]
            while todo:
                below = todo.pop()
                below.entered = None
                todo += below.kids

    # --- passes ----------------------------------------------------------------------------------

    def settle_passes(self) -> None:
        """Keep the passes if the search went over its tree more than once; else they are one."""
        root = self.root
        inner = list(inside(root))
        passes = [each for each in inner if any(kid.pass_number is None for kid in each.kids)]
        actions = self.about_actions(passes)
        several = len(passes) > 1 and not actions
        root.kids = [kid for kid in root.kids if kid.pass_number is None]
        for each in inner:
            each.kids = [kid for kid in each.kids if kid.pass_number is None]
            if several and each in passes:
                each.pass_number, each.above = 1 + passes.index(each), root
                root.kids.append(each)
                continue
            for kid in each.kids:
                kid.above = root
            root.kids += each.kids
            root.listed, root.tried = root.listed or each.listed, root.tried + each.tried
            each.entered = None
        root.kids.sort(key=lambda kid: kid.made)
        if several:  # what was cut was cut in a pass
            root.listed = ()
        elif not actions:  # a call that searched nothing, beside others that did, has no answer
            alone = [each for each in inner if not each.helped and not root.kids]
            root.inner = next((each.row for each in passes or alone), None)

    def about_actions(self, passes: list[Node]) -> bool:
        """Whether each of these calls was handed an action with the root's state.

        Then it has tried this action alone, and another call another one: no passes.
        """
        handed = list[Action]()
        for each in passes:
            tried = [
                one
                for one in each.tried
                if each.row is not None
                and any(alike(one, thing) for thing in self.record.arguments[each.row])
            ]
            if not tried or any(not alike(one, tried[0]) for one in each.tried):
                return False
            handed.append(tried[0])
        return any(not alike(one, handed[0]) for one in handed)


def inside(top: Node) -> Iterator[Node]:
    """The calls for the root's state inside each other, in the order in which they began."""
    todo = [top]
    while todo:
        node = todo.pop()
        if node is not top:
            yield node
        todo += [kid for kid in reversed(node.kids) if kid.pass_number is not None]


def searching_in(record: Record) -> tuple[set[Function], set[Function]]:
    """The functions that call themselves or, in so shallow a search, would; and thin wrappers."""
    functions = set(record.functions)
    recursive = {each for each in functions if each.recursive} or in_a_ring(functions)
    thin = {each for each in recursive if not each.code.co_argcount and each.rest >= 0}
    recursive -= thin if thin != recursive else set()
    consts = {id(one) for each in recursive for one in each.code.co_consts}
    inner = {each for each in recursive if each.name == "<lambda>" and id(each.code) in consts}
    return recursive - inner, thin


def in_a_ring(functions: set[Function]) -> set[Function]:
    """The functions that name themselves, or each other in a ring."""
    after = {}
    for each in functions:
        names = {name for one in nested(each.code) for name in (*one.co_names, *one.co_freevars)}
        after[each] = {one for one in functions if one.name in names - RULES}
    found = set()
    for each in functions:
        reached, todo = set[Function](), list(after[each])
        while todo:
            if (one := todo.pop()) not in reached:
                reached.add(one)
                todo += after[one]
        found |= {each} & reached
    return found


def nested(code: CodeType) -> Iterator[CodeType]:
    """The code of a function, and of those without a name inside it."""
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType) and each.co_name.startswith("<"):
            yield from nested(each)
