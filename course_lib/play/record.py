"""What is kept of a game that was played: its actions, how it ended and why; as text and JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Self, get_args

from course_lib.game import PASS, Action, Game, Player, State, does
from course_lib.games.havannah import Havannah
from course_lib.games.hexboard import board_text, hex_board
from course_lib.plain import file_text, tagged, untagged, write_whole
from course_lib.play.games_by_name import game_from_data, game_to_data
from course_lib.words import _

Reason = Literal["win", "draw", "resigned", "illegal", "error", "time", "unfinished"]
"""How a game ends: by the rules (win, draw), by resigning, by a fault (illegal, error, time).

The record of a game that still goes on is "unfinished".
"""

FAULTS: tuple[Reason, ...] = ("illegal", "error", "time")
"""The reasons that are a player's fault: an illegal action, an exception, too much time."""

_SECTION = 20


@dataclass(frozen=True, repr=False)
class GameRecord:
    """A game that was played, from its first state to its end.

    `players` gives for each of the game's players a label of who has played it. `actions` are the
    legal actions that were played; `reason` says how the game ended and `detail` says it in words.
    `culprit` is the player who resigned or made a fault, or `None`.

    `utilities` are the game's own after a win or a draw. If somebody resigned or made a fault, the
    culprit has -1; in a game for two the other one has won and has +1, in a game for more players
    nobody has won and the others have 0.

    >>> from course_lib import TicTacToe, minimax_player, play_game
    >>> record = play_game(TicTacToe(), [minimax_player(), minimax_player()])
    >>> record.detail, record.winner, len(record.actions)
    ('a draw', None, 9)
    """

    game: Game
    players: Mapping[Player, str]
    start: State
    actions: tuple[Action, ...]
    reason: Reason
    detail: str
    culprit: Player | None
    winner: Player | None
    utilities: Mapping[Player, float]

    @property
    def final(self) -> State:
        """The last state."""
        return self.states()[-1]

    def states(self) -> tuple[State, ...]:
        """Every state of the game in order, the start included."""
        return self._states

    @cached_property
    def _states(self) -> tuple[State, ...]:
        """The states, worked out when first asked for: a record of a tournament stays small."""
        states = [self.start]
        for action in self.actions:
            states.append(self.game.result(states[-1], action))
        return tuple(states)

    def text(self, style: str | None = None) -> str:
        """The game as text, to print and to read.

        `"boards"` shows the board after each move, `"sections"` twenty moves at a time and then
        the board, with the moves' numbers where the game is Havannah, and `"moves"` one line of
        moves. Without a style, Havannah is shown in sections and every other game in boards.
        """
        styles = {"boards": _boards, "sections": _sections, "moves": _moves}
        if style is None:
            style = "sections" if isinstance(self.game, Havannah) else "boards"
        if style not in styles:
            raise ValueError(f"there is no style {style!r}; the styles are {', '.join(styles)}")
        return "\n\n".join(styles[style](self))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write this to a file, whole or not at all; a file that is there already is replaced."""
        write_whole(path, self.to_json())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """What `save` wrote to this file."""
        try:
            return cls.from_json(file_text(path))
        except ValueError as error:
            raise ValueError(f"{os.fspath(path)}: {error}") from error

    def to_json(self, **more: Any) -> str:
        """The record as JSON text, to be read back by `GameRecord.from_json`; more may stand there.

        Whoever keeps a game can so keep what is known of it beside it.
        """
        data = {"game": game_to_data(self.game), **self.to_data(), **more}
        return json.dumps(data, allow_nan=False) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The record that this text holds, played again and checked move by move."""
        try:
            data = json.loads(text)
        except (json.JSONDecodeError, RecursionError) as error:
            raise ValueError(
                f"this is not the JSON text of the record of a game: {error}"
            ) from None
        game = game_from_data(field(data, "game", dict))
        return cls.from_data(game, data)

    def to_data(self) -> dict[str, Any]:
        """Everything but the game, as JSON takes it."""
        from_the_start = self.start == self.game.initial
        return {
            "players": dict(self.players),
            "start": None if from_the_start else self.game.render(self.start),
            "actions": [tagged(action) for action in self.actions],
            "reason": self.reason,
            "detail": self.detail,
            "culprit": self.culprit,
            "winner": self.winner,
        }

    @classmethod
    def from_data(cls, game: Game, data: Mapping[str, Any]) -> Self:
        """The record that `to_data` wrote down, checked; a game that can't be is a `ValueError`."""
        players = field(data, "players", dict)
        if set(players) != set(game.players):
            raise ValueError(
                f"the record names the players {tuple(players)}, but {game!r} is played by"
                f" {game.players}"
            )
        text = field(data, "start", str, type(None))
        start = game.initial if text is None else game.parse(text)
        written = field(data, "actions", list)
        try:
            actions = tuple(map(untagged, written))
        except (TypeError, ValueError) as error:
            raise ValueError(f"that is not how an action is written: {error}") from None
        last = _replayed(game, start, actions)
        reason: Reason = field(data, "reason", str)
        if reason not in get_args(Reason):
            raise ValueError(
                f"the record's reason is {reason!r}; it must be one of {get_args(Reason)}"
            )
        culprit, named = (field(data, name, str, type(None)) for name in ("culprit", "winner"))
        winner, utilities = outcome(game, last, culprit)
        detail = field(data, "detail", str)
        labels = {player: field(players, player, str) for player in game.players}
        record = cls(game, labels, start, actions, reason, detail, culprit, winner, utilities)
        if wrong := record._wrong_end(named):
            raise ValueError(f"the record says {wrong}")
        return record

    def _wrong_end(self, named: Player | None) -> str:
        """What the record says of its end that does not follow from its moves, or nothing."""
        game, reason, moves = self.game, self.reason, f"after its {len(self.actions)} actions"
        over, by_the_rules = game.is_terminal(self.final), reason in ("win", "draw")
        if by_the_rules != over:
            return f"{reason!r}, but {moves} the game is{'' if over else ' not'} over by its rules"
        culprits: tuple[Player | None, ...] = (None,)
        if not by_the_rules and reason != "unfinished":
            # Before the first action any player may have failed, in `new_game`.
            culprits = (game.to_move(self.final),) if self.actions else game.players
        if self.culprit not in culprits:
            possible = " or ".join(map(repr, culprits))
            return (
                f"{reason!r} with {self.culprit!r} as culprit; {moves} that can only be {possible}"
            )
        winner = self.winner or "nobody"
        if by_the_rules and (reason == "draw") != (self.winner is None):
            return f"{reason!r}, but {moves} the winner is {winner}"
        if named != self.winner:
            return f"that {named or 'nobody'} has won, but by its actions it is {winner}"
        return ""

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<GameRecord of {self.game!r}, {len(self.actions)} actions: {self.detail}>"


