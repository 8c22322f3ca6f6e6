# %% [markdown]
# # A player of your own
#
# Six columns are full, six squares are left, and X is to move.
#
# ![A Connect Four board with only column g still empty; X to move](attachment:late.png)
#
# Who wins?
# Drop the last stones in your head, one after the other. There is nothing left to choose.
#
# Now you'll build one player out of everything you know, and send it up a ladder of seven opponents.

# %% [markdown] part="further"
# There are three sittings of 30 to 45 minutes.
#
# - **First sitting:** ratings, and an evaluation that sees what's coming.
# - **Second sitting:** an order that makes visits count, and a budget to share.
# - **Third sitting:** put your player together, climb, learn from your losses, and try an experiment.

# %% [markdown] part="core"
# You need lessons 4 and 5.

# %%
from fractions import Fraction

from IPython.display import display

from course_lib import ConnectFour, Watched, alphabeta_search, deepening_search
from course_lib.checks import back_in, check, hint, mine, needs
from course_lib.lessons.elo import Result, rating_from
from course_lib.lessons.known_positions import decided_positions
from course_lib.lessons.ladder import (
    climb,
    cross_table,
    games_between,
    keeps,
    kept_by,
    ladder,
    points_of,
)
from course_lib.lessons.lesson_08.forced_moves import forced, right_and_visits
from course_lib.lessons.rates import Rates
from course_lib.lessons.showing import show_me
from course_lib.lessons.unseen import fools
from course_lib.lessons.windows import row_from_below, windows_of
from course_lib.questions import calibration, predict, recall
from course_lib.views import play_widget, replay, show
from course_lib.views.figure import bars

# %% [markdown]
# Before you begin, three questions from earlier lessons: a minute and a half, for no points.
# Skip them if you like.

# %%
recall("08")

# %% picture="late"
four = ConnectFour()
show(four, four.play("531126141245243254641563524152663633"))

# %% predict="who_wins_late"
question = "Who wins?"
choices = ["X", "O", "nobody"]
answer = "X"
because = """
X takes g1, O takes g2, and X wins on g3. But the game was decided long before: when X got three stones
in a line, with the gap in the *third* row. At that time, a search four plies deep saw nothing at all. A
good evaluation could have seen it.
"""

# %% predict="your_place"
question = (
    "The ladder goes from a random player up to one that plays five thousand random games for each"
    " move. Where did the player that we wrote end up, with only 200 visits a move?"
)
choices = ["near the bottom", "in the middle", "near the top"]
answer = "near the top"
because = """
In our run it came out just below the strongest, which spends about 95,000 visits a move: each of its
games takes about nineteen. That's what knowledge is worth. Will yours get there, too? You'll know in
the third sitting.
"""

# %% [markdown]
# # First sitting: knowing without looking
#
# ## A budget, and no clock
#
# If we used a clock, the fastest computer would win.
# So each player gets a number of *visits* for each move, and every state it asks the game about costs one.
# `Watched(game, budget=...)` counts them, and stops a player that wants one too many.
# (In `play`, digits are columns: 4 is d.)

# %%
four = ConnectFour()
watched = Watched(four)
alphabeta_search(watched, four.play("4453"), depth=2)
print(watched.visits, "visits for two plies, with no evaluation and no order")

# %% [markdown]
# A player is a function `my_player(game, state, budget)` that returns an action.
# Reading `state.board` is free.
# Remember this rule for the whole lesson: *thinking about the board in front of you costs nothing; looking at another board costs a visit.*
#
# ## The ladder
#
# - *random* moves at random,
# - *greedy*, *depth 2* and *depth 4* search one, two and four plies, with the evaluation of lesson 4,
# - *MCTS 100*, *MCTS 1000* and *MCTS 5000* run 100, 1,000 and 5,000 simulations for each move.
#
# Each pair played 60 games.

# %% predict="strongest_rung"
question = "Which of these three is closest in strength to MCTS 1000?"
choices = ["greedy", "depth 2", "MCTS 100"]
answer = "depth 2"
because = """
Two plies with an evaluation are about as strong as a thousand random games. And two plies more add
less than you might think.
"""

