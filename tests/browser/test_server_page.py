"""The pages of `course serve` in a real browser: sit down, click, watch, replay."""

import shutil
from random import Random

import pytest
from class_server import Raw, beside, class_server, port
from harness import press, says
from test_server import leaves, wait_until

from course_lib.play import connect, random_player

HERE = "127.0.0.1"


def test_a_person_plays_and_another_watches_and_replays(open_page, tmp_path):
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


@pytest.mark.slow
def test_students_meet_by_their_tokens_and_lose_neither_game_nor_record(
    open_page, tmp_path, problems
):
    """Two people, one of whom reloads; a program that comes back; a record that has to wait."""
    (tmp_path / "tokens.csv").write_text("Ada L,ada-token-1\nBob M,bob-token-2\n", encoding="utf-8")
    plan = 'page = 0\ntokens = "tokens.csv"\n' + port(size=3)
    with class_server(tmp_path, plan) as server:
        ada, bob, watcher = (open_page() for _ in range(3))
        for page in (ada, bob, watcher):
            page.goto(server.page)
            says(page, "#rooms", "0 waiting")

        def with_token(page, button, token):
            page.once("dialog", lambda dialog: dialog.accept(token))
            page.get_by_role("button", name=button).click()

        with_token(ada, "Wait for a person", "bob-token-1")
        says(ada, "#line", "token")
        assert any("409" in one for one in problems)
        problems.clear()
        with_token(ada, "Wait for a person", "ada-token-1")
        says(ada, "body", "Waiting for somebody to play")
        says(bob, "#rooms", "Ada L waits")
        with_token(bob, "Play first against Ada L", "bob-token-2")
        says(bob, ".course-status", "Your turn: you play X.")
        says(ada, "body", "You play O, and move second, against Bob M")
        watcher.get_by_role("link", name="Watch").click()
        bob.locator("[data-square='c3']").click()
        says(ada, ".course-status", "Your turn")
        ada.reload()
        says(ada, ".course-status", "X played C3. Your turn")
        ada.locator("[data-square='b2']").click()
        for page in (bob, watcher):
            says(page, ".course-status", "O played B2.")

        shutil.rmtree(tmp_path / "records")
        (tmp_path / "records").write_text("no folder", encoding="utf-8")
        press(bob, "Resign")
        press(bob, "Really resign")
        for page in (ada, bob, watcher):
            says(page, ".course-status", "The record is not kept yet")
        ada.get_by_role("link", name="All tables").click()
        says(ada, "#games", "X: Bob M, O: Ada L: X resigned (2 moves). Not kept yet!")
        ada.get_by_role("link", name="Replay").click()
        says(ada, "h1", "X resigned")
        ada.go_back()
        (tmp_path / "records").unlink()
        gone = "() => !document.querySelector('#games').textContent.includes('Not kept')"
        ada.wait_for_function(gone, timeout=20_000)

        a_program_comes_back(server, ada)
        for page in (ada, bob, watcher):
            page.close()


def a_program_comes_back(server, watcher):
    """Its line breaks after a move; a second one with its token goes on, and the page shows it."""

    def once_and_gone(raw):
        raw.say("= B2\n\n")
        leaves(raw)

    [number] = server.ports
    steady = beside(connect, random_player(Random(1)), HERE, number, name="pro #bob-token-2")
    wait_until(lambda: server.lobby()["rooms"][0]["waiting"])
    lost = beside(Raw(number, "shaky #ada-token-1", once_and_gone).play)
    says(watcher, "#rooms", "shaky of Ada L")
    watcher.get_by_role("link", name="Watch").click()
    lost.result(20)
    says(watcher, ".course-status", "(shaky of Ada L) to move")
    Raw(number, "shaky #ada-token-1", lambda raw: raw.say("= resign\n\n")).play()
    says(watcher, ".course-status", "resigned")
    assert "resigned" in steady.result(20)[0]
