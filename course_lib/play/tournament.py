"""Many games between many players, `tournament`, and their table: who won, and how sure that is."""

from __future__ import annotations

import copy
import html
import json
import math
import warnings
from collections.abc import Callable, Container, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations
from random import Random
from typing import Any, NamedTuple, Self

from course_lib.game import Game
from course_lib.plain import to_frame
from course_lib.play.games_by_name import game_from_data, game_to_data
from course_lib.play.match import check_limit, check_player, play_game
from course_lib.play.players import PlayerFunction, label_of
from course_lib.play.record import FAULTS, GameRecord, JsonFile, field, read_json
from course_lib.search.questions import check_game_given


class Pairing(NamedTuple):
    """One game to be played: its number, and who sits where, in the order of `game.players`."""

    number: int
    seats: tuple[str, ...]


Sent = tuple[int, dict[str, Any]]
"""What a game sends home from another process: its number, and these fields of its record."""

_SENT = ("actions", "reason", "detail", "culprit", "winner", "utilities")


@dataclass(frozen=True)
class TournamentTask:
    """All that is needed to play any game of a tournament; it can be sent to another process."""

    game: Game
    players: Mapping[str, PlayerFunction]
    seed: int | str
    seconds: float | None

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel with the game's options only: tables it has worked out are made anew there."""
        made_by = partial(type(self.game), **self.game.options)
        return _task_made_by, (made_by, self.players, self.seed, self.seconds)

    def play(self, pairing: Pairing) -> Sent:
        """The game's number and its end, played by fresh copies with randomness of its own.

        The copies forget between games, and the randomness depends on the seed and the game's
        number only: so a game comes out the same wherever and in whatever order it is played.
        """
        players = [copy.deepcopy(self.players[label]) for label in pairing.seats]
        rng = Random(f"{self.seed} {pairing.number}")
        record = play_game(self.game, players, rng=rng, seconds=self.seconds)
        return pairing.number, {name: getattr(record, name) for name in _SENT}


def tournament(
    players: Mapping[str, PlayerFunction] | Sequence[PlayerFunction],
    game: Game,
    games: int,
    seed: int | str,
    *,
    workers: int = 1,
    progress: bool = True,
    seconds: float | None = None,
) -> Tournament:
    """The table of a tournament in which everybody plays everybody, `games` games each.

    `players` is a dictionary such as `{"mine": mine, "random": random_player(rng)}`, or a list.
    In a game for two every pair plays `games` games and changes seats after each, so take an even
    number to be fair. In a game for n players that holds for every choice of n players, and
    everybody moves one seat on after each game.

    The same players, game, games and seed give the same tournament, with any number of `workers`
    (processes that play side by side). For that, each game is played by fresh copies of the
    players, and each player's `new_game` is handed randomness made from the seed and the game's
    number. A player that draws from elsewhere, or looks at a clock, is not repeatable; with
    `seconds` for a move a slow computer can decide a game.

    An illegal action, an exception or taking too long loses that game, and the tournament goes on.
    In a script that uses `workers`, put the call under `if __name__ == "__main__":`.
    """
    check_game_given(game, "tournament", "(players, game, games, seed) with a game second")
    entered = _entered(players, game)
    _check_numbers(games, seed, workers)
    check_limit(seconds)
    pairings = list(_pairings(tuple(entered), len(game.players), games))
    task = TournamentTask(game, entered, seed, seconds)
    records: dict[int, GameRecord] = {}
    with closing(_all_played(task, pairings, workers)) as all_played:
        for number, sent in _shown(all_played, len(pairings)) if progress else all_played:
            seats = dict(zip(game.players, pairings[number].seats, strict=True))
            records[number] = GameRecord(game, seats, game.initial, **sent)
    in_order = tuple(records[pairing.number] for pairing in pairings)
    return Tournament(game, tuple(entered), games, seed, in_order)


def _shown(all_played: Iterator[Sent], total: int) -> Iterator[Sent]:
    """The same games, with a bar that says how many have been played."""
    # Not at the top: it would cost time at every import.
    from course_lib.play.progress import with_progress  # noqa: PLC0415

    return with_progress(all_played, total, "games")


