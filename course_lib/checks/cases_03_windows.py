"""How answers of a windowed search are judged: by the contract, and by the leaves looked at.

The contract: asked with a window alpha < beta about a state whose true value is v, the answer x is

    v itself            where alpha < v < beta,
    v <= x <= alpha     where v <= alpha (it fails low: x is an upper bound),
    beta <= x <= v      where v >= beta (it fails high: x is a lower bound).

So a search may give back the bound that was passed (fail-hard) or the best it has seen (fail-soft).
Leaves are counted on secret trees only, from left to right as `game.actions` lists the children.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from course_lib.checks.answer import Answer
from course_lib.checks.cases import Case, Objection, gives
from course_lib.checks.cases_02_states import call_of as call_in_a_game
from course_lib.checks.verdict import MORE_VISITS
from course_lib.checks.windows import Path, Window, leaf_windows
from course_lib.game import Game, State
from course_lib.games import TextbookTree

WHOLE: Window = (-math.inf, math.inf)


def keeps_contract(window: Window, case: Case, answer: Answer) -> Objection | None:
    """Nothing if the answer to a question with this window says what it may say."""
    low, high = window
    true, given = case.expected, answer.value
    number = isinstance(given, int | float) and not isinstance(given, bool)
    if not number or low < true < high:
        return gives(case, answer)
    if true <= low:
        where, least, most = "at or below alpha, so any number", true, low
    else:
        where, least, most = "at or above beta, so any number", high, true
    if least <= given <= most:
        return None
    expected = f"a number from {least} to {most}" if least < most else f"{least}"
    return Objection(
        f"{case.shown} gave {given}; the true value {true} lies {where} from {least} to {most} is"
        " right",
        expected=expected,
        got=repr(given),
    )


def looks_at(
    windows: dict[Path, Window], leaf: Any, inner: Window, case: Case, answer: Answer
) -> Objection | None:
    """Nothing if the answer keeps the contract, and exactly the leaves that matter were looked at.

    `windows` are those with which alpha-beta comes to each leaf, `leaf` gives a leaf's number.
    """
    wrong = keeps_contract(inner, case, answer)
    if wrong is not None:
        return wrong
    looked = set(answer.leaves)
    for path, (low, high) in windows.items():
        if low < high and path not in looked:
            return Objection(
                f"{case.shown} did not look at the leaf {leaf(path)} at {path}, which matters:"
                f" alpha is {_shown(low)} and beta {_shown(high)} when its turn comes, in the order"
                " of game.actions",
                expected=_leaves(sum(low < high for low, high in windows.values())),
                got=_leaves(len(looked)),
            )
    for path, (low, high) in windows.items():
        if low >= high and path in looked:
            return Objection(
                f"{case.shown} gave {answer.value}, which is right, but looked at the leaf"
                f" {leaf(path)} at {path}, which cannot matter: alpha is {_shown(low)} and beta"
                f" {_shown(high)} by then",
                expected=_leaves(sum(low < high for low, high in windows.values())),
                got=_leaves(len(looked)),
                status=MORE_VISITS,
            )
    return None


def call_of(name: str, game: Game, state: State, *more: Any) -> str:
    """How a call is written in messages; a tree is written as lists, as in the lesson.

    >>> call_of("alphabeta", TextbookTree([[3, 5], [2, 9]]), (), 0, 4)
    'alphabeta(TextbookTree([[3, 5], [2, 9]]), (), 0, 4)'
    """
    if not isinstance(game, TextbookTree):
        return call_in_a_game(name, game, state, *more)
    tree = repr(game.tree).replace(",)", "]").replace("(", "[").replace(")", "]")
    return f"{name}({', '.join([f'TextbookTree({tree})', *map(str, (state, *more))])})"


def leaf_judge(game: Any, tree: Any, window: Window = WHOLE) -> Any:
    """The judge of a search on this tree with this window; `game` is the tree as it is searched.

    `tree` and `game` differ where a depth limit ends the search above the leaves.
    """
    searched = leaf_windows(game, *window)
    windows = {path: seen for path, seen in searched.items() if tree.is_terminal(path)}
    return partial(looks_at, windows, lambda path: tree.utility(path, "MAX"), window)


def _leaves(count: int) -> str:
    return "1 leaf looked at" if count == 1 else f"{count} leaves looked at"


def _shown(bound: float) -> str:
    """A bound as people write it."""
    if math.isinf(bound):
        return "infinity" if bound > 0 else "minus infinity"
    return str(bound)
