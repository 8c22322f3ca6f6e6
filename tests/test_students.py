"""Both forms of a student answer alike: functions in this process, and at the end of a pipe."""

import gc
import re
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from course_lib import Count, Nim, minimax_search, random_tree
from course_lib.checks import Before, Dice, NotebookStudent, Position, Secret, Student, Use, loaded
from course_lib.checks.answer import Strange
from course_lib.checks.clock import OutOfTime, within
from course_tools.grade.sandbox.inside import serving
from course_tools.grade.sandbox.pipe import PipeStudent

Start = Callable[..., Student]


@pytest.fixture(params=["notebook", "pipe"])
def start(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Start]:
    """Makes a student of this source, in each of the two forms."""
    with ExitStack() as stack:

        def made(source: str, *, guarded: bool = False) -> Student:
            if request.param == "notebook":
                return NotebookStudent(loaded(source, "<notebook>"), guarded=guarded)
            file = tmp_path / "answer.py"
            file.write_text(source, encoding="utf-8")
            process = serving.start(file, guarded=guarded)
            again = lambda: serving.start(file, guarded=guarded)  # noqa: E731 - used once
            return stack.enter_context(PipeStudent(process, again=again))

        yield made


def test_plain_data_comes_back_as_it_was(start: Start) -> None:
    """Tuples, lists, sets and None stay what they are, on the way there and back."""
    student = start("def same(value):\n    return value\n")
    for value in ([1, (2, None)], {(0, 1)}, frozenset({"a"}), {"k": [1.5]}, None, True, -3):
        answer = student.call("same", value)
        assert answer.value == value
        assert type(answer.value) is type(value)


def test_values_of_other_libraries_come_as_pythons_own(start: Start) -> None:
    """Numbers, truth and arrays of numpy, fractions, decimals, deques and views, nested too."""
    source = """
import numpy as np
from collections import Counter, deque
from decimal import Decimal
from fractions import Fraction

def give():
    return (np.int64(3), np.bool_(True), [np.float64(0.5)], np.array([[1, 2]]), Fraction(6, 2),
            Fraction(1, 4), Decimal("2"), deque([1]), {"k": np.int8(1)}.values(), Counter("a"),
            {np.int64(1)})
"""
    value = start(source).call("give").value
    assert value == (3, True, [0.5], [[1, 2]], 3, 0.25, 2, [1], [1], {"a": 1}, {1})
    assert value[1] is True


def test_games_states_dice_and_functions_cross_as_descriptions(start: Start) -> None:
    """A game is made again, a state parsed, dice are seeded, a function is found by its name."""
    source = """
def asked(game, state, rng, evaluate, depth=0):
    return repr(game), game.render(state), rng.random(), evaluate(2), depth

def double(number):
    return 2 * number
"""
    game = Count(6, 3)
    state = game.play("2")
    answer = start(source).call(
        "asked", game, Position(game, state), Dice(3), Use("double"), depth=4
    )
    from random import Random

    assert answer.value[1:] == (game.render(state), Random(3).random(), 4, 4)


def test_visits_are_counted_and_a_budget_stops(start: Start) -> None:
    """The count is `Watched`'s, and a search without an end stops by visits, not by the clock."""
    source = """
def walk(game, state):
    for action in game.actions(state):
        walk(game, game.result(state, action))

def forever(game, state):
    try:
        actions = game.actions(state)
        forever(game, game.result(state, actions[0]) if actions else game.initial)
    except Exception:
        return 1
"""
    student = start(source)
    game = Nim((1, 2))
    walked = student.call("walk", game, Position(game, game.initial), digest=True)
    assert walked.visits == sum(game.count(game.initial, 3))
    assert len(walked.digest) == 12
    stopped = student.call("walk", game, Position(game, game.initial), budget=3)
    assert stopped.out_of_budget
    assert stopped.visits == 3
    endless = student.call("forever", game, Position(game, game.initial), budget=50)
    assert endless.out_of_budget
    assert not endless.out_of_time


