# %% [markdown]
# # Start here
#
# Two players sit down at a small board.
# One of them plays anything that the rules allow, without a thought.
# The other looks ahead to the very end of the game before each move.
#
# **How often will the thoughtless one win?**
# Make a guess before you read on: never, now and then, or half the time?
#
# This first lesson is not graded, and takes about half an hour.
# After it you can
#
# - run a notebook, check a function that you wrote, and ask for a hint,
# - tell a game, a state, an action and a player apart,
# - play against a program, and watch it look ahead.

# %% [markdown]
# ## Is everything there?
#
# A notebook is made of texts like this one and of *cells* with code.
# To run a cell, click on it and press <kbd>Shift</kbd> + <kbd>Enter</kbd>; what it has to say appears below it.
# The first cell looks whether all that the lessons need is installed.
# If something is missing, it says what, and how to get it.

# %%
from course_lib.commands.doctor import report, the_packages, the_python

missing = [found for found in (the_python(), *the_packages()) if not found.ok]
print("\n".join(report(missing)) if missing else "Everything is there.")

# %% [markdown]
# Run the cells from top to bottom: each one builds on those before it.
# You can change a cell and run it again as often as you like, and you can't break anything.
# If you ever get lost, choose *Restart Kernel and Run All Cells* in the menu *Kernel*: then all is as if you had just come in.
#
# Now the tools for today.

# %%
from random import Random

from IPython.display import display

from course_lib import TicTacToe, alphabeta_player, play_game, random_player
from course_lib.checks import hint, needs
from course_lib.views import play_widget, show, step_through

# %% [markdown]
# ## A game and its states
#
# A *game* knows the rules, and only the rules.
# A *state* is a position: what lies on the board, and whose turn it is.
# This is the state in which tic-tac-toe begins.

# %%
game = TicTacToe()
start = game.initial
show(game, start)

# %% [markdown]
# Whose turn is it, and what may that player do?
# A square is written as `(row, column)`; both count from 0, and row 0 is on top.
# So the square in the middle is `(1, 1)`.

# %%
game.to_move(start), game.actions(start)

# %% [markdown]
# What a player may do is called an *action*.
# An action leads from one state to another.
# X takes the square in the middle:

# %%
middle = game.result(start, (1, 1))
show(game, middle, last=(1, 1))

# %% [markdown]
# Now think before you run the next cell.
# We still have the name `start`: is the board that it stands for empty, or does it have a cross in the middle?
# (A state can be shown as text, too.)

# %%
print(game.render(start))

# %% [markdown]
# It is empty: `result` always makes a new state, and leaves the old one as it was.
# That is what lets a search try an action, look at what comes of it, and then try another.
#
# ## Two players who do not think
#
# A *player* is anything that looks at a game and a state and answers with an action.
# `random_player` picks any legal action.
# It needs a source of randomness; the number in `Random(7)` makes the dice fall the same way each time.

# %%
record = play_game(game, [random_player(Random(7)), random_player(Random(8))])
record

# %% [markdown]
# Below the board stand the moves, as people write them: the letter is the column, and the number is the row, counted from below.
#
# Change the 7 to another number and run the cell again: another game.
# Who wins more often, the player who begins or the other one?
# We let the two play 500 games and count.

# %%
from collections import Counter


def count_winners(first, second, games):
    """How often each player won; None stands for a draw."""
    return Counter(play_game(game, [first, second]).winner for _ in range(games))


count_winners(random_player(Random(1)), random_player(Random(2)), 500)

# %% [markdown]
# Between two players who do not think, it clearly helps to begin.
#
# ## A player of your own
#
# Here is your first exercise, a small one, to see how exercises work.
# Many people like the middle of the board.
# Write a player that takes the middle square `(1, 1)` if that is legal, and the first legal action if it is not.
#
# The cell below holds the beginning of a function: its name, its arguments and, between triple quotes, what it has to give back.
# The line that raises `NotImplementedError` stands for what is missing.
# Put your code in place of the two lines below the comments, and run the cell.
#
# You need one thing that you have seen (`game.actions(state)`, all legal actions, in order) and two things of Python: `x in things` asks whether `x` is among them, and `things[0]` is the first.


# %% exercise="middle_first"
def middle_first(game, state):
    """The middle square (1, 1) if it is legal, else the first legal action.

    At the start of tic-tac-toe this is (1, 1).
    After b2, where the middle is taken, it is (0, 0).
    """
    # 1. Is (1, 1) among the legal actions? Then give it back.
    # 2. If not, give back the first of them.
    ### BEGIN SOLUTION
    if (1, 1) in game.actions(state):
        return (1, 1)
    return game.actions(state)[0]
    ### END SOLUTION


# %% [markdown]
# Is it right?
# The next cell asks your function about many states, and compares what it gives back with what is right.
#
# - *not attempted*: there is nothing of yours to check yet.
# - *wrong*: you see the smallest position in which it goes wrong, what was expected there, and what your function gave.
# - *crashed*: an error came out of your function; you see in which line.
# - *too slow*: it was stopped, for example because a loop never ended.
# - *correct*: well done; later lessons can bring your function back.
#
# A box can also name the mistake, if it is one that many people make before they get it right.
# You may run a check as often as you like; nobody counts.

