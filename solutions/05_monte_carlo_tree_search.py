# %% [markdown]
# # Monte Carlo tree search: what random games know
#
# Here is the empty board of Connect Four, and somebody who knows the rules and nothing else.
# No evaluation, no opening, no idea what a good move looks like.

# %%
from math import inf, log, sqrt
from random import Random

from IPython.display import display

from course_lib import (
    ConnectFour,
    Gomoku,
    TextbookTree,
    TicTacToe,
    Watched,
    compact,
    deepening_search,
    mcts_search,
    minimax_search,
    random_tree,
    tournament,
    watch,
)
from course_lib.checks import hint, needs
from course_lib.lessons.own_trees import drawn, explore_mcts, mean_of, plot_tries
from course_lib.views import draw_tree, play_widget, plot_mcts, plot_win_rates, show, step_through

four = ConnectFour()
show(four, four.initial)

# %% [markdown]
# *Seven columns, and X begins.*
#
# Our somebody plays a thousand games from each of the seven first moves.
# In all of these games, both players drop their stones without a thought, at random.
# Then each column gets a mean: a won game counts 1, a lost game -1, a draw 0.
#
# With perfect play on both sides, X wins from one single column; that was worked out in 1988, and not by random games.
# **Will seven thousand thoughtless games find this column?**
# Write down your guess, and which column you would choose yourself.
#
# ## What you will learn
#
# - What a mean over random games says, and where it is wrong.
# - How to share tries between what looks good and what is little known: UCB1.
# - To write Monte Carlo tree search from its four steps, and to watch your own tree grow.
# - Where it falls into traps, and how certainty gets it out.
#
# You need nothing from earlier lessons but their words.
# The lesson has seven exercises and takes about 90 minutes.
# A good place for a break is before *A tree that grows*.
#
# While this lesson is graded, the library's searches can't be called from your functions: the search has to be yours.
#
# ## Random games
#
# A game that is played at random to its end is called a *playout*.
#
# ## Exercise 1: one playout
#
# Play at random from a state to the end of the game, and say what the end is worth to the first player, X.
# All chance comes from `rng`, a `random.Random` that is handed in: with the same seed the same game has to come about again.
# `rng.choice(things)` draws one of several things.


# %% exercise="random_playout"
def random_playout(game, state, rng):
    """What a random game from this state on is worth to game.players[0].

    In a state that X has won, this is 1, and no move is made.
    """
    # As long as the game is not over, draw one of the legal actions and follow it.
    # Give back the utility of the end for the first player.
    ### BEGIN SOLUTION
    while not game.is_terminal(state):
        state = game.result(state, rng.choice(game.actions(state)))
    return game.utility(state, game.players[0])
    ### END SOLUTION


# %% check="random_playout" points=2

# %% [markdown]
# Each exercise has three hints: a question, the idea, and the shape of the work.
# Each run of the next cell gives one more; for another exercise, change the name.

# %%
hint("random_playout")

# %% [markdown]
# Now the seven thousand games.
# (`compact` makes the same game with smaller states: only we wait less.)

# %%
small_four = compact(four)


def mean_after(game, state, action, games, rng):
    """The mean of so many playouts after this action, for the first player."""
    after = game.result(state, action)
    return sum(random_playout(game, after, rng) for _ in range(games)) / games


with needs("random_playout"):
    rng = Random(1)
    for action in small_four.actions(small_four.initial):
        mean = mean_after(small_four, small_four.initial, action, 1_000, rng)
        print(small_four.action_name(action), f"{mean:6.3f}")

# %% [markdown]
# The middle column has the best mean by far, and it is the one that wins with perfect play.
# Nobody told the program about columns, rows or threats.
# A stone in the middle belongs to more lines of four than any other, and so even somebody who plays blindly completes one more often.
#
# So is that all we need: some thousand playouts for each action, and take the best mean?
# Here is a tree in which MAX has two choices, and the leaves are 1 for a win, 0 for a draw and -1 for a loss.
# Which branch has the better mean over random games?
# And what is each branch worth if MIN is no fool?

# %%
trap = TextbookTree([[1] * 11 + [-1], [0, 0, 0]])
draw_tree(trap, values=False, engine="own")

