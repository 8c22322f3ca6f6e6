# %% [markdown]
# # What a program has to know of a game
#
# Look at the board below.
# You see at a glance whose turn it is, where that player can go, and what will happen if nobody watches the right edge.
# A program sees nothing at a glance.
# It knows what we have written down, and no more.
#
# In this lesson we write tic-tac-toe down, in six small functions, and then use them for a question that nobody answers at a glance:
#
# **In how many different ways can a game of tic-tac-toe go?**
# A hundred, some thousands, a million?
# Write your guess down now; you will count them with your own functions.

# %%
from IPython.display import display

from course_lib.checks import hint, needs
from course_lib.views import draw_tree, play_widget, show, step_through

X, O, EMPTY = "X", "O", None
puzzle = [[X, EMPTY, O], [EMPTY, X, EMPTY], [EMPTY, EMPTY, O]]
show(puzzle, caption="As many crosses as rings: it is the turn of the player who began.")

# %% [markdown]
# After this lesson you can
#
# - write a game down as a first state and six functions: player, actions, result, winner, terminal, utility,
# - say why `result` must leave the old board alone, and why it must refuse what is illegal,
# - count the states and the games of tic-tac-toe, with a dictionary that remembers,
# - write rules for boards of any size and for more than two players, and say what random games tell you.
#
# It takes 75 to 90 minutes, and it has seven exercises; after *Six functions are a game* is a good place for a break.
# You need lists, loops and functions of Python, and the words of lesson 00: game, state, action, result, player.

# %% [markdown]
# ## A board is a list of lists
#
# What must we keep of a position, so that the game can go on from it?
# Only what lies on each square: whose turn it is can be worked out from that.
# We keep a *list of three rows*, and each row is a list of three squares.
# A square holds `X`, `O` or `EMPTY`, the three names from the cell above.


# %%
def initial_state():
    """The empty board."""
    return [[EMPTY, EMPTY, EMPTY] for _ in range(3)]


initial_state()

# %% [markdown]
# The square in row `r` and column `c` is `board[r][c]`: first we take the row out of the list, and then the square out of the row.
# As a pair, `(r, c)`, it is also the name of the action to put a mark there.

# %%
names = [[f"{row},{column}" for column in range(3)] for row in range(3)]
show(names, caption="Rows count downwards and columns to the right, both from 0.")

# %% [markdown]
# (The letters and numbers at the edge are for people, who call the middle `b2`; a program says `(1, 1)`.)
#
# Is there no shorter way to write three equal rows?
# There is one that looks the same, until somebody puts a mark on the board.
# Guess first: where will crosses be after these lines?

# %%
short = [[EMPTY] * 3] * 3
short[0][0] = X
show(short)

# %% [markdown]
# **Figure.** One cross was put on the board, and three rows have it.
#
# `* 3` did not make three rows.
# It made a list that holds *one and the same* row three times, and so a mark in one row is a mark in all of them.
# Keep this picture in mind; we shall meet its relatives.
#
# ## Whose turn is it?
#
# X begins, and then the two take turns.
# So the marks on the board tell whose turn it is, and nobody has to write it down.
#
# **Exercise 1.**
# Write `player`.
# There are many good ways; a row can be asked `row.count(X)`, for example.


# %% exercise="player"
def player(board):
    """The player whose turn it is, X or O.

    With two X and one O on the board it is O's turn.
    When the game is over, any answer will do.
    """
    # 1. How many marks are on the board?
    # 2. What does that say about the turn?
    ### BEGIN SOLUTION
    placed = sum(square is not EMPTY for row in board for square in row)
    return X if placed % 2 == 0 else O
    ### END SOLUTION


# %% check="player" points=1

# %% [markdown]
# For each exercise there are three hints: a question, the idea, and the shape of the code.
# Run the next cell if you want one, and again if you want the next.

# %%
hint("player")

# %% [markdown]
# Now ask your function about the board from the top.

# %%
with needs("player"):
    display(show(puzzle, caption=f"Your function says: {player(puzzle)} is to move."))

# %% [markdown]
# ## What can that player do?
#
# An action is a free square.
# We want all of them, in no particular order and none twice: that is what Python calls a *set*.
# `{(0, 1), (2, 2)}` is one; `set()` is the empty one, and `found.add((2, 0))` puts a pair into the set `found`.
#
# **Exercise 2.**
# Write `actions`.


