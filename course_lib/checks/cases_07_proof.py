"""The visible cases of `proven_winner(game, state, known)`: who wins a game without draws."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from course_lib.checks.answer import Answer, Position, Strange
from course_lib.checks.cases import Case, Exercise, Group, Objection, gives, same
from course_lib.checks.cases_02_states import At, call_of, played, states_below
from course_lib.checks.references_07 import Winners, proven_winner
from course_lib.checks.secret import Secret
from course_lib.checks.students import NotebookStudent
from course_lib.checks.verdict import MORE_VISITS
from course_lib.game import Game, State
from course_lib.games import Count, Nim, TextbookTree, ThreeMusketeers

NAME = "proven_winner"
BUDGET = 60_000
NOT_KEPT = "nothing is written into known"

Asked = tuple[Game, State, Winners]
"""A game, a state, and what is known before."""


# Cases are asked of one answer after another; what crosses to students are copies.
@cache
def proof_case(game: Game, state: State) -> Case:
    """The question with nothing known."""
    size = sum(1 for _ in states_below(game, state))
    return Case(
        (game, Position(game, state), {}),
        proven_winner(game, state, {}),
        call_of(NAME, game, state, {}),
        size,
        known_right,
        budget=BUDGET,
    )


def known_right(case: Case, answer: Answer) -> Objection | None:
    """Nothing if the winner is right, and what is known afterwards is right, too."""
    game, place, _ = case.arguments
    if not same(case.expected, answer.value):
        return gives(case, answer)
    known = answer.afterwards[2] if len(answer.afterwards) > 2 else None
    if isinstance(known, Strange):
        return None  # more than is handed on, so it can't be looked through
    if not isinstance(known, dict):
        return Objection(f"{case.shown} made known something else: {known!r:.80}")
    true: Winners = {}
    for state in states_below(game, place.state):
        kept = known.get(tuple(state))
        if kept is not None and kept != proven_winner(game, state, true):
            where = game.render(state).replace("\n", " / ")
            right, found = repr(true[state]), repr(kept)
            sentence = f"{case.shown} kept {found} for the state {where}, which {right} wins"
            return Objection(sentence, None, right, found)
    if not game.is_terminal(place.state) and tuple(place.state) not in known:
        sentence = f"{case.shown} gave the right winner, but known has no entry for this state"
        return Objection(sentence, NOT_KEPT, "an entry for the state", "none")
    return None


def used_case(asked: Asked) -> Case:
    """The question with winners that are known before, some of them invented."""
    game, state, known = asked
    return Case(
        (game, Position(game, state), {tuple(key): known[key] for key in known}),
        proven_winner(game, state, dict(known)),
        call_of(NAME, game, state, "known"),
        10 + len(known),
        as_known_says,
        budget=BUDGET,
    )


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
    return Objection(sentence, None, objection.expected, objection.got)


def leaves_case(tree: Any) -> Case:
    """The question about a tree of leaves 1 and -1 that only the grader knows."""
    reference = NotebookStudent({NAME: proven_winner}).call(NAME, Secret(tree, bound=1), (), {})
    shown = f"{NAME}(tree, (), {{}})"

    def stopped_in_time(case: Case, answer: Answer) -> Objection | None:
        """Nothing if the winner is right, and no leaf was looked at after a proven win."""
        more = set(answer.leaves) - set(reference.leaves)
        if more and same(case.expected, answer.value):
            return Objection(
                f"{case.shown} gave the right winner, but looked at {len(answer.leaves)} leaves;"
                f" who stops where the player to move has won needs {len(reference.leaves)}",
                "the search goes on after a proven win",
                f"{len(reference.leaves)} leaves",
                f"{len(answer.leaves)} leaves",
                MORE_VISITS,
            )
        return None if same(case.expected, answer.value) else gives(case, answer)

    size = sum(TextbookTree(tree).count((), 9))
    expected = proven_winner(TextbookTree(tree), (), {})
    arguments: tuple[Any, ...] = (Secret(tree, bound=1), (), {})
    return Case(arguments, expected, shown, size, stopped_in_time, budget=BUDGET)


CORNERS = ThreeMusketeers("M.G/.G./G.M")
TURNED = ThreeMusketeers(".G../..MG/MM.G")
SMALL = ThreeMusketeers("GGM/GMG/MGG")

FINAL: tuple[At, ...] = (
    *played(Count(3, 2), "1 2", "2 1"),
    *played(Nim((2,), misere=True), "a2"),
    (SMALL, SMALL.parse("MMM/.../G..")),
    (SMALL, SMALL.parse("MM./..M/G..")),
)
GAMES: tuple[At, ...] = (
    *played(Count(5, 2), "", "1", "2"),
    *played(Nim((1, 2)), "", "b1"),
    *played(Nim((2, 2), misere=True), "", "a1"),
    *played(Nim((1, 1, 2)), ""),
    (CORNERS, CORNERS.initial),
    (SMALL, SMALL.initial),
    (TURNED, TURNED.initial),
)


def winners(game: Game, **names: str) -> Winners:
    """What is known, each winner under the moves that lead to its state: `a1_b1="X"`."""
    return {game.play(moves.replace("_", " ").strip()): each for moves, each in names.items()}


TWO = Nim((2, 2))
FILLED: tuple[Asked, ...] = (
    (TWO, TWO.initial, winners(TWO, _="X")),
    (TWO, TWO.play("a1"), winners(TWO, a1="O")),
    (TWO, TWO.initial, winners(TWO, a1="O", a2="O", b1="X", b2="O")),
    (TWO, TWO.play("a1"), winners(TWO, a1_a1="X", a1_b1="X", a1_b2="X")),
)
TREES = (
    [[1, -1, 1], [1, 1], [-1, 1]],
    [[[1, -1], [-1, -1]], [[-1, 1], [1]], [[1], [-1]]],
    [[-1, 1, 1], [[1, -1], 1, -1], [1, -1]],
    [[[-1, -1, 1], [-1]], [[-1], [1, 1]]],
)


def groups_of(
    final: Iterable[At],
    games: Iterable[At],
    filled: Iterable[Asked],
    trees: Iterable[Any],
) -> tuple[Group, ...]:
    """Final states, whole games, what is known before, and where the search stops."""
    return (
        Group("final states have a winner", _cases(final), weight=0.5),
        Group("whole games, and what is kept of them", _cases(games), weight=1.5),
        Group("what is known is used", tuple(map(used_case, filled))),
        Group("the search stops at the mover's own win", tuple(map(leaves_case, trees))),
    )


def _cases(positions: Iterable[At]) -> tuple[Case, ...]:
    return tuple(proof_case(game, state) for game, state in positions)


def _visible() -> tuple[Group, ...]:
    return groups_of(FINAL, GAMES, FILLED, TREES)


def _probes() -> tuple[tuple[Any, ...], ...]:
    places = [
        FINAL[2],
        FINAL[3],
        *GAMES[:7],
        GAMES[8],
        *((TextbookTree(each), ()) for each in TREES),
    ]
    return (
        *((game, Position(game, state), {}) for game, state in places),
        *(used_case(asked).arguments for asked in FILLED),
    )


def _winner_alone(value: Any) -> list[Any]:
    """The winner without what is known afterwards, which may be more or less."""
    return [value]


PROVEN_WINNER = Exercise(
    NAME,
    "07",
    _visible,
    _probes,
    proven_winner,
    seconds=10,
    budget=BUDGET,
    pieces=_winner_alone,
)
