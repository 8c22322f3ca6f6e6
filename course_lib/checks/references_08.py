"""The library's own answers to the exercises of lesson 08, by which the checks are tested."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from course_lib.checks.windows_08 import row_from_below, windows_of
from course_lib.game import Action, Game, Player, State
from course_lib.search import deepening_search

Square = tuple[int, int]


def my_evaluation(game: Any, state: State, player: Player) -> float:
    """An estimate strictly between -1 and 1 by open windows, more for threats in the own rows."""
    board, rival = state.board, next(each for each in game.players if each != player)
    total = 0
    for window in windows_of(game):
        marks = [board[place] for place in window]
        mine, theirs = marks.count(player), marks.count(rival)
        stones = mine + theirs
        if stones not in (mine, theirs) or not stones:
            continue
        worth = 4 ** (stones - 1)
        if stones == game.length - 1:
            height = row_from_below(game, window[marks.index(".")])
            worth *= 4 if height % 2 == wanted(game, player if mine else rival) else 1
        total += worth if mine else -worth
    return total / (abs(total) + 100)


def wanted(game: Game, owner: Player) -> int:
    """What the number of a row leaves, divided by 2, if threats there are good for this player."""
    return 1 if owner == game.players[0] else 0


def my_order(game: Any, state: State, actions: Sequence[Action]) -> list[Action]:
    """The actions: wins, then squares where the other would win, then from the middle outwards."""
    mine, theirs = finishing(game, state)
    groups: list[list[Action]] = [[], [], []]
    for action in actions:
        groups[0 if action in mine else 1 if action in theirs else 2].append(action)
    centre = (game.columns - 1) / 2
    groups[2].sort(key=lambda square: abs(square[1] - centre))  # type: ignore[index]
    return [action for group in groups for action in group]


def finishing(game: Any, state: State) -> tuple[set[Square], set[Square]]:
    """The squares on which the player to move would finish a window, and those of the other."""
    mover = game.to_move(state)
    squares: tuple[set[Square], set[Square]] = (set(), set())
    for window in windows_of(game):
        gaps = [place for place in window if state.board[place] == "."]
        owners = {state.board[place] for place in window} - {"."}
        if len(gaps) == 1 and len(owners) == 1:
            squares[mover not in owners].add(divmod(gaps[0], game.columns))
    return squares


def share_visits(budget: int, weights: Sequence[int]) -> list[int]:
    """So many visits as whole numbers, none less than 1, in proportion to these weights."""
    whole, many = sum(weights), len(weights)
    parts = {at: (budget - many) * weight // whole for at, weight in enumerate(weights)}
    left = budget - many - sum(parts.values())
    lucky = sorted(parts, key=lambda at: (-weights[at], at))[:left]
    return [1 + part + (at in lucky) for at, part in parts.items()]


def my_player(game: Game, state: State, budget: int) -> Action:
    """A legal action, found with no more visits than the budget."""
    legal = game.actions(state)
    best = my_order(game, state, legal)[0]
    if min(budget, len(legal)) < 2:
        return best
    options: dict[str, Any] = {"evaluate": my_evaluation, "order": my_order}
    found = deepening_search(game, state, visits=budget, **options)
    return best if found.depth == 0 else found[1]
