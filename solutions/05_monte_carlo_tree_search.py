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

# %% [markdown] part="further"
# Today you write the original, in four sittings of 20 to 45 minutes.
#
# - **First sitting:** what random games know, and how to share them out.
# - **Second sitting:** a tree that grows.
# - **Third sitting:** your complete search, and a match against alpha-beta.
# - **Fourth sitting:** a blind spot with its cure, and a tree that isn't thrown away.

# %% [markdown] part="core"
# From earlier lessons you only need the words: state, action, utility, minimax.
# In checks and in grading the library's searches are switched off: the search you hand in has to be your own.

# %%
from math import inf, log, sqrt
from random import Random

from IPython.display import display

from course_lib import (
    ConnectFour,
    Count,
    Gomoku,
    TextbookTree,
    TicTacToe,
    compact,
    minimax_search,
    random_tree,
    watch,
)
from course_lib.checks import back_in, check, hint, needs
from course_lib.lessons.lesson_05.own_trees import (
    contest,
    drawn,
    grown,
    kept_visits,
    mean_after,
    new_node,
    nodes_and_states,
    plot_tries,
    refuted,
    said_of,
    share_out,
    winning_replies,
)
from course_lib.lessons.showing import show_me
from course_lib.questions import predict, recall
from course_lib.views import draw_tree, play_widget, show, step_through

# %% [markdown]
# Before you begin, three questions from earlier lessons: a minute and a half, for no points.
# Skip them if you like.

# %%
recall("05")

# %% picture="empty"
show(ConnectFour(), ConnectFour().initial)

# %% predict="best_column"
question = "With perfect play X wins from just one column. Which one?"
choices = ["a", "b", "c", "d", "e", "f", "g"]
answer = "d"
because = """
The middle. James Allen and Victor Allis proved it in October 1988, fifteen days apart and
without knowing of each other. Will seven thousand thoughtless games find it too?
"""

# %% [markdown]
# # First sitting: what random games know
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
    ### BEGIN SOLUTION
    while not game.is_terminal(state):
        state = game.result(state, rng.choice(game.actions(state)))
    return game.utility(state, game.players[0])
    ### END SOLUTION


# %% check="random_playout" points=2

# %%
hint("random_playout")  # stuck? each run of this cell shows one more hint

# %% [markdown]
# Now for the seven thousand games.
# (`compact` makes the same game with smaller states, so the wait is shorter.)

# %%
four = ConnectFour()
small_four = compact(four)

with needs("random_playout"):
    rng, start = Random(1), small_four.initial
    for action in small_four.actions(start):
        mean = mean_after(random_playout, small_four, start, action, games=1_000, rng=rng)
        print(small_four.action_name(action), f"{mean:6.3f}")

# %% [markdown]
# The middle has by far the best mean, and nobody told the program about columns, rows or threats.
# It isn't magic: a stone in the middle is on more lines of four than any other, so even blind players complete one more often.
#
# Is that all there is to it, then? A few thousand playouts per action, and take the best mean?
# Here MAX has two choices, and each leaf is 1 for a win, 0 for a draw, -1 for a loss.

# %%
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


# %% exercise="ucb1"
def ucb1(mean, visits, parent_visits, c):
    """Return the upper confidence bound of an action that has this mean and this many visits.

    ucb1(0.5, 10, 40, 1.4) is about 1.35. An action without visits gets infinity, `inf`.
    """
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
choices = ["hardly more than 100", "a third of them or more", "all but a few"]
answer = "a third of them or more"
because = """
So the middle's mean is the one you know best. The other columns have fewer games and rougher means, and
that's fine: you need to know *that* they are worse, not by how much.
"""

# %%
with needs("random_playout", "ucb1"):
    yours = {"random_playout": random_playout, "ucb1": ucb1}
    tries, visits, totals = share_out(small_four, 700, 1, Random(3), **yours)
    for action, count in visits.items():
        name = small_four.action_name(action)
        print(name, f"{count:4} games, mean {totals[action] / count:6.3f}")
    display(plot_tries(tries, "The middle pulls away from the rest, and none is given up."))
