"""A lecture hall: its questions come from the film, phones can vote and do nothing else."""

import csv
import json
import re
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from random import Random

import pytest
from class_of_phones import AS_JSON, Phone, goes_on_wherever_it_ended, hall_of, open_hall
from class_server import ask
from console import course

from course_lib.views.export import widget_of
from course_lib.watching import watch
from course_tools.log import Log
from course_tools.studio.lectures import demo_named, demo_of_file, lecture
from course_tools.studio.lectures.hall import FEW, TIMER, Hall
from course_tools.studio.lectures.lecture import MOST_PHONES, code_of
from course_tools.studio.lectures.live import LiveFilm
from course_tools.studio.lectures.questions import CUT_BY_BOUND, GOES_ON_OPEN, questions_of
from course_tools.studio.lectures.story import notes_of, story_in, tell


def questions(name):
    """The questions about a demonstration."""
    shown = demo_named(name).make()
    traces = list(shown.values()) if isinstance(shown, dict) else [shown]
    return [*questions_of(widget_of(shown).get_state()["story"], traces).values()]


def right(question):
    """The words of the right answers."""
    return [one.label for one in question.options if one.right]


def test_the_questions_are_about_values_windows_and_cuts():
    """On the textbooks' tree, counted by hand; none is about the order of a loop.

    After its first leaf the second MIN node is cut; the third looks at all three.
    """
    told = [(one.step, one.text, right(one)) for one in questions("textbook-tree")]
    assert told == [
        (4, "At a: which window does b get?", ["[\u2212\u221e, 3]"]),
        (6, "At a: is the rest cut, or does the search go on?", [GOES_ON_OPEN]),
        (8, "At a: what does MIN return here?", ["3"]),
        (9, "At the root: which window does b get?", ["[3, \u221e]"]),
        (12, "At b: is the rest cut, or does the search go on?", [CUT_BY_BOUND]),
        (17, "At c: which window does b get?", ["[3, 14]"]),
        (19, "At c: which window does c get?", ["[3, 5]"]),
        (21, "At c: what does MIN return here?", ["2"]),
        (22, "What does the root return here?", ["3"]),
        (23, "Which move does the search choose in the end?", ["a"]),
    ]
    by_step = {one.step: one for one in questions("textbook-tree")}
    values = by_step[8].options
    assert [one.label for one in values] == ["3", "8", "12"], "by size, not by place"
    assert len({one.at for one in values}) == 3, "each on a branch of its own"
    assert values[0].reason == "It is the smallest of 3, 8, 12."
    assert values[2].reason == "MAX would take that one."
    assert [(one.label, one.reason) for one in by_step[9].options] == [
        ("[\u2212\u221e, 3]", "It is alpha that moves here."),
        ("[\u2212\u221e, \u221e]", "That was the window before a came back."),
        ("[3, \u221e]", "a came back, and moved alpha."),
    ]


def test_a_question_about_nested_lists_names_the_node_that_is_asked_about():
    """Nobody is named there; MIN has three leaves below it, and is no leaf itself."""

    def value(node, is_max):
        if isinstance(node, int):
            return node
        return (max if is_max else min)(value(child, not is_max) for child in node)

    def negamax(node):
        return max(-negamax(child) for child in node) if isinstance(node, list) else node

    tree = [[3, 12, 8], [2, 4, 6]]
    for search, more, who in ((value, [True], "MIN"), (negamax, [], "this node")):
        trace = watch(search, tree, *more)
        asked = questions_of(widget_of(trace).get_state()["story"], [trace]).values()
        told = [one.text for one in asked if "return" in one.text]
        assert told[0] == f"At a: what does {who} return here?"
        assert told[1] == f"At b: what does {who} return here?"


def test_no_reason_is_given_that_the_trace_does_not_prove():
    """In searches nobody tuned for: a window's question names who moved it, a cut its bound."""
    counts = Counter()
    for name in ("alpha-beta", "wrong-table", "connect-four", "self-taught"):
        shown = demo_named(name).make()
        traces = list(shown.values())
        for one in questions(name):
            assert "first" not in one.text, "the order of a loop is nobody's question"
            assert sum(option.right for option in one.options) == 1
            assert len({option.label for option in one.options}) == len(one.options)
            trace = traces[one.part]
            if "which window" in one.text:
                way = one.text.removeprefix("At ").partition(":")[0].split()
                way = [] if one.text.startswith("At the root") else way
                child = one.text.rpartition(" does ")[2].partition(" get")[0]
                [node] = [each for each in trace.nodes if _way(trace, each) == [*way, child]]
                before = [
                    each for each in trace.nodes if each.parent == node.parent and each.id < node.id
                ][-1]
                now, old = node.window_in, before.window_in
                moved = [at for at in (0, 1) if now[at] != old[at]]
                assert len(moved) == 1
                assert abs(now[moved[0]]) == abs(before.value)
                counts["window"] += 1
            elif "is the rest cut" in one.text:
                counts[len(one.options), right(one)[0][:3]] += 1
    assert counts["window"] > 300
    assert counts[3, "cut"] > 100
    assert counts[3, "goe"] > 100


