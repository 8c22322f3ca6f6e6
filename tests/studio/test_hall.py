"""A lecture hall: its questions come from the film, phones can vote and do nothing else."""

import asyncio
import json
import re
from collections import Counter
from functools import partial
from random import Random

import pytest
from class_of_phones import Answer, Line, Phone, class_votes, hall_of, join_all, open_hall

from course_lib.views.export import widget_of
from course_tools.log import recovered
from course_tools.studio.lectures import demo_named, demo_of_file
from course_tools.studio.lectures.hall import MOST_PHONES, code_of
from course_tools.studio.lectures.live import LiveFilm
from course_tools.studio.lectures.questions import CUT, GOES_ON, questions_of


def story(name):
    """The film of a demonstration."""
    return widget_of(demo_named(name).make()).get_state()["story"]


def right(question):
    """The words of the right answers."""
    return [one.label for one in question.options if one.right]


def test_the_questions_are_about_the_step_that_comes():
    """On the textbooks' tree, counted by hand: first moves, values, cuts, and the move in the end.

    After its first leaf the second MIN node is cut; the third looks at all three.
    """
    asked = questions_of(story("textbook-tree"))
    told = [(step, one.text, right(one)) for step, one in asked.items()]
    assert told == [
        (1, "At the root: which move is searched first?", ["a"]),
        (2, "After a: which move is searched first?", ["a"]),
        (4, "After a: is the rest cut, or does the search go on?", [GOES_ON]),
        (6, "After a: is the rest cut, or does the search go on?", [GOES_ON]),
        (8, "What does MIN return here?", ["3"]),
        (12, "After b: is the rest cut, or does the search go on?", [CUT]),
        (15, "After c: which move is searched first?", ["a"]),
        (17, "After c: is the rest cut, or does the search go on?", [GOES_ON]),
        (19, "After c: is the rest cut, or does the search go on?", [GOES_ON]),
        (21, "What does MIN return here?", ["2"]),
        (22, "What does the root return here?", ["3"]),
        (23, "Which move does the search choose in the end?", ["a"]),
    ]
    assert [one.label for one in asked[8].options] == ["3", "8", "12"], "by size, not by place"
    assert len({one.at for one in asked[8].options}) == 3, "each on a branch of its own"


def test_other_searches_have_questions_of_their_own():
    """No cuts where nothing is cut, the way down in a tree that grows, a mean at the die itself."""
    plain = questions_of(story("minimax")).values()
    assert CUT not in {option.label for one in plain for option in one.options}
    grown = questions_of(story("mcts"))
    assert {one.text for one in grown.values()} == {
        "Which way down does the search choose?",
        "Which move does the search choose in the end?",
    }
    assert all(right(one) for one in grown.values())
    # After seven simulations a2 and b1 have both won their only game.
    assert (28 in grown, 32 in grown) == (False, True)
    dice = questions_of(story("chance"))
    mean = next(one for one in dice.values() if one.text == "What does chance return here?")
    assert len(mean.options) == 3
    sides = questions_of(story("alpha-beta"))
    assert {one.part for one in sides.values()} == {0, 1}


def test_a_vote_counts_once_the_last_one_wins_and_the_answer_closes_it(tmp_path):
    """Whoever changes the vote has one; a late one, an odd one or a stranger's has none."""
    hall = hall_of(tmp_path)
    ada, bob = hall.new_phone("a"), hall.new_phone("b")
    hall.ask()
    assert hall.question is None, "nothing is asked at the start"
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
        ["3", 1, False],
        ["8", 0, False],
        ["12", 1, False],
    ], "nobody is told what is right"
    assert "right" not in hall.on_phone(ada)
    hall.commands["forward"]()
    assert hall.step == 9
    assert [row[3] for row in hall.on_stage()["votes"]["options"]] == [True, False, False]
    assert (hall.on_phone(ada)["mine"], hall.on_phone(ada)["right"]) == (0, [0])
    with pytest.raises(ValueError, match="closed"):
        hall.vote(bob, 1, 0)
    hall.commands["forward"]()
    assert (hall.on_stage()["votes"], hall.on_phone(ada)["text"]) == (None, "")


def test_whoever_loads_many_pages_takes_no_vote_and_many_votes_are_seen(tmp_path):
    """Also where all share one address; the lecturer sees how many votes came from each."""
    hall = hall_of(tmp_path)
    friend, first = hall.new_phone("the class"), hall.new_phone("10.0.0.7")
    hall.next_question()
    hall.vote(friend, 1, 0)
    hall.vote(first, 1, 1)
    for _ in range(MOST_PHONES):
        hall.new_phone("the class")
    assert len(hall.phones) == MOST_PHONES
    assert list(hall.votes) == [friend, first]
    for token in list(hall.phones):
        hall.vote(token, 1, 2)
    assert hall.on_stage()["addresses"] == [("the class", MOST_PHONES - 1), ("10.0.0.7", 1)]
    with pytest.raises(ValueError, match="too many browsers"):
        hall.new_phone("elsewhere")
    assert len(hall.votes) == MOST_PHONES


