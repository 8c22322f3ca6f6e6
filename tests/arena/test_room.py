"""The room: what notebooks tell of their checks, whom the teacher sees, and what the wall shows."""

import contextlib
import json
import linecache
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from class_of_phones import served
from class_server import ask
from test_server import wait_until

from autograder_tests import bank
from course_lib.checks import check, join_class
from course_lib.checks.cases import exercise_named, exercises
from course_lib.checks.checking import verdict_in
from course_lib.checks.joining import SENT, Notebook, facts_of
from course_tools.arena.server import room as rooms
from course_tools.arena.server.room import CheckRoom, Class
from course_tools.cli import main

KEY = "only-for-the-teacher"
ONE_MISTAKE = {
    "squares where the opponent would win do not come next": "wins do not come first",
    "the others are left in the order in which they came": "the best come last",
}
"""Of lesson 08: labels of which the same board and the same sentence show either."""


def in_a_notebook(source):
    """The names of a notebook with this cell, whose lines can be read."""
    linecache.cache["<cell>"] = (len(source), None, source.splitlines(keepends=True), "<cell>")
    names = {"__name__": "__main__"}
    exec(compile(source, "<cell>", "exec"), names)  # noqa: S102 - answers of the bank
    return names


class Clock:
    """A time that a test sets."""

    def __init__(self):
        self.time = 0.0

    def __call__(self):
        """What time it is."""
        return self.time


@contextlib.contextmanager
def open_room():
    """A room that is served, with the port of its server."""
    room = CheckRoom(KEY)
    with served(room) as server:
        yield room.people, server.port


def asked(port, path, what=None):
    """The status and the text that the server answers."""
    body = None if what is None else json.dumps(what)
    status, _, text = ask(port, path, body, **{"Content-Type": "application/json"})
    return status, text


def message(who="a" * 16, number=1, **more):
    """What a notebook says."""
    usual = {"check": number, "place": "", "help": False, "passed": [], "exercise": "nim_sum",
             "status": "wrong", "cause": "", "kinds": [0], "line": ""}  # fmt: skip
    return {"who": who, "number": number} | usual | more


def shown(people):
    """Who needs a visit, as the teacher's page says it."""
    return [tuple(facts) for *facts, _ in people.visits()]


@pytest.fixture(scope="module")
def answers():
    """Every third wrong answer of the bank to some exercises, with what a notebook tells of it.

    To the last one all are alike in their kinds of cases, and most have no proved cause.
    """
    names = ("nim_sum", "minimax", "winner", "lying_state")
    some = [one for name in names for one in wrong_answers(name)][::3]
    return [(one, facts(one)) for one in some]


def wrong_answers(name):
    """The bank's wrong answers to this exercise."""
    return [one for one in bank.entries(name) if not one.right]


def facts(entry):
    """What a notebook with this answer tells, as it arrives."""
    verdict = verdict_in(in_a_notebook(entry.source), entry.exercise)
    return json.loads(json.dumps(facts_of(verdict)))


def test_two_hundred_notebooks_fall_into_groups_by_their_mistake(answers):
    """Over real lines: whoever has the same mistake stands together, and nobody else with them."""
    told = [(*answers[at % len(answers)], f"{at:016x}") for at in range(200)]

    def tell(one):
        entry, facts, who = one
        line = message(who, place=f"seat {who[-3:]} {entry.name}") | facts
        return asked(port, "/room/", line)[0]

    with open_room() as (people, port), ThreadPoolExecutor(16) as pool:
        assert set(pool.map(tell, told)) == {200}
        _, text = asked(port, f"/room/{KEY}/news")
        groups, known = json.loads(text)["groups"], dict(people.notebooks)
        _, wall = asked(port, "/room/wall/news")
    names = {}
    for entry, _, who in told:
        names.setdefault(known[who].group, Counter())[entry.name] += 1
    pure = sum(found.most_common(1)[0][1] for found in names.values())
    assert pure >= 0.95 * len(told)
    assert sum(len(one["places"]) for one in groups) == len(told)
    assert json.loads(wall)["here"] == 200
    assert not [entry.name for entry, _, _ in told if entry.name in wall]
    assert "seat" not in wall


@pytest.mark.slow
@pytest.mark.timeout(1_200)
@pytest.mark.parametrize("lesson", ["02", "03", "05", "07", "08"])
def test_of_a_whole_lessons_wrong_answers_one_group_is_one_mistake(lesson):
    """All that the bank has: at most one in twenty stands in a group of another mistake."""
    names = [name for name in exercises() if exercise_named(name).lesson == lesson]
    every = [one for name in names for one in wrong_answers(name)]
    found = {}
    for entry in every:
        group = rooms.group_of(facts(entry))
        assert not group.right, entry
        name = ONE_MISTAKE.get(entry.name, entry.name)
        found.setdefault(group, Counter())[entry.exercise, name] += 1
    mixed = {group: names for group, names in found.items() if len(names) > 1}
    pure = sum(names.most_common(1)[0][1] for names in found.values())
    assert pure >= 0.95 * len(every), mixed


