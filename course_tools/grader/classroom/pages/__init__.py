"""Pages made of results: what each student gets to read, and what the instructor reads."""

from course_tools.grader.classroom.pages.writing import (
    Known,
    class_page,
    feedback_page,
    given_in,
    write_pages,
    write_zips,
)

__all__ = ["Known", "class_page", "feedback_page", "given_in", "write_pages", "write_zips"]
