# %% [markdown]
# # Havannah: a game too large for search
#
# Two players, X and O, take turns putting a stone on an empty cell of a board of hexagons.
# Nothing is ever moved or taken away, and whoever first completes one of three figures wins.
#
# ![A Havannah board of size 5 with a ring around a cell, a bridge between two corners, and a fork that joins three sides](attachment:figures.png)
#
# A **ring** goes all the way around some cell, a **bridge** joins two corners, and a **fork** joins three sides; a corner belongs to no side.
#
# Christian Freeling invented Havannah around 1980.
# He was so sure that no computer would ever play it well that in 2002 he offered 1,000 euros to any program that could beat him just once in ten games, on a board with ten cells to a side, before 2012.
# A student, Terry Rogers, tried in 2004: *A Program to Play Havannah*, whose programs met others on a server in Leipzig.
# Today you build the same programs, find out where they are weak, and go further than 2004 could.
#
# - **First sitting:** hexagons, chains, and a win test for figures of any shape.
# - **Second sitting:** how large this game is, what a plan is worth, and what happened to the 1,000 euros.
#
# Each takes about 45 minutes.
# While this lesson is graded, the library's searches are out of reach.

# %% picture="figures"
from course_lib.lessons.havannah_pictures import cells_named, show_stones

ring = cells_named("F5 G5 G4 F3 E3 E4", 5)
bridge = cells_named("A1 B1 C1 D1 E1", 5)
fork = cells_named("A2 B3 C4 D5 E6 F6 G6 H6 I6 E7 E8 D8", 5)
show_stones(5, ring | bridge, fork, caption="A ring and a bridge of X, and a fork of O")

# %% predict="largest_board"
question = (
    "How many cells to a side can the board have, so that minimax gets to the end in a minute?"
)
choices = ["2", "3", "5", "10"]
answer = "2"
because = """
Size 2 has seven cells, and minimax needs 2,516 visits. Size 3 has nineteen cells and some 10^16
states in its tree. You will measure that in the second sitting.
"""

# %% [markdown]
# # First sitting: who has won?
#
# ## Hexagons
#
# Each cell has two numbers, (x, y).
# x is the column, counted from the left; y is the number of the slanted line, and both start at 1.
# People write a letter for x, so D2 is (4, 2).
# A board of size b has b cells on each side; x and y go up to 2b - 1 and are always less than b apart.

# %%
from course_lib.lessons.havannah_pictures import cells_named, show_stones

middle = (4, 4)
STEPS = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]  # from above, clockwise
around = {(middle[0] + dx, middle[1] + dy) for dx, dy in STEPS}
show_stones(4, {middle}, around, caption="D4 is (4, 4), and around it are six cells")

# %% [markdown]
# One cell up, y grows by one; to the upper right, both numbers do; to the lower right, only x.
#
# ## Exercise 1: neighbours
#
# How many neighbours does a cell on a side have, and how many a corner?
# Look at the picture before you write.


# %% exercise="neighbours"
def neighbours(cell, size):
    """The cells next to this one, as a set.

    neighbours((1, 1), 3) gives {(1, 2), (2, 2), (2, 1)}: A1 is a corner.
    """
    # Each of the six STEPS leads to one cell.
    # It counts if it is on the board: both numbers from 1 to 2 * size - 1,
    # and less than `size` apart.
    ### BEGIN SOLUTION
    found = set()
    for dx, dy in STEPS:
        x, y = cell[0] + dx, cell[1] + dy
        if 1 <= x <= 2 * size - 1 and 1 <= y <= 2 * size - 1 and abs(x - y) < size:
            found.add((x, y))
    return found
    ### END SOLUTION


# %% check="neighbours" points=2

# %% [markdown]
# Every exercise has three hints; each run of this cell gives you one more.

# %%
from course_lib.checks import hint

hint("neighbours")

# %% [markdown]
# ## Exercise 2: chains
#
# Stones of one player that are connected, neighbour to neighbour, form a *chain*.
# All three figures ask about one chain.


