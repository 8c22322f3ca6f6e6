# %% [markdown]
# # Monte Carlo tree search: what random games know
#
# Here is the empty board of Connect Four, and here is somebody who knows the rules and nothing else:
# no evaluation, no openings, no idea what a good move looks like.
#
# ![The empty board of Connect Four, seven columns from a to g](attachment:empty.png)
#
# What could such a person do?
# Try each of the seven first moves, and play on from there a thousand times, dropping stones at random for both sides.
# Count 1 for a win, -1 for a loss, 0 for a draw; take the mean for each column, and pick the best.
#
# It sounds hopeless.
# For years nearly everybody in computer Go thought so too, while their programs, stuffed with expert knowledge, lost to talented children.
# Then, in 2006, Rémi Coulom let random games grow a tree, and Levente Kocsis and Csaba Szepesvári worked out where the next game should go.
# Ten years later AlphaGo, a descendant of that idea, beat Lee Sedol, one of the best players who ever lived.
# Today you write the original, in two sittings of a little over an hour, each with a place for a break in the middle.
#
# - **First sitting:** what random games know, how to share them out, and a tree that grows.
# - **Second sitting:** your complete search, a match against alpha-beta, and a blind spot with its cure.
#
# From earlier lessons you only need the words: state, action, utility, minimax.
# In checks and in grading the library's searches are switched off: the search you hand in has to be your own.

# %% picture="empty"
from course_lib import ConnectFour
from course_lib.views import show

show(ConnectFour(), ConnectFour().initial)

# %% predict="best_column"
question = "With perfect play X wins from just one column. Which one?"
choices = ["a", "b", "c", "d", "e", "f", "g"]
answer = "d"
because = """
The middle. James Allen and Victor Allis proved it in October 1988, two weeks apart and without
knowing of each other. Will seven thousand thoughtless games find it too?
"""

# %% [markdown]
# # First sitting: games that grow a tree
#
# ## Exercise 1: one playout
#
# A game played at random to its end is called a **playout**.
# Play one from a given state, and return what the final state is worth to the first player, X.
# Your function is given `rng`, a `random.Random`; `rng.choice(things)` picks one of several things at random.
# Use it for every random choice, and the same seed will always play the same game.


# %% exercise="random_playout"
def random_playout(game, state, rng):
    """Play one random game from this state, and return what it is worth to game.players[0].

    If X has already won, no move is made and the result is 1.
    """
    # As long as the game is not over, pick a legal action at random and play it.
    # Return the utility of the final state for the first player.
    ### BEGIN SOLUTION
    while not game.is_terminal(state):
        state = game.result(state, rng.choice(game.actions(state)))
    return game.utility(state, game.players[0])
    ### END SOLUTION


# %% check="random_playout" points=2

# %% [markdown]
# Stuck? Every exercise has three hints, and each run of this cell shows one more.

# %%
from course_lib.checks import hint

hint("random_playout")

# %% [markdown]
# Now for the seven thousand games.
# (`compact` makes the same game with smaller states, so the wait is shorter.)

# %%
from random import Random

from course_lib import ConnectFour, compact
from course_lib.checks import needs

four = ConnectFour()
small_four = compact(four)


def mean_after(game, state, action, games, rng):
    """The mean of this many playouts after this action, for the first player."""
    after = game.result(state, action)
    return sum(random_playout(game, after, rng) for _ in range(games)) / games


with needs("random_playout"):
    rng = Random(1)
    for action in small_four.actions(small_four.initial):
        mean = mean_after(small_four, small_four.initial, action, 1_000, rng)
        print(small_four.action_name(action), f"{mean:6.3f}")

# %% [markdown]
# The middle has by far the best mean, and nobody told the program about columns, rows or threats.
# It isn't magic: a stone in the middle is on more lines of four than any other, so even blind players complete one more often.
#
# Is that all there is to it, then? A few thousand playouts per action, and take the best mean?
# Here MAX has two choices, and each leaf is 1 for a win, 0 for a draw, -1 for a loss.

# %%
from course_lib import TextbookTree
from course_lib.views import draw_tree