# %%
rungs = ladder()
bars(
    {rung.name: rung.rating for rung in rungs},
    [f"{rung.rating:.0f}" for rung in rungs],
    ranges=[(rung.low, rung.high) for rung in rungs],
    x="Elo",
    caption="The seven opponents, with the ranges that 60 games a pair leave.",
)

# %% [markdown]
# The numbers are **Elo ratings**, named after Arpad Elo, the physicist who devised them for chess.
# Only differences mean anything, so we put *random* at 0.
# A rating is a promise about scores: a player rated D points above the opponent should get
#
# $$\frac{1}{1 + 10^{-D/400}}$$
#
# of the points, where a draw is half a point.
# It works backwards, too: from results you get a rating, the one that makes them most likely.
#
# The line through each dot is a range: games are partly luck, and the true rating lies in it about ninety-five times in a hundred.
# Where two ranges overlap, these games can't tell who is stronger.
# (*random* lost every single game, so nobody knows how far below the others it is.)
#
# A ladder also hides something. Here is who beat whom among the strong ones, in points out of 60.

# %%
cross_table("depth 2", "depth 4", "MCTS 1000")

# %% claim="a_circle"
assert _.points("depth 2", "depth 4") > 30
assert _.points("depth 4", "MCTS 1000") > 30
assert _.points("MCTS 1000", "depth 2") > 30
pairs = ("depth 2", "depth 4"), ("depth 4", "MCTS 1000"), ("MCTS 1000", "depth 2")
assert all(_.points(*pair) < 38 for pair in pairs)  # from 38 of 60 on, half is out of range

# %% [markdown]
# Go round: depth 2 beats depth 4, depth 4 beats MCTS 1000, and MCTS 1000 beats depth 2. Like scissors, paper and stone!
# It may be luck, because none of the three is clearly more than half. But no ladder could ever show it: there, everybody has a single number.
#
# ## Who is at the top?
#
# The ladder has a top rung, but the game has one, too: a player that never makes a mistake.
# A solver has judged 322 positions in which the choice matters: some moves keep the best result that's still possible, and others throw it away.
# How often does each opponent keep it?

# %%
for name, share in kept_by().items():
    print(f"{name:10} {100 * share:5.1f} %")

# %% claim="nobody_is_perfect"
assert all(share < 0.9 for share in kept_by().values())
assert min(kept_by(), key=kept_by().get) == "random"

# %% [markdown]
# So there's plenty of room above. We'll ask your player the same question at the end.
#
# ## Threats and rows
#
# A *window* is as many squares in a line as a win needs, and a *threat* is a window where one player has stones on all squares but one, and that one, the gap, is empty.
# Most threats can't be carried out at once, because the gap hangs in mid-air. But when nothing else is left, the players have to fill the last columns, turn by turn.

# %% predict="whose_row"
question = (
    "O has three stones in a window with the gap on c4, and column c is still empty. Will this"
    " threat come true in the end?"
)
choices = ["probably", "probably not"]
answer = "probably"
because = """
X moves first, so once all other columns are full, it's X's turn again: c1 for X, c2 for O, c3 for X, and
O wins on c4. In the picture at the top of the lesson the gap is in row 3, so it's X who gets there.
"""

# %% [markdown]
# Two helpers read boards for you.
# `windows_of(game)` does what lesson 4's did, but takes the game instead of three numbers: it gives all windows, each as a tuple of *places*. A place is an index into `state.board`, which begins at the top left.
# People count rows from the bottom, and so does a name like g3. `row_from_below(game, place)` gives that row.

# %%
window = windows_of(four)[0]
print(len(windows_of(four)), "windows; the first is", window)
late = four.play("531126141245243254641563524152663633")
gap = four.action_named("g3")
place = gap[0] * four.columns + gap[1]
print("g3 is the place", place, "in row", row_from_below(four, place))
show(four, late, highlight=[gap], caption="X threatens to win on g3.")

