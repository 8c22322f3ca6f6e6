"""What lesson 08 says is true: its pictures, its numbers, its ladder and what `climb` does."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from lesson_output import shown

from autograder_tests.solution import solution
from course_lib import ConnectFour, Watched, deepening_search
from course_lib.checks import ladder_08
from course_lib.checks.climb_08 import Climb, climb
from course_lib.checks.exercises import exercises
from course_lib.checks.ladder_08 import (
    LADDER,
    games_between,
    ladder,
    measured,
    openings,
    points_of,
    within,
)
from course_lib.checks.references_08 import my_evaluation, my_order, my_player, share_visits
from course_lib.checks.states_08 import any_state, states
from course_lib.game import IllegalAction
from course_lib.play.elo import expected_score, ratings_of
from course_tools.build.lesson import read_lesson

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "solutions" / "08_tournament.py"
NOTEBOOK = ROOT / "solutions" / "08_tournament" / "08_tournament.ipynb"

FOUR = ConnectFour()


def first(pattern: str) -> tuple[str, ...]:
    """The groups of this pattern where it first is in what the cells show."""
    found = re.search(pattern, shown(NOTEBOOK))
    assert found is not None, pattern
    return found.groups()


def leftmost(game: Any, state: Any, _budget: int) -> Any:
    """A player that takes the first action."""
    return game.actions(state)[0]


# --- the lesson ----------------------------------------------------------------------------------


def test_the_lesson_has_its_four_exercises_and_twenty_points() -> None:
    """As the league takes them: the last is the player."""
    cells = read_lesson(SOURCE).cells
    points = {cell.check: cell.points for cell in cells if cell.check}
    assert points == {"my_evaluation": 5, "my_order": 4, "share_visits": 3, "my_player": 8}
    assert set(points) == {cell.exercise for cell in cells if cell.exercise}
    assert {name for name, each in exercises().items() if each.lesson == "08"} == set(points)


def test_x_wins_the_first_position_on_g3() -> None:
    """One column is left; nobody has won before, and X wins with the third stone."""
    [line] = re.findall(r'four\.play\("(\d{36})"\)', SOURCE.read_text(encoding="utf-8"))
    state = FOUR.play(line)
    played = []
    while not FOUR.is_terminal(state):
        [action] = FOUR.actions(state)
        played.append(FOUR.action_name(action))
        state = FOUR.result(state, action)
    assert played == ["g1", "g2", "g3"]
    assert FOUR.winner(state) == "X"


def test_what_the_docstrings_say_is_so() -> None:
    """The worked numbers of the exercises."""
    one = FOUR.play("4")
    assert my_evaluation(FOUR, one, "X") == -my_evaluation(FOUR, one, "O") > 0
    order = my_order(FOUR, FOUR.initial, FOUR.actions(FOUR.initial))
    assert order[0] == (5, 3)
    assert set(order[-2:]) == {(5, 0), (5, 6)}
    assert share_visits(10, [1, 2, 1]) == [3, 5, 2]
    for action in ((5, 2), (5, 5)):
        after = FOUR.result(FOUR.play("4455"), action)
        assert deepening_search(FOUR, after, depth=2)[0] == -1
    assert my_player(FOUR, FOUR.play("4455"), 200) in {(5, 2), (5, 5)}


def test_the_rows_help_in_the_middle_of_the_game() -> None:
    """As the cell shows, and not beyond the intervals."""
    pattern = r"11 to 20 .*?: +(\d+) % \( *(\d+) to +(\d+)\) +yours .*?: +(\d+) % \( *(\d+) to"
    old, _, high, new, low = map(int, first(pattern))
    assert new > old
    assert low < high


def test_two_thirds_of_the_visits_are_saved() -> None:
    """Most of them by the middle, and then a third of the rest."""
    pattern = r"left to right +([\d,]+) visits\nmiddle first +([\d,]+) visits\nyours +([\d,]+)"
    plain, middle, yours = (int(number.replace(",", "")) for number in first(pattern))
    assert 0.6 < 1 - yours / plain < 0.73
    assert plain - middle > middle - yours
    assert 0.28 < 1 - yours / middle < 0.4


def test_plans_are_compared_as_the_prose_reads_it() -> None:
    """The plan for five moves gets a third; both intervals hold 0."""
    for name in ("early", "first five"):
        points, low, high = map(
            float, first(rf"{name} +([\d.]+) of 12 points, Elo -?\d+ \((-?\d+) to (-?\d+)\)")
        )
        assert low < 0 < high
        assert name != "first five" or points == 4


def test_the_climb_has_a_wide_interval_and_lost_games() -> None:
    """About 400 points after 24 games, and a game to be replayed."""
    low, high = map(int, first(r"after 24 games: Elo \d+ \((\d+) to (\d+)\)"))
    assert 330 < high - low < 450
    assert int(first(r"(\d+) games lost; in the first")[0]) > 0


# --- the ladder ----------------------------------------------------------------------------------


def test_the_ratings_are_those_of_the_games_that_are_kept() -> None:
    """Worked out again from the results in the file, each pair of the ladder once."""
    data = json.loads(ladder_08.PLACE.read_text(encoding="utf-8"))
    pairs = [tuple(pair) for pair in data["pairs"]]
    assert len({frozenset(pair[:2]) for pair in pairs}) == 15
    assert all(pair[3] == 60 for pair in pairs)
    found = ratings_of(pairs, "random")  # type: ignore[arg-type]
    assert {rung.name: rung.rating for rung in ladder()} == pytest.approx(found, abs=1)
    scores = dict.fromkeys(LADDER, 0.0)
    for one, other, points, games in pairs:
        scores[one] += points
        scores[other] += games - points
    for rung in ladder():
        rivals = [other for other in ladder() if other != rung]
        promised = sum(61 * expected_score(rung.rating, other.rating) for other in rivals)
        assert promised == pytest.approx(scores[rung.name] + 0.5 * 5, abs=1)


@pytest.mark.slow
def test_the_ladders_games_come_out_again() -> None:
    """The same seed gives the results that are kept, to the last point, for the faster ones."""
    data = json.loads(ladder_08.PLACE.read_text(encoding="utf-8"))
    names = ("random", "greedy", "depth 2", "MCTS 100")
    kept = [pair for pair in data["pairs"] if set(pair[:2]) <= set(names)]
    assert [list(pair) for pair in measured(60, data["seed"], names)] == kept


def test_the_ladder_estimates_as_lesson_4_does() -> None:
    """The fast way to count windows gives the same numbers."""
    for game in (FOUR, ConnectFour(5, 6, 3)):
        for seen in states(game, 6, any_state, 20):
            for player in game.players:
                fast = ladder_08.open_windows(game, seen.state, player)
                assert fast == pytest.approx(solution("evaluate_lines")(game, seen.state, player))


def test_openings_are_fair_and_different() -> None:
    """Each is played from both sides, none is over, and none comes again before all have been."""
    drawn = list(openings(98, 1))
    assert [turned for _, turned in drawn] == [0, 1] * 49
    assert all(one == other for (one, _), (other, _) in zip(drawn[::2], drawn[1::2], strict=True))
    assert len({state for state, _ in drawn}) == 49
    assert not any(FOUR.is_terminal(state) for state, _ in drawn)
    assert list(openings(6, 1)) == drawn[:6] != list(openings(6, 2))


def test_points_go_to_the_name_whatever_the_seat() -> None:
    """What one player gets, the other does not."""
    players = [(name, LADDER[name](Random(1))) for name in ("random", "greedy")]
    records = list(games_between(players[0], players[1], 4, 3))
    assert {record.players["X"] for record in records} == {"random", "greedy"}
    for record in records:
        assert points_of("random", record) + points_of("greedy", record) == 1
        assert record.winner is None or points_of(record.players[record.winner], record) == 1


# --- climbing it ---------------------------------------------------------------------------------


@pytest.fixture
def short_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ladder of the two weakest, so that climbing it takes no time."""
    weakest = ladder()[:2]
    monkeypatch.setattr("course_lib.checks.climb_08.ladder", lambda: weakest)


