"""Makes the site in a folder: what its pages are made from, and the order of the work."""

from __future__ import annotations

import importlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile
from pathlib import Path

from babel import Locale
from sphinx.application import Sphinx

from course_lib.views.export import html_page
from course_tools.studio.build import lessons as all_lessons
from course_tools.studio.build.edition import last_change, write_edition
from course_tools.studio.build.wheel import write_wheel
from course_tools.studio.lectures import DEMOS
from course_tools.studio.lectures.figures import FOLDER, gallery
from course_tools.studio.site import living, pasting
from course_tools.studio.site.lessons import STEPPERS, frame, publish
from course_tools.studio.site.lite import make_lite

HERE = Path(__file__).parent
EDITION = "student-edition.zip"
COPIED = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "course_tools/arena/server/PROTOCOL.md": "protocol.md",
    "course_lib/views/README.md": "views.md",
    "deploy/README.md": "classrooms.md",
    **{
        path.relative_to(HERE.parents[2]).as_posix(): path.name
        for path in sorted((HERE / "pages").glob("*.md"))
    },
}
"""Pages that stand elsewhere in the course, and what the site calls them."""

PICTURES = ".github/pictures"

API = ("game", "games", "search", "watching", "play", "views", "checks", "questions")
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#|attachment:)([^)#]+)(#[^)]*)?\)")

TO_LITE = (
    '<a class="course-run" href="lite/lab/index.html?path='
    'notebooks/00_start_here/00_start_here.ipynb">Open lesson 00 in the browser</a>'
)
"""On the first page; a lesson's own is in `style/run.html`."""

TO_PASTE = f'<a class="course-run" href="{pasting.FOLDER}/index.html">Paste your own search</a>'
"""Where the browser edition is, whose Python that page takes."""

UNUSED = (
    "searchindex.js",
    "_static/searchtools.js",
    "_static/language_data.js",
    "_static/scripts/fontawesome.js",
    "_static/**/*.map",
)
LEFT_OUT = re.compile(
    r'\s*<script[^>]* src="[^"]*(?:fontawesome|searchtools|language_data|searchindex)\.js[^"]*">'
    r"\s*</script>"
)

PICTURE = re.compile(r'<img (?=[^>]*src="(?:\.\./)?_images/)')

COLOUR = re.compile(r"\x1b\[[0-9;]*m")

SETTINGS = {
    "project": "Adversarial search",
    "author": "the course authors",
    "copyright": "the course authors, MIT License",
    "language": "en",
    "extensions": ["myst_nb", "sphinx.ext.autodoc", "course_tools.studio.site.formulas"],
    "root_doc": "index",
    "default_role": "code",  # docstrings write names in single backticks
    "html_theme": "sphinx_book_theme",
    "html_theme_options": {
        "use_download_button": False,
        "use_fullscreen_button": False,
        "navbar_persistent": [],
        "article_header_end": ["run.html", "article-header-buttons.html"],
    },
    "html_favicon": str(HERE / "style" / "icon.svg"),
    "html_sidebars": {"**": ["home.html", "search-button-field.html", "sbt-sidebar-nav.html"]},
    "highlight_language": "none",
    "html_title": "Adversarial search",
    "html_static_path": [str(HERE / "style" / "site.css")],
    "html_css_files": ["site.css"],
    "html_copy_source": False,
    "html_show_sourcelink": False,
    "html_math_renderer": "mathml",
    "templates_path": [str(HERE / "style")],
    "nb_execution_mode": "off",  # the outputs are those of the solved notebooks
    "nb_merge_streams": True,
    "nb_render_markdown_format": "myst",
    "myst_enable_extensions": ["dollarmath"],
    "myst_heading_anchors": 3,
    "autodoc_member_order": "bysource",
    "autodoc_typehints": "none",
    "suppress_warnings": ["myst.header", "ref.python"],
}


def make_site(
    root: Path,
    out: Path,
    *,
    live: bool = True,
    lite: bool = False,
    tell: Callable[[str], None] = print,
) -> list[str]:
    """Write the site of the course in `root` into the folder `out`; the warnings that Sphinx gave.

    With `live`, lessons run once more, so that their steppers step; with `lite`, the browser
    edition lies in it.
    """
    changed = last_change(root)
    with tempfile.TemporaryDirectory() as work:
        source, extra, built = (Path(work, name) for name in ("source", "extra", "built"))
        (source / "lessons").mkdir(parents=True)
        (extra / STEPPERS).mkdir(parents=True)
        write_edition(extra / EDITION, root)
        living.write_scripts(extra / living.FOLDER)
        write_wheel(extra, root)
        names = []
        for lesson in all_lessons(root):
            tell(lesson.name)
            steppers = extra / STEPPERS if live else None
            folder = source / "lessons"
            place = publish(lesson, root, folder, steppers=steppers)
            names.append(f"lessons/{place.stem}")
        tell("demonstrations and figures")
        shown = {
            "demonstrations": demonstrations(extra / STEPPERS),
            "figures": gallery(extra / FOLDER),
        }
        write_pages(source, root, names, shown, lite=lite)
        tell("pages")
        warnings = build_pages(source, extra, built, lite=lite)
        leave_out(built)
        tell("search")
        index_pages(built)
        if lite:
            tell("browser edition")
            make_lite(root, built / "lite", changed)
            pasting.write_page(built)
        shutil.rmtree(out, ignore_errors=True)
        shutil.move(built, out)
    return warnings