# %% [markdown]
# ## Own rows
#
# Each column has six squares, an even number.
# So when all columns but an empty one are full, it is X's turn: there X gets the first, third and fifth rows, and O the second, fourth and sixth.
# Call these a player's **own rows**: odd for the first player, even for the second, counted from below.
#
# A threat with its gap in one of its owner's own rows tends to come true in the end, unless the game ends first, or a threat elsewhere changes whose turn it is in that column.
# Other threats mostly come to nothing.
#
# ## Exercise 1: your evaluation
#
# There is no formula this time.
# Lesson 4 is a good start: 1, 4 and 16 points for one, two and three stones in a window. What else you count is up to you and your measurements.
# Five things are checked.
#
# 1. An estimate is a number strictly between -1 and 1, even if a line is finished. It comes from this board alone, without visiting any other state.
# 2. What is good for one player is just as bad for the other: the same number with the opposite sign.
# 3. A board and its mirror image are worth the same.
# 4. Three stones in a window are worth more than fewer, and a window with stones of both players is worth nothing.
# 5. A threat is worth more if its gap is in one of its owner's own rows. Four times as much is a good choice.


# %% exercise="my_evaluation"
def my_evaluation(game, state, player):
    """Return an estimate of the state for this player, strictly between -1 and 1.

    It must work on boards of any size: game.length stones win, and a threat lacks one of them.
    After a first stone in the middle it is above 0 for X, and just as far below 0 for O.
    """
    ### BEGIN SOLUTION
    points = 0
    for window in windows_of(game):
        marks = [state.board[place] for place in window]
        mine, empty = marks.count(player), marks.count(".")
        theirs = len(window) - mine - empty
        if (mine > 0) == (theirs > 0):
            continue
        count = 4 ** (mine + theirs - 1)
        if empty == 1:
            odd = row_from_below(game, window[marks.index(".")]) % 2 == 1
            first = (player == game.players[0]) == (mine > 0)
            count *= 4 if odd == first else 1
        points += count if mine else -count
    return points / (100 + abs(points))
    ### END SOLUTION


# %% check="my_evaluation" points=5

# %%
hint("my_evaluation")  # stuck? each run of this cell shows one more hint

# %% [markdown]
# Is it better than the evaluation of lesson 4?
# We give both of them positions where a solver has found the winner, and see how often each names that winner without any search.

# %%
evaluate_lines = mine("evaluate_lines")
decided = decided_positions()


def named(name, evaluate, group):
    """How often the evaluation of this name names the winner of these positions."""
    right = sum(evaluate(four, each.state, each.winner) > 0 for each in group)
    return Rates({name: Fraction(right, len(group))}, games=len(group))


with needs("my_evaluation"):
    for least, most in ((1, 10), (11, 20), (21, 31)):
        group = [position for position in decided if least <= position.plies <= most]
        old = named("lesson 4 names", evaluate_lines, group)
        new = named("yours", my_evaluation, group)
        print(f"{least} to {most} plies before the end, {len(group)} positions:")
        print(f"    {old}   {new}")

# %% [markdown]
# The evaluation we wrote for this lesson seems better in the middle of the game, but the ranges of old and new overlap: so few positions prove nothing.
#
# **That's the end of the first sitting.** Two things to take with you:
#
# - A rating is a promise about scores, and it means little without its range.
# - A threat is worth most if its gap is in one of its owner's own rows.

# %% [markdown]
# # Second sitting: make visits count
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("08")
four = ConnectFour()
decided = decided_positions()
recall("08")

# %% [markdown]
# ## Exercise 2: which move first
#
# Alpha-beta cuts more when good moves come first.
# Two kinds are nearly always best, and you can read them off the board without a visit:
#
# 1. wins: squares that complete a window for the player to move,
# 2. blocks: squares that would complete one for the opponent.
#
# After them come all the others, from the middle column to the edge.
# Among equals any order is right.
#
# Your function gets the actions that the search wants to try, as a tuple.
# There may be fewer of them than in `game.actions(state)`. Return exactly these, each of them once.