# %%
def cells_of(size):
    """All cells of the board in order: A1, A2, ... B1, B2, ..."""
    numbers = range(1, 2 * size)
    return [(x, y) for x in numbers for y in numbers if abs(x - y) < size]


# %% exercise="chain_of"
def chain_of(stone, stones, size):
    """The stones that are connected with this one, as a set; the stone itself is one of them.

    With stones on A1, A2 and C3, chain_of((1, 1), {(1, 1), (1, 2), (3, 3)}, 3)
    gives {(1, 1), (1, 2)}.
    """
    # The chain begins with the stone.
    # What can be reached from a member of the chain, and holds a stone, is a member, too.
    # Go on until every member has been looked at; leave `stones` as it is.
    ### BEGIN SOLUTION
    chain, waiting = {stone}, [stone]
    while waiting:
        for near in neighbours(waiting.pop(), size):
            if near in stones and near not in chain:
                chain.add(near)
                waiting.append(near)
    return chain
    ### END SOLUTION


# %% check="chain_of" points=3

# %% [markdown]
# (That was a search too, of a graph and not of a game.)
#
# ## Exercise 3: corners and sides
#
# A bridge needs two corners, and a fork three sides.
# The six sides lie on six lines: x is 1 or the last number, y is 1 or the last number, and x - y is size - 1 or 1 - size.
# A corner lies on two of these lines, a cell of a side on one.
#
# Two things to watch: a corner belongs to no side, and two stones on the same side count once.


# %% exercise="corners_and_sides"
def corners_and_sides(chain, size):
    """How many corners this chain holds, and how many different sides it touches, as a pair.

    corners_and_sides({(1, 1), (1, 2), (1, 3)}, 4) gives (1, 1): A1 is a corner,
    and A2 and A3 lie on the same side.
    """
    # Ask for each stone on which of the six lines it lies.
    # Two lines make a corner, one line makes a side.
    ### BEGIN SOLUTION
    last, corners, sides = 2 * size - 1, 0, set()
    for x, y in chain:
        lines = [x == 1, y == 1, x == last, y == last, x - y == size - 1, y - x == size - 1]
        if sum(lines) == 2:
            corners += 1
        elif sum(lines) == 1:
            sides.add(lines.index(True))
    return corners, len(sides)
    ### END SOLUTION


# %% check="corners_and_sides" points=3

# %% [markdown]
# The figures from the first picture, counted by you.
# Which pair belongs to which?

# %%
from course_lib.checks import needs

ring = cells_named("F5 G5 G4 F3 E3 E4", 5)
bridge = cells_named("A1 B1 C1 D1 E1", 5)
fork = cells_named("A2 B3 C4 D5 E6 F6 G6 H6 I6 E7 E8 D8", 5)
with needs("corners_and_sides"):
    for figure in (bridge, fork, ring):
        print(corners_and_sides(figure, 5))

# %% [markdown]
# ## The hard one
#
# A ring has neither corners nor sides to count.
# It is a chain that goes all the way around at least one cell, whatever lies there: nothing, an enemy stone, or one of its own.
#
# A first idea: in a ring every stone has two neighbours in the ring. So count!
# Here are four chains.

# %%
from IPython.display import display

chains = {
    "six around a cell": cells_named("C4 D5 E5 E4 D3 C3", 4),
    "a triangle": cells_named("A1 A2 B2", 4),
    "a ring with a tail": cells_named("C4 D5 E5 E4 D3 C3 F6 G7", 4),
    "a lump": cells_named("B3 B4 C4 C5 D5 D6", 4),
}
for name, chain in chains.items():
    display(show_stones(4, chain, caption=name, size=180))

# %% predict="rule_right"
question = (
    "Rule: it is a ring if every stone has two neighbours in the chain. For how many is it right?"
)
answer = 1
because = """
Only for the six. The triangle and the lump enclose nothing, and a tail doesn't spoil a ring. Taking
tails off won't help either: a triangle has no tail. A ring is not about its stones and their
neighbours. It is about what is *inside*.
"""


