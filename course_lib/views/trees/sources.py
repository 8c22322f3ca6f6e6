"""`tree_of`: the tree of anything that has one, as plain data to draw or to print."""

from __future__ import annotations

import math
import operator
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from functools import cache
from itertools import repeat
from typing import Any, Literal

from course_lib.closed import refuse_in
from course_lib.game import Action, Game, State
from course_lib.games import TextbookTree
from course_lib.plain import board_text, tagged
from course_lib.play.games_by_name import game_from_data
from course_lib.search.mcts import MctsResult, Node
from course_lib.search.questions import refuse_class
from course_lib.views.trees.model import DrawnNode, DrawnTree, Kind, trimmed, vector_text
from course_lib.views.trees.words import number, words_for
from course_lib.watching import SearchTrace, TraceNode
from course_lib.watching.trace import Gap, Remark, Window, inside
from course_lib.words import Say, Text, _, counted, joined, told

BARE = 50
"""So many nodes with a value each can be read in one picture."""

_LARGEST = 500
"""No picture has more nodes than this, whatever was asked for."""

_REWARDS = (0, 1)
"""What the library's search makes of utilities, whatever their range: nothing won, all won."""

_MOST_POSITIONS = 2_000
"""So many positions of a game are looked at for one picture."""

Role = Literal["max", "min", "player"]

UNBOUNDED = (-math.inf, math.inf)


def tree_of(
    thing: Any,
    state: State | None = None,
    *,
    depth: int | None = None,
    most: int | None = None,
    game: Game | None = None,
) -> DrawnTree:
    """The tree of a recorded search, of a Monte Carlo search, or of a game below a state.

    `thing` is what `watch` or `mcts_search` gave back, or a game (then `state` is where its tree
    begins), or what shows a tree: a picture, or a stepper (of several trees the first). `depth` is
    how many levels below the root are kept, `most` how many nodes in all; without either about 50
    are, and the tree says how many it leaves out. `game` helps with a trace of a game that is none
    of the course's.

    >>> from course_lib.games import TextbookTree
    >>> print(tree_of(TextbookTree([[3, 12], [2, 4]])))
    Textbook tree: value 3
    * root, MAX to move, value 3
    *   a, MIN to move, value 3
    *     a, final, value 3
          b, final, value 12
        b, MIN to move, value 2
          a, final, value 2
          b, final, value 4
    * the best line
    """
    if most is None:
        most = BARE if depth is None else _LARGEST
    whole = _whole(thing, state, depth, game)
    return trimmed(whole, depth=depth, most=min(most, _LARGEST)).with_states()


def _whole(thing: Any, state: State | None, depth: int | None, game: Game | None) -> DrawnTree:
    """All of the tree, where it comes from a search, and of a game as much as can be looked at."""
    if isinstance(thing, DrawnTree):
        return thing
    if isinstance(thing, SearchTrace):
        return from_trace(thing, game)
    if isinstance(thing, MctsResult):
        return from_mcts(thing)
    if isinstance(thing, Game):
        start = thing.initial if state is None else state
        # A textbook tree is a drawing to begin with: its values come from all of it.
        return from_game(thing, start, None if isinstance(thing, TextbookTree) else depth)
    refuse_class(thing, "draw_tree")
    for shown in (getattr(thing, "tree", None), *getattr(thing, "trees", {}).values()):
        if isinstance(shown, DrawnTree):
            return shown
    wrong = f"there is no tree in {thing!r:.80}"
    right = (
        "give it what watch(search, game, state) or mcts_search returned, or a game"
        " and a state, such as draw_tree(game, state, depth=2)"
    )
    if isinstance(thing, Node):
        wrong = "a node of a Monte Carlo tree does not know its game"
        right = "write draw_tree(found), where found is what mcts_search returned"
    elif isinstance(thing, list | tuple):
        wrong = "nested lists are drawn as a game"
        tree = f"draw_tree(TextbookTree({thing!r:.60}))"
        right = f"write {tree}, with TextbookTree from course_lib.games"
    raise ValueError(f"{wrong}; {right}")


# --- searches ---------------------------------------------------------------------------------


