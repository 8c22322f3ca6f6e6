"""Lesson 03 says what is true, found a second time by other means, and its checks teach."""

import importlib
import math
import re
from fractions import Fraction

import pytest
from lesson_output import Lesson, answer, asked, verdict_on
from search_games import reachable, true_value

import course_lib.lessons.lesson_03.careless as careless_room
from autograder_tests.cases import Secret
from autograder_tests.solution import solution
from course_lib import Count, Nim, TicTacToe, compact
from course_lib.checks.cases import exercise_named
from course_lib.checks.evidence import NotebookStudent
from course_lib.checks.verdict import MORE_VISITS, WRONG
from course_lib.lessons.lesson_03.careless import careless_search
from course_lib.lessons.lesson_03.pen_and_paper import pen_and_paper_trees
from course_lib.lessons.rates import Rates, exact_rates
from course_lib.search import alphabeta_search

LESSON = Lesson("03_alpha_beta")


shared = importlib.import_module("autograder_tests.03_alpha_beta.shared")


# --- numbers ----------------------------------------------------------------------------------


def test_large_numbers_and_shares_in_the_prose_come_from_a_cell():
    """Each number such as 18,297 or 39.98 is somewhere in what the cells show."""
    plain = LESSON.shown.replace(",", "")
    numbers = set(re.findall(r"\d+,\d{3}|\d+\.\d{2}", LESSON.prose))
    assert {"549,946", "18,297", "146,120", "39.98", "41.18", "18.84", "4,520"} <= numbers
    assert [number for number in numbers if number.replace(",", "") not in plain] == []


def test_the_state_that_the_careless_search_meets_twice(monkeypatch):
    """First with alpha = 1, where a bound is kept; then with alpha = -1, where it is believed."""
    game = TicTacToe()
    met = []
    search = careless_room.value_of

    def spy(game, state, alpha, beta, seen):
        if "".join(game.render(state).split()) == "OXOXXO..X":
            met.append((-beta, -alpha, state in seen))  # O is to move, and X is meant
        return search(game, state, alpha, beta, seen)

    monkeypatch.setattr(careless_room, "value_of", spy)
    value, _ = careless_room.careless_search(game, game.parse("..OXXO..."))
    assert (value, met) == (1, [(1, math.inf, False), (-1, math.inf, True)])


def test_no_lying_state_can_be_read_in_the_notebook_of_students():
    """Whoever wants the points of the last exercise has to look for one."""
    game = TicTacToe()
    value = true_value(game)
    boards = set(
        re.findall(r"(?<![XO.])[XO.]{9}(?![XO.])", LESSON.handed_out.read_text(encoding="utf-8"))
    )
    assert {"X...O....", "OXOXXO..X"} <= boards
    for board in boards:
        state = game.parse(board)
        claimed, _ = careless_room.careless_search(game, state)
        assert claimed == value(state, game.to_move(state))


# --- rates ------------------------------------------------------------------------------------


def any_action(game, state):
    """A player who does not think."""
    return game.actions(state)


def test_exact_rates_are_those_of_all_games_counted_one_by_one():
    """Each line of play with its chance, for games of several kinds."""

    def lines(game, state, chance):
        if game.is_terminal(state):
            return [(game.winner(state), chance)]
        actions = game.actions(state)
        return [
            line
            for action in actions
            for line in lines(game, game.result(state, action), chance / len(actions))
        ]

    for game in (Count(5, 2), Nim((2, 3)), TicTacToe(size=2)):
        ends = lines(game, game.initial, Fraction(1))
        rates = exact_rates(game, any_action)
        for winner in (None, *game.players):
            assert rates[winner] == sum(chance for who, chance in ends if who == winner)


def test_the_exact_rates_of_players_without_a_thought_are_the_known_ones():
    """In tic-tac-toe X wins 58.5, O 28.8 and nobody 12.7 of 100 games."""
    exact = exact_rates(compact(TicTacToe()), any_action)
    assert [round(1000 * float(exact[winner])) for winner in ("X", "O", None)] == [585, 288, 127]


def test_rates_show_percent_and_an_interval_where_games_were_played():
    """Exact shares stand alone."""
    shares = {None: Fraction(1, 4), "X": Fraction(3, 4)}
    assert str(Rates(shares)) == "draw  25.00 %   X  75.00 %"
    assert repr(Rates(shares, 20)) == "draw  25 % ( 11 to  47)   X  75 % ( 53 to  89)"


# --- the checks ----------------------------------------------------------------------------------


