"""What lesson 06 says is true, and its players do what the lesson says of them."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from itertools import pairwise
from math import factorial, log10
from pathlib import Path
from random import Random
from typing import Any

import pytest
from lesson_output import groups_in

import course_lib
from course_lib import RESIGN, Havannah, minimax_search, play_game, random_player, tournament
from course_lib.checks.drawing_06 import cells_named
from course_lib.checks.ladder_06 import plot_ladder
from course_lib.checks.references_06 import chain_of, corners_and_sides, has_ring, win_kinds
from course_lib.game import Action, Game, State
from course_lib.play.havannah_example import example_player
from course_lib.play.havannah_ladder import havannah_ladder
from course_lib.play.havannah_strong import strong_player
from course_tools.build.lesson import read_lesson
from course_tools.engines.havannah_solver import HavannahSolver

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "solutions" / "06_havannah.py"
NOTEBOOK = ROOT / "solutions" / "06_havannah" / "06_havannah.ipynb"


@cache
def lesson_names() -> dict[str, Any]:
    """The lesson's functions and figures with their solutions, without running anything else."""
    names: dict[str, Any] = {"log10": log10, "factorial": factorial, "Random": Random}
    names |= {name: getattr(course_lib, name) for name in course_lib.__all__}
    names |= {"cells_named": cells_named, "Counter": Counter, "example_player": example_player}
    wanted = {"STEPS", "TURNS", "ring", "bridge", "fork", "chains", "small", "jump", "between"}
    for cell in read_lesson(SOURCE).cells:
        if cell.part.markdown or cell.check:
            continue
        body = [
            one
            for one in ast.parse(cell.part.source).body
            if isinstance(one, ast.FunctionDef | ast.ClassDef)
            or (isinstance(one, ast.Assign) and getattr(one.targets[0], "id", "") in wanted)
        ]
        exec(compile(ast.Module(body, []), str(SOURCE), "exec"), names)  # noqa: S102 - our lesson
    return names


def numbers_in(pattern: str) -> list[tuple[str, ...]]:
    """The groups of this pattern wherever it is in what the cells show."""
    return groups_in(NOTEBOOK, pattern)


def scores() -> dict[str, tuple[int, int, int]]:
    """What the lesson prints of its matches: score, and the ends of its interval."""
    return {
        name: (int(score), int(low), int(high))
        for name, score, low, high in numbers_in(r"(\w+) +scores (\d+) % \((\d+) to (\d+)\)")
    }


# --- the lesson --------------------------------------------------------------------------------


def test_the_lesson_has_its_seven_exercises_and_twenty_points() -> None:
    """As the README says."""
    cells = read_lesson(SOURCE).cells
    points = {cell.check: cell.points for cell in cells if cell.check}
    assert sum(points.values()) == 20
    assert set(points) == {cell.exercise for cell in cells if cell.exercise}
    assert len(points) == 7


def test_the_first_picture_shows_a_ring_a_bridge_and_a_fork() -> None:
    """Each connected, each of its kind alone, and no two on one cell."""
    names = lesson_names()
    for kind in ("ring", "bridge", "fork"):
        figure = names[kind]
        assert win_kinds(min(figure), figure, 5) == {kind}
        assert chain_of(min(figure), figure, 5) == figure
    whole = names["ring"] | names["bridge"]
    assert not whole & names["fork"]
    assert chain_of(min(names["ring"]), whole, 5) == names["ring"]
    assert numbers_in(r"\((\d), (\d)\)\n\((\d), (\d)\)\n\((\d), (\d)\)") == [
        tuple(
            str(number)
            for kind in ("bridge", "fork", "ring")
            for number in corners_and_sides(names[kind], 5)
        )
    ]


def test_counting_neighbours_errs_in_both_directions() -> None:
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
        found = [answer for (answer,) in numbers_in(rf"{name} +(True|False)")]
        assert found == [str(wrong[name]), str(ring)]


def test_the_win_test_agrees_in_all_games() -> None:
    """Three hundred of them, and the counts of their ends add up."""
    [(agreed, ends)] = numbers_in(r"(\d+) of 300 alike; (\{.*\})")
    assert int(agreed) == sum(ast.literal_eval(ends).values()) == 300
    assert "draw" not in ends


def test_on_size_two_all_first_stones_win_but_the_centre() -> None:
    """As the picture says, and by the library's solver."""
    game = Havannah(2)
    values = HavannahSolver(game).values(game.initial)
    assert {game.action_name(a) for a, value in values.items() if value < 1} == {"B2"}
    assert values[(2, 2)] == -1
    assert minimax_search(game, game.initial)[0] == 1


def test_the_estimate_comes_out_where_the_tree_is_known() -> None:
    """2,516 states on size 2; and what is printed for the others is what the cell works out."""
    names = lesson_names()
    estimate = names["estimated_states"]
    assert abs(estimate(Havannah(2), 4_000, Random(8)) - 2_516) < 60
    [(visits,)] = numbers_in(r"worth 1 to X, ([\d,]+) visits")
    assert visits == "2,516"
    powers = {int(size): int(power) for size, power in numbers_in(r"size +(\d+): 10\^(\d+)\n")}
    assert 15 <= powers[3] <= 17
    assert powers[10] > 500
    assert abs(log10(estimate(Havannah(4), 300, Random(9))) - powers[4]) < 1.5


