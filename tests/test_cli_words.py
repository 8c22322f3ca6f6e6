"""What `course` answers to words that mean nothing, to files that are damaged, and to all else."""

import argparse
import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from console import as_typed, course, ran

import course_lib.play
from course_lib.commands import AUDIENCES, parser_of
from course_lib.play import progress
from course_tools.cli import analyse, commands
from course_tools.grader.classroom import run
from course_tools.grader.league import entrants
from course_tools.studio.lectures import demos

COURSE = [sys.executable, "-m", "course_tools.cli"]

QUICK = {
    "analyse": ["tic-tac-toe", "b2 a1 b1 b3 c3"],
    "author": ["answers", "nosuch"],
    "build": ["--root", "nowhere"],
    "check": ["nowhere.ipynb"],
    "defend": ["--root", "nowhere"],
    "demo": ["minimax"],
    "exam": ["nim.xml", "--kinds", "nim"],
    "export": ["kaggle", "nowhere.py"],
    "grade": ["nowhere"],
    "league": ["nowhere"],
    "new-class": ["2026", "--root", "nowhere"],
    "peer-review": ["nowhere.py"],
    "play": ["tic-tac-toe", "--x", "random", "--o", "random"],
    "sandbox": ["--check"],
    "serve": ["nowhere.toml"],
}
"""Words that a command understands, and is done with at once, if its first example takes longer."""

SLOW = {"doctor", "lab", "site"}  # they ask Jupyter, or start it, or run all lessons

STRANGE = ("", "-1", "0", "nan", "999999999999", "x" * 5000, "no/such/file", ".", "deep", "bytes")
"""Values for options: some are numbers out of range, some files that hold nonsense."""


def tried() -> Iterator[list[str]]:
    """Every option of every command with every strange value, and words in the wrong places."""
    for name, parser in parsers().items():
        words = [name, *quick(name)]
        for value in STRANGE:
            if name != "new-class":  # it would put away a class that is graded here
                yield [name, value]
            yield [*words, value]
        for action in parser._actions:
            if action.option_strings and action.nargs != 0:
                for value in STRANGE:
                    yield [*words, f"{action.option_strings[-1]}={value}"]
        yield [*words, "--nosuch"]
        yield [f"{name[:-1]}x"]


def quick(name: str) -> list[str]:
    """Words that this command is done with at once."""
    if name in QUICK:
        return QUICK[name]
    lines = (commands()[name].__doc__ or "").splitlines()
    [first, *_] = [line for line in lines if line.startswith(f"course {name}")]
    return shlex.split(first.partition("  ")[0])[2:]


def parsers() -> dict[str, argparse.ArgumentParser]:
    """What reads the words of each command that is quick."""
    known = {name: module for name, module in commands().items() if name not in SLOW}
    made = parser_of(known)
    [choices] = [action.choices for action in made._actions if isinstance(action.choices, dict)]
    return choices


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with damaged files, in which commands run."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deep").write_text("[" * 100_000, encoding="utf-8")
    (tmp_path / "bytes").write_bytes(bytes(range(256)) * 40)
    game = {"class": "KInARow", "options": {"rows": 10**9, "columns": 10**9, "length": 3}}
    (tmp_path / "large").write_text(json.dumps({"game": game}), encoding="utf-8")
    return tmp_path


