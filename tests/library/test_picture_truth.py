"""Pictures of searches never say what isn't so: every statement of every step, recomputed."""

from random import Random

import pytest
from films import shapes_of, words_of
from picture_truth import false_ghosts, judged
from search_families import FAMILIES

from course_lib import alphabeta_search, random_tree, watch
from course_lib.views import compare
from course_lib.views.trees import film_of
from course_tools.studio.lectures import DEMOS
from course_tools.studio.lectures.demos import last_first

LEAST = {"flat": 30, "own_loop": 20, "with_rave": 100}
"""So many statements there must be about one tree, where there are not 100."""

every_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)


def nothing_false(family, seeds):
    """No false statement about these trees, and not by saying nothing."""
    count = 0
    for seed in seeds:
        false, told = judged(family, seed, watch, film_of)
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


def nothing_early(traces):
    """No ghost of these two searches knows more than the other search at the same step."""
    false, count = false_ghosts(list(traces.values()), compare(traces).story["parts"])
    assert not false, false[:3]
    return count


def test_no_ghost_tells_the_future():
    """A "?" until the other side has left the node, and no name both as a ghost and as cut."""
    assert nothing_early(DEMOS["alpha-beta"].make()) > 100
    for seed in range(8):
        game = random_tree(3, (2, 3), Random(seed))
        one = watch(alphabeta_search, game, game.initial)
        other = watch(alphabeta_search, game, game.initial, order=last_first)
        assert nothing_early({"first": one, "last": other}) >= 0


def test_the_demonstration_of_the_table_mentions_its_table():
    """Each answer from memory is told and drawn as a card, and says from which step it is known."""
    wrong, right = compare(DEMOS["wrong-table"].make()).story["parts"]
    for part in (wrong, right):
        known = [
            words for words in words_of(part) if "answered from memory, known from step " in words
        ]
        assert len(known) == shapes_of(part).count("card") > 0