def test_who_is_stuck_and_who_asks_is_shown():
    """The third time the same, or eight minutes at one exercise; then whoever has it right goes."""
    clock = Clock()
    people = Class(clock)
    for number in (1, 2):
        people.hear("x", message(number=number, place="row 3"))
    assert people.visits() == []
    people.hear("x", message(number=3, place="row 3"))
    assert shown(people) == [("row 3", "nim_sum", "the same verdict 3 times")]
    people.hear("x", message("b" * 16, exercise="minimax"))
    clock.time = rooms.LONG
    before = people.changes.number
    people.look()
    assert people.changes.number == before + 1, "the pages hear of it without anybody's doing"
    assert shown(people)[1] == ("notebook 2", "minimax", "nothing right for 8 minutes")
    people.hear("x", message("b" * 16, 2, check=1, help=True, exercise="minimax"))
    assert shown(people)[0] == ("notebook 2", "minimax", "asks for help")
    assert people.notebooks["b" * 16].times == 1, "asking is no check"
    clock.time += rooms.AWAY
    silent = "asks for help, and has told nothing for 25 minutes"
    assert shown(people) == [("notebook 2", "minimax", silent)], "until somebody came"
    people.hear("x", message("b" * 16, 3, exercise="minimax", status="correct", kinds=[]))
    people.hear("x", message("b" * 16, 2, check=1, help=True, exercise="minimax"))
    assert people.visits() == []
    for number in (4, 5, 6):
        people.hear("x", message("b" * 16, number, exercise="nim_sum", status="not attempted"))
    assert people.for_teacher()["groups"] == people.visits() == [], "what is still to be written"
    again = Class(clock)
    again.hear("x", message(number=40, check=17, passed=["player", "minimax"]))
    assert again.on_wall()["progress"] == [("player", 1, 0), ("nim_sum", 0, 1), ("minimax", 1, 0)]


def test_who_was_visited_is_taken_off_and_can_ask_again():
    """A notebook hears of it with its next check; until then it says that it asks, in vain."""
    clock = Clock()
    people = Class(clock)
    for number in (1, 2, 3):
        people.hear("x", message(number=number, help=number == 3))
    assert shown(people) == [("notebook 1", "nim_sum", "asks for help")]
    people.visited("notebook 1")
    assert people.visits() == [], "neither asking nor stuck"
    assert people.hear("x", message(number=4, help=True)) == {"name": "notebook 1", "helped": True}
    assert people.visits() == []
    assert not people.hear("x", message(number=5))["helped"]
    assert people.visits() == [], "two more of the same verdict"
    people.hear("x", message(number=6, check=5, help=6))
    assert shown(people) == [("notebook 1", "nim_sum", "asks for help")]
    people.visited("notebook 1")
    clock.time = rooms.LONG
    people.hear("x", message(number=7, check=5))
    stuck = ("notebook 1", "nim_sum", "nothing right for 8 minutes")
    assert shown(people) == [stuck], "stuck anew"


def test_who_goes_from_one_exercise_to_the_next_is_stuck():
    """Two of them wrong in turn are no progress; what is right begins the minutes anew."""
    clock = Clock()
    people = Class(clock)
    for number in range(1, 10):
        people.hear("x", message(number=number, exercise=("nim_sum", "minimax")[number % 2]))
        clock.time += 60
    assert shown(people) == [("notebook 1", "minimax", "nothing right for 9 minutes")]
    people.hear("x", message(number=10, exercise="player", status="correct", kinds=[]))
    people.hear("x", message(number=11))
    clock.time += rooms.LONG - 1
    assert people.visits() == []


def test_a_teachers_page_hears_by_itself_who_is_stuck(monkeypatch):
    """Within five seconds, while no notebook says anything."""
    assert rooms.LOOK <= 5
    monkeypatch.setattr(rooms, "LOOK", 0.05)
    with open_room() as (people, port):
        asked(port, "/room/", message(place="row 3"))
        _, before = asked(port, f"/room/{KEY}/news")
        now = people.now
        people.now = lambda: now() + rooms.LONG
        known = people.changes.number
        after = json.loads(asked(port, f"/room/{KEY}/news?known={known}")[1])
    assert after["number"] == known + 1
    assert json.loads(before)["visits"] == []
    assert after["visits"] == [["row 3", "nim_sum", "nothing right for 8 minutes", "notebook 1"]]


