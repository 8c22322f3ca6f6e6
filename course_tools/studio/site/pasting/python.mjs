// Python in a worker, for the page "Paste your own". Once it is there, everything is taken away that
// could reach a network, a store or another page: what then runs is anybody's code.

const KEPT = new Set(`Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String
  Symbol Date Promise RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError
  URIError SuppressedError globalThis JSON Math Intl ArrayBuffer Atomics Uint8Array Int8Array Uint16Array
  Int16Array Uint32Array Int32Array Float16Array Float32Array Float64Array Uint8ClampedArray BigUint64Array
  BigInt64Array DataView Map BigInt Set WeakMap WeakSet WeakRef Proxy Reflect FinalizationRegistry Iterator
  decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape isFinite isNaN WebAssembly console
  self performance crypto setTimeout clearTimeout queueMicrotask TextDecoder TextEncoder constructor
  DOMException AbortController AbortSignal Event EventTarget URL Blob`.split(/\s+/));

const send = self.postMessage.bind(self);
const begun = new Promise((done) => addEventListener("message", ({ data }) => done(data.base), { once: true }));

try {
  const base = await begun;
  const { loadPyodide } = await import(new URL("../lite/static/pyodide/pyodide.core.mjs", base));
  const [python, source] = await Promise.all([
    loadPyodide({ packages: ["course-lib", "course-compiled"], stdin: () => null }),
    fetch(new URL("pasted.py", base)).then((answer) => answer.text()),
  ]);
  python.FS.writeFile("pasted.py", source);
  const answer = python.runPython("import json, pasted\nlambda what, *given: json.dumps(getattr(pasted, what)(*given))");
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  alone();
  addEventListener("message", async ({ data: { id, what, given } }) => {
    try { // where the browser can, a search that waits for others, as asyncio's do, is waited for
      const text = WebAssembly.Suspending ? await answer.callPromising(what, ...given) : answer(what, ...given);
      send({ id, text });
    } catch { // the code has used up the browser's own stack: this Python is of no use any more
      send({ id, broken: true });
    }
  });
  send({ ready: true, files });
} catch (error) {
  send({ failed: String(error.message ?? error).split("\n").at(-1) });
}

function alone() {
  for (let part = self; part && part !== EventTarget.prototype; part = Object.getPrototypeOf(part))
    for (const name of Object.getOwnPropertyNames(part))
      if (!KEPT.has(name)) Reflect.deleteProperty(part, name);
}
