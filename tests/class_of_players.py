"""A made class whose players are honest, mistaken and hostile, as files and as notebooks."""

import shutil
from pathlib import Path
from random import Random

import nbformat
from sandboxed import ROOT

from course_lib import GameRecord, TicTacToe, play_game, random_player
from course_tools.grader.league.entrants import Entrant, Intake
from course_tools.grader.league.games import GameToPlay, Played
from course_tools.grader.league.league import League, write
from course_tools.grader.league.rules import Order, Rules
from course_tools.grader.league.schedule import Seating, round_robin


def player(*lines: str, before: str = "") -> str:
    """The text of a player that does this, after what stands before it."""
    body = "".join(f"    {line}\n" for line in "\n".join(lines).splitlines())
    return f"{before}\ndef my_player(game, state, budget):\n{body}"


FIRST = "return game.actions(state)[0]"

HONEST = player(
    "me = game.to_move(state)",
    "for action in game.actions(state):",
    "    after = game.result(state, action)",
    "    if game.is_terminal(after) and game.winner(after) == me:",
    "        return action",
    FIRST,
)
"""The first action that wins at once, else the first of all."""

CHANCE = player("return random.choice(game.actions(state))", before="import random")
ENDLESS = player(
    *("while True:", "    try:", "        while True:", "            pass"),
    *("    except BaseException:", "        pass"),
)
EXIT = player("import os", "os._exit(0)")
GREEDY_FOR_MEMORY = player("hoard = bytearray(10_000_000_000)", FIRST)
JUNK = player(
    "import contextlib, os",
    "print('junk' * 1000)",
    "for number in range(3, 40):",
    "    with contextlib.suppress(OSError):",
    "        os.write(number, b'junk\\n')",
    FIRST,
)
CHEAT = player(
    "from pathlib import Path",
    "try:",
    "    seen = (Path(OTHERS) / 'ada' / 'my_player.py').read_text()",
    "    Path(OTHERS, 'mine.txt').write_text('I was here')",
    "except OSError:",
    "    return game.actions(state)[-1]",
    "raise RuntimeError('I have read what ada wrote')",
)
ILLEGAL = player("return (99, 99)")
OVERRUN = player(
    "def count(state):",
    "    return 1 + sum(count(game.result(state, one)) for one in game.actions(state))",
    "count(state)",
    FIRST,
)
CRASH = player('raise ValueError(f"no idea, says {object()}")')
RAISES_ITS_BUDGET = player(
    "from course_lib import alphabeta_search",
    "game.budget = 10**9",
    "return alphabeta_search(game, state)[1]",
)
OWN = """
from course_lib import TicTacToe, Watched, alphabeta_search
"""
ASKS_ON = player(
    "first = game.actions(state)[0]",
    "after = game.result(state, first)",
    "def ask():",
    "    time.sleep(0.3)",
    "    after.board",
    "threading.Thread(target=ask, daemon=True).start()",
    "return first",
    before="import threading, time",
)
SLEEPY = player("import time", "time.sleep(1)", "return game.actions(state)[-1]")
MAKES_ITS_OWN = player("return game.actions(TicTacToe().play('b2'))[0]", before=OWN)
COUNTS_ITSELF = player(
    "Watched.__init__(game, game.game)",
    "return alphabeta_search(game, state, depth=5)[1]",
    before=OWN,
)
HELPED = """
def helper(game, state):
    return game.actions(state)[len(game.actions(state)) // 2]
"""
CALLS_HELPER = player("return helper(game, state)")
SHOWS_OFF = "import time\n\ntime.sleep(1000)"

