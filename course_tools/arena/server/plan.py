"""What a server is to do, as its TOML file says it: `read_plan`."""

from __future__ import annotations

import csv
import io
import os
import secrets
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from course_lib.game import Game
from course_lib.plain import file_text, write_whole
from course_lib.play.gtp import check_speakable
from course_lib.play.match import Forfeit
from course_tools.arena.server.table import Owner
from course_tools.arena.server.web import EVERYWHERE, HERE
from course_tools.arena.which_game import sized_game
from course_tools.files import separator, text_of

EXAMPLE = """\
[[port]]
port = 4455
game = "havannah"
size = 5
seconds = 10
"""

AGAINST = ("programs", "ladder")
"""Whom programs on a port play: each other, or each other and our own players, on a ladder."""

SHORTEST = 8
"""No token is shorter: nobody should guess one."""

LONGEST = 86_400
"""No limit of time is longer than a day."""


class PortPlan(NamedTuple):
    """A port for programs: the game on it, the seconds for a move, and whom they play."""

    port: int
    game: Game
    seconds: float
    against: str


class ServerPlan(NamedTuple):
    """Everything that the file says, with the usual values where it says nothing."""

    ports: tuple[PortPlan, ...]
    records: Path
    page: int
    host: str
    tokens: Mapping[str, str]
    """The students by their tokens; without any, nobody needs one."""
    site: Path | None
    """The course's site, which is shown with a drop box; without it there is none."""
    drop_box: Path
    hall: str
    """The demonstration on which a class votes at `/hall/`, `class-tree`, or nothing."""
    room: bool
    """Whether notebooks may tell how their checks go."""


def read_plan(path: str | os.PathLike[str]) -> ServerPlan:
    """The plan in this file; whatever is wrong with it is a `ValueError` that names the file."""
    file = Path(path)
    try:
        data = tomllib.loads(file_text(file))
        return plan_of(data, file.parent)
    except (ValueError, TypeError) as error:  # a TOML error is a ValueError, too
        raise ValueError(f"{file}: {error}") from None


def plan_of(data: Mapping[str, Any], folder: Path) -> ServerPlan:
    """The plan that these entries make; a folder for records is looked for from `folder`."""
    given = _checked(data, "the file", _ENTRIES)
    tables = enumerate(given["port"], 1)
    ports = tuple(_port(table, f"[[port]] number {number}") for number, table in tables)
    if not (ports or given["room"] or given["hall"]):
        raise ValueError(f"at least one port is needed, written like this:\n{EXAMPLE}")
    used = [one for one in (given["page"], *(one.port for one in ports)) if one]
    if twice := {one for one in used if used.count(one) > 1}:
        raise ValueError(f"port {min(twice)} is given twice; each needs a number of its own")
    return ServerPlan(
        ports=ports,
        records=folder / given["records"],
        page=given["page"],
        host=EVERYWHERE if given["open_to_network"] else HERE,
        tokens=read_tokens(folder / given["tokens"]) if given["tokens"] else {},
        site=_site(folder / given["site"]) if given["site"] else None,
        drop_box=folder / given["drop_box"],
        hall=given["hall"],
        room=given["room"],
    )


def _port(table: Mapping[str, Any], where: str) -> PortPlan:
    """One port, from its part of the file."""
    given = _checked(table, where, _PORT_ENTRIES)
    if given["port"] is None:
        raise ValueError(f"{where}: the entry port is missing, such as port = 4455")
    game = check_speakable(sized_game(given["game"], given["size"]))
    return PortPlan(given["port"], game, float(given["seconds"]), given["against"])


def _site(folder: Path) -> Path:
    """The folder, if a site is in it."""
    if not (folder / "index.html").is_file():
        raise ValueError(f"there is no site in {folder}; make site makes one")
    return folder


def tokens_of(plan: Path) -> Path:
    """The file for tokens that this plan names, whether it is there or not."""
    try:
        name = tomllib.loads(file_text(plan)).get("tokens")
    except ValueError as error:
        raise ValueError(f"{plan}: {error}") from None
    if not isinstance(name, str) or not name:
        raise ValueError(f'{plan} names no file for them; add a line: tokens = "tokens.csv"')
    return plan.parent / name