# %% [markdown]
# *Eleven of the twelve replies on the left let MAX win; the twelfth does not.*

# %%
with needs("random_playout"):
    rng = Random(2)
    for action in trap.actions(()):
        value, _ = minimax_search(trap, trap.result((), action))
        print(action, "mean", mean_after(trap, (), action, 1_000, rng), "worth", -value)

# %% [markdown]
# The left branch has a mean of about 0.8 and loses.
# A mean over random games supposes that the other player plays at random, too, and does so for ever: a thousand more games change nothing.
#
# Two things have to get better, and the rest of the lesson is about them.
#
# - Games are wasted on actions that are plainly bad. They should go where it matters.
# - In every state, not only in the first, the games should go where *the player who chooses there* would go.
#
# ## One decision: the bandit
#
# The first of them has an old picture: a row of slot machines, each paying a different mean that nobody knows, and a purse with so many coins.
# Whoever plays only the machine that has paid best so far may stay with the wrong one for ever.
# Whoever plays all of them alike wastes most of the coins.
#
# UCB1 gives every machine a number, its *upper confidence bound*, and plays the one with the greatest:
#
# $$\text{mean} + c\,\sqrt{\frac{\ln(\text{all tries})}{\text{its own tries}}}$$
#
# The first part is what we know: it *exploits*.
# The second is what we doubt: it grows slowly while others are tried, and shrinks quickly with each try of its own; it *explores*.
# The constant c says how much a doubt weighs.
#
# In a tree, the tries are called *visits*, and "all tries" are the visits of the parent.
# Guess first: two actions have the same mean; one has been tried 10 times, the other 40.
# Which has the greater bound? And how does it change while a third one is tried?
#
# ## Exercise 2: the bound


# %% exercise="ucb1"
def ucb1(mean, visits, parent_visits, c):
    """The upper confidence bound of an action with this mean and so many visits.

    ucb1(0.5, 10, 40, 1.4) is about 1.35. Without visits it is infinity.
    """
    # What was never tried comes first, whatever the others have.
    # Otherwise: the mean and c times a square root. `log` is the natural logarithm.
    ### BEGIN SOLUTION
    if visits == 0:
        return inf
    return mean + c * sqrt(log(parent_visits) / visits)
    ### END SOLUTION


# %% check="ucb1" points=2

# %% [markdown]
# Back to the seven columns, this time with 700 games in all.
# With equal shares, each column would get 100.
# How many will your bound leave to the middle?


# %%
def share_out(game, state, games, c, rng):
    """The action tried in each game, and how often and with what total each was tried."""
    actions = game.actions(state)
    visits, totals, tries = dict.fromkeys(actions, 0), dict.fromkeys(actions, 0), []

    def bound(action):
        """What this action is chosen by."""
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
    caption = "The middle column pulls away from the others, and none of them is given up."
    display(plot_tries(tries, caption))

# %% [markdown]
# Half of all games went to the middle, and its mean is the one that we know best.
# Most of the others have few games and rough means.
# That is no loss: we need to know *that* they are worse, and not by how much.
#
# This settles one decision.
# But the players of these games are still blind from the second move on.
#
# ## A tree that grows
#
# Now the second idea: the same in *every* state.
# We keep a tree of states, which begins with the root alone.
# Each *simulation* has four steps:
#
# | step | what happens |
# | --- | --- |
# | **select** | walk down from the root, each time to the child with the greatest bound, until a node has an action that was never tried |
# | **expand** | try one such action: one new child comes into the tree |
# | **simulate** | play one random game from the new child to the end |
# | **back up** | tell every node on the way what came of it |
#
# Near the root the players are no longer blind: each of them follows the bounds, and so mostly what has been good for *this* player.
# Only below the tree the games are random, and the tree grows where the play is good.
#
# A node is a dictionary.


# %%
def new_node(game, state, chooser):
    """A node of which nothing is known yet; chooser is the player who chose to come here."""
    return {
        "state": state,
        "chooser": chooser,  # the total counts for this player
        "visits": 0,
        "total": 0,  # the sum of what the games through here were worth to the chooser
        "untried": list(game.actions(state)),
        "children": {},  # the child for each action that was tried
    }


