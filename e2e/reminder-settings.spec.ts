import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { addMember, notebookOf, PASSWORD } from "./support/people.ts";
import { taskOf } from "./support/tasks.ts";
import { expect, screenTest, test } from "./support/test.ts";

test.use({ hasBackground: true });

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const SETTINGS = "/notifications/settings";

test("by keyboard: how a kind is told, in all notebooks and otherwise in one", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  await notebookOf(anna, "Rosa Blum");
  const emil = await notebookOf(anna, "Emil Weber");
  const { page } = anna;
  await page.goto("/account");
  await page.getByRole("link", { name: "Reminder settings" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Reminders" })).toBeVisible();
  await expect(page.getByText("Reminders can fail. Don't rely on them alone.")).toBeVisible();
  await expect(page.getByLabel("Remind me of doses, tasks and appointments")).toHaveValue("devices");
  await page.getByText("In detail", { exact: true }).click();
  const told = part(page, "What you are told of");
  const row = told.getByRole("button", { name: /^A task is due/ });
  await expect(row).toContainText("At once on your devices · not by mail");
  await row.press("Enter");
  const sheet = page.getByRole("dialog", { name: "A task is due" });
  await sheet.getByRole("radio", { name: "At once" }).first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(row).toContainText("Only here");
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(row).toBeFocused();
  await expect(page.getByLabel("Remind me of doses, tasks and appointments").locator(":checked")).toHaveText(
    "As set in detail",
  );

  await told.getByLabel("Notebook").selectOption({ label: "Emil Weber's Care Notebook" });
  await row.press("Enter");
  const asAll = sheet.getByRole("radio", { name: "As in all notebooks: not at all" });
  await expect(asAll.first()).toBeChecked();
  await sheet.getByRole("radio", { name: "At once" }).first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await expect(row).toContainText("At once on your devices · not by mail");
  const rules = () => anna.http.query(api.notifications.listRules, {});
  await expect.poll(rules).toEqual([
    { diaryId: null, kind: "task-due", channel: "push", mode: "off" },
    { diaryId: emil._id, kind: "task-due", channel: "push", mode: "now" },
  ]);
  await row.press("Enter");
  await asAll.first().focus();
  await page.keyboard.press("Space");
  await expect.poll(async () => (await rules()).length).toBe(1);
});

screenTest("three sentences set what one is told, for all notebooks", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const rosa = await notebookOf(anna, "Rosa Blum");
  const { page } = anna;
  const choose = (kind: "dose-due" | "task-due", mode: "now" | "off") =>
    anna.http.mutation(api.notifications.setRule, { diaryId: rosa._id, kind, channel: "push", mode });
  await choose("dose-due", "off");
  await page.goto(SETTINGS);
  const due = page.getByLabel("Remind me of doses, tasks and appointments");
  await expect(due).toHaveValue("");
  await due.selectOption({ label: "On my devices and by mail" });
  const rules = async () =>
    (await anna.http.query(api.notifications.listRules, {})).map(({ diaryId, kind, channel, mode }) =>
      [diaryId === null ? "all" : "one", kind, channel, mode].join(" "),
    );
  await expect
    .poll(async () => (await rules()).sort())
    .toEqual([
      "all appointment mail now",
      "all dose-due mail now",
      "all dose-missed mail now",
      "all task-due mail now",
    ]);
  await expect(due).toHaveValue("both");
  await page.getByLabel("News: notes, and comments on mine").selectOption({ label: "Once a week, by mail" });
  await expect
    .poll(async () => (await anna.http.query(api.notifications.getSettings, {})).digestDays)
    .toEqual([1]);
  // This account has no confirmed address, and this server sends no mail.
  await expect(page.getByText("Your account has no confirmed e-mail address")).toBeVisible();
});

screenTest("an address that isn't confirmed gets the link at a press", async ({ mailed }) => {
  const { node } = mailed;
  const anna = await mailed.someone("Anna Keller");
  const { page } = anna;
  const before = (await node.letters(anna.email)).length;
  await node.database().pool.query("update users set email_verified = false where id = $1", [anna.userId]);
  await node
    .database()
    .pool.query(`update auth."user" set "emailVerified" = false where email = $1`, [anna.email]);
  await page.goto(SETTINGS);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("A link is on its way to your address.")).toBeVisible();
  await expect.poll(async () => (await node.letters(anna.email)).length).toBe(before + 1);
  await expect(part(page, "The summary by mail")).toHaveCount(0);
});