show_me(share_out)

# %% claim="the_middle_pulls_away"
middle, *rest = sorted(visits.values(), reverse=True)
assert visits[small_four.action_named("d1")] == middle > 700 / 3
assert min(rest) > 0

# %% [markdown]
# That settles one decision.
# From the second move on, though, these players are still blind.
#
# **That's the end of the first sitting.** Two things to take with you:
#
# - A mean over random games knows something without any evaluation, but it assumes that everybody plays at random.
# - UCB1 sends the next game where knowing more would matter.

# %% [markdown]
# # Second sitting: a tree that grows
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("05")
recall("05")

# %% [markdown]
# ## A tree that grows
#
# So do the same in **every** state.
# Keep a tree of states. It begins with the root alone, and every *simulation* makes it grow, in four steps:
#
# ![Four small trees side by side. Select: a way down in bold. Expand: a new node at its end. Play out: a zigzag line from the new node to a win of X. Back up: arrows along the way to the root, with plus one at the nodes that X chose and minus one at the one that O chose](attachment:four_steps.png)
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
# The total divided by the visits is the node's mean. But *whose* mean?

# %% picture="four_steps"
from course_lib.lessons.lesson_05.own_trees import four_steps

four_steps()

# %%
hand = TextbookTree([[1, -1, 1], [[0, 1], [0, -1]], -1])
new_node(hand, (), "MAX")

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

# %%
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
with needs("select", "expand", "random_playout", "backup"):
    root = after_nine()
    path = select(root, 1.4)
    path = [*path, expand(hand, path[-1], Random(5))]
    value = random_playout(hand, path[-1]["state"], Random(5))
    backup(hand, path, value)
    print("the game was worth", value, "to MAX")
    display(draw_tree(drawn(hand, root, c=1.4, path=path)))

# %% [markdown]
# **That's the end of the second sitting.** Two things to take with you:
#
# - A simulation selects, expands, plays out and backs up.
# - A node's mean belongs to the player who chose it.

# %% [markdown]
# # Third sitting: a search that knows only the rules
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("05")
four = ConnectFour()
small_four = compact(four)
hand = TextbookTree([[1, -1, 1], [[0, 1], [0, -1]], -1])
trap = TextbookTree([[1] * 11 + [-1], [0, 0, 0]])
recall("05")

# %% [markdown]
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
with needs("mcts", "select", "expand", "backup", "random_playout"):
    trace = watch(mcts, hand, (), simulations=15, rng=Random(5))
    display(step_through(trace, hand))

# %% [markdown]
# ## Does it find what minimax finds?
#
# Two tests. The first: 150 random trees, three plies deep, with leaves 1, 0 and -1.
# In how many of them is your choice one of the best?
# The second is the trap from the first sitting, the branch where eleven of MIN's replies let MAX win and the twelfth doesn't.

# %% predict="trap_fallen"
question = "With 40 simulations each, how many of 100 searches fall into the trap?"
choices = ["nearly none", "about half", "nearly all"]
answer = "nearly all"
because = """
Either the deadly reply hasn't been tried yet, or the eleven harmless ones still outweigh it. But once MIN
has seen it, MIN plays it again and again, and the mean of the left branch sinks with every visit.
"""


# %%
def is_best(tree, action):
    """Whether minimax finds nothing better than this action."""
    return -minimax_search(tree, (action,))[0] == minimax_search(tree, ())[0]


trees = [random_tree(3, (2, 4), Random(seed), low=-1, high=1) for seed in range(150)]
with needs("mcts"):
    for simulations in (10, 30, 100, 300):
        right = sum(is_best(tree, mcts(tree, (), simulations, Random(1))[0]) for tree in trees)
        print(f"{simulations:3} simulations: {right} of {len(trees)}")
    for simulations in (10, 20, 40, 80, 160):
        fallen = sum(mcts(trap, (), simulations, Random(seed))[0] == 0 for seed in range(100))
        print(f"{simulations:3} simulations: {fallen} of 100 fall into the trap")

