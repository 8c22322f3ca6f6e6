"""Playing at a board, without a browser: clicks, answers, faults, undo, records."""

import contextlib
import json
import re
import signal
import threading
import time
from functools import partial
from random import Random
from types import SimpleNamespace

import pytest
from simple_players import clicked, first_action, forever, names, stubborn
from test_views_boards import DRAWN

from course_lib import PASS, RESIGN, GameRecord, alphabeta_player, play_game, random_player
from course_lib.games import ConnectFour, Gomoku, Havannah, ThreeMusketeers, TicTacToe, compact
from course_lib.views import board_svg, play_widget, replay, show, widgets
from course_lib.views.playing import PlayController
from course_lib.views.replaying import packed, replay_story

FOUR = ThreeMusketeers("M G . / . . . / . . M")


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


def press(widget, content):
    """What happens when the browser sends this."""
    widget._handle_custom_msg(content, [])


def square(widget, name):
    """Click a square of the board that is shown."""
    press(widget, {"do": "square", "name": name, "turn": widget.view["turn"]})


def unpacked(pieces, runs):
    """The text of one frame of a replay, as the browser puts it together."""
    pairs = zip(runs[::2], runs[1::2], strict=True)
    return "".join("".join(pieces[first : first + count]) for first, count in pairs)


# --- clicks --------------------------------------------------------------------------------------


def test_a_click_that_plays_nothing_is_answered_in_a_sentence():
    """Of a square it says that alone; out of turn and after the end it says why."""
    play = clicked(people(), "b2 b2")
    assert names(play) == "b2"
    assert play.note == "b2 can't be played now."
    assert clicked(play, "a1").note == ""
    assert "not your turn" in clicked(against(changes_the_state), "b2 a1").note
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
    assert play.note == "a3-a2 can't be played now."
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


# --- players that answer -------------------------------------------------------------------------


@contextlib.contextmanager
def interrupted(seconds, presses=1):
    """What happens when somebody presses the button that interrupts a kernel, or so many times."""

    def press():
        for _ in range(presses):
            signal.raise_signal(signal.SIGINT)
            time.sleep(0.0005)

    timer = threading.Timer(seconds, press)
    timer.start()
    try:
        yield
    finally:
        timer.join()


@pytest.mark.parametrize("player", [forever, stubborn])
def test_an_interrupt_stops_a_player_without_end(player):
    """The position stays, the note has the line, and the player can be asked again or undone."""
    play = against(player)
    with interrupted(0.2):
        play.on_square("b2")
    assert re.fullmatch(
        rf"O \({player.__name__}\) was interrupted \(line \d+ of {player.__name__}\)", play.note
    )
    assert (names(play), play.stuck, play.thinking) == ("b2", True, False)
    assert play.status == f"No move came from O ({player.__name__}). Try again, or undo."
    with interrupted(0.2):
        play.go()
    assert play.stuck
    play.undo()
    assert (names(play), play.note, play.your_turn) == ("", "", True)


def test_an_interrupt_reaches_a_player_though_the_click_came_in_another_thread(monkeypatch):
    """As from kernels with subshells: the work is handed to the main thread, as they all have it.

    Between cells a kernel ignores interrupts; meanwhile this one must not, and then again. Who
    presses the button many times hits the player alone, and the board is shown whole.
    """
    ahead = []
    later = SimpleNamespace(add_callback=lambda *call: ahead.append(partial(*call)))
    kernel = SimpleNamespace(io_loop=later)
    monkeypatch.setattr(widgets, "get_ipython", lambda: SimpleNamespace(kernel=kernel))
    widget = play_widget(TicTacToe(), forever)
    thread = threading.Thread(target=square, args=(widget, "b2"))
    thread.start()
    thread.join()
    assert widget.record.actions == ()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interrupted(0.2, presses=100):
            ahead.pop()()
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    assert "was interrupted" in widget.view["note"]
    assert widget.view["controls"][0] == ("go", "Try again", True)


def test_the_clock_stops_a_player_and_a_game_without_end():
    """With the line in which it hung; the game can go on."""

    class Endless(TicTacToe):
        def result(self, state, action):
            return super().result(state, action) if action != (1, 1) else forever(self, state)

    play = clicked(against(forever, seconds=0.2), "b2")
    assert play.note.startswith("O (forever) was stopped: one move took more than 0.2 s (line ")
    play.undo()
    play = clicked(PlayController(Endless(), {"X": None, "O": None}, seconds=0.2), "b2 a1")
    assert names(play) == "a1"
    assert "took more than 0.2 s" in clicked(play, "b2").note


def test_how_long_a_player_thought_is_told():
    """Unless it was no time at all."""

    def slow(game, state):
        time.sleep(0.2)
        return game.actions(state)[0]

    play = clicked(against(slow), "b2")
    assert re.fullmatch(r"O played a3 after \d+\.\d s\. Your turn: you play X\.", play.status)
    assert "after" not in clicked(against(first_action), "b2").status


