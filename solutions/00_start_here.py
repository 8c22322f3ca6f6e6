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
# Now and then, surely: anyone can get lucky.
# By the end of this lesson you'll know how lucky, and you'll have measured a player of your own against four others.
#
# It takes about half an hour, and nothing here is graded.
# When you've finished, you'll be able to
#
# - run a notebook, check a function you wrote, and ask for a hint,
# - tell a game from a state, and an action from a player,
# - play against a program and watch it look ahead.

# %% [markdown]
# ## First things first
#
# A notebook mixes text like this with *cells* of code.
# To run a cell, click on it and press <kbd>Shift</kbd> + <kbd>Enter</kbd>; its output appears below.
# Try it with this one.
# Every lesson begins with such a cell: it brings the names that the others use, and shows nothing.

# %%
from collections import Counter
from random import Random

from IPython.display import display

from course_lib import (
    ConnectFour,
    TicTacToe,
    alphabeta_player,
    minimax_search,
    play_game,
    random_player,
)
from course_lib.checks import check, hint, needs
from course_lib.commands.doctor import report, the_packages, the_python
from course_lib.lessons.class_ladder import meet_class
from course_lib.lessons.first_ladder import join
from course_lib.questions import guessed, predict
from course_lib.views import play_widget, show, step_through

# %% picture="thinker"
game = TicTacToe()
record = play_game(game, [random_player(Random(6)), alphabeta_player()])
show(game, record.states()[5], last=record.actions[4])

# %% [markdown]
# And this one checks that everything is installed.

# %%
missing = [found for found in (the_python(), *the_packages()) if not found.ok]
print("\n".join(report(missing)) if missing else "Everything is installed.")

# %% [markdown]
# Run the cells from top to bottom, because each one builds on those before it.
# Change them as you like and run them again: you can't break anything.
# If you ever get lost, choose *Restart Kernel and Run All Cells* in the *Kernel* menu, and everything starts afresh.
# After a restart Python knows none of your functions, and no names: if a cell says that a name *is not defined*, run the first cell of the lesson again, and then those above.
#
# Boxes like the next one ask you for a guess.
# Nobody grades your guesses, and a wrong one often teaches you more than a right one.
# If you like, say first how sure you are: in lesson 8 you'll see how often you were right when you felt sure.
# Here is the first, about the two players at the top.

# %% predict="thoughtless_wins"
question = "They play 200 games. How many of them does the thoughtless player win?"
answer = 0
later = True
because = """
Further down the two of them play, and you can count.
"""

# %% [markdown]
# ## A game and its states
#
# A *game* knows the rules, and nothing but the rules.
# A *state* is a position: what is on the board, and whose turn it is.
# Here is the state every game of tic-tac-toe starts from.

# %%
game = TicTacToe()
start = game.initial
show(game, start)

# %% [markdown]
# Whose turn is it, and what may that player do?
# Let's ask the game.
# It writes a square as `(row, column)`, counting from 0 with row 0 at the top, so `(1, 1)` is the middle.
# The letters and numbers along the edge are for people, who call the same square `b2`.

# %%
game.to_move(start), game.actions(start)

# %% claim="the_middle_is_b2"
assert _[0] == "X"
assert (1, 1) in _[1]
assert game.action_name((1, 1)) == "b2"

# %% [markdown]
# Each thing a player may do is an *action*, and an action leads from one state to the next.
# Let X take the middle:

# %%
middle = game.result(start, (1, 1))
show(game, middle, last=(1, 1))

# %% [markdown]
# (The black corner marks the square of the last move.)

# %% predict="old_state"
question = "We still have the state `start`. What does its board look like now?"
choices = ["empty", "a cross in the middle"]
answer = "empty"
because = """
`result` always makes a *new* state and leaves the old one alone. That's how a program can try an
action, look at what comes of it, and then try a different one.
"""

# %%
print(game.render(start))

# %% [markdown]
# ## Two players who don't think
#
# A *player* is any function that takes a game and a state and answers with an action.
# `random_player` makes one that just rolls the dice and picks any legal action.
# The 7 in `Random(7)` makes those dice fall the same way every time.

# %%
record = play_game(game, [random_player(Random(7)), random_player(Random(8))])
record

# %% [markdown]
# Change the 7, run the cell again, and you get a different game.
# A single game says little about the players.
# So let them play 500, and count.


# %%
def count_winners(first, second, games):
    """How often each player won; None counts the draws."""
    return Counter(play_game(game, [first, second]).winner for _ in range(games))


count_winners(random_player(Random(1)), random_player(Random(2)), 500)

# %% claim="first_wins_twice_as_often"
assert 1.6 < _["X"] / _["O"] < 2.4

