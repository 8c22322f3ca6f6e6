"""Plays a league: takes in the players, lets them play, and writes down what came of it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from course_tools.grade.files import LockedError, only_one, remove_unfinished, write_whole
from course_tools.league.entrants import Intake, baselines, intake
from course_tools.league.league import League, OnPlayed
from course_tools.league.page import computing_page, ladder_page
from course_tools.league.rules import Order


def players_of(order: Order, into: Path) -> Intake:
    """Who would play, and what is to be said about it; too few are a `ValueError`."""
    came = intake(order.source, order.root, into, class_list=order.class_list)
    everybody = (*came.entrants, *(baselines() if order.with_baselines else ()))
    if len(everybody) < 2:
        there = everybody[0].name if everybody else "nobody"
        more = "".join(f"\n- {remark}" for remark in came.remarks)
        raise ValueError(
            f"a league needs two players or more, and there is {there}; a player is a function"
            f" my_player(game, state, budget) in a notebook or a file{more}"
        )
    return Intake(everybody, came.remarks)


def play_league(order: Order, on_played: OnPlayed = lambda *_: None) -> League:
    """What comes of the league.

    Games are written one by one: when this is ended by force and called again, it goes on where it
    was. Raises `ValueError`, `LockedError`, `NoIsolation`, `SchedulerError` or `CantWriteError`.
    """
    into = order.out / "intake"
    try:
        with only_one(order.out):
            remove_unfinished(order.out)
            shutil.rmtree(into, ignore_errors=True)
            try:
                league = League(order, players_of(order, into))
                league.play(on_played)
                write(league)
                return league
            finally:
                shutil.rmtree(into, ignore_errors=True)
    except LockedError:
        raise LockedError(
            f"another `course league` is at work in {order.out}; wait until it is done, or end it:"
            " the games that were played are safe"
        ) from None


def write(league: League) -> None:
    """Write the pages, and the same as data."""
    for played in league.games:
        league.files.write_replay(played)  # where it is missing
    text = json.dumps(league.to_data(), indent=1, allow_nan=False) + "\n"
    write_whole(league.order.out / "league.json", text.encode())
    write_whole(league.computing_page, computing_page(league).encode())
    write_whole(league.page, ladder_page(league).encode())
