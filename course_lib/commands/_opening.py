"""How `course lab` opens notebooks: as JupyterLab itself would write them, so none is unsaved.

JupyterLab asks the kernel for its version of Python and notes it in the notebook; until that is
saved, the tab has a dot, though nobody has done anything. The files say no version, because they
are the same on every computer.
"""

from __future__ import annotations

from typing import Any

from ipykernel.ipkernel import IPythonKernel
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager


class Opening(AsyncLargeFileManager):  # type: ignore[misc, unused-ignore]
    """Jupyter's own files; a notebook that names only its language comes with all of it."""

    async def get(self, *wanted: Any, **options: Any) -> dict[str, Any]:
        """The file or folder at this path, as Jupyter tells of it."""
        told: dict[str, Any] = await super().get(*wanted, **options)  # type: ignore[no-untyped-call, unused-ignore]
        if told["type"] == "notebook" and told["content"]:
            metadata = told["content"]["metadata"]
            if metadata.get("language_info") == {"name": "python"}:
                metadata["language_info"] = dict(IPythonKernel.language_info)
        return told
