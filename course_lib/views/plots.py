"""Plots of searches and tournaments, for what is easier to look at than to read."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from course_lib.game import Action, Player
from course_lib.play import Tournament
from course_lib.search.mcts import MctsResult
from course_lib.views.theme import BLUE, FIRST_FILL
from course_lib.watch import SearchTrace
from course_lib.watch.trace import is_number

if TYPE_CHECKING:
    from course_lib.views.figure import Plot

Traces = Mapping[str, SearchTrace] | Sequence[SearchTrace] | SearchTrace
_MOST_CURVES = 8


def plot_nodes_by_depth(traces: Traces) -> Plot:
    """How many nodes each of these searches looked at on each level, on a logarithmic scale.

    `traces` is a dictionary such as `{"minimax": trace, "alpha-beta": trace}`, a list, or one.
    """
    from course_lib.views.figure import Plot, style  # noqa: PLC0415 - matplotlib takes a while

    named = _named(traces)
    plot = Plot()
    [panel] = plot.panels
    for number, (name, trace) in enumerate(named.items()):
        counts = Counter(node.depth for node in trace.nodes)
        depths = sorted(counts)
        panel.plot(depths, [counts[depth] for depth in depths], label=name, **style(number))
        panel.annotate(f" {counts[depths[-1]]:,}", (depths[-1], counts[depths[-1]]), fontsize=9)
    panel.set_yscale("log")
    panel.set_xticks(range(1 + max(node.depth for each in named.values() for node in each.nodes)))
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
    depths = {name: max(node.depth for node in trace.nodes) for name, trace in named.items()}
    factors = {
        name: effective_branching_factor(trace.visits, depths[name])
        for name, trace in named.items()
    }
    labels = [f" {factor:.2f}" for factor in factors.values()]
    plot = _bars(factors, labels, height=1.6 + 0.4 * len(named), room=1.15)
    plot.panels[0].set(xlabel="effective branching factor")
    said = "; ".join(
        f"{name}: {factors[name]:.2f} ({trace.visits:,} visits, {depths[name]} levels)"
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
        raise _wrong(
            "plot_mcts", thing, "watch(mcts_search, ...) or mcts_search(...) gives what is right"
        )
    from course_lib.views.figure import Plot, style  # noqa: PLC0415 - as above

    growth = growth_of(thing)
    shown = sorted(growth.children, key=lambda child: -child.visits[-1])[:_MOST_CURVES]
    plot = Plot(2 if growth.has_values else 1, height=3.0)
    simulations = range(1, growth.simulations + 1)
    for number, child in enumerate(shown):
        look = style(number) | {"markevery": 0.12}
        plot.panels[0].plot(simulations, child.visits, label=child.name, **look)
        if growth.has_values:
            plot.panels[1].plot(simulations, child.values, label=child.name, **look)
    plot.panels[0].set(ylabel="visits")
    plot.panels[0].legend(title="action")
    if growth.has_values:
        plot.panels[1].set(ylabel=f"mean reward of {growth.player}")
    plot.panels[-1].set(xlabel="simulations")
    left_out = len(growth.children) - len(shown)
    more = f" {left_out} more with fewer visits are not shown." if left_out else ""
    best = f"Most visited after {growth.simulations:,} simulations: {shown[0].name}, "
    return plot.told(f"{best}{shown[0].visits[-1]:,} visits.{more} {growth.remark}".rstrip())


def plot_win_rates(
    tournaments: Tournament | Mapping[Any, Tournament], *, players: Sequence[str] | None = None
) -> Plot:
    """Each player's score with its 95 % interval; over several tournaments, a curve for each.

    `tournaments` is what `tournament` gave back, or a dictionary such as `{100: ..., 200: ...}`
    whose keys, numbers or words, stand along the axis. `players` are those to show: all, or these.
    """
    from course_lib.views.figure import Plot, style  # noqa: PLC0415 - as above

    several = {"": tournaments} if isinstance(tournaments, Tournament) else tournaments
    if (
        not isinstance(several, Mapping)
        or not all(isinstance(each, Tournament) for each in several.values())
        or not several
    ):
        raise _wrong("plot_win_rates", tournaments, "what tournament(...) gives is right")
    rows = {key: {row.player: row for row in each.rows} for key, each in several.items()}
    known = list(dict.fromkeys(player for table in rows.values() for player in table))
    chosen = known if players is None else list(players)
    for player in chosen:
        if player not in known:
            raise ValueError(f"no player is called {player!r}; there are: {', '.join(known)}")
    plot = Plot()
    [panel] = plot.panels
    alone = isinstance(tournaments, Tournament)
    for number, player in enumerate(chosen):
        found = [(key, table[player]) for key, table in rows.items() if player in table]
        along: list[Any] = [player] if alone else [key for key, _ in found]
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


# --- how a Monte Carlo search grew ---------------------------------------------------------------


@dataclass(frozen=True)
class Child:
    """One action at the root: its visits and mean reward after 1, 2, 3... simulations."""

    name: str
    visits: tuple[int, ...]
    values: tuple[float, ...]
    """`nan` before the first visit."""


@dataclass(frozen=True)
class Growth:
    """The growth of all children of the root."""

    children: tuple[Child, ...]
    simulations: int
    has_values: bool
    player: Player | None
    """Whose rewards the values are: who moves at the root."""
    remark: str
    """What can't be known from this trace, in a sentence, or nothing."""


