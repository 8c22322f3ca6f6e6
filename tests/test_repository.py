"""The lists of packages agree, and no file names a registry, a machine or anything else private."""

import contextlib
import io
import pkgutil
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from console import ran

import course_lib
from course_lib.checks.cases import exercises
from course_lib.commands import doctor, parser_of
from course_lib.commands.doctor import numbers
from course_lib.lessons import class_ladder
from course_lib.questions import recalling
from course_tools import cli
from course_tools.arena.server import room
from course_tools.studio.build import drafts
from course_tools.studio.build.first_cell import OPENS, address, cite, course_name
from course_tools.studio.site.lite import TITLE
from course_tools.studio.site.making import SETTINGS

pytestmark = pytest.mark.programs

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCKS = [
    *(ROOT / folder / "requirements.lock" for folder in ("", "benchmarks", "deploy")),
    *(ROOT / ".ci" / name for name in ("lessons.lock", "installer.lock")),
    ROOT / "course_tools/grader/sandbox/wasm/deno.lock",
]


# Written in two parts, so that this file does not name what no file may name.
REGISTRIES = "pypi|.org python|hosted ana|conda.org npm|js. unp|kg.com jsde|livr cdn|js. docker|.io"
REGISTRIES += " ghcr|.io"
NAMED = [re.escape(name.replace("|", "")) for name in REGISTRIES.split()]
PRIVATE = re.compile(
    "|".join([*NAMED, r"file:/" + "/", r"(?<![\w.])/(?:home|root|Users|work|opt|tmp|mnt)/\w"])
)


