"""What lesson 07 says is true, by other ways than its own."""

from __future__ import annotations

import ast
import math
from functools import cache
from itertools import pairwise, product
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hasty_search import hasty_value
from lesson_output import groups_in

import course_lib
from autograder_tests.known_07 import PATH, known_text
from course_lib import KInARow, ThreeMusketeers, TicTacToe, compact, minimax_search, solve
from course_lib.checks import watching_07
from course_lib.checks.layers_07 import Folded, rows_of, states_with
from course_lib.checks.references_07 import least_image, proven_winner
from course_lib.checks.watching_07 import perfect_play
from course_lib.lessons.capstone_log import capstone_log
from course_tools.build.lesson import read_lesson
from course_tools.engines.musketeers_proof import MusketeersProof
from course_tools.engines.musketeers_strong import StrongSolution

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "solutions" / "07_solving_games.py"
NOTEBOOK = ROOT / "solutions" / "07_solving_games" / "07_solving_games.ipynb"
EIGHT = "....M/.GGG./.GMG./.GGG./M...."
TWELVE = "..G.M/.GGG./GGMGG/.GGG./M.G.."
LITTLE = ThreeMusketeers("GGM/GGG/MGG")


@cache
def lesson_names() -> dict[str, Any]:
    """The lesson's functions and classes with their solutions, without running anything else."""
    names: dict[str, Any] = {"inf": math.inf, "product": product, "states_with": states_with}
    names |= {name: getattr(course_lib, name) for name in course_lib.__all__}
    kinds = (ast.FunctionDef, ast.ClassDef)
    for cell in read_lesson(SOURCE).cells:
        if cell.part.markdown or cell.check:
            continue
        body = [one for one in ast.parse(cell.part.source).body if isinstance(one, kinds)]
        exec(compile(ast.Module(body, []), str(SOURCE), "exec"), names)  # noqa: S102 - our lesson
    return names


def found(pattern: str) -> list[tuple[str, ...]]:
    """The groups of this pattern wherever it is in what the cells show."""
    return groups_in(NOTEBOOK, pattern)


# --- the lesson --------------------------------------------------------------------------------


def test_the_lesson_has_its_six_exercises_and_twenty_points() -> None:
    """Each exercise has one check."""
    cells = read_lesson(SOURCE).cells
    points = {cell.check: cell.points for cell in cells if cell.check}
    assert sum(points.values()) == 20
    assert set(points) == {cell.exercise for cell in cells if cell.exercise}
    assert len(points) == 6


def test_nobody_loses_by_beginning_to_put_stones_in_a_row() -> None:
    """The values of the lesson's boards, by another search on the small ones; none is below 0."""
    rows = found(r"^(\d) x (\d), (\d) in a row: worth (-?\d) to")
    assert len(rows) == 5
    for numbers in rows:
        height, width, length, value = map(int, numbers)
        assert value >= 0
        if height * width <= 9:
            game = compact(KInARow(height, width, length))
            assert solve(game, game.initial).value == value


def test_a_memory_of_values_is_wrong_in_twenty_nine_states() -> None:
    """Of 4,520, and the lesson's state is one; its table of bounds is right in all."""
    assert found(r"^(\d+) of (\d+)$")[0] == ("29", "4520")
    assert found(r"^(\d+) of (\d+) are wrong$") == [("0", "4520")]
    game, names = TicTacToe(), lesson_names()
    liar = game.play("a2 c3 b2 c2")
    assert game.render(liar).replace(" ", "").splitlines() == ["..O", "XXO", "..."]
    assert minimax_search(game, liar)[0] == 0
    assert names["forgetful"](game, liar, -math.inf, math.inf, {}) == 1
    assert names["bounded_alphabeta"](game, liar, -math.inf, math.inf, {}) == 0