# %%
def counts_neighbours(chain, size):
    """Whether every stone has two neighbours or more in the chain. Is that a ring?"""
    return all(len(neighbours(stone, size) & chain) >= 2 for stone in chain)


with needs("neighbours"):
    for name, chain in chains.items():
        print(f"{name:20} {counts_neighbours(chain, 4)}")

# %% [markdown]
# So ask the cells that are *not* in the chain.
# Imagine water coming in from all edges of the board, with the chain as a dam.
# If some cell stays dry, the chain is a ring.
#
# ## Exercise 4: rings
#
# Just one kind of ring keeps no cell dry: one that is filled with its own stones.
# What can you say about a stone inside such a ring? How many of its neighbours are in the chain?


# %% exercise="has_ring"
def has_ring(chain, size):
    """Whether this chain goes all the way round some cell, whatever lies there.

    With {(1, 1), (1, 2), (2, 2)}, a triangle, it gives False.
    """
    # A stone that has six neighbours in the chain is inside a ring.
    # Otherwise: which cells without a stone of the chain are connected with an edge cell
    # of their kind? Your chain_of can tell, if you hand it the right set.
    # Is there a cell that is not?
    ### BEGIN SOLUTION
    if any(len(neighbours(stone, size) & chain) == 6 for stone in chain):
        return True
    dry = set(cells_of(size)) - chain
    for cell in cells_of(size):
        if cell in dry and len(neighbours(cell, size)) < 6:
            dry = dry - chain_of(cell, dry, size)
    return len(dry) > 0
    ### END SOLUTION


# %% check="has_ring" points=4

# %%
with needs("neighbours", "chain_of", "has_ring"):
    for name, chain in chains.items():
        print(f"{name:20} {has_ring(chain, 4)}")

# %% [markdown]
# It's an old trick: searching for the opposite is often easier.
#
# ## Exercise 5: who has won?
#
# The last stone decides a game, so only the chain of that stone can be new.
# One stone can complete two figures at once, or all three.


# %% exercise="win_kinds"
def win_kinds(stone, stones, size):
    """Which of "ring", "bridge" and "fork" the chain of this stone is, as a set.

    win_kinds((1, 2), {(1, 1), (1, 2), (1, 3)}, 3) gives {"bridge"}.
    """
    # Your three functions say all there is to know about the chain.
    ### BEGIN SOLUTION
    chain = chain_of(stone, stones, size)
    corners, sides = corners_and_sides(chain, size)
    kinds = {"ring": has_ring(chain, size), "bridge": corners >= 2, "fork": sides >= 3}
    return {kind for kind, complete in kinds.items() if complete}
    ### END SOLUTION


# %% check="win_kinds" points=2

# %% [markdown]
# A few cases prove no win test.
# So here are 300 random games on boards of three sizes.
# The library's rules, written in quite another way, say how each one ended. Do you agree?

# %%
from collections import Counter
from random import Random

from course_lib import Havannah

with needs("win_kinds"):
    rng, agreed, ends = Random(1), 0, Counter()
    for size in (3, 4, 5) * 100:
        board = Havannah(size)
        moves = board.playout(board.initial, rng).actions
        kinds = win_kinds(moves[-1], set(moves[-1::-2]), size)
        end = board.initial
        for cell in moves:
            end = board.result(end, cell)
        line = board.win_line(end)
        agreed += kinds == set(line[0] if line else ())
        ends[" and ".join(sorted(kinds)) or "draw"] += 1
    print(f"{agreed} of 300 alike;", dict(ends.most_common()))

# %% [markdown]
# Your opponent here doesn't think at all.

# %%
from course_lib import random_player
from course_lib.views import play_widget

play_widget(Havannah(4), random_player(Random(1)), you_play="X")

