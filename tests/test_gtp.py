"""Our players as programs that speak GTP: `GtpEngine`, its words, and `course engine`."""

import re
import subprocess
import sys

import pytest
from console import course

from course_lib import PASS, RESIGN, ConnectFour, Count, Gomoku, Havannah, KInARow, Nim, TicTacToe
from course_lib.play.gtp import (
    GtpEngine,
    action_of,
    check_speakable,
    colours_of,
    resized,
    size_of,
    word_of,
)

ABOUT = {"name": "ours", "version": "1"}


def first_legal(game, state):
    """A player that takes the first legal action."""
    return game.actions(state)[0]


def engine(game=Havannah(3), player=first_legal):  # noqa: B008
    """A program with this player."""
    return GtpEngine(game, lambda _game, _seconds: player, ABOUT)


def answers(talker, *commands):
    """All lines that are answered to these commands."""
    return [answer for command in commands for answer in talker.answer(command)]


def said(talker, *commands):
    """The first line of the answer to each command, or to the only one."""
    lines = [next(iter(talker.answer(command))) for command in commands]
    return lines if len(lines) > 1 else lines[0]


def test_gtp_answers_carry_their_numbers():
    """`=` and `?` with the number of the command, then an empty line; comments are nothing."""
    talker = engine(TicTacToe())
    assert answers(talker, "17 protocol_version") == ["=17 2", ""]
    assert answers(talker, "name # who is it?") == ["= ours", ""]
    assert answers(talker, "3 fly") == ["?3 unknown command", ""]
    assert answers(talker, "# only a comment", "", "   ") == []
    assert answers(talker, "5 known_command play", "6 known_command fly") == (
        ["=5 true", "", "=6 false", ""]
    )


def test_every_listed_command_is_known():
    """`list_commands` tells the truth, and has all that the protocol demands of a player."""
    talker = engine(TicTacToe())
    [listed, _] = answers(talker, "list_commands")
    names = listed.removeprefix("= ").split("\n")
    assert {"boardsize", "clear_board", "play", "genmove", "undo", "showboard", "quit"} <= set(
        names
    )
    for name in names:
        assert "unknown command" not in answers(talker, name)[0]


def test_gtp_plays_undoes_and_shows():
    """Black and white take turns; undo takes back one stone; the board has no empty line."""
    talker = engine(TicTacToe())
    assert answers(talker, "play black B2", "genmove w", "undo", "genmove white") == (
        ["=", "", "= A3", "", "=", "", "= A3", ""]
    )
    shown = answers(talker, "showboard")
    assert shown == ["= \nO . .\n. X .\n. . .", ""]
    assert answers(talker, "clear_board", "undo") == ["=", "", "? cannot undo", ""]


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("play white B2", "? illegal move: it is the turn of black"),
        ("play black D1", "? illegal move: 'D1' is off the board"),
        ("play black I1", "? illegal move: 'I1' is no vertex"),
        ("play black", "? syntax error: play needs a colour"),
        ("play red B2", "? syntax error: 'red' is no colour"),
        ("genmove", "? syntax error: genmove needs a colour"),
        ("boardsize x", "? syntax error: 1 whole number expected"),
        ("boardsize 99", "? unacceptable size"),
        ("rectangular_boardsize 3 4", "? unacceptable size"),
    ],
)
def test_gtp_refuses_with_a_reason(command, answer):
    """What can't be done is said, and changes nothing."""
    talker = engine(TicTacToe())
    assert answers(talker, command)[0].startswith(answer)
    assert answers(talker, "genmove b") == ["= A3", ""]


def test_gtp_knows_gravity_and_the_end():
    """A stone in the air is refused with what is free; a game that is over takes no move."""
    talker = engine(ConnectFour(4, 4))
    [refused, _] = answers(talker, "play b A2")
    assert "stones fall, and can come to lie at A1 B1 C1 D1" in refused
    for name in ("A1", "B1", "A2", "B2", "A3", "B3", "A4"):
        answers(talker, f"play {'bw'[len(name) and 'ABABABA'.index(name[0]) % 2]} {name}")
    assert answers(talker, "genmove w") == ["? illegal move: the game is over", ""]


def test_gtp_makes_boards_of_other_sizes():
    """`boardsize` where the game has a size, two numbers where it has rows and columns."""
    talker = engine(Gomoku(15))
    assert answers(talker, "boardsize 9", "play b J9", "play w J10")[0:3:2] == ["=", "="]
    assert talker.game == Gomoku(9)
    talker = engine(ConnectFour())
    assert answers(talker, "boardsize 7", "rectangular_boardsize 5 4") == ["=", "", "=", ""]
    assert talker.game == ConnectFour(4, 5)


def test_gtp_tells_its_player_the_time():
    """So many seconds for a stone; without them, a share of the whole time."""
    clocks = []

    def make(game, seconds):
        clocks.append(seconds)
        return first_legal

    talker = GtpEngine(TicTacToe(), make, ABOUT)
    answers(
        talker,
        "genmove b",
        "time_settings 0 10 2",
        "genmove w",
        "time_settings 60 0 0",
        "genmove b",
    )
    assert clocks == [None, 5, 3]


def test_a_havannah_game_ends():
    """A bridge is seen, and nothing can be played after it."""
    talker = engine()
    moves = ["w A1", "b C4", "w A2", "b C5"]
    assert said(talker, *(f"play {move}" for move in moves)) == ["="] * 4
    assert said(talker, "havannah_winner", "play w A3", "havannah_winner") == [
        "= none",
        "=",
        "= white",
    ]
    assert said(talker, "genmove b", "play b C3") == ["? illegal move: the game is over"] * 2
    board = [line for line in talker.answer("showboard") if "X" in line]
    assert board, "the board is shown"


