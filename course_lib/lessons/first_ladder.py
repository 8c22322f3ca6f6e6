"""A ladder for lessons 00, 02 and 04: a player of one's own among others, its last game told.

`join` plays against every rung. Who has stood there before stays on the ladder, in `my_work/`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from html import escape
from random import Random

from course_lib.checks.keeping import keep_data, kept_data
from course_lib.game import Game, Player, State
from course_lib.games import TicTacToe
from course_lib.lessons.lending import lent
from course_lib.plain import many
from course_lib.play.match import play_game
from course_lib.play.players import PlayerFunction, alphabeta_player, random_player
from course_lib.play.record import GameRecord
from course_lib.play.tournament import aligned
from course_lib.search import alphabeta_search
from course_lib.views import show

KEPT = "ladder.json"
GAMES = 10
"""So many games against each rung, from both seats."""


def searching(depth: int, rng: Random) -> PlayerFunction:
    """Alpha-beta so deep, which draws among equally good actions."""
    return alphabeta_player(depth=depth, evaluate=lent("evaluate_lines"), rng=rng)


RUNGS: dict[str, dict[str, Callable[[Random], PlayerFunction]]] = {
    "TicTacToe": {
        "random": random_player,
        "one move ahead": lambda rng: alphabeta_player(depth=1, rng=rng),
        "two moves ahead": lambda rng: alphabeta_player(depth=2, rng=rng),
        "to the end": lambda rng: alphabeta_player(rng=rng),
    },
    "ConnectFour": {
        "random": random_player,
        "one ply": partial(searching, 1),
        "two plies": partial(searching, 2),
        "three plies": partial(searching, 3),
    },
}
"""The opponents of each game, the weakest first."""


@dataclass(frozen=True, repr=False)
class Standing:
    """Where a player stands: for each opponent the games won, drawn and lost, and the last game."""

    name: str
    results: dict[str, tuple[int, int, int]]
    """The weakest opponent first."""
    others: dict[str, float]
    """Players of one's own that have been here before, with their shares of all points."""
    last: GameRecord
    story: str

    @property
    def share(self) -> float:
        """The share of all points: a draw counts a half."""
        points = sum(won + drawn / 2 for won, drawn, _ in self.results.values())
        return points / sum(map(sum, self.results.values()))

    def __repr__(self) -> str:
        heads = ("opponent", "won", "drawn", "lost")
        rows = [(name, *map(str, counts)) for name, counts in reversed(self.results.items())]
        return "\n".join([aligned([heads, *rows]), self._own(), self.story])

    def _own(self) -> str:
        every = {self.name: self.share, **self.others}
        ranked = sorted(every, key=lambda one: -every[one])
        shares = "; ".join(f"{one} {100 * every[one]:.0f} %" for one in ranked)
        return f"Your players and their share of the points: {shares}."

    def _repr_html_(self) -> str:
        """The ladder, the strongest on top, and the last game below it."""
        table = "<tr><th>opponent</th><th>won</th><th>drawn</th><th>lost</th></tr>"
        for name, counts in reversed(self.results.items()):
            cells = "".join(f"<td>{count}</td>" for count in counts)
            table += f"<tr><td>{escape(name)}</td>{cells}</tr>"
        words = f"<p>{escape(self._own())}</p><p>{escape(self.story)}</p>"
        return f"<table>{table}</table>{words}{show(self.last)._repr_html_()}"


def join(game: Game, player: PlayerFunction, *, name: str = "", seed: int = 1) -> Standing:
    """Your player's games against every rung of this game's ladder, and the story of the last."""
    name = name or getattr(player, "__name__", "my player")
    results, told = {}, []
    for rung, make in RUNGS[type(game).__name__].items():
        theirs, counts = make(Random(f"{rung} {seed}")), [0, 0, 0]
        for number in range(GAMES):
            seat = game.players[number % 2]
            pair = [player, theirs] if seat == game.players[0] else [theirs, player]
            record = play_game(game, pair)
            counts[1 - int(record.utilities[seat])] += 1
            told = [(rung, record, seat)]
        results[rung] = (counts[0], counts[1], counts[2])
    [last] = told
    story = f"Your last game: {story_of(game, *last, who='you')}"
    standing = Standing(name, results, _others(game, name), last[1], story)
    _keep(game, name, standing.share)
    return standing


def story_of(game: Game, rung: str, record: GameRecord, seat: Player, *, who: str) -> str:
    """What happened in this game, and in a small one which of one's moves spoilt it."""
    worth = record.utilities[seat]
    ended = "won" if worth > 0 else "lost" if worth < 0 else "drew"
    told = f"as {seat}, {who} {ended} against {rung!r} after {many(len(record.actions), 'move')}."
    if record.reason not in ("win", "draw"):
        return f"{told} {record.detail}."
    if worth > 0 or not isinstance(game, TicTacToe):
        return told
    states = record.states()
    for number, action in enumerate(record.actions):
        if game.to_move(states[number]) == seat:
            before = alphabeta_search(game, states[number])[0]
            after = -_value(game, states[number + 1])
            if after < before:
                move = f"move {number + 1}, {game.action_name(action)}"
                ends = f"before it the game was {WORTH[before]}, after it {WORTH[after]}"
                return f"{told} The first mistake was {move}: {ends}."
    return f"{told} {who.capitalize()} made no mistake."


WORTH: dict[float, str] = {1: "won", 0: "drawn", -1: "lost"}


def _value(game: Game, state: State) -> float:
    """What the state is worth to the player to move there."""
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    return alphabeta_search(game, state)[0]


def _others(game: Game, name: str) -> dict[str, float]:
    kept = kept_data(KEPT).get(type(game).__name__, {})
    return {one: share for one, share in kept.items() if one != name}


def _keep(game: Game, name: str, share: float) -> None:
    """Note the player's share; a folder that can't be written to is no reason to stop."""
    kind, kept = type(game).__name__, kept_data(KEPT)
    keep_data(KEPT, kept | {kind: kept.get(kind, {}) | {name: share}})
