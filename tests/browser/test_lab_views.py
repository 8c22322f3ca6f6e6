"""In a real JupyterLab and a real Notebook 7: searches are stepped, games played, pictures seen."""

import pytest
from harness import BOOK, press, press_key, says

from course_lib import TextbookTree, alphabeta_search, watch
from course_lib.views.trees import draw_tree

STEP = """
from course_lib import TextbookTree, alphabeta_search
from course_lib.views.player import step_through
step_through(alphabeta_search, TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
"""
PLAYER = ".cl-player"
PLAY = """
from course_lib import TicTacToe, alphabeta_player
from course_lib.views import play_widget
board = play_widget(TicTacToe(), alphabeta_player(), you_play="X")
board
"""


@pytest.mark.slow  # `test_walk.py` does the same in JupyterLab, in the lesson itself
@pytest.mark.parametrize("view", ["lab/tree", "notebooks"])
def test_a_search_is_stepped_and_a_game_played(jupyter, open_page, view):
    """By buttons and keys that the notebook itself does not hear, and with the kernel's answer."""
    page = jupyter.open(open_page(height=1400), jupyter.write([STEP, PLAY]), view=view)
    said = page.locator(".cl-say").first
    said.wait_for()
    first_cut = said.inner_text()
    press(page, "Forward", within=PLAYER)
    press_key(page, "Home", within=PLAYER)
    start = said.inner_text()
    assert start != first_cut, "a step from the middle stands there until somebody steps"
    press(page, "Forward", key="ArrowRight", within=PLAYER)
    assert said.inner_text() != start
    press_key(page, "ArrowLeft", within=PLAYER)
    press_key(page, "End", within=PLAYER)
    assert "3" in said.inner_text()
    press_key(page, "Home", within=PLAYER)
    assert said.inner_text() == start
    press(page, "Play", within=PLAYER)
    press(page, "Pause", within=PLAYER)

    cells = page.locator(".jp-Notebook .jp-Cell").count()
    board = page.locator(".course-board")
    board.locator("[data-square=b2]").click()
    page.wait_for_function(
        "document.querySelectorAll('.course-board [data-square].may').length <= 7"
    )
    moved = board.inner_html()
    press_key(page, "ArrowDown", within=".course-play")
    for key in ("a", "b", "d", "d"):  # in a notebook's command mode these would add and cut cells
        page.keyboard.press(key)
    press_key(page, "Enter", within=".course-play")  # and this one would begin to edit
    page.wait_for_function(
        "document.querySelectorAll('.course-board [data-square].may').length <= 5"
    )
    assert page.evaluate("document.activeElement.dataset.square") == "b1"
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells
    press(page, "Undo", within=".course-play")
    changed = "(before) => document.querySelector('.course-board').innerHTML !== before"
    page.wait_for_function(changed, arg=moved)
    jupyter.stop_kernels()


@pytest.mark.parametrize("view", ["lab/tree", pytest.param("notebooks", marks=pytest.mark.slow)])
def test_a_saved_picture_is_seen_without_trust_and_without_a_kernel(jupyter, page, view):
    """A notebook that came from somebody else shows its pictures, though nothing was run."""
    picture = draw_tree(watch(alphabeta_search, TextbookTree([[3, 12], [2, 4]]), ()))
    output = {"text/html": picture._repr_html_(), "text/plain": str(picture)}
    name = jupyter.write(["draw_tree(trace)"], outputs=[output])
    jupyter.open(page, name, view=view, run=False)
    images = "[...document.querySelectorAll('.jp-OutputArea-output img')]"
    page.wait_for_function(f"{images}.some((one) => one.naturalWidth > 0)")
    assert not page.evaluate(
        "window.jupyterapp.shell.currentWidget.content.widgets[0].model.trusted"
    )
    jupyter.stop_kernels()


ENDLESS = """
from course_lib import TicTacToe
from course_lib.views import play_widget

def changing(game, state):
    while state.board.count("X") % 2 == 0:
        pass
    return game.actions(state)[0]

play_widget(TicTacToe(), changing, seconds=6)
"""


@pytest.mark.slow
def test_an_endless_player_is_stopped_by_the_notebooks_own_button_and_by_the_clock(
    jupyter, open_page
):
    """The board says where the player hung, and is played on; the kernel is idle again."""
    page = jupyter.open(open_page(height=1400), jupyter.write([ENDLESS]))
    status, note = page.locator(".course-status"), page.locator(".course-note")
    square = "[data-square={}]".format

    def hang():
        """Two moves: the first is answered, the second isn't."""
        page.locator(square("b2")).click()
        says(page, ".course-status", "O played a3")
        page.locator(square("c1")).click()
        says(page, ".course-status", "thinking...")

    hang()
    note.filter(has_text="interrupt the kernel: the ■ button").wait_for()
    page.locator("[data-command='notebook:interrupt-kernel']").first.click()
    note.filter(has_text="O (changing) was interrupted (line").wait_for()
    assert status.inner_text() == "No move came from O (changing). Try again, or undo."
    press(page, "Undo", within=".course-play")
    press(page, "Undo", within=".course-play")
    says(page, ".course-status", "Your turn: you play X.")
    hang()  # in whatever thread the kernel does it this time
    note.filter(has_text="one move took more than 6 s (line").wait_for()
    press(page, "Undo", within=".course-play")
    says(page, ".course-status", "Your turn: you play X.")
    page.wait_for_function(f"{BOOK}.sessionContext.session.kernel.status === 'idle'")
    jupyter.stop_kernels()
