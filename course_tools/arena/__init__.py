"""Playing outside a notebook: in the terminal, on a server, and against programs."""
