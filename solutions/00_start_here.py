# %% [markdown]
# # Start here
#
# Two players sit down at a tic-tac-toe board.
# One of them plays whatever the rules allow, without a thought.
# The other looks ahead to the very end of the game before every move.
#
# ![A tic-tac-toe board after five moves; O, who thinks, is about to win](attachment:thinker.png)
#
# How often will the thoughtless one win?
# Now and then, surely: even a blind chicken finds a grain.
# By the end of this lesson you will know whether that is so, and you will have written a player yourself.
#
# There are no grades here, and it takes about half an hour.
# Afterwards you can
#
# - run a notebook, check a function you wrote, and ask for a hint,
# - tell a game, a state, an action and a player apart,
# - play against a program and watch it look ahead.

# %% picture="thinker"
from random import Random

from course_lib import TicTacToe, alphabeta_player, play_game, random_player
from course_lib.views import show

game = TicTacToe()
record = play_game(game, [random_player(Random(6)), alphabeta_player()])
show(game, record.states()[5], last=record.actions[4])

# %% [markdown]
# ## Is everything there?
#
# A notebook is made of texts like this one and of *cells* with code.
# To run a cell, click on it and press <kbd>Shift</kbd> + <kbd>Enter</kbd>; its output appears below.
# Try it with this one, which checks that everything is installed.

# %%
from course_lib.commands.doctor import report, the_packages, the_python

missing = [found for found in (the_python(), *the_packages()) if not found.ok]
print("\n".join(report(missing)) if missing else "Everything is there.")

# %% [markdown]
# Run the cells from top to bottom, because each one builds on those before it.
# Change them as you like and run them again: you can't break anything.
# If you ever get lost, choose *Restart Kernel and Run All Cells* in the *Kernel* menu, and you are back at the start.
#
# Boxes like the next one ask for a guess.
# Nobody grades it, and a wrong guess often teaches more than a right one.

# %% predict="thoughtless_wins"
question = "They play 200 games, and the thoughtless player always begins. How many does it win?"
answer = 0
because = """
Not one. Two hundred games look like two hundred chances, but a player who sees every line to its
end leaves none of them open. Further down you can watch it happen.
"""

# %% [markdown]
# ## A game and its states
#
# A *game* knows the rules, and nothing but the rules.
# A *state* is a position: what is on the board, and whose turn it is.
# Tic-tac-toe starts in this one.

# %%
from course_lib import TicTacToe
from course_lib.views import show

game = TicTacToe()
start = game.initial
show(game, start)

# %% [markdown]
# Whose turn is it, and what may that player do?
# The program writes a square as `(row, column)`, counting from 0 with row 0 at the top, so `(1, 1)` is the one in the middle.
# The letters and numbers on the rim are for people, who call it `b2`.

# %%
game.to_move(start), game.actions(start)

# %% [markdown]
# Each thing a player may do is an *action*, and an action leads from one state to the next.
# Let X take the middle:

# %%
middle = game.result(start, (1, 1))
show(game, middle, last=(1, 1))

# %% predict="start_unchanged"
question = "We still have the name `start`. What does its board look like now?"
choices = ["empty", "a cross in the middle"]
answer = "empty"
because = """
`result` always makes a *new* state and leaves the old one alone. That is what lets a program try an
action, look at what comes of it, and then try another.
"""

# %%
print(game.render(start))

# %% [markdown]
# ## Two players who don't think
#
# A *player* is anything that looks at a game and a state and answers with an action.
# `random_player` picks any legal one.
# The number in `Random(7)` makes the dice fall the same way every time.

# %%
from random import Random

from course_lib import play_game, random_player

record = play_game(game, [random_player(Random(7)), random_player(Random(8))])
record

# %% [markdown]
# Change the 7, run the cell again, and you get another game.
# Does it help to begin?
# One game won't tell, so let them play 500.

# %%
from collections import Counter


def count_winners(first, second, games):
    """How often each player won; None stands for a draw."""
    return Counter(play_game(game, [first, second]).winner for _ in range(games))


count_winners(random_player(Random(1)), random_player(Random(2)), 500)

