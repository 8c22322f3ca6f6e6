"""Whose an account is: nobody becomes somebody else, nothing is lost, each doubt is one line."""

from __future__ import annotations

import csv
import io
import random
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from course_tools.grader.classroom.intake.files import Piece
from course_tools.grader.classroom.intake.people import ClassList, Student, book_names
from course_tools.grader.classroom.intake.register import (
    CHANGING,
    Line,
    Register,
    as_text,
    placed,
    read_register,
    write_register,
)
from course_tools.grader.classroom.intake.sorting import Handed, Person, labels_of

LESSONS = ("01_one", "02_two", "03_three")
FIRST = ("José", "Jose", "Zoë", "Zoe", "Ada", "ADA", "Jun", "Øyvind", "=Eve", "Łu; [x]")
LAST = ("Müller", "Mueller", "Muller", "Li", "O'Brien", "Å", "de la Cruz")


@dataclass
class Human:
    """Somebody, with what platforms call them."""

    number: int
    name: str
    login: str

    def path(self, platform: str, lesson: int) -> str:
        """What stands before this human's file."""
        number = self.number + (1_000 * (lesson + 1) if platform in CHANGING else 0)
        return {
            "Moodle": f"{self.name}_{number}_assignsubmission_file_/",
            "Brightspace": f"39-{number} - {self.name} - Nov 20, 2026 800 AM/",
            "Canvas": f"{_squashed(self.name)}_{number}_67{number}_",
            "Blackboard": f"Week_{self.login}_attempt_2026-11-20-08-00-00_",
            "folders": f"{self.login}/",
        }[platform] + "x.ipynb"


def _squashed(name: str) -> str:
    """The name as Canvas writes it."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "x" + "".join(one for one in plain if one.isascii() and one.isalnum())


def a_class(dice: random.Random) -> list[Human]:
    """Humans of whom some have names that look alike, and logins that only capitals tell apart."""
    names = [f"{dice.choice(FIRST)} {dice.choice(LAST)}" for _ in range(dice.randint(3, 14))]
    logins = dice.sample(["ada", "Ada", "ADA", "jm", "JM", *(f"s{n}" for n in range(20))], 20)
    humans = [Human(200 + n, name, logins[n]) for n, name in enumerate(names)]
    twice = enumerate(dice.sample(humans, len(humans) // 8))  # these have a second account
    return humans + [Human(one.number + 100, one.name, logins[-1 - n]) for n, one in twice]


def came(humans: list[Human], platform: str, lesson: int) -> dict[str, tuple[Human, Person]]:
    """By account, what these humans have handed in for a lesson."""
    paths = [human.path(platform, lesson) for human in humans]
    made = {}
    for human, label in zip(humans, labels_of(paths, LESSONS, lambda _: ()), strict=True):
        work = Handed(Piece("x", bytes), label, LESSONS[lesson], str(human.number))
        assert label.account not in made
        made[label.account] = (human, Person(label, [work]))
    return made


def lists(dice: random.Random, humans: list[Human], platform: str) -> ClassList | None:
    """A class list of some of them, which has their numbers or logins, or only names."""
    kind = dice.choice(["nothing", "names", "logins", "logins"])
    if kind == "nothing":
        return None
    there = [one for one in humans if dice.random() < 0.9]
    return ClassList(
        tuple(
            Student(
                one.login if kind == "logins" else f"id{one.number}",
                one.name,
                frozenset({str(one.number)} if platform == "Canvas" and kind == "logins" else ()),
            )
            for one in there
        )
    )


def a_term(
    dice: random.Random, path: Path
) -> Iterator[tuple[ClassList | None, dict[str, tuple[Human, Line]]]]:
    """Of each run, the class list, and by account the human and the line that it was given."""
    humans, platform = (
        a_class(dice),
        dice.choice(["Moodle", "Brightspace", "Canvas", "Blackboard", "folders"]),
    )
    known = lists(dice, humans, platform)
    lines = [name for name in book_names(known).values() if name[1:].isdigit()]
    path.write_text("id,seat\n" + "".join(f"{one.upper()},{one}\n" for one in lines), "utf-8")
    for lesson in range(3):
        for human in humans:
            if platform == "Canvas" and dice.random() < 0.1:
                human.name = f"{human.name}-{dice.choice(LAST)}"
        handed_in = [one for one in humans if dice.random() < 0.8]
        dice.shuffle(handed_in)
        people = came(handed_in, platform, lesson)
        register = read_register(path)
        found = placed({key: person for key, (_, person) in people.items()}, known, register)
        path.write_text(as_text(register, LESSONS[: lesson + 1]), "utf-8")
        assert_all_there(people, found)
        kept = read_register(path).lines
        assert all(kept[one].cells["seat"] == kept[one].id == one for one in lines)
        home = {work.label.account: line for line, one in found for work in one.notebooks}
        yield known, {key: (human, home[key]) for key, (human, _) in people.items()}


def assert_all_there(
    people: dict[str, tuple[Human, Person]], found: list[tuple[Line, Person]]
) -> None:
    """Each piece of work is some line's, and of no second one."""
    came_in = sorted(work.digest for _, one in people.values() for work in one.notebooks)
    assert sorted(work.digest for _, one in found for work in one.notebooks) == came_in


