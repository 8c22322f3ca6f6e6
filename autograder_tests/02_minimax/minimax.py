"""The exercise `minimax(board)`: a best action on a board of lists."""

from dataclasses import replace
from functools import cache

from autograder_tests.cases import Case, Group
from autograder_tests.positions import (
    SEEN,
    board,
    pairs_of_twins,
    reachable_boards,
    state_on,
    stones,
)
from course_lib import TicTacToe, minimax_search

from .shared import best_case, best_of

OPTIONS = {"changes": (0,)}

MINUTES = "5 to 20"

HINTS = (
    (
        "Which of your functions finds a best move already, and what does it want to be handed?"
        " Or, if you search on lists: which two jobs are there?"
    ),
    (
        "best_action takes a game and a state. my_game is the game, and a state of it is the board"
        " as a tuple of tuples. To search on lists instead, let a helper find what a board is worth"
        " with your six functions, and choose the action whose board it rates best."
    ),
    (
        "either\n"
        "    make a tuple of tuples of the board, and ask best_action about it\n"
        "or\n"
        "    helper, for a board: over? its utility\n"
        "        otherwise the largest (X) or smallest (O) value among the boards that follow\n"
        "    minimax: over? None\n"
        "        otherwise the action whose board has the largest value (X) or the smallest (O)"
    ),
)

THREE = TicTacToe()
FINAL = ("XXX/OO./...", "OX./OXX/O..", "XOX/XOO/OXX")
WINS = ("XX./OO./...", ".X./XX./OO.", "X.O/.XO/...", "OO./XX./X..", "XOX/O.O/XX.")
SAVES = ("OO./X../.X.", ".XO/.X./...", "X.O/.OX/...", "X../.X./O..", "XOX/.O./...")
AHEAD = ("X../.../..O", "X../.O./..X", ".O./O.X/X..", "XO./..O/.X.", "..X/.O./X..", "..O/..X/X.O")
AVERAGE = ("X../O../XXO", "XOX/..X/..O")
"""Boards on which the best action is not the one that looks best if one of the two just hopes."""
LOST = ("..X/.OO/XXO", ".OX/X.O/XXO", ".../XOX/OXO", "..X/O.O/OXX", ".XO/X.X/XOO", ".../OX./XOX")
"""Boards on which the player to move loses anyway, and still has to move."""

PROBES = (
    "OO./XX./OX.",
    "XO./X.X/O.O",
    "..X/XO./.XO",
    ".X./XO./O.X",
    "X.O/.OX/.X.",
    ".../OOX/.X.",
    ".OX/X../O..",
    "X../O../X.O",
    ".OX/OOX/XX.",
    ".O./OXX/XXO",
)
"""Boards of which one action alone is best, and one alone is worst."""

SAME = {
    "14:3 1 -> 2": "twice all values are in the same order",
    "14:9 -1 -> -2": "twice all values are in the same order",
    "15:2 max(sorted(actions(board)), -> max(actions(board),": "any of the best actions is right",
}
"""Slips that change no answer, each with the reason."""


def visible():
    return groups_of(FINAL, WINS, SAVES, (*AHEAD, *AVERAGE), LOST[:3], seed=SEEN)


def hidden(rng):
    found = some_boards(8, rng)
    # Boards of lists are slow: with fewer stones a search would take too long.
    ahead = [*found["ahead"], ".../X../.O."]
    lost = [*LOST[3:], *found["lost"]]
    return groups_of(found["final"], found["wins"], found["saves"], ahead, lost, seed=rng.random())


def probes():
    return [(board(text),) for text in (*FINAL, *PROBES, AVERAGE[0])]


def groups_of(final, wins, saves, ahead, lost, *, seed):
    """Final boards, boards by how far ahead one has to look, and the board left as it is."""
    untouched = [
        Case((board(text),), size=10 - stones(text), judge="leaves_alone") for text in saves
    ]
    return (
        Group("a final board has no action: None", cases(final)),
        Group("an immediate win is taken", cases(wins), weight=2),
        Group("the opponent's win is stopped", [*cases(saves), *alike(seed)], weight=2),
        Group("looking further ahead", cases(ahead), weight=5),
        Group("a move is made even where every move loses", cases(lost)),
        Group("the board stays as it is", untouched, weight=2),
    )


def alike(seed):
    """Boards that are alike in one way or another, and the opponent's win has to be stopped.

    Another action is right on each of two.
    """
    pairs = pairs_of_twins(single_best, threatened(), seed)
    texts = dict.fromkeys(text for pair in pairs for text in pair)
    return [replace(case, size=case.size + 10) for case in cases(texts)]


@cache
def threatened():
    """Boards with few free squares on which one action alone stops the opponent's win."""
    texts = [text for text in reachable_boards() if 1 < text.count(".") < 5]
    return [
        text
        for text in texts
        if kind_of(text) == "saves" and len(best_of(THREE, state_on(text))) == 1
    ]


def single_best(text):
    """The only best action on this board."""
    return best_of(THREE, state_on(text))[0]


def cases(texts):
    """The questions about these boards; of two with moves to make, the fuller one is smaller."""
    found = []
    for text in texts:
        state = state_on(text)
        size = stones(text) if THREE.is_terminal(state) else 10 - stones(text)
        found.append(best_case(THREE, state, (board(text),), size=size))
    return found


def some_boards(many, rng):
    """So many boards of each kind: final, lost, or where a win, a threat or more has to be seen."""
    found = {"final": [], "wins": [], "saves": [], "ahead": [], "lost": []}
    texts = [text for text in reachable_boards() if text.count(".") <= 5]
    for text in rng.sample(texts, len(texts)):
        kind = kind_of(text)
        if kind is not None and len(found[kind]) < many:
            found[kind].append(text)
        if all(len(boards) == many for boards in found.values()):
            break
    return found


def kind_of(text):
    """How far ahead one has to look on this board; `None` where every action wins, or draws."""
    state = state_on(text)
    actions = THREE.actions(state)
    if not actions:
        return "final"
    after = [THREE.result(state, action) for action in actions]
    if len(best_of(THREE, state)) == len(actions):
        value, _ = minimax_search(THREE, state)
        return "lost" if value < 0 else None
    if any(THREE.winner(each) for each in after):
        return "wins"
    if any(THREE.winner(THREE.result(each, a)) for each in after for a in THREE.actions(each)):
        return "saves"
    return "ahead"
