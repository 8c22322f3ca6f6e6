"""Lesson 11 says what is true: its range may be watched, and its ten answers are what comes out."""

import math
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from lesson_output import Lesson

from course_lib import (
    ConnectFour,
    KInARow,
    KuhnPoker,
    TicTacToe,
    alphabeta_player,
    minimax_search,
    watch,
)
from course_lib.checks.keeping import loaded
from course_lib.lessons.known_positions import known_positions
from course_lib.lessons.lesson_10.luck import chance_against, hold_at
from course_lib.lessons.lesson_11.measuring import (
    Claim,
    Measurement,
    confidence_sequence,
    duel,
    keeps_best,
    measure,
)
from course_lib.lessons.lesson_11.posters import poster
from course_lib.lessons.lesson_11.ten_questions import (
    QUESTIONS,
    SECOND_SEED,
    SEED,
    TenQuestions,
    answers,
    ask,
    in_short,
)
from course_lib.lessons.rates import exact_rates

LESSON = Lesson("11_your_question")
THREE = KInARow(3, 4, 3, gravity=True)


CELL = """
from course_lib import KInARow, alphabeta_player
from course_lib.lessons.lesson_11.measuring import duel

THREE = KInARow(3, 4, 3, gravity=True)


def coin(rng):
    return rng.randint(0, 1)


def first_legal(game, state):
    return game.actions(state)[0]


def small_duel(rng):
    return duel(THREE, alphabeta_player(3), first_legal, rng)
"""
NOTEBOOK = loaded(CELL, "<test_lesson_11>")
coin, first_legal, small_duel = (NOTEBOOK[name] for name in ("coin", "first_legal", "small_duel"))


@pytest.fixture(autouse=True)
def lines():
    """Python can show the cell's lines, whatever other tests have done to its memory of them."""
    loaded(CELL, "<test_lesson_11>")


# --- the range ------------------------------------------------------------------------------------


def by_a_sum(results, mean, slices=20_000):
    """What the mixture of all coins has won against this mean: its integral, slice by slice."""
    total = Fraction(sum(map(Fraction, results)))
    ones, zeros = float(total), float(len(results) - total)
    won = 0.0
    for number in range(slices):
        # Under p = sin(angle) ** 2 the prior is even, so each slice weighs as much as the others.
        p = math.sin(math.pi / 2 * (number + 0.5) / slices) ** 2
        won += math.exp(ones * math.log(p / mean) + zeros * math.log((1 - p) / (1 - mean)))
    return won / slices


@pytest.mark.parametrize(
    "results", [[1] * 5 + [0] * 3, [1] * 40 + [0] * 20, [0.5] * 30, [0, 1, 0.25] * 12, [1] * 15]
)
def test_the_range_ends_where_a_bettor_has_twenty_coins(results):
    """By a sum over all coins, which knows nothing of beta functions."""
    low, high = confidence_sequence(results)
    for end in {low, high} - {0.0, 1.0}:
        assert by_a_sum(results, end) == pytest.approx(20, rel=1e-3)
    assert by_a_sum(results, min(0.999, sum(results) / len(results))) < 20


@pytest.mark.parametrize("mean", [0.5, 0.2, 0.9])
def test_the_range_may_be_watched(mean):
    """Of 300, looked at after every fourth of 200 results, at most one in twenty ever misses."""
    missed = 0
    for number in range(300):
        rng = Random(f"{mean} {number}")
        seen = [int(rng.random() < mean) for _ in range(200)]
        ranges = (confidence_sequence(seen[:count]) for count in range(4, 201, 4))
        missed += any(not low <= mean <= high for low, high in ranges)
    assert missed / 300 <= 1 / 20


# --- a claim and its measurement ------------------------------------------------------------------


def test_a_measurement_stops_when_it_knows_and_is_repeatable():
    """The same seed gives the same results, another seed others, and yes means above the number."""
    claim = Claim("three plies beat the first legal move", small_duel)
    found = measure(claim, 200, seed=1)
    assert found.results == measure(claim, 200, seed=1).results
    assert found.results != measure(claim, 200, seed=2).results
    assert found.answer == "yes"
    assert found.range[0] > 0.5 >= confidence_sequence(found.results[:-1])[0]
    assert measure(Claim("the same the other way", small_duel, 0.999), 200, 1).answer == "no"
    assert measure(Claim("a coin is fair", coin), 5, 1).answer == "open"


