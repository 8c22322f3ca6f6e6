# %% [markdown]
# # A player of your own
#
# Six columns are full, six squares are left, and X is to move.
#
# ![A Connect Four board with only the column g still open above the ground; X to move](attachment:late.png)
#
# Who wins?
# Drop the stones in your mind, one after the other; there is nothing left to choose.
#
# X takes g1, O takes g2, and X wins on g3.
# But when was this game decided?
# Long before, when X got three stones with a gap in the *third* row.
# A search that looks four plies ahead had no idea. An evaluation could have known.
#
# In five lessons you have written searches.
# Now they become one player, yours, and it climbs a ladder of six opponents.
#
# - **First sitting:** ratings, an evaluation that sees what's coming, and an order that makes visits count.
# - **Second sitting:** share a budget, put your player together, climb, and learn from what you lost.
#
# Each takes about 45 minutes.
# You need lessons 4 and 5.

# %% picture="late"
from course_lib import ConnectFour
from course_lib.views import show

four = ConnectFour()
show(four, four.play("531126141245243254641563524152663633"))

# %% predict="your_place"
question = "At 200 visits a move, which is the strongest of the six that your player will beat?"
choices = ["random", "greedy", "depth 2", "depth 4", "MCTS 100", "MCTS 1000"]
answer = "MCTS 1000"
because = """
Ours does: 200 visits with knowledge beat a thousand random games, each of some twenty visits. Yours
may come out otherwise. You'll know by the end of the second sitting.
"""

# %% [markdown]
# # First sitting: knowing without looking
#
# ## A budget, and no clock
#
# With a clock, the fastest computer wins.
# So a player gets a number of *visits* for each move, and every state it asks the game about costs one.
# `Watched(game, budget=...)` counts them, and stops whoever wants one more.

# %%
from course_lib import ConnectFour, Watched, alphabeta_search

four = ConnectFour()
watched = Watched(four)
alphabeta_search(watched, four.play("4453"), depth=2)
print(watched.visits, "visits for two plies, without an evaluation and without an order")

# %% [markdown]
# A player is a function `my_player(game, state, budget)` that returns an action.
# Reading `state.board` is free.
# That is the rule of the whole lesson: *thinking about the board in front of you costs nothing, looking at another board costs a visit.*
#
# ## The ladder
#
# - *random* moves at random,
# - *greedy*, *depth 2* and *depth 4* search one, two and four plies, with the evaluation of lesson 4,
# - *MCTS 100* and *MCTS 1000* make so many simulations for each move.
#
# Every pair played 60 games.

# %% predict="strongest_rung"
question = "Which of them is a match for MCTS 1000?"
choices = ["greedy", "depth 2", "depth 4", "MCTS 100"]
answer = "depth 2"
because = """
Two plies with an evaluation are about as strong as a thousand random games; depth 4 is above both.
"""

# %%
from course_lib.lessons.ladder import ladder
from course_lib.views.figure import Plot

rungs = ladder()
plot = Plot(height=2.8)
[panel] = plot.panels
bars = panel.barh([rung.name for rung in rungs], [rung.rating for rung in rungs])
panel.bar_label(bars, [f" {rung.rating:.0f}" for rung in rungs])
panel.set(xlabel="Elo", xlim=(0, 1250))
plot.told("Two plies with an evaluation are as strong as a thousand random games.")

# %% [markdown]
# The numbers are **Elo ratings**, named after Arpad Elo, the physicist who devised them for chess.
# Only differences mean anything; here *random* is put at 0.
# A rating is a promise about scores: a player rated D points above the opponent should get
#
# $$\frac{1}{1 + 10^{-D/400}}$$
#
# of the points, where a draw is half a point.
# The other way round, results give a rating: the one that makes them most likely.

# %%
from course_lib.play.elo import Result, expected_score, rating_from

for difference in (0, 100, 200, 400, 800):
    print(f"{difference:3} points more: {100 * expected_score(difference, 0):5.1f} % of the points")
