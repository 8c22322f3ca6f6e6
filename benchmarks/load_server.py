"""What a class server needs for so many tables: `python -m benchmarks.load_server 1 40 200`.

Programs play random moves in Havannah of size 6, and connect again after each game, for half a
minute. CPU time and memory are the server's own, as the system reports them (Linux).
"""

from __future__ import annotations

import argparse
import asyncio
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

SECONDS = 30.0
PLAN = "page = 0\n[[port]]\nport = 0\ngame = 'havannah'\nsize = 6\n"


async def program(port: int, rng: Random, moves: list[int]) -> None:
    """Play game after game, on any cells that are free, and count the moves."""
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        left = [f"{chr(65 + x)}{y + 1}" for x in range(11) for y in range(11) if abs(x - y) < 6]
        rng.shuffle(left)
        while line := (await reader.readline()).decode().split():
            answer = ""
            if line[0] == "play":
                left.remove(line[2].upper())
            elif line[0] == "genmove":
                answer = left.pop()
                moves[0] += 1
            elif line[0] == "name":
                answer = f"n{rng.random()}"
            if line[0] not in ("#", "quit"):
                writer.write(f"= {answer}\n\n".encode())
        writer.close()


def taken(process: int) -> tuple[float, float]:
    """The seconds that it has computed, and its memory in MB."""
    stat = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    memory = int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1000
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK"), memory


async def measured(process: int, port: int, page: str, tables: int) -> str:
    """A row of the table."""
    moves, waits = [0], []
    before, memory = taken(process)
    programs = [
        asyncio.create_task(program(port, Random(number), moves)) for number in range(2 * tables)
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
    each = 1000 * (after - before) / moves[0]
    page_time = f"{statistics.median(waits):.0f}, {max(waits):.0f} ms"
    memories = f"{memory:.1f}, {later:.1f} MB"
    return f"| {tables} | {moves[0]:,} | {each:.2f} ms | {memories} | {page_time} |"


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
