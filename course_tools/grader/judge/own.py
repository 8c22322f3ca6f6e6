"""`Own`: an exercise of a teacher's own course; its hidden cases are lines in a file of hers.

`hidden_cases/ps1.py` in her course's folder belongs to the assignment `ps1`, and has one function:

    def cases(rng):
        some = [rng.randint(-99, 99) for _ in range(7)]
        return ["# no numbers at all", "total([])", "# numbers", f"total({some})"]

A line calls the function of an exercise. What is right is what her solution gives, in
`source/ps1/ps1.ipynb`; in `("total([])", 0)` she says it herself. Cases below one heading (`#`)
earn their share of the points together. `rng` is a `random.Random` with the seed of the class.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from course_lib.checks.calling import Strange, Student
from course_lib.checks.cases import Case, Exercise, Group, call_in, data_of, groups_from
from course_lib.checks.causes import judge
from course_lib.checks.evidence import NotebookStudent
from course_lib.checks.verdict import Verdict
from course_tools.notebooks import read_notebook

PLAIN, SEEN = "hidden cases", "the examples in the notebook"
HIDDEN, VISIBLE = "hidden", "visible"
_SECONDS = 60
"""So long her solution has for one case."""


@dataclass(frozen=True)
class Own:
    """The cases of one exercise: those that students have, the hidden ones, and new ones."""

    name: str
    groups: Mapping[str, tuple[Group, ...]]

    @property
    def exercise(self) -> Exercise:
        """What students may see of it."""
        return Exercise(self.name, "", lambda: self.groups[VISIBLE])

    def check(self, *, further: bool = False) -> Callable[[Student], Verdict]:
        """What judges by the hidden cases; `further` leaves out those that students have."""
        asked = self.groups[HIDDEN]
        asked = asked if further else (*self.groups[VISIBLE], *asked)
        return lambda student: judge(self.exercise, student, asked)

    def new(self, why: str) -> tuple[Group, ...]:
        """More cases of the same kinds, the same each time for the same reason."""
        return self.groups[why]

    def paid_once(
        self,
        verdict: Verdict,
        others: Mapping[str, Verdict],
        again: Callable[[str], Verdict],
        uses: Mapping[str, Collection[str]],
    ) -> Verdict:
        """The verdict as it is: nobody has said which of her exercises may call which."""
        del others, again, uses
        return verdict


def own_cases(text: str) -> dict[str, Own]:
    """The exercises in a text that `drawn` has made, by name."""
    return {
        name: Own(name, {kind: groups_from(groups) for kind, groups in kinds.items()})
        for name, kinds in json.loads(text or "{}").items()
    }


def drawn(
    file: Path,
    solved: Path,
    checks: Mapping[str, str],
    seed: str,
    reasons: Sequence[str],
) -> str:
    """The cases of an assignment as JSON, drawn for a class with this seed.

    `checks` has the cell that checks it, as students see it, for each exercise. Nothing but the
    answer is left open: a `ValueError` says what is wrong in the file or in the solution.
    """
    made = _function_in(file)
    solution = NotebookStudent(_solution(solved))
    hidden = _lines(made, seed, checks, file)
    if silent := sorted(checks.keys() - hidden.keys()):
        raise ValueError(f"{file} has no line that calls {', '.join(silent)}.")
    met = {line for lines in hidden.values() for _, line, _ in lines}
    kinds = {HIDDEN: hidden}
    for why in reasons:
        more = _lines(made, f"{seed} {why}", checks, file)
        kinds[why] = {
            name: [one for one in lines if one[1] not in met] for name, lines in more.items()
        }
    texts: dict[str, dict[str, list[Any]]] = {}
    for name, cell in checks.items():
        examples = list(_examples(name, cell))
        seen = [Group(SEEN, tuple(examples), weight=0)] if examples else []
        told = judge(Exercise(name, "", tuple), solution, seen, causes=False)
        if not told.passed:
            raise ValueError(f"{solved} is not right by its own examples of {name}: {told.message}")
        groups = {VISIBLE: seen} | {
            kind: _grouped(lines.get(name, []), solution, file) for kind, lines in kinds.items()
        }
        texts[name] = {kind: list(map(data_of, several)) for kind, several in groups.items()}
    return json.dumps(texts, ensure_ascii=False)


def _function_in(file: Path) -> Callable[[Random], Sequence[Any]]:
    """The function `cases` of this file."""
    names: dict[str, Any] = {"__name__": file.stem}
    try:
        exec(compile(file.read_bytes(), str(file), "exec"), names)  # noqa: S102 - the teacher's own
        found: Callable[[Random], Sequence[Any]] = names["cases"]
    except KeyError:
        raise ValueError(f"{file} has no function cases(rng).") from None
    except Exception as error:
        raise ValueError(f"{file} can't be run: {type(error).__name__}: {error}.") from error
    return found


def _lines(
    made: Callable[[Random], Sequence[Any]], seed: str, names: Collection[str], file: Path
) -> dict[str, list[tuple[str, str, Sequence[Any]]]]:
    """The heading, the line and what is said to be right, of each case, by exercise."""
    found: dict[str, list[tuple[str, str, Sequence[Any]]]] = {}
    title = PLAIN
    try:
        for one in made(Random(seed)):
            line, *right = one if isinstance(one, tuple) else (one,)
            if line.startswith("#"):
                title = line.strip("# ")
                continue
            name = call_in(line).name
            if name not in names:
                raise ValueError(f"{line} calls no exercise; there are {', '.join(names)}")  # noqa: TRY301 - told with its file
            found.setdefault(name, []).append((title, line, right))
    except Exception as error:
        raise ValueError(f"{file}: {type(error).__name__}: {error}.") from error
    return found


def _grouped(
    lines: Sequence[tuple[str, str, Sequence[Any]]], solution: NotebookStudent, file: Path
) -> list[Group]:
    """The cases by their headings, with what the solution gives."""
    cases: dict[str, list[Case]] = {}
    for title, line, right in lines:
        expected = right[0] if right else _answer(solution, line, file)
        by = "gives_about" if isinstance(expected, float) else "gives"
        cases.setdefault(title, []).append(Case(line, expected, size=len(line), judge=by))
    return [Group(title, tuple(several)) for title, several in cases.items()]


def _answer(solution: NotebookStudent, line: str, file: Path) -> Any:
    """What the solution gives, which must be plain data."""
    answer = solution.call(line, seconds=_SECONDS)
    why = str(answer.error or "") or ("it doesn't end" if answer.stopped else "")
    if answer.missing is not None:
        why = "the solved notebook has no such function"
    elif answer.signature:
        why = f"it takes {answer.signature}"
    elif isinstance(answer.value, Strange):
        why = f"it gives {answer.value}, and only numbers, texts and containers can be compared"
    if why:
        raise ValueError(f"{file}: the solution of {line} can't be had: {why}.")
    return answer.value


def _solution(solved: Path) -> dict[str, Any]:
    """The names of the solved notebook, which runs in its own folder, as a student's does.

    Checks and cells that are there to fail are not run, and a line that only IPython knows is left
    out.
    """
    names: dict[str, Any] = {"__name__": "solution", "display": print}
    os.environ.setdefault("MPLBACKEND", "Agg")  # a window would wait for somebody
    notebook = read_notebook(solved)
    if notebook is None:
        raise ValueError(f"{solved} is missing, or no notebook: it says what is right.")
    with contextlib.chdir(solved.parent):
        for number, cell in enumerate(notebook.cells, 1):
            fails = "raises-exception" in cell.metadata.get("tags", ())
            if cell.cell_type != "code" or cell.metadata.get("nbgrader", {}).get("grade") or fails:
                continue
            lines = ("" if one[:1] in {"%", "!"} else one for one in cell.source.splitlines())
            try:
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(compile("\n".join(lines), f"<cell {number}>", "exec"), names)  # noqa: S102 - the same
            except Exception as error:
                why = f"{type(error).__name__}: {error}"
                raise ValueError(f"{solved}: cell {number} ends with {why}.") from error
    return names


def _examples(name: str, cell: str) -> Iterator[Case]:
    """The lines `assert total([1, 2]) == 3` of a check, as cases."""
    try:
        body = ast.parse(cell).body
    except SyntaxError:
        return
    for statement in body:
        match statement:
            case ast.Assert(
                test=ast.Compare(
                    left=ast.Call(func=ast.Name(id=called), keywords=[]) as call,
                    ops=[ast.Eq()],
                    comparators=[right],
                )
            ) if called == name:
                with contextlib.suppress(ValueError):
                    line = ast.unparse(call)
                    yield Case(line, ast.literal_eval(right), size=len(line))
