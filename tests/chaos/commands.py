"""Random command lines, made from the options that each command's own help names."""

from __future__ import annotations

import re

import runner

OFTEN = {"analyse": 8, "play": 8, "demo": 8, "doctor": 0.2}
"""How often a command is taken; the others twice. The doctor takes long, and has few options."""

NEVER = {"lab"}
"""It opens a browser."""

WAITS = {"--hall", "--serve", "--scheduler"}  # would rightly wait
GAMES = [
    "tic-tac-toe",
    "connect-four",
    "gomoku",
    "havannah",
    "nim",
    "three-musketeers",
    "nosuch",
    "tic-tac-toe:size=2",
    "connect-four:rows=4,columns=4",
    "nim:heaps=1,2",
    "gomoku:size=0",
    "havannah:size=2.5",
    "nim:heaps=",
    "connect-four:rows=-1",
    "havannah:size=9999",
    "tic-tac-toe:colour=red",
    "nim:heaps=(1,2",
]
PLAYERS = [
    "random",
    "minimax",
    "alphabeta 2",
    "mcts 20",
    "mcts -1",
    "solver",
    "gomoku 50",
    "human",
    "gtp: true",
    "gtp: cat",
    "nobody",
    "",
]
FILES = [
    "t.json",
    "c.json",
    "h.json",
    "h.sgf",
    "good.py",
    "broken.py",
    "noise",
    "deep.json",
    "empty",
    "folder",
    "nope",
    "/nonexistent/x",
    ".",
    "..",
    "/dev/null",
    "o.html",
    "o.txt",
    "o.sgf",
    "o.json",
    "o.gif",
    "o.svg",
    "-",
    "",
]
VALUES = [
    "0",
    "1",
    "-1",
    "7",
    "1e9",
    "nan",
    "inf",
    "x",
    "",
    "ü",
    "a" * 400,
    "9" * 21,
    "\N{ARABIC-INDIC DIGIT ONE}",
    "0x10",
    "1_0",
    " 3 ",
    "\udce9",
    "a1",
    "b2 a1",
    "4455",
    "guards",
    "text",
    "html",
    "02",
    "99",
    "127.0.0.1:1",
    "2026-11-21",
    "bash",
    "alpha-beta",
    "good.py:my_player",
    "broken.py:minimax",
]
INPUTS = [
    b"",
    b"zz\nhelp\na1\nb2\nundo\nquit\n",
    b"a1\n1\n\x00\n\xff\n",
    b"name\nboardsize 3\nclear_board\ngenmove b\nquit\n",
]
OF_A_PLAYER = {"--against", "--x", "--o", "--player"}
OF_A_FILE = {
    "--to",
    "--load",
    "--show",
    "--file",
    "--html",
    "--gif",
    "--png",
    "--svg",
    "--pdf",
    "--class-list",
    "--root",
    "--out",
    "--with",
    "--tokens",
}


VALID = [
    ["play", "tic-tac-toe", "--x", "random", "--o", "mcts 20", "--to", "o.json"],
    ["play", "connect-four", "--x", "random", "--o", "random", "--to", "o.json"],
    ["play", "--show", "t.json"],
    ["play", "--show", "h.json", "--to", "o.html"],
    ["play", "--show", "h.json", "--to", "o.sgf"],
    ["play", "--load", "t.json", "--against", "random"],
    ["play", "havannah", "--gtp", "--player", "random"],
    ["analyse", "tic-tac-toe", "b2 a1"],
    ["analyse", "nim:heaps=1,2"],
    ["analyse", "connect-four:rows=4,columns=4", "a1"],
    ["demo"],
    ["demo", "textbook-tree", "--html", "o.html"],
    ["demo", "textbook-tree", "--svg", "o.svg", "--step", "3"],
    ["demo", "--game", "tic-tac-toe", "--position", "b2 a1 a3", "--html", "o.html"],
    ["league", "good.py", "--with-baselines", "--dry-run"],
    ["doctor"],
]
"""Commands that do something; one in two gets one more word, or another, than it should have."""


def options(cli, folder):
    """The options of each command, as its own help tells them."""
    found = {}
    for command in sorted(set(cli.commands()) - NEVER):
        text = runner.run(cli, [command, "--help"], b"", folder).text
        found[command] = sorted(set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)) - WAITS)
    return found


def command_line(rng, known):
    """One command with what it might be given, mostly of the right kind."""
    command = rng.choices([*known], [OFTEN.get(name, 2) for name in known])[0]
    anything = GAMES + PLAYERS + FILES + VALUES
    words = [command]
    if command in {"analyse", "play"}:
        words.append(rng.choice(GAMES if rng.random() < 0.9 else anything))
    elif command in {"grade", "league", "serve", "check", "peer-review"}:
        words.append(rng.choice(FILES if rng.random() < 0.9 else anything))
    elif command == "demo":
        words += [
            "--game",
            rng.choice(GAMES),
            "--search",
            rng.choice(["minimax", "mcts", "good.py:my_player", "broken.py:minimax", "noise:x"]),
        ]
        words += ["--html", "o.html"]
    elif command in {"author", "export"}:
        words.append(rng.choice(["answers", "nosuch", ""]))  # others write into the project
    elif command == "new-class":
        words += [rng.choice(["2026", "", "../x"]), "--root", rng.choice(FILES)]
    elif command == "site":
        words += ["--out", rng.choice(["noise", "/dev/null/x"])]
    elif command == "build":
        words += ["--check", rng.choice(["99", "x", "../.."])]
    for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 4])):
        if rng.random() < 0.2 or not known[command]:
            words.append(rng.choice(anything))
            continue
        option = rng.choice(known[command])
        words.append(option)
        kind = PLAYERS if option in OF_A_PLAYER else FILES if option in OF_A_FILE else VALUES
        if rng.random() < 0.8:
            words.append(rng.choice(kind if rng.random() < 0.9 else anything))
    if command in {"grade", "league"}:
        words.append("--dry-run")
    return words


def case(rng, cli, folder, known):
    """One command line, and how it ended: four in five begin from a valid one."""
    words = command_line(rng, known)
    if rng.random() < 0.8:
        valid = [*rng.choice(VALID)]
        if len(valid) > 1 and rng.random() < 0.5:
            at = rng.randrange(1, len(valid) + 1)
            valid[at : at + rng.randrange(2)] = [rng.choice(VALUES + FILES + GAMES)]
        words = valid
    return words, runner.run(cli, words, rng.choice(INPUTS), folder, runner.trouble(rng))
