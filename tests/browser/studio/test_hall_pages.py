"""The pages of a lecture hall in a real browser: a presenter, a projector and phones."""

import re
import threading
from functools import partial

from class_of_phones import hall_of, open_hall
from harness import faults, lettered, says
from test_hall import MINIMAX

from course_tools.arena.server.web import Server
from course_tools.studio.lectures import demo_named, demo_of_file
from course_tools.studio.lectures.live import LiveFilm, LiveRoom
from course_tools.studio.lectures.story import story_in, tell


def columns(projector):
    """What stands on the branches in the projector's film, column by column."""
    words = projector.frame_locator("#film").locator(".cl-votes text").all_text_contents()
    return [one for one in words if one]


def bars(projector):
    """The numbers behind the bars, and that the last row sees each: 5 % of the screen's height."""
    high = projector.evaluate("innerHeight")
    found = []
    for answer in projector.locator(".answer").all():
        boxes = [one.bounding_box() for one in answer.locator(".bar").all()]
        assert all(box["height"] >= 0.05 * high for box in boxes)
        assert boxes[-1]["y"] + boxes[-1]["height"] <= high
        found.append([int(words) for words in answer.locator(".bar").all_inner_texts()])
    return found


def test_nine_answers_leave_room_for_the_count(open_page):
    """Also after a second vote: two columns, nothing below the window, each number as high."""
    shown = demo_named("textbook-tree").make()
    labels = " | ".join(f"answer {number} of nine" for number in range(9))
    story = story_in(f"at: b opens\nask: Which one of all these answers is it? | *{labels}")
    make = partial(hall_of, widget=tell(shown, story)[0])
    with open_hall(make) as server:
        hall = server.hall
        hall.go_on()
        hall.ask()
        hall.ask_again()
        projector = open_page(width=1920, height=1080)
        projector.goto(f"{server.presenter}projector")
        projector.locator(".bar:not(.before)").nth(8).wait_for()
        for row in projector.locator(".answer, #voted, .code:visible").all():
            box = row.bounding_box()
            assert box["y"] + box["height"] <= 1080
            assert box["x"] + box["width"] <= 1920
        tall = [one.bounding_box()["height"] for one in
                projector.locator(".bar:not(.before)").all()]  # fmt: skip
        assert min(tall) >= 0.05 * 1080


def joined(open_page, server):
    """A phone that has opened the hall's page."""
    page = open_page(width=390, height=844)
    page.goto(server.hall.address)
    says(page, "#question", "Look at the screen")
    assert lettered(page)
    return page


def fit(pages):
    """None of these pages is wider than its screen."""
    for page, wide in pages.items():
        assert page.evaluate("document.documentElement.scrollWidth") <= wide


def sees(projector, count):
    """Wait until the projector's own tree shows so many votes together."""
    film = projector.frame(url=re.compile("film"))
    film.wait_for_function(
        "most => [...document.querySelectorAll('.cl-votes text')]"
        ".reduce((sum, one) => sum + (parseInt(one.textContent) || 0), 0) === most",
        arg=count,
    )


def words_stand_clear(projector):
    """Wait until all moves have ended and the words of votes run into nothing.

    That is names of moves, nodes, and the edge of the stage.
    """
    film = projector.frame(url=re.compile("film"))
    film.wait_for_function("""() => {
        const box = (one) => one.getBoundingClientRect();
        const stage = box(document.querySelector(".cl-votes").closest(".cl-stage"));
        const words = [...document.querySelectorAll(".cl-votes text")];
        const others = [...document.querySelectorAll("[data-name], [data-node]:not(.cl-faint)")];
        const meet = (a, b) => a.left < b.right && b.left < a.right
            && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        const out = words.filter((one) => box(one).bottom > stage.bottom);
        const met = others.filter((one) => words.some((word) => meet(box(word), box(one))));
        return words.length > 0 && out.length + met.length === 0;
    }""")


