"""The pieces of a picture: one for each node and for what is not there, with all their looks.

A film is plain data that whatever draws it takes as it is: `draw.py` a single step of it, the
browser all of them. A piece has a shape, a parent, a place, and looks: from which step on it has
which face and says which words.
"""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from course_lib.game import Game, Player, State
from course_lib.views import theme
from course_lib.views.boards import board_drawing
from course_lib.views.svg import element, text
from course_lib.views.trees.layout import tidy_layout
from course_lib.views.trees.model import DrawnNode, DrawnTree, Kind, more_words, vector_text, why
from course_lib.views.trees.words import (
    mean_text,
    number,
    printed,
    signs,
    visits_text,
    window_words,
    words_for,
)
from course_lib.watching.trace import Reason
from course_lib.words import Say, Text, _, told

Film = dict[str, Any]
"""JSON data. `texts` holds every text once; in `pieces`, `looks` and `steps` each fact is a column,
and texts are places in `texts`. A parent comes before its children, and -1 is that of a root."""

Step = tuple[str, int, str]
"""What happens, at which piece (-1: at none), and what is said about it."""

CAUSE, EFFECT = 0, 1
"""The two beats of a step. A look begins with the cause; or with its effect, once what travels has
landed at its piece, and where nothing travels, a moment later."""

Roles = Mapping[Player | None, "Shape"]
"""The shape of each player's nodes."""

Other = tuple[DrawnTree, Mapping[int | None, tuple[int, int]]]
"""Another search of the same tree: its tree, and for each call its first step and its last."""


class Outline(NamedTuple):
    """A shape as the path around it; numbers of a piece stand in it by their names."""

    path: str
    dashes: str | None = None
    """How the line is broken around what stands for something that is not there."""
    said: str = ""
    """What the shape means, for people who listen."""
    counts: bool = True
    """Whether a piece of this shape counts among the visits."""


_ROUND = (
    "M{near} 0H{far}Q{right} 0 {right} {slant}V{foot}Q{right} {high} {far} {high}"
    "H{near}Q{left} {high} {left} {foot}V{slant}Q{left} 0 {near} 0Z"
)
_SQUARE = "M{left} 0H{right}V{high}H{left}Z"
OUTLINES = {
    "up": Outline("M{left} {slant}L0 0L{right} {slant}V{high}H{left}Z", said="MAX chooses"),
    "down": Outline("M{left} 0H{right}V{foot}L0 {high}L{left} {foot}Z", said="MIN chooses"),
    "square": Outline(_SQUARE, said="leaf"),
    "round": Outline(_ROUND),
    "six": Outline("M{near} 0H{far}L{right} {half}L{far} {high}H{near}L{left} {half}Z"),
    "eight": Outline(
        "M{near} 0H{far}L{right} {slant}V{foot}L{far} {high}H{near}L{left} {foot}V{slant}Z"
    ),
    "card": Outline("M{left} 0H{far}L{right} {slant}V{high}H{left}Z", counts=False),
    "cut": Outline(_SQUARE, "5 4", said="cut", counts=False),
    "more": Outline(_ROUND, "2 4", counts=False),
    "ghost": Outline(_SQUARE, "2 3", counts=False),
}
"""MAX points up, MIN points down: the shape says it where the colour does not."""
OUTLINES |= {
    f"cut {name}": outline._replace(dashes="5 4", said="cut", counts=False)
    for name, outline in OUTLINES.items()
    if not outline.dashes
}
_PLACE_OF = {name: place for place, name in enumerate(OUTLINES)}

Shape = str
"""A key of `OUTLINES`. A child of the game that a search has cut is a "cut up", "cut square"..."""


class Bounds(NamedTuple):
    """Two places on the number line of a piece, from 0 to 1, and what is written there."""

    low: float
    low_words: str
    high: float
    high_words: str


class Face(NamedTuple):
    """How the lines of a piece are drawn, and of the edge to it."""

    stroke: str
    thick: float
    edge: float
    large: bool = False
    """Whether its first line is its value."""
    cut: bool = False
    """Whether scissors have cut the edge to it."""


