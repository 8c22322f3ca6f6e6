"""A game whose rules are elsewhere: its states are handles, and a referee outside applies actions.

A handle shows its board, so it can be read, printed, compared and kept in tables. Whatever follows
from the rules is asked for, one line there and one back. The first question about a state brings
all there is to know about it, which its handle remembers: that is the one that counts.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from course_lib.game import Action, Chances, Game, Player, Playout, State, Word, equal_action
from course_lib.watching.watched import OutOfBudget


def restored(content: dict[str, Any], ask: Any) -> Any:
    """The game of a request, the same one for all requests; with `at`, the state it is about."""
    game = _handled(content["refereed"])
    game.asker = ask
    return game.kind((content["at"],)) if "at" in content else game


class Handle:
    """A state, known to the referee by a number, or by its parent's and the action's place there.

    Its board comes when it is first read, or with the first question.
    """

    game: Handled
    __slots__ = ("_facts", "_shown", "number")

    def __init__(self, number: tuple[int, ...]) -> None:
        self.number = number
        self._shown: tuple[Any, ...] | None = None
        self._facts: Any = None

    def shown(self) -> tuple[Any, ...]:
        """What there is to read: the board, and whose turn it is."""
        if self._shown is None:
            number, shown = self.game.ask("read", *self.number)
            self.number, self._shown = (number,), frozen(shown)
        return self._shown

    def facts(self) -> Any:
        """Who is to move, the actions, who has won, and what it is worth at the end."""
        if self._facts is None:
            number, shown, *facts = self.game.ask("look", *self.number)
            self.number, self._shown, self._facts = (number,), frozen(shown), frozen(facts)
        return self._facts

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.shown() == other.shown()

    def __hash__(self) -> int:
        return hash(self.shown())

    def __iter__(self) -> Iterator[Any]:
        return iter(self.shown())

    def __getitem__(self, at: Any) -> Any:
        return self.shown()[at]

    def __len__(self) -> int:
        return len(self.shown())

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.game.render(self)}>"


class Handled(Game):
    """The game that a player is handed: it knows its own size, and asks for all the rest."""

    players: tuple[Player, ...] = ()
    initial: State = None
    all_actions: tuple[Action, ...] = ()
    symmetries = ()
    utility_range = (-1.0, 1.0)
    zero_sum = True

    def __init__(self, about: str) -> None:
        """Begin with what the referee tells of the game itself."""
        told = self._told = json.loads(about)
        for name, value in told["plain"].items():
            setattr(self, name, frozen(value))
        self.asker: Any = None
        self._lock, self._names = threading.Lock(), dict[Action, str]()
        read = {name: _reading(at) for at, name in enumerate(told["fields"])}
        asked = {"actions": property(self.actions), "winner": property(self.winner)}
        read |= {name: asked[name] for name in asked if name in told["hidden"]}
        self.kind = type(told["state"], (Handle,), {**read, "game": self, "__slots__": ()})
        self.initial = self.kind((0,))

    # --- what is asked for -----------------------------------------------------------------------

    def to_move(self, state: State) -> Player:
        """The player whose turn it is."""
        return self._facts(state)[0]

    def actions(self, state: State) -> tuple[Action, ...]:
        """What the player to move may do."""
        return self._facts(state)[1]

    def is_terminal(self, state: State) -> bool:
        """Whether the game is over."""
        return not self._facts(state)[1]

    def winner(self, state: State) -> Player | None:
        """The player who has won, or `None`."""
        return self._facts(state)[2]

    def utility(self, state: State, player: Player) -> float:
        """What a final state is worth to this player."""
        _, actions, _, utilities = self._facts(state)
        if actions:
            raise self.not_final(state)
        if player not in self.players:
            raise self.no_such_player(player)
        return utilities[self.players.index(player)]

    def result(self, state: State, action: Action) -> State:
        """The state after this action; nobody has asked about it yet."""
        actions = self._facts(state)[1]
        if (found := equal_action(actions, action)) is None:
            raise self.illegal(state, action)
        return self.kind((*state.number, actions.index(found)))

    def playout(self, state: State, rng: Random) -> Playout:
        """The referee plays at random; each state of that counts."""
        self._facts(state)
        return Playout(*frozen(self.ask("playout", *state.number, rng.getrandbits(64))))

    def win_line(self, state: State) -> Any:
        """`(kinds, squares)` of what has won, or `None`: a question like all about the rules."""
        self._facts(state)
        return frozen(self.ask("win_line", *state.number))

    # --- what reads a board, or a name -----------------------------------------------------------

    def render(self, state: State) -> str:
        """The state as text."""
        return self.ask("render", *self._read(state).number)

    def canonical(self, state: State) -> Any:
        """One value for this state and all its mirror images."""
        return frozen(self.ask("canonical", *self._read(state).number))

    def action_name(self, action: Action) -> str:
        """How people write this action."""
        if action not in self._names:
            self._names[action] = self.ask("action_name", sendable(action))
        return self._names[action]

    def action_named(self, text: str) -> Action:
        """The action that people write like this."""
        return frozen(self.ask("action_named", text))

    def action_in(self, state: State, text: str) -> Action:
        """The action with this name, where a shorter one may be enough."""
        return frozen(self.ask("action_in", *self._read(state).number, text))

    def parse(self, text: str) -> State:
        """Nothing: a board that was made up could be looked into without the referee's knowing."""
        raise ValueError("in a league, states come from the game's own results alone")

    def has_state(self, state: State) -> bool:
        """Whether this is one of the handles."""
        return isinstance(state, Handle)

    @property
    def options(self) -> dict[str, Any]:
        """What the game was made with."""
        return {name: getattr(self, name) for name in self._told["options"]}

    def __repr__(self) -> str:
        return str(self._told["game"])

    def __deepcopy__(self, _: Any) -> Handled:
        return self

    # --- over the pipe ---------------------------------------------------------------------------

    def ask(self, *question: Any) -> Any:
        """What the referee answers; it may be that there are no more positions."""
        with self._lock:
            told = self.asker(question)
        if type(told) is dict:
            if "over" in told:
                raise OutOfBudget(told["over"])
            if "wrong" in told:
                raise ValueError(told["wrong"])
        return told

    def _facts(self, state: State) -> Any:
        if not isinstance(state, Handle):
            raise self.no_state(state, "the league's game")
        return state.facts()

    def _read(self, state: State) -> Handle:
        if not isinstance(state, Handle):
            raise self.no_state(state, "the league's game")
        state.shown()
        return state


