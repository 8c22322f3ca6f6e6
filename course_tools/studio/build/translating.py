"""A lesson in another language: its catalogue is brought up to date, and its notebook made.

The catalogues are in `course_lib/languages/`, as notebooks read them, too: one for each lesson and
one for what the library says. What is to be translated is read from the lesson's source, from the
data of its exercises and guesses, and from the code, where it stands behind `Say` or `_`. Code,
names of cells and of exercises, and what is graded are the same in every language. Docstrings,
comments, and the words that a given cell prints are part of the text, and translated; so are the
pictures that are there before a run, and what the site shows of one: a run in that language draws
them.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
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
from course_tools.notebooks import (
    NBFORMAT,
    SOURCES,
    STUDENTS,
    notebook_bytes,
    place,
    read_notebook,
)
from course_tools.studio.build.building import read_predictions
from course_tools.studio.build.first_cell import SAID
from course_tools.studio.build.lesson import HINTS, Cell, Lesson, handed_out, without_solutions
from course_tools.studio.build.notebooks import AGAIN, KEPT, STUB, digest, source_notebook
from course_tools.studio.build.pictures import images_of, question_shown
from course_tools.studio.build.running import run_solutions

FOLDER = Path("course_lib", "languages")
PICTURES = Path("course_tools", "studio", "build", "languages")
SITE = "site"
"""The catalogue of what is said around lessons: by the site, and by the build in each of them."""
SITE_FOLDER = Path("course_tools", "studio", "site")

Sentences = dict[str, str]
"""What is to be translated, in order, each with where it is used, or "" for a lesson's text."""


def languages(root: Path) -> list[str]:
    """The languages that there are beside English."""
    return sorted(path.name for path in (root / FOLDER).glob("*") if path.is_dir())


AROUND = re.compile(r'(?m)^( *)"""((?:.|\n)*?)"""|^( *)# (.+)$')
"""In a cell of code, what is told around it: a docstring, or a comment on a line of its own."""
BEHIND = re.compile(r"(?m)(?<=\S)  # (.+)$")
"""A comment behind a line of code."""
LITERAL = re.compile(r'f?"((?!"").+)"')
CAPTION = re.compile(r'\bcaption="([^"]+)"')
"""What the library looks up when it draws a picture of the text."""


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


def given_words(code: str) -> list[str]:
    r"""What a given cell says: its docstrings, its comments, and the words that it prints or shows.

    A literal stands as in the code, with its places for values. A name of one word is not one.

    >>> given_words('n = 3  # odd\nprint("odd", f"{n} is odd", hint("odd"), mine["odd"])')
    ['odd', 'odd', '{n} is odd']
    """
    texts = [*words_around(code), *BEHIND.findall(code), *_literals(code, ast.parse(code))]
    return [text for text in texts if re.search("[a-z]{2}", text)]


def with_given_words(code: str, texts: Mapping[str, str]) -> str:
    """The same given cell, speaking another language."""
    for text in _literals(code, ast.parse(code)):
        code = code.replace(f'"{text}"', f'"{texts.get(text, text)}"')
    code = BEHIND.sub(lambda match: f"  # {texts.get(match[1], match[1])}", code)
    return with_words_around(code, texts)


def _literals(code: str, node: ast.AST, *, printed: bool = False) -> list[str]:
    """The words in the texts of this part of a cell, but for names and for what isn't prose."""
    if isinstance(node, ast.Constant | ast.JoinedStr):
        found = LITERAL.fullmatch(ast.get_source_segment(code, node) or "")
        words = re.sub(r"\{[^{}']*\}", "", found[1]) if found else ""
        prose = re.search("[a-z]{2}", words) and not words.startswith("%")
        return [found[1]] if found and prose and (printed or " " in words) else []
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print":
        return [text for one in node.args for text in _literals(code, one, printed=True)]
    inside = ast.iter_child_nodes(node)
    return [text for one in inside for text in _literals(code, one)]


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
        elif _is_given(cell):
            words = words_around if cell.first else given_words
            found |= dict.fromkeys(words(cell.part.source), "in a given cell")
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
    """What the site's front page says, the table of its lessons, and what its pages add to it.

    With what the build writes into every lesson.
    """
    found = [*front_page(root), *SAID, AGAIN, STUB]
    for name, _, *words in lesson_rows(root):
        found += words if any(begun(each, [name], root) for each in languages(root)) else []
    code = sorted((root / SITE_FOLDER).rglob("*.py"))
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
    draw_again(language, lessons[name], root)
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
    around = catalogue(catalogue_path(language, SITE, root))
    questions = read_predictions(lesson, root)
    drawn = pictures(language, lesson.name, root, STUDENTS)
    made = deepcopy(notebook)
    for cell, node in zip(lesson.cells, made.cells, strict=True):
        if (ours := opened(node)) and (theirs := drawn.get(node.id, {})).get("of") == digest(ours):
            node.update(NBFORMAT.from_dict(theirs["shown"]))
        if cell.part.markdown:
            pieces = re.split(r"(\n\n+)", node.source)
            node.source = "".join(texts.get(piece, piece) for piece in pieces)
            # Its name tells what the English text is: `course update` has to know this one again.
            node.metadata["handed_out"] = digest(f"markdown\n{node.source}")
        elif cell.exercise:
            node.source = with_words_around(node.source, texts | around)
        elif cell.check:
            node.source = BEHIND.sub(lambda end: f"  # {around.get(end[1], end[1])}", node.source)
        elif cell.first:
            node.source = with_words_around(node.source, texts)
            for piece in SAID:
                node.source = node.source.replace(piece, around.get(piece, piece))
            node.source += f'\n__import__("os").environ["{VARIABLE}"] = "{language}"'
        elif _is_given(cell):
            node.source = with_given_words(node.source, texts)
            node.metadata["handed_out"] = digest(f"code\n{node.source}")
        elif cell.predict and node.outputs:
            with speaking(language):
                node.outputs = [question_shown(questions[cell.predict])]
        if "checksum" in node.metadata.get("nbgrader", {}):
            node.metadata.nbgrader.checksum = checksum(node)
    return made