@pytest.mark.usefixtures("short_ladder")
def test_climbing_is_repeatable_and_counts_what_was_played() -> None:
    """The same seed gives the same games; the losses are those that its table counts."""
    one, other = (climb(my_player, 40, 2, seed=5) for _ in range(2))
    assert str(one) == str(other)
    assert [rung.name for rung, _ in one.played] == ["random", "greedy"]
    poor = climb(leftmost, 40, 4, seed=5)
    lost = sum(int(line[4]) for line in poor._lines())
    assert lost == len(poor.losses) > 0
    assert poor.rating.elo < one.rating.elo
    assert "<table>" in poor._repr_html_()


@pytest.mark.usefixtures("short_ladder")
@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (lambda game, state, budget: (0, 0), "not legal"),
        (lambda game, state, budget: spends(game, state, budget + 1), "budget"),
        (lambda game, state, budget: 1 / 0, "ZeroDivisionError"),
    ],
)
def test_faults_lose_games_and_are_named(fault: Any, words: str) -> None:
    """An illegal move, one visit too many, an exception: the ladder is climbed to its end."""
    found: Climb = climb(fault, 10, 2, seed=1)
    assert len(found.losses) == 4
    assert words in str(found)
    assert "fault" in str(found)


def spends(game: Any, state: Any, visits: int) -> Any:
    """A legal action, after so many visits."""
    for _ in range(visits - 1):
        game.is_terminal(game.result(state, game.actions(state)[0]))
    return game.actions(state)[0]


def test_the_last_visit_of_a_budget_may_be_used() -> None:
    """Ten of ten are fine, and eleven stop the player."""
    assert within(spends_all, 10)(FOUR, FOUR.initial) == (5, 0)
    watched = Watched(FOUR)
    spends(watched, FOUR.initial, 10)
    assert watched.visits == 10
    with pytest.raises(IllegalAction):
        FOUR.result(FOUR.initial, (0, 0))


def spends_all(game: Any, state: Any, budget: int) -> Any:
    """A player that uses all of its budget."""
    return spends(game, state, budget)


def test_an_unwritten_player_is_not_rated() -> None:
    """Its exercise is still to be done, and the lesson's cell says so."""

    def unwritten(game: Any, state: Any, budget: int) -> Any:
        raise NotImplementedError

    with pytest.raises(NotImplementedError):
        climb(unwritten, 10, 2, seed=1)
