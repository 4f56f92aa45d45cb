/**
 * The service worker of a static site: after the first visit the page is there without a network.
 *
 * `whoknows site` writes `SITE` before this text, so a new version of any file is a new service worker.
 */

declare const SITE: { version: string; files: string[] };
const worker = self as unknown as ServiceWorkerGlobalScope;

/** Other sites may have the same origin. */
const OURS = `whoknows ${worker.registration.scope} `;
const KEPT = OURS + SITE.version;

worker.addEventListener("install", (event) => {
  const kept = caches.open(KEPT).then((cache) => cache.addAll(["./", ...SITE.files].map((name) => new Request(name, { cache: "reload" }))));
  event.waitUntil(kept.then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name.startsWith(OURS) && name !== KEPT));
  const deleted = old.then((names) => Promise.all(names.map((name) => caches.delete(name))));
  event.waitUntil(deleted.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const kept = caches.open(KEPT).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((answer) => answer ?? fetch(event.request)));
});

export {};
