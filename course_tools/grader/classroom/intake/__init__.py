"""What a class has handed in, from a folder or a learning platform's zip, student by student."""

from course_tools.grader.classroom.intake.deadlines import (
    Deadlines,
    Policy,
    due_time,
    read_deadlines,
    time_written,
)
from course_tools.grader.classroom.intake.intake import NO_TIME, Intake, submissions
from course_tools.grader.classroom.intake.people import read_class_list
from course_tools.grader.classroom.intake.register import read_register, write_register
from course_tools.grader.classroom.intake.sorting import OF_EXCHANGE, TIME

__all__ = [
    "NO_TIME",
    "OF_EXCHANGE",
    "TIME",
    "Deadlines",
    "Intake",
    "Policy",
    "due_time",
    "read_class_list",
    "read_deadlines",
    "read_register",
    "submissions",
    "time_written",
    "write_register",
]
