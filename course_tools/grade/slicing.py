"""Which parts of a notebook have to run before its functions can be checked.

All that the student has written or changed runs, and so does every cell with an exercise. Of the
cells that came with the course and are unchanged, only these statements do:

- what binds or changes a name that is used, directly or not, by anything else that runs;
- imports, definitions of functions, and the numbers, games and states that these functions use;
- calls that set up a module from elsewhere, such as `random.seed(1)`.

What is left only shows something. In doubt a statement runs: a call changes whatever is handed to
it, unless it is one of the library's functions or a well-known one that changes nothing. A student
who looks names up by text (`globals()`, `eval`...) has everything run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from nbformat import NotebookNode

from course_tools.grade.known import Known, known_of, parsed
from course_tools.grade.names import Names, names_in, together

_BY_TEXT = {
    "globals",
    "locals",
    "vars",
    "eval",
    "exec",
    "get_ipython",
    "In",
    "Out",
    "_",
    "__main__",
}


@dataclass(frozen=True)
class Part:
    """What runs of one cell."""

    index: int
    """Which cell of the notebook it is."""
    source: str
    """The cell's text; lines that do not run are empty, so that the others keep their numbers."""
    names: Names
    exercise: str = ""
    """The exercise whose cell it is, if it is one's."""
    own: bool = False
    """Whether the student has written or changed it."""
    whole: bool = True


def parts_to_run(
    notebook: NotebookNode, released: NotebookNode, *, everything: bool = False
) -> list[Part]:
    """What has to run of this notebook, in order; with `everything`, all cells but the checks."""
    ours = {cell.source.strip() for cell in released.cells if cell.cell_type == "code"}
    known = known_of(cell.source for cell in notebook.cells if cell.cell_type == "code")
    cells = [
        (index, cell, cell.source.strip() not in ours)
        for index, cell in enumerate(notebook.cells)
        if cell.cell_type == "code" and cell.source.strip() and not _is(cell, "grade")
    ]
    parts = [
        Part(index, cell.source, names_in(cell.source, known), _exercise(cell), own)
        for index, cell, own in cells
        if own or _exercise(cell)
    ]
    by_text = any(part.own and part.names.uses & _BY_TEXT for part in parts)
    given = [(index, cell) for index, cell, own in cells if not own and not _exercise(cell)]
    if everything or by_text:
        parts += [Part(index, cell.source, names_in(cell.source)) for index, cell in given]
    else:
        parts += _needed(parts, given, known)
    return sorted(parts, key=lambda part: part.index)


def last_needed(parts: Iterable[Part], notebook: NotebookNode, exercise: str, check: str) -> int:
    """The number of the first cell that the check of this exercise does not need any more.

    That is the check's own cell, below which nothing has run in a notebook, either; but an answer
    that stands only further down counts, too.
    """
    marks = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in notebook.cells]
    place = marks.index(check) if check in marks else len(marks)
    answers = [part.index for part in parts if part.own and exercise in part.names.binds]
    return max(place, min(answers) + 1) if answers else place


def reached(part: Part, parts: Iterable[Part]) -> frozenset[str]:
    """The names that are looked at when this part runs, also by the functions it calls."""
    uses = _leads(part.names for part in parts)
    return _closure(part.names.at_once, uses) & frozenset(uses)


def _leads(everything: Iterable[Names]) -> dict[str, frozenset[str]]:
    """For each name that is bound the names that are used there, in all places taken together."""
    leads: dict[str, frozenset[str]] = {}
    for one in everything:
        for name in one.binds:
            leads[name] = leads.get(name, frozenset()) | one.uses
    return leads


