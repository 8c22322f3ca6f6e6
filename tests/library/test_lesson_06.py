"""Lesson 06 says what is true, its players do what it says, and its checks are fair and teach."""

import ast
from itertools import pairwise
from random import Random

import pytest
from lesson_output import Lesson

from autograder_tests.solution import solution
from course_lib import Havannah, play_game, random_player, tournament
from course_lib.lessons.lesson_06.havannah_pictures import cells_named, show_stones
from course_lib.lessons.lesson_06.planner import Planner
from course_lib.lessons.lesson_06.printed_game import printed_game
from course_lib.questions.predicting import all_questions

chain_of, corners_and_sides, has_ring, win_kinds, straight = map(
    solution, ("chain_of", "corners_and_sides", "has_ring", "win_kinds", "straight")
)
LESSON = Lesson("06_havannah")


def lesson_names():
    """The lesson's functions, and what they need."""
    return LESSON.names("STEPS", "TURNS", "ring", "bridge", "fork", "chains", "jump", "between")


# --- the lesson --------------------------------------------------------------------------------


def test_the_first_picture_shows_a_ring_a_bridge_and_a_fork():
    """Each connected, each of its kind alone, and no two on one cell."""
    names = lesson_names()
    for kind in ("ring", "bridge", "fork"):
        figure = names[kind]
        assert win_kinds(min(figure), figure, 5) == {kind}
        assert chain_of(min(figure), figure, 5) == figure
    whole = names["ring"] | names["bridge"]
    assert not whole & names["fork"]
    assert chain_of(min(names["ring"]), whole, 5) == names["ring"]
    assert LESSON.groups(r"\((\d), (\d)\)\n\((\d), (\d)\)\n\((\d), (\d)\)") == [
        tuple(
            number
            for kind in ("bridge", "fork", "ring")
            for number in corners_and_sides(names[kind], 5)
        )
    ]
    # A two-bridge can't be cut: whichever of the two cells is taken, the other joins both stones.
    for cell in names["between"]:
        joined = names["jump"] | {cell}
        assert chain_of(min(joined), joined, 5) == joined
    assert chain_of(min(names["jump"]), names["jump"], 5) != names["jump"]


def test_counting_neighbours_errs_in_both_directions():
    """On chains for which the lesson prints both answers, the wrong one and the right one."""
    names = lesson_names()
    wrong = {name: names["counts_neighbours"](chain, 4) for name, chain in names["chains"].items()}
    right = {name: has_ring(chain, 4) for name, chain in names["chains"].items()}
    assert {(wrong[name], right[name]) for name in right} == {
        (True, True),
        (True, False),
        (False, True),
    }
    for name, ring in right.items():
        found = LESSON.groups(rf"{name} +(True|False)")
        assert found == [str(wrong[name]), str(ring)]

    # The win test agrees in three hundred games, and the counts of their ends add up.
    [(agreed, ends)] = LESSON.groups(r"(\d+) of 300; (\{.*\})")
    assert agreed == sum(ast.literal_eval(ends).values()) == 300
    assert "draw" not in ends


# --- its players -------------------------------------------------------------------------------


def test_the_plan_goes_straight_across():
    """Three stones at a corner, then straight on; an empty board is crossed without a turn."""
    for seed in range(8):
        game, state = Havannah(5, passing=True), None
        state = game.initial
        player = Planner(straight, Random(seed))
        path = []
        while not game.is_terminal(state):
            path.append(player(game, state))
            state = game.result(state, path[-1])
            if not game.is_terminal(state):
                state = game.result(state, game.action_named("pass"))
        assert game.winner(state) == "X"
        steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path[2:])}
        assert len(steps) == 1
        assert corners_and_sides(path[:3], 5) == (1, 2)


def test_a_planner_ends_each_game_by_a_legal_move_or_by_resigning():
    """Also where it is shut in, game after game, and where it takes over; seeds make a difference.

    Else the lesson's forty games would be one game forty times.
    """
    planner = Planner(straight, Random(1))
    reasons = {
        play_game(Havannah(3), {"X": planner, "O": random_player(Random(seed))}).reason
        for seed in range(12)
    }
    assert "win" in reasons
    assert reasons <= {"win", "resign", "draw"}
    game = Havannah(4)
    state = game.play("A1 D4 A2 E5")
    assert planner(game, state) in game.actions(state)
    players = {"one": Planner(straight, Random(1)), "other": Planner(straight, Random(2))}
    table = tournament(players, game, games=10, seed=1, progress=False)
    assert len({record.actions for record in table.records}) > 5


def test_in_the_printed_game_x_never_threatens_before_move_83():
    """And then in two places, as the prediction says; one of them is where it wins."""
    record = printed_game()
    game, won = record.game, {}
    for number, state in enumerate(list(record.states())[:-1]):
        own = state._replace(to_move="X")
        wins = {action for action in game.actions(state) if game.winner(game.result(own, action))}
        if wins:
            won[number] = {game.action_name(action) for action in wins}
    assert won == {83: {"K2", "L3"}, 84: {"L3"}}
    assert all_questions()["two_places"].answer == min(won)


# --- pictures of stones --------------------------------------------------------------------------


def test_stones_are_drawn_where_they_lie():
    """Of both players, with what is pointed at; the cell is named where they can't lie."""
    picture = show_stones(3, cells_named("A1 C3", 3), {(2, 2)}, highlight=[(5, 5)], caption="Here")
    assert str(picture) == "Havannah, Here: X on A1, C3; O on B2; the rest is empty"
    assert 'data-square="e5" data-highlight' in picture.svg

    wrong = [({(4, 1)}, (), "not a cell"), ((), {(0, 0)}, "not a cell"),
             ({(1, 1)}, {(1, 1)}, "can't hold")]  # fmt: skip
    for first, other, words in wrong:
        with pytest.raises(ValueError, match=words):
            show_stones(3, first, other)