_HEAVIEST = 8
FACES = (
    *(
        Face(stroke, thick, edge, large)
        for large in (False, True)
        for stroke, thick, edge in ((theme.LINE, 1.5, 1.5), (theme.BLUE, 2.5, 3))
    ),
    Face(theme.FADED, 1.5, 1.5),
    *(Face(theme.FADED, 1.5, 1.5, large, cut=True) for large in (False, True)),
    *(Face(theme.LINE, 1.5, 1.5 + weight, large=True) for weight in range(_HEAVIEST + 1)),
)
"""Plain and at work; the same with a value; gone with what was cut; cut, and cut with a value; and
by how many simulations went that way. What is on the best line is drawn in ink in the end."""
AT_WORK, LARGE, GONE, CUT, CUT_VALUE = 1, 2, 4, 5, 6


def heavy(visits: int, whole: int) -> int:
    """The face of a node through which so many of the whole simulations went."""
    return CUT_VALUE + 1 + round(_HEAVIEST * math.sqrt(min(1, visits / max(1, whole))))


_WAYS = {"leave": "parent", "select": "from root", "simulate": "below", "backup": "to root"}
KINDS = {
    name: (theme.PHASES.get(name, ""), name in ("select", "backup"), _WAYS.get(name, ""))
    for name in ("start", "enter", "leave", "cut", "end", *theme.PHASES)
}
"""What steps there are: what each paints its piece with, and whether all above it as well; and the
way of what travels: up to the parent, or out of the tree where there is none, down from the root or
back to it, or below the tree."""

_MARGIN, _BETWEEN, _NARROWEST = 12, 46, 26
"""Around a tree; between two levels, where the names of the actions stand; and of a node."""

_BOARD = 76
"""How wide a board in a node is."""

_MOST_NAMES = 3
_MOST_GHOSTS = 300
"""With more of them a picture would show little else, and so it shows none."""

_LETTERS = 24
"""So many letters of a note stand in one line of a box."""

_SEATS: tuple[Shape, ...] = ("round", "six", "eight")
_SHAPE_OF: dict[str, Shape] = {
    "max": "up",
    "min": "down",
    "leaf": "square",
    "chance": "round",
    "memory": "card",
}
_ROLES: tuple[tuple[Kind, str], ...] = (("max", "\u25b3"), ("min", "\u25bd"))


class Look(NamedTuple):
    """How a piece looks from a step on."""

    step: int
    beat: int
    face: int
    lines: tuple[str, ...]
    bounds: Bounds | None = None
    """What stands on its number line, if it has one."""


@dataclass(slots=True)
class Piece:
    """One shape of the picture, and the edge that leads to it."""

    depth: int
    shape: Shape
    fill: str
    who: str = ""
    """What stands in it while nothing is known of its value: who moves there."""
    value: str = ""
    under: tuple[str, ...] = ()
    """The lines below that, and those that are added when the value is there."""
    after: tuple[str, ...] = ()
    name: str = ""
    """The action on the edge."""
    note: str = ""
    branches: int = 0
    """How many branches this stands for that were cut together."""
    looks: list[Look] = field(default_factory=list)
    """How it looks, by the step from which on; before the first it is not there."""
    settled: int = -1
    """The step from which on its value is known; -1 is never."""
    own: int | None = None
    """For a ghost, whose looks follow the steps of the other search: the step of this one from
    which on it may be there."""
    visits: int = 0
    node: DrawnNode | None = None
    """The node this is; a piece that stands for what is not there has none."""
    parent: int = -1
    """The place in the list of the piece it hangs from, which comes first."""
    kids: list[Piece] = field(default_factory=list)

    @property
    def lines(self) -> tuple[str, ...]:
        """All its words, in the end."""
        return tuple(filter(None, (self.value or self.who, *self.under, *self.after)))

    def look(
        self, step: int, face: int, *lines: str, beat: int = CAUSE, bounds: Bounds | None = None
    ) -> None:
        """From this step on it looks like this."""
        new = Look(step, beat, face, tuple(filter(None, lines)), bounds)
        if not self.looks or self.looks[-1][2:] != new[2:]:
            self.looks.append(new)

    def end(self, step: int) -> None:
        """From this step on it has all its words."""
        self.look(step, LARGE * bool(self.value), *self.lines)


