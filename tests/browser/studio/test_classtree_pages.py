"""A class that is a tree, in a real browser: a presenter, a projector and phones."""

import threading
from itertools import combinations
from random import Random

import pytest
from class_of_phones import open_hall, tree_of
from harness import faults, says

from course_tools.log import Log
from course_tools.studio.lectures.classtree import class_tree, grown, planted


def node(page, name):
    """What stands in a node of the projector's tree, and its classes."""
    inside = page.locator(f"[data-node={name}] > .node")
    return inside.locator("text").first.text_content(), set(inside.get_attribute("class").split())


def until(page, name, kind):
    """Wait until this node of the projector's tree is of this kind."""
    page.wait_for_function(
        "place => document.querySelector(place)", arg=f"[data-node={name}] > .node.{kind}"
    )


EARLY = """() => {
    [window.flown, window.early] = [0, 0];
    const look = () => {
        const flies = document.querySelector(".token") !== null;
        window.flown += flies;
        window.early += flies && document.querySelector("[data-node^=B] > .asks") !== null;
        requestAnimationFrame(look);
    };
    look();
}"""
"""Counts the frames in which numbers fly, and in which a node is lit before they have landed."""


def room(open_page, server):
    """A presenter, a projector, and three phones that have joined."""
    presenter, projector = open_page(), open_page(width=1920, height=1080)
    presenter.goto(server.presenter)
    projector.goto(f"{server.presenter}projector")
    says(projector, "#title", "Join with your phone")
    phones = [open_page(width=390, height=844) for _ in range(3)]
    for number, phone in enumerate(phones, 1):
        phone.goto(server.hall.address)
        says(phone, "#question", "Soon this phone will be a node")
        says(projector, "#dark", f"{number} here")
    return presenter, projector, *phones


def test_three_phones_and_the_machine_compute_a_tree(open_page):
    """Numbers climb, a wrong one glows when it is revealed, and who was never asked is dark."""
    with open_hall(tree_of) as server:
        tree = server.hall
        presenter, projector, root, low, other = room(open_page, server)
        presenter.get_by_role("button", name="Minimax").click()
        says(root, "#who", "You are node A.")
        says(low, "#question", "You are MIN: you want the smallest number.")
        says(projector, "#title", "Minimax")
        until(projector, "C1", "open")
        projector.evaluate(EARLY)
        presenter.get_by_role("button", name="Let the machine answer").click()
        says(low, "#question", "MIN wants the smallest number. Which one do you send up?")
        first = [tree.nodes[kid].truth for kid in tree.nodes[1].kids]
        for page, wide in ((root, 390), (low, 390), (presenter, 1280), (projector, 1920)):
            assert page.evaluate("document.documentElement.scrollWidth") <= wide
        until(projector, "B1", "asks")
        assert projector.evaluate("[flown > 0, early]") == [True, 0]
        low.get_by_role("button", name=f"Send {max(first)} up").click()  # which MIN would not
        until(projector, "B1", "done")
        assert node(projector, "B1") == (f"{max(first)}", {"node", "MIN", "done"})
        second = tree.nodes[2].truth
        other.get_by_role("button", name=f"Send {second} up").click()
        best = max(*first, second)
        root.get_by_role("button", name=f"Send {best} up").click()
        until(projector, "A", "done")
        says(projector, "#title", f"Minimax: {best}")
        says(low, "#note", f"The root is worth {best}.")
        assert "wrong" not in node(projector, "B1")[1], "nobody is told yet"
        presenter.keyboard.press("r")
        until(projector, "B1", "wrong")
        says(low, "#note", "That was not what your numbers say.")
        says(other, "#note", "That was right.")
        climbs = best != tree.nodes[0].truth
        assert ("wrong" in node(projector, "A")[1]) is climbs
        presenter.keyboard.press("r")

        # The same room with the best moves first: a leaf is never asked.
        presenter.keyboard.press("4")
        says(projector, "#title", "Alpha-beta, best moves first")
        while not tree.is_over:
            number = tree.number
            presenter.keyboard.press("s")
            has_gone_on(tree, number)
        until(projector, "A", "done")
        assert tree.rounds[-1].value == tree.nodes[0].truth
        dark = [
            one.name
            for one, turn in zip(tree.nodes, tree.turns, strict=True)
            if turn.stand == "dark"
        ]
        assert len(dark) == 1
        assert node(projector, dark[0])[1] >= {"dark"}
        says(projector, "#dark", "1 of 7 nodes dark")
        says(projector, "#rounds", "nobody dark")
        assert projector.locator(".round").count() == 2
        for page in (presenter, projector, root, low, other):
            assert faults(page) == []
            page.close()


