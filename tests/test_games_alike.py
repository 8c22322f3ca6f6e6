"""All games refuse the same mistakes in the same way: players, actions, states and options."""

from __future__ import annotations

from itertools import permutations
from random import Random

import numpy as np
import pytest

import course_lib
from course_lib.game import Action, Game, IllegalAction, State
from course_lib.games import (
    ConnectFour,
    Count,
    Gomoku,
    Havannah,
    KInARow,
    Nim,
    ScissorsPaperStone,
    TextbookTree,
    ThreeMusketeers,
    TicTacToe,
    compact,
    game_from_functions,
)
from course_lib.games.compact import CompactGame
from course_lib.search import alphabeta_search, mcts_search, minimax_search, solve

GAMES = [
    TicTacToe(),
    TicTacToe(4, ("X", "O", "Z")),
    ConnectFour(4, 4, 3),
    Gomoku(5, exact=True),
    Count(),
    Nim(),
    ScissorsPaperStone(),
    TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]),
    ThreeMusketeers(),
    Havannah(3),
    compact(TicTacToe()),
    compact(ConnectFour(4, 4, 3)),
    compact(ThreeMusketeers()),
]


def end_of(game: Game) -> State:
    """The last state of a random game."""
    state = game.initial
    for action in game.playout(state, Random(3)).actions:
        state = game.result(state, action)
    return state


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("nobody", [None, "", "nobody", 0, []], ids=repr)
def test_nobody_has_a_utility(game: Game, nobody: object) -> None:
    """Who is none of the players is refused, before the end and after it, won or drawn."""
    for state in (game.initial, end_of(game)):
        with pytest.raises(ValueError, match=r"no player is called|final states only"):
            game.utility(state, nobody)  # type: ignore[arg-type]


def test_a_draw_is_worth_nothing_to_nobody() -> None:
    """`winner` says None for a draw, and None is no player."""
    game = TicTacToe()
    draw = game.parse("XOX XOO OXX")
    with pytest.raises(ValueError, match="no player is called None"):
        game.utility(draw, game.winner(draw))  # type: ignore[arg-type]


# --- actions -----------------------------------------------------------------------------------


def look_alikes(action: Action) -> list[Action]:
    """Values that `==` takes for this action, and that are none."""
    if isinstance(action, bool | str):
        return []
    if isinstance(action, int):
        return [float(action), complex(action), *([bool(action)] if action in (0, 1) else [])]
    if not isinstance(action, tuple):
        return []
    found = []
    for at, part in enumerate(action):
        found += [(*action[:at], other, *action[at + 1 :]) for other in look_alikes(part)]
    return found


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_what_only_equals_an_action_is_illegal(game: Game) -> None:
    """True is not 1 and 1.0 is not 1: such an action is refused, and has no name."""
    state = game.initial
    for action in game.actions(state):
        for other in look_alikes(action):
            assert other == action
            with pytest.raises(IllegalAction, match="is not legal here; legal are"):
                game.result(state, other)
            with pytest.raises(ValueError, match=r"no (action|square|cell)"):
                game.action_name(other)


def as_numpy(action: Action) -> Action:
    """The same action with NumPy's whole numbers in it."""
    if isinstance(action, tuple):
        return tuple(map(as_numpy, action))
    return np.int64(action) if isinstance(action, int) else action


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_whole_numbers_of_numpy_are_whole_numbers(game: Game) -> None:
    """They lead to the same state, in which no number is NumPy's."""
    state = game.initial
    for action in game.actions(state):
        after = game.result(state, as_numpy(action))
        assert repr(after) == repr(game.result(state, action))
        assert game.action_name(as_numpy(action)) == game.action_name(action)


