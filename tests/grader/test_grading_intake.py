"""What a class handed in is found, student by student, and whatever is odd is said."""

import os
import random
import stat
from pathlib import Path

import pytest
from damaged import answered, code, raw, released
from forms import LESSON, OTHER, SIGNS, packed, taken, there, told, unpacked, zipped

from course_tools.grader.classroom.intake import (
    Deadlines,
    Intake,
    Policy,
    due_time,
    read_class_list,
    submissions,
)
from course_tools.grader.classroom.intake.people import safe_id
from course_tools.grader.judge.result import Submission

NOTEBOOK, UNTOUCHED = raw(answered()), raw(released())
DUE = "2026-11-21 12:00+00:00"
CLASS = """\
id,first_name,last_name,email
ada1,Ada,Lovelace,ada@uni.example
kg,Kurt,Gödel,kurt.goedel@uni.example
zj,Jun,Zhang,jun@uni.example
js1,Jo,Smith,jo1@uni.example
js2,Jo,Smith,jo2@uni.example
jm,José,Müller-Lüdenscheidt,jm@uni.example
"""


@pytest.fixture
def into(tmp_path: Path) -> Path:
    """Where notebooks are copied."""
    return tmp_path / "into"


@pytest.fixture
def take(tmp_path, into):
    """A function that takes in a folder of these files, or a zip; names alone are notebooks."""

    def take_in(files, *, as_zip=False, students=None, **options) -> Intake:
        files = files if isinstance(files, dict) else dict.fromkeys(files, NOTEBOOK)
        if students is not None:
            options["class_list"] = (
                unpacked(tmp_path, {"class.csv": students.encode()}) / "class.csv"
            )
        name, made = ("x.zip", packed) if as_zip else ("x", unpacked)
        return taken(made(tmp_path / name, files), into, **options)

    return take_in


def who(intake: Intake) -> list[str]:
    """Everybody of whom there is a notebook."""
    return [*there(intake)]


def one_of(intake: Intake, student: str) -> Submission:
    """The only submission of this student."""
    [one] = [one for one in intake.submissions if one.student == student]
    return one


# Where students' names stand


def test_a_single_notebook_is_a_class_of_one(tmp_path: Path, into: Path) -> None:
    """For a look at one student's work."""
    [source] = unpacked(tmp_path / "x", {"ada.ipynb": NOTEBOOK}).iterdir()
    assert who(taken(source, into)) == ["ada"]


def test_work_that_was_typed_in_is_no_notebook_and_is_named(take) -> None:
    """Moodle and Canvas hand it over as a page, beside the others' files."""
    for other, typed in (
        ("Jo Smith_19_assignsubmission_file_/x", "Mei Li_12_assignsubmission_onlinetext_/online"),
        ("smithjo_12346_670001_x", "limei_12347_text"),
    ):
        intake = take({f"{other}.ipynb": NOTEBOOK, f"{typed}.html": b"<p>Done"}, as_zip=True)
        [one] = [one for one in intake.submissions if one.notebook is None]
        assert one.student in {"mei_li", "limei"}
        assert "typed into" in told(intake)


# The class list


WRITTEN = {
    "ada1": "ada1|ADA1|ada@uni.example|ada|Ada Lovelace|lovelace, ada|Lovelace Ada|Ada_Lovelace"
    "|lovelaceada",
    "kg": "Kurt Godel|Kurt Goedel|Kurt Go\u0308del|goedelkurt",
    "zj": "Zhang Jun",
    "jm": "jose muller ludenscheidt|mullerludenscheidtjose",
}
"""How these students' names are written on what they hand in."""


@pytest.mark.parametrize(
    ("label", "student"),
    [(name, who) for who, names in WRITTEN.items() for name in names.split("|")],
)
def test_a_name_is_found_in_the_class_list(take, label, student):
    """By number, login or address, else by the name however its parts are written."""
    intake = take([f"{label}.ipynb"], students=CLASS)
    assert who(intake) == [student]
    assert "not in the class list" not in told(intake)


def test_a_name_that_means_nobody_or_several_is_not_guessed(take):
    """It is graded under the name that was found, and said, with names that look like it."""
    intake = take(["Jo Smith.ipynb", "Ada Lovelaze.ipynb", "Kurt.ipynb"], students=CLASS)
    assert who(intake) == ["Kurt", "ada_lovelaze", "jo_smith"]
    assert "may mean Jo Smith (js1) or Jo Smith (js2)" in told(intake)
    assert "not in the class list. Is it Ada Lovelace?" in told(intake)


