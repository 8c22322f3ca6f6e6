"""Kills inside valid work: a server with all its rooms, a grader; whatever was told is kept.

Each kill comes at a random moment of work that is going on, and what is left is looked at as the
next start would: every end that both sides of a game were told, every receipt, every vote.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random

import runner

sys.path.insert(0, str(runner.ROOT / "tests"))

from class_server import class_server, port
from grading_class import LESSON, RIGHT, WRONG, course_of

from course_lib import TicTacToe
from course_lib.play import connect, random_player
from course_tools.arena.server.drop_box import code_of
from course_tools.arena.server.store import FILE, Kept, Store
from course_tools.grader.classroom.records import Results
from course_tools.log import recovered

PLAN = 'page = 0\nsite = "site"\nhall = "textbook-tree"\n'
PLAYERS, CUTS = 4, 25


class ServedClass:
    """A class at a server that is killed again and again in one folder."""

    def __init__(self, folder: Path) -> None:
        """Prepare; nothing is started yet."""
        self.all, self.kills, self.games, self.receipts, self.votes = folder, 0, 0, 0, 0
        self.cuts = 0
        self.folder = folder
        self.told: dict[str, set[str]] = {}
        self.codes: dict[str, str] = {}
        self.ballots: dict[str, int] = {}

    def kill(self, rng) -> list[str]:
        """Kill it once, at a random moment; what was lost, in sentences."""
        if self.kills % 10 == 0:  # the tenth server in a folder knows what nine have left
            self.folder = self.all / f"{self.kills}"
            (self.folder / "site").mkdir(parents=True)
            (self.folder / "site" / "index.html").write_text("site")
        self.kills += 1
        self.ballots = {}
        ladder = port("tic-tac-toe", against="ladder")
        with class_server(self.folder, PLAN + port("tic-tac-toe") + ladder) as server:
            over = threading.Event()
            hall = server.said_of("hall, for you: ")
            work = [
                threading.Thread(target=self._plays, args=(server.ports[one % 2], one, over))
                for one in range(PLAYERS)
            ]
            work += [threading.Thread(target=self._hands_in, args=(server, over))]
            work += [threading.Thread(target=self._votes, args=(server, hall, over))]
            for one in work:
                one.start()
            time.sleep(rng.uniform(0.5, 3))
            server.process.kill()
            over.set()
            for one in work:
                one.join()
        return self._lost(rng)

    def _plays(self, place: int, number: int, over: threading.Event) -> None:
        """Plays games, each under a name of its own, and remembers what it was told."""
        game = 0
        while not over.is_set():
            game += 1
            name = f"p{number}-{self.kills}-{game}"
            whose = f"{name} #Own{number}:secret-{number:03}" if number % 2 else name
            with contextlib.suppress(Exception):
                play = {"game": TicTacToe(), "name": whose}
                for end in connect(random_player(Random()), "127.0.0.1", place, **play):
                    self.told.setdefault(name, set()).add(end)

    def _hands_in(self, server, over: threading.Event) -> None:
        number = 0
        while not over.is_set():
            number += 1
            text = json.dumps({"cells": [self.kills, number]})
            with contextlib.suppress(OSError, ValueError):
                name = f"Ada {self.kills}"
                receipt = server.hand_in(text, lesson="02_minimax", name=name)
                self.codes[receipt["code"]] = text

    def _votes(self, server, hall: str, over: threading.Event) -> None:
        key = hall.rstrip("/").rpartition("/")[2]

        def ask(path: str, cookie: str = "", **content) -> http.client.HTTPResponse:
            line = http.client.HTTPConnection("127.0.0.1", server.page_port, timeout=5)
            headers = {"Cookie": cookie, "Content-Type": "application/json"}
            line.request("POST" if content else "GET", path, json.dumps(content), headers)
            answer = line.getresponse()
            answer.read()
            return answer

        with contextlib.suppress(OSError, http.client.HTTPException):
            ask(f"/hall/{key}/do", do="next")
            asked = None
            while not over.is_set():
                cookie = ask("/hall/").getheader("Set-Cookie").partition(";")[0]
                for option in (0, 1):
                    number = asked or self._number()
                    if ask("/hall/vote", cookie, question=number, option=option).status == 200:
                        self.ballots[cookie.partition("=")[2]] = option

    def _number(self) -> int:
        """The number of the question that is open."""
        entries = recovered((self.folder / "records" / "hall.log").read_bytes()).entries
        return max((one["ask"] for one in entries if "ask" in one), default=0)

    def _lost(self, rng) -> list[str]:
        """What the next start would not find, or find otherwise than it was told."""
        folder = self.folder / "records"
        data, lost = (folder / FILE).read_bytes(), []
        for _ in range(CUTS):  # at any byte it can be recovered, and recovering again adds nothing
            cut = rng.randrange(len(data) + 1)
            found = recovered(data[:cut])
            kept = Kept.of(found.entries)
            more = kept.missing()
            again = Kept.of([*found.entries, *more])
            if kept.odd or again != kept or again.missing():
                lost.append(f"a cut at byte {cut} is recovered otherwise")
        self.cuts += CUTS
        store = Store(folder)
        lost += store.news
        games = {}
        for one in store.finished:
            for label in one.players.values():
                games.setdefault(label.partition(" of ")[0], []).append(one)
        for name, ends in self.told.items():
            for end in ends:
                details = [one.detail for one in games.get(name, ())]
                if details != [end.partition(". ")[2]]:
                    lost.append(f"{name} was told {end!r}, and kept are {details}")
        self.games, self.told = self.games + len(self.told), {}
        store.close()
        box = self.folder / "handed_in"
        files = [*box.glob("*"), *self.folder.glob("handed_in-earlier/*")]
        there = {code_of(path.read_bytes()) for path in files}
        known = {one["code"] for one in store.hand_ins}
        lost += [f"hand-in {code}" for code in self.codes if code not in there & known]
        self.receipts += len(self.codes)
        self.codes = {}
        entries = recovered((folder / "hall.log").read_bytes()).entries
        voted = {one["by"]: one["vote"] for one in entries if "vote" in one}
        for token, option in self.ballots.items():
            if voted.get(token, -1) < option:
                lost.append(f"a vote for {option}")
        self.votes += len(self.ballots)
        return lost

    def __str__(self) -> str:
        return (
            f"server: {self.kills} kills; told and looked for: {self.games} games' ends,"
            f" {self.receipts} receipts, {self.votes} votes; {self.cuts} cuts of its log"
        )


class GradedClass:
    """A class that is graded by a grader that is killed again and again, then to the end."""

    def __init__(self, folder: Path) -> None:
        """Make a course and grade it once, undisturbed."""
        self.folder, self.kills, self.ended = folder, 0, 0
        some = ({}, {"winner": WRONG["winner"]}, {"player": WRONG["player"]})
        answers = {f"s{number}": RIGHT | some[number % 3] for number in range(6)}
        self.fresh = course_of(folder / "fresh", answers)
        whole = Path(shutil.copytree(self.fresh, folder / "whole"))
        began = time.monotonic()
        self._grade(whole).wait()
        self.takes = time.monotonic() - began
        self.right = self._points(whole)
        self.root: Path | None = None
        self.kept: dict[str, float] = {}

    def kill(self, rng) -> list[str]:
        """Kill it once at a random moment; what was lost, in sentences."""
        if self.root is None:
            self.root = Path(shutil.copytree(self.fresh, self.folder / "course"))
            self.kept = {}
        self.kills += 1
        grader = self._grade(self.root)
        with contextlib.suppress(subprocess.TimeoutExpired):
            grader.wait(rng.uniform(0.3, 1) * self.takes)
        done = grader.poll()
        with contextlib.suppress(OSError):
            os.killpg(grader.pid, signal.SIGKILL)
        grader.wait()
        points = self._points(self.root)
        lost = [f"{one} had a result" for one in self.kept if self.kept[one] != points.get(one)]
        lost += [f"{one} got {points[one]}" for one in points if points[one] != self.right[one]]
        for line in self._changes():
            with contextlib.suppress(ValueError):
                json.loads(line)
                continue
            lost.append(f"half a line in changes.jsonl: {line!r}")
        self.kept = points
        if done is not None:
            self.ended += 1
            if points != self.right:
                lost.append(f"graded to the end, {len(points)} of {len(self.right)} have a result")
            shutil.rmtree(self.root)
            self.root = None
        return lost

    def _grade(self, root: Path) -> subprocess.Popen:
        words = ["grade", str(root / "class"), "--root", str(root), "--workers", "1"]
        return subprocess.Popen(
            [sys.executable, "-m", "course_tools.cli", *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def _points(self, root: Path) -> dict[str, float]:
        """The points of each student who has a result that is whole."""
        found = Results(root / "grading" / "results").all(LESSON)
        return {one.student: sum(each.points for each in one.exercises) for one in found}

    def _changes(self) -> list[str]:
        path = self.root / "grading" / "changes.jsonl"
        return path.read_text("ascii").splitlines() if path.exists() else []

    def __str__(self) -> str:
        return f"course grade: {self.kills} kills, {self.ended} runs came to their end"
