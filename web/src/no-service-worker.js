/**
 * Removes the service worker and what it keeps from every browser that has it: to be put in place of service-worker.js on
 * the host. The page then works with a connection only.
 */

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  const ours = (names) => names.filter((name) => name.startsWith("codepegs "));
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(ours(names).map((name) => caches.delete(name))))
      .then(() => self.registration.unregister()),
  );
});
