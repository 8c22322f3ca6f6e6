"""The judges of what solves games: moves of Nim, images, keys, and tables of what is known."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import inf
from operator import xor
from typing import Any

from course_lib.checks.answer import Answer, Strange
from course_lib.checks.cases import Case, Objection, a_judge, gives, same
from course_lib.checks.verdict import MORE_VISITS
from course_lib.game import Game


def in_order(value: Any) -> list[Any]:
    """The entries of a dictionary as one piece, in an order that depends on no loop."""
    if not isinstance(value, dict):
        return [value]
    return [sorted(f"{key} {entry}" for key, entry in value.items())]


def whole(value: Any) -> list[Any]:
    """The value as its only piece, without what became of a table."""
    return [value]


# --- moves of Nim, images and keys ----------------------------------------------------------------


@a_judge
def leaves_a_sum_of_zero(
    case: Case, answer: Answer, *, right: Sequence[tuple[int, int]]
) -> Objection | None:
    """Nothing if it is one of the winning moves, or `None` where there is none."""
    [heaps] = case.arguments
    value = answer.value
    if not right or value is None:
        return gives(case, answer)
    if value in right and type(value) is tuple:
        return None
    many = "one of " if len(right) > 1 else ""
    expected, got = f"{many}{', '.join(map(str, right))}", repr(value)
    why = _why_it_loses(heaps, value)
    return Objection(f"{case.shown} gave {got}, expected {expected}: {why}", None, expected, got)


def _why_it_loses(heaps: tuple[int, ...], value: Any) -> str:
    """What is wrong with this move."""
    if not (type(value) is tuple and len(value) == 2 and all(type(each) is int for each in value)):
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
    objection, value = gives(case, answer), answer.value
    rows = type(value) is tuple and all(type(row) is str for row in value)
    if objection is None or objection.mistake is not None or not rows:
        return objection
    why = "no turn and no mirror image of the board looks like that"
    if value in images:
        why = "that is an image of the board, but not the least"
    return Objection(f"{objection.sentence}: {why}", expected=objection.expected, got=objection.got)


@a_judge
def key_after(case: Case, answer: Answer) -> Objection | None:
    """Nothing if it is the key of the board after the move."""
    objection = gives(case, answer)
    if objection is None or objection.mistake is not None:
        return objection
    _, _, board, leave, enter = case.arguments
    took = f"which captures a {board[enter]}" if board[enter] != "." else "which is empty"
    where = f"a {board[leave]} goes from square {leave} to square {enter}, {took}"
    sentence = f"{objection.sentence}, the key of the board after the move: {where}"
    return Objection(sentence, expected=objection.expected, got=objection.got)


# --- leaves that are looked at in vain ------------------------------------------------------------


@a_judge
def no_leaf_too_many(
    case: Case,
    answer: Answer,
    *,
    leaves: Sequence[tuple[int, ...]],
    what: str,
    who: str,
    mistake: str,
) -> Objection | None:
    """Nothing if the answer is right, and no leaf was looked at but these."""
    if not same(case.expected, answer.value):
        return gives(case, answer)
    if not set(answer.leaves) - set(leaves):
        return None
    return Objection(
        f"{case.shown} gave the right {what}, but looked at {len(answer.leaves)} leaves; {who}"
        f" needs {len(leaves)}",
        mistake,
        f"{len(leaves)} leaves",
        f"{len(answer.leaves)} leaves",
        MORE_VISITS,
    )


# --- tables of bounds -----------------------------------------------------------------------------

NOT_KEPT = "nothing is written into {}"


Known = Sequence[tuple[Any, Any]]
"""The fields of the state in question and of each that can follow, with what is true of it."""


@a_judge
def keeps_true_bounds(case: Case, answer: Answer, *, values: Known) -> Objection | None:
    """Nothing if the value answers the window and all that the table has is true.

    `values` are those of the states that can follow, the state itself among them.
    """
    game, place, alpha, beta, _ = case.arguments
    true, value = case.expected, answer.value
    if not _answers(value, true, alpha, beta):
        objection = gives(case, answer)
        if objection is None or not _is_number(value) or (alpha, beta) == (-inf, inf):
            return objection
        allowed = _allowed(true, alpha, beta)
        sentence = f"{case.shown} gave {value!r}, expected {allowed}"
        return Objection(sentence, None, allowed, repr(value))
    table = answer.afterwards[4] if len(answer.afterwards) > 4 else None
    return _table_right(case, values, game.is_terminal(place.state), table)


def _table_right(case: Case, values: Known, final: bool, table: Any) -> Objection | None:  # noqa: FBT001
    """Nothing if the table knows something of the state, and nothing that is false."""
    if isinstance(table, Strange):
        return None  # more than is handed on, so it can't be looked through
    if not isinstance(table, dict):
        return Objection(f"{case.shown} made the table something else: {table!r:.80}")
    plain = dict(values)
    for known, bounds in sorted(table.items(), key=lambda item: len(repr(item[0]))):
        if known not in plain:
            continue
        true, where = plain[known], _in_a_line(case.arguments[0], known)
        if not (isinstance(bounds, tuple | list) and len(bounds) == 2):
            return Objection(
                f"{case.shown} kept {bounds!r} for the state {where}; an entry is a pair of"
                " bounds, (lower, upper)",
                None,
                "(lower, upper)",
                repr(bounds),
            )
        if not bounds[0] <= true <= bounds[1]:
            return Objection(
                f"{case.shown} kept the bounds {bounds} for the state {where}, which is worth"
                f" {true}; a number that a window has cut off bounds the value from one"
                " side only",
                None,
                f"bounds around {true}",
                repr(bounds),
            )
    entry = tuple(table.get(values[0][0], ()))
    if not final and entry in {(), (-inf, inf)}:
        return Objection(
            f"{case.shown} gave the right value, but the table knows nothing about this state"
            " afterwards",
            NOT_KEPT.format("the table"),
            "an entry for the state",
            "no bound" if entry else "none",
        )
    return None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _answers(value: Any, true: float, alpha: float, beta: float) -> bool:
    """Whether a search with this window may give this value."""
    if not _is_number(value):
        return False
    if true <= alpha:
        return true <= value <= alpha
    if true >= beta:
        return beta <= value <= true
    return bool(value == true)


def _allowed(true: float, alpha: float, beta: float) -> str:
    if true <= alpha:
        return f"at most {alpha} and not below {true}, which it is worth"
    if true >= beta:
        return f"at least {beta} and not above {true}, which it is worth"
    return f"{true}, which lies in the window"


@a_judge
def as_the_table_says(case: Case, answer: Answer) -> Objection | None:
    """Nothing if the entries were used where they answer the question, and not elsewhere."""
    _, place, alpha, beta, table = case.arguments
    if _answers(answer.value, case.expected, alpha, beta):
        return None
    objection = gives(case, answer)
    if objection is None or objection.mistake is not None:
        return objection
    entry = table.get(tuple(place.state))
    why = "the table has entries for states after it, some invented for this question"
    if entry is not None:
        why = f"the table says {entry} about this state"
        why += (
            ", which answers the question; the numbers are invented"
            if entry[0] == entry[1] or entry[0] >= beta or entry[1] <= alpha
            else ", which does not answer the question, so it has to be searched"
        )
    sentence = f"{objection.sentence}: {why}"
    return Objection(sentence, None, objection.expected, objection.got)


# --- tables of winners ----------------------------------------------------------------------------


@a_judge
def keeps_true_winners(case: Case, answer: Answer, *, winners: Known) -> Objection | None:
    """Nothing if the winner is right, and what is known afterwards is right, too.

    `winners` are those of the states that can follow, the state itself among them.
    """
    game, place, _ = case.arguments
    if not same(case.expected, answer.value):
        return gives(case, answer)
    known = answer.afterwards[2] if len(answer.afterwards) > 2 else None
    if isinstance(known, Strange):
        return None  # more than is handed on, so it can't be looked through
    if not isinstance(known, dict):
        return Objection(f"{case.shown} made known something else: {known!r:.80}")
    for fields, right in winners:
        kept = known.get(fields)
        if kept is not None and kept != right:
            where = _in_a_line(game, fields)
            sentence = f"{case.shown} kept {kept!r} for the state {where}, which {right!r} wins"
            return Objection(sentence, expected=repr(right), got=repr(kept))
    if not game.is_terminal(place.state) and tuple(place.state) not in known:
        sentence = f"{case.shown} gave the right winner, but known has no entry for this state"
        return Objection(sentence, NOT_KEPT.format("known"), "an entry for the state", "none")
    return None


@a_judge
def as_known_says(case: Case, answer: Answer) -> Objection | None:
    """Nothing if what was known was used."""
    objection = gives(case, answer) if not same(case.expected, answer.value) else None
    if objection is None or objection.mistake is not None:
        return objection
    _, place, known = case.arguments
    whose = "this state" if tuple(place.state) in known else "the states after it"
    sentence = (
        f"{objection.sentence}: known says who wins {whose}, and what stands there has to be used,"
        " here an invented winner"
    )
    return Objection(sentence, expected=objection.expected, got=objection.got)


@a_judge
def has_all_winners(case: Case, answer: Answer) -> Objection | None:
    """Nothing if each state of the layer has its winner, and no other state is there."""
    game, found = case.arguments[0], answer.value
    if not isinstance(found, dict):
        objection = gives(case, answer)
        if objection is None:
            return None
        shown = f"{found!r:.60}"
        sentence = f"{case.shown} gave {shown}, expected a dictionary of winners"
        return Objection(sentence, objection.mistake, "{state: winner, ...}", shown)
    for state in sorted(case.expected, key=lambda state: state[::-1]):
        right, got = repr(case.expected[state]), repr(found.get(state))
        if state not in found:
            sentence = f"{case.shown} has no winner for {_in_board(game, state)}"
            return Objection(sentence, None, right, "no entry")
        if got != right:
            sentence = f"{case.shown} says {got} about {_in_board(game, state)}; it is {right}"
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


def _in_a_line(game: Game, fields: Any) -> str:
    """A state, given by its fields, as one line."""
    whole_state = type(game.initial)(*fields)
    return game.render(whole_state).replace("\n", " / ")


def _in_board(game: Game, state: Any) -> str:
    """A state of Three Musketeers, given by its board and who is to move, as one line."""
    return game.render(game.initial._replace(board=state[0], to_move=state[1])).replace("\n", " / ")
