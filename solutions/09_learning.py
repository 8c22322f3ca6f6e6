# %% [markdown]
# # A player that nobody taught
#
# In lesson 4 you told a program what a good position of Connect Four looks like: 1 point, 4 points, 16 points.
# Somebody had to know that. What if nobody does?
#
# Here are five programs that started with hardly more than the rules.
# Each played against itself, and only against itself. Nobody showed them a good game, and the only advice they got was to complete a four, and not to hand one to the other player.
#
# ![Five thin lines climb steeply, then slowly, and pass the flat line of lesson 4's evaluation; 100 percent would be perfect](attachment:runs.png)
#
# In 1959 Arthur Samuel described a checkers program that improved by playing against itself, on a computer with less memory than one photo takes today.
# In 1992 Gerald Tesauro's TD-Gammon did the same with backgammon. Its opening moves looked odd to the experts, until they tried them, and then they changed their own.
# And in 2017 AlphaGo Zero and AlphaZero, which learned without a single human game, became stronger than AlphaGo.
#
# Today you write such a learner. Half a minute on a laptop is enough.
# But it's easy to write a program that *seems* to learn.
# In December 2023 somebody ran a well-known tutorial whose player was said to win 86 games out of 100 against an opponent who moves at random. It won 48 at first, and 27 after four times as much training: it seemed to have *unlearned*.
#
# So the question of this lesson has two halves: **can a program get better with nobody to learn from, and how would you know?**

# %% [markdown] part="further"
# There are four sittings of 15 to 40 minutes if you write a line a minute.
#
# - **First sitting:** an honest measure, and what can be seen on a board.
# - **Second sitting:** learning from a surprise.
# - **Third sitting:** how learning goes wrong, and what your search of lesson 5 can do with what was learned.
# - **Fourth sitting:** the search as a teacher.

# %% [markdown] part="core"
# You need lessons 4 and 5.

# %%
from math import exp, sqrt, tanh
from random import Random

from IPython.display import display

from course_lib import ConnectFour, random_player
from course_lib.checks import check, hint, mine, needs
from course_lib.lessons.known_positions import known_positions
from course_lib.lessons.lesson_09.circle import (
    choices_of,
    look_with,
    parts_seen,
    searches,
    small_positions,
)
from course_lib.lessons.lesson_09.self_play import (
    OTHER,
    SHIPPED,
    START,
    WINDOWS,
    TextFour,
    after_each,
    average_worth,
    best_of,
    candidates,
    hurt_by_priors,
    most_central,
    named,
    new_node,
    one_ahead,
    player_on_texts,
    plot_exploring,
    plot_runs,
    searching,
    tables_in,
    trial,
    values_with,
    wins,
    with_stone,
)
from course_lib.lessons.lesson_09.six_weights import by_weights, examples_from, six_counts
from course_lib.lessons.showing import show_me
from course_lib.questions import predict, recall
from course_lib.views import show

# %% [markdown]
# Before you begin, three questions from earlier lessons: a minute and a half, for no points.
# Skip them if you like.

# %%
recall("09")

# %% picture="runs"
plot_runs(caption="Five programs that play against themselves, and lesson 4's evaluation.")

# %% predict="by_chance"
question = (
    "A move is right if it keeps the best result that the position still allows. Of 322 positions"
    " where the choice matters, what percentage of its moves does a random player get right?"
)
answer = 43
because = """
Often more than one move keeps the result, so a player without a brain is right nearly half of the
time. Remember that number: whoever claims that a program has learned something has to do better.
"""

# %% [markdown]
# # First sitting: an honest measure
#
# ## How would you know?
#
# Most people test such a program by letting it play against one that moves at random.
# That's a poor test. Anybody who completes a four now and then wins nearly all of those games, so the number says 95 % very soon, and keeps saying 95 % whatever happens next.
#
# We have something better. A solver has looked at 322 positions of Connect Four and scored every move.
# A score is above 0 if the player who makes the move wins, below 0 if that player loses, and 0 is a draw.

# %%
four, positions = ConnectFour(), known_positions()
line, scores = positions[5]
print(len(positions), "positions; one of them:", scores)
show(four, four.play(line))

# %% [markdown]
# Here a2, b3, d1 and e4 win, c1 draws, and f3 and g1 lose.
# So four of the seven moves are **right**: they keep the best result that is still possible.
# In a position where nothing wins any more, the moves that draw are right.
#
# ## Exercise 1: a measure
#
# A player has chosen one move in each position. How many of its moves are right?


# %% exercise="right_moves"
def right_moves(chosen, positions):
    """Return in how many positions the chosen move keeps the best result: win, else draw, else loss.

    `chosen` is a list with the name of a move for each position, in the same order. A position is
    a pair: how it came about, and a dictionary with the score of each move by its name.
    right_moves(["a1", "b1"], [("", {"a1": 3, "b1": 9}), ("12", {"a2": 0, "b1": -2})]) is 1:
    a1 wins too, though later than b1, but b1 loses where a2 would have drawn.
    """
    ### BEGIN SOLUTION
    right = 0
    for name, (_, scores) in zip(chosen, positions, strict=True):
        signs = {move: (score > 0) - (score < 0) for move, score in scores.items()}
        if signs[name] == max(signs.values()):
            right += 1
    return right
    ### END SOLUTION


# %% check="right_moves" points=3

