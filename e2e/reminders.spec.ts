import { api } from "../lib/api.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { bell } from "./support/inbox.ts";
import { addMember, notebookOf, signUpPerson } from "./support/people.ts";
import {
  annaAndJonas,
  devices,
  messages,
  phoneOf,
  remind,
  SETTINGS,
  shown,
  test,
  turnOnIn,
  waitForAfterStart,
  withPush,
} from "./support/phone.ts";
import { taskOf } from "./support/tasks.ts";
import { expect } from "./support/test.ts";
import { press, withWorker } from "./support/worker.ts";

test("a phone is turned on, tried, reminded of a task, told that another did it, and left at the sign-out", async ({
  whole: browser,
  reminding: node,
  push,
}) => {
  const { anna, jonas, rosa, page } = await annaAndJonas(browser, node, push);
  await addMember(node, rosa._id, jonas, "member");
  await page.goto(SETTINGS);
  // Nobody is asked before they want it.
  await expect(devices(page).getByRole("button", { name: "Turn on on this device" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("asked-in-test"))).toBeNull();
  await turnOnIn(page);
  const row = devices(page).getByRole("listitem").filter({ hasText: "Chrome" });
  await expect(row).toContainText("Nothing has arrived there yet");
  // A new place of notifications is told in the inbox, where its person has seen it by doing it.
  const inbox = () =>
    anna.http.query(api.notifications.pageNotifications, { paginationOpts: { numItems: 5, cursor: null } });
  await expect
    .poll(async () => (await inbox()).page.map(({ security, seenAt }) => [security?.act, seenAt !== null]))
    .toEqual([["device-added", true]]);
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
  const curtains = await taskOf(anna, rosa._id, "Wash the curtains", { scheduledDate: Date.now() + 1000 });
  await expect(bell(page, 1)).toBeVisible();
  // The message is planned together with what the bell counts: for the end of the quiet hours.
  const { rows: planned } = await node.database().pool.query(
    `select d.due_at > n.due_at and d.sent_at is null as "isLater"
       from notification_deliveries d join notifications n on n.id = d.notification_id where n.subject_id = $1`,
    [curtains],
  );
  expect(planned).toEqual([{ isLater: true }]);
  expect(messages(push)).toHaveLength(3);

  await page.getByRole("button", { name: /^Your account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(
    page
      .getByText("Sign in required")
      .or(page.getByRole("heading", { level: 1 }))
      .first(),
  ).toBeVisible();
  await anna.signInHttp();
  await expect.poll(() => anna.http.query(api.notifications.listTargets, {})).toEqual([]);
  await anna.context.close();
  await jonas.context.close();
});

test("a message is answered where it stands: done, later, or kept while nobody is signed in; a tap opens that very task", async ({
  whole: browser,
  reminding: node,
  push,
}) => {
  const anna = await phoneOf(browser, node, push, "Anna Keller");
  const rosa = await notebookOf(anna, "Rosa Blum");
  const { page } = anna;
  await turnOnIn(page);
  await anna.http.mutation(api.notifications.setSettings, { lockScreen: "what" });
  const deliver = await withWorker(page);
  push.received.length = 0;
  const due = (title: string) => remind({ push, deliver }, anna, { diaryId: rosa._id, title });
  const watered = await due("Water the orchids");
  expect((await shown(page, watered.tag))!.actions).toEqual(["Done", "Later (30 min)"]);
  await press(page, watered.tag, "done");
  await expect
    .poll(() => shown(page, watered.tag))
    .toMatchObject({ title: "Done", silent: true, actions: [] });
  const statusOf = async (taskId: string) => (await anna.http.query(api.tasks.getTask, { taskId }))!.status;
  expect(await statusOf(watered.taskId)).toBe("completed");

  const called = await due("Call the doctor");
  await press(page, called.tag, "later");
  await expect.poll(async () => (await shown(page, called.tag))?.title).toMatch(/^Put off until \d/);
  expect(await statusOf(called.taskId)).toBe("pending");

  // A tap opens the task itself.
  const folded = await due("Fold the laundry");
  await page.goto("/home");
  await press(page, folded.tag);
  await expect(page.getByRole("dialog", { name: "Fold the laundry" })).toBeVisible();
  await expect.poll(() => shown(page, folded.tag)).toBeUndefined();

  // Nobody is signed in any more: the answer is kept on this device until the same person signs in.
  const washed = await due("Wash the curtains");
  await anna.context.clearCookies();
  await press(page, washed.tag, "done");
  await expect
    .poll(() => shown(page, washed.tag))
    .toMatchObject({
      title: "Not sent yet: kept on this device",
      body: "Done: A task is due: Rosa Blum: Wash the curtains",
    });
  expect(await statusOf(washed.taskId)).toBe("pending");
  await anna.context.close();
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
  await expectCleanScreen(page, "a device");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("Kitchen tablet");
  await expect(row).toContainText("shows: also whom it is about");
  await expectCleanScreen(page, "the devices");
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

test("after a plan with times one line offers to be reminded here; its page asks who else is told, and asks about the night", async ({
  whole: browser,
  reminding: node,
  push,
}) => {
  const anna = await phoneOf(browser, node, push, "Anna Keller");
  const ben = await signUpPerson(node, browser, "Ben Weber");
  const rosa = await notebookOf(anna, "Rosa Blum");
  await addMember(node, rosa._id, ben, "member");
  const { page } = anna;
  await page.goto(`/care/${rosa.shortId}/plans/new`);
  await page.getByLabel("Name of the medicine").fill("Ramipril");
  await page.getByLabel("How much, in tablets?").fill("1");
  await page.getByRole("button", { name: /^Night/ }).click();
  await page.getByLabel("Night at").fill("02:00");
  const offer = page.getByRole("button", { name: "Set it up" });
  await expect(offer).toHaveCount(0);
  await page.getByRole("button", { name: "Save the plan" }).click();
  await expect(page.getByText("The plan of Ramipril is saved.")).toBeVisible();
  await offer.click();
  await expect(page).toHaveURL(/\/notifications\/settings$/);
  await expect(page.getByRole("heading", { level: 1, name: "Reminders" })).toBeVisible();

  await page.goto(`/care/${rosa.shortId}/plans`);
  await page.getByRole("link", { name: "Ramipril", exact: true }).click();
  await expect(page.getByText(/nobody else is alerted\. Alert someone else too\?/)).toBeVisible();
  await page.getByRole("link", { name: "Choose who is told" }).click();
  const doses = page.getByRole("region", { name: "Doses", exact: true });
  await doses.getByRole("button", { name: /^Set up/ }).click();
  await doses.getByLabel("Tell next").selectOption("Ben Weber");
  await doses.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "quiet hours" })).toContainText(
    "Some of these times are at night",
  );
  await doses.getByRole("button", { name: "Save anyway" }).click();
  await expect(doses.getByRole("button", { name: /^Change/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("When nobody answers a reminder of a dose, others are told.")).toBeVisible();
  await anna.context.close();
  await ben.context.close();
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
  await expectCleanScreen(page, "an iPhone");
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

test("what is turned on at the moment when the app looks after this device stays on", async ({
  whole: browser,
  reminding: node,
  push,
}) => {
  // The app looks five seconds after its start.
  for (const isFirst of ["the press", "the app"]) {
    const { page, context, http } = await phoneOf(browser, node, push, `Anna, ${isFirst} first`);
    await page.clock.install();
    await page.goto(SETTINGS);
    const button = devices(page).getByRole("button", { name: "Turn on on this device" });
    await expect(button).toBeVisible();
    const acts = [() => button.click(), () => page.clock.runFor(5000)];
    if (isFirst === "the app") acts.reverse();
    for (const act of acts) await act();
    await expect(devices(page).getByRole("button", { name: "Turn off on this device" })).toBeVisible();
    await waitForAfterStart(page);
    // The app asks again when the list may be a moment behind; it has ended when it gives the lock back.
    await page.clock.runFor(5000);
    await page.evaluate(async () => {
      await navigator.serviceWorker.getRegistration();
      await navigator.locks.request("notifications-of-this-device", () => {});
    });
    await expect(devices(page).getByRole("button", { name: "Turn off on this device" })).toBeVisible();
    expect(await http.query(api.notifications.listTargets, {})).toHaveLength(1);
    await context.close();
  }
});
