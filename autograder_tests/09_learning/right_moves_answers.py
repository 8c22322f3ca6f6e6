# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `right_moves`, wrong and right, as students write them; each is a notebook of its own."""


# %% right: by three kinds of moves
def right_moves(chosen, positions):
    count = 0
    for i in range(len(positions)):
        scores = positions[i][1]
        mine = scores[chosen[i]]
        best = max(scores.values())
        if best > 0:
            count += mine > 0
        elif best == 0:
            count += mine == 0
        else:
            count += 1
    return count


# %% right: with a helper and sum
def sign(number):
    return 0 if number == 0 else number / abs(number)


def right_moves(chosen, positions):
    return sum(
        sign(scores[name]) == sign(max(scores.values()))
        for name, (_, scores) in zip(chosen, positions)
    )


# %% right: as in the lesson
def right_moves(chosen, positions):
    right = 0
    for name, (_, scores) in zip(chosen, positions):
        signs = {move: (score > 0) - (score < 0) for move, score in scores.items()}
        if signs[name] == max(signs.values()):
            right += 1
    return right


# %% wrong: where every move loses, none counts
but(
    "if signs[name] == max(signs.values()):",
    "if signs[name] == max(signs.values()) and signs[name] >= 0:",
)


# %% wrong, nameless: the best sign is remembered by how the position came about
but("def right_moves", "best = {}\n\n\ndef right_moves")
but("for name, (_, scores)", "for name, (line, scores)")
but(
    "if signs[name] == max(signs.values()):",
    "if signs[name] == best.setdefault(line, max(signs.values())):",
)


# %% wrong: only the quickest win counts
but(
    "(score > 0) - (score < 0)",
    "score",
)


# %% wrong: only wins count
but("signs[name] == max(signs.values())", "signs[name] > 0")


# %% wrong: whatever does not lose counts
but("signs[name] == max(signs.values())", "signs[name] >= 0")


# %% wrong: a draw counts as a loss
but("(score > 0) - (score < 0)", "score > 0")


# %% wrong: a draw counts as a win
but("(score > 0) - (score < 0)", "score >= 0")


# %% wrong: a share is returned, not a number of positions
but("return right", "return right / len(positions) if positions else 0")


# %% wrong: the wrong moves are counted
but("== max", "!= max")


# %% wrong: it stops at the first wrong move
but("right += 1", "right += 1\n        else:\n            break")


# %% wrong: positions with a single right move only are counted
but(
    "signs[name] == max(signs.values())",
    "signs[name] == max(signs.values()) and [*signs.values()].count(signs[name]) == 1",
)


# %% wrong: it asks for the worst sign
but("max(", "min(")


# %% wrong: at most nine positions
but("in zip(chosen, positions)", "in zip(chosen[:9], positions)")


# %% wrong: None is returned, so a return is missing
but("    return right", "    right")
