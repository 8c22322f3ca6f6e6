"""The Go Text Protocol (GTP) with other people: `GtpProgram` answers whoever asks over a pipe.

It answers what `course_lib.play.gtp` has for servers, and what an interface wants to know beside
it.
"""

from __future__ import annotations

from course_lib.commands import version
from course_lib.game import Game
from course_lib.games.havannah import Havannah
from course_lib.games.k_in_a_row import KInARow
from course_lib.play.gtp import GtpEngine, Refused

GRACE = 0.5
"""Seconds beyond what a program was told it has: lines need time on their way, too."""


class GtpProgram(GtpEngine):
    """Answers what other people's interfaces ask: also for the board, and to take moves back."""

    def _do_list_commands(self, words: list[str]) -> str:
        return "\n".join(
            sorted(name.removeprefix("_do_") for name in dir(self) if name.startswith("_do_"))
        )

    def _do_known_command(self, words: list[str]) -> str:
        return "true" if words and hasattr(self, f"_do_{words[0]}") else "false"

    def _do_protocol_version(self, words: list[str]) -> str:
        return "2"

    def _do_version(self, words: list[str]) -> str:
        return version()

    def _do_showboard(self, words: list[str]) -> str:
        text = self.game.render(self.state)
        # The letters of the columns as in moves, which GTP writes in capitals.
        lines = (text.upper() if isinstance(self.game, Havannah) else text).splitlines()
        return "\n" + "\n".join(line for line in lines if line.strip())  # an empty one would end it

    def _do_undo(self, words: list[str]) -> str:
        if len(self._states) == 1:
            raise Refused("cannot undo")
        self._states.pop()
        return ""


def size_of(game: Game) -> str:
    """The command that makes a board of this size."""
    if not isinstance(game, KInARow):
        return f"boardsize {game.options['size']}"
    if game.rows != game.columns:
        return f"rectangular_boardsize {game.columns} {game.rows}"
    return f"boardsize {game.rows}"
