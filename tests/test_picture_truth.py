"""Pictures of searches never say what isn't so: every statement of every step, recomputed."""

import pytest
from picture_truth import judged
from search_families import FAMILIES

from course_lib import watch
from course_lib.views.trees import story_of

LEAST = {"flat": 30, "own_loop": 20, "with_rave": 100}
"""So many statements there must be about one tree, where there are not 100."""

every_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)


def nothing_false(family, seeds):
    """No false statement about these trees, and not by saying nothing."""
    count = 0
    for seed in seeds:
        false, told = judged(family, seed, watch, story_of)
        assert not false, (seed, false[:3])
        count += sum(told.values())
    assert count >= len(seeds) * LEAST.get(family.name, 100)


@every_family
def test_nothing_that_is_told_is_false(family):
    """Sentences, numbers, windows, causes, counts and headlines on a few random trees."""
    nothing_false(family, range(3))


@pytest.mark.slow
@every_family
def test_nothing_that_is_told_is_false_on_many_trees(family):
    """The same on 200."""
    nothing_false(family, range(200))