# %% exercise="actions"
def actions(board):
    """The free squares, as a set of pairs (row, column).

    A board with marks on all squares but the upper left one gives {(0, 0)}.
    When the game is over, any answer will do.
    """
    # 1. Begin with an empty set.
    # 2. Look at each square; add it if it is free.
    ### BEGIN SOLUTION
    free = set()
    for row in range(3):
        for column in range(3):
            if board[row][column] is EMPTY:
                free.add((row, column))
    return free
    ### END SOLUTION


# %% check="actions" points=1

# %% [markdown]
# Before you run the next cell: how many actions are there on the board from the top, and which of them stops O?

# %%
with needs("actions"):
    print(sorted(actions(puzzle)))

# %% [markdown]
# ## To try is not to do
#
# A program that looks ahead says: *what if I went there? and what if I went there instead?*
# It wants to see the board after each of its actions, and it has not moved yet.
#
# Here is the first idea that comes to mind: write the mark on the board, and give the board back.


# %%
def put(board, action, mark):
    """The board with this mark on this square."""
    row, column = action
    board[row][column] = mark
    return board


# %% [markdown]
# X tries the three squares of the upper row, one by one, and keeps the three boards.
# Guess first: how many crosses are on the board of the *first* try?

# %%
start = initial_state()
tries = [put(start, action, X) for action in [(0, 0), (0, 1), (0, 2)]]
show(tries[0])

# %% [markdown]
# **Figure.** The first of three tries: X has tried one square, and has already won.
#
# All three tries were written on one board, and the program believes that X wins with its first move.
# It has not looked at three states; it has played three moves in a row.
#
# So we need a copy.
# Here is the second idea: every list can copy itself.
# Guess once more: is the old board still empty?


# %%
def put_on_a_copy(board, action, mark):
    """A copy of the board with this mark on this square."""
    return put(board.copy(), action, mark)


old = initial_state()
new = put_on_a_copy(old, (1, 1), X)
show(old)

# %% [markdown]
# **Figure.** The old board: we wrote on the copy only, and the cross is here as well.
#
# What went wrong?
# `board.copy()` makes a new outer list, but it holds the same three rows as before.
# The two boards are different lists, and yet share what is inside:

# %%
new is old, new[1] is old[1]

# %% [markdown]
# It is the picture with the three crosses again: two names for one row.
# A board needs new *rows*.
#
# ## Result
#
# `result` has two duties more than `put`.
#
# - It leaves the old board alone, with all its rows.
# - It refuses what is not legal: a square that is taken, or one that is not on the board.
#   To refuse is to *raise an exception*: `raise ValueError("this square is taken")`.
#
# Take care with squares outside the board.
# Python's lists know an index of `-1`: it means the last one, and so `(-1, 0)` would not fail by itself.
#
# **Exercise 3.**
# Write `result`.
# You may use `player` and `actions`.


# %% exercise="result"
def result(board, action):
    """A new board: the player to move has put a mark on the square of this action.

    On the empty board (1, 1) gives a board with X in the middle and eight free squares.
    An action that is not legal raises an exception. The old board does not change.
    """
    # 1. Is the action legal? If not, raise an exception that says so.
    # 2. Make a new board from a copy of each row.
    # 3. Put the mark of the player to move on it.
    ### BEGIN SOLUTION
    if action not in actions(board):
        raise ValueError(f"{action} is not a free square of this board")
    after = [list(row) for row in board]
    row, column = action
    after[row][column] = player(board)
    return after
    ### END SOLUTION


# %% check="result" points=3

# %% [markdown]
# The three tries again, this time with your function.
# Each has its own board, and the old one is as empty as before.

# %%
with needs("player", "actions", "result"):
    start = initial_state()
    tries = [result(start, action) for action in [(0, 0), (0, 1), (0, 2)]]
    print(tries, start, sep="\n")

# %% [markdown]
# ## Why refuse?
#
# Is an exception not a little rude?
# Some programs are kinder: if an action is illegal, they give the same board back, and nothing happens.
# Let us be kind for a moment.


# %%
def kind_result(board, action):
    """The board after this action; an illegal one changes nothing."""
    return result(board, action) if action in actions(board) else board