def growth_of(trace: SearchTrace) -> Growth:
    """The growth at the root, as far as this trace tells."""
    if not trace.simulations:
        raise ValueError(
            f"the trace of {trace.function} has no simulations: a Monte Carlo search is recognised"
            " by functions named after its phases (select, expand, simulate, backup)"
        )
    names = {node.action: node.action_name or "?" for node in trace.nodes if node.depth == 1}
    player = trace.nodes[0].player if trace.nodes else None
    seat = trace.players.index(player) if player in trace.players else None
    taken: list[tuple[Action | None, float | None]] = []
    for simulation in trace.simulations:
        action = simulation.path[0] if simulation.path else simulation.expanded
        taken.append((action, _reward(simulation.reward, seat, len(trace.players))))
    unknown = sum(action is None for action, _ in taken)
    rewardless = any(reward is None for _, reward in taken)
    if unknown == len(taken):
        raise ValueError(
            f"the simulations of {trace.function} do not tell which action at the root they took,"
            " so nothing can be plotted; nodes with an action, a parent and children tell it"
        )
    actions = dict.fromkeys(action for action, _ in taken if action is not None)
    children = tuple(_child(action, names.get(action, str(action)), taken) for action in actions)
    remarks = []
    if unknown:
        remarks.append(f"{unknown} simulations did not tell their action at the root.")
    if rewardless:
        remarks.append("Values can't be told: for whom the recorded rewards count is not known.")
    return Growth(children, len(taken), not rewardless, player, " ".join(remarks))


def _child(action: Action, name: str, taken: list[tuple[Action | None, float | None]]) -> Child:
    """What the simulations that took this action at the root add up to, step by step."""
    visits = tuple(accumulate(int(each == action) for each, _ in taken))
    totals = accumulate(reward or 0.0 if each == action else 0.0 for each, reward in taken)
    return Child(
        name,
        visits,
        tuple(
            total / seen if seen else math.nan for seen, total in zip(visits, totals, strict=True)
        ),
    )


def _reward(reward: Any, seat: int | None, players: int) -> float | None:
    """What a simulation was worth to the player at the root, where that can be told."""
    if seat is None or not isinstance(reward, tuple | list) or len(reward) != players:
        return None
    mine = reward[seat]
    return float(mine) if is_number(mine) else None


# --- the parts -----------------------------------------------------------------------------------


def _mcts_at_the_end(found: MctsResult) -> Plot:
    """Visits and values of the root's children when the search was over."""
    children = sorted(found.tree.children, key=lambda child: -child.visits)
    shown = children[: 2 * _MOST_CURVES]
    visits = {found.game.action_name(child.action): child.visits for child in shown}
    labels = [f" {child.visits:,}, value {child.value:.2f}" for child in shown]
    plot = _bars(visits, labels, height=1.6 + 0.28 * len(shown), room=1.3)
    plot.panels[0].set(xlabel="visits", ylabel="action")
    left_out = len(children) - len(shown)
    more = f" {left_out} more actions are not shown." if left_out else ""
    player = found.game.to_move(found.tree.state)
    return plot.told(
        f"Visits after {found.tree.visits:,} simulations, and the mean reward of {player} from 0"
        f" to 1.{more} How they grew is kept only by watch(mcts_search, ...)."
    )


def _bars(
    lengths: Mapping[str, float], labels: Sequence[str], *, height: float, room: float
) -> Plot:
    """A bar of this length for each name, the first on top, with `room` for the labels."""
    from course_lib.views.figure import Plot  # noqa: PLC0415 - as above

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


def _wrong(what: str, found: Any, right: str) -> TypeError:
    return TypeError(f"{what} can't show {found!r:.60}; {right}")
