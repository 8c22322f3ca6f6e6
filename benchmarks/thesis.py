"""What the thesis on Havannah (T. Rogers, 2004) says, run again: `python -m benchmarks.thesis`.

    python -m benchmarks.thesis                 each statement, our figure, whether they agree
    python -m benchmarks.thesis --games 4000    narrower intervals, in some minutes

It ends with the thesis's Table 6.1, how large game trees are, beside what the games themselves say.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from course_lib.game import Game, State
from course_lib.games import ConnectFour, Havannah, ScissorsPaperStone, TicTacToe
from course_lib.games.hexchains import hex_chains
from course_lib.play import PlayerFunction, random_player, tournament
from course_lib.play.havannah_example import example_player
from course_lib.play.players import minimax_player
from course_lib.play.record import GameRecord
from course_lib.play.tournament import wilson
from course_tools.engines.havannah_thesis import (
    ThesisPlayer,
    bridge_block,
    defence_player,
    defence_plus_player,
    fork_block,
    ring_block,
    sight_of,
    straight_player,
)

MORE_THAN_A_SMALLEST_RING = 7

SIZE = 10
USUALLY = 0.6
"""`Usually` is read as: in more than 60 % of the games."""

EVERY_TIME = 0.95
"""`Every time`, said after a handful of games, is read as: in more than 95 % of them."""

RARE = 0.01
"""`Very rare` is read as: in fewer than 1 % of the games."""

MAKERS: dict[str, Callable[[Random], PlayerFunction]] = {
    "straight": straight_player,
    "defence": defence_player,
    "defence+": defence_plus_player,
    "example": example_player,
    "random": random_player,
    "tree": lambda _: minimax_player(),
}


class Share(NamedTuple):
    """A part of some games, and the 95 % interval of what endless play would give."""

    times: int
    games: int
    low: float
    high: float

    def __str__(self) -> str:
        share, low, high = (100 * part for part in (self.times / self.games, self.low, self.high))
        return f"{self.times} of {self.games}, {share:.1f} % ({low:.1f} to {high:.1f})"


class Claim(NamedTuple):
    """A statement of the thesis, what we find, and whether they agree: yes, no or open."""

    says: str
    found: str
    agrees: str
    figure: Share | None = None


def share_of(times: int, games: int) -> Share:
    """So many of so many games, with the interval."""
    return Share(times, games, *wilson(times / games, games))


def more_than(share: Share, limit: float) -> str:
    """Whether the true share is above this limit: yes, no, or open when the interval has both.

    >>> more_than(share_of(90, 100), 0.6), more_than(share_of(62, 100), 0.6)
    ('yes', 'open')
    """
    return "yes" if share.low > limit else "no" if share.high < limit else "open"


def about(share: Share, value: float) -> str:
    """Whether the true share may be this value: yes if the interval holds it, else no.

    >>> about(share_of(12, 100), 0.1), about(share_of(1, 100), 0.1)
    ('yes', 'no')
    """
    return "yes" if share.low <= value <= share.high else "no"


def always(share: Share) -> str:
    """Whether it was so in every game: then nothing speaks against it."""
    return "yes" if share.times == share.games else "no"


def match(
    one: str, other: str, games: int, seed: int, *, size: int | None = None
) -> tuple[Sequence[GameRecord], str, str]:
    """The games between two of MAKERS by name, in turn with X, and the labels of both."""
    labels = (one, other) if one != other else (f"{one} 1", f"{one} 2")
    players = {
        label: MAKERS[name](Random(0)) for label, name in zip(labels, (one, other), strict=True)
    }
    table = tournament(players, Havannah(size or SIZE), games, f"{seed} {one} {other}")
    return table.records, *labels


def won_by(records: Sequence[GameRecord], label: str) -> Share:
    """The games that the player with this label has won."""
    won = sum(
        record.winner is not None and record.players[record.winner] == label for record in records
    )
    return share_of(won, len(records))


def thesis_claims(games: int, seed: int) -> Iterator[Claim]:
    """The statements one by one, each as soon as its games are played, on the board of size 10."""
    seen: list[GameRecord] = []

    def play(one: str, other: str) -> tuple[Sequence[GameRecord], Share]:
        """Their games, and what the first one named has won of them."""
        records, label, _ = match(one, other, games, seed)
        seen.extend(records)
        return records, won_by(records, label)

    _, share = play("example", "straight")
    yield Claim(
        "example beats straight every time", f"won {share}", more_than(share, EVERY_TIME), share
    )

    _, share = play("defence", "example")
    yield Claim(
        "straight with defence wins about 1 in 10 against example",
        f"won {share}",
        about(share, 0.1),
        share,
    )

    records, _ = play("straight", "straight")
    share = _first_wins(records)
    yield Claim(
        "straight against itself: usually the first player wins",
        f"X won {share}",
        more_than(share, USUALLY),
        share,
    )

    records, _ = play("defence", "defence")
    share = _first_wins(records)
    yield Claim(
        "defence against itself: usually the first player wins",
        f"X won {share}",
        more_than(share, USUALLY),
        share,
    )
    share = share_of(games_with_blocks(records), len(records))
    yield Claim(
        "defence never blocks its own strategy, so plays like straight",
        f"something to block in {share}",
        "yes" if share.times == 0 else "no",
        share,
    )

    _, share = play("defence", "straight")
    yield Claim(
        "defence against straight: as straight against itself",
        f"won {share}",
        about(share, 0.5),
        share,
    )

    _, share = play("defence+", "example")
    yield Claim(
        "defence+ (only wished for) would be better",
        f"won {share} against example",
        more_than(share, 0.1),
        share,
    )

    records, label, _ = match("tree", "random", games, seed, size=2)
    first = [record for record in records if record.players["X"] == label]
    share = won_by(first, label)
    yield Claim(
        "the whole tree wins whenever it can (size 2, as X)", f"won {share}", always(share), share
    )

    yield _shortest(seen)
    yield from _draws(seen, games, seed)


def _first_wins(records: Sequence[GameRecord]) -> Share:
    """The games that X has won."""
    return share_of(sum(record.winner == "X" for record in records), len(records))


def _shortest(seen: Sequence[GameRecord]) -> Claim:
    """The least number of stones that win, and the fastest win that was played."""
    least = smallest_wins(SIZE)
    won = [record for record in seen if record.reason == "win"]
    fastest = min(((len(record.actions) + 1) // 2 for record in won), default=None)
    return Claim(
        "a win takes as few as 6 moves",
        f"least: {least.stones} stones ({least.ring} rings, {least.bridge} bridges,"
        f" {least.fork} forks); the fastest here: {fastest or 'none'}",
        "yes" if least.stones == 6 else "no",
    )


def _draws(seen: Sequence[GameRecord], games: int, seed: int) -> Iterator[Claim]:
    """How many of the games above, and of random games on each size, were drawn."""
    shares: dict[str, Any] = {
        "these games": share_of(sum(record.winner is None for record in seen), len(seen)),
    }
    for size in (3, 5, SIZE):
        count = 5 * games
        shares[f"random, size {size}"] = share_of(random_draws(size, count, seed), count)
    for where, share in shares.items():
        agrees = {"yes": "no", "no": "yes"}.get(more_than(share, RARE), "open")
        yield Claim(f"draws are very rare: {where}", f"drawn {share}", agrees, share)


class SmallestWins(NamedTuple):
    """With how many stones one can win, and how many such chains of each kind there are."""

    stones: int
    ring: int
    bridge: int
    fork: int


@cache
def smallest_wins(size: int) -> SmallestWins:
    """The smallest winning chains on this board, found by growing every chain stone by stone.

    >>> smallest_wins(2)
    SmallestWins(stones=2, ring=0, bridge=6, fork=0)
    """
    chains = hex_chains(size)
    board = sum(chains.bits)
    grown = set(chains.bits)
    for stones in range(1, MORE_THAN_A_SMALLEST_RING):
        kinds = [kind for chain in grown for kind in chains.kinds(chain)]
        if kinds:
            counts = (kinds.count(kind) for kind in ("ring", "bridge", "fork"))
            return SmallestWins(stones, *counts)
        larger = set()
        for chain in grown:
            beside = 0
            for step in chains.steps[:3]:
                beside |= chain << step | chain >> step
            beside &= board & ~chain
            while beside:
                larger.add(chain | beside & -beside)
                beside &= beside - 1
        grown = larger
    raise AssertionError("six stones around a cell are a ring on every board")


def random_draws(size: int, games: int, seed: int) -> int:
    """How many of so many random games on this board are drawn."""
    game, rng = Havannah(size), Random(f"draws {size} {seed}")
    return sum(game.playout(game.initial, rng).utilities == (0, 0) for _ in range(games))


def games_with_blocks(records: Iterable[GameRecord]) -> int:
    """How many of these games of the thesis's defence against itself hold a block by either."""
    return sum(map(_has_block, records))


