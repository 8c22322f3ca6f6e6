"""The judges of searches: by the contract of a window, the leaves looked at, and what is kept.

The contract: asked with a window alpha < beta about a state whose true value is v, the answer x is

    v itself            where alpha < v < beta,
    v <= x <= alpha     where v <= alpha (it fails low: x is an upper bound),
    beta <= x <= v      where v >= beta (it fails high: x is a lower bound).

So a search may give back the bound that was passed (fail-hard) or the best it has seen (fail-soft).
Leaves are counted on secret trees only, from left to right as `game.actions` lists the children.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from course_lib.checks.answer import Answer, Strange
from course_lib.checks.cases import Case, Objection, a_judge, is_number, same
from course_lib.checks.judges.values import gives, gives_that_value
from course_lib.checks.verdict import MORE_VISITS
from course_lib.game import Game
from course_lib.plain import many

Leaf = tuple[tuple[int, ...], float, float, float]
"""The path of a leaf, its number, and alpha and beta when its turn comes."""

Window = tuple[float, float]

# --- the value ------------------------------------------------------------------------------------


@a_judge
def keeps_contract(case: Case, answer: Answer, *, window: Window) -> Objection | None:
    """Nothing if the answer to a question with this window says what it may say."""
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


@a_judge
def believes(case: Case, answer: Answer, *, window: Window | None = None) -> Objection | None:
    """Nothing if what was found before was used, and nothing was believed that does not answer.

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
    state = getattr(case.arguments[1], "state", case.arguments[1])
    entry = known.get(state, known.get(tuple(state)))
    if entry is None:
        why = "the states after this one are in there, and what is said of them has to be used"
    elif window is None or entry[0] == entry[1] or entry[0] >= window[1] or entry[1] <= window[0]:
        why = f"it says {entry!r} about this very state, and that has to be used"
    else:
        why = f"it says {entry} about this state, which does not answer the question: search it"
    sentence = f"{objection.sentence}. Look into what was found before, here invented: {why}"
    return Objection(sentence, objection.expected, objection.got)


# --- what was looked at ---------------------------------------------------------------------------


@a_judge
def looks_at_leaves(
    case: Case, answer: Answer, *, window: Window, leaves: Sequence[Leaf]
) -> Objection | None:
    """Nothing if the contract is kept, and exactly the leaves that matter were looked at."""
    wrong = keeps_contract(case, answer, window=window)
    if wrong is not None:
        return wrong
    looked = set(answer.leaves)
    wanted = _looked_at(sum(low < high for _, _, low, high in leaves))
    got = _looked_at(len(looked))
    for path, number, low, high in leaves:
        if low < high and path not in looked:
            words = (
                f"did not look at the leaf {number} at {path}, which matters: alpha is {bound(low)}"
                f" and beta {bound(high)} when its turn comes, in the order of game.actions"
            )
            return case.wrong(words, wanted, got)
    for path, number, low, high in leaves:
        if low >= high and path in looked:
            words = (
                f"gave {answer.value}, which is right, but looked at the leaf {number} at {path},"
                f" which cannot matter: alpha is {bound(low)} and beta {bound(high)} by then"
            )
            return case.wrong(words, wanted, got, MORE_VISITS)
    return None


@a_judge
def no_leaf_too_many(
    case: Case, answer: Answer, *, leaves: Sequence[tuple[int, ...]], what: str, who: str
) -> Objection | None:
    """Nothing if the answer is right, and no leaf was looked at but these."""
    if not case.accepts(answer.value):
        return gives(case, answer)
    if not set(answer.leaves) - set(leaves):
        return None
    count = len(answer.leaves)
    words = f"gave the right {what}, but looked at {_leaves(count)}; {who} needs {len(leaves)}"
    return case.wrong(words, _leaves(len(leaves)), _leaves(count), MORE_VISITS)