def from_trace(trace: SearchTrace, game: Game | None = None) -> DrawnTree:
    """The whole tree of a recorded search; `game` where its class is none of the course's."""
    line = set(trace.principal())
    line = line if len(line) > 1 else set()  # the root alone leads nowhere
    roles, windows = roles_in(trace), windows_in(trace)
    game = game_of(trace) if game is None else game
    places: dict[int | None, int] = {}
    nodes: list[DrawnNode] = []
    # In the order of the calls; of a Monte Carlo tree level by level, the most visited ones first.
    grown = any(node.visits is not None for node in trace.nodes)
    in_turn: Sequence[TraceNode] = trace.nodes
    if grown:
        in_turn = sorted(trace.nodes, key=lambda node: (node.depth, -(node.visits or 0)))
    inner = {node.parent for node in trace.nodes}
    states, pictures = trace.states or repeat(None), cache(board_text)
    for node, state in zip(in_turn, states, strict=False):
        below = node.id in inner or node.cut or node.unseen or node.visits is not None
        parent = places.get(node.parent)
        places[node.id] = len(nodes)
        drawn = DrawnNode(
            len(nodes),
            parent,
            0 if parent is None else nodes[parent].depth + 1,
            _kind_of(node, roles[node.id], leaf=node.final or not below),
            node.player,
            node.action,
            edge_name(node),
            node.value,
            windows[node.id],
            node.cut_names,
            node.reason,
            node.visits,
            final=node.final,
            note=told(words_for(node.note)) if node.note else None,
            on_best_line=node.id in line,
            state=trace.states[node.id] if grown and trace.states else state,
            text=None if node.board is None else pictures(node.board),
            call=node.id,
            vector=node.vector,
            known=node.known,
        )
        nodes.append(drawn)
    if nodes and game is not None and not trace.states:
        # From a file, which holds the root as text, where the game has such texts.
        with suppress(ValueError, NotImplementedError):
            nodes[0] = nodes[0]._replace(state=game.parse(trace.root))
    nothing = "" if nodes else Say("No node was recorded, so there is no tree to draw.")
    failed = Say("The search ended with {error}.", error=trace.error) if trace.error else ""
    said = (nothing, *remarks_on(trace), trace.stop.words if trace.stop else "", failed)
    cost = joined(
        counted(trace.visits, _("{n:,} visit"), _("{n:,} visits")),
        simulations(len(trace.simulations)) if trace.simulations else "",
        counted(trace.cut, _("{n:,} branch cut"), _("{n:,} branches cut")) if trace.cut else "",
        between=", ",
    )
    found = told(joined(answer_in(trace), cost, between="; "))
    remarks = tuple(told(each) for each in said if each)
    return DrawnTree(told(name_of(trace)), tuple(nodes), found, trace.players, game, remarks)


def remarks_on(trace: SearchTrace) -> list[Text]:
    """What could not be seen of this search, in words."""
    return list(map(words_for, trace.gaps))


def name_of(trace: SearchTrace) -> Say:
    """Which search this is, and of which game."""
    template = _("{search} on {game}") if trace.game else "{search}"
    return Say(template, search=trace.function, game=trace.game)


def simulations(number: int) -> Say:
    """So many simulations, in words."""
    return counted(number, _("{n:,} simulation"), _("{n:,} simulations"))


def _kind_of(node: TraceNode, role: Role, *, leaf: bool) -> Kind:
    if node.known is not None or node.cached:
        return "memory"
    return "leaf" if leaf else "chance" if node.chance else role


def answer_in(trace: SearchTrace) -> Say:
    """What a search came to: its value and action; of Monte Carlo the value that its node has.

    A node there holds a mean of rewards, and what the search gave back may be on another scale:
    one picture has only one of them.
    """
    name = trace.action_name
    action = "" if name is None else Say(", action {name}", name=name)
    mean = next((each.value for each in trace.children(0) if each.action == trace.action), None)
    if trace.simulations and mean is not None:
        mine = Say("{v:.3g} for {player}", v=mean, player=trace.nodes[0].player)
        value = mine if trace.nodes[0].player else f"{mean:.3g}"
        return Say("value {v}{action}", v=value, action=action)
    if trace.nodes and trace.nodes[0].vector:
        return Say("value {v}{action}", v=vector_text(trace.nodes[0].vector), action=action)
    answer, alone = trace.nodes[0].answer if trace.nodes else None, Gap.NO_TREE in trace.gaps
    if alone and trace.value is not None:  # of what it is a value nobody has seen
        answer = number(trace.value)
    if (trace.value is None or alone) and answer is not None and not action:
        return Say("its answer is {answer}", answer=answer)
    value = Say("unknown") if trace.value is None else number(trace.value)
    return Say("value {v}{action}", v=value, action=action)


