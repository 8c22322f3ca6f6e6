"""Games with dice and hidden cards: their numbers by other ways, at the board and in matches."""

import json
from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from random import Random

import pytest

from course_lib import (
    KuhnPoker,
    Pig,
    TwoDice,
    alphabeta_search,
    mcts_search,
    minimax_search,
    play_game,
    solve,
)
from course_lib.game import CHANCE
from course_lib.views import draw_tree, play_widget
from course_lib.views.boards import board_svg
from course_lib.views.playing import PlayController
from course_lib.views.trees import tree_of
from course_tools.arena.engines.luck import LuckyPlayer, pig_table, pig_values, values_with_luck
from course_tools.arena.terminal.advice import Adviser
from course_tools.arena.terminal.controller import ArenaController
from course_tools.arena.which_game import game_called

PIG, DICE, KUHN = Pig(), TwoDice(), KuhnPoker()


# --- Pig, by numbers of its own ------------------------------------------------------------------


def pig_by_sweeps(goal, sweeps=400):
    """The chance to win for `(mine, theirs, so_far)`: every state again and again, till it stands.

    This knows nothing of `Pig` and of the solver: only the rules, and that values settle.
    """
    states = [
        (mine, theirs, turn)
        for mine, theirs in product(range(goal), repeat=2)
        for turn in range(goal - mine)
    ]
    chance = dict.fromkeys(states, 0.5)
    for _ in range(sweeps):
        change = 0.0
        for mine, theirs, turn in reversed(states):
            rolled = 1 - chance[theirs, mine, 0]
            for face in range(2, 7):
                rolled += 1 if mine + turn + face >= goal else chance[mine, theirs, turn + face]
            rolled /= 6
            held = 1 - chance[theirs, mine + turn, 0] if turn else 0
            change = max(change, abs(max(rolled, held) - chance[mine, theirs, turn]))
            chance[mine, theirs, turn] = max(rolled, held)
        if change < 1e-14:
            return chance
    raise AssertionError("it does not settle")


@pytest.mark.parametrize("goal", [3, 7, 12, 20])
def test_pig_has_the_values_that_sweeps_find(goal):
    """At the start of each turn, and for both choices within it."""
    chance, game = pig_by_sweeps(goal), Pig(goal)
    for (mine, theirs), found in pig_table(goal).items():
        assert found == pytest.approx(chance[mine, theirs, 0], abs=1e-12)
    for mine, theirs, turn in Random(1).sample(sorted(chance), min(40, len(chance))):
        if 1 not in (mine, theirs, turn):
            state = game.parse(f"X {theirs}, O {mine}; O to move, {turn} so far")
            best = max(pig_values(game, state).values())
            assert best == pytest.approx(2 * chance[mine, theirs, turn] - 1, abs=1e-12)


def test_pig_to_100_is_worth_what_is_known():
    """53.06 % for who begins (Neller and Presser 2004), who holds at 21 at the start."""
    assert pig_table(100)[0, 0] == pytest.approx(0.530592, abs=1e-6)
    for so_far in range(2, 25):
        state = PIG.parse(f"X 0, O 0; X to move, {so_far} so far")
        values = pig_values(PIG, state)
        assert (values["hold"] > values["roll"]) == (so_far >= 21)


# --- two dice, counted ---------------------------------------------------------------------------


def test_whoever_picks_second_has_the_better_die():
    """By counting all pairs of faces: a beats b, b beats c, c beats a, five times in nine each."""
    values = values_with_luck(DICE, 1_000)
    for x, o in permutations("abc", 2):
        pairs = Counter(
            (one > other) - (one < other)
            for one in DICE.dice["abc".index(x)]
            for other in DICE.dice["abc".index(o)]
        )
        mean = (pairs[1] - pairs[-1]) / 9
        assert values(DICE.play(x))[o] == pytest.approx(-mean)
        assert mean == pytest.approx(1 / 9 if x + o in ("ab", "bc", "ca") else -1 / 9)
    assert list(values(DICE.initial).values()) == pytest.approx([-1 / 9] * 3)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("X: a, O: a; X rolls", "not legal here"),
        ("X: a 3, O: b; O rolls", "not legal here"),
        ("X: d; O to move", "its actions are a, b, c"),
        ("X: a; X to move", "write it like 'X: a; O to move'"),
    ],
)
def test_what_is_no_throw_is_refused(text, sentence):
    """Dice that are not there, faces that are not on them, and the wrong turn."""
    with pytest.raises(ValueError, match=sentence):
        DICE.parse(text)


