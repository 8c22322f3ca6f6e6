"""The table of a tournament: who has won how often, and how sure that is."""

from __future__ import annotations

import html
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Self

from course_lib.game import Game
from course_lib.play.games_by_name import game_from_data, game_to_data
from course_lib.play.record import FAULTS, GameRecord, JsonFile, field, read_json

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
        parts = [self._title(), _aligned([head, *body])]
        if self.pairs:
            parts += [_PAIRS_TITLE, _aligned(self._pair_table())]
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


def _aligned(table: Sequence[Sequence[str]]) -> str:
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
