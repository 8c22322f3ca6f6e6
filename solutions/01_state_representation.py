# %% [markdown]
# # What does a program need to know about a game?
#
# You take one look at this board and know whose turn it is, where that player can go, and what happens if nobody watches the right edge.
#
# ![A tic-tac-toe board with X at (0, 0) and (1, 1), O at (0, 2) and (2, 2)](attachment:puzzle.png)
#
# A program takes no looks.
# It knows what you tell it and nothing else, so today you tell it: tic-tac-toe, in six small functions.
# Then the six answer a question that nobody answers at a glance:
#
# **In how many different ways can a game of tic-tac-toe go?**
#
# There are two sittings of about 45 minutes, and seven exercises.
#
# - **First sitting:** six functions, and a few traps that have caught nearly everybody who ever wrote a board game.
# - **Second sitting:** count every game there is, then make the rules work for boards of any size.
#
# You need lists, loops and functions in Python, and the words from lesson 0: game, state, action, result, player.

# %% picture="puzzle"
from course_lib.views import show

show([["X", None, "O"], [None, "X", None], [None, None, "O"]], caption="Whose turn is it?")

# %% predict="number_of_games"
question = "In how many ways can a game of tic-tac-toe go? A hundred, some thousands, a million?"
answer = 255_168
because = """
That is the number of different *games*, from the first move to the last. In the second sitting
your own functions will count them.
"""

# %% [markdown]
# # First sitting: six functions
#
# ## A board is a list of lists
#
# What do you have to keep of a position so that the game can go on?
# Only what is on each square.
# We use a *list of three rows*, where each row is a list of three squares, and a square holds `X`, `O` or `EMPTY`.

# %%
X, O, EMPTY = "X", "O", None


def initial_state():
    """The empty board."""
    return [[EMPTY, EMPTY, EMPTY] for _ in range(3)]


initial_state()

# %% [markdown]
# The square in row `r` and column `c` is `board[r][c]`: first pick the row out of the list, then the square out of the row.
# The pair `(r, c)` also names the action of putting a mark there.
# Both count from 0, rows from the top.

# %%
from course_lib.views import show

puzzle = [[X, EMPTY, O], [EMPTY, X, EMPTY], [EMPTY, EMPTY, O]]
show(puzzle, caption="The numbers at the rim are the two indices.")

# %% [markdown]
# Three equal rows can be written more briefly: `short = [[EMPTY] * 3] * 3`.
# It even looks right, until somebody says `short[0][0] = X`.

# %% predict="shared_rows"
question = "How many crosses are on that board now?"
answer = 3
because = """
`* 3` doesn't make three rows. It makes a list that holds *one and the same* row three times, so a
mark in one of them is a mark in all of them.
"""

# %%
short = [[EMPTY] * 3] * 3
short[0][0] = X
show(short, caption="One cross was put on the board, and three rows have it.")

# %% [markdown]
# Remember this picture. You'll meet its relatives soon.
#
# ## Exercise 1: whose turn is it?
#
# X begins, and then they take turns.
# So the marks on the board already tell whose turn it is, and nobody has to write it down.
# There are many good ways to count; a row can be asked for `row.count(X)`, for example.


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
# Stuck? Every exercise has three hints: a question, the idea, and the shape of the code.
# Run this cell for the first one, and again for the next.

# %%
from course_lib.checks import hint

hint("player")

# %% [markdown]
# ## Exercise 2: what can that player do?
#
# An action is a free square.
# We want all of them, in no particular order and none twice, which is what Python calls a *set*.
# `{(0, 1), (2, 2)}` is one, `set()` is the empty one, and `found.add((2, 0))` puts a pair into the set `found`.


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
# ## Trying is not doing
#
# A program that looks ahead asks: *what if I went there? And what if I went there instead?*
# It wants to see the board after each action, but it hasn't moved yet.
#
# The first idea that comes to mind is to write the mark on the board and hand the board back.
# With it, X tries the three squares of the top row, one after the other, and keeps all three boards.


# %%
def put(board, action, mark):
    """The board with this mark on this square."""
    row, column = action
    board[row][column] = mark
    return board


start = initial_state()
tries = [put(start, action, X) for action in [(0, 0), (0, 1), (0, 2)]]

# %% predict="first_try"
question = "How many crosses are on the board of the *first* try?"
answer = 3
because = """
All three tries were written on one board. The program believes that X wins with its first move: it
hasn't looked at three states, it has played three moves in a row.
"""

# %% [markdown]
# So we need a copy, and every list can copy itself.
# Does that do it?


# %%
def put_on_a_copy(board, action, mark):
    """A copy of the board with this mark on this square."""
    return put(board.copy(), action, mark)


