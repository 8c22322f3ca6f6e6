# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FURB, N, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `by_hand`, wrong and right, as students write them; each part stands for a notebook."""

# %% right: as in the lesson
def by_hand():
    return {
        "A": (6, [13, 7, 10]),
        "B": (8, [12, 5, 11, -6]),
        "C": (5, [3, 12, 11, 10]),
        "D": (7, [14, 2, 5, 13, 17, -2, 16]),
    }


# %% wrong: every level takes the largest number
but('"A": (6, [13, 7, 10]),', '"A": (13, [13, 7, 10]),')
but('"B": (8, [12, 5, 11, -6]),', '"B": (12, [12, 5, 11, -6]),')
but('"C": (5, [3, 12, 11, 10]),', '"C": (12, [3, 12, 11, 10]),')
but('"D": (7, [14, 2, 5, 13, 17, -2, 16]),', '"D": (17, [14, 2, 5, 13, 17, -2, 16]),')


# %% wrong: every level takes the smallest number
but('"A": (6, [13, 7, 10]),', '"A": (2, [13, 7, 10]),')
but('"B": (8, [12, 5, 11, -6]),', '"B": (-6, [12, 5, 11, -6]),')
but('"C": (5, [3, 12, 11, 10]),', '"C": (2, [3, 12, 11, 10]),')
but('"D": (7, [14, 2, 5, 13, 17, -2, 16]),', '"D": (-2, [14, 2, 5, 13, 17, -2, 16]),')


# %% wrong: MIN moves at the root, where MAX does
but('"A": (6, [13, 7, 10]),', '"A": (10, []),')
but('"B": (8, [12, 5, 11, -6]),', '"B": (-3, [6, 10]),')
but('"C": (5, [3, 12, 11, 10]),', '"C": (6, [10]),')
but('"D": (7, [14, 2, 5, 13, 17, -2, 16]),', '"D": (9, [1, 17, 12, 15, -2, 16]),')


# %% wrong: no leaf is left out
but('"A": (6, [13, 7, 10]),', '"A": (6, []),')
but('"B": (8, [12, 5, 11, -6]),', '"B": (8, []),')
but('"C": (5, [3, 12, 11, 10]),', '"C": (5, []),')
but('"D": (7, [14, 2, 5, 13, 17, -2, 16]),', '"D": (7, []),')


# %% wrong: it lists the leaves that are looked at, not those that are cut off
but('"A": (6, [13, 7, 10]),', '"A": (6, [6, 11, 9, 8, 4, 2]),')
but('"B": (8, [12, 5, 11, -6]),', '"B": (8, [7, 3, 9, 4, 6, 8, 2, 1, 10, 0, -3]),')
but('"C": (5, [3, 12, 11, 10]),', '"C": (5, [9, 5, 8, 7, 5, 6, 4, 2]),')
but('"D": (7, [14, 2, 5, 13, 17, -2, 16]),', '"D": (7, [6, 9, 3, 8, 11, 4, 7, 10, 1, 12, 15]),')


# %% wrong: the cut comes only at >, where >= prunes more
but('"C": (5, [3, 12, 11, 10]),', '"C": (5, [12, 11, 10]),')


# %% wrong: deep cuts are missed, where a bound is handed down two levels
but('"D": (7, [14, 2, 5, 13, 17, -2, 16]),', '"D": (7, [14, 2, 5, -2, 16]),')


# %% wrong: only MAX cuts
but('"A": (6, [13, 7, 10]),', '"A": (6, []),')
but('"B": (8, [12, 5, 11, -6]),', '"B": (8, [12, 5, -6]),')
but('"C": (5, [3, 12, 11, 10]),', '"C": (5, []),')
but('"D": (7, [14, 2, 5, 13, 17, -2, 16]),', '"D": (7, [2, 5, -2, 16]),')


# %% wrong: only MIN cuts
but('"B": (8, [12, 5, 11, -6]),', '"B": (8, [11, -6]),')
but('"D": (7, [14, 2, 5, 13, 17, -2, 16]),', '"D": (7, [14, 5, 13, 17, 16]),')


# %% wrong: the leaves are looked at from right to left
but('"A": (6, [13, 7, 10]),', '"A": (6, []),')
but('"B": (8, [12, 5, 11, -6]),', '"B": (8, [7, 3, 9, 12, 5]),')
but('"C": (5, [3, 12, 11, 10]),', '"C": (5, [5, 7]),')
but('"D": (7, [14, 2, 5, 13, 17, -2, 16]),', '"D": (7, [2]),')


# %% wrong: the leaf that causes a cut is listed too
but('"A": (6, [13, 7, 10]),', '"A": (6, [4, 13, 2, 7, 10]),')
but('"B": (8, [12, 5, 11, -6]),', '"B": (8, [9, 12, 5, 11, -6]),')
but('"C": (5, [3, 12, 11, 10]),', '"C": (5, [5, 3, 12, 2, 11, 10]),')
but('"D": (7, [14, 2, 5, 13, 17, -2, 16]),', '"D": (7, [3, 14, 2, 5, 4, 13, 1, 17, -2, 16]),')


# %% wrong: only the first of the branches that a cut leaves out is listed
but('"A": (6, [13, 7, 10]),', '"A": (6, [13, 7]),')
but('"B": (8, [12, 5, 11, -6]),', '"B": (8, [12, 11, -6]),')
but('"C": (5, [3, 12, 11, 10]),', '"C": (5, [3, 11]),')


# %% wrong: None is returned, so a return is missing
but("return {", "answers = {")


# %% wrong: the result is printed instead of returned
but("return {", "answers = {")
but("}", "}\n    print(answers)")


# %% right: lists for pairs, and the leaves in another order
but('"A": (6, [13, 7, 10]),', '"A": [6, [10, 7, 13]],')
but('"B": (8, [12, 5, 11, -6]),', '"B": [8, [5, 12, -6, 11]],')


# %% right: sets of leaves, and whole numbers as 6.0
but('"A": (6, [13, 7, 10]),', '"A": (6.0, {13, 7, 10}),')
but('"C": (5, [3, 12, 11, 10]),', '"C": (5.0, {3, 12, 11, 10}),')


# %% wrong, nameless: the leaves are missing beside the value
def by_hand():
    return {"A": 6, "B": 8, "C": 5, "D": 7}


# %% wrong, nameless: no dictionary is returned
def by_hand():
    return (
        (6, [13, 7, 10]),
        (8, [12, 5, 11, -6]),
        (5, [3, 12, 11, 10]),
        (7, [14, 2, 5, 13, 17, -2, 16]),
    )


# %% right: answers kept in variables
def by_hand():
    answers = {}
    answers["D"] = (7, [14, 2, 5, 13, 17, -2, 16])
    answers["C"] = (5, [3, 12, 11, 10])
    answers["B"] = (8, [12, 5, 11, -6])
    answers["A"] = (6, [13, 7, 10])
    return answers