three = TicTacToe()
hand = TextbookTree([[1, -1, 1], [[0, 1], [0, -1]], -1])
new_node(hand, (), "MAX")

# %% [markdown]
# One of these entries deserves a question of its own.
#
# > *Whose* mean is a node's mean?
#
# The mean is there to be compared, by the player who chooses between this node and its siblings.
# So it has to be that player's: the player who moves *into* the node, not the one who moves on from there.
# We write the name down in each node: the `chooser`.
# (Nobody has chosen the root. It does not matter there, and we take the player to move, so that the root says what the state is worth to whoever asks.)
#
# To work by hand, we need a tree that has grown a little.
# Its game is a textbook tree with leaves 1, 0 and -1; somebody has played nine simulations.


# %%
def put(node, action, visits, total):
    """A child for this action with these numbers."""
    node["untried"].remove(action)
    child = new_node(hand, hand.result(node["state"], action), hand.to_move(node["state"]))
    child.update(visits=visits, total=total)
    node["children"][action] = child
    return child


def after_nine():
    """The tree as it is after nine simulations, made afresh."""
    root = new_node(hand, (), "MAX")
    root.update(visits=9, total=1)
    left, middle = put(root, 0, 4, 0), put(root, 1, 4, 2)
    put(root, 2, 1, -1)
    put(left, 0, 1, -1)
    put(left, 1, 2, 2)
    put(put(middle, 0, 2, -1), 0, 1, 0)
    put(middle, 1, 1, 0)
    return root


draw_tree(drawn(hand, after_nine(), c=1.4), engine="own")

# %% [markdown]
# *Each node has its visits, its mean for the player who chose it, and its bound with c = 1.4.*
#
# Look at the visits of a node and those of its children: 4 on the left, but 1 and 2 below it.
# Where is the missing one?
# (It was the game that was played when the node itself was new.)
#
# ## Exercise 3: select
#
# Write down the way from the node to where the next simulation leaves the tree, as a list of nodes, the first and the last included.
# Before you run it: which way does it go in the tree above?


# %% exercise="select"
def select(node, c):
    """The nodes from this one down by the greatest ucb1, as a list.

    It ends at the first node that has untried actions, or has no children because it is final.
    In the tree after nine simulations with c = 1.4 it leads by the actions 1 and 1.
    """
    # The list begins with the node itself.
    # As long as its last node has no untried actions, and has children:
    # take the child with the greatest bound, which is its mean, its visits and the visits here.
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
# Here is your way, in bold.

# %%
with needs("select", "ucb1"):
    root = after_nine()
    path = select(root, 1.4)
    print("states on the way:", [node["state"] for node in path])
    display(draw_tree(drawn(hand, root, c=1.4, path=path), engine="own"))

# %% [markdown]
# *MAX goes to the middle; there MIN goes to the right, where a single game has been played.*
#
# Mind which visits went into the formula: 9 for the children of the root, and 4 for those of the node in the middle.
# Each doubt is about *one* decision, and is measured by how often that decision has come up.
#
# And without any exploring? With c = 0 the best mean decides alone; which way is it then?

# %%
with needs("select", "ucb1"):
    print([node["state"] for node in select(after_nine(), 0)])

# %% [markdown]
# MIN still goes to the right: the mean of the left child is -0.5 for MIN, who chose it.
# If you had expected the left one, you have read the mean for MAX. This is the most frequent mistake of all.
#
# ## Exercise 4: expand
#
# The last node of the way has untried actions, or it is final.
# In the first case, one of these actions is drawn by lot, and becomes a child; in the second nothing happens.


# %% exercise="expand"
def expand(game, node, rng):
    """The new child for one of the node's untried actions; a final node itself.

    The action leaves node["untried"], and the child stands in node["children"] under it.
    """
    # Without untried actions the node itself comes back.
    # Draw one action with rng, and take it out of the list.
    # Make the child with new_node, put it among the children, and give it back.
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
# The first two steps of the tenth simulation:

# %%
with needs("select", "expand"):
    root = after_nine()
    path = select(root, 1.4)
    child = expand(hand, path[-1], Random(1))
    display(draw_tree(drawn(hand, root, path=[*path, child]), engine="own"))

