"""Answers to questions about a student's function, worked out once more by other means.

The tree is a game that notes what it is asked, lines and calls are those of `sys.settrace`, and a
changed program is made from the question's words.
"""

import ast
import io
import re
import sys
from contextlib import redirect_stdout
from math import inf

from course_lib import TextbookTree
from course_lib.checks.observing import SERVED, leftmost

FILE = "<recounted>"
MOST_LINES = 100_000


class Endless(BaseException):
    """Raised where Python itself would go on for ever."""


class Noting(TextbookTree):
    """A tree that notes the leaves that it is asked about, each once."""

    def utility(self, state, player):
        """The leaf's number, as ever."""
        value = super().utility(state, player)
        self.asked.setdefault(tuple(state))
        return value


class Recount:
    """One run of this source, followed by `sys.settrace`."""

    def __init__(self, source, name, tree):
        self.game = Noting(tree)
        object.__setattr__(self.game, "asked", {})
        self.calls, self.steps, self.count = [], [], 0
        self._frames = {}
        self._starts = statement_starts(source)
        names = {"__name__": "__main__"}
        more = {"depth": (2, leftmost), "memory": ({},)}.get(SERVED[name], ())
        self.end, self.value = "value", None
        try:
            with redirect_stdout(io.StringIO()):
                exec(compile(source, FILE, "exec"), names)  # noqa: S102 - the bank is ours
                before = sys.gettrace()
                sys.settrace(self._trace)
                try:
                    self.value = names[name](self.game, (), *more)
                finally:
                    sys.settrace(before)
        except (Endless, RecursionError):
            self.end = "never"
        except Exception as error:  # noqa: BLE001 - a student's function may raise anything
            self.end = type(error).__name__
        self.leaves = list(self.game.asked)

    def _trace(self, frame, event, arg):
        code = frame.f_code
        if code.co_filename != FILE or code.co_name.startswith("<"):
            return None
        if event == "call":
            given = [(key, frame.f_locals[key]) for key in code.co_varnames[: code.co_argcount]]
            paths = [one for _, one in given if isinstance(one, tuple)]
            numbers = {k: v for k, v in given if type(v) in (int, float)}
            number = 1 + sum(one["name"] == code.co_name for one in self.calls)
            made = {"name": code.co_name, "number": number, "path": (paths or [None])[0]}
            self.calls.append(made | {"numbers": numbers, "value": None, "ended": False})
            self._frames[id(frame)] = len(self.calls) - 1
        elif event == "line":
            self.count += 1
            if self.count > MOST_LINES:
                raise Endless
            at = self._starts.get(frame.f_lineno, frame.f_lineno)
            step = at, self._frames[id(frame)]
            if not self.steps or self.steps[-1] != step:
                self.steps.append(step)
        elif event == "return":
            call = self.calls[self._frames[id(frame)]]
            call["value"], call["ended"] = arg, True
        return self._trace

    def outcome(self):
        """How it ended, as a key says it."""
        if self.end == "never":
            return "it never ends"
        if self.end != "value":
            return f"it stops with an error ({self.end})"
        many = len(self.leaves)
        leaves = "leaf" if many == 1 else "leaves"
        return f"it returns {number(self.value)} and looks at {many} {leaves}"


def statement_starts(source):
    """For each line of a statement that goes over several, the line where it begins."""
    found = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt) and not isinstance(node, ast.FunctionDef | ast.ClassDef):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if body else node.end_lineno
            for line in range(node.lineno, last + 1):
                found.setdefault(line, node.lineno)
    return found


def number(value):
    """A number as a key writes it; all else as Python does."""
    if type(value) in (int, float):
        return f"{value:g}".replace("-", "\u2212")
    return repr(value)[:60]


def letters(path):
    """A node's name."""
    return "".join("abc"[step] for step in path) or "the root"


def every_leaf(tree, path=()):
    """The paths to all leaves, from left to right."""
    if not isinstance(tree, tuple):
        return [path]
    return [leaf for at, child in enumerate(tree) for leaf in every_leaf(child, (*path, at))]


def raised(tree, leaf, path=()):
    """The tree with a quarter more at this leaf."""
    if not isinstance(tree, tuple):
        return tree + 0.25 if path == leaf else tree
    return tuple(raised(child, leaf, (*path, at)) for at, child in enumerate(tree))


def cut_leaves(tree, alpha=-inf, beta=inf, path=()):
    """The leaves of alpha-beta from left to right, and the value, in the fewest lines."""
    if not isinstance(tree, tuple):
        return [path], tree
    is_max, seen = len(path) % 2 == 0, []
    best = -inf if is_max else inf
    for at, child in enumerate(tree):
        if alpha >= beta:
            break
        more, value = cut_leaves(child, alpha, beta, (*path, at))
        seen += more
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
    return seen, best


def recounted(seen, asked, run=None):
    """The answer to this question, found without anything that has found it first."""
    source, name, tree = seen.source, seen.name, seen.game.tree
    run = run or Recount(source, name, tree)
    text = asked.text
    if text.startswith("Cross out"):
        return ", ".join(letters(one) for one in every_leaf(tree) if one not in run.leaves)
    if place := re.search(r"look at as number (\d+)", text):
        return letters(run.leaves[int(place[1]) - 1])
    if found := re.match(r"The calls of `(\w+)`.* is call (\d+)", text):
        call = next(
            one for one in run.calls if (one["name"], one["number"]) == (found[1], int(found[2]))
        )
        given = [f"{key} = {number(one)}" for key, one in call["numbers"].items()]
        return "; ".join([letters(call["path"]), *given, f"returns {number(call['value'])}"])
    if found := re.match(r"In call (\d+) of `(\w+)`.* reaches line (\d+) for the (\w+) time", text):
        often = ["first", "second", "third", "fourth"].index(found[4])
        call = next(
            at
            for at, one in enumerate(run.calls)
            if (one["number"], one["name"]) == (int(found[1]), found[2])
        )
        places = [at for at, step in enumerate(run.steps) if step == (int(found[3]), call)]
        at = places[often]
        return ", ".join(str(line) for line, _ in run.steps[at + 1 : at + 4])
    if found := re.match(r"If line (\d+) were (deleted|`(.*)`): what would", text):
        lines = source.split("\n")
        old = lines[int(found[1]) - 1]
        indent = old[: len(old) - len(old.lstrip())]
        lines[int(found[1]) - 1] = indent + (found[3] or "pass")
        after = Recount("\n".join(lines), name, tree).outcome()
        return after + (", as before" if after == run.outcome() else "")
    if text.startswith("One leaf decides"):
        others = {one: Recount(source, name, raised(tree, one)).value for one in every_leaf(tree)}
        [leaf] = [one for one, value in others.items() if value != run.value]
        return f"{letters(leaf)}; returns {number(run.value)}"
    if text.startswith("A minimax"):
        theirs = every_leaf(tree)
    else:
        assert text.startswith("Alpha-beta from left to right looks at")
        theirs, _ = cut_leaves(tree)
    assert f"looks at {', '.join(map(letters, theirs))}." in text
    at = 0
    while run.leaves[at : at + 1] == theirs[at : at + 1]:
        at += 1
    yours, other = ([*map(letters, some[at : at + 1])] for some in (run.leaves, theirs))
    return (
        f"number {at + 1}: {name} looks at {(yours or ['no other leaf'])[0]},"
        f" the other at {(other or ['no other leaf'])[0]}"
    )
