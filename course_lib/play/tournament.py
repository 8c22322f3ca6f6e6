"""Many games between many players, `tournament`, and their table: who won, and how sure that is."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, count
from random import Random
from typing import NamedTuple

from course_lib.game import Game, must_be_whole
from course_lib.plain import many
from course_lib.play.match import check_player, play_game
from course_lib.play.players import PlayerFunction, label_of
from course_lib.play.record import FAULTS, GameRecord
from course_lib.search.questions import check_game_given


def tournament(
    players: Mapping[str, PlayerFunction] | Sequence[PlayerFunction],
    game: Game,
    games: int,
    seed: int | str,
    *,
    progress: bool = True,
) -> Tournament:
    """The table of a tournament in which everybody plays everybody, `games` games each.

    `players` is a dictionary such as `{"mine": mine, "random": random_player(rng)}`, or a list.
    In a game for two every pair plays `games` games and changes seats after each, so take an even
    number to be fair. In a game for n players that holds for every choice of n players, and
    everybody moves one seat on after each game.

    The same players, game, games and seed give the same tournament. For that, each game is played
    by fresh copies of the players, and each player's `new_game` is handed randomness made from the
    seed and the game's number. A player that draws from elsewhere, or looks at a clock, is not
    repeatable.

    An illegal action or an exception loses that game, and the tournament goes on.

    >>> from course_lib import Count, minimax_player, random_player
    >>> players = {"best": minimax_player(), "random": random_player(Random(1))}
    >>> table = tournament(players, Count(), games=10, seed=1, progress=False)
    >>> for line in str(table).splitlines()[2:5]:
    ...     print(line)
    player  games  wins  draws  losses  faults   score   95 % interval
    best       10     9      0       1       0  90.0 %  59.6 to 98.2 %
    random     10     1      0       9       0  10.0 %   1.8 to 40.4 %
    """
    check_game_given(game, "tournament", "(players, game, games, seed) with a game second")
    entered = _entered(players, game)
    must_be_whole(1, games=games)
    seats = len(game.players)
    turns = (
        group[turn % seats :] + group[: turn % seats]
        for group in combinations(entered, seats)
        for turn in range(games)
    )
    pairings = list(enumerate(turns))
    played: Iterable[GameRecord] = (_play(game, entered, seed, *pairing) for pairing in pairings)
    if progress:
        # Not at the top: it would cost time at every import.
        from course_lib.play.progress import with_progress  # noqa: PLC0415

        played = with_progress(played, len(pairings), "games")
    records = tuple(played)
    return Tournament(game, tuple(entered), games, seed, records)


def _play(
    game: Game,
    players: Mapping[str, PlayerFunction],
    seed: int | str,
    number: int,
    labels: tuple[str, ...],
) -> GameRecord:
    """One game, played by fresh copies of the players with randomness of its own.

    The copies forget between games, and the randomness depends on the seed and the game's number
    only. `labels` say who sits where, in the order of `game.players`.
    """
    fresh = [copy.deepcopy(players[label]) for label in labels]
    record = play_game(game, fresh, rng=Random(f"{seed} {number}"))
    return replace(record, players=dict(zip(game.players, labels, strict=True)))


def _entered(
    players: Mapping[str, PlayerFunction] | Sequence[PlayerFunction], game: Game
) -> dict[str, PlayerFunction]:
    """The players by label; too few, or things that are no players, are an error."""
    if isinstance(players, Mapping):
        entered = {str(label): player for label, player in players.items()}
    elif isinstance(players, Sequence) and not isinstance(players, str):
        entered = {}
        for player in players:
            label = label_of(player)
            numbered = (label if number == 1 else f"{label} #{number}" for number in count(1))
            entered[next(one for one in numbered if one not in entered)] = player
    else:
        raise TypeError(
            "the players of a tournament are a dictionary of players by label, or a list of them,"
            f" not {players!r:.60}"
        )
    if len(entered) < len(game.players):
        raise ValueError(
            f"{game!r} is a game for {len(game.players)}, so a tournament takes"
            f" {len(game.players)} or more players; there are {len(entered)}"
        )
    for label, player in entered.items():
        check_player(label, player)
        try:
            copy.deepcopy(player)
        except Exception as error:  # a player may hold anything, and copying it may raise anything
            raise ValueError(
                f"player {label} can't be copied, and every game is played by fresh copies: {error}"
            ) from error
    return entered


# --- the table ------------------------------------------------------------------------------------

_MOST_FAULTS_SHOWN = 5


class Row(NamedTuple):
    """One player's line of the table; `score` and the interval `low` to `high` are 0 to 1."""

    player: str
    games: int
    wins: int
    draws: int
    losses: int
    faults: int
    score: float
    low: float
    high: float


