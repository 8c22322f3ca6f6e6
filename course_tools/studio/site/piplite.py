"""Takes the place of JupyterLite's `piplite.piplite`, which starts slowly and has no use here."""

_PIPLITE_DISABLE_PYPI = True
_PIPLITE_URLS: list[str] = []


async def install(requirements: str | list[str], **_: object) -> None:
    """Install nothing, and say so; `%pip install` asks for this."""
    raise ValueError(
        f"{requirements} can't be installed in the browser. All that the lessons need is here; for"
        " anything else, set the course up on a computer."
    )