trap = TextbookTree([[1] * 11 + [-1], [0, 0, 0]])
draw_tree(trap, values=False)

# %% predict="trap_mean"
question = "MIN replies at random, a thousand times. Roughly what will the left branch's mean be?"
answer = 0.83
because = """
Eleven wins and one loss make 10/12. But a MIN who is no fool picks the twelfth reply, so the left
branch *loses*, and the right one, worth 0, is better.

A mean over random games assumes that your opponent plays at random. Another thousand games won't
change that.
"""

# %% [markdown]
# The means pick the left branch, where a good MIN wins.
# And of our seven thousand games, most went to columns that were plainly worse.
# So two things have to improve.
#
# - We shouldn't waste games on actions that are plainly bad, but play them where the choice is still open.
# - In *every* state, not just the first, games should go where **the player who chooses there** would go.
#
# ## One decision: the bandit
#
# The first problem is an old one, usually told as a story about a gambler.
# You stand in front of a row of slot machines ("one-armed bandits") with a limited number of coins. Each machine has its own mean payout, and you know none of them.
# Stick with the one that has paid best so far, and you may be stuck with the wrong one forever.
# Play them all equally, and you waste most of your coins.
#
# UCB1, by Auer, Cesa-Bianchi and Fischer (2002), gives each machine a number, its *upper confidence bound*, and plays the one with the largest:
#
# $$\text{mean} + c\,\sqrt{\frac{\ln(\text{all tries})}{\text{its own tries}}}$$
#
# The first part is what you know: it **exploits**.
# The second part is your doubt: it **explores**, and the constant c says how much the doubt counts.
# (Why a logarithm? It never stops growing, so no machine is given up for good; but it grows slowly, so bad ones are tried less and less.)
#
# In a tree, tries are called *visits*, and "all tries" are the visits of the parent.

# %% predict="which_bound"
question = "A and B have the same mean, but A was tried 10 times and B 40 times. Which has the larger bound?"
choices = ["A", "B", "both the same"]
answer = "A"
because = """
Ten tries leave more doubt than forty, so A is tried next. Each time you try a machine, your doubt about
it shrinks, and your doubt about all the others creeps up.
"""

# %% [markdown]
# ## Exercise 2: the bound
#
# Now the formula in Python. It leaves out one case: an action that was never tried has no mean, and should come first.

# %%
from math import inf, log, sqrt


# %% exercise="ucb1"
def ucb1(mean, visits, parent_visits, c):
    """Return the upper confidence bound of an action that has this mean and this many visits.

    ucb1(0.5, 10, 40, 1.4) is about 1.35. An action without visits gets infinity, `inf`.
    """
    # What was never tried comes first, whatever the others have.
    # Otherwise: the mean, plus c times a square root. `log` is the natural logarithm.
    ### BEGIN SOLUTION
    if visits == 0:
        return inf
    return mean + c * sqrt(log(parent_visits) / visits)
    ### END SOLUTION


# %% check="ucb1" points=2

# %% [markdown]
# Back to the seven columns, this time with 700 games in all.
# Equal shares would be 100 for each column.

# %% predict="middle_share"
question = "How many of the 700 games will your bound send to the middle?"
answer = 350
because = """
About half of them, so the middle's mean is the one you know best. The other columns have fewer games
and rougher means, and that's fine: you need to know *that* they are worse, not by how much.
"""


# %%
from IPython.display import display

from course_lib.checks import needs
from course_lib.lessons.own_trees import plot_tries


def share_out(game, state, games, c, rng):
    """The action of each game, and for each action its number of games and their total."""
    actions = game.actions(state)
    visits, totals, tries = dict.fromkeys(actions, 0), dict.fromkeys(actions, 0), []

    def bound(action):
        """The number that decides which action is tried next."""
        mean = totals[action] / visits[action] if visits[action] else 0
        return ucb1(mean, visits[action], max(1, len(tries)), c)

    for _ in range(games):
        action = max(actions, key=bound)
        visits[action] += 1
        totals[action] += random_playout(game, game.result(state, action), rng)
        tries.append(game.action_name(action))
    return tries, visits, totals