# %% [markdown]
# *One leaf more: it has no visits yet, and so no mean.*
#
# The third step you have written already.
#
# ## Exercise 5: back up
#
# The random game is over, and `random_playout` says what it was worth to the first player.
# Now every node on the way counts it: one visit more, and the value, as the node's chooser sees it.
# What is good for the one is as bad for the other.


# %% exercise="backup"
def backup(game, path, value):
    """Count a game at every node of this path; it was worth `value` to game.players[0].

    With the value 1, a node that X chose gets 1 more in its total, one that O chose 1 less.
    """
    # For each node: one visit more,
    # and in the total the value as its chooser sees it.
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
# The whole tenth simulation.
# Compare it with the tree after nine: which nodes have changed, and which means went up, which down?

# %%
with needs("select", "expand", "random_playout", "backup"):
    root = after_nine()
    path = select(root, 1.4)
    path.append(expand(hand, path[-1], Random(1)))
    value = random_playout(hand, path[-1]["state"], Random(1))
    backup(hand, path, value)
    print("the game was worth", value, "to MAX")
    display(draw_tree(drawn(hand, root, c=1.4, path=path), engine="own"))

# %% [markdown]
# *Four nodes have a visit more: the new one and all above it.*
#
# ## Exercise 6: all together
#
# Repeat the four steps, and choose.
# In the end the action with *most visits* is taken, not the one with the best mean: a good mean of a few games may be luck, but nothing gets many visits without having earned them.
#
# One thing to mind: where the way ends in a final state, `expand` gives back the same node, and it must not be counted twice.
# `one is other` says whether both are the same thing.


# %% exercise="mcts"
def mcts(game, state, simulations, rng, c=1.4):
    """The most visited action after so many simulations, and the root of the tree.

    mcts(hand, (), 100, Random(1)) gives a pair whose first part is 1.
    """
    # A new root, which counts for the player to move.
    # For each simulation: select, expand, a playout from the new child, back up.
    # The action of the root whose child has most visits, and the root, as a pair.
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
# Watch it: this is your own search, phase by phase.
# Step through the first few simulations with the right arrow key.
# When does a child of the root get its second visit, and why that one?

# %%
with needs("mcts", "select", "expand", "backup", "random_playout"):
    trace = watch(mcts, hand, (), simulations=15, rng=Random(5))
    display(step_through(trace, hand))

# %% [markdown]
# *The tree after fifteen simulations: most of them went where the chooser's mean is good.*
#
# Chance decided which actions were tried and how the games went, but only by the seed.
# The same seed gives the same tree, number by number; another seed gives another tree.

# %%
with needs("mcts"):
    _, tree = mcts(three, three.initial, 100, Random(1))
    for seed in (1, 2, 3):
        print("seed", seed, mcts(three, three.initial, 100, Random(seed))[1] == tree)

# %% [markdown]
# ## Which visits?
#
# In `select` the visits in the logarithm are those of the node where we stand.
# It is easy to take those of the root by mistake, and the search still runs.
# Does it matter?
# Here is a larger tree of yours; we look at each of its nodes below the root where a choice is made, and ask for the choice with the one number and with the other.


# %%
def choice(node, visits):
    """The action with the greatest bound, if the node had so many visits."""
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


levels = random_tree(6, 3, Random(4), low=-1, high=1)
with needs("mcts", "ucb1"):
    _, root = mcts(levels, (), 1_000, Random(1))
    nodes = below(root)
    other = [node for node in nodes if choice(node, node["visits"]) != choice(node, 1_000)]
    print("visits of the root:", root["visits"])
    print("visits of the nodes:", sorted((node["visits"] for node in nodes), reverse=True)[:12])
    print(f"{len(other)} of {len(nodes)} choices are different")

# %% [markdown]
# It matters in more than half of them.
# A node further down has been asked a hundred times, and not a thousand; with the visits of the root its doubts are all too large.
# The search then explores more and more the deeper it gets, as if c were greater there.
#
# ## Corner or edge?
#
# A real game: X holds two opposite corners, O the middle, and O is to move.
# Should O take a corner or an edge?
# First, what do plain random games say, seen by O?