# %% [markdown]
# Here are two players of little imagination: both always want the middle.
# We stop after six turns.
# What would happen if we did not stop?

# %%
with needs("player", "actions", "result"):
    board = initial_state()
    for turn in range(6):
        print(f"turn {turn}: {player(board)} puts a mark in the middle")
        board = kind_result(board, (1, 1))

# %% [markdown]
# From turn 1 on O moves, and moves, and moves, and nothing changes; X waits for ever.
# Nobody is told that anything is wrong.
# Such a fault is found late: by a search that never comes back, or by a count that is far too large.
#
# With your `result` it is found at once, and where it was made:

# %%
with needs("player", "actions", "result"):
    board = result(initial_state(), (1, 1))
    try:
        result(board, (1, 1))
    except Exception as problem:
        print(f"refused, with {type(problem).__name__}: {problem}")

# %% [markdown]
# A rule that we shall keep in this whole course: *an illegal action is an error, and an error is loud.*
#
# ## Who has won?
#
# Three marks of one player in a row, in a column or on a diagonal win.
# How many such lines are there?
# Draw a board on paper, and count before you write.
#
# **Exercise 4.**
# Write `winner`.
# No board that can come about in a game has lines of both players.


# %% exercise="winner"
def winner(board):
    """The player with three marks in a row, column or diagonal; None if there is none.

    X X X in the upper row and two O below give X.
    None means that nobody has won, be it a draw or a game that goes on.
    """
    # 1. Collect the lines: rows, columns, diagonals.
    # 2. Is there one whose three marks are equal, and not EMPTY? Whose marks are they?
    ### BEGIN SOLUTION
    rows = [list(row) for row in board]
    columns = [[row[at] for row in board] for at in range(3)]
    diagonals = [[board[at][at] for at in range(3)], [board[at][2 - at] for at in range(3)]]
    for line in rows + columns + diagonals:
        if line[0] is not EMPTY and line[0] == line[1] == line[2]:
            return line[0]
    return None
    ### END SOLUTION


# %% check="winner" points=3

# %% [markdown]
# Back to the board from the top: what if X does not watch the right edge, and goes to the left?
# We play the two moves with your `result`, and ask your `winner`.

# %%
with needs("player", "actions", "result", "winner"):
    lost = result(result(puzzle, (1, 0)), (1, 2))
    display(show(lost, caption=f"X looked away, and the winner is {winner(lost)}."))

# %% [markdown]
# ## Is it over?
#
# A game can end in two ways.
# You have a function for one of them, and nearly one for the other.
#
# **Exercise 5.**
# Write `terminal`.


# %% exercise="terminal"
def terminal(board):
    """Whether the game is over: True or False.

    The empty board gives False; a board with X X X in one row gives True.
    """
    # 1. Has somebody won?
    # 2. Is there a free square left?
    ### BEGIN SOLUTION
    return winner(board) is not None or all(EMPTY not in row for row in board)
    ### END SOLUTION


# %% check="terminal" points=1

# %% [markdown]
# Now a whole game can be played.
# The loop below knows nothing about tic-tac-toe: every rule in it is a call of one of your functions.


# %%
def random_game(rng):
    """The boards of one game in which both players play at random."""
    boards = [initial_state()]
    while not terminal(boards[-1]):
        action = rng.choice(sorted(actions(boards[-1])))
        boards.append(result(boards[-1], action))
    return boards


# %% [markdown]
# The number in `Random(3)` decides how the dice fall; change it, and another game is played.
# Why can we keep all boards of a game in one list, and be sure that the first one is still empty?

# %%
from random import Random

with needs("player", "actions", "result", "winner", "terminal"):
    boards = random_game(Random(3))
    news = f"After {len(boards) - 1} moves it is over. Winner: {winner(boards[-1])}."
    display(show(boards[-1], caption=news))

# %% [markdown]
# ## What is the end worth?
#
# A search compares numbers, so it wants a number for the end of a game.
# This number is called the *utility*: 1 if X has won, -1 if O has won, 0 for a draw.
#
# Why is one number enough for two players?
# Because what X wins, O loses: the utility for O is the same number with the other sign, and both add up to zero.
# Such a game is called *zero-sum*.
# The number is always meant from X's point of view, whoever made the last move; programs that forget this play for the wrong side.
#
# **Exercise 6.**
# Write `utility`.


