"""What came of running a notebook's cell in another process: `Ran`, each part read with care."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from course_lib.checks import wire
from course_lib.checks.answer import Fault

MOST_OUTPUTS = 100
"""A cell's further outputs are left out."""

ROOM = 200_000
"""The outputs of a cell together are no longer than this, written as JSON."""

LEFT_OUT = "\n[The rest of the output is left out: a cell may show so much and no more.]\n"

_MIME = re.compile(r"[a-z]+/[\w.+-]{1,80}")
_STREAMS = ("stdout", "stderr")


@dataclass(frozen=True)
class Ran:
    """What a cell showed, and how it ended."""

    outputs: tuple[dict[str, Any], ...] = ()
    """As a notebook file has them: stream, display_data, execute_result and error."""
    error: Fault | None = None
    out_of_time: bool = False
    ended: bool = False
    """Whether the process is no more, and with it all that earlier cells have made."""


def ran_in(data: Any) -> Ran:
    """The result that came back as JSON data; what is no output of a notebook is left out."""
    if not isinstance(data, dict) or not isinstance(data.get("outputs"), list):
        return Ran(error=Fault("NoAnswer", "the answer does not say what the cell showed"))
    outputs = [_output_in(one) for one in data["outputs"][: MOST_OUTPUTS + 1]]
    error = data.get("error")
    return Ran(
        tuple(output for output in outputs if output),
        wire.answer_in({"error": error}).error,
        data.get("out_of_time") is True,
    )


def _output_in(data: Any) -> dict[str, Any] | None:
    """One output with the keys that it has in a notebook and no others, or `None`."""
    if not isinstance(data, dict):
        return None
    kind = data.get("output_type")
    if kind == "stream" and data.get("name") in _STREAMS and isinstance(data.get("text"), str):
        return {"output_type": kind, "name": data["name"], "text": data["text"]}
    if kind == "error":
        lines = data.get("traceback")
        return {
            "output_type": kind,
            "ename": str(data.get("ename")),
            "evalue": str(data.get("evalue")),
            "traceback": [str(line) for line in lines] if isinstance(lines, list) else [],
        }
    if kind not in ("display_data", "execute_result") or not isinstance(data.get("data"), dict):
        return None
    forms = {mime: form for mime, form in data["data"].items() if _fits(mime, form)}
    output: dict[str, Any] = {"output_type": kind, "data": forms, "metadata": {}}
    if kind == "execute_result":
        count = data.get("execution_count")
        output["execution_count"] = count if type(count) is int else None
    return output


def _fits(mime: str, form: Any) -> bool:
    """Whether a notebook may hold this form of an output: text, or data where it says JSON."""
    as_data = isinstance(form, dict | list) and mime.endswith("json")
    return _MIME.fullmatch(mime) is not None and (isinstance(form, str) or as_data)