# %% [markdown]
# **That's the end of the first sitting.** Three things to take with you:
#
# - A chain is found by going from neighbour to neighbour.
# - A ring is found by what the water doesn't reach.
# - Test a rule against somebody who wrote it differently.

# %% [markdown]
# # Second sitting: plans, and looking at the opponent
#
# ## The perfect player, and why nobody uses it
#
# The first player of the thesis searches the whole tree.
# With your `minimax_value` from lesson 2 that takes four lines, and on size 2 it wins every game that can be won.

# %%
from course_lib import OutOfBudget, Watched
from course_lib.checks import mine

minimax_value = mine("minimax_value")


def full_tree(game, state):
    """The thesis's perfect player."""
    best = max if game.to_move(state) == game.players[0] else min
    return best(game.actions(state), key=lambda a: minimax_value(game, game.result(state, a)))


for size in (2, 3):
    watched = Watched(Havannah(size), budget=50_000)
    try:
        first = watched.action_name(full_tree(watched, watched.initial))
        print(f"size {size}: plays {first} after {watched.visits:,} visits")
    except OutOfBudget:
        print(f"size {size}: not done after {watched.visits:,} visits")

# %% [markdown]
# Rogers let his player keep the tree from move to move, so that only the first move is slow. That saves the rest, and doesn't help where the first move never ends.
#
# How far from its end is it?
# In 1975 Donald Knuth found a way to *estimate* the size of a tree without walking through it.
# Go down one random way and multiply the numbers of choices you meet: 7, then 7 · 6, then 7 · 6 · 5, and so on.
# That's how many states each level would have if all ways were like this one.
# Add them up, and take the mean over many random ways.

# %% predict="size_three"
question = "At a million states a second, how long would the whole tree of size 3 take?"
choices = ["a minute", "a day", "a year", "hundreds of years"]
answer = "hundreds of years"
because = """
It has some 10^16 states. For size 10 the number of *years* has hundreds of digits. (A program that
knows what a threat is solves size 3 in seconds: only the six corners win.)
"""


# %%
from math import log10


def estimated_states(game, games, rng):
    """About how many states the tree of this game has, from so many random games."""
    cells, total = len(game.actions(game.initial)), 0
    for _ in range(games):
        ways, length = 1, len(game.playout(game.initial, rng).actions)
        total += 1
        for stones in range(length):
            ways *= cells - stones
            total += ways
    return total // games


rng = Random(1)
print("size  2:", estimated_states(Havannah(2), 2_000, rng))
for size, games in ((3, 2_000), (4, 2_000), (5, 500), (10, 200)):
    print(f"size {size:2}: 10^{log10(estimated_states(Havannah(size), games, rng)):.0f}")

# %% [markdown]
# Size 2 comes out within a few percent.
#
# Search alone won't do. So the thesis tried what people do: have a **plan**.
#
# ## A plan: straight to the other side
#
# Take a corner, and the two cells beside it on its sides.
# Three stones, one corner, two sides: now they win as soon as their chain reaches *any* other side (a fork) or *any* other corner (a bridge).
# So go straight away from the corner.
# If a stone is in the way, turn by one direction to the left, else one to the right, then two, then back.
# If all six cells are taken, go back to the previous stone and try from there.

# %%
TURNS = (0, -1, 1, -2, 2, 3)  # steps of 60 degrees clockwise; left comes first
begun = cells_named("A1 A2 B1 C2 D3", 5)
show_stones(5, begun, {(5, 4), (2, 4)}, highlight=[(4, 4)], caption="E4 is taken: on to D4")

# %% [markdown]
# Away from A1, straight ahead is direction 1 of `STEPS`, up and to the right; one turn to the left is direction 0.
#
# ## Exercise 6: straight
#
# Directions go round: after direction 5 comes direction 0 again.
# Which Python operator does that?