screenTest("quiet hours and what a lock screen shows are saved at once", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { page } = anna;
  await page.goto(SETTINGS);
  const settings = () => anna.http.query(api.notifications.getSettings, {});
  const quiet = part(page, "Quiet hours");
  await quiet.getByRole("switch", { name: /^Be quiet at night/ }).click();
  await expect(quiet.getByText("Quiet from 10:00 PM until 7:00 AM, by the clock of Berlin.")).toBeVisible();
  await expect
    .poll(settings)
    .toMatchObject({ quietHours: { fromMinute: 1320, toMinute: 420 }, timeZone: "Europe/Berlin" });
  const until = quiet.getByLabel("Until");
  await until.fill("06:30");
  await until.blur();
  await expect.poll(settings).toMatchObject({ quietHours: { fromMinute: 1320, toMinute: 390 } });
  // What can't be is taken back, with the reason.
  await until.fill("22:00");
  await until.blur();
  await expect(page.getByText("Quiet hours must end at another time than they begin")).toBeVisible();
  await expect(until).toHaveValue("06:30");
  await quiet.getByRole("switch", { name: /^Doses come through/ }).click();
  await expect.poll(settings).toMatchObject({ urgentBreaksQuiet: true });
  await page.getByRole("radio", { name: "Also whom it is about" }).click();
  await expect.poll(settings).toMatchObject({ lockScreen: "who" });
  await quiet.getByRole("switch", { name: /^Be quiet at night/ }).click();
  await expect.poll(settings).toMatchObject({ quietHours: null });
});

screenTest(
  "each choice for a locked screen shows an example with the name in one's notebook",
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    await notebookOf(anna, "Rosa Blum");
    const { page } = anna;
    await page.goto(SETTINGS);
    const examples = part(page, "What a locked screen shows").getByRole("figure", { name: "An example" });
    await expect(examples).toHaveText([
      "CareDiaryYou have a reminder",
      "CareDiaryA dose is due: Rosa Blum",
      "CareDiaryA dose is due: Rosa BlumRamipril 5 mg",
    ]);
  },
);

screenTest(
  "times in messages are written as the first device does, until one chooses otherwise",
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { page } = anna;
    const hours = async () => (await anna.http.query(api.notifications.getSettings, {})).clockHours;
    expect(await hours()).toBe(null);
    await page.goto(SETTINGS);
    await expect.poll(hours, { timeout: 20_000 }).toBe(12);
    const clock = part(page, "Your clock");
    await expect(clock.getByRole("radio", { name: "2:12 PM" })).toBeChecked();
    await clock.getByRole("radio", { name: "14:12" }).click();
    await expect.poll(hours).toBe(24);
  },
);

screenTest("the summary has its time and days, and names nothing unless one wants it", async ({ mailed }) => {
  const anna = await mailed.someone("Anna Keller");
  const { page } = anna;
  await page.goto(SETTINGS);
  const settings = () => anna.http.query(api.notifications.getSettings, {});
  const summary = part(page, "The summary by mail");
  await summary.getByLabel("Time, in Berlin").fill("07:45");
  await summary.getByLabel("Time, in Berlin").blur();
  await expect.poll(settings).toMatchObject({ digestMinute: 465, timeZone: "Europe/Berlin" });
  await summary.getByRole("button", { name: "Sunday" }).click();
  await expect.poll(settings).toMatchObject({ digestDays: [1, 2, 3, 4, 5, 6] });
  await summary.getByRole("switch", { name: /^With names and titles/ }).click();
  await expect.poll(settings).toMatchObject({ digestTitles: true });
});

test.describe("in Lisbon", () => {
  test.use({ timezoneId: "Europe/Lisbon" });

  screenTest("the clock is asked about, and never changes by itself", async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { page } = anna;
    await anna.http.mutation(api.notifications.setSettings, { timeZone: "Europe/Berlin" });
    const zone = async () => (await anna.http.query(api.notifications.getSettings, {})).timeZone;
    await page.goto(SETTINGS);
    const question = page.getByText("You seem to be in Lisbon. Remind by Lisbon's clock?");
    await expect(question).toBeVisible();
    expect(await zone()).toBe("Europe/Berlin");
    await page.getByRole("button", { name: "Keep Berlin's" }).click();
    await expect(question).toHaveCount(0);
    await page.reload();
    await expect(part(page, "Your clock")).toContainText(/Berlin, where it is \d/);
    await expect(question).toHaveCount(0);
    expect(await zone()).toBe("Europe/Berlin");
    await page.evaluate(() => localStorage.removeItem("carediary.kept-zone"));
    await page.reload();
    await page.getByRole("button", { name: "Use Lisbon's clock" }).click();
    await expect.poll(zone).toBe("Europe/Lisbon");
    await expect(part(page, "Your clock")).toContainText(/Lisbon, where it is \d/);
  });
});

screenTest(
  "a notebook says when its whole-day tasks remind, by its clock and the reader's; who may edit it changes it",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const rosa = await notebookOf(anna, "Rosa Blum", "Europe/Lisbon");
    await addMember(node, rosa._id, jonas, "extended");
    const task = await taskOf(anna, rosa._id, "Walk", { scheduledDay: "2027-03-01" });
    const info = `/care/${rosa.shortId}/info`;
    await anna.page.goto(info);
    const reminders = part(anna.page, "Reminders");
    await expect(reminders).toContainText("remind at 8:00 AM · 9:00 AM for you, by the clock of Lisbon.");
    await reminders.getByRole("button", { name: "Change the time" }).click();
    await reminders.getByLabel("Time, in Lisbon").fill("07:15");
    await reminders.getByLabel("Time, in Lisbon").blur();
    await expect(reminders).toContainText("remind at 7:15 AM · 8:15 AM for you");
    await expect
      .poll(async () => {
        const { rows } = await node
          .database()
          .pool.query("select remind_at from tasks where id = $1", [task]);
        return new Date(rows[0].remind_at).toISOString();
      })
      .toBe("2027-03-01T07:15:00.000Z");
    await jonas.page.goto(info);
    await expect(part(jonas.page, "Reminders")).toContainText("remind at 7:15 AM");
    await expect(part(jonas.page, "Reminders").getByRole("button")).toHaveCount(0);
  },
);

