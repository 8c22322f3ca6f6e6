"""The drawing of Count: a track of numbers with a marker on the total."""

from __future__ import annotations

import math

from course_lib.game import State
from course_lib.games.count import Count
from course_lib.views.boards.drawing import Drawing, Look, Point, clickable, draw_board
from course_lib.views.boards.marks import box, circle, highlight_box
from course_lib.views.svg import element, text
from course_lib.views.theme import BLUE, FIRST_FILL, GROUND, INK, LINE, PAPER, QUIET, SQUARE, WIN

_LEAST_IN_A_LINE = 10


@draw_board.register
def draw_track(game: Count, state: State, look: Look) -> Drawing:
    """The numbers up to the goal and beyond; what may be added stands below where it leads."""
    words = f"the total is {state.total}, the goal {game.goal}"
    if look.small:
        return _thumbnail(game, state, words)
    cells = game.goal + game.most
    in_a_line = min(cells, max(_LEAST_IN_A_LINE, math.ceil(math.sqrt(cells))))
    high = SQUARE + 22
    leads_to = {state.total + int(add): game.action_name(add) for add in game.actions(state)}  # type: ignore[call-overload]
    before = state.total - sum(int(name) for name in look.last)
    shapes, squares = [], {}
    for number in range(cells):
        at = (
            10 + SQUARE * (number % in_a_line + 0.5),
            10 + high * (number // in_a_line) + SQUARE / 2,
        )
        name = leads_to.get(number)
        cell = _cell(at, number, game, state)
        if number == before and look.last:
            cell += circle(*at, 17, fill="none", stroke=INK, stroke_dasharray="4 3")
        if name is None:
            shapes.append(cell)
            continue
        squares[name] = at
        cell += text(at[0], at[1] + SQUARE / 2 + 10, f"+{name}", fill=QUIET)
        if name in look.highlight:
            cell += highlight_box(*at, SQUARE, SQUARE)
        shapes.append(clickable(name, look, cell))
    height = 16 + high * math.ceil(cells / in_a_line)
    return Drawing(20 + SQUARE * in_a_line, height, tuple(shapes), words, squares)


def _cell(at: Point, number: int, game: Count, state: State) -> str:
    """One number of the track: the goal framed, the total under the marker."""
    x, y = at
    here, goal = number == state.total, number == game.goal
    fill = WIN if here and game.is_terminal(state) else FIRST_FILL if number >= game.goal else PAPER
    shapes = box(x, y, SQUARE, SQUARE, fill=fill, stroke=LINE)
    if goal:  # a flag's pole beside the number: from here on the game is won
        shapes += element(
            "path", d=f"M{x - SQUARE / 2:g} {y - SQUARE / 2:g}v{SQUARE}", stroke=INK, stroke_width=4
        )
    if here:
        shapes += circle(x, y, 17, fill=BLUE)
    bold = "bold" if here or goal else None
    paint = GROUND if here else INK
    return shapes + text(x, y, number, font_size=16, font_weight=bold, fill=paint)


def _thumbnail(game: Count, state: State, words: str) -> Drawing:
    """The total large, the goal below it."""
    box = element(
        "rect", x=4, y=4, width=92, height=72, rx=6, fill=WIN if game.is_terminal(state) else PAPER
    )
    total = text(50, 32, state.total, font_size=38, font_weight="bold")
    return Drawing(100, 80, (box, total, text(50, 63, f"of {game.goal}", font_size=19)), words)
