"""The class is the tree: each phone is a node, and the room computes the value of the root."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from math import inf, prod
from random import Random
from typing import Any, ClassVar, NamedTuple

from course_lib.views.trees.words import number, signs
from course_tools.arena.server.web import Changes
from course_tools.log import Log
from course_tools.studio.lectures.lecture import Entry, Lecture

NAME = "class-tree"
LINE = "The class is the tree: each phone is a node, and the room computes the value of the root."

SHAPES = ((2, 2), (3, 2), (3, 3), (2, 2, 2), (3, 2, 2), (2, 3, 3), (3, 3, 2), (3, 3, 3))
"""How many children the nodes of each level have: a tree of 40 nodes can be read from the last row,
and where there are more phones, several are one node."""

PATIENCE, AWAY = 15.0, 3.0
"""So many seconds a question waits for phones, and so many where all its phones are away."""

INFINITE = (-inf, inf)

Tree = int | list["Tree"]
"""A number at a leaf, or what hangs below a node."""

EXAMPLE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
MOST = 27
"""So many leaves, side by side, can be read from the last row, as in the largest of our shapes."""

_LEVELS = "ABCDEFGH"


class Order(StrEnum):
    """In which order the children of a node are asked."""

    DRAWN = "drawn"
    WORST = "worst"
    BEST = "best"


class Kind(StrEnum):
    """What somebody can answer."""

    SEND = "send"
    CUT = "cut"
    GO_ON = "go on"


class Stand(StrEnum):
    """How far a node is in a round."""

    WAITS = "waits"
    OPEN = "open"
    DONE = "done"
    DARK = "dark"
    """It was never asked."""


class Answer(NamedTuple):
    """One of the answers to a question: a number to send up, or the child to ask next."""

    kind: Kind
    what: int


class Way(NamedTuple):
    """How a round computes the root's value."""

    title: str
    cuts: bool
    order: Order


WAYS = {
    "minimax": Way("Minimax", cuts=False, order=Order.DRAWN),
    "drawn": Way("Alpha-beta", cuts=True, order=Order.DRAWN),
    "worst": Way("Alpha-beta, worst moves first", cuts=True, order=Order.WORST),
    "best": Way("Alpha-beta, best moves first", cuts=True, order=Order.BEST),
}


class Node(NamedTuple):
    """A node as it was planted: its name on the wall, who chooses there, what it is worth."""

    name: str
    above: int
    kids: tuple[int, ...]
    player: str
    """`MAX`, `MIN`, or nothing at a leaf."""
    truth: int


@dataclass
class Turn:
    """What a node does in a round."""

    stand: Stand = Stand.WAITS
    window: tuple[float, float] = INFINITE
    got: dict[int, int] = field(default_factory=dict)
    """What its children have sent, in the order in which it came."""
    question: int = 0
    """The number of the question that its phones are asked now; 0 for none."""
    since: float = 0
    taps: dict[str, int] = field(default_factory=dict)
    value: int | None = None
    slip: bool = False
    """Whether somebody answered otherwise than the numbers from below and the window demand."""
    machine: bool = False
    """Whether nobody has answered, and the machine did."""


class Round(NamedTuple):
    """What became of a round."""

    title: str
    value: int
    asked: int
    dark: int
    phones: int
    """How many phones were never asked."""
    missed: int
    """How many cuts nobody made."""


def grown(shape: Sequence[int], rng: Random) -> Tree:
    """A tree of this shape with different numbers at its leaves."""
    size = prod(shape)
    leaves = iter(rng.sample(range(1, max(20, 2 * size)), size))

    def below(level: int) -> Tree:
        kids = shape[level] if level < len(shape) else 0
        return [below(level + 1) for _ in range(kids)] or next(leaves)

    return below(0)


def read(text: str) -> Tree:
    """The tree that these nested lists of whole numbers are."""

    def check(part: Any, level: int) -> None:
        if type(part) is int and level:
            return
        if not isinstance(part, list) or not part or level >= len(_LEVELS) - 1:
            raise ValueError(
                f"a tree is nested lists of whole numbers, such as {EXAMPLE}, with at most"
                f" {len(_LEVELS) - 1} levels below its root; found {text}"
            )
        for each in part:
            check(each, level + 1)

    try:
        tree: Tree = json.loads(text)
    except json.JSONDecodeError as broken:
        raise ValueError(
            f"{text} is no tree ({broken}); write nested lists, such as {EXAMPLE}"
        ) from None
    check(tree, 0)
    leaves = sum(not node.kids for node in planted(tree))
    if leaves > MOST:
        raise ValueError(f"{leaves} leaves can't be read from the last row; {MOST} can")
    return tree


