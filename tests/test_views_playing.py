"""Playing at a board, without a browser: clicks, players in threads, faults, undo, records."""

import contextlib
import json
import re
import sys
import threading
import time
from random import Random

import pytest
from sandboxed import soon
from test_views_boards import DRAWN

from course_lib import PASS, RESIGN, GameRecord, alphabeta_player, play_game, random_player
from course_lib.games import ConnectFour, Gomoku, Havannah, ThreeMusketeers, TicTacToe, compact
from course_lib.views import board_svg, play_widget, replay
from course_lib.views.playing import PlayController, replay_story
from course_lib.views.playing.view import packed

FOUR = ThreeMusketeers("M G . / . . . / . . M")


def first_action(game, state):
    """A player that takes the first legal action."""
    return game.actions(state)[0]


def forever(game, state):
    """A player that never asks the game anything and never answers."""
    while True:
        pass


def stubborn(game, state):
    """A player that catches every `Exception` and goes on."""
    while True:
        with contextlib.suppress(Exception):
            game.result(state, "nonsense")


def raises(error):
    """A player that raises this."""

    def raising(game, state):
        raise error("so it goes")

    return raising


def changes_the_state(game, state):
    """A player that tries to write on the board."""
    state.board[0] = "O"


def against(player, **options):
    """A controller of tic-tac-toe in which you move first against this player."""
    return PlayController(TicTacToe(), {"X": None, "O": player}, **options)


def people(game=None):
    """A controller of a game between people."""
    game = game or TicTacToe()
    return PlayController(game, dict.fromkeys(game.players))


def watched(**options):
    """A controller of a game between two players."""
    return PlayController(TicTacToe(), {"X": first_action, "O": first_action}, **options)


def press(widget, content):
    """What happens when the browser sends this."""
    widget._handle_custom_msg(content, [])


def square(widget, name):
    """Click a square of the board that is shown."""
    press(widget, {"do": "square", "name": name, "turn": widget.view["turn"]})


def names(controller):
    """What has been played, by name."""
    return " ".join(map(controller.game.action_name, controller.actions))


def clicked(play, squares):
    """The controller after these clicks, each with the answer to it."""
    for name in squares.split():
        play.on_square(name)
        play.wait()
    return play


def unpacked(pieces, runs):
    """The text of one frame of a replay, as the browser puts it together."""
    pairs = zip(runs[::2], runs[1::2], strict=True)
    return "".join("".join(pieces[first : first + count]) for first, count in pairs)


def no_thread_is_left():
    """Whether all players have stopped thinking before long."""
    return soon(lambda: all(one.name != "a player thinks" for one in threading.enumerate()))


# --- clicks --------------------------------------------------------------------------------------


def test_a_click_that_plays_nothing_is_answered_in_a_sentence():
    """Of a square it says that alone; out of turn and after the end it says why."""
    play = clicked(people(), "b2 b2")
    assert names(play) == "b2"
    assert play.note == "b2 can't be played now."
    assert clicked(play, "a1").note == ""
    waits = against(forever)
    waits.on_square("b2")
    waits.on_square("a1")
    assert "not your turn" in waits.note
    waits.stop()
    done = clicked(people(), "b2 a1 b1 a2 b3")
    assert (done.status, done.clicks.ways) == ("X won: a line.", {})
    done.on_square("c3")
    assert "over" in done.note


@pytest.mark.parametrize("game", [ConnectFour(), compact(ConnectFour())])
def test_a_click_anywhere_in_a_column_drops_a_disc(game):
    """Readable and compact alike; a full column is refused."""
    play = clicked(people(game), "d6 " * 6)
    assert names(play) == "d1 d2 d3 d4 d5 d6"
    assert "can't be played now" in clicked(play, "d1").note
    assert "d4" not in play.clicks.falls


