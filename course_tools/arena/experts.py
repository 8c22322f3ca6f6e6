"""Who knows a game: the values of its moves, a best line, and what takes too long.

`expert(game, most)` gives the one for this game. Hints and `course analyse` ask it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar, cast

from course_lib.game import Action, Game, State, has_chance
from course_lib.games.havannah import EMPTY, Havannah
from course_lib.games.three_musketeers import ThreeMusketeers
from course_tools.arena.engines.connect_four import OpenedSolver, is_connect_four
from course_tools.arena.engines.havannah_solver import HavannahSolver
from course_tools.arena.engines.jit import have_numba, say
from course_tools.arena.engines.luck import values_with_luck
from course_tools.arena.engines.proofs import (
    KEPT,
    SHORTEST,
    Counts,
    Line,
    Search,
    TooManyStatesError,
    keeping,
    prove,
    quickest,
    values_by_solving,
)

MOST = 5_000_000
"""So many positions are searched, if nobody says."""

BROAD = 60
"""Where a player has so many moves to choose from, no search of all positions comes to an end."""

Report = dict[str, Any]
"""A line to the end as plain data, what kind of line it is, and what the search has cost."""


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
        self._check(state)
        return values_by_solving(self.game, state, self.most or MOST)

    def hints(self, state: State) -> Mapping[Action, float] | None:
        """The same, or `None` where somebody who wants a hint would wait too long."""
        try:
            return self.values(state)
        except ValueError:
            return None

    def line(self, state: State) -> Report:
        """A best line to the end, and what the search has cost."""
        self._check(state)
        found = prove(self.game, state, most=self.most or MOST)
        return searched(found.line, found.counts)

    def _check(self, state: State) -> None:
        """Refuse to search where nobody would live to see the end."""
        if (moves := len(self.game.actions(state))) > BROAD:
            raise ValueError(
                f"{self.game!r} is too large to be solved from here: there are {moves} moves to"
                f" choose from, and {BROAD} are the most that can be searched. Play further, or"
                " take a smaller board"
            )


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

    def line(self, _state: State) -> Report:
        """Nobody chooses how dice fall, so there is none: a `ValueError`."""
        raise ValueError("with dice there is no best line; without --line every move has its value")


FOR_A_TABLE = 10_000
"""After so many positions of searching, the table of Three Musketeers costs less than going on."""

PATIENT = 300_000
"""So many positions are searched where there can be no table, if nobody says."""


class MusketeersExpert(Expert):
    """Looks Three Musketeers up in the user's table, which it makes when searching costs more."""

    @cached_property
    def _table(self) -> Any:
        """The table, made already or not; `None` for a board that can have none."""
        from course_tools.arena.engines.musketeers import MusketeersTable  # noqa: PLC0415 - slow to load

        try:
            return MusketeersTable(self.game)
        except ValueError:
            return None

    @cached_property
    def _search(self) -> Search:
        """One search for all positions before there is a table."""
        return Search(self.game, FOR_A_TABLE)

    def values(self, state: State) -> Mapping[Action, float]:
        """1 for every action that wins, and -1 for every one that loses."""
        table = self._table
        if table is not None and not table.made:
            try:
                return self._search.values(state)
            except TooManyStatesError:
                if table.possible:
                    say(f"Every position of {self.game!r} is solved now, once: {table.path}")
                    table.make()
        if table is not None and table.made:
            return cast("Mapping[Action, float]", table.values(state))
        try:
            return values_by_solving(self.game, state, self.most or PATIENT)
        except TooManyStatesError as error:
            how = "" if have_numba() else ". With numba (pip install numba) it takes some seconds"
            raise TooManyStatesError(f"{error}{how}") from None

    def hints(self, state: State) -> Mapping[Action, float] | None:
        """The same from the table that is there, or by a search that is short; else `None`."""
        if self._table is not None and self._table.made:
            return self.values(state)
        try:
            return values_by_solving(self.game, state, self.most or FOR_A_TABLE)
        except TooManyStatesError:
            return None

    def line(self, state: State) -> Report:
        """A best line: from the table where there is one, the quickest there is."""
        if self._table is None or not self._table.made:
            return super().line(state)
        return {"line": [*self._table.best_line(state)], "line_kind": SHORTEST}


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

    def line(self, state: State) -> Report:
        """A best line, and what the search has cost."""
        if self._large(state):
            raise self._too_large(state)
        solver = HavannahSolver(self.game, self.most or MOST)
        try:
            line = quickest(self.game, state) if solver.value(state) else None
            line = line or keeping(self.game, state, solver.value)
        finally:
            counts = replace(solver.counted())
        return searched(line, counts)

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

    def line(self, state: State) -> Report:
        """A best line: as long as the score says."""
        self._check(state)
        kind = SHORTEST if self.solver.score(state) else KEPT
        names = [self.game.action_name(action) for action in self.solver.best_line(state)]
        return {"line": names, "line_kind": kind}

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


def searched(line: Line, counts: Counts) -> Report:
    """A line to the end, and what the search has cost."""
    return {"line": [*line.names], "line_kind": line.kind, "statistics": counts.data()}