@pytest.mark.parametrize(
    "seeds", [range(100), pytest.param(range(100, 1_000), marks=pytest.mark.slow)], ids=str
)
def test_nobody_becomes_somebody_else_in_random_classes(tmp_path: Path, seeds: range) -> None:
    """Equal, changed and accented names, on five platforms, in three runs, listed and not."""
    doubts = merges = 0
    for seed in seeds:
        dice = random.Random(seed)
        whose: dict[str, set[int]] = {}
        numbers: set[str] = set()
        for known, homes in a_term(dice, tmp_path / "people.csv"):
            now: dict[str, set[int]] = {}
            for human, line in homes.values():
                now.setdefault(line.id.casefold(), set()).add(human.number)
                whose.setdefault(line.id.casefold(), set()).add(human.number)
                assert "\n" not in line.doubt
                doubts += bool(line.doubt)
                if known is not None and not line.doubt:
                    assert line.listed, "who is not in the list is told"
                    names = book_names(known)
                    written = [one for one in known.students if one.name == human.name]
                    alike = [one for one in known.students if same_name(one.name, human.name)]
                    alike = written or alike  # capitals tell people apart
                    assert line.id in {
                        names.get(own) for own in (human.login, f"id{human.number}")
                    } or [names[one.id] for one in alike] == [line.id], (seed, human, line)
            assert all(len(one) == 1 for one in now.values()), seed
            for _, line in homes.values():
                numbers |= {account.partition(" ")[0] for account in line.accounts}
        # A number that is another in each assignment says nothing of the next one.
        if not numbers & CHANGING:
            merges += sum(len(one) > 1 for one in whose.values())
    assert merges == 0
    assert doubts > len(seeds)


def same_name(one: str, other: str) -> bool:
    """Whether these are the same but for capitals."""
    return one.casefold() == other.casefold()


def handed(*paths: str, lesson: int = 0) -> dict[str, Person]:
    """What came under these paths."""
    return {
        one.account: Person(one, [Handed(Piece("x", bytes), one, LESSONS[lesson], one.account)])
        for one in labels_of([f"{path}x.ipynb" for path in paths], LESSONS, lambda _: ())
    }


MOODLE = "{}_{}_assignsubmission_file_/"
ADA = ClassList((Student("ada1", "Ada Lovelace", frozenset({"ada@uni.example"})),))


def test_a_second_account_of_one_name_is_somebody_else(tmp_path: Path) -> None:
    """Also in a later run, whichever is newer; a teacher's word in the file settles it for good."""
    path = tmp_path / "people.csv"

    def run(*numbers: int, lesson: int = 0) -> dict[str, str]:
        register = read_register(path)
        paths = [MOODLE.format("Ada Lovelace", number) for number in numbers]
        found = placed(handed(*paths, lesson=lesson), ADA, register)
        write_register(path, register, LESSONS)
        return {line.id: line.doubt for line, _ in found}

    assert run(11) == {"ada1": ""}
    again = run(11, 22)
    assert list(again) == ["ada1", "ada_lovelace"]
    assert again["ada_lovelace"] == (
        "Moodle Participant 22 has the name of Ada Lovelace (ada1), as Moodle Participant 11 has."
        " It is graded by itself. If that is wrong, move the account in people.csv."
    )
    assert list(run(22)) == ["ada_lovelace"], "alone, too"
    text = path.read_text("utf-8-sig")
    lines = text.splitlines()
    assert lines[0] == "id,name,listed,accounts,group,doubt,01_one,02_two,03_three"
    assert lines[1] == "ada1,Ada Lovelace,yes,Moodle Participant 11 [01_one],,,,,"
    moved = text.replace("11 [01_one]", "11 [01_one]; Moodle Participant 22 [01_one]")
    path.write_text("\n".join(moved.splitlines()[:2]), "utf-8")
    assert run(11, 22) == {"ada1": ""}
    assert run(33, lesson=1) == {"ada1": ""}, "Moodle counts anew in each assignment"
    assert len(run(44, 55, lesson=2)) == 2, "the name is neither's"


