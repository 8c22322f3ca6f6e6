# %% [markdown]
# # A player of your own
#
# In five lessons you have written searches.
# Now they become one player: yours.
# It meets a ladder of six opponents, from one that draws its moves to one that plays a thousand random games for each of them.

# %%
from fractions import Fraction
from random import Random

from IPython.display import display

from course_lib import (
    ConnectFour,
    Watched,
    alphabeta_player,
    alphabeta_search,
    deepening_search,
    play_game,
    random_player,
)
from course_lib.checks import hint, mine, needs
from course_lib.lessons.climb import climb
from course_lib.lessons.decided import decided_positions
from course_lib.lessons.ladder import games_between, ladder, points_of
from course_lib.lessons.windows import row_from_below, windows_of
from course_lib.play.elo import Result, expected_score, rating_from
from course_lib.play.rates import Rates
from course_lib.views import play_widget, replay, show
from course_lib.views.figure import Plot

four = ConnectFour()
late = four.play("531126141245243254641563524152663633")
show(four, late, caption="X to move. Six columns are full, and six squares are left.")

# %% [markdown]
# *Who wins?
# Put the stones in your mind, one on the other: there is nothing to choose any more.*
#
# You have found it: X takes g1, O g2, and X wins on g3.
# The game was decided long before, when X got three stones with a gap in the *third* row.
# A search that looks four plies ahead did not know that; an evaluation could have known.
#
# **How strong can a player be that looks at no more than 200 positions for a move?**
# Write down your guess: which of these will it beat, *random*, *greedy*, *depth 2*, *depth 4*, *MCTS 100*, *MCTS 1000*?
#
# ## What you will learn
#
# - To put an evaluation, an order and a search together into one player, within a budget.
# - To see on the board what a search would have to pay for.
# - What an Elo rating promises, and how little a few games tell.
# - To learn from lost games.
#
# You need lessons 4 and 5.
# The lesson has four exercises and takes about 90 minutes.
# A good place for a break is before *Exercise 4*.
#
# ## A budget, and no clock
#
# With a clock the fastest computer wins.
# So a player gets a number of *visits* for each move, and every state that it asks the game about is one.
# `Watched(game, budget=...)` counts them, and stops whoever wants one more.

# %%
watched = Watched(four)
alphabeta_search(watched, four.play("4453"), depth=2)
print(watched.visits, "visits for two plies, without an evaluation and without an order")

# %% [markdown]
# A player for the league is a function `my_player(game, state, budget)`, which returns an action.
# Looking at `state.board` costs nothing.
# That is the rule of the whole lesson: *thinking about the board that is there is free, looking at another board costs a visit.*
# (It is a rule among friends: a slow evaluation makes you wait, and the league has a clock for emergencies.)
#
# ## The ladder
#
# - *random* draws its moves,
# - *greedy*, *depth 2* and *depth 4* search one, two and four plies, with the evaluation of lesson 4,
# - *MCTS 100* and *MCTS 1000* make so many simulations for each move.
#
# They have all played each other, 60 games every two of them.
# Which of them is the strongest?
# Guess before you look.

# %%
rungs = ladder()
plot = Plot(height=2.8)
[panel] = plot.panels
bars = panel.barh([rung.name for rung in rungs], [rung.rating for rung in rungs])
panel.bar_label(bars, [f" {rung.rating:.0f}" for rung in rungs])
panel.set(xlabel="Elo", xlim=(0, 1250))
plot.told("Two plies with an evaluation are as strong as a thousand random games.")

# %% [markdown]
# The numbers are *Elo ratings*, named after the physicist who made them for chess.
# Only differences mean something; here *random* is put at 0.
# A rating is a promise about scores: whoever is rated D points higher than the opponent should get
#
# $$\frac{1}{1 + 10^{-D/400}}$$
#
# of the points, where a draw is half a point.

# %%
for difference in (0, 100, 200, 400, 800):
    print(f"{difference:3} points more: {100 * expected_score(difference, 0):5.1f} % of the points")

# %% [markdown]
# The other way round, results give a rating: the one that makes them most likely.
# Seven points out of ten against somebody rated 1,000, and seventy out of a hundred:

# %%
print("  7 of  10:", rating_from([Result(1000, 7, 10)]))
print(" 70 of 100:", rating_from([Result(1000, 70, 100)]))
print(" 10 of  10:", rating_from([Result(1000, 10, 10)]))

# %% [markdown]
# In brackets stands the interval of 95 %.
# After ten games it is hundreds of points wide, and after ten times as many games it is about a third of that.
# Who wins all games is better than the opponent, and nobody can say how much.
#
# ## Threats and rows
#
# Back to the position at the top.
# When nothing else is left, the two players fill the last columns in turns.
# The board has six rows, an even number.
# So as long as whole columns are left, X gets their first, third and fifth row, and O the second, fourth and sixth.
# These are a player's **own rows**: the odd ones for the first player, the even ones for the second, counted from below.
#
# A *threat* is a window that lacks one stone.
# A threat whose gap lies in an own row will come true at the end, if nothing happens before.
# Other threats mostly come to nothing: the opponent gets that square, or gets it first.
#
# Two helpers look at boards.
# `windows_of(game)` gives all windows, each as a tuple of places, and `row_from_below(game, place)` says in which row a place lies.

