"""Searches that go over their tree again or roll dice, recounted; some that only have counts.

Each search keeps a list of its own: for every call the position, the window and the value, and the
actions that it left out. What `watch` has seen from outside must be the same.
"""

import asyncio
import math
from random import Random

import pytest
from student_searches import best_of, value_only, worth

from course_lib import SearchTrace, deepening_search, watch
from course_lib.game import CHANCE
from course_lib.games import Nim, TextbookTree, TicTacToe, random_tree
from course_lib.views import draw_tree, step_through
from course_lib.watching.trace import Gap, Order

ALL = (-math.inf, math.inf)


class Entry:
    """What one call notes about itself."""

    def __init__(self, log, state, alpha=None, beta=None):
        """Note the beginning."""
        self.state, self.window, self.value, self.left_out = state, (alpha, beta), None, ()
        log.append(self)

    def end(self, value, left_out=()):
        """Note the end."""
        self.value, self.left_out = value, tuple(left_out)
        return value

    def seen(self):
        """All of it, to be compared."""
        window = None if self.window == (None, None) else self.window
        return self.state, window, self.value, self.left_out


def minimax(game, state, log):
    """The plain search."""
    entry = Entry(log, state)
    if game.is_terminal(state):
        return entry.end(worth(game, state))
    values = [minimax(game, game.result(state, action), log) for action in game.actions(state)]
    return entry.end(best_of(game, state)(values))


def alphabeta(game, state, log, alpha=-math.inf, beta=math.inf, *, hard=False, table=None):
    """Fail-soft, or fail-hard, and with a table of bounds if there is one."""
    entry = Entry(log, state, alpha, beta)
    low, high = (table or {}).get(state, ALL)
    if low >= beta or high <= alpha:
        return entry.end(low if low >= beta else high)
    if game.is_terminal(state):
        return entry.end(worth(game, state))
    at, to, actions = alpha, beta, list(game.actions(state))
    best = -math.inf if game.to_move(state) == "MAX" else math.inf
    while actions and at < to:
        value = alphabeta(
            game, game.result(state, actions.pop(0)), log, at, to, hard=hard, table=table
        )
        best = best_of(game, state)(best, value)
        if game.to_move(state) == "MAX":
            at = max(at, best)
        else:
            to = min(to, best)
    if hard:
        best = min(max(best, alpha), beta)
    if table is not None:
        table[state] = (low if best <= alpha else best, high if best >= beta else best)
    return entry.end(best, actions)


def fail_hard(game, state, log):
    """Alpha-beta that never leaves its window."""
    return alphabeta(game, state, log, hard=True)


def negamax(game, state, log, alpha=-math.inf, beta=math.inf):
    """Values and windows of the player to move."""
    entry = Entry(log, state, alpha, beta)
    if game.is_terminal(state):
        return entry.end(game.utility(state, game.to_move(state)))
    best, actions = -math.inf, list(game.actions(state))
    while actions and best < beta:
        child = game.result(state, actions.pop(0))
        best = max(best, -negamax(game, child, log, -beta, -max(alpha, best)))
    return entry.end(best, actions)


def principal_variation(game, state, log, alpha=-math.inf, beta=math.inf):
    """A null window for every action but the first, and a re-search where it fails high."""
    entry = Entry(log, state, alpha, beta)
    if game.is_terminal(state):
        return entry.end(game.utility(state, game.to_move(state)))
    best, actions = -math.inf, list(game.actions(state))
    while actions and best < beta:
        child, low = game.result(state, actions.pop(0)), max(alpha, best)
        narrow = best > -math.inf
        value = -principal_variation(game, child, log, -low - 1 if narrow else -beta, -low)
        if narrow and low < value < beta:
            value = -principal_variation(game, child, log, -beta, -low)
        best = max(best, value)
    return entry.end(best, actions)


def mtdf(game, state, log):
    """Null windows only, until they close in on the value."""
    guess, low, high, table = 0, -math.inf, math.inf, {}
    while low < high:
        beta = max(guess, low + 1)
        guess = alphabeta(game, state, log, beta - 1, beta, table=table)
        low, high = (low, guess) if guess < beta else (guess, high)
    return guess


def aspiration(game, state, log):
    """A window around a guess, which grows where the value lies outside."""
    reach = 1
    while not -reach < (value := alphabeta(game, state, log, -reach, reach)) < reach:
        reach *= 3
    return value


def limited(game, state, log, depth):
    """Minimax so deep, with 0 for an estimate."""
    entry = Entry(log, state)
    if game.is_terminal(state) or depth == 0:
        return entry.end(worth(game, state) if game.is_terminal(state) else 0)
    children = [game.result(state, action) for action in game.actions(state)]
    values = [limited(game, child, log, depth - 1) for child in children]
    return entry.end(best_of(game, state)(values))


