"""What the checks of lesson 08 stand on is true: states, references, ratings, and the match."""

from __future__ import annotations

import math
from itertools import islice
from random import Random
from typing import Any

import pytest

from autograder_tests.grading import hidden_check
from autograder_tests.solution import solution
from course_lib.checks import (
    NotebookStudent,
    cases_08_match,
    cases_08_player,
    references_08,
    states_08,
)
from course_lib.checks.exercises import exercise_named
from course_lib.checks.judging import judge
from course_lib.checks.references_08 import finishing, my_order, my_player, share_visits
from course_lib.checks.states_08 import Seen, in_a_mirror, with_colours_exchanged
from course_lib.checks.windows_08 import row_from_below, windows_of
from course_lib.games import ConnectFour, KInARow, mobility, near_the_middle
from course_lib.games.rows import lines_of
from course_lib.play.elo import Result, expected_score, most_likely, rating_from, ratings_of
from course_lib.search import alphabeta_search, minimax_search
from course_lib.watch import Watched

FOUR = ConnectFour()
RIGHT = {
    name: getattr(references_08, name)
    for name in ("my_evaluation", "my_order", "share_visits", "my_player")
}


def some_states(game: KInARow, many: int) -> list[Seen]:
    """States of random games."""
    return states_08.states(game, 4, states_08.any_state, many, 4)


# --- what is read from a board -------------------------------------------------------------------


@pytest.mark.parametrize("game", [FOUR, ConnectFour(5, 5, 3), KInARow(4, 5, 3)])
def test_squares_that_finish_a_window_are_those_that_win_by_the_rules(game: KInARow) -> None:
    """The rules are asked about each action, and about each action of the other."""
    found = 0
    for seen in some_states(game, 60):
        mover = seen.state.to_move
        [other] = set(game.players) - {mover}
        passed = game.state_of(seen.state.board, None)._replace(to_move=other)
        for state, who, read in ((seen.state, mover, seen.wins), (passed, other, seen.blocks)):
            wins = {a for a in state.actions if game.winner(game.result(state, a)) == who}
            assert read == wins
            found += len(wins)
    assert found > 20


def test_places_and_rows_are_those_of_the_names() -> None:
    """The row in which a square lies is the number in its name."""
    for row in range(6):
        for column in range(7):
            name = FOUR.action_name((row, column))
            assert int(name[1:]) == row_from_below(FOUR, row * 7 + column)
    assert len(windows_of(FOUR)) == 69
    assert set(windows_of(FOUR)) == {tuple(w) for w in lines_of(6, 7, 4)}


def test_mirrors_and_colours_turn_back() -> None:
    """Done twice, both give the state that they began with; done once, mostly another."""
    changed = 0
    for seen in some_states(FOUR, 40):
        twice = in_a_mirror(Seen(FOUR, in_a_mirror(seen)))
        assert twice == seen.state
        changed += in_a_mirror(seen) != seen.state
        if seen.stones % 2 == 0:
            exchanged = Seen(FOUR, with_colours_exchanged(seen))
            assert with_colours_exchanged(exchanged) == seen.state
            assert exchanged.state.actions == seen.state.actions
    assert changed > 30


def test_forcing_actions_are_those_that_minimax_finds() -> None:
    """Only they are worth 1 in three plies, where nobody can win or has to stop anything."""
    game = ConnectFour(4, 5, 4)
    [*found] = states_08.states(game, 9, cases_08_player.hidden_force, 4, 1)
    assert len(found) == 4
    for seen in found:
        [force] = seen.forces
        for action in game.actions(seen.state):
            after = game.result(seen.state, action)
            value = -alphabeta_search(game, after, depth=2)[0] if after.actions else 0
            assert (value == 1) == (action == force)


# --- the references ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", RIGHT)
def test_the_references_get_all_points(name: str) -> None:
    """In the visible and in the hidden cases."""
    student = NotebookStudent(RIGHT)
    assert judge(exercise_named(name), student).passed
    assert hidden_check(name)(student).share == 1


def test_the_order_cuts_visits_and_changes_no_value() -> None:
    """To less than half of those from left to right, on fixed positions."""
    plain, ordered = Watched(FOUR), Watched(FOUR)
    for seen in some_states(FOUR, 8):
        value = alphabeta_search(plain, seen.state, depth=3, evaluate=near_the_middle)
        again = alphabeta_search(
            ordered, seen.state, depth=3, evaluate=near_the_middle, order=my_order
        )
        assert value == again
    assert 2 * ordered.visits < plain.visits


def test_shares_are_what_their_words_say() -> None:
    """Whole, never 0, in all the budget, and no smaller weight gets more."""
    rng = Random(2)
    for _ in range(500):
        weights = [rng.randint(0, 12) for _ in range(rng.randint(1, 9))]
        weights[rng.randrange(len(weights))] += 1
        budget = len(weights) + rng.randint(0, 200)
        shares = share_visits(budget, weights)
        assert sum(shares) == budget
        assert min(shares) >= 1
        pairs = sorted(zip(weights, shares, strict=True))
        assert [share for _, share in pairs] == sorted(shares) or all(
            one[1] <= other[1] for one in pairs for other in pairs if one[0] < other[0]
        )
        exact = [1 + (budget - len(weights)) * weight / sum(weights) for weight in weights]
        assert all(abs(a - b) <= 1 for a, b in zip(shares, exact, strict=True))


