"""Lesson 05 says what is true, shows the reader's own tree, and its checks are fair to chance."""

from random import Random

import pytest
from films import totals_of
from lesson_output import Lesson, both
from search_games import true_value

from autograder_tests import exercises
from autograder_tests.solution import namespace, solution
from course_lib import (
    ConnectFour,
    Count,
    Nim,
    TextbookTree,
    TicTacToe,
    minimax_search,
    random_tree,
    watch,
)
from course_lib.checks.cases import exercise_named
from course_lib.checks.evidence import NotebookStudent, request_for
from course_lib.checks.verdict import WRONG
from course_lib.lessons.lending import lent
from course_lib.lessons.lesson_05.own_trees import contest, drawn, plot_tries
from course_lib.views import draw_tree, plot_mcts, step_through
from course_lib.views.trees import legend, pieces_of

LESSON = Lesson("05_monte_carlo_tree_search")


# --- the lesson --------------------------------------------------------------------------------


def test_the_notebook_shows_what_its_prose_says():
    """Eighty simulations see a trap into which forty fall; a tree has its few states many times."""
    fall = LESSON.groups(r"(\d+) simulations: (\d+) of 100 fall")
    assert fall == [(10, 98), (20, 100), (40, 100), (80, 0), (160, 0)]
    trap = TextbookTree([[1] * 11 + [-1], [0, 0, 0]])
    assert minimax_search(trap, (0,)) == (1, 11), "of 12 replies one wins, and the branch loses"
    [(nodes, states)] = LESSON.groups(r"(\d+) nodes for (\d+) different states")
    assert nodes == 1 + 1_000
    assert states <= 2 * 20 + 4, "each total with both players to move, and the last ones"
    found = dict(LESSON.groups(r"(a tree|one node a state): 1 is chosen by (\d+) of 20"))
    assert found["one node a state"] == 20 > 2 * found["a tree"]


@pytest.mark.parametrize("game", [Count(7, 3), Nim((1, 3)), Nim((2, 3), misere=True)], ids=str)
def test_one_node_for_each_state_is_one_for_each_that_there_is(game):
    """Counted by another walk: states, the visits that came by each way, and the best action."""
    simulate, nodes, rng, many = solution("simulate"), {}, Random(5), 4_000
    for _ in range(many):
        simulate(game, game.initial, nodes, lambda _: rng.choice((1, -1)))
    reached, level = set(), {game.initial}
    while level:
        reached |= level
        after = {game.result(state, action) for state in level for action in game.actions(state)}
        level = after - reached
    assert set(nodes) == reached
    came = dict.fromkeys(reached, 0) | {game.initial: many}
    for state, node in nodes.items():
        assert set(node["tries"]) == set(game.actions(state))
        for action, tries in node["tries"].items():
            came[game.result(state, action)] += tries
        if not game.is_terminal(state):
            assert node["visits"] == 1 + sum(node["tries"].values())
        else:
            assert node["total"] == node["visits"] * game.utility(state, game.players[0])
    assert {state: node["visits"] for state, node in nodes.items()} == came
    value = true_value(game)
    tries = nodes[game.initial]["tries"]
    best = max(tries, key=tries.get)
    after = {each: value(game.result(game.initial, each), game.players[0]) for each in tries}
    assert after[best] == max(after.values()) > min(after.values())


def test_each_column_has_a_curve_of_its_own_tries():
    """In the plot of who got the games, a curve rises where its own column was tried."""
    [panel] = plot_tries(["a1", "d1", "d1"], "Who got the games").panels
    points = {curve.name: list(curve.points) for curve in panel.curves}
    assert points == {"a1": [(1, 1), (2, 1), (3, 1)], "d1": [(1, 0), (2, 1), (3, 2)]}


