"""What students have made, brought into a form that can do nothing to those who look at it."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable
from typing import Any

from nbformat import NotebookNode, from_dict

_PICTURES = ("image/png", "image/jpeg")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_RISKY = re.compile(r"<[a-z/!?]|&[#\w]|(script|data|file)\s*:|\]\s*\(\s*[^)\s#h]", re.IGNORECASE)
_LONGEST = 20_000
_MOST_SENTENCES = 20
_LONGEST_SENTENCE = 2_000


def plain_text(text: str, most: int = _LONGEST) -> str:
    """The text without what a file or a page can't hold, and no longer than this."""
    clean = _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text)
    return clean if len(clean) <= most else clean[: most - 4] + " ..."


def few(sentences: Iterable[str]) -> tuple[str, ...]:
    """The first of these sentences, and how many more there are, as a page can hold them."""
    every = [plain_text(sentence, _LONGEST_SENTENCE) for sentence in dict.fromkeys(sentences)]
    more = len(every) - _MOST_SENTENCES
    return (
        *every[:_MOST_SENTENCES],
        *([f"There is more of this kind: {more}."] if more > 0 else []),
    )


def harmless_outputs(outputs: Iterable[dict[str, Any]]) -> list[NotebookNode]:
    """The outputs as text and pictures of dots; everything that a browser would run is left out."""
    kept: list[NotebookNode] = []
    for output in outputs:
        found = _harmless(output)
        if found is not None:
            kept.append(from_dict(found))  # type: ignore[no-untyped-call]
    return kept


def harmless_markdown(text: str) -> str:
    """The prose as it is, or as plain letters where it holds more than prose."""
    clean = plain_text(text)
    if not _RISKY.search(clean):
        return clean
    longest = max((len(run) for run in re.findall(r"`+", clean)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{clean}\n{fence}"


def _harmless(output: dict[str, Any]) -> dict[str, Any] | None:
    kind = output["output_type"]
    if kind == "stream":
        return {**output, "text": plain_text(output["text"])}
    if kind == "error":
        return {
            "output_type": kind,
            "ename": plain_text(output["ename"], 80),
            "evalue": plain_text(output["evalue"], 500),
            "traceback": [plain_text(line, 2_000) for line in output["traceback"][:60]],
        }
    forms = {mime: form for mime, form in output["data"].items() if isinstance(form, str)}
    kept = {mime: forms[mime] for mime in _PICTURES if _is_picture(forms.get(mime, ""))}
    if "text/plain" in forms:
        kept["text/plain"] = plain_text(forms["text/plain"])
    # A graded cell's result is the points: what a student's cell gave must not look like them.
    return {"output_type": "display_data", "data": kept, "metadata": {}} if kept else None


def _is_picture(text: str) -> bool:
    """Whether these letters stand for the bytes of a picture."""
    try:
        start = base64.b64decode("".join(text.split()), validate=True)[:3]
    except (binascii.Error, ValueError):
        return False
    return start in (b"\x89PN", b"\xff\xd8\xff")
