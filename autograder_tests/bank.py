"""The bank of answers, wrong and right, that shows how good the checks are.

Each file `NN_topic/NAME_answers.py` belongs to one exercise. A part under `# %% wrong: NAME` must
lose points, and be told that its mistake is NAME; one under `# %% wrong, nameless: NAME` loses
points and need not be named, and one under `# %% right: NAME` gets all points. What stands under
`# %% all` is put before each of them; under `# %% all: NAME, OTHER`, behind the first right answers
to these exercises, with what belongs to them.

An answer that differs in little is written as its difference from the last one above that stands
there in full. Each `but` replaces an old text, which occurs there exactly once, by a new one:

    # %% wrong: a cut only where alpha is greater
    but("if alpha >= beta:", "if alpha > beta:")
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple, cast

HERE = Path(__file__).resolve().parent


MARK = re.compile(r"# %% (all(: .+)?|(wrong|wrong, nameless|right): .+)")


class AnswersFault(ValueError):
    """What an author has to mend in a file of answers, line by line, each with its place."""


class Entry(NamedTuple):
    """One answer to one exercise."""

    exercise: str
    right: bool
    name: str
    source: str
    named: bool = True
    """Whether a student who gives it is told the name."""


def entries(exercise: str | None = None) -> list[Entry]:
    """All answers, or those to one exercise."""
    paths = sorted(HERE.glob("[0-9][0-9]_*/*_answers.py"), key=lambda path: path.name)
    return [
        entry
        for path in paths
        if exercise in {None, path.stem.removesuffix("_answers")}
        for entry in _entries_in(path)
    ]


@cache
def _entries_in(path: Path) -> tuple[Entry, ...]:
    text, place = path.read_text(encoding="utf-8"), f"{path.relative_to(HERE.parent).as_posix()}:"
    faults = [
        f"{place}{number}: {line!r} should begin with '# %% wrong: ', '# %% wrong, nameless: ' or"
        " '# %% right: ' and say what is wrong, or how it is done."
        for number, line in enumerate(text.splitlines(), 1)
        if re.match("# ?%%", line) and not MARK.fullmatch(line)
    ]
    try:
        ast.parse(text)
    except SyntaxError as error:
        faults.append(f"{place}{error.lineno}: {error.msg}")
    if faults:
        raise AnswersFault("\n".join(faults))
    exercise, before, full, found = path.stem.removesuffix("_answers"), "", "", []
    for kind, name, part in _parts(path):
        if kind == "all":
            before = "".join(_before(name, part))
            continue
        if part.startswith("but("):
            try:
                source = _with_changes(full, part)
            except ValueError as error:
                line = text.count("\n", 0, text.index(part))
                raise AnswersFault(f"{place}{line}: {error}") from None
        else:
            source = full = part
        found.append(Entry(exercise, kind == "right", name, before + source, kind == "wrong"))
    return tuple(found)


def _parts(path: Path) -> list[tuple[str, str, str]]:
    """The parts of this file: their kinds, names and lines."""
    kinds = r"^# %% (all|wrong|wrong, nameless|right)(?:: (.*))?\n"
    pieces = re.split(kinds, path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return list(zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True))


def _before(exercises: str | None, own: str) -> list[str]:
    """What right answers to these exercises need and are, each text once, and then these lines."""
    texts = []
    for name in re.findall(r"\w+", exercises or ""):
        [path] = HERE.glob(f"*/{name}_answers.py")
        parts = _parts(path)
        for kind, more, part in parts:
            texts += _before(more, part) if kind == "all" else []
        texts.append(
            next(part for kind, _, part in parts if kind == "right" and part[:4] != "but(")
        )
    return list(dict.fromkeys([*texts, own]))


def _with_changes(source: str, changes: str) -> str:
    """The source after these calls of `but`."""
    for statement in ast.parse(changes).body:
        old, new = map(ast.literal_eval, cast("ast.Call", cast("ast.Expr", statement).value).args)
        if source.count(old) != 1:
            many = source.count(old)
            raise ValueError(f"{old!r} should be once in the answer above, and is {many} times.")
        source = source.replace(old, new)
    return source
