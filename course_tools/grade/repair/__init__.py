"""A notebook that was handed in, put right before it runs; each change is told in plain words."""

from course_tools.grade.repair.transplant import Repaired, repaired, signs_in, signs_of

__all__ = ["Repaired", "repaired", "signs_in", "signs_of"]