class Pair(NamedTuple):
    """How one player did against one other."""

    player: str
    opponent: str
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, repr=False)
class Tournament:
    """A tournament that was played: every record, and the table that follows from them.

    A player's score is the part of the points it has won: 1 for a win, and for a draw 1/2 (in a
    game for n players 1/n). `faults` counts the losses by an illegal action, an exception or time.

    The 95 % interval is Wilson's for a proportion, taken of the score: over many tournaments, 95
    of 100 such intervals hold the score that endless play would give. Draws make results vary
    less, so with draws it is on the safe side, a little too wide. It takes the games as
    independent: two players that draw no random numbers play the same two games again and again,
    and then any number of games tells no more than two. It is a range for a share of the points
    against just these opponents, and no rating (lesson 08 has those).

    >>> from course_lib import Count, minimax_player, tournament
    >>> played = tournament([minimax_player()] * 2, Count(), games=2, seed=1, progress=False)
    >>> [record.winner for record in played.records]
    ['X', 'X']
    """

    game: Game
    players: tuple[str, ...]
    games: int
    seed: int | str
    records: tuple[GameRecord, ...]

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The table's lines, best score first."""
        rows = [self._row(label) for label in self.players]
        return tuple(sorted(rows, key=lambda row: -row.score))

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Who did how against whom; empty for games of more than two players."""
        if len(self.game.players) != 2:
            return ()
        order = [row.player for row in self.rows]
        results: dict[tuple[str, str], list[float]] = {}
        for record in self.records:
            for seat, label in record.players.items():
                [opponent] = [other for at, other in record.players.items() if at != seat]
                results.setdefault((label, opponent), []).append(record.utilities[seat])
        return tuple(
            Pair(one, other, *_counted(results[one, other]))
            for one in order
            for other in order
            if (one, other) in results
        )

    def faults(self) -> tuple[str, ...]:
        """One line for each game that ended by a fault."""
        lines = []
        for number, record in enumerate(self.records, 1):
            if record.reason in FAULTS:
                seats = ", ".join(f"{seat} = {label}" for seat, label in record.players.items())
                lines.append(f"game {number}, {seats}: {record.detail}")
        return tuple(lines)

    def _row(self, label: str) -> Row:
        """The line of one player."""
        played = [(record, seat) for record in self.records for seat in record.players]
        mine = [(record, seat) for record, seat in played if record.players[seat] == label]
        faults = sum(record.reason in FAULTS and record.culprit == seat for record, seat in mine)
        games = len(mine)
        wins, draws, losses = _counted([record.utilities[seat] for record, seat in mine])
        score = (wins + draws / len(self.game.players)) / games
        return Row(label, games, wins, draws, losses, faults, score, *wilson(score, games))

    # --- as text -------------------------------------------------------------------------------

    def __repr__(self) -> str:
        two = len(self.game.players) == 2
        group = "pair" if two else many(len(self.game.players), "player")
        head = ["player", "games", "wins", "draws", "losses", "faults", "score", "95 % interval"]
        lines = [
            [
                row.player,
                *(str(count) for count in row[1:6]),
                f"{100 * row.score:.1f} %",
                f"{100 * row.low:.1f} to {100 * row.high:.1f} %",
            ]
            for row in self.rows
        ]
        parts = [f"{self.game!r}: {many(self.games, 'game')} for each {group}, seed {self.seed}"]
        parts.append(aligned([head, *lines]))
        if self.pairs:
            order = [row.player for row in self.rows]
            cells = {pair[:2]: "{2}-{3}-{4}".format(*pair) for pair in self.pairs}
            square = [[one, *(cells.get((one, other), "") for other in order)] for one in order]
            parts.append("Wins, draws and losses of the row's player against the column's")
            parts.append(aligned([["", *order], *square]))
        if faults := list(self.faults()):
            shown, more = faults[:_MOST_FAULTS_SHOWN], faults[_MOST_FAULTS_SHOWN:]
            shown += [f"and {many(len(more), 'more fault')}"] if more else []
            parts.append("\n".join(shown))
        return "\n\n".join(parts)


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share seen in so many games, by Wilson's formula.

    It stays inside 0 to 1 and makes sense after few games and for 0 % and 100 % too.

    >>> low, high = wilson(0.5, 10)
    >>> print(f"{low:.3f} to {high:.3f}")
    0.237 to 0.763
    """
    z = 1.959964  # 95 % of a normal distribution lies within so many standard deviations
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    spread = math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    half = z * spread / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def _counted(utilities: Sequence[float]) -> tuple[int, int, int]:
    """The wins, draws and losses among these results."""
    wins = sum(utility > 0 for utility in utilities)
    losses = sum(utility < 0 for utility in utilities)
    return wins, len(utilities) - wins - losses, losses


def aligned(table: Sequence[Sequence[str]]) -> str:
    """Lines of text in columns: the first at the left, the others at the right."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if number else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in table
    )
