// The service worker: shows notifications that are pushed, and opens their page. It keeps no pages and answers no
// requests. A message is valid Declarative Web Push (`"web_push": 8030`), so that Safari shows it without this script.

const ICON = "/icons/icon-192.png";
const BADGE = "/icons/badge-96.png";
const CLOCK = { hour: "numeric", minute: "2-digit" };
/** The buttons of a message, where the system has them. */
const WAYS = { done: "Done", later: "Later (30 min)" };
const OUTCOMES = {
  done: () => "Done",
  later: (at) => `Put off until ${new Date(at).toLocaleTimeString([], CLOCK)}`,
  over: () => "This was settled already",
};

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

// Nothing is kept, so a new version can take over at once.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => event.waitUntil(show(notificationOf(event.data))));

/**
 * Shows a message. The same tag replaces what is shown, without another sound: a message that comes twice isn't noticed.
 * Something is always shown, because browsers take the permission away from who shows nothing; what somebody is looking at
 * anyway makes no sound.
 */
async function show({ title, body = "", tag = "", silent, renotify = false, lang = "en", navigate, data }) {
  const page = pageOf(navigate);
  const isSilent = silent === true || (await isInSight(page));
  const actions = (data?.ways ?? []).map((way) => ({ action: way, title: WAYS[way] }));
  const looks = { body, tag, silent: isSilent, renotify, lang, icon: ICON, badge: BADGE, actions };
  await self.registration.showNotification(title, { ...looks, data: { page, token: data?.token } });
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

/** Sends the answer of a button, and shows in the message's place what became of it. */
async function answer({ title, body, tag, data }, action) {
  const looks = { tag, silent: true, lang: "en", icon: ICON, badge: BADGE, data: { page: data?.page } };
  try {
    const args = { messageToken: data.token, answer: action };
    const { outcome, laterUntil } = await call("notifications:answerMessage", args);
    await self.registration.showNotification(OUTCOMES[outcome](laterUntil), looks);
  } catch {
    // The matter stays visible, so that nobody takes it for done.
    const text = [title, body].filter(Boolean).join(": ");
    await self.registration.showNotification("This could not be done. Tap to open it", {
      ...looks,
      body: text,
    });
  }
}

/** Calls a function of the server; the cookie says for whom. */
async function call(path, args) {
  const { token } = await (await fetch("/api/auth/token")).json();
  if (!token) throw new Error("Nobody is signed in here.");
  const response = await fetch("/api/action", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ path, args, format: "json" }),
  });
  const { status, value } = await response.json();
  if (status !== "success") throw new Error("The server refused.");
  return value;
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
