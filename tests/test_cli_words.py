"""What `course` answers to words that mean nothing, and to files that are not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from course_tools.cli import main


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ["play", "tic-tac-toe", "--siez", "19"],
            "nothing here is called --siez 19 (did you mean --size?); course play --help lists",
        ),
        (["demo", "--zzz"], "nothing here is called --zzz; course demo --help lists"),
        (["--nope"], "nothing here is called --nope; course --help lists"),
    ],
)
def test_unknown_words_name_the_help_of_their_command(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A slip in an option brings the option that was meant, and the help that lists it."""
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["play", "--load", "nothere.json"], "course play: there is no file or folder nothere.js"),
        (["play", "--load", "."], "course play: . is a folder, and a file would be right"),
        (["serve", "nothere.toml"], "course serve: there is no file or folder nothere.toml"),
        (["demo", "minimax", "--html", "no/x.html"], "course demo: there is no folder no"),
    ],
)
def test_a_file_that_is_not_there_is_told_in_a_plain_sentence(
    words: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """No error's number, no traceback, and the exit code of all wrong arguments."""
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    said = capsys.readouterr().err
    assert said.startswith(told)
    assert "Errno" not in said