def test_a_strange_name_never_gets_somebody_elses_work(take):
    """A name that becomes a student's by losing its signs is somebody else's."""
    students = "id,name\njo_smith,Ada Lovelace\nx,Jo Smith\ny,Jo Smith\n"
    intake = take(["Jo Smith/a.ipynb"], students=students)
    [student] = who(intake)
    assert student.startswith("jo_smith_")
    assert one_of(intake, "jo_smith").notebook is None


def test_students_whose_numbers_look_the_same_stay_two(take):
    """No folder can hold a slash; what comes without it is not both students' work."""
    students = "id,name\n12/a,Ada Lovelace\n12 a,Jun Zhang\n"
    intake = take(["Ada Lovelace.ipynb", "Jun Zhang.ipynb"], students=students)
    assert len(who(intake)) == 2
    assert sorted(one.full_name for one in intake.submissions) == ["Ada Lovelace", "Jun Zhang"]


def test_a_login_and_an_address_of_the_list_are_one_student(take):
    """The list says that both are hers, and so it is told; her name alone says less."""
    files = {"ada1/a.ipynb": NOTEBOOK, "ada@uni.example/b.ipynb": raw(released())}
    intake = take(files, students=CLASS)
    assert who(intake) == ["ada1"]
    assert "several accounts: called ada1 and called ada@uni.example" in told(intake)
    intake = take(files | {"Ada Lovelace/c.ipynb": NOTEBOOK}, students=CLASS)
    assert who(intake) == ["ada1", "ada_lovelace"]
    assert "called Ada Lovelace has the name of Ada Lovelace (ada1), as called ada" in told(intake)


@pytest.mark.parametrize(
    ("text", "encoding", "students"),
    [
        ("name;email\nKurt Gödel;kg@x\n", "utf-8-sig", [("kg", "Kurt Gödel")]),
        ("Nachname;Vorname;Matrikelnummer\nGödel;Kurt;007\n", "cp1252", [("007", "Kurt Gödel")]),
        ("First name\tSurname\tUsername\nAda\tLovelace\tal\n", "utf-16", [("al", "Ada Lovelace")]),
        ("Student\nLovelace\n", "utf-8", [("Lovelace", "Lovelace")]),
        (
            "Identifier,Full name,Email address\nParticipant 12,Ada Lovelace,al@x\n",
            "utf-8",
            [("al", "Ada Lovelace")],
        ),
        ("id,name\n\n1,A\n , \n1,B\n,\n", "utf-8", [("1", "A")]),
        ('id,name\n1,"A, B"\n', "utf-8", [("1", "B A")]),
        ('"id", "name"\n1, "Ada ""Countess, of"" L"\n', "utf-8", [("1", 'of" L Ada "Countess')]),
    ],
)
def test_class_lists_of_many_kinds_are_read(tmp_path, text, encoding, students):
    """Whatever the columns are called and however the file is stored."""
    path = tmp_path / "list.csv"
    path.write_bytes(text.encode(encoding))
    known = read_class_list(path)
    assert [(one.id, one.name) for one in known.students] == students


def test_an_odd_line_of_the_class_list_is_said(take) -> None:
    """A student who is there twice, and a line that names nobody."""
    intake = take(["1.ipynb"], students="id,name,group\n1,A,x\n1,B,x\n,,x\n")
    assert "Line 3 of the class list has '1' for a second time" in told(intake)
    assert "Line 4 of the class list names nobody" in told(intake)


@pytest.mark.parametrize("text", ["", "1,2\n3,4\n", "points,group\n"])
def test_a_list_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    """Without headers nobody knows which column is what."""
    path = tmp_path / "list.csv"
    path.write_text(text)
    with pytest.raises(ValueError, match="headers such as id,name,email"):
        read_class_list(path)


