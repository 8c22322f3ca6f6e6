"""A player at somebody's server: `connect(player, "127.0.0.1", 4455)`."""

from __future__ import annotations

import select
import socket
from collections.abc import Callable
from random import Random

from course_lib.game import Action, Game, Player, State
from course_lib.games.havannah import Havannah
from course_lib.play.match import check_player
from course_lib.play.meet.gtp_engine import GtpEngine, MakePlayer
from course_lib.play.players import PlayerFunction, label_of

_LONGEST = 10_000
"""No command of a server is longer than so many bytes."""

_DIALLING = 30
"""Seconds after which a server that says nothing counts as not there."""

_WONDERING = 5
"""Seconds after which somebody who looks on is told that nothing has come yet."""

News = Callable[[str], None]
"""Hears what is waited for, in a sentence."""

_PORTS = range(1, 65_536)


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
    each further game. `game` is the game that is played there, Havannah if it is not told; the
    server says the size. `name` is what the others see, and `news`, such as `print`, is told what
    is waited for.

    A server that can't be reached, begins no game, plays another game or hangs up in the middle is
    a `ConnectionError` whose sentence says what to look at.
    """
    check_player("to connect", player)
    check_dialling(port, games)

    def fresh(_game: Game, _seconds: float | None) -> PlayerFunction:
        return _Fresh(player, rng)

    board, shown = Havannah() if game is None else game, name or label_of(player)
    return tuple(meet(fresh, host, port, game=board, name=shown, news=news) for _ in range(games))


def meet(
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
    with _dialled(host, port) as line:
        _hear_something(line, where, news)
        told, begun, strange = _answered(engine, line, where, news)
    if strange:
        raise ConnectionError(
            f"the server at {where}, plays another game: {strange!r} means nothing in {game!r}"
        )
    if not begun:
        raise ConnectionError(f"no game was begun at {where}: {told or 'the server hung up'}")
    return told


def _answered(
    engine: GtpEngine, line: socket.socket, where: str, news: News | None
) -> tuple[str, bool, str]:
    """The last thing told, whether a game was begun, and a command that no server of ours gives.

    It answers what is asked, until the server says `quit`.
    """
    told, begun, strange = "", False, ""
    source = line.makefile("r", encoding="utf-8", errors="replace", newline="\n")
    try:
        while not engine.over:
            asked = source.readline(_LONGEST)
            if not asked:
                raise ConnectionError("it hung up")
            command = asked.strip()
            if command.startswith("#"):
                told = command[1:].strip()
            answers = "".join(f"{answer}\n" for answer in engine.answer(asked))
            begun = begun or command == "clear_board"
            if answers.startswith("?") and _is_strange(command, answers):
                strange = strange or command
            if answers and not engine.over:
                line.sendall(answers.encode())
            if command == "name" and news is not None:
                news(f"Waiting for somebody to play at {where}.")
    except OSError as error:
        last = f" The last that it told: {told}" if told else ""
        raise ConnectionError(
            f"the server at {where}, has gone away in the middle ({error});"
            f" dial again when it is back.{last}"
        ) from None
    finally:
        source.close()
    return told, begun, strange


def check_dialling(port: int, games: int) -> None:
    """Refuse what is no number of a port, or of games."""
    if not isinstance(games, int) or games < 1:
        raise ValueError(f"games is {games!r}; it is a whole number from 1 up")
    if not isinstance(port, int) or port not in _PORTS:
        raise ValueError(
            f"port is {port!r}; it is the number that the server prints for this game, such as 4455"
        )


def _is_strange(command: str, refusal: str) -> bool:
    """Whether a server of our game would never have said this, which we have refused."""
    word = command.partition(" ")[0]
    return word in ("boardsize", "rectangular_boardsize", "play") or "the turn of" in refusal


def _hear_something(line: socket.socket, where: str, news: News | None) -> None:
    """Wait for the first words of a server: it greets at once, what is none may be silent."""
    if news is not None and not select.select([line], [], [], _WONDERING)[0]:
        news(f"Nothing has come from {where}, so far. Is it the number of the page?")
    if not select.select([line], [], [], _DIALLING)[0]:
        raise ConnectionError(
            f"nothing has come from {where} in {_DIALLING} s; a port for programs says something at"
            " once, and the number of the page is another one"
        )


def _dialled(host: str, port: int) -> socket.socket:
    """A line to the server."""
    try:
        line = socket.create_connection((host, port), timeout=_DIALLING)
    except OSError as error:
        raise ConnectionError(
            f"nobody answers at {host}, port {port} ({error}). Is the server running, and are these"
            " the address and the port that it printed when it was started?"
        ) from None
    line.settimeout(None)
    return line


class _Fresh:
    """A player at the beginning of a game: it hears of it when it is first asked."""

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