@pytest.mark.parametrize("budget", [1, 2, 3, 8, 9, 50, 333])
def test_the_player_keeps_every_budget(budget: int) -> None:
    """Counted by a watched game that stops whoever wants one visit more."""
    for seen in some_states(FOUR, 8):
        action = my_player(Watched(FOUR, budget=budget), seen.state, budget)
        assert action in FOUR.actions(seen.state)


# --- the judges ----------------------------------------------------------------------------------


def verdict_on(name: str, function: Any) -> Any:
    """The visible verdict on this function."""
    return judge(exercise_named(name), NotebookStudent({name: function}))


@pytest.mark.parametrize("estimate", [mobility, near_the_middle, solution("evaluate_lines")])
def test_estimates_that_know_nothing_of_rows_lose_points(estimate: Any) -> None:
    """The library's others do not have the properties that are asked for."""
    verdict = verdict_on("my_evaluation", estimate)
    assert 0 < verdict.share < 1
    assert not verdict.groups[-1].passed


def test_a_random_player_does_not_beat_a_random_player() -> None:
    """The match alone tells it, whatever else is asked."""
    match = cases_08_match.match_cases(ConnectFour(4, 5, 4), 5, 40)
    exercise = exercise_named("my_player")
    [group] = [group for group in exercise.groups() if group.title == "a random player is beaten"]
    for seed in range(6):
        rng = Random(seed)

        def draws(game: Any, state: Any, _budget: int, rng: Random = rng) -> Any:
            return rng.choice(game.actions(state))

        verdict = judge(exercise, NotebookStudent({"my_player": draws}), [group])
        assert not verdict.passed
        assert "random player is not beaten" in str(verdict.mistake)
    assert len(match) == cases_08_match.MOVES


def test_one_visit_too_many_is_seen() -> None:
    """A player that asks about a single state more than it may loses the points for that."""

    def greedy(game: Any, state: Any, budget: int) -> Any:
        for action in islice(game.actions(state), budget):
            game.is_terminal(game.result(state, action))
        return my_player(game, state, max(1, budget - 7))

    verdict = verdict_on("my_player", greedy)
    assert verdict.mistake == "more states are visited than the budget allows"


# --- ratings -------------------------------------------------------------------------------------


def test_a_rating_promises_the_score_that_it_was_made_of() -> None:
    """For one opponent by the formula turned round, for several as a whole."""
    for points in (1, 5, 8.5):
        [share] = [points / 10]
        by_hand = 1_000 - 400 * math.log10(1 / share - 1)
        assert most_likely([Result(1_000, points, 10)]) == pytest.approx(by_hand)
    results = [Result(0, 9, 10), Result(300, 6, 10), Result(700, 2.5, 10)]
    rating = most_likely(results)
    promised = sum(10 * expected_score(rating, each.opponent) for each in results)
    assert promised == pytest.approx(17.5)


def test_intervals_hold_the_true_rating_about_as_often_as_they_say() -> None:
    """Of 400 made-up players who are rated 150 points higher, after 40 games each."""
    rng, held = Random(3), 0
    for _ in range(400):
        points = sum(rng.random() < expected_score(150, 0) for _ in range(40))
        rating = rating_from([Result(0, points, 40)])
        held += rating.low <= 150 <= rating.high
    assert 365 <= held <= 395


def test_all_won_is_above_and_all_lost_is_below() -> None:
    """Nobody can say how much, and the words do not."""
    won, lost = rating_from([Result(500, 4, 4)]), rating_from([Result(500, 0, 4)])
    assert won.high == math.inf
    assert lost.low == -math.inf
    assert won.low - 500 == pytest.approx(500 - lost.high)
    assert str(won).startswith("above ")
    assert str(lost).startswith("below ")


def test_ratings_of_a_field_come_back_from_the_scores_they_promise() -> None:
    """The anchor is 0, and the others are where they were."""
    true = {"a": 0, "b": 200, "c": 350}
    names = list(true)
    pairs = [
        (one, other, 2_000 * expected_score(true[one], true[other]), 2_000)
        for place, one in enumerate(names)
        for other in names[place + 1 :]
    ]
    found = ratings_of(pairs, "a")
    assert found == pytest.approx(true, abs=1)


def test_minimax_agrees_that_lost_states_are_lost() -> None:
    """Where the check says that no move is better than another, on a board that can be searched."""
    game = ConnectFour(4, 3, 3)
    lost = [seen for seen in some_states(game, 40) if cases_08_player.is_lost(seen)]
    assert lost
    for seen in lost:
        assert minimax_search(game, seen.state)[0] == -1
        assert not finishing(game, seen.state)[0] & set(seen.state.actions)
