// Small tools, and the shapes that nodes have.

export const HIGH = 44; // of a node

export const esc = (text) =>
  String(text).replace(/[&<>"]/g, (sign) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot" }[sign]};`);

export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made[name] = value;
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

// The first place in a sorted list of `length` at which `reached` holds.
export function firstWhere(length, reached) {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (reached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export const word = (x, y, text, more = "") =>
  text === "" ? "" : `<text x="${x}" y="${y}" dy="0.35em" ${more}>${esc(text)}</text>`;

// MAX points up, MIN points down: the shape says it where the colour does not.
export function shape(kind, width, high) {
  const [w, h] = [width / 2, high / 2];
  if (kind === "max") return `<path d="M${-w} ${h}L${9 - w} ${-h}H${w - 9}L${w} ${h}Z"`;
  if (kind === "min") return `<path d="M${-w} ${-h}H${w}L${w - 9} ${h}H${9 - w}Z"`;
  return `<rect x="${-w}" y="${-h}" width="${width}" height="${high}" rx="${kind === "player" ? 20 : 4}"`;
}
