"""The games of rows keep their rules: known counts, and a second way to see a row."""

import gc
import itertools
import random
import re
from collections import Counter

import pytest
from search_games import reachable
from test_every_game import READABLE

from course_lib import (
    ConnectFour,
    Gomoku,
    KInARow,
    TicTacToe,
    alphabeta_search,
    compact,
)

GAMES = [
    *(game for game in READABLE if isinstance(game, KInARow) and game.rows < 15),
    *(TicTacToe(size=5), KInARow(6, 6, 4, exact=True), Gomoku(7)),
]


def rows_seen_in_text(game, text):
    """The players with a row, found by regular expressions in the board's lines of text."""
    board = [line.split() for line in text.splitlines()]
    size = max(game.rows, game.columns)
    lines = [*board, *zip(*board, strict=True)]
    for shift in range(-size, 2 * size):
        falling = [(row, row + shift) for row in range(game.rows)]
        rising = [(row, shift - row) for row in range(game.rows)]
        lines += [
            [board[row][column] for row, column in squares if 0 <= column < game.columns]
            for squares in (falling, rising)
        ]
    found = set()
    for line, player in itertools.product(lines, game.players):
        mark = re.escape(player)
        more = "" if game.exact else ","
        pattern = f"(?<!{mark}){mark}{{{game.length}{more}}}(?!{mark})"
        if re.search(pattern, "".join(line)):
            found.add(player)
    return found


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_row_wins_exactly_when_the_text_shows_one(game):
    """The quick test around the last stone agrees with a search through the whole text."""
    rng = random.Random(2)
    for _ in range(20):
        state = game.initial
        while not game.is_terminal(state):
            assert rows_seen_in_text(game, game.render(state)) == set()
            state = game.result(state, rng.choice(game.actions(state)))
        winner = game.winner(state)
        seen = rows_seen_in_text(game, game.render(state))
        assert seen == (set() if winner is None else {winner})
        _, line = game.win_line(state) or ((), ())
        assert {state.board[row * game.columns + column] for row, column in line} == seen
        assert len(line) >= game.length or not seen


def test_tic_tac_toe_ends_as_often_as_is_known():
    """Of its positions 626 are won by X, 316 by O, and 16 are drawn."""
    ends = Counter(state.winner for state in reachable(TicTacToe()) if not state.actions)
    assert ends == {"X": 626, "O": 316, None: 16}


def test_six_in_a_row_win_only_in_free_gomoku():
    """With `exact` an overline is no win, and a five beside it still is."""
    six = "a1 a15 b1 a14 c1 a13 e1 a11 f1 o15 d1"
    free, exact = Gomoku(), Gomoku(exact=True)
    assert free.winner(free.play(six)) == "X"
    assert len(free.win_line(free.play(six))[1]) == 6
    assert exact.winner(exact.play(six)) is None
    both = "a1 a15 b1 a14 c1 a13 e1 a11 f1 o15 d2 o14 d3 o13 d4 o11 d5 o9 d1"
    assert exact.win_line(exact.play(both)) == (
        ("row",),
        ((10, 3), (11, 3), (12, 3), (13, 3), (14, 3)),
    )


def test_symmetries_are_as_many_as_the_board_has():
    """Eight for a square, four for a rectangle, two where stones fall."""
    sizes = [(TicTacToe(), 8), (Gomoku(), 8), (KInARow(3, 4, 3), 4), (ConnectFour(), 2)]
    assert [len(game.symmetries) for game, _ in sizes] == [number for _, number in sizes]
    game = TicTacToe()
    small, states = compact(game), reachable(game)
    pairs = {(game.canonical(state), small.canonical(small.pack(state))) for state in states}
    assert len(pairs) == len(dict(pairs)) == len(set(dict(pairs).values())) == 765


@pytest.mark.parametrize("made", [TicTacToe, ConnectFour, Gomoku], ids=lambda made: made.__name__)
def test_a_search_leaves_a_game_without_a_dictionary(made):
    """Python finds methods faster as long as nobody asks for it: a tenth of a minimax search."""
    for game in (made(), compact(made())):
        alphabeta_search(game, game.initial, depth=1)
        tables = [each for each in gc.get_referents(game) if isinstance(each, dict)]
        assert tables
        assert not any("_places" in table for table in tables), game
