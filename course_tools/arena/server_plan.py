"""What a server is to do, as its TOML file says it: `read_plan`."""

from __future__ import annotations

import csv
import os
import secrets
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from course_lib.game import Game
from course_lib.plain import file_text
from course_lib.play.gtp import check_speakable
from course_tools.arena.web import HERE
from course_tools.arena.which_game import sized_game

EVERYWHERE = "0.0.0.0"  # noqa: S104 - only for who asks for it

EXAMPLE = """\
[[port]]
port = 4455
game = "havannah"
size = 5
seconds = 10
"""

AGAINST = ("programs", "people")
"""Whom programs on a port play: each other (people may take one that waits), or only people."""

_USUAL = {
    "records": "records",
    "page": 8000,
    "open_to_network": False,
    "person_seconds": 600,
    "most_waiting": 100,
    "most_sitting": 3,
    "tokens": "",
}
"""What the file may say beside its ports, and what is taken where it does not."""

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
    person_seconds: float
    most_waiting: int
    """From one address no more programs may wait on a port."""
    most_sitting: int
    """One person sits at no more tables at a time."""
    tokens: Mapping[str, str]
    """The students by their tokens; without any, nobody needs one."""


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
    _only(data, "the file", "port", *_USUAL)
    tables = data.get("port")
    if not isinstance(tables, list) or not tables or not all(isinstance(x, dict) for x in tables):
        raise ValueError(f"at least one port is needed, written like this:\n{EXAMPLE}")
    ports = tuple(_port(table, number) for number, table in enumerate(tables, 1))
    given = {**_USUAL, **data}
    for name, kind, right in (
        ("records", str, "the name of a folder is needed"),
        ("tokens", str, "the name of a file is needed"),
        ("open_to_network", bool, "it is true or false"),
    ):
        if not isinstance(given[name], kind) or (name == "records" and not given[name]):
            raise ValueError(f"{name} is {given[name]!r}; {right}")
    page = _whole(given["page"], "page")
    used = [one for one in (page, *(one.port for one in ports)) if one]
    if twice := {one for one in used if used.count(one) > 1}:
        raise ValueError(f"port {min(twice)} is given twice; each needs a number of its own")
    return ServerPlan(
        ports=ports,
        records=folder / given["records"],
        page=page,
        host=EVERYWHERE if given["open_to_network"] else HERE,
        person_seconds=_seconds(given["person_seconds"], "person_seconds"),
        most_waiting=_whole(given["most_waiting"], "most_waiting", least=2),
        most_sitting=_whole(given["most_sitting"], "most_sitting", least=1),
        tokens=read_tokens(folder / given["tokens"]) if given["tokens"] else {},
    )


def tokens_of(plan: Path) -> Path:
    """The file for tokens that this plan names, whether it is there or not."""
    name = tomllib.loads(file_text(plan)).get("tokens")
    if not isinstance(name, str) or not name:
        raise ValueError(f'{plan} names no file for them; add a line: tokens = "tokens.csv"')
    return plan.parent / name


def read_tokens(file: Path) -> dict[str, str]:
    """The students by their tokens, from a file with a line `student,token` for each."""
    if not file.exists():
        raise ValueError(f"there is no file {file}: course serve --tokens CLASS.csv makes it")
    students: dict[str, str] = {}
    for row in csv.reader(file_text(file).splitlines()):
        if len(row) != 2 or len(row[1]) < SHORTEST or row[1] in students:
            raise ValueError(f"{file}: {row} should be a student and a token of the student's own")
        students[row[1]] = row[0]
    return students


def write_tokens(file: Path, students: Iterable[str]) -> int:
    """How many students got a token; who has one already keeps it."""
    known = read_tokens(file) if file.exists() else {}
    new = [name for name in dict.fromkeys(students) if name not in known.values()]
    known |= {secrets.token_hex(8): name for name in new}
    with file.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows((name, token) for token, name in known.items())
    file.chmod(0o600)
    return len(new)


def _port(table: Mapping[str, Any], number: int) -> PortPlan:
    """One port, from its part of the file."""
    where = f"[[port]] number {number}"
    _only(table, where, "port", "game", "size", "seconds", "against")
    name = table.get("game", "havannah")
    if not isinstance(name, str):
        raise ValueError(f'{where}: game is {name!r}; a name such as "havannah" is needed')
    size = _whole(table["size"], f"{where}: size", most=25) if "size" in table else None
    against = table.get("against", "programs")
    if against not in AGAINST:
        raise ValueError(f"{where}: against is {against!r}; it is one of {', '.join(AGAINST)}")
    if "port" not in table:
        raise ValueError(f"{where}: the entry port is missing, such as port = 4455")
    return PortPlan(
        port=_whole(table["port"], f"{where}: port"),
        game=check_speakable(sized_game(name, size)),
        seconds=_seconds(table.get("seconds", 10), f"{where}: seconds", least=1),
        against=against,
    )


def _only(data: Mapping[str, Any], where: str, *known: str) -> None:
    """Refuse entries that nobody would look at: one is mostly another one misspelt."""
    if strange := [name for name in data if name not in known]:
        raise ValueError(f"{where} has {strange[0]!r}; there can be {', '.join(known)}")


def _whole(value: Any, what: str, most: int = 65_535, least: int = 0) -> int:
    """A whole number; 0 as a port lets the system choose one."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(f"{what} is {value!r}; it is a whole number from {least} to {most}")
    return value


def _seconds(value: Any, what: str, least: float = 0) -> float:
    """A limit of time; programs are told theirs in whole seconds, so it is 1 at least."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not 0 < value <= LONGEST or value < least:
        lower = f"from {least:g}" if least else "above 0"
        raise ValueError(f"{what} is {value!r}; it is a number {lower}, up to {LONGEST}")
    return float(value)