# %% exercise="utility"
def utility(board):
    """What the end of a game is worth to X: 1, -1 or 0.

    A board with O O O in one row gives -1.
    It is only asked of boards where the game is over.
    """
    # Who has won? Turn the answer into a number.
    ### BEGIN SOLUTION
    value = {X: 1, O: -1}
    return value.get(winner(board), 0)
    ### END SOLUTION


# %% check="utility" points=1

# %% [markdown]
# Is a random game worth more to X or to O?
# We play 300 of them and take the mean of their utilities.
# Guess its sign first.

# %%
with needs("player", "actions", "result", "winner", "terminal", "utility"):
    worth = [utility(random_game(Random(seed))[-1]) for seed in range(300)]
    print(sum(worth) / len(worth))

# %% [markdown]
# It is positive: even without a thought it helps to begin.
# At the end of this lesson we shall see how sure we can be of such a number.
#
# ## Six functions are a game
#
# You have written down all of tic-tac-toe: a first state and six functions.
# `game_from_functions` makes of them a game like those of the library.
#
# | your function | question | in the library |
# | --- | --- | --- |
# | `initial_state()` | where does it begin? | `game.initial` |
# | `player(board)` | whose turn is it? | `game.to_move(state)` |
# | `actions(board)` | what can that player do? | `game.actions(state)` |
# | `result(board, action)` | where does that lead? | `game.result(state, action)` |
# | `terminal(board)` | is it over? | `game.is_terminal(state)` |
# | `utility(board)` | what is the end worth to X? | `game.utility(state, "X")` |
# | `winner(board)` | who has won? | `game.winner(state)` |

# %%
from course_lib import BrokenPromise, check_game, game_from_functions, random_player

SIX = ("player", "actions", "result", "winner", "terminal", "utility")
draft = game_from_functions(
    initial_state,
    player,
    actions,
    result,
    winner,
    terminal,
    utility,
    players=(X, O),
    after_the_end=True,
)

# %% [markdown]
# A game promises a few things, for example that an illegal action is refused in *every* state.
# `check_game` plays random games and tests each promise.
# With `after_the_end=True` the library asks your `result` also when the game is over; without it, it would refuse for you.
# All your functions have passed their checks, so what can go wrong?


# %%
def checked(game):
    """What check_game says about this game, in words."""
    game.is_terminal(game.initial)  # a function that is still to be written is no broken promise
    try:
        check_game(game, Random(1))
    except BrokenPromise as broken:
        return str(broken)
    return "It keeps every promise."


with needs(*SIX):
    print(checked(draft))

# %% [markdown]
# (If the cell says that every promise is kept, your `result` was more careful than ours: well done.)
#
# Somebody has three in a row, the game is over, and yet a player may go on, because there are free squares.
# Each of our functions is right by itself, and together they have a hole: when the game is over, nothing is legal any more.
# We had agreed that `actions` may say anything then; `result` has to know better.
# Here is the patch, a function around yours:


# %%
def result_until_the_end(board, action):
    """The board after this action; once the game is over, no action is legal."""
    if terminal(board):
        raise ValueError(f"the game is over, so {action} is not legal")
    return result(board, action)


# %%
my_game = game_from_functions(
    initial_state,
    player,
    actions,
    result_until_the_end,
    winner,
    terminal,
    utility,
    players=(X, O),
    name="my tic-tac-toe",
)
with needs(*SIX):
    print(checked(my_game))

# %% [markdown]
# Now everything that the library can do with a game, it can do with yours.
# Play on it: your functions answer each click.
# (The opponent plays at random; an opponent who thinks is the matter of lesson 02.)

# %%
with needs(*SIX):
    display(play_widget(my_game, random_player(Random(5)), you_play="X"))

# %% [markdown]
# And here are all the ways in which a game can go on from a late state, as a *tree*: its root on top, a line for each action, and a leaf wherever the game is over.
# An action is named as people name it, by the letter and the number at the edge of the board.

# %%
with needs(*SIX):
    late = my_game.play("a2 a3 b2 c3 a1 b1")
    display(draw_tree(my_game, late, boards=True, values=False, best_line=False, engine="own"))

