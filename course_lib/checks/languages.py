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
SENTENCES_END = re.compile(r"(?<=[\w)\]}'\"`“][.?!]) (?=[A-Z`])")
CALL = r"(?:\w+\(.*?\) )?"
ROWS = ("(; )", "(, | and )")
"""What stands between the members of a row."""
STRONG = 6
"""A template of fewer letters is taken only if no English is left in its values."""
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
        fragment = english[0].islower() or english[0] in ",;:. "
        if "\n" in english or not (fragment or PLACE.search(english)):
            continue
        letters = len(re.sub(r"[^A-Za-z]", "", english))
        # Behind a call stands what it did, and a clause may follow anything.
        before = CALL if english[0].islower() else ".+?" if fragment else ""
        for value in ("(.+?)", "(.+)"):  # the first of two may be the short or the long one
            body = value.join(map(re.escape, PLACE.split(english.removesuffix("."))[::2]))
            pattern = re.compile(f"({before}){body}(\\.?)", re.DOTALL)
            found.append((letters, pattern, english, other.removesuffix(".")))
    return sorted(found, key=lambda one: -one[0])


def _told(language: str, text: str) -> str:
    """The text, of which each sentence that is known is translated; the longest come first."""
    cuts = [*(found.start() for found in SENTENCES_END.finditer(text)), len(text)]
    for cut in reversed(cuts):
        if (known := _known(language, text[:cut])) is not None:
            rest = text[cut + 1 :]
            return f"{known} {_told(language, rest)}" if rest else known
    if len(cuts) > 1:
        return f"{text[: cuts[0]]} {_told(language, text[cuts[0] + 1 :])}"
    for row in ROWS:
        parts = re.split(row, text)
        # A name, which is the same in every language, is no sentence.
        parts[::2] = [_known(language, one) or one * (" " not in one) for one in parts[::2]]
        if len(parts) > 1 and all(parts):
            return "".join(_texts(language).get(one, one) for one in parts)
    return text


def _known(language: str, text: str) -> str | None:
    """What the catalogues have for this, whole or by its template, or `None`."""
    texts = _texts(language)
    for end in ("", "."):
        bare = text.removesuffix(end)
        if bare in texts and text.endswith(end):
            return texts[bare].removesuffix(end) + end
    if THOUSANDS.fullmatch(text) and (sign := texts.get("1,000")):
        return text.translate({ord(","): sign[1], ord("."): "," if sign[1] == "." else "."})
    mixed = None
    for letters, pattern, english, other in _templates(language):
        found = pattern.fullmatch(text)
        values = found.groups()[1:-1] if found else ()
        if found is None or any(
            _is_several(value) and _known(language, value) is None for value in values
        ):
            continue
        said = {value: _told(language, value) for value in values}
        by_place = dict(zip(PLACE.findall(english), values, strict=True))
        words = PLACE.sub(lambda place: said[by_place[place[1]]], other)  # noqa: B023 - used at once
        before = found[1].rstrip()
        words = _told(language, before) + found[1][len(before) :] + words + found.groups()[-1]
        if all(said[one] != one or not PROSE.search(CODE.sub("", one)) for one in values):
            return words
        if letters >= STRONG:
            mixed = mixed or words
    return mixed


def _is_several(text: str) -> bool:
    """Whether this is more than one sentence."""
    return bool(SENTENCES_END.search(CODE.sub("", text)))
