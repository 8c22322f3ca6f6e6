"""The true value of every move of Three Musketeers, from the table to the board people play on."""

from __future__ import annotations

import time
from random import Random

import pytest

from course_lib.games import ThreeMusketeers
from course_lib.views import board_svg, play_widget
from course_tools.arena.advice import Adviser, Appraiser
from course_tools.cli import main
from course_tools.engines.musketeers import table_for
from course_tools.engines.musketeers_strong import StrongSolution
from course_tools.engines.proofs import values_by_solving

BOARD = "MGG/GGG/GGM"


@pytest.fixture
def table(tmp_path, monkeypatch):
    """The strong solution of a small board, where the user's tables are looked for."""
    monkeypatch.setattr("course_tools.engines.musketeers_tables.data_folder", lambda: tmp_path)
    table = StrongSolution(ThreeMusketeers(BOARD))
    table.make()
    return table


def marks(svg):
    """How many moves are drawn as winning, and how many as losing."""
    return svg.count(">+1</text>"), svg.count(">-1</text>")


def test_hints_on_the_page_are_looked_up(table, monkeypatch):
    """With the table nothing is searched, and every move has its true value."""
    game = ThreeMusketeers(BOARD)

    def searched(*_):
        raise AssertionError

    monkeypatch.setattr("course_tools.engines.musketeers_proof.MusketeersProof.winner", searched)
    appraise = Appraiser(game, Random(1))
    advise = Adviser(game, appraise)
    for line in ("", "a3-b3", "a3-b3 a2-a3"):
        state = game.play(line)
        worth = appraise(state)
        assert worth.exact
        assert worth.values == table.values(state) == values_by_solving(game, state, 100_000)
        assert advise.values(state) == worth.values


def test_a_damaged_table_is_named_and_passed_over(table, capsys):
    """Cut short it is searched instead, with one sentence on stderr for all positions."""
    table.close()
    whole = table.path.read_bytes()
    table.path.write_bytes(whole[:-8])
    assert table_for(ThreeMusketeers(BOARD)) is None
    words = ["analyse", f"three-musketeers:start={BOARD}", "", "--json"]
    assert main(words) == main(words) == 0
    said = capsys.readouterr()
    [line] = said.err.splitlines()
    assert f"{table.path} has {len(whole) - 8:,} bytes" in line
    assert "delete it" in line
    assert "most-states" not in line
    table.path.write_bytes(whole)
    assert main(words) == 0
    assert capsys.readouterr().out * 2 == said.out


def test_the_board_colours_every_move(table):
    """A mark between the squares of each move, a plus where it wins and a minus where it loses."""
    game = ThreeMusketeers(BOARD)
    state = game.play("a3-b3 a2-a3 b3-a3 c3-b3 c1-c2 b3-c3 c2-b2")
    values = table.values(state)
    assert {*values.values()} == {1, -1}
    svg = board_svg(game, state, values=values)
    won = list(values.values()).count(1)
    assert marks(svg) == (won, len(values) - won)
    assert all(game.action_name(one) in svg for one in values)
    assert marks(board_svg(game, state)) == (0, 0)


def test_the_widget_shows_them_on_demand(table):
    """`play_widget(values=...)` with the table's values."""
    game = ThreeMusketeers(BOARD)
    widget = play_widget(game, values=table.values)
    assert marks(widget.svg) == (0, 0)
    widget._handle_custom_msg({"do": "control", "name": "values"}, [])
    until = time.monotonic() + 10
    while not any(marks(widget.svg)) and time.monotonic() < until:
        time.sleep(0.01)
    assert sum(marks(widget.svg)) == len(game.actions(game.initial))
