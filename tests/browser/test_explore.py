"""The controls around a search work in a real JupyterLab, by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

EXPLORE = """
from course_lib import TextbookTree, alphabeta_search
from course_lib.views import explore
game = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
explore(alphabeta_search, game, depth=range(1, 4))
"""


@pytest.mark.slow
def test_a_slider_moves_and_the_tree_follows(lab: Callable[..., Any]) -> None:
    """One key on the slider runs the search again; the other tabs hold the steps and the counts."""
    page = lab([EXPLORE])
    picture = page.locator(".widget-tab img[alt*=alphabeta_search]").first
    picture.wait_for()
    before = picture.get_attribute("alt")
    page.locator(".noUi-handle").first.focus()
    page.keyboard.press("ArrowRight")
    changed = "(old) => document.querySelector('.widget-tab img')?.alt !== old"
    page.wait_for_function(changed, arg=before)
    assert "visits" in picture.get_attribute("alt")
    page.get_by_role("tab", name="Step by step").click()
    page.locator(".cl-player").wait_for()
    page.get_by_role("tab", name="In numbers").click()
    page.locator("table td").first.wait_for()
    rows = page.locator(".widget-tab table tr")
    assert rows.count() == 3
