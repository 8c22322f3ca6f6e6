"""The drawing of Scissors, Paper, Stone: a row of three words for each player."""

from __future__ import annotations

from course_lib.game import Player, State
from course_lib.games.scissors_paper_stone import CHOICES, ScissorsPaperStone
from course_lib.views.boards.drawing import Drawing, Look, clickable, draw_board
from course_lib.views.boards.marks import box, highlight_box, mark_shape
from course_lib.views.svg import text
from course_lib.views.theme import FIRST_FILL, INK, LINE, PAPER, QUIET, SECOND_FILL, WIN, mark_of

_WIDE, _HIGH = 92, 44


@draw_board.register
def draw_choices(game: ScissorsPaperStone, state: State, look: Look) -> Drawing:
    """What each player has chosen, among what could be; who wins has the winning colour."""
    rows = [_chosen(state, seat) for seat in (0, 1)]
    words = [
        f"{player} has chosen {word}" if word else f"{player} has not chosen"
        for player, word in zip(game.players, rows, strict=True)
    ]
    if look.small:
        shapes = [_card(game, state, seat, word, 6) for seat, word in enumerate(rows)]
        return Drawing(_WIDE + 44, 2 * _HIGH + 18, tuple(shapes), "; ".join(words))
    drawn, squares = [], {}
    for seat, chosen in enumerate(rows):
        y = 10 + (_HIGH + 8) * (seat + 0.5)
        player = game.players[seat]
        drawn.append(mark_shape(player, game.players, 26, y, 16))
        for place, word in enumerate(CHOICES):
            x = 50 + (_WIDE + 6) * (place + 0.5)
            fill = _fill(game, state, player, seat) if word == chosen else PAPER
            card = _box(x, y, fill, thick=word == chosen, seat=seat)
            card += text(
                x,
                y,
                word,
                font_weight="bold" if word == chosen else None,
                fill=INK if word == chosen or chosen is None else QUIET,
            )
            open_now = word in game.actions(state) and player == game.to_move(state)
            if not open_now:
                drawn.append(card)
                continue
            squares[word] = (x, y)
            if word in look.highlight:
                card += highlight_box(x, y, _WIDE, _HIGH)
            drawn.append(clickable(word, look, card))
    width, height = 54 + 3 * (_WIDE + 6), 20 + 2 * (_HIGH + 8)
    return Drawing(width, height, tuple(drawn), "; ".join(words), squares)


def _chosen(state: State, seat: int) -> str | None:
    """What the player in this seat has chosen."""
    word: str | None = (state.x, state.o)[seat]
    return word


def _fill(game: ScissorsPaperStone, state: State, player: Player, seat: int) -> str:
    """The colour behind a word that was chosen."""
    return WIN if game.winner(state) == player else (FIRST_FILL, SECOND_FILL)[seat]


def _box(x: float, y: float, fill: str, *, thick: bool, seat: int) -> str:
    """The box around a word."""
    stroke, width = (mark_of(seat), 3) if thick else (LINE, 1)
    return box(x, y, _WIDE, _HIGH, rx=6, fill=fill, stroke=stroke, stroke_width=width)


def _card(game: ScissorsPaperStone, state: State, seat: int, word: str | None, edge: float) -> str:
    """One line of a thumbnail: the player's mark and the word."""
    y = edge + (_HIGH + 6) * seat + _HIGH / 2
    player = game.players[seat]
    mark = mark_shape(player, game.players, 20, y, 15)
    fill = _fill(game, state, player, seat) if word else PAPER
    card = _box(38 + _WIDE / 2, y, fill, thick=word is not None, seat=seat)
    return mark + card + text(38 + _WIDE / 2, y, word or "?", font_size=18, font_weight="bold")
