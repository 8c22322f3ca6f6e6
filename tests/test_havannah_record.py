"""Games of Havannah go to SGF and back without loss, and every wrong text is explained."""

import json
from contextlib import suppress
from itertools import product
from random import Random

import pytest
from console import course
from test_havannah import PRINTED_GAME

from course_lib import RESIGN, GameRecord, Havannah, TicTacToe, play_game, random_player
from course_lib.lessons.printed_game import printed_game
from course_lib.play.record import FAULTS
from course_lib.views import replay
from course_tools.arena.sgf import decoded, from_sgf, main_line, sgf_text, to_sgf

HEAD = "(;FF[4]GM[havannah]SZ[5]"


def scripted(moves, last=RESIGN):
    """Two players that play these moves and then do this."""
    left = moves.split()

    def play(game, state):
        if left:
            return game.action_named(left.pop(0))
        if isinstance(last, Exception):
            raise last
        return last

    return [play, play]


def test_the_printed_game_can_be_replayed():
    """A board before each move and one after the last; the widget and its page are made of them."""
    story = replay(printed_game()).story
    assert len(story["frames"]) == len(story["lines"]) == 86
    assert story["lines"][-1] == "Move 85 of 85: X plays L3. X won: fork."
    assert story["lines"][-1] in course("record", "--as", "html").out


def test_sgf_of_the_printed_game_is_as_programs_write_it():
    """White first, cells in small letters, the size along a side."""
    text = to_sgf(printed_game())
    assert text.startswith("(;FF[4]GM[havannah]")
    assert "SZ[10]" in text
    assert "RE[W+]" in text
    assert ";W[j19];B[h16];W[k19]" in text
    assert text.endswith(";W[l3])\n")
    assert from_sgf(text) == printed_game()


def games_to_keep():
    """Random games, games that stop, games from the middle, odd ends and odd names."""
    players = [random_player(Random(0))] * 2
    for size, passing in product((2, 3, 4, 10), (False, True)):
        for seed in range(20 if size < 10 else 3):
            yield play_game(Havannah(size, passing=passing), players, rng=Random(seed))
    stops = RESIGN, "A1", ValueError("no idea"), None
    for moves, last in product(("A1", "A1 B2", "A1 B2 C3 D4 E5 F5"), stops):
        stopped = play_game(Havannah(5), scripted(moves, last))
        assert stopped.reason in {*FAULTS, "resigned"}
        yield stopped
    for game, moves in ((Havannah(4), "A1 B2 D4"), (Havannah(4, passing=True), "A1 pass B2 D4")):
        yield play_game(game, players, state=game.play(moves), rng=Random(2))
    data = json.loads(play_game(Havannah(3), scripted("A1 B2")).to_json())
    data["players"] = {"X": "a] (b\\ ;W[c", "O": "Ünïcode: 六角"}
    for reason, culprit, winner in [
        *(("time", "X", "O"), ("unfinished", None, None)),
        *(("error", "X", "O"), ("error", "O", "X")),
    ]:
        data |= {"reason": reason, "culprit": culprit, "winner": winner, "detail": f"[{reason}]"}
        if reason == "error":
            data["actions"] = []
        yield GameRecord.from_json(json.dumps(data))


def test_games_come_back_from_sgf():
    """Players, moves, passes, end and words are the same; what was there before is set up."""
    for record in games_to_keep():
        text = to_sgf(record)
        assert from_sgf(text) == record
        assert ("AW[a1]" in text) == (record.start != record.game.initial)


def test_what_sgf_has_no_word_for_is_refused():
    """Another game, and a start after a pass."""
    with pytest.raises(TypeError, match="writes games of Havannah"):
        to_sgf(play_game(TicTacToe(), [random_player(Random(1))] * 2))
    game = Havannah(3, passing=True)
    with pytest.raises(ValueError, match="after a pass"):
        to_sgf(play_game(game, scripted("B2"), state=game.play("A1 pass")))


