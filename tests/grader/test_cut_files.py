"""Whatever a grader or a league keeps, cut at every byte: it is all there, or known to be none."""

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import class_of_players as made
import pytest
from grading_class import LESSON, POINTS, small_course

from course_lib import TicTacToe
from course_tools.grader.classroom.gradebook import Gradebook
from course_tools.grader.classroom.records import (
    Change,
    DamagedResultError,
    Results,
    from_text,
    keep_changes,
    to_text,
)
from course_tools.grader.judge.result import GRADED, ExerciseGrade, Result
from course_tools.grader.judge.tasks import graded_lesson
from course_tools.grader.league.entrants import Entrant
from course_tools.grader.league.games import GameFiles, GameToPlay
from course_tools.grader.league.rules import Rules
from course_tools.grader.league.schedule import Seating

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
    print(f"{len(text) - 1} cuts of a result: 0 half")


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
    print(f"{cut + 1} cuts of work that was handed in: 0 half")


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
    print(f"{cut + 1} cuts of changes: 0 half, 0 lost")


def test_a_league_s_game_that_was_cut_is_played_again(tmp_path):
    """Half a game never counts; the games before it do, and the next is kept whole."""
    rules, files = Rules(TicTacToe()), GameFiles(tmp_path)
    both = tuple(Entrant(name, name, ()) for name in ("ada", "bob"))
    games = [GameToPlay(Seating("ada", "bob", turn), both, rules) for turn in (0, 1, 2)]
    *played, later = (replace(made.played_at_random(one.seating), key=one.key) for one in games)
    for one in played:
        files.write(one)
    files.log.close()
    log = files.log.path
    whole = log.read_bytes()
    ends = [at for at, byte in enumerate(whole) if byte == ord("\n")]  # it may be missing
    for cut in range(len(whole) + 1):
        log.write_bytes(whole[:cut])
        found = [one if cut >= end else None for one, end in zip(played, ends, strict=True)]
        for there in ([*found, None], [*found, later]):
            files = GameFiles(tmp_path)
            assert ([files.read(one) for one in games], files.log.damaged) == (there, [])
            files.write(later)
            files.log.close()
    print(f"{cut + 1} cuts of a league's games: 0 half, 0 lost")


@pytest.mark.parametrize("step", [499, pytest.param(1, marks=[pytest.mark.slow])])
@pytest.mark.timeout(3_600)
def test_a_gradebook_that_was_cut_has_the_old_points_or_the_new(tmp_path, step):
    """While one result is written over another: what lies there is opened as by the next run.

    SQLite first writes the old pages into its journal, then the new ones into the file; with a
    cache of one page it does so at each order. Either may be there up to any byte.
    """
    root = small_course(tmp_path / "course")
    points = (replace(GRADE, name=name, points=0, most=most) for name, most in POINTS.items())
    lost = Result("ada", LESSON, GRADED, tuple(points))
    got = replace(lost, exercises=tuple(replace(one, points=one.most) for one in lost.exercises))
    images: list[tuple[bytes, bytes]] = []

    def image(path: Path) -> None:
        journal = path.with_name(f"{path.name}-journal")
        images.append((path.read_bytes(), journal.read_bytes() if journal.exists() else b""))

    with closing(Gradebook(root)) as book:
        book.register(graded_lesson(LESSON, root))
        book.record([lost], lambda *_: 0)
        book._file.executescript("PRAGMA cache_size = 1; PRAGMA cache_spill = 1")
        book._file.set_trace_callback(lambda _: image(book.path))
        before = book.standings(LESSON)
        book.record([got], lambda *_: 0)
        book._file.set_trace_callback(None)
        image(book.path)
        after = book.standings(LESSON)
    assert before["ada"].score == 0 < after["ada"].score
    place = Gradebook(root).path

    def found(content: bytes, journal: bytes):
        place.write_bytes(content)
        place.with_name(f"{place.name}-journal").write_bytes(journal)
        with closing(Gradebook(root)) as again:
            assert again._ask("PRAGMA quick_check(1)") == [("ok",)]
            return again.standings(LESSON)

    assert [found(*one) for one in images] == [before] * (len(images) - 1) + [after]
    old, (new, journal) = images[0][0], images[-2]
    assert journal, "it was not done yet"
    for cut in range(0, len(journal) + 1, step):
        assert found(old, journal[:cut]) == before
    changed = [at for at in range(0, len(new), 512) if new[at : at + 512] != old[at : at + 512]]
    assert changed, "some of it was on the disk"
    places = [at + by for at in changed for by in range(0, 512, step)]
    for at in places:
        assert found(new[:at] + old[at : len(new)], journal) == before
    cuts = len(range(0, len(journal) + 1, step)) + len(places)
    print(f"{cuts} cuts of a gradebook: old points or new, 0 else")