# %%
hint("right_moves")  # stuck? each run of this cell shows one more hint

# %% [markdown]
# Two players to begin with: one that moves at random, and one that looks a single move ahead with the evaluation of lesson 4.

# %%
by_lines = one_ahead(mine("evaluate_lines"))


def measure(player, some=positions):
    """The percentage of right moves of this player."""
    chosen = [four.action_name(player(four, four.play(line))) for line, _ in some]
    return 100 * right_moves(chosen, some) / len(some)


with needs("right_moves"):
    print(f"at random:               {measure(random_player(Random(1))):.1f} %")
    print(f"lesson 4, one move deep: {measure(by_lines):.1f} %")
show_me(one_ahead)

# %% [markdown]
# So that's the hand-made evaluation to reach.
# (A single run of a random player is a matter of luck. Its mean is 42.8 %.)
# With 322 positions a percentage is only good to about 5 points either way, so a difference of two or three means nothing yet.
#
# ## What is seen
#
# Our program needs something to attach its experience to.
# It can't remember whole positions, because it will hardly ever meet the same one twice.
# But it will meet the same *window* again and again: four squares in a line, as in lesson 4.
#
# From here on a board is a text of 42 marks, row by row from the top.
# A window is then a slice of that text, because from each of its squares to the next it's the same number of places.
# (`board[slice(8, 40, 8)]` is another way to write `board[8:40:8]`: every eighth mark, from number 8 on. That's a diagonal.)

# %%
board = "".join(four.play(line).board)
number, window = WINDOWS[24]
print(len(WINDOWS), "windows;", "number", number, "is", window, "and holds", board[window])

# %% [markdown]
# The number is there so that experience isn't mixed up: three stones in the bottom row are not worth the same as three in the top row.
# Windows that mirror each other share a number, and one of the two is read from right to left. So whatever the program learns on the left it knows on the right, too.
#
# ## Exercise 2: what is in the windows
#
# What a program has seen on a board is a list of pairs: the number of each window, and what it holds.


# %% exercise="windows_seen"
def windows_seen(board, windows):
    """Return a list with a pair for each window, in order: its number, and its part of the board.

    The pairs are tuples: they will be keys of a dictionary. `windows` is a list of pairs like those of WINDOWS: a number and a slice.
    windows_seen("..XXO..", [(4, slice(0, 4)), (9, slice(3, 7))]) is [(4, "..XX"), (9, "XO..")].
    """
    ### BEGIN SOLUTION
    return [(number, board[window]) for number, window in windows]
    ### END SOLUTION


# %% check="windows_seen" points=1

# %%
with needs("windows_seen"):
    pairs = windows_seen(board, WINDOWS)
    print(len(pairs), "windows, with", len({text for _, text in pairs}), "different contents:")
    print("two stones of O:", *[pair for pair in pairs if pair[1].count("O") == 2])

# %% [markdown]
# ## Exercise 3: an opinion
#
# The program's whole knowledge is a **table**: a dictionary with a number for each pair it has ever learned about.
# A number above 0 says "that looked good for X", one below 0 "good for O".
# What isn't in the table counts 0, and at the beginning the table is empty.
#
# Its opinion of a board is simply the sum over everything seen there.


# %% exercise="opinion"
def opinion(table, seen):
    """Return the sum of what the table has for each pair that was seen; an unknown pair counts 0.

    opinion({(4, "..XX"): 0.5, (9, "XO.."): -0.25}, [(4, "..XX"), (9, "XO.."), (7, "....")]) is 0.25.
    The table stays as it is.
    """
    ### BEGIN SOLUTION
    return sum(table.get(pair, 0) for pair in seen)
    ### END SOLUTION


# %% check="opinion" points=2

# %% [markdown]
# A sum can grow without end, but a game is worth 1 to X at most. So we squeeze it with the function `tanh`, which turns 0 into 0, 1 into 0.76, and anything large into nearly 1.
# The result is the program's **value** of the board: what it expects X to get.
#
# Two tables are better than one: one for boards where X is to move, another for O's.
# An open three with the gap within reach wins if it's its owner's turn, and can be blocked if it isn't. With a single table the program could never tell the two apart.
#
# And this is how it chooses a move: it looks at the board after each stone it could drop, and takes the one whose board it likes best.
# A stone changes nothing but the windows through its square, from 3 in a corner to 13 in the middle. So `after_each` doesn't read all 69 again for every move.
# (`candidates` is the only advice the program gets: complete a four if you can, and don't let the other player complete one if you can help it.)


# %%
def opinions(tables, board, mark, places):
    """For each of these places for this mark's next stone: the opinion of the board after it."""
    table = tables[OTHER[mark]]  # then it is the other player's turn

    def worth(board, windows):
        return opinion(table, windows_seen(board, windows))

    return after_each(worth, board, mark, places)


def player_with(tables):
    """A player that looks one move ahead with these tables."""

    def choose(board, mark):
        return best_of(opinions(tables, board, mark, candidates(board, mark)), mark)

    return player_on_texts(choose)


with needs("windows_seen", "opinion", "right_moves"):
    print(f"with empty tables:          {measure(player_with({'X': {}, 'O': {}})):.1f} % right")
    print(f"the most central candidate: {measure(player_on_texts(most_central)):.1f} % right")
show_me(after_each, best_of, candidates, most_central, player_on_texts)

