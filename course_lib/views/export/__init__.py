"""Out of the notebook: pages of one file, pictures, and moving pictures."""

from course_lib.views.export.html import export_html, html_page
from course_lib.views.export.images import save_image

__all__ = ["export_html", "html_page", "save_image"]
