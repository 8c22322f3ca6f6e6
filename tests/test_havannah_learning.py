"""Games by weights are fair games, and learning by self-play is repeatable and learns."""

import json
import math
from itertools import accumulate, compress
from random import Random

import pytest

from benchmarks import learn_havannah
from benchmarks.learn_havannah import (
    FEATURES,
    NEUTRAL,
    Learning,
    WeightedGames,
    helped,
    learned_player,
    learned_weights,
    weighted_game,
)
from course_lib import Havannah, play_game, random_player
from course_lib.games.hexboard import STEPS, hex_board

SOME = (1.3, -0.7, 0.4, 1.1, -0.9, 0.8, 1.7)


def features_of(game, state, cell, last):
    """Which of FEATURES this cell has for the player to move, straight from their words."""
    board = hex_board(game.size)
    stones = dict(zip(board.cells, state.board, strict=True))
    x, y = cell
    ring = [stones.get((x + dx, y + dy)) for dx, dy in STEPS]
    own, theirs = state.to_move, "O" if state.to_move == "X" else "X"
    runs = sum(ring[way] == own and ring[way - 1] != own for way in range(6))
    if ring == [own] * 6:
        runs = 1
    found = {
        "corner": cell in board.corners,
        "side": any(cell in side for side in board.sides),
        "touches one own chain": runs == 1,
        "joins own chains": runs > 1,
        "touches their stones": theirs in ring,
    }
    if last in board.neighbours[cell]:
        found["beside their last stone"] = True
        common = [near for near in board.neighbours[cell] if near in board.neighbours[last]]
        found["saves a bridge"] = len(common) == 2 and all(stones[at] == own for at in common)
    return [found.get(name, False) for name in FEATURES]


def slow_game(game, state, weights, rng):
    """The game by these weights of X and of O, every likelihood worked out anew for each stone."""
    actions, last = [], None
    while not game.is_terminal(state):
        cells = game.actions(state)
        mine = weights[state.to_move == "O"]
        features = [features_of(game, state, cell, last) for cell in cells]
        sums = list(accumulate(math.exp(sum(compress(mine, has))) for has in features))
        drawn = rng.random() * sums[-1]
        last = next(cell for cell, upto in zip(cells, sums, strict=True) if drawn < upto)
        actions.append(last)
        state = game.result(state, last)
    return tuple(actions), tuple(game.utility(state, player) for player in game.players)


def differences(games, seed=0):
    """In how many games from random positions the fast and the slow way differ."""
    rng, found = Random(seed), 0
    for number in range(games):
        game = Havannah(2 + number % 4)
        state = game.initial
        for _ in range(rng.randrange(8)):
            if not game.is_terminal(state):
                state = game.result(state, rng.choice(game.actions(state)))
        weights = [tuple(rng.uniform(-1.5, 1.5) for _ in FEATURES) for _ in range(2)]
        players = tuple(map(WeightedGames, weights))
        fast = weighted_game(game, state, players, Random(number))
        found += tuple(fast) != slow_game(game, state, weights, Random(number))
    return found


def test_games_by_weights_are_those_of_the_slow_way():
    """Move by move, with the same chance, from any position, to the same end."""
    assert differences(40) == 0
    assert WeightedGames().weights == NEUTRAL == (0.0,) * 7


def won_against_chance(weights, size, games):
    """How many games by these weights are won against games without any, in turn with X."""
    game, rng, won = Havannah(size), Random(5), 0
    one, other = WeightedGames(weights), WeightedGames()
    for number in range(games):
        players = (one, other) if number % 2 == 0 else (other, one)
        won += weighted_game(game, game.initial, players, rng).utilities[number % 2] > 0
    return won


def test_learning_learns():
    """After a few steps from nothing it wins far more than half; without steps it does not."""
    learning = Learning(seed=1, size=3)
    assert 70 < won_against_chance(learning.weights, 3, 200) < 130
    for _ in range(15):
        learning = learning.further(60)
    assert won_against_chance(learning.weights, 3, 200) > 130


def test_the_weights_that_come_with_the_library_are_worth_something():
    """As a player of random games they beat chance by far, also on boards not learned on."""
    assert len(learned_weights()) == len(FEATURES)
    for size in (4, 5, 6):
        assert won_against_chance(learned_weights(), size, 60) > 45


@pytest.mark.slow
def test_the_weights_that_come_with_the_course_can_be_learned_again(tmp_path):
    """The same steps give the same file."""
    path = tmp_path / "weights.json"
    assert learn_havannah.main(["--games", "0", "--file", str(path)]) == 0
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert tuple(kept["weights"].values()) == learned_weights()


def test_the_learned_player_plays_and_repeats_itself():
    """Whole games against chance, won, and the same with the same seed."""
    game = Havannah(4)
    players = [learned_player(simulations=25, rng=Random(0)), random_player(Random(0))]
    first, second = (play_game(game, players, rng=Random(2)) for _ in range(2))
    assert first == second
    assert first.winner == "X"
    player = learned_player(simulations=40, rng=Random(1), weights=SOME)
    assert game.action_name(player(game, game.play("A1 G7 A2 G6 A3 F5"))) == "A4"


def test_the_command_learns_and_tells(tmp_path, capsys):
    """By its seed the same each time, how likely each feature makes a cell, and what it won."""
    words = ["--steps", "1", "--games", "2", "--simulations", "2"]
    files = [tmp_path / name for name in ("one.json", "two.json")]
    for path in files:
        assert learn_havannah.main([*words, "--file", str(path)]) == 0
        assert "learned" in capsys.readouterr().out.splitlines()[-1]
    assert files[0].read_bytes() == files[1].read_bytes()
    weights = zip(FEATURES, Learning(1).further().weights, strict=True)
    assert json.loads(files[0].read_text())["weights"] == dict(weights)
    assert Learning(1).further(10) != Learning(2).further(10)
    assert len(helped(Learning(weights=SOME, size=3), 3, 4).records) == 4
