"""Where students' code runs: a sandbox that makes a fresh session for each notebook."""

from course_tools.grader.sandbox.inside.confine import Limits
from course_tools.grader.sandbox.places import NoIsolation
from course_tools.grader.sandbox.sandbox import FULL, Sandbox
from course_tools.grader.sandbox.session import KILLED, Session

__all__ = ["FULL", "KILLED", "Limits", "NoIsolation", "Sandbox", "Session"]
