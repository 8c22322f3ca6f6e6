"""Our players as a program that speaks the Go Text Protocol (GTP), for any game of rows for two."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from course_lib.game import PASS, RESIGN, Action, Game, State
from course_lib.games.k_in_a_row import KInARow
from course_lib.play.faults import raised
from course_lib.play.players import PlayerFunction
from course_lib.serve.gtp_names import COLOURS, LETTERS, check_width, square_at, vertex
from course_lib.serve.stones import check_grid

MakePlayer = Callable[[Game, float | None], PlayerFunction]

_COLOURS = {"black": 0, "b": 0, "white": 1, "w": 1}


class Refused(Exception):
    """What is wrong with a command, to be sent back after a question mark."""


class GtpEngine:
    """Answers GTP's commands, version 2, with the moves of a player.

    Black moves first, and the colours take turns: what GTP allows beyond that is no legal move of
    these games.
    """

    def __init__(self, game: Game, make_player: MakePlayer, about: Mapping[str, str]) -> None:
        """Begin with this game; `about` has the name and the version to tell."""
        self.game = check_grid(game, "GTP")
        check_width(self.game)
        self.make_player, self.about = make_player, about
        self.over = False
        self._states: list[State] = [game.initial]
        self._player: PlayerFunction | None = None
        self._seconds: float | None = None
        self._commands: dict[str, Callable[[list[str]], str]] = {
            name.removeprefix("_do_"): getattr(self, name)
            for name in dir(self)
            if name.startswith("_do_")
        }

    def answer(self, line: str) -> Iterator[str]:
        """The answer to this command; a comment and an empty line get none."""
        text = "".join(
            sign for sign in line.replace("\t", " ") if sign == " " or sign.isprintable()
        )
        words = text.partition("#")[0].split()
        number = words.pop(0) if words and words[0].isdecimal() else ""
        if not words:
            return
        name, *arguments = words
        try:
            said = self._commands.get(name, _unknown)(arguments)
            yield f"={number} {said}".rstrip()
        except Refused as refused:
            yield f"?{number} {refused}"
        yield ""

    # --- about the program -----------------------------------------------------------------------

    def _do_protocol_version(self, words: list[str]) -> str:
        return "2"

    def _do_name(self, words: list[str]) -> str:
        return self.about["name"]

    def _do_version(self, words: list[str]) -> str:
        return self.about["version"]

    def _do_list_commands(self, words: list[str]) -> str:
        return "\n".join(sorted(self._commands))

    def _do_known_command(self, words: list[str]) -> str:
        return "true" if words and words[0] in self._commands else "false"

    def _do_quit(self, words: list[str]) -> str:
        self.over = True
        return ""

    # --- the board -------------------------------------------------------------------------------

    def _do_boardsize(self, words: list[str]) -> str:
        [size] = _numbers(words, 1)
        return self._resize(size, size)

    def _do_rectangular_boardsize(self, words: list[str]) -> str:
        columns, rows = _numbers(words, 2)
        return self._resize(rows, columns)

    def _do_clear_board(self, words: list[str]) -> str:
        self._begin(self.game)
        return ""

    def _do_showboard(self, words: list[str]) -> str:
        # An empty line would end the answer, and no board has one.
        return f"\n{self.game.render(self._states[-1])}"

    # --- moves -----------------------------------------------------------------------------------

    def _do_play(self, words: list[str]) -> str:
        if len(words) != 2:
            raise Refused("syntax error: play needs a colour and a vertex, such as play black D4")
        state = self._turn_of(words[0])
        try:
            square = square_at(self.game, words[1])
        except ValueError as error:
            raise Refused(f"illegal move: {error}") from None
        self._put(state, square)
        return ""

    def _do_genmove(self, words: list[str]) -> str:
        if len(words) != 1:
            raise Refused("syntax error: genmove needs a colour")
        state = self._turn_of(words[0])
        try:
            if self._player is None:
                self._player = self.make_player(self.game, self._seconds)
            action = self._player(self.game, state)
        except Exception as error:  # whatever it is, who asks must hear of it, not wait
            raise Refused(f"our player failed: {raised(error)}") from error
        if action is RESIGN:
            return "resign"
        if action is PASS:
            return "pass"
        self._put(state, action)
        return vertex(self.game, action)

    def _do_undo(self, words: list[str]) -> str:
        if len(self._states) == 1:
            raise Refused("cannot undo")
        self._states.pop()
        return ""

    def _do_time_settings(self, words: list[str]) -> str:
        """Keep the seconds for a move: those of a period, shared by its stones."""
        main, period, stones = _numbers(words, 3)
        self._seconds = period / stones if stones else main / 20 if main else None
        self._player = None
        return ""

    # --- helpers ---------------------------------------------------------------------------------

    def _turn_of(self, colour: str) -> State:
        """The state, if it is this colour's turn in it."""
        seat = _COLOURS.get(colour.lower())
        if seat is None:
            raise Refused(f"syntax error: {colour!r} is no colour, black and white are")
        state, game = self._states[-1], self.game
        if game.is_terminal(state):
            raise Refused("illegal move: the game is over")
        if game.players.index(game.to_move(state)) != seat:
            raise Refused(f"illegal move: it is the turn of {COLOURS[1 - seat]}")
        return state

    def _put(self, state: State, action: Action) -> None:
        """Play this action, if it is legal."""
        if action not in self.game.actions(state):
            near = ""
            if self.game.gravity:
                free = (vertex(self.game, one) for one in self.game.actions(state))
                near = f"; stones fall, and can come to lie at {' '.join(free)}"
            raise Refused(f"illegal move: that vertex can't be taken now{near}")
        self._states.append(self.game.result(state, action))

    def _resize(self, rows: int, columns: int) -> str:
        """Empty the board, and make it of this size if there is such a game."""
        if max(rows, columns) > len(LETTERS):
            raise Refused("unacceptable size")
        options = dict(self.game.options)
        if "rows" in options:
            options.update(rows=rows, columns=columns)
        elif "size" in options and rows == columns:
            options.update(size=rows)
        elif (rows, columns) != (self.game.rows, self.game.columns):
            raise Refused("unacceptable size")
        try:
            game = type(self.game)(**options)
        except ValueError:
            raise Refused("unacceptable size") from None
        self._begin(game)
        return ""

    def _begin(self, game: KInARow) -> None:
        """Begin again, with a player that knows nothing of the last game."""
        self.game, self._states, self._player = game, [game.initial], None


def _unknown(_words: list[str]) -> str:
    """The answer to a command that is not there."""
    raise Refused("unknown command")


def _numbers(words: list[str], count: int) -> list[int]:
    """So many whole numbers."""
    if len(words) != count or not all(word.isdecimal() for word in words):
        raise Refused(f"syntax error: {count} whole number{'s' * (count > 1)} expected")
    return [int(word) for word in words]