@a_judge
def no_deeper(case: Case, answer: Answer, *, depth: int) -> Objection | None:
    """Nothing if the value is right, and no leaf of a secret tree below the depth was looked at."""
    below = next((len(leaf) for leaf in answer.leaves if len(leaf) > depth), None)
    if below is None:
        return gives(case, answer)
    words = (
        f"looked at a leaf that is {below} plies below the root; with depth={depth} nothing deeper"
        f" than {depth} is to be looked at"
    )
    return case.wrong(words, f"leaves at most {depth} plies deep", f"one that is {below} deep")


@a_judge
def each_once(case: Case, answer: Answer, *, most: int) -> Objection | None:
    """Nothing if the value is right and no state was worked out twice: `most` visits do."""
    if answer.visits is None or answer.visits <= most or not case.accepts(answer.value):
        return gives_that_value(case, answer)
    words = (
        f"gave the right value, but visited {answer.visits:,} states; where each"
        f" is worked out only once, it takes at most {most:,}"
    )
    expected, got = f"at most {many(most, 'visit')}", many(answer.visits, "visit")
    return case.wrong(words, expected, got, MORE_VISITS)


def bound(number: float) -> str:
    """A bound as people write it."""
    if math.isinf(number):
        return "infinity" if number > 0 else "minus infinity"
    return str(number)


def _looked_at(count: int) -> str:
    return f"{_leaves(count)} looked at"


def _leaves(count: int) -> str:
    return "1 leaf" if count == 1 else f"{count} leaves"


# --- what is kept ---------------------------------------------------------------------------------

Known = Sequence[tuple[Any, Any]]
"""The fields of the state in question and of each that can follow, with what is true of it."""


@a_judge
def keeps_true_values(
    case: Case, answer: Answer, *, values: Sequence[tuple[Any, float, bool]]
) -> Objection | None:
    """Nothing if the dictionary, the last argument, has right values of all states afterwards.

    `values` are states, what they are worth, and whether they may be left out.
    """
    kept = _kept(case, answer)
    kept = kept if isinstance(kept, dict) else {}
    for state, value, optional in values:
        wanted = f"seen[{state!r}] is {value:g}"
        if state in kept and not same(value, kept[state]):
            sentence = (
                f"after {case.shown} seen[{state!r}] is {kept[state]!r}; that state is worth"
                f" {value:g} to MAX"
            )
            return Objection(sentence, wanted, repr(kept[state]))
        if state not in kept and not optional:
            count = many(len(kept), "value")
            sentence = (
                f"after {case.shown} the dictionary seen has {count}, and none for the state"
                f" {state!r}; the state itself is the key, and its value is {value:g}"
            )
            return Objection(sentence, wanted, f"{count} in seen, and not this one")
    return None


FEW = 50
"""A table of no more states than this can be handed on, if its keys are states."""


@a_judge
def keeps_true_bounds(
    case: Case, answer: Answer, *, values: Known, window: Window
) -> Objection | None:
    """Nothing if the value answers the window and all that the table has is true.

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
        words = (
            f"kept the bounds {bounds} for the state {where}, which is worth {true}; a"
            " number that a window has cut off bounds the value from one side only"
        )
        return case.wrong(words, f"bounds around {true}", repr(bounds))

    # A value that is in the window may come back with its arguments changed: the table is one.
    if wrong is not None and not case.accepts(answer.value):
        return wrong
    return _all_true(case, answer, values, fault, "the table")


@a_judge
def keeps_true_winners(case: Case, answer: Answer, *, winners: Known) -> Objection | None:
    """Nothing if the winner is right, and what is known afterwards is right, too.

    `winners` are those of the states that can follow, the state itself among them.
    """

    def fault(kept: Any, right: Any, where: str) -> Objection | None:
        if kept in (right, None):
            return None
        words = f"kept {kept!r} for the state {where}, which {right!r} wins"
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
    """Nothing if the table, the last argument, knows something of the state and nothing false.

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
    entry = table.get(tuple(place.state), ())
    if game.is_terminal(place.state) or entry not in ((), (-math.inf, math.inf)):
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