with needs("random_playout", "ucb1"):
    tries, visits, totals = share_out(small_four, small_four.initial, 700, 1, Random(3))
    for action, count in visits.items():
        name = small_four.action_name(action)
        print(name, f"{count:4} games, mean {totals[action] / count:6.3f}")
    display(plot_tries(tries, "The middle pulls away from the rest, and none is given up."))

# %% [markdown]
# No column was written off: even the worst got a few games, just in case.
#
# That settles one decision.
# From the second move on, though, these players are still blind.
#
# **A good place for a break.**
#
# ## A tree that grows
#
# So do the same in **every** state.
# Keep a tree of states. It begins with the root alone, and every *simulation* makes it grow, in four steps:
#
# | step | what happens |
# | --- | --- |
# | **select** | walk down from the root, always to the child with the largest bound, until you come to a node with an untried action, or to the end of the game |
# | **expand** | try one such action: one new child joins the tree |
# | **play out** | play one random game from the new child to the end |
# | **back up** | tell every node on the path how it went |
#
# Inside the tree the players are no longer blind: each follows the bounds, which mostly means whatever has been good for *that* player.
# Only below the tree are the games random.
#
# A node is a dictionary.
# It holds its state, what has been counted there so far, and its *chooser*: the player whose move led to it.
# (Nobody chose the root, so we simply put down the player to move as its chooser.)


# %%
def new_node(game, state, chooser):
    """A node about which nothing is known yet; chooser is the player who chose to come here."""
    return {
        "state": state,
        "chooser": chooser,
        "visits": 0,
        "total": 0,  # the sum of what the games through here were worth
        "untried": list(game.actions(state)),
        "children": {},  # the child for each action that was tried
    }


hand = TextbookTree([[1, -1, 1], [[0, 1], [0, -1]], -1])
new_node(hand, (), "MAX")

# %% [markdown]
# The total divided by the visits is the node's mean. But *whose* mean?

# %% predict="whose_mean"
question = (
    "MAX picks a branch and arrives at a node where MIN is to move. Whose mean is kept there?"
)
choices = ["MAX's, who chose to come here", "MIN's, who moves on from here"]
answer = "MAX's, who chose to come here"
because = """
A mean is there to be *compared*, by the player who chooses between this node and its siblings. So it
has to be that player's mean, and `chooser` says who that is. (For the root it makes no difference.)
"""

# %% [markdown]
# To work by hand we need a tree that has already grown a little.
# Here is one after nine simulations. In the code, each node is named by the actions that lead to it, and has its visits and its total.

# %%
from course_lib.lessons.own_trees import drawn, grown


def after_nine():
    """The tree as it is after nine simulations, made afresh."""
    numbers = {(): (9, -3), (0,): (3, -1), (1,): (4, 0), (2,): (2, -2)}
    numbers |= {(0, 1): (1, 1), (0, 2): (1, -1), (1, 0): (2, -1), (1, 0, 1): (1, 1), (1, 1): (1, 0)}
    return grown(hand, new_node, numbers)


draw_tree(drawn(hand, after_nine(), c=1.4))

# %% [markdown]
# Each node shows its visits, its mean for whoever chose it (the *value*), and its bound with c = 1.4 (*UCB*).
# (The left node has 3 visits but only 1 + 1 below it: the missing one is the game played when it was new.)
#
# ## Exercise 3: select
#
# Where will the tenth simulation walk, and where does it stop?
# First trace it in the picture with your finger. Then write the function that returns this path: a list of nodes, from the one you are given to the last one reached.


# %% exercise="select"
def select(node, c):
    """Walk down from this node, always to the child with the greatest ucb1; return the path.

    The path is a list of nodes, and ends where an action is untried or the game is over.
    From the left child of the root in the picture it is just [that child]: one action there is untried.
    """
    # The path begins with the node itself.
    # As long as its last node has children and no untried actions,
    # append the child with the greatest bound (the parent's visits are those of that last node).
    ### BEGIN SOLUTION
    path = [node]
    while not node["untried"] and node["children"]:
        visits = node["visits"]
        node = max(
            node["children"].values(),
            key=lambda child: ucb1(child["total"] / child["visits"], child["visits"], visits, c),
        )
        path.append(node)
    return path
    ### END SOLUTION