def test_a_seal_changes_with_words_number_and_code():
    """Also with the code of a function that the trial uses."""
    claim = Claim("three plies", small_duel)
    assert claim.seal == Claim("three plies", small_duel).seal
    others = [Claim("four plies", small_duel), Claim("three plies", small_duel, 0.6)]
    others.append(Claim("three plies", coin))
    assert claim.seal not in {other.seal for other in others}
    assert "def first_legal" in claim.source()


@pytest.mark.parametrize(
    ("gives", "error", "words"),
    [
        ("2", ValueError, "trial 1 gave 2; it must give a number from 0 to 1"),
        ("None", TypeError, "trial 1 gave None"),
        ("float('nan')", ValueError, "trial 1 gave nan"),
    ],
)
def test_a_trial_gives_a_number_from_0_to_1(gives, error, words):
    """Anything else is told at once."""
    trial = made(f"def trial(rng):\n    return {gives}")["trial"]
    with pytest.raises(error, match=words):
        measure(Claim("something", trial), 3, 1)


def made(cell):
    """What this cell makes, after the imports that most cells need."""
    imports = (
        "from course_lib import KInARow, alphabeta_player, play_game\n"
        "from course_lib.checks import mine\n"
        "from course_lib.lessons.lesson_11.measuring import duel\n"
        "THREE = KInARow(3, 4, 3, gravity=True)\n"
    )
    return loaded(imports + cell, f"<cell {hash(cell)}>")


def test_players_that_a_cell_made_are_in_the_seal():
    """Who swaps them afterwards has another seal; so has who makes one of them otherwise."""
    cell = (
        "def even(game, state, player):\n    return 0\n"
        "deep, shallow = None, None\n"
        "deep = alphabeta_player(3, evaluate=even)\nshallow = alphabeta_player(2, evaluate=even)\n"
        "def trial(rng):\n    return duel(THREE, deep, shallow, rng)\n"
    )
    cells = [cell, cell.replace("deep, shallow, rng", "shallow, deep, rng")]
    cells += [cell.replace("player(3", "player(4"), cell.replace("return 0", "return 0.5")]
    claims = [Claim("deep beats shallow", made(one)["trial"]) for one in cells]
    assert len({claim.seal for claim in claims}) == len(cells)
    assert "deep = alphabeta_player(3, evaluate=even)" in claims[0].source()


LOOP = """
who = alphabeta_player(2)
for who in (who, alphabeta_player(3)):
    pass
def t(rng):
    return duel(THREE, who, who, rng)
"""


@pytest.mark.parametrize(
    ("cell", "why"),
    [
        ("luck = __import__('random').Random(1)\ndef t(rng):\n    return luck.random()", "luck"),
        ("t = lambda rng: 0", "its source does not define it"),
        (LOOP, "who"),
        ("from functools import partial\nt = partial(lambda rng: 0)", "trial"),
    ],
)  # fmt: skip
def test_what_can_not_be_sealed_is_told_before_the_first_trial(cell, why):
    """With the name that is to blame."""
    claim = Claim("something", made(cell)["t"])
    for sealing in (lambda: claim.seal, lambda: measure(claim, 3, 1)):
        with pytest.raises(ValueError, match=rf"can't be sealed: .*{why}"):
            sealing()


def test_a_measurement_that_is_interrupted_has_what_there_is():
    """And nothing is made of no trial at all."""
    cell = (
        "seen = []\ndef t(rng):\n    seen.append(0)\n"
        "    if len(seen) == 5:\n        raise KeyboardInterrupt\n    return 0.5\n"
    )
    names = made(cell)
    claim = Claim("a coin is fair", names["t"])
    assert measure(claim, 100, 1).results == (0.5,) * 4
    del names["seen"][1:]
    names["seen"] += [0] * 3
    with pytest.raises(KeyboardInterrupt):
        measure(claim, 100, 1)


