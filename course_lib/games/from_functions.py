"""Plain functions on boards that may be changed, such as lists of lists, wrapped as a `Game`.

A state is a frozen board: a list becomes a plain tuple, because boards are mostly lists of lists,
and a set a `frozenset`. What was a tuple or a `frozenset` before becomes a marked one, so that each
comes back as it was when the board is thawed for the next call.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from random import Random
from typing import Any, NamedTuple

from course_lib.game import Action, Game, Player, State
from course_lib.games.squares import square_name, square_named

_REMEMBERED = 10_000
"""Of so many states at most we remember whether the game is over there."""

_GAMES, _LONGEST = 5, 1000
"""So many random games, of so many actions at most, show who plays, which marks there are..."""


PlainBoard = Any
"""What the functions know: lists of lists, dictionaries, sets, named tuples..."""


class BoardFunctions(NamedTuple):
    """The functions that say the rules."""

    initial_state: Callable[[], PlainBoard]
    player: Callable[[PlainBoard], Player]
    actions: Callable[[PlainBoard], Iterable[Action]]
    result: Callable[[PlainBoard, Action], PlainBoard]
    winner: Callable[[PlainBoard], Player | None] | None
    terminal: Callable[[PlainBoard], bool]
    utility: Callable[[PlainBoard], float] | None


def game_from_functions(  # noqa: PLR0917 - as many as the rules have, in their usual order
    initial_state: Callable[[], PlainBoard] | PlainBoard,
    player: Callable[[PlainBoard], Player],
    actions: Callable[[PlainBoard], Iterable[Action]],
    result: Callable[[PlainBoard, Action], PlainBoard],
    winner: Callable[[PlainBoard], Player | None] | None = None,
    terminal: Callable[[PlainBoard], bool] | None = None,
    utility: Callable[[PlainBoard], float] | None = None,
    *,
    players: Iterable[Player] | None = None,
    name: str = "a game from functions",
    after_the_end: bool = False,
) -> Game:
    """The `Game` that these plain functions describe.

    The functions take a board and may be written for lists of lists, dictionaries, sets or named
    tuples. Each call gets a fresh copy, so that a function that changes its board spoils nothing.

    - `initial_state`: a function that gives the first board, or that board itself.
    - `player(board)`: who is to move. `actions(board)`: a set (it will be sorted), list or tuple.
    - `result(board, action)`: the next board; it must raise an exception if the action is illegal.
    - `winner(board)`: a player or `None`. `terminal(board)`: whether the game is over (needed).
    - `utility(board)`: what a final board is worth to the first player.
      One of `winner` and `utility` may be missing; with more than two players, only `utility`.
    - `players`: their names in order; without it, we follow the game until we have met them.
    - `after_the_end`: when `terminal` says that the game is over, every action is refused without
      asking `result`, which may have left that to `terminal`. `True` asks it there too, so that
      `check_game` tells whether it refuses by itself.

    >>> def result(board, action):
    ...     if action != 1 or board[0] == 0:
    ...         raise ValueError("take one, while there is one")
    ...     return [board[0] - 1]
    >>> game = game_from_functions(
    ...     [3],
    ...     player=lambda board: "X" if board[0] % 2 else "O",
    ...     actions=lambda board: {1},
    ...     result=result,
    ...     winner=lambda board: None if board[0] else "X",
    ...     terminal=lambda board: board[0] == 0,
    ... )
    >>> game.players, game.initial, game.winner(game.play("1 1 1"))
    (('X', 'O'), (3,), 'X')
    """
    if terminal is None:
        raise ValueError("terminal is missing: without it we can't know when the game is over")
    if winner is None and utility is None:
        raise ValueError("winner and utility are both missing: one must say how a game has ended")
    first = initial_state if callable(initial_state) else partial(thawed, frozen(initial_state))
    given = BoardFunctions(first, player, actions, result, winner, terminal, utility)
    for what, function in given._asdict().items():
        if function is not None and not callable(function):
            raise TypeError(f"{what} is {function!r}; it must be a function")
    game = FunctionGame(given, tuple(players or ()), name, after_the_end)
    if players is None:
        game = replace(game, players=_players_met(game))
    if len(game.players) > 2 and winner is None:
        raise ValueError(
            f"winner is missing: the game has {len(game.players)} players {game.players},"
            " and utility says only what a board is worth to the first"
        )
    return game


@dataclass(frozen=True, repr=False)
class FunctionGame(Game):
    """What `game_from_functions` makes; its states are frozen boards."""

    functions: BoardFunctions
    players: tuple[Player, ...] = ()
    name: str = "a game from functions"
    after_the_end: bool = False

    def __repr__(self) -> str:
        return f"<{self.name}, players {self.players}>"

    # --- the rules ---------------------------------------------------------------------------

    @property
    def initial(self) -> State:
        """The first board, frozen."""
        board = self.functions.initial_state()
        return _frozen_return("initial_state", board, "the first board")

    def to_move(self, state: State) -> Player:
        """Whom `player` names; in a final state, where it may say anything, any player."""
        try:
            named = self.functions.player(thawed(state))
        except Exception:  # it goes on its way, unless the game is over
            if not self.is_terminal(state):
                raise
            named = None
        if named not in self.players:  # once the game is over, nobody need have thought of this
            if not self.is_terminal(state):
                raise bad_return("player", named, f"one of {self.players}")
            named = self.players[0]
        return named

    def actions(self, state: State) -> tuple[Action, ...]:
        """What `actions` gives; sets are sorted. `()` when `terminal` says that it is over."""
        if self.is_terminal(state):
            return ()
        found = self.functions.actions(thawed(state))
        if isinstance(found, str) or not isinstance(found, Iterable):
            raise bad_return("actions", found, "a set, list or tuple of actions")
        listed = in_order(found) if isinstance(found, set | frozenset) else list(found)
        for action in listed:
            try:
                hash(action)
            except TypeError:
                expected = "actions that are tuples, numbers or text"
                raise bad_return("actions", action, expected) from None
        return tuple(listed)

    def result(self, state: State, action: Action) -> State:
        """What `result` gives; its exception becomes `IllegalAction` if the action is not legal."""
        if not self.after_the_end and self.is_terminal(state):
            raise self.illegal(state, action)
        try:
            after = self.functions.result(thawed(state), action)
        except Exception as error:  # a reader's function may raise anything to say "not legal"
            if action in self.actions(state):
                raise  # the action is legal, so this is a mistake in the function
            raise self.illegal(state, action) from error
        return _frozen_return("result", after, "the board after the action")

    def is_terminal(self, state: State) -> bool:
        """What `terminal` says, which is asked once about a state: every rule needs to know it."""
        over = self._over.get(state)
        if over is None:
            over = _pythons_own(self.functions.terminal(thawed(state)))
            if not isinstance(over, bool):
                raise bad_return("terminal", over, "True or False")
            if len(self._over) == _REMEMBERED:
                self._over.clear()
            self._over[state] = over
        return over

    def utility(self, state: State, player: Player) -> float:
        """What `utility` says for the first player, and the opposite for the second.

        Without that function, and for more than two players: +1 for the winner, else -1 or 0.
        """
        if self.functions.utility is None or len(self.players) > 2:
            return super().utility(state, player)
        if not self.is_terminal(state):
            raise self.not_final(state)
        if player not in self.players:
            raise self.no_such_player(player)
        value = _pythons_own(self.functions.utility(thawed(state)))
        if isinstance(value, bool) or not isinstance(value, int | float):
            expected = "a number: what the board is worth to the first player"
            raise bad_return("utility", value, expected)
        return value if player == self.players[0] else -value

    def winner(self, state: State) -> Player | None:
        """What `winner` says, or without it, whoever has a utility above 0."""
        if self.functions.winner is None:
            return super().winner(state)
        named = self.functions.winner(thawed(state))
        if named is not None and named not in self.players:
            raise bad_return("winner", named, f"one of {self.players} or None")
        return named

    # --- texts and names ---------------------------------------------------------------------

    def render(self, state: State) -> str:
        """Rows of marks if the board is a list of equally long rows, else the board's `repr`.

        A square that holds `None`, or text without any mark such as " ", is shown as `.`.
        """
        if _size(state) is None:
            return repr(thawed(state))
        return "\n".join(" ".join(map(_mark, row)) for row in state)

    def parse(self, text: str) -> State:
        """The state that such a text shows; `NotImplementedError` if boards are no rows of marks.

        Only sizes and marks are checked: which boards are possible, the functions don't tell.
        """
        if self._board_size is None:
            raise NotImplementedError(
                f"boards like {self.render(self.initial)} have no text form that can be read back;"
                " boards of equally long rows of marks have one"
            )
        rows, columns = self._board_size
        marks = [line.split() for line in text.strip().splitlines()]
        if len(marks) != rows or any(len(row) != columns for row in marks):
            raise ValueError(
                f"the text shows rows of {[len(row) for row in marks]} squares,"
                f" but this game has {rows} rows of {columns}"
            )
        known, _ = self._met
        for mark in (mark for row in marks for mark in row if mark not in known):
            raise ValueError(f"{mark!r} is not one of this game's marks, {' '.join(known)}")
        return frozen([[known[mark] for mark in row] for row in marks])

    def action_name(self, action: Action) -> str:
        """A square like `b2` if the action is `(row, column)`, else what `str` gives."""
        if self._board_size is not None and isinstance(action, tuple) and len(action) == 2:
            (rows, columns), (row, column) = self._board_size, action
            if type(row) is type(column) is int and 0 <= row < rows and 0 <= column < columns:
                return square_name((row, column), rows)
        return str(action)

    def action_named(self, text: str) -> Action:
        """The action that is written like this."""
        name = text.strip().lower()
        _, known = self._met
        if name in known:
            return known[name]
        try:
            value: Action = ast.literal_eval(name)
            hash(value)
        except (ValueError, SyntaxError, TypeError):
            if self._board_size is not None:
                return square_named(name, *self._board_size)
            examples = ", ".join(list(known)[:3])
            raise ValueError(
                f"{text!r} is not an action that we know; actions are written like {examples}"
            ) from None
        return value

    def action_in(self, state: State, text: str) -> Action:
        """The legal action with this name, or else what `action_named` reads."""
        name = text.strip().lower()
        for action in self.actions(state):
            if self.action_name(action).lower() == name:
                return action
        return self.action_named(text)

    # --- helpers -----------------------------------------------------------------------------

    @cached_property
    def _over(self) -> dict[State, bool]:
        """What `terminal` has said about the latest states."""
        return {}

    @cached_property
    def _board_size(self) -> tuple[int, int] | None:
        """The rows and columns of the first board, if it is a list of rows of marks."""
        return _size(self.initial)

    @cached_property
    def _met(self) -> tuple[dict[str, Any], dict[str, Action]]:
        """Marks and actions by name that come up in a few random games, always the same ones."""
        marks: dict[str, Any] = {}
        actions: dict[str, Action] = {}
        for state, legal in self.some_states():
            if _size(state) is not None:
                marks |= {_mark(value): value for row in state for value in row}
            actions |= {self.action_name(action).lower(): action for action in legal}
        return marks, actions

    def some_states(self) -> Iterator[tuple[State, tuple[Action, ...]]]:
        """The states of a few random games, always the same, each with what is legal there."""
        rng = Random(0)
        for _ in range(_GAMES):
            state = self.initial
            for _ in range(_LONGEST):
                legal = self.actions(state)
                yield state, legal
                if not legal:
                    break
                state = self.result(state, rng.choice(legal))


def _size(state: State) -> tuple[int, int] | None:
    """The rows and columns of a board that is a list of equally long rows of marks."""
    if type(state) is not tuple or not state or not all(type(row) is tuple for row in state):
        return None
    if not state[0] or any(len(row) != len(state[0]) for row in state):
        return None
    simple = all(len(_mark(value).split()) == 1 for row in state for value in row)
    return (len(state), len(state[0])) if simple else None


def _mark(value: Any) -> str:
    """How a value is shown on a board."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return "."
    return str(value)