def test_a_move_from_square_to_square_takes_two_clicks():
    """The first click chooses, the second moves; another piece or the same one can be clicked."""
    play = clicked(people(FOUR), "c1")
    assert (play.clicks.next_squares(()), play.chosen) == (("a3",), ())
    assert play.note == "c1 can't be played now."
    play.on_square("a3")
    assert (play.chosen, play.clicks.next_squares(("a3",))) == (("a3",), ("b3",))
    assert "You chose a3" in play.status
    assert clicked(play, "a3").chosen == ()
    assert clicked(play, "a3 a2").chosen == ()
    assert play.note == str(FOUR.illegal(play.state, ((0, 0), (1, 0))))
    assert names(clicked(play, "a3 b3")) == "a3-b3"
    other = people(ThreeMusketeers())
    one, another = other.clicks.next_squares(())[:2]
    clicked(other, f"{one} {another}")
    assert (other.chosen, other.note) == ((another,), "")


@pytest.mark.parametrize("game", [*DRAWN, Havannah(10)], ids=repr)
def test_every_action_of_every_game_has_squares_or_a_button(game):
    """A whole game is played by what the widget offers, and by nothing else."""
    widget = play_widget(game)
    play, rng = widget.controller, Random(2)
    while not play.over and len(play.actions) < 60:
        view = widget.view
        assert set(view["legal"]) <= set(re.findall(r'data-square="([^"]*)"', widget.svg))
        offers = [("square", name) for name in view["legal"]]
        offers += [("action", name) for name in view["buttons"]]
        what, name = rng.choice(offers)
        press(widget, {"do": what, "name": name, "turn": view["turn"]})
        assert widget.view != view
        assert widget.view["note"] == ""
        assert len(widget.svg) + len(json.dumps(widget.view)) < 100_000, "a small message"
    assert len(play.actions) > 1
    clicks = people(game).clicks
    assert {*clicks.ways.values(), *clicks.buttons} == set(game.actions(game.initial))
    assert clicks.buttons == [action for action in game.actions(game.initial) if action is PASS]


# --- players that think --------------------------------------------------------------------------


@pytest.mark.parametrize("player", [forever, stubborn])
def test_thinking_can_be_stopped_even_in_a_loop_without_end(player):
    """The thread ends, the position stays, and the player can be asked again or undone."""
    play = against(player)
    play.on_square("b2")
    play.stop()
    assert not play.thinking
    assert no_thread_is_left()
    assert names(play) == "b2"
    assert play.status == f"X played b2. O ({player.__name__}) to move."
    play.go()
    assert play.thinking
    play.undo()
    assert no_thread_is_left()
    assert names(play) == ""
    assert play.your_turn
    start = TicTacToe().play("b2 a1")
    play = against(player, state=start)
    play.on_square("c3")
    play.new_game()
    assert (play.state, play.thinking) == (start, False)
    assert no_thread_is_left()


def test_what_a_stopped_player_answers_later_is_thrown_away():
    """One that is stuck in a call of C code is left behind, and the game goes on without it."""
    release = threading.Event()

    def asleep(game, state):
        release.wait(20)
        return game.actions(state)[0]

    play = against(asleep)
    play.on_square("b2")
    play.undo()
    play.on_square("a1")
    play.undo()
    release.set()
    assert no_thread_is_left()
    play.take()
    assert names(play) == ""
    play = against(first_action)  # whenever a stop comes, before or after the answer
    for _ in range(60):
        play.on_square("b2")
        play.undo()
        play.take()
        assert names(play) == ""
    assert no_thread_is_left()


def test_how_long_a_player_thought_is_told_and_too_long_is_a_fault():
    """Unless it was no time at all; the clock stops even a player without end."""

    def slow(game, state):
        time.sleep(0.2)
        return game.actions(state)[0]

    play = clicked(against(slow), "b2")
    assert re.fullmatch(r"O played a3 after \d+\.\d s\. Your turn: you play X\.", play.status)
    play = clicked(against(forever, seconds=0.1), "b2")
    assert play.stuck
    assert play.note == "O (forever) was stopped: it thought longer than 0.1 s about this move"
    assert no_thread_is_left()


def test_an_exception_is_shown_with_its_line_and_the_game_survives():
    """The note has the exception and the line; undo and another try are both possible."""
    answers = iter([0, 1])

    def shaky(game, state):
        return (int(1 / next(answers)) - 1, 0)

    play = clicked(against(shaky), "b2")
    line = shaky.__code__.co_firstlineno + 1
    assert play.note.startswith("O (shaky) raised ZeroDivisionError: division by zero")
    assert play.note.endswith(f" (line {line} of shaky)")
    assert play.status == "No move came from O (shaky). Try again, or undo."
    play.go()
    play.wait()
    assert (names(play), play.note) == ("b2 a3", "")


