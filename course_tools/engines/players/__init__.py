"""Players that know one game well, in plain Python; the compiled ones are in `course_tools.engines.compiled`."""
