"""`board_svg`: any game's board as a picture, and what a widget must know to be clicked on."""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from course_lib.game import Action, Game, Player, State, does
from course_lib.games.compact import CompactGame
from course_lib.games.from_functions import FunctionGame
from course_lib.games.k_in_a_row import KInARow
from course_lib.views import theme
from course_lib.views.boards.drawing import TWO_SQUARES, Drawing, Look, draw_board, names_of
from course_lib.views.boards.grids import Tiles
from course_lib.views.svg import Picture, box, document, element, legible, text
from course_lib.watching import Watched
from course_lib.words import Say, Text, _, told

_LETTER, _LINE, _NARROWEST = 7.6, 20, 220
"""A caption's width for each letter, its height for each line, and the least room it gets."""

_FOR, _AGAINST = (theme.FIRST_FILL, theme.BLUE), (theme.SECOND_FILL, theme.VERMILION)
"""Behind and around the value of a move that wins, and of one that loses."""


def board_svg(
    game: Game,
    state: State,
    *,
    last: Action | str | None = None,
    size: float | None = None,
) -> str:
    """The board of this state as SVG text, without a caption; the options are those of `show`.

    Everything that can be clicked is `<g data-square="...">` with the square's name in small
    letters: `b2` in games on squares, `l3` in Havannah. In Nim a stick bears the name of the action
    that takes it and the sticks on its right; in Count, Scissors-Paper-Stone and textbook trees the
    name is the action's. The squares bear `data-win`, `data-last`, `data-highlight` as they apply.

    >>> from course_lib import TicTacToe
    >>> game = TicTacToe()
    >>> board_svg(game, game.initial).count("data-square")
    9
    """
    return board_picture(game, state, last=last, size=size, caption="").svg


def board_drawing(
    game: Game,
    state: State,
    *,
    last: Action | str | None = None,
    highlight: Iterable[Action | str] = (),
    size: float | None = None,
) -> Drawing:
    """The shapes of the board without the picture around them, to be put into a larger one."""
    game, state = _plain(game, state)
    if isinstance(highlight, str):
        raise ValueError(
            f"highlight is {highlight!r}; a list of squares is needed, such as [{highlight!r}]"
        )
    if size is not None and (not math.isfinite(size) or size <= 0):
        raise ValueError(f"size is {size!r}; it is the picture's width in pixels, more than 0")
    marked = () if last is None else names_of(game, [last])
    look = Look(marked, names_of(game, highlight), _is_small(size))
    drawing = draw_board(game, state, look)
    # A thumbnail has no named squares, so there the full drawing says what there is.
    full = draw_board(game, state, Look()) if look.small and look.highlight else drawing
    for name in look.highlight:
        if name not in full.squares:
            known = [*list(full.squares)[:12], *["..."] * (len(full.squares) > 12)]
            raise ValueError(
                f"highlight has {name!r}, but the squares here are: {', '.join(known) or 'none'}"
            )
    return drawing


def board_picture(
    game: Game,
    state: State,
    *,
    size: float | None = None,
    caption: str | None = None,
    values: Mapping[Action, float] | None = None,
    **marked: Any,
) -> Picture:
    """The board as a picture with its words.

    `last` is the action that led here, and is marked. `highlight` are squares to point at, each
    an action or a name such as `"b2"`. `size` is the picture's width in pixels; up to 120 pixels
    it is drawn as a thumbnail, without coordinates. `caption` is written below the board: how it
    stands, if you don't say. `values` are written on the squares of their actions, where an action
    has a square, or between the two it has; the best are ringed.

    Squares that have won have another ground and a line through them: those of `game.win_line`.
    """
    drawing = board_drawing(game, state, size=size, **marked)
    game, state = _plain(game, state)
    title, how = title_of(game), told(news(game, state))
    caption = None if caption is None else told(caption)
    named = {game.action_name(one).lower(): worth for one, worth in (values or {}).items()}
    drawing = _with_values(drawing, named)
    alt = _in_words(title, how if caption is None else caption, drawing)
    below = ("" if _is_small(size) else how) if caption is None else caption
    words = _in_words(title, how, drawing)
    return Picture(_finished(drawing, title, words, size=size, caption=below), alt)


def marks_picture(
    board: Sequence[Sequence[Any]],
    *,
    players: Sequence[Player] = ("X", "O"),
    size: float | None = None,
    caption: str = "",
) -> Picture:
    """A board that belongs to no game, as a reader's own lists hold it: rows of marks.

    Its rim has the numbers by which the lists are indexed: `board[row][column]`.

    >>> print(marks_picture([["X", None], ["", "O"]]))
    a board: row 0: X .; row 1: . O
    """
    rows = [list(row) if isinstance(row, list | tuple) else [] for row in board]
    if len({len(row) for row in rows}) != 1 or not rows[0]:
        raise ValueError(
            f"{board!r:.80} can't be drawn: a board must have rows of marks, all equally"
            ' long, such as [["X", None], [None, "O"]]'
        )
    marks = [["." if mark is None else str(mark).strip() or "." for mark in row] for row in rows]
    drawing = Tiles(marks, Look(small=_is_small(size)), players, numbered=True).drawn()
    title, caption = told(_("a board")), told(caption)
    words = _in_words(title, caption, drawing)
    return Picture(_finished(drawing, title, words, size=size, caption=caption), words)


TITLES = {
    "TicTacToe": _("Tic-tac-toe"),
    "ConnectFour": _("Connect Four"),
    "ThreeMusketeers": _("Three Musketeers"),
}
"""What games are called that have another name in another language, by their types."""


