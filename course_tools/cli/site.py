"""Make the course's web site: lessons, live searches, reference.

course site                  all of it, into dist/site
course site --out folder     somewhere else
course site --stills         faster: run nothing, with pictures in place of live steppers
course site --lite           with the browser edition: lessons to work on, nothing to install

The site is a folder of files for any web server; none of its pages asks another machine for
anything. Making it needs no network, except that the first --lite downloads its parts (28 MB, with
pip and npm), and --lite needs Node.js.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from course_lib.play.progress import patience
from course_tools.cli._common import COURSE

AUDIENCE = "teachers"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may stand after `course site`."""
    parser.add_argument("--out", type=Path, help="the folder to write (default: dist/site)")
    parser.add_argument(
        "--stills", action="store_true", help="run no lesson; pictures instead of steppers"
    )
    parser.add_argument(
        "--lite", action=argparse.BooleanOptionalAction, help="add the browser edition"
    )


def run(arguments: argparse.Namespace) -> int:
    """0 when the site is there and nothing was odd, 1 when Sphinx warned of something."""
    try:
        from course_tools.studio.site.making import make_site
    except ModuleNotFoundError as missing:
        raise ValueError(
            f"a site needs the package {missing.name}, which is not installed here;"
            ' `make setup-all` (or: pip install ".[site]") brings it'
        ) from missing
    out: Path = arguments.out or COURSE / "dist" / "site"
    ours = (out / "lessons" / "00_start_here.html").is_file()  # any site has an index.html
    if out.exists() and any(out.iterdir()) and not ours:
        raise ValueError(f"{out} holds something else; name an empty folder, or a site to replace")
    out.mkdir(parents=True, exist_ok=True)  # where nothing can be written, that is said at once
    with patience(lambda: "The site is being made", longest=300):
        warnings = make_site(COURSE, out, live=not arguments.stills, lite=bool(arguments.lite))
    for line in warnings:
        print(line)
    print(f"Written: {out / 'index.html'}")
    return 1 if warnings else 0