def film_of_pieces(
    pieces: Sequence[Piece],
    steps: Sequence[Step],
    tree: DrawnTree | None = None,
    *,
    boards: bool = False,
    asks: Sequence[str] = (),
    carriers: Mapping[int, str] = MappingProxyType({}),
) -> Film:
    """The film of these pieces: where each stands, and all texts once.

    `boards` draws the positions of the tree into them, `asks` is what there is to predict before
    each step, and `carriers` what travels in it.
    """
    known = {"": 0}

    def texts(words: str) -> int:
        """The place of these words in the list of different ones."""
        return known.setdefault(words, len(known))

    drawn = [_picture(tree, piece.node) if boards and tree else ("", 0, 0) for piece in pieces]
    size = cache(_size)
    sizes = [size(piece.shape, tuple([look[2:] for look in piece.looks]), least)
             for piece, (_, least, _) in zip(pieces, drawn, strict=True)]  # fmt: skip
    kinds = _kinds(pieces)
    sizes = _alike(pieces, kinds, sizes)
    wide = [width for width, _ in sizes]
    high = [tall + own for (*_, tall), (_, own) in zip(drawn, sizes, strict=True)]
    deep = [0] * (max((piece.depth for piece in pieces), default=-1) + 1)
    for piece, own in zip(pieces, high, strict=True):
        deep[piece.depth] = max(deep[piece.depth], own)
    tops = [sum(deep[:level]) + _BETWEEN * level + _MARGIN for level in range(len(deep))]
    parents = [None if piece.parent < 0 else piece.parent for piece in pieces]
    room = [
        max(own, 1.25 * text_width(piece.name, theme.SMALL))
        for own, piece in zip(wide, pieces, strict=True)
    ]
    x = tidy_layout(parents, room, gap=theme.GAP)
    right = max((at + own / 2 for at, own in zip(x, wide, strict=True)), default=0)
    columned: dict[str, list[Any]] = {
        "x": [round(at + _MARGIN) for at in x],
        "wide": wide,
        "high": high,
        "rank": ranks(pieces),
        "first": [0],
    }
    for name in ("parent", "branches", "settled"):
        columned[name] = [getattr(piece, name) for piece in pieces]
    worth = ["cut" if piece.shape == "cut" else piece.value for piece in pieces]
    said = {"worth": worth, **{name: [getattr(piece, name) for piece in pieces]
                               for name in ("name", "note")}}  # fmt: skip
    # What is said often comes first: its places are short.
    ask = list(map(texts, asks or [""] * len(steps)))
    columned |= {name: list(map(texts, words)) for name, words in said.items()}
    looks: dict[str, list[int]] = {"step": [], "beat": [], "face": [], "words": [], "bounds": []}
    lines: dict[Bounds | None, int] = {None: -1}
    for piece in pieces:
        for step, beat, face, words, bounds in piece.looks:
            looks["step"].append(step)
            looks["beat"].append(beat)
            looks["face"].append(face)
            looks["words"].append(texts("\n".join(words)))
            looks["bounds"].append(lines.setdefault(bounds, len(lines) - 1))
        columned["first"].append(len(looks["step"]))
    if len(lines) == 1:
        del looks["bounds"]  # no piece has a number line
    pictures, fills = dict[str, int](), dict[str, int]()
    columned["picture"] = [pictures.setdefault(picture, len(pictures)) for picture, *_ in drawn]
    columned["fill"] = [fills.setdefault(piece.fill, len(fills)) for piece in pieces]
    columned["outline"] = [_PLACE_OF[piece.shape] for piece in pieces]
    columned["waiting"], waiting = _waiting(kinds, wide, high)
    moves = {name: place for place, name in enumerate(KINDS)}
    # Whether only children of what is there may wait: below some cut the game is not drawn, and
    # beside one that has children it would be known as what will be cut.
    near = any(piece.branches and not piece.kids and depth + 1 < len(deep) and shape != "square"
               for piece, (depth, shape) in zip(pieces, kinds, strict=True))  # fmt: skip
    return {
        "width": round(right + 2 * _MARGIN),
        "height": (tops[-1] + deep[-1] if tops else 0) + _MARGIN,
        "levels": [[top, top + own] for top, own in zip(tops, deep, strict=True)],
        "outlines": list(OUTLINES.values()),
        "shapes": list(OUTLINES),
        "waiting": waiting,
        "near": near,
        "faces": FACES,
        "fills": list(fills),
        "pictures": list(pictures),
        "pieces": columned,
        "looks": looks,
        "ghosts": [[at, piece.own] for at, piece in enumerate(pieces) if piece.own is not None],
        "line": [at for at, one in enumerate(pieces) if one.node and one.node.on_best_line],
        "steps": {
            "kind": [moves[kind] for kind, _, _ in steps],
            "at": [at for _, at, _ in steps],
            "say": [texts(words) for _, _, words in steps],
            "ask": ask,
            "carrier": [texts(carriers.get(step, "")) for step in range(len(steps))],
        },
        "bounds": [each for each in lines if each is not None],
        "kinds": [[name, *paint] for name, paint in KINDS.items()],
        "look": _look(),
        "texts": list(known),
        # What stands around the tree: nothing, as long as nobody says more.
        "unit": "visits",
        "counters": [],
        "facts": [],
        "left_out": 0,
        "passes": [],
        "boards": {"kind": "none", "list": [], "of": []},
    }


