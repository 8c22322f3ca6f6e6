"""The visible cases of `remembering(game, state, seen)`: no state is worked out twice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from course_lib.checks.answer import Answer, Position
from course_lib.checks.cases import Case, Exercise, Group, Objection, gives, same
from course_lib.checks.cases_02_states import (
    At,
    call_of,
    minimax_visits,
    played,
    states_below,
    value_for_max,
)
from course_lib.checks.verdict import MORE_VISITS
from course_lib.game import Game, State
from course_lib.games import Count, Nim, TextbookTree, TicTacToe

Seen = dict[State, float]


def remembering(game: Game, state: State, seen: Seen) -> float:
    """What the state is worth to MAX; `seen` keeps the values of all states that were met."""
    first = game.players[0]
    waiting = [] if state in seen else [state]
    while waiting:
        latest = waiting[-1]
        after = [game.result(latest, action) for action in game.actions(latest)]
        if unknown := [each for each in after if each not in seen]:
            waiting += reversed(unknown)
            continue
        if not after:
            seen[latest] = game.utility(latest, first)
        elif game.to_move(latest) == first:
            seen[latest] = max(map(seen.__getitem__, after))
        else:
            seen[latest] = min(map(seen.__getitem__, after))
        waiting.pop()
    return seen[state]


def once_each(game: Game, state: State) -> int:
    """How many states are visited at most if no action is tried twice in the same state."""
    return 1 + sum(len(game.actions(below)) for below in states_below(game, state))


def right_value(case: Case, answer: Answer) -> Objection | None:
    """Nothing if the value is right, whatever was written into `seen`."""
    return None if same(case.expected, answer.value) else gives(case, answer)


def each_once(case: Case, answer: Answer) -> Objection | None:
    """Nothing if the value is right and no state was worked out twice."""
    game, place, _ = case.arguments
    most = once_each(game, place.state)
    if answer.visits is not None and answer.visits > most and same(case.expected, answer.value):
        return Objection(
            f"{case.shown} gave the right value, but visited {answer.visits:,} states; where each"
            f" is worked out only once, it takes at most {most:,}",
            expected=f"at most {_many(most, 'visit')}",
            got=_many(answer.visits, "visit"),
            status=MORE_VISITS,
        )
    return right_value(case, answer)


def used(case: Case, answer: Answer) -> Objection | None:
    """Nothing if the value was made of those in `seen`, which are invented for this question."""
    game, place, seen = case.arguments
    if same(case.expected, answer.value) or not same(
        value_for_max(game, place.state), answer.value
    ):
        return right_value(case, answer)
    whose = "its value is" if place.state in seen else "the values of all states after it are"
    return Objection(
        f"{case.shown} gave {answer.value!r}, expected {case.expected!r}: {whose} in seen already,"
        " and what stands there has to be used, here an invented number",
        expected=repr(case.expected),
        got=repr(answer.value),
    )


def kept(case: Case, answer: Answer) -> Objection | None:
    """Nothing if `seen` afterwards has the right value of every state that is not final."""
    game, place, _ = case.arguments
    after = answer.afterwards[2] if len(answer.afterwards) > 2 else None
    found = after if isinstance(after, dict) else {}
    shown = f"after {case.shown}"
    for below in states_below(game, place.state):
        value = value_for_max(game, below)
        if below not in found:
            if game.is_terminal(below):
                continue
            return Objection(
                f"{shown} the dictionary seen has {_many(len(found), 'value')}, and none for the"
                f" state {tuple(below)!r}; the state itself is the key, and its value is {value:g}",
                expected=f"seen[{tuple(below)!r}] is {value:g}",
                got=f"{_many(len(found), 'value')} in seen, and not this one",
            )
        if not same(value, found[below]):
            return Objection(
                f"{shown} seen[{tuple(below)!r}] is {found[below]!r}; that state is worth"
                f" {value:g} to MAX",
                expected=f"seen[{tuple(below)!r}] is {value:g}",
                got=repr(found[below]),
            )
    return None


def _many(number: int, what: str) -> str:
    """So many of something, in words."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def fresh_case(game: Game, state: State, judge: Any = right_value) -> Case:
    """A state, and nothing in `seen`."""
    size = once_each(game, state)
    return Case(
        (game, Position(game, state), {}),
        value_for_max(game, state),
        call_of("remembering", game, state, "{}"),
        size,
        judge,
        budget=20 * minimax_visits(game, state) + 1_000,
    )


