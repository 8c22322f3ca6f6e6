// A question, a way to guess, and what Python says of the guess.
function make(tag, parent, properties = {}) {
  const made = Object.assign(document.createElement(tag), properties);
  parent.append(made);
  return made;
}

function render({ model, el }) {
  el.addEventListener("focusin", ({ target }) => target.setAttribute("data-lm-suppress-shortcuts", "true"));
  const { question, choices, board, stakes, words: said = {} } = model.get("question");
  const say = (english) => said[english] ?? english;
  const root = make("div", el, { className: "course-predict" });
  root.addEventListener("keydown", (event) => event.key !== "Tab" && event.stopPropagation());
  const words = make("p", root);
  make("strong", words, { textContent: `${say("Your guess:")} ` });
  make("span", words, { innerHTML: question });
  const row = make("form", root, { className: "row" });
  const result = make("div", root, { className: "result" });
  result.setAttribute("role", "status");
  result.setAttribute("tabindex", -1);
  const guess = (text) => {
    if (!text.trim()) return;
    model.set("guess", text.trim());
    model.save_changes();
  };
  if (board) {
    const place = make("div", row, { className: "board", innerHTML: board });
    place.querySelector("svg").setAttribute("role", "group");
    for (const square of place.querySelectorAll("[data-square]")) {
      const name = square.dataset.square;
      square.setAttribute("role", "button");
      square.setAttribute("tabindex", 0);
      square.setAttribute("aria-label", name);
      square.onclick = () => guess(name);
      square.onkeydown = (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        guess(name);
      };
    }
  } else if (choices) {
    for (const choice of choices) {
      make("button", row, { type: "button", textContent: choice, onclick: () => guess(choice) });
    }
  } else {
    const input = make("input", row, { type: "text", inputMode: "decimal" });
    input.setAttribute("aria-label", words.textContent);
    make("button", row, { type: "submit", textContent: say("Guess") });
    row.onsubmit = (event) => (event.preventDefault(), guess(input.value));
  }
  const how = make("div", root, { className: "row stakes" });
  how.setAttribute("role", "group");
  how.setAttribute("aria-label", say("How sure are you?"));
  make("span", how, { textContent: say("How sure are you?") });
  for (const stake of stakes ?? []) {
    const button = make("button", how, { type: "button", textContent: stake });
    button.setAttribute("aria-pressed", "false");
    button.onclick = () => {
      for (const each of how.querySelectorAll("button")) each.setAttribute("aria-pressed", each === button);
      model.set("stake", stake);
      model.save_changes();
    };
  }
  root.insertBefore(how, row);
  let lost = false; // whether the focus was on what is hidden now
  const show = () => {
    lost ||= model.get("done") && row.contains(document.activeElement);
    result.innerHTML = model.get("result");
    result.hidden = !model.get("result");
    how.style.display = model.get("done") ? "none" : "";
    row.style.display = model.get("done") ? "none" : "";
    if (!lost || result.hidden) return;
    lost = false;
    result.focus({ preventScroll: true });
  };
  model.on("change:result change:done", show);
  show();
}

export default { render };
