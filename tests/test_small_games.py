"""Count, Nim, Scissors-Paper-Stone and textbook trees: rules, counts, texts and mistakes."""

from __future__ import annotations

from functools import cache, reduce
from itertools import product
from math import inf, nan
from operator import xor
from random import Random

import pytest
from search_games import reachable

from course_lib.game import Game, IllegalAction, State
from course_lib.games.count import Count, CountState
from course_lib.games.nim import Nim, NimState
from course_lib.games.scissors_paper_stone import ScissorsPaperStone
from course_lib.games.textbook_tree import TextbookTree, best_ordered_tree, random_tree


def value(game: Game, state: State) -> float:
    """What a state is worth to its player to move: the plainest search there is."""

    @cache
    def worth(state: State) -> float:
        player = game.to_move(state)
        if game.is_terminal(state):
            return game.utility(state, player)
        return max(-worth(game.result(state, action)) for action in game.actions(state))

    return worth(state)


# --- Count ---------------------------------------------------------------------------------------


def test_count_is_lost_when_what_is_missing_is_a_multiple() -> None:
    """The known theory: the player to move loses when `most + 1` divides what is missing."""
    for goal, most in product(range(1, 12), range(1, 5)):
        game = Count(goal, most)
        for total in range(goal):
            lost = (goal - total) % (most + 1) == 0
            assert value(game, CountState(total, "X")) == (-1 if lost else 1)


def test_count_to_six_by_three_has_one_winning_opening() -> None:
    """In Count(6, 3) only 2 wins, though a famous run of a wrong program opens with 3."""
    game = Count(6, 3)
    winning = [
        action
        for action in game.actions(game.initial)
        if value(game, game.result(game.initial, action)) == -1
    ]
    assert winning == [2]


def test_count_may_pass_its_goal() -> None:
    """All numbers stay allowed next to the goal, and passing it wins."""
    game = Count(5, 3)
    state = game.play("3 1")
    assert game.actions(state) == (1, 2, 3)
    final = game.play("3 1 3")
    assert (final.total, game.winner(final), game.actions(final)) == (7, "X", ())
    assert game.render(final) == "7 of 5, X has won"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("three", "shows no state"),
        ("3 of 6, X to move", "counts to 6"),
        ("3 of 5, Z to move", "no player is called 'Z'"),
        ("5 of 5, X to move", "contradicts itself"),
        ("3 of 5, X has won", "contradicts itself"),
        ("0 of 5, O to move", "can't come about"),
        ("1 of 5, X to move", "can't come about"),
        ("7 of 5, X has won", "can't come about"),
        ("6 of 5, O won", "shows no state"),
    ],
)
def test_count_refuses_impossible_texts(text: str, complaint: str) -> None:
    """A text that shows no possible state is a clear ValueError."""
    with pytest.raises(ValueError, match=complaint):
        Count().parse(text)


@pytest.mark.parametrize("options", [{"goal": 0}, {"most": 0}, {"goal": 2.5}, {"most": True}])
def test_count_refuses_what_is_no_game(options: dict[str, int]) -> None:
    """Both numbers must be whole and at least 1."""
    with pytest.raises(ValueError, match="must be a whole number from 1 up"):
        Count(**options)


# --- Nim -----------------------------------------------------------------------------------------


def test_nim_has_the_known_number_of_tree_nodes() -> None:
    """The whole tree of Nim (3, 4, 5) has 1,038,768 nodes, the root included."""
    game = Nim()

    @cache
    def nodes(state: State) -> int:
        return 1 + sum(nodes(game.result(state, action)) for action in game.actions(state))

    assert nodes(game.initial) == 1_038_768


def test_nim_agrees_with_the_nim_sum() -> None:
    """The first player wins exactly when the heaps' binary sum without carry is not 0.

    In the misere game too if a heap has 2 or more; else an even number of heaps wins.
    """
    for heaps in product(range(4), repeat=3):
        wins = reduce(xor, heaps) != 0
        assert value(Nim(heaps), Nim(heaps).initial) == (1 if wins else -1)
        misere = wins if max(heaps) > 1 else sum(heaps) % 2 == 0
        game = Nim(heaps, misere=True)
        assert value(game, game.initial) == (1 if misere else -1)