old = initial_state()
new = put_on_a_copy(old, (1, 1), X)
show(old, caption="The old board. We only wrote on the copy, and yet here is the cross.")

# %% [markdown]
# It doesn't.
# `board.copy()` makes a new outer list with *the same three rows* in it:

# %%
new is old, new[1] is old[1]

# %% [markdown]
# Two boards, one middle row: the picture with the three crosses again.
# A new board needs new *rows*.
#
# ## Exercise 3: result
#
# `result` does what `put` does, and takes on two more duties.
#
# - It leaves the old board alone, with all its rows.
# - It refuses what isn't legal: a square that is taken, or one that is off the board.
#   To refuse is to *raise an exception*, as in `raise ValueError("this square is taken")`.
#
# Watch out for squares off the board.
# Python's lists happily accept an index of `-1` (it means the last one), so `(-1, 0)` won't fail by itself.
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
# ### Isn't an exception a bit rude?
#
# Some programs are kinder: for an illegal action they return the same board, and nothing happens.
# The homework this lesson grew from does exactly that.
# Let's be kind for a moment, and let two players of little imagination meet: both always want the middle.


# %%
from course_lib.checks import needs


def kind_result(board, action):
    """The board after this action; an illegal one changes nothing."""
    return result(board, action) if action in actions(board) else board


with needs("player", "actions", "result"):
    board = initial_state()
    for turn in range(6):
        print(f"turn {turn}: {player(board)} puts a mark in the middle")
        board = kind_result(board, (1, 1))

# %% [markdown]
# From turn 1 on it's O's move, and O's move, and O's move. Nothing changes, X waits forever, and nobody is told.
# A mistake like this surfaces late, in a search that never comes back or a count that is far too large.
# Your `result` catches it at once, right where it was made:

# %%
with needs("player", "actions", "result"):
    board = result(initial_state(), (1, 1))
    try:
        result(board, (1, 1))
    except Exception as problem:
        print(f"refused, with {type(problem).__name__}: {problem}")

# %% [markdown]
# That's a rule for the whole course: *an illegal action is an error, and an error is loud.*
#
# ## Exercise 4: who has won?
#
# Three marks of one player in a row, a column or a diagonal win.

# %% predict="lines"
question = "How many such lines does the board have? Count before you write."
answer = 8
because = """
Three rows, three columns, and two diagonals.
"""

# %% [markdown]
# Don't worry about boards where both players have a line.
# No game ever gets there.


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
# ## Exercise 5: is it over?
#
# A game can end in two ways.
# You already have a function for one of them, and most of one for the other.


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
# The loop below knows nothing about tic-tac-toe; every rule in it is one of your functions.
# Change the number in `Random(3)` and run it again.


# %%
from random import Random

from IPython.display import display


def random_game(rng):
    """The boards of one game in which both players play at random."""
    boards = [initial_state()]
    while not terminal(boards[-1]):
        action = rng.choice(sorted(actions(boards[-1])))
        boards.append(result(boards[-1], action))
    return boards


with needs("player", "actions", "result", "winner", "terminal"):
    boards = random_game(Random(3))
    news = f"After {len(boards) - 1} moves it is over. Winner: {winner(boards[-1])}."
    display(show(boards[-1], caption=news))

# %% [markdown]
# ## Exercise 6: what is the end worth?
#
# A search compares numbers, so it wants a number for the end of a game: the **utility**, 1 if X has won, -1 if O has won, 0 for a draw.
#
# One number is enough for both players, since whatever X wins O loses.
# Such a game is called *zero-sum*.
# The number always speaks for X, no matter who made the last move; programs that forget this end up playing for the other side.


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
# ## Six functions make a game
#
# You have written down all of tic-tac-toe: a first state and six functions.
# `game_from_functions` turns them into a game like those in the library, which asks the same questions under its own names.
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
six = (initial_state, player, actions, result, winner, terminal, utility)
draft = game_from_functions(*six, players=(X, O), after_the_end=True)


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
# `check_game` plays random games and tests what a game promises, for example that an illegal action is refused in *every* state.
# All your functions passed their checks, and still there is a hole between them: somebody has three in a row, the game is over, and `result` lets the next player carry on.
# (If yours doesn't, it was more careful than ours. Well done.)
#
# Nobody's function was wrong.
# Rules that are right one by one can still be wrong together, which is why we test them together.
# Unless you ask it not to, `game_from_functions` closes this hole for you.

# %%
from course_lib.views import play_widget

my_game = game_from_functions(*six, players=(X, O), name="my tic-tac-toe")
with needs(*SIX):
    print(checked(my_game))
    display(play_widget(my_game, random_player(Random(5)), you_play="X"))

