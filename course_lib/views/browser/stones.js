// What has changed on a board, told by motion: a stone that left a square for another one glides, one in
// another's place turns over, a new one falls or is put down. It knows no rules, only what stands where.

const SETTLING = 240; // milliseconds
const ONE_MOVE = 3; // squares of one move; a new game, or a leap in an old one, is there at once
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// What stands on each square, and where, in the units of the drawing.
function standing(board) {
  const frame = board.querySelector("svg")?.getScreenCTM();
  const found = frame ? [...board.querySelectorAll("[data-square] [data-stone]")] : [];
  return new Map(found.map((stone) => {
    const { left, bottom } = stone.getBoundingClientRect();
    return [stone.parentNode.dataset.square, { stone, kind: stone.dataset.stone, x: (left - frame.e) / frame.a, y: (bottom - frame.f) / frame.d }];
  }));
}

// Show this drawing of a board in the place of the last one.
export function lay(board, drawing) {
  const [known, before] = [board.querySelector("[data-square]"), standing(board)];
  board.innerHTML = drawing;
  if (!known || calm.matches || !board.isConnected) return;
  const now = standing(board);
  const others = (some, than) => [...some].filter(([square, { kind }]) => than.get(square)?.kind !== kind);
  const [come, gone] = [others(now, before), others(before, now)];
  if (come.length > ONE_MOVE) return;
  for (const [square, { stone, kind, x, y }] of come) {
    const left = gone.findIndex(([, one]) => one.kind === kind);
    const [[, from] = []] = left < 0 ? [] : gone.splice(left, 1);
    const start = from ? `translate(${Math.round(from.x - x)}px, ${Math.round(from.y - y)}px)`
      : before.has(square) ? "scaleX(0)"
      : "falls" in stone.dataset ? `translateY(${Math.round(-y)}px)` : "scale(1.25)";
    stone.animate([{ transform: start }, { transform: "none" }], { duration: SETTLING, easing: from ? "ease-in-out" : "ease-in" });
  }
}