DEAR = [
    (["check", "deep"], "nested too deeply"),
    (["play", "--show", "deep"], "is not the JSON text of"),
    (["play", "tic-tac-toe", "--load", "deep"], "is not the JSON text of"),
    (["play", "--show", "large"], "rows=1000000000 is too large; 50 is the greatest number"),
    (["demo", "alpha-beta", "--serve", "--port", "-1"], "there is no port -1"),
    (["grade", ".", "--class-list", "bytes", "--dry-run"], "should begin with a line of"),
    (["analyse", "connect-four:rows=100000,columns=100000", "1"], "rows=100000 is too large"),
    (["analyse", "tic-tac-toe:size=1000000", ""], "size=1000000 is too large"),
    (["analyse", "havannah:size=99999", "A1"], "size=99999 is too large"),
    (["analyse", "nim:heaps=(3,4,5,99999)"], "heaps=(3, 4, 5, 99999) is too large"),
    (["play", "tic-tac-toe", "--gtp", "--player", "human"], "only programs play so"),
    (["play", "nim", "--gtp"], "GTP is for Havannah and for two players"),
    (["play", "tic-tac-toe", "--games", "3"], "--games goes with --at"),
    (["play", "havannah", "--at", "here", "--to", "x"], "--to and --at do not go together"),
    (["play", "havannah", "--at", "here"], "HOST:PORT, such as 127.0.0.1:4455"),
    (["exam", "x.xml", "--guesses", "--level", "hard"], "--level and --guesses do not go"),
    (["author", "answers", "--form", "pipe"], "--form goes with --report"),
    (["build", "02", "--check", "--again"], "--check and --again do not go together"),
    (["demo", "--html", "x.html"], "which demonstration? course demo lists them"),
    (["play", "--show", "--to", "x.unknown"], "x.unknown should end in .txt, .json, .html"),
    (["play", "--show", "--to", "no/x.html"], "there is no folder"),
    (["author", "student-edition", "no/x.zip"], "there is no folder"),
    (["play", "havannah", "--at", "x:1", "--player", "human"], "only programs play so"),
    (["play", "nim", "--against", f"mcts {'9' * 5000}"], "a whole number from 1 to 1,000,000"),
    (["play", "--show", "--to", "bytes"], "bytes should end in .txt"),
    (["play", "nim", "--show", "deep"], "game and --show do not go together"),
]
"""What once took a computer down, and the sentence that it gets now."""

MOST_MEMORY = 300_000_000