def _players_met(game: FunctionGame) -> tuple[Player, ...]:
    """The players in the order in which they come to move, found by following the game."""
    met: list[Player] = []
    for state, legal in game.some_states():
        if not legal:
            continue
        player = game.functions.player(thawed(state))
        if player is None:
            raise bad_return("player", player, "the name of the player whose turn it is")
        if len(met) > 1 and player == met[0]:
            break  # the turn has come round to the first player
        if player not in met:
            met.append(player)
    if len(met) < 2:
        raise ValueError(
            f"following the game from its start, we met the players {met};"
            " name all of them: players=('X', 'O')"
        )
    return tuple(met)


def _frozen_return(function: str, board: PlainBoard, expected: str) -> State:
    """The board that this function gave back, frozen."""
    if board is None:
        raise bad_return(function, board, f"{expected} (is a `return` missing?)")
    return frozen(board)


def _pythons_own(value: Any) -> Any:
    """The value; a single number of numpy's, or its True or False, as Python's own."""
    return value.item() if getattr(value, "shape", None) == () else value


def bad_return(function: str, found: Any, expected: str) -> TypeError:
    """The error for a function that gave back something it can't mean."""
    return TypeError(f"{function}(...) returned {found!r}; expected {expected}")


# --- frozen boards, and fresh copies of them ------------------------------------------------------


