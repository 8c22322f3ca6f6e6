"""How attacks are made: the student edition with an honest answer, a hostile one, and more."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from autograder_tests import bank
from autograder_tests.submissions import submission
from course_lib.checks.cases import exercise_named

HONEST = {"01": "player", "02": "nim_sum"}
"""The exercise of each lesson whose answer is right in every attack, if nothing destroys it."""

STUB = "isn't written yet"
"""What a student is told about an exercise that was not attempted."""

_OPTION = re.compile(r"^# (student|instructor|earns|sure|slow|last): (.*)\n", re.MULTILINE)

NBFORMAT: Any = nbformat  # its functions say no types


@dataclass(frozen=True)
class Target:
    """Where the attacked course lies, and all that an attacker could ever find out about it."""

    root: Path = Path("/course")
    lesson: str = "01_state_representation"
    port: int = 9
    """Somebody listens there on this machine."""
    marker: str = "hostile-was-here"
    """A word in the names of all that an attack leaves behind."""
    neighbour: str = "neighbour"

    @property
    def notebook(self) -> str:
        """What the lesson's notebook is called."""
        return f"{self.lesson}.ipynb"

    @property
    def given(self) -> dict[str, Any]:
        """The same as plain data, for the attack's own code."""
        root = self.root
        return {
            "root": str(root),
            "test": str(root / "autograder_tests" / "planted.py"),
            "solution": str(root / "solutions" / f"{self.lesson}.py"),
            "gradebook": str(root / "grading" / "gradebook.db"),
            "neighbour": str(root / "class" / self.neighbour / self.notebook),
            "home": str(root.parent / "home" / "planted.txt"),
            "port": self.port,
            "marker": self.marker,
        }


@dataclass(frozen=True)
class Link:
    """A link in place of a file: `hard` to the same file, else to a name."""

    to: str
    hard: bool = False


Files = dict[str, bytes | Link | None]
"""What a student hands in, by its name in the student's folder; `None` is a named pipe."""

Making = Callable[[NotebookNode, Target], Files]


@dataclass(frozen=True)
class Hostile:
    """One attack: how it is made, what it may earn, and what has to be said about it."""

    name: str
    """The name under which it is handed in."""
    what: str
    """What it tries, in one sentence."""
    category: str
    made: Making
    lesson: str = "01"
    earns: Mapping[str, float] = field(default_factory=dict)
    """The share of the points of each exercise that its honest part earns; 0 for all others."""
    sure: bool = True
    """Whether the honest part is sure to be earned; else it may be spoiled by the attack."""
    student: tuple[str, ...] = ()
    """Words that the student has to be told."""
    instructor: tuple[str, ...] = ()
    """Words that the instructor has to be told."""
    code: str = ""
    """What it runs; it sets `won` to what it has got."""
    folder: str = ""
    """The name of the student's folder, where that is the attack."""
    slow: bool = False
    """Whether it costs many seconds and is much like another, so that few runs need it."""


def attacks_in(path: Path) -> Iterator[Hostile]:
    """The attacks that run code, from `KIND_attacks.py`: each stands under `# %% name: what`.

    Lines such as `# instructor: words; more words` come first. Then comes what runs in a cell on
    top (with `# last: yes`, at the end), and under `# answers: winner` what is given as an answer.
    A line `# NAME` stands for the piece under `# %% NAME`.
    """
    text = path.read_text(encoding="utf-8")
    pieces = re.findall(r"^# %% ([A-Z]+)\n(.*?)^(?=# %%)", text, re.MULTILINE | re.DOTALL)
    for piece, code in pieces:
        text = text.replace(f"\n# {piece}\n", f"\n{code}")
    _, *parts = re.split(r"^# %% (\w+): (.*)\n", text, flags=re.MULTILINE)
    for name, what, part in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        yield _attack(name, what, path.stem.removesuffix("_attacks"), part)


