"""The notebook that a lesson's source in percent text stands for, as it lies in notebooks/."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from typing import Any

KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}


def notebook_text(source: str) -> str:
    """The file of the notebook without outputs: the same source gives the same bytes.

    >>> "Hello" in notebook_text("# %% [markdown]" + chr(10) + "# Hello" + chr(10))
    True
    """
    notebook = {
        "cells": list(cells(source)),
        "metadata": {"kernelspec": KERNEL, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def cells(source: str) -> Iterator[dict[str, Any]]:
    """The cells of this source, each with a name made from what it says."""
    seen: set[str] = set()
    for part in re.split(r"^# %%", source, flags=re.MULTILINE)[1:]:
        kind, _, text = part.partition("\n")
        markdown = kind.strip() == "[markdown]"
        bare = re.sub(r"^# ?", "", text, flags=re.MULTILINE) if markdown else text
        lines = bare.strip("\n").splitlines(keepends=True)
        name = hashlib.sha256("".join(lines).encode()).hexdigest()[:8]
        if name in seen:
            raise ValueError(f"two cells say the same: {''.join(lines)!r}")
        seen.add(name)
        cell = {"cell_type": "markdown" if markdown else "code", "id": name, "metadata": {}}
        if not markdown:
            cell |= {"execution_count": None, "outputs": []}
        yield {**dict(sorted(cell.items())), "source": lines}
