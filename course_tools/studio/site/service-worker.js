// What answers the browser edition's requests: the network, and where there is none, the copy that
// `keeping.mjs` has made. Whatever a notebook asks of its files goes to JupyterLite's own worker.

const OF_JUPYTERLITE = /\/api\/(drive|stdin|service-worker-heartbeat)/;

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (OF_JUPYTERLITE.test(pathname)) return;
  event.stopImmediatePropagation();
  event.respondWith(fetch(request).catch(() => copyOf(request)));
});

async function copyOf(request) {
  const url = new URL(request.url);
  if (url.pathname.endsWith("/")) url.pathname += "index.html";
  const copy = await caches.match(url, { ignoreSearch: true });
  // JupyterLite asks for every file as one of the site first, and takes a "no" for an answer.
  return copy ?? new Response("", { status: 404, statusText: "Not here without a network" });
}

importScripts("service-worker-of-jupyterlite.js");
