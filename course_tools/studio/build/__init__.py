"""From a lesson's source to the notebooks of teachers and students, and to the student edition."""

from course_tools.studio.build.building import (
    Built,
    begin,
    build,
    differences,
    drafts,
    lessons,
    strangers,
)
from course_tools.studio.build.lesson import Lesson, LessonFault, read_lesson
from course_tools.studio.build.renaming import rename

__all__ = [
    "Built",
    "Lesson",
    "LessonFault",
    "begin",
    "build",
    "differences",
    "drafts",
    "lessons",
    "read_lesson",
    "rename",
    "strangers",
]
