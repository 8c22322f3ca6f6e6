"""Grades a class: takes in what was handed in, runs it shut in, and keeps every result."""

import sys
from importlib.util import find_spec, module_from_spec
from typing import Any

_modules: dict[str, Any] = sys.modules
# nbformat builds a grammar of internet addresses when it is imported, which takes more than a
# second, for a kind of text that no notebook has. It does without where it can't be imported.
_modules.setdefault("rfc3987_syntax", None)
# nbgrader's own __init__ loads its server extensions, and with them all its programs and Jupyter's
# server, which takes longer than grading when nothing has changed. Its modules do without.
if "nbgrader" not in _modules and (_found := find_spec("nbgrader")) is not None:
    _modules["nbgrader"] = module_from_spec(_found)
