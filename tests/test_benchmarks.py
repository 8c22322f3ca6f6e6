"""The benchmarks measure what they say, with or without other libraries beside ours."""

import pytest

from benchmarks.races import all_races


@pytest.mark.slow
def test_each_race_has_us_in_it_and_does_what_it_says():
    """Ours run without any other library installed, and report the work they did."""
    work = {each.title: each.contestants for each in all_races()}
    counting = work["All positions of tic-tac-toe, counted"]
    assert counting["TicTacToe().count"]() == 549_946
    for contestants in work.values():
        assert any("(" in name for name in contestants)