def test_each_empty_cell_more_costs_a_few_times_as_much() -> None:
    """Between two and five times, as it is told."""
    visits = [int(n.replace(",", "")) for (n,) in numbers_in(r"empty cells: +([\d,]+) visits")]
    assert len(visits) == 4
    for less, more in pairwise(visits):
        assert 2 < more / less < 5


# --- its players -------------------------------------------------------------------------------


def test_the_plan_is_that_of_the_librarys_straight_player() -> None:
    """Three stones at a corner, then straight on; an empty board is crossed without a turn."""
    planner = lesson_names()["Planner"]
    for seed in range(8):
        game, state = Havannah(5, passing=True), None
        state = game.initial
        player = planner(Random(seed))
        path: list[Any] = []
        while not game.is_terminal(state):
            path.append(player(game, state))
            state = game.result(state, path[-1])
            if not game.is_terminal(state):
                state = game.result(state, game.action_named("pass"))
        assert game.winner(state) == "X"
        steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path[2:])}
        assert len(steps) == 1
        assert corners_and_sides(path[:3], 5) == (1, 2)


def test_a_planner_ends_each_game_by_a_legal_move_or_by_resigning() -> None:
    """Also where it is shut in, and game after game with the same player."""
    planner = lesson_names()["Planner"](Random(1))
    reasons = {
        play_game(Havannah(3), {"X": planner, "O": random_player(Random(seed))}).reason
        for seed in range(12)
    }
    assert "win" in reasons
    assert reasons <= {"win", "resign", "draw"}


def test_a_planner_can_take_over_a_game() -> None:
    """Asked first where it has stones already, it plans from there."""
    game = Havannah(4)
    state = game.play("A1 D4 A2 E5")
    assert lesson_names()["Planner"](Random(1))(game, state) in game.actions(state)


def test_planners_play_other_games_with_other_seeds() -> None:
    """Else forty games would be one game forty times."""
    planner = lesson_names()["Planner"]
    players = {"one": planner(Random(1)), "other": planner(Random(2))}
    table = tournament(players, Havannah(4), games=10, seed=1, progress=False)
    assert len({record.actions for record in table.records}) > 5


def test_the_plan_never_beats_the_example_on_the_large_board() -> None:
    """As the plot shows, and with another seed."""
    planner = lesson_names()["Planner"]
    pair = {"straight": planner(Random(5)), "example": example_player(Random(6))}
    table = tournament(pair, Havannah(10), games=20, seed=7, progress=False)
    [row] = [row for row in table.rows if row.player == "straight"]
    assert row.score <= 0.05


def test_the_matches_say_what_the_prose_reads_from_them() -> None:
    """Straight and fast are behind; defence, safe and the strong player ahead, beyond doubt."""
    found = scores()
    assert set(found) == {"straight", "defence", "fast", "safe", "strong"}
    for name in ("straight", "fast"):
        assert found[name][2] < 50, name
    for name in ("defence", "safe", "strong"):
        assert found[name][1] > 50, name


def test_more_simulations_help_the_search() -> None:
    """Nothing with 30, and about as good as the plan with 300."""
    table = {
        int(number): int(score)
        for number, score in numbers_in(r"(\d+) simulations: (\d+) % \(\d+ to \d+\)")
    }
    assert list(table) == [30, 100, 300]
    assert table[30] < 20 < table[100] <= table[300]


def test_rave_is_the_largest_step_of_the_ladder() -> None:
    """From `UCT` on, beyond the intervals; and every player stands in the plot's words."""
    rungs = {rung.player: rung for rung in havannah_ladder().rungs}
    names = [name for name in rungs if name == "UCT" or name.startswith("+")]
    assert rungs["+rave"].low > rungs["UCT"].high
    steps = {b: rungs[b].elo - rungs[a].elo for a, b in pairwise(names)}
    assert max(steps, key=lambda name: steps[name]) == "+rave"
    caption = plot_ladder().caption
    assert all(f"{rung.player} {rung.elo}" in caption for rung in rungs.values())


def test_fast_and_safe_do_each_a_half_of_defence() -> None:
    """One only wins, the other only blocks, in a state where either could be done."""
    names = lesson_names()
    own, theirs = cells_named("E4 E5", 3), cells_named("A1 A2", 3)
    assert names["fast"](own, theirs, 3) == (5, 3)
    assert names["safe"](own, theirs, 3) == (1, 3)
    assert names["fast"](set(), theirs, 3) is None
    assert names["safe"](own, set(), 3) is None


def test_a_two_bridge_can_not_be_cut() -> None:
    """Whichever of the two cells is taken, the other joins both stones."""
    names = lesson_names()
    for cell in names["between"]:
        joined = names["jump"] | {cell}
        assert chain_of(min(joined), joined, 5) == joined
    assert chain_of(min(names["jump"]), names["jump"], 5) != names["jump"]


def test_the_lesson_plays_against_what_students_get() -> None:
    """The strong player of the last match is the library's own in plain Python."""
    game: Game = Havannah(3)
    state: State = game.play("A1 C3")
    action: Action = strong_player(simulations=5, rng=Random(1))(game, state)
    assert action in game.actions(state)
    assert action is not RESIGN


@pytest.mark.parametrize("name", ["havannah_straight", "havannah_defence", "havannah_blocks"])
def test_the_lesson_never_imports_the_answers(name: str) -> None:
    """Nor does anything that it imports from the players."""
    for file in ("havannah_example", "havannah_knowledge", "havannah_strong"):
        text = (ROOT / "course_lib" / "play" / f"{file}.py").read_text(encoding="utf-8")
        assert name not in text
    assert name not in SOURCE.read_text(encoding="utf-8")