# %% claim="worse_than_chance"
assert measure(player_with({"X": {}, "O": {}})) < 40
assert round(measure(player_on_texts(most_central))) == 62
shares = []
for line, scores in positions:
    state = four.play(line)
    places = candidates("".join(state.board), four.to_move(state))
    names = [four.action_name(divmod(place, 7)) for place in places]
    shares.append(sum(right_moves([name], [(line, scores)]) for name in names) / len(names))
assert round(100 * sum(shares) / len(shares)) == 45

# %% [markdown]
# Worse than chance! It completes fours and blocks them, but apart from that it takes the leftmost column, and that's a particularly bad habit.
#
# The second line is a player without a table. Among the same candidates it takes the one nearest to the middle, and that habit brings it to 62 %. (If it draws one of them, 45 % is the mean.)
# Nothing was learned for that. So keep the 62 in mind: a learner that stays below it has found out less than one sentence could have told it.
#
# **That's the end of the first sitting.** What to take with you: measure against the truth if you have it, and never only against a weak opponent.

# %% [markdown]
# # Second sitting: learning from a surprise
#
# Coming back on another day? Click here, then choose *Run All Above Selected Cell* in the *Run* menu.
# Your code and your guesses are still there.
# And three questions from earlier lessons, if you like.

# %%
recall("09")

# %% [markdown]
# ## A surprise
#
# Now comes the idea that all of these programs share.
# Suppose you thought a position was even, worth 0.
# You make your move, your opponent replies, and now you think it's worth 0.6.
# Nobody has told you who wins. But you are *surprised*, and that's enough: whatever you had seen in the first position must be a little better than you believed.
#
# Richard Sutton called this **temporal difference learning** (1988). The difference between what you expect now and what you expected a moment ago is the surprise, and each value is moved a little way towards the next one.
# At the end of the game there's no next value, but there's the result: 1, 0 or -1. That's where the truth comes in, and game by game it seeps backwards, towards the opening.

# %% predict="first_to_learn"
question = (
    "Suppose each position had a number of its own. All of them are 0, and X wins the first game."
    " After that game, which numbers have changed?"
)
choices = ["all of them", "only that of the last position", "only that of the first position"]
answer = "only that of the last position"
because = """
Everywhere else the next number was 0, too, so there was no surprise. The second game that ends like this
will surprise the last position but one, and so on. News travels one move a game.
"""

# %% [markdown]
# So news would travel only one move per game. (Windows are quicker: many positions share them.) The other extreme would be to move every value of a game straight towards its result. That's quick, but blames the opening for a blunder thirty moves later.
#
# So we mix. A number called lambda, between 0 and 1, says how much to trust the rest of the game:
#
# $$\text{target} = (1 - \lambda) \cdot v + \lambda \cdot t$$
#
# where v is the next value and t the next target.
# After the last position both the next value and the next target are the game's result.
# With lambda 0 the target is the next value, with lambda 1 it's the result, and in between, the further off the result is, the less it counts.
#
# One thing has to be kept out. Many a move will be made at random, to see something new.
# Such a move says nothing about the position before it: if you toss a coin and it makes you blunder, your position wasn't bad.
# So where the *next* move was drawn at random, the target is the position's own value: no surprise, nothing to learn.
#
# ## Exercise 4: targets
#
# Work backwards from the end, because every target needs the next one.


# %% exercise="targets"
def targets(values, result, lam, drawn):
    """Return the target of each position of a game, as a list.

    `values` are what was expected of the positions after the first move, the second, and so on;
    `drawn` says of each of these moves whether it was made at random.
    targets([0.2, 0.4], 1, 0.5, [False, False]) is [0.7, 1.0]: 0.7 is half of 0.4 and half of 1.
    targets([0.2, 0.4], 1, 0.5, [False, True]) is [0.2, 1.0].
    """
    ### BEGIN SOLUTION
    found = []
    following = target = result
    for place in reversed(range(len(values))):
        if place + 1 < len(values) and drawn[place + 1]:
            target = values[place]
        else:
            target = (1 - lam) * following + lam * target
        found.insert(0, target)
        following = values[place]
    return found
    ### END SOLUTION


# %% check="targets" points=4

# %% [markdown]
# Here is a short game that X wins, with three choices of lambda. Which row looks like the truth, which like gossip?

# %%
with needs("targets"):
    values = [0.0, 0.1, -0.2, 0.3, 0.6]
    for lam in (0, 0.7, 1):
        print(f"lambda {lam:3}:", *(f"{t:6.2f}" for t in targets(values, 1, lam, [False] * 5)))

# %% [markdown]
# ## Exercise 5: learn
#
# A position was worth `tanh(opinion(table, seen))`, and now we know a target.
# The surprise is the target minus the value. To move the value towards the target, a pair gets the same small step each time it is seen:
#
# $$\text{step} = \text{rate} \cdot \text{surprise} \cdot (1 - \text{value}^2)$$
#
# (The last factor is the slope of tanh: where the value is nearly 1 or -1 already, the program is sure of itself, and changes its mind slowly.)


# %% exercise="learn"
def learn(table, seen, target, rate):
    """Add the same step to the table's number for each pair that was seen; return the surprise.

    table = {(4, "..XX"): 0.0}; learn(table, [(4, "..XX"), (9, "XO..")], 1, 0.1) returns 1.0, and
    then the table is {(4, "..XX"): 0.1, (9, "XO.."): 0.1}.
    """
    ### BEGIN SOLUTION
    value = tanh(opinion(table, seen))
    surprise = target - value
    step = rate * surprise * (1 - value**2)
    for pair in seen:
        table[pair] = table.get(pair, 0) + step
    return surprise
    ### END SOLUTION


