"""Lesson 10 says what is true, and its checks teach: dice, plans and regrets."""

from collections import Counter
from copy import deepcopy
from itertools import product
from math import prod
from random import Random

import pytest
from lesson_output import Lesson, answer, both, verdict_on
from test_dice_and_cards import pig_by_sweeps

from autograder_tests import bank
from autograder_tests.solution import solution
from course_lib import KuhnPoker, Pig, TwoDice
from course_lib.checks.judges import shown
from course_lib.checks.keeping import loaded
from course_lib.closed import checked
from course_lib.lessons.lesson_10.hidden_cards import (
    best_response,
    new_table,
    views_of,
)
from course_lib.lessons.lesson_10.leduc import LeducPoker
from course_lib.lessons.lesson_10.luck import (
    chance_against,
    chances_of,
    hold_at,
    landmarks,
    policy_map,
    solve_pig,
)
from course_lib.views import tree_of
from course_tools.arena.engines.luck import values_with_luck

LESSON = Lesson("10_dice_and_hidden_cards")
KUHN = KuhnPoker()


# --- what the lesson claims ----------------------------------------------------------------------


def test_value_iteration_comes_to_what_the_solver_finds():
    """In every state of a small game, from the lesson's own functions."""
    names, game = LESSON.names(), Pig(6)
    *_, values = names["sweeps"](game, 0)
    value_of = values_with_luck(game, 0)
    for state, found in values.items():
        if not game.is_terminal(state) and not game.chance(state):
            best = max(value_of(state).values())
            assert found == pytest.approx(best if state.to_move == "X" else -best, abs=1e-6)


def by_dice(mine, theirs, goal, games, rng):
    """The share of so many games that the one who begins wins, rolled one by one."""
    won = 0
    for _ in range(games):
        points, turn = [0, 0], 0
        while max(points) < goal:
            hold, sum_of_turn = (mine, theirs)[turn][points[turn], points[1 - turn]], 0
            while sum_of_turn < hold:
                face = rng.randint(1, 6)
                sum_of_turn = 0 if face == 1 else sum_of_turn + face
                if face == 1:
                    break
            points[turn] += sum_of_turn
            turn = 1 - turn
        won += points[0] >= goal
    return won / games


def test_the_chance_of_one_table_against_another_is_what_dice_say():
    """Within the luck of 4,000 games, and as the lesson prints it."""
    _, hold = solve_pig(LESSON.names()["best_turn"], 30)
    early = hold_at(8, 30)
    for one, other in ((hold, early), (early, hold), (early, early)):
        exact = chance_against(one, other, 30)
        assert by_dice(one, other, 30, 4_000, Random(1)) == pytest.approx(exact, abs=0.03)
    [(first, second)] = LESSON.groups(r"wins (.+)% if it begins and (.+)% if it doesn")
    assert 0 < (first + second) / 2 - 50 < 5
    assert "four games in a hundred" in LESSON.prose


def test_the_map_shows_where_to_hold():
    """Its words name the first sum, and its marks stand where its text says."""
    _, hold = solve_pig(LESSON.names()["best_turn"], 100)
    with pytest.raises(ValueError, match="made for a smaller goal than 110"):
        policy_map(hold, 110)
    picture = policy_map(hold, 100)
    assert f"at {hold[0, 0]} to begin with" in picture.alt
    assert "roll until you win" in picture.svg.replace("\N{NO-BREAK SPACE}", " ")
    places = landmarks(hold, 100)
    assert [f">{number}</text>" in picture.svg for number in (1, 2, 3)] == [True] * 3
    mine, theirs = places["the slope"]
    assert hold[mine + 20, theirs] < hold[mine, theirs] < hold[mine, theirs + 20]
    mine, theirs = places["the ridge"]
    assert hold[mine, theirs] > hold[mine - 1, theirs] + 3
    assert 100 - mine - hold[mine, theirs] < 30, "a turn from the goal"
    mine, theirs = places["the coast"]
    assert hold[mine, theirs] == 100 - mine
    assert hold[mine - 8, theirs] < 100 - mine


def test_what_rolling_and_holding_are_worth_is_what_sweeps_find():
    """In every state of a game to 20, by a program that knows only the rules."""
    truth, game = pig_by_sweeps(20), Pig(20)
    table, _ = solve_pig(solution("best_turn"), 20)
    for (mine, theirs, turn), chance in truth.items():
        if turn and 1 not in (mine, theirs, turn):
            state = game.parse(f"X {theirs}, O {mine}; O to move, {turn} so far")
            found = chances_of(state, table, 20)
            assert max(found.values()) == pytest.approx(chance, abs=1e-6)
            assert found["hold"] == pytest.approx(1 - truth[theirs, mine + turn, 0], abs=1e-6)


def test_exploited_is_zero_for_perfect_play_alone():
    """By Kuhn's own solution with a bluff of a third."""
    third, names = 1 / 3, LESSON.names()
    bold = {"J": third, "Q": 0, "K": 1}
    plan = {}
    for view, actions in views_of(KUHN).items():
        card = next(each for each in view.cards if each != "?")
        chance = bold[card]
        if actions[1] == "call":
            chance = {"J": 0, "Q": third + third * (view.cards[0] == "Q"), "K": 1}[card]
        plan[view] = [1 - chance, chance]
    assert names["exploited"](KUHN, plan) == pytest.approx(0, abs=1e-12)
    plan[KUHN.view(KUHN.play("J Q"), "X")] = [0, 1]
    assert names["exploited"](KUHN, plan) > 0.01


