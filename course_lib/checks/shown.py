"""What a cell shows, collected as a notebook file has it, and capped: `Collected`, `Stream`."""

from __future__ import annotations

import base64
import io
import json
import re
from typing import Any

from course_lib.checks.ran import LEFT_OUT, MOST_OUTPUTS, ROOM

_COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_LONGEST_PIECE = 10_000


class Collected:
    """The outputs of the cell that runs now, in order, until there is no more room."""

    def __init__(self) -> None:
        self.outputs: list[dict[str, Any]] = []
        self.active = False
        self._room = ROOM
        self._full = False
        self._places: dict[str, dict[str, Any]] = {}

    def begin(self) -> None:
        """Forget the last cell."""
        self.clear()
        self._places = {}
        self.active = True

    def end(self) -> list[dict[str, Any]]:
        """The outputs; what comes between two cells is not kept."""
        self.active = False
        return self.outputs

    def clear(self) -> None:
        """Forget what this cell has shown so far, as `clear_output` does."""
        self.outputs = []
        self._room = ROOM
        self._full = False

    def text(self, name: str, text: str) -> None:
        """Keep what was written to this stream."""
        last = self.outputs[-1] if self.outputs else {}
        # Long texts are cut before they are counted, as counting costs time, too.
        for start in range(0, min(len(text), ROOM), _LONGEST_PIECE):
            piece = text[start : start + _LONGEST_PIECE]
            if not self._takes(piece):
                return
            if last.get("name") == name:
                last["text"] += piece
            else:
                last = {"output_type": "stream", "name": name, "text": piece}
                self.outputs.append(last)

    def data(self, kind: str, data: dict[str, Any], place: str | None = None, **more: Any) -> None:
        """Keep what was displayed; what has the name of a place can be replaced there later."""
        forms = {mime: _as_text(form) for mime, form in data.items()}
        output = {"output_type": kind, "data": forms, "metadata": {}, **more}
        if self._takes(output):
            self.outputs.append(output)
            if place is not None:
                self._places[place] = output

    def replace(self, data: dict[str, Any], place: str | None) -> None:
        """Show this where something else was shown before."""
        output = self._places.get(place or "")
        forms = {mime: _as_text(form) for mime, form in data.items()}
        if output is not None and self._takes(forms):
            output["data"] = forms

    def error(self, name: str, words: str, lines: list[str]) -> None:
        """Keep the lines that tell of an exception."""
        whole = _COLOURS.sub("", "\n".join(lines))
        lines = [*whole[:_LONGEST_PIECE].split("\n")]
        output = {
            "output_type": "error",
            "ename": name[:80],
            "evalue": words[:500],
            "traceback": lines,
        }
        # A cell that has filled all the room still has to say why it stopped.
        if self.active:
            self.outputs.append(output)

    def _takes(self, what: Any) -> bool:
        """Whether there is room for this; the first for which there is none is told about."""
        if not self.active or self._full:
            return False
        try:
            size = len(json.dumps(what))
        except (TypeError, ValueError, RecursionError):
            return False
        if size <= self._room and len(self.outputs) < MOST_OUTPUTS:
            self._room -= size
            return True
        self._full = True
        self.outputs.append({"output_type": "stream", "name": "stderr", "text": LEFT_OUT})
        return False


class Stream(io.TextIOBase):
    """Stands where a program expects its standard output, and hands on what is written."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, name: str, collected: Collected) -> None:
        self.name = name
        self._collected = collected

    def write(self, text: str) -> int:
        """Hand on this text, and give back its length."""
        if not isinstance(text, str):
            raise TypeError(f"a text can be written here, not a {type(text).__name__}")
        self._collected.text(self.name, text)
        return len(text)

    def writable(self) -> bool:
        """Whether it can be written to: yes."""
        return True


def _as_text(form: Any) -> Any:
    """A picture's bytes as letters; everything else as it is."""
    return base64.b64encode(form).decode() if isinstance(form, bytes) else form
