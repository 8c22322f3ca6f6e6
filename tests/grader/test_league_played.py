"""A league is played to its end whatever its players do, and comes out the same every time."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import class_of_players as made
import pytest

from course_lib import ConnectFour, KuhnPoker, Pig, TicTacToe
from course_tools.cli.league import summary
from course_tools.grader.league.entrants import Entrant, baselines
from course_tools.grader.league.games import GameToPlay, Played, sandbox_for
from course_tools.grader.league.league import League, play_league
from course_tools.grader.league.rules import Order, Rules
from course_tools.grader.league.schedule import Seating
from course_tools.grader.sandbox import Sandbox
from course_tools.log import recovered, written

pytestmark = [
    pytest.mark.needs("bubblewrap"),
    pytest.mark.xdist_group("league"),
    pytest.mark.usefixtures("warm_graders"),
]

RULES = Rules(TicTacToe(), budget=50, seconds=1)
SMALL = "connect-four:rows=4,columns=4,length=3"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """A sandbox with the limits of these rules."""
    with sandbox_for(RULES.seconds) as opened:
        yield opened


def entrant(name: str, *cells: str, baseline: bool = False) -> Entrant:
    """A player with these cells."""
    return Entrant(name, name, tuple(enumerate(cells, 1)), baseline=baseline)


def one_game(sandbox: Sandbox, first: Entrant, second: Entrant, rules: Rules = RULES) -> Played:
    """The game between these two."""
    game = GameToPlay(Seating(first.name, second.name), (first, second), rules)
    return game.play(sandbox.session)


IGNORES = """
import signal
for one in (signal.SIGXCPU, signal.SIGTERM, signal.SIGALRM, signal.SIGPROF):
    signal.signal(one, signal.SIG_IGN)
"""
PLAYS_ON = made.player("import random", "while True:", "    game.playout(state, random.Random(1))")


def slow(*cases: tuple) -> list:
    """These cases, left to `make night`."""
    return [pytest.param(*case, marks=pytest.mark.slow) for case in cases]


@pytest.mark.parametrize(
    ("cells", "fault", "sentence"),
    [
        ([made.ENDLESS], "time", "it took too long (a game has 1 s of computing) or too much"),
        ([made.EXIT], "crash", "it ended its own process in its move 1"),
        ([made.GREEDY_FOR_MEMORY], "crash", "my_player raised MemoryError"),
        ([made.JUNK], "junk", "its process wrote lines of its own among the answers"),
        ([made.ILLEGAL], "illegal", "played (99, 99), which is not legal here; legal are"),
        ([made.RAISES_ITS_BUDGET], "overrun", "asked for more than its 50 positions in its move 1"),
        ([made.COUNTS_ITSELF], "crash", "AttributeError: 'Handled' object has no attribute 'game'"),
        ([made.MAKES_ITS_OWN], "crash", "TypeError: the league's game was given"),
        ([made.OVERRUN], "overrun", "asked for more than its 50 positions in its move 1"),
        ([made.CRASH], "crash", "ValueError: no idea, says <object object at 0x...>, in line 2"),
        (["my_player = lambda game, state, budget: object"], "junk", "gave back a type, and no"),
        (["def my_player(game, state):\n    return 1"], "crash", "yours is my_player(game, state)"),
        (["1 / 0\n\ndef my_player(*_):\n    pass"], "crash", "there is no function my_player"),
        (["def my_player(*_):\n    raise NotImplementedError"], "crash", "still to be written"),
        (["import os\nos._exit(0)"], "crash", "it ended its own process while cell 1 ran"),
        *slow(
            ([IGNORES, made.ENDLESS], "time", "it took too long"),
            (["import time\ntime.sleep(1000)", made.HONEST], "time", "it took too long"),
            ([made.player("import time", "time.sleep(1000)")], "time", "it took too long"),
            ([PLAYS_ON], "overrun", "asked for more than its 50 positions in its move 1"),
        ),
    ],
)
def test_whoever_does_what_nobody_may_loses_that_game(sandbox, cells, fault, sentence):
    """The other one wins without a move, and a line says why; both ways to sit."""
    hostile, honest = entrant("mad", *cells), entrant("ada", made.HONEST)
    played = one_game(sandbox, hostile, honest)
    assert (played.fault, played.loser_by_fault) == (fault, "mad")
    assert played.record.detail.startswith("X lost: ")
    assert sentence in played.record.detail
    assert played.record.winner == "O"
    assert played.record.actions == ()


def test_the_budget_is_what_a_player_looks_at_for_one_move(sandbox: Sandbox) -> None:
    """Looking once at the root and at each action's result is so many; one less is an overrun."""
    looks = """
def my_player(game, state, budget):
    for action in game.actions(state):
        game.is_terminal(game.result(state, action))
    return game.actions(state)[0]
"""
    for budget, fault in ((10, ""), (9, "overrun")):
        rules = Rules(TicTacToe(), budget=budget, seconds=1)
        played = one_game(sandbox, entrant("ada", looks), entrant("bob", made.CHANCE), rules)
        assert played.fault == fault
        assert played.used["X"][2] == min(budget, 10)


