"""`course check` and `course author answers` say in a terminal what the notebook says."""

import json

import nbformat
from submissions import GRADED, Class

from autograder_tests import bank, exercises
from course_lib.checks.keeping import loaded
from course_tools.cli import main


def notebook(folder, *sources):
    """The path of a notebook with these code cells."""
    path = folder / "lesson.ipynb"
    cells = [{"cell_type": "code", "source": source} for source in sources]
    path.write_text(json.dumps({"cells": cells, "nbformat": 4}), encoding="utf-8")
    return str(path)


def source_of(exercise, *, right):
    """The first answer to this exercise that is right, or wrong in a way that has a name."""
    found = (entry for entry in bank.entries(exercise) if entry.right == right)
    return next(entry.source for entry in found if right or entry.named)


def test_a_notebook_whose_checks_pass_exits_with_0_and_else_with_1(tmp_path, capsys):
    """Magic lines and a failing cell elsewhere do not matter; the verdicts are printed."""
    path = notebook(
        tmp_path,
        "%matplotlib inline\nX = 1",
        'from course_lib.checks import check\ncheck("player")',
        "1 / 0",
        source_of("player", right=True),
    )
    assert main(["check", path]) == 0
    out, err = capsys.readouterr()
    assert "player: correct" in out
    assert "1 of 1 checks pass" in out
    assert "cell 3 stopped: ZeroDivisionError" in err

    # Where one of two checks fails, its mistake is named.
    path = notebook(
        tmp_path,
        source_of("player", right=False),
        'check("player")',
        source_of("winner", right=True),
        'check("winner")',
    )
    assert main(["check", path]) == 1
    out = capsys.readouterr().out
    assert "the wrong player is to move" in out
    assert "1 of 2 checks pass" in out


def test_a_right_answer_is_not_blamed_for_a_wrong_one_that_it_calls(tmp_path, capsys):
    """Neither in a terminal nor by a graded cell: both send the student to `line_through`."""
    line_through = source_of("line_through", right=True)
    broken = "def line_through(board, square, length, exact=False):\n    return False\n\n\n"
    outcome = (
        "def outcome(board, square, length):\n"
        "    if line_through(board, square, length):\n"
        "        return board[square[0]][square[1]]\n"
        "    return None if any(None in row for row in board) else 'draw'\n"
    )
    assert main(["check", notebook(tmp_path, broken, outcome, 'check("outcome")')]) == 1
    assert "It calls line_through, which has not passed its own check" in capsys.readouterr().out
    graded = f"{broken}{outcome}\nfrom autograder_tests import grade\ngrade('outcome', points=3)\n"
    loaded(graded, "<answer>")
    said = capsys.readouterr().out
    assert "outcome: correct" in said
    assert "It calls line_through, which is wrong: begin there." in said
    right = f"{line_through}\n{outcome}\nfrom autograder_tests import grade\n"
    loaded(f"{right}grade('outcome', points=3)\n", "<answer>")
    assert "outcome: correct" in capsys.readouterr().out


def test_a_lesson_with_wrong_answers_exits_with_1(tmp_path, capsys):
    """What is wrong is told its mistake, the rest is not attempted, and nothing else stops."""
    lesson = GRADED[0]  # every lesson's cells and checks are run elsewhere
    pupils = Class(lesson)
    entry = next(entry for entry in pupils.wrong_answers() if entry.named)
    path = tmp_path / f"{lesson.name}.ipynb"
    nbformat.write(pupils.with_answers([entry]), path)
    assert main(["check", str(path)]) == 1
    out, err = capsys.readouterr()
    slip = "does nothing by itself: write" in out and entry.name.endswith("a return is missing")
    assert slip or f"known mistake: {entry.name}." in out
    assert out.count(": not attempted") == len(pupils.points) - 1
    assert f"0 of {len(pupils.points)} checks pass" in out
    assert err == ""


def test_a_file_without_checks_exits_with_2(tmp_path, capsys):
    """A notebook without a check, and a file that is no notebook, are told."""
    assert main(["check", notebook(tmp_path, "1 + 1")]) == 2
    assert main(["check", str(tmp_path / "missing.ipynb")]) == 2
    assert "no cell" in capsys.readouterr().err


def test_the_report_prints_every_answer_and_exits_with_0(capsys):
    """The table has a line for each answer of the bank, and a sum."""
    assert main(["author", "answers", "--report", "player", "--form", "notebook"]) == 0
    out = capsys.readouterr().out
    assert out.count("\nplayer") + out.startswith("player") == len(bank.entries("player"))
    assert "0 were not judged as they should be" in out
    assert main(["author", "answers"]) == 0
    # Where no mistake can be named there are no probes, and nothing is missing.
    assert exercises.missing("expand") == exercises.missing("puzzle_moves") == []


def test_a_cell_can_neither_paint_the_terminal_nor_end_in_silence(tmp_path, capsys):
    """An exception's escape characters are shown as signs; a process that ended itself is told."""
    path = notebook(tmp_path, "raise ValueError('\\x1b[2J')", 'check("outcome")')
    assert main(["check", path]) == 1
    shown = "".join(capsys.readouterr())
    assert "\N{REPLACEMENT CHARACTER}[2J" in shown
    assert "\x1b" not in shown
    path = notebook(tmp_path, "import os\nos._exit(0)", 'check("outcome")')
    assert main(["check", path]) == 1
    assert "ended its own process before all checks had run" in capsys.readouterr().err
