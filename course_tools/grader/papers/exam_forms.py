"""Questions in the forms that other programs read, and as pages to print."""

from __future__ import annotations

import base64
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from course_lib.plain import write_whole
from course_lib.questions.predicting import blocks
from course_lib.questions.question import Card
from course_lib.views.dots import png_bytes

_PICTURE_WIDTH = 640


def _image(svg: str) -> str:
    """A drawing as an image inside the page, of dots: some programs show no SVG."""
    data = base64.b64encode(png_bytes(svg, width=_PICTURE_WIDTH, paper="white")).decode()
    return f'<p><img alt="the picture of this question" src="data:image/png;base64,{data}"></p>'


def _asked(question: Card) -> str:
    """The question with its picture, as HTML."""
    return blocks(question.text) + (_image(question.picture) if question.picture else "")


def _slip(one: Card, choice: str) -> str:
    """What somebody reads who has chosen this, or "": the mistake that leads there."""
    mistake = one.slips.get(choice, "")
    return blocks(f"{choice} is what comes of {mistake}.") if mistake else ""


def _named(questions: Sequence[Card]) -> list[tuple[str, Card]]:
    """The questions with names: their own, or numbers."""
    return [(one.name or f"{at:03}", one) for at, one in enumerate(questions, 1)]


# --- Moodle ---------------------------------------------------------------------------------------


def gift(questions: Sequence[Card], title: str) -> bytes:
    """GIFT, the text that Moodle imports; whatever stands behind the answer is shown after it."""
    return (
        "\n\n".join(
            [f"$CATEGORY: {title}", *(_gift(name, one) for name, one in _named(questions))]
        ).encode()
        + b"\n"
    )


def _gift(name: str, one: Card) -> str:
    if one.is_number:
        body = f"#{one.right[0]}:{one.within:g}"
    elif one.choices:
        body = " ".join(
            "~="[choice in one.right]
            + _plain(choice)
            + (f"#{_plain(slip)}" if (slip := _slip(one, choice)) else "")
            for choice in one.choices
        )
    else:
        body = " ".join("=" + _plain(answer) for answer in one.right)
    because = f" ####{_plain(blocks(one.because))}" if one.because else ""
    return f"::{_plain(name)}:: [html]{_plain(_asked(one))} {{{body}{because}}}"


def _plain(words: str) -> str:
    """Text in which none of GIFT's own signs is one, on one line."""
    return re.sub(r"([\\~=#{}:])", r"\\\1", words).replace("\n", " ")


def moodle(questions: Sequence[Card], title: str) -> bytes:
    """Moodle's own XML."""
    quiz = ET.Element("quiz")
    category = ET.SubElement(quiz, "question", type="category")
    _text(ET.SubElement(category, "category"), f"$course$/{title}")
    for name, one in _named(questions):
        kind = "numerical" if one.is_number else "multichoice" if one.choices else "shortanswer"
        question = ET.SubElement(quiz, "question", type=kind)
        _text(ET.SubElement(question, "name"), name)
        _text(ET.SubElement(question, "questiontext", format="html"), _asked(one))
        _text(ET.SubElement(question, "generalfeedback", format="html"), blocks(one.because))
        ET.SubElement(question, "defaultgrade").text = "1"
        if kind == "multichoice":
            ET.SubElement(question, "single").text = "true"
            ET.SubElement(question, "shuffleanswers").text = "true"
        for choice in one.choices or one.right:
            right = "100" if choice in one.right else "0"
            answer = ET.SubElement(question, "answer", fraction=right, format="plain_text")
            _text(answer, choice)
            _text(ET.SubElement(answer, "feedback", format="html"), _slip(one, choice))
            if kind == "numerical":
                ET.SubElement(answer, "tolerance").text = f"{one.within:g}"
    ET.indent(quiz)
    return ET.tostring(quiz, encoding="utf-8", xml_declaration=True) + b"\n"


def _text(parent: ET.Element, words: str) -> None:
    ET.SubElement(parent, "text").text = words


# --- Anki -----------------------------------------------------------------------------------------


def anki(questions: Sequence[Card], title: str) -> bytes:
    """The text that Anki imports: a note on each line, its front, its back, and its lesson."""
    head = (
        f"#separator:tab\n#html:true\n#deck:{title}\n#columns:Front\tBack\tTags\n#tags column:3\n"
    )
    return (head + "".join(map(_note, questions))).encode()


def _note(one: Card) -> str:
    """A note: Anki takes no pictures out of a text, so a tree or a board stands in words."""
    drawn = f"<pre>{escape(one.words)}</pre>" if one.words else ""
    listed = "".join(f"<li>{escape(choice)}</li>" for choice in one.choices)
    front = blocks(one.text) + drawn + (f"<ul>{listed}</ul>" if listed else "")
    slips = "".join(_slip(one, choice) for choice in one.choices)
    back = f"<p>{escape(' or '.join(one.right))}</p>{blocks(one.because)}{slips}"
    fields = (front, back, one.name.replace(" ", "_"))
    return "\t".join(re.sub(r"\s*\n", "<br>", part).replace("\t", " ") for part in fields) + "\n"


