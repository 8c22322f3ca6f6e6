"""Grades a class: takes in what was handed in, runs it shut in, and keeps every result."""

import sys
from typing import Any

_modules: dict[str, Any] = sys.modules
# nbformat loads grammars of internet addresses when it is imported, which takes more than a second,
# for a kind of text that no notebook has. It does without where they can't be imported.
for _grammar in ("rfc3987_syntax", "rfc3986_validator"):
    _modules.setdefault(_grammar, None)
