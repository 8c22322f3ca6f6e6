"""From a lesson's source to the notebooks of teachers and students, and to the student edition."""

from course_tools.build.building import Built, begin, build, differences, lessons, strangers
from course_tools.build.lesson import Lesson, LessonFault, read_lesson

__all__ = [
    "Built",
    "Lesson",
    "LessonFault",
    "begin",
    "build",
    "differences",
    "lessons",
    "read_lesson",
    "strangers",
]
