"""Makes the site in a folder: what its pages are made from, and the order of the work."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

from babel import Locale
from sphinx.application import Sphinx

from course_lib.views import theme
from course_lib.views.export import html_page
from course_lib.words import Say, _, language, speaking, told
from course_tools.notebooks import read_notebook
from course_tools.studio.build import lessons as all_lessons
from course_tools.studio.build.edition import checked, last_change, write_edition
from course_tools.studio.build.translating import front_page, languages, lesson_rows
from course_tools.studio.build.wheel import write_wheel
from course_tools.studio.lectures import DEMOS
from course_tools.studio.lectures.figures import FOLDER, gallery
from course_tools.studio.site import living, pasting
from course_tools.studio.site.lessons import publish
from course_tools.studio.site.lite import make_lite
from course_tools.studio.site.reference import FOREIGN, write_reference

HERE = Path(__file__).parent
PAGES = HERE.relative_to(HERE.parents[2]) / "pages"
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

LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#|attachment:)([^)#]+)(#[^)]*)?\)")

TO_LITE = _("Open lesson 00 in the browser")
"""On the first page."""

TO_PASTE = _("Paste your own search")
"""Where the browser edition is, whose Python that page takes."""

ELSEWHERE = re.compile(r'<nav [^>]*data-language="(\w+)"')
"""What tells a page in another language: the list of lessons beside it."""

FORM = re.compile('<form class="bd-search[^>]*>')
OF_THE_THEME = (_("Search"), _("Contents"))
AROUND = re.compile(rf"([>\"]\s*)({'|'.join(OF_THE_THEME)})(\s*[<\"])")
"""The theme's own words around a page."""

UNREAD = {
    '<summary><span class="toctree': '<summary aria-label="More pages"><span class="toctree',
    '<div class="course-wide"': '<div class="course-wide" tabindex="0"',
}
"""What nobody could hear or reach without a mouse, and the same as one can."""

UNUSED = (
    "_static/searchtools.js",
    "_static/language_data.js",
    "_static/scripts/fontawesome.js",
    "_static/**/*.map",
)
LEFT_OUT = re.compile(
    r'\s*<script[^>]* src="[^"]*(?:fontawesome|searchtools|language_data|searchindex)\.js[^"]*">'
    r"\s*</script>"
)

STYLES = "_static/styles/theme.css"
BASIC = "_static/basic.css"
ASKED = '@import "../basic.css";'
"""By which the theme's style sheet asks for the other one, so that a page waits for one more."""

PICTURE = re.compile(r'<img (?=[^>]*src="(?:\.\./)?_images/)')

COLOUR = re.compile(r"\x1b\[[0-9;]*m")

SETTINGS = {
    "project": "Adversarial search",
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
        "footer_content_items": ["copyright.html"],
        "article_header_end": ["run.html", "article-header-buttons.html"],
    },
    "html_favicon": str(HERE / "style" / "icon.svg"),
    "html_sidebars": {"**": ["home.html", "search-button-field.html", "lists.html"]},
    "highlight_language": "none",
    "html_title": "Adversarial search",
    "html_static_path": [str(HERE / "style" / "site.css"), *map(str, theme.LETTERS.glob("*.ttf"))],
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
    "autodoc_mock_imports": FOREIGN,
    "add_module_names": False,
    "toc_object_entries": False,  # each name has a heading
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
        (extra / living.STEPPERS).mkdir(parents=True)
        edition = checked(root)
        write_edition(extra / EDITION, root, edition)
        living.write_scripts(extra / living.FOLDER)
        write_wheel(extra, root, edition)
        folder = source / "lessons"
        for lesson in all_lessons(root):
            tell(lesson.name)
            publish(lesson, root, folder, steppers=extra / living.STEPPERS if live else None)
        lessons = {f"lessons/{path.stem}": _title(path) for path in sorted(folder.glob("*.ipynb"))}
        tell("demonstrations and figures")
        shown = {
            "demonstrations": demonstrations(extra / living.STEPPERS),
            "figures": gallery(extra / FOLDER),
        }
        write_pages(source, root, lessons, shown, lite=lite)
        tell("pages")
        warnings = build_pages(source, extra, built, lessons, lite=lite)
        leave_out(built)
        tell("search")
        index_pages(built)
        if lite:
            tell("browser edition")
            make_lite(root, built / "lite", changed, edition)
            pasting.write_page(built)
        shutil.rmtree(out, ignore_errors=True)
        shutil.move(built, out)
    return warnings


