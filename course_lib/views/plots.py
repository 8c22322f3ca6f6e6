"""Plots of searches and tournaments, for what is easier to look at than to read."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from course_lib.play import Tournament
from course_lib.search.mcts import MctsResult
from course_lib.views.figure import Plot, style
from course_lib.views.theme import BLUE, FIRST_FILL
from course_lib.watch import SearchTrace
from course_lib.watch.trace import is_number

Traces = Mapping[str, SearchTrace] | Sequence[SearchTrace] | SearchTrace
_MOST_CURVES = 8


def plot_nodes_by_depth(traces: Traces) -> Plot:
    """How many nodes each of these searches looked at on each level, on a logarithmic scale.

    `traces` is a dictionary such as `{"minimax": trace, "alpha-beta": trace}`, a list, or one.
    """
    named = _named(traces)
    plot = Plot()
    [panel] = plot.panels
    for number, (name, trace) in enumerate(named.items()):
        depths, counts = zip(*sorted(Counter(node.depth for node in trace.nodes).items()))  # noqa: B905 - pairs
        panel.plot(depths, counts, label=name, **style(number))
        panel.annotate(f" {counts[-1]:,}", (depths[-1], counts[-1]), fontsize=9)
    panel.set_yscale("log")
    panel.set_xticks(range(1 + max(map(_depth, named.values()))))
    panel.set(xlabel="depth", ylabel="nodes")
    panel.legend()
    totals = ", ".join(f"{name} {len(trace.nodes):,}" for name, trace in named.items())
    return plot.told(f"Nodes on each level; in all: {totals}.{_unfinished(named)}")


def plot_branching(traces: Traces) -> Plot:
    """The effective branching factor of each of these searches, side by side.

    That is the number of children all nodes of an even tree would have, if it had as many nodes
    and levels as the search has visited: the closer to 1, the more was cut.
    """
    named = _named(traces)
    factors = {
        name: effective_branching_factor(trace.visits, _depth(trace))
        for name, trace in named.items()
    }
    labels = [f" {factor:.2f}" for factor in factors.values()]
    plot = _bars(factors, labels, height=1.6 + 0.4 * len(named), room=1.15)
    plot.panels[0].set(xlabel="effective branching factor")
    said = "; ".join(
        f"{name}: {factors[name]:.2f} ({trace.visits:,} visits, {_depth(trace)} levels)"
        for name, trace in named.items()
    )
    return plot.told(f"{said}.{_unfinished(named)}")


def effective_branching_factor(visits: int, depth: int) -> float:
    """The b for which 1 + b + b^2 + ... + b^depth is the number of visits; 0 without any levels.

    >>> effective_branching_factor(1 + 3 + 9, 2)
    3.0
    """
    if depth < 1 or visits < 2:
        return 0.0
    low, high = 0.0, float(visits)
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        nodes = 1.0
        for _ in range(depth):
            nodes = 1 + middle * nodes
        low, high = (middle, high) if nodes < visits else (low, middle)
    return round((low + high) / 2, 6)


def plot_mcts(thing: SearchTrace | MctsResult) -> Plot:
    """How a Monte Carlo search's visits and values at the root's children came about.

    A recorded search (`watch(mcts_search, ...)`) shows them over its simulations; what
    `mcts_search` gave back shows how they stood at the end.
    """
    if isinstance(thing, MctsResult):
        return _mcts_at_the_end(thing)
    if not isinstance(thing, SearchTrace):
        right = "watch(mcts_search, ...) or mcts_search(...) gives what is right"
        raise _wrong("plot_mcts", thing, right)
    children, remark = growth_of(thing)
    has_values = children[0].values is not None
    shown = sorted(children, key=lambda child: -child.visits[-1])[:_MOST_CURVES]
    plot = Plot(2 if has_values else 1, height=3.0)
    count = len(thing.simulations)
    for number, child in enumerate(shown):
        look = style(number) | {"markevery": 0.12, "label": child.name}
        for panel, along in zip(plot.panels, (child.visits, child.values), strict=False):
            panel.plot(range(1, count + 1), along or (), **look)
    plot.panels[0].set(ylabel="visits")
    plot.panels[0].legend(title="action")
    if has_values:
        plot.panels[1].set(ylabel=f"mean reward of {thing.nodes[0].player}")
    plot.panels[-1].set(xlabel="simulations")
    best = f"Most visited after {count:,} simulations: {shown[0].name}, {shown[0].visits[-1]:,}"
    more = _left_out(len(children) - len(shown), "with fewer visits are not shown")
    return plot.told(f"{best} visits.{more} {remark}".rstrip())


class Growth(NamedTuple):
    """One action at the root: its visits and mean reward after 1, 2, 3... simulations."""

    name: str
    visits: tuple[int, ...]
    values: tuple[float, ...] | None
    """The rewards of who moves at the root: `nan` before the first visit; `None` if not known."""


def growth_of(trace: SearchTrace) -> tuple[list[Growth], str]:
    """How the root's children grew, as far as this trace tells, and what it does not tell."""
    if not trace.simulations:
        raise ValueError(
            f"the trace of {trace.function} has no simulations: a Monte Carlo search is recognised"
            " by functions named after its phases (select, expand, simulate, backup)"
        )
    names = {node.action: node.action_name or "?" for node in trace.nodes if node.depth == 1}
    taken = [each.path[0] if each.path else each.expanded for each in trace.simulations]
    unknown = taken.count(None)
    if unknown == len(taken):
        raise ValueError(
            f"the simulations of {trace.function} do not tell which action at the root they took,"
            " so nothing can be plotted; nodes with an action, a parent and children tell it"
        )
    rewards = _rewards_at_the_root(trace)
    children = []
    for action in dict.fromkeys(action for action in taken if action is not None):
        visits = tuple(accumulate(int(each == action) for each in taken))
        values = None
        if rewards is not None:
            mine = zip(taken, rewards, strict=True)
            totals = accumulate(reward if each == action else 0.0 for each, reward in mine)
            pairs = zip(visits, totals, strict=True)
            values = tuple(total / seen if seen else math.nan for seen, total in pairs)
        children.append(Growth(names.get(action, str(action)), visits, values))
    remarks = []
    if unknown:
        remarks.append(f"{unknown} simulations did not tell their action at the root.")
    if rewards is None:
        remarks.append("Values can't be told: for whom the recorded rewards count is not known.")
    return children, " ".join(remarks)


