"""The judges of what a call gives back: a value, one of several actions, a set, a list, a move."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import reduce
from operator import xor
from typing import Any

from course_lib.checks.answer import Answer, Position, Strange
from course_lib.checks.cases import Case, Objection, a_judge, is_number, same, whole_numbers
from course_lib.checks.verdict import MORE_VISITS
from course_lib.game import Game
from course_lib.games.hexboard import cell_name, hex_board

MOST_SHOWN = 12
"""Of a longer list the middle is left out."""


@a_judge
def gives(case: Case, answer: Answer, *, why: str = "") -> Objection | None:
    """Nothing if the answer has the expected value and has left its arguments alone.

    `why`, if given, is said of every wrong value, in place of the expected one.
    """
    if why:
        return explained(case, answer, lambda _: why)
    return gives_that_value(case, answer) or changed(case, answer)


@a_judge
def gives_that_value(case: Case, answer: Answer) -> Objection | None:
    """Nothing if the answer has the expected value, whatever became of the arguments."""
    wanted, given = case.expected, answer.value
    if case.accepts(given):
        return None
    numbers = is_number(wanted) and is_number(given)
    kinds = ""
    if not (wanted is None or isinstance(given, Strange | None) or numbers):
        right, wrong = _kind(wanted), _kind(given)
        kinds = f" ({right}, not {wrong})" if right != wrong else ""
    expected, got = shown(wanted), shown(given)
    return case.wrong(f"gave {got}, expected {expected}{kinds}", expected, got)


@a_judge
def refuses(case: Case, answer: Answer) -> Objection | None:
    """Nothing if the call ended in an exception, as it has to, and changed nothing before."""
    if answer.error is not None:
        return changed(case, answer)
    got = "the same board back" if answer.same_as is not None else repr(answer.value)
    words = f"is not legal and must raise an exception; it gave {got}"
    return case.wrong(words, "an exception", got)


@a_judge
def changed(case: Case, answer: Answer, *, apart: bool = False) -> Objection | None:
    """Nothing if what was handed over is as it was; what must be `apart` shares no row with it."""
    for before, after in zip(case.arguments, answer.afterwards, strict=False):
        if isinstance(before, list | dict | set) and not same(before, after, exact=True):
            what, advice = "what it was given", "others still need it, so work on a copy"
            if isinstance(before, list) and all(isinstance(row, list) for row in before):
                what, advice = "the board that it was given", "work on a copy of every row"
            return case.wrong(f"changed {what}; {advice}", shown(before), shown(after))
    if not apart or not answer.shares_rows:
        return None
    words = (
        "gave a board that shares rows with the old one: a mark put on one of them later would"
        " stand on both; copy every row"
    )
    return case.wrong(words, "new rows", "rows of the old board")


def explained(case: Case, answer: Answer, why: Callable[[Any], str | None]) -> Objection | None:
    """What `gives` objects to, with the reason why this value is wrong, where there is one."""
    objection = gives(case, answer)
    if objection is None or answer.value is None or case.accepts(answer.value):
        return objection
    reason = why(answer.value)
    if reason is None:
        return objection
    return objection._replace(sentence=f"{case.shown} gave {objection.got}: {reason}")


def shown(value: Any) -> str:
    """A value as Python writes it, sets in order and long lists without their middle."""
    if isinstance(value, Strange):
        return value.shown
    if isinstance(value, set | frozenset) and value:
        return f"{{{_listed(sorted(map(repr, value)))}}}"
    if isinstance(value, list) and value and not isinstance(value[0], list):
        return f"[{_listed(list(map(repr, value)))}]"
    return repr(value)


def _listed(members: Sequence[str]) -> str:
    """These members with commas between them; of many the middle is left out."""
    if len(members) > MOST_SHOWN:
        members = [*members[:5], f"... {len(members)} in all"]
    return ", ".join(members)


_KINDS = {
    bool: "True or False",
    int: "a whole number",
    float: "a number",
    str: "a text",
    tuple: "a tuple",
    list: "a list",
    set | frozenset: "a set",
    dict: "a dictionary",
}


def _kind(value: Any) -> str:
    """What kind of value this is, as a beginner would say."""
    found = (words for kind, words in _KINDS.items() if isinstance(value, kind))
    return next(found, "something else")


# --- numbers --------------------------------------------------------------------------------------


@a_judge
def gives_about(case: Case, answer: Answer, *, within: float = 1e-6) -> Objection | None:
    """Nothing if the number is right, however it was rounded on its way."""
    value, right = answer.value, case.expected
    if not is_number(value):
        return gives(case, answer)
    if value == right or math.isclose(value, right, rel_tol=within, abs_tol=within):
        return None
    expected = "infinity" if math.isinf(right) else f"{right:.6g}"
    return case.wrong(f"gave {value:.6g}, expected {expected}", expected, repr(value))


# --- actions, sets and lists ----------------------------------------------------------------------


@a_judge
def best_action(
    case: Case, answer: Answer, *, values: Sequence[tuple[Any, float]], first: str, mover: str
) -> Objection | None:
    """Nothing for any of the best actions, else what the chosen one leads to.

    `values` are all actions of the state, each with what it leads to for the `first` player.
    """
    got, best = answer.value, case.expected
    if any(same(right, got) for right in best):
        return None
    sentence = f"gave {shown(got)}"
    if not values:
        sentence += "; the game is over, so there is nothing to choose, and None is right"
    elif got is None:
        sentence += f", but {mover} has a move to make: {best!r}"
    elif any(same(action, got) for action, _ in values):
        [value] = [value for action, value in values if same(action, got)]
        [most] = [value for action, value in values if same(action, best[0])]
        wish = "large" if mover == first else "small"
        sentence += (
            f", which leads to a value of {value:g} for {first}; {mover} is to move, wants that"
            f" value to be {wish}, and gets {most:g} with {best!r}"
        )
    else:
        sentence += f", which is not an action of this state; right is {best!r}"
    return case.wrong(sentence, repr(best), shown(got))


@a_judge
def right_members(
    case: Case,
    answer: Answer,
    *,
    extra: str,
    lost: str = "{} is missing",
    order: str = "each comes once",
) -> Objection | None:
    """Nothing for the right list or set, else what it has too much, what it lacks, or its order.

    `extra` and `lost` say what is wrong about a member, which stands where they have `{}`.
    """

    def why(given: Any) -> str | None:
        right = case.expected
        if type(given) is not type(right):
            return None
        too_many = [member for member in given if member not in right]
        too_few = [member for member in right if member not in given]
        if isinstance(given, set):
            too_many, too_few = sorted(too_many, key=repr), sorted(too_few)
        if not given:
            return f"the {type(given).__name__} is empty, expected {shown(right)}"
        if too_many:
            game, place, *_ = (*case.arguments, None)
            if isinstance(game, Game) and isinstance(place, Position):
                legal = game.actions(place.state)
                if not any(same(action, too_many[0]) for action in legal):
                    return f"{too_many[0]!r} is not an action of this state"
            return extra.format(repr(too_many[0]))
        return lost.format(repr(too_few[0])) if too_few else order

    return explained(case, answer, why)


@a_judge
def right_cell(case: Case, answer: Answer) -> Objection | None:
    """Nothing for the right cell of a hexagonal board, or `None`, else what is wrong with it.

    The size of the board is the last argument.
    """
    size = case.arguments[-1]
    taken = {cell for part in case.arguments[:-1] if not isinstance(part, int) for cell in part}

    def why(given: Any) -> str | None:
        if not (isinstance(given, tuple) and len(given) == 2 and whole_numbers(given)):
            return None
        if given not in hex_board(size).index:
            return f"that is not a cell of the board, of which the cells go up to {2 * size - 1}"
        if given in taken:
            return f"there is a stone on {cell_name(given)} already"
        return f"expected {case.expected}"

    return explained(case, answer, why)


@a_judge
def right_shares(case: Case, answer: Answer) -> Objection | None:
    """Nothing for the right list, else what is wrong with its sum or with one of its numbers."""
    budget, _ = case.arguments

    def why(given: Any) -> str | None:
        if not isinstance(given, list) or not whole_numbers(given):
            return None
        if len(given) == len(case.expected) and sum(given) != budget:
            return f"these are {sum(given)} visits in all, not {budget}"
        if given and min(given) < 1:
            return "nobody can search with less than 1 visit"
        return f"expected {case.expected}"

    return explained(case, answer, why)


@a_judge
def deepest_finished(case: Case, answer: Answer) -> Objection | None:
    """Nothing for the right action and depth, else which of the two is not right."""
    action, depth = case.expected

    def why(given: Any) -> str | None:
        if not isinstance(given, tuple) or len(given) != 2:
            return None
        if same(depth, given[1]) and not same(action, given[0]):
            return f"depth {depth} is right, and the best action of that search is {action!r}"
        return f"the searches that can be finished with so many visits reach depth {depth}"

    wrong, visits = explained(case, answer, why), case.arguments[2]
    if wrong is not None or answer.visits is None or answer.visits <= visits + 10:
        return wrong
    words = (
        f"gave the right pair, but visited {answer.visits:,} states; the first search"
        " that does not finish has used up what was left, so stop there"
    )
    return case.wrong(words, f"{visits:,} visits", f"{answer.visits:,} visits", MORE_VISITS)


# --- what solves games: moves of Nim, images, layers ----------------------------------------------


@a_judge
def leaves_a_sum_of_zero(
    case: Case, answer: Answer, *, right: Sequence[tuple[int, int]]
) -> Objection | None:
    """Nothing if it is one of the winning moves, or `None` where there is none."""
    [heaps] = case.arguments
    if not right or answer.value is None:
        return gives(case, answer)
    if any(same(move, answer.value) for move in right):
        return None
    expected = f"{'one of ' * (len(right) > 1)}{', '.join(map(str, right))}"
    got, why = shown(answer.value), _why_it_loses(heaps, answer.value)
    return case.wrong(f"gave {got}, expected {expected}: {why}", expected, got)


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


@a_judge
def least_of_images(
    case: Case, answer: Answer, *, images: Sequence[tuple[str, ...]]
) -> Objection | None:
    """Nothing if it is the least image; else whether it is an image at all."""

    def why(given: Any) -> str | None:
        if not (type(given) is tuple and all(type(row) is str for row in given)):
            return None
        what = "no turn and no mirror image of the board looks like that"
        if given in images:
            what = "that is an image of the board, but not the least"
        return f"expected {case.expected!r}; {what}"

    return explained(case, answer, why)


@a_judge
def has_all_winners(case: Case, answer: Answer) -> Objection | None:
    """Nothing if each state of the layer has its winner, and no other state is there."""
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
