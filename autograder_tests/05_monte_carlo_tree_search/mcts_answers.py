# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `mcts`, wrong and right, as students write them; each part stands for a notebook."""

# %% all: random_playout, ucb1, select, expand, backup



# %% right: step by step
def mcts(game, state, simulations, rng, c=1.4):
    root = new_node(game, state, game.to_move(state))
    for _ in range(simulations):
        path = select(root, c)
        child = expand(game, path[-1], rng)
        if child is not path[-1]:
            path.append(child)
        value = random_playout(game, child["state"], rng)
        backup(game, path, value)
    action = max(root["children"], key=lambda a: root["children"][a]["visits"])
    return action, root


# %% wrong, nameless: a search is kept, and its number of simulations forgotten
but(
    "def mcts(game, state, simulations, rng, c=1.4):",
    """\
known = {}


def mcts(game, state, simulations, rng, c=1.4):
    key = game, state, c
    if key not in known:
        known[key] = anew(game, state, simulations, rng, c)
    return known[key]


def anew(game, state, simulations, rng, c=1.4):""",
)


# %% wrong, nameless: a search is kept, and its dice forgotten
but(
    "def mcts(game, state, simulations, rng, c=1.4):",
    """\
known = {}


def mcts(game, state, simulations, rng, c=1.4):
    key = game, state, simulations, c
    if key not in known:
        known[key] = anew(game, state, simulations, rng, c)
    return known[key]


def anew(game, state, simulations, rng, c=1.4):""",
)


# %% wrong, nameless: 500 simulations at most
but(
    "def mcts(game, state, simulations, rng, c=1.4):",
    """\
def mcts(game, state, simulations, rng, c=1.4):
    return anew(game, state, min(simulations, 500), rng, c)


def anew(game, state, simulations, rng, c=1.4):""",
)


# %% wrong, nameless: the new child is left out of the path
but("if child is not path[-1]:\n            path.append(child)\n        value", "value")


# %% wrong, nameless: the random game starts from the parent, not from the new child
but("child =", 'value = random_playout(game, path[-1]["state"], rng)\n        child =')
but('(child)\n        value = random_playout(game, child["state"], rng)', "(child)")


# %% wrong, nameless: only the new child is counted, not the path to it
but("backup(game, path, value)", "backup(game, [child], value)")


# %% wrong, nameless: a final node is counted twice
but("if child is not path[-1]:\n            path.append(child)", "path.append(child)")


# %% wrong, nameless: the least visited action is taken
but("action = max", "action = min")


# %% wrong, nameless: the tree of an earlier search is used again
but("def mcts", "root = None\n\n\ndef mcts")
but("root = new_node", "global root\n    if root is None:\n        root = new_node")


# %% wrong, nameless: there is one simulation too few
but("for _ in range(simulations):", "for _ in range(1, simulations):")
but("action =", 'if not root["children"]:\n        return None, root\n    action =')


# %% wrong, nameless: there is one simulation too many
but("for _ in range(simulations):", "for _ in range(simulations + 1):")


# %% wrong, nameless: the rng that is handed in does not decide alone
but('["state"], rng', '["state"], random')


# %% wrong, nameless: the rng that is handed in is not used: every seed gives the same
but("1.4):", "1.4):\n    rng = Random(0)")


# %% wrong, nameless: the c that is handed in is not used
but("path = select(root, c)", "path = select(root, 1.4)")


# %% wrong, nameless: the value is counted for the wrong player
but("backup(game, path, value)", "backup(game, path, -value)")


# %% wrong, nameless: the action alone is given back, without the tree
but("return action, root", "return action")


# %% wrong: None is returned, so a return is missing
but("\n    return action, root", "")


# %% wrong, nameless: the action with the best mean is taken, not the most visited
but('[a]["visits"]', '[a]["total"] / root["children"][a]["visits"]')


# %% wrong, nameless: the child is given back, not its action
but("return action, root", 'return root["children"][action], root')


# %% wrong, nameless: the tree alone is given back, without the action
but("return action, root", "return root")


# %% right: the path grows only where something is new, and a list comes back
def mcts(game, state, simulations, rng, c=1.4):
    root = new_node(game, state, game.to_move(state))
    done = 0
    while done < simulations:
        path = select(root, c)
        leaf = path[-1]
        if leaf["untried"]:
            path.append(expand(game, leaf, rng))
        backup(game, path, random_playout(game, path[-1]["state"], rng))
        done += 1
    visits = {action: child["visits"] for action, child in root["children"].items()}
    return [max(visits, key=visits.get), root]


# %% right: another player's name at the root, helpers inside, ties by the mean
def mcts(game, state, simulations, rng, c=1.4):
    def simulate(root):
        *above, last = select(root, c)
        if game.is_terminal(last["state"]):
            backup(game, [*above, last], game.utility(last["state"], game.players[0]))
            return
        child = expand(game, last, rng)
        backup(game, [*above, last, child], random_playout(game, child["state"], rng))

    other = [p for p in game.players if p != game.to_move(state)][0]
    root = new_node(game, state, other)
    for i in range(simulations):
        simulate(root)
    ranked = sorted(
        root["children"].items(),
        key=lambda pair: (pair[1]["visits"], pair[1]["total"] / pair[1]["visits"]),
    )
    return ranked[-1][0], root