PEAK = """
import resource, subprocess, sys
code = subprocess.call(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows tells nobody how much a process took")
@pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.usefixtures("folder")
def test_whatever_is_written_gets_an_answer_and_takes_little_memory(step: int) -> None:
    """All in one process of their own, so that its peak is an upper bound for each of them."""
    words = [sys.executable, "-c", f"import test_cli_words; test_cli_words.answer_all({step})"]
    places = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    # A new process counts the memory of the one that started it, so a small one does that here.
    done = ran(sys.executable, "-c", PEAK, *words, env={**os.environ, "PYTHONPATH": places})
    assert done.returncode == 0, done.stderr
    unit = 1 if sys.platform == "darwin" else 1024
    assert int(done.stdout.split()[-1]) * unit < MOST_MEMORY


def answer_all(step: int) -> None:
    """An exit code that is documented; where it is 2, a sentence on standard error and no more."""
    lines = list(tried())
    assert len(lines) > 900
    for words in [*lines[::step], *(words for words, _ in DEAR)]:
        done = course(*words)
        assert done.code in {0, 1, 2}, words
        assert "Traceback" not in done.err, words
        if done.code == 2:
            assert done.err.strip(), words


WRONG = {
    "plays": "course: there is no command 'plays' (did you mean play?); course --help",
    "analyze nim": "there is no command 'analyze' (did you mean analyse?)",
    "play tic-tac-toe --seeed 19": "--seeed 19 means nothing here (did you mean --seed?); course",
    "demo --zzz": "--zzz means nothing here; course demo --help lists",
    "--nope": "--nope means nothing here; course --help lists",
    "author": "the following arguments are required: TOOL",
    "play --load .": "course play: . is a folder; name a file",
    "serve nothere.toml": "course serve: there is no file or folder nothere.toml",
    "exam e.pdf": ".html is sheets to print",
    "exam e.html --recall 11": "no short questions belong to a lesson 11",
    "exam e.html --recall 02 --level hard": "--level and --recall do not go together",
    "exam e.html --level nasty": "--level nasty: it is one of easy, usual, hard",
    "exam e.html --variants 0": "--variants 0: from 1 to 500",
    "exam e.html --kinds marking --level easy --variants 500": "there are no more easy problems",
    "demo alhpa --html x.html": "'alhpa' (did you mean alpha-beta?); there are: mini",
    "demo minimax --png no/such/folder/x.png": "there is no folder no/such/folder",
    "demo minimax --png x.png --step 999": "there is no step 999",
    "demo minimax --png x.png --step 'first cut'": "'cut' does not happen here",
    "demo mcts --step 3": "--step goes with --html, --png, --svg or",
    "play": "which game? There are",
    "play chess": "there is no game called 'chess'",
    "play tic-tac-toe --against god": "there is no player called 'god'; there are:",
    "play tic-tac-toe --against random --o random": "--o and --against do not go",
    "play tic-tac-toe --to game.doc": "should end in .txt, .json, .html, .htm",
    "play --load no-such-file.json": "no-such-file.json",
    "analyse three-musketeers MGGGGGGGGGGGGGGGGGGGGGGM": "the board has 24 squares",
    "analyse three-musketeers --most 0": "--most 0: it must be a whole number from 1 up",
    "analyse havannah:size=4": "37 cells are empty, and 30 are the most",
    "analyse havannah:size=3 --most 5": "allow more positions with --most.",
    "analyse connect-four:rows=7": "49 squares are empty, and 42 are the most",
    "analyse connect-four:rows=6,length=5 --most 99": "ConnectFour(length=5) is too large",
    "analyse two-dice --most 5": "more than 5 positions. Play further, or allow more with --most.",
    "analyse two-dice --line": "with dice there is no best line",
    "analyse gomoku --line": "there are 225 moves to choose from, and 60 are the most",
    "analyse gomoku h8": "Gomoku() is too large to be solved from here",
    "analyse kuhn": "only a whole way to play has a value",
    "analyse connect-four:rows ''": "'rows' is not an option of connect-four: write for example",
    "analyse gomoku 'h8 h8'": "move 2, 'h8'",
    "analyse tic-tac-toe:players=XOZ ''": "is for two players",
    "analyse havannah:size=2 --most 9 A1 B2": "B2 means nothing here",
    "analyse havannah:size=3,size=2": "the option size of havannah is given twice",
    "analyse connect-four:size=5": "has no option 'size': write for example connect-four:rows=6",
    "analyse scissors-paper-stone:size=5": "has no option 'size': it has none",
    "peer-review no/such/tictactoe.py": "there is no file no/such/tictactoe.py",
    "peer-review .": ". is a folder; name the files in it",
    "peer-review bytes --seconds 0": "a move needs more than 0",
}
"""Words that bring those that were meant."""


SPLIT = [*DEAR, *((shlex.split(line), sentence) for line, sentence in WRONG.items())]


@pytest.mark.parametrize(
    ("words", "sentence"), SPLIT, ids=[shlex.join(words)[:60] for words, _ in SPLIT]
)
def test_wrong_words_get_a_sentence(words: list[str], sentence: str, folder: Path) -> None:
    """It comes soon, with no error's number, and with the exit code of all that is not done.

    So do files that are nested 100,000 times, boards of a million squares and ports that can't be.
    Nothing is played, written, or printed that a program could take for an answer.
    """
    began, there = time.process_time(), {*folder.iterdir()}
    done = course(*words)
    assert {*folder.iterdir()} == there
    assert done.out == "" or words == ["play"] or words[0] == "exam"  # a list, and a seed
    assert (done.code, sentence in done.err) == (2, True), done.err
    assert "Errno" not in done.err
    assert time.process_time() - began < 20


def test_the_list_of_commands_is_in_groups() -> None:
    """Each stands with its first line where those look for whom it is; `help` is a word, too."""
    shown = course("--help").out
    words = " ".join(shown.split())  # long lines are broken
    for name, module in commands().items():
        assert f"{name} {(module.__doc__ or '').partition(chr(10))[0]}" in words
    places = [shown.index(title) for title in AUDIENCES.values()]
    assert places == sorted(places)
    assert max(map(len, shown.splitlines())) <= 80, "a line for each, on any terminal"
    assert len(commands()) <= 20, "nobody reads a longer list"
    assert places[0] < shown.index("  play ") < places[1] < shown.index("  demo ") < places[2]
    assert places[2] < shown.index("  grade ") < places[3] < shown.index("  build ")
    assert course("help", "play").out == course("play", "--help").out
    assert course("help").out == course().out == shown
    version = course("--version")
    assert (version.code, version.out.partition(" ")[0]) == (0, "course")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_can_complete_every_word(shell: str) -> None:
    """Each command and each long option stands in what the shell is to read."""
    script = course("--completion", shell).out
    for name, parser in parsers().items():
        assert name in script
        for action in parser._actions:
            for option in action.option_strings:
                assert not option.startswith("--") or option.removeprefix("--") in script


@pytest.mark.skipif(os.name == "nt", reason="Windows has other shells")
def test_bash_completes_words(tmp_path: Path) -> None:
    """A command, and an option of a command."""
    script = course("--completion", "bash").out
    for line, at, word in (("course ana", 1, "analyse"), ("course play --aga", 2, "--against")):
        words = " ".join(f"'{one}'" for one in line.split())
        code = f"{script}\nCOMP_WORDS=({words})\nCOMP_CWORD={at}\n_course\necho ${{COMPREPLY[@]}}"
        done = ran("bash", "-c", code, cwd=tmp_path, check=True)
        assert done.stdout.strip() == word


@pytest.mark.programs
@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no endless file")
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["grade", "/dev/zero", "--dry-run"], "/dev/zero is no ordinary file"),
        (["league", "/dev/zero", "--dry-run"], "/dev/zero is no ordinary file"),
        (["grade", ".", "--dry-run", "--class-list", "/dev/zero"], "no class list is that long"),
        (["analyse", "nim", "-"], "a line of 1,000,000 characters and more"),
        (
            ["play", "tic-tac-toe", "--gtp", "--player", "random"],
            "a line of 1,000,000 characters and more",
        ),
        (["play", "nim"], "a line of 1,000,000 characters and more"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_has_no_end_is_not_read_to_its_end(words: list[str], sentence: str) -> None:
    """As an argument, and as standard input; the memory for it is small."""
    with Path("/dev/zero").open("rb") as endless:
        done = subprocess.run(
            ["bash", "-c", 'ulimit -v 3000000 && exec "$@"', "bash", *COURSE, *words],
            check=False,
            stdin=endless,
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert (done.returncode, sentence in done.stderr) == (2, True), done.stderr


DEMO = ["demo", "textbook-tree", "--html", "x.html"]
MATCH = ["play", "tic-tac-toe", "--x", "random", "--o", "random"]


@pytest.mark.parametrize(
    ("words", "slow", "sentence"),
    [
        (["grade", ".", "--dry-run"], (run, "submissions"), "What was handed in is being read"),
        (["league", ".", "--dry-run"], (entrants, "submissions"), "What was handed in is being"),
        (["analyse", "nim", ""], (analyse, "state_of"), "The position is being analysed"),
        (DEMO, (demos, "watch"), "The search runs, and is recorded"),
        (MATCH, (course_lib.play, "play_game"), "X has not moved yet"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_takes_long_says_so(words, slow, sentence, monkeypatch):
    """As with a large class, or while an expert is compiled; here very soon."""
    right = getattr(*slow)

    def slowly(*given, **more):
        time.sleep(0.3)
        return right(*given, **more)

    monkeypatch.setattr(*slow, slowly)
    monkeypatch.setattr(progress, "_SILENCE", 0.01)
    assert sentence in course(*words).err


@pytest.mark.skipif(os.name == "nt", reason="Windows has other shells")
@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("play tic-tac-toe <&-", 0, "Nothing more comes in"),
        ("analyse tic-tac-toe a1 >/dev/full", 2, "course analyse: No space left on device"),
        ("analyse tic-tac-toe a1 --json >&-", 2, "course analyse: standard output is closed"),
        ("play tic-tac-toe --gtp <<< name >&-", 2, "course play: standard output is closed"),
        ("--help | head -1; exit ${PIPESTATUS[0]}", 141, "usage: course"),
    ],
)
def test_closed_and_full_streams_are_no_traceback(
    line: str, code: int, words: str, tmp_path: Path
) -> None:
    """As under cron, on a full disk, and before `head`."""
    if "/dev/full" in line and not Path("/dev/full").exists():
        pytest.skip("this system has no full device")
    script = f"{as_typed(*COURSE)} {line}"
    done = ran("bash", "-c", script, cwd=tmp_path)
    assert done.returncode in {code, 0 if code == 141 else code}
    assert words in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
