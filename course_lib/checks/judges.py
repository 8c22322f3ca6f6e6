"""What answers are judged by: each judge is known by the name of its function.

A judge takes a case and the answer to it, and gives the objection to the answer, or `None`. What it
has to know besides stands in the case's `known`. A judge that serves one lesson alone stands in
that lesson's folder: `course_lib/lessons/NN_topic/judges.py`.

The contract of a search with a window alpha < beta, asked about a state whose true value is v: the
answer x is

    v itself            where alpha < v < beta,
    v <= x <= alpha     where v <= alpha (it fails low: x is an upper bound),
    beta <= x <= v      where v >= beta (it fails high: x is a lower bound).

So a search may give back the bound that was passed (fail-hard) or the best it has seen (fail-soft).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from course_lib.checks.calling import Answer, Strange
from course_lib.checks.cases import Case, Objection, is_number, same
from course_lib.checks.verdict import MORE_VISITS
from course_lib.game import Game
from course_lib.plain import many

Judge = Callable[..., Objection | None]

Ask = Callable[[Case], tuple[Answer, Objection | None]]
"""Gives what the function answers to this case, and why there is nothing to judge, or `None`."""


def conversation(judge: Judge) -> Judge:
    """The judge, who takes a case and `ask`, as several questions have to be asked."""
    vars(judge)["asks"] = True
    return judge


MOST_SHOWN = 12
"""Of a longer list the middle is left out."""


def gives(case: Case, answer: Answer, *, why: str = "") -> Objection | None:
    """Objects unless the answer has the expected value and has left its arguments alone.

    `why`, if given, is said of every wrong value, in place of the expected one.
    """
    if why:
        return explained(case, answer, lambda _: why)
    return gives_that_value(case, answer) or changed(case, answer)


def gives_that_value(case: Case, answer: Answer) -> Objection | None:
    """Objects unless the answer has the expected value, whatever became of the arguments."""
    wanted, given = case.expected, answer.value
    if case.accepts(given):
        if not (case.exact and answer.container):
            return None
        theirs = "a numpy array" if answer.container == "ndarray" else f"a {answer.container}"
        words = (
            f"gave the right values in {theirs}, where Python's own {type(wanted).__name__} is"
            " asked for: cells below use it as one"
        )
        return case.wrong(words, shown(wanted), theirs)
    numbers = is_number(wanted) and is_number(given)
    kinds = ""
    if not (wanted is None or isinstance(given, Strange | None) or numbers):
        right, wrong = _kind(wanted), _kind(given)
        kinds = f" ({right}, not {wrong})" if right != wrong else ""
        if _lists_for_tuples(wanted, given):
            kinds = " (each member a tuple, not a list)"
    expected, got = shown(wanted), shown(given)
    if expected == got and isinstance(given, list):  # they part where the middle was left out
        pairs = enumerate(zip(map(repr, given), map(repr, wanted), strict=True))
        for at, (mine, right) in pairs:
            if mine != right:
                return case.wrong(f"gave {mine} in place {at}, expected {right}", right, mine)
    return case.wrong(f"gave {got}, expected {expected}{kinds}", expected, got)


def refuses(case: Case, answer: Answer) -> Objection | None:
    """Objects unless the call ended in an exception, as it has to, and changed nothing before."""
    if answer.error is not None:
        return changed(case, answer)
    got = "the same board back" if answer.same_as is not None else repr(answer.value)
    words = f"gave {got}; this action is illegal, so it has to raise an exception"
    return case.wrong(words, "an exception", got)


def changed(case: Case, answer: Answer, *, apart: bool = False) -> Objection | None:
    """Objects where what was handed over has changed; what is `apart` shares no row with it."""
    for before, after in zip(case.arguments, answer.afterwards, strict=False):
        if isinstance(before, list | dict | set) and not same(before, after, exact=True):
            if isinstance(before, list) and all(isinstance(row, list) for row in before):
                words = "changed the board that it was given; work on a copy of every row"
                return case.wrong(words, shown(before), shown(after))
            return case.wrong(
                f"changed what it was given, from {shown(before)} to {shown(after)}; others still"
                " need it, so work on a copy"
            )
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
    sentence = f"{case.call} gave {objection.got}: {reason}"
    if reason.startswith("expected"):
        sentence = f"{case.call} gave {objection.got}, {reason}"
    return objection._replace(sentence=sentence)


def shown(value: Any) -> str:
    """A value as Python writes it, sets in order, and what is long without its middle."""
    if isinstance(value, Strange):
        return value.shown
    if isinstance(value, set | frozenset) and value:
        return f"{{{_listed(sorted(map(repr, value)))}}}"
    if isinstance(value, list) and value and not isinstance(value[0], list):
        return f"[{_listed(list(map(repr, value)))}]"
    if isinstance(value, dict) and len(value) > MOST_SHOWN:
        return f"{{{_listed([f'{key!r}: {each!r}' for key, each in value.items()])}}}"
    return repr(value)


def _listed(members: Sequence[str]) -> str:
    """These members with commas between them; of many the middle is left out."""
    if len(members) > MOST_SHOWN:
        members = [*members[:5], f"... {len(members)} in all"]
    return ", ".join(members)


_KINDS: Mapping[Any, str] = {
    bool: "True or False",
    int: "a whole number",
    float: "a number",
    str: "a text",
    tuple: "a tuple",
    list: "a list",
    set | frozenset: "a set",
    dict: "a dictionary",
}


def _lists_for_tuples(wanted: Any, given: Any) -> bool:
    """Whether lists are in what was given where tuples have to be."""
    many = (list, tuple, set, frozenset)
    members = [next(iter(each), None) for each in (wanted, given) if isinstance(each, many)]
    return list(map(type, members)) == [tuple, list]


def _kind(value: Any) -> str:
    """What kind of value this is, as a beginner would say."""
    found = (words for kind, words in _KINDS.items() if isinstance(value, kind))
    return next(found, "something else")


def gives_about(case: Case, answer: Answer, *, within: float = 1e-6) -> Objection | None:
    """Objects unless the number is right, however it was rounded on its way."""
    value, right = answer.value, case.expected
    if not is_number(value):
        return gives(case, answer)
    if value == right or math.isclose(value, right, rel_tol=within, abs_tol=within):
        return None
    expected = "infinity" if math.isinf(right) else f"{right:.6g}"
    return case.wrong(f"gave {value:.6g}, expected {expected}", expected, repr(value))


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
    sentence = f"gave {shown(got)}"
    if not values:
        sentence += "; the game is over, so there is nothing to choose, and None is right"
    elif got is None:
        sentence += f", but {mover} has a move to make: {best!r}"
    elif in_a_game and isinstance(got, list) and any(same(action, got) for action, _ in values):
        sentence += f", a list; an action is a tuple, as game.actions has it: {best!r} is right"
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


def right_members(
    case: Case,
    answer: Answer,
    *,
    extra: str,
    lost: str = "{} is missing",
    order: str = "each comes once",
) -> Objection | None:
    """Objects to all but the right list or set: what it has too much, what it lacks, or its order.

    `extra` and `lost` say what is wrong about a member, which stands where they have `{}`.
    """

    def why(given: Any) -> str | None:
        right = case.expected
        if type(given) is not type(right) or _lists_for_tuples(right, given):
            return None
        too_many = [member for member in given if member not in right]
        too_few = [member for member in right if member not in given]
        if isinstance(given, set):
            too_many, too_few = sorted(too_many, key=repr), sorted(too_few)
        if not given:
            return f"the {type(given).__name__} is empty, expected {shown(right)}"
        if too_many:
            game, place, *_ = (*case.arguments, None)
            if isinstance(game, Game) and type(place) is type(game.initial):
                legal = game.actions(place)
                if not any(same(action, too_many[0]) for action in legal):
                    return f"{too_many[0]!r} is not an action of this state"
            return extra.format(repr(too_many[0]))
        return lost.format(repr(too_few[0])) if too_few else order

    return explained(case, answer, why)


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
    where = "at or below alpha" if true <= low else "at or above beta"
    words = (
        f"gave {given}; the true value {true} lies {where}, so any number from {least} to {most} is"
        " right"
    )
    expected = f"a number from {least} to {most}" if least < most else f"{least}"
    return case.wrong(words, expected, repr(given))


def _allowed(true: float, window: Window) -> Window:
    """The least and the greatest answer to this window that is right."""
    low, high = window
    return (true, low) if true <= low else (high, true) if true >= high else (true, true)


def believes(case: Case, answer: Answer, *, window: Window | None = None) -> Objection | None:
    """Objects unless what was found before was used, and nothing was believed that does not answer.

    What was found before is the last argument: values, winners or bounds, invented for this case.
    """
    *_, known = case.arguments
    if window is not None and is_number(answer.value):
        least, most = _allowed(case.expected, window)
        if least <= answer.value <= most:
            return None
    objection = gives_that_value(case, answer)
    if objection is None or answer.value is None:
        return objection
    state = case.arguments[1]
    entry = known.get(state, known.get(tuple(state)))
    if entry is None:
        why = "the states after this one are in there, and what is said of them has to be used"
    elif window is None or entry[0] == entry[1] or entry[0] >= window[1] or entry[1] <= window[0]:
        why = f"it says {entry!r} about this very state, and that has to be used"
    else:
        why = f"it says {entry} about this state, which does not answer the question: search it"
    sentence = f"{objection.sentence}. What was found before is invented in this case: {why}"
    return Objection(sentence, objection.expected, objection.got)


def each_once(case: Case, answer: Answer, *, most: int) -> Objection | None:
    """Objects unless the value is right and no state was worked out twice: `most` visits do."""
    if answer.visits is None or answer.visits <= most or not case.accepts(answer.value):
        return gives_that_value(case, answer)
    words = (
        f"gave the right value, but visited {answer.visits:,} states; where each"
        f" is worked out only once, it takes at most {most:,}"
    )
    expected, got = f"at most {many(most, 'visit')}", many(answer.visits, "visit")
    return case.wrong(words, expected, got, MORE_VISITS)


def no_entry(function: str, what: str, key: str, answer: Answer, form: str) -> Objection | None:
    """The objection to what is no dictionary, or one without this key."""
    given = answer.value
    if not isinstance(given, dict):
        return Objection(f"{function}() gave {shown(given):.60}; {form}")
    if key not in given:
        return Objection(f"{function}() says nothing about {what}; {form}")
    return Objection(f"{what} isn't filled in yet; {form}") if given[key] == "..." else None


JUDGES: Mapping[str, Judge] = {
    judge.__name__: judge
    for judge in (
        gives,
        gives_that_value,
        gives_about,
        refuses,
        changed,
        best_action,
        right_members,
        keeps_contract,
        believes,
        each_once,
    )
}
"""The judges that serve several lessons, by name."""
