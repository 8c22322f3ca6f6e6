"""Who plays in a league, who meets whom, how strong they are, and the page that says so."""

import copy
import json
import re
import zipfile
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import class_of_players as made
import nbformat
import pytest
from console import course
from sandboxed import ROOT

from course_lib import GameRecord, IllegalAction, OutOfBudget, TicTacToe, Watched, alphabeta_search
from course_lib.game import has_chance, hides
from course_lib.games import (
    ConnectFour,
    Count,
    Havannah,
    KuhnPoker,
    Nim,
    Pig,
    ScissorsPaperStone,
    ThreeMusketeers,
)
from course_lib.games.kuhn_poker import KuhnState
from course_lib.lessons.elo import expected_score
from course_lib.play import play_game
from course_lib.play.match import record_so_far
from course_tools.cli.league import looks_at
from course_tools.cluster import OtherCourse
from course_tools.grader.judge.tasks import course_fingerprint
from course_tools.grader.league.entrants import LESSON, Entrant, baselines, entrant_of, intake
from course_tools.grader.league.games import GameFiles, GameToPlay, Played, played_here
from course_tools.grader.league.ladder import Doubt, annulled, doubtful, ladder_of
from course_tools.grader.league.league import players_of
from course_tools.grader.league.rules import Order, Rules
from course_tools.grader.league.schedule import Seating, match, round_robin
from course_tools.grader.sandbox.inside.handles import Handled, restored
from course_tools.grader.sandbox.referee import BOARDS, Referee
from course_tools.log import recovered, written
from course_tools.notebooks import notebook_bytes

NO_LESSONS = Path(__file__).parent
"""A folder with no lesson in it: then a notebook is all its owner's."""

NAMES = ["ada", "bob", "cyd", "dan", "eve"]


def game_of(first: str, second: str) -> GameToPlay:
    """A game of tic-tac-toe between these two, of whom nothing but the names is known."""
    both = Entrant(first, first, ()), Entrant(second, second, ())
    return GameToPlay(Seating(first, second), both, Rules(TicTacToe()))


def entrants_in(source: Path, into: Path, root: Path = NO_LESSONS) -> dict[str, Entrant]:
    """The players in what was handed in, by name."""
    return {one.name: one for one in intake(source, root, into).entrants}


# --- taking in -----------------------------------------------------------------------------------


def test_plain_files_and_notebooks_are_taken_as_course_grade_takes_them(tmp_path: Path) -> None:
    """A folder for each, a file for each, a zip of Moodle, or a single file."""
    folder = made.hand_in(tmp_path / "folders", {"ada": made.HONEST})
    made.hand_in_notebook(folder, "bob", made.CHANCE)
    (folder / "cyd.py").write_text(made.CHANCE, encoding="utf-8")
    (folder / "ada" / "helpers.py").write_text("nothing = 0", encoding="utf-8")
    found = intake(folder, NO_LESSONS, tmp_path / "into")
    assert [one.name for one in found.entrants] == ["ada", "bob", "cyd"]
    assert any("helpers.py" in sentence for sentence in found.remarks)
    zipped = tmp_path / "class.zip"
    with zipfile.ZipFile(zipped, "w") as archive:
        for name, number in (("Zoë Ångström", 11), ("José Peña", 12)):
            place = f"{name}_{number}_assignsubmission_file_/player.py"
            archive.writestr(place, made.CHANCE)
        archive.writestr("../eve.py", made.CHANCE)
    in_zip = intake(zipped, NO_LESSONS, tmp_path / "from_zip")
    assert [one.title for one in in_zip.entrants] == ["José Peña", "Zoë Ångström"]
    assert in_zip.remarks == ("../eve.py has a path that leads out of the zip: it was not taken.",)
    alone = entrants_in(folder / "cyd.py", tmp_path / "alone")
    assert alone["cyd"].cells == ((1, made.CHANCE),)


