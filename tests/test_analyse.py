"""`course analyse` prints the value of every move, for people and for programs."""

import io
import json
import shlex
import sys
from random import Random

import pytest
from console import course, ran
from four_positions import random_line

from course_lib import ConnectFour, Gomoku, ThreeMusketeers
from course_lib.lessons.known_positions import known_positions
from course_tools.cli import main
from course_tools.engines.proofs import values_by_solving

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
    words = ["-W", "error", "-m", "course_tools.cli", "analyse", "connect-four", "--json"]
    done = ran(sys.executable, *words, input="".join(f"{line}\n" for line, _ in known))
    assert done.returncode == 0
    assert all("is being analysed" in line for line in done.stderr.splitlines())
    head = '"command": "analyse", "exit": 0, "to_move": '
    assert done.stdout.splitlines() == [
        f'{{{head}"{"XO"[len(line) % 2]}", "moves": {json.dumps(dict(scores))}}}'
        for line, scores in known
    ]


def test_lines_with_mistakes_keep_their_place():
    """Each has an error where its answer would stand; bytes that are no text are a wrong move.

    An empty line is the start, and a full board has no moves.
    """
    full = random_line(ConnectFour(), 42, Random(1))
    given = f"{LATE}\n49\n".encode() + f"4 \xff\n4141414\n41414144\n\n{full}\n".encode("latin-1")
    done = course("analyse", "connect-four", "--json", text=given)
    assert done.code == 2
    first, column, bytes_, over, after, start, drawn = answers(done.out)
    assert set(first) == set(start) == {"to_move", "moves"}
    assert set(column) == set(bytes_) == set(after) == {"error"}
    assert over == drawn == {"to_move": None, "moves": {}}
    assert start["to_move"] == "X"
    told = done.err.splitlines()
    assert [line.split(": ")[1] for line in told] == ["line 2", "line 3", "line 5"]
    assert "no stone can be put in column 9" in told[0]
    shown = course("analyse", "connect-four", full)
    assert "The game is over, and nobody has won." in shown.out
    assert (shown.code, shown.err) == (0, "")


def test_gomoku_names_a_win_that_can_be_forced():
    """Three in a row with both ends open: one four, two first moves, the line to the five."""
    words = ("gomoku:size=9", "d5 a9 e5 a8 f5 a1")
    [found] = analysed(*words)
    won = found["forced_win"]
    assert (found["to_move"], won["fours"]) == ("X", 1)
    assert {"c5", "g5"} <= set(won["first_moves"])
    assert all(found["moves"][name] == 1 for name in won["first_moves"])
    game = Gomoku(9)
    assert game.winner(game.play(f"{words[1]} {' '.join(won['line'])}")) == "X"
    shown = course("analyse", *words).out
    for said in ("A win by 1 four can be forced: ", "First moves that keep it: ", "by estimate"):
        assert said in shown


def test_gomoku_without_a_forced_win():
    """Then it is `null`; who is over has no moves; what a search takes for lost is no estimate."""
    [start] = analysed("gomoku", "h8")
    assert (start["to_move"], start["forced_win"]) == ("O", None)
    assert all(-1 < value < 1 for value in start["moves"].values())
    [over] = analysed("gomoku", "a1 b2 a2 b3 a3 b4 a4 b5 a5")
    assert over == {"to_move": None, "moves": {}, "forced_win": None}
    # Nor a proof: alpha-beta leaves out moves that look bad.
    lines = course("analyse", "gomoku:size=9", "g7 f6 e3 c6 g4 c4 c7 f7").out.splitlines()
    assert "  a9  -0.99  loses, as far as was searched" in lines


