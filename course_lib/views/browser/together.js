// Searches of the same tree side by side: where each of them stands when the longest is at a node.

const SAME = 0.5; // so much of the smaller tree must be in the greater one to call them the same

// For each pane a list: its step, what it never looks at there, by the steps of the longest search.
// Nothing, where these are no searches of one tree.
export function together(panes) {
  if (panes.length < 2 || panes.some((pane) => !pane.stage || pane.grows !== panes[0].grows)) return null;
  const numbers = new Map();
  const known = panes.map((pane) => {
    const { parent } = pane.nodes;
    const keys = [];
    parent.forEach((above, at) => {
      const name = pane.scene.shapes[at] === "cut" ? "cut" : above < 0 ? (pane.grows ? pane.story.game : pane.text("who", at)) : pane.text("name", at);
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
  const least = panes[0].grows ? 0 : SAME; // two searches by chance share what they share
  if (known.some(({ own }) => own.filter((key) => first.has(key)).length <= least * own.length)) return null;
  if (panes[0].grows) return { leader, columns: grown(panes, known, leader) };
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

// Monte Carlo searches stand in the same simulation and phase, and look at the leader's node. A ghost
// is there from the simulation in which another search has added the node.
function grown(panes, known, leader) {
  const numbered = panes.map(({ scene, last }) => {
    let number = 0;
    return Array.from({ length: last + 1 }, (_, t) => (number += t > (scene.done[number] ?? last)));
  });
  known.forEach(({ keys }, number) => {
    const { scene, nodes } = panes[number];
    keys.forEach((key, at) => {
      if (scene.shapes[at] !== "ghost") return;
      const added = known.map(({ places, own }, other) => (own.includes(key) ? numbered[other][panes[other].nodes.enter[places.get(key)]] : Infinity));
      nodes.enter[at] = scene.done[Math.min(...added)] ?? panes[number].last;
    });
  });
  const phases = panes.map(({ scene, last }, number) => new Map(numbered[number].map((each, t) => [`${each} ${t === last ? "end" : scene.kind(t)}`, t])));
  return panes.map((pane, number) => numbered[leader].map((each, t) => {
    if (number === leader) return { t };
    const kind = panes[leader].scene.kind(t);
    const there = t === panes[leader].last ? pane.last : phases[number].get(`${each} ${kind}`) ?? pane.scene.done[each] ?? pane.scene.done.at(-1);
    const at = Math.max(panes[leader].story.steps.node[t], 0);
    const { places } = known[number];
    let box = at;
    const shown = () => pane.nodes.enter[places.get(known[leader].keys[box])] <= there;
    while (box > 0 && !shown()) box = panes[leader].nodes.parent[box];
    box = places.get(known[leader].keys[box]);
    const own = places.get(known[leader].keys[at]);
    const never = own === undefined || pane.scene.shapes[own] === "ghost";
    return { t: there, box, ...(never && { ghost: at }) };
  }));
}
