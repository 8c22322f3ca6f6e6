// Predict before you see: the values of nodes, or the branches that will be cut.

import { Controls, make, printing, screen, zooming } from "./controls.js";
import { Film, word } from "./film.js";
import { Stage } from "./stage.js";

const DASHED = "5 4";

export function practice(el, story) {
  const marking = story.ask === "cuts";
  const score = { right: 0, of: 0 };
  let at = 0; // which tree
  let item, film, look, nodes, known, marked, checked, again, turn, stage, active;

  const title = make("h3", {});
  const question = make("p", { class: "cl-say" });
  const verdict = make("p", { class: "cl-verdict", role: "status" });
  const points = make("output", { class: "cl-where" });
  const field = make("input", { type: "text", inputmode: "text", size: 6, autocomplete: "off", "aria-label": "Your value" });
  const root = make("div", { class: "cl-player cl-controls", role: "group", "aria-label": "Practice" });
  const whole = screen(el, root, () => {
    stage.settleHeight();
    settle();
  });
  const controls = new Controls(root, {
    Check: () => (marking ? judgeMarks() : judgeValue()), "New tree": () => open((at + 1) % story.items.length, true),
    ...zooming(() => [stage]), ...whole,
  }, marking ? {
    Mark: () => mark(active), Parent: () => walk(nodes.parent[active] || active), Child: () => walk(children(active)[0]),
    "Node on the left": () => walk(beside(-1)), "Node on the right": () => walk(beside(1)),
  } : {});
  const [check, fresh] = controls.buttons;
  const form = make("div", { class: "cl-tools" }, ...(marking ? [] : [field]), controls.bar, points);
  field.onkeydown = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // or it would press the button that gets the focus
    check.click();
  };
  const place = make("div", { class: "cl-both" });
  root.append(title, question, form, controls.help, verdict, place);
  el.append(root);

  const words = (name, node) => film.text(name, node);
  const isLeaf = (node) => !words("role", node).startsWith("M");
  const isCut = (node) => checked && item.cut.includes(node);
  const children = (node) => stage.kids[node];
  const isGone = (node) => node >= 0 && (marked.has(node) || isGone(nodes.parent[node]));

  function open(number, focus) {
    at = number;
    item = story.items[at];
    film = new Film(item);
    ({ pieces: nodes, look } = film);
    [known, marked, checked, again, turn, active] = [new Set(), new Set(), false, false, 0, 1];
    stage?.end();
    const about = marking ? "Tree: arrow keys walk, space or Enter marks a branch" : "Tree: the node in question has a thick edge";
    stage = new Stage(film, about, {
      node: draw, edge, dot: () => ({ colour: "line", size: 3 }),
      pick: (node) => (marking ? mark(node) : lookAt(node)), fold: () => {}, ready: draw2,
    });
    stage.handle = () => ""; // all of the tree stays in sight
    const board = make("div", { class: "cl-board" });
    place.replaceChildren(make("div", { class: "cl-around" }, stage.box), ...(item.board ? [board] : []));
    stage.sums = () => []; // they would tell the answer
    stage.ready = settle;
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
      question.textContent = `${words("role", node)} chooses at the node with the thick edge` +
        `${words("path", node) ? ` (${words("path", node)})` : " (the root)"}. What is its value?`;
    } else {
      question.textContent = "The whole tree is known. Try a new one.";
      check.disabled = field.disabled = true;
    }
    draw2();
  }

  // One reads around the node in question; where branches are marked all are there.
  function settle() {
    if (marking) stage.fit();
    draw2();
  }

  function draw2() {
    lookAt(marking ? active : item.ask[turn] ?? 0, !marking);
  }

  function lookAt(node, there = true) {
    if (there) stage.follow(node);
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
    count(right, 1);
    again = !right && !again; // one more try before it is told
    field.value = "";
    if (again) {
      tell(false, `Not ${typed}. Try once more.`);
      field.focus({ preventScroll: true });
      return;
    }
    tell(right, right ? `Right: ${words("why", node)}` : `Not ${typed}: ${words("why", node)}`);
    known.add(node);
    turn += 1;
    next();
    if (!field.disabled) field.focus({ preventScroll: true });
    else fresh.focus({ preventScroll: true });
  }

  // Only a first try counts.
  function count(right, of) {
    if (again) return;
    score.right += right;
    score.of += of;
    points.textContent = `right: ${score.right} of ${score.of}`;
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
    const cut = item.cut;
    const found = cut.filter((node) => marked.has(node));
    // A mark below a branch that is cut is true as well: nobody looks there.
    const under = (node) => node >= 0 && (cut.includes(node) || under(nodes.parent[node]));
    const wrong = [...marked].filter((node) => !under(node));
    const missed = cut.filter((node) => !marked.has(node));
    count(Math.max(0, found.length - wrong.length) + (!cut.length && !wrong.length), Math.max(1, cut.length));
    again = missed.length + wrong.length > 0 && !again; // one more try before it is told
    if (again) {
      const many = (number, one, more) => number && `${number} ${number === 1 ? one : more}`;
      const amiss = [many(missed.length, "branch that is cut has no mark", "branches that are cut have no mark"),
        many(wrong.length, "mark is on a branch that is looked at", "marks are on branches that are looked at")];
      tell(false, `Not yet: ${amiss.filter(Boolean).join(", and ")}. Try once more.`);
      stage.box.focus({ preventScroll: true });
      return;
    }
    checked = true;
    check.disabled = true;
    const reasons = (list) => list.map((node) => `${words("path", node)} (${words("why_cut", node)})`).join(", ");
    tell(!missed.length && !wrong.length, [
      !cut.length && "Nothing is cut here.",
      found.length && `Right: ${reasons(found)}.`,
      missed.length && `Also cut: ${reasons(missed)}.`,
      wrong.length && `Looked at after all: ${wrong.map((node) => words("path", node)).join(", ")}.`,
    ].filter(Boolean).join(" "));
    stage.draw();
    fresh.focus({ preventScroll: true });
  }

  function tell(right, said) {
    verdict.className = `cl-verdict ${right == null ? "" : right ? "cl-right" : "cl-wrong"}`;
    verdict.textContent = right == null ? said : `${right ? "\u2713" : "\u2717"} ${said}`;
  }

  // The node so many places to the right.
  function beside(by) {
    const family = children(nodes.parent[active]);
    return family[family.indexOf(active) + by];
  }

  function walk(to = active) {
    active = to;
    stage.follow(active);
    stage.draw();
    tell(null, `${words("path", active)}${marked.has(active) ? ", marked as cut" : ""}`);
  }

  function draw(node) {
    const asked = !marking && node === item.ask[turn];
    const gone = isGone(node);
    const stroke = asked ? look.ink : marking && node === active && !checked ? look.vermilion : look.line;
    const value = isLeaf(node) || (!marking && known.has(node)) ? words("number", node)
      : checked ? words("seen", node) || "?" : "?";
    const name = isLeaf(node) ? "" : words("role", node);
    const sign = isCut(node) ? (marked.has(node) ? "\u2713" : "!") : marked.has(node) ? "\u00d7" : "";
    const x = nodes.wide[node] / 2 - 2;
    return film.box(node, {
      stroke, thick: asked ? 3.5 : stroke === look.line ? 1.5 : 3, fill: asked ? look.win : gone ? look.ground : null,
      lines: [value, ...(name ? [name] : [])], large: true, dashes: gone || isCut(node) ? DASHED : "",
      ink: gone ? look.quiet : look.ink,
    }) + (sign && `<circle cx="${x}" cy="0" r="10" fill="${look.ground}" stroke="${look.vermilion}"/>${word(x, 0, sign, 14, look.ink)}`);
  }

  function edge(node) {
    return { stroke: look.line, thick: 1.5, dashes: isCut(node) || isGone(node) ? DASHED : "" };
  }

  open(0, false);
  const stop = printing(root, () => [stage.printed()]);
  return () => {
    stage.end();
    stop();
  };
}
