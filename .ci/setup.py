"""Makes the environment ready: `.venv`, the locked packages, and this package itself.

`setup.py` installs what lessons need, `setup.py all` what the tests need, too. Either may be run
again at any time. With nothing to do it says nothing and takes a moment; a set-up that was
interrupted is started again. `make setup` calls it; where there is no make, any Python from 3.11
on can run it.
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
from pathlib import Path, PurePath

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
UNFINISHED = "unfinished"
LESSONS = ".ci/lessons.lock"
PLACES = {
    "": (".venv", LESSONS, "requirements.lock"),
    "all": (".venv", "requirements.lock"),
    "bench": (".venv-bench", "benchmarks/requirements.lock"),
    "hub": (".venv-hub", "deploy/requirements.lock"),
    "newest": (".venv-newest", "requirements.lock"),
}
"""What can be set up: its environment, the lock of its packages, and one that has them and more."""

LONGEST = 160
"""So many characters has the longest path of a file below `.venv` on Windows; a test counts."""
LIMIT = 259
"""So long may a path be on Windows, where long paths are not switched on."""

PATIENCE = {"PIP_RETRIES": "2", "PIP_TIMEOUT": "10"}
"""Without a network pip would go on trying for minutes."""


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
    name, *locks = PLACES[arguments[0] if arguments else ""]
    venv, stamp = ROOT / name, ROOT / name / "ready"
    # The student edition has no other lock than that of its lessons.
    locks = [lock for lock in locks if (ROOT / lock).exists()]
    if is_ready(venv, stamp, locks):
        return 0
    with alone():
        # Somebody else may have made it while this set-up waited.
        return 0 if is_ready(venv, stamp, locks) else make(venv, stamp, locks)


def make(venv: Path, stamp: Path, locks: list[str]) -> int:
    """0 when the packages of a lock are installed here; the environment is made or mended first."""
    if venv.is_symlink() or (venv.exists() and not venv.is_dir()):
        return sorry(
            f"{venv.name} is a file or a link, where a folder is to be made: move it away."
        )
    if not has_long_paths() and (spare := spare_letters(venv)) < 0:
        place = str(venv.parent)
        return sorry(
            f"The name of this folder is too long for Windows: {place} has {len(place)} letters,"
            f" and {len(place) + spare} is the most. Move it, such as to C:\\course, and start"
            " again there."
        )
    # Whoever has the larger set keeps it: nothing is removed here.
    _, before, _ = contents(stamp)
    lock = ROOT / (before if before in locks else locks[0])
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
    if not (by_uv(venv, lock) or by_pip(venv, lock)):
        return sorry(
            "The packages could not be installed; pip says why above. Is there a network? Try the"
            " same again: what was downloaded is kept."
        )
    # Written last: whatever stops this script before, the next one knows that it did not end.
    name = lock.relative_to(ROOT).as_posix()
    stamp.write_text("\n".join([f"{wanted(lock)} {name}", *packages(venv)]), encoding="utf-8")
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


def contents(stamp: Path) -> tuple[str, str, list[str]]:
    """What the last set-up wrote down: a digest, the name of its lock, and all packages."""
    first, *installed = read(stamp).splitlines() or [""]
    digest, _, lock = first.partition(" ")
    return digest, lock, installed


def is_ready(venv: Path, stamp: Path, locks: list[str]) -> bool:
    """Whether nothing is to do: all that the last set-up installed for one of these is there."""
    digest, lock, installed = contents(stamp)
    return (
        lock in locks
        and digest == wanted(ROOT / lock)
        and set(installed) <= set(packages(venv))
        and not fault_of(venv)
    )


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


def spare_letters(venv: PurePath) -> int:
    """How much longer the name of this folder might be on Windows; below 0 it is too long."""
    return LIMIT - LONGEST - len(f"{venv}\\")


def has_long_paths() -> bool:
    """Whether paths may be of any length, as everywhere but on a Windows that was not told so."""
    if sys.platform != "win32":
        return True
    import winreg  # noqa: PLC0415 - other systems do not have it

    place = r"SYSTEM\CurrentControlSet\Control\FileSystem"
    try:
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, place) as key:
            return bool(winreg.QueryValueEx(key, "LongPathsEnabled")[0])
    except FileNotFoundError:  # it was never told anything
        return False


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


def by_uv(venv: Path, lock: Path) -> bool:
    """Whether uv installed everything: the one of this machine, or one that pip fetches for it.

    It takes seconds where pip takes minutes. Where it can't be had, pip does the same.
    """
    with tempfile.TemporaryDirectory(dir=venv) as folder:
        uv = shutil.which("uv") or fetched_uv(venv, folder)
        if uv is None:
            return False
        print(f"Installing {number_of(lock)} packages with uv...", flush=True)
        install = (uv, "pip", "install", "--python", str(python_of(venv)))
        quiet = () if sys.stdout.isatty() else ("--quiet",)
        compiled = ("--compile-bytecode",) if compiles(lock) else ()
        told = settings_for_uv(venv)
        try:
            done = all(
                run(*install, *quiet, *words, told=told) == 0
                for words in ((*compiled, *from_lock(lock)), *itself(venv))
            )
        except OSError as error:
            print(f"{uv} does not start: {error.strerror}.")
            done = False
    if not done:
        print("uv could not install them, so pip tries.")
    return done


def fetched_uv(venv: Path, folder: str) -> str | None:
    """The uv that pip put into this folder, from where packages come from; `None` without one."""
    lock = ROOT / ".ci" / "installer.lock"
    words = ("--quiet", "--no-deps", "--only-binary", ":all:", "--target", folder)
    run(*pip_of(venv), "install", *words, *from_lock(lock), quiet=True, told=PATIENCE)
    return shutil.which("uv", path=os.pathsep.join(f"{folder}/{one}" for one in ("bin", "Scripts")))


def settings_for_uv(venv: Path) -> dict[str, str]:
    """The mirror that pip was told of, if any, and the system's certificates: uv reads no pip.conf.

    Where that is not enough for uv, it says so, and pip does the same with all its settings.
    """
    listed = subprocess.run(
        (*pip_of(venv), "config", "list"), check=False, capture_output=True, text=True
    ).stdout
    mirrors = re.findall(r"^(?:global|install|:env:)\.index-url='(.+)'$", listed, re.MULTILINE)
    told = {"UV_SYSTEM_CERTS": "true"}
    if mirrors:
        told["UV_DEFAULT_INDEX"] = mirrors[-1]  # the later, the stronger
    return told


def by_pip(venv: Path, lock: Path) -> bool:
    """Whether pip installed everything."""
    print(f"Installing {number_of(lock)} packages with pip (some minutes)...", flush=True)
    install = (*pip_of(venv), "install")
    compiled = () if compiles(lock) else ("--no-compile",)
    return watched(*install, *compiled, *from_lock(lock)) == 0 and all(
        run(*install, "--quiet", *words) == 0 for words in itself(venv)
    )


def from_lock(lock: Path) -> tuple[str, ...]:
    """The words for pip, and for uv, that install these packages and no others."""
    return ("--require-hashes", "-r", str(lock))


def itself(venv: Path) -> list[tuple[str, ...]]:
    """The words that install the course in place; none in the hub's environment.

    That one is for students: who installs the course in place has its solutions, too.
    """
    words = ("--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    return [] if venv.name == PLACES["hub"][0] else [words]


def compiles(lock: Path) -> bool:
    """Whether all modules are compiled at once; lessons use few, and those are at their first use.

    That saves a reader 100 MB. The others are not always run by somebody who may write here.
    """
    return lock != ROOT / LESSONS and (ROOT / LESSONS).exists()


def number_of(lock: Path) -> int:
    """How many packages a lock names, those for other systems among them."""
    return len(re.findall(r"^[\w.-]+==", read(lock), re.MULTILINE))


def pip_of(venv: Path) -> tuple[str, ...]:
    """The words that start the pip of this environment."""
    return (str(python_of(venv)), "-m", "pip", "--disable-pip-version-check", "--no-input")


def watched(*command: str) -> int:
    """The exit code of pip; on a terminal a line says what it is at."""
    on_terminal = sys.stdout.isatty()
    if not on_terminal:
        command = (*command, "--quiet")
    output = subprocess.PIPE if on_terminal else None
    with subprocess.Popen(
        command, close_fds=False, stdout=output, env={**PATIENCE, **os.environ}, text=True
    ) as pip:
        packages = 0
        for line in pip.stdout or ():
            packages += line.startswith("Collecting ")
            print(f"\r\x1b[K{packages} packages: {line.strip()[:60]}", end="", flush=True)
    print("\r\x1b[K" if on_terminal else "", end="")
    return pip.returncode


def python_of(venv: Path) -> Path:
    """Where this environment keeps its Python."""
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def base_python() -> str:
    """The Python to make environments with: never the one in an environment we may remove."""
    return getattr(sys, "_base_executable", None) or sys.executable


def run(
    *command: str, quiet: bool = False, apart: bool = False, told: dict[str, str] | None = None
) -> int:
    """The exit code of this command; what runs `apart` does not hear of Ctrl-C, and is ended.

    It is told these variables, where the reader's own do not say otherwise.
    """
    output = subprocess.DEVNULL if quiet else None
    # With the open files goes the lock of `alone`: a pip that outlives this script still has it.
    done = subprocess.run(
        command,
        check=False,
        close_fds=False,
        stdout=output,
        stderr=output,
        env={**(told or {}), **os.environ},
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
