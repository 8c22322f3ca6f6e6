"""The page of `course play --browser` in a real browser: clicks arrive, answers are shown."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from harness import press
from peer_files import changed

from course_lib.game import Game
from course_lib.games import ConnectFour, TicTacToe
from course_lib.play import PlayerFunction, minimax_player
from course_lib.views.playing import PlayController
from course_tools.arena.advice import Adviser, Appraiser
from course_tools.arena.file_game import FileRules, file_game
from course_tools.arena.play_page import BoardServer
from course_tools.arena.student_file import StudentFile
from course_tools.cli._common import file_sandbox

OpenPage = Callable[..., Any]


@contextmanager
def served(game: Game, **seats: PlayerFunction) -> Iterator[tuple[BoardServer, PlayController]]:
    """A page with this game, and the controller behind it."""
    advise = Adviser(game, Appraiser(game, Random(1)))
    everybody = {seat: seats.get(seat) for seat in game.players}
    play = PlayController(game, everybody, values=advise.values)
    with BoardServer(play, advise) as board:
        thread = threading.Thread(target=board.serve_forever)
        thread.start()
        try:
            yield board, play
        finally:
            board.shutdown()
            thread.join(20)


def status(page: Any, words: str) -> None:
    """Wait until the page says this."""
    page.wait_for_function(
        "words => document.querySelector('.course-status')?.textContent.includes(words)",
        arg=words,
        timeout=20_000,
    )


def test_a_click_is_answered(open_page: OpenPage) -> None:
    """Minimax answers on the board, undo takes back, and the console stays empty."""
    with served(TicTacToe(), O=minimax_player()) as (board, play):
        page = open_page()
        page.goto(board.address)
        status(page, "Your turn: you play X.")
        page.locator("[data-square='b2']").click()
        status(page, "O played a3")
        assert page.title() == "Tic-tac-toe"
        assert page.locator("[data-last='yes']").get_attribute("data-square") == "a3"
        press(page, "Undo")
        status(page, "Your turn")
        assert play.actions == ()
        page.close()


def test_hint_and_analysis_agree(open_page: OpenPage) -> None:
    """The hint names a move, the analysis begins with it, and the board has all the numbers."""
    with served(TicTacToe(), O=minimax_player()) as (board, _):
        page = open_page()
        page.goto(board.address)
        status(page, "Your turn: you play X.")
        page.locator("[data-square='b2']").click()
        status(page, "O played a3")
        press(page, "Hint")
        page.wait_for_function("() => document.getElementById('advice').textContent")
        hint = page.locator("#advice").inner_text()
        assert "is best: 0 (a draw) (exact: 1 is a win, 0 a draw, -1 a loss)" in hint
        press(page, "Analysis")
        page.locator("button", has_text="Hide analysis").wait_for()
        words = page.locator("#advice").inner_text()
        assert words.startswith(hint)
        assert words.removeprefix(hint).split()[0] == hint.split()[0]
        assert page.locator(".course-board svg text", has_text="0").count() >= 7
        page.locator("[data-square='b3']").click()
        status(page, "O played b1")
        assert hint not in page.locator("#advice").inner_text()
        page.close()


def test_a_students_file_with_a_fault_leaves_the_page_alive(
    open_page: OpenPage, tmp_path: Path
) -> None:
    """The fault is told below the board with its function and board, and the game goes on."""
    path = tmp_path / "tictactoe.py"
    fault = "    assert not board[0][0]\n    return winner(board) is not None or"
    path.write_text(changed(("    return winner(board) is not None or", fault)), encoding="utf-8")
    with (
        file_sandbox(unsafe=True) as place,
        StudentFile(path, place.begin) as file,
        served(file_game(FileRules(file, TicTacToe()))) as (board, _),
    ):
        page = open_page()
        page.goto(board.address)
        status(page, "X to move")
        page.locator("[data-square='a3']").click()
        page.locator(".course-note", has_text="terminal(board) stopped with Assert").wait_for()
        page.locator("[data-square='b2']").click()
        status(page, "X played b2. O to move.")
        assert page.title() == "tictactoe.py"
        page.close()


def test_two_pages_show_the_same_game(open_page: OpenPage) -> None:
    """What is clicked on one is shown on the other, on a dark screen too."""
    with served(ConnectFour()) as (board, _):
        one, other = open_page(), open_page(scheme="dark")
        for page in (one, other):
            page.goto(board.address)
            status(page, "X to move")
        one.locator("[data-square='d1']").click()
        status(other, "X played d1. O to move.")
        assert (
            other.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(33, 33, 33)"
        )
        one.close()
        other.close()


def test_a_page_without_its_program_says_so(open_page: OpenPage, problems: list[str]) -> None:
    """When the command has ended, the reader is told what to do."""
    page = open_page()
    with served(TicTacToe()) as (board, _):
        page.goto(board.address)
        status(page, "X to move")
    page.wait_for_function(
        "() => document.getElementById('line').textContent.includes('start it again')",
        timeout=30_000,
    )
    problems[:] = [told for told in problems if "503" not in told]