def _has_block(record: GameRecord) -> bool:
    """Whether somebody in this game had a reason to block, by the rules of the defence."""
    player = ThesisPlayer("defence_player", Random(0), bridge_block, fork_block, ring_block)
    state = record.start
    for action in record.actions[:-1]:
        state = record.game.result(state, action)
        stone: Any = action
        if player.block(sight_of(record.game, state, player.name), stone) is not None:
            return True
    return False


Printed = tuple[str, int | None, int, Game | None]

PRINTED: tuple[Printed, ...] = (
    ("Scissors, paper, stone", 2, 3, ScissorsPaperStone()),
    ("Tic-tac-toe", 9, 5, TicTacToe()),
    ("Connect Four", 42, 7, ConnectFour()),
    ("Chess (quoted)", None, 38, None),
    ("Havannah (2)", 7, 4, Havannah(2)),
    ("Havannah (3)", 19, 10, Havannah(3)),
    ("Havannah (5)", 61, 31, Havannah(5)),
    ("Havannah (8)", 169, 85, Havannah(8)),
    ("Havannah (10)", 271, 136, Havannah(10)),
)
"""The table as it is printed: game, levels, branching; and the game here, except for chess."""

MOST_WALKED = 9
"""With so many first moves at most, all states of a game are walked."""


