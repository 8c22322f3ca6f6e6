"""The report of the Havannah experiment: as lines of text, and as plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from course_tools.engines.players.havannah_claims import Claim, thesis_claims
from course_tools.engines.players.havannah_criteria import Criteria, criteria
from course_tools.engines.players.havannah_kept import KeptGames
from course_tools.engines.players.havannah_measures import move_times
from course_tools.engines.players.havannah_table import TreeSize, tree_sizes

SIZES = (4, 6, 8, 10, 14, 20)
"""The boards on which moves are timed."""

MANY_ENOUGH = 100
"""So many games at most for figures that need no interval."""


def report_lines(games: int, seed: int, kept: KeptGames | None = None) -> Iterator[str]:
    """The whole report line by line, each as soon as it is known."""
    few = min(games, MANY_ENOUGH)
    yield f"{games} games a match, seed {seed}; in brackets 95 % intervals"
    yield ""
    yield "agree  the thesis says, and below: we find"
    for claim in thesis_claims(games, seed, kept):
        yield f"{claim.agrees:5}  {claim.says}"
        yield f"{'':5}  {claim.found}"
    yield ""
    yield "`Every time` is read as more than 95 %, `usually` as more than 60 %, `very rare` as less"
    yield "than 1 %. `open`: the interval allows both, so play more games."
    yield ""
    yield "Microseconds for a move (the median), by board size, on this computer"
    yield "(the thesis: straight O(1), at worst O(b); defence O(b), at worst O(b^2))"
    yield ""
    yield from _time_lines(move_times(SIZES, few, seed))
    yield ""
    yield f"The six criteria of the thesis, {few} games for each two players"
    yield ""
    yield from _criteria_lines(criteria(few, seed, kept))
    yield ""
    yield f"Table 6.1, printed and computed; means over {few} random games"
    yield ""
    yield from _tree_lines(tree_sizes(few, seed))


def report_data(games: int, seed: int, kept: KeptGames | None = None) -> dict[str, Any]:
    """The whole report as plain data; only times, in microseconds, differ from run to run."""
    few = min(games, MANY_ENOUGH)
    return {
        "experiment": "havannah",
        "games": games,
        "seed": seed,
        "claims": [_as_data(claim) for claim in thesis_claims(games, seed, kept)],
        "microseconds": move_times(SIZES, few, seed),
        "criteria": [line._asdict() for line in criteria(few, seed, kept)],
        "tree_sizes": [line._asdict() for line in tree_sizes(few, seed)],
    }


def _as_data(claim: Claim) -> dict[str, Any]:
    """A claim as plain data."""
    figure = None if claim.figure is None else claim.figure._asdict()
    return {**claim._asdict(), "figure": figure}


def _time_lines(times: Mapping[str, Mapping[int, float]]) -> Iterator[str]:
    """The table of times."""
    yield "player   " + "".join(f"{size:8}" for size in SIZES)
    for name, by_size in times.items():
        yield f"{name:9}" + "".join(f"{by_size[size]:8.0f}" for size in SIZES)


def _criteria_lines(lines: Sequence[Criteria]) -> Iterator[str]:
    """The table of criteria, each criterion a line, each strategy a column."""
    rows: tuple[tuple[str, Callable[[Criteria], str]], ...] = (
        ("1 easy to describe: statements of its program", lambda line: str(line.statements)),
        ("2 fast: microseconds for a move", lambda line: f"{line.microseconds:.0f}"),
        ("3 attacks: wins against random play", lambda line: _percent(line.beats_random)),
        ("4 defends: threats to win at once answered", lambda line: _percent(line.answers)),
        ("5 beats the other three: games won", lambda line: _percent(line.score)),
        ("6 easy to spot: repeats its last step", lambda line: _percent(line.guessed)),
    )
    yield f"{'':47}" + "".join(f"{line.strategy:>10}" for line in lines)
    for title, shown in rows:
        yield f"{title:47}" + "".join(f"{shown(line):>10}" for line in lines)


def _percent(share: float | None) -> str:
    """A share in per cent, or a dash."""
    return "-" if share is None else f"{100 * share:.0f} %"


def _tree_lines(sizes: Sequence[TreeSize]) -> Iterator[str]:
    """The table of tree sizes; a dash where there is no figure."""
    yield f"{'':23}{'levels':>16}{'branching':>18}{'longest':>9}{'mean moves':>12}{'branching':>11}"
    head = ("printed", "computed", "printed", "computed", "game", "of a game", "played")
    widths = (8, 9, 9, 9, 9, 12, 11)
    yield f"{'game':22}" + "".join(
        word.rjust(width) for word, width in zip(head, widths, strict=True)
    )
    for line in sizes:
        numbers = (
            line.printed_levels,
            line.levels,
            line.printed_branching,
            line.branching,
            line.longest,
            line.played_levels,
            line.played_branching,
        )
        yield f"{line.game:22}" + "".join(
            _number(number).rjust(width) for number, width in zip(numbers, widths, strict=True)
        )


def _number(number: float | None) -> str:
    """A number without needless places, or a dash."""
    if number is None:
        return "-"
    return f"{number:.0f}" if number == int(number) else f"{number:.1f}"
