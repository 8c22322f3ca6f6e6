"""The reader's own Monte Carlo search in pictures: its tree of dictionaries, and its tries."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from random import Random
from typing import Any

from course_lib.game import Action, Game, State
from course_lib.play.tournament import Row, tournament
from course_lib.search import deepening_search
from course_lib.search.values import Minimax
from course_lib.views import theme
from course_lib.views.figure import Curve, Panel, Plot, curves
from course_lib.views.svg import Picture, document, element, text
from course_lib.views.trees import DrawnNode, DrawnTree
from course_lib.views.trees.sources import position
from course_lib.watching import Watched

TreeDict = dict[str, Any]


def grown(
    game: Game,
    new_node: Callable[[Game, State, str], TreeDict],
    numbers: dict[tuple[Action, ...], tuple[int, float]],
) -> TreeDict:
    """The root of a tree made of the reader's own nodes, with these visits and totals.

    A node is named by the actions that lead to it; each comes after its parent.
    """
    root = new_node(game, game.initial, game.to_move(game.initial))
    for path, (visits, total) in numbers.items():
        node = root
        for action in path:
            state = node["state"]
            if action in node["untried"]:
                node["untried"].remove(action)
                after = game.result(state, action)
                node["children"][action] = new_node(game, after, game.to_move(state))
            node = node["children"][action]
        node.update(visits=visits, total=total)
    return root


def drawn(game: Game, root: TreeDict, c: float | None = None, *, path: Any = ()) -> DrawnTree:
    """The tree below this node for `draw_tree`; `c` adds UCB1, and `path` is drawn in bold."""
    on_path = {id(node) for node in path}
    nodes: list[DrawnNode] = []
    for parent, action, node in _walk(root):
        above = None if parent is None else nodes[parent]
        place = position(game, node["state"], len(nodes), above, action)
        bold, mean, bound = id(node) in on_path, mean_of(node), _bound(node, above, c)
        nodes.append(
            place._replace(visits=node["visits"], value=mean, ucb=bound, on_best_line=bold)
        )
    name = f"Your tree of {type(game).__name__}"
    far = max(map(abs, game.utility_range))  # what the one wins, the other loses
    return DrawnTree(
        name,
        tuple(nodes),
        f"{root['visits']} visits",
        game.players,
        game,
        rewards=(-far, far),
        line="your path",
    )


def mean_of(node: TreeDict) -> float | None:
    """The mean of a node with visits, for the player who chose it, as it can be read."""
    return round(node["total"] / node["visits"], 3) if node["visits"] else None


def refuted(mcts: Callable[..., tuple[Action, TreeDict]], tree: Game, simulations: int) -> bool:
    """Whether the most visited action is right, and the one with the best mean is not."""
    visited, root = mcts(tree, tree.initial, simulations, Random(1))
    means = {action: mean_of(child) or 0 for action, child in root["children"].items()}
    choices = {"yours": visited, "hers": max(means, key=means.__getitem__)}
    first = tree.to_move(tree.initial) == tree.players[0]
    values = {
        action: Minimax(tree).value(tree.result(tree.initial, action)) * (1 if first else -1)
        for action in tree.actions(tree.initial)
    }
    right = {who: values[action] == max(values.values()) for who, action in choices.items()}
    found = right == {"yours": True, "hers": False}
    words = [
        f"{who}: {action}, {'right' if right[who] else 'wrong'}" for who, action in choices.items()
    ]
    print("; ".join(words), "Refuted!" if found else "Not yet.", sep=". ")  # noqa: T201
    return found


def _walk(root: TreeDict) -> Iterator[tuple[int | None, Action | None, TreeDict]]:
    """Each node with its parent's number and the action to it, parents first, level by level."""
    todo: list[tuple[int | None, Action | None, TreeDict]] = [(None, None, root)]
    for number, (parent, action, node) in enumerate(todo):
        yield parent, action, node
        todo += [(number, below, child) for below, child in node["children"].items()]


