import type { BrowserContext, Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { KEPT_ANSWERS_DATABASE } from "../lib/browser-store.ts";
import { MINUTE } from "../lib/dates/time.ts";
import { notebookOf, PASSWORD } from "./support/people.ts";
import { phoneOf, remind, shown, test, turnOnIn, waitForAfterStart } from "./support/phone.ts";
import { expect } from "./support/test.ts";
import { press, withWorker } from "./support/worker.ts";

const NOT_SENT = "Not sent yet: kept on this device";
/** The worker tries again after 2 and after 10 seconds. */
const WOKEN = { timeout: 40_000 };
const about = (title: string) => `A task is due: Rosa Blum: ${title}`;

/** Whether answers wait in this browser. */
const hasKept = (page: Page) =>
  page.evaluate(
    (name) =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open(name, 1);
        // It isn't there.
        opening.onupgradeneeded = () => opening.transaction!.abort();
        opening.onerror = () => resolve(false);
        opening.onsuccess = () => {
          const asking = opening.result.transaction("answers").objectStore("answers").count();
          asking.onsuccess = () => {
            opening.result.close();
            resolve(asking.result > 0);
          };
        };
      }),
    KEPT_ANSWERS_DATABASE,
  );

/** Lets the worker send what is kept; resolves when it has tried. */
const sendKept = (context: BrowserContext) =>
  context.serviceWorkers()[0]!.evaluate(() => (self as unknown as { sendKept(): Promise<void> }).sendKept());

/** Lets time pass for the worker. */
const passTime = (context: BrowserContext, ms: number) =>
  context.serviceWorkers()[0]!.evaluate((passed) => {
    const read = Date.now.bind(Date);
    Date.now = () => read() + passed;
  }, ms);

/** Anna's phone, which is told what is due in Rosa's notebook and shows it by its title. */
async function remindedPhone(
  browser: Parameters<typeof phoneOf>[0],
  node: Parameters<typeof phoneOf>[1],
  push: Parameters<typeof phoneOf>[2],
) {
  const anna = await phoneOf(browser, node, push, "Anna Keller");
  const rosa = await notebookOf(anna, "Rosa Blum");
  const { page, context } = anna;
  await turnOnIn(page);
  await anna.http.mutation(api.notifications.setSettings, { lockScreen: "what" });
  const deliver = await withWorker(page);
  const due = (title: string) => remind({ push, deliver }, anna, { diaryId: rosa._id, title });
  const statusOf = async (taskId: string) => (await anna.http.query(api.tasks.getTask, { taskId }))!.status;
  return { anna, page, context, deliver, due, statusOf };
}

test("an answer without a connection is kept, says so, and is sent when it is back; what is settled or refused says that", async ({
  whole: browser,
  reminding: node,
  push,
}) => {
  const { anna, page, context, deliver, due, statusOf } = await remindedPhone(browser, node, push);

  const [watered, called, washed] = [
    await due("Water the orchids"),
    await due("Call the doctor"),
    await due("Wash the curtains"),
  ];
  // Some seconds after its start the page looks after reminders, and notices when the connection is back.
  await waitForAfterStart(page);
  await context.setOffline(true);
  await press(page, watered.tag, "done");
  await press(page, called.tag, "later");
  await press(page, washed.tag, "done");
  expect(await shown(page, watered.tag)).toEqual({
    title: NOT_SENT,
    body: `Done: ${about("Water the orchids")}`,
    silent: true,
    actions: [],
  });
  expect(await shown(page, called.tag)).toMatchObject({
    title: NOT_SENT,
    body: `Later (30 min): ${about("Call the doctor")}`,
  });
  expect(await hasKept(page)).toBe(true);
  expect(await statusOf(watered.taskId)).toBe("pending");
  // Meanwhile it isn't anybody's to do any more.
  await anna.http.mutation(api.tasks.updateTask, { taskId: washed.taskId, status: "cancelled" });
  await passTime(context, 5000);
  const backAt = Date.now();
  await context.setOffline(false);
  await expect.poll(async () => (await shown(page, watered.tag))?.title, WOKEN).toBe("Done");
  await expect.poll(async () => (await shown(page, called.tag))?.title).toMatch(/^Put off until \d/);
  // Half an hour from the press, and not from when it could be sent.
  const { rows } = await node
    .database()
    .pool.query("select later_until from notifications where subject_id = $1", [called.taskId]);
  expect(rows[0].later_until - backAt).toBeLessThan(30 * MINUTE);
  await expect.poll(async () => (await shown(page, washed.tag))?.title).toBe("This was settled already");
  expect(await statusOf(watered.taskId)).toBe("completed");
  expect(await statusOf(washed.taskId)).toBe("cancelled");
  expect(await hasKept(page)).toBe(false);

  // The worker ends and the page is closed; the next message wakes it. The device was removed meanwhile.
  const folded = await due("Fold the laundry");
  const dusted = await due("Dust the shelves");
  await context.setOffline(true);
  await press(page, folded.tag, "done");
  expect((await shown(page, folded.tag))!.title).toBe(NOT_SENT);
  const devTools = await context.newCDPSession(page);
  await devTools.send("ServiceWorker.enable");
  await devTools.send("ServiceWorker.stopAllWorkers");
  const { _id: deviceId } = (await anna.http.query(api.notifications.listTargets, {}))[0]!;
  await anna.http.mutation(api.notifications.removeTarget, { deviceId });
  await page.goto("about:blank");
  await context.setOffline(false);
  await deliver(push.received.findLast(({ text }) => text.includes("Dust the shelves"))!.text);
  await page.goto("/about");
  await expect
    .poll(() => shown(page, folded.tag), WOKEN)
    .toMatchObject({ title: "This could not be done. Tap to open it", body: about("Fold the laundry") });
  expect(await hasKept(page)).toBe(false);
  expect(await statusOf(folded.taskId)).toBe("pending");
  expect(await statusOf(dusted.taskId)).toBe("pending");
  await context.close();
});

