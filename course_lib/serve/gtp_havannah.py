"""Our players as a program that speaks the Go Text Protocol (GTP) in Havannah: `gtp_engine`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from course_lib.game import RESIGN, Action, Game, State
from course_lib.games.havannah import Havannah
from course_lib.games.k_in_a_row import KInARow
from course_lib.play.faults import raised
from course_lib.serve.gtp_engine import GtpEngine, MakePlayer, Refused
from course_lib.serve.gtp_speech import (
    HAVANNAH_COLOURS,
    LARGEST,
    action_of,
    check_speakable,
    word_of,
)


def gtp_engine(game: Game, make_player: MakePlayer, about: Mapping[str, str]) -> GtpEngine:
    """A talker that answers GTP in this game, be it Havannah or one of rows for two."""
    check_speakable(game)
    kind = HavannahEngine if isinstance(game, Havannah) else GtpEngine
    return kind(game, make_player, about)


class HavannahEngine(GtpEngine):
    """Answers GTP's commands in Havannah, where white moves first and A1 is the lower left corner.

    The size in `boardsize` is the number of cells along a side. `havannah_winner` says who has won.
    """

    def __init__(self, game: Game, make_player: MakePlayer, about: Mapping[str, str]) -> None:
        """Begin with this board; a row of squares stands in until then, which no command shows."""
        super().__init__(KInARow(3, 3, 3), make_player, about)
        self.hexes = cast("Havannah", game)
        self._begin_on(self.hexes)

    def _do_boardsize(self, words: list[str]) -> str:
        if len(words) != 1 or not words[0].isdecimal():
            raise Refused("syntax error: 1 whole number expected")
        if not 2 <= int(words[0]) <= LARGEST:
            raise Refused("unacceptable size")
        self._begin_on(Havannah(int(words[0]), passing=self.hexes.passing))
        return ""

    def _do_rectangular_boardsize(self, words: list[str]) -> str:
        raise Refused("unacceptable size: Havannah's board has one size, boardsize tells it")

    def _do_clear_board(self, words: list[str]) -> str:
        self._begin_on(self.hexes)
        return ""

    def _do_showboard(self, words: list[str]) -> str:
        lines = self.hexes.render(self._states[-1]).splitlines()
        return "\n" + "\n".join(line for line in lines if line.strip())

    def _do_play(self, words: list[str]) -> str:
        if len(words) != 2:
            raise Refused("syntax error: play needs a colour and a cell, such as play white D4")
        state = self._turn_of(words[0])
        try:
            self._put(state, action_of(self.hexes, words[1]))
        except ValueError as error:
            raise Refused(f"illegal move: {error}") from None
        return ""

    def _do_genmove(self, words: list[str]) -> str:
        if len(words) != 1:
            raise Refused("syntax error: genmove needs a colour")
        state = self._turn_of(words[0])
        try:
            if self._player is None:
                self._player = self.make_player(self.hexes, self._seconds)
            action = self._player(self.hexes, state)
        except Exception as error:  # whatever it is, who asks must hear of it, not wait
            raise Refused(f"our player failed: {raised(error)}") from error
        if action is RESIGN:
            return "resign"
        try:
            self._put(state, action)
        except ValueError as error:
            raise Refused(f"our player failed: {error}") from None
        return word_of(self.hexes, action)

    def _do_havannah_winner(self, words: list[str]) -> str:
        state, game = self._states[-1], self.hexes
        if not game.is_terminal(state):
            return "none"
        winner = game.winner(state)
        return "draw" if winner is None else HAVANNAH_COLOURS[game.players.index(winner)]

    def _turn_of(self, colour: str) -> State:
        """The state, if it is this colour's turn in it."""
        whole = {"w": "white", "b": "black"}.get(colour.lower(), colour.lower())
        if whole not in HAVANNAH_COLOURS:
            raise Refused(f"syntax error: {colour!r} is no colour, white and black are")
        state, game = self._states[-1], self.hexes
        if game.is_terminal(state):
            raise Refused("illegal move: the game is over")
        turn = HAVANNAH_COLOURS[game.players.index(game.to_move(state))]
        if turn != whole:
            raise Refused(f"illegal move: it is the turn of {turn}")
        return state

    def _put(self, state: State, action: Action) -> None:
        """Play this action; one that is not legal is a `ValueError`."""
        self._states.append(self.hexes.result(state, action))

    def _begin_on(self, game: Havannah) -> None:
        """Begin again on this board, with a player that knows nothing of the last game."""
        self.hexes, self._states, self._player = game, [game.initial], None
