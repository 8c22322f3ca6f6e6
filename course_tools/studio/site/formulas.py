"""An extension of Sphinx: formulas as MathML, which browsers draw without a script."""

from __future__ import annotations

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxTranslator


def setup(app: Sphinx) -> dict[str, bool]:
    """Let the setting `html_math_renderer = "mathml"` mean what stands here."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _inline(translator: SphinxTranslator, node: nodes.math) -> None:
    """Write a formula in a line."""
    translator.body.append(convert(node.astext()))
    raise nodes.SkipNode


def _block(translator: SphinxTranslator, node: nodes.math_block) -> None:
    """Write a formula on a line of its own."""
    shown = convert(node.astext(), display="block")
    translator.body.append(f'<div class="math">{shown}</div>')
    raise nodes.SkipNode
