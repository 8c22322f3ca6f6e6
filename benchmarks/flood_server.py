"""What holds up a move on a class server: `python -m benchmarks.flood_server silence nonsense`.

For ten seconds forty programs play while a flood of this kind comes from the same computer; without
a word, all kinds come in turn. The loop of the server looks every few milliseconds how late it is,
and how long it has computed since it looked last: no turn of it has computed longer. A second
process that does nothing else says how late this computer is anyway.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.load_server import program

SECONDS, LOOK = 10.0, 0.005
HERE = "127.0.0.1"
PLAN = "page = 0\nsite = 'site'\nhall = 'textbook-tree'\n[[port]]\nport = 0\nsize = 6\n"
PAGES = ("/", "/lobby.json", "/hall/", "/lobby.js", "/nothing", "/site/")
NONSENSE = (b"\x00" * 5_000, b"GET / HTTP/9.9\r\n\r\n", b"= a\n\n= b\n\nspam\n", b"? no\n\n" * 300)

Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def looked(beside: Coroutine[Any, Any, None]) -> None:
    """Do this, and print for each second how late its loop was, and how long it computed."""
    doing = asyncio.ensure_future(beside)
    while not doing.done():
        late, computed, until = 0.0, 0.0, time.perf_counter() + 1
        while (began := time.perf_counter()) < until:
            cpu = time.thread_time()
            await asyncio.sleep(LOOK)
            late = max(late, time.perf_counter() - began - LOOK)
            computed = max(computed, time.thread_time() - cpu)
        print(f"looked {1000 * late:.0f} {1000 * computed:.0f}", flush=True)


def serve(plan: Path) -> None:
    """Serve, as `course serve` does, and tell how late the loop is."""
    from course_tools.arena.server import web
    from course_tools.cli import main as course

    run = web.Server.run
    web.Server.run = lambda server, **more: looked(run(server, **more))  # type: ignore[method-assign]
    course(["serve", str(plan)])


async def lines(port: int) -> AsyncIterator[Line]:
    """One line after another, as each is cut."""
    while True:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            line = await asyncio.open_connection(HERE, port)
            yield line
            line[1].close()
        await asyncio.sleep(0.02)


async def says(port: int, words: bytes, every: float = 0, *, half: bool = False) -> None:
    """Say this, perhaps again and again, or hang up halfway, and wait until the line is cut."""
    async for reader, writer in lines(port):
        writer.write(words)
        if half:
            writer.write_eof()
        with contextlib.suppress(OSError):
            while every and not reader.at_eof():
                await asyncio.sleep(every)
                writer.write(words)
            while await reader.read(1_000):
                pass


async def loads(port: int, rng: Random) -> None:
    """Load page after page."""
    async for reader, writer in lines(port):
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            while True:
                path = rng.choice(PAGES)
                writer.write(f"GET {path} HTTP/1.1\r\nHost: {HERE}:{port}\r\n\r\n".encode())
                head = await reader.readuntil(b"\r\n\r\n")
                await reader.readexactly(int(head.partition(b"Content-Length: ")[2].split()[0]))


async def posts(port: int, number: int) -> None:
    """Hand in 12 MB, again and again."""
    head = f"POST /hand-in?name=P{number}&lesson=01_x HTTP/1.1\r\nHost: {HERE}:{port}\r\n"
    async for reader, writer in lines(port):
        body = b'{"cells": [], "%f": "%s"}' % (time.time(), b"y" * 12_000_000)
        kind = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write((head + kind).encode() + body)
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            await reader.readuntil(b"\r\n\r\n")


Flood = Callable[[int, int], list[Coroutine[Any, Any, None]]]
FLOODS: dict[str, Flood] = {
    "nothing": lambda _port, _page: [],
    "silence": lambda *both: [says(one, b"") for one in both for _ in range(700)],
    "halves": lambda *both: [says(one, b"GET", half=True) for one in both for _ in range(300)],
    "lorises": lambda *both: [says(one, b"a", 0.5) for one in both for _ in range(400)],
    "nonsense": lambda *both: [says(one, NONSENSE[at % 4]) for one in both for at in range(100)],
    "pages": lambda _, page: [loads(page, Random(number)) for number in range(200)],
    "posts": lambda _, page: [posts(page, number) for number in range(6)],
    "clients": lambda port, _: [program(port, Random(-number), [0]) for number in range(300)],
}


async def flooded(flood: Flood, port: int, page: int) -> int:
    """How many moves the programs made meanwhile."""
    moves = [0]
    honest = [program(port, Random(number), moves) for number in range(40)]
    tasks = [asyncio.ensure_future(one) for one in (*honest, *flood(port, page))]
    await asyncio.sleep(SECONDS)
    for one in tasks:
        one.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return moves[0]


def measured(kind: str) -> str:
    """A row of the table."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        plan = Path(folder, "plan.toml")
        plan.write_text(PLAN, encoding="utf-8")
        plan.parent.joinpath("site").mkdir()
        plan.parent.joinpath("site", "index.html").write_text("A site.", encoding="utf-8")

        def begun(what: str) -> subprocess.Popen[str]:
            words = [sys.executable, "-m", "benchmarks.flood_server", what, str(plan)]
            process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)  # noqa: S603
            stack.enter_context(process)
            stack.callback(process.terminate)
            return process

        server, said = begun("--serve"), ""
        while "Ctrl-C" not in said and server.stdout is not None:
            said += server.stdout.readline()
        [port], [page] = re.findall(r"port (\d+):", said), re.findall(r"page: \S+:(\d+)", said)
        other = begun("--idle")
        moves = asyncio.run(flooded(FLOODS[kind], int(port), int(page)))
        numbers = []
        for process in (server, other):
            process.terminate()
            text = process.communicate()[0]
            seconds = [line.split() for line in re.findall(r"looked (.*)", text)]
            numbers.append([[int(one) for one in column] for column in zip(*seconds, strict=True)])
    (late, computed), (idle, _) = numbers
    lates = f"{statistics.median(late):.0f}, {max(late)} ms | {statistics.median(idle):.0f}"
    return f"| {kind} | {moves:,} | {max(computed)} ms | {lates}, {max(idle)} ms |"


def main() -> None:
    """Print the table, a row for each kind of flood."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.flood_server", description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(FLOODS))
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--idle", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve(arguments.serve)
    elif arguments.idle:
        asyncio.run(looked(asyncio.sleep(3_600)))
    elif unknown := set(arguments.kinds) - set(FLOODS):
        parser.error(f"there is no flood of {min(unknown)}; there are {', '.join(FLOODS)}")
    else:
        print("| flood | moves | computed | late, usual and most | an idle loop beside it |")
        print("| --- | ---: | ---: | ---: | ---: |")
        for kind in arguments.kinds or FLOODS:
            print(measured(kind), flush=True)


if __name__ == "__main__":
    main()
