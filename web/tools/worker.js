// The service worker. It caches what the page is made of, and one offline page. Tables of a server and API requests
// always go to the network, so nothing outdated is shown and no seat link is stored. VERSION differs for every build,
// and so does the cache. Games in this browser need no network once everything is cached.
const VERSION = "__VERSION__";
const BASE = new URL("./", location).pathname;
const PAGE = BASE;
const OFFLINE = `${BASE}offline.html`;
const SHELL = [OFFLINE, `${BASE}offline.css`, `${BASE}favicon.svg`];
/** What the page needs to play without a network; empty if it was built without the rules. */
const FILES = __FILES__;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(SHELL.map((path) => new Request(path, { cache: "reload" }))))
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

// The page asks for this once it has nothing more urgent to load.
self.addEventListener("message", (event) => {
  if (event.data === "keep" && FILES.length) event.waitUntil(keepAll());
});

async function keepAll() {
  const cache = await caches.open(VERSION);
  for (const path of [PAGE, ...FILES.map((file) => BASE + file)])
    if (!(await cache.match(path))) await cache.add(new Request(path, { cache: "no-cache" })).catch(() => {});
}

async function fromCache(request) {
  const cache = await caches.open(VERSION);
  const cached = await cache.match(request);
  if (cached) return cached;
  // Its name has a hash of its content, so a copy of the browser is as good.
  const response = await fetch(request);
  // Without space nothing is kept, but the page still gets its file.
  if (response.ok) await cache.put(request, response.clone()).catch(() => {});
  return response;
}

/** A table of a server cannot be shown without it. Every other page can. */
const isTableOfServer = (path) => /^(t|replay|analysis)\/(?!local-)/.test(path) || /^(admin|practice)\b/.test(path);

async function fetchOrOffline(request, path) {
  try {
    return await fetch(request);
  } catch {
    const page = isTableOfServer(path) ? undefined : await caches.match(PAGE);
    return page ?? (await caches.match(OFFLINE)) ?? Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || request.method !== "GET" || !pathname.startsWith(BASE)) return;
  const path = pathname.slice(BASE.length);
  if (path.startsWith("api/")) return;
  if (path.startsWith("assets/") || path.startsWith("wasm/")) event.respondWith(fromCache(request));
  else if (request.mode === "navigate") event.respondWith(fetchOrOffline(request, path));
  else if (SHELL.includes(pathname) || FILES.includes(path))
    event.respondWith(fetch(request).catch(() => caches.match(request)));
});

// Pressing a notification opens its table, in an open tab if there is one.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(event.notification.data ?? BASE, location);
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((tabs) => {
      // On a static host the fragment names the page.
      const names = ({ pathname, hash }) => pathname + (address.hash && hash);
      const open = tabs.find((tab) => names(new URL(tab.url)) === names(address));
      return open ? open.focus() : self.clients.openWindow(address.href);
    }),
  );
});