def test_what_can_not_be_claimed_is_told_before_it_is_measured():
    """No words, no function, a number that no mean can exceed."""
    for arguments, words in (
        (("", coin), "begins with its words"),
        (("heads", 0.5), "must be a function of rng"),
        (("heads", coin, 1), "must lie between 0 and 1"),
    ):
        with pytest.raises((TypeError, ValueError), match=words):
            Claim(*arguments)
    with pytest.raises(TypeError, match="takes a Claim first"):
        measure(coin, 3, 1)


def test_a_duel_is_fair():
    """Equals score a half together, and who never loses scores at least that from both seats."""
    score = sum(duel(THREE, first_legal, first_legal, Random(seed)) for seed in range(50))
    assert score == 25
    game = TicTacToe()
    perfect = alphabeta_player()
    for seed in range(5):
        assert duel(game, perfect, first_legal, Random(seed), opening=0) >= 0.5
    with pytest.raises(ValueError, match="opening is 9"):
        duel(game, perfect, first_legal, Random(1), opening=9)
    with pytest.raises(ValueError, match="a duel is for two"):
        duel(TicTacToe(4, ("X", "O", "Z")), first_legal, first_legal, Random(1))


def test_keeps_best_agrees_with_the_solver_s_scores():
    """A player that knows the scores always keeps the best, and the worst move never does."""
    game = ConnectFour()
    table = {game.play(line).board: scores for line, scores in known_positions()}

    def by(choose):
        def player(_game, state):
            scores = table[state.board]
            return game.action_named(choose(scores, key=scores.get))

        return player

    assert all(keeps_best(by(max), Random(seed)) for seed in range(40))
    assert not any(keeps_best(by(min), Random(seed)) for seed in range(40))


# --- ten questions --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "number", [1, 6, 7, 9, 10, *(pytest.param(n, marks=pytest.mark.slow) for n in (2, 3, 4, 5, 8))]
)
def test_questions_have_the_answers_that_are_printed(number):
    """Measured again with both seeds; it takes long where somebody searches."""
    assert answers()[number - 1] == tuple(in_short(ask(number, s)) for s in (SEED, SECOND_SEED))


def test_what_is_exact_is_exact_and_inside_of_both_ranges():
    """Worked out without a game: all games of tic-tac-toe, Pig's chances, every deal of Kuhn."""
    shares = exact_rates(TicTacToe(), lambda game, state: game.actions(state))
    early, late = hold_at(20, 50), hold_at(25, 50)
    pig = (chance_against(early, late, 50) + 1 - chance_against(late, early, 50)) / 2
    poker = (4 + kuhn("X") - kuhn("O")) / 8
    exact = {1: float(shares["X"] + shares[None] / 2), 7: pig, 10: poker}
    for number, question in enumerate(QUESTIONS, 1):
        if question.exact is not None:
            assert question.exact == pytest.approx(exact.pop(number), abs=5e-5)
            assert all(one.low <= question.exact <= one.high for one in answers()[number - 1])
    assert not exact


def kuhn(honest, state=None):
    """What X wins on average where this player bets with a king alone, and the other at random."""
    game = KuhnPoker()
    state = game.initial if state is None else state
    if game.is_terminal(state):
        return game.utility(state, "X")
    after = [kuhn(honest, game.result(state, action)) for action in game.actions(state)]
    if game.to_move(state) == honest:
        card = state.cards[game.players.index(honest)]
        return after[1] if card == "K" else after[0]
    return sum(after) / len(after)


def test_the_table_shows_all_ten():
    """As text and as a table, with yes, no and open among them."""
    lines = repr(TenQuestions()).splitlines()
    assert len(lines) == 11
    assert TenQuestions()._repr_html_().count("<tr>") == 11
    assert {one.answer for pair in answers() for one in pair} == {"yes", "no", "open"}


# --- the poster -----------------------------------------------------------------------------------


@pytest.fixture
def work(tmp_path, monkeypatch):
    """A folder of a student's own."""
    monkeypatch.setenv("COURSE_WORK", str(tmp_path / "my_work"))
    return tmp_path / "my_work"