def test_nim_lists_actions_heap_by_heap() -> None:
    """By heap, then by how much is taken; names have a letter for the heap."""
    game = Nim((2, 0, 1))
    actions = game.actions(game.initial)
    assert actions == ((0, 1), (0, 2), (2, 1))
    assert [game.action_name(action) for action in actions] == ["a1", "a2", "c1"]
    assert Nim((1,) * 28).action_named("AB1") == (27, 1)


def test_nim_does_not_care_where_a_heap_lies() -> None:
    """`canonical` is the same for the same heaps in another order, and keeps the player."""
    game = Nim((3, 4, 5))
    assert game.canonical(NimState((2, 0, 1), "X")) == game.canonical(NimState((1, 2, 0), "X"))
    assert game.canonical(NimState((2, 0, 1), "X")) != game.canonical(NimState((2, 0, 1), "O"))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "the last line is ''"),
        ("a ||| (3)\nX to move", "shows 1 heaps"),
        ("a ||| (3)\nb (0)\nX jumps", "must be like 'X to move'"),
        ("a || (3)\nb (0)\nX to move", r"'a \|\| \(3\)' does not fit .*; write 'a \|\|\| \(3\)'"),
        ("a |||| (4)\nb (0)\nX to move", "more than the 3"),
        ("b || (2)\na (0)\nX to move", "does not fit the rest of the text; write 'a"),
        ("a (0)\nb (0)\nX to move", "write 'O has won'"),
        ("a | (1)\nb (0)\nX has won", "write 'O to move'"),
        ("a ||| (3)\nb || (2)\nO to move", "take turns"),
        ("a || (2)\nb || (2)\nX to move", "take turns"),
        ("a ||| (3)\nb || (2)\nZ to move", "no player"),
    ],
)
def test_nim_refuses_impossible_texts(text: str, complaint: str) -> None:
    """A text that shows no possible state is a clear ValueError."""
    with pytest.raises(ValueError, match=complaint):
        Nim((3, 2)).parse(text)


@pytest.mark.parametrize("heaps", [(), 3, (-1,), (2.5,), (True,), "345"])
def test_nim_refuses_what_is_no_list_of_heaps(heaps: object) -> None:
    """Heaps are whole numbers, 0 or more, and there is at least one."""
    with pytest.raises(ValueError, match="heaps"):
        Nim(heaps)  # type: ignore[arg-type]


# --- Scissors, Paper, Stone ----------------------------------------------------------------------


def test_scissors_paper_stone_is_the_tree_with_nine_leaves() -> None:
    """1 + 3 + 9 states; three leaves each are won, drawn and lost; the second player wins."""
    game = ScissorsPaperStone()
    states = reachable(game)
    results = sorted(game.utility(state, "X") for state in states if game.is_terminal(state))
    assert len(states) == 13
    assert results == [-1] * 3 + [0] * 3 + [1] * 3
    assert value(game, game.initial) == -1


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        ("scissors paper", "X"),
        ("paper stone", "X"),
        ("stone scissors", "X"),
        ("paper scissors", "O"),
        ("stone paper", "O"),
        ("scissors stone", "O"),
        ("stone stone", None),
    ],
)
def test_each_word_beats_the_next(moves: str, winner: str | None) -> None:
    """Scissors beat paper, paper beats stone, stone beats scissors."""
    game = ScissorsPaperStone()
    assert game.winner(game.play(moves)) == winner


@pytest.mark.parametrize(
    "text", ["", "X: rock; O to move", "X: paper, O: stone; O has won", "O: paper; X to move"]
)
def test_scissors_paper_stone_refuses_impossible_texts(text: str) -> None:
    """A text that shows no possible state is a ValueError."""
    with pytest.raises(ValueError, match=r"shows no state|no action|contradicts"):
        ScissorsPaperStone().parse(text)


# --- textbook trees ------------------------------------------------------------------------------


def test_the_textbook_tree_has_the_textbook_value() -> None:
    """The tree of three times three leaves is worth 3 to MAX, by the first child."""
    game = TextbookTree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert value(game, game.initial) == 3
    assert game.utility((1, 2), "MAX") == 6
    assert game.utility((1, 2), "MIN") == -6
    assert game.utility_range == (-14, 14)
    assert game.winner((1, 2)) == "MAX"


def test_equal_subtrees_at_different_places_are_different_states() -> None:
    """A state is the path to it."""
    game = TextbookTree([[1, 2], [1, 2]])
    assert len(reachable(game)) == 7


