"""Play a league of a whole class: every student's player against the others, each one shut in.

course league FOLDER --game connect-four            everybody against everybody, two games each
course league FOLDER --game connect-four --swiss    fewer games: equals against equals
course league FOLDER --with-baselines               and against six players of ours
course league FOLDER --dry-run                      who would play how many games; play none
course league ada.py --with-baselines               one player alone against ours

With --games 4 and more, the third and fourth game of two players, and each two after these, begin
after two actions that are drawn: else players without randomness would play the same games again.

FOLDER is what `course grade` takes: a folder of notebooks, nbgrader's submitted/ tree, or a zip
from an LMS. A player is the function my_player(game, state, budget) in lesson 08's notebook, or in
a plain Python file. It may look at so many positions for a move as --budget says, and is handed a
game that counts them. Who asks for more, plays what is not legal, raises an exception or takes too
long loses that game, and nobody else notices. Who has taken too long in three games is withdrawn.

The rules of the game, the time and the memory are enforced from outside. The budget is counted in
the player's own process, by the game that it is handed: who looks at boards without asking that
game is not stopped, only noticed. How long each player has computed is measured from outside, and
who has computed far more for a counted position than the others is listed, for you to look at its
code: it may be a slow evaluation, which everybody may have.

The same players, game and seed give the same league, with any number of --workers. The same
command again goes on where it was stopped, and plays only what is new or has changed. In --out
(default: grading/league/GAME) lie ladder.html, with ratings, faults and a link to a replay of every
game; league.json with the same as data; games/ and replays/. What was measured lies apart, in
computing.html and computing/: it is a little different every time.

Exit codes: 0 all is played; 1 somebody lost by a fault or something was odd, and it is listed;
2 the league could not be played.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import course_lib
from course_tools.cli.checks import find_autograder_tests

if TYPE_CHECKING:
    from course_tools.league.finished import Finished
    from course_tools.league.games import Played
    from course_tools.league.rules import Order

DONE, LOOK, NOT_PLAYED = 0, 1, 2
_MOST_LOOKS = 40
_SECONDS = 60
_POSITIONS_A_SECOND = 100
"""So many positions of the budget bring a second more: 100 moves at 10,000 positions a second."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course league`."""
    parser.add_argument("source", type=Path, metavar="SUBMISSIONS", help="what was handed in")
    parser.add_argument("others", type=Path, nargs="*", help=argparse.SUPPRESS)
    parser.add_argument(
        "--game",
        default="connect-four",
        help="such as connect-four:rows=5,columns=4 (default: connect-four)",
    )
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--swiss", action="store_true", help="rounds of equals against equals")
    kind.add_argument(
        "--round-robin", action="store_true", help="everybody against everybody (the default)"
    )
    parser.add_argument("--rounds", type=int, default=0, metavar="N", help="of a Swiss league")
    parser.add_argument(
        "--games", type=int, default=2, metavar="N", help="for each two who meet (default: 2)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="for all randomness")
    parser.add_argument(
        "--budget", type=int, default=1000, metavar="N", help="positions a move (default: 1000)"
    )
    parser.add_argument(
        "--seconds",
        type=int,
        metavar="N",
        help="of computing for a player in one game: a safety net (default: 60, and more where the"
        " budget is large)",
    )
    parser.add_argument("--with-baselines", action="store_true", help="let ours play, too")
    parser.add_argument("--class-list", type=Path, metavar="CSV", help="who is in the class")
    parser.add_argument("--workers", type=int, metavar="N", help="games at once (default: all)")
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="let a Dask cluster play, such as tcp://HOST:8786"
    )
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where all of it goes")
    parser.add_argument("--dry-run", action="store_true", help="only say who would play")
    parser.add_argument("--json", action="store_true", help="the result as JSON, on one line")
    parser.add_argument(
        "--unsafe-no-isolation",
        action="store_true",
        help="go on where players can't be shut in; they could read and change what you can",
    )
    parser.add_argument("--root", type=Path, help="the course's folder, if it is not this one")


def run(arguments: argparse.Namespace) -> int:
    """0 when all is played, 1 when something needs a look, 2 when it could not be played."""
    if not find_autograder_tests():
        return _sorry("there is no folder autograder_tests here, as instructors have it")

    from course_tools.grade.files import CantWriteError, LockedError
    from course_tools.grade.sandbox import NoIsolation
    from course_tools.workers import SchedulerError

    try:
        return _run(arguments, _order(arguments))
    except NoIsolation as error:
        return _sorry(f"{error}\nTo go on without it, at your own risk: --unsafe-no-isolation")
    except (LockedError, SchedulerError, CantWriteError, ValueError) as error:
        return _sorry(str(error.args[-1] if error.args else error))


