"""The page of `course play --browser` in a real browser: clicks arrive, answers are shown."""

from class_server import served_board
from harness import press, says
from peer_files import changed

from course_lib.games import ConnectFour, TicTacToe
from course_lib.play import minimax_player
from course_tools.arena.file_game import FileRules, file_game
from course_tools.arena.student_file import StudentFile
from course_tools.cli._common import file_sandbox


def test_a_click_is_answered_and_hint_and_analysis_agree(open_page):
    """Undo takes back; the hint names a move, the analysis begins with it, the board has all."""
    with served_board(TicTacToe(), O=minimax_player()) as (board, play):
        page = open_page()
        page.goto(board.address)
        assert page.title() == "Tic-tac-toe"
        for again in (False, True):
            says(page, ".course-status", "Your turn: you play X.")
            page.locator("[data-square='b2']").click()
            says(page, ".course-status", "O played a3")
            assert page.locator("[data-last='yes']").get_attribute("data-square") == "a3"
            if not again:
                press(page, "Undo")
                says(page, ".course-status", "Your turn")
                assert play.actions == ()
        press(page, "Hint")
        page.wait_for_function("() => document.getElementById('advice').textContent")
        hint = page.locator("#advice").inner_text()
        assert "is best: 0 (a draw) (exact: 1 is a win, 0 a draw, -1 a loss)" in hint
        press(page, "Analysis")
        page.locator("button", has_text="Hide analysis").wait_for()
        longer = "hint => document.getElementById('advice').innerText.length > hint.length"
        page.wait_for_function(longer, arg=hint)
        words = page.locator("#advice").inner_text()
        assert words.startswith(hint)
        assert words.removeprefix(hint).split()[0] == hint.split()[0]
        assert page.locator(".course-board svg text", has_text="0").count() >= 7
        page.locator("[data-square='b3']").click()
        says(page, ".course-status", "O played b1")
        assert hint not in page.locator("#advice").inner_text()
        page.close()


def test_a_students_file_with_a_fault_leaves_the_page_alive(open_page, tmp_path):
    """The fault is told below the board with its function and board, and the game goes on."""
    path = tmp_path / "tictactoe.py"
    fault = "    assert not board[0][0]\n    return winner(board) is not None or"
    path.write_text(changed(("    return winner(board) is not None or", fault)), encoding="utf-8")
    with (
        file_sandbox(own=True) as place,
        StudentFile(path, place.begin) as file,
        served_board(file_game(FileRules(file, TicTacToe()))) as (board, _),
    ):
        page = open_page()
        page.goto(board.address)
        says(page, ".course-status", "X to move")
        page.locator("[data-square='a3']").click()
        page.locator(".course-note", has_text="terminal(board) raised Assert").wait_for()
        page.locator("[data-square='b2']").click()
        says(page, ".course-status", "X played b2. O to move.")
        assert page.title() == "Tic-tac-toe"
        page.close()


def test_two_pages_show_the_same_game(open_page, problems):
    """What is clicked on one is shown on the other, on a dark screen too.

    When the command has ended, the reader is told what to do.
    """
    with served_board(ConnectFour()) as (board, _):
        one, other = open_page(), open_page(scheme="dark")
        for page in (one, other):
            page.goto(board.address)
            says(page, ".course-status", "X to move")
        one.locator("[data-square='d1']").click()
        says(other, ".course-status", "X played d1. O to move.")
        assert (
            other.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(33, 33, 33)"
        )
        other.close()
    one.wait_for_function(
        "() => document.getElementById('line').textContent.includes('start it again')",
        timeout=30_000,
    )
    problems[:] = [told for told in problems if "503" not in told]