def read_tokens(file: Path) -> dict[str, str]:
    """The students by their tokens: from the grader's `people.csv` with a column `token` in it.

    A file with a line `student,token` for each, and no line of headers, is as good.
    """
    if not file.exists():
        raise ValueError(f"there is no file {file}: course serve --tokens CLASS.csv makes it")
    students: dict[str, str] = {}
    for row in _people(file):
        name, token = (row.get("name") or row.get("id", "")), row.get("token", "")
        if (len(token) < SHORTEST and (token or "id" not in row)) or token in students:
            raise ValueError(
                f"{file}: {[*row.values()]} should be a student and a token of the student's own"
            )
        if token:
            students[token] = name
    return students


def _people(file: Path) -> list[dict[str, str]]:
    """The lines of a list of people, by the names of their columns."""
    text = text_of(file)
    table = csv.reader(io.StringIO(text, newline=""), delimiter=separator(text))
    rows = [row for row in table if any(row)]
    if rows and "id" in rows[0]:
        return [dict(zip(rows[0], row, strict=False)) for row in rows[1:]]
    if wrong := next((row for row in rows if len(row) != 2), None):
        raise ValueError(f"{file}: {wrong} should be a student and a token of the student's own")
    return [{"name": row[0], "token": row[1]} for row in rows]


def owner_by(tokens: Mapping[str, str]) -> Owner:
    """Says whose token this is, by these students' tokens."""

    def owner(token: str) -> str:
        if token not in tokens:
            what = "a token that is no student's" if token else "no token"
            raise Forfeit(
                f"gave {what}: its name ends with # and the token that your teacher gave you, such"
                " as `my player #3f9c0a51d2e87b64`; `course play --at` takes it after --name"
            )
        return tokens[token]

    return owner


def write_tokens(file: Path, students: Iterable[str]) -> int:
    """How many students got a token; who has one already keeps it.

    In the grader's `people.csv` everybody in it gets one, in a column of its own.
    """
    rows = _people(file) if file.exists() else []
    shared = any("id" in row for row in rows)
    names = {row["name"] for row in rows}
    rows += [{"name": one} for one in dict.fromkeys(students) if one not in names and not shared]
    new = [row for row in rows if not row.get("token")]
    for row in new:
        row["token"] = secrets.token_hex(8)
    columns = list(dict.fromkeys(key for row in rows for key in row))
    table = io.StringIO(newline="")
    writer = csv.DictWriter(table, columns)
    if shared:
        writer.writeheader()
    writer.writerows(rows)
    write_whole(file, ("\ufeff" if shared else "") + table.getvalue(), private=True)
    return len(new)


# --- what the file may say -----------------------------------------------------------------------


_WORDS = {str: "text in quotes is needed", bool: "it is true or false"}

_ENTRIES: Mapping[str, tuple[Any, Any]] = {
    "port": ([], list),
    "records": ("records", str),
    "page": (8000, range(65_536)),
    "open_to_network": (False, bool),
    "tokens": ("", str),
    "site": ("", str),
    "drop_box": ("handed_in", str),
    "hall": ("", str),
    "room": (False, bool),
}
"""What is taken where the file does not say, and what it may say: a range of whole numbers, one of
several words, or seconds from so many on."""

_PORT_ENTRIES: Mapping[str, tuple[Any, Any]] = {
    "port": (None, range(65_536)),
    "game": ("havannah", str),
    "size": (None, range(26)),
    "seconds": (10, 1.0),
    "against": ("programs", AGAINST),
}


def _checked(
    data: Mapping[str, Any], where: str, entries: Mapping[str, tuple[Any, Any]]
) -> dict[str, Any]:
    """What the file says, or what is usual; a `ValueError` names the entry that can't be."""
    for name, value in data.items():
        if name not in entries:  # nobody would look at it, and mostly it is another one misspelt
            raise ValueError(f"{where} has {name!r}; there can be {', '.join(entries)}")
        if right := _would_be_right(value, entries[name][1]):
            raise ValueError(f"{where}: {name} is {value!r}; {right}")
    return {name: data.get(name, usual) for name, (usual, _) in entries.items()}


def _would_be_right(value: Any, kind: Any) -> str:
    """What would have been right, if this value is not."""
    if kind is list:
        tables = isinstance(value, list) and all(isinstance(one, dict) for one in value)
        return "" if tables else "[[port]] begins each of them"
    if isinstance(kind, type):
        return "" if type(value) is kind else _WORDS[kind]
    if isinstance(kind, tuple):
        return "" if value in kind else f"it is one of {', '.join(kind)}"
    if isinstance(kind, range):
        right = f"it is a whole number from {kind[0]} to {kind[-1]}"
        return "" if type(value) is int and value in kind else right
    number = type(value) in (int, float) and kind <= value <= LONGEST
    return "" if number else f"it is a number from {kind:g}, up to {LONGEST}"