def test_nobody_looks_at_positions_between_two_moves(sandbox: Sandbox) -> None:
    """Where nobody counts them, nobody answers, either; whoever asks there loses by it."""
    played = one_game(sandbox, entrant("ada", made.ASKS_ON), entrant("bob", made.SLEEPY))
    assert (played.fault, played.loser_by_fault) == ("junk", "ada")
    assert "asked the game for something between two moves" in played.record.detail
    assert played.used["X"][0] == 2


CHEATS = """
import ctypes, gc, multiprocessing, os, signal, subprocess
from course_lib import TicTacToe

signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who is not waited for is counted nowhere
libc = ctypes.CDLL(None)

def ways(game, state):
    return [
        lambda: os.fork() or os._exit(0),
        lambda: os.forkpty()[0] or os._exit(0),
        lambda: os.posix_spawn("/bin/true", ["true"], {}),
        lambda: subprocess.Popen(["/bin/true"]).pid,
        lambda: not signal.signal(signal.SIGCHLD, signal.SIG_DFL) or os.system("true") == 0,
        lambda: multiprocessing.get_context("fork").Process(target=int).start() or 1,
        lambda: multiprocessing.get_context("spawn").Process(target=int).start() or 1,
        lambda: libc.fork(),
        lambda: libc.vfork(),
        lambda: libc.syscall({"x86_64": 56, "aarch64": 220}[os.uname().machine], 17, 0, 0, 0, 0),
        lambda: libc.syscall(435, 0, 0),
        lambda: len(game.actions(TicTacToe().initial)),
        lambda: game.parse(game.render(state)) is not None,
        lambda: sum(type(one).__name__ == "Referee" for one in gc.get_objects()),
    ]

def my_player(game, state, budget):
    gained = 0
    for way in ways(game, state):
        try:
            gained += way() > 0
        except (OSError, AttributeError, ValueError, TypeError):
            pass
    return game.actions(state)[gained]
"""


def test_a_player_has_no_help_and_takes_nothing_that_is_not_its_own(sandbox: Sandbox) -> None:
    """No process and no board beside those that it was given; `test_walls.py` has all else."""
    played = one_game(sandbox, entrant("mad", CHEATS), entrant("ada", made.HONEST))
    assert played.fault == "", played.record.detail
    game = played.record.game
    assert played.record.actions[0] == game.actions(game.initial)[0], "none of them has worked"


