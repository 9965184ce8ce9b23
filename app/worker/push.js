// Shows notifications that are pushed, opens their page, and sends the answers of their buttons, which it keeps while there
// is no connection. A message is valid Declarative Web Push (`"web_push": 8030`), so that Safari shows it without this script.

const ICON = "/icons/icon-192.png";
const BADGE = "/icons/badge-96.png";
const CLOCK = { hour: "numeric", minute: "2-digit" };
/**
 * The buttons of a message, where the system has them, and what takes its place. In other languages messages bring these
 * words with them (features/notifications/server/deliver/worker_words.ts).
 */
const ENGLISH = {
  done: "Done",
  later: "Later (30 min)",
  putOff: "Put off until {time}",
  again: "You are reminded again now",
  over: "This was settled already",
  refused: "This could not be done. Tap to open it",
  notSent: "Not sent yet: kept on this device",
};
const toWords = (given) => ({ ...ENGLISH, ...given });
const OUTCOMES = {
  done: ({ done }) => done,
  // An answer that waited for a connection may arrive after its time.
  later: ({ putOff, again }, at) =>
    at > Date.now() ? putOff.replace("{time}", new Date(at).toLocaleTimeString([], CLOCK)) : again,
  over: ({ over }) => over,
};
/** The status of a function that says no (server/sync/http_api.ts). */
const FUNCTION_FAILED = 560;
/** What hangs longer than this counts as no connection. */
const CALL_MS = 15_000;

const FALLBACK = { title: "CareDiary", body: "You have a reminder", navigate: "/home" };

/** The notification in a message; one that can't be read gives the plain one, because a push must show something. */
function notificationOf(data) {
  try {
    const { web_push: version, notification } = data.json();
    return version === 8030 && typeof notification.title === "string" ? notification : FALLBACK;
  } catch {
    return FALLBACK;
  }
}

/** The page of a notification, on this site only. */
function pageOf(navigate) {
  try {
    const url = new URL(navigate, self.location.origin);
    if (url.origin === self.location.origin) return url.href;
  } catch {
    // What isn't an address leads to the start page.
  }
  return new URL(FALLBACK.navigate, self.location.origin).href;
}

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
  // Not awaited: until this worker is active, pages would wait for their files.
  void trySendKept();
});

self.addEventListener("push", (event) => event.waitUntil(show(notificationOf(event.data)).then(trySendKept)));

/**
 * Shows a message. The same tag replaces what is shown, without another sound: a message that comes twice isn't noticed.
 * Something is always shown, because browsers take the permission away from who shows nothing; what somebody is looking at
 * anyway makes no sound.
 */
async function show({
  title,
  body = "",
  tag = "",
  silent,
  renotify = false,
  lang = "en",
  dir = "auto",
  navigate,
  data,
}) {
  const page = pageOf(navigate);
  const isSilent = silent === true || (await isInSight(page));
  const actions = (data?.ways ?? []).map((way) => ({ action: way, title: toWords(data.words)[way] }));
  const looks = { body, tag, silent: isSilent, renotify, lang, dir, icon: ICON, badge: BADGE, actions };
  await self.registration.showNotification(title, {
    ...looks,
    data: { page, token: data?.token, by: data?.by, words: data?.words },
  });
}

/** Whether somebody is looking at a window of the app that shows the matter: its page, or the inbox. */
async function isInSight(page) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return windows.some(
    ({ focused, visibilityState, url }) =>
      focused &&
      visibilityState === "visible" &&
      (url === page || new URL(url).pathname === "/notifications"),
  );
}

self.addEventListener("notificationclick", (event) => {
  const { notification, action } = event;
  notification.close();
  event.waitUntil(action ? answer(notification, action) : open(pageOf(notification.data?.page)));
});

/**
 * Sends the answer of a button, and shows in the message's place what became of it. It is kept before it is sent: neither a
 * line that breaks nor the end of this worker loses it.
 */
async function answer({ title, body, tag, lang, dir, data }, action) {
  const text = [title, body].filter(Boolean).join(": ");
  const given = {
    token: data?.token ?? "",
    by: data?.by,
    action,
    tag,
    page: data?.page,
    text,
    looks: { lang, dir },
    words: data?.words,
    pressedAt: Date.now(),
  };
  const { notSent, refused, [action]: way } = toWords(given.words);
  const isKept = await withKept("readwrite", (answers) => answers.put(given)).then(
    () => true,
    () => false,
  );
  const outcome = await send(given);
  if (outcome === null && isKept) {
    await showInstead(given, { title: notSent, body: `${way}: ${text}`, kept: given.token });
    // Where the browser has it, it wakes this worker when the connection is back.
    await self.registration.sync?.register(SEND_KEPT).catch(() => {});
    return;
  }
  if (isKept) await forget(given);
  await showOutcome(given, outcome ?? { isRefused: true, title: refused });
}

/** Sends an answer; returns what became of it, null while there is no connection or its person isn't signed in. */
async function send({ token, by, action, words, pressedAt = Date.now() }) {
  try {
    // How long ago it was pressed, and not when: the clock of a device may be wrong. It may also have been set meanwhile.
    const waitedMs = Math.max(0, Date.now() - pressedAt);
    const args = { messageToken: token, answer: action, waitedMs };
    const { outcome, laterUntil } = await call("notifications:answerMessage", args, by);
    return { isRefused: false, title: OUTCOMES[outcome](toWords(words), laterUntil) };
  } catch (error) {
    return error instanceof Refused ? { isRefused: true, title: toWords(words).refused } : null;
  }
}

/** What is refused stays visible, so that nobody takes it for done. */
const showOutcome = (given, { title, isRefused }) =>
  showInstead(given, { title, body: isRefused ? given.text : "" });

