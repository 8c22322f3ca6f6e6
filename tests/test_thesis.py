"""The thesis on Havannah run again: what it says, and whether our figures agree."""

from random import Random

import pytest
from test_havannah_record import scripted

from benchmarks import thesis
from benchmarks.thesis import (
    PRINTED,
    games_with_blocks,
    levels_and_branching,
    random_draws,
    smallest_wins,
    thesis_claims,
    tree_sizes,
)
from course_lib import ConnectFour, Havannah, play_game
from course_lib.games.hexchains import hex_chains


def test_the_smallest_wins_are_those_that_one_can_count():
    """Two neighbouring corners on small boards; on larger ones a ring around each inner cell."""
    for size in (2, 3, 4, 5):
        assert smallest_wins(size) == (size, 0, 6, 0)
    inner = [cell for cell, near in Havannah(6)._board.neighbours.items() if len(near) == 6]
    assert smallest_wins(6) == (6, len(inner), 6, 0)


def test_no_chain_of_fewer_stones_wins():
    """Chains from another source, random games, never win with fewer stones."""
    rng = Random(1)
    for size in (3, 5, 6):
        chains, least = hex_chains(size), smallest_wins(size).stones
        bits = list(chains.bits)
        for _ in range(200):
            stones = sum(rng.sample(bits, min(len(bits), 3 * size)))
            for chain in chains.chains_of(stones):
                assert chain.bit_count() >= least or not chains.kinds(chain)


def test_random_draws_are_counted():
    """None on size 2, where every full board is won; a few among thousands on size 3."""
    assert random_draws(2, 300, 1) == 0
    assert 0 < random_draws(3, 12_000, 1) < 60


@pytest.mark.parametrize(("name", "levels", "branching", "game"), PRINTED)
def test_the_printed_table_can_be_computed(name, levels, branching, game):
    """Every figure of Table 6.1 but chess's comes out of the games."""
    if game is None:
        assert name.startswith("Chess")
    else:
        assert levels_and_branching(game) == (levels, branching)


def test_played_games_are_shorter_and_wider_than_the_printed_table():
    """Random games end early, while many cells are free: the plain mean is too small."""
    lines = {line.game: line for line in tree_sizes(30, 1)}
    for line in lines.values():
        if line.game.startswith("Havannah"):
            assert line.played_levels < line.levels
            assert line.played_branching > line.branching
    assert lines["Tic-tac-toe"].longest == 9
    assert lines["Scissors, paper, stone"].longest == 2
    assert lines["Havannah (2)"].longest == 7
    assert lines["Chess (quoted)"].levels is None
    assert lines["Connect Four"].levels == ConnectFour().rows * ConnectFour().columns


def test_a_block_is_found_in_the_games_that_hold_one():
    """Around A1 or up a column nothing lies two apart; a bent chain gives a reason to block."""
    game = Havannah(5)
    quiet = play_game(game, scripted("A1 E9 A2 F9"))
    bent = play_game(game, scripted("A1 I5 B2 I6 B3 G4"))
    assert games_with_blocks([quiet, bent, quiet]) == 1


@pytest.mark.slow
def test_the_statements_of_the_thesis_hold_or_not_as_the_readme_says():
    """By forty games each; nothing but chance decides what is left open."""
    agree = {claim.says: claim.agrees for claim in thesis_claims(40, 1)}
    assert agree["straight with defence wins about 1 in 10 against example"] in {"yes", "open"}
    assert agree["the whole tree wins whenever it can (size 2, as X)"] == "yes"
    assert agree["a win takes as few as 6 moves"] == "yes"


def test_the_command_prints_each_statement_and_the_table(capsys, monkeypatch):
    """With what was found, and no line too long for a terminal."""
    monkeypatch.setattr(thesis, "SIZE", 4)
    assert thesis.main(["--games", "2", "--seed", "3"]) == 0
    text = capsys.readouterr().out.splitlines()
    assert max(map(len, text)) <= 100
    for claim in thesis_claims(2, 3):
        at = text.index(f"{claim.agrees:5}  {claim.says}")
        assert text[at + 1].strip() == claim.found
    assert sum(line.startswith("Havannah (") for line in text) == 5
