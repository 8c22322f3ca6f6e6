"""`course peer-review`: points after every game, and no file that harms the review of another."""

import json
from functools import cache
from pathlib import Path

import pytest
from console import course
from peer_files import (
    FIRST_FREE,
    GIVES_A_LIST,
    LISTS_ACTIONS,
    ONE_ROW,
    ONLY_AS_X,
    RIGHT,
    WRITES,
    changed,
)

from course_lib import TicTacToe, solve
from course_tools.arena.student_file import StudentFile
from course_tools.cli._common import file_sandbox
from course_tools.review import functions
from course_tools.review import review as reviewing
from course_tools.review.functions import SOURCE, all_questions, wrong_functions
from course_tools.review.review import FULL, HALF, NONE, as_data, as_text, games_against, review

GAME = TicTacToe()


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
    games, played = games_against(seat, choose), slowly(seat, choose)
    lost = [moves for moves, was_lost in played if was_lost]
    assert (games.lines, games.beaten) == (len(played), len(lost))
    if choose is best:
        assert (games.beaten, games.shortest) == (0, None)
    else:
        assert len(games.shortest) == min(map(len, lost))
        assert games.shortest in lost


def test_each_board_is_asked_for_once():
    """However many games lead there."""
    asked = []
    games_against("O", lambda state: asked.append(state) or first(state))
    assert len(asked) == len(set(asked)) > 100


def test_no_move_loses_where_it_does_not_come():
    """The shortest game ends before it, and says why."""
    games = games_against("X", lambda state: (None, "is tired"))
    assert games == (1, 1, (), "is tired")
    games = games_against("O", lambda state: (None, "is tired"))
    assert (games.lines, games.beaten, len(games.shortest)) == (9, 9, 1)


# --- files in processes of their own --------------------------------------------------------------


@pytest.fixture(scope="module")
def begin():
    """What starts a process, in a sandbox where this machine has one."""
    with file_sandbox(unsafe=True, guarded=True) as place:
        yield place.begin


@pytest.fixture
def few(monkeypatch):
    """Only every fiftieth question about the functions, and all about boards with few stones."""
    asked = (*all_questions()[:100], *all_questions()[100::50])
    monkeypatch.setattr(functions, "all_questions", lambda: asked)


def few_of(kinds, *names):
    """All these kinds, of which those that are not named are left to `make test-all`."""
    return [pytest.param(kind, marks=() if kind in names else pytest.mark.slow) for kind in kinds]


def reviewed(tmp_path, begin, text, **limits):
    """The review of a file with this text."""
    path = tmp_path / "tictactoe.py"
    path.write_text(text, encoding="utf-8")
    return review(path, begin, **limits)


@pytest.mark.usefixtures("few")
def test_a_right_file_gets_full_points(tmp_path, begin):
    """Nothing beats it, and none of its functions is wrong; each board has been thought of."""
    found = reviewed(tmp_path, begin, RIGHT)
    assert (found.points, found.faults) == (FULL, ())
    assert all(games.beaten == 0 for games in found.games.values())
    assert "full points. It can't be beaten." in as_text(found)
    assert json.loads(json.dumps(as_data(found)))["games"]["X"]["shortest"] is None


def test_every_board_is_asked_about():
    """All 5,478 of them, with each function that has something to say there."""
    assert len({question.text for question in all_questions()}) == 5478
    assert len([one for one in all_questions() if one.name == "utility"]) == 958
    assert len([one for one in all_questions() if one.name == "player"]) == 5478 - 958


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("change", [FIRST_FREE, ONLY_AS_X])
def test_a_file_that_some_games_beat_gets_half(tmp_path, begin, change):
    """On one side or on both; the game is told move by move, with its board."""
    found = reviewed(tmp_path, begin, changed(change))
    assert (found.points, found.faults) == (HALF, ())
    assert "half points. Some games beat it, and others don't." in as_text(found)
    games = found.games["O"]
    state = GAME.initial
    for action in games.shortest:
        state = GAME.result(state, action)
    assert GAME.winner(state) == "X"
    assert f"X {games.shortest[0]}, O {games.shortest[1]}" in as_text(found)
    assert GAME.render(state).splitlines()[0] in as_text(found)


