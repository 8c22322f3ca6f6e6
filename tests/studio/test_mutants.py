"""The visible cases find every small slip in a solution: no mutant passes them."""

import pytest
from console import course

from autograder_tests import exercises, mutants


@pytest.mark.parametrize("exercise", ["nim_sum", "utility"])
def test_no_mutant_of_a_short_solution_passes(exercise):
    """Each is killed, and several kinds of slips are made."""
    found = list(mutants.mutants(exercise))
    assert len(found) > 10
    assert len({mutant.label for mutant in found}) == len(found)
    assert {mutants.judged(mutant) for mutant in found} <= {mutants.KILLED, mutants.SAME}


def test_the_command_says_what_became_of_the_mutants():
    """One that is listed as the same is counted, and the exit code is 0."""
    done = course("author", "mutants", "result")
    assert done.code == 0
    assert done.out.split()[:2] == ["result", "53"]
    assert done.out.endswith("1 the same\n")


@pytest.mark.slow
@pytest.mark.timeout(1_200)
@pytest.mark.parametrize("exercise", exercises.files())
def test_no_mutant_passes_but_those_that_are_the_same(exercise):
    """Of every solution: hundreds, of which the visible cases kill all that answer differently."""
    lines = list(mutants.table([exercise]))
    assert [line for line, good in lines if not good] == []
