"""Ratings and their intervals: what they promise, and how often the intervals hold the truth.

How often is worked out exactly where the opponents' ratings are known (a sum over all results), and
by seeded leagues that are made up where they are not.
"""

import math
from itertools import combinations
from random import Random

import pytest

from course_lib.lessons.elo import (
    Rating,
    Result,
    expected_score,
    most_likely,
    rating_from,
    ratings_of,
)


def test_a_rating_promises_the_score_that_it_was_made_of():
    """For one opponent by the formula turned round, for several as a whole."""
    for points in (1, 5, 8.5):
        by_hand = 1_000 - 400 * math.log10(10 / points - 1)
        assert most_likely([Result(1_000, points, 10)]) == pytest.approx(by_hand)
    results = [Result(0, 9, 10), Result(300, 6, 10), Result(700, 2.5, 10)]
    rating = most_likely(results)
    promised = sum(10 * expected_score(rating, each.opponent) for each in results)
    assert promised == pytest.approx(17.5)


def test_all_won_is_above_and_all_lost_is_below():
    """Above what would still win them all one time in twenty; in words, and without a number."""
    won, lost = rating_from([Result(500, 4, 4)]), rating_from([Result(500, 0, 4)])
    assert won.high == math.inf
    assert lost.low == -math.inf
    assert won.low - 500 == pytest.approx(500 - lost.high)
    assert str(won).startswith("above ")
    assert str(lost).startswith("below ")
    assert expected_score(rating_from([Result(0, 10, 10)]).low, 0) ** 10 == pytest.approx(0.05)


def test_results_may_come_in_any_parts():
    """The same opponent twice is one with more games; a draw is half a win, between the two."""
    whole = rating_from([Result(300, 7, 12), Result(0, 3, 4)])
    parts = rating_from([Result(0, 3, 4), Result(300, 5, 6), Result(300, 2, 6)])
    assert parts == pytest.approx(whole)
    ends = [rating_from([Result(0, points, 10)]) for points in (6, 6.5, 7)]
    for end in ("low", "high"):
        assert [getattr(one, end) for one in ends] == sorted(getattr(one, end) for one in ends)


# --- how often an interval holds the truth --------------------------------------------------------


def chances(games, ahead):
    """The chance of each number of wins."""
    share = expected_score(ahead, 0)
    return [math.comb(games, k) * share**k * (1 - share) ** (games - k) for k in range(games + 1)]


LADDER = (0, 927, 1055, 1339, 1346, 1369)
KNOWN = [
    *(((0,), games, most) for games, most in [(5, 0.985), (10, 0.975), (20, 0.97), (28, 0.97)]),
    pytest.param((0,), 100, 0.97, marks=pytest.mark.slow),
    (LADDER, 4, 0.97),
]
"""Opponents, the games against each, and how often an interval may hold the truth on the average.

With five games there are six results only, so their intervals have to be rather wide. On a climb,
who is far above all opponents wins nearly always.
"""


@pytest.mark.parametrize(("opponents", "games", "most"), KNOWN)
def test_a_rating_is_where_its_interval_says(opponents, games, most):
    """93 % and more on the average, nowhere under 92 %, or 90 % on a climb."""
    ratings = []
    for points in range(games * len(opponents) + 1):
        won = [max(0, min(games, points - games * place)) for place in range(len(opponents))]
        each = [Result(rating, got, games) for rating, got in zip(opponents, won, strict=True)]
        ratings.append(rating_from(each))
    held = []
    for true in range(300, 1500, 10) if opponents is LADDER else range(-400, 401, 2):
        total = [1.0]
        for opponent in opponents:
            parts = chances(games, true - opponent)
            total = [
                sum(total[k] * parts[n - k] for k in range(len(total)) if 0 <= n - k < len(parts))
                for n in range(len(total) + games)
            ]
        held.append(
            sum(
                chance
                for rating, chance in zip(ratings, total, strict=True)
                if rating.low <= true <= rating.high
            )
        )
    assert min(held) > (0.90 if opponents is LADDER else 0.92)
    assert 0.93 < sum(held) / len(held) < most


