"""Makes the environment ready: `.venv`, the locked packages, and this package itself.

It may be run again at any time. With nothing to do it says nothing and takes a moment; a set-up
that was interrupted is started again. `make setup` calls it; where there is no make, run it with
any Python from 3.11 on: `python .ci/setup.py`.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
UNFINISHED = "unfinished"
PLACES = {
    "": (".venv", ""),
    "bench": (".venv-bench", "benchmarks"),
    "hub": (".venv-hub", "deploy"),
}
"""The environments that can be made, and the folders of their lock files."""


def main(arguments: list[str]) -> int:
    """0 when the environment is ready, 1 when it could not be made; then one line says why."""
    if sys.version_info < OLDEST:
        return sorry(
            f"Python 3.11 or newer is needed, and this is Python {sys.version.split()[0]}."
        )
    if len(arguments) > 1 or not set(arguments) <= PLACES.keys():
        return sorry(
            f"setup.py takes nothing, or one of {[*PLACES][1:]}; it was given {arguments}."
        )
    name, folder = PLACES[arguments[0] if arguments else ""]
    venv, lock = ROOT / name, ROOT / folder / "requirements.lock"
    stamp = venv / "ready"
    if is_ready(venv, stamp, lock):
        return 0
    with alone():
        # Somebody else may have made it while this set-up waited.
        return 0 if is_ready(venv, stamp, lock) else make(venv, stamp, lock)


def make(venv: Path, stamp: Path, lock: Path) -> int:
    """0 when everything was installed into this environment, which is made or mended first."""
    if venv.is_symlink() or (venv.exists() and not venv.is_dir()):
        return sorry(
            f"{venv.name} is a file or a link, where a folder is to be made: move it away."
        )
    if why := no_packages(lock):
        return sorry(f"No package can be fetched, so nothing was done. Is there a network? {why}")
    if read(stamp) == UNFINISHED or (fault := fault_of(venv)):
        fault = "the last set-up was not finished" if read(stamp) == UNFINISHED else fault
        if venv.exists() and (stamp.exists() or not any(venv.iterdir())):
            print(f"Setting up again, because {fault}.")
            shutil.rmtree(venv)
        elif venv.exists():  # somebody else's own
            kept = next(
                one
                for n in range(1, 99)
                if not (one := venv.with_name(f"{venv.name}.{n}")).exists()
            )
            print(f"Setting up again, because {fault}; what was {venv.name} is {kept.name} now.")
            venv.rename(kept)
        venv.mkdir()
        stamp.write_text(UNFINISHED, encoding="utf-8")
        print(f"Making {venv.name} with Python {sys.version.split()[0]}...", flush=True)
        if run(base_python(), "-m", "venv", str(venv), apart=True):
            return sorry(
                "This Python cannot make a virtual environment."
                " On Debian and Ubuntu, install the package python3-venv, then try again."
            )
    stamp.write_text(UNFINISHED, encoding="utf-8")
    print(f"Installing the packages of {lock.name} (a few minutes at first)...", flush=True)
    python = str(python_of(venv))
    pip = (python, "-m", "pip", "--disable-pip-version-check", "--no-input", "install")
    itself = ("--quiet", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    # The hub's is for students: who installs the course in place has its solutions, too.
    of_students = venv.name == PLACES["hub"][0]
    if install(*pip, "--require-hashes", "-r", str(lock)) or (
        not of_students and run(*pip, *itself)
    ):
        return sorry(
            "The packages could not be installed; pip says why above. Is there a network? Try the"
            " same again: what was downloaded is kept."
        )
    # Written last: whatever stops this script before, the next one knows that it did not end.
    stamp.write_text("\n".join([wanted(lock), *packages(venv)]), encoding="utf-8")
    print("Ready.")
    return 0


def wanted(lock: Path) -> str:
    """A digest of all that decides what is installed: the stamp of a finished set-up has it."""
    digest = hashlib.sha256()
    for path in (lock, ROOT / "pyproject.toml"):
        # Newlines differ between systems, and should not count.
        digest.update("\n".join(path.read_text(encoding="utf-8").splitlines()).encode())
    return digest.hexdigest()


def packages(venv: Path) -> list[str]:
    """The packages of this environment with their versions, as their folders are called."""
    places = ("lib/python*/site-packages", "Lib/site-packages")
    return sorted({path.name for place in places for path in venv.glob(f"{place}/*.dist-info")})


def is_ready(venv: Path, stamp: Path, lock: Path) -> bool:
    """Whether nothing is to do: all that the last set-up installed for this lock is there."""
    digest, *installed = read(stamp).splitlines() or [""]
    return digest == wanted(lock) and set(installed) <= set(packages(venv)) and not fault_of(venv)


def fault_of(venv: Path) -> str:
    """Why this environment can't be used, or "" where its Python starts and is new enough."""
    made = re.search(r"-m venv (?:--\S+ )*(.+)", read(venv / "pyvenv.cfg"))
    if made and Path(made[1]).resolve() != venv:
        return f"{venv.name} was moved or copied, and its programs name the old place"
    too_old = f"import sys; sys.exit(7 * (sys.version_info < {OLDEST}))"
    try:
        code = run(str(python_of(venv)), "-c", too_old, quiet=True)
    except OSError:
        code = 1
    if code == 7:
        return f"the Python in {venv.name} is older than 3.11"
    return f"the Python in {venv.name} does not start" if code else ""