# %% [markdown]
# Both players are equally clueless, and still X wins about twice as often as O.
# When nobody thinks, going first is worth a lot.
#
# ## A player of your own
#
# Here is your first exercise, a small one, to see how exercises work.
# Many people like the middle of the board.
# Write a player that takes the middle square `(1, 1)` if that is legal, and otherwise the first legal action.
# It should be able to play any game: on other boards, and even where an action is a number instead of a square.
#
# The cell below has the start of the function: its name, its arguments and, between triple quotes, what it should return.
# Delete the line that raises `NotImplementedError`, write your code in its place, and run the cell.
#
# You need `game.actions(state)`, which you met above, and two bits of Python: `x in things` asks whether `x` is one of the things, and `things[0]` is the first of them.


# %% exercise="middle_first"
def middle_first(game, state):
    """The middle square (1, 1) if it is legal, otherwise the first legal action.

    At the start of tic-tac-toe this is (1, 1).
    Once the middle is taken, say after b2, the answer is (0, 0).
    """
    # 1. Is (1, 1) among the legal actions? Then return it.
    # 2. If not, return the first of them.
    ### BEGIN SOLUTION
    if (1, 1) in game.actions(state):
        return (1, 1)
    return game.actions(state)[0]
    ### END SOLUTION


# %% check="middle_first" points=0

# %% [markdown]
# That cell tried your function on many states and compared its answers with the right ones.
# The box below it can say
#
# - *not attempted*: there is nothing of yours to check yet,
# - *wrong*: here is the smallest position where it goes wrong, what was expected, and what your function returned,
# - *crashed*: your function raised an error, and here is the line where it happened,
# - *too slow*: it had to be stopped, perhaps because a loop never ended,
# - *correct*: well done, and later lessons can use your function again.
#
# Some mistakes are so popular that the box knows them by name.
# Check as often as you like; nobody counts.
#
# Once it's correct, break it on purpose: always return `(1, 1)`, say, and run both cells again.
# You'll see many such boxes in this course, so have a good look at one.
# Then put your code back, and check once more.
#
# Stuck? Run the next cell for a hint; otherwise skip it.
# Each run gives you the next one: a question, then the idea, then the outline of the code.
# The fourth, where there is one, is the code itself with its lines out of order.

# %%
hint("middle_first")

# %% [markdown]
# Your function is a player, so let it play.
# Cells that use a function of yours contain the line `with needs("its name"):`.
# If you haven't written that function yet, the cell stops there and tells you so. Write it, and run the cell again.

# %% predict="middle_against_random"
question = (
    "Your player grabs the middle and then stops thinking. Does that help against a random one?"
)
choices = ["yes, it wins more often", "no difference", "no, it wins less often"]
answer = "yes, it wins more often"
because = """
Four of the eight lines run through the middle, more than through any other square. Taking it helps,
even if you have no idea why.
"""

# %%
with needs("middle_first"):
    middle_first(game, start)  # stops here until you have written it
    print(count_winners(middle_first, random_player(Random(2)), 500))

# %% claim="a_rule_beats_dice"
dice = count_winners(random_player(Random(1)), random_player(Random(2)), 500)
assert count_winners(middle_first, random_player(Random(2)), 500)["X"] > dice["X"]

# %% [markdown]
# So even one simple rule beats rolling dice.
# (Is it really the middle that helps? Question 4 at the end gives you a way to find out.)
# But your player has a weakness: what does it never look at?
# Play against it to find out: click on a square, or go there with the arrow keys and press <kbd>Enter</kbd>.
# It gets ten seconds for each move. If your player ever gets stuck in a loop, the board tells you which line it's in.

# %%
with needs("middle_first"):
    middle_first(game, start)  # stops here until you have written it
    display(play_widget(game, middle_first, you_play="O", seconds=10))

# %% [markdown]
# ## A player who looks ahead
#
# Your player never looks at what *you* are doing.
# `alphabeta_player` looks ahead to the end of the game, and only then picks an action.
# In lesson 3 you will write the search behind it.
#
# Now back to the question at the top: how lucky can a player get without thinking?
# The two play 200 games, and the thoughtless one even gets to begin.

# %%
count_winners(random_player(Random(4)), alphabeta_player(), 200)

# %% claim="not_one"
assert _["X"] == 0
assert _["O"] > 100
assert set(_) == {"O", None}

# %% [markdown]
# `O` won most of the games, `None` counts the draws, and `X` doesn't appear at all.
# What did you say at the beginning?

# %%
guessed("thoughtless_wins")

# %% [markdown]
# Luck needs an opponent who makes mistakes, and a player who looks ahead to the very end doesn't make any.
#
# And if two of these thinkers play each other?