def test_a_class_votes_on_a_cut_and_sees_it(open_page):
    """The presenter asks, a phone votes and changes its mind, the bars show it, then the cut."""
    with open_hall() as server:
        presenter, projector = open_page(), open_page(height=720)
        presenter.goto(server.presenter)
        projector.goto(f"{server.presenter}projector")
        says(projector, "#question", "Join with your phone")
        says(projector, "#address", server.hall.address)
        assert projector.evaluate("document.querySelector('.code').naturalWidth") > 0
        first = projector.frame_locator("#film").locator(".cl-say").text_content()
        assert "Cut" not in first, "its most telling moment is what it asks about"
        phone, other = (joined(open_page, server) for _ in range(2))
        says(presenter, "#where", "step 0 of 24, 2 phones")
        for text in ("At a: which", "At a: is", "At a: what does MIN", "At the root", "At b: is"):
            presenter.keyboard.press("n")
            says(phone, "#question", text)
        says(phone, "#question", "At b: is the rest cut, or does the search go on?")
        fit({phone: 390, presenter: 1280, projector: 1280})
        phone.wait_for_function("() => document.querySelector('#picture img').naturalWidth > 0")
        phone.get_by_role("button", name="above has better").click()
        says(projector, "#voted", "1 of 2")
        phone.get_by_role("button", name="goes on").click()
        says(phone, "#note", "You can change it")
        other.get_by_role("button", name="above has better").click()
        says(projector, "#voted", "2 of 2")
        assert columns(projector) == [], "a cut is no branch"
        assert bars(projector) == [[1], [0], [1]]
        presenter.keyboard.press("v")
        says(phone, "#note", "Talk with your neighbour")
        phone.get_by_role("button", name="above has better").click()
        other.get_by_role("button", name="above has better").click()
        says(projector, "#bars", "2")
        says(projector, "#voted", "2 of 2")
        assert bars(projector) == [[1, 2], [0, 0], [1, 0]]
        presenter.keyboard.press("c")
        says(projector, "#voted", " s")
        says(projector, "#voted", "2 of 2 have voted")
        film = projector.frame_locator("#film")
        assert "never looked at" not in film.locator(".cl-say").text_content()
        assert film.locator(".cl-faint path").count() == 0, "nobody sees what comes"
        says(presenter, "#sections", "above has better: 2")
        says(presenter, "#sections", "b and c are never looked at")
        presenter.get_by_role("button", name="Show the answer").click()
        says(phone, "#note", "You were right. Whatever comes, the root stays the same.")
        says(projector, "#bars .right", "above has better")
        projector.wait_for_function(
            "() => document.querySelector('#voted').textContent.endsWith('2 voted')"
        )
        film.get_by_text("never looked at").first.wait_for()
        presenter.keyboard.press("ArrowRight")
        says(phone, "#question", "Look at the screen")
        for page in (presenter, projector, phone, other):
            assert faults(page) == []
            page.close()


def test_votes_on_a_value_stand_on_its_branches(open_page):
    """Each on the leaf that is worth so much, where its words run into nothing."""
    with open_hall() as server:
        presenter, projector = open_page(), open_page(height=720)
        presenter.goto(server.presenter)
        projector.goto(f"{server.presenter}projector")
        phone, other = (joined(open_page, server) for _ in range(2))
        for text in ("At a: which", "At a: is", "At a: what does MIN"):
            presenter.keyboard.press("n")
            says(phone, "#question", text)
        phone.get_by_role("button", name=re.compile("3$")).click()
        sees(projector, 1)
        other.get_by_role("button", name=re.compile("12$")).click()
        sees(projector, 2)
        assert [one for one in columns(projector) if one.isdecimal()] == ["1", "1", "0"]
        words_stand_clear(projector)
        for page in (presenter, projector, phone, other):
            assert faults(page) == []
            page.close()


def test_a_saved_search_comes_by_itself_beside_its_last_version(open_page, tmp_path):
    """The page shows the file's search, then both versions, then what is wrong with it."""
    file = tmp_path / "own.py"
    file.write_text(MINIMAX, encoding="utf-8")
    traced = partial(demo_of_file, str(file))
    room = LiveRoom(LiveFilm(str(file), traced().make(), traced))
    with Server(room) as server:
        thread = threading.Thread(target=room.look, args=[server])
        thread.start()
        page = open_page()
        page.goto(server.address)
        film = page.frame_locator("#film")
        film.locator(".cl-player").wait_for()
        inside = page.frame(url=re.compile("film"))
        inside.wait_for_function("() => document.readyState === 'complete' && document.hasFocus()")
        page.keyboard.press("ArrowRight")  # without a click into the picture
        film.locator(".cl-where", has_text=re.compile("^1 /")).wait_for()
        first = MINIMAX.replace("game.actions(state)", "game.actions(state)[:1]")
        file.write_text(first, encoding="utf-8")
        film.get_by_role("heading", name="the last version").wait_for()
        film.get_by_role("heading", name="now").wait_for()
        file.write_text("1 +\n", encoding="utf-8")
        says(page, "#note", "own.py is not Python")
        film.get_by_role("heading", name="now").wait_for()
        page.close()
        server.shutdown()
        thread.join()