def _pairings(labels: Sequence[str], seats: int, games: int) -> Iterator[Pairing]:
    """Every game of the tournament: who sits where."""
    groups = combinations(labels, seats)
    turns = ((group, turn % seats) for group in groups for turn in range(games))
    for number, (group, first) in enumerate(turns):
        yield Pairing(number, group[first:] + group[:first])


def _all_played(task: TournamentTask, pairings: Sequence[Pairing], workers: int) -> Generator[Sent]:
    """Every game, played here or side by side, in any order."""
    left = {pairing.number: pairing for pairing in pairings}
    if workers > 1:
        # Not at the top: it would cost time at every import, and few tournaments need it.
        from course_lib.play.parallel import CantShareError, in_processes  # noqa: PLC0415

        try:
            with closing(in_processes(task.play, pairings, workers)) as all_played:
                for number, sent in all_played:
                    del left[number]
                    yield number, sent
        except CantShareError as error:
            warnings.warn(
                f"the tournament is played in one process, with the same result: {error}",
                stacklevel=3,
            )
    for pairing in left.values():
        yield task.play(pairing)


def _task_made_by(made_by: Callable[[], Game], *rest: Any) -> TournamentTask:
    """A task that has travelled."""
    return TournamentTask(made_by(), *rest)


def _entered(
    players: Mapping[str, PlayerFunction] | Sequence[PlayerFunction], game: Game
) -> dict[str, PlayerFunction]:
    """The players by label; too few, or things that are no players, are an error."""
    if isinstance(players, Mapping):
        entered = {str(label): player for label, player in players.items()}
    elif isinstance(players, Sequence) and not isinstance(players, str):
        entered = {}
        for player in players:
            entered[_new_label(label_of(player), entered)] = player
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


def _new_label(label: str, taken: Container[str]) -> str:
    """This label, with a number where others have it too."""
    numbered, number = label, 1
    while numbered in taken:
        number += 1
        numbered = f"{label} #{number}"
    return numbered


