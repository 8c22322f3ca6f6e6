# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `opinion`, wrong and right, as students write them; each is a notebook of its own."""


# %% right: with if
def opinion(table, seen):
    result = 0
    for pair in seen:
        if pair in table:
            result += table[pair]
    return result


# %% right: with sum
def opinion(table, seen):
    return sum(table.get(pair, 0.0) for pair in seen)


# %% right: with try
def opinion(table, seen):
    result = 0
    for pair in seen:
        try:
            result = result + table[pair]
        except KeyError:
            continue
    return result


# %% right: with a loop
def opinion(table, seen):
    total = 0
    for pair in seen:
        total += table.get(pair, 0)
    return total


# %% wrong: an unknown pair counts 1
but("pair, 0)", "pair, 1)")


# %% wrong: unknown pairs are put into the table
but("table.get(pair, 0)", "table.setdefault(pair, 0)")


# %% wrong: each pair counts once
but("in seen", "in set(seen)")


# %% wrong: the mean, not the sum
but("return total", "return total / max(1, len(seen))")


# %% wrong: everything in the table is added up
but("for pair in seen", "for pair in table")


# %% wrong: only the number of the window is looked up
but(
    "total += table.get(pair, 0)",
    "total += next((worth for key, worth in table.items() if key[0] == pair[0]), 0)",
)


# %% wrong: only the text is looked up, not the number of the window
but(
    "total += table.get(pair, 0)",
    "total += next((worth for key, worth in table.items() if key[1] == pair[1]), 0)",
)


# %% wrong: it stops at the first unknown pair
but("        total", "        if pair not in table:\n            break\n        total")


# %% wrong: the sum is squeezed already
but("return total", "from math import tanh\n    return tanh(total)")


# %% wrong: an unknown pair makes it 0
but("        total", "        if pair not in table:\n            return 0\n        total")


# %% wrong: numbers below 0 are left out
but("table.get(pair, 0)", "max(0, table.get(pair, 0))")


# %% wrong: only thirty pairs count
but("in seen", "in seen[:30]")


# %% wrong: the return stands inside the loop
but("    return total", "        return total")