def deepening(game, state, log):
    """One call for each depth."""
    for depth in (1, 2, 3):
        value = limited(game, state, log, depth)
    return value


def deepening_in_a_loop(game, state, log):
    """The root's actions in the search's own loop, the best of the last pass first."""
    order = list(game.actions(state))
    for depth in (0, 1, 2):
        values = {action: limited(game, game.result(state, action), log, depth) for action in order}
        order.sort(key=lambda action: -values[action])
    return values[order[0]], order[0]


FAMILIES = [
    minimax, alphabeta, fail_hard, negamax, principal_variation, mtdf, aspiration, deepening,
    deepening_in_a_loop,
]  # fmt: skip


@pytest.mark.parametrize("search", FAMILIES, ids=lambda search: search.__name__)
def test_a_recount_by_the_search_itself_agrees(search):
    """Positions, windows, values and cuts of every call, in their order, on random trees."""
    for seed in range(12):
        game, log = random_tree(3, (2, 3), Random(seed)), []
        trace = watch(search, game, game.initial, log=log)
        assert (trace.error, trace.stopped, trace.gaps) == (None, None, ())
        drivers = {"mtdf", "aspiration"}
        if trace.passes:
            drivers |= {"deepening", "deepening_in_a_loop"}
        nodes = [node for node in trace.nodes if node.function not in drivers]
        assert [(trace.path(node.id), node.window_in, node.value, node.cut) for node in nodes] == [
            entry.seen() for entry in log
        ]
        assert trace.cut == sum(len(entry.left_out) for entry in log)
        assert SearchTrace.from_json(trace.to_json()) == trace
        running = []
        for kind, number, _line in trace.events():
            parent = trace.nodes[number].parent
            assert kind == "leave" or parent == (running[-1] if running else None)
            running = [*running, number] if kind == "enter" else running[:-1]


@pytest.mark.parametrize("search", [mtdf, aspiration, deepening, deepening_in_a_loop])
def test_each_pass_is_a_tree_of_its_own(search):
    """As many passes as the search has made, each with its window and its cuts."""
    for seed in range(12):
        game, log = random_tree(3, (2, 3), Random(seed)), []
        trace = watch(search, game, game.initial, log=log)
        roots = [entry for entry in log if entry.state == ()]
        assert len(trace.passes) == (len(roots) if len(roots) > 1 else 3 * (not roots))
        assert [node.pass_number for node in trace.passes] == list(range(1, len(trace.passes) + 1))
        assert trace.cut == sum(len(node.cut) for node in trace.nodes)
        assert not (trace.passes and trace.nodes[0].cut)
        assert {trace.path(node.id) for node in trace.nodes} <= {e.state for e in log} | {()}
        if roots and trace.passes:
            assert [node.window_in for node in trace.passes] == [e.seen()[1] for e in roots]
            assert [node.value for node in trace.passes] == [entry.value for entry in roots]


def test_the_passes_of_null_windows_computed_by_hand():
    """MTD(f) on a tree with value 7: four null windows, and three branches cut."""
    game = TextbookTree([[3, 1], [5, 4], [9, 7]])
    trace = watch(mtdf, game, game.initial, log=[])
    assert [node.window_in for node in trace.passes] == [(-1, 0), (1, 2), (4, 5), (7, 8)]
    assert [node.cut for node in trace.passes] == [(1, 2), (2,), (), ()]
    assert (trace.value, trace.cut) == (7, 3)
    assert [trace.path(node) for node in trace.principal()] == [(), (), (2,), (2, 1)]
    assert (trace.passes[3].value, trace.passes[1].value) == (7, 4)


def test_the_librarys_deepening_has_a_pass_for_each_depth():
    """On a tree of three plies, whose value is proven at the third."""
    game = random_tree(3, 3, Random(1))
    trace = watch(deepening_search, game, game.initial)
    assert len(trace.passes) == 3
    firsts = [top.id for top in trace.passes] + [len(trace.nodes)]
    for number in (1, 2, 3):
        inside = trace.nodes[firsts[number - 1] : firsts[number]]
        assert max(node.depth for node in inside) == number


def test_a_re_search_is_counted_and_no_pass():
    """PVS looks again with a wide window where the null window failed high."""
    game = TextbookTree([[3, 1], [5, 4], [9, 7]])
    trace = watch(principal_variation, game, game.initial, log=[])
    assert trace.passes == ()
    assert [(node.action, node.attempt) for node in trace.children(0)] == [
        (0, 1), (1, 1), (1, 2), (2, 1), (2, 2),
    ]  # fmt: skip
    # A null window is no change of a bound: the other one comes back with the next full window.
    story = step_through(
        lambda game, state: principal_variation(game, state, []), game, game.initial
    ).story
    told = [story["texts"][at] for at in story["steps"]["say"]]
    assert any("alpha rises" in each for each in told)
    assert not any(each in line for line in told for each in ("beta rises", "alpha falls"))


