"""nbgrader's own door: its `autograde` and the formgrader's button grade as `course grade` does.

`Door` serves any course of nbgrader's, `Sandboxed` is this course's. `nbgrader_config.py` names it.
"""

from course_tools.door.door import Door, Handed
from course_tools.door.sandboxed import Sandboxed

__all__ = ["Door", "Handed", "Sandboxed"]
