"""The thesis on Havannah found out again: Rogers's players, and what he says of them."""

from itertools import count
from random import Random

import pytest
from test_havannah import PRINTED_GAME

from autograder_tests.solution import solution
from benchmarks import thesis
from benchmarks.thesis import Blocks, certain_claims
from course_lib import Havannah
from course_lib.lessons.lesson_06.planner import Planner


def defence(seed):
    """Rogers's straight player with his defence."""
    return Planner(solution("straight"), Random(seed), Blocks())


def test_the_printed_game_is_played_again_move_by_move():
    """All 43 moves of the thesis's own program in its Appendix B come out of the defence."""
    game = Havannah(10)

    def first(seed):
        return game.action_name(defence(seed)(game, game.initial))

    player = defence(next(seed for seed in count() if first(seed) == "J19"))
    state, found = game.initial, []
    for name in PRINTED_GAME.split():
        if game.to_move(state) == "X":
            found.append(game.action_name(player(game, state)))
        state = game.result(state, game.action_named(name))
    assert found == PRINTED_GAME.split()[0::2]


TWO_SIDES = "A2 A3 A4 B5"  # with B6, a chain that touches two sides
FIVE_OF_SIX = "D4 D5 E6 F6"  # with F5, all but E4 around E5
CASES = [
    # A1 A2 . A4 A5 is a bridge with one gap; a gap that we have filled is none.
    ("A1 A2 A5", "A4", "", {"A3"}),
    ("A1 A2 A5", "A4", "A3 G8 H8", set()),
    # A chain on two sides and a stone on a third, with a gap of one cell, or of two.
    (f"{TWO_SIDES} B1", "B6", "", {"A1", "B2"}),
    (f"{TWO_SIDES} C1", "B6", "", {"A5"}),
    # D4 E5 E6 leave D5 open between two of them: a cycle, which need not be a ring.
    ("D4 E5", "E6", "", {"D5"}),
    # It looks for a cell between two stones two apart, and the middle of a ring is one.
    (FIVE_OF_SIX, "F5", "E5", {"E4"}),
    (FIVE_OF_SIX, "F5", "", {"E5"}),
    # No corner; a last stone on a corner; not the last stone's chain.
    ("A1 A2 C6", "B5", "", set()),
    ("A1 A2 A3", "A4", "", set()),
    ("A1 A2 A4 A5", "F5", "H8 G8 F8 H7", set()),
]


@pytest.mark.parametrize(("theirs", "last", "ours", "cells"), CASES)
def test_what_the_defence_takes_for_a_gap_is_blocked(theirs, last, ours, cells):
    """Where a chain lacks one cell, or what it takes for one; and nothing else is."""

    def stones(names):
        return {Havannah(5).action_named(name) for name in names.split()}

    blocks = Blocks()
    blocks(stones(ours), stones(theirs), 5)
    found = blocks(stones(ours), stones(f"{theirs} {last}"), 5)
    assert {found} <= stones(" ".join(cells)) if cells else found is None


def test_the_statements_that_need_no_games_are_true():
    """The printed record, Connect Three, and the small boards of Havannah."""
    found = list(certain_claims())
    assert len(found) == 7
    assert {claim.agrees for claim in found} == {"yes"}


def test_the_command_prints_each_statement_and_what_was_found(capsys, monkeypatch):
    """No line is too long for a terminal."""
    monkeypatch.setattr(thesis, "SIZE", 4)
    assert thesis.main(["--games", "2", "--seed", "3"]) == 0
    text = capsys.readouterr().out.splitlines()
    assert (len(text), max(map(len, text)) <= 100) == (2 * 12, True)
    assert text[::2] == [f"{claim.agrees:5}  {claim.says}" for claim in thesis.claims(2, 3)]
