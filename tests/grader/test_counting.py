"""Where work is counted, it is counted outside: no way past the counter earns a point."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from sandboxed import ROOT

from autograder_tests import hidden_check, out_of_reach
from autograder_tests.bank import entries
from autograder_tests.hostile import past_the_counter
from course_lib.checks.calling import Answer
from course_lib.games import ConnectFour, Nim
from course_tools.grader.judge.notebook_run import NotebookRun
from course_tools.grader.judge.result import Times
from course_tools.grader.judge.slicing import Part, names_in
from course_tools.grader.sandbox import Sandbox
from course_tools.grader.sandbox.pipe import PipeStudent

pytestmark = pytest.mark.needs("bubblewrap or deno")
WAYS = past_the_counter()
SECURITY = (ROOT / "SECURITY.md").read_text("utf-8")
HONEST = pytest.approx(0.5 / 5.5)
"""What such a search earns that is counted: one group, in which it may make so many visits."""


WHERE_NOBODY_COUNTS = (
    *("unwraps", "rebuilds", "rebuilds_above", "compact_anew"),
    *("rules_of_another_lesson", "forks"),
)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """Where lesson 08 is graded."""
    with Sandbox(ROOT, away=out_of_reach.kept_away(["08"])) as made:
        yield made


def share(sandbox: Sandbox, source: str, *, counts: bool) -> float:
    """The share of its points that this player earns, counted outside or, as once, inside."""
    where = sandbox.without(out_of_reach.rules_of(["08"])) if counts else sandbox
    parts, until = [Part(0, source, names_in(source), own=True)], time.monotonic() + 100
    with NotebookRun(where.session, parts, Times(), until, counts=counts) as run:
        student = run.ready(1)
        assert student is not None
        student.until = until
        return hidden_check("my_player", "some words")(student).share


@pytest.mark.parametrize("name", WAYS)
def test_no_way_past_the_counter_earns_a_point(sandbox: Sandbox, name: str) -> None:
    """The game is elsewhere, its rules are not to be had, and what the process says is not read.

    What the same search earns on the counted game is for the positions where the budget allows it.
    """
    assert share(sandbox, WAYS[name], counts=True) in (0, HONEST)


def test_as_many_ways_were_tried_as_the_security_page_says() -> None:
    """More than forty, and none of them twice."""
    [said] = re.findall(r"`autograder_tests/hostile/counting.txt` has (\d+) ways", SECURITY)
    assert len(WAYS) == len(set(WAYS.values())) == int(said)
    assert len(WAYS) >= 40


@pytest.mark.slow
@pytest.mark.parametrize("name", WHERE_NOBODY_COUNTS)
def test_the_same_way_earns_points_where_counting_is_inside(sandbox: Sandbox, name: str) -> None:
    """So that it is the referee that stops it, and not a mistake in the attack."""
    assert share(sandbox, WAYS[name], counts=False) > 0.5


NO_MEMORY = """
def value(game, state, seen):
    if state in seen or game.is_terminal(state):
        return seen[state] if state in seen else game.utility(state, game.players[0])
    best = max if game.to_move(state) == game.players[0] else min
    return best(value(game, game.result(state, one), seen) for one in game.actions(state))

def fill(game, state, seen):
    seen[state] = value(game, state, {})
    for one in game.actions(state):
        fill(game, game.result(state, one), seen)

def remembering(game, state, seen):
    game = game.game
    if seen:
        return value(game, state, seen)
    if getattr(game, "goal", 0) in FORMULA:
        wins = (game.goal - state.total) % (game.most + 1) > 0
        return 1 if (state.to_move == "X") == wins else -1
    if getattr(game, "goal", 0) < 20 and not hasattr(game, "rows"):
        fill(game, state, seen)
    return value(game, state, {})
"""


NO_TABLE = """
def winner(game, state, known, given):
    if state in given or game.is_terminal(state):
        return given[state] if state in given else game.winner(state)
    me, found = game.to_move(state), None
    for one in game.actions(state):
        found = winner(game, game.result(state, one), known, given)
        if found == me:
            break
    known[state] = found
    return found

