"""In a real JupyterLab and a real Notebook 7: searches are stepped, games played, pictures seen."""

import pytest
from harness import BOOK, press, says

from course_lib import TextbookTree, alphabeta_search, watch
from course_lib.views.trees import draw_tree


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
