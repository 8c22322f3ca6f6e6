// A widget's model without a kernel: it keeps the state and notes what would go to Python.

export function fakeModel(state) {
  const values = { ...state };
  const listeners = new Map(); // event name -> set of functions
  const sent = [];
  const saved = [];
  let changed = {};

  const tell = (event, ...words) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(...words);
  };

  const model = {
    get: (name) => values[name],
    set(name, value) {
      const news = typeof name === "string" ? { [name]: value } : name;
      for (const [key, now] of Object.entries(news)) {
        if (Object.is(values[key], now)) continue;
        values[key] = now;
        changed[key] = now;
        tell(`change:${key}`, model, now);
      }
      tell("change", model);
    },
    on(events, listener) {
      for (const event of events.split(" ")) {
        if (!listeners.has(event)) listeners.set(event, new Set());
        listeners.get(event).add(listener);
      }
    },
    off(event, listener) {
      if (!event) listeners.clear();
      else if (!listener) listeners.delete(event);
      else listeners.get(event)?.delete(listener);
    },
    save_changes() {
      // Through JSON, as on the way to Python: what cannot make that journey fails here too.
      saved.push(JSON.parse(JSON.stringify(changed)));
      changed = {};
    },
    send: (content) => sent.push(JSON.parse(JSON.stringify(content))),
    // For tests: a message as if Python had sent it.
    receive: (content) => tell("msg:custom", content, []),
  };
  return { model, sent, saved };
}