test("opening the app sends what was kept; a sign-out deletes it, and takes away what is shown", async ({
  whole: browser,
  reminding: node,
  push,
}) => {
  const { anna, page, context, due, statusOf } = await remindedPhone(browser, node, push);
  /** Only the worker has no connection: the page would notice when it is back. */
  const offline = (isOffline: boolean) =>
    context.serviceWorkers()[0]!.evaluate((is) => {
      const scope = self as unknown as { fetch: typeof fetch; own?: typeof fetch };
      scope.own ??= scope.fetch;
      scope.fetch = is ? () => Promise.reject(new TypeError("Failed to fetch")) : scope.own;
    }, isOffline);

  const watered = await due("Water the orchids");
  await offline(true);
  await press(page, watered.tag, "done");
  expect((await shown(page, watered.tag))!.title).toBe(NOT_SENT);
  await offline(false);
  await page.reload();
  await expect
    .poll(async () => [await statusOf(watered.taskId), (await shown(page, watered.tag))?.title], WOKEN)
    .toEqual(["completed", "Done"]);

  const called = await due("Call the doctor");
  await offline(true);
  await press(page, called.tag, "done");
  expect(await hasKept(page)).toBe(true);
  await page.getByRole("button", { name: /^Your account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  const question = page.getByRole("dialog", { name: "Sign out and lose this?" });
  await expect(question).toContainText("1 answer to a reminder");
  await question.getByRole("button", { name: "Sign out and delete it" }).click();
  await expect.poll(() => hasKept(page)).toBe(false);
  await expect.poll(() => shown(page, called.tag)).toBeUndefined();
  await offline(false);
  await page.goto("/about");
  await sendKept(context);
  await anna.signInHttp();
  expect(await statusOf(called.taskId)).toBe("pending");
  await context.close();
});

test("an answer that is given after the session has ended is kept, through another person's sign-in, and sent after the same person's", async ({
  whole: browser,
  reminding: node,
  push,
}) => {
  const { anna, page, context, due, statusOf } = await remindedPhone(browser, node, push);
  const jonas = await phoneOf(browser, node, push, "Jonas Weber");
  const watered = await due("Water the orchids");
  // It has run out.
  await node.database().pool.query(
    `update auth.session set "expiresAt" = now() - interval '1 minute' where "userId" =
      (select id from auth."user" where email = $1)`,
    [anna.email],
  );
  await anna.signInHttp();
  await press(page, watered.tag, "done");
  expect((await shown(page, watered.tag))!.title).toBe(NOT_SENT);
  const signIn = async ({ email }: { email: string }, initials: string) => {
    const data = { email, password: PASSWORD };
    // A page that is open reloads by itself when it finds another person's session, which would end a navigation.
    await page.goto("about:blank");
    expect((await context.request.post("/api/auth/sign-in/email", { data })).ok()).toBe(true);
    await page.goto("/about");
    // A worker that is awake tries before any page knows who signed in.
    if (initials === "JW") await sendKept(context);
    await page.goto("/home");
    await expect(page.getByRole("button", { name: `Your account (${initials})` })).toBeVisible();
  };
  // On a slow device it takes longer to note whose the answers are than to look whether others have some.
  await context.addInitScript((name) => {
    const open = indexedDB.open.bind(indexedDB);
    let isFirst = location.pathname === "/home";
    indexedDB.open = (asked, version) => {
      if (asked !== name || !isFirst) return open(asked, version);
      isFirst = false;
      const held = {} as { -readonly [Key in keyof IDBOpenDBRequest]: IDBOpenDBRequest[Key] };
      setTimeout(() => {
        const opening = open(asked, version);
        const pass = (handler: "onsuccess" | "onerror" | "onupgradeneeded") => () => {
          Object.assign(held, { transaction: opening.transaction, error: opening.error });
          if (handler !== "onerror") held.result = opening.result;
          held[handler]?.call(opening, null as never);
        };
        for (const handler of ["onsuccess", "onerror", "onupgradeneeded"] as const)
          opening[handler] = pass(handler);
      }, 9000);
      return held;
    };
  }, KEPT_ANSWERS_DATABASE);
  await signIn(jonas, "JW");
  await expect(page.getByText(/Anna Keller has 1 answer to a reminder on this device/)).toBeVisible();
  // The worker tries, and leaves it.
  await sendKept(context);
  expect(await hasKept(page)).toBe(true);
  await signIn(anna, "AK");
  await page.evaluate(async () =>
    (await navigator.serviceWorker.ready).active!.postMessage("send kept answers"),
  );
  await expect.poll(() => statusOf(watered.taskId), WOKEN).toBe("completed");
  await expect.poll(() => hasKept(page)).toBe(false);
  await context.close();
  await jonas.context.close();
});