def _run(arguments: argparse.Namespace, order: Order) -> int:
    from course_tools.league.run import play_league

    if arguments.dry_run:
        return _listed(order, as_json=arguments.json)
    bar = Progress(quiet=arguments.json)
    try:
        finished = play_league(order, bar)
    finally:
        bar.end()
    looks = looks_at(finished)
    code = LOOK if looks else DONE
    if arguments.json:
        data = {"exit": code, "page": str(finished.page), "please_look": looks}
        print(json.dumps(data | finished.to_data()))
    else:
        print("\n".join(summary(finished, looks)))
    return code


def _order(arguments: argparse.Namespace) -> Order:
    """What the arguments ask for; a `ValueError` says which of them can't be."""
    import os

    from course_lib.play.games_by_name import game_called
    from course_tools.league.rules import Order, Rules

    course = Path(course_lib.__file__).resolve().parent.parent
    root = (arguments.root or course).resolve()
    if arguments.others:
        raise ValueError(
            f"it takes one SUBMISSIONS, and there are {1 + len(arguments.others)}; put the files of"
            " all players into one folder, and name that"
        )
    for path, what in (
        (arguments.source, "what was handed in"),
        (arguments.class_list, "the class list"),
    ):
        if path is not None and not path.exists():
            raise ValueError(f"{path} is not there; {what} is a file or folder that exists")
    workers = arguments.workers if arguments.workers is not None else os.cpu_count() or 1
    for name, number in (("workers", workers), ("games", arguments.games)):
        if number < 1:
            raise ValueError(f"--{name} {number} can't be; it is a number from 1 on")
    if arguments.rounds < 0 or (arguments.rounds and not arguments.swiss):
        raise ValueError("--rounds is a number from 1 on, and means something beside --swiss")
    game = game_called(arguments.game)
    seconds = arguments.seconds
    if seconds is None:
        seconds = max(_SECONDS, arguments.budget // _POSITIONS_A_SECOND)
    name = arguments.game.partition(":")[0].strip().lower()
    return Order(
        arguments.source.resolve(),
        (arguments.out or root / "grading" / "league" / name).resolve(),
        root,
        course,
        Rules(game, arguments.budget, seconds, arguments.seed),
        arguments.swiss,
        arguments.games,
        arguments.rounds,
        arguments.with_baselines,
        arguments.class_list,
        workers,
        arguments.scheduler or "",
        arguments.unsafe_no_isolation,
    )


def _listed(order: Order, *, as_json: bool) -> int:
    """0, or 1 if something needs a look; prints who would play, and plays nothing."""
    from course_tools.league.run import number_of_games, players_of

    with tempfile.TemporaryDirectory() as folder:
        came = players_of(order, Path(folder))
    players = len(came.entrants)
    code = LOOK if came.remarks else DONE
    kind = "Swiss" if order.swiss else "round robin"
    games = number_of_games(order, players)
    if as_json:
        names = [{"name": one.name, "title": one.title} for one in came.entrants]
        data = {"exit": code, "players": names, "kind": kind.lower(), "games": games}
        print(json.dumps({**data, "odd": list(came.remarks)}))
        return code
    for one in came.entrants:
        print(one.name if one.name == one.title else f"{one.name}, {one.title}")
    if came.remarks:
        print("Odd:", *(f"- {sentence}" for sentence in came.remarks), sep="\n")
    print(f"{players} players, {kind}: {games:,} games.")
    return code


def _sorry(sentence: str) -> int:
    print(f"course league: {sentence}", file=sys.stderr)
    return NOT_PLAYED


def looks_at(finished: Finished) -> list[str]:
    """A line for whatever was odd, for each player and each fault that has cost it games.

    Then for each player that has computed far more than its counted positions explain.
    """
    from course_tools.league.effort import too_busy
    from course_tools.league.seat import FAULTS

    return [
        *finished.remarks,
        *(
            f"{one.title} lost {count} of {one.games} games, because it {FAULTS[kind]}"
            for one in finished.ladder.standings
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
    width = max(len(one.title) for one in finished.ladder.standings)
    lines = [f"{'':4}{'player':{width}}  rating   95 % interval  points  games  faults"]
    for place, one in enumerate(finished.ladder.standings, 1):
        interval = f"{one.low:.0f} to {one.high:.0f}"
        lines.append(
            f"{place:3} {one.title:{width}}  {one.elo:6.0f}  {interval:>14}  {one.points:6g}"
            f"  {one.games:5}  {sum(one.faults.values()):6}"
        )
    if looks:
        lines += ["", "Please look at:", *(f"- {one}" for one in looks[:_MOST_LOOKS])]
        if len(looks) > _MOST_LOOKS:
            lines.append(f"- and {len(looks) - _MOST_LOOKS} more, on the page")
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
