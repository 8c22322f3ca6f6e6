"""From the bytes of a file to plain data, as much of it as can be saved."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

LARGEST = 300_000_000  # bytes
WITH_OUTPUTS = 5_000_000
MOST_DAMAGE = 1_000
DECODER = json.JSONDecoder(strict=False)
CELLS = re.compile(r'"cells"\s*:\s*\[')
CELL = re.compile(r'\{\s*"(?:cell_type|attachments)"\s*:')
OUTPUTS = re.compile(r'"outputs"\s*:\s*\[')
TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]]', re.DOTALL)
KINDS = {
    b"%PDF": "a PDF",
    b"PK\x03\x04": "a zip or an office file",
    b"<!DOC": "a web page",
    b"<html": "a web page",
    b"\x89PNG": "a picture",
}


class Read(NamedTuple):
    """What a file holds, or `None`, and whole sentences about the way it was stored."""

    data: dict[str, Any] | None
    said: list[str]
    whole: bool = True
    """Whether nothing of it was lost."""


def read(raw: bytes) -> Read:
    """The notebook in these bytes as plain data, saved from whatever damage it has taken."""
    if not raw.strip():
        return Read(None, ["The file is empty."])
    if len(raw) > LARGEST:
        size, most = len(raw) // 1_000_000, LARGEST // 1_000_000
        return Read(None, [f"The file has {size} MB, and files of more than {most} are not read."])
    for start, kind in KINDS.items():
        if raw[:200].lstrip().lower().startswith(start.lower()):
            return Read(None, [f"The file is {kind}, and not a notebook."])
    text, said = _decoded(raw)
    if len(raw) > WITH_OUTPUTS:
        shorter = without_outputs(text)
        if len(shorter) < len(text) // 2:
            size = (len(text) - len(shorter)) // 1_000_000
            said.append(f"The file held {size} MB of outputs, which were left out.")
        text = shorter
    data, more = _data(text)
    if data is None:
        data, more = _saved(text) if not more else (None, more)
        return Read(None, more) if data is None else Read(data, said + more, whole=False)
    return Read(data, said + more)


def without_outputs(text: str) -> str:
    """The text of a notebook with empty outputs, found without reading the whole as JSON."""
    kept = []
    place = 0
    while match := OUTPUTS.search(text, place):
        depth = 1
        end = len(text)
        for token in TOKEN.finditer(text, match.end()):
            depth += {"[": 1, "]": -1}.get(token[0], 0)
            if not depth:
                end = token.start()
                break
        kept.append(text[place : match.end()])
        place = end
    return "".join([*kept, text[place:]])


def _decoded(raw: bytes) -> tuple[str, list[str]]:
    """The text of these bytes, and what is odd about the way in which it was stored."""
    encoding = json.detect_encoding(raw)
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        # Whoever has cut the file in the middle may have cut a letter.
        if encoding != "utf-8" or _is_cut(raw):
            return raw.decode(encoding, errors="ignore"), []
        sentence = "The file was not stored as UTF-8; letters with accents may have changed."
        return raw.decode("latin-1"), [sentence]
    if encoding == "utf-8":
        return text, []
    if encoding == "utf-8-sig":
        return text, ["The file began with a byte order mark, which was taken off."]
    return text, [f"The file was stored as {encoding[:6].upper()}, and was read all the same."]


def _is_cut(raw: bytes) -> bool:
    """Whether these bytes are UTF-8 but for a letter that is cut off at their end."""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.reason == "unexpected end of data"
    return False


def _data(text: str) -> tuple[dict[str, Any] | None, list[str]]:
    """The notebook in this text, and how far the text was in order; nothing if it is no JSON."""
    strange: list[str] = []

    def no_number(word: str) -> None:
        strange.append(word)

    def whole(digits: str) -> int:
        return int(digits) if len(digits) < 20 else 0

    lenient = json.JSONDecoder(strict=False, parse_constant=no_number, parse_int=whole)
    said: list[str] = []
    start = text.lstrip("\ufeff \t\r\n")
    for attempt in (start, _one_side(start)):
        try:
            data, end = lenient.raw_decode(attempt)
        except (ValueError, RecursionError):
            continue
        if attempt is not start:
            said.append(
                "The file held two versions side by side, as Git leaves them where changes"
                " contradict each other; the first one of each was taken."
            )
        if attempt[end:].strip(" \t\r\n\0"):
            said.append("Something stood behind the notebook's end, and was left out.")
        if strange:
            said.append(f"{strange[0]} stood where a notebook has a number; it was left out.")
        if isinstance(data, dict) and ("cells" in data or "worksheets" in data):
            return data, said
        return None, ["The file is no notebook: there are no cells in it."]
    return None, []


def _saved(text: str) -> tuple[dict[str, Any] | None, list[str]]:
    """The cells that can be read one by one in a text that as a whole cannot."""
    start = CELLS.search(text)
    if start is None:
        return None, ["The file is no notebook, or too damaged to be read as one."]
    cells = []
    place = start.end()
    damage = 0
    while damage < MOST_DAMAGE and (match := CELL.search(text, place)):
        try:
            cell, place = DECODER.raw_decode(text, match.start())
        except (ValueError, RecursionError):
            damage += 1
            place = match.end()
        else:
            cells.append(cell)
    if not cells:
        return None, ["The file is damaged, and none of its cells can be read."]
    many = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
    sentence = f"The file is damaged, perhaps cut off in the middle; {many} could be saved."
    return {"cells": cells, "nbformat": 4, "nbformat_minor": 5}, [sentence]


def _one_side(text: str) -> str:
    """The text without the second of each two versions between which Git could not choose."""
    kept = []
    skipping = False
    inside = False
    for line in text.splitlines(keepends=True):
        if line.startswith("<<<<<<< "):
            inside = True
        elif inside and line.startswith("======="):
            skipping = True
        elif inside and line.startswith(">>>>>>> "):
            inside = skipping = False
        elif not skipping:
            kept.append(line)
    return "".join(kept)