GOLEM = (
    "(;FF[4]EV[havannah.in.test.1]PB[bea]PW[will]SZ[4]RE[B]SO[http://www.littlegolem.com];"
    "W[E1];B[swap];W[F2];B[D3];W[G1];B[G4])"
)


def test_a_file_of_little_golem_is_read():
    """Columns count from their own ends, and who swaps has moved first."""
    record = from_sgf(GOLEM)
    assert record.text("moves") == "E2 F4 D3 G4 G7"
    assert record.players == {"X": "bea", "O": "will"}
    assert (record.reason, record.winner) == ("resigned", "X")
    not_swapped = from_sgf(GOLEM.replace("B[swap];W[F2];B[D3];", "B[F2];"))
    assert not_swapped.players == {"X": "will", "O": "bea"}


PUBLIC = (
    "(;FF[4]EV[null]PB[bea]PW[will]SZ[4]RU[LG]RE[B]GC[ game #1]SO[http://www.littlegolem.com];"
    "W[A1];B[D4];W[A2];B[E4];W[A3];B[F4];W[A4])"
)
"""A game made up in the words of the public collection of Little Golem's games."""


def test_games_of_little_golems_public_collection_are_read():
    """Without a name of the game, by `RU[LG]`; there RE names who has lost.

    So it does in all 2,146 games of that collection (1,056 end by the rules, and in 860 the last
    word is resign), of which every one is read.
    """
    record = from_sgf(PUBLIC)
    assert (record.reason, record.winner, record.game.size) == ("win", "X", 4)
    with pytest.raises(ValueError, match="RE is B, but after its 7 moves X has won"):
        from_sgf(PUBLIC.replace("RE[B]", "RE[W]"))
    with pytest.raises(ValueError, match="RE is B, but after its 7 moves X has won"):
        from_sgf(PUBLIC.replace("RU[LG]", "GM[havannah]"))
    resigned = from_sgf(PUBLIC.replace("W[A4]", "W[resign]").replace("RE[B]", "RE[W]"))
    assert (resigned.reason, resigned.culprit, resigned.winner) == ("resigned", "X", "O")
    swapped = from_sgf(
        PUBLIC.replace("B[D4];W[A2];B[E4];W[A3];B[F4];W[A4]", "B[swap];W[D4];B[resign]")
    )
    assert swapped.players == {"X": "bea", "O": "will"}
    assert (swapped.reason, swapped.culprit) == ("resigned", "X")
    with pytest.raises(ValueError, match="the game is not named"):
        from_sgf(PUBLIC.replace("http://www.littlegolem.com", "elsewhere"))


