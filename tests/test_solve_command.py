"""`course solve` says who wins, by which line, and what it cost; and mistakes get a sentence."""

import json
import shlex

import pytest
from console import course

from course_lib import ConnectFour, ThreeMusketeers
from course_tools.arena.which_game import game_called
from course_tools.engines.connect_four import Solver

SOME_STONES = "D4 A1 D5 B1 C3 B4 D7 G7 E6 C2"


def solved(*words):
    """What the command prints as JSON."""
    done = course("solve", *words, "--json")
    assert done.code == 0, done.err
    return json.loads(done.out)


@pytest.mark.parametrize(
    ("game", "winner"),
    [
        ("tictactoe", None),
        ("connect-three", "X"),
        ("nim", "X"),
        ("havannah-2", "X"),
        pytest.param("havannah-3", "X", marks=pytest.mark.slow),
    ],
)
def test_small_games_are_solved(game, winner):
    """The winner of each, a line that ends so, and what the search cost."""
    found = solved(game)
    assert found["winner"] == winner
    assert {"positions", "cut_offs", "table_hits", "bytes_each"} <= found["statistics"].keys()
    played = game_called(game)
    assert played.winner(played.play(found["line"])) == winner
    kind = "keeps the value" if winner is None else "shortest win, longest defence"
    assert found["line_kind"] == kind


def test_a_line_of_three_musketeers_lasts_as_long_as_it_can():
    """Eleven plies from here, where the first moves that win make eight."""
    found = solved("three-musketeers", "--start", ".G..M.GG...MGG..G.M......")
    assert (found["winner"], len(found["line"])) == ("musketeers", 11)


def test_connect_four_has_its_own_solver(monkeypatch):
    """The exact score and a line as long as it says; what takes long is done beside it."""
    found = solved("connect-four", "--start", "44444412212112335577")
    game = ConnectFour()
    start = game.play("44444412212112335577")
    assert found["score"] == Solver(game).score(start)
    names = [game.action_name(action) for action in Solver(game).best_line(start)]
    assert len(found["line"]) == len(names)
    monkeypatch.setattr("course_tools.experts.LONG", {True: 16, False: 16})
    empty = solved("connect-four:rows=4,columns=4")
    assert (empty["winner"], empty["score"], len(empty["line"])) == (None, 0, 16)


def test_a_textbook_tree_has_a_value_and_no_winner():
    """Three is what MAX gets, not a win."""
    found = solved("textbook-tree:tree=[[3,12,8],[2,4,6],[14,5,2]]")
    assert found["value"] == 3
    assert "winner" not in found


def test_with_dice_the_best_moves_are_named():
    """As `course analyse` values them: nobody chooses how dice fall, so they are no opponent."""
    for words in (("two-dice",), ("pig:goal=20", "--start", "roll 6")):
        game, state = words[0], words[2] if words[1:] else ""
        moves = json.loads(course("analyse", game, state, "--json").out)["moves"]
        best = max(moves.values())
        found = solved(*words)
        assert found["value"] == pytest.approx(best, abs=1e-6)
        assert found["best_moves"] == [name for name in moves if moves[name] == best]


def test_stopping_says_what_is_kept(tmp_path, monkeypatch):
    """The table of all positions goes on where it was; another search begins again."""

    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("course_tools.engines.musketeers_strong.StrongSolution.make", stopped)
    monkeypatch.setattr("course_tools.experts.prove", stopped)
    ended = course("solve", "three-musketeers", "--strong", "--file", f"{tmp_path}/t")
    assert (ended.code, "the same command goes on" in ended.err) == (130, True)
    ended = course("solve", "nim")
    assert (ended.code, "goes on" in ended.err) == (130, False)


def test_three_musketeers_from_any_start():
    """A board of any size, with the reading of the rules and a line to the end."""
    found = solved("three-musketeers", "--start", "MGG/GGG/GGM")
    assert found["winner"] == "guards"
    assert "guards who can't move lose" in found["rules"]
    game = ThreeMusketeers("MGG/GGG/GGM")
    assert game.winner(game.play(found["line"])) == "guards"
    assert "winner: guards" in course("solve", "three-musketeers", "--start", "MGG/GGG/GGM").out


