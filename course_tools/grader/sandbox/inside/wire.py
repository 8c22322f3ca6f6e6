"""How requests and answers cross a pipe: as lines of JSON, which hold nothing but plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from course_lib.checks.calling import Answer, Fault, Request, Strange, as_plain, broken
from course_lib.checks.mending import Place
from course_lib.checks.repairs import WORDS
from course_lib.plain import tagged, untagged

LONGEST_LINE = 1_000_000
"""A message of more letters is not read."""

READY = b"ready\n"
"""What a session in WebAssembly says once, and first."""

_LONGEST_TEXT = 20_000

# --- what is asked --------------------------------------------------------------------------------


def request_out(request: Request, seconds: float, wall: float) -> dict[str, Any]:
    """A request as JSON data, without what stays outside, and with so much time for each call."""
    kept = ["budget", "digest", "lesson", "fresh", "shared", "alone", "given"]
    kept += ["world", "since", "until"]
    data = {name: getattr(request, name) for name in kept}
    secret = None if request.secret is None else request.secret.bound
    lines = list(request.lines)
    return {**data, "lines": lines, "seconds": seconds, "wall": wall, "secret": secret}


class _Asked:
    """Stands for what stays outside: what is known of it in here."""

    def __init__(self, bound: float) -> None:
        self.bound = bound


def request_in(data: Mapping[str, Any]) -> Request:
    """The request that `request_out` wrote."""
    secret: Any = None if data["secret"] is None else _Asked(data["secret"])
    return Request(**{**data, "lines": tuple(data["lines"]), "secret": secret})


# --- what is answered -----------------------------------------------------------------------------

_PLAIN = Answer()


def answer_out(answer: Answer) -> dict[str, Any]:
    """An answer as JSON data, without what is as it is in most answers."""
    data = {
        field.name: getattr(answer, field.name)
        for field in fields(answer)
        if getattr(answer, field.name) != getattr(_PLAIN, field.name)
    }
    if answer.error is not None:
        data["error"] = dict(vars(answer.error))
    for name in data.keys() & {"value", "at_end"}:
        data[name] = value_out(data[name])
    if "afterwards" in data:
        data["afterwards"] = list(map(value_out, answer.afterwards))
    return data


def value_out(value: Any) -> Any:
    """What a function gave back, plain data or described in words, as JSON data."""
    if isinstance(value, Strange):
        return {"strange": [value.kind, value.shown]}
    return {"plain": tagged(value)}


def value_in(data: Any) -> Any:
    """The value that `value_out` wrote; anything else becomes a `Strange`."""
    try:
        if "strange" in data:
            kind, shown = data["strange"]
            return Strange(str(kind)[:80], str(shown)[:200])
        return as_plain(untagged(data["plain"]))
    except (TypeError, ValueError, KeyError, RecursionError) as error:
        return Strange("unreadable", f"something that can't be read ({type(error).__name__})")


def answer_in(data: Any, leaves: tuple[tuple[int, ...], ...] = ()) -> Answer:
    """The answer that came back as JSON data; each part is read with care."""
    if not isinstance(data, dict):
        return broken("the answer is not a dictionary")
    given = {name: read(data[name]) for name, read in _PARTS.items() if name in data}
    return Answer(**given, leaves=leaves)


def fault_in(error: Any) -> Fault | None:
    """The exception that came back as JSON data, if there was one."""
    if not isinstance(error, dict):
        return None
    return Fault(
        str(error.get("type"))[:80],
        str(error.get("message"))[:500],
        _whole(error.get("line")),
        str(error.get("code", ""))[:200],
        error.get("final") is True,
    )


# --- where a function is wrong --------------------------------------------------------------------


def place_out(place: Place | None) -> dict[str, Any]:
    """The place of a change that helps, as JSON data."""
    return {} if place is None else place._asdict()


def place_in(data: Any) -> Place | None:
    """The place that came back as JSON data; what it says is chosen from our own words."""
    if not isinstance(data, dict) or data.get("kind") not in WORDS:
        return None
    values, line, kinds = data.get("values"), _whole(data.get("line")), _whole(data.get("kinds"))
    if not isinstance(values, list) or line is None or kinds is None:
        return None
    if len(values) != WORDS[data["kind"]].count("{"):
        return None
    code = str(data.get("code"))[:100]
    said = tuple(str(each)[:80] for each in values)
    also = data.get("also")
    lines = tuple(one for one in also[:9] if type(one) is int) if isinstance(also, list) else ()
    return Place(line, code, data["kind"], said, data.get("lasting") is True, kinds, lines)


def _values(data: Any) -> tuple[Any, ...]:
    return tuple(map(value_in, data[:50])) if isinstance(data, list) else ()


def _whole(data: Any) -> int | None:
    return data if type(data) is int else None


_PARTS: dict[str, Callable[[Any], Any]] = {
    "value": value_in,
    "afterwards": _values,
    "at_end": value_in,
    "visits": _whole,
    "edges": _whole,
    "lines": lambda data: _whole(data) or 0,
    "same_as": _whole,
    "error": fault_in,
    "printed": lambda data: str(data)[:_LONGEST_TEXT],
    "signature": lambda data: str(data)[:200],
    "digest": lambda data: str(data)[:64],
    "container": lambda data: str(data)[:80],
    "missing": lambda data: None if data is None else str(data)[:64],
    **dict.fromkeys(
        ("out_of_budget", "out_of_time", "shares_rows", "no_return"), lambda data: data is True
    ),
}
"""How each part of an answer is read."""
