"""Serve a class: games, a ladder, a hall that votes, the room.

course serve havannah.toml
course serve havannah.toml --tokens class.csv    make a token for each student in the class list

The file says which ports to open, and for each the game, its size and the seconds for a move:

    records = "records"          # a folder beside this file, where every game is kept
    page = 8000                  # the port of the page to watch on
    open_to_network = false      # true: other computers may connect, too
    tokens = "tokens.csv"        # only students with a token play, under their own names

    site = "dist/site"           # the course's site, to read and to hand in (make site)
    drop_box = "handed_in"       # a folder for what is handed in there
    hall = "textbook-tree"       # a demonstration on which the class votes with phones
    room = true                  # while students check, a page shows where the class is

    [[port]]
    port = 4455
    game = "havannah"
    size = 5
    seconds = 10
    against = "programs"         # each other; or "ladder" for the class's ladder

Ctrl-C stops it; no finished game is lost. course_tools/arena/server/PROTOCOL.md says more.
"""

from __future__ import annotations

import argparse
import functools
import gc
import secrets
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from course_tools.arena.server.plan import ServerPlan
    from course_tools.arena.server.room import CheckRoom
    from course_tools.arena.server.server import Warn
    from course_tools.arena.server.store import Store
    from course_tools.arena.server.web import Room, Server
    from course_tools.log import Log
    from course_tools.studio.lectures.lecture import Lecture, LectureRoom

AUDIENCE = "teachers"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course serve`."""
    parser.add_argument(
        "file", metavar="FILE", type=Path, help="what to open, such as havannah.toml"
    )
    parser.add_argument("--seed", type=int, help="decides who moves first (default: random)")
    parser.add_argument(
        "--tokens", metavar="CSV", type=Path, help="a class list: make a token for each student"
    )


def run(arguments: argparse.Namespace) -> int:
    """0 when it was stopped."""
    from course_tools.arena.server.drop_box import DropBox, DropBoxRoom
    from course_tools.arena.server.pages import ClassRoom
    from course_tools.arena.server.plan import read_plan
    from course_tools.arena.server.server import open_store
    from course_tools.arena.server.web import Server

    if arguments.tokens is not None:
        return _make_tokens(arguments.file, arguments.tokens)
    plan = read_plan(arguments.file)
    warn = functools.partial(print, file=sys.stderr, flush=True)
    with open_store(plan.records, warn) as store:
        tables = ClassRoom(plan, store, Random(arguments.seed), warn)
        rooms: list[Room] = [tables]
        hall = _hall(plan, warn) if plan.hall else None
        if plan.site is not None:
            box = DropBox(plan.drop_box, plan.tokens, store)
            rooms.append(DropBoxRoom(plan.site, box))
        if hall is not None:
            rooms.append(hall)
        room = _room(plan) if plan.room else None
        if room is not None:
            rooms.append(room)
        with Server(*rooms, port=plan.page, host=plan.host) as server:
            if hall is not None:
                print(f"hall, for you: {hall.presenter(server)}")
                print(f"hall, for phones: http://{server.in_network}{hall.at}")
            if room is not None:
                print(f"room, for you: {server.address}room/{room.key}/")
                print(f"room, for the wall: {server.address}room/wall/")
            _say(server, plan, store)
            gc.freeze()  # what is loaded by now stays; to look through it again holds up moves
            server.serve_forever(signals=True)
    print("Stopped.", flush=True)
    return 0


def _hall(plan: ServerPlan, warn: Warn) -> LectureRoom:
    """The room in which the class votes on a demonstration, or is a tree."""
    from course_tools.log import Log
    from course_tools.studio.lectures import demo_named
    from course_tools.studio.lectures.classtree import NAME, class_tree
    from course_tools.studio.lectures.hall import Hall
    from course_tools.studio.lectures.lecture import LectureRoom

    if plan.hall.partition(":")[0] == NAME:
        make: Callable[[Log], Lecture] = class_tree(plan.hall)
    else:
        demo = demo_named(plan.hall)
        make = functools.partial(Hall, demo.make(), demo.say)
    lecture = make(Log(plan.records / "hall.log"))
    for sentence in lecture.news:
        warn(sentence)
    return LectureRoom(lecture, at="/hall/")


def _room(plan: ServerPlan) -> CheckRoom:
    """The room in which a class's checks are seen, with the same secret each time."""
    from course_lib.plain import write_whole
    from course_tools.arena.server.room import CheckRoom

    file = plan.records / "room.key"
    if not file.exists():
        write_whole(file, secrets.token_urlsafe(12), private=True)
    return CheckRoom(file.read_text(encoding="utf-8"))


def _make_tokens(plan: Path, class_list: Path) -> int:
    """0 after each student of the class has a token in the file that the plan names."""
    from course_tools.arena.server.plan import tokens_of, write_tokens
    from course_tools.grader.classroom.intake import read_class_list

    file = tokens_of(plan)
    students = read_class_list(class_list).students
    new = write_tokens(file, [one.name or one.id for one in students])
    print(f"{file}: {new} new tokens. Give each student the one after their name, and no other.")
    return 0


def _say(server: Server, plan: ServerPlan, store: Store) -> None:
    """Say what is open, and to whom."""
    from course_tools.arena.server.web import HERE

    for number, port in zip(server.ports, plan.ports, strict=True):
        print(f"port {number}: {port.game!r}, {port.seconds:g} s for a move")
    print(f"page: {server.address}")
    if plan.host != HERE:
        print(f"page for your network, and the address for notebooks: http://{server.in_network}/")
    print(f"records: {store.folder}")
    if plan.site is not None:
        print(f"site: {server.address}site/, what is handed in: {plan.drop_box}")
    who = "Only this computer" if plan.host == HERE else "Everybody in your network"
    print(f"{who} can connect; Ctrl-C stops it.", flush=True)
