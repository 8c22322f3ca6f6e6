"""The pages of grading in a real browser: sorted, folded and read with keyboard, mouse and axe."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from class_of_thirty import class_of_thirty, known_of, the_lessons
from harness import faults, lettered, press, press_key, unfold_all

from course_tools.grader.classroom.pages import write_pages
from course_tools.grader.judge.result import ExerciseGrade

pytestmark = pytest.mark.xdist_group("class of thirty")

LOOKS = [("light", 1280), ("dark", 360)]
TABLE = "table.sortable"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of a class of thirty, in two lessons."""
    lessons = the_lessons("00 01")
    place = tmp_path_factory.mktemp("grading")
    rows = class_of_thirty(lessons, wrong=2)
    write_pages(rows, place, known_of(lessons))
    return place


@pytest.fixture
def shown(kept_page: Callable[..., Any], folder: Path) -> Callable[..., Any]:
    """A function that opens one of the pages from its file."""

    def show(name: str, **look: Any) -> Any:
        page = kept_page(**look)
        page.goto((folder / name).as_uri())
        return page

    return show


def column(page: Any, place: int, *, table: int = 0) -> list[str]:
    """What stands in this column, from top to bottom."""
    cells = page.locator(TABLE).nth(table).locator(f"tbody tr > :nth-child({place})")
    return cells.all_inner_texts()


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
@pytest.mark.parametrize("name", ["report.html", "feedback/s12.html"])
def test_the_page_has_no_fault(
    shown: Callable[..., Any], name: str, scheme: str, width: int
) -> None:
    """Names, roles, order and contrast, all unfolded; nothing is wider than the window."""
    page = shown(name, scheme=scheme, width=width)
    unfold_all(page)
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("[...document.images].every((one) => one.naturalWidth > 0)")


def test_the_table_is_sorted_with_the_keyboard(shown: Callable[..., Any]) -> None:
    """Enter on a head sorts rising, once more falling; it is said, and numbers are numbers.

    Names stand where people look for them, and each table is sorted by itself.
    """
    page = shown("report.html")
    at_first, others = column(page, 1), column(page, 1, table=1)
    assert len(at_first) == 30
    assert lettered(page)
    in_order(at_first)
    page.locator(f"{TABLE} th button").nth(1).focus()
    press_key(page, "Enter")
    totals = [float(one) for one in column(page, 2)]
    assert totals == sorted(totals)
    head = page.locator(f"{TABLE} thead th").nth(1)
    assert head.get_attribute("aria-sort") == "ascending"
    told = page.locator("[aria-live]").first
    assert told.inner_text() == "Sorted by total, rising."
    press_key(page, "Space")
    assert [float(one) for one in column(page, 2)] == totals[::-1]
    assert head.get_attribute("aria-sort") == "descending"
    press(page, "student", key="Enter")
    assert head.get_attribute("aria-sort") is None
    assert sorted(column(page, 1)) == sorted(at_first)
    in_order(column(page, 1))
    page.locator(TABLE).nth(0).locator("th button").nth(1).click()
    assert column(page, 1, table=1) == others
    page.locator(TABLE).nth(2).locator("th button").last.click()
    sums = [float(one) for one in column(page, 4, table=2)]
    assert sums == sorted(sums)


def in_order(names: list[str]) -> None:
    """Accents are sorted as people sort."""
    assert names.index("Ève Hébert") < names.index("Günther Weiß") < names.index("Zoë Ångström")


def test_the_browser_itself_refuses_a_script_that_slips_in(
    kept_page: Callable[..., Any], folder: Path, problems: list[str], tmp_path: Path
) -> None:
    """Were there ever a hole in the escaping, the page's own rules would still hold."""
    text = (folder / "feedback" / "s12.html").read_text(encoding="utf-8")
    hole = "<script>document.title = 'mine'</script><img src=x onerror=\"document.title = 'mine'\">"
    place = tmp_path / "hole.html"
    place.write_text(text.replace("<main>", f"<main>{hole}"), encoding="utf-8")
    page = kept_page()
    page.goto(place.as_uri())
    page.wait_for_load_state("load")
    assert page.title() == "Feedback for Ève Hébert"
    assert any("Content Security Policy" in one for one in problems)
    problems.clear()


def test_a_long_word_stays_on_the_page(kept_page: Callable[..., Any], tmp_path: Path) -> None:
    """An answer without any space, as long as it may be, makes no page wider."""
    lessons = the_lessons("01")
    row = class_of_thirty(lessons, wrong=1)[0]
    long = "x" * 1_900
    grade = ExerciseGrade("winner", 0, 1, "wrong", long, long, "", long, long,
                          (("a", 0.5, False, long), ("b", 0.5, True, "")), 1, long)  # fmt: skip
    result = replace(row.result, exercises=(grade,), full_name=long)
    written = write_pages([replace(row, result=result)], tmp_path)
    for path in written:
        page = kept_page(width=360)
        page.goto(path.as_uri())
        unfold_all(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path.name
