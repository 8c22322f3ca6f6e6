# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `simulate`, wrong and right, as students write them; each part stands for a notebook."""

# %% all: ucb1


# %% right: a loop with a path instead of calls of itself
from math import inf


def simulate(game, state, nodes, play_out, c=1.4):
    path = []
    while state in nodes and not game.is_terminal(state):
        node = nodes[state]
        sign = 1 if game.to_move(state) == game.players[0] else -1
        best, most = None, -inf
        for action in game.actions(state):
            tries = node["tries"][action]
            if tries == 0:
                best = action
                break
            after = nodes[game.result(state, action)]
            bound = ucb1(sign * after["total"] / after["visits"], tries, node["visits"], c)
            if bound > most:
                best, most = action, bound
        node["tries"][best] += 1
        path.append(state)
        state = game.result(state, best)
    if state not in nodes:
        nodes[state] = {"visits": 0, "total": 0, "tries": {a: 0 for a in game.actions(state)}}
    path.append(state)
    if game.is_terminal(state):
        value = game.utility(state, game.players[0])
    else:
        value = play_out(state)
    for each in path:
        nodes[each]["visits"] += 1
        nodes[each]["total"] += value
    return value


# %% right: its own formula, tries only of actions that were tried
from math import log, sqrt


def simulate(game, state, nodes, play_out, c=1.4):
    first = game.players[0]
    if game.is_terminal(state):
        value = game.utility(state, first)
        tries = {}
    elif state not in nodes:
        value = play_out(state)
        tries = {}
    else:
        tries = dict(nodes[state]["tries"])
        new = [a for a in game.actions(state) if not tries.get(a)]
        if new:
            action = new[0]
        else:
            def bound(a):
                after = nodes[game.result(state, a)]
                mean = after["total"] / after["visits"]
                if game.to_move(state) != first:
                    mean = -mean
                return mean + c * sqrt(log(nodes[state]["visits"]) / tries[a])

            action = max(game.actions(state), key=bound)
        tries[action] = tries.get(action, 0) + 1
        value = simulate(game, game.result(state, action), nodes, play_out, c)
    old = nodes.get(state, {"visits": 0, "total": 0})
    nodes[state] = {"visits": old["visits"] + 1, "total": old["total"] + value, "tries": tries}
    return value


# %% right: step by step
def simulate(game, state, nodes, play_out, c=1.4):
    if state not in nodes:
        tries = {}
        for action in game.actions(state):
            tries[action] = 0
        nodes[state] = {"visits": 0, "total": 0, "tries": tries}
    node = nodes[state]
    if game.is_terminal(state):
        value = game.utility(state, game.players[0])
    elif node["visits"] == 0:
        value = play_out(state)
    else:
        best, best_bound = None, None
        for action in game.actions(state):
            after = nodes.get(game.result(state, action))
            tries = node["tries"][action]
            if tries > 0:
                mean = after["total"] / after["visits"]
            else:
                mean = 0
            if game.to_move(state) != game.players[0]:
                mean = -mean
            bound = ucb1(mean, tries, node["visits"], c)
            if best_bound is None or bound > best_bound:
                best, best_bound = action, bound
        node["tries"][best] += 1
        value = simulate(game, game.result(state, best), nodes, play_out, c)
    node["visits"] += 1
    node["total"] += value
    return value


# %% wrong: doubt by the visits of the state, not by the tries from here
but("ucb1(mean, tries,", 'ucb1(mean, after["visits"] if tries else 0,')


# %% wrong: the mean is divided by the tries from here
but('after["total"] / after["visits"]', 'after["total"] / tries')


# %% wrong: the parent's visits are those of all its tries together
but('ucb1(mean, tries, node["visits"], c)', 'ucb1(mean, tries, max(1, sum(node["tries"].values())), c)')


# %% wrong: a state that another way has found counts as tried from here
but("                mean = 0\n", "                mean, tries = 0, after['visits'] if after else 0\n                if after:\n                    mean = after['total'] / after['visits']\n")


# %% wrong: an action that is new here ends the walk, although its state is known
but("        value = simulate(game, game.result(state, best), nodes, play_out, c)\n", """\
        known = nodes.get(game.result(state, best))
        if known is not None and node["tries"][best] == 1 and game.actions(game.result(state, best)):
            value = play_out(game.result(state, best))
            known["visits"] += 1
            known["total"] += value
        else:
            value = simulate(game, game.result(state, best), nodes, play_out, c)
""")


# %% wrong: the second player takes what is best for the first
but("            if game.to_move(state) != game.players[0]:\n                mean = -mean\n", "")


# %% wrong: the sign is that of the player who moves after the action
but("if game.to_move(state) != game.players[0]:", "if game.to_move(state) == game.players[0]:")


# %% wrong: each total counts for the player to move
but('    node["total"] += value\n', '    node["total"] += value if game.to_move(state) == game.players[0] else -value\n')


# %% wrong: the worth changes its sign at each step up
but("        value = simulate(game,", "        value = -simulate(game,")


# %% wrong: tries are not counted
but('        node["tries"][best] += 1\n', "")


# %% wrong: a new state isn't counted by its own first game
but('        value = play_out(state)\n', '        return play_out(state)\n')


# %% wrong: a final state counts nothing
but("        value = game.utility(state, game.players[0])\n", "        return game.utility(state, game.players[0])\n")


# %% right: a final state is played out like any other
but("    if game.is_terminal(state):\n        value = game.utility(state, game.players[0])\n    elif node", "    if game.is_terminal(state) or node")


# %% wrong: the utility is that for the player to move
but("game.utility(state, game.players[0])", "game.utility(state, game.to_move(state))")


# %% wrong: of equal bounds the last one is chosen
but("bound > best_bound", "bound >= best_bound")


# %% wrong: c gets lost on the way
but("nodes, play_out, c)\n", "nodes, play_out)\n")


# %% wrong: it always explores as much, whatever c is
but('node["visits"], c)', 'node["visits"], 1.4)')


# %% wrong: the greatest mean is chosen
but('ucb1(mean, tries, node["visits"], c)', 'ucb1(mean, tries, node["visits"], 0)')


# %% wrong, nameless: the nodes are its own, and not those it is given
but("def simulate(game, state, nodes, play_out, c=1.4):\n", """\
known = {}


def simulate(game, state, nodes, play_out, c=1.4):
    nodes = known
""")


# %% wrong: one node for each total, whoever is to move
but("def simulate(game, state, nodes, play_out, c=1.4):\n", """\
def simulate(game, state, nodes, play_out, c=1.4):
    for each in nodes:
        if each and state and each[0] == state[0]:
            state = type(state)(*each) if type(state) is not tuple else state
            break
""")


# %% wrong: the visit is counted before it's asked whether the node is new
but("    node = nodes[state]\n", '    node = nodes[state]\n    node["visits"] += 1\n')
but('    node["visits"] += 1\n    node["total"] += value\n', '    node["total"] += value\n')


# %% wrong: the value is counted, and not given back
but("    return value\n", "")