def test_a_poster_can_be_measured_again_by_somebody_else(work):
    """Two pages with claim, seal and answer, and a program that runs in a process of its own."""
    pytest.importorskip("matplotlib")
    claim = Claim('three plies beat "the first" <move>', small_duel)
    found = measure(claim, 200, 1)
    film = watch(minimax_search, THREE, THREE.play("b1 b2 c1 c2"))
    made = poster(found, why="Nobody knows.", learned="They do.", film=film)
    assert [path.name for path in made] == ["11_poster.html", "11_poster.pdf", "11_again.py"]
    page = made[0].read_text(encoding="utf-8")
    assert "&lt;move&gt;" in page
    assert "<move>" not in page
    for words in (found.seal, "Nobody knows.", "def small_duel(rng):", "srcdoc="):
        assert words in page
    assert made[1].read_bytes().startswith(b"%PDF")
    assert "in a terminal" in page
    assert "in this folder: python 11_again.py" in repr(made)
    again = subprocess.run(
        [sys.executable, "11_again.py", "7"],
        cwd=work, capture_output=True, text=True, check=False, encoding="utf-8",
    )  # fmt: skip
    assert again.returncode == 0, again.stderr
    assert f"Again: {measure(claim, 200, '7')!r}" in again.stdout
    assert "agrees with the first" in again.stdout
    assert f"The seal is {found.seal}, as it was announced." in again.stdout
    assert "same seed" not in again.stdout


@pytest.mark.parametrize(("lines", "words", "pages"), [(10, 5, 2), (90, 1_300, 6)])
def test_nothing_on_paper_is_cut_or_runs_over_something_else(
    work, monkeypatch, lines, words, pages
):
    """All of the code, and of the sentences, stand inside of their pages, apart."""
    figures = []
    backend = pytest.importorskip("matplotlib.backends.backend_pdf")
    dots = pytest.importorskip("matplotlib.backends.backend_agg")
    monkeypatch.setattr(backend.PdfPages, "savefig", lambda _, figure: figures.append(figure))
    code = [f"row_{at} = {'9' * (at * 2)}" for at in range(lines)]
    found = replace(measure(Claim("it wins", small_duel), 60, 1), source="\n".join(code))
    poster(found, why="why " * words, learned="so " * words)
    assert len(figures) == pages
    for figure in figures:
        renderer = dots.FigureCanvasAgg(figure).get_renderer()
        boxes = [one.get_window_extent(renderer) for one in figure.texts]
        boxes += [axes.get_tightbbox(renderer) for axes in figure.axes]
        for box in boxes:
            assert figure.bbox.x0 <= box.x0 < box.x1 <= figure.bbox.x1
            assert figure.bbox.y0 <= box.y0 < box.y1 <= figure.bbox.y1
        assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    texts = [one for figure in figures for one in figure.texts]
    shown = re.sub(r"\s", "", "".join(one.get_text() for one in texts if one.get_fontsize() < 8))
    assert shown == re.sub(r"\s", "", "".join(code))
    said = Counter("\n".join(one.get_text() for one in texts).split())
    assert (said["why"], said["so"]) == (words, words)


def test_a_false_measurement_is_contradicted(work):
    """Somebody who writes down results that never were is found out."""
    claim = Claim("a coin lands heads", coin)
    *_, program = poster(
        Measurement(claim, 1, (1.0,) * 60, claim.source()), why="So.", learned="So."
    )
    code, words = said(program, "3")
    assert code == 1
    assert "contradicts the first" in words


def test_who_measures_again_is_told_of_a_changed_program_and_of_the_same_seed(work):
    """A loaded coin has another seal; the same seed gives the same luck."""
    claim = Claim("a coin lands heads", coin)
    *_, program = poster(measure(claim, 20, 1), why="So.", learned="So.")
    assert said(program, "1")[0] == 0
    assert "the same seed, and so with the same luck" in said(program, "1")[1]
    text = program.read_text("utf-8")
    program.write_text(text.replace("randint(0, 1)", "choice((0, 1, 1, 1))"), "utf-8")
    code, words = said(program, "2")
    assert code == 1
    assert f"but {claim.seal} was announced" in words


