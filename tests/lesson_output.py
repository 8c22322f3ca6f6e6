"""What a lesson shows and defines, and what its checks say, for tests of the lessons."""

import ast
import linecache
import re
from functools import cache, cached_property
from pathlib import Path

import nbformat

from autograder_tests import bank, hidden_check
from autograder_tests.cases import Secret, line_of
from autograder_tests.exercises import files
from autograder_tests.solution import around
from course_lib.checks import secret
from course_lib.checks.cases import arguments_of, exercise_named, without_numbers
from course_lib.checks.causes import judge
from course_lib.checks.evidence import NotebookStudent
from course_lib.checks.keeping import loaded
from course_tools.studio.build import read_lesson

ROOT = Path(__file__).resolve().parent.parent
FIRST = {path.parent: name for name, path in reversed(files().items())}.values()
"""The first exercise of each lesson; what takes long with the others is left to `make night`."""
DEFINITIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef)


class Lesson:
    """What a lesson with this name says, shows and defines."""

    def __init__(self, name):
        """Know where its files lie: its source, and the notebooks of authors and of students."""
        self.source = ROOT / "solutions" / f"{name}.py"
        self.notebook = ROOT / "solutions" / name / f"{name}.ipynb"
        self.handed_out = ROOT / "notebooks" / name / f"{name}.ipynb"

    @cached_property
    def shown(self):
        """All that the cells of its notebook show as text."""
        return "\n".join(
            output.get("text", "") or output.get("data", {}).get("text/plain", "")
            for cell in nbformat.read(self.notebook, as_version=4).cells
            if cell.cell_type == "code"
            for output in cell.outputs
        )

    @cached_property
    def prose(self):
        """All prose of its notebook, and what its predictions say."""
        cells = nbformat.read(self.notebook, as_version=4).cells
        said = [cell.source for cell in cells if cell.cell_type == "markdown"]
        folder = ROOT / "course_lib" / "lessons" / f"lesson_{self.source.name[:2]}"
        return "\n".join([*said, (folder / "predictions.json").read_text("utf-8")])

    def groups(self, pattern):
        """The groups of this pattern wherever it is in what the cells show, numbers as numbers.

        A single group stands for itself.
        """
        found = re.finditer(pattern, self.shown, re.MULTILINE)
        groups = [tuple(map(number_or_text, each.groups())) for each in found]
        return [each[0] if len(each) == 1 else each for each in groups]

    @cache  # noqa: B019 - there are a dozen at most
    def names(self, *constants):
        """Its functions with their solutions, and these constants; nothing else is run."""
        names = {"__name__": self.source.stem}
        for cell in read_lesson(self.source).cells:
            if cell.part.markdown or cell.check:
                continue
            body = [
                part
                for part in ast.parse(cell.part.source).body
                if isinstance(part, DEFINITIONS)
                or (
                    isinstance(part, ast.Assign) and getattr(part.targets[0], "id", "") in constants
                )
            ]
            exec(compile(ast.Module(body, []), str(self.source), "exec"), names)  # noqa: S102 - our lesson
        return names


def number_or_text(text):
    """2516 for `2,516`, -0.5 for `-0.5`, and the text of anything else."""
    plain = text.replace(",", "")
    if re.fullmatch(r"-?\d+(\.\d+)?", plain):
        return float(plain) if "." in plain else int(plain)
    return text


def answer(exercise, name):
    """The source of this answer of the bank."""
    [source] = [entry.source for entry in bank.entries(exercise) if entry.name == name]
    return source


def notebook(exercise, source):
    """The names of a notebook in which all but this answer is the course's own."""
    names = around(exercise, source)
    linecache.cache["<answer>"] = (len(source), None, source.splitlines(keepends=True), "<answer>")
    exec(compile(source, "<answer>", "exec"), names)  # noqa: S102 - running it is the purpose
    return names


def verdict_on(exercise, given):
    """What the visible check says about this source, or this function."""
    return judge(exercise_named(exercise), _student(exercise, given))


def both(exercise, given):
    """The visible and the hidden verdict on this source, or this function."""
    return [verdict_on(exercise, given), hidden_check(exercise)(_student(exercise, given))]


def asked(student, name, *arguments, **options):
    """What came of this call, whose arguments are those of cases."""
    line = line_of(name, *arguments)
    if arguments and isinstance(tree := arguments[0], Secret):
        options["secret"] = secret.Secret(arguments_of(line)[0], bound=tree.bound, good=tree.good)
        line = without_numbers(line)
    return student.call(line, **options)


def _student(exercise, given):
    names = loaded(given, "<answer>") if isinstance(given, str) else given
    return NotebookStudent({exercise: names} if callable(names) else names)
