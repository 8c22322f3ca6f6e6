"""The Go Text Protocol (GTP) for Havannah and games of rows: its words, and a player that answers.

Squares are written as `D4`, without a letter I, which looks like 1; cells of Havannah as they are
everywhere. `GtpEngine` turns a player into a program that other programs can ask for moves, and
`connect(player, "127.0.0.1", 4455)` lets such a program play at somebody's server.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, cast

from course_lib.game import PASS, RESIGN, Action, Game, Player, State
from course_lib.games.havannah import Havannah
from course_lib.games.k_in_a_row import KInARow
from course_lib.games.squares import Square
from course_lib.play.match import check_player, raised, wrong_answer
from course_lib.play.players import PlayerFunction, label_of

if TYPE_CHECKING:
    import socket

MakePlayer = Callable[[Game, float | None], PlayerFunction]
"""Makes a player for a game, when the seconds for each of its moves are known too."""

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""The columns; I is left out, because it looks like 1. So a board has 25 columns at most."""

COLOURS = ("black", "white")
"""The players in the order in which they move."""

_VERTEX = re.compile(r"([A-HJ-Z])([1-9]\d?)")

HAVANNAH_COLOURS = ("white", "black")
"""In Havannah white moves first, as its inventor and most programs have it."""

LARGEST = 13
"""The largest board of Havannah that has a single letter for each of its columns."""


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
        self._agreed: Game = self.game  # without what this one match has changed of it
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
            answer = self._commands.get(name, _unknown)(arguments)
            yield f"={number} {answer}".rstrip()
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
        self._begin(self._agreed)
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
        if action is PASS and isinstance(self.game, Havannah):
            self.game = replace(self.game, passing=True)  # for the rest of this match
        if action not in self.game.actions(state):
            raise Refused(f"illegal move: {words[1]} can't be played now{self._falling(state)}")
        self._states.append(self.game.result(state, action))
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
        except Exception as error:  # whatever it is, the other program must not be left waiting
            raise Refused(f"our player failed: {raised(error)}") from error
        if not legal:
            fault = " ".join(wrong_answer(self.game, state, action).split())
            raise Refused(f"our player failed: it {fault}")
        if action is RESIGN:
            return "resign"
        self._states.append(self.game.result(state, action))
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
        state, game = self._states[-1], self.game
        wanted = self._colour(colour)
        if self._resigned or game.is_terminal(state):
            raise Refused("illegal move: the game is over")
        turn = colours_of(game)[game.players.index(game.to_move(state))]
        if turn != wanted:
            raise Refused(f"illegal move: it is the turn of {turn}")
        return state

    def _colour(self, word: str) -> str:
        """The colour that this word means: its name, or the first letter of it."""
        colours = colours_of(self.game)
        colour = {name[0]: name for name in colours}.get(word.lower(), word.lower())
        if colour not in colours:
            raise Refused(f"syntax error: {word!r} is no colour, {' and '.join(colours)} are")
        return colour

    def _falling(self, state: State) -> str:
        """Where stones can come to lie, as the end of a sentence, in games in which they fall."""
        if not isinstance(self.game, KInARow) or not self.game.gravity:
            return ""
        free = (word_of(self.game, action) for action in self.game.actions(state))
        return f"; stones fall, and can come to lie at {' '.join(free)}"

    def _resize(self, columns: int, rows: int) -> str:
        """Empty the board, and make it of this size if there is such a game."""
        try:
            game = resized(self._agreed, columns, rows)
        except ValueError:
            raise Refused("unacceptable size") from None
        self._begin(game)
        return ""

    def _begin(self, game: Game) -> None:
        """Begin again, with a player that knows nothing of the last game."""
        self.game = self._agreed = game
        self._states, self._player, self._resigned = [game.initial], None, ""


def _unknown(_words: list[str]) -> str:
    """The answer to a command that is not there."""
    raise Refused("unknown command")


def _numbers(words: list[str], count: int) -> list[int]:
    """So many whole numbers."""
    if len(words) != count or not all(word.isdecimal() for word in words):
        raise Refused(f"syntax error: {count} whole number{'s' * (count > 1)} expected")
    return [int(word) for word in words]


# --- the words of the protocol ---------------------------------------------------------------


