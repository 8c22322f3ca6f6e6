"""A lesson in another language: its catalogue is brought up to date, and its notebook made.

The catalogues are in `course_lib/languages/`, as notebooks read them, too: one for each lesson and
one for what the library says. What is to be translated is read from the lesson's source, from the
data of its exercises and guesses, and from the code, where it stands behind `Say` or `_`. Code,
names of cells and of exercises, and what is graded are the same in every language. An exercise's
docstring is part of its text, and translated; so are the pictures that are there before a run,
which a run in that language draws.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from inspect import cleandoc
from io import BytesIO
from pathlib import Path
from typing import Any

from babel import localedata
from babel.messages import extract
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from nbformat import NotebookNode

from course_lib.commands.update import checksum
from course_lib.words import PLACE, VARIABLE, catalogue, speaking
from course_tools.notebooks import NBFORMAT, STUDENTS, notebook_bytes, place, read_notebook
from course_tools.studio.build.building import read_predictions
from course_tools.studio.build.lesson import HINTS, Lesson, handed_out, without_solutions
from course_tools.studio.build.notebooks import KEPT, digest, source_notebook
from course_tools.studio.build.pictures import images_of, question_shown
from course_tools.studio.build.running import run_solutions

FOLDER = Path("course_lib", "languages")
PICTURES = Path("course_tools", "studio", "build", "languages")
SITE = "site"
"""The catalogue of what the site says around the lessons: its front page, its lists."""
SITE_FOLDER = Path("course_tools", "studio", "site")

Sentences = dict[str, str]
"""What is to be translated, in order, each with where it is used, or "" for a lesson's text."""


def languages(root: Path) -> list[str]:
    """The languages that there are beside English."""
    return sorted(path.name for path in (root / FOLDER).glob("*") if path.is_dir())


AROUND = re.compile(r'(?m)^( *)"""((?:.|\n)*?)"""|^( *)# (.+)$')
"""In the cell of an exercise, what is told around its code: a docstring, or a comment."""
CAPTION = re.compile(r'\bcaption="([^"]+)"')
"""What the library looks up when it draws the picture; in a notebook, the code stays."""


def words_around(code: str) -> list[str]:
    r"""The paragraphs of the docstring of an exercise, and its comments.

    >>> words_around("# 1. Is it free?\nprint(1)  # it is")
    ['1. Is it free?']
    """
    found: list[str] = []
    for _, docstring, _, comment in AROUND.findall(code):
        found += [comment] if comment else paragraphs(cleandoc(docstring))
    return found


def with_words_around(code: str, texts: Mapping[str, str]) -> str:
    """The same code, told in another language."""

    def said(match: re.Match[str]) -> str:
        indent, docstring, before, comment = match.groups()
        if comment:
            return f"{before}# {texts.get(comment, comment)}"
        whole = "\n\n".join(texts.get(one, one) for one in paragraphs(cleandoc(docstring)))
        end = "\n" if "\n" in whole else ""
        lines = re.sub(r"\n(?!\n|$)", f"\n{indent}", whole)
        return f'{indent}"""{lines}{end and end + indent}"""'

    return AROUND.sub(said, code)


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a cell of prose."""
    return re.split(r"\n\n+", text)


def lesson_sentences(lesson: Lesson, root: Path) -> Sentences:
    """All that a reader of this lesson's notebook is told, but for what checks say of any function.

    The last hint is code, and stays as it is.
    """
    found: Sentences = {}
    for cell in lesson.cells:
        if cell.part.markdown:
            found |= dict.fromkeys(paragraphs(cell.part.source), "")
        elif cell.exercise:
            asked = without_solutions(cell.part.source)
            found |= dict.fromkeys(words_around(asked), f"around {cell.exercise}")
        else:
            found |= dict.fromkeys(CAPTION.findall(cell.part.source), "a caption")
    for cell in lesson.pictures:
        found |= dict.fromkeys(CAPTION.findall(cell.part.source), "a caption")
    for name, asked in read_predictions(lesson, root).items():
        because = filter(None, paragraphs(asked.get("because", "")))
        texts = (asked["question"], *asked.get("choices", ()), *because)
        found |= {text: f"guess {name}" for text in texts if re.search("[a-z]{2}", text)}
    for path in sorted((handed_out(lesson.name, root) / "exercises").glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        found |= dict.fromkeys(data["hints"][:HINTS], f"hint for {path.stem}")
        found |= {group["title"]: f"a kind of case of {path.stem}" for group in data["groups"]}
        found |= dict.fromkeys(data["mistakes"], f"a mistake in {path.stem}")
    cases = (root / "autograder_tests" / lesson.name).glob("*.py")
    return found | marked([*sorted(cases), *sorted(handed_out(lesson.name, root).glob("*.py"))])


def verdict_sentences(root: Path) -> Sentences:
    """What the library says, wherever it stands but in the folders of lessons."""
    library = root / "course_lib"
    paths = sorted(library.rglob("*.py"))
    return marked([path for path in paths if not path.match("lesson_[0-9][0-9]/*.py")])


def site_sentences(root: Path) -> Sentences:
    """What the site's front page says, the table of its lessons, and what its pages add to it."""
    found = front_page(root)
    for name, _, *words in lesson_rows(root):
        found += words if any(begun(each, [name], root) for each in languages(root)) else []
    code = sorted((root / SITE_FOLDER).glob("*.py"))
    return dict.fromkeys(filter(_has_words, found), "") | marked(code)


