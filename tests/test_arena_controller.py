"""The game of `course play`: moves played again, programs watched and stopped, also by a page."""

import json
import signal
import threading
import time
from random import Random

import pytest
from class_server import ask, served_board
from sandboxed import soon
from simple_players import clicked, first_action, forever, names, stubborn

from course_lib import TicTacToe, minimax_player, play_game
from course_tools.arena.advice import Adviser
from course_tools.arena.controller import ArenaController
from course_tools.arena.terminal import Paint, Terminal


def against(player, **options):
    """A game of tic-tac-toe in which you move first against this player."""
    return ArenaController(TicTacToe(), {"X": None, "O": player}, **options)


def watched(player=first_action, **options):
    """A game between two programs."""
    return ArenaController(TicTacToe(), {"X": player, "O": first_action}, **options)


def words(play):
    """The words on the first button."""
    return play.controls[0].words


def test_what_was_taken_back_is_played_again():
    """Up to your next turn; another move forgets it, the same move does not."""
    play = clicked(against(first_action), "b2 c1")
    whole = names(play)
    play.undo()
    play.undo()
    assert (names(play), play.can_undo, play.can_redo) == ("", False, True)
    play.redo()
    assert names(play) == "b2 a3"
    play.redo()
    assert (names(play), play.can_redo) == (whole, False)
    play.undo()
    clicked(play, "a1")
    assert not play.can_redo
    people = clicked(ArenaController(TicTacToe(), {"X": None, "O": None}), "b2 a1 c1")
    people.undo()
    people.undo()
    clicked(people, "a1")
    people.redo()
    assert names(people) == "b2 a1 c1"


def test_sides_are_swapped_and_the_program_moves_at_once():
    """It plays on from where the game stands."""
    play = against(first_action)
    play.swap()
    assert (names(play), play.people) == ("a3", ("O",))
    clicked(play, "b2")
    assert names(play) == "a3 b2 b3"


def test_two_programs_are_watched_step_by_step_and_in_one_go():
    """Nothing moves before it is told to; a step is one move, and go plays to the end."""
    play, whole = watched(pace=0), play_game(TicTacToe(), [first_action] * 2).actions
    assert (play.actions, words(play)) == ((), "Play")
    play.step()
    assert names(play) == "a3"
    play.go()
    assert (play.over, play.record.actions) == (True, whole)
    play.undo()
    assert (play.going, len(play.actions)) == (False, len(whole) - 1)
    failing = watched(lambda game, state: None, pace=0)
    failing.go()
    assert (failing.stuck, failing.going) == (True, False)


@pytest.mark.parametrize("player", [forever, stubborn])
def test_thinking_is_stopped_from_another_thread_even_in_a_loop_without_end(player):
    """The thread ends, the position stays, and the program can be asked again or undone."""
    play = against(player)
    thread = threading.Thread(target=play.on_square, args=["b2"])
    thread.start()
    assert soon(lambda: play.thinking and words(play) == "Stop")
    play.stop()
    thread.join(20)
    assert not thread.is_alive()
    assert "was interrupted (line " in play.note
    assert (names(play), words(play), play.stuck) == ("b2", "Try again", True)
    play.undo()
    assert (names(play), play.your_turn) == ("", True)
    timed = clicked(against(player, seconds=0.2), "b2")
    assert "one move took more than 0.2 s" in timed.note


def test_a_stop_between_two_moves_ends_the_watching():
    """Also while the next move waits for its time."""
    play = watched(pace=30)
    thread = threading.Thread(target=play.go)
    thread.start()
    assert soon(lambda: play.actions and words(play) == "Pause")
    play.stop()
    thread.join(20)
    assert not thread.is_alive()
    assert (names(play), words(play), play.note) == ("a3", "Play", "")


def test_a_stop_at_any_moment_leaves_a_game_that_can_go_on():
    """Before the answer, in its midst, after it: it is played or not, and nothing else happens."""

    def short(game, state):
        for _ in range(30_000):
            pass
        return first_action(game, state)

    for number in range(150):
        play = against(short, seconds=20)
        thread = threading.Thread(target=play.on_square, args=["b2"])
        thread.start()
        while not play.thinking and thread.is_alive():
            time.sleep(0)
        time.sleep(number * 2e-5)
        play.stop()
        thread.join(20)
        assert not thread.is_alive()
        if not names(play):  # the rules were still asked about the click itself
            assert play.note.startswith("At b2 = (1, 1) the game was interrupted")
            play.on_square("b2")
        assert (play.thinking, names(play)) in {(False, "b2"), (False, "b2 a3")}
        assert play.stuck == (names(play) == "b2")
        if play.stuck:
            play.go()
        assert names(play) == "b2 a3"
    assert soon(lambda: not any(isinstance(one, threading.Timer) for one in threading.enumerate()))