# %% check="middle_first" points=0

# %% [markdown]
# Try what happens if you do it wrong: return `(1, 1)` always, for example, and run both cells again.
# Reading such a box is half of the work in the lessons to come.
#
# If you are stuck, ask for a hint.
# There are three for every exercise, each time you run the cell another one: first a question, then the idea, then the shape of the code.

# %%
hint("middle_first")

# %% [markdown]
# Your function is a player, so it can play.
# Some cells, such as the next one, need a function of yours.
# They stand below a line `with needs("its name"):`, and wait politely until you have written it.

# %%
with needs("middle_first"):
    middle_first(game, start)
    display(play_game(game, [middle_first, random_player(Random(3))]))

# %% [markdown]
# How often does it win, if it begins?
# You have seen how often X won when neither player had a thought.
# Guess first: does it help to take the middle, and to think of nothing else?

# %%
with needs("middle_first"):
    middle_first(game, start)
    print(count_winners(middle_first, random_player(Random(2)), 500))

# %% [markdown]
# The middle alone makes X win more often: more lines go through it than through any other square.
# But your player has a weakness that you will find at once if you play against it.
# Click on a square, or go there with the arrow keys and press <kbd>Enter</kbd>.

# %%
with needs("middle_first"):
    middle_first(game, start)
    display(play_widget(game, middle_first, you_play="O"))

# %% [markdown]
# It never looks at what you are up to.
#
# ## A player who looks ahead
#
# `alphabeta_player` follows every line of play to its end and picks an action that nobody can spoil.
# In the third lesson you will write the search behind it yourself.
# Here it plays X against a player who does not think.

# %%
record = play_game(game, [alphabeta_player(), random_player(Random(3))])
record

# %% [markdown]
# Now back to the question from the top: how often does the thoughtless player win?
# This time the thinker is O, so that it does not even begin.
# They play 200 games, and the thinker looks at hundreds of states in each of them.

# %%
count_winners(random_player(Random(4)), alphabeta_player(), 200)

# %% [markdown]
# X, who does not think, never wins.
# If you guessed *now and then*, you are in good company: 200 games look like 200 chances.
# But a player who sees every line to its end leaves none of them open.
#
# And two such players against each other?
# Guess first.

# %%
play_game(game, [alphabeta_player(), alphabeta_player()]).winner is None

# %% [markdown]
# Nobody wins: a draw.
# Neither of the two draws lots, so they play this very game every time.
#
# Play against the thinker yourself.
# Can you get more than a draw?

# %%
play_widget(game, alphabeta_player(), you_play="X")

# %% [markdown]
# ## Watching it think
#
# What goes on in there?
# Here is the end of a game, with O to move, and every line that the thinker looks at from there.
# Press the button with the arrow, or the right arrow key, and go through its thoughts one by one.
#
# Before you do, look at the board: what would *you* play for O, and why?

# %%
from course_lib import alphabeta_search

endgame = game.parse("X . X\n. O .\n. X O")
step_through(alphabeta_search, game, endgame)

# %% [markdown]
# O has only one move that does not lose, and the thinker finds it: value 0, a draw.
# Dashed branches were never looked at, because they could not have changed its mind.
# Why it may leave them out is the question of the third lesson.
#
# ## A bigger board
#
# The same players play other games, because every game answers the same few questions.
# Connect Four has too many states to look to the end, so this thinker stops after four moves.

# %%
from course_lib import ConnectFour

connect_four = ConnectFour()
record = play_game(connect_four, [random_player(Random(5)), alphabeta_player(depth=4)])
show(record)

# %% [markdown]
# ## What to remember
#
# - A game knows the rules; a state is one position, and never changes.
# - A player looks at a game and a state, and answers with an action.
# - To look ahead is to try actions on new states, again and again, before playing one of them.
#
# | word | means |
# | --- | --- |
# | game | the rules: who plays, what is allowed, when it is over, what the end is worth |
# | state | one position, with whose turn it is; it never changes |
# | action | what the player to move may do, such as taking the square `(1, 1)` |
# | result | the new state to which an action leads |
# | player | looks at a game and a state, and answers with an action |
#
# ## Try it yourself
#
# 1. From memory: what does `game.actions(state)` give, and when is it empty?
# 2. What does `middle_first` do in Connect Four, where `(1, 1)` is hardly ever legal? Guess, and then let it play there.
# 3. Let the thinker in Connect Four look only one move ahead (`depth=1`). Does it still win?
# 4. Write a player that takes a corner first. Is it better than `middle_first`? How many games do you need to be sure?
# 5. An open question: how would you tell whether one player is *better* than another, and not only luckier?
#
# In the textbooks this is the chapter on adversarial search: a game is described by an initial state, whose turn it is, the actions, their results, and the utility at the end.
# The next lesson writes down exactly these.
