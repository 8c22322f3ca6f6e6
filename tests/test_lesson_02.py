"""Lesson 02 says what is true, and its checks teach: minimax, from values to remembered values."""

from functools import cache

from lesson_output import Lesson, answer
from search_games import reachable

from autograder_tests import bank, hidden_check
from course_lib import ConnectFour, Nim, Table, TicTacToe, alphabeta_search, minimax_search
from course_lib.checks.cases import exercise_named
from course_lib.checks.checking import NotebookStudent, judge
from course_lib.checks.keeping import loaded
from course_lib.games import mobility, near_the_middle

LESSON = Lesson("02_minimax")


# --- what the lesson claims ----------------------------------------------------------------------


def test_the_count_of_visits_is_that_of_a_second_method():
    """Adding up the ways below each state, kept by state, gives 549,946; the states are 5,478."""
    game = TicTacToe()

    @cache
    def ways(state):
        return 1 + sum(ways(game.result(state, action)) for action in game.actions(state))

    states = reachable(game)
    assert f"after {ways(game.initial):,} visits" in LESSON.shown
    assert f"100 visits for each of the {len(states):,} states" in LESSON.shown
    assert f"after {len(states):,} visits" in LESSON.shown


def test_a_kind_of_cases_that_costs_no_points_can_be_asked_alone():
    """As grading asks a right answer's kinds again, one by one, in new cases."""
    exercise = exercise_named("remembering")
    [free] = [group for group in exercise.groups() if not group.weight]
    [right, *_] = [entry.source for entry in bank.entries("remembering") if entry.right]
    student = NotebookStudent(loaded(right, "<answer>"))
    assert judge(exercise, student, [free]).passed


def test_nobody_wins_against_the_best_action():
    """All games against the library's minimax end as the notebook says."""
    game = TicTacToe()

    @cache
    def endings(state):
        """How many games X wins, O wins and nobody wins."""
        if game.is_terminal(state):
            return tuple(int(game.winner(state) == who) for who in ("X", "O", None))
        mine = game.to_move(state) == "O"
        actions = [minimax_search(game, state)[1]] if mine else game.actions(state)
        after = [endings(game.result(state, action)) for action in actions]
        return tuple(map(sum, zip(*after, strict=True)))

    x, o, nobody = endings(game.initial)
    assert x == 0
    assert f"of {o + nobody} games: {{'O': {o}, 'draw': {nobody}}}" in LESSON.shown


def test_the_lost_nims_are_those_with_sum_zero():
    """The notebook lists them, and the two methods agree."""
    lost = [(a, b, c) for a in range(4) for b in range(a, 4) for c in range(b, 4) if a ^ b == c]
    assert f"of 20 Nims, the player who begins loses {lost}" in LESSON.shown
    assert "both agree: True" in LESSON.shown
    assert minimax_search(Nim((1, 2, 3)), Nim((1, 2, 3)).initial)[0] == -1


def test_depth_2_blunders_and_depth_4_does_not():
    """Alpha-beta finds the same: the middle loses by force, and two other moves are best."""
    game = ConnectFour()
    state = game.play("f d d c")

    def value(action, depth):
        after = game.result(state, action)
        return -alphabeta_search(game, after, depth=depth - 1, evaluate=near_the_middle)[0]

    shallow = {game.action_name(a): value(a, 2) for a in game.actions(state)}
    deep = {game.action_name(a): value(a, 4) for a in game.actions(state)}
    assert max(shallow, key=shallow.__getitem__) == "d3"
    assert sorted(name for name, found in deep.items() if found == -1) == ["c2", "d3", "f2", "g1"]
    best = sorted(name for name, found in deep.items() if found == max(deep.values()))
    assert best == ["b1", "e1"]
    assert f"depth 2 {shallow}" in LESSON.shown
    assert f"depth 4 {deep}" in LESSON.shown


def test_connect_three_ends_as_the_notebook_says():
    """Alpha-beta with a table finds the same values; the states are counted one by one."""
    for rows, columns, value in ((3, 3, 0), (4, 3, 0), (3, 4, 1), (3, 5, 1)):
        game = ConnectFour(rows, columns, length=3)
        assert alphabeta_search(game, game.initial, table=Table())[0] == value
        ends = f"{('a draw', 'the first player wins')[value]} ({len(reachable(game)):,} states)"
        assert f"{rows} rows, {columns} columns: {ends}" in LESSON.shown


def test_the_two_evaluations_are_small_and_opposite_for_the_two_players():
    """No estimate looks like a win, and one player's gain is the other's loss."""
    game = ConnectFour()
    for moves in ("", "4", "44", "4435", "6443", "123456"):
        state = game.play(moves)
        for evaluate in (mobility, near_the_middle):
            value = evaluate(game, state, "X")
            assert abs(value) < 0.5
            assert evaluate(game, state, "O") == -value
    assert near_the_middle(game, game.play("445"), "X") == 0.02


# --- what students are told ----------------------------------------------------------------------


def test_a_search_that_looks_below_its_depth_is_found_out():
    """On a secret tree the grader knows which leaves were looked at, even if the value is right."""
    source = answer("depth_limited", "one function").replace("depth_limited", "search")
    source += """
def depth_limited(game, state, depth, evaluate):
    search(game, state, depth + 2, evaluate)
    return search(game, state, depth, evaluate)
"""
    verdict = hidden_check("depth_limited")(NotebookStudent(loaded(source)))
    assert not verdict.passed
    assert "is to be looked at" in verdict.message
