"""A league of a whole class: every student's player against the others, each in a sandbox."""
