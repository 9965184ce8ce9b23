import { api } from "../lib/api.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { addMember, notebookOf, PASSWORD, type Person } from "./support/people.ts";
import { HOUR, taskOf } from "./support/tasks.ts";
import { expect, screenTest, test } from "./support/test.ts";

const PHONE = { viewport: { width: 390, height: 844 } };

const feedsOf = (person: Person) => person.http.query(api.feeds.listFeeds, {});

test("a person puts their tasks into the calendar of their phone, and takes them out again", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller", PHONE);
  const rosa = await notebookOf(anna, "Rosa Blum");
  await taskOf(anna, rosa._id, "Turn her", { scheduledDate: Date.now() + HOUR });
  const { page } = anna;
  await page.goto("/calendar");
  await page.getByRole("link", { name: "See your tasks in the calendar of your phone" }).click();
  const section = page.getByRole("region", { name: "Calendar on your phone" });
  await expect(section.getByRole("heading")).toBeFocused();
  await expect(section.getByRole("heading")).toBeInViewport();
  await expect(section.getByText(/Google every 8 to 24 hours, Outlook .*, Apple/)).toBeVisible();

  await section.getByRole("button", { name: "Make a calendar link" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: "Mine and nobody's" })).toBeChecked();
  await expect(dialog.getByRole("radio", { name: "The titles of tasks" })).toBeChecked();
  await expect(dialog.getByText(/Google or Microsoft store them/)).toBeVisible();
  await expect(dialog.getByLabel("Alarm of the calendar")).toHaveValue("");
  await expectCleanScreen(page, "the form of a calendar link");
  await page.setViewportSize(PHONE.viewport);
  // By the keyboard alone.
  await dialog.getByLabel("Notebook").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("radio", { name: "Everything I see" })).toBeChecked();
  await dialog.getByLabel("Your password").focus();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");

  const field = dialog.getByLabel("Link", { exact: true });
  await expect(field).toBeFocused();
  const link = await field.inputValue();
  expect(link).toMatch(/\/api\/calendars\/[\w-]{43}\.ics$/);
  await expect(dialog.getByRole("link", { name: "Open in my calendar" })).toHaveAttribute(
    "href",
    link.replace(/^http:/, "webcal:"),
  );
  await expect(dialog.getByText("Not for Google and Outlook.com")).toBeVisible();
  // As a browser answers that doesn't let the page copy; whether one does by itself depends on the browser.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("Not allowed", "NotAllowedError"));
  });
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect(dialog.getByText(/The link is selected/)).toBeVisible();
  await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, "writeText"));
  await anna.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
  await expectCleanScreen(page, "a new calendar link");
  await page.setViewportSize(PHONE.viewport);
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(section.getByText("No calendar has fetched it yet")).toBeVisible();
  await expect(section.getByText("Everything I see, with titles, no alarm")).toBeVisible();
  await expect(page.getByText(link)).toHaveCount(0);

  // A calendar fetches it; the page says so at once, and its event leads back to the task.
  const file = await (await fetch(link, { headers: { "user-agent": "Google-Calendar-Importer" } })).text();
  expect(file).toContain("SUMMARY:Turn her");
  await expect(section.getByText(/Last fetched .* by Google Calendar/)).toBeVisible();
  await expectCleanScreen(page, "the account page with a calendar link");
  await page.setViewportSize(PHONE.viewport);
  const address = /URL;VALUE=URI:(\S+)/.exec(file.replaceAll("\r\n ", ""))![1]!;
  await page.goto(address);
  await expect(page.getByRole("dialog").getByText("Turn her").first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/tasks$/);

  await page.goto("/account#calendar");
  await section.getByRole("button", { name: "Stop, Rosa" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop" }).click();
  await expect(section.getByRole("heading")).toBeFocused();
  await expect(section.getByRole("listitem")).toHaveCount(0);
  expect((await fetch(link)).status).toBe(404);
});

screenTest("a link is changed, and replaced by another one", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  await notebookOf(anna, "Rosa Blum");
  const { link } = await anna.http.action(api.feeds.createFeed, {
    proof: await anna.prove("calendar"),
  });
  const { page } = anna;
  await page.goto("/account");
  const section = page.getByRole("region", { name: "Calendar on your phone" });
  await section.getByRole("button", { name: "Change, All notebooks" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Only “Care task”" }).click();
  await dialog.getByLabel("Alarm of the calendar").selectOption("15 minutes before");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(section.getByText("Mine and nobody's, without titles, alarm 15 minutes before")).toBeVisible();
  expect((await feedsOf(anna))[0]).toMatchObject({ detail: "neutral", alarmMinutes: 15, whose: "mine" });

  await section.getByRole("button", { name: "New link, All notebooks" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect((await fetch(link)).status).toBe(200);
  await section.getByRole("button", { name: "New link, All notebooks" }).click();
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "New link" }).click();
  const next = await dialog.getByLabel("Link", { exact: true }).inputValue();
  expect(next).not.toBe(link);
  expect([(await fetch(link)).status, (await fetch(next)).status]).toEqual([404, 200]);
});

screenTest("a link ends on the page as soon as somebody is removed", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const rosa = await notebookOf(anna, "Rosa Blum");
  await addMember(node, rosa._id, jonas, "member");
  await jonas.http.action(api.feeds.createFeed, {
    diaryId: rosa._id,
    proof: await jonas.prove("calendar"),
  });
  await jonas.page.goto("/account");
  const section = jonas.page.getByRole("region", { name: "Calendar on your phone" });
  await expect(section.getByText("Rosa Blum's Care Notebook")).toBeVisible();
  const members = await anna.http.query(api.members.listMembers, { diaryId: rosa._id });
  const { _id: memberId } = members.find(({ role }) => role === "member")!;
  await anna.http.mutation(api.members.removeMember, { memberId });
  await expect(section.getByText("Rosa Blum's Care Notebook")).toHaveCount(0);
});
