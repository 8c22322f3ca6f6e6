"""`course analyse` says what every move is worth and how it ends; mistakes get a sentence."""

import io
import json
import sys
from random import Random

import pytest
from console import course, ran
from four_positions import random_line

from course_lib import ConnectFour, ThreeMusketeers
from course_lib.lessons.known_positions import known_positions
from course_tools.arena.engines.connect_four import Solver
from course_tools.arena.engines.proofs import values_by_solving
from course_tools.arena.which_game import game_called
from course_tools.cli import main

LATE = "44444412212112335577"


def analysed(*words, text="", code=0):
    """What the command prints as JSON, a list with one entry for each position."""
    done = course("analyse", *words, "--json", text=text)
    assert done.code == code
    return answers(done.out)


def answers(text):
    """What these lines of JSON hold, without what every line of every command has."""
    lines = [json.loads(line) for line in text.splitlines()]
    assert all(one.pop("command") == "analyse" for one in lines)
    assert all(one.pop("exit") == (2 if "error" in one else 0) for one in lines)
    return lines


def test_moves_are_named_by_digits_or_by_squares():
    """The same position, and so the same answer."""
    squares = "d1 d2 d3 d4 d5 d6 a1 b1 b2 a2 b3 a3 a4 b4 c1 c2 e1 e2 g1 g2"
    found = analysed("connect-four", LATE)
    assert analysed("connect-four", squares) == analysed("connect-four", squares.upper()) == found


def test_many_positions_are_answered_in_one_process():
    """Two hundred known positions on standard input, a line of JSON for each, in their order."""
    known = known_positions()[-200:]
    words = ["-W", "error", "-m", "course_tools.cli", "analyse", "connect-four", "-", "--json"]
    done = ran(sys.executable, *words, input="".join(f"{line}\n" for line, _ in known))
    assert done.returncode == 0
    assert all("is being analysed" in line for line in done.stderr.splitlines())
    expected = []
    for line, scores in known:
        mover, other = "XOX"[len(line) % 2 :][:2]
        best = max(scores.values())
        winner = mover if best > 0 else other if best < 0 else None
        expected.append({"to_move": mover, "moves": dict(scores), "winner": winner})
    assert answers(done.stdout) == expected


def test_lines_with_mistakes_keep_their_place():
    """Each has an error where its answer would stand; bytes that are no text are a wrong move.

    An empty line is the start, and a full board has no moves.
    """
    full = random_line(ConnectFour(), 42, Random(1))
    given = f"{LATE}\n49\n".encode() + f"4 \xff\n4141414\n41414144\n\n{full}\n".encode("latin-1")
    done = course("analyse", "connect-four", "-", "--json", text=given)
    assert done.code == 2
    first, column, bytes_, over, after, start, drawn = answers(done.out)
    assert set(first) == set(start) == {"to_move", "moves", "winner"}
    assert set(column) == set(bytes_) == set(after) == {"error"}
    assert over == {"to_move": None, "moves": {}, "winner": "X"}
    assert drawn == {"to_move": None, "moves": {}, "winner": None}
    assert start["to_move"] == "X"
    told = done.err.splitlines()
    assert [line.split(": ")[1] for line in told] == ["line 2", "line 3", "line 5"]
    assert "no stone can be put in column 9" in told[0]
    shown = course("analyse", "connect-four", full)
    assert "The game is over, and nobody has won." in shown.out
    assert (shown.code, shown.err) == (0, "")


def test_small_games_are_solved(monkeypatch, capsys):
    """Every opening of tic-tac-toe draws; X answers a1 on a side and loses; Count(6, 3) needs 2."""
    [start] = analysed("tic-tac-toe", "")
    assert set(start["moves"].values()) == {0}
    [answer] = analysed("tic-tac-toe", "b2")
    drawing = [name for name, value in answer["moves"].items() if value == 0]
    assert sorted(drawing) == ["a1", "a3", "c1", "c3"]
    monkeypatch.setattr("sys.stdin", io.StringIO("b2\n"))  # a notebook's is no file either
    assert main(["analyse", "tic-tac-toe", "-", "--json"]) == 0
    assert answers(capsys.readouterr().out) == [answer]
    [count] = analysed("count:goal=6,most=3", "")
    assert count["moves"] == {"1": -1, "2": 1, "3": -1}
    assert len(analysed("connect-three:columns=3", "")[0]["moves"]) == 3


