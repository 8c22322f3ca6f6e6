"""Searches that go over their tree again, by hand; some that only have counts.

What is true of every pass, window and cut on random trees, `picture_truth.py` recomputes.
"""

from random import Random

from student_searches import value_only

from course_lib import deepening_search, watch
from course_lib.games import TextbookTree, TicTacToe, random_tree
from course_lib.views import draw_tree
from course_lib.watching.trace import Gap, Order


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


def test_where_nothing_can_be_seen_a_sentence_says_so():
    """A board of the search's own: why there is no tree; a loop without calls: no cut is told."""

    def elsewhere(_game, _state):
        return sorted(range(9))[4]

    def one_loop(game, state):
        rng, visits = Random(1), {}
        for _ in range(50):
            here = state
            while not game.is_terminal(here):
                action = rng.choice(game.actions(here))
                here = game.result(here, action)
                visits[action] = visits.get(action, 0) + 1
        return max(visits, key=visits.get)

    game = TicTacToe()
    nothing = watch(elsewhere, game, game.initial)
    assert (nothing.visits, nothing.cut) == (0, 0)
    assert nothing.gaps == (Gap.NOTHING,)
    assert "nothing to draw" in str(draw_tree(nothing))
    loop = watch(one_loop, game, game.initial)
    assert loop.visits > 300
    assert loop.cut == 0
    assert len(loop.nodes) == loop.visits
    assert (loop.order, loop.gaps) == (Order.DEPTH, ())
