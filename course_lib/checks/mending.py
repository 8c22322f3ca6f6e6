"""`mended`: a cause that is proved, as the smallest change of it makes all cases right.

Small changes of the student's own code are tried one by one (`repairs.py`), first on cases that
fail and then on all. What is told is the place and the kind of the first one with which every kind
of case is right, never the new text. Where none helps nothing is said, and where the cell as it
stands is right when it runs again, what is told is the name that another cell has overwritten.
"""

from __future__ import annotations

import ast
import inspect
import io
import linecache
import sys
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import replace
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from course_lib.checks.cases import Case, Exercise, call_in
from course_lib.checks.evidence import Failure, NotebookStudent, evidence, first_failure
from course_lib.checks.keeping import parts_of, statements_of
from course_lib.checks.repairs import WORDS, Repair, repairs
from course_lib.words import Say, _

FILE = "<mended>"
SECONDS, LONGEST = 2.0, 0.4
"""The CPU seconds for all changes of a function, and for one call."""
ELSEWHERE = "elsewhere"
"""The kind of what is wrong in no line of the cell: a name of it stands for something else now."""
OF_SIZE = {"number", "fixed", "sign", "factor", "player"}
"""Where every number that is small enough is right, these only hide what is wrong."""
OF_PLACE = {"order", "indent", "round"}
"""Where all that is wrong is a change of what was handed over, so do these."""
FAILING = 6
"""So many failing cases at most have to be right before all others are asked."""


class Place(NamedTuple):
    """Where a function is wrong, and in what way: no other text, and all of it plain data."""

    line: int
    code: str
    """The line as it stands; "" where it is about the whole function."""
    kind: str
    values: tuple[str, ...]
    lasting: bool = False
    """Whether it is about what lasts from call to call."""
    kinds: int = 1
    """How many kinds of cases are right with it."""
    also: tuple[int, ...] = ()
    """The other lines that have to be changed in the same way."""

    @property
    def sentence(self) -> Say:
        """What a student is told."""
        what = Say(WORDS[self.kind], **dict(zip(("one", "other"), self.values, strict=False)))
        if not self.code:
            return what
        every = Say(_("every case is"))
        if self.kinds == 2:
            every = Say(_("both kinds of cases are"))
        elif self.kinds > 2:
            every = Say(_("all {kinds} kinds of cases are"), kinds=self.kinds)
        template = _(
            "Look at line {line}, `{code}`: {what}. With nothing but that changed, {every} right."
        )
        if self.also:
            template = _(
                "Look at line {line}, `{code}`: {what}. With nothing but that changed, there and in"
                " line {also}, {every} right."
            )
        also = ", ".join(map(str, self.also))
        return Say(template, line=self.line, code=self.code, what=what, every=every, also=also)


def mended(
    exercise: Exercise,
    names: Mapping[str, Any],
    failures: Mapping[str, Failure] | None = None,
    *,
    seconds: float = SECONDS,
) -> Place | None:
    """Where the function of this exercise has to be changed, if one small change is enough.

    `names` are those of its notebook, and `failures` are what fails of each kind, if it is known.
    All of it takes about so many CPU `seconds`.
    """
    function = inspect.unwrap(names[exercise.name])
    if not isinstance(function, FunctionType):
        return None
    text = linecache.getlines(function.__code__.co_filename)
    try:
        tree = ast.parse("".join(text))
    except (SyntaxError, ValueError):
        return None
    tree.body = [*_needed(tree, exercise.name)]
    defined = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)]
    mains = [one for one in defined if one.name == exercise.name]
    if not mains or sum(one in tree.body for one in mains) > 1:
        return None
    main = mains[0]
    takes = {
        name: [*thing.__code__.co_varnames[: thing.__code__.co_argcount]]
        for name, thing in names.items()
        if isinstance(thing, FunctionType)
    }
    with redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        work = _Mending(exercise, names, tree, seconds)
        try:
            if overwritten := work.overwritten():
                return Place(main.lineno, "", ELSEWHERE, (f"`{overwritten}`",))
            wrong = work.prepare(failures)
        except Exception:  # noqa: BLE001 - what can't be run again by itself can't be mended
            return None
        if (unread := _unread(main, exercise, wrong)) is not None:
            return unread
        changes = repairs(tree, exercise.name, takes, listed=work.listed)
        for repair in changes:
            if work.time_is_up:
                return None
            if work.tries(repair) and work.helps(repair):
                # What is right without the whole line is not a matter of a number in it.
                whole = [
                    one
                    for one in changes
                    if one.kind == "line" and one.line == repair.line and not repair.lasting
                ]
                found = next(filter(work.helps, whole), repair)
                code = text[found.line - 1].strip()[:100]
                kinds = len(exercise.groups())
                return Place(found.line, code, *found[1:3], found.lasting, kinds, found.also)
    return None


