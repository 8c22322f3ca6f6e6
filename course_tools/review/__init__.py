"""Peer review: every game there is, played against a student's minimax."""
