"""A class server that is ended by force at random moments has kept all that it told anybody."""

import contextlib
import http.client
import json
import os
import threading
import time
from random import Random

import pytest
from class_server import ask, class_server, port

from course_lib import TicTacToe, random_player
from course_lib.play import connect
from course_tools.arena.server.drop_box import code_of
from course_tools.arena.server.store import Store
from course_tools.log import recovered

PLAN = 'page = 0\nsite = "."\nhall = "textbook-tree"\n' + port("tic-tac-toe", against="ladder")
PLAYERS = 4


class Told:
    """What a class heard of one server: ends of games, receipts, votes."""

    def __init__(self, server, number: int) -> None:
        """Play, hand in and vote, each in a thread, until `over`."""
        self.server, self.number, self.over = server, number, threading.Event()
        self.ends: dict[str, list[str]] = {}
        self.codes: set[str] = set()
        self.votes: dict[str, int] = {}
        work = [(self.plays, at) for at in range(PLAYERS)] + [(self.hands_in,), (self.ballots,)]
        self.threads = [threading.Thread(target=self.goes, args=one) for one in work]
        for one in self.threads:
            one.start()

    def killed(self) -> None:
        """End the server by force, and let everybody notice."""
        self.server.process.kill()
        self.over.set()
        for one in self.threads:
            one.join()

    def goes(self, work, *more) -> None:
        """Do this with one number after the other, until the server has gone."""
        at = 0
        with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
            while not self.over.is_set():
                at += 1
                work(at, *more)

    def plays(self, at: int, player: int) -> None:
        """Each game has a name of its own, each player an own name that nobody else may have."""
        name, where = f"p{player}-{self.number}-{at}", ("127.0.0.1", self.server.ports[0])
        whose = f"{name} #Own{player}:secret-{player:03}"
        told = connect(random_player(Random(at)), *where, game=TicTacToe(), name=whose)
        self.ends[name] = [*told]

    def hands_in(self, at: int) -> None:
        """Another notebook each time; receipts have codes."""
        text = json.dumps({"cells": [self.number, at]})
        receipt = self.server.hand_in(
            text, lesson="02_minimax", name=f"Ada {self.number}-{at // 100}"
        )
        self.codes.add(receipt["code"])

    def ballots(self, at: int) -> None:
        """Phone after phone votes, and then again."""
        kind, place = {"Content-Type": "application/json"}, self.server.page_port
        if at == 1:
            desk = self.server.said_of("hall, for you:").removeprefix(self.server.page)
            ask(place, f"/{desk}do", '{"do": "next"}', **kind)
        phone = {"Cookie": ask(place, "/hall/")[1]["Set-Cookie"].partition(";")[0]}
        asked = json.loads(ask(place, "/hall/news?known=-1", **phone)[2])["question"]
        for option in (0, 1):
            vote = json.dumps({"question": asked, "option": option})
            if ask(place, "/hall/vote", vote, **kind, **phone)[0] == 200:
                self.votes[phone["Cookie"].partition("=")[2]] = option


@pytest.mark.parametrize(
    "kills", [2, pytest.param(50, marks=[pytest.mark.slow, pytest.mark.timeout(3_600)])]
)
@pytest.mark.skipif(os.name == "nt", reason="Windows can't rename what another process reads")
def test_whatever_a_server_told_is_there_after_it_was_killed(tmp_path, kills):
    """Ends of games once and the same for both, hand-ins with their receipts, votes.

    All servers work in one folder, so a later one knows what earlier ones have left.
    """
    (tmp_path / "index.html").write_text("A site.", encoding="utf-8")
    dice, counts, ends, codes = Random(kills), [0, 0, 0], dict[str, list[str]](), set[str]()
    for kill in range(kills):
        with class_server(tmp_path, PLAN) as server:
            told = Told(server, kill)
            time.sleep(dice.uniform(0.5, 3))
            told.killed()
        store = Store(tmp_path / "records")
        assert store.news == []
        store.close()
        found: dict[str, list[str]] = {}
        for one in store.finished:
            for label in one.players.values():
                found.setdefault(label.partition(" of ")[0], []).append(one.detail)
        ends |= told.ends
        for name, heard in ends.items():
            assert [one.partition(". ")[2] for one in heard] == found[name], name
        codes |= told.codes
        files = [*tmp_path.glob("handed_in*/*.ipynb")]
        assert codes <= {code_of(path.read_bytes()) for path in files}
        assert codes <= {one["code"] for one in store.hand_ins}
        log = (tmp_path / "records" / "hall.log").read_bytes()
        voted = {one["by"]: one["vote"] for one in recovered(log).entries if "vote" in one}
        assert all(voted[token] >= option for token, option in told.votes.items())
        heard = (told.ends, told.codes, told.votes)
        counts = [before + len(now) for before, now in zip(counts, heard, strict=True)]
    games, receipts, votes = counts
    told = f"{games} ends, {receipts} receipts, {votes} votes"
    print(f"{kills} kills of a server; told and there: {told}, 0 lost")
    assert all(counts)
