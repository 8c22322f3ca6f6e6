"""Both forms of a student answer alike: functions in this process, and at the end of a pipe."""

import gc
import signal
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from console import ran
from lesson_output import asked

from autograder_tests.cases import Dice, Position, Secret, Use
from course_lib import Count, Nim, minimax_search, random_tree
from course_lib.checks.calling import Request, Strange, Student
from course_lib.checks.evidence import NotebookStudent
from course_lib.checks.keeping import loaded
from course_lib.play.clock import OutOfTime, within
from course_tools.grader.sandbox.pipe import PipeStudent, serving

SOURCE = """
import numpy as np
from collections import Counter, deque
from decimal import Decimal
from fractions import Fraction
from random import Random

import course_lib
from course_lib import (TicTacToe, check_game, minimax_player, play_game, random_player, tournament,
                        watch)
from course_lib.views import compare, draw_tree, play_widget, show, step_through

KEPT = []

def same(value):
    return value

def of_other_libraries():
    return (np.int64(3), np.bool_(True), [np.float64(0.5)], np.array([[1, 2]]), Fraction(6, 2),
            Fraction(1, 4), Decimal("2"), deque([1]), {"k": np.int8(1)}.values(), Counter("a"),
            {np.int64(1)})

def described(game, state, rng, evaluate, depth):
    return repr(game), game.render(state), rng.random(), evaluate(2), depth

def double(number):
    return 2 * number

def walk(game, state):
    for action in game.actions(state):
        walk(game, game.result(state, action))

def forever(game, state):
    try:
        actions = game.actions(state)
        forever(game, game.result(state, actions[0]) if actions else game.initial)
    except Exception:
        return 1

def loop():
    while True:
        try:
            pass
        except Exception:
            pass

def crash(board):
    print("hello")
    return board[7]

def stub():
    raise NotImplementedError

def write(board):
    board[0] = "X"
    return board

def upto(number):
    calls.append(number)
    while number == 4:
        pass
    return len(calls)


calls = []


def keep(value):
    KEPT.append(value)
    return KEPT

class Odd:
    def __repr__(self):
        raise ValueError

def strange(kind):
    if kind == "deep":
        value = []
        for _ in range(500):
            value = [value]
        return value
    return {"generator": (x for x in ()), "huge": [0] * 10**6, "odd": Odd(), "long": 10**5000}[kind]

def minimax(game, state):
    if game.is_terminal(state):
        return game.utility(state, "MAX")
    values = [minimax(game, game.result(state, a)) for a in game.actions(state)]
    return max(values) if game.to_move(state) == "MAX" else min(values)

def one_leaf(game, state):
    return game.utility(game.result(game.result(state, 0), 1), "MAX")

def tree_shown(game, state):
    return repr(game.tree)

def first(game, state):
    return game.actions(state)[0]

def shows_and_plays(game, state):
    game, rng = TicTacToe(), Random(1)
    players = {"first": first, "random": random_player(rng)}
    show(game, game.initial), play_widget(game), play_game(game, list(players.values()))
    tournament(players, game, games=2, seed=1), check_game(game, rng)
    draw_tree(watch(first, game, game.initial)), step_through(first, game, game.initial)
    compare({"one": first, "other": first}, game, game.initial)
    minimax_player()
    return "all of it"
"""
CARELESS = "from course_lib.lessons.lesson_03.careless import careless_search"
LENT = "from course_lib.lessons.lending import LENT"
REACHES = {
    "by_import": ("from course_lib.search import minimax_search", "minimax_search(game, state)[0]"),
    "by_name": ("pass", "course_lib.minimax_search(game, state)[0]"),
    "by_careless": (CARELESS, "careless_search(game, state)[0]"),
    "by_class": ("from course_lib.search.values import Minimax", "Minimax(game).value(state)"),
    "by_what_is_lent": (LENT, "LENT['02']['minimax_value'](game, state)"),
}
"""What an answer may try to get at the library's searches: a statement, and what it returns."""

