"""What lesson 07 says is true, by other ways than its own."""

from __future__ import annotations

import ast
import importlib
import json
import math
from functools import cache
from itertools import pairwise, product
from math import comb, inf
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hasty_search import hasty_value
from lesson_output import answer, both, groups_in, verdict_on

import course_lib
from autograder_tests import hidden_check
from autograder_tests.perfect_play import PATH, known_text
from autograder_tests.solution import namespace, solution
from course_lib import KInARow, ThreeMusketeers, TicTacToe, compact, minimax_search, solve
from course_lib.checks import NotebookStudent
from course_lib.checks.exercises import exercise_named
from course_lib.checks.judging import judge
from course_lib.checks.verdict import MORE_VISITS
from course_lib.games import Count, Nim, random_tree
from course_lib.lessons.capstone_log import capstone_log
from course_lib.lessons.enhancements import Enhanced, ForgetsAll
from course_lib.lessons.layers import Folded, rows_of, states_with
from course_lib.lessons.perfect_play import KNOWN, perfect_play
from course_tools.build.lesson import read_lesson
from course_tools.engines.musketeers_proof import MusketeersProof
from course_tools.engines.musketeers_strong import StrongSolution

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "solutions" / "07_solving_games.py"
NOTEBOOK = ROOT / "solutions" / "07_solving_games" / "07_solving_games.ipynb"
EIGHT = "....M/.GGG./.GMG./.GGG./M...."
TWELVE = "..G.M/.GGG./GGMGG/.GGG./M.G.."
LITTLE = ThreeMusketeers("GGM/GGG/MGG")
NAMES = (
    "nim_move",
    "bounded_alphabeta",
    "least_image",
    "next_key",
    "proven_winner",
    "solve_layer",
)
nim_move, bounded_alphabeta, least_image, next_key, proven_winner, solve_layer = map(
    solution, NAMES
)
files = {
    name: importlib.import_module(f"autograder_tests.07_solving_games.{name}") for name in NAMES
}


def values_of(game: Any) -> dict[Any, float]:
    """What every state of this game is worth to the first player."""
    values: dict[Any, float] = {}
    solution("remembering")(game, game.initial, values)
    return values


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
    assert found(r"^([\d,]+) states, or (\d+) if mirror images count once") == [("5,478", "765")]


def test_the_guards_win_with_eight_and_twelve() -> None:
    """By the solver that shares nothing with the lesson; and each way of the lesson says so."""
    proof = MusketeersProof(ThreeMusketeers())
    for start in (EIGHT, TWELVE):
        assert proof.winner(ThreeMusketeers(start).initial) == "guards"
    assert found(r"^(\w+) win; 50,021 states") == [("guards",)]


