# %% [markdown]
# # What does a program need to know about a game?
#
# You take one look at this board and know whose turn it is, where that player can go, and what happens if nobody watches the right edge.
#
# ![A tic-tac-toe board with X at (0, 0) and (1, 1), O at (0, 2) and (2, 2)](attachment:puzzle.png)
#
# A program can't take a look.
# It knows what you tell it and nothing else, so today you will tell it about tic-tac-toe, in six small functions.
# In return, those six will answer a question that no glance can answer:
#
# **How many different games of tic-tac-toe are there?**
#
# (Here, a game means one complete play from the first move to the last, not the rules.
# Two games are different if any of their moves differ, even if they end on the same board.)

# %% [markdown] part="further"
# There are seven exercises in three sittings of 30 to 50 minutes.
#
# - **First sitting:** whose turn it is and what a move does, with traps that catch most people who program a board game for the first time.
# - **Second sitting:** when a game is over, and what its end is worth. Then you play your own game.
# - **Third sitting:** count every game there is, then make the rules work for boards of any size.

# %% [markdown] part="core"
# You need lists, loops and functions in Python, and the words from lesson 0: game, state, action, result, player.

# %%
from collections import Counter
from random import Random

from IPython.display import display

from course_lib import Count, KInARow, game_from_functions, random_player, tournament
from course_lib.checks import back_in, check, hint, needs
from course_lib.lessons.showing import checked
from course_lib.lessons.unseen import unseen
from course_lib.play import wilson
from course_lib.questions import guessed, predict, recall
from course_lib.views import draw_tree, play_widget, show, step_through

# %% [markdown]
# Before you begin, three questions from earlier lessons: a minute and a half, for no points.
# Skip them if you like.

# %%
recall("01")

# %% picture="puzzle"
show([["X", None, "O"], [None, "X", None], [None, None, "O"]], caption="Whose turn is it?")

# %% predict="number_of_games"
question = "How many different games are there? A hundred, a few thousand, a million?"
answer = 255_168
later = True
because = """
In the third sitting your own functions will count them.
"""

# %% [markdown]
# # First sitting: a board and a move
#
# ## A board is a list of lists
#
# To finish a game tomorrow, what do you have to write down?
# The marks on the squares, certainly. And whose turn it is? Exercise 1 has the answer.
#
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
puzzle = [[X, EMPTY, O], [EMPTY, X, EMPTY], [EMPTY, EMPTY, O]]
show(puzzle, caption="The numbers along the edge are the two indices, r and c.")

# %% [markdown]
# There is a shorter way to write an empty board: `short = [[EMPTY] * 3] * 3`.
# Print it, and it looks right.
# Then someone runs `short[0][0] = X`.

# %% predict="short_board"
question = "How many crosses are on that board now?"
answer = 3
because = """
The second `* 3` doesn't make three rows. It makes a list that holds *one and the same* row three
times, so a mark in one of them is a mark in all of them.
"""

# %%
short = [[EMPTY] * 3] * 3
short[0][0] = X
show(short, caption="All this from one short[0][0] = X.")

# %% [markdown]
# ## Exercise 1: whose turn is it?
#
# X goes first, and then the players take turns.
# So we needn't write down whose turn it is: count the marks, and you know.
# Python can help, because `row.count(X)` is the number of X in a row.


# %% exercise="player"
def player(board):
    """The player whose turn it is, X or O.

    With two X and one O on the board it is O's turn.
    When the game is over, any answer will do.
    """
    ### BEGIN SOLUTION
    placed = sum(square is not EMPTY for row in board for square in row)
    return X if placed % 2 == 0 else O
    ### END SOLUTION


# %% check="player" points=1

# %%
hint("player")  # stuck? each run shows one more hint; for another exercise change the name

# %% [markdown]
# ## Exercise 2: what can that player do?
#
# An action is a free square.
# We want all of them, in no particular order and none of them twice, which is just what a *set* is for.
# `{(0, 1), (2, 2)}` is a set of two pairs, `set()` is an empty one, and `found.add((2, 0))` puts a pair into the set `found`.


