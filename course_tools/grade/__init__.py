"""Grades a class: takes in what was handed in, runs it shut in, and keeps every result."""

import sys
from typing import Any

_modules: dict[str, Any] = sys.modules
# nbformat builds a grammar of internet addresses when it is imported, which takes more than a
# second, for a kind of text that no notebook has. It does without where it can't be imported.
_modules.setdefault("rfc3987_syntax", None)
