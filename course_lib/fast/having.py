"""Whether numba is installed; where it is not, one line says so, once."""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import find_spec


@cache
def have_numba() -> bool:
    """Whether compiled code can be used here; asked for the first time, it says if not."""
    if find_spec("numba") is not None:
        return True
    print(  # noqa: T201 - a warning would stop programs that take warnings for errors
        "numba is not installed, so plain Python does the same more slowly"
        " (to get it: pip install numba).",
        file=sys.stderr,
    )
    return False
