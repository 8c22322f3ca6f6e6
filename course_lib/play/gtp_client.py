"""A player at somebody's server: `connect(player, "127.0.0.1", 4455)`, in the Go Text Protocol."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from course_lib.game import Action, Game, Player, State
from course_lib.games.havannah import Havannah
from course_lib.play.match import check_player
from course_lib.play.players import PlayerFunction, label_of

if TYPE_CHECKING:
    import socket

    from course_lib.play.gtp import GtpEngine, MakePlayer

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
    from course_lib.play.gtp import GtpEngine  # noqa: PLC0415 - only who plays over a network needs it

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
    import socket  # noqa: PLC0415 - as above

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
