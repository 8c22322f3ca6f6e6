"""`tree_of`: the tree of anything that has one, as plain data to draw or to print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import replace
from typing import Any, Literal

from course_lib.game import Action, Game, State
from course_lib.games import TextbookTree
from course_lib.plain import tagged
from course_lib.play.games_by_name import game_from_data
from course_lib.search.mcts import MctsResult, Node
from course_lib.search.questions import refuse_class
from course_lib.views.trees.model import DrawnNode, DrawnTree, Kind, trimmed
from course_lib.watch import SearchTrace, TraceNode
from course_lib.watch.states import board_text
from course_lib.watch.trace import Window, turned_window

BARE = 50
"""So many nodes with a value each can be read in one picture."""

_LARGEST = 500
"""No picture has more nodes than this, whatever was asked for."""

_REWARDS = (0, 1)
"""What the library's search makes of utilities, whatever their range: nothing won, all won."""

_MOST_POSITIONS = 2_000
"""So many positions of a game are looked at for one picture."""

Role = Literal["max", "min", "player"]


def tree_of(
    thing: Any,
    state: State | None = None,
    *,
    depth: int | None = None,
    width: int | None = None,
    most: int | None = None,
    game: Game | None = None,
) -> DrawnTree:
    """The tree of a recorded search, of a Monte Carlo search, or of a game below a state.

    `thing` is what `watch` or `mcts_search` gave back, or a game (then `state` is where its tree
    begins). `depth` is how many levels below the root are kept, `width` how many children at each
    node, `most` how many nodes in all; without any of the three about 50 are, and the tree says
    how many it leaves out. `game` helps with a trace of a game that is none of the course's.

    >>> from course_lib.games import TextbookTree
    >>> print(tree_of(TextbookTree([[3, 12], [2, 4]])))
    Textbook tree: value 3
    * root, MAX to move, value 3
    *   0, MIN to move, value 3
    *     0, final, value 3
          1, final, value 12
        1, MIN to move, value 2
          0, final, value 2
          1, final, value 4
    * the best line
    """
    if most is None:
        most = BARE if depth is None and width is None else _LARGEST
    whole = _whole(thing, state, depth, game)
    return trimmed(whole, depth=depth, width=width, most=min(most, _LARGEST)).with_states()


def _whole(thing: Any, state: State | None, depth: int | None, game: Game | None) -> DrawnTree:
    """All of the tree, where it comes from a search, and of a game as much as can be looked at."""
    if isinstance(thing, DrawnTree):
        return thing
    if isinstance(thing, SearchTrace):
        return from_trace(thing, game)
    if isinstance(thing, MctsResult):
        return from_mcts(thing)
    if isinstance(thing, Node) and game is not None:
        return from_node(thing, game)
    if isinstance(thing, Game):
        start = thing.initial if state is None else state
        # A textbook tree is a drawing to begin with: its values come from all of it.
        return from_game(thing, start, None if isinstance(thing, TextbookTree) else depth)
    if isinstance(thing, Node):
        raise ValueError(
            "a node of a Monte Carlo tree does not know its game; draw_tree(node, game=game), or"
            " draw_tree(found) with what mcts_search gave back, would be right"
        )
    refuse_class(thing, "draw_tree")
    if isinstance(thing, list | tuple):
        raise ValueError(
            f"nested lists are drawn as a game: draw_tree(TextbookTree({thing!r:.60})) would be"
            " right, with TextbookTree from course_lib.games"
        )
    raise ValueError(
        f"there is no tree in {thing!r:.80}; what watch(search, game, state) gives would be right,"
        " or what mcts_search gives, or a game and a state, such as draw_tree(game, state, depth=2)"
    )


# --- searches ---------------------------------------------------------------------------------


def from_trace(trace: SearchTrace, game: Game | None = None) -> DrawnTree:
    """The whole tree of a recorded search; `game` where its class is none of the course's."""
    line = set(trace.principal())
    line = line if len(line) > 1 else set()  # the root alone leads nowhere
    roles, windows = roles_in(trace), windows_in(trace)
    game = game_of(trace) if game is None else game
    parents = {node.parent for node in trace.nodes}
    order = _order(trace)
    places = {number: place for place, number in enumerate(order)}
    nodes: list[DrawnNode] = []
    for number in order:
        node = trace.nodes[number]
        leaf = node.final or (node.id not in parents and not node.cut and node.visits is None)
        kind: Kind = "leaf" if leaf else "chance" if node.chance else roles[number]
        above = None if node.parent is None else places[node.parent]
        nodes.append(
            DrawnNode(
                id=len(nodes),
                parent=above,
                depth=0 if above is None else nodes[above].depth + 1,
                kind=kind,
                player=node.player,
                action=node.action,
                action_name=edge_name(node),
                value=node.value,
                window_in=windows[number],
                cut_names=node.cut_names,
                reason=node.reason,
                visits=node.visits,
                final=node.final,
                note=node.note,
                on_best_line=number in line,
                state=_root_state(game, trace.root) if number == 0 else None,
                text=None if node.board is None else board_text(node.board),
                call=number,
            )
        )
    remarks = tuple(
        text for text in (trace.note, trace.stopped, _error_sentence(trace.error)) if text
    )
    if not nodes:
        remarks = ("No node was recorded, so there is no tree to draw.", *remarks)
    digits = ".3g" if trace.simulations else "g"  # a mean is no exact number
    value = "unknown" if trace.value is None else f"{trace.value:{digits}}"
    action = f", action {trace.action_name}" if trace.action_name is not None else ""
    of = f" on {trace.game}" if trace.game else ""
    found = f"value {value}{action}; {_count(trace.visits, 'visit')}"
    if trace.simulations:
        found += f", {_count(len(trace.simulations), 'simulation')}"
    if trace.cut:
        found += f", {_count(trace.cut, 'branch', 'branches')} cut"
    return DrawnTree(
        f"{trace.function}{of}", tuple(nodes), found, trace.players, game, remarks=remarks
    )


