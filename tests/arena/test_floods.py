"""Whatever floods a class server, its class plays on, and keeps what it was told."""

import os
import sys

import pytest
from console import ran

from benchmarks.flood_server import FLOODS


@pytest.mark.skipif(os.name == "nt", reason="Windows ends a server by force alone")
@pytest.mark.parametrize(
    ("kind", "share"),
    [("+".join(FLOODS), 0.05), *(pytest.param(one, 1, marks=pytest.mark.slow) for one in FLOODS)],
)
def test_a_flood_neither_stops_a_class_nor_loses_anything(kind, share):
    """All kinds at once, a few of each; slow: each kind as large as can come from one computer.

    Games begin and end, a phone votes, notebooks come in, and no turn of the loop computes so long
    that a move would have to wait for it.
    """
    done = ran(sys.executable, "-m", "benchmarks.flood_server", kind, "--share", share)
    assert done.returncode == 0, done.stdout + done.stderr
