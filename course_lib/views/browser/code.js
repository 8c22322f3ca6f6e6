// Code line by line, with its numbers, and one of the lines lit.

import { make } from "./controls.js";

// `code` is a list of lines, each with its number; 0 stands for lines that are left out. What comes
// back lights a line, and brings it into sight.
export function listing(place, code) {
  const rows = new Map(code.map(([number, text]) => [number, make("li", { "data-line": number || null }, make("code", {}, text || " "))]));
  place.replaceChildren(...code.map(([number, text]) => (number ? rows.get(number) : make("li", {}, make("code", {}, text || " ")))));
  let now = null;
  return (number, how = "lit") => {
    now?.removeAttribute("aria-current");
    if (now) now.className = "";
    now = number ? rows.get(number) : null;
    if (!now) return;
    now.className = how;
    now.setAttribute("aria-current", "step");
    const [top, bottom] = [now.offsetTop - place.scrollTop, now.offsetTop + now.offsetHeight - place.scrollTop];
    if (top < 0 || bottom > place.clientHeight) place.scrollTop += top - place.clientHeight / 2;
  };
}
