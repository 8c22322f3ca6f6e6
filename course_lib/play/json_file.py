"""What everything kept in a JSON file shares: saving, loading, and sentences for damaged files."""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, Self


class JsonFile(ABC):
    """Something that can be written as JSON text and read back, here to and from files."""

    @abstractmethod
    def to_json(self) -> str:
        """This as JSON text."""

    @classmethod
    @abstractmethod
    def from_json(cls, text: str) -> Self:
        """What `to_json` wrote as this text; a damaged text is a `ValueError`."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write this to a file; a file that is there already is replaced."""
        Path(path).write_text(self.to_json(), encoding="utf-8", newline="\n")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """What `save` wrote to this file."""
        try:
            return cls.from_json(Path(path).read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{os.fspath(path)}: {error}") from error


def read_json(text: str, what: str) -> dict[str, Any]:
    """The dictionary that this JSON text holds; `what` it should hold is for the error."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"this is not the JSON text of {what}: {error}") from None
    if not isinstance(data, dict):
        raise ValueError(f"{what} is written as a dictionary, this is a {type(data).__name__}")
    return data


def field(data: Any, name: str, *kinds: type) -> Any:
    """The entry of this name, which must be there and of one of these kinds."""
    if name not in data:
        raise ValueError(f"the entry {name!r} is missing; there are {', '.join(data) or 'none'}")
    value = data[name]
    if not isinstance(value, kinds):
        wanted = " or ".join("null" if kind is type(None) else kind.__name__ for kind in kinds)
        raise ValueError(f"the entry {name!r} is {value!r:.60}; it should be {wanted}")
    return value
