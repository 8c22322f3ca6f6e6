"""Each example of a help text is run once, as it stands there."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from console import course

from course_tools.arena.server import web
from course_tools.cli import commands

HERE = ("analyse", "demo", "play")
"""The others read or write the course itself, or a class: their own tests run their examples."""

HOURS = ("three-musketeers --line", "--at 192.0.2.7")
"""Examples that take half a minute and more, or speak to somebody who is not there."""

SECONDS = re.compile(r"gomoku|--gif|--mp4|havannah:size|solver|three-musketeers [.]|connect-four")
"""Examples that are tried in the slow suite only."""


def examples() -> Iterator[object]:
    """Every line of a help text that begins with a command, without its remark."""
    for name in HERE:
        for line in (commands()[name].__doc__ or "").splitlines():
            if line.startswith(f"course {name}"):
                words = shlex.join(shlex.split(re.split(r" {3,}| {2}(?=[a-z])", line)[0]))
                if not any(one in words for one in HOURS):
                    marks = [pytest.mark.slow] if SECONDS.search(words) else []
                    marks += [pytest.mark.needs("ffmpeg")] if "--mp4" in words else []
                    yield pytest.param(words, id=words.replace(" ", "_"), marks=marks)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the help texts name, where no page waits for a browser."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(web.Server, "serve_forever", lambda _, **__: None)
    monkeypatch.setattr("webbrowser.open", lambda _: True)
    monkeypatch.setattr("course_tools.cli._common.COURSE", tmp_path)  # where a hall keeps its votes
    Path("positions.txt").write_text("4455\n112\n", encoding="utf-8")
    Path("boards.txt").write_text(".G..M.GG...MGG..G.M...... guards\n", encoding="utf-8")
    Path("my_search.py").write_text(SEARCH, encoding="utf-8")
    assert course("play", "tic-tac-toe", "--to", "game.json", text="b2\n").code == 0
    return tmp_path


SEARCH = """
def negamax(game, state, depth=9):
    if depth == 0 or game.is_terminal(state):
        return 0, None
    return max((-negamax(game, game.result(state, one), depth - 1)[0], one)
               for one in game.actions(state))
"""


@pytest.mark.parametrize("words", [*examples()])
@pytest.mark.usefixtures("folder")
def test_each_example_of_a_help_text_works(words: str) -> None:
    """As it stands, with the files that it names; a game is left at once."""
    line, _, given = words.removeprefix("course ").partition(" '<' ")
    text = Path(given).read_text(encoding="utf-8") if given else "quit\n"
    done = course(*shlex.split(line), text=text)
    assert done.code == 0, done.err