def _title(lesson: Path) -> str:
    """What this notebook is headed by."""
    notebook = read_notebook(lesson)
    assert notebook is not None  # noqa: S101 - it has just been written
    return str(notebook.cells[0].source).partition("\n")[0].removeprefix("# ")


def demonstrations(folder: Path) -> str:
    """Markdown with all demonstrations running, each in a page that is written into this folder."""
    parts = []
    for demo in DEMOS.values():
        page = html_page(demo.make(), title=demo.line)
        (folder / f"{demo.name}.html").write_text(page, encoding="utf-8", newline="\n")
        shown = living.frame(f"{living.STEPPERS}/{demo.name}.html", demo.line.rstrip("."))
        parts.append(f"## {demo.line.rstrip('.')}\n\n`{demo.name}`: {demo.say}\n\n{shown}\n")
    return "\n".join(parts)


def write_pages(
    source: Path,
    root: Path,
    lessons: Mapping[str, str],
    shown: dict[str, str],
    *,
    lite: bool = False,
) -> None:
    """Write what Sphinx reads beside the lessons, whose pages come with their titles."""
    filled = {
        "lessons": "\n".join(page for page in lessons if not _language_of(page, lessons)),
        **shown,
        **front(root, lessons, lite=lite),
        **living.things(),
    }
    for place, name in COPIED.items():
        text = (root / place).read_text(encoding="utf-8")
        (source / name).write_text(_filled(text, filled, Path(place).parent), encoding="utf-8")
    shutil.copytree(root / PICTURES, source / "pictures")
    for spoken in languages(root):
        with speaking(spoken):
            text = "\n\n".join(map(told, front_page(root)))
            text = pasting.in_language(_filled(text, front(root, lessons, lite=lite), PAGES))
            pasting.write_pictures(source / "pictures")
        page = source / f"index_{spoken}.md"
        page.write_text(f"---\norphan: true\n---\n{text}\n", encoding="utf-8")
    write_reference(source / "api", root)


def _filled(text: str, filled: Mapping[str, str], here: Path) -> str:
    """This page with all that it asks for in it, and links that lead to the site's own pages."""
    text = re.sub(r"<!-- (\w+) -->", lambda found: filled.get(found[1], ""), text)
    return LINK.sub(partial(_link, here), text)


def front(root: Path, lessons: Mapping[str, str], *, lite: bool) -> dict[str, str]:
    """What stands in the front page, in the language that is spoken."""
    run = '<a class="course-run" href="{}">{}</a>'
    first = "lessons/00_start_here" + (f"_{language()}" if language() else "")
    start = f"lite/lab/index.html?path=notebooks/{_notebook(first, lessons)}"
    return {
        "titles": lesson_list(root, lessons),
        "browser": run.format(start, told(TO_LITE)) * lite,
        "paste": run.format(f"{pasting.FOLDER}/index.html", told(TO_PASTE)) * lite,
        "first": living.first(),
    }


def lesson_list(root: Path, lessons: Mapping[str, str]) -> str:
    """The lessons as the front page lists them: what each asks, how long it takes, what one writes.

    One that is not there in the language that is spoken is shown in English.
    """
    items = []
    for name, minutes, question, written in lesson_rows(root):
        page, spoken = f"lessons/{name}_{language()}", language()
        if page not in lessons:
            page, spoken = f"lessons/{name}", ""
        with speaking(spoken):
            asked = told(question)
            wrote = told(Say("{n} minutes; you write {what}", n=minutes, what=told(written)))
        said = ' lang="en"' * (spoken != language())
        items.append(
            f'<li{said}><a href="{page}.html"><span>{name[:2]}</span> '
            f"{escape(lessons[page].partition(':')[0])}</a>"
            f"<p>{asked[0].upper()}{escape(asked[1:])}</p><small>{escape(wrote)}</small></li>"
        )
    return f'<ol class="course-lessons">{"".join(items)}</ol>'


