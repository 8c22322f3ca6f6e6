"""The settings of nbgrader: which folder is which, and where grading keeps what it makes."""

from pathlib import Path

HERE = Path(__file__).resolve().parent
GRADING = HERE / "grading"

# nbgrader opens its database before it makes any folder.
GRADING.mkdir(exist_ok=True)

c = get_config()  # noqa: F821 - nbgrader provides it when it reads this file

c.CourseDirectory.course_id = "adversarial-search"
c.CourseDirectory.root = str(HERE)

# What people write, and what students get.
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "notebooks"

# What grading makes holds names and grades: git ignores this folder.
c.CourseDirectory.submitted_directory = "grading/submitted"
c.CourseDirectory.autograded_directory = "grading/autograded"
c.CourseDirectory.feedback_directory = "grading/feedback"
c.CourseDirectory.solution_directory = "grading/solution"
c.CourseDirectory.source_with_tests_directory = "grading/source_with_tests"
c.CourseDirectory.db_url = f"sqlite:///{(GRADING / 'gradebook.db').as_posix()}"

# `nbgrader autograde` and the formgrader's button grade as `course grade` does, in its sandbox.
# Without this line they would run students' code as you, beside the hidden cases.
c.Autograde.exporter_class = "course_tools.grader.door.Sandboxed"
# Both write there: the next one has to replace what the last one wrote.
c.Autograde.permissions = 644

# Students see a lesson's first pictures before they run anything, so these are not cleared.
c.GenerateAssignment.exporter_class = "course_tools.studio.build.release.WithOpenings"

# What students find where a solution was. A check knows this error, and says "not attempted".
c.ClearSolutions.code_stub = {
    "python": '# YOUR CODE HERE\nraise NotImplementedError("Write your code in this place.")',
}
