import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { type PushService, startPushService } from "../../test/push_service.ts";
import { CHROMIUM_FLAGS, findWholeChromium } from "./chromium.ts";
import { patientBrowser } from "./patient.ts";
import { notebookOf, signUpPerson } from "./people.ts";
import { type RunningNode, startRunningNode } from "./running-node.ts";
import { taskOf } from "./tasks.ts";
import { test as base, expect } from "./test.ts";

// Chromium without a window can't subscribe at a push service (microsoft/playwright#23954): what it answers to the page
// is stood in for. The page, the server, its encryption and the push service that decrypts are real.

/** Tests with a server that sends to a push service, and a whole Chromium. */
export const test = base.extend<object, { push: PushService; reminding: RunningNode; whole: Browser }>({
  serviceWorkers: "allow",
  // The small Chromium of other tests has no notifications.
  whole: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const browser = await chromium.launch({ executablePath: findWholeChromium(), args: CHROMIUM_FLAGS });
      await use(patientBrowser(browser));
      await browser.close();
    },
    { scope: "worker" },
  ],
  push: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const push = await startPushService();
      await use(push);
      await push.close();
    },
    { scope: "worker" },
  ],
  reminding: [
    async ({ push }, use) => {
      const node = await startRunningNode({ PUSH_HOSTS: push.host, OUTGOING_ALLOW: "127.0.0.1" });
      await use(node);
      await node.remove();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

/** Runs in the page: subscriptions of the stand-in, kept as a browser keeps them. */
function standInForPush() {
  const KEPT = "subscription-of-test";
  type Kept = { endpoint: string; keys: Record<string, string>; key: string };
  const bytesOf = (text: string) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const shown = ({ endpoint, keys, key }: Kept) => ({
    endpoint,
    options: { applicationServerKey: bytesOf(key).buffer },
    toJSON: () => ({ endpoint, keys }),
    async unsubscribe() {
      localStorage.removeItem(KEPT);
      await (
        globalThis as unknown as { unsubscribeAtService(endpoint: string): Promise<void> }
      ).unsubscribeAtService(endpoint);
      return true;
    },
  });
  Object.assign(PushManager.prototype, {
    async subscribe({ applicationServerKey: key }: { applicationServerKey: string }) {
      const made = await (
        globalThis as unknown as { subscribeAtService(key: string): Promise<Omit<Kept, "key">> }
      ).subscribeAtService(key);
      localStorage.setItem(KEPT, JSON.stringify({ ...made, key }));
      return shown({ ...made, key });
    },
    async getSubscription() {
      const kept = localStorage.getItem(KEPT);
      return kept === null ? null : shown(JSON.parse(kept));
    },
  });
  const ask = Notification.requestPermission.bind(Notification);
  Notification.requestPermission = () => {
    localStorage.setItem("asked-in-test", "yes");
    return ask();
  };
}

/** Somebody with a page on a phone that may show notifications and has the stand-in for its push. */
export async function phoneOf(browser: Browser, node: RunningNode, push: PushService, name: string) {
  const person = await signUpPerson(node, browser, name, { viewport: { width: 390, height: 844 } });
  await person.context.grantPermissions(["notifications"], { origin: node.url });
  await withPush(person.context, push);
  return { ...person, page: await person.context.newPage() };
}

/** Anna on her phone, and Jonas with another browser and no notebook. */
export async function annaAndJonas(browser: Browser, node: RunningNode, push: PushService) {
  const anna = await phoneOf(browser, node, push, "Anna Keller");
  const jonas = await signUpPerson(node, browser, "Jonas Weber");
  const rosa = await notebookOf(anna, "Rosa Blum");
  return { anna, jonas, rosa, page: anna.page };
}

/** Gives a browser the stand-in. */
export async function withPush(context: BrowserContext, push: PushService) {
  await context.exposeFunction("subscribeAtService", (key: string) => push.subscribe(key));
  await context.exposeFunction("unsubscribeAtService", (endpoint: string) => push.unsubscribe(endpoint));
  await context.addInitScript(standInForPush);
}

/** The page of choices about reminders. */
export const SETTINGS = "/notifications/settings";
/** The list of devices on that page. */
export const devices = (page: Page) => page.getByRole("region", { name: "Where it reaches you" });

/** Turns notifications on in a page's browser. */
export async function turnOnIn(page: Page) {
  await page.goto(SETTINGS);
  await devices(page).getByRole("button", { name: "Turn on on this device" }).click();
  await expect(devices(page).getByRole("button", { name: "Turn off on this device" })).toBeVisible();
}

/** Waits until the app has begun what it does some seconds after its start: kept answers were looked for. */
export const waitForAfterStart = (page: Page) =>
  page.waitForFunction(() => Object.keys(localStorage).some((key) => key.includes("clock-of")));

/** What the browser shows under a tag. */
export const shown = (page: Page, wanted: string) =>
  page.evaluate(async (tag) => {
    const registration = await navigator.serviceWorker.ready;
    const [notification] = await registration.getNotifications({ tag });
    if (!notification) return undefined;
    const { title, body, silent } = notification;
    const { actions } = notification as unknown as { actions: { title: string }[] };
    return { title, body, silent, actions: actions.map((each) => each.title) };
  }, wanted);

/** The messages that the push service has taken. */
export const messages = (push: PushService) =>
  push.received.map(({ text }) => JSON.parse(text).notification as Record<string, unknown>);

/** Lets a task of somebody become due, and gives their browser the message that comes for it, by `deliver`. */
export async function remind(
  { push, deliver }: { push: PushService; deliver: (data: string) => Promise<void> },
  person: Parameters<typeof taskOf>[0] & { page: Page },
  { diaryId, title }: { diaryId: string; title: string },
): Promise<{ taskId: string; tag: string }> {
  // The push service is that of other tests, too, with people and tasks of the same names.
  const before = push.received.length;
  const taskId = await taskOf(person, diaryId, title, { scheduledDate: Date.now() + 1500 });
  const find = () => push.received.slice(before).find(({ text }) => text.includes(title))?.text;
  await expect.poll(find, { timeout: 90_000 }).toBeDefined();
  const text = find()!;
  const { tag } = JSON.parse(text).notification;
  // As a push service does: what isn't taken comes again. Rarely the browser loses what the developer tools deliver.
  await expect(async () => {
    await deliver(text);
    await expect.poll(async () => (await shown(person.page, tag))?.title).toContain("A task is due");
  }).toPass({ timeout: 40_000 });
  return { taskId, tag };
}
