"""Attempts to hand in the library's own searches, in a lesson in which students write them."""

from __future__ import annotations

from autograder_tests.hostile.making import Hostile, by_code

REFUSED = "raised"
"""Searches refuse final states, and all others while this lesson is graded."""


def _search(
    name: str, what: str, source: str, student: str = REFUSED, added: str = "", **more: str
) -> Hostile:
    """An answer to `minimax_value` that is no answer of the student's own."""
    instructor = tuple(more.values())
    return by_code(
        name,
        what,
        "score",
        added,
        answers={"minimax_value": source},
        lesson="02",
        student=(student,),
        instructor=instructor,
    )


CALL = """
def minimax_value(game, state):
    if game.is_terminal(state):
        return found(game, state)[0]
    value = found(game, state)[0]
    return value if game.to_move(state) == game.players[0] else -value
"""

ENTRIES: tuple[Hostile, ...] = (
    _search(
        "imports_a_search",
        "Imports the library's search.",
        f"from course_lib import minimax_search as found\n{CALL}",
    ),
    _search(
        "imports_by_name",
        "Imports the library's search by its name as text, and with all its aliases gone.",
        f"""
import importlib, sys
for name in [name for name in sys.modules if name.startswith("course_lib.search")]:
    del sys.modules[name]
sys.meta_path[:] = [one for one in sys.meta_path if "NoSearches" not in type(one).__name__]
found = getattr(importlib.import_module("course_lib" + ".search"), "minimax_search")
{CALL}""",
    ),
    _search(
        "finds_it_in_memory",
        "Looks for the search among all functions that Python has in memory.",
        f"""
import gc, types
import course_lib
found = next(one for one in gc.get_objects() if isinstance(one, types.FunctionType)
             and one.__name__ == "minimax_search")
{CALL}""",
        "no function minimax_value",
        reach="reaches into Python itself",
    ),
    _search(
        "reads_its_source",
        "Reads the search's file, and runs what stands there.",
        f"""
import inspect
import course_lib.search.minimax as module
space = vars(module) | {{}}
exec(open(inspect.getsourcefile(module)).read(), space)
found = space["minimax_search"]
{CALL}""",
    ),
    _search(
        "looks_for_compiled_code",
        "Looks for a compiled form of the search anywhere on the disk.",
        """
import glob, marshal, os, types
import course_lib
found = None
for top, _, names in os.walk(os.path.dirname(course_lib.__file__)):
    for name in names:
        if "minimax" in name and name.endswith(".pyc"):
            found = marshal.loads(open(os.path.join(top, name), "rb").read()[16:])
if found is None:
    raise FileNotFoundError("no compiled search")

def minimax_value(game, state):
    return 1_000
""",
        "no function minimax_value",
        note="no compiled search",
    ),
    _search(
        "unpickles_a_search",
        "Lets pickle find the search.",
        f"""
import pickle
found = pickle.loads(b"ccourse_lib.search\\nminimax_search\\n.")
{CALL}""",
    ),
    _search(
        "asks_a_player",
        "Asks the library's players and what shows searches, which search by themselves.",
        """
import course_lib

def minimax_value(game, state):
    for name in ("minimax_player", "alphabeta_player"):
        getattr(course_lib, name)()(game, state)
    return 1_000
""",
    ),
    _search(
        "borrows_the_answer",
        "Calls the answer that the library lends to later lessons its own.",
        "from course_lib.checks import mine\n\nminimax_value = mine('minimax_value')\n",
    ),
    by_code(
        "borrows_every_answer",
        "Takes the library's answer from where the visible cases have it.",
        "score",
        lesson="02",
        answers={
            "minimax_value": """
            from course_lib.checks.backing_up import backed_up


            def minimax_value(game, state):
                return backed_up(None, None, None, game, state)
            """,
            "remembering": """
            from course_lib.checks.lending import LENT

            remembering = LENT["02"]["remembering"]
            """,
        },
        student=(REFUSED,),
    ),
    _search(
        "brings_the_code_back",
        "Puts the code of a function back that refuses, from whatever still has it.",
        f"""
import gc, types
from course_lib import minimax_search as found
codes = [one for one in gc.get_objects() if isinstance(one, types.CodeType)
         and one.co_name == "minimax_search"]
for one in codes:
    found.__code__ = one
{CALL}""",
        reach="reaches into Python itself",
    ),
    _search(
        "another_copy",
        "Looks for a second course_lib anywhere on the disk.",
        """
import os, sys
for top, folders, _ in os.walk("/"):
    folders[:] = [name for name in folders if name not in ("proc", "sys", "usr")]
    if top.endswith("course_lib/search") and not top.startswith("/course/"):
        raise FileExistsError(top)

def minimax_value(game, state):
    return 1_000
""",
        "expected",
    ),
    _search(
        "starts_another_python",
        "Starts a second Python, in which nothing is kept away.",
        """
import subprocess, sys

def minimax_value(game, state):
    code = "import course_lib as c; g = c.Nim((1, 1)); print(c.minimax_search(g, g.initial))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    raise RuntimeError(found.stdout or found.stderr[-300:])
""",
    ),
)
