"""Signs for a teacher to look at: hardly an honest cell has one, and every attack that gained."""

from __future__ import annotations

import re
import time
from pathlib import Path

import nbformat
import pytest
from sandboxed import ROOT

from autograder_tests import bank
from autograder_tests.hostile import Target, entries
from course_tools.grader.judge.signs import suspicions_in, without_magics
from course_tools.grader.judge.slicing import parsed

BANK = Path(__file__).with_name("honest_cells.txt")
STUDENTS = Path(__file__).with_name("honest_students.txt")
SIGNS = (
    *("changes a module", "says itself what", "names the grader", "reaches", "changes how"),
    *("looks up a name", "ends or starts"),
)


def honest() -> list[str]:
    """The bank's cells: each kind with each of its words, and what students wrote freely."""
    _, *parts = re.split(r"^# %% .*: (.*)\n", BANK.read_text("utf-8"), flags=re.MULTILINE)
    made = []
    for words, code in zip(parts[::2], parts[1::2], strict=True):
        # A decorator is no place for a word.
        made += [re.sub(r"@(?!dataclass|lru_cache|wraps)", word, code) for word in words.split()]
    _, *written = re.split(r"^# %%\n", STUDENTS.read_text("utf-8"), flags=re.MULTILINE)
    return made + written


def listed(*cells: str) -> tuple[str, ...]:
    """What is said of a notebook with these cells."""
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    return suspicions_in(made, nbformat.v4.new_notebook())


def test_hardly_an_honest_cell_is_listed() -> None:
    """At most 1 of 100; and the cells of the bank are Python."""
    cells = honest()
    assert len(set(cells)) == len(cells) > 500
    assert [cell for cell in cells if parsed(without_magics(cell)) is None] == []
    wrongly = {cell: found for cell in cells if (found := listed(cell))}
    assert len(wrongly) <= len(cells) / 100, wrongly


def test_no_known_answer_is_listed() -> None:
    """Of more than a thousand cells, right and wrong, that people wrote to earn points honestly."""
    cells = [one.source for one in bank.entries(None)]
    assert len(cells) > 1_000
    assert [cell for cell in cells if listed(cell)] == []


def test_no_solution_is_listed() -> None:
    """In no lesson, though all of its cells count as the student's own."""
    for path in sorted((ROOT / "solutions").glob("*/*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        own = [one for one in notebook.cells if "### BEGIN SOLUTION" in one.source]
        assert listed(*(one.source for one in own)) == ()


ATTACKS = {
    one.name: one
    for one in entries()
    if one.code and any(words.startswith(SIGNS) for words in one.instructor)
}


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_of_the_bank_has_its_sign(name: str) -> None:
    """As its words say; the rest of what is told of it comes from running it."""
    one = ATTACKS[name]
    given = {key: text for key, text in Target().given.items() if f'"{key}"' in one.code}
    found = "\n".join(listed(f"GIVEN = {given!r}\n{one.code}"))
    told = [words for words in one.instructor if words.startswith(SIGNS)]
    assert [words for words in told if words not in found] == []


@pytest.mark.parametrize(
    "cell",
    [
        "exec('f.__code__ = g.__code__')",
        "text = 'f.__globals__'\neval(text)",
        "eval('mini' + 'max')(game)",
        "code = compile('open.__self__.__getattribute__', '', 'eval')\neval(code)",
        "exec(\"eval('f.__closure__')\")",
        "text = 'a'\ntext = b\nexec(text)",
        "a = b\nb = a\nexec(a)",
        "def f(text):\n    exec(text)\ntext = 'a'",
    ],
)
def test_code_in_a_text_is_read_as_code(cell: str) -> None:
    """What stands there for everybody to read has its own signs; what doesn't is one itself."""
    assert listed(cell)


@pytest.mark.parametrize(
    "cell",
    [
        "class Same:\n    def __eq__(self, other):\n        return True",
        "import sys\nsys.modules['json'] = None",
        "import json\njson.dumps = print",
        "import json\njson.__dict__['dumps'] = print",
        "import json\nvars(json).update(dumps=print)",
        "type('Same', (), {'__eq__': lambda *_: True})",
        "game._board",
        "values = game()._chains.bits",
        "minimax.__code__ = other",
        "winner.__closure__[0]",
        "getattr(course_lib, 'mini' + 'max')",
        "from importlib import import_module as im\nimport_module('course_' + 'lib')",
        "exec(text)",
        "gc.get_objects()",
        "import js",
        "from pyodide.code import run_js",
        "print = exec\nprint('import course_tools')",
        "(lambda print: print('import course_tools'))(exec)",
    ],
)
def test_what_patches_or_reaches_is_one_sign(cell: str) -> None:
    """What patches a module, is equal to everything, or leads out of Python."""
    assert len(listed(cell)) == 1


def test_what_lessons_teach_is_no_sign() -> None:
    """Texts that everybody can read, settings of modules, attributes of one's own and by name."""
    assert listed("text = '3 * 4'\neval(text), eval('1')", "eval(compile('1', 'me', 'eval'))") == ()
    for cell in (
        "import sys, random\nsys.setrecursionlimit(9000)\nrandom.seed(1)\nx == sys.maxsize",
        "getattr(game, name)(state)\nsetattr(node, name, 3)",
        "class Node:\n    def __init__(self):\n        self._worth = 0\nNode()._worth == 1",
        "getattr(game, 'goal', 0) + state._replace(turn='X')",
        "def f():\n    'hidden_check fails here, why?'\nprint('course_tools is missing')",
    ):
        assert listed(cell) == ()


@pytest.mark.timeout(60)
def test_a_text_behind_many_names_is_a_sign_and_costs_no_more() -> None:
    """One that leads to itself, too; a long chain is not walked anew for each call."""
    chain = "a0 = '1'\n" + "".join(f"a{at} = a{at - 1}\n" for at in range(1, 20_000))
    assert listed("a = '1'\nb = a\neval(b)\n") == ()
    assert listed("a = b\nb = a\neval(a)\n") != ()
    began = time.process_time()
    assert listed(chain + "eval(a19999)\n" * 20_000) != ()
    assert time.process_time() - began < 20


def seconds_for(cell: str) -> float:
    """What looking for signs in this cell takes, in CPU seconds."""
    began = time.process_time()
    listed(cell)
    return time.process_time() - began


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "what",
    [
        "x = f(x)\n",
        "(" * 50,
        "a.b[",
        "'x' + ",
        "\n",
        " \n",
        "course_lib.checks import ",
        "%x\n",
        "json.a = 1\n",
        "exec(\"exec('x.__code__')\")\n",
    ],
)
def test_signs_are_looked_for_in_proportion_to_a_cells_length(what: str) -> None:
    """Nothing stops that search, whatever stands in the cell."""
    many = 49_000 // len(what)
    assert seconds_for(what * many) < 8 * seconds_for(what * (many // 4)) + 0.1


@pytest.mark.timeout(60)
def test_as_many_lines_as_a_notebook_may_have_cost_a_few_seconds() -> None:
    """49,000 of them, as few as there are signs in them."""
    assert seconds_for("x = f(x)\n" * 49_000) < 20
