"""`course play --with FILE.py`: a student's functions as the game, whatever is wrong with them."""

import re
from random import Random

import pytest
from console import course
from peer_files import GIVES_A_LIST, LISTS_ACTIONS, ONE_ROW, RIGHT, WRITES, changed

from course_lib import ConnectFour, TicTacToe, minimax_player, play_game, random_player
from course_lib.play.match import Forfeit
from course_tools.arena import file_game as rules_of_file
from course_tools.arena.file_game import FilePlayer, FileRules, OurPlayer, file_game
from course_tools.arena.student_file import FileFault, StudentFile
from course_tools.cli._common import file_sandbox

LOOP = (
    "    return winner(board) is not None or",
    "    while board[0][0]:\n        pass\n    return winner(board) is not None or",
)


@pytest.fixture(scope="module")
def place():
    """Where files run, in a sandbox where this machine has one."""
    with file_sandbox(unsafe=True) as place:
        yield place


@pytest.fixture
def opened(place, tmp_path):
    """A function that gives the file with this text, in a process of its own."""
    files = []

    def open_one(text):
        path = tmp_path / f"tictactoe{len(files)}.py"
        path.write_text(text, encoding="utf-8")
        files.append(StudentFile(path, place.begin))
        return files[-1]

    yield open_one
    for file in files:
        file.close()


def test_a_right_file_is_a_game(opened):
    """Its functions are asked about every move of random games once, and none is at fault."""
    rules = FileRules(opened(RIGHT), TicTacToe())
    game = file_game(rules)
    asked, ask_all = [], rules.file.ask_all
    rules.file.ask_all = lambda steps, seconds: asked.append(steps) or ask_all(steps, seconds)
    moves = set()
    for seed in (1, 2, 1):
        record = play_game(game, [random_player(Random(seed)), random_player(Random(-seed))])
        moves |= {*zip(record.states(), record.actions, strict=False)}
    assert len(asked) == len(moves)
    assert repr(game) == "TicTacToe()"
    with pytest.raises(ValueError, match="not legal"):
        game.result(game.initial, (3, 3))


def test_a_list_of_actions_is_remarked_on(opened):
    """One can play with it, but the assignment asks for a set."""
    listed = changed(LISTS_ACTIONS)
    rules = FileRules(opened(listed), TicTacToe())
    assert rules.remark == "actions(board) gives a list; the assignment asks for a set"
    assert FileRules(opened(RIGHT), TicTacToe()).remark == ""


def test_a_move_made_on_the_board_itself_loses_and_a_list_is_a_move(opened):
    """Whoever asked `minimax` goes on with that board; a list is as good as a list of actions."""
    game = TicTacToe()
    for change, said in ((WRITES, "minimax(board) changed the board"), (GIVES_A_LIST, "")):
        text = changed(change)
        rules = FileRules(opened(text), game)
        record = play_game(
            file_game(rules), [FilePlayer(opened(text), rules), random_player(Random(1))]
        )
        assert (said in record.detail, record.culprit) == (True, "X" if said else None)


def test_our_players_search_in_our_game(opened):
    """So a whole minimax asks the file nothing."""
    rules = FileRules(opened(RIGHT), TicTacToe())
    game, asked = file_game(rules), []
    rules.file.ask_all = lambda *_: asked.append(1)
    player = OurPlayer(minimax_player(), TicTacToe())
    assert player(game, game.initial) in game.actions(game.initial)
    assert asked == []


ACTIONS = "(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY"
WRONG = {
    "a winner not seen": ("line[0] == line[1] == line[2]", "False", "gave False; True would be"),
    "a board changed": ("after = copy.deepcopy(board)", "after = board", "changed the board"),
    "a board changed by another": (
        *("    count = sum(", "    board[0][0] = X\n    count = sum("),
        "player(board) changed the board . . . / . . . / . . .; it should leave it alone",
    ),
    "one row three times": (*ONE_ROW, "is one list several rows of the first board?"),
    "the wrong square": ("after[i][j] =", "after[j][i] =", "would be right"),
    "no board": ("    return after", "    after", "gave None on"),
    "an action left out": (ACTIONS, f"{ACTIONS} and i < 2", "actions(board) lacks (2, 0)"),
    "an exception": ("{X: 1, O: -1, None: 0}", "{}", "utility(board) stopped with KeyError"),
    "the end of everything": (
        *("    return [[EMPTY]", "    import os\n    os._exit(1)\n    return [[EMPTY]"),
        "initial_state() ended the whole process",
    ),
    "lists for actions": (
        *(f"{{{ACTIONS}}}", f"[{ACTIONS.replace('(i, j)', '[i, j]')}]"),
        "actions(board) lists [0, 0]; tuples, numbers or text would be right",
    ),
}