def test_strong_solutions_are_made_once_for_each_reading_of_the_rules(tmp_path):
    """The totals, the rules, and the file that the second call only reads; a search agrees."""
    start = ("three-musketeers:stuck_guards='pass'", "--start", "GGM/GMG/MGG")
    strong = (*start, "--strong", "--file", f"{tmp_path}/t")
    first, searched = solved(*strong), solved(*start)
    made = (tmp_path / "t").stat().st_mtime_ns
    assert solved(*strong) == first
    assert (tmp_path / "t").stat().st_mtime_ns == made
    assert first["positions_a_side"] == 4992
    assert "guards who can't move pass" in first["rules"] == searched["rules"]
    assert searched["winner"] == first["winner"]


THREE = "three-musketeers"
MISTAKES = {
    "solve tictactoe --strong": "--strong is for three-musketeers",
    f"solve {THREE} --start M{'G' * 22}M": "the board has 24 squares",
    f"solve {THREE} --start MGGXGGGGMGGG": "'X' can't stand on a board",
    f"solve {THREE} --strong --most 9": "--most and --strong do not go together",
    f"solve {THREE} --most 0": "--most 0: it must be a whole number from 1 up",
    f"solve {THREE} --strong --threads 0": "--threads 0: it must be",
    "solve tictactoe --threads 3": "--threads goes with --strong",
    f"solve {THREE} --distances": "--distances goes with --strong",
    "solve havannah-4": "37 cells are empty, and 30 are the most",
    "solve havannah-3 --most 5": "allow more positions with --most.",
    "solve connect-four:rows=7": "49 squares are empty, and 42 are the most",
    "solve connect-four:rows=6,length=5 --most 99": "ConnectFour(length=5) is too large",
    f"solve {THREE} --start MMM/GGG/GGG": "the game is over there",
    f"solve {THREE} --start MGG/GGG/GGM --most 1": "takes more than 1 pos",
    "solve tictactoe --to-move guards": "--to-move goes with a board",
    "solve two-dice --most 5": "more than 5 positions. Play further, or allow more with --most.",
    "solve kuhn": "only a whole way to play has a value",
    "solve tictactoe --most 9": "takes more than 9 positions. Play further, take a smal",
    "analyse connect-four 49": "move 2, '9': no stone can be put in column 9",
    "analyse connect-four:rows ''": "'rows' is not an option of connect-four: write for example",
    "analyse tic-tac-toe:size=5 '' --most-states 200": "too large to be solved",
    "analyse gomoku 'h8 h8'": "move 2, 'h8'",
    "analyse connect-four:rows=9,columns=9 ''": "81 squares are empty, and 42 are the most",
    "analyse connect-four:length=5 '' --most-states 200": "too large to be solved",
    "analyse tic-tac-toe:players=XOZ ''": "is for two players",
    "analyse tic-tac-toe '' --most-states 0": "whole number from 1",
    f"analyse {THREE}:start=MGG/GGG/GGM '' --most-states 1": "--strong",
    "analyse havannah --size 2 A1 B2": "B2 means nothing here",
    "analyse havannah --size 2 A1 --jsn": "--jsn means nothing here",
    "analyse havannah:size=3 --size 2": "the option size of havannah is given twice",
    "analyse connect-four --size 5": "has no option 'size': write for example connect-four:rows=6",
    "analyse scissors-paper-stone --size 5": "has no option 'size': it has none",
    "analyse havannah ''": "271 cells are empty, and 30 are the most",
    f"analyse havannah:size=4 '{SOME_STONES}' --most-states 20": "more than 20 positions. Play fur",
    "play --size 3": "--size 3 goes with the name of a game",
    "engine chess": "there is no game called 'chess'",
    "engine connect-four --protocol gomocup": "is for five in a row",
    "engine tic-tac-toe --player human": "a person can't answer a protocol",
    "engine nim": "GTP is for Havannah and for two players",
}


@pytest.mark.parametrize("line", MISTAKES)
def test_mistakes_get_a_sentence(line):
    """The exit code is 2, and nothing is printed that a program could take for an answer."""
    done = course(*shlex.split(line))
    assert (done.code, done.out) == (2, "")
    assert MISTAKES[line] in done.err