@pytest.mark.parametrize(
    "label",
    ["../../etc", "..", "a/b", "con", "COM1.txt", "a" * 300, "李雷", "ñ", "a\nb", "-rf", "", ". "],
)
def test_a_students_name_is_safe_for_folders(label: str) -> None:
    """Short, plain letters, no part of a path, and not one of the names that Windows keeps.

    Who is graded from the folder of the gradebook once more has the same name again.
    """
    name = safe_id(label)
    assert 0 < len(name) <= 60
    assert safe_id(name) == name, "a folder of this name is the same student's"
    assert name.isascii()
    assert not set(name) & set('/\\:*?"<>| \n')
    assert name[0].isalnum()
    assert not name.endswith(".")
    assert name.lower() not in {"con", "com1.txt"}


def test_different_names_stay_different(take) -> None:
    """Also those of which no plain letter is left, or that only capitals tell apart."""
    names = ["李雷", "李磊", "José", "Jose", "ANN", "ann"]
    intake = take([f"{name}/x.ipynb" for name in names], as_zip=True)
    assert len({student.casefold() for student in who(intake)}) == len(names)
    assert len(intake.submissions) == len(names)
    full = {one.full_name or one.student for one in intake.submissions}
    assert {"李雷", "José", "Jose"} <= full, "as they were written"
    backwards = [f"{name}/x.ipynb" for name in reversed(names)]
    assert take(backwards, as_zip=True) == intake, "whatever order the system has for files"


# Which lesson, and which of several notebooks


def test_a_lesson_is_known_by_its_cells(tmp_path: Path, into: Path) -> None:
    """A file may have any name, even another lesson's, and any encoding."""
    files = {
        "ada/Untitled.ipynb": NOTEBOOK,
        "bob/02_letters.ipynb": NOTEBOOK.decode().encode("utf-16"),
        "eve/03_numbers.ipynb": raw({"cells": [code("1")]}),
        "joe/03_numbers.ipynb": b"",
    }
    source = unpacked(tmp_path / "x", files)
    intake = submissions(source, [OTHER, LESSON], into=into, signs=SIGNS)
    assert [(one.student, one.lesson) for one in intake.submissions] == [
        (name, LESSON) for name in ("ada", "bob", "eve", "joe")
    ]
    assert "called 02_letters, but it is a notebook of 03_numbers" in told(intake)
    (source / "ada" / "02_letters.ipynb").write_bytes(raw({"cells": [code("1")]}))
    assert "ada/Untitled" not in told(submissions(source, [OTHER], into=into, signs=SIGNS))
    (source / "ada" / "02_letters.ipynb").unlink()
    only = submissions(source, [OTHER], into=into, signs=SIGNS)
    assert who(only) == []
    lines = [f"{who}, 02_letters: {who}" for who in ("ada", "bob", "eve", "joe")]
    assert [line for line in told(only).splitlines() if "is for 03_numbers" in line]
    assert len(told(only).splitlines()) == len(lines), "one line each"


def test_a_notebook_that_says_nothing_is_not_guessed(tmp_path: Path, into: Path) -> None:
    """With one lesson to grade it can only be that; with two, nobody knows."""
    source = unpacked(tmp_path / "x", {"ada.ipynb": b"{}"})
    assert who(submissions(source, [LESSON], into=into)) == ["ada"]
    intake = submissions(source, [LESSON, OTHER], into=into)
    assert intake.submissions == ()
    assert "does not say which lesson" in told(intake)


@pytest.mark.parametrize(
    ("files", "taken_from", "why"),
    [
        ({"b.ipynb": UNTOUCHED, "a.ipynb": NOTEBOOK}, "a.ipynb", "has answers"),
        ({"x(2).ipynb": UNTOUCHED, "x.ipynb": NOTEBOOK}, "x.ipynb", "has answers"),
        ({"a.ipynb": b"{}", "b.ipynb": UNTOUCHED}, "b.ipynb", "more of the lesson's cells"),
        ({"b.ipynb": b"{}", "a.ipynb": UNTOUCHED}, "a.ipynb", "more of the lesson's cells"),
        ({"x(2).ipynb": NOTEBOOK, "x.ipynb": NOTEBOOK + b" "}, "x(2).ipynb", "highest number"),
        ({"x (10).ipynb": NOTEBOOK, "x (9).ipynb": NOTEBOOK + b" "}, "x (10).ipynb", "number"),
        ({"03_numbers.ipynb": NOTEBOOK, "z.ipynb": NOTEBOOK + b" "}, "03_numbers.ipynb", "name"),
        ({"a.ipynb": NOTEBOOK + b" ", "b.ipynb": NOTEBOOK}, "b.ipynb", "alphabet"),
        ({"a.ipynb": NOTEBOOK, "b.ipynb": NOTEBOOK}, "b.ipynb", "same notebook"),
    ],
)
def test_of_two_notebooks_one_is_taken_and_it_is_said_why(take, files, taken_from, why):
    """A student may hand in a draft beside the work."""
    files = {f"ada/{name}": data for name, data in files.items()}
    intake = take(files | {"bob/x.ipynb": NOTEBOOK})
    assert one_of(intake, "ada").notebook.read_bytes() == files[f"ada/{taken_from}"]
    assert f"ada/{taken_from} was taken" in told(intake)
    assert why in told(intake)