_MARKS = frozenset({str, int, float, bool, type(None)})
"""The types of what usually lies on a board's squares: looked at first, to save time."""


class KeptTuple(tuple[Any, ...]):
    """A tuple that was a tuple on the board, too."""

    __slots__ = ()


class KeptFrozenset(frozenset[Any]):
    """A frozenset that was a frozenset on the board, too."""

    __slots__ = ()


class FrozenDict(tuple[tuple[Any, Any], ...]):
    """A dictionary's keys and values, sorted by key: the order of writing makes no difference."""

    __slots__ = ()


_FROZEN: dict[type, Callable[[Iterable[Any]], Hashable]] = {
    list: tuple,
    tuple: KeptTuple,
    set: frozenset,
    frozenset: KeptFrozenset,
}
"""What a collection becomes in a frozen board, each another type."""

_THAWED: dict[Any, Callable[[Iterable[Any]], Any]] = {made: kind for kind, made in _FROZEN.items()}


def frozen(board: Any) -> Hashable:
    """This board as an immutable, hashable value; `thawed` gives a copy of the board back.

    >>> frozen([["X", None], {"turn": 1}])
    (('X', None), (('turn', 1),))
    """
    kind = type(board)
    if kind is list:
        if _MARKS.issuperset(map(type, board)):  # a row of squares, copied at once
            return tuple(board)
        return tuple([frozen(item) for item in board])
    if kind in _FROZEN:
        return _FROZEN[kind]([frozen(item) for item in board])
    if kind is dict:
        pairs = {frozen(key): frozen(item) for key, item in board.items()}
        return FrozenDict((key, pairs[key]) for key in in_order(pairs))
    if _is_namedtuple(board):
        return kind(*(frozen(item) for item in board))
    if kind not in _MARKS and _may_change(board):
        raise TypeError(
            f"the board holds {board!r}, a {kind.__name__}, which may change or can't be compared;"
            " build boards from lists, tuples, dictionaries, sets, named tuples, numbers and text"
        )
    mark: Hashable = board
    return mark


