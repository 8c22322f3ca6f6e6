"""A sentence is a template and its values until somebody reads it; then it is put into words.

`Say("gave {got}, expected {want}", got=3, want=4)` holds facts that can be compared, kept and
tested. `str` of it is English. `told` puts it into the language that the notebook's first cell has
named: the template is looked up in the catalogues, `.po` files in `course_lib/languages/`, and what
they lack stays English. A text that is chosen from several and shown later is marked with `_`. The
build reads these marks, so every sentence of a catalogue stands in the code behind `Say` or `_`.

>>> answer = Say("gave {got}, expected {want}", got=3, want=Say("{n:,} visits", n=1000))
>>> str(answer), answer.values["got"]
('gave 3, expected 1,000 visits', 3)
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

LANGUAGES = Path(__file__).resolve().parent / "languages"
VARIABLE = "COURSE_LANGUAGE"
"""The environment variable that names the language, such as `de`."""
VERDICTS = "verdicts"
"""The catalogue of what the library says, beside those of the lessons."""

PLACE = re.compile(r"\{(\w+)[^}]*\}")
"""A place for a value in a template."""

_ENTRY = re.compile(r'((?:#.*\n)*)msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)')
_GROUPS, _COMMA = re.compile(r"-?\d{1,3}(\.\d{3})+(,\d+)?"), re.compile(r"-?\d+,\d+")


class Say:
    """A template and the values in its places, each of which may be a `Say`, too."""

    __slots__ = ("key", "template", "values")

    def __init__(self, template: str, /, **values: Any) -> None:
        """Keep both; nothing is put together yet."""
        self.template, self.values = template, values
        self.key: tuple[Any, ...] | None = None  # what `key_of` gives, once it was asked

    def __str__(self) -> str:
        return _in_words("", self)

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"Say({self.template!r}{values})"

    def __eq__(self, other: object) -> bool:
        mine = (self.template, self.values)
        return isinstance(other, Say) and mine == (other.template, other.values)

    def __hash__(self) -> int:
        return hash(self.template)


Text = str | Say
"""What can be shown: words that are the same in every language, a constant, or a sentence."""


def _(text: str) -> str:
    """The text itself, marked as one that a catalogue should have."""
    return text


def parts_of(text: Text) -> Iterator[Text]:
    """The text, and every text in its places.

    >>> [str(part) for part in parts_of(Say("gave {got}, {more}", got=3, more=Say("late")))]
    ['gave 3, late', 'late']
    """
    yield text
    if isinstance(text, Say):
        for value in text.values.values():
            yield from parts_of(value) if isinstance(value, str | Say) else ()


def mapped(text: Text, change: Callable[[str], str]) -> Text:
    """The same with every value that is plain text changed like this; its templates stay.

    >>> str(mapped(Say("gave {got}", got="none"), str.upper))
    'gave NONE'
    """
    if not isinstance(text, Say):
        return change(text)
    values = text.values.items()
    return Say(text.template, **{
        name: mapped(value, change) if isinstance(value, str | Say) else value
        for name, value in values
    })  # fmt: skip


def key_of(text: Any) -> Any:
    """What tells this sentence from all others, as something that a dictionary can hold.

    >>> key_of(Say("gave {got}", got=1)) == key_of(Say("gave {got}", got=True))
    False
    """
    if type(text) is str:
        return text
    if type(text) is Say:
        if text.key is None:
            values = text.values.values()
            text.key = (
                text.template,
                *[one if type(one) is str else key_of(one) for one in values],
            )
        return text.key
    return type(text), text


def told(text: Text) -> str:
    """These words in the notebook's language, or in English where no catalogue has them."""
    return _in_words(language(), text)


def counted(number: int, one: str, more: str) -> Say:
    """So many of something, by the template for one of them or by that for several.

    >>> str(counted(1, "{n} visit", "{n:,} visits")), str(counted(2000, "{n}", "{n:,} visits"))
    ('1 visit', '2,000 visits')
    """
    return Say(one if number == 1 else more, n=number)


def row(names: Sequence[Text], most: int = 6) -> Text:
    """Names in a row.

    >>> str(row(["a", "b", "c"])), str(row("abcdefgh"))
    ('a, b and c', 'a, b, c, d, e and 3 more')
    """
    if len(names) > most:
        return Say("{some} and {n} more", some=joined(*names[: most - 1], between=", "),
                   n=len(names) - most + 1)  # fmt: skip
    if len(names) < 2:
        return names[0] if names else ""
    return Say("{some} and {last}", some=joined(*names[:-1], between=", "), last=names[-1])


def joined(*texts: Text, between: str = " ") -> Text:
    """These texts one behind the other, without those that are empty."""
    some = [text for text in texts if text]
    if len(some) < 2:
        return some[0] if some else ""
    names = [f"text{place}" for place in range(len(some))]
    return Say(between.join(f"{{{name}}}" for name in names), **dict(zip(names, some, strict=True)))


def language() -> str:
    """The language that this notebook is read in; "" for English."""
    return os.environ.get(VARIABLE, "")


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
    if _thousands(language()) == "." and (_GROUPS.fullmatch(text) or _COMMA.fullmatch(text)):
        return text.replace(".", "").replace(",", ".")
    return text


def catalogue(path: Path) -> dict[str, str]:
    """The English texts of this file, each with its translation, without those that are behind."""
    if not path.is_file():
        return {}
    read = [
        (notes, *("".join(map(json.loads, part.splitlines())) for part in parts))
        for notes, *parts in _ENTRY.findall(path.read_text(encoding="utf-8"))
    ]
    return {
        english: other
        for notes, english, other in read
        if english and other and not re.search(r"^#,.*\bfuzzy\b", notes, re.MULTILINE)
    }


@cache
def texts(language: str) -> dict[str, str]:
    """All that this language has, of lessons and of the library together."""
    known: dict[str, str] = {}
    for path in sorted((LANGUAGES / language).glob("*.po")) if language else ():
        known |= catalogue(path)
    return known


def _in_words(language: str, text: Text) -> str:
    known = texts(language)
    if isinstance(text, str):
        return known.get(text, text)
    template, values = text.template, text.values
    words = []
    for before, name, form, conversion in _parts(known.get(template, template)):
        words.append(before)
        if name is None:
            continue
        value = values[name]
        if isinstance(value, Say):
            words.append(_in_words(language, value))
        elif form or conversion or not isinstance(value, str):
            words.append(_value(language, value, form, conversion))
        else:
            words.append(value)
    return "".join(words)


@cache
def _parts(template: str) -> tuple[tuple[str, str | None, str, str | None], ...]:
    """A template taken apart: words, and behind them the place for a value."""
    parsed = Formatter().parse(template)
    return tuple(
        (before, name, form or "", conversion) for before, name, form, conversion in parsed
    )


def _value(language: str, value: Any, form: str, conversion: str | None) -> str:
    """A value as its place asks for it, a number with this language's commas."""
    shown = format(repr(value) if conversion == "r" else value, form)
    if form.endswith(",") and _thousands(language) == ".":
        return shown.translate({ord(","): ".", ord("."): ","})
    return shown


def _thousands(language: str) -> str:
    """How thousands are set apart, as the catalogue's own number shows."""
    return texts(language).get(_("1,000"), "1,000")[1]
