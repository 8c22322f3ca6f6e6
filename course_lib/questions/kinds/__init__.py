"""All kinds of questions, by name, in the order of the lessons."""

from course_lib.questions.kinds import boards, numbers, trees

KINDS = dict(
    sorted(
        {**boards.KINDS, **trees.KINDS, **numbers.KINDS}.items(), key=lambda pair: pair[1].lesson
    )
)
"""Each kind by the name that files and `course exam --kinds` know it by."""