for _name, (_first, _given) in REACHES.items():
    SOURCE += f"\ndef {_name}(game, state):\n    {_first}\n    return {_given}\n"

COUNT, NIM = Count(6, 3), Nim((1, 2))
AT_COUNT, AT_NIM = Position(COUNT, COUNT.initial), Position(NIM, NIM.initial)


@pytest.fixture(scope="module", params=["notebook", "pipe"])
def student(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Iterator[Student]:
    """The student with all these functions, in each of the two forms, without the searches."""
    if request.param == "notebook":
        yield NotebookStudent(loaded(SOURCE, "<notebook>"))
        return
    file = tmp_path_factory.mktemp("pipe") / "answer.py"
    file.write_text(SOURCE, encoding="utf-8")
    with PipeStudent(serving(file)) as at_the_pipe:
        yield at_the_pipe


def test_plain_data_comes_back_as_it_was(student: Student) -> None:
    """Tuples, lists, sets and None stay what they are, on the way there and back."""
    for value in ([1, (2, None)], {(0, 1)}, frozenset({"a"}), {"k": [1.5]}, None, True, -3):
        answer = asked(student, "same", value)
        assert answer.value == value
        assert type(answer.value) is type(value)


def test_values_of_other_libraries_come_as_pythons_own(student: Student) -> None:
    """Numbers, truth and arrays of numpy, fractions, decimals, deques and views, nested too."""
    value = asked(student, "of_other_libraries").value
    assert value == (3, True, [0.5], [[1, 2]], 3, 0.25, 2, [1], [1], {"a": 1}, {1})
    assert value[1] is True


def test_games_states_dice_and_functions_cross_as_descriptions(student: Student) -> None:
    """A game is made again, a state parsed, dice are seeded, a function is found by its name."""
    state = COUNT.play("2")
    arguments = (COUNT, Position(COUNT, state), Dice(3), Use("double"))
    value = asked(student, "described", *arguments, 4).value
    assert value[1:] == (COUNT.render(state), Random(3).random(), 4, 4)


def test_visits_are_counted_and_a_budget_stops(student: Student) -> None:
    """The count is `Watched`'s, and a search without an end stops by visits, not by the clock."""
    walked = asked(student, "walk", NIM, AT_NIM, digest=True)
    assert walked.visits == sum(NIM.count(NIM.initial, 3))
    assert len(walked.digest) == 12
    stopped = asked(student, "walk", NIM, AT_NIM, budget=3)
    assert (stopped.out_of_budget, stopped.visits) == (True, 3)
    endless = asked(student, "forever", NIM, AT_NIM, budget=50)
    assert (endless.out_of_budget, endless.out_of_time) == (True, False)


def test_the_clock_stops_what_no_budget_can(student: Student) -> None:
    """A loop that asks no game anything is stopped, though it swallows every exception."""
    assert asked(student, "loop", seconds=0.2).out_of_time
    assert asked(student, "double", 2).value == 4


def test_of_calls_in_turn_none_is_made_after_one_that_is_stopped(student: Student) -> None:
    """All are made once and in order, several at a time; who asks for more goes on after it."""
    before = asked(student, "upto", 0).value
    requests = (Request((f"upto({number})",), seconds=0.3) for number in range(8))
    in_turn = student.in_turn(requests)
    answers = [next(in_turn) for _ in range(5)]
    assert [answer.value for answer in answers[:4]] == [before + made for made in range(1, 5)]
    assert answers[4].out_of_time
    assert asked(student, "upto", 0).value == before + 6
    assert [answer.value for answer in in_turn] == [before + made for made in range(7, 10)]


def test_errors_name_their_line_and_printing_is_kept(student: Student) -> None:
    """An exception tells type and line; a missing function and a stub are told apart from it."""
    answer = asked(student, "crash", [1])
    assert answer.error is not None
    line = SOURCE.splitlines().index("    return board[7]") + 1
    assert (answer.error.type, answer.error.line) == ("IndexError", line)
    assert answer.error.code == "return board[7]"
    assert answer.printed == "hello\n"
    assert not answer.not_attempted
    assert asked(student, "nothing").missing == ""
    assert asked(student, "stub").not_attempted


def test_changed_and_shared_boards_are_seen(student: Student) -> None:
    """A board is seen that was changed at once, given back itself, or changed by a later call."""
    answer = asked(student, "write", [None])
    assert (answer.afterwards, answer.same_as) == ((["X"],), 0)
    first = student.call("keep(1)", again="keep(2)")
    assert (first.value, first.at_end) == ([1], [1, 2])


@pytest.mark.parametrize("kind", ["generator", "huge", "odd", "deep", "long"])
def test_what_is_no_plain_data_is_described(student: Student, kind: str) -> None:
    """A generator, a huge list, a deep list and an object with a hostile repr are only named."""
    assert isinstance(asked(student, "strange", kind).value, Strange)


def test_a_secret_tree_answers_leaf_by_leaf(student: Student) -> None:
    """The grader sees which leaves were looked at, and the value is found without the tree."""
    tree = random_tree(4, 3, Random(5))
    answer = asked(student, "minimax", Secret(tree.tree), ())
    assert answer.value == minimax_search(tree, ())[0]
    assert len(answer.leaves) == 81
    small = Secret([[3, 12, 8], [2, 4, 6]])
    assert asked(student, "one_leaf", small, ()).leaves == ((0, 1),)
    assert "12" not in asked(student, "tree_shown", small, ()).value
    with pytest.raises(ValueError, match="2,000"):
        asked(student, "minimax", Secret([0] * 2_000), ())


@pytest.mark.parametrize("name", REACHES)
def test_the_librarys_searches_are_out_of_reach_when_guarded(student: Student, name: str) -> None:
    """No import, no name imported before, no player gets at them; afterwards all is well."""
    error = asked(student, name, COUNT, AT_COUNT, lesson="02").error
    assert error.type == "OutOfReach"
    assert "the one you wrote" in error.message
    assert minimax_search(Count(3, 2), Count(3, 2).initial)[0] == -1


def test_what_shows_and_plays_is_never_refused(student: Student) -> None:
    """While searches are out of reach, an answer may still show, play and watch in both forms."""
    answer = asked(student, "shows_and_plays", COUNT, AT_COUNT, lesson="02")
    assert answer.error is None
    assert answer.value == "all of it"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A student's file whose functions end the process, or write past Python."""
    file = tmp_path / "answer.py"
    leave = "import os\ndef leave():\n    os._exit(0)\ndef fine():\n    return 1\n"
    file.write_text(f"{leave}def loud():\n    os.write(1, b'{{}}\\n')\n    return 5\n")
    return file


def test_a_process_that_is_gone_is_started_again_or_told(file: Path) -> None:
    """`os._exit` in a function is no answer; with `again` the next call works.

    What a function writes to the program's own output gets lost, and the answer comes.
    """
    with PipeStudent(serving(file), again=lambda: serving(file)) as student:
        assert (asked(student, "loud").value, student.tampering) == (5, [])
        assert asked(student, "leave").error is not None
        assert asked(student, "fine").value == 1
        names = ("fine", "fine", "leave", "fine", "fine")
        answers = student.in_turn(Request((f"{name}()",)) for name in names)
        assert [answer.value for answer in answers] == [1, 1, None, 1, 1]
    with PipeStudent(serving(file)) as student:
        asked(student, "leave")
        assert "ended" in asked(student, "fine").error.message


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="without signals nothing rings there")
@pytest.mark.parametrize(("room", "heard"), [("subprocess", "done"), ("__main__", "OutOfTime")])
def test_the_clock_does_not_ring_where_nobody_would_hear(room: str, heard: str) -> None:
    """In a `__del__` of Python's own it rings later; one that a student wrote is stopped."""
    told: list[str] = []
    names: dict[str, Any] = {"__name__": room, "told": told, "process_time": time.process_time}
    late = """
class Late:
    def __del__(self):
        try:
            end = process_time() + 0.3
            while process_time() < end:
                pass
            told.append("done")
        except BaseException as stopped:
            told.append(type(stopped).__name__)
"""
    exec(late, names)  # noqa: S102 - the lines above

    def goes_on() -> None:
        names["Late"]()
        while True:
            pass

    with pytest.raises(OutOfTime):
        within(0.05, goes_on)
    assert told == [heard]