# %% check="learn" points=4

# %% [markdown]
# That's all. Here is a whole game against itself, and what is learned from it.
# The values are those that were noted during the game, although the table already moves a little while the game is learned from.
# The first moves of a game are drawn at random, so that no two games are alike. The fuller the board, the rarer that becomes: a game that is played well to its end has a result that means something.
# In `train` the steps get smaller towards the end, so that what has been learned can settle, and `slices` says how often the player is measured on the way.


# %%
def self_play(tables, explore, rng):
    """Play a game; return what was seen after each move, and the result for X."""
    board, mark, moves = START, "X", []
    while places := candidates(board, mark):
        drawn = rng.random() < explore * board.count(".") / len(board)
        if drawn:
            place = rng.choice(places)
        else:
            found = opinions(tables, board, mark, places)
            place = best_of(found, mark)
        if wins(board, place, mark):
            return moves, 1 if mark == "X" else -1
        board, mark = with_stone(board, place, mark), OTHER[mark]
        seen = windows_seen(board, WINDOWS)
        worth = opinion(tables[mark], seen) if drawn else found[place]
        moves.append((mark, seen, tanh(worth), drawn))
    return moves, 0


def train(tables, games, rng, explore=1, rate=0.007, lam=0.7, slices=1):
    """Play so many games and learn from each; a pair of numbers after every slice of them."""
    run = []
    for number in range(games):
        moves, result = self_play(tables, explore, rng)
        values, drawn = [move[2] for move in moves], [move[3] for move in moves]
        for move, target in zip(moves, targets(values, result, lam, drawn), strict=True):
            if target != move[2]:
                learn(tables[move[0]], move[1], target, rate * (1 - 0.8 * number / games))
        if (number + 1) % (games // slices) == 0:
            run.append((number + 1, measure(player_with(tables))))
    return run


# %% predict="after_a_second"
question = (
    "A random player gets 43 % right, and the most central candidate 62 %. Where will the learner be"
    " after 1,200 games against itself, which take two or three seconds?"
)
choices = ["below both", "between the two", "above both"]
answer = "above both"
because = """
It passes chance within a hundred games or so, and the habit of taking the middle within some hundreds.
The next ten points or a little more will take ten times as long.
"""

# %%
with needs("windows_seen", "opinion", "targets", "learn", "right_moves"):
    tables = {"X": {}, "O": {}}
    run = train(tables, 1_200, Random(1), slices=4)
    for games, percent in run:
        print(f"{games:5} games: {percent:.1f} % right")
    display(plot_runs(run, caption="Your learner's first games, among five long runs of ours."))

# %% claim="better_than_chance"
assert run[-1][1] > 63

# %% [markdown]
# Nobody taught it anything, and it's better than chance already. (Than the habit of taking the middle, too? It looks like it, but each line is only good to about 5 points.)
#
# What has it found out? A single number doesn't say much after so few games: most pairs have come up only now and then, and chance is still in all of them.
# But windows with the same stones can be taken together. Here is the average of the numbers for windows in which one player has one, two or three stones, and the other player none, on boards where X is to move.

# %%
with needs("windows_seen", "opinion", "targets", "learn"):
    learn({}, [], 0, 0)  # stops here until you have written it
    for stones in (1, 2, 3):
        own, other = [average_worth(tables["X"], mark, stones) for mark in "XO"]
        print(f"{stones} of X's alone: {own:+.3f}    {stones} of O's alone: {other:+.3f}")

# %% claim="threes_matter"
assert other < 0 < abs(other) < own

# %% [markdown]
# Three stones of X's are good for X, and three of O's are bad: lesson 4 had to be told that, and this program has noticed.
# And as X is to move on these boards, X's three are worth more to X than O's three cost. That's just the difference between "wins" and "can be blocked".
#
# The lines in the picture are five runs of 12,000 games, twenty seconds each. Later you use the tables of one of them.
#
# **That's the end of the second sitting.** Two things to take with you:
#
# - A surprise, the difference between what you expect now and what you expected before, is enough to learn from.
# - What follows a move made at random says nothing about the position before it, so don't learn from it.

# %% [markdown]
# # Third sitting: how it goes wrong, and how far it goes
#
# Coming back on another day? Click here, then choose *Run All Above Selected Cell* in the *Run* menu.
# Your code and your guesses are still there.
# And three questions from earlier lessons, if you like.

# %%
recall("09")

# %% [markdown]
# ## Why play badly on purpose?
#
# Six moves in ten were made at random: nearly all at the beginning of a game, hardly any at its end. That looks like a waste: every other move was the best the program knew.
# So let's take them out, and always play the best move.

# %% predict="no_exploring"
question = "With random moves our learners get about 80 % right after 12,000 games. What about without any?"
answer = 60
because = """
It got there within 960 games, and then it *stood still*: not one more answer became right in the other
11,000. It has become an expert on the few positions that it visits, and pays for it everywhere else.
"""

# %%
with needs("windows_seen", "opinion", "targets", "learn", "right_moves"):
    for explore in (0, 1):
        print("with random moves:" if explore else "without:")
        for seed in (1, 2, 3):
            percent, boards = trial(train, self_play, explore, seed)
            print(f"    seed {seed}: {percent:.1f} % right; boards after 8 moves: {boards}")
    display(plot_exploring(caption="Without exploring, the learner soon stands still."))

# %% claim="one_game_over_and_over"
blind = [train({"X": {}, "O": {}}, 40, Random(seed), explore=0) for seed in (1, 2, 3)]
assert blind[0] == blind[1] == blind[2]

# %% [markdown]
# Without exploring, all three seeds give the same number, because there is nothing left for a seed to decide. Once it has learned, it plays one single game, over and over.
# After these 400 games it isn't far behind the others. That's the treacherous part: you have to train for longer to see it. The picture shows a run of 12,000 games.
#
# This is the oldest trap in self-play. From the inside nothing looks wrong.
#
# ## From opinions to a first choice
#
# Looking one move ahead is all our player does so far. From here on we use tables that have played 12,000 games.

# %%
tables = tables_in(SHIPPED)
with needs("windows_seen", "opinion", "right_moves"):
    print(f"one move deep: {measure(player_with(tables)):.1f} % right")

# %% [markdown]
# In lesson 5 your search knew nothing about a new position, so it tried every move once, and played a random game from each.
# With tables, we can do better on both counts. We have an idea of which moves deserve the first visits, and we have a value without playing the game to its end.
#
# The moves first. A **prior** is a share of attention: the shares of all moves together make 1, and a better-looking move gets a larger one.
# The usual recipe is the *softmax*: each value v becomes
#
# $$e^{v / t}$$
#
# and then all of them are divided by their sum. The *temperature* t says how bold that is: with a low one nearly everything goes to the best move, with a high one all get about the same.
#
# ## Exercise 6: priors


# %% exercise="priors"
def priors(values, temperature):
    """Return the softmax: a dictionary with the share of each action, whose values are given.

    With the temperature 1, {"a": 0.5, "b": -0.5} gives "a" about 0.731 and "b" about 0.269.
    """
    ### BEGIN SOLUTION
    weights = {action: exp(value / temperature) for action, value in values.items()}
    total = sum(weights.values())
    return {action: weight / total for action, weight in weights.items()}
    ### END SOLUTION


# %% check="priors" points=2

# %% [markdown]
# This is the program's first glance at a position: `values_of(state)` gives a dictionary with the value of each move worth a look, for the player who makes it. It's the `tanh` of the opinion, turned round for O, and a move that wins is worth 1.
#
# (`TextFour` is Connect Four with texts for states: the board's 42 marks, and one more that says whether the game is over.)

# %%
texts, values_of = TextFour(), values_with(tables, opinions)
with needs("windows_seen", "opinion", "priors"):
    for temperature in (0.1, 0.5, 2):
        print(f"temperature {temperature:3}:", named(priors(values_of(texts.initial), temperature)))

# %% [markdown]
# ## Exercise 7: PUCT
#
# In lesson 5 UCB1 chose the way down: the mean plus a doubt that shrinks with the visits.
# AlphaGo and AlphaZero use a cousin with the prior in it, called **PUCT**:
#
# $$\text{mean} + c \cdot \text{prior} \cdot \frac{\sqrt{\text{the parent's visits}}}{1 + \text{its own visits}}$$

# %% predict="puct_prior"
question = (
    "Two moves have the same mean and the same visits, but one has twice the prior. How many times as"
    " large is its bonus?"
)
answer = 2
because = """
The bonus is proportional to the prior. So at first a promising move gets most of the visits, but each of
them shrinks its bonus, and if its mean disappoints, the others get their turn.
"""


# %% exercise="puct"
def puct(mean, prior, visits, parent_visits, c):
    """Return the mean plus PUCT's bonus: c times the prior, times a fraction of visits.

    puct(0.5, 0.25, 4, 100, 2) is 1.5.
    """
    ### BEGIN SOLUTION
    return mean + c * prior * sqrt(parent_visits) / (1 + visits)
    ### END SOLUTION


# %% check="puct" points=2

# %% [markdown]
# ## Exercise 8: your search of lesson 5, guided
#
# If you have the notebook of lesson 5, open it beside this one and have a look at your `mcts`. (Its parts are also in `my_work/05.py`.) Only a little has to change.
#
# | | lesson 5 | now |
# | --- | --- | --- |
# | select | the child with the greatest `ucb1` | the child with the greatest `puct` |
# | expand | one new child, drawn from the untried actions | all children at once, each with its prior |
# | play out | a random game | none: the node is worth the value of its best child |
# | back up | one visit more at each node of the path, and the value as its chooser sees it | the same |
#
# So there are no untried actions any more: a node has all its children or none.
# The glance that made a child counts as its first visit, so every node has a mean from the start.
# A node is a dictionary, as it was in lesson 5:

# %%
new_node(texts.initial, "X", prior=0.25, value=0.1)

# %% [markdown]
# A glance gives two dictionaries: the prior of each action, and its value.
# `open_up` gives a node its children, one for each action that the glance knows.


# %%
def look(state):
    """The prior and the value of each action worth a look."""
    values = values_of(state)
    return priors(values, 0.5), values


def open_up(game, node, look):
    """Give this node a child for each action that look knows; return the value of the best one."""
    state, mover = node["state"], game.to_move(node["state"])
    shares, values = look(state)
    for action, share in shares.items():
        after = game.result(state, action)
        node["children"][action] = new_node(after, mover, share, values[action])
    return max(values.values())


# %% [markdown]
# `open_up` does the middle two steps: it returns what the node is worth **to the player to move there**.
# In a final state nobody is to move, and there is nothing to open: it is worth its utility; take that of its chooser.
#
# You write the rest: the walk down, and the way back.
# As in lesson 5, a value is good for one player and just as bad for the other.


# %% exercise="guided"
def guided(game, state, simulations, look, c=2):
    """Return a pair: the most visited action after this many simulations, and the tree's root.

    The root is new_node(state, game.to_move(state)). After one simulation it has 2 visits, and a
    child with 1 visit for each action.
    """
    ### BEGIN SOLUTION
    root = new_node(state, game.to_move(state))
    for _ in range(simulations):
        path = [root]
        while path[-1]["children"]:
            visits = path[-1]["visits"]
            path.append(
                max(
                    path[-1]["children"].values(),
                    key=lambda child: puct(
                        child["total"] / child["visits"], child["prior"], child["visits"], visits, c
                    ),
                )
            )
        leaf = path[-1]
        if game.is_terminal(leaf["state"]):
            player = leaf["chooser"]
            value = game.utility(leaf["state"], player)
        else:
            player = game.to_move(leaf["state"])
            value = open_up(game, leaf, look)
        for node in path:
            node["visits"] += 1
            node["total"] += value if node["chooser"] == player else -value
    children = root["children"]
    return max(children, key=lambda action: children[action]["visits"]), root
    ### END SOLUTION


# %% check="guided" points=6

# %% [markdown]
# Everything at once: your tables, your priors, your `puct`, your search.
# To save time we take every fourth of the 322 positions. A difference of less than 8 points says nothing.

# %% predict="as_good_as"
question = (
    "How many random games does your search of lesson 5 need to be right as often as the guided search"
    " with 50 simulations?"
)
answer = 600
because = """
About twelve times as many, and they take more than three times as long. But the advantage doesn't
last: a random game is played to its true end, so more of them are right more often, while a table
has soon told all that it believes.
"""

# %%
some = positions[::4]
with needs("windows_seen", "opinion", "right_moves", "priors", "puct", "guided"):
    print(f"one move deep:             {measure(player_with(tables), some):.1f} %")
    for simulations in (20, 50, 200):
        percent = measure(searching(guided, texts, simulations, look), some)
        print(f"guided, {simulations:5} simulations: {percent:.1f} %")

# %% claim="better_than_the_first_glance"
assert measure(searching(guided, texts, 50, look), some) > measure(player_with(tables), some)

# %% [markdown]
# **That's the end of the third sitting.** Two things to take with you:
#
# - A learner has to explore. Without that it becomes an expert on one game.
# - A value at the leaf and a prior at the children make a simulation worth several random games, as long as there are few of them.

# %% [markdown] part="further"
# # Fourth sitting: the search as a teacher
#
# Coming back on another day? Click here, then choose *Run All Above Selected Cell* in the *Run* menu.
# Your code and your guesses are still there.
# And three questions from earlier lessons, if you like.

# %%
recall("09")

# %% [markdown]
# ## What the search found out
#
# Remember the gap: what the tables think at first glance is right less often than what they choose after a few simulations.
# AlphaZero closes a circle here. What the search found out becomes the *next lesson* for the first glance.
# The **policy target** of a position is the share of visits that each move got in the search; the priors are then moved towards these shares, just as values are moved towards their targets.
#
# ## Exercise 9: the policy target
#
# A node's first visit was the glance that made it, so it doesn't count: only what came after it does.


# %% exercise="policy_target"
def policy_target(root):
    """Return a dictionary with each action's share of the visits below this node.

    The first visit of each child is not counted. If three children have 1, 4 and 7 visits, their
    shares are 0, 1/3 and 2/3. There is at least one visit to share.
    """
    ### BEGIN SOLUTION
    extra = {action: child["visits"] - 1 for action, child in root["children"].items()}
    total = sum(extra.values())
    return {action: visits / total for action, visits in extra.items()}
    ### END SOLUTION


# %% check="policy_target" points=2

# %%
with needs("windows_seen", "opinion", "priors", "puct", "guided", "policy_target"):
    _, root = guided(texts, texts.pack(four.play(positions[5][0])), 200, look)
    print("at first:             ", named(look(root["state"])[0]))
    print("after 200 simulations:", named(policy_target(root)))

# %% [markdown]
# AlphaZero played 44 million games of chess like that, on 5,000 special processors.
# You have one processor and a minute. So let's take a board that is small enough: four rows of five, where a solver knows the truth about every position, and the best play of both leads to a draw.
#
# ## The circle closes
#
# This time there are no candidates, and nobody says "complete a four". The program has two empty tables, one for priors and one for values, and the parts of a board that they know are the 17 windows, and each two neighbouring rows.
# Then it goes round and round: **search, target, prior, better search**.
#
# - Your `guided` searches with what the tables say, 20 simulations a move.
# - Your `policy_target` says where the search went. For every part that is seen after a move, the table of priors moves a small step: by how much the target is larger than the prior.
# - Your `learn` moves the value of a move towards the mean that the search found for it.
#
# A game begins at a random position, so that the program sees more than its favourite opening.


# %%
def learn_from(root, tables, look):
    """Move the priors at this root towards the policy target, and the values to the means."""
    (shares, _), target = look(root["state"]), policy_target(root)
    for action, child in root["children"].items():
        seen = parts_seen(child["state"])
        step = 0.2 * (target[action] - shares[action])
        for part in seen:
            tables["prior"][part] = tables["prior"].get(part, 0) + step
        if child["visits"] > 2:
            learn(tables["value"], seen, child["total"] / child["visits"], 0.03)


show_me(parts_seen, look_with, searches)

# %% [markdown]
# The judge is a sealed envelope: 400 positions in which the choice matters, with a solver's verdict on each move. No step size or number of games was chosen by them (that 50 simulations are asked was), and nothing learns from them.

# %% predict="circle"
question = (
    "With empty tables, 50 simulations are right in about two positions of three. What percentage will"
    " it be when the circle has turned for a minute?"
)
answer = 95
because = """
Nobody told the program anything but the rules. Each generation's search is the next one's teacher, and
because the next one's search begins with better priors and values, it's a better teacher in turn.
"""

# %%
generations, sealed = 2, small_positions()
with needs("opinion", "learn", "right_moves", "priors", "puct", "guided", "policy_target"):
    pair, rng, circle = {"prior": {}, "value": {}}, Random(1), []
    small_look = look_with(pair, opinion, priors)
    for number in range(generations + 1):
        circle.append(right_moves(choices_of(guided, small_look, sealed), sealed) / 4)
        print(f"after {500 * number:4} games: {circle[-1]:.1f} % right")
        for root in searches(guided, small_look, 500 * (number < generations), rng):
            learn_from(root, pair, small_look)

# %% claim="the_circle_turns"
assert circle[0] < 70
assert circle[-1] > circle[0] + 15

# %% [markdown]
# After twelve generations ours were right in 94 to 99 %, whichever seed we took.
# To see yours get there, change `generations` to 12 and wait for a minute and a half, or several in a browser.
#
# Why does it pay here, and hardly on the large board? There we let the values of a deeper search teach the tables for half a minute, and they gained a single point: windows of four know little more than had already been squeezed out of them. Here the parts are larger, and the board is so small that they come up often.
# For the circle to turn, there has to be something left to learn.
#
# **That's the end of the fourth sitting.** What to remember: the search knows more than the first glance, so it can be the glance's teacher. Search, target, prior, better search.

# %% [markdown] part="core"
# | word | meaning |
# | --- | --- |
# | self-play | learning from games against oneself |
# | temporal difference, surprise | the difference between the value expected now and the one expected before |
# | lambda | how far a target looks ahead: 0 only to the next value, 1 to the result |
# | explore | make a move that isn't the best known, to see something new |
# | prior | the share of attention that a move gets before any visit |
# | PUCT | the mean plus a bonus that grows with the prior and shrinks with the visits |
# | policy target | the shares of the visits after a search, from which priors can learn |

# %% [markdown] part="further"
# # Further on
#
# ### Nobody has explained this one
#
# A prior says where to look first. What if it looks in the wrong place?
# With the temperature 0.05 the tables' favourite gets nearly all the attention. Find one of the 322 positions in which your search is wrong with such a prior, and right if all moves have the same one. What do the tables miss there?

# %%
with needs("windows_seen", "opinion", "right_moves", "priors", "puct", "guided"):
    print("hurt by its priors:", hurt_by_priors(guided, priors, values_of, positions[0]))

# %% claim="a_prior_may_hurt"
assert hurt_by_priors(guided, priors, values_of, positions[1])
assert not hurt_by_priors(guided, priors, values_of, positions[0])

# %% [markdown]
# ## Exercise 10: six numbers instead of thousands
#
# This door is for whoever wants more: it's checked as always, and earns no points.
#
# In lesson 4 somebody said 1, 4 and 16. Could those three numbers have been found by a program?
# An evaluation that multiplies counts by **weights** and adds them up is called *linear*. Ours has six counts, for the player who has just moved: in how many windows that player is alone with one, two, three stones, and in how many the other player is.
# Its value is `tanh` of the sum, as before. Which weights are good ones?
#
# Take positions from games, each with the result that its player got in the end: the *target*. The **error** is the mean of (target - value) squared over all of them.
# If you know for each weight how fast the error grows with it, its *slope*, you know where downhill is: move each weight a little against its slope, and do it again. That's **gradient descent**, and every neural network learns by it.
# Your `learn` did the same, for one position at a time and with every count 1. Work out where its (1 - value²) came from, and you have this exercise.


# %% exercise="gradient"
def gradient(weights, examples):
    """Return the slope of the error for each weight, as a list.

    An example is a pair: the counts, one for each weight, and the target. The error is the mean of
    (target - value) ** 2, and a value is tanh of the sum of weight times count.
    gradient([0.0, 0.0], [([1, 2], 1)]) is [-2.0, -4.0]: larger weights make the error smaller.
    """
    ### BEGIN SOLUTION
    slopes = [0.0] * len(weights)
    for counts, target in examples:
        value = tanh(sum(weight * count for weight, count in zip(weights, counts, strict=True)))
        for place, count in enumerate(counts):
            slopes[place] -= 2 * (target - value) * (1 - value**2) * count / len(examples)
    return slopes
    ### END SOLUTION


# %% check="gradient" points=0

# %% [markdown]
# There's a way to test any gradient without knowing the answer: make one weight larger by a millionth, and see by how many millionths the error grows.
#
# Now 200 games of the learned player against itself, some 5,000 positions, and 200 steps downhill.

# %%
with needs("windows_seen", "opinion", "right_moves", "gradient"):
    examples, weights = examples_from(self_play, tables, 200, Random(1)), [0.0] * 6
    for _ in range(200):
        weights = [w - 0.03 * slope for w, slope in zip(weights, gradient(weights, examples))]
    print("own 1, 2, 3; the other's 1, 2, 3:", *(f"{weight:+.2f}" for weight in weights))
    print(f"one move deep: {measure(by_weights(weights, windows_seen)):.1f} % right")
show_me(six_counts, examples_from, by_weights)

# %% claim="six_weights_find_lesson_four"
assert weights[0] < weights[1] < weights[2]
assert weights[3] > weights[4] > weights[5] > -0.7
assert -weights[5] > weights[2]
assert 70 < measure(by_weights(weights, windows_seen)) < 82

# %% [markdown]
# So a program can find such numbers: three stones are worth more than two, and two more than one. And the other player's three cost more than your own three bring, because the other player moves next.
# With the games of ten other seeds it was right in 72 to 78 %: about as well as lesson 4's evaluation, which was right in 76.1 %. For more, six numbers see too little.
#
# ### What it comes to
#
# One move deep, our learner passes lesson 4's evaluation. Here is what we measured, over all 322 positions; where there are two numbers, they are the worst and the best of five seeds. `python -m benchmarks.self_play` measures it again.
#
# | player | right moves | time for a move |
# | --- | --- | --- |
# | at random | 42.8 % | |
# | at random among the candidates | 44.8 % | |
# | the most central candidate | 62.4 % | |
# | lesson 4's evaluation, one move deep | 76.1 % | |
# | learned in 12,000 games, one move deep | 78.9 to 82.6 % | |
# | the same with 50 guided simulations | 85.7 to 90.1 % | 1 |
# | the same with 200 | 87.6 to 90.4 % | 3.8 |
# | lesson 5's search with 200 random games | 79.2 % | 1.1 |
# | lesson 5's search with 400 random games | 86.0 % | 2.4 |
# | lesson 5's search with 1,000 random games | 88.8 % | 6.0 |
#
# (The unit of time is a move with fifty guided simulations.)
#
# Five seeds are few. With seven others the same program was right in 77 to 81 % one move deep, and in 85 to 88 % with fifty simulations. When another program of the same kind learned with 25 others, fifty simulations came to between 84 and 89 %.
#
# So a table helps where time is short: to choose equally well it needs about a twelfth of the simulations, and less than a third of the time. But soon it has told all that it knows: four times as many simulations gain it hardly more than a point, and five times as many random games ten, because a random game ends with the truth, and a table can only say what it believes.
# And what's still missing from 100 %? A window knows how many stones are in it, but not whether its gap can be reached, or in which order the columns fill up. Programs with larger patterns or neural networks see such things, and need more games.
#
# ### Questions
#
# 1. From memory: what is the target of a position if the next move was drawn at random, and why?
# 2. With lambda 1 and a very small rate: what does the table learn about a window that occurs only in lost games?
# 3. Let both players share one table. What do you expect, and what do you measure?
# 4. Leave out one of the two tables' lessons in `learn_from`. Which of them does more for the circle?
# 5. Open: what do the 4 by 5 tables get wrong in the end? Sort the sealed positions by the number of stones, and look at some.

# %% [markdown] part="core"
# Samuel's paper is A. Samuel, "Some studies in machine learning using the game of checkers" (1959); temporal differences are from R. Sutton, "Learning to predict by the methods of temporal differences" (1988), and TD-Gammon from G. Tesauro, "Temporal difference learning and TD-Gammon" (1995).
# AlphaZero is D. Silver and others, "A general reinforcement learning algorithm that masters chess, shogi, and Go through self-play" (2018). The whole field is in R. Sutton and A. Barto's *Reinforcement Learning: An Introduction*, and in Russell and Norvig's *Artificial Intelligence: A Modern Approach* it has a chapter of its own.

# %% [markdown] part="further"
# ### Your learner in PettingZoo
#
# PettingZoo is where other people's learners meet: each agent is shown what it may see of a game, and a mask that says which actions are legal.
# `to_pettingzoo` makes such a place of any game of the course.
# Where it's installed (`pip install pettingzoo`), put this into a cell of your own. X plays by the tables of this lesson, and O is an agent that knows nothing but the mask.
#
# ```python
# from course_lib.bridges import to_pettingzoo
#
# player, env = player_with(tables), to_pettingzoo(four)
# env.reset()
# env.action_space("O").seed(9)
# for agent in env.agent_iter():
#     seen, reward, over, cut, _ = env.last()
#     if over or cut:
#         print(agent, "gets", reward)
#         env.step(None)
#     elif agent == "X":
#         board = four.parse(bytes(seen["observation"]).decode().rstrip("\0"))
#         env.step(four.all_actions.index(player(four, board)))
#     else:
#         env.step(env.action_space("O").sample(seen["action_mask"]))
# ```
#
# In our run X gets 1. What is shown there is the board's text, as letters, so `parse` reads it; and an action's number is its place in `four.all_actions`.
# Now put a learner of somebody else's in O's place.