def test_two_numbers_of_one_platform_are_two_people_whatever_a_list_says() -> None:
    """Where a number stands in another column, it is not taken for a second one of theirs."""
    known = ClassList((Student("12", "Ada Lovelace", frozenset({"13", "Ada"})),))
    found = placed(handed("lovelaceada_12_671_", "lovelaceada_13_672_"), known, Register())
    assert [line.id for line, _ in found] == ["lovelaceada_12", "lovelaceada_13"]
    assert all("may be, too" in line.doubt for line, _ in found)


def test_a_number_that_says_another_than_the_name_is_a_doubt() -> None:
    """A number of one office may be somebody else's number of another office."""
    known = ClassList((Student("12", "Ada Lovelace"), Student("kg", "Kurt Gödel")))
    [(line, _)] = placed(handed("godelkurt_12_671_"), known, Register())
    assert (line.id, line.listed) == ("godelkurt", False)
    assert "may mean Ada Lovelace (12) or Kurt Gödel (kg)" in line.doubt


def test_who_calls_themselves_by_a_login_is_not_taken_for_it() -> None:
    """People choose the name that Moodle shows."""
    [(line, _)] = placed(handed(MOODLE.format("ada1", 5)), ADA, Register())
    assert line.id != "ada1"
    assert "not in the class list" in line.doubt


def test_who_comes_into_the_list_later_takes_their_work_along() -> None:
    """As long as nobody had said whose it is."""
    register = Register()
    work = handed("lovelaceada_12_671_")
    [(line, _)] = placed(work, None, register)
    assert (line.id, line.doubt) == ("lovelaceada", "")
    [(line, _)] = placed(work, ADA, register)
    assert (line.id, list(line.accounts)) == ("ada1", ["Canvas 12"])


@pytest.mark.parametrize(
    "name", ["=1+1", "a;b", "a [x]", "100%", "'x", "-", "Åsa", "007", "a,b", 'a"b', "a\tb"]
)
def test_the_file_says_again_what_was_written(tmp_path: Path, name: str) -> None:
    """Whatever people are called, and nothing in it is a formula."""
    register = Register()
    placed(handed(f"{name}/"), None, register)
    path = tmp_path / "people.csv"
    write_register(path, register, [])
    assert read_register(path).lines == {
        key: line for key, line in register.lines.items() if not line.cells
    }
    assert not any(cell.startswith(("=", "-", "+", "@")) for cell in _cells(path))


def _cells(path: Path) -> Iterator[str]:
    """All cells."""
    for row in path.read_text("utf-8-sig").splitlines():
        yield from (cell.strip('"') for cell in row.split(","))


@pytest.mark.parametrize(
    ("before", "folders", "after"),
    [
        ("ADA1,,team,excused", [], ["ada1,,team,excused"]),
        ("ADA1,,team,excused", ["ada1/"], ["ada1,called ada1,team,excused"]),
        ("ADA1,called ADA1,team,excused", ["ADA1/"], ["ada1,called ADA1,team,excused"]),
        (
            "ADA1,called ADA1,team,excused",
            ["ADA1/", "ada1/"],
            ["ada1,called ada1,team,excused", "ADA1_580b5b,called ADA1,,"],
        ),
        (
            "ADA1,called ADA1,team,excused",
            [],
            ["ada1,,team,excused", "ADA1_580b5b,called ADA1,,"],
        ),
    ],
)
def test_a_line_in_other_capitals_keeps_what_a_teacher_wrote(
    tmp_path: Path, before: str, folders: list[str], after: list[str]
) -> None:
    """It belongs to whom the class list has so; two accounts are two people all the same."""
    path = tmp_path / "people.csv"
    path.write_text(f"id,accounts,group,01_one\n{before}\n", "utf-8")
    register = read_register(path)
    found = placed(handed(*folders), ADA, register)
    write_register(path, register, [])
    assert len({line.id for line, _ in found}) == len(folders)
    rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8-sig"))))
    assert [
        ",".join(row[key] for key in ("id", "accounts", "group", "01_one")) for row in rows
    ] == after
    assert not any("looks like" in row["doubt"] for row in rows if not row["accounts"])


def test_what_a_teacher_adds_to_the_file_stays(tmp_path: Path) -> None:
    """Columns of their own, and lines of people of whom nothing has come."""
    path = tmp_path / "people.csv"
    path.write_text("id;name;seat;01_one\nguest;Ada Lovelace;3;excused\n", "utf-8")
    register = read_register(path)
    [(line, _)] = placed(handed("Ada Lovelace/"), None, register)
    assert line.id == "guest"
    write_register(path, register, LESSONS)
    again = read_register(path).lines["guest"]
    assert (again.cells["seat"], again.cells["01_one"]) == ("3", "excused")
    assert list(again.accounts) == ["called Ada Lovelace"]
