"""A model of the server's log: whatever is done, and wherever it is cut, what was told is there."""

import os
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from course_lib import TicTacToe
from course_lib.play.match import Match
from course_tools.arena.server.store import FILE, HAND_IN, Store

GAME = TicTacToe()
SEATS = {"X": "ann", "O": "bob"}


class ServerThatDies(RuleBasedStateMachine):
    """Games, names and hand-ins, in any order, and a death in which the end of the log may go.

    Told is what was there when all was on the disk: nothing after it was said to anybody.
    """

    def __init__(self):
        """Begin a server in a new folder."""
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.store = Store(Path(self.folder.name))
        self.going, self.moves, self.ends = {}, {}, {}
        self.receipts, self.owners, self.deaths = [], {}, 0
        self.settle()

    @rule(ladder=some.booleans())
    def begin(self, ladder):
        """Two programs sit down."""
        name = self.store.new_name()
        self.going[name], self.moves[name] = Match(GAME, SEATS, GAME.initial), []
        self.store.begin(name, GAME, SEATS, ladder=ladder)

    @precondition(lambda self: self.going)
    @rule(which=some.integers(0, 99), place=some.integers(0, 99), many=some.integers(1, 9))
    def move(self, which, place, many):
        """Some moves of a game, which may end it."""
        name = [*self.going][which % len(self.going)]
        match = self.going[name]
        for _ in range(many):
            actions = GAME.actions(match.state)
            action = actions[place % len(actions)]
            self.moves[name].append(action)
            self.store.add(name, match.take(GAME.to_move(match.state), action))
            if match.record:
                self.ended(name, match.record)
                return

    @precondition(lambda self: self.going)
    @rule(which=some.integers(0, 99))
    def stop(self, which):
        """A game that somebody stops."""
        name = [*self.going][which % len(self.going)]
        self.ended(name, self.going[name].stop("somebody stopped it"))

    def ended(self, name, record):
        """Note how this game has ended; one without a move is not kept."""
        self.store.end(name, record)
        del self.going[name]
        if record.actions:
            self.ends[name] = record

    @rule()
    def hand_in(self):
        """Somebody hands in."""
        self.receipts.append(f"{len(self.receipts)}-{self.deaths}")
        self.store.log.add({"hand_in": dict.fromkeys(HAND_IN, self.receipts[-1])})

    @rule(key=some.sampled_from("abc"))
    def own(self, key):
        """Somebody is the first with a name, or a later one."""
        if key not in self.owners:
            self.owners[key] = (key.upper(), "digest")
            self.store.own(key, *self.owners[key])

    @rule()
    def settle(self):
        """All is on the disk, and so it is told."""
        assert self.store.settle() == 0
        self.told = dict(self.ends), len(self.receipts), dict(self.owners)
        self.safe = (self.store.folder / FILE).stat().st_size

    @rule(share=some.floats(0, 1), whole=some.booleans())
    def die(self, share, whole):
        """Without warning, with a part of what was not on the disk; then the server begins anew.

        That part ends anywhere, or with a `whole` line.
        """
        path = self.store.folder / FILE
        os.close(self.store.log._file)
        data = path.read_bytes()
        cut = self.safe + round(share * (len(data) - self.safe))
        if whole:
            cut = max(self.safe, data.rfind(b"\n", 0, cut) + 1)
        path.write_bytes(data[:cut])
        self.store = again = Store(self.store.folder)
        self.deaths += 1
        ends, receipts, owners = self.told
        assert again.news == []
        names = [one.name for one in again.finished]
        assert len(names) == len({*names}), "once"
        assert ends.keys() <= {*names}
        for name in names:
            record = again.load(name)
            if name in ends:
                assert record == ends[name], "the same for both"
            assert [*record.actions] == self.moves[name][: len(record.actions)]
            match = Match(GAME, SEATS, GAME.initial)
            for action in record.actions:
                match.take(GAME.to_move(match.state), action)
            if match.record:
                assert (record.reason, record.winner) == (match.record.reason, match.record.winner)
            else:
                assert record.reason == "unfinished"
        codes = [one["code"] for one in again.hand_ins]
        assert codes == self.receipts[: len(codes)]
        assert len(codes) >= receipts
        assert owners.items() <= again.owners.items() <= self.owners.items()
        self.going, self.receipts, self.owners = {}, codes, dict(again.owners)
        self.ends = {name: again.load(name) for name in names}
        self.settle()

    def teardown(self):
        """Die a last time."""
        self.die(0.9, whole=True)
        self.store.close()
        self.folder.cleanup()


TestServerThatDies = ServerThatDies.TestCase
TestServerThatDies.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