# %%
window = windows_of(four)[0]
print(len(windows_of(four)), "windows; the first is", window)
print("its places lie in row", row_from_below(four, window[0]))

# %% [markdown]
# This is the threat that decides the position at the top.

# %%
gap = four.action_named("g3")
place = gap[0] * four.columns + gap[1]
print("g3 is the place", place, "in row", row_from_below(four, place))
show(four, late, highlight=[gap], caption="X threatens to win on g3.")

# %% [markdown]
# *The gap lies in an odd row, and so it is X who gets there.*
#
# ## Exercise 1: your evaluation
#
# No formula is asked for this time.
# The points of lesson 4 are a good beginning, 1, 4, 16 for one, two and three stones; what else you count is yours to decide, and to measure.
# Five things are checked:
#
# 1. An estimate is a number strictly between -1 and 1, from this board alone: no other state is visited.
# 2. What is good for one player is as bad for the other: the same number with the other sign, for whoever it is asked.
# 3. A board and its mirror image, left and right exchanged, are worth the same.
# 4. Three stones in a window are worth more than fewer, and a window with stones of both players is worth nothing.
# 5. A threat is worth more if its gap lies in an own row of its owner; four times as much is a good choice.


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
# Each exercise has three hints; call `hint` again for the next one.

# %%
hint("my_evaluation")

# %% [markdown]
# Is it better than the evaluation of lesson 4?
# We ask both about positions in which the solver knows the winner, without any search.
# Guess: where will the rows matter more, near the end of a game or far from it?

# %%
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
# Ours gains in the middle of the game, as far as so few positions can say: there the intervals of old and new overlap.
# Is it so with yours?
# Near the end a search sees all that anyway, and far from it hardly any threat is on the board.
#
# Now with one ply of search, against *random*.
# The board is drawn as it was at the end.

# %%
with needs("my_evaluation"):
    player = alphabeta_player(depth=1, evaluate=my_evaluation)
    display(play_game(four, [player, random_player(Random(3))]))

# %% [markdown]
# ## Exercise 2: which move first
#
# Alpha-beta cuts more if it tries good moves first.
# Two kinds of moves are nearly always best, and can be read from the board without any visit:
#
# 1. squares that finish a window for the player to move: a win,
# 2. squares that would finish one for the other: they have to be taken.
#
# Behind them come all the others, from the middle of the board to the edge.
# Among equals any order is right.
#
# A search hands in the actions that it wants to try.
# They may be fewer than `game.actions(state)`; each has to come back, once.


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

# %% [markdown]
# What does it save?
# We search four plies in twelve positions, with the order of the game, from the middle outwards, and with yours.


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
# The value is the same each time, and of two moves that are worth the same another one may come first; but the work is less.
# Ours saves two thirds of the visits, most of them by the middle alone; wins and blocks take another third off the rest.
# What is saved is there for the next ply.
#
# ## Exercise 3: how to share a budget
#
# In some contests there is one budget for the whole game, and a player has to share it among the moves.
# A *manager* does that, by weights: a move with twice the weight gets about twice the visits.
# Visits are whole numbers, so it takes a little care:
#
# 1. Everybody gets one visit, because nobody can search with none.
# 2. The rest of the budget is shared in proportion to the weights, and each share is rounded *down*.
# 3. What rounding has left over goes to the greatest weights, one visit each; among equal weights the first comes first.
#
# Ten visits and the weights 1, 2, 1: three are given to begin with, and seven are shared.
# The parts are 7/4, 14/4 and 7/4, rounded down 1, 3 and 1; two visits are left over, for the weight 2 and for the first 1.
# So the shares are 3, 5 and 2.


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

# %% [markdown]
# A game of Connect Four has at most 21 moves for each player.
# Here are three plans for 2,100 visits: the same for every move, more for the early ones, and nearly all for the first five.

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
# Which of them is best?
# Write down your guess; we will let them play as soon as you have a player.
#
# ## Exercise 4: your player
#
# All parts are there.
# `deepening_search` of the library searches one ply, two, three, until its visits are used up, as your own `deepening` did; it takes your evaluation and your order.
#
# - `found = deepening_search(game, state, visits=..., evaluate=..., order=...)` gives a pair of a value and an action.
# - `found.depth` says how many plies were finished. It is 0 if the budget was too small for one; the action is the leftmost then.
#
# With a small budget your order knows better.
# You may also write something else: Monte Carlo tree search, your own alpha-beta, or a mixture.
# Checked is what a player does:
#
# - its moves are legal, and found within the budget, even if that is a single visit,
# - with 100 visits it takes a win, and stops a win of the other,
# - with as many it puts no stone below a square where the other wins, if there is another way,
# - with 40 visits for a move it beats a random player, and with 1,500 it sees a win three plies ahead.
#
# Leave a visit for the state itself: asking the game about `state` is the first.


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
# Play against it, with 200 visits for each of its moves.


