# %% [markdown]
# # Havannah: a game that was too large for search
#
# Havannah is played on a board of hexagons.
# Two players, X and O, take turns to put a stone on an empty cell; nothing is ever moved or taken away.
# Whoever first completes one of three figures wins.

# %%
from collections import Counter
from math import factorial, log10
from random import Random

from IPython.display import display

from course_lib import (
    RESIGN,
    Havannah,
    Watched,
    minimax_search,
    play_game,
    random_player,
    solve,
    tournament,
)
from course_lib.checks import hint, mine, needs
from course_lib.lessons.havannah_pictures import cells_named, plot_ladder, show_stones
from course_lib.play.havannah_example import example_player
from course_lib.play.havannah_strong import strong_player
from course_lib.views import play_widget, plot_win_rates, show

ring = cells_named("F5 G5 G4 F3 E3 E4", 5)
bridge = cells_named("A1 B1 C1 D1 E1", 5)
fork = cells_named("A2 B3 C4 D5 E6 F6 G6 H6 I6 E7 E8 D8", 5)
show_stones(5, ring | bridge, fork, caption="A ring and a bridge of X, and a fork of O")

# %% [markdown]
# *Corners and sides are a little darker.
# A **ring** goes all the way round some cell; a **bridge** joins two corners; a **fork** joins three sides, and corners belong to no side.*
#
# People play it on boards with ten cells along each side.
# Alpha-beta has finished tic-tac-toe for us, and Connect Four was out of its reach.
#
# **How large may a Havannah board be, so that your computer can search the game to its end in a minute: ten cells along each side, five, three, or two?**
# Write down your guess.
#
# In 2004 a student built programs for this game as a final project, and a computer scientist in Leipzig ran a server on which they played.
# In this lesson we build the same programs, let them play, find out where they are weak, and go further.
#
# ## What you will learn
#
# - To work with hexagons, chains, and figures that can have any form.
# - Why counting neighbours does not find a ring, and what does.
# - How large this game is, and how to measure a tree that nobody can walk through.
# - What a plan is worth, and what it is worth to look at the opponent: safety against speed.
#
# You need Monte Carlo tree search from the last lesson, which is brought along.
# The lesson has seven exercises and takes about 90 minutes.
# A good place for a break is before *Too large*.
#
# While this lesson is graded, the library's searches and its answers to these exercises can't be called from your functions.
#
# ## Hexagons
#
# Each cell has two numbers, (x, y).
# x is the column, from the left; y is the number of the slanted line, and both begin with 1.
# People write a letter for x: D2 is (4, 2).
# A board of size b has b cells along each side, and the largest number is 2b - 1.
# Where would (1, 5) lie on a board of size 4?
# Outside: on the board x and y are always less than b apart.

# %%
middle = (4, 4)
STEPS = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]  # from above, clockwise
around = {(middle[0] + dx, middle[1] + dy) for dx, dy in STEPS}
show_stones(4, {middle}, around, caption="D4 is (4, 4), and around it are six cells")

# %% [markdown]
# *Above a cell y grows by one; to its upper right both numbers do; to its lower right only x.*
#
# ## Exercise 1: neighbours
#
# How many neighbours has a cell on a side, and how many has a corner?
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
# Each exercise has three hints: a question, the idea, and the shape of the work.
# Each run of the next cell gives one more; for another exercise, change the name.

# %%
hint("neighbours")

# %% [markdown]
# Every cell of the board has six neighbours, or four, or three.
# How many are there of each kind on a board of size 4?


# %%
def cells_of(size):
    """All cells of the board in order: A1, A2, ... B1, B2, ..."""
    numbers = range(1, 2 * size)
    return [(x, y) for x in numbers for y in numbers if abs(x - y) < size]


with needs("neighbours"):
    print(Counter(len(neighbours(cell, 4)) for cell in cells_of(4)))
    display(show_stones(4, {(2, 1)}, neighbours((2, 1), 4), caption="The neighbours of B1"))

# %% [markdown]
# Six corners, and on each of the six sides two cells between them.
# So the number of neighbours already tells what kind of cell it is; we will use that.
#
# ## Exercise 2: chains
#
# Stones of one player that are connected, neighbour to neighbour, are a *chain*.
# All three figures ask about one chain: which stones belong together?


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
# This is a search, too: of a graph, not of a game.
# Here are all stones that X has put in a random game, and in rings the chain of one of them.