class Dice(TextbookTree):
    """A tree in which chance follows each move: on each second level, for the leaves' numbers."""

    to_move = lambda _, state: CHANCE if len(state) % 2 else "MAX"  # noqa: E731

    def chance(self, state):
        """On each second level all children, equally likely."""
        actions = self.actions(state) if len(state) % 2 else ()
        return tuple((action, 1 / len(actions)) for action in actions)


class Loaded(Dice):
    """The same with the last action three times as likely as all others together."""

    def chance(self, state):
        """On each second level all children, the last one most likely."""
        others = [action for action, _ in super().chance(state)][:-1]
        likely = tuple((action, 0.25 / len(others)) for action in others)
        return (*likely, (len(others), 0.75)) if others else super().chance(state)


def expectimax(game, state):
    """The mean where chance decides."""
    if game.is_terminal(state):
        return worth(game, state)
    actions = game.actions(state)
    values = [expectimax(game, game.result(state, action)) for action in actions]
    chances = [likely for _, likely in game.chance(state)]
    if not chances:
        return max(values)
    return round(sum(likely * value for likely, value in zip(chances, values, strict=True)), 9)


def unlucky(game, state):
    """The worst where chance decides, by mistake."""
    if game.is_terminal(state):
        return worth(game, state)
    values = [unlucky(game, game.result(state, action)) for action in game.actions(state)]
    return min(values) if game.chance(state) else max(values)


@pytest.mark.parametrize("kind", [Dice, Loaded])
def test_chance_has_probabilities_and_chooses_nothing(kind):
    """The value of each chance node is the mean of its children's, recounted from the trace."""
    for seed in range(12):
        game = kind(random_tree(2, (2, 3), Random(seed)).tree)
        trace = watch(expectimax, game, game.initial)
        assert trace.nodes[0].chance is False
        for node in trace.children(0):
            children = trace.children(node.id)
            assert node.chance
            assert sum(child.probability for child in children) == pytest.approx(1)
            mean = sum(child.probability * child.value for child in children)
            assert mean == pytest.approx(node.value)
            if kind is Loaded:
                assert children[-1].probability == 0.75


def test_players_may_be_called_anything():
    """Numbers, as in many a homework: nobody of them is chance."""
    rules = {
        "players": (1, -1),
        "to_move": lambda self, state: -1 if len(state) % 2 else 1,
        "utility": lambda self, state, player: player * self.subtree(state),
    }

    game = type("Numbered", (TextbookTree,), rules)([[3, 1], [5, 4]])
    trace = watch(value_only, game, game.initial)
    assert (trace.value, trace.players) == (4, (1, -1))
    assert not any(node.chance for node in trace.nodes)


class Board:
    """Tic-tac-toe on one list, with moves that are made and taken back."""

    def __init__(self, moves=()):
        """Begin after these moves."""
        self.cells, self.turn = ["."] * 9, "X"
        for move in moves:
            self.push(move)

    def moves(self):
        """The empty cells."""
        return [at for at, cell in enumerate(self.cells) if cell == "."]

    def push(self, move):
        """Make a move."""
        self.cells[move], self.turn = self.turn, "O" if self.turn == "X" else "X"

    def pop(self, move):
        """Take it back."""
        self.cells[move], self.turn = ".", "O" if self.turn == "X" else "X"

    def won(self):
        """Whether somebody has three in a row."""
        lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8)]
        return any(
            "." != self.cells[a] == self.cells[b] == self.cells[c]
            for a, b, c in [*lines, (2, 4, 6)]
        )


def on_one_board(board, log, alpha=-2, beta=2):
    """Negamax with `push` and `pop`."""
    log.append(tuple(board.cells))
    moves = board.moves()
    if board.won() or not moves:
        return -1 if board.won() else 0
    best = -2
    for move in moves:
        if best >= beta:
            break
        board.push(move)
        best = max(best, -on_one_board(board, log, -beta, -max(alpha, best)))
        board.pop(move)
    return best


def generator(game, state):
    """Minimax that yields what it knows so far, and gives back the value."""
    if game.is_terminal(state):
        yield "a leaf"
        return worth(game, state)
    values = []
    for action in game.actions(state):
        values.append((yield from generator(game, game.result(state, action))))
        yield best_of(game, state)(values)
    return best_of(game, state)(values)


def run_by_hand(game, state):
    """A search that takes one number from a generator."""
    return next(yields_once(game, state))


