"""A release has what it promises; `make lint` reads the workflows."""

import re
import sys
from pathlib import Path

import pytest
from console import ran

import course_lib

ROOT = Path(__file__).resolve().parent.parent


RELEASE = """
import runpy, sys
from pathlib import Path
made = runpy.run_path(sys.argv[1])
print(made["notes"](sys.argv[2], sys.argv[3]), end="")
print(made["checksums"](Path(sys.argv[4])), end="")
"""
CHANGES = "# Changelog\n\n## Unreleased\n\nlater\n\n## 0.2.0 (today)\n\n- new\n\n## 0.1.0\n\nold\n"


@pytest.mark.parametrize(
    ("version", "expected"), [("0.2.0", "- new\n"), ("0.1.0", "old\n"), ("0.3.0", None)]
)
def test_a_release_has_its_notes_and_checksums(tmp_path, version, expected):
    """The notes are the version's part of the changelog; without one there is no release."""
    (tmp_path / "a.zip").write_bytes(b"a")
    (tmp_path / "NOTES.md").write_bytes(b"a")
    script = ROOT / ".ci" / "release.py"
    done = ran(sys.executable, "-c", RELEASE, script, CHANGES, version, tmp_path, cwd=ROOT)
    digest = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
    assert done.stdout == (f"{expected}{digest}  a.zip\n" if expected else "")
    assert ("and not in NOTES.md" if expected else 'no "## 0.3.0"') in done.stderr


def test_the_changelog_can_be_released():
    """It has a part for this version, short enough to be read, below what is not released yet."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (\S+)", text, re.MULTILINE)
    assert headings[:2] == ["Unreleased", course_lib.__version__]
