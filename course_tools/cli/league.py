"""Let a class's players meet, each in a sandbox of its own.

course league FOLDER --game connect-four            everybody against everybody, two games each
course league FOLDER --with-baselines               and against six players of ours
course league FOLDER --dry-run                      who would play how many games; play none
course league ada.py --with-baselines               one player alone against ours

FOLDER is what `course grade` takes: a folder of notebooks, nbgrader's submitted/ tree, or a zip
from an LMS. A player is the function my_player(game, state, budget) in lesson 08's notebook, or in
a plain Python file.

A player may look at --budget positions per move. One that looks at more, plays an illegal move,
raises an exception or takes too long loses that game, and nobody else notices. After taking too
long in three games, it is withdrawn. Games that were not played count as points, and not in the
ratings; with less than half of its games played, none of them counts.

A referee in another process keeps the rules. A player gets handles instead of states: it may read
their boards, but has to ask the referee for every result, and the referee counts. A player could
bring boards and rules of its own and search on those; nothing counts that, so agree with your class
that they are not allowed, and read the code of whoever wins. A player may start threads, which must
not ask the referee between its moves, and no processes.

With --games 4 or more, the third and fourth game of two players, and every two after them, begin
with two random moves: players without randomness would only repeat their games.

In a game with dice or cards, both games of a pair get the same, with the seats exchanged. A player
is handed what it may see, so what is hidden stays hidden. In Kuhn poker chips are points: two won
are 1 point, one won is 0.75, one lost 0.25. Of our players only the one that moves at random can
play there.

The same players, game and seed give the same league, with any number of --workers. The same command
again picks up where it was stopped, and plays only what is new or has changed. It writes into --to
(default: grading/league/GAME):

    ladder.html, league.json    ratings, faults, and a replay of every game; the same as data
    games.log, replays/         the games, and their replays

Exit codes: 0 everything is played; 1 somebody lost by a fault, or something is odd, and it is
listed; 2 the league could not be played.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from course_lib.commands import DONE, LOOK, json_line
from course_lib.play.progress import ProgressLine
from course_tools.cli import find_autograder_tests
from course_tools.cli._common import (
    add_class_arguments,
    check_from_one,
    class_work,
    plain_refusals,
)

if TYPE_CHECKING:
    from course_tools.grader.league.games import Played
    from course_tools.grader.league.league import League
    from course_tools.grader.league.rules import Order

_MOST_LOOKS = 40
_SECONDS = 60
_POSITIONS_A_SECOND = 100
"""So many positions of the budget bring a second more: 100 moves at 10,000 positions a second."""

AUDIENCE = "teachers"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course league`."""
    parser.add_argument("source", type=Path, metavar="SUBMISSIONS", help="what was handed in")
    parser.add_argument("others", type=Path, nargs="*", help=argparse.SUPPRESS)
    parser.add_argument(
        "--game",
        default="connect-four",
        help="such as connect-four:rows=5,columns=4 (default: connect-four)",
    )
    parser.add_argument(
        "--games", type=int, default=2, metavar="N", help="games for each two who meet (default: 2)"
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="for all random choices (default: 1)"
    )
    parser.add_argument(
        "--budget", type=int, default=1000, metavar="N", help="positions per move (default: 1000)"
    )
    parser.add_argument(
        "--game-seconds",
        type=int,
        metavar="N",
        help="a safety net: computing time per player and game (default: 60, or more if the"
        " budget is large)",
    )
    parser.add_argument(
        "--with-baselines", action="store_true", help="let six players of ours play, too"
    )
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="where to write everything")
    add_class_arguments(parser, "play", "games")


