"""nbgrader's own door: its `autograde` and the formgrader's button grade as `course grade` does.

`Sandboxed` serves our course and any other with hidden cases of a teacher's own;
`nbgrader_config.py` names it.
"""

from course_tools.grader.door.sandboxed import Sandboxed

__all__ = ["Sandboxed"]
