"""One game between players, and the ready-made ones: who wins, faults, seeds, what can be sent."""

import copy
import pickle
import re
import time
from collections import Counter
from random import Random

import pytest

from course_lib import RESIGN, Count, Nim, TicTacToe, Watched
from course_lib.play import alphabeta_player, mcts_player, minimax_player, play_game, random_player
from course_lib.play.match import Forfeit
from course_lib.play.players import label_of

THREE = TicTacToe(size=4, players=("X", "O", "Z"))


def first(game, state):
    """Take the first legal action."""
    return game.actions(state)[0]


def last(game, state):
    """Take the last legal action."""
    return game.actions(state)[-1]


class Noting:
    """A player that notes each new game it is told about, and then takes the first action."""

    def __init__(self):
        """Begin with an empty note."""
        self.noted = []

    def new_game(self, game, seat, rng):
        """Note it."""
        self.noted.append((game, seat, rng))

    def __call__(self, game, state):
        """Take the first action."""
        return first(game, state)


class Failing(Noting):
    """A player that fails with this exception when a game begins, or when it is to move."""

    def __init__(self, error, *, at_start=False):
        """Keep the exception."""
        super().__init__()
        self.error, self.at_start = error, at_start

    def new_game(self, game, seat, rng):
        """Fail now, perhaps."""
        if self.at_start:
            raise self.error

    def __call__(self, game, state):
        """Fail now."""
        raise self.error


def endless(game, state):
    """A search without an end."""
    return endless(game, state)


def visits_too_much(game, state):
    """A search that runs out of its budget."""
    return minimax_player()(Watched(game, budget=5), state)


def answering(answer):
    """A player that always gives this answer."""

    def stubborn(game, state):
        return answer

    return stubborn


# --- games that end by their rules ---------------------------------------------------------------


def test_a_game_is_played_as_the_rules_say():
    """First against last square of tic-tac-toe: X fills a3 b3 c3, O has c1 b1 in between.

    `on_action` hears each player, action and state; players may be a list or a dictionary.
    """
    seen = []
    record = play_game(TicTacToe(), [first, last], on_action=lambda *heard: seen.append(heard))
    assert seen == [*zip("XOXOX", record.actions, record.states()[1:], strict=True)]
    assert record.players == {"X": "first", "O": "last"}
    assert record == play_game(TicTacToe(), {"O": last, "X": first})
    assert record.actions == ((0, 0), (2, 2), (0, 1), (2, 1), (0, 2))
    assert (record.winner, record.reason, record.culprit) == ("X", "win", None)
    assert record.utilities == {"X": 1, "O": -1}
    assert record.detail == "X won: a line"
    assert record.final == TicTacToe().play("a3 c1 b3 b1 c3")


def test_a_draw_has_no_winner():
    """Two good players draw tic-tac-toe."""
    record = play_game(TicTacToe(), [alphabeta_player()] * 2)
    assert (record.winner, record.reason, record.detail) == (None, "draw", "a draw")
    assert record.utilities == {"X": 0, "O": 0}


def test_a_game_can_begin_anywhere():
    """From a given state only the rest is played; in a final one nobody is asked."""
    game, count = TicTacToe(), Count(goal=3)
    start = game.play("b2 a3")
    record = play_game(game, [first, last], state=start)
    assert record.start == start
    assert record.states()[:2] == (start, game.result(start, (0, 1)))
    unready = answering(None)
    unready.new_game = lambda *_: 1 / 0
    over = play_game(count, [unready] * 2, state=count.play("1 2"), rng=Random(1))
    assert (over.actions, over.winner, over.reason) == ((), "O", "win")


# --- new_game and randomness ---------------------------------------------------------------------


def test_new_game_tells_the_seat_and_each_player_s_own_randomness():
    """How often one player draws must not change what the other draws."""
    x, o, game = Noting(), Noting(), TicTacToe()
    assert label_of(x) == "Noting"
    play_game(game, [x, o])
    assert (x.noted, o.noted) == ([(game, "X", None)], [(game, "O", None)])
    play_game(game, [x, o], rng=Random(5))
    of_x, of_o = x.noted[1][2], o.noted[1][2]
    assert of_x is not of_o
    assert of_x.random() != of_o.random()


