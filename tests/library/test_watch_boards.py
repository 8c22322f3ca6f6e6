"""Watching functions that take no game: a student's own rules on boards of many kinds."""

import pytest
from test_from_functions import EMPTY, O, X, actions, player, terminal, utility

from course_lib import watch
from course_lib.watching.trace import Reason


def late_board():
    """X to move with five squares left: X wins at once with b1."""
    return [[X, O, X], [O, X, O], [EMPTY, EMPTY, EMPTY]]


def test_a_search_on_one_board_has_the_cuts_that_its_changes_show():
    """The square that differs is the action; what was listed and never tried is cut."""

    def until_it_wins(board):
        """X to move looks no further than a win, on one board."""
        if terminal(board):
            return utility(board)
        mark, values = player(board), []
        for i, j in actions(board):
            board[i][j] = mark
            values.append(until_it_wins(board))
            board[i][j] = EMPTY
            if mark == X and values[-1] == 1:
                break
        return max(values) if mark == X else min(values)

    trace = watch(until_it_wins, late_board())
    assert (trace.error, trace.cut) == (None, 2)
    assert trace.visits == len(trace.nodes) > 1
    assert {node.reason for node in trace.nodes if node.cut} == {Reason.LEFT_OUT}


def test_a_function_that_only_lists_cuts_nothing():
    """A choice among the actions without a look further has cut none of them."""

    def first(board):
        """The first action."""
        return min(actions(board))

    trace = watch(first, late_board())
    assert (trace.cut, trace.nodes[0].cut) == (0, ())
    assert trace.root == "X O X\nO X O\n. . ."
    assert len(trace.nodes) == 1


# --- boards of other kinds, and what only looks like one ----------------------------------------


def test_a_board_may_be_an_array():
    """It is recorded as its rows."""
    numpy = pytest.importorskip("numpy")

    def terminal(board):
        return bool((board > 0).all())

    def result(board, action):
        after = board.copy()
        after[action] = 1
        return after

    def value(board):
        if terminal(board):
            return 1
        free = numpy.argwhere(board == 0).tolist()
        return max(value(result(board, tuple(square))) for square in free)

    trace = watch(value, numpy.zeros((2, 2), dtype=int))
    assert (trace.error, trace.gaps, len(trace.nodes)) == (None, (), 65)
    assert trace.nodes[1].board == ((1, 0), (0, 0))
