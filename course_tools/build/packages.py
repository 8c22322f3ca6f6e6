"""What of the lists of packages students need: the same versions, without the makers' tools."""

from __future__ import annotations

import json
import re
import tomllib
from importlib import metadata
from typing import Any

STUDENTS = ("lab", "plots")
"""The extras of pyproject.toml that students have."""

FOR_CONDA = {"python", "pip", "graphviz", "python-graphviz"}


def runtime(project_text: str) -> set[str]:
    """The names of all packages that students need, and that those need in turn."""
    return closure(requirements(project_text) + _build_system(project_text)["requires"])


def closure(wanted: list[str]) -> set[str]:
    """The names of these packages, and of all that they need in turn.

    Read from what is installed here, which the lock decides. What only another system asks for is
    counted too; where it is installed nowhere here, its name at least is known.
    """
    names: set[str] = set()
    waiting = [_wish(line) for line in wanted]
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


def requirements(project_text: str) -> list[str]:
    """What students need, as pyproject.toml writes it: the library's packages and two extras."""
    project = tomllib.loads(project_text)["project"]
    extras = project["optional-dependencies"]
    return [*project["dependencies"], *(line for extra in STUDENTS for line in extras[extra])]


def project(text: str) -> str:
    """The text of a pyproject.toml that installs `course_lib` alone, with what students need."""
    old = tomllib.loads(text)
    kept = ("name", "dynamic", "description", "readme", "license", "license-files")
    tables = {
        "build-system": _build_system(text),
        "project": {
            **{name: old["project"][name] for name in (*kept, "requires-python")},
            "dependencies": requirements(text),
        },
        "project.scripts": {"course": "course_lib.commands:main"},
        "tool.hatch.version": old["tool"]["hatch"]["version"],
        "tool.hatch.build": old["tool"]["hatch"]["build"]
        | {"targets": {"wheel": {"packages": ["course_lib"]}}},
    }
    return "\n".join(f"[{name}]\n{_lines(values)}" for name, values in tables.items())


def _build_system(text: str) -> dict[str, Any]:
    """The table that says which back end builds the package."""
    table: dict[str, Any] = tomllib.loads(text)["build-system"]
    return table


def _lines(values: dict[str, Any]) -> str:
    """Texts and lists as TOML writes them; JSON writes both alike, tables within need `=`."""
    return "".join(f"{name} = {_value(value)}\n" for name, value in values.items())


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_value(one)}" for name, one in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


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
