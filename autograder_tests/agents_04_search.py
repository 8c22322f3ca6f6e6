"""Lesson 04: the known mistakes of `evaluate_lines`, `near_stones` and `deepening`, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from course_lib.checks import boards_04, references_04
from course_lib.game import Action, Game, Player, State

Agents = dict[str, Callable[..., Any]]
Count = Callable[[int, int], float]


def right_count(mine: int, theirs: int) -> float:
    """What a window with so many stones of the two counts."""
    if mine > 0 and theirs == 0:
        return 4 ** (mine - 1)
    return -(4 ** (theirs - 1)) if theirs > 0 and mine == 0 else 0


def valued(
    *,
    count: Count = right_count,
    scaled: Callable[[float], float] = lambda total: total / (100 + abs(total)),
    player_of: Callable[[Game, State, Player], Player] = lambda _game, _state, player: player,
    length: int | None = None,
) -> Callable[[Any, State, Player], float]:
    """`evaluate_lines` with these parts exchanged."""

    def evaluate_lines(game: Any, state: State, player: Player) -> float:
        total = 0.0
        player = player_of(game, state, player)
        for window in boards_04.windows(game.rows, game.columns, game.length):
            marks = [state.board[place] for place in window]
            mine = marks.count(player)
            theirs = (length or game.length) - mine - marks.count(".")
            total += count(mine, theirs)
        return scaled(total)

    return evaluate_lines


def own_lines(mine: int, theirs: int) -> float:
    """The other's lines are forgotten."""
    return 4 ** (mine - 1) if mine and not theirs else 0


def mixed_lines(mine: int, theirs: int) -> float:
    """What both have in a window counts for both."""
    return (4 ** (mine - 1) if mine else 0) - (4 ** (theirs - 1) if theirs else 0)


VALUES: Agents = {
    "lines that both have stones in count, too": valued(count=mixed_lines),
    "the other player's lines are forgotten": valued(count=own_lines),
    "the other player's lines are added, not taken off": valued(
        count=lambda mine, theirs: abs(right_count(mine, theirs))
    ),
    "the estimate is always for the first player": valued(
        player_of=lambda game, _state, _player: game.players[0]
    ),
    "the estimate is always for the player to move": valued(
        player_of=lambda game, state, _player: game.to_move(state)
    ),
    "the points are not brought between -1 and 1": valued(scaled=lambda total: total),
    "every open line counts the same, however many stones it has": valued(
        count=lambda mine, theirs: (mine > 0 and not theirs) - (theirs > 0 and not mine)
    ),
    "lines without any stone count, too": valued(
        count=lambda mine, theirs: right_count(mine, theirs) if mine or theirs else 4 ** (mine - 1)
    ),
    "a line counts its stones, not a power of 4": valued(
        count=lambda mine, theirs: 0 if mine and theirs else mine - theirs
    ),
    "the power is not one less than the stones": valued(
        count=lambda mine, theirs: 4 * right_count(mine, theirs)
    ),
    "the length of a line is taken for 4": valued(length=4),
    "the points are divided by 100 alone": valued(scaled=lambda total: total / 100),
    "below the fraction the sign is left in": valued(scaled=lambda total: total / (100 + total)),
    "the sign is turned round": valued(scaled=lambda total: -total / (100 + abs(total))),
}


def stones_of(game: Any, state: State, marks: str | None = None) -> list[tuple[int, int]]:
    """The squares of all stones, or of those with one of these marks."""
    return [
        divmod(place, game.columns)
        for place, mark in enumerate(state.board)
        if mark != "." and (marks is None or mark in marks)
    ]