# %% exercise="my_order"
def my_order(game, state, actions):
    """Return the same actions as a list: wins, then blocks, then from the middle to the edge.

    An action is a square (row, column), with row 0 on top, like the places:
    divmod(place, game.columns) turns a place into a square.
    On the empty board of Connect Four, (5, 3) comes first, and (5, 0) or (5, 6) comes last.
    """
    ### BEGIN SOLUTION
    player = game.to_move(state)
    wins, blocks = set(), set()
    for window in windows_of(game):
        marks = [state.board[place] for place in window]
        if marks.count(".") == 1 and len(set(marks)) == 2:
            square = divmod(window[marks.index(".")], game.columns)
            (wins if player in marks else blocks).add(square)

    def rank(action):
        """Smaller for what should be tried sooner."""
        return action not in wins, action not in blocks, abs(action[1] - (game.columns - 1) / 2)

    return sorted(actions, key=rank)
    ### END SOLUTION


# %% check="my_order" points=4

# %% predict="order_saves"
question = (
    "Four plies deep, what percentage of the visits will your order save, compared with going from"
    " left to right?"
)
answer = 70
because = """
The order we wrote saves seven tenths. Starting in the middle halves the visits, and wins and blocks take
another third off the rest. What you save here pays for the next ply.
"""


# %%
def from_the_middle(game, _state, actions):
    """The same actions, those near the middle first."""
    return sorted(actions, key=lambda action: abs(action[1] - (game.columns - 1) / 2))


def visits_with(order):
    """How many visits it takes to search twelve positions four plies deep."""
    watched = Watched(four)
    for position in decided[::20]:
        alphabeta_search(watched, position.state, depth=4, evaluate=my_evaluation, order=order)
    return watched.visits


with needs("my_evaluation", "my_order"):
    orders = {"left to right": None, "middle first": from_the_middle, "yours": my_order}
    for name, order in orders.items():
        print(f"{name:14} {visits_with(order):6,} visits")

# %% [markdown]
# ## Exercise 3: share a budget
#
# In some contests there is one budget for the whole game.
# A *manager* shares it out among the moves by weights: twice the weight, about twice the visits.
#
# 1. Every move gets one visit to begin with, because nobody can search with none.
# 2. The rest is shared in proportion to the weights, and each share is rounded *down*.
# 3. The visits that rounding leaves over go to the moves with the largest weights, one each. Among equal weights, the earlier move comes first.
#
# Take ten visits and the weights 1, 2, 1. Three visits are given out first, so seven are left to share.
# The shares are 7/4, 14/4 and 7/4; rounded down, that's 1, 3 and 1.
# That leaves two visits over: one for the weight 2 and one for the first of the weights 1. So the plan is 3, 5 and 2.


