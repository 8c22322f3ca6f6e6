"""What lesson 03 says is true: its numbers, found a second time by other means."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
import pytest
from search_games import true_value

import course_lib.checks.careless as careless_room
from course_lib import Count, Nim, TicTacToe, Watched, compact
from course_lib.game import Game, State
from course_lib.play.rates import Rates, exact_rates, played_rates
from course_tools.build.lesson import read_lesson

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "solutions" / "03_alpha_beta.py"


@cache
def lesson_names() -> dict[str, Any]:
    """The lesson's functions with their solutions, without running anything else of it."""
    names: dict[str, Any] = {"inf": math.inf}
    for cell in read_lesson(SOURCE).cells:
        if cell.part.markdown or cell.check:
            continue
        body = [one for one in ast.parse(cell.part.source).body if isinstance(one, ast.FunctionDef)]
        exec(compile(ast.Module(body, []), str(SOURCE), "exec"), names)  # noqa: S102 - our lesson
    return names


def prose_and_outputs() -> tuple[str, str]:
    """All prose of the solution notebook, and all that its cells show, as two texts."""
    path = ROOT / "solutions" / "03_alpha_beta" / "03_alpha_beta.ipynb"
    notebook = nbformat.read(path, as_version=4)
    prose = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    shown = [
        output.get("text", "") or output.get("data", {}).get("text/plain", "")
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
    ]
    return "\n".join(prose), "\n".join(shown)


# --- numbers ----------------------------------------------------------------------------------


def test_large_numbers_and_shares_in_the_prose_come_from_a_cell() -> None:
    """Each number such as 18,297 or 39.98 is somewhere in what the cells show."""
    prose, shown = prose_and_outputs()
    plain = shown.replace(",", "")
    numbers = set(re.findall(r"\d+,\d{3}|\d+\.\d{2}", prose))
    assert {"549,946", "18,297", "146,120", "39.98", "41.18", "18.84", "4,520"} <= numbers
    assert [number for number in numbers if number.replace(",", "") not in plain] == []


def test_a_cut_on_greater_alone_visits_146_120_states() -> None:
    """Counted by a search for MAX and MIN, where the lesson's has one function for both."""
    visits = 0

    def value(game: Game, state: State, alpha: float, beta: float) -> float:
        nonlocal visits
        visits += 1
        if game.is_terminal(state):
            return game.utility(state, "X")
        rising = game.to_move(state) == "X"
        best = -math.inf if rising else math.inf
        for action in game.actions(state):
            found = value(game, game.result(state, action), alpha, beta)
            best = max(best, found) if rising else min(best, found)
            alpha, beta = (max(alpha, best), beta) if rising else (alpha, min(beta, best))
            if alpha > beta:
                break
        return best

    game = TicTacToe()
    assert value(game, game.initial, -math.inf, math.inf) == 0
    watched = Watched(game)
    assert lesson_names()["hesitant"](watched, watched.initial) == 0
    assert visits == watched.visits == 146_120


@pytest.mark.parametrize("depth", range(1, 10))
def test_the_list_of_ties_gives_the_known_rates(depth: int) -> None:
    """Backwards from the ends of the game: what each state leads to, as counts and not layers."""
    game = compact(TicTacToe())
    tied = lesson_names()["tied_search"]

    @cache
    def ends(state: State) -> dict[str | None, Fraction]:
        if game.is_terminal(state):
            return {game.winner(state): Fraction(1)}
        actions = tied(game, state, depth)[1]
        sums: dict[str | None, Fraction] = {}
        for action in actions:
            for winner, share in ends(game.result(state, action)).items():
                sums[winner] = sums.get(winner, Fraction(0)) + share / len(actions)
        return sums

    rates = exact_rates(game, lambda game, state: tied(game, state, depth)[1])
    assert rates.shares == {
        winner: ends(game.initial).get(winner, 0) for winner in (None, "X", "O")
    }
    assert sum(rates.shares.values()) == 1
    if depth >= 8:
        shown = [f"{100 * float(rates[winner]):.2f}" for winner in (None, "X", "O")]
        assert shown == ["39.98", "41.18", "18.84"]


def test_best_actions_are_those_of_the_definition_and_draw_from_depth_6_on() -> None:
    """Compared with plain minimax to a depth in every state that play can reach."""
    game = compact(TicTacToe())
    names = lesson_names()

    @cache
    def limited(state: State, depth: int) -> float:
        if game.is_terminal(state):
            return game.utility(state, "X")
        if depth == 0:
            return 0
        values = [limited(game.result(state, a), depth - 1) for a in game.actions(state)]
        return max(values) if game.to_move(state) == "X" else min(values)

    def by_definition(state: State, depth: int) -> list[Any]:
        values = {a: limited(game.result(state, a), depth - 1) for a in game.actions(state)}
        best = max(values.values()) if game.to_move(state) == "X" else min(values.values())
        return [action for action in values if values[action] == best]

    for depth in (1, 2, 5, 6, 7, 8, 9):
        rates = exact_rates(game, lambda _, state, depth=depth: by_definition(state, depth))
        assert (rates[None] == 1) == (depth >= 6)
        for state in names["states_of"](game)[::40]:
            if not game.is_terminal(state):
                found = names["best_actions"](game, state, depth, names["even"])
                assert found == by_definition(state, depth)


