"""A made-up class of thirty that hands in one lesson: `make grade-demo` grades it.

python -m autograder_tests.demo_class FOLDER

Most answers are those of the bank; some notebooks are damaged, some attack the grader, some come
late. The same seed gives the same class, to the byte.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import unicodedata
import zipfile
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import NamedTuple

import nbformat
from nbformat import NotebookNode

from autograder_tests import bank
from autograder_tests.submissions import points, submission

ROOT = Path(__file__).resolve().parent.parent
LESSON = "02_minimax"
DUE = "2026-11-20 18:00"
IN_TIME = (2026, 11, 20, 16, 30, 0)
LATE = {"kovac": (2026, 11, 20, 23, 10, 0), "silva": (2026, 11, 23, 9, 0, 0)}
ABSENT = "zhou"

NAMES = [
    "Ada Amsel", "Ben Brandt", "Chloé Caron", "Dario Conti", "Emre Demir",
    "Freya Dahl", "Gustav Ek", "Hana Endo", "Iris Fuchs", "Jonas Graf",
    "Kaya Güneş", "Lena Horn", "Milan Ilić", "Nora Jansen", "Omar Khalil",
    "Petra Kovač", "Quinn Larsen", "Rosa Lima", "Said Mansour", "Tomáš Novák",
    "Uma Nair", "Viktor Orlov", "Wanda Pawlak", "Xenia Popa", "Yusuf Rahman",
    "Zoë Smit", "Alma Silva", "Bruno Torres", "Clara Wolf", "David Zhou",
]  # fmt: skip

UNUSUAL = """
def best_action(game, state):
    if game.is_terminal(state):
        return None
    wanted = game.players.index(game.to_move(state))
    ladder = []
    for place, step in enumerate(game.actions(state)):
        worth = minimax_value(game, game.result(state, step))
        ladder.append(((-worth, worth)[wanted], place, step))
    ladder.sort(key=lambda rung: rung[:2])
    top, *others = ladder
    return top[-1]
"""
"""Right, and as nobody else writes it: who has the same with other names has seen it."""

SAME = """
def best_action(game, state):
    # my own idea
    if game.is_terminal(state):
        return None
    me = game.players.index(game.to_move(state))
    results = []
    for i, a in enumerate(game.actions(state)):
        v = minimax_value(game, game.result(state, a))
        results.append(((-v, v)[me], i, a))
    results.sort(key=lambda x: x[:2])
    first, *rest = results
    return first[-1]
"""

TWINS = {"endo": UNUSUAL, "nair": SAME}

ATTACKS = {  # an endless loop, an answer that equals all, tampering, an early end, spying
    "amsel": {
        "nim_sum": "def nim_sum(heaps):\n    total = 0\n    while heaps:\n        total ^= 1\n",
    },
    "graf": {
        "minimax_value": (
            "class Right(int):\n    def __eq__(self, other):\n        return True\n"
            "    __hash__ = int.__hash__\n\n\n"
            "def minimax_value(game, state):\n    return Right(0)\n"
        ),
    },
    "mansour": {
        "minimax": (
            "from IPython import get_ipython as shell\n\n\n"
            "def full_marks(lines):\n"
            "    return [line.replace('check(', '3 or check(') for line in lines]\n\n\n"
            "shell().input_transformers_post.append(full_marks)\n"
        ),
    },
    "orlov": {
        "remembering": "import os\n\n\ndef remembering(game, state, seen):\n    os._exit(0)\n",
    },
    "torres": {
        "depth_limited": (
            "from autograder_tests import hidden_check\n\n"
            "secret = open('/etc/passwd').read()\nprint(secret)\n"
        ),
    },
}


class Form(NamedTuple):
    """How a platform hands over one notebook, and its list of the class."""

    place: str
    head: str = "id,name"
    line: str = "{who},{name}"


FORMS = {
    "moodle": Form("{name}_{number}_assignsubmission_file_/{lesson}.ipynb"),
    "canvas": Form(
        "{who}_{number}_67{number}_{lesson}.ipynb",
        "Student,ID,SIS User ID,SIS Login ID,Section",
        '"{last}, {first}",{number},,{who},A',
    ),
    "gradescope": Form(
        "assignment_4_export/submission_{number}/{lesson}.ipynb",
        "First Name,Last Name,SID,Email",
        "{first},{last},{number},{who}@uni.example",
    ),
    "nbgrader": Form("{who}+{lesson}+{when} UTC+made-up/{lesson}.ipynb"),
    "folder": Form("{who}/{lesson}.ipynb"),
}
METADATA = """\
submission_{number}:
  :submitters:
  - :name: "{name}"
    :sid: '{number}'
    :email: {who}@uni.example
  :created_at: {when} Z
