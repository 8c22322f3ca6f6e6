"""What the player counts, counted a second time: from the events of a trace."""


def counters_at(trace, step):
    """Positions, leaves and cut branches by this step; the last is what the search itself says."""
    steps = [(0, 0, 0)]
    for event in trace.events():
        node = trace.nodes[event.node]
        if event.kind == "enter":
            leaf = node.final or not (trace.children(node.id) or node.cut)
            steps.append((1, int(leaf), 0))
        else:
            steps += [(0, 0, len(node.cut))] if node.cut else []
            steps.append((0, 0, 0))
    sums = [sum(column) for column in zip(*steps[: step + 1], strict=True)]
    return [trace.visits, sums[1], trace.cut] if step == len(steps) else sums