def _needed(tree: ast.Module, name: str) -> Iterator[ast.stmt]:
    """The statements of a cell that define things, and no others: they run again and again.

    Of several functions or classes with one name it is the last, unless a line reads an earlier.
    """
    defined = [one for one in tree.body if isinstance(one, ast.FunctionDef | ast.ClassDef)]
    last = {one.name: one for one in defined}.values()
    used = {node.id for one in last for node in ast.walk(one) if isinstance(node, ast.Name)}
    values = [one.value for one in tree.body if isinstance(one, ast.Assign)]
    read = {node.id for one in values for node in ast.walk(one) if isinstance(node, ast.Name)}
    for one in tree.body:
        match one:
            case ast.FunctionDef() | ast.ClassDef() if one in last or one.name in read:
                yield one
            case ast.Import() | ast.ImportFrom():
                yield one
            case ast.Assign(targets=targets):
                bound = {node.id for each in targets for node in ast.walk(each)
                         if isinstance(node, ast.Name)}  # fmt: skip
                if bound & (used | {name}):
                    yield one


def _unread(main: ast.FunctionDef, exercise: Exercise, wrong: set[str]) -> Place | None:
    """The argument that nothing reads, though right answers differ where only it does.

    That is so in half of the kinds of cases that are wrong, or more: else it is beside the point.
    """
    read = [node.id for node in ast.walk(main) if isinstance(node, ast.Name)]
    for node in ast.walk(main):  # what it only hands on to itself is not read by that
        if isinstance(node, ast.Call) and ast.unparse(node.func) == main.name:
            for one, other in zip(main.args.args, node.args, strict=False):
                if isinstance(other, ast.Name) and other.id == one.arg:
                    read.remove(other.id)
    cases = [(group.title, case) for group in exercise.groups() for case in group.cases]
    worlds = {kind for kind, case in cases if case.world}
    for place, each in enumerate(main.args.args):
        alike: dict[tuple[str, ...], list[tuple[str, Any]]] = {}
        for kind, case in cases:
            texts = [one.text for one in call_in(case.line).arguments]
            by_lot = texts[place : place + 1] and texts.pop(place).startswith("Random(")
            some = alike.setdefault((*texts,), [])
            some += [(kind, case.expected)] * (not case.world) + [(kind, None)] * bool(by_lot)
        differ = [some for some in alike.values() if any(one[1] != some[0][1] for one in some)]
        kinds = {kind for some in differ for kind, _ in some}
        if each.arg not in read and kinds and len((kinds | worlds) & wrong) * 2 >= len(wrong) > 0:
            return Place(main.lineno, "", "unread", (f"`{each.arg}`",))
    return None


