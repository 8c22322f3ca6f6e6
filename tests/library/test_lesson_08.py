"""What lesson 08 says is true: its pictures, its numbers, its ladder and what `climb` does."""

import importlib
import json
import re
from random import Random

import pytest
from lesson_output import Lesson

from autograder_tests.solution import solution
from benchmarks.ladder_connect_four import kept, rated
from course_lib import ConnectFour, Watched
from course_lib.checks.cases import exercise_named
from course_lib.checks.causes import judge
from course_lib.checks.evidence import NotebookStudent
from course_lib.lessons import ladder as ladder_file
from course_lib.lessons.elo import expected_score
from course_lib.lessons.known_positions import known_positions
from course_lib.lessons.ladder import (
    LADDER,
    climb,
    games_between,
    kept_by,
    ladder,
    openings,
    points_of,
    share_kept,
    within,
)
from course_lib.lessons.lending import lent
from course_lib.lessons.lesson_08.forced_moves import forced
from course_lib.search import alphabeta_search

LESSON = Lesson("08_tournament")

FOUR = ConnectFour()
my_evaluation, my_order, share_visits, my_player = map(
    solution, ("my_evaluation", "my_order", "share_visits", "my_player")
)
shared = importlib.import_module("autograder_tests.08_tournament.shared")
any_state, states = shared.any_state, shared.states


def first(pattern):
    """The groups of this pattern where it first is in what the cells show."""
    return LESSON.groups(pattern)[0]


def leftmost(game, state, _budget):
    """A player that takes the first action."""
    return game.actions(state)[0]


# --- the lesson ----------------------------------------------------------------------------------


def test_x_wins_the_first_position_on_g3():
    """One column is left; nobody has won before, and X wins with the third stone."""
    [line] = set(re.findall(r'four\.play\("(\d{36})"\)', LESSON.source.read_text(encoding="utf-8")))
    state = FOUR.play(line)
    played = []
    while not FOUR.is_terminal(state):
        [action] = FOUR.actions(state)
        played.append(FOUR.action_name(action))
        state = FOUR.result(state, action)
    assert played == ["g1", "g2", "g3"]
    assert FOUR.winner(state) == "X"


def test_what_the_docstrings_say_is_so():
    """The worked numbers of the exercises."""
    one = FOUR.play("4")
    assert my_evaluation(FOUR, one, "X") == -my_evaluation(FOUR, one, "O") > 0
    order = my_order(FOUR, FOUR.initial, FOUR.actions(FOUR.initial))
    assert order[0] == (5, 3)
    assert set(order[-2:]) == {(5, 0), (5, 6)}
    assert share_visits(10, [1, 2, 1]) == [3, 5, 2]
    for action in ((5, 2), (5, 5)):
        after = FOUR.result(FOUR.play("4455"), action)
        assert alphabeta_search(FOUR, after, depth=2)[0] == -1
    assert my_player(FOUR, FOUR.play("4455"), 200) in {(5, 2), (5, 5)}


def test_the_notebook_shows_what_its_prose_says():
    """The rows help in the middle of the game, and not beyond the intervals."""
    pattern = r"11 to 20 .*?:\n.*?(\d+) % \( *(\d+) to +(\d+)\) +yours +(\d+) % \( *(\d+) to"
    old, _, high, new, low = first(pattern)
    assert new > old
    assert low < high

    # Two thirds of the visits are saved, most of them by the middle, then a third of the rest.
    pattern = r"left to right +([\d,]+) visits\nmiddle first +([\d,]+) visits\nyours +([\d,]+)"
    plain, middle, yours = first(pattern)
    assert 0.6 < 1 - yours / plain < 0.73
    assert plain - middle > middle - yours
    assert 0.28 < 1 - yours / middle < 0.4

    # The plan for five moves loses all games; the interval of the early one holds 0.
    _, low, high = first(r"early +([\d.]+) of 8 points, Elo -?\d+ \((-?\d+) to (-?\d+)\)")
    assert low < 0 < high
    assert first(r"first five +([\d.]+) of 8 points, Elo below -(\d+)")[0] == 0

    # The climb's interval is wide, it holds the strongest, and there is a lost game to be replayed.
    low, high = first(r"after 28 games: Elo \d+ \((\d+) to (\d+)\)")
    assert 250 < high - low < 450
    assert low < ladder()[-1].rating < high
    assert first(r"(\d+) games lost; in the first") > 0


# --- the ladder ----------------------------------------------------------------------------------


def test_the_ratings_are_those_of_the_games_that_are_kept():
    """Worked out again from the results in the file, each pair of the ladder once."""
    data = json.loads(ladder_file.PLACE.read_text(encoding="utf-8"))
    pairs = [tuple(pair) for pair in data["pairs"]]
    assert len({frozenset(pair[:2]) for pair in pairs}) == 21
    assert all(pair[3] == 60 for pair in pairs)
    found = rated(pairs)
    assert {rung.name: [rung.rating, rung.low, rung.high] for rung in ladder()} == found
    scores = dict.fromkeys(LADDER, 0.0)
    for one, other, points, games in pairs:
        scores[one] += points
        scores[other] += games - points
    for rung in ladder():
        rivals = [other for other in ladder() if other != rung]
        promised = sum(60 * expected_score(rung.rating, other.rating) for other in rivals)
        assert promised == pytest.approx(scores[rung.name], abs=1)


