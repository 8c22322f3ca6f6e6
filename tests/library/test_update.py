"""`course update`: a newer edition comes in, and nothing that a student did is lost or graded anew.

Hundreds of random pairs of what a student does to a lesson and what its author mends. What has to
come of a pair is noted while the two are made, cell by cell, and never asked of the merge itself.
"""

import hashlib
import io
import json
import zipfile
from collections import Counter
from copy import deepcopy
from pathlib import Path
from random import Random

import nbformat
import pytest
from console import course
from nbgrader.utils import compute_checksum
from toy_course import ROOT

from autograder_tests import bank
from course_lib.commands.update import in_browser, merged
from course_tools.notebooks import read_notebook
from course_tools.studio.build import lessons
from course_tools.studio.build.building import places
from course_tools.studio.build.short import shortened
from course_tools.studio.build.translating import editions

LESSONS = ("02_minimax", "03_alpha_beta")
MERGES = 200  # of each lesson
OUTPUT = {"output_type": "stream", "name": "stdout", "text": "so it ran\n"}


def handed_out(name):
    """The notebook as students get it."""
    path = ROOT / "notebooks" / name / f"{name}.ipynb"
    return json.loads(path.read_text(encoding="utf-8"))


def text(cell):
    """What stands in the cell."""
    return "".join(cell["source"])


def mark(cell):
    """What nbgrader knows of the cell."""
    return cell["metadata"].get("nbgrader", {})


def is_question(cell):
    """Whether it asks for a guess."""
    return "predict" in cell["metadata"]


def named(cell):
    """The cell with the name that the build gives it."""
    words = f"{cell['cell_type']}\n{text(cell)}"
    cell["id"] = hashlib.sha256(words.encode()).hexdigest()[:8]
    return cell


def marked(cell):
    """The cell with nbgrader's own checksum."""
    whole = nbformat.from_dict(cell | {"source": text(cell)})
    mark(cell)["checksum"] = compute_checksum(whole)
    return cell


def fresh(kind, words):
    """A new cell."""
    ran = {"outputs": [], "execution_count": None} if kind == "code" else {}
    return {"cell_type": kind, "id": "", "metadata": {}, "source": words} | ran


