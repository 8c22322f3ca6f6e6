"""`python -m course_tools.cli` does what `course` does, also where that is not on the PATH."""

import sys

from course_tools.cli import main

if __name__ == "__main__":
    sys.exit(main())
