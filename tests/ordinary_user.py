"""Runs a command as nobody, where folders that only root may enter lie on the way to Python."""

import sys
from pathlib import Path


def as_nobody(command: list[str], *needed: Path) -> list[str]:
    """The command that runs this one as nobody; root starts it, and `needed` can be read there."""
    return [*reachable(*needed), "--chdir", "/", *as_user(65534), *command]


def as_user(number: int) -> list[str]:
    """The words before a command that is to run as this user, and in no other group than its."""
    # Nobody else may write into the folder where coverage keeps what was run.
    words = ["setpriv", "--reuid", f"{number}", "--regid", f"{number}", "--clear-groups"]
    return ["env", "--unset=COVERAGE_PROCESS_CONFIG", *words]


def reachable(*needed: Path) -> list[str]:
    """The words of bubblewrap with which everybody can read Python, and what else is `needed`."""
    places = [Path(sys.prefix), Path(sys.base_prefix), *needed]
    closed = {folder for folder in map(_closed, places) if folder is not None}
    words = ["bwrap", "--dev-bind", "/", "/"]
    for folder in sorted(closed):
        words += ["--tmpfs", str(folder)]
    for place in sorted(place for place in places if _closed(place) is not None):
        above = [one for one in reversed(place.parents) if _closed(one) is not None]
        for one in above:
            words += ["--dir", str(one)]
        words += ["--ro-bind", str(place), str(place)]
    return words


def _closed(place: Path) -> Path | None:
    """The first folder on the way to this place that not everybody may enter."""
    way = [*reversed(place.parents), place]
    return next((folder for folder in way if not folder.stat().st_mode & 0o001), None)
