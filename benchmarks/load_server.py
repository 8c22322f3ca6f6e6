"""What a class server needs for so many tables: `python -m benchmarks.load_server 1 40 200`.

Programs play random moves in Havannah of size 6, and connect again after each game, for half a
minute. CPU time and memory are the server's own, as the system reports them (Linux).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from random import Random
from typing import NamedTuple

SECONDS = 30.0
PLAN = "page = 0\n[[port]]\nport = 0\ngame = 'havannah'\nsize = 6\n"


class Seen(NamedTuple):
    """What programs see: how long they wait for a move of theirs, which games end, what fails."""

    waits: list[float]
    """Seconds from the answer to the other's move to the question for one's own."""
    ends: list[str]
    """The names that a program had in games that have ended."""
    away: list[str]
    """How lines have ended without a game."""


async def program(port: int, rng: Random, seen: Seen, size: int) -> None:
    """Play game after game in Havannah, on any cells that are free, each under another name."""
    while True:
        name, words = f"n{rng.random()}", "cut"
        cells = ((x, y) for x in range(2 * size) for y in range(2 * size) if abs(x - y) < size)
        left = [f"{chr(65 + x)}{y + 1}" for x, y in cells if max(x, y) < 2 * size - 1]
        rng.shuffle(left)
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            since, before = 0.0, ""
            while line := (await reader.readline()).decode().split():
                answer = name if line[0] == "name" else ""
                if line[0] == "play":
                    left.remove(line[2].upper())
                elif line[0] == "genmove":
                    if before == "play":
                        seen.waits.append(time.perf_counter() - since)
                    answer = left.pop()
                elif line[0] == "#":
                    words = " ".join(line[1:])
                if line[0] not in ("#", "quit"):
                    writer.write(f"= {answer}\n\n".encode())
                    since = time.perf_counter()
                before = line[0]
            writer.close()
        if words.startswith("You are"):
            seen.ends.append(name)
        else:
            seen.away.append(words)


def taken(process: int) -> tuple[float, float]:
    """The seconds that it has computed, and its memory in MB."""
    stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    memory = int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1000
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK"), memory


async def measured(process: int, port: int, page: str, tables: int) -> str:
    """A row of the table."""
    seen, waits = Seen([], [], []), []
    before, memory = taken(process)
    programs = [
        asyncio.create_task(program(port, Random(number), seen, 6)) for number in range(2 * tables)
    ]
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        began = time.monotonic()
        await asyncio.to_thread(lambda: urllib.request.urlopen(f"{page}lobby.json").read())  # noqa: S310
        waits.append(1000 * (time.monotonic() - began))
        await asyncio.sleep(0.5)
    after, later = taken(process)
    for one in programs:
        one.cancel()
    await asyncio.gather(*programs, return_exceptions=True)
    each = 1000 * (after - before) / len(seen.waits)
    page_time = f"{statistics.median(waits):.0f}, {max(waits):.0f} ms"
    memories = f"{memory:.1f}, {later:.1f} MB"
    return f"| {tables} | {len(seen.waits):,} | {each:.2f} ms | {memories} | {page_time} |"


def main() -> None:
    """Print the table, a row for each number of tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load_server", description=__doc__)
    parser.add_argument("tables", nargs="+", type=int, help="how many at once, a row for each")
    rows = parser.parse_args().tables
    if min(rows) < 1:
        parser.error("each number of tables must be 1 or more")
    print("| tables | moves | CPU a move | memory before, after | page, median and longest |")
    print("| ---: | ---: | ---: | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        plan = Path(folder, "plan.toml")
        plan.write_text(PLAN, encoding="utf-8")
        words = [sys.executable, "-m", "course_tools.cli", "serve", str(plan)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
            try:
                said = ""
                while "Ctrl-C" not in said and server.stdout is not None:
                    said += server.stdout.readline()
                [port], [page] = re.findall(r"port (\d+):", said), re.findall(r"page: (\S+)", said)
                for tables in rows:
                    print(asyncio.run(measured(server.pid, int(port), page, tables)), flush=True)
            finally:
                server.terminate()


if __name__ == "__main__":
    main()