def still_of_tree(tree: DrawnTree, pieces: Sequence[Piece], *, boards: bool = False) -> Film:
    """The film of a tree that does not move: one step, and there all is known."""
    for piece in pieces:
        piece.end(0)
    return film_of_pieces(pieces, [("end", -1, tree.title)], tree, boards=boards)


def pieces_of(tree: DrawnTree, *, windows: bool = True, names: bool = True) -> list[Piece]:
    """The pieces of this tree, a parent before its children, children from left to right.

    It can be had without the `windows`, and without the `names` of what was cut, for which there is
    a box below each node.
    """
    own, roots = _nodes(tree, windows=windows)
    for node, piece in zip(tree.nodes, own, strict=True):
        more = node.more and piece.kids
        if node.cut_names and (piece.kids or not node.more):
            piece.kids.append(_cut_piece(node, names=names))
        if more:
            piece.kids.append(_more_piece(tree, node))
    return _in_order(roots)


def pieces_of_film(tree: DrawnTree, others: Sequence[Other] = (), most: int = 0) -> list[Piece]:
    """The pieces of a tree that is searched step by step, without windows: lines show them.

    Where a search cuts, the game's own children stand, so that nothing tells before its time what
    will be cut; and theirs below them, as long as there are no more than `most` in all. What
    `others`, searches of the same tree, looked at and this one never, stands there as ghosts.
    """
    own, roots = _nodes(tree, windows=False)
    ghosts = _ghosts(tree, own, others) if others else []
    haunted: dict[int, set[str]] = {}
    for above, ghost in ghosts:
        haunted.setdefault(id(above), set()).add(ghost.name)
    roles = {
        node.player: piece.shape
        for node, piece in zip(tree.nodes, own, strict=True)
        if piece.shape not in ("square", "card")
    }
    unseen: list[tuple[Piece, State]] = []
    stated = tree.with_states().nodes if any(node.cut_names for node in tree.nodes) else tree.nodes
    for node, piece in zip(stated, own, strict=True):
        if node.cut_names:
            unseen += _cut_children(tree, node, piece, haunted.get(id(piece), set()), roles)
        if node.more and piece.kids:
            piece.kids.append(_more_piece(tree, node))
    deepest = max((node.depth for node in tree.nodes), default=0)
    for above, ghost in [*_below(tree, unseen, deepest, most, roles), *ghosts]:
        above.kids.append(ghost)
    return _in_order(roots)


def _nodes(tree: DrawnTree, *, windows: bool) -> tuple[list[Piece], list[Piece]]:
    """The pieces of the nodes, and those that hang from no other."""
    own = [_piece(tree, node, windows=windows) for node in tree.nodes]
    roots: list[Piece] = []
    for node, piece in zip(tree.nodes, own, strict=True):
        (roots if node.parent is None else own[node.parent].kids).append(piece)
    return own, roots


