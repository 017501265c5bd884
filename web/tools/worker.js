// What an installed page does by itself. It keeps what is named by its content, and one leaf that says that there is no
// line; every page, every table and every address of the server is asked for anew, so nothing old is ever shown and no
// seat's link is ever kept. VERSION is the build's own: another build, another cupboard.
const VERSION = "__VERSION__";
const OFFLINE = "/offline.html";
const SHELL = [OFFLINE, "/offline.css", "/favicon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((kept) => kept.addAll(SHELL.map((path) => new Request(path, { cache: "reload" }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

async function byContent(request) {
  const kept = await caches.open(VERSION);
  const found = await kept.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await kept.put(request, answer.clone());
  return answer;
}

const orOffline = (request) => fetch(request).catch(async () => (await caches.match(OFFLINE)) ?? Response.error());

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || request.method !== "GET" || pathname.startsWith("/api/")) return;
  if (pathname.startsWith("/assets/")) event.respondWith(byContent(request));
  else if (request.mode === "navigate") event.respondWith(orOffline(request));
  else if (SHELL.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)));
});

// A notice that was pressed leads to its table: to the leaf that is open, or to a new one.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data ?? "/";
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((leaves) => {
      const open = leaves.find((leaf) => new URL(leaf.url).pathname === path);
      return open ? open.focus() : self.clients.openWindow(path);
    }),
  );
});