def files() -> list[Path]:
    """All files of the repository: those git knows, or would if they were added."""
    asked = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    try:
        listed = ran(*asked, cwd=ROOT, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is not a git repository, or git is not installed")
    return [path for name in listed.splitlines() if (path := ROOT / name).is_file()]


def asked_for(requirements: list[str]) -> dict[str, str]:
    """The versions wanted by name: from `nbgrader>=0.9.5`, or with an end, `pytest>=8.3,<9.2`."""
    wanted = r"([\w.-]+)>=([\d.]+(?:,<[\d.]+)?)"
    pairs = [re.fullmatch(wanted, one.partition(";")[0]) for one in requirements]
    assert all(pairs), f"each of these should be a name, >= and a version: {requirements}"
    return {plain(pair[1]): pair[2] for pair in pairs if pair}


def plain(name: str) -> str:
    """A package's name as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(lock: Path) -> dict[str, list[str]]:
    """The exact versions in a lock, by name: several where they differ between systems."""
    pins: dict[str, list[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)==(\S+)", lock.read_text(), re.MULTILINE):
        pins.setdefault(plain(name), []).append(version)
    return pins


EXTRAS = PROJECT["project"]["optional-dependencies"]
RUNTIME = asked_for(PROJECT["project"]["dependencies"])
DEVELOPMENT = asked_for([line for lines in EXTRAS.values() for line in lines])
BENCH = asked_for(PROJECT["dependency-groups"]["bench"])
HUB = asked_for([*PROJECT["dependency-groups"]["hub"], *EXTRAS["lab"], *EXTRAS["plots"]])
LESSONS = asked_for(
    [
        *PROJECT["dependency-groups"]["lessons"],
        *(line for extra in ("lab", "plots", "teach") for line in EXTRAS[extra]),
    ]
)
INSTALLER, SANDBOX = (
    asked_for(PROJECT["dependency-groups"][it]) for it in ("installer", "sandbox")
)


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [
        *zip(
            LOCKS,
            (RUNTIME | DEVELOPMENT, BENCH, RUNTIME | HUB, RUNTIME | LESSONS, INSTALLER, SANDBOX),
            strict=True,
        )
    ],
    ids=["all", "bench", "hub", "lessons", "installer", "sandbox"],
)
def test_a_lock_has_every_package_new_enough(lock: Path, wanted: dict[str, str]) -> None:
    """What pyproject.toml asks for is pinned, in a version that it allows, and has hashes.

    Nothing else stands there, and no address.
    """
    pins = locked(lock)
    assert set(wanted) - set(pins) == set()
    for name, versions in wanted.items():
        least, _, end = versions.partition(",<")
        assert all(numbers(version) >= numbers(least) for version in pins[name]), name
        assert not end or all(numbers(version) < numbers(end) for version in pins[name]), name
    for block in re.split(r"\n(?=\S)", lock.read_text(encoding="utf-8").strip()):
        first, *hashes = block.split(" \\\n")
        assert re.fullmatch(r"[\w.-]+==[\w.]+( ; [^/@]+)?", first), first
        assert hashes, first
        assert all(re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}", one) for one in hashes), first


def test_what_lessons_need_is_a_part_of_everything() -> None:
    """The same versions and hashes as in the large lock, and nothing that only makers need."""
    everything, lessons = (
        {
            first.partition(" ")[0]: sorted(hashes)
            for block in re.split(r"\n(?=\S)", lock.read_text(encoding="utf-8").strip())
            for first, *hashes in [block.split(" \\\n")]
        }
        for lock in (LOCKS[0], LOCKS[3])
    )
    assert lessons.items() <= everything.items()
    theirs = {plain(name.partition("==")[0]) for name in lessons}
    extras = ("cluster", "fast", "site", "dev")
    makers = asked_for([line for extra in extras for line in EXTRAS[extra]])
    # Jupyter and nbgrader ask for these, too; hatchling installs the course itself.
    assert theirs & makers.keys() == {"hatchling", "nbclient", "nbformat", "notebook"}
    assert len(theirs) < 0.75 * len(everything)


def test_environment_yml_asks_for_the_same() -> None:
    """Conda's list is that of pyproject.toml, with the program `dot`, Python and the package."""
    lines = (ROOT / "environment.yml").read_text(encoding="utf-8").splitlines()
    entries = [match[1] for line in lines if (match := re.match(r" +- ([^#\s][^#]*)", line))]
    entries = [entry.strip() for entry in entries if not entry.strip().endswith(":")]
    conda = {"conda-forge", "nodefaults", "pip", "graphviz", "--editable ."}
    assert conda <= set(entries)
    versions = asked_for([entry for entry in entries if entry not in conda])
    assert versions.pop("python") == PROJECT["project"]["requires-python"].removeprefix(">=")
    # Conda calls the program graphviz, and the Python package python-graphviz.
    versions["graphviz"] = versions.pop("python-graphviz")
    assert versions == RUNTIME | DEVELOPMENT


def test_every_place_that_names_the_oldest_python_names_the_same() -> None:
    """The package, the set-up, its shell script, the doctor and the tools agree on 3.11."""
    oldest = PROJECT["project"]["requires-python"].removeprefix(">=")
    assert numbers(oldest) == doctor.OLDEST
    assert f"OLDEST = {numbers(oldest)}" in (ROOT / ".ci" / "setup.py").read_text()
    assert f"sys.version_info < {numbers(oldest)}" in (ROOT / ".ci" / "setup").read_text()
    assert PROJECT["tool"]["mypy"]["python_version"] == oldest
    assert f"--python-version {oldest}" in (ROOT / "Makefile").read_text()


def test_the_installed_version_is_the_one_in_the_source() -> None:
    """`course --version` and `course_lib.__version__` say the same."""
    assert metadata.version("course_lib") == course_lib.__version__


@pytest.mark.parametrize("filled_in", [False, True])
def test_one_file_has_the_addresses_and_the_build_brings_them_everywhere(tmp_path, filled_in):
    """As they are, or filled in: all lessons ask the site for the wheel, and the citation cites."""
    for name in ("solutions", "course_lib"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.ipynb"))
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    if filled_in:
        urls = 'Homepage = "https://course.edu/"\nRepository = "https://github.com/us/it/"'
        text = re.sub(r"(\[project.urls\]\n)(.+\n)+", f"[project.urls]\n{urls}\n", text)
        text = text.replace('name = "Adversarial search"', 'name = "Games"')
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    for name in ("CITATION.cff", "README.md"):
        shutil.copyfile(ROOT / name, tmp_path / name)
    site, repository = (address(text, name) for name in ("Homepage", "Repository"))
    ours = f"# {course_name(text)}\n"
    assert cite(tmp_path) is ((ROOT / "README.md").read_text("utf-8").startswith(ours))
    assert cite(tmp_path)
    assert (
        (tmp_path / "README.md")
        .read_text("utf-8")
        .startswith(
            ours
            + f"\n[Read the course]({site}/index.html), or open lesson 00 in [Colab](" * bool(site)
        )
    )
    cited = yaml.safe_load((tmp_path / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["title"] == f"{course_name(text)}: a course in notebooks"
    assert (cited.get("url", ""), cited.get("repository-code", "")) == (site, repository)
    assert bool(site and repository) >= filled_in
    firsts = [next(cell.part.source for cell in lesson.cells if cell.first)
              for lesson in drafts(tmp_path)]  # fmt: skip
    assert len(firsts) == len([*(ROOT / "solutions").glob("[0-9]*.py")])
    asking = f"{site}/course_lib-{course_lib.__version__}" if site else "Ask your teacher"
    assert all(asking in first for first in firsts)


def test_what_the_package_says_of_itself_is_said_everywhere_alike() -> None:
    """The citation has the same facts, and placeholders of addresses stand in one file alone."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert (cited["version"], cited["license"]) == (course_lib.__version__, project["license"])
    jobs = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))["jobs"]
    tested = {each.rpartition(" ")[2] for each in project["classifiers"] if ":: 3." in each}
    assert set(jobs["linux"]["strategy"]["matrix"]["python"]) == tested
    houses = {each.relative_to(ROOT / "tests").parts[:-1]
              for each in (ROOT / "tests").rglob("test_*.py")}  # fmt: skip
    parts = {folders[folders[:1] == ("browser",)] if folders else "rest" for folders in houses}
    assert {*jobs["linux"]["strategy"]["matrix"]["part"]} == parts
    systems = jobs["elsewhere"]["strategy"]["matrix"]["system"]
    assert {"macos-latest", "windows-latest"} == set(systems)
    texts = {path.name: path.read_text(encoding="utf-8", errors="replace") for path in files()}
    naming, promising = (
        {name for name, text in texts.items() if words in text}
        for words in ("example.org/" + "adv", "pip install course" + "_lib")
    )
    assert naming <= {"pyproject.toml"}
    name = course_name((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    page = (ROOT / "course_tools/studio/site/pages/index.md").read_text(encoding="utf-8")
    assert {SETTINGS["project"], SETTINGS["html_title"], TITLE} == {name}
    assert page.startswith(f"# {name}\n")
    assert promising == {"CONTRIBUTING.md"}


def test_no_file_names_a_registry_or_a_place_on_somebodys_machine() -> None:
    """What is handed out says nothing of the machine on which it was written."""
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for path in files()
        if path.suffix not in {".png", ".gif", ".db", ".ttf"}
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if PRIVATE.search(line)
    ]
    assert found == []


def test_a_registry_or_a_place_on_a_machine_is_found() -> None:
    """The pattern finds what it is there for, and leaves a path alone that every system has."""
    for line in (
        *(name.replace("|", "") for name in REGISTRIES.split()),
        "see " + "file:/" + "//x",
        'sys.path.append("' + "/home" + '/ann/course")',
    ):
        assert PRIVATE.search(line)
    for line in ("#!/usr/bin/env python", "a/home/b", "../work/x", "1/2", "/bin"):
        assert not PRIVATE.search(line)


PAGES = [
    *("README.md", "CONTRIBUTING.md", "SECURITY.md", "course_tools/arena/server/PROTOCOL.md"),
    *("autograder_tests/README.md", "autograder_tests/hostile/README.md", "benchmarks/README.md"),
]

PATH = re.compile(r"[\w.-]*(?:/[\w.-]*)+|[\w-]+\.(?:py|js|json|md|toml|lock|yml)")
MODULE = re.compile(r"\b(?:course_lib|course_tools|autograder_tests|benchmarks)(?:\.[a-z]\w+)+")

NOT_HERE = re.compile(
    r"NN|\bname(_answers)?\.|^(grading|dist|submitted|path|\.venv)\b|^/|^text/html$"
    r"|^(tictactoe\.py|game\.json|havannah\.toml|course\.toml)$"
)
"""What stands for any lesson or file, and what lies on the reader's computer."""


def named_in_vain(text: str) -> list[str]:
    """The paths, modules, `make` targets and commands that this page names and nobody has."""
    known = {path.relative_to(ROOT).as_posix() for path in files()}
    known |= {parent.as_posix() for name in known for parent in Path(name).parents}
    block = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
    fenced, spans = block.findall(text), re.findall(r"`([^`\n]+)`", block.sub("", text))
    paths = [word for span in spans for word in span.split() if PATH.fullmatch(word)]
    paths += re.findall(r"\]\(([^)#:]+)\)", text)
    called = "\n".join([*spans, *fenced])
    rows = re.findall(r"^([a-z][a-z -]*):(?!=)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    targets = " ".join(rows).split()
    places = [path for path in paths if not NOT_HERE.search(path)]
    ends = tuple(f"/{name}" for name in known)
    return [
        *(
            path
            for path in places
            if not any(end.endswith(f"/{path.removeprefix('../').rstrip('/')}") for end in ends)
        ),
        *sorted(set(re.findall(r"\bmake ([a-z][a-z-]+)", called)) - set(targets)),
        *sorted(set(re.findall(r"\bcourse ([a-z][a-z-]+)", called)) - set(cli.commands())),
        *(module for module in MODULE.findall(text) if not is_there(module)),
    ]


GUIDES = [
    *("README.md", "CONTRIBUTING.md", "SECURITY.md", "benchmarks/README.md"),
    *(
        path.relative_to(ROOT).as_posix()
        for folder in ("autograder_tests", "course_lib", "course_tools", "deploy")
        for path in sorted((ROOT / folder).rglob("*.md"))
    ),
    *(f"course_tools/cli/week/{name}.txt" for name in ("README", "assistants", "defend", "plan")),
    *(f"{command.__name__.replace('.', '/')}.py" for command in cli.commands().values()),
]
"""What people read: pages, what lies in a week's folder, and what each command says of itself."""


def refused(text: str) -> list[str]:
    """The whole commands in this page that `course` would not take, or that lead nowhere."""
    taken = {path.name[:2] for path in (ROOT / "solutions").glob("[0-9]*.py")}
    parser, found = parser_of(cli.commands()), []
    here = r"(?:\.venv/bin/)?(course "
    for line in re.findall(rf"^(?:\$ )?{here}.+)$|`{here}[^`\n]+)`", text, re.MULTILINE):
        command = re.split(r"\s{2,}|\s[|&>#]", "".join(line))[0]
        words, said = shlex.split(command)[1:], io.StringIO()
        if not words or words[0] == "COMMAND":
            continue
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
            try:
                read, more = parser.parse_known_args(words)
                wrong = bool(more) and "more" not in read
            except SystemExit as end:  # a sentence may name a command without all its words
                wrong = bool(end.code) and not re.search(r"required|expected", said.getvalue())
        begins = words[:2] == ["build", "new"] and len(words) != 4
        if wrong or (begins and "".join(words[2:3])[:2] in taken):
            found.append(command)
    return found


@pytest.mark.parametrize("page", GUIDES)
def test_each_command_that_a_page_names_is_taken(page: str) -> None:
    """With its options as they stand there; a new lesson has a number that is free."""
    assert refused((ROOT / page).read_text(encoding="utf-8")) == []


def test_a_command_that_is_not_taken_is_found() -> None:
    """An option or command nobody has, a word too many, the number of a lesson that is there."""
    text = (
        "`course grade --nosuch` `course grde .`\ncourse doctor now  # x\n"
        "`course build new 09_topic first second`\n.venv/bin/course doctor now it says"
    )
    assert len(refused(text)) == 5


def test_what_the_changelog_calls_new_is_taken_and_said_once() -> None:
    """No line stands twice, under two headings, and nothing that has left is told as new."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").partition("\n## 0.1.0")[0]
    assert refused(text.partition("### Removed")[0]) == []
    lines = [line for line in text.splitlines() if line]
    assert [line for line in lines if lines.count(line) > 1] == []


def is_there(name: str) -> bool:
    """Whether this module, or this name in a module, can be imported."""
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_names_is_there(page: str) -> None:
    """Every path, module, target and command named in the pages for people exists."""
    assert named_in_vain((ROOT / page).read_text(encoding="utf-8")) == []


def test_what_is_not_there_is_found() -> None:
    """Something of each kind that nobody has is named; the changelog names no such module."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert [module for module in MODULE.findall(text) if not is_there(module)] == []
    text = "`course_lib/gone.py` `gone.py` `make gone` `course gone` course_lib.gone [x](gone.md)"
    found = ["course_lib/gone.py", "gone.py", "gone.md", "gone", "gone", "course_lib.gone"]
    assert named_in_vain(text) == found


WORDS = {3: "three", 4: "four", 6: "six", 7: "seven", 10: "ten"}
"""Numbers as pages write them."""


def counted() -> Iterator[tuple[str, str]]:
    """Sentences of pages and lessons that hold a number of the course, counted now."""
    for number in ("01_state_representation", "02_minimax"):
        text = (ROOT / f"solutions/{number}.py").read_text(encoding="utf-8")
        starts = ("# %% exercise=", r"# # \w+ sitting\b")
        many = [len(re.findall(f"^{each}", text, re.MULTILINE)) for each in starts]
        words = "There are {} exercises in {} sittings"
        yield f"solutions/{number}.py", words.format(*(WORDS.get(one, one) for one in many))
    for page, sentence in (
        ("server", f"Each click plays {WORDS.get(class_ladder.GAMES)} games"),
        ("room", f"up to {room.NEW_A_MINUTE} notebooks a minute from one address"),
        ("room", f"It keeps {room.MOST:,} notebooks"),
        ("what_stays", f"opens with {WORDS.get(recalling.QUESTIONS)} short questions"),
        ("what_stays", f"of {len([*exercises()])} exercises"),
    ):
        yield f"course_tools/studio/site/pages/{page}.md", sentence


@pytest.mark.parametrize(("page", "sentence"), [*counted()])
def test_what_a_page_counts_is_so_many(page: str, sentence: str) -> None:
    """Exercises, sittings, games and bounds: whoever adds one finds the page that says how many."""
    assert sentence in (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize(("page", "most"), [("CONTRIBUTING.md", 3_000), ("README.md", 900)])
def test_the_first_pages_stay_short(page: str, most: int) -> None:
    """What is new there has to replace something; links to an address count for nothing."""
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    links = OPENS.partition("(")[0]
    assert sum(len(line.split()) for line in lines if not line.startswith(links)) <= most


NOBODY = {"id": "echo 1000", "sudo": "exit 1", "dnf": "echo called"}
ROOTS = {"id": "echo 0", "chromium": "", "apt-get": 'echo "apt-get $*"'}
PROGRAMS = [
    (dict.fromkeys(("chromium", "dot", "bwrap", "firefox", "apt-get"), "echo called"), "", 0, ""),
    (ROOTS, "", 0, "apt-get install -y --no-install-recommends graphviz bubblewrap"),
    (NOBODY, "", 0, "sudo dnf install -y chromium graphviz bubblewrap firefox"),
    ({"id": "echo 1000"}, "true", 1, "Still missing"),
]
"""Programs that only pretend, whether it is CI, and what `make system` makes of them."""


@pytest.mark.skipif(sys.platform == "win32", reason="these are scripts of a Unix shell")
class TestSystem:
    """`make system`, with programs that only pretend."""

    @pytest.mark.parametrize(("programs", "ci", "code", "said"), PROGRAMS)
    def test_system_installs_what_is_missing_or_says_how(self, tmp_path, programs, ci, code, said):
        """With everything there, nothing; an administrator gets it, others a command.

        In CI, what stays missing is a failure.
        """
        for name, script in programs.items():
            pretend(tmp_path, name, script)
        done = run(ROOT / ".ci" / "system", tmp_path, CI=ci)
        assert done.returncode == code
        assert said in done.stdout
        assert "called" not in done.stdout
        assert said or done.stdout + done.stderr == ""

    def test_ci_run_goes_through_all_and_ends_where_one_fails(self, tmp_path: Path) -> None:
        """Tests with and without the programs; no failure is swallowed."""
        every = ["system", "ledger", "test", "test-bare", "test-newest"]
        for done, failing in enumerate([*every, "none"], start=1):
            folder = tmp_path / failing
            folder.mkdir()
            pretend(folder, "make", f'echo "$* $CI"; [ "$1" != {failing} ]')
            ended = run(ROOT / ".ci" / "run", folder)
            assert ended.stdout.splitlines() == [f"{one} true" for one in every[:done]]
            assert (ended.returncode == 0) is (failing == "none")
        parts = {"grader": [], "rest": every[3:]}
        for part, more in parts.items():
            ended = run(ROOT / ".ci" / "run", folder, part)
            assert ended.stdout.split()[::2] == [*every[:2], f"test-{part}", *more]


@pytest.mark.parametrize(("ci", "ended"), [("", pytest.skip), ("true", pytest.fail)])
def test_what_needs_a_missing_program_is_left_out_and_in_ci_it_fails(
    request, monkeypatch, ci, ended
):
    """A line of both says what is missing."""
    rules = request.config.pluginmanager.get_plugin(str(ROOT / "tests" / "conftest.py"))
    monkeypatch.setattr(rules, "unusable", "{} is not there".format)
    monkeypatch.setenv("CI", ci)
    config = SimpleNamespace(getoption=lambda name: False)
    needy = SimpleNamespace(iter_markers=lambda name: [pytest.mark.needs("dot")], config=config)
    with pytest.raises(ended.Exception, match="dot is not there"):
        rules.pytest_runtest_setup(needy)


def test_git_leaves_out_whatever_has_names_or_grades() -> None:
    """All of it stays in grading/, where nbgrader finds it too (`test_scores.py`)."""
    assert "/grading/" in (ROOT / ".gitignore").read_text().splitlines()


def pretend(folder: Path, name: str, script: str) -> None:
    """Put a program with this name into a folder; what it does is a line of shell."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def run(
    script: Path, folder: Path, *words: str, **variables: str
) -> subprocess.CompletedProcess[str]:
    """What this script says and how it ends, with the programs of this folder and few others."""
    pretend(folder, "uname", "echo Linux")
    for name in ("sh", "dirname"):
        place = shutil.which(name)
        assert place
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(place)
    return ran("sh", str(script), *words, env={"PATH": str(folder), **variables})
