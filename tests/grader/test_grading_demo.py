"""The made-up class is the same every time, and has in it what the class page is there to show."""

import csv
import zipfile
from pathlib import Path

import pytest
from grading_class import table_of

from autograder_tests import demo_class
from autograder_tests.demo_class import ABSENT, ATTACKS, DAMAGES, LATE, NAMES, TWINS, login


def test_the_same_seed_gives_the_same_class_of_thirty(tmp_path) -> None:
    """To the byte; another seed gives another one, and one student hands in nothing.

    Everybody that something befalls is in the class, and no two have the same login.
    """
    for folder in ("one", "two", "three"):
        (tmp_path / folder).mkdir()
    one, two = (demo_class.write_class(tmp_path / folder) for folder in ("one", "two"))
    other = demo_class.write_class(tmp_path / "three", seed=5)
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in two]
    assert one[0].read_bytes() != other[0].read_bytes()
    handed_in, class_list = one
    listed = [row["id"] for row in csv.DictReader(class_list.read_text("utf-8").splitlines())]
    assert len(set(listed)) == len(NAMES) == 30
    assert {*ATTACKS, *DAMAGES, *LATE, *TWINS, ABSENT} <= set(listed)
    with zipfile.ZipFile(handed_in) as archive:
        assert len(archive.namelist()) == 29
        assert not any(login(name.partition("_")[0]) == ABSENT for name in archive.namelist())


@pytest.mark.slow
@pytest.mark.needs("bubblewrap")
def test_the_demo_grades_the_class(tmp_path: Path, capfd) -> None:
    """It ends well; attacks earn nothing, twins stand side by side, and all have their page."""
    assert demo_class.grade_demo(tmp_path / "demo") == 0
    grading = tmp_path / "demo" / "grading"
    rows = {row["student"]: row for row in table_of(tmp_path / "demo")}
    assert len(rows) == len(list((grading / "feedback").glob("*.html"))) == 30
    assert [rows[who]["days_late"] for who in ("kovac", "silva")] == ["1", "3"]
    assert rows[ABSENT]["outcome"] == "no notebook"
    assert all(rows[who]["look"] for who in ("mansour", "orlov", "torres", "smit"))
    shown = capfd.readouterr().out
    assert (grading / "report.html").as_uri() in shown
    report = (grading / "report.html").read_text("utf-8")
    assert all(twin in report for twin in ("Hana Endo", "Uma Nair"))
