# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `play_and_learn`, wrong and right, as students write them; each part stands for a notebook."""

# %% all: matched


# %% right: step by step
def play_and_learn(game, state, reach, table):
    first, second = game.players
    if game.is_terminal(state):
        return game.utility(state, first)
    if game.chance(state):
        mean = 0
        for action, chance in game.chance(state):
            further = {first: reach[first] * chance, second: reach[second] * chance}
            mean += chance * play_and_learn(game, game.result(state, action), further, table)
        return mean
    player = game.to_move(state)
    other = second if player == first else first
    entry = table[game.view(state, player)]
    now = matched(entry["regrets"])
    values = []
    for action, chance in zip(game.actions(state), now):
        further = dict(reach)
        further[player] = reach[player] * chance
        values.append(play_and_learn(game, game.result(state, action), further, table))
    mean = 0
    for chance, value in zip(now, values):
        mean += chance * value
    for i in range(len(values)):
        gain = values[i] - mean
        if player == second:
            gain = -gain
        entry["regrets"][i] += reach[other] * gain
        entry["played"][i] += reach[player] * now[i]
    return mean


# %% wrong: regrets count by the own reach, not by the other's
but('entry["regrets"][i] += reach[other] * gain', 'entry["regrets"][i] += reach[player] * gain')


# %% wrong: regrets do not count by any reach
but('entry["regrets"][i] += reach[other] * gain', 'entry["regrets"][i] += gain')


# %% wrong: what was played counts by the other's reach
but('entry["played"][i] += reach[player] * now[i]', 'entry["played"][i] += reach[other] * now[i]')


# %% wrong: what was played does not count by any reach
but('entry["played"][i] += reach[player] * now[i]', 'entry["played"][i] += now[i]')


# %% wrong: each of the two reaches stands in the other's place
but("reach[other] * gain", "reach[player] * gain")
but("reach[player] * now[i]", "reach[other] * now[i]")


# %% wrong: for O the sign of the regret is not turned round
but("            gain = -gain\n", "            gain = gain\n")


# %% wrong: cards change no reach
but("{first: reach[first] * chance, second: reach[second] * chance}", "reach")


# %% wrong: cards change only the reach of the first player
but("second: reach[second] * chance}", "second: reach[second]}")


# %% wrong: a choice changes the reach of the other player
but("        further[player] = reach[player] * chance\n", "        further[other] = reach[other] * chance\n")


# %% wrong: a choice changes no reach
but("        further[player] = reach[player] * chance\n", "")


# %% wrong: negative regrets are cut off at once
but("        entry[\"played\"][i] +=", "        entry[\"regrets\"][i] = max(0, entry[\"regrets\"][i])\n        entry[\"played\"][i] +=")


# %% wrong: what was played is not written down
but('        entry["played"][i] += reach[player] * now[i]\n', "")


# %% wrong: the last probabilities replace what was played
but('entry["played"][i] += reach[player] * now[i]', 'entry["played"][i] = now[i]')


# %% wrong: regrets replace the old ones
but('entry["regrets"][i] += reach[other] * gain', 'entry["regrets"][i] = reach[other] * gain')


# %% wrong: the value itself is regretted, not what it is above the mean
but("        gain = values[i] - mean\n", "        gain = values[i]\n")


# %% wrong: all actions are played alike
but('now = matched(entry["regrets"])', 'now = [1 / len(entry["regrets"])] * len(entry["regrets"])')


# %% wrong: it chooses by what was played, not by the regrets
but('now = matched(entry["regrets"])', 'now = matched(entry["played"])')


# %% wrong: the value is the best one, not the mean
but('        entry["played"][i] += reach[player] * now[i]\n    return mean\n', '        entry["played"][i] += reach[player] * now[i]\n    return max(values) if player == first else min(values)\n')


# %% wrong: the value of a chance node is the sum without probabilities
but("mean += chance * play_and_learn(", "mean += play_and_learn(")


# %% wrong: the plain mean is taken at a chance node, whatever the probabilities are
but("mean += chance * play_and_learn(", "mean += 1 / len(game.chance(state)) * play_and_learn(")


# %% wrong, nameless: the reach that was given is changed
but("        further = dict(reach)\n        further[player] = reach[player] * chance\n", "        further = reach\n        further[player] = reach[player] * chance\n")


# %% right: short, with a product of what the others do
def play_and_learn(game, state, reach, table):
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if pairs := game.chance(state):
        return sum(
            p * play_and_learn(game, game.result(state, a), {who: r * p for who, r in reach.items()}, table)
            for a, p in pairs
        )
    me = game.to_move(state)
    sign = 1 if me == game.players[0] else -1
    entry = table[game.view(state, me)]
    now = matched(entry["regrets"])
    values = [
        play_and_learn(game, game.result(state, a), reach | {me: reach[me] * p}, table)
        for a, p in zip(game.actions(state), now)
    ]
    mean = sum(p * v for p, v in zip(now, values))
    others = 1
    for who in reach:
        if who != me:
            others *= reach[who]
    entry["regrets"][:] = [r + others * sign * (v - mean) for r, v in zip(entry["regrets"], values)]
    entry["played"][:] = [s + reach[me] * p for s, p in zip(entry["played"], now)]
    return mean


# %% right: new lists in the table
def play_and_learn(game, state, reach, table):
    x, o = game.players
    if game.is_terminal(state):
        return game.utility(state, x)
    after = [game.result(state, action) for action in game.actions(state)]
    if game.to_move(state) not in (x, o):
        chances = [p for _, p in game.chance(state)]
        values = [
            play_and_learn(game, each, {x: reach[x] * p, o: reach[o] * p}, table)
            for each, p in zip(after, chances)
        ]
        return sum(p * v for p, v in zip(chances, values))
    player = game.to_move(state)
    view = game.view(state, player)
    now = matched(table[view]["regrets"])
    values = []
    for each, p in zip(after, now):
        mine = p if player == x else 1
        theirs = p if player == o else 1
        values.append(play_and_learn(game, each, {x: reach[x] * mine, o: reach[o] * theirs}, table))
    mean = sum(p * v for p, v in zip(now, values))
    counts = reach[o] if player == x else -reach[x]
    table[view] = {
        "regrets": [r + counts * (v - mean) for r, v in zip(table[view]["regrets"], values)],
        "played": [s + reach[player] * p for s, p in zip(table[view]["played"], now)],
    }
    return mean