print("against somebody rated 1,000:")
for points, games in ((7, 10), (70, 100), (10, 10)):
    print(f"{points:3} of {games:3}:", rating_from([Result(1000, points, games)]))

# %% [markdown]
# The range in brackets holds the true rating 95 times in 100.
# After ten games it is hundreds of points wide, and after ten times as many about a third of that.
# Win all your games, and you are better than the opponent; nobody can say by how much.
#
# ## Threats and rows
#
# When nothing else is left, the two players fill the last columns in turn.
# The board has six rows, an even number.
# So as long as whole columns are left, X gets their first, third and fifth row, and O the second, fourth and sixth.
# Call these a player's **own rows**: odd for the first player, even for the second, counted from below.
#
# A *threat* is a window that lacks one stone.
# If its gap lies in one of its owner's own rows, it comes true in the end, unless something happens first.
# Other threats mostly come to nothing.

# %% predict="whose_row"
question = "O has three in a window with the gap on c4. Is that worth something at the end?"
choices = ["yes, row 4 is O's own", "no, row 4 is X's"]
answer = "yes, row 4 is O's own"
because = """
Four is even, and O goes second. The gap that decides the position at the top lies in row 3, and so
it is X who gets there.
"""

# %% [markdown]
# Two helpers look at boards.
# `windows_of(game)` gives all windows, each as a tuple of places, and `row_from_below(game, place)` tells the row of a place.

# %%
from course_lib.lessons.windows import row_from_below, windows_of
from course_lib.views import show

window = windows_of(four)[0]
print(len(windows_of(four)), "windows; the first is", window)
late = four.play("531126141245243254641563524152663633")
gap = four.action_named("g3")
place = gap[0] * four.columns + gap[1]
print("g3 is the place", place, "in row", row_from_below(four, place))
show(four, late, highlight=[gap], caption="X threatens to win on g3.")

# %% [markdown]
# ## Exercise 1: your evaluation
#
# No formula this time.
# The points of lesson 4 are a good start, 1, 4, 16 for one, two and three stones; what else you count is up to you, and up to your measurements.
# Five things are checked.
#
# 1. An estimate is a number strictly between -1 and 1, from this board alone: no other state is visited.
# 2. What is good for one player is as bad for the other: the same number with the other sign.
# 3. A board and its mirror image are worth the same.
# 4. Three stones in a window are worth more than fewer, and a window with stones of both players is worth nothing.
# 5. A threat is worth more if its gap lies in one of its owner's own rows; four times as much is a good choice.


# %% exercise="my_evaluation"
def my_evaluation(game, state, player):
    """An estimate of the state for this player, strictly between -1 and 1.

    It works for every size of board: game.length stones win, and a threat lacks one of them.
    After the first stone in the middle it is above 0 for X, and as far below 0 for O.
    """
    # Go through windows_of(game); whose stones are in the window, and how many?
    # A window of one player alone counts for this player; more if it is a threat in an own row.
    # The own rows of game.players[0] are odd, those of game.players[1] even.
    # At the end bring the sum between -1 and 1.
    ### BEGIN SOLUTION
    points = 0
    for window in windows_of(game):
        marks = [state.board[place] for place in window]
        mine, empty = marks.count(player), marks.count(".")
        theirs = game.length - mine - empty
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

# %% [markdown]
# Every exercise has three hints; call `hint` again for the next one.

# %%
from course_lib.checks import hint

hint("my_evaluation")

# %% [markdown]
# Is it better than the evaluation of lesson 4?
# Ask both about positions where a solver knows the winner, without any search.

# %%
from fractions import Fraction

from course_lib.checks import mine, needs
from course_lib.lessons.decided import decided_positions
from course_lib.play.rates import Rates

evaluate_lines = mine("evaluate_lines")
decided = decided_positions()


def named(evaluate, least, most):
    """How often the evaluation names the winner, so many plies before the end."""
    group = [position for position in decided if least <= position.plies <= most]
    right = sum(evaluate(four, each.state, each.winner) > 0 for each in group)
    return Rates({f"of {len(group)}:": Fraction(right, len(group))}, games=len(group))


