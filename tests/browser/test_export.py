"""Exported pages work from a file, with mouse and keyboard, without any server or network."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from harness import press, press_key

from course_lib import TextbookTree, alphabeta_search, watch
from course_lib.views.export import export_html
from course_lib.views.player import practice
from course_lib.views.trees import draw_tree
from course_tools.lectures import demo_named

TREE = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])


@pytest.fixture
def exported(open_page: Callable[..., Any], tmp_path: Path) -> Callable[..., Any]:
    """A function that exports a thing and opens the file."""

    def open_file(thing: Any, **look: Any) -> Any:
        page = open_page(**look)
        page.goto(export_html(thing, tmp_path / "page.html", title="A page").as_uri())
        page.wait_for_function("document.documentElement.dataset.shown")
        return page

    return open_file


def said(page: Any) -> str:
    """The line of explanation."""
    return page.locator(".cl-say").inner_text()


def test_searches_are_compared_in_a_file(exported: Callable[..., Any]) -> None:
    """Both trees step together."""
    page = exported(demo_named("alpha-beta").make())
    before = page.locator(".cl-say").all_inner_texts()
    press_key(page, "ArrowRight")
    after = page.locator(".cl-say").all_inner_texts()
    assert len(after) == 2
    assert all(one != other for one, other in zip(before, after, strict=True))


def test_games_and_practice_work_in_a_file(exported: Callable[..., Any]) -> None:
    """The Havannah game is at its fork after the key End."""
    page = exported(demo_named("havannah").make())
    press_key(page, "ArrowRight")
    assert "Move 1 of 85: X plays J19." in page.locator("#root").inner_text()
    press_key(page, "End")
    assert "Move 85 of 85: X plays L3." in page.locator("#root").inner_text()
    press(page, "Back")
    press(page, "First step")
    page = exported(practice(seed=1))  # a prediction is judged without Python
    page.get_by_role("textbox").first.fill("123")
    page.keyboard.press("Enter")
    assert "Not 123" in page.locator("#root").inner_text()


def test_letters_grow_and_the_page_darkens(exported: Callable[..., Any]) -> None:
    """For the last row of a lecture hall, and for a dark one."""
    page = exported(watch(alphabeta_search, TREE, ()))
    size = "parseFloat(getComputedStyle(document.querySelector('.cl-say')).fontSize)"
    ground = "getComputedStyle(document.body).backgroundColor"
    small, light = page.evaluate(size), page.evaluate(ground)
    press(page, "Text size")
    press(page, "Text size")
    assert page.evaluate(size) > 1.5 * small
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    press(page, "Text size")
    assert page.evaluate(size) == small
    page.get_by_role("button", name="Dark or light").click()
    assert page.evaluate(ground) != light
    page = exported(draw_tree(TREE), scheme="dark")  # who has asked for dark pages gets one
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    ground = page.locator(".still svg > rect").evaluate("(each) => getComputedStyle(each).fill")
    assert max(map(int, re.findall(r"\d+", ground))) < 40