def test_who_has_two_accounts_is_one_player(tmp_path: Path) -> None:
    """Where a teacher has put them together in people.csv."""
    folder = made.hand_in(tmp_path / "in", {"ada": made.HONEST, "lady_a": made.CHANCE})
    (tmp_path / "grading").mkdir()
    people = "id,name,accounts\nada,Ada Lovelace,called ada; called lady_a\n"
    (tmp_path / "grading" / "people.csv").write_text(people, encoding="utf-8")
    assert list(entrants_in(folder, tmp_path / "into", tmp_path)) == ["ada"]


def test_a_file_s_own_games_are_left_out_and_a_notebook_s_too(tmp_path: Path) -> None:
    """A file is loaded as a module; of a notebook only what the player leads to runs."""
    made.hand_in_notebook(
        tmp_path / "class",
        "kim",
        "import time",
        made.HELPED,
        "weights = {}",
        made.SHOWS_OFF,
        "weights['corner'] = 2",
        "def my_player(game, state, budget):\n    return helper(game, state), weights",
        "my_player(None, None, 3)",
    )
    (tmp_path / "class" / "ada.py").write_text(made.CHANCE, encoding="utf-8")
    found = entrants_in(tmp_path / "class", tmp_path / "into")
    assert [number for number, _ in found["kim"].cells] == [2, 3, 5, 6]
    assert (found["kim"].module, found["ada"].module) == ("__main__", "ada")


def test_who_has_not_written_a_player_is_named_and_does_not_play(tmp_path: Path) -> None:
    """Nothing there, or the stub as it was handed out."""
    stub = "def my_player(game, state, budget):\n    raise NotImplementedError"
    cell = nbformat.v4.new_code_cell(stub, id="c0")
    released = nbformat.v4.new_notebook(cells=[cell])
    assert entrant_of("ada", "", released, released) == "my_player is still as it was handed out"
    written = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(made.CHANCE, id="c0")])
    assert isinstance(entrant_of("ada", "", written, released), Entrant)
    made.hand_in_notebook(tmp_path / "class", "bob", "x = 1")
    (tmp_path / "class" / "cyd.ipynb").write_bytes(b"no notebook")
    found = intake(tmp_path / "class", NO_LESSONS, tmp_path / "into")
    assert found.entrants == ()
    assert "bob does not play: there is no function my_player in it." in found.remarks
    assert any(sentence.startswith("cyd: ") for sentence in found.remarks)


def test_a_notebook_of_the_lesson_is_put_right_before_its_player_is_taken(tmp_path: Path) -> None:
    """A cell of ours that a student has lost, and that the player needs, is there again."""
    cells = ["limit = 3", "def my_player(game, state, budget):\n    raise NotImplementedError"]
    made_cells = [nbformat.v4.new_code_cell(one, id=f"eight-{n}") for n, one in enumerate(cells)]
    released = nbformat.v4.new_notebook(cells=made_cells)
    for number, cell in enumerate(released.cells):
        marks = {"grade": False, "locked": False, "schema_version": 3, "solution": bool(number)}
        cell.metadata["nbgrader"] = marks | {"grade_id": f"part_{number}", "task": False}
    place = tmp_path / "root" / "notebooks" / "08_tournament" / "08_tournament.ipynb"
    place.parent.mkdir(parents=True)
    place.write_bytes(notebook_bytes(released))
    answer = "def my_player(game, state, budget):\n    return game.actions(state)[-limit]"
    released.cells[1].source = answer
    handed_in = tmp_path / "class" / "ada" / "08_tournament.ipynb"
    handed_in.parent.mkdir(parents=True)
    handed_in.write_bytes(notebook_bytes(released))
    found = entrants_in(tmp_path / "class", tmp_path / "into", tmp_path / "root")
    assert [source for _, source in found["ada"].cells] == [cells[0], answer]
    (tmp_path / "root" / "course.toml").write_text("[lessons.08]\nleave_out = true\n", "utf-8")
    out = intake(tmp_path / "class", tmp_path / "root", tmp_path / "again")
    assert out.remarks == ("ada does not play: course.toml leaves out the lesson 08_tournament.",)


