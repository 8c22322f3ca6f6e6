"""What `course league` prints: progress, the ladder, and what needs a look."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from course_tools.league.playing import Played
    from course_tools.league.run import Finished

MOST_LOOKS = 40


def looks_at(finished: Finished) -> list[str]:
    """A line for whatever was odd, for each player and each fault that has cost it games.

    Then for each player that has computed far more than its counted positions explain.
    """
    from course_tools.league.effort import too_busy
    from course_tools.league.seat import FAULTS

    return [
        *finished.odd,
        *(
            f"{one.title} lost {count} of {one.games} games, because it {FAULTS[kind]}"
            for one in finished.table.standings
            for kind, count in sorted(one.faults.items())
        ),
        *(
            f"{one.title} computed {1000 * one.per_position:.1f} ms for each of its counted"
            f" positions, far more than the others: does it look at boards that nobody counts?"
            for one in too_busy(finished.efforts)
        ),
    ]


def summary(finished: Finished, looks: list[str]) -> list[str]:
    """The ladder as text, what needs a look, and where the rest is."""
    width = max(len(one.title) for one in finished.table.standings)
    lines = [f"{'':4}{'player':{width}}  rating   95 % interval  points  games  faults"]
    for place, one in enumerate(finished.table.standings, 1):
        interval = f"{one.low:.0f} to {one.high:.0f}"
        lines.append(
            f"{place:3} {one.title:{width}}  {one.elo:6.0f}  {interval:>14}  {one.points:6g}"
            f"  {one.games:5}  {sum(one.faults.values()):6}"
        )
    if looks:
        lines += ["", "Please look at:", *(f"- {one}" for one in looks[:MOST_LOOKS])]
        if len(looks) > MOST_LOOKS:
            lines.append(f"- and {len(looks) - MOST_LOOKS} more, on the page")
    if finished.isolation:
        lines += ["", f"Isolation: {finished.isolation}."]
    kept = len(finished.games) - finished.played - finished.forfeits
    lost = f", {finished.forfeits} lost unplayed by who was withdrawn" if finished.forfeits else ""
    lines.append(f"{finished.played} games played, {kept} were there already{lost}.")
    if finished.efforts:
        lines.append(f"Who has computed how long: {finished.computing_page.as_uri()}")
    return [*lines, f"The ladder: {finished.page.as_uri()}"]


class Progress:
    """How far it is: a bar with the time left in a terminal, else a line for each game."""

    def __init__(self, *, quiet: bool) -> None:
        self.quiet, self.shown = quiet, sys.stderr.isatty()
        self.began, self.longest = time.monotonic(), 0

    def __call__(self, played: Played, titles: tuple[str, str], done: int, total: int) -> None:
        """Say that this game has been played."""
        from course_lib.play.progress import bar

        if self.shown:
            line = bar(done, max(done, total), "games", time.monotonic() - self.began)
            self.longest = max(self.longest, len(line))
            print(f"\r{line.ljust(self.longest)}", end="", file=sys.stderr, flush=True)
        elif not self.quiet:
            first, second = titles
            print(f"{first} - {second}: {played.record.detail} ({done} of {total})", flush=True)

    def end(self) -> None:
        """Wipe the line out."""
        if self.longest:
            print("\r" + " " * self.longest + "\r", end="", file=sys.stderr, flush=True)
