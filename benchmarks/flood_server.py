"""What a flood does to a class that plays: `python -m benchmarks.flood_server silence posts`.

For ten seconds forty programs play, a phone votes and somebody hands in, while a flood of this kind
comes from the same computer and the same address; without a word, all kinds come in turn. The class
notes how long the server takes from the answer to a move to the next question, and all that it is
told; that is looked for in the server's logs afterwards. The server's loop says how long it has
computed between two looks: no turn of it has computed longer. What its threads do is not in that. A
process that does nothing else says how late this computer is anyway.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from benchmarks.load_server import Seen, program

SECONDS, PATIENCE, LOOK = 10.0, 30.0, 0.005
MOST = 50
"""No turn of the loop may compute for so many milliseconds, or for as many as an idle process waits
on this computer; but where hundreds have moves to make, it may."""
HERE = "127.0.0.1"
PLAN = "page = 0\nsite = 'site'\nhall = 'textbook-tree'\n[[port]]\nport = 0\nsize = 3\n"
PAGES = ("/", "/lobby.json", "/hall/", "/lobby.js", "/nothing", "/site/")
NONSENSE = (
    b"\x00" * 5_000_000,
    b"GET / HTTP/9.9\r\n\r\n",
    b"= a\n\n= b\n\nspam\n",
    b"? no\n" * 300,
)

Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Task = Coroutine[Any, Any, None]


async def looked(beside: Task) -> None:
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
    web.Server.run = lambda *own, **more: looked(run(*own, **more))  # type: ignore[method-assign]
    course(["serve", str(plan)])


# --- lines ---------------------------------------------------------------------------------------


async def lines(port: int) -> AsyncIterator[Line]:
    """One line after another, as each is cut."""
    while True:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            line = await asyncio.open_connection(HERE, port)
            yield line
            line[1].close()
        await asyncio.sleep(0.02)


async def answered(line: Line, path: str, body: bytes | None = None, cookie: str = "") -> Any:
    """The status, the cookie and the text that this page answers."""
    head = (
        f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: {HERE}:{port_of(line)}\r\n"
    )
    if body is not None:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    line[1].write(f"{head}Cookie: {cookie}\r\n\r\n".encode() + (body or b""))
    came = (await line[0].readuntil(b"\r\n\r\n")).decode()
    text = await line[0].readexactly(int(re.findall(r"Content-Length: (\d+)", came)[0]))
    return int(came.split()[1]), "".join(re.findall(r"Set-Cookie: ([^;]*)", came)), text


def port_of(line: Line) -> int:
    """The server's port."""
    return int(line[1].get_extra_info("peername")[1])


# --- the class -----------------------------------------------------------------------------------


class Told(NamedTuple):
    """What a class was told: by its programs, on receipts, and of the votes of its phones."""

    seen: Seen
    codes: list[str]
    votes: list[str]


async def hands_in(page: int, told: Told) -> None:
    """Hand in one small notebook after the other."""
    async for line in lines(page):
        for number in count(len(told.codes)):
            body = json.dumps({"cells": [number]}).encode()
            _, _, text = await answered(line, f"/hand-in?name=Ada{number}&lesson=01_x", body)
            told.codes.append(json.loads(text)["code"])


async def votes(page: int, hall: str, told: Told) -> None:
    """Let the class vote, and vote with one phone after the other."""
    async for line in lines(page):
        if not told.votes:
            await answered(line, f"{hall}do", b'{"do": "next"}')
        _, phone, _ = await answered(line, "/hall/")
        question = json.loads((await answered(line, "/hall/news?known=-1", None, phone))[2])
        vote = json.dumps({"question": question["question"], "option": 1}).encode()
        if (await answered(line, "/hall/vote", vote, phone))[0] == 200:
            told.votes.append(phone.partition("=")[2])


async def learn(port: int, page: int, hall: str) -> None:
    """Be a class for a while, longer where nothing was told so far, and print what it was told."""
    told = Told(Seen([], [], []), [], [])
    work = [hands_in(page, told), votes(page, hall, told)]
    work += [program(port, Random(number), told.seen, 3) for number in range(40)]
    tasks = [asyncio.ensure_future(one) for one in work]
    await asyncio.wait(tasks, timeout=SECONDS)
    if not all((told.seen.ends, *told[1:])):
        await asyncio.wait(tasks, timeout=PATIENCE)
    for one in tasks:
        one.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    print(json.dumps(told))


# --- floods --------------------------------------------------------------------------------------


async def says(port: int, words: bytes, every: float = 0, *, half: bool = False) -> None:
    """Say this, perhaps again and again, or hang up halfway, and wait until the line is cut."""
    async for reader, writer in lines(port):
        writer.write(words)
        if half:
            writer.write_eof()
        while every and not reader.at_eof():
            await asyncio.sleep(every)
            writer.write(words)
        while await reader.read(1_000):
            pass


async def loads(port: int, rng: Random) -> None:
    """Load page after page."""
    async for line in lines(port):
        while True:
            await answered(line, rng.choice(PAGES))


async def posts(port: int, number: int, words: bytes) -> None:
    """Hand in a notebook of these words, again and again."""
    async for line in lines(port):
        body = b'{"%f": 1, "cells": [%s0]}' % (time.time(), words)
        await answered(line, f"/hand-in?name=P{number}&lesson=01_x", body)


