"""`join_class`: tells a teacher's page, while a class works, how each check went; never any code.

What is sent is made here and nowhere else: a number drawn for this notebook, the exercise, whether
it is right, which of the course's own causes is proved, or else which of its sentences objects,
which kinds of cases are wrong, the case that shows it, and the place in the room that somebody has
typed. Whether it arrives, no check waits to hear.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import sys
import time
from contextlib import suppress
from functools import cached_property
from threading import Lock, Thread
from typing import Any

from course_lib.checks.cases import exercise_named
from course_lib.checks.keeping import keep_data, kept_data
from course_lib.checks.verdict import CORRECT, GAVE, NOT_ATTEMPTED, WAITS, Verdict
from course_lib.words import PLACE, Say, parts_of

ADDRESS = "COURSE_ROOM"
"""The environment variable that names the address, where a teacher has set up the computers."""

KEPT = "kept"
"""The cause of what is kept from call to call."""

SECONDS = 3.0
"""So long a message may be on its way."""

SENT = """\
If you press the button, your teacher's page hears after each check: which exercise, right or wrong,
which cause is proved, or else which sentence you got, without its values, and the case that shows
it. It never hears your code, your answers or your name; it sees your computer's address, as any
page does. After an hour it has forgotten all of it. Your teacher may keep a table of the hour: how
often each verdict was met, and after how many minutes an exercise was right, without names."""

KEPT_FOR = 3 * 3_600
"""So many seconds a kernel that begins anew is still the same notebook."""

_FILE = "room.json"


class Notebook:
    """This notebook, as a class's page knows it."""

    def __init__(self, address: str) -> None:
        """Nothing is sent yet."""
        self.address, self.place = address, ""
        self.message = self.check = 0
        """Times, so that they grow also where a kernel begins anew."""
        self.help = 0
        """The number of the asking for help; 0 where nobody has to come."""
        self.passed: set[str] = set()
        self.last: dict[str, Any] = {}
        self.reached: Any = lambda _answer: None
        """Is told, some time after each message, what the page has answered, if it has."""
        self._one_at_a_time = Lock()
        self._on_its_way: Any = None
        """What sends the last message: the next waits for it, so that none overtakes a goodbye."""

    @cached_property
    def who(self) -> str:
        """The number of this folder; nothing is kept there before something is told."""
        return _number_of_this_folder()

    def checked(self, verdict: Verdict) -> None:
        """Tell of this verdict."""
        (self.passed.add if verdict.passed else self.passed.discard)(verdict.name)
        self.check, self.last = _later(self.check), facts_of(verdict)
        self.send()

    def ask(self, *, help_wanted: bool) -> None:
        """Tell that somebody should come by, or that nobody has to any more."""
        self.help = _later(self.message) if help_wanted else 0
        self.send()

    def send(self, **more: Any) -> None:
        """Tell all there is to know, so that a page that has begun anew knows it, too."""
        self.message = _later(self.message)
        text = json.dumps(
            {
                "who": self.who,
                "number": self.message,
                "check": self.check,
                "place": self.place,
                "help": self.help,
                "passed": sorted(self.passed),
                **self.last,
                **more,
            }
        )
        if sys.platform == "emscripten":
            self._send_from_a_browser(text)
        else:
            # An answer that takes a hand down sends, too, from the thread that brought it.
            with self._one_at_a_time:
                way = Thread(target=self._send, args=(text, self._on_its_way), daemon=True)
                self._on_its_way = way
                way.start()

    def _send(self, text: str, before: Thread | None) -> None:
        if before is not None:
            before.join()
        # Loaded when wanted: nothing else here needs a network.
        from http.client import HTTPException  # noqa: PLC0415
        from urllib.request import ProxyHandler, Request, build_opener  # noqa: PLC0415

        answer: dict[str, Any] = {}
        with suppress(OSError, ValueError, HTTPException):  # the page is away
            kind = {"Content-Type": "application/json"}
            asked = Request(f"{self.address}/room/", text.encode(), kind)  # noqa: S310
            with build_opener(ProxyHandler({})).open(asked, timeout=SECONDS) as line:
                answer = json.loads(line.read(1_000))
        self.reached(answer if isinstance(answer, dict) else {})

    def _send_from_a_browser(self, text: str) -> None:
        import asyncio  # noqa: PLC0415 - only here there is something to wait for

        from pyodide.http import pyfetch  # type: ignore[import-not-found] # noqa: PLC0415

        async def post(before: Any) -> None:
            if before is not None:
                await asyncio.wait([before])
            answer: dict[str, Any] = {}
            with suppress(OSError, ValueError):
                headers, to = {"Content-Type": "application/json"}, f"{self.address}/room/"
                line = await pyfetch(to, method="POST", headers=headers, body=text)
                answer = await line.json() if line.ok else {}
            self.reached(answer if isinstance(answer, dict) else {})

        self._on_its_way = asyncio.ensure_future(post(self._on_its_way))


