// Opens the app without a server: keeps the files of one build and its page, and answers with them when the server can't.
// It never keeps or answers anything of `/api`, of another origin, or of a page outside the app (docs/how/without-a-line.md).
// `APP` is this file's build: scripts/build/worker.ts writes it before this file, and the server completes it. It is null in
// development and while the operator has switched this off (APP_ON_DEVICES): then everything kept is deleted.

const CACHE_PREFIX = "CareDiary app ";
/** The files of this build. Its name also changes with the settings in the page. */
const OWN_CACHE = APP && `${CACHE_PREFIX}${APP.version} ${APP.page}`;
/** The page is stored last: a cache that has it has everything that the first screens need. */
const APP_PAGE = "/index.html";
/** The pages that open without a server. Administration, invitations and public pages need one (server/http/page_paths.ts). */
const APP_PATHS =
  /^\/(home|updates|search|notifications|tasks|calendar|recording|more|account|care|share|sign-in|sign-up)(\/|$)/;
/** A server that takes longer for the page counts as slow: the kept page is shown, which then connects by itself. */
const PAGE_MS = 1000;
/** The same for a reload: it is for a newer page, such as after a file that the server doesn't have any more. */
const RELOADED_PAGE_MS = 10_000;
/** How many files are fetched at once: more would delay what the open page asks for. */
const FETCHED_AT_ONCE = 4;
/** A file that takes longer counts as failed: a newer worker can't take over while this one waits for it. */
const FILE_MS = 15_000;

self.addEventListener("install", (event) => {
  // Not only once it is active: a browser may let the former worker go on for minutes.
  if (!APP) event.waitUntil(leave());
});
self.addEventListener("activate", (event) => {
  event.waitUntil(APP ? deleteOldCaches() : leave());
});

// A page of this build is idle (app/sync/app-worker.ts). Only then are files fetched, and does this worker take the place of
// the former build's. A tab of that one goes on with its own files, which stay in the former build's cache.
self.addEventListener("message", (event) => {
  const { idlePageOf, keepsFiles, language } = event.data ?? {};
  if (APP && idlePageOf === APP.build) event.waitUntil(takeOver(keepsFiles, language));
});

async function takeOver(keepsFiles, language) {
  const isKept =
    keepsFiles &&
    (await keepCore(APP.texts[language] ?? []).then(
      () => true,
      () => false,
    ));
  // Not awaited: a waiting worker becomes active only when the former one has finished its work.
  void self.skipWaiting();
  // What failed is tried again with the next idle page; until then the former build's page opens.
  if (isKept) await keepRest().catch(() => {});
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (!APP || origin !== self.location.origin || request.method !== "GET") return;
  if (request.mode === "navigate") {
    if (pathname === "/") event.respondWith(openStart(request));
    else if (APP_PATHS.test(pathname)) event.respondWith(openPage(event));
  } else if (pathname.startsWith("/assets/")) event.respondWith(getAsset(request));
});

/**
 * The server's page while it answers in time: it has the present settings, security headers and build. Otherwise the kept
 * page, whose files are kept too.
 */
async function openPage(event) {
  const { request } = event;
  const answer = fetch(request);
  const isReload = request.isReloadNavigation || request.cache !== "default";
  const first = await Promise.race([answer, wait(isReload ? RELOADED_PAGE_MS : PAGE_MS)]).catch(() => null);
  // A proxy answers 502 to 504 for a server that is away, the server itself 503 while it starts.
  if (first && first.status < 500) return first;
  const kept = await findPage();
  if (!kept) return answer;
  // A late answer still renews the session's cookie.
  event.waitUntil(answer.catch(() => {}));
  return kept;
}

/** The address that people know leads a person who was signed in before to their start page, as the server's page does. */
async function openStart(request) {
  try {
    const answer = await fetch(request);
    if (answer.status < 500) return answer;
  } catch {
    // No connection.
  }
  return (await findPage()) ? Response.redirect("/home", 302) : Response.error();
}

/** The page of this build, else of the newest other one that is complete. */
async function findPage() {
  for (const cacheName of [OWN_CACHE, ...(await listOtherCaches())]) {
    const page = await caches.match(APP_PAGE, { cacheName, ignoreVary: true });
    if (page) return page;
  }
  return undefined;
}

/** Caches of other builds, the newest first. */
const listOtherCaches = async () =>
  (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== OWN_CACHE).reverse();

/** A hashed file: its name never means other content, so any build's cache will do. A missing one stays a 404. */
const getAsset = async (request) =>
  (await caches.match(request.url, { ignoreVary: true })) ?? (await fetch(request));

let core = null;

/** Keeps what the first screens need, all or nothing; rejects when it can't. */
function keepCore(texts) {
  core ??= fetchCore(texts).finally(() => {
    core = null;
  });
  return core;
}

async function fetchCore(texts) {
  // The language may be another one since.
  if (await caches.match(APP_PAGE, { cacheName: OWN_CACHE, ignoreVary: true })) return keepFiles(texts);
  const page = await fetch(APP_PAGE, { cache: "no-store", signal: AbortSignal.timeout(FILE_MS) });
  // While several servers are updated, another one may answer.
  if (!page.ok || page.redirected || !(await page.clone().text()).includes(APP.build))
    throw new Error("The server has another build.");
  await keepFiles([...APP.core, ...texts]);
  await (await caches.open(OWN_CACHE)).put(APP_PAGE, page);
}

/** Keeps files, some at once; rejects at the first that fails. */
async function keepFiles(urls) {
  const cache = await caches.open(OWN_CACHE);
  const waiting = [...urls];
  const keepNext = async () => {
    for (let url = waiting.shift(); url; url = waiting.shift()) await keepFile(cache, url);
  };
  await Promise.all(Array.from({ length: FETCHED_AT_ONCE }, keepNext));
}

/** Keeps the files of other screens, one after the other; rejects at the first that fails. */
async function keepRest() {
  const cache = await caches.open(OWN_CACHE);
  for (const url of APP.rest) await keepFile(cache, url);
}

async function keepFile(cache, url) {
  const options = { ignoreVary: true };
  if (await cache.match(url, options)) return;
  // What didn't change since the former build is there already.
  const response =
    (await caches.match(url, options)) ?? (await fetch(url, { signal: AbortSignal.timeout(FILE_MS) }));
  // Something between may answer with a page of its own.
  const isPage = response.headers.get("content-type")?.startsWith("text/html");
  if (!response.ok || response.redirected || isPage) throw new Error(`${url} can't be fetched.`);
  await cache.put(url, response);
}

/** Deletes the caches of builds before the former one, which open tabs may still use. */
async function deleteOldCaches() {
  const others = await listOtherCaches();
  const isComplete = await Promise.all(
    others.map((cacheName) => caches.match(APP_PAGE, { cacheName, ignoreVary: true })),
  );
  const former = others.find((_, index) => isComplete[index]);
  await Promise.all(others.filter((name) => name !== former).map((name) => caches.delete(name)));
}

/**
 * Deletes everything kept, and this worker too where it isn't needed for reminders: with the worker the browser would end
 * their subscription.
 */
async function leave() {
  void self.skipWaiting();
  await Promise.all((await listOtherCaches()).map((name) => caches.delete(name)));
  const subscription = await self.registration.pushManager?.getSubscription().catch(() => null);
  if (!subscription) await self.registration.unregister();
}

const wait = (ms) => new Promise((done) => setTimeout(done, ms));