with needs("my_evaluation"):
    for least, most in ((1, 10), (11, 20), (21, 31)):
        old, new = named(evaluate_lines, least, most), named(my_evaluation, least, most)
        print(f"{least:2} to {most} plies before the end   lesson 4 {old}   yours {new}")

# %% [markdown]
# Ours gains in the middle of the game, as far as so few positions can tell: the ranges of old and new overlap.
# Near the end a search sees all of it anyway, and far from it hardly any threat is on the board.
#
# Play against it, with one ply of search.

# %%
from IPython.display import display

from course_lib import alphabeta_player
from course_lib.views import play_widget

with needs("my_evaluation"):
    player = alphabeta_player(depth=1, evaluate=my_evaluation)
    display(play_widget(four, player, you_play="X"))

# %% [markdown]
# ## Exercise 2: which move first
#
# Alpha-beta cuts more when good moves come first.
# Two kinds are nearly always best, and can be read off the board without a visit:
#
# 1. squares that complete a window for the player to move: a win,
# 2. squares that would complete one for the opponent: they have to be taken.
#
# After them come all the others, from the middle to the edge.
# Among equals any order is right.
#
# A search hands in the actions it wants to try.
# They may be fewer than `game.actions(state)`; each has to come back once.


# %% exercise="my_order"
def my_order(game, state, actions):
    """The same actions as a list: wins, then blocks, then from the middle to the edge.

    An action is a square (row, column), and the place p is the square divmod(p, game.columns).
    On the empty board of Connect Four it begins with (5, 3), and (5, 0) or (5, 6) is the last.
    """
    # Which squares would finish a window for game.to_move(state), and which for the other?
    # Look for windows with one empty square, and stones of one player on all others.
    # Then sort: wins, blocks, and the distance of the column from (game.columns - 1) / 2.
    # Don't ask the game about other states: that would be visits.
    ### BEGIN SOLUTION
    player = game.to_move(state)
    wins, blocks = set(), set()
    for window in windows_of(game):
        marks = [state.board[place] for place in window]
        if marks.count(".") == 1 and len(set(marks)) == 2:
            square = divmod(window[marks.index(".")], game.columns)
            (wins if player in marks else blocks).add(square)

    def rank(action):
        """Smaller for what is to be tried sooner."""
        return action not in wins, action not in blocks, abs(action[1] - (game.columns - 1) / 2)

    return sorted(actions, key=rank)
    ### END SOLUTION


# %% check="my_order" points=4

# %% predict="order_saves"
question = "Four plies deep: what share of the visits does such an order save, in percent?"
answer = 67
because = """
Ours saves two thirds, most of it by the middle alone; wins and blocks take another third off the
rest. What is saved is there for the next ply.
"""


# %%
def from_the_middle(game, _state, actions):
    """The actions whose columns are near the middle first."""
    return sorted(actions, key=lambda action: abs(action[1] - (game.columns - 1) / 2))


def visits_with(order):
    """The visits of searches four plies deep in twelve positions."""
    watched = Watched(four)
    for position in decided[::20]:
        alphabeta_search(watched, position.state, depth=4, evaluate=my_evaluation, order=order)
    return watched.visits


with needs("my_evaluation", "my_order"):
    orders = {"left to right": None, "middle first": from_the_middle, "yours": my_order}
    for name, order in orders.items():
        print(f"{name:14} {visits_with(order):6,} visits")

# %% [markdown]
# **That's the end of the first sitting.** Three things to take with you:
#
# - What can be read off the board is free, and every visit it saves goes into the search.
# - A threat counts when its gap lies in its owner's own row.
# - A rating is a promise about scores, and without its range it is worth little.

# %% [markdown]
# # Second sitting: your player
#
# ## Exercise 3: share a budget
#
# In some contests there is one budget for the whole game.
# A *manager* shares it among the moves by weights: twice the weight, about twice the visits.
#
# 1. Every move gets one visit, because nobody can search with none.
# 2. The rest is shared in proportion to the weights, and each share is rounded *down*.
# 3. What rounding leaves over goes to the largest weights, one visit each; among equal weights the first comes first.
#
# Ten visits and the weights 1, 2, 1: three are given away first, and seven are shared.
# The parts are 7/4, 14/4 and 7/4, rounded down 1, 3 and 1.
# Two visits are left over, for the weight 2 and for the first 1, which makes 3, 5 and 2.