# %% claim="the_trap_is_seen_in_the_end"
assert fallen == 0
assert sum(mcts(trap, (), 40, Random(seed))[0] == 0 for seed in range(100)) > 75
assert right > 0.9 * len(trees)

# %% [markdown]
# At first the means near the root are means of random play.
# As the visits gather where the choosers want to go, these means become means of *good* play, and in the long run the search chooses what minimax chooses.
# Kocsis and Szepesvári proved that. How long "the long run" takes is another question, and depends on the traps.
#
# ## How much to explore
#
# With a small c the tree puts everything into a few deep lines; with a large one it stays flat and even.
# The best c depends on the game and on the number of simulations, so you find it by trying.
# (Books mostly say 1.4, the square root of 2, for means between 0 and 1. Ours lie between -1 and 1, so the same number explores only half as much.)
#
# Now play Connect Four against it, at a thousand simulations a move.

# %%
rng = Random(6)


def my_player(game, state):
    """The choice of my own search."""
    action, _ = mcts(game, state, 1_000, rng)
    return action


with needs("mcts"):
    my_player(four, four.play("4"))  # stops here until you have written it
    display(play_widget(four, my_player, you_play="X"))

# %% [markdown]
# ## Against alpha-beta
#
# Let's make it a fair contest: both players know only the rules, and both may look at about 2,000 positions a move.
# Alpha-beta searches one ply deep, then two, then three, until its positions are used up; it counts an unfinished game as 0.
# For your search, each move of a random game counts as one position.
# They play 160 games each of tic-tac-toe, Connect Four and Gomoku, which takes about a minute, longer on a slow computer.

# %% predict="contest"
question = "Connect Four, and Gomoku on 7 x 7. Where is Monte Carlo ahead?"
choices = ["in both", "in Connect Four", "in Gomoku", "in neither"]
answer = "in Connect Four"
because = """
Until it sees an end, alpha-beta sees nothing but zeros. In Connect Four the end is far away, and
random games know something about the way there. In Gomoku a random game is long, so 2,000 positions
buy about one simulation per square; and the next two or three moves decide, which is just what
alpha-beta looks at.
"""

# %%
games = {
    "tic-tac-toe": compact(TicTacToe()),
    "Connect Four": small_four,
    "Gomoku": compact(Gomoku(7)),
}
with needs("mcts"):
    for name, game in games.items():
        row = contest(mcts, game, positions=2_000, games=160, seed=8)
        low, high = 100 * row.low, 100 * row.high
        print(f"{name}: Monte Carlo scores {100 * row.score:.0f} % ({low:.0f} to {high:.0f})")
        print("    so", said_of(row))
show_me(contest)

# %% claim="one_of_each"
assert row.high < 0.5  # Gomoku, the last one

# %% [markdown]
# Ninety-five times in a hundred the true score lies in the range in brackets.
# A range with 50 % in it proves nothing, so the verdict in each second line looks at the range, not at the score.
#
# **That's the end of the third sitting.** Two things to take with you:
#
# - Play the most visited action. In the long run it's what minimax chooses; in the short run, beware of traps.
# - A score without its range says little. Decide before the contest how many games you need.

# %% [markdown] part="further"
# # Fourth sitting: what is certain, and what is kept
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("05")
four = ConnectFour()
small_four = compact(four)
recall("05")

# %% [markdown]
# ## Where it goes wrong
#
# X to move. You see at once what X has to do.

# %%
line = "c1 e1 a1 d1 b1 d2 b2 a2 a3 a4 a5 f1"
show(four, four.play(line))

# %% predict="sees_g1"
question = "X must go to g1. Are 100 simulations enough to find that every time?"
choices = ["yes", "no"]
answer = "no"
because = """
Alpha-beta sees it at depth 2, after a few dozen positions. Every other move leads into a *trap*:
nearly all of O's replies are harmless, and one is deadly. Random games seldom play the deadly one, so
the lost moves look no worse than g1, and all that false good news has to be outweighed visit by visit.
"""


# %%
def how_often(search, simulations):
    """In how many of 20 searches X goes to g1."""
    state = small_four.play(line)
    actions = [search(small_four, state, simulations, Random(seed))[0] for seed in range(20)]
    return sum(small_four.action_name(action) == "g1" for action in actions)


