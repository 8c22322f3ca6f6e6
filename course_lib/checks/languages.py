"""Sentences in another language: what a catalogue has for what was said in English.

All that checks, hints and guesses say is made in English, and stays English wherever it is kept,
compared or graded. `told` translates at the last moment, when a notebook shows it, into the
language that the notebook's first cell has named. The catalogues are `.po` files in
`course_lib/languages/`, one for each lesson and one for what checks say; a sentence that they lack
is shown in English.

A sentence with values in it is found by its template: `{1} is missing` finds `(0, 1) is missing`,
and the values are looked up in their turn.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

LANGUAGES = Path(__file__).resolve().parent.parent / "languages"
VARIABLE = "COURSE_LANGUAGE"
"""The environment variable that names the language, such as `de`."""

VERDICTS = "verdicts"
"""The catalogue of what checks say, beside those of the lessons."""

ENTRY = re.compile(r'((?:#.*\n)*)msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)')
PLACE = re.compile(r"\{(\d)\}")
SENTENCES_END = re.compile(r"(?<=[.?!]) (?=[A-Z`])")
CALL = r"(?:\w+\(.*?\) )?"
STRONG = 6
"""Where a template has fewer letters, no English may be left in its values."""
CODE = re.compile(r"`[^`]*`|'[^']*'")
PROSE = re.compile(r"[A-Za-z]{2,} [a-z]{2,}")
_GROUPS, _COMMA = re.compile(r"-?\d{1,3}(\.\d{3})+(,\d+)?"), re.compile(r"-?\d+,\d+")
THOUSANDS = re.compile(r"-?\d{1,3}(,\d{3})+(\.\d+)?")


def language() -> str:
    """The language that this notebook is read in; "" for English."""
    return os.environ.get(VARIABLE, "")


def told(text: str) -> str:
    """This text in the notebook's language, each sentence of it that a catalogue knows."""
    return _told(language(), text) if language() else text


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak this language inside; "" is English."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = language
    try:
        yield
    finally:
        del os.environ[VARIABLE]
        if before is not None:
            os.environ[VARIABLE] = before


def plain_number(text: str) -> str:
    """A number as it is typed in the notebook's language, as Python writes it."""
    sign = _texts(language()).get("1,000", "1,000")[1]
    if sign == "." and (_GROUPS.fullmatch(text) or _COMMA.fullmatch(text)):
        return text.replace(".", "").replace(",", ".")
    return text


def catalogue(path: Path) -> dict[str, str]:
    """The English texts of this file, each with its translation, without those that are behind."""
    if not path.is_file():
        return {}
    entries = ENTRY.findall(path.read_text(encoding="utf-8"))
    read = [
        (notes, *("".join(map(json.loads, part.splitlines())) for part in parts))
        for notes, *parts in entries
    ]
    return {
        english: other
        for notes, english, other in read
        if english and other and not re.search(r"^#,.*\bfuzzy\b", notes, re.MULTILINE)
    }


@cache
def _texts(language: str) -> dict[str, str]:
    """All that this language has, of lessons and checks together."""
    known: dict[str, str] = {}
    for path in sorted((LANGUAGES / language).glob("*.po")):
        known |= catalogue(path)
    return known


@cache
def _templates(language: str) -> list[tuple[int, re.Pattern[str], str, str]]:
    """How many letters each template has, what it finds, itself and its translation."""
    found = []
    for english, other in _texts(language).items():
        if not PLACE.search(english) or "\n" in english:
            continue
        letters = len(re.sub(r"[^A-Za-z]", "", english))
        body = "(.+?)".join(map(re.escape, PLACE.split(english.removesuffix("."))[::2]))
        # Behind a call stands what it did, and a clause may follow anything.
        before = CALL if english[0].islower() else ".+?" if english[0] in ",;:. " else ""
        found.append(
            (
                letters,
                re.compile(f"({before}){body}(\\.?)", re.DOTALL),
                english,
                other.removesuffix("."),
            )
        )
    return sorted(found, key=lambda one: -one[0])


def _told(language: str, text: str) -> str:
    """The text, of which each sentence that is known is translated; the longest come first."""
    if "; " in text and None not in (each := [_known(language, one) for one in text.split("; ")]):
        return "; ".join(filter(None, each))
    cuts = [*(found.start() for found in SENTENCES_END.finditer(text)), len(text)]
    for cut in reversed(cuts):
        if (known := _known(language, text[:cut])) is not None:
            rest = text[cut + 1 :]
            return f"{known} {_told(language, rest)}" if rest else known
    rest = text[cuts[0] + 1 :]
    return f"{text[: cuts[0]]} {_told(language, rest)}" if rest else text


def _known(language: str, text: str) -> str | None:
    """What the catalogues have for this, whole or by its template, or `None`."""
    texts = _texts(language)
    for end in ("", "."):
        bare = text.removesuffix(end)
        if bare in texts and text.endswith(end):
            return texts[bare] + end
    if THOUSANDS.fullmatch(text) and (sign := texts.get("1,000")):
        return text.translate({ord(","): sign[1], ord("."): "," if sign[1] == "." else "."})
    for letters, pattern, english, other in _templates(language):
        if (found := pattern.fullmatch(text)) is None:
            continue
        before, *values, end = found.groups()
        said = [_told(language, value) for value in values]
        if letters < STRONG and any(
            one == value and PROSE.search(CODE.sub("", value))
            for one, value in zip(said, values, strict=True)
        ):
            continue
        by_place = dict(zip(PLACE.findall(english), said, strict=True))
        words = PLACE.sub(lambda place: by_place[place[1]], other)  # noqa: B023 - used at once
        return _told(language, before.rstrip()) + " " * before.endswith(" ") + words + end
    return None