# --- faults --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ((2, 2), r"^O lost: played c1 = \(2, 2\), which is not legal here; legal are: b3"),
        ((7, 7), r"^O lost: played .*\(7, 7\), which is not legal here; legal are"),
        (None, r"^O lost: played None, .*\(is a `return` missing in the player\?\)"),
        ([0, 1], r"^O lost: played \[0, 1\], .*a list is not an action, the tuple \(0, 1\) is"),
        ((0.5, (0, 1)), r"^O lost: .*return the action \(0, 1\) alone, without its value"),
        ("b3", r"^O lost: played 'b3', .*name of \(0, 1\)"),
        ("nonsense", r"^O lost: played 'nonsense', which is not legal here; legal are"),
    ],
)
def test_an_illegal_action_loses_with_a_clear_line(answer, sentence):
    """The line names the player, what it did, what was probably meant and what is legal."""
    game = TicTacToe()
    record = play_game(game, [last, answering(answer)], state=game.play("c1 a3 b2 a2"))
    assert (record.winner, record.reason, record.culprit) == ("X", "illegal", "O")
    assert record.actions == ((2, 1),)
    assert record.utilities == {"X": 1, "O": -1}
    assert re.search(sentence, record.detail)


def test_an_answer_that_can_hardly_be_looked_at_is_just_illegal():
    """Even a thing whose == and repr fail loses by a line, not by stopping the match."""

    class Nasty:
        __hash__ = None

        def __eq__(self, other):
            raise RuntimeError("do not compare me")

        def __repr__(self):
            raise RuntimeError("do not show me")

    record = play_game(TicTacToe(), [answering(Nasty()), first])
    assert (record.reason, record.winner) == ("illegal", "O")
    assert record.detail.startswith("X lost: played a Nasty, which is not legal here; legal are")


def test_an_action_equal_to_a_legal_one_is_taken_as_the_game_writes_it():
    """2.0 is the 2 of Count; the record keeps the game's own 2."""
    record = play_game(Count(goal=2), [answering(2.0), first])
    assert record.winner == "X"
    assert [type(action) for action in record.actions] == [int]


def test_an_exception_loses_and_names_the_players_own_line():
    """The line is the player's, also when the exception comes out of the library below it."""

    def divides(game, state):
        return 1 // 0

    def asks_too_early(game, state):
        return game.utility(state, "X")

    for player, wanted in [
        (divides, "X lost: its player raised ZeroDivisionError: "),
        (asks_too_early, "X lost: its player raised ValueError: utility is for final states only"),
    ]:
        record = play_game(TicTacToe(), [player, first])
        assert (record.winner, record.reason, record.culprit) == ("O", "error", "X")
        assert record.detail.startswith(wanted)
        line = player.__code__.co_firstlineno + 1
        assert record.detail.endswith(f" (line {line} of {player.__name__})")


@pytest.mark.parametrize(
    ("player", "reason", "detail"),
    [
        (answering(RESIGN), "resigned", "O resigned$"),
        (Failing(Forfeit("it hung up", "time")), "time", "O lost: it hung up$"),
        (Failing(Forfeit("nobody answers"), at_start=True), "error", "O lost: nobody answers$"),
        (
            Failing(RuntimeError("no book"), at_start=True),
            "error",
            r"O lost: its new_game raised RuntimeError: no book \(line ",
        ),
        (Failing(SystemExit()), "error", "O lost: its player raised SystemExit"),
        (endless, "error", "O lost: its player raised RecursionError"),
        (visits_too_much, "error", "O lost: its player raised .*OutOfBudget"),
    ],
)
def test_whoever_gives_up_or_fails_loses(player, reason, detail):
    """In its own words where it speaks for another; neither exit() nor recursion ends the match."""
    record = play_game(TicTacToe(), [first, player])
    assert (record.reason, record.culprit, record.winner) == (reason, "O", "X")
    assert record.utilities == {"X": 1, "O": -1}
    assert re.match(detail, record.detail)
    assert len(record.actions) == (0 if getattr(player, "at_start", False) else 1)