# %% check="select" points=3

# %% [markdown]
# Here is your path, in bold.
# MAX goes to the middle, and there MIN goes right, where just one game has been played.
# Mind the parent's visits in the formula: 9 for the children of the root, but 4 for those of the middle node.
# Each doubt is about *one* decision, so it depends on how often that decision came up.

# %%
from course_lib.checks import needs

with needs("select", "ucb1"):
    root = after_nine()
    path = select(root, 1.4)
    print("without exploring:", [node["state"] for node in select(after_nine(), 0)])
    display(draw_tree(drawn(hand, root, c=1.4, path=path)))

# %% [markdown]
# Even without exploring, MIN goes right: the left child's mean is -0.5 *for MIN*, who chose it.
# Did you expect the left one? Then you read the mean as MAX's.
# Nearly everybody does once; it is the most common mistake in this whole lesson.
#
# ## Exercise 4: expand
#
# At the last node of the path, either some action is untried or the game is over.
# In the first case, pick one of the untried actions at random and add a child for it. In the second, add nothing.


# %% exercise="expand"
def expand(game, node, rng):
    """Add a child for an untried action of the node and return it; without one, return the node.

    The action leaves node["untried"], and becomes the child's key in node["children"].
    """
    # Without untried actions, return the node itself.
    # Pick one action with rng, and take it out of the list.
    # Make the child with new_node, put it among the children, and return it.
    ### BEGIN SOLUTION
    if not node["untried"]:
        return node
    action = rng.choice(node["untried"])
    node["untried"].remove(action)
    after = game.result(node["state"], action)
    child = new_node(game, after, game.to_move(node["state"]))
    node["children"][action] = child
    return child
    ### END SOLUTION


# %% check="expand" points=2

# %% [markdown]
# ## Exercise 5: back up
#
# You already have the third step, play out: `random_playout` says what the game was worth to the first player.
# Now every node on the path counts that game: one more visit, and the value as the node's chooser sees it.
# What is good for one player is just as bad for the other.


# %% exercise="backup"
def backup(game, path, value):
    """Count a game at every node of this path; it was worth `value` to game.players[0].

    Change the nodes themselves; nothing needs to be returned. If the value is 1, add 1 to the
    total of a node that X chose, and subtract 1 from the total of a node that O chose.
    """
    # For each node: one more visit,
    # and its total changes by the value as its chooser sees it.
    ### BEGIN SOLUTION
    for node in path:
        node["visits"] += 1
        if node["chooser"] == game.players[0]:
            node["total"] += value
        else:
            node["total"] -= value
    ### END SOLUTION


# %% check="backup" points=3

# %% [markdown]
# And here is the whole tenth simulation, on the tree from above.
# Compare the two pictures: where did the mean go down, where did it go *up*, and why?

# %%
from course_lib.checks import needs

with needs("select", "expand", "random_playout", "backup"):
    root = after_nine()
    path = select(root, 1.4)
    path = [*path, expand(hand, path[-1], Random(5))]
    value = random_playout(hand, path[-1]["state"], Random(5))
    backup(hand, path, value)
    print("the game was worth", value, "to MAX")
    display(draw_tree(drawn(hand, root, c=1.4, path=path)))

# %% [markdown]
# **That's the end of the first sitting.** Three things to take with you:
#
# - A mean over random games knows something without any evaluation, but it assumes that everybody plays at random.
# - UCB1 sends the next game where knowing more would matter.
# - A node's mean belongs to the player who chose it.