def yields_once(game, state):
    """Minimax that yields its value."""
    if game.is_terminal(state):
        yield worth(game, state)
    else:
        after = [game.result(state, action) for action in game.actions(state)]
        yield best_of(game, state)([next(yields_once(game, each)) for each in after])


async def coroutine(game, state):
    """Minimax whose children take turns."""
    await asyncio.sleep(0)
    if game.is_terminal(state):
        return worth(game, state)
    children = [game.result(state, action) for action in game.actions(state)]
    return best_of(game, state)(await asyncio.gather(*(coroutine(game, each) for each in children)))


def run_in_a_loop(game, state):
    """The same search behind a function that runs it."""
    return asyncio.run(coroutine(game, state))


@pytest.mark.parametrize("search", [generator, run_by_hand, run_in_a_loop])
def test_what_pauses_has_the_tree_of_the_plain_search(search):
    """Generators and coroutines: the states, values and counts of minimax, whoever goes on when."""

    def seen(trace):
        return {(trace.path(node.id), node.value, node.cut) for node in trace.nodes}

    game = random_tree(3, (2, 3), Random(1))
    trace, plain = watch(search, game, game.initial), watch(value_only, game, game.initial)
    assert (trace.error, trace.stopped, trace.gaps) == (None, None, ())
    assert seen(trace) == seen(plain)
    assert (trace.value, trace.nodes[0].value) == (plain.value, plain.value)
    assert (trace.visits, trace.edges, trace.cut) == (plain.visits, plain.edges, 0)
    assert SearchTrace.from_json(trace.to_json()) == trace


def test_replies_from_a_generator_leave_the_tree_as_it_is():
    """A plain search may ask a generator for what follows, and has its whole tree."""

    def replies(game, state):
        for action in game.actions(state):
            yield action, value(game, game.result(state, action))

    def value(game, state):
        if game.is_terminal(state):
            return worth(game, state)
        return best_of(game, state)(value for _, value in replies(game, state))

    game = random_tree(3, (2, 3), Random(1))
    trace, plain = watch(value, game, game.initial), watch(value_only, game, game.initial)
    seen, expected = ([(node.parent, node.action, node.value, node.cut) for node in each.nodes]
                      for each in (trace, plain))  # fmt: skip
    assert seen == expected
    assert trace.gaps == ()


def test_moves_on_one_object_have_their_tree():
    """Each move is a node with its action, its window and its value; the board is as before."""
    for seed in range(6):
        moves, log = Random(seed).sample(range(9), 4), []
        board = Board(moves)
        trace = watch(on_one_board, board, log)
        assert (trace.error, trace.gaps, len(trace.nodes)) == (None, (), len(log))
        assert trace.value == trace.nodes[0].value == on_one_board(Board(moves), [])
        assert tuple(board.cells) == tuple(Board(moves).cells)
        for node, cells in zip(trace.nodes, log, strict=True):
            played = Board(moves)
            for move in trace.path(node.id):
                played.push(move)
            assert tuple(played.cells) == cells
        assert trace.nodes[0].window_in == (-2, 2)


def test_where_nothing_can_be_seen_a_sentence_says_so():
    """A board of the search's own: why there is no tree; a loop without calls: no cut is told."""

    def elsewhere(_game, _state):
        return on_one_board(Board([0, 1, 4, 2, 3]), [])

    def one_loop(game, state):
        rng, visits = Random(1), {}
        for _ in range(50):
            here = state
            while not game.is_terminal(here):
                action = rng.choice(game.actions(here))
                here = game.result(here, action)
                visits[action] = visits.get(action, 0) + 1
        return max(visits, key=visits.get)

    game = TicTacToe()
    nothing = watch(elsewhere, game, game.initial)
    assert (nothing.visits, nothing.cut) == (0, 0)
    assert nothing.gaps == (Gap.NOTHING,)
    assert "nothing to draw" in str(draw_tree(nothing))
    loop = watch(one_loop, game, game.initial)
    assert loop.visits > 300
    assert loop.cut == 0
    assert len(loop.nodes) == loop.visits
    assert (loop.order, loop.gaps) == (Order.DEPTH, ())


def test_calls_that_try_one_action_each_are_no_passes():
    """A function of a state and an action searches below that action, and the root has them all."""

    def negamax(game, state):
        if game.is_terminal(state):
            return game.utility(state, game.to_move(state))
        return max(-negamax(game, game.result(state, each)) for each in game.actions(state))

    def worth_of(game, state, action):
        return -negamax(game, game.result(state, action))

    def best(game, state):
        return max(game.actions(state), key=lambda each: worth_of(game, state, each))

    game = Nim((1, 2))
    trace = watch(best, game, game.initial)
    assert trace.passes == ()
    assert [node.action for node in trace.children(0)] == list(game.actions(game.initial))
