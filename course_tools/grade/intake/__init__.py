"""What a class has handed in, from a folder or a learning platform's zip, student by student."""

from course_tools.grade.intake.deadlines import Deadlines, Policy, due_time, read_deadlines
from course_tools.grade.intake.intake import Intake, submissions
from course_tools.grade.intake.people import (
    MENTIONS_OTHERS,
    ClassList,
    Student,
    read_class_list,
    safe_id,
)
from course_tools.grade.intake.sorting import OF_EXCHANGE, TIME

__all__ = [
    "MENTIONS_OTHERS",
    "OF_EXCHANGE",
    "TIME",
    "ClassList",
    "Deadlines",
    "Intake",
    "Policy",
    "Student",
    "due_time",
    "read_class_list",
    "read_deadlines",
    "safe_id",
    "submissions",
]