def demonstrations(folder: Path) -> str:
    """Markdown with all demonstrations running, each in a page that is written into this folder."""
    parts = []
    for demo in DEMOS.values():
        page = html_page(demo.make(), title=demo.line)
        (folder / f"{demo.name}.html").write_text(page, encoding="utf-8", newline="\n")
        shown = frame(f"{STEPPERS}/{demo.name}.html", demo.line.rstrip("."))
        parts.append(f"## {demo.line.rstrip('.')}\n\n`{demo.name}`: {demo.say}\n\n{shown}\n")
    return "\n".join(parts)


def write_pages(
    source: Path, root: Path, lessons: list[str], shown: dict[str, str], *, lite: bool = False
) -> None:
    """Write what Sphinx reads beside the lessons."""
    filled = {
        "lessons": "\n".join(lessons),
        "titles": lesson_table(root),
        **shown,
        "browser": TO_LITE * lite,
        "paste": TO_PASTE * lite,
        "first": living.first(),
        **living.things(),
        "reference": "\n".join(f"api/{room}" for room in API),
    }
    for place, name in COPIED.items():
        text = (root / place).read_text(encoding="utf-8")
        text = re.sub(r"<!-- (\w+) -->", lambda found: filled.get(found[1], ""), text)
        here = Path(place).parent
        text = LINK.sub(partial(_link, here), text)
        (source / name).write_text(text, encoding="utf-8")
    shutil.copytree(root / PICTURES, source / "pictures")
    (source / "api").mkdir()
    for room in API:
        exported = hasattr(importlib.import_module(f"course_lib.{room}"), "__all__")
        options = ("members", "undoc-members", *(("imported-members",) if exported else ()))
        lines = [f".. automodule:: course_lib.{room}", *(f"   :{option}:" for option in options)]
        text = "\n".join([f"# `course_lib.{room}`\n", "```{eval-rst}", *lines, "```\n"])
        (source / "api" / f"{room}.md").write_text(text, encoding="utf-8")


def lesson_table(root: Path) -> str:
    """The README's table of the lessons, in which each name leads to its page."""
    lines = (root / "README.md").read_text(encoding="utf-8").splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("| lesson "))
    table = "\n".join(takewhile(bool, lines[start:]))
    return re.sub(r"(?m)^\| `(\w+)`", r"| [](lessons/\1.ipynb)", table)


def build_pages(source: Path, extra: Path, out: Path, *, lite: bool = False) -> list[str]:
    """Let Sphinx make its pages, in English and with no clock; what it warned of."""
    warnings = io.StringIO()
    settings = SETTINGS | {"html_extra_path": [str(extra)]}
    pages = [path.stem for path in sorted((source / "lessons").glob("*.ipynb"))]
    settings["html_context"] = {
        "lite": lite,
        "default_mode": "auto",  # as the reader's system
        "editions": editions_of(pages),
        "notebooks": {page: _notebook(page, pages) for page in pages},
    }
    os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800")
    app = Sphinx(source, None, out, out.with_name("trees"), "html", settings, None, warnings)
    app.build()
    shutil.rmtree(out / "_sources", ignore_errors=True)
    (out / ".buildinfo").unlink(missing_ok=True)
    return [COLOUR.sub("", line) for line in warnings.getvalue().splitlines() if line.strip()]


def editions_of(pages: Sequence[str]) -> dict[str, list[tuple[str, str, str]]]:
    """For a page of a lesson those in other languages: the page, the language and its name."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for page in pages:
        lesson, _, language = page.rpartition("_")
        if lesson in pages:
            name = Locale.parse(language).get_language_name() or language
            found.setdefault(lesson, []).append((page, language, name))
            found[page] = [(lesson, "en", "English")]
    return found


def _notebook(page: str, pages: Sequence[str]) -> str:
    """Where the notebook of this page lies in the browser edition."""
    lesson, _, language = page.rpartition("_")
    return f"{language}/{lesson}/{lesson}.ipynb" if lesson in pages else f"{page}/{page}.ipynb"


def index_pages(out: Path) -> None:
    """Add what the search page looks things up in; nothing of it asks another machine."""
    words = [sys.executable, "-m", "pagefind_bin", "--site", str(out), "--root-selector", "article"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    if done.returncode:
        raise ValueError(f"the index for the search was not made: {done.stderr.strip()}")
    entry = out / "pagefind" / "pagefind-entry.json"  # its languages come in any order
    told = json.loads(entry.read_text(encoding="utf-8"))
    text = json.dumps(told, sort_keys=True, ensure_ascii=False)
    entry.write_text(text, encoding="utf-8", newline="\n")


def leave_out(out: Path) -> None:
    """Take out what the theme brings and no page needs: most of what a phone would load.

    Pictures are asked for when they come near. Icons are drawn by `site.css`, and words are looked
    up by Pagefind.
    """
    for page in out.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        text = PICTURE.sub('<img loading="lazy" ', LEFT_OUT.sub("", text))
        if 'hreflang="en"' in text:  # the way back from another language
            language = page.stem.rpartition("_")[2]
            text = text.replace('<html lang="en"', f'<html lang="{language}"', 1)
        page.write_text(text, encoding="utf-8", newline="\n")
    for name in UNUSED:
        for path in out.glob(name):
            path.unlink()


def _link(here: Path, found: re.Match[str]) -> str:
    """A link to a page of the site; of one to another file of the course the words stay."""
    mark, words, address, part = found.groups()
    there = os.path.normpath(here / address).replace(os.sep, "/")
    if there.startswith(PICTURES):
        return f"![{words}](pictures{there.removeprefix(PICTURES)})"
    if there in COPIED:
        return f"{mark}[{words}]({COPIED[there]}{part or ''})"
    kept = "/" in address and address.split("/")[0] in {"lessons", "api"}
    return found[0] if kept else words