def _in_order(roots: Sequence[Piece]) -> list[Piece]:
    """These pieces and all that hang from them, each with the place of its parent."""
    pieces: list[Piece] = []
    todo = [(root, -1) for root in reversed(roots)]
    while todo:
        piece, above = todo.pop()
        piece.parent = above
        todo += [(kid, len(pieces)) for kid in reversed(piece.kids)]
        pieces.append(piece)
    return pieces


def _cut_children(
    tree: DrawnTree, node: DrawnNode, piece: Piece, ghosts: Collection[str], roles: Roles
) -> list[tuple[Piece, State]]:
    """The game's children that a search has cut at this node, with their states; they hang there.

    Where another search looked at one, its ghost hangs there instead.
    """
    states: dict[str, State] = {}
    if tree.game is not None and node.state is not None:
        with suppress(Exception):  # what an odd search was handed may be no state of the game
            named = {tree.game.action_name(each): each for each in tree.game.actions(node.state)}
            states = {name: tree.game.result(node.state, named[name])
                      for name in node.cut_names if name in named}  # fmt: skip
    like: Shape = piece.kids[0].shape if piece.kids else "square"
    found, note = [], printed(why(node))
    for place, name in enumerate(name for name in node.cut_names if name not in ghosts):
        state = states.get(name)
        shape = like
        if state is not None and tree.game is not None:
            shape = _shape_of(tree.game, state, roles, like)
        kid = Piece(node.depth + 1, f"cut {shape.removeprefix('cut ')}", theme.PAPER, name=name,
                    value="" if place else "cut", note=note, branches=1)  # fmt: skip
        piece.kids.append(kid)
        found.append((kid, state))
    return found


def _below(
    tree: DrawnTree, unseen: list[tuple[Piece, State]], deepest: int, most: int, roles: Roles
) -> list[tuple[Piece, Piece]]:
    """What hangs in the game below these pieces, each with the piece above; nothing if much."""
    found: list[tuple[Piece, Piece]] = []
    room, game, todo = most - len(tree.nodes) - len(unseen), tree.game, list(unseen)
    for above, state in todo:
        if game is None or state is None or above.depth >= deepest:
            continue
        for action in game.actions(state):
            below = game.result(state, action)
            shape = _shape_of(game, below, roles, roles.get(None, "square"))
            if above.depth + 1 == deepest:
                shape = "square"
            kid = Piece(above.depth + 1, f"cut {shape}", theme.PAPER)
            found.append((above, kid))
            todo.append((kid, below))
        if len(found) > room:
            return []
    return found


def _shape_of(game: Game, state: State, roles: Roles, other: Shape) -> Shape:
    """The shape of this state of the game; `other` for a player that is not known."""
    if game.is_terminal(state):
        return "square"
    return roles.get(game.to_move(state), other)


def _more_piece(tree: DrawnTree, node: DrawnNode) -> Piece:
    """The box that says what is left out below this node."""
    words, *under = map(signs, more_words(tree, node))
    return Piece(node.depth + 1, "more", theme.GROUND, words, under=tuple(under))


def ranks(pieces: Sequence[Piece]) -> list[int]:
    """The place of each piece among its siblings, 0 for the best one as far as it is known.

    The best value comes first for whoever chooses above; in a tree that grew, the most visits.
    """
    ranked = [-1] * len(pieces)
    families: dict[int, list[int]] = {}
    for at, piece in enumerate(pieces):
        if piece.visits or (piece.node and piece.node.value is not None and not piece.node.visits):
            families.setdefault(piece.parent, []).append(at)
    for above, family in families.items():
        sign = -1 if above >= 0 and pieces[above].shape == "up" else 1

        def order(at: int, sign: int = sign) -> float:
            node = pieces[at].node
            value = node.value if node and node.value is not None else 0
            return -pieces[at].visits or sign * value

        for rank, at in enumerate(sorted(family, key=order)):
            ranked[at] = rank
    return ranked