# %% [markdown]
# **Figure.** Three free squares, X to move: the leaves do not lie at one depth, because a win ends the game early.
# In each leaf stands its utility; what MAX and MIN in the small print mean is told in the next lesson.
# Where does X win at once, and where does O win because X looked away?
#
# This is a good place for a break.
#
# ## States that nobody can change
#
# A list can be changed by everyone who has it; that was the trouble with the tries.
# `game_from_functions` has a remedy: it keeps each board as a *tuple of tuples*, which nobody can change, and gives your functions a fresh list of lists in every call.

# %%
print(my_game.initial)

# %% [markdown]
# What never changes can do one thing more: it can be *looked up*.
# Python finds things in sets and dictionaries by a number worked out from their contents, the *hash*.
# A thing whose contents may change can't have one.

# %%
try:
    {initial_state()}
except TypeError as problem:
    print(problem)

# %% [markdown]
# With tuples it works.
# Here are two games with the same three moves in another order.
# Guess first: do they end in one state or in two?

# %%
with needs(*SIX):
    one, other = my_game.play("a3 b2 c1"), my_game.play("c1 b2 a3")
    print(one == other, len({one, other}))

# %% [markdown]
# Different ways, one state, and the set knows it.
# So a set of all states that we have met answers: *have we been here before?*
# That is worth much, as you will see in a minute.
#
# ## Counting
#
# Back to the question from the top: in how many ways can a game go?
# Two quick bounds first.
# Nine squares with three possible contents each: there are at most `3 ** 9` boards.
# Nine squares filled in any order: there are at most 9 * 8 * 7 * ... * 1 games.

# %%
from math import factorial

3**9, factorial(9)

# %% [markdown]
# Both are too large: many boards, such as nine crosses, never come about, and many games end before the board is full.
# The exact numbers have to be counted.
#
# How many ways are there to go on from a state?
# If the game is over, there is one: to stop.
# If not, we add up the ways that begin with each action.
# The function says just that, and it asks *itself* about the states below:


# %%
def count_games(game, state):
    """In how many ways can the game go on from this state?"""
    if game.is_terminal(state):
        return 1
    return sum(count_games(game, game.result(state, action)) for action in game.actions(state))


# %% [markdown]
# Read it twice: almost every search in this course has this shape.
# A function that calls itself is called *recursive*; it comes to an end because each call is one move closer to the end of the game.
#
# Take the tree from the figure, and count its leaves with a finger.
# Then watch the function do the same: press the right arrow key, and see the numbers come up from the leaves.

# %%
with needs(*SIX):
    late = my_game.play("a2 a3 b2 c3 a1 b1")
    display(step_through(count_games, my_game, late))

# %% [markdown]
# After two moves, the middle and a corner, the tree is larger.
# How many games are there from here?

# %%
with needs(*SIX):
    print(f"{count_games(my_game, my_game.play('b2 a1')):,}")

# %% [markdown]
# From the empty board it would take a while, because `count_games` comes to the same states again and again, on different ways, and counts below them anew each time.
# We know a remedy: remember what has been counted, in a dictionary with the states as its keys.
# Only states that nobody can change can be keys.


# %%
def count_and_remember(game, state, known):
    """The same, but no state is counted twice: `known` holds the answers so far."""
    if state not in known:
        if game.is_terminal(state):
            known[state] = 1
        else:
            below = [game.result(state, action) for action in game.actions(state)]
            known[state] = sum(count_and_remember(game, after, known) for after in below)
    return known[state]


# %% [markdown]
# Look at your guess from the beginning once more.
# And guess a second number: how many different *states* will be in the dictionary?

# %%
known = {}
with needs(*SIX):
    games = count_and_remember(my_game, my_game.initial, known)
    print(f"{games:,} games, {len(known):,} states")

# %% [markdown]
# 255,168 games, and only 5,478 states: your six functions have counted all of tic-tac-toe.
# The numbers are well known, so they also say that your functions have no mistake that this count could show.
#
# Games are many because they are *ways*; states are few because ways meet.
# A search that remembers states can save that much work, and in lesson 03 we shall see what it must be careful about.
# How are the states spread over the game?

# %%
from collections import Counter

moves = Counter(sum(mark is not EMPTY for line in state for mark in line) for state in known)
for marks, number in sorted(moves.items()):
    print(f"{marks} marks: {number:5,} states")