class TreeSize(NamedTuple):
    """A line of the table: the printed figures and ours, `None` where there is none.

    `levels` and `branching` are worked out as the thesis does: as many levels as cells (or choices)
    and the plain mean of the moves that are left on each level. `longest` is the longest game
    there is. The last two are means over random games, which end earlier.
    """

    game: str
    printed_levels: int | None
    printed_branching: int
    levels: int | None = None
    branching: float | None = None
    longest: int | None = None
    played_levels: float | None = None
    played_branching: float | None = None


def tree_sizes(games: int, seed: int) -> tuple[TreeSize, ...]:
    """The table; the played columns are means over so many random games of each."""
    return tuple(_line(printed, games, seed) for printed in PRINTED)


def _line(printed: Printed, games: int, seed: int) -> TreeSize:
    """One line of the table."""
    name, levels, branching, game = printed
    if game is None:
        return TreeSize(name, levels, branching)
    walked = len(game.actions(game.initial)) <= MOST_WALKED and not isinstance(game, ConnectFour)
    return TreeSize(
        name,
        levels,
        branching,
        *levels_and_branching(game),
        longest_game(game, game.initial, {}) if walked else None,
        *played_means(game, games, Random(f"{name} {seed}")),
    )


def levels_and_branching(game: Game) -> tuple[int, float]:
    """Levels, and moves on the average level, counted as the thesis counts them.

    >>> levels_and_branching(Havannah(10))
    (271, 136.0)
    """
    choices = len(game.actions(game.initial))
    if isinstance(game, ConnectFour):
        return game.rows * game.columns, choices  # a column seldom fills up
    if isinstance(game, ScissorsPaperStone):
        return len(game.players), choices  # everybody chooses once, among all
    return choices, (choices + 1) / 2  # one cell less on each level


def longest_game(game: Game, state: State, known: dict[State, int]) -> int:
    """How many moves the longest game from here has; `known` keeps what was found for a state.

    >>> longest_game(TicTacToe(), TicTacToe().initial, {})
    9
    """
    if state not in known:
        after = (game.result(state, action) for action in game.actions(state))
        lengths = [longest_game(game, later, known) for later in after]
        known[state] = 1 + max(lengths) if lengths else 0
    return known[state]


def played_means(game: Game, games: int, rng: Random) -> tuple[float, float]:
    """The mean number of moves of a random game, and of choices at a move of one."""
    moves = choices = 0
    for _ in range(games):
        state = game.initial
        for action in game.playout(state, rng).actions:
            choices += len(game.actions(state))
            state = game.result(state, action)
            moves += 1
    return moves / games, choices / moves


def report(games: int, seed: int) -> Iterator[str]:
    """The statements and the table as lines of text."""
    for claim in thesis_claims(games, seed):
        yield f"{claim.agrees:5}  {claim.says}"
        yield f"       {claim.found}"
    yield ""
    titles = ("levels", "", "branching", "", "longest", "moves", "branching")
    widths = (7, 7, 10, 9, 9, 7, 11)
    yield f"{'Table 6.1':23}" + "".join(map(str.rjust, titles, widths))
    for line in tree_sizes(max(20, games // 10), seed):
        name, *numbers = line
        levels, branching, *rest = (
            "-" if number is None else f"{number:.4g}" for number in numbers
        )
        shown = (levels, rest[0], branching, *rest[1:])
        yield f"{name:23}" + "".join(map(str.rjust, shown, widths))


def main(words: Sequence[str] | None = None) -> int:
    """0 when the report was printed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.thesis")
    parser.add_argument("--games", type=int, default=400, help="games a match (400)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games")
    arguments = parser.parse_args(words)
    for line in report(arguments.games, arguments.seed):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
