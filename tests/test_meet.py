"""The room in which programs meet: what a student's player needs to speak with others."""

from __future__ import annotations

import subprocess
import sys

import pytest

from course_lib.games import ConnectFour, Count, Havannah, KInARow, TicTacToe
from course_lib.play.gtp import GtpEngine, resized


def engine(game, player=lambda game, state: game.actions(state)[0]):
    """A program with this player."""
    return GtpEngine(game, lambda _game, _seconds: player, {"name": "ours", "version": "1"})


def said(talker, command):
    """The first line of the answer to this command."""
    return next(iter(talker.answer(command)))


def test_it_needs_nothing_but_python():
    """`connect` can be imported where neither a server's nor a notebook's libraries are."""
    code = """
import sys
sys.modules |= dict.fromkeys(["tornado", "IPython", "ipywidgets", "numpy", "jupytext"])
from course_lib.play import connect
strange = {name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names
print(*sorted(name for name in strange if sys.modules[name] and name != "course_lib"))
"""
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    )
    known = {"__main__", "sitecustomize", "usercustomize", "distutils-precedence"}
    assert {name for name in done.stdout.split() if not name.startswith("_")} <= known


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


def test_the_board_is_shown_with_the_letters_of_moves():
    """Columns are written as in A1."""
    shown = "\n".join(engine(Havannah(3)).answer("showboard"))
    assert {sign for sign in shown if sign.isalpha()} == set("ABCDE")


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
