"""A player at somebody's server: `connect(player, "127.0.0.1", 4455)`."""

from __future__ import annotations

import socket
from random import Random

from course_lib.game import Action, Game, Player, State
from course_lib.games.havannah import Havannah
from course_lib.meet.gtp_engine import GtpEngine
from course_lib.play.match import check_player
from course_lib.play.players import PlayerFunction, label_of

_LONGEST = 10_000
"""No command of a server is longer than so many bytes."""

_DIALLING = 30
"""Seconds after which a server that says nothing counts as not there."""

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
) -> tuple[str, ...]:
    """How each game has ended, in the server's words, after so many games on this port.

    The player waits there until another program or a person wants to play it, and dials again for
    each further game. `game` is the game that is played there, Havannah if it is not told; the
    server says the size. `name` is what the others see.

    A server that can't be reached, or hangs up in the middle, is a `ConnectionError` whose sentence
    says what to look at.
    """
    check_player("to connect", player)
    if not isinstance(games, int) or games < 1:
        raise ValueError(f"games is {games!r}; it is a whole number from 1 up")
    if not isinstance(port, int) or port not in _PORTS:
        raise ValueError(
            f"port is {port!r}; it is the number that the server prints for this game, such as 4455"
        )
    about = {"name": name or label_of(player), "version": "1"}
    board = Havannah() if game is None else game

    def fresh(_game: Game, _seconds: float | None) -> PlayerFunction:
        return _Fresh(player, rng)

    return tuple(_one_game(GtpEngine(board, fresh, about), host, port) for _ in range(games))


def _one_game(engine: GtpEngine, host: str, port: int) -> str:
    """Dial, answer what is asked, and give back the last thing that was told."""
    told = ""
    with _dialled(host, port) as line:
        source = line.makefile("r", encoding="utf-8", errors="replace", newline="\n")
        try:
            while not engine.over:
                asked = source.readline(_LONGEST)
                if not asked:
                    raise ConnectionError("it hung up")
                if asked.startswith("#"):
                    told = asked[1:].strip()
                answers = "".join(f"{answer}\n" for answer in engine.answer(asked))
                if answers and not engine.over:
                    line.sendall(answers.encode())
        except OSError as error:
            last = f" The last that it told: {told}" if told else ""
            raise ConnectionError(
                f"the server at {host}, port {port}, has gone away in the middle ({error});"
                f" dial again when it is back.{last}"
            ) from None
        finally:
            source.close()
    return told


def _dialled(host: str, port: int) -> socket.socket:
    """A line to the server, on which one may wait as long as it takes until somebody comes."""
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