WRONG = {
    "player": (("return O if count % 2 else X", "return X"), "player(board) gave 'X'; 'O' would"),
    "actions": (
        ("if board[i][j] is EMPTY}", "if board[i][j] is EMPTY and i + j < 4}"),
        "actions(board) lacks (2, 2); the board is . . . / . . . / . . .",
    ),
    "result": (("after = copy.deepcopy(board)", "after = board"), "changed the board that it was"),
    "result, illegal": (
        ("    if board[i][j] is not EMPTY:\n        raise ValueError", "    if 0:\n        print"),
        "an exception would be right, since it is not legal",
    ),
    "winner": (("[board[k][2 - k] for k in range(3)]]", "]"), "winner(board) gave None; 'X' would"),
    "terminal": (
        ("winner(board) is not None or not", "not"),
        "terminal(board) gave False; True would",
    ),
    "utility": (("{X: 1, O: -1", "{X: 1, O: 1"), "utility(board) gave 1; -1 would be right"),
    "initial_state": (("[[EMPTY] * 3 for", "[[EMPTY] * 4 for"), "initial_state() gave . . . . /"),
    "missing": (("def utility(", "def usefulness("), "utility(board) is not in the file"),
    "raising": (("count = sum(", "count = board[3] and sum("), "IndexError: list index out of"),
}


@pytest.mark.parametrize("kind", few_of(WRONG, "actions", "result, illegal", "initial_state"))
def test_a_wrong_function_is_named_with_its_board(tmp_path, begin, kind, monkeypatch):
    """What it gave and what would have been right; the first board with few stones is told."""
    asked = (*all_questions()[:60], *all_questions()[60::40])
    monkeypatch.setattr(functions, "all_questions", lambda: asked)
    change, sentence = WRONG[kind]
    path = tmp_path / "tictactoe.py"
    path.write_text(changed(change), encoding="utf-8")
    with StudentFile(path, begin, also=SOURCE) as file:
        found = wrong_functions(file, lambda _: None)
    assert sentence in "\n".join(found.wrong.values())
    assert found.remarks == ()


IMPORT, MOVE = "import copy", "    if terminal(board):\n        return None"
REMARKS = {
    "a list of actions": (
        LISTS_ACTIONS,
        "actions(board) gave the right actions as a list; a set would be right",
    ),
    "one row three times": (ONE_ROW, "initial_state() gave one list as several rows"),
    "one board for ever": (
        ("return [[EMPTY] * 3 for _ in range(3)]", "return FIRST"),
        "initial_state() gave the same lists again",
    ),
    "a move on the board itself": (
        WRITES,
        "minimax(board) changed the board that it was given; the board is . . . / . . . / . . .",
    ),
    "a move after the end": (
        (MOVE, MOVE.replace("None", "0, 0")),
        "minimax(board) gave (0, 0); None would be right",
    ),
    "a list as a move": (GIVES_A_LIST, "minimax(board) gave [0, 0]; (0, 0) would be right"),
}


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("kind", few_of(REMARKS, "one row three times"))
def test_what_the_assignment_does_not_ask_for_is_told(tmp_path, begin, kind):
    """It costs no points, since it can't be beaten; but nobody says that all is right."""
    change, sentence = REMARKS[kind]
    first = ("known = {}", "known = {}\nFIRST = [[EMPTY] * 3 for _ in range(3)]")
    found = reviewed(tmp_path, begin, changed(change, first))
    assert found.points == FULL
    [fault] = found.faults
    assert sentence in fault
    assert "functions are right" not in as_text(found)


