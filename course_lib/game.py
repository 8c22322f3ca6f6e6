"""What every game promises: the class `Game`, the words around it, and its one error."""

from __future__ import annotations

import ast
import enum
import functools
import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from course_lib.closed import refuse_in

Player = str
"""A player's name, such as "X" or "guards"."""

Action = Hashable
"""What a player may do: a square, a number, a pair of squares... small, plain and hashable."""

State = Any
"""A position: a plain immutable hashable value that only its own game looks into."""


OTHER: dict[Player, Player] = {"X": "O", "O": "X"}
"""The opponent of each, where X and O play."""

CHANCE: Player = "chance"
"""What `to_move` says where nobody chooses: dice are rolled or cards are dealt."""

Chances = tuple[tuple[Action, float], ...]
"""What may happen where nobody chooses: each action with its probability."""


class Word(enum.Enum):
    """The two things a player can say that are no square and no number."""

    PASS = "pass"
    RESIGN = "resign"

    def __repr__(self) -> str:
        return self.name


PASS = Word.PASS
"""The action of a player who must, or may, leave the board as it is."""

RESIGN = Word.RESIGN
"""What a player returns instead of an action to give the game up."""


class IllegalAction(ValueError):
    """An action that the rules do not allow here; its text names what would have been legal.

    >>> from course_lib import TicTacToe
    >>> game = TicTacToe()
    >>> try:
    ...     game.result(game.parse("X........"), (0, 0))
    ... except IllegalAction as wrong:
    ...     print(str(wrong).partition(";")[0])
    a3 = (0, 0) is not legal here
    """


class Symmetry(NamedTuple):
    """A map of a game onto itself: `state` and `action` give the images of a state, an action."""

    name: str
    state: Callable[[State], State]
    action: Callable[[Any], Any]


class Playout(NamedTuple):
    """A game played to its end at random: its actions, and what it was worth to each player."""

    actions: tuple[Action, ...]
    utilities: tuple[float, ...]


