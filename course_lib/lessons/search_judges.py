"""Judges of searches, which serve lessons 02, 03, 05 and 07.

The contract of a search with a window alpha < beta, asked about a state whose true value is v: the
answer x is

    v itself            where alpha < v < beta,
    v <= x <= alpha     where v <= alpha (it fails low: x is an upper bound),
    beta <= x <= v      where v >= beta (it fails high: x is a lower bound).

So a search may give back the bound that was passed (fail-hard) or the best it has seen (fail-soft).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from course_lib.checks.calling import Answer
from course_lib.checks.cases import Case, Objection, is_number, same
from course_lib.checks.judges import called, expectation, gives, shown
from course_lib.checks.verdict import MORE_VISITS
from course_lib.game import Game
from course_lib.words import Say, _, counted


def best_action(
    case: Case, answer: Answer, *, values: Sequence[tuple[Any, float]], first: str, mover: str
) -> Objection | None:
    """Objects to all but any of the best actions: what the chosen one leads to.

    `values` are all actions of the state, each with what it leads to for the `first` player.
    """
    got, best = answer.value, case.expected
    in_a_game = isinstance(case.arguments[0], Game)  # which looks an action up among its own
    if any(same(right, got, exact=in_a_game) for right in best):
        return None
    facts = {"mover": mover, "first": first, "right": called(case, best[0])}
    chosen = [value for action, value in values if same(action, got)]
    if not values:
        template = _(
            "gave {got}; the game is over, so there is nothing to choose, and None is right"
        )
    elif got is None:
        template = _("gave {got}, but {mover} has a move to make: {right}")
    elif in_a_game and isinstance(got, list) and chosen:
        template = _(
            "gave {got}, a list; an action is a tuple, as game.actions has it: {right} is right"
        )
    elif chosen:
        [most] = [value for action, value in values if same(action, best[0])]
        facts |= {"value": f"{chosen[0]:g}", "most": f"{most:g}"}
        template = _(
            "gave {got}, which leads to a value of {value} for {first}; {mover} is to move, wants"
            " that value to be small, and gets {most} with {right}"
        )
        if mover == first:
            template = _(
                "gave {got}, which leads to a value of {value} for {first}; {mover} is to move,"
                " wants that value to be large, and gets {most} with {right}"
            )
    else:
        template = _("gave {got}, which is not an action of this state; right is {right}")
    words = Say(template, got=called(case, got), **facts)
    return case.wrong(words, expectation(best), shown(got))


Window = tuple[float, float]


def keeps_contract(case: Case, answer: Answer, *, window: Window) -> Objection | None:
    """Objects unless the answer to a question with this window says what it may say."""
    low, high = window
    true, given = case.expected, answer.value
    if not is_number(given) or low < true < high:
        return gives(case, answer)
    least, most = _allowed(true, window)
    if least <= given <= most:
        return None
    if least == most:
        return gives(case, answer)
    template = _(
        "gave {got}; the true value {true} lies at or above beta, so any number from {least} to"
        " {most} is right"
    )
    if true <= low:
        template = _(
            "gave {got}; the true value {true} lies at or below alpha, so any number from {least}"
            " to {most} is right"
        )
    facts = {"least": shown(least), "most": shown(most)}
    words = Say(template, got=shown(given), true=shown(true), **facts)
    between = Say("a number from {least} to {most}", **facts)
    return case.wrong(words, between, shown(given))


def _allowed(true: float, window: Window) -> Window:
    """The least and the greatest answer to this window that is right."""
    low, high = window
    return (true, low) if true <= low else (high, true) if true >= high else (true, true)


def believes(case: Case, answer: Answer, *, window: Window | None = None) -> Objection | None:
    """Objects unless what was found before was used, and nothing was believed that does not answer.

    What was found before is the last argument: values, winners or bounds, invented for this case.
    """
    known = case.arguments[-1]
    if window is not None and is_number(answer.value):
        least, most = _allowed(case.expected, window)
        if least <= answer.value <= most:
            return None
    objection = gives(case, answer)
    if objection is None or answer.value is None:
        return objection
    state = case.arguments[1]
    entry = known.get(state, known.get(tuple(state)))
    if entry is None:
        why = Say("the states after this one are in there, and what is said of them has to be used")
    elif window is None or entry[0] == entry[1] or entry[0] >= window[1] or entry[1] <= window[0]:
        template = _("it says {entry} about this very state, and that has to be used")
        why = Say(template, entry=shown(entry))
    else:
        template = _(
            "it says {entry} about this state, which does not answer the question: search it"
        )
        why = Say(template, entry=shown(entry))
    template = _("{said}. What was found before is invented in this case: {why}")
    sentence = Say(template, said=objection.sentence, why=why)
    return Objection(sentence, objection.expected, objection.got)


def each_once(case: Case, answer: Answer, *, most: int) -> Objection | None:
    """Objects unless the value is right and no state was worked out twice: `most` visits do."""
    if answer.visits is None or answer.visits <= most or not case.accepts(answer.value):
        return gives(case, answer)
    template = _(
        "gave the right value, but visited {n:,} states; where each is worked out only once, it"
        " takes at most {most:,}"
    )
    expected = counted(most, _("at most {n} visit"), _("at most {n:,} visits"))
    got = counted(answer.visits, _("{n:,} visit"), _("{n:,} visits"))
    return case.wrong(Say(template, n=answer.visits, most=most), expected, got, MORE_VISITS)