def edge_name(node: TraceNode) -> str | None:
    """The words at the edge to this node: its action, how likely it is, if it came before."""
    if node.pass_number is not None:
        return told(Say("pass {n}", n=node.pass_number))
    if node.attempt == 1 and node.probability is None:
        return node.action_name
    name = " ".join(filter(None, (node.action_name, "again" if node.attempt > 1 else "")))
    return _edge_name(name, node.probability) or None


def _edge_name(name: str, probability: float | None) -> str:
    """The name of an action and, where nobody chooses it, how likely it is."""
    return f"{name} ({number(probability)})".strip() if probability is not None else name


def from_mcts(found: MctsResult) -> DrawnTree:
    """The whole tree that a Monte Carlo search has grown; children most visited first."""
    action, game = found[1], found.game
    nodes: list[DrawnNode] = []
    todo: list[tuple[Node, DrawnNode | None, bool]] = [(found.tree, None, True)]
    while todo:
        own, above, on_line = todo.pop()
        node = position(game, own.state, len(nodes), above, own.action)
        note = None
        if own.proven is not None and not node.final:
            note = told(words_for(Remark.PROVEN))
        value = own.value if own.visits else None
        ucb = own.ucb(found.c) if above is not None and own.visits else None
        drawn = node._replace(value=value, visits=own.visits, ucb=ucb)
        nodes.append(drawn._replace(note=note, on_best_line=on_line))
        children = sorted(own.children, key=lambda child: (-child.visits, -child.value))
        chosen = [child for child in children if above is None and child.action == action]
        line = (chosen or children)[0] if children and on_line else None
        todo += [(child, node, child is line) for child in reversed(children)]
    mean = next((node.value for node in nodes if node.on_best_line and node.depth == 1), None)
    template = _("value {v:.3g} for {player}, action {name}; {games}")
    template = _("action {name}; {games}") if mean is None else template
    said = Say(template, v=mean, player=nodes[0].player, name=game.action_name(action),
               games=simulations(found.tree.visits))  # fmt: skip
    name = Say("Monte Carlo tree search on {game}", game=type(game).__name__)
    return DrawnTree(told(name), tuple(nodes), told(said), game.players, game, rewards=_REWARDS)


def game_of(trace: SearchTrace) -> Game | None:
    """The game of this trace, made again; `None` for a game that only its author has."""
    if trace.game is None or trace.options is None:
        return None
    options = {name: tagged(value) for name, value in trace.options.items()}
    try:
        return game_from_data({"class": trace.game, "options": options})
    except ValueError:
        return None


# --- who maximises ----------------------------------------------------------------------------


def roles_in(trace: SearchTrace) -> list[Role]:
    """For each node of the trace the role of whoever chooses there.

    The values decide, not the names: a search may count for X all the time, or for whoever moves
    at the root. Where a value is always that of the player to move (negamax), and in Monte Carlo
    trees, nobody is MAX or MIN: everybody takes what is best for themselves.
    """
    count = len(trace.nodes)
    grown = any(node.visits is not None for node in trace.nodes)
    if len(trace.players) > 2 or grown or trace.values_turn:
        return ["player"] * count
    if trace.game is None:
        return roles_seen(trace)
    if trace.jumps:  # no value is made of those below it, so none tells who wants what
        known: dict[Hashable, Role] = {"MAX": "max", "MIN": "min"}
        return [known.get(node.player, "player") for node in trace.nodes]
    lean = Counter[Hashable]()
    for node in trace.nodes:
        values = [child.value for child in trace.children(node.id) if child.value is not None]
        if node.chance or any(child.pass_number for child in trace.children(node.id)):
            continue
        if values and node.value is not None:
            lean[_who(node)] += (max(values) == node.value) - (min(values) == node.value)
    first = trace.players[0] if trace.players else _who(trace.nodes[0]) if count else None
    if trace.turned is None and any(votes * (1 if who == first else -1) < 0
                                    for who, votes in lean.items()):  # fmt: skip
        return ["player"] * count  # values of the other side, or of whoever is to move
    return [_role_of(_who(node), lean, first) for node in trace.nodes]