def test_the_lesson_s_own_notebook_plays_and_the_student_edition_does_not(tmp_path: Path) -> None:
    """The solution is a player with all it needs; who has written nothing is named."""
    for edition, student in (("solutions", "ada"), ("notebooks", "bob")):
        path = ROOT / edition / LESSON / f"{LESSON}.ipynb"
        place = tmp_path / "class" / student / LESSON / path.name
        place.parent.mkdir(parents=True)
        place.write_bytes(path.read_bytes())
    found = intake(tmp_path / "class", ROOT, tmp_path / "into")
    assert [one.name for one in found.entrants] == ["ada"]
    assert "bob does not play: my_player is still as it was handed out." in found.remarks
    assert not any("climb(" in source for _, source in found.entrants[0].cells)


def test_one_player_alone_needs_ours(tmp_path: Path) -> None:
    """Without them a sentence says what a league is made of, and what was odd."""
    source = made.hand_in(tmp_path / "class", {"ada": made.CHANCE})
    alone = Order(source, tmp_path / "out", ROOT, Rules(TicTacToe()))
    with pytest.raises(ValueError, match="two players or more, and there is ada"):
        players_of(alone, tmp_path / "into")
    together = Order(source, tmp_path / "out", ROOT, Rules(TicTacToe()), with_baselines=True)
    assert len(players_of(together, tmp_path / "again").entrants) == 1 + len(baselines(TicTacToe()))


def test_what_is_no_player_is_told_as_what_it_is(tmp_path: Path) -> None:
    """A Python file without a player is no missing notebook, and a broken zip no unknown file."""
    source = made.hand_in(tmp_path / "class", {})
    source.mkdir()
    (source / "none.py").write_text("x = 1", encoding="utf-8")
    (source / "notes.txt").write_text("x", encoding="utf-8")
    cell = '{"cell_type": "code", "metadata": {}, "outputs": [], "source": {"tuple": [1]}}'
    for name, cells, minor in (("hal", "", 1.5), ("ida", cell, 4)):
        text = f'{{"cells": [{cells}], "metadata": {{}}, "nbformat": 4, "nbformat_minor": {minor}}}'
        (source / name).mkdir()
        (source / name / "08_tournament.ipynb").write_text(text, encoding="utf-8")
    odd = intake(source, NO_LESSONS, tmp_path / "into").remarks
    assert "notes.txt is not a notebook: it was not taken." in odd
    assert {f"{name}: the notebook can't be read." for name in ("hal", "ida")} <= {*odd}
    [python] = [sentence for sentence in odd if sentence.startswith("none.py")]
    assert "is plain Python" in python
    assert "if it has a function my_player(game, state, budget)" in python
    (tmp_path / "bad.zip").write_bytes(b"PK, nearly")
    for path, words in (
        (source / "none.py", "is plain Python"),
        (source / "notes.txt", "neither a folder, nor a zip, nor a notebook"),
        (tmp_path / "bad.zip", "is called a zip, but what is in it is none, or damaged"),
    ):
        with pytest.raises(ValueError, match=words):
            intake(path, NO_LESSONS, tmp_path / "again")


# --- who meets whom ------------------------------------------------------------------------------


def test_in_a_round_robin_all_meet_all_and_sit_on_both_sides() -> None:
    """Every pair so many times; seats are shared fairly, also where the number is odd."""
    for games in (1, 2, 3):
        rounds = list(round_robin(NAMES, games))
        assert len(rounds) == 5
        for seatings in rounds:
            assert set(Counter(name for one in seatings for name in one[:2]).values()) == {games}
        seatings = [one for seatings in rounds for one in seatings]
        pairs = Counter(frozenset(one[:2]) for one in seatings)
        assert set(pairs.values()) == {games}
        assert len(pairs) == 10
        firsts = Counter(one.first for one in seatings)
        assert max(firsts.values()) - min(firsts.values()) <= 1
    first, second = Seating("ada", "bob", 0), Seating("bob", "ada", 1)
    assert match(("ada", "bob"), 2) == [first, second]


# --- ratings and the table -----------------------------------------------------------------------


