"""One session by itself, where there is no sandbox: limits, if the system has them, and no more."""

from __future__ import annotations

import json
import os
import sys

from course_lib.checks.session import live_at, make_shell
from course_tools.grade.sandbox.inside.limits import Limits, set_limits


def main() -> None:
    """Serve at what were standard input and output."""
    shell = make_shell()
    reads, writes = os.dup(0), os.dup(1)
    set_limits(Limits(**json.loads(sys.argv[1])))
    live_at(shell, reads, writes)


if __name__ == "__main__":
    main()