# %%
corners = three.parse("X . .\n. O .\n. . X")
with needs("random_playout"):
    rng = Random(1)
    for action in three.actions(corners):
        mean = -mean_after(three, corners, action, 2_000, rng)
        print(three.action_name(action), f"{mean:6.3f}")

# %% [markdown]
# The two corners, a1 and c3, have the best means.
# But X then takes the last corner and has two threats at once: both corners lose.
# Your search, with 400 simulations:

# %%
with needs("mcts"):
    trace = watch(mcts, three, corners, simulations=400, rng=Random(1))
    print("your search plays", trace.action_name)
    display(plot_mcts(trace))

# %% [markdown]
# *The corners begin well and are found out: their means sink as X's answer gets its visits, and the games go to the edges.*

# %%
with needs("mcts"):
    trace = watch(mcts, three, corners, simulations=400, rng=Random(1))
    display(draw_tree(trace, depth=2, width=2, boards=True, engine="own"))

# %% [markdown]
# *The top of your tree: of each node the two most visited children.*
#
# ## Does it find what minimax finds?
#
# Three hundred random trees, three moves deep, with leaves 1, 0 and -1.
# For each number of simulations we count in how many of them your choice is one of the best.


# %%
def is_best(tree, action):
    """Whether minimax finds nothing better than this action."""
    value, _ = minimax_search(tree, ())
    return -minimax_search(tree, (action,))[0] == value


trees = [random_tree(3, (2, 4), Random(seed), low=-1, high=1) for seed in range(300)]
with needs("mcts"):
    for simulations in (10, 30, 100, 300):
        right = sum(is_best(tree, mcts(tree, (), simulations, Random(1))[0]) for tree in trees)
        print(f"{simulations:3} simulations: {right} of {len(trees)}")

# %% [markdown]
# The means near the root are means over random games at first, and become those of good play as the visits gather where the choosers want to go.
# With more and more simulations the choice becomes the one of minimax; that can be proved.
# How soon is another question, and we come back to it.
#
# And the trap from above, in which plain means are wrong for ever?
# We run a hundred searches, each with a seed of its own, and count those that fall into it.

# %%
with needs("mcts"):
    for simulations in (10, 20, 40, 80, 160):
        fallen = sum(mcts(trap, (), simulations, Random(seed))[0] == 0 for seed in range(100))
        print(f"{simulations:3} simulations: {fallen} of 100 fall into the trap")

# %% [markdown]
# Up to forty simulations nearly all fall: the bad leaf has not been found, or it has been found and the eleven good ones outweigh it still.
# With eighty nobody falls.
# Once all twelve replies have been tried, MIN goes to the one that wins, again and again, and the mean of the left branch sinks with each visit.
# Here the tree does what the mean alone could never do.
#
# ## How much to explore
#
# Your bound has a constant.
# Three hundred simulations from the empty board of Connect Four, with four different values of c: what do you expect for c = 0, and what for a very large c?

# %%
with needs("mcts"):
    for c in (0, 0.3, 1.4, 5):
        _, root = mcts(small_four, small_four.initial, 300, Random(1), c)
        names = {small_four.action_name(action)[0]: action for action in root["children"]}
        print(f"c = {c:3}:", {name: root["children"][names[name]]["visits"] for name in "abcdefg"})

# %% [markdown]
# With c = 0 two columns got nearly everything, and the one in the middle was given up after three unlucky games.
# With c = 5 the doubts outweigh the means: g, a column at the edge, got nearly as many games as the middle.
# In between the middle leads, and nothing is forgotten.
# Which c is best hangs on the game and on the number of simulations, so it is found by trying.
# (Books mostly write 1.4, the square root of 2, for means between 0 and 1. Ours lie between -1 and 1, twice as far apart, so the same number explores only half as much.)
#
# Here is a slider for c, with your search on the random tree of six levels from above.
# Move it from left to right: does the tree grow in breadth or in depth?

# %%
with needs("mcts"):
    cs = [0, 0.3, 0.7, 1.4, 3, 10]
    display(explore_mcts(mcts, levels, simulations=40, rng=Random(1), c=cs))

