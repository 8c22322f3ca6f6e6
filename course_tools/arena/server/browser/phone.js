// A phone in the hall: the question, a button for each answer, and nothing else to send.

import { at, follow, send } from "./news.js";

follow(({ text, options, question, open, mine, right }) => {
  at("question").textContent = text || "Look at the screen. Questions come here by themselves.";
  at("options").replaceChildren(...options.map((label, option) => {
    const button = document.createElement("button");
    button.textContent = right?.includes(option) ? `${label} \u2713` : label;
    button.disabled = !open;
    button.setAttribute("aria-pressed", option === mine);
    button.onclick = async () => {
      const why = await send("vote", { question, option });
      at("line").textContent = why;
      if (why) return;
      for (const one of at("options").children) one.setAttribute("aria-pressed", one === button);
      at("note").textContent = "Your vote counts. You can change it until the answer is shown.";
    };
    return button;
  }));
  const hit = right?.includes(mine) ? "You were right." : "Not this time.";
  at("note").textContent = !right ? "" : mine === null ? "The vote is closed." : hit;
}, at("line"));