def test_the_clock_stops_what_no_budget_can(start: Start) -> None:
    """A loop that asks no game anything is stopped, though it swallows every exception."""
    source = """
def loop():
    while True:
        try:
            pass
        except Exception:
            pass

def fine():
    return 1
"""
    student = start(source)
    assert student.call("loop", seconds=0.2).out_of_time
    assert student.call("fine").value == 1


def test_errors_name_their_line_and_printing_is_kept(start: Start) -> None:
    """An exception tells its type, its words and the student's line; what is printed is kept."""
    source = """
def crash(board):
    print("hello")
    return board[7]
"""
    answer = start(source).call("crash", [1])
    assert answer.error is not None
    assert (answer.error.type, answer.error.line) == ("IndexError", 4)
    assert answer.error.code == "return board[7]"
    assert answer.printed == "hello\n"


def test_a_missing_function_and_a_stub_are_told_apart_from_a_crash(start: Start) -> None:
    """Both count as not attempted, an error does not."""
    student = start(
        "def stub():\n    raise NotImplementedError\n\ndef bad():\n    raise KeyError\n"
    )
    assert student.call("nothing").missing
    assert student.call("stub").not_attempted
    assert not student.call("bad").not_attempted


def test_changed_and_shared_boards_are_seen(start: Start) -> None:
    """A script sees a board that was changed at once, given back itself, or changed later."""
    source = """
KEPT = []

def write(board):
    board[0] = "X"
    return board

def keep(value):
    KEPT.append(value)
    return KEPT
"""
    student = start(source)
    answer = student.call("write", [None])
    assert answer.afterwards == (["X"],)
    assert answer.same_as == 0
    first, _ = student.script([("keep", 1), ("keep", 2)])
    assert first.value == [1]
    assert first.at_end == [1, 2]
    one, two = student.script([("keep", 3), ("write", Before(0))])
    assert one.at_end[0] == "X"
    assert two.value[0] == "X"


def test_what_is_no_plain_data_is_described(start: Start) -> None:
    """A generator, a huge list, a deep list and an object with a hostile repr are only named."""
    source = """
class Odd:
    def __repr__(self):
        raise ValueError

def give(kind):
    if kind == "deep":
        value = []
        for _ in range(500):
            value = [value]
        return value
    return {"generator": (x for x in ()), "huge": [0] * 10**6, "odd": Odd(), "long": 10**5000}[kind]
"""
    student = start(source)
    for kind in ("generator", "huge", "odd", "deep", "long"):
        assert isinstance(student.call("give", kind).value, Strange)


def test_a_secret_tree_answers_leaf_by_leaf(start: Start) -> None:
    """The grader sees which leaves were looked at, and the value is found without the tree."""
    from random import Random

    source = """
def minimax(game, state):
    if game.is_terminal(state):
        return game.utility(state, "MAX")
    values = [minimax(game, game.result(state, a)) for a in game.actions(state)]
    return max(values) if game.to_move(state) == "MAX" else min(values)

def first(game, state):
    return game.utility(game.result(game.result(state, 0), 1), "MAX")

def shown(game, state):
    return repr(game.tree)
"""
    student = start(source)
    tree = random_tree(4, 3, Random(5))
    secret = Secret(tree.tree)
    answer = student.call("minimax", secret, ())
    assert answer.value == minimax_search(tree, ())[0]
    assert len(answer.leaves) == 81
    small = Secret([[3, 12, 8], [2, 4, 6]])
    assert student.call("first", small, ()).leaves == ((0, 1),)
    assert "12" not in student.call("shown", small, ()).value
    with pytest.raises(ValueError, match="2,000"):
        Secret([0] * 2_000)