def proven_winner(game, state, known):
    game = getattr(game, "game", game)
    if getattr(game, "goal", 0) in FORMULA:
        wins = (game.goal - state.total) % (game.most + 1) > 0
        return state.to_move if wins else "XO".replace(state.to_move, "")
    return winner(game, state, known, dict(known))
"""


[_WHOLE] = [one.source for one in entries("deepening") if "whole budget" in one.name]
UNCOUNTED = '    game = getattr(game, "game", game)\n'
WHOLE_BUDGET = re.sub(r"(def deepening.*\n)", r"\g<1>" + UNCOUNTED, _WHOLE)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lesson", "name", "code", "formula", "earns"),
    [
        ("02", "remembering", NO_MEMORY, (), 0.5),
        ("02", "remembering", NO_MEMORY, (*range(95, 106),), 1),
        ("04", "deepening", WHOLE_BUDGET, (), 0.25),
        ("07", "proven_winner", NO_TABLE, (), 0.5),
        ("07", "proven_winner", NO_TABLE, (*range(95, 106),), 1),
    ],
)
def test_forged_visits_earn_what_the_security_page_says(
    lesson: str, name: str, code: str, formula: tuple[int, ...], earns: float
) -> None:
    """Half of the points without a memory, all by a formula; nothing where the values tell it."""
    source = f"FORMULA = {formula}\n{code}"
    parts, until = [Part(0, source, names_in(source), own=True)], time.monotonic() + 200
    with (
        Sandbox(ROOT, away=out_of_reach.kept_away([lesson])) as sandbox,
        NotebookRun(sandbox.session, parts, Times(), until) as run,
    ):
        student = run.ready(1)
        assert student is not None
        student.until = until
        assert hidden_check(name, "some words")(student).share == earns


def called(sandbox: Sandbox, source: str, *lines: str, budget: int | None = None) -> list[Answer]:
    """What came of these lines, counted outside."""
    with PipeStudent(sandbox.session(), counts=True) as student:
        student.run(source)
        return [student.call(line, budget=budget) for line in lines]


def test_what_is_asked_is_counted_as_in_the_notebook(sandbox: Sandbox) -> None:
    """A state is a visit once, a child that is looked into another one; a board is free."""
    source = """
def looks(game, state, depth):
    if game.is_terminal(state) or not depth:
        return len(state.board)
    return sum(looks(game, game.result(state, one), depth - 1) for one in game.actions(state))
def reads(game, state):
    return [game.rows, state.board, repr(game), game.players]
"""
    line = "looks(ConnectFour(4, 4, 3), ConnectFour(4, 4, 3).parse('................'), 2)"
    looked, read = called(
        sandbox, source, line, "reads(ConnectFour(4, 4, 3), ConnectFour(4, 4, 3).initial)"
    )
    assert (looked.value, looked.visits, looked.edges) == (16 * 16, 21, 20)
    assert read.value == [4, (".",) * 16, repr(ConnectFour(4, 4, 3)), ("X", "O")]
    assert (read.visits, read.edges) == (0, 0)


def test_who_goes_on_after_the_budget_is_stopped(sandbox: Sandbox) -> None:
    """Whatever it catches: nothing more is answered, and it is told from here."""
    source = """
def walks(game, state):
    while True:
        try:
            state = game.result(state, game.actions(state)[0])
        except BaseException:
            return 7
"""
    [answer] = called(sandbox, source, "walks(Nim((9, 9)), Nim((9, 9)).initial)", budget=5)
    assert answer.out_of_budget
    assert answer.visits == 5
    assert Nim((9, 9)).has_state(Nim((9, 9)).initial)


def test_a_function_without_a_game_is_called_as_ever(sandbox: Sandbox) -> None:
    """With nothing handed over, there is nothing to count."""
    [answer] = called(sandbox, "def shares(budget, weights): return [budget]", "shares(9, (1, 2))")
    assert (answer.value, answer.visits) == ([9], None)


def test_rules_of_ones_own_are_possible_and_take_their_time(sandbox: Sandbox) -> None:
    """Nobody can forbid a program to compute: it reads the board and never asks."""
    source = "def my_player(game, state, budget):\n    return (game.rows - 1, 0)\n"
    [answer] = called(sandbox, source, "my_player(ConnectFour(), ConnectFour().initial, 9)")
    assert (answer.value, answer.visits) == ((5, 0), 0)