# %%
def with_200(game, state):
    """My player, with 200 visits for each move."""
    return my_player(game, state, 200)


play_widget(four, with_200, you_play="X")

# %% [markdown]
# ## Up the ladder
#
# `climb(my_player, 200, games=4, seed=1)` plays four games against each of the six.
#
# Without randomness two players play the same two games again and again, one from each side, and then a hundred games tell no more than two.
# So every two games begin with other two stones, and both players have each beginning from both sides.

# %%
lost = []
with needs("my_evaluation", "my_order", "my_player"):
    climbed = climb(my_player, 200, games=4, seed=1)
    lost = climbed.losses
    display(climbed)

# %% [markdown]
# The last column is what the rating promises; the score beside it is what came.
# Where do they differ most?
# A single number can't say that a player is strong against one kind of opponent and weak against another, but the table can.
#
# Look at the interval behind your rating.
# Ours is some 400 points wide with 24 games: a player who is rated 150 points higher may well be the weaker one.
# To tell apart two players who are 50 points apart takes hundreds of games.
# (`climb` with `games=20` takes five times as long, and its interval is about half as wide.)
#
# ## Learn from what was lost
#
# If a game was lost, here is the first of them; step through it.
# Go to its end, then back: which was the last move after which you would still have liked to be your player?

# %%
if lost:
    print(len(lost), "games lost; in the first", lost[0].detail)
    display(replay(lost[0], at=-1))

# %% [markdown]
# A better way to find the mistake: ask your own player with five times the budget what it would have played.
# Where the two part, 200 visits were not enough, or the evaluation was wrong.


# %%
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


with needs("my_evaluation", "my_order", "my_player"):
    for state, action, better in second_thoughts(lost[0], "my_player", 1_000) if lost else []:
        stones = len(state.board) - state.board.count(".")
        print(
            f"after {stones} stones: {four.action_name(action)} was played;"
            f" with 1,000 visits {four.action_name(better[1])}, value {better[0]:.2f}"
        )

# %% [markdown]
# ## Which plan was best?
#
# Your player against itself, with the plans from above.
# Both have 2,100 visits for the whole game.


# %%
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
# With our player, the plan that keeps nothing for later gets a third of the points, although it searches no more after five moves: the order, which costs one visit, takes wins and stops threats by itself.
# And is it better to think more at the beginning?
# Twelve games can't tell: with our player both intervals have 0 inside.
# Have yours?
# That is what most experiments of this kind end with, and it is an answer, too: *if it matters, it does not matter much.*
#
# ## The league of your class
#
# What you hand in is this notebook.
# Your teacher starts `course league`, which lets all players of the class meet, each shut in by itself, and makes a page with the ladder and all games.
#
# - `my_player(game, state, budget)` is called for each move. The budget is for that move, and what is not used is lost.
# - A move that is illegal, an exception, or one visit too many loses the game, and no more than that.
# - All that the function needs has to be in this notebook or in `course_lib`; nothing is remembered from one game to the next.
#
# Before you hand in: run the ladder once more, with the budget of the league.
# Change one thing at a time, and keep what is better by more than its interval.
#
# ## What to remember
#
# - With a budget, knowledge that can be read from the board is free, and each visit that it saves goes into the search.
# - An Elo rating is a promise about scores, and without its interval it is worth little.
# - Lost games are the best teachers: find the last move after which the game could still be held.
#
# | word | meaning |
# | --- | --- |
# | budget | so many visits for a move; one more loses the game |
# | threat | a window that lacks one stone, all others being one player's |
# | own rows | the odd rows for the first player and the even ones for the second, counted from below |
# | manager | what shares a budget among moves |
# | opening | the first moves, given to both players so that games differ |
# | Elo rating | a number for strength: the difference of two of them says what score to expect |
# | ladder | opponents whose ratings are known |
#
# ## Try it yourself
#
# 1. From memory: what can an order change, and what can it never change?
# 2. How many points of Elo lie between two players, one of whom gets 10 of 11 points?
# 3. The order knows wins and blocks at the root. Let it also put squares last below which the other would win. How many visits does that save?
# 4. A threat right above another threat of the same player can't be stopped. Let your evaluation count that, and measure it as above.
# 5. Give your player a memory, a `Table()`, within one move. (Read what `deepening_search` says about it.) What does it bring in Elo, with which interval?
# 6. Write a player with Monte Carlo tree search for the same budget. One simulation from the empty board takes about 25 visits: which of your two players gets further up the ladder?
# 7. An open question: a rating is one number, and players can beat each other in a circle, like scissors, paper and stone. Is there a circle in the ladder? How would you look for one?
#
# In *Artificial Intelligence: A Modern Approach* (fourth edition) the parts of this player are in the chapter on adversarial search and games: evaluation functions, move ordering, and cutting off the search; the chapter ends with how strong programs for real games have become.