def check_speakable(game: Game) -> Game:
    """The game, if programs can be asked for its moves: Havannah, or one of rows for two."""
    if isinstance(game, Havannah):
        if game.size > LARGEST:
            raise ValueError(
                f"{game!r} has {2 * game.size - 1} columns, and GTP a letter for 26 of them;"
                f" a size up to {LARGEST} would be right"
            )
        return game
    if isinstance(game, KInARow) and len(game.players) == 2:
        if game.columns > len(LETTERS):
            raise ValueError(
                f"GTP has letters for {len(LETTERS)} columns; this board has {game.columns}"
            )
        return game
    raise ValueError(
        f"GTP is for Havannah and for two players who put stones on squares, as in gomoku,"
        f" connect-four and tic-tac-toe; this is {game!r}"
    )


def colours_of(game: Game) -> tuple[str, str]:
    """What the protocol calls the players, in the order in which they move."""
    return HAVANNAH_COLOURS if isinstance(game, Havannah) else COLOURS


def size_of(game: Game) -> str:
    """The command that makes a board of this size."""
    if isinstance(game, KInARow):
        if game.rows != game.columns:
            return f"rectangular_boardsize {game.columns} {game.rows}"
        return f"boardsize {game.rows}"
    return f"boardsize {game.options['size']}"


def resized(game: Game, columns: int, rows: int) -> Game:
    """The same game on a board of this size; where there is no such board it is a `ValueError`.

    Havannah's one size stands for both numbers.
    """
    # Looked at first: a game with a line of a million squares would take long to be made.
    if max(columns, rows) > len(LETTERS):
        raise ValueError(f"{columns} columns and {rows} rows are more than GTP has letters for")
    options = dict(game.options)
    if "rows" in options:
        options.update(rows=rows, columns=columns)
    elif rows == columns:
        options.update(size=rows)
    else:
        raise ValueError(f"{game!r} has one size only, and not {columns} columns and {rows} rows")
    return check_speakable(type(game)(**options))


def word_of(game: Game, action: Action) -> str:
    """How the protocol writes this action.

    >>> word_of(Havannah(10), (12, 3)), word_of(KInARow(3, 3, 3), (0, 0))
    ('L3', 'A3')
    """
    if action is PASS:
        return "pass"
    return vertex(game, action) if isinstance(game, KInARow) else game.action_name(action)


def action_of(game: Game, text: str) -> Action:
    """The action, PASS or RESIGN, that is written so; what is no such word is a `ValueError`.

    >>> action_of(Havannah(10), "l3")
    (12, 3)
    """
    word = text.strip()
    if word.lower() == "resign":
        return RESIGN
    if word.lower() == "pass":
        return PASS
    if isinstance(game, KInARow):
        return square_at(game, word)
    return game.action_named(word)


def vertex(game: KInARow, square: Action) -> str:
    """The name of a square.

    >>> from course_lib.games import Gomoku
    >>> vertex(Gomoku(15), (0, 8)), Gomoku(15).action_name((0, 8))
    ('J15', 'i15')
    """
    row, column = cast("Square", square)
    return f"{LETTERS[column]}{game.rows - row}"


def square_at(game: KInARow, text: str) -> Action:
    """The square with this name; one off the board, or no name, is a `ValueError`."""
    found = _VERTEX.fullmatch(text.strip().upper())
    if found is None:
        raise ValueError(
            f"{text!r} is no vertex; one such as D4 would be, and there is no letter I"
        )
    row, column = game.rows - int(found[2]), LETTERS.index(found[1])
    if not (0 <= row < game.rows and column < game.columns):
        last = vertex(game, (0, game.columns - 1))
        raise ValueError(f"{text!r} is off the board, which goes from A1 to {last}")
    return row, column


# --- a player at somebody's server ----------------------------------------------------------------

_LONGEST = 10_000
"""No command of a server is longer than so many bytes."""

_TIMEOUT = 30
"""Seconds after which a server that says nothing counts as not there."""

_HINT_AFTER = 5
"""Seconds after which somebody who looks on hears that nothing has come yet."""

News = Callable[[str], None]
"""Is called with a sentence that says what is being waited for."""


def connect(
    player: PlayerFunction,
    host: str,
    port: int,
    *,
    games: int = 1,
    game: Game | None = None,
    name: str | None = None,
    rng: Random | None = None,
    news: News | None = None,
) -> tuple[str, ...]:
    """How each game has ended, in the server's words, after so many games on this port.

    The player waits there until another program or a person wants to play it, and dials again for
    each further game. `game` is the game that is played there, Havannah if you don't say; the
    server chooses the size. `name` is what the others see, and `news`, such as `print`, is called
    with what is being waited for.

    A server that can't be reached, begins no game, plays another game or hangs up in the middle is
    a `ConnectionError` whose sentence says what to look at.
    """
    check_player("to connect", player)
    check_dialling(port, games)

    def fresh(_game: Game, _seconds: float | None) -> PlayerFunction:
        return _Fresh(player, rng)

    board, shown = Havannah() if game is None else game, name or label_of(player)
    return tuple(
        connect_once(fresh, host, port, game=board, name=shown, news=news) for _ in range(games)
    )


