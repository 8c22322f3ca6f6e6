"""A quicker start for the grader's processes."""

from __future__ import annotations

import sys
from typing import Any


def import_nbformat() -> None:
    """Import nbformat without a grammar of internet addresses, which takes more than a second.

    What nbformat imports builds that grammar for a kind of text that no notebook has; it does
    without where it can't be imported. Nothing changes where nbformat has been imported before.
    """
    modules: dict[str, Any] = sys.modules
    grammar = "rfc3987_syntax"
    if "nbformat" in modules or grammar in modules:
        return
    modules[grammar] = None  # Python's own way to say that a module can't be imported
    try:
        import nbformat  # noqa: F401, PLC0415 - it is there for everybody from now on
    finally:
        del modules[grammar]