def test_the_table_adds_up() -> None:
    """Wins, draws and losses are those of the games; faults are the culprit's alone."""
    games = [made.played_at_random(one) for seats in round_robin(NAMES, 2) for one in seats]
    games.append(made.played_at_random(Seating("ada", "bob", 2), "overrun"))
    entrants = [Entrant(name, name, ()) for name in [*NAMES, "absent"]]
    ladder = ladder_of(entrants, games)
    assert {one.name for one in ladder.standings} == set(NAMES)
    for one in ladder.standings:
        mine = [game.points(one.name) for game in games if one.name in game.seating[:2]]
        assert one.games == len(mine)
        assert (one.wins, one.draws, one.losses) == tuple(map(mine.count, (1, 0.5, 0)))
        assert one.points == sum(mine)
        assert one.faults == ({"overrun": 1} if one.name == "ada" else {})
        assert 10 <= one.positions <= 20
    assert sum(one.points for one in ladder.standings) == len(games)
    again = ladder_of(entrants, games * 10)
    for once, often in zip(ladder.standings, again.standings, strict=True):
        assert often[:5] == once[:5], "the same games once more say nothing new"
        assert None not in once[:5]
        assert often.games == 10 * once.games


def test_what_was_not_played_counts_in_the_table_and_not_in_the_ratings() -> None:
    """A walkover is a point, marked; who was withdrawn early counts for nobody at all."""
    games = [made.played_at_random(one) for seats in round_robin(NAMES, 4) for one in seats]

    def without(name: str, since: int) -> list[Played]:
        """The same, with this player withdrawn before that game of its own."""
        seen, found = 0, []
        for one in games:
            seen += name in one.seating[:2]
            gone = name in one.seating[:2] and seen > since
            game = game_of(*one.seating[:2])
            found.append(game.without({name}, "it was withdrawn") if gone else one)
        return found

    entrants = [Entrant(name, name, ()) for name in NAMES]
    late, early = without("ada", 10), without("ada", 3)
    assert (annulled(late), annulled(early)) == (set(), {"ada"})
    ladder = {one.name: one for one in ladder_of(entrants, late).standings}
    played = ladder_of(entrants, [one for one in late if not one.walkover]).standings
    for one in played:
        assert ladder[one.name][2:5] == one[2:5], "the rating is that of what was played"
        gift = ladder[one.name].points - one.points
        assert gift == (0 if one.name == "ada" else ladder[one.name].unplayed)
    assert ladder["ada"].unplayed == sum(one.unplayed for one in ladder.values()) / 2 == 6
    ladder = {one.name: one for one in ladder_of(entrants, early).standings}
    others = [one for one in games if "ada" not in one.seating[:2]]
    for one in ladder_of(entrants, others).standings:
        assert ladder[one.name] == one
    assert (ladder["ada"].elo, ladder["ada"].annulled, ladder["ada"].unplayed) == (None, True, 13)
    assert [*ladder][-1] == "ada", "it stands last"


def test_a_worker_with_another_course_plays_no_game(tmp_path: Path) -> None:
    """A changed line of what decides games makes another course of it."""
    assert isinstance(played_here(game_of("ada", "bob")), OtherCourse)
    seat = tmp_path / "course_tools" / "grader" / "league" / "seat.py"
    seat.parent.mkdir(parents=True)
    names = set()
    for text in ("BLUE = 1", "BLUE = 2"):
        seat.write_text(text)
        names.add(course_fingerprint(tmp_path, "league"))
    assert len(names) == 2


def league_of(players: int, games: int, style: float, rng: Random, *, thrown: bool = False) -> Any:
    """The results of a made league: who suits whom differs by so much; the best may lose to 0."""
    strength = {f"{number:02}": 150.0 * number for number in range(players)}
    scores = []
    for one, other in combinations(strength, 2):
        chance = expected_score(strength[one] + rng.gauss(0, style), strength[other])
        if thrown and (one, other) == ("00", f"{players - 1:02}"):
            chance = 1.0
        won = sum(rng.random() < chance for _ in range(games))
        scores.append((one, other, won, games, 0))
    return scores


