"""Zobrist keys: how often they collide, and what a collision does."""

from __future__ import annotations

from random import Random

import pytest

from course_lib.games import ThreeMusketeers
from course_lib.search import solve
from course_tools.engines.solvers.zobrist import (
    Zobrist,
    collisions,
    expected_collisions,
    value_by_keys,
)


def states_from(game):
    """All that follows from the start, the start too."""
    seen, waiting = {game.initial}, [game.initial]
    while waiting:
        state = waiting.pop()
        for action in game.actions(state):
            if (after := game.result(state, action)) not in seen:
                seen.add(after)
                waiting.append(after)
    return seen


@pytest.fixture(scope="module")
def positions():
    """Every position of a small board."""
    return states_from(ThreeMusketeers("GGM/GMG/MGG"))


@pytest.mark.parametrize("bits", [8, 16, 24, 32, 64])
def test_collisions_are_as_many_as_birthdays_say(positions, bits):
    """The mean of 40 draws is near; single draws are not, for they come in bunches."""
    states = sorted(positions)
    found = [collisions(states, Zobrist(bits, Random(seed))) for seed in range(40)]
    mean, expected = sum(found) / len(found), expected_collisions(len(states), bits)
    if expected > 10:
        assert expected / 1.5 < mean < 1.5 * expected
    else:
        assert mean < 10 * expected + 0.01
    if bits == 8:
        assert min(found) >= len(states) - 256
    if bits == 64:
        assert max(found) == 0


def test_whole_positions_never_collide(positions):
    """The state itself as key, which is what `prove` uses."""
    assert collisions(positions, lambda state: state) == 0


def test_a_key_follows_every_move(positions):
    """What differs between two positions is all that a key has to be told."""
    game, key = ThreeMusketeers("GGM/GMG/MGG"), Zobrist(64, Random(1))
    for state in sorted(positions)[::7]:
        for action in game.actions(state):
            after = game.result(state, action)
            assert key.moved(key(state), state, after) == key(after)


def test_a_collision_can_turn_a_result_around():
    """With few bits some searches are wrong, and nothing says so; with 64 and exact keys none."""
    game = ThreeMusketeers("MGG/GGG/GGM")
    true = solve(game, game.initial).value
    assert value_by_keys(game, game.initial, lambda state: state) == true
    values = {
        bits: [value_by_keys(game, game.initial, Zobrist(bits, Random(n))) for n in range(10)]
        for bits in (6, 64)
    }
    assert set(values[64]) == {true}
    assert -true in values[6]
