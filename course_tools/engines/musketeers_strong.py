"""Who wins from every position of Three Musketeers: `StrongSolution(game)`, in a file.

Layers are sets of positions with the same number of guards; each follows from the one below, so
nothing is ever searched. `musketeers_folding.py` says how positions become numbers.

A bitmap has a bit for each set of guards, in words of 64: the six lowest squares are a place in
the word, the others its number. Words are listed by how many bits their number has (`listed`,
`starts`), and `lows[k]` marks the places in a word with k bits, so that a layer is a few lists of
words with a mask each.

The file is a line of JSON that says what it is, then the bitmaps. It is written whole or not at
all. The line has the version of the form, the game, how many layers are done, and a checksum of
what follows; a file that does not fit its line is refused.
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from course_lib.game import Action, Game, Player, State
from course_lib.plain import write_whole
from course_lib.play.progress import with_progress
from course_tools.engines.jit import array_kernel, have_numba, kernel
from course_tools.engines.musketeers_folding import Folding, musketeers_game, squares_of

Words = NDArray[np.uint64]
Whole = NDArray[np.int64]

HEAD = 4096
"""The line has so many bytes, filled up with spaces: a page, so that the table begins on one."""

BETWEEN = 20.0
"""After so many seconds, and when it is stopped, the work that was done is kept."""

LOW = 6
"""So many bits of a set of guards are a place in a word."""

MOST_BITS_IN_PLAIN_PYTHON = 9
"""With more squares for guards the work would take hours without numba."""

MUSKETEERS, GUARDS = 0, 1
"""The two bitmaps of a placement, by who is to move; a bit is set where the musketeers win."""


class StrongSolution:
    """Who wins from every position of one board and one reading of the rules, in a file.

    `make` works it out, and goes on where it was stopped; `values` and `winner` only look up.
    """

    kept = "bitmaps"
    """How the file's name ends, which also says what is in it."""
    number: np.dtype[Any] = np.dtype("<u8")
    most_bytes = 2_000_000_000
    """Larger tables are not begun: they would not fit into an ordinary computer's memory."""

    def __init__(self, game: Game, path: str | os.PathLike[str] | None = None) -> None:
        """Fold this game's board; nothing is worked out or read yet."""
        rules = self.rules = musketeers_game(game)
        musketeers = len(squares_of(rules.initial)[0])
        self.folding = Folding(rules.rows, rules.columns, musketeers)
        self.shape = self._shape()
        self.facts: dict[str, Any] = {
            "what": "Three Musketeers, every position",
            "version": 2,
            "rows": rules.rows,
            "columns": rules.columns,
            "musketeers": musketeers,
            "stuck_guards": rules.stuck_guards,
            "stuck_musketeers": rules.stuck_musketeers,
            "kept": self.kept,
            "shape": [*self.shape],
        }
        name = f"three-musketeers-{rules.rows}x{rules.columns}-{musketeers}"
        name += "-pass" if rules.stuck_guards == "pass" else ""
        name += "-any-moment" if rules.stuck_musketeers == "any moment" else ""
        self.path = Path(path) if path else data_folder() / f"{name}.{self.kept}"
        if not self.folding.kept:
            raise ValueError(
                f"on the board of {rules!r} the musketeers are always in line, and have lost; take"
                " one with more rows or columns"
            )
        self.size = self.number.itemsize * math.prod(self.shape)
        if self.size > self.most_bytes:
            raise ValueError(
                f"{rules!r} has too many positions to be solved strongly: the file would have"
                f" {self.size / 1e9:,.0f} gigabytes, and {self.most_bytes / 1e9:.0f} are the most."
                " Take a smaller board, or fewer musketeers"
            )

    @property
    def complete(self) -> bool:
        """Whether the file is there."""
        return self.path.exists()

    @cached_property
    def table(self) -> Any:
        """For each placement two bitmaps, MUSKETEERS and GUARDS to move.

        They come from the file, which is read only where it is looked at.
        """
        return self._read(self.path)[1]

    def make(self, *, threads: int = 1) -> None:
        """Work out what the file has not; the same call goes on with work that was stopped.

        A file that is there already is compared with its checksum.
        """
        if self.complete:
            self._read(self.path, check=True)
            return
        if threads < 1:
            raise ValueError(f"{threads} threads can't work; it must be 1 or more")
        if self.folding.bits > MOST_BITS_IN_PLAIN_PYTHON and not have_numba():
            raise ValueError(
                f"every position of {self.rules!r} would take days in plain Python: pip install"
                " numba, or take a smaller board"
            )
        begun = self.path.with_name(f"{self.path.name}.begun")
        done, bitmaps = 0, np.zeros(self.shape, dtype=self.number)
        if begun.exists():
            # Copied at once: some systems do not let go of a file that is still read.
            done, bitmaps[...] = self._read(begun, check=True)
        kept_at, layers = time.monotonic(), self.folding.bits + 1
        work = self._layers(bitmaps, done, threads)
        parts = (layers - done) * len(self.folding.kept)
        try:
            for layer in with_progress(work, parts, "parts"):
                if layer > done and time.monotonic() - kept_at >= BETWEEN:
                    self._write(begun, layer, bitmaps)
                    kept_at = time.monotonic()
                done = layer
        except KeyboardInterrupt:
            work.close()
            self._write(begun, done, bitmaps)
            raise
        self._write(self.path, layers, bitmaps)
        begun.unlink(missing_ok=True)

    def close(self) -> None:
        """Let go of the file, so that it can be deleted on every system."""
        self.__dict__.pop("table", None)

    def winner(self, state: State) -> Player:
        """Who wins from this position, if both sides play their best."""
        rules, player = self.rules, state.to_move
        if rules.is_terminal(state):
            return str(rules.winner(state))
        number, guards = self.folding.find(*squares_of(state))
        word = self.table[number, rules.players.index(player), guards >> LOW]
        return "musketeers" if int(word) >> (guards & 63) & 1 else "guards"

    def values(self, state: State) -> dict[Action, float]:
        """1 for every action that wins, and -1 for every one that loses."""
        return {
            action: 1 if self.winner(self.rules.result(state, action)) == state.to_move else -1
            for action in self.rules.actions(state)
        }

    def counts(self) -> tuple[int, int, int]:
        """Positions a side out of line, and those the musketeers win: to move, and not."""
        ours = [0, 0]
        there = np.uint64(2 ** min(64, 1 << self.folding.bits) - 1)  # the places that a word has
        for weight, sides in zip(self.folding.weights, self.table, strict=True):
            for side in (MUSKETEERS, GUARDS):
                ours[side] += weight * int(
                    np.bitwise_count(sides[side] & there).sum(dtype=np.int64)
                )
        return sum(self.folding.weights) << self.folding.bits, ours[0], ours[1]

    # --- the layers ------------------------------------------------------------------------------

    def _shape(self) -> tuple[int, ...]:
        return len(self.folding.kept), 2, 1 << max(0, self.folding.bits - LOW)

    def _layers(self, bitmaps: Words, done: int, threads: int) -> Generator[int, None, None]:
        """Do the layers from this one on; after each placement, how many layers are whole."""
        with ThreadPoolExecutor(threads) as pool:
            for layer in range(done, self.folding.bits + 1):
                work = self._work_on(bitmaps, layer)
                futures = [pool.submit(work, one) for one in range(len(self.folding.kept))]
                try:
                    for future in futures:
                        future.result()
                        yield layer
                finally:
                    for future in futures:
                        future.cancel()

    @cached_property
    def _lists(self) -> Lists:
        """The words by how many bits their number has, and the places in a word likewise."""
        bits = self.folding.bits
        number = 1 << max(0, bits - LOW)
        have = np.bitwise_count(np.arange(number)).astype(np.int64)
        listed = np.argsort(have, kind="stable").astype(np.int64)
        starts = np.searchsorted(have[listed], np.arange(number.bit_length() + 1)).astype(np.int64)
        # The array is longer than a word has bits, so that layers beyond find an empty mask.
        lows = np.zeros(bits + 1 if bits > LOW else LOW + 1, dtype=np.uint64)
        for place in range(min(64, 1 << bits)):
            lows[place.bit_count()] |= np.uint64(1 << place)
        return Lists(listed, starts, lows, have)

    def _work_on(self, bitmaps: Words, layer: int) -> Callable[[int], None]:
        """What does a layer's part of one placement after the other."""
        listed, starts, lows, have = self._lists
        passing = self.rules.stuck_guards == "pass"
        at_once = self.rules.stuck_musketeers == "any moment"

        def work(number: int) -> None:
            near, undone, steps = self._near[number], self._undone[number], self._steps[number]
            known = bitmaps, self._busy
            with np.errstate(over="ignore"):  # products wrap around, in plain Python too
                musketeers_layer(layer, number, near, undone, *known, have, lows)
                guards_layer(
                    layer, number, near, *steps, passing, at_once, *known, listed, starts, lows
                )

        return work

    @cached_property
    def _busy(self) -> Words:
        # All bits are set: nothing is known yet of the words, which may come from a file.
        groups = max(1, self.shape[2] // 64)
        return np.full((2, len(self.folding.kept), groups), 2 ** min(64, self.shape[2]) - 1, "u8")

    @cached_property
    def _near(self) -> list[int]:
        return [self.folding.near(number) for number in range(len(self.folding.kept))]

    @cached_property
    def _steps(self) -> list[tuple[Whole, Whole]]:
        found = []
        for number in range(len(self.folding.kept)):
            apart: dict[int, int] = {}
            paths = []
            for low, high in self.folding.steps(number):
                if LOW <= low < high:
                    apart[high - low] = apart.get(high - low, 0) | 1 << low - LOW
                elif low < high:
                    paths.append((low, high))
            found.append((_table(list(apart.items()), 2), _table(paths, 2)))
        return found

    @cached_property
    def _undone(self) -> list[Whole]:
        # The lowest 14 bits are looked up in two tables, so there are as many at least.
        spare = max(0, 14 - self.folding.bits)
        return [
            _table(
                [(one.after, one.left, one.taken, *one.where, *[0] * spare) for one in undone],
                3 + self.folding.bits + spare,
            )
            for undone in self.folding.undone
        ]

    # --- the file --------------------------------------------------------------------------------

    def _write(self, path: Path, layers: int, bitmaps: Words) -> None:
        """Put the bitmaps, of which so many layers are done, where it is read from again."""
        path.parent.mkdir(parents=True, exist_ok=True)
        head = {**self.facts, "layers": layers, "crc32": crc32(_bytes(bitmaps))}
        write_whole(path, json.dumps(head).ljust(HEAD - 1), "\n", _bytes(bitmaps))

    def _read(self, path: Path, *, check: bool = False) -> tuple[int, Words]:
        """How many layers are done, and the bitmaps; `check` compares the checksum.

        Another game's file, one of another version and a damaged one are a `ValueError`.
        """
        with path.open("rb") as file:
            line = file.read(HEAD)
        try:
            head = json.loads(line)
            layers, found = int(head["layers"]), head["crc32"]
            differing = [name for name, right in self.facts.items() if head.get(name) != right]
        except (ValueError, KeyError, TypeError):
            raise ValueError(
                f"{path} should begin with a line of JSON about a strong solution; delete it"
            ) from None
        if differing:
            name = differing[0]
            raise ValueError(
                f"{path} has {name} {head.get(name)!r}; it should be {self.facts[name]!r}."
                " Delete it"
            )
        if (size := path.stat().st_size) != HEAD + self.size:
            raise ValueError(
                f"{path} has {size:,} bytes, and should have {HEAD + self.size:,}; delete it"
            )
        if path == self.path and layers != self.folding.bits + 1:
            raise ValueError(f"{path} is not the whole solution of {self.rules!r}; delete it")
        bitmaps = np.memmap(path, dtype=self.number, mode="r", offset=HEAD, shape=self.shape)
        if check and crc32(_bytes(bitmaps)) != found:
            raise ValueError(f"{path} is damaged: its checksum is not the one it was written with")
        return layers, bitmaps


class Lists(NamedTuple):
    """What every layer uses: the words by how many bits their number has, and places likewise."""

    listed: Whole
    starts: Whole
    lows: Words
    have: Whole


def _table(rows: Sequence[tuple[int, ...]], columns: int) -> Whole:
    """The rows as an array, which keeps its columns if there are none."""
    return np.array(rows, dtype=np.int64).reshape(-1, columns)


def _bytes(bitmaps: Words) -> memoryview:
    """Their bytes, as they lie in the file."""
    return bitmaps.data.cast("B")


def data_folder() -> Path:
    """Where this system keeps what programs make for one user."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "adversarial-search"


# --- the layers, compiled -----------------------------------------------------------------------

_NONE, _ONE, _SIX = np.uint64(0), np.uint64(1), np.uint64(6)


def _lowest_bits() -> Whole:
    """Which bit the lowest is, by the top six bits of its product with a de Bruijn number."""
    found = np.zeros(64, dtype=np.int64)
    for bit in range(64):
        found[(0x03F79D71B4CB0A89 << bit & 2**64 - 1) >> 58] = bit
    return found


_PRODUCT, _TOP = np.uint64(0x03F79D71B4CB0A89), np.uint64(58)
_LOWEST = _lowest_bits()


@kernel
def places(having: int, lacking: int) -> np.uint64:
    """The places in a word that have all of these bits, and none of those."""
    found = _NONE
    for place in range(64):
        if place & having == having and place & lacking == 0:
            found |= _ONE << np.uint64(place)
    return found


@kernel
def place_of(bit: np.uint64) -> int:
    """Which place this one bit of a word is."""
    return _LOWEST[np.uint64(bit * _PRODUCT) >> _TOP]


@array_kernel
def musketeers_layer(
    layer: int,
    number: int,
    near: int,
    undone: Whole,
    bitmaps: Words,
    busy: Words,
    have: Whole,
    lows: Words,
) -> None:
    """Mark where the musketeers, to move, win with so many guards on this placement.

    They win where no guard is `near`, which layer 0 marks for all layers, and where a capture leads
    to a position that is won with the guards to move. `bitmaps` has two for each placement: the
    musketeers to move, and the guards. `busy` has a bit for each word that may hold such a
    position, for the layers with an even number and for the others.
    """
    mine = bitmaps[number, 0]
    if layer == 0:
        calm = places(0, near & 63)
        for at in range(mine.size):
            if at << 6 & near == 0:
                mine[at] = calm
        return
    # The set of guards before is put together from its lowest 6 bits, the next 8, and the others.
    first, second = np.zeros(64, dtype=np.int64), np.zeros(256, dtype=np.int64)
    third = np.zeros(1 << (undone.shape[1] - 17), dtype=np.int64)
    for capture in range(undone.shape[0]):
        after, left, taken = undone[capture, 0], undone[capture, 1], undone[capture, 2]
        for half, table in ((3, first), (9, second), (17, third)):
            for some in range(1, table.size):
                bit = place_of(np.uint64(some & -some))
                table[some] = table[some & (some - 1)] | (1 << undone[capture, half + bit])
        # Mostly the lowest 6 stay as they are. Then a whole word is carried over at once.
        guard, gone = 1 << taken, 1 << left & 63
        allowed, alike = places(0, gone), True
        for low in range(64):
            alike &= low & gone != 0 or first[low] == low
        source = bitmaps[after, 1]
        for group in range(busy.shape[2]):
            words = busy[1 - layer % 2, after, group]
            while words != 0:
                lowest = words & (~words + _ONE)
                words ^= lowest
                at = group << 6 | place_of(lowest)
                fewer = layer - 1 - have[at]
                if fewer < 0 or (at << 6) >> left & 1 != 0:
                    continue
                word = source[at] & lows[fewer] & allowed
                base = guard | second[at & 255] | third[at >> 8]
                if alike:
                    mine[base >> 6] |= word << np.uint64(base & 63)
                    continue
                while word != 0:
                    lowest = word & (~word + _ONE)
                    word ^= lowest
                    to = np.uint64(base | first[place_of(lowest)])
                    mine[to >> _SIX] |= _ONE << (to & np.uint64(63))


@array_kernel
def guards_layer(  # noqa: PLR0912 - one loop in one piece
    layer: int,
    number: int,
    near: int,
    apart: Whole,
    paths: Whole,
    passing: bool,  # noqa: FBT001 - compiled functions take no keywords
    at_once: bool,  # noqa: FBT001 - the same
    bitmaps: Words,
    busy: Words,
    listed: Whole,
    starts: Whole,
    lows: Words,
) -> None:
    """Mark where the musketeers win with so many guards on this placement, the guards to move.

    That is where every step leads to a position that is won with the musketeers to move. Guards
    who can't move lose, or, if `passing`, leave it to the musketeers. With `at_once` musketeers who
    have nobody near win now.

    A step goes from a square to its neighbour or back. `apart` has those between two bits of a
    word's number, together where they are equally far apart: how far, and the lower bits. `paths`
    has the others, the lower bit and the higher.
    """
    mine, theirs, found = bitmaps[number, 0], bitmaps[number, 1], busy[layer % 2, number]
    found[:] = 0
    top = starts.size - 2
    calm = places(0, near & 63)
    # For each path: the bit of the word's number at its end, or 0; how far it is within a word; and
    # the places in a word that have a guard to go up it, and one to come down.
    most = paths.shape[0]
    end, far = np.zeros(most, dtype=np.int64), np.zeros(most, dtype=np.uint64)
    up, down = np.zeros(most, dtype=np.uint64), np.zeros(most, dtype=np.uint64)
    for path in range(most):
        low, high = paths[path, 0], paths[path, 1]
        end[path] = 0 if high < 6 else 1 << (high - 6)
        far[path] = (1 << high) - (1 << low) if high < 6 else 1 << low
        up[path] = places(1 << low, 1 << high & 63)
        down[path] = places(1 << high & 63, 1 << low)
    for many in range(max(0, layer - 6), min(top, layer) + 1):
        mask = lows[layer - many]
        for at in listed[starts[many] : starts[many + 1]]:
            word = mask
            stuck = mask
            for kind in range(apart.shape[0]):
                distance, lower = apart[kind, 0], apart[kind, 1]
                steps = (at ^ at >> distance) & lower
                if steps != 0:
                    stuck = _NONE
                while steps != 0:
                    one = steps & -steps
                    steps ^= one
                    word &= mine[at ^ one ^ one << distance]
                if word == 0:
                    break
            for path in range(most if word != 0 else 0):
                there = mine[at ^ end[path]]
                if end[path] == 0:
                    able = up[path] | down[path]
                    there = there >> far[path] & up[path] | there << far[path] & down[path]
                elif at & end[path]:
                    able = down[path]
                    there = there >> far[path]
                else:
                    able = up[path]
                    there = there << far[path]
                word &= ~able | there
                stuck &= ~able
            if passing:
                word &= ~stuck | mine[at]
            if at_once and at << 6 & near == 0:
                word |= mask & calm
            if word != 0:
                theirs[at] |= word
                found[at >> 6] |= _ONE << np.uint64(at & 63)