def test_a_clicker_goes_from_moment_to_moment_of_a_story_and_else_a_step(tmp_path):
    """At a question of the story, once asked, it first shows the answer, which is the next step."""
    shown = demo_named("textbook-tree").make()
    text = "at: step 4\nat: step 12\nask: So? | yes | *no (b is 2)\nnote: hands\nat: step 20"
    widget, found = tell(shown, story_in(text))
    hall = Hall(shown, notes_of(found), Log(tmp_path / "votes.log"), widget=widget)

    def click(key):
        hall.commands[hall.frame()["keys"][key]]()
        return hall.step

    phone = hall.new_phone("a")
    assert [click("PageDown"), click("PageDown")] == [4, 12]
    hall.ask()
    assert (hall.on_phone(phone)["text"], right(hall.poll.question)) == ("So?", ["no"])
    assert "b is 2" not in json.dumps(hall.on_phone(phone)), "no reason before the answer"
    assert ["Notes", ["hands"]] in hall.on_desk()["sections"]
    assert (click("PageDown"), hall.answered) == (13, True)
    assert [click("PageDown"), click("PageDown"), click("PageDown")] == [20, hall.last, hall.last]
    assert [click("PageUp"), click("ArrowLeft"), click("PageUp")] == [20, 19, 12]
    assert click("ArrowRight") == 13
    plain = hall_of(tmp_path / "plain")
    plain.commands[plain.frame()["keys"]["PageDown"]]()
    assert plain.step == 1


def _way(trace, node):
    way = []
    while node.parent is not None:
        way.insert(0, node.action_name)
        node = trace.nodes[node.parent]
    return way


def test_other_searches_have_questions_of_their_own():
    """No cuts where nothing is cut, the way down in a tree that grows, a mean at the die itself."""
    assert not [one for one in questions("minimax") if "cut" in one.text]
    grown = questions("mcts")
    assert {one.text for one in grown} == {
        "Which way down does the search choose?",
        "Which move does the search choose in the end?",
    }
    assert all(right(one) for one in grown)
    ways = [right(one) for one in grown[:-1]]
    assert all(one != other for one, other in pairwise(ways)), "asked again though nothing changed"
    # After seven simulations a2 and b1 have both won their only game.
    steps = {one.step for one in grown}
    assert (28 in steps, 32 in steps) == (False, True)
    mean = next(one for one in questions("chance") if "what does chance return" in one.text)
    assert len(mean.options) == 3
    assert {one.part for one in questions("alpha-beta")} == {0, 1}


def test_a_vote_counts_once_the_last_one_wins_and_the_answer_closes_it(tmp_path):
    """Whoever changes the vote has one; a late one, an odd one or a stranger's has none."""
    hall = hall_of(tmp_path)
    ada, bob = hall.new_phone("a"), hall.new_phone("b")
    hall.ask()
    assert hall.poll is None, "nothing is asked at the start"
    hall.go(8)
    hall.ask()
    hall.vote(ada, 1, 2)
    hall.vote(ada, 1, 0)
    hall.vote(bob, 1, 2)
    wrong = [("x", 1, 0), (ada, 2, 0)]
    wrong += [(ada, 1, option) for option in (3, -1, True, "0", None)]
    for token, number, option in wrong:
        with pytest.raises(ValueError, match=r"no vote|closed|no such answer"):
            hall.vote(token, number, option)
    stage = hall.on_stage()
    assert [row[1:] for row in stage["votes"]["options"]] == [
        ["A", 1, False],
        ["B", 0, False],
        ["C", 1, False],
    ], "nobody is told what is right"
    assert not hall.on_phone(ada)["right"]
    hall.commands["forward"]()
    assert hall.step == 9
    assert [row[3] for row in hall.on_stage()["votes"]["options"]] == [True, False, False]
    assert (hall.on_phone(ada)["mine"], hall.on_phone(ada)["right"]) == (0, [0])
    with pytest.raises(ValueError, match="closed"):
        hall.vote(bob, 1, 0)
    hall.commands["forward"]()
    assert (hall.on_stage()["votes"], hall.on_phone(ada)["text"]) == (
        None,
        "Look at the screen. Questions come here by themselves.",
    )