def test_ctrl_c_passes():
    """KeyboardInterrupt is the reader's wish, not the player's fault."""
    with pytest.raises(KeyboardInterrupt):
        play_game(Nim(), [Failing(KeyboardInterrupt()), first])


def test_taking_too_long_loses():
    """The line says how long it took, for which move, and what the limit is."""

    def slow(game, state):
        time.sleep(0.3)
        return first(game, state)

    game = TicTacToe()
    record = play_game(game, {"X": slow, "O": first}, state=game.play("b2 a3"), seconds=0.25)
    assert (record.winner, record.reason, record.actions) == ("O", "time", ())
    assert record.detail.startswith("X lost: took 0.")
    assert record.detail.endswith(" s for move 1, the limit is 0.25 s")


def test_among_three_a_fault_has_a_culprit_and_no_winner():
    """The culprit has -1, the others 0, because nobody has beaten anybody."""
    record = play_game(THREE, [first, answering(None), first])
    assert (record.winner, record.culprit, record.reason) == (None, "O", "illegal")
    assert record.utilities == {"X": 0, "O": -1, "Z": 0}


# --- what is refused before the game -------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "error", "sentence"),
    [
        ([first], ValueError, "played by 2 players: X, O; the list of players has 1"),
        ({"X": first}, ValueError, "the dictionary of players names X"),
        ({"X": first, "Y": first}, ValueError, "names X, Y"),
        (first, TypeError, "players must be a list"),
        ([first, 3], TypeError, "player O is 3; a player is a function"),
        ([first, random_player], TypeError, r"makes players; call it: random_player\(...\)"),
    ],
)
def test_wrong_players_are_refused_in_words(players, error, sentence):
    """The message says who plays this game and what was found instead."""
    with pytest.raises(error, match=sentence):
        play_game(TicTacToe(), players)


# --- the ready-made players ----------------------------------------------------------------------


def nothing(game, state, player):
    """Estimate every state as even."""
    return 0.0


PLAYERS = {
    "random_player(rng)": random_player(Random(1)),
    "minimax_player()": minimax_player(),
    "alphabeta_player(depth=3, evaluate=nothing)": alphabeta_player(3, evaluate=nothing),
    "alphabeta_player(rng=rng)": alphabeta_player(rng=Random(2)),
    "mcts_player(simulations=10, rng=rng)": mcts_player(simulations=10, rng=Random(3)),
}


def test_random_takes_every_action_about_equally_often():
    """Each of nine squares gets about a ninth of 1,800 first moves."""
    game = TicTacToe()
    player = random_player(Random(5))
    drawn = Counter(player(game, game.initial) for _ in range(1800))
    assert set(drawn) == set(game.actions(game.initial))
    assert max(abs(count - 200) for count in drawn.values()) < 60  # four standard deviations


def test_alphabeta_draws_among_equals_only_if_made_with_rng():
    """A game's randomness does not change a player that was made without any."""
    game = TicTacToe()

    def first_moves(player):
        moves = set()
        for seed in range(12):
            player.new_game(game, "X", Random(seed))
            moves.add(player(game, game.initial))
        return moves

    assert len(first_moves(alphabeta_player(2))) == 1
    assert len(first_moves(alphabeta_player(2, rng=Random(1)))) > 3


@pytest.mark.parametrize("shown", PLAYERS)
def test_players_can_be_sent_copied_and_shown(shown):
    """A pickled or copied player plays the same game; its repr is what would make such a player."""
    game, player = Count(goal=9, most=3), PLAYERS[shown]
    assert repr(player) == label_of(player) == shown

    def moves(player):
        return play_game(game, [player, random_player(Random(0))], rng=Random(4)).actions

    expected = moves(copy.deepcopy(player))
    assert moves(pickle.loads(pickle.dumps(player))) == expected
    assert moves(player) == expected
