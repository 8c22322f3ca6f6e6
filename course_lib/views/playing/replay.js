// A game that was played, move by move. All boards came with the widget: nothing is asked of Python.

const SPEEDS = [["slow", 2000], ["normal", 800], ["fast", 200]];

function make(tag, parent, given = {}) {
  const one = Object.assign(document.createElement(tag), given);
  parent.append(one);
  return one;
}

function render({ model, el }) {
  // Jupyter's own shortcuts must not hear the keys that are meant for us (d twice deletes a cell).
  // They look at the very element that has the focus, so each one is marked when it gets it.
  el.addEventListener("focusin", ({ target }) => target.setAttribute("data-lm-suppress-shortcuts", "true"));
  const { title, pieces, frames, lines } = model.get("story");
  const last = frames.length - 1;
  const root = make("div", el, { className: "course-play course-replay" });
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "A game to replay");
  make("p", root, { className: "course-who", textContent: title });
  const board = make("div", root, { className: "course-board" });
  const line = make("p", root, { className: "course-status" });
  const bar = make("div", root, { className: "course-controls" });
  let at = Math.min(model.get("at"), last), timer = null;

  const button = (words, label, act) => {
    const one = make("button", bar, { textContent: words, title: label, onclick: act });
    one.setAttribute("aria-label", label);
    return one;
  };
  const first = button("|◀", "First", () => jump(0));
  const back = button("◀", "Back", () => jump(at - 1));
  const play = button("Play", "Play", () => (timer ? pause() : start()));
  const forward = button("▶", "Forward", () => jump(at + 1));
  const end = button("▶|", "Last", () => jump(last));
  const slider = make("input", bar, { type: "range", min: 0, max: last, className: "course-slider" });
  slider.setAttribute("aria-label", "Move");
  slider.oninput = () => jump(Number(slider.value));
  const speed = make("select", make("label", bar, { textContent: "Speed " }));
  for (const [name, pause] of SPEEDS) make("option", speed, { textContent: name, value: pause });
  speed.value = 800;
  speed.onchange = () => timer && start();

  function show() {
    const runs = frames[at];
    let svg = "";
    for (let i = 0; i < runs.length; i += 2) {
      svg += pieces.slice(runs[i], runs[i] + runs[i + 1]).join("");
    }
    board.innerHTML = svg;
    line.textContent = lines[at];
    slider.value = at;
    slider.setAttribute("aria-valuetext", lines[at]);
    // Not `disabled`: that would throw the focus away.
    for (const one of [first, back]) one.setAttribute("aria-disabled", at === 0);
    for (const one of [forward, end]) one.setAttribute("aria-disabled", at === last);
  }

  function go(to) {
    at = Math.max(0, Math.min(last, to));
    show();
  }
  function jump(to) {
    pause();
    go(to);
  }
  function start() {
    clearInterval(timer);
    if (at === last) go(0); // play again
    timer = setInterval(() => {
      go(at + 1);
      if (at === last) pause();
    }, Number(speed.value));
    told("Pause", "off"); // a game that runs would talk without a pause
  }
  function pause() {
    clearInterval(timer);
    timer = null;
    told("Play", "polite");
  }
  function told(label, live) {
    play.textContent = label;
    play.title = label;
    play.setAttribute("aria-label", label);
    line.setAttribute("aria-live", live);
  }

  const keys = {
    " ": () => play.click(),
    ArrowLeft: () => jump(at - 1), ArrowRight: () => jump(at + 1),
    Home: () => jump(0), End: () => jump(last),
  };
  board.tabIndex = 0;
  board.setAttribute("role", "group");
  board.setAttribute("aria-label", "The board: arrow keys step, space plays");
  root.onkeydown = (event) => {
    if (event.key !== "Tab") event.stopPropagation();
    const { tagName } = event.target;
    const own = tagName === "SELECT" || (tagName === "BUTTON" && event.key === " ");
    if (!(event.key in keys) || own || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
  };
  const moved = () => jump(model.get("at"));
  model.on("change:at", moved);
  pause();
  show();
  return () => {
    pause();
    model.off("change:at", moved);
  };
}

export default { render };