# %% exercise="straight"
def straight(path, ahead, taken, size):
    """The next cell of this path, or None if there is nowhere left to go.

    `path` is the list of its stones in order, `ahead` the number of the direction in STEPS,
    and `taken` the set of all cells with a stone.
    straight([(1, 1), (1, 2), (2, 1)], 1, {(1, 1), (1, 2), (2, 1)}, 4) gives (3, 2).
    """
    # From the last stone of the path back to the first:
    # try the turns in the order of TURNS, each counted from `ahead`.
    # The first cell that is on the board and not taken is the answer.
    ### BEGIN SOLUTION
    for stone in reversed(path):
        for turn in TURNS:
            dx, dy = STEPS[(ahead + turn) % 6]
            cell = (stone[0] + dx, stone[1] + dy)
            if cell in cells_of(size) and cell not in taken:
                return cell
    return None
    ### END SOLUTION


# %% check="straight" points=3

# %% [markdown]
# The library's `Planner` is a player around your function.
# It picks a corner, puts down the first three stones, and then asks you; when a corner leads nowhere it takes the next one, and when none is left it resigns.
# Play against your own plan. You'll soon see through it.

# %%
from course_lib.lessons.planner import Planner

with needs("neighbours", "straight"):
    display(play_widget(Havannah(5), Planner(straight, Random(5)), you_play="O"))

# %% [markdown]
# ## The opponent from Leipzig
#
# The server in Leipzig had a test player called *example*.
# It starts anywhere and then puts each stone at random next to its group, but it takes a win when there is one, and stops yours.
# Sooner or later the lump has closed a ring.

# %% predict="plan_or_lump"
question = "Forty games on each board. Your plan against the lump: where does the plan do best?"
choices = ["on small boards", "on large boards", "the same everywhere"]
answer = "on small boards"
because = """
A straight way needs about 2b stones, and more when somebody is in the way. A ring needs six. On the
large board the lump is faster, and the plan never looks at it. The thesis says that the example wins
every time; on size 10 that is just what happens.
"""

# %%
from course_lib import tournament
from course_lib.play.havannah_example import example_player


def score(name, player, size, games):
    """Let this player meet the example, and print its share of the points."""
    pair = {name: player, "example": example_player(Random(2))}
    table = tournament(pair, Havannah(size), games=games, seed=1, progress=False)
    [row] = [row for row in table.rows if row.player == name]
    low, high = 100 * row.low, 100 * row.high
    print(f"size {size:2}: {name:8} scores {100 * row.score:.0f} % ({low:.0f} to {high:.0f})")


with needs("neighbours", "straight"):
    for size in (10, 8, 6, 4):
        score("straight", Planner(straight, Random(1)), size, 40)

# %% [markdown]
# (The range in brackets holds the true share 95 times in 100.)
#
# ## Exercise 7: defence
#
# So look at the board before each stone of the plan.
# Can we win right now? Then do it.
# Would the opponent win with the next stone? Then put ours there.
# Which of the two comes first, and what would happen the other way round?


# %% exercise="defence"
def defence(own, theirs, size):
    """Where we win at once, else where the opponent would win next, else None.

    Of several such cells it is the first in the order of cells_of.
    With own stones on A1 and A2, and theirs on C3, the bridge at A3 can be completed:
    defence({(1, 1), (1, 2)}, {(3, 3)}, 3) gives (1, 3).
    """
    # Try each empty cell for our own stones, then each for theirs.
    # Would a stone there complete a figure? Your win_kinds knows.
    ### BEGIN SOLUTION
    empty = [cell for cell in cells_of(size) if cell not in own and cell not in theirs]
    for stones in (own, theirs):
        for cell in empty:
            if win_kinds(cell, stones | {cell}, size):
                return cell
    return None
    ### END SOLUTION


# %% check="defence" points=3

# %% predict="defence_helps"
question = (
    "`straight` scores about 22 % on size 4. Up to how many percent will your defence take it?"
)
answer = 73
because = """
From clearly behind to clearly ahead, by looking at a single move. The thesis hoped for less from its
own defence, about one win in ten on the large board. It only noticed chains that two stones away
from each other could join; played again here, it wins one game in forty.
"""