# %% [markdown]
# *With a small c a few lines go deep; with a large one the tree stays flat and even.*
#
# ## Play against it
#
# Your search at Connect Four, with a thousand simulations for each move.
# It needs no evaluation, and you have told it nothing but the rules.

# %%
rng = Random(6)


def my_player(game, state):
    """The choice of my own search."""
    action, _ = mcts(game, state, 1_000, rng)
    return action


play_widget(four, my_player, you_play="X")

# %% [markdown]
# ## Against alpha-beta
#
# Now an honest contest.
# Both players know the rules only: an unfinished state is worth 0 to alpha-beta.
# And both may look at the same number of positions for a move, 2,000 on average.
# Alpha-beta searches one move deep, then two, then three, until they are used up.
# Your search uses up one position for each move of each random game, so we first count how many simulations that makes.


# %%
def simulations_for(game, positions):
    """How many simulations from the start of the game look at so many positions."""
    watched = Watched(game)
    mcts(watched, watched.initial, 50, Random(1))
    return round(positions * 50 / watched.visits)


games = {"tic-tac-toe": compact(three), "Connect Four": small_four, "Gomoku": compact(Gomoku(7))}
with needs("mcts"):
    for name, game in games.items():
        print(f"{name}: {simulations_for(game, 2_000)} simulations for a move")

# %% [markdown]
# A random game of Gomoku is long, even on this board of seven by seven, so there are fewer of them.
# Who wins which of the three?
# Guess before you run the cell; it plays thirty games of each.


# %%
def by_alphabeta(game, state):
    """The choice of alpha-beta after 2,000 positions."""
    return deepening_search(game, state, visits=2_000, rng=rng)[1]


def by_mcts(simulations):
    """A player that makes so many simulations for each move."""
    return lambda game, state: mcts(game, state, simulations, rng)[0]


with needs("mcts"):
    rng = Random(8)
    tables = {}
    for name, game in games.items():
        player = by_mcts(simulations_for(game, 2_000))
        players = {"Monte Carlo": player, "alpha-beta": by_alphabeta}
        tables[name] = tournament(players, game, games=30, seed=1, progress=False)
        [row] = [row for row in tables[name].rows if row.player == "Monte Carlo"]
        low, high = 100 * row.low, 100 * row.high
        print(f"{name}: Monte Carlo scores {100 * row.score:.0f} % ({low:.0f} to {high:.0f})")
    display(plot_win_rates(tables))

# %% [markdown]
# *Your search is ahead in Connect Four, alpha-beta in Gomoku; about tic-tac-toe thirty games say nothing.*
#
# The numbers in brackets are intervals of 95 %, as in the last lessons: only the two that leave out 50 % tell who is better.
#
# Why does it turn round?
# Alpha-beta without an evaluation sees nothing but zeros until it sees an end.
# In Connect Four the end is far away at first, and the means of random games know something about the way there.
# In Gomoku a random game is long, so 2,000 positions buy only about one simulation for each of the 49 squares.
# And there the next two or three moves decide most games: that is what alpha-beta looks at, and it looks at all of them.
#
# Both can be made stronger: alpha-beta by an evaluation, Monte Carlo by playouts that are less blind.
# What you have seen holds for players who know nothing.
#
# ## Where it goes wrong
#
# It is X's turn.
# You will see at once what X has to do.

# %%
line = "c1 e1 a1 d1 b1 d2 b2 a2 a3 a4 a5 f1"
must = four.play(line)
show(four, must)

# %% [markdown]
# *O has three in the bottom row, and g1 is free: X has to go there, or O wins at once.*
#
# Will your search see it, too?
# Here are twenty searches for each number of simulations, each with a seed of its own.


# %%
def how_often(search, simulations):
    """In how many of 20 searches X goes to g1."""
    state = small_four.play(line)
    actions = [search(small_four, state, simulations, Random(seed))[0] for seed in range(20)]
    return sum(small_four.action_name(action) == "g1" for action in actions)


with needs("mcts"):
    for simulations in (50, 100, 200, 400):
        print(f"{simulations:3} simulations: {how_often(mcts, simulations)} of 20")

