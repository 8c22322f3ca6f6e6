"""The pages of `course serve` in a real browser: sit down, click, watch, replay."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from class_server import beside, class_server, port
from harness import press

from course_lib.play import connect, random_player

HERE = "127.0.0.1"


def says(page: Any, selector: str, words: str) -> None:
    """Wait until this part of the page says this."""
    page.wait_for_function(
        "([place, words]) => document.querySelector(place)?.textContent.includes(words)",
        arg=[selector, words],
        timeout=20_000,
    )


def test_a_person_plays_and_another_watches_and_replays(
    open_page: Callable[..., Any], tmp_path: Path
) -> None:
    """From the list of tables to a finished game, live for both; a name can't be a script."""
    name = "<b>rook</b><script>1"
    plan = "page = 0\n" + port(size=3, against="people")
    with class_server(tmp_path, plan) as server:
        told = beside(connect, random_player(Random(1)), HERE, server.ports[0], name=name)
        person = open_page()
        person.goto(server.page)
        says(person, "#rooms", f"{name} waits")
        person.get_by_role("button", name="Play first").click()
        says(person, ".course-status", "Your turn: you play X.")

        watcher = open_page(scheme="dark")
        watcher.goto(server.page)
        says(watcher, "#rooms", f"X: a person, O: {name}")
        watcher.get_by_role("link", name="Watch").click()
        says(watcher, ".course-status", "X (a person) to move.")

        person.locator("[data-square='c3']").click()
        says(person, ".course-status", "O played")
        says(person, ".course-status", "Your turn")
        says(watcher, ".course-status", "O played")
        assert watcher.locator("[data-last='yes']").count() == 1
        person.locator("[data-square='c3']").click()
        says(person, ".course-note", "can't be played")
        assert person.get_by_role("link", name="replay").count() == 0, "nothing to replay yet"
        says(person, "p", f"against {name}, which has 20 s for each move")
        press(person, "Resign")
        says(person, ".course-note", "press the button once more")
        press(person, "Really resign")
        for page in (person, watcher):
            says(page, ".course-status", "X resigned")
        assert told.result(20) == ("You are O. X resigned",)

        watcher.get_by_role("link", name="replay this game").click()
        says(watcher, "h1", "X resigned")
        assert watcher.locator("svg").count() > 0
        assert "Havannah, size 3" in watcher.title()
        person.get_by_role("link", name="All tables").click()
        says(person, "#games", f"O: {name}: X resigned (2 moves)")
        person.close()
        watcher.close()