def planted(tree: Tree) -> list[Node]:
    """The nodes of this tree, level by level."""
    parts, above, level, kids = [tree], [-1], [0], []
    for at, part in enumerate(parts):  # which grows meanwhile
        own = part if isinstance(part, list) else []
        kids.append(tuple(range(len(parts), len(parts) + len(own))))
        parts += own
        above += [at] * len(own)
        level += [level[at] + 1] * len(own)
    nodes: list[Node] = []
    for at in reversed(range(len(parts))):
        part, letter = parts[at], _LEVELS[level[at]]
        name = f"{letter}{at - level.index(level[at]) + 1}" if at else letter
        player = ("MAX", "MIN")[level[at] % 2] if kids[at] else ""
        below = (nodes[len(parts) - 1 - kid].truth for kid in kids[at])
        truth = part if isinstance(part, int) else _best(player, below)
        nodes.append(Node(name, above[at], kids[at], player, truth))
    return nodes[::-1]


def shape_for(phones: int) -> tuple[int, ...]:
    """The largest shape of which so many phones can be all nodes, or else the smallest."""
    fit = [one for one in SHAPES if _size(one) <= phones]
    return max(fit or SHAPES[:1], key=_size)


def _size(shape: Sequence[int]) -> int:
    return sum(prod(shape[:level]) for level in range(len(shape) + 1))


def _best(player: str, values: Iterable[int]) -> int:
    return max(values) if player == "MAX" else min(values)


def class_tree(name: str) -> Callable[[Log], ClassTree]:
    """What makes the lecture that this names: `class-tree`, or `class-tree:TREE` for one's own."""
    tree = name.partition(":")[2].strip()
    return partial(ClassTree, tree=read(tree) if tree else None)