# %% [markdown]
# Your functions answer every click.
# (The opponent plays at random. One that thinks is coming in lesson 2.)
#
# **That's the end of the first sitting.** Three things to take with you:
#
# - A game is a first state and six functions.
# - `result` makes a new state and shares nothing with the old one.
# - What isn't legal is refused, loudly.

# %% [markdown]
# # Second sitting: count them all
#
# ## States that nobody can change
#
# A list can be changed by anyone who holds it; that was the trouble with the three tries.
# `game_from_functions` has a remedy: it keeps each board as a *tuple of tuples*, which nobody can change, and hands your functions a fresh list of lists every time.

# %%
print(my_game.initial)

# %% [markdown]
# What never changes can also be *looked up*.
# Python finds things in sets and dictionaries by their *hash*, a number worked out from the contents, and things whose contents may change don't get one.
#
# From here on the library draws your board, and it names squares the way people do: a letter for the column and a number for the row, counted from below.
# Your `(0, 0)` is its `a3`.
# Here are two games with the same three moves in a different order.

# %% predict="one_state_or_two"
question = "`a3 b2 c1` and `c1 b2 a3`: how many different states do they end in?"
answer = 1
because = """
Different ways, one state. A set can tell: it asks *have we been here before?*
"""

# %%
with needs(*SIX):
    one, other = my_game.play("a3 b2 c1"), my_game.play("c1 b2 a3")
    print(one == other, len({one, other}))

# %% [markdown]
# ## Counting
#
# In how many ways can a game go on from some state?
# If it is over, in one way: it stops.
# Otherwise, add up the ways that begin with each action.
# The function says just that, and it asks *itself* about the states below.


# %%
def count_games(game, state):
    """In how many ways can the game go on from this state?"""
    if game.is_terminal(state):
        return 1
    return sum(count_games(game, game.result(state, action)) for action in game.actions(state))


# %% [markdown]
# Read it twice, because almost every search in this course has this shape.
# A function that calls itself is *recursive*; it comes to an end because every call is one move closer to the end of the game.
#
# Here is a late state, with all the ways the game can go on from it, as a **tree**: the root on top, a line for each action, and a leaf wherever the game is over.
# Press the right arrow key and watch the numbers come up from the leaves.

# %%
from course_lib.views import draw_tree, step_through

with needs(*SIX):
    late = my_game.play("a2 a3 b2 c3 a1 b1")
    display(step_through(count_games, my_game, late))

# %% [markdown]
# From the empty board this would take a while, because `count_games` keeps coming back to the same states along different ways, and counts everything below them again.
# You know the remedy: remember what has been counted, in a dictionary with states as keys.


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


# %% predict="number_of_states"
question = "The dictionary gets one entry for each different *state*. How many will there be?"
answer = 5_478
because = """
Nine squares with three contents each would make 3 ** 9 = 19,683 boards, but most of them, such as
nine crosses, never come up in a game.
"""

# %%
known = {}
with needs(*SIX):
    games = count_and_remember(my_game, my_game.initial, known)
    print(f"{games:,} games, {len(known):,} states")

# %% [markdown]
# 255,168 games and 5,478 states: your six functions have just counted all of tic-tac-toe.
# Both numbers are well known, so they also tell you that your functions have no mistake that this count could show.
#
# Why so many games and so few states?
# Games are *ways* through the tree, and ways meet.
# A search that remembers states can save that much work, though lesson 3 shows what it has to be careful about.
#
# ## Exercise 7: any size, any length, any players
#
# Which of the six functions is only true for tic-tac-toe?
# `winner`, most of all: it knows three rows, three columns and two diagonals by heart.
# In Connect Four a line has four marks, the board is six rows by seven, and lines can lie anywhere.
#
# Wherever a line lies, it is easy to describe: a first square, and a *step* `(down, right)` from each of its squares to the next.
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
# (All three players have three in a row here, which no game would allow. Only Z has four.)
#
# Write `get_winner` for boards of any size and any number of players.
# `len(board)` is the number of rows and `len(board[0])` the number of columns.
# A line longer than `length` wins too.


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
# With length 3 on a small board it must always agree with your `winner`.
# You have all 5,478 states at hand, so ask both about every single one.

# %%
with needs("get_winner", "winner"):
    print("on the board of the figure:", get_winner(wide, 4))
    lists = [[list(row) for row in state] for state in known]
    same = [get_winner(board, 3) == winner(board) for board in lists]
    print("the same on", sum(same), "of", len(same), "boards")