def _is_given(cell: Cell) -> bool:
    """Whether it is code that students get to run as it is, and no check or guess."""
    return not (cell.part.markdown or cell.exercise or cell.check or cell.predict)


# --- what is shown of a run -----------------------------------------------------------------------


def opened(node: NotebookNode) -> str:
    """What this cell shows of pictures before it is run, in one text; "" where it shows none."""
    asks, shown = "predict" in node.metadata, {}
    if KEPT in node.metadata and not asks:
        shown["outputs"] = list(images_of(node.get("outputs", [])))
    if "attachments" in node:
        shown["attachments"] = node.attachments
    return json.dumps(shown, sort_keys=True) if shown else ""


def printed(node: NotebookNode) -> str:
    """What the site shows below this solved cell, in one text; "" where no language tells it.

    A check's verdict isn't shown there, a guess and a stepper live, and one picture alone is that
    with which the cell opens.
    """
    outputs = node.get("outputs", [])
    said = [str(one.get("text") or one.get("data", {}).get("text/plain")) for one in outputs]
    checks = node.metadata.get("nbgrader", {}).get("grade")
    opens = KEPT in node.metadata and len(outputs) == 1
    silent = checks or opens or "predict" in node.metadata or lives(node)
    return (
        ""
        if silent or not re.search("[a-z]{2}", " ".join(said))
        else json.dumps({"outputs": outputs})
    )


def lives(node: NotebookNode) -> bool:
    """Whether this cell shows a search or a game to step through, or a board to play on."""
    shown = [output.get("data", {}).get("text/plain", "") for output in node.get("outputs", ())]
    steps = any(text.startswith(("<PlayerWidget: ", "<Replay: ")) for text in shown)
    return steps or (any(shown) and "play_widget(" in node.source)


SHOWN = {STUDENTS: opened, SOURCES: printed}
"""What is kept in another language, of the cells of which edition."""


def pictures(language: str, name: str, root: Path, edition: str) -> dict[str, Any]:
    """By the names of this edition's cells, `of` what in English this is, and what is `shown`."""
    path = pictures_path(language, name, root)
    kept: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return dict(kept.get(edition, {}))


def old_pictures(language: str, name: str, root: Path) -> list[str]:
    """The names of cells that this language shows not at all, or older than the English."""
    return [
        node.id
        for edition, shown in SHOWN.items()
        for drawn in [pictures(language, name, root, edition)]
        for node in getattr(read_notebook(place(root, edition, name)), "cells", ())
        if (ours := shown(node)) and drawn.get(node.id, {}).get("of") != digest(ours)
    ]


def draw_again(language: str, lesson: Lesson, root: Path) -> None:
    """Run the lesson's solutions in the language where something that it shows is behind."""
    if not old_pictures(language, lesson.name, root):
        return
    source = translated(source_notebook(lesson), language, lesson, root)
    # Claims are about English words, and a run in English has held them.
    silent = replace(lesson, cells=tuple(replace(cell, claims=()) for cell in lesson.cells))
    with speaking(language):
        ran = run_solutions(silent, source, root).notebook
    found: dict[str, Any] = {edition: {} for edition in SHOWN}
    for edition, shown in SHOWN.items():
        ours = read_notebook(place(root, edition, lesson.name))
        for node, theirs in zip(ours.cells if ours else (), ran.cells, strict=True):
            if english := shown(node):
                kept = {key: node.metadata[key] for key in (KEPT,) if key in node.metadata}
                theirs.metadata |= kept
                said = json.loads(shown(theirs) or "{}")
                found[edition][node.id] = {"of": digest(english), "shown": said}
    path = pictures_path(language, lesson.name, root)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{json.dumps(found, indent=1, sort_keys=True)}\n", "utf-8", newline="\n")


def spoken(notebook: NotebookNode, language: str, lesson: Lesson, root: Path) -> NotebookNode:
    """The solved notebook in another language, with what a run in that language shows."""
    made = translated(notebook, language, lesson, root)
    drawn = pictures(language, lesson.name, root, SOURCES)
    for ours, node in zip(notebook.cells, made.cells, strict=True):
        if (english := printed(ours)) and drawn.get(node.id, {}).get("of") == digest(english):
            node.update(NBFORMAT.from_dict(drawn[node.id]["shown"]))
    return made


def pictures_path(language: str, name: str, root: Path) -> Path:
    """Where what this language shows of the lesson lies."""
    return root / PICTURES / language / f"{name}.json"
