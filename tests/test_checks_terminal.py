"""`course check` and `course checks` say in a terminal what the notebook says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autograder_tests import bank
from course_lib.cli import main


def notebook(folder: Path, *sources: str) -> str:
    """The path of a notebook with these code cells."""
    path = folder / "lesson.ipynb"
    cells = [{"cell_type": "code", "source": source} for source in sources]
    path.write_text(json.dumps({"cells": cells, "nbformat": 4}), encoding="utf-8")
    return str(path)


def source_of(exercise: str, *, right: bool) -> str:
    """The first answer to this exercise, right or wrong."""
    return next(entry.source for entry in bank.entries(exercise) if entry.right == right)


def test_a_notebook_whose_checks_pass_exits_with_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Magic lines and a failing cell elsewhere do not matter; the verdicts are printed."""
    path = notebook(
        tmp_path,
        "%matplotlib inline\nX = 1",
        "1 / 0",
        source_of("player", right=True),
        'from course_lib.checks import check\ncheck("player")',
    )
    assert main(["check", path]) == 0
    out, err = capsys.readouterr()
    assert "player: correct" in out
    assert "1 of 1 checks pass" in out
    assert "cell 2 stopped: ZeroDivisionError" in err


def test_a_wrong_answer_exits_with_1_and_names_its_mistake(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One of two checks fails."""
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


def test_a_file_without_checks_exits_with_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A notebook without a check, and a file that is no notebook, are told."""
    assert main(["check", notebook(tmp_path, "1 + 1")]) == 2
    assert main(["check", str(tmp_path / "missing.ipynb")]) == 2
    assert "no cell" in capsys.readouterr().err


def test_the_report_prints_every_answer_and_exits_with_0(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The table has a line for each answer of the bank, and a sum."""
    assert main(["checks", "--report", "player", "--form", "notebook"]) == 0
    out = capsys.readouterr().out
    assert out.count("\nplayer") + out.startswith("player") == len(bank.entries("player"))
    assert "0 were not judged as they should be" in out
    assert main(["checks"]) == 0
