"""What programs must know of a board with stones: what is new on it, and one way it can arise."""

from __future__ import annotations

from typing import cast

from course_lib.game import PASS, Action, Game, Player, State
from course_lib.games.havannah import Havannah, HavannahState
from course_lib.games.hexboard import hex_board
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.possible_hexes import OTHER
from course_lib.games.squares import Square


def new_stone(game: Game, before: State, after: State) -> Action | None:
    """The one move that leads from this state to that one, or `None` if there is no such move.

    Where passing is allowed it may be PASS.
    """
    changed = [
        at
        for at, (old, new) in enumerate(zip(before.board, after.board, strict=True))
        if old != new
    ]
    if len(changed) > 1:
        return None
    square = _place(game, changed[0]) if changed else PASS
    if square not in game.actions(before) or game.result(before, square) != after:
        return None
    return square


def moves_to(game: Game, state: State) -> tuple[Action, ...]:
    """Moves that lead from the start to this state: a state does not say how it arose.

    Mostly every order does in which the players take turns: what wins with few stones wins with
    more. Where stones fall, one needs those below it, and where a row can be too long, five of six
    must not come first: there orders are tried, each board once.

    >>> from course_lib.games import ConnectFour
    >>> game = ConnectFour()
    >>> state = game.play("4 5 5 4")
    >>> game.play(map(game.action_name, moves_to(game, state))) == state
    True
    """
    if isinstance(game, Havannah) and game.passing:
        return _with_passes(game, state)
    if not isinstance(game, KInARow) or not (game.gravity or game.exact):
        stones = {player: _squares_of(game, state, player) for player in game.players}
        first, second = (iter(stones[player]) for player in game.players)
        turns = sum(map(len, stones.values()))
        return tuple(next(second if turn % 2 else first) for turn in range(turns))
    found: list[Action] = []
    dead: set[State] = set()

    def fill(now: State) -> bool:
        """Whether the rest of the board can be filled from here; then `found` has the moves."""
        if now.board == state.board:
            return True
        if now in dead:
            return False
        for action in game.actions(now):
            row, column = cast("Square", action)
            if state.board[row * game.columns + column] == game.to_move(now):
                found.append(action)
                if fill(game.result(now, action)):
                    return True
                found.pop()
        dead.add(now)
        return False

    if not fill(game.initial):
        raise ValueError(f"no game of {game!r} leads to this board:\n{game.render(state)}")
    return tuple(found)


def _with_passes(game: Havannah, state: HavannahState) -> tuple[Action, ...]:
    """Moves that lead to this state, found from the last one back; who has no stone left passes."""
    stones = {player: _squares_of(game, state, player) for player in game.players}
    player, found = OTHER[state.to_move], list[Action]()
    if state.passes:
        player, found = state.to_move, [PASS]
    while any(stones.values()):
        found.append(stones[player].pop() if stones[player] else PASS)
        player = OTHER[player]
    # The one before the first move would be O's, if X has moved first.
    if found and player == game.players[0]:
        found.append(PASS)
    return tuple(reversed(found))


def _squares_of(game: Game, state: State, player: Player) -> list[Action]:
    """Where the stones of this player lie."""
    return [_place(game, at) for at, mark in enumerate(state.board) if mark == player]


def _place(game: Game, at: int) -> Action:
    """The square or the hexagon that stands at this place in a state's board."""
    if isinstance(game, Havannah):
        return hex_board(game.size).cells[at]
    return divmod(at, cast("KInARow", game).columns)