def play_often(rules):
    """Thirty random games by a file's functions."""
    game = file_game(rules)
    for seed in range(30):
        play_game(game, [random_player(Random(seed)), random_player(Random(-1 - seed))])


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=pytest.mark.slow if number % 2 else ())
        for number, kind in enumerate(WRONG)
    ],
)
def test_a_fault_names_function_board_and_what_is_right(opened, kind):
    """By the time a random game is over; and only when the board would come into the game."""
    *change, sentence = WRONG[kind]
    with pytest.raises(ValueError, match=re.escape(sentence)):
        play_often(FileRules(opened(changed(tuple(change))), TicTacToe()))


def test_endless_loops_are_stopped(opened, monkeypatch):
    """In a rule the move fails, with a sentence; in `minimax` the player loses by its clock."""
    monkeypatch.setattr(rules_of_file, "SECONDS", 0.5)
    rules = FileRules(opened(changed(LOOP)), TicTacToe())
    game = file_game(rules)
    with pytest.raises(
        ValueError, match=r"terminal\(board\) did not come back within 0.5 s; the bo"
    ):
        game.result(game.initial, (0, 0))
    assert game.result(game.initial, (1, 1)), "the game goes on elsewhere"
    player = FilePlayer(
        opened(changed(("    if terminal(board):\n        return None", "    while 1: 1"))),
        rules,
        seconds=0.5,
    )
    with pytest.raises(Forfeit, match="did not come back"):
        player(game, game.initial)


def test_a_file_is_not_started_for_ever(opened):
    """After six processes it has ended, no other is begun."""
    file = opened(changed(("    count = sum(", "    import os; os._exit(1)\n    count = sum(")))
    for _ in range(6):
        assert file.ask("player", [], seconds=5).error.type == "NoAnswer"
    with pytest.raises(FileFault, match="has ended its process 6 times"):
        file.ask("player", [], seconds=5)


# --- the command ---------------------------------------------------------------------------------


def played(path, *words, text=""):
    """What the command prints, and its exit code."""
    done = course("play", *words, "--with", str(path), text=text)
    return done.out + done.err, done.code


def test_the_command_plays_against_the_files_own_minimax(tmp_path):
    """Its name may be written as people write it; the board, hints and analysis are as usual."""
    path = tmp_path / "tictactoe.py"
    path.write_text(RIGHT, encoding="utf-8")
    shown, code = played(path, "tictactoe", text="b2\nhint\nanalysis\na9\nquit\n")
    assert code == 0
    assert "X: you, O: minimax of tictactoe.py" in shown
    assert "its answers are compared with TicTacToe()" in shown
    assert "3 [O] .  ." in shown
    hint = shown.partition("hint\n")[2].split(" ")[0]
    assert shown.partition("analysis\n")[2].split()[0] == hint
    assert "'a9' is off the board" in shown


def test_the_command_goes_on_after_a_fault(tmp_path):
    """The move that can't be made is told; another one can be."""
    path = tmp_path / "mine.py"
    path.write_text(
        changed(
            (
                "return winner(board) is not None or",
                "assert not board[0][0]\n    return winner(board) is not None or",
            )
        ),
        encoding="utf-8",
    )
    shown, code = played(path, "tic-tac-toe", "--against", "human", text="a3\nb2\nquit\n")
    assert code == 0
    assert (
        "The game failed at a3 = (0, 0): ValueError: terminal(board) stopped with Assertion"
        in shown
    )
    assert "2  . [X] ." in shown


@pytest.mark.parametrize(
    ("text", "words", "sentence"),
    [
        ("import pygame_of_mine", ["tic-tac-toe"], "can't be loaded: it stops with ModuleNotFound"),
        (RIGHT, ["count"], "--with compares functions with games of rows"),
        (RIGHT, ["tic-tac-toe", "--to", "game.json"], "--to game.txt would be right"),
        (
            RIGHT.replace("def minimax", "def best"),
            ["tic-tac-toe", "--against", "file"],
            "has no function minimax, so it can't play",
        ),
        (RIGHT, [], "which game? There are"),
        (None, ["tic-tac-toe"], "there is no file"),
    ],
)
def test_what_can_not_be_played_is_told(tmp_path, text, words, sentence):
    """With exit code 2, before any move."""
    path = tmp_path / "mine.py"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    shown, code = played(path, *words)
    assert code == 2
    assert sentence in shown


def test_another_game_of_rows_is_compared_too(opened):
    """Connect Four by tic-tac-toe's functions: the first board is not the right one."""
    with pytest.raises(FileFault, match=r"initial_state\(\) gave . . . / . . . / . . .; . . . . ."):
        FileRules(opened(RIGHT), ConnectFour())
