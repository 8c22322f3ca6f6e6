"""What should run in the browser of whoever looks at results: pages, scripts, pictures, prose."""

from __future__ import annotations

from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from autograder_tests.hostile.making import Hostile, by_code, by_hand, cell_of

STUB = "still waits for you"
KIND = "notebook damage"


def _prose(notebook: NotebookNode) -> None:
    texts = (
        "<script>evil_prose()</script>",
        "<IMG SRC=x OnError=evil_prose()>",
        "[look](javascript:evil_prose())",
        "[look][1]\n\n[1]: javascript:evil_prose()",
        "![x](data:text/html;base64,PHNjcmlwdD4=)",
        "```\nclosed\n```\n<script>evil_prose()</script>\n````\n```",
        "&lt;script&gt;evil_prose()&lt;/script&gt;",
        "$\\href{javascript:evil_prose()}{x}$",
        "~~~\n</textarea></pre><svg/onload=evil_prose()>",
    )
    for text in texts:
        cell = new_markdown_cell(text)  # type: ignore[no-untyped-call]
        notebook.cells.append(cell)
    notebook.cells[-1]["attachments"] = {
        "x.svg": {"image/svg+xml": "<svg onload='evil_prose()'/>"},
        "<script>evil_prose()</script>.png": {"image/png": "iVBORw0KGgo="},
    }


def _source(notebook: NotebookNode) -> None:
    cell_of(notebook, "player").source += "\n# </code></pre></script><script>evil_source()</script>"
    notebook.metadata["title"] = "<script>evil_source()</script>"
    notebook.metadata["widgets"] = {"evil": "<script>evil_source()</script>"}
    notebook.cells[0].metadata["tags"] = ["<script>evil_source()</script>"]


ENTRIES: tuple[Hostile, ...] = (
    by_code(
        "shows_scripts",
        "Shows pages, scripts and drawings.",
        KIND,
        """
        from IPython.display import HTML, SVG, Javascript, Latex, Markdown, display

        display(HTML("<script>evil_page()</script>"), Javascript("evil_page()"))
        display(SVG("<svg xmlns='http://www.w3.org/2000/svg' onload='evil_page()'></svg>"))
        display(Markdown("<script>evil_page()</script>"))
        display(Latex("$\\\\href{javascript:evil_page()}$"))
        display({"application/javascript": "evil_page()", "application/vnd.evil+json": {"x": 1},
                 "text/html": ["<script>", "evil_page()"]}, raw=True)
        print("\\x1b]8;;javascript:evil_page()\\x07</pre><script>evil_page()</script>")
        raise ValueError("</pre><script>evil_page()</script>")
        """,
        student=(STUB,),
        instructor=("ValueError",),
    ),
    by_code(
        "answers_scripts",
        "Gives scripts in place of values, and names its classes so.",
        KIND,
        answers={
            "winner": """
            def winner(board):
                return "</pre></td><script>evil_value()</script>"
            """,
            "actions": """
            def actions(board):
                kind = type("<script>evil_value()</script>", (Exception,), {
                    "__repr__": lambda self: "<img src=x onerror=evil_value()>"})
                if not any(map(any, board)):
                    return kind()
                raise kind("<svg onload=evil_value()>")
            """,
        },
        student=("expected",),
    ),
    by_code(
        "shows_a_verdict",
        "Shows what looks like a passed check.",
        KIND,
        """
        from course_lib.checks.verdict import Verdict
        display(Verdict("correct", 1, "All 150 cases are right.", "winner"))
        3
        """,
        student=(STUB,),
    ),
    by_code(
        "hangs_the_display",
        "Shows objects whose description never ends, or shows itself.",
        KIND,
        """
        class Endless:
            def _repr_mimebundle_(self, **_):
                display(self)
            _repr_html_ = __repr__ = _repr_mimebundle_
        display(Endless())
        """,
        student=(STUB,),
        slow=True,
    ),
    by_hand("scripts_in_prose", "Has scripts in its prose.", KIND, _prose, student=(STUB,)),
    by_hand(
        "scripts_in_code", "Has scripts in comments and marks.", KIND, _source, student=(STUB,)
    ),
)