@pytest.mark.parametrize(
    ("player", "words"),
    [
        (lambda game, state: None, "is a `return` missing in the player?"),
        (lambda game, state: (1, 1), "b2 = (1, 1), which is not legal here"),
        (changes_the_state, "TypeError"),
        *((raises(e), e.__name__) for e in (SystemExit, KeyboardInterrupt, MemoryError)),
    ],
)
def test_a_fault_is_explained_and_the_game_survives(player, words):
    """Nonsense, and exceptions that end a program elsewhere, end no more than the move."""
    play = clicked(against(player), "b2")
    assert words in play.note
    assert (play.stuck, names(play)) == (True, "b2")
    play.undo()
    assert (play.your_turn, play.note) == (True, "")


def test_a_player_may_resign_and_be_told_of_new_games():
    """RESIGN ends the game; `new_game` comes before the first question of each game."""
    told = []

    class Quitter:
        def new_game(self, game, seat, rng):
            told.append((seat, rng))

        def __call__(self, game, state):
            return RESIGN

    play = against(Quitter())
    for _ in range(2):
        assert clicked(play, "b2").status == "O resigned: X won."
        play.new_game()
    assert told == [("O", None)] * 2


def test_a_game_that_fails_is_left_where_it_was():
    """A mistake in a student's own rules is shown with its line; the position stays."""

    class Broken(TicTacToe):
        def result(self, state, action):
            return super().result(state, {}[action] if action == (1, 1) else action)

    play = clicked(people(Broken()), "b2")
    line = Broken.result.__code__.co_firstlineno + 1
    assert play.note.startswith("The game failed at b2 = (1, 1): KeyError")
    assert play.note.endswith(f"(line {line} of result)")
    assert names(clicked(play, "a1")) == "a1"


# --- undo, swap, new game ------------------------------------------------------------------------


def test_undo_takes_back_to_your_last_turn_and_redo_plays_it_again():
    """Your move and the answer go together; a new move forgets what was taken back."""
    play = clicked(against(first_action), "b2 c1")
    whole = names(play)
    play.undo()
    assert names(play) == "b2 a3"
    play.undo()
    assert (names(play), play.can_undo) == ("", False)
    play.redo()
    play.redo()
    assert (names(play), play.can_redo) == (whole, False)
    play.undo()
    play.on_square("a1")
    assert not play.can_redo
    play.wait()
    alone = clicked(people(), "b2 a1")
    alone.undo()
    assert names(alone) == "b2"
    second = PlayController(TicTacToe(), {"X": first_action, "O": None})
    second.wait()
    assert (names(second), second.can_undo) == ("a3", False)  # who opened has nothing to do again


def test_two_players_are_watched_step_by_step_and_in_one_go():
    """Nothing moves before it is asked to; a step is one move, and go plays to the end."""
    play, whole = watched(pace=0), play_game(TicTacToe(), [first_action] * 2).actions
    assert not play.thinking
    play.step()
    play.wait()
    assert (names(play), play.going) == ("a3", False)
    play.go()
    play.wait()
    assert (play.over, play.record.actions) == (True, whole)
    play.undo()
    assert (play.thinking, len(play.actions)) == (False, len(whole) - 1)
    paused = watched(pace=30)  # even while the next move waits for its time
    paused.go()
    paused.stop()
    assert (paused.going, paused.actions) == (False, ())
    assert no_thread_is_left()


# --- who plays -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "error", "words"),
    [
        ({"you_play": "X"}, ValueError, "nobody plays O: give an opponent"),
        ({"opponent": first_action, "you_play": "Z"}, ValueError, "no player is called 'Z'"),
        ({"opponent": first_action, "players": {"X": None, "O": None}}, ValueError, "not both"),
        ({"players": {"X": None}}, ValueError, "is played by X, O"),
        ({"opponent": alphabeta_player}, TypeError, "which makes players"),
        ({"opponent": first_action, "seconds": 0}, ValueError, "seconds is 0"),
    ],
)
def test_seats_are_explained_when_they_make_no_game(asked, error, words):
    """A side that nobody plays, an unknown side, both ways at once, what is no player."""
    with pytest.raises(error, match=words):
        play_widget(TicTacToe(), **asked)
    assert play_widget(TicTacToe(), first_action, you_play=()).controller.people == ()


