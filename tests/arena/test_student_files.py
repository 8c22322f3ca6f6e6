"""A student's file of functions: compared with the rules, and played; no file harms another."""

import json
import re
from functools import cache

import pytest
from console import course
from peer_files import (
    ACTIONS,
    FIRST_FREE,
    GIVES_A_LIST,
    LISTS_ACTIONS,
    ONE_ROW,
    ONLY_AS_X,
    RIGHT,
    WRITES,
    changed,
)

from autograder_tests.out_of_reach import SEARCHES
from course_lib import ConnectFour, TicTacToe, solve
from course_lib.checks.cases import Case, call_in
from course_lib.play.match import Forfeit
from course_tools.arena import file_rules as asking
from course_tools.arena import review as reviewing
from course_tools.arena.file_rules import FileRules, case_at, move_of
from course_tools.arena.review import FULL, HALF, NONE, as_data, as_text, games_against, review
from course_tools.arena.student_file import FileFault, StudentFile
from course_tools.cli._common import file_sandbox

pytestmark = pytest.mark.needs("bubblewrap or deno")

GAME = TicTacToe()
CASES = reviewing.all_cases(None)
FEW = (*CASES[:100], *CASES[100::50])
"""All questions about boards with few stones, and every fiftieth of the others."""

EXITS = "    import os\n    os._exit(3)"


@pytest.fixture(scope="module")
def begin():
    """What starts a process, in a sandbox where this machine has one."""
    with file_sandbox(away=SEARCHES) as place:
        yield place