# %% exercise="actions"
def actions(board):
    """The free squares, as a set of pairs (row, column).

    If only the top left square is free, the set is {(0, 0)}.
    When the game is over, any answer will do.
    """
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
# Here is the first idea that comes to mind: write the mark on the board, and return the board.
# Below, X tries each square of the top row this way, and keeps all three boards.


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
There is only one board, and all three tries were written on it. The program thinks it has looked
at three possible moves; in fact it has played all three, and X has won.
"""

# %%
show(tries[0], caption="The board of the first try.")

# %% claim="one_board_three_crosses"
assert sum(row.count(X) for row in tries[0]) == 3
assert tries[0] is tries[1] is tries[2]
assert sum(row.count(X) for row in short) == 3

# %% [markdown]
# So we need a copy of the board.
# Luckily, every list can copy itself.


# %%
def put_on_a_copy(board, action, mark):
    """A copy of the board with this mark on this square."""
    return put(board.copy(), action, mark)


old = initial_state()
new = put_on_a_copy(old, (1, 1), X)
print("the same board:", new is old, "- the same middle row:", new[1] is old[1])
show(old, caption="The OLD board. We wrote only on the copy, and yet here is the cross.")

# %% claim="the_same_rows"
assert new is not old
assert new[1] is old[1]
assert old[1][1] == X

# %% [markdown]
# So much for luck.
# `board.copy()` makes a new outer list, but with *the same three rows* in it, much as in the picture with the three crosses.
# A new board needs new *rows*.
#
# ## Exercise 3: result
#
# Like `put`, `result` marks a square, but it keeps two promises that `put` doesn't.
#
# - It leaves the old board alone, rows and all.
# - It refuses an illegal action: a square that is taken, or one that isn't on the board.
#   To refuse means to *raise an exception*, for example `raise ValueError("this square is taken")`.
#
# Watch out for squares off the board.
# Python's lists happily accept an index of `-1` (it means the last one), so `(-1, 0)` won't fail by itself.
# You may use `player` and `actions`.


# %% exercise="result"
def result(board, action):
    """A new board, where the player to move has marked the square `action`, a pair (row, column).

    From the empty board, (1, 1) leads to a board with X in the middle.
    An illegal action raises an exception. The old board does not change.
    """
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
# Some programs are kinder: if an action is illegal, they return the same board and carry on.
# Let's be kind for a moment, and watch two players with little imagination: both always want the middle.


# %%
def kind_result(board, action):
    """The board after this action; an illegal one changes nothing."""
    return result(board, action) if action in actions(board) else board


with needs("player", "actions", "result"):
    board = initial_state()
    for turn in range(6):
        print(f"turn {turn}: {player(board)} puts a mark in the middle")
        board = kind_result(board, (1, 1))

# %% claim="nothing_changes"
assert sum(mark is not EMPTY for row in board for mark in row) == 1
assert player(board) == O

# %% [markdown]
# From turn 1 on it's O's move, and O's move, and O's move. Nothing changes, X waits forever, and nobody notices.
# A mistake like this surfaces much later, in a search that never comes back or a count that is far too large.
# Your `result` would have stopped at turn 1, right where it happened.
# That's a rule for the whole course: *an illegal action is an error, and errors are loud.*
#
# **That's the end of the first sitting.** Two things to take with you:
#
# - `result` makes a new board that shares no row with the old one.
# - An illegal action is refused, loudly.

# %% [markdown]
# # Second sitting: the end of a game
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("01")
X, O, EMPTY = "X", "O", None
recall("01")

# %% [markdown]
# ## Exercise 4: who has won?
#
# You win with three of your marks in a line: a row, a column or a diagonal.

# %% predict="lines"
question = "How many such lines are there on the board? Count before you write."
answer = 8
because = """
Three rows, three columns, and two diagonals.
"""

# %% [markdown]
# Don't worry about boards where both players have a line: no game ever gets that far.


# %% exercise="winner"
def winner(board):
    """The player with three marks in a row, column or diagonal; None if there is none.

    With X X X in the top row it is X.
    None can mean a draw, or that the game is still going on.
    """
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
# For one of them you have `winner`.
# For the other, ask yourself what your `actions` finds on a full board.


# %% exercise="terminal"
def terminal(board):
    """True if the game is over, otherwise False.

    The empty board gives False; a board with X X X in one row gives True.
    """
    ### BEGIN SOLUTION
    return winner(board) is not None or all(EMPTY not in row for row in board)
    ### END SOLUTION


# %% check="terminal" points=1

# %% [markdown]
# That's enough to play a whole game.
# The loop below knows nothing about tic-tac-toe: every rule in it is one of your functions.
# Change the number in `Random(3)` and run it again.


# %%
def random_game(rng):
    """The boards of one game in which both players play at random."""
    boards = [[[EMPTY] * 3 for _ in range(3)]]
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
# A program that looks ahead has to compare endings, and numbers are easy to compare.
# The number that says what an ending is worth is called its **utility**: 1 if X has won, -1 if O has won, 0 for a draw.
#
# One number is enough for both players, since whatever X wins, O loses.
# Such a game is called *zero-sum*.
# The number always speaks for X, no matter who made the last move; a program that forgets this ends up playing for the other side.


# %% exercise="utility"
def utility(board):
    """What the end of a game is worth to X: 1, -1 or 0.

    A board with O O O in one row gives -1.
    You can rely on the game being over.
    """
    ### BEGIN SOLUTION
    value = {X: 1, O: -1}
    return value.get(winner(board), 0)
    ### END SOLUTION


# %% check="utility" points=1

# %% [markdown]
# ## Six functions make a game
#
# That's all of tic-tac-toe: a first state and six functions.
# `game_from_functions` turns them into a game like the ones in `course_lib`, our library, which uses slightly different names for your functions.
#
# | your function | what it tells you | in the library |
# | --- | --- | --- |
# | `initial_state()` | where does it begin? | `game.initial` |
# | `player(board)` | whose turn is it? | `game.to_move(state)` |
# | `actions(board)` | what can that player do? | `game.actions(state)` |
# | `result(board, action)` | where does that lead? | `game.result(state, action)` |
# | `terminal(board)` | is it over? | `game.is_terminal(state)` |
# | `utility(board)` | what is the end worth to X? | `game.utility(state, "X")` |
# | `winner(board)` | who has won? | `game.winner(state)` |
#
# Each function passes its own check.
# But do they also work *together*?
# `check_game` plays a few random games and makes sure that the game keeps its promises, for example that it refuses illegal actions in *every* state.
# (The library passes your exception on under its own name, `IllegalAction`.)
#
# Then you can play it.
# The board names squares the way people do, by a letter for the column and a number for the row, counted from below: your `(0, 0)` is `a3`.

# %%
SIX = ("player", "actions", "result", "winner", "terminal", "utility")

with needs(*SIX):
    # The first state and the six functions.
    parts = ([[EMPTY] * 3 for _ in range(3)], player, actions, result, winner, terminal, utility)
    my_game = game_from_functions(*parts, players=(X, O), name="my tic-tac-toe")
    print(checked(my_game))
    display(play_widget(my_game, random_player(Random(5)), you_play="X"))

# %% claim="promises_are_kept"
assert checked(my_game) == "It keeps every promise."

# %% [markdown]
# Behind every click are your functions.
# (The opponent plays at random; one that thinks is coming in lesson 2.)
#
# **That's the end of the second sitting.** Two things to take with you:
#
# - A game is a first state and six functions.
# - One number says what an ending is worth to both players, because what X wins, O loses.

# %% [markdown]
# # Third sitting: count them all
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("01")
X, O, EMPTY = "X", "O", None
SIX = ("player", "actions", "result", "winner", "terminal", "utility")

with needs(*SIX):
    parts = ([[EMPTY] * 3 for _ in range(3)], player, actions, result, winner, terminal, utility)
    my_game = game_from_functions(*parts, players=(X, O), name="my tic-tac-toe")

recall("01")

# %% [markdown]
# ## States that nobody can change
#
# A list can be changed by anyone who holds it: that was the trouble with the three tries.
# `game_from_functions` plays it safe: it keeps each board as a *tuple of tuples*, which nobody can change, and hands your functions a fresh list of lists every time.

# %%
with needs(*SIX):
    print(my_game.initial)

# %% [markdown]
# There's a second advantage: what never changes can be *looked up*.
# Python finds things in sets and dictionaries by their *hash*, a number worked out from their contents.
# If the contents changed, it would look in the wrong place, so a list doesn't get a hash at all.
# A tuple of tuples does: it is *hashable*.
#
# Here are two games with the same three moves, in a different order.

# %% predict="one_state_or_two"
question = (
    "One game begins `a3 b2 c1`, the other `c1 b2 a3`. How many different states do they lead to?"
)
answer = 1
because = """
Two ways to get there, but one state. And a set notices: it can tell you *I've been here before*.
"""

# %%
with needs(*SIX):
    one, other = my_game.play("a3 b2 c1"), my_game.play("c1 b2 a3")
    print(one == other, len({one, other}))

# %% claim="one_state"
assert one == other
assert len({one, other}) == 1

# %% [markdown]
# ## Counting
#
# Now for the big question.
# How many ways can a game go on from a given state?
# If the state is *final*, which means that the game is over, there is just one.
# Otherwise, try each action, count the ways to go on from there, and add them up.
# The function says just that: to count what can follow an action, it calls *itself*.


# %%
def count_games(game, state):
    """How many different games can follow from this state?"""
    if game.is_terminal(state):
        return 1
    return sum(count_games(game, game.result(state, action)) for action in game.actions(state))


# %% [markdown]
# Read it twice, because almost every search in this course has this shape.
# A function that calls itself is *recursive*.
# It doesn't go on forever, because every call is one move closer to the end of the game.
#
# Here is a late state, with everything that can follow from it, drawn as a **tree**: the root at the top, a line for each action, and a leaf wherever the game is over.
# Click |▶, and watch the numbers come up from the leaves.

# %%
with needs(*SIX):
    late = my_game.play("a2 a3 b2 c3 a1 b1")
    display(step_through(count_games, my_game, late))

# %% [markdown]
# From the empty board this would take a while.
# `count_games` keeps coming back to the same states, and every time it starts counting all over again.
# But states can be looked up, so let's keep every count in a dictionary, with the states as its keys.

# %% predict="number_of_states"
question = "The dictionary will hold one entry for each different *state*. How many will there be?"
answer = 5_478
because = """
Nine squares with X, O or nothing on each make 3 ** 9 = 19,683 boards, but most of them, such as nine
crosses, never come up in a game.
"""


# %%
def count_and_remember(game, state, known):
    """The same number; `known` keeps the answers, so that no state is counted twice."""
    if state not in known:
        if game.is_terminal(state):
            known[state] = 1
        else:
            below = [game.result(state, action) for action in game.actions(state)]
            known[state] = sum(count_and_remember(game, after, known) for after in below)
    return known[state]


counted = {}
with needs(*SIX):
    games = count_and_remember(my_game, my_game.initial, counted)
    print(f"{games:,} games, {len(counted):,} states")
guessed("number_of_games")

# %% claim="all_of_tic_tac_toe"
assert (games, len(counted)) == (255_168, 5_478)

# %% [markdown]
# There they are, 255,168 games and 5,478 states: your functions have just counted all of tic-tac-toe.
# Both numbers are well known, and a slip in any of the five functions at work (`utility` wasn't needed) would most likely have spoiled them.
#
# Why so many games, but so few states?
# A game is a *path* through the tree, and many paths lead to the same state, as `a3 b2 c1` and `c1 b2 a3` did.
# A search that remembers states saves all that work (though there's a catch, and lesson 3 will show it).

# %% [markdown] part="further"
# **A good place for a break:** one exercise is left.
#
# ## Exercise 7: any size, any length, any players
#
# Your `winner` knows three rows, three columns and two diagonals by heart.
# That's useless in Connect Four, where the board has six rows of seven squares, and a line of four can lie anywhere.
#
# Still, any line is easy to describe: a first square, and a *step* `(down, right)` that leads from each square to the next.
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
# Three players share this board, and each of them has three in a row somewhere.
# (No game would get that far, but it makes a good test.)
# Only Z has four.
#
# Write `get_winner` for boards of any size and for any number of players; how is up to you.
# (You might walk from each square, or cut out whole lines, or look for runs of equal marks.)
# `len(board)` is the number of rows and `len(board[0])` the number of columns.
# A line longer than `length` wins too.


# %% exercise="get_winner"
def get_winner(board, length):
    """The player with `length` marks in a row, column or diagonal; None if there is none.

    On the board in the picture, length 4 gives "Z".
    Marks can be anything but EMPTY, and at most one player has such a line.
    """
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
# On a 3 x 3 board, with length 3, it should always agree with your `winner`.
# You have all 5,478 states at hand, so try it on every single one.

# %%
with needs("get_winner", "winner"):
    print("on the board in the picture:", get_winner(wide, 4))
    lists = [[list(row) for row in state] for state in counted]
    same = [get_winner(board, 3) == winner(board) for board in lists]
    print("the same on", sum(same), "of", len(same), "boards")

# %% claim="the_same_on_all"
assert get_winner(wide, 4) == "Z"
assert (sum(same), len(same)) == (5_478, 5_478)

# %% [markdown]
# ## A game that nobody has explained
#
# You have turned tic-tac-toe into a first board and six functions. Can you do it with rules that you read here for the first time, and no exercise to lead you?
#
# - The board is a strip of seven squares.
# - Whoever is to move puts one domino on two empty squares side by side.
# - Whoever can't move loses.
#
# The players are `"X"` and `"O"`, and X begins. How would *you* write a board down, and how a move? There are several good answers.
# Put your seven parts between the brackets, in the same order as in `parts` above.
# `unseen` counts in how many ways your game can go, and knows how many there should be.

# %%
unseen("dominoes")  # behind the name: your first board and your six functions

# %% [markdown] part="core"
# **That's the end of the third sitting.** What to remember:
#
# - A state holds everything the future of the game depends on, and nothing else.
# - States that never change can be remembered, in a set or as the keys of a dictionary.
# - Tic-tac-toe has 255,168 games but only 5,478 states, and one short recursive function with a memory counted both.
#
# | word | means |
# | --- | --- |
# | final state | a state where the game is over; `terminal` says so |
# | utility | a number for a final state: 1, -1 or 0 |
# | zero-sum | what one player wins, the other loses |
# | tree | a picture of all that can follow from a state, which is its *root* |
# | leaf | a place in the tree where the game is over |
# | recursive | said of a function that calls itself |
# | hashable | said of a value that never changes, so that sets and dictionaries can look it up |

# %% [markdown] part="further"
# # Further on
#
# ### A game without a board
#
# In *Count*, two players take turns adding 1 or 2 to a number, and whoever reaches or passes 5 wins.
# In tic-tac-toe the marks on the board tell you whose turn it is.
# Here the number doesn't: 3 may have come from 2 + 1, and then it's X's turn, or from 1 + 1 + 1, and then it's O's.
# So the turn has to be part of the state.
# (The line below the tree calls X *MAX* and O *MIN*. In lesson 2 you'll see why.)

# %%
count = Count(goal=5, most=2)
print(count_games(count, count.initial), "games, one for each leaf:")
draw_tree(count, values=False, best_line=False)

# %% [markdown]
# ### How much is going first worth?
#
# Let two players play tic-tac-toe at random, 400 times, and count.
# With another 400 games the numbers would come out a little different.
# That's why `wilson` gives each an *interval*, a range made so that it holds the true share 95 times in 100.

# %% predict="random_draws"
question = (
    "In lesson 0, X won about twice as often as O when both played at random."
    " How many games of 100 are drawn?"
)
answer = 13
because = """
X wins about 58 and O 29. Only 13 are draws, because somebody usually stumbles into three in a row
before the board is full.
"""


# %%
def by_seat(table):
    """How many games each seat won, and how many were drawn, with the intervals."""
    winners = Counter(record.winner for record in table.records)
    for who in (*table.game.players, None):
        low, high = wilson(winners[who] / len(table.records), len(table.records))
        print(f"{who or 'draw'}: {winners[who]} games, {low:.1%} to {high:.1%}")


twins = {"left": random_player(Random(1)), "right": random_player(Random(2))}
with needs(*SIX):
    by_seat(tournament(twins, my_game, games=400, seed=1, progress=False))

# %% [markdown]
# For a game this small you don't need dice at all.
# A random player is as likely to pick one action as another, so X's chance in a state is the *mean* of X's chances after each action.
# You know this function already: it's the count, with a mean in place of the sum.


# %%
def chance(game, state, who, known):
    """How likely it is that `who` wins, or for None a draw, if everybody plays at random."""
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

# %% claim="chances_at_random"
assert [round(100 * chance(my_game, my_game.initial, who, {})) for who in (X, O, None)] == [
    58,
    29,
    13,
]

# %% [markdown]
# In our run all three intervals held the exact chance.
# In the long run, about one in twenty doesn't.
#
# On larger boards there are too many states, and dice are all we have.
# Let's roll them for three players on a four-by-four board, where three in a row wins.

# %% predict="worst_seat"
question = "X, O and Z move in turn, all at random. Who wins least often?"
choices = ["X", "O", "Z"]
answer = "Z"
because = """
Each seat is worse than the one before it: the later you move, the more often somebody gets there first.
"""

# %%
three = KInARow(4, 4, 3, players=(X, O, "Z"))
trio = [random_player(Random(seed)) for seed in (1, 2, 3)]
by_seat(tournament(trio, three, games=600, seed=1, progress=False))

# %% claim="later_is_worse"
won = Counter(
    record.winner for record in tournament(trio, three, games=600, seed=1, progress=False).records
)
assert won[X] > won[O] > won["Z"]
assert won[X] > 1.3 * won[O]

# %% [markdown]
# X is far ahead.
# Between O and Z it's closer: with another `seed` their intervals often overlap, and only more games can tell them apart.
# (This game isn't zero-sum: the winner gets +1 and the other two get -1 each. The search you'll write in the next lesson is for two players only.)
#
# ### Right one by one, wrong together
#
# `game_from_functions` did you a favour without telling you.
# Let's switch that off with `after_the_end=True`:

# %%
with needs(*SIX):
    again = game_from_functions(*parts, players=(X, O), after_the_end=True)
    print(checked(again))

# %% [markdown]
# Somebody has three in a row, the game is over, and `result` lets the next player carry on.
# (If yours doesn't, well done: you were more careful than we were.)
# No single function is wrong, but there's a gap between them.
# Closing it was the favour: unless told otherwise, `game_from_functions` refuses every action once the game is over.
#
# ### Questions
#
# 1. From memory: which six functions make a game? Which of them are never asked anything once somebody has won?
# 2. In tic-tac-toe the turn needn't be part of the state; in Count it must be. What about Connect Four, and a tic-tac-toe in which you may pass?
# 3. How many times would `count_games` be called, starting from the empty board? Change `count_and_remember` so that it works this out instead of the number of games. (You'll meet the answer in lesson 2.)
# 4. If you turn or mirror a board, nothing important changes. How many of the 5,478 states are really different?
# 5. In Count with goal 10, random play is slightly better for O. Find a trick that wins every game for X. What does that tell you about random games?
# 6. How many random games do you need to make X's interval half as wide? And a tenth as wide?
# 7. Open: in chess a position can come up three times, and then either player may claim a draw. What does a state of chess have to hold?

# %% [markdown] part="core"
# Russell and Norvig's *Artificial Intelligence: A Modern Approach* begins its chapter on adversarial search and games with the same functions, under nearly the same names: `To-Move(s)`, `Actions(s)`, `Result(s, a)`, `Is-Terminal(s)`, `Utility(s, p)`.
#
# One function is still missing, the one that plays: `minimax(board)`, the best action for the player to move.
# It looks much like `count_games`, but instead of a sum it takes a maximum, or a minimum.
# You write it in the next lesson.