# --- plain text, and Canvas -----------------------------------------------------------------------


def markdown(questions: Sequence[Card], title: str, pictures: str = "") -> str:
    """Plain text that people can read, and that text2qti makes a quiz of.

    The drawings are named as files 001.png and so on in the folder `pictures`.
    """
    texts = [
        _markdown(one, f"{pictures}/{at:03}.png" if one.picture else "")
        for at, one in enumerate(questions, 1)
    ]
    return "\n\n".join([f"Quiz title: {title}", *texts]) + "\n"


def _markdown(one: Card, picture: str) -> str:
    asked = re.sub(r"\n- ", "\n\n- ", one.text.strip(), count=1)
    paragraphs = asked + (f"\n\n![the picture of this question]({picture})" if picture else "")
    lines = ["1.  " + paragraphs.replace("\n", "\n    ").replace("    \n", "\n")]
    if one.because:
        lines.append(f"... {' '.join(one.because.split())}")
    if one.is_number and abs(float(one.right[0])) > one.within:
        lines.append(f"=   {one.right[0]}" + (f" +- {one.within:g}" if one.within else ""))
    elif one.choices:
        lines += [
            f"{'*' if choice in one.right else ''}{chr(ord('a') + at)}) {choice}"
            for at, choice in enumerate(one.choices)
        ]
    else:  # Canvas knows no number that may be 0
        lines += [f"*   {answer}" for answer in one.right]
    return "\n".join(lines)


def write_markdown(questions: Sequence[Card], title: str, to: Path) -> None:
    """The text, and its drawings in a folder beside it that is called like it."""
    folder = to.with_name(f"{to.stem}-pictures")
    for at, one in enumerate(questions, 1):
        if one.picture:
            folder.mkdir(exist_ok=True)
            picture = png_bytes(one.picture, width=_PICTURE_WIDTH, paper="white")
            write_whole(folder / f"{at:03}.png", picture)
    write_whole(to, markdown(questions, title, folder.name))


def qti(questions: Sequence[Card], title: str, to: Path) -> None:
    """A package of QTI 1.2, which Canvas imports; text2qti makes it."""
    if find_spec("text2qti") is None:
        raise ValueError(
            "a .zip for Canvas is made by text2qti, which is missing: pip install text2qti"
        )
    with tempfile.TemporaryDirectory() as place:
        source = Path(place) / "quiz.md"
        write_markdown(questions, title, source)
        words = [sys.executable, "-c", "from text2qti.cmdline import main; main()", source.name]
        done = subprocess.run(  # noqa: S603 - our own Python, our own file
            words, cwd=place, capture_output=True, text=True, check=False
        )
        made = source.with_suffix(".zip")
        if done.returncode or not made.exists():
            raise ValueError(f"text2qti could not make the quiz: {done.stderr.strip()[-500:]}")
        write_whole(to, made.read_bytes())


# --- paper ----------------------------------------------------------------------------------------


class Sheet(NamedTuple):
    """The problems of one variant."""

    name: str
    questions: Sequence[Card]


def pages(sheets: Sequence[Sheet], title: str, *, key: bool) -> str:
    """A page to print: a sheet for each variant, or the key to all of them."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    template = environment.get_template("sheet.html")
    return template.render(sheets=sheets, title=title, key=key, html=_safe, paper=_on_paper)


def _safe(words: str) -> Markup:
    """The words as HTML that is not escaped again."""
    return Markup(blocks(words))  # noqa: S704 - `blocks` has escaped what a question says


def _on_paper(svg: str) -> Markup:
    """A drawing for a page: it has no name of its own, and its ground is the paper."""
    return Markup(svg)  # noqa: S704 - our own drawing


FORMS: dict[str, str] = {
    ".html": "sheets to print, and the key in a second file",
    ".gift": "Moodle's text",
    ".xml": "Moodle's XML",
    ".txt": "notes for Anki",
    ".md": "plain text, which text2qti reads",
    ".zip": "QTI for Canvas and others",
}
"""How questions are written, by the ending of the file."""


def write(questions: Sequence[Card], title: str, to: Path) -> None:
    """The questions as a bank in the form that the file's name asks for."""
    suffix = to.suffix.lower()
    if suffix == ".gift":
        write_whole(to, gift(questions, title))
    elif suffix == ".xml":
        write_whole(to, moodle(questions, title))
    elif suffix == ".txt":
        write_whole(to, anki(questions, title))
    elif suffix == ".md":
        write_markdown(questions, title, to)
    else:
        qti(questions, title, to)