# %%
def stones_of(game, state):
    """The stones of the player to move, and those of the other one, as two sets."""
    signs = dict(zip(cells_of(game.size), state.board, strict=True))
    mover = game.to_move(state)
    own = {cell for cell, sign in signs.items() if sign == mover}
    return own, {cell for cell, sign in signs.items() if sign not in (mover, ".")}


game = Havannah(5)
some = game.play("E5 D4 C3 C4 D5 E3 F6 G5 H7 D3 B2 F4 E4 A1 G7 H6 I8 B3")
with needs("neighbours", "chain_of"):
    own, theirs = stones_of(game, some)
    chain = sorted(chain_of((5, 5), own, 5))
    display(show(game, some, highlight=chain, caption=f"The chain of E5 has {len(chain)} stones"))

# %% [markdown]
# ## Exercise 3: corners and sides
#
# A bridge needs two corners, and a fork three sides.
# The six sides lie on six lines: x is 1 or the last number, y is 1 or the last number, and x - y is size - 1 or 1 - size.
# A corner lies on two of these lines, and a cell of a side on one.
#
# Mind two things.
# A corner belongs to no side.
# And two stones on the same side count once.


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
# The bridge and the fork from the first picture, counted by you.
# Which pair belongs to which?

# %%
with needs("corners_and_sides"):
    for figure in (bridge, fork, ring):
        print(corners_and_sides(figure, 5))

# %% [markdown]
# ## The hard one
#
# A ring has neither corners nor sides to count.
# It is a chain that goes all the way round at least one cell, whatever lies there: nothing, a stone of the other player, or one of its own.
#
# A first idea: in a ring every stone has two neighbours in the ring.
# So count!
# Here are four chains. Which of them are rings, and what will the rule say of them?

# %%
chains = {
    "six around a cell": cells_named("C4 D5 E5 E4 D3 C3", 4),
    "a triangle": cells_named("A1 A2 B2", 4),
    "a ring with a tail": cells_named("C4 D5 E5 E4 D3 C3 F6 G7", 4),
    "a lump": cells_named("B3 B4 C4 C5 D5 D6", 4),
}
for name, chain in chains.items():
    display(show_stones(4, chain, caption=name, size=180))


# %%
def counts_neighbours(chain, size):
    """Whether every stone has two neighbours or more in the chain. Is that a ring?"""
    return all(len(neighbours(stone, size) & chain) >= 2 for stone in chain)


with needs("neighbours"):
    for name, chain in chains.items():
        print(f"{name:20} {counts_neighbours(chain, 4)}")

# %% [markdown]
# It errs in both directions: the triangle and the lump enclose nothing, and a tail does not spoil a ring.
# Larger numbers do not help, nor does taking the tails off: a triangle has no tail.
# A ring is not a matter of the stones and their neighbours alone; it is about what is *inside*.
#
# So let us ask the cells that are not in the chain.
# Imagine that water comes in from all edges of the board, and the chain is a dam.
# If some cell stays dry, the chain is a ring.
#
# ## Exercise 4: rings
#
# One kind of ring keeps no cell dry: one that is filled with its own stones.
# What can you say of a stone inside such a ring? How many of its neighbours are in the chain?


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
# The trick is an old one: it is often easier to search for the opposite.
#
# ## Exercise 5: who has won?
#
# A game is decided by its last stone, so only the chain of this stone can be new.
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
# A few cases do not prove a win test.
# So here are 300 random games on boards of three sizes; the library's own rules, written in quite another way, say how each has ended, and you say the same or not.

# %%
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
# Random games end with a bridge or a fork mostly, for there are many stones everywhere.
# Rings are rare, and draws did not happen at all; but they can.
#
# You can play with these rules at once, against somebody who does not think.

# %%
play_widget(Havannah(4), random_player(Random(1)), you_play="X")

# %% [markdown]
# ## Too large
#
# Back to the first question.
# A board of size b has 3b(b - 1) + 1 cells.
# The first stone may go on any of them, the second on one less, and so on: if all cells are filled, that makes n! ways for n cells.

# %%
for size in (2, 3, 4, 5, 8, 10):
    n = 3 * size * (size - 1) + 1
    print(f"size {size:2}: {n:3} cells, {(n + 1) / 2:5} choices on average,", end=" ")
    print(f"10^{log10(factorial(n)):.0f} ways to fill the board")

