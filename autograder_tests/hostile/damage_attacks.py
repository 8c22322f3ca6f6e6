"""What should run in the browser of whoever looks at results, or look like a verdict."""

# %% shows_scripts: Shows pages, scripts and drawings.
# instructor: ValueError
from IPython.display import HTML, SVG, Javascript, Latex, Markdown, display

display(HTML("<script>evil_page()</script>"), Javascript("evil_page()"))
display(SVG("<svg xmlns='http://www.w3.org/2000/svg' onload='evil_page()'></svg>"))
display(Markdown("<script>evil_page()</script>"))
display(Latex("$\\href{javascript:evil_page()}$"))
display({"application/javascript": "evil_page()", "application/vnd.evil+json": {"x": 1},
         "text/html": ["<script>", "evil_page()"]}, raw=True)
print("\x1b]8;;javascript:evil_page()\x07</pre><script>evil_page()</script>")
raise ValueError("</pre><script>evil_page()</script>")


# %% answers_scripts: Gives scripts in place of values, and names its classes so.
# answers: winner
def winner(board):
    return "</pre></td><script>evil_value()</script>"
# answers: actions
def actions(board):
    kind = type("<script>evil_value()</script>", (Exception,), {
        "__repr__": lambda self: "<img src=x onerror=evil_value()>"})
    if not any(map(any, board)):
        return kind()
    raise kind("<svg onload=evil_value()>")


# %% shows_a_verdict: Shows what looks like a passed check.
from course_lib.checks.verdict import Verdict
display(Verdict("correct", 1, "All 150 cases are right.", "winner"))
3


# %% hangs_the_display: Shows objects whose description never ends, or shows itself.
# slow: yes
class Endless:
    def _repr_mimebundle_(self, **_):
        display(self)
    _repr_html_ = __repr__ = _repr_mimebundle_
display(Endless())