def test_whoever_loads_many_pages_takes_no_vote_and_no_place_of_who_is_here(tmp_path):
    """Twice as many pages as there is room for, from the class's one address.

    Votes of questions that are over stay as well, also where the lecture goes on; a phone that
    waits for its first question stays in. Votes of an address are seen, and if need be only a few
    of them count.
    """
    hall = hall_of(tmp_path)
    friend, first, quiet = map(hall.new_phone, ("the class", "10.0.0.7", "the class"))
    hall.follows(quiet, +1)
    hall.next_question()
    for phone in (friend, first):
        hall.vote(phone, 1, 1)
    for _ in range(2 * MOST_PHONES):
        hall.new_phone("the class")
    assert Counter(hall.phones.values()) == {"the class": MOST_PHONES - 1, "10.0.0.7": 1}
    assert hall.by_address() == [("the class", 1), ("10.0.0.7", 1)]
    voted = [token for token, address in hall.phones.items() if address == "the class"]
    for token in voted:
        hall.vote(token, 1, 2)
    assert quiet in voted
    assert friend in voted
    everyone = [0, 1, MOST_PHONES - 1]
    assert hall.counts(hall.poll) == everyone
    hall.commands["few"]()
    assert hall.counts(hall.poll) == [0, 1, FEW]
    hall.commands["few"]()
    hall.go(hall.step + 1)
    hall.go(hall.step + 1)
    for _ in range(MOST_PHONES + 50):
        hall.new_phone("the class")
    assert first in hall.phones
    assert quiet in hall.phones
    for one in (hall, hall_of(tmp_path)):
        assert one.counts(one.polls[1]) == everyone, "its phones have gone"
        assert str(MOST_PHONES) in one.believed()


def test_a_hall_that_is_full_of_who_is_there_takes_one_of_another_address(tmp_path):
    """The address that has most gives a place; of its own it takes no more."""
    hall = hall_of(tmp_path)
    for _ in range(MOST_PHONES):
        hall.follows(hall.new_phone("the class"), +1)
    with pytest.raises(ValueError, match="too many browsers"):
        hall.new_phone("the class")
    assert hall.new_phone("10.0.0.7") in hall.phones
    assert len(hall.phones) == MOST_PHONES


def test_a_class_votes_again_after_talking_and_what_it_believed_is_kept(tmp_path):
    """Both histograms stand side by side, the clock closes a vote, and no name is in the files."""
    hall = hall_of(tmp_path)
    phones = [hall.new_phone(f"10.0.0.{number}") for number in range(6)]
    hall.go(8)
    hall.ask_again()
    assert hall.poll is None, "nothing to talk about yet"
    hall.ask()
    for phone, option in zip(phones, (0, 2, 2, 2, 1, 0), strict=True):
        hall.vote(phone, 1, option)
    hall.tick(50)
    hall.start_clock()
    assert hall.on_stage()["seconds"] == TIMER
    hall.tick(50 + TIMER - 1)
    assert hall.open
    hall.tick(50 + TIMER)
    assert not hall.open
    with pytest.raises(ValueError, match="closed"):
        hall.vote(phones[0], 1, 0)
    assert not any(bar["right"] for bar in hall.on_stage()["bars"]), "closed is not answered"
    assert not hall.on_phone(phones[0])["right"]
    hall.ask_again()
    for phone, option in zip(phones, (0, 0, 0, 2, 0, 0), strict=True):
        hall.vote(phone, 2, option)
    with pytest.raises(ValueError, match="closed"):
        hall.vote(phones[0], 1, 0)
    hall.ask_again()
    assert len(hall.polls) == 2, "twice is enough"
    bars = [
        (one["letter"], one["label"], one["before"], one["count"])
        for one in hall.on_stage()["bars"]
    ]
    assert bars == [("A", "3", 2, 5), ("B", "8", 1, 0), ("C", "12", 3, 1)]
    hall.go(9)
    [told] = [one["reason"] for one in hall.on_stage()["bars"] if one["right"]]
    assert told == "It is the smallest of 3, 8, 12."
    assert hall.on_phone(phones[3])["note"] == "Not this time. MAX would take that one."
    assert hall.on_phone(phones[0])["note"] == "You were right. It is the smallest of 3, 8, 12."
    hall.next_question()
    assert hall.step == 9, "there is one more about this step"
    hall.vote(phones[0], 3, 1)
    hall.end()
    text = (tmp_path / f"votes-{hall.began}.csv").read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(text.splitlines()))
    assert [(row["answer"], row["right"], row["votes"], row["after talking"]) for row in rows] == [
        ("3", "1", "2", "5"),
        ("8", "0", "1", "0"),
        ("12", "0", "3", "1"),
        ("[\u2212\u221e, 3]", "0", "0", ""),
        ("[\u2212\u221e, \u221e]", "0", "1", ""),
        ("[3, \u221e]", "1", "0", ""),
    ]
    page = (tmp_path / f"believed-{hall.began}.html").read_text(encoding="utf-8")
    assert "2 of 6 were right, 5 of 6 after talking." in page
    assert "@font-face" in page, "the same letters on every machine"
    assert "0 of 1 were right." in page
    assert not [one for one in (*phones, "10.0.0.") if one in page + str(rows)]