test("the settings are accessible", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  await notebookOf(anna, "Rosa Blum");
  const { page } = anna;
  await page.goto(SETTINGS);
  await part(page, "Quiet hours").getByRole("switch").click();
  await page.getByRole("button", { name: "Choose another clock" }).click();
  await expectCleanScreen(page);
  await page.getByText("In detail", { exact: true }).click();
  await expectCleanScreen(page, "in detail");
  await page.getByRole("button", { name: /^A task is due/ }).click();
  await expectCleanScreen(page, "the sheet");
});

screenTest(
  "ntfy is added with a topic that is shown again; an address inside the network is refused in words",
  async ({ someone }) => {
    const { page } = await someone("Anna Keller");
    await page.goto(SETTINGS);
    const places = part(page, "Where it reaches you");
    await places.getByRole("button", { name: "Add ntfy" }).click();
    const dialog = page.getByRole("dialog", { name: "Add ntfy" });
    await dialog.getByLabel("Server", { exact: true }).fill("https://192.168.1.7");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(dialog.getByText("This isn't your present password.")).toBeVisible();
    await dialog.getByLabel("Your password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(dialog.getByRole("alert")).toContainText("network");
    await dialog.getByLabel("Server", { exact: true }).fill("https://9.9.9.9/");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    const topic = await dialog.getByLabel("Topic", { exact: true }).inputValue();
    expect(topic.length).toBeGreaterThan(20);
    await expect(dialog.getByLabel("Server", { exact: true })).toHaveValue("https://9.9.9.9");
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(dialog).toHaveCount(0);

    await places.getByRole("button", { name: "Show the topic, ntfy" }).click();
    const asked = page.getByRole("dialog", { name: "Show the topic" });
    await asked.getByLabel("Your password").fill(PASSWORD);
    await asked.getByRole("button", { name: "Show the topic" }).click();
    const again = page.getByRole("dialog", { name: "The topic" });
    await expect(again.getByLabel("Topic", { exact: true })).toHaveValue(topic);
    await again.getByRole("button", { name: "Done" }).click();
    await expect(again).toHaveCount(0);
  },
);

test("a webhook for reminders is made and listed with the other webhooks", async ({ someone }) => {
  const { page, http } = await someone("Anna Keller");
  await page.goto(SETTINGS);
  await part(page, "Where it reaches you").getByRole("link", { name: "your webhooks" }).click();
  await page.getByRole("button", { name: "Make a webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "Make a webhook" });
  await dialog.getByRole("radio", { name: "My reminders" }).check();
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Make the webhook" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByLabel("Address").fill("https://9.9.9.9/care");
  // Who closes the dialog while the password is checked would never see the secret.
  const checked = Promise.withResolvers<void>();
  await page.route("**/api/auth/password-proof", async (route) => {
    await checked.promise;
    await route.continue();
  });
  await dialog.getByRole("button", { name: "Make the webhook" }).click();
  await expect(dialog.getByRole("radio", { name: "Changes in notebooks" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  checked.resolve();
  const shown = page.getByRole("dialog", { name: "The secret of your webhook" });
  await expect(shown.getByLabel("Secret", { exact: true })).toHaveValue(/^whsec_/);
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(shown).toHaveCount(0);
  const row = part(page, "Your webhooks").getByRole("listitem").filter({ hasText: "9.9.9.9" });
  await expect(row.getByText(/^Webhook for your reminders/)).toBeVisible();
  // Whoever adds it has seen that: its message is for other devices.
  const inbox = () =>
    http.query(api.notifications.pageNotifications, { paginationOpts: { numItems: 5, cursor: null } });
  await expect
    .poll(async () => (await inbox()).page.map(({ security, seenAt }) => [security?.act, seenAt !== null]))
    .toEqual([["device-added", true]]);
});

test("a device in another zone asks once whose clock holds, and changes nothing by itself", async ({
  someone,
  browser,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const clock = async () => (await anna.http.query(api.notifications.getSettings, {})).timeZone;
  await anna.page.goto("/home");
  await expect.poll(clock).not.toBeNull();
  const before = await clock();
  const abroad = await browser.newContext({
    baseURL: node.url,
    timezoneId: "Europe/Lisbon",
    storageState: await anna.context.storageState(),
  });
  const page = await abroad.newPage();
  await page.goto("/home");
  const question = page.getByText("You seem to be in Lisbon. Remind by Lisbon's clock?");
  await expect(question).toBeVisible();
  expect(await clock()).toBe(before);
  await page.getByRole("button", { name: "Use Lisbon's clock" }).click();
  await expect.poll(clock).toBe("Europe/Lisbon");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(question).toHaveCount(0);
  await abroad.close();
});
