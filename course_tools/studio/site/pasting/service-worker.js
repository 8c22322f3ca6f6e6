// Keeps what the page "Paste your own" has loaded for times without a network. The network comes
// first, so nobody sees an old page.

const KEPT = "paste-your-own";

self.addEventListener("install", (event) => event.waitUntil(keepPage().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin) event.respondWith(answer(request));
});

// The page itself was loaded before this worker could see it.
async function keepPage() {
  const kept = await caches.open(KEPT);
  await kept.addAll(["./", "index.html", "paste.js", "player.js", "widgets.css", "paste.css", "python.mjs", "pasted.py"]);
}

async function answer(request) {
  const kept = await caches.open(KEPT);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await kept.put(request, fresh.clone());
    return fresh;
  } catch {
    return (await kept.match(request, { ignoreSearch: true })) ?? Response.error();
  }
}