# %%
show(play_game(game, [alphabeta_player(), alphabeta_player()]))

# %% claim="always_the_same_draw"
one, other = (play_game(game, [alphabeta_player(), alphabeta_player()]) for _ in range(2))
assert one.winner is None
assert one.actions == other.actions

# %% [markdown]
# A draw, and it's the same game every time, because neither of them leaves anything to chance.
#
# Your turn: can you get more than a draw?

# %%
play_widget(game, alphabeta_player(), you_play="X")

# %% [markdown]
# ## Watch it think
#
# Here is the end of a game, and this time you have to think first.

# %% predict="saving_square"
question = "It's O's turn. Which square should O take? Click it."
game = TicTacToe()
on = game, game.parse("X . X\n. O .\n. X O")
answer = (0, 1)
because = """
Anywhere else, and X completes the top row. After `b3` O can hold the draw.
"""

# %% [markdown]
# A program can't see that at a glance, so it tries things out: here it looks at everything that can still happen.
# Click |▶, the fourth button from the left, and follow its thoughts one by one; after the first click the right arrow key works, too.
# When you've seen enough, ▶ plays the rest, and pressing 0 at the end shows the whole tree.

# %%
endgame = game.parse("X . X\n. O .\n. X O")
step_through(minimax_search, game, endgame)

# %% claim="what_the_thinkers_visit"
from course_lib import Watched, alphabeta_search

assert minimax_search(endgame_watched := Watched(game), endgame) == (0, game.action_named("b3"))
assert endgame_watched.visits == 51
assert alphabeta_search(cuts := Watched(game), endgame) == (0, game.action_named("b3"))
assert cuts.visits == 19

# %% [markdown]
# It settles on `b3`, which is worth 0: a draw.
# To find that one move it visited 51 states.
# The thinker you played against visits only 19 of them, and still makes the same choice.
# How can it know what it may skip, without looking?
# That's the story of lesson 3.
#
# ## A bigger board
#
# The same players can play other games, because every game answers the same few questions.
# Connect Four is too big to think through to the end, so here the thinker looks only four moves ahead.

# %%
connect_four = ConnectFour()
record = play_game(connect_four, [random_player(Random(5)), alphabeta_player(depth=4)])
show(record)

# %% [markdown]
# ## On the ladder
#
# Put your player on a ladder: it plays ten games against each of five opponents, and you get a short account of the very last game.
# (Ten games are few: by luck a player may stand below one that it beats in the long run. Compare the 500 games above.)
# The ladder remembers your players, so come back with a better one: any function that takes a game and a state will do.
# What would *you* look at before you move?

# %%
with needs("middle_first"):
    middle_first(game, start)  # stops here until you have written it
    display(join(game, middle_first))

# %% [markdown]
# ### Meet your class
#
# Does your class have a ladder, too? Then your teacher shows its address: put it between the quotes after `at`, and after `me` a name for your classmates to see. It needn't be your real one.
# Run the cell, and your player plays ten games over the network, against theirs and against the five that you know.
# It stays on your computer, and only its moves travel. Later lessons will remember both, so then one click is enough.

# %%
with needs("middle_first"):
    middle_first(game, start)  # stops here until you have written it
    display(meet_class(game, middle_first, at="", me=""))

# %% [markdown]
# ## What to remember
#
# - A game knows the rules; a state is one position, and it never changes.
# - A player looks at a game and a state, and answers with an action.
# - To look ahead is to try actions, see which states they lead to, and only then play one.
#
# | word | means |
# | --- | --- |
# | game | the rules: who plays, what is allowed, when it's over, and who has won |
# | state | one position, including whose turn it is; it never changes |
# | action | something the player to move may do, such as taking the square `(1, 1)` |
# | result | the new state that an action leads to |
# | player | a function that takes a game and a state, and answers with an action |

# %% [markdown]
# ## Further on
#
# 1. From memory: what does `game.actions(state)` return, and when is it empty?
# 2. What does `middle_first` do in Connect Four, where `(1, 1)` is hardly ever legal? Guess, then let it play there.
# 3. Let the Connect Four thinker look only one move ahead (`depth=1`). Does it still win?
# 4. Write a player that takes a corner first, and one that always takes the first legal action. Is either better than `middle_first`? You may be surprised. How many games do you need to be sure?
# 5. Open: how would you find out whether one player is *better* than another, and not just luckier?
#
# Textbooks treat all this under *adversarial search*, and they define a game by six things: where it starts, whose turn it is, which actions there are, what they lead to, when it is over, and what the end is worth.
# In the next lesson you'll write nearly all of them.
