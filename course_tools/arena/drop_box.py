"""The drop box of a class server: it shows the course's site, and takes what is handed in there."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from tornado.web import HTTPError, StaticFileHandler, stream_request_body

from course_lib.plain import write_whole
from course_tools.arena.web import Page

LARGEST = 20_000_000
"""No notebook has more bytes."""

MOST = 5_000
"""Nobody can fill a disk: a box with so many files takes no more."""

LESSON = re.compile(r"\d\d_\w{1,60}", re.ASCII)
KINDS = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}
"""What a browser insists on, and not every system knows."""


class DropBox:
    """A folder of handed-in notebooks, each named after its lesson and its writer.

    Who hands in again replaces the file; what was there before goes to the folder beside it that
    ends in `-earlier`. A table beside both tells of everything that came in.
    """

    def __init__(self, folder: Path, tokens: Mapping[str, str]) -> None:
        """Take notebooks into this folder; with `tokens` only those of these students."""
        self.folder, self.tokens = folder, tokens
        self.earlier = folder.with_name(f"{folder.name}-earlier")
        self.receipts = folder.with_name(f"{folder.name}.csv")

    def take(self, lesson: str, name: str, token: str, notebook: str) -> dict[str, str]:
        """The receipt for this notebook, which is on the disk now.

        A `ValueError` says, to the student, why it can't be taken.
        """
        if self.tokens:
            name = self.tokens.get(token, "")
        if not (writer := plain(name)):
            raise ValueError("you need a token: the one that your teacher gave you"
                             if self.tokens else "a name needs a letter")  # fmt: skip
        if not LESSON.fullmatch(lesson) or not _is_notebook(notebook):
            raise ValueError("this is no notebook of a lesson")
        data = notebook.encode()
        code = code_of(data)
        path = self.folder / f"{lesson}_{writer}.ipynb"
        when = datetime.now().astimezone().isoformat(sep=" ", timespec="seconds")
        try:
            self._put(path, data)
            with self.receipts.open("a", encoding="utf-8", newline="") as table:
                csv.writer(table).writerow((when, lesson, name, code, path.name))
        except OSError as error:
            why = f"it could not be kept ({error.strerror}); tell your teacher"
            raise ValueError(why) from error
        return {"lesson": lesson, "name": name, "when": when, "code": code}

    def _put(self, path: Path, data: bytes) -> None:
        """Put this into its file, beside which what was there before is kept first."""
        before = path.read_bytes() if path.exists() else None
        if before == data:
            return
        if self._full():
            raise ValueError("the drop box is full; tell your teacher")
        if before is not None:
            self.earlier.mkdir(parents=True, exist_ok=True)
            write_whole(self.earlier / f"{path.stem}_{code_of(before)}.ipynb", before)
        self.folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)

    def _full(self) -> bool:
        folders = [one for one in (self.folder, self.earlier) if one.is_dir()]
        return sum(len(list(one.iterdir())) for one in folders) >= MOST


def code_of(data: bytes) -> str:
    """The code on the receipt of a file: the beginning of its SHA-256.

    >>> code_of(b"")
    'E3B0-C442'
    """
    digest = hashlib.sha256(data).hexdigest().upper()
    return f"{digest[:4]}-{digest[4:8]}"


def plain(name: str) -> str:
    """The name as a part of a file's name, as `keeping.mjs` makes it; "" if it has no letter.

    >>> plain(" Zoë  O'Neill/../x ")
    "Zoë_O'Neill_.._x"
    """
    kept = [
        sign if unicodedata.category(sign)[0] in "LMN" or sign in ".'-" else " "
        for sign in unicodedata.normalize("NFC", name[:80])
    ]
    words = "_".join("".join(kept).split())
    return words if any(sign.isalpha() for sign in words) else ""


def _is_notebook(text: str) -> bool:
    """Whether this is the JSON of a notebook."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(content, dict) and isinstance(content.get("cells"), list)


# --- pages ---------------------------------------------------------------------------------------


class SitePage(StaticFileHandler):
    """A file of the course's site."""

    def prepare(self) -> None:
        """Refuse who calls us by a name that is not ours."""
        names = self.settings.get("names")
        if names is not None and self.request.headers.get("Host") not in names:
            raise HTTPError(404)

    def get_content_type(self) -> str:
        """What kind of file this is."""
        kind = KINDS.get(Path(self.absolute_path or "").suffix)
        return kind or super().get_content_type()


class BoxPage(Page):
    """Tells the browser edition where the drop box is, in place of the file that tells of none."""

    def initialize(self, box: DropBox) -> None:
        """Remember the box."""
        self.box = box

    def get(self) -> None:
        """Say where it is, and whether a token is needed."""
        self.finish({"to": "../../hand-in", "token": bool(self.box.tokens)})


@stream_request_body
class HandIn(Page):
    """Takes a notebook, which may be longer than other requests."""

    def initialize(self, box: DropBox) -> None:
        """Remember the box."""
        self.box, self.parts = box, list[bytes]()

    def prepare(self) -> None:
        """Let the request be as long as a notebook."""
        super().prepare()
        connection: Any = self.request.connection
        connection.set_max_body_size(LARGEST)

    def data_received(self, chunk: bytes) -> None:
        """Keep a part of it."""
        self.parts.append(chunk)

    def post(self) -> None:
        """Take it, and answer with the receipt."""
        self.request.body = b"".join(self.parts)
        content = self.sent()
        lesson, name, token, notebook = (
            str(content.get(key, "")) for key in ("lesson", "name", "token", "notebook")
        )
        try:
            self.finish(self.box.take(lesson, name, token, notebook))
        except ValueError as error:
            raise HTTPError(409, "%s", str(error)) from None