def test_765_boards_are_left_of_tic_tac_toe() -> None:
    """As the library's own symmetries say."""
    game = TicTacToe()
    met, waiting = {game.initial}, [game.initial]
    while waiting:
        state = waiting.pop()
        new = {game.result(state, action) for action in game.actions(state)} - met
        met |= new
        waiting += new
    assert len({game.canonical(state) for state in met}) == 765
    assert found(r"^([\d,]+) states, (\d+) without their images") == [("5,478", "765")]


def test_the_guards_win_with_eight_and_twelve() -> None:
    """By the solver that shares nothing with the lesson; and each way of the lesson says so."""
    proof = MusketeersProof(ThreeMusketeers())
    for start in (EIGHT, TWELVE):
        assert proof.winner(ThreeMusketeers(start).initial) == "guards"
    assert found(r"^(\w+) win; 50,021 states") == [("guards",)]
    assert found(r"^(\w+) win with twelve") == [("guards",)]
    sizes = {
        name: int(size.replace(",", "")) for name, size in found(r"^(\w+) +guards win; +(.*) s")
    }
    assert set(sizes) == {"folded", "ordered", "both"}
    assert 50_021 / 8 < sizes["folded"] < 50_021
    assert 13 < 50_021 / sizes["both"] < 15


def test_short_keys_collide_and_a_proof_by_twelve_bits_is_false() -> None:
    """As the table of the lesson says; long keys do not collide here."""
    collisions = {
        int(b): int(n.replace(",", "")) for b, n in found(r"^(\d+) bits: +(.*) collisions")
    }
    assert collisions[12] > collisions[16] > collisions[20] > collisions[24] > 0
    assert collisions[32] == collisions[64] == 0
    assert collisions[12] >= 50_021 - 2**12
    assert found(r"^(\d+) bits: the (\w+) win") == [
        ("12", "musketeers"),
        ("16", "guards"),
    ]


def test_the_almost_right_search_is_the_one_of_the_solvers() -> None:
    """On the little board everywhere, and where the lesson shows that it is wrong."""
    hasty_winner = lesson_names()["hasty_winner"]
    for state in states_with(LITTLE, 2, "musketeers"):
        said = 1 if hasty_winner(LITTLE, state, {}) == "musketeers" else -1
        assert said == hasty_value(LITTLE, state)
    turned = ThreeMusketeers(".G../..MG/MM.G")
    assert hasty_winner(turned, turned.initial, {}) == "musketeers"
    assert MusketeersProof(turned).winner(turned.initial) == "guards"
    assert found(r"^(\w+): (musketeers|guards)$") == [("hasty", "musketeers"), ("yours", "guards")]


def test_in_the_whole_game_it_follows_a_single_line() -> None:
    """Two states for each number of guards, but for the start."""
    game, known = ThreeMusketeers(), {}
    assert lesson_names()["hasty_winner"](game, game.initial, known) == "musketeers"
    guards = sorted(state.board.count("G") for state in known)
    assert guards == sorted([*range(1, 22)] * 2 + [22])


def test_the_layers_are_as_the_table_says() -> None:
    """Each number of the table, by a search of every state on the little board."""
    rows = [tuple(map(int, row)) for row in found(r"^ +(\d) +([\d]+) +(\d+) +(\d+)$")]
    more = found(r"^ +(\d) +(\d,\d{3}) +(\d+) +(\d+)$")
    rows += [tuple(int(each.replace(",", "")) for each in row) for row in more]
    assert sorted(row[0] for row in rows) == list(range(8))
    proof = MusketeersProof(LITTLE)
    for guards, many, to_move, waiting in rows:
        states = [list(states_with(LITTLE, guards, player)) for player in LITTLE.players]
        assert sum(map(len, states)) == many == 2 * comb(9, 2) * comb(7, guards)
        won = [sum(proof.winner(state) == "musketeers" for state in side) for side in states]
        assert won == [to_move, waiting]
    assert found(r"^proven_winner agrees on ([\d,]+) of ([\d,]+)") == [("9,216", "9,216")]
    [(hasty,)] = found(r"^hasty_winner agrees on ([\d,]+)")
    assert int(hasty.replace(",", "")) < 9_216


