"""Watching a search think: count what it asks, or record it call by call."""

from course_lib.watching.run import watch
from course_lib.watching.trace import Event, SearchTrace, Simulation, TraceNode
from course_lib.watching.watched import OutOfBudget, Watched

__all__ = ["Event", "OutOfBudget", "SearchTrace", "Simulation", "TraceNode", "Watched", "watch"]