def test_a_player_s_chance_follows_from_the_seed(sandbox: Sandbox) -> None:
    """The same game twice, another one with another seed or at another meeting."""
    ada, bob = entrant("ada", made.CHANCE), entrant("bob", made.CHANCE)

    def moves(seed: int, turn: int) -> tuple[Any, ...]:
        rules = Rules(TicTacToe(), seconds=1, seed=seed)
        game = GameToPlay(Seating("ada", "bob", turn), (ada, bob), rules)
        return game.play(sandbox.session).record.actions

    assert moves(1, 0) == moves(1, 0)
    assert len({moves(1, 0), moves(2, 0), moves(1, 1)}) == 3


def test_a_hidden_card_stays_hidden_whatever_a_player_asks(sandbox: Sandbox) -> None:
    """It is neither in the state nor behind it; who looks further ahead is told what is missing."""
    rules = Rules(KuhnPoker(), seconds=1)
    bets = entrant("bets", made.player("return game.actions(state)[1]"))
    seen = []
    for turn, source in enumerate((made.LOOKS_BEHIND, made.LOOKS_BEHIND, made.LOOKS_AHEAD)):
        other = entrant("other", source)
        both = (bets, other) if turn % 2 else (other, bets)
        seating = Seating(both[0].name, both[1].name, turn)
        played = GameToPlay(seating, both, rules).play(sandbox.session)
        seen.append(played.record.detail)
        assert played.fault == "crash"
    assert all("I see ['?'], and the other's are {'?'}" in detail for detail in seen[:2])
    assert "who wins depends on the card that is hidden in ('" in seen[2]


def test_dice_are_dice_for_players_too(sandbox: Sandbox) -> None:
    """An expectation over the faces, in the sandbox as in the notebook."""
    careful = entrant("careful", made.WEIGHS_THE_DIE)
    played = one_game(sandbox, careful, entrant("bob", made.CHANCE), Rules(Pig(12), seconds=2))
    assert played.fault == ""


def test_players_of_ours_play_without_a_limit(sandbox: Sandbox) -> None:
    """They search more positions than students may, and make no fault."""
    rules = Rules(ConnectFour(4, 4, 3), budget=3, seconds=1)
    drawn, *others = [
        one for one in baselines(rules.game) if one.name[-3:] in ("dom", "edy", "h 2")
    ]
    for one in others:
        played = one_game(sandbox, one, drawn, rules)
        assert played.fault == ""
        assert played.used["X"][2] > 3
        assert played.used["O"][2] == 1


# --- whole leagues -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the course."""
    return made.copied_course(tmp_path_factory.mktemp("course"))


def order(course: Path, source: Path, out: Path, **more: Any) -> Order:
    """The order to let this class play."""
    given = {"rules": RULES, "games": 1, "workers": 2} | more
    return Order(source=source, out=out, root=course, **given)


@pytest.fixture(scope="module")
def handed_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a class of seven has handed in."""
    return made.hostile_class(tmp_path_factory.mktemp("class"))


@pytest.fixture(scope="module")
def finished(course: Path, handed_in: Path, tmp_path_factory: pytest.TempPathFactory) -> League:
    """Their league, two games at once."""
    return play_league(order(course, handed_in, tmp_path_factory.mktemp("two")))


def whole(finished: League) -> dict[str, bytes]:
    """Every file that a league has left, by name; of its log every game that is in it."""
    out, log = finished.order.out, finished.files.log.path
    games = {written([one]) for one in recovered(log.read_bytes()).entries}
    return {"games": b"".join(sorted(games))} | {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in sorted(out.rglob("*.*"))
        if path.is_file() and path.suffix not in (".lock", ".log")
    }


def test_a_class_with_hostile_players_plays_to_the_end(handed_in: Path, finished: League) -> None:
    """Everybody has played every round; each fault is its own player's; nothing was stolen."""
    assert [len(games) for games in finished.rounds] == [3] * 7
    assert all(one.games == 6 for one in finished.ladder.standings)
    guilty = {one.name: set(one.faults) for one in finished.ladder.standings if one.faults}
    expected = {"cyd": {"time"}, "dan": {"crash"}, "fay": {"illegal"}}
    assert guilty == {name: expected[name] for name in guilty}
    assert guilty
    assert not any("read what ada wrote" in one.record.detail for one in finished.games)
    assert not (handed_in / "mine.txt").exists()
    assert finished.isolation.startswith("full")
    standings = {one.name: one.points for one in finished.ladder.standings}
    assert standings["ada"] > standings["fay"]


