"""One of our players against any program that speaks GTP: `python -m benchmarks.match_gtp`.

In five in a row the program speaks Gomocup's protocol instead, and both get `--turn` seconds:

    python -m benchmarks.match_gtp gomoku "./engine" --ours gomoku --turn 0.3 --stones 1

    python -m benchmarks.match_gtp havannah:size=5 "./engine" --ours "havannah 20000"
        --tell "time -g 0 -m 60 -i 16000" --games 100 --file games.jsonl

Games 2n and 2n + 1 begin with the same random stones, with seats changed. Every finished game is a
line in the file, so the same command picks up where the last one stopped. `--tell` is sent before
each game: use it so that both sides spend as many CPU seconds on a move, which the table shows.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import psutil

from benchmarks.sequential import append_game, read_games
from course_lib.game import Action, Game, Player, State
from course_lib.play import play_game
from course_lib.play.players import PlayerFunction, prepare
from course_lib.play.tournament import wilson
from course_tools.arena.gomocup import GomocupPlayer
from course_tools.arena.gtp import GtpPlayer
from course_tools.arena.named import player_named
from course_tools.arena.which_game import game_called
from course_tools.engines.gomoku import five_in_a_row


class Timed:
    """A player whose moves and CPU seconds are counted."""

    def __init__(self, player: PlayerFunction, spent: Callable[[], float]) -> None:
        """Begin at zero; `spent` reads the clock of whoever thinks."""
        self.player, self.spent, self.seconds, self.moves = player, spent, 0.0, 0

    def prepare(self, game: Game) -> None:
        """Compile before anything is counted."""
        prepare(self.player, game)

    def new_game(self, game: Game, seat: Player, rng: Random | None) -> None:
        """Tell the player."""
        begin = getattr(self.player, "new_game", None)
        if begin is not None:
            begin(game, seat, rng)

    def __call__(self, game: Game, state: State) -> Action:
        """What the player answers."""
        start = self.spent()
        action = self.player(game, state)
        self.seconds += self.spent() - start
        self.moves += 1
        return action


class Instructed(GtpPlayer):
    """A program that is told something more before each game."""

    line = ""

    def again(self) -> None:
        """Empty the board, and say it."""
        super().again()
        if self.line:
            self._ask(self.line, 60)


Program = Instructed | GomocupPlayer


def program_of(game: Game, asked: argparse.Namespace) -> Program:
    """The program, in the protocol of this game."""
    if five_in_a_row(game):
        return GomocupPlayer(asked.program, seconds=asked.turn)
    program = Instructed(asked.program, seconds=120)
    program.line = asked.tell
    return program


def opening(game: Game, stones: int, number: int) -> State:
    """The state after so many random stones, the same for both games of a pair."""
    rng, state = Random(f"opening {number // 2}"), game.initial
    for _ in range(stones):
        state = game.result(state, rng.choice(game.actions(state)))
    return state


def one_game(
    game: Game, asked: argparse.Namespace, program: Program, number: int
) -> dict[str, Any]:
    """What came of one game: our points, how it ended, and what each side spent."""
    player = player_named(asked.ours, game, Random(f"ours {number}"), seconds=asked.turn)
    if player is None:
        raise ValueError("a person can't play a match; name a player")
    ours = Timed(player, time.process_time)

    def theirs_spent() -> float:
        return (
            sum(psutil.Process(program.talk.process.pid).cpu_times()[:2])
            if program.program
            else 0.0
        )

    theirs = Timed(program, theirs_spent)
    seat, state = number % 2, opening(game, asked.stones, number)
    record = play_game(game, [ours, theirs] if seat == 0 else [theirs, ours], state=state)
    points = 0.5 if record.winner is None else float(record.winner == game.players[seat])
    line = game.win_line(record.final) if record.reason == "win" else None
    return {
        "number": number,
        "points": points,
        "reason": record.reason,
        "kinds": list(line[0]) if line else [],
        "ours": [round(ours.seconds, 3), ours.moves],
        "theirs": [round(theirs.seconds, 3), theirs.moves],
        "moves": " ".join(map(game.action_name, record.actions)),
    }


def summary(games: list[dict[str, Any]]) -> str:
    """The score with its interval, CPU a move of both, and by what the lost games were lost."""
    points = [one["points"] for one in games]
    share = sum(points) / len(points)
    low, high = wilson(share, len(points))
    spent = [
        1000 * sum(one[who][0] for one in games) / max(1, sum(one[who][1] for one in games))
        for who in ("ours", "theirs")
    ]
    lost = [kind for one in games if one["points"] == 0 for kind in one["kinds"] or [one["reason"]]]
    how = ", ".join(f"{lost.count(kind)} by {kind}" for kind in sorted({*lost})) or "none"
    score = f"{100 * share:.0f} % ({100 * low:.0f} to {100 * high:.0f})"
    cpu = f"CPU ms a move {spent[0]:.0f} to {spent[1]:.0f}"
    return f"{sum(points):g} of {len(games)}: {score}; {cpu}; lost: {how}"


def main() -> int:
    """0 when all games were played, or the time was over."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.match_gtp", description=__doc__)
    parser.add_argument("game", help="such as havannah:size=5")
    parser.add_argument("program", help="the command of a program that speaks GTP")
    parser.add_argument("--ours", default="havannah 10000", help="as in course play --players")
    parser.add_argument("--tell", default="", help="a GTP command for the program before each game")
    parser.add_argument("--turn", type=float, help="seconds a move, in five in a row for both")
    parser.add_argument("--stones", type=int, default=2, help="random stones at first (2)")
    parser.add_argument("--games", type=int, default=100, help="so many (100)")
    parser.add_argument("--seconds", type=float, default=600, help="begin no game after so long")
    parser.add_argument("--file", type=Path, required=True, help="the games, one a line")
    asked = parser.parse_args()
    game, finished = game_called(asked.game), read_games(asked.file)
    end = time.monotonic() + asked.seconds
    with program_of(game, asked) as program:
        while len(finished) < asked.games and time.monotonic() < end:
            finished.append(one_game(game, asked, program, len(finished)))
            append_game(asked.file, finished[-1])
    if finished:
        print(summary(finished))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
