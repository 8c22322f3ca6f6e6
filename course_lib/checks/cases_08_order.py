"""The cases of `my_order`: wins, then blocks, then from the middle outwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from course_lib.checks.answer import Answer, Position
from course_lib.checks.cases import NO_RETURN, Case, Exercise, Group, Objection
from course_lib.checks.cases_02_states import call_of
from course_lib.checks.references_08 import my_order
from course_lib.checks.states_08 import Seen, states
from course_lib.game import Action
from course_lib.games import ConnectFour, KInARow

BUDGET = 5_000

WHERE = ("wins come first", "then the squares where the other would win", "then the middle")


def order_case(seen: Seen, actions: Sequence[Action], size: int) -> Case:
    """The question in which order to try these actions."""
    game, state = seen
    shown = "actions" if list(actions) == list(game.actions(state)) else repr(list(actions))
    return Case(
        (game, Position(game, state), list(actions)),
        my_order(game, state, actions),
        call_of("my_order", game, state, shown),
        size,
        partial(well_ordered, seen, tuple(actions)),
        budget=BUDGET,
    )


def well_ordered(
    seen: Seen, actions: tuple[Any, ...], case: Case, answer: Answer
) -> Objection | None:
    """Nothing for the same actions with the best first; among equals any order is right."""
    given = answer.value
    wanted, got = repr(case.expected), repr(given)
    if not isinstance(given, list | tuple):
        printed = given is None and answer.printed.strip()
        mistake = "the result is printed instead of returned" if printed else NO_RETURN
        if isinstance(given, set | frozenset):
            mistake = "a set is returned, which has no order"
        named = mistake if given is None or isinstance(given, set | frozenset) else None
        sentence = f"{case.shown} gave {got}, expected a list"
        return Objection(sentence, named, wanted, got)
    why = _not_the_same(seen, actions, given) or _not_in_order(seen, actions, given)
    if why is not None:
        return Objection(f"{case.shown} gave {got}: {why[0]}", why[1], wanted, got)
    if answer.visits is not None and answer.visits > 1:
        return Objection(
            f"{case.shown} visited {answer.visits} states; read from the board who could finish a"
            " window where, because each state that the game is asked about is a visit",
            "the order looks at other states",
            "1 visit or none",
            f"{answer.visits} visits",
        )
    return None


def _not_the_same(
    seen: Seen, actions: tuple[Any, ...], given: Sequence[Any]
) -> tuple[str, str] | None:
    """What is wrong if these are not the actions that were handed in, and the mistake's name."""
    count, right = Counter(map(repr, given)), Counter(map(repr, actions))
    if count == right:
        return None
    if missing := [action for action in actions if not count[repr(action)]]:
        return f"{missing[0]!r} is missing", "an action is lost"
    extra = [action for action in given if not right[repr(action)]]
    if extra and extra[0] in seen.game.actions(seen.state):
        name = "other actions than those that are handed in are given"
        return f"{extra[0]!r} was not among the actions that were handed in", name
    if extra:
        return f"{extra[0]!r} is no action here", "squares are given that are no actions"
    return "an action comes twice", "an action comes twice"


def _not_in_order(
    seen: Seen, actions: tuple[Any, ...], given: Sequence[Any]
) -> tuple[str, str | None] | None:
    """What is wrong with the order of these actions, and the mistake's name."""
    kinds = [0 if each in seen.wins else 1 if each in seen.blocks else 2 for each in given]
    middle = (seen.game.columns - 1) / 2
    far = [abs(each[1] - middle) for each, kind in zip(given, kinds, strict=True) if kind == 2]
    outwards = far == sorted(far)
    if kinds != sorted(kinds):
        if kinds == sorted(kinds, reverse=True) and not outwards:
            return "the best come last; they should come first", "the best come last"
        stops = kinds.count(1)
        if stops and kinds[:stops] == [1] * stops and 0 in kinds:
            return f"{WHERE[0]}, before what stops the other", "blocks come before wins"
        place = next(number for number, (a, b) in enumerate(pairwise(kinds), 1) if a > b)
        name = BLOCKS_NOT_NEXT if kinds[place] else WINS_NOT_FIRST
        return f"{given[place]!r} comes too late: {WHERE[kinds[place]]}", name
    if outwards:
        return None
    if far == sorted(far, reverse=True):
        return "the middle should come before the edge", "the edge comes before the middle"
    plain = [each for each in actions if each in given[len(kinds) - len(far) :]]
    if plain == list(given[len(kinds) - len(far) :]):
        name = "the others are left in the order in which they came"
        return "the others should go from the middle to the edge", name
    return "the others should go from the middle to the edge", None


WINS_NOT_FIRST = "wins do not come first"
BLOCKS_NOT_NEXT = "squares where the other would win do not come next"


def groups_of(games: Sequence[KInARow], seed: int) -> tuple[Group, ...]:
    """What is asked about states of random games of these sizes."""
    quiet, wins, both, blocks = (
        tuple(_cases(games, seed, kind)) for kind in (is_quiet, has_wins, has_both, has_blocks)
    )
    return (
        Group("wins come first", (*wins, *both), weight=1.5),
        Group("then the squares where the other would win", blocks, weight=1.5),
        Group("the others from the middle to the edge", quiet),
        Group("the actions that are handed in, each once", tuple(_parts(games, seed))),
    )


def _cases(games: Sequence[KInARow], seed: int, wanted: Any) -> Iterator[Case]:
    """Questions about all actions, in states that are wanted."""
    for game in games:
        for seen in states(game, seed, wanted, 4):
            yield order_case(seen, game.actions(seen.state), seen.stones)


def _parts(games: Sequence[KInARow], seed: int) -> Iterator[Case]:
    """Questions about some of the actions, and about all of them turned round."""
    for game in games:
        for seen in states(game, seed, has_choice, 4, 5):
            actions = game.actions(seen.state)
            yield order_case(seen, actions[::2], seen.stones)
            yield order_case(seen, actions[::-1], seen.stones)


def is_quiet(seen: Seen) -> bool:
    """Whether nobody could finish a window."""
    return not seen.wins and not seen.blocks


def has_wins(seen: Seen) -> bool:
    """Whether there is a win, and nothing to stop."""
    return bool(seen.wins) and not seen.blocks


def has_blocks(seen: Seen) -> bool:
    """Whether there is something to stop, and no win."""
    return bool(seen.blocks) and not seen.wins


def has_both(seen: Seen) -> bool:
    """Whether there is a win, and something to stop elsewhere."""
    return bool(seen.wins and seen.blocks - seen.wins)


def has_choice(seen: Seen) -> bool:
    """Whether there are four actions or more."""
    return len(seen.state.actions) > 3


GAMES = (ConnectFour(), ConnectFour(5, 6, 3), KInARow(4, 5, 3))

MY_ORDER = Exercise(
    "my_order", "08", lambda: groups_of(GAMES, 2), reference=my_order, budget=BUDGET
)
