"""Playing outside a notebook: in the terminal, on a page, on a server, and against programs."""