# %% [markdown]
# When nobody thinks, going first clearly helps.
#
# ## A player of your own
#
# Here is your first exercise, a small one, to see how exercises work.
# Many people like the middle of the board.
# Write a player that takes the middle square `(1, 1)` if that is legal, and otherwise the first legal action.
#
# The cell below has the beginning of a function: its name, its arguments and, between triple quotes, what it should return.
# Replace the two lines below the comments (the one that raises `NotImplementedError` marks the gap) with your code, and run the cell.
#
# You need `game.actions(state)`, which you have just seen, and two bits of Python: `x in things` asks whether `x` is among them, and `things[0]` is the first.


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
# That cell tried your function on many states and compared its answers with the right ones.
# The box can say
#
# - *not attempted*: there is nothing of yours to check yet,
# - *wrong*: here is the smallest position where it goes wrong, with what was expected and what you gave,
# - *crashed*: your function raised an error, in this line,
# - *too slow*: it had to be stopped, perhaps because a loop never ended,
# - *correct*: well done; later lessons can bring your function back.
#
# Check as often as you like. Nobody counts.
#
# Now get it wrong on purpose: always return `(1, 1)`, say, and run both cells again.
# Reading such a box is half the work in the lessons ahead.
#
# Stuck? Ask for a hint.
# There are three for every exercise, a new one each time you run the cell: a question, then the idea, then the shape of the code.

# %%
from course_lib.checks import hint

hint("middle_first")

# %% [markdown]
# Your function is a player, so let it play.
# Cells that need a function of yours stand under `with needs("its name"):` and wait politely until you have written it.

# %% predict="middle_helps"
question = (
    "It takes the middle and thinks of nothing else. Does that help against the random player?"
)
choices = ["yes, it wins more often", "no difference", "no, it wins less often"]
answer = "yes, it wins more often"
because = """
More lines run through the middle than through any other square, so the middle alone already helps.
"""

# %%
from IPython.display import display

from course_lib.checks import needs

with needs("middle_first"):
    middle_first(game, start)
    print(count_winners(middle_first, random_player(Random(2)), 500))

# %% [markdown]
# It does have a weakness, and you'll find it at once when you play against it.
# Click on a square, or go there with the arrow keys and press <kbd>Enter</kbd>.

# %%
from course_lib.views import play_widget

with needs("middle_first"):
    middle_first(game, start)
    display(play_widget(game, middle_first, you_play="O"))

# %% [markdown]
# It never looks at what *you* are doing.
#
# ## A player who looks ahead
#
# `alphabeta_player` follows every line of play to its end and picks an action that nobody can spoil.
# In lesson 3 you will write the search behind it.
# For now, here it is against the random player, which even gets to begin: the 200 games you guessed about.

# %%
from course_lib import alphabeta_player

count_winners(random_player(Random(4)), alphabeta_player(), 200)

# %% [markdown]
# And if two of them play each other?
# The next cell asks whether nobody wins.

# %%
play_game(game, [alphabeta_player(), alphabeta_player()]).winner is None

# %% [markdown]
# A draw, and always the same one, because neither of them leaves anything to chance.
#
# Your turn: can you get more than a draw?

# %%
play_widget(game, alphabeta_player(), you_play="X")

# %% [markdown]
# ## Watch it think
#
# Here is the end of a game, with O to move, and every line the thinker looks at.
# Decide what *you* would play for O.
# Then press the arrow button, or the right arrow key, and walk through its thoughts one by one.

# %%
from course_lib import alphabeta_search
from course_lib.views import step_through

endgame = game.parse("X . X\n. O .\n. X O")
step_through(alphabeta_search, game, endgame)

# %% [markdown]
# Only one move saves O, and the thinker finds it: value 0, a draw.
# The dashed branches were never looked at, since nothing in them could have changed its mind.
# How it can know that without looking is the story of lesson 3.
#
# ## A bigger board
#
# The same players play other games, because every game answers the same few questions.
# Connect Four is too big to search to the end, so here the thinker stops after four moves.

# %%
from course_lib import ConnectFour

connect_four = ConnectFour()
record = play_game(connect_four, [random_player(Random(5)), alphabeta_player(depth=4)])
show(record)

# %% [markdown]
# ## What to remember
#
# - A game knows the rules; a state is one position, and it never changes.
# - A player looks at a game and a state, and answers with an action.
# - Looking ahead means trying actions on new states, again and again, before playing one of them.
#
# | word | means |
# | --- | --- |
# | game | the rules: who plays, what is allowed, when it is over, what the end is worth |
# | state | one position, with whose turn it is; it never changes |
# | action | something the player to move may do, such as taking the square `(1, 1)` |
# | result | the new state that an action leads to |
# | player | looks at a game and a state, and answers with an action |

# %% [markdown]
# ## Further on
#
# 1. From memory: what does `game.actions(state)` give, and when is it empty?
# 2. What does `middle_first` do in Connect Four, where `(1, 1)` is hardly ever legal? Guess, then let it play there.
# 3. Let the Connect Four thinker look only one move ahead (`depth=1`). Does it still win?
# 4. Write a player that takes a corner first. Is it better than `middle_first`? How many games do you need to be sure?
# 5. Open: how would you tell whether one player is *better* than another, and not just luckier?
#
# In the textbooks this is the chapter on adversarial search: a game is an initial state, whose turn it is, the actions, their results, and the utility at the end.
# The next lesson writes exactly these down.