def plot_win_rates(
    tournaments: Tournament | Mapping[Any, Tournament], *, players: Sequence[str] | None = None
) -> Plot:
    """Each player's score with its 95 % interval; over several tournaments, a curve for each.

    `tournaments` is what `tournament` gave back, or a dictionary such as `{100: ..., 200: ...}`
    whose keys, numbers or words, stand along the axis. `players` are those to show: all, or these.
    """
    alone = isinstance(tournaments, Tournament)
    several: Any = {"": tournaments} if alone else tournaments
    if (
        not isinstance(several, Mapping)
        or not all(isinstance(each, Tournament) for each in several.values())
        or not several
    ):
        raise _wrong("plot_win_rates", tournaments, "what tournament(...) gives is right")
    rows = {key: {row.player: row for row in each.rows} for key, each in several.items()}
    known = list(dict.fromkeys(player for table in rows.values() for player in table))
    chosen = known if players is None else list(players)
    plot = Plot()
    [panel] = plot.panels
    for number, player in enumerate(chosen):
        if player not in known:
            raise ValueError(f"no player is called {player!r}; there are: {', '.join(known)}")
        found = [(key, table[player]) for key, table in rows.items() if player in table]
        along = [player] if alone else [key for key, _ in found]
        scores = [100 * row.score for _, row in found]
        # Where a score is 0 or 1, rounding may put the interval's end on its wrong side.
        below = [max(0.0, 100 * (row.score - row.low)) for _, row in found]
        above = [max(0.0, 100 * (row.high - row.score)) for _, row in found]
        panel.errorbar(along, scores, [below, above], capsize=5, label=player, **style(number))
    share = 100 / len(next(iter(several.values())).game.players)
    panel.axhline(share, linewidth=1, linestyle=(0, (1, 2)), color="black")
    panel.set(ylabel="score in %", ylim=(-4, 104))
    if alone:
        panel.margins(x=0.2)
    else:
        panel.legend()
    said = "; ".join(
        f"{key}{': ' if key != '' else ''}{player} {100 * table[player].score:.0f} %"
        for key, table in rows.items()
        for player in chosen
        if player in table
    )
    return plot.told(f"Scores with 95 % intervals; dotted: all are equal. {said}.")


