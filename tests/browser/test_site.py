"""The site in a real browser: whole, live, in light and dark, without a request elsewhere."""

import subprocess
import sys

import pytest
from harness import faults, served

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("site"), pytest.mark.timeout(1800)]

PAGES = ("index", "lessons/02_minimax", "api/games", "lectures", "teaching", "contributing")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The address of the whole site, with live pages."""
    folder = tmp_path_factory.mktemp("site") / "site"
    # In a process of its own: Sphinx and its theme warn each other of what is to go.
    words = [sys.executable, "-m", "course_tools.cli", "site", "--out", str(folder)]
    subprocess.run(words, check=True)
    with served(folder) as address:
        yield address


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 800, 390])
def test_pages_are_whole_and_readable(site, open_page, problems, scheme, width):
    """No error, nothing from elsewhere, nothing wide that does not scroll, and axe is content."""
    page = open_page(scheme=scheme, width=width)
    for name in PAGES:
        page.goto(f"{site}/{name}.html")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), name
        assert page.locator("html").get_attribute("data-theme") == scheme
        assert faults(page) == [], name
        # Axe asks once more for a style sheet, by an address that is not quite its own.
        problems[:] = [one for one in problems if "basic.css" not in one]
        assert problems == []


def test_a_stepper_in_a_lesson_steps(site, open_page):
    """Its frame has the same buttons as in a notebook."""
    page = open_page()
    page.goto(f"{site}/lessons/02_minimax.html")
    shown = 'iframe.course-page:not([title^="Practice"])'
    page.locator(shown).first.scroll_into_view_if_needed()
    stepper = page.frame_locator(shown).first
    stepper.get_by_role("button", name="Last step").click()
    where = stepper.locator(".cl-where").inner_text()
    assert where.split(" / ")[0] == where.split(" / ")[1] != "0"


def test_words_are_found(site, open_page):
    """The lesson about it stands among the results."""
    page = open_page()
    page.goto(f"{site}/search.html?q=minimax")
    page.locator("#search a", has_text="Minimax").first.click()
    page.wait_for_url("**/02_minimax.html**")