# %% [markdown]
# They are fewest at the beginning, most after six moves, and fewer again at the end, when many games are over.
#
# ## Any size, any length, any players
#
# What of our six functions is true for tic-tac-toe only?
# `winner` most of all: it knows three rows, three columns and two diagonals by heart.
# In Connect Four the lines have four marks, the board has six rows of seven, and lines can lie anywhere.
#
# A line is easy to describe, wherever it lies: a first square, and a *step* `(down, right)` that leads from each of its squares to the next.
#
# | step | line |
# | --- | --- |
# | `(0, 1)` | along a row |
# | `(1, 0)` | down a column |
# | `(1, 1)` | a falling diagonal |
# | `(1, -1)` | a rising diagonal, walked from its upper end |

# %%
wide = [
    ["Z", X, X, X, EMPTY],
    [EMPTY, "Z", O, O, O],
    [EMPTY, EMPTY, "Z", EMPTY, O],
    [X, EMPTY, O, "Z", X],
]
show(wide, players=(X, O, "Z"), caption="From (0, 0) the step (1, 1) leads along four marks of Z.")

# %% [markdown]
# (On this board all three players have three in a row, which no game would allow; but only one of them has four.)
#
# **Exercise 7.**
# Write `get_winner` for boards of any size, with any number of players.
# `len(board)` is the number of rows, and `len(board[0])` the number of columns.
# A line that is longer than `length` wins, too.


# %% exercise="get_winner"
def get_winner(board, length):
    """The player with `length` marks in a row, column or diagonal; None if there is none.

    On the board of the figure, length 4 gives "Z".
    Marks can be anything but EMPTY; at most one player has such a line.
    """
    # 1. For each square and each of the four steps: where does the line lead?
    # 2. Does all of it lie on the board?
    # 3. Are all its marks equal, and not EMPTY? Then you know the winner.
    ### BEGIN SOLUTION
    height, width = len(board), len(board[0])
    for row in range(height):
        for column in range(width):
            for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                line = [(row + down * at, column + right * at) for at in range(length)]
                if all(0 <= r < height and 0 <= c < width for r, c in line):
                    found = {board[r][c] for r, c in line}
                    if len(found) == 1 and found != {EMPTY}:
                        return found.pop()
    return None
    ### END SOLUTION


# %% check="get_winner" points=2

# %% [markdown]
# On a small board with length 3 it must always agree with your `winner`.
# We have all 5,478 states at hand, so we can ask both about every one of them.

# %%
with needs("get_winner", "winner"):
    print("on the board of the figure:", get_winner(wide, 4))
    lists = [[list(row) for row in state] for state in known]
    same = [get_winner(board, 3) == winner(board) for board in lists]
    print("the same on", sum(same), "of", len(same), "boards")

# %% [markdown]
# ## A game for three
#
# With `get_winner` a game for three players is a few short functions away: a board of four by four, three in a row win, and Z moves after O.
# They answer the same questions as your six; find out which function answers which.

# %%
PLAYERS = (X, O, "Z")


def whose_turn(board):
    """X, O, Z, and X again."""
    free = sum(row.count(EMPTY) for row in board)
    return PLAYERS[(16 - free) % 3]


def free_squares(board):
    """The squares without a mark, on a board of any size."""
    places = ((r, c) for r in range(len(board)) for c in range(len(board[r])))
    return {(r, c) for r, c in places if board[r][c] is EMPTY}


def put_mark(board, square):
    """A new board with the mark of the player to move."""
    if is_over(board) or square not in free_squares(board):
        raise ValueError(f"{square} is not legal here")
    fresh = [list(line) for line in board]
    return put(fresh, square, whose_turn(board))


def is_over(board):
    """Whether somebody has three in a row, or the board is full."""
    return get_winner(board, 3) is not None or not free_squares(board)


# %% [markdown]
# The first board and the winner need no names of their own; they are written where the game is made.

# %%
three = game_from_functions(
    [[EMPTY] * 4 for _ in range(4)],
    whose_turn,
    free_squares,
    put_mark,
    lambda board: get_winner(board, 3),
    is_over,
    players=PLAYERS,
)
with needs("get_winner"):
    print(checked(three))

# %% [markdown]
# Three players who do not think play it.