def _ghosts(
    tree: DrawnTree, own: Sequence[Piece], others: Sequence[Other]
) -> list[tuple[Piece, Piece]]:
    """What the others looked at and this one never, each with the piece that it hangs from.

    It is there from the step on at which the other search comes to it, or where this one has named
    it among what it cuts, and has its value once the other search has left it.
    """
    known: dict[tuple[str, ...], Piece] = {}
    for way, piece in zip(ways(tree), own, strict=True):
        known.setdefault(way, piece)
    ghosts = []
    for other, spans in others:
        for way, node in zip(ways(other), other.nodes, strict=True):
            if way not in known and way[:-1] in known:
                above, ghost = known[way[:-1]], Piece(node.depth, "ghost", theme.GROUND)
                ghost.name, ghost.own = way[-1], 0
                enter, leave = spans.get(node.call, (0, -1))
                named = above.node is not None and way[-1] in above.node.cut_names
                leaf = node.kind == "leaf" and node.value is not None and node.visits is None
                ghost.branches = int(named)
                ghost.look(0 if named else enter, CUT if named else 0, "?" if leaf else "")
                if leaf and leave >= 0:
                    ghost.value, ghost.settled = signs(number(node.value)), leave
                    ghost.look(leave, CUT_VALUE if named else LARGE, ghost.value)
                known[way] = ghost
                ghosts.append((above, ghost))
    return ghosts if len(ghosts) <= _MOST_GHOSTS else []


def ways(tree: DrawnTree) -> list[tuple[str, ...]]:
    """For each node the names of the actions that lead to it."""
    found: list[tuple[str, ...]] = []
    for node in tree.nodes:
        found.append(() if node.parent is None else (*found[node.parent], node.action_name or ""))
    return found


def legend(tree: DrawnTree, pieces: Sequence[Piece]) -> str:
    """What the shapes and lines of this picture mean, in one line."""
    shapes = {piece.shape for piece in pieces}
    nodes = [piece.node for piece in pieces if piece.node]
    parts: list[Text] = []
    for kind, sign in _ROLES:
        if _SHAPE_OF[kind] in shapes:
            who = f"{sign} {kind.upper()}"
            players = [player for player in tree.role(kind) if player != kind.upper()]
            template = _("{who} chooses ({players})") if players else _("{who} chooses")
            parts.append(Say(template, who=who, players=" / ".join(players)))
    for seat, player in enumerate(tree.players):
        if any(node.kind == "player" and node.player == player for node in nodes):
            sign = ("\u25a2", "\u2b21")[seat] if seat < 2 else "\u2bc3"
            parts.append(Say("{player} to move", player=f"{sign} {player}"))
    negamax = any(node.kind == "player" and node.visits is None for node in nodes)
    two_play = len(tree.players) == 2 and any(piece.value for piece in pieces)
    means = any(node.visits is not None and node.value is not None for node in nodes)
    windows = any(piece.node and piece.node.window_in and piece.under for piece in pieces)
    mean: Text = _("value: mean reward of whoever moved here")
    if tree.rewards is not None:
        low, high = map(signs, map(number, tree.rewards))
        mean = Say("value: mean reward, {low} to {high}, of whoever moved here", low=low, high=high)
    facts: list[tuple[Text, bool]] = [
        (_("\u25a2 chance: the mean, by probability"), any(n.kind == "chance" for n in nodes)),
        (_("\u25a1 leaf"), "square" in shapes),
        (_("\u25f3 answered from memory"), "card" in shapes),
        (Say("bold: {line}", line=told(tree.line)), any(node.on_best_line for node in nodes)),
        (_("dashed: cut"), "cut" in shapes),
        (_("[alpha, beta]: the window on entry"), windows),
        (_("values: of whoever is to move"), negamax and two_play),
        (mean, means),
    ]
    parts += [words for words, holds in facts if holds]
    # No line ends inside a part.
    return "   ".join(told(part).replace(" ", "\N{NO-BREAK SPACE}") for part in parts)


@lru_cache(maxsize=5_000)
def text_width(words: str, size: float) -> float:
    """About how wide these words are; letters differ, and no font need be at hand to know."""
    narrow = sum(map(words.count, " .,:;il|!'()[]"))
    return size * (0.66 * len(words) - 0.26 * narrow)


