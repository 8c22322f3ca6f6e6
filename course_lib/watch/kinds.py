"""What can be told about a function from its code, before and after it is called."""

from __future__ import annotations

import dis
import inspect
import sys
from types import CodeType, FrameType
from typing import Any, NamedTuple

from course_lib.watch.phases import PHASES

_BOUNDS = (("alpha", "beta"), ("\N{GREEK SMALL LETTER ALPHA}", "\N{GREEK SMALL LETTER BETA}"))
# Parameters that are never the state, though a small number may be equal to one that is.
_NO_STATES = {"depth", "ply", "level", "limit", "value", "best", "alpha", "beta", "action", "move"}
_RULES = ("course_lib.game", "course_lib.plain", "course_lib.watch")
# The instructions that give something back; without one of them an exception has ended the call.
_RETURNS = {dis.opmap[name] for name in ("RETURN_VALUE", "RETURN_CONST") if name in dis.opmap}
_PAUSES = {dis.opmap[name] for name in ("YIELD_VALUE", "RETURN_GENERATOR") if name in dis.opmap}


class Kind(NamedTuple):
    """What is known of a function before it is called."""

    mute: bool = False
    helper: bool = False
    role: str | None = None
    phase: str | None = None
    parameters: tuple[str, ...] = ()
    rest: str | None = None
    bounds: tuple[str, str] | None = None
    generator: bool = False


def kind_of(frame: FrameType, helpers: set[CodeType], roles: dict[CodeType, str]) -> Kind:
    """The kind of the function that this call runs."""
    code = frame.f_code
    if code in roles:
        return Kind(
            mute=True,
            role=roles[code],
            parameters=_parameters(code),
            generator=bool(code.co_flags & inspect.CO_GENERATOR),
        )
    if code in helpers:
        return Kind(mute=True, helper=True)
    module = str(frame.f_globals.get("__name__", ""))
    if module in _RULES or module.startswith(("course_lib.games", "course_lib.watch.")):
        return Kind(mute=True)
    if module.split(".", 1)[0] in sys.stdlib_module_names and module != "__main__":
        return Kind()
    if module == "course_lib.search.questions":  # what stands around a search is no part of it
        return Kind()
    names = (*code.co_varnames, *code.co_cellvars, *code.co_freevars)
    return Kind(
        phase=PHASES.get(code.co_name.strip("_")),
        parameters=tuple(name for name in _parameters(code) if name not in _NO_STATES),
        rest=_rest(code),
        bounds=next((pair for pair in _BOUNDS if set(pair) <= set(names)), None),
        generator=bool(code.co_flags & inspect.CO_GENERATOR),
    )


def has_paused(frame: FrameType) -> bool:
    """Whether a generator has only yielded and not ended."""
    return _instruction(frame) in _PAUSES


def has_raised(frame: FrameType, arg: Any) -> bool:
    """Whether a call ended by an exception: it gave back nothing, and without saying so."""
    return arg is None and _instruction(frame) not in _RETURNS


def _parameters(code: CodeType) -> tuple[str, ...]:
    """The names of a function's parameters, `*args` and `**options` left out."""
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return tuple(name for name in names if not name.startswith("."))


def _rest(code: CodeType) -> str | None:
    """The name of the parameter that takes all further arguments, if there is one."""
    if not code.co_flags & inspect.CO_VARARGS:
        return None
    return code.co_varnames[code.co_argcount + code.co_kwonlyargcount]


def _instruction(frame: FrameType) -> int:
    return frame.f_code.co_code[frame.f_lasti]