class Pair:
    """A student's notebook and a newer edition, with what has to come of the two."""

    def __init__(self, lesson, rng):
        self.rng, self.number = rng, 0
        self.newer, self.mine = handed_out(lesson), handed_out(lesson)
        self.answers, self.own, self.kinds = {}, [], Counter()
        self.changed, self.mended = set(), set()
        self.ran, self.deleted, self.copied = set(), set(), set()

    def words(self, who):
        """A text that is nowhere else."""
        self.number += 1
        return f"# {who} {self.number}"

    def pick(self, cells, wanted):
        """One of the cells that are wanted."""
        return self.rng.choice([cell for cell in cells if wanted(cell)])

    def mend(self):
        """One thing that an author does."""
        cells = self.newer["cells"]
        what = self.rng.choice(
            ("text", "text", "new", "gone", "stub", "check", "question", "retired")
        )
        self.kinds["author: " + what] += 1
        if what == "new":
            cell = named(fresh(self.rng.choice(("code", "markdown")), self.words("author")))
            cells.insert(self.rng.randrange(1, len(cells)), cell)
            return
        plain = lambda one: not mark(one) and not is_question(one) and one["id"] not in self.mended  # noqa: E731
        if what in ("text", "gone"):
            cell = self.pick(cells, plain)
            self.mended.add(cell["id"])
            if what == "gone":
                cells.remove(cell)
            else:
                cell["source"] = text(cell) + "\n" + self.words("author")
                self.mended.add(named(cell)["id"])
        elif what == "retired":
            cells.remove(self.pick(cells, lambda one: mark(one).get("solution")))
        elif what == "question":
            cell = self.pick(cells, is_question)
            cell["id"] = cell["metadata"]["predict"] = f"{self.rng.getrandbits(32):08x}"
        else:
            key = "solution" if what == "stub" else "grade"
            cell = self.pick(cells, lambda one: mark(one).get(key))
            self.mended.add(cell["id"])
            cell["source"] = self.words("author") + "\n" + text(cell)
            marked(cell)

    def work(self):
        """One thing that a student does."""
        cells = self.mine["cells"]
        what = self.rng.choice(
            ("answer", "answer", "copy", "own", "change", "run", "run", "check", "delete")
        )
        self.kinds["student: " + what] += 1
        if what == "own":
            cell = fresh(self.rng.choice(("code", "markdown")), self.words("student"))
            cell["id"] = self.rng.choice(("{:08x}", "{:036x}")).format(self.rng.getrandbits(32))
            cells.insert(self.rng.randrange(1, len(cells) + 1), cell)
            self.own.append(cell["source"])
        elif what in ("answer", "copy"):
            free = lambda one: (  # noqa: E731
                mark(one).get("solution") and one["id"] == mark(one)["grade_id"] not in self.copied
            )
            cell = self.pick(cells, free)
            if what == "copy" and cell["id"] not in self.answers:  # pasted below, written in there
                below = deepcopy(cell) | {"id": f"{self.rng.getrandbits(32):08x}"}
                cells.insert(cells.index(cell) + 1, below)
                self.copied |= {cell["id"]}
                name, cell = cell["id"], below
                entry = self.rng.choice(bank.entries(name))
                cell["source"] = self.answers[name] = entry.source + self.words("student")
                return
            entry = self.rng.choice(bank.entries(cell["id"]))
            cell["source"] = self.answers[cell["id"]] = entry.source + self.words("student")
        elif what == "run":
            cell = self.pick(cells, lambda one: one["cell_type"] == "code")
            cell |= {"outputs": [OUTPUT], "execution_count": 7}
            self.ran.add(cell["id"])
        elif what == "check":
            cell = self.pick(cells, lambda one: mark(one).get("grade"))
            cell["source"] = text(cell) + "\n" + self.words("student")
            self.own.append(cell["source"])
            if len(text(cell).splitlines()) > 2:  # written into before: the longer one counts
                self.own.remove("\n".join(text(cell).splitlines()[:-1]))
        else:
            given = {one["id"] for one in handed_out(self.lesson)["cells"]}
            plain = lambda one: (  # noqa: E731
                not mark(one) and not is_question(one) and one["id"] in given - self.changed
            )
            cell = self.pick(cells, plain)
            self.changed.add(cell["id"])
            if what == "delete":
                cells.remove(cell)
                self.deleted.add(cell["id"])
            else:
                cell["source"] = text(cell) + "\n" + self.words("student")
                self.own.append(cell["source"])


def pair_of(lesson, seed):
    """A random pair: up to eight things that each of the two does, in any order."""
    rng = Random(f"{lesson} {seed}")
    pair = Pair(lesson, rng)
    pair.lesson = lesson
    for _ in range(rng.randrange(1, 9)):
        pair.mend()
    for _ in range(rng.randrange(1, 9)):
        pair.work()
    return pair


def faults(pair, made):
    """What of the pair is lost, doubled, or not there."""
    texts = Counter(text(cell) for cell in made["cells"])
    yield from (f"lost or doubled: {one!r}" for one in pair.own if texts[one] != 1)
    cells = {mark(cell)["grade_id"]: cell for cell in made["cells"] if mark(cell)}
    there = {mark(cell).get("grade_id") for cell in pair.newer["cells"]}
    for name, answer in pair.answers.items():
        if name in there and text(cells[name]) != answer:
            yield f"the answer to {name} is lost"
        if name not in there and (texts[answer] != 1 or name in cells):
            yield f"the answer to {name}, which is not asked any more, is lost or doubled"
    for cell in pair.newer["cells"]:
        name = mark(cell).get("grade_id")
        if name in pair.answers:
            shown = any(text(cell) in one for one in texts)
            if shown != (name in pair.mended):
                yield f"the newer stub of {name} is {'there' if shown else 'missing'}"
        elif cell["id"] in pair.changed - pair.deleted and cell["id"] not in pair.mended:
            continue  # only the student has changed it
        elif not texts[text(cell)]:
            yield f"not there: {text(cell)!r}"
    old = {text(one) for one in handed_out(pair.lesson)["cells"]}
    new = {text(one) for one in pair.newer["cells"]}
    yield from (f"no longer in the lesson: {one!r}" for one in texts if one in old - new)
    before = {c["id"]: text(c) for c in pair.mine["cells"] if c["id"] in pair.ran}
    for cell in made["cells"]:
        if before.get(cell["id"]) == text(cell) and cell["outputs"] != [OUTPUT]:
            yield f"what a run has shown is lost: {text(cell)!r}"
    ids = [cell["id"] for cell in made["cells"]]
    if len({*ids}) < len(ids):
        yield "two cells have one name"
    if merged(made, pair.newer)[0] != made:
        yield "another update changes it once more"


