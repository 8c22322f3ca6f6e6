"""The house that grades: sandbox, judge, classroom, and the doors by which work comes in."""