/** Shows something silently in the place of an answered message. */
const showInstead = ({ tag, page, looks = { lang: "en" } }, { title, body, kept }) =>
  self.registration.showNotification(title, {
    body,
    tag,
    silent: true,
    ...looks,
    icon: ICON,
    badge: BADGE,
    data: { page, kept },
  });

// Answers that aren't sent yet. They are sent when the browser says that the connection is back, else when this worker
// wakes: at the next message, or when the app is opened. A session that has ended keeps them until the same person signs in;
// a sign-out deletes them. `by` names whose they are; in messages of an earlier version the app adds it before another person signs
// in (features/notifications/client/kept-answers.ts).
const KEPT_ANSWERS = "CareDiaryKeptAnswers";
const ANSWERS = "answers";
const SEND_KEPT = "send kept answers";

self.addEventListener("sync", (event) => {
  // What fails is tried again by the browser.
  if (event.tag === SEND_KEPT) event.waitUntil(sendKept());
});
self.addEventListener("message", (event) => {
  if (event.data === SEND_KEPT) event.waitUntil(trySendKept());
});

let sending = Promise.resolve();

/** Sends what is kept, one after the other; rejects while there is no connection. */
function sendKept() {
  sending = sending.catch(() => {}).then(sendAll);
  return sending;
}

/** Browsers say that the connection is back a moment before it is. */
const TRIES_AFTER_MS = [0, 2000, 10_000];

async function trySendKept() {
  for (const wait of TRIES_AFTER_MS) {
    await new Promise((done) => setTimeout(done, wait));
    const isSent = await sendKept().then(
      () => true,
      () => false,
    );
    if (isSent) return;
  }
}

async function sendAll() {
  const kept = await withKept("readonly", (answers) => answers.getAll());
  if (kept.length === 0) return;
  const me = await signedIn();
  for (const given of kept) {
    // Another person's: it waits for them.
    if (given.by !== undefined && given.by !== me.id) continue;
    const outcome = await send(given);
    if (outcome === null) throw new Error("There is no connection.");
    await forget(given);
    const [shown] = await self.registration.getNotifications({ tag: given.tag });
    // A newer message in its place says more, and what was wiped away isn't brought back to say that all is well.
    if (shown ? shown.data?.kept === given.token : outcome.isRefused) await showOutcome(given, outcome);
  }
}

const forget = ({ token }) => withKept("readwrite", (answers) => answers.delete(token)).catch(() => {});

/** Runs one request on the only store of a database; returns its result when it is stored. */
function withStore(name, store, keyPath, mode, work) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(store, { keyPath });
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      // A sign-out mustn't wait for this.
      database.onversionchange = () => database.close();
      const transaction = database.transaction(store, mode, { durability: "strict" });
      const request = work(transaction.objectStore(store));
      transaction.oncomplete = () => {
        database.close();
        resolve(request.result);
      };
      transaction.onabort = () => {
        database.close();
        reject(transaction.error);
      };
    };
  });
}

/** Runs one request on the kept answers; returns its result when it is stored. */
const withKept = (mode, work) => withStore(KEPT_ANSWERS, ANSWERS, "token", mode, work);

/** The server said no, and will say it again. */
class Refused extends Error {}

/**
 * Calls a function of the server as the person who is signed in. Throws `Refused`; other errors without a connection, and
 * where another person is signed in than `by`.
 */
async function call(path, args, by) {
  const { token, id } = await signedIn();
  if (by !== undefined && by !== id) throw new Error("Another person is signed in.");
  const { status, value, errorData } = await answered("/api/action", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ path, args, format: "json" }),
  });
  if (status === "success") return value;
  // A server that is busy or has an error of its own may do it later.
  if (errorData && errorData.code !== "busy") throw new Refused("The server refused.");
  throw new Error("The server can't do it now.");
}

/** The signed-in person's token, and the id in it; throws when there is none: the session may have ended only. */
async function signedIn() {
  const { token } = await answered("/api/auth/token");
  if (!token) throw new Error("Nobody is signed in here.");
  const payload = token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
  return { token, id: JSON.parse(new TextDecoder().decode(bytes)).sub };
}

/** The answer of this server; throws where something else answers for it, or it can't now. */
async function answered(url, init) {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(CALL_MS) });
  const isHere = response.status < 500 || response.status === FUNCTION_FAILED;
  if (!isHere || response.status === 429) throw new Error(`The server answers ${response.status}.`);
  // Somebody who isn't signed in gets an empty one.
  const text = await response.text();
  return text === "" ? {} : (JSON.parse(text) ?? {});
}

/** Shows a page in a window that is open, else in a new one. */
async function open(page) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => url === page) ?? windows[0];
  if (!there) return self.clients.openWindow(page);
  // A window may refuse, such as one that is closing.
  const moved = there.url === page ? there : await there.navigate(page).catch(() => null);
  return moved ? moved.focus() : self.clients.openWindow(page);
}

// A browser may replace its subscription while no page is open. The app compares it at its next start as well, because
// not every browser says so.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

/** Tells the server the subscription that has taken the place of another one; the cookie says whose it is. */
async function renew({ oldSubscription, newSubscription }) {
  const next =
    newSubscription ??
    (oldSubscription && (await self.registration.pushManager.subscribe(oldSubscription.options)));
  if (!next || !oldSubscription) return;
  const { endpoint, keys } = next.toJSON();
  const args = {
    endpoint,
    keys: { p256dh: keys.p256dh, auth: keys.auth },
    // The name that the person gave stays.
    label: "Browser",
    formerEndpoint: oldSubscription.endpoint,
  };
  // Where nobody is signed in, the app tells it at its next start.
  await call("notifications:addPushDevice", args).catch(() => {});
}
