// The service worker of the static build: the page works offline after the first visit. The build
// writes its version and its files in here; the files of a version are stored together.
const VERSION = '@VERSION@';
const FILES = ['@FILES@'];

async function install() {
  const cache = await caches.open(VERSION);
  await cache.addAll(FILES);
  await self.skipWaiting();
}

/** Removes the files of other versions. */
async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(VERSION);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && new URL(request.url).origin === location.origin)
    event.respondWith(answer(request));
});