def run(arguments: argparse.Namespace) -> int:
    """0 when all is played, 1 when something needs a look."""
    find_autograder_tests()
    with plain_refusals(), ProgressLine("games") as line:
        from course_tools.grader.league.league import play_league

        order = _order(arguments)
        if arguments.dry_run:
            return _listed(order, as_json=arguments.json)

        def news(played: Played, titles: tuple[str, str], done: int, total: int) -> None:
            line.bar(done, total)
            if not line.visible and not arguments.json:
                print(
                    f"{' - '.join(titles)}: {played.record.detail} ({done} of {total})", flush=True
                )

        finished = play_league(order, news)
    looks = looks_at(finished)
    code = LOOK if looks else DONE
    if arguments.json:
        data = {"page": str(finished.page), "please_look": looks}
        print(json_line("league", data | finished.to_data(), code))
    else:
        print("\n".join(summary(finished, looks)))
    return code


def _order(arguments: argparse.Namespace) -> Order:
    """What the arguments ask for; a `ValueError` says which of them can't be."""
    from course_tools.arena.which_game import game_called
    from course_tools.grader.league.rules import Order, Rules

    if arguments.others:
        raise ValueError(
            f"there are {1 + len(arguments.others)} SUBMISSIONS, and one is expected: put the files"
            " of all players into one folder, and name that"
        )
    work = class_work(arguments)
    check_from_one("--games", arguments.games)
    game = game_called(arguments.game)
    seconds = arguments.game_seconds
    if seconds is None:
        seconds = max(_SECONDS, arguments.budget // _POSITIONS_A_SECOND)
    name = arguments.game.partition(":")[0].strip().lower()
    return Order(
        work.source,
        (arguments.to or work.root / "grading" / "league" / name).resolve(),
        work.root,
        Rules(game, arguments.budget, seconds, arguments.seed),
        arguments.games,
        arguments.with_baselines,
        arguments.class_list,
        work.workers,
        arguments.scheduler or "",
    )


def _listed(order: Order, *, as_json: bool) -> int:
    """0, or 1 if something needs a look; prints who would play, and plays nothing."""
    from course_tools.grader.league.league import number_of_games, players_of

    with tempfile.TemporaryDirectory() as folder:
        came = players_of(order, Path(folder))
    players = len(came.entrants)
    code = LOOK if came.remarks else DONE
    games = number_of_games(order, players)
    if as_json:
        names = [{"name": one.name, "title": one.title} for one in came.entrants]
        data = {"players": names, "games": games}
        print(json_line("league", {**data, "odd": list(came.remarks)}, code))
        return code
    for one in came.entrants:
        print(one.name if one.name == one.title else f"{one.name}, {one.title}")
    if came.remarks:
        print("Odd:", *(f"- {sentence}" for sentence in came.remarks), sep="\n")
    print(f"{players} players: {games:,} games.")
    return code


def looks_at(finished: League) -> list[str]:
    """A line for whatever was odd, for each fault that has cost games, and for games to look at."""
    from course_tools.grader.league.seat import FAULTS

    titles = {one.name: one.title for one in finished.ladder.standings}
    return [
        *finished.remarks,
        *(
            f"{one.title} lost {count} of {one.games} games, because it {FAULTS[kind]}"
            for one in finished.ladder.standings
            for kind, count in sorted(one.faults.items())
        ),
        *(
            f"look at the games of {titles[one]} and {titles[other]}: {titles[one]} has {points:g}"
            f" points of {games} different games, and all results promise {promised:g}"
            for one, other, points, promised, games in finished.ladder.doubts
        ),
    ]


def summary(finished: League, looks: list[str]) -> list[str]:
    """The ladder as text, what needs a look, and where the rest is."""
    width = max(len(one.title) for one in finished.ladder.standings)
    lines = [f"{'':4}{'player':{width}}  rating   95 % interval  points  games  faults"]
    for place, one in enumerate(finished.ladder.standings, 1):
        rating, interval = "annulled" if one.annulled else "none", ""
        if one.elo is not None:
            rating, interval = f"{one.elo:.0f}", f"{one.low:.0f} to {one.high:.0f}"
        lines.append(
            f"{place:3} {one.title:{width}}  {rating:>6}  {interval:>14}  {one.points:6g}"
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
    return [*lines, f"The ladder: {finished.page.as_uri()}"]