"""


def write_class(
    folder: Path, seed: int = 2, *, lesson: str = LESSON, form: str = "moodle", root: Path = ROOT
) -> tuple[Path, Path]:
    """What the class has handed in, as this platform's zip, and the class list, in this folder.

    The notebook is the one that the course in `root` handed out.
    """
    given = nbformat.read(root / "notebooks" / lesson / f"{lesson}.ipynb", as_version=4)
    rng, known, listed = Random(seed), points(given), ""
    handed_in, class_list = folder / "handed_in.zip", folder / "class_list.csv"
    way = FORMS[form]
    lines = [way.head]
    with zipfile.ZipFile(handed_in, "w") as archive:
        for number, name in enumerate(NAMES, 1001):
            who = login(name)
            first, last = name.split()
            time = LATE.get(who, IN_TIME)
            when = "{}-{}-{:02} {:02}:{:02}:{:02}.000000".format(*time)
            facts = {"who": who, "name": name, "number": number, "first": first, "last": last}
            facts |= {"lesson": lesson, "when": when}
            lines.append(way.line.format(**facts))
            answers = dict(_answers(list(known), rng))
            if who in TWINS and "best_action" in known:
                answers["best_action"] = TWINS[who]
            attacks = ATTACKS.get(who, {})
            answers |= {one: text for one, text in attacks.items() if one in known}
            if who == ABSENT:
                continue
            content = DAMAGES.get(who, as_bytes)(submission(given, answers))
            entry = zipfile.ZipInfo(way.place.format(**facts), time)
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
            listed += METADATA.format(**facts)
        if form == "gradescope":
            archive.writestr(
                zipfile.ZipInfo("assignment_4_export/submission_metadata.yml", IN_TIME), listed
            )
    class_list.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return handed_in, class_list


def login(name: str) -> str:
    """The name under which the class list has this student: the last one, in plain letters.

    >>> login("Petra Kovač")
    'kovac'
    """
    apart = unicodedata.normalize("NFKD", name.rsplit(maxsplit=1)[-1].lower())
    return apart.encode("ascii", "ignore").decode()


def _answers(exercises: list[str], rng: Random) -> list[tuple[str, str]]:
    """What one student writes: right answers more often the better they are, else a mistake.

    The mistakes that stand first in the bank are made most often; some exercises are left out.
    """
    skill = rng.betavariate(3, 1.5)
    found: list[tuple[str, str]] = []
    for exercise in exercises:
        entries = bank.entries(exercise)
        right = [entry for entry in entries if entry.right]
        wrong = [entry for entry in entries if not entry.right]
        weights = [1 / (1 + place) for place in range(len(wrong))]
        luck = rng.random()
        chosen = rng.choice(right) if luck < skill else rng.choices(wrong, weights)[0]
        if luck < 0.93:
            found.append((exercise, chosen.source))
    # The lesson itself has a variable of this name, and answers that use it run more of the lesson.
    return [(exercise, re.sub(r"\bvalue\b", "worth", source)) for exercise, source in found]


def as_bytes(notebook: NotebookNode) -> bytes:
    """The notebook as JupyterLab saves it."""
    return nbformat.writes(notebook).encode()


def _copied_cell(notebook: NotebookNode) -> bytes:
    """A cell that checks is there twice, as after copy and paste."""
    place = next(at for at, cell in enumerate(notebook.cells) if cell.metadata.get("nbgrader"))
    notebook.cells.insert(place + 1, deepcopy(notebook.cells[place]))
    return json.dumps(notebook).encode()


def _text_for_code(notebook: NotebookNode) -> bytes:
    """The answer to the first exercise has become text."""
    place = next(at for at, cell in enumerate(notebook.cells) if cell.metadata.get("nbgrader"))
    old = notebook.cells[place]
    made = nbformat.v4.new_markdown_cell(old.source, id=old.id, metadata=old.metadata)
    notebook.cells[place] = made
    return as_bytes(notebook)


def _old_format(notebook: NotebookNode) -> bytes:
    """Saved by a program from the time when cells had no names of their own."""
    notebook.nbformat_minor = 4
    for cell in notebook.cells:
        del cell["id"]
    return json.dumps(notebook).encode()


def _with_a_mark_in_front(notebook: NotebookNode) -> bytes:
    """Saved by an editor that puts a mark at the beginning of each file."""
    return b"\xef\xbb\xbf" + as_bytes(notebook)


def _cut_off(notebook: NotebookNode) -> bytes:
    """Only the first third of the file has arrived."""
    whole = as_bytes(notebook)
    return whole[: len(whole) // 3]


DAMAGES: dict[str, Callable[[NotebookNode], bytes]] = {
    "dahl": _copied_cell,
    "fuchs": _text_for_code,
    "larsen": _old_format,
    "popa": _with_a_mark_in_front,
    "smit": _cut_off,
}


def grade_demo(folder: Path) -> int:
    """0 when the class has been made in this folder, and graded there to the end."""
    shutil.rmtree(folder, ignore_errors=True)
    for edition in ("notebooks", "solutions"):
        shutil.copytree(ROOT / edition / LESSON, folder / edition / LESSON)
    shutil.copy(ROOT / "nbgrader_config.py", folder)
    rules = f'[late]\nper_day = 0.1\n[lessons.{LESSON}]\ndue = "{DUE}"\n'
    (folder / "course.toml").write_text(rules, encoding="utf-8")
    handed_in, class_list = write_class(folder)
    grade = [sys.executable, "-m", "course_tools.cli", "grade", str(handed_in)]
    grade += ["--root", str(folder), "--class-list", str(class_list), "--lesson", LESSON]
    grade += ["--nbgrader"]
    code = subprocess.run(grade, check=False).returncode  # noqa: S603 - ours
    return 0 if code == 1 else code  # 1 says that there is something to look at: attacks, here


if __name__ == "__main__":
    parser = argparse.ArgumentParser("python -m autograder_tests.demo_class")
    place, words = ROOT / "dist" / "grade-demo", "what is in it is deleted first (%(default)s)"
    parser.add_argument("folder", nargs="?", type=Path, default=place, help=words)
    sys.exit(grade_demo(parser.parse_args().folder))
