"""The Go Text Protocol (GTP) for Havannah and games of rows: its words, and a player at a server.

Squares are written as `D4`, without a letter I, which looks like 1; cells of Havannah as they are
everywhere. `connect(player, "127.0.0.1", 4455)` lets a player answer at somebody's server, and
`GtpEngine` is what answers there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from course_lib.game import PASS, RESIGN, Action, Game, State, must_be_whole
from course_lib.games.havannah import Havannah
from course_lib.games.k_in_a_row import KInARow
from course_lib.play.match import check_player, raised, wrong_answer
from course_lib.play.players import PlayerFunction, label_of, prepare

if TYPE_CHECKING:
    import socket

MakePlayer = Callable[[Game, float | None], PlayerFunction]
"""Makes a player for a game, ready to move, when the seconds for each of its moves are known."""

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
    """Answers a server's commands, in GTP version 2, with the moves of a player.

    Black moves first, in Havannah white, and the colours take turns: what GTP allows beyond that is
    no legal move of these games. In Havannah the size in `boardsize` is the number of cells along a
    side, and A1 is the lower left corner. Where the other side passes in Havannah, passing is taken
    to be allowed for the rest of that game.
    """

    def __init__(self, game: Game, make_player: MakePlayer, name: str) -> None:
        """Begin with this game, under this name.

        `make_player(game, seconds)` is asked for a player at the beginning of each game, when no
        clock runs yet.
        """
        self.make_player, self.name, self.over = make_player, name, False
        self.out_of_turn = False
        """Whether somebody was asked to move whose turn it was not."""
        self._seconds: float | None = None
        self._begin(check_speakable(game))

    @property
    def state(self) -> State:
        """The position on the board."""
        return self._states[-1]

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
        command = getattr(self, f"_do_{name}", None)
        if command is None:
            yield from (f"?{number} unknown command", "")
            return
        try:
            yield f"={number} {command(arguments)}".rstrip()
        except Refused as refused:
            yield f"?{number} {refused}"
        yield ""

    def _do_name(self, words: list[str]) -> str:
        return self.name

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

    def _resize(self, columns: int, rows: int) -> str:
        """Empty the board, and make it of this size if there is such a game."""
        try:
            self._begin(resized(self._agreed, columns, rows))
        except ValueError:
            raise Refused("unacceptable size") from None
        return self._get_ready()

    def _do_clear_board(self, words: list[str]) -> str:
        self._begin(self._agreed)
        return self._get_ready()

    def _begin(self, game: Game) -> None:
        """Begin again, with a player that knows nothing of the last game."""
        self.game = game
        self._agreed = game  # without what this one match changes of it
        self._states: list[State] = [game.initial]
        self._player: PlayerFunction | None = None

    def _get_ready(self) -> str:
        """Make the player now; what goes wrong is told when it should move."""
        with suppress(Exception):
            self._player = self.make_player(self.game, self._seconds)
        return ""

    # --- moves -----------------------------------------------------------------------------------

    def _do_play(self, words: list[str]) -> str:
        if len(words) != 2:
            raise Refused("syntax error: play needs a colour and a vertex, such as play black D4")
        state = self._turn_of(words[0])
        try:
            action = action_of(self.game, words[1])
        except ValueError as error:
            raise Refused(f"illegal move: {error}") from None
        if action is PASS and isinstance(self.game, Havannah):
            self.game = replace(self.game, passing=True)  # for the rest of this match
        legal = self.game.actions(state)
        if action not in legal:
            reason = f"illegal move: {words[1]} can't be played now"
            if isinstance(self.game, KInARow) and self.game.gravity:
                free = " ".join(word_of(self.game, action) for action in legal)
                reason += f"; stones fall, and can come to lie at {free}"
            raise Refused(reason)
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

    def _do_time_settings(self, words: list[str]) -> str:
        """Keep the seconds for a move: those of a period, shared by its stones."""
        main, period, stones = _numbers(words, 3)
        self._seconds = period / stones if stones else main / 20 if main else None
        self._player = None
        return ""

    def _turn_of(self, word: str) -> State:
        """The state, in which it must be the turn of the colour of this name or first letter."""
        state, game = self.state, self.game
        colours = colours_of(game)
        colour = {name[0]: name for name in colours}.get(word.lower(), word.lower())
        if colour not in colours:
            raise Refused(f"syntax error: {word!r} is not a colour, {' and '.join(colours)} are")
        if game.is_terminal(state):
            raise Refused("illegal move: the game is over")
        turn = colours[game.players.index(game.to_move(state))]
        if turn != colour:
            self.out_of_turn = True
            raise Refused(f"illegal move: it is the turn of {turn}")
        return state


def _numbers(words: list[str], count: int) -> list[int]:
    """So many whole numbers, none of which has more than ten digits."""
    if len(words) != count or not all(word.isdecimal() and len(word) <= 10 for word in words):
        raise Refused(f"syntax error: {count} whole number{'s' * (count > 1)} expected")
    return [int(word) for word in words]


# --- the words of the protocol ---------------------------------------------------------------


def check_speakable(game: Game) -> Game:
    """The game, if programs can be asked for its moves: Havannah, or one of rows for two."""
    if isinstance(game, Havannah):
        if game.size > LARGEST:
            raise ValueError(
                f"{game!r} has {2 * game.size - 1} columns, and GTP a letter for 26 of them;"
                f" choose a size up to {LARGEST}"
            )
    elif not isinstance(game, KInARow) or len(game.players) != 2:
        raise ValueError(
            f"GTP is for Havannah and for two players of whom a row of stones wins, as in gomoku,"
            f" connect-four and tic-tac-toe; this is {game!r}"
        )
    elif game.columns > len(LETTERS):
        raise ValueError(
            f"GTP has letters for {len(LETTERS)} columns; this board has {game.columns}"
        )
    return game


def colours_of(game: Game) -> tuple[str, str]:
    """What the protocol calls the players, in the order in which they move."""
    return HAVANNAH_COLOURS if isinstance(game, Havannah) else COLOURS


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


def word_of(game: Game, action: Any) -> str:
    """How the protocol writes this action; in games of rows without a letter I.

    >>> from course_lib.games import Gomoku
    >>> word_of(Havannah(10), (12, 3)), word_of(Gomoku(15), (0, 8)), Gomoku(15).action_name((0, 8))
    ('L3', 'J15', 'i15')
    """
    if action is PASS:
        return "pass"
    if not isinstance(game, KInARow):
        return game.action_name(action)
    row, column = action
    return f"{LETTERS[column]}{game.rows - row}"


def action_of(game: Game, text: str) -> Action:
    """The action, PASS or RESIGN, that is written so; what is no such word is a `ValueError`.

    >>> action_of(Havannah(10), "l3")
    (12, 3)
    """
    word = text.strip().upper()
    if word in {"RESIGN", "PASS"}:
        return RESIGN if word == "RESIGN" else PASS
    if not isinstance(game, KInARow):
        return game.action_named(word)
    found = _VERTEX.fullmatch(word)
    if found is None:
        raise ValueError(
            f"{text!r} is not a vertex; one such as D4 would be, and there is no letter I"
        )
    row, column = game.rows - int(found[2]), LETTERS.index(found[1])
    if not (0 <= row < game.rows and column < game.columns):
        last = word_of(game, (0, game.columns - 1))
        raise ValueError(f"{text!r} is off the board, which goes from A1 to {last}")
    return row, column


# --- a player at somebody's server ----------------------------------------------------------------

_LONGEST = 10_000
"""No command of a server is longer than so many bytes."""

_TIMEOUT = 30
"""Seconds after which a server that says nothing counts as not there."""

_HINT_AFTER = 5
"""Seconds after which somebody who looks on hears that nothing has come yet."""

News = Callable[[str], object]
"""Is called with a sentence that says what is being waited for."""


def connect(
    player: PlayerFunction,
    host: str,
    port: int,
    *,
    games: int = 1,
    game: Game | None = None,
    name: str | None = None,
) -> tuple[str, ...]:
    """How each game has ended, in the server's words, after so many games on this port.

    The player waits there until another program or a person wants to play it, and dials again for
    each further game. `game` is the game that is played there, Havannah if you don't say; the
    server chooses the size. `name` is what the others see.

    A server that can't be reached, begins no game, plays another game or hangs up in the middle is
    a `ConnectionError` whose sentence says what to look at.

    >>> from course_lib.play import minimax_player
    >>> try:
    ...     connect(minimax_player(), "127.0.0.1", 1)
    ... except ConnectionError as nobody:
    ...     print(str(nobody).partition(" (")[0])
    nobody answers at 127.0.0.1, port 1
    """
    check_player("to connect", player)
    check_dialling(port, games)
    new_game = getattr(player, "new_game", None)

    def fresh(game: Game, _seconds: float | None) -> PlayerFunction:
        """The player, which hears of the new game when its first move in it is wanted."""
        prepare(player, game)
        waiting = [new_game] if new_game is not None else []

        def move(game: Game, state: State) -> Action:
            if waiting:
                waiting.pop()(game, game.to_move(state), None)
            return player(game, state)

        return move

    board, shown = Havannah() if game is None else game, name or label_of(player)
    prepare(player, board)  # before the server waits; another size may take a moment more
    return tuple(connect_once(fresh, host, port, game=board, name=shown) for _ in range(games))


def check_dialling(port: int, games: int) -> None:
    """Refuse what is no number of a port, or of games."""
    must_be_whole(1, games=games)
    if not isinstance(port, int) or not 1 <= port <= 65_535:
        raise ValueError(
            f"port is {port!r}; it is the number that the server prints for this game, such as 4455"
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
    import socket  # noqa: PLC0415 - only who plays over a network needs them
    from select import select  # noqa: PLC0415

    where = f"{host}, port {port}"
    try:
        line = socket.create_connection((host, port), timeout=_TIMEOUT)
    except OSError as error:
        raise ConnectionError(
            f"nobody answers at {where} ({error}). Is the server running, and are these"
            " the address and the port that it printed when it was started?"
        ) from None
    with line:
        line.settimeout(None)
        # Our servers greet at once, something else may stay silent.
        if news is not None and not select([line], [], [], _HINT_AFTER)[0]:
            news(f"Nothing has come from {where}, so far. Is it the number of the page?")
        if not select([line], [], [], _TIMEOUT)[0]:
            raise ConnectionError(
                f"nothing has come from {where} in {_TIMEOUT} s; a port for programs says something"
                " at once, and the number of the page is another one"
            )
        engine = GtpEngine(game, make_player, name)
        return _answer_all(engine, line, where, news or (lambda _: None))


def _answer_all(engine: GtpEngine, line: socket.socket, where: str, news: News) -> str:
    """Answer every command until the server says `quit`; its last comment."""
    comment, begun, strange = "", False, ""
    with line.makefile("r", encoding="utf-8", errors="replace", newline="\n") as source:
        try:
            while not engine.over:
                sent = source.readline(_LONGEST)
                if not sent:
                    raise ConnectionError("it hung up")
                command = sent.strip()
                comment = command[1:].strip() if command.startswith("#") else comment
                answers = "".join(f"{answer}\n" for answer in engine.answer(sent))
                begun = begun or command == "clear_board"
                # None of our servers sends such a command if it plays this game.
                sets_up = command.startswith(("boardsize", "rectangular_boardsize", "play"))
                if answers.startswith("?") and (sets_up or engine.out_of_turn):
                    strange = strange or command
                if answers and not engine.over:
                    line.sendall(answers.encode())
                if command == "name":
                    news(f"Waiting for somebody to play at {where}.")
        except OSError as error:
            last = f" The last that it told: {comment}" if comment else ""
            raise ConnectionError(
                f"the server at {where}, has gone away in the middle ({error});"
                f" dial again when it is back.{last}"
            ) from None
    if strange:
        raise ConnectionError(
            f"the server at {where}, plays another game: {strange!r} means nothing in"
            f" {engine.game!r}"
        )
    if not begun:
        raise ConnectionError(f"no game was begun at {where}: {comment or 'the server hung up'}")
    return comment
