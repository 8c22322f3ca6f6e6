"""What a reader's own game may say, and a type checker accepts."""

import sys

from console import ran

OWN = """
from course_lib import Game, TextbookTree

class Coins(Game):
    players = ("A", "B")

class Trio(TextbookTree):
    players = ("A", "B", "C")
"""


def test_the_players_of_an_own_game_are_a_plain_tuple():
    """Under mypy's strict rules, however many there are, and below a game of ours too."""
    done = ran(sys.executable, "-m", "mypy", "--strict", "--config-file=", "-c", OWN, timeout=300)
    assert done.stdout.startswith("Success"), done.stdout + done.stderr