# %% [markdown]
# # Second sitting: a search that knows only the rules
#
# Coming back on another day? Click here, then choose *Run All Above Selected Cell* in the *Run* menu.
# Your code and your guesses are still there; boards begin afresh.
#
# ## Exercise 6: all together
#
# Repeat the four steps, then choose the action with the **most visits**.
# Why not the best mean? That can be the luck of a few games, but nothing gets many visits without earning them.
#
# One thing to watch: if the path ends in a final state, `expand` returns that same node, and it mustn't be counted twice.
# `one is other` tells you whether two names stand for the same thing.


# %% exercise="mcts"
def mcts(game, state, simulations, rng, c=1.4):
    """Return a pair: the most visited action after this many simulations, and the tree's root.

    mcts(hand, (), 100, Random(1)) returns a pair whose first part is 1.
    """
    # Make a new root, whose chooser is the player to move.
    # For each simulation: select, expand, a playout from the new child, back up.
    # Return a pair: the action whose child has the most visits, and the root.
    ### BEGIN SOLUTION
    root = new_node(game, state, game.to_move(state))
    for _ in range(simulations):
        path = select(root, c)
        child = expand(game, path[-1], rng)
        if child is not path[-1]:
            path.append(child)
        backup(game, path, random_playout(game, child["state"], rng))
    children = root["children"]
    return max(children, key=lambda action: children[action]["visits"]), root
    ### END SOLUTION


# %% check="mcts" points=5

# %% [markdown]
# This is your own search, step by step.
# Play the first four simulations: which child of the root is the first to get a second visit, and what did it have that the others didn't?

# %%
from course_lib import watch
from course_lib.checks import needs
from course_lib.views import step_through

with needs("mcts", "select", "expand", "backup", "random_playout"):
    trace = watch(mcts, hand, (), simulations=15, rng=Random(5))
    display(step_through(trace, hand))

# %% [markdown]
# Now a real game.
# X holds two opposite corners, O holds the middle, and it's O's turn.

# %%
from course_lib import TicTacToe
from course_lib.views import show

three = TicTacToe()
corners = three.parse("X . .\n. O .\n. . X")
show(three, corners, caption="O to move: a corner or an edge?")

# %% predict="corner_or_edge"
question = "Plain random games, seen by O: where are the best means?"
choices = ["in the corners", "at the edges", "all about the same"]
answer = "in the corners"
because = """
And yet both corners lose. Your search starts out with the same illusion. Watch the corners sink in its
plot as X's best reply gets more visits.
"""

# %%
from course_lib.checks import needs
from course_lib.views import plot_mcts

with needs("random_playout", "mcts"):
    rng = Random(1)
    for action in three.actions(corners):
        mean = -mean_after(three, corners, action, 2_000, rng)
        print("plain games:", three.action_name(action), f"{mean:6.3f}")
    trace = watch(mcts, three, corners, simulations=400, rng=Random(1))
    print("your search plays", trace.action_name)
    display(plot_mcts(trace))

# %% [markdown]
# An edge is right: if O takes a corner, X takes the last one and has two threats at once.
#
# ## Does it find what minimax finds?
#
# Two tests. The first: 150 random trees, three plies deep, with leaves 1, 0 and -1.
# In how many of them is your choice one of the best?
# The second is the trap from the first sitting, the branch where eleven of MIN's replies let MAX win and the twelfth doesn't.

# %% predict="trap_fallen"
question = "With 40 simulations each, how many of 100 searches fall into the trap?"
answer = 100
because = """
All of them; with 10 simulations it was 98. Either the deadly reply has not been tried yet, or
the eleven good ones still outweigh it. But once MIN has seen it, MIN plays it again and again, and
the mean of the left branch sinks with every visit. With 80 simulations nobody falls for it.
"""


# %%
from course_lib import minimax_search, random_tree
from course_lib.checks import needs


def is_best(tree, action):
    """Whether minimax finds nothing better than this action."""
    value, _ = minimax_search(tree, ())
    return -minimax_search(tree, (action,))[0] == value