def test_an_hour_later_all_is_forgotten_and_the_room_has_bounds(monkeypatch):
    """Notebooks and the table; a flood drives nobody out; who leaves is gone at once."""
    clock = Clock()
    people = Class(clock)
    people.hear("x", message())
    assert len(people.table().splitlines()) == 2
    clock.time = rooms.HOUR
    people.look()
    assert not people.notebooks
    assert len(people.table().splitlines()) == 1
    monkeypatch.setattr(rooms, "NEW_A_MINUTE", 4)
    monkeypatch.setattr(rooms, "MOST", 6)
    people.hear("class", message("a" * 16, help=1))
    clock.time += rooms.AWAY  # ada has closed her notebook, and bob thinks
    people.hear("class", message("b" * 16))
    clock.time += 60
    for number in range(40):
        clock.time += 60 / rooms.NEW_A_MINUTE
        assert people.hear("flood", message(f"{number:016x}", help=number))["name"]
    assert people.hear("class", message("c" * 16))["name"], "somebody new finds a place"
    assert len(people.notebooks) == rooms.MOST
    assert {one[0] for one in people.notebooks} >= {*"abc"}
    for who in "de":
        people.hear("class", message(who * 16))
    assert "a" * 16 in people.notebooks, "of one address, who asks for help stays longest"
    assert people.hear("class", message("f" * 16))["name"]
    crowded = people.hear("class", message("9" * 16))
    assert (crowded["name"], crowded["why"]) == ("", rooms.CROWD)
    people.hear("class", message("f" * 16, 2, gone=True))
    names = {one.name for one in people.notebooks.values()}
    assert people.hear("z", message("9" * 16))["name"] not in names, "a name is nobody else's later"


def test_a_cause_is_told_without_what_somebody_has_written():
    """Its words have places for names and lines, and nothing of these is known here.

    A change of one kind may mend two mistakes, which then differ in the cases that are wrong.
    """
    people = Class(Clock())
    for number, kinds in enumerate(([0], [1], [1])):
        people.hear("x", message(f"{number:016x}", cause="lasting", kinds=kinds))
    groups = people.for_teacher()["groups"]
    assert {group["words"] for group in groups} == {"something, which lasts from call to call"}
    assert [(len(group["places"]), len(group["kinds"])) for group in groups] == [(2, 1), (1, 1)]


def test_where_no_cause_is_proved_the_checks_own_sentence_parts_the_groups():
    """Its places stay empty; a sentence that the course doesn't have is none."""
    people, made_up = Class(Clock()), "give your password to {name}"
    known = "{text} has {n} marks, expected {form}"
    for number, says in enumerate((known, made_up, ["list"], known, "")):
        told = {"exercise": "lying_state", "says": says}
        people.hear("x", message(f"{number:016x}", kinds=[0, 1]) | told)
    groups = people.for_teacher()["groups"]
    assert [(one["words"], len(one["places"])) for one in groups] == [
        ("wrong", 3),
        ("… has … marks, expected …", 2),
    ]
    assert 'lying_state,wrong,"… has … marks, expected …",' in people.table()
    says = "made {n} children; one simulation adds one"  # of a lesson that has no German
    people.hear("x", message("9" * 16, exercise="expand", says=says))
    assert people.for_teacher()["groups"][-1]["words"] == "made … children; one simulation adds one"


def test_checks_that_come_out_of_order_are_all_counted():
    """Each message has a line of its own, and which comes first is chance."""
    people = Class(Clock())
    for number in (3, 1, 2):
        people.hear("x", message(number=number))
    assert len(people.hour) == 3
    assert people.notebooks["a" * 16].message == 3