@pytest.mark.parametrize("dice", [(), ((1, 2),), ((1,), ()), ((1,), (0,)), ((1,), (2.5,)), 3, "ab"])
def test_what_are_no_dice_make_no_game(dice):
    """Too few, empty, or with other things than numbers on them."""
    with pytest.raises(ValueError, match="two dice or more"):
        TwoDice(dice)


# --- Kuhn poker, by a table of all ways to play --------------------------------------------------


def chips(cards, first, second):
    """What X wins if these plans meet: each maps a card and what was said to a choice."""
    stake = 1 if cards[0] > cards[1] else -1
    if first[cards[0], ""]:
        return 2 * stake if second[cards[1], "b"] else 1
    if not second[cards[1], "p"]:
        return stake
    return 2 * stake if first[cards[0], "pb"] else -1


def plans(*said):
    """Every plan of a player who is asked after these words: 2 choices at 6 places."""
    places = [(card, words) for card in range(3) for words in said]
    return [dict(zip(places, each, strict=True)) for each in product((0, 1), repeat=6)]


THIRD = Fraction(1, 3)
O_PLAYS = {(0, "p"): THIRD, (1, "p"): 0, (2, "p"): 1, (0, "b"): 0, (1, "b"): THIRD, (2, "b"): 1}


def test_the_game_pays_what_the_plans_say():
    """Every deal with every plan of both, played by the game's own rules."""
    names = {"check": "p", "bet": "b", "fold": "p", "call": "b"}
    rng = Random(2)
    for _ in range(300):
        mine, theirs = rng.choice(plans("", "pb")), rng.choice(plans("p", "b"))
        cards = tuple(rng.sample(range(3), 2))
        state = KUHN.play("JQK"[card] for card in cards)
        while not KUHN.is_terminal(state):
            seat = KUHN.players.index(KUHN.to_move(state))
            said = "".join(names[word] for word in state.bets)
            choice = (mine, theirs)[seat][cards[seat], said]
            state = KUHN.result(state, KUHN.actions(state)[choice])
        assert KUHN.utility(state, "X") == chips(cards, mine, theirs) == -KUHN.utility(state, "O")


def test_the_perfect_player_plays_as_the_proof_does():
    """How often it bets and calls, with each card after each word, in 3,000 tries each."""
    player = LuckyPlayer(Random(5))
    for (card, said), chance in O_PLAYS.items():
        state = KUHN.play(["JQK"[card - 1], "JQK"[card], {"p": "check", "b": "bet"}[said]])
        bold = sum(player(KUHN, KUHN.view(state, "O")) in ("bet", "call") for _ in range(3_000))
        assert bold / 3_000 == pytest.approx(float(chance), abs=0.03)


# --- what is hidden stays hidden -----------------------------------------------------------------


def test_a_player_is_never_shown_the_other_card():
    """In matches and at the board; it is shown when a bet was called, and not after a fold."""
    seen = []

    def nosy(game, state):
        seen.append(state)
        return game.actions(state)[-1]

    for seed in range(10):
        play_game(KUHN, [nosy, nosy], rng=Random(seed))
    assert all(state.cards.count("?") == 1 for state in seen)
    folded, called = KUHN.play("K J bet fold"), KUHN.play("K J bet call")
    assert KUHN.view(folded, "O").cards == ("?", "J")
    assert KUHN.view(called, "O") == called


