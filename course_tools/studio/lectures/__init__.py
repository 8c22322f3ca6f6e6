"""What a lecturer shows: demonstrations that are ready, from one line on the command line."""

from course_tools.studio.lectures.demos import DEMOS, Demo, demo_named, demo_of_file
from course_tools.studio.lectures.wrong_table import careless_search

__all__ = ["DEMOS", "Demo", "careless_search", "demo_named", "demo_of_file"]