trees = [random_tree(3, (2, 4), Random(seed), low=-1, high=1) for seed in range(150)]
with needs("mcts"):
    for simulations in (10, 30, 100, 300):
        right = sum(is_best(tree, mcts(tree, (), simulations, Random(1))[0]) for tree in trees)
        print(f"{simulations:3} simulations: {right} of {len(trees)}")
    for simulations in (10, 20, 40, 80, 160):
        fallen = sum(mcts(trap, (), simulations, Random(seed))[0] == 0 for seed in range(100))
        print(f"{simulations:3} simulations: {fallen} of 100 fall into the trap")

# %% [markdown]
# At first the means near the root are means of random play.
# As the visits gather where the choosers want to go, these means become means of *good* play, and in the long run the search chooses what minimax chooses.
# Kocsis and Szepesvári proved that. How long "the long run" takes is another question, and depends on the traps.
#
# ## How much to explore
#
# Here are three searches of one tree; only c is different.
# Go to the end, press 0 to see the trees whole, and compare their shapes. A dotted box is a state that this search never reached but another one did.

# %%
from course_lib.checks import needs
from course_lib.views import compare

levels = random_tree(6, 3, Random(4), low=-1, high=1)
with needs("mcts"):
    shapes = {
        f"c = {c}": watch(mcts, levels, (), simulations=40, rng=Random(1), c=c)
        for c in (0, 1.4, 10)
    }
    display(compare(shapes))

# %% [markdown]
# With a small c the tree puts everything into a few deep lines; with a large one it stays flat and even.
# The best c depends on the game and on the number of simulations, so you find it by trying.
# (Books mostly say 1.4, the square root of 2, for means between 0 and 1. Ours lie between -1 and 1, so the same number explores only half as much.)
#
# Now play Connect Four against it, at a thousand simulations a move.
# You have told it nothing but the rules. Can you beat it?

# %%
from course_lib.checks import needs
from course_lib.views import play_widget

rng = Random(6)


def my_player(game, state):
    """The choice of my own search."""
    action, _ = mcts(game, state, 1_000, rng)
    return action


with needs("mcts"):
    my_player(three, corners)  # stops here until you have written it
    display(play_widget(four, my_player, you_play="X"))

# %% [markdown]
# ## Against alpha-beta
#
# Let's make it a fair contest: both players know only the rules, and both may look at about 2,000 positions a move.
# Alpha-beta searches one ply deep, then two, then three, until its positions are used up; it counts an unfinished game as 0.
# Your search pays one position for every move of every random game.
# The games take about half a minute, longer on a slow computer.
# (We work out once, on the empty board, how many simulations 2,000 positions buy. Later in a game simulations are shorter, so your search looks at fewer positions.)

# %% predict="contest"
question = "Twenty-four games each of Connect Four and Gomoku on 7 x 7. Where is Monte Carlo ahead?"
choices = ["in both", "in Connect Four", "in Gomoku", "in neither"]
answer = "in Connect Four"
because = """
Until it sees an end, alpha-beta sees nothing but zeros. In Connect Four the end is far away, and
random games know something about the way there. In Gomoku a random game is long, so 2,000 positions
buy about one simulation per square; and the next two or three moves decide, which is just what
alpha-beta looks at.
"""

# %%
from course_lib import Gomoku, Watched, deepening_search, tournament
from course_lib.checks import needs


def simulations_for(game, positions):
    """How many simulations from the start of the game look at this many positions."""
    watched = Watched(game)
    mcts(watched, watched.initial, 50, Random(1))
    return round(positions * 50 / watched.visits)


def by_alphabeta(game, state):
    """The choice of alpha-beta after 2,000 positions."""
    return deepening_search(game, state, visits=2_000, rng=rng)[1]


def by_mcts(simulations):
    """A player that makes this many simulations for each move."""
    return lambda game, state: mcts(game, state, simulations, rng)[0]


games = {"tic-tac-toe": compact(three), "Connect Four": small_four, "Gomoku": compact(Gomoku(7))}
with needs("mcts"):
    rng = Random(8)
    for name, game in games.items():
        simulations = simulations_for(game, 2_000)
        players = {"Monte Carlo": by_mcts(simulations), "alpha-beta": by_alphabeta}
        table = tournament(players, game, games=24, seed=1, progress=False)
        [row] = [row for row in table.rows if row.player == "Monte Carlo"]
        low, high = 100 * row.low, 100 * row.high
        print(f"{name}: Monte Carlo scores {100 * row.score:.0f} % ({low:.0f} to {high:.0f})")