# %% [markdown]
# The same table is in the final project of 2004, beside those of other games: Connect Four has 42 levels with 7 choices each.
# Size 10 starts with 271 choices.
#
# But games end before the board is full.
# How large is the real tree?
# For size 2 we can let minimax walk through all of it.

# %%
tiny = Watched(Havannah(2))
value, _ = minimax_search(tiny, tiny.initial)
print(f"worth {value} to X, {tiny.visits:,} visits")
two = Havannah(2)
after_first = {cell: two.result(two.initial, cell) for cell in two.actions(two.initial)}
wins = [cell for cell, state in after_first.items() if minimax_search(two, state)[0] < 0]
show(two, highlight=wins, caption="The first stones that win: all but the centre")

# %% [markdown]
# For larger boards there is a way to *estimate* how many states a tree has, without walking through it; Donald Knuth found it in 1975.
# Go down one random way, and multiply the numbers of choices that you meet: 7, then 7 · 6, then 7 · 6 · 5, ...
# That is how many states each level would have if all ways were like this one.
# Add them up, and take the mean over many random ways.
# It can be proved that this mean is right in the long run.
# For size 2 we know the answer; will it come out?


# %%
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
print("size  2:", estimated_states(two, 2_000, rng))
for size, games in ((3, 2_000), (4, 2_000), (5, 500), (10, 200)):
    print(f"size {size:2}: 10^{log10(estimated_states(Havannah(size), games, rng)):.0f}")

# %% [markdown]
# Size 2 comes out within a few in a hundred.
# Size 3 has some 10^16 states: at a million a second, that takes hundreds of years.
# And for size 10 the number of years has hundreds of digits.
# Depth-first search fails here because it has to finish a branch before it knows anything, and the branches are long and many.
#
# On size 3 something helps that we know: look at each position once, and at its mirror images never.
# `solve` does that.
# We give it positions that have fewer and fewer stones already, three of each.

# %%
small = Havannah(3)


def random_position(stones, seed):
    """A position with so many stones in which nobody has won."""
    rng = Random(seed)
    while True:
        moves = small.playout(small.initial, rng).actions
        if len(moves) > stones + 2:
            return small.play([small.action_name(cell) for cell in moves[:stones]])


for empty in (7, 8, 9, 10):
    looks = []
    for seed in range(3):
        watched = Watched(small)
        solve(watched, random_position(19 - empty, seed))
        looks.append(watched.visits)
    print(f"{empty:2} empty cells: {sum(looks) // 3:6,} visits on average")
print(f"all 19, at 3.5 times as many each: {sum(looks) / 3 * 3.5**9:.1g} visits")

# %% [markdown]
# Each empty cell more costs about three times as much, and the factor grows.
# From 10 empty cells to all 19 there are nine such steps; so it would take some 10^9 visits, and a day of waiting.
# A program that knows what a threat is does it in seconds (`course analyse havannah --size 3`, where the whole course is installed): only the six corners win.
# For size 4 nobody should wait.
#
# So search can't be all.
# The project of 2004 tried something else, which people do: have a *plan*.
#
# ## A plan: straight to the other side
#
# Take a corner, and the two cells beside it on its sides.
# These three stones have a corner and two sides: they win as soon as their chain reaches *any* other side, which makes a fork, or any other corner, which makes a bridge.
# So from there on go straight away from the corner.
# If a stone stands in the way, turn by one direction to the left, else one to the right, then two, then back.
# If all six cells are taken, go back to the stone before, and try it from there.

# %%
TURNS = (0, -1, 1, -2, 2, 3)  # steps of 60 degrees clockwise; left comes first
begun = cells_named("A1 A2 B1 C2 D3", 5)
show_stones(5, begun, {(5, 4), (2, 4)}, highlight=[(4, 4)], caption="E4 is taken: on to D4")

# %% [markdown]
# *Away from A1, straight ahead is direction 1 of `STEPS`, up and to the right; one turn to the left is direction 0.*
#
# ## Exercise 6: straight
#
# Directions go round: after direction 5 comes direction 0 again.
# Which operator of Python does that?


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
# Around it stands a player.
# It draws a corner, puts the first three stones, and then asks you; when a corner leads nowhere, it takes the next one, and when none is left it resigns.
# What it has planned it keeps in mind from move to move.


