"""A page that tells a story, in a real browser: it stops at the moments, asks, hides and lights."""

import pytest
from class_of_phones import open_hall
from harness import press, press_key, says, step
from test_hall import MINIMAX
from test_story import TEXT, searched

from course_lib.views.export import export_html
from course_tools.log import Log
from course_tools.studio.lectures import DEMOS, demo_of_file
from course_tools.studio.lectures.hall import Hall
from course_tools.studio.lectures.story import story_in, tell

FAINT = "document.querySelectorAll('.cl-faint').length"
LIT = "document.querySelector('.cl-code .lit')?.textContent.trim()"


@pytest.fixture
def told(open_page, tmp_path):
    """A function that opens the page of a search with this story."""

    def show(shown, text, at="", **look):
        page = open_page(**look)
        widget, found = tell(shown, story_in(text), code=True)
        path = export_html(widget, tmp_path / "page.html", title=found.title)
        page.goto(path.as_uri() + at)
        page.wait_for_function("document.documentElement.dataset.shown")
        return page

    return show


def test_a_clicker_goes_from_moment_to_moment(told):
    """The question first tells its answer; her words stand in the place of the film's."""
    page = told(searched(), TEXT)
    assert step(page) == 0
    assert page.locator(".cl-say").inner_text().startswith("alphabeta_search on TextbookTree")
    press_key(page, "PageDown")
    assert step(page) == 12
    assert page.evaluate(FAINT) == 0, "what comes is hidden"
    asked = page.locator(".cl-ask")
    assert asked.locator("b").inner_text() == "Does MAX look at b b?"
    page.get_by_role("button", name="yes", exact=True).click()
    assert asked.locator(".cl-why").inner_text() == "Not right: yes. it can't help"
    press_key(page, "PageDown")
    assert step(page) == 12
    assert asked.locator(".cl-why").inner_text() == "Right: no. b is worth 2, and MAX has 3"
    press_key(page, "PageDown")
    assert step(page) == 13
    assert page.locator(".cl-say").inner_text() == "MIN stops here: nobody comes."
    assert page.evaluate(FAINT) > 0
    assert not asked.is_visible()
    press_key(page, "PageUp")
    assert step(page) == 12
    press_key(page, "ArrowRight")
    press_key(page, "ArrowRight")
    assert step(page) == 13
    press_key(page, "ArrowRight")
    assert page.locator(".cl-say").inner_text().startswith("MIN returns 2")


def test_it_plays_to_the_next_moment_and_stops(told):
    """The space key plays; at a question it tells the answer first."""
    page = told(searched(), TEXT)
    press_key(page, " ")
    page.wait_for_function("document.querySelector('.cl-where').textContent.startsWith('12 /')")
    page.get_by_role("button", name="Play", exact=True).wait_for()
    press_key(page, " ")
    assert page.locator(".cl-why").inner_text().startswith("Right: no.")
    assert step(page) == 12
    press_key(page, " ")
    page.wait_for_function("document.querySelector('.cl-where').textContent.startsWith('13 /')")


def test_the_line_of_each_step_is_lit_beside_the_tree(told, tmp_path):
    """Her file's own lines, also on a phone; a moment may hide the code, and c shows it."""
    file = tmp_path / "own.py"
    file.write_text(MINIMAX, encoding="utf-8")
    shown = demo_of_file(str(file)).make()
    page = told(shown, "at: first leaf\nat: a returns\nhide: code")
    lines = MINIMAX.splitlines()
    events = shown.events()
    for at in range(2, len(events) + 1):
        press_key(page, "ArrowRight") if at > 2 else press_key(page, "PageDown")
        here = step(page)
        line = events[here - 1].line
        assert page.evaluate(LIT) == lines[line - 1].strip(), here
        if page.locator(".cl-code").is_hidden():
            break
    assert here > 3
    press(page, "Code")
    assert page.locator(".cl-code").is_visible()
    narrow = told(shown, "at: first leaf", width=390, height=844)
    assert narrow.locator(".cl-code").is_visible()
    assert narrow.evaluate("document.documentElement.scrollWidth") <= 390


def test_at_the_end_of_a_comparison_the_move_it_speaks_of_is_drawn_on_both_sides(
    open_page, tmp_path
):
    """Also where it stands in the middle of seven, and half a window has room for two."""
    page = open_page(width=1440, height=900)
    page.goto(export_html(DEMOS["connect-four"].make(), tmp_path / "page.html").as_uri())
    page.wait_for_function("document.documentElement.dataset.shown")
    press_key(page, "End")
    for pane in page.locator(".cl-pane").all():
        assert "chooses d1" in pane.locator(".cl-say").inner_text()
        assert "d1" in pane.locator("[data-name]").all_text_contents()


def test_a_small_tree_is_whole_on_a_projector_and_has_all_of_it_while_a_class_votes(
    open_page, tmp_path
):
    """At 1280x720 with the code beside it no leaf is "2 more"; the code is away during a vote."""
    file = tmp_path / "own.py"
    file.write_text(MINIMAX, encoding="utf-8")
    shown = demo_of_file(str(file)).make()
    widget, _ = tell(shown, story_in("at: end\nat: b returns\nask: So? | yes | *no"), code=True)
    with open_hall(
        lambda folder: Hall(shown, "", Log(folder / "votes.log"), widget=widget)
    ) as server:
        projector = open_page(width=1280, height=720)
        projector.goto(f"{server.presenter}projector")
        says(projector, "#question", "Join with your phone")  # it knows its keys now
        projector.keyboard.press("n")
        film = projector.frame_locator("#film")
        film.locator(".cl-code").wait_for(state="hidden")
        says(projector, "#question", "So?")
        projector.keyboard.press("PageDown")
        projector.keyboard.press("PageDown")
        film.locator(".cl-code").wait_for(state="visible")
        film.locator("[data-node='12']").wait_for()
        assert film.locator("[data-node]").count() == 13
        assert film.get_by_text(" more").count() == 0
        projector.close()