def league(true, games, rng, share):
    """Everybody against everybody; about this share of games between equals is drawn."""
    pairs = []
    for one, other in combinations(true, 2):
        wins = expected_score(true[one], true[other])
        draws = 2 * share * min(wins, 1 - wins)
        came = rng.choices((1, 0.5, 0), (wins - draws / 2, draws, 1 - wins - draws / 2), k=games)
        pairs.append((one, other, sum(came), games, came.count(0.5)))
    return pairs


def share_held(true, games, leagues, seed, draws=0.0):
    """How often each player's interval holds its distance from the average."""
    rng, held = Random(seed), dict.fromkeys(true, 0)
    average = sum(true.values()) / len(true)
    for _ in range(leagues):
        for name, rating in ratings_of(league(true, games, rng, draws)).items():
            held[name] += rating.low <= true[name] - average <= rating.high
    return {name: count / leagues for name, count in held.items()}


def apart(gap):
    """Eight players."""
    return {str(place): gap * place for place in range(8)}


LEAGUES = [
    *((apart(400), games, 15, 0, (0.91, 0.995)) for games in (2, 20)),
    *((apart(50), 8, 30, draws, (0.90, 0.985)) for draws in (0.5, 0.8)),
    *(
        pytest.param(apart(gap), games, 400, draws, (0.93, 0.975), marks=pytest.mark.slow)
        for draws in (0, 0.5)
        for games in (4, 20)
        for gap in (50, 200)
    ),
]
"""Who plays, how many games each, how many leagues, how many draws; what is held, about 95 %."""


@pytest.mark.parametrize(("true", "games", "leagues", "draws", "ends"), LEAGUES)
def test_ratings_of_leagues_are_where_their_intervals_say(true, games, leagues, draws, ends):
    """Near each other or far apart, where a prior would pull them together, with draws or without.

    As many draws as in strong play, counted as half wins alone, held the truth in 99.7 %.
    """
    held = share_held(true, games, leagues, seed=2, draws=draws)
    assert ends[0] < sum(held.values()) / len(held) < ends[1]
    assert leagues < 400 or min(held.values()) > 0.88, "with 400 leagues, 0.90 may look like 0.88"


# --- ratings of players who have met --------------------------------------------------------------


def test_ratings_of_two_are_those_of_elo_s_formula():
    """With one drawn game more between them, which is what is added in all for two players."""
    rated = ratings_of([("a", "b", 60, 80)])
    ahead = rated["a"].elo - rated["b"].elo
    assert 81 * expected_score(ahead, 0) == pytest.approx(60.5, abs=1e-4)
    assert rated["a"].elo == pytest.approx(-rated["b"].elo)
    assert ratings_of([("a", "b", 60, 80)], "b")["a"].elo == pytest.approx(ahead)


def test_the_order_of_results_and_players_makes_no_difference():
    """Nor do pairs that have played no game."""
    pairs = [("ada", "bob", 1.0, 1), ("ada", "cyd", 2, 2), ("cyd", "bob", 0.5, 1)]
    turned = [("bob", "cyd", 0.5, 1), ("cyd", "ada", 0, 2), ("bob", "ada", 0, 1), ("a", "b", 0, 0)]
    one, other = ratings_of(pairs), ratings_of(turned)
    assert set(one) == {"ada", "bob", "cyd"}
    for name, rating in one.items():
        assert other[name] == pytest.approx(rating, abs=0.5)
        assert rating.low < rating.elo < rating.high
    assert one["ada"].elo > one["cyd"].elo
    assert max(map(abs, one["ada"])) < 4_000


def test_who_has_met_nobody_in_common_is_compared_with_nobody():
    """Two groups have an average each."""
    rated = ratings_of([("a", "b", 2, 2), ("c", "d", 0, 2)])
    assert rated["a"] == pytest.approx(rated["d"], abs=0.5)
    assert rated["a"].elo + rated["b"].elo == pytest.approx(0)


def test_more_games_weigh_more():
    """Ten times as many make intervals about a third as wide, and the added game is forgotten."""
    few, many = (
        ratings_of([("a", "b", 6 * n, 10 * n), ("b", "c", 6 * n, 10 * n)]) for n in (1, 10)
    )
    narrower = (many["b"].high - many["b"].low) / (few["b"].high - few["b"].low)
    assert narrower == pytest.approx(1 / math.sqrt(10), rel=0.1)
    assert many["b"] == pytest.approx(Rating(0, -many["b"].high, many["b"].high), abs=0.5)
