"""What students are told about common mistakes: the name, and the words that matter."""

from __future__ import annotations

import pytest
from lesson_output import answer, verdict_on


@pytest.mark.parametrize(
    ("exercise", "name", "words"),
    [
        (
            "best_action",
            "MIN takes the action that is best for MAX",
            "wants that value to be small",
        ),
        ("best_action", "the value is returned instead of the action", "is no action of"),
        (
            "best_action",
            "a final state raises an exception, where None is right",
            "raised ValueError: max()",
        ),
        ("nim_sum", "the heaps are added up", "nim_sum((1, 1)) gave 2, expected 0"),
        ("minimax", "it always plays for X", "O is to move"),
        ("minimax", "the board was changed", "changed the board that it was given"),
        ("minimax", "None is returned, so a return is missing", "has a move to make"),
        ("depth_limited", "the search stops one ply too early", "1, mobility) gave"),
        (
            "depth_limited",
            "at depth 0 final states are estimated, although their utility is known",
            "'3 of 3, O has won', 0, mobility)",
        ),
        (
            "depth_limited",
            "at depth 0 it asks for the utility of states that are not final",
            "utility is for final states only",
        ),
        ("remembering", "seen is never looked at", "about this very state"),
        ("remembering", "nothing is ever written into seen", "has 0 values"),
        ("remembering", "a value of 0 in seen counts as missing", "here invented"),
        (
            "random_playout",
            "the first action is always taken",
            "random_playout, called with 140 different seeds, never came to the leaf (0, 1)",
        ),
        (
            "random_playout",
            "the rng that is handed in does not decide alone",
            "called twice with the same seed, did not do the same twice",
        ),
        ("ucb1", "what was never tried comes last", "gave -inf, expected infinity"),
        ("select", "the last node is left out", "in the tree A 0/0 with 2 untried, gave the nodes"),
        ("expand", "a final node is expanded", "so return the node itself"),
        (
            "expand",
            "the first untried action is always taken",
            "different seeds, never took, of the untried [0, 2, 3], the action 2",
        ),
        ("backup", "the same value is added at every node", "which counts for MIN and had"),
        ("mcts", "the new child is left out of the path", "have no visits"),
        ("mcts", "the c that is handed in is not used", "UCB1 with this c leads to 0: "),
        (
            "mcts",
            "the rng that is handed in is not used: every seed gives the same",
            "mcts, called with 8 different seeds, did the same each time",
        ),
        ("settled", "what is not certain counts as a draw", "gave 0, expected None"),
        ("neighbours", "cells outside the board are returned", "(0, 0) does not belong there"),
        ("neighbours", "the cell itself is returned, too", "(2, 2) does not belong there"),
        ("chain_of", "the stone itself is missing", "gave set(): (1, 1) is missing"),
        ("chain_of", "the set of stones that was passed in is used up", "others still need it, so"),
        ("corners_and_sides", "corners and sides are swapped", "expected (1, 0)"),
        ("straight", "occupied cells are returned", "there is a stone on "),
        ("straight", "cells outside the board are returned", "of which the cells go up to 5"),
        ("defence", "it never blocks", "own stones X and theirs O, gave None"),
        ("nim_move", "any legal move is returned", "with a nim-sum of"),
        ("nim_move", "heaps are counted from 1", "places count from 0"),
        ("bounded_alphabeta", "a bound is kept as if it were the value", "from one side only"),
        (
            "bounded_alphabeta",
            "a bound inside the window is taken for the answer",
            "does not answer the question: search it",
        ),
        ("solve_layer", "only the guards' states are returned", "has no winner for"),
    ],
)
def test_a_common_mistake_is_named_and_explained(exercise: str, name: str, words: str) -> None:
    """Also where such a program would end in a division by zero, which says nothing to anybody."""
    verdict = verdict_on(exercise, answer(exercise, name), guarded=True)
    assert verdict.mistake == name
    assert name in str(verdict)
    assert words in " ".join([verdict.message, *(group.reason for group in verdict.groups)])
    if exercise in {"chain_of", "corners_and_sides", "defence", "neighbours", "straight"}:
        assert "<img" in verdict._repr_html_()