@pytest.mark.parametrize("style", [0, 150, 300])
def test_no_honest_league_has_doubtful_games_and_a_thrown_match_is_one(style: float) -> None:
    """That some players suit one another names nobody; to lose to the last one each time does."""
    rng = Random(1)
    for _ in range(6):
        assert doubtful(league_of(9, 20, style, rng)) == []
        found = doubtful(league_of(12, 20, style, rng, thrown=True))
        assert [(one.one, one.other, one.points) for one in found] == [("00", "11", 20)]


def test_a_doubt_is_told_to_the_teacher_by_the_players_names() -> None:
    """As games to look at, without a guess at what anybody meant."""
    games = [made.played_at_random(one) for seats in round_robin(NAMES, 2) for one in seats]
    ladder = ladder_of([Entrant(name, name.title(), ()) for name in NAMES], games)
    told = ladder._replace(doubts=[Doubt("ada", "bob", 9.5, 2.1, 10)])
    (words,) = looks_at(SimpleNamespace(remarks=(), ladder=told))
    assert words == (
        "look at the games of Ada and Bob: Ada has 9.5 points of 10 different games, and all"
        " results promise 2.1"
    )


# --- what is kept, and the page ------------------------------------------------------------------


def test_a_kept_game_is_read_back_and_a_damaged_one_is_not(tmp_path: Path) -> None:
    """Half a file, another game, an illegal move or a made-up winner: it is played again."""
    game = game_of("ada", "bob")
    played = made.played_at_random(game.seating)
    kept = GameFiles(tmp_path)
    kept.write(played)
    kept.log.close()
    assert kept.read(game) == played
    assert GameFiles(tmp_path).read(game) == played
    [entry] = recovered(kept.log.path.read_bytes()).entries
    text = json.dumps(entry)
    assert GameRecord.from_json(text) == played.record, "it is a record, with more beside it"
    for damaged in (
        "[]",
        text.replace(game.key, game.key[:-1] + "?"),
        text.replace('"fault": ""', '"fault": "laziness"'),
        text.replace('"used"', '"use"'),
        re.sub(r"\[\d, \d\]", "[7, 7]", text, count=1),
        re.sub(r'"winner": "?\w+"?', '"winner": "Z"', text),
    ):
        assert damaged != text
        kept.log.path.write_bytes(written([json.loads(damaged)]))
        assert GameFiles(tmp_path).read(game) is None, damaged


def test_every_two_games_more_begin_elsewhere() -> None:
    """The first two at the start; of later ones each two alike; never with a game that is over."""
    rules = Rules(TicTacToe(), seed=3)
    begun = [rules.opening(turn) for turn in range(8)]
    assert begun[:2] == [rules.game.initial] * 2
    assert begun[2::2] == begun[3::2]
    assert len(set(begun)) == 4
    assert all(len(rules.game.actions(state)) == 7 for state in begun[2:])
    short = Rules(Nim((1, 1)))
    assert not short.game.is_terminal(short.opening(2))


def test_a_game_s_key_changes_with_all_that_decides_it() -> None:
    """The course, the rules, the seats, a line of either player; nothing else."""
    bob = Entrant("bob", "bob", ((1, "b"),))
    both = Entrant("ada", "ada", ()), bob
    game = GameToPlay(Seating("ada", "bob"), both, Rules(TicTacToe()), "c")
    changes: list[dict[str, Any]] = [
        {},
        {"seating": Seating("bob", "ada")},
        {"seating": Seating("ada", "bob", 1)},
        {"entrants": (game.entrants[0], replace(bob, cells=((1, "b "),)))},
        {"rules": Rules(TicTacToe(), seed=2)},
        {"rules": Rules(TicTacToe(), budget=9)},
        {"course": "d"},
    ]
    assert len({replace(game, **change).key for change in changes}) == len(changes)
    titled = replace(game, entrants=(game.entrants[0], replace(bob, title="Bob")))
    assert titled.key == game.key


