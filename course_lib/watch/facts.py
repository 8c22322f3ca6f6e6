"""Where a recorder gets its facts: from a game, or from a student's functions on boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from course_lib.game import Action, Player, Playout, State
from course_lib.watch.boards import changed_square, frozen, shape_of, thawed
from course_lib.watch.counts import Counts
from course_lib.watch.drafts import Given
from course_lib.watch.reading import as_plain
from course_lib.watch.recorder import Recorder
from course_lib.watch.watched import Watched


class Reporting(Watched):
    """A watched game that also tells a recorder which action led to which state."""

    recorder: Recorder | None = None

    def actions(self, state: State) -> tuple[Action, ...]:
        """What the player to move may do."""
        listed = super().actions(state)
        if self.recorder is not None:
            self.recorder.listed(state, listed)
        return listed

    def result(self, state: State, action: Action) -> State:
        """The state after this action."""
        after = super().result(state, action)
        if self.recorder is not None:
            self.recorder.applied(state, action, after)
        return after

    def playout(self, state: State, rng: Random) -> Playout:
        """The game's own random game from here."""
        played = super().playout(state, rng)
        if self.recorder is not None and not self.recorder.stopped:
            self.recorder.phases.played(played.actions)
        return played


class GameFacts:
    """What a recorder wants to know about the states of a game, asked without being counted."""

    def __init__(self, watched: Watched) -> None:
        self.counts: Counts = watched
        self.game = watched.game
        self._types: set[type] = set()

    def seen(self, state: State) -> None:
        """Note the type of a state: a textbook tree has lists and numbers."""
        self._types.add(type(state))

    def looks_like_state(self, thing: Any) -> bool:
        """Whether the game has ever shown a state of this type."""
        return type(thing) in self._types

    def content(self, state: State) -> Any:
        """The state itself: it never changes."""
        return state

    def player(self, state: State) -> Player | None:
        """Whose turn it is, if the game can say."""
        return _answer(lambda: self.game.to_move(state), None)

    def is_final(self, state: State) -> bool:
        """Whether the game is over, if the game can say."""
        return _answer(lambda: bool(self.game.is_terminal(state)), False)

    def board(self, state: State) -> Any:
        """Nothing: the game itself can draw a state again from the path to it."""
        return None

    def changed(self, state: State, content: Any, thing: Any) -> Given | None:
        """Never: the states of a game do not change."""
        return None


class BoardFacts:
    """What a recorder wants to know about boards, asked of copies so that nothing changes."""

    def __init__(
        self, root: Any, functions: Mapping[str, Callable[..., Any]], counts: Counts
    ) -> None:
        self.counts = counts
        self.functions = functions
        self._shape = shape_of(root)

    def seen(self, state: State) -> None:
        """Nothing to note: all boards of a game have one form."""

    def looks_like_state(self, thing: Any) -> bool:
        """Whether this has the form of the board that the search began with."""
        return type(thing) is self._shape[0] and shape_of(thing) == self._shape

    def content(self, state: State) -> Any:
        """The board as nested tuples, as it is now."""
        return frozen(state)

    def player(self, state: State) -> Player | None:
        """Whose turn it is, if there is a function that says so."""
        player = self._ask("player", state)
        return None if player is None else str(player)

    def is_final(self, state: State) -> bool:
        """Whether the game is over, if there is a function that says so."""
        return bool(self._ask("terminal", state))

    def board(self, state: State) -> Any:
        """The board as nested tuples of plain data."""
        return as_plain(frozen(state))

    def changed(self, state: State, content: Any, thing: Any) -> Given | None:
        """The change from one board to another that the search made by itself."""
        self.counts.own_boards = True
        if id(thing) in self.counts._asked:  # noqa: SLF001 - one room, one way of counting
            self.counts.count_visits(1)
        else:
            self.counts.asked(thing)
        return Given(thing, changed_square(content, frozen(thing)), state)

    def _ask(self, name: str, board: Any) -> Any:
        function = self.functions.get(name)
        return None if function is None else _answer(lambda: function(thawed(board)), None)


def _answer(question: Callable[[], Any], otherwise: Any) -> Any:
    """The answer to a question that only the recording asks."""
    try:
        return question()
    except Exception:  # noqa: BLE001 - a fault in the rules must show in the search, not here
        return otherwise