# --- the parts -----------------------------------------------------------------------------------


def _depth(trace: SearchTrace) -> int:
    """How many levels lie below the root."""
    return max(node.depth for node in trace.nodes)


def _rewards_at_the_root(trace: SearchTrace) -> list[float] | None:
    """What each simulation was worth to who moves at the root; `None` if that can't be told."""
    player = trace.nodes[0].player if trace.nodes else None
    if player not in trace.players:
        return None
    rewards = []
    for each in trace.simulations:
        reward = each.reward
        if not isinstance(reward, tuple | list) or len(reward) != len(trace.players):
            return None
        if not is_number(mine := reward[trace.players.index(player)]):
            return None
        rewards.append(float(mine))
    return rewards


def _mcts_at_the_end(found: MctsResult) -> Plot:
    """Visits and values of the root's children when the search was over."""
    children = sorted(found.tree.children, key=lambda child: -child.visits)
    shown = children[: 2 * _MOST_CURVES]
    visits = {found.game.action_name(child.action): child.visits for child in shown}
    labels = [f" {child.visits:,}, value {child.value:.2f}" for child in shown]
    plot = _bars(visits, labels, height=1.6 + 0.28 * len(shown), room=1.3)
    plot.panels[0].set(xlabel="visits", ylabel="action")
    more = _left_out(len(children) - len(shown), "actions are not shown")
    player = found.game.to_move(found.tree.state)
    return plot.told(
        f"Visits after {found.tree.visits:,} simulations, and the mean reward of {player} from 0"
        f" to 1.{more} How they grew is kept only by watch(mcts_search, ...)."
    )


def _bars(
    lengths: Mapping[str, float], labels: Sequence[str], *, height: float, room: float
) -> Plot:
    """A bar of this length for each name, the first on top, with `room` for the labels."""
    plot = Plot(height=height)
    [panel] = plot.panels
    bars = panel.barh(list(lengths), list(lengths.values()), color=FIRST_FILL, edgecolor=BLUE)
    panel.bar_label(bars, labels)
    panel.invert_yaxis()
    panel.set(xlim=(0, max(1.0, room * max(lengths.values()))))
    return plot


def _named(traces: Traces) -> dict[str, SearchTrace]:
    """The traces by name; anything else is an error that says what would be right."""
    if isinstance(traces, Mapping):
        named = {str(name): trace for name, trace in traces.items()}
    else:
        listed = [traces] if isinstance(traces, SearchTrace) else traces
        if not isinstance(listed, Sequence) or isinstance(listed, str):
            raise _wrong("this plot", traces, "a dictionary of traces by name is right")
        named = {}
        for trace in listed:
            name = getattr(trace, "function", "?")
            named[f"{name} #{len(named) + 1}" if name in named else name] = trace
    for name, trace in named.items():
        if not isinstance(trace, SearchTrace):
            raise _wrong("this plot", trace, "watch(search, game, state) gives what is right")
        if not trace.nodes:
            raise ValueError(
                f"the trace {name!r} has no nodes: {trace.error or trace.note or 'none was seen'}"
            )
    if not named:
        raise ValueError("there is no trace to plot; give at least one, such as {'mine': trace}")
    return named


def _unfinished(named: Mapping[str, SearchTrace]) -> str:
    """Which of the searches were not recorded to their end."""
    names = [name for name, trace in named.items() if trace.stopped or trace.error]
    return f" Not recorded to the end: {', '.join(names)}." if names else ""


def _left_out(count: int, words: str) -> str:
    return f" {count} more {words}." if count else ""


def _wrong(what: str, found: Any, right: str) -> TypeError:
    return TypeError(f"{what} can't show {found!r:.60}; {right}")
