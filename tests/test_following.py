"""A mistake is paid once: who calls a wrong function is judged with a right one in its place."""

from autograder_tests import bank, grade
from autograder_tests.following import uses
from course_lib.checks.keeping import loaded

ENDLESS = """
def chain_of(stone, stones, size):
    found = {stone}
    for near in neighbours(stone, size) & stones:
        found |= chain_of(near, stones, size)
    return found
"""
LESSON = ("neighbours", "chain_of", "corners_and_sides", "has_ring", "win_kinds", "defence")


def notebook(**wrong):
    """The names of a notebook with right answers of lesson 06, but for the wrong ones."""
    parts = [next(entry.source for entry in bank.entries(name) if entry.right) for name in LESSON]
    return loaded("\n".join([*parts, *wrong.values()]), "<notebook>")


def test_a_chain_without_an_end_costs_its_own_points_alone(monkeypatch, capsys):
    """Three exercises call it: each has all its points, and is told where to begin."""
    names = notebook(chain_of=ENDLESS)
    monkeypatch.setattr("autograder_tests.grading.callers_names", lambda: names)
    mine = names["chain_of"]
    for exercise in ("has_ring", "win_kinds", "defence"):
        assert grade(exercise, points=4) == 4
        assert "It calls chain_of, which is wrong: begin there." in capsys.readouterr().out
        assert names["chain_of"] is mine
    assert grade("chain_of", points=4) < 2


def test_ones_own_mistake_is_still_paid(monkeypatch, capsys):
    """With right chains in place of the wrong ones it loses what it loses alone."""
    [wrong] = [e for e in bank.entries("win_kinds") if e.name == "the fork is forgotten"]
    names = notebook(win_kinds=wrong.source, chain_of=ENDLESS)
    monkeypatch.setattr("autograder_tests.grading.callers_names", lambda: names)
    both = grade("win_kinds", points=4)
    said = capsys.readouterr().out
    assert "It calls chain_of, which is wrong" in said
    assert "the fork is forgotten" in said
    names = notebook(win_kinds=wrong.source)
    monkeypatch.setattr("autograder_tests.grading.callers_names", lambda: names)
    assert 0 < both == grade("win_kinds", points=4) < 4


def test_only_what_the_solution_calls_is_mended(monkeypatch):
    """Nobody can leave an exercise to another one, by calling what nobody has written."""
    assert uses("win_kinds") == ("neighbours", "chain_of", "corners_and_sides", "has_ring")
    assert uses("alphabeta") == uses("limited_alphabeta") == ()
    source = """
def limited_alphabeta(*_):
    raise NotImplementedError


def alphabeta(game, state, *window):
    return limited_alphabeta(game, state, 99, None, *window)
"""
    names = loaded(source, "<notebook>")
    monkeypatch.setattr("autograder_tests.grading.callers_names", lambda: names)
    assert grade("alphabeta", points=4) == 0