# %%
class Planner:
    """A player that follows my plan; if `first` has a better idea, that comes before."""

    def __init__(self, rng, first=None):
        self.rng, self.first = rng, first
        self.corners = None  # drawn with the first stone, or when it takes over a game

    def new_game(self, game, seat, rng):
        """Take the randomness of the new game, if it brings any."""
        self.rng = rng or self.rng

    def __call__(self, game, state):
        """The next cell, or RESIGN."""
        own, theirs = stones_of(game, state)
        if not own or self.corners is None:
            self.corners, self.path = self.rng.sample(range(6), 6), None
        urgent = self.first(own, theirs, game.size) if self.first else None
        while urgent is None and self.corners:
            cell = self.planned(own, theirs, game.size)
            if cell is not None:
                return cell
            del self.corners[0]
            self.path = None
        return urgent or RESIGN

    def planned(self, own, theirs, size):
        """The next cell from this corner, or None."""
        last, ahead = 2 * size - 1, self.corners[0] + 1
        corners = [(1, 1), (1, size), (size, last), (last, last), (last, size), (size, 1)]
        x, y = corners[self.corners[0]]
        sides = [STEPS[(ahead + turn) % 6] for turn in (-1, 1)]
        three = [(x, y), *((x + dx, y + dy) for dx, dy in sides)]
        if self.path is None:
            if theirs.intersection(three):
                return None
            if not own.issuperset(three):
                return next(cell for cell in three if cell not in own)
            self.path = three
        cell = straight(self.path, ahead, own | theirs, size)
        if cell is not None:
            while cell not in neighbours(self.path[-1], size):
                self.path.pop()
            self.path.append(cell)
        return cell


with needs("neighbours", "straight"):
    players = {"X": Planner(Random(3)), "O": random_player(Random(3))}
    record = play_game(Havannah(6), players)
    display(show(record, caption="My plan against somebody who does not think"))

# %% [markdown]
# Play against your own plan yourself.
# You will see through it soon: block the head of its chain, and it goes on beside you; block one cell further ahead, and it runs into the wall.

# %%
with needs("neighbours", "straight"):
    display(play_widget(Havannah(5), Planner(Random(5)), you_play="O"))

# %% [markdown]
# ## The opponent from Leipzig
#
# The server in Leipzig had a test player, the *example*.
# It begins anywhere, and then puts each stone at random next to its group.
# But it takes a win if there is one, and it stops a win of the opponent.
# Sooner or later the lump has closed a ring.
#
# A plan against a lump that grows at random: who wins?
# The project of 2004 says: the example, every time.
# We play forty games on each of four boards.

# %%
with needs("neighbours", "straight"):
    tables = {}
    for size in (4, 6, 8, 10):
        pair = {"straight": Planner(Random(1)), "example": example_player(Random(2))}
        tables[size] = tournament(pair, Havannah(size), games=40, seed=1, progress=False)
    display(plot_win_rates(tables, players=["straight"]))

# %% [markdown]
# *Size of the board along the axis: the larger the board, the less often the plan wins; on the board of size 10 it never did.*
#
# It was true, on the large board.
# Why? Look at the end of one of the games that the plan has lost.

# %%
with needs("neighbours", "straight"):
    seats = [{"X": Planner(Random(n)), "O": example_player(Random(n))} for n in range(20)]
    lost = [record for each in seats if (record := play_game(Havannah(6), each)).winner == "O"]
    shortest = min(lost, key=lambda record: len(record.actions))
    display(show(shortest, caption=f"Lost after {len(shortest.actions)} stones"))

# %% [markdown]
# A straight way needs about 2b stones, and more when somebody stands in the way.
# A ring needs six.
# On the large board the lump is quicker, and the plan never looks at it: it goes on building while the ring is being closed.
#
# ## Exercise 7: defence
#
# So before each stone of the plan, look at the board.
# Can we win at once? Then do.
# Would the opponent win with the next stone? Then put ours there.
# Which of the two has to be asked first, and what would happen the other way round?


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

# %% [markdown]
# The same forty games on the board of size 4, with and without your defence.
# How much will it help?

