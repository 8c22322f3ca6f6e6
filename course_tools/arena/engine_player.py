"""What all players have in common that are somebody else's program behind a pipe."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import ClassVar, Generic, ParamSpec, Self, TypeVar

from course_lib.game import Action, Game, Player, State
from course_tools.arena.program import EngineFault, Program, arguments_of, short

_P = ParamSpec("_P")
_T = TypeVar("_T")
G = TypeVar("G", bound=Game)
"""The games about which a protocol can speak."""

SECONDS = 30.0
"""What a program gets for a move, where nobody says otherwise."""

STARTING = 60.0
"""What it gets to start: it may have much to load."""

GRACE = 0.5
"""Seconds beyond what a program was told it has: lines need time on their way, too."""


class EnginePlayer(ABC, Generic[G]):
    """A player whose moves come from an outside program; `close` ends the program.

    The program is started when it is first needed, and again after a fault. A fault is an
    `EngineFault` with a sentence, so in `play_game` the program loses by it, and nobody waits.
    """

    protocol: ClassVar[str]
    prefix: ClassVar[str]
    goodbye: ClassVar[str]

    def __init__(self, command: str, *, seconds: float | None = None) -> None:
        """Remember the command; that there is such a program is looked at now."""
        arguments_of(command)
        self.command = command
        self.seconds = SECONDS if seconds is None else seconds
        if not 0 < self.seconds < math.inf:
            raise ValueError(f"seconds is {seconds!r}; a program's clock needs more than 0")
        self.program: Program | None = None
        self.game: G | None = None
        self.known: State = None  # the state that the program has on its own board

    def new_game(self, game: Game, seat: Player, rng: Random | None) -> None:
        """Begin a game with a program that has nothing of the last one in mind."""
        if self.program is not None and self.game == game:
            self._guarded(self.again)
        else:
            self._start(game)

    def __call__(self, game: Game, state: State) -> Action:
        """The move that the program makes; whether it is legal is for others to say."""
        if self.program is None or self.game != game:
            self._start(game)
        return self._guarded(self.move, state)

    def close(self) -> None:
        """End the program; a player that is called again starts another one."""
        if self.program is not None:
            self.program.close(self.goodbye)
        self.program, self.known = None, None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{self.prefix}: {self.command}"

    # --- what a protocol adds --------------------------------------------------------------------

    @abstractmethod
    def suited(self, game: Game) -> G:
        """The game, if the protocol can speak about it; else a `ValueError` that says why not."""

    @abstractmethod
    def start(self, game: G) -> None:
        """Tell the program which game this is, and what its clock says."""

    @abstractmethod
    def again(self) -> None:
        """Begin another game of the same kind."""

    @abstractmethod
    def move(self, state: State) -> Action:
        """Show the program this state, and take its move."""

    # --- for the protocols -----------------------------------------------------------------------

    @property
    def talk(self) -> Program:
        """The running program."""
        if self.program is None:
            raise EngineFault(f"{short(self.command)!r} does not run")
        return self.program

    @property
    def board(self) -> G:
        """The game that is played."""
        if self.game is None:
            raise EngineFault(f"{short(self.command)!r} has not been told which game this is")
        return self.game

    def deadline(self, seconds: float) -> float:
        """When so many seconds and the grace will be over, for `Program.hear`."""
        return time.monotonic() + seconds + GRACE

    def fault(self, words: str) -> EngineFault:
        """What the program did wrong, as an error to raise."""
        return EngineFault(f"{short(self.command)!r} {words}")

    def follow(self, state: State, action: Action) -> None:
        """Remember the board that the program has after its own move."""
        legal = action in self.board.actions(state)
        self.known = self.board.result(state, action) if legal else None

    def _start(self, game: Game) -> None:
        """Start the program for this game."""
        self.close()
        self.game = self.suited(game)
        self.program = Program(self.command)
        self._guarded(self.start, self.game)

    def _guarded(self, question: Callable[_P, _T], *words: _P.args, **more: _P.kwargs) -> _T:
        """What the question brings; after a fault the program is ended, and later started anew."""
        try:
            return question(*words, **more)
        except BaseException:
            if self.program is not None:
                self.program.close()
            self.program, self.known = None, None
            raise
