// What the browser edition adds to JupyterLab. The button "Hand in" saves the open notebook as a
// file that is named after its lesson and its writer, which is the name that `course grade`
// understands; and Python starts while the page is still being drawn.
// It stands where JupyterLab looks for an extension that is built already.

(() => {
  const COMMAND = "course:hand-in";
  const REMEMBERED = "course-hand-in-name";
  const KERNEL = { name: "python3", display_name: "Python 3 (ipykernel)", language: "python" };
  const STYLE = `
    .course-hand-in { max-width: 32rem; padding: 1.5rem; border: 1px solid #767676;
      border-radius: 8px; font: 1rem/1.5 system-ui, sans-serif;
      color: var(--jp-ui-font-color1); background: var(--jp-layout-color1); }
    .course-hand-in::backdrop { background: rgb(0 0 0 / 40%); }
    .course-hand-in h2 { margin: 0 0 0.5rem; font-size: 1.2rem; }
    .course-hand-in input { width: 100%; box-sizing: border-box; font: inherit; padding: 0.3rem; }
    .course-hand-in button { font: inherit; padding: 0.3rem 1rem; margin-right: 0.5rem; }`;

  // What every system takes in a file's name, and the grader as the parts of one name.
  const plain = (name) => name.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}.'-]+/gu, " ").trim()
    .replaceAll(" ", "_");

  function ask(lesson) {
    const dialog = document.createElement("dialog");
    dialog.className = "course-hand-in";
    dialog.innerHTML = `<style>${STYLE}</style>
      <form method="dialog" aria-label="Hand in">
        <h2>Hand in ${lesson}</h2>
        <p><label>Your name, as your teacher knows it
          <input name="who" required pattern=".*\\p{L}.*" autocomplete="name"></label></p>
        <p>This saves a file on your computer. Give it to your teacher in the way that was agreed.</p>
        <p>Your work itself is kept in this browser, on this computer only. It is still here after a
          reload, until somebody clears the data of this site.</p>
        <button value="save">Save the file</button>
        <button value="" formnovalidate>Cancel</button>
      </form>`;
    const who = dialog.querySelector("input");
    who.value = localStorage.getItem(REMEMBERED) ?? "";
    document.body.append(dialog);
    // JupyterLab must not take the letters of a name for its commands.
    dialog.addEventListener("keydown", (event) => event.stopPropagation());
    dialog.showModal();
    return new Promise((answer) => dialog.addEventListener("close", () => {
      const name = dialog.returnValue === "save" ? plain(who.value) : "";
      if (name) localStorage.setItem(REMEMBERED, who.value);
      dialog.remove();
      answer(name);
    }));
  }

  async function handIn(app) {
    const panel = app.shell.currentWidget;
    const lesson = panel.context.path.split("/").pop().replace(/\.ipynb$/, "");
    const name = await ask(lesson);
    if (!name) return;
    await panel.context.save();
    const notebook = panel.content.model.toJSON();
    notebook.metadata.kernelspec = KERNEL; // as handed out: this browser's kernel is nowhere else
    const text = `${JSON.stringify(notebook, null, 1)}\n`;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/x-ipynb+json" }));
    link.download = `${lesson}_${name}.ipynb`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  const plugin = {
    id: "course-hand-in:plugin",
    autoStart: true,
    activate: (app) => app.commands.addCommand(COMMAND, {
      label: "Hand in",
      caption: "Save this notebook as a file with your name, to give to your teacher",
      isEnabled: () => Boolean(app.shell.currentWidget?.context?.path?.endsWith(".ipynb")),
      execute: () => handIn(app),
    }),
  };
  // JupyterLab takes seconds until it asks for Python. So Python starts now, on another core, and
  // the first worker that JupyterLab wants for it is this one.
  function startEarly() {
    const { Worker } = window;
    const root = new URL(".", document.querySelector("link#jupyter-lite-main").href);
    let early = new Worker(new URL("../../static/pyodide/early.mjs", root), { type: "module" });
    window.Worker = class extends Worker {
      constructor(address, options) {
        if (!early || !/comlink\.worker/.test(address)) return super(address, options);
        const started = early;
        early = undefined;
        return started;
      }
    };
  }

  if (new URLSearchParams(location.search).get("path")?.endsWith(".ipynb")) startEarly();

  const module = { __esModule: true, default: plugin };
  const container = { init: () => undefined, get: async () => () => module };
  (window._JUPYTERLAB ??= {})["course-hand-in"] = container;
})();