def roles_seen(trace: SearchTrace) -> list[Role]:
    """The roles where no game tells who moves: MAX and MIN only where all calls alike took that.

    Alike are those of one player, of one function, or of every second level; of a level where
    each call could have taken either, nothing is known: three may take turns. Only functions of
    which one is MAX and another MIN are the same on every level. Where each value may be a negated
    one, as in negamax, nobody is MAX or MIN.
    """
    took = {}
    for node in trace.nodes:
        values = [child.value for child in trace.children(node.id)]
        if node.value is not None and values and None not in values:
            took[node.id] = by_bounds(trace, node, node.window_in, _could_take(node, values))
    keys: tuple[Callable[[TraceNode], Hashable], ...] = (
        lambda node: node.player,
        lambda node: node.function,
        lambda node: node.depth % 2,
    )
    told = {node.depth for node in trace.nodes if len(took.get(node.id, ())) == 1}
    for key in keys if not trace.jumps and trace.turned is False else ():
        groups: dict[Hashable, set[Role]] = {}
        for node in trace.nodes:
            if node.id in took:
                groups.setdefault(key(node), {"max", "min"}).intersection_update(took[node.id])
        sure = {name: next(iter(found)) for name, found in groups.items() if len(found) == 1}
        if sure and all(groups.values()):
            both = len(set(sure.values())) > 1 and key is not keys[2]
            return [
                sure.get(key(node), "player")
                if both or node.depth in told or (key is keys[0] and node.player is not None)
                else "player"
                for node in trace.nodes
            ]
    return ["player"] * len(trace.nodes)


def _could_take(node: TraceNode, known: Sequence[Any]) -> set[Role]:
    """The roles by which this node's value is made of its children's; nothing if none fits."""
    best: dict[Role, float] = {"max": max(known), "min": min(known)}
    return {role for role, value in best.items()
            if node.value in (value, inside(value, node.window_in))}  # fmt: skip


def by_bounds(
    trace: SearchTrace, node: TraceNode, window: Window | None, roles: set[Role]
) -> set[Role]:
    """Those of these roles that agree with the bound of this window that has moved: MAX's is alpha.

    The call's own variables tell it, and the windows that it handed on; where the two differ, it is
    neither.
    """
    low, high = window or (None, None)
    if low is None or high is None:
        return roles
    own = [] if node.window_out is None else [node.window_out]
    below = [each.window_in for each in trace.children(node.id) if each.window_in]
    found: list[set[Role]] = []
    for windows in (own, below):
        moved = set[Role]()
        for alpha, beta in windows:
            if alpha is None or beta is None:
                return set()
            moved |= {"max"} if alpha != low else set()
            moved |= {"min"} if beta != high else set()
        found += [moved] if len(moved) == 1 else []  # a null window moves both
    return roles.intersection(*found)


def windows_in(trace: SearchTrace) -> list[Window | None]:
    """The windows on entry; a call that shows none and hands on one without bounds has no bounds.

    For a window only closes on its way down.
    """
    windows: list[Window | None] = [node.window_in for node in trace.nodes]
    for node in trace.nodes:
        below = next(iter(trace.children(node.id)), None)
        if node.window_in is None and below and below.window_in == UNBOUNDED:
            windows[node.id] = None if below.pass_number else UNBOUNDED
    return windows


def _who(node: TraceNode) -> Hashable:
    """The player to move; where nobody can say, the levels stand for two who take turns."""
    return node.depth % 2 if node.player is None else node.player


def _role_of(who: Hashable, lean: Counter[Hashable], first: Hashable) -> Role:
    """The role that most of this player's nodes tell of, or else the opposite of the other's."""
    if not lean[who] and who in ("MAX", "MIN"):  # the players of textbook trees
        return "max" if who == "MAX" else "min"
    tells = lean[who] or -sum(lean.values())
    return "max" if tells > 0 or (not tells and who == first) else "min"


