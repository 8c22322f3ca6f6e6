"""The ladder of a league in a real browser: read, sorted, and followed to a replay."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from class_of_players import made_page
from harness import press, unfold_all


def test_the_ladder_is_read_sorted_and_followed(
    kept_page: Callable[..., Any], tmp_path: Path
) -> None:
    """Nothing is wider than the window, and every picture is there and says what it shows.

    By rating at first, by name when its head is pressed; a game is played move by move.
    """
    ladder = made_page(tmp_path).as_uri()
    for scheme, width in (("dark", 360), ("light", 1280)):
        page = kept_page(scheme=scheme, width=width)
        page.goto(ladder)
        unfold_all(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        picture = page.get_by_role("img", name="Ratings with 95 % intervals, best first; ")
        assert picture.bounding_box()["width"] <= width
    cells = "table.sortable tbody tr > :nth-child({})"
    ratings = list(map(int, page.locator(cells.format(3)).all_inner_texts()))
    assert ratings == sorted(ratings, reverse=True)
    press(page, "player")
    names = page.locator(cells.format(2)).all_inner_texts()
    assert names == sorted(names)
    page.locator("section", has_text="All games").locator("a").first.click()
    page.wait_for_url("**/replays/*.html")
    press(page, "Forward")