Flood = Callable[[int, int, float], list[Task]]
FLOODS: dict[str, Flood] = {
    "nothing": lambda *_: [],
    "silence": lambda *to: [says(one, b"") for one in to[:2] for _ in many(700, to)],
    "halves": lambda *to: [says(one, b"GET", half=True) for one in to[:2] for _ in many(300, to)],
    "lorises": lambda *to: [says(one, b"a", 0.5) for one in to[:2] for _ in many(400, to)],
    "nonsense": lambda *to: [says(p, NONSENSE[at % 4]) for p in to[:2] for at in many(100, to)],
    "pages": lambda *to: [loads(to[1], Random(number)) for number in many(200, to)],
    "posts": lambda *to: [posts(to[1], at, b'"y",' * 3_000_000) for at in many(6, to)],
    "notebooks": lambda *to: [posts(to[1], at, b"[]," * 660_000) for at in many(30, to)],
    "clients": lambda *to: [
        program(to[0], Random(-number), Seen([], [], []), 3) for number in many(300, to)
    ],
}


def many(number: int, to: Any) -> range:
    """So many, or a share of them."""
    return range(round(number * to[2]) or 1)


class Row(NamedTuple):
    """What a flood did: to the class, what was lost of what it was told, to the server's loop."""

    kind: str
    told: Told
    lost: list[str]
    computed: int
    late: int
    idle: int

    @property
    def right(self) -> bool:
        """Whether the class went on, nothing was lost, and no move was held up."""
        seen, *more = self.told
        goes_on = seen.ends and not seen.away and all(more)
        in_time = self.computed < max(MOST, self.idle) or self.kind == "clients"
        return bool(goes_on and not self.lost and in_time)

    def __str__(self) -> str:
        seen, codes, votes = self.told
        waits = [1000 * one for one in seen.waits] or [0.0]
        wait = f"{statistics.median(waits):.1f}, {max(waits):.0f} ms"
        plays = (
            f"{len(seen.ends)}, {len(seen.waits):,} | {len(seen.away)} | {len(votes)}, {len(codes)}"
        )
        rest = f"{self.computed}, {self.late} ms | {self.idle} ms"
        return f"| {self.kind} | {plays} | {len(self.lost)} | {wait} | {rest} |"


def measured(kinds: list[str], share: float) -> Row:
    """What these floods do, all at once."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        plan = Path(folder, "plan.toml")
        plan.write_text(PLAN, encoding="utf-8")
        plan.parent.joinpath("site").mkdir()
        plan.parent.joinpath("site", "index.html").write_text("A site.", encoding="utf-8")

        def begun(*what: object) -> subprocess.Popen[str]:
            words = [sys.executable, "-m", "benchmarks.flood_server", *map(str, what)]
            root = Path(__file__).parents[1]
            process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=root)  # noqa: S603
            stack.enter_context(process)
            stack.callback(process.kill)
            return process

        server, said = begun("--serve", plan), ""
        while "Ctrl-C" not in said and server.stdout is not None:
            said += server.stdout.readline()
        [port], [page] = re.findall(r"port (\d+):", said), re.findall(r"page: \S+:(\d+)", said)
        [hall] = re.findall(r"hall, for you: http://[^/]*(\S+)", said)
        idle, learning = begun("--idle"), begun("--learn", port, page, hall)
        floods = [one for kind in kinds for one in FLOODS[kind](int(port), int(page), share)]
        heard = asyncio.run(flooded(floods, learning))
        seen, *more = json.loads(heard)
        told, looks = Told(Seen(*seen), *more), []
        for process in (server, idle):
            process.terminate()
            found = re.findall(r"looked (\d+) (\d+)", process.communicate()[0])
            looks.append([max(int(one) for one in column) for column in zip(*found, strict=True)])
        (late, computed), (alone, _) = looks
        missing = lost(told, plan.parent / "records")
        return Row("+".join(kinds), told, missing, computed, late, alone)


async def flooded(floods: list[Task], learning: subprocess.Popen[str]) -> str:
    """What the class prints when its time is over, with this flood as long."""
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # as of lines that were cut
    tasks = [asyncio.ensure_future(one) for one in floods]
    heard = await asyncio.to_thread(learning.communicate)
    for one in tasks:
        one.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return heard[0]


def lost(told: Told, records: Path) -> list[str]:
    """What a class was told and the logs in this folder don't have."""
    from course_tools.arena.server.store import Kept
    from course_tools.log import recovered

    kept = Kept.of(recovered((records / "class.log").read_bytes()).entries)
    hall = recovered((records / "hall.log").read_bytes()).entries
    voted = {one["by"] for one in hall if "vote" in one}
    ended = {name for one in kept.games.values() if one.end for name in one.players.values()}
    games = {*told.seen.ends} - ended
    codes = {*told.codes} - {one["code"] for one in kept.hand_ins}
    return [*kept.odd, *games, *codes, *(one for one in told.votes if one not in voted)]


def main() -> None:
    """Print the table, a row for each kind of flood."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.flood_server", description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"{', '.join(FLOODS)}, or a+b")
    parser.add_argument("--share", type=float, default=1, help="only so much of each (default: 1)")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--learn", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--idle", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    kinds = [one.split("+") for one in arguments.kinds or FLOODS]
    if arguments.serve:
        serve(arguments.serve)
    elif arguments.idle:
        asyncio.run(looked(asyncio.sleep(3_600)))
    elif arguments.learn:
        port, page, hall = arguments.learn
        asyncio.run(learn(int(port), int(page), hall))
    elif unknown := {kind for each in kinds for kind in each} - set(FLOODS):
        parser.error(f"there is no flood of {min(unknown)}; there are {', '.join(FLOODS)}")
    else:
        print("| flood | games, moves | turned away | votes, hand-ins | lost | wait for a move,"
              " usual and most | the loop computed, was late | an idle loop |")  # fmt: skip
        print("| --- |" + " ---: |" * 7)
        rows = []
        for each in kinds:
            rows.append(measured(each, share=arguments.share))
            print(rows[-1], flush=True)
        if wrong := [row.kind for row in rows if not row.right]:
            sys.exit(f"The class did not go on as it should: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
