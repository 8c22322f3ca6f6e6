"""Our players as programs that speak GTP: its words, and `course play --gtp`."""

import re

import pytest
from console import course, talk
from simple_players import first_action

from course_lib import PASS, RESIGN, ConnectFour, Count, Gomoku, Havannah, KInARow, Nim, TicTacToe
from course_lib.play.gtp import (
    action_of,
    check_speakable,
    colours_of,
    resized,
    word_of,
)
from course_tools.arena.gtp import GtpProgram, size_of


def engine(game=Havannah(3), player=first_action):  # noqa: B008
    """A program with this player."""
    return GtpProgram(game, lambda _game, _seconds: player, "ours")


def answers(talker, *commands):
    """All lines that are answered to these commands."""
    return [answer for command in commands for answer in talker.answer(command)]


def said(talker, *commands):
    """The first line of the answer to each command, or to the only one."""
    lines = [next(iter(talker.answer(command))) for command in commands]
    return lines if len(lines) > 1 else lines[0]


WON = "play b A1 > = / play w A2 > = / play b B1 > = / play w B2 > = / play b C1 > ="
TURNS = "play w A1 > = / play b C4 > = / play w A2 > = / play b C5 > ="
REFUSED = {
    "play white B2": "illegal move: it is the turn of black",
    "play black D1": "illegal move: 'D1' is off the board",
    "play black I1": "illegal move: 'I1' is not a vertex",
    "play black": "syntax error: play needs a colour",
    "play red B2": "syntax error: 'red' is not a colour",
    "genmove": "syntax error: genmove needs a colour",
    f"boardsize {'9' * 5000}": "syntax error: 1 whole number expected",
    "boardsize x": "syntax error: 1 whole number expected",
    "boardsize 99": "unacceptable size",
    "rectangular_boardsize 3 4": "unacceptable size",
}
TALKS = [
    (TicTacToe(), "17 protocol_version > =17 2 / name # who is it? > = ours / # a comment >"),
    (TicTacToe(), "3 fly > ?3 unknown command / 5 known_command play > =5 true"),
    (TicTacToe(), "play black B2 > = / genmove w > = A3 / undo > = / genmove white > = A3"),
    (TicTacToe(), "play b B2 > = / clear_board > = / undo > ? cannot undo"),
    *((TicTacToe(), f"{line} > ? {why}... / genmove b > = A3") for line, why in REFUSED.items()),
    (ConnectFour(4, 4), "play b A2 > ? ...stones fall, and can come to lie at A1 B1 C1 D1"),
    (TicTacToe(), f"{WON} / genmove w > ? illegal move: the game is over"),
    (Gomoku(15), "boardsize 9 > = / play b J9 > = / play w J10 > ? illegal move..."),
    (ConnectFour(), "boardsize 7 > = / rectangular_boardsize 5 4 > = / play b F1 > ? illegal..."),
    (Havannah(3), f"{TURNS} / play w A3 > = / play b C3 > ? illegal move: the game is over"),
    (
        Havannah(3),
        "play w resign > ? illegal move: resign can't be played now / undo > ? cannot undo",
    ),
    (Havannah(3), "genmove b > ? illegal move: it is the turn of white / genmove W > = A1"),
    (Havannah(3), "play w A1 > = / play black A1 > ?...A1 can't be... / play b pass > ="),
    (ConnectFour(), "genmove w > ? illegal move: it is the turn of black / genmove B > = A1"),
    (ConnectFour(), "play b A1 > = / play white A1 > ?...A1 can't be played now..."),
    (ConnectFour(), "known_command fly > = false / play b pass > ?...pass can't be..."),
]


@pytest.mark.parametrize(("game", "conversation"), TALKS)
def test_gtp_is_spoken(game, conversation):
    """Answers have the number of the command; what can't be done is refused, and changes nothing.

    Black begins, but in Havannah white; there letters run on through I.
    """
    talk(engine(game), conversation)


def test_an_answer_ends_with_an_empty_line_and_the_board_has_none():
    """Columns are written as in A1."""
    talker = engine(TicTacToe())
    assert answers(talker, "play black B2", "genmove w") == ["=", "", "= A3", ""]
    assert answers(talker, "showboard") == ["= \nO . .\n. X .\n. . .", ""]
    shown = "".join(engine(Havannah(3)).answer("showboard"))
    assert {sign for sign in shown if sign.isalpha()} == set("ABCDE")


def test_every_listed_command_is_known():
    """`list_commands` tells the truth, and has all that the protocol demands of a player."""
    talker = engine(TicTacToe())
    [listed, _] = answers(talker, "list_commands")
    names = listed.removeprefix("= ").split("\n")
    needed = {"boardsize", "clear_board", "play", "genmove", "undo", "showboard", "quit"}
    assert needed <= set(names)
    for name in names:
        assert "unknown command" not in answers(talker, name)[0]


def test_gtp_tells_its_player_the_time():
    """So many seconds for a stone; without them, a share of the whole time."""
    clocks = []

    def make(game, seconds):
        clocks.append(seconds)
        return first_action

    talker = GtpProgram(TicTacToe(), make, "ours")
    clock = "time_settings 0 10 2", "genmove w", "time_settings 60 0 0"
    answers(talker, "genmove b", *clock, "genmove b")
    assert clocks == [None, 5, 3]


ILLEGAL = "? our player failed: it played ... legal are"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda: RESIGN, "= resign"),
        (lambda: 1 / 0, "? our player failed: ZeroDivisionError..."),
        (lambda: (9, 9), ILLEGAL),
        (lambda: None, ILLEGAL),
        (lambda: "pass", ILLEGAL),
    ],
)
@pytest.mark.parametrize("game", [Havannah(3), TicTacToe()])
def test_whatever_a_player_does_is_answered(game, answer, words):
    """Who asks must not wait; the game stands as it stood, and a move can be asked for again."""
    turns = [lambda: game.actions(game.initial)[0], answer, answer]
    colour = "white" if isinstance(game, Havannah) else "black"
    asked = f"genmove {colour} > "
    talker = engine(game, lambda _game, _state: turns.pop()())
    talk(talker, f"{asked}{words} / {asked}{words} / {asked}= A...")


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
    assert engine(game=Gomoku(9)).game == Gomoku(9)


def test_the_command_speaks_gtp():
    """It answers what it is told, and ends at quit."""
    text = "name\nboardsize 3\ngenmove white\nquit\n"
    ended = course("play", "havannah", "--gtp", "--player", "mcts 20", text=text)
    assert re.fullmatch(r"= course mcts 20\n\n=\n\n= [A-E][1-5]\n\n=\n\n", ended.out)


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