with needs("mcts"):
    for simulations in (50, 100, 200, 400):
        print(f"{simulations:3} simulations: {how_often(mcts, simulations)} of 20")
    _, root = mcts(small_four, small_four.play(line), 100, Random(3))
    print("One tree, and which of O's replies in it win at once:")
    print(*winning_replies(small_four, root), sep="\n")

# %% claim="a_hundred_are_not_enough"
assert how_often(mcts, 100) < 20

# %% [markdown]
# Look at the end of every line but g1's: the deadly reply is *there, in the tree*.
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

# %% claim="reading_more_carefully"
assert how_often(careful, 100) == 20

# %% [markdown]
# Now a hundred simulations are enough, and we didn't search a single extra position.
# We just read the tree more carefully.
#
# The library's `mcts_search` goes one step further: after every simulation it carries certainty up the tree, and it never goes back to anything that is settled.
# That is called an *MCTS solver*.
#
# ## Exercise 8: keep the tree
#
# After each move we throw the whole tree away, and for the next move we start with an empty one.
# But part of it is still good. If your move and the opponent's reply are both in the tree, the node they lead to has a tree of its own, and every game in it was played from there.
# Return that node. It can be the root of your next search, with all that it knows.


# %% exercise="keep_tree"
def keep_tree(game, root, state):
    """Return the node of this state, two moves below the root, or a new node if there is none.

    A new node's chooser is the player to move, as in mcts.
    In the tree of nine simulations, keep_tree(hand, after_nine(), (1, 0)) is the node (1, 0), with
    2 visits, and keep_tree(hand, after_nine(), (2, 0)) is a node without any.
    """
    ### BEGIN SOLUTION
    for child in root["children"].values():
        for node in child["children"].values():
            if node["state"] == state:
                return node
    return new_node(game, state, game.to_move(state))
    ### END SOLUTION


# %% check="keep_tree" points=3

# %% [markdown]
# What does it save? Here your search plays a game of Connect Four against itself, 300 simulations a move, and before each of X's moves we look at how many visits the kept tree already has.

# %%
with needs("mcts", "keep_tree"):
    had = kept_visits(mcts, keep_tree, small_four, 300, Random(5))
    print("visits kept before each move:", had)
    print(f"on average {sum(had) / len(had):.0f} of 300")
show_me(kept_visits)

# %% [markdown]
# Those simulations come for free.
#
# **That's the end of the fourth sitting.** What to remember:
#
# - Select, expand, play out, back up; then play the most visited action.
# - What is certain comes before what is likely.
# - You have paid for the tree, so keep what you can of it.

# %% [markdown]
# # Further on
#
# ### Nobody has explained this one
#
# "I play the action with the best mean, not the one with the most visits," says a classmate. "A good action gets both, so it makes no difference."
# Refute it: change the tree and the simulations until hers is a mistake where yours is right. (When is a good mean nothing but luck?)

# %%
with needs("mcts"):
    refuted(mcts, TextbookTree([[1, -1], [0, 0]]), simulations=100)

# %% claim="a_good_mean_may_be_luck"
assert refuted(mcts, TextbookTree([[0, 1], [-1, 1, 1]]), simulations=10)

# %% [markdown]
# ## Exercise 9: one node for each state
#
# This door is for whoever wants more: it's checked as always, and earns no points.
#
# In the game of 21 the players take turns to add 1, 2 or 3, and whoever reaches 21 wins.
# A child can learn to win it, by heart. How does your search do?

# %%
count = Count(21, 3)
with needs("mcts"):
    _, root = mcts(count, count.initial, 1_000, Random(1))
    print("{} nodes for {} different states".format(*nodes_and_states(root)))


def unvisited(game, state):
    """A new node for this state."""
    return {"visits": 0, "total": 0, "tries": dict.fromkeys(game.actions(state), 0)}


# %% claim="few_states_many_nodes"
many, states = nodes_and_states(root)
assert many > 20 * states