def front_page(root: Path) -> list[str]:
    """The paragraphs of the site's front page, without its lists of other pages."""
    return paragraphs(
        (root / SITE_FOLDER / "pages" / "index.md")
        .read_text("utf-8")
        .partition("\n```{toctree}")[0]
    )


def lesson_rows(root: Path) -> list[list[str]]:
    """What the README's table says of each lesson: name, minutes, question, what is written."""
    text = (root / "README.md").read_text(encoding="utf-8")
    return [
        [name, *(cell.strip() for cell in cells.strip(" |").split("|"))]
        for name, cells in re.findall(r"(?m)^\| `(\d\d_\w+)` (\|.*)$", text)
    ]


def _has_words(paragraph: str) -> bool:
    bare = re.sub(r"<[^>]*>|^\(.*\)=", "", paragraph)
    return re.search(r"[^\W\d_]{2}", bare) is not None


def marked(paths: Iterable[Path]) -> Sentences:
    """Every template that stands behind `Say` or `_` in these files, each with where."""
    found: Sentences = {}
    for path in paths:
        with path.open("rb") as code:
            for _, text, *_ in extract.extract("python", code, {"Say": None, "_": None}):
                if re.search(r"\w", PLACE.sub("", str(text))):
                    found.setdefault(str(text), path.name)
    return found


# --- catalogues -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class State:
    """How far the catalogue of a lesson, or of what checks say, has come."""

    name: str
    there: int
    missing: list[str]
    """Sentences without a translation, or with one of an older wording."""
    gone: list[str]
    """Sentences that are translated and said no more."""
    odd: list[str]
    """Sentences whose translation has other places for values than they have."""

    def __str__(self) -> str:
        return f"{self.name}: {self.there - len(self.missing)} of {self.there} sentences"

    def behind(self, *, all: bool) -> dict[str, list[str]]:  # noqa: A002
        """The sentences that somebody has to look at, by what is wrong with them."""
        wrong = {"is said no more": self.gone, "has other places for values": self.odd}
        return ({"to translate": self.missing} if all else {}) | wrong


def at(sentence: str) -> str:
    """The beginning of a sentence, in one line."""
    return repr(sentence if len(sentence) <= 70 else f"{sentence[:67]}...")


def wanted(name: str, root: Path, lessons: dict[str, Lesson]) -> Sentences:
    """What this catalogue should have: that of a lesson, `verdicts`, or `site`."""
    if name in lessons:
        return lesson_sentences(lessons[name], root)
    return site_sentences(root) if name == SITE else verdict_sentences(root)


def state(language: str, name: str, sentences: Sentences, root: Path) -> State:
    """How far this catalogue has come."""
    known = catalogue(catalogue_path(language, name, root))
    missing = [text for text in sentences if text not in known]
    places = {text: sorted(PLACE.findall(text)) for text in known}
    odd = [text for text, said in known.items() if sorted(PLACE.findall(said)) != places[text]]
    gone = [text for text in known if text not in sentences]
    return State(name, len(sentences), missing, gone, odd)