def test_calls_can_still_be_watched_after_the_clock_was_used() -> None:
    """A watchdog leaves nothing behind in its thread on which Python would hang."""
    code = """
import sys
import threading
import time
from course_lib.play.clock import OutOfTime, within

def forever():
    while True:
        pass

within(5, lambda: None)
try:
    within(0.05, forever)
except OutOfTime:
    print("stopped", end=" ")
sys.setprofile(lambda *event: None)
within(5, lambda: None)
print("watched")
"""
    done = ran(sys.executable, "-c", code, timeout=60, check=True)
    assert done.stdout.strip() == "stopped watched"


@pytest.mark.parametrize("body", ["pass", "swallow()", "deep()"])
@pytest.mark.parametrize(
    "thread",
    [
        False,
        pytest.param(
            True,
            marks=pytest.mark.skipif(
                sys.version_info < (3, 12), reason="Python 3.11 tells nobody of loops in threads"
            ),
        ),
    ],
)
def test_a_loop_is_stopped_in_every_thread(body: str, *, thread: bool) -> None:
    """By a timer, or by what Python reports: neither lets one go on."""
    source = f"""
def swallow():
    try:
        1 / 0
    except Exception:
        pass

def deep():
    try:
        deep()
    except RecursionError:
        pass

def loop():
    while True:
        {body}
"""
    loop, found = loaded(source)["loop"], []

    def run() -> None:
        try:
            found.append(within(0.05, loop))
        except OutOfTime:
            found.append("stopped")
        found.append(within(5, lambda: 42))

    if thread:
        other = threading.Thread(target=run)
        other.start()
        other.join(60)
    else:
        run()
    assert found == ["stopped", 42]