class Game(ABC):
    """The rules of a game. A `Game` holds sizes and options; it never holds a position.

    A state goes in, a new state comes out. The promise, tested by `check_game`:

    1. States are immutable, hashable values; `result` returns a new one.
    2. `actions` is a tuple in one documented order, and `()` exactly when the game is over.
    3. An action that is not in `actions` raises `IllegalAction`.
    4. `players[0]` moves first.
    5. `utility` is asked only of final states and stays inside `utility_range`.
    6. For two players the utilities add up to zero.
    7. `all_actions` lists every action that can occur.

    A game with dice or cards has states in which nobody chooses. There `chance` gives the actions
    with their probabilities, which add up to 1; `actions` lists the same actions in the same order,
    and `to_move` is `CHANCE`. What a player can't see is missing in `view`, and whoever is to move
    finds the same actions in all states that look the same.

    >>> from course_lib import TicTacToe
    >>> game = TicTacToe()
    >>> state = game.play(["b2", "a1", "c3"])
    >>> game.to_move(state), game.is_terminal(state), len(game.actions(state))
    ('O', False, 6)
    >>> print(game.render(game.result(state, (0, 0))))
    O . X
    . X .
    O . .
    """

    # --- what each game must say: these five, and `utility` or `winner` ----------------------

    @property
    @abstractmethod
    def players(self) -> tuple[Player, ...]:
        """The players' names; the first of them moves first."""

    @property
    @abstractmethod
    def initial(self) -> State:
        """The state before anybody has moved."""

    @abstractmethod
    def to_move(self, state: State) -> Player:
        """The player whose turn it is (in a final state: any player), or `CHANCE`."""

    @abstractmethod
    def actions(self, state: State) -> tuple[Action, ...]:
        """What the player to move may do, in the game's documented order; `()` when it is over."""

    @abstractmethod
    def result(self, state: State, action: Action) -> State:
        """The state after this action; an action that is not legal raises `IllegalAction`."""

    # --- what follows from that, and what a game may say better ------------------------------

    def render(self, state: State) -> str:
        """The state as text that `parse` can read back; without more, as Python writes it."""
        return repr(state)

    def parse(self, text: str) -> State:
        """The state that this text shows; a text that shows no board of the game is a `ValueError`.

        Whether some game leads to the board, a game says only where that is easy to tell. Without
        more a state of plain values is read as Python writes it; for others it is a
        `NotImplementedError`.
        """
        name, kind = type(self).__name__, type(self.initial)
        if kind not in (tuple, int, str, frozenset):
            raise NotImplementedError(
                f"states of {name} have no text form; define render and parse in its class"
            )
        try:
            state = ast.literal_eval(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            state = None
        if type(state) is not kind:
            raise ValueError(f"{text!r:.80} is no state of {name} as Python writes it")
        return state

    def action_name(self, action: Action) -> str:
        """How people write this action, for example `b2`."""
        return str(action)

    def action_named(self, text: str) -> Action:
        """The action that people write like this; capitals do not matter."""
        found = [
            each for each in self.all_actions if self.action_name(each).lower() == text.lower()
        ]
        if len(found) != 1:
            raise ValueError(f"{text!r:.40} is no action of {type(self).__name__}")
        return found[0]

    def utility(self, state: State, player: Player) -> float:
        """What a final state is worth to this player: +1 a win, 0 a draw, -1 a loss.

        A game must say this or who is its `winner`: each follows from the other.
        """
        if type(self).winner is Game.winner:
            raise NotImplementedError(f"{type(self).__name__} must define utility or winner")
        if not self.is_terminal(state):
            raise self.not_final(state)
        if player not in self.players:
            raise self.no_such_player(player)
        winner = self.winner(state)
        if winner is None:
            return 0
        return 1 if player == winner else -1

    @property
    def utility_range(self) -> tuple[float, float]:
        """The least and the greatest utility this game can give."""
        return (-1.0, 1.0)

    @property
    def zero_sum(self) -> bool:
        """Whether one player's gain is always the other's loss: true of our games for two."""
        return len(self.players) == 2

    @property
    def all_actions(self) -> tuple[Action, ...]:
        """Every action that can occur in this game, in one documented order.

        Without knowing the game we look at every state, level by level, and list the actions as we
        meet them. A game with many states should say it itself.
        """
        met, known, level = dict[Action, None](), {self.initial}, [self.initial]
        while level:
            if len(known) > _MOST_STATES:
                raise NotImplementedError(
                    f"{self!r} has more than {_MOST_STATES:,} states, too many to look for its"
                    " actions in all of them; define all_actions in its class"
                )
            after = dict[State, None]()
            for state in level:
                for action in self.actions(state):
                    met[action] = None
                    after[self.result(state, action)] = None
            level = [state for state in after if state not in known]
            known.update(level)
        return tuple(met)

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The maps of this game onto itself, the one that changes nothing included, or `()`."""
        return ()

    def is_terminal(self, state: State) -> bool:
        """Whether the game is over."""
        return not self.actions(state)

    def chance(self, state: State) -> Chances:
        """The `(action, probability)` pairs if nobody chooses here; `()` if a player does."""
        return ()

    @property
    def _luck(self) -> bool:
        """Whether dice or cards have a say anywhere in this game."""
        return type(self).chance is not Game.chance

    def view(self, state: State, player: Player) -> Hashable:
        """What this player sees of the state: all of it, unless the game hides something."""
        return state

    def winner(self, state: State) -> Player | None:
        """The player who has won, or `None` for a draw or a game that is not over."""
        if not self.is_terminal(state):
            return None
        ahead = [player for player in self.players if self.utility(state, player) > 0]
        return ahead[0] if len(ahead) == 1 else None

    def win_line(self, state: State) -> tuple[tuple[str, ...], tuple[Action, ...]] | None:
        """`(kinds, squares)` of what has won, or `None`: nothing has, or there is no such line."""
        return None

    def has_state(self, state: State) -> bool:
        """Whether this is a state of this game by its kind and size, whatever position it shows.

        If the first state is a named tuple, all are. Else we refuse only what is surely none: a
        named tuple, a game, a class, or text, a list or nothing where the first state is something
        else.
        """
        kind = type(self.initial)
        if hasattr(kind, "_fields"):
            return isinstance(state, kind)
        other = isinstance(state, Game | type | str | list | None) or hasattr(state, "_fields")
        return type(state) is kind or not other

    def canonical(self, state: State) -> Hashable:
        """One hashable value for this state and all its mirror images: a key for tables."""
        if not self.symmetries:
            return state
        images: list[Hashable] = [symmetry.state(state) for symmetry in self.symmetries]
        return min(images)  # type: ignore[type-var]

    def play(self, names: str | Iterable[str]) -> State:
        """The state after these moves from the start, given by name: `play("b2 a1")`."""
        state = self.initial
        for number, name in enumerate(names.split() if isinstance(names, str) else names, 1):
            try:
                state = self.result(state, self.action_in(state, name))
            except ValueError as error:
                kind = IllegalAction if isinstance(error, IllegalAction) else ValueError
                raise kind(f"move {number}, {name!r}: {error}") from error
        return state

    def action_in(self, state: State, text: str) -> Action:
        """The action with this name, where a shorter name may be enough in this state."""
        return self.action_named(text)

    def legal(self, state: State, action: Action) -> Any:
        """The legal action that equals this one; where there is none, `IllegalAction` is raised."""
        found = equal_action(self.actions(state), action)
        if found is None:
            raise self.illegal(state, action)
        return found

    def playout(self, state: State, rng: Random) -> Playout:
        """A game played at random from here to its end, every legal action equally likely.

        Dice and cards fall by their own probabilities.
        """
        refuse_in("05")
        actions, result, random = self.actions, self.result, rng.random
        chance = self.chance if has_chance(self) else None
        played = []
        while choices := actions(state):
            if chance and (chances := chance(state)):
                action = drawn(chances, rng)
            else:
                action = choices[int(random() * len(choices))]
            played.append(action)
            state = result(state, action)
        utilities = tuple(self.utility(state, player) for player in self.players)
        return Playout(tuple(played), utilities)

    def count(self, state: State, depth: int) -> tuple[int, ...]:
        """How many positions lie 0, 1, 2... `depth` moves ahead, each way to get there counted."""
        counts = [1] + [0] * depth

        def walk(state: State, ahead: int) -> None:
            """Count the positions after one more move, then walk on from each of them."""
            actions = self.actions(state)
            counts[ahead] += len(actions)
            if ahead < depth:
                for action in actions:
                    walk(self.result(state, action), ahead + 1)

        if depth > 0:
            walk(state, 1)
        return tuple(counts)

    @property
    def options(self) -> Mapping[str, Any]:
        """What this game was made with: `type(game)(**game.options)` makes it again."""
        return {name: getattr(self, name) for name in _parameters(type(self))}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game as what it was made with; what it works out for itself stays behind."""
        return _made_again, (type(self), dict(self.options))

    def __repr__(self) -> str:
        given = ", ".join(
            f"{name}={value!r}"
            for name, value in self.options.items()
            if value != _parameters(type(self))[name].default
        )
        return f"{type(self).__name__}({given})"

    # --- sentences for mistakes ----------------------------------------------------------------

    def illegal(self, state: State, action: Action) -> IllegalAction:
        """The error to raise for an action that is not legal in this state."""
        return IllegalAction(f"{self.spoken(action)} is not legal here; {self.choices(state)}")

    def not_final(self, state: State) -> ValueError:
        """The error to raise when a state that is not final is asked for its utility."""
        return ValueError(
            "utility is for final states only; here"
            f" {does(self.to_move(state), 'is')} still to move (ask is_terminal first, and use an"
            " evaluation for states before the end)"
        )

    def no_such_player(self, player: Player) -> ValueError:
        """The error to raise for a name that is none of the players'."""
        return ValueError(f"no player is called {player!r}; the players are {self.players}")

    def no_state(self, state: State, asker: str) -> TypeError:
        """The error to raise when `asker` was given what is no state of this game."""
        return TypeError(
            f"{asker} was given {state!r:.80} as its state, and that is not a state of"
            f" {self!r:.80}; a state comes from the game, such as game.initial,"
            " game.result(state, action), or game.parse(text) for a board as text"
        )

    def choices(self, state: State) -> str:
        """What is legal in this state, in words."""
        legal = self.actions(state)
        if not legal:
            return "the game is over, so nothing is"
        more = f" and {len(legal) - _MOST_NAMES} more" if len(legal) > _MOST_NAMES else ""
        return f"legal are: {', '.join(map(self.spoken, legal[:_MOST_NAMES]))}{more}"

    def spoken(self, action: Action) -> str:
        """An action by name and value, or only by value where it has no name."""
        try:
            return f"{self.action_name(action)} = {action!r}"
        except (ValueError, TypeError, IndexError, KeyError):
            return repr(action)


class FewActions(Game):
    """A game whose few actions, listed in `all_actions`, are written as `str` gives them."""

    def action_name(self, action: Action) -> str:
        """The word or the number itself."""
        known = equal_action(self.all_actions, action)
        if known is None:
            raise self._no_action(action)
        return str(known)

    def action_named(self, text: str) -> Action:
        """The action that is written like this; capitals do not matter."""
        word = text.strip().lower()
        for action in self.all_actions:
            if str(action).lower() == word:
                return action
        raise self._no_action(text)

    def _no_action(self, thing: object) -> ValueError:
        """The error to raise for what is none of the actions, nor the name of one."""
        names = [str(action) for action in self.all_actions[:_MOST_NAMES]]
        more = " and so on" if len(self.all_actions) > _MOST_NAMES else ""
        kind = type(self).__name__
        return ValueError(
            f"{thing!r} is not an action of {kind}; its actions are {', '.join(names)}{more}"
        )


_MOST_NAMES = 12
_MOST_STATES = 20_000


def drawn(chances: Chances, rng: Random) -> Action:
    """One of these actions, drawn by its probability."""
    actions, probabilities = zip(*chances, strict=True)
    return rng.choices(actions, probabilities)[0]


def likeliest(pairs: Iterable[tuple[Action, float]]) -> Action:
    """The action with the greatest probability, the first among equals: a draw without any luck.

    >>> likeliest([("fold", 0.25), ("call", 0.75)])
    'call'
    """
    return max(pairs, key=lambda pair: pair[1])[0]


def has_chance(game: Game) -> bool:
    """Whether dice or cards have a say anywhere in this game."""
    inner = _innermost(game)
    return inner._luck if isinstance(inner, Game) else hasattr(inner, "chance")  # noqa: SLF001 - here is its home


def hides(game: Game) -> bool:
    """Whether there is anything in this game that a player can't see."""
    return getattr(type(_innermost(game)), "view", Game.view) is not Game.view


def _innermost(game: Game) -> Game:
    """The game itself, which may be watched."""
    while isinstance(inner := getattr(game, "game", None), Game):
        game = inner
    return game


class _PassedOn:
    """What the game inside has by this name."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, outside: Any, owner: type) -> Any:
        return self if outside is None else getattr(outside.game, self.name)


def passed_on(count: int) -> Any:
    """So many attributes of a class that a `game` inside has by the same names."""
    return (_PassedOn() for _ in range(count))


_OF_MANY = {"is": "are", "has": "have"}


def does(player: Player, verb: str) -> str:
    """A player and what it does, where the player may be several.

    >>> does("X", "plays"), does("guards", "plays"), does("musketeers", "has")
    ('X plays', 'guards play', 'musketeers have')
    """
    if not are_several(player):
        return f"{player} {verb}"
    return f"{player} {_OF_MANY.get(verb) or verb.removesuffix('s')}"


def are_several(player: object) -> bool:
    """Whether a player is a side of several, such as the musketeers."""
    word = str(player)  # a reader's own game may have other things for names
    return len(word) > 1 and word.islower() and word.endswith("s")


@functools.cache
def _parameters(kind: type[Game]) -> Mapping[str, inspect.Parameter]:
    """What a game of this kind is made with."""
    return inspect.signature(kind).parameters


def _made_again(kind: type[Game], options: Mapping[str, Any]) -> Game:
    """The game that a pickle names."""
    return kind(**options)


# --- what callers hand over -----------------------------------------------------------------------


def equal_action(actions: Sequence[Action], answer: Any) -> Any:
    """The one of these actions that equals this answer, or `None`.

    So whole numbers of NumPy count as Python's, and leave no trace in a state.

    >>> equal_action((1, 2), 2.0), equal_action((1, 2), "b2")
    (2, None)
    """
    try:
        return actions[actions.index(answer)]
    except Exception:  # noqa: BLE001 - the answer may be anything, and so may its ==
        return None


def settle(game: Game, **attributes: Any) -> None:
    """Give a frozen game, while it is being made, what it works out for itself.

    One by one, and not by `vars(game).update`: Python finds the methods of an object faster as long
    as nobody has asked for its dictionary. A `cached_property` asks for it, too.
    """
    for name, value in attributes.items():
        object.__setattr__(game, name, value)


def must_be_whole(least: int, **given: Any) -> None:
    """Refuse what is no whole number from `least` up, by its name."""
    for name, number in given.items():
        if not isinstance(number, int) or number < least:
            raise ValueError(f"{name} is {number!r}; it must be a whole number from {least} up")
