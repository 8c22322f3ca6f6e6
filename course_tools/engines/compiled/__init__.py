"""The same answers much sooner: twins of readable code, compiled by numba where it is installed."""