# %%
with needs("straight", "win_kinds", "defence"):
    with_defence = {"defence": Planner(Random(1), defence), "example": example_player(Random(2))}
    after = tournament(with_defence, Havannah(4), games=40, seed=1, progress=False)
    for name, table in (("straight", tables[4]), ("defence", after)):
        [row] = [row for row in table.rows if row.player == name]
        low, high = 100 * row.low, 100 * row.high
        print(f"{name:8} scores {100 * row.score:.0f} % ({low:.0f} to {high:.0f})")

# %% [markdown]
# From clearly behind to clearly ahead, by a look at one single move.
# The project of 2004 saw less of an improvement: its defence could not see a last stone on a side or a corner, and yours does.
#
# ## Safety against speed
#
# Each stone that blocks is a stone that does not build.
# Would it be better to be fast, and leave the blocking alone?
# Or is it the blocking alone that has helped?
# Here are two more players with the same plan: one takes only its own wins, the other only blocks.
# Guess how each of them does against the lump.


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
    for name, first in (("fast", fast), ("safe", safe)):
        pair = {name: Planner(Random(1), first), "example": example_player(Random(2))}
        table = tournament(pair, Havannah(4), games=30, seed=1, progress=False)
        [row] = [row for row in table.rows if row.player == name]
        low, high = 100 * row.low, 100 * row.high
        print(f"{name} scores {100 * row.score:.0f} % ({low:.0f} to {high:.0f})")

# %% [markdown]
# All the gain came from the blocking: safety before speed.
# Whoever blocks in time loses one stone, and whoever does not loses the game.
#
# Is that a law?
# Let the plans play against each other: there both sides build straight chains, and no lumps.
# Which one will be ahead now?

# %%
with needs("straight", "win_kinds", "defence"):
    three = {
        "fast": Planner(Random(1), fast),
        "safe": Planner(Random(2), safe),
        "both": Planner(Random(3), defence),
    }
    league = tournament(three, Havannah(4), games=10, seed=1, progress=False)
    display(plot_win_rates(league))

# %% [markdown]
# *All three intervals overlap: among plans, twenty games for each show no difference between safety and speed.*
#
# So the answer hangs on the opponent.
# A ring that grows at random lacks its last stone in *one* place, and a block there stops it.
# A straight chain comes to an edge where it can be completed in *two* places, and then one block is too late.
# Two places for one purpose: that is an idea that good players use from the first stone on.

# %%
jump = cells_named("B3 C5", 5)
between = cells_named("B4 C4", 5)
show_stones(5, jump, {(4, 3)}, highlight=between, caption="If O takes one, X takes the other")

# %% [markdown]
# *B3 and C5 do not touch, and can't be cut.*
#
# Such a pair is called a *two-bridge*.
# A chain of two-bridges from corner to corner needs only half of the stones, and is as good as complete: people call it a *frame*.
# Your defence sees the danger when one cell is missing; a frame is decided long before.
#
# ## Monte Carlo on hexagons
#
# Now the other way: no plan at all, but the search of the last lesson.
# It needs nothing but the rules.

# %%
mcts = mine("mcts")


def by_mcts(simulations, rng):
    """A player that makes so many simulations for each move."""
    return lambda game, state: mcts(game, state, simulations, rng)[0]


with needs("straight", "win_kinds", "defence"):
    for simulations in (30, 100, 300):
        pair = {"mcts": by_mcts(simulations, Random(3)), "defence": Planner(Random(1), defence)}
        table = tournament(pair, Havannah(4), games=8, seed=1, progress=False)
        [row] = [row for row in table.rows if row.player == "mcts"]
        low, high = 100 * row.low, 100 * row.high
        print(f"{simulations:3} simulations: {100 * row.score:.0f} % ({low:.0f} to {high:.0f})")

# %% [markdown]
# A search that knows the rules alone needs some hundred simulations to be a match for a plan with a look at one move.
# With 30 it has not even tried each of the 37 cells.
# That is the width of this game: on size 10, 271 simulations go by before every first stone has been tried once.
#
# So each simulation has to bring more. Some of the ideas for that:
#
# - **RAVE**: a playout teaches about all stones that were put in it, not only about the first. A cell that is good now will mostly be good a little later, too.
# - *Two-bridges* in the playouts: when one of the two cells between is taken, the other one is taken at once.
# - *Certainty*: a win in one is taken, a loss in one is blocked, and two threats at once win, all without any search; and what is proved goes up the tree.
# - *A first opinion*: before its first playout a new node prefers cells near other stones, and cells on a short way to a bridge or a fork.
#
# The library's strong player has all of these.
# It gets twenty simulations for each move, fewer than your search had at its worst.

