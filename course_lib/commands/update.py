"""Bring in a newer edition of the lessons; what you wrote stays.

course update students.zip      mend the lessons here with those of this zip
course update week.zip          a student's folder takes the students' part, a teacher's all of it
course update --back            take the last update back

In a cell of a notebook that is open, it is `!course update ../../students.zip` (save first, and
choose *File*, *Reload Notebook from Disk* behind it).

Prose, pictures, given cells and checks come in; your answers, and all cells that you have written
or changed, stay where they are. Where a cell was changed by you and is newer there, too, yours
stays, and the newer one stands below it. An answer whose exercise is gone stays as a cell of your
own, and answers it again when it comes back. Until the next update, the folder before_update keeps
what was replaced.

In a teacher's week all of the newer week comes in; course.toml and grading/ stay, and with them the
class's hidden cases and grades.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import re
import shutil
import tomllib
import zipfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from course_lib.plain import many, write_whole

AUDIENCE = "students"

NOTEBOOKS = "notebooks"
INSIDE = "students.zip"
"""Where a teacher's zip has what is for students."""
SOLUTIONS, SETTINGS = "solutions", "course.toml"
OWN = re.compile(rf"{re.escape(SETTINGS)}$|grading/|\.venv/")
"""What of a teacher's folder is the class's, whatever a newer week brings."""
LIBRARY, LOCK = "course_lib/", "requirements.lock"
BEFORE = "before_update"
NEWS = "came.json"
"""In that folder, the names of files that were not there before."""
NAMED = re.compile(r"[0-9a-f]{8}(-\d+)?")
"""How the course names a cell by its text."""
MARKS, ANSWERED = ("nbgrader", "deletable", "editable"), "answered"
"""What marks a cell of the course, and where an answer keeps it while its exercise is gone."""
LARGEST = 200_000_000

