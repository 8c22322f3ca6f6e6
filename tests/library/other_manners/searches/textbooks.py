"""Searches as textbooks describe them, on the course's own games: `(game, state)`."""

import heapq
import math
import random
from collections import defaultdict, deque
from concurrent.futures import ThreadPoolExecutor
from functools import wraps

from course_lib import Nim, TextbookTree, TicTacToe

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


def count(game, state):
    """An estimate: lines of the board are not looked at, only who holds the middle."""
    return {"X": 0.5, "O": -0.5}.get(str(game.render(state)).split()[4][:1], 0)


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


def pvs(game, state, alpha, beta):  #: node=state window=alpha,beta
    if game.is_terminal(state):
        return worth(game, state)  #: leaf
    for number, action in enumerate(game.actions(state)):
        after = game.result(state, action)
        if number == 0:
            score = -pvs(game, after, -beta, -alpha)
        else:
            score = -pvs(game, after, -alpha - 1, -alpha)
            if alpha < score < beta:
                score = -pvs(game, after, -beta, -score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break  #: cut
    return alpha


def negascout(game, state, alpha, beta):  #: node=state window=alpha,beta moves=a,beta
    if game.is_terminal(state):
        return worth(game, state)  #: leaf
    a, b, best = alpha, beta, -INF
    for number, action in enumerate(game.actions(state)):
        after = game.result(state, action)
        t = -negascout(game, after, -b, -a)
        if a < t < beta and number > 0:
            t = -negascout(game, after, -beta, -t)
        best, a = max(best, t), max(a, t)
        if a >= beta:
            return best  #: cut
        b = a + 1
    return best


def scout(game, state):  #: node=state best=max if game.to_move(state)==game.players[0] else min
    if game.is_terminal(state):
        return game.utility(state, first(game))  #: leaf
    high = game.to_move(state) == first(game)
    after = [game.result(state, a) for a in game.actions(state)]
    value = scout(game, after[0])
    for child in after[1:]:
        if beats(game, child, value) if high else not reaches(game, child, value):
            value = scout(game, child)
    return value


def beats(game, state, bound):  #: node=state
    """Is the state worth more than the bound?"""
    if game.is_terminal(state):
        return game.utility(state, first(game)) > bound  #: leaf
    pick = any if game.to_move(state) == first(game) else all
    return pick(beats(game, game.result(state, a), bound) for a in game.actions(state))


def reaches(game, state, bound):  #: node=state
    if game.is_terminal(state):
        return game.utility(state, first(game)) >= bound  #: leaf
    pick = any if game.to_move(state) == first(game) else all
    return pick(reaches(game, game.result(state, a), bound) for a in game.actions(state))


def with_memory(game, state, alpha, beta, memory):  #: node=state window=alpha,beta moves=alpha|a,beta|b best=max if game.to_move(state)==game.players[0] else min
    low, high = memory.get(state, (-INF, INF))
    if low >= beta:
        return low  #: memory
    if high <= alpha:
        return high  #: memory
    if game.is_terminal(state):
        value = game.utility(state, first(game))
    elif game.to_move(state) == first(game):
        value, a = -INF, max(alpha, low)
        for action in game.actions(state):
            value = max(value, with_memory(game, game.result(state, action), a, beta, memory))
            a = max(a, value)
            if value >= beta:
                break  #: cut
    else:
        value, b = INF, min(beta, high)
        for action in game.actions(state):
            value = min(value, with_memory(game, game.result(state, action), alpha, b, memory))
            b = min(b, value)
            if value <= alpha:
                break  #: cut
    if value <= alpha:
        memory[state] = (low, value)
    elif value >= beta:
        memory[state] = (value, high)
    else:
        memory[state] = (value, value)
    return value


def mtdf(game, state, guess=0):
    low, high, memory = -INF, INF, {}
    while low < high:
        beta = guess + 1 if guess == low else guess
        guess = with_memory(game, state, beta - 1, beta, memory)
        low, high = (low, guess) if guess < beta else (guess, high)
    return guess


def sss_star(game, state):
    """Stockman: a queue of (node, live or solved, merit), the greatest merit first."""
    parent, order = {state: None}, 0
    queue = [(-INF, 0, state, False)]
    children = lambda s: [game.result(s, a) for a in game.actions(s)]  # noqa: E731
    while queue:
        merit, _, s, solved = heapq.heappop(queue)
        order += 1
        if solved:
            if s == state:
                return -merit
            if game.to_move(s) != first(game):  # a solved MIN node settles its MAX parent
                up = parent[s]
                queue = [q for q in queue if not below(parent, q[2], up)]
                heapq.heapify(queue)
                heapq.heappush(queue, (merit, order, up, True))
            else:
                brothers = children(parent[s])
                later = brothers[brothers.index(s) + 1 :]
                if later:
                    parent[later[0]] = parent[s]
                    heapq.heappush(queue, (merit, order, later[0], False))
                else:
                    heapq.heappush(queue, (merit, order, parent[s], True))
        elif game.is_terminal(s):
            heapq.heappush(queue, (max(merit, -game.utility(s, first(game))), order, s, True))
        elif game.to_move(s) == first(game):
            for number, child in enumerate(children(s)):
                parent[child] = s
                heapq.heappush(queue, (merit, order + number / 100, child, False))
        else:
            child = children(s)[0]
            parent[child] = s
            heapq.heappush(queue, (merit, order, child, False))
    return None


def below(parent, s, top):  #: node=s
    while s is not None:
        if s == top:
            return True
        s = parent[s]
    return False


def best_first(game, state, steps=12):
    """Best-first minimax: the leaf at the end of the best line is expanded, values are backed up."""
    value, kids, up = {state: 0}, {}, {state: None}
    for _ in range(steps):
        s = state
        while kids.get(s):
            pick = max if game.to_move(s) == first(game) else min
            s = pick(kids[s], key=value.get)
        if game.is_terminal(s):
            break
        kids[s] = [game.result(s, a) for a in game.actions(s)]
        for child in kids[s]:
            up[child] = s
            value[child] = game.utility(child, first(game)) if game.is_terminal(child) else 0
        while s is not None:
            pick = max if game.to_move(s) == first(game) else min
            value[s] = pick(value[c] for c in kids[s])
            s = up[s]
    return value[state]


class Proof:
    def __init__(self, game, state, parent=None):
        self.state, self.parent, self.children = state, parent, []
        self.attacker = game.to_move(state) == first(game)
        self.pn = self.dn = 1
        if game.is_terminal(state):
            won = game.utility(state, first(game)) > 0
            self.pn, self.dn = (0, INF) if won else (INF, 0)

    def update(self):
        pns, dns = [c.pn for c in self.children], [c.dn for c in self.children]
        self.pn, self.dn = (min(pns), sum(dns)) if self.attacker else (sum(pns), min(dns))


def proof_number_search(game, state):
    root = Proof(game, state)
    while root.pn and root.dn:
        node = root
        while node.children:
            key = (lambda c: c.pn) if node.attacker else (lambda c: c.dn)
            node = min(node.children, key=key)
        node.children = [Proof(game, game.result(node.state, a), node) for a in game.actions(node.state)]
        while node:
            node.update()
            node = node.parent
    return root.pn == 0


def df_pn(game, state):
    table = defaultdict(lambda: (1, 1))

    def mid(s, pn_limit, dn_limit):  #: node=s
        if game.is_terminal(s):
            won = game.utility(s, game.to_move(s)) > 0
            table[s] = (0, INF) if won else (INF, 0)
            return  #: leaf
        after = [game.result(s, a) for a in game.actions(s)]
        while True:
            pn, dn = min(table[c][1] for c in after), sum(table[c][0] for c in after)
            table[s] = (pn, dn)
            if pn >= pn_limit or dn >= dn_limit:
                return
            ranked = sorted(after, key=lambda c: table[c][1])
            second = table[ranked[1]][1] if len(ranked) > 1 else INF
            best = ranked[0]
            mid(best, dn_limit - dn + table[best][0], min(pn_limit, second + 1))

    mid(state, INF, INF)
    return table[state][0] == 0


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


def deepening(game, state, most=3):
    value = None
    for depth in range(1, most + 1):
        value = limited(game, state, depth, -INF, INF)
    return value


def aspiration(game, state):
    guess, width = 0, 0.5
    while True:
        value = limited(game, state, 3, guess - width, guess + width)
        if guess - width < value < guess + width:
            return value
        guess, width = value, width * 4


class Killers:
    def __init__(self, game):
        self.game, self.killers = game, defaultdict(list)

    def search(self, state, ply=0, alpha=-INF, beta=INF):  #: node=state window=alpha,beta
        if self.game.is_terminal(state):
            return worth(self.game, state)  #: leaf
        moves = sorted(self.game.actions(state), key=lambda a: a not in self.killers[ply])
        for action in moves:
            score = -self.search(self.game.result(state, action), ply + 1, -beta, -alpha)
            if score >= beta:
                self.killers[ply] = [action, *self.killers[ply]][:2]
                return score  #: cut
            alpha = max(alpha, score)
        return alpha


def quiescence(game, state, alpha, beta):  #: node=state window=alpha,beta
    if game.is_terminal(state):
        return worth(game, state)  #: leaf
    stand = 0
    if stand >= beta:
        return stand
    alpha = max(alpha, stand)
    for action in game.actions(state):
        after = game.result(state, action)
        if game.is_terminal(after):  # only what ends the game is loud
            alpha = max(alpha, -quiescence(game, after, -beta, -alpha))
    return alpha


def with_quiescence(game, state, depth=2, alpha=-INF, beta=INF):  #: node=state window=alpha,beta
    if depth == 0 or game.is_terminal(state):
        return quiescence(game, state, alpha, beta)
    for action in game.actions(state):
        score = -with_quiescence(game, game.result(state, action), depth - 1, -beta, -alpha)
        alpha = max(alpha, score)
        if alpha >= beta:
            break  #: cut
    return alpha


def transpositions(game, state, alpha, beta, table):  #: node=state window=alpha,beta
    entry, before = table.get(state), alpha
    if entry:
        value, kind = entry
        if kind == "exact" or (kind == "lower" and value >= beta) or (kind == "upper" and value <= alpha):
            return value  #: memory
    if game.is_terminal(state):
        return worth(game, state)  #: leaf
    best = -INF
    for action in game.actions(state):
        best = max(best, -transpositions(game, game.result(state, action), -beta, -alpha, table))
        alpha = max(alpha, best)
        if alpha >= beta:
            break  #: cut
    table[state] = (best, "upper" if best <= before else "lower" if best >= beta else "exact")
    return best


def uct_dictionaries(game, state, playouts):
    N, W = defaultdict(int), defaultdict(float)

    def ucb(s, action):
        after = game.result(s, action)
        if not N[after]:
            return INF
        return W[after] / N[after] + 1.4 * math.sqrt(math.log(N[s]) / N[after])

    for _ in range(playouts):
        path = [state]  #: playout
        while not game.is_terminal(path[-1]) and (N[path[-1]] or len(path) == 1):
            s = path[-1]
            path.append(game.result(s, max(game.actions(s), key=lambda a: ucb(s, a))))
        end = path[-1]
        while not game.is_terminal(end):
            end = game.result(end, random.choice(game.actions(end)))
        for s in path:
            N[s] += 1
            W[s] += -game.utility(end, game.to_move(s))
    return max(game.actions(state), key=lambda a: N[game.result(state, a)])


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


def flat(game, state, playouts):
    means = {}
    for action in game.actions(state):
        total = 0
        for _ in range(playouts):
            s = game.result(state, action)  #: playout
            while not game.is_terminal(s):
                s = game.result(s, random.choice(game.actions(s)))
            total += game.utility(s, game.to_move(state))
        means[action] = total / playouts
    return max(means, key=means.get)


def nested(game, state, level):  #: node=state
    """Cazenave's nested Monte Carlo, for one player's score: both sides help X."""
    while not game.is_terminal(state):
        if level == 0:
            state = game.result(state, random.choice(game.actions(state)))
        else:
            after = [game.result(state, a) for a in game.actions(state)]
            state = max(after, key=lambda s: nested(game, s, level - 1))
    return game.utility(state, first(game))


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


def breadth_first(game, state):
    """Layers of states, then values from the last layer up."""
    layers = [[state]]
    while layers[-1]:
        layers.append([game.result(s, a) for s in layers[-1] for a in game.actions(s)])
    value = {}
    for layer in reversed(layers):
        for s in layer:
            if game.is_terminal(s):
                value[s] = game.utility(s, first(game))
            else:
                pick = max if game.to_move(s) == first(game) else min
                value[s] = pick(value[game.result(s, a)] for a in game.actions(s))
    return value[state]


def stack_alphabeta(game, state):
    """Alpha-beta with frames on a list: [state, actions left, alpha, beta, best]."""
    frames, answer = [[state, list(game.actions(state)), -INF, INF, -INF]], None
    while frames:
        s, left, alpha, beta, best = frames[-1]
        if answer is not None:
            best = max(best, -answer)
            alpha, answer = max(alpha, best), None
            frames[-1][2], frames[-1][4] = alpha, best
        if game.is_terminal(s):
            answer = worth(game, s)
            frames.pop()
        elif not left:
            answer = best
            frames.pop()
        elif alpha >= beta:
            answer = best  #: cut
            frames.pop()
        else:
            after = game.result(s, left.pop(0))
            frames.append([after, list(game.actions(after)), -beta, -alpha, -INF])
    return answer


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


class Three:
    """Three players take 1 or 2 in turn; the last counter pays its taker, each counter its taker a little."""

    players = ("A", "B", "C")
    initial = (4, 0, (0, 0, 0))

    def to_move(self, state):
        return self.players[state[1]]

    def actions(self, state):
        return tuple(k for k in (1, 2) if k <= state[0])

    def result(self, state, action):
        left, who, got = state
        gain = action + 2 * (left == action)
        return (left - action, (who + 1) % 3, got[:who] + (got[who] + gain,) + got[who + 1 :])

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return state[2][self.players.index(player)]


def max_n(game, state):  #: node=state
    if game.is_terminal(state):
        return tuple(game.utility(state, p) for p in game.players)  #: leaf
    me = game.players.index(game.to_move(state))
    return max((max_n(game, game.result(state, a)) for a in game.actions(state)), key=lambda v: v[me])


def paranoid(game, state, me):  #: node=state best=max if game.to_move(state)==me else min
    if game.is_terminal(state):
        return game.utility(state, me)  #: leaf
    values = [paranoid(game, game.result(state, a), me) for a in game.actions(state)]
    return max(values) if game.to_move(state) == me else min(values)


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


class History:
    def __init__(self, game):
        self.game, self.score = game, defaultdict(int)

    def __call__(self, state, depth=9, alpha=-INF, beta=INF):  #: node=state window=alpha,beta
        if self.game.is_terminal(state):
            return worth(self.game, state)  #: leaf
        best = -INF
        for action in sorted(self.game.actions(state), key=lambda a: -self.score[a]):
            best = max(best, -self(self.game.result(state, action), depth - 1, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                self.score[action] += depth * depth
                break  #: cut
        return best


def reductions(game, state, depth, alpha, beta):  #: node=state window=alpha,beta
    """Late moves are searched less deep first."""
    if game.is_terminal(state):
        return worth(game, state)  #: leaf
    if depth <= 0:
        return 0  #: guess
    for number, action in enumerate(game.actions(state)):
        after = game.result(state, action)
        less = 1 if number >= 2 and depth >= 2 else 0
        score = -reductions(game, after, depth - 1 - less, -beta, -alpha)
        if less and score > alpha:
            score = -reductions(game, after, depth - 1, -beta, -alpha)
        if score >= beta:
            return score  #: cut
        alpha = max(alpha, score)
    return alpha


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
    "principal variation search": lambda run: run(pvs, *tree(), -INF, INF),
    "NegaScout": lambda run: run(negascout, *tree(), -INF, INF),
    "SCOUT": lambda run: run(scout, *tree()),
    "MTD(f)": lambda run: run(mtdf, *board()),
    "SSS*": lambda run: run(sss_star, *tree()),
    "best-first minimax": lambda run: run(best_first, *board()),
    "proof-number search": lambda run: run(proof_number_search, *board("XO.\n.X.\n..O")),
    "df-pn": lambda run: run(df_pn, *board("XO.\n.X.\n..O")),
    "beam": lambda run: run(beam, *board()),
    "iterative deepening": lambda run: run(deepening, *board()),
    "aspiration windows": lambda run: run(aspiration, *board("XO.\n.X.\n..O")),
    "killer moves": lambda run: run(Killers(TicTacToe()).search, board()[1]),
    "quiescence": lambda run: run(with_quiescence, *board()),
    "transposition table": lambda run: run(transpositions, *board(), -INF, INF, {}),
    "UCT in dictionaries": lambda run: seeded(run, uct_dictionaries, *board(), 40),
    "UCT with nodes": lambda run: seeded(run, uct_nodes, *board(), 40),
    "flat Monte Carlo": lambda run: seeded(run, flat, *board(), 5),
    "nested Monte Carlo": lambda run: seeded(run, nested, *board(), 1),
    "retrograde analysis": lambda run: run(retrograde, *board()),
    "breadth first": lambda run: run(breadth_first, *board()),
    "alpha-beta on a stack": lambda run: run(stack_alphabeta, *tree()),
    "threads at the root": lambda run: run(threads, *board()),
    "a memoising decorator": lambda run: forget(run, *board()),
    "*-minimax, star1": lambda run: run(star1, Coin(), Coin.initial, -1, 1),
    "max^n": lambda run: run(max_n, Three(), Three.initial),
    "paranoid": lambda run: run(paranoid, Three(), Three.initial, "A"),
    "regrets in Kuhn poker": lambda run: run(Kuhn().train, 2),
    "history heuristic": lambda run: run(History(TicTacToe()), board()[1]),
    "late moves reduced": lambda run: run(reductions, *board(), 3, -INF, INF),
    "out of time": lambda run: run(in_time, *board(), 60),
}