def test_minutes_go_from_one_right_exercise_to_the_next(tmp_path, capsys):
    """The table of an hour has them without anybody's name; a command puts several together.

    What is run again counts once, and what was right before somebody came does not count.
    """
    clock = Clock()
    people = Class(clock)
    steps = [("player", "wrong"), ("player", "correct"), ("actions", "correct"),
             ("player", "wrong"), ("player", "correct")]  # fmt: skip
    hello = {"check": 0, "exercise": "", "passed": ["winner"]}
    for many, minutes in (("a", 3), ("b", 6), ("c", 2)):
        people.hear("x", message(many * 16, 1) | hello)
        for number, (name, status) in enumerate(steps, 2):
            facts = {"exercise": name, "status": status, "passed": ["winner"], "kinds": []}
            people.hear("x", message(many * 16, number) | facts)
            clock.time += 60 * minutes
        facts = {"exercise": "winner", "status": "correct", "cause": "kept", "kinds": [0]}
        people.hear("x", message(many * 16, 9) | facts)
        people.hear("x", message(many * 16, 10) | facts | {"exercise": "terminal"})
    for many, minutes in (("d", 1), ("e", 30)):
        people.hear("x", message(many * 16, 1) | hello)
        for number in (2, 3):
            facts = {"exercise": "player", "status": "wrong", "cause": "", "kinds": [0]}
            people.hear("x", message(many * 16, number) | facts)
            clock.time += 60 * minutes
    assert people.table().count("\r\nplayer,correct,") == 1
    for between in ",;":
        text = people.table().replace(",", between)
        (tmp_path / "hour.csv").write_text(text, encoding="utf-8")
        assert main(["author", "minutes", str(tmp_path / "hour.csv")]) == 0
        first, *lines = capsys.readouterr().out.splitlines()
        assert first.split()[:2] == ["exercise", "right"]
        # Right after 2, 3 and 6 minutes; of two who are not there yet one was seen for 1 minute,
        # and doesn't count from then on, the other for 30. So 1 of 4, 2 of 4, 3 of 4 are done.
        assert [line.split()[:7] for line in lines[:2]] == [
            ["player", "3", "2", "3.0", "min", "6.0", "min"],
            ["actions", "3", "0", "3.0", "min", "6.0", "min"],
        ]  # fmt: skip
        assert [line.split()[0] for line in lines[2:]] == ["terminal"]
    clock.time += 60
    again = Class(clock)  # the server was ended, and begins again
    for number, status in ((20, "wrong"), (21, "correct")):
        facts = {"exercise": "player", "status": status, "kinds": []}
        again.hear("x", message("e" * 16, number) | facts)
        assert again.table().splitlines()[-1].endswith(",1,"), "no minutes of what it has not seen"
        clock.time += 60
    again.hear("x", message("e" * 16, 22) | facts | {"exercise": "actions"})
    assert "\r\nactions,correct,,,1,1.0\r\n" in again.table()
    (tmp_path / "other.csv").write_text("a,b\n")
    assert main(["author", "minutes", str(tmp_path / "other.csv")]) == 2
    assert "other.csv is no table of a room" in capsys.readouterr().err


def test_nothing_that_a_notebook_made_up_is_shown():
    """Names, code and pictures in a message change no page: all that is shown is looked up."""
    people = Class()
    evil = "<img src=x onerror=alert(1)>"
    lines = [
        message(exercise=evil),
        message(number=2, cause=evil, line=evil, status="wrong", kinds=[evil, -1, 0, 10**9]),
        message(number=3, status=evil, passed=[evil, ["minimax"], "minimax"]),
        message("f" * 16, cause=["list"], kinds="no list", passed={"minimax": 1}, exercise=[1]),
    ]
    for line in lines:
        people.hear("x", line)
    assert evil not in json.dumps(people.for_teacher())
    assert people.on_wall()["progress"] == [("nim_sum", 0, 1), ("minimax", 1, 0)]
    for strange in (
        {},
        {"who": 3, "number": 1, "check": 1},
        message(number="1"),
        message(check=None),
    ):
        with pytest.raises(ValueError, match=r"no (message|number) of a notebook"):
            people.hear("x", strange)
    people.hear("x", message("d" * 16, place=f"{evil}\u202e" * 9))
    assert len(people.here()[-1][0]) <= 40
    long = "; ".join(["nim_sum(())"] * 400)
    people.hear("x", message("d" * 16, 2, line=long))
    assert long not in json.dumps(people.for_teacher())


def test_the_teacher_puts_a_case_on_the_wall_and_only_the_teacher(answers):
    """The line and its picture are the exercise's own; without the key there is no such page."""
    facts = next(facts for one, facts in answers if one.exercise == "winner" and facts["line"])
    with open_room() as (people, port):
        asked(port, "/room/", message() | facts)
        assert "case" not in people.on_wall()
        [group] = people.for_teacher()["groups"]
        assert asked(port, "/room/other-key/do", {"group": group["id"]})[0] == 404
        assert asked(port, f"/room/{KEY}/do", {"group": group["id"]})[0] == 200
        case = json.loads(asked(port, "/room/wall/news")[1])["case"]
        assert case["line"] == facts["line"]
        assert case["board"].startswith('<img src="data:image/svg+xml')
        status, table = asked(port, f"/room/{KEY}/hour.csv")
        assert (status, len(table.splitlines())) == (200, 2)
        assert table.splitlines()[1].startswith("winner,wrong,")
        assert asked(port, "/room/other-key/hour.csv")[0] == 404
        asked(port, f"/room/{KEY}/do", {"group": group["id"]})
        assert "case" not in people.on_wall(), "once more takes it away"
        people.show(group["id"])
        asked(port, "/room/", message(number=2, exercise="player", status="correct", kinds=[]))
        assert people.on_wall()["case"] == case, "it stays though nobody has it wrong any more"
        people.show(people.for_teacher()["groups"][0]["id"])
        assert "case" not in people.on_wall()


