"""The benchmarks measure what they say, with or without other libraries beside ours."""

import json

import pytest

from benchmarks.race_grading import KEPT, LEAST, grown_in
from benchmarks.races import all_races


def test_a_phase_of_grading_that_grows_by_more_than_a_fifth_is_told():
    """Each by itself, if it is more than next to nothing; a tenth more is told of none."""
    kept = json.loads(KEPT.read_text("utf-8"))
    large = [name for name, part in kept.items() if part > LEAST]
    assert {"cells", "visible cases", "hidden cases", "secret trees", "everything"} <= {*large}
    for name in large:
        [said] = grown_in({**kept, name: 1.21 * kept[name]})
        assert said.startswith(name)
    assert grown_in({name: 1.1 * part for name, part in kept.items()}) == []


@pytest.mark.slow
def test_each_race_has_us_in_it_and_does_what_it_says():
    """Ours run without any other library installed, and report the work they did."""
    work = {each.title: each.contestants for each in all_races()}
    counting = work["All positions of tic-tac-toe, counted"]
    assert counting["TicTacToe().count"]() == 549_946
    for contestants in work.values():
        assert any("(" in name for name in contestants)