def build_pages(
    source: Path, extra: Path, out: Path, lessons: Mapping[str, str], *, lite: bool = False
) -> list[str]:
    """Let Sphinx make its pages, in English and with no clock; what it warned of."""
    warnings = io.StringIO()
    settings = SETTINGS | {"html_extra_path": [str(extra)]}
    pages = [*lessons, *(path.stem for path in sorted(source.glob("index*.md")))]
    settings["html_context"] = {
        "lite": lite,
        "default_mode": "auto",  # as the reader's system
        "editions": editions_of(pages),
        "lists": {
            page: _list(page, lessons)
            for page in pages
            if page in lessons or _language_of(page, pages)
        },
        "notebooks": {page: _into_lite(page, lessons) for page in lessons},
    }
    os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800")
    app = Sphinx(source, None, out, out.with_name("trees"), "html", settings, None, warnings)
    for step in ("index_page", "dump_search_index"):  # Pagefind finds words
        setattr(app.builder, step, lambda *_: None)
    app.build()
    shutil.rmtree(out / "_sources", ignore_errors=True)
    (out / ".buildinfo").unlink(missing_ok=True)
    return [COLOUR.sub("", line) for line in warnings.getvalue().splitlines() if line.strip()]


def editions_of(pages: Sequence[str]) -> dict[str, list[tuple[str, str, str]]]:
    """For a page those in other languages: the page, the language and its name."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for page in pages:
        if language := _language_of(page, pages):
            other = page.removesuffix(f"_{language}")
            name = Locale.parse(language).get_language_name() or language
            found.setdefault(other, []).append((page, language, name))
            found[page] = [(other, "en", "English")]
    return found


def _language_of(page: str, pages: Container[str]) -> str:
    """The language of this page; "" for English."""
    other, _, language = page.rpartition("_")
    return language if other in pages else ""


def _notebook(page: str, lessons: Container[str]) -> str:
    """Where the notebook of this page of a lesson lies in the browser edition."""
    language = _language_of(page, lessons)
    name = page.removeprefix("lessons/").removesuffix(f"_{language}")
    return f"{language}/{name}/{name}.ipynb" if language else f"{name}/{name}.ipynb"


def _into_lite(page: str, lessons: Container[str]) -> tuple[str, str, str]:
    """Where this lesson lies in the browser edition, and what stands on the two ways there."""
    with speaking(_language_of(page, lessons)):
        words = told(_("Run it in the browser")), told(_("Go on in the browser edition"))
    return _notebook(page, lessons), *words


def _list(page: str, lessons: Mapping[str, str]) -> dict[str, Any]:
    """What stands beside this page: the lessons in its language, or else in English."""
    spoken = _language_of(page, [*lessons, "index"])
    own = {f"{one}_{spoken}" for one in lessons} & lessons.keys()
    known = [one for one in lessons if _language_of(one, lessons) in ("", spoken)]
    shown = {one: one in own for one in known if f"{one}_{spoken}" not in own}
    with speaking(spoken):
        more = told(_("All else, in English")) if spoken else "All pages"
        words = {"lessons": told(_("Lessons")), "more": more}
    entries = [(one, lessons[one], spoken if mine else "en") for one, mine in shown.items()]
    home = f"index_{spoken}" if spoken else "index"
    return {"language": spoken, "words": words, "lessons": entries, "home": home}


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
    up by Pagefind. The theme's two style sheets become one.
    """
    for page in out.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        text = PICTURE.sub('<img loading="lazy" ', LEFT_OUT.sub("", text))
        for old, new in UNREAD.items():
            text = text.replace(old, new)
        if spoken := ELSEWHERE.search(text):
            text = text.replace('<html lang="en"', f'<html lang="{spoken[1]}"', 1)
            text = FORM.sub(rf'\g<0><input type="hidden" name="lang" value="{spoken[1]}">', text)
            with speaking(spoken[1]):
                text = AROUND.sub(lambda word: f"{word[1]}{told(word[2])}{word[3]}", text)
        page.write_text(text, encoding="utf-8", newline="\n")
    theme, basic = (out / name for name in (STYLES, BASIC))
    asking = theme.read_text(encoding="utf-8")
    if ASKED not in asking:
        raise ValueError(f"the theme's style sheet no longer says {ASKED!r}; change ASKED")
    inside = basic.read_text(encoding="utf-8").replace("url(", "url(../")
    theme.write_text(asking.replace(ASKED, inside), encoding="utf-8", newline="\n")
    for name in (BASIC, *UNUSED):
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
