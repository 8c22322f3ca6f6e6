"""`break_it`: the reader's own function with a slip, and the hunt for the case that shows it."""

import ast

import pytest

from autograder_tests.solution import source_of
from course_lib.checks.keeping import loaded

NIM_SUM = """
from course_lib.questions import break_it

def nim_sum(heaps):
    total = 0
    for heap in heaps:
        total = total ^ heap
    return total
"""


def asked(source, line):
    """The value of this line after these cells, with the names that they have."""
    names = loaded(source, f"<{abs(hash(source))}>")
    return eval(line, names), names  # noqa: S307 - our own words


def test_a_case_that_shows_the_slip_is_told_and_one_that_does_not_is_told(capsys):
    """Both answers stand in the sentence; the whole function stays as it was."""
    broken, names = asked(NIM_SUM, "break_it('nim_sum', seed=1)")
    cases = [(), (0,), (3,), (3, 5), (1, 2, 3), (7, 7)]
    parted = [heaps for heaps in cases if broken(heaps) != names["nim_sum"](heaps)]
    assert parted
    assert [heaps for heaps in cases if broken.exposed_by(heaps)] == parted
    told = capsys.readouterr().out.splitlines()
    for heaps, line in zip(cases, told, strict=True):
        whole = names["nim_sum"](heaps)
        assert line == (
            f"Exposed! Your nim_sum gives {whole}, the broken one {broken(heaps)}."
            if heaps in parted
            else f"Not here: both give {whole}."
        )


def test_what_was_changed_is_shown_when_asked_and_the_seed_decides(capsys):
    """Two lines, before and after; the same seed makes the same slip."""
    shown = []
    for seed in (1, 1, 2, 3, 4, 5):
        broken, _ = asked(NIM_SUM, f"break_it('nim_sum', seed={seed})")
        assert "broken.exposed_by" in repr(broken)
        assert capsys.readouterr().out == ""
        broken.show()
        before, middle, after = capsys.readouterr().out.splitlines()
        assert middle == "became"
        assert before in NIM_SUM
        assert after not in NIM_SUM
        shown.append(after)
    assert shown[0] == shown[1]


def test_the_slip_is_one_that_a_given_case_does_not_show(capsys):
    """Whatever the seed; without that case a slip may be seen there."""
    seen = [asked(NIM_SUM, f"break_it('nim_sum', seed={seed})")[0] for seed in range(6)]
    assert any(broken.exposed_by((7, 7)) for broken in seen)
    for seed in range(6):
        broken, _ = asked(NIM_SUM, f"break_it('nim_sum', (7, 7), seed={seed})")
        assert not broken.exposed_by((7, 7))
    assert "Not here: both give 0." in capsys.readouterr().out


def test_an_error_and_an_endless_loop_are_answers_too(capsys):
    """A slip may raise or go round for ever on what the check did not ask."""
    broken, _ = asked(NIM_SUM, "break_it('nim_sum', seed=1)")
    assert not broken.exposed_by(3)
    assert "Not here: both give" in capsys.readouterr().out
    broken._broken = max
    assert broken.exposed_by(())
    assert "the broken one 'ValueError: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (NIM_SUM.replace("^", "+"), 'let nim_sum pass its check first: check("nim_sum")'),
        (
            """
from functools import reduce
from operator import xor
from course_lib.questions import break_it
nim_sum = lambda heaps: reduce(xor, heaps, 0)
""",
            "can't be broken|no small slip",
        ),
    ],
)
def test_what_can_not_be_broken_is_said(source, sentence):
    """A wrong function, or one without a place for a slip."""
    with pytest.raises(ValueError, match=sentence.replace("(", r"\(").replace(")", r"\)")):
        asked(source, "break_it('nim_sum')")


@pytest.mark.parametrize("name", ["alphabeta", "minimax_value", "best_action"])
def test_every_solution_of_the_trees_can_be_broken(name):
    """A tree of numbers exposes the slip, sooner or later."""
    import_line = "from course_lib.questions import break_it\nfrom math import inf\n"
    helpers = "" if name != "best_action" else _text("minimax_value")
    broken, names = asked(import_line + helpers + _text(name), f"break_it({name!r}, seed=2)")
    assert broken.name == name
    assert names[name] is not broken


def _text(name):
    """The solution's own lines."""
    return ast.unparse(source_of(name)) + "\n"
