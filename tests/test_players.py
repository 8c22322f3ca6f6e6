"""The ready-made players: they play well, repeat themselves, and can be sent and shown."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from random import Random
from typing import Any

import pytest

from course_lib.game import Action, Game, State
from course_lib.games import ConnectFour, Count, KInARow, Nim, TicTacToe
from course_lib.play import (
    alphabeta_player,
    mcts_player,
    minimax_player,
    play_game,
    random_player,
)
from course_lib.play.players import label_of


def nothing(game: Game, state: State, player: str) -> float:
    """Estimate every state as even."""
    return 0.0


def every_player() -> list[Any]:
    """One of each kind."""
    return [
        random_player(Random(1)),
        minimax_player(),
        alphabeta_player(3, evaluate=nothing),
        alphabeta_player(rng=Random(2)),
        mcts_player(simulations=10, rng=Random(3)),
    ]


def test_minimax_never_loses_to_random() -> None:
    """Fifty games from even positions of tic-tac-toe, half of them in each seat."""
    game = TicTacToe()
    rng = Random(11)
    lost = wins = 0
    for seat, opening in [("X", "b2 a3"), ("O", "b2 a3 c1")]:
        other = "O" if seat == "X" else "X"
        players = {seat: minimax_player(), other: random_player(Random(0))}
        for _ in range(25):
            record = play_game(game, players, state=game.play(opening), rng=rng)
            lost += record.winner == other
            wins += record.winner == seat
    assert lost == 0
    assert wins > 25


def test_minimax_plays_nim_by_the_nim_sum() -> None:
    """After minimax has moved from a winning position, the heaps' exclusive or is 0."""
    game = Nim((1, 2, 4))
    action = minimax_player()(game, game.initial)
    assert action == (2, 1)  # 1 xor 2 xor 3 = 0, and no other move gives 0


def test_alphabeta_beats_random_at_connect_four() -> None:
    """Two plies are enough to see a win and to stop one, so it wins nearly always."""
    winners = Counter(
        play_game(
            ConnectFour(),
            [alphabeta_player(2, rng=Random(1)), random_player(Random(1))],
            rng=Random(seed),
        ).winner
        for seed in range(10)
    )
    assert winners["X"] >= 8


def test_mcts_takes_a_win_in_one() -> None:
    """With three in its row and the fourth square free, every simulation there is a win."""
    game = KInARow(4, 4, 3)
    player = mcts_player(simulations=200, rng=Random(1))
    state = game.play("a4 a1 b4 b1")
    assert player(game, state) == (0, 2)


def test_random_takes_every_action_about_equally_often() -> None:
    """Each of nine squares gets about a ninth of 1,800 first moves."""
    game = TicTacToe()
    player = random_player(Random(5))
    drawn = Counter(player(game, game.initial) for _ in range(1800))
    assert set(drawn) == set(game.actions(game.initial))
    assert max(abs(count - 200) for count in drawn.values()) < 60  # four standard deviations


def test_alphabeta_draws_among_equals_only_if_made_with_rng() -> None:
    """A game's randomness does not change a player that was made without any."""
    game = TicTacToe()

    def first_moves(player: Any) -> set[Action]:
        moves = set()
        for seed in range(12):
            player.new_game(game, "X", Random(seed))
            moves.add(player(game, game.initial))
        return moves

    assert len(first_moves(alphabeta_player(2))) == 1
    assert len(first_moves(alphabeta_player(2, rng=Random(1)))) > 3


def test_options_reach_the_search() -> None:
    """An evaluation that likes the centre makes a shallow player take it."""

    def centre(game: Game, state: State, player: str) -> float:
        assert player == "X"
        return 0.5 if state == game.play("b2") else 0.0

    game = TicTacToe()
    assert alphabeta_player(1, evaluate=centre)(game, game.initial) == (1, 1)


@pytest.mark.parametrize("player", every_player(), ids=repr)
def test_players_can_be_sent_and_copied(player: Any) -> None:
    """A pickled or copied player goes on to play the same game."""
    game = Count(goal=9, most=3)

    def moves(player: Any) -> tuple[Action, ...]:
        return play_game(game, [player, random_player(Random(0))], rng=Random(4)).actions

    expected = moves(copy.deepcopy(player))
    assert moves(pickle.loads(pickle.dumps(player))) == expected
    assert moves(player) == expected


@pytest.mark.parametrize(
    ("player", "shown"),
    list(
        zip(
            every_player(),
            [
                "random_player(rng)",
                "minimax_player()",
                "alphabeta_player(depth=3, evaluate=nothing)",
                "alphabeta_player(rng=rng)",
                "mcts_player(simulations=10, rng=rng)",
            ],
            strict=True,
        )
    ),
    ids=repr,
)
def test_players_show_how_they_were_made(player: Any, shown: str) -> None:
    """The repr is what one would write to make such a player."""
    assert repr(player) == label_of(player) == shown


def test_labels_of_functions_and_plain_objects() -> None:
    """A function goes by its name, an object without a repr of its own by its class."""

    def scripted(game: Game, state: State) -> Action:
        return game.actions(state)[0]

    class Thinker:
        def __call__(self, game: Game, state: State) -> Action:
            return game.actions(state)[0]

    assert label_of(scripted) == "scripted"
    assert label_of(Thinker()) == "Thinker"


def test_randomness_must_be_a_random() -> None:
    """A seed or the module `random` in its place gets a sentence, before any game."""
    import random

    makers: list[Any] = [
        random_player,
        lambda rng: mcts_player(simulations=5, rng=rng),
        lambda rng: alphabeta_player(rng=rng),
    ]
    for maker in makers:
        for wrong in (7, random):
            with pytest.raises(TypeError, match=r"_player .* random\.Random"):
                maker(wrong)