def edge_name(node: TraceNode) -> str | None:
    """The words at the edge to this node: its action, how likely it is, if it came before."""
    if node.pass_number is not None:
        return f"pass {node.pass_number}"
    parts = [node.action_name or "", "again" if node.attempt > 1 else ""]
    parts += [] if node.probability is None else [f"{node.probability:.3g}"]
    return " ".join(filter(None, parts)) or None


def from_mcts(found: MctsResult) -> DrawnTree:
    """The whole tree that a Monte Carlo search has grown; children most visited first."""
    value, action = found
    said = (
        f"value {value:.3g}, action {found.game.action_name(action)};"
        f" {_count(found.tree.visits, 'simulation')}"
    )
    name = f"Monte Carlo tree search on {type(found.game).__name__}"
    return DrawnTree(name, _grown(found.tree, found.game, found.c, best=action), said,
                     found.game.players, found.game, rewards=_REWARDS)  # fmt: skip


def from_node(node: Node, game: Game) -> DrawnTree:
    """The part of a Monte Carlo search's tree below one of its nodes."""
    top = "the root" if node.parent is None else game.action_name(node.action)
    said = f"{_count(node.visits, 'visit')}, value {node.value:.3g}"
    name = f"Monte Carlo tree below {top}"
    return DrawnTree(name, _grown(node, game, 1.4), said, game.players, game, rewards=_REWARDS)


def _order(trace: SearchTrace) -> list[int]:
    """The trace's ids as they are drawn: in the order of the calls.

    A Monte Carlo search's own tree comes level by level, and the most visited children first.
    """
    if all(node.visits is None for node in trace.nodes):
        return [node.id for node in trace.nodes]
    order = [node.id for node in trace.nodes if node.parent is None]
    for number in order:  # the list grows while we go through it
        children = sorted(trace.children(number), key=lambda child: -(child.visits or 0))
        order += [child.id for child in children]
    return order


def game_of(trace: SearchTrace) -> Game | None:
    """The game of this trace, made again; `None` for a game that only its author has."""
    if trace.game is None or trace.options is None:
        return None
    options = {name: tagged(value) for name, value in trace.options.items()}
    try:
        return game_from_data({"class": trace.game, "options": options})
    except ValueError:
        return None


def _root_state(game: Game | None, text: str) -> State | None:
    try:
        return None if game is None else game.parse(text)
    except ValueError:
        return None


def _error_sentence(error: str | None) -> str | None:
    return None if error is None else f"The search ended with {error}."


def _grown(root: Node, game: Game, c: float, best: Any = None) -> tuple[DrawnNode, ...]:
    """The nodes of a Monte Carlo tree, each one's children after it, the most visited first."""
    nodes: list[DrawnNode] = []
    todo: list[tuple[Node, int | None, bool]] = [(root, None, True)]
    while todo:
        own, parent, on_line = todo.pop()
        final = own.proven is not None and not own.children and not game.actions(own.state)
        nodes.append(
            DrawnNode(
                id=len(nodes),
                parent=parent,
                depth=0 if parent is None else nodes[parent].depth + 1,
                kind="leaf" if final else "player",
                player=game.to_move(own.state),
                action=own.action,
                action_name=None if parent is None else game.action_name(own.action),
                value=own.value if own.visits else None,
                visits=own.visits,
                ucb=own.ucb(c) if parent is not None and own.visits else None,
                final=final,
                note="proven" if own.proven is not None and not final else None,
                on_best_line=on_line,
                state=own.state,
            )
        )
        number = len(nodes) - 1
        children = sorted(own.children, key=lambda child: (-child.visits, -child.value))
        chosen = next((child for child in children if number == 0 and child.action == best), None)
        line = (chosen or children[0]) if children and on_line else None
        todo += [(child, number, child is line) for child in reversed(children)]
    return tuple(nodes)


