"""A page in Firefox, driven by WebDriver BiDi: what the browser tests ask of a page, no more.

Playwright speaks to Firefox through a build of its own, or asks the newest one for commands that
Debian's does not know; puppeteer would be a second package manager. The protocol is JSON in a
WebSocket, and Tornado is here for that.
"""

import asyncio
import json
import re
import subprocess
import time
from contextlib import contextmanager

from harness import JUPYTERS_OWN, leaves
from tornado.websocket import websocket_connect

LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")

FOCUS = 'document.activeElement.dispatchEvent(new FocusEvent("focus"))'
"""A Firefox without a window never has the focus, and without it JupyterLab no current notebook."""


class Page:
    """A page; `problems` are its errors, and its requests that would leave the machine."""

    def __init__(self, loop, socket):
        """Begin a session in the browser at the other end of this socket."""
        self.loop, self.socket, self.sent, self.problems = loop, socket, 0, []
        self.seconds = 30.0
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
        [found] = self._send("browsingContext.getTree")["contexts"]
        self.context = found["context"]

    def set_default_timeout(self, milliseconds):
        """Wait so long from now on."""
        self.seconds = milliseconds / 1000

    def goto(self, address, *, wait_until="load"):
        """Open this address."""
        wait = {"load": "complete", "domcontentloaded": "interactive"}[wait_until]
        self._send("browsingContext.navigate", context=self.context, url=address, wait=wait)

    def evaluate(self, expression, arg=None):
        """What this expression, or this function of `arg`, gives."""
        code = f"""(async () => {{
            const told = ({expression});
            const value = await (typeof told === "function" ? told({json.dumps(arg)}) : told);
            return JSON.stringify(value ?? null);
        }})()"""
        target = {"context": self.context}
        done = self._send("script.evaluate", expression=code, target=target, awaitPromise=True)
        assert done["type"] == "success", done["exceptionDetails"]["text"]
        return json.loads(done["result"]["value"])

    def wait_for_function(self, expression):
        """Wait until this expression is true."""
        end = time.monotonic() + self.seconds
        while not self.evaluate(f"{FOCUS}, Boolean({expression})"):
            assert time.monotonic() < end, f"after {self.seconds} s this is not so: {expression}"
            time.sleep(0.2)

    def _send(self, method, **params):
        """What the browser answers to this command; what it says in between is looked at."""
        self.sent += 1
        command = {"id": self.sent, "method": method, "params": params}
        self._wait(self.socket.write_message, json.dumps(command))
        while True:
            text = self._wait(self.socket.read_message)
            assert text is not None, f"Firefox has gone during {method}"
            told = json.loads(text)
            if told["type"] == "event":
                self._hear(told["method"], told["params"])
            elif told["id"] == self.sent:
                assert told["type"] == "success", f"{method}: {told['message']}"
                return told["result"]

    def _hear(self, event, told):
        if event == "network.beforeRequestSent":
            address = told["request"]["url"]
            if leaves(address):
                self.problems.append(f"a request left the machine: {address}")
        elif told["level"] == "error":
            frames = (told.get("stackTrace") or {}).get("callFrames", [])
            places = " ".join(frame["url"] for frame in frames)
            text = f"{told['text']} ({places})"
            if not JUPYTERS_OWN.search(text):
                self.problems.append(f"{told['type']} error: {text}")

    def _wait(self, function, *given):
        async def done():  # Tornado's futures belong to the loop that runs when they are made
            return await asyncio.wait_for(function(*given), self.seconds)

        return self.loop.run_until_complete(done())


@contextmanager
def firefox_page(program, profile):
    """A page in a Firefox of its own, without a window, with its profile in this folder."""
    words = [program, "--headless", "--no-remote", "--remote-debugging-port=0"]
    (profile / "user.js").write_text(PREFERENCES, encoding="utf-8")
    log = profile / "said.txt"
    with log.open("w") as said:
        browser = subprocess.Popen(
            [*words, "--profile", str(profile), "about:blank"], stdout=said, stderr=said
        )
    loop = asyncio.new_event_loop()
    try:
        socket = loop.run_until_complete(_connected(_address(browser, log)))
        yield Page(loop, socket)
        loop.run_until_complete(_closed(socket))
    finally:
        browser.terminate()
        browser.wait(timeout=30)
        loop.close()


async def _connected(address):
    return await websocket_connect(f"{address}/session", max_message_size=64 * 2**20)


async def _closed(socket):
    socket.close()


def _address(browser, log):
    """Where Firefox listens, as it says itself."""
    for _ in range(300):
        if found := LISTENS.search(log.read_text(encoding="utf-8", errors="replace")):
            return found[1]
        assert browser.poll() is None, log.read_text(encoding="utf-8", errors="replace")
        time.sleep(0.2)
    raise AssertionError(log.read_text(encoding="utf-8", errors="replace"))


PREFERENCES = "\n".join(
    f'user_pref("{name}", {value});'
    for name, value in {
        "app.update.enabled": "false",
        "browser.aboutwelcome.enabled": "false",
        "browser.shell.checkDefaultBrowser": "false",
        "datareporting.policy.dataSubmissionEnabled": "false",
        "network.captive-portal-service.enabled": "false",
        "network.connectivity-service.enabled": "false",
        "toolkit.telemetry.reportingpolicy.firstRun": "false",
    }.items()
)
"""A Firefox that shows nobody a welcome, and asks nobody for news."""
