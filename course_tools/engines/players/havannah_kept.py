"""The games of an experiment, kept in a file as they are played: whoever stops it can go on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from course_lib.games.havannah import Havannah
from course_lib.play import GameRecord, PlayerFunction, play_game
from course_lib.play.progress import with_progress

Made = Mapping[str, Callable[[Random], PlayerFunction]]
"""Two players by their labels: how each is made."""


class KeptGames:
    """Games between players, each by its match and number; in a file, or in memory alone.

    The file is a line of JSON for each game, after a first one that names the program that played.
    A line that was half written when somebody stopped it is played again.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Read what the file has; one made by other players than today's is a `ValueError`."""
        self.path = path
        self.games: dict[tuple[str, int], dict[str, Any]] = {}
        if path is not None:
            self._read(path)

    def match(self, makers: Made, game: Havannah, games: int, seed: str) -> tuple[GameRecord, ...]:
        """So many games of these two, who take turns with X; only what is not kept is played.

        Each game has randomness of its own, from the seed and its number, so it comes out the same
        whenever it is played.
        """
        name = f"size {game.size}, {' - '.join(makers)}, seed {seed}"
        missing = [number for number in range(games) if (name, number) not in self.games]
        for number in with_progress(missing, len(missing), f"games: {' - '.join(makers)}"):
            record = self._played(makers, game, f"{seed} {number}", turned=number % 2 == 1)
            self._keep(name, number, record.to_data())
        return tuple(
            GameRecord.from_data(game, self.games[name, number]) for number in range(games)
        )

    @staticmethod
    def _played(makers: Made, game: Havannah, seed: str, *, turned: bool) -> GameRecord:
        """One game between fresh players; the second one begins if it is turned."""
        labels = list(makers)[::-1] if turned else list(makers)
        players = [makers[label](Random(0)) for label in labels]
        record = play_game(game, players, rng=Random(seed))
        return replace(record, players=dict(zip(game.players, labels, strict=True)))

    def _keep(self, name: str, number: int, data: dict[str, Any]) -> None:
        """Keep this game, in the file too."""
        self.games[name, number] = data
        if self.path is not None:
            _add(self.path, {"match": name, "number": number, **data})

    def _read(self, path: Path) -> None:
        """Read all whole lines, and cut off what comes after them."""
        text = path.read_bytes() if path.exists() else b""
        if not text:
            _add(path, {"players": fingerprint()})
            return
        whole = text[: text.rfind(b"\n") + 1]
        try:
            lines = [json.loads(line) for line in whole.splitlines()]
            begun_with = lines.pop(0)["players"]
            self.games = {(line["match"], line["number"]): line for line in lines}
        except (ValueError, LookupError, TypeError) as error:
            raise ValueError(
                f"{path} holds no games of an experiment ({error}); name another file, or a new one"
            ) from None
        if begun_with != fingerprint():
            raise ValueError(
                f"{path} was begun with other players than today's, so its games prove nothing"
                " about these; name another file, or a new one"
            )
        if whole != text:
            path.write_bytes(whole)


def _add(path: Path, line: Mapping[str, Any]) -> None:
    """Add a line at the end of the file."""
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(json.dumps(line) + "\n")


def fingerprint() -> str:
    """A word for how the players of this folder play: another one when their program changes."""
    parts = ("blocks", "defence", "example", "kept", "sight", "straight", "tree")
    programs = [Path(__file__).with_name(f"havannah_{part}.py") for part in parts]
    # Line ends differ from system to system, and change nothing.
    text = "".join(path.read_text(encoding="utf-8") for path in programs)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
