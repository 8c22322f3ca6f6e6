"""Finds a student's functions that are the rules of a game on boards, and their code."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from types import CodeType, ModuleType
from typing import Any

RULES = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility")
"""The names of the functions that together are the rules of a game on boards."""


def rules_among(functions: Any, function: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """The functions that are the rules, by name, from a dict, a list, a module or the globals."""
    if functions is None:
        given = getattr(inspect.unwrap(getattr(function, "func", function)), "__globals__", {})
    elif isinstance(functions, Mapping):
        given = functions
    elif isinstance(functions, list | tuple | set):
        given = {getattr(each, "__name__", ""): each for each in functions}
    elif isinstance(functions, ModuleType) or hasattr(functions, "__dict__"):
        given = {name: getattr(functions, name) for name in RULES if hasattr(functions, name)}
    else:
        raise TypeError(
            f"functions are given as a dict, a list or a module; found {functions!r}, and "
            "functions={'result': result, 'actions': actions, ...} would be right"
        )
    rules = {name: given[name] for name in RULES if callable(given.get(name))}
    if not rules:
        where = "among `functions`" if functions is not None else f"beside {name_of(function)}"
        raise ValueError(
            f"watch looks for the rules of the game, functions called {', '.join(RULES)}; "
            f"found none of them {where}, and functions={{'result': my_result, ...}} would help"
        )
    for name, rule in rules.items():
        if code_of(rule) is None:
            raise ValueError(
                f"calls of {name} cannot be watched: {rule!r} is not written in Python; "
                f"a `def {name}(...)` that calls it would be right"
            )
    return rules


def code_of(function: Any) -> CodeType | None:
    """The code that runs when this function is called, wrappers taken off."""
    function = inspect.unwrap(getattr(function, "func", function))
    function = getattr(function, "__func__", function)
    code = getattr(function, "__code__", None)
    if code is None:  # an object that can be called like a function
        code = getattr(vars(type(function)).get("__call__"), "__code__", None)
    return code


def name_of(function: Any) -> str:
    """What to call this function."""
    function = getattr(function, "func", function)
    return str(getattr(function, "__name__", type(function).__name__))
