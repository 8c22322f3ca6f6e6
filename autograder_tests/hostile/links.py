"""Links, pipes and archives in place of a notebook, which lead to what nobody handed in."""

from __future__ import annotations

import io
import stat
import zipfile
from collections.abc import Callable

from nbformat import NotebookNode

from autograder_tests.hostile.making import STUB, Files, Hostile, Link, Target, right, stored
from autograder_tests.submissions import submission

KIND = "links"
NOTHING = "No notebook was handed in"


def _link(name: str, what: str, to: Callable[[Target], str], *told: str) -> Hostile:
    """An attack that hands in a link alone."""
    return Hostile(
        name,
        what,
        KIND,
        lambda _, target: {target.notebook: Link(to(target))},
        student=(NOTHING,),
        instructor=("is a link", *told),
    )


def _honest(edition: NotebookNode) -> bytes:
    return stored(submission(edition, {"player": right("player")}))


def _zip(fill: Callable[[zipfile.ZipFile, bytes, Target], None]) -> Callable[..., Files]:
    """Hands in a zip that this function has filled."""

    def made(edition: NotebookNode, target: Target) -> Files:
        """The zip."""
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            fill(archive, _honest(edition), target)
        return {"all.zip": file.getvalue()}

    return made


def _out_of_the_zip(archive: zipfile.ZipFile, notebook: bytes, target: Target) -> None:
    archive.writestr(target.notebook, notebook)
    for place in ("../", "../../../../", "/", "C:\\", "a/../../"):
        archive.writestr(f"{place}{target.marker}.ipynb", notebook)


def _link_in_the_zip(archive: zipfile.ZipFile, _: bytes, target: Target) -> None:
    member = zipfile.ZipInfo(target.notebook)
    member.create_system = 3
    member.external_attr = (stat.S_IFLNK | 0o777) << 16
    archive.writestr(member, "/etc/passwd")


def _bomb(archive: zipfile.ZipFile, notebook: bytes, target: Target) -> None:
    archive.writestr(target.notebook, notebook)
    archive.writestr("large.ipynb", bytes(330_000_000))


def _many(archive: zipfile.ZipFile, notebook: bytes, target: Target) -> None:
    archive.writestr(target.notebook, notebook)
    for number in range(3_000):
        archive.writestr(f"{number}.txt", b"")


def _zip_in_a_zip(archive: zipfile.ZipFile, notebook: bytes, target: Target) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as within:
        within.writestr(target.notebook, notebook)
    archive.writestr("inner.zip", file.getvalue())


PLAYER = {"player": 1.0}

EVIL = b"open('hostile-was-here', 'w').write('imported')\n"


def _beside(name: str, what: str, beside: dict[str, bytes], *instructor: str) -> Hostile:
    """An attack by files that lie beside the notebook."""
    return Hostile(
        name,
        what,
        "files",
        lambda edition, target: {target.notebook: _honest(edition), **beside},
        earns=PLAYER,
        student=(STUB,),
        instructor=(name, *instructor),
    )


ENTRIES: tuple[Hostile, ...] = (
    _link("link_to_the_system", "Links to the system's passwords.", lambda _: "/etc/passwd"),
    _link(
        "link_to_a_neighbour",
        "Links to what somebody else has handed in.",
        lambda target: f"../{target.neighbour}/{target.notebook}",
    ),
    _link(
        "link_to_the_solution",
        "Links to the author's solution.",
        lambda target: str(target.root / "solutions" / target.lesson / f"{target.lesson}.ipynb"),
    ),
    _link("link_to_itself", "Links to itself.", lambda target: target.notebook),
    _link("link_to_nowhere", "Links to a file that is not there.", lambda _: "/nowhere/at/all"),
    Hostile(
        "link_as_a_folder",
        "Has a folder that leads to a neighbour's.",
        KIND,
        lambda edition, target: {
            "own": Link(f"../{target.neighbour}"),
            target.notebook: _honest(edition),
        },
        earns=PLAYER,
        student=(STUB,),
        instructor=("is a link",),
    ),
    Hostile(
        "same_file_as_a_neighbour",
        "Is one file with a neighbour's, under a second name.",
        KIND,
        lambda edition, target: {
            "copy.ipynb": Link(f"../{target.neighbour}/{target.notebook}", hard=True),
            target.notebook: _honest(edition),
        },
        earns=PLAYER,
        student=(STUB,),
        instructor=("hard link",),
    ),
    Hostile(
        "pipe_as_a_notebook",
        "Is a pipe that nobody writes to, so that reading it never ends.",
        KIND,
        lambda _, target: {target.notebook: None},
        student=(NOTHING,),
        instructor=("is a pipe",),
    ),
    Hostile(
        "folder_as_a_notebook",
        "Is a folder with the name of a notebook.",
        KIND,
        lambda _, target: {f"{target.notebook}/inside.txt": b"nothing"},
        student=(NOTHING,),
        instructor=("Other files are not used",),
    ),
    Hostile(
        "way_out_of_a_zip",
        "Is a zip whose files lie outside of it.",
        KIND,
        _zip(_out_of_the_zip),
        earns=PLAYER,
        student=(STUB,),
        instructor=("leads out of the zip",),
    ),
    Hostile(
        "link_in_a_zip",
        "Is a zip with a link in it.",
        KIND,
        _zip(_link_in_the_zip),
        student=(NOTHING,),
        instructor=("is a link",),
    ),
    Hostile(
        "zip_bomb",
        "Is a small zip of a very large file.",
        KIND,
        _zip(_bomb),
        earns=PLAYER,
        student=(STUB,),
        instructor=("larger than is allowed",),
    ),
    Hostile(
        "zip_of_many",
        "Is a zip of three thousand files.",
        KIND,
        _zip(_many),
        earns=PLAYER,
        student=(STUB,),
        instructor=("were not looked at",),
    ),
    Hostile(
        "zip_in_a_zip",
        "Is a zip in a zip.",
        KIND,
        _zip(_zip_in_a_zip),
        student=(NOTHING,),
        instructor=("is an archive that is not opened",),
    ),
    _beside(
        "own_library",
        "Hands in a course_lib and hidden checks of its own.",
        {
            "course_lib/__init__.py": EVIL,
            "course_lib/checks/__init__.py": EVIL,
            "autograder_tests/__init__.py": EVIL,
        },
        "course_lib of the student's own is not used",
    ),
    _beside(
        "own_settings",
        "Hands in files that Python, pytest, IPython and nbgrader read by themselves.",
        {
            "sitecustomize.py": EVIL,
            "conftest.py": EVIL,
            "nbgrader_config.py": EVIL,
            "ipython_config.py": EVIL,
            ".env": b"PYTHONPATH=.",
        },
        "Code outside of the notebook is not used",
    ),
    _beside(
        "own_results",
        "Hands in a gradebook, results and a timestamp of last year.",
        {
            "gradebook.db": b"SQLite format 3\0",
            "results/01.json": b'{"points": 100}',
            "timestamp.txt": b"1999-01-01 00:00:00 UTC",
        },
        "Other files are not used",
    ),
)