# --- the parts -----------------------------------------------------------------------------------


def _piece(tree: DrawnTree, node: DrawnNode, *, windows: bool) -> Piece:
    """The piece of this node."""
    seat = tree.seat(node)
    if seat is None:  # nobody knows who moves: the levels stand for two who take turns
        seat = 1 if node.kind == "min" else 0 if node.kind == "max" else node.depth % 2
    leaf, chance = node.kind in ("leaf", "memory"), node.kind == "chance"
    value = "" if node.value is None else signs(number(node.value))
    if node.vector is not None:
        value = signs(vector_text(node.vector))
    who = told(_("chance")) if chance else node.player or "?"
    if leaf:
        who = "" if node.note and not value else "?"
    under: list[str] = []
    if node.visits is not None:
        who, value = visits_text(node.visits), ""
        numbers = (("value", node.value), ("UCB", node.ucb))
        under += [f"{name} {mean_text(each)}" for name, each in numbers if each is not None]
    if windows and not leaf and node.window_in is not None:
        under.append(window_words(node.window_in))
    after = []
    if node.note:
        after = textwrap.wrap(node.note, _LETTERS, max_lines=3, placeholder=" ...")
    if node.more and not tree.families[node.id]:
        own = node._replace(more_best=None) if value else node  # its value says what is best
        after += map(signs, more_words(tree, own))
    return Piece(
        node.depth,
        _SHAPE_OF.get(node.kind) or _SEATS[min(seat, 2)],
        theme.PAPER if leaf or chance or seat > 1 else theme.TREE_FILLS[seat],
        who,
        value,
        tuple(under),
        tuple(after),
        name=node.action_name or "",
        note="; ".join(filter(None, (printed(why(node)), node.note))),
        visits=node.visits or 0,
        node=node,
    )


def _cut_piece(node: DrawnNode, *, names: bool) -> Piece:
    """The box that stands for the branches below this node that were never tried."""
    own = node.cut_names
    reason, cut = printed(why(node)), told(_("cut"))
    if node.reason is Reason.LEFT_OUT:
        reason, cut = "", told(words_for(node.reason))
    some = ", ".join(own)
    if len(own) > _MOST_NAMES:
        some = told(Say("{some} + {n} more", some=", ".join(own[:2]), n=len(own) - 2))
    lines = [f"{cut}: {some}", reason]
    if not names:  # many nodes: a narrow box leaves room for them
        lines = [f"{len(own)} {cut}", *re.split(r" (?=[\u2264\u2265])", reason)]
    first, *under = filter(None, lines)
    return Piece(node.depth + 1, "cut", theme.PAPER, first, under=tuple(under),
                 branches=len(own))  # fmt: skip


def _picture(tree: DrawnTree, node: DrawnNode | None) -> tuple[str, int, int]:
    """The position of this node as shapes around x = 0, their width and their height."""
    if node is None:
        return "", 0, 0
    if tree.game is not None and node.state is not None:
        drawing = board_drawing(tree.game, node.state, last=node.action, size=_BOARD)
        scale = min(_BOARD / drawing.width, 1.3 * _BOARD / drawing.height)
        moved = f"translate({-drawing.width * scale / 2:.1f} 0) scale({scale:.3f})"
        shapes = element("g", *drawing.shapes, transform=moved)
        return shapes, round(drawing.width * scale), round(drawing.height * scale) + 4
    lines = (node.text or "").splitlines()
    wide = round(7.3 * max(map(len, lines), default=0))
    look = {"text_anchor": "start", "font_family": theme.MONOSPACE, "font_size": theme.SMALL}
    words = [
        text(-wide / 2, 7 + 14 * number, line.replace(" ", "\N{NO-BREAK SPACE}"), **look)
        for number, line in enumerate(lines)
    ]
    return "".join(words), wide, 14 * len(lines)


