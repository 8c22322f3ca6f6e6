"""A league of a whole class: every student's player against the others, each one shut in."""