class _Mending:
    """One function, the cases that fail, and what is asked of each change."""

    def __init__(
        self, exercise: Exercise, names: Mapping[str, Any], tree: ast.Module, seconds: float
    ) -> None:
        self.end = time.process_time() + seconds
        self.exercise = replace(exercise, seconds=min(LONGEST, exercise.seconds))
        self.names, self.tree = names, tree
        self.cases: list[Case] = []
        self.ran: set[int] = set()
        self.vain: set[str] = set()
        every = [case for group in exercise.groups() for case in group.cases]
        wanted = {repr(case.expected) for case in every}
        if len(wanted) == 1 and not any(case.world for case in every):
            self.vain |= OF_SIZE
        first = [argument for case in every for argument in case.arguments[:1]]
        self.listed = any(isinstance(one, list | tuple) for one in first)

    @property
    def time_is_up(self) -> bool:
        """Whether there is no time for another change."""
        return time.process_time() > self.end

    def overwritten(self) -> str | None:
        """The name that is no more what a cell made it, where all is right with that cell anew."""
        used = {node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name)}
        above = [
            each
            for each in statements_of(self.names)
            if isinstance(each, ast.FunctionDef)
            if each.name in used & self.names.keys() and _differs(each, self.names[each.name])
        ]
        whole = ast.Module([*above, *self.tree.body], [])
        student = self.student(compile(whole, FILE, "exec"))
        changed = [
            name
            for name, made in student.namespace.items()
            if name in {*used, self.exercise.name} and _differs(made, self.names.get(name))
        ]
        if not changed or evidence(self.exercise, student, patience=1e-9).failures:
            return None
        return changed[0]

    def prepare(self, failures: Mapping[str, Failure] | None) -> set[str]:
        """Find the cases that fail, the most familiar first, and the lines that run in that one.

        The titles of the kinds in which it could be called and is wrong come back.
        """
        code = compile(self.tree, FILE, "exec")
        if failures is None:
            failures = evidence(self.exercise, self.student(code), patience=LONGEST).failures
        if all(failure.objection.change for failure in failures.values()):
            self.vain |= OF_PLACE
        failing = [failure.case for failure in failures.values()]
        took = []
        for case in sorted(failing, key=self.exercise.strangeness)[:FAILING]:
            student, start = self.student(code), time.process_time()
            if not self.time_is_up and self.fails(student, case):
                # In this order, not in that of their times: the first says which lines are tried.
                self.cases.append(case)
                took.append(time.process_time() - start)
        if self.cases:
            longest = 20 * max(took)
            self.exercise = replace(self.exercise, seconds=min(LONGEST, max(0.1, longest)))
            with _tracing(self.ran):
                self.fails(self.student(code), self.cases[0])
        return {title for title, each in failures.items() if not each.objection.misfit}

    def student(self, code: CodeType) -> NotebookStudent:
        """The notebook with this code in place of the cell."""
        names = dict(self.names)
        exec(code, names)  # noqa: S102 - the student's own cell
        return NotebookStudent(names)

    def fails(self, student: NotebookStudent, case: Case) -> bool:
        """Whether this case is wrong."""
        return first_failure(self.exercise, student, [case]) is not None

    def tries(self, repair: Repair) -> bool:
        """Whether this change can be what is missing: where no case fails alone, what lasts."""
        return repair.kind not in self.vain and (repair.lasting or repair.line in self.ran)

    def helps(self, repair: Repair) -> bool:
        """Whether all cases are right with this change."""
        with _applied(repair):
            try:
                code = compile(self.tree, FILE, "exec")
                student = self.student(code)
                if any(self.fails(student, case) for case in self.cases):
                    return False
                seen = evidence(self.exercise, self.student(code), patience=1e-9)
            except Exception:  # noqa: BLE001 - most changes make no sense
                return False
            # What is wrong with one change is soon asked about the others.
            more = [failure.case for failure in seen.failures.values() if not failure.case.world]
            self.cases += more if len(self.cases) < 2 * FAILING else []
            return not seen.failures


def _differs(made: Any, now: Any) -> bool:
    """Whether this is another thing than the cell made, not the same one that has changed since."""
    if isinstance(made, ast.FunctionDef):
        consts = compile(ast.Module([made], []), FILE, "exec").co_consts
        codes = [parts_of(one) for one in consts if isinstance(one, CodeType)]
        return not (isinstance(now, FunctionType) and parts_of(now.__code__) in codes)
    if type(made) is not type(now):
        return True
    if isinstance(made, FunctionType):
        return parts_of(made.__code__) != parts_of(now.__code__)
    return isinstance(made, int | float | str | tuple) and bool(made != now)


@contextmanager
def _applied(repair: Repair) -> Iterator[None]:
    """The tree with this change, for a while."""
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in repair.parts]
    for owner, name, new in repair.parts:
        whole = [ast.Pass()] if name == "body" and new == [] else new
        setattr(owner, name, whole)
        for part in whole if isinstance(whole, list) else [whole]:
            if isinstance(part, ast.AST):
                _place(part, repair.line)
    try:
        yield
    finally:
        for owner, name, old in reversed(before):
            setattr(owner, name, old)


def _place(node: ast.AST, line: int) -> None:
    """Give a line to what is new in this tree; what was there has one."""
    if isinstance(node, ast.expr | ast.stmt | ast.keyword | ast.arg) and not hasattr(
        node, "lineno"
    ):
        node.lineno = node.end_lineno = line
        node.col_offset = node.end_col_offset = 0
    for child in ast.iter_child_nodes(node):
        _place(child, line)


@contextmanager
def _tracing(ran: set[int]) -> Iterator[None]:
    """Collect the lines of the student's cell that run meanwhile."""

    def look(frame: Any, _event: str, _: Any) -> Any:
        if frame.f_code.co_filename != FILE:
            return None
        ran.add(frame.f_lineno)
        return look

    before = sys.gettrace()
    sys.settrace(look)
    try:
        yield
    finally:
        sys.settrace(before)
