"""Playing outside a notebook: in the terminal, on a page, and against other people's programs."""
