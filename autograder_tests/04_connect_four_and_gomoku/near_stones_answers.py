# ruff: noqa: ANN, ARG, B, BLE, C, D, E, EM, ERA, F, FBT, FURB, PERF, PL, PT, RET, RUF, S, SIM, T, TRY
"""Answers to `near_stones`, wrong and right, as students write them; each is a notebook of its own."""

# %% all
def stones_on(game, state):
    return [(i // game.columns, i % game.columns) for i, m in enumerate(state.board) if m != "."]


# %% wrong: a square near two stones comes twice
def near_stones(game, state, distance):
    stones = stones_on(game, state)
    if not stones:
        return [(game.rows // 2, game.columns // 2)]
    found = []
    for r, c in stones:
        for row, column in game.actions(state):
            if abs(row - r) <= distance and abs(column - c) <= distance:
                found.append((row, column))
    return found


# %% wrong: all actions are returned
def near_stones(game, state, distance):
    stones = stones_on(game, state)
    if not stones:
        return [(game.rows // 2, game.columns // 2)]
    return [a for a in game.actions(state) if a not in stones]


# %% wrong, nameless: the answer is remembered by board and distance, whatever the game
answers = {}


def near_stones(game, state, distance):
    key = state.board, distance
    if key not in answers:
        stones = [divmod(p, game.columns) for p, mark in enumerate(state.board) if mark != "."]
        answers[key] = [
            (row, column)
            for row, column in game.actions(state)
            if any(abs(row - r) <= distance and abs(column - c) <= distance for r, c in stones)
        ] or [(game.rows // 2, game.columns // 2)]
    return list(answers[key])


# %% wrong, nameless: only the first 225 places are looked at, and no distance beyond five
def near_stones(game, state, distance):
    distance = min(distance, 5)
    stones = [divmod(p, game.columns) for p, mark in enumerate(state.board[:225]) if mark != "."]
    if not stones:
        return [(game.rows // 2, game.columns // 2)]
    return [
        (row, column)
        for row, column in game.actions(state)
        if any(abs(row - r) <= distance and abs(column - c) <= distance for r, c in stones)
    ]


# %% right: a tuple of the actions
def near_stones(game, state, distance):
    stones = stones_on(game, state)

    def is_near(action):
        return any(
            max(abs(action[0] - stone[0]), abs(action[1] - stone[1])) <= distance
            for stone in stones
        )

    middle = (game.rows // 2, game.columns // 2)
    return tuple(filter(is_near, game.actions(state))) if stones else (middle,)


# %% right: rows and columns apart
def near_stones(game, state, distance):
    stones = stones_on(game, state)
    if not stones:
        return [(game.rows // 2, game.columns // 2)]
    found = []
    for row, column in game.actions(state):
        if any(abs(row - r) <= distance and abs(column - c) <= distance for r, c in stones):
            found.append((row, column))
    return found


# %% wrong: on an empty board there is no action
but("\n    if not stones:\n        return [(game.rows // 2, game.columns // 2)]", "")


# %% wrong: on an empty board all actions are returned
but("return [(game.rows // 2, game.columns // 2)]", "return list(game.actions(state))")


# %% wrong: on an empty board the first square is returned
but("\n    if not stones:\n        return [(game.rows // 2, game.columns // 2)]", "")
but("return found", "return found or [game.actions(state)[0]] if game.actions(state) else []")


# %% wrong: only the squares around X's stones are returned
but(
    "stones_on(game, state)",
    '[(i // game.columns, i % game.columns) for i, m in enumerate(state.board) if m == "X"]',
)


# %% wrong: squares at exactly the distance are left out
but("(row - r) <=", "(row - r) <")
but("(column - c) <=", "(column - c) <")


# %% wrong: the actions come in a set, not a list
but("return [(game.rows // 2, game.columns // 2)]", "return {(game.rows // 2, game.columns // 2)}")
but("found = []", "found = set()")
but("found.append((row, column))", "found.add((row, column))")


# %% wrong: only the squares around one's own stones are returned
but(
    "stones_on(game, state)",
    "[divmod(i, game.columns) for i, m in enumerate(state.board) if m == game.to_move(state)]",
)


# %% wrong: only squares in the same row, column or diagonal are returned
but("(abs", "(max(abs(row - r), abs(column - c)) <= distance and (row == r or column == c or abs")
but("(row - r) <= distance and", "(row - r) ==")
but("c) <= distance", "c))")


# %% wrong: only the rows are compared
but("and abs(column - c) <= distance for", "for")


# %% wrong: diagonal steps count twice
but("<= distance and abs", "+ abs")


# %% wrong: the distance is always taken to be 1
but("<= distance and", "<= 1 and")
but("<= distance for", "<= 1 for")


# %% wrong: occupied squares are returned too
but("game.actions(state):", "(divmod(i, game.columns) for i in range(len(state.board))):")


# %% right: the squares around each stone first
def near_stones(game, state, distance):
    near = set()
    steps = range(-distance, distance + 1)
    for r, c in stones_on(game, state):
        for i in steps:
            for j in steps:
                near.add((r + i, c + j))
    if len(near) == 0:
        return [(game.rows // 2, game.columns // 2)]
    return [action for action in game.actions(state) if action in near]


# %% right: a loop over the board
def near_stones(game, state, distance):
    if set(state.board) == {"."}:
        return [(game.rows // 2, game.columns // 2)]
    found = []
    for action in game.actions(state):
        row, column = action
        near = False
        for r in range(max(0, row - distance), min(game.rows, row + distance + 1)):
            for c in range(max(0, column - distance), min(game.columns, column + distance + 1)):
                if state.board[r * game.columns + c] != ".":
                    near = True
        if near:
            found.append(action)
    return found