# %% exercise="share_visits"
def share_visits(budget, weights):
    """How many visits each gets: a list of whole numbers, none below 1, with the sum `budget`.

    The weights are whole numbers from 0 on, not all 0; the budget is at least one visit for each.
    share_visits(10, [1, 2, 1]) gives [3, 5, 2].
    """
    # One for each, and the rest in proportion: // rounds down.
    # How many visits are left over? Which places have the greatest weights?
    ### BEGIN SOLUTION
    rest = budget - len(weights)
    shares = [1 + rest * weight // sum(weights) for weight in weights]
    left_over = budget - sum(shares)
    for place in sorted(range(len(weights)), key=lambda p: -weights[p])[:left_over]:
        shares[place] += 1
    return shares
    ### END SOLUTION


# %% check="share_visits" points=3

# %% predict="best_plan"
question = (
    "2,100 visits for 21 moves: the same for all, more for the early ones, or all for the first 5?"
)
choices = ["the same for all", "more for the early ones", "all for the first 5", "no clear winner"]
answer = "no clear winner"
because = """
With our player the first-five plan does worst but no range leaves out a level match after twelve
games. The end of this sitting plays it out with yours.
"""

# %%
weights = {
    "even": [1] * 21,
    "early": list(range(21, 0, -1)),
    "first five": [1] * 5 + [0] * 16,
}
with needs("share_visits"):
    for name, heavy in weights.items():
        print(f"{name:10} {share_visits(2_100, heavy)}")

# %% [markdown]
# ## Exercise 4: your player
#
# All the parts are there.
# The library's `deepening_search` searches one ply, two, three, until its visits run out, as your `deepening` did, with your evaluation and your order.
#
# - `found = deepening_search(game, state, visits=..., evaluate=..., order=...)` gives a pair of a value and an action.
# - `found.depth` says how many plies were finished. It is 0 if the budget was too small for one; then the action is just the leftmost.
#
# With a tiny budget your order knows better.
# You may also write something else: Monte Carlo tree search, your own alpha-beta, a mixture.
# What is checked is how the player behaves.
#
# - Its moves are legal and found within the budget, even if that is a single visit.
# - With 100 visits it takes a win, and stops one by the opponent.
# - It puts no stone right below a square where the opponent wins, if there is another way.
# - With 40 visits a move it beats a random player, and with 1,500 it finds a win three plies ahead.
#
# Keep a visit for the state itself: asking the game about `state` is the first.

# %%
from course_lib import deepening_search


# %% exercise="my_player"
def my_player(game, state, budget):
    """A legal action, found with at most `budget` visits.

    my_player(four, four.play("4455"), 200) gives an action that ends in a win: (5, 2) or (5, 5).
    """
    # Put the actions in your order. Is there anything to choose, and to search with?
    # Search with your evaluation, your order, and so many visits.
    # Was a ply finished? If not, what is the best you know?
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
# Four games against each of the six.
# Without any luck two players would play the same two games again and again, so every two games start with two other stones, and both players get each start from both sides.

# %%
from course_lib.lessons.climb import climb

lost = []
with needs("my_evaluation", "my_order", "my_player"):
    climbed = climb(my_player, 200, games=4, seed=1)
    lost = climbed.losses
    display(climbed)

# %% predict="rating_range"
question = "After these 24 games, about how many Elo points wide is the range of your rating?"
answer = 400
because = """
A player rated 150 points higher may well be the weaker one. To tell apart two players who are 50
points apart takes hundreds of games. (With `games=20` the climb takes five times as long, and the
range is about half as wide.)
"""

# %% [markdown]
# The last column is what the rating promises, the score beside it what came.
# Where do they differ most?
# One number can't say that a player is strong against one kind of opponent and weak against another, but the table can.
#
# ## Learn from what you lost
#
# If you lost a game, here is the first one.
# Go to its end, then back: what was the last move after which you would still have liked to be your player?
# Below it, your own player with five times the budget says what it would have played instead.


# %%
from course_lib.views import replay


def second_thoughts(record, name, budget):
    """The moves of this player that it would not make with so many visits, the last three."""
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
            f" with 1,000 visits {four.action_name(better[1])}, value {better[0]:.2f}"
        )

