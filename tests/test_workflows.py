"""Workflows and forms on GitHub are sound as far as this can be told without GitHub."""

import re
import sys
from pathlib import Path

import pytest
import yaml
from console import ran

import course_lib

ROOT = Path(__file__).resolve().parent.parent
GITHUB = ROOT / ".github"
STUDENTS = ROOT / "deploy" / "student-branch" / ".github" / "workflows"
WORKFLOWS = sorted([*(GITHUB / "workflows").glob("*.yml"), *STUDENTS.glob("*.yml")])


def read(path):
    """What stands in this YAML file."""
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_names_its_actions_by_commit_and_asks_for_no_more_than_it_needs(path):
    """Every action is a commit with its version beside it; permissions and minutes are limited."""
    text, workflow = path.read_text(encoding="utf-8"), read(path)
    lines = re.findall(r"^.*\buses:.*$", text, re.MULTILINE)
    pinned = r" +- uses: [\w.-]+/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+"
    assert [line for line in lines if not re.fullmatch(pinned, line)] == []
    assert len(lines) == sum(
        "uses" in step for job in workflow["jobs"].values() for step in job["steps"]
    )
    assert workflow["permissions"]
    most = 240 if path.stem == "weekly" else 90  # all long tests, one after the other
    assert all(job["timeout-minutes"] <= most for job in workflow["jobs"].values())
    assert workflow[True]  # YAML 1.1 reads the key `on` so


def test_one_commit_for_each_action():
    """No two workflows use different versions of one action."""
    named = re.findall(r"uses: (\S+)@(\S+) # (\S+)", "".join(map(Path.read_text, WORKFLOWS)))
    assert len({name for name, *_ in named}) == len(set(named)) > 3


def test_ci_tests_a_bare_machine_and_a_hostile_folder():
    """One job has no program beside Python and make; one has spaces and an umlaut in its path."""
    jobs = read(GITHUB / "workflows" / "ci.yml")["jobs"]
    installed = jobs["bare"]["steps"][0]["run"].partition("--no-install-recommends ")[2]
    assert set(installed.split()) == {"make", "python3-venv"}
    folder = jobs["folder"]["steps"][0]["with"]["path"]
    assert " " in folder
    assert not folder.isascii()
    assert jobs["folder"]["steps"][-1]["working-directory"] == folder


@pytest.mark.parametrize(
    "path", sorted((GITHUB / "ISSUE_TEMPLATE").glob("*.yml")), ids=lambda path: path.stem
)
def test_a_form_for_issues_has_what_github_asks_of_one(path):
    """A name, a description, and parts of known kinds, each with a name and a label of its own."""
    form = read(path)
    assert form.keys() >= {"name", "description", "body"}
    names = [part["id"] for part in form["body"]]
    assert len(set(names)) == len(names)
    for part in form["body"]:
        assert part["type"] in {"input", "textarea", "dropdown"}
        assert part["attributes"]["label"]
        assert part["type"] != "dropdown" or all(map(str, part["attributes"]["options"]))


def test_dependabot_renews_the_actions():
    """Otherwise what is named by commit would grow old unseen."""
    updates = read(GITHUB / "dependabot.yml")["updates"]
    assert {"github-actions", "pip"} == {each["package-ecosystem"] for each in updates}


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
    assert expected or 'no "## 0.3.0"' in done.stderr


def test_the_changelog_can_be_released():
    """It has a part for this version, short enough to be read, below what is not released yet."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (\S+)", text, re.MULTILINE)
    assert headings[:2] == ["Unreleased", course_lib.__version__]