def test_other_files_are_named_and_not_used(take, into: Path) -> None:
    """Code beside the notebook, a course_lib of one's own, and nothing but a picture."""
    names = ["ada/03_numbers.ipynb", "bob/03_numbers.ipynb", "03_numbers.ipynb"]
    others = ["ada/helper.py", "bob/course_lib/__init__.py", "eve/photo.jpg", "readme.txt"]
    intake = take(dict.fromkeys(names, NOTEBOOK) | dict.fromkeys(others, b""))
    assert who(intake) == ["ada", "bob"]
    said = one_of(intake, "ada").odd
    assert said == ("Code outside of the notebook is not used: ada/helper.py.",)
    assert "A course_lib of the student's own is not used" in one_of(intake, "bob").odd[0]
    assert one_of(intake, "eve").notebook is None
    assert "photo.jpg" in one_of(intake, "eve").odd[0]
    assert intake.odd == (
        "03_numbers.ipynb does not say whose it is: it was not taken.",
        "readme.txt is not a notebook: it was not taken.",
    )
    assert [path.name for path in into.rglob("*.*")] == [f"{LESSON}.ipynb"] * 2


def test_what_programs_leave_behind_is_passed_over(take) -> None:
    """Nobody needs to read of it."""
    files = {
        "__MACOSX/ada/._03_numbers.ipynb": b"\0",
        "ada/._03_numbers.ipynb": b"\0",
        "ada/.DS_Store": b"",
        "ada/.ipynb_checkpoints/03_numbers-checkpoint.ipynb": b"{}",
        "ada/__pycache__/x.pyc": b"",
        "ada/my_work/03.py": b"",
        "ada/my_work/predictions.json": b"{}",
        "ada/03_numbers.ipynb": NOTEBOOK,
    }
    intake = take(files, as_zip=True)
    assert who(intake) == ["ada"]
    assert told(intake) == ""


def test_a_notebook_with_a_wrong_ending_is_read(take) -> None:
    """Some browsers add one of their own."""
    intake = take(["ada/03_numbers.ipynb.txt"])
    assert who(intake) == ["ada"]
    assert "its name ends otherwise" in told(intake)


# Zips that are odd, or meant to do harm


OUTSIDE = "../bob/x.ipynb", "/bob/x.ipynb", "ada/../../bob.ipynb", "C:/x.ipynb", "..\\bob\\x.ipynb"


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        *((name, stat.S_IFREG, "leads out of the zip") for name in OUTSIDE),
        pytest.param(
            "bob/" + "-" * 60_000 + ".ipynb", stat.S_IFREG, "more than 500 letters", id="long"
        ),
        ("bob/x.ipynb", stat.S_IFLNK, "bob/x.ipynb is a link"),
        ("bob/x.ipynb", stat.S_IFCHR, "bob/x.ipynb is a device"),
        ("bob/x.ipynb", stat.S_IFIFO, "bob/x.ipynb is a pipe"),
    ],
)
def test_what_no_zip_should_hold_is_refused(tmp_path, into, name, kind, words):
    """Nothing is written outside of the folder for copies, and a link may name any file."""
    files = {"ada/x.ipynb": NOTEBOOK, name: NOTEBOOK if kind == stat.S_IFREG else b"../ada/x.ipynb"}
    source = packed(tmp_path / "x.zip", files, **{name: kind | 0o777})
    before = set(tmp_path.rglob("*"))
    intake = taken(source, into)
    assert who(intake) == ["ada"]
    assert words in told(intake)
    assert len(told(intake)) < 1000
    assert all(path.is_relative_to(into) for path in {*tmp_path.rglob("*")} - before)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no links or pipes to try")
