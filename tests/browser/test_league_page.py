"""The ladder of a league in a real browser: read, sorted, and followed to a replay."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from class_of_players import made_page
from harness import press


@pytest.fixture(scope="module")
def ladder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a league of five."""
    return made_page(tmp_path_factory.mktemp("league"))


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_the_ladder_can_be_read_in_any_window(
    kept_page: Callable[..., Any], ladder: Path, scheme: str, width: int
) -> None:
    """Nothing is wider than the window, and every picture is there and says what it shows."""
    page = kept_page(scheme=scheme, width=width)
    page.goto(ladder.as_uri())
    unfold_all(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture = page.get_by_role("img", name="Ratings with 95 % intervals, best first; ")
    assert picture.bounding_box()["width"] <= width


def test_the_ladder_is_sorted_and_leads_to_replays(
    kept_page: Callable[..., Any], ladder: Path
) -> None:
    """By rating at first, by name when its head is pressed; a game is played move by move."""
    page = kept_page()
    page.goto(ladder.as_uri())
    ratings = list(map(int, column(page, 3)))
    assert ratings == sorted(ratings, reverse=True)
    press(page, "player")
    names = column(page, 2)
    assert names == sorted(names)
    unfold_all(page)
    page.locator("section", has_text="All games").locator("a").first.click()
    page.wait_for_url("**/replays/*.html")
    press(page, "Forward")


def column(page: Any, place: int) -> list[str]:
    """What stands in this column of the ladder, from top to bottom."""
    return page.locator(f"table.sortable tbody tr > :nth-child({place})").all_inner_texts()


def unfold_all(page: Any) -> None:
    """Open everything that is folded."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