# %%
from course_lib import play_game


def trio():
    """Three players who do not think."""
    return [random_player(Random(seed)) for seed in (1, 2, 3)]


with needs("get_winner"):
    display(show(play_game(three, trio())))

# %% [markdown]
# `utility` is missing among our functions.
# For three players one number is not enough, since we no longer know what the others get if X gets -1.
# So the game asks `winner`, and gives *each* player a utility: +1 to who has won, -1 to everybody else.
# What do the three add up to?

# %%
with needs("get_winner"):
    final = play_game(three, trio()).final
    print([three.utility(final, name) for name in PLAYERS])

# %% [markdown]
# Not to zero.
# For three players it is no longer true that my loss is your gain, and minimax, the search of the next lesson, is made for two.
#
# The library has such games ready: `KInARow(rows, columns, length, players)`.
# Is it the same game as yours?
# If both are the same, the same dice play the same game on both.

# %%
from course_lib import KInARow

library = KInARow(4, 4, 3, players=PLAYERS)
with needs("get_winner"):
    yours, theirs = play_game(three, trio()), play_game(library, trio())
    print(yours.actions == theirs.actions, yours.winner == theirs.winner)

# %% [markdown]
# ## The same questions, and no board
#
# Not every game has a board.
# In *Count* two players add 1 or 2 to one number, in turns, and who reaches 5 wins.
# Its state is the number and whose turn it is; the questions are the same.

# %%
from course_lib import Count

count = Count(goal=5, most=2)
state = count.play("2 1")
count.to_move(state), count.actions(state), count.result(state, 2)

# %% [markdown]
# What must be in a state, and what can be left out?
# On a board the number of marks tells whose turn it is.
# In Count the number does not: 3 can be 2 + 1, and then X is to move, or 1 + 1 + 1, and then it is O's turn.
# So the turn has to be a part of the state.
# *A state holds all that the future depends on, and nothing that only the past was interested in.*
#
# And because the questions are the same, `count_games` works here as well.
# Guess first: in how many ways can you get from 0 to 5?

# %%
count_games(count, count.initial)

# %%
draw_tree(count, values=False, best_line=False, engine="own")

# %% [markdown]
# **Figure.** All of Count with the goal 5: one leaf for each of the games that were counted, with 1 where X wins and -1 where O does.
#
# ## What random games tell
#
# Does it help to begin?
# We let two players play at random, 400 times.
# `tournament` changes their seats after each game, and gives each score with an *interval*: such an interval holds the true score 95 times in 100.

# %%
from course_lib import tournament

twins = {"left": random_player(Random(1)), "right": random_player(Random(2))}
with needs(*SIX):
    display(tournament(twins, my_game, games=400, seed=1, progress=False))

# %% [markdown]
# One of the twins has won more games than the other.
# Is it the better player?
# Both are the same program, so it can't be, and the table knows: both intervals hold 50 %, the true score of two equal players.
# *A difference that fits into the intervals may be nothing but luck.*
#
# Now the same games once more (the same seed plays the same games), counted by seat: how often did X win, whoever it was?

# %%
from course_lib.play import wilson


def by_seat(table):
    """For each seat, and for a draw: the games won, and the interval of their share."""
    winners = Counter(record.winner for record in table.records)
    for who in (*table.game.players, None):
        low, high = wilson(winners[who] / len(table.records), len(table.records))
        print(f"{who or 'draw'}: {winners[who]} games, {low:.1%} to {high:.1%}")


with needs(*SIX):
    by_seat(tournament(twins, my_game, games=400, seed=1, progress=False))

# %% [markdown]
# The intervals of X and O are far apart: this is no luck.
# It helps to begin.
#
# Do we need dice at all?
# A random game is one way through the tree, each action as likely as the others.
# So the chance of X in a state is the *mean* of its chances after each action.
# The function has the same shape as `count_games`, with a mean in place of the sum:


# %%
def chance(game, state, who, known):
    """How likely it is that `who` wins from here (None: a draw), if all play at random."""
    if state not in known:
        if game.is_terminal(state):
            known[state] = 1 if game.winner(state) == who else 0
        else:
            below = [game.result(state, action) for action in game.actions(state)]
            known[state] = sum(chance(game, after, who, known) for after in below) / len(below)
    return known[state]