def test_small_games_are_solved(monkeypatch, capsys):
    """Every opening of tic-tac-toe draws; X answers a1 on a side and loses; Count(6, 3) needs 2."""
    [start] = analysed("tic-tac-toe", "")
    assert set(start["moves"].values()) == {0}
    [answer] = analysed("tic-tac-toe", "b2")
    drawing = [name for name, value in answer["moves"].items() if value == 0]
    assert sorted(drawing) == ["a1", "a3", "c1", "c3"]
    monkeypatch.setattr("sys.stdin", io.StringIO("b2\n"))  # a notebook's is no file either
    assert main(["analyse", "tic-tac-toe", "--json"]) == 0
    assert answers(capsys.readouterr().out) == [answer]
    [count] = analysed("count:goal=6,most=3", "")
    assert count["moves"] == {"1": -1, "2": 1, "3": -1}


def test_three_musketeers_boards_are_read_and_solved(monkeypatch, tmp_path):
    """A board and a side, as words or on standard input: the winner and the moves that win."""
    monkeypatch.setattr("course_tools.engines.musketeers_strong.data_folder", lambda: tmp_path)
    game, board = ThreeMusketeers(), ".GM..........M.....G.M..."
    [found] = analysed("three-musketeers", board, "--to-move", "guards")
    assert found["to_move"] == "guards"
    expected = values_by_solving(game, game.parse(f"{board}\nguards to move"), 100_000)
    assert found["moves"] == {game.action_name(one): value for one, value in expected.items()}
    assert found["winning_moves"] == [name for name, value in found["moves"].items() if value == 1]
    assert (found["winner"] == "guards") == bool(found["winning_moves"])
    given = f"{board} guards\n{board}\n{board}G guards\n"
    given += f"{board.lower()} Guards\n{board} GUARDS to move\n{board[:-1]}x guards\n"
    first, second, long, *same, strange = analysed("three-musketeers", text=given, code=2)
    assert [first, *same] == [found] * 3
    assert second["to_move"] == "musketeers"
    assert "26 squares; this game has 25" in long["error"]
    assert "'X' can't stand on a board of Three Musketeers" in strange["error"]
    assert "5  .  G  M  .  ." in course("analyse", "three-musketeers", board).out


def test_short_names_are_known_here_too():
    """What `course solve` calls a game, and its options behind it."""
    [found] = analysed("connect-three", "")
    assert found == analysed("connect-four:rows=3,columns=4,length=3", "")[0]
    assert len(analysed("connect-three:columns=3", "")[0]["moves"]) == 3
    assert len(analysed("havannah-2", "")[0]["moves"]) == 7


def test_a_reader_sees_the_board_and_the_best_move_first():
    """The position as text, then each move with its value and a word."""
    board, moves = course("analyse", "connect-four", "414141").out.split("X to move:\n")
    assert "O . . X" in board
    assert moves.splitlines()[0].split() == ["d4", "+18", "wins"]


def test_what_takes_hours_without_numba_is_refused_by_both_commands(monkeypatch):
    """In the same sentence; what the table of openings knows is still answered."""
    monkeypatch.setattr("course_tools.engines.connect_four.have_numba", lambda: False)
    monkeypatch.setattr("course_tools.experts.have_numba", lambda: False)
    done = course("analyse", "connect-four", "444444")
    assert (done.code, done.out) == (2, "")
    assert "36 squares are empty, and 32 are the most that can be searched in plain" in done.err
    assert "or install numba" in done.err
    solved = course("solve", "connect-four", "--start", "444444")
    assert solved.err == done.err.replace("analyse:", "solve:")
    [start] = analysed("connect-four", "")
    assert [*start["moves"].values()] == [-2, -1, 0, 1, 0, -1, -2]


@pytest.mark.parametrize("words", ["--size 2 'A1 B2' --json", "'A1 B2' --json --size 2"])
def test_the_size_may_stand_apart_wherever_a_game_is_named(words):
    """In any order of the words, and in solve and in play as well."""
    expected = analysed("havannah:size=2", "A1 B2")
    assert answers(course("analyse", "havannah", *shlex.split(words)).out) == expected
    solved = course("solve", "havannah", "--size", "2", "--json")
    assert json.loads(solved.out)["game"] == "Havannah(size=2)"
    played = course("play", *shlex.split("havannah --size 2 --x 'strong 50' --o 'strong 5'"))
    assert "X won" in played.out
