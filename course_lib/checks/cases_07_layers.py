"""The visible cases of `solve_layer(game, guards, known)`: a whole layer from the one below."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from course_lib.checks.answer import Answer
from course_lib.checks.cases import Case, Exercise, Group, Objection, gives
from course_lib.checks.references_07 import Winners, solve_layer
from course_lib.game import Game, State
from course_lib.games import ThreeMusketeers

Asked = tuple[Game, int]
"""A game and a number of guards."""

SQUARE = ThreeMusketeers("GM/MG")
WIDE = ThreeMusketeers("GGM/MGG")
THREE = ThreeMusketeers("GGM/MMG")

EMPTY: tuple[Asked, ...] = ((SQUARE, 0), (THREE, 0))
FEW: tuple[Asked, ...] = ((SQUARE, 1), (SQUARE, 2), (THREE, 1))
MORE: tuple[Asked, ...] = ((THREE, 2), (WIDE, 1), (WIDE, 2))


def below(game: Game, guards: int) -> Winners:
    """Who wins the states of the layer below this one."""
    known: Winners = {}
    for layer in range(guards):
        known = solve_layer(game, layer, known)
    return known


# Cases are asked of one answer after another; what crosses to students are copies.
@cache
def layer_case(asked: Asked) -> Case:
    """The question for this layer."""
    game, guards = asked
    known = below(game, guards)
    expected = solve_layer(game, guards, known)
    return Case(
        (game, guards, {tuple(state): winner for state, winner in known.items()}),
        {tuple(state): winner for state, winner in expected.items()},
        f"solve_layer({game!r}, {guards}, known)",
        len(expected),
        all_winners,
        budget=100_000,
    )


def all_winners(case: Case, answer: Answer) -> Objection | None:
    """Nothing if each state of the layer has its winner, and no other state is there."""
    game, found = case.arguments[0], answer.value
    if not isinstance(found, dict):
        objection = gives(case, answer)
        if objection is None:
            return None
        sentence = f"{case.shown} gave {_short(found)}, expected a dictionary of winners"
        return Objection(sentence, objection.mistake, "{state: winner, ...}", _short(found))
    for state in sorted(case.expected, key=lambda state: state[::-1]):
        if state not in found:
            sentence = f"{case.shown} has no winner for {_words(game, state)}"
            return Objection(sentence, None, repr(case.expected[state]), "no entry")
        if found[state] != case.expected[state]:
            right, got = repr(case.expected[state]), repr(found[state])
            sentence = f"{case.shown} says {got} about {_words(game, state)}; it is {right}"
            return Objection(sentence, None, right, got)
    if len(found) > len(case.expected):
        return Objection(
            f"{case.shown} gave {len(found)} states, expected the {len(case.expected)} of this"
            " layer; the layer below is in known already",
            "the layer below is given back, too",
            f"{len(case.expected)} states",
            f"{len(found)} states",
        )
    return None


def _words(game: Game, state: State) -> str:
    """A state as one line."""
    return game.render(game.initial._replace(board=state[0], to_move=state[1])).replace("\n", " / ")


def _short(value: Any) -> str:
    return f"{value!r:.60}"


def groups_of(
    empty: Iterable[Asked], few: Iterable[Asked], more: Iterable[Asked]
) -> tuple[Group, ...]:
    """No guards, the smallest boards, and larger ones."""
    return (
        Group("the layer without guards, with nothing below it", tuple(map(layer_case, empty))),
        Group("a few guards", tuple(map(layer_case, few))),
        Group("more of them", tuple(map(layer_case, more)), weight=2),
    )


def _visible() -> tuple[Group, ...]:
    return groups_of(EMPTY, FEW, MORE)


def _probes() -> tuple[tuple[Any, ...], ...]:
    return tuple(layer_case(asked).arguments for asked in (EMPTY[0], *FEW[:2], *MORE[1:]))


def _sorted(value: Any) -> list[Any]:
    """The winners in an order that hangs on no loop."""
    if not isinstance(value, dict):
        return [value]
    return [sorted(f"{state} {winner}" for state, winner in value.items())]


SOLVE_LAYER = Exercise(
    "solve_layer", "07", _visible, _probes, solve_layer, seconds=10, pieces=_sorted
)
