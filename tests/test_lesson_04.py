"""What lesson 04 says is true: its numbers, found a second time by other means."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

import nbformat

from course_lib import ConnectFour, Gomoku, Watched, alphabeta_search, compact
from course_lib.checks.boards_04 import (
    drop_actions,
    evaluate_lines,
    line_through,
    near_stones,
    outcome,
    windows,
)
from course_lib.checks.effects_04 import TIME, Effects
from course_lib.checks.list_boards import board
from course_lib.checks.references_04 import deepening
from course_lib.play.four_known import known_positions
from course_tools.build.running import WIDGET
from course_tools.engines.connect_four import Solver
from course_tools.engines.gomoku import winning_first_moves

ROOT = Path(__file__).resolve().parent.parent
NAME = "04_connect_four_and_gomoku"
LINE = "1517255711"


@cache
def prose_and_outputs() -> tuple[str, str]:
    """All prose of the solution notebook, and all that its cells show, as two texts."""
    notebook = nbformat.read(ROOT / "solutions" / NAME / f"{NAME}.ipynb", as_version=4)
    prose = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    shown = [
        output.get("text", "") or output.get("data", {}).get("text/plain", "")
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
    ]
    return "\n".join(prose), "\n".join(map(str, shown))


def test_large_numbers_in_the_prose_come_from_a_cell() -> None:
    """Each number such as 16,422 is somewhere in what the cells show, or in their code."""
    prose, shown = prose_and_outputs()
    numbers = set(re.findall(r"\d+(?:,\d{3})+", prose))
    assert {"16,422", "117,649", "4,531,985,219,092"} <= numbers
    elsewhere = {
        "18,297",  # counted in the last lesson
        "4,531,985,219,092",  # others have counted it
        "48,000",  # "some 48,000": rounded
    }
    plain = shown.replace(",", "")
    assert [one for one in numbers - elsewhere if one.replace(",", "") not in plain] == []
    assert "47,962" in shown


def test_shares_in_the_prose_are_those_of_the_table() -> None:
    """76, with its interval, 70 and 93 of 100: the first row of the predictions."""
    prose, shown = prose_and_outputs()
    row = next(line for line in shown.splitlines() if line.strip().startswith("1 to  5"))
    found = list(map(int, re.findall(r"\d+", row)))[2:]
    assert found == [76, 66, 84, 93, 85, 97, 70, 59, 79]
    assert "76 of 100" in prose
    assert "from 66 to 84" in prose
    assert "70 of 100" in prose
    assert "93 of 100" in prose


def test_one_table_has_all_steps_and_no_times_are_kept() -> None:
    """The table as the prose reads it, from the notebook; a time is in none of its forms."""
    notebook = nbformat.read(ROOT / "solutions" / NAME / f"{NAME}.ipynb", as_version=4)
    [data] = [
        output.data
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if "near the stones" in output.get("data", {}).get("text/plain", "")
    ]
    assert set(data) == {"text/plain", "text/html"}
    assert TIME not in re.findall(r">([^<>]+)</th>", data["text/html"])
    rows = [line.rsplit(maxsplit=3) for line in data["text/plain"].splitlines()[1:]]
    assert [row[1:3] for row in rows] == [["0.000", "a9"], *[["0.219", "f6"]] * 4, ["1.000", "e7"]]
    visits = [int(row[3].replace(",", "")) for row in rows]
    assert visits[0] == visits[1] == 1 + 73 + 73 * 72
    assert visits[1] > visits[2] > visits[3] > visits[4]
    assert visits[5] <= 1_000
    assert len(windows(9, 9, 5)) == 140


def test_the_last_step_finds_what_two_plies_miss() -> None:
    """By a search for fours: e7 begins a forced win, and f6 does not."""
    nine = Gomoku(9)
    wins = winning_first_moves(nine, nine.play("e5 f4 d5 f5 e4 f3 e6 g4"))
    names = {nine.action_name(action) for action in wins}
    assert "e7" in names
    assert "f6" not in names


def test_a_table_of_effects_counts_each_search_and_shows_times_only_alive() -> None:
    """Visits are those of the search alone; times go into the widget, as shares of the first."""
    four = ConnectFour()
    table = Effects(four.play("4453"))
    table.add("one ply", four, alphabeta_search, depth=1, evaluate=evaluate_lines)
    table.add("<three>", four, alphabeta_search, depth=3, evaluate=evaluate_lines)
    alone = Watched(four)
    value, action = alphabeta_search(alone, table.state, depth=3, evaluate=evaluate_lines)
    assert table.lines[1][:4] == ("<three>", value, four.action_name(action), alone.visits)
    times = (0.5, 3.7)
    table.lines = [
        line._replace(seconds=seconds) for line, seconds in zip(table.lines, times, strict=True)
    ]
    assert table.times() == [1, 7.4]
    assert '<td style="text-align: right">7.4</td>' in table.html(times=True)
    shown = table._repr_mimebundle_()
    assert WIDGET in shown
    for kind in ("text/plain", "text/html"):
        assert "7.4" not in shown[kind]
        assert f"{alone.visits:,}" in shown[kind]
    assert "&lt;three&gt;" in shown["text/html"]


def test_ways_and_positions_are_the_known_ones() -> None:
    """Powers of seven, and the positions that people have counted long ago."""
    game = compact(ConnectFour())
    assert ConnectFour().count(ConnectFour().initial, 4) == (1, 7, 49, 343, 2401)
    states, counts = {game.initial}, []
    for _ in range(6):
        states = {game.result(state, action) for state in states for action in game.actions(state)}
        counts.append(len(states))
    assert counts == [7, 49, 238, 1120, 4263, 16422]


def test_the_first_example_is_as_the_lesson_says() -> None:
    """One move wins, one draws, five lose; the blind search loses, and open lines win."""
    game = ConnectFour()
    state = game.play(LINE)
    named = {game.action_name(a): score for a, score in Solver(game).scores(state).items()}
    assert named == dict(known_positions())[LINE]
    assert [sum(map(kind, named.values())) for kind in ((0).__lt__, (0).__eq__, (0).__gt__)] == [
        1,
        1,
        5,
    ]
    blind = alphabeta_search(game, state, depth=3)
    seeing = alphabeta_search(game, state, depth=3, evaluate=evaluate_lines)
    assert blind[0] == 0
    assert named[game.action_name(blind[1])] < 0 < named[game.action_name(seeing[1])]
    assert game.action_name(seeing[1]) == "d1"


def test_the_numbers_in_the_docstrings_are_right() -> None:
    """What each function is said to give for one example."""
    begun = board("......./......./......./...X.../..OO.../.XXO.X.")
    assert drop_actions(begun) == [(5, 0), (4, 1), (3, 2), (2, 3), (5, 4), (4, 5), (5, 6)]
    assert not line_through(begun, (3, 3), 2)
    assert outcome(begun, (3, 3), 4) is None
    four, gomoku = ConnectFour(), Gomoku()
    assert evaluate_lines(four, four.play("4"), "X") == 7 / 107
    assert len(near_stones(gomoku, gomoku.play("h8"), 1)) == 8
    assert deepening(four, four.play("4453"), 100, 9, evaluate_lines) == ((4, 2), 2)


def test_draws_are_rare_between_random_players() -> None:
    """Far fewer than the one game in eight of tic-tac-toe, and X wins more often."""
    game, rng = ConnectFour(), Random(1)
    results = [game.playout(game.initial, rng).utilities[0] for _ in range(4_000)]
    assert results.count(0) < 40
    assert results.count(1) > results.count(-1) + 300


def test_no_answer_to_a_puzzle_can_be_read_in_the_notebook_of_students() -> None:
    """The solution's line is not there, and no cell of it holds an output."""
    notebook = nbformat.read(ROOT / "notebooks" / NAME / f"{NAME}.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells)
    text = "\n".join(cell.source for cell in notebook.cells)
    assert '"A": "c6"' not in text
