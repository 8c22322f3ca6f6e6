"""The pages of `course serve` in a real browser: the list of tables, and a table to watch."""

import shutil
import threading
from random import Random

from class_server import Raw, beside, class_server, port
from harness import lettered, says
from test_server import resigns

from course_lib.play import connect, random_player

HERE = "127.0.0.1"


def test_a_game_is_watched_live(open_page, tmp_path):
    """From the list of tables to the end of the game; a name can't be a script."""
    name = "<b>rook</b><script>1"
    go_on = threading.Event()

    def waits(raw):
        go_on.wait(60)
        raw.say("= resign\n\n")

    with class_server(tmp_path, "page = 0\n" + port(size=3, seconds=60)) as server:
        watcher = open_page(scheme="dark")
        watcher.goto(server.page)
        told = beside(connect, random_player(Random(1)), HERE, server.ports[0], name=name)
        says(watcher, "#rooms", f"{name} waits")
        assert lettered(watcher)
        beside(Raw(server.ports[0], "thinker", waits).play)
        says(watcher, "#rooms", f"{name}")
        watcher.get_by_role("link", name="Watch").click()
        says(watcher, ".course-status", "(thinker) to move")
        says(watcher, "p", "Each has 60 s for a move.")
        assert watcher.locator(".may").count() == 0, "there is nothing to click"
        assert watcher.get_by_role("link", name="the record").count() == 0, "none is kept yet"
        go_on.set()
        says(watcher, ".course-status", "resigned")
        assert "resigned" in told.result(20)[0]
        assert watcher.get_by_role("link", name="the record of this game").count() == 1
        assert "Havannah, size 3" in watcher.title()
        watcher.get_by_role("link", name="All tables").click()
        says(watcher, "#games", f"{name}")
        assert watcher.get_by_role("link", name="Record").count() == 1
        watcher.close()


def test_a_record_that_has_to_wait_is_told(open_page, tmp_path):
    """In the list of games, until it could be written."""
    with class_server(tmp_path, "page = 0\n" + port(size=2)) as server:
        watcher = open_page()
        watcher.goto(server.page)
        shutil.rmtree(tmp_path / "records")
        (tmp_path / "records").write_text("no folder", encoding="utf-8")
        for name in ("one", "two"):
            beside(Raw(server.ports[0], name, resigns).play)
        says(watcher, "#games", "resigned (")
        says(watcher, "#games", "Not kept yet!")
        (tmp_path / "records").unlink()
        gone = "() => !document.querySelector('#games').textContent.includes('Not kept')"
        watcher.wait_for_function(gone, timeout=20_000)
        watcher.close()