# %% [markdown]
# Compare these exact chances with the intervals above.

# %%
with needs(*SIX):
    for who in (X, O, None):
        print(f"{who or 'draw'}: {chance(my_game, my_game.initial, who, {}):.1%}")

# %% [markdown]
# The intervals have kept their promise here: each holds its exact chance.
#
# And three players on four by four?
# There are far too many states to go through all of them; now dice are all we have.
# Guess first: who has the best seat, and who has the worst?

# %%
by_seat(tournament(trio(), library, games=600, seed=1, progress=False))

# %% [markdown]
# No two of the three intervals meet: each seat is worse than the one before it.
# Who moves later comes too late more often.
#
# Does it always help to begin, then?
# Count has no board and few states, so we can work it out exactly.
# These are the chances of X for the goals 5 and 10:

# %%
long_count = Count(goal=10, most=2)
chance(count, count.initial, X, {}), chance(long_count, long_count.initial, X, {})

# %% [markdown]
# With goal 5 it helps, and with goal 10 X wins a little less than half of its games.
# So O has the better seat there?
#
# Only as long as *nobody thinks*.
# Suppose that X knows a trick: add 1, and from then on add whatever makes 3 together with the number of O.
# So after each move of X, the number that is still missing can be divided by 3.


# %%
def trick(game, state):
    """The number after which a multiple of 3 is still missing; 1 if there is none."""
    return (game.goal - state.total) % 3 or 1


record = play_game(long_count, [trick, random_player(Random(4))])
record.actions, record.winner

# %% [markdown]
# One game proves little.
# We play 200, with the trick always in the seat of X.
# Guess first: how many of them does it win?

# %%
Counter(play_game(long_count, [trick, random_player(Random(n))]).winner for n in range(200))

# %% [markdown]
# All of them: a seat that looked worse than the other wins every game.
# What happens when nobody thinks says little about what happens when both do their best.
# For that we need a player who looks ahead, and that is the next lesson.
#
# ## What to remember
#
# - A state holds all that the future depends on; six functions and a first state are a whole game.
# - `result` makes a new state, shares nothing with the old one, and refuses what is illegal; states that never change can be remembered.
# - Tic-tac-toe has 255,168 games and 5,478 states, and a short function that calls itself can count both.
#
# | word | means |
# | --- | --- |
# | state | all that the future of the game depends on |
# | action | what the player to move may do |
# | result | the new state after an action |
# | final state | a state in which the game is over; `terminal` says so |
# | utility | a number for a final state: 1, -1 or 0 |
# | zero-sum | what one player wins, the other loses |
# | tree, leaf | all ways the game can go on from a state; the end of one of them |
# | recursive | said of a function that calls itself |
# | hashable | can be looked up in sets and dictionaries; such things never change |
# | interval | where the true score lies, 95 times in 100 |
#
# ## Further questions
#
# 1. From memory: name the six questions that a game answers. Which two of them need no answer in a final state?
# 2. Is whose turn it is part of the state in tic-tac-toe, in Count, and in a game where a player sometimes has to pass?
# 3. Change `count_and_remember` so that it counts *calls* instead of games: how often would `count_games` have called itself from the empty board? (You will meet the number in lesson 02.)
# 4. Turned and mirrored boards are as good as equal. How many of the 5,478 states are really different?
# 5. Let three players play on four by four with *four* in a row (`KInARow(4, 4, 4, players=PLAYERS)`). What happens to the draws, and to the advantage of beginning?
# 6. How many random games do you need until the interval of X is half as wide? And until it is a tenth as wide?
# 7. An open question: in chess a position can come up three times, and then the game may be called a draw. What must a state of chess hold?
#
# ## Where the textbook has this
#
# In *Artificial Intelligence: A Modern Approach* by Russell and Norvig, fourth edition, the chapter on adversarial search and games begins with these very questions (it is chapter 5 or 6, depending on the edition).
# Its names are nearly ours: `To-Move(s)`, `Actions(s)`, `Result(s, a)`, `Is-Terminal(s)`, `Utility(s, p)`.
#
# One function is still missing, and it is the one that plays: `minimax(board)`, which gives the best action for the player to move.
# It has the shape of `count_games` and `chance`, with a maximum and a minimum in place of the sum and the mean.
# You will write it in the next lesson.