def test_the_librarys_searches_are_out_of_reach_when_guarded(start: Start) -> None:
    """No import, no name imported before, no player gets at them; afterwards all is well."""
    source = """
from course_lib import minimax_player
import course_lib

def by_import(game, state):
    from course_lib.search import minimax_search
    return minimax_search(game, state)[0]

def by_name(game, state):
    return course_lib.minimax_search(game, state)[0]

def by_player(game, state):
    return minimax_player()(game, state)

def by_careless(game, state):
    from course_lib.lessons.careless import careless_search
    return careless_search(game, state)[0]

def by_engine(game, state):
    import course_tools.engines.mcts

def by_what_is_lent(game, state):
    from course_lib.checks.backing_up import backed_up
    return backed_up(None, None, None, game, state)
"""
    game = Count(3, 2)
    student = start(source, guarded=True)
    for name in re.findall(r"def (by_\w+)", source):
        error = student.call(name, game, Position(game, game.initial)).error
        assert error is not None
        assert error.type == "ImportError"
        assert "the one you wrote" in error.message
    assert minimax_search(game, game.initial)[0] == -1


def test_what_shows_and_plays_is_never_refused(start: Start) -> None:
    """While searches are out of reach, an answer may still show, play and watch in both forms."""
    source = """
from random import Random
from course_lib import (TicTacToe, check_game, minimax_player, play_game, random_player, tournament,
                        watch)
from course_lib.views import compare, draw_tree, play_widget, show, step_through

def first(game, state):
    return game.actions(state)[0]

def all_of_it(game, state):
    game, rng = TicTacToe(), Random(1)
    players = {"first": first, "random": random_player(rng)}
    show(game, game.initial), play_widget(game), play_game(game, list(players.values()))
    tournament(players, game, games=2, seed=1), check_game(game, rng)
    draw_tree(watch(first, game, game.initial)), step_through(first, game, game.initial)
    compare({"one": first, "other": first}, game, game.initial)
    minimax_player()
    return "all of it"
"""
    game = Count(3, 2)
    answer = start(source, guarded=True).call("all_of_it", game, Position(game, game.initial))
    assert answer.error is None
    assert answer.value == "all of it"


def test_a_process_that_is_gone_is_started_again_or_told(tmp_path: Path) -> None:
    """`os._exit` in a function is no answer; with `again` the next call works."""
    file = tmp_path / "answer.py"
    file.write_text("import os\ndef leave():\n    os._exit(0)\ndef fine():\n    return 1\n")
    with PipeStudent(serving.start(file), again=lambda: serving.start(file)) as student:
        assert student.call("leave").error is not None
        assert student.call("fine").value == 1
    with PipeStudent(serving.start(file)) as student:
        student.call("leave")
        error = student.call("fine").error
        assert error is not None
        assert "ended" in error.message


@pytest.mark.parametrize(
    "line",
    [
        "print('nonsense', flush=True)",
        "print('{\"leaf\": [0]}', flush=True)",
        "print('x' * 2_000_000)",
    ],
)
def test_a_process_that_does_not_keep_to_the_messages_gives_no_answer(line: str) -> None:
    """Nonsense, an unasked question and an endless line end the process, not the grader."""
    process = subprocess.Popen(
        [sys.executable, "-c", f"input(); {line}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with PipeStudent(process) as student:
        error = student.call("anything").error
        assert error is not None
        assert error.type == "NoAnswer"


def test_printing_past_python_does_not_disturb_the_pipe(tmp_path: Path) -> None:
    """What a function writes to the program's own output gets lost, and the answer comes."""
    file = tmp_path / "answer.py"
    file.write_text("import os\ndef loud():\n    os.write(1, b'{}\\n')\n    return 5\n")
    with PipeStudent(serving.start(file)) as student:
        assert student.call("loud").value == 5


def test_calls_can_still_be_watched_after_the_clock_was_used() -> None:
    """A watchdog leaves nothing behind in its thread on which Python would hang."""
    code = """
import sys
import threading
import time
from course_lib.checks.clock import OutOfTime, within

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
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "stopped watched"


@pytest.mark.parametrize("body", ["pass", "swallow()", "deep()"])
@pytest.mark.parametrize("thread", [False, True])
def test_a_loop_is_stopped_in_every_thread(body: str, *, thread: bool) -> None:
    """By a timer, by what Python reports, or by a thread that looks: none lets one go on."""
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
