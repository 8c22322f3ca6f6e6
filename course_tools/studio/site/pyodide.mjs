// Stands before Pyodide's own script, so that Python is there a few seconds sooner.

import { loadPyodide as load } from "./pyodide.core.mjs";

let begun; // Python on its way, when the page has asked for it before JupyterLab did

export function begin(packages) {
  begun = load({ packages });
}

export async function loadPyodide({ packages, stdout, stderr, ...options }) {
  // JupyterLite wants an installer, and nothing is ever installed: see `piplite.py`.
  const wanted = packages.filter((name) => name !== "micropip");
  const python = await (begun ?? load({ ...options, packages: wanted }));
  if (stdout) python.setStdout({ batched: stdout });
  if (stderr) python.setStderr({ batched: stderr });
  // For a look into the notebook's folder Python has to ask the page and wait, which it would do
  // at every import. So it looks there last.
  python.runPython("import sys\nsys.path.remove('')\nsys.path.append('')");
  return python;
}
