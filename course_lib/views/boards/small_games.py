"""Drawings of the small games: Nim's heaps, Count's track, three words, a place in a tree."""

from __future__ import annotations

import math
from typing import Any, cast

from course_lib.game import State
from course_lib.games.count import Count
from course_lib.games.nim import Nim
from course_lib.games.scissors_paper_stone import CHOICES, ScissorsPaperStone
from course_lib.games.textbook_tree import TextbookTree
from course_lib.plain import letters
from course_lib.views import theme
from course_lib.views.boards import drawing as shape
from course_lib.views.boards.drawing import Drawing, Look, Point, clickable, draw_board
from course_lib.views.svg import box, circle, element, text
from course_lib.views.theme import SQUARE

# --- Nim -----------------------------------------------------------------------------------------

_PITCH, _LINE = 24, 56
"""From one stick to the next, and from one line of sticks to the next."""

_STICK = (12, 40)
_MOST_IN_A_LINE = 20


@draw_board.register
def draw_heaps(game: Nim, state: State, look: Look) -> Drawing:
    """A line of sticks for each heap; what has been taken stays as an outline.

    A stick bears the name of the action that takes it and all on its right, such as `a2`.
    """
    left, top, right = (8, 8, 8) if look.small else (40, 10, 46)
    in_a_line = min(_MOST_IN_A_LINE, max(1, *game.heaps))
    width = left + _PITCH * in_a_line + right
    last = dict(cast("tuple[int, int]", game.action_named(name)) for name in look.last)
    shapes, squares, y = [], {}, float(top)
    for heap, (size, full) in enumerate(zip(state.heaps, game.heaps, strict=True)):
        lines = max(1, -(-full // _MOST_IN_A_LINE))
        for place in range(full):
            line, column = divmod(place, in_a_line)
            at = (left + _PITCH * (column + 0.5), y + _LINE * (line + 0.5))
            if place < size:
                name = game.action_name((heap, size - place))
                squares[name] = at
                stick = box(*at, *_STICK, rx=4, fill=theme.BLUE)
                if not look.small:  # all around the stick can be clicked
                    stick = box(*at, _PITCH, _LINE, fill=theme.GROUND, fill_opacity=0) + stick
                shapes.append(clickable(name, look, stick, at=at, size=(_PITCH + 4, _LINE)))
            else:  # the outline of one that is gone; a dark one if the last move took it
                stroke = theme.LAST if place < size + last.get(heap, 0) else theme.FADED
                dashed: dict[str, Any] = {"stroke_width": 1.5, "stroke_dasharray": "4 3"}
                shapes.append(box(*at, *_STICK, rx=4, fill="none", stroke=stroke, **dashed))
        if not look.small:
            middle, ink = y + _LINE * lines / 2, theme.INK if size else theme.QUIET
            shapes += [
                text(18, middle, letters(heap + 1), font_size=17, font_weight="bold"),
                text(width - 22, middle, size, font_size=17, fill=ink),
            ]
        y += _LINE * lines
    heaps = ", ".join(f"heap {letters(at)} has {size}" for at, size in enumerate(state.heaps, 1))
    return Drawing(width, y + top, tuple(shapes), heaps, squares)


# --- Count ---------------------------------------------------------------------------------------

_LEAST_IN_A_LINE = 10


@draw_board.register
def draw_track(game: Count, state: State, look: Look) -> Drawing:
    """A track of the numbers up to the goal and beyond, with a marker on the total.

    What may be added stands below the number where it leads.
    """
    words, over = f"the total is {state.total}, the goal {game.goal}", game.is_terminal(state)
    if look.small:
        card = box(50, 40, 92, 72, rx=6, fill=theme.WIN if over else theme.PAPER)
        total = text(50, 32, state.total, font_size=38, font_weight="bold")
        return Drawing(100, 80, (card, total, text(50, 63, f"of {game.goal}", font_size=19)), words)
    cells = game.goal + game.most
    in_a_line = min(cells, max(_LEAST_IN_A_LINE, math.ceil(math.sqrt(cells))))
    high = SQUARE + 22
    leads_to = {state.total + int(add): game.action_name(add) for add in game.actions(state)}  # type: ignore[call-overload]
    before = state.total - sum(int(name) for name in look.last)
    shapes, squares = [], {}
    for number in range(cells):
        line, column = divmod(number, in_a_line)
        x, y = at = (10 + SQUARE * (column + 0.5), 10 + high * line + SQUARE / 2)
        here, goal = number == state.total, number == game.goal
        fill = theme.FIRST_FILL if number >= game.goal else theme.PAPER
        fill = theme.WIN if here and over else fill
        cell = box(x, y, SQUARE, SQUARE, fill=fill, stroke=theme.LINE)
        if goal:  # a flag's pole beside the number: from here on the game is won
            pole = f"M{x - SQUARE / 2:g} {y - SQUARE / 2:g}v{SQUARE}"
            cell += element("path", d=pole, stroke=theme.INK, stroke_width=4)
        if here:
            cell += circle(x, y, 17, fill=theme.BLUE)
        bold, paint = "bold" if here or goal else None, theme.GROUND if here else theme.INK
        cell += text(x, y, number, font_size=16, font_weight=bold, fill=paint)
        if number == before and look.last:
            cell += circle(x, y, 17, fill="none", stroke=theme.INK, stroke_dasharray="4 3")
        name = leads_to.get(number)
        if name is not None:
            squares[name] = at
            cell += text(x, y + SQUARE / 2 + 10, f"+{name}", fill=theme.QUIET)
            cell = clickable(name, look, cell, at=at, size=(SQUARE, SQUARE))
        shapes.append(cell)
    height = 16 + high * math.ceil(cells / in_a_line)
    return Drawing(20 + SQUARE * in_a_line, height, tuple(shapes), words, squares)


# --- Scissors, Paper, Stone ----------------------------------------------------------------------

_WIDE, _HIGH = 92, 44


@draw_board.register
def draw_choices(game: ScissorsPaperStone, state: State, look: Look) -> Drawing:
    """What each player has chosen, among what could be; who wins has the winning colour."""
    words = "; ".join(
        f"{player} has chosen {word}" if word else f"{player} has not chosen"
        for player, word in zip(game.players, (state.x, state.o), strict=True)
    )

    shapes: list[str] = []
    squares: dict[str, Point] = {}
    font = {"font_size": 18} if look.small else {}
    for seat, (player, taken) in enumerate(zip(game.players, (state.x, state.o), strict=True)):
        y, won = 10 + (_HIGH + 8) * (seat + 0.5), game.winner(state) == player
        shapes.append(shape.mark_shape(player, game.players, 26, y, 16))
        # A box is full and thick if its word was chosen; a thumbnail has that one alone.
        for place, word in enumerate((taken or "?",) if look.small else CHOICES):
            at, full = (50 + (_WIDE + 6) * (place + 0.5), y), word == taken
            fill = theme.PAPER if not full else theme.WIN if won else theme.fill_of(seat)
            stroke, thick = (theme.mark_of(seat), 3) if full else (theme.LINE, 1)
            ink = theme.INK if full or taken is None else theme.QUIET
            drawn = box(*at, _WIDE, _HIGH, rx=6, fill=fill, stroke=stroke, stroke_width=thick)
            drawn += text(*at, word, font_weight="bold" if full else None, fill=ink, **font)
            if not look.small and word in game.actions(state) and player == game.to_move(state):
                squares[word] = at
                drawn = clickable(word, look, drawn, at=at, size=(_WIDE, _HIGH))
            shapes.append(drawn)
    width = 54 + (1 if look.small else len(CHOICES)) * (_WIDE + 6)
    return Drawing(width, 20 + 2 * (_HIGH + 8), tuple(shapes), words, squares)


# --- textbook trees ------------------------------------------------------------------------------

_APART, _R = 62, 24
"""From one child to the next, and from a node's middle to its edge."""


@draw_board.register
def draw_branches(game: TextbookTree, state: State, look: Look) -> Drawing:
    """A place in a tree: the way to it, the node, and its children.

    MAX is a triangle that points up, MIN one that points down, chance a circle, a leaf a box with
    its number.
    """
    words = game.render(state)
    if look.small:
        return Drawing(64, 60, (_node(game, state, (32, 30)),), words)
    actions = game.actions(state)
    path = " \N{RIGHTWARDS ARROW} ".join(("root", *map(game.action_name, state)))
    width = max(180.0, 20.0 + _APART * len(actions), 20 + 8.0 * len(path))
    node = (width / 2, 68.0)
    shapes = [text(width / 2, 20, path, fill=theme.QUIET), _node(game, state, node)]
    squares: dict[str, Point] = {}
    for number, action in enumerate(actions):
        name = game.action_name(action)
        x, y = at = (width / 2 + _APART * (number - (len(actions) - 1) / 2), 158.0)
        squares[name] = at
        line = f"M{node[0]:g} {node[1] + _R:g}L{x:g} {y - _R:g}"
        child = _node(game, game.result(state, action), at)
        label = text(x, y + _R + 14, name, fill=theme.QUIET)
        shapes.append(element("path", d=line, stroke=theme.LINE, stroke_width=1.5))
        shapes.append(clickable(name, look, child, label, at=at, size=_R + 5))
    return Drawing(width, 210 if actions else 104, tuple(shapes), words, squares)


def _node(game: TextbookTree, state: State, at: Point) -> str:
    """A node with the name of the player who chooses there, or a leaf with its number."""
    x, y = at
    if game.is_terminal(state):
        seats = game.players if len(game.players) > 2 else game.players[:1]
        number = ", ".join(f"{game.utility(state, player):g}" for player in seats)
        leaf = box(x, y, 2 * _R, 1.5 * _R, fill=theme.PAPER, stroke=theme.LINE)
        return leaf + text(x, y, number, font_size=min(18, 80 / len(number)), font_weight="bold")
    player = game.to_move(state)
    seat = game.players.index(player) if player in game.players else len(game.players)
    if seat > 1:  # a third player, or nobody
        place = circle(x, y, _R, fill=theme.fill_of(seat), stroke=theme.LINE, stroke_width=2)
        return place + text(x, y, player, font_size=12, font_weight="bold")
    down = -1 if seat else 1
    foot = y + _R * down
    points = ((x, y - _R * down), (x + _R * 1.15, foot), (x - _R * 1.15, foot))
    paint = {"fill": theme.fill_of(seat), "stroke": theme.mark_of(seat), "stroke_width": 2}
    words = text(x, y + _R * 0.45 * down, player, font_size=12, font_weight="bold")
    return shape.polygon(points, **paint, stroke_linejoin="round") + words