def test_cards_are_dealt_twice_and_chips_are_points() -> None:
    """Both players play each other's cards; what is won counts, and who makes a fault loses all."""
    ada, bob = Entrant("ada", "ada", ((1, "a"),)), Entrant("bob", "bob", ((1, "b"),))

    def deal(turn: int, seed: int = 1) -> KuhnState:
        both = (bob, ada) if turn % 2 else (ada, bob)
        seating = Seating(both[0].name, both[1].name, turn)
        rules = Rules(KuhnPoker(), seed=seed)
        assert rules.opening(turn) == rules.game.initial
        calls = [lambda game, state: game.actions(state)[1]] * 2
        record = play_game(rules.game, calls, dice=GameToPlay(seating, both, rules).dice)
        return rules.game.play(map(str, record.actions))

    deals = [deal(turn) for turn in range(20)]
    assert deals[::2] == deals[1::2]
    assert len(set(deals)) > 2
    assert deals != [deal(turn, 2) for turn in range(20)]

    poker = KuhnPoker()
    labels = {"X": "ada", "O": "bob"}

    def points(moves: str, fault: str = "") -> tuple[float, float]:
        actions = poker.play(moves)
        record = record_so_far(poker, labels, poker.initial, map(poker.action_named, moves.split()))
        assert poker.is_terminal(actions) == (not fault)
        if fault:
            record = replace(record, culprit="O")
        played = Played("key", Seating("ada", "bob"), record, fault, {})
        return played.points("ada"), played.points("bob")

    assert points("Q K bet call") == (0, 1)
    assert points("Q K bet fold") == (0.75, 0.25)
    assert points("Q K check bet", "crash") == (1, 0)


def test_the_page_says_all_and_runs_nothing_that_students_wrote(tmp_path: Path) -> None:
    """Names and sentences stay text; every game has its link; nothing is loaded from elsewhere."""
    page = made.made_page(tmp_path).read_text(encoding="utf-8")
    for markup in ("<script>alert", "<i>odd", "</script><b>"):
        assert markup not in page
    links = re.findall(r'href="(replays/[^"]+)"', page)
    assert Counter(Counter(links).values()) == {2: 10, 3: 1}
    assert not re.search(r'(src|href)="(?!data:|replays/)', page)
    assert page.count("<svg") == 1
    assert page.count("Who did how against whom</h2>") == 1


# --- the referee ---------------------------------------------------------------------------------


def handled(referee: Referee) -> Handled:
    """What a player gets, with this referee at the other end of a pipe that forgets all types."""
    game = restored(referee.packed(), None)
    game.asker = lambda asked: json.loads(json.dumps(referee.answer(json.loads(json.dumps(asked)))))
    return game


@pytest.mark.parametrize(
    "game",
    [
        TicTacToe(),
        ConnectFour(4, 5, 3),
        Havannah(3, passing=True),
        Nim(),
        Count(),
        ThreeMusketeers(),
        Pig(12),
        KuhnPoker(),
    ],
)
def test_a_handle_tells_what_the_game_tells_and_counts_as_in_the_notebook(game: Any) -> None:
    """Along random games, every question has the same answer, and costs the same."""
    rng, referee = Random(3), Referee(game)
    player, watched = handled(referee), Watched(game)
    assert (player.players, player.options) == (game.players, dict(game.options))
    assert (has_chance(player), hides(player)) == (has_chance(game), hides(game))
    for _ in range(20):
        state, handle = game.initial, player.initial
        referee.turn(None)
        watched = Watched(game)
        while not watched.is_terminal(state):
            assert player.to_move(handle) == watched.to_move(state)
            assert player.actions(handle) == watched.actions(state)
            assert player.chance(handle) == game.chance(state)
            assert player.render(handle) == game.render(state)
            action = rng.choice(game.actions(state))
            assert player.action_name(action) == game.action_name(action)
            assert player.action_named(game.action_name(action)) == action
            state, handle = watched.result(state, action), player.result(handle, action)
            assert getattr(handle, "board", None) == getattr(state, "board", None)
        assert player.is_terminal(handle)
        assert player.winner(handle) == watched.winner(state)
        assert player.win_line(handle) == game.win_line(state)
        for who in game.players:
            assert player.utility(handle, who) == watched.utility(state, who)
        assert referee.visits == watched.visits
    if not has_chance(game):
        found = [alphabeta_search(one, one.initial, depth=3) for one in (game, player)]
        assert found[0] == found[1]
    assert player.playout(player.initial, rng).actions