@pytest.mark.parametrize(
    ("player", "words"),
    [
        (lambda game, state: None, "is a `return` missing in the player?"),
        (lambda game, state: (1, 1), "b2 = (1, 1), which is not legal here"),
        (changes_the_state, "TypeError"),
        *((raises(e), e.__name__) for e in (SystemExit, MemoryError)),
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


# --- undo ----------------------------------------------------------------------------------------


def test_undo_takes_back_to_your_last_turn():
    """Your move and the answer go together; between people it is one move."""
    play = clicked(against(first_action), "b2 c1")
    play.undo()
    assert names(play) == "b2 a3"
    play.undo()
    assert (names(play), play.can_undo) == ("", False)
    alone = clicked(people(), "b2 a1")
    alone.undo()
    assert names(alone) == "b2"
    second = PlayController(TicTacToe(), {"X": first_action, "O": None})
    second.go()
    assert (names(second), second.can_undo) == ("a3", False)  # your first turn is still to come


# --- who plays -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "error", "words"),
    [
        ({"you_play": "X"}, ValueError, "nobody plays O: give an opponent"),
        ({"opponent": first_action, "you_play": "Z"}, ValueError, "no player is called 'Z'"),
        ({"opponent": alphabeta_player}, TypeError, "which makes players"),
    ],
)
def test_seats_are_explained_when_they_make_no_game(asked, error, words):
    """A side that nobody plays, an unknown side, what is no player."""
    with pytest.raises(error, match=words):
        play_widget(TicTacToe(), **asked)
    widget = play_widget(TicTacToe(), first_action, you_play="O")
    assert (widget.record.actions, widget.record.players["O"]) == (((0, 0),), "a person")


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
    """The board, the sentence, and which controls would do something; also while a player thinks.

    Then none does, as the kernel is busy, and the board knows how to stop it.
    """
    seen = []

    def looking(game, state):
        seen.append(widget.view)
        return first_action(game, state)

    widget = play_widget(TicTacToe(), looking)
    assert widget.svg == board_svg(TicTacToe(), TicTacToe().initial)
    able = {name: on for name, _, on in widget.view["controls"]}
    assert able == {"go": False, "undo": False, "new": True, "resign": True}
    square(widget, "b2")
    [thinking] = seen
    assert thinking["status"] == "X played b2. O (looking) to move, thinking..."
    assert not any(on for _, _, on in thinking["controls"])
    assert "interrupt the kernel" in thinking["waiting"]
    assert (widget.view["status"], widget.view["waiting"]) == (
        "O played a3. Your turn: you play X.", ""
    )  # fmt: skip
    assert widget.svg == board_svg(TicTacToe(), widget.state, last=(0, 0))
    assert widget.record.actions == ((1, 1), (0, 0))
    json.dumps(widget.view)
    press(widget, {"do": "control", "name": "resign"})
    assert widget.view["status"] == "X resigned: O won."
    press(widget, {"do": "control", "name": "new"})
    assert widget.record.actions == ()


def value_labels(svg):
    """The values written on a board, each with whether it has the ring of the best."""
    above = svg.split('<g pointer-events="none"')[1]
    labels = re.findall(r'stroke-width="(\d)"/><text[^>]*>([^<]*)<', above)
    return [(words, ring == "3") for ring, words in labels]


def test_a_board_shows_what_its_actions_are_worth():
    """Every column's value where the stone would lie, and the best with a ring."""
    game = ConnectFour()
    state = game.play("44444412212112335577333")
    values = dict(zip(game.actions(state), (3, -4, 0, 3, -2), strict=False))
    picture = show(game, state, values=values)
    svg, first = picture.svg, game.action_name(next(iter(values)))
    best = max(values.values())
    expected = [(f"{value:+}" if value else "0", value == best) for value in values.values()]
    assert value_labels(svg) == expected
    assert all(f"values: {first} " in heard for heard in (svg, picture.alt))
    # A pass can't be written on any square; a step is written between its two.
    plain = show(FOUR, FOUR.initial).svg
    assert show(FOUR, FOUR.initial, values={PASS: 1}).svg == plain
    steps = dict.fromkeys(FOUR.actions(FOUR.initial), 1)
    assert show(FOUR, FOUR.initial, values=steps).svg != plain


def test_what_means_nothing_here_does_nothing():
    """Nor does the second half of a double click, meant for a board that has changed."""
    widget = play_widget(TicTacToe())
    before = widget.view
    controls = ({"do": "control", "name": name} for name in ("format", "undo"))
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
    assert (replay(record).step, replay(record, at=-1).step) == (0, moves)
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
