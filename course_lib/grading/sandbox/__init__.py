"""Where students' code runs: a sandbox that makes a fresh session for each notebook."""

from course_lib.grading.sandbox.inside.limits import Limits
from course_lib.grading.sandbox.places import NoIsolation
from course_lib.grading.sandbox.sandbox import Sandbox, isolation
from course_lib.grading.sandbox.session import Session

__all__ = ["Limits", "NoIsolation", "Sandbox", "Session", "isolation"]
