"""Playing in a terminal, with hints, and matches that a command plays."""
