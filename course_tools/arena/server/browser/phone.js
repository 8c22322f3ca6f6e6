// A phone in a lecture: what it sees, the question, a button for each answer, and nothing else to send.

import { at, follow, send } from "./news.js";
import { family } from "./node.js";

const drawing = (picture) => Object.assign(new Image(), { src: picture, alt: "The tree around the node that is asked about" });

follow((news) => {
  const { text, options, question, open, mine, right = [], note = "", who = "", dark = false } = news;
  at("hall").classList.toggle("dark", dark);
  at("who").textContent = who;
  at("picture").replaceChildren(...(news.family ? [family(news.family)] : news.picture ? [drawing(news.picture)] : []));
  at("question").textContent = text;
  at("note").textContent = note;
  at("options").replaceChildren(...options.map((label, option) => {
    const button = document.createElement("button");
    button.textContent = right.includes(option) ? `${label} \u2713` : label;
    button.disabled = !open;
    button.setAttribute("aria-pressed", option === mine);
    button.onclick = async () => {
      for (const one of at("options").children) one.setAttribute("aria-pressed", one === button);
      const why = await send("vote", { question, option });
      at("line").textContent = why;
      if (!why && button.isConnected) at("note").textContent = "Your answer counts. You can change it until the question is closed.";
    };
    return button;
  }));
}, at("line"));
