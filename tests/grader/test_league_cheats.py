"""A bank of cheats: each loses by it, or plays move for move what it would play honestly."""

from collections.abc import Iterator

import class_of_players as made
import pytest

from course_lib import ConnectFour
from course_tools.grader.league.entrants import Entrant
from course_tools.grader.league.games import GameToPlay, Played, sandbox_for
from course_tools.grader.league.rules import Rules
from course_tools.grader.league.schedule import Seating
from course_tools.grader.sandbox import Sandbox

pytestmark = [pytest.mark.needs("bubblewrap"), pytest.mark.xdist_group("league")]

RULES = Rules(ConnectFour(4, 4, 3), budget=50, seconds=2)

HELP = """
import contextlib, ctypes, gc, multiprocessing, os, resource, signal, socket, subprocess, sys
from pathlib import Path
from course_lib import ConnectFour, deepening_search

signal.signal(signal.SIGCHLD, signal.SIG_IGN)
libc, own = ctypes.CDLL(None), ConnectFour(4, 4, 3)
CLONE = {"x86_64": 56, "aarch64": 220}[os.uname().machine]

def honest(game, state, budget):
    return deepening_search(game, state, visits=budget)[1]

def gained():
    \"\"\"Show that it has worked: from here on it does not play what the honest one plays.\"\"\"
    raise RuntimeError("the cheat has worked")
"""


def cheat(*lines: str) -> str:
    """A player that tries this, and goes on with the honest search if nothing comes of it."""
    tried = "\n".join(f"        {line}" for line in lines)
    return (
        f"{HELP}\ndef my_player(game, state, budget):\n"
        f"    with contextlib.suppress(OSError, ValueError, AttributeError, TypeError):\n{tried}\n"
        "    return honest(game, state, budget)\n"
    )


HONEST = cheat("pass")

WITHOUT_GAIN = {
    "a child by fork": ("if os.fork() >= 0: gained()",),
    "a child at a terminal": ("if os.forkpty()[0] >= 0: gained()",),
    "a child by the C library": ("if libc.fork() >= 0: gained()",),
    "a child by vfork": ("if libc.vfork() >= 0: gained()",),
    "a child by clone": ("if libc.syscall(CLONE, 17, 0, 0, 0, 0) >= 0: gained()",),
    "a child by clone3": ("if libc.syscall(435, 0, 0) >= 0: gained()",),
    "a child by spawn": ("os.posix_spawn('/bin/true', ['true'], {}); gained()",),
    "a program": ("subprocess.Popen(['/bin/true']); gained()",),
    "a shell": (
        "signal.signal(signal.SIGCHLD, signal.SIG_DFL)",
        "if os.system('true') == 0: gained()",
    ),
    "a pool": ("multiprocessing.get_context('fork').Process(target=int).start(); gained()",),
    "another Python": ("multiprocessing.get_context('spawn').Pool(1); gained()",),
    "more seconds": ("resource.setrlimit(resource.RLIMIT_CPU, (9999, 9999)); gained()",),
    "more memory": ("resource.setrlimit(resource.RLIMIT_AS, (2**40, 2**40)); gained()",),
    "a helper outside": ("socket.create_connection(('127.0.0.1', 22), 0.1); gained()",),
    "a helper by name": ("socket.getaddrinfo('example.com', 80); gained()",),
    "another's files": ("if list(Path('/proc').iterdir()): gained()",),
    "a board of one's own": ("game.actions(own.initial); gained()",),
    "a board set up": ("game.parse(game.render(state)); gained()",),
    "the referee in memory": (
        "if any(type(one).__name__ == 'Referee' for one in gc.get_objects()): gained()",
    ),
}
"""What comes to nothing: then it is the honest search that plays."""

IGNORES = """
for one in (signal.SIGXCPU, signal.SIGTERM, signal.SIGALRM, signal.SIGPROF):
    signal.signal(one, signal.SIG_IGN)
"""

LOSES = {
    "an endless loop that stops at nothing": (made.ENDLESS, "time"),
    "ignored signals": (HELP + IGNORES + made.ENDLESS, "time"),
    "a sleeper at import": (f"import time\ntime.sleep(1000)\n{made.HONEST}", "time"),
    "a sleeper at its move": (made.player("import time", "time.sleep(1000)"), "time"),
    "a raised budget": (made.RAISES_ITS_BUDGET, "overrun"),
    "a counter of its own": (made.COUNTS_ITSELF, "crash"),
    "lines among the answers": (made.JUNK, "junk"),
    "the end of its process": (made.EXIT, "crash"),
    "playouts without end": (
        made.player("import random", "while True:", "    game.playout(state, random.Random(1))"),
        "overrun",
    ),
}
"""Who tries that loses the game, and is listed for it."""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """A sandbox with the limits of these rules."""
    with sandbox_for(RULES.seconds) as opened:
        yield opened


def played(sandbox: Sandbox, *sources: str) -> Played:
    """The game between the players with these sources."""
    first, second = (
        Entrant(name, name, ((1, one),)) for name, one in zip("ab", sources, strict=True)
    )
    return GameToPlay(Seating("a", "b"), (first, second), RULES).play(sandbox.session)


@pytest.fixture(scope="module")
def undisturbed(sandbox: Sandbox) -> Played:
    """The game of two honest searches."""
    return played(sandbox, HONEST, HONEST)


@pytest.mark.slow
@pytest.mark.parametrize("name", WITHOUT_GAIN)
def test_what_comes_to_nothing_gains_nothing(sandbox, undisturbed, name):
    """The very moves of the honest search, so not a point of Elo; no fault, either."""
    game = played(sandbox, cheat(*WITHOUT_GAIN[name]), HONEST)
    assert (game.fault, game.record.actions) == ("", undisturbed.record.actions)


@pytest.mark.slow
@pytest.mark.parametrize("name", LOSES)
def test_who_goes_too_far_loses_and_is_listed(sandbox, name):
    """A fault has a name, and stands on the page."""
    source, fault = LOSES[name]
    game = played(sandbox, source, HONEST)
    assert (game.fault, game.loser_by_fault) == (fault, "a")
