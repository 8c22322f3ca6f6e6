"""The search with the careless table, and a position in which its mistake changes the answer."""

from __future__ import annotations

from course_lib.checks.careless import careless_search

__all__ = ["POSITION", "careless_search"]

POSITION = "..OXXO..."
"""Tic-tac-toe, X to move. It stands here, where students do not read: they have to find one."""
