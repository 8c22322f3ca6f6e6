"""What students are told about common mistakes: words that matter, and the name where proved."""

import pytest
from lesson_output import verdict_on

from autograder_tests import bank
from course_lib.checks.calling import Answer
from course_lib.checks.cases import Case, lessons_judges

NAMED = """
nim_sum | the heaps are added up | nim_sum((1, 1)) gave 2, expected 0
minimax | the board was changed | changed the board that it was given
minimax | None is returned, so a return is missing | has a move to make
random_playout | the first action is always taken | called with 300 different seeds, never came to
random_playout | the rng that is handed in does not decide alone | did not do the same twice
select | the last node is left out | in the tree A 0/0 with 2 untried, gave an empty list
expand | the first untried action is always taken | of the untried [0, 2, 3], the action 2
backup | the same value is added at every node | which counts for MIN and had
mcts | the c that is handed in is not used | UCB1 with this c leads to 0
alphabeta | the cut comes only at >, where >= prunes more | is right, but looked at the leaf
neighbours | cells outside the board are returned | (0, 0) does not belong there
straight | occupied cells are returned | there is a stone on
nim_move | heaps are counted from 1 | places count from 0
bounded_alphabeta | a bound is kept as if it were the value | from one side only
proven_winner | the search goes on after a proven win | leaves
solve_layer | only the guards' states are returned | has no winner for
"""
"""An exercise, a known mistake, and words of what is said: one for each way to explain."""


@pytest.mark.parametrize("line", NAMED.split("\n")[1:-1])
def test_a_common_mistake_is_explained_and_named_where_that_is_proved(line):
    """Also where such a program would end in a division by zero, which says nothing to anybody."""
    exercise, name, words = line.split(" | ")
    [entry] = [entry for entry in bank.entries(exercise) if entry.name == name]
    verdict = verdict_on(exercise, entry.source)
    assert verdict.mistake == (name if entry.named else None)
    assert words in " ".join(map(str, (verdict.message, *(one.reason for one in verdict.groups))))
    if exercise in {"chain_of", "corners_and_sides", "defence", "has_ring", "neighbours"}:
        assert "<img" in verdict._repr_html_()


def test_one_leaf_is_not_one_leaves():
    """A number of leaves is said as people say it."""
    case, answer = Case("f()", 3), Answer(3, leaves=((0,),))
    no_leaf_too_many = lessons_judges("07").no_leaf_too_many
    told = no_leaf_too_many(case, answer, leaves=(), what="value", who="alpha-beta")
    sentence = str(told.sentence)
    assert sentence == "f() gave the right value, but looked at 1 leaf; alpha-beta needs 0"
    assert (str(told.expected), str(told.got)) == ("0 leaves", "1 leaf")