def ending(game: Game, state: State) -> str:
    """How a game that is over by its rules has ended, in one line."""
    winner = game.winner(state)
    if winner is None:
        return _("a draw")
    line = game.win_line(state)
    if line is None:
        return f"{winner} won"
    # On a board with rows and columns, a "row" that won may well be a column.
    kinds = ["a line" if kind == "row" else kind for kind in line[0]]
    return f"{winner} won: {' and '.join(kinds)}"


def outcome(
    game: Game, last: State, culprit: Player | None
) -> tuple[Player | None, dict[Player, float]]:
    """`(winner, utilities)` of a game that ended here, by its rules or by the culprit's doing."""
    if culprit is None:
        if not game.is_terminal(last):
            return None, dict.fromkeys(game.players, 0)
        return game.winner(last), {player: game.utility(last, player) for player in game.players}
    others = [player for player in game.players if player != culprit]
    winner = others[0] if len(others) == 1 else None
    worth = {culprit: -1.0, winner: 1.0}
    return winner, {player: worth.get(player, 0.0) for player in game.players}


# --- as text ---------------------------------------------------------------------------------


def _players(record: GameRecord) -> str:
    """Who played whom."""
    return ", ".join(f"{seat}: {label}" for seat, label in record.players.items())


def _moves(record: GameRecord) -> Iterator[str]:
    """One line of moves."""
    yield " ".join(map(record.game.action_name, record.actions))


def _boards(record: GameRecord) -> Iterator[str]:
    """The first board, then each move with the board it led to."""
    game, states = record.game, record.states()
    yield _players(record)
    yield game.render(states[0])
    for before, action, after in zip(states, record.actions, states[1:], strict=False):
        yield f"{moved(game, before, action)}\n{game.render(after)}"
    yield record.detail


def moved(game: Game, before: State, action: Action) -> str:
    """Who did what here: a player has played, or a die or a card has come up."""
    name = game.action_name(action)
    return (
        f"{name} comes up"
        if game.chance(before)
        else f"{does(game.to_move(before), 'plays')} {name}"
    )


def _sections(record: GameRecord) -> Iterator[str]:
    """Twenty moves in lines of two, then the board; and so on."""
    game, actions, states = record.game, record.actions, record.states()
    yield _players(record)
    if not actions:
        yield game.render(states[0])
    for first in range(0, len(actions), _SECTION):
        last = min(first + _SECTION, len(actions))
        moves = [f"{at + 1} : {_put(game, actions[at])}" for at in range(first, last)]
        yield "\n".join(", ".join(moves[at : at + 2]) for at in range(0, len(moves), 2))
        if isinstance(game, Havannah):
            numbers = {actions[at]: at + 1 for at in range(first, last)}
            yield _numbered_board(game, states[last], numbers)
        else:
            yield game.render(states[last])
    yield record.detail


def _put(game: Game, action: Action) -> str:
    """A move in words; a stone's place in capitals."""
    return "Pass" if action is PASS else f"Put {game.action_name(action).upper()}"


def _numbered_board(game: Havannah, state: State, numbers: Mapping[Action, int]) -> str:
    """The board of Havannah with the numbers of the stones that were just put there."""
    stones = zip(hex_board(game.size).cells, state.board, strict=True)
    marks = {
        cell: f"{numbers[cell]}:{stone}" if cell in numbers else stone
        for cell, stone in stones
        if stone in game.players
    }
    return board_text(game.size, marks, capitals=True)


# --- as JSON ---------------------------------------------------------------------------------


def _replayed(game: Game, start: State, actions: tuple[Action, ...]) -> State:
    """The state after these actions; one that is not legal is a `ValueError` with its number."""
    state = start
    for number, action in enumerate(actions, 1):
        if action not in game.actions(state):
            raise ValueError(
                f"action {number} of the record can't be played: {game.illegal(state, action)}"
            )
        state = game.result(state, action)
    return state


def field(data: Any, name: str, *kinds: type) -> Any:
    """The entry of this name, which must be there and of one of these kinds."""
    if not isinstance(data, dict):
        raise ValueError(f"the record of a game is a dictionary, this is a {type(data).__name__}")
    if name not in data:
        raise ValueError(f"the entry {name!r} is missing; there are {', '.join(data) or 'none'}")
    value = data[name]
    if not isinstance(value, kinds):
        wanted = " or ".join("null" if kind is type(None) else kind.__name__ for kind in kinds)
        raise ValueError(f"the entry {name!r} is {value!r:.60}; it should be {wanted}")
    return value
