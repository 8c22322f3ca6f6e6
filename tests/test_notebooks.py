"""The notebooks agree with their sources, carry no outputs, and run from top to bottom."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import nbformat
import pytest
from percent import notebook_text

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted((ROOT / "solutions").glob("*.py"))
NOTEBOOKS = sorted((ROOT / "notebooks").rglob("*.ipynb"))


def test_there_is_a_notebook_for_every_source_and_no_other() -> None:
    """`solutions/NN_topic.py` belongs to `notebooks/NN_topic/NN_topic.ipynb`, one to one."""
    expected = [ROOT / "notebooks" / source.stem / f"{source.stem}.ipynb" for source in SOURCES]
    assert expected == NOTEBOOKS
    assert NOTEBOOKS


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_a_notebook_says_what_its_source_says(source: Path) -> None:
    """The notebook's bytes follow from its source: nobody has edited only one of the two."""
    notebook = ROOT / "notebooks" / source.stem / f"{source.stem}.ipynb"
    made = notebook_text(source.read_text(encoding="utf-8"))
    assert notebook.read_text(encoding="utf-8") == made


def test_a_change_of_the_source_shows_in_the_notebook() -> None:
    """The comparison sees a changed word in prose, in code, and a cell of another kind."""
    source = SOURCES[0].read_text(encoding="utf-8")
    made = notebook_text(source)
    assert notebook_text(source.replace("Make a guess", "Guess")) != made
    assert notebook_text(source.replace("Random(7)", "Random(9)")) != made
    assert notebook_text(re.sub(r"# %%\n", "# %% [markdown]\n", source, count=1)) != made


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_a_valid_file_without_outputs(path: Path) -> None:
    """The file is valid by the format's own rules, its kernel is named, no output is inside."""
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert notebook.metadata.kernelspec.name == "python3"
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert code
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)


@cache
def executed(path: Path) -> nbformat.NotebookNode:
    """This notebook after a real kernel ran it; a cell with an error is an error here."""
    from nbclient import NotebookClient

    where = {"metadata": {"path": str(path.parent)}}
    return NotebookClient(nbformat.read(path, as_version=4), timeout=60, resources=where).execute()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_top_to_bottom(path: Path) -> None:
    """A real kernel runs every cell without an error."""
    code = [cell for cell in executed(path).cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))


def test_the_first_notebook_keeps_what_its_prose_says() -> None:
    """Beginning helps two who do not think, the thinker never loses, and two thinkers draw."""
    notebook = executed(ROOT / "notebooks" / "00_start_here" / "00_start_here.ipynb")
    shown = "\n".join(
        output.get("data", {}).get("text/plain", output.get("text", ""))
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
    )
    among_random, against_thinker = re.findall(r"Counter\(\{(.*?)\}\)", shown)
    counts = dict(re.findall(r"'?(X|O|None)'?: (\d+)", among_random))
    assert int(counts["X"]) > 2 * int(counts["O"])
    assert "'X'" not in against_thinker
    assert re.search(r"^True$", shown, re.MULTILINE)
    assert "The winner is O" in shown
