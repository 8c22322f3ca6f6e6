"""What is wrong with a lesson, said to its author with the file and the line."""

from __future__ import annotations

from pathlib import Path


class LessonFault(ValueError):
    """Something in a lesson that its author has to mend, with the place where it stands."""

    def __init__(self, path: Path, line: int, sentence: str) -> None:
        """Remember the place; the text begins with it, as editors like to read it."""
        super().__init__(f"{path.parent.name}/{path.name}:{line}: {sentence}")
        self.path = path
        self.line = line
        self.sentence = sentence