def test_handles_are_values_and_no_others_are_taken() -> None:
    """Equal boards are one key; a state of one's own, of long ago or of nobody is refused."""
    referee = Referee(ConnectFour())
    player = handled(referee)
    after, same = player.play("4 1 5"), player.play("5 1 4")
    assert after is not same
    assert {after: 1}[same] == 1
    assert after != player.initial
    assert "X" in repr(after)
    assert copy.deepcopy(player) is player
    with pytest.raises(TypeError, match="not a state of"):
        player.actions(ConnectFour().initial)
    with pytest.raises(ValueError, match="from the game's own results"):
        player.parse(ConnectFour().render(ConnectFour().initial))
    with pytest.raises(IllegalAction):
        player.result(after, (0, 0))
    with pytest.raises(ValueError, match="zz"):
        player.action_named("zz")
    referee.turn(None)
    assert player.result(after, (4, 4)).board, "a tree may be kept from move to move"
    referee.turn(None)
    referee.turn(None)
    with pytest.raises(ValueError, match="is no question"):
        hash(player.result(after, (4, 4)))
    no_texts = (["action_in", 0, 5], ["action_in", 0, None], ["action_named", ["b2"]])
    for wrong in (["look", 10**9], ["look", "1"], ["look"], [], None, 3, ["options"], *no_texts):
        with pytest.raises(ValueError, match="is no question"):
            referee.answer(wrong)


def test_a_budget_ends_at_the_referee() -> None:
    """Neither one position more than it says, nor boards without end; `except` does not help."""
    referee = Referee(ConnectFour())
    player = handled(referee)
    referee.turn(5)
    with pytest.raises(OutOfBudget):
        alphabeta_search(player, player.initial)
    assert referee.visits == 5
    with pytest.raises(OutOfBudget):
        player.playout(player.initial, Random(1))
    referee.turn(5)
    boards = [player.result(player.initial, (5, 3)) for _ in range(5 * BOARDS + 1)]
    with pytest.raises(OutOfBudget):
        set(boards)
    assert referee.visits == 1


def test_games_without_a_loser_or_with_many_players_are_refused() -> None:
    """A sentence says what a league needs, and what a budget is."""
    with pytest.raises(ValueError, match="a game for two in which one gains what the other loses"):
        Rules(TicTacToe(players=("X", "O", "Z")))
    with pytest.raises(ValueError, match="budget is 0; it must be a whole number from 1 up"):
        Rules(ScissorsPaperStone(), budget=0)


def test_the_command_lists_who_would_play_and_refuses_what_cannot_be(tmp_path: Path) -> None:
    """A dry run plays nothing; wrong arguments are sentences and the exit code 2."""
    source = made.hand_in(tmp_path / "class", {"ada": made.CHANCE, "bob": made.CHANCE})

    def said(*words: str) -> tuple[int, str]:
        done = course("league", *words)
        return done.code, done.out + done.err

    out = ("--to", str(tmp_path / "out"))
    code, text = said(str(source), "--dry-run", "--with-baselines", *out)
    assert code == 0, text
    assert "8 players: 56 games." in text
    code, text = said(str(source), "--dry-run", "--json", *out)
    told = json.loads(text)
    assert (code, told["games"], told["odd"]) == (0, 2, [])
    assert told["players"] == [{"name": name, "title": name} for name in ("ada", "bob")]
    assert not (tmp_path / "out").exists()
    for wrong, sentence in (
        ((str(tmp_path / "nowhere"),), "there is no file or folder"),
        ((str(source), "--game", "chess"), "there is no game called 'chess'"),
        ((str(source), str(source)), "there are 2 SUBMISSIONS, and one is expected"),
    ):
        code, text = said(*wrong, *out)
        assert (code, sentence in text) == (2, True), text
