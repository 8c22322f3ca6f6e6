"""Compact games are the same games: every answer is compared with the readable one's."""

from __future__ import annotations

import random

import pytest

from course_lib.game import Game, IllegalAction
from course_lib.games.check_game import check_game
from course_lib.games.compact import BitMap, Chunks, compact
from course_lib.games.k_in_a_row import ConnectFour, Gomoku, KInARow
from course_lib.games.three_musketeers import ThreeMusketeers
from course_lib.games.tic_tac_toe import TicTacToe

GAMES = [
    TicTacToe(),
    TicTacToe(size=5),
    ConnectFour(),
    ConnectFour(3, 4, 3),
    KInARow(4, 4, 3, exact=True),
    KInARow(5, 4, 3, players=("A", "B"), gravity=True, exact=True),
    KInARow(1, 1, 1),
    Gomoku(),
    Gomoku(exact=True),
    ThreeMusketeers(),
    ThreeMusketeers("M.GM / GG.. / .M.G", stuck_musketeers="any moment"),
    ThreeMusketeers("MG. / GG. / G.M", stuck_guards="pass"),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_compact_game_keeps_the_promise_of_a_game(game):
    """Random games show no broken line of the promise."""
    check_game(compact(game), random.Random(1), games=5)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_both_forms_answer_alike_all_through_a_game(game):
    """Along random games every question has the same answer in both forms."""
    small = compact(game)
    rng = random.Random(3)
    for _ in range(10):
        state, bits = game.initial, small.initial
        while True:
            assert small.unpack(bits) == state
            assert small.pack(state) == bits
            assert small.actions(bits) == game.actions(state)
            assert small.to_move(bits) == game.to_move(state)
            assert small.is_terminal(bits) == game.is_terminal(state)
            assert small.winner(bits) == game.winner(state)
            assert small.win_line(bits) == game.win_line(state)
            assert small.render(bits) == game.render(state)
            assert small.parse(game.render(state)) == bits
            if game.is_terminal(state):
                break
            action = rng.choice(game.actions(state))
            state, bits = game.result(state, action), small.result(bits, action)
        assert [small.utility(bits, p) for p in game.players] == [
            game.utility(state, p) for p in game.players
        ]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_random_games_are_the_same_in_all_three_ways(game):
    """The quick playouts draw the same numbers and make the same moves as the plain one."""
    small = compact(game)
    for seed in range(20):
        plain = Game.playout(game, game.initial, random.Random(seed))
        assert game.playout(game.initial, random.Random(seed)) == plain
        assert small.playout(small.initial, random.Random(seed)) == plain
    later = game.initial
    for action in plain.actions[:3]:
        later = game.result(later, action)
    rest = Game.playout(game, later, random.Random(5))
    assert game.playout(later, random.Random(5)) == rest
    assert small.playout(small.pack(later), random.Random(5)) == rest


@pytest.mark.parametrize(
    ("game", "depth"),
    [
        (TicTacToe(), 9),
        (KInARow(3, 4, 3), 6),
        (KInARow(4, 4, 3, exact=True), 5),
        (ConnectFour(), 5),
    ],
    ids=repr,
)
def test_positions_are_counted_alike(game, depth):
    """Counting two moves at once gives what counting one by one gives, at every depth."""
    small = compact(game)
    for moves in range(depth + 1):
        assert small.count(small.initial, moves) == game.count(game.initial, moves)
    assert small.count(small.initial, depth) == Game.count(small, small.initial, depth)


def test_three_musketeers_has_the_known_counts():
    """Move sequences of the standard start, by depth."""
    small = compact(ThreeMusketeers())
    assert small.count(small.initial, 6) == (1, 8, 16, 132, 736, 5540, 38740)


def test_mirror_images_fall_together_in_both_forms():
    """Two states have the same canonical value in one form just when they have it in the other."""
    game = TicTacToe()
    small = compact(game)
    states = {game.initial}
    pairs = set()
    while states:
        pairs |= {(game.canonical(s), small.canonical(small.pack(s))) for s in states}
        states = {game.result(s, a) for s in states for a in game.actions(s)}
    assert (
        len(pairs) == len({left for left, _ in pairs}) == len({right for _, right in pairs}) == 765
    )


def test_an_illegal_action_is_refused_by_name():
    """Taken and floating squares, and what is no square at all."""
    small = compact(ConnectFour())
    with pytest.raises(IllegalAction, match="d6"):
        small.result(small.initial, (0, 3))
    small = compact(TicTacToe())
    for action in [(1, 1), (7, 7), None, [0, 0]]:
        with pytest.raises(IllegalAction, match="not legal here"):
            small.result(small.play("b2"), action)


def test_a_game_without_a_compact_form_is_named():
    """The sentence says which games have one."""
    with pytest.raises(ValueError, match="bitboards are for two players"):
        compact(TicTacToe(players=("X", "O", "Z")))
    with pytest.raises(ValueError, match="no compact form"):
        compact(compact(TicTacToe()))


def test_bits_are_moved_and_read_like_lists():
    """Both tables agree with the plain way, for lengths around a chunk's."""
    rng = random.Random(4)
    for length in (1, 9, 10, 11, 20, 42):
        places = rng.sample(range(length), length)
        move, read = BitMap(places), Chunks(list(range(length)))
        for _ in range(50):
            bits = rng.getrandbits(length)
            assert move(bits) == sum(
                1 << at for at, source in enumerate(places) if bits >> source & 1
            )
            assert read(bits) == tuple(at for at in range(length) if bits >> at & 1)