def test_a_notebook_tells_after_one_click_and_never_before(monkeypatch, tmp_path):
    """What is sent is facts alone; a server that is away, or comes back, is not noticed."""
    monkeypatch.setenv("COURSE_WORK", str(tmp_path / "my_work"))
    secret = "def nim_sum(heaps):\n    my_own_name = 0\n    return my_own_name\n"
    names = in_a_notebook(secret)
    monkeypatch.setattr("course_lib.checks.checking.callers_names", lambda: names)
    sent = []
    before = Notebook.send

    def send(one, **more):
        sent.append({**one.last})
        before(one, **more)

    monkeypatch.setattr(Notebook, "send", send)
    with open_room() as (people, port):
        card = join_class(f"http://127.0.0.1:{port}/", "window")
        words, buttons, said = card.children
        share, ask = buttons.children
        assert SENT in words.value
        check("nim_sum")
        assert sent == []
        share.value = True
        wait_until(lambda: said.value.endswith('it calls you "window".'))
        check("nim_sum")
        wait_until(lambda: people.here()[0][1].group)
        ask.value = True
        wait_until(people.visits)
        assert shown(people) == [("window", "nim_sum", "asks for help")]
        people.visited("notebook 1")
        check("nim_sum")
        wait_until(lambda: ask.value is False)
        ask.value = True
        wait_until(people.visits)
        assert "my_own_name" not in json.dumps(sent)
        again = join_class(f"http://127.0.0.1:{port}/", "window")
        assert [each.value for each in again.children[1].children] == [True, True], "run again"
        assert len(people.notebooks) == 1
        again.children[1].children[0].value = False
        wait_until(lambda: not people.notebooks)
        many = len(sent)
        check("nim_sum")
        assert len(sent) == many
        wait_until(lambda: again.children[2].value == "")
        monkeypatch.setattr(rooms, "NEW_A_MINUTE", 0)
        again.children[1].children[0].value = True
        wait_until(lambda: again.children[2].value == f"Not taken in: {rooms.CROWD}.")
        again.children[1].children[0].value = False
    again.children[1].children[0].value = True
    check("nim_sum")
    wait_until(lambda: "can't be reached" in again.children[2].value)
    again.children[1].children[0].value = False
    for wrong in ("10.0.0.7", "http://10.0.0.7:port", "http://10.0.0.7:80 00", ""):
        with pytest.raises(ValueError, match="needs the address that your teacher shows"):
            join_class(wrong)


def test_two_messages_at_once_wait_for_each_other(monkeypatch, tmp_path):
    """An answer may send, too; the later one waits also where the first is slow to begin."""
    monkeypatch.setenv("COURSE_WORK", str(tmp_path / "my_work"))
    slow = iter([0.5])

    class Late(threading.Thread):
        def start(self):
            threading.Event().wait(next(slow, 0))
            super().start()

    with open_room() as (_, port):
        notebook, answers = Notebook(f"http://127.0.0.1:{port}"), []
        notebook.reached = answers.append
        with monkeypatch.context() as patch:
            patch.setattr("course_lib.checks.joining.Thread", Late)
            with ThreadPoolExecutor(2) as both:
                list(both.map(lambda _: notebook.send(), range(2)))
        wait_until(lambda: len(answers) == 2)


def test_no_message_overtakes_another(monkeypatch, tmp_path):
    """Whoever stops telling stays away, though the page was slow with what came before."""
    monkeypatch.setenv("COURSE_WORK", str(tmp_path / "my_work"))
    hear, began = Class.hear, threading.Event()

    def slowly(people, address, message):
        if not message.get("gone") and not began.is_set():
            began.set()
            threading.Event().wait(0.5)
        return hear(people, address, message)

    monkeypatch.setattr(Class, "hear", slowly)
    with open_room() as (people, port):
        notebook, answers = Notebook(f"http://127.0.0.1:{port}"), []
        notebook.reached = answers.append
        notebook.send()
        assert began.wait(20)
        notebook.send(gone=True)
        wait_until(lambda: len(answers) == 2)
        assert [bool(answer["name"]) for answer in answers] == [True, False]
        assert not people.notebooks
