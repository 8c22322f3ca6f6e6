"""Drawings of games with dice and cards: the two scores of Pig, odd dice, hands of Kuhn poker."""

from __future__ import annotations

from typing import Any

from course_lib.game import Action, Game, State
from course_lib.games.kuhn_poker import HIDDEN, KuhnPoker
from course_lib.games.pig import Pig
from course_lib.games.two_dice import TwoDice
from course_lib.views import theme
from course_lib.views.boards import drawing as shape
from course_lib.views.boards.drawing import Drawing, Look, Point, clickable, draw_board
from course_lib.views.svg import box, circle, element, text

_KEY = (92, 36)
"""A word to click."""

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of each face are, in thirds of the die."""


def _keys(
    game: Game, state: State, look: Look, y: float, width: float
) -> tuple[list[str], dict[str, Point]]:
    """The words that the player to move may say, in a row to click, and where they are."""
    shapes: list[str] = []
    squares: dict[str, Point] = {}
    actions: tuple[Action, ...] = () if look.small or game.chance(state) else game.actions(state)
    for number, action in enumerate(actions):
        name = game.action_name(action)
        at = (width / 2 + (_KEY[0] + 12) * (number - (len(actions) - 1) / 2), y)
        squares[name] = at
        seat = game.players.index(game.to_move(state))
        key = box(*at, *_KEY, rx=18, fill=theme.fill_of(seat), stroke=theme.mark_of(seat))
        key += text(*at, name, font_size=16)
        shapes.append(clickable(name, look, key, at=at, size=_KEY))
    return shapes, squares


# --- Pig -----------------------------------------------------------------------------------------

_BAR, _BAR_HIGH = 300, 26


@draw_board.register
def draw_pig(game: Pig, state: State, look: Look) -> Drawing:
    """A bar of points for each player, what the turn has brought as its dotted end, and the die."""
    width, left = 56.0 + _BAR + 84, 40
    shapes: list[str] = []
    for seat, (player, score) in enumerate(zip(game.players, state.scores, strict=True)):
        y, mine = 30 + 44 * seat, player == state.to_move
        shapes.append(shape.mark_shape(player, game.players, 20, y, 13))
        shapes.append(_bar(left, y, _BAR, fill=theme.PAPER, stroke=theme.LINE))
        long = _BAR * min(1, score / game.goal)
        full = {"fill": theme.WIN if game.winner(state) == player else theme.fill_of(seat)}
        shapes.append(_bar(left, y, long, stroke=theme.mark_of(seat), **full))
        if mine and state.so_far:
            more = _BAR * min(1 - score / game.goal, state.so_far / game.goal)
            dotted = {"stroke_dasharray": "3 3", "stroke_width": 2}
            ends = {"fill": theme.GROUND, "stroke": theme.mark_of(seat)}
            shapes.append(_bar(left + long, y, more, **ends, **dotted))
        plus = f" + {state.so_far}" if mine and state.so_far else ""
        shapes.append(text(left + _BAR / 2, y, f"{score}{plus}", font_size=15, font_weight="bold"))
    shapes.append(_die(width - 42, 52, 26, None if state.rolling else _last_face(look)))
    keys, squares = _keys(game, state, look, 128, width)
    words = ", ".join(f"{p} has {n}" for p, n in zip(game.players, state.scores, strict=True))
    turn = "the die rolls" if state.rolling else f"this turn has brought {state.so_far}"
    height = 156 if keys else 104
    return Drawing(width, height, (*shapes, *keys), f"{words}; {turn}", squares)


def _bar(left: float, y: float, long: float, **paint: object) -> str:
    """A bar from here to the right; nothing if it has no length."""
    return box(left + long / 2, y, long, _BAR_HIGH, **paint) if long else ""


def _last_face(look: Look) -> int | None:
    """The face that was rolled last, if that was the last thing that happened."""
    faces = [int(name) for name in look.last if name.isdecimal()]
    return faces[0] if faces and faces[0] in _PIPS else None


def _die(x: float, y: float, r: float, face: int | None) -> str:
    """A die with this face, or a question mark on a die that rolls or has not been rolled."""
    die = box(x, y, 2 * r, 2 * r, rx=r / 3, fill=theme.PAPER, stroke=theme.INK, stroke_width=1.5)
    if face is None:
        return die + text(x, y, "?", font_size=1.1 * r, fill=theme.QUIET)
    pips = (
        circle(x + 0.52 * r * right, y + 0.52 * r * down, r * 0.17, fill=theme.INK)
        for right, down in _PIPS[face]
    )
    return die + "".join(pips)


# --- Two Dice ------------------------------------------------------------------------------------

_SIDE, _GAP = 84, 22


@draw_board.register
def draw_two_dice(game: TwoDice, state: State, look: Look) -> Drawing:
    """The dice with their faces, by whom each was picked, and what it has shown."""
    shapes: list[str] = []
    squares: dict[str, Point] = {}
    width = _GAP + len(game.dice) * (_SIDE + _GAP)
    free = game.actions(state) if len(state.dice) < len(game.players) else ()
    for number, (name, faces) in enumerate(zip(game.names, game.dice, strict=True)):
        x, y = at = (_GAP + _SIDE / 2 + number * (_SIDE + _GAP), 62.0)
        seat = state.dice.index(name) if name in state.dice else None
        won = seat is not None and game.winner(state) == game.players[seat]
        fill = theme.WIN if won else theme.PAPER if seat is None else theme.fill_of(seat)
        stroke, thick = (theme.LINE, 1) if seat is None else (theme.mark_of(seat), 3)
        die = box(x, y, _SIDE, _SIDE, rx=12, fill=fill, stroke=stroke, stroke_width=thick)
        shown = seat is not None and len(state.faces) > seat
        said = str(state.faces[seat]) if shown and seat is not None else " ".join(map(str, faces))
        size = 40 if shown else min(22, 150 / max(1, len(said)))
        die += text(x, y, said, font_size=size, font_weight="bold")
        die += text(x, 10, name, font_size=15, fill=theme.QUIET)
        if name in free:
            squares[name] = at
            die = clickable(name, look, die, at=at, size=(_SIDE, _SIDE))
        shapes.append(die)
        if seat is not None:
            shapes.append(shape.mark_shape(game.players[seat], game.players, x, 122, 11))
    words = f"dice {'; '.join(' '.join(map(str, die)) for die in game.dice)}; {game.render(state)}"
    return Drawing(width, 140, tuple(shapes), words, squares)


# --- Kuhn poker ----------------------------------------------------------------------------------

_CARD = (62, 88)


@draw_board.register
def draw_kuhn(game: KuhnPoker, state: State, look: Look) -> Drawing:
    """Both hands with what each player has said; a card that can't be seen shows its back."""
    width, shapes = 300.0, list[str]()
    winner = game.winner(state) if game.is_terminal(state) else None
    for seat, player in enumerate(game.players):
        x = 84.0 + 132 * seat
        shapes.append(shape.mark_shape(player, game.players, x - 52, 60, 13))
        card = state.cards[seat] if seat < len(state.cards) else None
        shapes.append(_card(x, 60, card, won=player == winner))
        said = state.bets[seat::2]
        shapes.append(text(x, 118, ", ".join(said), font_size=15, font_weight="bold"))
    keys, squares = _keys(game, state, look, 156, width)
    return Drawing(width, 184 if keys else 136, (*shapes, *keys), game.render(state), squares)


def _card(x: float, y: float, card: str | None, *, won: bool) -> str:
    """A card face up, its back where it is hidden, or an outline where none has been dealt."""
    paint: dict[str, Any] = {"rx": 6, "stroke": theme.INK, "stroke_width": 1.5}
    if card is None:
        return box(x, y, *_CARD, **{**paint, "stroke": theme.FADED}, fill="none")
    if card == HIDDEN:
        back = box(x, y, *_CARD, **paint, fill=theme.FADED)
        lines = "".join(
            element("path", d=f"M{x - 22:g} {y + step:g}h44", stroke=theme.PAPER, stroke_width=3)
            for step in range(-32, 40, 8)
        )
        return back + lines + text(x, y, "?", font_size=34, font_weight="bold")
    fill = theme.WIN if won else theme.PAPER
    return box(x, y, *_CARD, **paint, fill=fill) + text(
        x, y, card, font_size=40, font_weight="bold"
    )
