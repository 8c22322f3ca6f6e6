"""A lesson in another language: its catalogue is brought up to date, and its notebook made.

The catalogues are in `course_lib/languages/`, as notebooks read them, too: one for each lesson and
one for what checks say. What is to be translated is read from the lesson's source, from the data of
its exercises and guesses, and from the code of the checks. Code, names of cells and of exercises,
and what is graded are the same in every language.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from babel import localedata
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from nbformat import NotebookNode

from course_lib.checks.languages import PLACE, VARIABLE, catalogue, speaking
from course_tools.build.building import read_predictions
from course_tools.build.lesson import HINTS, Lesson
from course_tools.build.pictures import question_shown
from course_tools.notebooks import STUDENTS, notebook_bytes, place, read_notebook

FOLDER = Path("course_lib", "languages")
SILENT = {
    *("breaking", "changing", "defending", "languages", "lending", "mistakes", "observing"),
    *("scenes", "secret"),
}
"""What in `course_lib/checks` says nothing in a verdict, or nothing to students."""

WORDS = re.compile(r"[A-Za-z][,:;]? [A-Za-z(`{\d]|[a-z]{3,} ?\{|\} [a-z]{2,}")
"""What makes a text of the code a sentence."""
WORD = re.compile("[A-Za-z][a-z]+")
CODE = re.compile(r"^(from|import) |<\w+|^ as |^views\.|^given = ")
VALUE = re.compile(r"\(\d+(, \d+)*\)|\b\d+\b")
"""A value in a sentence that belongs to one case."""
NOT_SAID = {" starts at ", "gives", "math", "one of", "out of reach", "very close."}
"""What only looks like one."""

Sentences = dict[str, str]
"""What is to be translated, in order, each with where it is used, or "" for a lesson's text."""


def languages(root: Path) -> list[str]:
    """The languages that there are beside English."""
    return sorted(path.name for path in (root / FOLDER).glob("*") if path.is_dir())


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
    for name, asked in read_predictions(lesson, root).items():
        because = filter(None, paragraphs(asked.get("because", "")))
        texts = (asked["question"], *asked.get("choices", ()), *because)
        found |= {text: f"guess {name}" for text in texts if re.search("[a-z]{2}", text)}
    for path in sorted((root / "course_lib" / "lessons" / lesson.name).glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        found |= dict.fromkeys(data["hints"][:HINTS], f"hint for {path.stem}")
        found |= {group["title"]: f"a kind of case of {path.stem}" for group in data["groups"]}
        found |= dict.fromkeys(data["mistakes"], f"a mistake in {path.stem}")
        known = [case.get("known", "{}") for group in data["groups"] for case in group["cases"]]
        for text in dict.fromkeys(known):
            said = filter(WORDS.search, _texts_in(ast.literal_eval(_plain(text))))
            found |= {numbered(VALUE.sub("{}", one)): f"said of {path.stem}" for one in said}
    judges = root / "course_lib" / "lessons" / lesson.name / "judges.py"
    return found | (_sentences_of(judges) if judges.is_file() else {})


def _plain(text: str) -> str:
    """A case's `known` without the numbers that only Python's own names have."""
    return re.sub(r"(?<![\w'])-?inf\b", "0", text)


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple | set):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts_in(one)


def numbered(text: str) -> str:
    """The text with a number in each place that something is put into."""
    parts = text.split("{}")
    numbers = (f"{{{number}}}" for number in range(1, len(parts)))
    return "".join(part + next(numbers, "") for part in parts)


def verdict_sentences(root: Path) -> Sentences:
    """What checks say, read from their code: each text of two words or more, values numbered."""
    found: Sentences = {"1,000": "how thousands are set apart", " and ": "in a row of three"}
    for path in sorted((root / "course_lib" / "checks").glob("*.py")):
        if path.stem not in SILENT:
            found = _sentences_of(path) | found
    return found


def _sentences_of(path: Path) -> Sentences:
    """The sentences in this file of code."""
    texts = _said(ast.parse(path.read_text(encoding="utf-8")))
    texts = (text for text in texts if not CODE.search(text) and text not in NOT_SAID)
    return dict.fromkeys(map(numbered, texts), path.name)


def _said(node: ast.AST) -> Iterator[str]:
    """The sentences in this code, and single words of which it takes one or another."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Raise() | ast.Expr(value=ast.Constant()) | ast.FunctionDef(name="_all"):
                continue
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"))):
                continue
            case ast.Call(func=ast.Name(id="many"), args=[_, *words]):
                one, *more = map(_text, words)
                yield from (f"1 {one}", f"{{}} {more[0] if more else one + 's'}")
                continue
            case ast.Call(func=ast.Name(id="_all"), args=[_, ast.Constant(value=str(one))]):
                yield from (f"the {one}", f"both {one}s", f"all {{}} {one}s")
            case ast.Assign(targets=[target]) if _is_constant(target):
                yield from filter(WORD.fullmatch, map(_text, _several(child)))
            case ast.Call(func=ast.Name(id="told"), args=[said]):
                yield from filter(re.compile("[a-z]{2}").search, [_text(said)])
            case ast.IfExp(body=this, orelse=that):
                yield from filter(WORD.fullmatch, map(_text, (this, that)))
            case ast.Constant(value=str()):
                yield from filter(WORDS.search, [_text(child)])
            case ast.JoinedStr(values=parts):
                yield from filter(WORDS.search, [_text(child)])
                for part in parts:
                    yield from _said(part) if isinstance(part, ast.FormattedValue) else ()
                continue
        yield from _said(child)


def _text(node: ast.AST) -> str:
    """The text that this code is, with `{}` for each value in it; "" for other code."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_text(one) if isinstance(one, ast.Constant) else "{}" for one in parts)
    return ""


def _is_constant(target: ast.expr) -> bool:
    names = target.elts if isinstance(target, ast.Tuple) else [target]
    return all(isinstance(name, ast.Name) and name.id.isupper() for name in names)


def _several(node: ast.Assign) -> list[ast.expr]:
    """The values to the right of `A, B = ...`, or the one to the right of `A = ...`."""
    both = isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple)
    return node.value.elts if both and isinstance(node.value, ast.Tuple) else [node.value]


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
    """What this catalogue should have: that of a lesson, or `verdicts`."""
    return lesson_sentences(lessons[name], root) if name in lessons else verdict_sentences(root)


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
    for key in [key for key, message in known.obsolete.items() if not message.string]:
        del known.obsolete[key]
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
    made = deepcopy(notebook)
    for cell, node in zip(lesson.cells, made.cells, strict=True):
        if cell.part.markdown:
            pieces = re.split(r"(\n\n+)", node.source)
            node.source = "".join(texts.get(piece, piece) for piece in pieces)
        elif cell.first:
            node.source += f'\n__import__("os").environ["{VARIABLE}"] = "{language}"'
        elif cell.predict and node.outputs:
            with speaking(language):
                node.outputs = [question_shown(questions[cell.predict])]
    return made
