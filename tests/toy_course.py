"""A course of one small lesson in a folder of its own, with checks that a test can read."""

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

LESSON = """\
# %% [markdown]
# # Doubling
#
# What is twice three?

# %%
from course_lib.checks import check

three = 3
three

# %% exercise="double"
def double(number):
    \"\"\"Twice this number.\"\"\"
    ### BEGIN SOLUTION
    secret_sum = number + number
    return secret_sum
    ### END SOLUTION


# %% check="double" points=3

# %% exercise="is_even"
def is_even(number):
    \"\"\"Whether this number is twice another.\"\"\"
    ### BEGIN SOLUTION
    return number % 2 == 0
    ### END SOLUTION


# %% check="is_even" points=0
# For practice.

# %%
print("the end")
"""

CHECKS = """\
def check(name):
    print("checked", name)
"""

TESTS = """\
import __main__

CASES = {
    "double": lambda double: double(3) == 6,
    "is_even": lambda is_even: is_even(4) and not is_even(5),
    "kind": lambda kind: True,
}


def grade(name, *, points):
    if name not in CASES:
        print(f"no check is called {name}")
        return None
    try:
        right = CASES[name](getattr(__main__, name))
    except Exception as error:
        print(f"{name} stops: {error}")
        return 0
    if not right:
        print(f"{name} is wrong")
    return points if right else 0
"""


def toy_course(folder: Path, lesson: str = LESSON, name: str = "02_toy") -> Path:
    """The folder of a course that has this lesson, and packages of its own by the usual names."""
    files = {
        f"solutions/{name}.py": lesson,
        "course_lib/__init__.py": "",
        "course_lib/checks.py": CHECKS,
        "autograder_tests/__init__.py": TESTS,
    }
    for place, text in files.items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    shutil.copy(ROOT / "nbgrader_config.py", folder)
    return folder


def change(root: Path, old: str, new: str, name: str = "02_toy") -> None:
    """Change these words in the lesson's source, where they have to be."""
    path = root / "solutions" / f"{name}.py"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