def test_a_phones_picture_shows_nothing_that_is_still_to_come(tmp_path):
    """After b's first leaf there are seven nodes: no outline of the other leaves, and nothing of c.

    In the end all that was looked at is there, and what was cut.
    """
    hall = hall_of(tmp_path)
    hall.go(12)
    hall.ask()
    drawn = re.findall(r'<g [^>]*transform="translate\([-\d.]+ [-\d.]+\)"><path', hall.picture())
    assert len(drawn) == 7
    hall.go(23)
    hall.ask()
    drawn = re.findall(r'<g [^>]*transform="translate\([-\d.]+ [-\d.]+\)"><path', hall.picture())
    assert len(drawn) > 10


def test_a_phones_picture_has_no_words_of_the_narrator(tmp_path):
    """What the lecturer asks would be answered there; the projector says her sentence alone."""
    shown = demo_named("textbook-tree").make()
    text = "at: first cut\nsay: Why does MIN stop?\nask: Why? | *MAX has 3 | it is late"
    hall = hall_of(tmp_path, widget=tell(shown, story_in(text))[0])
    hall.go_on()
    hall.ask()
    assert hall.on_desk()["sections"][0] == ["Now", ["Why does MIN stop?"]]
    assert "looked at" not in hall.picture()
    assert "MAX has 3" not in hall.picture()


def test_the_node_that_is_asked_about_is_in_a_large_searchs_picture(tmp_path):
    """Three levels deep in a tree of which a phone could show two."""
    hall = hall_of(tmp_path, "connect-four")
    step, question = next((at, one) for at, one in hall.questions.items()
                          if re.match(r"At \w+ \w+ \w+:", one.text))  # fmt: skip
    hall.go(step)
    hall.ask()
    drawn = re.findall(r'class="action"[^>]*>([^<]*)<', hall.picture())
    assert {*re.match(r"At ([\w ]+):", question.text)[1].split()} <= {*drawn}


def test_a_question_at_the_end_is_answered_there(tmp_path):
    """There is no step after it; the same press ends the question afterwards."""
    shown = demo_named("textbook-tree").make()
    text = "at: end\nask: Was it worth it? | *yes (11 of 13) | no"
    hall = hall_of(tmp_path, widget=tell(shown, story_in(text))[0])
    phone = hall.new_phone("a")
    hall.go_on()
    hall.ask()
    hall.vote(phone, hall.poll.number, 0)
    assert ["forward", "Show the answer", True, False] in hall.on_desk()["buttons"]
    hall.go_on()
    assert hall.answered
    assert hall.on_phone(phone)["note"] == "You were right. 11 of 13"
    hall.go_on()
    assert hall.poll is None


def test_of_a_lecture_without_a_vote_no_file_is_named(tmp_path):
    """What is said to be kept is there."""
    hall = hall_of(tmp_path)
    assert hall.files() == {}
    hall.end()
    assert not [*tmp_path.glob("believed-*")]


def test_a_second_lecture_keeps_its_own_files(tmp_path, monkeypatch):
    """What the first class believed stays; a lecture that goes on writes the file it had."""
    for hour in ("10", "11"):
        at = f"2026-11-29-{hour}0000"
        monkeypatch.setattr(lecture.time, "strftime", lambda _form, at=at: at)
        hall = hall_of(tmp_path)
        hall.new_phone("a")
        hall.next_question()
        if hour == "11":
            monkeypatch.setattr(lecture.time, "strftime", lambda _form: "later")
            hall = hall_of(tmp_path)
            assert hall.goes_on
        hall.end()
    kept = {file.name for file in tmp_path.iterdir()} - {"votes.log"}
    assert kept == {
        f"{kind}-2026-11-29-{hour}0000.{form}"
        for hour in ("10", "11")
        for kind, form in (("believed", "html"), ("votes", "csv"))
    }


