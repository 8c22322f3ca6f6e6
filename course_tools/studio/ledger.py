"""The ledger: what this project can do, for whom, and what each capability weighs.

`capabilities.toml` in the course's folder has the capabilities; its head says how to read it.
A file belongs to the capability that names it, or the nearest folder above it.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

FILE = "capabilities.toml"
CODE = ("course_lib", "course_tools", "autograder_tests", "benchmarks", "deploy", ".ci")
TESTS = ("tests",)
ENDINGS = {".py", ".js", ".mjs"}
AUDIENCES = ("student", "teacher", "lecturer", "visitor", "adopter", "author")
MARK = re.compile(r"<!-- capability: ([a-z0-9-]+) -->")
QUIET = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


@dataclass(frozen=True)
class Capability:
    """Something an audience would name, and where it stands."""

    name: str
    title: str
    audience: list[str]
    files: list[str]
    tests: list[str]
    lines: int
    test_lines: int
    page: str
    tried: str
    how: str


Weight = tuple[int, int]
"""The lines of code and of tests of a capability today."""


def capabilities(root: Path) -> list[Capability]:
    """The capabilities in the order of the file; a `ValueError` says which entry can't be read."""
    found = []
    for entry in tomllib.loads((root / FILE).read_text(encoding="utf-8"))["capability"]:
        try:
            found.append(Capability(**entry))
        except TypeError as error:
            name = entry.get("name", "an entry without a name")
            raise ValueError(f"{FILE}, {name}: {error}") from None
        if unknown := set(found[-1].audience) - set(AUDIENCES):
            raise ValueError(
                f"{FILE}, {found[-1].name}: no audience is called {min(unknown)};"
                f" there are {', '.join(AUDIENCES)}"
            )
    return found


def weights(root: Path, ledger: Iterable[Capability]) -> dict[str, Weight]:
    """What each capability weighs today, by its name."""
    entries, sums = list(ledger), []
    for roots, places in ((CODE, _places(entries, "files")), (TESTS, _places(entries, "tests"))):
        lines = dict.fromkeys((entry.name for entry in entries), 0)
        for path in _files(root, roots):
            if owner := _owner(path.relative_to(root).as_posix(), places):
                lines[owner] += code_lines(path)
        sums.append(lines)
    return {entry.name: (sums[0][entry.name], sums[1][entry.name]) for entry in entries}


def _places(entries: Iterable[Capability], kind: str) -> dict[str, str]:
    """Whose each file or folder is."""
    return {place: entry.name for entry in entries for place in getattr(entry, kind)}


def _owner(path: str, places: Mapping[str, str]) -> str | None:
    """The capability that names this file, or the nearest folder above it."""
    while path:
        if path in places:
            return places[path]
        path = path.rpartition("/")[0]
    return None


def _files(root: Path, roots: Iterable[str]) -> Iterator[Path]:
    for top in roots:
        for path in sorted((root / top).rglob("*")):
            if path.suffix in ENDINGS and "__pycache__" not in path.parts:
                yield path


def code_lines(path: Path) -> int:
    """The lines of code in this file: blank lines, comments and docstrings don't count."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        stripped = (line.strip() for line in text.splitlines())
        return sum(bool(line) and not line.startswith(("//", "/*", "*")) for line in stripped)
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in QUIET:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                lines.difference_update(range(first.lineno, (first.end_lineno or 0) + 1))
    return len(lines)


def faults(root: Path) -> list[str]:
    """A sentence for all in which the ledger and the project don't agree, and what to do."""
    entries = capabilities(root)
    names = {entry.name for entry in entries}
    sentences = [
        f"two capabilities are called {entry.name}"
        for number, entry in enumerate(entries)
        if entry.name in {other.name for other in entries[:number]}
    ]
    for kind, roots in (("files", CODE), ("tests", TESTS)):
        places = _places(entries, kind)
        named = [place for entry in entries for place in getattr(entry, kind)]
        sentences += [
            f"{place} belongs to several capabilities" for place in places if named.count(place) > 1
        ]
        sentences += [
            f"{place} of {name} is not there"
            for place, name in places.items()
            if not (root / place).exists()
        ]
        sentences += [
            f"{path.relative_to(root).as_posix()} belongs to no capability: write it into the"
            f" {kind} of one in {FILE}"
            for path in _files(root, roots)
            if not _owner(path.relative_to(root).as_posix(), places)
        ]
    today = weights(root, entries)
    for entry in entries:
        for what, allowed, now in (
            ("lines", entry.lines, today[entry.name][0]),
            ("test_lines", entry.test_lines, today[entry.name][1]),
        ):
            if now > allowed:
                sentences.append(
                    f"{entry.name} has grown to {now} {what}, beyond the {allowed} of {FILE}:"
                    " take something away, or raise the number in the same commit"
                )
        if not re.fullmatch(r"\d{4}-\d\d-\d\d", entry.tried):
            sentences.append(f"{entry.name} was tried on {entry.tried!r}, which is no day")
    pages = marks(root)
    for page, promised in pages.items():
        sentences += [
            f"{page} promises {name}, which is no capability of {FILE}"
            for name in sorted(promised - names)
        ]
    sentences += [
        f"{entry.page} has no mark <!-- capability: {entry.name} --> where it promises this"
        for entry in entries
        if entry.name not in pages.get(entry.page, set())
    ]
    return sentences


def marks(root: Path) -> dict[str, set[str]]:
    """The names of the capabilities that each page promises."""
    below = ("course_lib", "course_tools", "deploy", "benchmarks")
    pages = [*root.glob("*.md"), *(page for room in below for page in (root / room).rglob("*.md"))]
    return {
        path.relative_to(root).as_posix(): set(MARK.findall(path.read_text(encoding="utf-8")))
        for path in sorted(pages)
    }


def table(root: Path) -> str:
    """The ledger as a text, by audience: what each capability weighs, and when it was tried."""
    entries = capabilities(root)
    today = weights(root, entries)
    parts = []
    ordered = sorted(entries, key=lambda entry: AUDIENCES.index(entry.audience[0]))
    for audience, group in groupby(ordered, key=lambda entry: entry.audience[0]):
        parts.append(f"For the {audience}:{'lines':>{44 - len(audience)}}{'tests':>8}  tried")
        for entry in group:
            lines, tests = today[entry.name]
            title = entry.title if len(entry.title) <= 50 else entry.title[:49] + "…"
            parts.append(f"  {title:50}{lines:6}{tests:8}  {entry.tried}")
        parts.append("")
    lines, tests = map(sum, zip(*today.values(), strict=True))
    parts.append(f"  {'all of it':50}{lines:6}{tests:8}")
    return "\n".join(parts)


def count(root: Path) -> list[str]:
    """Write today's numbers into the ledger; a sentence for each that rose."""
    entries = capabilities(root)
    today = weights(root, entries)
    blocks = re.split(r"(?m)^(?=\[\[capability\]\]$)", (root / FILE).read_text(encoding="utf-8"))
    risen = []
    for number, entry in enumerate(entries, start=1):
        code, tests = today[entry.name]
        for what, old, new in (
            ("lines", entry.lines, code),
            ("test_lines", entry.test_lines, tests),
        ):
            blocks[number] = re.sub(rf"(?m)^{what} = \d+$", f"{what} = {new}", blocks[number])
            if new > old:
                risen.append(f"{entry.name}: {what} rise from {old} to {new}")
    (root / FILE).write_text("".join(blocks), encoding="utf-8", newline="\n")
    return risen
