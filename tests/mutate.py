"""Changes the lines that changed, a little, and asks who notices: `make mutants SINCE=main`.

Each mutant is made in a copy of the project: a comparison turned, a number one larger, a line left
out, `None` given back. Only tests that run its line are asked, as coverage has seen it in the files
whose results are kept (`fit.py`): those first that read least, up to ten minutes of them. What runs
in a sandbox is not seen. A mutant that nobody notices is a line, with what was changed; the exit
code is 1 then, and 2 where no results are kept. Beside them stand tests that nobody would miss:
they have met `ENOUGH` noticed mutants, in all nights, and each was noticed by others as well; and
their file reads no guide, whose sentences they might prove.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import fit

PLACES = ("course_lib/", "course_tools/", "autograder_tests/")
MOST_SECONDS = 600
SECONDS = 300
"""Who has not ended by then goes round for ever, which is noticed."""


ENOUGH = 30
"""Of so many noticed mutants a test has to have run the lines before it is named."""


class Mutant(NamedTuple):
    """A file with one slip in it."""

    file: str
    line: int
    before: str
    after: str
    text: str


def changed_lines(root: Path, since: str) -> dict[str, set[int]]:
    """The lines of code that are not what they were in this commit, by file."""
    words = ["git", "diff", "--unified=0", "--no-color", "--no-renames", since, "--", "*.py"]
    done = subprocess.run(words, cwd=root, capture_output=True, text=True, check=True)
    lines: dict[str, set[int]] = {}
    for line in done.stdout.splitlines():
        if line.startswith("+++ "):
            name = line.removeprefix("+++ b/")
        elif hunk := re.match(r"@@ \S+ \+(\d+)(?:,(\d+))? @@", line):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            if name.startswith(PLACES):
                lines.setdefault(name, set()).update(range(first, first + count))
    return {name: found for name, found in lines.items() if found}


def mutants_of(file: str, text: str, lines: set[int]) -> Iterator[Mutant]:
    """This file with one slip in one of these lines, another one each time."""
    from autograder_tests.mutants import slips

    def nodes(node: ast.AST) -> Iterator[ast.AST]:
        yield node
        for name, value in ast.iter_fields(node):
            # Annotations do nothing; the words of an exception and of a text are read by people.
            if name in ("annotation", "returns") or isinstance(node, ast.Raise | ast.JoinedStr):
                continue
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.AST):
                    yield from nodes(each)

    rows, same = text.encode().splitlines(keepends=True), ast.dump(ast.parse(text))
    for node in nodes(ast.parse(text)):
        if getattr(node, "lineno", None) not in lines:
            continue
        starts = [sum(map(len, rows[: row - 1])) for row in (node.lineno, node.end_lineno)]
        begin, end = starts[0] + node.col_offset, starts[1] + node.end_col_offset
        before = text.encode()[begin:end].decode()
        for other in slips(node, []):
            after = ast.unparse(ast.fix_missing_locations(other))
            indented = after.replace("\n", "\n" + " " * node.col_offset)
            new = indented if isinstance(other, ast.stmt) else f"({indented})"
            changed = (text.encode()[:begin] + new.encode() + text.encode()[end:]).decode()
            if ast.dump(ast.parse(changed)) != same:
                yield Mutant(file, node.lineno, *map(first_line, (before, after)), changed)


def first_line(text: str) -> str:
    """The first line of this code."""
    first, _, more = text.partition("\n")
    return first + " ..." * bool(more)


def drawn_of(root: Path, lines: dict[str, set[int]], most: int, rng: Random) -> list[Mutant]:
    """So many mutants of these lines; of many lines no more are made than a choice needs."""
    places = [(file, line) for file, some in sorted(lines.items()) for line in sorted(some)]
    made: list[Mutant] = []
    for file, line in rng.sample(places, len(places)):
        made += mutants_of(file, (root / file).read_text(encoding="utf-8"), {line})
        if len(made) >= 9 * most:
            break
    return rng.sample(made, min(most, len(made)))


Results = dict[fit.Unit, fit.Result]


def reached(
    root: Path, newest: Results, files: set[str], scratch: Path
) -> tuple[dict[tuple[str, int], tuple[str, ...]], set[str]]:
    """For each line of these files the tests that run it, the quick ones first.

    And the files that tests read which were not asked.
    """
    from coverage import CoverageData

    near = [(unit, one) for unit, one in newest.items() if files & one.read.keys()]
    tests: dict[tuple[str, int], list[str]] = {}
    left: set[str] = set()
    seconds = 0.0
    for unit, result in sorted(near, key=lambda pair: len(pair[1].read)):
        seconds += result.seconds
        if seconds > MOST_SECONDS:
            left |= result.read.keys()
            continue
        data = scratch / re.sub(r"\W", "-", unit.name)
        words = ["-m", "coverage", "run", f"--data-file={data}", "-m", "pytest", "-q"]
        python(root, *words, "-m", "not slow", *unit.files)
        python(root, "-m", "coverage", "combine", "-q", f"--data-file={data}")
        measured = CoverageData(str(data))
        measured.read()
        for file in files:
            lines = measured.contexts_by_lineno(str(root / file)) if data.exists() else {}
            for line, contexts in lines.items():
                for context in contexts:
                    # Outside a test: when it was imported, or in a program that a test has begun.
                    stem, _, name = context.partition(".")
                    inside = [each for each in unit.files if Path(each).stem == stem]
                    known = [f"{each}::{name.replace('.', '::')}" for each in inside]
                    tests.setdefault((file, line), []).extend(known or unit.files)
    # Whole files last: a test that runs the line may notice sooner.
    return {
        place: tuple(sorted(dict.fromkeys(found), key=lambda test: "::" not in test))
        for place, found in tests.items()
    }, left


def python(folder: Path, *words: str, seconds: float | None = None) -> int:
    """How this ends in a process of its own, in this folder and with what is in it."""
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("COURSE_TESTS_READ", None)
    try:
        return subprocess.run(
            [sys.executable, *words],
            cwd=folder,
            env=environment,
            timeout=seconds,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        ).returncode
    except subprocess.TimeoutExpired:
        return 1


def who_noticed(report: Path, counts: dict[str, list[int]]) -> None:
    """Count for each test of this report the mutants that it met, and those it alone noticed."""
    every: dict[str, bool] = {}
    for name, (kind, *_) in fit.outcomes(report) if report.exists() else ():
        test = name.partition("[")[0]
        every[test] = every.get(test, False) or kind in fit.BAD
    for test, red in every.items():
        count = counts.setdefault(test, [0, 0])
        count[0] += any(every.values())
        count[1] += red and sum(every.values()) == 1


def missed_by_nobody(counts: dict[str, list[int]], newest: Results) -> Iterator[str]:
    """The tests that have never noticed anything alone, in files that read no guide."""
    ends = (".md", ".txt", fit.EVERYTHING)  # what people read, or what we know nothing of
    read = ((unit, any(name.endswith(ends) for name in one.read)) for unit, one in newest.items())
    guides = {file for unit, guide in read if guide for file in unit.files}
    for test, (met, alone) in sorted(counts.items()):
        file = test.rpartition(".")[0].replace(".", "/") + ".py"
        if met >= ENOUGH and not alone and file not in guides:
            yield f"{test}: others noticed all of the {met} mutants that it met"


def main(words: list[str], root: Path = fit.ROOT) -> int:
    """0 if each mutant was noticed."""
    parser = argparse.ArgumentParser(prog="mutate.py", description=__doc__)
    parser.add_argument("since", help="a commit: what changed since then is changed once more")
    parser.add_argument("--most", type=int, default=30, help="so many mutants are drawn")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(words)
    store = fit.Store(root / ".venv" / "tests")
    kept = {unit: store.results(unit) for unit in fit.units(fit.Tree(root))}
    newest = {unit: results[0] for unit, results in kept.items() if results}
    if not newest:
        print("First run make test ALL=1: it notes which tests read what.")
        return 2
    lines = changed_lines(root, chosen.since)
    drawn = drawn_of(root, lines, chosen.most, Random(chosen.seed))
    print(f"{len(drawn)} mutants of {sum(map(len, lines.values()))} lines.")
    said: list[str] = []
    log = store.folder / "noticed.json"
    counts = json.loads(log.read_text("utf-8")) if log.exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        tests, left = reached(root, newest, {one.file for one in drawn}, Path(folder))
        copy = Path(folder, "copy")
        subprocess.run(["git", "clone", "--quiet", "--shared", root, copy], check=True)
        for name in fit.Tree(root).files:  # as they are, committed or not
            if (root / name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                (copy / name).write_bytes((root / name).read_bytes())
        report = Path(folder, "report.xml")
        ask = partial(python, copy, "-m", "pytest", "-q", "-m", "not slow", f"--junitxml={report}")
        is_green = cache(lambda asked: not ask(*asked))
        for one in sorted(drawn):
            asked = tests.get((one.file, one.line), ())
            slip = f"{one.file}:{one.line}: `{one.after}` for `{one.before}`"
            if not asked and one.file in left:
                print(f"{slip} was not judged: tests that may run it take too long to be asked")
            elif not asked:
                said.append(f"{slip}: no test runs this line")
            elif not is_green(asked):
                print(f"{slip} was not judged: its tests are red without it")
            else:
                (copy / one.file).write_text(one.text, encoding="utf-8")
                report.unlink(missing_ok=True)
                if ask(*asked, seconds=SECONDS):
                    who_noticed(report, counts)
                else:
                    said.append(f"{slip}: {len(asked)} tests run this line, and none notices")
                (copy / one.file).write_bytes((root / one.file).read_bytes())
    log.write_text(json.dumps(counts), encoding="utf-8")
    print(*said, f"{len(said)} of them were noticed by nobody.", sep="\n")
    print(*missed_by_nobody(counts, newest), sep="\n")
    return 1 if said else 0


if __name__ == "__main__":
    sys.path.insert(0, str(fit.ROOT))
    raise SystemExit(main(sys.argv[1:]))
