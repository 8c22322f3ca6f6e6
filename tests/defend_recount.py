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
from course_lib.checks.cases import COURSE
from course_lib.questions.observing import leftmost

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
    """One run of this source, on a tree or in the call of a line, followed by `sys.settrace`."""

    def __init__(self, source, name, tree=0, given=None, line=""):
        self.name, self.game = name, Noting(tree)
        object.__setattr__(self.game, "asked", {})
        self.calls, self.steps, self.count = [], [], 0
        self._frames = {}
        self._starts = statement_starts(source)
        names = {"__name__": "__main__"}
        self.end, self.value = "value", None
        try:
            with redirect_stdout(io.StringIO()):
                exec(compile(source, FILE, "exec"), names)  # noqa: S102 - the bank is ours
                before = sys.gettrace()
                sys.settrace(self._trace)
                try:
                    if line:
                        self.value = eval(line, COURSE | names)  # noqa: S307 - a case of ours
                    else:
                        self.value = names[name](*self._arguments(given))
                finally:
                    sys.settrace(before)
        except (Endless, RecursionError):
            self.end = "never"
        except Exception as error:  # noqa: BLE001 - a student's function may raise anything
            self.end = type(error).__name__
        self.leaves = list(self.game.asked)

    def _arguments(self, given):
        """What this exercise's function is called with, by its name."""
        root = None if given is None or "nodes" not in given else self._root(given["nodes"])
        if self.name == "select":
            return root, given["c"]
        if self.name == "settled":
            return self.game, root
        more = {
            "depth_limited": (2, leftmost),
            "limited_alphabeta": (2, leftmost),
            "remembering": ({},),
            "proven_winner": ({},),
            "bounded_alphabeta": (-inf, inf, {}),
        }
        return self.game, (), *more.get(self.name, ())

    def _root(self, counts):
        """The nodes with these visits and totals, from the leaves up."""
        below = {tuple(path): (visits, total) for path, visits, total in counts}

        def node(path):
            visits, total = below[path]
            actions = [] if self.game.is_terminal(path) else list(self.game.actions(path))
            return {
                "state": path,
                "chooser": "MIN" if len(path) in (2, 4) else "MAX",
                "visits": visits,
                "total": total,
                "untried": [one for one in actions if (*path, one) not in below],
                "children": {one: node((*path, one)) for one in actions if (*path, one) in below},
            }

        return node(())

    def _trace(self, frame, event, arg):
        code = frame.f_code
        if code.co_filename != FILE or code.co_name.startswith("<"):
            return None
        if event == "call":
            given = [(key, frame.f_locals[key]) for key in code.co_varnames[: code.co_argcount]]
            given_paths = [
                (key, one["state"]) if isinstance(one, dict) and "state" in one else (key, one)
                for key, one in given
            ]
            paths = [one for _, one in given_paths if isinstance(one, tuple)]
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

    def outcome(self, text):
        """How it ended, as the key to this question says it."""
        if self.end == "never":
            return "it never ends"
        if self.end != "value":
            return f"it stops with an error ({self.end})"
        if self.name == "select":
            asked = re.search(r"how many calls of `(\w+)`", text)[1]
            count = sum(one["name"] == asked for one in self.calls)
            calls = "call" if count == 1 else "calls"
            return f"it returns {number(self.value)} after {count} {calls} of {asked}"
        many = len(self.leaves)
        leaves = "leaf" if many == 1 else "leaves"
        last = f", {letters(self.leaves[-1])} last" if many else ""
        looks = f"{many or 'no'} {leaves if many else 'leaf'}{last}"
        return f"it returns {number(self.value)} and looks at {looks}"


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
    """A number as a key writes it, and nodes by their names; all else as Python does."""
    if isinstance(value, dict) and "state" in value:
        value = value["state"]
    if type(value) is list and value:
        states = [one["state"] if isinstance(one, dict) else one for one in value]
        if all(isinstance(one, tuple) for one in states):
            return ", ".join(map(letters, states))[:60]
    if type(value) in (int, float):
        return f"{round(value, 2):g}".replace("-", "\u2212")
    return value[:60] if isinstance(value, str) else repr(value)[:60]


def letters(path):
    """A node's name."""
    return "".join("abc"[step] for step in path) or "the root"


def every_leaf(tree, path=()):
    """The paths to all leaves, from left to right."""
    if not isinstance(tree, tuple):
        return [path]
    return [leaf for at, child in enumerate(tree) for leaf in every_leaf(child, (*path, at))]


def with_leaf(tree, leaf, new, path=()):
    """The tree with another number at this leaf."""
    if not isinstance(tree, tuple):
        return new if path == leaf else tree
    return tuple(with_leaf(child, leaf, new, (*path, at)) for at, child in enumerate(tree))


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


def with_sum(tree, leaves):
    """These leaves, and what their numbers come to."""
    numbers = dict(zip(every_leaf(tree), flat(tree), strict=True))
    listed = ", ".join(map(letters, leaves))
    return f"{listed}; sum {number(sum(numbers[one] for one in leaves))}"


def flat(tree):
    """The numbers of all leaves, from left to right."""
    return [one for child in tree for one in flat(child)] if isinstance(tree, tuple) else [tree]


