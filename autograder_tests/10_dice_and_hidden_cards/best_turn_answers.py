# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `best_turn`, wrong and right, as students write them; each part stands for a notebook."""

# %% right: from the last sum down
def best_turn(after_one, held):
    chances = [0] * len(held) + [1] * 6
    hold_at = len(held)
    for k in range(len(held) - 1, -1, -1):
        roll = (after_one + sum(chances[k + 2 : k + 7])) / 6
        if k > 0 and held[k] > roll:
            chances[k] = held[k]
            hold_at = k
        else:
            chances[k] = roll
    return chances[0], hold_at


# %% wrong: a rolled 1 costs nothing, whether it is left out or adds a point
but("(after_one + sum(chances[k + 2 : k + 7])) / 6", "sum(chances[k + 2 : k + 7]) / 5")


# %% wrong: a 1 loses everything
but("(after_one + sum(chances[k + 2 : k + 7])) / 6", "sum(chances[k + 2 : k + 7]) / 6")


# %% wrong: the faces are 1 to 5
but("chances[k + 2 : k + 7]", "chances[k + 1 : k + 6]")


# %% wrong: a 6 is never rolled
but("chances[k + 2 : k + 7]", "chances[k + 2 : k + 6]")
but("[1] * 6", "[1] * 6 + [1]")


# %% wrong: holding is possible before the first roll
but("if k > 0 and held[k] > roll:", "if held[k] > roll:")


# %% wrong: holding wins a tie
but("held[k] > roll", "held[k] >= roll")


# %% wrong: the greatest sum at which holding is better is returned
but("            hold_at = k\n", "            hold_at = max(hold_at % len(held), k)\n")


# %% wrong: the first sum at which rolling is better is returned
but("            hold_at = k\n        else:\n            chances[k] = roll\n", "        else:\n            chances[k] = roll\n            hold_at = k\n")


# %% wrong: holding is never thought of
but("if k > 0 and held[k] > roll:", "if False:")


# %% wrong: holding is taken whenever it is allowed
but("held[k] > roll", "True")


# %% wrong: beyond the goal there is nothing to win
but("[1] * 6", "[0] * 6")


# %% wrong: the two results are swapped
but("return chances[0], hold_at", "return hold_at, chances[0]")


# %% wrong: only the chance is returned
but("return chances[0], hold_at", "return chances[0]")


# %% wrong: what is rolled next is held at once
but("            chances[k] = roll\n", "            chances[k] = roll\n    rolls = [*held, *[1] * 6]\n    chances[0] = (after_one + sum(rolls[2:7])) / 6\n")


# %% wrong, nameless: no turn brings more than 50
but("    chances = [0]", "    held = held[:50]\n    chances = [0]")


# %% right: with a dictionary
def best_turn(after_one, held):
    goal = len(held)
    chance = {k: 1 for k in range(goal, goal + 6)}
    hold_at = goal
    for k in reversed(range(goal)):
        chance[k] = (after_one + chance.get(k + 2) + chance[k + 3] + chance[k + 4] + chance[k + 5] + chance[k + 6]) / 6 if k + 2 in chance else 0
        if k != 0 and chance[k] < held[k]:
            chance[k], hold_at = held[k], k
    return chance[0], hold_at


# %% right: a function that calls itself
def best_turn(after_one, held):
    known = {}

    def chance(k):
        if k >= len(held):
            return 1
        if k not in known:
            roll = (after_one + sum(chance(k + face) for face in range(2, 7))) / 6
            known[k] = max(roll, held[k]) if k else roll
            rolls[k] = roll
        return known[k]

    rolls = {}
    for k in range(len(held) - 1, -1, -1):
        chance(k)
    better = [k for k in range(1, len(held)) if held[k] > rolls[k]]
    return [chance(0), min(better, default=len(held))]


# %% wrong: a turn of more than 100 points counts as won
def best_turn(after_one, held):
    win, least = [1.0] * 107, len(held)
    for k in range(min(99, len(held) - 1), -1, -1):
        win[k] = (after_one + sum(win[k + face] for face in range(2, 7))) / 6
        if k != 0 and held[k] > win[k]:
            win[k], least = held[k], k
    return win[0], least