# --- the record and the widget -------------------------------------------------------------------


def test_the_record_is_that_of_the_game():
    """At the end it can be written and read again; before, it says that it is not over."""
    play = clicked(people(), "b2")
    assert (play.record.winner, play.record.detail) == (None, "the game is not over yet")
    record = clicked(play, "a1 b1 a2 b3").record
    assert (record.winner, record.reason) == ("X", "win")
    assert GameRecord.from_json(record.to_json()) == record
    play.undo()
    play.resign()
    assert GameRecord.from_json(play.record.to_json()).culprit == "X"
    play.undo()
    assert play.your_turn


def test_the_widget_shows_what_the_controller_says():
    """The board, the sentence, and which controls would do something."""
    widget = play_widget(TicTacToe(), forever)
    assert widget.svg == board_svg(TicTacToe(), TicTacToe().initial)
    able = {name: on for name, _, on in widget.view["controls"]}
    assert able == {"go": False, "undo": False, "redo": False, "new": True, "swap": True,
                    "resign": True}  # fmt: skip
    square(widget, "b2")
    assert widget.view["controls"][0] == ("go", "Stop", True)
    assert "thinking" in widget.view["status"]
    press(widget, {"do": "control", "name": "go"})
    assert widget.view["controls"][0] == ("go", "Go on", True)
    assert widget.svg == board_svg(TicTacToe(), widget.state, last=(1, 1))
    assert widget.record.actions == ((1, 1),)
    json.dumps(widget.view)


def value_labels(svg):
    """The values written on a board, each with whether it has the ring of the best."""
    above = svg.split('<g pointer-events="none"')[1]
    labels = re.findall(r'stroke-width="(\d)"/><text[^>]*>([^<]*)<', above)
    return [(words, ring == "3") for ring, words in labels]


def test_values_are_shown_when_they_are_asked_for():
    """Every column's value where the stone would lie, and the best with a ring."""
    game = ConnectFour()
    state = game.play("44444412212112335577333")
    values = dict(zip(game.actions(state), (3, -4, 0, 3, -2), strict=False))
    widget = play_widget(game, state=state, values=lambda _state: values)
    hidden = board_svg(game, state)
    assert widget.svg == hidden
    assert ("values", "Show values", True) in widget.view["controls"]
    press(widget, {"do": "control", "name": "values"})
    widget.controller.wait()
    best = max(values.values())
    expected = [(f"{value:+}" if value else "0", value == best) for value in values.values()]
    assert value_labels(widget.svg) == expected
    assert widget.svg == board_svg(game, state, values=values)
    assert f"values: {game.action_name(next(iter(values)))} " in widget.svg
    assert ("values", "Hide values", True) in widget.view["controls"]
    press(widget, {"do": "control", "name": "values"})
    assert widget.svg == hidden
    # A pass can't be written on any square; a step is written between its two.
    plain = board_svg(FOUR, FOUR.initial)
    assert board_svg(FOUR, FOUR.initial, values={PASS: 1}) == plain
    steps = dict.fromkeys(FOUR.actions(FOUR.initial), 1)
    assert board_svg(FOUR, FOUR.initial, values=steps) != plain


def test_values_are_those_of_the_position_on_the_board():
    """After a move and after an undo; none when the game is over; none from a slow old question."""
    game, asked, go_on = TicTacToe(), [], threading.Event()

    def values(state):
        asked.append(state)
        if state == game.initial:
            go_on.wait(20)
        return {action: len(asked) for action in game.actions(state)}

    play = PlayController(game, {"X": None, "O": None}, values=values)
    assert asked == []
    play.show_values()
    assert play.valuing
    play.on_square("b2")
    go_on.set()
    play.wait()
    assert set(play.values) == set(game.actions(play.state))
    play.undo()
    play.wait()
    assert len(play.values) == 9
    clicked(play, "b2 a1 b1 a2 b3")
    assert play.over
    assert play.values == {}
    assert asked[-1] == play._states[-2]