# %% [markdown]
# Ninety-five times in a hundred the true score lies in the range in brackets.
# A range with 50 % in it proves nothing, and in tic-tac-toe that's all that twenty-four games can give us.
# The other two ranges don't contain 50 %, so there we can say who is better.
# (It was worth checking: in another 150 games of Connect Four, the range was 58 to 73.)
#
# **A good place for a break.**
#
# ## Where it goes wrong
#
# X to move. You see at once what X has to do.

# %%
line = "c1 e1 a1 d1 b1 d2 b2 a2 a3 a4 a5 f1"
must = four.play(line)
show(four, must)

# %% predict="sees_g1"
question = "X must go to g1. In how many of 20 searches with 100 simulations does it?"
answer = 5
because = """
Alpha-beta sees it at depth 2, after a few dozen positions. Every other move leads into a *trap*:
nearly all of O's replies are harmless, and one is deadly. Random games seldom play the deadly one, so
the lost moves look no worse than g1, and all that false good news has to be outweighed visit by visit.
"""


# %%
from course_lib.checks import needs


def how_often(search, simulations):
    """In how many of 20 searches X goes to g1."""
    state = small_four.play(line)
    actions = [search(small_four, state, simulations, Random(seed))[0] for seed in range(20)]
    return sum(small_four.action_name(action) == "g1" for action in actions)


with needs("mcts"):
    for simulations in (50, 100, 200, 400):
        print(f"{simulations:3} simulations: {how_often(mcts, simulations)} of 20")

# %% [markdown]
# Let's look inside the tree of a search that misses g1. For each of X's moves, which of O's replies win at once?

# %%
from course_lib.checks import needs
from course_lib.lessons.own_trees import mean_of

with needs("mcts"):
    _, root = mcts(small_four, small_four.play(line), 100, Random(3))
    for action, child in root["children"].items():
        wins = [
            small_four.action_name(reply)
            for reply, below in child["children"].items()
            if small_four.winner(below["state"]) == "O"
        ]
        name = small_four.action_name(action)
        print(name, f"{child['visits']:3} visits, mean {mean_of(child):6.3f}, O wins by", wins)

# %% [markdown]
# Look at the end of each line: the deadly reply is *there, in the tree*.
# The search has seen the lost game with its own eyes, and filed it under bad luck.
# But it isn't luck. O only has to choose it.
#
# ## Exercise 7: what is certain
#
# A mean says what is likely. The same tree also holds what is *certain*, if you read it the right way.
# That way is minimax, with one more possible answer: `None`, for "we can't know yet".


# %% exercise="settled"
def settled(game, node):
    """Return what this node is worth to game.players[0] if the tree makes that certain, else None.

    A state that X has won is worth 1. If O is to move and one child is certainly worth -1, so is
    the node, whatever the other children are. Values are 1, 0 and -1.
    """
    # A final state is worth its utility for the first player.
    # Otherwise, what is certain about each child?
    # One sure win is enough for the player to move.
    # Without one, nothing is certain as long as an action is untried or a child is uncertain.
    # If everything is known, the best child for the player to move counts.
    ### BEGIN SOLUTION
    state, first = node["state"], game.players[0]
    if game.is_terminal(state):
        return game.utility(state, first)
    values = [settled(game, child) for child in node["children"].values()]
    is_first = game.to_move(state) == first
    win = 1 if is_first else -1
    if win in values:
        return win
    if node["untried"] or None in values:
        return None
    return max(values) if is_first else min(values)
    ### END SOLUTION


# %% check="settled" points=3

# %% [markdown]
# And here is a player that takes a sure win, avoids sure losses, and lets the visits decide among the rest:


# %%
from course_lib.checks import needs


