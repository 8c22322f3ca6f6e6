"""Searches that go over their tree again, by hand; some that only have counts.

What is true of every pass, window and cut on random trees, `picture_truth.py` recomputes.
"""

from random import Random

from student_searches import value_only

from course_lib import deepening_search, watch
from course_lib.games import TextbookTree, random_tree


def test_the_librarys_deepening_has_a_pass_for_each_depth():
    """On a tree of three plies, whose value is proven at the third."""
    game = random_tree(3, 3, Random(1))
    trace = watch(deepening_search, game, game.initial)
    assert len(trace.passes) == 3
    firsts = [top.id for top in trace.passes] + [len(trace.nodes)]
    for number in (1, 2, 3):
        inside = trace.nodes[firsts[number - 1] : firsts[number]]
        assert max(node.depth for node in inside) == number


def test_players_may_be_called_anything():
    """Numbers, as in many a homework: nobody of them is chance."""
    rules = {
        "players": (1, -1),
        "to_move": lambda self, state: -1 if len(state) % 2 else 1,
        "utility": lambda self, state, player: player * self.subtree(state),
    }

    game = type("Numbered", (TextbookTree,), rules)([[3, 1], [5, 4]])
    trace = watch(value_only, game, game.initial)
    assert (trace.value, trace.players) == (4, (1, -1))
    assert not any(node.chance for node in trace.nodes)
