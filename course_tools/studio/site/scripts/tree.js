// A tree of one's own: typed as nested lists, then to be touched.

import { make } from "./controls.js";
import { modelOf } from "./living.js";
import widget from "./touch.js";

const [MOST_LEAVES, MOST] = [24, 99];

// The tree that is written here; an error says what is wrong with it.
export function treeIn(text) {
  const plain = text.replaceAll("\u2212", "-").replace(/[()]/g, (sign) => (sign === "(" ? "[" : "]"))
    .replace(/,(?=\s*\])/g, "");
  const strange = plain.match(/[^\s\d[\],.+-]/);
  if (strange) throw new Error(`${strange[0]} can't stand in a tree: write numbers, commas and square brackets.`);
  const [open, closed] = ["[", "]"].map((sign) => plain.split(sign).length - 1);
  if (open !== closed) throw new Error(`There are ${open} opening brackets and ${closed} closing ones.`);
  let tree;
  try {
    tree = JSON.parse(plain);
  } catch {
    throw new Error("This is no nested list. [[3, 12], [2, 4]] would be one: two branches with two leaves each.");
  }
  if (!Array.isArray(tree)) throw new Error("A number alone is a leaf. A tree begins with a bracket: [3, 12].");
  const all = tree.flat(Infinity);
  const empty = (part) => Array.isArray(part) && (!part.length || part.some(empty));
  if (empty(tree)) throw new Error("There is an empty list in it; every branch ends in a number.");
  if (all.length > MOST_LEAVES) throw new Error(`This tree has ${all.length} leaves; up to ${MOST_LEAVES} can be touched.`);
  const wide = all.find((leaf) => Math.abs(leaf) > MOST || !Number.isInteger(leaf));
  if (wide !== undefined) throw new Error(`${wide} is no leaf: take whole numbers from -${MOST} to ${MOST}.`);
  return tree;
}

export function mount(el, { tree }) {
  const field = make("textarea", { rows: 2, spellcheck: "false", "aria-label": "Your tree, as nested lists" });
  field.value = tree;
  const cuts = make("input", { type: "checkbox", onchange: () => draw() });
  const wrong = make("p", { class: "wrong", role: "alert" }), place = make("div", {});
  const form = make("form", { class: "course-tree" }, field,
    make("label", {}, cuts, " with alpha-beta's cuts"), make("button", { type: "submit" }, "Draw it"), wrong);
  form.onsubmit = (event) => (event.preventDefault(), draw());
  el.append(form, place);

  function draw() {
    try {
      const story = { tree: treeIn(field.value), cuts: cuts.checked };
      wrong.textContent = "";
      place.replaceChildren();
      widget.render({ model: modelOf({ story }), el: place });
    } catch (error) {
      wrong.textContent = error.message;
    }
  }
  draw();
}
