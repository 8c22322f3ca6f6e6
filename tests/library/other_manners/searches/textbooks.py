"""Searches as textbooks describe them, on the course's own games: `(game, state)`."""

import math
import random
from collections import defaultdict, deque
from concurrent.futures import ThreadPoolExecutor
from functools import wraps

from course_lib import TextbookTree, TicTacToe

INF = math.inf


def tree():
    game = TextbookTree([[[3, 17], [2, 12]], [[15], [25, 0]], [[2, 5], [3, 14]]])
    return game, game.initial


def board(text="XOX\n.O.\n..."):
    game = TicTacToe()
    return game, game.parse(text)


def first(game):
    return game.players[0]


def worth(game, state):  #: node=state
    """For the player to move."""
    return game.utility(state, game.to_move(state))


def negamax(game, state, alpha=-INF, beta=INF):  #: node=state window=alpha,beta
    if game.is_terminal(state):
        return worth(game, state)  #: leaf
    best = -INF
    for action in game.actions(state):
        best = max(best, -negamax(game, game.result(state, action), -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break  #: cut
    return best


def beam(game, state, width=2):  #: node=state best=max if game.to_move(state)==game.players[0] else min
    if game.is_terminal(state):
        return game.utility(state, first(game))  #: leaf
    after = [game.result(state, a) for a in game.actions(state)]
    after.sort(key=lambda s: len(game.actions(s)))
    pick = max if game.to_move(state) == first(game) else min
    return pick(beam(game, s, width) for s in after[:width])


def limited(game, state, depth, alpha, beta):  #: node=state window=alpha,beta
    if game.is_terminal(state):
        return worth(game, state)  #: leaf
    if depth == 0:
        return 0  #: guess
    for action in game.actions(state):
        alpha = max(alpha, -limited(game, game.result(state, action), depth - 1, -beta, -alpha))
        if alpha >= beta:
            break  #: cut
    return alpha


def aspiration(game, state):
    guess, width = 0, 0.5
    while True:
        value = limited(game, state, 3, guess - width, guess + width)
        if guess - width < value < guess + width:
            return value
        guess, width = value, width * 4


class Leaf:
    def __init__(self, state, parent=None, action=None):
        self.state, self.parent, self.action = state, parent, action
        self.children, self.visits, self.total, self.untried = [], 0, 0.0, None


def means(leaf):
    pairs = [pair for child in leaf.children for pair in means(child)]
    return [(leaf.state, leaf.total / leaf.visits), *pairs]


def uct_nodes(game, state, playouts):
    root = Leaf(state)
    for _ in range(playouts):
        node = root  #: playout
        while node.untried == [] and node.children:
            node = max(
                node.children,
                key=lambda c: c.total / c.visits + math.sqrt(2 * math.log(c.parent.visits) / c.visits),
            )
        if node.untried is None:
            node.untried = list(game.actions(node.state))
        if node.untried:
            action = node.untried.pop(random.randrange(len(node.untried)))
            node.children.append(Leaf(game.result(node.state, action), node, action))
            node = node.children[-1]
        end = node.state
        while not game.is_terminal(end):
            end = game.result(end, random.choice(game.actions(end)))
        while node:
            node.visits += 1
            node.total -= game.utility(end, game.to_move(node.state))
            node = node.parent
    return max(root.children, key=lambda c: c.visits).action  #: keeps=means(root)


def retrograde(game, state):
    """All states first, then values from the ends backwards."""
    states, todo, before = {state}, [state], defaultdict(set)
    while todo:
        s = todo.pop()
        for action in game.actions(s):
            after = game.result(s, action)
            before[after].add(s)
            if after not in states:
                states.add(after)
                todo.append(after)
    value = {s: worth(game, s) for s in states if game.is_terminal(s)}
    queue = deque(value)
    left = {s: len(game.actions(s)) for s in states}
    while queue:
        s = queue.popleft()
        for up in before[s]:
            if up in value:
                continue
            left[up] -= 1
            if value[s] == -1 or left[up] == 0:
                value[up] = 1 if value[s] == -1 else max(-value[game.result(up, a)] for a in game.actions(up) if game.result(up, a) in value)
                queue.append(up)
    return value[state]


def threads(game, state):
    with ThreadPoolExecutor(max_workers=2) as pool:
        after = [game.result(state, a) for a in game.actions(state)]
        return max(-value for value in pool.map(lambda s: negamax(game, s), after))


def memoise(function):
    memory = {}

    @wraps(function)
    def wrapper(game, state):  #: node=state
        if state in memory:
            return memory[state]  #: memory
        memory[state] = function(game, state)
        return memory[state]

    wrapper.memory = memory
    return wrapper


@memoise
def remembered(game, state):  #: node=state
    if game.is_terminal(state):
        return worth(game, state)  #: leaf
    return max(-remembered(game, game.result(state, a)) for a in game.actions(state))


def forget(run, game, state):
    remembered.memory.clear()
    return run(remembered, game, state)


class Coin:
    """Take 1 or 2 of the counters, then a coin may take one more; taking the last wins."""

    players = ("A", "B")
    initial = (4, "A", False)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        n, _, coin = state
        return () if n <= 0 else ("heads", "tails") if coin else (1, 2)

    def chance(self, state):
        return (("heads", 0.5), ("tails", 0.5)) if state[2] and state[0] > 0 else ()

    def result(self, state, action):
        n, who, coin = state
        if coin:
            return (n - (action == "heads"), who, False)
        return (max(0, n - action), "B" if who == "A" else "A", True)

    def is_terminal(self, state):
        return state[0] <= 0

    def utility(self, state, player):
        return -1 if state[1] == player else 1


def star1(game, state, alpha, beta):  #: node=state window=alpha,beta
    """Ballard's *1: values between -1 and 1, a chance node is cut when the rest can't matter."""
    if game.is_terminal(state):
        return game.utility(state, "A")  #: leaf
    chances = game.chance(state)
    if chances:
        total, left = 0, 1
        for action, p in chances:
            left -= p
            low = (alpha - total - left) / p
            high = (beta - total + left) / p
            value = star1(game, game.result(state, action), max(-1, low), min(1, high))
            if value <= low:
                return alpha
            if value >= high:
                return beta
            total += p * value
        return total
    if game.to_move(state) == "A":
        for action in game.actions(state):
            alpha = max(alpha, star1(game, game.result(state, action), alpha, beta))
            if alpha >= beta:
                break  #: cut
        return alpha
    for action in game.actions(state):
        beta = min(beta, star1(game, game.result(state, action), alpha, beta))
        if alpha >= beta:
            break  #: cut
    return beta


class Kuhn:
    def __init__(self):
        self.regret, self.total = defaultdict(lambda: [0.0, 0.0]), defaultdict(lambda: [0.0, 0.0])

    def strategy(self, key):
        positive = [max(0, r) for r in self.regret[key]]
        return [p / sum(positive) for p in positive] if sum(positive) else [0.5, 0.5]

    def cfr(self, cards, history, p0, p1):  #: node=(cards,history)
        me = len(history) % 2
        if history in ("pp", "bb", "pbb"):
            sign = 1 if cards[me] > cards[1 - me] else -1
            return sign * (1 if history == "pp" else 2)
        if history in ("bp", "pbp"):
            return 1
        key = f"{cards[me]}{history}"
        mix = self.strategy(key)
        values = []
        for action, p in zip("pb", mix):
            mine = (p0 * p, p1) if me == 0 else (p0, p1 * p)
            values.append(-self.cfr(cards, history + action, *mine))
        value = sum(p * v for p, v in zip(mix, values))
        for i in (0, 1):
            self.regret[key][i] += (p1 if me == 0 else p0) * (values[i] - value)
        return value

    def train(self, rounds):
        deals = [(a, b) for a in range(3) for b in range(3) if a != b]
        return sum(self.cfr(d, "", 1, 1) for _ in range(rounds) for d in deals) / rounds / 6


class OutOfTime(Exception):
    pass


def in_time(game, state, most):
    spent, value = 0, None

    def look(s, depth):  #: node=s
        nonlocal spent
        spent += 1
        if spent > most:
            raise OutOfTime
        if game.is_terminal(s):
            return worth(game, s)  #: leaf
        if depth == 0:
            return 0  #: guess
        return max(-look(game.result(s, a), depth - 1) for a in game.actions(s))

    try:
        for depth in range(1, 9):
            value = look(state, depth)
    except OutOfTime:
        pass
    return value


def seeded(run, f, *arguments):
    random.seed(5)
    return run(f, *arguments)


CALLS = {
    "negamax, fail-soft": lambda run: run(negamax, *tree()),
    "beam": lambda run: run(beam, *board()),
    "aspiration windows": lambda run: run(aspiration, *board("XO.\n.X.\n..O")),
    "UCT with nodes": lambda run: seeded(run, uct_nodes, *board(), 40),
    "retrograde analysis": lambda run: run(retrograde, *board()),
    "threads at the root": lambda run: run(threads, *board()),
    "a memoising decorator": lambda run: forget(run, *board()),
    "*-minimax, star1": lambda run: run(star1, Coin(), Coin.initial, -1, 1),
    "regrets in Kuhn poker": lambda run: run(Kuhn().train, 2),
    "out of time": lambda run: run(in_time, *board(), 60),
}