def _size(
    shape: Shape, looks: Sequence[tuple[int, tuple[str, ...], Bounds | None]], least: float
) -> tuple[int, int]:
    """How wide, an even number, and how high a piece must be for all it ever says.

    It is as wide as its picture at `least`.
    """
    said = {(line, FACES[face].large and not row) for face, lines, _ in looks
            for row, line in enumerate(lines)}  # fmt: skip
    words = [text_width(line, theme.LARGE if large else theme.SMALL) for line, large in said]
    words += [text_width(f"{own.low_words}    {own.high_words}", theme.SMALL) + 8
              for _, _, own in looks if own]  # fmt: skip
    slanted = 2 * theme.SLANT if shape in ("up", "down", "six", "eight") else 0
    wide = max([least, _NARROWEST, *words]) + 2 * theme.PAD + slanted
    high = max((theme.ROW * len(lines) + line_height(own) for _, lines, own in looks),
               default=theme.ROW)  # fmt: skip
    high += theme.SLANT * (shape in ("up", "down") and any(own for *_, own in looks))
    return 2 * round(wide / 2 + 0.5), max(high, theme.ROW) + 2 * theme.PAD


def _kinds(pieces: Sequence[Piece]) -> list[tuple[int, Shape]]:
    """For each piece its level, and what it is there to who must not know what will be cut.

    What memory answers is what moves on that level; what only another search looked at, and this
    one will cut, is what it is there.
    """
    movers: dict[int, Shape] = {}
    for piece in pieces:
        if piece.node and piece.shape not in ("square", "card"):
            movers.setdefault(piece.depth, piece.shape)
    kinds = []
    for piece in pieces:
        shape = piece.shape.removeprefix("cut ")
        if shape == "card":
            shape = movers.get(piece.depth, "round")
        elif shape == "ghost" and piece.branches:
            shape = "square" if piece.value else movers.get(piece.depth, "square")
        kinds.append((piece.depth, shape))
    return kinds


def _alike(
    pieces: Sequence[Piece], kinds: Sequence[tuple[int, Shape]], sizes: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """These sizes, and for what is cut that of its level: no size tells what will be cut."""
    known: dict[tuple[int, str], tuple[int, int]] = {}
    for piece, (wide, high) in zip(pieces, sizes, strict=True):
        if piece.node:
            key = piece.depth, piece.shape
            most = known.get(key, (0, 0))
            known[key] = max(wide, most[0]), max(high, most[1])
    return [known.get(kind, size) if piece.branches or piece.shape.startswith("cut ") else size
            for piece, kind, size in zip(pieces, kinds, sizes, strict=True)]  # fmt: skip


def _waiting(
    kinds: Sequence[tuple[int, Shape]], wide: Sequence[int], high: Sequence[int]
) -> tuple[list[int], list[list[int]]]:
    """For each piece the place of how it looks while it waits, and these: outline, width, height.

    All of one level and kind look alike: none tells what it will say, or that memory will answer.
    """
    sizes: dict[tuple[int, Shape], tuple[int, int]] = {}
    for kind, own in zip(kinds, zip(wide, high, strict=True), strict=True):
        least = sizes.get(kind, own)
        sizes[kind] = min(least[0], own[0]), min(least[1], own[1])
    places = {kind: place for place, kind in enumerate(sizes)}
    looks = [[_PLACE_OF[shape], *size] for (_, shape), size in sizes.items()]
    return [places[kind] for kind in kinds], looks


def line_height(bounds: Bounds | None) -> int:
    """How much room the number line of a piece takes: its words, if it has any, above its band."""
    if bounds is None:
        return 0
    return theme.BAND + theme.ROW * bool(bounds.low_words or bounds.high_words)


def _look() -> dict[str, Any]:
    """The colours and sizes that whoever draws takes from our theme."""
    names = ("BLUE", "VERMILION", "INK", "QUIET", "GROUND", "PAPER", "LINE", "FADED", "WIN")
    colours = {name.lower(): getattr(theme, name) for name in names}
    sizes = {name.lower(): getattr(theme, name) for name in ("SMALL", "LARGE", "ROW", "PAD",
             "SLANT", "GAP", "BAND")}  # fmt: skip
    return colours | sizes | {"font": theme.FONT, "scissors": theme.SCISSORS}
