"""What tests ask of a film: what is said and happens at each step, and what each piece says."""

from itertools import pairwise


def words_of(film):
    """What is said at each step."""
    return [film["texts"][at] for at in film["steps"]["say"]]


def kinds_of(film):
    """The kind of each step."""
    return [film["kinds"][kind][0] for kind in film["steps"]["kind"]]


def shapes_of(film):
    """The shape of each piece."""
    return [film["shapes"][shape] for shape in film["pieces"]["outline"]]


def column_of(film, name):
    """The words in this column of the pieces."""
    return [film["texts"][at] for at in film["pieces"][name]]


def starts_of(film):
    """The step at which each piece appears; -1 is never."""
    first, step, ghosts = film["pieces"]["first"], film["looks"]["step"], dict(film["ghosts"])
    starts = [step[begin] if begin < end else -1 for begin, end in pairwise(first)]
    return [ghosts.get(at, start) for at, start in enumerate(starts)]


def counters_of(film):
    """What each counter shows at each step."""
    counters = {}
    for name, by in film["counters"]:
        sums = [sum(by[: step + 1]) for step in range(len(by))]
        counters[name] = sums
    return counters


def totals_of(film):
    """What the counters beside the tree show in the end."""
    return {name: sum(by) for name, by in film["counters"]} | dict(film["facts"])
