// Predict before you see: the values of nodes, or the branches that will be cut.

import { HIGH, make, shape, word } from "./shapes.js";
import { Stage } from "./stage.js";

export function practice(el, story) {
  const { look, ask } = story;
  const marking = ask === "cuts";
  const score = { right: 0, of: 0 };
  let at = 0; // which tree
  let item, nodes, kinds, known, marked, checked, turn, stage, active;

  const title = make("h3", {});
  const question = make("p", { class: "cl-say" });
  const verdict = make("p", { class: "cl-verdict", role: "status" });
  const points = make("output", { class: "cl-where" });
  const field = make("input", { type: "text", inputmode: "text", size: 6, autocomplete: "off", "aria-label": "Your value" });
  const check = make("button", { type: "submit" }, "Check");
  const fresh = make("button", { type: "button", onclick: () => open((at + 1) % story.items.length, true) }, "New tree");
  const form = make("form", { class: "cl-tools", onsubmit: (event) => {
    event.preventDefault();
    marking ? judgeMarks() : judgeValue();
  } }, ...(marking ? [] : [field]), check, fresh, points);
  form.addEventListener("keydown", (event) => event.stopPropagation()); // else Jupyter hears what is typed
  const place = make("div", { class: "cl-both" });
  el.append(make("div", { class: "cl-player", role: "group", "aria-label": "Practice" }, title, question, form, verdict, place));

  const words = (name, node) => nodes[name][node];
  const children = (node) => stage.kids[node];
  const underMark = (node) => marked.has(nodes.parent[node]) || (nodes.parent[node] >= 0 && underMark(nodes.parent[node]));

  function open(number, focus) {
    at = number;
    item = story.items[at];
    nodes = item.nodes;
    kinds = nodes.kind.map((kind) => story.node_kinds[kind]);
    known = new Set(kinds.keys().filter((node) => kinds[node] === "leaf"));
    [marked, checked, turn, active] = [new Set(), false, 0, 1];
    stage?.watcher.disconnect();
    const about = marking ? "Tree: arrow keys walk, space or Enter marks a branch" : "Tree: the node in question has a thick edge";
    stage = new Stage(nodes.parent, nodes.x, look, about, {
      shown: () => true, node: draw, edge, dot: () => ({ colour: look.line, size: 3 }),
      pick: (node) => marking && mark(node), fold: () => {}, ready: draw2,
    });
    stage.handle = () => ""; // all of the tree stays in sight
    if (marking) stage.box.addEventListener("keydown", walk);
    const board = make("div", { class: "cl-board" });
    place.replaceChildren(stage.box, ...(item.board ? [board] : []));
    if (item.board) board.innerHTML = item.board;
    title.textContent = item.label;
    verdict.textContent = "";
    verdict.className = "cl-verdict";
    check.disabled = field.disabled = false;
    next();
    if (focus) (marking ? stage.box : field).focus({ preventScroll: true });
  }

  function next() {
    points.textContent = `right: ${score.right} of ${score.of}`;
    if (marking) {
      question.textContent = "Alpha-beta goes from left to right. Which branches does it never look at? Mark the top of each, then check.";
    } else if (turn < item.ask.length) {
      const node = item.ask[turn];
      question.textContent = `${kinds[node] === "max" ? "MAX" : "MIN"} chooses at the node with the thick edge` +
        `${words("path", node) ? ` (${words("path", node)})` : " (the root)"}. What is its value?`;
    } else {
      question.textContent = "The whole tree is known. Try a new one.";
      check.disabled = field.disabled = true;
    }
    draw2();
  }

  function draw2() {
    if (!marking && turn < item.ask.length) stage.follow(item.ask[turn]);
    stage.draw();
  }

  function judgeValue() {
    const node = item.ask[turn];
    const typed = field.value.trim().replace("\u2212", "-").replace(",", ".");
    if (!typed || Number.isNaN(Number(typed))) {
      tell(null, "Type a number, such as 3 or -1.");
      return;
    }
    const right = Number(typed) === item.answers[node];
    score.right += right;
    score.of += 1;
    tell(right, right ? `Right: ${words("why", node)}` : `Not ${typed}: ${words("why", node)}`);
    known.add(node);
    turn += 1;
    field.value = "";
    next();
    if (!field.disabled) field.focus({ preventScroll: true });
    else fresh.focus({ preventScroll: true });
  }

  function mark(node) {
    if (checked || nodes.parent[node] < 0) return;
    active = node;
    marked.has(node) ? marked.delete(node) : marked.add(node);
    stage.draw();
    tell(null, `${words("path", node)} is ${marked.has(node) ? "marked as cut" : "not marked"}.`);
  }

  function judgeMarks() {
    if (checked) return;
    checked = true;
    check.disabled = true;
    const cut = item.cut;
    const found = cut.filter((node) => marked.has(node));
    // A mark below a branch that is cut is true as well: nobody looks there.
    const under = (node) => node >= 0 && (cut.includes(node) || under(nodes.parent[node]));
    const wrong = [...marked].filter((node) => !under(node));
    score.right += Math.max(0, found.length - wrong.length) + (!cut.length && !wrong.length);
    score.of += Math.max(1, cut.length);
    const missed = cut.filter((node) => !marked.has(node));
    const reasons = (list) => list.map((node) => `${words("path", node)} (${words("why_cut", node)})`).join(", ");
    tell(!missed.length && !wrong.length, [
      !cut.length && "Nothing is cut here.",
      found.length && `Right: ${reasons(found)}.`,
      missed.length && `Also cut: ${reasons(missed)}.`,
      wrong.length && `Looked at after all: ${wrong.map((node) => words("path", node)).join(", ")}.`,
    ].filter(Boolean).join(" "));
    points.textContent = `right: ${score.right} of ${score.of}`;
    stage.draw();
    fresh.focus({ preventScroll: true });
  }

  function tell(right, said) {
    verdict.className = `cl-verdict ${right === null ? "" : right ? "cl-right" : "cl-wrong"}`;
    verdict.textContent = right === null ? said : `${right ? "\u2713" : "\u2717"} ${said}`;
  }

  function walk(event) {
    const family = nodes.parent[active] < 0 ? [active] : children(nodes.parent[active]);
    const to = {
      ArrowLeft: family[family.indexOf(active) - 1], ArrowRight: family[family.indexOf(active) + 1],
      ArrowUp: nodes.parent[active] > 0 ? nodes.parent[active] : active, ArrowDown: children(active)[0],
    };
    const press = event.key === " " || event.key === "Enter";
    if (!press && !(event.key in to)) return;
    event.preventDefault();
    event.stopPropagation();
    if (press) return mark(active);
    active = to[event.key] ?? active;
    stage.follow(active);
    stage.draw();
    tell(null, `${words("path", active)}${marked.has(active) ? ", marked as cut" : ""}`);
  }

  function draw(node) {
    const wide = kinds[node] === "leaf" ? look.widths.leaf : look.widths.inner;
    const asked = !marking && node === item.ask[turn];
    const gone = marked.has(node) || underMark(node);
    const isCut = checked && item.cut.includes(node);
    const plain = { max: look.first_fill, min: look.second_fill }[kinds[node]] ?? look.paper;
    const fill = asked ? look.win : gone ? look.ground : plain;
    const stroke = asked ? look.ink : marking && node === active && !checked ? look.vermilion : look.line;
    const dash = gone || isCut ? ` stroke-dasharray="5 4"` : "";
    const value = kinds[node] === "leaf" || (!marking && known.has(node)) ? words("value", node)
      : checked ? words("seen", node) || "?" : "?";
    const name = { max: "MAX", min: "MIN" }[kinds[node]] ?? "";
    const sign = checked && isCut ? (marked.has(node) ? "\u2713" : "!") : marked.has(node) ? "\u00d7" : "";
    return `${shape(kinds[node], wide, HIGH)} fill="${fill}" stroke="${stroke}" stroke-width="${asked ? 3.5 : stroke === look.line ? 1.2 : 3}"${dash}/>` +
      word(0, name ? -7 : 0, value, `font-size="16" fill="${look[gone ? "quiet" : "ink"]}"`) +
      word(0, 11, name, `font-size="11" fill="${look.quiet}"`) +
      (sign && `<circle cx="${wide / 2 - 2}" cy="${-HIGH / 2}" r="10" fill="${look.ground}" stroke="${look.vermilion}"/>` +
        word(wide / 2 - 2, -HIGH / 2, sign, `font-size="14" fill="${look.ink}"`));
  }

  function edge(node) {
    const cut = marked.has(node) || underMark(node) || (checked && item.cut.includes(node));
    return { label: words("name", node), style: `stroke="${look.line}"${cut ? ' stroke-dasharray="5 4"' : ' stroke-width="1.5"'}` };
  }

  open(0, false);
  return () => stage.watcher.disconnect();
}
