"""The published site: lessons to read, searches to step through, the reference."""

from course_tools.studio.site.making import make_site

__all__ = ["make_site"]