def test_names_of_files_can_do_no_harm_where_they_are_told(tmp_path: Path, into: Path) -> None:
    """Neither move a cursor nor keep a report from being written."""
    source = unpacked(tmp_path / "x", {"a\x1b[2J\n/x.ipynb": NOTEBOOK, "a\x1b[2J\n/b\x07.py": b""})
    unpacked(source, {os.fsdecode(b"\xff/x.ipynb"): NOTEBOOK})
    names = {f"bob/{n}.txt/../x": b"" for n in range(30)}
    for intake in (taken(source, into), taken(packed(tmp_path / "x.zip", names), into)):
        text = told(intake) + "".join(one.full_name + one.file for one in intake.submissions)
        assert text.replace("\n", "").isprintable()
        assert text.encode()
    assert len(who(taken(source, into))) == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no links or pipes to try")
def test_links_and_pipes_in_a_folder_are_not_followed(tmp_path: Path, into: Path) -> None:
    """Neither to another's notebook, nor to a folder, nor does a pipe hold anybody up."""
    source = unpacked(tmp_path / "x", {"ada/x.ipynb": NOTEBOOK, "bob/y.txt": b""})
    secret = unpacked(tmp_path / "secret", {"x.ipynb": NOTEBOOK})
    (source / "bob" / "x.ipynb").symlink_to(source / "ada" / "x.ipynb")
    (source / "eve").symlink_to(secret)
    (source / "joe").mkdir()
    os.mkfifo(source / "joe" / "x.ipynb")
    (source / "pat").mkdir()
    (source / "pat" / "x.ipynb").hardlink_to(source / "ada" / "x.ipynb")
    intake = taken(source, into)
    assert who(intake) == ["ada", "pat"]
    for words in ("bob/x.ipynb is a link", "eve is a link", "joe/x.ipynb is a pipe"):
        assert words in told(intake)
    assert "pat/x.ipynb is one file with another name" in told(intake)


def test_a_zip_inside_is_opened_once(take) -> None:
    """Many hand in a zip; a zip in a zip in a zip, or another archive, is asked for again."""
    inner = zipped({"homework/03_numbers.ipynb": NOTEBOOK, "homework/../../x.ipynb": NOTEBOOK})
    spoilt = zipped({"Gödel.ipynb": NOTEBOOK}).replace("ö".encode(), b"\xff\xff")
    files = {
        "Max Spoilt_11_assignsubmission_file_/work.zip": spoilt,
        "Ada Lovelace_12_assignsubmission_file_/work.zip": inner,
        "Jun Zhang_13_assignsubmission_file_/work.zip": zipped({"work.zip": inner}),
        "Kurt Gödel_14_assignsubmission_file_/work.rar": b"Rar!",
        "Jo Smith_15_assignsubmission_file_/work.zip": b"PK\x03\x04 and no more",
    }
    intake = take(files, as_zip=True)
    assert who(intake) == ["ada_lovelace"]
    for words in ("what is in it was taken", "leads out of the zip", "cannot be read"):
        assert words in told(intake)
    assert told(intake).count("an archive that is not opened") == 2
    assert told(intake).count("Jun Zhang_13") == 1, "a zip in a zip is one line"
    assert told(intake).count("is a zip that cannot be read") == 2


def test_a_zip_bomb_is_not_unpacked(take, monkeypatch):
    """A file is read up to a limit, whatever size the zip says it has, and all of them, too."""
    for limit, most in (("LARGEST", 1_000_000), ("MOST_BYTES", 2_500_000), ("MOST_FILES", 12)):
        monkeypatch.setattr(f"course_tools.grader.classroom.intake.files.{limit}", most)
    files = {"ada/x.ipynb": NOTEBOOK, "bob/x.ipynb": b"0" * 5_000_000}
    files |= {f"c{n}/x.ipynb": b"0" * 900_000 for n in range(5)}
    intake = take(files, as_zip=True)
    assert "ada" in who(intake)
    assert "bob" not in who(intake)
    assert "has more than 1 MB" in told(intake)
    assert "larger than is allowed" in told(intake)
    with pytest.raises(ValueError, match="holds 13 files, and a class hands in fewer than 12"):
        take({f"s{n}/x.ipynb": b"" for n in range(13)}, as_zip=True)


