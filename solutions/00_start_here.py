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
# To run a cell, click on it and press <kbd>Shift</kbd> + <kbd>Enter</kbd>.
# Run them from top to bottom; each one builds on those before it.

# %%
from random import Random

from course_lib import TicTacToe, alphabeta_player, play_game, random_player
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
# A square is written as `(row, column)`, and row 0 is on top.

# %%
game.to_move(start), game.actions(start)

# %% [markdown]
# An *action* leads from one state to another.
# X takes the square in the middle:

# %%
middle = game.result(start, (1, 1))
show(game, middle, last=(1, 1))

# %% [markdown]
# The old state has not changed: `result` always makes a new one.
# That is what lets a search try an action, look at what comes of it, and then try another.
# A state can be shown as text, too.

# %%
print(game.render(start))

# %% [markdown]
# ## Two players who do not think
#
# A *player* is anything that looks at a game and a state and answers with an action.
# `random_player` picks any legal action.
# It needs a source of randomness; the number in `Random(7)` makes the dice fall the same way each time.

# %%
record = play_game(game, [random_player(Random(7)), random_player(Random(8))])
record

# %% [markdown]
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
# A draw, every time.
#
# ## Your turn
#
# Play against the thinker yourself: click on a square, or go there with the arrow keys and press <kbd>Enter</kbd>.
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
# ## Try it yourself
#
# 1. From memory: what does `game.actions(state)` give, and when is it empty?
# 2. Let the thinker in Connect Four look only one move ahead (`depth=1`). Does it still win?
# 3. Write a player of your own: a function `def first_square(game, state):` that returns the first legal action. Let it play against `random_player`.
# 4. An open question: how would you tell whether one player is *better* than another, and not only luckier?
#
# In the textbooks this is the chapter on adversarial search: a game is described by an initial state, whose turn it is, the actions, their results, and the utility at the end.
# The next lesson writes down exactly these.
