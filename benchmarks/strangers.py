"""Our players against other people's programs, in one table: `python -m benchmarks.strangers`.

    python -m benchmarks.strangers castro=./castro rapfi=./pbrain-rapfi --file games.jsonl

README.md says how such programs are built. Both sides spend as many CPU milliseconds on a move: how
much each computes (simulations, positions, or a clock) is set anew after each pair of games by what
the last one took. The two games of a pair begin with the same random stones, with seats changed.
Every finished game is a line in the file, so the same command picks up where the last one stopped.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import psutil

from benchmarks.sequential import Match, Timed, append_game, read_games
from course_lib.game import Game, State
from course_lib.games.k_in_a_row import KInARow
from course_lib.play import play_game
from course_lib.play.elo import Result, rating_from
from course_lib.play.players import PlayerFunction
from course_tools.arena.gomocup import GomocupPlayer
from course_tools.arena.gtp import GtpPlayer
from course_tools.arena.named import PlayerMaker
from course_tools.arena.which_game import game_called


class Stranger(NamedTuple):
    """What a program plays, and what tells both sides how much to compute."""

    boards: tuple[tuple[str, int], ...]
    """Each game, with how many random stones it begins."""
    ours: str
    """Our player; a number follows its name."""
    tell: str
    """What the program is told before each game, with its number."""
    begin: tuple[int, int]
    """Our number and theirs in the first two games."""


_HAVANNAH = (("havannah:size=5", 2), ("havannah:size=8", 2))
_GOMOKU = (("gomoku", 0), ("gomoku", 3))
_SIMULATIONS = "time -g 0 -m 60 -i {}"

STRANGERS = {
    "castro": Stranger(_HAVANNAH, "havannah", _SIMULATIONS, (12_000, 4_000)),
    "morat": Stranger(_HAVANNAH, "havannah", _SIMULATIONS, (12_000, 4_000)),
    "rapfi": Stranger(_GOMOKU, "gomoku", "INFO MAX_NODE {}", (4_000, 60_000)),
    # Whatever else speaks Gomocup's protocol has at least a clock, in milliseconds.
    "pbrain": Stranger(_GOMOKU, "gomoku", "INFO timeout_turn {}", (3_000, 100)),
}


# --- both players ---------------------------------------------------------------------------------


class ByGtp(GtpPlayer):
    """A program that speaks GTP and is told something more before each game."""

    line = ""

    def again(self) -> None:
        """Empty the board, and say it."""
        super().again()
        self._ask(self.line, 60)


class ByGomocup(GomocupPlayer):
    """The same in Gomocup's protocol, where INFO is not answered."""

    line = ""

    def start(self, game: KInARow) -> None:
        """Start, and say it."""
        super().start(game)
        self.talk.tell(self.line)

    def again(self) -> None:
        """Empty the board, and say it."""
        super().again()
        self.talk.tell(self.line)


Program = ByGtp | ByGomocup


def program_of(name: str, command: str) -> Program:
    """This stranger, in the protocol that it speaks; its deadline is for accidents only."""
    kind = ByGomocup if STRANGERS[name].ours == "gomoku" else ByGtp
    return kind(command, seconds=120)


# --- games ----------------------------------------------------------------------------------------


def opening(game: Game, stones: int, number: int) -> State:
    """The state after so many random stones, the same for both games of a pair."""
    rng, state = Random(f"opening {number // 2}"), game.initial
    for _ in range(stones):
        state = game.result(state, rng.choice(game.actions(state)))
    return state


def numbers_for(match: Match, finished: Sequence[Match]) -> tuple[int, int]:
    """How much we and they compute for a move in the next game of this match.

    What the last pair took against what it should take says how much more or less it must be,
    never more than twice or less than half of it.
    """
    games = games_of(match, finished)
    if not games:
        return STRANGERS[match["program"]].begin
    ours, theirs = games[-1]["numbers"]
    if len(games) % 2:
        return ours, theirs

    def corrected(number: int, who: str) -> int:
        ratio = match["milliseconds"] / max(0.001, milliseconds(games[-2:], who))
        return max(1, round(number * min(2.0, max(0.5, ratio))))

    return corrected(ours, "ours"), corrected(theirs, "theirs")


def games_of(match: Match, finished: Sequence[Match]) -> list[Match]:
    """The finished games of this match."""
    return [one for one in finished if match.items() <= one.items()]


def milliseconds(games: Sequence[Match], who: str) -> float:
    """The CPU milliseconds a move of `ours` or `theirs`."""
    return 1000 * sum(one[who][0] for one in games) / max(1, sum(one[who][1] for one in games))