def varied(scene, words):
    """What the function is called with, if this is another number than it was."""
    given = dict(scene.given)
    if found := re.match(r"`(\w+)` were (\d+)$", words):
        return given | {found[1]: int(found[2])}
    found = re.match(r"the total of (\w+) were (\d+)$", words)
    path = tuple("abc".index(one) for one in found[1])
    return given | {
        "nodes": [(one, n, int(found[2]) if one == path else w) for one, n, w in given["nodes"]]
    }


def constructed(seen, asked, before):
    """What comes of the leaf that the key changes, if it does what was asked for."""
    leaf, new = re.match(r"such as (\w+) = (\S+):", asked.answer).groups()
    new = int(new.replace("\u2212", "-"))
    assert new not in flat(seen.game.tree)
    tree = with_leaf(seen.game.tree, tuple(map("abc".index, leaf)), new)
    after = len(Recount(seen.source, seen.name, tree, seen.scene.given).leaves)
    wanted = "more" if after > before else "fewer" if after < before else "as many"
    assert f"looks at {wanted} leaves" in asked.text
    return (
        f"such as {leaf} = {number(new)}: {after} in place of {before};"
        f" any change counts with which it looks at {wanted}"
    )


def recounted(seen, asked, run=None):
    """The answer to this question, found without anything that has found it first."""
    source, name, tree, given = seen.source, seen.name, seen.game.tree, seen.scene.given
    run = run or Recount(source, name, tree, given)
    text = asked.text
    if text.startswith("Cross out"):
        return with_sum(tree, [one for one in every_leaf(tree) if one not in run.leaves])
    if place := re.search(r"look at as numbers (\d+)", text):
        at = int(place[1]) - 1
        return with_sum(tree, run.leaves[at : at + 3])
    if text.startswith("What does"):
        found = re.search(r"last call of `(\w+)`", text)
        calls = [one for one in run.calls if found and one["name"] == found[1]]
        last = [one["value"] for one in calls[-1:]]
        return "; last ".join(map(number, [run.value, *last]))
    if found := re.match(r"The calls of `(\w+)`.*(?:is call|are calls) (\d+)(?: and (\d+))?", text):
        told = []
        for which in filter(None, found.groups()[1:]):
            call = next(
                one for one in run.calls if (one["name"], one["number"]) == (found[1], int(which))
            )
            given = [f"{key} = {number(one)}" for key, one in call["numbers"].items()]
            node = [letters(call["path"])] if "or which node" in text else []
            told.append("; ".join([*node, *given, f"returns {number(call['value'])}"]))
        return " / ".join(told)
    if found := re.match(r"In call (\d+) of `(\w+)`.* reaches line (\d+) for the (\w+) time", text):
        often = ["first", "second", "third", "fourth"].index(found[4])
        call = next(
            at
            for at, one in enumerate(run.calls)
            if (one["number"], one["name"]) == (int(found[1]), found[2])
        )
        places = [at for at, step in enumerate(run.steps) if step == (int(found[3]), call)]
        at = places[often]
        last = run.calls[run.steps[at + 4][1]]["path"]
        there = f"; in the call for {letters(last)}" if text.endswith("then in?") else ""
        return ", ".join(str(line) for line, _ in run.steps[at + 1 : at + 5]) + there
    if found := re.match(r"If line (\d+) were (deleted|`(.*)`), what would", text):
        lines = source.split("\n")
        old = lines[int(found[1]) - 1]
        indent = old[: len(old) - len(old.lstrip())]
        lines[int(found[1]) - 1] = indent + (found[3] or "pass")
        after = Recount("\n".join(lines), name, tree, given).outcome(text)
        return after + (", as before" if after == run.outcome(text) else "")
    if found := re.match(r"If (.*), what would", text):
        after = Recount(source, name, tree, varied(seen.scene, found[1])).outcome(text)
        return after + (", as before" if after == run.outcome(text) else "")
    if text.startswith("Give one leaf"):
        return constructed(seen, asked, len(run.leaves))
    if text.startswith("One leaf decides"):
        others = {
            one: Recount(source, name, with_leaf(tree, one, old + 0.25), given).value
            for one, old in zip(every_leaf(tree), flat(tree), strict=True)
        }
        [leaf] = [one for one, value in others.items() if value != run.value]
        return f"{letters(leaf)}; returns {number(run.value)}"
    return parted(seen, run, text)


def parted(seen, run, text):
    """Where the function and a search by the book look at other leaves."""
    tree, name = seen.game.tree, seen.name
    if text.startswith("A minimax"):
        theirs = every_leaf(tree)
    else:
        assert text.startswith("Alpha-beta from left to right looks at")
        theirs, _ = cut_leaves(tree)
    assert f"looks at {', '.join(map(letters, theirs))}." in text
    at = 0
    while run.leaves[at : at + 1] == theirs[at : at + 1]:
        at += 1
    numbers = dict(zip(every_leaf(tree), flat(tree), strict=True))
    yours, other = (
        [f"{letters(one)} ({number(numbers[one])})" for one in some[at : at + 1]]
        for some in (run.leaves, theirs)
    )
    return (
        f"number {at + 1}: {name} looks at {(yours or ['no other leaf'])[0]},"
        f" the other at {(other or ['no other leaf'])[0]}"
    )
