"""The class's ladder: a host in a process of its own, and students' players over real sockets."""

import sys
import time

import pytest
from class_server import Raw, beside, class_server, port

from course_lib import ConnectFour, TicTacToe, alphabeta_player
from course_lib.checks import keeping
from course_lib.lessons import class_ladder
from course_lib.lessons.class_ladder import meet_class
from course_lib.play import progress

HERE = "127.0.0.1"


@pytest.fixture(scope="module")
def plan() -> str:
    """Two ladders; on the second, a move has to come within a second."""
    ladder = {"against": "ladder"}
    return "page = 0\n" + port("tic-tac-toe", **ladder) + port("connect-four", seconds=1, **ladder)


@pytest.fixture(scope="module")
def server(tmp_path_factory, plan):
    """One host for the tests of this file: whatever one does, it must serve the next."""
    with class_server(tmp_path_factory.mktemp("ladder"), plan) as served:
        yield served
        assert served.process.poll() is None, "the host has died"


@pytest.fixture
def someone(monkeypatch, tmp_path):
    """Sits down at another student's computer."""
    monkeypatch.setattr(class_ladder, "GAMES", 2)
    monkeypatch.setattr(progress, "_is_watched", lambda _: True)  # as in a notebook

    def sit(who: str) -> None:
        monkeypatch.setenv("COURSE_WORK", str(tmp_path / who))

    return sit


def first_square(game, state):
    """A player."""
    return game.actions(state)[0]


def row_of(standing):
    """One's own row, on which the story and the last game agree."""
    [row] = [row for row in standing.rows if row["name"] == standing.mine]
    assert row["story"] in standing.words
    assert standing.mine in standing.last.players.values()
    return row


def games_in(row):
    """How many games this row counts."""
    return row["won"] + row["drawn"] + row["lost"]


def test_one_click_puts_a_player_on_the_ladder_and_tells_its_last_game(server, someone):
    """The address and the name are remembered, and nobody else gets the name. Games add up."""
    someone("ada")
    at = f"{HERE}:{server.page_port}"
    first = meet_class(TicTacToe(), first_square, at=f"http://{at}/", me="Otter")
    assert first.mine == "first_square of Otter"
    assert games_in(row_of(first)) == 2
    assert "(ours)" in repr(first)
    assert "<b>" not in first._repr_html_()
    again = meet_class(TicTacToe(), first_square)
    assert games_in(row_of(again)) == 4
    strong = meet_class(TicTacToe(), alphabeta_player(), name="best")
    assert row_of(strong)["lost"] == 0
    assert {"best of Otter", "first_square of Otter"} < {row["name"] for row in strong.rows}
    someone("eve")
    for name in ("Otter", "oTTER"):
        taken = meet_class(TicTacToe(), first_square, at=at, me=name)
        assert "somebody else came with that name" in taken.words
        [row] = [row for row in taken.rows if row["name"] == "first_square of Otter"]
        assert games_in(row) == 4
    assert "at most 30 letters" in meet_class(TicTacToe(), first_square, me="<b>:#").words


def test_two_students_meet_and_a_new_host_remembers_the_ladder(tmp_path, plan, someone):
    """Classmates come first. Records, ratings, and whose name is whose, outlive the host."""
    with class_server(tmp_path, plan) as served:
        raws = [
            Raw(served.ports[0], f"one #{name}:{name * 3}", lambda raw: raw.say("= resign\n\n"))
            for name in ("Ant", "Bee")
        ]
        for told in [beside(raw.play) for raw in raws]:
            assert any("resigned" in line for line in told.result(30))
        [game] = served.lobby()["games"]
        assert set(game["players"].values()) == {"one of Ant", "one of Bee"}
        served.stop()
    with class_server(tmp_path, plan) as served:
        someone("cat")
        standing = meet_class(TicTacToe(), first_square, at=f"{HERE}:{served.page_port}", me="Cat")
        rows = {row["name"]: row for row in standing.rows}
        assert [games_in(rows[f"one of {name}"]) for name in ("Ant", "Bee")] == [1, 1]
        ant = Raw(served.ports[0], "one #Ant:another-secret", lambda raw: None)
        assert any("somebody else came" in line for line in ant.play())


def test_a_player_that_fails_hangs_or_cheats_loses_one_game_and_is_told(server, someone):
    """It is not sent into the other games; the sentence of the fault stands on the ladder."""
    someone("bob")
    at = f"{HERE}:{server.page_port}"

    def dim(game, state):
        raise RuntimeError("out of ideas")

    def sly(game, state):
        return (9, 9)

    def slow(game, state):
        time.sleep(4)
        return first_square(game, state)

    for player, fault in ((dim, "out of ideas"), (sly, "(9, 9)"), (slow, "took more than 1 s")):
        standing = meet_class(ConnectFour(), player, at=at, me="Bob")
        assert games_in(row_of(standing)) == 1
        assert fault in standing.words


def test_with_tokens_names_belong_to_students(tmp_path, plan, someone):
    """The token is the student's `me`, and no other one will do."""
    (tmp_path / "tokens.csv").write_text("Ada Lovelace,0123456789abcdef\n", encoding="utf-8")
    with class_server(tmp_path, f'tokens = "tokens.csv"\n{plan}') as served:
        someone("ada")
        at = f"{HERE}:{served.page_port}"
        wrong = meet_class(TicTacToe(), first_square, at=at, me="Ada Lovelace")
        assert "the token that your teacher gave you" in wrong.words
        right = meet_class(TicTacToe(), first_square, at=at, me="0123456789abcdef")
        assert right.mine == "first_square of Ada Lovelace"
        assert row_of(right)


@pytest.mark.parametrize("away", ["none", "closed", "other", "lite", "colab", "graded"])
def test_without_a_class_a_sentence_says_so(away, server, someone, monkeypatch):
    """Nothing is raised, and nothing is asked of anybody where nobody can answer."""
    someone(away)
    number = {"closed": 1, "other": server.ports[0]}.get(away, server.page_port)
    me, words = {"at": f"{HERE}:{number}", "me": "Zoe"}, "From here there is no way"
    if away == "none":
        me, words = {}, "No class so far"
    elif away == "lite":
        monkeypatch.setattr(sys, "platform", "emscripten")
    elif away == "colab":
        monkeypatch.setitem(sys.modules, "google.colab", sys)
    elif away == "graded":
        monkeypatch.setenv("COURSE_GRADING", "1")
        words = "No class so far"
    else:
        words = "doesn't answer"
    standing = meet_class(TicTacToe(), first_square, **me)
    assert words in repr(standing)
    assert words.replace("'", "&#x27;") in standing._repr_html_()
    assert not standing.rows
    assert not (keeping.work_folder() / class_ladder.KEPT).exists()
