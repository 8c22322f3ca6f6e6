"""What of the lists of packages students need: the same versions, without the makers' tools."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from typing import Any

STUDENTS = ("lab", "plots")
"""The extras of pyproject.toml that students have."""

TO_GRADE = {"ipykernel", "jinja2", "nbformat", "nbgrader", "pyyaml", "segno"}
"""What grading takes beside the library's own packages."""

FOR_CONDA = {"python", "pip", "graphviz", "python-graphviz"}


def pinned(lock_text: str) -> set[str]:
    """The names of the packages in a lock, as registries compare them."""
    return {plain(name) for name in re.findall(r"^([\w.-]+)==", lock_text, re.MULTILINE)}


def project(text: str) -> str:
    """The text of a pyproject.toml that installs `course_lib` alone, and asks for what it needs.

    JupyterLab and the rest are extras: in an environment that somebody has, nothing is replaced.
    """
    old = tomllib.loads(text)
    kept = ("name", "dynamic", "description", "readme", "license", "license-files")
    tables = {
        "build-system": old["build-system"],
        "project": {
            **{name: old["project"][name] for name in (*kept, "requires-python")},
            "dependencies": old["project"]["dependencies"],
        },
        "project.optional-dependencies": {
            extra: old["project"]["optional-dependencies"][extra] for extra in STUDENTS
        },
        "project.scripts": {"course": "course_lib.commands:main"},
        "tool.hatch.version": old["tool"]["hatch"]["version"],
        "tool.hatch.build": old["tool"]["hatch"]["build"]
        | {"targets": {"wheel": {"packages": ["course_lib"]}}},
    }
    return "\n".join(f"[{name}]\n{_lines(values)}" for name, values in tables.items())


def library(text: str) -> str:
    """The text of a pyproject.toml for a wheel of `course_lib` alone; it knows of no extras.

    Where nothing but the wheel is installed, nobody shall be told to install JupyterLab.
    """
    old = tomllib.loads(text)
    named = ("name", "dynamic", "description", "license", "license-files")
    project = {name: old["project"][name] for name in (*named, "requires-python", "dependencies")}
    tables = {
        "build-system": old["build-system"],
        "project": project,
        "project.scripts": {"course": "course_lib.commands:main"},
        "tool.hatch.version": old["tool"]["hatch"]["version"],
        "tool.hatch.build.targets.wheel": {
            "packages": ["course_lib"],
            "core-metadata-version": "2.4",  # the least that says what this does, for an older pip
        },
    }
    return "\n".join(f"[{name}]\n{_lines(values)}" for name, values in tables.items())


def grader(text: str, rooms: Sequence[str]) -> str:
    """The text of a pyproject.toml for a wheel of these rooms, with which a class is graded."""
    old = tomllib.loads(text)
    named = ("name", "dynamic", "description", "license", "license-files", "requires-python")
    extras = [line for one in old["project"]["optional-dependencies"].values() for line in one]
    wanted = [line for line in extras if plain(re.split(r"[<>=]", line)[0]) in TO_GRADE]
    needed = dict.fromkeys([*old["project"]["dependencies"], *wanted])
    tables = {
        "build-system": old["build-system"],
        "project": {name: old["project"][name] for name in named} | {"dependencies": [*needed]},
        "project.scripts": {"course": "course_tools.cli:main"},
        "tool.hatch.version": old["tool"]["hatch"]["version"],
        "tool.hatch.build.targets.wheel": {
            "only-include": [*rooms],
            "core-metadata-version": "2.4",
        },
    }
    return "\n".join(f"[{name}]\n{_lines(values)}" for name, values in tables.items())


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


def plain(name: str) -> str:
    """A package's name as registries compare it."""
    return re.sub(r"[-_.]+", "-", name.strip()).lower()
