"""Pages made of results: what each student gets to read, and what the instructor reads."""

from course_lib.grading.pages.class_page import Known, class_page
from course_lib.grading.pages.feedback import feedback_page
from course_lib.grading.pages.writing import write_pages

__all__ = ["Known", "class_page", "feedback_page", "write_pages"]