@pytest.mark.parametrize(
    ("tree", "complaint"),
    [
        ([], "at the root is an empty list"),
        ([[1], []], r"at path \(1,\) is an empty list"),
        ([[1, "two"]], r"at path \(0, 1\) is 'two'"),
        ([[1, None]], "is None"),
        ([nan], "is nan"),
        ([inf], "is inf"),
        ([True], "is True"),
        ({1, 2}, "a leaf must be a finite number"),
    ],
)
def test_a_textbook_tree_says_where_it_is_wrong(tree: object, complaint: str) -> None:
    """An empty list and a leaf that is no number are found, with the path to them."""
    with pytest.raises(ValueError, match=complaint):
        TextbookTree(tree)


def test_a_list_that_contains_itself_is_refused() -> None:
    """A tree without an end gets a sentence, not a RecursionError."""
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(ValueError, match="contain itself"):
        TextbookTree(endless)


@pytest.mark.parametrize(
    "text", ["", "root x", "0 1", "root 0 9", "root 0: leaf 3", "root -1", "root 0 0 0"]
)
def test_a_textbook_tree_refuses_impossible_texts(text: str) -> None:
    """A path that is not in the tree is a ValueError."""
    with pytest.raises(ValueError, match=r"no path|leaves the tree|is not what is there"):
        TextbookTree([[3, 12], [2, 4]]).parse(text)


def test_a_random_tree_has_the_shape_that_was_asked_for() -> None:
    """All leaves lie at the depth, in the range; the same seed grows the same tree."""
    game = random_tree(4, (2, 4), Random(8), low=-2, high=5)
    states = reachable(game)
    leaves = [state for state in states if game.is_terminal(state)]
    assert {len(state) for state in leaves} == {4}
    assert {game.utility(state, "MAX") for state in leaves} == set(range(-2, 6))
    assert {len(game.actions(state)) for state in states} == {0, 2, 3, 4}
    assert game == random_tree(4, (2, 4), Random(8), low=-2, high=5)
    assert game != random_tree(4, (2, 4), Random(9), low=-2, high=5)


@pytest.mark.parametrize(("depth", "branching"), [(-1, 2), (2, 0), (2, (0, 2)), (2, (3, 2))])
def test_a_tree_of_no_shape_is_refused(depth: int, branching: int | tuple[int, int]) -> None:
    """A negative depth, no children and a range the wrong way round are errors."""
    with pytest.raises(ValueError, match=r"depth|branching"):
        random_tree(depth, branching, Random(1))


def leaves_looked_at(game: TextbookTree, *, strict: bool) -> int:
    """How many leaves alpha-beta looks at, cutting on `>` if strict, else on `>=`."""
    leaves = 0

    def search(state: State, alpha: float, beta: float) -> float:
        nonlocal leaves
        if game.is_terminal(state):
            leaves += 1
            return game.utility(state, game.to_move(state))
        best = -inf
        for action in game.actions(state):
            best = max(best, -search(game.result(state, action), -beta, -max(alpha, best)))
            if best > beta or (best == beta and not strict):
                break
        return best

    assert search(game.initial, -inf, inf) == 0
    return leaves


def test_a_best_ordered_tree_needs_the_fewest_leaves() -> None:
    """Alpha-beta looks at b^ceil(d/2) + b^floor(d/2) - 1 leaves, with either cut."""
    for depth, branching in product(range(6), range(1, 5)):
        game = best_ordered_tree(depth, branching)
        fewest = branching ** -(-depth // 2) + branching ** (depth // 2) - 1
        assert leaves_looked_at(game, strict=False) == fewest
        assert leaves_looked_at(game, strict=True) == fewest


# --- mistakes all of them share ------------------------------------------------------------------


def test_an_illegal_action_is_told_what_is_legal() -> None:
    """The error names the action and lists the legal ones."""
    with pytest.raises(IllegalAction, match=r"3 is not legal here; legal are: 1 = 1, 2 = 2"):
        Count().result(Count().initial, 3)
    with pytest.raises(IllegalAction, match=r"move 2, 'a3': .*legal are: a1 = \(0, 1\)$"):
        Nim((3,)).play("a2 a3")
    with pytest.raises(ValueError, match="utility is for final states only; here MAX is still"):
        TextbookTree([1, 2]).utility((), "MAX")
