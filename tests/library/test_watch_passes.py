"""Searches that go over their tree again, by hand; some that only have counts.

What is true of every pass, window and cut on random trees, `picture_truth.py` recomputes.
"""

from student_searches import value_only

from course_lib import watch
from course_lib.games import TextbookTree


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
