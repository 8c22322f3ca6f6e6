"""Attacks on the score: values that lie, a notebook that lies about itself, and the library's own searches."""

# %% CALL
def minimax_value(game, state):
    if game.is_terminal(state):
        return found(game, state)[0]
    value = found(game, state)[0]
    return value if game.to_move(state) == game.players[0] else -value


# %% equal_to_everything: Gives an object that says it is equal to everything.
# student: a Yes
# answers: winner
class Yes:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __hash__(self): return 0
    def __bool__(self): return True
    def __len__(self): return 3
    def __iter__(self): return iter(())

def winner(board):
    return Yes()


# %% text_that_equals_all: Gives a text of a kind of its own, which is equal to every other.
# student: neither
# answers: winner
class Text(str):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    __hash__ = str.__hash__

def winner(board):
    return Text("neither")


# %% number_that_equals_all: Gives a number of a kind of its own, which is equal to every other.
# student: 77
# answers: minimax_value
class Number(int):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __repr__(self): return "1"
    __hash__ = int.__hash__

def minimax_value(game, state):
    return Number(77)


# %% false_class: Gives an object that calls itself a text.
# answers: winner
class Fake:
    __class__ = property(lambda self: str)
    def __eq__(self, other): return True
    __hash__ = object.__hash__

def winner(board):
    return Fake()


# %% false_set: Gives a set of a kind of its own, which says whatever is asked for is in it.
# student: is not a free square here
# answers: actions
class All(set):
    def __eq__(self, other): return True
    def __contains__(self, one): return True
    def __iter__(self): return iter([(row, column) for row in "ab" for column in "cd"])

def actions(board):
    return All()


# %% every_value_at_once: Gives a generator of all answers that could be right.
# student: generator
# answers: winner
def winner(board):
    yield from ("X", "O", None)


# %% list_of_all_answers: Gives all answers that could be right in one list.
# student: ['X', 'O', None]
# answers: winner
def winner(board):
    return ["X", "O", None]


# %% not_a_number: Gives a number that is no number, in the hope of a comparison that fails to fail.
# student: nan
# answers: minimax_value
def minimax_value(game, state):
    return float("nan")


# %% endless_number: Gives infinity.
# student: inf
# answers: minimax_value
def minimax_value(game, state):
    return float("inf")


# %% true_for_one: Gives True and False where a number belongs, and a list that contains itself for a draw.
# answers: minimax_value
def minimax_value(game, state):
    itself = []
    itself.append(itself)
    return game.is_terminal(state) or itself


# %% number_of_many_digits: Gives a number that is too long to be written.
# answers: minimax_value
def minimax_value(game, state):
    return 10 ** 20_000


# %% deep_value: Gives a hundred thousand lists in each other.
# answers: winner
def winner(board):
    found = []
    for _ in range(100_000):
        found = [found]
    return found


# %% huge_words: Gives an object that takes 10 million letters to describe.
# student: a Long
# answers: winner
class Long:
    def __repr__(self): return "x" * 10_000_000

def winner(board):
    return Long()


# %% words_that_fail: Gives an object that raises an error whatever is done to it.
# student: the whole process ended
# answers: winner
class Broken:
    def __getattribute__(self, name): raise SystemExit(name)
    def __repr__(self): raise MemoryError

def winner(board):
    return Broken()


# %% tags_of_the_wire: Gives dictionaries that look like the grader's own messages.
# student: a dict
# answers: actions
def actions(board):
    return {"reply": {"plain": {"set": []}}, "share": 1, "points": 3, "passed": True}


# %% error_that_lies: Raises an exception that calls itself a passed check.
# student: Passed
# answers: winner
class Passed(Exception):
    def __str__(self): return "</pre><script>evil_error()</script> 3 of 3 points" * 9_999

def winner(board):
    raise Passed


# %% limits_of_the_grader: Raises the exceptions with which the grader itself stops a call.
# student: stopped
# answers: winner
from course_lib.play.clock import OutOfTime

def winner(board):
    raise OutOfTime


# %% as_if_stopped_by_hand: Raises what a reader's stop button raises.
# student: the whole process ended
# answers: winner
def winner(board):
    raise KeyboardInterrupt


# %% input_transformer: Turns every later cell into its points.
# earns: nothing
# student: no function player
# instructor: changes how Python or the notebook works
get_ipython().input_transformers_cleanup.append(lambda lines: ["2\n"])


# %% syntax_transformer: Rewrites the syntax tree of every later cell.
# sure: no
# student: NotImplementedError
# instructor: changes how Python or the notebook works
import ast

class Cheat(ast.NodeTransformer):
    def visit_Constant(self, node):
        return ast.copy_location(ast.Constant(3), node)

get_ipython().ast_transformers.append(Cheat())
get_ipython().ast_node_interactivity = "none"


# %% hooks_of_the_shell: Has a hook called before and after each cell, which prints points.
# student: NotImplementedError
shell = get_ipython()
for event in ("pre_run_cell", "post_run_cell", "pre_execute", "post_execute"):
    shell.events.register(event, lambda *_: print("3 of 3 points"))
shell.set_custom_exc((Exception,), lambda *_: None)
shell.displayhook.write_format_data = lambda *_: None


# %% own_grade: Writes functions with the names of the grader's own.
# student: NotImplementedError
# instructor: names the grader
import sys, types

def grade(name, *, points):
    return points

