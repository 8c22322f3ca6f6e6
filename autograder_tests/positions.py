"""What the cases of several lessons share: states to ask about, and how a call is shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from course_lib.checks.secret import nodes_in
from course_lib.game import Game, State
from course_lib.games import Count, Nim, TextbookTree, TicTacToe
from course_lib.search import minimax_search

_TIC_TAC_TOE = TicTacToe()

LARGE = (
    [[[-12_000, -50_000], [-34_000, -21_000]], [[47_000, 18_000], [-52_000, 26_000]]],
    [[[61_000, 15_000], [-48_000, -33_000]], [[-27_000, 54_000], [-19_000, -72_000]]],
)
"""Trees to which 100 or 9,999 is no infinity: one to be seen, and one for the hidden cases."""

SEEN = "as students see them"
"""The seed of what is drawn for the visible cases."""

_DIAGONALS = (((0, 0), (1, 1), (2, 2)), ((0, 2), (1, 1), (2, 0)))
_CORNERS = ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2))

At = tuple[Game, State]
"""A game and one of its states."""


def played(game: Game, *lines: str) -> list[At]:
    """The states after these moves."""
    return [(game, game.play(line)) for line in lines]


def board(text: str) -> list[list[Any]]:
    """The board that such a text shows, `/` between the rows.

    >>> board("X.O/.X./...")
    [['X', None, 'O'], [None, 'X', None], [None, None, None]]
    """
    return [[None if mark == "." else mark for mark in row] for row in text.split("/")]


@cache
def reachable_boards() -> tuple[str, ...]:
    """All 5,478 boards of tic-tac-toe as texts that `board` reads, those with few marks first."""
    game = _TIC_TAC_TOE
    states, waiting = {game.initial}, [game.initial]
    while waiting:
        state = waiting.pop()
        after = {game.result(state, action) for action in game.actions(state)} - states
        states |= after
        waiting += after
    texts = [game.render(state).replace(" ", "").replace("\n", "/") for state in states]
    return tuple(sorted(texts, key=lambda text: (9 - text.count("."), text)))


def late_state(game: Game, rng: Random, moves: int) -> At:
    """The state after so many random moves, or where the game ends before."""
    state = game.initial
    for _ in range(moves):
        if not game.is_terminal(state):
            state = game.result(state, rng.choice(game.actions(state)))
    return game, state


def almost_over(game: Game, rng: Random) -> At:
    """The state before the last move of a random game."""
    state = after = game.initial
    while not game.is_terminal(after):
        state, after = after, game.result(after, rng.choice(game.actions(after)))
    return game, state


def small_games(rng: Random, many: int) -> list[Game]:
    """So many games of Count and Nim, of sizes that are drawn; a search of each is short."""
    count = [Count(rng.randint(5, 9), rng.randint(2, 4)) for _ in range(many)]
    heaps = [tuple(rng.randint(1, 3) for _ in range(rng.randint(2, 3))) for _ in range(many)]
    nim = [Nim(each, misere=rng.random() < 0.5) for each in heaps if sum(each) < 7]
    return rng.sample([*count, *nim], many)


def uneven_tree(rng: Random, depth: int, *, root: bool = True) -> Any:
    """A random tree as nested lists, with leaves at every depth."""
    if depth == 0 or (not root and rng.random() < 0.25):
        return rng.randint(-9, 9)
    return [uneven_tree(rng, depth - 1, root=False) for _ in range(rng.randint(2, 3))]


def ragged_tree(depth: int, rng: Random) -> Any:
    """A random tree of at most this depth, in which leaves lie higher up as well."""
    if depth == 0 or (depth < 4 and rng.random() < 0.3):
        return rng.randint(-9, 9)
    return [ragged_tree(depth - 1, rng) for _ in range(rng.randint(2, 3))]


def large_trees(rng: Random) -> list[Any]:
    """Trees of real size, each with its best number last, where whoever stops early misses it.

    Their numbers lie beyond 99, 9,999, or a thousand million, all on one side of 0; or their nodes
    have 12 children; or they have 8 levels.
    """
    trees: list[Any] = []
    for least in (110, 11_000):
        trees += _beyond(least, rng)
    rising = sorted(rng.sample(range(-90, 90), 12))
    trees.append([[number, number + rng.randint(1, 9)] for number in rising])
    trees.append([[*rising[::-1]], -99])
    for deepest in rng.sample(range(-9, 10), 2):
        tree: Any = deepest
        for level in reversed(range(8)):
            tree = [20 if level % 2 else -20, tree]
        trees.append(tree)
    return [*trees, *_beyond(2 * 10**9, rng)]


def _beyond(least: int, rng: Random) -> list[Any]:
    """Two trees whose numbers are all larger than that, or all smaller than its opposite."""
    one, two, three, four, five, six = sorted(rng.sample(range(least, 5 * least), 6))
    rising = [[two, one], [four, three], [six, five]]
    return [rising, [[-one, -four], [-three, -five], [-two, -six]]]


def states_below(game: Game, state: State) -> Iterator[State]:
    """This state and all that can follow, each of them once."""
    met = {state}
    waiting = [state]
    while waiting:
        state = waiting.pop()
        yield state
        after = {game.result(state, action) for action in game.actions(state)} - met
        met |= after
        waiting += sorted(after, key=repr)


def value_for_max(game: Game, state: State) -> float:
    """What the state is worth to the first player if both play as well as possible."""
    begins = game.players[0]
    if game.is_terminal(state):
        return game.utility(state, begins)
    value, _ = minimax_search(game, state)
    return value if game.to_move(state) == begins else -value


def minimax_visits(game: Game, state: State) -> int:
    """How many states minimax visits from here."""
    if isinstance(game, TextbookTree):
        return nodes_in(game.subtree(state))
    return 1 + sum(
        minimax_visits(game, game.result(state, action)) for action in game.actions(state)
    )


# --- boards of lists ------------------------------------------------------------------------------


def state_on(text: str) -> State:
    """The state of tic-tac-toe that such a text shows."""
    return _TIC_TAC_TOE.parse(text.replace("/", "\n"))


def line_on(
    rows: int,
    columns: int,
    last: tuple[int, int],
    step: tuple[int, int],
    count: int,
) -> str:
    """The text of a board with so many X in a line that ends on this square, and no others.

    >>> line_on(2, 4, (1, 3), (0, 1), 3)
    '..../.XXX'
    """
    line = {(last[0] - step[0] * at, last[1] - step[1] * at) for at in range(count)}
    return "/".join(
        "".join("X" if (row, column) in line else "." for column in range(columns))
        for row in range(rows)
    )


def stones(text: str) -> int:
    """How many marks are on the board."""
    return sum(mark not in "./" for mark in text)


def traits(text: str) -> dict[str, Any]:
    """Bits of a board that somebody might take for all of it, each under a name."""
    rows = text.split("/")
    columns = list(map("".join, zip(*rows, strict=True)))
    where = {mark: [at for at, each in enumerate(text) if each == mark] for mark in "XO."}
    return {
        "the squares of X": where["X"],
        "the squares of O": where["O"],
        "the free squares": where["."],
        "how many marks": stones(text),
        "how many X": text.count("X"),
        "how many in each row": [stones(row) for row in rows],
        "how many in each column": [stones(column) for column in columns],
        "all marks in a row": text.replace(".", "").replace("/", ""),
        "the marks of each row": [row.replace(".", "") for row in rows],
        "the rows in no order": sorted(rows),
        "the columns in no order": sorted(columns),
        "all but the first row": rows[1:],
        "all but the last row": rows[:-1],
        "the diagonals": [rows[row][column] for line in _DIAGONALS for row, column in line],
        "the middle and the corners": [rows[row][column] for row, column in _CORNERS],
    }


def twins(answer: Callable[[str], Any], texts: Sequence[str], seed: object) -> tuple[str, ...]:
    """The boards of `pairs_of_twins`, each once."""
    return tuple(
        dict.fromkeys(board for pair in pairs_of_twins(answer, texts, seed) for board in pair)
    )


def pairs_of_twins(
    answer: Callable[[str], Any], texts: Sequence[str], seed: object
) -> list[tuple[str, str]]:
    """For each trait two of these boards that share it, and to which the answer is another one.

    So whoever remembers answers by such a trait alone gives one of the two a wrong one.
    """
    rng, found = Random(f"{seed}"), []
    alike: dict[tuple[str, str], list[str]] = defaultdict(list)
    for text in rng.sample(texts, len(texts)):
        for trait, value in traits(text).items():
            alike[trait, repr(value)].append(text)
    done = set()
    for (trait, _), (board, *more) in alike.items():
        if trait not in done:
            here = answer(board)
            if other := next((text for text in more if answer(text) != here), ""):
                done.add(trait)
                found.append((board, other))
    return found
