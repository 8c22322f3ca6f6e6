"""Makes what a release publishes, in dist/release; `make release` calls it.

The student edition as a zip, the students' library as a wheel, the library alone and the grader
alone as wheels, the site as it is now, the notes from CHANGELOG.md, and the checksums of them all.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import course_lib

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "dist" / "release"
VERSION = course_lib.__version__


def main() -> int:
    """0 when everything was made; the first command that fails says why, and ends it."""
    text = notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), VERSION)
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    (OUT / "NOTES.md").write_text(text, encoding="utf-8", newline="\n")
    course("author", "student-edition", str(OUT / f"adversarial-search-{VERSION}.zip"))
    course("author", "student-wheel", str(OUT))
    wheels(OUT)
    course("site", "--lite")
    # A folder named by the version, so that several can lie side by side on a web server.
    site = OUT / f"v{VERSION}"
    shutil.copytree(ROOT / "dist" / "site", site)
    shutil.make_archive(str(OUT / f"site-{VERSION}"), "gztar", OUT, site.name)
    shutil.rmtree(site)
    sums = OUT / "SHA256SUMS"
    sums.write_text(checksums(OUT), encoding="utf-8", newline="\n")
    print(sums.read_text(encoding="utf-8"), end="")
    return 0


def wheels(folder: Path) -> None:
    """Make the library alone and the grader alone."""
    for name in ("core", "grader"):
        words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
        subprocess.run(words, cwd=ROOT / "deploy" / name, check=True)


def notes(changelog: str, version: str) -> str:
    """What the changelog says of this version, without its heading; a line tells of the rest."""
    parts = re.split(r"^## (\S+).*$", changelog, flags=re.MULTILINE)
    said = dict(zip(parts[1::2], parts[2::2], strict=True))
    if version not in said:
        raise SystemExit(f'CHANGELOG.md has no "## {version}": cut it from "Unreleased" first.')
    if said.get("Unreleased", "").strip():
        print(
            'What CHANGELOG.md has under "Unreleased" is in these files and not in NOTES.md: for a'
            " release, make a version of it first.",
            file=sys.stderr,
        )
    return said[version].strip() + "\n"


def checksums(folder: Path) -> str:
    """A line for each file in this folder, as `sha256sum --check` reads them."""
    return "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(folder.iterdir())
        if path.suffix in {".zip", ".whl", ".gz"}
    )


def course(*words: str) -> None:
    """Run this command of the course, and end where it fails."""
    print(f"course {words[0]} {words[1]}", flush=True)
    code = subprocess.run(
        [sys.executable, "-m", "course_tools.cli", *words], check=False
    ).returncode
    if code:
        raise SystemExit(code)


if __name__ == "__main__":
    sys.exit(main())
