// Searches of the same tree side by side: where each of them stands when the longest is at a node.

const SAME = 0.5; // so much of the smaller tree must be in the greater one to call them the same

// For each pane a list: its step, what it never looks at there, by the steps of the longest search.
// Nothing, where these are no searches of one tree.
export function together(panes) {
  if (panes.length < 2 || panes.some((pane) => !pane.stage || pane.grows)) return null;
  const numbers = new Map();
  const known = panes.map((pane) => {
    const { parent } = pane.nodes;
    const keys = [];
    parent.forEach((above, at) => {
      const name = pane.scene.shapes[at] === "cut" ? "cut" : above < 0 ? pane.text("who", at) : pane.text("name", at);
      const word = `${above < 0 ? -1 : keys[above]} ${name}`;
      if (!numbers.has(word)) numbers.set(word, numbers.size);
      keys.push(numbers.get(word));
    });
    const places = new Map(keys.map((key, at) => [key, at]));
    const own = keys.filter((_, at) => pane.scene.shapes[at] !== "ghost");
    return { keys, places, own, steps: new Map(pane.story.steps.node.map((at, t) => [`${pane.scene.kind(t)} ${keys[at]}`, t])) };
  });
  const leader = panes.reduce((best, pane, number) => (pane.last > panes[best].last ? number : best), 0);
  const { keys } = known[leader];
  const first = new Set(known[leader].own);
  if (known.some(({ own }) => own.filter((key) => first.has(key)).length < SAME * own.length)) return null;
  const { nodes, scene, last, story } = panes[leader];
  const columns = panes.map((pane, number) => {
    if (number === leader) return story.steps.node.map((_, t) => ({ t }));
    const { places, steps } = known[number];
    let before = 0;
    return story.steps.node.map((at, t) => {
      const kind = scene.kind(t);
      if (t === 0 || t === last) return { t: t && pane.last };
      const same = steps.get(`${kind} ${keys[at]}`);
      if (same !== undefined) return { t: (before = same) };
      const ghost = pane.scene.shapes[places.get(keys[at])] === "ghost";
      if (kind === "cut" || (places.has(keys[at]) && !ghost)) return { t: before };
      if (ghost) return { t: (before = Math.max(before, pane.nodes.enter[places.get(keys[at])])), ghost: at, box: places.get(keys[at]) };
      // It never comes here, and too much is left out for ghosts: it stands where it cut, or above.
      let above = at;
      while (above > 0 && !places.has(keys[above])) above = nodes.parent[above];
      const there = places.get(keys[above]);
      const box = pane.scene.kids[there].find((kid) => pane.scene.shapes[kid] === "cut");
      return { t: (before = pane.nodes.enter[box ?? there] >= 0 ? pane.nodes.enter[box ?? there] : before), ghost: at, box: box ?? there };
    });
  });
  return { leader, columns };
}