def _bound(node: TreeDict, above: DrawnNode | None, c: float | None) -> float | None:
    """UCB1 of this node, where it was asked for and there are visits."""
    if c is None or above is None or not node["visits"] or not above.visits:
        return None
    mean: float = node["total"] / node["visits"]
    return mean + c * math.sqrt(math.log(above.visits) / node["visits"])


def plot_tries(tries: Sequence[str], caption: str) -> Plot:
    """How often each of several choices had been tried after 1, 2, 3... tries."""
    found = [
        Curve(name, list(enumerate(accumulate([int(each == name) for each in tries]), 1)))
        for name in sorted(set(tries))
    ]
    panel = Panel(found, "games in all", "games for this action")
    return curves(panel, caption=caption)


def new_node(game: Game, state: State, chooser: str) -> TreeDict:
    """A node about which nothing is known yet; chooser is the player who chose to come here."""
    return {
        "state": state,
        "chooser": chooser,
        "visits": 0,
        "total": 0,  # the sum of what the games through here were worth
        "untried": list(game.actions(state)),
        "children": {},  # the child for each action that was tried
    }


def mean_after(
    random_playout: Callable[..., float],
    game: Game,
    state: State,
    action: Action,
    *,
    games: int,
    rng: Random,
) -> float:
    """The mean of this many playouts after this action, for the first player."""
    after = game.result(state, action)
    return sum(random_playout(game, after, rng) for _ in range(games)) / games


def share_out(
    game: Game,
    games: int,
    c: float,
    rng: Random,
    *,
    random_playout: Callable[..., float],
    ucb1: Callable[..., float],
) -> tuple[list[str], dict[Action, int], dict[Action, float]]:
    """The action of each game, and for each action its number of games and their total.

    The games are played from the start, each after the action with the largest bound.
    """
    actions = game.actions(game.initial)
    visits, totals, tries = dict.fromkeys(actions, 0), dict.fromkeys(actions, 0.0), list[str]()

    def bound(action: Action) -> float:
        mean = totals[action] / visits[action] if visits[action] else 0
        return ucb1(mean, visits[action], max(1, len(tries)), c)

    for _ in range(games):
        action = max(actions, key=bound)
        visits[action] += 1
        totals[action] += random_playout(game, game.result(game.initial, action), rng)
        tries.append(game.action_name(action))
    return tries, visits, totals


def contest(
    mcts: Callable[..., tuple[Action, Any]], game: Game, positions: int, games: int, seed: int
) -> Row:
    """How this search does against alpha-beta, both with about so many positions for each move.

    How many simulations that buys is worked out once, on the empty board.
    """
    watched, rng = Watched(game), Random(seed)
    mcts(watched, watched.initial, 50, Random(1))
    simulations = round(positions * 50 / watched.visits)

    def by_mcts(game: Game, state: State) -> Action:
        return mcts(game, state, simulations, rng)[0]

    def by_alphabeta(game: Game, state: State) -> Action:
        return deepening_search(game, state, visits=positions, rng=rng)[1]

    players = {"Monte Carlo": by_mcts, "alpha-beta": by_alphabeta}
    table = tournament(players, game, games=games, seed=1, progress=False)
    [row] = [row for row in table.rows if row.player == "Monte Carlo"]
    return row


def said_of(row: Row) -> str:
    """What the range of this row allows to say."""
    if row.low > 0.5:
        return "Monte Carlo is better"
    return "alpha-beta is better" if row.high < 0.5 else "we can't tell who is better"


def kept_visits(
    mcts: Callable[..., tuple[Action, TreeDict]],
    keep_tree: Callable[..., TreeDict],
    game: Game,
    simulations: int,
    rng: Random,
) -> list[int]:
    """How many visits the kept tree has before each move of X but the first.

    The search plays a game against itself, with so many simulations a move.
    """
    state, root, kept = game.initial, None, list[int]()
    while not game.is_terminal(state):
        if root is not None:
            kept.append(keep_tree(game, root, state)["visits"])
        action, root = mcts(game, state, simulations, rng)
        state = game.result(state, action)
        if not game.is_terminal(state):
            reply, _ = mcts(game, state, simulations, rng)
            state = game.result(state, reply)
    return kept