def facts(hall):
    """What is voted, and where the lecture is."""
    polls = [(one.question.text, one.number, one.again, one.votes) for one in hall.polls.values()]
    kept = polls, dict(hall.phones), hall.step, hall.asking, hall.open, hall.answered, hall.key
    return json.dumps([*kept, hall.most])


def test_a_hall_that_was_killed_goes_on_with_every_vote(tmp_path):
    """Cut its log at any byte: the next hall is where the lecture was, for this film alone."""

    def lecture(hall):
        ada, bob = (hall.new_phone(one) for one in "ab")
        hall.go(8)
        hall.ask()
        for phone, number, option in ((ada, 1, 2), (bob, 1, 1), (ada, 1, 0)):
            hall.vote(phone, number, option)
        hall.ask_again()
        hall.vote(bob, 2, 0)
        for command in ("few", "forward", "forward", "next", "join", "back"):
            hall.commands[command]()
            hall.new_phone(command)

    hall, last = goes_on_wherever_it_ended(tmp_path, hall_of, facts, lecture)
    assert not hall_of(last, "chance").goes_on, "another film"
    hall.end()
    again = hall_of(tmp_path / "whole")
    assert (again.goes_on, again.polls, again.step) == (False, {}, 0)
    assert again.key != hall.key


def test_a_class_votes_and_every_vote_is_counted():
    """Forty phones at real sockets: what each has chosen is what the projector shows."""

    def votes(phone, pause, drawn):
        news = phone.wait(open=True)
        time.sleep(pause)
        option = int(drawn * len(news["options"]))
        assert phone.vote(news["question"], option) == 200
        return option

    def projects():
        known, voted = -1, 0
        while voted < len(phones):
            news = json.loads(ask(server.port, f"{key}/news?known={known}")[2])
            assert news["number"] != known, "a vote that nobody hears of"
            known, voted = news["number"], news["voted"] if news["open"] else 0

    rng = Random(1)
    with open_hall() as server, ThreadPoolExecutor(41) as pool:
        phones = [*pool.map(Phone, [server.port] * 40)]
        key = key_of(server)
        picture = pool.submit(projects)
        chosen = [pool.submit(votes, one, rng.uniform(0, 0.2), rng.random()) for one in phones]
        assert ask(server.port, f"{key}/do", '{"do": "next"}', **AS_JSON)[0] == 200
        options = [one.result(60) for one in chosen]
        picture.result(60)
        counted = [count for _, _, count, _ in server.hall.on_stage()["votes"]["options"]]
        assert counted == [Counter(options)[option] for option in range(len(counted))]
        server.lead(lambda: server.hall.go(server.hall.step + 1))
        assert [phone.wait(open=False)["mine"] for phone in phones] == options


def test_a_vote_that_is_not_on_the_disk_is_told_to_nobody(monkeypatch):
    """The phone is told so; as soon as it can be kept, it counts."""
    with open_hall() as server:
        phone = Phone(server.port)
        server.lead(server.hall.next_question)
        number = phone.wait(open=True)["question"]
        monkeypatch.setattr(Log, "settle", lambda _: False)
        assert phone.vote(number, 0) == 503
        monkeypatch.undo()
        assert phone.vote(number, 0) == 200


def key_of(server):
    """What the lecturer's pages lie below."""
    return "/" + server.presenter.rstrip("/").rpartition("/")[2]


