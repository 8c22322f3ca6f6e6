"""A ladder for lessons 00, 02 and 04: a player of one's own among others, its last game told.

`join` plays against every rung. Who has stood there before stays on the ladder, in `my_work/`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from html import escape
from random import Random
from typing import Any

from course_lib.checks.keeping import keep_data, kept_data
from course_lib.game import Action, Game, Player, State
from course_lib.games import TicTacToe
from course_lib.lessons.lending import lent
from course_lib.play.match import play_game
from course_lib.play.players import PlayerFunction, alphabeta_player, random_player
from course_lib.play.record import GameRecord
from course_lib.play.tournament import aligned
from course_lib.search import alphabeta_search
from course_lib.views import show
from course_lib.words import Say, Text, _, counted, joined, told

KEPT = "ladder.json"
GAMES = 10
"""So many games against each rung, from both seats."""


def searching(depth: int, rng: Random) -> PlayerFunction:
    """Alpha-beta so deep, which draws among equally good actions."""
    return alphabeta_player(depth=depth, evaluate=lent("evaluate_lines"), rng=rng)


def edges_first(game: Game, state: State) -> Action:
    """The first square at an edge and in no corner, on a board of three rows; or the first."""
    squares: Any = game.actions(state)
    return next((one for one in squares if sum(one) % 2), squares[0])


RUNGS: dict[str, dict[str, Callable[[Random], PlayerFunction]]] = {
    "TicTacToe": {
        _("edges first"): lambda _rng: edges_first,
        _("random"): random_player,
        _("one move ahead"): lambda rng: alphabeta_player(depth=1, rng=rng),
        _("two moves ahead"): lambda rng: alphabeta_player(depth=2, rng=rng),
        _("to the end"): lambda rng: alphabeta_player(rng=rng),
    },
    "ConnectFour": {
        _("random"): random_player,
        _("one ply"): partial(searching, 1),
        _("two plies"): partial(searching, 2),
        _("three plies"): partial(searching, 3),
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
    story: Text

    @property
    def share(self) -> float:
        """The share of all points: a draw counts a half."""
        points = sum(won + drawn / 2 for won, drawn, _ in self.results.values())
        return points / sum(map(sum, self.results.values()))

    def __repr__(self) -> str:
        heads = tuple(map(told, HEADS))
        rows = [(told(name), *map(str, counts)) for name, counts in reversed(self.results.items())]
        return "\n".join([aligned([heads, *rows]), told(self._own()), told(self.story)])

    def _own(self) -> Text:
        every = {self.name: self.share, **self.others}
        ranked = sorted(every, key=lambda one: -every[one])
        shares = "; ".join(f"{one} {100 * every[one]:.0f} %" for one in ranked)
        return Say("Your players and their share of the points: {shares}.", shares=shares)

    def _repr_html_(self) -> str:
        """The ladder, the strongest on top, and the last game below it."""
        table = f"<tr>{''.join(f'<th>{escape(told(head))}</th>' for head in HEADS)}</tr>"
        for name, counts in reversed(self.results.items()):
            cells = "".join(f"<td>{count}</td>" for count in counts)
            table += f"<tr><td>{escape(told(name))}</td>{cells}</tr>"
        words = f"<p>{escape(told(self._own()))}</p><p>{escape(told(self.story))}</p>"
        return f"<table>{table}</table>{words}{show(self.last)._repr_html_()}"


def join(game: Game, player: PlayerFunction, *, name: str = "", seed: int = 1) -> Standing:
    """Your player's games against every rung of this game's ladder, and the story of the last."""
    name = name or getattr(player, "__name__", "my player")
    results, ends = {}, []
    for rung, make in RUNGS[type(game).__name__].items():
        theirs, counts = make(Random(f"{rung} {seed}")), [0, 0, 0]
        for number in range(GAMES):
            seat = game.players[number % 2]
            pair = [player, theirs] if seat == game.players[0] else [theirs, player]
            record = play_game(game, pair)
            counts[1 - int(record.utilities[seat])] += 1
            ends = [(Say(rung), record, seat)]
        results[rung] = (counts[0], counts[1], counts[2])
    [last] = ends
    story = Say("Your last game: {story}", story=story_of(game, *last, who="you"))
    standing = Standing(name, results, _others(game, name), last[1], story)
    _keep(game, name, standing.share)
    return standing


def story_of(game: Game, rung: Text, record: GameRecord, seat: Player, *, who: str) -> Text:
    """What happened in this game, and in a small one which of one's moves spoilt it."""
    worth = record.utilities[seat]
    moves = counted(len(record.actions), "after {n} move", "after {n} moves")
    ended = Say(ENDED[who][worth], seat=seat, rung=rung, moves=moves)
    if record.reason not in ("win", "draw"):
        return joined(ended, f"{record.detail}.")
    if worth > 0 or not isinstance(game, TicTacToe):
        return ended
    states = record.states()
    for number, action in enumerate(record.actions):
        if game.to_move(states[number]) == seat:
            before = alphabeta_search(game, states[number])[0]
            after = -_value(game, states[number + 1])
            if after < before:
                mistake = Say(
                    "The first mistake was move {n}, {move}: before it the game was {before},"
                    " after it {after}.",
                    n=number + 1,
                    move=game.action_name(action),
                    before=Say(WORTH[before]),
                    after=Say(WORTH[after]),
                )
                return joined(ended, mistake)
    return joined(ended, Say(FAULTLESS[who]))


WORTH: dict[float, str] = {1: _("won"), 0: _("drawn"), -1: _("lost")}
HEADS = (_("opponent"), *WORTH.values())
ENDED: dict[str, dict[float, str]] = {
    "you": {
        1: _("as {seat}, you won against '{rung}' {moves}."),
        0: _("as {seat}, you drew against '{rung}' {moves}."),
        -1: _("as {seat}, you lost against '{rung}' {moves}."),
    },
    "it": {
        1: _("as {seat}, it won against '{rung}' {moves}."),
        0: _("as {seat}, it drew against '{rung}' {moves}."),
        -1: _("as {seat}, it lost against '{rung}' {moves}."),
    },
}
"""How a game is told to its player, or of a player, by what it was worth."""
FAULTLESS = {"you": _("You made no mistake."), "it": _("It made no mistake.")}


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
