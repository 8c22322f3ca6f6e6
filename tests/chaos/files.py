"""Mutated records, SGF, plans, class lists, notebooks, zips and GTP streams."""

from __future__ import annotations

import io
import json
import re
import zipfile

import runner

PLAN = b"""records = "records"
page = 0
open_to_network = false
[[port]]
port = 0
game = "havannah"
size = 5
seconds = 10
against = "programs"
"""
CLASS = 'student,name,email\nada,Ada Lovelace,ada@x.org\nÜ,"Ö ""q""",\n'.encode()
GTP = (
    b"name\nlist_commands\nboardsize 7\nclear_board\ntime_settings 0 1 1\nplay black A1\n"
    b"genmove white\nundo\nshowboard\n12 genmove black\nquit\n"
)
CELL = {
    "cell_type": "code",
    "execution_count": None,
    "metadata": {},
    "outputs": [],
    "id": "a1",
    "source": "def my_player(game, state, budget):\n    return game.actions(state)[0]\n",
}
NOTEBOOK = json.dumps(
    {"cells": [CELL], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
).encode()
WORDS = [
    b"NaN",
    b"Infinity",
    b"-1",
    b"1e400",
    b"9" * 5000,
    b"null",
    b"[]",
    b"{}",
    b'""',
    b"\\ud800",
    b"\xff\xfe",
    b"\x00",
    b"\r",
    b"\xe2\x80\xae",
    b"<script>",
    b"../../x",
    b"[" * 3000,
    b'{"tuple":' * 500,
    b"(;" * 3000,
    b"ZZ99",
    b"\n\n\n",
    b"size = 25",
]
NUMBERS = [b"-1", b"0", b"99999", b"1e9", b"9" * 21, b"1.5", b"NaN", b"true", b"null", b'"3"']
TEXTS = [
    b"null",
    b"3",
    b"[]",
    b"{}",
    b'""',
    b'"' + b"x" * 3000 + b'"',
    b'{"tuple":[1]}',
    b'"__class__"',
]
NAMES = [
    ["ada_1_02_minimax.ipynb", "bob_2_02_minimax.ipynb"],
    ["../../x.ipynb", "/y/02_minimax.ipynb"],
    ["a/" * 200 + "x.ipynb"],
    ["CON/02_minimax.ipynb", "a\nb/08_tournament.ipynb"],
]


def replaced(rng, data, pattern, others):
    """The data with one match of the pattern changed."""
    found = list(re.finditer(pattern, data))
    if not found:
        return data
    one = rng.choice(found)
    return data[: one.start()] + rng.choice(others) + data[one.end() :]


def mutated(rng, data):
    """The data with one to six small wrongs."""
    for _ in range(rng.choice([1, 1, 1, 2, 3, 6])):
        at, way = rng.randrange(len(data) + 1), rng.randrange(8)
        if way == 0:
            data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
        elif way == 1:
            data = data[:at] + data[at + rng.choice([1, 2, 10, 100]) :]
        elif way == 2:
            data = data[:at] + rng.choice(WORDS) + data[at:]
        elif way == 3:
            data = data[:at]
        elif way == 4:
            other = rng.randrange(len(data) + 1)
            data = data[:at] + data[other : other + rng.choice([5, 50, 500])] + data[at:]
        elif way == 5:
            data = replaced(rng, data, rb"-?\d+(\.\d+)?", NUMBERS)
        elif way == 6:
            data = replaced(rng, data, rb'"[^"\n]*"', TEXTS)
        else:
            lines = data.split(b"\n")
            rng.shuffle(lines)
            data = b"\n".join(lines)
    return data


def zipped(rng):
    """A zip with names as a platform would not write them."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name in rng.choice(NAMES):
            file.writestr(name, NOTEBOOK)
    return buffer.getvalue()


def command(rng, kind, path, data):
    """What reads such a file, and what it gets as its input."""
    name, given = str(path), b"zz\nquit\n"
    league = ["league", name, "--dry-run", "--to", "made"]
    ways = {
        "json": [
            ["play", "--show", name],
            ["play", "--show", name, "--to", "made.html"],
            ["play", "--load", name, "--against", "random"],
        ],
        "sgf": [["play", "--show", name], ["play", "--load", name]],
        "toml": [["serve", name]],
        "csv": [
            ["grade", "folder", "--dry-run", "--class-list", name],
            ["league", "good.py", "--dry-run", "--class-list", name, "--to", "made"],
        ],
        "ipynb": [["grade", name, "--dry-run"], league, ["check", name]],
        "zip": [["grade", name, "--dry-run"], league],
        "gtp": [
            ["play", game, "--gtp", "--player", "random"]
            for game in ("connect-four", "havannah:size=4", "gomoku:size=9")
        ],
    }
    return rng.choice(ways[kind]), data if kind == "gtp" else given


def rights(folder):
    """Files that are right, by kind: what is mutated."""
    lesson = runner.ROOT / "notebooks/02_minimax/02_minimax.ipynb"
    return {
        "json": [(folder / f"{one}.json").read_bytes() for one in "tch"],
        "sgf": [(folder / "h.sgf").read_bytes()],
        "toml": [PLAN],
        "csv": [CLASS],
        "ipynb": [NOTEBOOK, lesson.read_bytes()],
        "gtp": [GTP],
        "zip": [],
    }


def case(rng, cli, folder, right):
    """One damaged file: the command that reads it, and how it ended."""
    kind = rng.choice([*right])
    data = mutated(rng, rng.choice(right[kind]) if right[kind] else zipped(rng))
    for old in folder.glob("case.*"):
        old.unlink()
    path = folder / f"case.{kind}"
    path.write_bytes(data)
    words, given = command(rng, kind, path, data)
    return words, runner.run(cli, words, given, folder, runner.trouble(rng))
