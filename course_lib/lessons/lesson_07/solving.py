"""What lesson 07 hands out: the states of a layer, and games that make a search of them shorter."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import inf, isqrt
from random import Random
from typing import Any

from course_lib.game import Action, Game, Player, State
from course_lib.watching import Watched


def states_with(game: Game, guards: int, player: Player) -> Iterator[State]:
    """Every state of this board with so many guards and this player to move.

    The musketeers are as many as at the start, and stand anywhere, in line as well.
    """
    squares = range(len(game.initial.board))
    for placement in combinations(squares, game.initial.board.count("M")):
        free = [square for square in squares if square not in placement]
        for posts in combinations(free, guards):
            board = ["M" if square in placement else "." for square in squares]
            for square in posts:
                board[square] = "G"
            yield game.initial._replace(board=tuple(board), to_move=player)


def every_layer(
    solve_layer: Callable[..., dict[State, Player]], game: Game, most: int
) -> tuple[dict[State, Player], str]:
    """The winner of every state with at most so many guards, and a table of the layers."""
    rows = ["guards  states  musketeers win: on their turn, on the guards' turn"]
    everything, layer = dict[State, Player](), dict[State, Player]()
    for guards in range(most + 1):
        layer = solve_layer(game, guards, layer)
        everything |= layer
        won = [state.to_move for state, winner in layer.items() if winner == "musketeers"]
        counts = won.count("musketeers"), won.count("guards")
        rows.append(f"{guards:6} {len(layer):7,} {counts[0]:30} {counts[1]:20}")
    return everything, "\n".join(rows)


def same_winners(
    proven_winner: Callable[..., Player], game: Game, truth: Mapping[State, Player]
) -> int:
    """In how many of these states this search names the true winner."""
    known: dict[State, Player] = {}
    return sum(proven_winner(game, state, known) == truth[state] for state in truth)


def mistaken(
    alphabeta: Callable[..., float], game: Game, truth: Mapping[State, float]
) -> list[State]:
    """The unfinished states that this search gets wrong, each begun with nothing in its memory."""
    unfinished = (state for state in truth if not game.is_terminal(state))
    return [one for one in unfinished if alphabeta(game, one, -inf, inf, {}) != truth[one]]


def visits_of(search: Callable[..., float], game: Game) -> int:
    """How many visits this search with a table takes for the whole game."""
    watched = Watched(game)
    search(watched, watched.initial, -inf, inf, {})
    return watched.visits


def knowing(proven_winner: Callable[..., Player]) -> Callable[[Game, State], Action]:
    """A player with a move that wins by this proof, if there is one, else with the first."""
    known: dict[State, Player] = {}

    def player(game: Game, state: State) -> Action:
        actions, mover = game.actions(state), game.to_move(state)
        wins = (a for a in actions if proven_winner(game, game.result(state, a), known) == mover)
        return next(wins, actions[0])

    return player


class Folded:
    """A game that hands out only one of each state's mirror images: the least, by `least_image`.

    A search that is given this game need not know anything about symmetry.
    """

    def __init__(self, game: Game, least_image: Callable[[tuple[str, ...]], Any]) -> None:
        """Fold this game, whose states have a square board, by this function of its rows."""
        self.game, self.least_image = game, least_image

    def __getattr__(self, name: str) -> Any:
        """What is not about results is as in the game itself."""
        return getattr(self.game, name)

    def result(self, state: State, action: Action) -> State:
        """The least image of the state after this action."""
        after = self.game.result(state, action)
        rows = self.least_image(rows_of(after))
        return after._replace(board=tuple("".join(rows)))


def rows_of(state: State) -> tuple[str, ...]:
    """The square board of this state as its rows, each a text: `("G.M", "MG.", "..M")`."""
    board = "".join(state.board)
    size = isqrt(len(board))
    return tuple(board[first : first + size] for first in range(0, len(board), size))


class Enhanced:
    """A game that makes a search of it shorter and counts its visits; the search never notices.

    With `least_image` it hands out one of each state's mirror images, with `ordering` first the
    actions that leave the other side the fewest moves, and with `killer` before all others the
    action that last ended a search as many moves from the start. `known`, which the search fills
    with winners, says which action that was.
    """

    def __init__(
        self,
        game: Game,
        known: Mapping[State, Player],
        *,
        least_image: Callable[[tuple[str, ...]], Any] | None = None,
        ordering: bool = False,
        killer: bool = False,
    ) -> None:
        """Enhance this game; all that is not switched on stays as it is."""
        self.game: Any = Folded(game, least_image) if least_image else game
        self.known, self.ordering, self.killer = known, ordering, killer
        self.visits = 0
        self._orders: dict[State, dict[Action, State]] = {}  # the state after each action
        self._moves = {game.initial: 0}  # how many moves lead to a state
        self._last: dict[int, tuple[State, Action]] = {}  # what was tried last after so many
        self._killers: dict[int, Action] = {}

    def __getattr__(self, name: str) -> Any:
        """What is not about actions and results is as in the game itself."""
        return getattr(self.game, name)

    def actions(self, state: State) -> list[Action]:
        """The same actions, in an order that promises an early end."""
        order = list(self._ordered(state) if self.ordering else self.game.actions(state))
        if self.killer:
            moves = self._moves[state]
            before, action = self._last.get(moves, (None, None))
            if before is not None and self.known.get(before) == self.game.to_move(before):
                self._killers[moves] = action
            killer = self._killers.get(moves)
            if killer in order:
                order.remove(killer)
                order.insert(0, killer)
        return order

    def result(self, state: State, action: Action) -> State:
        """The state after this action, which is a visit."""
        self.visits += 1
        known = self._orders.get(state)
        after: State = known[action] if known else self.game.result(state, action)
        if self.killer:
            moves = self._moves[state]
            self._moves[after] = moves + 1
            self._last[moves] = state, action
        return after

    def _ordered(self, state: State) -> dict[Action, State]:
        """The actions by how many moves the other side has after them; worked out once."""
        if state not in self._orders:
            game = self.game
            after = {action: game.result(state, action) for action in game.actions(state)}
            order = sorted(after, key=lambda action: len(game.actions(after[action])))
            self._orders[state] = {action: after[action] for action in order}
        return self._orders[state]


def cost_of(
    game: Game,
    proven_winner: Callable[..., Player],
    remembering: Callable[..., float],
    least_image: Callable[[tuple[str, ...]], Any],
    ideas: Sequence[str],
) -> str:
    """How many visits the proof takes with these ideas, and who wins, as a text."""
    known: dict[State, Any] = {} if "table" in ideas else ForgetsAll()
    image = least_image if "symmetry" in ideas else None
    order, killer = "ordering" in ideas, "killer" in ideas
    enhanced = Enhanced(game, known, least_image=image, ordering=order, killer=killer)
    search = proven_winner if "early stop" in ideas else remembering
    value: Any = search(enhanced, game.initial, known)
    winners: dict[Any, Player] = {1: game.players[0], -1: game.players[1]}
    winner = winners.get(value, value)
    return f"{enhanced.visits:6,} visits: {winner}"


def ten_proofs(
    game: Game,
    proven_winner: Callable[..., Player],
    remembering: Callable[..., float],
    least_image: Callable[[tuple[str, ...]], Any],
) -> str:
    """What each of the five ideas saves: beside the first two alone, and beside all others."""

    def row(title: str, ideas: Sequence[str]) -> str:
        return f"{title:20} {cost_of(game, proven_winner, remembering, least_image, ideas)}"

    ideas = ("early stop", "table", "symmetry", "ordering", "killer")
    added = [row(f"  and {idea}", (*ideas[:2], idea)) for idea in ideas[2:]]
    dropped = [row(f"  but no {idea}", [one for one in ideas if one != idea]) for idea in ideas]
    first = row("early stop and table", ideas[:2])
    return "\n".join([first, *added, row("all five", ideas), *dropped])


class ForgetsAll(dict[State, Any]):
    """A memory that keeps only what was written last."""

    def __setitem__(self, state: State, winner: Any) -> None:
        """Write this, and forget the rest."""
        self.clear()
        super().__setitem__(state, winner)


Numbers = dict[Any, int]
"""A random number for `(square, piece)`, and one for `"turn"`."""


def numbers_for(squares: int, pieces: str, bits: int, rng: Random) -> Numbers:
    """A random number for each piece on each square, and one for the turn."""
    return {name: rng.getrandbits(bits) for name in ("turn", *product(range(squares), pieces))}


def key_of(game: Game, state: State, numbers: Numbers) -> int:
    """The key of a whole state; "turn" is part of it when the second player is to move."""
    key = numbers["turn"] if game.to_move(state) == game.players[1] else 0
    for square, piece in enumerate(state.board):
        if piece != ".":
            key ^= numbers[square, piece]
    return key


def collisions(game: Game, states: Collection[State], bits: int) -> int:
    """How many of these states have the key of an earlier one, with keys of so many bits."""
    numbers = numbers_for(25, "MG", bits, Random(1))
    return len(states) - len({key_of(game, state, numbers) for state in states})


def keys_agree(
    next_key: Callable[..., int], game: Game, numbers: Numbers, rng: Random
) -> list[bool]:
    """Whether `next_key` gives the key of the whole board, for each move of a random game."""
    state, same = game.initial, []
    key = key_of(game, state, numbers)
    while not game.is_terminal(state):
        action: Any = rng.choice(game.actions(state))
        leave, enter = (5 * row + column for row, column in action)
        key = next_key(key, numbers, state.board, leave, enter)
        state = game.result(state, action)
        same.append(key == key_of(game, state, numbers))
    return same


class ByKey(dict[int, Player]):
    """A memory that knows states only by their keys: two with the same key are one for it."""

    def __init__(self, game: Game, bits: int) -> None:
        """Keep winners of this game's states under keys of so many bits."""
        self.game, self.numbers = game, numbers_for(25, "MG", bits, Random(1))

    def key(self, state: State) -> int:
        """What this state is kept under."""
        return key_of(self.game, state, self.numbers)

    def __contains__(self, state: object) -> bool:
        return super().__contains__(self.key(state))

    def __getitem__(self, state: State) -> Player:
        return super().__getitem__(self.key(state))

    def get(self, state: State, default: Any = None) -> Any:
        """The winner of the state with this key, or the default."""
        return super().get(self.key(state), default)

    def __setitem__(self, state: State, winner: Player) -> None:
        super().__setitem__(self.key(state), winner)
