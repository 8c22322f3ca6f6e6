"""Lesson 01: its new exercise is judged fairly, and its notebook shows what its prose says."""

from lesson_output import Lesson, both, verdict_on

from autograder_tests import exercises
from autograder_tests.solution import solution
from course_lib.checks.cases import exercise_named

LESSON = Lesson("01_state_representation")


# --- get_winner --------------------------------------------------------------------------------


def test_the_boards_are_what_their_titles_say():
    """Visible and hidden: who wins, on boards of which shape, with how many players."""
    for groups in (exercise_named("get_winner").groups(), exercises.hidden("get_winner")):
        for group in groups:
            by_hand = group.title == "marks can be anything but EMPTY"
            assert len(group.cases) >= (4 if by_hand else 5)
            for case in group.cases:
                squares, length = case.arguments
                marks = {mark for row in squares for mark in row} - {None}
                nobody = group.title == "nobody has a line"
                assert by_hand or (case.expected is None) == nobody, case
                # No board may have lines of two players, since either would be a right answer.
                for who in marks - {case.expected}:
                    alone = [[mark if mark == who else None for mark in row] for row in squares]
                    assert solution("get_winner")(alone, length) is None, case
                if group.title == "boards that are not square":
                    assert len(squares) != len(squares[0])
                if group.title == "more than two players":
                    assert len(marks) > 2


# --- what students are told --------------------------------------------------------------------


def test_missing_and_wrong_squares_are_named():
    """`actions` is told which squares it leaves out, and which should not be there, in order."""
    head = "def actions(board):\n    free = {(r, c) for r in range(3) for c in range(3)"
    forgot = verdict_on("actions", f"{head} if r and board[r][c] is None}}\n    return free\n")
    assert ": (0, 0) is missing." in str(forgot.message)
    assert forgot.got == "{(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)}"
    assert forgot.mistake is None
    every = verdict_on("actions", f"{head}}}\n    return free\n")
    assert ": (1, 1) is not a free square here." in str(every.message)
    assert every.mistake == "occupied squares are included"
    listed = verdict_on("actions", f"{head} if board[r][c] is None}}\n    return sorted(free)\n")
    assert "expected {(0, 0), (0, 1)" in str(listed.message)
    assert "(a set, not a list)" in str(listed.message)


def test_what_the_assignment_leaves_open_is_left_open():
    """On final boards `player` and `actions` may say anything, even raise an exception."""
    source = """
def over(board):
    lines = [*board, *map(list, zip(*board))]
    lines += [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    return ["X"] * 3 in lines or ["O"] * 3 in lines or all(map(all, board))

def player(board):
    assert not over(board)
    return "XO"[sum(mark is not None for row in board for mark in row) % 2]

def actions(board):
    assert not over(board)
    return {(r, c) for r in range(3) for c in range(3) if board[r][c] is None}
"""
    for name in ("player", "actions"):
        assert [verdict.share for verdict in both(name, source)] == [1, 1]


# --- the notebook ------------------------------------------------------------------------------


def test_the_mistakes_that_the_lesson_shows_do_happen():
    """The kind `result` is asked for ever; the draft goes on after its end; the game does not."""
    assert [line[8] for line in LESSON.shown.splitlines() if line.startswith("turn ")] == list(
        "XOOOOO"
    )
    assert "result refuses the illegal action" in LESSON.shown
    assert LESSON.shown.count("It keeps every promise.") == 1
