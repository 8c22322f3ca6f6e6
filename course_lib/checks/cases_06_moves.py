"""The visible cases of lesson 06 about playing: the next stone of a chain, and when to block."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from course_lib.checks.answer import Answer
from course_lib.checks.cases import Case, Exercise, Group, Objection, same
from course_lib.checks.cases_06_wins import cells_told
from course_lib.checks.drawing_06 import cells_named, position
from course_lib.checks.hex_cases_06 import HexCase, names_of, unchanged
from course_lib.checks.references_06 import defence, straight
from course_lib.games.hexboard import Cell, hex_board

Headed = tuple[str, int, str, int]
"""The path in its order, the direction ahead, the other stones, and the size of the board."""
Threatened = tuple[str, str, int]
"""Own stones, theirs, and the size."""

PATHS: dict[str, tuple[Headed, ...]] = {
    "straight ahead": (
        ("A1 A2 B1", 1, "", 4),
        ("A1 A2 B1 C2 D3", 1, "E5", 4),
        ("A4 B5 A3", 2, "D4", 4),
        ("G7 G6 F7 E6", 4, "A1 D2", 4),
        ("D1 C1 E2", 0, "D5", 4),
    ),
    "round what stands in the way": (
        ("A1 A2 B1", 1, "C2", 4),
        ("A1 A2 B1", 1, "C2 B2", 4),
        ("A1 A2 B1", 1, "C2 B2 C1", 4),
        ("A4 B5 A3 B3", 2, "C3 C4 B2", 4),
        ("G7 G6 F7 E6", 4, "D5 E5 D6 E7", 4),
        ("G4 F3 G5 F5 E5", 5, "D5 E6 D4 F6", 4),
    ),
    "at the edge": (
        ("A1 A2 B1 C2 D3 E4 F5 G6", 1, "", 4),
        ("A1 A2 B2 B3 B4 B5", 0, "", 4),
        ("D7 C6 E7 D6 C5 B4 A3", 4, "", 4),
        ("G7 G6 F7 F6 F5 F4 F3", 3, "G4", 4),
    ),
    "back to the stone before": (
        ("A1 A2 B1 C2", 1, "D3 C3 D2 B2 C1", 4),
        ("A1 A2 B1 C2 D3", 1, "E4 D4 E3 C3 D2", 4),
        ("B2 C3", 1, "D4 C4 D3 B3 C2", 3),
        ("A4 B5 A3 B3 C3", 2, "D3 D4 C2 C4 B2 B4", 4),
    ),
    "nowhere left": (
        ("A1", 1, "A2 B2 B1", 3),
        ("A1 B2", 1, "A2 B1 B3 C3 C2", 3),
        ("C3 C4", 3, "B2 B3 C2 D3 D4 B4 C5 D5", 3),
    ),
}
"""Chains that go on, by what stands in their way."""

THREATS: dict[str, tuple[Threatened, ...]] = {
    "a stone that wins": (
        ("A1 A2", "C3 D4", 3),
        ("C4 D4 D3 C2 B2", "A1 E5 C3 D2", 3),
        ("A2 B3 B4 C4", "A1 C2 D2 E3", 3),
    ),
    "a stone that stops a bridge or a fork": (
        ("C3 D4", "A1 A2", 3),
        ("A3 D4 C2 E4", "A2 B3 B4 C4", 3),
        ("A2 D3 C4", "A1 B2 C3 D4", 3),
        ("C3 D4 B4", "A1 A2 B1", 3),
        ("C2 D3 A1", "A2 B3 D4 D5 E4", 3),
    ),
    "a stone that stops a ring": (
        ("C3 A1 E4", "C4 D4 D3 C2 B2", 3),
        ("C2 A2 A3 D3", "C3 B3 B4 D5 C5", 3),
        ("B3 B2 F5", "D5 E5 E4 D3 C3", 4),
    ),
    "winning comes before blocking": (
        ("E4 E5", "A1 A2", 3),
        ("C4 D4 D3 C2 B2", "A1 B1 A3", 3),
        ("A3 A2 B2", "E5 E4 D3", 3),
    ),
    "what is blocked already": (
        ("A1 A2", "A3 D4", 3),
        ("A3 D3", "A1 A2", 3),
        ("C4 D4 D3 C2 B2", "B3 E4 D2 A1", 3),
        ("C3 B3 A1", "C4 D4 D3 C2 B2", 3),
    ),
    "nothing that has to be done": (
        ("", "C3", 3),
        ("A2 B3", "C3 D4", 3),
        ("C4 D4 D5", "A1 B2 B3", 3),
        ("A1", "C2 D3 E4", 4),
    ),
}
"""Stones of both players, by what the next stone has to do."""


def path_groups(asked: Mapping[str, Iterable[Headed]]) -> tuple[Group, ...]:
    """A group of cases for each of these titles."""
    return tuple(Group(title, tuple(map(_path_case, each))) for title, each in asked.items())


def threat_groups(
    asked: Mapping[str, Iterable[tuple[set[Cell], set[Cell], int]]],
) -> tuple[Group, ...]:
    """A group of cases for each of these titles: own stones, theirs, and the size."""
    return tuple(
        Group(title, tuple(_threat_case(*each) for each in threats))
        for title, threats in asked.items()
    )


def right_cell(case: Case, answer: Answer) -> Objection | None:
    """Nothing for the right cell, else what is wrong with the one that was given."""
    given, right, size = answer.value, case.expected, case.arguments[-1]
    objection = unchanged(case, answer)
    if objection is None or same(right, given) or not _is_cell(given):
        return objection
    taken = {cell for part in case.arguments[:-1] if not isinstance(part, int) for cell in part}
    if given not in hex_board(size).index:
        why = f"that is no cell of the board, of which the cells go up to {2 * size - 1}"
    elif given in taken:
        why = f"there is a stone on {names_of([given])} already"
    elif right is None:
        why = "expected None"
    else:
        why = f"expected {right}"
    return Objection(f"{case.shown} gave {given}: {why}", None, repr(right), repr(given))


def _is_cell(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(type(part) is int for part in value)


def _path_case(asked: Headed) -> HexCase:
    text, ahead, others, size = asked
    board = hex_board(size)
    path, other = [board.cell_named(name) for name in text.split()], cells_named(others, size)
    return HexCase(
        (path, ahead, {*path, *other}, size),
        straight(path, ahead, {*path, *other}, size),
        f"straight({path}, {ahead}, taken, {size})",
        100 * size + len(path) + len(other),
        right_cell,
        drawn=position(size, path, other),
    )


def _threat_case(own: set[Cell], theirs: set[Cell], size: int) -> HexCase:
    return HexCase(
        (own, theirs, size),
        defence(own, theirs, size),
        f"defence(own, theirs, {size}), own stones X and theirs O,",
        100 * size + len(own) + len(theirs),
        right_cell,
        drawn=position(size, own, theirs),
    )


@cache
def _path_visible() -> tuple[Group, ...]:
    return path_groups(PATHS)


@cache
def _threat_visible() -> tuple[Group, ...]:
    return threat_groups(
        {
            title: [
                (cells_told(own, size), cells_told(theirs, size), size)
                for own, theirs, size in threats
            ]
            for title, threats in THREATS.items()
        }
    )


def _path_probes() -> tuple[tuple[Any, ...], ...]:
    return tuple(case.arguments for group in _path_visible() for case in group.cases)


def _threat_probes() -> tuple[tuple[Any, ...], ...]:
    return tuple(case.arguments for group in _threat_visible() for case in group.cases)


STRAIGHT = Exercise("straight", "06", _path_visible, _path_probes, straight)
DEFENCE = Exercise("defence", "06", _threat_visible, _threat_probes, defence, seconds=10)