def asked_by(search, tree, *arguments):
    """The leaves that this function looks at, from left to right."""
    student = NotebookStudent({"search": search})
    return asked(student, "search", Secret(tree.tree), (), *arguments).leaves


def test_the_trees_for_pen_and_paper_teach_what_they_promise():
    """Leaves that are left out have names of their own; C is about equality, D about deep cuts."""
    for name, game in pen_and_paper_trees().items():
        value, left_out = solution("by_hand")()[name]
        numbers = [game.utility(path, "MAX") for path in shared.leaf_windows(game)]
        assert all(numbers.count(number) == 1 for number in left_out), name
        assert value == alphabeta_search(game, ())[0]
        seen = asked_by(alphabeta_search, game)
        assert left_out == [
            game.utility(path, "MAX") for path in shared.leaf_windows(game) if path not in seen
        ]
        meets = any(low == high for low, high in shared.leaf_windows(game).values())
        assert meets == (name == "C")
    windows = shared.leaf_windows(pen_and_paper_trees()["D"])
    assert windows[1, 0, 0, 1] == (6, 4), "alpha comes from the root, three levels further up"


def test_the_cases_of_best_actions_are_what_their_titles_say():
    """One best action, several of them, and states in which MIN is to move."""
    kinds = exercise_named("best_actions").groups()
    clear, several, for_min = ([case for case in kind.cases if not case.world] for kind in kinds)
    assert {len(case.expected) for case in clear} == {1}
    assert min(len(case.expected) for case in several) == 2
    for case in for_min:
        game, state, *_ = case.arguments
        assert game.to_move(state) == game.players[1]


def test_every_state_in_which_the_table_lies_is_right_and_no_other():
    """29 of 4,520, and the form shown in the exercise is none of them."""
    game = TicTacToe()
    value = true_value(game)
    playing = [state for state in reachable(game) if not game.is_terminal(state)]
    lies = [
        state
        for state in playing
        if careless_search(game, state)[0] != value(state, game.to_move(state))
    ]
    assert (len(playing), len(lies)) == (4_520, 29)
    for state in lies:
        text = "".join(game.render(state).split())
        assert verdict_on("lying_state", lambda text=text: text).passed
    assert game.parse("X...O....") not in lies


BY_HAND = solution("by_hand")()


@pytest.mark.parametrize(
    ("exercise", "given", "share", "words"),
    [
        # The points of an empty board are no end of a sentence.
        ("lying_state", ".........", 0.25, "'.........'"),
        # A wrong list names one leaf and its window. A name needs a proof, and what is right does
        # not speak against a mistake: several of them would explain one wrong tree.
        ("by_hand", BY_HAND | {"D": (7, [14, 2])}, 0.75, "tree D: 5 is missing from your list"),
        ("by_hand", BY_HAND | {"A": (6, [])}, 0.75, ""),
        ("by_hand", BY_HAND | {"A": (6, [7, 10])}, 0.75, ""),
        # 1.5 for 2 is a wrong value; a text is a wrong type.
        ("least_leaves", 1.5, 0, "gave 1.5, expected 1."),
        ("least_leaves", "2", 0, "(a whole number, not a text)"),
    ],
)
def test_a_wrong_value_is_told_by_itself(exercise, given, share, words):
    """What is wrong with it, and never the whole answer."""
    verdict = verdict_on(exercise, lambda *_: given)
    assert (verdict.status, verdict.mistake, verdict.share) == (WRONG, None, share)
    assert words in str(verdict.message)
    assert str(BY_HAND["D"][1]) not in str(verdict)


@pytest.mark.parametrize(
    ("old", "new", "status", "words"),
    [
        # Right values alone are not enough to be called one of the mistakes with right values.
        ("alpha >= beta", "alpha >= beta + 2", MORE_VISITS, "is right, but looked at the leaf"),
        # The values are right; leaves are counted from left to right.
        (
            "in game.actions(state)",
            "in reversed(game.actions(state))",
            WRONG,
            "in the order of game.actions",
        ),
    ],
)
def test_visits_that_no_known_mistake_makes_get_no_name(old, new, status, words):
    """A leaf too many costs a part, and another order is told which one is counted."""
    source = answer("alphabeta", "fail-soft, one function")
    verdict = verdict_on("alphabeta", source.replace(old, new))
    assert (verdict.status, verdict.mistake, verdict.groups[0].passed) == (status, None, True)
    assert words in str(verdict.message)
    assert 0 < verdict.share < 1