def winning_replies(game: Game, root: TreeDict) -> Iterator[str]:
    """A line about each child of the root, and the replies in its tree that win at once."""
    for action, child in root["children"].items():
        other, replies = game.to_move(child["state"]), child["children"].items()
        wins = [game.action_name(a) for a, below in replies if game.winner(below["state"]) == other]
        name, mean = game.action_name(action), mean_of(child)
        yield f"{name} {child['visits']:3} visits, mean {mean:6.3f}, {other} wins by {wins}"


def nodes_and_states(root: TreeDict) -> tuple[int, int]:
    """How many nodes this tree has, and how many different states are in them."""
    found = [node["state"] for _, _, node in _walk(root)]
    return len(found), len(set(found))


# --- the four steps -------------------------------------------------------------------------------

_SPOTS = {(): (90, 20), (0,): (45, 70), (1,): (90, 70), (2,): (135, 70), (1, 0): (68, 120),
          (1, 1): (112, 120), (1, 1, 0): (112, 170)}  # fmt: skip


def four_steps() -> Picture:
    """One simulation in four small pictures of one tree: select, expand, play out, back up."""
    way: list[tuple[int, ...]] = [(), (1,), (1, 1)]
    new, end = (1, 1, 0), (112, 245)
    parts = []
    ways: dict[int, list[tuple[int, ...]]] = {0: way, 1: [new], 2: [], 3: [*way, new]}
    for number, name in enumerate(("1. select", "2. expand", "3. play out", "4. back up")):
        shapes = [text(90, 275, name, font_size=15, font_weight="bold")]
        there = [spot for spot in _SPOTS if spot != new or number]
        on_way = ways[number]
        for spot in there[1:]:
            bold = spot in on_way and number != 1
            shapes.append(_edge(_SPOTS[spot[:-1]], _SPOTS[spot], bold=bold, up=number == 3))
        if number >= 2:
            x, y = _SPOTS[new]
            zigzag = f"M{x} {y + 14}l10 8l-20 10l20 10l-10 8V{end[1] - 12}"
            look = {"stroke": theme.BLUE if number == 2 else theme.LINE, "stroke_dasharray": "4 3"}
            shapes.append(element("path", d=zigzag, fill="none", stroke_width=2, **look))
            box = {"x": end[0] - 22, "y": end[1] - 12, "width": 44, "height": 24}
            shapes.append(element("rect", fill=theme.PAPER, stroke=theme.INK, **box))
            shapes.append(text(*end, "X wins", font_size=11))
        for spot in there:
            x, y = _SPOTS[spot]
            lit = spot in on_way
            stroke, thick = (theme.BLUE, 3) if lit else (theme.LINE, 1.5)
            circle = {"cx": x, "cy": y, "r": 13, "stroke": stroke, "stroke_width": thick}
            shapes.append(element("circle", fill=theme.PAPER, **circle))
            if number == 3 and lit:
                sign = "\N{MINUS SIGN}" if len(spot) == 2 else "+"  # O chose to come there
                shapes.append(text(x, y, f"{sign}1", font_size=11))
        parts.append(element("g", *shapes, transform=f"translate({180 * number} 0)"))
    words = (
        "One simulation: a way down the tree along the largest bounds, a new child at its end, a"
        " random game from there, and every node on the way told how it went"
    )
    return Picture(document(720, 290, *parts, title="The four steps", description=words), words)


def _edge(above: tuple[int, int], below: tuple[int, int], *, bold: bool, up: bool) -> str:
    """A line between two nodes; a bold one may have a tip that points up."""
    (x, y), (to_x, to_y) = above, below
    stroke, thick = (theme.BLUE, 4) if bold else (theme.LINE, 1.5)
    ends = {"x1": x, "y1": y + 13, "x2": to_x, "y2": to_y - 13}
    line = element("line", stroke=stroke, stroke_width=thick, **ends)
    tip = f"M{x} {y + 13}l-6 9h12Z" if bold and up else ""
    return line + (element("path", d=tip, fill=theme.BLUE) if tip else "")