def test_waiting_has_a_limit_of_its_own_and_computing_is_what_counts() -> None:
    """Sleeping costs none of the seconds, and ends all the same; a call in a call has its own."""
    assert within(0.05, lambda: time.sleep(0.1), wall=60) is None
    with pytest.raises(OutOfTime):
        within(60, lambda: time.sleep(60), wall=0.05)

    def outer() -> str:
        with pytest.raises(OutOfTime):
            within(60, lambda: time.sleep(60), wall=0.02)
        return "the outer one goes on"

    assert within(60, outer) == "the outer one goes on"


@pytest.mark.parametrize("callback", ["garbage", "weak set"])
def test_a_call_is_stopped_though_its_time_is_over_in_a_callback(callback: str) -> None:
    """There an exception would be lost; pytest itself fails on one that is."""
    gc.collect()  # what other tests have left brings callbacks of its own
    long = 0.05

    def busy(*_: object) -> None:
        end = time.process_time() + 3 * long
        while time.process_time() < end:
            pass

    class Slow(set[object]):
        discard = busy

    class Thing:
        pass

    def forever() -> None:
        things: weakref.WeakSet[Thing] = weakref.WeakSet()
        if callback == "garbage":
            gc.collect()
        else:
            vars(things)["data"] = Slow()
            things.add(Thing())  # it is gone at once
        while True:
            pass

    if callback == "garbage":
        gc.callbacks.append(busy)
    try:
        with pytest.raises(OutOfTime):
            within(long, forever)
    finally:
        gc.callbacks[:] = [each for each in gc.callbacks if each is not busy]
