"""Minimax gives the true value, the first best action, and visits every state below the root."""

from random import Random

from search_games import TakeAgain, first_best, tic_tac_toe_states, true_value

from course_lib import TextbookTree, TicTacToe, alphabeta_search, minimax_search
from course_lib.game import Action, Player, State


def test_the_textbook_example_is_worth_three() -> None:
    """The tree of three times three leaves found in textbooks, for both players."""
    game = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert minimax_search(game, ()) == (3, 0)
    assert minimax_search(game, (2,)) == (-2, 2)


def test_among_equal_actions_the_first_is_taken() -> None:
    """Ties go by the order of `actions`, at both players' nodes."""
    game = TextbookTree([[1, 1], [5, 2, 2], [2, 7]])
    assert minimax_search(game, ()) == (2, 1)
    assert minimax_search(game, (1,)) == (-2, 1)


def test_values_without_limit_still_give_an_action() -> None:
    """Where everything is worth minus infinity there is still a first action."""

    class Hopeless(TakeAgain):
        def utility(self, state: State, player: Player) -> float:
            return float("-inf")

    game = Hopeless(4)
    for search in (minimax_search, alphabeta_search):
        assert search(game, game.initial) == (float("-inf"), 1)


def test_tic_tac_toe_visits_every_state_of_the_tree() -> None:
    """549,946 visits from the empty board, the root and each result, and a draw."""
    visits = 1

    class Counting(TicTacToe):
        def result(self, state: State, action: Action) -> State:
            nonlocal visits
            visits += 1
            return super().result(state, action)

    game = Counting()
    assert minimax_search(game, game.initial) == (0, (0, 0))
    assert visits == 549_946


def test_every_later_tic_tac_toe_state_has_its_value_and_first_best_action() -> None:
    """Against values that are remembered state by state, for all states with six stones or more."""
    game = TicTacToe()
    value = true_value(game)
    late = [state for state in tic_tac_toe_states() if len(game.actions(state)) <= 5]
    assert len(late) > 3000
    for state in late:
        expected = value(state, game.to_move(state)), first_best(game, state, value)
        assert minimax_search(game, state) == expected


def test_who_chooses_is_asked_and_not_counted() -> None:
    """In a game whose players do not take turns the value is still right."""
    for heap in range(1, 13):
        game = TakeAgain(heap)
        value = true_value(game)
        expected = value(game.initial, "X"), first_best(game, game.initial, value)
        assert minimax_search(game, game.initial) == expected
    assert minimax_search(TakeAgain(), (5, "X"))[0] == -1
    assert minimax_search(TakeAgain(), (5, "O"))[0] == 1


def test_random_trees_of_any_shape_have_the_value_of_the_definition() -> None:
    """Trees whose leaves lie at different depths, against max and min written down plainly."""
    rng = Random(5)

    def grown(levels: int) -> object:
        if levels == 0 or rng.random() < 0.2:
            return rng.randint(-5, 5)
        return [grown(levels - 1) for _ in range(rng.randint(1, 3))]

    def plain(tree: object, pick: int) -> object:
        if not isinstance(tree, list):
            return tree
        values = [plain(child, 1 - pick) for child in tree]
        return (max, min)[pick](values)

    for _ in range(200):
        tree = [grown(4), grown(4)]
        assert minimax_search(TextbookTree(tree), ())[0] == plain(tree, 0)