Cell = dict[str, Any]
Notebook = dict[str, Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course update`."""
    parser.add_argument(
        "file", type=Path, nargs="?", help="the newer edition, such as students.zip"
    )
    parser.add_argument("--back", action="store_true", help="take the last update back")


def run(arguments: argparse.Namespace) -> int:
    """0 when the folder is as it should be."""
    root = Path.cwd()
    root = next((one for one in (root, *root.parents) if (one / NOTEBOOKS).is_dir()), root)
    if not (root / NOTEBOOKS).is_dir() or (root / "autograder_tests").is_dir():
        raise ValueError(f"{root} is no student edition: it should have a folder {NOTEBOOKS}")
    if arguments.back == (arguments.file is not None):
        raise ValueError("name the newer edition's zip, or say --back")
    if arguments.back:
        lines = [*taken_back(root), "Reload open notebooks."]
    else:
        teacher = (root / SOLUTIONS).is_dir() and not (root / LIBRARY).is_dir()
        edition = edition_in(arguments.file, whole=teacher)
        lines = mended_week(root, edition) if teacher else updated(root, edition)
        if lines:
            kept = f"({BEFORE} has what was here, until the next update.)"
            lines.append(f"To take it all back: course update --back. {kept}")
    print("\n".join(lines or ["All of it is here already."]))
    return 0


def in_browser(question: str) -> str:
    """The answer to the browser edition, whose page keeps the files: what to write, and to say.

    Both are JSON. Without an edition in the question, the last one is taken back.
    """
    asked = json.loads(question)
    files, edition = asked["files"], asked["edition"]
    with TemporaryDirectory() as folder:
        root = Path(folder)
        _write(root, {name: text.encode() for name, text in files.items()})
        texts = {name: text.encode() for name, text in edition.items()}
        lines = updated(root, texts) if texts else taken_back(root)
        paths = [path for path in sorted(root.rglob("*")) if path.is_file()]
        now = {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in paths}
    changed = {name: text for name, text in now.items() if files.get(name) != text}
    return json.dumps({"lines": lines, "files": changed, "gone": sorted({*files} - {*now})})


# --- a folder -------------------------------------------------------------------------------------


def edition_in(file: Path, *, whole: bool = False) -> dict[str, bytes]:
    """The files of the students' edition in this zip, or in a teacher's, by their names.

    With `whole`, all of the teacher's. Some browsers unpack what they download, so the zip may be a
    folder.
    """
    try:
        if file.is_dir():
            paths = [path for path in file.rglob("*") if path.is_file()]
            found = {path.relative_to(file).as_posix(): path.read_bytes() for path in paths}
        else:
            with file.open("rb") as zipped:
                found = _unzipped(zipped)
        if whole and INSIDE not in found:
            raise ValueError(f"{file} is no teacher's week: it should have {INSIDE} in it")
        if not whole and INSIDE in found:
            found = _unzipped(io.BytesIO(found[INSIDE]))
    except (OSError, zipfile.BadZipFile) as error:
        raise ValueError(f"{file} can't be read as a zip: {error}") from None
    wild = [n for n in found if n.startswith("/") or {*n} & {*"\\:"} or ".." in n.split("/")]
    if wild or not any(name.startswith(f"{NOTEBOOKS}/") for name in found):
        raise ValueError(f"{file} is no student edition; it should have a folder {NOTEBOOKS} in it")
    return found


def _unzipped(file: IO[bytes]) -> dict[str, bytes]:
    """The files in this zip by their names, without the folder that all are in, if there is one."""
    with zipfile.ZipFile(file) as archive:
        entries = [one for one in archive.infolist() if not one.is_dir()]
        if sum(one.file_size for one in entries) > LARGEST:
            raise zipfile.BadZipFile("it is larger than any edition")
        found = {one.filename: archive.read(one) for one in entries}
    if any(name.startswith(f"{NOTEBOOKS}/") for name in found):
        return found
    return {name.partition("/")[2]: data for name, data in found.items()}


def mended_week(root: Path, week: Mapping[str, bytes]) -> list[str]:
    """What has changed in a teacher's folder, in sentences, once a newer week has come in.

    Hidden cases follow from the class's seed, so a week with another one is refused.
    """
    texts = [week.get(SETTINGS, b"").decode()]
    if (root / SETTINGS).is_file():
        texts.append((root / SETTINGS).read_text(encoding="utf-8"))
    new_seed, *seed = [tomllib.loads(text).get("seed") for text in texts]
    if new_seed and [new_seed] != seed:
        raise ValueError(
            "the newer week has other hidden cases than your class. Whoever packs it says --seed"
            f" and the seed in your {SETTINGS}"
        )
    mine = {name: root / name for name in week if not OWN.match(name)}
    new = {
        name: week[name]
        for name, path in mine.items()
        if not path.is_file() or path.read_bytes() != week[name]
    }
    if not new:
        return []
    _keep(root, new)
    _write(root, new)
    lines = [f"{many(len(new), 'newer file')}; settings and grades stay."]
    for name in new:
        if name.endswith(".whl") and "/" not in name:
            install = f".venv/bin/python -m pip install --force-reinstall ./{name}"
            lines.append(f"To install the newer grader: {install}")
    return lines


def updated(root: Path, edition: Mapping[str, bytes]) -> list[str]:
    """What has changed in this folder, in sentences, once the edition has come in."""
    new: dict[str, bytes] = {}
    lines: list[str] = []
    for name, data in sorted(edition.items()):
        path = root / name
        old = path.read_bytes() if path.is_file() else None
        if old is None or not name.endswith(".ipynb"):
            if old is None and name.endswith(".ipynb"):
                lines.append(f"{name}: new.")
            new |= {name: data} if old != data else {}
            continue
        mine = _read(old)
        if mine is None:
            lines.append(f"{name}: can't be read as a notebook, and stays as it is.")
            continue
        newer = _read(data)
        if newer is None:
            raise ValueError(f"the edition is damaged: {name} in it can't be read as a notebook")
        made, said = merged(mine, newer)
        if made != mine:
            new[name] = (json.dumps(made, indent=1, ensure_ascii=False) + "\n").encode()
            lines += [f"{name}: {sentence}" for sentence in said]
    if not new:
        return []
    _keep(root, new)
    _write(root, new)
    library = sum(name.startswith(LIBRARY) for name in new)
    others = len(new) - library - sum(name.endswith(".ipynb") for name in new)
    if library:
        news = many(library, "newer file")
        lines.append(f"The library: {news}. Restart open notebooks' kernels.")
    if others:
        lines.append(f"Other files: {others} newer.")
    if LOCK in new:
        lines.append("Other packages are needed: set up again, as README.md says.")
    return lines


def _keep(root: Path, new: Mapping[str, bytes]) -> None:
    """Put what will be replaced into the folder `before_update`."""
    folder = root / BEFORE
    shutil.rmtree(folder, ignore_errors=True)
    came = [name for name in new if not (root / name).is_file()]
    for name in new:
        if name not in came:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, folder / name)
    folder.mkdir(exist_ok=True)
    (folder / NEWS).write_text(json.dumps(came), encoding="utf-8")


def _write(root: Path, files: Mapping[str, bytes]) -> None:
    """Write these files; what could be started can still be."""
    for name, data in files.items():
        path = root / name
        mode = path.stat().st_mode if path.is_file() else None
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
        if mode is not None:
            path.chmod(mode)


def taken_back(root: Path) -> list[str]:
    """What is as it was before the last update.

    What the update brought is kept in turn, so taking this back brings it again.
    """
    folder = root / BEFORE
    if not (folder / NEWS).is_file():
        raise ValueError(f"there is no update to take back in {root}")
    came = json.loads((folder / NEWS).read_text(encoding="utf-8"))
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != NEWS]
    before = {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
    _keep(root, before | {name: b"" for name in came if (root / name).is_file()})
    for name in came:
        (root / name).unlink(missing_ok=True)
    _write(root, before)
    return [f"{many(len(before), 'file')} as before, {len(came)} gone."]


def _read(data: bytes) -> Notebook | None:
    """The notebook in these bytes, of the format that has cells, or `None`."""
    try:
        found = _joined(json.loads(data))
        whole = found["nbformat"] == 4 and all(
            isinstance(one["cell_type"], str) and isinstance(_text(one), str)
            for one in found["cells"]
        )
    except (ValueError, KeyError, TypeError):
        return None
    return found if whole else None


def _joined(value: Any, key: str = "") -> Any:
    """The same with every text as one: some programs write it as a list of its lines."""
    if isinstance(value, dict):
        return {name: _joined(one, name) for name, one in value.items()}
    if isinstance(value, list):
        lines = (key in ("source", "text") or "/" in key) and all(isinstance(n, str) for n in value)
        return "".join(value) if lines else [_joined(one) for one in value]
    return value


# --- a notebook -----------------------------------------------------------------------------------


def merged(mine: Notebook, newer: Notebook) -> tuple[Notebook, list[str]]:
    """The newer notebook with all that a student has put into the older one, and what was done.

    A cell of the course is known by its mark, else by its name, which is a digest of its text: so
    the older cells themselves say whether a student has changed them.
    """
    theirs = {_name(cell): cell for cell in newer["cells"]}
    made = _Merge(theirs)
    own = [_answer_again(cell, theirs) for cell in mine["cells"]]
    names = _names(own, theirs)
    for cell, name, place in zip(own, names, _replaced(names, theirs), strict=True):
        made.take(cell, name, place)
    cells = [*made.behind[""]]
    for name, cell in theirs.items():
        cells += [made.kept.get(name, cell), *made.behind[name]]
    result = deepcopy({key: value for key, value in mine.items() if key != "cells"})
    result |= {"nbformat": 4, "nbformat_minor": max(5, mine.get("nbformat_minor", 5))}
    result["cells"] = _with_own_names(cells)
    return result, made.sentences()


class _Merge:
    """A merge on its way: what stays of each cell of the newer notebook, and what stands behind."""

    def __init__(self, theirs: Mapping[str, Cell]) -> None:
        self.theirs = theirs
        self.kept: dict[str, Cell] = {}
        self.behind: dict[str, list[Cell]] = defaultdict(list)
        self.last = ""
        self.gone = self.both = self.mended = self.retired = 0

    def take(self, cell: Cell, name: str, place: str) -> None:
        """Keep what is the student's of this cell; a newer one may be in its `place`."""
        if name in self.theirs:
            self.last = name
            self.kept[name] = self._together(name, deepcopy(cell))
        elif _is_untouched(cell):
            self.gone += 1  # it is no longer in the lesson, or another text is in its place
        else:
            retired = bool(name and _mark(cell).get("solution"))  # a copy has no name
            self.retired += retired
            own = _without_mark(deepcopy(cell), answered=retired)
            self.behind[self.last].append(own)
        self.last = place or self.last

    def _together(self, name: str, cell: Cell) -> Cell:
        """The cell that both have: their text where the student has none, else the student's."""
        new = deepcopy(self.theirs[name])
        mark, newer = _mark(cell), _mark(new)
        if not mark:
            if _text(cell) == _text(new):
                return _ran(new, cell)
            return self._mended(new) if _is_untouched(cell) else cell | {"id": new["id"]}
        changed = _text(cell) != _text(new)
        untouched = mark.get("checksum") == checksum(cell)
        if not changed or untouched:
            return _ran(new, cell) if not changed else self._mended(new)
        if not newer.get("solution"):  # a check, or the lesson's names, into which somebody wrote
            self.behind[name].append(_without_mark(cell))
            return new
        if mark.get("checksum") != newer.get("checksum"):
            self.both += 1
            text = f"*Newer in your course, for you to compare:*\n\n```python\n{_text(new)}\n```"
            self.behind[name].append(
                {
                    "cell_type": "markdown",
                    "id": f"newer-{name}"[:60],
                    "metadata": {},
                    "source": text,
                }
            )
        return cell | {"id": new["id"], "metadata": cell["metadata"] | {"nbgrader": newer}}

    def _mended(self, new: Cell) -> Cell:
        self.mended += 1
        return new

    def sentences(self) -> list[str]:
        """What was done, for the student to read."""
        came = len(self.theirs) - len(self.kept)
        own = sum(map(len, self.behind.values()))
        news = f"{many(self.mended, 'cell')} mended, {many(came, 'new cell')}"
        said = [f"{news}, {self.gone} taken out or replaced, {own} of your own."]
        if self.both:
            said.append(
                f"{many(self.both, 'exercise')} changed after you had answered; see below it."
            )
        if self.retired:
            said.append(
                f"Kept as your own: {many(self.retired, 'answer')} to exercises that are no longer"
                " here."
            )
        return said


def _names(mine: Sequence[Cell], theirs: Mapping[str, Cell]) -> list[str]:
    """The name of the newer cell that each of a student's is, no two of them the same.

    Of copies of an exercise's cell it is the one that was written in. Other programs take away or
    change the names of cells: then it is the first that is free and has the same text.
    """
    names, found = [*map(_name, mine)], dict[int, str]()
    written = sorted(
        range(len(mine)), key=lambda at: bool(_mark(mine[at])) and _is_untouched(mine[at])
    )
    for at in written:
        if names[at] in theirs and names[at] not in found.values():
            found[at] = names[at]
    free = [name for name in theirs if name not in found.values()]
    for at, cell in enumerate(mine):
        if at not in found and not _mark(cell):
            text = _digest(cell)
            same = next((name for name in free if name.partition("-")[0] == text), None)
            if same:
                free.remove(same)
                found[at] = same
    return [found.get(at, name if name not in theirs else "") for at, name in enumerate(names)]


def _replaced(mine: Sequence[str], theirs: Mapping[str, Cell]) -> list[str]:
    """For each of a student's cells the newer one that is in its place, or "".

    Between two cells that both have, the first that is gone was replaced by the first new one, the
    second by the second, and so on.
    """
    both, found = {*mine} & {*theirs}, [""] * len(mine)
    anchor, waiting = "", defaultdict[str, list[str]](list)
    for name in theirs:
        if name in both:
            anchor = name
        else:
            waiting[anchor].append(name)
    anchor = ""
    for at, name in enumerate(mine):
        if name in both:
            anchor = name
        elif NAMED.fullmatch(name) and waiting[anchor]:
            found[at] = waiting[anchor].pop(0)
    return found


def _text(cell: Cell) -> str:
    source = cell["source"]
    return source if isinstance(source, str) else "".join(source)


def _mark(cell: Cell) -> dict[str, Any]:
    """What nbgrader is told about a cell that is graded, answered or locked."""
    mark = cell.get("metadata", {}).get("nbgrader", {})
    return mark if isinstance(mark, dict) and "grade_id" in mark else {}


def _name(cell: Cell) -> str:
    """The name of the cell in every edition that has it."""
    if "predict" in cell.get("metadata", {}):
        return _text(cell)  # a question is known by its name, whatever it asks
    return str(_mark(cell).get("grade_id") or cell.get("id") or _digest(cell))


def _digest(cell: Cell) -> str:
    """The name that the course gives to a cell with this text."""
    kind = "markdown" if cell["cell_type"] == "markdown" else "code"
    return hashlib.sha256(f"{kind}\n{_text(cell)}".encode()).hexdigest()[:8]


def _is_untouched(cell: Cell) -> bool:
    """Whether this is a cell of the course as it was handed out."""
    if mark := _mark(cell):
        return bool(mark.get("checksum") == checksum(cell))
    name, metadata = str(cell.get("id", "")).partition("-")[0], cell.get("metadata", {})
    question = "predict" in metadata and _text(cell).startswith('predict("')
    return question or _digest(cell) in (name, metadata.get("handed_out"))


def checksum(cell: Cell) -> str:
    """What nbgrader calls the checksum of a cell that it handed out."""
    mark = _mark(cell)
    facts = [
        _text(cell),
        cell["cell_type"],
        *(bool(mark.get(one)) for one in ("grade", "solution")),
    ]
    facts += [bool(mark.get("locked")), mark["grade_id"]]
    facts += [float(mark.get("points", 0))] if mark.get("grade") else []
    return hashlib.md5("".join(map(str, facts)).encode(), usedforsecurity=False).hexdigest()


def _ran(new: Cell, cell: Cell) -> Cell:
    """The newer cell with what the student's run of the same text has shown."""
    if cell["cell_type"] == "code" and cell.get("execution_count"):
        new |= {"outputs": cell.get("outputs", []), "execution_count": cell["execution_count"]}
    return new


def _without_mark(cell: Cell, *, answered: bool = False) -> Cell:
    """The cell as one of the student's own, which no grader takes for the course's.

    It keeps its marks aside where it `answered` an exercise that is gone, and may come back.
    """
    if _mark(cell):
        marks = {key: cell["metadata"].pop(key) for key in MARKS if key in cell["metadata"]}
        cell["metadata"] |= {ANSWERED: marks} if answered else {}
        cell.pop("id", None)
    return cell


def _answer_again(cell: Cell, theirs: Mapping[str, Cell]) -> Cell:
    """The cell as the answer that it was, where its exercise is there again."""
    metadata = {**cell.get("metadata", {})}
    marks = {"metadata": metadata.pop(ANSWERED, {})}
    back = _mark(marks).get("grade_id") in theirs
    return {**cell, "metadata": metadata | marks["metadata"]} if back else cell


def _with_own_names(cells: list[Cell]) -> list[Cell]:
    """The cells, each with a name that no other has."""
    seen: set[str] = set()
    for number, cell in enumerate(cells):
        name = str(cell.get("id") or f"own-{_digest(cell)}")
        cell["id"] = name if name not in seen else f"{name[:50]}-again-{number}"
        seen.add(cell["id"])
    return cells
