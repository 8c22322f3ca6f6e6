// What pages share: news as they come, and what a hall's pages send.

export const at = (id) => document.getElementById(id);

const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// Calls `show` with whatever is new; a server that is away for a moment is asked again.
export async function follow(show, line, where = "") {
  let known = "";
  for (;;) {
    try {
      const answer = await fetch(`${where}news?known=${known}`);
      if (!answer.ok) throw new Error(answer.statusText);
      const news = await answer.json();
      line.textContent = "";
      if (news.number !== known) show(news);
      known = news.number;
    } catch {
      line.textContent = "The server can't be reached just now.";
      await later(1000);
    }
  }
}

// Why the server has refused it, or nothing.
export async function send(where, what) {
  try {
    const answer = await fetch(where, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(what) });
    return answer.ok ? "" : await answer.text();
  } catch {
    return "The server can't be reached just now.";
  }
}

// Words, and behind them the seconds that are left, if there are any.
export function countdown(place, text, seconds) {
  clearInterval(place.timer);
  const end = Date.now() + 1000 * seconds;
  const say = () => { place.textContent = seconds === null ? text : `${text} \u00b7 ${Math.max(0, Math.ceil((end - Date.now()) / 1000))} s`; };
  say();
  if (seconds !== null) place.timer = setInterval(say, 250);
}

// The keys of a keyboard and of a clicker, on the presenter's page and on the projector's.
export function keys(line, known) {
  addEventListener("keydown", async (event) => {
    const command = known()[event.key];
    if (!command || event.ctrlKey || event.metaKey || event.altKey || (event.key === " " && event.target.closest("button"))) return;
    event.preventDefault();
    line.textContent = await send("do", { do: command });
  });
}