@pytest.mark.parametrize(("best", "wins"), [(True, 2), (False, 0)])
def test_a_contest_is_played_with_moves_that_both_have_chosen(best, wins):
    """In a game that the first player wins, who plays perfectly wins half of the games."""

    def search(game, state, simulations, rng):
        value, action = minimax_search(game, state)
        return (action if best else game.actions(state)[0]), value

    row = contest(search, Nim((2, 4)), positions=2_000, games=4, seed=1)
    assert (row.games, row.wins, row.losses, row.faults) == (4, wins, 4 - wins, 0)


def test_the_tree_after_nine_simulations_could_have_come_about():
    """Each node has a visit more than its children, for a game that some leaf below it explains."""
    names = LESSON.names("hand")
    hand = names["hand"]

    def leaves(state):
        if hand.is_terminal(state):
            return {hand.utility(state, "MAX")}
        return set().union(*(leaves(hand.result(state, a)) for a in hand.actions(state)))

    def check(node, own):
        children = node["children"].values()
        if hand.is_terminal(node["state"]):
            return
        if node["untried"]:  # no simulation has walked on from here
            assert all(child["visits"] == 1 for child in children)
        assert node["visits"] == own + sum(child["visits"] for child in children)
        # What the children's choosers gained, MAX gained or lost, and the rest is its own game.
        sign = 1 if node["chooser"] == "MAX" else -1
        below = sum(child["total"] * (1 if child["chooser"] == "MAX" else -1) for child in children)
        rest = sign * node["total"] - below
        assert rest in (leaves(node["state"]) if own else {0})
        for child in children:
            check(child, 1)

    check(names["after_nine"](), 0)
    for c in (1.4, 0):
        path = names["select"](names["after_nine"](), c)
        assert [node["state"] for node in path] == [(), (1,), (1, 1)]


def test_only_g1_stops_the_four_in_the_bottom_row():
    """After any other move O wins by g1; after g1 nobody wins within two moves."""
    game = ConnectFour()
    state = game.play("c1 e1 a1 d1 b1 d2 b2 a2 a3 a4 a5 f1")
    g1 = game.action_named("g1")
    for action in game.actions(state):
        after = game.result(state, action)
        wins = {b for b in game.actions(after) if game.winner(game.result(after, b)) == "O"}
        assert wins == (set() if action == g1 else {g1})


# --- its pictures ------------------------------------------------------------------------------


def test_watching_shows_the_very_tree_that_the_search_gives_back():
    """Nodes, visits, means and ways are those of the search alone, with the same seed."""
    names = LESSON.names("hand")
    game = random_tree(4, (2, 3), Random(3), low=-1, high=1)
    trace = watch(names["mcts"], game, (), simulations=60, rng=Random(4))
    action, root = names["mcts"](game, (), 60, Random(4))
    assert (trace.action, trace.action_name) == (action, game.action_name(action))
    chosen = root["children"][action]
    assert trace.value == chosen["total"] / chosen["visits"]
    assert trace.cut == 0
    assert len(trace.simulations) == trace.nodes[0].visits == 60
    found = {trace.path(node.id): (node.visits, node.value) for node in trace.nodes}
    waiting = [((), root)]
    while waiting:
        path, node = waiting.pop()
        visits, mean = found.pop(path)
        assert visits == node["visits"]
        assert mean == pytest.approx(node["total"] / visits, abs=0.001)
        waiting += [((*path, each), child) for each, child in node["children"].items()]
    assert found == {}
    assert totals_of(step_through(trace, game).story)["simulations"] == 60
    assert "60 simulations" in plot_mcts(trace).alt