def has_gone_on(tree, number):
    """Wait until another question is asked, or none any more."""
    for _ in range(400):
        if tree.number != number or tree.is_over:
            return
        threading.Event().wait(0.02)


def test_no_two_nodes_of_a_lecturers_tree_overlap(open_page):
    """Leaves on all levels, as many as may be."""
    own = f"class-tree:[[3, 12, [8, 9, 10]], 7, {[*range(1, 11)]}, {[*range(11, 22)]}]"
    with open_hall(lambda folder: class_tree(own)(Log(folder / "votes.log"))) as server:
        projector = open_page(width=1920, height=1080)
        projector.goto(f"{server.presenter}projector")
        server.lead(lambda: server.hall.begin("drawn"))
        says(projector, "#title", "Alpha-beta")
        boxes = projector.evaluate(
            """() => [...document.querySelectorAll("[data-node] > .node > :first-child")]
                 .map((one) => one.getBoundingClientRect())
                 .map(({ left, top, right, bottom }) => [left, top, right, bottom])"""
        )
    assert len(boxes) == 32
    for (left, top, right, bottom), other in combinations(boxes, 2):
        beside = right <= other[0] + 1 or other[2] <= left + 1
        assert beside or bottom <= other[1] + 1 or other[3] <= top + 1


@pytest.mark.parametrize(("count", "least"), [(3, 60), (8, 40), (22, 40)])
def test_a_phone_shows_all_its_children(open_page, count, least):
    """Each inside the picture, none over another, and as large as three where there is room."""
    own = f"class-tree:[{[*range(count)]}, 5]"
    with open_hall(lambda folder: class_tree(own)(Log(folder / "votes.log"))) as server:
        tree, phone = server.hall, open_page(width=390, height=844)
        phone.goto(tree.address)
        says(phone, "#question", "Soon this phone")
        server.lead(lambda: tree.do({"plant": tree.tree, "seats": dict.fromkeys(tree.phones, 1)}))
        server.lead(lambda: tree.begin("minimax"))
        says(phone, "#who", "You are node B1.")
        frame, *boxes = phone.evaluate(
            """() => [document.querySelector("#picture svg"),
                 ...document.querySelectorAll("#picture .leaf .shape")]
                 .map((one) => one.getBoundingClientRect())
                 .map(({ left, top, right, bottom }) => [left, top, right, bottom])"""
        )
        phone.close()
    assert len(boxes) == count
    for left, top, right, bottom in boxes:
        assert frame[0] <= left < right <= frame[2]
        assert frame[1] <= top < bottom <= frame[3]
        assert bottom - top >= least
    for one, other in combinations(boxes, 2):
        beside = one[2] <= other[0] or other[2] <= one[0]
        assert beside or one[3] <= other[1] or other[3] <= one[1]


def test_a_phone_that_is_cut_off_goes_dark(open_page):
    """It says that it was never asked, on a black page, also on a light one."""
    with open_hall(tree_of) as server:
        tree = server.hall
        seven = grown((2, 2), Random(3))
        nodes = planted(seven)
        last = [at for at, one in enumerate(nodes) if not one.kids]
        phone = open_page(width=390, height=844)
        phone.goto(tree.address)
        says(phone, "#question", "Soon this phone")
        worse = min(nodes[0].kids, key=lambda kid: nodes[kid].truth)
        cut = max(nodes[worse].kids, key=lambda kid: nodes[kid].truth)
        assert cut in last
        server.lead(lambda: tree.do({"plant": seven, "seats": dict.fromkeys(tree.phones, cut)}))
        server.lead(lambda: tree.begin("best"))
        says(phone, "#who", f"You are leaf {nodes[cut].name}.")
        for _ in range(12):
            server.lead(tree.skip)
        says(phone, "#question", "You were never asked.")
        assert faults(phone) == []
        assert phone.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(0, 0, 0)"
        phone.close()