LOOKS_BEHIND = player(
    "me = game.players.index(game.to_move(state))",
    "other = game.players[1 - me]",
    "views = [state, game.view(state, other), game.view(state, game.players[me])]",
    "after = game.result(state, game.actions(state)[0])",
    "views += [after, game.view(after, other)]",
    "cards = {one.cards[1 - me] for one in views}",
    "words = game.render(state).replace(state.cards[me], '')",
    "raise ValueError(f\"I see {[c for c in words if c in 'JQK?']}, and the other's are {cards}\")",
)
LOOKS_AHEAD = player(
    "while not game.is_terminal(state):",
    "    state = game.result(state, game.actions(state)[-1])",
    "return game.utility(state, 'X')",
)
WEIGHS_THE_DIE = player(
    "roll = game.result(state, 'roll')",
    "faces = game.chance(roll)",
    "assert round(sum(share for _, share in faces), 9) == 1 and game.chance(state) == ()",
    "mine = game.players.index(game.to_move(state))",
    "after = [(share, game.result(roll, face)) for face, share in faces]",
    "lost = sum(share for share, one in after if one.to_move != state.to_move)",
    "return 'hold' if state.so_far > 4 and lost > 0.1 else 'roll'",
)

NASTY = "zoe <script>alert(1)</script>"


def hand_in(folder: Path, players: dict[str, str]) -> Path:
    """The folder in which each of these has handed in a plain file."""
    for name, source in players.items():
        place = folder / name / "my_player.py"
        place.parent.mkdir(parents=True)
        place.write_text(source, encoding="utf-8")
    return folder


def copied_course(folder: Path) -> Path:
    """A copy of the course, in which nobody changes anything while a league is played."""
    for room in ("course_lib", "course_tools", "autograder_tests", "notebooks", "solutions"):
        shutil.copytree(ROOT / room, folder / room)
    return folder


def hostile_class(folder: Path) -> Path:
    """The folder of a class of seven, of whom four do what nobody may."""
    players = {"ada": HONEST, "bob": CHANCE, "cyd": ENDLESS, "dan": EXIT, "fay": ILLEGAL}
    hand_in(folder, players | {"eve": f"OTHERS = {str(folder)!r}\n{CHEAT}"})
    hand_in_notebook(folder, "kim", HELPED, CALLS_HELPER, SHOWS_OFF)
    return folder


def hand_in_notebook(folder: Path, name: str, *cells: str) -> None:
    """Beside them, a notebook with these cells."""
    made = [nbformat.v4.new_code_cell(source, id=f"c{at}") for at, source in enumerate(cells)]
    place = folder / name / "08_tournament.ipynb"
    place.parent.mkdir(parents=True)
    nbformat.write(nbformat.v4.new_notebook(cells=made), place)


def played_at_random(seating: Seating, fault: str = "") -> Played:
    """A game of these two in which both draw their moves, or the first loses by this fault."""
    rng = Random(f"{seating}")
    game = TicTacToe()
    record = play_game(game, [random_player(rng), random_player(rng)])
    players = dict(zip(game.players, seating[:2], strict=True))
    lost = ("error", "X lost: </script><b>", "X", "O", {"X": -1.0, "O": 1.0})
    won = (record.reason, record.detail, record.culprit, record.winner, record.utilities)
    moves = () if fault else record.actions
    named = GameRecord(game, players, game.initial, moves, *(lost if fault else won))
    used = {"X": (3, 30, 12), "O": (3, 60, 40)}
    entrants = tuple(Entrant(name, name, ()) for name in seating[:2])
    key = GameToPlay(seating, entrants, Rules(game)).key
    return Played(key, seating, named, fault, used)


def made_page(folder: Path) -> Path:
    """The page of a league of five in this folder, with its replays, without any process."""
    names = [NASTY, "bob", "cyd", "dan", "ours: random"]
    games = [played_at_random(one) for seats in round_robin(names, 1) for one in seats]
    games.append(played_at_random(Seating(NASTY, "bob", 1), "junk"))
    entrants = tuple(Entrant(name, name, ()) for name in names)
    rules = Rules(TicTacToe())
    league = League(Order(folder, folder, folder, rules), Intake(entrants, ("<i>odd",)))
    league.rounds = (tuple(games),)
    league.rank()
    write(league)
    return league.page
