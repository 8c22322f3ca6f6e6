r"""A search as a tree that LaTeX's package `forest` sets: a line for each node, to be edited."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import normalize

from course_lib.views.trees import tree_of
from course_lib.views.trees.model import DrawnNode, DrawnTree
from course_lib.views.trees.words import number
from course_lib.watching import SearchTrace

_PAGE = r"""% Each line is a node: what it is worth, and what leads to it. What was cut is dashed.
% A tree that is wider than its line is made smaller.
\documentclass{article}
\pagestyle{empty}
\usepackage[margin=2cm]{geometry}
\usepackage{forest,amssymb}
\newsavebox\wide
\newenvironment{fitted}{\begin{lrbox}\wide}{\end{lrbox}\noindent
  \ifdim\wd\wide>\linewidth\resizebox\linewidth!{\usebox\wide}\else\usebox\wide\fi\par\bigskip}
\forestset{
  move/.style={edge label={
    node[pos=0.65, fill=white, inner sep=1pt, font=\sffamily\scriptsize]{#1}}},
  best/.style={line width=1.2pt, edge={line width=1.2pt}},
  cut/.style={draw=none, edge=dashed},
  default preamble={for tree={draw, rounded corners, font=\sffamily, l sep=9mm, s sep=3mm}}}
\begin{document}
TREES
\end{document}
"""

_ENVIRONMENT = "\\begin{{fitted}}\n\\begin{{forest}}\n{}\n\\end{{forest}}\n\\end{{fitted}}"
_APART = 2, 3
"""So many millimetres apart are siblings for a letter of a name between them, less so many."""

_LONG = 8
"""A number of so many letters is rounded."""

_SIGNS = {
    **{sign: rf"\{sign}" for sign in "{}$&#%_"},
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}",
    "\u2212": "$-$", "\u221e": r"$\infty$", "\u2026": r"\ldots{}", "\u00d7": r"$\times$",
    "\u2264": r"$\le$", "\u2265": r"$\ge$", "\u2192": r"$\to$",
    **{chr(0x2080 + digit): f"$_{digit}$" for digit in range(10)},
    "\u03b1": r"$\alpha$", "\u03b2": r"$\beta$", "\u03b3": r"$\gamma$", "\u03bb": r"$\lambda$",
}  # fmt: skip
_SIGNS |= {sign: f"\\{name}{{}}" for sign, name in zip(
    "\u00df\u00e6\u00c6\u0153\u0152\u00f8\u00d8\u0142\u0141\u0131",
    ["ss", "ae", "AE", "oe", "OE", "o", "O", "l", "L", "i"], strict=True)}  # fmt: skip
_ACCENTS = dict(zip("\u0300\u0301\u0302\u0303\u0308\u030a\u030c\u0306\u0304\u030b\u0327\u0307",
                    "`'^~\"rvu=Hc.", strict=True))  # fmt: skip
"""What LaTeX calls the accents that each of its fonts has."""

_ROOFS = {"max": r"$\vartriangle$", "min": r"$\triangledown$", "chance": r"$\circ$"}


def forest_page(traces: Iterable[SearchTrace]) -> str:
    """These searches as a whole LaTeX document, a tree for each."""
    trees = map(forest_of, map(tree_of, traces))
    return _PAGE.replace("TREES", "\n".join(map(_ENVIRONMENT.format, trees)))


def forest_of(tree: DrawnTree) -> str:
    """The nodes in forest's brackets, each family two blanks further in."""

    def lines(node: DrawnNode) -> Iterable[str]:
        margin = "  " * node.depth
        move = f", move={{{_tex(node.action_name)}}}" if node.action_name else ""
        best = ", best" if node.on_best_line else ""
        children = tree.families[node.id]
        names = [*(tree.nodes[child].action_name or "" for child in children), *node.cut_names]
        apart = max(0, round(_APART[0] * max(map(len, names), default=0) - _APART[1]))
        wide = f", s sep={apart}mm" if apart > 3 else ""
        inner = bool(names)
        yield f"{margin}[{{{' '.join(_words(node))}}}{move}{best}{wide}{'' if inner else ']'}"
        for child in children:
            yield from lines(tree.nodes[child])
        for name in node.cut_names:
            yield f"{margin}  [{{}}, move={{{_tex(name)}}}, cut]"
        if inner:
            yield f"{margin}]"

    return "\n".join(line for node in tree.nodes if node.parent is None for line in lines(node))


def _words(node: DrawnNode) -> Iterable[str]:
    """Who chooses here, what it is worth, and how much lies below that is not drawn."""
    if node.kind in _ROOFS:
        yield _ROOFS[node.kind]
    if node.value is not None:
        words = number(node.value)
        yield _tex(words if len(words) < _LONG else number(round(node.value, 3)))
    if node.more:
        yield f"(+{node.more})"


def _tex(words: str) -> str:
    """These words in letters that TeX sets with any font, or `?`, and no sign that it obeys."""
    return "".join(map(_sign, words))


def _sign(sign: str) -> str:
    letter, *accents = [*normalize("NFD", sign)]
    if len(accents) == 1 and accents[0] in _ACCENTS:
        return f"\\{_ACCENTS[accents[0]]}{{{letter}}}"
    return _SIGNS.get(sign, sign if sign.isascii() else "?")
