import { api, type ServerCalls } from "../../../lib/api.ts";
import { readStored, writeStored } from "../../../lib/browser-store.ts";
import { describeDevice } from "../../../lib/device-name.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { TARGET_MESSAGES } from "../rules/targets.ts";
import { markOwnActSeen } from "./own-act.ts";

/** The storage key of the endpoint at which this browser is subscribed for the signed-in user. */
const SUBSCRIBED = "push";

/** The obstacle to notifications in this browser; null without one. */
export type Obstacle = "no https" | "needs install" | "unsupported" | "denied";

type Browser = { userAgent: string; maxTouchPoints: number };

/** An iPhone or iPad; newer iPads call themselves a Mac, which has no touch. */
export const isApplePhone = ({ userAgent, maxTouchPoints }: Browser): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

/** Finds the obstacle to notifications in this browser. */
export function findObstacle(): Obstacle | null {
  if (!window.isSecureContext) return "no https";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return isApplePhone(navigator) ? "needs install" : "unsupported";
  return Notification.permission === "denied" ? "denied" : null;
}

/** The address of this browser's subscription as the server lists it, SHA-256 in hex; null without one. */
export async function computeOwnHash(): Promise<string | null> {
  const subscription = await getCurrentSubscription();
  return subscription && computeHash(subscription.endpoint);
}

async function getCurrentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

async function computeHash(endpoint: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Bytes as URLs have them, for comparing keys. */
const toBase64url = (bytes: ArrayBuffer | null | undefined): string =>
  bytes
    ? btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "")
    : "";

/**
 * Changes this browser's subscription while no other tab and no other work of this one does: until the server knows it, a
 * new subscription looks like one of a former person.
 */
const runExclusively = <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks.request("notifications-of-this-device", work);

/**
 * Turns notifications on in this browser. Called by a press: the permission is asked for first of all.
 * @returns false when the person or the browser refuses
 * @throws Error with a sentence for people
 */
export async function turnOn(convex: ServerCalls): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await runExclusively(async () => {
    await navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" });
    await subscribe(convex, await navigator.serviceWorker.ready);
  });
  await markOwnActSeen(convex);
  return true;
}

/** Subscribes with the server's key, again where the browser has another one, and registers at the server. */
async function subscribe(convex: ServerCalls, registration: ServiceWorkerRegistration): Promise<void> {
  const { publicKey } = await convex.action(api.notifications.getPushKey, {});
  if (publicKey === null) throw new Error(writeMessage(TARGET_MESSAGES.noPush));
  const present = await registration.pushManager.getSubscription();
  const isOfServer =
    present && toBase64url(present.options.applicationServerKey) === publicKey.replaceAll("=", "");
  if (present && !isOfServer) await present.unsubscribe();
  const subscription = isOfServer
    ? present
    : await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint, keys } = subscription.toJSON();
  const former = readStored<string>(SUBSCRIBED);
  await convex.action(api.notifications.addPushDevice, {
    endpoint: endpoint!,
    keys: { p256dh: keys!.p256dh!, auth: keys!.auth! },
    label: describeDevice(navigator.userAgent),
    ...(former !== null && former !== endpoint && { formerEndpoint: former }),
  });
  writeStored(SUBSCRIBED, endpoint);
}

/** Closes messages shown for a user who signs out, before the next user of the browser. */
async function closeShown(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
}

/** The message to the worker (app/worker/push.js). */
const SEND_KEPT = "send kept answers";

/** Has the worker send the answers that were given without a connection: now, and whenever it is back. */
export async function sendKeptAnswers(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  const send = () => registration.active?.postMessage(SEND_KEPT);
  window.addEventListener("online", send);
  send();
}

/** Turns notifications off in this browser; the server's row goes where it is there. */
export const turnOff = (convex: ServerCalls): Promise<void> =>
  // A page without https has no subscription, and no locks.
  window.isSecureContext ? runExclusively(() => end(convex)) : end(convex);

async function end(convex: ServerCalls): Promise<void> {
  const subscription = await getCurrentSubscription();
  writeStored(SUBSCRIBED, null);
  await closeShown();
  if (!subscription) return;
  const hash = await computeHash(subscription.endpoint);
  // Before the server is asked: without a connection it ends here all the same.
  await subscription.unsubscribe();
  const targets = await convex.query(api.notifications.listTargets, {});
  const own = targets.find(({ endpointHash }) => endpointHash === hash);
  if (own) await convex.mutation(api.notifications.removeTarget, { deviceId: own._id });
}

/**
 * Compares this browser's subscription with the server's list, at each start of the app: a subscription that the
 * browser has replaced is registered again; one removed on another device ends; one of a former user of this browser
 * ends too, until the current user turns it on.
 */
export async function checkThisDevice(convex: ServerCalls): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration || Notification.permission !== "granted") return;
  await runExclusively(() => check(convex, registration));
}

/** Live lists lag behind a device that was turned on just now, so this reads the server. */
const BEHIND_MS = 2000;

async function check(convex: ServerCalls, registration: ServiceWorkerRegistration): Promise<void> {
  const former = readStored<string>(SUBSCRIBED);
  const present = await registration.pushManager.getSubscription();
  if (former === null) {
    if (!present) return;
    await closeShown();
    return void (await present.unsubscribe());
  }
  const isListed = async () => {
    const targets = await convex.query(api.notifications.listTargets, {});
    for (const endpoint of [present?.endpoint, former]) {
      if (endpoint === undefined) continue;
      const hash = await computeHash(endpoint);
      if (targets.some(({ endpointHash }) => endpointHash === hash)) return endpoint;
    }
    return null;
  };
  let found = await isListed();
  if (found === null) {
    await new Promise((resolve) => setTimeout(resolve, BEHIND_MS));
    found = await isListed();
  }
  if (found === null) return end(convex);
  // The worker may have registered a new endpoint already.
  if (found === present?.endpoint) writeStored(SUBSCRIBED, found);
  // Registers the session with which it ends, which may be a new one.
  await subscribe(convex, registration);
}