def careful(game, state, simulations, rng):
    """What mcts would choose, unless something is certain."""
    action, root = mcts(game, state, simulations, rng)
    children = root["children"]
    sign = -1 if game.to_move(state) == game.players[1] else 1
    certain = {each: settled(game, child) for each, child in children.items()}
    won = [each for each, value in certain.items() if value == sign]
    open_ = [each for each, value in certain.items() if value != -sign]
    choices = won or open_ or [action]
    return max(choices, key=lambda each: children[each]["visits"]), root


with needs("mcts", "settled"):
    for simulations in (50, 100, 200, 400):
        print(f"{simulations:3} simulations: {how_often(careful, simulations)} of 20")

# %% [markdown]
# Now a hundred simulations are enough, and we didn't search a single extra position.
# We just read the tree more carefully.
#
# The library's `mcts_search` goes one step further: after every simulation it carries certainty up the tree, and it never goes back to anything that is settled.
# That is called an *MCTS solver*.
# It has no blind spot for anything in its tree. Against a trap deeper than the tree, you need more simulations or better playouts.
#
# **That's the end of the second sitting.** What to remember:
#
# - Select, expand, play out, back up; then play the most visited action.
# - In the long run it chooses as minimax does. In the short run, beware of traps.
# - What is certain comes before what is likely.
#
# | word | meaning |
# | --- | --- |
# | playout | a game played at random to its end |
# | bandit | one decision made again and again, with unknown means |
# | UCB1 | the mean plus a bonus for doubt; the largest is tried next |
# | exploit, explore | use what you know, find out what you don't |
# | simulation | select, expand, one playout, back up |
# | chooser | the player whose move led to a node; the node's mean is that player's |
# | trap | a state where most replies are harmless and one is deadly |

# %% [markdown]
# # Further on
#
# ### Which visits?
#
# In `select` the logarithm takes the visits of the node where you stand.
# It's easy to take those of the root by mistake, and the search still runs.
# How much does it matter? At each node below the root we make the choice twice, once with its own visits and once with the root's.


# %%
from course_lib.checks import needs


def choice(node, visits):
    """The action with the greatest bound, if the node had this many visits."""
    bounds = {
        action: ucb1(child["total"] / child["visits"], child["visits"], visits, 1.4)
        for action, child in node["children"].items()
    }
    return max(bounds, key=bounds.get)


def below(node):
    """All nodes below this one whose actions have all been tried."""
    found = []
    for child in node["children"].values():
        found += [child] if child["children"] and not child["untried"] else []
        found += below(child)
    return found


with needs("mcts", "ucb1"):
    _, root = mcts(levels, (), 1_000, Random(1))
    nodes = below(root)
    other = [node for node in nodes if choice(node, node["visits"]) != choice(node, 1_000)]
    print(f"{len(other)} of {len(nodes)} choices are different")
    for seed in (1, 2, 3):
        same = mcts(levels, (), 1_000, Random(seed))[1] == root
        print("seed", seed, same)

# %% [markdown]
# More than half of the choices change: with the root's visits every doubt further down is too large, as if c grew with the depth.
# (The same seed grows the same tree, down to the last number; other seeds grow others.)
#
# ### Questions
#
# 1. From memory: what are the four steps of a simulation, and which of them need the rules of the game?
# 2. Two children have the same mean, one with 4 visits and one with 16. How many times as large is the bonus of the first?
# 3. In `backup`, let every node count for the first player, and change `select` so that it still works. Which way do you find clearer?
# 4. After your move and the reply, part of the old tree is still good and could be kept. Which part, and what does that save? Are all its choosers still right, even the new root's?
# 5. Make the playouts less blind: if there is a winning move, take it. Then repeat the contest with alpha-beta. What are the new scores, and how much longer does it take?
# 6. Open: in which games would you trust random games more than an evaluation, and in which less?
#
# In Russell and Norvig's *Artificial Intelligence: A Modern Approach* this is the section on Monte Carlo tree search; bandits have a section of their own in the chapter on complex decisions.
# The two papers of 2006 are R. Coulom, "Efficient selectivity and backup operators in Monte-Carlo tree search", and L. Kocsis and Cs. Szepesvári, "Bandit based Monte-Carlo planning".
