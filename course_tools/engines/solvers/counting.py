"""What a solver counts while it works, and the line that shows that it does."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass

_BETWEEN = 0.5


@dataclass
class Counts:
    """What a search has cost so far."""

    positions: int = 0
    """Positions looked at, those found in the table included."""
    hits: int = 0
    """Positions that the table already answered."""
    cuts: int = 0
    """Positions of which not all moves were looked at."""
    inner: int = 0
    """Positions whose moves were looked at."""
    moves: int = 0
    """Moves that were looked at."""
    depth: int = 0
    """The greatest number of moves below the first position."""
    entries: int = 0
    """Positions kept in the table."""
    bytes_each: float = 0.0
    """Bytes that a kept position costs: its key and its place in the table."""

    @property
    def branching(self) -> float:
        """How many moves of a position were looked at, on average."""
        return self.moves / self.inner if self.inner else 0.0

    def data(self) -> dict[str, float]:
        """The counts by name, as plain data."""
        return {
            "positions": self.positions,
            "cut_offs": self.cuts,
            "table_hits": self.hits,
            "branching": round(self.branching, 2),
            "greatest_depth": self.depth,
            "kept": self.entries,
            "bytes_each": round(self.bytes_each, 1),
        }


class Ticker:
    """A line on stderr with how far a long search is, where somebody sees a line change."""

    def __init__(self, what: str) -> None:
        """Show nothing yet."""
        self.what, self.began = what, time.monotonic()
        self.shown = self.began if sys.stderr.isatty() else float("inf")

    def __call__(self, count: int) -> None:
        """Show the count now and then."""
        if self.shown < float("inf") and (now := time.monotonic()) - self.shown >= _BETWEEN:
            self.shown = now
            sys.stderr.write(f"\r{count:,} {self.what} in {now - self.began:.0f} s")
            sys.stderr.flush()

    def end(self) -> None:
        """Wipe the line out."""
        if self.began < self.shown < float("inf"):
            sys.stderr.write("\r" + " " * 60 + "\r")
            sys.stderr.flush()