def refresh(language: str, name: str, sentences: Sentences, root: Path) -> None:
    """Bring the catalogue up to date: what has changed a little keeps its translation as a draft.

    A sentence with a draft is shown in English until somebody has looked at it and taken the word
    `fuzzy` away.
    """
    path = catalogue_path(language, name, root)
    old = path.read_bytes() if path.is_file() else b""
    known, fresh = read_po(BytesIO(old), locale=language), Catalog(locale=language)
    for text, note in sentences.items():
        fresh.add(text, auto_comments=[note] if note else ())
    known.update(fresh, update_header_comment=False)
    known.obsolete.clear()
    made = BytesIO()
    write_po(made, known, width=0, omit_header=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(made.getvalue().rstrip(b"\n") + b"\n")


def begun(language: str, lessons: Iterable[str], root: Path) -> list[str]:
    """The lessons that somebody has begun to translate into this language."""
    if not re.fullmatch("[a-z]{2,3}", language) or not localedata.exists(language):
        raise ValueError(f"{language!r} should be the code of a language, such as de or fr.")
    return [name for name in lessons if catalogue_path(language, name, root).is_file()]


def write(language: str, name: str, lessons: dict[str, Lesson], root: Path) -> None:
    """Bring this catalogue up to date; of a lesson, write the students' notebook, too."""
    refresh(language, name, wanted(name, root, lessons), root)
    if name not in lessons:
        return
    student = read_notebook(place(root, STUDENTS, name))
    if student is None:
        raise ValueError(f"{name} has not been built; course build makes its notebooks")
    draw_again(language, lessons[name], student, root)
    path = place(root / "dist", language, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(notebook_bytes(translated(student, language, lessons[name], root)))


def catalogue_path(language: str, name: str, root: Path) -> Path:
    """Where this catalogue lies."""
    return root / FOLDER / language / f"{name}.po"


# --- notebooks ------------------------------------------------------------------------------------


def editions(lesson: Lesson, notebook: NotebookNode | None, root: Path) -> dict[str, NotebookNode]:
    """This notebook of the lesson in each language into which somebody translates the lesson."""
    return {
        language: translated(notebook, language, lesson, root)
        for language in languages(root)
        if notebook is not None and begun(language, [lesson.name], root)
    }


def translated(notebook: NotebookNode, language: str, lesson: Lesson, root: Path) -> NotebookNode:
    """This edition of the lesson's notebook in another language; code stays, but for one line.

    The first cell of code, which the build writes, tells the kernel which language is read.
    """
    texts = catalogue(catalogue_path(language, lesson.name, root))
    questions = read_predictions(lesson, root)
    drawn = pictures(language, lesson.name, root)
    made = deepcopy(notebook)
    for cell, node in zip(lesson.cells, made.cells, strict=True):
        if (ours := opened(node)) and (theirs := drawn.get(node.id, {})).get("of") == digest(ours):
            node.update(NBFORMAT.from_dict(theirs["shown"]))
        if cell.part.markdown:
            pieces = re.split(r"(\n\n+)", node.source)
            node.source = "".join(texts.get(piece, piece) for piece in pieces)
            # Its name tells what the English text is: `course update` has to know this one again.
            node.metadata["handed_out"] = digest(f"markdown\n{node.source}")
        elif cell.first:
            node.source += f'\n__import__("os").environ["{VARIABLE}"] = "{language}"'
        elif cell.exercise:
            node.source = with_words_around(node.source, texts)
            if "checksum" in node.metadata.nbgrader:
                node.metadata.nbgrader.checksum = checksum(node)
        elif cell.predict and node.outputs:
            with speaking(language):
                node.outputs = [question_shown(questions[cell.predict])]
    return made


# --- pictures that are there before a run ---------------------------------------------------------


def opened(node: NotebookNode) -> str:
    """What this cell shows of pictures before it is run, in one text; "" where it shows none."""
    asks, shown = "predict" in node.metadata, {}
    if KEPT in node.metadata and not asks:
        shown["outputs"] = list(images_of(node.get("outputs", [])))
    if "attachments" in node:
        shown["attachments"] = node.attachments
    return json.dumps(shown, sort_keys=True) if shown else ""


def pictures(language: str, name: str, root: Path) -> dict[str, Any]:
    """By the names of the lesson's cells, `of` which pictures in English these are, and `shown`."""
    path = pictures_path(language, name, root)
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def old_pictures(language: str, name: str, root: Path) -> list[str]:
    """The names of cells whose pictures in this language are missing, or older than the English."""
    drawn, student = pictures(language, name, root), read_notebook(place(root, STUDENTS, name))
    return [
        node.id
        for node in (student.cells if student else ())
        if (ours := opened(node)) and drawn.get(node.id, {}).get("of") != digest(ours)
    ]


def draw_again(language: str, lesson: Lesson, student: NotebookNode, root: Path) -> None:
    """Draw the pictures of this lesson where they are behind: its solutions run in the language."""
    if not old_pictures(language, lesson.name, root):
        return
    with speaking(language):
        ran = run_solutions(lesson, source_notebook(lesson), root).notebook
    found = {}
    for node, theirs in zip(student.cells, ran.cells, strict=True):
        if ours := opened(node):
            theirs.metadata |= {key: node.metadata[key] for key in (KEPT,) if key in node.metadata}
            found[node.id] = {"of": digest(ours), "shown": json.loads(opened(theirs))}
    path = pictures_path(language, lesson.name, root)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{json.dumps(found, indent=1, sort_keys=True)}\n", "utf-8", newline="\n")


def pictures_path(language: str, name: str, root: Path) -> Path:
    """Where the pictures of this lesson lie in this language."""
    return root / PICTURES / language / f"{name}.json"
