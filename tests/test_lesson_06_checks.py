"""The checks of lesson 06: right by other ways, fair to every form of an answer, hard to upset."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import course_lib.checks.references_06 as references
from autograder_tests import bank
from autograder_tests.agents_06 import AGENTS
from autograder_tests.grading import hidden_check
from course_lib import Havannah
from course_lib.checks import NotebookStudent, PipeStudent, Verdict, remote
from course_lib.checks.drawing_06 import cells_named, show_stones, state_of
from course_lib.checks.exercises import exercise_named
from course_lib.checks.judging import judge
from course_lib.checks.references_06 import defence, has_ring, neighbours, straight, win_kinds
from course_lib.checks.verdict import NOT_ATTEMPTED
from course_lib.games.hexboard import hex_board

NAMES = tuple(AGENTS)
RIGHT: dict[str, Callable[..., Any]] = {name: getattr(references, name) for name in NAMES}


def both(name: str, functions: dict[str, Any]) -> list[Verdict]:
    """The visible and the hidden verdict on these functions."""
    return [
        judge(exercise_named(name), NotebookStudent(functions)),
        hidden_check(name)(NotebookStudent(functions)),
    ]


def last_stones(games: int) -> Iterator[tuple[Havannah, Any, Any]]:
    """Random games on boards of several sizes: the game, its moves and its last state."""
    for seed in range(games):
        game = Havannah(2 + seed % 4)
        moves = game.playout(game.initial, Random(seed)).actions
        state = game.initial
        for cell in moves:
            state = game.result(state, cell)
        yield game, moves, state


# --- the references ------------------------------------------------------------------------------


def test_neighbours_are_those_at_distance_one() -> None:
    """By the distance on hexagons, which is the larger of three differences."""
    for size in (2, 3, 5):
        cells = hex_board(size).cells
        for x, y in cells:
            near = {
                (a, b) for a, b in cells if max(abs(a - x), abs(b - y), abs(a - x - b + y)) == 1
            }
            assert neighbours((x, y), size) == near


def test_kinds_of_wins_are_those_of_the_game() -> None:
    """For the last stones of four hundred random games, and none before them."""
    for game, moves, state in last_stones(400):
        line = game.win_line(state)
        assert win_kinds(moves[-1], set(moves[-1::-2]), game.size) == set(line[0] if line else ())
        if len(moves) > 1:
            assert win_kinds(moves[-2], set(moves[-2::-2]), game.size) == set()


def test_rings_are_what_keeps_a_cell_from_the_edge() -> None:
    """By walking from each cell to an edge, over cells that are not of the chain or not stones."""
    rng, found = Random(6), 0
    for _ in range(300):
        size = rng.choice((2, 3, 4))
        board = hex_board(size)
        stones = set(rng.sample(board.cells, rng.randint(1, len(board.cells))))
        chain = references.chain_of(min(stones), stones, size)

        def escapes(cell: Any, chain: set[Any] = chain, board: Any = board) -> bool:
            """Whether one can leave this cell, itself free to stand on, without the chain."""
            seen, waiting = {cell}, [cell]
            while waiting:
                at = waiting.pop()
                if len(board.neighbours[at]) < 6:
                    return True
                fresh = [near for near in board.neighbours[at] if near not in seen | chain]
                seen.update(fresh)
                waiting += fresh
            return False

        ring = any(not escapes(cell) for cell in board.cells)
        assert has_ring(chain, size) == ring
        found += ring
    assert 30 < found < 270


def test_defence_wins_blocks_or_waits_as_the_game_says() -> None:
    """By playing each cell on, for whoever has it, in states of random games."""
    for game, moves, _ in last_stones(60):
        if game.size > 3 or len(moves) < 4:
            continue
        own, theirs = set(moves[-3::-2]), set(moves[-2::-2])
        free = [cell for cell in hex_board(game.size).cells if cell not in own | theirs]
        wins = [
            [
                cell
                for cell in free
                if game.winner(game.result(state_of(game.size, mine, other), cell)) == "X"
            ]
            for mine, other in ((own, theirs), (theirs, own))
        ]
        assert defence(own, theirs, game.size) == next((each[0] for each in wins if each), None)


def test_straight_leads_across_an_empty_board() -> None:
    """From every corner, to a third side or another corner, and never through a stone."""
    size = 5
    for number, corner in enumerate(hex_board(size).corners):
        path = [corner]
        while not win_kinds(path[-1], set(path), size):
            following = straight(path, number + 1, set(path), size)
            assert following is not None
            assert following in neighbours(path[-1], size)
            path.append(following)
        assert len(path) == 2 * size - 1


# --- fairness --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_librarys_answers_get_all_points(name: str) -> None:
    """From the visible cases and from the hidden ones."""
    assert [verdict.share for verdict in both(name, RIGHT)] == [1, 1]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_known_mistake_is_named(name: str) -> None:
    """By the visible cases and by the hidden ones."""
    for mistake, agent in AGENTS[name].items():
        for verdict in both(name, {name: agent}):
            assert verdict.share < 1, mistake
            assert verdict.mistake == mistake


ODD: tuple[Any, ...] = (
    5,
    "ring",
    [],
    {},
    [[1]],
    {"a"},
    {(1,)},
    (1, 2, 3),
    {None},
    object(),
    ("x",),
)


@pytest.mark.parametrize("name", NAMES)
def test_whatever_comes_back_is_judged_and_not_believed(name: str) -> None:
    """A check never fails itself, and nothing odd gets all points."""
    for odd in ODD:
        for verdict in both(name, {name: lambda *_, odd=odd: odd}):
            assert verdict.share < 1, odd
            assert verdict.message


@pytest.mark.parametrize("name", NAMES)
def test_an_untouched_exercise_is_not_attempted(name: str) -> None:
    """And so is one that is missing."""

    def untouched(*_: Any) -> None:
        raise NotImplementedError

    assert {verdict.status for verdict in both(name, {name: untouched})} == {NOT_ATTEMPTED}
    assert {verdict.status for verdict in both(name, {})} == {NOT_ATTEMPTED}


def test_a_frozen_set_and_a_copy_are_right_too() -> None:
    """What is the same set of cells is the same answer."""
    for name in ("neighbours", "chain_of", "win_kinds"):

        def frozen(*arguments: Any, name: str = name) -> frozenset[Any]:
            return frozenset(RIGHT[name](*arguments))

        assert [verdict.share for verdict in both(name, {name: frozen})] == [1, 1]


# --- words -------------------------------------------------------------------------------------


def test_a_failing_case_is_shown_on_a_hexagonal_board() -> None:
    """The smallest chain that a wrong rule takes for a ring, as text and as a picture."""
    [entry] = [e for e in bank.entries("has_ring") if e.name.startswith("every cycle")]
    verdict = judge(exercise_named("has_ring"), NotebookStudent(remote.loaded(entry.source, "<a>")))
    assert verdict.board.game == Havannah(2)
    assert str(verdict).count("X") >= 3
    assert "<img" in verdict._repr_html_()


def test_a_cell_that_is_no_cell_is_said_to_be_none() -> None:
    """In words, where a list of differences would tell little."""
    [entry] = [e for e in bank.entries("neighbours") if e.name.startswith("cells outside")]
    student = NotebookStudent(remote.loaded(entry.source, "<a>"))
    assert "is no cell of the board" in judge(exercise_named("neighbours"), student).message
    [entry] = [e for e in bank.entries("straight") if e.name.startswith("cells that are taken")]
    student = NotebookStudent(remote.loaded(entry.source, "<a>"))
    assert "already" in judge(exercise_named("straight"), student).message


def test_a_mistake_in_an_earlier_function_is_looked_for_there() -> None:
    """`win_kinds` with a wrong `has_ring` sends its author to `has_ring`."""
    entry = next(e for e in bank.entries("win_kinds") if e.right)
    source = entry.source.replace("wet != rest", "wet == rest")
    asked = "\nfrom course_lib.checks import check\nverdict = check('win_kinds')\n"
    verdict = remote.loaded(source + asked, "<answer>")["verdict"]
    assert verdict.message.startswith("It calls has_ring, which has not passed its own check")


# --- what is kept away ---------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["notebook", "pipe"])
@pytest.mark.parametrize("name", ["has_ring", "straight", "defence"])
def test_nothing_ready_earns_points(form: str, name: str, tmp_path: Path) -> None:
    """The library's answers are out of reach while lesson 06 is graded."""
    source = (
        f"def {name}(*arguments):\n"
        f"    from course_lib.checks.references_06 import {name} as ready\n"
        "    return ready(*arguments)\n"
    )
    file = tmp_path / "answer.py"
    file.write_text(source, encoding="utf-8")
    if form == "notebook":
        student: Any = NotebookStudent(remote.loaded(source, "<answer>"), guarded=True)
        verdict = judge(exercise_named(name), student)
    else:
        with PipeStudent(remote.start(file, guarded=True)) as student:
            verdict = hidden_check(name)(student)
    assert verdict.share == 0
    assert "the one you wrote" in verdict.message