def one_game(
    match: Match, number: int, program: Program, numbers: tuple[int, int]
) -> dict[str, Any]:
    """What came of one game: our points, how it ended, and what each side spent."""
    stranger, game = STRANGERS[match["program"]], game_called(match["game"])
    player = PlayerMaker(f"{stranger.ours} {numbers[0]}", Random(f"ours {number}"))(game, None)
    program.line = stranger.tell.format(numbers[1])

    def theirs_spent() -> float:
        """Of a program that was ended there is nothing to read."""
        if program.program is None:
            return 0.0
        return sum(psutil.Process(program.talk.process.pid).cpu_times()[:2])

    ours, theirs = Timed(player), Timed(program, theirs_spent)
    seat = number % 2
    players: list[PlayerFunction] = [ours, theirs] if seat == 0 else [theirs, ours]
    record = play_game(game, players, state=opening(game, match["stones"], number))
    line = game.win_line(record.final) if record.reason == "win" else None
    return {
        **match,
        "number": number,
        "points": 0.5 if record.winner is None else float(record.winner == game.players[seat]),
        "how": list(line[0]) if line else [record.reason],
        "numbers": numbers,
        "ours": [round(ours.seconds, 3), ours.moves],
        "theirs": [round(theirs.seconds, 3), theirs.moves],
        "moves": " ".join(map(game.action_name, record.actions)),
    }


# --- the table ------------------------------------------------------------------------------------

HEAD = (
    "our player",
    "theirs",
    "board",
    "random stones",
    "CPU ms a move, ours / theirs",
    "games",
    "points",
    "Elo above theirs (95 %)",
    "how we lost",
    "how we won",
)


def table(matches: Sequence[Match], finished: Sequence[Match]) -> str:
    """A line for each match of which there is a game, in Markdown."""
    lines = [HEAD, ("---",) * len(HEAD)]
    for match in matches:
        if games := games_of(match, finished):
            points = sum(one["points"] for one in games)
            spent = [f"{milliseconds(games, who):.0f}" for who in ("ours", "theirs")]
            lost, won = (
                Counter(kind for one in games if one["points"] == came for kind in one["how"])
                for came in (0, 1)
            )
            lines.append(
                (
                    STRANGERS[match["program"]].ours,
                    match["program"],
                    match["game"],
                    str(match["stones"]),
                    " / ".join(spent),
                    str(len(games)),
                    f"{points:g}",
                    str(rating_from([Result(0, points, len(games))])),
                    in_words(lost),
                    in_words(won),
                )
            )
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def in_words(counts: Counter[str]) -> str:
    """Such as `3 fork, 1 ring`."""
    return ", ".join(f"{number} {kind}" for kind, number in counts.most_common()) or "never"


def main(given: Sequence[str] | None = None) -> int:
    """0 when all games were played, or the time was over."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strangers", description=__doc__)
    parser.add_argument(
        "programs",
        nargs="+",
        metavar="NAME=COMMAND",
        help=f"a program that you have built; the names: {', '.join(STRANGERS)}",
    )
    parser.add_argument("--file", type=Path, required=True, help="the games, one a line")
    parser.add_argument("--games", type=int, default=20, help="so many in each match (20)")
    parser.add_argument("--milliseconds", type=float, default=20, help="CPU time for a move (20)")
    parser.add_argument("--seconds", type=float, default=600, help="begin no game after so long")
    parser.add_argument("--only", default="", metavar="WORD", help="boards with this in their name")
    asked = parser.parse_args(given)
    commands = dict(one.partition("=")[::2] for one in asked.programs)
    if unknown := [name for name in commands if name not in STRANGERS]:
        parser.error(f"no program is called {unknown[0]!r} here; names: {', '.join(STRANGERS)}")
    matches: list[Match] = [
        {"program": name, "game": game, "stones": stones, "milliseconds": asked.milliseconds}
        for name in commands
        for game, stones in STRANGERS[name].boards
        if asked.only in game
    ]
    if not matches:
        parser.error(f"none of these programs plays on a board with {asked.only!r} in its name")
    finished, end = read_games(asked.file), time.monotonic() + asked.seconds
    with ExitStack() as stack:
        programs: dict[str, Program] = {
            name: stack.enter_context(program_of(name, command))
            for name, command in commands.items()
        }
        while time.monotonic() < end:
            match = min(matches, key=lambda one: len(games_of(one, finished)))
            number, numbers = len(games_of(match, finished)), numbers_for(match, finished)
            if number >= asked.games:
                break
            finished.append(one_game(match, number, programs[match["program"]], numbers))
            append_game(asked.file, finished[-1])
    print(table(matches, finished))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