def as_notebook(raw):
    """The same as nbformat has it, and a grader."""
    return nbformat.reads(json.dumps(raw), as_version=4)


@pytest.mark.parametrize("lesson", LESSONS)
def test_no_answer_is_lost_and_every_mended_cell_is_there(lesson):
    """In two hundred pairs, in which everything that may happen does."""
    seen = Counter()
    for seed in range(MERGES):
        pair = pair_of(lesson, seed)
        seen += pair.kinds
        before = deepcopy((pair.mine, pair.newer))
        made, _ = merged(pair.mine, pair.newer)
        assert (pair.mine, pair.newer) == before, "it should be a pure function"
        assert (seed, list(faults(pair, made))) == (seed, [])
        nbformat.validate(nbformat.from_dict(made))
    assert len(seen) == 14
    assert min(seen.values()) > MERGES / 5


def test_the_newer_cell_stands_below_the_students_own():
    """A cell that both have changed comes twice, the student's first."""
    mine, newer = handed_out(LESSONS[0]), handed_out(LESSONS[0])
    at = next(n for n, one in enumerate(mine["cells"]) if text(one).startswith("draw_tree("))
    mine["cells"][at]["source"] = "x = 1"
    newer["cells"][at]["source"] = "y = 2"
    named(newer["cells"][at])
    made = [text(cell) for cell in merged(mine, newer)[0]["cells"]]
    assert made[at : at + 2] == ["x = 1", "y = 2"]
    assert len(made) == len(mine["cells"]) + 1


def test_an_answer_comes_back_with_its_exercise():
    """Whole, then the short edition of a week, then whole again: all is answered as before."""
    lesson = next(one for one in lessons(ROOT) if one.name == LESSONS[0])
    whole, mine = handed_out(lesson.name), handed_out(lesson.name)
    short = json.loads(nbformat.writes(shortened(lesson, as_notebook(whole))))
    for cell in mine["cells"]:
        if mark(cell).get("solution"):
            cell["source"] = next(iter(bank.entries(mark(cell)["grade_id"]))).source

    def answered(notebook):
        solved = [cell for cell in notebook["cells"] if mark(cell).get("solution")]
        return {mark(cell)["grade_id"]: (text(cell), cell["metadata"]) for cell in solved}

    fewer, said = merged(mine, short)
    gone = {*answered(mine)} - {*answered(short)}
    assert (
        said[-1] == f"Kept as your own: {len(gone)} answers to exercises that are no longer here."
    )
    assert len(gone) == 4
    back, _ = merged(fewer, whole)
    assert answered(back) == answered(mine)
    assert len(back["cells"]) == len(mine["cells"])


def test_a_notebook_whose_cells_have_lost_their_names_is_known_by_its_texts():
    """As an older format saves it; a given cell that was changed is taken for one of her own."""
    pair = pair_of(LESSONS[1], 7)
    nameless = deepcopy(pair.mine)
    for cell in nameless["cells"]:
        del cell["id"]
    nameless["nbformat_minor"] = 4
    named, unnamed = (
        Counter(text(cell) for cell in merged(one, pair.newer)[0]["cells"])
        for one in (pair.mine, nameless)
    )
    assert named <= unnamed
    assert unnamed.total() - named.total() <= pair.kinds["student: change"]


