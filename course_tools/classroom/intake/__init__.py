"""What a class has handed in, from a folder or a learning platform's zip, student by student."""

from course_tools.classroom.intake.deadlines import (
    Deadlines,
    Policy,
    due_time,
    keep_given,
    read_deadlines,
    read_given,
    time_written,
)
from course_tools.classroom.intake.intake import NO_TIME, Intake, submissions
from course_tools.classroom.intake.people import MENTIONS_OTHERS, read_class_list
from course_tools.classroom.intake.sorting import OF_EXCHANGE, TIME

__all__ = [
    "MENTIONS_OTHERS",
    "NO_TIME",
    "OF_EXCHANGE",
    "TIME",
    "Deadlines",
    "Intake",
    "Policy",
    "due_time",
    "keep_given",
    "read_class_list",
    "read_deadlines",
    "read_given",
    "submissions",
    "time_written",
]
