# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `grow`, wrong and right, as students write them; each part stands for a notebook."""

# %% all: proof_numbers
from math import inf


def first_numbers(game, state, player):
    if not game.is_terminal(state):
        return 1, 1
    return (0, inf) if game.winner(state) == player else (inf, 0)


# %% right: step by step
def grow(game, state, player, table):
    mine = game.to_move(state) == player
    children = []
    for action in game.actions(state):
        children.append(game.result(state, action))
    new = [child for child in children if child not in table]
    if new:
        for child in new:
            table[child] = first_numbers(game, child, player)
    else:
        if mine:
            best = min(children, key=lambda child: table[child][0])
        else:
            best = min(children, key=lambda child: table[child][1])
        if 0 not in table[best]:
            grow(game, best, player, table)
    table[state] = proof_numbers([table[child] for child in children], mine)


# %% wrong: the proof number chooses everywhere
but("table[child][1]", "table[child][0]")


# %% wrong: the disproof number chooses everywhere
but("table[child][0]", "table[child][1]")


# %% wrong: the players choose by each other's number
but("table[child][0]", "table[child][-1]")
but("best = min(children, key=lambda child: table[child][1])", "best = min(children, key=lambda child: table[child][0])")


# %% wrong: the greatest number is chosen, not the least
but("best = min(children, key=lambda child: table[child][0])", "best = max(children, key=lambda child: table[child][0])")
but("best = min(children, key=lambda child: table[child][1])", "best = max(children, key=lambda child: table[child][1])")


# %% wrong: the first child is always taken
but("best = min(children, key=lambda child: table[child][0])", "best = children[0]")
but("best = min(children, key=lambda child: table[child][1])", "best = children[0]")


# %% wrong: the state's own numbers are updated only where the tree has grown
but("            grow(game, best, player, table)\n", "            grow(game, best, player, table)\n        return\n")


# %% wrong: the state's own numbers are never updated
but("    table[state] = proof_numbers([table[child] for child in children], mine)\n", "")


# %% wrong: the numbers are worked out for the other player
but("mine)\n", "not mine)\n")


# %% wrong: the first player is meant, whoever has to win
but("game.to_move(state) == player", "game.to_move(state) == game.players[0]")


# %% wrong: new states start with one leaf each, won or not
but("first_numbers(game, child, player)", "(1, 1)")


# %% wrong: new states are looked at for the player to move there
but("first_numbers(game, child, player)", "first_numbers(game, child, game.to_move(state))")


# %% wrong: only the first new state is added
but("for child in new:", "for child in new[:1]:")
but("[table[child] for child in children]", "[table.get(child, (1, 1)) for child in children]")


# %% wrong, nameless: states that are known are begun anew
but("for child in new:", "for child in children:")


# %% right: down to a final state, which is where a settled state leads
but("if 0 not in table[best]:", "if not game.is_terminal(best):")


# %% wrong, nameless: it goes on below a final state
but("        if 0 not in table[best]:\n            grow(game, best, player, table)\n", "        grow(game, best, player, table)\n")


# %% wrong, nameless: no state has more than ten children
but("for action in game.actions(state):", "for action in game.actions(state)[:10]:")


# %% right: with a helper, and the table given back
def grow(game, state, player, table):
    mine = game.to_move(state) == player
    after = {a: game.result(state, a) for a in game.actions(state)}
    unknown = {each for each in after.values() if each not in table}
    table.update((each, first_numbers(game, each, player)) for each in unknown)
    if not unknown:
        ranked = sorted(after.values(), key=lambda each: table[each][not mine])
        if 0 not in table[ranked[0]]:
            grow(game, ranked[0], player, table)
    table[state] = proof_numbers([table[each] for each in after.values()], mine)
    return table


# %% right: a loop down and a loop up
def grow(game, state, player, table):
    def after(state):
        return [game.result(state, action) for action in game.actions(state)]

    path = [state]
    while 0 not in table[path[-1]]:
        children = after(path[-1])
        new = [child for child in children if child not in table]
        if new:
            for child in new:
                table[child] = first_numbers(game, child, player)
            break
        side = 0 if game.to_move(path[-1]) == player else 1
        best, least = None, None
        for child in children:
            if least is None or table[child][side] < least:
                best, least = child, table[child][side]
        path.append(best)
    for each in reversed(path):
        if 0 not in table[each]:
            pairs = [table[child] for child in after(each)]
            table[each] = proof_numbers(pairs, game.to_move(each) == player)


# %% right: the numbers written out
def grow(game, state, player, table):
    chooses = game.to_move(state) == player
    children = [game.result(state, action) for action in game.actions(state)]
    if all(child in table for child in children):
        best = children[0]
        for child in children[1:]:
            if table[child][0 if chooses else 1] < table[best][0 if chooses else 1]:
                best = child
        if table[best][0] > 0 and table[best][1] > 0:
            grow(game, best, player, table)
    else:
        for child in children:
            table.setdefault(child, first_numbers(game, child, player))
    proofs = [table[child][0] for child in children]
    disproofs = [table[child][1] for child in children]
    if chooses:
        table[state] = min(proofs), sum(disproofs)
    else:
        table[state] = sum(proofs), min(disproofs)


# %% wrong: of equally good children the last is taken
but("1] < table", "1] <= table")


# %% wrong: of equally good children the other number decides, not the order of the actions
def grow(game, state, player, table):
    children = [game.result(state, action) for action in game.actions(state)]
    chooses = game.to_move(state) == player
    new = [child for child in children if child not in table]
    if new:
        for child in new:
            table[child] = first_numbers(game, child, player)
    else:
        target = min(children, key=lambda s: table[s] if chooses else table[s][::-1])
        if 0 not in table[target]:
            grow(game, target, player, table)
    table[state] = proof_numbers([table[child] for child in children], chooses)
