"""Where Python and the system lie, and how bubblewrap is told to show them and nothing else."""

from __future__ import annotations

import os
import shutil
import site
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from course_tools.grader.sandbox.inside.confine import HOME

COURSE = "/course"
"""Where a session finds `course_lib`."""

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store")
_SETTINGS = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "fonts", "localtime")
_DEVICES = ("null", "zero", "full", "random", "urandom")
_WRITTEN_TO = ("/tmp", "/dev/shm")  # noqa: S108 - these lead into the session's own folder
_OF_PYTHON = ("bin", "lib", "lib64", "pyvenv.cfg")
_HIDDEN = ("course_lib", "course_tools", "autograder_tests", "solutions")


class NoIsolation(RuntimeError):
    """Students' code can't be sandboxed here; the text says what is missing and how to get it."""


PYTHON = os.path.abspath(sys.executable)  # noqa: PTH100 - a link stays one, as venvs have it
"""The Python of a sandbox, by a path without `..`: not every folder on the way exists in there."""


def bubblewrap() -> str:
    """Where bubblewrap is; `NoIsolation` if it is nowhere."""
    if sys.platform != "linux":
        raise NoIsolation("There is no sandbox for students' code yet.")
    found = shutil.which("bwrap")
    if found is None:
        raise NoIsolation(
            "There is no sandbox for students' code, as bubblewrap is not installed; to get it:"
            " make system, or the package bubblewrap of your Linux."
        )
    return found


def environment(course: str = COURSE, home: str = HOME) -> dict[str, str]:
    """All that the programs inside know of the world outside; `course` may be several folders."""
    temporary = str(Path(home, "tmp"))
    user_packages = [site.getusersitepackages()] if site.ENABLE_USER_SITE else []
    return {
        "COURSE_GRADING": "1",
        "HOME": home,
        "LANG": "C.UTF-8",
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "MPLCONFIGDIR": temporary,
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "PATH": os.pathsep.join([str(Path(PYTHON).parent), "/usr/bin", "/bin"]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": os.pathsep.join([course, *user_packages]),
        "SOURCE_DATE_EPOCH": "315532800",
        "TMPDIR": temporary,
        "USERPROFILE": home,  # what Windows says for HOME
    }


def namespaces() -> list[str]:
    """What bubblewrap separates the zygote from; users other than root need a user namespace."""
    if os.geteuid() == 0:
        rights = ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
        return ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", *rights]
    return ["--unshare-all"]


def system(course: Path) -> list[str]:
    """The words that show the system and Python, to be read only, and hide what may lie there."""
    words = [word for place in map(Path, _SYSTEM) for word in _as_it_is(place)]
    words += ["--dir", "/etc", "--dir", "/dev"]
    for name in _SETTINGS:
        words += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    for name in _DEVICES:
        words += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
    words += ["--proc", "/proc", "--tmpfs", HOME]
    course = course.resolve()
    for name in _WRITTEN_TO:
        # Where Python lies below, the name stays a folder that nobody writes to. Of the course
        # nothing is shown where it lies.
        if not any(place.is_relative_to(name) for place in python_places()):
            words += ["--symlink", f"{HOME}/{Path(name).name}", name]
    outside: list[Path] = []
    within: list[Path] = []
    for place in python_places():
        (within if place.is_relative_to(course) else outside).append(place)
    for place in outside:
        words += shown(place, place)
    # A course that lies among the programs of the system would be seen with them. Where it was
    # installed with pip, its own rooms are hidden below, and not all packages beside them.
    hiding = (*map(Path, _SYSTEM), *outside)
    installed = course in (folder.resolve() for folder in packages())
    if not installed and any(course.is_relative_to(place) for place in hiding):
        words += ["--tmpfs", str(course)]
    for place in within:
        words += shown(place, place)
    for folder in packages():
        for name in _HIDDEN:
            if (folder / name).is_dir():
                words += ["--tmpfs", str(folder / name)]
    return words


def shown(place: Path, where: Path) -> list[str]:
    """The words that show this file or folder there, to be read only."""
    return [*way_to(where), "--ro-bind", str(place), str(where)]


def way_to(place: Path) -> list[str]:
    """The words that make the folders above this place; by itself bubblewrap makes them private."""
    return [word for folder in reversed(place.parents[:-1]) for word in ("--dir", str(folder))]


def python_places() -> list[Path]:
    """The folders in which this Python and its packages lie, beside those of the system."""
    roots = {
        Path(os.path.abspath(root))  # noqa: PTH100 - as above
        for root in (sys.prefix, sys.base_prefix, sys.exec_prefix)
    }
    roots |= {root.resolve() for root in roots}
    found = [root / name for root in sorted(roots) for name in _OF_PYTHON]
    found += packages()
    kept: list[Path] = []
    for place in found:
        before = (*map(Path, _SYSTEM), *kept)
        if place.exists() and not any(place.is_relative_to(other) for other in before):
            kept.append(place)
    return kept


def packages() -> Iterator[Path]:
    """The folders with installed packages."""
    places = [sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    places += site.getsitepackages()
    if site.ENABLE_USER_SITE:
        places.append(site.getusersitepackages())
    yield from (Path(os.path.abspath(place)) for place in dict.fromkeys(places))  # noqa: PTH100 - as above


def _as_it_is(place: Path) -> list[str]:
    """The words that show a folder of the system; many are links to another today."""
    if place.is_symlink():
        return ["--symlink", str(place.readlink()), str(place)]
    return ["--ro-bind", str(place), str(place)] if place.is_dir() else []
