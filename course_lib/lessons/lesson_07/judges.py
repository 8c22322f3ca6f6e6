"""The judges of lesson 07: moves of Nim, images, layers, and tables that say only what is true."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import reduce
from operator import xor
from typing import Any

from course_lib.checks.calling import Answer, Strange
from course_lib.checks.cases import Case, Objection, is_number, same, whole_numbers
from course_lib.checks.judges import explained, gives, shown
from course_lib.checks.verdict import GAVE, MORE_VISITS
from course_lib.game import Game
from course_lib.lessons.search_judges import Window, believes, each_once, keeps_contract
from course_lib.plain import many
from course_lib.words import Say

SHARED = (believes, each_once)
"""Judges of several lessons that cases of this one name."""


def leaves_a_sum_of_zero(
    case: Case, answer: Answer, *, right: Sequence[tuple[int, int]]
) -> Objection | None:
    """Objects unless it is one of the winning moves, or `None` where there is none."""
    [heaps] = case.arguments
    if not right or answer.value is None:
        return gives(case, answer)
    if any(same(move, answer.value) for move in right):
        return None
    expected = f"{'one of ' * (len(right) > 1)}{', '.join(map(str, right))}"
    got, why = shown(answer.value), _why_it_loses(heaps, answer.value)
    gave = Say(GAVE, got=got, want=expected)
    return case.wrong(Say("{gave}: {why}", gave=gave, why=why), expected, got)


def _why_it_loses(heaps: tuple[int, ...], value: Any) -> str:
    """What is wrong with this move."""
    if not (isinstance(value, tuple | list) and len(value) == 2 and whole_numbers(value)):
        return "a move is a tuple of two whole numbers, the heap's place and how many are taken"
    place, take = value
    if not 0 <= place < len(heaps):
        return f"there is no heap at place {place}; places count from 0"
    if not 1 <= take <= heaps[place]:
        return f"nobody can take {take} from a heap of {heaps[place]}"
    after = (*heaps[:place], heaps[place] - take, *heaps[place + 1 :])
    return f"it leaves {after} with a nim-sum of {reduce(xor, after, 0)}, and 0 is needed"


def least_of_images(
    case: Case, answer: Answer, *, images: Sequence[tuple[str, ...]]
) -> Objection | None:
    """Objects unless it is the least image; else whether it is an image at all."""

    def why(given: Any) -> str | None:
        if isinstance(given, list) and tuple(given) == case.expected:
            return (
                "these are the right rows, in a list. A table can't look up a list, so give them"
                " back as a tuple"
            )
        if not (type(given) is tuple and all(type(row) is str for row in given)):
            return None
        what = "no turn and no mirror image of the board looks like that, and so not the least"
        if given in images:
            what = "that is an image of the board, but not the least"
        return f"{what}, which is {case.expected!r}"

    return explained(case, answer, why)


def has_all_winners(case: Case, answer: Answer) -> Objection | None:
    """Objects unless each state of the layer has its winner, and no other state is there."""
    game, found, layer = case.arguments[0], answer.value, case.expected
    if not isinstance(found, dict):
        got = f"{found!r:.60}"
        words = f"gave {got}, expected a dictionary of winners"
        return case.wrong(words, "{state: winner, ...}", got)
    for state in sorted(layer, key=lambda state: state[::-1]):
        right, got = repr(layer[state]), repr(found.get(state))
        if state in found and got == right:
            continue
        board, to_move = state
        line = game.render(game.initial._replace(board=board, to_move=to_move))
        where = line.replace("\n", " / ")
        if state not in found:
            return case.wrong(f"has no winner for {where}", right, "no entry")
        return case.wrong(f"says {got} about {where}; it is {right}", right, got)
    if len(found) <= len(layer):
        return None
    words = (
        f"gave {len(found)} states, expected the {len(layer)} of this layer;"
        " the layer below is in known already"
    )
    return case.wrong(words, f"{len(layer)} states", f"{len(found)} states")


def no_leaf_too_many(
    case: Case, answer: Answer, *, leaves: Sequence[tuple[int, ...]], what: str, who: str
) -> Objection | None:
    """Objects unless the answer is right, and no leaf was looked at but these."""
    if not case.accepts(answer.value):
        return gives(case, answer)
    if not set(answer.leaves) - set(leaves):
        return None
    count = len(answer.leaves)
    looked, enough = (many(number, "leaf", "leaves") for number in (count, len(leaves)))
    words = f"gave the right {what}, but looked at {looked}; {who} needs {len(leaves)}"
    return case.wrong(words, enough, looked, MORE_VISITS)


# --- what is kept ---------------------------------------------------------------------------------


Known = Sequence[tuple[Any, Any]]
"""The fields of the state in question and of each that can follow, with what is true of it."""


FEW = 50
"""A table of no more states than this can be handed on, if its keys are states."""


def keeps_true_bounds(
    case: Case, answer: Answer, *, values: Known, window: Window
) -> Objection | None:
    """Objects unless the value answers the window and all that the table has is true.

    `values` are those of the states that can follow, the state itself among them.
    """
    wrong = keeps_contract(case, answer, window=window)

    def fault(bounds: Any, true: Any, where: str) -> Objection | None:
        pair = isinstance(bounds, tuple | list) and len(bounds) == 2
        if not (pair and all(map(is_number, bounds))):
            words = f"kept {bounds!r} for the state {where}; an entry is a pair of bounds,"
            return case.wrong(f"{words} (lower, upper)", "(lower, upper)", repr(bounds))
        if bounds[0] <= true <= bounds[1]:
            return None
        why = "a number that a window has cut off bounds the value from one side only"
        if true and bounds[0] == bounds[1] == -true:
            why = "the table speaks of the first player's value, whoever is to move"
        words = f"kept the bounds {bounds} for the state {where}, which is worth {true}; {why}"
        return case.wrong(words, f"bounds around {true}", repr(bounds))

    # A value that is in the window may come back with its arguments changed: the table is one.
    if wrong is not None and not case.accepts(answer.value):
        return wrong
    return _all_true(case, answer, values, fault, "the table")


def keeps_true_winners(case: Case, answer: Answer, *, winners: Known) -> Objection | None:
    """Objects unless the winner is right, and what is known afterwards is right, too.

    `winners` are those of the states that can follow, the state itself among them.
    """

    def fault(kept: Any, right: Any, where: str) -> Objection | None:
        if kept in (right, None):
            return None
        words = f"kept {kept!r} as the winner of the state {where}, where it is {right!r}"
        return case.wrong(words, repr(right), repr(kept))

    if not case.accepts(answer.value):
        return gives(case, answer)
    return _all_true(case, answer, winners, fault, "known")


def _all_true(
    case: Case,
    answer: Answer,
    truth: Known,
    fault: Callable[[Any, Any, str], Objection | None],
    name: str,
) -> Objection | None:
    """Objects unless the table, the last argument, knows something of the state and nothing false.

    `name` is what messages call it.
    """
    game, place = case.arguments[:2]
    table = _kept(case, answer)
    if isinstance(table, Strange) and len(truth) > FEW:
        return None  # more than is handed on, so it can't be looked through
    if not isinstance(table, dict):
        words = "its keys are states, and nothing else is to be kept there"
        return case.wrong(f"made {name} something else: {table!r:.80}; {words}")
    for fields, true in truth:
        if fields in table:
            objection = fault(table[fields], true, _in_a_line(game, fields))
            if objection is not None:
                return objection
    entry = table.get(tuple(place), ())
    if game.is_terminal(place) or entry not in ((), (-math.inf, math.inf)):
        return None
    words = f"gave the right answer, but {name} has nothing about this state afterwards"
    return case.wrong(words, "an entry for the state", repr(entry) if entry else "none")


def _kept(case: Case, answer: Answer) -> Any:
    """The last argument as it was after the call."""
    place = len(case.arguments) - 1
    return answer.afterwards[place] if len(answer.afterwards) > place else None


def _in_a_line(game: Game, fields: Any) -> str:
    """A state, given by its fields, as one line."""
    kind = type(game.initial)
    return game.render(fields if kind is tuple else kind(*fields)).replace("\n", " / ")


def in_order(value: Any) -> list[Any]:
    """The entries of a dictionary as one piece, in an order that depends on no loop."""
    if not isinstance(value, dict):
        return [value]
    return [sorted(f"{key} {entry}" for key, entry in value.items())]


def whole(value: Any) -> list[Any]:
    """The value as its only piece, without what became of a table."""
    return [value]


# --- proof numbers --------------------------------------------------------------------------------


def grows_a_proof(case: Case, answer: Answer, *, right: Known) -> Objection | None:
    """Objects unless the table is as it should be after this one step."""
    game, _, _, before = case.arguments
    table = _kept(case, answer)
    if not isinstance(table, dict):
        return case.wrong(f"made the table something else: {table!r:.80}; keep it a dictionary")
    wanted = {tuple(fields): pair for fields, pair in right}
    for fields, pair in wanted.items():
        where, got = _in_a_line(game, fields), table.get(fields)
        if got is None:
            words = f"has nothing in the table about {where}, which this step should reach"
            return case.wrong(words, str(pair), "no entry")
        if not same(pair, got):
            words = f"gave {where} the numbers {got!r:.60}, expected {pair}"
            return case.wrong(words, str(pair), f"{got!r:.60}")
    extra = next((fields for fields in table if fields not in wanted), None)
    if extra is None:
        return None
    grown = len(wanted) - len(before)
    words = (
        f"put {_in_a_line(game, extra)} into the table; one step adds only the states that follow"
        f" the one it grows at, {many(grown, 'state')} here"
    )
    return case.wrong(words, many(grown, "new state"), many(len(table) - len(before), "new state"))