# --- on a page -----------------------------------------------------------------------------------

JSON = {"Content-Type": "application/json"}


def click(board, **message):
    """Send this click, and come back when it has been done."""
    message.setdefault("turn", board.play.turn)
    status, _, _ = ask(board.port, f"/{board.secret}/do", json.dumps(message), **JSON)
    assert status == 200


def test_a_page_stays_usable_while_a_program_thinks():
    """It says who thinks; Stop ends that, and what else is clicked meanwhile does nothing."""
    with served_board(TicTacToe(), O=forever) as (board, play):
        thread = threading.Thread(target=click, args=[board], kwargs={"do": "square", "name": "b2"})
        thread.start()
        assert soon(lambda: "thinking..." in board.now()["view"]["status"])
        click(board, do="control", name="undo")
        click(board, do="square", name="a1")
        assert (names(play), play.thinking) == ("b2", True)
        click(board, do="control", name="go")
        thread.join(20)
        assert "was interrupted" in board.now()["view"]["note"]
        click(board, do="control", name="undo")
        assert names(play) == ""


def test_a_page_shows_values_where_somebody_wants_them():
    """Of the position that is there, once they are known; not while a program is to move."""

    def worth(board):
        return board.now()["svg"].count('rx="11"')

    with served_board(TicTacToe(), X=minimax_player()) as (board, play):
        assert soon(lambda: len(play.actions) == 1 and not play.thinking)
        click(board, do="control", name="analysis")
        assert soon(lambda: worth(board) == 8)
        assert "exact: 1 is a win" in board.now()["advice"]
        click(board, do="square", name="b2")
        assert soon(lambda: worth(board) == 6)
        click(board, do="control", name="analysis")
        assert (worth(board), board.now()["advice"]) == (0, "")
    with served_board(TicTacToe(), X=first_action, O=first_action) as (board, play):
        click(board, do="control", name="analysis")
        assert worth(board) == 9
        click(board, do="pace", name=0)
        click(board, do="control", name="step")
        assert worth(board) == 8
        click(board, do="control", name="go")
        assert (play.over, worth(board)) == (True, 0)


def test_values_can_be_asked_for_while_a_program_ends_its_move():
    """The click comes before the page is free again, and counts all the same."""

    def slowly(game, state):
        time.sleep(0.3)
        return first_action(game, state)

    with served_board(TicTacToe(), X=slowly) as (board, play):
        assert soon(lambda: play.thinking)
        click(board, do="control", name="analysis")
        assert soon(lambda: "exact: 1 is a win" in board.now()["advice"])


def test_values_that_fail_are_no_end_of_the_game(monkeypatch):
    """What went wrong is said, and the game goes on."""

    def fails(adviser, state):
        raise ValueError("no idea")

    monkeypatch.setattr("course_tools.arena.advice.Adviser.values", fails)
    with served_board(TicTacToe()) as (board, play):
        click(board, do="control", name="analysis")
        assert soon(lambda: "could not be worked out" in board.now()["view"]["note"])
        assert "no idea" in board.now()["view"]["note"]
        click(board, do="square", name="b2")
        assert names(play) == "b2"


def test_at_a_terminal_an_interrupt_stops_the_player_and_not_the_command():
    """The note has its line, and the game goes on."""
    said, lines = [], iter(["b2", "undo", "quit"])
    play, advise = against(forever), Adviser(TicTacToe(), Random(1))
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    paint = Paint(colours=False)
    Terminal(play, advise, read=lambda _: next(lines), say=said.append, paint=paint).run()
    timer.join()
    told = "\n".join(said)
    assert "O (forever) thinks... (Ctrl-C stops it)" in told
    assert "O (forever) was interrupted (line" in told
    assert "go lets it try again, undo takes back." in told
    assert names(play) == ""