@pytest.mark.parametrize(
    ("player", "words"),
    [
        (lambda *_: RESIGN, "= resign"),
        (lambda *_: (9, 9), "? our player failed: "),
        (lambda *_: 1 / 0, "? our player failed: ZeroDivisionError"),
        (lambda *_: None, "? our player failed: "),
    ],
)
def test_whatever_a_player_does_is_answered(player, words):
    """Who asks must not wait."""
    answer = said(engine(player=player), "genmove white")
    assert answer.startswith(words)


def test_every_cell_has_one_word():
    """What is written is read back, in each game that can be spoken about."""
    for game in (Havannah(4), Havannah(13), ConnectFour(), Gomoku(19), KInARow(25, 25, 5)):
        actions = game.actions(game.initial)
        words = [word_of(game, action) for action in actions]
        assert [action_of(game, word.lower()) for word in words] == list(actions)
        assert isinstance(game, Havannah) or not any("I" in word for word in words)
        assert action_of(game, "RESIGN") is RESIGN
    assert action_of(Havannah(3, passing=True), "pass") is PASS
    assert (size_of(Havannah(5)), colours_of(Havannah(5))[0]) == ("boardsize 5", "white")
    assert size_of(ConnectFour()) == "rectangular_boardsize 7 6"
    with pytest.raises(ValueError, match="GTP is for Havannah"):
        check_speakable(Nim())
    assert type(engine(game=Gomoku(9))) is GtpEngine


def test_the_command_speaks_gtp():
    """`course engine havannah` answers over pipes, and ends at quit."""
    ended = subprocess.run(
        [sys.executable, "-m", "course_tools.cli", "engine", "havannah", "--player", "mcts 20"],
        input="name\nboardsize 3\ngenmove white\nquit\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    assert re.fullmatch(r"= course mcts 20\n\n=\n\n= [A-E][1-5]\n\n=\n\n", ended.stdout)
    wrong = course("engine", "nim")
    assert (wrong.code, wrong.out) == (2, "")
    assert "GTP is for Havannah" in wrong.err


@pytest.mark.parametrize(
    ("game", "first", "second", "opening"),
    [(Havannah(3), "white", "black", "A1"), (ConnectFour(), "black", "white", "A1")],
)
def test_one_engine_speaks_of_both_kinds_of_game(game, first, second, opening):
    """Each in its own colours; `havannah_winner` is known where somebody can ask for it."""
    talker = engine(game)
    assert said(talker, f"genmove {second[0]}") == f"? illegal move: it is the turn of {first}"
    assert said(talker, f"genmove {first[0].upper()}") == f"= {opening}"
    known = "true" if isinstance(game, Havannah) else "false"
    assert said(talker, "known_command havannah_winner") == f"= {known}"
    taken = said(talker, f"play {second} {opening}")
    assert taken.startswith(f"? illegal move: {opening} can't be played now")
    assert said(talker, f"play {second} pass") == "=" or not isinstance(game, Havannah)


def test_a_pass_of_the_others_is_taken():
    """From then on passing is allowed, until the board is cleared; elsewhere nobody passes."""
    asked = []

    def player(game, state):
        asked.append((game, state.passes))
        return game.actions(state)[0]

    talker = engine(Havannah(3), player)
    words = ("genmove w", "play b pass", "genmove w", "play b pass", "undo", "play b B2")
    assert [said(talker, word)[0] for word in words] == list("======")
    assert asked == [(Havannah(3), 0), (Havannah(3, passing=True), 1)]
    assert said(talker, "clear_board") == "="
    assert talker.game == Havannah(3)
    assert said(engine(ConnectFour()), "play b pass").startswith("? illegal move: pass can't be")


def test_a_colour_may_be_told_to_have_resigned():
    """Then the game is over and the other one has won, until it is taken back."""
    talker = engine(Havannah(3))
    words = ("play w A1", "play b resign", "havannah_winner", "genmove w", "undo", "genmove b")
    assert [said(talker, word) for word in words] == [
        *("=", "=", "= white", "? illegal move: the game is over", "=", "= A2")
    ]


@pytest.mark.parametrize("game", [Havannah(3), TicTacToe()])
def test_a_wrong_move_of_ours_is_told_with_what_is_legal(game):
    """And the game stands as it stood, so that another move can be asked for."""
    moves = iter([(9, 9), "pass", game.actions(game.initial)[0]])
    talker = engine(game, lambda _game, _state: next(moves))
    first = "white" if isinstance(game, Havannah) else "black"
    for _ in range(2):
        answer = said(talker, f"genmove {first}")
        assert answer.startswith("? our player failed: it played ")
        assert "legal are" in answer
    assert said(talker, f"genmove {first}").startswith("= A")


def test_a_board_is_made_of_another_size():
    """The options stay; a size that there can't be, or that would take for ever, is refused."""
    assert resized(Havannah(3, passing=True), 5, 5) == Havannah(5, passing=True)
    assert resized(ConnectFour(length=3), 5, 4) == ConnectFour(4, 5, 3)
    assert resized(KInARow(3, 3, 3), 10, 9) == KInARow(9, 10, 3)
    for game, columns, rows in (
        (Havannah(3), 14, 14),
        (Havannah(3), 5, 4),
        (TicTacToe(), 3, 4),
        (TicTacToe(), 10**9, 10**9),
        (ConnectFour(), 2, 2),
    ):
        with pytest.raises(ValueError, match=r"\w"):
            resized(game, columns, rows)
    with pytest.raises(ValueError, match="GTP is for Havannah and for two"):
        engine(Count())
