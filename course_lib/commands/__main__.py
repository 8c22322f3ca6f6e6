"""`python -m course_lib.commands` does what `course` does, also where that is not on the PATH."""

import sys

from course_lib.commands import main

if __name__ == "__main__":
    sys.exit(main())