def test_what_jupyterlite_calls_a_download_is_the_lesson(take) -> None:
    """Its folder is part of its name; the person is the one in whose folder it lies."""
    names = ("notebooks_03_numbers_03_numbers.ipynb", "notebooks_03_numbers_03_numbers (1).ipynb")
    intake = take([f"{who}/{name}" for who in "ab" for name in names])
    assert who(intake) == ["a", "b"]
    assert all(one.lesson == "03_numbers" for one in intake.submissions)
    assert "does not say whose it is" in told(take(names[:1], as_zip=True))


def test_a_damaged_or_locked_file_in_a_zip_is_said(tmp_path: Path, into: Path) -> None:
    """The others are taken."""
    source = packed(tmp_path / "x.zip", {"ada/x.ipynb": NOTEBOOK, "bob/x.ipynb": NOTEBOOK[:900]})
    data = bytearray(source.read_bytes())
    second = data.index(b"PK\x03\x04", 4)
    data[second + 60 : second + 90] = b"\xff" * 30
    source.write_bytes(data)
    intake = taken(source, into)
    assert who(intake) == ["ada"]
    assert "bob/x.ipynb" in told(intake)
    locked = bytearray(packed(tmp_path / "y.zip", {"ada/x.ipynb": NOTEBOOK}).read_bytes())
    for start, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.index(start) + place] |= 1
    (tmp_path / "y.zip").write_bytes(locked)
    assert "locked with a password" in told(taken(tmp_path / "y.zip", into))


def test_names_are_read_as_they_were_meant(tmp_path: Path, into: Path) -> None:
    """Programs that do not say how they write names write them as UTF-8, or as old PCs did.

    In a folder, a name that is no UTF-8 is read as Windows writes it.
    """
    source = unpacked(tmp_path / "x", {os.fsdecode(b"J\xf6rg/x.ipynb"): NOTEBOOK})
    assert [one.file for one in taken(source, into).submissions] == ["Jörg/x.ipynb"]
    source = tmp_path / "x.zip"
    packed(source, {"G__del/x.ipynb": NOTEBOOK, "M_ller/x.ipynb": NOTEBOOK})
    data = source.read_bytes().replace(b"G__del", "Gödel".encode())
    source.write_bytes(data.replace(b"M_ller", "Müller".encode("cp437")))
    assert who(taken(source, into)) == ["godel", "muller"]


@pytest.mark.parametrize("what", ["nothing", "text", "zip"])
def test_a_source_that_is_none_is_refused(tmp_path: Path, into: Path, what: str) -> None:
    """A wrong word on the command line is told at once, and copies inside of what is read."""
    source = tmp_path / "source.zip"
    if what == "text":
        source.write_text("hello")
    elif what == "zip":
        source.write_bytes(packed(tmp_path / "y.zip", {"a": b"1"}).read_bytes()[:-30])
    with pytest.raises(ValueError, match=r"does not exist|neither a folder|damaged"):
        taken(source, into)
    source = unpacked(tmp_path / "x", {"ada.ipynb": NOTEBOOK})
    with pytest.raises(ValueError, match="read again"):
        taken(source, source / "copies")


def test_random_bytes_for_a_zip_stop_nothing(tmp_path: Path, into: Path) -> None:
    """Each damage gives submissions or a plain error, and nothing outside of the folder."""
    dice = random.Random(5)
    files = {"ada/x.ipynb": NOTEBOOK[:2000], "bob/x.zip": zipped({"x.ipynb": b"{}"})}
    whole = packed(tmp_path / "x.zip", files).read_bytes()
    for _ in range(150):
        data = bytearray(whole)
        for _ in range(dice.randint(1, 8)):
            data[dice.randrange(len(data))] = dice.randrange(256)
        (tmp_path / "x.zip").write_bytes(
            data[: dice.choice([len(data), dice.randrange(len(data))])]
        )
        try:
            taken(tmp_path / "x.zip", into)
        except ValueError as error:
            assert str(error)  # noqa: PT017 - either way is fine, but not without a word
    assert {path.name for path in tmp_path.iterdir()} <= {"x.zip", "into"}


# When


