"""What of the lists of packages students need: the same versions, without the makers' tools."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata

KEPT_TABLES = ("build-system", "project", "project.scripts", "tool.flit.module")
FOR_CONDA = {"python", "pip", "graphviz", "python-graphviz"}


def runtime(project_text: str) -> set[str]:
    """The names of all packages that the course's own code needs, and that those need in turn.

    Read from what is installed here, which the lock decides. What only another system asks for is
    counted too; where it is installed nowhere here, its name at least is known.
    """
    project = tomllib.loads(project_text)
    asked = project["project"]["dependencies"] + project["build-system"]["requires"]
    names: set[str] = set()
    waiting = [_wish(line) for line in asked]
    done: set[tuple[str, str]] = set()
    while waiting:
        name, extras = waiting.pop()
        names.add(name)
        for extra in ("", *extras):
            if (name, extra) in done:
                continue
            done.add((name, extra))
            waiting += [_wish(line) for line in _needs(name) if _counts(line, extra)]
    return names


def project(text: str) -> str:
    """The text of pyproject.toml with the tables that an installation reads."""
    tables = re.split(r"^(?=\[)", text, flags=re.MULTILINE)
    kept = [one for one in tables if one.partition("]")[0].strip("[") in KEPT_TABLES]
    return "".join(kept).rstrip() + "\n"


def conda(text: str, wanted: set[str]) -> str:
    """The text of environment.yml with these packages only."""
    lines = []
    for line in text.splitlines():
        entry = re.match(r"\s+- (?P<name>[\w.-]+)>=", line)
        comment = line.startswith(("  #", "# What is listed"))
        if comment or (entry and plain(entry["name"]) not in wanted | FOR_CONDA):
            continue
        lines.append(line)
    return "\n".join(lines) + "\n"


def lock(text: str, wanted: set[str]) -> str:
    """The text of requirements.lock with these packages only."""
    blocks = re.split(r"^(?=\S)", text, flags=re.MULTILINE)
    return "".join(one for one in blocks if plain(re.split(r"[=\[ ;]", one)[0]) in wanted)


def plain(name: str) -> str:
    """A package's name as registries compare it."""
    return re.sub(r"[-_.]+", "-", name.strip()).lower()


def _needs(name: str) -> list[str]:
    """What this package asks for, nothing when it is not installed here."""
    try:
        return metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return []


def _wish(line: str) -> tuple[str, tuple[str, ...]]:
    """The name and the extras in a requirement such as `jsonschema[format]>=4; extra == "x"`."""
    match = re.match(r"\s*([\w.-]+)\s*(?:\[([^\]]*)\])?", line)
    if match is None:
        raise ValueError(f"{line!r} should begin with the name of a package.")
    extras = tuple(one.strip() for one in (match[2] or "").split(",") if one.strip())
    return plain(match[1]), extras


def _counts(line: str, extra: str) -> bool:
    """Whether a requirement belongs to this extra, or, for `""`, to the package itself."""
    named = re.search(r"extra\s*==\s*[\"']([^\"']+)[\"']", line)
    return plain(named[1]) == plain(extra) if named else not extra
