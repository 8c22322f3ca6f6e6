"""Whatever a grader or a league keeps, cut at every byte: it is all there, or known to be none."""

import json
from dataclasses import replace

import pytest

from course_tools.grader.classroom.records import (
    Change,
    DamagedResultError,
    Results,
    from_text,
    keep_changes,
    to_text,
)
from course_tools.grader.judge.result import GRADED, ExerciseGrade, Result

GROUPS = (("rows", 1.0, True, ""),)
GRADE = ExerciseGrade("winner", 1.5, 3, "wrong", "expected X, got O", groups=GROUPS)
RESULT = Result("ada", "02_minimax", GRADED, (GRADE,), full_name="Žofie 木")


def test_a_result_that_was_cut_is_none():
    """Half a result never counts, and never with other points."""
    text = to_text(RESULT)
    assert from_text(text) == RESULT
    halves = (text[:cut] for cut in range(len(text) - 1))  # the last is the end of the line
    for damaged in ("[]", "{}", text.replace('"groups"', '"other"'), *halves):
        with pytest.raises(DamagedResultError):
            from_text(damaged)


def test_work_that_was_cut_is_all_there_or_none(tmp_path):
    """The zip with what was handed in and what came of it; the picture in it lies beside it."""
    picture = {"a.png": {"image/png": "aGk="}}
    cells = [{"cell_type": "markdown", "metadata": {}, "source": "x", "attachments": picture}]
    graded = (json.dumps({"cells": cells}, indent=1, sort_keys=True) + "\n").encode()
    results = Results(tmp_path)
    results.write(RESULT, graded, {"handed_in.ipynb": b"as it came"})
    work = results.work(RESULT.lesson, RESULT.student)
    whole = work.read_bytes()
    for cut in range(len(whole) + 1):
        work.write_bytes(whole[:cut])
        handed_in, shown = (one(RESULT.lesson, RESULT.student)
                            for one in (results.handed_in, results.graded))  # fmt: skip
        assert (handed_in, shown) in (({}, None), ({"handed_in.ipynb": b"as it came"}, graded))
        assert bool(shown) == (cut == len(whole))


def test_changes_that_were_cut_leave_no_half_line(tmp_path):
    """What a killed grader was writing goes; the lines before it and after it stay."""
    path = tmp_path / "changes.jsonl"
    change = Change("ada", "02_minimax", "winner", 1, 3, 2, 3, "wrong: X", "right")
    keep_changes(path, [change, replace(change, student="bob")])
    whole = path.read_bytes()
    for cut in range(len(whole) + 1):
        path.write_bytes(whole[:cut])
        keep_changes(path, [replace(change, student="cyd")])
        names = [json.loads(line)["student"] for line in path.read_text("ascii").splitlines()]
        assert names == [*["ada", "bob"][: whole[:cut].count(b"\n")], "cyd"]
