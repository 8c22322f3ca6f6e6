"""The first code of each lesson: a cell that brings its names, and the course if it is missing.

The lesson's author writes the imports; the build puts lines in front of them. Colab, Kaggle and the
like bring Jupyter and none of our packages. There these lines ask pip for the library's wheel,
which lies on the course's own site, and for packages that are missing. pip is told to leave
dependencies alone, so nothing that is installed there is replaced. Everywhere else they do nothing.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from course_lib.plain import write_whole
from course_tools.studio.build.lesson import Cell, Lesson

PROJECT, CITATION = "pyproject.toml", "CITATION.cff"
VERSION = re.compile(r'^__version__ = "([^"]+)"', re.MULTILINE)
PLACEHOLDER = "example.org"
"""Reserved for examples: an address there is none."""

WITH_IT = ("anywidget", "comm", "graphviz", "ipywidgets", "psygnal", "typing_extensions")
"""What the library needs, directly or not, and a kernel may lack; pip passes over what is there."""

TITLE = "Run this first, and again after a restart: it brings the names of this lesson"
GETTING, CLICK = "Getting the course. Does it fail?", "says what to click."
MISSING = "The course is not installed here. Ask your teacher for"
BESIDE = "put it beside this notebook, and run these words in a cell of their own:"
SAID = (GETTING, CLICK, MISSING, BESIDE)
"""What these lines say, in pieces, so that another language has them whatever the address."""

FETCH = f"""\
# @title {{title}}
if not __import__("importlib.util").util.find_spec("course_lib"):
    print("{GETTING} {{site}}/hosts.html {CLICK}")
    get_ipython().run_line_magic("pip", "install --quiet --no-deps {{site}}/{{packages}}")
"""
ASK = f"""\
# @title {{title}}
if not __import__("importlib.util").util.find_spec("course_lib"):
    print("{MISSING} {{wheel}},")
    print("{BESIDE}")
    print("%pip install --no-deps {{packages}}")
"""


def wheel_name(text: str) -> str:
    """The name of the wheel's file; `text` is that of the library's first file."""
    version = VERSION.search(text)
    if version is None:
        raise ValueError("course_lib/__init__.py does not say its __version__.")
    return f"course_lib-{version[1]}-py3-none-any.whl"


def with_first_cell(lesson: Lesson, root: Path) -> tuple[Cell, ...]:
    """The lesson's cells; the first of code gets the course, too, where it is missing.

    A course without a project file has no wheel, and so no such lines.
    """
    project = root / PROJECT
    place = next((at for at, cell in enumerate(lesson.cells) if not cell.part.markdown), None)
    if not project.is_file() or place is None:
        return lesson.cells
    library = (root / "course_lib" / "__init__.py").read_text(encoding="utf-8")
    getting = first_source(address(project.read_text(encoding="utf-8")), wheel_name(library))
    names = lesson.cells[place].part
    begins = names.first - len(getting.splitlines()) - 1
    part = replace(names, source=f"{getting}\n\n{names.source}", first=begins)
    cell = replace(lesson.cells[place], part=part, first=True)
    return (*lesson.cells[:place], cell, *lesson.cells[place + 1 :])


def cite(root: Path) -> bool:
    """Whether the citation says its version and addresses as the project does; now it does."""
    path, project = root / CITATION, (root / PROJECT).read_text(encoding="utf-8")
    library = (root / "course_lib" / "__init__.py").read_text(encoding="utf-8")
    version = VERSION.search(library)
    facts = {
        "version": version[1] if version else "",
        "url": address(project, "Homepage"),
        "repository-code": address(project, "Repository"),
    }
    before = path.read_text(encoding="utf-8")
    lines = [line for line in before.splitlines() if line.partition(":")[0] not in facts]
    lines += [f"{name}: {fact}" for name, fact in facts.items() if fact]
    write_whole(path, "\n".join(lines) + "\n")
    return path.read_text(encoding="utf-8") == before


def first_source(site: str, wheel: str) -> str:
    """The lines that get the course, which is published at this address, or at none."""
    wanted = " ".join((wheel, *WITH_IT))
    template = FETCH if site else ASK
    return template.format(title=TITLE, site=site, wheel=wheel, packages=wanted).rstrip("\n")


def address(project_text: str, name: str = "Homepage") -> str:
    """This address of the course, without a slash at its end; nothing for a placeholder."""
    urls = tomllib.loads(project_text)["project"].get("urls", {})
    found: str = urls.get(name, "").rstrip("/")
    return "" if urlsplit(found).hostname == PLACEHOLDER else found