# %% [markdown]
# So few states, so many nodes: 1 and 3 lead to the same place as 3 and 1, or as 2 and 2, but the tree has a node for each way, and every node learns only from its own games.
# Different ways to one state are called **transpositions**. The cure is a dictionary, `nodes`, with one node for each state, which learns from all games that come by.
#
# Two things become trickier.
#
# - A state doesn't say who chose it. So each total counts for `game.players[0]`, and it's up to the player who chooses to turn the sign round.
# - A node's visits no longer say how often it was chosen *from here*, since others came by other ways. So a node also counts the `tries` of each of its actions. In the bound, the mean is that of all games in the node an action leads to; its own tries are those from here; and the parent's visits are those of the node where you stand.

# `unvisited`, in the cell above, makes a new node.
#
# A simulation walks on, as before, always along the greatest bound. It ends at the first state that has no node yet, which gets one and is played out, or at the end of the game.
# If an action is new here, but its state is known already from another way, the walk just goes on.


# %% exercise="simulate"
def simulate(game, state, nodes, play_out, c=1.4):
    """Run one simulation from this state; return what the game was worth to game.players[0].

    play_out(state) is what a random game from there is worth. Each state on the way counts the game
    in its node, final ones too. Where bounds are equal, the first action in the game's order is
    chosen. After simulate(game, state, {}, play_out) there is one node, with one visit.
    """
    ### BEGIN SOLUTION
    node = nodes.setdefault(state, unvisited(game, state))
    if game.is_terminal(state):
        value = game.utility(state, game.players[0])
    elif node["visits"] == 0:
        value = play_out(state)
    else:
        sign = 1 if game.to_move(state) == game.players[0] else -1

        def bound(action):
            tries, after = node["tries"][action], nodes.get(game.result(state, action))
            mean = sign * after["total"] / after["visits"] if tries else 0
            return ucb1(mean, tries, node["visits"], c)

        action = max(game.actions(state), key=bound)
        node["tries"][action] += 1
        value = simulate(game, game.result(state, action), nodes, play_out, c)
    node["visits"] += 1
    node["total"] += value
    return value
    ### END SOLUTION


# %% check="simulate" points=0

# %% [markdown]
# Whoever begins wins by 1: whatever the other one adds, you can go on to 5, 9, 13, 17 and 21. How many of 20 searches find that?


# %%
def by_states(game, state, simulations, rng):
    """The action that was tried most often, and the nodes."""
    nodes = {}
    for _ in range(simulations):
        simulate(game, state, nodes, lambda new: random_playout(game, new, rng))
    return max(nodes[state]["tries"], key=nodes[state]["tries"].get), nodes


with needs("random_playout", "ucb1", "mcts", "simulate"):
    for name, way in {"a tree": mcts, "one node a state": by_states}.items():
        chosen = [way(count, count.initial, 200, Random(seed))[0] for seed in range(20)]
        print(f"{name}: 1 is chosen by {chosen.count(1)} of 20")

# %% claim="one_node_a_state_finds_it"
assert chosen.count(1) == 20
assert [mcts(count, count.initial, 200, Random(seed))[0] for seed in range(20)].count(1) < 15

# %% [markdown]
# It isn't always like this. In 300 positions of tic-tac-toe, with 250 simulations each, we counted 92 right choices in a hundred for the tree, and 93 with one node a state.
# A dictionary helps where few states are reached in many ways, and often.
#
# ### Questions
#
# 1. From memory: what are the four steps of a simulation, and which of them need the rules of the game?
# 2. Open: in which games would you trust random games more than an evaluation, and in which less?

# %% [markdown] part="core"
# | word | meaning |
# | --- | --- |
# | playout | a game played at random to its end |
# | bandit | one decision made again and again, with unknown means |
# | UCB1 | the mean plus a bonus for doubt; the largest is tried next |
# | chooser | the player whose move led to a node; the node's mean is that player's |
# | trap | a state where most replies are harmless and one is deadly |
#
# In Russell and Norvig's *Artificial Intelligence: A Modern Approach* this is the section on Monte Carlo tree search; bandits have a section of their own in the chapter on complex decisions.
