"""The first code of each lesson: a cell that brings its names, and the course if it is missing.

The lesson's author writes the imports; the build puts lines in front of them. Colab, Kaggle and the
like bring Jupyter and none of our packages. There these lines ask pip for the library's wheel,
which lies on the course's own site, and for packages that are missing. pip is told to leave
dependencies alone, so nothing that is installed there is replaced. Everywhere else they do nothing.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from course_lib.plain import write_whole
from course_tools.studio.build.lesson import Cell, Lesson

PROJECT, CITATION, README = "pyproject.toml", "CITATION.cff", "README.md"
VERSION = re.compile(r'^__version__ = "([^"]+)"', re.MULTILINE)
PLACEHOLDER = "example.org"
"""Reserved for examples: an address there is none."""

FIRST = "notebooks/00_start_here/00_start_here.ipynb"
OPENS = "[Read the course]({site}/index.html)"
HOSTS = (
    ", or open lesson 00 in [Colab](https://colab.research.google.com/github/{repository}/blob/HEAD/"
    "{first}) or [Kaggle](https://kaggle.com/kernels/welcome?src=https://github.com/{repository}/blob"
    "/HEAD/{first})"
)
"""What README says below the name, where the course has an address, and is kept by GitHub."""

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
    """Whether citation and README say name and addresses as the project does; now they do."""
    path, project = root / CITATION, (root / PROJECT).read_text(encoding="utf-8")
    name = course_name(project)
    library = (root / "course_lib" / "__init__.py").read_text(encoding="utf-8")
    version = VERSION.search(library)
    facts = {
        "title": f'"{name}: a course in notebooks"',
        "version": version[1] if version else "",
        "url": address(project, "Homepage"),
        "repository-code": address(project, "Repository"),
    }
    before = path.read_text(encoding="utf-8")
    lines = {line.partition(":")[0]: line for line in before.splitlines()}
    lines |= {key: f"{key}: {fact}" for key, fact in facts.items()}
    cited = [line for key, line in lines.items() if facts.get(key, line)]
    said = {path: "\n".join(cited) + "\n", root / README: _head(root, name, facts)}
    same = all(file.read_text(encoding="utf-8") == text for file, text in said.items())
    for file, text in said.items():
        write_whole(file, text)
    return same


def _head(root: Path, name: str, facts: Mapping[str, str]) -> str:
    """The README with this name, and with links below it where there are addresses."""
    where = urlsplit(facts["repository-code"])
    links = OPENS.format(site=facts["url"]) if facts["url"] else ""
    if links and where.hostname == "github.com":
        links += HOSTS.format(repository=where.path.strip("/"), first=FIRST)
    head = f"# {name}\n\n" + (f"{links}.\n\n" if links else "")
    text = (root / README).read_text(encoding="utf-8")
    begins = re.escape(OPENS.partition("(")[0])
    return re.sub(rf"\A# .*\n\n(?:{begins}.*\n\n)?", lambda _: head, text)


def course_name(project_text: str) -> str:
    """What the course is called."""
    name: str = tomllib.loads(project_text)["tool"]["course"]["name"]
    return name


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