# %% [markdown]
# Where the two part, 200 visits weren't enough, or the evaluation was wrong.
#
# ## Which plan was best?
#
# Your player against itself, with the plans from above.
# Both have 2,100 visits for the whole game.

# %%
from course_lib.lessons.ladder import games_between, points_of


def planned(name):
    """The name, and my player with the visits of this plan."""
    plan = share_visits(2_100, weights[name])

    def player(game, state):
        """The move, by the number of stones on the board."""
        stones = len(state.board) - state.board.count(".")
        return my_player(game, state, plan[stones // 2])

    return name, player


with needs("my_evaluation", "my_order", "share_visits", "my_player"):
    for name in ("early", "first five"):
        records = list(games_between(planned(name), planned("even"), 12, seed=2))
        points = sum(points_of(name, record) for record in records)
        print(f"{name:10} {points:4} of 12 points, Elo {rating_from([Result(0, points, 12)])}")

# %% [markdown]
# With our player the plan that saves nothing for later still gets a third of the points, although it no longer searches after five moves: its order, at the price of one visit, takes wins and stops threats.
# And is thinking early better?
# Twelve games can't tell. With our player both ranges have 0 in them. Have yours?
# Most experiments of this kind end like that, and it is an answer: *if it matters, it doesn't matter much.*
#
# ## The league of your class
#
# You hand in this notebook.
# Your teacher starts `course league`, which lets all the players of the class meet, each in a sandbox of its own, and makes a page with the ladder and all games.
#
# - `my_player(game, state, budget)` is called for each move. The budget is for that move; unused visits are lost.
# - An illegal move, an exception, or one visit too many loses the game, and nothing more than that.
# - Everything the function needs must be in this notebook or in `course_lib`. Nothing is remembered from one game to the next.
#
# Before you hand in, climb once more with the league's budget.
# Change one thing at a time, and keep what is better by more than its range.
#
# **That's the end of the second sitting, and of the course.** What to remember:
#
# - Knowledge makes a search deeper, and a search makes knowledge unnecessary. Strong players have both.
# - Few games tell little. Say how sure you are, or don't say it.
# - Lost games are the best teachers.
#
# | word | meaning |
# | --- | --- |
# | budget | so many visits for a move; one more loses the game |
# | threat | a window that lacks one stone, with all the others one player's |
# | own rows | the odd rows for the first player and the even ones for the second, counted from below |
# | manager | what shares a budget among moves |
# | Elo rating | a number for strength: the difference of two of them says what score to expect |
# | ladder | opponents whose ratings are known |

# %% [markdown]
# # Further on
#
# 1. From memory: what can an order change, and what can it never change?
# 2. How many Elo points lie between two players if one of them gets 10 of 11 points?
# 3. The order knows wins and blocks. Let it also put last the squares right below which the opponent would win. How many visits does that save?
# 4. A threat right above another threat of the same player can't be stopped. Let your evaluation count that, and measure it as above.
# 5. Give your player a memory, a `Table()`, within one move. (Read what `deepening_search` says about it.) What does it bring in Elo, and with which range?
# 6. Write a player with Monte Carlo tree search for the same budget. One simulation from the empty board takes about 19 visits: which of your two players climbs higher?
# 7. Open: a rating is one number, and players can beat each other in a circle, like scissors, paper and stone. Is there a circle in the ladder? How would you look for one?
#
# In Russell and Norvig's *Artificial Intelligence: A Modern Approach* the parts of this player are in the chapter on adversarial search and games, which ends with how strong programs for real games have become.