def thawed(value: Any) -> Any:
    """A fresh copy of the board that was frozen to this value, free to be changed.

    >>> thawed(frozen([["X", None], ("a", {1})]))
    [['X', None], ('a', {1})]
    """
    kind = type(value)
    if kind is tuple:
        if _MARKS.issuperset(map(type, value)):
            return list(value)
        return [thawed(item) for item in value]
    if kind in _THAWED:
        return _THAWED[kind](thawed(item) for item in value)
    if kind is FrozenDict:
        return {thawed(key): thawed(item) for key, item in value}
    if _is_namedtuple(value):
        return kind(*(thawed(item) for item in value))
    return value


def in_order(values: Iterable[Any]) -> list[Any]:
    """The values sorted; by type and text where they can't be compared with each other."""
    listed = list(values)
    try:
        return sorted(listed)
    except TypeError:
        return sorted(listed, key=lambda value: (type(value).__name__, repr(value)))


def _is_namedtuple(value: Any) -> bool:
    """Whether this is a named tuple: a tuple whose class lists its fields."""
    return isinstance(value, tuple) and hasattr(value, "_fields")


def _may_change(value: Any) -> bool:
    """Whether a value is unhashable, or an object with contents that is equal only to itself."""
    hashed_by: Any = type(value).__hash__
    if hashed_by is None:
        return True
    return hashed_by is object.__hash__ and bool(getattr(value, "__dict__", None))
