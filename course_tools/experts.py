"""Who knows a game: the values of its moves, a proof with a best line, what takes too long.

`expert(game, most)` gives the one for this game. Hints, `course analyse` and `course solve` ask it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from course_lib.game import Action, Game, State, has_chance
from course_lib.games.havannah import EMPTY, Havannah
from course_lib.games.three_musketeers import ThreeMusketeers
from course_tools.engines.connect_four import OpenedSolver, is_connect_four
from course_tools.engines.havannah_solver import HavannahSolver
from course_tools.engines.jit import have_numba, say
from course_tools.engines.luck import values_with_luck
from course_tools.engines.proofs import (
    BestLine,
    Counts,
    TooManyStatesError,
    best_line,
    prove,
    values_by_solving,
)

MOST = 5_000_000
"""So many positions are searched for a proof, if nobody says."""

Report = dict[str, Any]
"""What was proven, as plain data: who wins, a line to the end, and what the search has cost."""


class Expert:
    """Knows what a search of all positions finds out about a game."""

    meaning: ClassVar = "exact: 1 is a win, 0 a draw, -1 a loss"
    """What its values mean."""

    def __init__(self, game: Game, most: int | None = None) -> None:
        """Prepare for this game; more positions than `most` are a `TooManyStatesError`."""
        self.game: Any = game  # each kind has fields of its own
        self.most = most

    def values(self, state: State) -> Mapping[Action, float]:
        """The value of every legal action for the player who takes it."""
        return values_by_solving(self.game, state, self.most or MOST)

    def hints(self, state: State) -> Mapping[Action, float] | None:
        """The same, or `None` where somebody who wants a hint would wait too long."""
        try:
            return self.values(state)
        except ValueError:
            return None

    def ends(self, _state: State) -> Mapping[Action, int]:
        """After how many moves the game ends, for each action; nothing if nobody knows."""
        return {}

    def proof(self, state: State) -> Report:
        """Who wins, a best line, and what the search has cost."""
        found = prove(self.game, state, most=self.most or MOST)
        winner = {}
        if self.game.utility_range == (-1, 1):
            winner = {"winner": winner_of(self.game, state, found.value)}
        return winner | {"value": found.value} | searched(found.line, found.counts)


class LuckExpert(Expert):
    """Knows games with dice. Where cards are hidden no action has a value by itself."""

    meaning = "exact: the mean result with best play, from -1, a sure loss, to 1, a sure win"

    def __init__(self, game: Game, most: int | None = None) -> None:
        """Prepare for this game; hidden cards are a `ValueError`."""
        super().__init__(game, most)
        self._values = values_with_luck(game, most or MOST)

    def values(self, state: State) -> Mapping[Action, float]:
        """The mean result of every action with best play, for the player to move."""
        return self._values(state)

    def proof(self, state: State) -> Report:
        """The mean result with best play, and which actions get it: with dice there is no line."""
        values = self.values(state)
        best = max(values.values())
        names = [self.game.action_name(action) for action in values if values[action] == best]
        return {"value": round(best, 6), "best_moves": names}


class MusketeersExpert(Expert):
    """Looks Three Musketeers up in the user's table, where there is one, and searches elsewhere."""

    @cached_property
    def _look_up(self) -> Callable[[State], Mapping[Action, float]]:
        from course_tools.engines.musketeers import values_of  # noqa: PLC0415 - slow to load

        return values_of(self.game, self.most or MOST)

    @cached_property
    def _ends(self) -> Callable[[State], Mapping[Action, int]]:
        from course_tools.engines.musketeers import ends_of  # noqa: PLC0415 - slow to load

        return ends_of(self.game)

    def values(self, state: State) -> Mapping[Action, float]:
        """1 for every action that wins, and -1 for every one that loses."""
        return self._look_up(state)

    def ends(self, state: State) -> Mapping[Action, int]:
        """The moves to the end, where the user has the table of distances."""
        return self._ends(state)

    def proof(self, state: State) -> Report:
        """By a proof in plain Python, of the usual rules."""
        from course_tools.engines.musketeers_proof import MusketeersProof  # noqa: PLC0415

        if (self.game.stuck_guards, self.game.stuck_musketeers) != ("lose", "to move"):
            return super().proof(state)
        found = MusketeersProof(self.game, self.most)
        winner, counts = found.winner(state), replace(found.counted())
        return {"winner": winner} | searched(found.best_line(state), counts)


# --- Havannah -------------------------------------------------------------------------------------

MOST_CELLS = 30
"""With more empty cells only what is forced in Havannah is found out: the rest would take hours."""

FOR_A_HINT = 1_500
"""So many positions, with at most MOST_CELLS empty cells, take less than half a second."""