# %% [markdown]
# With a hundred simulations it mostly overlooks a threat of a single move, which alpha-beta finds at depth 2 with a few dozen positions.
# Such a state is called a *trap*: nearly all replies are harmless, and one is deadly.
# Random games seldom play the deadly one, so the means look well; and when the tree has found it, the good news from before still has to be outweighed, visit by visit.
#
# Look at the tree after a hundred simulations, below one of the wrong moves.

# %%
with needs("mcts"):
    _, root = mcts(small_four, small_four.play(line), 100, Random(1))
    for action, child in root["children"].items():
        wins = [
            small_four.action_name(reply)
            for reply, below in child["children"].items()
            if small_four.winner(below["state"]) == "O"
        ]
        name = small_four.action_name(action)
        print(name, f"{child['visits']:3} visits, mean {mean_of(child):6.3f}, O wins by", wins)

# %% [markdown]
# The deadly reply *stands in the tree*.
# The search has seen the lost game with its own eyes, and takes it for one piece of bad luck among others.
# But O's win is no luck: it is certain, because O only has to choose it.
#
# ## Exercise 7: what is certain
#
# So let us read from the tree what is certain, beside what is likely.
# It is minimax again, with a third answer: `None`, for "nobody can know yet".


# %% exercise="settled"
def settled(game, node):
    """What this node is worth to game.players[0] if the tree makes that certain, else None.

    A state that X has won is worth 1. If O can choose such a child as O has won, it is -1,
    whatever the others are. Nothing is worth more than 1, or less than -1.
    """
    # A final state is worth its utility for the first player.
    # What is certain about each child?
    # One sure win is enough for the player to move.
    # Otherwise all actions must have been tried, and all children certain: then the best counts.
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
# A search that takes a sure win, leaves sure losses alone, and asks the visits only about the rest:


# %%
def careful(game, state, simulations, rng):
    """The choice of mcts, but for what is certain."""
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
# A hundred simulations are enough now.
# Nothing was searched that was not searched before; the tree was only read with more care.
#
# The library's `mcts_search` goes one step further.
# It carries what is certain up the tree after each simulation, and does not visit again what is settled.
# With `prove=False` it does without.

# %%
print("plain:  ", mcts_search(trap, (), simulations=40, rng=Random(1), prove=False))
print("proving:", mcts_search(trap, (), simulations=40, rng=Random(1)))

# %% [markdown]
# The pair is the value and the action.
# With the same seed and as many games, one believes in the branch that loses, and the other knows that it loses.
# This is called an *MCTS solver*; it keeps the strength of the means and has no blind spot for wins and losses that are in the tree.
# What it can't cure are traps that are deeper than the tree.
#
# ## What to remember
#
# - A mean over random games knows something without any evaluation, but it supposes that everybody plays at random.
# - UCB1 sends the games where they matter, and the tree lets each player follow the own means; whose mean it is decides about everything.
# - The most visited action is taken; what is certain goes before what is likely.
#
# | word | meaning |
# | --- | --- |
# | playout | a game played at random to its end |
# | bandit | one decision that is made again and again, with unknown means |
# | UCB1 | the mean plus a bonus for doubt; the greatest is tried next |
# | to exploit, to explore | to use what is known, to find out what is not |
# | simulation | select, expand, one playout, back up |
# | chooser | the player who moves into a node; its mean counts for this player |
# | trap | a state in which most replies are harmless, and one is deadly |
#
# ## Try it yourself
#
# 1. From memory: which four steps has a simulation, and which of them need the rules of the game?
# 2. Two children have the same mean, one with 4 visits and one with 16. How much greater is the bonus of the first?
# 3. In `backup`, let every node count for the first player, and change `select` so that it still works. Which of the two ways do you find clearer?
# 4. When a game goes on, the part of the tree below the two moves that were played could be kept. What does that save, and what has to be right about the choosers?
# 5. Let the playouts be less blind: take a win if there is one. How does that change *Against alpha-beta*, counted in positions, and how much longer does it take?
# 6. An open question: in which games would you trust random games more than an evaluation, and in which less? What do Connect Four and Gomoku tell about that?
#
# In *Artificial Intelligence: A Modern Approach* (fourth edition) this is the section on Monte Carlo tree search in the chapter on adversarial search and games; bandits have a section of their own in its chapter on making complex decisions.
