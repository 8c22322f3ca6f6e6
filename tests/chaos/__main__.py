"""A standing saboteur: `make chaos`, or `python tests/chaos [SEED] [SECONDS]` from the root.

Random command lines and damaged files in turn, by seed (else one is drawn, and told). No command
may end in a traceback or by a signal, take a gigabyte, or be silent for five seconds. Files that
showed something are kept in `chaos_cases/`. The exit code is 1 if anything was found.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

import commands
import files
import runner


def main():
    """Try for so many seconds, and say what was found."""
    given = dict(enumerate(sys.argv[1:]))
    seed = int(given.get(0, random.SystemRandom().randrange(10**6)))
    end = time.monotonic() + float(given.get(1, 600))
    rng, findings = random.Random(seed), runner.Findings()
    cli, kept = runner.load(), runner.ROOT / "chaos_cases"
    with tempfile.TemporaryDirectory() as name:
        folder = runner.samples(Path(name))
        known, right = commands.options(cli, folder), files.rights(folder)
        while time.monotonic() < end:
            findings.add(*commands.case(rng, cli, folder, known))
            words, ran = files.case(rng, cli, folder, right)
            if findings.add(words, ran):
                kept.mkdir(exist_ok=True)
                for path in folder.glob("case.*"):
                    path.replace(kept / f"{seed}-{findings.cases}{path.suffix}")
    sys.stdout.write(f"seed {seed}: {findings}\n")
    return 1 if findings.bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