def _check_numbers(games: int, seed: int | str, workers: int) -> None:
    """Refuse numbers that mean nothing."""
    for name, number in (("games", games), ("workers", workers)):
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            raise ValueError(f"{name} is {number!r}; it must be a whole number from 1 up")
    if not isinstance(seed, int | str):
        raise TypeError(
            f"seed is {seed!r}; it must be a whole number or a text, so that the tournament can be"
            " repeated"
        )


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
class Tournament(JsonFile):
    """A tournament that was played: every record, and the table that follows from them.

    A player's score is the part of the points it has won: 1 for a win, and for a draw 1/2 (in a
    game for n players 1/n). `faults` counts the losses by an illegal action, an exception or time.

    The 95 % interval is Wilson's for a proportion, taken of the score: over many tournaments, 95
    of 100 such intervals hold the score that endless play would give. Draws make results vary
    less, so with draws it is on the safe side, a little too wide. It takes the games as
    independent: two players that draw no random numbers play the same two games again and again,
    and then any number of games tells no more than two.
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
        return tuple(
            f"game {number}, {_seating(record)}: {record.detail}"
            for number, record in enumerate(self.records, 1)
            if record.reason in FAULTS
        )

    def _row(self, label: str) -> Row:
        """The line of one player."""
        worth, faults = [], 0
        for record in self.records:
            for seat, who in record.players.items():
                if who == label:
                    worth.append(record.utilities[seat])
                    faults += record.reason in FAULTS and record.culprit == seat
        wins, draws, losses = _counted(worth)
        score = (wins + draws / len(self.game.players)) / len(worth)
        return Row(
            label, len(worth), wins, draws, losses, faults, score, *wilson(score, len(worth))
        )

    # --- as text, as a page, as a file ---------------------------------------------------------

    def __str__(self) -> str:
        head, body = self._table()
        parts = [self._title(), aligned([head, *body])]
        if self.pairs:
            parts += [_PAIRS_TITLE, aligned(self._pair_table())]
        if self.faults():
            parts += ["\n".join(self._fault_lines())]
        return "\n\n".join(parts)

    def __repr__(self) -> str:
        return f"<Tournament of {len(self.players)} players, {len(self.records)} games>"

    def _repr_html_(self) -> str:
        """The same for a notebook: plain tables."""
        head, body = self._table()
        parts = [_html_table(self._title(), [head, *body])]
        if self.pairs:
            parts += [_html_table(_PAIRS_TITLE, self._pair_table())]
        if self.faults():
            parts += ["<p>" + "<br>".join(map(html.escape, self._fault_lines())) + "</p>"]
        return "\n".join(parts)

    def to_frame(self) -> Any:
        """The table as a pandas `DataFrame`, a row for each player."""
        return to_frame(row._asdict() for row in self.rows)

    def to_json(self) -> str:
        """The tournament as JSON text, to be read back by `Tournament.from_json`."""
        data = {
            "game": game_to_data(self.game),
            "players": list(self.players),
            "games": self.games,
            "seed": self.seed,
            "records": [record.to_data() for record in self.records],
        }
        return json.dumps(data, allow_nan=False) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The tournament that this text holds, every game played again and checked."""
        data = read_json(text, "a tournament")
        game = game_from_data(field(data, "game", dict))
        players = tuple(field(data, "players", list))
        records = []
        for number, entry in enumerate(field(data, "records", list), 1):
            try:
                record = GameRecord.from_data(game, entry)
            except ValueError as error:
                raise ValueError(f"game {number} of the tournament: {error}") from error
            if not set(record.players.values()) <= set(players):
                raise ValueError(
                    f"game {number} of the tournament was played by"
                    f" {', '.join(record.players.values())}; the players are {', '.join(players)}"
                )
            records.append(record)
        absent = set(players) - {who for record in records for who in record.players.values()}
        if absent:
            raise ValueError(f"the tournament holds no game of {', '.join(sorted(absent))}")
        return cls(
            game, players, field(data, "games", int), field(data, "seed", int, str), tuple(records)
        )

    def _title(self) -> str:
        """What was played."""
        group = "pair" if len(self.game.players) == 2 else f"{len(self.game.players)} players"
        games = "1 game" if self.games == 1 else f"{self.games} games"
        return f"{self.game!r}: {games} for each {group}, seed {self.seed}"

    def _table(self) -> tuple[list[str], list[list[str]]]:
        """The head and the lines of the table as text."""
        head = ["player", "games", "wins", "draws", "losses", "faults", "score", "95 % interval"]
        return head, [
            [
                row.player,
                *(str(count) for count in row[1:6]),
                f"{100 * row.score:.1f} %",
                f"{100 * row.low:.1f} to {100 * row.high:.1f} %",
            ]
            for row in self.rows
        ]

    def _pair_table(self) -> list[list[str]]:
        """A square table: how the player of the row did against the player of the column."""
        order = [row.player for row in self.rows]
        cells = {
            (pair.player, pair.opponent): f"{pair.wins}-{pair.draws}-{pair.losses}"
            for pair in self.pairs
        }
        lines = [[one, *(cells.get((one, other), "") for other in order)] for one in order]
        return [["", *order], *lines]

    def _fault_lines(self) -> list[str]:
        """The first few faults, and how many more there are."""
        lines = list(self.faults())
        more = len(lines) - _MOST_FAULTS_SHOWN
        return lines[:_MOST_FAULTS_SHOWN] + ([f"and {more} more faults"] if more > 0 else [])


_PAIRS_TITLE = "Wins, draws and losses of the row's player against the column's"


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


def _seating(record: GameRecord) -> str:
    """Who sat where."""
    return ", ".join(f"{seat} = {label}" for seat, label in record.players.items())


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


def _html_table(caption: str, table: Sequence[Sequence[str]]) -> str:
    """A plain table with a caption."""
    head, *body = table
    lines = [
        f"<table><caption>{html.escape(caption)}</caption>",
        f"<thead>{_html_line('th', head)}</thead>",
        "<tbody>",
        *(_html_line("td", line) for line in body),
        "</tbody></table>",
    ]
    return "\n".join(lines)


def _html_line(tag: str, cells: Sequence[str]) -> str:
    """One line of a table, every cell inside this tag."""
    return f"<tr>{''.join(f'<{tag}>{html.escape(cell)}</{tag}>' for cell in cells)}</tr>"
