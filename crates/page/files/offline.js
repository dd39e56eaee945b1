// The page without a network: keeps its own files.

const CACHE = "rivals BUILD";
const FILES = [];

addEventListener("install", (event) => event.waitUntil((async () => {
  const needed = FILES.filter((name) => !name.endsWith(globalThis.DecompressionStream ? ".wasm" : ".gz.bin"));
  // What has just been loaded is not loaded again: files of this build alone have these addresses.
  await (await caches.open(CACHE)).addAll(needed.map((name) => new Request(name, { cache: name === "./" ? "default" : "force-cache" })));
  await skipWaiting();
})()));

addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("rivals ") && name !== CACHE) await caches.delete(name);
})()));

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith((async () => (await caches.match(event.request, { ignoreSearch: true, cacheName: CACHE })) ?? fetch(event.request))());
});