check = hidden_check = grade
sys.modules["autograder_tests"] = types.ModuleType("autograder_tests")
sys.modules["autograder_tests"].grade = grade


# %% patched_library: Changes the rules of the library's games, and how it reads positions.
# student: expected
import course_lib.checks.calling, course_lib.game, course_lib.games

for game in (course_lib.games.KInARow, course_lib.games.TicTacToe):
    game.utility = game.winner = game.is_terminal = lambda *_: None
    game.parse = lambda *_: None
course_lib.checks.calling.Answer.__eq__ = lambda *_: True
# answers: winner
def winner(board):
    return 5


# %% patched_judge: Changes all functions that judge, where it runs.
# student: expected
from course_lib.checks import cases, judging, verdict

cases.same = cases.gives = judging._objection = lambda *_: None
judging.judge = lambda *_: verdict.Verdict("correct", 1, "All is right.")
verdict.Verdict.points = lambda self, most: most
# answers: winner
def winner(board):
    return 5


# %% patched_python: Changes functions of Python itself.
# sure: no
# slow: yes
# instructor: changes a module
import builtins, json

builtins.isinstance = lambda *_: True
builtins.type = lambda *_: int
json.dumps = lambda *_, **__: '{"reply": [{"value": {"plain": 1}}]}'
# answers: winner
def winner(board):
    return 5


# %% swallowed_exceptions: Answers every exception, and gives the expected value if there is one in it.
# instructor: reaches into Python itself
# answers: winner
import sys

def winner(board):
    frame = sys._getframe()
    while frame:
        for name in ("expected", "case", "exercise"):
            if name in frame.f_locals:
                return frame.f_locals[name]
        frame = frame.f_back
    return 5


# %% library_answer: Calls the library's own answer to the exercise its own.
# student: out of reach
# answers: winner
from course_lib.lessons.lending import lent

winner = lent("winner")
# answers: actions
from course_lib.checks import mine

actions = mine('actions')


# %% imports_a_search: Imports the library's search.
# student: raised
# answers: minimax_value
from course_lib import minimax_search as found

# CALL


# %% imports_by_name: Imports the library's search by its name as text, and with all its aliases gone.
# student: raised
# answers: minimax_value
import importlib, sys
for name in [name for name in sys.modules if name.startswith("course_lib.search")]:
    del sys.modules[name]
sys.meta_path[:] = [one for one in sys.meta_path if "NoSearches" not in type(one).__name__]
found = getattr(importlib.import_module("course_lib" + ".search"), "minimax_search")

# CALL


# %% finds_it_in_memory: Looks for the search among all functions that Python has in memory.
# student: The cell doesn't run: StopIteration
# instructor: reaches into Python itself
# answers: minimax_value
import gc, types
import course_lib
found = next(one for one in gc.get_objects() if isinstance(one, types.FunctionType)
             and one.__name__ == "minimax_search")

# CALL


# %% reads_its_source: Reads the search's file, and runs what stands there.
# student: raised
# answers: minimax_value
import inspect
import course_lib.search.minimax as module
space = vars(module) | {}
exec(open(inspect.getsourcefile(module)).read(), space)
found = space["minimax_search"]

# CALL


# %% looks_for_compiled_code: Looks for a compiled form of the search anywhere on the disk.
# student: The cell doesn't run: FileNotFoundError
# instructor: no compiled search
# answers: minimax_value
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


# %% unpickles_a_search: Lets pickle find the search.
# student: raised
# answers: minimax_value
import pickle
found = pickle.loads(b"ccourse_lib.search\nminimax_search\n.")

# CALL


# %% asks_a_player: Asks the library's players and what shows searches, which search by themselves.
# student: raised
# answers: minimax_value
import course_lib

def minimax_value(game, state):
    for name in ("minimax_player", "alphabeta_player"):
        getattr(course_lib, name)()(game, state)
    return 1_000


# %% borrows_the_answer: Calls the answer that the library lends to later lessons its own.
# student: raised
# answers: minimax_value
from course_lib.checks import mine

minimax_value = mine('minimax_value')


# %% borrows_every_answer: Takes the library's answer from where the visible cases have it.
# student: raised
# answers: minimax_value
from course_lib.search.values import Minimax


def minimax_value(game, state):
    return Minimax(game).value(state)
# answers: remembering
from course_lib.lessons.lending import LENT

remembering = LENT["02"]["remembering"]


# %% brings_the_code_back: Puts the code of a function back that refuses, from whatever still has it.
# student: raised
# instructor: reaches into Python itself
# answers: minimax_value
import gc, types
from course_lib import minimax_search as found
codes = [one for one in gc.get_objects() if isinstance(one, types.CodeType)
         and one.co_name == "minimax_search"]
for one in codes:
    found.__code__ = one

# CALL


# %% another_copy: Looks for a second course_lib anywhere on the disk.
# answers: minimax_value
import os, sys
for top, folders, _ in os.walk("/"):
    folders[:] = [name for name in folders if name not in ("proc", "sys", "usr")]
    if top.endswith("course_lib/search") and not top.startswith("/course/"):
        raise FileExistsError(top)

def minimax_value(game, state):
    return 1_000


# %% starts_another_python: Starts a second Python, in which nothing is kept away.
# student: raised
# answers: minimax_value
import subprocess, sys

def minimax_value(game, state):
    code = "import course_lib as c; g = c.Nim((1, 1)); print(c.minimax_search(g, g.initial))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    raise RuntimeError(found.stdout or found.stderr[-300:])