@pytest.mark.parametrize(
    ("received", "days"),
    [
        ("2026-11-21 12:00:00+00:00", 0),
        ("2026-11-21 12:10:00+00:00", 0),
        ("2026-11-21 12:10:01+00:00", 1),
        ("2026-11-22 12:00:00+00:00", 1),
        ("2026-11-22 12:00:01+00:00", 2),
        ("2026-11-21 14:00:00+02:00", 0),
        ("2025-01-01 00:00:00+00:00", 0),
    ],
)
def test_each_day_that_has_begun_is_a_day_late(received: str, days: int) -> None:
    """The grace is no part of it: whoever needs more than that is late from the due time on."""
    policy = Policy(due_time(DUE), grace_minutes=10)
    assert policy.days_late(due_time(received)) == days


@pytest.mark.parametrize(
    ("policy", "days", "points"),
    [
        (Policy(per_day=0.1), 0, 8),
        (Policy(per_day=0.1), 2, 6.4),
        (Policy(per_day=0.5), 3, 0),
        (Policy(), 3, 8),
        (Policy(last_day=0), 0, 8),
        (Policy(last_day=0), 1, 0),
        (Policy(last_day=2, per_day=0.25), 2, 4),
        (Policy(last_day=2, per_day=0.25), 3, 0),
    ],
)
def test_the_policy_says_what_is_left(policy: Policy, days: int, points: float) -> None:
    """So much for each day, or nothing any more, or all of it."""
    assert policy.points(8, days) == pytest.approx(points)
    words = "costs nothing" if points == 8 else "no points" if policy.last_day is not None else "%"
    assert days == 0 or words in policy.sentence(days) or "% of the points" in policy.sentence(days)


def test_the_time_that_nbgrader_wrote_down_counts(take) -> None:
    """Beside the notebook lies a file with it; a file that cannot be read is said."""
    files = {f"{name}/03_numbers/03_numbers.ipynb": NOTEBOOK for name in ("ada", "bob", "eve")}
    files["ada/03_numbers/timestamp.txt"] = b"2026-11-22 06:30:00.123 UTC\n"
    files["bob/03_numbers/timestamp.txt"] = b"yesterday"
    files["cyd/03_numbers/03_numbers.ipynb"] = NOTEBOOK
    files["cyd/03_numbers/timestamp.txt"] = b"0001-01-01 00:00:00+23:00"
    files["12 - Dan - Jan 1, 0001 1200 AM/x.ipynb"] = NOTEBOOK
    intake = take(files, deadlines=Deadlines(Policy(due_time(DUE), per_day=0.25)))
    ada = one_of(intake, "ada")
    assert (ada.received, ada.days_late) == ("2026-11-22 06:30:00 UTC", 1)
    assert ada.odd == ("It came 1 day late; 75 % of the points are left.",)
    assert one_of(intake, "bob").days_late == 0
    assert told(intake).count("cannot be read; it counts as in time") == 2
    assert "There is no record of when it was handed in" in one_of(intake, "eve").odd[0]


def test_a_sentence_about_a_submission_says_of_which_lesson(tmp_path: Path, into: Path) -> None:
    """Who has handed in nothing has done so in each of them."""
    files = {f"ada/{name}.ipynb": b"{}" for name in (LESSON, OTHER)}
    source = unpacked(tmp_path / "x", files)
    people = unpacked(tmp_path, {"class.csv": b"id\nzoe\nada\n"}) / "class.csv"
    intake = submissions(source, [OTHER, LESSON], into=into, class_list=people)
    assert told(intake) == f"zoe, {OTHER}: Nothing came.\nzoe, {LESSON}: Nothing came."
    assert intake.students == ("zoe", "ada")


def test_moodles_times_are_by_the_clock_of_the_due_time(take) -> None:
    """The zip says 8 o'clock in the morning of the 22nd, without a zone."""
    files = ["Ada Lovelace_12_assignsubmission_file_/x.ipynb"]
    for due, days in (("2026-11-22 09:00+05:00", 0), ("2026-11-22 07:00+05:00", 1)):
        [one] = take(files, as_zip=True, deadlines=Deadlines(Policy(due_time(due)))).submissions
        assert (one.received, one.days_late) == ("2026-11-22 03:00:00 UTC", days)
        assert len(one.odd) == days