STRANGE = [
    None,
    "",
    True,
    -1,
    99,
    1.0,
    (),
    [0, 0],
    (1.0, 1.0),
    (0, -3),
    (99, 99),
    ((0, 0), (0, 0), (0, 0)),
    ([0, 4], [0, 3]),
    ((0.0, 4), (0, 3)),
    ((0, 0), (99, 0)),
    {},
    np.array([0, 1]),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("strange", STRANGE, ids=repr)
def test_what_is_no_action_has_no_name_and_is_illegal(game: Game, strange: Action) -> None:
    """Whatever its type, it gets a sentence and no raw error."""
    with pytest.raises(ValueError, match=r"no (action|square|cell)"):
        game.action_name(strange)
    with pytest.raises(IllegalAction, match="legal are"):
        game.result(game.initial, strange)


# --- states ------------------------------------------------------------------------------------

OTHERS = [*GAMES, TicTacToe(5), Nim((1, 2)), Havannah(4), compact(TicTacToe(4))]


@pytest.mark.parametrize("game", OTHERS, ids=repr)
def test_a_state_of_its_own_is_known(game: Game) -> None:
    """From the first to the last of a random game."""
    state = game.initial
    assert game.has_state(state)
    for action in game.playout(state, Random(1)).actions:
        state = game.result(state, action)
        assert game.has_state(state)


def test_a_state_of_another_game_is_known_to_be_none() -> None:
    """Of another kind, of another size, or with other players."""
    for game, other in permutations(OTHERS, 2):
        assert game.has_state(end_of(other)) == could_be(game, other)


def could_be(game: Game, other: Game) -> bool:
    """Whether a last state of the other game is a board of this one, as far as a board can tell."""
    if isinstance(game, KInARow) and isinstance(other, KInARow):
        return (game.rows, game.columns) == (other.rows, other.columns)
    if isinstance(game, CompactGame) and isinstance(other, CompactGame):
        return game.full >= other.full  # bits do not tell how long the rows are
    return False


@pytest.mark.parametrize("strange", [None, "X to move", [], TicTacToe(), Nim().initial], ids=repr)
def test_a_game_from_functions_knows_what_is_surely_no_board(strange: object) -> None:
    """Its boards may be of any kind, but not text where the first is a list, nor a named tuple."""
    game = game_from_functions(
        [3],
        player=lambda board: "X" if board[0] % 2 else "O",
        actions=lambda _: {1},
        result=lambda board, action: [board[0] - action],
        winner=lambda board: None if board[0] else "X",
        terminal=lambda board: board[0] == 0,
    )
    assert game.has_state(game.initial)
    assert not game.has_state(strange)
    with pytest.raises(TypeError, match=r"minimax_search was given .* no state of <a game from"):
        minimax_search(game, strange)


@pytest.mark.parametrize(
    ("game", "state"),
    [
        (TicTacToe(), TicTacToe(4).initial),
        (TicTacToe(), Nim().initial),
        (TicTacToe(), (0, 0, 0)),
        (Nim(), Count().initial),
        (compact(TicTacToe()), TicTacToe().initial),
        (Count(), Count),
    ],
)
def test_a_search_says_whose_state_it_was_not(game: Game, state: State) -> None:
    """Every search, in the same words."""
    told = "was given .* as its state, and that is no state of .*; a state comes from the game"
    for search in (minimax_search, alphabeta_search, solve):
        with pytest.raises(TypeError, match=f"{search.__name__} {told}"):
            search(game, state)
    with pytest.raises(TypeError, match=f"mcts_search {told}"):
        mcts_search(game, state, simulations=3, rng=Random(1))


# --- options -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "option"),
    [
        (lambda odd: KInARow(3, 3, 3, gravity=odd), "gravity"),
        (lambda odd: KInARow(3, 3, 3, exact=odd), "exact"),
        (lambda odd: Gomoku(exact=odd), "exact"),
        (lambda odd: Nim(misere=odd), "misere"),
        (lambda odd: Havannah(passing=odd), "passing"),
    ],
)
@pytest.mark.parametrize("odd", ["no", 3, 1, None], ids=repr)
def test_an_option_that_is_true_or_false_is_nothing_else(make, option, odd) -> None:
    """The sentence names the option and what was given."""
    with pytest.raises(ValueError, match=rf"{option}.*{odd!r}.* True or False"):
        make(odd)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_what_a_game_shows_makes_it_again(game: Game) -> None:
    """After `from course_lib import *` its repr can be pasted."""
    names = {name: getattr(course_lib, name) for name in course_lib.__all__}
    assert eval(repr(game), names) == game  # noqa: S307 - what our own games say of themselves