def connect_once(
    make_player: MakePlayer,
    host: str,
    port: int,
    *,
    game: Game,
    name: str,
    news: News | None = None,
) -> str:
    """How one game has ended; its player is made when the size and the time for a move are known.

    It is what `connect` does for each game.
    """
    engine = GtpEngine(game, make_player, {"name": name, "version": "1"})
    where = f"{host}, port {port}"
    with _dial(host, port) as line:
        _wait_for_greeting(line, where, news)
        comment, begun, strange = _answer_all(engine, line, where, news)
    if strange:
        raise ConnectionError(
            f"the server at {where}, plays another game: {strange!r} means nothing in {game!r}"
        )
    if not begun:
        raise ConnectionError(f"no game was begun at {where}: {comment or 'the server hung up'}")
    return comment


def check_dialling(port: int, games: int) -> None:
    """Refuse what is no number of a port, or of games."""
    if not isinstance(games, int) or games < 1:
        raise ValueError(f"games is {games!r}; it is a whole number from 1 up")
    if not isinstance(port, int) or not 1 <= port <= 65_535:
        raise ValueError(
            f"port is {port!r}; it is the number that the server prints for this game, such as 4455"
        )


def _dial(host: str, port: int) -> socket.socket:
    """A line to the server."""
    import socket  # noqa: PLC0415 - only who plays over a network needs it

    try:
        line = socket.create_connection((host, port), timeout=_TIMEOUT)
    except OSError as error:
        raise ConnectionError(
            f"nobody answers at {host}, port {port} ({error}). Is the server running, and are these"
            " the address and the port that it printed when it was started?"
        ) from None
    line.settimeout(None)
    return line


def _wait_for_greeting(line: socket.socket, where: str, news: News | None) -> None:
    """Wait for a server's first words: ours greets at once, something else may stay silent."""
    from select import select  # noqa: PLC0415 - as above

    if news is not None and not select([line], [], [], _HINT_AFTER)[0]:
        news(f"Nothing has come from {where}, so far. Is it the number of the page?")
    if not select([line], [], [], _TIMEOUT)[0]:
        raise ConnectionError(
            f"nothing has come from {where} in {_TIMEOUT} s; a port for programs says something at"
            " once, and the number of the page is another one"
        )


def _answer_all(
    engine: GtpEngine, line: socket.socket, where: str, news: News | None
) -> tuple[str, bool, str]:
    """Answer every command until the server says `quit`.

    Gives its last comment, whether a game was begun, and a command that none of our servers sends.
    """
    comment, begun, strange = "", False, ""
    source = line.makefile("r", encoding="utf-8", errors="replace", newline="\n")
    try:
        while not engine.over:
            sent = source.readline(_LONGEST)
            if not sent:
                raise ConnectionError("it hung up")
            command = sent.strip()
            if command.startswith("#"):
                comment = command[1:].strip()
            answers = "".join(f"{answer}\n" for answer in engine.answer(sent))
            begun = begun or command == "clear_board"
            if answers.startswith("?") and _is_strange(command, answers):
                strange = strange or command
            if answers and not engine.over:
                line.sendall(answers.encode())
            if command == "name" and news is not None:
                news(f"Waiting for somebody to play at {where}.")
    except OSError as error:
        last = f" The last that it told: {comment}" if comment else ""
        raise ConnectionError(
            f"the server at {where}, has gone away in the middle ({error});"
            f" dial again when it is back.{last}"
        ) from None
    finally:
        source.close()
    return comment, begun, strange


def _is_strange(command: str, refusal: str) -> bool:
    """Whether a server of our game would never have sent this command, which we have refused."""
    word = command.partition(" ")[0]
    return word in ("boardsize", "rectangular_boardsize", "play") or "the turn of" in refusal


class _Fresh:
    """A player at the beginning of a game: `new_game` is called when its first move is wanted."""

    def __init__(self, player: PlayerFunction, rng: Random | None) -> None:
        self.player, self.rng = player, rng
        self.seat: Player | None = None

    def __call__(self, game: Game, state: State) -> Action:
        new_game = getattr(self.player, "new_game", None)
        if self.seat is None:
            self.seat = game.to_move(state)
            if new_game is not None:
                own = None if self.rng is None else Random(self.rng.getrandbits(64))
                new_game(game, self.seat, own)
        return self.player(game, state)