def test_what_other_programs_write_is_read():
    """Capitals, blanks, comments, variations, black first, no result: the game itself counts."""
    text = """(;FF[4]GM[Havannah]SZ[5]
      ;W[ a1 ]C[a \\] remark];b[B2]
      (;W[C3](;B[d4]C[end]))(;W[e5];B[e4]))"""
    record = from_sgf(text.replace("b[B2]", "B[B2]"))
    assert record.text("moves") == "A1 B2 C3 D4"
    assert record.reason == "unfinished"
    black = from_sgf("(;GM[4100]SZ[5]PB[first]PW[second];B[a1];W[b2];B[resign])")
    assert black.players == {"X": "first", "O": "second"}
    assert (black.reason, black.culprit) == ("resigned", "X")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1, column 1: the text ends"),
        ("W[a1]", r"line 1, column 1: found W; a game begins with \(;"),
        ("(W[a1])", "line 1, column 2: found W; a node begins with ;"),
        ("(;[a1])", "a property has a name before"),
        (f"{HEAD}\n;W[a1", r"line 2, column 3: a \] is missing"),
        (f"{HEAD};W[a1]", "the text ends"),
        (f"{HEAD};W[a1]) (;W[b2])", "a second game begins"),
        (f"{HEAD}; § W[a1])", "no part of SGF"),
        ("(;FF[4]SZ[5];W[a1])", "the first node: the game is not named"),
        ("(;FF[4]GM[1]SZ[19];B[aa])", "line 1, column 10: the game is 1"),
        ("(;GM[havannah];W[a1])", "the size is missing"),
        ("(;GM[havannah]SZ[1])", "the size is 1; it is the number of cells"),
        ("(;GM[havannah]SZ[5:5])", "the size is 5:5"),
        ("(;GM[havannah]SZ[00050000])", "the size is 00050000"),
        (f"{HEAD}\n;W[a1];W[b2])", r"line 2, column 9: W\[b2\], but it is the turn of B"),
        (f"{HEAD}\n;W[a1];\nB[a1])", r"line 3, column 2: B\[a1\] can't be played: .*A1"),
        (f"{HEAD};W[a9])", "column A runs from A1 to A5"),
        (f"{HEAD};W[a1]B[b2])", "a second move in one node"),
        (f"{HEAD};W[a1][b2])", "a second move in one node"),
        (f"{HEAD};W[pass])", "can't be played"),
        (f"{HEAD};W[a1];B[resign];W[b2])", "after a player has resigned"),
        (f"{HEAD}RE[B+];W[a1];B[resign])", "RE is B.*, but O has resigned"),
        (f"{HEAD};W[swap])", "only after the first stone"),
        (f"{HEAD}RE[B+];W[a1];B[c3];W[a2];B[c4];W[a3];B[c5];W[a4];B[c6];W[a5])", "X has won"),
        (f"{HEAD};W[a1];B[c3];W[a2];B[c4];W[a3];B[c5];W[a4];B[c6];W[a5];B[c7])", "game is over"),
        (f"{HEAD}AW[a1][a2]PL[W];W[a3])", "2 stones of X and 0 of O"),
        (f"{HEAD}AW[a1]PL[Q];W[a3])", "it must be W or B"),
    ],
)
def test_a_wrong_text_is_explained_by_place(text, sentence):
    """What was found, where, and what would have been right."""
    with pytest.raises(ValueError, match=sentence):
        from_sgf(text)


def test_cut_and_changed_texts_never_fail_otherwise():
    """Any cut of a text, and any sign changed, gives a game or a `ValueError`."""
    text, rng = to_sgf(play_game(Havannah(4), scripted("A1 B2 C3 D4"))), Random(3)
    for at in range(len(text) - 2):
        with pytest.raises(ValueError, match="line"):
            from_sgf(text[:at])
    read = 0
    for _ in range(2000):
        at = rng.randrange(len(text))
        changed = text[:at] + rng.choice("()[];\\WB a19%\n") + text[at + rng.randrange(3) :]
        with suppress(ValueError):
            read += isinstance(from_sgf(changed), GameRecord)
    assert 100 < read < 1900


def test_long_texts_take_no_deep_stack():
    """Three thousand variations inside each other are read, and a game of any length."""
    nested = "(;FF[4]GM[havannah]SZ[5];W[a1]" + "(;C[x]" * 3000 + ")" * 3001
    assert from_sgf(nested).text("moves") == "A1"
    remarks = [f"a]\\{number}" for number in range(3000)]
    text = sgf_text([{"C": [remark]} for remark in remarks])
    assert [node["C"][0].text for node in main_line(text)] == remarks


def recorded(*words, code=0, text=""):
    """What `course record` prints."""
    done = course("record", *map(str, words), text=text)
    assert done.code == code, done.err
    return done.err if code else done.out


def test_the_command_shows_the_printed_game():
    """Without a file, as text, as SGF and as moves."""
    assert recorded() == printed_game().text() + "\n"
    assert from_sgf(recorded("--as", "sgf")) == printed_game()
    assert recorded("--as", "moves").split() == PRINTED_GAME.split()


