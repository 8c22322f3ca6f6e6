"""`join_class`: tells a teacher's page, while a class works, how each check went; never any code.

What is sent is made here and nowhere else: a number drawn for this notebook, the exercise, whether
it is right, which of the course's own causes is proved, which kinds of cases are wrong, the case
that shows it, and the place in the room that somebody has typed. Whether it arrives, no check waits
to hear.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
from contextlib import suppress
from threading import Thread
from typing import Any

from course_lib.checks.cases import exercise_named
from course_lib.checks.verdict import WAITS, Verdict
from course_lib.words import Say, parts_of

ADDRESS = "COURSE_ROOM"
"""The environment variable that names the address, where a teacher has set up the computers."""

KEPT = "kept"
"""The cause of what is kept from call to call."""

SECONDS = 3.0
"""So long a message may be on its way."""

SENT = """\
If you press the button, your teacher's page hears after each check: which exercise, right or wrong,
which cause is proved, and the case that shows it. It never hears your code or your name, and it
forgets all of it after an hour."""


class Notebook:
    """This notebook, as a class's page knows it."""

    def __init__(self, address: str) -> None:
        """Nothing is sent yet."""
        self.address, self.place, self.who = address, "", secrets.token_hex(8)
        self.messages, self.checks, self.help = 0, 0, False
        self.passed: set[str] = set()
        self.last: dict[str, Any] = {}
        self.reached: Any = lambda _whether: None
        """Is told, some time after each message, whether it has arrived."""

    def checked(self, verdict: Verdict) -> None:
        """Tell of this verdict."""
        (self.passed.add if verdict.passed else self.passed.discard)(verdict.name)
        self.checks, self.last = self.checks + 1, facts_of(verdict)
        self.send()

    def ask(self, *, help_wanted: bool) -> None:
        """Tell that somebody should come by, or that nobody has to any more."""
        self.help = help_wanted
        self.send()

    def send(self) -> None:
        """Tell all there is to know, so that a page that has begun anew knows it, too."""
        self.messages += 1
        text = json.dumps(
            {
                "who": self.who,
                "number": self.messages,
                "check": self.checks,
                "place": self.place,
                "help": self.help,
                "passed": sorted(self.passed),
                **self.last,
            }
        )
        if sys.platform == "emscripten":
            self._send_from_a_browser(text)
        else:
            Thread(target=self._send, args=(text,), daemon=True).start()

    def _send(self, text: str) -> None:
        # Loaded when wanted: nothing else here needs a network.
        from urllib.request import ProxyHandler, Request, build_opener  # noqa: PLC0415

        reached = False
        with suppress(OSError, ValueError):  # checks go on where the page is away
            kind = {"Content-Type": "application/json"}
            asked = Request(f"{self.address}/room/", text.encode(), kind)  # noqa: S310
            build_opener(ProxyHandler({})).open(asked, timeout=SECONDS).close()
            reached = True
        self.reached(reached)

    def _send_from_a_browser(self, text: str) -> None:
        import asyncio  # noqa: PLC0415 - only here there is something to wait for

        from pyodide.http import pyfetch  # type: ignore[import-not-found] # noqa: PLC0415

        async def post() -> None:
            reached = False
            with suppress(OSError):
                headers = {"Content-Type": "application/json"}
                to = f"{self.address}/room/"
                reached = (await pyfetch(to, method="POST", headers=headers, body=text)).ok
            self.reached(reached)

        _posting.add(task := asyncio.ensure_future(post()))
        task.add_done_callback(_posting.discard)


_posting: set[Any] = set()
_joined: list[Notebook] = []


def join_class(address: str = "", place: str = "") -> Any:
    """A card with a button: press it, and your teacher's page sees how your checks go.

    `address` is the one that your teacher shows, such as "http://10.0.0.7:8000"; in the browser
    edition it is found by itself. With `place`, such as "window, row 3", your teacher finds you
    when you ask for help.

    >>> card = join_class("http://10.0.0.7:8000", "window, row 3")
    """
    address = _checked(address or os.environ.get(ADDRESS, "") or _own_site())
    joined = next((one for one in _joined if one.address == address), None)
    notebook = joined or Notebook(address)
    notebook.place = place[:40]
    import ipywidgets  # noqa: PLC0415 - a terminal has no buttons

    share = ipywidgets.ToggleButton(description="Tell my class")
    ask = ipywidgets.ToggleButton(
        description="I need help", disabled=True, layout={"width": "auto"}
    )
    said = ipywidgets.Label()
    words = ipywidgets.HTML(f"<p>{SENT}</p>")

    def reached(whether: object) -> None:
        away = "Your class's page can't be reached just now. Your checks work as always."
        said.value = "Your class's page hears of your checks." if whether else away

    def shared(change: dict[str, Any]) -> None:
        _joined.clear()
        share.description = "Stop telling" if change["new"] else "Tell my class"
        ask.disabled, said.value = not change["new"], ""
        if change["new"]:
            _joined.append(notebook)
            notebook.send()
        else:
            ask.value = False

    def asked(change: dict[str, Any]) -> None:
        ask.description = "I don't need it any more" if change["new"] else "I need help"
        notebook.ask(help_wanted=change["new"])

    notebook.reached = reached
    share.observe(shared, "value")
    ask.observe(asked, "value")
    share.value = joined is not None  # the cell was run again
    return ipywidgets.VBox([words, ipywidgets.HBox([share, ask]), said])


def tell_class(verdict: Verdict) -> None:
    """Tell of this verdict, if somebody has pressed that button."""
    for notebook in _joined:
        notebook.checked(verdict)


def facts_of(verdict: Verdict) -> dict[str, Any]:
    """What is told of a verdict: nothing that a student has written is in it."""
    titles = [group.title for group in exercise_named(verdict.name).groups()]
    wrong = {group.title for group in verdict.groups if not group.passed}
    return {
        "exercise": verdict.name,
        "status": verdict.status,
        "cause": "" if verdict.status == WAITS else cause_of(verdict),
        "kinds": [at for at, title in enumerate(titles) if title in wrong],
        "line": verdict.line,
    }


def cause_of(verdict: Verdict) -> str:
    """The name of the cause that this verdict has proved: a known mistake, or a kind of change."""
    if verdict.mistake:
        return verdict.mistake
    # Loaded when wanted: most checks end before anything is mended.
    from course_lib.checks.repairs import WORDS  # noqa: PLC0415

    said = {one.template for one in parts_of(verdict.cause) if isinstance(one, Say)}
    kind = next((kind for kind, template in WORDS.items() if template in said), "")
    return kind or (KEPT if verdict.kept else "")


def _checked(address: str) -> str:
    if not address.startswith(("http://", "https://")):
        right = 'such as join_class("http://10.0.0.7:8000")'
        raise ValueError(f"join_class needs the address that your teacher shows, {right}")
    return address.rstrip("/")


def _own_site() -> str:
    """The site that this notebook comes from, in the browser edition."""
    if sys.platform != "emscripten":
        return ""
    from js import location  # type: ignore[import-not-found] # noqa: PLC0415

    return str(location.origin)
