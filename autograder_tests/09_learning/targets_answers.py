# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `targets`, wrong and right, as students write them; each is a notebook of its own."""


# %% right: filled from the end
def targets(values, result, lam, drawn):
    n = len(values)
    out = [0.0] * n
    for i in range(n - 1, -1, -1):
        if i == n - 1:
            out[i] = result
        elif drawn[i + 1]:
            out[i] = values[i]
        else:
            out[i] = (1 - lam) * values[i + 1] + lam * out[i + 1]
    return out


# %% right: with the result appended
def targets(values, result, lam, drawn):
    later = list(values) + [result]
    found = [result]
    for i in range(len(values) - 1, -1, -1):
        target = later[i + 1] + lam * (found[-1] - later[i + 1])
        if i + 1 < len(drawn) and drawn[i + 1]:
            target = values[i]
        found.append(target)
    return found[1:][::-1]


# %% right: recursive
def targets(values, result, lam, drawn):
    if not values:
        return []
    rest = targets(values[1:], result, lam, drawn[1:])
    if not rest:
        return [result]
    if drawn[1]:
        return [values[0]] + rest
    return [(1 - lam) * values[1] + lam * rest[0]] + rest


# %% right: as in the lesson
def targets(values, result, lam, drawn):
    found = []
    following = target = result
    for place in reversed(range(len(values))):
        if place + 1 < len(values) and drawn[place + 1]:
            target = values[place]
        else:
            target = (1 - lam) * following + lam * target
        found.insert(0, target)
        following = values[place]
    return found


# %% wrong: across a random move the next target is kept
but(
    "target = values[place]",
    "target = target",
)


# %% wrong: the mixture goes on with what came after a random move
but("            target = values[place]\n", "            target = (1 - lam) * following + lam * target\n            found.insert(0, values[place])\n            following = values[place]\n            continue\n")


# %% wrong: it learns across a random move
but("if place + 1 < len(values) and drawn[place + 1]:", "if False:")


# %% wrong: the random move itself is skipped, not the position before it
but("if place + 1 < len(values) and drawn[place + 1]:", "if drawn[place]:")


# %% wrong: lambda and 1 - lambda have changed places
but("(1 - lam) * following + lam * target", "lam * following + (1 - lam) * target")


# %% wrong: the targets come from the last to the first
but("found.insert(0, target)", "found.append(target)")


# %% wrong: every target is the result
but("target = (1 - lam) * following + lam * target", "target = result")


# %% wrong: every target is the next value
but("target = (1 - lam) * following + lam * target", "target = following")


# %% wrong: it mixes in the result, not the next target
but("+ lam * target", "+ lam * result")


# %% wrong: its own value stands for the next one
but("(1 - lam) * following", "(1 - lam) * values[place]")


# %% wrong: the last position never learns the result
but("following = target = result", "following = target = values[-1] if values else 0")


# %% wrong: for O's positions the result is turned round
but(
    "        found.insert(0, target)",
    "        found.insert(0, target if place % 2 == 0 else -target)",
)


# %% wrong: after a random move the result is forgotten
but("target = values[place]", "target = 0")


# %% wrong: the values are changed
but("following = values[place]", "following = values[place]\n        values[place] = target")


# %% wrong: surprises are returned, not targets
but("found.insert(0, target)", "found.insert(0, target - values[place])")


# %% wrong: only the last ten positions learn
but("        found.insert", "        if len(values) - place > 10:\n            target = values[place]\n        found.insert")


# %% wrong: the return stands inside the loop
but("    return found", "        return found")