def said(program, seed, folder=None):
    """How the program that measures again ends, and what it says."""
    ended = subprocess.run(
        [sys.executable, program, seed], cwd=folder, capture_output=True, text=True, check=False
    )
    assert not ended.stderr
    return ended.returncode, ended.stdout


def test_a_program_that_was_changed_afterwards_is_not_on_the_poster(work):
    """What was measured is, under its own seal, whatever the trial and the claim are by now."""
    names = made("def trial(rng):\n    return rng.randint(0, 1)\n")
    claim = Claim("a coin lands heads", names["trial"])
    announced = claim.seal
    names["trial"] = made("def trial(rng):\n    return 0.25\n")["trial"]
    found = measure(claim, 10, 1)
    assert found.seal == announced != Claim(claim.words, names["trial"]).seal
    assert found.seal != replace(found, claim=Claim("a coin lands tails", coin)).seal
    page, *_, program = poster(found, why="So.", learned="So.")
    assert "randint(0, 1)" in page.read_text("utf-8")
    assert f"The seal is {announced}, as it was announced." in said(program, "2")[1]
    with pytest.raises(ValueError, match="learned is empty"):
        poster(found, why="So.", learned=" ")


def test_a_trial_with_a_memory_keeps_its_seal(work):
    """And its own names are not those of the program that measures again."""
    names = made(
        "results, before, claim = [0.0, 0.0, 1.0], 0, {}\n"
        "def replicate(rng):\n    claim[len(claim)] = before\n    return rng.choice(results)\n"
    )
    claim = Claim("one of three", names["replicate"])
    found = measure(claim, 40, 1)
    assert len(names["claim"]) == len(found.results)
    *_, program = poster(found, why="So.", learned="So.")
    code, words = said(program, "2")
    assert (code, f"The seal is {found.seal}, as it was announced." in words) == (0, True)
    assert f"Again: {measure(claim, 100, '2')!r}" in words


OWN = "def {name}(game, state):\n    return {chooses}\n"
WAYS = {"Ann": "game.actions(state)[-1]", "Ben": "game.actions(state)[0]"}


def test_whoever_measures_again_measures_the_author_s_functions(work, monkeypatch, tmp_path):
    """Those of earlier lessons, too, and what those have brought: not the reader's own."""
    nested = (
        'from course_lib.checks import mine\n\nchosen = mine("best_action")\n\n\n'
        "def depth_limited(game, state):\n    return chosen(game, state)\n"
    )
    for name, chooses in WAYS.items():
        folder = tmp_path / name
        folder.mkdir()
        kept = {"best_action": OWN.format(name="best_action", chooses=chooses)}
        kept |= {"depth_limited": nested}
        if name == "Ben":
            kept["minimax_value"] = OWN.format(name="minimax_value", chooses="5")
        text = "".join(f"# %% {name}\n{source}\n" for name, source in kept.items())
        (folder / "02.py").write_text(text, "utf-8")
    monkeypatch.setenv("COURSE_WORK", str(tmp_path / "Ann"))
    names = made(
        "own, lent = mine('depth_limited'), mine('minimax_value')\n"
        "def chosen(rng):\n    return 1\n"
        "small = KInARow(2, 2, 2)\n"
        "def best_action(rng):\n    chosen(rng)\n"
        "    return own(small, small.initial) == (1, 1) and lent(small, small.initial) == 1\n"
    )
    found = measure(Claim("the last one", names["best_action"]), 30, 1)
    assert found.mean == 1
    *_, program = poster(found, why="So.", learned="So.")
    for folder in (tmp_path / "Ben", tmp_path):
        monkeypatch.setenv("COURSE_WORK", str(folder))
        code, words = said(program, "2", folder)
        assert (code, f"The seal is {found.seal}, as it was announced." in words) == (0, True)
        assert f"Again: {measure(found.claim, 30, '2')!r}" in words
    monkeypatch.setenv("COURSE_WORK", str(tmp_path / "Ben"))
    assert (names["best_action"](None), found.claim.source()) == (True, found.source)