def test_the_command_writes_each_form_of_a_kept_game(tmp_path):
    """JSON to SGF to JSON gives the same bytes; the page holds every board.

    What is written fits the name it gets; what is read is known by what is in it.
    """
    names = "a.json", "a.sgf", "b.json", "a.html", "a.txt"
    kept, sgf, back, page, odd = (tmp_path / name for name in names)
    play_game(Havannah(4), scripted("A1 B2 C3 D4")).save(kept)
    assert recorded(kept, "--as", "sgf", "--to", sgf) == ""
    assert recorded(sgf, "--as", "json", "--to", back) == ""
    assert back.read_bytes() == kept.read_bytes()
    odd.write_bytes(sgf.read_bytes())
    recorded(odd, "--to", page)
    text = page.read_text(encoding="utf-8")
    assert (text[:2], "Move 4 of 4: O plays D4." in text) == ("<!", True)
    recorded(odd, "--as", "moves", "--to", page)
    assert page.read_text(encoding="utf-8").split() == ["A1", "B2", "C3", "D4"]
    text = sgf.read_text(encoding="utf-8")
    assert recorded("-", "--as", "sgf", text=text) == text


def test_variations_that_are_left_out_are_told():
    """The first one is the game; the others are counted, also those in others."""
    text = "(;GM[havannah]SZ[4];W[a1](;B[b2](;W[c1])(;W[c2]))(;B[b3]))"
    said = course("record", "-", "--as", "moves", text=text)
    assert (said.code, said.out.split()) == (0, ["A1", "B2", "C1"])
    assert "has 2 variations beside the game itself" in said.err


@pytest.mark.parametrize(
    ("said", "encoding"),
    [("", "latin-1"), ("", "utf-8"), ("CA[ISO-8859-1]", "latin-1"), ("CA[koi8-r]", "koi8-r")],
)
def test_names_in_other_encodings_are_read(tmp_path, said, encoding):
    """As CA says, or else by what the bytes can be; a word that is no encoding harms nothing."""
    name = "Жук" if encoding == "koi8-r" else "Jérôme"
    file = tmp_path / "game.sgf"
    file.write_bytes(f"(;GM[havannah]{said}SZ[4]PW[{name}];W[a1])".encode(encoding))
    assert GameRecord.from_json(recorded(file, "--as", "json")).players["X"] == name
    assert "Jérôme" in decoded("(;CA[hex]PW[Jérôme])".encode("latin-1"))


@pytest.mark.parametrize(
    ("result", "moves", "reason", "detail"),
    [
        ("W+R", "W[a1];B[b2];W[c1]", "resigned", "O resigned"),
        ("W+T", "W[a1];B[b2];W[c1]", "time", "O lost: took too long"),
        ("W+Time", "W[a1]", "time", "O lost: took too long"),
        ("B+Resign", "W[a1];B[b2];W[c1]", "unfinished", "X resigned, on the turn of O"),
        ("B+R", "W[a1];B[b2];W[c1]", "unfinished", "X resigned, on the turn of O"),
        ("B+", "W[a1];B[b2];W[c1]", "unfinished", "the file says that O has won"),
        ("B+", "W[a1];B[c3]", "resigned", "X resigned"),
        ("W+", "W[a1];B[c3]", "unfinished", "the file says that X has won"),
    ],
)
def test_who_has_given_up_is_told(result, moves, reason, detail):
    """In SGF's words or letters, and also after a move of one's own."""
    record = from_sgf(f"(;GM[havannah]SZ[4]RE[{result}];{moves})")
    assert (record.reason, record.detail) == (reason, detail)


def test_the_command_explains_what_it_cannot_read(tmp_path):
    """A missing file, a damaged one, a game that SGF is not written for: exit code 2."""
    other = tmp_path / "other.json"
    play_game(TicTacToe(), [random_player(Random(1))] * 2).save(other)
    for words in ([tmp_path / "none.json"], ["-"], [other, "--as", "sgf"]):
        assert recorded(*words, code=2, text="(;GM[1])").startswith("course record: ")
