"""A frame can't be cut: by every choice from its pairs, and by perfect play against it."""

from itertools import combinations, product
from random import Random

import pytest
from search_games import random_state
from test_havannah import oracle, stones_of

from benchmarks.havannah_frames import can_win_with, frame_player, frames
from course_lib import Havannah, play_game
from course_lib.games.hexchains import hex_chains
from course_tools.engines.havannah_solver import HavannahSolver
from course_tools.engines.proofs import TooManyStatesError

FORK = "C1 E2 C2 F3 C3 G4 C4 E5 C5 F6 C6 H8 B3 G8"


def other(player):
    """The opponent."""
    return "O" if player == "X" else "X"


def cut(game, state, player, frame):
    """What is wrong with this frame, by the oracle of the rules, or an empty text."""
    cells = [cell for pair in frame.pairs for cell in pair]
    stones = stones_of(state, game.size, player)
    if len(set(cells)) != len(cells):
        return "a cell is in two pairs"
    if not set(cells) <= set(game.actions(state)):
        return "a cell of a pair is taken"
    if not set(frame.stones) <= stones:
        return "a stone is not there"
    for choice in product(*frame.pairs):
        if not oracle(game.size, {*frame.stones, *choice}) & set(frame.kinds):
            return f"with {choice} it is no {frame.kinds}"
    return ""


def wrong_frames(size, positions, empty, seed=0, limit=20_000):
    """`(how many frames were looked at, what was wrong with some)`, on random positions."""
    game, rng = Havannah(size), Random(f"frames {size} {seed}")
    solver, seen, wrong = HavannahSolver(game, limit), 0, []
    for _ in range(positions):
        state = random_state(game, rng, len(game.initial.board) - rng.randint(*empty))
        for player in game.players:
            found = frames(game, state, player)
            seen += len(found)
            wrong += [why for frame in found if (why := cut(game, state, player, frame))]
            if not any(frame.certain for frame in found):
                continue
            try:
                best = max(solver.values(state).values())
            except TooManyStatesError:
                continue
            if best != (1 if state.to_move == player else -1):
                wrong.append(f"{player} has a certain frame and does not win: {state}")
    return seen, wrong


@pytest.mark.parametrize(
    ("size", "positions", "empty"),
    [
        (3, 200, (5, 14)),
        (4, 30, (8, 16)),
        pytest.param(3, 6000, (4, 17), marks=pytest.mark.slow),
        pytest.param(4, 3000, (7, 20), marks=pytest.mark.slow),
    ],
)
def test_frames_win_against_perfect_play(size, positions, empty):
    """Whoever is to move: by every choice from the pairs, and by the solver where certain."""
    seen, wrong = wrong_frames(size, positions, empty)
    assert seen > 20
    assert not wrong, wrong[0]


@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_race_is_counted_as_by_trying_all_stones(size):
    """Whether so many stones more can win, against every set of them."""
    hexes, rng = hex_chains(size), Random(size)
    for _ in range(60):
        cells = rng.sample(hexes.bits, len(hexes.bits))
        own = sum(cells[: rng.randint(0, len(cells) // 2)])
        empty = [bit for bit in cells if not bit & own][: rng.randint(1, 11)]
        if any(map(hexes.kinds, hexes.chains_of(own))):
            continue
        for stones in (1, 2, 3):
            sets = combinations(empty, min(stones, len(empty)))
            slow = any(any(map(hexes.kinds, hexes.chains_of(own | sum(chosen)))) for chosen in sets)
            assert can_win_with(hexes, own, sum(empty), stones) == slow


def test_six_stones_two_bridges_apart_are_the_frame_of_a_ring():
    """Around one cell, each linked to the next; and none if the opponent has a cell between."""
    game = Havannah(6)
    names = "G8 A1 H7 A4 G5 D1 E4 K6 D5 K8 E7"
    [frame] = frames(game, game.play(names), "X")
    assert (frame.kinds, len(frame.pairs), frame.certain) == (("ring",), 6, False)
    assert not cut(game, game.play(names), "X", frame)
    assert frames(game, game.play(names.replace("K8", "G7")), "X") == ()


@pytest.mark.parametrize(("size", "positions"), [(3, 150), (4, 70)])
def test_the_frame_player_wins_whenever_its_frame_is_certain(size, positions):
    """Against chance, and against who always cuts a pair; whoever is to move."""
    game, rng, tried = Havannah(size), Random(f"player {size}"), 0
    for number in range(positions):
        cells = len(game.initial.board)
        state = random_state(game, rng, rng.randint(cells // 3, cells * 2 // 3))
        player = state.to_move
        certain = [frame for frame in frames(game, state, player) if frame.certain]
        if not certain:
            continue
        tried += 1
        for cutting in (True, False):
            against = rival(certain[0], cutting=cutting, rng=Random(number))
            seats = {player: frame_player(Random(number)), other(player): against}
            assert play_game(game, seats, state=state).winner == player
    assert tried > 3


def rival(frame, *, cutting, rng):
    """A player that wins if it can, and else cuts a pair of this frame, or plays anywhere."""

    def play(game, state):
        actions = game.actions(state)
        for action in actions:
            if game.winner(game.result(state, action)):
                return action
        cuts = [
            pair[number % 2]
            for number, pair in enumerate(frame.pairs)
            if set(pair) <= set(actions) and cutting
        ]
        return rng.choice(cuts or actions)

    return play
