"""`course serve` in a real process for tests, and programs that misbehave at a real socket."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.parse
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class Served:
    """A running server: its `ports` in the order of the plan, and its `page`."""

    def __init__(self, folder: Path, plan: str, files: int | None) -> None:
        """Start the process, which may have so many open files, and wait for its ports."""
        self.folder = folder
        file = folder / "plan.toml"
        file.write_text(plan, encoding="utf-8")
        command = [sys.executable, "-m", "course_tools.cli", "serve", str(file), "--seed", "1"]
        if files is not None:
            command = ["sh", "-c", 'ulimit -n "$0" && exec "$@"', str(files), *command]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
        )
        self.said = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line)
            if "Ctrl-C stops it" in line:
                break
        text = "".join(self.said)
        self.ports = [int(port) for port in re.findall(r"^port (\d+):", text, re.MULTILINE)]
        self.page = re.findall(r"^page: (\S+)", text, re.MULTILINE)[0]
        self.page_port = int(self.page.rpartition(":")[2].strip("/"))

    def said_of(self, what: str) -> str:
        """The rest of the line that begins like this."""
        return next(line for line in self.said if line.startswith(what)).removeprefix(what).strip()

    def stop(self, how: int = signal.SIGTERM) -> str:
        """What the process still said after this signal; it has ended then."""
        self.process.send_signal(how)
        said, _ = self.process.communicate(timeout=30)
        return said

    def get(self, path: str) -> str:
        """What a browser gets."""
        status, _, text = ask(self.page_port, f"/{path}")
        assert status == 200, text
        return text

    def _sent(self, notebook: str, token: str, query: dict[str, str]) -> tuple[int, str]:
        headers = {"Content-Type": "application/json", "Authorization": token}
        path = f"/hand-in?{urllib.parse.urlencode(query)}"
        status, _, text = ask(self.page_port, path, notebook.encode(), **headers)
        return status, text

    def hand_in(self, notebook: str, token: str = "", **query: str) -> Any:
        """The receipt for this notebook."""
        status, text = self._sent(notebook, token, query)
        assert status == 200, text
        return json.loads(text)

    def refused(self, notebook: str, token: str = "", **query: str) -> int:
        """The status with which this notebook is refused."""
        return self._sent(notebook, token, query)[0]

    def lobby(self) -> Any:
        """The list of tables."""
        return json.loads(self.get("lobby.json"))


@contextmanager
def class_server(folder: Path, plan: str, *, files: int | None = None) -> Iterator[Served]:
    """A server with this plan, which is ended afterwards."""
    served = Served(folder, plan, files)
    try:
        yield served
    finally:
        served.process.kill()
        served.process.communicate()


def ask(
    port: int, path: str, sent: str | bytes | None = None, **headers: str
) -> tuple[int, dict[str, str], str]:
    """The status, the headers and the text that come back from a page's server."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        line.request("GET" if sent is None else "POST", path, body=sent, headers=headers)
        answer = line.getresponse()
        return answer.status, dict(answer.headers), answer.read().decode()
    finally:
        line.close()


def port(game: str = "havannah", *, seconds: float = 20, **more: Any) -> str:
    """The part of a plan about one port, which the system chooses."""
    entries = {"port": 0, "game": game, "seconds": seconds, **more}
    return "[[port]]\n" + "".join(f"{name} = {json.dumps(x)}\n" for name, x in entries.items())


def beside(work: Callable[..., Any], *args: Any, **options: Any) -> Future[Any]:
    """What this call gives, worked out in a thread."""
    future: Future[Any] = Future()

    def run() -> None:
        try:
            future.set_result(work(*args, **options))
        except BaseException as error:  # noqa: BLE001 - it is raised where the result is asked for
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return future


class Raw:
    """A program at a socket: it speaks GTP's lines, does this at `genmove`, and answers the rest.

    `most` is how many commands it answers; after them it says nothing more.
    """

    def __init__(
        self,
        port: int,
        name: str,
        genmove: Callable[[Raw], None],
        *,
        most: int | None = None,
        patience: float = 30,
    ) -> None:
        """Connect."""
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=patience)
        self.lines = self.socket.makefile("r", encoding="utf-8", newline="\n")
        self.name, self.genmove, self.most = name, genmove, most
        self.heard: list[str] = []

    def say(self, words: str | bytes) -> None:
        """Send these bytes as they are."""
        self.socket.sendall(words.encode() if isinstance(words, str) else words)

    def answer(self, word: str, *_: str) -> str:
        """What is answered to a command that asks for no move."""
        return self.name if word == "name" else ""

    def play(self) -> list[str]:
        """All lines that the server has sent until it said goodbye, or until this falls asleep."""
        try:
            for line in self.lines:
                self.heard.append(line.strip())
                word, *more = line.split()
                if word == "quit":
                    break
                if word == "genmove":
                    self.genmove(self)
                elif word != "#":
                    self.say(f"= {self.answer(word, *more)}\n\n")
                if len(self.heard) == self.most:
                    return self.heard
        except OSError:
            pass  # hung up on while it was still talking
        self.close()
        return self.heard

    def cut(self) -> None:
        """Break the line while another thread plays, which may have hung up by itself."""
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Hang up."""
        self.lines.close()
        self.socket.close()
