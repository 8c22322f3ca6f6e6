"""The harness itself: faults that are planted here must be noticed."""

import pytest
from harness import press

GOOD = """
function render({ model, el }) {
  const button = document.createElement("button");
  const show = () => { button.textContent = `Play ${model.get("count")}`; };
  button.setAttribute("aria-label", "Play");
  button.onclick = () => {
    model.set("count", model.get("count") + 1);
    model.save_changes();
    model.send({ kind: "played" });
  };
  model.on("change:count", show);
  show();
  el.append(button);
}
export default { render };
"""


@pytest.fixture
def stage(esm, tmp_path):
    """A function that puts this script on the stage, with a count of 0."""

    def stage(script, **look):
        path = tmp_path / "widget.js"
        path.write_text(script, encoding="utf-8")
        return esm(path, {"count": 0}, **look)

    return stage


def test_a_good_widget_passes(stage):
    """It draws itself, hears a click and the space bar, and its model notes what is sent."""
    page = stage(GOOD)
    press(page, "Play")
    press(page, "Play", key="Space")
    assert page.evaluate("model.get('count')") == 2
    assert page.evaluate("sent") == [{"kind": "played"}] * 2
    assert page.evaluate("saved") == [{"count": 1}, {"count": 2}]
    page.evaluate("model.set('count', 7)")
    assert page.get_by_role("button").inner_text() == "Play 7"

    page = stage(GOOD, scheme="dark")  # both the browser and the Jupyter theme say so
    assert page.evaluate("document.body.dataset.jpThemeLight") == "false"
    assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")


@pytest.mark.parametrize(
    ("good", "bad", "told"),
    [
        ("{ render }", "{ render", "SyntaxError"),
        ('model.send({ kind: "played" })', "model.sendd()", "sendd is not a function"),
        *(
            ("function render", f"{plant}\nfunction render",
             "a request left the machine: https://cdn.example/d3.js")
            for plant in (
                'import "https://cdn.example/d3.js";',
                'fetch("https://cdn.example/d3.js").catch(() => {});',
                'new Image().src = "https://cdn.example/d3.js";',
            )
        ),
    ],
    ids=["syntax", "a handler that raises", "import", "fetch", "image"],
)  # fmt: skip
def test_a_fault_is_noticed(stage, problems, good, bad, told):
    """What the browser can't read, what only a click brings up, what asks another machine."""
    page = stage(GOOD.replace(good, bad))
    if "sendd" in bad:
        press(page, "Play")
    page.wait_for_timeout(50)
    assert any(told in one for one in problems)
    problems.clear()


def test_a_control_that_does_nothing_is_noticed(stage):
    """Pressing a dead button is a failure, though the page itself says nothing."""
    page = stage(GOOD.replace("button.onclick", "button.onclickk"))
    with pytest.raises(AssertionError, match="a click on 'Play' changed nothing"):
        press(page, "Play")
    with pytest.raises(AssertionError, match="Space on 'Play' changed nothing"):
        press(page, "Play", key="Space")