def test_prose_in_another_language_is_known_again():
    """Its cells are named by the English text; untouched, they give way to what is newer."""
    lesson = next(one for one in lessons(ROOT) if one.name == LESSONS[0])
    german = editions(lesson, read_notebook(places(lesson.name, ROOT)[1]), ROOT)["de"]
    mine = json.loads(nbformat.writes(german))
    newer = deepcopy(mine)
    prose = [one for one in newer["cells"] if one["cell_type"] == "markdown"]
    prose[4]["source"] = f"{text(prose[4])}\n\nNeu."
    prose[5]["source"] = f"{text(prose[5])}\n\nNeu, auch auf Englisch."
    prose[5]["id"] = "0123abcd"
    for cell in prose[4:6]:
        words = f"markdown\n{text(cell)}"
        cell["metadata"]["handed_out"] = hashlib.sha256(words.encode()).hexdigest()[:8]
    assert [text(c) for c in merged(mine, newer)[0]["cells"]] == [text(c) for c in newer["cells"]]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A student's folder with a lesson and a bit of the library, and a newer edition's zip."""
    pair = pair_of(LESSONS[0], 3)
    place = "notebooks/02_minimax/02_minimax.ipynb"
    own = {place: json.dumps(pair.mine), "course_lib/a.py": "old", "my_work/02.py": "mine"}
    own["solutions/02.py"] = "a student may have such a folder"
    for name, words in own.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(words, encoding="utf-8")
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        newer = {place: json.dumps(pair.newer), "course_lib/a.py": "new", "course_lib/b.py": "b"}
        for name, words in newer.items():
            archive.writestr(f"adversarial-search/{name}", words)
    (tmp_path / "students.zip").write_bytes(inner.getvalue())
    with zipfile.ZipFile(tmp_path / "week.zip", "w") as archive:
        archive.writestr("week/students.zip", inner.getvalue())
        archive.writestr("week/notebooks/02_minimax/02_minimax.ipynb", "{}")
    with zipfile.ZipFile(tmp_path / "bare.zip", "w") as archive:
        for name, words in newer.items():
            archive.writestr(name, words)
            (tmp_path / "unpacked" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "unpacked" / name).write_text(words, encoding="utf-8")
    monkeypatch.chdir(tmp_path / "notebooks" / "02_minimax")
    return tmp_path, pair, place


def contents(root):
    """The student's files."""
    names = ("notebooks", "course_lib", "my_work")
    files = [path for name in names for path in (root / name).rglob("*") if path.is_file()]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


@pytest.mark.parametrize("zipped", ["students.zip", "week.zip", "bare.zip", "unpacked"])
def test_a_folder_is_updated_and_taken_back(folder, zipped):
    """From either zip and from within the lesson's folder; the second update has nothing to do.

    As some programs pack it, without a folder around all; and as some browsers unpack it.
    """
    root, pair, place = folder
    before = contents(root)
    done = course("update", str(root / zipped))
    assert done.code == 0, done.err
    assert "To take it all back: course update --back" in done.out
    after = contents(root)
    made = json.dumps(merged(pair.mine, pair.newer)[0])
    assert nbformat.reads(after[place].decode(), 4) == nbformat.reads(made, 4)
    assert (after["course_lib/a.py"], after["course_lib/b.py"]) == (b"new", b"b")
    assert after["my_work/02.py"] == b"mine"
    assert "All of it is here already." in course("update", str(root / zipped)).out
    assert course("update", "--back").code == 0
    assert contents(root) == before
    assert course("update", "--back").code == 0
    assert contents(root) == after


def test_a_teachers_week_is_mended_and_keeps_what_is_the_classs(tmp_path, monkeypatch):
    """All of the newer week comes in; a week with other hidden cases is refused."""
    old = {
        "README.md": "old",
        "notebooks/02/02.ipynb": "{}",
        "solutions/02/02.ipynb": "{}",
        "grader.whl": "old",
        "course.toml": 'seed = "7c1e"\n[late]\n',
        "grading/points.csv": "hers",
    }
    files = tmp_path / "hers"
    for name, words in old.items():
        (files / name).parent.mkdir(parents=True, exist_ok=True)
        (files / name).write_text(words, encoding="utf-8")
    monkeypatch.chdir(files)

    def week(name, *left_out, **more):
        newer = {one: f"new {words}" for one, words in old.items()}
        newer |= {"students.zip": "zip", "plan.md": "new", "course.toml": 'seed = "7c1e"'} | more
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            for one in newer.keys() - {*left_out}:
                archive.writestr(f"week/{one}", newer[one])
        return course("update", str(tmp_path / name))

    for done, why in (
        (week("other.zip", **{"course.toml": 'seed = "0000"'}), "--seed and the seed in your"),
        (week("students.zip", "students.zip"), "is no teacher's week"),
    ):
        assert (done.code, why in done.err) == (2, True), done.err
    assert not (files / "plan.md").exists()
    done = week("week.zip")
    assert done.code == 0, done.err
    assert "6 newer files; settings and grades stay." in done.out
    assert "pip install --force-reinstall ./grader.whl" in done.out
    kept = {"course.toml", "grading/points.csv"}
    for name, words in old.items():
        assert (files / name).read_text("utf-8") == (words if name in kept else f"new {words}")
    assert "All of it is here already." in week("week.zip").out
    assert course("update", "--back").code == 0
    assert {name: (files / name).read_text("utf-8") for name in old} == old
    assert not (files / "plan.md").exists()