def no_packages(lock: Path) -> str:
    """What pip says where it can't get even the first package, or "": asked before any work."""
    first = re.search(r"^[\w.-]+==\S+", read(lock), re.MULTILINE)
    if first is None:
        return ""
    with tempfile.TemporaryDirectory() as folder:
        download = ("download", "--quiet", "--no-deps", "--retries", "0", "--timeout", "5")
        python = (base_python(), "-m", "pip", "--disable-pip-version-check", "--no-input")
        done = subprocess.run(
            (*python, *download, "--dest", folder, first[0]),
            check=False,
            capture_output=True,
            text=True,
        )
    if done.returncode == 0 or "No module named pip" in done.stderr:
        return ""
    return f"pip says: {(done.stderr.strip().splitlines() or ['nothing'])[-1]}"


def install(*command: str) -> int:
    """The exit code of pip; on a terminal a line says what it is at."""
    watched = sys.stdout.isatty()
    if not watched:
        command = (*command, "--quiet")
    # Without a network pip would go on trying for minutes.
    surroundings = {"PIP_RETRIES": "2", "PIP_TIMEOUT": "10", **os.environ}
    output = subprocess.PIPE if watched else None
    with subprocess.Popen(
        command, close_fds=False, stdout=output, env=surroundings, text=True
    ) as pip:
        packages = 0
        for line in pip.stdout or ():
            packages += line.startswith("Collecting ")
            print(f"\r\x1b[K{packages} packages: {line.strip()[:60]}", end="", flush=True)
    print("\r\x1b[K" if watched else "", end="")
    return pip.returncode


def python_of(venv: Path) -> Path:
    """Where this environment keeps its Python."""
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def base_python() -> str:
    """The Python to make environments with: never the one in an environment we may remove."""
    return getattr(sys, "_base_executable", None) or sys.executable


def run(*command: str, quiet: bool = False, apart: bool = False) -> int:
    """The exit code of this command; what runs `apart` does not hear of Ctrl-C, and is ended."""
    output = subprocess.DEVNULL if quiet else None
    # With the open files goes the lock of `alone`: a pip that outlives this script still has it.
    done = subprocess.run(
        command,
        check=False,
        close_fds=False,
        stdout=output,
        stderr=output,
        start_new_session=apart,
    )
    return done.returncode


def read(path: Path) -> str:
    """The text of this file, "" if there is none."""
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        return ""


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Wait until no other set-up is at work in this folder, and keep others waiting meanwhile."""
    try:
        import fcntl  # noqa: PLC0415 - not every system has it
    except ImportError:  # Windows: nobody starts two there, as no make does
        yield
        return
    # A lock on the folder leaves no file behind, and ends with its processes however they end.
    folder = os.open(ROOT, os.O_RDONLY)
    os.set_inheritable(folder, True)
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Another set-up is at work here; waiting for it...", flush=True)
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def sorry(sentence: str) -> int:
    """1, after saying this to the reader."""
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except OSError as error:
        sys.exit(sorry(f"{error.filename or ROOT} can't be written or used: {error.strerror}."))
    except KeyboardInterrupt:
        sys.exit(sorry("Interrupted. Running the same again starts over; downloads are kept."))