def test_a_drawn_tree_has_the_numbers_of_its_nodes():
    """Visits, means and bounds as text, and the way in bold."""
    names = LESSON.names("hand")
    hand, root = names["hand"], names["after_nine"]()
    tree = drawn(hand, root, c=1.4, path=names["select"](root, 1.4))
    told = str(draw_tree(tree))
    assert len(tree.nodes) == 9
    assert "* root, MAX to move, 9 visits, value -0.333" in told
    bound = names["ucb1"](0, 4, 9, 1.4)
    assert f"*   b, MIN to move, 4 visits, value 0, UCB {bound:.3g}" in told
    said = legend(tree, pieces_of(tree)).replace("\N{NO-BREAK SPACE}", " ")
    assert said.endswith("value: mean reward, \N{MINUS SIGN}1 to 1, of whoever moved here")
    assert [node.action for node in tree.nodes if node.on_best_line] == [None, 1, 1]


# --- the solutions, by other methods -----------------------------------------------------------


@pytest.mark.parametrize("mcts", [solution("mcts"), lent("mcts")])
def test_the_search_finds_what_minimax_finds(mcts):
    """The solution, and what is lent in its place: in random trees, for both, and in games."""
    trees = [random_tree(3, (2, 4), Random(seed), low=-1, high=1) for seed in range(40)]
    places = [(tree, state) for tree in trees for state in ((), (0,))]
    for game, line in ((Nim((1, 2)), ""), (Count(5, 2), "1"), (TicTacToe(), "a1 b2 c3")):
        places.append((game, game.play(line)))
    for game, state in places:
        action, _ = mcts(game, state, 1_000, Random(1))
        value, player = true_value(game), game.to_move(state)
        assert value(game.result(state, action), player) == value(state, player), game


# --- chance, and strange answers ---------------------------------------------------------------

SOLVED = {**namespace("mcts"), **namespace("settled")}


@pytest.mark.parametrize("name", ["random_playout", "expand", "mcts"])
def test_right_answers_get_all_points_however_they_draw(name):
    """Each draws other numbers from its rng, as students' programs do."""
    for skipped in (1, 2):

        def drawing(*arguments, skipped=skipped):
            for argument in arguments:
                if isinstance(argument, Random):
                    argument.randbytes(skipped)
            return solution(name)(*arguments)

        for verdict in both(name, SOLVED | {name: drawing}):
            assert verdict.share == 1, str(verdict)


def test_the_visits_that_are_judged_do_not_hang_on_chance():
    """Where all is alike below an action, every seed leads to the visits that are expected."""
    cases = [case for group in exercises.hidden("mcts") for case in group.cases]
    for case in (case for case in cases if case.judge == "visits_by_bound"):
        game, state, simulations, _, c = case.arguments
        for seed in range(20):
            _, root = solution("mcts")(game, state, simulations, Random(seed), c)
            visits = {action: child["visits"] for action, child in root["children"].items()}
            assert visits == case.known["visits"]


def test_most_visits_and_best_mean_are_two_actions_in_the_tree_that_turns():
    """With every seed, so that the final choice can be told from the answer."""
    visible, hidden = exercise_named("mcts").groups(), exercises.hidden("mcts")
    student = NotebookStudent(namespace("mcts"))
    for case in (*visible[2].cases, *hidden[2].cases):
        for seed in range(25):
            request = request_for(exercise_named("mcts"), case.with_seed(seed))
            action, root = next(student.in_turn([request])).value
            means = {each: one["total"] / one["visits"] for each, one in root["children"].items()}
            assert action == 1
            assert max(means, key=lambda each: means[each]) == 0


@pytest.mark.parametrize("key", ["untried", "children", "visits", "chooser", "state"])
def test_a_node_that_is_spoilt_is_judged_and_not_believed(key):
    """Whatever `expand` or `backup` leave behind in place of a node."""
    for spoilt in (None, 7, "x", [["x"], 1], {"a": {"b": 1}}):

        def expand(game, node, rng, spoilt=spoilt):
            child = solution("expand")(game, node, rng)
            child[key] = spoilt
            return child

        def backup(_game, path, _value, spoilt=spoilt):
            path[-1][key] = spoilt

        for wrong in (expand, backup):
            for verdict in both(wrong.__name__, SOLVED | {wrong.__name__: wrong}):
                assert verdict.status == WRONG
