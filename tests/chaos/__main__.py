"""A standing saboteur: `make chaos`, or `python tests/chaos [SEED] [SECONDS] [CASES]`.

In turn, by seed (else one is drawn, and told), for ten minutes or so many cases: a class server and
a grader killed inside their work, after which all that they have told must be there; a command
line, mostly a valid one with something changed; a damaged file. Three in ten of these have a full
disk, few descriptors, or a clock that jumps. No command may end in a traceback or by a signal, take
a gigabyte, be silent for five seconds, or remove a file. What is new is told at once, and Ctrl-C or
SIGTERM ends it early, with its summary; the exit code is 1 if anything was found. Files that showed
something are kept in `chaos_cases/`.
"""

from __future__ import annotations

import contextlib
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

import commands
import files
import kills
import runner


def main():
    """Try for so long, and say what was found."""
    given = dict(enumerate(sys.argv[1:]))
    seed = int(given.get(0, random.SystemRandom().randrange(10**6)))
    end = time.monotonic() + float(given.get(1, 600))
    most = int(given.get(2, 10**9))
    rng, findings = random.Random(seed), runner.Findings()
    for one in (signal.SIGINT, signal.SIGTERM):  # a shell lets what it puts aside ignore the first
        signal.signal(one, signal.default_int_handler)
    killed: tuple = ()
    cli, kept = runner.load(), runner.ROOT / "chaos_cases"
    with tempfile.TemporaryDirectory() as name, contextlib.suppress(KeyboardInterrupt):
        folder = runner.samples(Path(name, "class"))
        contents = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        known, right = commands.options(cli, folder), files.rights(folder)
        killed = kills.ServedClass(folder.with_name("served")), kills.GradedClass(folder.parent)
        while time.monotonic() < end and findings.cases < most:
            for one in killed:
                findings.lost(one.kill(rng))
            findings.add(*commands.case(rng, cli, folder, known))
            words, ran = files.case(rng, cli, folder, right)
            if findings.add(words, ran):
                kept.mkdir(exist_ok=True)
                for path in folder.glob("case.*"):
                    path.replace(kept / f"{seed}-{findings.cases}{path.suffix}")
            for path, content in contents.items():
                if not path.exists():
                    path.write_bytes(content)
    sys.stdout.write(f"seed {seed}: {findings}\n")
    sys.stdout.writelines(f"{one}\n" for one in killed)
    return 1 if findings.bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
