"""The checks of solving games: right by other ways, and words that help."""

from __future__ import annotations

import json
from itertools import pairwise, product
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest

from autograder_tests import bank
from autograder_tests.agents_07_search import BOUNDS, PROOFS
from autograder_tests.grading import hidden_check
from course_lib.checks import NotebookStudent, PipeStudent, Verdict, remote
from course_lib.checks.cases_07_keys import images, key_of, numbers_for
from course_lib.checks.exercises import exercise_named
from course_lib.checks.judging import judge
from course_lib.checks.judging_07 import values_below
from course_lib.checks.references_07 import (
    bounded_alphabeta,
    least_image,
    next_key,
    nim_move,
    proven_winner,
    solve_layer,
    winning_moves,
)
from course_lib.checks.verdict import MORE_VISITS, NOT_ATTEMPTED
from course_lib.games import Count, Nim, ThreeMusketeers, TicTacToe, random_tree
from course_lib.search import minimax_search, solve

NAMES = (
    "nim_move",
    "bounded_alphabeta",
    "least_image",
    "next_key",
    "proven_winner",
    "solve_layer",
)


def both(name: str, function: Any) -> list[Verdict]:
    """The visible and the hidden verdict on this function."""
    student = NotebookStudent({name: function})
    return [judge(exercise_named(name), student), hidden_check(name)(student)]


def told(name: str, mistake: str) -> Verdict:
    """The visible verdict on the answer of the bank with this mistake."""
    [entry] = [each for each in bank.entries(name) if each.name == mistake]
    return judge(exercise_named(name), NotebookStudent(remote.loaded(entry.source, "<answer>")))


# --- the references ------------------------------------------------------------------------------


def test_the_nim_move_wins_wherever_a_search_wins() -> None:
    """All heaps up to 3 x 3 x 4; and `None` is given exactly where the search loses."""
    for heaps in product(range(4), range(4), range(5)):
        game = Nim(heaps)
        if not any(heaps):
            assert nim_move(heaps) is None
            continue
        assert (nim_move(heaps) is not None) == (solve(game, game.initial).value == 1)
        for place, take in winning_moves(heaps):
            after = game.result(game.initial, (place, take))
            assert game.is_terminal(after) or solve(game, after).value == -1


def test_two_boards_share_their_least_image_exactly_if_one_is_an_image_of_the_other() -> None:
    """As the library's symmetries say, which know nothing of rows."""
    game, rng = ThreeMusketeers("M.G/.M./G.M"), Random(2)
    boards = []
    for _ in range(150):
        marks = rng.sample("MMMGG....", 9)
        boards.append(tuple("".join(marks[at : at + 3]) for at in (0, 3, 6)))
    for one, other in pairwise(boards):
        for board in (other, rng.choice(list(images(one)))):
            alike = least_image(one) == least_image(board)
            assert alike == (canonical(game, one) == canonical(game, board))


def canonical(game: ThreeMusketeers, rows: tuple[str, ...]) -> Any:
    """One value for all images of these rows."""
    return game.canonical(game.initial._replace(board=tuple("".join(rows))))


def test_a_key_along_a_game_is_the_key_of_the_board() -> None:
    """On four by four squares, whoever is captured."""
    game = ThreeMusketeers("G.GM/GMGG/.GG./MG.G")
    numbers, rng = numbers_for(3), Random(4)
    for _ in range(20):
        state = game.initial
        key = key_of("".join(state.board), 0, numbers)
        while actions := game.actions(state):
            action = rng.choice(actions)
            leave, enter = (4 * row + column for row, column in action)
            key = next_key(key, numbers, "".join(state.board), leave, enter)
            state = game.result(state, action)
            turn = int(state.to_move == "guards")
            assert key == key_of("".join(state.board), turn, numbers)


def test_a_table_that_serves_many_windows_never_lies() -> None:
    """One table for all states and windows of a game: values right, bounds true."""
    rng = Random(6)
    for game in (Nim((2, 2, 2), misere=True), Nim((1, 2, 3)), Count(7, 3)):
        values, table = values_below(game, game.initial), {}
        places = sorted(values, key=repr)
        for _ in range(400):
            state = rng.choice(places)
            alpha, beta = sorted(rng.sample([-inf, -1, -0.5, 0, 0.5, 1, inf], 2))
            found, true = bounded_alphabeta(game, state, alpha, beta, table), values[state]
            assert (
                found <= alpha
                if true <= alpha
                else found >= beta
                if true >= beta
                else found == true
            )
        assert table
        for state, (lower, upper) in table.items():
            assert lower <= values[state] <= upper


def test_the_table_changes_no_value_of_a_tree() -> None:
    """Random trees, where nothing is met twice."""
    for seed in range(60):
        tree = random_tree(3, (1, 4), Random(seed))
        assert bounded_alphabeta(tree, (), -inf, inf, {}) == minimax_search(tree, ())[0]


def test_the_winner_is_the_one_that_solving_finds() -> None:
    """In games of three kinds, and the layers of a small board say the same."""
    for game in (Count(8, 3), Nim((2, 3, 1)), Nim((2, 2, 1), misere=True)):
        value = solve(game, game.initial).value
        assert proven_winner(game, game.initial, {}) == game.players[0 if value > 0 else 1]
    game, layer, known = ThreeMusketeers("GGM/MGG"), {}, {}
    for guards in range(5):
        layer = solve_layer(game, guards, layer)
        for state, winner in layer.items():
            assert proven_winner(game, state, known) == winner
            if not game.is_terminal(state):
                value = solve(game, state).value
                assert winner == (state.to_move if value > 0 else other(game, state.to_move))