def test_the_size_of_the_whole_game_is_that_of_its_solution() -> None:
    """Placements out of line, and states for each side to move."""
    solution = StrongSolution(ThreeMusketeers())
    assert sum(solution.folding.weights) == 2_200
    assert found(r"^([\d,]+) placements") == [("2,200",)]
    assert found(r"^([\d,]+) states for each side") == [(f"{2_200 << solution.folding.bits:,}",)]


# --- the published game ------------------------------------------------------------------------


def test_the_slice_has_the_whole_log_and_agrees_with_it() -> None:
    """Who wins a state follows from who wins after each of its moves."""
    for row in capstone_log()[:-1]:
        winners = set(perfect_play(row.state).values())
        assert row.true == (row.state.to_move if row.state.to_move in winners else winners.pop())


def test_the_slice_is_right_where_few_guards_are_left() -> None:
    """From move 30 on, by another method; and the rest hangs together."""
    game, log = ThreeMusketeers(), capstone_log()
    proof = MusketeersProof(game)
    for row in log[30:]:
        winners = perfect_play(row.state)
        after = {
            game.action_name(action): proof.winner(game.result(row.state, action))
            for action in game.actions(row.state)
        }
        assert winners == after
    for row, following in pairwise(log):
        assert perfect_play(row.state)[following.move] == following.true


def test_six_of_nine_moves_would_have_kept_the_win() -> None:
    """The last state before the mistake."""
    before, after = capstone_log()[21:23]
    winners = list(perfect_play(before.state).values())
    assert (winners.count("guards"), len(winners)) == (6, 9)
    assert perfect_play(before.state)[after.move] == "musketeers"
    assert set(perfect_play(ThreeMusketeers().initial).values()) == {"guards"}


def keep_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the user's folder for data be this one, on whichever system."""
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(folder))


def test_what_is_not_in_the_slice_is_looked_up_or_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the strong solution a sentence says how to get it; a final state has no moves."""
    keep_in(tmp_path, monkeypatch)
    game = ThreeMusketeers()
    with pytest.raises(LookupError, match="course solve three-musketeers --strong"):
        perfect_play(game.play("c3-c4"))
    assert perfect_play(capstone_log()[-1].state) == {}


@pytest.mark.slow
def test_the_file_is_what_the_solution_of_the_whole_game_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the byte; and with the table every state can be asked about."""
    keep_in(tmp_path, monkeypatch)
    game = ThreeMusketeers()
    solution = StrongSolution(game)
    solution.make()
    assert PATH.read_text(encoding="utf-8") == known_text(solution.values)
    state = game.play("c3-c4")
    assert set(perfect_play(state)) == {game.action_name(action) for action in game.actions(state)}
    solution.close()


# --- a folded game -----------------------------------------------------------------------------


def test_a_folded_game_has_the_same_winners() -> None:
    """From random starts, and it hands out least images only."""
    rng = Random(5)
    for _ in range(30):
        marks = ["M"] * 3 + ["G"] * 4 + ["."] * 2
        rng.shuffle(marks)
        game = ThreeMusketeers(
            "".join(marks[:3]) + "/" + "".join(marks[3:6]) + "/" + "".join(marks[6:])
        )
        folded = Folded(game, least_image)
        known: dict[Any, str] = {}
        assert proven_winner(folded, game.initial, known) == proven_winner(game, game.initial, {})
        for state in list(known)[1:]:
            if state != game.initial:
                assert rows_of(game, state) == least_image(rows_of(game, state))


def test_the_slice_is_read_once() -> None:
    """Its answer can be changed by nobody."""
    state = ThreeMusketeers().initial
    perfect_play(state).clear()
    assert len(perfect_play(state)) == 8
    assert watching_07.KNOWN.name == "known_07.json"
