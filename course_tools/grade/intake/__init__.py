"""What a class has handed in, from a folder or a learning platform's zip, student by student."""

from course_tools.grade.intake.class_list import ClassList, Student, read_class_list
from course_tools.grade.intake.intake import Intake, submissions
from course_tools.grade.intake.policy import Policy, due_time

__all__ = [
    "ClassList",
    "Intake",
    "Policy",
    "Student",
    "due_time",
    "read_class_list",
    "submissions",
]