def test_in_count_to_6_by_3_the_list_of_ties_has_an_action_that_loses() -> None:
    """Only 2 wins: it leaves 4, a multiple of what both players together can always add."""
    game = Count(6, 3)
    value = true_value(game)
    names = lesson_names()
    assert names["tied_search"](game, game.initial, 6) == (1, [2, 3])
    wins = [a for a in game.actions(game.initial) if value(game.result(game.initial, a), "X") == 1]
    assert names["best_actions"](game, game.initial, 6, names["even"]) == wins == [2]


def test_the_state_that_the_careless_search_meets_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """First with alpha = 1, where a bound is kept; then with alpha = -1, where it is believed."""
    game = TicTacToe()
    met: list[tuple[float, float, bool]] = []
    search = careless_room.value_of

    def spy(game: Game, state: State, alpha: float, beta: float, seen: Any) -> float:
        if "".join(game.render(state).split()) == "OXOXXO..X":
            met.append((-beta, -alpha, state in seen))  # O is to move, and X is meant
        return search(game, state, alpha, beta, seen)

    monkeypatch.setattr(careless_room, "value_of", spy)
    value, _ = careless_room.careless_search(game, game.parse("..OXXO..."))
    assert (value, met) == (1, [(1, math.inf, False), (-1, math.inf, True)])


def test_no_lying_state_can_be_read_in_the_notebook_of_students() -> None:
    """Whoever wants the points of the last exercise has to look for one."""
    path = ROOT / "notebooks" / "03_alpha_beta" / "03_alpha_beta.ipynb"
    game = TicTacToe()
    value = true_value(game)
    boards = set(re.findall(r"(?<![XO.])[XO.]{9}(?![XO.])", path.read_text(encoding="utf-8")))
    assert {"X...O....", "OXOXXO..X"} <= boards
    for board in boards:
        state = game.parse(board)
        claimed, _ = careless_room.careless_search(game, state)
        assert claimed == value(state, game.to_move(state))


# --- rates ------------------------------------------------------------------------------------


def any_action(game: Game, state: State) -> Any:
    """A player who does not think."""
    return game.actions(state)


def test_exact_rates_are_those_of_all_games_counted_one_by_one() -> None:
    """Each line of play with its chance, for games of several kinds."""

    def lines(game: Game, state: State, chance: Fraction) -> list[tuple[str | None, Fraction]]:
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


def test_played_rates_come_near_the_exact_ones_and_can_be_repeated() -> None:
    """4,000 games of tic-tac-toe without thinking: X wins 58.5, O 28.8 and nobody 12.7 in 100."""
    game = compact(TicTacToe())
    exact = exact_rates(game, any_action)
    played = played_rates(game, any_action, 4_000, seed=1)
    assert [round(1000 * float(exact[winner])) for winner in ("X", "O", None)] == [585, 288, 127]
    assert all(abs(played[winner] - exact[winner]) < 0.025 for winner in exact.shares)
    assert played == played_rates(game, any_action, 4_000, seed=1)
    assert played != played_rates(game, any_action, 4_000, seed=2)


def test_choices_are_asked_for_once_in_each_state() -> None:
    """So that a search behind them is not run again in every game."""
    asked: list[State] = []

    def counting(game: Game, state: State) -> Any:
        asked.append(state)
        return game.actions(state)

    played_rates(Count(5, 2), counting, 50, seed=1)
    assert len(asked) == len(set(asked))


def test_rates_show_percent_and_an_interval_where_games_were_played() -> None:
    """Exact shares stand alone."""
    shares = {None: Fraction(1, 4), "X": Fraction(3, 4)}
    assert str(Rates(shares)) == "draw  25.00 %   X  75.00 %"
    assert repr(Rates(shares, 20)) == "draw  25 % ( 11 to  47)   X  75 % ( 53 to  89)"


@pytest.mark.parametrize("games", [0, -1, 2.5, True])
def test_a_number_of_games_that_means_nothing_is_refused(games: Callable[..., Any]) -> None:
    """With what it must be."""
    with pytest.raises(ValueError, match="a whole number from 1 up"):
        played_rates(Count(), any_action, games, seed=1)
