"""A league on a cluster is that of one machine, whatever happens to its workers."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import class_of_players as made
import pytest
from test_grading_scheduler import Cluster

from course_lib import TicTacToe
from course_tools.grader.league.games import Played
from course_tools.grader.league.league import League, play_league
from course_tools.grader.league.rules import Order, Rules

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("league"),
    pytest.mark.needs("bubblewrap or deno"),
]

SLOW = """
import time
from random import choice

def my_player(game, state, budget):
    time.sleep(0.1)
    return choice(game.actions(state))
"""
PLAYERS = {"ada": SLOW, "bob": made.HONEST, "cyd": SLOW, "dan": made.CRASH, "eve": made.CHANCE}


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler that has no worker yet."""
    with closing(Cluster(tmp_path)) as made_here:
        yield made_here


@pytest.fixture
def order(tmp_path: Path) -> Order:
    """The order to let a class of five play, in a course that nobody changes meanwhile."""
    course = made.copied_course(tmp_path / "course")
    source = made.hand_in(tmp_path / "class", PLAYERS)
    rules = Rules(TicTacToe(), seconds=20)
    return Order(source, tmp_path / "here", course, rules)


def test_the_league_is_the_same_when_workers_die_and_join(order: Order, cluster: Cluster) -> None:
    """Two workers are killed at work, one more joins: the same games, to the letter."""
    alone = play_league(order)

    def tell(played: Played, titles: tuple[str, str], done: int, total: int) -> None:
        if done == 1:
            cluster.kill_worker()
            cluster.begin_worker(course=order.root)
        if done == 6:
            cluster.kill_worker()

    for _ in range(2):
        cluster.begin_worker(course=order.root)
    there = replace(order, out=order.out.with_name("there"), scheduler=cluster.address)
    together = play_league(there, tell)
    assert together.played == len(together.games) == 20
    assert together.to_data() == alone.to_data()
    assert pages(together) == pages(alone)


def pages(finished: League) -> dict[str, bytes]:
    """The ladder and the replays, by name."""
    out = finished.order.out
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*.html")}
