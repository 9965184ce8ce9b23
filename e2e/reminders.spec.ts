import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { type PushService, startPushService } from "../test/push_service.ts";
import { expectCleanInBothLooks } from "./support/axe.ts";
import { CHROMIUM_FLAGS, findWholeChromium } from "./support/chromium.ts";
import { bell } from "./support/inbox.ts";
import { addMember, notebookOf, signUpPerson } from "./support/people.ts";
import { type RunningNode, startRunningNode } from "./support/running-node.ts";
import { taskOf } from "./support/tasks.ts";
import { test as base, expect } from "./support/test.ts";

// Chromium without a window can't subscribe at a push service (microsoft/playwright#23954): what it answers to the page
// is stood in for. The page, the server, its encryption and the push service that decrypts are real.

const test = base.extend<object, { push: PushService; reminding: RunningNode; whole: Browser }>({
  // The small Chromium of other tests has no notifications.
  whole: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const browser = await chromium.launch({ executablePath: findWholeChromium(), args: CHROMIUM_FLAGS });
      await use(browser);
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

async function phoneOf(browser: Browser, node: RunningNode, push: PushService, name: string) {
  const person = await signUpPerson(node, browser, name, { viewport: { width: 390, height: 844 } });
  await person.context.grantPermissions(["notifications"], { origin: node.url });
  await withPush(person.context, push);
  return { ...person, page: await person.context.newPage() };
}

async function withPush(context: BrowserContext, push: PushService) {
  await context.exposeFunction("subscribeAtService", (key: string) => push.subscribe(key));
  await context.addInitScript(standInForPush);
}

const SETTINGS = "/notifications/settings";
const devices = (page: Page) => page.getByRole("region", { name: "Where it reaches you" });

async function turnOnIn(page: Page) {
  await page.goto(SETTINGS);
  await devices(page).getByRole("button", { name: "Turn on on this device" }).click();
  await expect(devices(page).getByRole("button", { name: "Turn off on this device" })).toBeVisible();
}

const messages = (push: PushService) =>
  push.received.map(({ text }) => JSON.parse(text).notification as Record<string, unknown>);

test("a phone is turned on, tried, reminded of a task, told that another did it, and left at the sign-out", async ({
  whole: browser,
  reminding: node,
  push,
}) => {
  const anna = await phoneOf(browser, node, push, "Anna Keller");
  const jonas = await signUpPerson(node, browser, "Jonas Weber");
  const rosa = await notebookOf(anna, "Rosa Blum");
  await addMember(node, rosa._id, jonas, "member");
  const { page } = anna;
  await page.goto(SETTINGS);
  // Nobody is asked before they want it.
  await expect(devices(page).getByRole("button", { name: "Turn on on this device" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("asked-in-test"))).toBeNull();
  await turnOnIn(page);
  const row = devices(page).getByRole("listitem").filter({ hasText: "Chrome" });
  await expect(row).toContainText("Nothing has arrived there yet");
  // A new place of notifications is told in the inbox.
  await expect(bell(page, 1)).toBeVisible();
  await anna.http.mutation(api.notifications.markAllSeen, { upTo: Date.now() });
  await expect(bell(page)).toBeVisible();
  push.received.length = 0;
  await row.getByRole("button", { name: /^Send a test/ }).click();
  await expect(row).toContainText("Last message just now");
  expect(messages(push)).toMatchObject([{ title: "CareDiary", body: "Notifications arrive here" }]);

  const due = await taskOf(anna, rosa._id, "Water the orchids", { scheduledDate: Date.now() + 1500 });
  await expect(bell(page, 1)).toBeVisible();
  await expect.poll(() => messages(push).length).toBe(2);
  const message = messages(push)[1]!;
  expect(message).toMatchObject({ title: "You have a reminder", silent: false });
  expect(push.received[1]!.text).not.toMatch(/orchid|Rosa|Anna/);
  expect(new URL(String(message.navigate)).origin).toBe(node.url);
  await jonas.http.mutation(api.tasks.updateTask, { taskId: due, status: "completed" });
  await expect(bell(page)).toBeVisible();
  await expect.poll(() => messages(push).length).toBe(3);
  expect(messages(push)[2]).toMatchObject({ tag: message.tag, silent: true });

  // In quiet hours nothing is sent, and the bell counts.
  const hour = Number(new Date().toLocaleTimeString("en-GB", { timeZone: "Europe/Berlin" }).slice(0, 2));
  await anna.http.mutation(api.notifications.setSettings, {
    timeZone: "Europe/Berlin",
    quietHours: { fromMinute: hour * 60, toMinute: ((hour + 2) % 24) * 60 },
  });
  await taskOf(anna, rosa._id, "Wash the curtains", { scheduledDate: Date.now() + 1000 });
  await expect(bell(page, 1)).toBeVisible();
  await page.waitForTimeout(2500);
  expect(messages(push)).toHaveLength(3);

  await page.getByRole("button", { name: /^Your account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(
    page
      .getByText("Sign in required")
      .or(page.getByRole("heading", { level: 1 }))
      .first(),
  ).toBeVisible();
  await expect.poll(() => anna.http.query(api.notifications.listTargets, {})).toEqual([]);
  await anna.context.close();
  await jonas.context.close();
});

test("a device is renamed, shows more or less than others, is removed; one that was removed elsewhere ends here", async ({
  whole: browser,
  reminding: node,
  push,
}) => {
  const anna = await phoneOf(browser, node, push, "Anna Keller");
  const { page } = anna;
  await turnOnIn(page);
  const row = devices(page).getByRole("listitem");
  await row.getByRole("button", { name: /^Change/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Kitchen tablet");
  await dialog
    .getByLabel("What it shows while it is locked")
    .selectOption({ label: "Also whom it is about" });
  await expectCleanInBothLooks(page, "a device");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("Kitchen tablet");
  await expect(row).toContainText("shows: also whom it is about");
  await expectCleanInBothLooks(page, "the devices");
  const { _id: deviceId, endpointHash } = (await anna.http.query(api.notifications.listTargets, {}))[0]!;
  // The browser replaces its subscription while nobody looks: the worker tells the server.
  const [worker] = anna.context.serviceWorkers();
  await worker!.evaluate(
    ({ former, next }) => {
      const newSubscription = { endpoint: next.endpoint, toJSON: () => next };
      const event = new Event("pushsubscriptionchange");
      self.dispatchEvent(
        Object.assign(event, { waitUntil() {}, oldSubscription: { endpoint: former }, newSubscription }),
      );
    },
    {
      former: await page.evaluate(() => JSON.parse(localStorage.getItem("subscription-of-test")!).endpoint),
      next: push.subscribe(),
    },
  );
  await expect
    .poll(async () => (await anna.http.query(api.notifications.listTargets, {}))[0]!.endpointHash)
    .not.toBe(endpointHash);
  await expect(row).toContainText("Kitchen tablet");
  await anna.http.mutation(api.notifications.removeTarget, { deviceId });
  await expect(devices(page).getByRole("button", { name: "Turn on on this device" })).toBeVisible();
  // The next start ends what the browser still has.
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("subscription-of-test")), { timeout: 20_000 })
    .toBeNull();
  await anna.context.close();
});

test("after the first task with a time one line offers to be reminded here, once", async ({
  whole: browser,
  reminding: node,
  push,
}) => {
  const anna = await phoneOf(browser, node, push, "Anna Keller");
  await notebookOf(anna, "Rosa Blum");
  const { page } = anna;
  const offer = page.getByRole("button", { name: "Set it up" });
  const add = async (title: string, time: string) => {
    await page.goto("/tasks");
    await page.getByRole("button", { name: "New task" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New task" });
    await dialog.getByLabel("Title").fill(title);
    if (time) await dialog.getByLabel("Time").first().fill(time);
    await dialog.getByRole("button", { name: "Add task" }).click();
    await expect(dialog).toHaveCount(0);
  };
  await add("Some day", "");
  await expect(page.getByText("Task added.")).toBeVisible();
  await expect(offer).toHaveCount(0);
  await add("Call the doctor", "18:00");
  await offer.click();
  await expect(page).toHaveURL(/\/notifications\/settings$/);
  // The page is there: a navigation that begins while it is still loading ends the next one.
  await expect(page.getByRole("heading", { level: 1, name: "Reminders" })).toBeVisible();
  await add("Call her sister", "19:00");
  await expect(page.getByText("Task added.").first()).toBeVisible();
  await expect(offer).toHaveCount(0);
  await anna.context.close();
});

test("says what stands in the way, and what helps", async ({ whole: browser, reminding: node, push }) => {
  const iphone = await signUpPerson(node, browser, "Ida", {
    viewport: { width: 390, height: 844 },
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 Version/18.4 Mobile/15E148 Safari/604.1",
  });
  await iphone.context.addInitScript(() => Reflect.deleteProperty(window, "PushManager"));
  const page = await iphone.context.newPage();
  await page.goto(SETTINGS);
  await expect(devices(page)).toContainText("“Add to Home Screen”");
  await expectCleanInBothLooks(page, "an iPhone");
  const denied = await signUpPerson(node, browser, "Dora");
  await withPush(denied.context, push);
  await denied.context.addInitScript(() =>
    Object.defineProperty(Notification, "permission", { get: () => "denied" }),
  );
  const other = await denied.context.newPage();
  await other.goto(SETTINGS);
  await expect(devices(other)).toContainText("Notifications of this site are blocked in this browser.");
  await expect(devices(other)).toContainText("Press the symbol left of the address.");
  await iphone.context.close();
  await denied.context.close();
});