def _attack(name: str, what: str, category: str, part: str) -> Hostile:
    """The attack that is described in this part of a file."""
    options = dict(_OPTION.findall(part))
    cell, *rest = re.split(r"^# answers: (\w+)\n", _OPTION.sub("", part), flags=re.MULTILINE)
    code, answers = cell.strip(), dict(zip(rest[::2], rest[1::2], strict=True))
    lesson = next((exercise_named(each).lesson for each in answers), "01")
    honest = HONEST[lesson]

    def made(edition: NotebookNode, target: Target) -> Files:
        """The notebook with the attack in it."""
        notebook = submission(edition, {honest: right(honest), **answers})
        if code:
            used = {name: what for name, what in target.given.items() if f'"{name}"' in code}
            whole = f"GIVEN = {used!r}\nwon = None\n{code}\nprint('won:', won)"
            at = len(notebook.cells) if "last" in options else 0
            notebook.cells.insert(at, NBFORMAT.v4.new_code_cell(whole, id="attack"))
        return {target.notebook: stored(notebook)}

    sure = "sure" not in options
    usual = ("" if not sure else STUB) if code or not answers else "expected"
    return Hostile(
        name,
        what,
        category,
        made,
        lesson,
        {} if "earns" in options else {honest: 1.0},
        sure=sure,
        student=tuple(filter(None, options.get("student", usual).split("; "))),
        instructor=tuple(filter(None, options.get("instructor", "").split("; "))),
        code=code,
        slow="slow" in options,
    )


def second_in(path: Path) -> Iterator[Hostile]:
    """The attacks of the second bank, each under `# %% name: what`, in notebooks all wrong.

    The code stands in the cell of each exercise that it names, or else in a new cell on top.
    """
    _, *parts = re.split(r"^# %% (\w+): (.*)\n", path.read_text("utf-8"), flags=re.MULTILINE)
    for name, what, code in zip(parts[::3], parts[1::3], parts[2::3], strict=True):

        def made(edition: NotebookNode, target: Target, code: str = code) -> Files:
            """The notebook with the attack in it, which is right nowhere."""
            named = {one: code for one in _WRONG if re.search(rf"\b{one}\b", code)}
            notebook = submission(edition, _WRONG | named)
            if not named:
                notebook.cells.insert(0, NBFORMAT.v4.new_code_cell(code, id="attack"))
            return {target.notebook: stored(notebook)}

        yield Hostile(name, what, "second", made, code=code)


_WRONG = {name: f"def {name}(board):\n    return [7]\n" for name in ("player", "actions", "winner")}


def by_hand(
    name: str,
    what: str,
    category: str,
    change: Callable[[NotebookNode], bytes | None],
    *,
    earns: Mapping[str, float] | None = None,
    **more: Any,
) -> Hostile:
    """An attack by what was done to the notebook itself, beside one honest answer."""

    def made(edition: NotebookNode, target: Target) -> Files:
        """The damaged notebook."""
        notebook = submission(edition, {HONEST["01"]: right(HONEST["01"])})
        changed = change(notebook)
        return {target.notebook: stored(notebook) if changed is None else changed}

    earned = {HONEST["01"]: 1.0} if earns is None else earns
    return Hostile(name, what, category, made, earns=earned, **more)


def right(exercise: str) -> str:
    """The first right answer of the bank to this exercise."""
    return next(entry.source for entry in bank.entries(exercise) if entry.right)


def stored(notebook: Mapping[str, Any]) -> bytes:
    """The notebook as a file, however wrong it is."""
    return json.dumps(notebook, indent=1).encode()


def cell_of(notebook: NotebookNode, name: str) -> NotebookNode:
    """The first cell that nbgrader knows by this name."""
    found: NotebookNode = notebook.cells[place_of(notebook, name)]
    return found


def place_of(notebook: NotebookNode, name: str) -> int:
    """Where that cell stands."""
    names = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in notebook.cells]
    return names.index(name)


def copied(notebook: NotebookNode, name: str, **changes: Any) -> None:
    """Put a second copy of this cell below it, with these keys of the mark changed."""
    copy = deepcopy(cell_of(notebook, name))
    copy.metadata.nbgrader.update(changes)
    notebook.cells.insert(place_of(notebook, name) + 1, copy)


def new_code(source: str, **mark: Any) -> NotebookNode:
    """A new cell with this code, and this mark for nbgrader."""
    cell: NotebookNode = NBFORMAT.v4.new_code_cell(source)
    cell.pop("id", None)
    if mark:
        cell.metadata["nbgrader"] = NBFORMAT.from_dict(mark)
    return cell


def lines(parts: Sequence[str]) -> str:
    """These lines as one text."""
    return "\n".join(parts)