def other(game: ThreeMusketeers, player: str) -> str:
    """The other player."""
    return next(each for each in game.players if each != player)


class Noting(NotebookStudent):
    """The library's own answer, which writes down what it was asked."""

    def __init__(self, name: str) -> None:
        super().__init__({name: exercise_named(name).reference})
        self.asked: set[str] = set()

    def _reply(self, request: dict[str, Any], secret: Any) -> Any:
        tree = secret.game.tree if secret else ""
        self.asked |= {f"{json.dumps(step['args'])} {tree}" for step in request["steps"]}
        return super()._reply(request, secret)


# --- fair --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_hidden_cases_are_others_than_the_visible_ones(name: str) -> None:
    """Whoever answers the visible cases from a list knows none of the hidden ones."""
    visible, hidden = Noting(name), Noting(name)
    assert judge(exercise_named(name), visible).passed
    assert hidden_check(name)(hidden).passed
    assert len(hidden.asked) > 5
    assert not visible.asked & hidden.asked


@pytest.mark.parametrize("name", NAMES)
def test_what_is_not_written_is_not_attempted(name: str) -> None:
    """The stub, and no function at all."""

    def stub(*_: Any) -> Any:
        raise NotImplementedError

    assert {verdict.status for verdict in both(name, stub)} == {NOT_ATTEMPTED}


def test_all_winning_moves_are_as_good_as_the_first() -> None:
    """The last one, and one drawn by its heap."""
    for choose in (lambda moves: moves[-1], lambda moves: moves[len(moves) // 2]):

        def answer(heaps: tuple[int, ...], choose: Any = choose) -> Any:
            moves = winning_moves(heaps)
            return choose(moves) if moves else None

        assert all(verdict.passed for verdict in both("nim_move", answer))


def test_entries_may_be_lists_and_windows_fail_hard() -> None:
    """What the number is outside the window is left to the student, and how a pair is written."""

    def answer(game: Any, state: Any, alpha: float, beta: float, table: Any) -> float:
        pairs = {key: tuple(pair) for key, pair in table.items()}
        value = bounded_alphabeta(game, state, alpha, beta, pairs)
        table.update({key: list(pair) for key, pair in pairs.items()})
        return max(alpha, min(beta, value))

    assert all(verdict.passed for verdict in both("bounded_alphabeta", answer))


# --- words -------------------------------------------------------------------------------------


def test_the_mistake_of_the_published_proof_has_its_name() -> None:
    """Whoever makes it is told so, in both sets of cases."""
    name = "a win of the first player ends the search where the other one chooses, too"
    for verdict in both("proven_winner", PROOFS[name]):
        assert verdict.mistake == name
        assert 0 < verdict.share < 1


def test_a_value_in_place_of_a_bound_is_shown_with_its_state() -> None:
    """The entry, the state, and what the state is worth."""
    verdict = told("bounded_alphabeta", "a bound is kept as if it were the value")
    assert "kept the bounds" in verdict.message
    assert "which is worth" in verdict.message
    assert "from one side only" in verdict.message


def test_a_search_without_cuts_is_correct_with_more_visits() -> None:
    """It keeps most points, and is told how many leaves are enough."""
    for name, mistake in (
        ("bounded_alphabeta", "nothing is cut off"),
        ("proven_winner", "the search goes on after a proven win"),
    ):
        verdict = told(name, mistake)
        assert verdict.status == MORE_VISITS
        assert 0.6 < verdict.share < 1
        assert "leaves" in verdict.message


def test_an_entry_that_does_not_answer_is_explained() -> None:
    """The entry stands in the sentence, and what has to be done."""
    verdict = judge(
        exercise_named("bounded_alphabeta"),
        NotebookStudent(
            {"bounded_alphabeta": BOUNDS["a bound inside the window is taken for the answer"]}
        ),
    )
    assert "does not answer the question, so it has to be searched" in verdict.message


def test_a_wrong_nim_move_is_told_what_it_leaves() -> None:
    """Its nim-sum, or why nobody can make this move."""
    for mistake, words in (
        ("any legal move is given", "with a nim-sum of"),
        ("heaps are counted from 1", "places count from 0"),
    ):
        assert words in told("nim_move", mistake).message


def test_a_missing_state_of_a_layer_is_shown() -> None:
    """As a board in one line."""
    verdict = told("solve_layer", "only the guards' states are given")
    assert "has no winner for" in verdict.message
    assert "musketeers to move" in verdict.message


# --- the library's own -------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["notebook", "pipe"])
@pytest.mark.parametrize("name", ["bounded_alphabeta", "proven_winner", "solve_layer"])
def test_nothing_ready_earns_points(form: str, name: str, tmp_path: Path) -> None:
    """The library's answers are out of reach while lesson 07 is graded."""
    lines = f"    from course_lib.checks.references_07 import {name} as search\n"
    source = f"def {name}(*arguments):\n{lines}    return search(*arguments)\n"
    if form == "notebook":
        student: Any = NotebookStudent(remote.loaded(source, "<answer>"), guarded=True)
        verdict = judge(exercise_named(name), student)
    else:
        file = tmp_path / "answer.py"
        file.write_text(source, encoding="utf-8")
        with PipeStudent(remote.start(file, guarded=True)) as student:
            verdict = hidden_check(name)(student)
    assert verdict.share == 0
    assert "the one you wrote" in verdict.message


def test_the_lessons_state_is_among_the_cases() -> None:
    """The state of tic-tac-toe in which kept numbers are wrong."""
    game = TicTacToe()
    liar = game.play("a2 c3 b2 c2")
    cases = [case for group in exercise_named("bounded_alphabeta").groups() for case in group.cases]
    assert any(getattr(case.arguments[1], "state", None) == liar for case in cases)