@pytest.mark.slow
def test_one_worker_and_two_play_the_same_league(course, handed_in, finished, tmp_path):
    """Every file is the same, to the byte."""
    alone = play_league(order(course, handed_in, tmp_path / "one", workers=1))
    assert whole(alone) == whole(finished)
    assert alone.played + alone.forfeits == len(alone.games)


def test_what_was_played_is_not_played_again(finished: League) -> None:
    """Only a game whose line is damaged is, and that is told; the result is the same."""
    before = whole(finished)
    path = finished.files.log.path
    kept = path.read_bytes()
    path.write_bytes(kept[:-40])
    again = play_league(finished.order)
    assert again.played == 1
    assert whole(again) == before
    path.write_bytes(b"?" + kept[1:])
    changed = play_league(finished.order)
    assert changed.played == 1
    assert changed.remarks == (f"{path}: line 1 is damaged and counts for nothing",)
    path.write_bytes(kept)
    assert play_league(finished.order).played == 0


QUICK = {"ada": made.HONEST, "bob": made.CHANCE, "cyd": made.CHANCE, "dan": made.ENDLESS}


def command(course: Path, source: Path, out: Path, *more: str) -> dict[str, Any]:
    """The command that lets this class play, as `subprocess` takes it."""
    words = [sys.executable, "-m", "course_tools.cli", "league", str(source), "--game", SMALL]
    words += ["--to", str(out), "--game-seconds", "1", "--games", "2", *more]
    return {"args": words, "cwd": course, "env": os.environ | {"PYTHONPATH": str(course)}}


@pytest.mark.slow
def test_killed_and_called_again_it_goes_on_to_the_same_result(course, tmp_path):
    """`kill -9` after some games: they are whole, and played once; the page is the same.

    Who has taken too long in three games plays no fourth, in both cases.
    """
    source = made.hand_in(tmp_path / "class", QUICK)
    out, log = tmp_path / "out", tmp_path / "out" / "games.log"
    asked = command(course, source, out, "--workers", "2", "--json")
    with subprocess.Popen(**asked, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None and not (log.exists() and log.read_bytes().count(b"\n") >= 3):
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    kept = recovered(log.read_bytes()).entries
    assert 3 <= len(kept) < 10
    assert not (out / "ladder.html").exists()
    done = subprocess.run(**asked, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    games = recovered(log.read_bytes()).entries
    assert games[: len(kept)] == kept
    told = json.loads(done.stdout)
    [look] = told.pop("please_look")
    assert look == "dan lost 6 of 6 games, because it took too long, or too much memory"
    rules = Rules(ConnectFour(4, 4, 3), seconds=1)
    undisturbed = play_league(order(course, source, tmp_path / "whole", rules=rules, games=2))
    said = {"command": "league", "exit": 1, "page": str(out / "ladder.html")}
    assert told == said | undisturbed.to_data()
    assert (out / "ladder.html").read_bytes() == undisturbed.page.read_bytes()
    withdrawn = [one for one in undisturbed.games if "was withdrawn" in one.record.detail]
    assert [one.loser_by_fault for one in withdrawn] == ["dan"] * 3, "from the fourth game on"
    assert len(games) == undisturbed.played + 1, "its fourth was under way"
    assert (undisturbed.played, undisturbed.forfeits) == (9, 3)
    words = "\n".join(summary(undisturbed, []))
    assert "9 games played, 0 were there already, 3 lost unplayed" in words