def test_values_are_for_who_moves_and_for_who_watches():
    """Not while the opponent thinks; in a game without people for whoever is to move."""
    game = TicTacToe()

    def zeros(state):
        return dict.fromkeys(game.actions(state), 0)

    play = against(forever, values=zeros)
    for each in (play, watched(values=zeros)):
        each.show_values()
        each.wait()
        assert len(each.values) == 9
    play.on_square("b2")
    assert not play.valuing
    assert play.values == {}
    play.stop()


def test_values_that_fail_are_no_end_of_the_game():
    """What went wrong is said, and the game goes on."""

    def values(state):
        raise ValueError("no idea")

    widget = play_widget(TicTacToe(), values=values)
    press(widget, {"do": "control", "name": "values"})
    widget.controller.wait()
    assert "could not be worked out" in widget.view["note"]
    assert "no idea" in widget.view["note"]
    assert widget.svg == board_svg(TicTacToe(), TicTacToe().initial)
    square(widget, "b2")
    assert widget.record.actions == ((1, 1),)


def test_clicks_and_answers_may_come_in_different_threads():
    """JupyterLab handles each widget's clicks in a thread of its own; the last word is right."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(40):
            widget = play_widget(TicTacToe(), first_action)
            thread = threading.Thread(target=square, args=(widget, "b2"))
            thread.start()
            thread.join()
            widget.controller.wait()
            with widget.controller.lock:
                assert names(widget.controller) == "b2 a3"
                assert widget.view["status"] == widget.controller.status
    finally:
        sys.setswitchinterval(before)


def test_python_without_threads_plays_as_well(monkeypatch):
    """As in a browser: players then think at once, and a long game is no deep recursion."""

    def refuse(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    widget = play_widget(Gomoku(), players={"X": first_action, "O": first_action}, pace=0)
    press(widget, {"do": "control", "name": "go"})
    assert widget.controller.over
    other = play_widget(TicTacToe(), first_action, seconds=5)
    square(other, "b2")
    assert names(other.controller) == "b2 a3"


def test_what_means_nothing_here_does_nothing():
    """Nor does the second half of a double click, meant for a board that has changed."""
    widget = play_widget(TicTacToe())
    before = widget.view
    assert "values" not in {name for name, _, _ in before["controls"]}
    controls = ({"do": "control", "name": name} for name in ("format", "values"))
    for message in ({}, *controls, {"do": "jump"}, {"do": "action", "name": "zz"}):
        press(widget, {**message, "turn": before["turn"]})
    assert widget.view == before
    for _ in range(2):
        press(widget, {"do": "square", "name": "b2", "turn": before["turn"]})
    assert widget.record.actions == ((1, 1),)
    assert widget.view["note"] == ""


# --- replay --------------------------------------------------------------------------------------


def test_a_replay_holds_every_board_and_a_line_for_each():
    """Each frame unpacks to the very board that `board_svg` draws; it begins where it should."""
    record = play_game(Gomoku(9), [random_player(Random(3)), random_player(Random(4))])
    moves = len(record.actions)
    assert (replay(record).at, replay(record, at=-1).at) == (0, moves)
    with pytest.raises(ValueError, match=f"the game has {moves} moves"):
        replay(record, at=moves + 1)
    story = replay_story(record)
    for runs, state, last in zip(
        story["frames"], record.states(), (None, *record.actions), strict=True
    ):
        assert unpacked(story["pieces"], runs) == board_svg(record.game, state, last=last)
    assert len(story["lines"]) == len(story["frames"])
    assert story["lines"][1].startswith(f"Move 1 of {moves}: X plays ")
    assert story["lines"][-1].endswith(f"{record.detail}.")
    whole = sum(len(unpacked(story["pieces"], runs)) for runs in story["frames"])
    assert len(json.dumps(story)) < whole / 3
    texts = ["", "<a/>", "<b>x</b><a/>", "no tag", "<a/><a/><b>x</b>"]
    pieces, frames = packed(texts)
    assert [unpacked(pieces, runs) for runs in frames] == texts
    assert packed([]) == ([], [])
