"""What the exercises of lesson 09 share: glances at textbook trees, and groups."""

from autograder_tests.cases import Case, Group


def glances(tree, rng):
    """A glance at each inner state of this tree, with values that are drawn."""
    found = {}

    def visit(state, node):
        if isinstance(node, list):
            found[state] = {place: rng.randint(-90, 90) / 100 for place in range(len(node))}
            for place, below in enumerate(node):
                visit((*state, place), below)

    visit((), tree)
    return found


def about(titled, judge="gives"):
    """A group for each title, with a case for these arguments."""
    return tuple(
        Group(title, [Case(each, size=len(repr(each)), judge=judge) for each in cases])
        for title, cases in titled.items()
    )


def tree_of(rng, depth, widths=(2, 3)):
    """Nested lists with leaves from -1 to 1, and all of them so deep."""
    if depth == 0:
        return rng.choice((-1, 0, 1))
    return [tree_of(rng, depth - 1, widths) for _ in range(rng.randint(*widths))]