def _later(before: int) -> int:
    return max(before + 1, time.time_ns() // 1_000_000)


def _number_of_this_folder() -> str:
    """A number drawn for this student's folder, and drawn anew after some hours."""
    known, now = kept_data(_FILE), time.time()
    if now - known.get("when", 0) > KEPT_FOR:
        known = {"who": secrets.token_hex(8), "when": now}
        keep_data(_FILE, known)
    return str(known["who"])


_joined: list[Notebook] = []


def join_class(address: str = "", place: str = "") -> Any:
    """A card with a button: press it, and your teacher's page sees how your checks go.

    `address` is the one that your teacher shows, such as `http://10.0.0.7:8000`; in the browser
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
    wide = {"width": "auto"}
    ask = ipywidgets.ToggleButton(description="I need help", disabled=True, layout=wide)
    said = ipywidgets.Label()
    words = ipywidgets.HTML(f"<p>{SENT}</p>")

    def reached(answer: dict[str, Any]) -> None:
        name = answer.get("name")
        away = "Your class's page can't be reached just now. Your checks work as always."
        heard = f'Your class\'s page hears of your checks; it calls you "{name}".'
        if share.value:
            why = answer.get("why")
            said.value = heard if name else f"Not taken in: {why}." if why else away
        if answer.get("helped"):
            ask.value = False  # which tells that it is known

    def shared(change: dict[str, Any]) -> None:
        on = change["new"]
        _joined[:] = [notebook] if on else []
        share.description = "Stop telling" if on else "Tell my class"
        ask.disabled = not on
        if not on:
            notebook.help, ask.value, said.value = 0, False, ""
        notebook.send(**({} if on else {"gone": True}))

    def asked(change: dict[str, Any]) -> None:
        ask.description = "I don't need it any more" if change["new"] else "I need help"
        if change["new"] != bool(notebook.help):
            notebook.ask(help_wanted=change["new"])

    notebook.reached = reached
    share.observe(shared, "value")
    ask.observe(asked, "value")
    share.value, ask.value = joined is not None, bool(notebook.help)  # the cell was run again
    return ipywidgets.VBox([words, ipywidgets.HBox([share, ask]), said])


def tell_class(verdict: Verdict) -> None:
    """Tell of this verdict, if somebody has pressed that button."""
    for notebook in _joined:
        notebook.checked(verdict)


def facts_of(verdict: Verdict) -> dict[str, Any]:
    """What is told of a verdict: nothing that a student has written is in it."""
    titles = [group.title for group in exercise_named(verdict.name).groups()]
    wrong = {group.title for group in verdict.groups if not group.passed}
    cause = "" if verdict.status == WAITS else cause_of(verdict)
    return {
        "exercise": verdict.name,
        "status": verdict.status,
        "cause": cause,
        "says": "" if cause else objection_of(verdict),
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


def objection_of(verdict: Verdict) -> str:
    """The sentence with which this check objects, without its values.

    "" where it only sets two answers side by side, or doesn't object.
    """
    if verdict.status in {CORRECT, NOT_ATTEMPTED, WAITS}:
        return ""
    said = (one.template for one in parts_of(verdict.message) if isinstance(one, Say))
    first = next((one for one in said if re.search(r"\w", PLACE.sub("", one))), "")
    # Loaded when wanted, as it is by now.
    from course_lib.checks.causes import ONE_KIND, TWO_KINDS  # noqa: PLC0415

    return "" if first in {GAVE, ONE_KIND, TWO_KINDS} else first


def _checked(address: str) -> str:
    # Loaded when wanted: nothing else here needs an address.
    from urllib.parse import urlsplit  # noqa: PLC0415

    try:
        parts = urlsplit(address)
        right = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:  # a port that is no number
        right = False
    if not right or " " in address:
        example = 'such as join_class("http://10.0.0.7:8000")'
        found = f"; found {address!r}" if address else ""
        raise ValueError(f"join_class needs the address that your teacher shows, {example}{found}")
    return address.rstrip("/")


def _own_site() -> str:
    """The site that this notebook comes from, in the browser edition."""
    if sys.platform != "emscripten":
        return ""
    from js import location  # type: ignore[import-not-found] # noqa: PLC0415

    return str(location.origin)
