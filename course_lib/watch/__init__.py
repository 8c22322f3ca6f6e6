"""Watching a search think: count what it asks, or record it call by call."""

from course_lib.watch.run import watch
from course_lib.watch.trace import Event, SearchTrace, Simulation, TraceNode
from course_lib.watch.watched import OutOfBudget, Watched

__all__ = ["Event", "OutOfBudget", "SearchTrace", "Simulation", "TraceNode", "Watched", "watch"]