def test_a_best_response_is_the_best_of_all_plans_without_chance():
    """Of the 64 that either player has, against drawn plans; `worth` says what each wins."""
    worth, rng = solution("worth"), Random(6)
    for _ in range(3):
        plan = {view: [bet := rng.random(), 1 - bet] for view in views_of(KUHN)}
        for seat, sign in (("X", 1), ("O", -1)):
            views = [view for view in plan if KUHN.to_move(view) == seat]
            best = max(
                sign * worth(KUHN, KUHN.initial, plan | dict(zip(views, answers, strict=True)))
                for answers in product([[1, 0], [0, 1]], repeat=len(views))
            )
            found = best_response(KUHN, plan, seat, [(KUHN.initial, 1)])
            assert found == pytest.approx(best, abs=1e-12)


# --- Leduc poker, by hands and chips alone -------------------------------------------------------


def test_leduc_deals_six_cards_and_pays_what_was_called():
    """Chances of what is left, pairs win, equal cards share, and a bet not called costs nothing."""
    game = LeducPoker()
    state = game.play("J J check check")
    assert dict(game.chance(state)) == pytest.approx({"Q": 1 / 2, "K": 1 / 2})
    assert game.chance(game.initial) == tuple((card, 1 / 3) for card in "JQK")
    for moves, chips in (
        ("J K bet call J bet raise call", 11),
        ("J K bet call Q bet raise call", -11),
        ("K K bet call Q bet call", 0),
        ("Q J bet raise fold", -3),
        ("Q J bet raise call K check bet fold", 5 * -1),
        ("Q J bet fold", 1),
    ):
        state = game.play(moves)
        assert (game.utility(state, "X"), game.utility(state, "O")) == (chips, -chips)
        assert not game.actions(state)
    with pytest.raises(ValueError, match="final states only"):
        game.utility(game.initial, "X")


def test_leduc_has_the_numbers_that_openspiel_publishes():
    """Of chance play: what both best answers gain (its `exploitability_test.py`), what X wins."""
    game = LeducPoker()
    plan = {view: [1 / len(actions)] * len(actions) for view, actions in views_of(game).items()}
    assert len(plan) == 288
    assert 2 * LESSON.names()["exploited"](game, plan) == pytest.approx(4.747222222222222)
    assert solution("worth")(game, game.initial, plan) == pytest.approx(-0.078125)


# --- what its checks say -------------------------------------------------------------------------


def test_a_table_that_learned_something_else_is_shown_with_the_view():
    """Which list of which view is wrong, what it is, and what it should be."""
    wrong = answer("play_and_learn", "regrets count by the own reach, not by the other's")
    message = str(verdict_on("play_and_learn", wrong).message)
    assert "table[" in message
    assert "regrets" in message


def test_reach_may_be_changed_where_it_is_given_back_as_it_was():
    """But for rounding; else both dictionaries are told, and the line to paste shows what came."""
    source = next(entry.source for entry in bank.entries("play_and_learn") if entry.right)
    for old, new in (
        ("further = dict(reach)", "before, further = reach[player], reach"),
        ("further[player] = reach[player] * chance", "reach[player] *= chance"),
    ):
        assert old in source
        source = source.replace(old, new)
    verdict = verdict_on("play_and_learn", source)
    assert "changed reach to" in str(verdict.message)
    assert verdict.expected != verdict.got
    exec(verdict.call, fresh := loaded(source))  # noqa: S102 - to be pasted
    assert shown(fresh["given"]) == verdict.got
    call = "values.append(play_and_learn(game, game.result(state, action), further, table))"
    assert call in source
    back = "reach[player] = reach[player] / chance if chance else before"
    verdicts = both("play_and_learn", source.replace(call, f"{call}\n        {back}"))
    assert [each.share for each in verdicts] == [1, 1]


def test_no_tree_tells_what_expectimax_should_find_out():
    """While an exercise of this lesson is checked, a drawn tree gives no means."""
    game = TwoDice()
    checked.append("10")
    try:
        with pytest.raises(ImportError, match="out of reach"):
            tree_of(game, game.play("a b"))
    finally:
        checked.pop()
    assert tree_of(game, game.play("a b")).nodes[0].value == pytest.approx(1 / 9)


def drawn_by(state, script, learner, table):
    """The probability of a walk that draws by these places, then the first ones, and others to try.

    It learns in the table.
    """
    taken, others, chances = [], [], []

    def draw(pairs):
        actions, odds = zip(*pairs, strict=True)
        if len(taken) >= len(script):
            others.extend((*taken, place) for place in range(1, len(actions)))
        taken.append(script[len(taken)] if len(taken) < len(script) else 0)
        chances.append(odds[taken[-1]])
        return actions[taken[-1]]

    solution("sample_and_learn")(KUHN, state, learner, table, draw)
    return prod(chances), others


@pytest.mark.parametrize("learner", "XO")
@pytest.mark.parametrize("cards", ["J Q", "K J", "Q K"])
def test_drawing_learns_on_average_what_the_whole_walk_learns(cards, learner):
    """Over all that may be drawn, by its probability: the learner's regrets, the other's plan."""
    state = KUHN.play(cards)
    before, rng = new_table(KUHN), Random(5)
    for entry in before.values():
        entry["regrets"] = [rng.randint(-3, 6) for _ in range(2)]
    whole, mean, scripts = deepcopy(before), Counter(), [()]
    solution("play_and_learn")(KUHN, state, {"X": 1, "O": 1}, whole)
    while scripts:
        after = deepcopy(before)
        chance, others = drawn_by(state, scripts.pop(), learner, after)
        scripts += others
        for view, what, place in product(after, ("regrets", "played"), (0, 1)):
            grown = after[view][what][place] - before[view][what][place]
            mean[view, what, place] += chance * grown
    for (view, what, place), grown in mean.items():
        right = whole[view][what][place] - before[view][what][place]
        learned = (KUHN.to_move(view) == learner) == (what == "regrets")
        assert grown == pytest.approx(right if learned else 0)
