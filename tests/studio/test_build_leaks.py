"""No solution and no hidden case can be read in what students get, and a planted one is found."""

import json
import shutil
from pathlib import Path

import pytest
from toy_course import ROOT, toy_course

from course_tools.studio.build import lessons
from course_tools.studio.build.edition import check_secrets, secret_clues
from course_tools.studio.build.leaks import clues, found, telling

SOLUTION = """\
        if game.is_terminal(state):
            return game.utility(state, player)
        values = []
        for action in game.actions(state):
            values.append(-minimax(game, game.result(state, action)))
        return max(values)
""".splitlines()


LEAKS = {
    "\n".join(SOLUTION): True,
    "if game.is_terminal( state ):\n  return game.utility(state,player)": True,
    "x = 1\n# values.append(-minimax(game, game.result(state, action)))": True,
    "We write `values.append(-minimax(game, game.result(state, action)))` here.": True,
    "\n".join(SOLUTION).replace("\n", "\n\n# why\n\n"): True,
    "for action in game.actions(state):\n    print(action)": False,
    "values = []\nreturn max(values)": False,
    "if game.is_terminal(state):\n    return 0": False,
    "return game.utility(state, player) + 1\nfor action in game.actions(state):": False,
}


@pytest.mark.parametrize("text", LEAKS)
def test_a_part_of_a_solution_is_found(text: str) -> None:
    """Neighbouring lines and a long line, whatever the spaces, in comments and in prose.

    A line that the subject itself asks for gives nothing away alone.
    """
    assert bool(found(clues(SOLUTION), text)) == LEAKS[text]


def test_a_quick_search_finds_what_a_slow_one_finds() -> None:
    """Each line of each solution, whole and without its ends, in a text with words around it."""
    secrets = secret_clues(ROOT)
    lines = [clue[0] for clue in secrets if len(clue) == 1]
    text = "\n".join([*(f"before{one}after" for one in lines[::7]), *(one[1:] for one in lines)])
    whole = "\n".join(telling(text.splitlines()))
    slowly = [clue for clue in dict.fromkeys(secrets) if len(clue) == 1 and clue[0] in whole]
    assert [clue for clue in found(secrets, text) if len(clue) == 1] == slowly
    assert len(lines) / 10 < len(slowly) < len(lines) / 2


def test_short_lines_imports_and_comments_give_nothing_away() -> None:
    """A solution of one line is given away by that line, unless it is as short as any.

    The lines of a file of hidden cases that any file could have do not count.
    """
    assert found(clues(["    return n % 4 != 0"]), "so return n % 4 != 0 it is")
    assert found(clues(["    return x"]), "return x") == []
    imported = "from course_lib.checks.verdict import Verdict"
    assert list(clues([imported, "# what is wrong with it, and why so"])) == []
    assert list(clues(["important_number = 17 * other"])) != []


SECRET_LINES = ["    secret_sum = number + number\n", "    return secret_sum"]
NOTEBOOK = {"cells": [{"source": ["# Hello"]}, {"outputs": [{"text": SECRET_LINES}]}]}
CASES = ["'double': lambda f: f(3) == 6,\n", "'other': lambda f: f(7),"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("notebooks/02_toy/02_toy.ipynb", json.dumps(NOTEBOOK)),
        ("course_lib/lessons/lesson_02/exercises/double.json", json.dumps({"hints": SECRET_LINES})),
        (
            "course_lib/lessons/lesson_02/exercises/double.json",
            json.dumps({"hints": ["a", "b", "c", "\n".join(map(str.strip, SECRET_LINES))]}),
        ),
        ("course_lib/lessons/lesson_02/exercises/other.json", json.dumps(CASES)),
        ("course_lib/views/words.json", json.dumps({"deep": [1, {"in": "".join(SECRET_LINES)}]})),
        ("README.md", "Nobody may read autograder_tests."),
        ("course_lib/views/secret.py", "from autograder_tests import grade"),
        ("autograder_tests/__init__.py", ""),
        ("solutions/02_toy.py", ""),
    ],
)
def test_a_planted_leak_is_found(tmp_path: Path, name: str, text: str) -> None:
    """A solution in a hint, a hidden case in a visible check, the hidden folder itself."""
    root = toy_course(tmp_path)
    tests = root / "autograder_tests" / "__init__.py"
    tests.write_text("CASES = {{\n    {}    {}\n}}\n".format(*CASES))
    shuffled = {"hints": ["a", "b", "c", "return secret_sum\nsecret_sum = number + number"]}
    check_secrets(
        {"course_lib/lessons/lesson_02/exercises/double.json": json.dumps(shuffled).encode()}, root
    )
    check_secrets({"course_lib/checks/cases.py": b"number + 'autograder_tests'"}, root)
    with pytest.raises(ValueError, match=Path(name).name):
        check_secrets({name: text.encode()}, root)


def test_secrets_are_taken_from_every_lesson_and_every_hidden_file(tmp_path: Path) -> None:
    """A second lesson's solutions count as much as the first one's; JupyterLab's copies do not."""
    root = toy_course(tmp_path)
    before = len(secret_clues(root))
    source = root / "solutions" / "02_toy.py"
    other = source.read_text(encoding="utf-8").replace("double", "twice").replace("is_even", "even")
    (root / "solutions" / "03_toy.py").write_text(other, encoding="utf-8")
    shutil.copy(root / "autograder_tests" / "__init__.py", root / "autograder_tests" / "more.py")
    left = root / "autograder_tests" / "02_toy" / ".ipynb_checkpoints"
    left.mkdir(parents=True)
    shutil.copy(root / "autograder_tests" / "more.py", left / "double-checkpoint.py")
    assert len(lessons(root)) == 2
    assert len(secret_clues(root)) == 2 * before