# --- games ------------------------------------------------------------------------------------


def from_game(game: Game, state: State, depth: int | None) -> DrawnTree:
    """The tree below this state, whole where it is small, else as many levels as can be drawn.

    Values are the first player's, MAX's, and stand where they follow from the leaves below.
    """
    nodes, whole = _positions(game, state, depth)
    families: list[list[int]] = [[] for _ in nodes]
    for node in nodes[1:]:
        families[node.parent or 0].append(node.id)
    values = [node.value for node in nodes]
    for node in reversed(nodes):
        below = [found for child in families[node.id] if (found := values[child]) is not None]
        if not below or len(below) != len(families[node.id]):
            continue
        if node.kind in ("max", "min"):
            values[node.id] = max(below) if node.kind == "max" else min(below)
        elif node.kind == "chance":
            refuse_in("10")
            chances = (each for _, each in game.chance(node.state))
            values[node.id] = sum(map(operator.mul, chances, below))
    line: list[int] = []  # what best play leads to, until nobody chooses: the first equal child
    at = None if values[0] is None else 0
    while at is not None:
        line.append(at)
        ahead = families[at] if nodes[at].kind != "chance" else []
        at = next((child for child in ahead if values[child] == values[0]), None)
    drawn = (node._replace(value=values[node.id], on_best_line=node.id in line) for node in nodes)
    kind = Say("Game tree of {game}", game=repr(game))
    if isinstance(game, TextbookTree):
        kind = Say("Textbook tree")
    name = kind if state == game.initial else Say("{tree} below this position", tree=kind)
    value = "" if values[0] is None else told(Say("value {v}", v=number(values[0])))
    counts: Literal["nodes", "moves"] = "nodes" if whole else "moves"
    return DrawnTree(told(name), tuple(drawn), value, game.players, game, counts=counts)


def _positions(game: Game, state: State, depth: int | None) -> tuple[list[DrawnNode], bool]:
    """The positions level by level, and whether these are all down to the ends of the game."""
    nodes = level = [_judged(game, position(game, state, 0, None, None))]
    while True:
        below = [(node, action) for node in level for action in game.actions(node.state)]
        if not below:
            return nodes, True
        ahead = level[0].depth + 1
        too_many = ahead > 1 and len(nodes) + len(below) > _MOST_POSITIONS
        if too_many or (depth is not None and ahead > depth):
            for node in level:
                nodes[node.id] = node._replace(more=len(game.actions(node.state)))
            return nodes, False
        level = [
            _judged(game, position(game, game.result(node.state, action), number, node, action))
            for number, (node, action) in enumerate(below, len(nodes))
        ]
        nodes = nodes + level


def position(
    game: Game, state: State, number: int, above: DrawnNode | None, action: Action | None
) -> DrawnNode:
    """The node of one position, of which nothing is known but the rules."""
    final = game.is_terminal(state)
    chance = {} if above is None else dict(game.chance(above.state))
    name = None if above is None else _edge_name(game.action_name(action), chance.get(action))
    return DrawnNode(
        id=number,
        parent=None if above is None else above.id,
        depth=0 if above is None else above.depth + 1,
        kind="leaf" if final else "player",
        player=game.to_move(state),
        action=action,
        action_name=name,
        final=final,
        state=state,
    )


def _judged(game: Game, node: DrawnNode) -> DrawnNode:
    """The node with its role; a final one with its value, or with n players who has won."""
    two = len(game.players) == 2
    if game.chance(node.state):
        return node._replace(kind="chance")
    if not node.final:
        role: Role = "min" if node.player == game.players[1] else "max"
        return node._replace(kind=role) if two else node
    if two:
        return node._replace(value=game.utility(node.state, game.players[0]))
    if isinstance(game, TextbookTree):
        utilities = tuple(game.utility(node.state, player) for player in game.players)
        return node._replace(vector=utilities)
    winner = game.winner(node.state)
    end = Say("{player} wins", player=winner) if winner else Say("draw")
    return node._replace(note=told(end))
