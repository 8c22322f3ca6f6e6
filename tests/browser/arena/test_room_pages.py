"""The room's two pages in a real browser: the teacher's, and the wall's, which names nobody."""

from itertools import pairwise

from harness import faults, lettered, says
from test_room import KEY, asked, facts_of, in_a_notebook, message, open_room, verdict_in

from autograder_tests import bank


def test_a_teacher_sees_who_is_stuck_and_shows_a_case_to_all(open_page):
    """What is wrong with several, its board beside it; one click brings that board to the wall."""
    wrong = [one for name in ("winner", "nim_sum") for one in bank.entries(name) if not one.right]
    told = [facts_of(verdict_in(in_a_notebook(one.source), one.exercise)) for one in wrong[:3]]
    told += [told[1], told[1], facts_of(verdict_in(in_a_notebook(wrong[-1].source), "nim_sum"))]
    with open_room() as (_, port):
        for at, facts in enumerate(told):
            who, place = f"{at:016x}", f"row {at}, window" if at % 2 else ""
            asked(
                port, "/room/", message(who, place=place, passed=["player"], help=at == 4) | facts
            )
        teacher, wall = open_page(), open_page(width=1920, height=1080)
        teacher.goto(f"http://127.0.0.1:{port}/room/{KEY}/")
        wall.goto(f"http://127.0.0.1:{port}/room/wall/")
        says(teacher, "#here", f"{len(told)} notebooks here")
        says(teacher, "#visits", "notebook 5: winner, asks for help")
        teacher.get_by_role("button", name="I was there: notebook 5").click()
        says(teacher, "#visits", "Nobody, as far as can be seen.")
        group = teacher.locator("#groups > li").first
        assert group.locator("strong").inner_text() == "3"
        shown = group.locator("figure code").inner_text()
        says(wall, "#progress", "winner")
        assert lettered(teacher)
        assert lettered(wall)
        bars = [one.bounding_box() for one in wall.locator("#progress .done").all()]
        assert all(one["y"] + one["height"] < two["y"] for one, two in pairwise(bars))
        assert wall.locator("#case").is_hidden()
        group.get_by_role("button", name="Show the case on the wall").click()
        says(wall, "#case", shown)
        assert wall.locator("#case img").bounding_box()["width"] > 300
        assert "row" not in wall.locator("main").inner_text().lower().replace(shown, "")
        assert faults(teacher) == []
        assert faults(wall) == []
        three = [asked(port, "/room/", message("5" * 16, number)) for number in (1, 2, 3)]
        assert {status for status, _ in three} == {200}
        says(teacher, "#visits", "nim_sum, the same verdict 3 times")
        teacher.close()
        wall.close()


JOIN = """
from course_lib.checks import check, join_class

def nim_sum(heaps):
    return sum(heaps)

join_class("http://127.0.0.1:{port}", "by the door")
"""


def test_one_click_in_jupyterlab_joins_and_one_more_asks_for_help(jupyter, open_page):
    """The card says what is sent before anything is; the next check is on the teacher's page."""
    with open_room() as (people, port):
        name = jupyter.write([JOIN.format(port=port), "check('nim_sum')"])
        page = jupyter.open(open_page(), name)
        says(page, ".jp-Notebook", "your code, your answers or your name")
        assert people.notebooks == {}
        page.get_by_role("button", name="Tell my class").click()
        says(page, ".jp-Notebook", 'it calls you "by the door"')
        page.locator(".jp-CodeCell .cm-content").last.click()
        page.keyboard.press("Control+Enter")
        page.get_by_role("button", name="I need help").click()
        teacher = open_page()
        teacher.goto(f"http://127.0.0.1:{port}/room/{KEY}/")
        says(teacher, "#visits", "by the door: nim_sum, asks for help")
        says(teacher, "#groups", "the heaps are added up")
        teacher.close()
        jupyter.stop_kernels()