def _count(number: int, one: str, many: str | None = None) -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


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
    lean = Counter[Hashable]()
    for node in trace.nodes:
        values = [child.value for child in trace.children(node.id) if child.value is not None]
        if node.chance or any(child.pass_number for child in trace.children(node.id)):
            continue
        if values and node.value is not None:
            lean[_who(node)] += (max(values) == node.value) - (min(values) == node.value)
    first = trace.players[0] if trace.players else _who(trace.nodes[0]) if count else None
    everybody = [_who(node) for node in trace.nodes]
    roles = {who: _role_of(who, lean, first) for who in set(everybody)}
    return [roles[who] for who in everybody]


def windows_in(trace: SearchTrace) -> list[Window | None]:
    """The windows on entry; where a call does not show its own, its first child may tell it."""
    windows: list[Window | None] = [node.window_in for node in trace.nodes]
    for node in trace.nodes:
        if node.window_in is None and (children := trace.children(node.id)):
            below = None if children[0].pass_number else children[0].window_in
            turned = below is not None and trace.values_turn
            windows[node.id] = turned_window(below) if below and turned else below
    return windows


def _who(node: TraceNode) -> Hashable:
    """The player to move; where nobody can say, the levels stand for two who take turns."""
    return node.depth % 2 if node.player is None else node.player


def _role_of(who: Hashable, lean: Counter[Hashable], first: Hashable) -> Role:
    """The role that most of this player's nodes tell of, or else the opposite of the other's."""
    mine = lean[who]
    if not mine and who in ("MAX", "MIN"):  # the players of textbook trees
        return "max" if who == "MAX" else "min"
    others = sum(value for other, value in lean.items() if other != who)
    if mine or others:
        return "max" if (mine or -others) > 0 else "min"
    return "max" if who == first else "min"


# --- games ------------------------------------------------------------------------------------


def from_game(game: Game, state: State, depth: int | None) -> DrawnTree:
    """The tree below this state, whole where it is small, else as many levels as can be drawn.

    Values are the first player's, MAX's, and stand where they follow from the leaves below.
    """
    nodes, whole = _positions(game, state, depth)
    families: list[list[int]] = [[] for _ in nodes]
    for node in nodes[1:]:
        families[node.parent or 0].append(node.id)
    for number in reversed(range(len(nodes))):
        family = [nodes[child] for child in families[number]]
        if family:
            nodes[number] = replace(nodes[number], value=_backed_up(nodes[number], family))
    if nodes[0].value is not None:
        _mark_best_line(nodes, families)
    kind = "Textbook tree" if isinstance(game, TextbookTree) else f"Game tree of {game!r}"
    where = "" if state == game.initial else " below this position"
    value = "" if nodes[0].value is None else f"value {nodes[0].value:g}"
    return DrawnTree(
        f"{kind}{where}",
        tuple(nodes),
        value,
        game.players,
        game,
        counts="nodes" if whole else "moves",
    )


def _positions(game: Game, state: State, depth: int | None) -> tuple[list[DrawnNode], bool]:
    """The positions level by level, and whether these are all down to the ends of the game."""
    nodes = [_node(game, state, 0, None, None)]
    level = nodes
    while True:
        below = [(node, action) for node in level for action in game.actions(node.state)]
        if not below:
            return nodes, True
        ahead = level[0].depth + 1
        too_many = ahead > 1 and len(nodes) + len(below) > _MOST_POSITIONS
        if too_many or (depth is not None and ahead > depth):
            break
        start = len(nodes)
        for node, action in below:
            after = game.result(node.state, action)
            nodes.append(_node(game, after, len(nodes), node, action))
        level = nodes[start:]
    for node in level:
        nodes[node.id] = replace(node, more=len(game.actions(node.state)))
    return nodes, False


def _node(
    game: Game, state: State, number: int, parent: DrawnNode | None, action: Action | None
) -> DrawnNode:
    """The node of one position; a final one has its value, or with n players who has won."""
    final, player, two = game.is_terminal(state), game.to_move(state), len(game.players) == 2
    winner = game.winner(state) if final and not two else None
    roles: tuple[Role, Role] = ("max", "min")
    return DrawnNode(
        id=number,
        parent=None if parent is None else parent.id,
        depth=0 if parent is None else parent.depth + 1,
        kind="leaf" if final else roles[game.players.index(player)] if two else "player",
        player=player,
        action=action,
        action_name=None if parent is None else game.action_name(action),
        value=game.utility(state, game.players[0]) if final and two else None,
        final=final,
        note=f"{winner} wins" if winner else "draw" if final and not two else None,
        state=state,
    )


def _backed_up(node: DrawnNode, family: list[DrawnNode]) -> float | None:
    """The value that follows from the children's, if all of them have one and two players play."""
    values = [child.value for child in family if child.value is not None]
    if len(values) < len(family) or node.kind not in ("max", "min"):
        return None
    return max(values) if node.kind == "max" else min(values)


def _mark_best_line(nodes: list[DrawnNode], families: list[list[int]]) -> None:
    """Mark what best play on both sides leads to: always the first child of the same value."""
    number = 0
    while True:
        node = nodes[number] = replace(nodes[number], on_best_line=True)
        same = (child for child in families[number] if nodes[child].value == node.value)
        following = next(same, None)
        if following is None:
            return
        number = following
