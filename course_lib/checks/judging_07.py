"""Judges `bounded_alphabeta`: its value by the window, its table by the true values."""

from __future__ import annotations

from functools import cache
from math import inf
from typing import Any

from course_lib.checks.answer import Answer, Strange
from course_lib.checks.cases import Case, Objection, gives
from course_lib.checks.lending import lent
from course_lib.game import Game, State

NOT_KEPT = "nothing is written into the table"


# Asked again for every answer to the same case; nobody changes what comes back.
@cache
def values_below(game: Game, state: State) -> dict[State, float]:
    """What this state and all that can follow are worth to the first player."""
    values: dict[State, float] = {}
    lent("remembering")(game, state, values)
    return values


def true_bounds(case: Case, answer: Answer) -> Objection | None:
    """Nothing if the value answers the window and all that the table has is true."""
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
    return _table_right(case, values_below(game, place.state), place.state, table)


def _table_right(
    case: Case, values: dict[State, float], state: State, table: Any
) -> Objection | None:
    """Nothing if the table knows something of the state, and nothing that is false."""
    game = case.arguments[0]
    if isinstance(table, Strange):
        return None  # more than is handed on, so it can't be looked through
    if not isinstance(table, dict):
        return Objection(f"{case.shown} made the table something else: {table!r:.80}")
    # Plain tuples come back; a state of ours may have a hash of its own.
    plain = {tuple(each): (each, value) for each, value in values.items()}
    for known, bounds in sorted(table.items(), key=lambda item: len(repr(item[0]))):
        if known not in plain:
            continue
        each, true = plain[known]
        where = game.render(each).replace("\n", " / ")
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
    entry = tuple(table.get(tuple(state), ()))
    if not game.is_terminal(state) and entry in {(), (-inf, inf)}:
        return Objection(
            f"{case.shown} gave the right value, but the table knows nothing about this state"
            " afterwards",
            NOT_KEPT,
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
