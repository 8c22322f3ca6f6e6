// Where JupyterLab looks for an extension that is built already: it gets `keeping.mjs`, which lies
// beside this file, and Python starts while the page is still being drawn.

(() => {
  const keeping = new URL("keeping.mjs", document.currentScript.src);

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

  const load = async () => {
    const { plugin } = await import(keeping);
    return () => ({ __esModule: true, default: plugin });
  };
  (window._JUPYTERLAB ??= {})["course-hand-in"] = { init: () => undefined, get: load };
})();