class HandledLuck(Handled):
    """The same for a game with dice or cards."""

    def chance(self, state: State) -> Chances:
        """What may happen where nobody chooses; `()` elsewhere."""
        self._facts(state)
        return frozen(self.ask("chance", *state.number))


class HandledCards(HandledLuck):
    """The same for a game that hides something: a player is handed what it may see, and no more."""

    def view(self, state: State, player: Player) -> State:
        """The state itself: nothing else was sent."""
        return state


@cache
def _handled(about: str) -> Handled:
    """The game that the referee tells of, made once."""
    told = json.loads(about)
    kind = HandledCards if told["hides"] else HandledLuck if told["luck"] else Handled
    return kind(about)


def _reading(at: int) -> property:
    return property(lambda state: state.shown()[at])


def frozen(value: Any) -> Any:
    """What was sent, with tuples for lists, and words such as PASS."""
    if type(value) is list:
        return tuple(map(frozen, value)) if {list, dict} & set(map(type, value)) else tuple(value)
    return Word(value["word"]) if type(value) is dict and "word" in value else value


def sendable(value: Any) -> Any:
    """The value as JSON takes it, for `frozen`."""
    if isinstance(value, tuple):
        return value if not _MIXED & set(map(type, value)) else [sendable(part) for part in value]
    return {"word": value.value} if isinstance(value, Word) else value


_MIXED = {tuple, Word}
