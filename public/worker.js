// The service worker: shows notifications that are pushed, and opens their page. It keeps no pages and answers no
// requests. A message is valid Declarative Web Push (`"web_push": 8030`), so that Safari shows it without this script.

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

self.addEventListener("push", (event) => {
  const {
    title,
    body = "",
    tag = "",
    silent = false,
    renotify = false,
    lang = "en",
    navigate,
  } = notificationOf(event.data);
  // The same tag replaces what is shown, without another sound: a message that comes twice isn't noticed.
  const options = {
    body,
    tag,
    silent,
    renotify,
    lang,
    icon: "/icons/icon-192.png",
    badge: "/icons/badge-96.png",
  };
  event.waitUntil(
    self.registration.showNotification(title, { ...options, data: { page: pageOf(navigate) } }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(pageOf(event.notification.data?.page)));
});

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
  const { token } = await (await fetch("/api/auth/token")).json();
  if (!token) return;
  const { endpoint, keys } = next.toJSON();
  const args = {
    endpoint,
    keys: { p256dh: keys.p256dh, auth: keys.auth },
    // The name that the person gave stays.
    label: "Browser",
    formerEndpoint: oldSubscription.endpoint,
  };
  await fetch("/api/action", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ path: "notifications:addPushDevice", args, format: "json" }),
  });
}