def filled_case(game: Game, state: State, *, root: bool) -> Case:
    """A state with an invented value in `seen`, or with invented ones for all states after it."""
    after = sorted({game.result(state, action) for action in game.actions(state)})
    if root:
        # A value of 0 is a value too, and nothing to be worked out again.
        seen = {tuple(state): 0 if value_for_max(game, state) else 40}
    else:
        seen = {tuple(each): 40 + number for number, each in enumerate(after)}
    rising = game.to_move(state) == game.players[0]
    return Case(
        (game, Position(game, state), seen),
        max(seen.values()) if rising else min(seen.values()),
        call_of("remembering", game, state, seen),
        once_each(game, state),
        used,
        budget=20 * minimax_visits(game, state) + 1_000,
    )


def groups_of(
    values: Iterable[At], large: Iterable[At], small: Iterable[At], known: Iterable[At]
) -> tuple[Group, ...]:
    """The value, the visits, what is kept, and what is used.

    Visits are shown and cost nothing, because a process can only tell us about its own; what is
    worth points is whether `seen` is filled, and whether what stands there is used. The states of
    `small` and `known` have to be plain tuples, as in Count, Nim and trees: only those are the
    same key on both sides of a pipe.
    """
    return (
        Group("the value is right", tuple(fresh_case(*at) for at in values)),
        Group(
            "no state is worked out twice (no points)",
            tuple(fresh_case(*at, each_once) for at in large),
            weight=0,
        ),
        Group("seen holds the values afterwards", tuple(fresh_case(*at, kept) for at in small)),
        Group(
            "values that are in seen already are used",
            tuple(filled_case(*at, root=root) for at in known for root in (True, False)),
        ),
    )


def _visible() -> tuple[Group, ...]:
    three = TicTacToe()
    return groups_of(
        values=[
            *played(Count(3, 2), "1 2", "1", ""),
            *played(Nim((1, 2)), "", "b1"),
            *played(three, "a3 b2 b3 c1 c3", "b2 a3 a1 c3"),
        ],
        large=[*played(Count(7, 2), ""), *played(Nim((2, 2)), ""), *played(three, "b2 a3 a1")],
        small=[*played(Count(4, 2), ""), *played(Nim((1, 2)), "")],
        known=[
            *played(Count(6, 2), "", "1"),
            *played(Nim((2, 2)), ""),
            (TextbookTree([[0, 3], [7, 0]]), ()),
        ],
    )


def _probes() -> tuple[tuple[Any, ...], ...]:
    """Fresh dictionaries, and some with invented values that show whether they are believed."""
    count, nim, three = Count(4, 2), Nim((1, 2)), TicTacToe()
    at = Position(count, count.initial)
    invented = ({(0, "X"): 5}, {(1, "O"): 0, (2, "O"): -3}, {(2, "X"): 0, (3, "X"): 2})
    return (
        *((count, at, seen) for seen in invented),
        (count, at, {}),
        (count, Position(count, count.play("1")), {}),
        (nim, Position(nim, nim.initial), {}),
        (Count(5, 2), Position(Count(5, 2), Count(5, 2).initial), {}),
        (three, Position(three, three.play("b2 a3 a1 c3 c2 a2")), {}),
    )


REMEMBERING = Exercise(
    "remembering",
    "02",
    _visible,
    _probes,
    remembering,
    seconds=10,
    digest=True,
    budget=50_000,
)
