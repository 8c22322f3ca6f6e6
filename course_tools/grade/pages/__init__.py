"""Pages made of results: what each student gets to read, and what the instructor reads."""

from course_tools.grade.pages.class_page import Known, class_page
from course_tools.grade.pages.feedback import feedback_page
from course_tools.grade.pages.writing import write_pages

__all__ = ["Known", "class_page", "feedback_page", "write_pages"]