def test_three_musketeers_boards_are_read_and_solved(monkeypatch, tmp_path):
    """A board and a side, as words or on standard input: the winner and the moves that win."""
    monkeypatch.setattr("course_tools.arena.engines.musketeers.data_folder", lambda: tmp_path)
    game, board = ThreeMusketeers(), ".GM..........M.....G.M..."
    [found] = analysed("three-musketeers", f"{board} guards")
    assert found["to_move"] == "guards"
    expected = values_by_solving(game, game.parse(f"{board}\nguards to move"), 100_000)
    assert found["moves"] == {game.action_name(one): value for one, value in expected.items()}
    assert (found["winner"] == "guards") == (1 in found["moves"].values())
    given = f"{board} guards\n{board}\n{board}G guards\n"
    given += f"{board.lower()} Guards\n{board} GUARDS to move\n{board[:-1]}x guards\n"
    first, second, long, *same, strange = analysed("three-musketeers", "-", text=given, code=2)
    assert [first, *same] == [found] * 3
    assert second["to_move"] == "musketeers"
    assert "26 squares; this game has 25" in long["error"]
    assert "'X' can't stand on a board of Three Musketeers" in strange["error"]
    assert "5  .  G  M  .  ." in course("analyse", "three-musketeers", board).out


def test_a_reader_sees_the_board_and_the_best_move_first():
    """The position as text, then each move with its value and a word."""
    board, moves = course("analyse", "connect-four", "414141").out.split("X to move:\n")
    assert "O . . X" in board
    assert moves.splitlines()[0].split() == ["d4", "+18", "wins"]


def test_what_takes_hours_without_numba_is_refused(monkeypatch):
    """In a sentence; what the table of openings knows is still answered."""
    monkeypatch.setattr("course_tools.arena.engines.connect_four.have_numba", lambda: False)
    monkeypatch.setattr("course_tools.arena.experts.have_numba", lambda: False)
    done = course("analyse", "connect-four", "444444")
    assert (done.code, done.out) == (2, "")
    assert "36 squares are empty, and 32 are the most that can be searched in plain" in done.err
    assert "or install numba" in done.err
    [start] = analysed("connect-four", "")
    assert [*start["moves"].values()] == [-2, -1, 0, 1, 0, -1, -2]


# --- a best line --------------------------------------------------------------------------------


def lined(*words):
    """What the command prints as JSON with --line."""
    [found] = analysed(*words, "--line")
    return found


@pytest.mark.parametrize(
    ("game", "winner"),
    [
        *(("tictactoe", None), ("connect-three", "X"), ("nim", "X"), ("havannah:size=2", "X")),
        pytest.param("havannah:size=3", "X", marks=pytest.mark.slow),
    ],
)
def test_small_games_are_solved_with_a_line(game, winner):
    """The winner of each, a line that ends so, and what the search cost."""
    found = lined(game)
    assert found["winner"] == winner
    played = game_called(game)
    if played != ConnectFour(rows=3, columns=4, length=3):  # which has a solver of its own
        assert {"positions", "cut_offs", "table_hits", "bytes_each"} <= found["statistics"].keys()
    assert played.winner(played.play(found["line"])) == winner
    kept = winner is None or game == "havannah:size=3"  # too large for a shortest line
    kind = "keeps the value" if kept else "shortest win, longest defence"
    assert found["line_kind"] == kind
    shown = course("analyse", game, "--line").out
    assert f"A best line, {len(found['line'])} moves ({kind}): {' '.join(found['line'])}" in shown


def test_a_line_of_three_musketeers_lasts_as_long_as_it_can(monkeypatch, tmp_path):
    """Eleven plies from here, where the first moves that win make eight."""
    monkeypatch.setattr("course_tools.arena.engines.musketeers.data_folder", lambda: tmp_path)
    found = lined("three-musketeers", ".G..M.GG...MGG..G.M......")
    assert (found["winner"], len(found["line"])) == ("musketeers", 11)


def test_connect_four_has_its_own_solver(monkeypatch):
    """A line as long as the exact score says; what takes long is done beside it."""
    found = lined("connect-four", LATE)
    game = ConnectFour()
    start = game.play(LATE)
    assert max(found["moves"].values()) == Solver(game).score(start)
    assert len(found["line"]) == len(Solver(game).best_line(start))
    monkeypatch.setattr("course_tools.arena.experts.LONG", {True: 16, False: 16})
    empty = lined("connect-four:rows=4,columns=4")
    assert (empty["winner"], max(empty["moves"].values()), len(empty["line"])) == (None, 0, 16)


def test_a_textbook_tree_has_values_and_no_winner():
    """Three is what MAX gets, not a win."""
    words = ("textbook-tree:tree=[[3,12,8],[2,4,6],[14,5,2]]", "")
    found = lined(*words)
    assert found["moves"] == {"a": 3, "b": 2, "c": 2}
    assert "winner" not in found
    assert "wins" not in course("analyse", *words).out