def test_the_board_shows_the_own_card_alone():
    """As it is sent to the browser, in words and in its drawing, until the cards are shown."""
    widget = play_widget(KUHN, lambda game, state: game.actions(state)[0], you_play="O")
    controller = widget.controller
    mine, theirs = controller.state.cards[1], controller.state.cards[0]
    assert f"X: ?, O: {mine}" in widget.svg
    assert f">{theirs}<" not in widget.svg
    words = json.dumps(widget.still())
    assert f"X: ?, O: {mine}" in words
    assert f"X: {theirs}" not in words
    assert "X played check" in controller.status
    alone = PlayController(KUHN, {"X": None, "O": None}, rng=Random(1))
    alone.go()
    assert alone.seen == KUHN.view(alone.state, "X")
    alone.on_action("check")
    assert alone.seen == KUHN.view(alone.state, "O")
    alone.on_action("check")
    assert alone.seen == alone.state


# --- dice fall by themselves ---------------------------------------------------------------------


def test_the_board_rolls_and_takes_back_to_a_decision():
    """Undo goes back to where somebody chose; played again, the same dice come up."""
    play = ArenaController(PIG, {"X": None, "O": None}, rng=Random(4))
    play.on_action("roll")
    played = play.actions
    assert len(played) == 2
    assert play.status.startswith(f"{played[1]} came up. ")
    play.undo()
    assert (play.actions, play.state) == ((), PIG.initial)
    again = ArenaController(PIG, {"X": None, "O": None}, rng=Random(9))
    again.replay(played, again.seats)
    assert again.actions == played


# --- searches that know no dice ------------------------------------------------------------------


@pytest.mark.parametrize("search", [minimax_search, alphabeta_search, mcts_search, solve])
def test_a_search_without_chance_refuses_dice(search):
    """It would take dice for an opponent who picks the worst."""
    options = {"simulations": 10, "rng": Random(1)} if search is mcts_search else {}
    for game in (PIG, DICE, KUHN):
        with pytest.raises(ValueError, match="without dice and without hidden cards"):
            search(game, game.play("K Q") if game is KUHN else game.initial, **options)


def test_advice_is_a_mean_and_hidden_cards_have_none():
    """`course play`'s hint and `course analyse`."""
    state = PIG.play("roll 6 roll 5 roll 6 roll 4")
    advice = Adviser(PIG, Random(1))
    assert advice.hint(state).startswith("hold is best: +0.254 (exact: the mean result")
    assert "depends on how the other one bluffs" in Adviser(KUHN, Random(1)).hint(KUHN.play("K Q"))
    with pytest.raises(ValueError, match="only a whole way to play has a value"):
        values_with_luck(KUHN, 10)
    assert (game_called("pig:goal=20"), game_called("kuhn")) == (Pig(20), KUHN)


# --- trees and boards ----------------------------------------------------------------------------


def test_a_tree_has_means_and_probabilities():
    """1/3 at each edge below dice, and their mean above; `search_families.py` has a search."""
    tree = tree_of(DICE, DICE.play("a b"))
    assert [node.kind for node in tree.nodes[:4]] == ["chance"] * 4
    assert [node.action_name for node in tree.nodes[1:4]] == ["2 (1/3)", "4 (1/3)", "9 (1/3)"]
    assert tree.nodes[0].value == pytest.approx(1 / 9)
    assert tree.found == "value 1/9"
    svg = draw_tree(DICE, DICE.play("a b")).svg.replace("\N{NO-BREAK SPACE}", " ")
    assert "chance: the mean, by probability" in svg


@pytest.mark.parametrize(
    ("game", "moves", "squares"),
    [
        (PIG, "roll 6", {"roll", "hold"}),
        (PIG, "roll", set()),
        (DICE, "a", {"b", "c"}),
        (KUHN, "K Q", {"check", "bet"}),
        (KUHN, "K Q bet", {"fold", "call"}),
    ],
)
def test_what_may_be_clicked_is_what_may_be_chosen(game, moves, squares):
    """Words and dice are there to click; where nobody chooses, nothing is."""
    state = game.play(moves)
    svg = board_svg(game, state)
    assert {part.split('"')[1] for part in svg.split("data-square=")[1:]} == squares
    assert ("nobody chooses here" in svg) == (game.to_move(state) == CHANCE)