def test_a_phone_can_write_nothing_but_a_vote():
    """No page of the lecturer's, no other body, no long one, no form of another page."""
    with open_hall() as server:
        phone, key = Phone(server.port), key_of(server)
        mine, vote = {"Cookie": phone.cookie}, {"question": 1, "option": 0}
        guess = key[0] + "x" * (len(key) - 1)
        server.lead(server.hall.next_question)
        tried = [
            *((f"{guess}/{name}", None, {}) for name in ("", "film", "news", "projector")),
            *((path, None, {}) for path in (f"{key}/../../hall.py", "/film")),
            (f"{guess}/do", {"do": "forward"}, {}),
            ("/", None, {"Host": "elsewhere.example"}),
            ("/vote", vote, mine | {"Content-Type": "text/plain"}),
            ("/vote", ["<script>"], mine),
            ("/vote", vote, {}),
            ("/vote", vote | {"option": "<script>"}, mine),
            (f"{key}/do", {"do": "__class__"}, {}),
            ("/vote", {"question": "x" * 20_000}, mine),
        ]
        codes = [
            ask(server.port, path, what and json.dumps(what), **AS_JSON | headers)[0]
            for path, what, headers in tried
        ]
        assert (server.hall.votes, server.hall.step) == ({}, 4)
        assert phone.vote(1, 0) == 200
    assert codes == [404] * 8 + [415, 400, 409, 409, 400, 400]


def test_the_pages_may_be_framed_by_ours_alone_and_the_code_is_the_address():
    """The film and the projector stand in our frames; a phone's page in none."""
    with open_hall() as server:
        key = key_of(server)
        pages = [ask(server.port, path) for path in ("/", f"{key}/projector", f"{key}/film")]
        assert ask(server.port, f"{key}/code.svg")[2] == code_of(server.hall.address)
    told = [
        str(headers).partition("frame-ancestors ")[2].partition(";")[0] for _, headers, _ in pages
    ]
    assert told == ["'none'", "'self'", "'self'"]


@pytest.mark.parametrize(
    "given", [(), ("--serve",), ("--hall", "--html", "x.html"), ("--hall", "--story", "x.story")]
)
def test_a_class_that_is_a_tree_needs_a_class(given):
    """It is no page, no picture, and nothing to serve to one person."""
    done = course("demo", "class-tree", *given)
    assert (done.code, "course demo class-tree --hall" in done.err) == (2, True)


MINIMAX = """
def search(game, state, low=None):
    if game.is_terminal(state):
        return game.utility(state, "MAX")
    values = [search(game, game.result(state, action)) for action in game.actions(state)]
    return max(values) if game.to_move(state) == "MAX" else min(values)
"""


def test_a_search_is_traced_again_when_its_file_is_saved(tmp_path, monkeypatch):
    """The last version stands beside the new one, with ghosts; a broken one is a sentence."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "own.py"
    file.write_text(MINIMAX, encoding="utf-8")
    traced = partial(demo_of_file, "own.py")
    film = LiveFilm("own.py", traced().make(), traced)
    assert not film.look(), "nothing was saved"
    one_move = "game.actions(state)[:1]"
    file.write_text(MINIMAX.replace("game.actions(state)", one_move), encoding="utf-8")
    assert film.look()
    assert (film.note, film.shown.visits) == ("", 4 - 1)
    state = re.search(
        r'<script type="application/json" id="state">(.*?)</script>', film.page, re.DOTALL
    )
    parts = json.loads(state[1])["story"]["parts"]
    assert [one["label"] for one in parts] == ["the last version", "now"]
    assert parts[1]["ghosts"], "what only the last version looked at"
    shown = film.page
    file.write_text("def search(game, state:\n", encoding="utf-8")
    assert film.look()
    assert "own.py is not Python" in film.note
    assert film.page == shown
    file.unlink()
    assert not film.look()


def test_a_demonstration_of_ours_follows_its_story(tmp_path):
    """There is no file of a search; the story is read again when it is saved."""
    story = tmp_path / "tree.story"
    story.write_text("at: first cut\nsay: Look here.\n", encoding="utf-8")
    demo = partial(demo_named, "textbook-tree")
    film = LiveFilm("", demo().make(), demo, story)
    assert "Look here." in film.page
    assert not film.look()
    story.write_text("at: first cut\nsay: Look there, too.\n", encoding="utf-8")
    assert film.look()
    assert "Look there, too." in film.page


def test_a_mistake_in_the_search_is_told_before_what_the_story_misses(tmp_path):
    """The story is right, and its moment is gone because the search has failed."""
    file, story = tmp_path / "own.py", tmp_path / "own.story"
    file.write_text(MINIMAX, encoding="utf-8")
    story.write_text("at: a returns\n", encoding="utf-8")
    traced = partial(demo_of_file, str(file))
    film = LiveFilm(str(file), traced().make(), traced, story)
    file.write_text(MINIMAX.replace("    values", "    prnt(1)\n    values"), encoding="utf-8")
    assert film.look()
    assert "It ended with NameError: name 'prnt' is not defined" in film.note
    assert film.note.index("NameError") < film.note.index("own.story, line 1: 'a returns' does not")