def near(
    *,
    close: Callable[[int, int, int], bool] = lambda down, right, distance: (
        max(down, right) <= distance
    ),
    stones: Callable[[Any, State], list[tuple[int, int]]] = stones_of,
    empty: Callable[[Any, State], list[Any]] = lambda game, _: [
        (game.rows // 2, game.columns // 2)
    ],
    squares: Callable[[Any, State], Iterable[Any]] = lambda game, state: game.actions(state),
    form: Callable[[list[Any]], Any] = list,
) -> Callable[[Any, State, int], Any]:
    """`near_stones` with these parts exchanged."""

    def near_stones(game: Any, state: State, distance: int) -> Any:
        if not stones_of(game, state):
            return form(empty(game, state))
        return form(
            [
                (row, column)
                for row, column in squares(game, state)
                if any(
                    close(abs(row - r), abs(column - c), distance) for r, c in stones(game, state)
                )
            ]
        )

    return near_stones


def repeated(game: Any, state: State, distance: int) -> list[Action]:
    """A square that is near two stones comes twice."""
    found: list[Action] = []
    for r, c in stones_of(game, state):
        found += [
            (row, column)
            for row, column in game.actions(state)
            if max(abs(row - r), abs(column - c)) <= distance
        ]
    return found or boards_04.near_stones(game, state, distance)


def all_squares(game: Any, _state: State) -> list[tuple[int, int]]:
    """Every square of the board, taken or not."""
    return [(row, column) for row in range(game.rows) for column in range(game.columns)]


NEAR: Agents = {
    "on an empty board there is no action": near(empty=lambda *_: []),
    "on an empty board all actions are given": near(
        empty=lambda game, state: list(game.actions(state))
    ),
    "on an empty board the first square is given": near(
        empty=lambda game, state: list(game.actions(state))[:1]
    ),
    "diagonal steps count twice": near(
        close=lambda down, right, distance: down + right <= distance
    ),
    "squares that are taken are given, too": near(squares=all_squares),
    "a square near two stones comes twice": repeated,
    "only the squares around the stones of X are given": near(
        stones=lambda game, state: stones_of(game, state, "X")
    ),
    "only the squares around the own stones are given": near(
        stones=lambda game, state: stones_of(game, state, game.to_move(state))
    ),
    "the distance has to be less than asked": near(
        close=lambda down, right, distance: max(down, right) < distance
    ),
    "the distance is taken for 1, whatever it is": near(
        close=lambda down, right, _: max(down, right) <= 1
    ),
    "only squares in the same row, column or diagonal are given": near(
        close=lambda down, right, distance: (
            max(down, right) <= distance and (0 in {down, right} or down == right)
        )
    ),
    "only the rows are compared": near(close=lambda down, _, distance: down <= distance),
    "all actions are given": near(close=lambda *_: True),
    "the actions come in a set, not a list": near(form=set),
    "the actions come in a tuple, not a list": near(form=tuple),
}


def deepened(
    *,
    depths: Callable[[int], Iterable[int]] = lambda deepest: range(1, deepest + 1),
    left: Callable[[int, int], int] = lambda visits, used: visits - used,
    stops: bool = True,
    keeps: Callable[[Any, Any], Any] = lambda _, action: action,
    form: Callable[[Any, int], Any] = lambda action, depth: (action, depth),
    more: int = 0,
    first: Callable[[Game, State], Any] = lambda game, state: game.actions(state)[0],
) -> Callable[..., Any]:
    """`deepening` with these parts exchanged."""

    def deepening(game: Game, state: State, visits: int, deepest: int, evaluate: Any) -> Any:
        best, finished = first(game, state), 0
        for depth in depths(deepest):
            action, used = references_04.search_within(game, state, depth, visits, evaluate)
            if action is None and stops:
                break
            best, finished = keeps(best if finished else None, action), depth
            visits = left(visits, used)
            if action is None:
                break
        return form(best, finished + more)

    return deepening


DEEPENING: Agents = {
    "each depth gets the whole budget again": deepened(left=lambda visits, _: visits),
    "what the unfinished search gives is kept": deepened(stops=False),
    "the depth is that of the search that was not finished": deepened(more=1),
    "the action of the first depth is kept": deepened(keeps=lambda best, action: best or action),
    "only the deepest search is tried": deepened(depths=lambda deepest: (deepest,)),
    "only one ply is searched": deepened(depths=lambda _: (1,)),
    "the last depth is left out": deepened(depths=lambda deepest: range(1, deepest)),
    "it goes deeper than asked": deepened(depths=lambda deepest: range(1, deepest + 2)),
    "the visits used are added, not taken off": deepened(left=lambda visits, used: visits + used),
    "only the action is returned": deepened(form=lambda action, _: action),
    "depth and action are exchanged": deepened(form=lambda action, depth: (depth, action)),
    "every other depth is left out": deepened(depths=lambda deepest: range(1, deepest + 1, 2)),
    "without a finished search there is no action": deepened(first=lambda *_: None),
    "a list is returned instead of a pair": deepened(form=lambda action, depth: [action, depth]),
}
