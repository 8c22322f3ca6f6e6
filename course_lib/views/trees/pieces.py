"""The pieces of a picture: one for each node and for what is not there, with all their looks.

A film is plain data that whatever draws it takes as it is: `draw.py` a single step of it, the
browser all of them. A piece has a shape, a parent, a place, and looks: from which step on it has
which face and says which words.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from course_lib.views import theme
from course_lib.views.boards import board_drawing
from course_lib.views.svg import element, text
from course_lib.views.trees.layout import tidy_layout
from course_lib.views.trees.model import DrawnNode, DrawnTree, Kind, more_words, vector_text, why
from course_lib.views.trees.words import (
    mean_text,
    number,
    plain,
    printed,
    signs,
    visits_text,
    window_words,
    words_for,
)
from course_lib.watch.trace import Reason
from course_lib.words import Say, Text, _, told

Film = dict[str, Any]
"""JSON data. `texts` holds every text once; in `pieces`, `looks` and `steps` each fact is a column,
and texts are places in `texts`. A parent comes before its children, and -1 is that of a root."""

Step = tuple[str, int, str]
"""What happens, at which piece (-1: at none), and what is said about it."""

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
    "cut": Outline(_SQUARE, "5 4", counts=False),
    "more": Outline(_ROUND, "2 4", counts=False),
    "ghost": Outline(_SQUARE, "2 3", counts=False),
}
"""MAX points up, MIN points down: the shape says it where the colour does not."""

Shape = Literal["up", "down", "square", "round", "six", "eight", "card", "cut", "more", "ghost"]


class Face(NamedTuple):
    """How the lines of a piece are drawn, and of the edge to it."""

    stroke: str
    thick: float
    edge: float
    large: bool = False
    """Whether its first line is its value."""


FACES = tuple(
    Face(stroke, thick, edge, large)
    for large in (False, True)
    for stroke, thick, edge in ((theme.LINE, 1.5, 1.5), (theme.BLUE, 2.5, 3), (theme.INK, 2.5, 3))
)
"""Plain, at work, and on the best line in the end."""
AT_WORK, BEST, LARGE = 1, 2, 3

_MOVES = {"leave": "up", "backup": "up", "cut": "fall", "simulate": "down"}
KINDS = {
    name: (theme.PHASES.get(name, ""), name in ("select", "backup"), _MOVES.get(name, ""))
    for name in ("start", "enter", "leave", "cut", "end", *theme.PHASES)
}
"""What steps there are: what each paints its piece with, whether all above it as well, and what
moves: a value or reward up the edges, a cut that falls into its place, a random game down."""

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
    looks: list[tuple[int, int, tuple[str, ...]]] = field(default_factory=list)
    """From which step on it has which face and lines; before the first it is not there."""
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

    def look(self, step: int, face: int, *lines: str) -> None:
        """From this step on it looks like this."""
        new = (face, tuple(filter(None, lines)))
        if not self.looks or self.looks[-1][1:] != new:
            self.looks.append((step, *new))

    def end(self, step: int, face: int = 0) -> None:
        """From this step on it has all its words."""
        self.look(step, face + LARGE * bool(self.value), *self.lines)


def film_of_pieces(
    pieces: Sequence[Piece],
    steps: Sequence[Step],
    tree: DrawnTree | None = None,
    *,
    boards: bool = False,
    columns: Mapping[str, Sequence[str]] = MappingProxyType({}),
    asks: Sequence[str] = (),
) -> Film:
    """The film of these pieces: where each stands, and all texts once.

    `boards` draws the positions of the tree into them. `columns` are more words to be known of each
    piece, and `asks` is what there is to predict before each step.
    """
    known = {"": 0}

    def texts(words: str) -> int:
        """The place of these words in the list of different ones."""
        return known.setdefault(words, len(known))

    drawn = [_picture(tree, piece.node) if boards and tree else ("", 0, 0) for piece in pieces]
    size = cache(_size)
    sizes = [size(piece.shape, tuple([look[1:] for look in piece.looks]), least)
             for piece, (_, least, _) in zip(pieces, drawn, strict=True)]  # fmt: skip
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
                               for name in ("name", "note")}, **columns}  # fmt: skip
    # What is said often comes first: its places are short.
    ask = list(map(texts, asks or [""] * len(steps)))
    columned |= {name: list(map(texts, words)) for name, words in said.items()}
    looks: dict[str, list[int]] = {"step": [], "face": [], "words": []}
    for piece in pieces:
        for step, face, lines in piece.looks:
            looks["step"].append(step)
            looks["face"].append(face)
            looks["words"].append(texts("\n".join(lines)))
        columned["first"].append(len(looks["step"]))
    pictures = list(dict.fromkeys(picture for picture, *_ in drawn))
    fills = list(dict.fromkeys(piece.fill for piece in pieces))
    columned["picture"] = [pictures.index(picture) for picture, *_ in drawn]
    columned["fill"] = [fills.index(piece.fill) for piece in pieces]
    columned["outline"] = [list(OUTLINES).index(piece.shape) for piece in pieces]
    return {
        "width": round(right + 2 * _MARGIN),
        "height": (tops[-1] + deep[-1] if tops else 0) + _MARGIN,
        "levels": [[top, top + own] for top, own in zip(tops, deep, strict=True)],
        "outlines": list(OUTLINES.values()),
        "shapes": list(OUTLINES),
        "faces": FACES,
        "fills": fills,
        "pictures": pictures,
        "pieces": columned,
        "looks": looks,
        "ghosts": [[at, piece.own] for at, piece in enumerate(pieces) if piece.own is not None],
        "line": [at for at, one in enumerate(pieces) if one.node and one.node.on_best_line],
        "steps": {
            "kind": [list(KINDS).index(kind) for kind, _, _ in steps],
            "at": [at for _, at, _ in steps],
            "say": [texts(words) for _, _, words in steps],
            "ask": ask,
        },
        "kinds": [[name, *paint] for name, paint in KINDS.items()],
        "look": _look(),
        "texts": list(known),
        # What stands around the tree: nothing, as long as nobody says more.
        "unit": "visits",
        "counters": [],
        "facts": [],
        "dial": None,
        "left_out": 0,
        "passes": [],
        "boards": {"kind": "none", "list": [], "of": []},
    }


def still_of_tree(tree: DrawnTree, pieces: Sequence[Piece], *, boards: bool = False) -> Film:
    """The film of a tree that does not move: one step, and there all is known."""
    for piece in pieces:
        piece.end(0, BEST if piece.node and piece.node.on_best_line else 0)
    return film_of_pieces(pieces, [("end", -1, tree.title)], tree, boards=boards)


def pieces_of(
    tree: DrawnTree, *, windows: bool = True, names: bool = True, others: Sequence[Other] = ()
) -> list[Piece]:
    """The pieces of this tree, a parent before its children, children from left to right.

    It can be had without the `windows`, and without the `names` of what was cut. What `others`,
    searches of the same tree, looked at and this one never, stands there as ghosts, and what stands
    there as a ghost is not named again where it was cut.
    """
    own = [_piece(tree, node, windows=windows) for node in tree.nodes]
    roots: list[Piece] = []
    for node, piece in zip(tree.nodes, own, strict=True):
        (roots if node.parent is None else own[node.parent].kids).append(piece)
    ghosts = _ghosts(tree, own, others) if others else []
    haunted: dict[int, set[str]] = {}
    for above, ghost in ghosts:
        haunted.setdefault(id(above), set()).add(ghost.name)
    for node, piece in zip(tree.nodes, own, strict=True):
        more = node.more and piece.kids
        if node.cut_names and (piece.kids or not node.more):
            piece.kids.append(_cut_piece(node, haunted.get(id(piece), set()), names=names))
        if more:
            words, *under = map(signs, more_words(tree, node))
            piece.kids.append(Piece(node.depth + 1, "more", theme.GROUND, words,
                                    under=tuple(under)))  # fmt: skip
    for above, ghost in ghosts:
        above.kids.append(ghost)
    pieces: list[Piece] = []
    todo = [(root, -1) for root in reversed(roots)]
    while todo:
        piece, piece.parent = todo.pop()
        todo += [(kid, len(pieces)) for kid in reversed(piece.kids)]
        pieces.append(piece)
    return pieces


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
                ghost.look(0 if named else enter, 0, "?" if leaf else "")
                if leaf and leave >= 0:
                    ghost.value, ghost.settled = signs(plain(node.value)), leave
                    ghost.look(leave, LARGE, ghost.value)
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
    value = "" if node.value is None else signs(plain(node.value))
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
        theme.PAPER if leaf or chance else theme.fill_of(seat),
        who,
        value,
        tuple(under),
        tuple(after),
        name=node.action_name or "",
        note="; ".join(filter(None, (printed(why(node)), node.note))),
        visits=node.visits or 0,
        node=node,
    )


def _cut_piece(node: DrawnNode, ghosts: Collection[str], *, names: bool) -> Piece:
    """The piece that stands for the branches below this node that were never tried.

    Those that stand beside it as ghosts it does not name.
    """
    actions = node.cut_names
    own = [name for name in actions if name not in ghosts]
    reason, cut = printed(why(node)), told(_("cut"))
    if node.reason is Reason.LEFT_OUT:
        reason, cut = "", told(words_for(node.reason))
    some = ", ".join(own)
    if len(own) > _MOST_NAMES:
        some = told(Say("{some} + {n} more", some=", ".join(own[:2]), n=len(own) - 2))
    lines = [f"{cut}: {some}" if own else cut, reason]
    if not names:  # many nodes: a narrow box leaves room for them
        lines = [f"{len(actions)} {cut}", *re.split(r" (?=[\u2264\u2265])", reason)]
    first, *under = filter(None, lines)
    return Piece(node.depth + 1, "cut", theme.PAPER, first, under=tuple(under),
                 branches=len(actions))  # fmt: skip


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
    shape: Shape, looks: Sequence[tuple[int, tuple[str, ...]]], least: float
) -> tuple[int, int]:
    """How wide, an even number, and how high a piece must be for all it ever says.

    It is as wide as its picture at `least`.
    """
    said = {(line, face >= LARGE and not row) for face, lines in looks
            for row, line in enumerate(lines)}  # fmt: skip
    words = [_line_width(line, theme.LARGE if large else theme.SMALL) for line, large in said]
    slanted = 2 * theme.SLANT if shape in ("up", "down", "six", "eight") else 0
    wide = max([least, _NARROWEST, *words]) + 2 * theme.PAD + slanted
    rows = max((len(lines) for _, lines in looks), default=1)
    return 2 * round(wide / 2 + 0.5), theme.ROW * rows + 2 * theme.PAD


def _line_width(line: str, size: float) -> float:
    """How wide this line is; a number that follows a dial has three digits behind the point."""
    return text_width(line.partition("\t")[0].replace("{", "0.000{").partition("{")[0], size)


def _look() -> dict[str, Any]:
    """The colours and sizes that whoever draws takes from our theme."""
    names = ("BLUE", "VERMILION", "INK", "QUIET", "GROUND", "PAPER", "LINE", "FADED", "WIN")
    colours = {name.lower(): getattr(theme, name) for name in names}
    sizes = {name.lower(): getattr(theme, name) for name in ("SMALL", "LARGE", "ROW", "PAD",
             "SLANT", "GAP")}  # fmt: skip
    return colours | sizes | {"font": theme.FONT}
