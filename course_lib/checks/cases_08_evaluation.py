"""The cases of `my_evaluation`: no formula is asked for, only what each of them has to keep."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from course_lib.checks.answer import Answer, Position
from course_lib.checks.cases import NO_RETURN, Case, Exercise, Group, Objection
from course_lib.checks.cases_02_states import call_of
from course_lib.checks.references_08 import my_evaluation
from course_lib.checks.states_08 import (
    any_state,
    in_a_mirror,
    states,
    waits_in_an_own_row,
    with_colours_exchanged,
)
from course_lib.game import State
from course_lib.games import ConnectFour, KInARow

BUDGET = 5_000

Asked = tuple[KInARow, State, str]
"""A game, one of its states, and the player for whom it is to be estimated."""

Words = Callable[[str, float, str, float], Objection | None]
"""What two estimates are objected to, each after the words for its call."""

PARTS = 1e-9
"""Numbers that are this close count as equal, however they were rounded on their way."""


def estimate_case(asked: Asked, size: int, compare: Any = None) -> Case:
    """The question for an estimate; `compare` sees the number once it is known to be one."""
    game, state, player = asked
    return Case(
        (game, Position(game, state), player),
        "a number",
        call_of("my_evaluation", game, state, repr(player)),
        size,
        partial(_estimated, compare),
        budget=BUDGET,
    )


def pair_of(one: Asked, other: Asked, size: int, words: Words) -> tuple[Case, Case]:
    """Two questions, whose answers are compared when both have come."""
    first: list[tuple[str, float]] = []

    def keep(case: Case, value: float) -> None:
        """Remember the first answer."""
        first[:] = [(case.shown, value)]

    def compare(case: Case, value: float) -> Objection | None:
        """What the two together are objected to."""
        return words(*first[0], case.shown, value)

    return estimate_case(one, size, keep), estimate_case(other, size, compare)


def _estimated(compare: Any, case: Case, answer: Answer) -> Objection | None:
    """Nothing for a number that may be an estimate, and that was found without a search."""
    value = answer.value
    if not isinstance(value, int | float) or isinstance(value, bool):
        printed = value is None and answer.printed.strip()
        mistake = "the result is printed instead of returned" if printed else NO_RETURN
        sentence = f"{case.shown} gave {value!r}, expected a number"
        return Objection(sentence, mistake if value is None else None, "a number", repr(value))
    if not -1 < value < 1:
        return Objection(
            f"{case.shown} gave {value:.6g}; an estimate lies strictly between -1 and 1, so that it"
            " never looks like a game that is won or lost",
            "the estimates are not kept between -1 and 1",
            "a number between -1 and 1",
            f"{value:.6g}",
        )
    if answer.visits is not None and answer.visits > 1:
        return Objection(
            f"{case.shown} visited {answer.visits} states; an estimate looks at the board that is"
            " there, and each other state would be taken off your budget",
            "the estimate looks at other states",
            "1 visit or none",
            f"{answer.visits} visits",
        )
    return None if compare is None else compare(case, value)


def opposite(one: str, mine: float, _other: str, theirs: float) -> Objection | None:
    """Nothing if what is good for one is as bad for the other."""
    if abs(mine + theirs) < PARTS:
        return None
    if abs(mine - theirs) < PARTS:
        mistake = "both players get the same estimate"
        why = "and the other player gets the same number: ask for whom it is"
    else:
        mistake = "the two players' estimates are not opposite"
        why = f"and for the other player it gave {theirs:.6g}; count the other's windows, too"
    sentence = f"{one} gave {mine:.6g}, {why}"
    return Objection(sentence, mistake, f"{-mine:.6g}", f"{theirs:.6g}")


def alike(one: str, plain: float, _other: str, mirrored: float) -> Objection | None:
    """Nothing if the mirror image is worth the same."""
    if abs(plain - mirrored) < PARTS:
        return None
    return Objection(
        f"{one} gave {plain:.6g}, and for the same board with left and right exchanged"
        f" {mirrored:.6g}; both are worth the same",
        "a mirror image is worth something else",
        f"{plain:.6g}",
        f"{mirrored:.6g}",
    )


def more(  # noqa: PLR0917 - what is partly filled in takes no names
    why: str, mistake: str, less: str, one: str, better: float, _other: str, worse: float
) -> Objection | None:
    """Nothing if the first is worth more than the second; `less` is the mistake if it is less."""
    if better > worse + PARTS:
        return None
    mistake = mistake if better > worse - PARTS else less
    return Objection(
        f"{one} gave {better:.6g}, and with {why} it gave {worse:.6g}, which should be less",
        mistake,
        f"less than {better:.6g}",
        f"{worse:.6g}",
    )


def ahead(case: Case, value: float) -> Objection | None:
    """Nothing if a player who has the only stone is ahead."""
    if value > PARTS:
        return None
    return Objection(
        f"{case.shown} gave {value:.6g}; who has the only stone on the board is ahead, so it should"
        " be more than 0",
        "the sign is turned round" if value < -PARTS else None,
        "more than 0",
        f"{value:.6g}",
    )


FEWER = "three stones in a window are not worth more than two"
SHUT = "windows in which both have stones count"
SAME_ROWS = "a threat is worth the same in every row"
OTHER_ROWS = "the rows of the two players are exchanged"

Lines = Sequence[tuple[str, str]]
"""Two lines of play, of which X should like the first better."""

FULLER: Lines = (("7415747", "7415742"), ("7314121", "7314126"))
"""After the first, X has three stones in an open window."""

OPENER: Lines = (("4253641261", "4253641267"), ("442412", "442413"))
"""After the second, an O shuts the windows in which X has three stones."""


def groups_of(
    games: Sequence[KInARow], seed: int, fuller: Lines, opener: Lines
) -> tuple[Group, ...]:
    """What is asked about states of random games of these sizes, and after these lines of play."""
    some = [seen for game in games for seen in states(game, seed, any_state, 6, 7)]
    alone: list[Case] = []
    opposites: list[Case] = []
    mirrored: list[Case] = []
    for size, seen in enumerate(some):
        game, state = seen
        alone.append(estimate_case((game, state, "O"), size))
        opposites += pair_of((game, state, "X"), (game, state, "O"), size, opposite)
        mirrored += pair_of((game, state, "X"), (game, in_a_mirror(seen), "X"), size, alike)
    return (
        Group("a number strictly between -1 and 1, from the board alone", tuple(alone)),
        Group("what is good for one is as bad for the other", tuple(opposites)),
        Group("a mirror image is worth the same", tuple(mirrored), weight=0.5),
        Group(
            "three stones in an open window are worth more",
            (
                *(
                    estimate_case((game, game.play(middle), "X"), 1, ahead)
                    for game in games
                    for middle in [str(game.columns // 2)]
                ),
                *_by_lines(fuller, "the last stone elsewhere", FEWER),
                *_by_lines(opener, "the windows of the three shut", SHUT),
            ),
        ),
        Group("threats in the own rows are worth more", tuple(_by_rows(games, seed)), weight=1.5),
    )


def _by_lines(lines: Lines, why: str, mistake: str) -> list[Case]:
    """The question which of two states X should like better, for each of these."""
    game = ConnectFour()
    return [
        case
        for better, worse in lines
        for case in pair_of(
            (game, game.play(better), "X"),
            (game, game.play(worse), "X"),
            len(better),
            partial(more, why, mistake, mistake),
        )
    ]


def _by_rows(games: Sequence[KInARow], seed: int) -> Iterator[Case]:
    """The same stones with the colours exchanged, so that threats lie in the wrong rows."""
    waiting = [seen for game in games for seen in states(game, seed, waits_in_an_own_row, 3)]
    for size, seen in enumerate(waiting):
        game, state = seen
        [owner] = {owner for owner, _ in seen.threats}
        rival = game.players[owner == game.players[0]]
        why = "all colours exchanged, so that its row is the wrong one,"
        words = partial(more, why, SAME_ROWS, OTHER_ROWS)
        exchanged = with_colours_exchanged(seen)
        yield from pair_of((game, state, owner), (game, exchanged, rival), size, words)


GAMES = (ConnectFour(), ConnectFour(4, 5, 3))

MY_EVALUATION = Exercise(
    "my_evaluation",
    "08",
    lambda: groups_of(GAMES, 1, FULLER, OPENER),
    reference=my_evaluation,
    budget=BUDGET,
)
