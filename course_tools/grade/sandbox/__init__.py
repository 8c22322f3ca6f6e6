"""Where students' code runs: a sandbox that makes a fresh session for each notebook."""

from course_tools.grade.sandbox.inside.limits import Limits
from course_tools.grade.sandbox.places import NoIsolation
from course_tools.grade.sandbox.sandbox import Sandbox, isolation
from course_tools.grade.sandbox.session import Session

__all__ = ["Limits", "NoIsolation", "Sandbox", "Session", "isolation"]
