"""The drawing of Nim: a line of sticks for each heap; what has been taken stays as an outline."""

from __future__ import annotations

from typing import cast

from course_lib.game import State
from course_lib.games.nim import Nim
from course_lib.games.squares import letters
from course_lib.views.boards.drawing import Drawing, Look, Point, clickable, draw_board
from course_lib.views.boards.marks import box, highlight_box
from course_lib.views.svg import text
from course_lib.views.theme import BLUE, FADED, GROUND, INK, LAST, QUIET

_PITCH, _LINE = 24, 56
"""From one stick to the next, and from one line of sticks to the next."""

_STICK = (12, 40)
_MOST_IN_A_LINE = 20


@draw_board.register
def draw_heaps(game: Nim, state: State, look: Look) -> Drawing:
    """The heaps. A stick bears the name of the action that takes it and all on its right: `a2`."""
    left, top = (8, 8) if look.small else (40, 10)
    in_a_line = min(_MOST_IN_A_LINE, max(1, *game.heaps))
    width = left + _PITCH * in_a_line + (8 if look.small else 46)
    shapes, squares, y = [], {}, float(top)
    for heap, (size, full) in enumerate(zip(state.heaps, game.heaps, strict=True)):
        lines = max(1, -(-full // _MOST_IN_A_LINE))
        taken = _taken(game, look, heap)
        for place in range(full):
            at = (
                left + _PITCH * (place % in_a_line + 0.5),
                y + _LINE * (place // in_a_line + 0.5),
            )
            if place < size:
                name = game.action_name((heap, size - place))
                squares[name] = at
                shapes.append(clickable(name, look, _stick(at, name, look)))
            else:
                shapes.append(_gap(at, just_now=place < size + taken))
        if not look.small:
            middle = y + _LINE * lines / 2
            shapes += [
                text(18, middle, letters(heap + 1), font_size=17, font_weight="bold"),
                text(width - 22, middle, size, font_size=17, fill=INK if size else QUIET),
            ]
        y += _LINE * lines
    heaps = ", ".join(
        f"heap {letters(number)} has {size}" for number, size in enumerate(state.heaps, 1)
    )
    return Drawing(width, y + top, tuple(shapes), heaps, squares)


def _taken(game: Nim, look: Look, heap: int) -> int:
    """How many sticks the last move has taken from this heap."""
    for name in look.last:
        where, take = cast("tuple[int, int]", game.action_named(name))
        if where == heap:
            return take
    return 0


def _stick(at: Point, name: str, look: Look) -> str:
    """A stick that lies there; all around it can be clicked."""
    area = "" if look.small else box(*at, _PITCH, _LINE, fill=GROUND, fill_opacity=0)
    marked = highlight_box(*at, _PITCH + 4, _LINE) if name in look.highlight else ""
    return area + box(*at, *_STICK, rx=4, fill=BLUE) + marked


def _gap(at: Point, *, just_now: bool) -> str:
    """The outline of a stick that has been taken; a dark one if the last move took it."""
    stroke = LAST if just_now else FADED
    return box(
        *at, *_STICK, rx=4, fill="none", stroke=stroke, stroke_width=1.5, stroke_dasharray="4 3"
    )