# %% [markdown]
# **That's the end of the second sitting.** What to remember:
#
# - A state holds everything the future of the game depends on, and nothing else.
# - States that never change can be remembered, in a set or as the keys of a dictionary.
# - Tic-tac-toe has 255,168 games but only 5,478 states, and one short recursive function counts both.
#
# | word | means |
# | --- | --- |
# | state | everything the future of the game depends on |
# | action | something the player to move may do |
# | result | the new state after an action |
# | final state | a state where the game is over; `terminal` says so |
# | utility | a number for a final state: 1, -1 or 0 |
# | zero-sum | what one player wins, the other loses |
# | tree, leaf | all the ways a game can go on; the end of one of them |
# | recursive | a function that calls itself is |
# | hashable | can be looked up in sets and dictionaries; such things never change |
#
# # Further on
#
# ### A game without a board
#
# In *Count*, two players take turns adding 1 or 2 to a number, and whoever reaches 5 wins.
# On a board the marks tell whose turn it is.
# Here the number doesn't: 3 can be 2 + 1, and then it is X's turn, or 1 + 1 + 1, and then it is O's.
# So the turn has to be part of the state.

# %%
from course_lib import Count

count = Count(goal=5, most=2)
print(count_games(count, count.initial), "games, one for each leaf:")
draw_tree(count, values=False, best_line=False)

# %% predict="random_seats"
question = "Two players play tic-tac-toe at random. Who wins more often?"
choices = ["X, who begins", "O", "both equally often"]
answer = "X, who begins"
because = """
X wins about twice as often as O. Random play is fair to nobody: X gets five marks on a full board,
and O four.
"""

# %% [markdown]
# ### How much is it worth to begin?
#
# Let two players play at random, 400 times, and count.
# Any such number is a sample, so `wilson` gives it an *interval*: a range that holds the true share 95 times in 100.

# %%
from collections import Counter

from course_lib import tournament
from course_lib.play import wilson


def by_seat(table):
    """For each seat, and for a draw: the games won, and the interval of their share."""
    winners = Counter(record.winner for record in table.records)
    for who in (*table.game.players, None):
        low, high = wilson(winners[who] / len(table.records), len(table.records))
        print(f"{who or 'draw'}: {winners[who]} games, {low:.1%} to {high:.1%}")


twins = {"left": random_player(Random(1)), "right": random_player(Random(2))}
with needs(*SIX):
    by_seat(tournament(twins, my_game, games=400, seed=1, progress=False))

# %% [markdown]
# For a game this small you don't need dice at all.
# A random game picks each action with the same chance, so X's chance in a state is the *mean* of its chances after each action.
# The function looks like `count_games`, with a mean in place of the sum.


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


with needs(*SIX):
    for who in (X, O, None):
        print(f"{who or 'draw'}: {chance(my_game, my_game.initial, who, {}):.1%}")

# %% [markdown]
# The intervals kept their promise: each of them holds its exact chance.
# On larger boards there are too many states to go through, and dice are all we have.
# Next, three players meet on four by four, with three in a row.

# %% predict="worst_seat"
question = "X, O and Z move in turn, all at random. Who wins least often?"
choices = ["X", "O", "Z"]
answer = "Z"
because = """
Each seat is worse than the one before: whoever moves later is more often too late.
"""

# %%
from course_lib import KInARow

three = KInARow(4, 4, 3, players=(X, O, "Z"))
trio = [random_player(Random(seed)) for seed in (1, 2, 3)]
by_seat(tournament(trio, three, games=600, seed=1, progress=False))

# %% [markdown]
# No two of the three intervals overlap.
# (With three players one number no longer tells what everybody gets. The winner gets +1 and the others -1 each, which doesn't add up to zero, and minimax in the next lesson is made for two.)
#
# ### Questions
#
# 1. From memory: which six questions does a game answer? Which two of them need no answer in a final state?
# 2. Is the turn part of the state in tic-tac-toe, in Count, and in a game where a player sometimes has to pass?
# 3. Change `count_and_remember` so that it counts *calls* instead of games: how often would `count_games` call itself from the empty board? (You'll meet that number in lesson 2.)
# 4. Turned and mirrored boards are as good as equal. How many of the 5,478 states are really different?
# 5. With goal 10, Count is slightly better for O, if both play at random. Find a trick that wins every game for X. What does that tell you about random games?
# 6. How many random games do you need to make X's interval half as wide? And a tenth as wide?
# 7. Open: in chess a position can come up three times, and then the game may be called a draw. What does a state of chess have to hold?
#
# In Russell and Norvig's *Artificial Intelligence: A Modern Approach* the chapter on adversarial search and games begins with these very questions, under nearly the same names: `To-Move(s)`, `Actions(s)`, `Result(s, a)`, `Is-Terminal(s)`, `Utility(s, p)`.
#
# One function is still missing, the one that plays: `minimax(board)`, the best action for the player to move.
# It has the shape of `count_games`, with a maximum and a minimum in place of the sum.
# You write it in the next lesson.