# %% [markdown]
# Safety or speed: which of the two did it?
# `fast` only takes its own wins, and `safe` only blocks.


# %%
def fast(own, theirs, size):
    """The cell of defence, if it wins."""
    cell = defence(own, theirs, size)
    return cell if cell and win_kinds(cell, own | {cell}, size) else None


def safe(own, theirs, size):
    """Where the opponent would win next, or None."""
    cell = defence(theirs, own, size)
    return cell if cell and win_kinds(cell, theirs | {cell}, size) else None


with needs("straight", "win_kinds", "defence"):
    for name, first in (("defence", defence), ("fast", fast), ("safe", safe)):
        score(name, Planner(straight, Random(1), first), 4, 30)

# %% [markdown]
# It was all in the blocking: whoever blocks in time loses one stone, and whoever doesn't loses the game.
#
# Against a lump, that is. It always lacks its last stone in *one* place.
# A straight chain arrives at an edge where it can be completed in *two* places, and then one block is too late.
# Two places for one purpose: good players use that idea from the first stone on.

# %%
jump = cells_named("B3 C5", 5)
between = cells_named("B4 C4", 5)
show_stones(5, jump, {(4, 3)}, highlight=between, caption="If O takes one, X takes the other")

# %% [markdown]
# B3 and C5 don't touch, and still can't be cut.
# Such a pair is a **two-bridge**, and a chain of them from corner to corner is as good as complete at half the price: people call it a *frame*.
# Your defence sees danger when one cell is missing. A frame is decided long before that.
#
# Here is the game printed in the thesis, 85 moves on size 10: straight with defence (X) against the example.
# Play it through, and stop at the moment from which X can't be stopped any more.

# %%
from course_lib.lessons.printed_game import printed_game
from course_lib.views import replay

replay(printed_game())

# %% [markdown]
# ## Monte Carlo on hexagons
#
# Now the other way: no plan at all, but your search from lesson 5, against your own defence.

# %% predict="search_or_plan"
question = "Size 4, 300 simulations a move. Who is ahead: your search or your defence?"
choices = ["the search", "the defence", "neither"]
answer = "the defence"
because = """
A plan with a look at one move is hard to beat for a search that knows only the rules. With 30
simulations it hasn't even tried each of the 37 cells once. That is the width of this game: on size
10, 271 simulations go by before every first stone has been tried.
"""

# %%
mcts = mine("mcts")


def by_mcts(simulations, rng):
    """A player that makes so many simulations for each move."""
    return lambda game, state: mcts(game, state, simulations, rng)[0]


with needs("straight", "win_kinds", "defence"):
    for simulations in (30, 100, 300):
        plan = Planner(straight, Random(1), defence)
        pair = {"mcts": by_mcts(simulations, Random(3)), "defence": plan}
        table = tournament(pair, Havannah(4), games=8, seed=1, progress=False)
        [row] = [row for row in table.rows if row.player == "mcts"]
        low, high = 100 * row.low, 100 * row.high
        print(f"{simulations:3} simulations: {100 * row.score:.0f} % ({low:.0f} to {high:.0f})")

# %% [markdown]
# So each simulation has to tell more.
# The library's strong player knows four ways.
#
# - **RAVE**: a playout teaches about all stones that were put down in it, not just the first.
# - *Two-bridges*: when one of the two cells between is taken, the playout takes the other.
# - *Certainty*: a win in one is taken, a loss in one is blocked, and what is proved goes up the tree.
# - *A first opinion*: a new node prefers cells near other stones, or on a short way to a figure.
#
# It gets twenty simulations a move, fewer than your search had at its worst.

# %%
from course_lib.play.havannah_strong import strong_player

