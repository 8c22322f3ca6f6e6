"""The judges of lesson 04: the deepest search that is finished, and the first moves of puzzles."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from course_lib.checks.calling import Answer
from course_lib.checks.cases import Case, Objection, same
from course_lib.checks.judges import explained, no_entry
from course_lib.checks.verdict import MORE_VISITS
from course_lib.games import Gomoku


def deepest_finished(case: Case, answer: Answer) -> Objection | None:
    """Objects to all but the right action and depth: which of the two is not right."""
    action, depth = case.expected

    def why(given: Any) -> str | None:
        if not isinstance(given, tuple) or len(given) != 2:
            return None
        if same(depth, given[1]) and not same(action, given[0], exact=True):
            return f"depth {depth} is right, and the best action of that search is {action!r}"
        return f"the searches that can be finished with so many visits reach depth {depth}"

    wrong, visits = explained(case, answer, why), case.arguments[2]
    if wrong is not None or answer.visits is None or answer.visits <= visits + 10:
        return wrong
    words = (
        f"gave the right pair, but visited {answer.visits:,} states; all searches share the visits,"
        " and the first that does not finish has used up what was left"
    )
    return case.wrong(words, f"{visits:,} visits", f"{answer.visits:,} visits", MORE_VISITS)


WINS, NO_FOUR, SLOWER, OWN_FOUR, MAKES_FOUR = range(5)
"""What becomes of a first stone: it wins by fours, or why it does not."""


REASONS = {
    NO_FOUR: "{text} gives {attacker} no threat of five, so the other side may play anywhere",
    SLOWER: "after {text} the other side makes five and wins",
    OWN_FOUR: "{text} makes a four, but the stone that stops it makes one too, and ends the attack",
    MAKES_FOUR: "{text} makes a four, but after the answer no chain of fours leads to a win",
}
"""The sentence for each."""


def digest(marks: str) -> str:
    """A short name for these marks, by which a position is recognised and cannot be read."""
    return hashlib.sha256(marks.encode()).hexdigest()[:12]


def begins_a_win(
    _case: Case,
    answer: Answer,
    *,
    puzzle: str,
    squares: int,
    attacker: str,
    leads_to: Mapping[str, int],
) -> Objection | None:
    """Objects unless this puzzle's stone begins a forced win; else what is wrong with it.

    The board has so many `squares` each way; `leads_to` says what becomes of a stone on each empty
    one, by the digest of its name.
    """
    malformed = _no_square(puzzle, answer)
    if malformed is not None:
        return malformed
    game, text = Gomoku(squares), answer.value[puzzle]
    try:
        name = game.action_name(game.action_named(text))
    except ValueError:
        why = f"{text!r} is not a square of this board; squares have names like h8"
        return Objection(f"puzzle {puzzle}: {why}")
    became = leads_to.get(digest(f"{puzzle} {name}"))
    if became == WINS:
        return None
    why = f"there is already a stone on {text}"
    if became is not None:
        why = REASONS[became].format(text=text, attacker=attacker)
    return Objection(f"puzzle {puzzle}: {why}")


def _no_square(puzzle: str, answer: Answer) -> Objection | None:
    """The objection to what is no answer for this puzzle at all."""
    form = 'it should return a dictionary such as {"A": "h8", "B": ...}'
    what = f"puzzle {puzzle}"
    if (objection := no_entry("puzzle_moves", what, puzzle, answer, form)) is not None:
        return objection
    text = answer.value[puzzle]
    if isinstance(text, str):
        return None
    return Objection(f"{what}: {text!r:.40} is not the name of a square; names look like 'h8'")