TALKS = "    import os\n    os.write(1, b'{}\\n' * 9)\n    return 'b2'"
HOSTILE = {
    "can't be loaded": (IMPORT, "import no_such_module", "ModuleNotFoundError"),
    "ends everything": (IMPORT, "import os\nos._exit(0)", "it ends the whole process"),
    "no Python": (IMPORT, "import copy copy", "SyntaxError"),
    "exits in a move": (MOVE, "    import os\n    os._exit(3)", "minimax(board) ended the whole"),
    "talks": (MOVE, TALKS, "minimax(board) played"),
    "takes 10 GB": (MOVE, "    return bytearray(10**10)", "minimax(board)"),
    "answers nonsense": (MOVE, "    return [None] * 10**5", "minimax(board)"),
}


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("kind", few_of(HOSTILE, "ends everything", "talks", "takes 10 GB"))
def test_a_hostile_file_gets_a_sentence(tmp_path, begin, kind):
    """And no points; whatever it does, the review comes to its end."""
    old, new, sentence = HOSTILE[kind]
    found = reviewed(tmp_path, begin, changed((old, new)), move=2)
    assert found.points == NONE
    assert sentence in as_text(found)


@pytest.mark.usefixtures("few")
def test_endless_loops_end(tmp_path, begin, monkeypatch):
    """In a move and in a function; moves that took too long twice are not asked for again."""
    for module in (functions, reviewing):
        monkeypatch.setattr(module, "SECONDS", 0.5)
    monkeypatch.setattr(functions, "WAITING", 1.0)
    loop = (MOVE, "    while True:\n        pass")
    found = reviewed(tmp_path, begin, changed(loop), move=1)
    assert found.points == NONE
    assert found.games["X"].why == "minimax(board) did not come back within 1 s"
    less = "(less time than for the first, since moves took too long before)"
    assert found.games["O"].why == f"minimax(board) did not come back within 0.5 s {less}"
    assert found.games["O"].beaten == 9  # of which seven were not asked for
    loop = ("    diagonals =", "    while board[2][2]:\n        pass\n    diagonals =")
    found = reviewed(tmp_path, begin, changed(loop), move=1)
    at = "the board is . . . / . . . / . . X"
    assert found.faults[0] == f"terminal(board) did not come back within 0.5 s; {at}"


# --- the command ----------------------------------------------------------------------------------


def command(*words):
    """What came of the command."""
    return course("peer-review", "--unsafe-no-isolation", *words)


def test_the_command_reviews_many_files(tmp_path):
    """In the order in which they were named, whatever one of them does; the exit code is 1."""
    ending = changed(("    count = sum(", "    import os; os._exit(1)\n    count = sum("))
    texts = {"ending.py": ending, "right.py": RIGHT, "bytes.py": "\xff"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="latin-1")
    files = [str(tmp_path / name) for name in texts]
    done = command(*files, "--json")
    reviews = [json.loads(line) for line in done.out.splitlines()]
    assert [(one["file"], one["points"]) for one in reviews] == [
        (files[0], "none"),
        (files[1], "full"),
        (files[2], "none"),
    ]
    assert "player(board) ended the whole process" in reviews[0]["faults"][0]
    assert reviews[1]["faults"] == []
    assert "is no text in UTF-8" in reviews[2]["faults"][0]
    assert done.code == 1
    assert "Each file runs" in done.err


def test_the_command_says_what_was_wrong():
    """A file that is not there, and a limit that is none: exit code 2, and nothing is played."""
    for words, sentence in (
        (["no/such/tictactoe.py"], "there is no file no/such/tictactoe.py"),
        ([str(Path(__file__).parent)], "tests is a folder; name the files in it"),
        ([__file__, "--seconds", "0"], "a move needs more than 0"),
    ):
        done = command(*words)
        assert (done.code, done.out) == (2, "")
        assert sentence in done.err


@pytest.mark.slow
def test_a_plain_minimax_is_reviewed_in_time(tmp_path):
    """Without any memory of its own it is right, and gets full points with the usual limits."""
    plain = changed(("    if key not in known:", "    if True:"))
    path = tmp_path / "tictactoe.py"
    path.write_text(plain, encoding="utf-8")
    done = command(str(path))
    assert "full points" in done.out, done.out
    assert done.code == 0