with needs("straight", "win_kinds", "defence"):
    pair = {
        "strong": strong_player(simulations=20, rng=Random(1)),
        "defence": Planner(straight, Random(2), defence),
    }
    table = tournament(pair, Havannah(4), games=40, seed=1, progress=False)
    [row] = [row for row in table.rows if row.player == "strong"]
    print(f"strong scores {100 * row.score:.0f} % ({100 * row.low:.0f} to {100 * row.high:.0f})")

# %% [markdown]
# How strong is each player?
# This was measured on size 5, in *Elo*: 100 points more mean winning about 64 games of 100, and 400 more about 91.

# %%
from course_lib.lessons.havannah_pictures import plot_ladder

plot_ladder()

# %% [markdown]
# The thesis judges a strategy by six questions.
# With everything you have built, they can be answered.
#
# | | full tree | straight | defence | your MCTS | strong |
# | --- | --- | --- | --- | --- | --- |
# | easy to describe? | yes | yes | yes | yes | four ideas more |
# | fast enough? | no: it grows like n! | yes | yes | as you like | as you like |
# | does it attack? | perfectly | always | after blocking | yes | yes |
# | does it defend? | perfectly | never | one move ahead | if the visits reach | yes |
# | does it beat the others? | never gets to play | no | straight and example | straight and example | all |
# | easy to see through? | no | at once | soon | hardly | hardly |
#
# And the 1,000 euros?
# In October 2012, just in time, a program won its game against Freeling.
# It was a Monte Carlo tree search.
#
# Your turn. Choose the size of the board and the number of simulations.

# %%
SIZE, SIMULATIONS = 4, 50
opponent = strong_player(simulations=SIMULATIONS, rng=Random(7))
play_widget(Havannah(SIZE), opponent, you_play="X")

# %% [markdown]
# **That's the end of the second sitting.** What to remember:
#
# - You can measure a tree without walking through it. This one is out of reach beyond size 2 or 3.
# - A plan that never looks at the opponent loses to a lump. One look at every move turns the match around.
# - Knowledge and search together do what neither could do alone.
#
# | word | meaning |
# | --- | --- |
# | chain | stones of one player, connected neighbour to neighbour |
# | ring, bridge, fork | a chain around a cell, from corner to corner, to three sides |
# | two-bridge | two stones with two cells between them, so that one cut comes too late |
# | frame | a chain of two-bridges that wins although it has gaps |
# | RAVE | a playout teaches about all its stones, not only the first |

# %% [markdown]
# # Further on
#
# Your teacher may run a server (`course serve havannah.toml`), like the one in Leipzig.
# Write its address and port below, and your player waits there for somebody else's.

# %%
SERVER = None  # for example ("192.168.0.10", 4455)

with needs("straight", "win_kinds", "defence"):
    if SERVER is None:
        print("No server yet: write its address and port into SERVER, and run this cell again.")
    else:
        from course_lib.play import connect

        player = Planner(straight, Random(), defence)
        print(connect(player, *SERVER, name="my defence"))

# %% [markdown]
# 1. From memory: what wins in Havannah, and which cells belong to no side?
# 2. How many stones does the shortest bridge have on size 10? And the shortest ring? What does that say about *straight*?
# 3. `defence` tries every empty cell, and asks about a ring each time. Which cells could it skip without missing anything?
# 4. Let `full_tree` keep a dictionary of values from move to move (your `remembering` from lesson 2 does most of it). How many visits do its second and third move on size 2 still cost?
# 5. Let the plan go in two-bridges instead of single steps: which cells may then be taken, and when must a gap be filled? How often does it beat *example* on size 8?
# 6. Estimate the tree of Connect Four with `estimated_states`. What is different about the choices there?
# 7. Open: how could a program see that a frame is complete? Begin with a corner, and with the two-bridges that can be reached from it.
#
# Source: T. Rogers, *A Program to Play Havannah*, final-year project, 2003/2004.
# In Russell and Norvig's *Artificial Intelligence: A Modern Approach* the search is in the chapter on adversarial search and games; plans are in the chapters on planning.