def test_short_keys_collide_and_a_proof_by_twelve_bits_is_false() -> None:
    """As the table of the lesson says; long keys do not collide here."""
    collisions = {
        int(b): int(n.replace(",", "")) for b, n in found(r"^(\d+) bits: +(.*) collisions")
    }
    assert collisions[12] > collisions[16] > collisions[24] > 0
    assert collisions[32] == collisions[64] == 0
    assert collisions[12] >= 50_021 - 2**12
    assert found(r"^proof with (\d+)-bit keys: (\w+) win") == [
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
    assert 2_200 << solution.folding.bits == 9_227_468_800


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


def test_what_is_not_in_the_slice_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sentence says how to get the strong solution; a final state has no moves."""
    keep_in(tmp_path, monkeypatch)
    game = ThreeMusketeers()
    with pytest.raises(LookupError, match="course solve three-musketeers --strong"):
        perfect_play(game.play("c3-c4"))
    assert perfect_play(capstone_log()[-1].state) == {}


@pytest.mark.slow
def test_the_file_is_what_the_solution_of_the_whole_game_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the byte."""
    keep_in(tmp_path, monkeypatch)
    game = ThreeMusketeers()
    solution = StrongSolution(game)
    solution.make()
    assert PATH.read_text(encoding="utf-8") == known_text(solution.values)
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
                assert rows_of(state) == least_image(rows_of(state))


@pytest.mark.parametrize(
    "ideas", [(), ("symmetry",), ("ordering",), ("killer",), ("symmetry", "ordering", "killer")]
)
@pytest.mark.parametrize("memory", [dict, ForgetsAll])
def test_an_enhanced_game_has_the_same_winners(ideas: tuple[str, ...], memory: Any) -> None:
    """Whatever is switched on, with a memory and without."""
    rng = Random(6)
    for _ in range(12):
        marks = ["M"] * 3 + ["G"] * 3 + ["."] * 3
        rng.shuffle(marks)
        rows = ("".join(marks[at : at + 3]) for at in (0, 3, 6))
        game = ThreeMusketeers("/".join(rows))
        known: dict[Any, str] = memory()
        image = least_image if "symmetry" in ideas else None
        rest = {"ordering": "ordering" in ideas, "killer": "killer" in ideas}
        enhanced = Enhanced(game, known, least_image=image, **rest)
        assert proven_winner(enhanced, game.initial, known) == proven_winner(game, game.initial, {})
        assert enhanced.visits >= len(known) - 1


def test_actions_are_the_same_in_another_order() -> None:
    """With the fewest replies first, and before them the move that has just won in a sibling."""
    game, known = ThreeMusketeers(EIGHT), dict[Any, str]()
    enhanced = Enhanced(game, known, ordering=True, killer=True)
    first, second = (enhanced.result(game.initial, at) for at in game.actions(game.initial)[:2])
    replies = [len(game.actions(game.result(second, at))) for at in enhanced.actions(second)]
    assert sorted(enhanced.actions(second)) == sorted(game.actions(second))
    assert replies == sorted(replies)
    [*_, killer] = [at for at in enhanced.actions(second) if at in game.actions(first)]
    assert enhanced.actions(second)[0] != killer
    enhanced.result(first, killer)
    known[first] = "guards"
    assert enhanced.actions(second)[0] == killer


def test_what_an_idea_saves_depends_on_the_others() -> None:
    """Each helps the first two, symmetry and table most; beside the order the killer is idle."""
    alone, *added = [
        int(number.replace(",", ""))
        for (number,) in found(r"^(?:early stop and table|  and \w+) +([\d,]+) visits: guards")
    ]
    [(every,)] = found(r"^all five +([\d,]+) visits: guards")
    factors = {
        idea: int(number.replace(",", "")) / int(every.replace(",", ""))
        for idea, number in found(r"^  but no ([a-z ]+?) +([\d,]+) visits: guards")
    }
    assert max(added) < alone
    assert round(alone / (alone - added[-1])) == 6
    named = {"early stop": 3, "table": 4, "symmetry": 4, "ordering": 2, "killer": 1}
    assert {idea: round(factor) for idea, factor in factors.items()} == named
    assert factors["killer"] < 1


def test_half_of_the_claims_are_false() -> None:
    """As many as the prediction says."""
    assert sum(ply.claimed != ply.true for ply in capstone_log()) == 22


def test_the_slice_is_read_once() -> None:
    """Its answer can be changed by nobody."""
    state = ThreeMusketeers().initial
    perfect_play(state).clear()
    assert len(perfect_play(state)) == 8
    assert KNOWN.name == "perfect_play.json"


# --- the checks ----------------------------------------------------------------------------------


# --- the references ------------------------------------------------------------------------------


def test_the_nim_move_wins_wherever_a_search_wins() -> None:
    """All heaps up to 3 x 3 x 4; and `None` is given exactly where the search loses."""
    for heaps in product(range(4), range(4), range(5)):
        game = Nim(heaps)
        if not any(heaps):
            assert nim_move(heaps) is None
            continue
        assert (nim_move(heaps) is not None) == (solve(game, game.initial).value == 1)
        for place, take in files["nim_move"].winning_moves(heaps):
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
        for board in (other, rng.choice(list(files["least_image"].images(one)))):
            alike = least_image(one) == least_image(board)
            assert alike == (canonical(game, one) == canonical(game, board))


def canonical(game: ThreeMusketeers, rows: tuple[str, ...]) -> Any:
    """One value for all images of these rows."""
    return game.canonical(game.initial._replace(board=tuple("".join(rows))))


def test_a_key_along_a_game_is_the_key_of_the_board() -> None:
    """On four by four squares, whoever is captured."""
    game = ThreeMusketeers("G.GM/GMGG/.GG./MG.G")
    numbers, rng = files["next_key"].numbers_for(3), Random(4)
    for _ in range(20):
        state = game.initial
        key = files["next_key"].key_of("".join(state.board), 0, numbers)
        while actions := game.actions(state):
            action = rng.choice(actions)
            leave, enter = (4 * row + column for row, column in action)
            key = next_key(key, numbers, "".join(state.board), leave, enter)
            state = game.result(state, action)
            turn = int(state.to_move == "guards")
            assert key == files["next_key"].key_of("".join(state.board), turn, numbers)


def test_a_table_that_serves_many_windows_never_lies() -> None:
    """One table for all states and windows of a game: values right, bounds true."""
    rng = Random(6)
    for game in (Nim((2, 2, 2), misere=True), Nim((1, 2, 3)), Count(7, 3)):
        values, table = values_of(game), {}
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
        super().__init__(namespace(name))
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
    assert len(hidden.asked - visible.asked) > 5


def test_all_winning_moves_are_as_good_as_the_first() -> None:
    """The last one, and one drawn by its heap."""
    for choose in (lambda moves: moves[-1], lambda moves: moves[len(moves) // 2]):

        def answer(heaps: tuple[int, ...], choose: Any = choose) -> Any:
            moves = files["nim_move"].winning_moves(heaps)
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
    for verdict in both("proven_winner", answer("proven_winner", name)):
        assert verdict.mistake == name
        assert 0 < verdict.share < 1


def test_a_search_without_cuts_is_correct_with_more_visits() -> None:
    """It keeps most points, and is told how many leaves are enough."""
    for name, mistake in (
        ("bounded_alphabeta", "nothing is cut off"),
        ("proven_winner", "the search goes on after a proven win"),
    ):
        verdict = verdict_on(name, answer(name, mistake))
        assert verdict.status == MORE_VISITS
        assert 0.6 < verdict.share < 1
        assert "leaves" in verdict.message


def test_the_lessons_state_is_among_the_cases() -> None:
    """The state of tic-tac-toe in which kept numbers are wrong."""
    game = TicTacToe()
    liar = game.play("a2 c3 b2 c2")
    cases = [case for group in exercise_named("bounded_alphabeta").groups() for case in group.cases]
    assert any(getattr(case.arguments[1], "state", None) == liar for case in cases)