def title_of(game: Game) -> str:
    """What the game is called, as words.

    >>> from course_lib.games import ConnectFour, TicTacToe
    >>> title_of(ConnectFour()), title_of(TicTacToe())
    ('Connect Four', 'Tic-tac-toe')
    """
    if isinstance(game, FunctionGame):
        return game.name
    if type(game) is KInARow:
        return told(Say("{n} in a row", n=game.length))
    if title := TITLES.get(type(game).__name__):
        return told(title)
    words = re.findall(r"[A-Z][a-z]*", type(game).__name__) or [type(game).__name__]
    return " ".join(words) if len(words) < 3 else "-".join(words).capitalize()


def news(game: Game, state: State) -> Text:
    """Who is to move, or who has won and by what; `""` where the game can't tell.

    >>> from course_lib.games import TicTacToe
    >>> game = TicTacToe()
    >>> str(news(game, game.initial)), str(news(game, game.play("a1 b1 a2 b2 a3")))
    ('X to move', 'X has won')
    """
    try:
        if game.chance(state):
            return _("nobody chooses here")
        if not game.is_terminal(state):
            return Say("{player} to move", player=game.to_move(state))
        if game.utility_range != (-1, 1):
            first = game.players[0]
            return Say("over: {value:g} for {first}", value=game.utility(state, first), first=first)
        winner, line = game.winner(state), game.win_line(state)
    except Exception:  # noqa: BLE001 - a reader's half-written rules may raise anything
        return ""  # and yet their board is worth showing
    # A line in any direction is a "row", and drawn; only other shapes need a word.
    by = f": {' and '.join(line[0])}" if line and line[0] != ("row",) else ""
    if winner is None:
        return _("over: a draw")
    one = does(winner, "has") == f"{winner} has"
    template = _("{who} has won{by}") if one else _("{who} have won{by}")
    return Say(template, who=winner, by=by)


def _with_values(drawing: Drawing, values: Mapping[str, float]) -> Drawing:
    """The drawing with the values of these actions on their squares, and in its words.

    A move such as `a5-b5` has its value between its two squares: blue where it wins, vermilion
    where it loses. What is best has a thick ring. An action without a square is left out.
    """
    squares, best = drawing.squares, max(values.values(), default=0)
    shapes, words = [], []
    for name, value in values.items():
        between = TWO_SQUARES.fullmatch(name)
        ends = [squares[end] for end in (between.groups() if between else [name]) if end in squares]
        if len(ends) < (2 if between else 1):
            continue
        x, y = (sum(place) / len(ends) for place in zip(*ends, strict=True))
        said, bold = spoken(value), "bold" if value == best else None
        fill, stroke, font, thick = theme.PAPER, theme.LINE, 11.0, 1.5
        if between and value:
            fill, stroke = _FOR if value > 0 else _AGAINST
        elif not between:
            font, thick = min(14, (theme.SQUARE - 14) / (0.6 * len(said))), 1
            stroke = theme.HIGHLIGHT if bold else stroke
        paint = {"fill": fill, "stroke": stroke, "stroke_width": 3 if bold else thick}
        wide = round(0.6 * font * len(said) + 10, 1)
        shapes.append(box(round(x, 1), round(y, 1), wide, 22, rx=11, **paint))
        shapes.append(text(x, y, said, font_size=round(font, 1), font_weight=bold))
        words.append(f"{name} {said}")
    if not shapes:
        return drawing
    above = element("g", *shapes, pointer_events="none")  # clicks go through to the squares
    told_all = Say("{board}; values: {values}", board=drawing.words, values=", ".join(words))
    return drawing._replace(shapes=(*drawing.shapes, above), words=told(told_all))


def spoken(value: float) -> str:
    """A value with its sign, and no more than two digits after the point.

    >>> [spoken(value) for value in (3, -4.0, 0, 0.318, -0.5)]
    ['+3', '-4', '0', '+0.32', '-0.5']
    """
    rounded = round(value, 2)
    return f"{rounded:+g}" if rounded else "0"


# --- the parts -----------------------------------------------------------------------------------


def _plain(game: Game, state: State) -> tuple[Game, State]:
    """The readable game and state inside a compact or a watched one."""
    while isinstance(game, CompactGame | Watched):
        if isinstance(game, CompactGame):
            state = game.unpack(state)
        game = game.game
    return game, state


def _is_small(size: float | None) -> bool:
    """Whether a board of this size is drawn as a thumbnail."""
    return size is not None and size <= theme.THUMBNAIL


def _in_words(title: str, how: str, drawing: Drawing) -> str:
    """A drawing in words."""
    return f"{title}{', ' if how else ''}{how}: {drawing.words}"


def _finished(drawing: Drawing, title: str, words: str, *, size: float | None, caption: str) -> str:
    """The drawing as a whole picture, with its caption below it."""
    width = max(drawing.width, _NARROWEST) if caption else drawing.width
    font = legible(width)
    high, letter = font * _LINE / theme.FONT_SIZE, font * _LETTER / theme.FONT_SIZE
    fitting = max(10, int((width - 20) / letter))
    lines = [part for line in caption.splitlines() for part in textwrap.wrap(line, fitting)]
    aside = (width - drawing.width) / 2
    board = element("g", *drawing.shapes, transform=f"translate({aside:g} 0)" if aside else None)
    below = (
        text(width / 2, drawing.height + high * (row + 0.4), line, font_size=font)
        for row, line in enumerate(lines)
    )
    height = drawing.height + (high * len(lines) + 6 if lines else 0)
    shown = min(width, theme.LARGEST_BOARD) if size is None else size
    return document(width, height, board, *below, title=title, description=words, shown=shown)
