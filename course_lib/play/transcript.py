"""A game that was played as text: boards move by move, sections of moves, or the moves alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from course_lib.game import PASS, Action, Game, Player, State, does
from course_lib.games.havannah import Havannah
from course_lib.games.hexboard import hex_board
from course_lib.games.hextext import board_text

STYLES = ("boards", "sections", "moves")

_SECTION = 20


def transcript(
    game: Game,
    players: Mapping[Player, str],
    states: Sequence[State],
    actions: Sequence[Action],
    *,
    detail: str,
    style: str | None,
) -> str:
    """The text of a game in one of `STYLES`; `None` takes the one that suits the game."""
    if style is None:
        style = "sections" if isinstance(game, Havannah) else "boards"
    if style == "moves":
        return " ".join(map(game.action_name, actions))
    if style == "boards":
        body = _boards(game, states, actions)
    elif style == "sections":
        body = _sections(game, states, actions)
    else:
        raise ValueError(f"there is no style {style!r}; the styles are {', '.join(STYLES)}")
    who = ", ".join(f"{seat}: {label}" for seat, label in players.items())
    return "\n\n".join([who, *body, detail])


def _boards(game: Game, states: Sequence[State], actions: Sequence[Action]) -> list[str]:
    """The first board, then each move with the board it led to."""
    moves = [
        f"{does(game.to_move(before), 'plays')} {game.action_name(action)}\n{game.render(after)}"
        for before, action, after in zip(states, actions, states[1:], strict=False)
    ]
    return [game.render(states[0]), *moves]


def _sections(game: Game, states: Sequence[State], actions: Sequence[Action]) -> list[str]:
    """Twenty moves in lines of two, then the board; and so on."""
    parts = []
    for first in range(0, len(actions), _SECTION):
        last = min(first + _SECTION, len(actions))
        moves = [f"{at + 1} : {_put(game, actions[at])}" for at in range(first, last)]
        parts.append("\n".join(", ".join(moves[at : at + 2]) for at in range(0, len(moves), 2)))
        parts.append(_board(game, states, actions, first, last))
    return parts or [game.render(states[0])]


def _put(game: Game, action: Action) -> str:
    """A move in words; a stone's place in capitals."""
    return "Pass" if action is PASS else f"Put {game.action_name(action).upper()}"


def _board(
    game: Game, states: Sequence[State], actions: Sequence[Action], first: int, last: int
) -> str:
    """The board after these moves; in Havannah with the numbers of the stones just put there."""
    if not isinstance(game, Havannah):
        return game.render(states[last])
    stones = zip(hex_board(game.size).cells, states[last].board, strict=True)
    new = {action: number for number, action in enumerate(actions[:last], 1) if number > first}
    marks = {
        cell: f"{new[cell]}:{stone}" if cell in new else stone
        for cell, stone in stones
        if stone in game.players
    }
    return board_text(game.size, marks, capitals=True)