def _needed(parts: list[Part], given: list[tuple[int, NotebookNode]], known: Known) -> list[Part]:
    """What of the cells that came with the course is needed by these parts, or by itself."""
    used = {name for part in parts for name in part.names.uses}
    waiting = [(index, piece) for index, cell in given for piece in _pieces(cell.source, known)]
    theirs = [piece for part in parts for piece in _pieces(part.source, known)]
    everything = [piece.names for piece in (*theirs, *(piece for _, piece in waiting))]
    leads = _leads(everything)
    touched = {id(one): _touched(one.names, everything, leads, known) for _, one in waiting}
    kept, left = _pulled(waiting, lambda one: bool(touched[id(one)] & used), used)
    # Functions that nobody uses cost nothing, and may be asked for by name; what they use is
    # there for them, unless it had to be worked out.
    more, left = _pulled(left, lambda one: one.names.always, used)
    worth, _ = _pulled(left, lambda one: bool(one.names.binds & used & known.fixed), used)
    kept += more + worth
    return [
        _reduced(index, cell.source, [piece for at, piece in kept if at == index])
        for index, cell in given
        if any(at == index for at, _ in kept)
    ]


def _pulled(
    waiting: list[tuple[int, _Piece]], needed: Callable[[_Piece], bool], used: set[str]
) -> tuple[list[tuple[int, _Piece]], list[tuple[int, _Piece]]]:
    """The pieces that are needed, and the others; what the needed ones use is used, too."""
    kept: list[tuple[int, _Piece]] = []
    while True:
        more = [one for one in waiting if needed(one[1])]
        if not more:
            return kept, waiting
        kept += more
        waiting = [one for one in waiting if one not in more]
        used |= {name for _, piece in more for name in piece.names.uses}


def _touched(
    names: Names, everything: list[Names], leads: dict[str, frozenset[str]], known: Known
) -> frozenset[str]:
    """The names that this code binds or changes, also through its functions and by their parts."""
    # By the same way it goes from a function to those that it calls, and from a thing to those
    # whose part it may be: a row was got from its board.
    called = _closure(names.at_once, leads)
    later = {name for one in everything if one.binds & called for name in one.later}
    parts = {name: uses - known.fixed for name, uses in leads.items()}
    return names.binds | _closure(names.changes | later, parts) & frozenset(leads)


def _closure(names: Iterable[str], more: dict[str, frozenset[str]]) -> frozenset[str]:
    """These names, and all that they lead to."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += more.get(name, ())
    return frozenset(found)


@dataclass(frozen=True)
class _Piece:
    """Lines of a cell that run together: a statement, and others on the same lines."""

    first: int
    last: int
    names: Names


def _pieces(source: str, known: Known) -> Iterator[_Piece]:
    """The statements of a cell; one piece if it is not plain Python."""
    tree = parsed(source)
    if tree is None:
        yield _Piece(1, len(source.splitlines()), names_in(source))
        return
    lines = source.splitlines()
    spans: list[list[int]] = []
    for statement in tree.body:
        decorators = [one.lineno for one in getattr(statement, "decorator_list", [])]
        first, last = min([statement.lineno, *decorators]), statement.end_lineno or 1
        if spans and first <= spans[-1][1]:
            spans[-1][1] = max(last, spans[-1][1])
        else:
            spans.append([first, last])
    for first, last in spans:
        yield _Piece(first, last, names_in("\n".join(lines[first - 1 : last]), known))


def _reduced(index: int, source: str, pieces: list[_Piece]) -> Part:
    """The cell with these pieces alone."""
    lines = source.splitlines()
    running = {line for piece in pieces for line in range(piece.first, piece.last + 1)}
    kept = [line if number in running else "" for number, line in enumerate(lines, 1)]
    names = together([piece.names for piece in pieces])
    whole = all(one or not line.strip() for one, line in zip(kept, lines, strict=True))
    return Part(index, "\n".join(kept), names, whole=whole)


def _is(cell: NotebookNode, what: str) -> bool:
    return bool(cell.metadata.get("nbgrader", {}).get(what))


def _exercise(cell: NotebookNode) -> str:
    """The exercise that is written in this cell, or nothing."""
    return str(cell.metadata.nbgrader.grade_id) if _is(cell, "solution") else ""