@pytest.mark.parametrize("name", ["havannah_thesis", "havannah", "mcts"])
def test_the_librarys_strategies_can_not_be_called(name: str) -> None:
    """Nor imported, whatever has been imported before."""
    module = f"course_tools.engines.{name}"
    source = f"def straight(*_):\n    import {module}\n"
    student = NotebookStudent(remote.loaded(source, "<answer>"), guarded=True)
    verdict = judge(exercise_named("straight"), student)
    assert verdict.share == 0
    assert "the one you wrote" in verdict.message


# --- pictures of stones --------------------------------------------------------------------------


def test_stones_are_drawn_where_they_lie() -> None:
    """Of both players, with what is pointed at."""
    picture = show_stones(3, cells_named("A1 C3", 3), {(2, 2)}, highlight=[(5, 5)], caption="Here")
    assert str(picture) == "Havannah, Here: X on A1, C3; O on B2; the rest is empty"
    assert 'data-square="e5" data-highlight' in picture.svg


@pytest.mark.parametrize(
    ("first", "other", "words"),
    [({(4, 1)}, (), "no cell"), ((), {(0, 0)}, "no cell"), ({(1, 1)}, {(1, 1)}, "can't hold")],
)
def test_stones_that_can_not_lie_there_are_refused(first: Any, other: Any, words: str) -> None:
    """With the cell that is meant."""
    with pytest.raises(ValueError, match=words):
        show_stones(3, first, other)


@pytest.mark.parametrize("value", [[(1, 1)], None])
def test_expected_sets_are_written_in_order(value: Any) -> None:
    """Also where the answer is no set: who compares two of them reads along both."""
    verdict = judge(exercise_named("neighbours"), NotebookStudent({"neighbours": lambda *_: value}))
    assert "expected {(1, 1), (1, 2), (2, 1), (2, 3), (3, 2), (3, 3)}" in str(verdict)
