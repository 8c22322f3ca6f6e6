# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `sample_and_learn`, wrong and right, as students write them; each part stands for a notebook."""

# %% all: matched


# %% right: all in one list for the learner
def sample_and_learn(game, state, player, table, draw):
    def go(action):
        return sample_and_learn(game, game.result(state, action), player, table, draw)

    if game.is_terminal(state):
        return game.utility(state, player)
    if game.chance(state):
        return go(draw(list(game.chance(state))))
    who = game.to_move(state)
    entry = table[game.view(state, who)]
    now = matched(entry["regrets"])
    if who != player:
        for i in range(len(now)):
            entry["played"][i] += now[i]
        return go(draw(list(zip(game.actions(state), now))))
    values = [go(action) for action in game.actions(state)]
    mean = sum(p * v for p, v in zip(now, values))
    for i in range(len(values)):
        entry["regrets"][i] += values[i] - mean
    return mean


# %% right: the sum is built up on the way, and the table gets new lists
def sample_and_learn(game, state, player, table, draw):
    if game.is_terminal(state):
        return game.utility(state, player)
    mover = game.to_move(state)
    if mover == "chance":
        action = draw(game.chance(state))
        return sample_and_learn(game, game.result(state, action), player, table, draw)
    view = game.view(state, mover)
    now = matched(table[view]["regrets"])
    actions = game.actions(state)
    if mover == player:
        mean, values = 0, []
        for i, action in enumerate(actions):
            values.append(sample_and_learn(game, game.result(state, action), player, table, draw))
            mean += now[i] * values[i]
        for i in range(len(actions)):
            table[view]["regrets"][i] = table[view]["regrets"][i] + values[i] - mean
        return mean
    for i, chance in enumerate(now):
        table[view]["played"][i] = table[view]["played"][i] + chance
    pairs = [(actions[i], now[i]) for i in range(len(actions))]
    return sample_and_learn(game, game.result(state, draw(pairs)), player, table, draw)


# %% right: one step at a time
def sample_and_learn(game, state, player, table, draw):
    if game.is_terminal(state):
        return game.utility(state, player)
    chances = game.chance(state)
    if chances:
        after = game.result(state, draw(chances))
        return sample_and_learn(game, after, player, table, draw)
    mover = game.to_move(state)
    entry = table[game.view(state, mover)]
    now = matched(entry["regrets"])
    actions = game.actions(state)
    if mover != player:
        for i in range(len(actions)):
            entry["played"][i] += now[i]
        after = game.result(state, draw(zip(actions, now)))
        return sample_and_learn(game, after, player, table, draw)
    values = []
    for action in actions:
        after = game.result(state, action)
        values.append(sample_and_learn(game, after, player, table, draw))
    mean = 0
    for chance, value in zip(now, values):
        mean += chance * value
    for i in range(len(actions)):
        entry["regrets"][i] += values[i] - mean
    return mean


# %% wrong: what was played is added up at the learner's own turns
but(
    "        for i in range(len(actions)):\n            entry[\"played\"][i] += now[i]\n",
    "",
)
but("    values = []\n", "    for i in range(len(actions)):\n        entry[\"played\"][i] += now[i]\n    values = []\n")


# %% wrong: what was played is added up at both players' turns
but("    values = []\n", "    for i in range(len(actions)):\n        entry[\"played\"][i] += now[i]\n    values = []\n")


# %% wrong: only the drawn action counts as played
but(
    "        for i in range(len(actions)):\n            entry[\"played\"][i] += now[i]\n        after = game.result(state, draw(zip(actions, now)))\n",
    "        action = draw(zip(actions, now))\n        entry[\"played\"][actions.index(action)] += 1\n        after = game.result(state, action)\n",
)


# %% wrong: what was played is not written down
but("            entry[\"played\"][i] += now[i]\n", "            pass\n")


# %% wrong: the utility is the first player's
but("game.utility(state, player)", "game.utility(state, game.players[0])")


# %% wrong: the sign is turned round for the second player
but("+= values[i] - mean", "+= (values[i] - mean) * (1 if player == game.players[0] else -1)")


# %% wrong: the sign is turned round where the other player moves
but(
    "        after = game.result(state, draw(zip(actions, now)))\n        return sample",
    "        after = game.result(state, draw(zip(actions, now)))\n        return -sample",
)


# %% wrong: a regret is the value, without the mean
but("+= values[i] - mean", "+= values[i]")


# %% wrong: negative regrets are cut off at once
but("        entry[\"regrets\"][i] += values[i] - mean\n", "        entry[\"regrets\"][i] = max(0, entry[\"regrets\"][i] + values[i] - mean)\n")


# %% wrong: a regret counts by the probability of its action
but("+= values[i] - mean", "+= now[i] * (values[i] - mean)")


# %% wrong: the mean gives every action the same weight
but("        mean += chance * value\n", "        mean += value / len(values)\n")


# %% wrong: the learner draws, too, and learns about one action
but(
    "    for action in actions:\n        after = game.result(state, action)\n        values.append(sample_and_learn(game, after, player, table, draw))\n",
    "    taken = draw(zip(actions, now))\n    after = game.result(state, taken)\n    found = sample_and_learn(game, after, player, table, draw)\n    values = [found if action == taken else 0 for action in actions]\n",
)


# %% wrong: the other player's actions are all equally likely
but("draw(zip(actions, now))", "draw([(action, 1 / len(actions)) for action in actions])")


# %% wrong: the other player plays by what was played so far
but("draw(zip(actions, now))", "draw(zip(actions, matched(entry[\"played\"])))")


# %% wrong: the view is the learner's, whoever moves
but("game.view(state, mover)", "game.view(state, player)")


# %% wrong: the best value is given back, not the mean
but("    return mean\n", "    return max(values)\n")
