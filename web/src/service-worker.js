/**
 * Keeps a release of the page, so that it opens without a connection. The build fills in the files and the release.
 *
 * The page itself is always asked of the network first: a new release shows with the next visit, and a bad one is gone as
 * soon as its host has a good one. Files in assets/ change their names with their contents, so a kept one is never old.
 */

const RELEASE = "__RELEASE__";
const FILES = "__FILES__";
const CACHE = `codepegs ${RELEASE}`;
const INDEX = "./";
/** Where a host may have the documentation, which is no part of the page. */
const DOCS = "docs/";
/** Milliseconds after which the kept page is shown although there seems to be a connection. */
const PATIENCE = 4_000;

self.addEventListener("install", (event) => {
  const requests = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("codepegs ") && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** The page offers a new release; it takes over when somebody accepts. */
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
  if (event.data === "which release") event.ports[0].postMessage(RELEASE);
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  const inside = address.href.startsWith(self.registration.scope);
  const isDocumentation = address.href.startsWith(new URL(DOCS, self.registration.scope).href);
  if (request.method !== "GET" || !inside || isDocumentation || address.pathname.includes("/api/")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else event.respondWith(file(request));
});

async function page(request) {
  const cache = await caches.open(CACHE);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const answer = await Promise.race([fetch(request).catch(() => undefined), late]);
  if (answer?.ok || answer?.type === "opaqueredirect") return answer;
  return (await cache.match(INDEX)) ?? answer ?? fetch(request);
}

/** Files of this release are kept from the start, trees from their first use. */
async function file(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && new URL(request.url).pathname.includes("/trees/")) await cache.put(request, answer.clone());
  return answer;
}
