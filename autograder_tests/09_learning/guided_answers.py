# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `guided`, wrong and right, as students write them; each is a notebook of its own."""

# %% all: puct
from course_lib.lessons.lesson_09.self_play import new_node


def open_up(game, node, look):
    """Give this node a child for each action that look knows; return the value of the best one."""
    state, mover = node["state"], game.to_move(node["state"])
    shares, values = look(state)
    for action, share in shares.items():
        after = game.result(state, action)
        node["children"][action] = new_node(after, mover, share, values[action])
    return max(values.values())


# %% right: the way down as a function of its own
def best_child(node, c):
    n = node["visits"]
    return max(
        node["children"].values(),
        key=lambda child: puct(child["total"] / child["visits"], child["prior"], child["visits"], n, c),
    )


def guided(game, state, simulations, look, c=2):
    root = new_node(state, game.to_move(state))
    for i in range(simulations):
        node = root
        path = [node]
        while node["children"]:
            node = best_child(node, c)
            path.append(node)
        if game.is_terminal(node["state"]):
            value, who = game.utility(node["state"], game.players[0]), game.players[0]
        else:
            value, who = open_up(game, node, look), game.to_move(node["state"])
        for each in path:
            each["visits"] += 1
            if each["chooser"] == who:
                each["total"] += value
            else:
                each["total"] -= value
    best = None
    for action in root["children"]:
        if best is None or root["children"][action]["visits"] > root["children"][best]["visits"]:
            best = action
    return best, root


# %% right: a value for the first player, as in lesson 5
def guided(game, state, simulations, look, c=2):
    first = game.players[0]
    root = new_node(state, game.to_move(state))
    for _ in range(simulations):
        path = [root]
        while path[-1]["children"]:
            above = path[-1]
            best, most = None, None
            for child in above["children"].values():
                bound = puct(child["total"] / child["visits"], child["prior"], child["visits"], above["visits"], c)
                if most is None or bound > most:
                    best, most = child, bound
            path.append(best)
        leaf = path[-1]
        if game.is_terminal(leaf["state"]):
            value = game.utility(leaf["state"], first)
        else:
            value = open_up(game, leaf, look)
            if game.to_move(leaf["state"]) != first:
                value = -value
        for node in path:
            node["visits"] += 1
            node["total"] += value if node["chooser"] == first else -value
    children = root["children"]
    return max(children, key=lambda action: children[action]["visits"]), root


# %% right: recursive
def visit(game, node, look, c):
    if game.is_terminal(node["state"]):
        player = game.players[0]
        value = game.utility(node["state"], player)
    elif not node["children"]:
        player = game.to_move(node["state"])
        value = open_up(game, node, look)
    else:
        n = node["visits"]
        child = max(node["children"].values(), key=lambda k: puct(k["total"] / k["visits"], k["prior"], k["visits"], n, c))
        player, value = visit(game, child, look, c)
    node["visits"] += 1
    node["total"] += value if node["chooser"] == player else -value
    return player, value


def guided(game, state, simulations, look, c=2):
    root = new_node(state, game.to_move(state))
    for _ in range(simulations):
        visit(game, root, look, c)
    return max(root["children"], key=lambda a: root["children"][a]["visits"]), root


# %% right: as in the lesson
def guided(game, state, simulations, look, c=2):
    root = new_node(state, game.to_move(state))
    for _ in range(simulations):
        path = [root]
        while path[-1]["children"]:
            visits = path[-1]["visits"]

            def bound(child):
                mean = child["total"] / child["visits"]
                return puct(mean, child["prior"], child["visits"], visits, c)

            path.append(max(path[-1]["children"].values(), key=bound))
        leaf = path[-1]
        if game.is_terminal(leaf["state"]):
            player = leaf["chooser"]
            value = game.utility(leaf["state"], player)
        else:
            player = game.to_move(leaf["state"])
            value = open_up(game, leaf, look)
        for node in path:
            node["visits"] += 1
            node["total"] += value if node["chooser"] == player else -value
    children = root["children"]
    return max(children, key=lambda action: children[action]["visits"]), root


# %% wrong: a new node counts for the wrong player
but("player = game.to_move(leaf", "player = leaf[\"chooser\"] if leaf is not root else game.to_move(leaf")


# %% wrong: a final state counts for the wrong player
but("value = game.utility(leaf[\"state\"], player)", "value = -game.utility(leaf[\"state\"], player)")


# %% wrong: every node adds the value, whoever chose it
but("value if node[\"chooser\"] == player else -value", "value")


# %% wrong: the total stands in for the mean
but("child[\"total\"] / child[\"visits\"]", "child[\"total\"]")


# %% wrong: the root's visits are the parent's everywhere
but("visits = path[-1][\"visits\"]", "visits = root[\"visits\"]")


# %% wrong: the least bound, not the greatest
but("append(max(", "append(min(")


# %% wrong: final states are opened, too
but("if game.is_terminal(leaf[\"state\"]):", "if False:")


# %% wrong: final states are worth nothing
but("value = game.utility(leaf[\"state\"], player)", "value = 0")


# %% wrong: the last node of the path is not counted
but("for node in path:", "for node in path[:-1]:")


# %% wrong: only the last node of the path is counted
but("for node in path:", "for node in path[-1:]:")


# %% wrong: the prior is left out
but("child[\"prior\"]", "1")


# %% wrong: c is always 2
but("visits, c)", "visits, 2)")


# %% wrong: one simulation too few
but("range(simulations)", "range(simulations - 1)")
but("return max(children", "return max(children or [None]")
but("key=lambda action: children[action][\"visits\"]", "key=lambda action: children[action][\"visits\"] if children else 0")


# %% wrong: the action with the best mean, not the one with the most visits
but("key=lambda action: children[action][\"visits\"]", "key=lambda action: children[action][\"total\"] / children[action][\"visits\"]")


# %% wrong: only the action is returned
but("[\"visits\"]), root", "[\"visits\"])")


# %% wrong: the bound uses the parent's visits as the child's own
but("child[\"visits\"], visits, c", "visits, child[\"visits\"], c")


# %% wrong: visits are counted, values are not
but("            node[\"total\"] += value if node[\"chooser\"] == player else -value\n", "")


# %% wrong: the walk stops below the root
but("while path[-1][\"children\"]:", "while path[-1][\"children\"] and len(path) < 2:")


# %% wrong: the sign is plus at the new node and changes at each step up, whoever chose
but("for node in path:", "for step, node in enumerate(reversed(path)):")
but("value if node[\"chooser\"] == player else -value", "-value if step % 2 else value")


# %% wrong: the root's total counts for the other player
but("value if node[\"chooser\"] == player", "value if (node[\"chooser\"] == player) != (node is root)")