@pytest.fixture
def written(tmp_path):
    """A function that gives the path of a file with this text, or with these changes."""

    def write(*changes, text=None):
        path = tmp_path / f"tictactoe{len(list(tmp_path.iterdir())) or ''}.py"
        path.write_text(changed(*changes) if text is None else text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def opened(begin, written):
    """A function that gives the file with this text, in a process of its own."""
    files = []
    yield lambda *changes: files.append(StudentFile(written(*changes), begin)) or files[-1]
    for file in files:
        file.close()


def few_of(kinds, *names):
    """All these kinds, of which those that are not named are left to `make night`."""
    return [pytest.param(kind, marks=() if kind in names else pytest.mark.slow) for kind in kinds]


# --- the rules -----------------------------------------------------------------------------------


def test_every_board_is_asked_about():
    """All 5,478 of them, with each function that has something to say there."""
    assert len({str(case.given["board"]) for case in CASES}) == 5478
    asked = [call_in(case.line).name for case in CASES]
    assert asked.count("utility") == 958
    assert asked.count("player") == asked.count("actions") == 5478 - 958


WRONG = {
    "player": (
        ("return O if count % 2 else X", "return X"),
        "player(board) gave 'X', expected 'O'",
    ),
    "player writes": (
        ("    return O if count % 2", "    board[0][0] = X\n    return O if count % 2"),
        "given; work on a copy of every row (the board is . . . / . . . / . . .)",
    ),
    "actions": (
        ("if board[i][j] is EMPTY}", "if board[i][j] is EMPTY and i + j < 4}"),
        "(1, 1), (1, 2), (2, 0), (2, 1)}: (2, 2) is missing (the board is . . . / . . . / . . .)",
    ),
    "lists for actions": (
        (ACTIONS, f"[{ACTIONS[1:-1].replace('(i, j)', '[i, j]')}]"),
        "(each member a tuple, not a list)",
    ),
    "result, illegal": (
        ("    if board[i][j] is not EMPTY:\n        raise ValueError", "    if 0:\n        print"),
        "this action is illegal, so it has to raise an exception",
    ),
    "winner ends all": (
        ("    return None\n\n\ndef terminal", f"{EXITS}\n\n\ndef terminal"),
        "winner(board) gave no answer, and its process has ended",
    ),
    "missing": (("def utility(", "def usefulness("), "There is no function utility yet."),
    "raising": (("count = sum(", "count = board[3] and sum("), "IndexError: list index out of"),
}


@pytest.mark.parametrize("kind", few_of(WRONG, "actions", "lists for actions", "result, illegal"))
def test_a_wrong_function_is_named_with_its_board(opened, kind):
    """What it gave and what would have been right; the first board with few stones is told."""
    change, sentence = WRONG[kind]
    rules = FileRules(opened(change), GAME)
    assert sentence in "\n".join(rules.wrong(FEW).values())
    assert "initial_state" not in rules.remarks


def test_a_wrong_first_board_is_refused(opened):
    """Four columns, another game's, an end of everything, a missing function."""
    for change, game, sentence in (
        (("[[EMPTY] * 3 for", "[[EMPTY] * 4 for"), GAME, "None, None, None, None]], expected [["),
        ((), ConnectFour(), "gave [[None, None, None], [None, None"),
        (("    return [[EMPTY]", f"{EXITS}\n    return [[EMPTY]"), GAME, "gave no answer"),
        (("def initial_state", "def start"), GAME, "There is no function initial_state yet."),
    ):
        with pytest.raises(FileFault, match=re.escape(sentence)):
            FileRules(opened(*([change] if change else [])), game)


def test_a_file_is_not_started_for_ever(opened):
    """After six processes it has ended, no other is begun."""
    file = opened(("    count = sum(", f"{EXITS}\n    count = sum("))
    for _ in range(6):
        assert file.call("player([])", seconds=5).error.type == "NoAnswer"
    with pytest.raises(FileFault, match="has ended its process 6 times"):
        file.call("player([])", seconds=5)


def test_an_endless_loop_is_stopped(opened, monkeypatch):
    """In a rule and in a move, with a sentence; the next question is answered."""
    monkeypatch.setattr(asking, "SECONDS", 0.5)
    line = "    return winner(board) is not None or"
    rules = FileRules(opened((line, f"    while board[0][0]:\n        pass\n{line}")), GAME)
    over = Case("terminal(board)", False, given={"board": [["X", None, None], *[[None] * 3] * 2]})
    [sentence] = rules.wrong([over]).values()
    assert "terminal(board) was stopped after 0.5 seconds of" in sentence
    assert rules.wrong(FEW[:5]) == {}
    file = opened((MOVE, "    while 1: 1"))
    with pytest.raises(Forfeit, match="does a loop in it never end"):
        move_of(file, case_at(file, GAME, GAME.initial), 0.5, {})


# --- all games, against players in this process ---------------------------------------------------


@cache
def best(state):
    """A right choice, from the exact solution."""
    return solve(GAME, state).action, ""


def first(state):
    """The first free square, however foolish."""
    return GAME.actions(state)[0], ""


def slowly(seat, choose, state=GAME.initial):
    """Every game as a list of moves, with whether it was lost: the same without any memory."""
    if GAME.is_terminal(state):
        return [((), GAME.utility(state, seat) < 0)]
    mine = GAME.to_move(state) == seat
    actions = [choose(state)[0]] if mine else GAME.actions(state)
    return [
        ((action, *moves), lost)
        for action in actions
        for moves, lost in slowly(seat, choose, GAME.result(state, action))
    ]


@pytest.mark.parametrize("seat", ["X", "O"])
@pytest.mark.parametrize("choose", [best, first])
def test_every_game_is_played(seat, choose):
    """As many games, as many lost, and as short a one as when each is played out by itself."""
    asked = []
    games = games_against(seat, lambda state: asked.append(state) or choose(state))
    played = slowly(seat, choose)
    lost = [moves for moves, was_lost in played if was_lost]
    assert (games.lines, games.beaten) == (len(played), len(lost))
    assert len(asked) == len(set(asked)), "each board is asked for once"
    if choose is best:
        assert (games.beaten, games.shortest) == (0, None)
    else:
        assert len(games.shortest) == min(map(len, lost))
        assert games.shortest in lost


def test_no_move_loses_where_it_does_not_come():
    """The shortest game ends before it, and says why."""
    games = games_against("X", lambda state: (None, "is tired"))
    assert games == (1, 1, (), "is tired")
    games = games_against("O", lambda state: (None, "is tired"))
    assert (games.lines, games.beaten, len(games.shortest)) == (9, 9, 1)


# --- the review ----------------------------------------------------------------------------------


@pytest.fixture
def reviewed(monkeypatch, written, begin):
    """A function that gives the review of a file with these changes, by few questions."""
    monkeypatch.setattr(reviewing, "all_cases", lambda _: FEW)
    return lambda *changes, **limits: review(written(*changes), begin, **limits)


def test_a_right_file_gets_full_points(reviewed):
    """Nothing beats it, and none of its functions is wrong; each board has been thought of."""
    found = reviewed()
    assert (found.points, found.faults) == (FULL, ())
    assert all(games.beaten == 0 for games in found.games.values())
    assert "full points. It can't be beaten." in as_text(found)
    assert json.loads(json.dumps(as_data(found)))["games"]["X"]["shortest"] is None


@pytest.mark.parametrize("change", [FIRST_FREE, ONLY_AS_X])
def test_a_file_that_some_games_beat_gets_half(reviewed, change):
    """On one side or on both; the game is told move by move, with its board."""
    found = reviewed(change)
    assert (found.points, found.faults) == (HALF, ())
    text, games = as_text(found), found.games["O"]
    assert "half points. Some games beat it, and others don't." in text
    state = GAME.initial
    for action in games.shortest:
        state = GAME.result(state, action)
    assert GAME.winner(state) == "X"
    assert f"X {games.shortest[0]}, O {games.shortest[1]}" in text
    assert GAME.render(state).splitlines()[0] in text


IMPORT, MOVE = "import copy", "    if terminal(board):\n        return None"
REMARKS = {
    "a list of actions": (
        LISTS_ACTIONS,
        "(2, 0), (2, 1), (2, 2)} (a set, not a list) (the board is . . . / . . . / . . .)",
    ),
    "one row three times": (ONE_ROW, "initial_state() gave one list as several rows"),
    "one board for ever": (
        ("return [[EMPTY] * 3 for _ in range(3)]", "return FIRST"),
        "initial_state() gave the same lists again",
    ),
    "a move on the board itself": (
        WRITES,
        "minimax(board) changed the board that it was given; work on a copy of every row (the",
    ),
    "a move after the end": (
        (MOVE, MOVE.replace("None", "0, 0")),
        "minimax(board) gave (0, 0), expected None",
    ),
    "a list as a move": (GIVES_A_LIST, "minimax(board) gave [0, 0], expected (0, 0)"),
}


@pytest.mark.parametrize("kind", few_of(REMARKS, "one row three times", "a list as a move"))
def test_what_the_assignment_does_not_ask_for_is_told(reviewed, kind):
    """It costs no points, since it can't be beaten; but nobody says that all is right."""
    change, sentence = REMARKS[kind]
    found = reviewed(change, ("known = {}", "known = {}\nFIRST = [[EMPTY] * 3 for _ in range(3)]"))
    assert found.points == FULL
    [fault] = found.faults
    assert sentence in fault
    assert "functions are right" not in as_text(found)


TALKS = "    import os\n    os.write(1, b'{}\\n' * 9)\n    return 'b2'"
HOSTILE = {
    "can't be loaded": (IMPORT, "import no_such_module", "ModuleNotFoundError"),
    "ends everything": (IMPORT, "import os\nos._exit(0)", "it ends the whole process"),
    "no Python": (IMPORT, "import copy copy", "SyntaxError"),
    "exits in a move": (MOVE, EXITS, "minimax(board) gave no answer, and its process has"),
    "talks": (MOVE, TALKS, "minimax(board) played"),
    "takes 10 GB": (MOVE, "    return bytearray(10**10)", "minimax(board)"),
    "answers nonsense": (MOVE, "    return [None] * 10**5", "minimax(board)"),
    "takes nothing": (
        "def minimax(board)",
        "def minimax()",
        "minimax() can't be called as minimax(board)",
    ),
}


@pytest.mark.parametrize("kind", few_of(HOSTILE, "ends everything", "talks", "takes 10 GB"))
def test_a_hostile_file_gets_a_sentence(reviewed, kind):
    """And no points; whatever it does, the review comes to its end."""
    old, new, sentence = HOSTILE[kind]
    found = reviewed((old, new), move=2)
    assert found.points == NONE
    assert sentence in as_text(found)


@pytest.mark.slow
def test_moves_that_took_too_long_twice_are_not_asked_for_again(reviewed, monkeypatch):
    """The second gets less time than the first, and the sentence says so."""
    monkeypatch.setattr(reviewing, "SECONDS", 0.5)
    found = reviewed((MOVE, "    while True:\n        pass"), move=1)
    assert found.points == NONE
    stopped = "minimax(board) was stopped after {} seconds of computing; does a loop in it never"
    assert found.games["X"].why.startswith(stopped.format(1))
    assert found.games["O"].why.startswith(stopped.format(0.5))
    assert found.games["O"].why.endswith(
        "(less time than for the first, since moves took too long before)"
    )
    assert found.games["O"].beaten == 9  # of which seven were not asked for


# --- the commands --------------------------------------------------------------------------------


def test_the_command_reviews_many_files(tmp_path):
    """In the order in which they were named, whatever one of them does; the exit code is 1."""
    ending = changed(("    count = sum(", f"{EXITS}\n    count = sum("))
    texts = {"ending.py": ending, "right.py": RIGHT, "bytes.py": "\xff"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="latin-1")
    files = [str(tmp_path / name) for name in [*texts, "missing.py"]]
    done = course("peer-review", *files, "--json")
    reviews = [json.loads(line) for line in done.out.splitlines()]
    assert [one["file"] for one in reviews] == files
    assert [one["points"] for one in reviews] == ["none", "full", "none", "none"]
    assert "player(board) gave no answer, and its process has ended" in reviews[0]["faults"][0]
    assert reviews[1]["faults"] == []
    assert "is not text in UTF-8" in reviews[2]["faults"][0]
    assert reviews[3]["faults"] == [f"there is no file {files[3]}"]
    assert done.code == 1
    assert "Each file runs" in done.err


@pytest.mark.slow
def test_a_plain_minimax_is_reviewed_in_time(written):
    """Without any memory of its own it is right, and gets full points with the usual limits."""
    path = written(("    if key not in known:", "    if True:"))
    done = course("peer-review", str(path))
    assert "full points" in done.out, done.out
    assert done.code == 0
