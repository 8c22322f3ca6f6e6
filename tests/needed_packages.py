"""What packages need in turn, as it is installed here."""

from importlib import metadata

from packaging.requirements import Requirement

from course_tools.studio.build import packages


def closure(lines):
    """The names of the packages in these lines, and of all that they need in turn here."""
    waiting, done = [Requirement(line) for line in lines], set()
    while waiting:
        one = waiting.pop()
        key = (packages.plain(one.name), *sorted(one.extras))
        if key in done:
            continue
        done.add(key)
        needed = (Requirement(line) for line in metadata.requires(one.name) or [])
        waiting += [
            each
            for each in needed
            if each.marker is None
            or any(each.marker.evaluate({"extra": extra}) for extra in ("", *one.extras))
        ]
    return {name for name, *_ in done}
