"""The check of `puzzle_moves()`: each puzzle by itself, and any first stone that wins is right.

The right stones are worked out here and nowhere written down, and no message shows one.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import Any

from course_lib.checks.answer import Answer, Strange
from course_lib.checks.cases import NO_RETURN, Case, Exercise, Group, Objection
from course_lib.checks.fours_04 import first_stones, winning_squares
from course_lib.checks.puzzles_04 import PUZZLES, fours_puzzles
from course_lib.game import State
from course_lib.games import Gomoku

MOST = 12
"""Longer wins are not looked for, and no puzzle needs one."""


def puzzle_moves() -> dict[str, str]:
    """A first stone that wins for each puzzle."""
    return {
        name: game.action_name(next(iter(winning(name))))
        for name, (game, _) in fours_puzzles().items()
    }


def groups() -> tuple[Group, ...]:
    """One group for each puzzle. The graded puzzles are these same ones."""
    return tuple(
        Group(
            f"puzzle {name}",
            (
                Case(
                    (),
                    f"the name of a square for puzzle {name}",
                    "puzzle_moves()",
                    number,
                    partial(judge_puzzle, name),
                ),
            ),
        )
        for number, name in enumerate(PUZZLES)
    )


@cache
def winning(name: str) -> Mapping[Any, int]:
    """The first stones that win this puzzle by fours."""
    game, state = fours_puzzles()[name]
    return first_stones(game, state, MOST)


def judge_puzzle(name: str, _case: Case, answer: Answer) -> Objection | None:
    """Nothing if this puzzle's stone begins a forced win; else what is wrong with it."""
    game, state = fours_puzzles()[name]
    malformed = _malformed(name, answer)
    if malformed is not None:
        return malformed
    text = answer.value[name]
    try:
        square = game.action_named(text)
    except ValueError:
        return Objection(
            f"puzzle {name}: {text!r} is no square of this board; names are like h8",
            "a name that is no square of the board",
        )
    if square not in game.actions(state):
        return Objection(
            f"puzzle {name}: on {text} there is a stone already", "a square that is taken"
        )
    if square in winning(name):
        return None
    return _why_not(name, text, game, state, square)


def _malformed(name: str, answer: Answer) -> Objection | None:
    """The objection to what is no answer for this puzzle at all."""
    given = answer.value
    form = 'a dictionary such as {"A": "h8", "B": ...} is asked for'
    if given is None:
        printed = bool(answer.printed.strip())
        mistake = "the result is printed instead of returned" if printed else NO_RETURN
        return Objection(f"puzzle_moves() gave None; {form}", mistake)
    if not isinstance(given, dict):
        shown = given.shown if isinstance(given, Strange) else repr(given)
        return Objection(f"puzzle_moves() gave {shown:.60}; {form}", "no dictionary is returned")
    if name not in given:
        return Objection(
            f"puzzle_moves() says nothing about puzzle {name}; {form}", "a puzzle is left out"
        )
    text = given[name]
    if not isinstance(text, str):
        return Objection(
            f"puzzle {name}: {text!r:.40} is no name of a square; names are like 'h8'",
            "the square is not given by its name",
        )
    return None


def _why_not(name: str, text: str, game: Gomoku, state: State, square: Any) -> Objection:
    """What becomes of a stone that does not win by fours."""
    attacker = game.to_move(state)
    after = game.result(state, square)
    answers = winning_squares(game, after, attacker)
    if not answers:
        return Objection(
            f"puzzle {name}: after {text} {attacker} does not threaten to make five, so the other"
            " side may play where it likes",
            "the first stone makes no four",
        )
    if winning_squares(game, after, game.to_move(after)):
        return Objection(
            f"puzzle {name}: after {text} the other side makes five and wins",
            "the other side is faster",
        )
    reply = game.result(after, min(answers))
    if winning_squares(game, reply, game.to_move(after)):
        return Objection(
            f"puzzle {name}: {text} makes a four, but the stone that stops it makes a four, too,"
            f" and no more fours of {attacker} win from there",
            "the answer makes a four of its own",
        )
    return Objection(
        f"puzzle {name}: {text} makes a four, but after the answer no chain of fours leads to a"
        " win any more",
        "the first four leads nowhere",
    )


PUZZLE_MOVES = Exercise("puzzle_moves", "04", groups, reference=puzzle_moves)
