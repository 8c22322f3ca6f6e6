"""A player as a program that speaks the Go Text Protocol (GTP): Havannah, and games of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from course_lib.game import PASS, RESIGN, Action, Game, State
from course_lib.games.havannah import Havannah
from course_lib.games.k_in_a_row import KInARow
from course_lib.play.faults import raised, wrong_answer
from course_lib.play.meet.gtp_speech import action_of, check_speakable, colours_of, resized, word_of
from course_lib.play.players import PlayerFunction

MakePlayer = Callable[[Game, float | None], PlayerFunction]


class Refused(Exception):
    """What is wrong with a command, to be sent back after a question mark."""


class GtpEngine:
    """Answers GTP's commands, version 2, with the moves of a player.

    Black moves first, in Havannah white, and the colours take turns: what GTP allows beyond that is
    no legal move of these games. In Havannah the size in `boardsize` is the number of cells along a
    side, A1 is the lower left corner, and `havannah_winner` says who has won. Where the other side
    passes in Havannah, passing is taken to be allowed for the rest of that game.
    """

    def __init__(self, game: Game, make_player: MakePlayer, about: Mapping[str, str]) -> None:
        """Begin with this game; `about` has the name and the version to tell.

        `make_player(game, seconds)` is asked for a player at the beginning of each game.
        """
        self.make_player, self.about = make_player, about
        self.over = False
        self.game: Game = check_speakable(game)
        self._told: Game = self.game  # without what this one game has changed of it
        self._states: list[State] = [game.initial]
        self._player: PlayerFunction | None = None
        self._resigned = ""  # the colour that has given up
        self._seconds: float | None = None
        self._commands: dict[str, Callable[[list[str]], str]] = {
            name.removeprefix("_do_"): getattr(self, name)
            for name in dir(self)
            if name.startswith("_do_")
        }
        if not isinstance(game, Havannah):
            del self._commands["havannah_winner"]

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
        return self._resize(columns, rows)

    def _do_clear_board(self, words: list[str]) -> str:
        self._begin(self._told)
        return ""

    def _do_showboard(self, words: list[str]) -> str:
        # An empty line would end the answer.
        text = self.game.render(self._states[-1])
        # The letters of the columns as in moves, which GTP writes in capitals.
        lines = (text.upper() if isinstance(self.game, Havannah) else text).splitlines()
        return "\n" + "\n".join(line for line in lines if line.strip())

    def _do_havannah_winner(self, words: list[str]) -> str:
        state, game = self._states[-1], self.game
        if self._resigned:
            return next(name for name in colours_of(game) if name != self._resigned)
        if not game.is_terminal(state):
            return "none"
        winner = game.winner(state)
        return "draw" if winner is None else colours_of(game)[game.players.index(winner)]

    # --- moves -----------------------------------------------------------------------------------

    def _do_play(self, words: list[str]) -> str:
        if len(words) != 2:
            raise Refused("syntax error: play needs a colour and a vertex, such as play black D4")
        state = self._turn_of(words[0])
        try:
            action = action_of(self.game, words[1])
        except ValueError as error:
            raise Refused(f"illegal move: {error}") from None
        if action is RESIGN:
            self._resigned = self._colour(words[0])
            return ""
        if action is PASS:
            self._allow_passing()
        if action not in self.game.actions(state):
            raise Refused(f"illegal move: {words[1]} can't be played now{self._falling(state)}")
        self._put(state, action)
        return ""

    def _do_genmove(self, words: list[str]) -> str:
        if len(words) != 1:
            raise Refused("syntax error: genmove needs a colour")
        state = self._turn_of(words[0])
        try:
            if self._player is None:
                self._player = self.make_player(self.game, self._seconds)
            action = self._player(self.game, state)
            legal = action is RESIGN or action in self.game.actions(state)
        except Exception as error:  # whatever it is, who asks must hear of it, not wait
            raise Refused(f"our player failed: {raised(error)}") from error
        if not legal:
            said = " ".join(wrong_answer(self.game, state, action).split())
            raise Refused(f"our player failed: it {said}")
        if action is RESIGN:
            return "resign"
        self._put(state, action)
        return word_of(self.game, action)

    def _do_undo(self, words: list[str]) -> str:
        if self._resigned:
            self._resigned = ""
        elif len(self._states) > 1:
            self._states.pop()
        else:
            raise Refused("cannot undo")
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
        asked, state, game = self._colour(colour), self._states[-1], self.game
        if self._resigned or game.is_terminal(state):
            raise Refused("illegal move: the game is over")
        turn = colours_of(game)[game.players.index(game.to_move(state))]
        if turn != asked:
            raise Refused(f"illegal move: it is the turn of {turn}")
        return state

    def _colour(self, word: str) -> str:
        """The colour that this word means: its name, or the first letter of it."""
        colours = colours_of(self.game)
        asked = {name[0]: name for name in colours}.get(word.lower(), word.lower())
        if asked not in colours:
            raise Refused(f"syntax error: {word!r} is no colour, {' and '.join(colours)} are")
        return asked

    def _allow_passing(self) -> None:
        """Play the rest of this game with passing, where there can be such a game."""
        if isinstance(self.game, Havannah):
            self.game = replace(self.game, passing=True)

    def _falling(self, state: State) -> str:
        """Where stones can come to lie, as the end of a sentence, in games in which they fall."""
        if not isinstance(self.game, KInARow) or not self.game.gravity:
            return ""
        free = (word_of(self.game, action) for action in self.game.actions(state))
        return f"; stones fall, and can come to lie at {' '.join(free)}"

    def _put(self, state: State, action: Action) -> None:
        """Play this action, which is legal."""
        self._states.append(self.game.result(state, action))

    def _resize(self, columns: int, rows: int) -> str:
        """Empty the board, and make it of this size if there is such a game."""
        try:
            game = resized(self._told, columns, rows)
        except ValueError:
            raise Refused("unacceptable size") from None
        self._begin(game)
        return ""

    def _begin(self, game: Game) -> None:
        """Begin again, with a player that knows nothing of the last game."""
        self.game = self._told = game
        self._states, self._player, self._resigned = [game.initial], None, ""


def _unknown(_words: list[str]) -> str:
    """The answer to a command that is not there."""
    raise Refused("unknown command")


def _numbers(words: list[str], count: int) -> list[int]:
    """So many whole numbers."""
    if len(words) != count or not all(word.isdecimal() for word in words):
        raise Refused(f"syntax error: {count} whole number{'s' * (count > 1)} expected")
    return [int(word) for word in words]