def test_what_is_kept_is_what_the_last_update_replaced(folder):
    """It says so; and packages that have changed are no part of the library."""
    root, _, _ = folder
    done = course("update", str(root / "students.zip"))
    assert "before_update has what was here, until the next update." in done.out
    assert "The library: 2 newer files. Restart" in done.out
    with zipfile.ZipFile(root / "locked.zip", "w") as archive:
        archive.writestr("x/notebooks/02_minimax/new.ipynb", "{}")
        archive.writestr("x/requirements.lock", "other==2")
    done = course("update", str(root / "locked.zip"))
    assert "Other packages are needed: set up again, as README.md says." in done.out
    assert "The library" not in done.out
    kept = [path.name for path in (root / "before_update").rglob("*") if path.is_file()]
    assert kept == ["came.json"]


def test_in_the_browser_the_same_comes_back_as_texts(folder):
    """What a browser writes has its lines in one text; a second time there is nothing to do."""
    root, pair, place = folder
    mine = json.loads((root / place).read_text(encoding="utf-8"))
    for cell in mine["cells"]:
        cell["source"] = "".join(cell["source"])
    files, edition = {place: json.dumps(mine)}, {place: json.dumps(pair.newer)}
    answer = json.loads(in_browser(json.dumps({"files": files, "edition": edition})))
    made = json.loads(answer["files"][place])
    whole = json.dumps(merged(mine, pair.newer)[0])
    assert nbformat.from_dict(made) == nbformat.reads(whole, 4)
    assert answer["files"][f"before_update/{place}"] == files[place]
    files |= answer["files"]
    again = json.loads(in_browser(json.dumps({"files": files, "edition": edition})))
    assert again == {"lines": [], "files": {}, "gone": []}
    back = json.loads(in_browser(json.dumps({"files": files, "edition": {}})))
    assert back["files"][place] == json.dumps(mine)


def test_what_is_no_edition_is_refused(folder, tmp_path):
    """One sentence, and nothing is touched; a damaged notebook stays as it is."""
    root, _, place = folder
    before = contents(root)
    for number, name in enumerate(("notebooks/../../out.ipynb", "/out", "notebooks\\..\\out")):
        with zipfile.ZipFile(tmp_path / f"wild{number}.zip", "w") as archive:
            archive.writestr("x/notebooks/a.ipynb", "{}")
            archive.writestr(f"x/{name}", "{}")
    (tmp_path / "none.zip").write_bytes(b"none")
    with zipfile.ZipFile(tmp_path / "damaged.zip", "w") as archive:
        archive.writestr(f"x/{place}", "{broken")
    for words, why in (
        *((["wild0.zip"], "no student"), (["wild1.zip"], "no student")),
        (["wild2.zip"], "no student edition"),
        (["none.zip"], "can't be read as a zip"),
        (["damaged.zip"], "the edition is damaged"),
        ([], "name the newer edition's zip"),
        (["--back"], "no update to take back"),
    ):
        done = course("update", *[str(root / word) if "." in word else word for word in words])
        assert (done.code, why in done.err) == (2, True), done.err
    assert contents(root) == before
    (root / place).write_text("{broken", encoding="utf-8")
    assert "stays as it is" in course("update", str(root / "students.zip")).out
    assert Path(root / place).read_text("utf-8") == "{broken"


def test_a_mended_sentence_is_told():
    """A student who reads that nothing came would not look."""
    mine = handed_out(LESSONS[0])
    newer = deepcopy(mine)
    prose = next(cell for cell in newer["cells"][3:] if cell["cell_type"] == "markdown")
    prose["source"] = text(prose) + " And this is mended."
    assert merged(mine, newer)[1][0].startswith("1 cell mended, 0 new cells, 0 taken out")
