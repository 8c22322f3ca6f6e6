"""The benchmarks measure what they say, with or without other libraries beside ours."""

import json

import pytest

from benchmarks import race_grading
from benchmarks.measure import race, table
from benchmarks.races import all_races


def busy(steps):
    """Work that takes CPU time in proportion to its steps."""
    return sum(number * number for number in range(steps))


def test_a_race_compares_by_work_done_in_the_same_round():
    """Who does the same work with a twentieth of the steps is much faster, not just a little."""
    rates = race({"slow": lambda: busy(100_000) and 1, "fast": lambda: busy(5_000) and 1}, 3)
    slow, fast = rates
    assert slow.ratios == (1.0, 1.0, 1.0)
    assert fast.ratios[0] > 4
    assert fast.ratios == tuple(sorted(fast.ratios))
    text = table("A race", "things", rates)
    assert "A race (things in a CPU second)" in text
    assert "x 1.00  (1.00 to 1.00)" in text


@pytest.mark.slow
def test_each_race_has_us_in_it_and_does_what_it_says():
    """Ours run without any other library installed, and report the work they did."""
    work = {each.title: each.contestants for each in all_races()}
    counting = work["All positions of tic-tac-toe, counted"]
    assert counting["TicTacToe().count"]() == 549_946
    for contestants in work.values():
        assert any("(" in name for name in contestants)


KEPT = json.loads(race_grading.KEPT.read_text("utf-8"))
LARGE = sorted(name for name, part in KEPT.items() if part > 0.06)


@pytest.mark.parametrize("name", LARGE)
@pytest.mark.parametrize(("times", "code"), [(1.1, 0), (1.4, 1)])
def test_the_grading_race_is_red_where_a_phase_has_grown(name, times, code, monkeypatch, capsys):
    """By more than a fifth, and it says which; what is next to nothing counts in the whole."""
    nbgrader = 200.0
    spent = {one: part * nbgrader for one, part in KEPT.items()}
    spent[name] *= times
    whole = spent.pop("everything")
    costs = [
        race_grading.Cost("nbgrader autograde", nbgrader, 1),
        race_grading.Cost("course grade", whole, 1, spent),
        race_grading.Cost("nothing changed", 1, 1, {}),
    ]
    per_call = {race_grading.stock: costs[:1], race_grading.ours: costs[1:]}
    monkeypatch.setattr(race_grading, "raced", lambda _, graders, __: per_call[graders[0]])
    monkeypatch.setattr("sys.argv", ["race_grading", "--only", "equal"])
    assert race_grading.main() == code
    assert (f"{name} has grown" in capsys.readouterr().out) == bool(code)


def test_a_phase_that_nobody_has_kept_is_told():
    """It is all growth; phases that shrink or are missing are none."""
    assert race_grading.grown_in(dict.fromkeys(KEPT, 0.0)) == []
    assert race_grading.grown_in({}) == []
    [told] = race_grading.grown_in({**KEPT, "a new phase": 0.05})
    assert told.startswith("a new phase has grown: 0.050")