# %% exercise="share_visits"
def share_visits(budget, weights):
    """Return how many visits each move gets: a list of whole numbers whose sum is the budget.

    The weights are whole numbers, 0 or more, and not all 0, and the budget is at least one visit
    for each move.
    share_visits(10, [1, 2, 1]) gives [3, 5, 2].
    """
    ### BEGIN SOLUTION
    rest = budget - len(weights)
    shares = [1 + rest * weight // sum(weights) for weight in weights]
    left_over = budget - sum(shares)
    for place in sorted(range(len(weights)), key=lambda p: -weights[p])[:left_over]:
        shares[place] += 1
    return shares
    ### END SOLUTION


# %% check="share_visits" points=3

# %% [markdown]
# Here are three plans for 2,000 visits and 20 moves. Later your player will try them out.

# %%
weights = {
    "even": [1] * 20,
    "early": list(range(20, 0, -1)),
    "first five": [1] * 5 + [0] * 15,
}
with needs("share_visits"):
    for name, heavy in weights.items():
        print(f"{name:10} {share_visits(2_000, heavy)}")

# %% [markdown]
# **That's the end of the second sitting.** Two things to take with you:
#
# - Whatever you can read off the board is free, and every visit it saves goes into the search.
# - Rounding down leaves something over, and somebody has to get it.

# %% [markdown]
# # Third sitting: your player
#
# Coming back on another day? Run the lesson's first cell, then this one: it brings back your functions that passed. Three questions from earlier lessons follow, if you like.

# %%
back_in("08")
four = ConnectFour()
weights = {
    "even": [1] * 20,
    "early": list(range(20, 0, -1)),
    "first five": [1] * 5 + [0] * 15,
}
recall("08")

# %% [markdown]
# ## Exercise 4: your player
#
# You have all the parts.
# The library's `deepening_search` searches one ply, then two, then three, until its visits run out, just as your `deepening` did. It takes your evaluation and your order.
#
# - `found = deepening_search(game, state, visits=..., evaluate=..., order=...)` gives a pair, a value and an action.
# - `found.depth` says how many plies deep the last finished search was. If the budget was too small for even one ply, that is 0, and the action is simply the leftmost. Then your order knows better.
#
# You may also write something else: Monte Carlo tree search, your own alpha-beta, a mixture.
# Only your player's behaviour is checked.
#
# One warning: a loop of your own that goes on until the budget is used up may never end. Near the end of a game a search soon knows everything; from then on its rounds cost no visits, and the loop runs forever. So give it a second way out, such as a largest depth or number of rounds.
#
# Here is what the check asks of your player:
#
# - Its moves are legal and found within the budget, even if that is a single visit.
# - With 100 visits it takes a win, and blocks one of the opponent's.
# - It never puts a stone right below a square where the opponent wins, if it can help it.
# - With 40 visits a move it beats a random player, and with 1,500 it finds a win three plies ahead.
#
# Your first question to the game about `state` costs one visit; further questions about it are free.
# The search has to pay that visit anyway, so you may ask for the actions first and still give `deepening_search` the whole budget.


# %% exercise="my_player"
def my_player(game, state, budget):
    """Return a legal action, found with at most `budget` visits.

    my_player(four, four.play("4455"), 200) gives an action that forces a win: (5, 2) or (5, 5).
    """
    ### BEGIN SOLUTION
    actions = my_order(game, state, game.actions(state))
    if len(actions) == 1 or budget < 2:
        return actions[0]
    found = deepening_search(game, state, visits=budget, evaluate=my_evaluation, order=my_order)
    return found[1] if found.depth > 0 else actions[0]
    ### END SOLUTION


# %% check="my_player" points=8

# %% [markdown]
# Play against it, at 200 visits a move.


# %%
def with_200(game, state):
    """My player, with 200 visits for each move."""
    return my_player(game, state, 200)


play_widget(four, with_200, you_play="X")

# %% [markdown]
# ## Up the ladder
#
# Your player now plays four games against each of the others.
# Two players who leave nothing to chance would play the same game over and over.
# So each pair of games starts from a different position with two stones on the board, and the players swap sides after the first game.

# %% predict="rating_range"
question = "After 28 games, about how many Elo points wide is the range of your rating?"
choices = ["about 50", "about 150", "more than 250"]
answer = "more than 250"
because = """
So a player rated 150 points above you may well be weaker. To tell apart two players who differ by 50
points you need hundreds of games. (With `games=20` the climb takes five times as long, and the range
is about half as wide.)
"""

# %%
lost = []
with needs("my_evaluation", "my_order", "my_player"):
    climbed = climb(my_player, 200, games=4, seed=1)
    lost = climbed.losses
    display(climbed)

# %% claim="four_games_each_say_little"
assert climbed.rating.high - climbed.rating.low > 250

# %% [markdown]
# The last column is the score that your rating promises. Compare it with the score you got: where do they differ most?
# A single number can't say that a player is strong against one kind of opponent and weak against another. A table could, with more than four games in each row.
#
# ## Learn from your losses
#
# If you lost any games, here is one, against the weakest opponent that beat you. (If you lost none, climb with a smaller budget until you do.)
# Step back from its end: what is the last position where you'd still have been happy to play your player's side?
# Below the board you can read what deepening with your evaluation and order would have played, with five times the budget.


# %%
def second_thoughts(record, name, budget):
    """The last three moves of this player that deepening would change, with this many visits."""
    [seat] = [seat for seat, who in record.players.items() if who == name]
    found = []
    for state, action in zip(record.states(), record.actions, strict=False):
        if four.to_move(state) == seat:
            better = deepening_search(
                four, state, visits=budget, evaluate=my_evaluation, order=my_order
            )
            if better[1] != action:
                found.append((state, action, better))
    return found[-3:]


if lost:
    print(len(lost), "games lost; in the first", lost[0].detail)
    display(replay(lost[0], at=-1))
    for state, action, better in second_thoughts(lost[0], "my_player", 1_000):
        stones = len(state.board) - state.board.count(".")
        print(
            f"after {stones} stones: {four.action_name(action)} was played;"
            f" with 1,000 visits {four.action_name(better[1])}, value {better[0]:.2f} for your player"
        )

# %% [markdown]
# Where the two disagree, 200 visits weren't enough, or the evaluation was wrong, or both moves are worth the same.
#
# ## How far from perfect?
#
# The ladder compares you with others. The solver's positions compare you with the truth.

# %%
with needs("my_evaluation", "my_order", "my_player"):
    print(f"your player, 200 visits: keeps the best result in {100 * keeps(my_player, 200):.1f} %")

# %% [markdown]
# Compare that with the table of the first sitting: there's enough left to improve for years.
#
# **A good place for a break.**
#
# ## Which plan was best?
#
# Back to the three plans. Your player meets itself, each side with a plan of its own.
# Two stones are on the board when a game begins, so neither side makes more than 20 moves.

# %% predict="best_plan"
question = "Each side has 2,000 visits for the whole game. Which plan wins the most games?"
choices = [
    "even: the same for all moves",
    "early: more for the first moves",
    "first five: nearly all for five moves",
    "no clear winner",
]
answer = "no clear winner"
because = """
With the player we wrote, the third plan did far worse than the others. But between the first two,
eight games couldn't decide, and neither could 72 more.
"""


# %%
def planned(name):
    """The name, and my player with the visits that this plan gives it."""
    plan = share_visits(2_000, weights[name])

    def player(game, state):
        """The move; how many visits it gets depends on the stones on the board."""
        stones = len(state.board) - state.board.count(".")
        return my_player(game, state, plan[stones // 2 - 1])

    return name, player


with needs("my_evaluation", "my_order", "share_visits", "my_player"):
    for name in ("early", "first five"):
        records = list(games_between(planned(name), planned("even"), 8, seed=2))
        points = sum(points_of(name, record) for record in records)
        print(f"{name:10} {points:4} of 8 points, Elo {rating_from([Result(0, points, 8)])}")

# %% [markdown]
# In our run the plan that saves nothing for later lost all eight games. After five moves it has a single visit left for each move, so it can only play the first move in its order, and that's not enough.
# And is it better to think early?
# Eight games with our player can't tell: the range for *early* includes 0. Does yours?
# Many experiments of this kind end like that, and that's an answer, too: *we can't tell yet.*
#
# ## The league of your class
#
# When you hand in this notebook, your teacher can run `course league`. It lets all the players of the class meet, each in a sandbox of its own, and makes a page with the ladder and every game.
#
# - `my_player(game, state, budget)` is called for each move. The budget is for that move; unused visits are lost.
# - An illegal move, an exception, or one visit too many loses that game, and nothing else.
# - Everything the function needs must be in this notebook or in `course_lib`. Nothing is remembered from one game to the next.
#
# Before you hand in, climb once more with the league's budget, which is 1,000 visits unless your teacher says otherwise. Change the 200 in the climb cell, and raise `games` to 20 if you have the time, because with four the range hides all but the largest gains.
# Change one thing at a time, and keep a change only if it gains more than the range could explain.
#
# And if your class has become too small for your player, there is a world outside: `course export kaggle 08` writes the one file with which it can meet players from everywhere in Kaggle's ConnectX. The course's page *Take it further* has more.
#
# ## How sure were you?
#
# You have made many guesses in this course, and each time you could say how sure you were.
# This cell adds them up: how often were you right when you were sure, when you were fairly sure, and when you tossed a coin?

# %%
calibration()

# %% [markdown]
# If you're right about as often as you say, you are *well calibrated*. That takes practice, and it's the same art as giving a score with its range.
#
# **That's the end of the third sitting.** What to remember:
#
# - Knowledge saves visits, and visits make up for missing knowledge. Strong players have both.
# - A few games tell you little. When you claim something, say how sure you are.
#
# | word | meaning |
# | --- | --- |
# | budget | the visits a player may use, for a move or for a whole game; using one more loses the game |
# | threat | a window where one player has stones on all squares but one, and that one, the gap, is empty |
# | own rows | the odd rows for the first player and the even ones for the second, counted from below |
# | Elo rating | a number for strength; the difference of two ratings says what score to expect |

# %% [markdown] part="further"
# # Further on
#
# ### Nobody has explained this one
#
# Threats and own rows are all that your new evaluation sees. Where does that fool it?
# Find a position on four rows of five in which it puts one player ahead by 0.05 or more, and the *other* one wins. Write down the columns that were played.

# %%
with needs("my_evaluation"):
    fools(my_evaluation, "c c b b d a")

# %% claim="threats_are_not_everything"
assert fools(my_evaluation, "d d c e c a b e e")

# %% [markdown]
# ## Exercise 5: not before it's quiet
#
# This door is for whoever wants more: it's checked as always, and earns no points.
#
# A search that stops after four plies calls your evaluation there, whatever is going on.
# If O has just made a threat that X must answer, the evaluation still counts windows as if nothing were the matter. It photographs a ball in mid-air, and thinks it stays there.
# Larry Harris found a name for the cure in 1975: wait until the position is **quiet**. Estimate only where nobody is forced to do anything, and play on where somebody is.
#
# What is forced in Connect Four? If you can win at once, you do. If the other player could win at once, you go there. `forced(state)` says what comes into question: the actions to go on with, and whether the player to move may also stop here and have the board estimated as it is.

# %%
for line in ("4", "41424", "414243"):
    print(f"after {line:6}", *forced(four.play(line)))

# %% [markdown]
# After the first move nobody has to do anything. In the second position O has to stop three stones in a column, and in the third X wins by a fourth.
#
# `quiet` puts this round an evaluation. It gives what an evaluation gives, so any search can use it in its place.
# As in minimax, the two players want opposite things.


# %% exercise="quiet"
def quiet(game, state, player, evaluate, forced):
    """Return an estimate for this player, made only where nobody is forced to do anything.

    A final state is worth its utility to this player. forced(state) is a pair: the actions to go
    on with, and True if the player to move may also stop, which is worth what evaluate says.
    """
    ### BEGIN SOLUTION
    if game.is_terminal(state):
        return game.utility(state, player)
    actions, may_stop = forced(state)
    values = [
        quiet(game, game.result(state, action), player, evaluate, forced) for action in actions
    ]
    if may_stop:
        values.append(evaluate(game, state, player))
    return max(values) if game.to_move(state) == player else min(values)
    ### END SOLUTION


# %% check="quiet" points=0


# %%
def patient(game, state, player):
    """My evaluation, once nobody is forced to do anything."""
    return quiet(game, state, player, my_evaluation, forced)


with needs("my_evaluation", "my_order", "quiet"):
    for depth in (1, 2, 3):
        for name, evaluate in {"at once": my_evaluation, "when quiet": patient}.items():
            right, visits = right_and_visits(evaluate, my_order, depth)
            print(f"{depth} plies, {name:10}: {right:.1f} % right, {visits:.0f} visits a move")
show_me(forced)

# %% claim="patience_pays"
rates = [
    [right_and_visits(each, my_order, depth) for depth in (2, 3)]
    for each in (patient, my_evaluation)
]
assert sum(right for right, _ in rates[0]) > sum(right for right, _ in rates[1]) + 4
assert all(1.1 < more / less < 1.5 for (_, more), (_, less) in zip(*rates))

# %% [markdown]
# With our player patience gained about three points at two plies and at three, for a third more visits. At one ply it gained nothing. (All numbers are good to about 5 points, so only several of them together say anything.)
#
# ### Questions
#
# 1. From memory: what can an order change, and what can it never change?
# 2. Your order knows wins and blocks. Write a second one, `my_order_2`, that also puts a move last if it lets the opponent win right above it. How many visits does that save?
# 3. If a player has two threats with one gap right above the other, nobody can stop both. Let your evaluation count that, and measure it as above.
# 4. Open: depth 2, depth 4 and MCTS 1000 beat each other in a circle. How many games would it take to be sure that it's no accident? And what could depth 2 know that depth 4 has forgotten?

# %% [markdown] part="core"
# In Russell and Norvig's *Artificial Intelligence: A Modern Approach* the parts of this player are in the chapter on adversarial search and games, which ends with how strong programs for real games have become.