# %%
with needs("straight", "win_kinds", "defence"):
    pair = {
        "strong": strong_player(simulations=20, rng=Random(1)),
        "defence": Planner(Random(2), defence),
    }
    table = tournament(pair, Havannah(4), games=20, seed=1, progress=False)
    [row] = [row for row in table.rows if row.player == "strong"]
    print(f"strong scores {100 * row.score:.0f} % ({100 * row.low:.0f} to {100 * row.high:.0f})")

# %% [markdown]
# What nobody could search to its end, and where a plan alone fails, knowledge and search do together.
#
# Which of the ideas brings most?
# That takes many more games than we want to wait for, so here is what was measured on a board of size 5.
# `straight` and `defence` are the programs of 2004; `defence+` sees a last stone on a side or a corner, as yours does.
# `UCT` is the search of the last lesson, and each line with a plus has one idea more than the one before.
# `frame` is a plan that knows chains nobody can cut, and `learned` plays its random games with weights that it found by playing against itself (with 200 simulations, because it is slow).
# 100 points of *Elo* more mean that a player wins about 64 games of 100; 400 more mean about 91.

# %%
plot_ladder()

# %% [markdown]
# *RAVE is by far the largest step. After it the intervals of neighbours overlap: no single idea shows in so many games, only all of them together do.*
#
# ## The last match
#
# You against the strong player.
# Choose the size of the board, and how many simulations it gets for each move: the more, the stronger it is, and the longer you wait.

# %%
SIZE, SIMULATIONS = 4, 50
opponent = strong_player(simulations=SIMULATIONS, rng=Random(7))
play_widget(Havannah(SIZE), opponent, you_play="X")

# %% [markdown]
# ## Meet the others
#
# Your teacher may run a server (`course serve havannah.toml`), as the one in Leipzig was.
# Write its address and the number of the port below: your player goes there and waits until a neighbour's program or a person plays with it.
# Two players that wait on the same port play each other.

# %%
SERVER = None  # for example ("192.168.0.10", 4455)

with needs("straight", "win_kinds", "defence"):
    if SERVER is None:
        print("No server yet: write its address and port into SERVER, and run this cell again.")
    else:
        from course_lib.play import connect

        address, port = SERVER
        print(connect(Planner(Random(), defence), address, port, name="my defence"))

# %% [markdown]
# ## What to remember
#
# - Figures of any form are found by searching the board: a chain by its neighbours, a ring by what the water does not reach.
# - A tree can be measured without walking through it; this one is out of reach for depth-first search from size 4 on.
# - A plan wins nothing if it never looks at the opponent; one look at each move turned the match round, and how much safety is worth hangs on who plays there.
#
# | word | meaning |
# | --- | --- |
# | chain | stones of one player, connected neighbour to neighbour |
# | ring, bridge, fork | a chain around a cell, from corner to corner, to three sides |
# | two-bridge | two stones with two cells between them, so that one cut comes too late |
# | frame | a chain of two-bridges that wins although it has gaps |
# | to estimate a tree | multiply the choices along random ways, and take the mean |
# | RAVE | a playout teaches about all its stones, not only about the first |
#
# ## Try it yourself
#
# 1. From memory: what wins in Havannah, and which cell belongs to no side?
# 2. How many stones has the shortest bridge on a board of size 10? And the shortest ring? What does that say about *straight*?
# 3. `defence` tries every empty cell, and asks about a ring each time. Which cells could it leave out without missing anything?
# 4. Let the plan go in two-bridges instead of single steps: which cells may then be taken, and when must a gap be filled? How often does it beat *example* on size 8?
# 5. Estimate the tree of Connect Four with `estimated_states`, which has to be changed for that. What is different about the choices there?
# 6. An open question: how could a program see that a frame is complete? Begin with a corner, and with the two-bridges that can be reached from it.
#
# In *Artificial Intelligence: A Modern Approach* (fourth edition) the chapter on adversarial search and games has the search; plans, and what it means to see the end of one, are in its chapters on planning.
