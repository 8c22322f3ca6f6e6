"""The exercise `policy_target(root)`: what a search teaches about where to look."""

from .shared import about

MINUTES = "5"

HINTS = (
    "Three children have 1, 4 and 7 visits. How often did the search come to each of them?",
    (
        "Take 1 from each child's visits, because of the glance. Add those numbers up, and divide"
        " each of them by the sum. The keys are the actions in the root's dictionary of children."
    ),
    (
        "for each action of root['children']: its child's visits, minus 1\n"
        "the sum of these numbers\n"
        "return a dictionary with each of them divided by the sum"
    ),
)

FEW = "shares of the visits"
NONE = "children that were not visited again"
DEEP = "only the root's own children count"


def visible():
    return groups_of(
        {
            FEW: [
                node({"a": 5, "b": 3}),
                node({"a": 3, "b": 5}),
                node({0: 4, 1: 3, 2: 8}),
                node({(5, 3): 11}),
            ],
            NONE: [node({"a": 1, "b": 4, "c": 7}), node({0: 2, 1: 1}), node({0: 1, 1: 1, 2: 9})],
            DEEP: [
                node({0: 4, 1: 6}, below={0: {0: 2, 1: 3}}),
                node({"a": 101, "b": 51, "c": 51}, below={"a": {"a": 60, "b": 40}, "b": {"c": 50}}),
            ],
        }
    )


def hidden(rng):
    def counts(least):
        """Visits of some children."""
        return {
            action: rng.randint(least, 60) for action in rng.sample(range(9), rng.randint(2, 7))
        }

    return groups_of(
        {
            FEW: [node(counts(2)) for _ in range(5)],
            NONE: [node({**counts(2), 9: 1, 10: 1}) for _ in range(4)],
            DEEP: [node({**counts(2), 9: 7}, below={9: counts(1)}) for _ in range(4)],
        }
    )


def probes():
    return [case.arguments for group in visible() for case in group.cases]


def groups_of(titled):
    """A group for each title."""
    asked = {title: [(root,) for root in roots] for title, roots in titled.items()}
    return about(asked, judge="gives_all_about")


def node(counts, below=()):
    """A node whose children have so many visits, and perhaps children of their own."""
    below = dict(below)
    return {
        "state": "S",
        "chooser": "X",
        "prior": 1,
        "visits": 1 + sum(counts.values()),
        "total": 0.5,
        "children": {
            action: {
                "state": f"S{action}",
                "chooser": "O",
                "prior": round(1 / (place + 2), 3),
                "visits": visits,
                "total": round(0.1 * visits * (-1) ** place, 3),
                "children": node(below[action])["children"] if action in below else {},
            }
            for place, (action, visits) in enumerate(counts.items())
        },
    }
