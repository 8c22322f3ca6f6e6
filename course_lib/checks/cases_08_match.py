"""A match against a random player as cases: the moves of `my_player`, one after the other."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from course_lib.checks.answer import Answer, Position
from course_lib.checks.cases import NO_RETURN, Case, Objection
from course_lib.checks.states_08 import Seen
from course_lib.game import State
from course_lib.games import KInARow

STOP = 20_000
"""So many visits end a call, whatever its budget is; fewer than that are counted and judged."""

MOVES, MOST_LOST = 60, 1
"""So many moves of the player are asked for against the random one; so many games may be lost."""


def fair(seen: Seen, case: Case, answer: Answer) -> Objection | None:
    """Nothing for a legal action that was found within the budget."""
    value, budget = answer.value, case.arguments[2]
    if value not in seen.game.actions(seen.state):
        mistake = "an illegal action is chosen"
        if value is None:
            printed = answer.printed.strip()
            mistake = "the result is printed instead of returned" if printed else NO_RETURN
        elif isinstance(value, tuple) and value and value[-1] in seen.game.actions(seen.state):
            mistake = "a value and an action are returned, not the action alone"
        legal = ", ".join(map(repr, seen.game.actions(seen.state)))
        sentence = f"{case.shown} gave {value!r}; legal are {legal}"
        return Objection(sentence, mistake, "a legal action", repr(value))
    if answer.visits is not None and answer.visits > budget:
        return Objection(
            f"{case.shown} visited {answer.visits:,} states, and the budget is {budget:,}",
            "more states are visited than the budget allows",
            f"at most {budget} visits",
            f"{answer.visits} visits",
        )
    return None


class Match:
    """Games of the student against a player who draws every move, one after the other."""

    def __init__(self, game: KInARow, seed: int) -> None:
        self.game = game
        self.rng = Random(seed)
        self.won = self.lost = self.played = 0
        self.state: State = game.initial
        self._begin()

    def moved(self, action: Any) -> None:
        """Play the student's move and the answer to it, and begin another game after the last."""
        self.state = self.game.result(self.state, action)
        if self.game.is_terminal(self.state):
            self.won += self.game.winner(self.state) is not None
            self._begin()
            return
        self._drawn()

    def _begin(self) -> None:
        """A new game; the student sits on the other side than before."""
        self.played += 1
        self.state = self.game.initial
        if self.played % 2 == 0:
            self._drawn()

    def _drawn(self) -> None:
        """Play a random move."""
        self.state = self.game.result(self.state, self.rng.choice(self.game.actions(self.state)))
        if self.game.is_terminal(self.state):
            self.lost += self.game.winner(self.state) is not None
            self._begin()


class AsItStands(Position):
    """The state of a match, looked up when the question is asked."""

    def __init__(self, match: Match) -> None:
        object.__setattr__(self, "game", match.game)
        object.__setattr__(self, "match", match)

    @property
    def state(self) -> State:
        """The state now."""
        return self.match.state  # type: ignore[attr-defined]


def match_cases(game: KInARow, seed: int, budget: int) -> tuple[Case, ...]:
    """The moves of a match, one after the other; the last asks how it went."""
    match = Match(game, seed)
    position = AsItStands(match)
    shown = f"my_player({game!r}, state, {budget})"
    return tuple(
        Case(
            (game, position, budget),
            "a legal action",
            shown,
            number,
            partial(_in_match, match, number == MOVES - 1),
            budget=STOP,
        )
        for number in range(MOVES)
    )


def _in_match(match: Match, last: bool, case: Case, answer: Answer) -> Objection | None:  # noqa: FBT001
    """Nothing for a fair move, as long as hardly a game is lost and some are won."""
    objection = fair(Seen(match.game, match.state), case, answer)
    if objection is not None:
        return objection
    match.moved(answer.value)
    if match.lost <= MOST_LOST and not (last and match.won < 2 * match.played // 3 - 1):
        return None
    return Objection(
        f"In games against a player who draws every move, my_player with {case.arguments[2]} visits"
        f" for a move won {match.won} and lost {match.lost}",
        "a random player is not beaten",
        "nearly all games won",
        f"{match.won} won, {match.lost} lost",
    )
