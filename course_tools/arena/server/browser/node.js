// How a node of the class's tree is drawn: MAX points up, MIN points down, a leaf is a square.

const SPACE = "http://www.w3.org/2000/svg";

export function draw(tag, more = {}, ...inside) {
  const one = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(more)) one.setAttribute(name, value);
  one.append(...inside);
  return one;
}

export const words = (x, y, size, text, more = {}) => draw("text", { x, y, "font-size": size, ...more }, `${text}`);

export function outline(player, half) {
  const [wide, tip] = [half * 1.12, half * 0.36];
  if (player === "MAX") return `M${-wide} ${-half + tip}L0 ${-half}L${wide} ${-half + tip}V${half}H${-wide}Z`;
  if (player === "MIN") return `M${-wide} ${-half}H${wide}V${half - tip}L0 ${half}L${-wide} ${half - tip}Z`;
  return `M${-half} ${-half}H${half}V${half}H${-half}Z`;
}

// A node with its value, or its name until it has one, and perhaps the lines about its window. Its
// classes say how far it is.
export function node([name, player, value, stand], half, more = "", window = []) {
  const known = value !== null;
  const letter = half * (window.length > 2 ? 0.32 : 0.48); // three lines are words
  return draw("g", { class: `node ${player || "leaf"} ${stand} ${more}` },
    draw("path", { d: outline(player, half), class: "shape" }),
    words(0, half * (window.length ? -0.36 : 0.32), half * (known ? 1 : 0.62), known ? value : name, { class: known ? "value" : "name" }),
    ...window.map((line, at) => words(0, half * 0.16 + letter * at, letter, line, { class: "window" })));
}

// What a phone sees: itself, the edge up, and its children with their numbers as they arrive.
export function family({ node: own, kids, above, window, wrong }) {
  const rows = Math.ceil(kids.length / 6); // more of them would be too small to read
  const across = Math.ceil(kids.length / Math.max(1, rows));
  const [middle, gap] = [180, Math.min(104, 336 / across)];
  const half = Math.min(32, 0.42 * gap);
  const place = (at) => {
    const row = Math.floor(at / across);
    const last = Math.min(across, kids.length - row * across) - 1;
    return [middle + ((at % across) - last / 2) * gap, 200 + row * 2.4 * half];
  };
  const foot = kids.length ? 204 + half + (rows - 1) * 2.4 * half : 150;
  const svg = draw("svg", { viewBox: `0 0 360 ${foot}`, role: "img", "aria-label": `${own[1] || "leaf"} ${own[0]}` });
  if (above) svg.append(draw("path", { d: `M${middle} 12V40`, class: "edge" }), words(middle + 12, 24, 17, above, { class: "name", "text-anchor": "start" }));
  kids.forEach(([, , value], at) => svg.append(draw("path", { d: `M${middle} 120L${place(at)}`, class: value === null ? "edge" : "edge come" })));
  const put = (x, y, one) => { one.setAttribute("transform", `translate(${x} ${y})`); svg.append(one); };
  put(middle, 80, node(own, 40, wrong ? "wrong" : ""));
  kids.forEach((kid, at) => put(...place(at), node(kid, half)));
  svg.append(...window.map((line, at) => words(middle + 56, 92 - 11 * (window.length - 1) + 22 * at, 20, line, { "text-anchor": "start", class: "window" })));
  return svg;
}