def facts(hall):
    """What is voted, and where the lecture is."""
    asked = hall.question and hall.question.text
    kept = hall.votes, dict(hall.phones), hall.step, asked, hall.open, hall.number, hall.key
    return json.dumps(kept)


def test_a_hall_that_was_killed_goes_on_with_every_vote(tmp_path):
    """Cut its log after any entry: the next hall is where the lecture was, for this film alone."""
    folder = tmp_path / "whole"
    hall = hall_of(folder)
    seen = {}
    file = folder / "votes.log"

    def did(work, *given):
        found = work(*given)
        seen[len(recovered(file.read_bytes()).entries)] = facts(hall)
        return found

    ada, bob = (did(hall.new_phone, one) for one in "ab")
    did(hall.ask)
    did(hall.go, 8)
    did(hall.ask)
    did(hall.vote, ada, 1, 2)
    did(hall.vote, bob, 1, 1)
    did(hall.vote, ada, 1, 0)
    for command in ("forward", "forward", "next", "join", "back"):
        did(hall.commands[command])
        did(hall.new_phone, command)
    data = file.read_bytes()
    for cut in range(len(data) + 1):
        number = len(recovered(data[:cut]).entries)
        if number in seen and data[cut : cut + 1] == b"\n":
            there = tmp_path / f"{cut}"
            there.mkdir()
            (there / "votes.log").write_bytes(data[:cut])
            again = hall_of(there)
            assert again.goes_on
            assert facts(again) == seen[number]
    assert not hall_of(there, "chance").goes_on, "another film"
    hall.end()
    again = hall_of(folder)
    assert (again.goes_on, again.votes, again.step) == (False, {}, 0)
    assert again.key != hall.key


def test_a_class_votes_and_every_vote_is_counted():
    """Forty phones at real sockets: what each has chosen is what the projector shows."""

    async def lecture(server):
        phones = await join_all(server, 40)
        options = await class_votes(server, phones, 0.2, Random(1))
        counted = [count for _, _, count, _ in server.hall.on_stage()["votes"]["options"]]
        assert counted == [Counter(options)[option] for option in range(len(counted))]
        server.lead(lambda: server.hall.go(server.hall.step + 1))
        told = await asyncio.gather(*(phone.wait(open=False) for phone in phones))
        assert [one["mine"] for one in told] == options
        for phone in phones:
            await phone.line.close()

    with open_hall() as server:
        asyncio.run(lecture(server))


def test_a_phone_can_write_nothing_but_a_vote():
    """No page of the lecturer's, no other body, no long one, no form of another page."""

    async def attack(server) -> list[Answer]:
        phone = await Phone(server.port).join()
        line, other, stranger = (Line(server.port, cookie) for cookie in ("", phone.cookie, ""))
        key = server.presenter.rstrip("/").rpartition("/")[2]
        guess = "x" * len(key)
        server.lead(server.hall.next_question)
        asked = [f"/{guess}/{name}" for name in ("", "film", "news", "projector")]
        asked += [f"/{key}/../../hall.py", "/film"]
        answers = [await line.ask("GET", path) for path in asked]
        answers += [await line.send(f"/{guess}/do", {"do": "forward"})]
        answers += [await line.ask("GET", "/", Host="elsewhere.example")]
        vote = {"question": 1, "option": 0}
        form = json.dumps(vote).encode()
        answers += [await other.ask("POST", "/vote", form, Content_Type="text/plain")]
        answers += [await other.send("/vote", ["<script>"])]
        answers += [await stranger.send("/vote", vote)]
        answers += [await phone.vote(1, "<script>")]
        answers += [await line.send(f"/{key}/do", {"do": "__class__"})]
        answers += [await other.send("/vote", {"question": "x" * 20_000})]
        assert (server.hall.votes, server.hall.step) == ({}, 1)
        assert (await phone.vote(1, 0)).status == 200
        for one in (line, other, stranger, phone.line):
            await one.close()
        return answers

    with open_hall() as server:
        answers = asyncio.run(attack(server))
    assert [one.status for one in answers] == [404] * 8 + [415, 400, 409, 409, 400, 400]


def test_the_pages_may_be_framed_by_ours_alone_and_the_code_is_the_address():
    """The film and the projector stand in our frames; a phone's page in none."""

    async def policies(server):
        line, key = Line(server.port), server.presenter.rstrip("/").rpartition("/")[2]
        pages = [await line.ask("GET", path) for path in ("/", f"/{key}/projector", f"/{key}/film")]
        code = await line.ask("GET", f"/{key}/code.svg")
        await line.close()
        assert code.body.decode() == code_of(server.hall.address)
        return [one.headers.partition("frame-ancestors ")[2].partition(";")[0] for one in pages]

    with open_hall() as server:
        assert asyncio.run(policies(server)) == ["'none'", "'self'", "'self'"]


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