class HavannahExpert(Expert):
    """Solves small boards, and larger ones when few cells are left."""

    def values(self, state: State) -> Mapping[Action, float]:
        """The value of every action, or of those that are forced on a board with many cells."""
        if self._large(state):
            try:
                return HavannahSolver(self.game, 0).values(state)
            except TooManyStatesError:
                raise self._too_large(state) from None
        solver = HavannahSolver(self.game, self.most or MOST)
        try:
            return solver.values(state)
        finally:
            solver.line.close()

    def hints(self, state: State) -> Mapping[Action, float] | None:
        """The same where half a second is enough, or `None`."""
        positions = 0 if self._large(state) else FOR_A_HINT
        try:
            return HavannahSolver(self.game, positions).values(state)
        except TooManyStatesError:
            return None

    def proof(self, state: State) -> Report:
        """Which moves keep the best value, and a line."""
        if self._large(state):
            raise self._too_large(state)
        solver = HavannahSolver(self.game, self.most or MOST)
        try:
            values = solver.values(state)
            best, counts = max(values.values()), replace(solver.counted())
            line = best_line(self.game, state, solver.value)
        finally:
            solver.counted()
        moves = [self.game.action_name(action) for action in values if values[action] == best]
        winner = winner_of(self.game, state, best)
        return {"winner": winner, "value": best, "best_moves": moves} | searched(line, counts)

    def _large(self, state: State) -> bool:
        return state.board.count(EMPTY) > MOST_CELLS

    def _too_large(self, state: State) -> ValueError:
        return ValueError(
            f"{self.game!r} is too large to be solved from here: {state.board.count(EMPTY)} cells"
            f" are empty, and {MOST_CELLS} are the most that can be searched. Play further, or take"
            " a smaller board."
        )


# --- Connect Four ---------------------------------------------------------------------------------

QUICK = {True: 32, False: 16}
"""With so many empty squares or fewer a compiled search takes about a second, or a plain one."""

LONG = {True: 40, False: 28}
"""With so many or more it can take minutes."""

MOST_EMPTY = {True: 42, False: 32}
"""With more nobody can wait for the answer."""


class FourExpert(Expert):
    """Knows the exact scores of Connect Four: how many stones the winner has left.

    On the usual board a table has them for the first moves, and those after them take some seconds.
    """

    meaning = "exact: how many stones the winner has left; 0 is a draw, a loss is negative"

    def __init__(self, game: Game, most: int | None = None) -> None:
        """Prepare for this game; one that is no Connect Four is a `ValueError`."""
        super().__init__(game, most)
        self.solver = OpenedSolver(game)

    def hints(self, state: State) -> Mapping[Action, float] | None:
        """The score of every legal action for the player who takes it, in about a second."""
        empty = self._empty(state)
        quick = empty <= QUICK[self.solver.board.compiled]
        return self.solver.scores(state) if quick or self._knows(state) else None

    def values(self, state: State) -> Mapping[Action, float]:
        """The same, however many seconds it takes; what would take hours is a `ValueError`."""
        if not self._knows(state):
            self._check(state)
        return self.solver.scores(state)

    def proof(self, state: State) -> Report:
        """The score for the player to move, and a best line."""
        self._check(state)
        score = self.solver.score(state)
        return {
            "winner": winner_of(self.game, state, score),
            "score": score,
            "line": [self.game.action_name(action) for action in self.solver.best_line(state)],
            "line_kind": "shortest win, longest defence" if score else "keeps the value",
        }

    def _check(self, state: State) -> None:
        """Refuse to search where nobody can wait, and say so where it can take minutes."""
        empty, compiled = self._empty(state), self.solver.board.compiled
        if empty > MOST_EMPTY[compiled]:
            plain = "" if compiled or empty > MOST_EMPTY[True] else " in plain Python"
            more = ", or install numba" if plain and not have_numba() else ""
            raise ValueError(
                f"{self.game!r} is too large to be solved from here: {empty} squares are empty, and"
                f" {MOST_EMPTY[not plain]} are the most that can be searched{plain}. Play further,"
                f" or take a smaller board{more}."
            )
        if empty >= LONG[compiled] and not self._knows(state):
            say("With so few stones this can take minutes.")

    def _empty(self, state: State) -> int:
        """The number of empty squares, 0 if the game is over."""
        if self.game.is_terminal(state):
            return 0
        return sum(mark not in self.game.players for mark in state.board)

    def _knows(self, state: State) -> bool:
        """Whether the table has the scores of all moves."""
        return self.solver.knows(len(state.board) - self._empty(state) + 1)


# --- which of them --------------------------------------------------------------------------------


def expert(game: Game, most: int | None = None) -> Expert:
    """Who knows this game best, and gives up after so many positions."""
    if is_connect_four(game):
        return FourExpert(game, most)
    if isinstance(game, ThreeMusketeers):
        return MusketeersExpert(game, most)
    if isinstance(game, Havannah) and not game.passing:
        return HavannahExpert(game, most)
    return LuckExpert(game, most) if has_chance(game) else Expert(game, most)


def searched(line: BestLine, counts: Counts) -> Report:
    """A line to the end, and what the search has cost."""
    return {"line": [*line.names], "line_kind": line.kind, "statistics": counts.data()}


def winner_of(game: Game, state: State, value: float) -> str | None:
    """Who wins, when this is the value for the player to move; `None` for a draw."""
    player = game.to_move(state)
    other = next(one for one in game.players if one != player)
    return player if value > 0 else other if value < 0 else None