def test_the_picture_of_the_ladder_says_what_is_sure():
    """One is above all others, the next three can't be told apart, random's range is widest."""
    lost, greedy, *_ = ladder()
    *three, best = ladder()[-4:]
    assert best.name == "MCTS 5000"
    assert max(rung.low for rung in three) < min(rung.high for rung in three)
    assert all(rung.low > greedy.high for rung in three)
    assert lost.name == "random"
    assert lost.high - lost.low > 5 * max(rung.high - rung.low for rung in ladder()[1:])


def test_who_keeps_what_the_solver_says_is_counted_by_itself():
    """For the quick ones the shares come out again; whoever always keeps it has all of them."""
    assert kept_by()["greedy"] == kept("greedy")
    scores = {FOUR.play(line): values for line, values in known_positions()}

    def perfect(game, state):
        values = scores[state]
        return game.action_named(max(values, key=values.get))

    assert share_kept(perfect) == 1


def test_the_ladder_estimates_as_lesson_4_does():
    """The fast way to count windows gives the same numbers."""
    for game in (FOUR, ConnectFour(5, 6, 3)):
        for seen in states(game, 6, any_state, 20):
            for player in game.players:
                fast = lent("evaluate_lines")(game, seen.state, player)
                assert fast == pytest.approx(solution("evaluate_lines")(game, seen.state, player))


def test_openings_are_fair_and_different():
    """Each is played from both sides, none is over, and none comes again before all have been."""
    drawn = list(openings(98, 1))
    assert [turned for _, turned in drawn] == [0, 1] * 49
    assert all(one == other for (one, _), (other, _) in zip(drawn[::2], drawn[1::2], strict=True))
    assert len({state for state, _ in drawn}) == 49
    assert not any(FOUR.is_terminal(state) for state, _ in drawn)
    assert list(openings(6, 1)) == drawn[:6] != list(openings(6, 2))


def test_points_go_to_the_name_whatever_the_seat():
    """What one player gets, the other does not."""
    players = [(name, LADDER[name](Random(1))) for name in ("random", "greedy")]
    records = list(games_between(players[0], players[1], 4, 3))
    assert {record.players["X"] for record in records} == {"random", "greedy"}
    for record in records:
        assert points_of("random", record) + points_of("greedy", record) == 1
        assert record.winner is None or points_of(record.players[record.winner], record) == 1


# --- climbing it ---------------------------------------------------------------------------------


@pytest.fixture
def short_ladder(monkeypatch):
    """A ladder of the two weakest, so that climbing it takes no time."""
    weakest = ladder()[:2]
    monkeypatch.setattr("course_lib.lessons.ladder.ladder", lambda: weakest)


@pytest.mark.usefixtures("short_ladder")
def test_climbing_is_repeatable_and_counts_what_was_played():
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
def test_faults_lose_games_and_are_named(fault, words):
    """An illegal move, one visit too many, an exception: the ladder is climbed to its end."""
    found = climb(fault, 10, 2, seed=1)
    assert len(found.losses) == 4
    assert words in str(found)
    assert "fault" in str(found)


def spends(game, state, visits):
    """A legal action, after so many visits."""
    for _ in range(visits - 1):
        game.is_terminal(game.result(state, game.actions(state)[0]))
    return game.actions(state)[0]


def test_the_last_visit_of_a_budget_may_be_used():
    """Ten of ten are fine, and eleven stop the player; an unwritten one is not rated."""
    assert within(spends, 10)(FOUR, FOUR.initial) == (5, 0)
    watched = Watched(FOUR)
    spends(watched, FOUR.initial, 10)
    assert watched.visits == 10

    def unwritten(game, state, budget):
        raise NotImplementedError

    with pytest.raises(NotImplementedError):
        climb(unwritten, 10, 2, seed=1)


# --- what is read from a board -------------------------------------------------------------------


# --- the judges ----------------------------------------------------------------------------------


def test_no_random_player_passes_for_one_that_beats_a_random_player():
    """The match alone tells it, whatever else is asked: 20 games leave no room for luck."""
    exercise = exercise_named("my_player")
    [group] = [group for group in exercise.groups() if group.title == "a random player is beaten"]
    for seed in range(40):
        rng = Random(seed)

        def draws(game, state, _budget, rng=rng):
            return rng.choice(game.actions(state))

        verdict = judge(exercise, NotebookStudent({"my_player": draws}), [group])
        assert not verdict.passed, seed
        assert "won" in str(verdict.message)


def test_who_is_forced_takes_a_win_before_a_block():
    """Elsewhere nobody is forced; a threat whose gap hangs in mid-air forces nobody either."""
    lines = {"": (), "1717": (), "17171": ("a4",), "171717": ("a4",), "711337272": ()}
    for line, names in lines.items():
        assert forced(FOUR.play(line)) == (tuple(map(FOUR.action_named, names)), not names)
