"""A game whose squares and names mean something else each time: only its rules know what."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Mapping
from hashlib import blake2b
from random import Random
from typing import Any

from course_lib.game import Action, Game, Player, Playout, State, Word, equal_action


class Relabelled(Game):
    """The same game with its squares, its actions and its two sides' names drawn anew.

    A search that asks this game for everything plays as well as ever. Whoever brings rules of its
    own does not know what they are about: a board shows which stones there are, and not where.
    """

    players: tuple[Player, ...] = ()
    initial: State = None
    all_actions: tuple[Action, ...] = ()
    symmetries = ()
    options: Mapping[str, Any] = {}
    utility_range = (-1.0, 1.0)

    def __init__(self, game: Game, rng: Random) -> None:
        """Draw the labels; a game whose states have no board has no squares to be hidden."""
        if not hasattr(game.initial, "board"):
            raise ValueError(f"{game!r} has no board whose squares could be relabelled")
        self._game, self._secret = game, rng.randbytes(16)
        first = game.initial
        self._places = rng.sample(range(len(first.board)), len(first.board))
        self._names = dict(zip(game.players, rng.sample(game.players, 2), strict=True))
        self._sides = {name: player for player, name in self._names.items()}
        actions = [one for one in game.all_actions if not isinstance(one, Word)]
        self._labels = dict(zip(actions, rng.sample(actions, len(actions)), strict=True))
        self._meanings = {label: action for action, label in self._labels.items()}
        self._order = {action: at for at, action in enumerate(game.all_actions)}
        kind = namedtuple(type(first).__name__, (*first._fields, "meant"))  # type: ignore[misc]  # noqa: PYI024
        self._kind: Any = kind
        self.utility_range, self.options = game.utility_range, game.options
        for name, value in self.options.items():
            setattr(self, name, value)
        self.players = tuple(self._names[player] for player in game.players)
        self.all_actions = tuple(map(self._label, game.all_actions))
        self.initial = self.labelled(first)

    def labelled(self, state: State) -> State:
        """This state of the real game with the labels of this one."""
        cells = [self._names.get(state.board[at], state.board[at]) for at in self._places]
        board = "".join(cells) if isinstance(state.board, str) else tuple(cells)
        return self._kind(*state._replace(board=board, to_move=self._names[state.to_move]), state)

    def meaning(self, action: Any) -> Any:
        """The action of the real game that somebody means by this one; else what was given."""
        label = equal_action(tuple(self._meanings), action)
        return action if label is None else self._meanings[label]

    def to_move(self, state: State) -> Player:
        """The player whose turn it is."""
        return state.to_move

    def actions(self, state: State) -> tuple[Action, ...]:
        """What the player to move may do, in the order of the labels."""
        labels = map(self._label, self._game.actions(state.meant))
        return tuple(sorted(labels, key=self._order.__getitem__))

    def result(self, state: State, action: Action) -> State:
        """The state after this action."""
        return self.labelled(self._game.result(state.meant, self.meaning(action)))

    def utility(self, state: State, player: Player) -> float:
        """What a final state is worth to this player."""
        return self._game.utility(state.meant, self._sides[player])

    def winner(self, state: State) -> Player | None:
        """The player who has won, or `None`."""
        winner = self._game.winner(state.meant)
        return None if winner is None else self._names[winner]

    def playout(self, state: State, rng: Random) -> Playout:
        """The real game, played to its end at random."""
        played = self._game.playout(state.meant, rng)
        return played._replace(actions=tuple(map(self._label, played.actions)))

    def canonical(self, state: State) -> str:
        """A key that tells nothing but that two states are mirror images."""
        key = repr(self._game.canonical(state.meant)).encode()
        return blake2b(key, key=self._secret, digest_size=16).hexdigest()

    def win_line(self, state: State) -> Any:
        """A line would show which squares are neighbours."""
        raise ValueError("in a blind league, no squares are shown")

    def render(self, state: State) -> str:
        """The board as it was handed out."""
        return self._game.render(type(self._game.initial)(*state[:-1]))

    def parse(self, text: str) -> State:
        """Boards come from the game's own results alone."""
        raise ValueError("in a blind league, nobody sets up a board")

    def action_name(self, action: Action) -> str:
        """How people write this action."""
        return self._game.action_name(action)

    def action_named(self, text: str) -> Action:
        """The action that people write like this."""
        return self._game.action_named(text)

    def action_in(self, state: State, text: str) -> Action:
        """The same, whatever the state is."""
        return self.action_named(text)

    def _label(self, action: Action) -> Action:
        return self._labels.get(action, action)

    def __repr__(self) -> str:
        return repr(self._game)
