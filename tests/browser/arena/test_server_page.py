"""The pages of `course serve` in a real browser: the list of tables, and a table to watch."""

import shutil
import threading
from random import Random

from class_server import Raw, beside, class_server, port
from harness import lettered, says
from test_server import leaves, resigns, wait_until

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


def test_a_program_comes_back_and_a_record_has_to_wait(open_page, tmp_path):
    """Its line breaks after a move, a second one with its token goes on, and the page shows it."""
    (tmp_path / "tokens.csv").write_text("Ada L,ada-token-1\nBob M,bob-token-2\n", encoding="utf-8")
    plan = 'page = 0\ntokens = "tokens.csv"\n' + port(size=3)

    def once_and_gone(raw):
        raw.say("= B2\n\n")
        leaves(raw)

    with class_server(tmp_path, plan) as server:
        watcher, [number] = open_page(), server.ports
        watcher.goto(server.page)
        beside(connect, random_player(Random(1)), HERE, number, name="pro #bob-token-2")
        wait_until(lambda: server.lobby()["rooms"][0]["waiting"])
        lost = beside(Raw(number, "shaky #ada-token-1", once_and_gone).play)
        says(watcher, "#rooms", "shaky of Ada L")
        watcher.get_by_role("link", name="Watch").click()
        lost.result(20)
        says(watcher, ".course-status", "(shaky of Ada L) to move")
        shutil.rmtree(tmp_path / "records")
        (tmp_path / "records").write_text("no folder", encoding="utf-8")
        Raw(number, "shaky #ada-token-1", resigns).play()
        says(watcher, ".course-status", "The record is not kept yet")
        watcher.get_by_role("link", name="All tables").click()
        says(watcher, "#games", "resigned (")
        says(watcher, "#games", "Not kept yet!")
        (tmp_path / "records").unlink()
        gone = "() => !document.querySelector('#games').textContent.includes('Not kept')"
        watcher.wait_for_function(gone, timeout=20_000)
        watcher.close()