class ClassTree(Lecture):
    """A tree that phones compute: minimax from below, or alpha-beta along one open path.

    A node with several phones sends what most of them say; the machine answers in time for phones
    that sleep, that have left, or that nobody holds. It answers right; phones may be wrong, and
    what follows from that climbs as it would in a search.
    """

    projector = "tree.html"
    keys: ClassVar[dict[str, str]] = {
        **{str(number): name for number, name in enumerate(WAYS, 1)},
        "p": "pause",
        "s": "skip",
        "r": "reveal",
        "g": "plant",
    }

    def __init__(self, log: Log, tree: Tree | None = None) -> None:
        """Wait for phones, or go on with the lecture that was ended by force.

        With a `tree` of the lecturer's own, the class is that one.
        """
        self.tree = tree
        self.nodes: list[Node] = []
        self.kids: list[tuple[int, ...]] = []
        """The children of each node, in the order in which they are asked now."""
        self.turns: list[Turn] = []
        self.seats: dict[str, int] = {}
        """The node that each phone is."""
        self.quiet: set[str] = set()
        """The phones that left the machine their last question."""
        self.bells: dict[str, Changes] = {}
        self.way: Way | None = None
        self.rounds: list[Round] = []
        self.paused = self.reveal = False
        self.number = self.missed = 0
        self.clock = 0.0
        """The seconds in which nobody paused."""
        super().__init__(log, NAME if tree is None else f"{NAME}:{json.dumps(tree)}")
        self.commands |= {
            "plant": self.plant,
            **{name: partial(self.begin, name) for name in WAYS},
            "forward": self.forward,
            "pause": lambda: self._switch("pause", not self.paused),
            "skip": self.skip,
            "reveal": lambda: self._switch("reveal", not self.reveal),
        }

    def take(self, entry: Entry) -> None:
        """Let this have happened."""
        super().take(entry)
        match entry:
            case {"phone": token}:
                self.bells[token] = Changes()
            case {"gone": token}:
                self.seats.pop(token, None)
                self.bells.pop(token, Changes()).tell()
            case {"plant": tree, "seats": seats}:
                self.nodes = planted(tree)
                self.kids = [node.kids for node in self.nodes]
                self.turns = [Turn() for _ in self.nodes]
                self.seats = {one: seats[one] for one in self.phones if one in seats}
                self.joining = False
                self.way, self.rounds = None, []
            case {"seat": node, "by": token} if token in self.phones and node < len(self.nodes):
                self.seats[token] = node
            case {"round": name}:
                self._take_round(WAYS[name])
            case {"vote": option, "by": token, "on": number}:
                self._turn(self.seats[token], number).taps[token] = option
                self.quiet.discard(token)
            case {"answer": option, "node": node, "late": late}:
                turn = self._turn(node)
                if late:
                    self.quiet |= {one for one in self.at_node(node) if one not in turn.taps}
                turn.machine = not turn.taps
                self._take_answer(node, option)
            case {"pause": paused}:
                self.paused = paused
            case {"reveal": reveal}:
                self.reveal = reveal

    def _turn(self, node: int, question: int = 0) -> Turn:
        """What this node does while it is asked something, or this."""
        turn = self.turns[node]
        if not turn.question or question not in (0, turn.question):
            raise ValueError("that question is closed")
        return turn

    # --- what the lecturer does ---

    def plant(self) -> None:
        """Let each phone that is here be a node: of the lecturer's tree, or of a new one.

        Not in the midst of a round: all rounds go with the tree.
        """
        if self.runs:
            return
        here = [token for token in self.phones if self.is_here(token)]
        away = [token for token in self.phones if not self.is_here(token)]
        tree = grown(shape_for(len(here)), Random()) if self.tree is None else self.tree
        size = len(planted(tree))
        place = {token: at % size for at, token in enumerate(here + away)}
        self.do({"plant": tree, "seats": place})
        self._tell(range(len(self.nodes)))

    def begin(self, name: str) -> None:
        """Let the room compute the root's value in this way; a tree grows first, if need be."""
        if not self.nodes:
            self.plant()
        self.do({"round": name})
        self._tell(range(len(self.nodes)))

    def forward(self) -> None:
        """For a clicker: begin the next round, or let the machine answer what is asked now."""
        if self.runs:
            self.skip()
        else:
            self.begin([*WAYS][len(self.rounds) % len(WAYS)])

    def skip(self) -> None:
        """Let the machine answer whatever is asked now."""
        for node in [at for at, turn in enumerate(self.turns) if turn.question]:
            self._close(node)

    def _switch(self, what: str, on: bool) -> None:  # noqa: FBT001 - as a log's entry holds it
        self.do({what: on})
        self._tell(range(len(self.nodes)))

    # --- what phones do ---

    def new_phone(self, address: str) -> str:
        """The token of a browser, which takes over the node that fewest phones are awake at."""
        token = super().new_phone(address)
        if self.nodes:
            awake = Counter(node for one, node in self.seats.items() if self.is_awake(one))
            node = min(range(len(self.nodes)), key=lambda at: (awake[at], at))
            self.do({"seat": node, "by": token})
        return token

    def is_awake(self, token: str) -> bool:
        """Whether this phone follows, and has answered when it was asked last."""
        return self.is_here(token) and token not in self.quiet

    def at_node(self, node: int) -> list[str]:
        """The phones that are this node."""
        return [token for token, at in self.seats.items() if at == node]

    def vote(self, token: str, number: Any, option: Any) -> None:
        """Take what a phone answers for its own node; a `ValueError` says why it can't be."""
        if token not in self.seats:
            raise ValueError("this browser is no node: load the page again, and allow its cookie")
        if self.paused:
            raise ValueError("the lecture pauses: answer when it goes on")
        node = self.seats[token]
        turn = self._turn(node, number if type(number) is int else -1)
        if type(option) is not int or not 0 <= option < len(self.answers(node)):
            raise ValueError("there is no such answer")
        self.do({"vote": option, "by": token, "on": number})
        awake = {one for one in self.at_node(node) if self.is_awake(one)}
        most = Counter(turn.taps.values()).most_common(1)[0][1]
        if awake <= turn.taps.keys() or 2 * most > len(awake | turn.taps.keys()):
            self._close(node)
        else:
            self.stage.tell()

    def tick(self, now: float) -> None:
        """Answer for phones whose time is over."""
        self.clock += now - self.now if self.now and not self.paused else 0
        super().tick(now)
        for node, turn in enumerate(self.turns):
            if turn.question:
                awake = any(self.is_awake(one) for one in self.at_node(node))
                if self.clock - turn.since >= (PATIENCE if awake else AWAY):
                    self._close(node, late=True)

    def _close(self, node: int, *, late: bool = False) -> None:
        """Settle a question: by what most have tapped, the first of them where as many said so."""
        turn, above = self.turns[node], max(0, self.nodes[node].above)
        [(option, _)] = Counter(turn.taps.values()).most_common(1) or [(self.right(node), 0)]
        self.do({"answer": option, "node": node, "late": late})
        cuts = self.way is not None and self.way.cuts
        near = [node, above]
        if cuts:  # a window goes down, and a cut darkens
            for one in near:
                near += self.kids[one]
        over = range(len(self.nodes)) if self.is_over else ()
        self._tell({*near, max(0, self.nodes[above].above), *over})

    # --- the search ---

    def answers(self, node: int) -> list[Answer]:
        """What can be answered at this node now."""
        turn, kids = self.turns[node], self.kids[node]
        if not kids:
            return [Answer(Kind.SEND, self.nodes[node].truth)]
        if len(turn.got) == len(kids):
            return [Answer(Kind.SEND, value) for value in sorted({*turn.got.values()})]
        best = _best(self.nodes[node].player, turn.got.values())
        return [Answer(Kind.CUT, best), Answer(Kind.GO_ON, kids[len(turn.got)])]

    def right(self, node: int) -> int:
        """Which of the answers the numbers from below and the window demand."""
        turn, player, answers = self.turns[node], self.nodes[node].player, self.answers(node)
        if answers[-1].kind is Kind.GO_ON:
            low, high = turn.window
            best = answers[0].what
            cut = low >= high or (best >= high if player == "MAX" else best <= low)
            return 0 if cut else 1
        return len(answers) - 1 if player == "MAX" else 0

    def is_wrong(self, node: int) -> bool:
        """Whether this node has sent what a search without a mistake below it would not."""
        turn = self.turns[node]
        low, high = turn.window
        if turn.value is None:
            return False
        return min(max(turn.value, low), high) != min(max(self.nodes[node].truth, low), high)

    @property
    def is_over(self) -> bool:
        """Whether the root has its value."""
        return bool(self.turns) and self.turns[0].stand is Stand.DONE

    @property
    def runs(self) -> bool:
        """Whether a round goes on."""
        return self.way is not None and not self.is_over

    def _take_round(self, way: Way) -> None:
        self.way, self.missed, self.paused, self.reveal = way, 0, False, False
        self.turns = [Turn() for _ in self.nodes]
        for at, node in enumerate(self.nodes):
            kids = sorted(node.kids, key=lambda kid: self.nodes[kid].truth)
            falls = (node.player == "MAX") is (way.order is Order.BEST)
            self.kids[at] = (
                node.kids if way.order is Order.DRAWN else tuple(kids[:: -1 if falls else 1])
            )
        if way.cuts:
            self._open(0, INFINITE)
        else:
            for at, node in enumerate(self.nodes):
                if not node.kids:
                    self._open(at, INFINITE)

    def _open(self, node: int, window: tuple[float, float]) -> None:
        turn = self.turns[node]
        turn.stand, turn.window = Stand.OPEN, window
        if self.kids[node]:
            self._open(self.kids[node][0], window)
        else:
            self._ask(node)

    def _ask(self, node: int) -> None:
        self.number += 1
        turn = self.turns[node]
        turn.stand, turn.question, turn.since, turn.taps = Stand.OPEN, self.number, self.clock, {}

    def _take_answer(self, node: int, option: int) -> None:
        turn, answer = self.turns[node], self.answers(node)[option]
        right, turn.question = option == self.right(node), 0
        if answer.kind is Kind.GO_ON:
            self.missed += not right
            self._open_next(node)
            return
        turn.slip = not right
        turn.value, turn.stand = answer.what, Stand.DONE
        below = [*self.kids[node]]
        for kid in below:
            if self.turns[kid].stand is Stand.WAITS:
                self.turns[kid].stand = Stand.DARK
                below += self.kids[kid]
        above = self.nodes[node].above
        if above < 0:
            self.rounds.append(self._end())
            return
        self.turns[above].got[node] = answer.what
        self._hear(above)

    def _hear(self, node: int) -> None:
        """A child has sent its number."""
        turn, player = self.turns[node], self.nodes[node].player
        low, high = turn.window
        if len(turn.got) == len(self.kids[node]) or (
            self.way is not None
            and self.way.cuts
            and (high < inf if player == "MAX" else low > -inf)
        ):
            self._ask(node)
        elif self.way is not None and self.way.cuts:  # nothing above it could make it stop
            self._open_next(node)

    def _open_next(self, node: int) -> None:
        turn, player = self.turns[node], self.nodes[node].player
        low, high = turn.window
        best = _best(player, turn.got.values())
        window = (max(low, best), high) if player == "MAX" else (low, min(high, best))
        self._open(self.kids[node][len(turn.got)], window)

    def _end(self) -> Round:
        dark = {at for at, turn in enumerate(self.turns) if turn.stand is Stand.DARK}
        phones = sum(node in dark for node in self.seats.values())
        title = self.way.title if self.way else ""
        asked = len(self.nodes) - len(dark)
        return Round(title, self.turns[0].value or 0, asked, len(dark), phones, self.missed)

    # --- what is shown ---

    def changes_of(self, token: str) -> Changes:
        """What this phone waits for."""
        return self.bells.get(token, self.ballots)

    def _tell(self, nodes: Iterable[int]) -> None:
        told = {*nodes}
        for token, node in self.seats.items():
            if node in told:
                self.bells[token].tell()
        self.stage.tell()

    def on_phone(self, token: str) -> dict[str, Any]:
        """What a phone shows: its node, its children's numbers as they come, what it can answer."""
        more: dict[str, Any] = {"number": self.changes_of(token).number, "options": []}
        if token not in self.seats:
            soon = "You are in. Soon this phone will be a node of a tree: keep it awake."
            lost = "This browser is no node any more. Load the page again."
            return more | {"text": soon if token in self.phones else lost}
        at = self.seats[token]
        node, turn, kids = self.nodes[at], self.turns[at], self.kids[at]
        text, note = self._words(at)
        shown = [[self.nodes[kid].name, self.nodes[kid].player, turn.got.get(kid),
                  self.turns[kid].stand] for kid in kids]  # fmt: skip
        name = f"node {node.name}" if kids else f"leaf {node.name}"
        others = len(self.at_node(at)) - 1
        with_others = f", with {others} other phone{'s' * (others > 1)}" * bool(others)
        more |= {
            "who": f"You are {name}{with_others}.",
            "text": text,
            "note": "The lecture pauses." if self.paused else note,
            "dark": turn.stand is Stand.DARK,
            "family": {
                "node": [node.name, node.player, turn.value if kids else node.truth, turn.stand],
                "kids": shown,
                "window": self._window(at),
                "above": self.nodes[node.above].name if node.above >= 0 else "",
                "wrong": self.reveal and self.is_wrong(at),
            },
        }
        if turn.question:
            more |= {"question": turn.question, "open": not self.paused}
            more |= {"options": self.labels(at), "mine": turn.taps.get(token)}
        return more

    def labels(self, at: int) -> list[str]:
        """The words on the buttons."""
        words = {Kind.SEND: "Send {} up", Kind.CUT: "Cut: send {} up", Kind.GO_ON: "Go on: ask {}"}
        return [
            words[kind].format(self.nodes[what].name if kind is Kind.GO_ON else what)
            for kind, what in self.answers(at)
        ]

    def _words(self, at: int) -> tuple[str, str]:
        """What a phone is told, and below its buttons."""
        node, turn, kids = self.nodes[at], self.turns[at], self.kids[at]
        wants = {"MAX": "the largest", "MIN": "the smallest", "": ""}[node.player]
        if turn.stand is Stand.DARK:
            return "You were never asked.", "Who cut you off says that you could change nothing."
        if turn.stand is Stand.DONE:
            who = (
                "The machine"
                if turn.machine
                else "You"
                if len(self.at_node(at)) == 1
                else "Your node"
            )
            if not self.reveal:
                note = f"The root is worth {self.turns[0].value}." if self.is_over else ""
            elif turn.slip:
                note = "That was not what your numbers say."
            elif self.is_wrong(at):
                note = "You were right, but a number from below was wrong."
            else:
                note = "That was right."
            return f"{who} sent {turn.value} up.", note
        if turn.question and not kids:
            return f"You are worth {node.truth}, and you are asked.", ""
        if turn.question and len(turn.got) == len(kids):
            return f"{node.player} wants {wants} number. Which one do you send up?", ""
        if turn.question:
            best, (low, high) = _best(node.player, turn.got.values()), turn.window
            other, bound = ("MIN", high) if node.player == "MAX" else ("MAX", low)
            return (f"You are {node.player}, and {best} is your best so far. Above you {other} has"
                    f" {bound} already. Do you need to see the rest?"), ""  # fmt: skip
        if turn.stand is Stand.OPEN:
            child = self.nodes[kids[len(turn.got)]].name
            return f"{node.player} wants {wants} number. Wait for {child}.", ""
        if not kids:
            return f"You are worth {node.truth}.", "Wait until you are asked."
        cuts = self.way is not None and self.way.cuts
        waits = "Nobody has asked you yet." if cuts else "Your children are not ready yet."
        return f"You are {node.player}: you want {wants} number.", waits

    def _window(self, at: int) -> list[str]:
        """The bounds of a node that has any worth saying: alpha and beta, or what follows."""
        low, high = window = self.turns[at].window
        if window == INFINITE or not self.kids[at]:
            return []
        if low >= high:
            return ["nothing", "can change", "any more"]
        return [signs(f"alpha {number(low)}"), signs(f"beta {number(high)}")]

    def on_stage(self) -> dict[str, Any]:
        """What the projector shows; what is right only where the lecturer reveals it."""
        phones = Counter(self.seats.values())
        nodes = [
            {
                "name": node.name,
                "player": node.player,
                "above": node.above,
                "kids": self.kids[at],
                "stand": turn.stand,
                "value": turn.value,
                "leaf": node.truth if not node.kids and turn.stand is Stand.OPEN else None,
                "asks": bool(turn.question),
                "path": turn.stand is Stand.OPEN and bool(node.kids),
                "window": [line.replace("alpha", "\u03b1").replace("beta", "\u03b2")
                           for line in self._window(at) if turn.stand is Stand.OPEN],
                "phones": phones[at],
                "tapped": len(turn.taps) if turn.question else 0,
                "wrong": self.reveal and self.is_wrong(at),
                "slip": self.reveal and turn.slip,
            }
            for at, (node, turn) in enumerate(zip(self.nodes, self.turns, strict=True))
        ]  # fmt: skip
        dark = [at for at, turn in enumerate(self.turns) if turn.stand is Stand.DARK]
        return self.frame() | {
            "title": self.way.title if self.way else "",
            "paused": self.paused,
            "nodes": nodes,
            "dark": [len(dark), sum(phones[at] for at in dark)],
            "over": self.is_over,
            "truth": self.nodes[0].truth if self.reveal and self.nodes else None,
            "rounds": [one._asdict() for one in self.rounds],
        }

    def on_desk(self) -> dict[str, Any]:
        """What the presenter's page shows."""
        plants = bool(self.phones) and not self.runs
        here = sum(map(self.is_awake, self.phones))
        buttons = [[name, way.title, True, way is self.way] for name, way in WAYS.items()]
        buttons += [
            ["pause", "Pause", self.runs, self.paused],
            ["skip", "Let the machine answer", self.runs, False],
            ["reveal", "Show what is right", bool(self.nodes), self.reveal],
            ["plant", "New tree" if self.tree is None else "New seats", plants, False],
            ["join", "Large code", True, self.joining],
        ]
        asked = [
            f"{self.nodes[at].name}: {len(turn.taps)} of {len(self.at_node(at))} phones"
            for at, turn in enumerate(self.turns)
            if turn.question
        ]
        machine = sum(turn.machine for turn in self.turns)
        wrong = [self.nodes[at].name for at, turn in enumerate(self.turns) if turn.slip]
        seen = [f"{machine} answers by the machine, {self.missed} cuts missed.",
                f"Wrong answers at: {', '.join(wrong) or 'none'}."]  # fmt: skip
        grown = (
            f"{len(self.nodes)} nodes, value {self.nodes[0].truth}" if self.nodes else "none yet"
        )
        return self.frame() | {
            "where": f"{here} of {len(self.phones)} phones awake",
            "buttons": buttons,
            "sections": [
                ["The tree", [grown]],
                ["Being asked", asked or ["Nobody."]],
                ["In this round", seen if self.way else []],
                ["Rounds", [self.said(one) for one in self.rounds]],
            ],
        }  # fmt: skip

    @staticmethod
    def said(one: Round) -> str:
        """A round in a sentence."""
        return (f"{one.title}: value {one.value}, {one.asked} nodes asked, {one.dark} never asked,"
                f" {one.phones} dark phones.")  # fmt: skip
