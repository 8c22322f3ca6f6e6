"""The drawing of a place in a textbook tree: the node, the way to it, and its children."""

from __future__ import annotations

from course_lib.game import State
from course_lib.games.textbook_tree import TextbookTree
from course_lib.views.boards.drawing import Drawing, Look, Point, clickable, draw_board
from course_lib.views.boards.marks import box, highlight_ring
from course_lib.views.svg import element, text
from course_lib.views.theme import BLUE, FIRST_FILL, LINE, PAPER, QUIET, SECOND_FILL, VERMILION

_PITCH, _R = 62, 24
"""From one child to the next, and from a node's middle to its edge."""


@draw_board.register
def draw_branches(game: TextbookTree, state: State, look: Look) -> Drawing:
    """MAX is a triangle that points up, MIN one that points down, a leaf a box with its number."""
    words = game.render(state)
    if look.small:
        return Drawing(64, 60, (_node(game, state, (32, 30)),), words)
    actions = game.actions(state)
    path = " \N{RIGHTWARDS ARROW} ".join(("root", *map(str, state)))
    width = max(180.0, 20.0 + _PITCH * len(actions), 20 + 8.0 * len(path))
    node = (width / 2, 68.0)
    shapes = [text(width / 2, 20, path, fill=QUIET), _node(game, state, node)]
    squares: dict[str, Point] = {}
    for number, action in enumerate(actions):
        name = game.action_name(action)
        at = (width / 2 + _PITCH * (number - (len(actions) - 1) / 2), 158.0)
        squares[name] = at
        edge = element(
            "path",
            d=f"M{node[0]:g} {node[1] + _R:g}L{at[0]:g} {at[1] - _R:g}",
            stroke=LINE,
            stroke_width=1.5,
        )
        child = _node(game, game.result(state, action), at)
        label = text(at[0], at[1] + _R + 14, name, fill=QUIET)
        ring = highlight_ring(*at, _R + 5) if name in look.highlight else ""
        shapes.append(edge + clickable(name, look, child, label, ring))
    height = 210 if actions else 104
    return Drawing(width, height, tuple(shapes), words, squares)


def _node(game: TextbookTree, state: State, at: Point) -> str:
    """A node with the name of the player who chooses there, or a leaf with its number."""
    x, y = at
    if game.is_terminal(state):
        number = f"{game.utility(state, game.players[0]):g}"
        leaf = box(x, y, 2 * _R, 1.5 * _R, fill=PAPER, stroke=LINE)
        return leaf + text(x, y, number, font_size=min(18, 80 / len(number)), font_weight="bold")
    first = game.to_move(state) == game.players[0]
    top, bottom = (y - _R, y + _R) if first else (y + _R, y - _R)
    shape = element(
        "polygon",
        points=f"{x:g},{top:g} {x + _R * 1.15:g},{bottom:g} {x - _R * 1.15:g},{bottom:g}",
        fill=FIRST_FILL if first else SECOND_FILL,
        stroke=BLUE if first else VERMILION,
        stroke_width=2,
        stroke_linejoin="round",
    )
    lower = y + _R * 0.45 if first else y - _R * 0.45
    return shape + text(x, lower, game.to_move(state), font_size=12, font_weight="bold")
